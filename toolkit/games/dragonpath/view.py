"""The picture of a dragonpath position: the printed board, the printed tiles as they lie, markers and the
paths they took.

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
from toolkit.drawing.geometry import circle, compose, line, rectangle, rotate, scale, translate
from toolkit.drawing.model import Drawing, Group, Item, Path, Symbol, Use
from toolkit.drawing.text import POINT, Style, shape
from toolkit.engine.state import PLAYING
from toolkit.faces.face import Faces
from toolkit.faces.links import port as port_place
from toolkit.games.dragonpath.rules import PILE, PLACE, SIDE, START, mark_cell, mark_port, twin
from toolkit.games.pieces import pieces_of

if TYPE_CHECKING:
    from toolkit.engine.position import Position
    from toolkit.games.game import Game

STRIP = 104.0
"""Width of the strip with hands and pile beside the board, mm."""

GAP = 10.0
BEYOND = 9.0
"""How much of the squares beside an area is shown, mm: a marker on its edge is whole."""

MARKER_SCALE = 0.85
INK = "#22302e"
QUIET = "#5d6a66"
PAPER = "#f3e9d0"
LAST = "#c8402a"
GOLD = "#c9983f"

_AREA = re.compile(r"([a-h])([1-8])-([a-h])([1-8])")
_LAID = re.compile(r"\d+[urdl]@([a-h])([1-8])")


def draw(position: Position, seat: int | None = None) -> Drawing:
    """The board with everything on it; hands of all (None), of nobody (0) or of one seat. The engine's
    hook.
    """
    return board_drawing(position, seat)


def board_drawing(
    position: Position,
    seat: int | None = None,
    *,
    strip: bool = True,
    area: str = "",
    last: bool = True,
) -> Drawing:
    """A position as a drawing in mm, at the size of the printed pieces.

    Args:
        position: what to draw.
        seat: whose hand is shown open: None all, 0 nobody, else one seat.
        strip: with hands, pile and dragon beside the board.
        area: only these squares and what lies round them, such as `a4-c6` (two corners).
        last: outline the tile that was laid last.

    Raises ValueError for an area that is not on the board.
    """
    pieces = pieces_of(_game(position), _Pieces)
    board = pieces.board(position.option_record.board_size)
    picture = _Picture(position, pieces, board)
    items = [*picture.table(last)]
    if area:
        return _crop(board, items, area, position)
    width = board.width
    if strip:
        items.append(Group(tuple(picture.strip(seat)), translate(board.width + GAP, 0)))
        width += GAP + STRIP + GAP
    title = f"{_game(position).title}: {_said(position)}"
    return Drawing(width, board.height, tuple(items), title)


def _game(position: Position) -> Game:
    """The game of a position, with its folder (the engine itself needs less of it)."""
    game: Any = position.game
    opened: Game = game
    return opened


def _said(position: Position) -> str:
    return "; ".join(
        f"{label}: {value}" for label, value in position.lines(0) if not label.startswith("hand")
    )


def _crop(board: _Board, items: Iterable[Item], area: str, position: Position) -> Drawing:
    match = _AREA.fullmatch(area)
    size = board.size
    if match is None:
        raise ValueError(f"the area is {area!r}; write two corner squares, such as a4-c6")
    columns = sorted("abcdefgh".index(match[i]) for i in (1, 3))
    rows = sorted(size - int(match[i]) for i in (2, 4))
    if columns[1] >= size or rows[0] < 0 or rows[1] >= size:
        raise ValueError(f"the area {area} is not on a board of {size} x {size} squares")
    frame = board.x
    left = 0.0 if columns[0] == 0 else board.x + columns[0] * board.cell - BEYOND
    top = 0.0 if rows[0] == 0 else board.y + rows[0] * board.cell - BEYOND
    right = board.width if columns[1] == size - 1 else board.x + (columns[1] + 1) * board.cell + BEYOND
    bottom = board.height if rows[1] == size - 1 else board.y + (rows[1] + 1) * board.cell + BEYOND
    clip = Path(rectangle(left, top, right - left, bottom - top, min(2.0, frame)))
    group = Group(tuple(items), translate(-left, -top), clip)
    return Drawing(right - left, bottom - top, (group,), f"{_game(position).title}, squares {area}")


@dataclass(frozen=True, slots=True)
class _Board:
    """The board's face, and where its squares are."""

    symbol: Symbol
    size: int
    x: float
    y: float
    cell: float
    tile: float

    @property
    def width(self) -> float:
        return self.symbol.drawing.width

    @property
    def height(self) -> float:
        return self.symbol.drawing.height

    def corner(self, cell: int) -> tuple[float, float]:
        """Upper left corner of the tile on a square of the rules' grid (squares off the board too)."""
        row, column = divmod(cell, SIDE)
        inset = (self.cell - self.tile) / 2
        return self.x + (column - 1) * self.cell + inset, self.y + (row - 1) * self.cell + inset

    def entrance(self, cell: int, port: int) -> tuple[float, float, float, float]:
        """Where a port of a square lies, on the square's edge, and the direction that leads out there."""
        p = port_place(port, 2, self.tile, self.tile)
        x, y = self.corner(cell)
        inset = (self.cell - self.tile) / 2
        return x + p.x + p.out_x * inset, y + p.y + p.out_y * inset, p.out_x, p.out_y


@dataclass(slots=True)
class _Pieces:
    """The faces of one game, each drawn once."""

    game: Game
    faces: Faces
    made: dict[tuple[Any, ...], Symbol] = field(default_factory=dict)
    boards: dict[int, _Board] = field(default_factory=dict)

    def face(self, kind: str, row: Row | dict[str, Any], back: bool = False, **more: str) -> Symbol:
        """The face (or back) of a piece; raises KeyError for a kind that the game's folder does not print."""
        key = (kind, row["id"], back, *more.items())
        if key not in self.made:
            spec = self.game.folder.kinds[kind]
            template = self.faces.template(str(spec.back if back else spec.template))
            title = f"{spec.title} {row['id']}" if not back else ""
            drawing = self.faces.draw(template, {**row, **more}, spec.size, title=title).drawing
            self.made[key] = Symbol(drawing)
        return self.made[key]

    def rows(self, table: str) -> list[Row]:
        """The rows of a table that are in play."""
        found = self.game.folder.tables.get(table)
        return [row for row in found.rows if row.count > 0] if found else []

    def tile_row(self, number: int) -> Row:
        """The row of the tile with this number."""
        return next(row for row in self.rows("tiles") if row.whole("id") == number)

    def marker_row(self, seat: int) -> Row:
        """The marker of a seat, from 0: the rows of the table in turn."""
        rows = self.rows("markers")
        return rows[seat % len(rows)]

    def board(self, size: int) -> _Board:
        """The board of a size: the table's, or (where the table prints another) the same with so many
        squares.
        """
        if size not in self.boards:
            rows = self.rows("board")
            row: dict[str, Any] = dict(next((r for r in rows if r.whole("size") == size), rows[0]))
            row.update(size=size, id=f"{row['id']} {size}")
            symbol = self.face("board", row)
            template = self.faces.template(str(self.game.folder.kinds["board"].template))
            squares = self.faces.places(template, row)["squares"]
            tile = (self.game.folder.kinds["tiles"].size or (squares["width"] / size,))[0]
            self.boards[size] = _Board(
                symbol, size, squares["x"], squares["y"], squares["width"] / size, tile
            )
        return self.boards[size]


class _Picture:
    """Draws one position."""

    def __init__(self, position: Position, pieces: _Pieces, board: _Board) -> None:
        self.position = position
        self.pieces = pieces
        self.board = board
        self.s: Any = position.state
        self.o: Any = position.option_record
        self.t: Any = position.table_record
        self.colours = [pieces.marker_row(p).text("colour") for p in range(position.players)]

    # -- the table ------------------------------------------------------------------------------

    def table(self, last: bool) -> Iterable[Item]:
        """Board, tiles with the painted paths, the last tile's outline, markers."""
        board = self.board
        yield Use(board.symbol)
        paints = self.paints()
        for cell in range(SIDE * SIDE):
            placed = self.s.placed[cell]
            if placed > 0:
                kind, rotation = divmod(placed - 1, 4)
                yield self.tile(kind, rotation, cell, paints.get(cell, {}))
        if last:
            yield from self.outline()
        for seat in range(self.position.players):
            yield from self.marker(seat)

    def tile(self, kind: int, rotation: int, cell: int, paint: dict[tuple[int, int], str]) -> Item:
        """A tile as it lies on its square."""
        text = " ".join(f"{a}{b}:{colour}" for (a, b), colour in sorted(paint.items()))
        symbol = self.pieces.face("tiles", self.pieces.tile_row(self.t.number[kind]), paint=text)
        half = self.board.tile / 2
        return Use(symbol, compose(translate(*self.board.corner(cell)), rotate(90 * rotation, half, half)))

    def started(self, seat: int) -> bool:
        """Whether a seat has chosen its start mark."""
        return any(self.s.taken[m] == seat + 1 for m in range(8 * self.o.board_size))

    def paints(self) -> dict[int, dict[tuple[int, int], str]]:
        """For each square, the links that markers travelled (as on the tile that is not turned) and their
        colours.
        """
        found: dict[int, dict[tuple[int, int], str]] = {}
        s, t = self.s, self.t
        for seat in range(self.position.players):
            if not self.started(seat):
                continue
            mark = next(m for m in range(8 * self.o.board_size) if s.taken[m] == seat + 1)
            cell, port = mark_cell(self.o, mark), mark_port(self.o, mark)
            while s.placed[cell] > 0:
                kind, rotation = divmod(s.placed[cell] - 1, 4)
                entered = t.enter[kind, rotation, port]
                ends = sorted((p - 2 * rotation) % 8 for p in (port, twin(entered)))
                found.setdefault(cell, {})[ends[0], ends[1]] = self.colours[seat].lower()
                cell, port = cell + t.go[kind, rotation, port], entered
        return found

    def outline(self) -> Iterable[Item]:
        """A frame round the tile that was laid last."""
        for text in reversed(self.position.moves):
            laid = _LAID.fullmatch(text)
            if laid:
                column, row = "abcdefgh".index(laid[1]), self.o.board_size - int(laid[2])
                x, y = self.board.x + column * self.board.cell, self.board.y + row * self.board.cell
                side = self.board.cell
                yield Path(rectangle(x, y, side, side, 1), stroke=PAPER, width=2.6)
                yield Path(rectangle(x, y, side, side, 1), stroke=LAST, width=1.5)
                return

    def marker(self, seat: int) -> Iterable[Item]:
        """A marker on the edge of the square in front of it; one that ran off lies crossed out at the
        board's edge.
        """
        s = self.s
        if not self.started(seat):
            return
        alive = bool(s.alive[seat])
        if not alive and s.placed[s.cell[seat]] >= 0:
            return  # retired: taken off the board, not run off it
        x, y, _, _ = self.board.entrance(s.cell[seat], s.port[seat])
        yield from self.stone(seat, x, y, MARKER_SCALE if alive else 0.62, not alive)

    def stone(self, seat: int, x: float, y: float, k: float, out: bool = False) -> Iterable[Item]:
        """A marker stone about (x, y), k times its printed size."""
        symbol = self.pieces.face("markers", self.pieces.marker_row(seat))
        radius = symbol.drawing.width / 2
        m = compose(translate(x, y), scale(k), translate(-radius, -radius))
        yield Group((Use(symbol),), m, Path(circle(radius, radius, radius)))
        if out:
            r = radius * k * 0.95
            cross = line(x - r, y - r, x + r, y + r) + line(x - r, y + r, x + r, y - r)
            yield Path(cross, stroke=PAPER, width=2.0, cap="round")
            yield Path(cross, stroke=LAST, width=1.1, cap="round")

    # -- the strip ------------------------------------------------------------------------------

    def strip(self, seat: int | None) -> Iterable[Item]:
        """Turn, pile and dragon, and one row for each seat: its marker, its state and its hand."""
        players = self.position.players
        bold, plain = find_font("sans", "semibold"), find_font("sans")
        head = Style(bold, 21 * POINT, INK)
        small = Style(plain, 15 * POINT, QUIET)
        base = 5.0 + head.size * bold.cap_height
        yield shape(self.headline(), head, 0, base)
        yield shape(self.subline(), small, 0, base + small.size * 1.35)
        top = 30.0
        yield from self.stock(top)
        top += 42.0
        height = min(52.0, (self.board.height - top) / players)
        for p in range(players):
            yield Group(tuple(self.seat_row(p, seat, height)), translate(0, top + p * height))

    def headline(self) -> str:
        """Whose turn it is, or how it ended."""
        position = self.position
        outcome = position.outcome
        if outcome is None:
            if position.chance:
                return "Drawing tiles" if position.state.phase == PLACE else "Dealing"
            return f"Turn {position.turn + 1}" if position.state.phase != START else "Choosing start marks"
        if not outcome.winners:
            return "Nobody wins"
        *others, last = (str(w) for w in outcome.winners)
        return f"Seats {', '.join(others)} and {last} win" if others else f"Seat {last} wins"

    def subline(self) -> str:
        """What happens next."""
        position = self.position
        if position.outcome is not None:
            return position.outcome.detail or position.outcome.reason
        if position.actor:
            return f"seat {position.actor} to play"
        return ""

    def stock(self, top: float) -> Iterable[Item]:
        """The pile with its number of tiles, and the dragon while nobody holds it."""
        side = 32.0
        count = self.s.deck_size[PILE]
        k = side / self.board.tile
        label = Style(find_font("sans"), 14 * POINT, QUIET)
        rows = self.pieces.rows("tiles")
        if count and rows:
            back = self.pieces.face("tiles", rows[0], back=True)
            for step in range(min(3, count) - 1, -1, -1):
                x, y = step * 1.1, top - step * 1.1
                yield Use(back, compose(translate(x, y), scale(k)))
                yield Path(rectangle(x, y, side, side), stroke=PAPER, width=0.5)
        else:
            yield Path(rectangle(0, top, side, side, 1), stroke=QUIET, width=0.5, dash=(2.5, 2))
        number = Style(find_font("sans", "bold"), 25 * POINT, INK)
        cap = number.size * number.font.cap_height
        yield shape(str(count), number, side + 6, top + side / 2 + cap / 2 - 3)
        yield shape("in the pile", label, side + 6, top + side / 2 + cap / 2 + 3.8)
        dragons = self.pieces.rows("dragon")
        if dragons and self.s.dragon == 0:
            dragon = self.pieces.face("dragon", dragons[0])
            yield Use(dragon, compose(translate(STRIP - side, top), scale(k)))

    def seat_row(self, p: int, seat: int | None, height: float) -> Iterable[Item]:
        """One seat: its marker, what state it is in, its hand."""
        s, position = self.s, self.position
        alive = bool(s.alive[p])
        wins = position.outcome is not None and p + 1 in position.outcome.winners
        turn = s.ended == PLAYING and position.actor == p + 1
        yield Path(line(0, 0, STRIP, 0), stroke=mix(QUIET, "#ffffff", 0.6), width=0.35)
        middle = 7.5
        k = 0.62
        if turn or wins:
            yield Path(circle(6.5, middle, 8 * k + 1.4), fill=GOLD)
        yield from self.stone(p, 6.5, middle, k, not alive)
        name = Style(find_font("sans", "semibold"), 17 * POINT, INK if alive else QUIET)
        cap = name.size * name.font.cap_height
        label = shape(f"Seat {p + 1}", name, 15.5, middle + cap / 2)
        yield label
        style = Style(find_font("sans"), 14 * POINT, QUIET)
        said = (
            "wins" if wins else "to play" if turn else "" if alive else f"out in turn {s.seat_measure[0, p]}"
        )
        if said:
            yield shape(said, style, label.x + label.width + 4, middle + cap / 2)
        dragons = self.pieces.rows("dragon")
        side = max(8.0, min(28.0, height - 23.0))
        if s.dragon == p + 1 and dragons:
            dragon = self.pieces.face("dragon", dragons[0])
            yield Use(dragon, compose(translate(STRIP - side, 15.0), scale(side / self.board.tile)))
        yield from self.hand(p, seat, side)

    def hand(self, p: int, seat: int | None, side: float) -> Iterable[Item]:
        """The tiles of a hand in a row, open or face down."""
        s = self.s
        count = s.hand_size[p]
        unseen = set(self.position.unseen_slots())
        room = STRIP - (side + 3 if s.dragon == p + 1 else 0)
        step = min(side + 3, (room - side) / max(1, count - 1)) if count > 1 else side + 3
        rows = self.pieces.rows("tiles")
        for i in range(count):
            shown = (seat is None or seat == p + 1) and ("hand", (p, i)) not in unseen
            if shown:
                number = self.t.number[self.t.kind[s.hand[p, i]]]
                symbol = self.pieces.face("tiles", self.pieces.tile_row(number), paint="")
            else:
                symbol = self.pieces.face("tiles", rows[0], back=True)
            x = i * step
            yield Use(symbol, compose(translate(x, 15.0), scale(side / self.board.tile)))
            yield Path(rectangle(x, 15.0, side, side), stroke=PAPER, width=0.4)
            if shown:
                style = Style(find_font("sans", "semibold"), 12 * POINT, INK, ("tnum", "lnum"))
                yield shape(f"{number:02d}", style, x + side / 2, 15.0 + side + 4.2, "middle")
