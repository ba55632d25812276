"""The marks by which a Silhouette machine finds where the print lies on the sheet, and room for them.

A black square of 5 mm top left; corner lines of 20 mm, 0.3 mm thick, top right and bottom left; all 10 mm
from the paper's edges. Nothing else may be printed near them.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.drawing.geometry import polygon, rectangle
from toolkit.drawing.model import Box, Path
from toolkit.press.layout import Place
from toolkit.press.paper import Paper

INSET = 10.0
SQUARE = 5.0
ARM = 20.0
THICK = 0.3

CLEAR = 1.0
"""Between a mark and the bleed of a piece, mm."""

MARGIN = INSET + THICK + CLEAR
"""Bleeds stay this far from the paper's edge."""

_STEP = 0.5


def marks(paper: Paper) -> list[Path]:
    """The marks as drawn: one square and two corners, black."""
    right, bottom = paper.width - INSET, paper.height - INSET
    half = THICK / 2
    corner = [(right - ARM, INSET + half), (right - half, INSET + half), (right - half, INSET + ARM)]
    other = [(INSET + half, bottom - ARM), (INSET + half, bottom - half), (INSET + ARM, bottom - half)]
    return [
        Path(rectangle(INSET, INSET, SQUARE, SQUARE), fill="#000000"),
        *(Path(polygon(points, closed=False), stroke="#000000", width=THICK) for points in (corner, other)),
    ]


def taken(paper: Paper) -> list[Box]:
    """The boxes around the marks, with the space that must stay clear."""
    right, bottom = paper.width - INSET, paper.height - INSET
    boxes = [
        (INSET, INSET, INSET + SQUARE, INSET + SQUARE),
        (right - ARM, INSET, right, INSET + THICK),
        (right - THICK, INSET, right, INSET + ARM),
        (INSET, bottom - ARM, INSET + THICK, bottom),
        (INSET, bottom - THICK, INSET + ARM, bottom),
    ]
    return [(a - CLEAR, b - CLEAR, c + CLEAR, d + CLEAR) for a, b, c, d in boxes]


def cleared(places: Sequence[Place], paper: Paper, bleed: float) -> tuple[float, float] | None:
    """By how much (x, y) places have to be moved so that their bleeds are clear of the marks and inside the
    margin: as little as can be; None where there is no room.
    """
    left = min(p.x for p in places) - bleed - MARGIN
    top = min(p.y for p in places) - bleed - MARGIN
    right = paper.width - MARGIN - max(p.x + p.width for p in places) - bleed
    bottom = paper.height - MARGIN - max(p.y + p.height for p in places) - bleed
    if left + right < -1e-6 or top + bottom < -1e-6:
        return None
    boxes = [(p.x - bleed, p.y - bleed, p.x + p.width + bleed, p.y + p.height + bleed) for p in places]
    forbidden = taken(paper)
    moves = [(dx, dy) for dx in _between(-left, right) for dy in _between(-top, bottom)]
    for dx, dy in sorted(moves, key=lambda m: (m[0] * m[0] + m[1] * m[1], m)):
        if not any(
            _meet((a + dx, b + dy, c + dx, d + dy), mark) for a, b, c, d in boxes for mark in forbidden
        ):
            return dx, dy
    return None


def _between(low: float, high: float) -> list[float]:
    """Moves from `low` to `high`: none, if that is allowed, and in steps."""
    found = {low, high}
    if low <= 0 <= high:
        found.add(0.0)
    found.update(low + _STEP * i for i in range(1, min(80, int((high - low) / _STEP) + 1)))
    return sorted(v for v in found if low - 1e-9 <= v <= high + 1e-9)


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2] - 1e-6
        and other[0] < one[2] - 1e-6
        and one[1] < other[3] - 1e-6
        and other[1] < one[3] - 1e-6
    )
