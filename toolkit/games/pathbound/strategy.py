"""The bot `strategy`: race by the shortest way, lay walls that cost the nearest rival more than a step.

Between two players it looks one answer of the rival ahead, where that pays (see `expects_reply`). A quarter
of the starting walls, rounded up, is a reserve: it is touched for a defence that matters, and free once a
pawn nears its goal. The fewer walls are left, the more one has to gain. A win at hand is always taken.
"""

from __future__ import annotations

from toolkit.engine.state import BOT, Record
from toolkit.engine.streams import below
from toolkit.games.pathbound.fields import PAD, SLIDE, WALL_OP, WALLS
from toolkit.games.pathbound.pawns import pawn_moves, slides_home
from toolkit.games.pathbound.walls import cut, descends, leaves_routes, mend, search

NEAR = 3
"""Steps from its goal at which a pawn counts as near."""
LOST = 20
"""What is added for a goal that no slides reach now."""
NEVER = -9999
SHIFT = 16384


def outlook(s: Record, o: Record, t: Record, seat: int) -> int:
    """How many actions a seat needs to its goal if nothing changes; also while a wall is tried."""
    if o.movement == SLIDE:
        slides = slides_home(s, t, seat, 1)
        return slides if slides >= 0 else LOST + s.dist[s.aimed[seat], s.cell[seat]]
    if descends(s, t, seat) == 1:
        return s.dist[s.aimed[seat], s.cell[seat]] + 0
    return search(s, t, seat)


def nearest_rival(s: Record, o: Record, t: Record, seat: int) -> int:
    """The rival with the fewest actions to go; among equals the one that acts first."""
    best = -1
    fewest = 0
    p = seat
    for _ in range(s.players - 1):
        p = p + 1 if p + 1 < s.players else 0
        left = outlook(s, o, t, p)
        if best < 0 or left < fewest:
            best = p
            fewest = left
    return best


def stand(s: Record, seat: int, cell: int) -> None:
    """Put a pawn elsewhere, to see what that would be like."""
    s.occ[s.cell[seat]] = 0
    s.cell[seat] = cell
    s.occ[cell] = seat + 1


def reluctance(s: Record, o: Record, t: Record, seat: int, mine: int, theirs: int) -> int:
    """By how much a wall has to be better than the best move.

    On the torus all pawns are near the one crown from the start, so walls are spent sooner there.
    """
    if o.walls < 0 or min(mine, theirs) <= NEAR:
        return 1
    behind = 1 if theirs < mine else 0
    if s.stock[seat] <= (o.walls + 3) // 4:
        return 4 - 2 * behind - (1 - behind) * t.wrapped
    if t.wrapped == 1:
        return 1 if theirs <= mine else 2
    return 1 + 2 * (o.walls - s.stock[seat]) // o.walls


def best_wall(s: Record, o: Record, t: Record, seat: int, rival: int, k: int) -> int:
    """The wall of `seat` after which it is most ahead of `rival`, as (value + SHIFT) * WALLS + wall.

    0 if no wall hinders the rival. Equal walls are drawn among with stream `k`.
    """
    best = 0
    value = NEVER
    ties = 1
    tries = s.cands if s.stock[seat] != 0 else 0
    for i in range(tries):
        w = s.cand[i] + 0
        if (
            s.near[t.cut_cell[w, 0], t.cut_dir[w, 0]] == PAD
            or s.near[t.cut_cell[w, 2], t.cut_dir[w, 2]] == PAD
        ):
            continue  # it shares an edge with a wall that is being tried
        cut(s, t, w)
        useful = 1 if o.movement == SLIDE or descends(s, t, rival) == 0 else 0
        mend(s, t, w)
        if useful == 1 and leaves_routes(s, t, w) == 1:
            cut(s, t, w)
            after = worth(s, o, t, seat, rival)
            mend(s, t, w)
            ties = 1 if after > value else ties + 1 if after == value else ties
            if after > value or (after == value and below(s, k, ties) == 0):
                best = (after + SHIFT) * WALLS + w
                value = after
    return best


def worth(s: Record, o: Record, t: Record, seat: int, rival: int) -> int:
    """How many actions `seat` is ahead of `rival`, who acts next: next to nothing if that one is there."""
    theirs = outlook(s, o, t, rival)
    return theirs - outlook(s, o, t, seat) - (LOST * 10 if theirs <= 1 else 0)


def choose_own(states: Record, o: Record, t: Record, which: int, buf: Record) -> int:
    """Take a win; else the best move, or a wall that is better by more than the bot is reluctant."""
    s = states[0]
    seat = s.actor
    k = BOT + seat
    n = pawn_moves(s, o, t, seat, buf)
    for i in range(n):
        if s.dist[s.aimed[seat], buf[i] >> 4] == 0:
            return buf[i]
    rival = nearest_rival(s, o, t, seat)
    mine = outlook(s, o, t, seat)
    theirs = outlook(s, o, t, rival)
    home = s.cell[seat] + 0
    move = 0
    move_value = NEVER - 1
    ties = 1
    least = mine
    for i in range(n):
        stand(s, seat, buf[i] >> 4)
        value = worth(s, o, t, seat, rival)
        least = min(least, outlook(s, o, t, seat))
        ties = 1 if value > move_value else ties + 1 if value == move_value else ties
        if value > move_value or (value == move_value and below(s, k, ties) == 0):
            move = buf[i]
            move_value = value
    stand(s, seat, home)
    if o.movement == SLIDE and n > 0 and theirs > 2 and mine <= 2:
        return move
    if o.movement != SLIDE and s.players == 2 and s.stock[rival] == 0 and least < mine and mine <= theirs:
        return move
    found = best_wall(s, o, t, seat, rival, k)
    if found == 0:
        return move if n > 0 else any_wall(s, t)
    w = found % WALLS
    wall_value = found // WALLS - SHIFT
    if n > 0 and s.times < 2 and expects_reply(s, o, t) == 1:
        best = NEVER
        n = pawn_moves(s, o, t, seat, buf)
        for i in range(n):
            stand(s, seat, buf[i] >> 4)
            if worth(s, o, t, seat, rival) == move_value:
                value = reply(s, o, t, seat, rival, k)
                if value > best or (value == best and buf[i] == move):
                    best = value
                    move = buf[i]
            stand(s, seat, home)
        cut(s, t, w)
        wall_value = reply(s, o, t, seat, rival, k)
        mend(s, t, w)
        move_value = best
    elif n == 0 or s.times == 2 or (move_value <= -LOST * 5 and wall_value > move_value):
        return WALL_OP + 16 * w
    return WALL_OP + 16 * w if wall_value - move_value >= reluctance(s, o, t, seat, mine, theirs) else move


def expects_reply(s: Record, o: Record, t: Record) -> int:
    """1 where moves and walls are weighed after the rival's best answer, which takes thrice the time.

    It wins games between two on squares, and on triangles in the short race to the crown.
    """
    if s.players > 2 or o.movement == SLIDE or t.wrapped == 1:
        return 0
    return 1 if t.straight == 1 or t.centres > 0 else 0


def reply(s: Record, o: Record, t: Record, seat: int, rival: int, k: int) -> int:
    """How many actions `seat` is ahead once `rival` has answered by the better of a step and a wall."""
    left = outlook(s, o, t, rival)
    if left <= 1:
        return -LOST * 10
    theirs = outlook(s, o, t, seat) - left + 1
    found = best_wall(s, o, t, rival, seat, k)
    if found > 0:
        theirs = max(theirs, found // WALLS - SHIFT)
    return -theirs


def any_wall(s: Record, t: Record) -> int:
    """Some legal wall, for a pawn that is shut in where no wall would hinder the rival."""
    i = 0
    while leaves_routes(s, t, s.cand[i] + 0) == 0:
        i += 1
    return WALL_OP + 16 * s.cand[i]
