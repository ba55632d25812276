"""Where a pawn can go in one movement, and with which of its declared aids.

`flood` visits cells in the order of sets of aids, smaller numbers first, so that every part of a set comes
before it: a cell is noted with a set only if no part of that reaches it (G66). `queue` holds the cells that
were reached, `reach` the sets for each of them (bit m: set m), `mark` the place of a cell in them, from 1.
"""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.games.gridlokt.fields import (
    CELLS,
    FINAL_GROUND,
    FREE_PATH,
    LINK,
    MOVE,
    ROOM_GROUND,
    WARP_GROUND,
)
from toolkit.games.gridlokt.grid import crosses, joined, may_enter

MOST_AIDS = 5
FRESH = 1 << 32
"""Marks a cell in `reach` whose neighbours are still to be visited."""


def stops(s: Record, seat: int, cell: int) -> int:
    """1 if a movement ends on a card: a Path or Room whose token the seat lacks, or the Final Room.

    The colour of a token that was taken earlier in this turn is still as good as lacking.
    """
    ground = s.ground[cell] + 0
    if ground < FREE_PATH:
        return 1 - s.token[seat, ground - 1] + ((s.locked[seat] >> (ground - 1)) & 1)
    if ground >= ROOM_GROUND and ground < FINAL_GROUND:
        return 1 - s.token[seat, ground - ROOM_GROUND]
    return 1 if ground == FINAL_GROUND else 0


def covers(sets: int, m: int) -> int:
    """1 if set `m` or a part of it is among `sets`."""
    part = m
    while part > 0:
        if (sets >> part) & 1 == 1:
            return 1
        part = (part - 1) & m
    return sets & 1


def note_reached(s: Record, seat: int, cell: int, m: int, size: int) -> int:
    """Note that set `m` of aids brings the pawn to a cell, unless a part of it does; returns the size."""
    place = s.mark[cell] - 1
    if place < 0:
        place = size
        size += 1
        s.mark[cell] = size
        s.queue[place] = cell
        s.reach[place] = 0
    elif covers(s.reach[place], m) == 1:
        return size
    s.reach[place] |= (1 << m) + (FRESH if stops(s, seat, cell) == 0 else 0)
    return size


def flood(s: Record, o: Record, t: Record, seat: int) -> int:
    """Visit all that the pawn of a seat can reach; returns how many cells, its own the first of them."""
    here = s.pawn[seat] + 0
    s.queue[0] = here
    s.reach[0] = 1 + FRESH
    s.mark[here] = 1
    size = 1
    for m in range(1 << min(s.aids, MOST_AIDS)):
        first = size if m > 0 else 0
        for a in range(MOST_AIDS):
            if (m >> a) & 1 == 1:
                place = s.mark[s.entry[a]] - 1
                if (
                    place >= 0
                    and (s.reach[place] >> (m ^ (1 << a))) & 1 == 1
                    and (place == 0 or stops(s, seat, s.entry[a]) == 0)
                    and may_enter(s, seat, s.landing[a]) == 1
                    and crosses(s, o, t, s.aid[a], s.entry[a], s.crossing[a], s.landing[a]) == 1
                ):
                    size = note_reached(s, seat, s.landing[a], m, size)
                    first = min(first, s.mark[s.landing[a]] - 1)
        i = first
        while i < size:
            if s.reach[i] < FRESH:
                i += 1
                continue
            s.reach[i] -= FRESH
            cell = s.queue[i]
            i += 1
            for d in range(4):
                there = cell + t.step[d]
                if (
                    joined(s, t, cell, d) == 1
                    and may_enter(s, seat, there) == 1
                    and (s.ground[cell] != WARP_GROUND or s.ground[there] != WARP_GROUND)
                ):
                    size = note_reached(s, seat, there, m, size)
                    i = min(i, s.mark[there] - 1) if s.reach[s.mark[there] - 1] >= FRESH else i
    return size


def forget(s: Record, size: int) -> None:
    """Clear what a search left."""
    for i in range(size):
        s.mark[s.queue[i]] = 0
        s.queue[i] = 0
        s.reach[i] = 0


def partner(s: Record, cell: int) -> int:
    """The other Warp of the pair, where a pawn can arrive; 0 if there is none."""
    other = s.warp[1] if s.warp[0] == cell else s.warp[0]
    return other if s.ground[cell] == WARP_GROUND and s.warp[1] > 0 and s.on[other] == 0 else 0


def list_moves(s: Record, o: Record, t: Record, seat: int, op: int, buf: Record, n: int) -> int:
    """Add every MOVE (or LINK) of the pawn of a seat to `buf` from place `n` on; returns the new count."""
    size = flood(s, o, t, seat) if s.pawn[seat] > 0 else 0
    for i in range(1 if op == MOVE else 0, size):
        cell = s.queue[i] if op == MOVE else partner(s, s.queue[i])
        for m in range(1 << MOST_AIDS):
            if cell > 0 and (s.reach[i] >> m) & 1 == 1:
                buf[n] = op | m << 5 | cell << 10
                n += 1
    forget(s, size)
    return n


def may_move(s: Record, o: Record, t: Record, seat: int, op: int, cell: int, aids: int) -> int:
    """1 if that MOVE (or LINK, to a Warp) is one of those of the pawn of a seat."""
    if s.pawn[seat] == 0 or cell >= CELLS or may_enter(s, seat, cell) == 0:
        return 0
    if op == LINK and (partner(s, s.warp[0]) != cell and partner(s, s.warp[1]) != cell):
        return 0
    size = flood(s, o, t, seat)
    place = s.mark[cell] - 1
    if op == LINK:
        place = s.mark[s.warp[1] if s.warp[0] == cell else s.warp[0]] - 1
    found = (s.reach[place] >> aids) & 1 if place >= 0 else 0
    forget(s, size)
    return found
