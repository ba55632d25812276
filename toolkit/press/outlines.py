"""The outline along which a piece is cut: a rectangle, a circle or a hexagon."""

from __future__ import annotations

from toolkit.drawing.geometry import circle, polygon, rectangle
from toolkit.drawing.model import Segment
from toolkit.press.layout import Place


def outline(shape: str, place: Place, grow: float = 0.0) -> tuple[Segment, ...]:
    """The outline of a piece on its place, `grow` mm outside the cut."""
    x, y, w, h = place.x, place.y, place.width, place.height
    if shape == "circle":
        return circle(x + w / 2, y + h / 2, w / 2 + grow)
    if shape == "hex":
        return hexagon(x + w / 2, y + h / 2, w, h, grow)
    return rectangle(x - grow, y - grow, w + 2 * grow, h + 2 * grow)


def hexagon(x: float, y: float, width: float, height: float, grow: float = 0.0) -> tuple[Segment, ...]:
    """A hexagon about (x, y) with a corner at either side where it is wider than high, else at top and
    bottom; `grow` mm outside.
    """
    wide = width > height
    across = min(width, height)
    k = (across + 2 * grow) / across / 2
    a, b = (width * k, height * k) if wide else (height * k, width * k)
    points = [(a, 0.0), (a / 2, b), (-a / 2, b), (-a, 0.0), (-a / 2, -b), (a / 2, -b)]
    return polygon([(x + px, y + py) if wide else (x - py, y + px) for px, py in points])
