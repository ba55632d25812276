"""The rules of dragonpath: state, options and kernels.

Geometry: a square has eight ports, clockwise: 0 1 on top, 2 3 on the right, 4 5 at the bottom, 6 7 on the
left. Squares lie in a grid of `SIDE` columns whose rim stands for "off the board", so that stepping off
needs no test of its own. A marker is kept as the open square in front of it and the port by which its
path would enter that square.
"""

from __future__ import annotations

from toolkit.engine.decks import draw as draw_card
from toolkit.engine.decks import put, shuffle, sort, starve, top
from toolkit.engine.state import CHANCE, DEAL, DRAW, JOINT_WIN, PLAYING, SEATS, STALLED, WIN, Record
from toolkit.engine.streams import below

NAME = "dragonpath"
VERSION = "1"
COORDINATES = (
    "Squares: columns a, b, c … from the left, rows 1, 2, 3 … from the bottom, the board's title below. "
    "Start marks: clockwise from the top left corner, from 1. Tiles: their number, then where the printed "
    "top points: u up, r right, d down, l left."
)
PLAYERS = (2, 8)
OPTIONS = {
    "board_size": (4, 8),
    "hand_size": (1, 5),
    "last_deaths": ("joint", "nobody", "active_loses"),
    "suicide_scope": ("hand", "tile"),
    "returned_tiles": ("shuffled", "under"),
    "draw_round": ("one_each", "fill"),
    "dragon_of_the_dead": ("next", "aside"),
}
JOINT, NOBODY, ACTIVE_LOSES = range(3)
SCOPE_TILE = 1
RETURNED_UNDER = 1
FILL = 1
DRAGON_ASIDE = 1

SIDE = 10
"""Columns of the grid: the largest board and a rim on both sides."""
CELLS = SIDE * SIDE
ITEMS = 60
"""The most path tiles that a table may list."""
MARKS = 64
HAND = 5

STATE = (
    ("phase", "i8", ()),
    ("drawer", "i8", ()),
    ("dragon", "i8", ()),  # the seat that holds it, from 1; 0: set aside
    ("retired", "i8", ()),  # 1 while a retirement is being carried out
    ("placed", "i8", (CELLS,)),  # kind * 4 + rotation + 1; 0: empty; -1: off the board
    ("taken", "i8", (MARKS,)),
    ("mark", "i8", (SEATS,)),
    ("alive", "i8", (SEATS,)),
    ("cell", "i8", (SEATS,)),
    ("port", "i8", (SEATS,)),
    ("hand", "i8", (SEATS, HAND)),
    ("hand_size", "i8", (SEATS,)),
    ("area", "i8", (CELLS,)),  # scratch of the evaluation
    ("queue", "i8", (CELLS,)),
)
DEALING, START, PLACE, DRAWING = range(4)

TABLES = (
    ("items", "i8", ()),
    ("kinds", "i8", ()),
    ("kind", "i8", (ITEMS,)),  # item -> kind
    ("number", "i8", (ITEMS,)),  # kind -> the number printed on it
    ("rotations", "i8", (ITEMS,)),  # kind -> distinct rotations
    ("go", "i8", (ITEMS, 4, 8)),  # kind, rotation, port in -> how far the next square is
    ("enter", "i8", (ITEMS, 4, 8)),  # likewise -> the port by which the path enters it
)

DECKS = ("pile",)
DECK_CAPACITY = ITEMS
PILE = 0
EVENTS = ("dragon_taken", "forced_exit", "head_on", "all_died", "all_placed", "skipped", "retired")
DRAGON_TAKEN, FORCED_EXIT, HEAD_ON, ALL_DIED, ALL_PLACED, SKIPPED, RETIRED = range(7)
MEASURES = ("first_out", "longest_path")
FIRST_OUT, LONGEST_PATH = range(2)
SEAT_MEASURES = ("out_turn", "path")
OUT_TURN, PATH = range(2)
DETAILS = (
    "",
    "last marker",
    "all died together",
    "all tiles placed",
    "the others retired",
    "nobody holds a tile",
)
LAST_MARKER, DIED_TOGETHER, BOARD_FULL, OTHERS_RETIRED, NO_TILE = range(1, 6)
WORDS = {
    "pile": "draw pile",
    "dragon_taken": "the dragon was taken",
    "forced_exit": "a player had to leave the board",
    "head_on": "two markers met head-on",
    "all_died": "the last markers left together",
    "all_placed": "two or more still in with every tile placed",
    "skipped": "a seat without tiles was skipped",
    "retired": "a player retired",
    "first_out": "turn the first marker left",
    "longest_path": "longest path, in tiles crossed",
    "out_turn": "turn the seat left the board",
    "path": "path, in tiles crossed",
}
HIDDEN = ("deck", "hand")
SCRATCH = ("area", "queue")
MAX_MOVES = 64

# Actions: an opcode in the low four bits, an argument above.
MARK_OP, TILE_OP, DRAW_OP, RETIRE_OP = 1, 2, 3, 4


def after(s: Record, seat: int) -> int:
    """The next seat clockwise, in the game or not."""
    return seat + 1 if seat + 1 < s.players else 0


def step_cell(cell: int, port: int) -> int:
    """The square that a path enters when it leaves `cell` by `port`."""
    side = port >> 1
    if side == 0:
        return cell - SIDE
    if side == 1:
        return cell + 1
    if side == 2:
        return cell + SIDE
    return cell - 1


def twin(port: int) -> int:
    """The port on the other side of the edge: 0-5, 1-4, 2-7, 3-6."""
    return 9 - port if port & 2 > 0 else 5 - port


def mark_cell(o: Record, mark: int) -> int:
    """The border square of a start mark; marks run clockwise from the top left corner, from 0."""
    n = o.board_size
    side = mark // (2 * n)
    along = (mark - side * 2 * n) // 2
    if side == 0:
        return SIDE + 1 + along
    if side == 1:
        return (1 + along) * SIDE + n
    if side == 2:
        return n * SIDE + n - along
    return (n - along) * SIDE + 1


def mark_port(o: Record, mark: int) -> int:
    """The port of its border square at which a start mark lies."""
    n = o.board_size
    side = mark // (2 * n)
    return side * 2 + (mark & 1)


def follow(s: Record, t: Record, seat: int) -> int:
    """Move a marker along its path to the open end; 1 if it stays on the board, 0 if it ran off.

    A marker that ran off leaves the square and port outside the board in `cell` and `port`.
    """
    cell = s.cell[seat]
    port = s.port[seat]
    placed = s.placed[cell]
    while placed > 0:
        kind = (placed - 1) >> 2
        rotation = (placed - 1) & 3
        cell += t.go[kind, rotation, port]
        port = t.enter[kind, rotation, port]
        placed = s.placed[cell]
        s.seat_measure[PATH, seat] += 1
    s.cell[seat] = cell
    s.port[seat] = port
    return 1 if placed == 0 else 0


def survives(s: Record, t: Record, cell: int, port: int, kind: int, rotation: int) -> int:
    """1 if a path that enters `cell` by `port` stays on the board once the tile lies there."""
    home = cell
    placed = kind * 4 + rotation + 1
    while placed > 0:
        k = (placed - 1) >> 2
        r = (placed - 1) & 3
        cell += t.go[k, r, port]
        port = t.enter[k, r, port]
        placed = s.placed[cell]
        if cell == home:
            placed = kind * 4 + rotation + 1
    return 1 if placed == 0 else 0


def held(s: Record, t: Record, seat: int, kind: int) -> int:
    """The place in the hand of a tile of this kind, from 1; 0 if there is none."""
    for i in range(s.hand_size[seat]):
        if t.kind[s.hand[seat, i]] == kind:
            return i + 1
    return 0


def safe_rotations(s: Record, t: Record, seat: int, kind: int) -> int:
    """In how many distinct rotations a tile keeps the seat's marker on the board."""
    safe = 0
    for rotation in range(t.rotations[kind]):
        safe += survives(s, t, s.cell[seat], s.port[seat], kind, rotation)
    return safe


def setup(s: Record, o: Record, t: Record) -> None:
    """Every listed tile into the pile, the dragon aside, the board inside its rim."""
    for cell in range(CELLS):
        s.placed[cell] = -1
    for row in range(1, o.board_size + 1):
        for column in range(1, o.board_size + 1):
            s.placed[row * SIDE + column] = 0
    for item in range(t.items):
        put(s, PILE, item)
    for seat in range(s.players):
        s.alive[seat] = 1


def deal(s: Record, o: Record, t: Record) -> None:
    """Shuffle the pile and begin to deal hands, one tile each in turn."""
    shuffle(s, PILE, DEAL)
    s.phase = DEALING
    s.actor = s.first
    s.drawer = s.first
    s.chance = 1


def moves(s: Record, o: Record, t: Record, buf: Record) -> int:
    """Free start marks, or the placements that the ban on leaving willingly allows."""
    n = 0
    seat = s.actor
    if s.phase == START:
        for mark in range(8 * o.board_size):
            if s.taken[mark] == 0:
                buf[n] = MARK_OP + 16 * mark
                n += 1
        return n
    for i in range(s.hand_size[seat]):
        kind = t.kind[s.hand[seat, i]]
        if held(s, t, seat, kind) != i + 1:
            continue
        before = n
        for rotation in range(t.rotations[kind]):
            if survives(s, t, s.cell[seat], s.port[seat], kind, rotation) == 1:
                buf[n] = TILE_OP + 16 * (kind * 4 + rotation)
                n += 1
        if o.suicide_scope == SCOPE_TILE and n == before:
            n = all_rotations(t, kind, buf, n)
    if n == 0:
        for i in range(s.hand_size[seat]):
            kind = t.kind[s.hand[seat, i]]
            if held(s, t, seat, kind) == i + 1:
                n = all_rotations(t, kind, buf, n)
    return n


def all_rotations(t: Record, kind: int, buf: Record, n: int) -> int:
    """Add every distinct placement of a tile to the list; return its new length."""
    for rotation in range(t.rotations[kind]):
        buf[n] = TILE_OP + 16 * (kind * 4 + rotation)
        n += 1
    return n


def legal(s: Record, o: Record, t: Record, a: int) -> int:
    """Whether the actor may play the action; draws are legal when they name the tile on top."""
    if s.ended != PLAYING or a < 0:
        return 0
    op = a & 15
    argument = a >> 4
    if s.chance == 1:
        if op != DRAW_OP or argument >= t.kinds:
            return 0
        return 1 if t.kind[top(s, PILE)] == argument else 0
    if s.phase == START:
        return 1 if op == MARK_OP and argument < 8 * o.board_size and s.taken[argument] == 0 else 0
    return legal_tile(s, o, t, a)


def legal_tile(s: Record, o: Record, t: Record, a: int) -> int:
    """`legal` for a placement."""
    seat = s.actor
    kind = a >> 6
    rotation = (a >> 4) & 3
    if s.phase != PLACE or (a & 15) != TILE_OP or kind >= t.kinds or rotation >= t.rotations[kind]:
        return 0
    if held(s, t, seat, kind) == 0:
        return 0
    if survives(s, t, s.cell[seat], s.port[seat], kind, rotation) == 1:
        return 1
    if o.suicide_scope == SCOPE_TILE:
        return 1 if safe_rotations(s, t, seat, kind) == 0 else 0
    for i in range(s.hand_size[seat]):
        if safe_rotations(s, t, seat, t.kind[s.hand[seat, i]]) > 0:
            return 0
    return 1


def propose(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """Uniform over what `moves` lists: a few draws to be tested, then the list."""
    if s.phase == START:
        while True:
            mark = below(s, k, 8 * o.board_size)
            if s.taken[mark] == 0:
                return MARK_OP + 16 * mark
    seat = s.actor
    for _ in range(4):
        x = below(s, k, 4 * s.hand_size[seat])
        rotation = x & 3
        kind = t.kind[s.hand[seat, x >> 2]]
        if (
            rotation < t.rotations[kind]
            and held(s, t, seat, kind) == (x >> 2) + 1
            and survives(s, t, s.cell[seat], s.port[seat], kind, rotation) == 1
        ):
            return TILE_OP + 16 * (kind * 4 + rotation)
    return buf[below(s, k, moves(s, o, t, buf))]


def play(s: Record, o: Record, t: Record, a: int) -> None:
    """Choose a mark, lay a tile, draw a tile, or retire."""
    op = a & 15
    argument = a >> 4
    if op == DRAW_OP:
        take_tile(s, o)
    elif op == MARK_OP:
        seat = s.actor
        s.taken[argument] = seat + 1
        s.mark[seat] = argument
        s.cell[seat] = mark_cell(o, argument)
        s.port[seat] = mark_port(o, argument)
        next_start(s)
    elif op == TILE_OP:
        lay_tile(s, o, t, argument >> 2, argument & 3)
    else:
        retire(s, o, argument)


def next_start(s: Record) -> None:
    """The next seat clockwise chooses its mark, or the first living seat begins to play."""
    seat = after(s, s.actor)
    while s.alive[seat] == 0 and seat != s.first:
        seat = after(s, seat)
    if seat == s.first:
        s.phase = PLACE
        while s.alive[seat] == 0:
            seat = after(s, seat)
    s.actor = seat


def lay_tile(s: Record, o: Record, t: Record, kind: int, rotation: int) -> None:
    """The three parts of a turn: play a tile, move the markers, begin to draw."""
    seat = s.actor
    cell = s.cell[seat]
    i = held(s, t, seat, kind) - 1
    s.hand_size[seat] -= 1
    while i < s.hand_size[seat]:
        s.hand[seat, i] = s.hand[seat, i + 1]
        i += 1
    s.placed[cell] = kind * 4 + rotation + 1
    count_meetings(s, t, cell, kind, rotation)
    died = 0
    for p in range(s.players):
        if s.alive[p] == 1 and s.cell[p] == cell and follow(s, t, p) == 0:
            died |= 1 << p
    if (died >> seat) & 1 == 1:
        s.event[FORCED_EXIT] += 1
    bury(s, died)
    if ended_by_deaths(s, o, seat, died) == 0:
        start_draw(s, o, seat)


def count_meetings(s: Record, t: Record, cell: int, kind: int, rotation: int) -> None:
    """Count pairs of markers that the new tile links directly: each runs the other's path back."""
    for p in range(s.players):
        for q in range(p):
            if (
                s.alive[p] + s.alive[q] == 2
                and s.cell[p] == cell
                and s.cell[q] == cell
                and t.enter[kind, rotation, s.port[p]] == twin(s.port[q])
            ):
                s.event[HEAD_ON] += 1


def bury(s: Record, died: int) -> None:
    """Take the markers off the board; the turn in progress is the one they left in."""
    for p in range(s.players):
        if (died >> p) & 1 == 1:
            s.alive[p] = 0
            s.seat_measure[OUT_TURN, p] = s.turns + 1


def living(s: Record) -> int:
    """How many markers are still on the board."""
    n = 0
    for p in range(s.players):
        n += s.alive[p]
    return n


def ended_by_deaths(s: Record, o: Record, seat: int, died: int) -> int:
    """End the game when at most one marker is left; 1 if it ended (the turn then counts)."""
    left = living(s)
    if left > 1:
        return 0
    if s.retired == 0:
        s.turns += 1
    if left == 1:
        s.ended = WIN
        s.detail = OTHERS_RETIRED if s.retired == 1 else LAST_MARKER
        for p in range(s.players):
            s.winners |= s.alive[p] << p
        return 1
    s.event[ALL_DIED] += 1
    s.detail = DIED_TOGETHER
    if o.last_deaths == NOBODY:
        s.ended = DRAW
        return 1
    s.winners = died
    if o.last_deaths == ACTIVE_LOSES and (died >> seat) & 1 == 1 and died != (1 << seat):
        s.winners = died - (1 << seat)
    s.ended = WIN if (s.winners & (s.winners - 1)) == 0 else JOINT_WIN
    return 1


def pass_dragon(s: Record, o: Record) -> None:
    """A holder that left the game passes the dragon on, or it goes aside."""
    if s.dragon == 0 or s.alive[s.dragon - 1] == 1:
        return
    holder = s.dragon - 1
    s.dragon = 0
    if o.dragon_of_the_dead == DRAGON_ASIDE:
        return
    p = holder
    for _ in range(s.players - 1):
        p = after(s, p)
        if s.alive[p] == 1 and s.hand_size[p] < o.hand_size:
            s.dragon = p + 1
            return


def return_hands(s: Record, o: Record) -> None:
    """Shuffle the hands of those who left into the pile, or lay them under it."""
    returned = 0
    for p in range(s.players):
        if s.alive[p] == 0:
            while s.hand_size[p] > 0:
                s.hand_size[p] -= 1
                put(s, PILE, s.hand[p, s.hand_size[p]])
                returned += 1
    if returned == 0:
        return
    if o.returned_tiles == RETURNED_UNDER:
        # Turn the pile over end for end twice: the new tiles go under, each part keeps its order.
        size = s.deck_size[PILE]
        turn_over(s, 0, size)
        turn_over(s, returned, size)
    else:
        s.reshuffles[PILE] += 1
        shuffle(s, PILE, CHANCE)


def turn_over(s: Record, low: int, high: int) -> None:
    """Reverse the pile's tiles from `low` up to, without, `high`."""
    high -= 1
    while low < high:
        item = s.deck[PILE, low]
        s.deck[PILE, low] = s.deck[PILE, high]
        s.deck[PILE, high] = item
        low += 1
        high -= 1


def start_draw(s: Record, o: Record, seat: int) -> None:
    """Settle what the dead leave behind, find who draws first, and draw."""
    pass_dragon(s, o)
    return_hands(s, o)
    if s.dragon > 0:
        seat = s.dragon - 1
    s.phase = DRAWING
    s.drawer = seat
    next_draw(s, o)


def next_draw(s: Record, o: Record) -> None:
    """Let the next seat draw that should; without a tile left, the dragon is claimed and drawing stops."""
    seat = s.drawer
    for _ in range(s.players):
        if s.alive[seat] == 1 and s.hand_size[seat] < o.hand_size:
            if s.deck_size[PILE] == 0:
                starve(s, PILE)
                if s.dragon == 0:
                    s.dragon = seat + 1
                    s.event[DRAGON_TAKEN] += 1
                break
            s.drawer = seat
            s.chance = 1
            return
        seat = after(s, seat)
    s.chance = 0
    end_turn(s)


def take_tile(s: Record, o: Record) -> None:
    """The seat that draws takes the top tile and lays the dragon aside; then the round goes on."""
    seat = s.drawer
    s.hand[seat, s.hand_size[seat]] = draw_card(s, PILE)
    s.hand_size[seat] += 1
    if s.phase == DEALING:
        s.drawer = after(s, seat)
        if s.hand_size[s.drawer] == o.hand_size:
            s.chance = 0
            s.phase = START
        return
    if s.dragon == seat + 1:
        s.dragon = 0
    if o.draw_round != FILL or s.hand_size[seat] == o.hand_size:
        s.drawer = after(s, seat)
    next_draw(s, o)


def end_turn(s: Record) -> None:
    """Count the turn; the next seat is to play."""
    s.turns += 1
    s.phase = PLACE
    pass_on(s)


def pass_on(s: Record) -> None:
    """The next living seat clockwise with a tile is to play; with no tile anywhere the game is over.

    Tiles can be left in the pile only when the one seat that held any retired: nobody may draw then.
    """
    seat = s.actor
    passed = 0
    for _ in range(s.players):
        seat = after(s, seat)
        if s.alive[seat] == 1:
            if s.hand_size[seat] > 0:
                s.actor = seat
                s.event[SKIPPED] += passed
                return
            passed += 1
    if s.deck_size[PILE] > 0:
        s.ended = STALLED
        s.detail = NO_TILE
        return
    s.event[ALL_PLACED] += 1
    s.detail = BOARD_FULL
    s.ended = JOINT_WIN
    for p in range(s.players):
        s.winners |= s.alive[p] << p


def retire(s: Record, o: Record, seat: int) -> None:
    """A player leaves: the marker goes, the hand is shuffled in, nobody draws; the last one left wins."""
    s.event[RETIRED] += 1
    s.retired = 1
    if s.phase == START and s.taken[s.mark[seat]] == seat + 1:
        s.taken[s.mark[seat]] = 0
    bury(s, 1 << seat)
    if ended_by_deaths(s, o, seat, 1 << seat) == 0:
        pass_dragon(s, o)
        return_hands(s, o)
        if s.actor == seat:
            if s.phase == START:
                next_start(s)
            else:
                pass_on(s)
    s.retired = 0


def chance(s: Record, o: Record, t: Record) -> int:
    """The tile on top of the pile is drawn."""
    return DRAW_OP + 16 * t.kind[top(s, PILE)]


def redeal(s: Record, o: Record, t: Record, seat: int, k: int) -> None:
    """Everything but the seat's own hand is shuffled and dealt out again."""
    for p in range(s.players):
        if p != seat:
            for i in range(s.hand_size[p]):
                put(s, PILE, s.hand[p, i])
    sort(s, PILE)
    shuffle(s, PILE, k)
    for p in range(s.players):
        if p != seat:
            for i in range(s.hand_size[p]):
                s.deck_size[PILE] -= 1
                s.hand[p, i] = s.deck[PILE, s.deck_size[PILE]]


def finish(s: Record, o: Record, t: Record) -> None:
    """The turn in which the first marker left the board (the last turn if none did), the longest path."""
    s.measure[FIRST_OUT] = s.turns
    for p in range(s.players):
        out = s.seat_measure[OUT_TURN, p]
        if out > 0:
            s.measure[FIRST_OUT] = min(s.measure[FIRST_OUT], out)
        s.measure[LONGEST_PATH] = max(s.measure[LONGEST_PATH], s.seat_measure[PATH, p])


def open_area(s: Record, cell: int) -> int:
    """How many empty squares hang together with `cell`."""
    for c in range(CELLS):
        s.area[c] = 0
    s.area[cell] = 1
    s.queue[0] = cell
    size = 1
    i = 0
    while i < size:
        here = s.queue[i]
        i += 1
        for side in range(4):
            there = step_cell(here, side * 2)
            if s.area[there] == 0 and s.placed[there] == 0:
                s.area[there] = 1
                s.queue[size] = there
                size += 1
    return size


def evaluate(s: Record, o: Record, t: Record, seat: int) -> int:
    """Alive above all, rivals gone, open space ahead, and safe answers left in the hand."""
    if s.ended != PLAYING:
        if (s.winners >> seat) & 1 == 0:
            return 0
        return 200000 if s.ended == WIN else 150000
    if s.alive[seat] == 0:
        return 0
    value = 100000 - 2000 * living(s)
    cell = s.cell[seat]
    for p in range(s.players):
        if p != seat and s.alive[p] == 1 and s.cell[p] == cell:
            value -= 40
    for side in range(4):
        if s.placed[step_cell(cell, side * 2)] == 0:
            value += 12
    value += 2 * open_area(s, cell)
    for i in range(s.hand_size[seat]):
        kind = t.kind[s.hand[seat, i]]
        value += 24 * safe_rotations(s, t, seat, kind) // t.rotations[kind]
    return value
