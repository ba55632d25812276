"""Lines to cut along: crop marks outside the bleed, corner marks, whole lines; only where pieces are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.drawing.geometry import line
from toolkit.drawing.model import Box, Path, Segment
from toolkit.press.layout import Place, neighbours
from toolkit.press.paper import MARK_EDGE, MARK_GAP, MARK_LENGTH, Paper

MARKS = ("crop", "corner", "full", "none")
"""What may be printed to cut along."""

SHORTEST = 1.5
"""A mark shorter than this is of no use; the bleed gives way to it."""

TICK = 1.5
"""How long the arms of a cross are where pieces touch, mm."""

CORNER = 2.5
"""The longest a corner mark is, mm."""

BLACK, HAIR = "#000000", 0.1


def outer_bleed(bleed: float, space: float) -> float:
    """How far a piece may bleed where `space` mm are left to the paper's edge, so that a mark still has
    room.
    """
    return max(0.0, min(bleed, space - MARK_EDGE - SHORTEST - MARK_GAP))


def crop_marks(
    places: Sequence[Place], paper: Paper, bleed: float, skip: tuple[int, float] | None = None
) -> list[Path]:
    """Marks for all cuts of a sheet of rectangles: each cut once, at both of its ends. `skip` is a cut that
    has none, such as a fold: (0 for upright or 1 for level, where).
    """
    segments: list[Segment] = []
    for along in (0, 1):  # 0: upright cuts, 1: level cuts
        size = (paper.width, paper.height)[1 - along]
        for cut in _cuts(places, along):
            if skip is not None and skip[0] == along and abs(skip[1] - cut) < 1e-3:
                continue
            low, high = _ends(places, along, cut, bleed, size)
            for at, way in ((low, -1), (high, 1)):
                space = at if way < 0 else size - at
                start = outer_bleed(bleed, space) + MARK_GAP
                length = min(MARK_LENGTH, space - start - MARK_EDGE)
                if length >= 0.5:
                    segments.extend(_straight(along, cut, at + way * start, at + way * (start + length)))
    return [Path(tuple(segments), stroke=BLACK, width=0.15)] if segments else []


def full_lines(places: Sequence[Place], paper: Paper, bleed: float) -> list[Path]:
    """A line along every cut of a sheet of rectangles, through all pieces that it passes, mark to mark."""
    segments: list[Segment] = []
    for along in (0, 1):
        size = (paper.width, paper.height)[1 - along]
        for cut in _cuts(places, along):
            low, high = _ends(places, along, cut, bleed, size)
            reach = [
                min(outer_bleed(bleed, space) + MARK_GAP + MARK_LENGTH, max(0.0, space - MARK_EDGE))
                for space in (low, size - high)
            ]
            segments.extend(_straight(along, cut, low - reach[0], high + reach[1]))
    return cased(tuple(segments))


def corner_marks(places: Sequence[Place], paper: Paper, bleed: float) -> list[Path]:
    """Marks at the corners of rectangles, outside their bleed and their neighbours'; where pieces touch,
    small crosses on the cuts.
    """
    reach = bleed + MARK_GAP + CORNER
    near = neighbours([p.box for p in places], 2 * reach)
    marks: dict[tuple[float, ...], tuple[Segment, ...]] = {}
    ticks: dict[tuple[float, ...], tuple[Segment, ...]] = {}
    for index, place in enumerate(places):
        others = [places[i].box for i in near[index]]
        left, top, right, bottom = place.box
        for x, way_x in ((left, -1), (right, 1)):
            for y, way_y in ((top, -1), (bottom, 1)):
                for along, cut, at, way in ((0, x, y, way_y), (1, y, x, way_x)):
                    size = (paper.width, paper.height)[1 - along]
                    edge = size - at if way > 0 else at
                    space = min(edge - MARK_EDGE, _free(others, along, cut, at, way, bleed))
                    start = outer_bleed(bleed, edge) + MARK_GAP
                    length = min(CORNER, space - start)
                    key = (along, round(cut, 3), round(at, 3), way)
                    if length >= 0.8:
                        ends = (at + way * start, at + way * (start + length))
                        marks.setdefault(key, _straight(along, cut, *ends))
                    elif space < 0.01:
                        ticks.setdefault(key, _straight(along, cut, at, at + way * TICK))
    found = [Path(tuple(s for d in marks.values() for s in d), stroke=BLACK, width=0.15)] if marks else []
    return [*found, *(cased(tuple(s for d in ticks.values() for s in d)) if ticks else [])]


def contours(outlines: Iterable[tuple[Segment, ...]]) -> list[Path]:
    """Lines to cut along outlines."""
    return [path for outline in outlines for path in cased(outline)]


def cased(d: tuple[Segment, ...], dash: tuple[float, ...] = ()) -> list[Path]:
    """A hair line that shows on light and dark: black in white."""
    return [Path(d, stroke="#ffffff", width=3 * HAIR), Path(d, stroke=BLACK, width=HAIR, dash=dash)]


def _straight(along: int, cut: float, a: float, b: float) -> tuple[Segment, ...]:
    return line(cut, a, cut, b) if along == 0 else line(a, cut, b, cut)


def _free(others: Sequence[Box], along: int, cut: float, at: float, way: int, bleed: float) -> float:
    """How far one may go from `at` along a cut before the bleed of another piece is met."""
    free = 1e6
    for box in others:
        low, high = box[along], box[along + 2]
        if not low - bleed - 1e-6 < cut < high + bleed + 1e-6:
            continue
        beside = low - 1e-6 < cut < high + 1e-6
        a, b = box[1 - along], box[3 - along]
        if way > 0 and b > at + 1e-6:
            distance = a - at
        elif way < 0 and a < at - 1e-6:
            distance = at - b
        else:
            continue
        if beside and distance < 1e-3:
            return 0.0
        free = min(free, max(0.01, distance - bleed))
    return free


def _ends(places: Sequence[Place], along: int, cut: float, bleed: float, size: float) -> tuple[float, float]:
    """Where the pieces that a cut passes begin and end."""
    near = [p for p in places if _near(p, along, cut, bleed)]
    return (
        min((p.box[1 - along] for p in near), default=0.0),
        max((p.box[3 - along] for p in near), default=size),
    )


def _cuts(places: Sequence[Place], along: int) -> list[float]:
    found: list[float] = []
    for value in sorted(v for p in places for v in (p.box[along], p.box[along + 2])):
        if not found or value - found[-1] > 1e-4:
            found.append(value)
    return found


def _near(place: Place, along: int, cut: float, bleed: float) -> bool:
    return place.box[along] - bleed < cut + 1e-6 and place.box[along + 2] + bleed > cut - 1e-6
