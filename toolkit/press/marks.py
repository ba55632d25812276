"""What pieces beside each other need: how far each shows, what covers the cuts between them, and crop marks
outside the bleed, only where there are pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.drawing.geometry import apply, line
from toolkit.drawing.model import Box, Drawing, Join, Matrix, Path, Segment
from toolkit.press.layout import Place
from toolkit.press.paper import MARK_EDGE, MARK_GAP, MARK_LENGTH, Paper

SHORTEST = 1.5
"""A mark shorter than this is of no use; the bleed gives way to it."""


UNDER = 0.15
"""How far a piece reaches under the one beside it, mm."""

SEAM = 0.2
"""How much further each layer of a line is painted over a cut than the layer below it, mm."""


def outer_bleed(bleed: float, space: float) -> float:
    """How far a piece may bleed where `space` mm are left to the paper's edge, so that a mark still has
    room.
    """
    return max(0.0, min(bleed, space - MARK_EDGE - SHORTEST - MARK_GAP))


def clips(places: Sequence[Place], paper: Paper, bleed: float) -> list[Box]:
    """How much of each piece shows: its bleed, but never more than half way into a neighbour's.

    Pieces must be painted in this order: where they touch, each reaches a hair under the one that is
    painted later, so that no white line shows between them.
    """
    result = []
    for number, place in enumerate(places):
        left, top, right, bottom = place.box
        edges = [
            outer_bleed(bleed, left),
            outer_bleed(bleed, top),
            outer_bleed(bleed, paper.width - right),
            outer_bleed(bleed, paper.height - bottom),
        ]
        for index, other in enumerate(places):
            if index == number:
                continue
            least = UNDER if index > number else 0.0
            l2, t2, r2, b2 = other.box
            # Pieces that only meet at a corner leave each other alone: those beside and above see to that.
            if t2 < bottom - 1e-6 and b2 > top + 1e-6:
                if r2 <= left + 1e-6:
                    edges[0] = min(edges[0], max(least, (left - r2) / 2))
                if l2 >= right - 1e-6:
                    edges[2] = min(edges[2], max(least, (l2 - right) / 2))
            if l2 < right - 1e-6 and r2 > left + 1e-6:
                if b2 <= top + 1e-6:
                    edges[1] = min(edges[1], max(least, (top - b2) / 2))
                if t2 >= bottom - 1e-6:
                    edges[3] = min(edges[3], max(least, (t2 - bottom) / 2))
        result.append((left - edges[0], top - edges[1], right + edges[2], bottom + edges[3]))
    return result


def seams(placed: Sequence[tuple[Drawing, Matrix]]) -> list[Path]:
    """The lines that go on from a piece into the one it touches, painted once more over the cut.

    Renderers smooth the edge of a clip: of a line drawn in several layers the lower ones would show there
    as a hair. Each layer reaches further than the one below, so that only like meets like at its ends.
    """
    found: list[tuple[float, float, float, float, Join]] = []
    for drawing, matrix in placed:
        for join in drawing.joins:
            x, y = apply(matrix, join.x, join.y)
            ahead_x, ahead_y = apply(matrix, join.x + join.out_x, join.y + join.out_y)
            found.append((x, y, ahead_x - x, ahead_y - y, join))
    found.sort(key=lambda f: (round(f[0]), round(f[1])))
    paths: list[Path] = []
    for index, (x, y, dx, dy, join) in enumerate(found):
        for x2, y2, _, _, other in found[index + 1 :]:
            if round(x2) > round(x) + 1:
                break
            if abs(x - x2) < 0.01 and abs(y - y2) < 0.01 and join.strokes == other.strokes:
                for level, (colour, width) in enumerate(join.strokes, 1):
                    reach = level * SEAM
                    d = line(x - dx * reach, y - dy * reach, x + dx * reach, y + dy * reach)
                    paths.append(Path(d, stroke=colour, width=width))
    return paths


def crop_marks(places: Sequence[Place], paper: Paper, bleed: float) -> list[Path]:
    """Marks for all cuts of a sheet of rectangles: each cut once, at both of its ends."""
    segments: list[Segment] = []
    for along in (0, 1):  # 0: upright cuts, 1: level cuts
        size = (paper.width, paper.height)[1 - along]
        for cut in _cuts(places, along):
            near = [p for p in places if _near(p, along, cut, bleed)]
            low = min((p.box[1 - along] for p in near), default=0.0)
            high = max((p.box[3 - along] for p in near), default=size)
            for at, way in ((low, -1), (high, 1)):
                space = at if way < 0 else size - at
                start = outer_bleed(bleed, space) + MARK_GAP
                length = min(MARK_LENGTH, space - start - MARK_EDGE)
                if length < 0.5:
                    continue
                a, b = at + way * start, at + way * (start + length)
                segments.extend(line(cut, a, cut, b) if along == 0 else line(a, cut, b, cut))
    return [Path(tuple(segments), stroke="#000000", width=0.15)] if segments else []


def _cuts(places: Sequence[Place], along: int) -> list[float]:
    found: list[float] = []
    for value in sorted(v for p in places for v in (p.box[along], p.box[along + 2])):
        if not found or value - found[-1] > 1e-4:
            found.append(value)
    return found


def _near(place: Place, along: int, cut: float, bleed: float) -> bool:
    return place.box[along] - bleed < cut + 1e-6 and place.box[along + 2] + bleed > cut - 1e-6
