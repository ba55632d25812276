"""Where a pawn can go: a step, a jump over a neighbour, or a slide until something is in the way."""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.games.pathbound.fields import BLOCK, MOVE_OP, SLIDE


def add_move(cell: int, buf: Record, n: int) -> int:
    """Add a destination unless it is listed; two ways to one cell are one action."""
    a = MOVE_OP + 16 * cell
    for i in range(n):
        if buf[i] == a:
            return n
    buf[n] = a
    return n + 1


def jumps(s: Record, o: Record, t: Record, over: int, d: int, buf: Record, n: int) -> int:
    """Add the landings of a jump that reaches the pawn on `over` in direction `d`."""
    if t.straight == 1 and (s.open[over] >> d) & 1 == 1:
        there = t.nb[over, d]
        if s.occ[there] == 0:
            return add_move(there, buf, n)
        if o.third_pawn == BLOCK:
            return n
    for e in range(t.dirs):
        # The cell that the jump comes from holds the jumping pawn, so it is no landing.
        if (s.open[over] >> e) & 1 == 1:
            there = t.nb[over, e]
            if s.occ[there] == 0:
                n = add_move(there, buf, n)
    return n


def slide_end(s: Record, t: Record, cell: int, way: int, occupied: int) -> int:
    """Where a slide from `cell` ends; `cell` itself if it cannot begin or nothing ever stops it.

    With `occupied` 0 pawns are ignored. The cell that the slide starts from counts as empty.
    """
    here = cell
    while True:
        d = t.slide_dir[here, way]
        if (s.open[here] >> d) & 1 == 0:
            return here
        there = t.nb[here, d]
        if there == cell:
            return cell
        if occupied == 1 and s.occ[there] > 0:
            return here
        here = there


def pawn_moves(s: Record, o: Record, t: Record, seat: int, buf: Record) -> int:
    """List the moves of a seat's pawn from the start of `buf`; return how many."""
    n = 0
    cell = s.cell[seat]
    if o.movement == SLIDE:
        for way in range(t.ways):
            there = slide_end(s, t, cell, way, 1)
            if there != cell:
                n = add_move(there, buf, n)
        return n
    crowded = 0
    for d in range(t.dirs):
        if (s.open[cell] >> d) & 1 == 1:
            there = t.nb[cell, d]
            if s.occ[there] == 0:
                buf[n] = MOVE_OP + 16 * there
                n += 1
            else:
                crowded |= 1 << d
    if crowded > 0:
        for d in range(t.dirs):
            if (crowded >> d) & 1 == 1:
                n = jumps(s, o, t, t.nb[cell, d], d, buf, n)
    return n


def can_move(s: Record, o: Record, t: Record, seat: int) -> int:
    """1 if the pawn of a seat can go anywhere: `pawn_moves` without a list."""
    cell = s.cell[seat]
    crowded = 0
    for d in range(t.dirs):
        if (s.open[cell] >> d) & 1 == 1:
            if s.occ[t.nb[cell, d]] > 0:
                crowded |= 1 << d
            elif o.movement != SLIDE or t.wrapped == 0:
                return 1
    if o.movement == SLIDE:
        for way in range(t.ways):
            if t.wrapped == 1 and slide_end(s, t, cell, way, 1) != cell:
                return 1
        return 0
    for d in range(t.dirs):
        if (crowded >> d) & 1 == 1:
            over = t.nb[cell, d]
            beyond = t.straight * ((s.open[over] >> d) & 1) * (1 + s.occ[t.nb[over, d]])
            if beyond == 1:
                return 1
            if beyond == 0 or o.third_pawn != BLOCK:
                for e in range(t.dirs):
                    if (s.open[over] >> e) & 1 == 1 and s.occ[t.nb[over, e]] == 0:
                        return 1
    return 0


def slides_home(s: Record, t: Record, seat: int, occupied: int) -> int:
    """The fewest slides that stop the seat's pawn on a goal; -1 if no number does.

    With `occupied` 1 the other pawns stand where they are, else they are ignored.
    """
    m = s.aimed[seat]
    s.occ[s.cell[seat]] = 0
    size = 1
    s.queue[0] = s.cell[seat]
    s.level[s.cell[seat]] = 1
    found = -1
    i = 0
    while i < size and found < 0:
        cell = s.queue[i]
        i += 1
        if s.dist[m, cell] == 0:
            found = s.level[cell] - 1
        for way in range(t.ways):
            there = slide_end(s, t, cell, way, occupied)
            if s.level[there] == 0:
                s.level[there] = s.level[cell] + 1
                s.queue[size] = there
                size += 1
    for i in range(size):
        s.level[s.queue[i]] = 0
        s.queue[i] = 0
    s.occ[s.cell[seat]] = seat + 1
    return found
