"""Options that mean the same wherever pieces are printed, counted or exported; trust in what draws them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from toolkit.cli import console

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from toolkit.components.folder import Folder

FLIPS = ("long", "short")
INKS = ("full", "low", "grey")

_F = TypeVar("_F", bound=Callable[..., Any])
_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class PaperType(click.ParamType[str]):
    """Reads a paper's name or size."""

    name = "paper"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name or size as it was given, if there is such a paper."""
        from toolkit.press.paper import find_paper

        try:
            find_paper(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The papers that have names."""
        from click.shell_completion import CompletionItem

        from toolkit.press.paper import PAPERS

        return [CompletionItem(name) for name in PAPERS if name.startswith(incomplete.lower())]


class Length(click.ParamType[float]):
    """Reads a length in mm, or with its unit (`3`, `3mm`, `0.125in`)."""

    name = "length"

    def __init__(self, most: float) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The length in mm, if it is no more than is allowed."""
        from toolkit.components.sizes import read_length

        length = read_length(str(value))
        if length is None or length > self.most:
            self.fail(f"'{value}' is no length from 0 to {self.most:g} mm, such as 3 or 0.125in", param, ctx)
        return length


def only_option(what: str) -> _Decorator:
    """Adds `--only KIND` (repeatable); `what` is done to only this kind. The function gets `only: tuple[str,
    ...]`.
    """
    text = f"{what}; may be given again for others."
    return click.option("--only", multiple=True, metavar="KIND", help=text)


def where_option(function: _F) -> _F:
    """Adds `--where CONDITION`; the function gets `where: str | None`."""
    return click.option(
        "--where",
        metavar="CONDITION",
        help='Only rows for which this is true, such as "count > 1" or "colour == \'red\'".',
    )(function)


def lang_option(what: str) -> _Decorator:
    """Adds `--lang LANG`, the language of `what`; the function gets `lang: str | None`."""
    return click.option("--lang", metavar="LANG", help=f"Language of {what}.")


def paper_option(what: str = "") -> _Decorator:
    """Adds `--paper PAPER`, with `what` it is for; the function gets `paper: str`."""
    return click.option(
        "--paper",
        type=PaperType(),
        default="a4",
        show_default=True,
        metavar="PAPER",
        help=f"{what}a4, letter, a3, a5, legal, tabloid, or a size: 210x297mm, 12x18in.",
    )


def landscape_option(function: _F) -> _F:
    """Adds `--landscape`; the function gets `landscape: bool`."""
    return click.option("--landscape", is_flag=True, help="Lay the paper on its side.")(function)


def flip_option(function: _F) -> _F:
    """Adds `--flip`; the function gets `flip: str`."""
    return click.option(
        "--flip",
        type=click.Choice(FLIPS),
        default="long",
        show_default=True,
        help="Edge over which the printer turns the paper; backs are mirrored to fit.",
    )(function)


def ink_option(function: _F) -> _F:
    """Adds `--ink`; the function gets `ink: str`."""
    return click.option(
        "--ink",
        type=click.Choice(INKS),
        default="full",
        show_default=True,
        help="low: outlines instead of solid areas; grey: patterns instead of colours.",
    )(function)


def ask_for_diagrams(folder: Folder) -> None:
    """Ask whether the folder's own rules may run, where its rulebook has diagrams, which they draw."""
    if any(_has_diagrams(path, folder.path) for path in folder.path.glob("rulebook.*.md")):
        console.ask_for_trust(folder.path)


def _has_diagrams(path: Path, folder: Path) -> bool:
    """Whether a rulebook asks for diagrams; setting it says what is wrong with one that cannot be read."""
    from toolkit.components.reading import Unreadable, read_file
    from toolkit.press.rulebook import MAX_BYTES

    try:
        return b"```diagram" in read_file(path, MAX_BYTES, folder)
    except Unreadable:
        return False
