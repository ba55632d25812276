"""A picture with the players' names where the game's view, which does not know them, wrote `Seat 2`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.drawing.model import Drawing, Item, TextLine

LONGEST = 14
"""Characters of a name in a picture; a longer one ends in a dot-dot-dot."""

_SEAT = re.compile(r"\b[Ss]eat (\d+)\b")


def with_names(drawing: Drawing, names: Mapping[int, str]) -> Drawing:
    """The drawing with `Seat 2` written as the name of seat 2, where there is one that its font can write.

    What stands on the same line to the right of it makes room.
    """
    if not names:
        return drawing
    return replace(drawing, items=_named(drawing.items, names))


def short(name: str) -> str:
    """A name for a place that has little room."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"


def _named(items: Iterable[Item], names: Mapping[int, str]) -> tuple[Item, ...]:
    from toolkit.drawing.model import Group, TextLine

    made: list[Item] = []
    wider: dict[float, tuple[float, float]] = {}  # baseline -> (where a name ends, how much longer it is)
    for item in items:
        if isinstance(item, Group):
            item = replace(item, items=_named(item.items, names))
        elif isinstance(item, TextLine):
            end, more = wider.get(item.y, (0.0, 0.0))
            if more and item.x >= end:
                item = replace(item, x=item.x + more)
            named = _line(item, names)
            if named is not item:
                wider[item.y] = (item.x + item.width, more + named.width - item.width)
            item = named
        made.append(item)
    return tuple(made)


def _line(line: TextLine, names: Mapping[int, str]) -> TextLine:
    from toolkit.drawing.fonts import MissingGlyphs
    from toolkit.drawing.text import Style, shape

    text = _SEAT.sub(lambda seat: short(names.get(int(seat[1]), "")) or seat[0], line.text)
    if text == line.text:
        return line
    try:
        return shape(text, Style(line.font, line.size, line.fill), line.x, line.y)
    except MissingGlyphs:
        return line
