"""What the commands share: the game argument, the options that mean the same everywhere, and all output.

A command looks like this::

    SECTION = "Simulate"

    @click.command()
    @console.game_argument
    @console.players_option
    @console.set_option
    @console.json_option
    @console.trust_option
    def command(game: GameChoice, players: int | None, settings: Settings, as_json: bool, trust: bool):
        "One sentence that `pnp --help` shows."
        players, options = game.settle(players, settings)   # refuses what was given twice and differently
        opened = game.open(trust=trust)                     # asks on a terminal, once a folder
        ...

Results go to stdout (`out()`, `write_json`), everything else to stderr (`err()`, `progress`, `show_faults`).
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from toolkit.components.faults import Fault, errors, printable
from toolkit.components.options import OptionFault

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem
    from rich.console import Console
    from rich.table import Table

    from toolkit.api import Game
    from toolkit.components.folder import Folder

_F = TypeVar("_F", bound=Callable[..., Any])
Settings = tuple[tuple[str, str], ...]
"""What `--set NAME=VALUE` gave, in order."""


# --- the game argument
# ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameChoice:
    """A game as it was named on the command line: `dragonpath`, a folder,
    `dragonpath(players=4,board_size=7)`.

    `text` is the name without the parentheses, `folder` its game folder, `players` and `options` what the
    parentheses said.
    """

    text: str
    folder: Path
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def settle(
        self, players: int | None = None, settings: Settings = ()
    ) -> tuple[int | None, dict[str, str | int]]:
        """Number of players (None: not said) and options, from the parentheses, `--players` and `--set`
        together.

        Raises OptionFault for an option that was given twice with different values. Whether an option exists
        and its value is allowed is the game's to say (`Game.resolve`).
        """
        chosen: dict[str, str | int] = {}
        given: list[tuple[str, str | int]] = [*self.options.items(), *settings]
        given += [("players", count) for count in (self.players, players) if count is not None]
        for name, raw in given:
            value = _plain(raw)
            if name in chosen and chosen[name] != value:
                raise OptionFault(f"option {name} is given twice: {chosen[name]} and {value}; leave one out")
            chosen[name] = value
        count = chosen.pop("players", None)
        if count is not None and not isinstance(count, int):
            raise OptionFault(f"players cannot be '{count}'; write a whole number")
        return count, chosen

    def refuse_options(self, doing: str) -> None:
        """BadInput where options were given to a command that only looks at the folder, to `doing` it."""
        if self.options or self.players is not None:
            raise BadInput(f"options of a game say how it is played; leave them out to {doing}")

    def read(self, language: str | None = None) -> Folder:
        """The game's folder, with its faults, in a language; BadInput where it does not have that one."""
        from toolkit.components.folder import load_folder

        try:
            return load_folder(self.folder, language)
        except ValueError as error:
            raise BadInput(str(error)) from error

    def open(self, trust: bool = False) -> Game:
        """The game, ready to play. Code of a folder that is not trusted runs only after a yes (or with
        `trust`).

        Raises FaultError where the folder has errors.
        """
        from toolkit.api import open_game

        if not trust:
            ask_for_trust(self.folder)
        return open_game(self.folder, trust=trust)


class GameType(click.ParamType[GameChoice]):
    """Reads a game argument, and completes the names of the games."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> GameChoice:
        """The game that was named; a usage error where there is none."""
        from toolkit.components.home import GameNotFound, find_game

        if isinstance(value, GameChoice):
            return value
        text, options = parse_game(str(value)) if not Path(str(value)).exists() else (str(value), {})
        try:
            folder = find_game(text)
        except GameNotFound as error:
            raise BadInput(str(error)) from error
        players = options.pop("players", None)
        if players is not None and not re.fullmatch(r"[0-9]{1,3}", players):
            raise BadInput(f"players cannot be '{players}'; write a whole number, as in {text}(players=4)")
        return GameChoice(text, folder, None if players is None else int(players), options)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Bundled games, game folders nearby, and folders in general."""
        from click.shell_completion import CompletionItem

        from toolkit.components.home import bundled_games, nearby_games

        names = [*bundled_games(), *nearby_games(Path.cwd())]
        found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="dir")]


def parse_game(text: str) -> tuple[str, dict[str, str]]:
    """`components.options.parse_name` for a command line: BadInput where it is not of that form."""
    from toolkit.components.options import parse_name

    try:
        return parse_name(text)
    except ValueError as error:
        raise BadInput(str(error)) from None


def _plain(value: str | int) -> str | int:
    """A whole number for text that is one, so that 7 and '07' are the same choice."""
    text = str(value).strip()
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else text


def ask_for_trust(folder: Path) -> bool:
    """Whether code of this game folder may run: always where there is none of its own, else if trusted; asks
    once.

    Asks only on a terminal; elsewhere an untrusted folder is left to `open_game`, which says how to trust it.
    """
    from toolkit.components.folder import MANIFEST
    from toolkit.components.home import is_bundled
    from toolkit.components.tomlfile import read_toml
    from toolkit.components.trust import is_trusted, trust_folder

    own_rules = read_toml(folder / MANIFEST).data.get("rules") == "rules.py"
    if is_bundled(folder) or not own_rules or is_trusted(folder):
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    click.echo(
        f"{printable(str(folder))} has rules of its own (rules.py): "
        "Python code that can do anything you can.",
        err=True,
    )
    if not click.confirm("Run code from this folder, now and later?", default=False, err=True):
        return False
    trust_folder(folder)
    return True


# --- options that mean the same everywhere
# ---------------------------------------------------------------------


class BadInput(click.ClickException):
    """What was given cannot be used; shown as one line, exit status 1."""

    exit_code = 1

    def show(self, file: Any = None) -> None:
        """Print the message to stderr."""
        click.echo(printable(f"error: {self.format_message()}", "\n"), file=file, err=file is None)


def strict(command: click.Command) -> None:
    """Give a command the manners of all: an option of one value may not be given twice with different ones,
    a path may not be empty (it would be the current folder, by mistake), whole numbers are called so.
    """
    single: set[str | None] = set()
    paths: set[str | None] = set()
    for parameter in command.params:
        kind = parameter.type
        if isinstance(kind, click.IntRange):
            parameter.type = _Whole(int(kind.min or 0), None if kind.max is None else int(kind.max))
        if isinstance(parameter, click.Option) and not (parameter.is_flag or parameter.count):
            if not parameter.multiple:
                single.add(parameter.name)
            if isinstance(kind, click.Path):
                paths.add(parameter.name)
    plain: Any = command.make_parser

    def make_parser(ctx: click.Context) -> Any:
        parser = plain(ctx)
        for option in {id(o): o for o in (*parser._short_opt.values(), *parser._long_opt.values())}.values():
            option.process = partial(
                _process, option.process, option, option.dest in single, option.dest in paths
            )
        return parser

    command.make_parser = make_parser  # type: ignore[method-assign]


def _process(
    process: Callable[[Any, Any], None], option: Any, single: bool, path: bool, value: Any, state: Any
) -> None:
    name = max((*option._short_opts, *option._long_opts), key=len)
    before = state.opts.get(option.dest, value)
    if single and before != value:
        raise BadInput(f"{name} is given twice: {before} and {value}; leave one out")
    if path and not str(value).strip():
        raise BadInput(f"{name} is empty; name a file or folder, or write . for the current folder")
    process(value, state)


class _SetType(click.ParamType[tuple[str, str]]):
    name = "NAME=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, chosen = (part.strip() for part in str(value).partition("="))
        if not (name and equals and chosen):
            self.fail(f"'{value}' is not NAME=VALUE, such as board_size=7", param, ctx)
        return name, chosen


class _Whole(click.ParamType[int]):
    """A whole number in a range that help need not show."""

    name = "number"

    def __init__(self, low: int, high: int | None) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value).strip()
        number = int(text) if re.fullmatch(r"-?[0-9]{1,20}", text) else None
        if number is None or number < self.low or (self.high is not None and number > self.high):
            wanted = f"{self.low} or more" if self.high is None else f"from {self.low} to {self.high}"
            self.fail(f"'{value}' is not a whole number {wanted}", param, ctx)
        return number


def game_argument(function: _F) -> _F:
    """Adds GAME; the function gets `game: GameChoice`."""
    return click.argument("game", type=GameType(), metavar="GAME")(function)


def players_option(function: _F) -> _F:
    """Adds `--players N`; the function gets `players: int | None`."""
    kind = _Whole(1, 999)
    return click.option("--players", type=kind, metavar="N", help="Number of players.")(function)


def set_option(function: _F) -> _F:
    """Adds `--set NAME=VALUE` (repeatable); the function gets `settings: Settings`."""
    return click.option(
        "--set",
        "settings",
        type=_SetType(),
        multiple=True,
        metavar="NAME=VALUE",
        help="Choose an option of the game; may be given again for others.",
    )(function)


def seed_option(function: _F) -> _F:
    """Adds `--seed N`; the function gets `seed: int | None`."""
    kind = _Whole(0, 2**63 - 1)
    return click.option("--seed", type=kind, metavar="N", help="Seed: the same seed, the same games.")(
        function
    )


def output_option(function: _F) -> _F:
    """Adds `-o/--output DIR`; the function gets `output: Path | None` (None: `default_output`)."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Folder to write to.  [default: output/<game>]",
    )(function)


def json_option(function: _F) -> _F:
    """Adds `--json`; the function gets `as_json: bool`."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Write JSON to the standard output, and nothing else there."
    )(function)


def bots_option(function: _F) -> _F:
    """Adds `--bots LIST`; the function gets `bots: list[str] | None` (names, as 'greedy' or 'mcts:200')."""

    def split(ctx: click.Context, param: click.Parameter, value: str | None) -> list[str] | None:
        if value is None:
            return None
        names = [name.strip() for name in value.split(",")]
        if not all(names):
            raise click.BadParameter(f"'{value}' has an empty name; write names with commas: greedy,random")
        return names

    return click.option(
        "--bots",
        callback=split,
        metavar="LIST",
        help="Who plays, with commas: greedy, random, mcts:N (N play-outs a decision), or a game's own bot.",
    )(function)


def trust_option(function: _F) -> _F:
    """Adds `--trust`; the function gets `trust: bool`."""
    return click.option(
        "--trust", is_flag=True, help="Trust the game folder's own rules.py without asking, now and later."
    )(function)


def default_output(game_id: str) -> Path:
    """Where a command writes when nothing else was said: `output/<game>`."""
    return Path("output") / game_id


# --- output
# ------------------------------------------------------------------------------------------------------


def out() -> Console:
    """The rich console of the standard output (no colour or control codes when piped or with NO_COLOR)."""
    return _console(False)


def err() -> Console:
    """The rich console of the standard error."""
    return _console(True)


def _console(stderr: bool) -> Console:
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    # a pipe has no width: wide enough that tables are not cut
    width = None if stream.isatty() or "COLUMNS" in os.environ else 120
    return Console(stderr=stderr, width=width, highlight=False, soft_wrap=False)


def table(
    title: str | None,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    right: Sequence[str] = (),
) -> Table:
    """A rich table of plain text (no markup in cells); `right` names the columns aligned to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        made.add_column(Text(name), justify="right" if name in right else "left")
    for row in rows:
        made.add_row(*(Text("" if cell is None else printable(str(cell), "\n")) for cell in row))
    return made


def write_json(value: object) -> None:
    """Write one JSON document to the standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def show_faults(faults: Iterable[Fault]) -> None:
    """Print every fault to stderr, one a line, and how many there were."""
    shown = list(faults)
    for fault in shown:
        click.echo(str(fault), err=True)
    click.echo(count_faults(shown), err=True)


def count_faults(faults: Sequence[Fault]) -> str:
    """'2 errors, 1 warning'."""
    wrong = len(errors(faults))
    doubtful = len(faults) - wrong
    parts = [f"{wrong} error{'' if wrong == 1 else 's'}"] if wrong or not doubtful else []
    if doubtful:
        parts.append(f"{doubtful} warning{'' if doubtful == 1 else 's'}")
    return ", ".join(parts)


class Progress:
    """How far a job is; `advance` may be called from any thread."""

    def advance(self, amount: float = 1) -> None:
        """Some more is done."""


@contextmanager
def progress(what: str, total: float | None, unit: str = "") -> Iterator[Progress]:
    """A progress bar on stderr with rate and time left; nothing at all where stderr is not a terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield Progress()
        return
    from rich.progress import BarColumn, ProgressColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress
    from rich.text import Text

    class Rate(ProgressColumn):
        """How much is done a second."""

        def render(self, task: Any) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "")

    bar = RichProgress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        Rate(),
        TimeRemainingColumn(),
        console=err(),
        transient=True,
    )

    class Shown(Progress):
        def advance(self, amount: float = 1) -> None:
            bar.advance(task, amount)

    with bar:
        task = bar.add_task(what.replace("[", "\\["), total=total)
        yield Shown()


@contextmanager
def steps(what: str, unit: str, after: float = 1.0) -> Iterator[Callable[[int, int], None]]:
    """`step(done, total)` for a job that tells how far it is: a bar once it has taken `after` seconds."""
    started = time.monotonic()
    bar: Progress | None = None
    seen = 0
    with ExitStack() as shown:

        def step(done: int, total: int) -> None:
            nonlocal bar, seen
            if bar is None and time.monotonic() - started >= after:
                bar = shown.enter_context(progress(what, total, unit))
                bar.advance(done)
            elif bar is not None:
                bar.advance(done - seen)
            seen = done

        yield step
