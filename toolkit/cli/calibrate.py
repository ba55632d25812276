"""`pnp calibrate`: how far a printer lays backs off, measured once and kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import _pieces as pieces
from toolkit.cli import console

if TYPE_CHECKING:
    from toolkit.press.printer import Offset

SECTION = "Print"


@click.command(
    epilog="Example: pnp calibrate (print the sheet, read it), then "
    "pnp calibrate --printer Office --x 1.5 --y -0.5 --angle 0.2, then pnp print GAME --printer Office."
)
@click.option("--printer", metavar="NAME", help="The printer that is measured, checked or forgotten.")
@click.option("--x", type=float, metavar="MM", help="Move backs this far to the right.")
@click.option("--y", type=float, metavar="MM", help="Move backs this far down.")
@click.option("--angle", type=float, metavar="DEGREES", help="Turn backs clockwise by this.")
@click.option("--add", is_flag=True, help="Add the readings to what is known of the printer.")
@click.option("--list", "show_list", is_flag=True, help="List the printers that are known.")
@click.option("--delete", is_flag=True, help="Forget the printer.")
@pieces.paper_option()
@pieces.landscape_option
@pieces.flip_option
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for the sheet.  [default: output]",
)
@console.json_option
def command(
    printer: str | None,
    x: float | None,
    y: float | None,
    angle: float | None,
    add: bool,
    show_list: bool,
    delete: bool,
    paper: str,
    landscape: bool,
    flip: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make the sheet that shows how far a printer lays backs off, or save what was read from it.

    The sheet has two pages; what to do with it stands on it. With --printer alone its backs are moved as
    saved, so that one sees whether that is right.
    """
    from toolkit.press.paper import find_paper
    from toolkit.press.printer import Offset, delete_profile, load_profile, save_profile

    measured = any(value is not None for value in (x, y, angle))
    wishes = [
        name
        for name, on in (("--list", show_list), ("--delete", delete), ("--x, --y, --angle", measured))
        if on
    ]
    if len(wishes) > 1:
        raise click.UsageError(f"{wishes[0]} and {wishes[1]} do not go together; use one of them")
    if (delete or measured) and printer is None:
        raise click.UsageError(f"{wishes[0]} needs a printer; add --printer NAME")
    if add and not measured:
        raise click.UsageError("--add needs what was read; add --x, --y or --angle")
    try:
        if show_list:
            _list(as_json)
        elif delete:
            assert printer is not None
            delete_profile(printer)
            _say({"deleted": printer}, f"{printer} is forgotten.", as_json)
        elif measured:
            assert printer is not None
            lies = not find_paper(paper, landscape).upright
            offset = Offset(x or 0.0, y or 0.0, angle or 0.0, flip, lies)
            if add:
                offset = load_profile(printer, lies).plus(offset)
            path = save_profile(printer, offset)
            side = " --landscape" if lies else ""
            said = f"{printer}: {describe(offset)}. Print with{side} --printer {_quoted(printer)}."
            _say({"printer": printer, **_data(offset), "path": str(path)}, said, as_json)
        else:
            _sheet(printer, paper, landscape, flip, output or Path("output"), as_json)
    except ValueError as error:
        raise console.BadInput(str(error)) from error


def describe(offset: Offset) -> str:
    """An offset in words."""
    sideways = f"{abs(offset.x):g} mm {'right' if offset.x >= 0 else 'left'}"
    upright = f"{abs(offset.y):g} mm {'down' if offset.y >= 0 else 'up'}"
    turn = f", turned {abs(offset.angle):g} degrees {'' if offset.angle > 0 else 'anti'}clockwise"
    return f"backs are moved {sideways} and {upright}{turn if offset.angle else ''}"


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _data(offset: Offset) -> dict[str, Any]:
    return {
        "x": offset.x,
        "y": offset.y,
        "angle": offset.angle,
        "flip": offset.flip,
        "landscape": offset.landscape,
    }


def _say(data: dict[str, Any], text: str, as_json: bool) -> None:
    if as_json:
        console.write_json(data)
    else:
        click.echo(text)


def _list(as_json: bool) -> None:
    from toolkit.press.printer import profiles

    known = profiles()
    if as_json:
        console.write_json(
            {"printers": [{"printer": name, **(_data(offset) if offset else {})} for name, offset in known]}
        )
        return
    if not known:
        click.echo("No printer is known yet. `pnp calibrate` makes the sheet to measure one.")
        return
    rows = [
        (name, f"{o.x:g}", f"{o.y:g}", f"{o.angle:g}", o.flip, "landscape" if o.landscape else "upright")
        if o
        else (name, "cannot be read", "", "", "", "")
        for name, o in known
    ]
    columns = ("printer", "x mm", "y mm", "angle", "flip", "pages")
    console.out().print(console.table(None, columns, rows, right=("x mm", "y mm", "angle")))


def _sheet(
    printer: str | None, paper_name: str, landscape: bool, flip: str, folder: Path, as_json: bool
) -> None:
    from toolkit.components.writing import safe_name, write_bytes
    from toolkit.press.calibration import calibration_pdf
    from toolkit.press.paper import find_paper
    from toolkit.press.printer import load_profile

    paper = find_paper(paper_name, landscape)
    applied = load_profile(printer, not paper.upright) if printer else None
    parts = [
        "calibration",
        paper.name,
        *(["landscape"] if landscape else []),
        *([printer] if printer else []),
    ]
    data = calibration_pdf(paper, flip, applied)
    path = write_bytes(folder / f"{safe_name('-'.join(parts))}.pdf", data)
    said = f"{path}\n\nPrint it two-sided at 100 %, turned on the {flip} edge; the sheet says how to read it."
    _say({"path": str(path), "paper": paper.name, "flip": flip}, said, as_json)
