"""Pieces larger than the paper: laid over several pages with overlap, cut lines and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase

from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import line, rectangle, translate
from toolkit.drawing.model import Box, Group, Item, Path, Segment, Symbol, Use
from toolkit.drawing.text import POINT, Style, shape
from toolkit.press.labels import NEAREST
from toolkit.press.layout import Place, TooLarge
from toolkit.press.marks import contours
from toolkit.press.outlines import Shape, shape_of
from toolkit.press.paper import MARK_GAP, MARK_LENGTH, Paper
from toolkit.press.pieces import Piece
from toolkit.press.sheets import Page

OVERLAP = 10.0
"""How far a part goes on under its neighbour, mm: enough to glue."""

ROOM_FOR_WORDS = 20.0
"""With so much space (mm) below a part, how to join it is said there in a legible size, not in the label."""

LEAST_PART = 25.0
"""Paper that holds no larger parts than this (mm) is too small for a piece that has to be laid in parts."""


def border(paper: Paper) -> float:
    """Free space round a part for crop marks and labels, mm."""
    return max(paper.margin, NEAREST + 2.0) + MARK_LENGTH


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a large piece is cut: the paper as it lies, and the cuts from edge to edge, mm."""

    paper: Paper
    across: tuple[float, ...]
    down: tuple[float, ...]

    @property
    def parts(self) -> int:
        """How many pages it takes."""
        return (len(self.across) - 1) * (len(self.down) - 1)


def plan(
    width: float,
    height: float,
    bleed: float,
    paper: Paper,
    guides_x: Sequence[float] = (),
    guides_y: Sequence[float] = (),
) -> Tiling:
    """The cuts that take the fewest pages (the paper as it lies if it makes no difference).

    Cuts lie on `guides` (the lines of a board's grid) where those need no more pages than even parts do.
    Raises TooLarge where the paper is too small for parts of a useful size.
    """
    choices = []
    room = min(paper.width, paper.height) - 2 * border(paper)
    if room < LEAST_PART + OVERLAP + bleed:
        raise TooLarge(
            f"a piece of {width:g} x {height:g} mm does not fit {paper.name} with margins of "
            f"{paper.margin:g} mm, and no useful part of it does; take larger paper or a smaller margin"
        )
    for turned in (paper, paper.turned()):
        across = _cuts(width, turned.width - 2 * border(paper), bleed, guides_x)
        down = _cuts(height, turned.height - 2 * border(paper), bleed, guides_y)
        choices.append(Tiling(turned, across, down))
    return min(choices, key=lambda t: t.parts)


def _cuts(length: float, room: float, bleed: float, guides: Sequence[float]) -> tuple[float, ...]:
    """Where to cut one direction: every part, with its overlap or bleed on both ends, fits into `room`."""
    count = 1
    while True:
        even = tuple(length * i / count for i in range(count + 1))
        if _fits(even, room, bleed):
            break
        count += 1
    found = _on_guides(length, room, bleed, sorted(g for g in guides if 1 < g < length - 1), count)
    return found or even


def _fits(cuts: Sequence[float], room: float, bleed: float) -> bool:
    last = len(cuts) - 2
    for i in range(len(cuts) - 1):
        before = bleed if i == 0 else 0.0
        after = bleed if i == last else OVERLAP
        if cuts[i + 1] - cuts[i] + before + after > room + 1e-6:
            return False
    return True


def _on_guides(
    length: float, room: float, bleed: float, guides: Sequence[float], count: int
) -> tuple[float, ...] | None:
    """Cuts on guides only, as even as they can be; None if `count` parts cannot be cut so."""
    best: tuple[float, tuple[float, ...]] | None = None

    def extend(cuts: tuple[float, ...]) -> None:
        nonlocal best
        if len(cuts) == count:
            whole = (*cuts, length)
            if _fits(whole, room, bleed):
                longest = max(b - a for a, b in pairwise(whole))
                if best is None or longest < best[0] - 1e-9:
                    best = (longest, whole)
            return
        for guide in guides:
            if guide > cuts[-1] and guide - cuts[-1] <= room:
                extend((*cuts, guide))

    if len(guides) <= 64 and count <= 8:
        extend((0.0,))
    return best[1] if best else None


def tile_pages(piece: Piece, tiling: Tiling, marks: bool, backs: bool = True) -> list[Page]:
    """The pages of one large piece, row by row: A1, B1, … , each with its place in a small plan of the
    whole; then those of its back, if it has one and `backs` are wanted.
    """
    columns, rows = len(tiling.across) - 1, len(tiling.down) - 1
    own = shape_of(piece.kind)
    sides = [_Large(piece.face, piece.kind.title, piece.bleed, own)]
    if backs and piece.back is not None:
        behind = own.behind(piece.back.drawing.width)
        sides.append(_Large(piece.back, f"{piece.kind.title}, back", piece.bleed, behind))
    pages = []
    for large in sides:
        for row in range(rows):
            for column in range(columns):
                pages.append(_part(large, tiling, column, row, columns, rows, marks))
    pages[0].bookmarks = [piece.kind.title]
    pages[0].pieces = 1
    return pages


@dataclass(frozen=True, slots=True)
class _Large:
    """One side of a large piece, what it is called, its bleed in mm and its shape."""

    symbol: Symbol
    title: str
    bleed: float
    shape: Shape

    def outline(self, grow: float = 0.0) -> tuple[Segment, ...]:
        """Where it is cut, or `grow` mm outside of that, in its own coordinates."""
        return self.shape.outline(self.symbol.drawing.width, self.symbol.drawing.height, grow)


def part_name(column: int, row: int) -> str:
    """A letter for the column from the left and a number for the row from the top: A1 is the upper left
    part.
    """
    more, letter = divmod(column, 26)
    return (ascii_uppercase[more - 1] if more else "") + ascii_uppercase[letter] + str(row + 1)


def _part(large: _Large, tiling: Tiling, column: int, row: int, columns: int, rows: int, marks: bool) -> Page:
    paper, bleed = tiling.paper, large.bleed
    left, right = tiling.across[column], tiling.across[column + 1]
    top, bottom = tiling.down[row], tiling.down[row + 1]
    shown = (
        left - (bleed if column == 0 else 0.0),
        top - (bleed if row == 0 else 0.0),
        right + (bleed if column == columns - 1 else OVERLAP),
        bottom + (bleed if row == rows - 1 else OVERLAP),
    )
    dx = (paper.width - (shown[2] - shown[0])) / 2 - shown[0]
    dy = (paper.height - (shown[3] - shown[1])) / 2 - shown[1]
    whole: list[Item] = [Use(large.symbol)]
    if large.shape.name != "rect":
        whole = [Group((Use(large.symbol),), clip=Path(large.outline(bleed)))]
        whole += contours([large.outline()]) if marks else []
    picture = Group(
        tuple(whole),
        translate(dx, dy),
        Path(rectangle(shown[0], shown[1], shown[2] - shown[0], shown[3] - shown[1])),
    )
    place = Place(left + dx, top + dy, right - left, bottom - top)
    visible = (shown[0] + dx, shown[1] + dy, shown[2] + dx, shown[3] + dy)
    items: list[Item] = [picture]
    # Where the next part will lie: the line disappears under it.
    seams: list[Segment] = []
    if column < columns - 1:
        seams.extend(line(right + dx, visible[1], right + dx, visible[3]))
    if row < rows - 1:
        seams.extend(line(visible[0], bottom + dy, visible[2], bottom + dy))
    if seams:
        items.append(Path(tuple(seams), stroke="#ffffff", width=0.3))
        items.append(Path(tuple(seams), stroke="#000000", width=0.12, dash=(1.5, 1.0)))
    if marks:
        items.append(_corner_marks(place, visible))
    name = part_name(column, row)
    items.extend(_plan(tiling, column, row, visible))
    items.extend(_neighbours(column, row, columns, rows, visible))
    notes = [f"{large.title}, part {name} of {columns} x {rows}"]
    if columns * rows > 1:
        how = joining(column, row, columns, rows)
        how += [] if large.shape.name == "rect" else ["Last, cut along the outline."]
        if paper.height - visible[3] - paper.margin >= ROOM_FOR_WORDS:
            items.extend(_words(how, paper))
        else:
            notes.extend(how)
    return Page(
        items,
        paper,
        place.box,
        visible,
        "front",
        f"{large.title}, part {name}",
        notes=tuple(notes),
        used=(Place(visible[0], visible[1], visible[2] - visible[0], visible[3] - visible[1]),),
        bleed_mm=0.6,
    )


def joining(column: int, row: int, columns: int, rows: int) -> list[str]:
    """How a part is joined to those beside it: where to cut, and what is glued on what."""
    beside, below = column < columns - 1, row < rows - 1
    edges = [
        "on the left",
        "at the top",
        *([] if beside else ["on the right"]),
        *([] if below else ["below"]),
    ]
    cut = "all round" if len(edges) == 4 else f"{', '.join(edges[:-1])} and {edges[-1]}"
    said = [f"Cut at the marks {cut}."]
    over = [part_name(column - 1, row)] * (column > 0) + [part_name(column, row - 1)] * (row > 0)
    if over:
        said[0] += f" Glue this part over the edge of {' and '.join(over)}, up to the dashed line there."
    under = [part_name(column + 1, row)] * beside + [part_name(column, row + 1)] * below
    if under:
        lines = "line" if len(under) == 1 else "lines"
        said.append(f"Keep what lies beyond the dashed {lines}: {' and '.join(under)} will be glued on it.")
    return said


def _words(said: Sequence[str], paper: Paper) -> list[Item]:
    """Sentences in the lower left corner of the paper."""
    style = Style(find_font("sans"), 9 * POINT, "#333333")
    lead = style.size * 1.3
    foot = paper.height - paper.margin - 0.8
    return [
        shape(text, style, paper.margin, foot - lead * (len(said) - 1 - i)) for i, text in enumerate(said)
    ]


def _corner_marks(place: Place, visible: Box) -> Path:
    """Marks at the four corners of a part, just outside what is printed."""
    left, top, right, bottom = place.box
    d: list[Segment] = []
    for x in (left, right):
        d.extend(line(x, visible[1] - MARK_GAP, x, visible[1] - MARK_GAP - MARK_LENGTH))
        d.extend(line(x, visible[3] + MARK_GAP, x, visible[3] + MARK_GAP + MARK_LENGTH))
    for y in (top, bottom):
        d.extend(line(visible[0] - MARK_GAP, y, visible[0] - MARK_GAP - MARK_LENGTH, y))
        d.extend(line(visible[2] + MARK_GAP, y, visible[2] + MARK_GAP + MARK_LENGTH, y))
    return Path(tuple(d), stroke="#000000", width=0.15)


def _plan(tiling: Tiling, column: int, row: int, visible: Box) -> list[Item]:
    """A small plan of all parts in the lower right corner of the paper, this one filled in."""
    paper = tiling.paper
    height = min(9.0, paper.height - visible[3] - paper.margin - 1.0)
    if height < 3.0:
        return []
    k = height / tiling.down[-1]
    width = tiling.across[-1] * k
    x, y = paper.width - paper.margin - width, paper.height - paper.margin - height
    here = rectangle(
        x + tiling.across[column] * k,
        y + tiling.down[row] * k,
        (tiling.across[column + 1] - tiling.across[column]) * k,
        (tiling.down[row + 1] - tiling.down[row]) * k,
    )
    lines: list[Segment] = [*rectangle(x, y, width, height)]
    for cut in tiling.across[1:-1]:
        lines.extend(line(x + cut * k, y, x + cut * k, y + height))
    for cut in tiling.down[1:-1]:
        lines.extend(line(x, y + cut * k, x + width, y + cut * k))
    return [Path(here, fill="#333333"), Path(tuple(lines), stroke="#333333", width=0.15)]


def _neighbours(column: int, row: int, columns: int, rows: int, visible: Box) -> list[Item]:
    """Beside each edge that goes on: the name of the part that goes there."""
    style = Style(find_font("sans", "bold"), 7 * POINT, "#333333")
    cap = style.size * style.font.cap_height
    middle_x, middle_y = (visible[0] + visible[2]) / 2, (visible[1] + visible[3]) / 2
    out: list[Item] = []
    if column > 0:
        text = part_name(column - 1, row)
        out.append(shape(text, style, visible[0] - 1.2, middle_y + cap / 2, "end"))
    if column < columns - 1:
        out.append(shape(part_name(column + 1, row), style, visible[2] + 1.2, middle_y + cap / 2))
    if row > 0:
        out.append(shape(part_name(column, row - 1), style, middle_x, visible[1] - 1.2, "middle"))
    if row < rows - 1:
        out.append(shape(part_name(column, row + 1), style, middle_x, visible[3] + 1.2 + cap, "middle"))
    return out
