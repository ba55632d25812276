"""The rules of laast: state, options and kernels.

Cells lie in a grid of `SIDE` columns whose rim stands for "off the board". `tile` is what everybody sees on
a cell, `under` the board tile that lay there at the start; it stays in its slot when it is seen or taken off
the board. `open` is 1 where a piece can step: a tile that can be entered, without a piece and without a flip
that is still to come. Searches write the tiles they leave behind into it and put it back. Piece number p
belongs to seat p >> 1.
"""

from __future__ import annotations

from toolkit.engine.decks import draw as draw_tile
from toolkit.engine.decks import lay_off, put, shuffle, sort, starve, top
from toolkit.engine.state import DEAL, DRAW, PLAYING, SEATS, STALLED, WIN, Record
from toolkit.engine.streams import below

NAME = "laast"
VERSION = "2"
COORDINATES = (
    "Cells: columns a, b, c … from the left, rows 1, 2, 3 … from the bottom. A piece is named by its cell: "
    "b2-c2:3 steps from b2 to c2 with a 3-card, further steps are d2; c2>e5 goes in at tunnel c2 and comes "
    "out at e5. wall@d4 lays a tile from the hand; flip b2=tunnel is what came up when b2 was left."
)
PLAYERS = (2, 4)
OPTIONS = {
    "board_side": (5, 9),
    "hand_limit": (1, 6),
    "tiles_per_turn": (0, 4),
    "flipped_neutral": ("closed", "open"),
    "question_mark": ("closed", "open"),
    "card_value": ("exact", "at_most"),
    "lock_test": ("remaining", "any_step"),
    "tunnel_exit": ("removed", "stays"),
    "move_opponent_cards": (1, 1, "any"),
    "locked_seat": ("skip", "out"),
    "all_stuck": ("last", "draw"),
    "placement": ("source", "snake"),
    "idle_rounds": (0, 100),
}
AT_MOST = 1
ANY_STEP = 1
EXIT_STAYS = 1
ONE_CARD = 1
LOCKED_OUT = 1
STUCK_DRAW = 1
SNAKE = 1

SIDE = 11
"""Columns of the grid: the largest board and a rim on both sides."""
CELLS = SIDE * SIDE
BOARD_ITEMS = 81
"""Items below this number are tiles of the board, the others tiles of the pool."""
POOL_ITEMS = 48
ITEMS = BOARD_ITEMS + POOL_ITEMS
HAND = 7
"""The largest hand, and the one tile more that is discarded at once."""
TUNNELS = 32
PIECES = 2 * SEATS
VALUES = 4
"""Cards show 1 to 3; index 0 is not used."""

# What lies on a cell; USED is the neutral tile. All but RIM, COVERED and HOLE are kinds of tiles as well.
RIM, COVERED, USED, EXTRA, TUNNEL, BRIDGE, WALL, QUESTION, HOLE, PUSH, LOCK = range(11)
CODES = 11

STATE = (
    ("phase", "i8", ()),
    ("tile", "i8", (CELLS,)),
    ("open", "i8", (CELLS,)),
    ("on", "i8", (CELLS,)),  # piece + 1
    ("under", "i8", (CELLS,)),
    ("hid", "i8", (CELLS,)),  # 1 while nobody has seen the tile in `under`
    ("by", "i8", (CELLS,)),  # the seat, from 1, that flipped it
    ("fired", "i8", (CELLS,)),  # the turn, from 1, in which an extra step tile last fired
    ("walk", "i8", (CODES,)),
    ("tunnel", "i8", (TUNNELS,)),
    ("tunnels", "i8", ()),
    ("placing", "i8", ()),  # pieces on the board so far
    ("pos", "i8", (PIECES,)),
    ("lock", "i8", (PIECES,)),  # bit 0: in its owner's next (or present) turn, bit 1: in the one after it
    ("exit", "i8", (PIECES,)),  # 1 while it stands where it came out of a tunnel
    ("alive", "i8", (SEATS,)),
    ("card", "i8", (SEATS, VALUES)),
    ("hand", "i8", (SEATS, HAND)),
    ("hand_size", "i8", (SEATS,)),
    ("goner", "i8", (POOL_ITEMS,)),  # whose hand a discarded tile left
    ("gone", "i8", (CODES,)),  # tiles of the pool that were played, by kind
    ("drawer", "i8", ()),
    ("played", "i8", ()),  # tiles played in this turn
    ("single", "i8", ()),  # 1 when any card may be used for one step
    ("piece", "i8", ()),
    ("left", "i8", ()),
    ("extra", "i8", ()),
    ("flip", "i8", ()),  # the cell whose tile is to flip
    ("flip_next", "i8", ()),
    ("out", "i8", ()),  # the seat, from 1, whose pieces are being taken off
    ("last", "i8", ()),  # 1 while the last seat shows that it can move
    ("retired", "i8", ()),
    ("changed", "i8", ()),  # the turn, from 1, in which a tile or a player last came or went
    ("area", "i8", (CELLS,)),  # scratch
    ("queue", "i8", (CELLS,)),
    ("flag", "i8", (ITEMS,)),
)
DEALING, PLACING, TURN, STUCK, STEP, ASK, DRAWING, DISCARDING, FLIPPING = range(9)

TABLES = (
    ("kind", "i8", (ITEMS,)),
    ("cells", "i8", ()),
    ("cell", "i8", (BOARD_ITEMS,)),  # number of a board cell -> cell of the grid
    ("pool", "i8", ()),
    ("cards", "i8", (SEATS, VALUES)),
    ("step", "i8", (4,)),
    ("too_many", "i8", ()),  # special tiles beyond the cells of the board
)

DECKS = ("pool",)
DECK_CAPACITY = POOL_ITEMS
POOL = 0
EVENTS = (
    "extra_fired",
    "extra_ignored",
    "tunnel_used",
    "exit_removed",
    "question_flipped",
    "draw_declined",
    "wall_flipped",
    "discarded",
    "extra_played",
    "tunnel_played",
    "bridge_played",
    "wall_played",
    "move_played",
    "lock_played",
    "skipped",
    "eliminated",
    "locked_by_cards",
    "locked_by_walls",
    "locked_by_pieces",
    "locked_by_own_flips",
    "tile_saved",
    "bridge_saved",
    "all_stuck",
    "retired",
)
(
    EXTRA_FIRED,
    EXTRA_IGNORED,
    TUNNEL_USED,
    EXIT_REMOVED,
    QUESTION_FLIPPED,
    DRAW_DECLINED,
    WALL_FLIPPED,
    DISCARDED,
    EXTRA_PLAYED,
    TUNNEL_PLAYED,
    BRIDGE_PLAYED,
    WALL_PLAYED,
    MOVE_PLAYED,
    LOCK_PLAYED,
    SKIPPED,
    ELIMINATED,
    BY_CARDS,
    BY_WALLS,
    BY_PIECES,
    BY_OWN_FLIPS,
    TILE_SAVED,
    BRIDGE_SAVED,
    ALL_STUCK,
    RETIRED,
) = range(24)
MEASURES = ("first_out", "tiles_played", "tiles_left", "flipped")
FIRST_OUT, ALL_PLAYED, ALL_LEFT, FLIPPED = range(4)
SEAT_MEASURES = ("out_turn", "tiles_played", "tiles_left", "steps")
OUT_TURN, TILES_PLAYED, TILES_LEFT, STEPS = range(4)
DETAILS = ("", "last able to move", "all stuck", "the others retired", "nothing changes any more")
LAST_ABLE, NOBODY_ABLE, OTHERS_RETIRED, NOTHING_CHANGES = range(1, 5)
WORDS = {
    "pool": "pool of unique tiles",
    "extra_fired": "an extra step tile fired",
    "extra_ignored": "an extra step was impossible",
    "tunnel_used": "a piece went through a tunnel",
    "exit_removed": "a tunnel exit was left and removed",
    "question_flipped": "a question mark came up",
    "draw_declined": "a draw was declined",
    "wall_flipped": "a wall came up",
    "discarded": "a fifth tile was discarded",
    "extra_played": "an extra step tile was played",
    "tunnel_played": "a tunnel was played",
    "bridge_played": "a bridge was played",
    "wall_played": "a wall was played",
    "move_played": "an opponent was moved",
    "lock_played": "a piece was locked",
    "skipped": "a seat was skipped with a locked piece",
    "eliminated": "a player was locked in",
    "locked_by_cards": "locked: a step was possible, but no card fitted",
    "locked_by_walls": "locked: next to a wall",
    "locked_by_pieces": "locked: next to another player's piece",
    "locked_by_own_flips": "locked: next to a tile the player had flipped",
    "tile_saved": "a tile from the hand saved its player",
    "bridge_saved": "a bridge saved somebody",
    "all_stuck": "the last player was stuck too",
    "retired": "a player retired",
    "first_out": "turn the first player was out",
    "tiles_played": "unique tiles played from the hand",
    "tiles_left": "unique tiles left in the hand",
    "flipped": "tiles flipped on the board",
    "out_turn": "turn the seat was out",
    "steps": "steps made",
}
HIDDEN = ("deck", "discard", "under", "hand")
SCRATCH = ("area", "queue", "flag")
MAX_MOVES = 4096

# Actions: an opcode in the low four bits, arguments above; the bits of a step are given at `list_steps`.
PLACE_OP, MOVE_OP, PUSH_OP, STEP_OP, TILE_OP, LOCK_OP, OUT_OP, ASK_OP = range(1, 9)
STOP_OP, DISCARD_OP, FLIP_OP, POOL_OP, RETIRE_OP, HIDE_OP = range(9, 15)


# --- where a piece can go ---------------------------------------------------------------------------


def keeps(s: Record, o: Record, cell: int, at_exit: int) -> int:
    """1 if a cell can be entered again after its piece has left, as far as anybody knows before."""
    if s.tile[cell] == COVERED or (at_exit == 1 and o.tunnel_exit != EXIT_STAYS):
        return 0
    return s.walk[s.tile[cell]]


def one_step(s: Record, cell: int) -> int:
    """1 if a piece on `cell` has an open neighbour."""
    return s.open[cell - SIDE] | s.open[cell + 1] | s.open[cell + SIDE] | s.open[cell - 1]


def two_steps(s: Record, o: Record, t: Record, cell: int, keep: int) -> int:
    """1 if a piece on `cell` can make two steps, counting unknown faces as closed; `keep`: see `keeps`."""
    was = s.open[cell]
    s.open[cell] = keep
    found = 0
    for d in range(4):
        to = cell + t.step[d]
        if found == 0 and s.open[to] == 1:
            found = one_step(s, to)
            if s.tile[to] == TUNNEL:
                for i in range(s.tunnels):
                    b = s.tunnel[i]
                    if found == 0 and b != to and s.open[b] == 1:
                        found = one_step(s, b)
    s.open[cell] = was
    return found


def three_steps(s: Record, o: Record, t: Record, cell: int, keep: int) -> int:
    """`two_steps` for three."""
    was = s.open[cell]
    s.open[cell] = keep
    found = 0
    for d in range(4):
        to = cell + t.step[d]
        if found == 0 and s.open[to] == 1:
            found = two_steps(s, o, t, to, keeps(s, o, to, 0))
            if s.tile[to] == TUNNEL:
                for i in range(s.tunnels):
                    b = s.tunnel[i]
                    if found == 0 and b != to and s.open[b] == 1:
                        found = two_steps(s, o, t, b, keeps(s, o, b, 1))
    s.open[cell] = was
    return found


def goes(s: Record, o: Record, t: Record, cell: int, at_exit: int, n: int) -> int:
    """1 if a piece on `cell` can make `n` steps (0 to 3), counting unknown faces as closed."""
    if n <= 0:
        return 1
    if n == 1:
        return one_step(s, cell)
    if n == 2:
        return two_steps(s, o, t, cell, keeps(s, o, cell, at_exit))
    return three_steps(s, o, t, cell, keeps(s, o, cell, at_exit))


def lands(s: Record, o: Record, t: Record, to: int, via: int, n: int) -> int:
    """1 if a piece may step on `to`, come out at `via` (0: no tunnel), and make `n` steps from there.

    The cell it leaves must be written into `open` already.
    """
    if s.open[to] == 0:
        return 0
    if via == 0:
        return goes(s, o, t, to, 0, n)
    if via == to or s.tile[to] != TUNNEL or s.tile[via] != TUNNEL or s.open[via] == 0:
        return 0
    return goes(s, o, t, via, 1, n)


def may_step(s: Record, o: Record, t: Record, p: int, to: int, via: int, n: int) -> int:
    """1 if piece `p` may make this step and then `n` more."""
    here = s.pos[p]
    apart = abs(to - here)
    if apart != 1 and apart != SIDE:
        return 0
    s.open[here] = keeps(s, o, here, s.exit[p])
    found = lands(s, o, t, to, via, n)
    s.open[here] = 0
    return found


def can_move(s: Record, o: Record, t: Record, seat: int, locks: int) -> int:
    """1 if a seat can move by one of its cards, 2 if it can only make the single step of `any_step`, else 0.

    `locks` is 1 when locked pieces stand still, 0 to leave locks aside.
    """
    single = 0
    for p in range(2 * seat, 2 * seat + 2):
        here = s.pos[p]
        if (locks == 1 and s.lock[p] & 1 == 1) or one_step(s, here) == 0:
            continue
        single = 2
        for value in range(1, VALUES):
            if s.card[seat, value] > 0:
                n = 1 if o.card_value == AT_MOST else value
                if goes(s, o, t, here, s.exit[p], n) == 1:
                    return 1
    return single if o.lock_test == ANY_STEP else 0


def more_left(s: Record, o: Record) -> int:
    """How many steps must be possible after the next one of a move under way."""
    return 0 if s.left == 0 or o.card_value == AT_MOST else s.left - 1


# --- hands and tiles --------------------------------------------------------------------------------


def held(s: Record, t: Record, seat: int, kind: int) -> int:
    """The place in the hand of a tile of this kind, from 1; 0 if there is none."""
    for i in range(s.hand_size[seat]):
        if t.kind[s.hand[seat, i]] == kind:
            return i + 1
    return 0


def take_out(s: Record, t: Record, seat: int, kind: int) -> int:
    """Take a tile of this kind out of a hand that holds one; returns the item."""
    i = held(s, t, seat, kind) - 1
    item = s.hand[seat, i]
    s.hand_size[seat] -= 1
    while i < s.hand_size[seat]:
        s.hand[seat, i] = s.hand[seat, i + 1]
        i += 1
    return item


def lose(s: Record, seat: int, item: int) -> None:
    """A tile of a hand leaves the game unseen."""
    s.goner[s.discard_size[POOL]] = seat
    lay_off(s, POOL, item)


def take_cards(s: Record, t: Record, seat: int) -> None:
    """All cards of a seat come back into its hand."""
    for value in range(1, VALUES):
        s.card[seat, value] = t.cards[seat, value]


def set_tile(s: Record, cell: int, code: int) -> None:
    """Lay or uncover a tile, or (HOLE) take it away; keeps the list of tunnels."""
    if s.tile[cell] == TUNNEL:
        i = 0
        while s.tunnel[i] != cell:
            i += 1
        s.tunnels -= 1
        while i < s.tunnels:
            s.tunnel[i] = s.tunnel[i + 1]
            i += 1
        s.tunnel[i] = 0
    s.tile[cell] = code
    if code == TUNNEL:
        s.tunnel[s.tunnels] = cell
        s.tunnels += 1
    s.open[cell] = s.walk[code] if s.on[cell] == 0 else 0


def distance(s: Record, seat: int, cell: int) -> int:
    """Steps, over anything, from the nearer piece of a seat to a cell."""
    p = 2 * seat
    one = abs(s.pos[p] // SIDE - cell // SIDE) + abs(s.pos[p] % SIDE - cell % SIDE)
    p += 1
    other = abs(s.pos[p] // SIDE - cell // SIDE) + abs(s.pos[p] % SIDE - cell % SIDE)
    return min(one, other)


def may_lay(s: Record, o: Record, t: Record, seat: int, kind: int, cell: int) -> int:
    """1 if a tile may be laid on a cell: nothing special is seen there, and its player can then move."""
    old = s.tile[cell]
    if s.on[cell] > 0 or (old != USED and (old != COVERED or kind == BRIDGE)):
        return 0
    if s.phase == STUCK:
        # Where no step at all is open the tile must open one; else it must lie within a card's reach.
        if kind == WALL:
            return 0
        near = distance(s, seat, cell)
        if near > 1 and one_step(s, s.pos[2 * seat]) + one_step(s, s.pos[2 * seat + 1]) == 0:
            return 0
        if near > 3 and s.tunnels + (1 if kind == TUNNEL else 0) < 2:
            return 0
    elif kind != WALL or s.open[cell] == 0 or (s.tunnels < 2 and distance(s, seat, cell) > 3):
        return 1
    set_tile(s, cell, kind)
    able = can_move(s, o, t, seat, 1 - s.last)
    set_tile(s, cell, old)
    return 1 if able > 0 else 0


# --- set-up -----------------------------------------------------------------------------------------


def setup(s: Record, o: Record, t: Record) -> None:
    """Board tiles covered on their cells, the pool in its pile, all cards in the hands."""
    s.walk[COVERED] = 1
    s.walk[USED] = o.flipped_neutral
    s.walk[EXTRA] = 1
    s.walk[TUNNEL] = 1
    s.walk[BRIDGE] = 1
    s.walk[QUESTION] = o.question_mark
    for i in range(t.cells):
        cell = t.cell[i]
        s.tile[cell] = COVERED
        s.open[cell] = 1
        s.under[cell] = i
        s.hid[cell] = 1
    for i in range(t.pool):
        put(s, POOL, BOARD_ITEMS + i)
    for seat in range(s.players):
        s.alive[seat] = 1
        take_cards(s, t, seat)


def deal(s: Record, o: Record, t: Record) -> None:
    """Shuffle the board tiles and the pool, and begin to deal hands, one seat after the other."""
    i = t.cells - 1
    while i > 0:
        j = below(s, DEAL, i + 1)
        item = s.under[t.cell[i]]
        s.under[t.cell[i]] = s.under[t.cell[j]]
        s.under[t.cell[j]] = item
        i -= 1
    shuffle(s, POOL, DEAL)
    s.phase = DEALING
    s.drawer = s.first
    s.actor = s.first
    s.chance = 1


def placer(s: Record, o: Record, i: int) -> int:
    """The seat that puts down piece number `i` of all."""
    n = s.players
    k = i % n
    if (n == 4 or o.placement == SNAKE) and i < n:
        k = n - 1 - i
    return (s.first + k) % n


# --- what is legal ----------------------------------------------------------------------------------


def list_heads(s: Record, o: Record, t: Record, p: int, op: int, buf: Record, n: int) -> int:
    """Add every step of a piece, without a card and whether or not it can go on; returns the new length.

    Bits of a step above its opcode: 7 for the cell, 7 for the tunnel exit, 2 for the card, 4 for the piece.
    """
    here = s.pos[p]
    base = op + (p << 20)
    again = keeps(s, o, here, s.exit[p])
    for d in range(4):
        to = here + t.step[d]
        if s.open[to] == 1:
            buf[n] = base + 16 * to
            n += 1
            if s.tile[to] == TUNNEL:
                for i in range(s.tunnels):
                    b = s.tunnel[i]
                    if b != to and (s.open[b] == 1 or (b == here and again == 1)):
                        buf[n] = base + 16 * to + 2048 * b
                        n += 1
    return n


def list_first(s: Record, o: Record, t: Record, buf: Record) -> int:
    """The heads of all first steps of the actor: own pieces, then opponents' if a tile allows it."""
    n = 0
    seat = s.actor
    for p in range(2 * seat, 2 * seat + 2):
        if s.lock[p] & 1 == 0:
            n = list_heads(s, o, t, p, MOVE_OP, buf, n)
    if s.played < o.tiles_per_turn and held(s, t, seat, PUSH) > 0:
        for p in range(2 * s.players):
            if p >> 1 != seat and s.alive[p >> 1] == 1:
                n = list_heads(s, o, t, p, PUSH_OP, buf, n)
    return n


def fits(s: Record, o: Record, t: Record, head: int, value: int) -> int:
    """1 if the actor has the card for this first step, and the rest of the card can be moved."""
    if s.card[s.actor, value] == 0:
        return 0
    n = 0 if o.card_value == AT_MOST else value - 1
    if head & 15 == PUSH_OP:
        if value != 1 and o.move_opponent_cards == ONE_CARD:
            return 0
    elif s.single == 1:
        n = 0
    return may_step(s, o, t, head >> 20, (head >> 4) & 127, (head >> 11) & 127, n)


def moves(s: Record, o: Record, t: Record, buf: Record) -> int:
    """Every decision that is open to the actor."""
    n = 0
    seat = s.actor
    if s.phase == PLACING:
        for i in range(t.cells):
            if s.on[t.cell[i]] == 0:
                buf[n] = PLACE_OP + 16 * t.cell[i]
                n += 1
    elif s.phase == STEP:
        last = list_heads(s, o, t, s.piece, STEP_OP, buf, 0)
        for i in range(last):
            a = buf[i] & 0x3FFFF
            if may_step(s, o, t, s.piece, (a >> 4) & 127, a >> 11, more_left(s, o)) == 1:
                buf[n] = a
                n += 1
        if s.left > 0 and o.card_value == AT_MOST:
            buf[n] = STOP_OP
            n += 1
    elif s.phase == ASK:
        buf[0] = ASK_OP
        buf[1] = ASK_OP + 16
        n = 2
    elif s.phase == DISCARDING:
        for kind in range(EXTRA, CODES):
            if held(s, t, seat, kind) > 0:
                buf[n] = DISCARD_OP + 16 * kind
                n += 1
    else:
        if s.phase == TURN:
            n = list_moves(s, o, t, buf)
        if s.played < o.tiles_per_turn:
            for kind in range(EXTRA, QUESTION):
                if held(s, t, seat, kind) > 0:
                    for i in range(t.cells):
                        if may_lay(s, o, t, seat, kind, t.cell[i]) == 1:
                            buf[n] = TILE_OP + 16 * kind + 256 * t.cell[i]
                            n += 1
        if n == 0:
            buf[0] = OUT_OP
            n = 1
    return n


def list_moves(s: Record, o: Record, t: Record, buf: Record) -> int:
    """First steps of own pieces and of opponents' ones, and locks."""
    last = list_first(s, o, t, buf)
    n = last
    for i in range(last):
        for value in range(1, VALUES):
            if fits(s, o, t, buf[i], value) == 1:
                buf[n] = buf[i] + (value << 18)
                n += 1
    n -= last
    for i in range(n):
        buf[i] = buf[last + i]
    if s.played < o.tiles_per_turn and held(s, t, s.actor, LOCK) > 0:
        for p in range(2 * s.players):
            if s.alive[p >> 1] == 1:
                buf[n] = LOCK_OP + 16 * p
                n += 1
    return n


def legal(s: Record, o: Record, t: Record, a: int) -> int:
    """Whether the actor may play the action; chance events are legal when they name what comes up."""
    if s.ended != PLAYING or a < 0:
        return 0
    op = a & 15
    x = a >> 4
    if s.chance == 1:
        return 1 if a == chance(s, o, t) else 0
    if op == PLACE_OP:
        return 1 if s.phase == PLACING and x < CELLS and s.tile[x] == COVERED and s.on[x] == 0 else 0
    if op == STEP_OP:
        if s.phase != STEP or x >= 1 << 14 or x & 127 >= CELLS or x >> 7 >= CELLS:
            return 0
        return may_step(s, o, t, s.piece, x & 127, x >> 7, more_left(s, o))
    if op == STOP_OP:
        return 1 if x == 0 and s.phase == STEP and s.left > 0 and o.card_value == AT_MOST else 0
    if op == ASK_OP:
        return 1 if s.phase == ASK and x < 2 else 0
    if op == DISCARD_OP:
        return 1 if s.phase == DISCARDING and x < CODES and held(s, t, s.actor, x) > 0 else 0
    if s.phase != TURN and s.phase != STUCK:
        return 0
    return legal_turn(s, o, t, op, x)


def legal_turn(s: Record, o: Record, t: Record, op: int, x: int) -> int:
    """`legal` at the start of a turn."""
    seat = s.actor
    if op == OUT_OP:
        if s.phase != STUCK or x != 0:
            return 0
        if s.played < o.tiles_per_turn:
            for kind in range(EXTRA, WALL):
                if held(s, t, seat, kind) > 0:
                    for i in range(t.cells):
                        if may_lay(s, o, t, seat, kind, t.cell[i]) == 1:
                            return 0
        return 1
    if op == TILE_OP:
        kind = x & 15
        cell = x >> 4
        if kind < EXTRA or kind > WALL or cell >= CELLS or s.played >= o.tiles_per_turn:
            return 0
        return may_lay(s, o, t, seat, kind, cell) if held(s, t, seat, kind) > 0 else 0
    if s.phase != TURN:
        return 0
    if op == LOCK_OP:
        if x >= 2 * s.players or s.played >= o.tiles_per_turn or held(s, t, seat, LOCK) == 0:
            return 0
        return s.alive[x >> 1]
    value = (x >> 14) & 3
    p = x >> 16
    if x & 127 >= CELLS or (x >> 7) & 127 >= CELLS or value == 0 or p >= 2 * s.players:
        return 0
    if s.alive[p >> 1] == 0:
        return 0
    if op == MOVE_OP:
        if p >> 1 != seat or s.lock[p] & 1 == 1:
            return 0
    elif op != PUSH_OP or p >> 1 == seat or s.played >= o.tiles_per_turn or held(s, t, seat, PUSH) == 0:
        return 0
    return fits(s, o, t, 16 * x + op, value)


def propose(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """Uniform over what `moves` lists: draws that are tested, in a turn's beginning a few, then the list."""
    if s.phase == PLACING:
        while True:
            cell = t.cell[below(s, k, t.cells)]
            if s.on[cell] == 0:
                return PLACE_OP + 16 * cell
    if s.phase == TURN:
        return propose_turn(s, o, t, k, buf)
    if s.phase == STEP and o.card_value != AT_MOST:
        n = list_heads(s, o, t, s.piece, STEP_OP, buf, 0)
        while True:
            a = buf[below(s, k, n)] & 0x3FFFF
            if may_step(s, o, t, s.piece, (a >> 4) & 127, a >> 11, more_left(s, o)) == 1:
                return a
    return buf[below(s, k, moves(s, o, t, buf))]


def propose_turn(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """Candidates of equal weight: first steps by card, locks, and each held kind on each cell."""
    seat = s.actor
    last = list_first(s, o, t, buf)
    steps = 3 * last
    locks = 0
    kinds = 0
    if s.played < o.tiles_per_turn and s.hand_size[seat] > 0:
        seen = 0
        for i in range(s.hand_size[seat]):
            seen |= 1 << t.kind[s.hand[seat, i]]
        locks = 2 * s.players * ((seen >> LOCK) & 1)
        for kind in range(EXTRA, QUESTION):
            if (seen >> kind) & 1 == 1:
                buf[last + kinds] = kind
                kinds += 1
    total = steps + locks + kinds * t.cells
    for _ in range(24):
        x = below(s, k, total)
        if x < steps:
            head = buf[x // 3]
            value = 1 + x % 3
            if fits(s, o, t, head, value) == 1:
                return head + (value << 18)
        elif x < steps + locks:
            x -= steps
            if s.alive[x >> 1] == 1:
                return LOCK_OP + 16 * x
        else:
            x -= steps + locks
            kind = buf[last + x // t.cells]
            cell = t.cell[x % t.cells]
            if may_lay(s, o, t, seat, kind, cell) == 1:
                return TILE_OP + 16 * kind + 256 * cell
    return buf[below(s, k, moves(s, o, t, buf))]


# --- what happens -----------------------------------------------------------------------------------


def play(s: Record, o: Record, t: Record, a: int) -> None:
    """Carry out a decision or a chance event."""
    op = a & 15
    x = a >> 4
    seat = s.actor
    if op == FLIP_OP:
        flip(s, o, t, x)
    elif op == STEP_OP:
        step(s, o, t, s.piece, x & 127, x >> 7)
    elif op == POOL_OP:
        take_tile(s, o, t)
    elif op == PLACE_OP:
        place(s, o, t, x)
    elif op == MOVE_OP:
        begin_move(s, o, t, x, 1 if s.single == 1 else (x >> 14) & 3)
    elif op == PUSH_OP:
        spend(s, t, seat, PUSH)
        begin_move(s, o, t, x, (x >> 14) & 3)
    elif op == TILE_OP:
        lay(s, o, t, x & 15, x >> 4)
    elif op == LOCK_OP:
        spend(s, t, seat, LOCK)
        s.lock[x] |= 2 if x >> 1 == seat else 1
    elif op == ASK_OP:
        if x == 1:
            s.phase = DRAWING
            s.drawer = seat
            s.chance = 1
        else:
            s.event[DRAW_DECLINED] += 1
            go_on(s, o, t)
    elif op == STOP_OP:
        s.left = 0
        go_on(s, o, t)
    elif op == DISCARD_OP:
        discard(s, o, t, x)
    elif op == HIDE_OP:
        discard(s, o, t, t.kind[s.hand[seat, 0]])
    elif op == OUT_OP:
        give_up(s, o, t)
    else:
        s.event[RETIRED] += 1
        s.retired = 1
        take_off(s, o, t, x)


def place(s: Record, o: Record, t: Record, cell: int) -> None:
    """Put a piece down; after the last one the first turn begins."""
    p = 2 * s.actor
    if s.pos[p] > 0:
        p += 1
    s.pos[p] = cell
    s.on[cell] = p + 1
    s.open[cell] = 0
    s.placing += 1
    if s.placing < 2 * s.players:
        s.actor = placer(s, o, s.placing)
    else:
        s.actor = s.first
        start_turn(s, o, t)


def begin_move(s: Record, o: Record, t: Record, x: int, left: int) -> None:
    """Use a card, all of which come back after the last, and make the first step of a move."""
    seat = s.actor
    value = (x >> 14) & 3
    s.piece = x >> 16
    s.left = left
    s.card[seat, value] -= 1
    if s.card[seat, 1] + s.card[seat, 2] + s.card[seat, 3] == 0:
        take_cards(s, t, seat)
    step(s, o, t, s.piece, x & 127, (x >> 7) & 127)


def discard(s: Record, o: Record, t: Record, kind: int) -> None:
    """The actor lets go of the one tile too many."""
    s.event[DISCARDED] += 1
    lose(s, s.actor, take_out(s, t, s.actor, kind))
    go_on(s, o, t)


def spend(s: Record, t: Record, seat: int, kind: int) -> None:
    """A tile from the hand is played, in sight of all."""
    take_out(s, t, seat, kind)
    s.changed = s.turns + 1
    s.gone[kind] += 1
    s.played += 1
    s.seat_measure[TILES_PLAYED, seat] += 1
    if kind <= WALL:
        s.event[EXTRA_PLAYED + kind - EXTRA] += 1
    else:
        s.event[MOVE_PLAYED + kind - PUSH] += 1


def lay(s: Record, o: Record, t: Record, kind: int, cell: int) -> None:
    """Lay a tile from the hand on the board; it may have saved its player, or (a bridge) another one."""
    seat = s.actor
    stuck = 0
    if kind == BRIDGE:
        for p in range(s.players):
            if p != seat and s.alive[p] == 1 and can_move(s, o, t, p, 1) == 0:
                stuck |= 1 << p
    spend(s, t, seat, kind)
    set_tile(s, cell, kind)
    if s.phase == STUCK:
        s.event[TILE_SAVED] += 1
        if kind == BRIDGE:
            s.event[BRIDGE_SAVED] += 1
    for p in range(s.players):
        if (stuck >> p) & 1 == 1 and can_move(s, o, t, p, 1) > 0:
            s.event[BRIDGE_SAVED] += 1
    able = can_move(s, o, t, seat, 1 - s.last)
    s.single = able >> 1
    s.phase = TURN if able > 0 else STUCK
    if s.last == 1 and able > 0:
        win(s, seat, LAST_ABLE)


def step(s: Record, o: Record, t: Record, p: int, to: int, via: int) -> None:
    """Move a piece one step; the tile it leaves flips, stays, or (a tunnel exit) is removed."""
    here = s.pos[p]
    s.on[here] = 0
    if s.tile[here] == COVERED:
        s.flip = here
    elif s.exit[p] == 1 and o.tunnel_exit != EXIT_STAYS:
        s.event[EXIT_REMOVED] += 1
        s.changed = s.turns + 1
        set_tile(s, here, HOLE)
    else:
        s.open[here] = s.walk[s.tile[here]]
    s.exit[p] = 0
    if via > 0:
        s.event[TUNNEL_USED] += 1
        s.exit[p] = 1
        to = via
    s.pos[p] = to
    s.on[to] = p + 1
    s.open[to] = 0
    s.seat_measure[STEPS, s.actor] += 1
    if s.left > 0:
        s.left -= 1
    else:
        s.extra -= 1
    if s.flip > 0:
        s.phase = FLIPPING
        s.chance = 1
    else:
        go_on(s, o, t)


def flip(s: Record, o: Record, t: Record, kind: int) -> None:
    """The tile that was left shows its face; under a player who is out that has no effect."""
    cell = s.flip
    s.flip = 0
    s.chance = 0
    s.hid[cell] = 0
    s.measure[FLIPPED] += 1
    s.changed = s.turns + 1
    set_tile(s, cell, kind)
    if kind == WALL:
        s.event[WALL_FLIPPED] += 1
    if s.out > 0:
        after_out(s, o, t)
        return
    s.by[cell] = s.actor + 1
    if kind == EXTRA:
        fire(s, cell)
    elif kind == QUESTION:
        s.event[QUESTION_FLIPPED] += 1
        if s.deck_size[POOL] > 0:
            s.phase = ASK
            return
        starve(s, POOL)
    go_on(s, o, t)


def fire(s: Record, cell: int) -> None:
    """An extra step tile adds a step to the move; not again in this turn."""
    s.event[EXTRA_FIRED] += 1
    s.fired[cell] = s.turns + 1
    s.extra += 1


def go_on(s: Record, o: Record, t: Record) -> None:
    """After a step and all it brought about: the next step, an extra one, or the end of the turn."""
    here = s.pos[s.piece]
    if s.left > 0:
        if goes(s, o, t, here, s.exit[s.piece], 1 + more_left(s, o)) == 1:
            s.phase = STEP
            return
        s.left = 0
    if s.extra == 0 and s.tile[here] == EXTRA and s.fired[here] != s.turns + 1:
        fire(s, here)
    if s.extra > 0:
        if one_step(s, here) == 1:
            s.phase = STEP
            return
        s.event[EXTRA_IGNORED] += s.extra
        s.extra = 0
    s.turns += 1
    s.lock[2 * s.actor] >>= 1
    s.lock[2 * s.actor + 1] >>= 1
    if o.idle_rounds > 0 and s.turns - s.changed >= o.idle_rounds * s.players:
        s.ended = STALLED
        s.detail = NOTHING_CHANGES
        return
    next_turn(s, o, t, s.actor)


def take_tile(s: Record, o: Record, t: Record) -> None:
    """The drawer takes the top tile of the pool."""
    seat = s.drawer
    s.hand[seat, s.hand_size[seat]] = draw_tile(s, POOL)
    s.hand_size[seat] += 1
    if s.phase == DEALING:
        if s.hand_size[seat] == o.hand_limit:
            s.drawer = seat + 1 if seat + 1 < s.players else 0
            if s.drawer == s.first:
                s.chance = 0
                s.phase = PLACING
                s.actor = placer(s, o, 0)
        return
    s.chance = 0
    if s.hand_size[seat] > o.hand_limit:
        s.phase = DISCARDING
    else:
        go_on(s, o, t)


def next_turn(s: Record, o: Record, t: Record, seat: int) -> None:
    """The next player after `seat` who is still in begins a turn."""
    while True:
        seat = seat + 1 if seat + 1 < s.players else 0
        if s.alive[seat] == 1:
            break
    s.actor = seat
    s.played = 0
    start_turn(s, o, t)


def start_turn(s: Record, o: Record, t: Record) -> None:
    """Test whether the actor can move; a seat held by a lock alone is skipped."""
    while s.turns < o.turn_cap * s.players:  # else the engine ends the game
        seat = s.actor
        able = can_move(s, o, t, seat, 1)
        s.single = able >> 1
        if able > 0:
            s.phase = TURN
            return
        locked = (s.lock[2 * seat] | s.lock[2 * seat + 1]) & 1
        if locked == 0 or o.locked_seat == LOCKED_OUT or can_move(s, o, t, seat, 0) == 0:
            s.phase = STUCK
            return
        s.event[SKIPPED] += 1
        s.lock[2 * seat] >>= 1
        s.lock[2 * seat + 1] >>= 1
        s.played = 0
        while True:
            seat = seat + 1 if seat + 1 < s.players else 0
            if s.alive[seat] == 1:
                break
        s.actor = seat


def give_up(s: Record, o: Record, t: Record) -> None:
    """The actor is locked in: out of the game, or (the last one left) nobody wins."""
    seat = s.actor
    if s.last == 1:
        s.event[ALL_STUCK] += 1
        s.ended = DRAW
        s.detail = NOBODY_ABLE
        return
    s.event[ELIMINATED] += 1
    count_reasons(s, t, seat)
    take_off(s, o, t, seat)


def count_reasons(s: Record, t: Record, seat: int) -> None:
    """What locked a player in: the cards alone, or what lies beside the pieces."""
    walls = 0
    pieces = 0
    flips = 0
    steps = 0
    for p in range(2 * seat, 2 * seat + 2):
        steps |= one_step(s, s.pos[p])
        for d in range(4):
            cell = s.pos[p] + t.step[d]
            if s.tile[cell] == WALL:
                walls = 1
            elif s.on[cell] > 0:
                if (s.on[cell] - 1) >> 1 != seat:
                    pieces = 1
            elif s.tile[cell] == USED and s.by[cell] == seat + 1:
                flips = 1
    if steps == 1:
        s.event[BY_CARDS] += 1
        return
    s.event[BY_WALLS] += walls
    s.event[BY_PIECES] += pieces
    s.event[BY_OWN_FLIPS] += flips


def take_off(s: Record, o: Record, t: Record, seat: int) -> None:
    """A player leaves: pieces off, covered tiles under them flip, the hand goes unseen."""
    s.alive[seat] = 0
    s.changed = s.turns + 1
    s.seat_measure[OUT_TURN, seat] = s.turns + 1
    s.seat_measure[TILES_LEFT, seat] = s.hand_size[seat]
    s.out = seat + 1
    for p in range(2 * seat, 2 * seat + 2):
        here = s.pos[p]
        s.pos[p] = 0
        s.lock[p] = 0
        s.exit[p] = 0
        s.on[here] = 0
        if s.tile[here] != COVERED:
            s.open[here] = s.walk[s.tile[here]]
        elif s.flip == 0:
            s.flip = here
        else:
            s.flip_next = here
    while s.hand_size[seat] > 0:
        s.hand_size[seat] -= 1
        lose(s, seat, s.hand[seat, s.hand_size[seat]])
    if s.flip > 0:
        s.phase = FLIPPING
        s.chance = 1
    else:
        after_out(s, o, t)


def after_out(s: Record, o: Record, t: Record) -> None:
    """The second tile flips too; then one player is left, or the game goes on."""
    if s.flip_next > 0:
        s.flip = s.flip_next
        s.flip_next = 0
        s.phase = FLIPPING
        s.chance = 1
        return
    seat = s.out - 1
    s.out = 0
    left = 0
    who = 0
    for p in range(s.players):
        if s.alive[p] == 1:
            left += 1
            who = p
    if left > 1:
        s.retired = 0
        if s.actor == seat:
            next_turn(s, o, t, seat)
        else:
            start_turn(s, o, t)
        return
    s.actor = who
    if s.retired == 1:
        win(s, who, OTHERS_RETIRED)
    elif o.all_stuck != STUCK_DRAW or can_move(s, o, t, who, 0) > 0:
        win(s, who, LAST_ABLE)
    else:
        s.played = 0
        s.last = 1
        s.phase = STUCK


def win(s: Record, seat: int, detail: int) -> None:
    """One player has won."""
    s.ended = WIN
    s.detail = detail
    s.winners = 1 << seat


def chance(s: Record, o: Record, t: Record) -> int:
    """The face of the tile that flips, or the top of the pool."""
    if s.phase == FLIPPING:
        return FLIP_OP + 16 * t.kind[s.under[s.flip]]
    return POOL_OP + 16 * t.kind[top(s, POOL)]


OWN_CELL = 3
THEIR_CELL = 10
THEIR_LASTING = 200
HUNT = 150
HUNT_STEP = 8
OWN_WAY = 3
THEIR_WAY = 36
KEEP_SAVER = 62
KEEP_WALL = 37
KEEP_OTHER = 13
SELF_STUCK = 900
THEY_STUCK = 1400
"""How the bot weighs cells reached first, others' ways to and fro for ever and being near those, open
neighbours of pieces, tiles kept in the hand (savers can free a piece), and players who cannot move now."""


# --- bots and figures -------------------------------------------------------------------------------


def redeal(s: Record, o: Record, t: Record, seat: int, k: int) -> None:
    """Deal anew the covered tiles and those taken away unseen, the pool, other hands and their discards."""
    for item in range(t.cells):
        s.flag[item] = 0
    for i in range(t.cells):
        cell = t.cell[i]
        if s.hid[cell] == 1:
            s.flag[s.under[cell]] = 1
    n = 0
    for item in range(t.cells):
        if s.flag[item] == 1:
            s.flag[n] = item
            n += 1
    for i in range(t.cells):
        cell = t.cell[i]
        if s.hid[cell] == 1:
            n -= 1
            j = below(s, k, n + 1)
            s.under[cell] = s.flag[j]
            s.flag[j] = s.flag[n]
    size = s.deck_size[POOL]
    for i in range(s.discard_size[POOL]):
        if s.goner[i] != seat:
            put(s, POOL, s.discard[POOL, i])
    for p in range(s.players):
        if p != seat:
            for i in range(s.hand_size[p]):
                put(s, POOL, s.hand[p, i])
    sort(s, POOL)
    shuffle(s, POOL, k)
    n = s.deck_size[POOL]
    for i in range(s.discard_size[POOL]):
        if s.goner[i] != seat:
            n -= 1
            s.discard[POOL, i] = s.deck[POOL, n]
    for p in range(s.players):
        if p != seat:
            for i in range(s.hand_size[p]):
                n -= 1
                s.hand[p, i] = s.deck[POOL, n]
    s.deck_size[POOL] = size


def finish(s: Record, o: Record, t: Record) -> None:
    """The turn in which the first player was out (the last turn if none was), tiles played and left."""
    s.measure[FIRST_OUT] = s.turns
    for p in range(s.players):
        out = s.seat_measure[OUT_TURN, p]
        if out > 0:
            s.measure[FIRST_OUT] = min(s.measure[FIRST_OUT], out)
        else:
            s.seat_measure[TILES_LEFT, p] = s.hand_size[p]
        s.measure[ALL_PLAYED] += s.seat_measure[TILES_PLAYED, p]
        s.measure[ALL_LEFT] += s.seat_measure[TILES_LEFT, p]


def lasts(s: Record, t: Record, cell: int) -> int:
    """1 for a face-up tile beside another one, both of which can be entered: a way to and fro for ever."""
    if s.tile[cell] == COVERED or s.walk[s.tile[cell]] == 0:
        return 0
    for d in range(4):
        beside = s.tile[cell + t.step[d]]
        if beside != COVERED and s.walk[beside] == 1:
            return 1
    return 0


def areas(s: Record, t: Record, seat: int) -> int:
    """Worth of the cells that own pieces reach first, less that of those others do (others go first)."""
    for i in range(t.cells):
        s.area[t.cell[i]] = 0
    size = 0
    balance = 0
    for turn in range(2):
        for p in range(2 * s.players):
            if s.pos[p] > 0 and (1 if p >> 1 == seat else 0) == turn:
                here = s.pos[p]
                s.area[here] = 1 if turn == 1 else -1
                if turn == 0:
                    balance -= lasts(s, t, here) * THEIR_LASTING
                s.queue[size] = here
                size += 1
    size = spread(s, t, size, 0)
    hunted = 0
    for i in range(size):
        here = s.queue[i]
        if s.on[here] == 0:
            if s.area[here] == 1:
                balance += OWN_CELL
            elif lasts(s, t, here) == 0:
                balance -= THEIR_CELL
            else:
                balance -= THEIR_CELL + THEIR_LASTING
                s.flag[hunted] = here
                hunted += 1
    if hunted == 0:
        return balance
    # Others' ways to and fro can be closed by standing on them: come near.
    for i in range(t.cells):
        s.area[t.cell[i]] = 0
    for i in range(2):
        s.queue[i] = s.pos[2 * seat + i]
        s.area[s.queue[i]] = 1
    spread(s, t, 2, 1)
    for i in range(hunted):
        if s.area[s.flag[i]] > 0:
            balance += max(0, HUNT - HUNT_STEP * s.area[s.flag[i]])
    return balance


def spread(s: Record, t: Record, size: int, more: int) -> int:
    """Give every open cell `more` than the `area` of the one it is reached from; the queue's length."""
    i = 0
    while i < size:
        here = s.queue[i]
        i += 1
        for d in range(4):
            there = here + t.step[d]
            if s.open[there] == 1 and s.area[there] == 0:
                s.area[there] = s.area[here] + more
                s.queue[size] = there
                size += 1
    return size


def evaluate(s: Record, o: Record, t: Record, seat: int) -> int:
    """Still in above all, others stuck, own reachable area large and theirs small, saving tiles kept."""
    if s.ended != PLAYING:
        if s.winners == 0:
            return 50000
        return 200000 if (s.winners >> seat) & 1 == 1 else 0
    if s.alive[seat] == 0:
        return 0
    value = 100000
    if s.placing == 2 * s.players:
        for p in range(s.players):
            if s.alive[p] == 1:
                value -= 2000
                able = can_move(s, o, t, p, 0)
                if p == seat:
                    value -= 0 if able > 0 else SELF_STUCK
                else:
                    value += 0 if able > 0 else THEY_STUCK
    value += areas(s, t, seat)
    for p in range(2 * s.players):
        if s.pos[p] > 0:
            ways = 0
            for d in range(4):
                ways += s.open[s.pos[p] + t.step[d]]
            value += OWN_WAY * ways if p >> 1 == seat else -THEIR_WAY * ways
    for i in range(s.hand_size[seat]):
        kind = t.kind[s.hand[seat, i]]
        value += KEEP_SAVER if kind < WALL else (KEEP_WALL if kind == WALL else KEEP_OTHER)
    return value
