"""What is printed beside the pieces: the sheet's label, and a ruler in millimetres and inches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import compose, line, rotate, translate
from toolkit.drawing.model import Group, Item, Matrix, Path, Segment
from toolkit.drawing.text import POINT, Style, shape, text_width
from toolkit.press.layout import Place
from toolkit.press.paper import MARK_GAP, MARK_LENGTH, Paper

INK = "#333333"
SIZE = 6.5 * POINT
SMALLEST = 4.5 * POINT
RULER_HEIGHT = 3.2

NEAREST = 3.0
"""Where the margin has no room for a label it may stand this near to the paper's edge, mm."""

LEAST = 1.5
"""A strip less deep than this (mm) holds no label."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A free strip along one edge of the paper: its length and depth (mm), the clear stretches between the
    crop marks, and the transform from the strip's own coordinates (x along it, y down) to the page.
    """

    depth: float
    clear: tuple[tuple[float, float], ...]
    matrix: Matrix
    far: bool = False
    """The side of the pieces is the strip's upper edge (y 0)."""
    marked: bool = True
    """Crop marks reach into the strip."""

    def beyond_marks(self, need: float) -> Strip:
        """The part beyond the crop marks, in one stretch, if `need` mm are left of it; else all."""
        left = self.depth - MARK_LENGTH - MARK_GAP - 0.8
        if left < need or not self.clear or not self.marked:
            return self
        whole = ((self.clear[0][0] - 1.0, self.clear[-1][1] + 1.0),)
        away = translate(0, MARK_LENGTH + MARK_GAP + 0.8) if self.far else translate(0, 0)
        return Strip(left, whole, compose(self.matrix, away), self.far, self.marked)

    def below_label(self) -> Strip:
        """What a label leaves of the strip."""
        used = (MARK_LENGTH if self.marked else 0.0) + SIZE + 2.0
        away = translate(0, used) if self.far else translate(0, 0)
        return Strip(self.depth - used, self.clear, compose(self.matrix, away), self.far, self.marked)


def strips(
    places: Sequence[Place],
    paper: Paper,
    bleed: float,
    marked: bool = True,
    margin: float | None = None,
    fold: tuple[int, float] | None = None,
) -> list[Strip]:
    """The strips at the top, bottom, left and right of the pieces, inside the margin (the paper's, if no
    other is given); `marked` if crop marks divide them. The mark of a `fold` (0 for upright or 1 for level,
    where) divides two of them.
    """
    edge = max(NEAREST, paper.margin) if margin is None else margin
    left = min(p.x for p in places)
    top = min(p.y for p in places)
    right = max(p.x + p.width for p in places)
    bottom = max(p.y + p.height for p in places)
    xs = sorted({round(v, 4) for p in places for v in (p.x, p.x + p.width)})
    ys = sorted({round(v, 4) for p in places for v in (p.y, p.y + p.height)})
    if not marked:
        xs, ys = ([fold[1]] if fold is not None and fold[0] == along else [] for along in (0, 1))
    across = _clear(xs, edge, paper.width - edge)
    down = _clear(ys, edge, paper.height - edge)
    up = tuple(sorted((paper.height - b, paper.height - a) for a, b in down))
    turn = rotate(-90)
    below = paper.height - bottom - bleed - edge - 0.3
    beside = compose(translate(right + bleed + 0.3, paper.height), turn)
    level, upright = marked or bool(xs), marked or bool(ys)
    return [
        Strip(top - bleed - edge - 0.3, across, translate(0, edge), False, level),
        Strip(below, across, translate(0, bottom + bleed + 0.3), True, level),
        Strip(left - bleed - edge - 0.3, up, compose(translate(edge, paper.height), turn), False, upright),
        Strip(paper.width - right - bleed - edge - 0.3, up, beside, True, upright),
    ]


def furniture(
    texts: Sequence[str],
    places: Sequence[Place],
    paper: Paper,
    bleed: float,
    with_ruler: bool,
    marked: bool = True,
    fold: tuple[int, float] | None = None,
) -> list[Item]:
    """The label and (if wanted) the ruler of a sheet, each where there is room for it: above or below the
    pieces, or else beside them. `marked`: crop marks divide the space; so does the mark of a `fold`. Where
    pieces fill the paper there is neither.
    """
    top, bottom, left, right = strips(places, paper, bleed, marked, None, fold)
    for_label = _roomy((top, bottom, left, right), 2.0)
    if for_label.depth < LEAST:
        top, bottom, left, right = strips(places, paper, bleed, marked, NEAREST, fold)
        for_label = _roomy((top, bottom, left, right), 2.0)
        if for_label.depth < LEAST:
            return []
    items = label(texts, for_label)
    if with_ruler:
        under = for_label.below_label()
        choice = [under if strip is for_label else strip for strip in (bottom, top, right, left)]
        items.extend(ruler(_roomy(tuple(choice), RULER_HEIGHT - 0.4)))
    return items


def _roomy(choice: Sequence[Strip], need: float) -> Strip:
    for strip in choice:
        if strip.depth >= need:
            return strip
    return max(choice, key=lambda strip: strip.depth)


def _clear(cuts: Sequence[float], low: float, high: float) -> tuple[tuple[float, float], ...]:
    edges = [low, *(c for c in cuts if low < c < high), high]
    return tuple((a + 1.0, b - 1.0) for a, b in pairwise(edges) if b - a > 4)


def label(texts: Sequence[str], strip: Strip) -> list[Item]:
    """The label's parts in a strip: in one line if one clear stretch holds them, else one part a stretch."""
    font, bold = find_font("sans"), find_font("sans", "semibold")
    strip = strip.beyond_marks(2.0)
    spans = sorted(strip.clear, key=lambda s: s[0] - s[1])
    if not spans:
        return []
    out: list[Item] = []
    cap = SIZE * font.cap_height
    depth = max(strip.depth, cap)
    y = min(depth, cap + 0.4) if strip.far else depth - min(0.9, max(0.4, depth - cap))
    whole = "   ·   ".join(texts)
    widest = spans[0]
    if text_width(whole, Style(font, SIZE)) <= widest[1] - widest[0]:
        x = min(strip.clear)[0] if len(strip.clear) == 1 else widest[0]
        lead = shape(texts[0], Style(bold, SIZE, INK), x, y)
        out.append(lead)
        if len(texts) > 1:
            rest = "   ·   " + "   ·   ".join(texts[1:])
            out.append(shape(rest, Style(font, SIZE, INK), x + lead.width, y))
    else:
        wide = [s for s in spans if s[1] - s[0] >= 25.0] or spans[:1]
        roomy = sorted(wide[: len(texts)])
        parts = _shared(texts, len(roomy))
        for number, (text, (start, end)) in enumerate(zip(parts, roomy, strict=True)):
            face = bold if number == 0 else font
            size = SIZE
            while size > SMALLEST and text_width(text, Style(face, size)) > end - start:
                size *= 0.97
            out.append(shape(text, Style(face, size, INK), start, y))
    return [Group(tuple(out), strip.matrix)]


def _shared(texts: Sequence[str], count: int) -> list[str]:
    """The texts joined into `count` parts of about equal length."""
    if count >= len(texts):
        return list(texts)
    parts = [[t] for t in texts]
    while len(parts) > count:
        lengths = [len("".join(a + b)) for a, b in pairwise(parts)]
        i = lengths.index(min(lengths))
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return [" · ".join(p) for p in parts]


def ruler(strip: Strip) -> list[Item]:
    """A ruler in the longest clear stretch: millimetres above the line, inches below it, to check the
    printed size.
    """
    strip = strip.beyond_marks(RULER_HEIGHT)
    spans = sorted(strip.clear, key=lambda s: s[0] - s[1])
    if not spans or strip.depth < RULER_HEIGHT - 0.4:
        return []
    start, end = spans[0]
    room = end - start - 9
    millimetres, inches = (100, 4) if room >= 102 else (50, 2) if room >= 51 else (25, 1)
    if room < 26:
        return []
    middle = RULER_HEIGHT / 2 + 0.1 if strip.far else strip.depth - RULER_HEIGHT / 2 - 0.1
    ticks: list[Segment] = list(line(start, middle, start + max(millimetres, inches * 25.4), middle))
    for i in range(millimetres + 1):
        ticks.extend(
            line(start + i, middle, start + i, middle - (1.5 if i % 10 == 0 else 1.1 if i % 5 == 0 else 0.6))
        )
    for i in range(inches * 8 + 1):
        x = start + i * 25.4 / 8
        ticks.extend(line(x, middle, x, middle + (1.5 if i % 8 == 0 else 1.1 if i % 4 == 0 else 0.6)))
    style = Style(find_font("sans"), 4.5 * POINT, INK)
    x = start + max(millimetres, inches * 25.4) + 1.2
    items: list[Item] = [
        Path(tuple(ticks), stroke=INK, width=0.12),
        shape(f"{millimetres} mm", style, x, middle - 0.35),
        shape(f"{inches} in", style, x, middle + 1.5),
    ]
    return [Group(tuple(items), strip.matrix)]
