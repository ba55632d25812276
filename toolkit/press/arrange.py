"""Which piece lies where: every size in a grid of its own, and what would fill sheets only in part together.

Where kinds leave sheets partly filled, those sheets are shared if that saves paper: their backs are mirrored
place by place, so any arrangement of fronts has one of backs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.press.layout import LABEL_ROOM, Place, TooLarge, beyond, extent, fill, moved, places, room
from toolkit.press.packing import pack
from toolkit.press.paper import MARK_GAP, Paper
from toolkit.press.pieces import Piece

PACKS = ("auto", "grid")
"""Whether sizes may share sheets: where it saves paper, or never."""

MARK_ROOM = 2 * MARK_GAP + 2.5
"""Free space between the bleeds of pieces that share a sheet, for corner marks, mm."""

_NEEDLESS = 1500
"""With so many pieces left over they are not packed: it would take longer than it is worth."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """How pieces are laid out: the `gap` between them in mm (None: rectangles touch, others keep twice their
    bleed), whether sizes `pack` together, whether there are marks to leave room for, and whether backs lie
    beyond a `fold` on the same sheet.
    """

    gap: float | None = None
    pack: str = "auto"
    marked: bool = True
    fold: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """Pieces and their places on one sheet of paper; `packed` where sizes share it.

    `fold` is the line beyond which their backs lie: (0 for upright or 1 for level, where in mm).
    """

    pieces: tuple[Piece, ...]
    places: tuple[Place, ...]
    packed: bool = False
    fold: tuple[int, float] | None = None

    @property
    def has_backs(self) -> bool:
        """Whether its pieces have backs."""
        return self.pieces[0].back is not None

    @property
    def bleed(self) -> float:
        """The widest bleed of its pieces, mm."""
        return max(piece.bleed for piece in self.pieces)

    def behind(self) -> list[Place]:
        """The places beyond the fold."""
        assert self.fold is not None
        along, at = self.fold
        return [beyond(place, at if along == 0 else None, at) for place in self.places]


def arrange(
    pieces: Sequence[Piece], paper: Paper, spacing: Spacing | None = None
) -> tuple[list[Sheet], list[Piece]]:
    """Sheets of these pieces, in the order in which their sizes begin, shared sheets last; and the pieces
    that are too large for the paper.

    Raises ValueError for a gap that is too narrow for the bleed.
    """
    spacing = spacing or Spacing()
    sheets: list[Sheet] = []
    rests: list[Sheet] = []
    large: list[Piece] = []
    for batch in batches(pieces):
        if batch[0].kind.tiled:
            large += batch
            continue
        try:
            grid, fold = _grid(batch[0], len(batch), paper, spacing)
        except TooLarge:
            large += batch
            continue
        for start in range(0, len(batch), len(grid)):
            chosen = batch[start : start + len(grid)]
            used = grid[: len(chosen)] if fold is None else _nearest(grid, fold, len(chosen))
            sheet = Sheet(tuple(chosen), tuple(used), fold=fold)
            (sheets if len(chosen) == len(grid) else rests).append(sheet)
    if spacing.pack == "auto":
        for has_backs in (True, False):
            rests = _shared(rests, has_backs, paper, spacing)
    order = {id(piece): number for number, piece in enumerate(pieces)}
    whole = [*sheets, *(sheet for sheet in rests if not sheet.packed)]
    whole.sort(key=lambda sheet: order[id(sheet.pieces[0])])
    return [*whole, *(sheet for sheet in rests if sheet.packed)], large


def batches(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces of one size, shape and bleed, with or without backs, in the order in which each batch begins."""
    groups: dict[tuple[object, ...], list[Piece]] = {}
    for piece in pieces:
        d = piece.drawing
        size = (round(d.width, 4), round(d.height, 4), round(piece.bleed, 4))
        key = (*size, piece.kind.shape, piece.kind.tiled, piece.back is not None)
        groups.setdefault(key, []).append(piece)
    return list(groups.values())


def gap_for(piece: Piece, spacing: Spacing) -> float:
    """The space between pieces like this one, mm; ValueError where it was chosen too narrow."""
    bleed = piece.bleed
    if spacing.gap is None:
        return 0.0 if piece.kind.shape == "rect" else 2 * bleed
    if 0 < spacing.gap < 2 * bleed - 1e-6:
        raise ValueError(
            f"a gap of {spacing.gap:g} mm is too narrow for {piece.kind.name}, which bleed {bleed:g} mm; "
            f"it is 0 (they touch) or at least {2 * bleed:g}, or less bleed is asked for"
        )
    return spacing.gap


def _grid(
    piece: Piece, count: int, paper: Paper, spacing: Spacing
) -> tuple[list[Place], tuple[int, float] | None]:
    """The places for so many pieces like this one, and the fold if there is one."""
    width, height, shape = piece.drawing.width, piece.drawing.height, piece.kind.shape
    gap = gap_for(piece, spacing)
    if not (spacing.fold and piece.back is not None):
        return places(width, height, paper, gap, shape, count), None
    apart = 0.0 if shape == "rect" else gap
    room_x, room_y = room(paper, gap, shape)
    halves = (
        fill(width, height, (room_x - apart) / 2, room_y, gap, shape, count),
        fill(width, height, room_x, (room_y - apart) / 2, gap, shape, count),
    )
    along = 0 if len(halves[0]) >= len(halves[1]) else 1
    if not halves[along]:
        raise TooLarge("does not fit half of the paper")
    return _at_fold(halves[along], paper, along, apart / 2)


def _at_fold(
    grid: Sequence[Place], paper: Paper, along: int, apart: float
) -> tuple[list[Place], tuple[int, float]]:
    """Places moved to a fold in the middle of the paper, `apart` mm away from it."""
    right, bottom = extent(grid)
    if along == 0:
        fold = paper.width / 2
        return moved(grid, fold - apart - right, (paper.height - bottom) / 2), (0, fold)
    fold = paper.height / 2
    return moved(grid, (paper.width - right) / 2, fold - apart - bottom), (1, fold)


def _nearest(grid: Sequence[Place], fold: tuple[int, float], count: int) -> list[Place]:
    """So many places, those next to the fold, in the order of the grid: what is folded and glued hangs
    together, however few pieces there are.
    """
    along, at = fold
    order = sorted(range(len(grid)), key=lambda number: round(at - grid[number].box[along + 2], 3))
    return [grid[number] for number in sorted(order[:count])]


def _shared(rests: list[Sheet], has_backs: bool, paper: Paper, spacing: Spacing) -> list[Sheet]:
    """Partly filled sheets, those with backs (or without) put together where that takes fewer."""
    chosen = [sheet for sheet in rests if sheet.has_backs == has_backs]
    chosen.sort(key=_area)
    if sum(len(sheet.pieces) for sheet in chosen) > _NEEDLESS:
        return rests
    best: tuple[int, list[Sheet]] | None = None
    saved = 1
    for count in range(len(chosen), 1, -1):
        # Of several ways that save as many sheets, the one that shares fewest.
        found = _packed(chosen[:count], paper, spacing, count - saved)
        if found is not None:
            saved = count - len(found)
            best = count, found
    if best is None:
        return rests
    count, found = best
    gone = {id(sheet) for sheet in chosen[:count]}
    return [*(sheet for sheet in rests if id(sheet) not in gone), *found]


def _area(sheet: Sheet) -> float:
    return sum(place.width * place.height for place in sheet.places)


def _packed(rests: Sequence[Sheet], paper: Paper, spacing: Spacing, most: int) -> list[Sheet] | None:
    """The pieces of these sheets on at most `most`; None where that cannot be done."""
    pieces = [piece for sheet in rests for piece in sheet.pieces]
    bleed = max(piece.bleed for piece in pieces)
    gap = max(spacing.gap or 0.0, 2 * bleed + (MARK_ROOM if spacing.marked else 0.0))
    edge = 2 * bleed + (MARK_ROOM if spacing.marked else 0.0)
    room_x = paper.width - 2 * paper.margin - edge
    room_y = paper.height - 2 * paper.margin - edge - 2 * LABEL_ROOM
    along = next((sheet.fold[0] for sheet in rests if sheet.fold), None)
    if along == 0:
        room_x = (room_x - gap) / 2
    elif along == 1:
        room_y = (room_y - gap) / 2
    sizes = [(piece.drawing.width, piece.drawing.height) for piece in pieces]
    if any(min(w, h) > min(room_x, room_y) or max(w, h) > max(room_x, room_y) for w, h in sizes):
        return None
    if most < 1 or sum(w * h for w, h in sizes) > most * room_x * room_y:
        return None
    found = pack(sizes, room_x, room_y, gap, most)
    if found is None:
        return None
    sheets = []
    for placed in found:
        grid = [place for _, place in placed]
        # What a room has left over is shared by its sides.
        grid = moved(grid, -min(p.x for p in grid), -min(p.y for p in grid))
        fold = None
        if along is not None:
            grid, fold = _at_fold(grid, paper, along, gap / 2)
        else:
            right, bottom = extent(grid)
            grid = moved(grid, (paper.width - right) / 2, (paper.height - bottom) / 2)
        sheets.append(Sheet(tuple(pieces[number] for number, _ in placed), tuple(grid), True, fold))
    return sheets
