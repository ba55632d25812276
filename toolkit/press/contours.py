"""Lines for a knife or a laser: contours of straight lines and arcs, in millimetres, no line twice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolkit.drawing.geometry import apply, flatten, hexagon, n, parse_path
from toolkit.drawing.model import Matrix, Segment
from toolkit.press.layout import Place

_QUARTER = math.tan(math.pi / 8)
_GRAIN = 1e-4


@dataclass(frozen=True, slots=True)
class Contour:
    """A line through corners (x, y, bulge): the way on from a corner is straight, or an arc whose bulge is
    the tangent of a quarter of its angle (positive: clockwise as seen on paper, y down).
    """

    corners: tuple[tuple[float, float, float], ...]
    closed: bool = True

    def path(self) -> str:
        """The contour as the `d` of an SVG path."""
        parts = [f"M{n(self.corners[0][0])} {n(self.corners[0][1])}"]
        following = [*self.corners[1:], *(self.corners[:1] if self.closed else ())]
        for (x, y, bulge), (to_x, to_y, _) in zip(self.corners, following, strict=False):
            if bulge:
                radius = math.dist((x, y), (to_x, to_y)) * (1 + bulge * bulge) / (4 * abs(bulge))
                large, sweep = int(abs(bulge) > 1), int(bulge > 0)
                parts.append(f"A{n(radius)} {n(radius)} 0 {large} {sweep} {n(to_x)} {n(to_y)}")
            else:
                parts.append(f"L{n(to_x)} {n(to_y)}")
        return "".join(parts) + ("Z" if self.closed else "")

    def placed(self, matrix: Matrix) -> Contour:
        """The contour moved or turned by a transform that neither scales nor mirrors."""
        corners = (((*apply(matrix, x, y), bulge)) for x, y, bulge in self.corners)
        return Contour(tuple(corners), self.closed)

    def segments(self) -> tuple[Segment, ...]:
        """The contour as an outline that can be drawn."""
        return parse_path(self.path())


def polyline(points: Iterable[tuple[float, float]], closed: bool = True) -> Contour:
    """Straight lines through points."""
    return Contour(tuple((x, y, 0.0) for x, y in points), closed)


def circle(x: float, y: float, radius: float) -> Contour:
    """A circle, as two half turns."""
    return Contour(((x - radius, y, 1.0), (x + radius, y, 1.0)))


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Contour:
    """A rectangle, its corners rounded by `radius`."""
    right, bottom, r = x + width, y + height, min(radius, width / 2, height / 2)
    if r <= 0:
        return polyline([(x, y), (right, y), (right, bottom), (x, bottom)])
    return Contour(
        (
            (x + r, y, 0.0),
            (right - r, y, _QUARTER),
            (right, y + r, 0.0),
            (right, bottom - r, _QUARTER),
            (right - r, bottom, 0.0),
            (x + r, bottom, _QUARTER),
            (x, bottom - r, 0.0),
            (x, y + r, _QUARTER),
        )
    )


def outlines(shapes: Sequence[tuple[str, Place, float]]) -> list[Contour]:
    """The lines that cut out pieces, each its shape, place and corner radius.

    Every piece has a closed contour of its own, unless square corners touch: then the outer edge of the
    pieces that hang together is one closed contour, and what lies between them is cut once, in long lines.
    """
    found: list[Contour] = []
    square: list[Place] = []
    for shape, place, radius in shapes:
        if shape == "circle":
            found.append(circle(place.x + place.width / 2, place.y + place.height / 2, place.width / 2))
        elif shape == "hex":
            middle = place.x + place.width / 2, place.y + place.height / 2
            (corners,) = flatten(hexagon(*middle, place.width, place.height))
            found.append(polyline(corners[:-1]))
        elif radius > 0:
            found.append(rectangle(place.x, place.y, place.width, place.height, radius))
        else:
            square.append(place)
    return [*found, *_shared(square)]


_Point = tuple[int, int]


def _shared(places: Sequence[Place]) -> list[Contour]:
    """The edges of rectangles, those that two of them share once."""
    xs = _levels(v for p in places for v in (p.x, p.x + p.width))
    ys = _levels(v for p in places for v in (p.y, p.y + p.height))
    column = {_key(v): i for i, v in enumerate(xs)}
    row = {_key(v): i for i, v in enumerate(ys)}
    # Edges run clockwise around each piece, cut at every level, so that a shared one is met twice, both ways.
    edges: set[tuple[_Point, _Point]] = set()
    inner: set[tuple[_Point, _Point]] = set()
    for p in places:
        left, right = column[_key(p.x)], column[_key(p.x + p.width)]
        top, bottom = row[_key(p.y)], row[_key(p.y + p.height)]
        around = [((i, top), (i + 1, top)) for i in range(left, right)]
        around += [((right, j), (right, j + 1)) for j in range(top, bottom)]
        around += [((i + 1, bottom), (i, bottom)) for i in range(left, right)]
        around += [((left, j + 1), (left, j)) for j in range(top, bottom)]
        for a, b in around:
            if (b, a) in edges:
                edges.remove((b, a))
                inner.add((min(a, b), max(a, b)))
            else:
                edges.add((a, b))

    def at(point: _Point) -> tuple[float, float]:
        return xs[point[0]], ys[point[1]]

    outer = [polyline(map(at, loop)) for loop in _loops(edges)]
    return [*outer, *(polyline(map(at, ends), closed=False) for ends in _long(inner))]


def _key(value: float) -> int:
    return round(value / _GRAIN)


def _levels(values: Iterable[float]) -> list[float]:
    found: dict[int, float] = {}
    for value in values:
        found.setdefault(_key(value), value)
    return [found[key] for key in sorted(found)]


def _loops(edges: set[tuple[_Point, _Point]]) -> list[list[_Point]]:
    """Directed edges as closed loops of corners, straight runs as one line."""
    onward: dict[_Point, list[_Point]] = {}
    for a, b in sorted(edges):
        onward.setdefault(a, []).append(b)
    loops = []
    while onward:
        start = min(onward)
        loop, before, here = [start], start, onward[start].pop()
        if not onward[start]:
            del onward[start]
        while here != start:
            choices = onward[here]
            # Where two pieces meet at a corner only, keep to the right, so that each has its own loop.
            nearest = max(choices, key=lambda there, a=before, b=here: _turn(a, b, there))  # type: ignore[misc]
            choices.remove(nearest)
            if not choices:
                del onward[here]
            loop.append(here)
            before, here = here, nearest
        loops.append(_straightened(loop))
    return loops


def _turn(a: _Point, b: _Point, c: _Point) -> int:
    """Positive for a turn to the right (y down)."""
    cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    return (cross > 0) - (cross < 0)


def _straightened(loop: list[_Point]) -> list[_Point]:
    count = len(loop)
    return [loop[i] for i in range(count) if _turn(loop[i - 1], loop[i], loop[(i + 1) % count]) != 0]


def _long(edges: set[tuple[_Point, _Point]]) -> list[tuple[_Point, _Point]]:
    """Undirected edges joined to the longest straight lines."""
    found: list[tuple[_Point, _Point]] = []
    for along in (0, 1):
        run: tuple[_Point, _Point] | None = None
        lines = [e for e in edges if e[0][1 - along] == e[1][1 - along]]
        for a, b in sorted(lines, key=lambda e: (e[0][1 - along], e[0][along])):
            if run is not None and run[1] == a:
                run = (run[0], b)
            else:
                if run is not None:
                    found.append(run)
                run = (a, b)
        if run is not None:
            found.append(run)
    return found
