"""How the rules of a game are written down, and the checked form in which the engine holds them.

A game's rules are one module (`rules.py` in its package or folder) of plain Python. It declares:

`NAME`, `VERSION`
    The rules' id and the version that changes when, and only when, their behaviour does.
`COORDINATES`
    A sentence that says how squares and the like are named; it goes into every log.
`PLAYERS`
    The smallest and the largest number of players.
`OPTIONS`
    Name -> a tuple of words, or `(smallest, largest)` for whole numbers, or `(smallest, largest, word, …)`. A
    kernel reads `o.name`: the place of the word in a tuple of words; the number itself; or -1, -2, … for the
    words that stand behind numbers. Defaults and help stand in `game.toml`. The engine adds `o.players` and
    `o.turn_cap`.
`STATE`, `TABLES`
    Fields `(name, "i1"|"i2"|"i4"|"i8", shape)` of the game's part of the state `s` and of the tables `t`.
`DECKS`, `DECK_CAPACITY`, `EVENTS`, `MEASURES`, `SEAT_MEASURES`, `DETAILS`, `WORDS`
    Names of decks (`s.deck[d, i]` and their statistics), of counters `s.event[e]`, of figures
    `s.measure[m]` and `s.seat_measure[m, seat]`, of the details of endings, and plain words for each name.
    A measure whose name ends in `_turn` is the number of a turn, and 0 says that it never came to that.
`BOTS`
    Names of bots that the game itself supplies with the kernel `choose_own`.
`MAX_MOVES`
    The most actions that can be legal at once.
`INLINE` (optional)
    Kernels, of those listed below, that are compiled into whatever calls them. Where a move is a matter of
    nanoseconds, a third of the time goes into calls; for large kernels compilation takes minutes instead.
`SCRATCH`
    The state's fields that kernels only work in: no part of a position.
`HIDDEN`
    The state's fields that hold items nobody (or one seat) has seen, `"deck"` among them.

The kernels `setup deal moves legal propose play chance evaluate redeal finish choose_own` are described in
`toolkit.engine.hooks`; `propose` and `choose_own` may be left out. They are written in the dialect of
`toolkit.engine.dialect`: no imports of numpy, no slices, whole numbers only. The linker
checks them and names file and line.

Beside the kernels stand ordinary functions, in the same module or (for a package) in `notation.py`,
`tables.py`, `view.py` and `positions.py` next to it. In them `s`, `o`, `t` are plain views with the same
fields:

`fill(folder) -> (values, faults)`
    Reads the folder's component tables into `{field: nested lists}` for `TABLES`, with a `Fault` for every
    row the game cannot use.
`complete(players, given) -> {name: value}` (optional)
    Defaults that follow other options: called with the options that were given, returns what others follow
    from them; raises ValueError for options that exclude each other.
`fill_setup(values, players, options) -> values` (optional)
    What else `TABLES` holds when it depends on the options, such as a board's geometry.
`refuse_setup(o, t) -> str`
    Why a game cannot be set up so, or `""`.
`action_text(s, o, t, action) -> str`, `read_action(s, o, t, text) -> int`
    Notation, one text per action and back; `read_action` raises ValueError saying what would be right.
`refusal(s, o, t, action) -> str`
    Why an action that was read is not legal now.
`reveals(s, o, t, action) -> (field, slots, items) | None` (this and the next four: only with hidden items)
    Which hidden item an action shows: one of `items` must lie in one of the index tuples `slots` of `field`.
    With no items nothing is shown, but whether the action is legal rests on what lies there. A list of such
    tuples where an action shows several items.
`forgets(s, o, t, action) -> items` (optional)
    Items that may be anything again after the action, since one of them, nobody saw which, went away.
`hidden_slots(s, o, t) -> [(field, slot), …]`
    Every slot that holds an item which somebody has not seen.
`unseen_draw(s, o, t) -> str`
    The text of the pending chance event when nobody saw what came up; `""` for one that everybody sees.
`physical(s, o, t, action) -> bool` (optional)
    Whether an action that breaks the rules could be carried out all the same, for logs of what people did.
`table_actions(s, o, t) -> [action, …]`
    What people may do out of order (retire); not listed among the legal moves.
`candidates(s, o, t, items, unseen)`, `arrange(s, o, t, action, slots, items)` (optional)
    For logs with unknown items: actions that some deal of `items` would allow (`unseen` as in `lines`), and
    an assignment `{slot: item}` of unseen items that makes an action legal.
`lines(s, o, t, seat, unseen) -> [(label, value), …]`
    What is on the table in words; `seat` is None for all hands, else the one seat whose hand is shown.
    Items in the slots of `unseen` are shown as `?`.
`check_state(s, o, t) -> [str, …]`
    Invariants that do not hold (an item in two places, two markers on one space).
`draw(position, seat) -> Drawing`
    The picture of a position.
`write_position(s, o, t, unseen) -> str`, `read_position(s, o, t, text) -> items` (optional)
    A position as lines that people read and edit, in `positions.py` beside the rules. The engine writes and
    reads the first line, which names the game and its options. `unseen` as in `lines`. `read_position` fills
    a state that was set up and never dealt, returns the hidden items that the text shows (any iterable, or
    None), and raises ValueError naming the line and what would be right. What a text leaves open, such as
    the order of a deck, lies in any order; the engine shuffles the decks of a position that has a seed.
"""

from __future__ import annotations

import hashlib
import importlib
import traceback
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from toolkit.engine.bots import no_own_bot, propose_any
from toolkit.engine.state import Field, Record, record_dtype, row_dtype, state_dtype

KERNELS = (
    "setup",
    "deal",
    "moves",
    "legal",
    "propose",
    "play",
    "chance",
    "evaluate",
    "redeal",
    "finish",
    "choose_own",
)
OPTIONAL_KERNELS = {"propose": propose_any, "choose_own": no_own_bot}

Allowed = tuple[int | str, ...]
"""What an option may be: words, or the smallest and largest whole number and then words."""
_BESIDE = ("notation", "hidden", "tables", "view", "positions")

HOOKS = ("fill", "action_text", "read_action", "refusal", "lines", "check_state")
"""The ordinary functions that every game supplies."""


def _shows_nothing(s: Record, o: Record, t: Record, action: int) -> None:
    """`reveals` for a game in which everything is open."""


def _hides_nothing(s: Record, o: Record, t: Record) -> list[tuple[str, tuple[int, ...]]]:
    """`hidden_slots` for a game in which everything is open."""
    return []


def _is_seen(s: Record, o: Record, t: Record) -> str:
    """`unseen_draw` for a game whose chance events everybody sees."""
    return ""


def _nothing_else(
    s: Record, o: Record, t: Record, items: list[int], unseen: set[tuple[str, tuple[int, ...]]]
) -> list[int]:
    """`candidates` for a game whose legal moves do not depend on what is unseen."""
    return []


OPTIONAL_HOOKS: dict[str, Callable[..., Any]] = {
    "reveals": _shows_nothing,
    "hidden_slots": _hides_nothing,
    "unseen_draw": _is_seen,
    "candidates": _nothing_else,
}
"""What stands in for ordinary functions that a game without hidden items may leave out."""


FOREIGN = "pnp_rules_"
"""How the module names of rules begin that were loaded from a game folder."""


class RulesError(ValueError):
    """A rules module lacks something or declares it wrongly; the message lists every fault."""


@dataclass(frozen=True)
class Rules:
    """A rules module after its declarations were checked."""

    module: types.ModuleType
    name: str
    version: str
    coordinates: str
    players: tuple[int, int]
    options: Mapping[str, Allowed]
    state: tuple[Field, ...]
    tables: tuple[Field, ...]
    decks: tuple[str, ...]
    deck_capacity: int
    events: tuple[str, ...]
    measures: tuple[str, ...]
    seat_measures: tuple[str, ...]
    details: tuple[str, ...]
    words: Mapping[str, str]
    bots: tuple[str, ...]
    scratch: tuple[str, ...]
    max_moves: int
    inline: tuple[str, ...]
    hidden: tuple[str, ...]

    @cached_property
    def state_dtype(self) -> np.dtype[Any]:
        """The record type of a position."""
        return state_dtype(
            self.state,
            len(self.decks),
            self.deck_capacity,
            len(self.events),
            len(self.measures),
            len(self.seat_measures),
        )

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The state's fields that a position's hash covers: no streams, no unseen items, no scratch."""
        left_out = {"stream", "deck", "discard", *self.hidden, *self.scratch}
        return tuple(name for name in self.state_dtype.names or () if name not in left_out)

    @cached_property
    def layout(self) -> str:
        """8 hex digits for the form of the facts: hashes of positions compare only where it is equal."""
        form = [(name, self.state_dtype[name].str, self.state_dtype[name].shape) for name in self.facts]
        return hashlib.sha256(repr(form).encode("utf-8")).hexdigest()[:8]

    @cached_property
    def options_dtype(self) -> np.dtype[Any]:
        """The record type of the options: players, turn_cap, then the game's own, eight bytes each."""
        names = ["players", "turn_cap", *self.options]
        return record_dtype([(name, "i8", ()) for name in names])

    @cached_property
    def tables_dtype(self) -> np.dtype[Any]:
        """The record type of the component tables as the kernels see them."""
        return record_dtype(self.tables)

    @cached_property
    def row_dtype(self) -> np.dtype[Any]:
        """The record type of a simulated game's figures."""
        return row_dtype(len(self.decks), len(self.events), len(self.measures), len(self.seat_measures))

    def option_code(self, name: str, value: int | str) -> int:
        """What a kernel reads for an option's value."""
        allowed = self.options[name]
        if not isinstance(value, str):
            return value
        return allowed.index(value) if isinstance(allowed[0], str) else 1 - allowed.index(value)

    @cached_property
    def kernels(self) -> dict[str, Callable[..., Any]]:
        """The game's kernels by hook name."""
        found = {name: getattr(self.module, name, OPTIONAL_KERNELS.get(name)) for name in KERNELS}
        return {name: kernel for name, kernel in found.items() if kernel is not None}

    @property
    def foreign(self) -> bool:
        """Whether the rules are a folder's own rules.py, which may be faulty in any way."""
        return self.module.__name__.startswith(FOREIGN)

    @contextmanager
    def blame(self, interrupts: bool = False) -> Iterator[None]:
        """Turn what goes wrong inside a folder's own rules into a RulesError that names file and line.

        Refusals (ValueErrors that the engine itself raises) pass, as do faults of rules that came with the
        toolkit, which are ours. With `interrupts`, Ctrl-C in the middle of the rules is such a fault too.
        """
        try:
            yield
        except (Exception, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt) and not interrupts:
                raise
            own = [
                frame
                for frame in traceback.extract_tb(error.__traceback__)
                if frame.filename == self.module.__file__
            ]
            if not self.foreign or not own or isinstance(error, RulesError):
                raise
            said = f"{type(error).__name__}: {error}"
            if isinstance(error, KeyboardInterrupt):
                said = f"interrupted here, in {own[-1].name}; a loop that never ends would hang so"
            raise RulesError(f"{own[-1].filename}:{own[-1].lineno}: {said}") from error

    def has(self, name: str) -> bool:
        """Whether the rules supply the ordinary function `name`."""
        return self._find(name) is not None

    def hook(self, name: str) -> Callable[..., Any]:
        """The ordinary function `name` of the rules, from the module or one beside it.

        Raises:
            RulesError: there is none.
        """
        found = self._find(name) or OPTIONAL_HOOKS.get(name)
        if found is None:
            raise RulesError(f"{self.module.__file__}: the rules of {self.name} define no function {name!r}")
        return found

    def _find(self, name: str) -> Callable[..., Any] | None:
        if name not in self._found:
            self._found[name] = next(
                (
                    # What a module imported, such as the kernel `draw` of a deck, is no hook of its own.
                    found
                    for module in self._modules()
                    if (found := getattr(module, name, None)) is not None
                    and getattr(found, "__module__", None) == module.__name__
                ),
                None,
            )
        return self._found[name]

    @cached_property
    def _found(self) -> dict[str, Callable[..., Any] | None]:
        return {}

    def _modules(self) -> Iterator[types.ModuleType]:
        """The rules module, then those beside it, each imported only when the search gets there."""
        yield self.module
        package = self.module.__package__
        for beside in _BESIDE if package else ():
            try:
                yield importlib.import_module(f"{package}.{beside}")
            except ModuleNotFoundError as error:
                if error.name != f"{package}.{beside}":
                    raise


def read_rules(module: types.ModuleType) -> Rules:
    """Check a rules module's declarations.

    Raises:
        RulesError: every fault, one a line.
    """
    faults: list[str] = []

    def take(name: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
        value = getattr(module, name, default)
        if value is None:
            faults.append(f"{name} is missing")
        elif not isinstance(value, kind):
            faults.append(f"{name} is a {type(value).__name__}; it should be {kind}")
        return value

    declared: dict[str, Any] = {
        "name": take("NAME", str),
        "version": take("VERSION", str),
        "coordinates": take("COORDINATES", str, ""),
        "players": take("PLAYERS", tuple),
        "options": take("OPTIONS", dict, {}),
        "state": take("STATE", tuple),
        "tables": take("TABLES", tuple),
        "decks": take("DECKS", tuple, ()),
        "deck_capacity": take("DECK_CAPACITY", int, 1),
        "events": take("EVENTS", tuple, ()),
        "measures": take("MEASURES", tuple, ()),
        "seat_measures": take("SEAT_MEASURES", tuple, ()),
        "details": take("DETAILS", tuple, ("",)),
        "words": take("WORDS", dict, {}),
        "bots": take("BOTS", tuple, ()),
        "scratch": take("SCRATCH", tuple, ()),
        "max_moves": take("MAX_MOVES", int),
        "inline": take("INLINE", tuple, ()),
        "hidden": take("HIDDEN", tuple, ()),
    }
    for name in KERNELS:
        if name not in OPTIONAL_KERNELS and not isinstance(getattr(module, name, None), types.FunctionType):
            faults.append(f"the kernel {name} is missing")
    inline = declared["inline"]
    for name in inline if isinstance(inline, tuple) else ():  # else that is noted
        if name not in KERNELS:
            faults.append(f"INLINE names {name!r}, which is none of the kernels {', '.join(KERNELS)}")
    if faults:
        raise RulesError("\n".join(f"{module.__file__}: {fault}" for fault in faults))
    rules = Rules(module=module, **declared)
    missing = [name for name in HOOKS if not rules.has(name)]
    if missing:
        where = f"this file, or {', '.join(_BESIDE)} beside it" if module.__package__ else "this file"
        raise RulesError(
            f"{module.__file__}: these functions are missing: {', '.join(missing)}; write them in {where}"
        )
    try:
        _ = (rules.state_dtype, rules.options_dtype, rules.tables_dtype, rules.row_dtype)
    except ValueError as error:
        raise RulesError(f"{module.__file__}: {error}") from None
    return rules
