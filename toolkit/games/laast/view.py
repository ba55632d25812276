"""The picture of a laast position: covers, faces, used tiles and holes, pieces in colour and symbol, hands.

Everything on the table is drawn by the same templates as the print, so that a replay looks like the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolkit.components.tables import Row
from toolkit.drawing.colours import mix
from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import circle, compose, line, rectangle, scale, translate
from toolkit.drawing.model import Drawing, Group, Item, Path, Symbol, Use
from toolkit.drawing.text import POINT, Style, shape
from toolkit.engine.state import PLAYING
from toolkit.faces.face import Faces
from toolkit.games.laast.notation import NAMES, cell_name, cell_number
from toolkit.games.laast.rules import COVERED, HOLE, PLACING, POOL, SIDE
from toolkit.games.pieces import pieces_of

if TYPE_CHECKING:
    from toolkit.engine.position import Position
    from toolkit.games.game import Game

FRAME = 12.0
"""Width of the board's edge with the coordinates, mm."""
CELL = 41.0
STRIP = 110.0
GAP = 10.0
INK = "#23302f"
QUIET = "#65716d"
PAPER = "#f7f2e6"
EDGE = "#23302f"
GROUND = "#3a3f3d"
LAST = "#c8402a"
GOLD = "#c9983f"

_AREA = re.compile(r"([a-i][1-9])-([a-i][1-9])")


def draw(position: Position, seat: int | None = None) -> Drawing:
    """The board with everything on it; hands of all (None), of nobody (0) or of one seat."""
    return board_drawing(position, seat)


def board_drawing(
    position: Position, seat: int | None = None, *, strip: bool = True, area: str = "", last: bool = True
) -> Drawing:
    """A position as a drawing in mm, at the size of the printed pieces.

    Args:
        position: what to draw.
        seat: whose hand is shown open: None all, 0 nobody, else one seat.
        strip: with pieces, cards, hands and pool beside the board.
        area: only these cells, such as `a4-c6` (two corners).
        last: outline the cell that was played last.

    Raises ValueError for an area that is not on the board.
    """
    game: Any = position.game
    picture = _Picture(position, pieces_of(game, _Pieces))
    items = list(picture.table(last))
    if area:
        return picture.crop(items, area)
    width = picture.width
    if strip:
        items.append(Group(tuple(picture.strip(seat)), translate(width + GAP, 0)))
        width += GAP + STRIP + GAP
    said = "; ".join(
        f"{label}: {value}" for label, value in position.lines(0) if not label.startswith("hand")
    )
    height = max(picture.width, picture.strip_height if strip else 0.0)
    return Drawing(width, height, tuple(items), f"{game.title}: {said}")


@dataclass(slots=True)
class _Pieces:
    """The faces of one game, each drawn once."""

    game: Game
    faces: Faces
    made: dict[tuple[Any, ...], Symbol] = field(default_factory=dict)

    def face(self, kind: str, row: Row, back: bool = False) -> Symbol:
        """The face (or back) of a piece of a kind."""
        key = (kind, row.row, back)
        if key not in self.made:
            spec = self.game.folder.kinds[kind]
            size = spec.size or (20.0, 20.0)
            template = self.faces.template(str(spec.back if back else spec.template))
            self.made[key] = Symbol(self.faces.draw(template, row, size).drawing)
        return self.made[key]

    def rows(self, table: str) -> list[Row]:
        """The rows of a table."""
        return self.game.folder.tables[table].rows

    def tile(self, name: str) -> Symbol:
        """The face of a kind of tile, by its name in notation."""
        for kind in ("tiles", "pool"):
            for row in self.rows(kind):
                if row.text("id") == name:
                    return self.face(kind, row)
        return self.back("tiles")

    def back(self, kind: str) -> Symbol:
        """The back that all pieces of a kind share."""
        return self.face(kind, self.rows(kind)[0], back=True)

    def piece(self, seat: int) -> Symbol:
        """The piece of a seat, from 0: the rows of the table in turn."""
        rows = self.rows("pieces")
        own = [row for row in rows if row.whole("seat") == seat + 1]
        return self.face("pieces", (own or rows)[0])

    def card(self, seat: int, value: int) -> Symbol:
        """A card of a seat, from 0."""
        rows = self.rows("cards")
        own = [row for row in rows if (row.whole("seat"), row.whole("value")) == (seat + 1, value)]
        return self.face("cards", (own or rows)[0])


class _Picture:
    """Draws one position."""

    def __init__(self, position: Position, pieces: _Pieces) -> None:
        self.position = position
        self.pieces = pieces
        self.s: Any = position.state
        self.o: Any = position.option_record
        self.t: Any = position.table_record
        self.side: int = self.o.board_side
        self.width = 2 * FRAME + self.side * CELL
        self.tile_side = pieces.tile("neutral").drawing.width
        self.row_height = max(58.0, (self.width - 34.0) / position.players)

    @property
    def strip_height(self) -> float:
        """How much room the strip needs, mm."""
        return 34.0 + self.row_height * self.position.players

    # -- the table ------------------------------------------------------------------------------

    def corner(self, cell: int) -> tuple[float, float]:
        """Upper left corner of a cell."""
        row, column = divmod(cell, SIDE)
        return FRAME + (column - 1) * CELL, FRAME + (row - 1) * CELL

    def crop(self, items: Iterable[Item], area: str) -> Drawing:
        """A part of the board between two corner cells."""
        match = _AREA.fullmatch(area)
        if match is None:
            raise ValueError(f"the area is {area!r}; write two corner cells, such as a4-c6")
        one, other = cell_number(self.o, match[1]), cell_number(self.o, match[2])
        (x, y), (x2, y2) = self.corner(one), self.corner(other)
        left, right, top, bottom = min(x, x2), max(x, x2) + CELL, min(y, y2), max(y, y2) + CELL
        end = FRAME + self.side * CELL
        left, top = 0.0 if left == FRAME else left - 3, 0.0 if top == FRAME else top - 3
        right = self.width if right == end else right + 3
        bottom = self.width if bottom == end else bottom + 3
        clip = Path(rectangle(left, top, right - left, bottom - top, 2))
        group = Group(tuple(items), translate(-left, -top), clip)
        return Drawing(right - left, bottom - top, (group,), f"cells {area}")

    def table(self, last: bool) -> Iterable[Item]:
        """The frame with its coordinates, the tiles, the last cell's outline, the pieces."""
        inner = self.side * CELL
        yield Path(rectangle(0, 0, self.width, self.width, 3), fill=EDGE)
        yield Path(rectangle(FRAME - 1, FRAME - 1, inner + 2, inner + 2), fill=GROUND)
        style = Style(find_font("sans", "semibold"), 15 * POINT, PAPER)
        cap = style.size * style.font.cap_height
        for i in range(self.side):
            middle = FRAME + (i + 0.5) * CELL
            for edge in (FRAME / 2, self.width - FRAME / 2):
                yield shape("abcdefghi"[i], style, middle, edge + cap / 2, "middle")
                yield shape(str(self.side - i), style, edge, middle + cap / 2, "middle")
        for i in range(self.t.cells):
            yield from self.tile(self.t.cell[i])
        if last:
            yield from self.outline()
        for piece in range(2 * self.position.players):
            if self.s.pos[piece]:
                yield from self.piece(piece)

    def tile(self, cell: int) -> Iterable[Item]:
        """What lies on a cell; nothing on a hole."""
        tile = self.s.tile[cell]
        if tile == HOLE:
            return
        x, y = self.corner(cell)
        inset = (CELL - self.tile_side) / 2
        symbol = self.pieces.back("tiles") if tile == COVERED else self.pieces.tile(NAMES[tile])
        k = (CELL - 2 * max(inset, 0.5)) / self.tile_side
        yield Use(symbol, compose(translate(x + max(inset, 0.5), y + max(inset, 0.5)), scale(k)))
        if cell in (self.s.flip, self.s.flip_next):
            yield Path(rectangle(x + 2, y + 2, CELL - 4, CELL - 4, 1), stroke=GOLD, width=1.2, dash=(4, 3))

    def outline(self) -> Iterable[Item]:
        """A frame round the cell that was played last."""
        for text in reversed(self.position.moves):
            for i in range(self.t.cells):
                name = cell_name(self.o, self.t.cell[i])
                last = text.split(":")[0].replace(">", "-").replace("@", "-").split("-")[-1]
                if last == name:
                    x, y = self.corner(self.t.cell[i])
                    yield Path(rectangle(x, y, CELL, CELL, 1), stroke=PAPER, width=2.4)
                    yield Path(rectangle(x, y, CELL, CELL, 1), stroke=LAST, width=1.4)
                    return

    def piece(self, piece: int) -> Iterable[Item]:
        """A piece on its cell, with a bar across it while it is locked."""
        x, y = self.corner(self.s.pos[piece])
        x, y = x + CELL / 2, y + CELL * 0.39
        yield from self.stone(piece >> 1, x, y, 1.0)
        if self.s.lock[piece]:
            for colour, width in ((PAPER, 3.4), (LAST, 2.0)):
                yield Path(line(x - 9, y + 9, x + 9, y - 9), stroke=colour, width=width, cap="round")

    def stone(self, seat: int, x: float, y: float, k: float) -> Iterable[Item]:
        """A piece about (x, y), k times its printed size."""
        symbol = self.pieces.piece(seat)
        radius = symbol.drawing.width / 2
        m = compose(translate(x, y), scale(k), translate(-radius, -radius))
        yield Path(circle(x, y, radius * k + 0.7), fill=PAPER)
        yield Group((Use(symbol),), m, Path(circle(radius, radius, radius)))

    # -- the strip ------------------------------------------------------------------------------

    def strip(self, seat: int | None) -> Iterable[Item]:
        """Turn and pool, and one row for each seat: its piece, its state, its cards and its hand."""
        bold, plain = find_font("sans", "semibold"), find_font("sans")
        head = Style(bold, 21 * POINT, INK)
        small = Style(plain, 15 * POINT, QUIET)
        base = 5.0 + head.size * bold.cap_height
        yield shape(self.headline(), head, 0, base)
        yield shape(self.subline(), small, 0, base + small.size * 1.4)
        count = self.s.deck_size[POOL]
        side = 22.0
        yield Use(self.pieces.back("pool"), compose(translate(STRIP - side, 2), scale(side / self.tile_side)))
        number = Style(find_font("sans", "bold"), 18 * POINT, INK)
        yield shape(str(count), number, STRIP - side - 3, 15.5, "end")
        for p in range(self.position.players):
            yield Group(tuple(self.seat_row(p, seat)), translate(0, 34.0 + p * self.row_height))

    def headline(self) -> str:
        """Whose turn it is, or how it ended."""
        outcome = self.position.outcome
        if outcome is None:
            return "Putting down pieces" if self.s.phase == PLACING else f"Turn {self.position.turn + 1}"
        return f"Seat {outcome.winners[0]} wins" if outcome.winners else "Nobody wins"

    def subline(self) -> str:
        """What happens next."""
        position = self.position
        if position.outcome is not None:
            return position.outcome.detail or position.outcome.reason.replace("_", " ")
        if self.s.flip:
            return f"the tile on {cell_name(self.o, self.s.flip)} flips"
        return f"seat {position.actor} to play" if position.actor else "drawing tiles"

    def seat_row(self, p: int, seat: int | None) -> Iterable[Item]:
        """One seat: its piece, what state it is in, its cards and its hand."""
        s, position = self.s, self.position
        alive = bool(s.alive[p])
        wins = position.outcome is not None and p + 1 in position.outcome.winners
        turn = s.ended == PLAYING and position.actor == p + 1
        yield Path(line(0, 0, STRIP, 0), stroke=mix(QUIET, "#ffffff", 0.6), width=0.35)
        if turn or wins:
            yield Path(circle(7, 9, 7.8), fill=GOLD)
        yield from self.stone(p, 7, 9, 0.58)
        name = Style(find_font("sans", "semibold"), 17 * POINT, INK if alive else QUIET)
        cap = name.size * name.font.cap_height
        label = shape(f"Seat {p + 1}", name, 17.5, 9 + cap / 2)
        yield label
        out = "" if alive else f"out in turn {s.seat_measure[0, p]}"
        said = "wins" if wins else "to play" if turn else out
        if said:
            style = Style(find_font("sans"), 14 * POINT, QUIET)
            yield shape(said, style, label.x + label.width + 4, 9 + cap / 2)
        if alive:
            yield from self.cards(p)
            yield from self.hand(p, seat)

    def cards(self, p: int) -> Iterable[Item]:
        """The cards that a seat can still use, small, at the right; all see them."""
        held = [value for value in (1, 2, 3) for _ in range(self.s.card[p, value])]
        for i, value in enumerate(held):
            symbol = self.pieces.card(p, value)
            k = 15.5 / symbol.drawing.height
            x = STRIP - (len(held) - i) * (symbol.drawing.width * k + 1.2)
            yield Use(symbol, compose(translate(x, 1.4), scale(k)))

    def hand(self, p: int, seat: int | None) -> Iterable[Item]:
        """The unique tiles of a hand in a row, open or face down."""
        count = self.s.hand_size[p]
        unseen = set(self.position.unseen_slots())
        side = 25.0
        step = min(side + 2, (STRIP - side) / max(1, count - 1))
        for i in range(count):
            shown = (seat is None or seat == p + 1) and ("hand", (p, i)) not in unseen
            kind = NAMES[self.t.kind[self.s.hand[p, i]]]
            symbol = self.pieces.tile(kind) if shown else self.pieces.back("pool")
            yield Use(symbol, compose(translate(i * step, 20.5), scale(side / self.tile_side)))
            yield Path(rectangle(i * step, 20.5, side, side), stroke=PAPER, width=0.5)
