"""How far the items of a face reach: beyond its safe area, or over its cut without reaching its bleed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from toolkit.drawing import geometry
from toolkit.drawing.geometry import Point
from toolkit.drawing.model import IDENTITY, Box, Group, Image, Item, Matrix, Path, Segment, TextLine, Use

SLACK = 0.05
"""Less than this (mm) beyond the safe area, or short of the bleed, is nobody's fault."""


def corners(items: Iterable[Item], m: Matrix = IDENTITY) -> Iterator[tuple[float, float]]:
    """Corners of the boxes that hold what is seen of the items, mm on the face."""
    for item in items:
        if isinstance(item, Group):
            clip = geometry.bounds(item.clip.d) if item.clip else None
            yield from _clipped(item.items, clip, m, item.transform)
        elif isinstance(item, Use):
            yield from _clipped(item.symbol.drawing.items, item.symbol.box, m, item.transform)
        elif isinstance(item, Path):
            points = _points(item.d)
            yield from points if m == IDENTITY else (geometry.apply(m, x, y) for x, y in points)
        elif isinstance(item, TextLine):
            top = item.y - item.size * item.font.cap_height
            for x in (item.x, item.x + item.width):
                yield from (geometry.apply(m, x, y) for y in (top, item.y))
        elif isinstance(item, Image):
            for x in (item.x, item.x + item.width):
                yield from (geometry.apply(m, x, y) for y in (item.y, item.y + item.height))


@lru_cache(maxsize=4000)
def _points(d: tuple[Segment, ...]) -> tuple[Point, ...]:
    """Points along an outline; most pieces share theirs with others."""
    return tuple(point for line in geometry.flatten(d, 6) for point in line)


def _clipped(
    items: Iterable[Item], clip: Box | None, m: Matrix, transform: Matrix
) -> Iterator[tuple[float, float]]:
    """The corners of items under a transform, of which only what is in `clip` (their coordinates) is seen."""
    if clip is None:
        yield from corners(items, geometry.compose(m, transform))
        return
    inside = _bounds(corners(items))
    if inside is None:
        return
    left, top = max(clip[0], inside[0]), max(clip[1], inside[1])
    right, bottom = min(clip[2], inside[2]), min(clip[3], inside[3])
    if left <= right and top <= bottom:
        whole = geometry.compose(m, transform)
        yield from (geometry.apply(whole, x, y) for x in (left, right) for y in (top, bottom))


def _bounds(points: Iterable[tuple[float, float]]) -> Box | None:
    found = list(points)
    if not found:
        return None
    return (
        min(x for x, _ in found),
        min(y for _, y in found),
        max(x for x, _ in found),
        max(y for _, y in found),
    )


def words_of(items: Iterable[Item]) -> Iterator[Item]:
    """Only the lines of text among the items, with those in groups and in art that is used."""
    for item in items:
        if isinstance(item, TextLine):
            yield item
        elif isinstance(item, (Group, Use)):
            within = item.items if isinstance(item, Group) else item.symbol.drawing.items
            found = tuple(words_of(within))
            if found:
                yield Group(found, item.transform)


def beyond(
    items: Iterable[Item],
    width: float,
    height: float,
    safe: float,
    shape: str = "rect",
    outline: Sequence[Point] = (),
) -> float:
    """How far (mm) items reach beyond the safe area of a piece; 0 if they do not.

    `shape` is rect, circle, hex, or a polygon with the corners `outline`.
    """
    if shape == "hex":
        (outline,) = geometry.flatten(geometry.hexagon(width / 2, height / 2, width, height))
    most = 0.0
    for x, y in corners(items):
        if shape == "circle":
            out = math.hypot(x - width / 2, y - height / 2) - (min(width, height) / 2 - safe)
        elif outline:
            out = safe + _outside(x, y, outline)
        else:
            out = max(safe - x, safe - y, x - (width - safe), y - (height - safe))
        most = max(most, out)
    return most if most > SLACK else 0.0


def _outside(x: float, y: float, outline: Sequence[Point]) -> float:
    """How far (mm) a point is outside of a polygon; less than 0 within it."""
    within = False
    near = math.inf
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            within = not within
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
        near = min(near, math.hypot(x - ax - t * dx, y - ay - t * dy))
    return -near if within else near


def short_of_bleed(items: Iterable[Item], width: float, height: float, bleed: float) -> dict[str, float]:
    """The sides of a face on which items touch or cross the cut and end before the bleed: by how many mm.

    Closed outlines count with half the width of their line.
    """
    points: list[Point] = []
    for item in items:
        more = item.width / 2 if isinstance(item, Path) and item.stroke and item.d[-1][0] == "Z" else 0.0
        for x, y in corners((item,)):
            points += [(x - more, y - more), (x + more, y + more)]
    box = _bounds(points)
    if box is None or box[2] <= 0 or box[3] <= 0 or box[0] >= width or box[1] >= height:
        return {}
    reach = {"left": -box[0], "top": -box[1], "right": box[2] - width, "bottom": box[3] - height}
    return {side: bleed - far for side, far in reach.items() if -SLACK <= far < bleed - SLACK}
