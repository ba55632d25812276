"""A slow, obvious gridlokt, written from the rules and the rulings alone, to test the real one against.

Nothing here is shared with the toolkit. A cell is (column, row), counted from 1 at the left and the bottom;
the Centre lies in the middle of the table. Seats, and the colours and Rooms that belong to them, are numbered
from 1; Room 5 is the Final Room. A card on the board says what it is, its colour if it has one, and which of
its sides `n e s w` are open. Cards in hands and piles are named `RS` (red straight), `U` (the former Centre),
`wall`. Actions are tuples, such as ("place", "RS", (11, 12), frozenset("ns")); chance is told from outside.
"""

from collections import Counter
from itertools import product
from typing import NamedTuple

STEP = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
ALL = frozenset("nesw")
WAYS = {
    "S": [frozenset("ns"), frozenset("ew")],
    "C": [frozenset("ne"), frozenset("es"), frozenset("sw"), frozenset("wn")],
    "T": [ALL - {side} for side in "nesw"],
}
"""How a straight, a corner and a T can lie."""

COLOURS = {"R": 1, "B": 2, "Y": 3, "G": 4}
SEATS = (1, 2, 3, 4)
FINAL = 5
PATHS = Counter({f"{colour}{shape}": n for colour in "RBYG" for shape, n in (("S", 8), ("T", 7), ("C", 5))})
UTILITIES = Counter(
    dict.fromkeys(("wall", "pit", "hook", "bridge"), 5)
    | dict.fromkeys(("straight", "corner"), 10)
    | {"warp": 2}
    | dict.fromkeys(("boots", "bomb", "trap", "drill", "shovel", "hammer", "switch", "move"), 1)
)
AIDS = ("hook", "bridge", "boots", "drill")


class Card(NamedTuple):
    """What lies on a cell: `path`, `centre`, `universal`, `room` (with its number) or `warp`."""

    what: str
    sides: frozenset = ALL
    colour: int = 0
    room: int = 0
    name: str = ""

    @property
    def is_path(self):
        """Whether it is a Path, as the former and the original Centre are (G15, G40)."""
        return self.what in ("path", "centre", "universal")


class Aid(NamedTuple):
    """A declared route; a Drill has no crossing."""

    kind: str
    entry: tuple
    crossing: tuple | None
    landing: tuple


def beside(cell, side):
    """The cell on that side."""
    dx, dy = STEP[side]
    return cell[0] + dx, cell[1] + dy


def side_towards(cell, other):
    """The side of a cell that the other one lies on, or None."""
    return next((side for side in "nesw" if beside(cell, side) == other), None)


def left_of(seat):
    """The next seat in the order of play."""
    return seat % 4 + 1


def minimal(sets):
    """The sets that contain no other of them."""
    return {one for one in sets if not any(other < one for other in sets)}


class Board:
    """What lies on the table and who stands where."""

    def __init__(self, table=21):
        self.table = table
        self.cards = {}
        self.obstacles = {}  # cell -> "wall" or "pit"
        self.pawns = {}  # seat -> cell
        self.tokens = {seat: set() for seat in SEATS}
        self.edges = {}  # side of the original Centre -> colour; empty when it was bombed
        self.boots_over_room = False
        self.tunnel_length = 6
        self.new_tokens = set()  # Rooms whose tokens were won in this turn: their colours are free later

    # -- what lies where --------------------------------------------------------------------------

    def inside(self, cell):
        """Whether a cell lies on the table."""
        return 1 <= cell[0] <= self.table and 1 <= cell[1] <= self.table

    def empty(self, cell):
        """Whether something could be laid here."""
        return self.inside(cell) and cell not in self.cards

    def neighbours(self, cell):
        """side -> card beside a cell."""
        around = {side: beside(cell, side) for side in "nesw"}
        return {side: self.cards[other] for side, other in around.items() if other in self.cards}

    def room_cell(self, room):
        """Where a Room lies, or None."""
        return next(
            (cell for cell, card in self.cards.items() if card.what == "room" and card.room == room), None
        )

    def warps(self):
        """Where the Warps lie."""
        return [cell for cell, card in self.cards.items() if card.what == "warp"]

    def pawn_at(self, cell):
        """The seat whose pawn stands here, or None."""
        return next((seat for seat, place in self.pawns.items() if place == cell), None)

    def frontier(self):
        """Empty cells beside a card."""
        found = {beside(cell, side) for cell in self.cards for side in "nesw"}
        return sorted(cell for cell in found if self.empty(cell))

    # -- placing ----------------------------------------------------------------------------------

    def path_fits(self, name, cell, sides):
        """Whether a Path may lie here with these sides open (G11, G13, G14, G18, G69)."""
        if not self.empty(cell):
            return False
        joined = False
        for side, card in self.neighbours(cell).items():
            mine, theirs = side in sides, OPPOSITE[side] in card.sides
            if card.is_path and mine != theirs:
                return False
            if card.what == "centre" and name != "U" and COLOURS[name[0]] != self.edges[OPPOSITE[side]]:
                return False
            joined = joined or (mine and theirs)
        return joined

    def path_places(self, name):
        """Every (cell, sides) where a Path fits."""
        ways = [ALL] if name == "U" else WAYS[name[1]]
        return [
            (cell, sides) for cell in self.frontier() for sides in ways if self.path_fits(name, cell, sides)
        ]

    def meets_opening(self, cell):
        """Whether an open side of a Path or the Centre faces this cell."""
        return any(
            card.is_path and OPPOSITE[side] in card.sides for side, card in self.neighbours(cell).items()
        )

    def room_places(self):
        """Cells where a Room may lie."""
        return [
            cell
            for cell in self.frontier()
            if self.meets_opening(cell)
            and not any(card.what in ("room", "warp") for card in self.neighbours(cell).values())
        ]

    def warp_places(self):
        """Cells where a Warp may lie."""
        return [
            cell
            for cell in self.frontier()
            if self.meets_opening(cell)
            and not any(card.what == "room" for card in self.neighbours(cell).values())
        ]

    def room_moves(self):
        """Every (room, cell) that Move-a-Room allows: the Room is lifted first (G46)."""
        found = []
        for room in (*SEATS, FINAL):
            old = self.room_cell(room)
            if old is not None:
                lifted = self.cards.pop(old)
                found += [(room, cell) for cell in self.room_places() if cell != old]
                self.cards[old] = lifted
        return found

    def obstacle_places(self):
        """Where a Wall or a Pit may lie."""
        return [
            cell
            for cell, card in self.cards.items()
            if card.is_path and cell not in self.obstacles and self.pawn_at(cell) is None
        ]

    def bomb_targets(self):
        """Every (cell, Room that the pawn there is sent to, or None)."""
        found = []
        for cell, card in self.cards.items():
            if not card.is_path:
                continue
            seat = self.pawn_at(cell)
            if seat is None:
                found.append((cell, None))
                continue
            free = [
                room
                for room in (*SEATS, FINAL)
                if self.room_cell(room) is not None
                and self.pawn_at(self.room_cell(room)) is None
                and (room != FINAL or len(self.tokens[seat]) == 4)
            ]
            found += [(cell, room) for room in ([seat] if seat in free else free)]
        return found

    # -- moving -----------------------------------------------------------------------------------

    def open_between(self, cell, other):
        """Whether the printed ways of two neighbouring cards meet."""
        side = side_towards(cell, other)
        if side is None or cell not in self.cards or other not in self.cards:
            return False
        return side in self.cards[cell].sides and OPPOSITE[side] in self.cards[other].sides

    def may_enter(self, seat, cell):
        """Whether a pawn may come here: a card, no obstacle, nobody there, the Final Room with four."""
        card = self.cards.get(cell)
        if card is None or cell in self.obstacles or self.pawn_at(cell) not in (None, seat):
            return False
        return card.room != FINAL or len(self.tokens[seat]) == 4

    def stops(self, seat, cell):
        """Whether entering ends a movement: an unowned colour, a Room without its token, the Final Room."""
        card = self.cards[cell]
        if card.what == "path":
            return card.colour not in self.tokens[seat] or card.colour in self.new_tokens
        return card.what == "room" and card.room not in self.tokens[seat]

    def walks(self, seat, cell):
        """Cells that a pawn can step to from here along printed ways."""
        found = []
        for side in "nesw":
            other = beside(cell, side)
            if self.open_between(cell, other) and self.may_enter(seat, other):
                if self.cards[cell].what == self.cards[other].what == "warp":
                    continue  # G67
                found.append(other)
        return found

    def crosses(self, aid):
        """Whether the printed ways, the obstacle and the kinds of cards let an aid be used now."""
        cells = (aid.entry, aid.crossing, aid.landing)
        if aid.kind == "drill":
            return (
                side_towards(aid.entry, aid.landing) is not None
                and all(
                    self.cards.get(c, Card("")).what in ("path", "universal")
                    for c in (aid.entry, aid.landing)
                )
                and not self.open_between(aid.entry, aid.landing)
            )
        if any(
            cell not in self.cards or self.cards[cell].what == "warp" for cell in (aid.entry, aid.landing)
        ):
            return False
        if aid.crossing not in self.cards or aid.entry == aid.landing or len(set(cells)) < 3:
            return False
        if not (self.open_between(aid.entry, aid.crossing) and self.open_between(aid.crossing, aid.landing)):
            return False
        over = self.cards[aid.crossing]
        if aid.kind == "boots":
            return over.is_path or (self.boots_over_room and over.what == "room")  # a Warp never (G67)
        return self.obstacles.get(aid.crossing) == {"hook": "wall", "bridge": "pit"}[aid.kind]

    def reached(self, seat, aids):
        """cell -> every set of aids (by place in the list) with which the pawn can come there."""
        start = self.pawns[seat]
        found = {}
        queue = [(start, frozenset())]
        seen = set(queue)
        while queue:
            cell, used = queue.pop(0)
            if (cell, used) != (start, frozenset()):
                found.setdefault(cell, set()).add(used)
                if self.stops(seat, cell):
                    continue
            onward = [(other, used) for other in self.walks(seat, cell)]
            for i, aid in enumerate(aids):
                if (
                    i not in used
                    and aid.entry == cell
                    and self.crosses(aid)
                    and self.may_enter(seat, aid.landing)
                ):
                    onward.append((aid.landing, used | {i}))
            for state in onward:
                if state not in seen:
                    seen.add(state)
                    queue.append(state)
        return found

    def movements(self, seat, aids=()):
        """Every (destination, set of aids) of a movement (G66)."""
        found = self.reached(seat, aids)
        found.pop(self.pawns[seat], None)
        return {(cell, used) for cell, sets in found.items() for used in minimal(sets)}

    def links(self, seat, aids=()):
        """Every (Warp of arrival, set of aids to the other) of linked travel."""
        warps = self.warps()
        if len(warps) < 2:
            return set()
        found = self.reached(seat, aids)
        found.setdefault(self.pawns[seat], set()).add(frozenset())
        links = set()
        for near, far in (warps, warps[::-1]):
            if self.pawn_at(far) is None:
                links |= {(far, used) for used in minimal(found.get(near, set()))}
        return links

    def declarations(self, kind):
        """Every route that an aid could be declared for on this board."""
        if kind == "drill":
            routes = [(cell, None, beside(cell, side)) for cell in self.cards for side in "nesw"]
        else:
            routes = [
                (beside(over, one), over, beside(over, two))
                for over in self.cards
                for one, two in product("nesw", repeat=2)
                if one != two
            ]
        return {aid for aid in (Aid(kind, *route) for route in routes) if self.crosses(aid)}

    # -- tunnels ----------------------------------------------------------------------------------

    def tunnels(self, straights, corners):
        """Every (pawn, destination, straights used, corners used), as G68 says."""
        found = set()
        for seat, origin in self.pawns.items():
            if self.cards[origin].what == "warp" or origin in self.obstacles:
                continue
            for side in "nesw":
                first = beside(origin, side)
                if self.empty(first):
                    self._dig(seat, origin, [first], OPPOSITE[side], (straights, corners), (0, 0), found)
        return found

    def _dig(self, seat, origin, route, mouth, held, used, found):
        """Give the last piece of a route its other mouth, and look what lies before it."""
        for side in "nesw":
            if side == mouth:
                continue
            now = (used[0] + 1, used[1]) if side == OPPOSITE[mouth] else (used[0], used[1] + 1)
            if now[0] > held[0] or now[1] > held[1] or sum(now) > self.tunnel_length:
                continue
            ahead = beside(route[-1], side)
            card = self.cards.get(ahead)
            if card is not None:
                if card.what != "warp" and ahead != origin and self.may_enter(seat, ahead):
                    found.add((seat, ahead, *now))
            elif self.inside(ahead) and ahead not in route:
                self._dig(seat, origin, [*route, ahead], OPPOSITE[side], held, now, found)


class Reference(Board):
    """One game: the board, the hands and piles, who has to do what, and what happens when they do it."""

    def __init__(
        self,
        first=1,
        personal_paths=6,
        path_draws=2,
        utility_draws=2,
        path_hand=4,
        utility_hand=4,
        tunnel_length=6,
        table=21,
        centre_order="1234",
        unplaceable="stall",
        pending_room="stall",
        boots_over_room="no",
        bomb_self_ends_turn="yes",
        turn_cap=200,
        utilities=None,
        **switched,
    ):
        super().__init__(table)
        self.personal_paths = personal_paths
        self.path_draws, self.utility_draws = path_draws, utility_draws
        self.path_hand, self.utility_hand = path_hand, utility_hand
        self.redraw = unplaceable == "redraw"
        self.goes_on_pending = pending_room == "continue"
        self.tunnel_length = tunnel_length
        self.boots_over_room = boots_over_room == "yes"
        self.bomb_goes_on = bomb_self_ends_turn == "no"
        self.turn_limit = 4 * turn_cap
        self.seats = [(first - 1 + i) % 4 + 1 for i in range(4)]  # player 1, player 2, …
        middle = table // 2 + 1
        self.cards[middle, middle] = Card("centre", name="U")
        self.edges = dict(zip("nesw", (int(seat) for seat in centre_order), strict=True))

        self.stock = {
            seat: Counter({n: k for n, k in PATHS.items() if COLOURS[n[0]] == seat}) for seat in SEATS
        }
        self.hands = {pile: {seat: Counter() for seat in SEATS} for pile in ("paths", "utilities")}
        utilities = Counter(UTILITIES if utilities is None else utilities)
        for name, switch in switched.items():
            assert name in UTILITIES
            if switch == "off":
                utilities[name] = 0
        self.piles = {"paths": Counter(), "utilities": +utilities}
        self.discards = {"paths": Counter(), "utilities": Counter()}

        self.phase = "choosing"
        self.actor = first
        self.turn_of = first
        self.draws = 0
        self.card = None  # the community card to be placed
        self.drawing = None  # the pile that a draw is due from
        self.owed = dict.fromkeys(SEATS, personal_paths)  # personal placements still to come
        self.round = 1
        self.placed = False  # whether a personal Path was placed in this round
        self.aids = []
        self.told = Counter()  # declarations taken back in this turn
        self.traps = Counter()
        self.placer = None  # who has to place the Final Room
        self.final_done = False  # somebody has triggered it
        self.resume = None  # what the Final Room interrupts
        self.asking = []  # seats to be asked for a Booby-Trap
        self.waiting = []  # seats without a Room
        self.turns = 0
        self.outcome = None  # (winners, kind of ending, detail)

    # -- what may be done -------------------------------------------------------------------------

    def legal(self):
        """Every decision that may be made now."""
        if self.outcome or self.drawing:
            return set()
        found = getattr(self, f"in_{self.phase}")()
        return set(found)

    def in_choosing(self):
        return [("choose", name) for name, left in self.stock[self.actor].items() if left]

    def placements(self, names):
        return [("place", name, *place) for name in names for place in self.path_places(name)]

    def in_personal(self):
        return self.placements(+self.hands["paths"][self.actor]) or [("stuck",)]

    def in_community(self):
        return self.placements([self.card])

    def in_rooming(self):
        return [("room", self.actor, cell) for cell in self.room_places()]

    def in_final_room(self):
        return [("room", FINAL, cell) for cell in self.room_places()]

    def trap_moves(self):
        """A Trap names any other seat (G32)."""
        if not self.hands["utilities"][self.actor]["trap"]:
            return []
        return [("trap", seat) for seat in SEATS if seat != self.actor]

    def draw_moves(self, pile):
        return [("draw",)] if self.draws and (self.piles[pile] or self.discards[pile]).total() else []

    def discards_of(self, pile):
        held = self.hands[pile][self.actor] - Counter(aid.kind for aid in self.aids)
        declared = [("discard", aid.kind, i + 1) for i, aid in enumerate(self.aids)]
        return [*(("discard", name) for name in held), *declared]

    def in_pathing(self):
        held = +self.hands["paths"][self.actor]
        return [("done",), *self.draw_moves("paths"), *self.placements(held), *self.trap_moves()]

    def in_path_excess(self):
        return self.discards_of("paths")

    def in_using(self):
        found = [("done",), *self.draw_moves("utilities"), *self.trap_moves()]
        found += [("cancel", i) for i in range(len(self.aids))]
        held = self.hands["utilities"][self.actor]
        own = self.pawns.get(self.actor)
        for kind in ("wall", "pit"):
            if held[kind]:
                found += [(kind, cell) for cell in self.obstacle_places()]
        for kind, obstacle in (("shovel", "pit"), ("hammer", "wall")):
            if held[kind] and own is not None:
                around = [beside(own, side) for side in "nesw"]
                found += [(kind, cell) for cell in around if self.obstacles.get(cell) == obstacle]
        for kind in AIDS:
            if held[kind] > self.told[kind] + sum(aid.kind == kind for aid in self.aids):  # G65
                # the same route twice would be no use
                found += [tuple(aid) for aid in self.declarations(kind) if aid not in self.aids]
        if held["straight"] or held["corner"]:
            found += [("tunnel", *tunnel) for tunnel in self.tunnels(held["straight"], held["corner"])]
        if held["warp"]:
            choices = (0, 1) if own is not None else (0,)
            found += [("warp", cell, choice) for cell in self.warp_places() for choice in choices]
        if held["bomb"]:
            found += [("bomb", *target) for target in self.bomb_targets()]
        if held["switch"] and own is not None:
            found += [("switch", seat) for seat in self.pawns if seat != self.actor]
        if held["move"]:
            found += [("move room", *move) for move in self.room_moves()]
        return found

    def in_using_excess(self):
        return self.discards_of("utilities")

    def in_cleanup(self):
        return [*self.discards_of("utilities"), *self.trap_moves()]

    def in_moving(self):
        seat = self.actor
        found = [("stay",)]
        found += [("move", *move) for move in self.movements(seat, self.aids)]
        found += [("link", *link) for link in self.links(seat, self.aids)]
        for room in self.tokens[seat] | {seat}:
            cell = self.room_cell(room)
            if cell is not None and self.pawn_at(cell) is None:
                found.append(("home", room))
        return found

    def in_asking(self):
        return [("pass",), *self.trap_moves()]

    # -- what happens -----------------------------------------------------------------------------

    def play(self, action):
        """Carry out a decision, or what chance has brought."""
        if action[0] == "card":
            self.drew(action[1])
        else:
            assert action in self.legal(), action
            getattr(self, "do_" + action[0].replace(" ", "_"))(*action[1:])

    def end(self, winners, kind, detail):
        self.outcome = (winners, kind, detail)

    def spend(self, kind, n=1):
        """Utilities leave the actor's hand for the discards."""
        self.lose(kind, n)
        self.discards["utilities"][kind] += n

    def lose(self, kind, n=1):
        self.hands["utilities"][self.actor][kind] -= n
        assert self.hands["utilities"][self.actor][kind] >= 0

    # construction

    def do_choose(self, name):
        self.stock[self.actor][name] -= 1
        hand = self.hands["paths"][self.actor]
        hand[name] += 1
        if hand.total() == self.personal_paths:
            self.actor = left_of(self.actor)
            if self.actor == self.seats[0]:
                for left in self.stock.values():
                    self.piles["paths"] += left
                self.phase = "personal"

    def lay(self, name, cell, sides):
        if name == "U":
            self.cards[cell] = Card("universal", name="U")
        else:
            self.cards[cell] = Card("path", sides, COLOURS[name[0]], name=name)

    def do_stuck(self):
        """G8: none of the personal Paths fits; they are tried again in extra rounds."""
        if self.redraw:
            self.to_community()
        else:
            self.end((), "stalled", "card_without_place")

    def to_community(self):
        """A community card for each of the six turns; in an extra round there is none."""
        if self.piles["paths"] and self.round <= self.personal_paths:
            self.phase = "community"
            self.drawing = "paths"
        else:
            self.next_builder()

    def do_place(self, name, cell, sides):
        self.lay(name, cell, sides)
        if self.phase == "community":
            self.card = None
            self.next_builder()
            return
        self.hands["paths"][self.actor][name] -= 1
        if self.phase == "personal":
            self.owed[self.actor] -= 1
            self.placed = True
            self.to_community()

    def next_builder(self):
        """The next seat with personal Paths, or the Rooms."""
        self.turns += 1
        for _ in SEATS:
            self.actor = left_of(self.actor)
            if self.actor == self.seats[0]:
                if self.round > self.personal_paths and not self.placed and any(self.owed.values()):
                    self.end((), "stalled", "card_without_place")  # nobody can ever place the rest
                    return
                self.round += 1
                self.placed = False
            if self.owed[self.actor]:
                self.phase = "personal"
                return
        self.waiting = list(self.seats)
        self.to_room(self.seats[0])

    def drew(self, name):
        pile = self.drawing
        self.drawing = None
        if not self.piles[pile]:
            self.piles[pile], self.discards[pile] = self.discards[pile], Counter()
        self.piles[pile][name] -= 1
        assert self.piles[pile][name] >= 0
        self.piles[pile] = +self.piles[pile]
        if self.phase != "community":
            self.hands[pile][self.actor][name] += 1
            return
        self.card = name
        if not self.in_community():
            if not self.redraw:
                self.end((), "stalled", "card_without_place")
                return
            self.card = None
            self.discards["paths"][name] += 1
            self.to_community()

    # Rooms

    def to_room(self, seat):
        """After construction: this seat places its Room, or the game goes on without it (G16)."""
        self.actor = seat
        self.phase = "rooming"
        self.resume = lambda: self.after_room(seat)
        if not self.room_places():
            self.no_room()

    def after_room(self, seat):
        """The next seat places its Room; with the last of them the first normal turn begins."""
        if left_of(seat) == self.seats[0]:
            self.begin_turn(self.seats[0])
        else:
            self.to_room(left_of(seat))

    def no_room(self):
        """There is no cell for a Room: the game stalls, or goes on and tries again at turn boundaries."""
        if self.goes_on_pending:
            self.go_on()
        else:
            self.end((), "stalled", "room_pending")

    def go_on(self):
        """What was interrupted by a Room."""
        self.actor = self.turn_of
        after, self.resume = self.resume, None
        after()

    def do_room(self, room, cell):
        self.cards[cell] = Card("room", room=room)
        if room == FINAL:
            self.placer = None
        else:
            self.pawns[room] = cell
            self.tokens[room].add(room)
            self.waiting.remove(room)
        self.go_on()

    # turns

    def begin_turn(self, seat):
        """A turn, or one that is lost to a Trap."""
        self.turn_of = self.actor = seat
        if self.traps[seat]:
            self.traps[seat] -= 1
            self.end_turn()
            return
        self.phase = "pathing"
        self.draws = self.path_draws

    def end_turn(self):
        """Declarations expire; everybody who holds a Trap is asked; then the next turn begins."""
        self.aids = []
        self.told = Counter()
        self.new_tokens = set()
        self.turns += 1
        if self.turns >= self.turn_limit:
            self.end((), "turn_cap", "")
            return
        self.between_turns()

    def between_turns(self):
        """Rooms that are still pending come first, from the next seat on, the Final Room last (G16, G17)."""
        waiting = [(left_of(self.turn_of) + i - 1) % 4 + 1 for i in range(4)]
        if self.waiting and self.room_places():
            self.phase, self.resume = "rooming", self.between_turns
            self.actor = next(seat for seat in waiting if seat in self.waiting)
            return
        if self.placer and self.room_places():
            self.phase, self.resume, self.actor = "final_room", self.between_turns, self.placer
            return
        seat = self.turn_of
        self.asking = []
        for _ in SEATS:
            if self.hands["utilities"][seat]["trap"]:
                self.asking.append(seat)
            seat = left_of(seat)
        self.ask()

    def ask(self):
        if self.asking:
            self.phase = "asking"
            self.actor = self.asking[0]
        else:
            self.begin_turn(left_of(self.turn_of))

    def do_pass(self):
        self.asking.pop(0)
        self.ask()

    def do_trap(self, seat):
        self.spend("trap")
        self.traps[seat] += 1
        if self.phase == "asking" and not self.hands["utilities"][self.actor]["trap"]:
            self.asking.pop(0)
            self.ask()
        elif self.phase == "cleanup":
            self.clean_up()

    def do_draw(self):
        self.draws -= 1
        self.drawing = {"pathing": "paths", "using": "utilities"}[self.phase]

    def do_done(self):
        self.phase = {"pathing": "path_excess", "using": "using_excess"}[self.phase]
        self.check_limit()

    def check_limit(self):
        """On to the next phase once the limit of this one is kept."""
        if self.phase == "path_excess" and self.hands["paths"][self.actor].total() <= self.path_hand:
            self.phase = "using"
            self.draws = self.utility_draws
        elif (
            self.phase == "using_excess" and self.hands["utilities"][self.actor].total() <= self.utility_hand
        ):
            self.phase = "moving"
            self.draws = 0
            if self.actor not in self.pawns:  # G57
                self.end_turn()

    def do_discard(self, name, place=None):
        pile = "paths" if self.phase == "path_excess" else "utilities"
        self.hands[pile][self.actor][name] -= 1
        self.discards[pile][name] += 1
        if place is not None:
            del self.aids[place - 1]
        if self.phase == "cleanup":
            self.clean_up()
        else:
            self.check_limit()

    def clean_up(self):
        """After a Utility that ended the turn."""
        self.phase = "cleanup"
        self.actor = self.turn_of
        self.aids = []
        if self.hands["utilities"][self.actor].total() <= self.utility_hand:
            self.end_turn()

    # arrivals

    def arrive(self, arrivals, after):
        """Pawns come to new cells at once, the first is looked at first; it goes on with `after`."""
        self.pawns.update(arrivals)
        fourth = []
        for seat, cell in arrivals:
            card = self.cards[cell]
            if card.room == FINAL:
                assert len(self.tokens[seat]) == 4
                self.end((seat,), "win", "final_room")
                return
            if card.what == "room" and card.room not in self.tokens[seat]:
                self.tokens[seat].add(card.room)
                if len(self.tokens[seat]) == 4:
                    fourth.append(seat)
        if fourth and not self.final_done:  # G29, G55
            self.final_done = True
            self.placer = self.actor = left_of(fourth[0])
            self.phase = "final_room"
            self.resume = after
            if not self.room_places():
                self.no_room()
        else:
            after()

    def back_to_using(self):
        self.phase = "using"
        self.actor = self.turn_of

    # Utilities

    def do_wall(self, cell):
        self.lose("wall")
        self.obstacles[cell] = "wall"

    def do_pit(self, cell):
        self.lose("pit")
        self.obstacles[cell] = "pit"

    def do_shovel(self, cell):
        self.spend("shovel")
        self.discards["utilities"][self.obstacles.pop(cell)] += 1

    def do_hammer(self, cell):
        self.spend("hammer")
        self.discards["utilities"][self.obstacles.pop(cell)] += 1

    def do_hook(self, *route):
        self.aids.append(Aid("hook", *route))

    def do_bridge(self, *route):
        self.aids.append(Aid("bridge", *route))

    def do_boots(self, *route):
        self.aids.append(Aid("boots", *route))

    def do_drill(self, *route):
        self.aids.append(Aid("drill", *route))

    def do_cancel(self, place):
        self.told[self.aids.pop(place).kind] += 1

    def do_tunnel(self, seat, cell, straights, corners):
        self.spend("straight", straights)
        self.spend("corner", corners)
        self.arrive([(seat, cell)], self.clean_up if seat == self.turn_of else self.back_to_using)

    def do_warp(self, cell, transport):
        self.lose("warp")
        self.cards[cell] = Card("warp")
        if transport:
            self.arrive([(self.actor, cell)], self.clean_up)

    def do_bomb(self, cell, room):
        self.spend("bomb")
        seat = self.pawn_at(cell)
        card = self.cards.pop(cell)
        if card.what == "centre":
            self.edges = {}
        self.discards["paths"][card.name] += 1
        if cell in self.obstacles:
            self.discards["utilities"][self.obstacles.pop(cell)] += 1
        if seat is not None:
            own = seat == self.turn_of
            if own and self.bomb_goes_on and room not in self.tokens[seat] and room != FINAL:
                self.new_tokens.add(room)
            ends = own and not self.bomb_goes_on
            self.arrive([(seat, self.room_cell(room))], self.clean_up if ends else self.back_to_using)

    def do_switch(self, seat):
        self.spend("switch")
        mine, theirs = self.pawns[self.actor], self.pawns[seat]
        self.arrive([(self.actor, theirs), (seat, mine)], self.clean_up)

    def do_move_room(self, room, cell):
        self.spend("move")
        old = self.room_cell(room)
        seat = self.pawn_at(old)
        self.cards[cell] = self.cards.pop(old)
        if seat is not None:
            self.pawns[seat] = cell

    # Movement

    def do_stay(self):
        self.end_turn()

    def use(self, aids):
        for i in aids:
            self.spend(self.aids[i].kind)

    def do_move(self, cell, aids):
        self.use(aids)
        self.arrive([(self.actor, cell)], self.end_turn)

    def do_link(self, cell, aids):
        self.use(aids)
        self.arrive([(self.actor, cell)], self.end_turn)

    def do_home(self, room):
        self.arrive([(self.actor, self.room_cell(room))], self.end_turn)
