"""What pieces beside each other show: how far each bleeds, and what covers the cuts between them."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.drawing.geometry import apply, line
from toolkit.drawing.model import Box, Drawing, Join, Matrix, Path
from toolkit.press.layout import Place, neighbours
from toolkit.press.marks import outer_bleed
from toolkit.press.paper import Paper

UNDER = 0.15
"""How far a piece reaches under the one beside it, mm."""

SEAM = 0.2
"""How much further each layer of a line is painted over a cut than the layer below it, mm."""


def clips(places: Sequence[Place], paper: Paper, bleed: float | Sequence[float]) -> list[Box]:
    """How much of each piece shows: its bleed (one for all, or one each), but never more than half way into a
    neighbour's.

    Pieces must be painted in this order: where they touch, each reaches a hair under the one that is
    painted later, so that no white line shows between them.
    """
    bleeds = [float(bleed)] * len(places) if isinstance(bleed, (int, float)) else list(bleed)
    near = neighbours([place.box for place in places], 2 * max(bleeds, default=0.0) + UNDER)
    result = []
    for number, place in enumerate(places):
        left, top, right, bottom = place.box
        own = bleeds[number]
        edges = [
            outer_bleed(own, left),
            outer_bleed(own, top),
            outer_bleed(own, paper.width - right),
            outer_bleed(own, paper.height - bottom),
        ]
        for index in near[number]:
            least = UNDER if index > number else 0.0
            l2, t2, r2, b2 = places[index].box
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
