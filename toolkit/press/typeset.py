"""Setting text in columns: blocks that know their height and can be split, and their flow over pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolkit.drawing.geometry import compose, rectangle, scale, translate
from toolkit.drawing.model import Group, Item, Link, Path, TextLine
from toolkit.drawing.text import placed

Placed = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """Something of fixed height that is not split: a line of text, a picture, a row of a table."""

    items: Placed
    height: float


@dataclass(frozen=True, slots=True)
class Block:
    """A run of pieces with space before and after (mm); `keep` holds it to the next block, `whole` holds it
    together.

    `span` is True for a block as wide as the page instead of a column.
    """

    pieces: tuple[Piece, ...]
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    whole: bool = False
    span: bool = False
    bookmark: str = ""
    figure: tuple[float, float] | None = None
    """A picture (the first piece) and its caption: how wide it should be, and how wide it may be, mm."""
    ground: tuple[str, float, str] | None = None
    """A tint behind the block, its padding in mm, and the colour of the bar at its left."""

    @property
    def height(self) -> float:
        """Height of all pieces together."""
        return sum(p.height for p in self.pieces)


def lines_to_pieces(
    lines: Sequence[TextLine], lead: float, links: Sequence[tuple[float, Link]] = ()
) -> tuple[Piece, ...]:
    """One piece for each baseline of a laid-out paragraph, each `lead` mm high; `links` are areas with their
    baselines.
    """
    rows: dict[float, list[Item]] = {}
    for line in lines:
        rows.setdefault(round(line.y, 4), []).append(placed(line))
    for baseline, link in links:
        rows[round(baseline, 4)].append(link)
    first = min(rows, default=0.0)
    pieces = []
    for y, row in rows.items():
        # Every piece starts at its own top: the baseline lies where the first line's did.
        pieces.append(Piece((Group(tuple(row), translate(0, first - y)),), lead))
    return tuple(pieces)


STRETCH = 1.6
"""The most that the space between blocks grows, in shares of itself, so that a column ends at the foot of the
page.
"""


def resized(block: Block, factor: float) -> Block:
    """A block with its picture `factor` times as large, but no wider than its column; text keeps its size."""
    if block.figure is None or not block.pieces:
        return block
    wanted, room = block.figure
    k = min(wanted * factor, room) / min(wanted, room)
    picture = block.pieces[0]
    moved = Group(picture.items, compose(translate(room / 2 * (1 - k), 0), scale(k)))
    return replace(block, pieces=(Piece((moved,), picture.height * k), *block.pieces[1:]))


@dataclass(slots=True)
class _Column:
    """What has been set in one column: everything with its place and the space between blocks above it."""

    page: int
    x: float
    placed: list[tuple[float, float, Placed]] = field(default_factory=list)
    blocks: int = 0
    end: float = 0.0
    space: float = 0.0
    kept: bool = False
    """The block set last is held to the next one: the space between them does not grow."""


@dataclass(slots=True)
class Flow:
    """Fills columns with blocks, page after page.

    `columns` are x positions; `width` the columns' width; `top` and `bottom` the limits of every page.
    A figure that does not fit goes to the head of the next column, and the text after it fills the place.
    Columns that nearly reach the foot of the page are stretched to it. `ends` are pages that end higher up,
    and where. `spare` is the height (mm) left empty in all columns together, `moved` how many figures went on
    to another column.
    """

    columns: Sequence[float]
    width: float
    top: float
    bottom: float
    items: dict[int, list[Item]]
    bookmarks: dict[int, list[str]]
    ends: Mapping[int, float] = field(default_factory=dict)
    spare: float = 0.0
    moved: int = 0
    _page: int = 0
    _place: int = 0
    _y: float = 0.0
    _tops: list[float] = field(default_factory=list)
    _column: _Column = field(default_factory=lambda: _Column(0, 0.0))
    _waiting: list[Block] = field(default_factory=list)

    def run(self, blocks: Sequence[Block]) -> int:
        """Place all blocks; returns the number of pages."""
        self._open(0, 0, [self.top] * len(self.columns))
        for number, block in enumerate(blocks):
            if block.span:
                self._across(block)
            elif block.figure and (self._waiting or not self._fits(block)) and self._column.blocks:
                self._waiting.append(block)
                self.moved += 1
            else:
                following = next((b for b in blocks[number + 1 :] if not b.figure), None)
                self._set(block, following)
        while self._waiting:
            self._advance()
        last = len(self.columns) - 1 - self._place
        self.spare += last * (self._foot - self.top)
        self._close()
        return self._page + 1

    @property
    def _foot(self) -> float:
        """Where the page in hand ends."""
        return self.ends.get(self._page, self.bottom)

    # -- columns ---------------------------------------------------------------------------------

    def _open(self, page: int, place: int, tops: list[float]) -> None:
        self._page, self._place, self._tops = page, place, tops
        self._y = tops[place]
        self._column = _Column(page, self.columns[place], end=self._y)

    def _advance(self) -> None:
        """Go on in the next column, with the figures that wait for it at its head."""
        self._close()
        if self._place + 1 < len(self.columns):
            self._open(self._page, self._place + 1, self._tops)
        else:
            self._open(self._page + 1, 0, [self.top] * len(self.columns))
        waiting, self._waiting = self._waiting, []
        for number, block in enumerate(waiting):
            if self._column.blocks and not self._fits(block):
                self._waiting = waiting[number:]
                return
            self._set(block, None)

    def _close(self) -> None:
        """Put the column on its page, stretched to the foot if it nearly reaches it."""
        column = self._column
        left = self._foot - column.end
        more = left / column.space if 0 < left <= column.space * STRETCH else 0.0
        self.spare += 0.0 if more else max(0.0, left)
        for above, y, items in column.placed:
            self.items.setdefault(column.page, []).append(Group(items, translate(column.x, y + above * more)))

    # -- blocks ----------------------------------------------------------------------------------

    def _across(self, block: Block) -> None:
        """A block as wide as the page, below everything set so far."""
        while self._waiting:
            self._advance()
        started = bool(self._column.blocks)
        spare = self.spare
        self._close()
        self.spare = spare  # what follows may still fill these columns
        if self._place:
            self._open(self._page + 1, 0, [self.top] * len(self.columns))
        y = self._y + (block.before if started and not self._place else 0.0)
        for piece in block.pieces:
            self.items.setdefault(self._page, []).append(Group(piece.items, translate(self.columns[0], y)))
            y += piece.height
        self._open(self._page, 0, [y + block.after] * len(self.columns))

    def _fits(self, block: Block) -> bool:
        before = block.before if self._column.blocks else 0.0
        return self._y + before + block.height <= self._foot + 1e-6

    def _set(self, block: Block, following: Block | None) -> None:
        y = self._y + (block.before if self._column.blocks else 0.0)
        pad = block.ground[1] if block.ground else 0.0
        need = block.height + 2 * pad if block.whole else self._first(block) + 2 * pad
        if block.keep and following is not None:
            need = block.height + block.after + following.before + self._first(following)
        if y + need > self._foot + 1e-6 and self._column.blocks:
            self._advance()
            y = self._y + (block.before if self._column.blocks else 0.0)
        pieces = list(block.pieces)
        first = True
        while pieces:
            fitting = self._fitting(pieces, self._foot - y - 2 * pad)
            if fitting == 0 and self._column.blocks:
                self._advance()
                y = self._y
                continue
            if first and block.bookmark:
                self.bookmarks.setdefault(self._page, []).append(block.bookmark)
            first = False
            taken = pieces[: max(1, fitting)]
            height = sum(p.height for p in taken) + 2 * pad
            column = self._column
            if column.blocks and not column.kept:
                column.space += y - column.end
            if block.ground:
                self._put(y, self._tint(block.ground, height))
            for piece in taken:
                inset = pad + 1.2 if pad else 0.0
                self._put(y + pad, (Group(piece.items, translate(inset, 0)),) if inset else piece.items)
                y += piece.height
            y += 2 * pad
            column.blocks += 1
            column.end = y
            column.kept = block.keep
            pieces = pieces[len(taken) :]
            if pieces:
                self._advance()
                y = self._y
        self._y = y + block.after

    def _put(self, y: float, items: Placed) -> None:
        self._column.placed.append((self._column.space, y, items))

    @staticmethod
    def _first(block: Block) -> float:
        """The least of a block that may stand at the foot of a column: two lines, or all of three."""
        count = len(block.pieces) if block.whole or len(block.pieces) <= 3 else 2
        return sum(p.height for p in block.pieces[:count])

    @staticmethod
    def _fitting(pieces: Sequence[Piece], room: float) -> int:
        """How many pieces fit, without leaving a single line for the next column."""
        count = 0
        used = 0.0
        for piece in pieces:
            used += piece.height
            if used > room + 1e-6:
                break
            count += 1
        if count == len(pieces):
            return count
        if len(pieces) - count == 1 and count > 2:
            count -= 1
        return count if count >= 2 or len(pieces) == 1 else 0

    def _tint(self, ground: tuple[str, float, str], height: float) -> Placed:
        shade, _, bar = ground
        return (
            Path(rectangle(0, 0, self.width, height), fill=shade),
            Path(rectangle(0, 0, 1.0, height), fill=bar),
        )
