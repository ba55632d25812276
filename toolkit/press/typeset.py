"""Setting text in columns: blocks that know their height and can be split, and their flow over pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.drawing.geometry import translate
from toolkit.drawing.model import Group, Item, TextLine

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
    ground: tuple[str, float, str] | None = None
    """A tint behind the block, its padding in mm, and the colour of the bar at its left."""

    @property
    def height(self) -> float:
        """Height of all pieces together."""
        return sum(p.height for p in self.pieces)


def lines_to_pieces(lines: Sequence[TextLine], lead: float) -> tuple[Piece, ...]:
    """One piece for each baseline of a laid-out paragraph, each `lead` mm high."""
    rows: dict[float, list[TextLine]] = {}
    for line in lines:
        rows.setdefault(round(line.y, 4), []).append(line)
    first = min(rows, default=0.0)
    pieces = []
    for y, row in rows.items():
        # Every piece starts at its own top: the baseline lies where the first line's did.
        pieces.append(Piece((Group(tuple(row), translate(0, first - y)),), lead))
    return tuple(pieces)


@dataclass(slots=True)
class Frame:
    """A column: its place on the page and how much of it is used."""

    page: int
    x: float
    top: float
    bottom: float
    y: float


@dataclass(slots=True)
class Flow:
    """Fills columns with blocks, page after page.

    `columns` are x positions; `width` the columns' width; `top` and `bottom` the limits of every page.
    """

    columns: Sequence[float]
    width: float
    top: float
    bottom: float
    items: dict[int, list[Item]]
    bookmarks: dict[int, list[str]]

    def run(self, blocks: Sequence[Block]) -> int:
        """Place all blocks; returns the number of pages."""
        page, column = 0, 0
        tops = [self.top] * len(self.columns)
        y = self.top
        started = False

        def advance() -> None:
            nonlocal page, column, y, tops, started
            column += 1
            if column >= len(self.columns):
                page, column = page + 1, 0
                tops = [self.top] * len(self.columns)
            y = tops[column]
            started = False

        for number, block in enumerate(blocks):
            if block.span:
                # A block as wide as the page starts below everything set so far.
                if column:
                    page, column = page + 1, 0
                    tops = [self.top] * len(self.columns)
                    y, started = self.top, False
                y += block.before if started else 0.0
                for piece in block.pieces:
                    self._put(page, piece, self.columns[0], y)
                    y += piece.height
                y += block.after
                tops = [y] * len(self.columns)
                started = False
                continue
            y += block.before if started else 0.0
            pad = block.ground[1] if block.ground else 0.0
            need = block.height + 2 * pad if block.whole else self._first(block) + 2 * pad
            if block.keep and number + 1 < len(blocks):
                following = blocks[number + 1]
                need = block.height + block.after + following.before + self._first(following)
            if y + need > self.bottom + 1e-6 and started:
                advance()
            if block.bookmark:
                self.bookmarks.setdefault(page, []).append(block.bookmark)
            pieces = list(block.pieces)
            while pieces:
                fitting = self._fitting(pieces, self.bottom - y - 2 * pad)
                if fitting == 0 and started:
                    advance()
                    continue
                taken = pieces[: max(1, fitting)]
                height = sum(p.height for p in taken) + 2 * pad
                if block.ground:
                    self._tint(page, block.ground, self.columns[column], y, height)
                y += pad
                for piece in taken:
                    self._put(page, piece, self.columns[column] + (pad + 1.2 if pad else 0.0), y)
                    y += piece.height
                y += pad
                started = True
                pieces = pieces[len(taken) :]
                if pieces:
                    advance()
            y += block.after
        return page + 1

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

    def _put(self, page: int, piece: Piece, x: float, y: float) -> None:
        self.items.setdefault(page, []).append(Group(piece.items, translate(x, y)))

    def _tint(self, page: int, ground: tuple[str, float, str], x: float, y: float, height: float) -> None:
        from toolkit.drawing.geometry import rectangle
        from toolkit.drawing.model import Path

        shade, _, bar = ground
        self.items.setdefault(page, []).append(Path(rectangle(x, y, self.width, height), fill=shade))
        self.items[page].append(Path(rectangle(x, y, 1.0, height), fill=bar))
