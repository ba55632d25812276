"""A small mark at the foot of a piece: its id and revision, so that old copies can be told from new ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from toolkit.drawing.fonts import MissingGlyphs, find_font
from toolkit.drawing.geometry import rectangle
from toolkit.drawing.model import Drawing, Path
from toolkit.drawing.text import POINT, Style, shape, text_width
from toolkit.press.outlines import Shape

SIZE = 4.5 * POINT
INK, PAPER = "#222222", "#ffffff"

REVISION = 6
"""Digits of a piece's digest that are its revision."""

_PAD = 0.35
_AT_FOOT, _HALF = 0.84, 0.55
_TIGHT = 1.0
"""A piece too small for its mark inside the safe area has it at least this far from its edge, mm."""


def texts(name: str, digest: str, tables: str) -> list[str]:
    """What a mark may say, the most telling first: id, revision of the piece, revision of the tables."""
    own = digest[:REVISION]
    told = [f"{name} · {own}"] if name else []
    return [" · ".join([*told, f"tables {tables}"]) if told else f"{own} · tables {tables}", *told, own]


def with_mark(drawing: Drawing, said: Sequence[str], outline: Shape, safe: float) -> Drawing:
    """The drawing with the first of these texts that fits at its foot, inside `safe` mm of its edge; the
    drawing as it is where none fits.
    """
    font = find_font("sans")
    # A short mark at the foot hides less of the piece than a long one further up.
    for highest, inset in product((_AT_FOOT, _HALF), (safe, min(safe, _TIGHT))):
        for text in said:
            try:
                width = text_width(text, Style(font, SIZE))
            except MissingGlyphs:
                continue
            foot = _foot(drawing, width + 2 * _PAD, outline, inset, highest)
            if foot is None:
                continue
            x, cap = drawing.width / 2, SIZE * font.cap_height
            ground = rectangle(
                x - width / 2 - _PAD, foot - cap - 2 * _PAD, width + 2 * _PAD, cap + 2 * _PAD, _PAD
            )
            items = (
                Path(ground, fill=PAPER, opacity=0.75),
                shape(text, Style(font, SIZE, INK), x, foot - _PAD, "middle"),
            )
            return replace(drawing, items=(*drawing.items, *items))
    return drawing


def _foot(drawing: Drawing, width: float, outline: Shape, inset: float, highest: float) -> float | None:
    """The lowest y at which so wide a mark lies inside a piece; None where there is none below the `highest`
    (a share of the piece's height).
    """
    w, h = drawing.width, drawing.height
    y = h - inset
    while y > h * highest:
        if width <= _chord(w, h, y, outline, inset):
            return y
        y -= 0.1
    return None


def _chord(w: float, h: float, y: float, outline: Shape, inset: float) -> float:
    """How wide a piece is about its middle at height y, `inset` mm inside its edge."""
    if outline.name == "polygon":
        # A mark has a height too: as wide as the polygon is everywhere from its foot to its head.
        head = SIZE + 2 * _PAD
        levels = [y + inset, *(y - head * k / 4 for k in range(5)), y - head - inset]
        return min(_about(outline.corners, w / 2, level) for level in levels) - 2 * inset
    if outline.name == "circle":
        r = w / 2 - inset
        return 2 * math.sqrt(max(0.0, r * r - (y - h / 2) ** 2))
    if outline.name == "hex":
        down = (h - y) / h  # 0 at the foot, 1/2 in the middle
        across = w * (0.5 + down) if w > h else w * min(1.0, 4 * down)
        return across - 2 * inset * 1.1547
    return w - 2 * inset


def _about(corners: Sequence[tuple[float, float]], x: float, y: float) -> float:
    """How wide a polygon is about x at height y: twice the way to its nearest edge; 0 outside of it."""
    crossed = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y):
            crossed.append(ax + (bx - ax) * (y - ay) / (by - ay))
    inside = sum(1 for at in crossed if at > x) % 2 == 1
    return 2 * min(abs(at - x) for at in crossed) if inside else 0.0
