"""The picture of a pathbound position: the printed board, walls in their owners' colours, pawns, the crown.

Board, pawns and crown are drawn by the same templates as the print, so that a replay looks like the table.
A torus is drawn with a border that shows the cells beyond its edges once more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any

from toolkit.drawing.colours import mix
from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import Point, circle, compose, line, polygon, rectangle, scale, translate
from toolkit.drawing.model import Drawing, Group, Item, Path, Symbol, Use
from toolkit.drawing.text import POINT, Style, shape
from toolkit.engine.state import PLAYING
from toolkit.faces.elements.lattice import RISE, corner
from toolkit.faces.face import Faces
from toolkit.games.pathbound.fields import FAR, STAGE_PLAY
from toolkit.games.pathbound.geometry import Geometry, triangle_corners
from toolkit.games.pathbound.notation import board_of
from toolkit.games.pieces import pieces_of

if TYPE_CHECKING:
    from toolkit.engine.position import Position
    from toolkit.games.game import Game

STRIP = 92.0
"""Width of the strip with seats and wall stocks beside the board, mm."""
GAP = 10.0
INK = "#1d2b33"
QUIET = "#5f6d73"
PAPER = "#fbf6ea"
GOLD = "#d8a23a"
LAST = "#ffffff"
SHADED = 0.4
"""How strongly pieces are drawn in the border of a torus."""


def draw(position: Position, seat: int | None = None) -> Drawing:
    """The board with everything on it and the seats beside it; nothing is hidden, so `seat` changes nothing.

    The engine's hook.
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
        seat: of no effect, as nothing is hidden.
        strip: with seats and wall stocks beside the board.
        area: only the cells between these two and what lies round them, such as `c3-f6` (on the triangle
            `3-2 5-4`).
        last: mark what was done last.

    Raises:
        ValueError: the area is not on the board.
    """
    game = _game(position)
    picture = _Picture(position, pieces_of(game, _Pieces))
    items = tuple(picture.table(last))
    place = picture.place
    title = f"{game.title}: " + "; ".join(f"{label}: {value}" for label, value in position.lines())
    if area:
        return _crop(picture, items, area, title)
    width, height = place.width, place.height
    if strip:
        beside = Group(tuple(picture.strip()), translate(width + GAP, 0))
        return Drawing(width + GAP + STRIP, height, (*items, beside), title)
    return Drawing(width, height, items, title)


def _game(position: Position) -> Game:
    game: Any = position.game
    opened: Game = game
    return opened


def _crop(picture: _Picture, items: tuple[Item, ...], area: str, title: str) -> Drawing:
    board, place = picture.board, picture.place
    names = area.split() if " " in area else area.split("-", 1)
    cells = [board.cell_numbers.get(name) for name in names]
    if len(cells) != 2 or None in cells:
        raise ValueError(
            f"the area is {area!r}; write two cells of the board, such as {board.names[0]} and another"
        )
    points = [point for cell in cells if cell is not None for point in place.outline(cell)]
    left = max(0.0, min(x for x, _ in points) - 8)
    top = max(0.0, min(y for _, y in points) - 8)
    width = min(place.width, max(x for x, _ in points) + 8) - left
    height = min(place.height, max(y for _, y in points) + 8) - top
    group = Group(items, translate(-left, -top), Path(rectangle(left, top, width, height, 2)))
    return Drawing(width, height, (group,), title)


@dataclass(frozen=True, slots=True)
class _Place:
    """A board's face, and where its cells and joints are."""

    board: Geometry
    symbol: Symbol
    x: float
    y: float
    cell: float
    groove: float

    @property
    def width(self) -> float:
        return self.symbol.drawing.width

    @property
    def height(self) -> float:
        return self.symbol.drawing.height

    def corner(self, line_or_x: float, index_or_y: float) -> Point:
        """A corner of cells: by line and index on the triangle, else by columns to its left, rows below."""
        if self.board.board == "triangle":
            return corner(self.x, self.y, self.cell, self.board.size, int(line_or_x), index_or_y)
        return self.x + self.cell * line_or_x, self.y + self.cell * (self.board.size - index_or_y)

    def outline(self, cell: int) -> list[Point]:
        """The corners of a cell, in the middle of its grooves."""
        if self.board.board == "triangle":
            return [self.corner(*_line_index(joint)) for joint in triangle_corners(cell)]
        row, column = divmod(cell, self.board.size)
        return [self.corner(column + dx, row + dy) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]

    def middle(self, cell: int) -> Point:
        """The centre of a cell."""
        corners = self.outline(cell)
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    def arms(self, wall: int) -> list[tuple[Point, Point]]:
        """The unit edges of a wall as pairs of joints: of a two-armed wall from its middle joint outwards.

        On a torus they may reach beyond the board.
        """
        found = self.board.walls[wall]
        if self.board.board == "triangle":
            first, *others = (self.corner(*_line_index(joint)) for joint in found.joints)
            return [(first, other) for other in others]
        assert found.arms is not None
        wide = self.board.size if self.board.board == "torus" else self.board.size + 1
        y, x = divmod(found.joints[0], wide)
        if self.board.board == "torus":
            x, y = x + 1, y + 1  # joints of a torus are numbered by the cell to their lower left
        steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
        return [(self.corner(x, y), self.corner(x + steps[a][0], y + steps[a][1])) for a in found.arms]


def _line_index(joint: int) -> tuple[int, int]:
    """Line and index of a joint of the triangle."""
    row = 0
    while (row + 1) * (row + 2) // 2 <= joint:
        row += 1
    return row, joint - row * (row + 1) // 2


@dataclass(slots=True)
class _Pieces:
    """The faces of one game, each drawn once."""

    game: Game
    faces: Faces
    made: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    places: dict[Geometry, _Place] = field(default_factory=dict)

    def rows(self, table: str) -> list[dict[str, Any]]:
        """The rows of a table."""
        return [dict(row) for row in self.game.folder.tables[table].rows]

    def face(self, kind: str, row: dict[str, Any]) -> Symbol:
        """The face of a piece."""
        key = (kind, str(row["id"]))
        if key not in self.made:
            spec = self.game.folder.kinds[kind]
            size = spec.size
            face = self.faces.draw(self.faces.template(str(spec.template)), row, size, title=spec.title)
            self.made[key] = Symbol(face.drawing)
        return self.made[key]

    def pawn(self, seat: int) -> dict[str, Any]:
        """The row of a seat's pawn, from 0."""
        rows = self.rows("pawns")
        return rows[seat % len(rows)]

    def place(self, board: Geometry) -> _Place:
        """The board's face: as the table has it, or with as many cells as the game has."""
        if board not in self.places:
            rows = self.rows("boards")
            alike = [row for row in rows if row["shape"] == board.board] or rows
            row = {**alike[0], "shape": board.board, "size": board.size, "id": f"{board.board} {board.size}"}
            symbol = self.face("boards", row)
            template = self.faces.template(str(self.game.folder.kinds["boards"].template))
            box = self.faces.places(template, row)["triangle" if board.board == "triangle" else "cells"]
            side = box["width"] / board.size
            self.places[board] = _Place(board, symbol, box["x"], box["y"], side, float(row["groove"]))
        return self.places[board]


@dataclass(frozen=True, slots=True)
class _Arm:
    """One unit edge of a wall that lies on the board, seen from one of its joints."""

    wall: int
    start: Point
    end: Point

    @property
    def angle(self) -> float:
        return atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])


class _Walls:
    """Walls as outlines: every arm runs from joint to joint, and arms that meet divide the joint."""

    def __init__(self, place: _Place, laid: dict[int, int]) -> None:
        self.half = place.groove / 2 * 0.92
        self.laid = laid
        self.edges: list[tuple[int, Point, Point]] = []
        shifts = [(0.0, 0.0)]
        if place.board.board == "torus":
            span = place.cell * place.board.size
            shifts = [(dx, dy) for dx in (-span, 0.0, span) for dy in (-span, 0.0, span)]
        for wall in laid:
            for (ax, ay), (bx, by) in place.arms(wall):
                for dx, dy in shifts:
                    self.edges.append((wall, (ax + dx, ay + dy), (bx + dx, by + dy)))
        self.at: dict[tuple[int, int], list[_Arm]] = {}
        for wall, a, b in self.edges:
            for start, end in ((a, b), (b, a)):
                self.at.setdefault(_key(start), []).append(_Arm(wall, start, end))
        for arms in self.at.values():
            arms.sort(key=lambda arm: arm.angle)

    def outlines(self, colours: list[str]) -> Iterator[Item]:
        """Every arm in its owner's colour, then a fine line wherever two walls meet."""
        for edge, darker in ((0.35, True), (0.0, False)):
            for wall, a, b in self.edges:
                colour = colours[self.laid[wall]]
                points = [*self.end(wall, a, b), *self.end(wall, b, a)]
                d = polygon(points)
                if darker:
                    yield Path(d, stroke=mix(colour, "#000000", 0.45), width=2 * edge, join="round")
                else:
                    yield Path(d, fill=colour, stroke=colour, width=0.08, join="round")
        for arms in self.at.values():
            if len({arm.wall for arm in arms}) > 1:
                for arm, following in zip(arms, [*arms[1:], arms[0]], strict=True):
                    if arm.wall != following.wall:
                        yield Path(line(*arm.start, *self.between(arm, following)), stroke=PAPER, width=0.7)

    def turn(self, arm: _Arm, following: _Arm) -> float:
        """The angle from an arm to the next at its joint; a full turn when it is alone."""
        angle = (following.angle - arm.angle) % (2 * pi)
        return angle if angle > 1e-6 else 2 * pi

    def between(self, arm: _Arm, following: _Arm) -> Point:
        """Where the near edges of two neighbouring arms meet; not farther out than a wall is wide."""
        angle = self.turn(arm, following)
        reach = min(self.half / max(sin(angle / 2), 0.2), 2 * self.half) if angle < 2 * pi - 1e-6 else 0.0
        middle = arm.angle + angle / 2
        return arm.start[0] + reach * cos(middle), arm.start[1] + reach * sin(middle)

    def end(self, wall: int, joint: Point, away: Point) -> list[Point]:
        """The outline of an arm's end at `joint`: one side, the joint, the other side."""
        arms = self.at[_key(joint)]
        here = next(i for i, arm in enumerate(arms) if arm.wall == wall and _key(arm.end) == _key(away))
        arm = arms[here]
        if len(arms) == 1:
            ux, uy = cos(arm.angle), sin(arm.angle)
            h, back = self.half, self.half * 0.85
            cut = h * 0.4
            x, y = joint[0] - back * ux, joint[1] - back * uy
            return [
                (joint[0] + h * uy - (back - cut) * ux, joint[1] - h * ux - (back - cut) * uy),
                (x + (h - cut) * uy, y - (h - cut) * ux),
                (x - (h - cut) * uy, y + (h - cut) * ux),
                (joint[0] - h * uy - (back - cut) * ux, joint[1] + h * ux - (back - cut) * uy),
            ][::-1]
        following = arms[(here + 1) % len(arms)]
        before = arms[here - 1]
        return [self.between(arm, following), joint, self.between(before, arm)]


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 50), round(point[1] * 50)


class _Picture:
    """Draws one position."""

    def __init__(self, position: Position, pieces: _Pieces) -> None:
        self.position = position
        self.pieces = pieces
        self.s: Any = position.state
        self.o: Any = position.option_record
        self.board = board_of(self.o)
        self.place = pieces.place(self.board)
        self.colours = [str(pieces.pawn(seat)["colour"]) for seat in range(position.players)]
        self.standing = [
            seat for seat in range(position.players) if self.s.occ[self.s.cell[seat]] == seat + 1
        ]

    # -- the table ------------------------------------------------------------------------------

    def table(self, last: bool) -> Iterable[Item]:
        """Board, goals, crown, walls, pawns; on a torus the border shows them once more."""
        place = self.place
        yield Use(place.symbol)
        under, over = tuple(self.under(last)), tuple(self.over())
        walls = (*self.walls(), *(self.last_wall() if last else ()))
        if self.board.board != "torus":
            yield Group((*under, *walls, *over))
            return
        span = place.cell * self.board.size
        below, above, laid = (
            Symbol(Drawing(place.width, place.height, items)) for items in (under, over, walls)
        )
        shifts = [(dx, dy) for dx in (-span, 0.0, span) for dy in (-span, 0.0, span)]
        shown = (
            *(Use(below, translate(*shift)) for shift in shifts),
            Use(laid),  # walls know their ways over the seams themselves
            *(Use(above, translate(*shift)) for shift in shifts),
        )
        wide = rectangle(
            place.x - place.cell, place.y - place.cell, span + 2 * place.cell, span + 2 * place.cell
        )
        inner = rectangle(place.x, place.y, span, span)
        yield Group(shown, clip=Path(wide))
        yield Path(wide + inner, fill="#20313a", opacity=1 - SHADED, rule="evenodd")
        yield Path(inner, stroke=GOLD, width=0.7, dash=(3, 2))

    def under(self, last: bool) -> Iterable[Item]:
        """What lies on the cells below the walls: goals, and where a pawn moved to."""
        yield from self.goals()
        if last:
            yield from self.trace()

    def over(self) -> Iterable[Item]:
        """The pawns."""
        for seat in self.standing:
            yield from self.pawn(seat, *self.place.middle(self.s.cell[seat]))

    def walls(self) -> Iterable[Item]:
        """All walls in their owners' colours."""
        laid = {w: self.s.owner[w] - 1 for w in range(len(self.board.walls)) if self.s.owner[w]}
        yield from _Walls(self.place, laid).outlines(self.colours)

    def goals(self) -> Iterable[Item]:
        """A tint of the owner's colour on the cells where a pawn has to go, or the crown on its cell."""
        s = self.s
        if s.crown:
            x, y = self.place.middle(s.crown - 1)
            crown = self.pieces.face("crown", self.pieces.rows("crown")[0])
            k = self.token / crown.drawing.width * 1.12
            r = crown.drawing.width / 2
            yield Group(
                (Use(crown),), compose(translate(x, y), scale(k), translate(-r, -r)), Path(circle(r, r, r))
            )
            return
        if s.stage != STAGE_PLAY:
            return
        aims: dict[int, list[int]] = {}
        for seat in self.standing:
            for cell in range(self.board.cells):
                if s.dist[s.aimed[seat], cell] == 0:
                    aims.setdefault(cell, []).append(seat)
        for cell, seats in aims.items():
            x, y = self.place.middle(cell)
            inner = [
                (px + (x - px) * self.shrink(px, py, x, y), py + (y - py) * self.shrink(px, py, x, y))
                for px, py in self.place.outline(cell)
            ]
            yield Path(polygon(inner), fill=self.colours[seats[0]], opacity=0.22)
            if len(seats) > 1:
                half = [(x, y), *inner[len(inner) // 2 :], inner[0]]
                yield Path(polygon(half), fill=PAPER, opacity=0.75)
                yield Path(polygon(half), fill=self.colours[seats[1]], opacity=0.22)

    def shrink(self, px: float, py: float, x: float, y: float) -> float:
        """How far a corner is drawn in, as a share of its way to the cell's middle, to leave the grooves."""
        factor = 2.0 if self.board.board == "triangle" else 2**0.5
        return self.place.groove / 2 * factor / hypot(px - x, py - y)

    @property
    def token(self) -> float:
        """Diameter of a pawn on this board, mm."""
        inside = self.place.cell * (RISE * 2 / 3 if self.board.board == "triangle" else 1) - self.place.groove
        return min(12.0, 0.86 * inside)

    def trace(self) -> Iterable[Item]:
        """A ring where the pawn that moved last stands."""
        moved = self.last_move()
        if moved is not None:
            x, y = self.place.middle(moved)
            yield Path(circle(x, y, self.token / 2 + 1.1), fill=GOLD)

    def last_move(self) -> int | None:
        """The cell that a pawn moved to in the last action."""
        for text in reversed(self.position.moves):
            if "retire" not in text:
                cell = self.board.cell_numbers.get(text)
                return cell if cell is not None and self.s.occ[cell] else None
        return None

    def last_wall(self) -> Iterable[Item]:
        """A light line along the wall that was laid last."""
        for text in reversed(self.position.moves):
            if "retire" not in text:
                wall = self.board.wall_numbers.get(text)
                if wall is not None:
                    for start, end in self.place.arms(wall):
                        yield Path(line(*start, *end), stroke=LAST, width=0.9, cap="round", opacity=0.9)
                return

    def pawn(self, seat: int, x: float, y: float, diameter: float = 0.0) -> Iterable[Item]:
        """A pawn about a point."""
        symbol = self.pieces.face("pawns", self.pieces.pawn(seat))
        radius = symbol.drawing.width / 2
        k = (diameter or self.token) / symbol.drawing.width
        m = compose(translate(x, y), scale(k), translate(-radius, -radius))
        yield Group((Use(symbol),), m, Path(circle(radius, radius, radius)))

    # -- the strip ------------------------------------------------------------------------------

    def strip(self) -> Iterable[Item]:
        """Whose turn it is, and for each seat its pawn, its way to go and the walls it has left."""
        bold, plain = find_font("sans", "semibold"), find_font("sans")
        head = Style(bold, 21 * POINT, INK)
        small = Style(plain, 14 * POINT, QUIET)
        base = 5.0 + head.size * bold.cap_height
        yield shape(self.headline(), head, 0, base)
        yield shape(self.subline(), small, 0, base + small.size * 1.45)
        top = 28.0
        height = min(44.0, (self.place.height - top) / self.position.players)
        for seat in range(self.position.players):
            yield Group(tuple(self.seat_row(seat, height)), translate(0, top + seat * height))

    def headline(self) -> str:
        """Whose turn it is, or how it ended."""
        outcome = self.position.outcome
        if outcome is None:
            return f"Turn {self.position.turn + 1}" if self.s.stage == STAGE_PLAY else "Setting up"
        if outcome.winners:
            return f"Seat {outcome.winners[0]} wins"
        return "A draw" if outcome.reason == "draw" else "Nobody wins"

    def subline(self) -> str:
        """What happens next, or what decided it."""
        position = self.position
        if position.outcome is not None:
            said = position.outcome.detail or position.outcome.reason.replace("_", " ")
            return {"goal": "its pawn is home", "repetition": "threefold repetition"}.get(said, said)
        if self.s.times == 2:
            return "second time: the third is a draw"
        return f"seat {position.actor} to play" if position.actor else "chance decides"

    def seat_row(self, p: int, height: float) -> Iterable[Item]:
        """One seat: its pawn, what state it is in, its walls."""
        s, position = self.s, self.position
        wins = position.outcome is not None and p + 1 in position.outcome.winners
        turn = s.ended == PLAYING and position.actor == p + 1
        yield Path(line(0, 0, STRIP, 0), stroke=mix(QUIET, "#ffffff", 0.6), width=0.35)
        middle = 8.0
        if turn or wins:
            yield Path(circle(6.5, middle, 6.9), fill=GOLD)
        yield from self.pawn(p, 6.5, middle, 11.0)
        name = Style(find_font("sans", "semibold"), 16 * POINT, INK)
        cap = name.size * name.font.cap_height
        label = shape(f"Seat {p + 1}", name, 16, middle + cap / 2)
        yield label
        style = Style(find_font("sans"), 13 * POINT, QUIET)
        yield shape(self.said(p, wins, turn), style, label.x + label.width + 4, middle + cap / 2)
        if s.stage == STAGE_PLAY:
            yield from self.stock(p, height)

    def said(self, p: int, wins: bool, turn: bool) -> str:
        """The state of a seat in a few words."""
        s = self.s
        if s.stage != STAGE_PLAY:
            return ""
        left = s.dist[s.aimed[p], s.cell[p]]
        way = "no route" if left == FAR else f"{left} step{'s' if left != 1 else ''} to go"
        if wins:
            return "home"
        return way + (", retired" if s.retired[p] else ", to play" if turn else "")

    def stock(self, p: int, height: float) -> Iterable[Item]:
        """The walls a seat has left as a row of strips; those already laid as empty places."""
        s = self.s
        style = Style(find_font("sans"), 13 * POINT, QUIET)
        if s.stock[p] < 0:
            yield shape("walls without limit", style, 16, 22)
            return
        colour = self.colours[p]
        long = min(17.0, height - 22)
        for i in range(self.o.walls):
            d = rectangle(16 + i * 4.9, 17.5, 2.9, long, 0.6)
            if i < s.stock[p]:
                yield Path(d, fill=colour, stroke=mix(colour, "#000000", 0.45), width=0.3)
            else:
                yield Path(d, stroke=mix(QUIET, "#ffffff", 0.5), width=0.3, dash=(1, 0.8))
        count = Style(find_font("sans", "semibold"), 15 * POINT, INK)
        yield shape(str(s.stock[p]), count, 11.5, 17.5 + long / 2 + count.size * 0.33, "end")
