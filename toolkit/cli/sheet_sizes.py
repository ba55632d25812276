"""`pnp sheet-sizes`: papers, cards and shops, in millimetres and pixels."""

from __future__ import annotations

from typing import Any

import click

from toolkit.cli import console
from toolkit.components.sizes import DPI, EIGHTH, SHOPS, SIZES, find_size, to_pixels

SECTION = "Print"


@click.command("sheet-sizes")
@console.json_option
def command(as_json: bool) -> None:
    """List the papers, the sizes that have a name, and what shops ask for.

    \b
    A size goes into game.toml by its name:
      [kinds.cards]
      size = "poker"
    Behind -landscape it lies on its side: size = "poker-landscape". A paper goes to --paper.

    Example: pnp sheet-sizes
    """
    from toolkit.press.paper import PAPERS

    papers = [(paper.name, paper.width, paper.height) for paper in PAPERS.values()]
    if as_json:
        console.write_json(as_data(papers))
        return
    out = console.out()
    right = ("mm", f"px at {DPI} dpi", "with 1/8 in bleed", "inches", "bleed mm", "picture px")
    rows: list[tuple[object, ...]] = [
        (name, _pair(width, height), _inches(width, height)) for name, width, height in papers
    ]
    out.print(console.table("Papers", ("name", "mm", "inches"), rows, right))
    rows = [
        (
            ", ".join((size.name, *size.also)),
            _pair(size.width, size.height),
            _inches(size.width, size.height),
            _pair(*size.pixels()),
            _pair(*size.pixels(EIGHTH)),
            "" if size.shape == "rect" else size.shape,
        )
        for size in SIZES
    ]
    columns = ("name", "mm", "inches", f"px at {DPI} dpi", "with 1/8 in bleed", "shape")
    out.print(console.table("Cards, tiles and counters", columns, rows, right))
    shops = [(shop.title, shop.card, f"{shop.bleed:.4g}", _pair(*shop.pixels), shop.order) for shop in SHOPS]
    heads = ("shop", "its usual card", "bleed mm", "picture px", "wants")
    out.print(console.table("Shops", heads, shops, right))


def as_data(papers: list[tuple[str, float, float]]) -> dict[str, Any]:
    """All sizes, for scripts: mm, and pixels at 300 dpi."""
    return {
        "papers": [
            {"name": name, "mm": [width, height], "px": [to_pixels(width), to_pixels(height)]}
            for name, width, height in papers
        ],
        "sizes": [
            {
                "name": size.name,
                "also": list(size.also),
                "shape": size.shape,
                "mm": [size.width, size.height],
                "px": list(size.pixels()),
                "px_with_bleed": list(size.pixels(EIGHTH)),
            }
            for size in SIZES
        ],
        "shops": [
            {
                "name": shop.name,
                "title": shop.title,
                "card": shop.card,
                "mm": [find_size(shop.card).width, find_size(shop.card).height],
                "bleed": round(shop.bleed, 3),
                "safe": round(shop.safe, 3),
                "px_with_bleed": list(shop.pixels),
                "wants": shop.order,
            }
            for shop in SHOPS
        ],
    }


def _pair(width: float, height: float) -> str:
    return f"{width:g} x {height:g}"


def _inches(width: float, height: float) -> str:
    return f"{width / 25.4:.3g} x {height / 25.4:.3g}"
