"""Sheets of pieces: fronts and backs with crop marks, labels and rulers, as drawings of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from toolkit.drawing.geometry import circle, compose, rectangle, rotate, translate
from toolkit.drawing.model import Box, Drawing, Group, Item, Matrix, Path, Symbol, Use
from toolkit.press import labels
from toolkit.press.layout import Place, mirrored, places, turned_over
from toolkit.press.marks import clips, crop_marks, outer_bleed, seams
from toolkit.press.paper import Paper
from toolkit.press.pieces import Piece


@dataclass(slots=True)
class Page:
    """One side of a sheet, ready to be written: the drawing, its trim and bleed boxes (mm), and what it
    shows.

    `bookmarks` are names for the document's outline, `label` is filled in when the number of sheets is
    known.
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

    def finish(self, texts: Sequence[str]) -> Drawing:
        """The page as a drawing, with its label and, on a front, a ruler."""
        items = list(self.items)
        if self.used:
            ruler = self.side == "front"
            items.extend(labels.furniture(texts, self.used, self.paper, self.bleed_mm, ruler, self.marked))
        return Drawing(self.paper.width, self.paper.height, tuple(items), self.title)


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces that share sheets: all of one size and shape, all with backs or all without."""

    pieces: tuple[Piece, ...]

    @property
    def round(self) -> bool:
        """Whether the pieces are circles."""
        return self.pieces[0].kind.shape == "circle"

    @property
    def has_backs(self) -> bool:
        """Whether the pieces have backs."""
        return self.pieces[0].back is not None


def batches(pieces: Sequence[Piece]) -> list[Batch]:
    """Pieces sorted into batches, in the order in which each batch begins."""
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for piece in pieces:
        d = piece.drawing
        key = (
            round(d.width, 4),
            round(d.height, 4),
            piece.kind.shape,
            piece.back is not None,
            round(piece.bleed, 4),
        )
        groups.setdefault(key, []).append(piece)
    return [Batch(tuple(group)) for group in groups.values()]


def sheet_pages(
    batch: Batch, paper: Paper, flip: str, marks: bool, backs: bool
) -> list[tuple[Page, Page | None]]:
    """The sheets of a batch: each a front and, where the pieces have one and `backs` is wanted, a back.

    Raises TooLarge if a piece does not fit the paper.
    """
    first = batch.pieces[0]
    width, height, bleed = first.drawing.width, first.drawing.height, first.bleed
    gap = 2 * bleed if batch.round else 0.0
    grid = places(width, height, paper, gap, batch.round)
    sheets: list[tuple[Page, Page | None]] = []
    seen: set[str] = set()
    for start in range(0, len(batch.pieces), len(grid)):
        chosen = batch.pieces[start : start + len(grid)]
        used = grid[: len(chosen)]
        titles = list(dict.fromkeys(p.kind.title for p in chosen))
        front = _page(batch, [p.face for p in chosen], used, paper, bleed, marks, "front", 0.0)
        front.title = ", ".join(titles)
        front.notes = (front.title,)
        front.pieces = len(chosen)
        front.bookmarks = [t for t in titles if t not in seen]
        seen.update(titles)
        back = None
        if backs and batch.has_backs:
            turn = 180.0 if turned_over(paper, flip) else 0.0
            behind = [mirrored(place, paper, flip) for place in used]
            reverse = [p.back for p in chosen if p.back is not None]
            back = _page(batch, reverse, behind, paper, bleed, marks, "back", turn)
            back.title = front.title + " (backs)"
            back.notes = front.notes
        sheets.append((front, back))
    return sheets


def _page(
    batch: Batch,
    faces: Sequence[Symbol],
    used: Sequence[Place],
    paper: Paper,
    bleed: float,
    marks: bool,
    side: str,
    turn: float,
) -> Page:
    items: list[Item] = []
    cuts: list[Item] = []
    if batch.round:
        for symbol, place in zip(faces, used, strict=True):
            r = place.width / 2
            edge = min(
                outer_bleed(bleed, s)
                for s in (
                    place.x,
                    place.y,
                    paper.width - place.x - place.width,
                    paper.height - place.y - place.height,
                )
            )
            outline = Path(circle(place.x + r, place.y + r, r + edge))
            items.append(Group((_put(symbol, place, turn),), clip=outline))
            if marks:
                cuts.append(Path(circle(place.x + r, place.y + r, r), stroke="#ffffff", width=0.3))
                cuts.append(Path(circle(place.x + r, place.y + r, r), stroke="#000000", width=0.1))
        shown = [(p.x - bleed, p.y - bleed, p.x + p.width + bleed, p.y + p.height + bleed) for p in used]
    else:
        shown = clips(used, paper, bleed)
        for symbol, place, (left, top, right, bottom) in zip(faces, used, shown, strict=True):
            outline = Path(rectangle(left, top, right - left, bottom - top))
            items.append(Group((_put(symbol, place, turn),), clip=outline))
        items.extend(seams([(s.drawing, _where(place, turn)) for s, place in zip(faces, used, strict=True)]))
        if marks:
            cuts.extend(crop_marks(used, paper, bleed))
    items.extend(cuts)
    boxes = [p.box for p in used]
    trim = (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
    out = (
        min(b[0] for b in shown),
        min(b[1] for b in shown),
        max(b[2] for b in shown),
        max(b[3] for b in shown),
    )
    return Page(items, paper, trim, out, side, "", used=tuple(used), bleed_mm=bleed, marked=not batch.round)


def _put(symbol: Symbol, place: Place, turn: float) -> Use:
    return Use(symbol, _where(place, turn))


def _where(place: Place, turn: float) -> Matrix:
    m = translate(place.x, place.y)
    return compose(m, rotate(turn, place.width / 2, place.height / 2)) if turn else m
