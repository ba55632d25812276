"""The page that names the pieces to throw away, to be ticked off while they are pulled."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.components.folder import Folder
from toolkit.drawing.fonts import Font, find_font
from toolkit.drawing.geometry import line, rectangle
from toolkit.drawing.model import Drawing, Item, Path
from toolkit.drawing.text import POINT, Style, shape, text_width
from toolkit.press.changes import Old
from toolkit.press.paper import Paper
from toolkit.press.revision import REVISION

INK, QUIET, RULE = "#222222", "#666666", "#bbbbbb"
SIDE, TOP, FOOT = 16.0, 18.0, 16.0
ROW, HEADING, GUTTER = 5.4, 9.0, 10.0
NARROWEST = 75.0
"""A column of names is at least this wide, mm."""


def throw_away_pages(
    folder: Folder, old: Sequence[Old], titles: dict[str, str], printed: str, paper: Paper
) -> list[Drawing]:
    """Pages that name old pieces by kind (a rulebook has none), with a box to tick for each row.

    `titles` are the kinds' titles, `printed` says what was printed anew.
    """
    columns = max(1, int((paper.width - 2 * SIDE + GUTTER) / (NARROWEST + GUTTER)))
    width = (paper.width - 2 * SIDE - GUTTER * (columns - 1)) / columns
    pages: list[list[Item]] = []
    top = TOP + 22.0
    x, y = SIDE, top
    column = -1

    def advance() -> None:
        nonlocal column, x, y
        column += 1
        if column % columns == 0:
            pages.append([])
        x = SIDE + (column % columns) * (width + GUTTER)
        y = top if len(pages) == 1 else TOP

    advance()
    kind = None
    for piece in old:
        heading = HEADING if piece.kind != kind else 0.0
        if y + heading + ROW > paper.height - FOOT:
            advance()
            heading = HEADING
        if heading:
            if y > (top if len(pages) == 1 else TOP) + 1:
                y += 2.0
            pages[-1].extend(_heading(titles.get(piece.kind, piece.kind) or "Rulebook", x, y, width))
            y += HEADING
            kind = piece.kind
        pages[-1].extend(_row(piece, x, y, width))
        y += ROW
    pages[0][:0] = _head(old, printed)
    return [
        Drawing(
            paper.width,
            paper.height,
            (*items, *_foot(folder, paper, number, len(pages))),
            f"{folder.title}, pieces to throw away",
        )
        for number, items in enumerate(pages, 1)
    ]


def _head(old: Sequence[Old], printed: str) -> list[Item]:
    count = sum(piece.copies for piece in old)
    title = Style(find_font("sans", "semibold"), 17 * POINT, INK)
    text = Style(find_font("sans"), 9.5 * POINT, INK)
    pieces = "1 piece of earlier prints is" if count == 1 else f"{count} pieces of earlier prints are"
    said = (
        f"{pieces} out of date: tick them off as you pull them."
        if count
        else "Nothing: what was printed before stays as it is."
    )
    return [
        shape("To throw away", title, SIDE, TOP + 3.0),
        shape(said, text, SIDE, TOP + 9.5),
        shape(printed, text, SIDE, TOP + 14.0),
    ]


def _heading(text: str, x: float, y: float, width: float) -> list[Item]:
    style = Style(find_font("sans", "semibold"), 10.5 * POINT, INK)
    return [
        shape(_fitting(text, style, width), style, x, y + 4.6),
        Path(line(x, y + 6.3, x + width, y + 6.3), stroke=RULE, width=0.2),
    ]


def _row(piece: Old, x: float, y: float, width: float) -> list[Item]:
    name = Style(find_font("sans"), 9.5 * POINT, INK)
    quiet = Style(find_font("sans"), 8 * POINT, QUIET)
    base = y + 3.9
    told = [piece.why, piece.front[:REVISION]] if piece.front else [piece.why]
    if piece.copies > 1:
        told.insert(0, f"{piece.copies} copies")
    right = " · ".join(told)
    room = width - text_width(right, quiet) - 8.0
    return [
        Path(rectangle(x + 0.2, base - 2.8, 3.0, 3.0), stroke=INK, width=0.25),
        shape(_fitting(piece.id or "without id", name, room), name, x + 5.0, base),
        shape(right, quiet, x + width, base, "end"),
    ]


def _fitting(text: str, style: Style, width: float) -> str:
    """The text without characters that the font has not, cut where it is too long."""
    text = _known(text, style.font)
    if text_width(text, style) <= width:
        return text
    while text and text_width(text + "…", style) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _known(text: str, font: Font) -> str:
    missing = set(font.missing(text))
    return "".join("?" if char in missing else char for char in text)


def _foot(folder: Folder, paper: Paper, number: int, count: int) -> list[Item]:
    style = Style(find_font("sans"), 7 * POINT, QUIET)
    y = paper.height - 9.0
    said = f"{folder.title}, version {folder.version} · tables {folder.short_fingerprint}"
    return [
        shape(_fitting(said, style, paper.width - 2 * SIDE - 15), style, SIDE, y),
        shape(f"{number} / {count}", style, paper.width - SIDE, y, "end"),
    ]
