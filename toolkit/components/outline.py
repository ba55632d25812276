"""The outline of a piece that is no rectangle, circle or hexagon: corners in mm, once round the piece."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]

MAX_CORNERS = 200


def read_outline(raw: Sequence[object], most: float) -> tuple[Point, ...]:
    """The corners of a polygon from a list of [x, y], each 0 to `most` mm.

    ValueError, with what would be right, for what is no such list, or whose sides cross.
    """
    corners = tuple(point for part in raw if (point := _point(part)) is not None)
    if len(corners) != len(raw) or not 3 <= len(corners) <= MAX_CORNERS:
        raise ValueError(f"an outline has 3 to {MAX_CORNERS} corners; write outline = [[x, y], …] in mm")
    for x, y in corners:
        if not (0 <= x <= most and 0 <= y <= most):
            raise ValueError(
                f"corner [{x:g}, {y:g}] lies outside of the piece, which starts at [0, 0]; move it in"
            )
    for number, (x, y) in enumerate(corners):
        if corners[number - 1] == (x, y):
            raise ValueError(
                f"corner [{x:g}, {y:g}] follows on itself; write it once (the last side leads to the first)"
            )
    wrong = _crossing(corners)
    if wrong is not None:
        said = f"[{wrong[0]:g}, {wrong[1]:g}]"
        raise ValueError(f"the side from corner {said} meets another; go round once")
    return corners


def _point(raw: object) -> Point | None:
    if not isinstance(raw, list) or len(raw) != 2:
        return None
    if not all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in raw):
        return None
    return float(raw[0]), float(raw[1])


def _crossing(corners: tuple[Point, ...]) -> Point | None:
    """The first corner of a polygon from which a side meets one that is not its neighbour, or goes back on
    one that is; None where all is well.
    """
    count = len(corners)
    for i in range(count):
        a, b, after = corners[i], corners[(i + 1) % count], corners[(i + 2) % count]
        if _side(a, b, after) == 0 and (_over(a, b, after) or _over(b, after, a)):
            return a
        for j in range(i + 2, count if i else count - 1):
            if _meet(a, b, corners[j], corners[(j + 1) % count]):
                return a
    return None


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines from a to b and from c to d have a point in common."""
    turns = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(turn == 0 and _over(*three) for turn, three in zip(turns, ends, strict=True))


def _side(a: Point, b: Point, c: Point) -> float:
    """Positive where c lies to the right of the way from a to b (y down), 0 in line with it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _over(a: Point, b: Point, c: Point) -> bool:
    """Whether c, in line with a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
