"""`pnp print`: the components and the rulebook of a game, ready for a printer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import _pieces as pieces
from toolkit.cli import console
from toolkit.cli.check import completed, require_sound
from toolkit.components.faults import FaultError, printable

if TYPE_CHECKING:
    from toolkit.components.folder import Folder
    from toolkit.press.job import Printed

SECTION = "Print"

FORMATS = ("pdf", "svg", "png")
BACKS = ("interleaved", "after", "separate", "gutterfold", "none")
MARKS = ("crop", "corner", "full", "none")
PACKS = ("auto", "grid")


@click.command("print")
@console.game_argument
@pieces.only_option("Print only this kind, or the rulebook")
@pieces.where_option
@click.option(
    "--changed-since",
    metavar="REF",
    help="Print only what is new or changed since REF (the folder or manifest.json of an earlier print, or a "
    "git revision), and a page that names what to throw away.",
)
@pieces.lang_option("the texts and the rulebook")
@pieces.paper_option()
@pieces.landscape_option
@click.option(
    "--margin",
    type=pieces.Length(100.0),
    default=6.35,
    show_default=True,
    metavar="MM",
    help="Kept free along the paper's edge.",
)
@click.option(
    "--gap",
    type=pieces.Length(100.0),
    metavar="MM",
    help="Between pieces: 0, so that one cut parts two pieces, or at least twice the bleed.  "
    "[default: 0 for rectangles, twice the bleed for others]",
)
@click.option(
    "--bleed",
    type=pieces.Length(20.0),
    metavar="MM",
    help="How far pieces go on beyond their cuts.  [default: as templates say]",
)
@click.option(
    "--marks",
    type=click.Choice(MARKS),
    default="crop",
    show_default=True,
    help="What to cut along: marks outside the pieces, at their corners, whole lines, nothing.",
)
@click.option(
    "--backs",
    type=click.Choice(BACKS),
    default="interleaved",
    show_default=True,
    help="Where backs go: after each front, after all fronts, in a file of their own, beyond a fold on the "
    "same side, nowhere.",
)
@pieces.flip_option
@click.option(
    "--printer",
    metavar="PROFILE",
    help="Move backs by what `pnp calibrate` has saved for this printer.",
)
@click.option(
    "--pack",
    type=click.Choice(PACKS),
    default="auto",
    show_default=True,
    help="Whether different sizes share sheets: where it saves paper, or never.",
)
@pieces.ink_option
@click.option(
    "--mark-revision",
    is_flag=True,
    help="Print a small mark on every piece (id, revision, tables), so that old copies can be told.",
)
@click.option(
    "--format",
    "file_format",
    type=click.Choice(FORMATS),
    default="pdf",
    show_default=True,
    help="PDF, SVG a page, or PNG a face at 300 dpi.",
)
@console.output_option
@console.trust_option
@console.json_option
def command(
    game: console.GameChoice,
    output: Path | None,
    trust: bool,
    as_json: bool,
    file_format: str,
    only: tuple[str, ...],
    lang: str | None,
    **choices: Any,
) -> None:
    """Print the components and the rulebook of GAME.

    Sheets have marks to cut along, a ruler and a label; pieces have bleed and are never scaled: what is
    larger than the paper is laid over several pages. Print at 100 %. The folder also gets a manifest.json,
    from which a later print tells what has changed.

    \b
    Examples:
      pnp print dragonpath
      pnp print dragonpath --only tiles --paper letter --backs gutterfold
      pnp print mygame --paper 12x18in --gap 6.35 --bleed 3.175 --marks corner
      pnp print mygame --where "colour == 'red'" --ink low
      pnp print mygame --changed-since output/mygame
      pnp print mygame --changed-since HEAD~1
    """
    from toolkit.press.job import run
    from toolkit.press.order import Order

    game.refuse_options("print its components")
    folder = game.read(lang)
    _trust(folder, trust)
    require_sound(folder)
    target = output or console.default_output(folder.id or game.folder.name)
    order = Order(format=file_format, only=only, language=lang, **choices)
    printed = _run(run, folder, target, order)
    for fault in folder.untranslated if lang is not None else ():
        click.echo(str(fault), err=True)
    if as_json:
        console.write_json(as_data(printed))
    else:
        show(printed)


def _trust(folder: Folder, trust: bool) -> None:
    """Run the folder's own rules if the user says so, or has."""
    if trust:
        from toolkit.components.trust import trust_folder

        trust_folder(folder.path)
    else:
        pieces.ask_for_diagrams(folder)


def _run(run: Any, folder: Folder, target: Path, order: Any) -> Printed:
    """Print, with a progress bar once it has taken more than a second."""
    try:
        with console.steps("printing", "pages") as step:
            printed: Printed = run(folder, target, order, step)
    except FaultError as error:
        raise completed(folder, error.faults) from None
    except ValueError as error:
        raise console.BadInput(str(error)) from error
    return printed


def as_data(printed: Printed) -> dict[str, Any]:
    """What was printed, for scripts."""
    changes = printed.changes
    return {
        "title": printed.title,
        "manifest": None if printed.manifest is None else str(printed.manifest),
        "changes": None
        if changes is None
        else {
            "new": len(changes.new),
            "old": [
                {"kind": old.kind, "id": old.id, "copies": old.copies, "why": old.why} for old in changes.old
            ],
        },
        "notes": printed.notes,
        "paper": printed.order.paper,
        "format": printed.order.format,
        "files": [
            {
                "paths": [str(path) for path in file.paths],
                "what": file.what,
                "pages": file.pages,
                "sheets": file.sheets,
                "pieces": file.pieces,
                "two_sided": file.two_sided,
            }
            for file in printed.files
        ],
    }


def _where(paths: Sequence[Path]) -> str:
    """The path of a file, or a pattern that stands for all files of a set and no others."""
    if len(paths) == 1:
        return str(paths[0])
    first, last = min(path.name for path in paths), max(path.name for path in paths)
    same = next(i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    start = first[:same].rstrip("0123456789")
    return f"{paths[0].with_name(start + '*' + paths[0].suffix)}  ({len(paths)} files)"


def show(printed: Printed) -> None:
    """What was printed and what to do with it, for people."""
    if not printed.files:
        for note in printed.notes:
            click.echo(printable(note))
        return
    rows = []
    for file in printed.files:
        sides = "two-sided" if file.two_sided else "one-sided" if file.sheets else "pictures"
        rows.append((file.what, str(file.sheets or ""), sides, str(file.pieces) if file.pieces else ""))
    columns = ("what", "sheets", "print", "pieces")
    console.out().print(console.table(None, columns, rows, right=("sheets", "pieces")))
    # Paths stand below the table, in its order: whole, whatever the width of the window, to be copied.
    for file in printed.files:
        click.echo(_where(file.paths))
    click.echo()
    order = printed.order
    if printed.changes is not None:
        new, old = len(printed.changes.new), sum(piece.copies for piece in printed.changes.old)
        click.echo(printable(f"Since {order.changed_since}: {new} to cut, {old} to throw away."))
    for note in printed.notes:
        click.echo(printable(note))
    if order.format == "png":
        return
    name = order.paper.upper() if re.fullmatch(r"a[0-9]", order.paper) else order.paper
    side = ", landscape" if order.landscape else ""
    click.echo(f"Print at 100 % (no scaling) on {name}{side}.", nl=False)
    if any(file.two_sided for file in printed.files) and order.backs in ("interleaved", "after"):
        click.echo(f" Two-sided files: turn over on the {order.flip} edge.", nl=False)
    # A rulebook or a list of what to throw away has neither a ruler nor lines to cut.
    click.echo(" Check the ruler before you cut." if any(file.pieces for file in printed.files) else "")
