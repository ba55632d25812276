"""What the ways of the bot and of its rival cost: the charts that the bot `greedy` goes by.

A chart gives every cell on and around the grid a cost in quarters of a turn: a stop is a turn, an empty cell
is a card that has yet to be laid, obstacles and other pawns delay. Charts lie in the upper part of the buffer
for actions. Side 0 is the bot, side 1 the rival that leads; each has a plan: its goals, and what remains
after each of them.
"""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.games.gridlokt.fields import (
    CELLS,
    EMPTY,
    FINAL,
    FINAL_GROUND,
    OFF,
    ROOMS,
    SIDE,
)
from toolkit.games.gridlokt.grid import is_path
from toolkit.games.gridlokt.movement import flood, forget, stops

TURN = 4
BUILD = 6
OBSTACLE = 12
FAR = 4000
"""Costs, in quarters of a turn: of a stop, a Path to be laid, an obstacle on the way; of no way at all."""

LISTED = 16384
"""Places of the buffer that are for actions; beyond them lie the charts."""
WAYS = LISTED
"""The open sides of every cell, all four where a Path can still be laid."""
TOLL = WAYS + CELLS
"""For each of two sides (0: the bot, 1: its rival) what entering a cell costs."""
FROM = TOLL + 2 * CELLS
"""For each side the cost of the way from its pawn."""
GOAL = FROM + 2 * CELLS
"""For each side and up to three goals the cost of the way there."""
TRIAL = GOAL + 6 * CELLS
RING = TRIAL + CELLS
RING_SIZE = 2048
PLAN = RING + RING_SIZE
"""For each side: seat, number of goals, their cells, what remains after each, what warping there costs."""
PLACES = 16
SEAT, GOALS, CELL, REST, BY_WARP, WHOLE = 0, 1, 2, 5, 8, 11
WALK = PLAN + 2 * PLACES
"""The least that remains after a movement now, and the cell where an obstacle hinders the rival most."""
CHOKE = WALK + 1
CHOKED = WALK + 2


def chart_ways(s: Record, buf: Record) -> None:
    """Chart the open sides of the grid and the ring of cells around it; all is closed beyond."""
    for row in range(max(s.low_row - 2, 0), min(s.high_row + 3, SIDE)):
        inside = 1 if row >= s.low_row - 1 and row <= s.high_row + 1 else 0
        for column in range(max(s.low_column - 2, 0), min(s.high_column + 3, SIDE)):
            cell = row * SIDE + column
            ways = 15 if s.ground[cell] == EMPTY else s.mask[cell] + 0
            if inside == 0 or column < s.low_column - 1 or column > s.high_column + 1:
                ways = 0
            buf[WAYS + cell] = ways


def toll(s: Record, seat: int, cell: int) -> int:
    """What entering a cell costs a seat."""
    ground = s.ground[cell] + 0
    if ground == EMPTY:
        return BUILD
    cost = TURN * stops(s, seat, cell)
    if ground == FINAL_GROUND and s.tokens[seat] < FINAL:
        cost = FAR
    if s.over[cell] > 0:
        cost += OBSTACLE
    return cost + TURN if s.on[cell] > 0 and s.on[cell] != seat + 1 else cost


def source(s: Record, buf: Record, chart: int, cell: int, cost: int, n: int) -> int:
    """Let a chart begin with a cost on a cell; returns how many such cells there are."""
    buf[chart + cell] = cost
    buf[RING + n] = cell
    s.mark[cell] = 1
    return n + 1


def blank(s: Record, buf: Record, chart: int) -> None:
    """Clear a chart."""
    for row in range(max(s.low_row - 1, 0), min(s.high_row + 2, SIDE)):
        for column in range(max(s.low_column - 1, 0), min(s.high_column + 2, SIDE)):
            buf[chart + row * SIDE + column] = FAR


def spread(s: Record, t: Record, buf: Record, chart: int, tolls: int, back: int, n: int) -> None:
    """Complete a chart from its `n` sources: the cost of getting to each cell, or (`back` 1) from each.

    Cells that cost no more than their neighbour go to the front of the ring, so that few are seen twice.
    """
    head = 0
    while n > 0:
        n -= 1
        cell = buf[RING + head]
        head = (head + 1) & (RING_SIZE - 1)
        s.mark[cell] = 0
        cost = buf[chart + cell]
        base = cost + back * buf[tolls + cell]
        ways = buf[WAYS + cell]
        for d in range(4):
            there = cell + t.step[d]
            if (ways >> d) & (buf[WAYS + there] >> (d ^ 2)) & 1 == 1:
                total = base + (1 - back) * buf[tolls + there]
                if total < buf[chart + there]:
                    buf[chart + there] = total
                    if s.mark[there] == 0:
                        s.mark[there] = 1
                        if total == cost:
                            head = (head - 1) & (RING_SIZE - 1)
                            buf[RING + head] = there
                        else:
                            buf[RING + ((head + n) & (RING_SIZE - 1))] = there
                        n += 1


def chart_from(s: Record, t: Record, buf: Record, k: int, chart: int) -> None:
    """Chart the ways from the pawn of side `k`, warping to its Rooms among them."""
    seat = buf[PLAN + k * PLACES + SEAT]
    blank(s, buf, chart)
    n = 0
    if s.pawn[seat] > 0:
        n = source(s, buf, chart, s.pawn[seat] + 0, 0, n)
        for room in range(FINAL):
            if s.token[seat, room] == 1 and s.room[room] > 0 and s.on[s.room[room]] == 0:
                n = source(s, buf, chart, s.room[room] + 0, TURN, n)
    spread(s, t, buf, chart, TOLL + k * CELLS, 0, n)


def leg(buf: Record, k: int, i: int, j: int) -> int:
    """The cost of getting from goal `i` of side `k` to goal `j`."""
    plan = PLAN + k * PLACES
    return min(buf[GOAL + (3 * k + j) * CELLS + buf[plan + CELL + i]], buf[plan + BY_WARP + j])


def make_plan(s: Record, t: Record, buf: Record, seat: int, k: int) -> None:
    """Chart the ways of a seat as side `k`: from its pawn, and to each of its goals."""
    plan = PLAN + k * PLACES
    buf[plan + SEAT] = seat
    for row in range(max(s.low_row - 1, 0), min(s.high_row + 2, SIDE)):
        for column in range(max(s.low_column - 1, 0), min(s.high_column + 2, SIDE)):
            cell = row * SIDE + column
            buf[TOLL + k * CELLS + cell] = toll(s, seat, cell) if s.ground[cell] < OFF else FAR
    n = 0
    for room in range(ROOMS):
        wanted = s.tokens[seat] // FINAL if room == FINAL else 1 - s.token[seat, room]
        if wanted == 1 and s.room[room] > 0 and n < 3:
            chart = GOAL + (3 * k + n) * CELLS
            blank(s, buf, chart)
            buf[plan + CELL + n] = s.room[room]
            spread(s, t, buf, chart, TOLL + k * CELLS, 1, source(s, buf, chart, s.room[room] + 0, 0, 0))
            warp = FAR
            for own in range(FINAL):
                if s.token[seat, own] == 1 and s.room[own] > 0:
                    warp = min(warp, TURN + buf[chart + s.room[own]])
            buf[plan + BY_WARP + n] = warp
            n += 1
    buf[plan + GOALS] = n
    for i in range(n):
        j = (i + 1) % n
        h = (i + 2) % n
        rest = 0 if n == 1 else leg(buf, k, i, j)
        if n == 3:
            rest = min(rest + leg(buf, k, j, h), leg(buf, k, i, h) + leg(buf, k, h, j))
        buf[plan + REST + i] = rest
    chart_from(s, t, buf, k, FROM + k * CELLS)
    buf[plan + WHOLE] = whole(buf, k, FROM + k * CELLS)


def whole(buf: Record, k: int, chart: int) -> int:
    """The cost of the whole way of side `k` by a chart of the ways from its pawn."""
    plan = PLAN + k * PLACES
    best = FAR if buf[plan + GOALS] > 0 else 0
    for i in range(buf[plan + GOALS]):
        best = min(best, buf[chart + buf[plan + CELL + i]] + buf[plan + REST + i])
    return best


def worth(buf: Record, k: int, cell: int) -> int:
    """What remains for side `k` with its pawn on a cell."""
    plan = PLAN + k * PLACES
    best = FAR if buf[plan + GOALS] > 0 else 0
    for i in range(buf[plan + GOALS]):
        way = min(buf[GOAL + (3 * k + i) * CELLS + cell], buf[plan + BY_WARP + i])
        best = min(best, way + buf[plan + REST + i])
    return best


def beside(t: Record, buf: Record, k: int, cell: int, mask: int, onward: int) -> int:
    """The least cost at the neighbours of a card that is thought on a cell with these open sides.

    Of getting to them, or (`onward` 1) of what remains from there on, the toll for entering them included.
    """
    best = FAR
    for d in range(4):
        there = cell + t.step[d]
        if (mask >> d) & (buf[WAYS + there] >> (d ^ 2)) & 1 == 1:
            if onward == 1:
                best = min(best, buf[TOLL + k * CELLS + there] + worth(buf, k, there))
            else:
                best = min(best, buf[FROM + k * CELLS + there])
    return best


def detour(s: Record, t: Record, buf: Record, k: int, cell: int, more: int) -> int:
    """By how much the way of side `k` grows if entering a cell costs so much more."""
    place = TOLL + k * CELLS + cell
    buf[place] += more
    chart_from(s, t, buf, k, TRIAL)
    buf[place] -= more
    return whole(buf, k, TRIAL) - buf[PLAN + k * PLACES + WHOLE]


def on_way(buf: Record, k: int, cell: int) -> int:
    """1 if a shortest way of side `k` leads over a cell."""
    return 1 if buf[FROM + k * CELLS + cell] + worth(buf, k, cell) == buf[PLAN + k * PLACES + WHOLE] else 0


def find_choke(s: Record, t: Record, buf: Record) -> None:
    """The free Path where an obstacle hinders the rival most, the bot least."""
    buf[CHOKE] = 0
    buf[CHOKED] = 0
    tries = 8
    for row in range(s.low_row, s.high_row + 1):
        for column in range(s.low_column, s.high_column + 1):
            cell = row * SIDE + column
            if (
                tries > 0
                and is_path(s, cell) == 1
                and s.on[cell] + s.over[cell] == 0
                and on_way(buf, 1, cell)
            ):
                tries -= 1
                gain = detour(s, t, buf, 1, cell, OBSTACLE) - detour(s, t, buf, 0, cell, OBSTACLE)
                if gain > buf[CHOKED]:
                    buf[CHOKE] = cell
                    buf[CHOKED] = gain


def best_walk(s: Record, o: Record, t: Record, buf: Record, seat: int) -> int:
    """What remains after the best movement that is possible now, warping and staying included."""
    best = worth(buf, 0, s.pawn[seat] + 0)
    for room in range(FINAL):
        if s.token[seat, room] == 1 and s.room[room] > 0 and s.on[s.room[room]] == 0:
            best = min(best, worth(buf, 0, s.room[room] + 0))
    size = flood(s, o, t, seat)
    for i in range(size):
        best = min(best, worth(buf, 0, s.queue[i]))
    forget(s, size)
    return best
