"""A slow, obvious laast, written from the source and the rulings alone, to test the real one against.

Nothing here is shared with the toolkit. A cell is (column, row), counted from 1 at the left and the bottom.
A piece is (seat, 0 or 1): the first or the second that its seat put down. `board` says what lies on a cell:
`covered`, a face, or `hole`; in thoughts about a move also `closed`, a cover left behind that nobody has
turned yet. Chance is told from outside: every draw names its tile, every flip its face.
"""

from collections import Counter

SIDES = {2: 6, 3: 7, 4: 8}
"""Cells a side, by the number of players (D2)."""

SPECIALS = {
    2: {"extra": 2, "tunnel": 2, "bridge": 2, "wall": 1, "question": 2},
    3: {"extra": 3, "tunnel": 2, "bridge": 2, "wall": 2, "question": 3},
    4: {"extra": 4, "tunnel": 4, "bridge": 2, "wall": 3, "question": 3},
}
"""Special tiles on the board, by the number of players; the others are neutral (D3)."""

POOL = {"extra": 4, "tunnel": 4, "bridge": 4, "wall": 4, "move": 4, "lock": 4}
"""Unique tiles for the hands (D5)."""

CARDS = [1, 1, 2, 3]

ON_BOARD = ("extra", "tunnel", "bridge", "wall")
"""Unique tiles that are laid on the board when they are played; the other two leave the game (D62)."""


class Refused(Exception):
    """The rules do not allow it."""


def name(cell):
    """`c4` for the third cell from the left in the fourth row from the bottom."""
    return "abcdefghi"[cell[0] - 1] + str(cell[1])


def way_name(onto, end):
    """`c4`, or `c4>e1` for a step on the tunnel c4 that comes out of the tunnel e1."""
    return name(onto) if onto == end else f"{name(onto)}>{name(end)}"


def beside(cell, cells):
    """The cells in front, behind and beside."""
    column, row = cell
    around = [(column, row + 1), (column, row - 1), (column - 1, row), (column + 1, row)]
    return [other for other in around if other in cells]


class Reference:
    """One game: what lies where, who has to do what, and what happens when they do it."""

    def __init__(
        self,
        players,
        first=1,
        board_side=None,
        hand_limit=4,
        tiles_per_turn=1,
        flipped_neutral="closed",
        question_mark="closed",
        card_value="exact",
        lock_test="remaining",
        tunnel_exit="removed",
        move_opponent_cards=1,
        locked_seat="skip",
        all_stuck="last",
        placement="source",
        idle_rounds=10,
        turn_cap=200,
    ):
        self.seats = [(first - 1 + i) % players + 1 for i in range(players)]  # player 1, player 2, …
        side = board_side or SIDES[players]
        self.hand_limit = hand_limit
        self.tiles_per_turn = tiles_per_turn
        self.enterable = {"covered", "extra", "tunnel", "bridge"}  # D7, D8
        if flipped_neutral == "open":
            self.enterable.add("neutral")
        if question_mark == "open":
            self.enterable.add("question")
        self.at_most = card_value == "at_most"
        self.any_step = lock_test == "any_step"
        self.exits_vanish = tunnel_exit == "removed"
        self.any_card_moves = move_opponent_cards == "any"
        self.skips = locked_seat == "skip"
        self.last_is_tested = all_stuck == "draw"
        self.turn_limit = turn_cap * players
        self.idle_limit = idle_rounds * players
        self.stirred = False  # a tile or a player came or went in this turn
        self.idle = 0  # turns completed since something came or went

        self.cells = [(column, row) for column in range(1, side + 1) for row in range(1, side + 1)]
        self.neighbours = {cell: beside(cell, self.cells) for cell in self.cells}
        self.board = dict.fromkeys(self.cells, "covered")
        self.unseen = Counter(SPECIALS[players])  # faces that nobody has seen, those covered by a tile too
        self.unseen["neutral"] = len(self.cells) - sum(self.unseen.values())
        self.replaced = 0  # covered tiles that left the game unseen
        self.pool = Counter(POOL)
        self.hands = {seat: [] for seat in self.seats}
        self.cards = {seat: list(CARDS) for seat in self.seats}
        self.pieces = {}  # piece -> cell
        self.exits = set()  # pieces that stand where they came out of a tunnel
        self.locked = set()  # pieces that their seat may not move in its next turn
        self.bound = set()  # pieces that the actor may not move in this turn
        self.alive = set(self.seats)
        self.turns = 0
        self.skipped = 0  # turns that locks took away
        self.out_in_turn = {}  # seat -> turns completed when it left
        self.outcome = None  # (winners, kind of ending, detail)

        self.phase = "deal"
        self.actor = first
        self.deals = [seat for seat in self.seats for _ in range(hand_limit)]
        if players == 4 or placement == "snake":  # D50
            self.placing = self.seats[::-1] + self.seats
        else:
            self.placing = self.seats + self.seats
        self.played = 0  # tiles played from the hand in this turn
        self.fired = set()  # extra tiles that have given their step in this turn
        self.mover = None  # the piece that moves
        self.card_steps = 0
        self.extra_steps = 0
        self.flips = []  # covered tiles to turn, one chance event each
        self.leaver = None
        self.last_test = False  # the last seat is being tested once more

    # -- where a piece may go ---------------------------------------------------------------------

    def occupied(self, mover):
        """The cells where other pieces stand."""
        return {cell for piece, cell in self.pieces.items() if piece != mover}

    def left_behind(self, tile, at_exit):
        """What is known of a tile once the piece has left it."""
        if tile == "covered":
            return "closed"
        if at_exit and self.exits_vanish:
            return "hole"
        return tile

    def ways(self, board, others, cell, at_exit):
        """Every single step as (cell stepped on, cell where the piece ends, board after it)."""
        after = dict(board)
        after[cell] = self.left_behind(board[cell], at_exit)
        found = []
        for onto in self.neighbours[cell]:
            if onto in others or after[onto] not in self.enterable:
                continue
            found.append((onto, onto, after))
            if after[onto] == "tunnel":
                for end in self.cells:
                    if after[end] == "tunnel" and end != onto and end not in others:
                        found.append((onto, end, after))
        return found

    def can_finish(self, board, others, cell, at_exit, steps):
        """Whether so many steps can be made from here, unknown faces taken as closed (D61)."""
        if steps == 0:
            return True
        return any(
            self.can_finish(after, others, end, end != onto, steps - 1)
            for onto, end, after in self.ways(board, others, cell, at_exit)
        )

    def card_ways(self, board, piece, steps, exact):
        """The next steps as (onto, end) with so many left on the card."""
        others = self.occupied(piece)
        return [
            (onto, end)
            for onto, end, after in self.ways(board, others, self.pieces[piece], piece in self.exits)
            if not exact or self.can_finish(after, others, end, end != onto, steps - 1)
        ]

    def own(self, seat, bound):
        """The pieces of a seat that it may move."""
        return [piece for piece in sorted(self.pieces) if piece[0] == seat and piece not in bound]

    def able(self, seat, board, bound):
        """Whether a seat can move: with a card that it holds, or with option any_step a single step."""
        for piece in self.own(seat, bound):
            if self.any_step:
                if self.card_ways(board, piece, 1, exact=True):
                    return True
            elif any(self.card_ways(board, piece, n, not self.at_most) for n in set(self.cards[seat])):
                return True
        return False

    # -- what may be done -------------------------------------------------------------------------

    def legal_moves(self):
        """Every decision that may be made now, in notation."""
        return list(self.actions())

    def actions(self):
        """text -> (what it does, with what)."""
        if self.phase == "place":
            standing = self.occupied(None)
            return {name(cell): ("settle", cell) for cell in self.cells if cell not in standing}
        if self.phase == "turn":
            found = self.own_moves()
            if self.played < self.tiles_per_turn:
                found.update(self.hand_tiles())
                found.update(self.locks())
                found.update(self.opponents_moves())
            return found
        if self.phase == "stuck":
            return self.saving_tiles() or {"out": ("out",)}
        if self.phase == "step":
            return self.next_steps()
        if self.phase == "ask":
            return {"draw": ("draw",), "decline": ("decline",)}
        if self.phase == "discard":
            return {f"discard {kind}": ("discard", kind) for kind in set(self.hands[self.actor])}
        return {}

    def own_moves(self):
        """First steps of the actor's own pieces."""
        found = {}
        values = set(self.cards[self.actor])
        for piece in self.own(self.actor, self.bound):
            start = name(self.pieces[piece])
            for value in values:
                for onto, end in self.card_ways(self.board, piece, value, not self.at_most):
                    text = f"{start}-{way_name(onto, end)}:{value}"
                    found[text] = ("walk", piece, onto, end, value, value)
        if not found and self.any_step:
            for piece in self.own(self.actor, self.bound):
                start = name(self.pieces[piece])
                for onto, end in self.card_ways(self.board, piece, 1, exact=True):
                    for value in values:
                        text = f"{start}-{way_name(onto, end)}:{value}"
                        found[text] = ("walk", piece, onto, end, value, 1)
        return found

    def hand_tiles(self):
        """Tiles that the actor may lay on the board: none of them may lock the actor in (D19)."""
        found = {}
        standing = self.occupied(None)
        for kind in set(self.hands[self.actor]) & set(ON_BOARD):
            places = {"neutral"} if kind == "bridge" else {"covered", "neutral"}
            for cell in self.cells:
                if cell in standing or self.board[cell] not in places:
                    continue
                if self.able(self.actor, {**self.board, cell: kind}, self.bound):
                    found[f"{kind}@{name(cell)}"] = ("lay", kind, cell)
        return found

    def saving_tiles(self):
        """Tiles that let a stuck actor move; they must be among those that a turn allows (D46)."""
        return self.hand_tiles() if self.played < self.tiles_per_turn else {}

    def locks(self):
        """Pieces on which a lock may be put: any (D40)."""
        if "lock" not in self.hands[self.actor]:
            return {}
        return {f"lock {name(cell)}": ("lock", piece) for piece, cell in self.pieces.items()}

    def opponents_moves(self):
        """First steps of an opponent's piece, with a card of the actor (D42, D45); D11 is about any card."""
        found = {}
        if "move" not in self.hands[self.actor]:
            return found
        for piece in self.pieces:
            if piece[0] == self.actor:
                continue
            for value in set(self.cards[self.actor]):
                if value != 1 and not self.any_card_moves:
                    continue
                for onto, end in self.card_ways(self.board, piece, value, not self.at_most):
                    text = f"move {name(self.pieces[piece])}-{way_name(onto, end)}:{value}"
                    found[text] = ("push", piece, onto, end, value)
        return found

    def next_steps(self):
        """How the piece that moves may go on."""
        if self.card_steps:
            ways = self.card_ways(self.board, self.mover, self.card_steps, not self.at_most)
        else:
            ways = self.card_ways(self.board, self.mover, 1, exact=True)
        found = {way_name(onto, end): ("step", onto, end) for onto, end in ways}
        if self.card_steps and self.at_most:
            found["stop"] = ("stop",)
        return found

    def table_moves(self):
        """Who may get up now, or that nobody saw what was discarded. The last one left does not get up."""
        if self.phase == "discard":
            return ["discard ?"]
        if self.phase not in ("turn", "stuck") or self.last_test:
            return []
        return [f"{seat} retire" for seat in sorted(self.alive)]

    def chances(self):
        """Every chance event that could be stated now; none when somebody has to decide."""
        if self.phase in ("deal", "drawing"):
            seat = self.deals[0] if self.phase == "deal" else self.actor
            return [f"{seat}+{kind}" for kind in self.pool if self.pool[kind]]
        if self.phase in ("flip", "leave"):
            return [f"flip {name(self.flips[0])}={kind}" for kind in self.unseen if self.unseen[kind]]
        return []

    # -- what happens -----------------------------------------------------------------------------

    def play(self, text):
        """One decision, chance event or somebody who gets up."""
        if text in self.chances():
            self._chance(text)
        elif text.endswith("retire") and text in self.table_moves():
            self._leave(int(text.split()[0]))
        else:
            action = self.actions().get(text)
            if action is None:
                raise Refused(text)
            getattr(self, "_" + action[0])(*action[1:])

    def _chance(self, text):
        if self.phase in ("deal", "drawing"):
            seat, kind = text.split("+")
            self.pool[kind] -= 1
            self.hands[int(seat)].append(kind)
            if self.phase == "deal":
                del self.deals[0]
                if not self.deals:
                    self.phase = "place"
                    self.actor = self.placing[0]
            elif len(self.hands[self.actor]) > self.hand_limit:
                self.phase = "discard"
            else:
                self._go_on()
            return
        cell, kind = self.flips.pop(0), text.split("=")[1]
        self.stirred = True
        self.unseen[kind] -= 1
        self.board[cell] = kind
        if self.phase == "leave":
            self._left()
        else:
            self._revealed(cell, kind)

    def _settle(self, cell):
        seat = self.placing.pop(0)
        self.pieces[seat, int((seat, 0) in self.pieces)] = cell
        if self.placing:
            self.actor = self.placing[0]
        else:
            self._start_turn(self.seats[0])

    def _start_turn(self, seat):
        self.actor = seat
        self.played = 0
        self.fired = set()
        self.bound = {piece for piece in self.locked if piece[0] == seat}
        self.locked -= self.bound
        self._test()

    def _test(self):
        """At the start of a turn: can the actor move, is it skipped, or stuck (D39, D46)?"""
        if self.able(self.actor, self.board, self.bound):
            self.phase = "turn"
        elif self.skips and self.able(self.actor, self.board, set()):
            self.skipped += 1
            self._start_turn(self._next_seat())
        else:
            self.phase = "stuck"

    def _next_seat(self):
        at = self.seats.index(self.actor)
        return next(seat for seat in self.seats[at + 1 :] + self.seats[: at + 1] if seat in self.alive)

    def _lay(self, kind, cell):
        if self.board[cell] == "covered":
            self.replaced += 1  # D21
        self.hands[self.actor].remove(kind)
        self.stirred = True
        self.board[cell] = kind
        self.played += 1
        if self.last_test:
            self._end({self.actor}, "win", "last able to move")
        else:
            self.phase = "turn"

    def _lock(self, piece):
        self.hands[self.actor].remove("lock")
        self.stirred = True
        self.locked.add(piece)
        self.played += 1

    def _push(self, piece, onto, end, value):
        self.hands[self.actor].remove("move")
        self.stirred = True
        self._begin(piece, onto, end, value, value)

    def _walk(self, piece, onto, end, value, steps):
        self._begin(piece, onto, end, value, steps)

    def _begin(self, piece, onto, end, value, steps):
        cards = self.cards[self.actor]
        cards.remove(value)
        if not cards:
            cards.extend(CARDS)  # D15
        self.mover, self.card_steps, self.extra_steps = piece, steps, 0
        self._step(onto, end)

    def _step(self, onto, end):
        start = self.pieces[self.mover]
        was_exit = self.mover in self.exits
        self.exits.discard(self.mover)
        self.pieces[self.mover] = end
        if end != onto:
            self.exits.add(self.mover)
        if self.card_steps:
            self.card_steps -= 1
        else:
            self.extra_steps -= 1
        if self.board[start] == "covered":
            self.flips = [start]
            self.phase = "flip"
            return
        left = self.left_behind(self.board[start], was_exit)
        self.stirred = self.stirred or left != self.board[start]
        self.board[start] = left
        self._go_on()

    def _stop(self):
        self.card_steps = 0
        self._go_on()

    def _revealed(self, cell, kind):
        """What a face does that came up behind the piece."""
        if kind == "extra":
            self.extra_steps += 1
            self.fired.add(cell)
        if kind == "question" and sum(self.pool.values()):
            self.phase = "ask"
        else:
            self._go_on()

    def _draw(self):
        self.phase = "drawing"

    def _decline(self):
        self._go_on()

    def _discard(self, kind):
        self.hands[self.actor].remove(kind)
        self._go_on()

    def _go_on(self):
        """The next step of the move: of the card, then extra ones; or the end of the turn."""
        if self.card_steps:
            if self.card_ways(self.board, self.mover, self.card_steps, not self.at_most):
                self.phase = "step"
                return
            assert self.at_most, "a card was begun that could not be completed"
            self.card_steps = 0
        cell = self.pieces[self.mover]
        if not self.extra_steps and self.board[cell] == "extra" and cell not in self.fired:
            self.fired.add(cell)
            self.extra_steps = 1
        if self.extra_steps and self.card_ways(self.board, self.mover, 1, exact=True):
            self.phase = "step"
            return
        self.extra_steps = 0  # D30
        self.mover = None
        self.turns += 1
        self.idle = 0 if self.stirred else self.idle + 1
        self.stirred = False
        if self.idle_limit and self.idle >= self.idle_limit:  # D64
            self._end(set(), "stalled", "nothing changes any more")
        elif self.turns >= self.turn_limit:
            self._end(set(), "turn_cap", "")
        else:
            self._start_turn(self._next_seat())

    def _out(self):
        if self.last_test:
            self._end(set(), "draw", "all stuck")
        else:
            self._leave(self.actor, stuck=True)

    def _leave(self, seat, stuck=False):
        """A seat is out: its pieces go, covered tiles under them are turned, its hand is gone (D47, D48)."""
        self.leaver = (seat, stuck)
        self.alive.remove(seat)
        self.stirred = True
        self.out_in_turn[seat] = self.turns
        under = [self.pieces.pop((seat, which)) for which in (0, 1)]
        self.flips = [cell for cell in under if self.board[cell] == "covered"]
        for pieces in (self.exits, self.locked, self.bound):
            pieces -= {(seat, 0), (seat, 1)}
        self.hands[seat] = []
        self.phase = "leave"
        self._left()

    def _left(self):
        """Once every tile under the pieces is turned: who goes on."""
        if self.flips:
            return
        seat, stuck = self.leaver
        if len(self.alive) == 1:
            (last,) = self.alive
            if not stuck:
                self._end({last}, "win", "the others retired")
            elif not self.last_is_tested or self.able(last, self.board, set()):
                self._end({last}, "win", "last able to move")
            else:
                self.actor, self.last_test, self.phase = last, True, "stuck"
                self.played, self.bound = 0, set()
        elif seat != self.actor:
            self._test()
        else:
            self._start_turn(self._next_seat())

    def _end(self, winners, kind, detail):
        self.phase = "over"
        self.actor = None
        self.outcome = (tuple(sorted(winners)), kind, detail)
