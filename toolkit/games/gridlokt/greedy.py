"""The bot `greedy`: takes the action after which its way through the missing Rooms is shortest.

It looks one action ahead. From the charts of the ways from its pawn and to its goals (see `charts`) the worth
of a Path, a Tunnel, a Warp, an aid or a moved Room follows without playing it; the same charts for the
leading rival tell what hinders it. The bot reads what lies on the table and its own hand, nothing else.

Bots that all wait for each other would wait for ever, in one game in 2,500: so in games that last very long
it now and then does something at random.
"""

from __future__ import annotations

from toolkit.engine.state import BOT, PLAYING, Record
from toolkit.engine.streams import below
from toolkit.games.gridlokt.charts import (
    CELL,
    CHOKE,
    CHOKED,
    FAR,
    FROM,
    GOALS,
    OBSTACLE,
    PLACES,
    PLAN,
    SEAT,
    TURN,
    WALK,
    WHOLE,
    beside,
    best_walk,
    chart_ways,
    detour,
    find_choke,
    make_plan,
    on_way,
    worth,
)
from toolkit.games.gridlokt.choices import MOVEMENT, allowed, any_action, list_op, open_ops
from toolkit.games.gridlokt.fields import (
    ASKING,
    BOMB,
    CANCEL,
    CELLS,
    CHOOSE,
    DISCARD,
    DRAW,
    DRILL,
    EMPTY,
    FINAL,
    FINAL_GROUND,
    FIRST_KIND,
    HAMMER,
    HOME,
    MOVER,
    OPS,
    PASS,
    PATH_EXCESS,
    PATHING,
    PATHS,
    PIT,
    PLACE,
    ROOM,
    ROOMING,
    ROOMS,
    SHAPES,
    SHOVEL,
    SIDE,
    STAY,
    STRAIGHT_SHAPE,
    SWITCH,
    T_SHAPE,
    TRAP,
    TUNNEL,
    UNIVERSAL,
    USING,
    USING_EXCESS,
    WALL,
    WARP,
)
from toolkit.games.gridlokt.grid import may_enter
from toolkit.games.gridlokt.movement import stops

FIRST = 500
"""Raises what does not end the turn above all that does."""
WINS = 100000
OBSTACLES = (1 << WALL) | (1 << PIT)
CLEARING = (1 << SHOVEL) | (1 << HAMMER)
KEEP = 0x992258679554433
"""How much each Utility is worth keeping, four bits a kind."""
PATIENCE = 160
"""Turns, which one game in a thousand lasts, after which one decision in RESTLESS is made at random."""
RESTLESS = 8


# -- what an action is worth ------------------------------------------------------------------------------


def lay_score(s: Record, t: Record, buf: Record, kind: int, cell: int, mask: int) -> int:
    """A Path: in construction open ends and own lanes; later how much shorter the way becomes."""
    seat = s.actor
    colour = kind // SHAPES
    if s.phase < PATHING:
        points = 0
        for d in range(4):
            there = cell + t.step[d]
            if (mask >> d) & 1 == 1:
                if s.ground[there] == EMPTY:
                    points += 3
                elif s.ground[there] == 1 + colour:
                    points += 4 if colour == seat else -2
        return points
    points = 0
    for k in range(2):
        owner = buf[PLAN + k * PLACES + SEAT]
        stop = 0 if kind == UNIVERSAL else TURN * (1 - s.token[owner, colour])
        way = beside(t, buf, k, cell, mask, 0) + stop + beside(t, buf, k, cell, mask, 1)
        gain = buf[PLAN + k * PLACES + WHOLE] - way
        points += 4 * gain if k == 0 else -2 * max(gain, 0)
    return points if points > 0 else -1


def room_score(s: Record, t: Record, buf: Record, room: int, cell: int) -> int:
    """A Room: the Home near the others' and to own lanes; the Final Room far from the rival."""
    seat = s.actor
    if room == FINAL:
        own = 3 if s.tokens[seat] == FINAL else 1
        return 2 * beside(t, buf, 1, cell, 15, 0) - own * beside(t, buf, 0, cell, 15, 0)
    points = -beside(t, buf, 0, cell, 15, 1)
    for d in range(4):
        there = cell + t.step[d]
        if s.ground[there] == 1 + seat and (s.mask[there] >> (d ^ 2)) & 1 == 1:
            points += TURN
    return points


def stand_score(s: Record, t: Record, buf: Record, cell: int, aids: int) -> int:
    """A place for the pawn at the end of the turn: little remains, and the rival is in want of a way."""
    points = -4 * worth(buf, 0, cell)
    if s.ground[cell] == FINAL_GROUND:
        points = WINS
    while aids > 0:
        points -= aids & 1
        aids >>= 1
    if buf[PLAN + PLACES + WHOLE] <= 2 * TURN and on_way(buf, 1, cell) == 1:
        points += 3 * min(detour(s, t, buf, 1, cell, 2 * TURN), 2 * TURN)
    return points


def keep_score(s: Record, kind: int) -> int:
    """How much a card is worth keeping."""
    if kind < FIRST_KIND:
        shape = kind % SHAPES
        points = 3 if shape == T_SHAPE else 2 if shape == STRAIGHT_SHAPE else 1
        return 9 if kind == UNIVERSAL else 4 * s.token[s.actor, kind // SHAPES] + points
    points = (KEEP >> (4 * (kind - FIRST_KIND))) & 15
    for i in range(s.aids):
        if s.aid[i] == kind:
            points += 16
    return points


def first(points: int) -> int:
    """The score of something useful that does not end the turn."""
    return FIRST + points if points > 0 else -1


def aid_score(s: Record, buf: Record, entry: int, landing: int) -> int:
    """A declaration: worth it where the movement of this turn gets further."""
    if buf[FROM + entry] > 0 or may_enter(s, s.actor, landing) == 0:
        return -1
    return first(4 * (buf[WALK] - worth(buf, 0, landing)))


def mover_score(s: Record, t: Record, buf: Record, room: int, cell: int) -> int:
    """A moved Room: nearer to the bot that wants it, farther from a rival who does."""
    points = -TURN
    if s.on[s.room[room]] > 0:
        return -1
    for k in range(2):
        plan = PLAN + k * PLACES
        for i in range(buf[plan + GOALS]):
            if buf[plan + CELL + i] == s.room[room]:
                gain = buf[FROM + k * CELLS + s.room[room]] - beside(t, buf, k, cell, 15, 0) - TURN
                points += gain if k == 0 else -gain
    return first(4 * points)


def use_score(s: Record, t: Record, buf: Record, a: int) -> int:
    """A Utility: at most 0 if it is of no use now."""
    op = a & 31
    n = (a >> 5) & 31
    cell = (a >> 10) & 2047
    second = (a >> 21) & 2047
    rival = buf[PLAN + PLACES + SEAT]
    walk = buf[WALK]
    if op == TUNNEL:
        pieces = (second & 15) + (second >> 4)
        if n == s.actor:
            return WINS if s.ground[cell] == FINAL_GROUND else 4 * (walk - worth(buf, 0, cell)) - pieces
        gain = worth(buf, 1, cell) - buf[PLAN + PLACES + WHOLE]
        return first(4 * gain - pieces - 2 * TURN) if n == rival else -1
    if op == WARP:
        return 4 * (walk - beside(t, buf, 0, cell, 15, 1) - TURN) if second == 1 else -1
    if op == SWITCH:
        here = s.pawn[s.actor] + 0
        gain = walk - worth(buf, 0, s.pawn[n] + 0)
        if n == rival:
            gain += worth(buf, 1, here) - buf[PLAN + PLACES + WHOLE]
        return 4 * gain - 2 * TURN - (4 * TURN * stops(s, n, here))
    if op == BOMB:
        if s.on[cell] == 0:
            return first(4 * buf[CHOKED] + 1) if cell == buf[CHOKE] else -1
        room = s.room[second - 1] + 0
        if s.on[cell] == s.actor + 1:
            return WINS if s.ground[room] == FINAL_GROUND else 4 * (walk - worth(buf, 0, room)) - TURN
        return (
            first(4 * (worth(buf, 1, room) - buf[PLAN + PLACES + WHOLE] - TURN))
            if s.on[cell] == rival + 1
            else -1
        )
    if op == TRAP:
        near = 1 if buf[PLAN + PLACES + WHOLE] <= buf[PLAN + WHOLE] + TURN else 0
        return first(s.tokens[n] - 2) if n == rival and near == 1 else -1
    if op == MOVER:
        return mover_score(s, t, buf, n, cell)
    if (OBSTACLES >> op) & 1 == 1:
        return first(4 * buf[CHOKED])
    if (CLEARING >> op) & 1 == 1:
        return first(-4 * detour(s, t, buf, 0, cell, -OBSTACLE) - TURN)
    return aid_score(s, buf, cell, second if op == DRILL else a >> 32)


def score(s: Record, t: Record, buf: Record, a: int) -> int:
    """How good an action is, in sixteenths of a turn; ending a phase is 0."""
    op = a & 31
    n = (a >> 5) & 31
    cell = (a >> 10) & 2047
    if op >= FIRST_KIND:
        return use_score(s, t, buf, a)
    if op == PLACE:
        return lay_score(s, t, buf, n, cell, (a >> 21) & 15)
    if op == CHOOSE:
        # Four Ts, then straight ones.
        return 2 if n % SHAPES == T_SHAPE and s.hand_size[PATHS, s.actor] < 4 else 1 - n % SHAPES
    if op == ROOM:
        return room_score(s, t, buf, n, cell)
    if op == DISCARD:
        return -keep_score(s, n)
    if (MOVEMENT >> op) & 1 == 1:
        return stand_score(s, t, buf, cell, n)
    if op == HOME:
        return stand_score(s, t, buf, s.room[n] + 0, 0)
    return stand_score(s, t, buf, s.pawn[s.actor] + 0, 0) if op == STAY else 0


# -- the bot ----------------------------------------------------------------------------------------------


def value(s: Record, o: Record, t: Record, seat: int) -> int:
    """How far a seat is: tokens first, then how near its next Room lies as the crow flies."""
    if s.ended != PLAYING:
        return WINS * ((s.winners >> seat) & 1)
    nearest = 2 * SIDE
    for room in range(ROOMS):
        wanted = s.tokens[seat] // FINAL if room == FINAL else 1 - s.token[seat, room]
        if wanted == 1 and s.room[room] > 0:
            rows = abs(s.room[room] // SIDE - s.pawn[seat] // SIDE)
            nearest = min(nearest, rows + abs(s.room[room] % SIDE - s.pawn[seat] % SIDE))
    return (4 * SIDE) * (1 + s.tokens[seat]) - nearest


def prepare(s: Record, o: Record, t: Record, bits: int, buf: Record) -> None:
    """Chart the ways of the actor and of the leading rival, as far as the phase asks for them."""
    seat = s.actor
    rival = (seat + 1) & 3
    for i in range(2, s.players):
        if value(s, o, t, (seat + i) & 3) > value(s, o, t, rival):
            rival = (seat + i) & 3
    chart_ways(s, buf)
    make_plan(s, t, buf, seat, 0)
    make_plan(s, t, buf, rival, 1)
    buf[CHOKE] = 0
    if s.phase == USING:
        buf[WALK] = best_walk(s, o, t, buf, seat) if s.pawn[seat] > 0 else FAR
        if bits & ((1 << WALL) | (1 << PIT) | (1 << BOMB)) > 0:
            find_choke(s, t, buf)


def choose_own(states: Record, o: Record, t: Record, which: int, buf: Record) -> int:
    """Draw as long as that is possible, then the action with the highest score; ties are broken at random."""
    s = states[0]
    if s.turns >= PATIENCE and below(s, BOT + s.actor, RESTLESS) == 0:
        return any_action(s, o, t, BOT + s.actor, buf)
    bits = open_ops(s, t) & ~(1 << CANCEL)
    if (bits >> DRAW) & 1 == 1 and allowed(s, o, t, DRAW) == 1:
        return DRAW
    if s.phase == ASKING and (bits >> TRAP) & 1 == 0:
        return PASS
    if s.phase >= ROOMING and s.phase != PATH_EXCESS and s.phase != USING_EXCESS:
        prepare(s, o, t, bits, buf)
    best = 0
    best_points = 0
    ties = 0
    for op in range(OPS):
        n = 0
        if ((OBSTACLES & bits) >> op) & 1 == 1:
            buf[0] = op | (buf[CHOKE] << 10)
            n = 1 if buf[CHOKE] > 0 else 0
        elif ((bits & ~OBSTACLES) >> op) & 1 == 1:
            n = list_op(s, o, t, op, buf, 0)
        for i in range(n):
            points = score(s, t, buf, buf[i])
            if ties == 0 or points > best_points:
                ties = 0
                best = buf[i]
                best_points = points
            if points == best_points:
                ties += 1
                if below(s, BOT + s.actor, ties) == 0:
                    best = buf[i]
    return best
