"""What shops do not take: sizes they have no cards in, missing backs, too little bleed, words too near to
the cut.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from toolkit.components.faults import Fault
from toolkit.components.sizes import Size, find_size
from toolkit.drawing.geometry import apply, compose
from toolkit.drawing.model import IDENTITY, Group, Item, Matrix, TextLine, Use
from toolkit.press.exports.goods import Goods
from toolkit.press.exports.orders import PLACES, Exported

NEAR = 0.3
"""A piece is of a size if neither side is further from it than this, mm."""

SPARE = 0.25
"""Bleed that may be missing at the outer rim of a picture, mm: nobody sees it, for it is cut off."""


def matching(width: float, height: float, names: Iterable[str]) -> Size | None:
    """The named size of a card, upright or lying; None where it has none of these."""
    low, high = sorted((width, height))
    for size in map(find_size, names):
        a, b = sorted((size.width, size.height))
        if abs(a - low) <= NEAR and abs(b - high) <= NEAR:
            return size
    return None


def nearest(width: float, height: float, names: Iterable[str], count: int = 3) -> str:
    """The sizes of these nearest to a card's, in words."""
    low, high = sorted((width, height))

    def apart(size: Size) -> float:
        a, b = sorted((size.width, size.height))
        return math.hypot(a - low, b - high)

    sizes = sorted(map(find_size, names), key=apart)[:count]
    return ", ".join(f"{size.name} ({size.width:g} x {size.height:g})" for size in sizes)


def check_cards(
    goods: Goods, exported: Exported, names: Sequence[str], bleed: float, safe: float
) -> list[Fault]:
    """Every fault of pieces as cards of a shop; kinds that are no cards are left out of `goods`, with a note.

    A kind that was asked for by name is not left out but refused. `bleed` and `safe` are what the shop wants
    outside and inside of the cut, mm.
    """
    faults: list[Fault] = []
    shop = PLACES[exported.place]
    for name in list(goods.kinds):
        kind = goods.kind(name)
        width, height = goods.size(name)
        size = matching(width, height, names)
        fits = size is not None and size.shape == kind.shape and not kind.tiled and kind.make is None
        if not fits and (kind.tiled or kind.make or kind.shape != "rect"):
            what = "tiled boards" if kind.tiled else f"pieces of this shape ({kind.shape}) and size"
            what = f"pieces that are folded ({kind.make})" if kind.make else what
            message = f"{shop} takes no {what}"
            if name in goods.chosen:
                key = "tiled" if kind.tiled else "make" if kind.make else "shape"
                faults.append(goods.fault(name, key, f"{message}; leave {name} out"))
            else:
                exported.notes.append(f"{kind.title}: left out, {message}.")
                goods.leave(name)
            continue
        if not fits:
            message = f"{shop} has no cards of {width:g} x {height:g} mm; nearest are"
            faults.append(goods.fault(name, "size", f"{message} {nearest(width, height, names)}"))
        if kind.back is None:
            message = f'has no back, and {shop} prints both sides; write back = "…", a template'
            faults.append(goods.fault(name, "template", message))
        for file in (kind.template, kind.back):
            template = goods.faces.template(file) if file else None
            if template is not None and template.bleed + SPARE < bleed:
                message = f"is {template.bleed:g} mm, and {shop} wants {bleed:.4g}"
                faults.append(template.fault(None, "bleed", f"bleed {message}; write bleed = {bleed:.4g}"))
        faults.extend(_words_near_the_cut(goods, name, safe, shop))
    return list(dict.fromkeys(faults))


def _words_near_the_cut(goods: Goods, name: str, safe: float, shop: str) -> Iterator[Fault]:
    """A warning for every piece with words that the shop may cut off."""
    seen: set[int] = set()
    for piece in goods.kinds[name]:
        for symbol in (piece.face, piece.back):
            if symbol is None or id(symbol) in seen:
                continue
            seen.add(id(symbol))
            drawing = symbol.drawing
            worst, said = safe - 0.05, ""
            for text, (left, top, right, bottom) in _texts(drawing.items, IDENTITY):
                space = min(left, top, drawing.width - right, drawing.height - bottom)
                if space < worst:
                    worst, said = space, text
            if said:
                place = f"is {worst:.2g} mm from the cut" if worst > 0 else "lies over the cut"
                message = f"{piece.name}: '{said[:30]}' {place}; {shop} wants {safe:.2g} mm"
                yield piece.row.fault(None, message, "warning")


def _texts(
    items: tuple[Item, ...], matrix: Matrix
) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Every line of words with the box of its letters, mm."""
    for item in items:
        if isinstance(item, TextLine) and item.text.strip():
            top = item.y - item.size * item.font.cap_height
            corners = [apply(matrix, x, y) for x in (item.x, item.x + item.width) for y in (top, item.y)]
            xs, ys = [c[0] for c in corners], [c[1] for c in corners]
            yield item.text.strip(), (min(xs), min(ys), max(xs), max(ys))
        elif isinstance(item, Group):
            yield from _texts(item.items, compose(matrix, item.transform))
        elif isinstance(item, Use):
            yield from _texts(item.symbol.drawing.items, compose(matrix, item.transform))
