"""Connector paths between numbered ports on the edges of a face: where ports are, how links run, which
passes over which.

Ports are numbered clockwise from the upper left corner, the same number on each side. A link leaves and
reaches the edge at a right angle, so that links of faces laid side by side join without a kink.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from toolkit.drawing.geometry import KAPPA, Cubic, Point, cubic_at

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Port:
    """A place on the edge of a face, with the direction that leads out of the face there."""

    x: float
    y: float
    out_x: float
    out_y: float


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of a link (parameters from `start` to `end` of its curve) that is drawn again to pass over
    another link.
    """

    link: int
    start: float
    end: float


def port(number: int, per_side: int, width: float, height: float) -> Port:
    """Where a port is on a face of `width` by `height` mm: port k of a side divides it in `per_side` + 1
    equal parts.
    """
    side, k = divmod(number, per_side)
    share = (k + 1) / (per_side + 1)
    if side == 0:
        return Port(width * share, 0.0, 0.0, -1.0)
    if side == 1:
        return Port(width, height * share, 1.0, 0.0)
    if side == 2:
        return Port(width * (1 - share), height, 0.0, 1.0)
    if side == 3:
        return Port(0.0, height * (1 - share), -1.0, 0.0)
    raise ValueError(f"there is no port {number}; ports go from 0 to {4 * per_side - 1}")


_PAIR = re.compile(r"(\d+)[-:](\d+)|(\d)(\d)")


@lru_cache(maxsize=4000)
def parse_links(text: str, per_side: int) -> tuple[Pair, ...]:
    """Read links such as `01 23 45 67` (or `0-1 10-11`); ValueError for what is no pair or no port, or is
    used twice.
    """
    pairs: list[Pair] = []
    seen: set[int] = set()
    for word in text.replace(",", " ").split():
        match = _PAIR.fullmatch(word)
        if not match:
            raise ValueError(f"{word!r} is no link; write two ports, such as 05 (or 3-12)")
        a, b = (int(g) for g in match.groups() if g is not None)
        for end in (a, b):
            if end >= 4 * per_side:
                raise ValueError(f"{word!r}: there is no port {end}; ports go from 0 to {4 * per_side - 1}")
        if a == b:
            raise ValueError(f"{word!r} joins a port to itself")
        for end in (a, b):
            if end in seen:
                raise ValueError(f"port {end} is used twice")
            seen.add(end)
        pairs.append((a, b))
    return tuple(pairs)


@lru_cache(maxsize=4000)
def route(link: Pair, per_side: int, width: float, height: float, bias: float = 0.0) -> Cubic:
    """The curve of a link from its first port to its second: one cubic that meets both edges at right
    angles. A `bias` (-1 to 1) makes it turn earlier at one end and later at the other.
    """
    a, b = (port(end, per_side, width, height) for end in link)
    dx, dy = b.x - a.x, b.y - a.y
    if (
        a.out_x == b.out_x and a.out_y == b.out_y
    ):  # both on one side: a U-turn, a little deeper than half a circle
        reach = math.hypot(dx, dy) * 0.78
        ha = hb = reach
    elif a.out_x == -b.out_x and a.out_y == -b.out_y:  # opposite sides: straight, or a gentle S
        depth = abs(dx * a.out_x + dy * a.out_y)
        ha, hb = depth * (0.48 + 0.26 * bias), depth * (0.48 - 0.26 * bias)
    else:  # sides that share a corner: a quarter of an ellipse
        bulge = KAPPA * (1 + 0.3 * bias)
        ha = abs(dx * a.out_x + dy * a.out_y) * bulge
        hb = abs(dx * b.out_x + dy * b.out_y) * bulge
    return (
        (a.x, a.y),
        (a.x - a.out_x * ha, a.y - a.out_y * ha),
        (b.x - b.out_x * hb, b.y - b.out_y * hb),
        (b.x, b.y),
    )


def part(curve: Cubic, start: float, end: float) -> Cubic:
    """The piece of a cubic between two parameters."""

    def split(c: Cubic, t: float) -> tuple[Cubic, Cubic]:
        p0, p1, p2, p3 = c

        def mid(u: Point, v: Point) -> Point:
            return (u[0] + (v[0] - u[0]) * t, u[1] + (v[1] - u[1]) * t)

        a, b, d = mid(p0, p1), mid(p1, p2), mid(p2, p3)
        e, f = mid(a, b), mid(b, d)
        g = mid(e, f)
        return (p0, a, e, g), (g, f, d, p3)

    if end < 1:
        curve = split(curve, end)[0]
    if start > 0:
        curve = split(curve, start / end)[1]
    return curve


@dataclass(frozen=True, slots=True)
class _Crossing:
    first: int
    second: int
    t_first: float
    t_second: float
    x: float
    y: float


_FINE = 64
_COARSE = 20


@lru_cache(maxsize=20_000)
def _sampled(curve: Cubic, steps: int) -> tuple[Point, ...]:
    return tuple(cubic_at(curve, i / steps) for i in range(steps + 1))


@lru_cache(maxsize=20_000)
def _meetings(one: Cubic, other: Cubic, steps: int) -> tuple[tuple[float, float, float, float], ...]:
    """Where two curves cross: parameters on both, and the place."""
    found = []
    first = [(a, b, *_box(a, b)) for a, b in pairwise(_sampled(one, steps))]
    second = [(c, d, *_box(c, d)) for c, d in pairwise(_sampled(other, steps))]
    for m, (a, b, left, top, right, bottom) in enumerate(first):
        for n, (c, d, left2, top2, right2, bottom2) in enumerate(second):
            if right < left2 or right2 < left or bottom < top2 or bottom2 < top:
                continue
            hit = _meet(a, b, c, d)
            if hit is not None:
                s, t = hit
                place = (a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s)
                found.append(((m + s) / steps, (n + t) / steps, *place))
    return tuple(found)


def _box(a: Point, b: Point) -> tuple[float, float, float, float]:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])


def _meet(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float] | None:
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if cross == 0:
        return None
    qx, qy = c[0] - a[0], c[1] - a[1]
    t = (qx * sy - qy * sx) / cross
    u = (qx * ry - qy * rx) / cross
    return (t, u) if 0 <= t < 1 and 0 <= u < 1 else None


@lru_cache(maxsize=4000)
def arrange(
    pairs: tuple[Pair, ...], per_side: int, width: float, height: float, ribbon: float
) -> tuple[Cubic, ...]:
    """Curves for all links of a face, `ribbon` mm wide, so that no more of them cross in one place than
    must.
    """
    plain = tuple(route(pair, per_side, width, height) for pair in pairs)
    best = _crowding(plain, ribbon)
    if best == 0 or len(pairs) > 8:
        return plain
    chosen = [0.0] * len(pairs)
    for _ in range(3):  # one link after another takes its best bend, until nothing gets better
        before = best
        for number in range(len(pairs)):
            kept = chosen[number]
            for bias in (0.0, -0.6, 0.6, -1.0, 1.0):
                trial = [*chosen[:number], bias, *chosen[number + 1 :]]
                curves = tuple(
                    route(pair, per_side, width, height, b) for pair, b in zip(pairs, trial, strict=True)
                )
                score = _crowding(curves, ribbon) + 0.02 * sum(abs(b) for b in trial)
                if score < best - 1e-9:
                    best, kept = score, bias
            chosen[number] = kept
        if best >= before - 1e-9:
            break
    return tuple(route(pair, per_side, width, height, b) for pair, b in zip(pairs, chosen, strict=True))


def _crowding(curves: tuple[Cubic, ...], ribbon: float) -> float:
    """How much crossings crowd each other: 0 when they all lie well apart, and no two links cross more than
    they must.
    """
    places: list[Point] = []
    for i, one in enumerate(curves):
        for other in curves[i + 1 :]:
            places.extend((x, y) for _, _, x, y in _meetings(one, other, _COARSE))
    wanted = ribbon * 1.7
    total = 0.0
    for i, a in enumerate(places):
        for b in places[i + 1 :]:
            distance = math.hypot(a[0] - b[0], a[1] - b[1])
            if distance < wanted:
                total += (1 - distance / wanted) ** 2
    return total if total > 0.02 else 0.0


def weave(curves: Sequence[Cubic], ribbon: float) -> list[Patch]:
    """Pieces to draw again, after all links in their order, so that links pass over and under each other by
    turns.

    `ribbon` is the width of a link with its edges, mm. Where links lie too close together for that, the
    order in which they are drawn stands.
    """
    crossings = [
        _Crossing(i, j, *meeting)
        for i in range(len(curves))
        for j in range(i + 1, len(curves))
        for meeting in _meetings(curves[i], curves[j], _FINE)
    ]
    along: dict[int, list[tuple[float, int]]] = {}
    for number, c in enumerate(crossings):
        along.setdefault(c.first, []).append((c.t_first, number))
        along.setdefault(c.second, []).append((c.t_second, number))
    for events in along.values():
        events.sort()
    patches: list[Patch] = []
    for c, over in zip(crossings, _alternate(crossings, along), strict=True):
        if not over:
            continue  # the second link is drawn later, and so lies over the first already
        piece = _overlap(curves[c.first], c.t_first, curves[c.second], ribbon)
        others = [curve for k, curve in enumerate(curves) if k not in (c.first, c.second)]
        if piece is not None and not _touches(curves[c.first], piece, others, ribbon):
            patches.append(Patch(c.first, *piece))
    return patches


def _alternate(crossings: list[_Crossing], along: dict[int, list[tuple[float, int]]]) -> list[bool]:
    """For each crossing, whether its first link passes over: by turns along every link, wherever that can
    be.
    """
    over: list[bool | None] = [None] * len(crossings)
    for start in range(len(crossings)):
        if over[start] is not None:
            continue
        over[start] = False
        queue = [start]
        while queue:
            number = queue.pop(0)
            for link in (crossings[number].first, crossings[number].second):
                events = [k for _, k in along[link]]
                place = events.index(number)
                mine = over[number] == (crossings[number].first == link)
                for other in events[max(0, place - 1) : place] + events[place + 1 : place + 2]:
                    if over[other] is None:
                        over[other] = (not mine) == (crossings[other].first == link)
                        queue.append(other)
    return [bool(o) for o in over]


def _overlap(curve: Cubic, t: float, other: Cubic, ribbon: float) -> tuple[float, float] | None:
    """The piece of a curve about t that lies over the other's ribbon; None if it reaches the curve's end."""
    line = _sampled(other, _FINE)
    ends = []
    for step in (-1 / _FINE, 1 / _FINE):
        at = t
        while True:
            at += step
            if not 0 < at < 1:
                return None
            x, y = cubic_at(curve, at)
            if min(math.hypot(x - px, y - py) for px, py in line) > ribbon * 1.08:
                break
        ends.append(at)
    return ends[0], ends[1]


def _touches(curve: Cubic, piece: tuple[float, float], others: Sequence[Cubic], ribbon: float) -> bool:
    """Whether a piece of a curve comes so near to another link that drawing it again would cut that one."""
    points = _sampled(part(curve, *piece), 12)
    for other in others:
        line = _sampled(other, _FINE)
        for x, y in points:
            if min(math.hypot(x - px, y - py) for px, py in line) < ribbon * 1.02:
                return True
    return False
