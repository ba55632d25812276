"""Plain symbols that are told apart at 3 mm and without colour: each fits a circle of radius 1 about the
origin.
"""

from __future__ import annotations

import math
from functools import cache

from toolkit.drawing.geometry import (
    circle,
    compose,
    polygon,
    rectangle,
    scale,
    star,
    transform_path,
    translate,
)
from toolkit.drawing.model import Path, Segment


def _turned(points: int, radius: float, turn: float) -> tuple[Segment, ...]:
    corners = []
    for i in range(points):
        angle = math.radians(turn - 90 + i * 360 / points)
        corners.append((radius * math.cos(angle), radius * math.sin(angle)))
    return polygon(corners)


def _crescent() -> tuple[Segment, ...]:
    # The outer circle from horn to horn, and back along a smaller circle that is shifted to the right.
    horn = 52.0
    hx, hy = 0.88 * math.cos(math.radians(horn)), 0.88 * math.sin(math.radians(horn))
    outer, inner = 0.88, 0.74
    return (
        _arc_path(hx, -hy, outer, True, False, hx, hy)
        + _arc_path(hx, hy, inner, True, True, hx, -hy)[1:]
        + (("Z",),)
    )


def _arc_path(
    x1: float, y1: float, r: float, large: bool, sweep: bool, x2: float, y2: float
) -> tuple[Segment, ...]:
    from toolkit.drawing.geometry import parse_path

    return parse_path(f"M {x1:.6f} {y1:.6f} A {r} {r} 0 {int(large)} {int(sweep)} {x2:.6f} {y2:.6f}")


def _cross() -> tuple[Segment, ...]:
    a, b = 0.3, 0.9
    points = [
        (-a, -b),
        (a, -b),
        (a, -a),
        (b, -a),
        (b, a),
        (a, a),
        (a, b),
        (-a, b),
        (-a, a),
        (-b, a),
        (-b, -a),
        (-a, -a),
    ]
    return polygon(points)


@cache
def outline(name: str) -> tuple[tuple[Segment, ...], str]:
    """Outline and fill rule of a symbol; ValueError names the symbols there are."""
    if name == "disc":
        return circle(0, 0, 0.8), "nonzero"
    if name == "ring":
        return circle(0, 0, 0.86) + circle(0, 0, 0.46), "evenodd"
    if name == "square":
        return rectangle(-0.7, -0.7, 1.4, 1.4, 0.08), "nonzero"
    if name == "diamond":
        return polygon([(0, -1), (0.74, 0), (0, 1), (-0.74, 0)]), "nonzero"
    if name == "triangle":
        return transform_path(_turned(3, 0.95, 0), translate(0, 0.13)), "nonzero"
    if name == "hexagon":
        return _turned(6, 0.92, 30), "nonzero"
    if name == "star":
        return transform_path(star(0, 0, 0.98, 0.42, 5), translate(0, 0.06)), "nonzero"
    if name == "cross":
        return _cross(), "nonzero"
    if name == "crescent":
        return transform_path(_crescent(), translate(0.12, 0)), "nonzero"
    raise ValueError(f"there is no symbol {name!r}; there are {', '.join(NAMES)}")


NAMES = ("disc", "ring", "square", "diamond", "triangle", "hexagon", "star", "cross", "crescent")


def symbol(
    name: str,
    x: float,
    y: float,
    radius: float,
    fill: str | None,
    stroke: str | None = None,
    width: float = 0.2,
) -> Path:
    """A symbol about (x, y), inside a circle of `radius` mm; ValueError for a name that is not in `NAMES`."""
    d, rule = outline(name)
    placed = transform_path(d, compose(translate(x, y), scale(radius)))
    return Path(placed, fill=fill, stroke=stroke, width=width, join="round", rule=rule)
