"""DriveThruCards: one PDF a card size, pages in the order back 1, front 1, back 2, front 2, …, in CMYK.

Every page has 1/8 inch of bleed around its TrimBox and no lines to cut along; fonts are embedded; no place
has more than 240 % of ink (`toolkit.drawing.cmyk` says how).
"""

from __future__ import annotations

from toolkit.components.faults import Fault
from toolkit.components.sizes import EIGHTH
from toolkit.components.writing import safe_name
from toolkit.drawing.cmyk import CmykWriter
from toolkit.drawing.geometry import translate
from toolkit.drawing.model import Drawing, Symbol, Use
from toolkit.drawing.pdf import Metadata
from toolkit.press.exports.checks import check_cards, matching
from toolkit.press.exports.goods import Goods, upright
from toolkit.press.exports.orders import Exported, ExportOrder, Made, Step
from toolkit.press.exports.stage import Stage
from toolkit.press.pieces import Piece

SIZES = ("poker", "bridge", "tarot", "mini", "square", "square-3.5in", "business", "jumbo")
"""Cards that the shop prints. Sizes change: its own list is the last word."""

BLEED = EIGHTH
LARGEST = 100_000_000
"""Shops refuse larger files, bytes."""


def check(goods: Goods, exported: Exported) -> list[Fault]:
    """What the shop would not take."""
    return check_cards(goods, exported, SIZES, BLEED, EIGHTH)


def make(goods: Goods, order: ExportOrder, stage: Stage, exported: Exported, step: Step) -> None:
    """A file for each size of cards, with every copy of every piece."""
    by_size: dict[str, list[str]] = {}
    for name in goods.kinds:
        size = matching(*goods.size(name), SIZES)
        assert size is not None  # checked before
        by_size.setdefault(size.name, []).append(name)
    total = 2 * sum(map(len, goods.kinds.values()))
    done = 0
    for size_name, names in by_size.items():
        folder = goods.folder
        metadata = Metadata(
            title=f"{folder.title}: {', '.join(goods.kind(name).title for name in names)}",
            subject=f"{folder.title} {folder.version}, tables {folder.short_fingerprint}",
            language=folder.language,
        )
        writer = CmykWriter(metadata)
        symbols: dict[int, Symbol] = {}
        for name in names:
            for piece in goods.kinds[name]:
                for drawing in _sides(piece):
                    _page(writer, drawing, symbols)
                    done += 1
                    step(done, total)
        data = writer.to_bytes()
        stage.add(f"{safe_name(f'{folder.id}-drivethru-{size_name}')}.pdf", data)
        count = sum(len(goods.kinds[name]) for name in names)
        for name in names:
            kind = goods.kind(name)
            exported.made.append(
                Made(kind.title, len(goods.kinds[name]), 1, f"{size_name}, {2 * count} pages")
            )
        if len(data) > LARGEST:
            exported.notes.append(
                f"The file for {size_name} has {len(data) / 1e6:.0f} MB, and shops refuse more than 100: "
                "export fewer kinds at a time with --only, or use smaller pictures."
            )
    exported.notes.append(
        "Colours are in CMYK, with at most 240 % of ink in one place. They were taken apart by arithmetic, "
        "without the profile of a press: order a proof before many copies."
    )


def _sides(piece: Piece) -> tuple[Drawing, Drawing]:
    assert piece.back is not None  # checked before
    return piece.back.drawing, piece.drawing


def _page(writer: CmykWriter, drawing: Drawing, symbols: dict[int, Symbol]) -> None:
    """A page of one side, the bleed around it; equal sides share what is on them."""
    symbol = symbols.get(id(drawing))
    if symbol is None:
        turned = upright(drawing)
        box = (-BLEED, -BLEED, turned.width + BLEED, turned.height + BLEED)
        symbol = symbols[id(drawing)] = Symbol(turned, box)
    face = symbol.drawing
    page = Drawing(
        face.width + 2 * BLEED,
        face.height + 2 * BLEED,
        (Use(symbol, translate(BLEED, BLEED)),),
        face.title,
    )
    writer.add_page(
        page, (BLEED, BLEED, BLEED + face.width, BLEED + face.height), (0, 0, page.width, page.height)
    )
