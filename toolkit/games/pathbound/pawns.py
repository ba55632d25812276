"""Where a pawn can go: a step, a jump over a neighbour, or a slide until something is in the way."""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.games.pathbound.fields import BLOCK, DIRS, MOVE_OP, PAD, SLIDE


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
    beyond = s.near[over, d] + 0
    if t.straight == 1 and beyond != PAD:
        if s.occ[beyond] == 0:
            return add_move(beyond, buf, n)
        if o.third_pawn == BLOCK:
            return n
    for e in range(DIRS):
        # The cell that the jump comes from holds the jumping pawn, so it is no landing.
        there = s.near[over, e] + 0
        if s.occ[there] == 0:
            n = add_move(there, buf, n)
    return n


def slide_end(s: Record, t: Record, cell: int, way: int, occupied: int) -> int:
    """Where a slide from `cell` ends; `cell` itself if it cannot begin or nothing ever stops it.

    With `occupied` 0 pawns are ignored. The cell that the slide starts from counts as empty.
    """
    here = cell
    while True:
        there = s.near[here, t.slide_dir[here, way]] + 0
        if there == PAD:
            return here
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
    # Without branches: what is open and taken is as good as random, and a wrong guess costs more.
    crowded = 0
    for d in range(DIRS):
        there = s.near[cell, d] + 0
        buf[n] = MOVE_OP + 16 * there
        n += 1 if s.occ[there] == 0 else 0
        crowded |= 1 << d if s.occ[there] > 0 else 0
    if crowded > 0:
        for d in range(DIRS):
            if (crowded >> d) & 1 == 1:
                n = jumps(s, o, t, s.near[cell, d] + 0, d, buf, n)
    return n


def can_move(s: Record, o: Record, t: Record, seat: int) -> int:
    """1 if the pawn of a seat can go anywhere: `pawn_moves` without a list."""
    cell = s.cell[seat]
    free = 0
    for d in range(DIRS):
        free += 1 if s.occ[s.near[cell, d]] == 0 else 0
    if free > 0 and (o.movement != SLIDE or t.wrapped == 0):
        return 1
    if o.movement == SLIDE:
        for way in range(t.ways):
            if free > 0 and slide_end(s, t, cell, way, 1) != cell:
                return 1
        return 0
    for d in range(DIRS):
        over = s.near[cell, d] + 0
        if s.occ[over] > 0:
            beyond = s.near[over, d] + 0
            if t.straight == 0 or s.occ[beyond] <= 0 or o.third_pawn != BLOCK:
                for e in range(DIRS):
                    # Straight on, or aside where that is closed; some landing is all that is asked.
                    if s.occ[s.near[over, e]] == 0:
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
