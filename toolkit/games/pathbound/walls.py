"""Walls as kernels: which can be laid, what one does to the routes, the distances kept up to date."""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.games.pathbound.fields import BUCKETS, DIRS, FAR, PAD, SEAT_OUT, SEAT_PLACED


def cut(s: Record, t: Record, w: int) -> None:
    """Block the edges of a wall whose edges are open."""
    for k in range(4):
        s.near[t.cut_cell[w, k], t.cut_dir[w, k]] = PAD


def mend(s: Record, t: Record, w: int) -> None:
    """Undo `cut`."""
    for k in range(4):
        s.near[t.cut_cell[w, k], t.cut_dir[w, k]] = t.near[t.cut_cell[w, k], t.cut_dir[w, k]]


def closes(s: Record, t: Record, w: int) -> int:
    """1 if a wall joins a group of walls (or the rim) to itself; any other leaves every route open."""
    a = s.comp[t.joint[w, 0]]
    b = s.comp[t.joint[w, 1]]
    if a == b and a > 0:
        return 1
    if t.wall_joints == 2:
        return 0
    c = s.comp[t.joint[w, 2]]
    if c == 0:
        return 0
    return 1 if c == a else 1 if c == b else 0


def descends(s: Record, t: Record, seat: int) -> int:
    """1 if going down the kept distances over edges that are open now leads the seat to its goal.

    0 decides nothing: another way may be open.
    """
    m = s.aimed[seat]
    cell = s.cell[seat]
    left = s.dist[m, cell] + 0
    while left > 0:
        left -= 1
        there = PAD
        for d in range(DIRS):
            there = s.near[cell, d] if s.dist[m, s.near[cell, d]] == left else there
        if there == PAD:
            return 0
        cell = there
    return 1


def search(s: Record, t: Record, seat: int) -> int:
    """Steps from the seat's pawn to its goal over the edges open now, ignoring pawns; -1 without a route."""
    m = s.aimed[seat]
    size = 1
    s.queue[0] = s.cell[seat]
    s.level[s.cell[seat]] = 1
    s.level[PAD] = 1
    found = -1
    i = 0
    while i < size and found < 0:
        cell = s.queue[i]
        i += 1
        if s.dist[m, cell] == 0:
            found = s.level[cell] - 1
        for d in range(DIRS):
            there = s.near[cell, d]
            if s.level[there] == 0:
                s.level[there] = s.level[cell] + 1
                s.queue[size] = there
                size += 1
    s.level[PAD] = 0
    for i in range(size):
        s.level[s.queue[i]] = 0
        s.queue[i] = 0
    return found


def leaves_routes(s: Record, t: Record, w: int) -> int:
    """1 if every pawn still has a route to its goal once wall `w`, whose edges are open, is there."""
    if closes(s, t, w) == 0:
        return 1
    cut(s, t, w)
    ok = 1
    for seat in range(s.players):
        if ok == 1 and descends(s, t, seat) == 0 and search(s, t, seat) < 0:
            ok = 0
    mend(s, t, w)
    return ok


def supported(s: Record, m: int, cell: int) -> int:
    """1 if a step leads nearer to the goal of map `m`."""
    nearer = s.dist[m, cell] - 1
    found = 0
    for d in range(DIRS):
        found |= 1 if s.dist[m, s.near[cell, d]] == nearer else 0
    return found


def repair(s: Record, t: Record, m: int, w: int) -> None:
    """Bring the distances of map `m` up to date after wall `w` was cut into the board.

    First every cell that lost its last way down is found, nearest first, then those cells alone
    are measured anew from the rest.
    """
    n = 0
    for k in range(4):
        cell = t.cut_cell[w, k]
        far = s.dist[m, cell] + 0
        if far > 0 and far < FAR and supported(s, m, cell) == 0:
            s.queue[n] = cell
            s.level[n] = far
            n += 1
            s.dist[m, cell] = FAR
    i = 0
    while i < n:
        cell = s.queue[i]
        farther = s.level[i] + 1
        for d in range(DIRS):
            there = s.near[cell, d] + 0
            if s.dist[m, there] == farther and supported(s, m, there) == 0:
                s.queue[n] = there
                s.level[n] = farther
                n += 1
                s.dist[m, there] = FAR
        i += 1
    changing = n
    while changing > 0:
        changing = 0
        for i in range(n):
            cell = s.queue[i]
            best = FAR
            for d in range(DIRS):
                best = min(best, s.dist[m, s.near[cell, d]] + 1)
            changing |= best ^ s.dist[m, cell]
            s.dist[m, cell] = best
    for i in range(n):
        s.queue[i] = 0
        s.level[i] = 0


def drop(s: Record, w: int) -> None:
    """Take a wall off the list of those that can still be laid, if it is on it."""
    place = s.pos[w] - 1
    if place >= 0:
        s.cands -= 1
        last = s.cand[s.cands] + 0
        s.cand[place] = last
        s.pos[last] = place + 1
        s.pos[w] = 0


def join(s: Record, t: Record, w: int) -> None:
    """Make one group of all that a wall touches."""
    group = 0
    for k in range(t.wall_joints):
        here = s.comp[t.joint[w, k]] + 0
        if here > 0 and (group == 0 or here < group):
            group = here
    if group == 0:
        s.groups += 1
        group = s.groups
    for k in range(t.wall_joints):
        here = s.comp[t.joint[w, k]] + 0
        if here == 0:
            s.comp[t.joint[w, k]] = group
        elif here != group:
            for j in range(t.joints):
                if s.comp[j] == here:
                    s.comp[j] = group


def put_wall(s: Record, t: Record, w: int, seat: int) -> None:
    """Lay a wall for a seat, out of its stock."""
    s.owner[w] = seat + 1
    s.laid += 1
    s.seat_measure[SEAT_PLACED, seat] += 1
    if s.stock[seat] > 0:
        s.stock[seat] -= 1
        s.deck_size[0] -= 1
        if s.stock[seat] == 0:
            s.seat_measure[SEAT_OUT, seat] = s.turns + 1
            if s.emptied[0] == 0:
                s.emptied[0] = s.turns + 1
    cut(s, t, w)
    for k in range(t.conflicts[w]):
        drop(s, t.conflict[w, k] + 0)
    join(s, t, w)
    for m in range(s.maps):
        repair(s, t, m, w)
    if s.keys > 0:
        s.keys = 0
        for b in range(BUCKETS):
            s.head[b] = 0


def wall_left(s: Record, t: Record, seat: int) -> int:
    """1 if the seat has a wall that it may lay somewhere."""
    if s.stock[seat] == 0:
        return 0
    for i in range(s.cands):
        if leaves_routes(s, t, s.cand[i] + 0) == 1:
            return 1
    return 0
