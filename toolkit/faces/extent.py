"""How far the items of a face reach, and how far that is beyond its safe area."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from toolkit.drawing import geometry
from toolkit.drawing.model import IDENTITY, Group, Image, Item, Matrix, Path, TextLine, Use

Corners = list[tuple[float, float]]

SLACK = 0.05
"""Less than this (mm) beyond the safe area is nobody's fault."""


def corners(items: Iterable[Item], m: Matrix = IDENTITY) -> Iterator[tuple[float, float]]:
    """Corners of the boxes that hold the items, mm on the face."""
    for item in items:
        if isinstance(item, Group):
            yield from corners(item.items, geometry.compose(m, item.transform))
        elif isinstance(item, Use):
            yield from corners(item.symbol.drawing.items, geometry.compose(m, item.transform))
        elif isinstance(item, Path):
            for line in geometry.flatten(item.d, 6):
                yield from (geometry.apply(m, *point) for point in line)
        elif isinstance(item, TextLine):
            top = item.y - item.size * item.font.cap_height
            for x in (item.x, item.x + item.width):
                yield from (geometry.apply(m, x, y) for y in (top, item.y))
        elif isinstance(item, Image):
            for x in (item.x, item.x + item.width):
                yield from (geometry.apply(m, x, y) for y in (item.y, item.y + item.height))


def beyond(items: Iterable[Item], width: float, height: float, safe: float, shape: str = "rect") -> float:
    """How far (mm) items reach beyond the safe area of a piece; 0 if they do not."""
    most = 0.0
    for x, y in corners(items):
        if shape == "circle":
            out = math.hypot(x - width / 2, y - height / 2) - (min(width, height) / 2 - safe)
        else:
            out = max(safe - x, safe - y, x - (width - safe), y - (height - safe))
        most = max(most, out)
    return most if most > SLACK else 0.0
