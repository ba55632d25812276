"""Sheets as pages: fronts and backs with their bleeds, lines to cut along, labels and rulers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from toolkit.drawing.geometry import apply, compose, line, rectangle, rotate, transform_path, translate
from toolkit.drawing.model import Box, Drawing, Group, Item, Matrix, Path, Segment, Symbol, Use
from toolkit.press import labels
from toolkit.press.arrange import Sheet
from toolkit.press.bleeds import clips, seams
from toolkit.press.layout import Place, back_angle, front_angle, mirrored, sideways
from toolkit.press.marks import CORNER, contours, corner_marks, crop_marks, full_lines, outer_bleed
from toolkit.press.outlines import Shape, shape_of
from toolkit.press.paper import MARK_EDGE, MARK_GAP, MARK_LENGTH, Paper

FOLD = "#0000ff"
"""Colour of fold lines, as cutters have it for scoring."""


@dataclass(slots=True)
class Page:
    """One side of a sheet, ready to be written: the drawing, its trim and bleed boxes (mm), and what it
    shows.

    `bookmarks` are names for the document's outline. The label is added by `finish`, when the number of
    sheets is known; `marked` says that crop marks divide the space around the pieces.
    """

    items: list[Item]
    paper: Paper
    trim: Box
    bleed: Box
    side: str  # front, back
    title: str
    bookmarks: list[str] = field(default_factory=list)
    pieces: int = 0
    notes: tuple[str, ...] = ()
    marked: bool = True
    used: tuple[Place, ...] = ()
    bleed_mm: float = 0.0
    fold: tuple[int, float] | None = None

    def finish(self, texts: Sequence[str], shift: Matrix | None = None) -> Drawing:
        """The page as a drawing, with its label and, on a front, a ruler; all of it moved by `shift`, which
        makes up for what a printer does to backs.
        """
        items = list(self.items)
        if self.used:
            ruler = self.side == "front"
            beside = (self.used, self.paper, self.bleed_mm, ruler, self.marked, self.fold)
            items.extend(labels.furniture(texts, *beside))
        if shift is not None:
            items = [Group(tuple(items), shift)]
            self.trim, self.bleed = (_around(box, shift, self.paper) for box in (self.trim, self.bleed))
        return Drawing(self.paper.width, self.paper.height, tuple(items), self.title)


@dataclass(frozen=True, slots=True)
class Laid:
    """One side of a piece on a page: its symbol, shape, place and angle (degrees clockwise)."""

    symbol: Symbol
    shape: Shape
    place: Place
    angle: float

    @property
    def matrix(self) -> Matrix:
        """From the drawing's coordinates to the page's."""
        place, drawing = self.place, self.symbol.drawing
        if self.angle == 0:
            return translate(place.x, place.y)
        middle = translate(place.x + place.width / 2, place.y + place.height / 2)
        return compose(middle, rotate(self.angle), translate(-drawing.width / 2, -drawing.height / 2))

    @property
    def bleed(self) -> float:
        """How far it goes on beyond its edges, mm."""
        return self.symbol.drawing.bleed

    @property
    def square(self) -> bool:
        """Whether it is a rectangle, cut by straight lines across the sheet."""
        return self.shape.name == "rect"

    def outline(self, grow: float = 0.0) -> tuple[Segment, ...]:
        """Where it is cut on the page, or `grow` mm outside of that."""
        drawing = self.symbol.drawing
        return transform_path(self.shape.outline(drawing.width, drawing.height, grow), self.matrix)


def sheet_pages(sheet: Sheet, paper: Paper, flip: str, marks: str, backs: bool) -> tuple[Page, Page | None]:
    """The front of a sheet and, where its pieces have one and `backs` are wanted, its back. Where the backs
    lie beyond a fold, the front has both.
    """
    fronts = [
        Laid(piece.face, shape_of(piece.kind), place, front_angle(place))
        for piece, place in zip(sheet.pieces, sheet.places, strict=True)
    ]
    titles = list(dict.fromkeys(piece.kind.title for piece in sheet.pieces))
    title = ", ".join(titles) if len(titles) < 4 else f"{titles[0]} and {len(titles) - 1} other kinds"
    back: Page | None = None
    if sheet.fold is not None:
        upright = sheet.fold[0] == 0
        laid = fronts + _backs(sheet, sheet.behind(), upright)
        front = _page(laid, sheet, paper, marks, "front")
        front.items.extend(_fold(sheet.fold, front.bleed, paper))
        front.fold = sheet.fold
    else:
        front = _page(fronts, sheet, paper, marks, "front")
        if backs and sheet.has_backs:
            behind = [mirrored(place, paper, flip) for place in sheet.places]
            back = _page(_backs(sheet, behind, sideways(paper, flip)), sheet, paper, marks, "back")
            back.title = f"{title} (backs)"
            back.notes = (title,)
    front.title = title
    front.notes = (title,)
    front.pieces = len(sheet.pieces)
    front.bookmarks = titles
    return front, back


def _backs(sheet: Sheet, behind: Sequence[Place], left_to_right: bool) -> list[Laid]:
    return [
        Laid(
            piece.back,
            shape_of(piece.kind).behind(piece.back.drawing.width),
            place,
            back_angle(place, left_to_right),
        )
        for piece, place in zip(sheet.pieces, behind, strict=True)
        if piece.back is not None
    ]


def _page(laid: Sequence[Laid], sheet: Sheet, paper: Paper, marks: str, side: str) -> Page:
    used = [one.place for one in laid]
    bleed = max(one.bleed for one in laid)
    shown = clips(used, paper, [one.bleed for one in laid])
    items = [*_rectangles(laid, shown), *_others(laid, paper)]
    only_rectangles = all(one.square for one in laid)
    plain = only_rectangles and not sheet.packed
    if plain:
        items.extend(seams([(one.symbol.drawing, one.matrix) for one in laid]))
    if marks != "none":
        items.extend(_cut_lines(laid, sheet, paper, marks, bleed, plain))
    beyond = bleed + (MARK_GAP + CORNER if marks != "none" and sheet.packed else 0.0)
    boxes = [place.box for place in used]
    return Page(
        items,
        paper,
        _union(boxes),
        _union([*boxes, *shown]),
        side,
        "",
        used=tuple(used),
        bleed_mm=beyond,
        marked=plain and marks != "none",
    )


def _rectangles(laid: Sequence[Laid], shown: Sequence[Box]) -> list[Item]:
    items: list[Item] = []
    for one, (left, top, right, bottom) in zip(laid, shown, strict=True):
        if one.square:
            clip = Path(rectangle(left, top, right - left, bottom - top))
            items.append(Group((Use(one.symbol, one.matrix),), clip=clip))
    return items


def _others(laid: Sequence[Laid], paper: Paper) -> list[Item]:
    """Circles, hexagons and polygons: first all of them with their bleed, then, where one might bleed into
    another, each inside its cut.
    """
    below: list[Item] = []
    above: list[Item] = []
    for one in laid:
        if one.square:
            continue
        left, top, right, bottom = one.place.box
        edge = min(outer_bleed(one.bleed, s) for s in (left, top, paper.width - right, paper.height - bottom))
        use = Use(one.symbol, one.matrix)
        below.append(Group((use,), clip=Path(one.outline(edge))))
        above.append(Group((use,), clip=Path(one.outline())))
    return [*below, *above] if _touch(laid) else below


def _touch(laid: Sequence[Laid]) -> bool:
    """Whether pieces of a page lie nearer to each other than their bleeds allow: all have one gap, so the
    first two tell.
    """
    if len(laid) < 2:
        return False
    a, b = laid[0].place, laid[1].place
    dx = abs(a.x + a.width / 2 - b.x - b.width / 2)
    dy = abs(a.y + a.height / 2 - b.y - b.height / 2)
    if laid[0].shape.name == "polygon":
        apart = max(dx - (a.width + b.width) / 2, dy - (a.height + b.height) / 2)
    else:
        apart = math.hypot(dx, dy) - min(a.width, a.height)
    return apart < laid[0].bleed + laid[1].bleed - 0.01


def _cut_lines(
    laid: Sequence[Laid], sheet: Sheet, paper: Paper, marks: str, bleed: float, plain: bool
) -> list[Path]:
    upright = [one.place for one in laid if one.square]
    lines = contours(one.outline() for one in laid if not one.square)
    if not upright:
        return lines
    if marks == "full":
        if plain:
            return [*lines, *full_lines(upright, paper, bleed)]
        return [*lines, *contours(one.outline() for one in laid if one.square)]
    if marks == "corner" or not plain:
        return [*lines, *corner_marks(upright, paper, bleed)]
    return [*lines, *crop_marks(upright, paper, bleed, sheet.fold)]


def _fold(fold: tuple[int, float], shown: Box, paper: Paper) -> list[Path]:
    """The line to fold along, outside the pieces."""
    along, at = fold
    size = (paper.width, paper.height)[1 - along]
    low, high = shown[1 - along] - MARK_GAP, shown[3 - along] + MARK_GAP
    ends = ((max(MARK_EDGE, low - MARK_LENGTH), low), (high, min(size - MARK_EDGE, high + MARK_LENGTH)))
    d = tuple(s for a, b in ends for s in (line(at, a, at, b) if along == 0 else line(a, at, b, at)))
    return [Path(d, stroke=FOLD, width=0.2, dash=(2.0, 1.0))]


def _union(boxes: Sequence[Box]) -> Box:
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _around(box: Box, matrix: Matrix, paper: Paper) -> Box:
    """The upright box around a moved one, inside the paper."""
    corners = [apply(matrix, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    return (
        max(0.0, min(x for x, _ in corners)),
        max(0.0, min(y for _, y in corners)),
        min(paper.width, max(x for x, _ in corners)),
        min(paper.height, max(y for _, y in corners)),
    )


def without_repeats(pages: Sequence[Page]) -> None:
    """Leave every bookmark only where it comes first."""
    seen: set[str] = set()
    for page in pages:
        page.bookmarks = [title for title in page.bookmarks if title not in seen]
        seen.update(page.bookmarks)
