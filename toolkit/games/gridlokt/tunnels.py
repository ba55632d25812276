"""Tunnels: where the held straight and corner pieces can take a pawn, and by which chain of cells (G68).

`dig` walks every chain of up to `tunnel_length` pieces from the pawn's cell. `queue` and `reach` hold the
ends it found and, for each, the bits (see `bit_of`) of all counts of pieces that lead there; their last
places are the chain under way. `mark` has the place of an end from 1, and -1 on the chain.
"""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.engine.streams import below
from toolkit.games.gridlokt.fields import (
    CELLS,
    CORNER_TUNNEL,
    EMPTY,
    LONGEST_TUNNEL,
    SIDE,
    SPOTS,
    TUNNEL,
    WARP_GROUND,
)
from toolkit.games.gridlokt.grid import may_enter
from toolkit.games.gridlokt.hands import copies

CHAIN = SPOTS - LONGEST_TUNNEL
"""Where in `queue` the chain lies; a route that was found stays there."""


def bit_of(straights: int, corners: int) -> int:
    """The bit that stands for so many pieces: all counts in a row, by their sum."""
    n = straights + corners
    return n * (n + 1) // 2 + straights


def dig(s: Record, o: Record, t: Record, pawn: int, straights: int, corners: int, want: int) -> int:
    """Try every chain of at most so many pieces; returns the number of ends, to be cleared by `fill_in`.

    With `want` (a cell) only a chain to that cell with exactly these pieces is sought: the answer is then its
    length (0: there is none), and its cells are left in `queue` from CHAIN on.
    """
    size = 0
    longest = min(straights + corners, o.tunnel_length)
    home = s.pawn[pawn] + 0
    if longest == 0 or home == 0 or s.over[home] > 0 or s.ground[home] == WARP_GROUND:
        return 0
    for start in range(4):
        cell = home + t.step[start]
        # A frame: the heading, the side to be tried next, straights and corners up to the piece before.
        depth = -1
        if s.ground[cell] == EMPTY:
            depth = 0
            s.queue[CHAIN] = cell
            s.reach[CHAIN] = start
            s.mark[cell] = -1
        while depth >= 0:
            frame = s.reach[CHAIN + depth] + 0
            cell = s.queue[CHAIN + depth]
            d = (frame >> 2) & 7
            if d == 4:
                s.mark[cell] = 0
                s.queue[CHAIN + depth] = 0
                s.reach[CHAIN + depth] = 0
                depth -= 1
                continue
            s.reach[CHAIN + depth] = frame + 4
            ahead = 1 if d == frame & 3 else 0
            one = ((frame >> 5) & 15) + ahead
            other = (frame >> 9) + 1 - ahead
            if d ^ 2 == frame & 3 or one > straights or other > corners:
                continue
            there = cell + t.step[d]
            if s.ground[there] == EMPTY:
                if s.mark[there] == 0 and depth + 1 < longest and near(there, want, longest - depth - 1) == 1:
                    depth += 1
                    s.queue[CHAIN + depth] = there
                    s.reach[CHAIN + depth] = d | one << 5 | other << 9
                    s.mark[there] = -1
            elif s.ground[there] != WARP_GROUND and may_enter(s, pawn, there) == 1:
                if want == 0:
                    if s.mark[there] == 0:
                        s.queue[size] = there
                        s.reach[size] = 0
                        size += 1
                        s.mark[there] = size
                    s.reach[s.mark[there] - 1] |= 1 << bit_of(one, other)
                elif there == want and one == straights and other == corners:
                    for i in range(depth + 1):
                        s.mark[s.queue[CHAIN + i]] = 0
                        s.reach[CHAIN + i] = 0
                    return depth + 1
    return size


def near(cell: int, want: int, pieces: int) -> int:
    """1 if a chain that goes on from a cell with so many pieces, that one included, may get to `want`."""
    if want == 0:
        return 1
    return 1 if abs(cell // SIDE - want // SIDE) + abs(cell % SIDE - want % SIDE) <= pieces else 0


def fill_in(s: Record, size: int) -> None:
    """Clear what a search left."""
    for i in range(size):
        s.mark[s.queue[i]] = 0
        s.queue[i] = 0
        s.reach[i] = 0


def list_tunnels(s: Record, o: Record, t: Record, seat: int, buf: Record, n: int) -> int:
    """Add every TUNNEL action of a seat to `buf` from place `n` on; returns the new count."""
    straights = min(copies(s, t, seat, TUNNEL), o.tunnel_length)
    corners = min(copies(s, t, seat, CORNER_TUNNEL), o.tunnel_length)
    for pawn in range(s.players):
        size = dig(s, o, t, pawn, straights, corners, 0)
        for i in range(size):
            for one in range(straights + 1):
                for other in range(min(corners, o.tunnel_length - one) + 1):
                    if (s.reach[i] >> bit_of(one, other)) & 1 == 1:
                        buf[n] = TUNNEL | pawn << 5 | s.queue[i] << 10 | (one + 16 * other) << 21
                        n += 1
        fill_in(s, size)
    return n


def may_tunnel(
    s: Record, o: Record, t: Record, seat: int, pawn: int, cell: int, straights: int, corners: int
) -> int:
    """1 if a seat may move that pawn to that cell with so many pieces."""
    if pawn >= s.players or cell == 0 or cell >= CELLS or straights + corners > o.tunnel_length:
        return 0
    if straights > copies(s, t, seat, TUNNEL) or corners > copies(s, t, seat, CORNER_TUNNEL):
        return 0
    length = dig(s, o, t, pawn, straights, corners, cell)
    for i in range(length):
        s.queue[CHAIN + i] = 0
    return 1 if length > 0 else 0


def any_tunnel(s: Record, o: Record, t: Record, seat: int, k: int, buf: Record) -> int:
    """One of the TUNNEL actions of a seat, drawn uniformly from stream `k`; 0 if there is none."""
    n = list_tunnels(s, o, t, seat, buf, 0)
    return buf[below(s, k, n)] if n > 0 else 0
