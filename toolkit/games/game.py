"""A game that is open: its folder, its rules, its options, and the positions it makes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from toolkit.components.faults import Fault, FaultError
from toolkit.components.folder import Folder
from toolkit.components.options import OptionSpec, check_options, check_players, parse_name
from toolkit.engine.position import PlainKernels, Position
from toolkit.engine.rules import Allowed, Rules, RulesError
from toolkit.engine.runner import Runner
from toolkit.engine.state import View, view_class
from toolkit.games.load import load_rules


class Game:
    """One game folder with its rules, ready to play.

    Args:
        folder: the folder as read.
        trust: run the folder's own rules.py from now on.

    Raises:
        FaultError: the folder or its tables have errors; all of them.
        NoRules, NotTrusted, RulesError: see `toolkit.games.load`.
    """

    def __init__(self, folder: Folder, trust: bool = False) -> None:
        self.folder = folder.require()
        self.rules: Rules = load_rules(folder, trust)
        with self.rules.blame():
            self._values, faults = self.rules.hook("fill")(folder)
        faults = [*faults, *self._option_faults()]
        if any(fault.severity == "error" for fault in faults):
            raise FaultError([*folder.faults, *faults])
        self.faults: list[Fault] = [*folder.faults, *faults]
        self._filled: dict[object, tuple[np.ndarray[Any, Any], View]] = {}
        self._tried: set[str] = set()
        if self.rules.foreign:
            _ = self.kernels  # links them, which finds what is outside the kernel dialect

    def __repr__(self) -> str:
        return f"<Game {self.id}, rules version {self.version}, tables {self.fingerprint}>"

    # -- facts ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The game's id, as in its folder."""
        return self.folder.id

    @property
    def title(self) -> str:
        """The title for people."""
        return self.folder.title

    @property
    def version(self) -> str:
        """The version of the rules; it changes when, and only when, their behaviour does."""
        return self.rules.version

    @property
    def fingerprint(self) -> str:
        """12 hex digits over the contents of the component tables."""
        return self.folder.short_fingerprint

    @property
    def coordinates(self) -> str:
        """How squares and the like are named, in a sentence."""
        return self.rules.coordinates

    @property
    def min_players(self) -> int:
        """The fewest players."""
        return max(self.folder.players[0], self.rules.players[0])

    @property
    def max_players(self) -> int:
        """The most players."""
        return min(self.folder.players[1], self.rules.players[1])

    @property
    def default_players(self) -> int:
        """The number of players when nobody says."""
        return min(max(self.folder.default_players, self.min_players), self.max_players)

    @property
    def decks(self) -> tuple[str, ...]:
        """Names of the decks, in the order of a row's arrays."""
        return self.rules.decks

    @property
    def events(self) -> tuple[str, ...]:
        """Names of the events that are counted."""
        return self.rules.events

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of the game's own measures."""
        return self.rules.measures

    @property
    def seat_measures(self) -> tuple[str, ...]:
        """Names of the measures that every seat has."""
        return self.rules.seat_measures

    @property
    def details(self) -> tuple[str, ...]:
        """Names of the details of endings."""
        return self.rules.details

    @property
    def words(self) -> Mapping[str, str]:
        """Plain English for each name of a deck, event or measure."""
        return self.rules.words

    @property
    def row_dtype(self) -> np.dtype[Any]:
        """The record type of a simulated game's figures."""
        return self.rules.row_dtype

    # -- options ----------------------------------------------------------------------------------

    def resolve(self, players: int | None = None, **options: object) -> tuple[int, dict[str, int | str]]:
        """The number of players and every option, defaults filled in.

        Raises:
            ValueError: an unknown option or a value out of range; the message names what is allowed.
        """
        seats = self.default_players if players is None else players
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise ValueError(f"players is {players!r}; it should be a whole number")
        check_players(self.id, (self.min_players, self.max_players), seats)
        specs = self.folder.options
        chosen = check_options(specs, options)
        full = self._complete(seats, chosen)
        if self.rules.has("refuse_setup"):
            record = self.kernels.options(self.rules, seats, full)
            refused = self.rules.hook("refuse_setup")(record, self.tables_view(seats, full))
            if refused:
                raise ValueError(refused)
        return seats, full

    def name(self, players: int | None = None, options: Mapping[str, object] | None = None) -> str:
        """The canonical name, such as `dragonpath(players=4,board_size=7)`: what is not a default."""
        seats, full = self.resolve(players, **dict(options or {}))
        given: dict[str, int | str] = {}
        for name in self.folder.options:
            # Some defaults follow other options, so ask what the ones named so far would give.
            try:
                same = self._complete(seats, given)[name] == full[name]
            except ValueError:
                same = False
            if not same:
                given[name] = full[name]
        parts = [f"players={seats}", *(f"{name}={value}" for name, value in given.items())]
        return f"{self.id}({','.join(parts)})"

    # -- positions --------------------------------------------------------------------------------

    def new_position(
        self, players: int | None = None, seed: int = 0, first: int = 1, **options: object
    ) -> Position:
        """A game about to begin whose chance comes from the streams of `seed`.

        Args:
            players: seats; the folder's default when None.
            seed: from 0 to 2**63 - 1; the game is number 0 of the run with this seed.
            first: the starting seat, from 1.
            options: by name, as in `game.toml`.

        Raises:
            ValueError: something is unknown or out of range; the message names what is allowed.
        """
        check_seed(seed)
        seats, full = self.resolve(players, **options)
        return Position(self, self.kernels, seats, full, _check_first(first, seats), seed)

    def new_table(self, players: int | None = None, first: int = 1, **options: object) -> Position:
        """A game about to begin whose chance is stated, for logs. Arguments as `new_position`."""
        seats, full = self.resolve(players, **options)
        return Position(self, self.kernels, seats, full, _check_first(first, seats), None)

    def load_position(self, text: str) -> Position:
        """The position that `Position.save` wrote; its streams go on where they were.

        Raises:
            ValueError: the text is damaged, or of another game, rule version or set of tables.
        """
        try:
            saved = json.loads(text)
            if saved["format"] != "pnp-position" or saved["version"] != 1:
                raise ValueError("this is no saved position of a known version")
            if saved["rules"] != [self.rules.name, self.rules.version]:
                raise ValueError(
                    f"saved by rules {saved['rules']}, these are {self.rules.name} {self.version}"
                )
            if saved["fingerprint"] != self.fingerprint:
                raise ValueError("saved with other component tables")
            seats, full = self.resolve(saved["players"], **saved["options"])
            position = Position(
                self, self.kernels, seats, full, _check_first(saved["first"], seats), saved["seed"]
            )
        except (KeyError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"this is no saved position: {error}") from None
        position.restore(saved)
        return position

    def position_from_text(self, text: str, seed: int | None = None, first: int = 1) -> Position:
        """The position that `Position.to_text` wrote, or that a person wrote or edited.

        Its first line is the game with its options, as `Game.name` gives it. Chance is to be stated, or comes
        from the streams of `seed` where one is given. Lines that begin with `#` are comments.

        Raises:
            ValueError: a line that cannot be read (with its number and what would be right), another game,
                or a position that does not hold together.
        """
        if not self.rules.has("read_position"):
            raise ValueError(f"{self.id} does not read positions as text")
        lines = text.splitlines()
        if len(text) > _LONGEST_TEXT:
            raise ValueError(f"a position has at most {_LONGEST_TEXT:,} characters; this has {len(text):,}")
        start = next((i for i, line in enumerate(lines) if line.strip() and not line.startswith("#")), None)
        if start is None:
            raise ValueError(f"the text is empty; its first line names the game, such as {self.name()}")
        named, given = parse_name(lines[start])
        if named != self.id:
            raise ValueError(f"line {start + 1}: this is a position of '{named}', not of {self.id}")
        options: dict[str, object] = dict(given)
        players = options.pop("players", None)
        if players is not None and not str(players).isdecimal():
            raise ValueError(f"line {start + 1}: players is '{players}'; it should be a whole number")
        seats, full = self.resolve(None if players is None else int(str(players)), **options)
        if seed is not None:
            check_seed(seed)
        position = Position(self, self.kernels, seats, full, _check_first(first, seats), seed)
        # Blank lines stand for what was read, so that the game counts lines as the text's author does.
        kept = ["" if i <= start or line.startswith("#") else line for i, line in enumerate(lines)]
        position.read_text("\n".join(kept))
        return position

    def runner(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        bots: list[str] | tuple[str, ...] = ("greedy",),
        seed: int = 1,
        fixed_seats: bool = False,
        boundscheck: bool = False,
    ) -> Runner:
        """Play whole games at machine speed; see `toolkit.engine.runner.Runner`.

        Raises:
            ValueError: options, bots or seed are refused; the message names what is allowed.
        """
        check_seed(seed)
        seats, full = self.resolve(players, **dict(options or {}))
        record = self.kernels.options(self.rules, seats, full)
        if self.rules.foreign:
            self.try_out(seats, **full)
        return Runner(
            self.rules,
            record.raw(),
            self._tables_of(seats, full)[0],
            seats,
            tuple(bots),
            seed,
            fixed_seats=fixed_seats,
            boundscheck=boundscheck,
            table=lambda: Position(self, self.kernels, seats, full, 1, None),
        )

    def try_out(self, players: int | None = None, **options: object) -> None:
        """Play a few games uncompiled, where an index out of its array or a division by zero is noticed.

        Compiled code would write over its neighbours or end the process, so a folder's own rules are tried
        before they are compiled. It is no proof: what these games do not reach is not seen.

        Raises:
            RulesError: what went wrong, with file and line; also where it was interrupted, as a loop that
                never ends is found by whoever loses patience.
        """
        seats, full = self.resolve(players, **options)
        name = self.name(seats, full)
        if name in self._tried:
            return
        for seed, bot in ((1, "random"), (2, "random"), (3, "greedy")):
            position = Position(self, self.kernels, seats, full, 1, seed)
            turn, since = 0, 0
            while position.outcome is None and position.turn < _TRIED_TURNS:
                with self.rules.blame(interrupts=True):
                    position.play(position.choose(bot))
                since = since + 1 if position.turn == turn else 0
                turn = position.turn
                if since == _TRIED_ACTIONS:
                    raise RulesError(
                        f"{self.rules.module.__file__}: {since:,} actions were played and no turn was "
                        "counted: `play` should add 1 to s.turns when a turn is over"
                    )
        self._tried.add(name)

    # -- inside -----------------------------------------------------------------------------------

    @cached_property
    def kernels(self) -> PlainKernels:
        """The rules' kernels as plain functions."""
        return PlainKernels(self.rules)

    def tables_view(self, players: int, options: Mapping[str, int | str]) -> View:
        """The tables record of a set-up for plain kernels."""
        return self._tables_of(players, options)[1]

    def _tables_of(self, players: int, options: Mapping[str, int | str]) -> tuple[np.ndarray[Any, Any], View]:
        """The tables record of a set-up, shape (1,), and a view of a copy of it."""
        depends = self.rules.has("fill_setup")
        key = (players, tuple(sorted(options.items()))) if depends else None
        if key not in self._filled:
            values = self._values
            if depends:
                values = self.rules.hook("fill_setup")(values, players, options)
            record = np.zeros(1, self.rules.tables_dtype)
            for name, value in values.items():
                _store(record[0], name, value)
            make: Any = view_class(self.rules.tables_dtype)
            self._filled[key] = record, make(bytearray(record.tobytes()))
        return self._filled[key]

    def _complete(self, players: int, given: Mapping[str, int | str]) -> dict[str, int | str]:
        """The given options and the defaults of all others, which may follow them."""
        following = self.rules.hook("complete")(players, dict(given)) if self.rules.has("complete") else {}
        return {
            name: given.get(name, following.get(name, spec.default_for(players)))
            for name, spec in self.folder.options.items()
        }

    def _option_faults(self) -> list[Fault]:
        """Options of `game.toml` that the rules do not know, and rules' options that it leaves out."""
        faults: list[Fault] = []

        def fault(message: str) -> None:
            faults.append(Fault("game.toml", None, None, message))

        low, high = self.rules.players
        fewest, most = self.folder.players
        if not low <= fewest <= most <= high:
            said = f"players allows {fewest} to {most}, which the rules cannot play"
            fault(f"{said} (they play {low} to {high})")
        specs = self.folder.options
        if "turn_cap" not in specs:
            fault("[options.turn_cap] is missing; write default = 200, min = 1, max = 10000")
        for name in self.rules.options:
            if name not in specs:
                fault(f"[options.{name}] is missing, which the rules of {self.rules.name} ask for")
        for name, spec in specs.items():
            if name == "turn_cap":
                continue
            if name not in self.rules.options:
                known = ", ".join(self.rules.options)
                fault(f"option '{name}' is unknown to the rules of {self.rules.name}; they have {known}")
            elif outside := _outside(self.rules.options[name], spec):
                fault(f"option '{name}' allows {outside}, which the rules cannot play")
        return faults


_LONGEST_TEXT = 1_000_000
"""Characters of a position in text."""

_TRIED_TURNS = 400
"""Turns after which a game that is tried out is broken off."""
_TRIED_ACTIONS = 10_000
"""Actions within one turn after which such a game is held to go on for ever."""


def check_seed(seed: object) -> None:
    """Refuse a seed that the random streams cannot take.

    Raises:
        ValueError: it is not a whole number from 0 to 2**63 - 1.
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise ValueError(f"the seed is {seed!r}; it should be a whole number from 0 to {2**63 - 1}")


def _check_first(first: object, players: int) -> int:
    if isinstance(first, bool) or not isinstance(first, int) or not 1 <= first <= players:
        raise ValueError(f"the starting seat is {first!r}; it should be 1 to {players}")
    return first


def _outside(allowed: Allowed, spec: OptionSpec) -> str:
    """What an option's values in `game.toml` go beyond; empty if nothing."""
    words = [value for value in allowed if isinstance(value, str)]
    numbers = [value for value in allowed if isinstance(value, int)]
    low, high = (numbers[0], numbers[1]) if numbers else (1, 0)
    beyond = [
        str(value)
        for value in spec.values
        if not (low <= value <= high if isinstance(value, int) else value in words)
    ]
    if spec.min is not None and spec.max is not None and not low <= spec.min <= spec.max <= high:
        beyond.append(f"{spec.min} to {spec.max}" + (f" (they play {low} to {high})" if numbers else ""))
    return ", ".join(beyond)


def _store(record: Any, name: str, value: Any) -> None:
    """Copy nested lists into the first places of a field."""
    if isinstance(value, int):
        record[name] = value
        return
    array = np.array(value, dtype=record[name].dtype)
    record[name][tuple(slice(0, n) for n in array.shape)] = array
