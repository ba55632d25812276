"""`pnp fonts`: the fonts that a template can name, and the letters that they lack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import console

if TYPE_CHECKING:
    from toolkit.components.folder import Folder

SECTION = "Print"
LETTERS = "ÆØÅæøåÄÖÜäöüßÉéÈèÊêËëÍíÑñÓóÔôÇçŁłŠšŽž£€¥§©°²³½¼¾×÷±→←↑↓–—…“”‘’«»•†★♥♦♣♠"  # noqa: RUF001
"""What is looked for in every font, beside the letters of a game's own tables."""
SHOWN = 24
_SUFFIXES = (".ttf", ".otf", ".ttc", ".woff", ".woff2")


@dataclass(frozen=True, slots=True)
class Listed:
    """One style of a family: how a template names it, its file, and what it lacks (or why it is not used)."""

    family: str
    style: str
    path: Path
    lacks: str = ""
    fault: str = ""


@click.command()
@click.argument("game", type=console.GameType(), metavar="[GAME]", required=False)
@console.json_option
def command(game: console.GameChoice | None, as_json: bool) -> None:
    """List the fonts that templates can name, with the letters that each lacks.

    With GAME, its folder's own font files are listed too, and letters are those of its tables. A template
    names a family (font = "serif", weight = "bold") or a file of the folder (font = "fonts/mine.ttf").

    \b
    Examples:
      pnp fonts
      pnp fonts mygame
    """
    letters = LETTERS
    listed: list[Listed] = []
    if game is not None:
        from toolkit.components.folder import load_folder

        folder = load_folder(game.folder)
        letters = _letters(folder)
        listed += _own(folder, letters)
    listed += _installed(letters)
    if as_json:
        console.write_json([_data(font) for font in listed])
        return
    rows = [(f.family, f.style, f.path.name, f.fault or _short(f.lacks)) for f in listed]
    of = "its tables" if game is not None else "common letters and signs"
    console.out().print(console.table(None, ("font", "style", "file", f"lacks, of {of}"), rows))


def _letters(folder: Folder) -> str:
    """Every character of a game's tables, in all its languages."""
    texts = [folder.title]
    for table in folder.tables.values():
        texts += [str(value) for row in table.rows for value in row.values() if isinstance(value, str)]
        texts += [str(value) for value in table.words.values() if isinstance(value, str)]
    return "".join(sorted({char for text in texts for char in text if not char.isspace()}))


def _own(folder: Folder, letters: str) -> Iterator[Listed]:
    """The font files of a game folder."""
    from toolkit.components.paths import OutsideFolder, within
    from toolkit.drawing.fonts import FontNotFound, open_font

    for path in sorted(folder.path.rglob("*")):
        name = path.relative_to(folder.path)
        if path.suffix.lower() not in _SUFFIXES or any(part.startswith(".") for part in name.parts):
            continue
        try:
            within(folder.path, path)
            yield Listed(name.as_posix(), "", path, open_font(path).missing(letters))
        except (FontNotFound, OutsideFolder) as error:
            yield Listed(name.as_posix(), "", path, fault=str(error).removeprefix(f"{path.name} "))


def _installed(letters: str) -> Iterator[Listed]:
    """The families that come with pnp, in every style that has a file."""
    from toolkit.drawing.fonts import FAMILIES, WEIGHTS, FontNotFound, find_font

    for family in FAMILIES:
        for weight in WEIGHTS:
            for italic in (False, True):
                try:
                    font = find_font(family, weight, italic)
                except FontNotFound:
                    continue
                yield Listed(family, weight + (" italic" if italic else ""), font.path, font.missing(letters))


def _short(lacks: str) -> str:
    return (
        " ".join(lacks) if len(lacks) <= SHOWN else f"{' '.join(lacks[:SHOWN])} and {len(lacks) - SHOWN} more"
    )


def _data(font: Listed) -> dict[str, Any]:
    return {
        "font": font.family,
        "style": font.style,
        "file": str(font.path),
        "lacks": [f"U+{ord(char):04X}" for char in font.lacks],
        "usable": not font.fault,
        "fault": font.fault or None,
    }
