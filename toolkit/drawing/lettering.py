"""Words as outlines: for machines that know no fonts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from toolkit.drawing.fonts import Font
from toolkit.drawing.geometry import parse_path, transform_path
from toolkit.drawing.model import Drawing, Group, Item, Path, Segment, Symbol, TextLine, Use


def outlined(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The same items with every line of text as a filled path, and without links."""
    return _outlined(items, {})


def glyphs(line: TextLine) -> tuple[Segment, ...]:
    """The outlines of a line of text, mm."""
    k = line.size / line.font.units
    d: list[Segment] = []
    for glyph in line.glyphs:
        place = (k, 0.0, 0.0, -k, line.x + glyph.x, line.y + glyph.y)
        d.extend(transform_path(_outline(line.font, glyph.gid), place))
    return tuple(d)


@lru_cache(maxsize=4000)
def _outline(font: Font, gid: int) -> tuple[Segment, ...]:
    return parse_path(font.outline(gid))


def _outlined(items: tuple[Item, ...], known: dict[int, Symbol]) -> tuple[Item, ...]:
    out: list[Item] = []
    for item in items:
        if isinstance(item, TextLine):
            d = glyphs(item)
            if d:
                out.append(Path(d, fill=item.fill))
        elif isinstance(item, Group):
            out.append(replace(item, items=_outlined(item.items, known)))
        elif isinstance(item, Use):
            symbol = known.get(id(item.symbol))
            if symbol is None:
                drawing: Drawing = item.symbol.drawing
                symbol = Symbol(replace(drawing, items=_outlined(drawing.items, known)), item.symbol.box)
                known[id(item.symbol)] = symbol
            out.append(replace(item, symbol=symbol))
        elif isinstance(item, (Path, Group)) or hasattr(item, "data"):
            out.append(item)
    return tuple(out)
