"""The rules of pathbound: options, set-up by chance, turns, repetition, endings.

Pawns move by `pawns`, walls are laid by `walls`, the geometry of the board comes as tables (see `fields`). A
turn is one action of a seat; a seat that can do nothing is skipped, which is no turn.
"""

from __future__ import annotations

from toolkit.engine.state import DEAL, DRAW, PLAYING, STALLED, WIN, Record
from toolkit.engine.streams import below
from toolkit.games.pathbound.fields import (
    ALL_BLOCKED,
    AWAY,
    BLOCKED,
    BUCKETS,
    BY_REPETITION,
    CELLS,
    CROWN_OP,
    DETAILS,
    DIRS,
    DISTANCE,
    EVENTS,
    FAR,
    FIRST_WALL,
    GOAL,
    HISTORY,
    LEAD_CHANGES,
    LIST_FULL,
    MEASURES,
    MIDDLE_OP,
    MOVE_OP,
    PAD,
    POINTS,
    RAN_OUT,
    REPEATED,
    REPETITION,
    REPETITION_OFF,
    RETIRED,
    SEAT_LEFT,
    SEAT_MEASURES,
    SEAT_OUT,
    SEAT_SKIPS,
    SEAT_SLIDE_CUT,
    SKIPPED,
    SKIPS,
    SLIDE,
    SLIDE_CUT,
    SLOTS_OP,
    STAGE_CROWN,
    STAGE_MIDDLE,
    STAGE_PLAY,
    STAGE_SLOTS,
    STATE,
    TABLES,
    WALL_OP,
    WALLS,
    WALLS_LAID,
)
from toolkit.games.pathbound.pawns import can_move, pawn_moves, slides_home
from toolkit.games.pathbound.strategy import choose_own
from toolkit.games.pathbound.walls import leaves_routes, put_wall, wall_left

__all__ = ["DETAILS", "EVENTS", "MEASURES", "SEAT_MEASURES", "STATE", "TABLES", "choose_own"]

NAME = "pathbound"
VERSION = "1"
COORDINATES = (
    "Square and torus: columns a, b, c … from the left, rows 1, 2, 3 … from the bottom; a joint is named "
    "after the cell to its lower left, a wall after its middle joint and its arms (n e s w): e3ns, e3ew, "
    "e3ne. Triangle: rows from the top and places from the left, both from 1: 4-3; joints v4.2 by line "
    "from the top and place from the left, both from 0; a wall's arms 0 east, then counter-clockwise to "
    "5: v4.2:03; a wall on one edge by the two cells it parts: 4-3/4-4. Slots: sides n e s w, corners a b "
    "c d from the top left clockwise; on the triangle corners t r l, sides e s w."
)
PLAYERS = (2, 4)
OPTIONS = {
    "board": ("square", "torus", "triangle"),
    "size": (3, 11),
    "start": ("midpoint", "corner"),
    "goal": ("side", "corner", "center"),
    "walls": (3, 10, "unlimited"),
    "wall_shapes": ("straight", "bent", "both", "single", "angled"),
    "movement": ("step", "slide"),
    "third_pawn": ("diagonal", "block"),
    "opposite_only": ("false", "true"),
    "rim_joints": ("true", "false"),
    "repetition": ("on", "off"),
}

DECKS = ("walls",)
"""The stock of walls: `emptied` says when the first seat ran out, `left` what all have left together."""
WORDS = {
    "walls": "walls in stock",
    "skipped": "a seat that could do nothing was skipped",
    "repeated": "a position came a second time",
    "repetition": "drawn by threefold repetition",
    "blocked": "drawn because nobody could do anything",
    "ran_out": "a seat ran out of walls",
    "slide_cut": "sliding alone could no longer reach a goal at the end",
    "retired": "a player retired",
    "walls_laid": "walls laid",
    "first_wall_turn": "turn of the first wall",
    "lead_changes": "changes of the lead",
    "skips": "skips",
    "walls_placed": "walls laid",
    "walls_left": "walls left",
    "out_of_walls_turn": "turn the seat ran out of walls",
    "distance_0": "steps to the goal at the start",
    "distance_5": "steps to the goal after 5 rounds",
    "distance_10": "steps to the goal after 10 rounds",
    "distance_20": "steps to the goal after 20 rounds",
    "distance_40": "steps to the goal after 40 rounds",
    "distance_80": "steps to the goal after 80 rounds",
    "distance_end": "steps to the goal at the end",
    "goal": "a pawn reached its goal",
    "position list full": "more positions without a wall than are kept to be compared",
}
BOTS = ("strategy",)
INLINE = ("play", "propose")
SCRATCH = ("queue", "level", "cand", "pos", "comp", "groups", "key", "link", "head")
"""Besides what is scratch, all that follows from the walls or remembers past positions: the order in which
walls were laid makes no other position, and of the past `times` and `keys` tell what counts."""
MAX_MOVES = WALLS + 32
"""Every wall and every pawn move; far fewer walls are ever legal at once."""
MISSES = 12
"""Walls that a random choice draws in vain before it lists all that is legal."""


def after(s: Record, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.players else 0


# -- set-up -----------------------------------------------------------------------------------------------


def setup(s: Record, o: Record, t: Record) -> None:
    """The empty board, every wall still possible, full stocks."""
    for cell in range(CELLS):
        for d in range(DIRS):
            s.near[cell, d] = t.near[cell, d]
    s.occ[PAD] = -1
    for w in range(t.walls):
        s.cand[w] = w
        s.pos[w] = w + 1
    s.cands = t.walls
    for j in range(t.joints):
        s.comp[j] = t.rim[j]
    s.groups = 1
    for seat in range(s.players):
        s.stock[seat] = o.walls
        if o.walls > 0:
            s.deck_size[0] += o.walls
    s.times = 1


def deal(s: Record, o: Record, t: Record) -> None:
    """Chance gives the slots first."""
    s.actor = s.first
    s.stage = STAGE_SLOTS
    s.chance = 1


def free_centres(s: Record, t: Record) -> int:
    """How many central cells hold no pawn."""
    n = 0
    for i in range(t.centres):
        n += 1 if s.occ[t.centre[i]] == 0 else 0
    return n


def chance(s: Record, o: Record, t: Record) -> int:
    """The slots of all seats, the middle cell of one, or the crown's cell; each result as likely as any."""
    if s.stage == STAGE_SLOTS:
        return SLOTS_OP + 16 * below(s, DEAL, t.assignments)
    if s.stage == STAGE_MIDDLE:
        return MIDDLE_OP + 16 * t.start[s.slot[s.drawer], below(s, DEAL, 2)]
    skip = below(s, DEAL, free_centres(s, t))
    i = 0
    while s.occ[t.centre[i]] > 0 or skip > 0:
        skip -= 1 if s.occ[t.centre[i]] == 0 else 0
        i += 1
    return CROWN_OP + 16 * t.centre[i]


def legal_chance(s: Record, t: Record, op: int, x: int) -> int:
    """Whether a stated chance event is possible."""
    if s.stage == STAGE_SLOTS:
        return 1 if op == SLOTS_OP and x < t.assignments else 0
    if s.stage == STAGE_MIDDLE:
        slot = s.slot[s.drawer]
        return 1 if op == MIDDLE_OP and (x == t.start[slot, 0] or x == t.start[slot, 1]) else 0
    for i in range(t.centres):
        if op == CROWN_OP and x == t.centre[i] and s.occ[x] == 0:
            return 1
    return 0


def set_up(s: Record, o: Record, t: Record, op: int, x: int) -> None:
    """Carry out a chance event and go on to the next that has more than one possible result."""
    if op == SLOTS_OP:
        for seat in range(s.players):
            s.slot[seat] = t.assignment[x, seat]
        s.drawer = 0
        s.stage = STAGE_MIDDLE
    elif op == MIDDLE_OP:
        put_pawn(s, s.drawer, x)
        s.drawer += 1
    else:
        s.crown = x + 1
    if s.stage == STAGE_MIDDLE:
        while s.drawer < s.players and t.starts[s.slot[s.drawer]] == 1:
            put_pawn(s, s.drawer, t.start[s.slot[s.drawer], 0])
            s.drawer += 1
        if s.drawer < s.players:
            return
        s.stage = STAGE_CROWN
        if t.centres > 0:
            if free_centres(s, t) > 1:
                return
            for i in range(t.centres):
                if s.occ[t.centre[i]] == 0:
                    s.crown = t.centre[i] + 1
    start_play(s, o, t)


def put_pawn(s: Record, seat: int, cell: int) -> None:
    """Stand a pawn on its first cell."""
    s.cell[seat] = cell
    s.occ[cell] = seat + 1


def start_play(s: Record, o: Record, t: Record) -> None:
    """Give every seat its map of distances, and the first seat its turn."""
    s.stage = STAGE_PLAY
    s.chance = 0
    s.drawer = 0
    s.maps = s.players if t.centres == 0 else 1
    for m in range(s.maps):
        source = s.slot[m]
        if t.centres > 0:
            source = 0
            while t.centre[source] + 1 != s.crown:
                source += 1
        for cell in range(CELLS):
            s.dist[m, cell] = t.aim[source, cell]
        s.dist[m, PAD] = FAR
    for seat in range(s.players):
        s.aimed[seat] = seat if t.centres == 0 else 0
    note_distances(s, 0)
    s.noted = 1
    s.note_at = 5 * s.players
    begin_turn(s, o, t)


# -- what is legal ----------------------------------------------------------------------------------------


def moves(s: Record, o: Record, t: Record, buf: Record) -> int:
    """The pawn's moves, then the walls that leave every pawn a route."""
    n = pawn_moves(s, o, t, s.actor, buf)
    if s.stock[s.actor] != 0:
        for i in range(s.cands):
            w = s.cand[i] + 0
            if leaves_routes(s, t, w) == 1:
                buf[n] = WALL_OP + 16 * w
                n += 1
    return n


def legal(s: Record, o: Record, t: Record, a: int) -> int:
    """Whether the actor may play the action, or chance may have taken it."""
    op = a & 15
    x = a >> 4
    if s.ended != PLAYING or a < 0:
        return 0
    if s.chance == 1:
        return legal_chance(s, t, op, x)
    if op == WALL_OP:
        if s.stock[s.actor] == 0 or x >= t.walls or s.pos[x] == 0:
            return 0
        return leaves_routes(s, t, x)
    return legal_move(s, o, t, x) if op == MOVE_OP and x < CELLS else 0


def legal_move(s: Record, o: Record, t: Record, cell: int) -> int:
    """Whether the actor's pawn can go to a cell: found by the walk that lists its moves."""
    n = pawn_moves(s, o, t, s.actor, s.queue)
    found = 0
    for i in range(n + 1):  # one more than listed may have been written
        if i < n and s.queue[i] == MOVE_OP + 16 * cell:
            found = 1
        s.queue[i] = 0
    return found


def propose(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """Uniform over what `moves` lists: draw among pawn moves and possible walls until one is legal."""
    n = pawn_moves(s, o, t, s.actor, buf)
    if s.stock[s.actor] == 0 or s.cands == 0:
        return buf[below(s, k, n)]
    for _ in range(MISSES):
        x = below(s, k, n + s.cands)
        if x < n:
            return buf[x]
        w = s.cand[x - n] + 0
        if leaves_routes(s, t, w) == 1:
            return WALL_OP + 16 * w
    return buf[below(s, k, moves(s, o, t, buf))]


# -- turns ------------------------------------------------------------------------------------------------


def play(s: Record, o: Record, t: Record, a: int) -> None:
    """Move a pawn, lay a wall, or carry out an event of chance or at the table."""
    op = a & 15
    x = a >> 4
    seat = s.actor
    if op == MOVE_OP:
        s.occ[s.cell[seat]] = 0
        s.occ[x] = seat + 1
        s.cell[seat] = x
        s.turns += 1
        if s.dist[s.aimed[seat], x] == 0:
            s.winners = 1 << seat
            s.detail = GOAL
            s.ended = WIN
            follow_race(s)
        else:
            end_turn(s, o, t)
    elif op == WALL_OP:
        if s.laid == 0:
            s.measure[FIRST_WALL] = s.turns + 1
        put_wall(s, t, x, seat)
        s.turns += 1
        end_turn(s, o, t)
    elif s.chance == 1:
        set_up(s, o, t, op, x)
    else:
        s.retired[x & 3] = 1 + (x >> 2)
        s.event[RETIRED] += 1
        pass_on(s, o, t)


def end_turn(s: Record, o: Record, t: Record) -> None:
    """The action is complete: the next seat is to act."""
    follow_race(s)
    s.actor = after(s, s.actor)
    begin_turn(s, o, t)


def begin_turn(s: Record, o: Record, t: Record) -> None:
    """Count the position, and see who can act in it."""
    s.skipped = 0
    count_position(s, o)
    pass_on(s, o, t)


def pass_on(s: Record, o: Record, t: Record) -> None:
    """Skip seats that can do nothing or have gone away, and end a game in which nobody can act."""
    if s.ended != PLAYING or (s.retired[s.actor] < AWAY and can_move(s, o, t, s.actor) == 1):
        return
    able = 0
    for seat in range(s.players):
        if s.retired[seat] < AWAY and (can_move(s, o, t, seat) == 1 or wall_left(s, t, seat) == 1):
            able |= 1 << seat
    if able == 0:
        s.ended = DRAW
        s.detail = ALL_BLOCKED
        s.event[BLOCKED] += 1
    while s.ended == PLAYING and (able >> s.actor) & 1 == 0:
        s.event[SKIPPED] += 1
        s.measure[SKIPS] += 1
        s.seat_measure[SEAT_SKIPS, s.actor] += 1
        s.skipped |= 1 << s.actor
        s.actor = after(s, s.actor)
        count_position(s, o)


def count_position(s: Record, o: Record) -> None:
    """Note pawns and seat to act; the third time since the last wall is a draw.

    Positions before a wall can never come again, so the list begins anew with each. They are
    kept in chains by a hash of the position.
    """
    if o.repetition == REPETITION_OFF:
        return
    key = s.actor
    for seat in range(s.players):
        key = key * CELLS + s.cell[seat]
    bucket = ((key * 40503) >> 9) % BUCKETS
    times = 1
    i = s.head[bucket] + 0
    while i > 0:
        if s.key[i - 1] == key:
            times += 1
        i = s.link[i - 1] + 0
    s.times = times
    if times == 3:
        s.event[REPETITION] += 1
        s.ended = DRAW
        s.detail = BY_REPETITION
        return
    if times == 2:
        s.event[REPEATED] += 1
    if s.keys == HISTORY:
        s.ended = STALLED
        s.detail = LIST_FULL
        return
    s.key[s.keys] = key
    s.link[s.keys] = s.head[bucket]
    s.keys += 1
    s.head[bucket] = s.keys


# -- figures ----------------------------------------------------------------------------------------------


def follow_race(s: Record) -> None:
    """Count a change of the lead, and note distances after the rounds that are asked for."""
    best = FAR + 1
    leader = 0
    for seat in range(s.players):
        left = s.dist[s.aimed[seat], s.cell[seat]] + 0
        if left < best:
            best = left
            leader = seat + 1
        elif left == best:
            leader = 0
    if leader > 0 and leader != s.leader:
        s.measure[LEAD_CHANGES] += 1 if s.leader > 0 else 0
        s.leader = leader
    if s.turns == s.note_at:
        note_distances(s, s.noted)
        s.noted += 1
        s.note_at = 2 * s.turns if s.noted < POINTS else 0


def note_distances(s: Record, point: int) -> None:
    """Write every seat's steps to its goal into the figure of one point of the race."""
    for seat in range(s.players):
        s.seat_measure[DISTANCE + point, seat] = s.dist[s.aimed[seat], s.cell[seat]]


def finish(s: Record, o: Record, t: Record) -> None:
    """Walls laid and left, distances at the end, and goals that sliding alone cannot reach.

    A game that ended early keeps its last distances for the points that it never reached.
    """
    s.measure[WALLS_LAID] = s.laid
    for point in range(s.noted, POINTS + 1):
        note_distances(s, point)
    for seat in range(s.players):
        s.seat_measure[SEAT_LEFT, seat] = max(s.stock[seat], 0)
        if s.seat_measure[SEAT_OUT, seat] > 0:
            s.event[RAN_OUT] += 1
        if o.movement == SLIDE and slides_home(s, t, seat, 0) < 0:
            s.seat_measure[SEAT_SLIDE_CUT, seat] = 1
            s.event[SLIDE_CUT] += 1


def evaluate(s: Record, o: Record, t: Record, seat: int) -> int:
    """How much nearer to its goal the seat is than the nearest other."""
    if s.ended == WIN:
        return 10000 if (s.winners >> seat) & 1 == 1 else -10000
    if s.ended != PLAYING:
        return 0
    nearest = FAR
    for p in range(s.players):
        if p != seat:
            nearest = min(nearest, s.dist[s.aimed[p], s.cell[p]] + 0)
    return nearest - s.dist[s.aimed[seat], s.cell[seat]]


def redeal(s: Record, o: Record, t: Record, seat: int, k: int) -> None:
    """Nothing is hidden."""
