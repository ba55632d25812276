"""A position of any game, in plain Python: who is to decide, what is legal, play, undo, copy, save.

A position made by `new_position` takes chance from its own streams. One made by `new_table` is for logs:
chance is stated, by the text of what came up or of a draw that nobody saw. An item that was not seen is
exchangeable with every other unseen one: when a log shows which it was, the two swap identities, so that
one engine serves simulation, complete logs and logs of a real table, and the rules know no "unknown".
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from toolkit.engine import bots, hooks
from toolkit.engine.decks import shuffle
from toolkit.engine.dialect import DialectError
from toolkit.engine.link import Linker
from toolkit.engine.playout import begin, step
from toolkit.engine.rules import Rules, RulesError
from toolkit.engine.state import BOT, DEAL, ENDINGS, PLAYING, STREAMS, View, Views, plain_array, view_class

if TYPE_CHECKING:
    from toolkit.drawing.model import Drawing


_P = ParamSpec("_P")
_T = TypeVar("_T")


class IllegalMove(ValueError):
    """A move that the rules refuse; the message says why."""


class NotationError(IllegalMove):
    """A text that names no move; the message says what would be right."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winning seats (from 1), the kind of ending, and what decided it."""

    winners: tuple[int, ...]
    reason: str
    detail: str = ""


class GameLike(Protocol):
    """What a position needs to know of its game."""

    @property
    def id(self) -> str: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def fingerprint(self) -> str: ...
    def name(self, players: int | None = None, options: Mapping[str, object] | None = None) -> str: ...
    def tables_view(self, players: int, options: Mapping[str, int | str]) -> View: ...


def _blaming(method: Callable[Concatenate[Position, _P], _T]) -> Callable[Concatenate[Position, _P], _T]:
    """A method in which faults of a folder's own rules come out as RulesError (see `Rules.blame`)."""

    @wraps(method)
    def wrapped(self: Position, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        with self.game.rules.blame():
            return method(self, *args, **kwargs)

    return wrapped


class PlainKernels:
    """The kernels of one game as plain functions, and room for them to work in.

    Raises:
        RulesError: a folder's own rules leave the kernel dialect or cannot be linked; every fault.
    """

    def __init__(self, rules: Rules) -> None:
        dtypes = {"s": rules.state_dtype, "o": rules.options_dtype, "t": rules.tables_dtype}
        entries = [begin, step, bots.choose, *(getattr(hooks, name) for name in rules.kernels)]
        linker = Linker(rules.kernels, dtypes)
        try:
            linker.collect(entries)
            if rules.foreign:
                linker.check_dialect()
        except DialectError as error:
            raise RulesError(str(error)) from error
        self.call = linker.bind(lambda function: function)
        self.view: Any = view_class(rules.state_dtype)
        self.options_view: Any = view_class(rules.options_dtype)
        self.buf = plain_array([rules.max_moves])
        self.states = Views(rules.state_dtype, 3)

    def options(self, rules: Rules, players: int, options: Mapping[str, int | str]) -> View:
        """The options record: words become their place in the rules' list."""
        record: View = self.options_view(bytearray(rules.options_dtype.itemsize))
        record.players = players
        record.turn_cap = options["turn_cap"]
        for name in rules.options:
            setattr(record, name, rules.option_code(name, options[name]))
        return record


@dataclass
class _Memory:
    state: bytes
    seen: frozenset[int]
    played: int


class Position:
    """A position of a game. Made by `Game.new_position`, `Game.new_table` or `Game.load_position`."""

    def __init__(
        self,
        game: GameLike,
        kernels: PlainKernels,
        players: int,
        options: Mapping[str, int | str],
        first: int = 1,
        seed: int | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.first = first
        self.seed = seed
        self.moves: list[str] = []
        self._k = kernels
        self._o = kernels.options(game.rules, players, options)
        self._t = game.tables_view(players, options)
        self._s: View = kernels.view(bytearray(game.rules.state_dtype.itemsize))
        self._seen: set[int] = set()
        self._past: list[_Memory] = []
        s = self._s
        with game.rules.blame():
            self._set_up()
            kernels.call["begin"](s, self._o, self._t, seed or 0, 0)
            self._run_chance()

    def __repr__(self) -> str:
        outcome = self.outcome
        doing = f"seat {self.actor} to play" if outcome is None else outcome.reason
        if self.chance:
            doing = "chance to be stated"
        return f"<Position of {self.game.id}, {self.players} players, turn {self.turn}, {doing}>"

    # -- what stands ------------------------------------------------------------------------------

    @property
    def state(self) -> View:
        """The state record, for views and tests; change it only through `play`."""
        return self._s

    @property
    def option_record(self) -> View:
        """The options as the kernels see them."""
        return self._o

    @property
    def table_record(self) -> View:
        """The component tables as the kernels see them."""
        return self._t

    @property
    def chance(self) -> bool:
        """Whether the next thing to state is a chance event (only on a table)."""
        return bool(self._s.chance) and self._s.ended == PLAYING

    @property
    def actor(self) -> int:
        """The seat to decide, from 1; 0 when chance is to be stated or the game is over."""
        return 0 if self.chance or self._s.ended != PLAYING else self._s.actor + 1

    @property
    def unseen(self) -> str:
        """The pending chance event as one that nobody saw; empty if none is, or everybody sees it."""
        if not self.chance:
            return ""
        return str(self._hook("unseen_draw")(self._s, self._o, self._t))

    @property
    def turn(self) -> int:
        """Turns completed."""
        return int(self._s.turns)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is on."""
        s = self._s
        if s.ended == PLAYING:
            return None
        winners = tuple(p + 1 for p in range(self.players) if (s.winners >> p) & 1)
        details = self.game.rules.details
        return Outcome(winners, ENDINGS[s.ended], details[s.detail] if s.detail < len(details) else "")

    @_blaming
    def lines(self, seat: int | None = None) -> list[tuple[str, str]]:
        """What is on the table, as (label, value).

        Every hand is shown, or only that of `seat` when one is given; seat 0 is a spectator, who sees none.
        """
        told = self._hook("lines")(
            self._s, self._o, self._t, None if seat is None else seat - 1, set(self.unseen_slots())
        )
        return [(str(label), str(value)) for label, value in told]

    def unseen_slots(self) -> list[tuple[str, tuple[int, ...]]]:
        """The (field, index) of every item whose identity nobody has stated; empty off the table."""
        if self.seed is not None:
            return []
        return [
            (field, slot)
            for field, slot in self._hook("hidden_slots")(self._s, self._o, self._t)
            if getattr(self._s, field)[slot] not in self._seen
        ]

    def state_hash(self) -> str:
        """16 hex digits over the facts of the position (`Rules.facts`).

        Equal positions reached from logs and from simulation have equal hashes: items that no log has
        shown, the order of decks and the random streams are left out.
        """
        h = hashlib.sha256()
        for name in self.game.rules.facts:
            part = getattr(self._s, name)
            h.update(f"{name}={part if isinstance(part, int) else part.tobytes().hex()};".encode())
        return h.hexdigest()[:16]

    @_blaming
    def check(self) -> list[str]:
        """The game's invariants that do not hold; empty for a sound position."""
        return list(self._hook("check_state")(self._s, self._o, self._t))

    # -- moves ------------------------------------------------------------------------------------

    @_blaming
    def legal_moves(self) -> list[str]:
        """Every legal move in notation; on a table also those that unseen items would allow."""
        if self._s.ended != PLAYING:
            return []
        texts = [self._text(action) for action in self._legal_actions()]
        if unseen := self.unseen:
            texts.append(unseen)
        return texts

    @property
    def legal_count(self) -> int:
        """How many legal moves there are."""
        return len(self.legal_moves())

    def action_text(self, action: int) -> str:
        """The notation of one of the engine's action numbers, here and now."""
        return self._text(action)

    @_blaming
    def table_moves(self) -> list[str]:
        """What people may do out of order, such as `2 retire`; not among the legal moves."""
        if not self.game.rules.has("table_actions"):
            return []
        return [self._text(a) for a in self._hook("table_actions")(self._s, self._o, self._t)]

    def is_legal(self, text: str) -> bool:
        """Whether `play(text)` would succeed."""
        probe = self.copy()
        try:
            probe.play(text)
        except IllegalMove:
            return False
        return True

    def play(self, text: str, force: bool = False) -> str:
        """Play a move, a stated chance event or a table move; returns its canonical text.

        With `force`, a move that breaks the rules but can be carried out physically is applied.

        Raises:
            NotationError: the text names no move.
            IllegalMove: the rules refuse it; the message says why. The position is unchanged.
        """
        memory = self._memory()
        try:
            with self.game.rules.blame():
                return self._play(text, force)
        except BaseException:
            self._recall(memory)
            raise

    def undo(self) -> None:
        """Take back the last `play` (or `settle`) and the chance it led to, to the exact bytes.

        Raises:
            IllegalMove: nothing was played.
        """
        if not self._past:
            raise IllegalMove("there is nothing to undo")
        self._recall(self._past.pop())

    def settle(self) -> list[str]:
        """State every pending chance event as one that nobody saw; returns their texts.

        An event that everybody sees stays pending.
        """
        texts: list[str] = []
        while unseen := self.unseen:
            texts.append(self.play(unseen))
        return texts

    @_blaming
    def choose(self, bot: str = "greedy") -> str:
        """The move that a bot would make for the actor, from what its seat has seen.

        The bot's own stream moves on, so asking twice may give two answers.
        """
        kind, budget = parse_bot(bot, self.game.rules.bots)
        if not self.actor:
            raise IllegalMove("no seat is to decide")
        states = self._k.states
        states[0] = self._s
        nodes = budget + 2
        tree, path = plain_array([nodes, bots.COLUMNS]), plain_array([nodes])
        action = self._k.call["choose"](states, self._o, self._t, kind, budget, self._k.buf, tree, path)
        stream = BOT + self._s.actor
        for lane in range(4):
            self._s.stream[stream, lane] = states[0].stream[stream, lane]
        return self._text(action)

    # -- copies -----------------------------------------------------------------------------------

    def copy(self) -> Position:
        """An independent position with the same state, streams and past."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin._s = self._k.view(bytearray(self._s.raw()))
        twin.moves = list(self.moves)
        twin._seen = set(self._seen)
        twin._past = list(self._past)
        return twin

    def save(self) -> str:
        """The position as text for `Game.load_position`; its streams go on where they were."""
        raw = self._s.raw()
        rules = self.game.rules
        return json.dumps(
            {
                "format": "pnp-position",
                "version": 1,
                "game": self.game.id,
                "rules": [rules.name, rules.version],
                "fingerprint": self.game.fingerprint,
                "players": self.players,
                "first": self.first,
                "seed": self.seed,
                "options": self.options,
                "moves": self.moves,
                "seen": sorted(self._seen),
                "state": base64.b64encode(raw).decode("ascii"),
                "sha256": hashlib.sha256(raw).hexdigest(),
            }
        )

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Overwrite the state with that of a parsed `save`.

        Raises:
            ValueError: the saved state is damaged or does not hold together.
        """
        try:
            raw = base64.b64decode(saved["state"], validate=True)
            if hashlib.sha256(raw).hexdigest() != saved["sha256"]:
                raise ValueError("the saved state is damaged: its checksum does not match")
            self._s.restore(raw)
            self._seen = {int(item) for item in saved["seen"]}
            self.moves = [str(text) for text in saved["moves"]]
            faults = self.check()
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError(f"the saved position cannot be read: {error}") from None
        if faults or self._s.players != self.players:
            raise ValueError("the saved position does not hold together: " + "; ".join(faults))
        self._past = []

    @_blaming
    def to_text(self) -> str:
        """The position as text that people can read and edit, for `Game.position_from_text`.

        Raises:
            ValueError: the game has no positions in text.
        """
        if not self.game.rules.has("write_position"):
            raise ValueError(f"{self.game.id} does not write its positions as text")
        hidden = set(self.unseen_slots())
        body = self._hook("write_position")(self._s, self._o, self._t, hidden)
        return f"{self.game.name(self.players, self.options)}\n{str(body).rstrip()}\n"

    @_blaming
    def read_text(self, body: str) -> None:
        """Overwrite the state with what the lines of a position say (see `Game.position_from_text`).

        Raises:
            ValueError: a line that cannot be read, or lines that do not hold together.
        """
        s, o, t = self._s, self._o, self._t
        streams = self._k.view(bytearray(s.raw())).stream
        s.restore(bytes(self.game.rules.state_dtype.itemsize))
        self._set_up()
        for stream in range(STREAMS):
            for lane in range(4):
                s.stream[stream, lane] = streams[stream, lane]
        shown = self._hook("read_position")(s, o, t, body)
        self._seen = {int(item) for item in shown or ()} if self.seed is None else set()
        if self.seed is not None:
            for d in range(len(self.game.rules.decks)):
                shuffle(s, d, DEAL)
        if faults := self.check():
            raise ValueError("the position does not hold together: " + "; ".join(faults))
        self._past = []
        self.moves = []
        self._run_chance()
        self._forget_decks()

    # -- pictures ---------------------------------------------------------------------------------

    @_blaming
    def to_drawing(self, seat: int | None = None) -> Drawing:
        """The board as a drawing in millimetres; `seat` as in `lines`."""
        drawing: Drawing = self._hook("draw")(self, seat)
        return drawing

    def to_svg(self, seat: int | None = None) -> str:
        """The board as an SVG picture; `seat` as in `lines`."""
        from toolkit.drawing.svg import to_svg

        return to_svg(self.to_drawing(seat))

    # -- inside -----------------------------------------------------------------------------------

    def _set_up(self) -> None:
        """Fill the zeroed state with all that is the same in every game."""
        self._s.players = self.players
        self._s.first = self.first - 1
        self._k.call["setup"](self._s, self._o, self._t)

    def _hook(self, name: str) -> Any:
        return self.game.rules.hook(name)

    def _text(self, action: int) -> str:
        return str(self._hook("action_text")(self._s, self._o, self._t, action))

    def _memory(self) -> _Memory:
        return _Memory(self._s.raw(), frozenset(self._seen), len(self.moves))

    def _recall(self, memory: _Memory) -> None:
        self._s.restore(memory.state)
        self._seen = set(memory.seen)
        del self.moves[memory.played :]

    def _play(self, text: str, force: bool) -> str:
        s, o, t = self._s, self._o, self._t
        if s.ended != PLAYING:
            raise IllegalMove("the game is over")
        memory = self._memory()
        unseen = self.unseen
        if unseen and " ".join(text.split()) == unseen:
            action = self._k.call["chance"](s, o, t)
            written = unseen
        else:
            try:
                action = self._hook("read_action")(s, o, t, text)
            except ValueError as error:
                raise NotationError(str(error)) from None
            at_table = self.game.rules.has("table_actions") and action in self._hook("table_actions")(s, o, t)
            if not at_table:
                self._make_fit(action, force)
                if not force and not self._k.call["legal"](s, o, t, action):
                    raise IllegalMove(self._hook("refusal")(s, o, t, action))
                if force and not self._physical(action):
                    raise IllegalMove(self._hook("refusal")(s, o, t, action))
            written = self._text(action)
            self._mark_seen(action)
            if self.game.rules.has("forgets"):
                self._seen.difference_update(self._hook("forgets")(s, o, t, action))
        self._past.append(memory)
        self._k.call["step"](s, o, t, action)
        self.moves.append(written)
        self._run_chance()
        self._forget_decks()
        return str(written)

    def _physical(self, action: int) -> bool:
        """Whether an illegal action could be carried out: it is legal once its reason is set aside."""
        rules = self.game.rules
        if rules.has("physical"):
            return bool(rules.hook("physical")(self._s, self._o, self._t, action))
        return bool(self._k.call["legal"](self._s, self._o, self._t, action))

    def _run_chance(self) -> None:
        if self.seed is None:
            return
        s = self._s
        while s.chance and s.ended == PLAYING:
            action = self._k.call["chance"](s, self._o, self._t)
            self.moves.append(self._text(action))
            self._k.call["step"](s, self._o, self._t, action)

    def _forget_decks(self) -> None:
        """What went back into a deck was shuffled: nobody knows where it lies."""
        if self._seen:
            s = self._s
            for d in range(len(self.game.rules.decks)):
                for i in range(s.deck_size[d]):
                    self._seen.discard(s.deck[d, i])

    def _shown(self, action: int) -> list[tuple[str, list[tuple[int, ...]], list[int]]]:
        """The items that an action shows, each as `reveals` tells of it."""
        shown = self._hook("reveals")(self._s, self._o, self._t, action)
        return [] if shown is None else [shown] if isinstance(shown, tuple) else list(shown)

    def _mark_seen(self, action: int) -> None:
        if self.seed is not None:
            return
        shown: set[int] = set()
        for field, slots, items in self._shown(action):
            lying = (getattr(self._s, field)[slot] for slot in slots)
            shown.update(next(([item] for item in lying if item in items and item not in shown), []))
        self._seen |= shown

    def _make_fit(self, action: int, force: bool) -> None:
        """Swap unseen identities so that `action` can be what happened (only on a table)."""
        if self.seed is not None:
            return
        parts = self._shown(action)
        held: set[int] = set()
        for field, slots, items in parts:
            array = getattr(self._s, field)
            found = next((array[i] for i in slots if array[i] in items and array[i] not in held), None)
            if items and found is None:
                free = [slot for slot in slots if array[slot] not in self._seen and array[slot] not in held]
                wanted = [item for item in items if item not in self._seen and item not in held]
                if not free or not wanted:
                    return
                found = wanted[0]
                self._swap(array[free[0]], found)
            if found is not None:
                held.add(found)
        if not parts or force or self._k.call["legal"](self._s, self._o, self._t, action):
            return
        if not self.game.rules.has("arrange"):
            return
        field, slots, _ = parts[0]
        array = getattr(self._s, field)
        free = [slot for slot in slots if array[slot] not in self._seen and array[slot] not in held]
        unseen = [getattr(self._s, f)[slot] for f, slot in self.unseen_slots()]
        unseen = [item for item in unseen if item not in held]
        chosen = self._hook("arrange")(self._s, self._o, self._t, action, free, unseen)
        for slot, item in (chosen or {}).items():
            self._swap(array[slot], item)

    def _swap(self, one: int, other: int) -> None:
        """Exchange the identities of two unseen items wherever they lie."""
        if one == other:
            return
        for field, slot in self._hook("hidden_slots")(self._s, self._o, self._t):
            array = getattr(self._s, field)
            if array[slot] == one:
                array[slot] = other
            elif array[slot] == other:
                array[slot] = one

    def _legal_actions(self) -> list[int]:
        s, o, t = self._s, self._o, self._t
        if self.seed is None:
            return self._possible_actions()
        if s.chance:
            return [self._k.call["chance"](s, o, t)]
        count = self._k.call["moves"](s, o, t, self._k.buf)
        return [self._k.buf[i] for i in range(count)]

    def _possible_actions(self) -> list[int]:
        """On a table: what some identity of the unseen items would allow."""
        s, o, t = self._s, self._o, self._t
        found: list[int] = []
        if not s.chance:
            count = self._k.call["moves"](s, o, t, self._k.buf)
            found = [self._k.buf[i] for i in range(count)]
            found = [action for action in found if self._hook("reveals")(s, o, t, action) is None]
        slots = set(self.unseen_slots())
        unseen = sorted({getattr(s, field)[slot] for field, slot in slots})
        known = [
            getattr(s, field)[slot]
            for field, slot in self._hook("hidden_slots")(s, o, t)
            if getattr(s, field)[slot] in self._seen
        ]
        actions = self._hook("candidates")(s, o, t, [*known, *unseen], slots)
        memory = self._memory()
        possible = found
        for action in actions:
            self._make_fit(action, force=False)
            if self._k.call["legal"](s, o, t, action):
                possible.append(action)
            self._recall(memory)
        return possible


def parse_bot(name: str, own: Sequence[str] = ()) -> tuple[int, int]:
    """The code and the play-outs a decision of a bot by name; `own` are the names of the game's own bots.

    Raises:
        ValueError: the name is none of these, nor `random`, `greedy` or `mcts:N` with N from 1 to 1,000,000.
    """
    if name in own:
        return bots.OWN + own.index(name), 0
    if name == "random":
        return bots.RANDOM, 0
    if name == "greedy":
        return bots.GREEDY, 0
    head, _, tail = name.partition(":")
    if head == "mcts" and tail.isascii() and tail.isdigit() and 1 <= int(tail) <= 1_000_000:
        return bots.MCTS, int(tail)
    known = ", ".join(["random", "greedy", *own])
    raise ValueError(
        f"there is no bot {name!r}; use {known}, or mcts:N with N play-outs a decision, such as mcts:100"
    )


def parse_bots(names: Sequence[str], players: int, own: Sequence[str] = ()) -> list[tuple[int, int]]:
    """One bot for every seat, or one for each.

    Raises:
        ValueError: the number of names is neither 1 nor `players`, or a name is unknown.
    """
    if len(names) not in (1, players):
        raise ValueError(f"{len(names)} bots for {players} seats; name one for all, or {players}")
    parsed = [parse_bot(name, own) for name in names]
    return parsed * players if len(parsed) == 1 else parsed
