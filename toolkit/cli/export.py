"""`pnp export`: pieces in the form that a shop, a cutter or Tabletop Simulator takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import _pieces as pieces
from toolkit.cli import console
from toolkit.cli.check import completed, require_sound
from toolkit.components.faults import FaultError

if TYPE_CHECKING:
    from toolkit.components.folder import Folder
    from toolkit.press.exports import Exported

SECTION = "Print"

PLACES = ("tts", "tgc", "mpc", "drivethru", "cutter")


@click.command(
    epilog="tts: Tabletop Simulator. tgc: The Game Crafter. mpc: MakePlayingCards. "
    "drivethru: DriveThruCards. cutter: SVG and DXF for cutting machines. "
    "Example: pnp export mygame tgc --only cards -o shop"
)
@console.game_argument
@click.argument("place", type=click.Choice(PLACES), metavar="PLACE")
@pieces.only_option("Export only this kind")
@pieces.where_option
@pieces.lang_option("the words on the pieces")
@pieces.paper_option("cutter: ")
@click.option(
    "--address",
    metavar="URL",
    help="tts: where the pictures will lie, once they are uploaded.  [default: the files that are written]",
)
@console.output_option
@console.json_option
def command(
    game: console.GameChoice,
    place: str,
    only: tuple[str, ...],
    where: str | None,
    lang: str | None,
    paper: str,
    address: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Write the pieces of GAME as PLACE takes them: tts, tgc, mpc, drivethru or cutter.

    What the place does not take (a size, a missing back, too little bleed) is said, all of it, and nothing
    is written.
    """
    from toolkit.press.exports import ExportOrder

    game.refuse_options("export its pieces")
    for name, given, owner in (
        ("--address", address is not None, "tts"),
        ("--paper", paper != "a4", "cutter"),
    ):
        if given and place != owner:
            raise click.UsageError(f"{name} is for {owner} only; leave it out")
    folder = game.read(lang)
    require_sound(folder)
    target = output or console.default_output(folder.id or game.folder.name)
    order = ExportOrder(place, only, where, address, paper)
    exported = _export(folder, order, target)
    for warning in exported.warnings:
        click.echo(str(warning), err=True)
    if as_json:
        console.write_json(as_data(exported))
    else:
        show(exported)


def _export(folder: Folder, order: Any, target: Path) -> Exported:
    """Export, with a progress bar once it has taken more than a second."""
    from toolkit.press.exports import export

    try:
        with console.steps("exporting", "pictures") as step:
            return export(folder, order, target, step)
    except FaultError as error:
        raise completed(folder, error.faults) from None
    except ValueError as error:
        raise console.BadInput(str(error)) from error


def as_data(exported: Exported) -> dict[str, Any]:
    """What was exported, for scripts."""
    return {
        "place": exported.place,
        "title": exported.title,
        "made": [
            {"what": made.what, "pieces": made.pieces, "files": made.files, "size": made.size}
            for made in exported.made
        ],
        "notes": exported.notes,
        "warnings": [fault.as_json() for fault in exported.warnings],
        "paths": [str(path) for path in exported.paths],
    }


def show(exported: Exported) -> None:
    """What was exported and what to do with it, for people."""
    rows = [(made.what, str(made.pieces), str(made.files), made.size) for made in exported.made]
    columns = ("what", "pieces", "files", "size")
    console.out().print(console.table(None, columns, rows, right=("pieces", "files")))
    homes = list(dict.fromkeys(path.parent for path in exported.paths))
    for home in homes:
        here = [path for path in exported.paths if path.parent == home]
        click.echo(str(here[0]) if len(here) == 1 else f"{home}  ({len(here)} files)")
    if exported.notes:
        click.echo()
    for note in exported.notes:
        click.echo(note)
