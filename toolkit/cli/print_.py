"""`pnp print`: the components and the rulebook of a game, ready for a printer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import console
from toolkit.cli.check import all_faults, game_faults
from toolkit.components.faults import FaultError, errors

if TYPE_CHECKING:
    from toolkit.components.folder import Folder
    from toolkit.press.job import Printed

SECTION = "Print"

PAPERS = ("a4", "letter")
FORMATS = ("pdf", "svg")
BACKS = ("interleaved", "after", "separate", "none")
FLIPS = ("long", "short")
MARKS = ("crop", "none")


@click.command("print")
@console.game_argument
@click.option(
    "--only",
    multiple=True,
    metavar="KIND",
    help="Print only this kind, or the rulebook; may be given again for others.",
)
@click.option(
    "--paper", type=click.Choice(PAPERS, False), default="a4", show_default=True, help="Size of the paper."
)
@click.option(
    "--format",
    "file_format",
    type=click.Choice(FORMATS),
    default="pdf",
    show_default=True,
    help="PDF, or SVG a page.",
)
@click.option(
    "--backs",
    type=click.Choice(BACKS),
    default="interleaved",
    show_default=True,
    help="Where backs go: after each front, after all fronts, in a file of their own, nowhere.",
)
@click.option(
    "--flip",
    type=click.Choice(FLIPS),
    default="long",
    show_default=True,
    help="Edge over which the printer turns the paper; backs are mirrored to fit.",
)
@click.option(
    "--marks",
    type=click.Choice(MARKS),
    default="crop",
    show_default=True,
    help="Crop marks outside the pieces.",
)
@console.output_option
@console.trust_option
@console.json_option
def command(
    game: console.GameChoice,
    only: tuple[str, ...],
    paper: str,
    file_format: str,
    backs: str,
    flip: str,
    marks: str,
    output: Path | None,
    trust: bool,
    as_json: bool,
) -> None:
    """Print the components and the rulebook of GAME.

    Sheets have crop marks, a ruler and a label; pieces have bleed and are never scaled. Print at 100 %.
    """
    from toolkit.components.folder import load_folder
    from toolkit.press.job import Order, run

    if game.options or game.players is not None:
        raise console.BadInput(
            "options of a game say how it is played; leave them out to print its components"
        )
    folder = load_folder(game.folder)
    _trust(folder, trust)
    if errors([*folder.faults, *game_faults(folder)]):
        raise FaultError(all_faults(folder))
    target = output or console.default_output(folder.id or game.folder.name)
    order = Order(paper, file_format, only, backs, flip, marks)
    with ExitStack() as stack:
        printed = _run(run, folder, target, order, stack)
    if as_json:
        console.write_json(as_data(printed))
    else:
        show(printed)


def _trust(folder: Folder, trust: bool) -> None:
    """Diagrams of a rulebook are drawn by the rules: a folder's own are code, and run only where it is
    trusted.
    """
    if trust:
        from toolkit.components.trust import trust_folder

        trust_folder(folder.path)
    elif any(_has_diagrams(path, folder.path) for path in folder.path.glob("rulebook.*.md")):
        console.ask_for_trust(folder.path)


def _has_diagrams(path: Path, folder: Path) -> bool:
    """Whether a rulebook asks for diagrams; printing it says what is wrong with one that cannot be read."""
    from toolkit.components.reading import Unreadable, read_file
    from toolkit.press.rulebook import MAX_BYTES

    try:
        return b"```diagram" in read_file(path, MAX_BYTES, folder)
    except Unreadable:
        return False


def _run(run: Any, folder: Folder, target: Path, order: Any, stack: ExitStack) -> Printed:
    """Print, with a progress bar once it has taken more than a second."""
    started = time.monotonic()
    bar: list[console.Progress] = []
    seen = 0

    def step(done: int, total: int) -> None:
        nonlocal seen
        if not bar and time.monotonic() - started > 1.0:
            bar.append(stack.enter_context(console.progress("printing", total, "pages")))
            bar[0].advance(done)
        elif bar:
            bar[0].advance(done - seen)
        seen = done

    try:
        printed: Printed = run(folder, target, order, step)
    except FaultError as error:
        # With all that `pnp check` says, so that nobody mends and prints once a fault.
        raise FaultError(dict.fromkeys([*all_faults(folder), *error.faults])) from None
    except ValueError as error:
        raise console.BadInput(str(error)) from error
    return printed


def as_data(printed: Printed) -> dict[str, Any]:
    """What was printed, for scripts."""
    return {
        "title": printed.title,
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
    rows = []
    for file in printed.files:
        sides = "two-sided" if file.two_sided else "one-sided"
        rows.append((file.what, str(file.sheets), sides, str(file.pieces) if file.pieces else ""))
    columns = ("what", "sheets", "print", "pieces")
    console.out().print(console.table(None, columns, rows, right=("sheets", "pieces")))
    # Paths stand below the table, in its order: whole, whatever the width of the window, to be copied.
    for file in printed.files:
        click.echo(_where(file.paths))
    click.echo()
    order = printed.order
    click.echo(
        f"Print at 100 % (no scaling) on {order.paper.upper() if order.paper == 'a4' else order.paper}.",
        nl=False,
    )
    if any(file.two_sided for file in printed.files) and order.backs in ("interleaved", "after"):
        click.echo(f" Two-sided files: turn over on the {order.flip} edge.", nl=False)
    click.echo(" Check the ruler before you cut.")
