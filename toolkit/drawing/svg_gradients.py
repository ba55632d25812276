"""Gradients of SVG pictures, flattened to bands of plain colours that are too fine to be seen."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from toolkit.drawing import geometry
from toolkit.drawing.colours import mix
from toolkit.drawing.model import Group, Matrix, Path, Segment
from toolkit.drawing.svg_tree import Node, SvgFault
from toolkit.drawing.svg_values import length, read_transform, share

BANDS = 64
"""Into so many bands a gradient is cut, at most."""

Stop = tuple[float, str]


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours along a line from (x1, y1) to (x2, y2), or around (x1, y1) out to the radius `r`."""

    stops: tuple[Stop, ...]
    x1: float
    y1: float
    x2: float
    y2: float
    r: float | None
    own_units: bool
    """Whether its measures are shares of the shape's box."""
    transform: Matrix


def read_gradient(
    node: Node,
    ids: Mapping[str, Node],
    box: tuple[float, float, float, float],
    colour: Callable[[str], str],
) -> Gradient:
    """A gradient element, with what it takes from others; SvgFault for what is not drawn."""
    chain = [node]
    while chain[-1].get("href"):
        address = chain[-1].get("href")
        target = ids.get(address[1:]) if address.startswith("#") else None
        if target is None or target in chain or len(chain) > 20:
            raise SvgFault(f"has a gradient that refers to '{address[:40]}', which is not in it")
        chain.append(target)

    def get(name: str, default: str) -> str:
        return next((part.get(name) for part in chain if part.get(name)), default)

    stops = _stops(
        next((part for part in chain if any(c.name == "stop" for c in part.children)), node), colour
    )
    if get("spreadMethod", "pad") != "pad":
        raise SvgFault(f"has a gradient that is repeated (spreadMethod '{get('spreadMethod', '')[:20]}')")
    own = get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
    across, down = (1.0, 1.0) if own else (box[2], box[3])
    m = read_transform(get("gradientTransform", ""))
    if node.name == "linearGradient":
        places = (("x1", "0%", across), ("y1", "0%", down), ("x2", "100%", across), ("y2", "0%", down))
        x1, y1, x2, y2 = (length(get(name, value), whole) for name, value, whole in places)
        return Gradient(stops, x1, y1, x2, y2, None, own, m)
    cx, cy = length(get("cx", "50%"), across), length(get("cy", "50%"), down)
    r = length(get("r", "50%"), math.hypot(across, down) / math.sqrt(2))
    fx, fy = length(get("fx", str(cx)), across), length(get("fy", str(cy)), down)
    if math.hypot(fx - cx, fy - cy) > 0.001 * max(r, 1e-9):
        raise SvgFault("has a gradient with a focus aside of its middle (fx, fy); put it in the middle")
    return Gradient(stops, cx, cy, cx, cy, r, own, m)


def _stops(node: Node, colour: Callable[[str], str]) -> tuple[Stop, ...]:
    stops: list[Stop] = []
    for child in node.children:
        if child.name != "stop":
            continue
        if share(child.get("stop-opacity", "1")) < 1:
            raise SvgFault("has a gradient that becomes see-through (stop-opacity); use plain colours")
        place = max(stops[-1][0] if stops else 0.0, share(child.get("offset", "0")))
        stops.append((place, colour(child.get("stop-color", "#000000"))))
    if not stops or len(stops) > 200:
        raise SvgFault("has a gradient without stops, or with more than 200")
    return tuple(stops)


def _at(stops: tuple[Stop, ...], place: float) -> str:
    """The colour at a place from 0 to 1."""
    before = stops[0]
    for stop in stops:
        if stop[0] >= place:
            if stop[0] <= before[0]:
                return stop[1]
            return mix(before[1], stop[1], (place - before[0]) / (stop[0] - before[0]))
        before = stop
    return stops[-1][1]


def bands(d: tuple[Segment, ...], rule: str, gradient: Gradient) -> Group:
    """The outline `d` filled with a gradient: bands that lie over each other, clipped to the outline."""
    left, top, right, bottom = geometry.bounds(d)
    m = gradient.transform
    if gradient.own_units:
        m = geometry.compose((right - left, 0.0, 0.0, bottom - top, left, top), m)
    stops = gradient.stops
    ground = Path(geometry.rectangle(left, top, right - left, bottom - top), fill=stops[0][1])
    if gradient.r is not None:
        ground = Path(ground.d, fill=stops[-1][1])
    items = [ground]
    count = BANDS if len({colour for _, colour in stops}) > 1 else 0
    for band in range(count):
        share = (band + 0.5) / count
        if gradient.r is None:
            start = band / count
            outline = _beyond(gradient, m, start, (left, top, right, bottom))
            items.append(Path(outline, fill=_at(stops, share)))
        else:
            radius = gradient.r * (1 - band / count)
            disc = geometry.circle(gradient.x1, gradient.y1, radius)
            items.append(Path(geometry.transform_path(disc, m), fill=_at(stops, 1 - share)))
    if count and gradient.r is None:
        items.append(Path(_beyond(gradient, m, 1.0, (left, top, right, bottom)), fill=stops[-1][1]))
    return Group(tuple(items), clip=Path(d, rule=rule))


def _beyond(
    gradient: Gradient, m: Matrix, start: float, box: tuple[float, float, float, float]
) -> tuple[Segment, ...]:
    """All that lies beyond `start` of a linear gradient, as far as the box reaches."""
    dx, dy = gradient.x2 - gradient.x1, gradient.y2 - gradient.y1
    x, y = gradient.x1 + dx * start, gradient.y1 + dy * start
    ax, ay = geometry.apply(m, x, y)
    bx, by = geometry.apply(m, x - dy, y + dx)  # along the band
    fx, fy = geometry.apply(m, gradient.x2, gradient.y2)
    sx, sy = geometry.apply(m, gradient.x1, gradient.y1)
    ux, uy = bx - ax, by - ay
    size = math.hypot(ux, uy) or 1.0
    ux, uy = ux / size, uy / size
    far = 4 * (math.hypot(box[2] - box[0], box[3] - box[1]) + math.hypot(ax - box[0], ay - box[1])) + 1
    vx, vy = -uy, ux  # across it, turned to where the gradient goes
    if vx * (fx - sx) + vy * (fy - sy) < 0:
        vx, vy = -vx, -vy
    corners = [
        (ax - ux * far, ay - uy * far),
        (ax + ux * far, ay + uy * far),
        (ax + ux * far + vx * far, ay + uy * far + vy * far),
        (ax - ux * far + vx * far, ay - uy * far + vy * far),
    ]
    return geometry.polygon(corners)
