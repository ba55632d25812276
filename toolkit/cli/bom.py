"""`pnp bom`: what a game is made of, and what printing or ordering it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import _pieces as pieces
from toolkit.cli import console
from toolkit.cli.check import completed, require_sound
from toolkit.components.faults import FaultError, printable

if TYPE_CHECKING:
    from toolkit.components.folder import Folder
    from toolkit.press.bom import Bill
    from toolkit.press.order import Order

SECTION = "Print"


@click.command(epilog='Example: pnp bom mygame --paper letter --only cards --where "count > 1"')
@console.game_argument
@pieces.only_option("Count only this kind")
@pieces.where_option
@pieces.lang_option("the words on the pieces")
@pieces.paper_option()
@pieces.landscape_option
@pieces.ink_option
@console.json_option
def command(
    game: console.GameChoice,
    only: tuple[str, ...],
    where: str | None,
    lang: str | None,
    paper: str,
    landscape: bool,
    ink: str,
    as_json: bool,
) -> None:
    """List what GAME is made of: pieces, sheets, cuts, ink, and what an order at a shop needs."""
    from toolkit.press.order import Order

    game.refuse_options("list its pieces")
    folder = game.read(lang)
    require_sound(folder)
    pieces.ask_for_diagrams(folder)
    order = Order(paper=paper, landscape=landscape, only=only, where=where, ink=ink, language=lang)
    bill = _bill(folder, order)
    if as_json:
        console.write_json(as_data(bill))
    else:
        show(bill)


def _bill(folder: Folder, order: Order) -> Bill:
    """Measure, with a progress bar once it has taken more than a second."""
    from toolkit.press.bom import bill_of

    try:
        with console.steps("measuring", "pages") as step:
            return bill_of(folder, order, step)
    except FaultError as error:
        raise completed(folder, error.faults) from None
    except ValueError as error:
        raise console.BadInput(str(error)) from error


def as_data(bill: Bill) -> dict[str, Any]:
    """The bill of materials, for scripts; ink as shares of the printed sides, 0 to 1."""
    return {
        "title": bill.title,
        "version": bill.version,
        "paper": bill.paper,
        "ink": bill.ink,
        "pieces": bill.pieces,
        "stack_mm": round(bill.stack, 2),
        "kinds": [
            {
                "kind": k.kind,
                "title": k.title,
                "pieces": k.pieces,
                "different": k.different,
                "width_mm": k.width,
                "height_mm": k.height,
                "shape": k.shape,
                "backs": k.backs,
            }
            for k in bill.kinds
        ],
        "sheets": [
            {
                "what": s.what,
                "sheets": s.sheets,
                "sides": s.sides,
                "cuts": s.cuts,
                "ink": dict(zip(("cyan", "magenta", "yellow", "black"), s.ink, strict=True)),
            }
            for s in bill.sheets
        ],
        "shops": [
            {
                "shop": s.shop,
                "title": s.title,
                "size": s.size or None,
                "copies": s.copies,
                "files": s.files,
                "refused": list(s.refused),
            }
            for s in bill.shops
        ],
    }


def show(bill: Bill) -> None:
    """The bill of materials, for people."""
    rows = [
        (k.title, k.pieces, k.different, _size(k.width, k.height, k.shape), "both" if k.backs else "one")
        for k in bill.kinds
    ]
    columns = ("pieces of", "number", "different", "size, mm", "sides")
    console.out().print(console.table(None, columns, rows, right=("number", "different")))
    click.echo(f"{bill.pieces} pieces; on card stock of 0.3 mm they stand {bill.stack:.0f} mm high.\n")
    sheets = [
        (s.what, s.sheets, s.sides, s.cuts or "", *(f"{100 * share:.1f}" for share in s.ink))
        for s in bill.sheets
    ]
    inks = ("cyan %", "magenta %", "yellow %", "black %")
    names = (f"sheets of {bill.paper}", "sheets", "sides", "cuts", *inks)
    console.out().print(console.table(None, names, sheets, right=names[1:]))
    click.echo("Ink is the share of the printed sides that each covers, on average.\n")
    taken, refused = _orders(bill)
    if taken:
        heads = ("order at", "pieces of", "copies", "files", "as")
        console.out().print(console.table(None, heads, taken, right=("copies", "files")))
    if refused:
        shops = list(dict.fromkeys(shop.shop for shop in bill.shops))
        click.echo(f"Neither {', '.join(shops[:-1])} nor {shops[-1]} prints these:")
        for title, why in refused.items():
            click.echo(printable(f"  {title}: {why}"))


def _orders(bill: Bill) -> tuple[list[tuple[str, str, int, str, str]], dict[str, str]]:
    """What to order where, and, by title, why all shops alike refuse the others."""
    words: dict[str, set[str]] = {}
    for shop in bill.shops:
        words.setdefault(shop.title, set()).add("; ".join(shop.refused))
    refused = {title: next(iter(why)) for title, why in words.items() if len(why) == 1 and why != {""}}
    taken = []
    for shop in bill.shops:
        if shop.title not in refused:
            said = f"no: {'; '.join(shop.refused)}" if shop.refused else shop.size
            taken.append((shop.shop, shop.title, shop.copies, str(shop.files or ""), said))
    return taken, refused


def _size(width: float, height: float, shape: str) -> str:
    if shape == "circle":
        return f"{width:g} across"
    return f"{width:g} x {height:g}" + {"hex": " hexagon", "polygon": " polygon"}.get(shape, "")
