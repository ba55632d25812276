"""The outline along which a piece is cut: a rectangle, a circle, a hexagon, or a polygon of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolkit.components.manifest import KindSpec
from toolkit.drawing.geometry import Point, circle, hexagon, polygon, rectangle
from toolkit.drawing.model import Drawing, Segment
from toolkit.press.raster import CutOut

_SHARP = 3.0
"""A corner of a grown polygon that would be further out than this many times the growth is cut off."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What pieces are cut to: `name` is rect, circle, hex or polygon; a polygon has `corners`, mm from the
    face's upper left corner.
    """

    name: str = "rect"
    corners: tuple[Point, ...] = ()

    def outline(self, width: float, height: float, grow: float = 0.0) -> tuple[Segment, ...]:
        """The outline of a face of this size, in the face's coordinates, `grow` mm outside the cut."""
        if self.name == "circle":
            return circle(width / 2, height / 2, width / 2 + grow)
        if self.name == "hex":
            return hexagon(width / 2, height / 2, width, height, grow)
        if self.name == "polygon":
            return polygon(grown(self.corners, grow))
        return rectangle(-grow, -grow, width + 2 * grow, height + 2 * grow)

    def behind(self, width: float) -> Shape:
        """The shape as it is seen on the back of a face of this width."""
        return replace(self, corners=tuple((width - x, y) for x, y in self.corners)) if self.corners else self

    @property
    def sides(self) -> int:
        """Cuts that part a piece from all others; a round one is one cut."""
        return {"rect": 4, "hex": 6, "circle": 1}.get(self.name, len(self.corners))


def shape_of(kind: KindSpec) -> Shape:
    """What pieces of a kind are cut to."""
    return Shape(kind.shape, kind.outline)


def cut_out(drawing: Drawing, shape: Shape, grow: float = 0.0) -> Drawing | CutOut:
    """A face as it is shown alone: what is no rectangle is seen only inside its outline, `grow` mm outside of
    the cut.
    """
    if shape.name == "rect":
        return drawing
    return CutOut(drawing, shape.outline(drawing.width, drawing.height, grow))


def shape_key(kind: KindSpec) -> tuple[object, ...]:
    """What of a kind's shape makes another piece, for digests."""
    return (kind.shape, kind.outline) if kind.outline else (kind.shape,)


def grown(corners: Sequence[Point], grow: float) -> list[Point]:
    """A polygon whose sides lie `grow` mm further out; very sharp corners are cut off."""
    if grow == 0:
        return list(corners)
    turns = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))
    way = grow if turns > 0 else -grow
    found: list[Point] = []
    for number, here in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        (ax, ay), (bx, by) = _along(before, here), _along(here, after)
        # Each side moves out at a right angle; they meet where the corner goes, along the half of its angle.
        first, last = (ay * way, -ax * way), (by * way, -bx * way)
        together = 1 + ax * bx + ay * by
        if together > 2 / _SHARP**2:
            found.append(
                (here[0] + (first[0] + last[0]) / together, here[1] + (first[1] + last[1]) / together)
            )
        else:
            found += [
                (here[0] + first[0] + ax * grow, here[1] + first[1] + ay * grow),
                (here[0] + last[0] - bx * grow, here[1] + last[1] - by * grow),
            ]
    return found


def _along(a: Point, b: Point) -> Point:
    """The direction from one point to another, 1 long."""
    length = math.dist(a, b)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length
