"""What shops do not take: sizes they have no cards in, missing backs, too little bleed, words too near to
the cut.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from toolkit.components.faults import Fault
from toolkit.components.manifest import KindSpec
from toolkit.components.sizes import Size, find_size
from toolkit.drawing.geometry import apply, compose
from toolkit.drawing.model import IDENTITY, Drawing, Group, Item, Matrix, TextLine, Use
from toolkit.press.exports.goods import Goods
from toolkit.press.exports.orders import PLACES, Exported
from toolkit.press.pieces import Piece
from toolkit.press.raster import images

NEAR = 0.3
"""A piece is of a size if neither side is further from it than this, mm."""

COUNTER = 26.0
"""Pieces no wider than this are counters or strips rather than cards, mm (the smallest card has 31.75)."""

_PIXELS = 3.0  # a mm, to look for white in the bleed
_INKED, _WHITE = 40, 8
_BARE = 0.02

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


def _no_cards(kind: KindSpec, width: float, height: float, names: Iterable[str]) -> tuple[str, str] | None:
    """Why nobody would take pieces for cards of a shop that has these sizes: the key of their kind that makes
    them something else, and what they are. None where one might.
    """
    if kind.make is not None:
        return "make", f"pieces that are folded ({kind.make})"
    if kind.tiled:
        return "tiled", "tiled boards"
    if kind.shape != "rect":
        return "shape", f"pieces of this shape ({kind.shape}) and size"
    longest = max(max(size.width, size.height) for size in map(find_size, names))
    small, large = min(width, height) <= COUNTER, max(width, height) > 1.25 * longest
    if small or large:
        return "size", f"cards as {'small' if small else 'large'} as {width:g} x {height:g} mm"
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
        other = None if fits else _no_cards(kind, width, height, names)
        if other is not None:
            key, what = other
            message = f"{shop} takes no {what}"
            if name in goods.chosen:
                faults.append(goods.fault(name, key, f"{message}; leave {name} out"))
            else:
                exported.notes.append(f"{kind.title}: left out, {message}.")
                goods.leave(name)
            continue
        if not fits:
            message = f"{shop} has no cards of {width:g} x {height:g} mm; nearest are"
            faults.append(goods.fault(name, "size", f"{message} {nearest(width, height, names)}"))
        if kind.back is None:
            message = f'has no back, and {shop} prints both sides; write back = "…", or leave {name} out'
            faults.append(goods.fault(name, "template", message))
        for file in (kind.template, kind.back):
            template = goods.faces.template(file) if file else None
            if template is not None and template.bleed + SPARE < bleed:
                message = f"is {template.bleed:g} mm, and {shop} wants {bleed:.4g}"
                faults.append(template.fault(None, "bleed", f"bleed {message}; write bleed = {bleed:.4g}"))
        faults.extend(_words_near_the_cut(goods, name, safe, shop))
        faults.extend(_bare_bleed(goods, name, bleed, shop))
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


def _bare_bleed(goods: Goods, name: str, bleed: float, shop: str) -> Iterator[Fault]:
    """A warning for every piece whose colour ends at the cut: the least slip of the knife shows white."""
    import numpy as np

    seen: dict[int, tuple[Piece, str, Drawing]] = {}
    for piece in goods.kinds[name]:
        for side, symbol in (("front", piece.face), ("back", piece.back)):
            if symbol is not None:
                seen.setdefault(id(symbol), (piece, side, symbol.drawing))
    inside = max(1, round((bleed + 0.4) * _PIXELS))
    outside = max(0, round((bleed - 1.5) * _PIXELS))
    drawings = [drawing for _, _, drawing in seen.values()]
    for (piece, side, _), picture in zip(seen.values(), images(drawings, _PIXELS * 25.4, bleed), strict=True):
        red, green, blue = (np.asarray(band).astype(int) for band in picture.split())
        inks = 255 - np.minimum(np.minimum(red, green), blue)
        edges = np.concatenate([_edge(inks, inside, inside, turn) for turn in range(4)])
        rims = np.concatenate([_edge(inks, outside, inside, turn) for turn in range(4)])
        bare = float(((edges > _INKED) & (rims < _WHITE)).mean())
        if bare > _BARE:
            part = f"{piece.name}: {100 * bare:.0f} % of the {side}'s edge has colour up to the cut and white"
            message = (
                f"{part} beyond; {shop} wants {bleed:.2g} mm of bleed, so write bleed = true in that layer"
            )
            yield piece.row.fault(None, message, "warning")


def _edge(inks: Any, away: int, margin: int, turn: int) -> Any:
    """The pixels along one side of a picture, `away` from its rim, without its corners."""
    import numpy as np

    return np.rot90(inks, turn)[away, margin + 2 : -margin - 2]


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
