"""Outlines and transforms: rectangles, circles, polygons, curves; millimetres, y down, angles clockwise in
degrees.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from toolkit.drawing.model import IDENTITY, Box, Matrix, Segment

Point = tuple[float, float]
Cubic = tuple[Point, Point, Point, Point]

KAPPA = 0.5522847498307936
"""Handle length, in radii, of the cubic that comes nearest to a quarter of a circle."""


def translate(x: float, y: float) -> Matrix:
    """The transform that moves by (x, y) mm."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scale(sx: float, sy: float | None = None) -> Matrix:
    """The transform that scales about the origin."""
    return (sx, 0.0, 0.0, sx if sy is None else sy, 0.0, 0.0)


def rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    """The transform that turns clockwise by `degrees` about (x, y); quarter turns are exact."""
    quarter = round(degrees / 90.0)
    if math.isclose(degrees, quarter * 90.0, abs_tol=1e-9):
        c, s = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarter % 4]
    else:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


def skew(x: float, y: float) -> Matrix:
    """The transform that slants by these angles in degrees: upright lines by `x`, level ones by `y`."""
    return (1.0, math.tan(math.radians(y)), math.tan(math.radians(x)), 1.0, 0.0, 0.0)


def compose(*transforms: Matrix) -> Matrix:
    """One transform that does all of these, the last one first (as nested groups do)."""
    result = IDENTITY
    for m in transforms:
        a, b, c, d, e, f = result
        result = (
            a * m[0] + c * m[1],
            b * m[0] + d * m[1],
            a * m[2] + c * m[3],
            b * m[2] + d * m[3],
            a * m[4] + c * m[5] + e,
            b * m[4] + d * m[5] + f,
        )
    return result


def inverse(m: Matrix) -> Matrix:
    """The transform that undoes this one; ValueError where it flattens everything, so that nothing does."""
    area = m[0] * m[3] - m[1] * m[2]
    if area == 0:
        raise ValueError(f"nothing undoes the transform {m}")
    a, b, c, d = m[3] / area, -m[1] / area, -m[2] / area, m[0] / area
    return (a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5]))


def apply(m: Matrix, x: float, y: float) -> Point:
    """Where a transform takes the point (x, y)."""
    return (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])


def transform_path(d: Iterable[Segment], m: Matrix) -> tuple[Segment, ...]:
    """The same outline, with every point taken through a transform."""
    result: list[Segment] = []
    for segment in d:
        numbers: list[float] = []
        for i in range(1, len(segment), 2):
            numbers.extend(apply(m, float(segment[i]), float(segment[i + 1])))
        result.append((segment[0], *numbers))
    return tuple(result)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[Segment, ...]:
    """A closed rectangle, with rounded corners if `radius` is more than 0."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return (("M", x, y), ("L", x + width, y), ("L", x + width, y + height), ("L", x, y + height), ("Z",))
    k = r * (1 - KAPPA)
    right, bottom = x + width, y + height
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def circle(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    """A closed circle about (x, y)."""
    k = radius * KAPPA
    return (
        ("M", x + radius, y),
        ("C", x + radius, y + k, x + k, y + radius, x, y + radius),
        ("C", x - k, y + radius, x - radius, y + k, x - radius, y),
        ("C", x - radius, y - k, x - k, y - radius, x, y - radius),
        ("C", x + k, y - radius, x + radius, y - k, x + radius, y),
        ("Z",),
    )


def polygon(points: Sequence[Point], closed: bool = True) -> tuple[Segment, ...]:
    """A polygon (or an open line) through these points."""
    steps: list[Segment] = [("M" if i == 0 else "L", px, py) for i, (px, py) in enumerate(points)]
    return (*steps, ("Z",)) if closed else tuple(steps)


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


def star(
    x: float, y: float, outer: float, inner: float, points: int, turn: float = 0.0
) -> tuple[Segment, ...]:
    """A star with `points` points, the first one up (turned clockwise by `turn` degrees)."""
    corners = []
    for i in range(points * 2):
        angle = math.radians(turn - 90 + i * 180 / points)
        r = outer if i % 2 == 0 else inner
        corners.append((x + r * math.cos(angle), y + r * math.sin(angle)))
    return polygon(corners)


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    """A straight line."""
    return (("M", x1, y1), ("L", x2, y2))


def smooth(points: Sequence[Point], closed: bool = False, tension: float = 1.0) -> tuple[Segment, ...]:
    """A smooth curve through points (Catmull-Rom, as cubics)."""
    n = len(points)
    if n < 3:
        return polygon(points, closed)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    steps: list[Segment] = [("M", *points[0])]
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        k = tension / 6
        steps.append(
            (
                "C",
                p1[0] + (p2[0] - p0[0]) * k,
                p1[1] + (p2[1] - p0[1]) * k,
                p2[0] - (p3[0] - p1[0]) * k,
                p2[1] - (p3[1] - p1[1]) * k,
                p2[0],
                p2[1],
            )
        )
    if closed:
        steps.append(("Z",))
    return tuple(steps)


def cubic_path(curves: Sequence[Cubic]) -> tuple[Segment, ...]:
    """Joined cubics as one outline."""
    steps: list[Segment] = [("M", *curves[0][0])]
    steps.extend(("C", *c[1], *c[2], *c[3]) for c in curves)
    return tuple(steps)


def cubic_at(curve: Cubic, t: float) -> Point:
    """The point at parameter t (0 to 1) of a cubic."""
    s = 1 - t
    a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    return (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)


def flatten(d: Iterable[Segment], steps: int = 16) -> list[list[Point]]:
    """The outline as lists of points, one list per subpath, each curve in `steps` pieces."""
    result: list[list[Point]] = []
    current: list[Point] = []
    for segment in d:
        kind = segment[0]
        v = [float(n) for n in segment[1:]]
        if kind == "M":
            current = [(v[0], v[1])]
            result.append(current)
        elif kind == "L":
            current.append((v[0], v[1]))
        elif kind == "C":
            curve: Cubic = (current[-1], (v[0], v[1]), (v[2], v[3]), (v[4], v[5]))
            current.extend(cubic_at(curve, i / steps) for i in range(1, steps + 1))
        elif kind == "Z":
            start = current[0]
            current.append(start)
            current = [start]
    return result


def bounds(d: Iterable[Segment]) -> Box:
    """The smallest rectangle that holds every point of the outline (curves: of their flattened form)."""
    xs: list[float] = []
    ys: list[float] = []
    for part in flatten(d):
        xs.extend(p[0] for p in part)
        ys.extend(p[1] for p in part)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


_TOKEN = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


_ARC = re.compile(r"[Aa][^A-DF-Za-df-z]*")
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_ARC_STEP = re.compile(
    r"[\s,]*" + r"[\s,]*".join([f"({_NUMBER})"] * 3 + ["([01])"] * 2 + [f"({_NUMBER})"] * 2)
)


def _spread_flags(match: re.Match[str]) -> str:
    """The arcs of a path with spaces about their two flags: programmes that save bytes leave them out."""
    return match[0][0] + _ARC_STEP.sub(_step_words, match[0][1:])


def _step_words(match: re.Match[str]) -> str:
    return " " + " ".join(match.groups()) + " "


def n(value: float, places: int = 4) -> str:
    """A number as files have it: at most `places` decimals, no exponent, no minus zero."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def parse_path(text: str) -> tuple[Segment, ...]:
    """Read an SVG path (M L H V C S Q T A Z, large or small letters) into segments; ValueError says what is
    wrong and where.
    """
    text = _ARC.sub(_spread_flags, text)
    tokens: list[str | float] = []
    for match in _TOKEN.finditer(text):
        letter, number, _, wrong = match.groups()
        if wrong:
            raise ValueError(f"character {wrong!r} at position {match.start() + 1} is no part of a path")
        if letter:
            if letter.upper() not in _COUNT:
                raise ValueError(f"there is no path command {letter!r}; there are M L H V C S Q T A Z")
            tokens.append(letter)
        elif number:
            if abs(float(number)) > 1e9:
                raise ValueError(f"{number[:30]} is too large for a path")
            tokens.append(float(number))
    return _read_tokens(tokens)


def _read_tokens(tokens: list[str | float]) -> tuple[Segment, ...]:
    result: list[Segment] = []
    x = y = start_x = start_y = 0.0
    handle: Point | None = None
    previous = ""
    i = 0
    command = ""
    while i < len(tokens):
        token = tokens[i]
        if isinstance(token, str):
            command = token
            i += 1
        elif not command or command in "Zz":
            raise ValueError("a path starts with a command (M)")
        elif command in "Mm":
            command = "L" if command == "M" else "l"
        if not result and command not in "Mm":
            raise ValueError("a path starts with M")
        upper = command.upper()
        need = _COUNT[upper]
        args = tokens[i : i + need]
        if len(args) < need or any(isinstance(a, str) for a in args):
            raise ValueError(f"{command} needs {need} numbers")
        v = [float(a) for a in args]
        i += need
        if command.islower() and upper not in "AHVZ":
            v = [n + (x if k % 2 == 0 else y) for k, n in enumerate(v)]
        if upper == "Z":
            result.append(("Z",))
            x, y = start_x, start_y
        elif upper == "M":
            x, y = start_x, start_y = v[0], v[1]
            result.append(("M", x, y))
        elif upper == "L":
            x, y = v
            result.append(("L", x, y))
        elif upper == "H":
            x = v[0] + (x if command == "h" else 0.0)
            result.append(("L", x, y))
        elif upper == "V":
            y = v[0] + (y if command == "v" else 0.0)
            result.append(("L", x, y))
        elif upper in "CS":
            if upper == "S":
                first = (2 * x - handle[0], 2 * y - handle[1]) if handle and previous in "CS" else (x, y)
                v = [*first, *v]
            result.append(("C", *v))
            handle = (v[2], v[3])
            x, y = v[4], v[5]
        elif upper in "QT":
            if upper == "T":
                q = (2 * x - handle[0], 2 * y - handle[1]) if handle and previous in "QT" else (x, y)
                v = [*q, *v]
            qx, qy, ex, ey = v
            result.append(
                (
                    "C",
                    x + (qx - x) * 2 / 3,
                    y + (qy - y) * 2 / 3,
                    ex + (qx - ex) * 2 / 3,
                    ey + (qy - ey) * 2 / 3,
                    ex,
                    ey,
                )
            )
            handle = (qx, qy)
            x, y = ex, ey
        elif upper == "A":
            if command == "a":
                v[5] += x
                v[6] += y
            result.extend(_arc(x, y, v[0], v[1], v[2], v[3] != 0, v[4] != 0, v[5], v[6]))
            x, y = v[5], v[6]
        previous = upper
    return tuple(result)


def _arc(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x2: float, y2: float
) -> list[Segment]:
    """An elliptical arc in SVG's endpoint form, as cubics of at most a quarter turn."""
    if (x1, y1) == (x2, y2):
        return []
    rx, ry = abs(rx), abs(ry)
    if rx == 0 or ry == 0:
        return [("L", x2, y2)]
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = (px / rx) ** 2 + (py / ry) ** 2
    if grow > 1:
        rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
    top = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
    k = math.sqrt(top / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    cx_, cy_ = k * rx * py / ry, -k * ry * px / rx
    cx, cy = cos * cx_ - sin * cy_ + (x1 + x2) / 2, sin * cx_ + cos * cy_ + (y1 + y2) / 2
    first = math.atan2((py - cy_) / ry, (px - cx_) / rx)
    delta = math.atan2((-py - cy_) / ry, (-px - cx_) / rx) - first
    if sweep and delta < 0:
        delta += 2 * math.pi
    elif not sweep and delta > 0:
        delta -= 2 * math.pi
    pieces = max(1, math.ceil(abs(delta) / (math.pi / 2) - 1e-9))
    step = delta / pieces
    handle = 4 / 3 * math.tan(step / 4)
    result: list[Segment] = []
    for i in range(pieces):
        a, b = first + i * step, first + (i + 1) * step
        points = [
            (math.cos(a) - handle * math.sin(a), math.sin(a) + handle * math.cos(a)),
            (math.cos(b) + handle * math.sin(b), math.sin(b) - handle * math.cos(b)),
            (math.cos(b), math.sin(b)),
        ]
        numbers: list[float] = []
        for ux, uy in points:
            numbers.extend((cos * rx * ux - sin * ry * uy + cx, sin * rx * ux + cos * ry * uy + cy))
        result.append(("C", *numbers))
    return result
