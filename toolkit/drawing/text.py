"""Text layout: HarfBuzz shapes every line once, and both renderers draw exactly those glyphs at exactly
those places.

`shape` lays out one line, `layout` breaks a paragraph of one or several styles into lines, `fit` shrinks a
text until it fits a box, down to a floor, and says which words were lost when it does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from toolkit.drawing import bidi, scripts
from toolkit.drawing.fonts import Font, MissingGlyphs
from toolkit.drawing.model import Glyph, Item, Symbol, TextLine, Use

POINT = 25.4 / 72
"""One typographic point in mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A small picture in running text: `width` and `height` in ems, its lower edge `drop` ems below the
    baseline; `title` says what it shows.
    """

    symbol: Symbol
    width: float
    height: float
    drop: float = 0.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """How a piece of text looks: font, `size` (em, mm), colour, OpenType features (`tnum`, `smcp`, …) and
    tracking (ems). With a `figure`, that is drawn in the place of the text.
    """

    font: Font
    size: float
    fill: str = "#000000"
    features: tuple[str, ...] = ()
    tracking: float = 0.0
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class FigureLine(TextLine):
    """The place of a figure in a line of text; it has no glyphs."""

    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of running text in one style."""

    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class Block:
    """Lines laid out from (0, 0): the first capital's top is at y 0; `height` reaches to the last baseline;
    mm.
    """

    lines: tuple[TextLine, ...]
    width: float
    height: float
    line_count: int
    widest: float

    @property
    def items(self) -> tuple[Item, ...]:
        """The lines, and the figures in them, to be drawn."""
        return tuple(placed(line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text fitted to a box: its block, the em size used (mm), and the words that found no room (empty if
    all did).
    """

    block: Block
    size: float
    lost: tuple[str, ...]


_Shaped = tuple[tuple[tuple[int, float, float, int], ...], float]


@lru_cache(maxsize=20000)
def _shaped(font: Font, text: str, features: tuple[str, ...], leftward: bool = False) -> _Shaped:
    """Glyphs (number, x, y, cluster) from left to right in font units, and the whole advance."""
    if not text:
        return (), 0.0
    hb: Any = import_module("uharfbuzz")
    missing = font.missing(text)
    if missing:
        raise MissingGlyphs(missing, font)
    scripts.check(font, text)
    x = 0.0
    glyphs = []
    starts: list[tuple[int, str]] = []
    for piece in scripts.pieces(text):
        starts.append((starts[-1][0] + len(starts[-1][1]) if starts else 0, piece))
    for start, piece in reversed(starts) if leftward else starts:
        buffer = hb.Buffer()
        buffer.add_str(piece)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if leftward else "ltr"
        hb.shape(font.shaper, buffer, {f.lstrip("-"): not f.startswith("-") for f in features})
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            place = (x + position.x_offset, float(position.y_offset), start + info.cluster)
            glyphs.append((info.codepoint, *place))
            x += position.x_advance
    return tuple(glyphs), x


def shape(text: str, style: Style, x: float = 0.0, y: float = 0.0, anchor: str = "start") -> TextLine:
    """Lay out one run with its baseline at (x, y) mm; `anchor` (start, middle, end) says which part of it
    is at x. Text that runs to the left is one run as a whole: for mixed text there is `layout`.

    Raises MissingGlyphs when the font lacks a character, UnshapedScript when it cannot join a script.
    """
    return _shape(text, style, x, y, anchor, bool(bidi.base_level(text)))


def _shape(text: str, style: Style, x: float, y: float, anchor: str, leftward: bool) -> TextLine:
    if style.figure is not None:
        width = style.figure.width * style.size
        x -= width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        return FigureLine(x, y, style.font, style.size, style.fill, text, (), width, style.figure)
    shown = text.replace("\t", " ").replace("\n", " ")
    glyphs, advance = _shaped(style.font, shown, style.features, leftward)
    k = style.size / style.font.units
    spacing = style.tracking * style.size
    starts = sorted({g[3] for g in glyphs})
    ends = dict(zip(starts, [*starts[1:], len(shown)], strict=True))
    order = {cluster: i for i, cluster in enumerate(reversed(starts) if leftward else starts)}
    run = []
    seen: set[int] = set()
    for gid, gx, gy, cluster in glyphs:
        stands_for = "" if cluster in seen else shown[cluster : ends[cluster]]
        seen.add(cluster)
        run.append(Glyph(gid, gx * k + order[cluster] * spacing, -gy * k, stands_for))
    width = advance * k + max(0, len(starts) - 1) * spacing
    if anchor == "middle":
        x -= width / 2
    elif anchor == "end":
        x -= width
    return TextLine(x, y, style.font, style.size, style.fill, shown, tuple(run), width)


def placed(line: TextLine) -> Item:
    """What is drawn of a line: its letters, or the figure that stands there."""
    figure = line.figure if isinstance(line, FigureLine) else None
    if figure is None:
        return line
    left, top, right, bottom = figure.symbol.bounds
    across = figure.width * line.size / (right - left)
    down = figure.height * line.size / (bottom - top)
    upper = line.y + (figure.drop - figure.height) * line.size
    return Use(figure.symbol, (across, 0.0, 0.0, down, line.x - left * across, upper - top * down))


def text_width(text: str, style: Style, leftward: bool = False) -> float:
    """Width of one run in mm."""
    if style.figure is not None:
        return style.figure.width * style.size
    glyphs, advance = _shaped(style.font, text, style.features, leftward)
    clusters = len({g[3] for g in glyphs}) if style.tracking else 0
    return advance * style.size / style.font.units + max(0, clusters - 1) * style.tracking * style.size


def move(line: TextLine, dx: float, dy: float) -> TextLine:
    """The same line elsewhere."""
    return replace(line, x=line.x + dx, y=line.y + dy)


# A word is what stands between two places where a line may break: pieces, each of one style and one level
# (odd: it runs to the left).
_Piece = tuple[str, Style, int]
_BREAK = re.compile(
    r"[^\S\u00a0\u202f]+|(?<=[\w][-\u2013\u2014/])(?=\w)|[\u200b\u00ad]|(?<=\ufffc)(?=\ufffc)"
)
FIGURE = "\ufffc"
"""The character that stands for a figure in a text."""

SOFT_HYPHEN = "\u00ad"
"""Where a word may be divided; a hyphen is seen only where it is."""

_DIVIDED = 0.1
"""What a divided word costs among the breaks of a paragraph: as much as a line that is a third empty."""


@dataclass(frozen=True, slots=True)
class _Word:
    pieces: tuple[_Piece, ...]
    space: str  # what separates it from the word before on the same line: " " or ""
    space_style: Style | None
    space_level: int = 0
    divided: bool = False  # whether the next one goes on with it, and a hyphen is drawn where a line ends

    def hyphen(self) -> _Piece:
        _, style, level = self.pieces[-1]
        return "-", replace(style, figure=None), level

    def width(self) -> float:
        return sum(text_width(t, s, level % 2 == 1) for t, s, level in self.pieces)

    def gap(self) -> float:
        return text_width(self.space, self.space_style) if self.space and self.space_style else 0.0


@dataclass(slots=True)
class _Paragraph:
    """The words of a forced line, and the level (odd: to the left) of the whole."""

    words: list[_Word]
    level: int = 0


def _paragraphs(spans: Sequence[Span]) -> list[_Paragraph]:
    """Words of each forced line."""
    result: list[_Paragraph] = []
    line: list[tuple[str, Style]] = []
    for span in spans:
        for number, text in enumerate(span.text.split("\n")):
            if number:
                result.append(_paragraph(line))
                line = []
            if text:
                line.append((FIGURE if span.style.figure else text, span.style))
    result.append(_paragraph(line))
    return result


def _paragraph(line: list[tuple[str, Style]]) -> _Paragraph:
    text = "".join(part for part, _ in line)
    levels = bidi.levels(text)
    words: list[_Word] = []
    pieces: list[_Piece] = []
    space: tuple[str, Style | None, int] = ("", None, 0)
    ends: list[tuple[int, Style]] = []  # where each style ends in the text
    for part, style in line:
        ends.append(((ends[-1][0] if ends else 0) + len(part), style))
    number = 0

    def take(start: int, end: int) -> None:
        """Add the text from start to end as pieces of one style and one level."""
        nonlocal number
        while start < end:
            while ends[number][0] <= start:
                number += 1
            stop = min(end, ends[number][0])
            level = levels[start] if levels else 0
            if levels:
                stop = next((i for i in range(start, stop) if levels[i] != level), stop)
            pieces.append((text[start:stop], ends[number][1], level))
            start = stop

    def close() -> None:
        nonlocal pieces
        if pieces:
            words.append(_Word(tuple(pieces), *space))
        pieces = []

    position = 0
    for gap in _BREAK.finditer(text):
        take(position, gap.start())
        divided = bool(pieces) and gap.group() == SOFT_HYPHEN
        close()
        if divided:
            words[-1] = replace(words[-1], divided=True)
        while number < len(ends) - 1 and ends[number][0] <= gap.start():
            number += 1
        level = levels[gap.start()] if levels else 0
        space = (" " if gap.group().strip("\u200b\u00ad") else "", ends[number][1], level)
        position = gap.end()
    take(position, len(text))
    close()
    return _Paragraph(words, bidi.base_level(text) if levels else 0)


def _break(words: list[_Word], width: float, balance: bool) -> list[list[_Word]]:
    """Lines of words no wider than `width` where that can be; `balance` makes the lines' ends as even as
    they can be.
    """
    count = len(words)
    if not count:
        return [[]]
    widths = [w.width() for w in words]
    gaps = [word.gap() for word in words]
    hyphens = [text_width(*word.hyphen()[:2]) if word.divided else 0.0 for word in words]
    slack = 1e-6 + width * 1e-4
    best: list[tuple[float, int]] = [(0.0, 0)] * (
        count + 1
    )  # from word i on: cost, first word of the next line
    for i in range(count - 1, -1, -1):
        total = 0.0
        found: tuple[float, int] | None = None
        for j in range(i, count):
            total += widths[j] + (gaps[j] if j > i else 0.0)
            if total > width + slack and j > i:
                break
            last = j + 1 == count
            whole = total + (0.0 if last else hyphens[j])
            if whole > width + slack and j > i:
                continue  # with the next part there may be no hyphen
            left = max(0.0, width - whole) / width
            # A short last line is free; one lone word on it is not.
            cost = (
                (0.0 if not last else (0.3 if j == i and count > 3 else 0.0)) if last else 0.02 + left * left
            )
            cost += best[j + 1][0] + (_DIVIDED if hyphens[j] and not last else 0.0)
            if found is None or cost < found[0] - 1e-12 or not balance:
                found = (cost, j + 1)
        assert found is not None
        best[i] = found
    lines = []
    i = 0
    while i < count:
        lines.append(words[i : best[i][1]])
        i = best[i][1]
    return lines


def _line(
    words: list[_Word], y: float, width: float, align: str, justify: bool, level: int
) -> list[TextLine]:
    """The shaped runs of one line from left to right, one for each change of style or direction."""
    runs: list[tuple[int, tuple[str, Style]]] = []
    for number, word in enumerate(words):
        pieces = list(word.pieces)
        if word.divided and number + 1 == len(words):
            pieces.append(word.hyphen())
        if number and word.space and word.space_style:
            style = word.space_style
            if style.figure is not None:
                style = replace(style, figure=None)
            pieces.insert(0, (word.space, style, word.space_level))
        for text, style, run in pieces:
            if runs and runs[-1][0] == run and style.figure is None and runs[-1][1][1] == style:
                runs[-1] = (run, (runs[-1][1][0] + text, style))
            else:
                runs.append((run, (text, style)))
    lines = []
    at = 0.0
    for run, (text, style) in bidi.seen_order(runs):
        line = _shape(text, style, at, y, "start", run % 2 == 1)
        lines.append(line)
        at += line.width
    shift = 0.0
    if align == "middle":
        shift = (width - at) / 2
    elif align == "right" or align == ("end" if level % 2 == 0 else "start"):
        shift = width - at
    if justify and align != "middle":
        return _spread(lines, width - at)
    return [move(line, shift, 0) for line in lines]


def _spread(lines: list[TextLine], extra: float) -> list[TextLine]:
    """Share `extra` mm among the spaces of a line."""
    spaces = sum(line.text.count(" ") for line in lines)
    if not spaces or extra <= 0:
        return lines
    step = extra / spaces
    result = []
    passed = 0
    for line in lines:
        glyphs = []
        start = passed
        for glyph in line.glyphs:
            glyphs.append(replace(glyph, x=glyph.x + (passed - start) * step))
            passed += glyph.text.count(" ")
        result.append(
            replace(
                line,
                x=line.x + start * step,
                glyphs=tuple(glyphs),
                width=line.width + (passed - start) * step,
            )
        )
    return result


def _as_spans(text: str | Sequence[Span], style: Style | None) -> Sequence[Span]:
    if not isinstance(text, str):
        return text
    if style is None:
        raise TypeError("a plain text needs a style")
    return [Span(text, style)]


def layout(
    spans: str | Sequence[Span],
    style: Style | None = None,
    *,
    width: float,
    align: str = "start",
    leading: float = 1.25,
    balance: bool = True,
    justify: bool = False,
) -> Block:
    """Break running text into lines of at most `width` mm; `leading` is the distance of baselines in ems.

    `align` is start, middle or end (where text begins on the right, that is its start), left or right.
    Newlines in the text end a line.
    Raises MissingGlyphs when a font lacks a character. A single word wider than the box gets a line of its
    own.
    """
    spans = _as_spans(spans, style)
    if not spans:
        return Block((), width, 0.0, 0, 0.0)
    lead = max(s.style.size for s in spans) * leading
    cap = spans[0].style.size * spans[0].style.font.cap_height
    lines: list[TextLine] = []
    y = cap
    count = 0
    widest = 0.0
    for paragraph in _paragraphs(spans):
        broken = _break(paragraph.words, width, balance)
        for number, row in enumerate(broken):
            last = number + 1 == len(broken)
            placed = _line(row, y, width, align, justify and not last, paragraph.level)
            lines.extend(placed)
            if placed:
                widest = max(widest, placed[-1].x + placed[-1].width - placed[0].x)
            y += lead
            count += 1
    return Block(tuple(lines), width, y - lead, count, widest)


def fit(
    text: str | Sequence[Span],
    style: Style | None = None,
    *,
    width: float,
    height: float,
    floor: float,
    align: str = "start",
    leading: float = 1.25,
    justify: bool = False,
) -> Fitted:
    """Lay out a text in a box, making it smaller in steps of 2 % until it fits, but never smaller than
    `floor` (em, mm).

    What does not fit at the floor is left out, and `Fitted.lost` names the words.
    """
    spans = _as_spans(text, style)
    size = max(s.style.size for s in spans)
    measured = _measured(spans)
    k = 1.0
    while True:
        depth = 0.02 * size * k
        # Counting lines is quick and laying them out is not, so sizes that cannot fit are passed over.
        most = int((height + depth) / (size * k * leading) + 1 + 1e-6) if height + depth >= 0 else 0
        if size * k > floor * 1.0001 and not _may_fit(measured, k, width, most):
            k = max(k * 0.98, floor / size)
            continue
        scaled = [replace(s, style=replace(s.style, size=s.style.size * k)) for s in spans]
        block = layout(scaled, width=width, align=align, leading=leading, justify=justify)
        if block.height <= height + depth and block.widest <= width * 1.001 + 1e-6:
            return Fitted(block, size * k, ())
        if size * k <= floor * 1.0001:
            return Fitted(*_cut(scaled, block, width, height, align, leading, size * k))
        k = max(k * 0.98, floor / size)


def _measured(spans: Sequence[Span]) -> list[list[tuple[float, float]]]:
    """For each forced line, its words as (width, width of the space before), mm."""
    return [[(word.width(), word.gap()) for word in part.words] for part in _paragraphs(spans)]


def _may_fit(measured: list[list[tuple[float, float]]], k: float, width: float, most: int) -> bool:
    """Whether words made smaller by `k` could fit on `most` lines: no way of breaking takes fewer lines than
    filling each as far as it goes.
    """
    room = (width * 1.001 + 1e-5) / k
    count = 0
    for words in measured:
        count += 1
        used = 0.0
        for number, (wide, space) in enumerate(words):
            if wide > room:
                return False
            if number and used + space + wide > room:
                count += 1
                used = wide
            else:
                used += wide + (space if number else 0.0)
        if count > most:
            return False
    return True


def _cut(
    spans: list[Span], block: Block, width: float, height: float, align: str, leading: float, size: float
) -> tuple[Block, float, tuple[str, ...]]:
    """Keep the lines that fit the box and name the words of the others, and words wider than the box."""
    kept = [line for line in block.lines if line.y <= height + 0.02 * size]
    lost: list[str] = []
    for line in block.lines:
        if line.y > height + 0.02 * size or line.width > width * 1.001 + 1e-6:
            lost.extend(line.text.split())
    kept = [line for line in kept if line.width <= width * 1.001 + 1e-6]
    bottom = max((line.y for line in kept), default=0.0)
    widest = max((line.width for line in kept), default=0.0)
    return Block(tuple(kept), width, bottom, len({line.y for line in kept}), widest), size, tuple(lost)
