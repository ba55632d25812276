"""The picture of a gridlokt position: the printed cards as they lie, pieces, obstacles, routes, hands.

Everything on the table is drawn by the same templates as the print, so that a replay looks like the table. A
picture has the same size all through a game: the part of the table in use is made to fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from toolkit.components.tables import Row
from toolkit.drawing.colours import mix
from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import circle, compose, line, polygon, rectangle, rotate, scale, translate
from toolkit.drawing.model import Drawing, Group, Item, Path, Symbol, Use
from toolkit.drawing.text import POINT, Style, shape
from toolkit.engine.state import PLAYING
from toolkit.faces.face import Faces
from toolkit.games.gridlokt import names
from toolkit.games.gridlokt.fields import (
    CENTRE_CARD,
    CORNER_TUNNEL,
    EMPTY,
    FIRST_KIND,
    FREE_PATH,
    OFF,
    PATHS,
    PITTED,
    PLAYERS_4,
    ROOM_GROUND,
    SIDE,
    TUNNEL,
    UNIVERSAL,
    UTILITIES,
    WALLED,
    WARP_GROUND,
)
from toolkit.games.gridlokt.positions import used_area
from toolkit.games.gridlokt.reading import PHASE_NAMES
from toolkit.games.gridlokt.tunnels import CHAIN, dig
from toolkit.games.pieces import pieces_of

if TYPE_CHECKING:
    from toolkit.engine.position import Position
    from toolkit.games.game import Game

BOARD = 720.0
"""Width and height of the table in a picture, mm."""
FRAME = 24.0
"""Width of its edge with the coordinates."""
CARD = 63.5
STRIP = 110.0
"""Width of the strip beside the table, before it is scaled to the table's height."""
STRIP_HEIGHT = 268.0
GAP = 8.0
FEWEST = 7
"""Cells a side that are shown at least."""
OBSTACLE = 0.6
PAWN = 1.25

INK = "#232936"
QUIET = "#646b78"
PAPER = "#fbf8f0"
FELT = "#46564f"
EDGE = "#26302c"
LINES = "#54665e"
LAST = "#e4572e"
GOLD = "#d9a441"
SIDES = ("north", "east", "south", "west")

_AREA = re.compile(r"([a-z]{1,2}\d{1,2})-([a-z]{1,2}\d{1,2})")
_CELL = re.compile(r"(?<![a-z])[a-z]{1,2}\d{1,2}(?!\d)")


def draw(position: Position, seat: int | None = None) -> Drawing:
    """The table with everything on it; hands of all (None), of nobody (0) or of one seat."""
    return board_drawing(position, seat)


def board_drawing(
    position: Position, seat: int | None = None, *, strip: bool = True, area: str = "", last: bool = True
) -> Drawing:
    """A position as a drawing in mm; with `area`, at the size of the printed cards.

    Args:
        position: what to draw.
        seat: whose hand is shown open: None all, 0 nobody, else one seat.
        strip: with turn, piles, tokens and hands beside the table.
        area: only these cells, such as `h8-n14` (two corners).
        last: show what the last action did.

    Raises ValueError for an area that is not on the table.
    """
    game: Any = position.game
    picture = _Picture(position, pieces_of(game, _Pieces))
    if area:
        return picture.part(area, last)
    items: list[Item] = list(picture.table(last))
    width = BOARD
    if strip:
        k = BOARD / STRIP_HEIGHT
        m = compose(translate(BOARD + GAP * k, 0), scale(k))
        items.append(Group(tuple(picture.strip(seat)), m))
        width += (GAP + STRIP + GAP) * k
    said = "; ".join(
        f"{label}: {value}"
        for label, value in position.lines(0)
        if not label.startswith(("hand", "row", "grid"))
    )
    return Drawing(width, BOARD, tuple(items), f"{game.title}: {said}")


@dataclass(slots=True)
class _Pieces:
    """The faces of one game, each drawn once."""

    game: Game
    faces: Faces
    made: dict[tuple[Any, ...], Symbol] = field(default_factory=dict)

    def face(
        self, kind: str, row: Row, back: bool = False, other: Mapping[str, str] = MappingProxyType({})
    ) -> Symbol:
        """The face (or back) of a piece of a kind; `other` columns instead of those of the row."""
        key = (kind, row.row, back, *other.items())
        if key not in self.made:
            spec = self.game.folder.kinds[kind]
            template = self.faces.template(str(spec.back if back else spec.template))
            self.made[key] = Symbol(
                self.faces.draw(template, {**row, **other}, spec.size or (24, 24)).drawing
            )
        return self.made[key]

    def rows(self, table: str) -> list[Row]:
        """The rows of a table that are in play."""
        return [row for row in self.game.folder.tables[table].rows if row.text("set") != "eight"]

    def seat_row(self, table: str, seat: int) -> Row:
        """The row of a seat's colour: its piece has the letter that the others go by."""
        letter = next(row.text("id") for row in self.rows("pieces") if row.whole("seat") == seat + 1)
        return next(row for row in self.rows(table) if row.text("id") == letter)

    def path(self, kind: int) -> Symbol:
        """The face of a regular Path."""
        letter = self.seat_row("pieces", kind // 3).text("id")
        wanted = ("straight", "t", "corner")[kind % 3]
        row = next(
            row
            for row in self.rows("paths")
            if row.text("id").startswith(letter) and row.text("shape") == wanted
        )
        return self.face("paths", row)

    def centre(self, seats: tuple[int, ...]) -> Symbol:
        """The Centre with the colours of these seats on its sides."""
        other: dict[str, str] = {}
        for side, seat in zip(SIDES, seats, strict=True):
            piece = self.seat_row("pieces", seat)
            other |= {side: piece.text("colour"), f"{side}_symbol": piece.text("symbol")}
        return self.face("centre", self.rows("centre")[0], other=other)

    def utility(self, kind: int) -> Symbol:
        """The face of a Utility."""
        name = names.kind_name(kind)
        return self.face("utilities", next(row for row in self.rows("utilities") if row.text("id") == name))

    def back(self, pile: int) -> Symbol:
        """The back of the cards of a pile."""
        kind = "utilities" if pile == UTILITIES else "paths"
        return self.face(kind, self.rows(kind)[0], back=True)

    def room(self, room: int) -> Symbol:
        """The face of a Room."""
        if room < PLAYERS_4:
            return self.face("rooms", self.seat_row("rooms", room))
        return self.face("rooms", next(row for row in self.rows("rooms") if row.text("id") == "F"))

    def disc(self, kind: str, seat: int) -> Symbol:
        """A round piece or token as it is cut out, with a thin rim of paper."""
        key = ("disc", kind, seat)
        if key not in self.made:
            face = self.face(kind, self.seat_row(kind, seat))
            radius, rim = face.drawing.width / 2, 0.5
            middle = radius + rim
            cut = Group((Use(face),), translate(rim, rim), Path(circle(radius, radius, radius)))
            items = (Path(circle(middle, middle, middle), fill=PAPER), cut)
            self.made[key] = Symbol(Drawing(2 * middle, 2 * middle, items, face.drawing.title))
        return self.made[key]

    def hole(self) -> Symbol:
        """Where a token will lie that is not there yet."""
        if ("hole",) not in self.made:
            ring = Path(circle(5, 5, 4.6), stroke=QUIET, width=0.3, dash=(1.2, 1.2))
            self.made["hole",] = Symbol(Drawing(10, 10, (ring,)))
        return self.made["hole",]

    def colour(self, seat: int) -> str:
        """The colour of a seat."""
        return self.seat_row("pieces", seat).text("colour")


class _Picture:
    """Draws one position."""

    def __init__(self, position: Position, pieces: _Pieces) -> None:
        self.position = position
        self.pieces = pieces
        self.s: Any = position.state
        self.o: Any = position.option_record
        self.t: Any = position.table_record
        self.before: Any = None
        past = position.copy()
        try:
            past.undo()
            self.before = past.state
        except ValueError:
            self.before = None  # nothing was played yet, or the position was loaded

    # -- the table ------------------------------------------------------------------------------

    def window(self) -> tuple[int, int, int]:
        """First row, first column and cells a side of the part that is shown: all that is in use and a cell
        around it, as far as may be about the table's middle.
        """
        top, bottom, left, right = used_area(self.s, self.o)
        low = names.first_line(self.o)
        most = int(self.o.table)
        size = min(most, max(FEWEST, bottom - top + 3, right - left + 3) // 2 * 2 + 1)
        start = []
        for first, last in ((top, bottom), (left, right)):
            begin = low + (most - size) // 2
            begin = min(begin, first - 1)
            begin = max(begin, last + 2 - size)
            start.append(min(max(begin, low), low + most - size))
        return start[0], start[1], size

    def table(self, last: bool) -> Iterable[Item]:
        """The frame with its coordinates, and the part of the table that is in use."""
        row, column, size = self.window()
        step = (BOARD - 2 * FRAME) / size
        yield Use(self.frame(row, column, size, size, FRAME, step, 32))
        yield self.cells(row, column, size, size, FRAME, step / CARD, last)

    def part(self, area: str, last: bool) -> Drawing:
        """The cells between two corners, at the size of the cards."""
        match = _AREA.fullmatch(area)
        if match is None:
            raise ValueError(f"the area is {area!r}; write two corner cells, such as h8-n14")
        one, other = (divmod(names.cell_number(self.o, match[i]), SIDE) for i in (1, 2))
        row, column = min(one[0], other[0]), min(one[1], other[1])
        rows, columns = abs(one[0] - other[0]) + 1, abs(one[1] - other[1]) + 1
        edge = 13.0
        frame = self.frame(row, column, rows, columns, edge, CARD, 22)
        cells = self.cells(row, column, rows, columns, edge, 1.0, last)
        return Drawing(frame.drawing.width, frame.drawing.height, (Use(frame), cells), f"cells {area}")

    def frame(
        self, row: int, column: int, rows: int, columns: int, edge: float, step: float, points: float
    ) -> Symbol:
        """A piece of the bare table, its cells `step` mm wide, with coordinates in an edge around it.

        It is made once, so that a replay of hundreds of pictures holds it once.
        """
        key = ("frame", self.o.table, row, column, rows, columns, edge)
        if key in self.pieces.made:
            return self.pieces.made[key]
        width, height = columns * step + 2 * edge, rows * step + 2 * edge
        items: list[Item] = [
            Path(rectangle(0, 0, width, height, edge / 4), fill=EDGE),
            Path(rectangle(edge, edge, columns * step, rows * step), fill=FELT),
        ]
        inner = [line(edge + i * step, edge, edge + i * step, height - edge) for i in range(1, columns)]
        inner += [line(edge, edge + i * step, width - edge, edge + i * step) for i in range(1, rows)]
        dash = (step / 16, step / 13)
        items += [Path(d, stroke=LINES, width=step / 80, dash=dash) for d in inner]
        style = Style(find_font("sans", "semibold"), points * POINT, PAPER)
        cap = style.size * style.font.cap_height
        for i in range(columns):
            x, name = edge + (i + 0.5) * step, names.column_name(self.o, column + i)
            items += [shape(name, style, x, y + cap / 2, "middle") for y in (edge / 2, height - edge / 2)]
        for i in range(rows):
            y, name = edge + (i + 0.5) * step, names.row_name(self.o, row + i)
            items += [shape(name, style, x, y + cap / 2, "middle") for x in (edge / 2, width - edge / 2)]
        symbol = self.pieces.made[key] = Symbol(Drawing(width, height, tuple(items), "table"))
        return symbol

    def cells(
        self, row: int, column: int, rows: int, columns: int, edge: float, k: float, last: bool
    ) -> Group:
        """What lies and stands on a part of the grid, `k` times as large as printed, inside the edge."""
        m = compose(translate(edge, edge), scale(k), translate(-column * CARD, -row * CARD))
        clip = Path(rectangle(column * CARD, row * CARD, columns * CARD, rows * CARD))
        return Group(tuple(self.on_cells(row, column, rows, columns, last)), m, clip)

    def on_cells(self, row: int, column: int, rows: int, columns: int, last: bool) -> Iterable[Item]:
        """The same at printed size; the corner of the whole grid is at 0, 0."""
        s = self.s
        shown = [(row + i) * SIDE + column + j for i in range(rows) for j in range(columns)]
        for cell in shown:
            yield from self.card(cell)
        # A hair of shade at the cards' edges, as one outline: hundreds of small ones would swell a replay.
        laid = [self.middle(cell) for cell in shown if EMPTY < s.ground[cell] < OFF]
        edges = tuple(d for x, y in laid for d in rectangle(x - CARD / 2, y - CARD / 2, CARD, CARD))
        if edges:
            yield Path(edges, stroke=EDGE, width=0.4, opacity=0.6)
        for cell in shown:
            if s.over[cell]:
                yield from self.obstacle(cell)
        if last:
            yield from self.transit()
            yield from self.outline(set(shown))
        for place in range(s.aids):
            yield from self.route(place)
        for seat in range(PLAYERS_4):
            if s.pawn[seat]:
                yield from self.pawn(seat, last)

    @staticmethod
    def middle(cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        row, column = divmod(cell, SIDE)
        return (column + 0.5) * CARD, (row + 0.5) * CARD

    def laid(
        self, symbol: Symbol, cell: int, quarter: int = 0, k: float = 1.0, tilt: float = 0.0
    ) -> Iterable[Item]:
        """A card on a cell, turned by quarter turns clockwise; a smaller one has an edge of its own."""
        half = symbol.drawing.width / 2
        base = compose(translate(*self.middle(cell)), rotate(tilt), scale(k))
        yield Use(symbol, compose(base, rotate(90 * quarter), translate(-half, -half)))
        if k < 1:
            d = rectangle(-half, -half, 2 * half, 2 * half)
            yield Group((Path(d, stroke=EDGE, width=0.4, opacity=0.6),), base)

    def card(self, cell: int) -> Iterable[Item]:
        """The Path, Room or Warp on a cell; a former Centre is veiled, since its colours are lost."""
        s = self.s
        ground = s.ground[cell]
        if 0 < ground < FREE_PATH:
            name = next(n for n in range(3) if names.turn_text(n, s.mask[cell]) != "?")
            quarter = names.TURNS.index(names.turn_text(name, s.mask[cell]))
            yield from self.laid(self.pieces.path(3 * (ground - 1) + name), cell, quarter)
        elif ground == FREE_PATH:
            yield from self.laid(self.centre(), cell)
            if cell != s.centre:
                x, y = self.middle(cell)
                veil = rectangle(x - CARD / 2, y - CARD / 2, CARD, CARD)
                yield Path(veil, fill=PAPER, opacity=0.6)
        elif ROOM_GROUND <= ground < WARP_GROUND:
            yield from self.laid(self.pieces.room(ground - ROOM_GROUND), cell)
        elif ground == WARP_GROUND:
            yield from self.laid(self.pieces.utility(FIRST_KIND + 6), cell)

    def centre(self) -> Symbol:
        """The Centre with the colours of the seats in the order of the option."""
        return self.pieces.centre(tuple(self.t.edge[self.o.centre_order, side] for side in range(4)))

    def obstacle(self, cell: int) -> Iterable[Item]:
        """A Wall or Pit: its card, askew over the Path, so that the lanes below can be seen."""
        kind = {WALLED: FIRST_KIND, PITTED: FIRST_KIND + 1}[self.s.over[cell]]
        yield from self.laid(self.pieces.utility(kind), cell, 0, OBSTACLE, 7)

    def transit(self) -> Iterable[Item]:
        """The Tunnel of the last action, as it lay: it is off the table again."""
        action = next((text for text in reversed(self.position.moves) if "+" not in text), "")
        match = re.fullmatch(r"tunnel ([RBYG])>([a-z]+\d+) (S*)(C*)", action)
        if match is None or self.before is None or action != self.position.moves[-1]:
            return
        was = self.before
        pawn, to = names.SEATS.index(match[1]), names.cell_number(self.o, match[2])
        length = dig(was, self.o, self.t, pawn, len(match[3]), len(match[4]), to)
        cells = [was.queue[CHAIN + i] for i in range(length)]
        ends = [was.pawn[pawn], *cells, to]
        for i, cell in enumerate(cells):
            sides = {self.side(cell, ends[i]), self.side(cell, ends[i + 2])}
            kind = TUNNEL if max(sides) - min(sides) == 2 else CORNER_TUNNEL
            # as printed a straight is open above and below, a corner above and to the right
            quarter = min(sides) if sides != {0, 3} else 3
            yield from self.laid(self.pieces.utility(kind), cell, quarter)
            x, y = self.middle(cell)
            d = rectangle(x - CARD / 2 + 1, y - CARD / 2 + 1, CARD - 2, CARD - 2)
            yield Path(d, stroke=GOLD, width=2, dash=(6, 4))

    @staticmethod
    def side(cell: int, other: int) -> int:
        """The side of a cell on which another lies."""
        return {-SIDE: 0, 1: 1, SIDE: 2, -1: 3}[other - cell]

    def outline(self, shown: set[int]) -> Iterable[Item]:
        """A frame round the last cell that the last action named."""
        action = next((text for text in reversed(self.position.moves) if "+" not in text), "")
        found = _CELL.findall(action)
        if not found:
            return
        cell = names.cell_number(self.o, found[-1])
        if cell in shown:
            x, y = self.middle(cell)
            d = rectangle(x - CARD / 2 + 1, y - CARD / 2 + 1, CARD - 2, CARD - 2, 2)
            yield Path(d, stroke=PAPER, width=4)
            yield Path(d, stroke=LAST, width=2.4)

    def route(self, place: int) -> Iterable[Item]:
        """A declared aid: an arrow from entry over the crossing to the landing, with its number."""
        s = self.s
        cells = [cell for cell in (s.entry[place], s.crossing[place], s.landing[place]) if cell]
        points = [self.middle(cell) for cell in cells]
        (ax, ay), (bx, by) = points[-2], points[-1]
        length = max(abs(bx - ax) + abs(by - ay), 1.0)
        ux, uy = (bx - ax) / length, (by - ay) / length
        tip = (bx - 12 * ux, by - 12 * uy)
        colour = self.pieces.colour(s.turn_of)
        shaft = polygon([*points[:-1], (tip[0] - 6 * ux, tip[1] - 6 * uy)], closed=False)
        wide, back = (6 * uy, 6 * ux), (tip[0] - 9 * ux, tip[1] - 9 * uy)
        head = polygon([tip, (back[0] - wide[0], back[1] + wide[1]), (back[0] + wide[0], back[1] - wide[1])])
        for stroke, width in ((INK, 5.4), (PAPER, 4.2), (colour, 2.6)):
            dash = (7.0, 3.5) if stroke == colour else ()
            yield Path(shaft, stroke=stroke, width=width, dash=dash, join="round")
        yield Path(head, fill=colour, stroke=PAPER, width=1.4, join="round")
        x, y = (points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2
        yield Path(circle(x, y, 6.2), fill=PAPER, stroke=INK, width=0.9)
        style = Style(find_font("sans", "bold"), 24 * POINT, INK)
        yield shape(str(place + 1), style, x, y + style.size * style.font.cap_height / 2, "middle")

    def pawn(self, seat: int, last: bool) -> Iterable[Item]:
        """A pawn on its cell, and a ring where it stood before the last action."""
        cell = self.s.pawn[seat]
        was = self.before.pawn[seat] if self.before is not None else cell
        if last and was and was != cell:
            x, y = self.middle(was)
            yield Path(circle(x, y, 12), stroke=PAPER, width=3.4)
            yield Path(circle(x, y, 12), stroke=self.pieces.colour(seat), width=2, dash=(5, 3))
        yield from self.piece("pieces", seat, *self.middle(cell), PAWN)

    def piece(self, kind: str, seat: int, x: float, y: float, k: float) -> Iterable[Item]:
        """A piece or token about (x, y), k times its printed size."""
        symbol = self.pieces.disc(kind, seat)
        radius = symbol.drawing.width / 2
        yield Use(symbol, compose(translate(x, y), scale(k), translate(-radius, -radius)))

    # -- the strip ------------------------------------------------------------------------------

    def strip(self, seat: int | None) -> Iterable[Item]:
        """Turn and piles, then one block for each seat: its piece, its tokens, its hands."""
        head = Style(find_font("sans", "semibold"), 20 * POINT, INK)
        small = Style(find_font("sans"), 13 * POINT, QUIET)
        base = 4.0 + head.size * head.font.cap_height
        yield shape(self.headline(), head, 0, base)
        yield shape(self.subline(), small, 0, base + small.size * 1.4)
        yield from self.pile(PATHS, 0, 21)
        yield from self.pile(UTILITIES, STRIP / 2 + 2, 21)
        top = 44.0
        height = (STRIP_HEIGHT - top) / PLAYERS_4
        for p in range(PLAYERS_4):
            yield Group(tuple(self.block(p, seat)), translate(0, top + p * height))

    def headline(self) -> str:
        """Whose turn it is, or how it ended."""
        outcome = self.position.outcome
        if outcome is None:
            return f"Turn {self.position.turn + 1}: {names.COLOURS[self.s.turn_of]}"
        if not outcome.winners:
            return "Nobody wins"
        return f"{names.COLOURS[outcome.winners[0] - 1].capitalize()} wins"

    def subline(self) -> str:
        """The phase, and who decides."""
        s, outcome = self.s, self.position.outcome
        if outcome is not None:
            return self.position.game.rules.words.get(outcome.detail, outcome.reason.replace("_", " "))
        phase = PHASE_NAMES[s.phase]
        if s.chance:
            return f"{phase}: {names.COLOURS[s.actor]} draws"
        return f"{phase}: seat {s.actor + 1} to play"

    def pile(self, pile: int, x: float, y: float) -> Iterable[Item]:
        """A draw pile and, beside it, the discards, each with its number of cards."""
        s, side = self.s, 17.0
        number = Style(find_font("sans", "bold"), 14 * POINT, INK)
        cap = number.size * number.font.cap_height
        for i, count in enumerate((s.deck_size[pile], s.discard_size[pile])):
            left = x + i * (side + 10)
            top = self.card_face(s.discard[pile, count - 1]) if count and i else self.pieces.back(pile)
            if count:
                yield Use(top, compose(translate(left, y), scale(side / CARD)))
                yield Path(rectangle(left, y, side, side), stroke=EDGE, width=0.3)
            else:
                yield Path(rectangle(left, y, side, side, 1), stroke=QUIET, width=0.4, dash=(2, 1.5))
            yield shape(str(count), number, left + side + 1.2, y + side / 2 + cap / 2)

    def card_face(self, item: int) -> Symbol:
        """The face of a card."""
        kind = self.t.kind[item]
        if item == CENTRE_CARD or kind == UNIVERSAL:
            return self.centre()
        return self.pieces.utility(kind) if kind >= FIRST_KIND else self.pieces.path(kind)

    def block(self, p: int, seat: int | None) -> Iterable[Item]:
        """One seat: its piece and name, what it does, its tokens, its Paths and its Utilities."""
        s, position = self.s, self.position
        wins = position.outcome is not None and p + 1 in position.outcome.winners
        turn = s.ended == PLAYING and not s.chance and s.actor == p
        yield Path(line(0, 0, STRIP, 0), stroke=mix(QUIET, "#ffffff", 0.6), width=0.35)
        if turn or wins:
            yield Path(circle(7, 8.6, 7.3), fill=GOLD)
        yield from self.piece("pieces", p, 7, 8.6, 0.5)
        name = Style(find_font("sans", "semibold"), 16 * POINT, INK)
        cap = name.size * name.font.cap_height
        label = shape(names.COLOURS[p].capitalize(), name, 16.5, 8.6 + cap / 2)
        yield label
        lost = f"loses {s.traps[p]} turn{'s' if s.traps[p] > 1 else ''}" if s.traps[p] else ""
        said = "wins" if wins else ", ".join(part for part in ("to play" if turn else "", lost) if part)
        if said:
            style = Style(find_font("sans"), 12 * POINT, QUIET)
            yield shape(said, style, label.x + label.width + 3, 8.6 + cap / 2)
        for room in range(PLAYERS_4):
            x = STRIP - (PLAYERS_4 - room - 0.5) * 11.5
            if s.token[p, room]:
                yield from self.piece("tokens", room, x, 8.6, 0.55)
            else:
                yield Use(self.pieces.hole(), translate(x - 5, 8.6 - 5))
        yield from self.hand(p, seat, PATHS, 17.5)
        yield from self.hand(p, seat, UTILITIES, 36.0)

    def hand(self, p: int, seat: int | None, pile: int, y: float) -> Iterable[Item]:
        """The cards of a hand from one pile, open or face down; all see those that were declared."""
        s, side = self.s, 17.0
        count = s.hand_size[pile, p]
        unseen = set(self.position.unseen_slots())
        step = min(side + 1.5, (STRIP - side) / max(1, count - 1))
        declared = {s.aid_item[i]: i + 1 for i in range(s.aids)}
        for i in range(count):
            item = s.hand[pile, p, i]
            open_ = seat is None or seat == p + 1 or bool(s.shown[item])
            shown = open_ and ("hand", (pile, p, i)) not in unseen
            symbol = self.card_face(item) if shown else self.pieces.back(pile)
            x = i * step
            yield Use(symbol, compose(translate(x, y), scale(side / CARD)))
            stroke, width = (GOLD, 1.0) if item in declared else (EDGE, 0.3)
            yield Path(rectangle(x, y, side, side), stroke=stroke, width=width)
            if item in declared:
                style = Style(find_font("sans", "bold"), 10 * POINT, INK)
                yield Path(circle(x + side - 2.4, y + 2.4, 2.3), fill=GOLD)
                base = y + 2.4 + style.size * style.font.cap_height / 2
                yield shape(str(declared[item]), style, x + side - 2.4, base, "middle")
