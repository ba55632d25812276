"""A slow, obvious dragonpath, written from the source and the rulings alone, to test the real one against.

Nothing here is shared with the toolkit. A square is (column, row), counted from 1 at the left and at the
bottom. Points of a square run clockwise: 0 1 on top from left to right, 2 3 on the right downwards, 4 5 at
the bottom from right to left, 6 7 on the left upwards. Chance is told from outside: every draw names its
tile.
"""

from functools import cache

TILES = {
    0: "01 23 45 67", 1: "01 23 46 57", 2: "01 23 47 56", 3: "01 24 36 57", 4: "01 24 37 56",
    5: "01 25 36 47", 6: "01 25 37 46", 7: "01 26 34 57", 8: "01 26 35 47", 9: "01 26 37 45",
    10: "01 27 34 56", 11: "01 27 35 46", 12: "01 27 36 45", 13: "02 13 46 57", 14: "02 13 47 56",
    15: "02 14 36 57", 16: "02 14 37 56", 17: "02 15 36 47", 18: "02 15 37 46", 19: "02 16 34 57",
    20: "02 16 35 47", 21: "02 17 34 56", 22: "02 17 35 46", 23: "03 12 47 56", 24: "03 14 26 57",
    25: "03 14 27 56", 26: "03 15 26 47", 27: "03 16 25 47", 28: "04 12 36 57", 29: "04 12 37 56",
    30: "04 13 26 57", 31: "04 15 26 37", 32: "04 15 27 36", 33: "05 14 27 36", 34: "07 12 34 56",
}  # fmt: skip
"""What is printed on each tile: its four lines, each from point to point."""

ACROSS = {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}
"""The point of the neighbouring square that touches a point of this one."""

STEP = {0: (0, 1), 1: (0, 1), 2: (1, 0), 3: (1, 0), 4: (0, -1), 5: (0, -1), 6: (-1, 0), 7: (-1, 0)}
"""Where the neighbouring square lies, by the point through which one leaves."""

DIRECTIONS = "urdl"
"""Where the printed top points after 0, 1, 2 and 3 quarter turns clockwise."""


class Refused(Exception):
    """The rules do not allow it."""


@cache
def lines_of(tile, quarters):
    """point -> point of a tile turned clockwise by quarter turns."""
    lines = {}
    for pair in TILES[tile].split():
        one, other = ((int(point) + 2 * quarters) % 8 for point in pair)
        lines[one], lines[other] = other, one
    return lines


@cache
def different_turns(tile):
    """The quarter turns that look different: those equal to an earlier one are left out."""
    kept = []
    for quarters in range(4):
        if all(lines_of(tile, quarters) != lines_of(tile, earlier) for earlier in kept):
            kept.append(quarters)
    return kept


def name(square):
    """`c4` for the third square from the left in the fourth row from the bottom."""
    return "abcdefgh"[square[0] - 1] + str(square[1])


def start_marks(size):
    """number -> (square, point): two on each outer side of a square, clockwise from the top left corner."""
    top = [((column, size), point) for column in range(1, size + 1) for point in (0, 1)]
    right = [((size, row), point) for row in range(size, 0, -1) for point in (2, 3)]
    bottom = [((column, 1), point) for column in range(size, 0, -1) for point in (4, 5)]
    left = [((1, row), point) for row in range(1, size + 1) for point in (6, 7)]
    return dict(enumerate(top + right + bottom + left, start=1))


class Reference:
    """One game: what lies where, who has to do what, and what happens when they do it."""

    def __init__(
        self,
        players,
        first=1,
        board_size=6,
        hand_size=3,
        last_deaths="joint",
        suicide_scope="hand",
        returned_tiles="shuffled",
        draw_round="one_each",
        dragon_of_the_dead="next",
        turn_cap=200,
    ):
        self.seats = list(range(1, players + 1))
        self.first = first
        self.board_size = board_size
        self.hand_size = hand_size
        self.last_deaths = last_deaths
        self.suicide_scope = suicide_scope
        self.returned_tiles = returned_tiles
        self.draw_round = draw_round
        self.dragon_of_the_dead = dragon_of_the_dead
        self.turn_limit = turn_cap * players

        self.board = {}  # square -> (tile, quarter turns)
        self.markers = {}  # seat -> (the open square in front of it, the point through which it will enter)
        self.hands = {seat: set() for seat in self.seats}
        self.pile = [set(TILES)]  # layers from the top; within a layer nobody knows the order
        self.alive = set(self.seats)
        self.dragon = None  # the seat that has it
        self.turns = 0
        self.out_in_turn = {}
        self.outcome = None  # (winning seats, kind)
        self.phase = "deal"
        self.actor = None  # the seat to decide
        self.drawer = None  # the seat that has to draw
        self.active = None  # whose turn it is, also while all draw
        self.log = []  # what happened in each turn, for statistics
        self._go_on_dealing()

    # ------------------------------------------------------------------ what stands

    def pile_count(self):
        """How many tiles are left to draw."""
        return sum(len(layer) for layer in self.pile)

    def drawable(self):
        """The tiles that may come up next."""
        for layer in self.pile:
            if layer:
                return layer
        return set()

    def seats_from(self, seat):
        """All seats clockwise, the given one first."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def seats_after(self, seat):
        """All seats clockwise from the next one; the given one comes last."""
        around = self.seats_from(seat)
        return around[1:] + around[:1]

    def legal_moves(self):
        """What the seat to decide may do, in notation."""
        if self.outcome or self.actor is None:
            return set()
        if self.phase == "marks":
            return {f"m{mark}" for mark in self.free_marks()}
        return {self.text(tile, quarters) for tile, quarters in self.placements()}

    def text(self, tile, quarters):
        """A placement by the seat to decide, in notation."""
        return f"{tile:02d}{DIRECTIONS[quarters]}@{name(self.markers[self.actor][0])}"

    def free_marks(self):
        """The start marks on which no marker stands."""
        marks = start_marks(self.board_size)
        return [mark for mark, place in marks.items() if place not in self.markers.values()]

    def placements(self):
        """(tile, quarter turns) of every legal placement."""
        every = [(tile, quarters) for tile in self.hands[self.actor] for quarters in different_turns(tile)]
        safe = [choice for choice in every if not self.loses(*choice)]
        if self.suicide_scope == "hand":
            return safe or every
        kept = {tile for tile, _ in safe}
        return [(tile, quarters) for tile, quarters in every if (tile, quarters) in safe or tile not in kept]

    def loses(self, tile, quarters):
        """Whether the marker of the seat to decide would leave the board."""
        square, point = self.markers[self.actor]
        board = {**self.board, square: (tile, quarters)}
        return self.follow(board, square, point)[0] is None

    def follow(self, board, square, point):
        """Walk from a point of a square along the lines: (where it ends or None off the board, the way).

        The way is a list of (square, point in, point out).
        """
        way = []
        while square in board:
            out = lines_of(*board[square])[point]
            way.append((square, point, out))
            square = (square[0] + STEP[out][0], square[1] + STEP[out][1])
            point = ACROSS[out]
            assert len(way) <= 4 * len(board), "a path that never ends"
            if not (1 <= square[0] <= self.board_size and 1 <= square[1] <= self.board_size):
                return None, way
        return (square, point), way

    # ------------------------------------------------------------------ what is done

    def play(self, text):
        """A start mark `m17`, a placement `12r@c4`, a draw `2+17`, or `2 retire`."""
        if self.outcome:
            raise Refused("the game is over")
        if text.endswith(" retire"):
            self._retire(int(text.split()[0]))
        elif "+" in text:
            seat, tile = text.split("+")
            self._draw(int(seat), int(tile))
        elif text not in self.legal_moves():
            raise Refused(text)
        elif text.startswith("m"):
            self._choose_mark(int(text[1:]))
        else:
            self._place(int(text[:2]), DIRECTIONS.index(text[2]))

    # dealing: every player is dealt a full hand, whatever the order
    def _go_on_dealing(self):
        for seat in self.seats_from(self.first):
            if len(self.hands[seat]) < self.hand_size:
                self.drawer = seat
                return
        self.drawer = None
        self.phase = "marks"
        self._next_to_choose()

    def _next_to_choose(self):
        for seat in self.seats_from(self.first):
            if seat in self.alive and seat not in self.markers:
                self.actor = self.active = seat
                return
        self.phase = "play"
        self._next_turn(self.seats_from(self.first))

    def _choose_mark(self, mark):
        self.markers[self.actor] = start_marks(self.board_size)[mark]
        self._next_to_choose()

    def _place(self, tile, quarters):
        active = self.actor
        forced = self.loses(tile, quarters)
        square = self.markers[active][0]
        self.hands[active].remove(tile)
        self.board[square] = (tile, quarters)

        ways = {}
        entrances = {seat: place for seat, place in self.markers.items() if place[0] == square}
        died = set()
        for seat, (_, point) in entrances.items():
            end, ways[seat] = self.follow(self.board, square, point)
            if end is None:
                died.add(seat)
                del self.markers[seat]
            else:
                self.markers[seat] = end
        self.alive -= died
        for seat in died:
            self.out_in_turn[seat] = self.turns + 1
        dead_holder = self.dragon in died
        self.log.append(
            {
                "active": active,
                "square": square,
                "forced": forced,
                "entrances": {seat: point for seat, (_, point) in entrances.items()},
                "ways": ways,
                "died": set(died),
                "dragon": self.dragon,
            }
        )

        if len(self.alive) <= 1:
            self.turns += 1
            if self.alive:
                self._end(self.alive, "win")
            else:
                self._all_dead(died, active)
            return

        # (1) of the procedure: the dead leave, the dragon goes on, their hands go back
        if dead_holder:
            self._pass_the_dragon_on()
        self._return_hands(died)
        # (2) who draws first
        self.phase = "draw"
        self.actor = None
        if self.dragon is not None:
            first = self.dragon
        else:
            first = next(seat for seat in self.seats_from(active) if seat in self.alive)
        self._queue = self.seats_from(first)  # whose chance to draw it is, in order
        self._go_on_drawing()

    def _pass_the_dragon_on(self):
        dead, self.dragon = self.dragon, None
        if self.dragon_of_the_dead == "next":
            for seat in self.seats_after(dead):
                if seat in self.alive and len(self.hands[seat]) < self.hand_size:
                    self.dragon = seat
                    return

    def _return_hands(self, gone):
        back = set().union(*(self.hands[seat] for seat in gone))
        for seat in gone:
            self.hands[seat] = set()
        if self.returned_tiles == "shuffled":
            self.pile = [set().union(back, *self.pile)]
        else:
            self.pile = [*self.pile, back]

    # (3) and (4)
    def _go_on_drawing(self):
        wanting = [
            seat for seat in self._queue if seat in self.alive and len(self.hands[seat]) < self.hand_size
        ]
        if wanting and self.pile_count() > 0:
            self.drawer = wanting[0]
            return
        if wanting and self.dragon is None:
            self.dragon = wanting[0]
            self.log[-1]["dragon_taken"] = True
        self.drawer = None
        self._end_of_turn()

    def _draw(self, seat, tile):
        if self.phase == "deal":
            if len(self.hands[seat]) >= self.hand_size:
                raise Refused(f"seat {seat} was dealt its hand")
        elif seat != self.drawer:
            raise Refused(f"not seat {seat} but seat {self.drawer} draws")
        if tile not in self.drawable():
            raise Refused(f"tile {tile} cannot come up")
        for layer in self.pile:
            layer.discard(tile)
        self.hands[seat].add(tile)
        if self.phase == "deal":
            self._go_on_dealing()
            return
        if self.dragon == seat:
            self.dragon = None
        # the chance goes round: to the next seat, or (fill) only once this one is full
        if self.draw_round == "one_each" or len(self.hands[seat]) == self.hand_size:
            self._queue = self.seats_after(seat)
        else:
            self._queue = self.seats_from(seat)
        self._go_on_drawing()

    def _end_of_turn(self):
        self.turns += 1
        if self.pile_count() == 0 and not any(self.hands[seat] for seat in self.alive):
            self._end(self.alive, "joint_win")
            return
        if self.turns >= self.turn_limit:
            self._end(set(), "turn_cap")
            return
        self.phase = "play"
        self._next_turn(self.seats_after(self.active))

    def _next_turn(self, order):
        """The first in order that is alive and has a tile to play; the others are skipped (T22).

        When the only seat with tiles retired, nobody can play and nobody may draw: undecided, so stalled.
        """
        for seat in order:
            if seat in self.alive and self.hands[seat]:
                self.actor = self.active = seat
                return
        self._end(set(), "stalled")

    def _retire(self, seat):
        if seat not in self.alive:
            raise Refused(f"seat {seat} is out already")
        if self.phase not in ("marks", "play"):
            raise Refused("not while tiles are drawn")
        self.alive.remove(seat)
        self.markers.pop(seat, None)
        self.out_in_turn[seat] = self.turns + 1
        if len(self.alive) == 1:
            self._end(self.alive, "win")
            return
        if self.dragon == seat:
            self._pass_the_dragon_on()
        self._return_hands({seat})
        if self.phase == "marks":
            self._next_to_choose()
        elif seat == self.actor:
            self._next_turn(self.seats_after(seat))

    def _all_dead(self, died, active):
        if self.last_deaths == "nobody":
            self._end(set(), "draw")
        elif self.last_deaths == "joint":
            self._end(died, "joint_win")
        else:
            others = died - {active}
            self._end(others, "win" if len(others) == 1 else "joint_win")

    def _end(self, winners, kind):
        self.outcome = (tuple(sorted(winners)), kind)
        self.actor = self.drawer = None
        self.phase = "over"
