"""A slow, obvious pathbound, written from the source and the rulings alone, to test the real one against.

Nothing here is shared with the toolkit. A board is a set of cells, each with its exits, and a set of joints,
each with its arms; an edge is the pair of cells that it separates. A cell of the square or torus is (column,
row), counted from 1 at the left and at the bottom; of the triangle (row from the top, place from the left).
Chance is told from outside, in the game's own notation: `slots ns`, `1@e1`, `crown e5`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

Cell = tuple[int, int]
Joint = tuple[int, int]
Edge = frozenset[Cell]

LETTERS = "abcdefghijk"
COMPASS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
"""The directions of the square and the torus, clockwise, and where they lead."""

ARMS = {0: (0, 1), 1: (-1, 0), 2: (-1, -1), 3: (0, -1), 4: (1, 0), 5: (1, 1)}
"""The directions from a vertex of the triangle, counter-clockwise from east: change of (line, place)."""


class Refused(Exception):
    """The rules do not allow it."""


class Wall(NamedTuple):
    """A wall that could stand: its text, its kind, the edges it closes, its middle joint and its arms."""

    text: str
    kind: str
    edges: frozenset[Edge]
    joint: Joint | None = None
    arms: tuple[int, ...] = ()


@dataclass
class Board:
    """Cells with the exits of each (name of the way out -> next cell), and joints with the arms of each."""

    kind: str
    size: int
    exits: dict[Cell, dict[str, Cell]] = field(default_factory=dict)
    joints: dict[Joint, dict[int, Edge]] = field(default_factory=dict)
    corners: dict[Cell, tuple[Joint, ...]] = field(default_factory=dict)
    """Triangle only: the three vertices of a cell."""

    def edges(self) -> set[Edge]:
        """Every pair of neighbouring cells: where an arm of a wall may lie."""
        return {frozenset({cell, near}) for cell in self.exits for near in self.exits[cell].values()}

    def name(self, cell: Cell) -> str:
        """`e2` on square and torus, `4-3` on the triangle."""
        if self.kind == "triangle":
            return f"{cell[0]}-{cell[1]}"
        return f"{LETTERS[cell[0] - 1]}{cell[1]}"


# ---------------------------------------------------------------------------------------------- boards


@cache
def make_board(kind: str, size: int) -> Board:
    """The board of a kind (square, torus, triangle) and size."""
    return triangle_board(size) if kind == "triangle" else square_board(kind, size)


def square_board(kind: str, size: int) -> Board:
    """size x size cells; on the torus the right side joins the left one, and the top the bottom."""
    board = Board(kind, size)
    numbers = range(1, size + 1)

    def at(column: int, row: int) -> Cell | None:
        if kind == "torus":
            return (column - 1) % size + 1, (row - 1) % size + 1
        return (column, row) if column in numbers and row in numbers else None

    for column, row in product(numbers, numbers):
        board.exits[column, row] = {}
        for way, (right, up) in COMPASS.items():
            near = at(column + right, row + up)
            if near is not None:
                board.exits[column, row][way] = near
        # The joint at the upper right corner of this cell, where four cells meet.
        four = [at(column + right, row + up) for right, up in ((0, 0), (1, 0), (0, 1), (1, 1))]
        if None not in four:
            low_left, low_right, up_left, up_right = four
            around = [(up_left, up_right), (low_right, up_right), (low_left, low_right), (low_left, up_left)]
            arms = {arm: frozenset(pair) for arm, pair in enumerate(around)}  # n e s w
            board.joints[column, row] = arms  # type: ignore[assignment]
    return board


def triangle_board(size: int) -> Board:
    """Rows of 1, 3, 5... cells; odd places are upright triangles, even ones inverted."""
    board = Board("triangle", size)
    for row in range(1, size + 1):
        for place in range(1, 2 * row):
            left = (place - 1) // 2 if place % 2 else place // 2 - 1
            if place % 2:
                board.corners[row, place] = ((row - 1, left), (row, left), (row, left + 1))
            else:
                board.corners[row, place] = ((row - 1, left), (row - 1, left + 1), (row, left + 1))
    for cell in board.corners:
        board.exits[cell] = {}
    for line in range(size + 1):
        for place in range(line + 1):
            board.joints[line, place] = {}
    for one, other in combinations(board.corners, 2):
        shared = sorted(set(board.corners[one]) & set(board.corners[other]))
        if len(shared) == 2:
            way = lean(*shared)
            board.exits[one][way], board.exits[other][way] = other, one
            for here, there in (shared, shared[::-1]):
                step = (there[0] - here[0], there[1] - here[1])
                arm = next(arm for arm, change in ARMS.items() if change == step)
                board.joints[here][arm] = frozenset({one, other})
    return board


def lean(one: Joint, other: Joint) -> str:
    """How the line between two neighbouring vertices runs: `-`, `/` or `\\`."""
    if one[0] == other[0]:
        return "-"
    return "/" if one[1] == other[1] else "\\"


# ----------------------------------------------------------------------------------------------- walls


@cache
def all_walls(kind: str, size: int, shapes: str, rim_joints: bool = True) -> dict[str, Wall]:
    """text -> every wall of the chosen shapes that fits on an empty board."""
    board = make_board(kind, size)
    if kind == "triangle":
        walls = [*single_walls(board), *triangle_walls(board, rim_joints)]
        wanted = {
            "single": {"single"},
            "straight": {"straight"},
            "angled": {"60", "120"},
            "both": {"straight", "60", "120"},
        }[shapes]
    else:
        walls = list(square_walls(board))
        wanted = {"straight": {"straight"}, "bent": {"bent"}, "both": {"straight", "bent"}}[shapes]
    return {wall.text: wall for wall in walls if wall.kind in wanted}


def square_walls(board: Board) -> Iterator[Wall]:
    """Two arms of one joint: opposite ones make a straight wall, others a bent one."""
    for joint, arms in board.joints.items():
        for one, other in combinations(range(4), 2):
            kind = "straight" if other - one == 2 else "bent"
            text = board.name(joint) + "nesw"[one] + "nesw"[other]
            yield Wall(text, kind, frozenset({arms[one], arms[other]}), joint, (one, other))


def triangle_walls(board: Board, rim_joints: bool) -> Iterator[Wall]:
    """Two arms of one vertex, of those that lie inside; their angle is the kind."""
    for joint, arms in board.joints.items():
        on_rim = len(arms) < 6
        if on_rim and not rim_joints:
            continue
        for one, other in combinations(sorted(arms), 2):
            turn = min(other - one, 6 - (other - one))
            kind = {1: "60", 2: "120", 3: "straight"}[turn]
            text = f"v{joint[0]}.{joint[1]}:{one}{other}"
            yield Wall(text, kind, frozenset({arms[one], arms[other]}), joint, (one, other))


def single_walls(board: Board) -> Iterator[Wall]:
    """One edge, named by the two cells it separates."""
    for edge in board.edges():
        one, other = sorted(edge)
        yield Wall(f"{board.name(one)}/{board.name(other)}", "single", frozenset({edge}))


def alternate(one: Wall, other: Wall) -> bool:
    """Whether two walls cross: their arms alternate round a common middle joint (P20)."""
    if one.joint is None or one.joint != other.joint:
        return False
    low, high = sorted(one.arms)
    return len({*one.arms, *other.arms}) == 4 and sum(low < arm < high for arm in other.arms) == 1


# --------------------------------------------------------------------------------- slots, goals, crowns


def middle(cells: list[Cell]) -> list[Cell]:
    """The middle one of an odd number of cells, the middle two of an even number."""
    return cells[(len(cells) - 1) // 2 : len(cells) // 2 + 1]


@cache
def slots(kind: str, size: int, start: str) -> dict[str, list[Cell]]:
    """letter -> the cells on which a pawn of that slot may start; clockwise."""
    numbers = range(1, size + 1)
    if kind == "triangle" and start == "corner":
        return {"t": [(1, 1)], "r": [(size, 2 * size - 1)], "l": [(size, 1)]}
    if kind == "triangle":
        return {side: middle(cells) for side, cells in triangle_sides(size).items()}
    if start == "corner":
        return {"a": [(1, size)], "b": [(size, size)], "c": [(size, 1)], "d": [(1, 1)]}
    return {
        "n": middle([(column, size) for column in numbers]),
        "e": middle([(size, row) for row in numbers]),
        "s": middle([(column, 1) for column in numbers]),
        "w": middle([(1, row) for row in numbers]),
    }


def triangle_sides(size: int) -> dict[str, list[Cell]]:
    """The cells that have a full edge on the right, bottom and left side; clockwise."""
    return {
        "e": [(row, 2 * row - 1) for row in range(1, size + 1)],
        "s": [(size, place) for place in range(1, 2 * size, 2)],
        "w": [(row, 1) for row in range(1, size + 1)],
    }


@cache
def goal_cells(kind: str, size: int, goal: str, slot: str) -> set[Cell]:
    """Where the pawn of a slot has to go, other than to a crown."""
    corners = slots(kind, size, "corner")
    if kind == "triangle":
        if goal == "side":
            return set(triangle_sides(size)[{"t": "s", "r": "w", "l": "e"}[slot]])
        return set(corners[{"e": "l", "s": "t", "w": "r"}[slot]])
    if goal == "corner":
        return set(corners[{"a": "c", "b": "d", "c": "a", "d": "b"}[slot]])
    numbers = range(1, size + 1)
    return {
        "n": {(column, 1) for column in numbers},
        "s": {(column, size) for column in numbers},
        "e": {(1, row) for row in numbers},
        "w": {(size, row) for row in numbers},
    }[slot]


@cache
def central_cells(kind: str, size: int) -> list[Cell]:
    """The cells nearest to the middle of the board."""
    if kind != "triangle":
        numbers = middle([(number, number) for number in range(1, size + 1)])
        return [(column, row) for column, _ in numbers for row, _ in numbers]
    # Three times the distances of a vertex from the three sides; every middle has all three equal.
    away = {}
    for cell, corners in make_board(kind, size).corners.items():
        sums = [sum(part) for part in zip(*((p, line - p, size - line) for line, p in corners), strict=True)]
        away[cell] = sum((part - size) ** 2 for part in sums)
    return sorted(cell for cell in away if away[cell] == min(away.values()))


def assignments(kind: str, start: str, players: int, opposite_only: bool = False) -> list[str]:
    """The slots of seats 1, 2... whose seats run clockwise, empty slots skipped."""
    ring = "".join(slots(kind, 3, start))
    found = []
    for chosen in permutations(ring, players):
        at = [(ring.index(slot) - ring.index(chosen[0])) % len(ring) for slot in chosen]
        if at != sorted(at):
            continue
        if opposite_only and players == 2 and len(ring) == 4 and at[1] != 2:
            continue
        found.append("".join(chosen))
    return found


# --------------------------------------------------------------------------------------------- options

GOALS = {
    ("square", "midpoint"): ("side", "center"),
    ("square", "corner"): ("corner", "center"),
    ("torus", "midpoint"): ("center",),
    ("torus", "corner"): ("center",),
    ("triangle", "midpoint"): ("corner", "center"),
    ("triangle", "corner"): ("side", "center"),
}
"""The goals that go with a board and a start, the default first."""

SHAPES = {
    "square": ("straight", "bent", "both"),
    "torus": ("straight", "bent", "both"),
    "triangle": ("single", "straight", "angled", "both"),
}
"""The shapes of walls that go with a board, the default first."""


def complete(players: int = 2, **given: object) -> dict[str, object]:
    """Every option, where those not given follow those that are (P11); Refused when nothing fits."""
    for board, start in product(("square", "torus", "triangle"), ("midpoint", "corner")):
        if players == 4 and board == "triangle":
            continue
        for goal, shapes in product(GOALS[board, start], SHAPES[board]):
            size, walls = (11, 7) if players == 4 else (9, 10)
            chosen: dict[str, object] = {
                "board": board,
                "size": size,
                "start": start,
                "goal": goal,
                "walls": walls,
                "wall_shapes": shapes,
                "movement": "step",
                "third_pawn": "diagonal",
                "opposite_only": "false",
                "rim_joints": "true",
                "repetition": "on",
                "turn_cap": 200,
            }
            asked = {name: given[name] for name in ("board", "start", "goal", "wall_shapes") if name in given}
            if asked.items() <= chosen.items() and not refused(chosen | given):
                return chosen | given
    raise Refused(f"nothing fits {players} players and {given}")


def refused(chosen: dict[str, object]) -> bool:
    """The one set-up that P16 names: on a triangle of 3 every midpoint start is a central cell."""
    return all(
        chosen[name] == value
        for name, value in (("board", "triangle"), ("size", 3), ("start", "midpoint"), ("goal", "center"))
    )


# ------------------------------------------------------------------------------------------------ game


class Reference:
    """One game: what stands where, who has to do what, and what happens when they do it."""

    def __init__(self, players: int = 2, first: int = 1, **given: object) -> None:
        self.options = options = complete(players, **given)
        self.players = players
        self.seats = list(range(1, players + 1))
        self.first = first
        self.kind, self.size = str(options["board"]), int(str(options["size"]))
        self.board = make_board(self.kind, self.size)
        rim_joints = options["rim_joints"] == "true"
        self.possible_walls = all_walls(self.kind, self.size, str(options["wall_shapes"]), rim_joints)

        unlimited = options["walls"] == "unlimited"
        self.stock: dict[int, int | None] = {
            seat: None if unlimited else int(str(options["walls"])) for seat in self.seats
        }
        self.slot: dict[int, str] = {}
        self.pawns: dict[int, Cell] = {}
        self.starts: dict[int, Cell] = {}
        self.crown: Cell | None = None
        self.walls: dict[str, int] = {}  # text -> the seat that placed it
        self.closed: set[Edge] = set()  # the edges on which walls lie
        self.retired: set[int] = set()
        self.away: set[int] = set()  # of those, the ones who are skipped
        self.actor: int | None = None
        self.chance: list[str] = []  # what may come up next
        self.seen: Counter[object] = Counter()
        self.turns = 0
        self.skips = 0
        self.skipped: Counter[int] = Counter()  # by seat
        self.warnings = 0  # positions that stood for the second time
        self.outcome: tuple[tuple[int, ...], str, str] | None = None  # winners, ending, detail
        self._routes: dict[int, set[Edge]] = {}
        self._go_on_setting_up()

    def copy(self) -> Reference:
        """The same position, to go on from independently."""
        twin = object.__new__(Reference)
        twin.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if isinstance(value, (dict, set)) and name not in ("options", "possible_walls"):
                setattr(twin, name, value.copy())
        return twin

    # ------------------------------------------------------------------ set-up

    def _go_on_setting_up(self) -> None:
        """Work out the next chance event; one with a single result happens by itself."""
        while self.actor is None:
            self.chance = self._next_chance()
            if len(self.chance) > 1:
                return
            if self.chance:
                self._happen(self.chance[0])
                continue
            self.starts = dict(self.pawns)
            self.actor = self.first
            self._begin()

    def _next_chance(self) -> list[str]:
        kind, size, start = self.kind, self.size, str(self.options["start"])
        if not self.slot:
            opposite = self.options["opposite_only"] == "true"
            return [f"slots {text}" for text in assignments(kind, start, self.players, opposite)]
        for seat in self.seats:
            if seat not in self.pawns:
                cells = slots(kind, size, start)[self.slot[seat]]
                return [f"{seat}@{self.board.name(cell)}" for cell in cells]
        if self.options["goal"] == "center" and self.crown is None:
            free = [cell for cell in central_cells(kind, size) if cell not in self.pawns.values()]
            if not free:
                raise Refused("every central cell is a pawn's start")
            return [f"crown {self.board.name(cell)}" for cell in free]
        return []

    def _happen(self, text: str) -> None:
        cells = {self.board.name(cell): cell for cell in self.board.exits}
        if text.startswith("slots "):
            self.slot = dict(zip(self.seats, text.split()[1], strict=True))
        elif text.startswith("crown "):
            self.crown = cells[text.split()[1]]
        else:
            seat, _, cell = text.partition("@")
            self.pawns[int(seat)] = cells[cell]

    # ------------------------------------------------------------------ what stands

    def goal(self, seat: int) -> set[Cell]:
        """The cells on one of which the pawn wins."""
        return self.goal_of(self.slot[seat])

    def goal_of(self, slot: str) -> set[Cell]:
        """The same for the pawn that starts in a slot."""
        if self.options["goal"] == "center":
            return set() if self.crown is None else {self.crown}
        return goal_cells(self.kind, self.size, str(self.options["goal"]), slot)

    def open_between(self, one: Cell, other: Cell, closed: Iterable[Edge] | None = None) -> bool:
        """Whether no wall lies between two neighbouring cells."""
        return frozenset({one, other}) not in (self.closed if closed is None else closed)

    def key(self) -> object:
        """What has to be the same for a position to be the same."""
        return tuple(self.pawns[seat] for seat in self.seats), self.actor, len(self.walls)

    # ------------------------------------------------------------------ pawns

    def pawn_moves(self, seat: int) -> set[Cell]:
        """The cells to which the pawn of a seat may move."""
        return self.slides(seat) if self.options["movement"] == "slide" else self.steps(seat)

    def steps(self, seat: int) -> set[Cell]:
        """To a neighbouring cell, or over a pawn that stands there."""
        here = self.pawns[seat]
        found = set()
        for way, near in self.board.exits[here].items():
            if not self.open_between(here, near):
                continue
            if near not in self.pawns.values():
                found.add(near)
            else:
                found |= self.landings(here, way, near)
        return found - {here}

    def landings(self, here: Cell, way: str, over: Cell) -> set[Cell]:
        """Where a pawn lands that jumps from a cell over a neighbouring pawn."""
        beyond = {w: cell for w, cell in self.board.exits[over].items() if self.open_between(over, cell)}
        empty = {w: cell for w, cell in beyond.items() if cell not in self.pawns.values()}
        if self.kind == "triangle":
            return set(empty.values()) - {here}
        if way in empty:
            return {empty[way]}
        if way in beyond and self.options["third_pawn"] == "block":
            return set()
        sides = "ew" if way in "ns" else "ns"
        return {cell for w, cell in empty.items() if w in sides}

    def slides(self, seat: int) -> set[Cell]:
        """As far as it goes in every direction, where something stops it."""
        here = self.pawns[seat]
        found = set()
        for ways in self.directions():
            cell, turn = here, 0
            while True:
                near = self.board.exits[cell].get(ways[turn % len(ways)])
                if near is None or not self.open_between(cell, near):
                    found.add(cell)
                    break
                if near == here:  # once round the torus, and nothing stopped it
                    break
                if near in self.pawns.values():
                    found.add(cell)
                    break
                cell, turn = near, turn + 1
        return found - {here}

    def directions(self) -> list[str]:
        """Every direction of sliding, as the exits that are taken in turn.

        A row of the triangle lies between two parallel lines; going along it crosses the lines of the
        other two leans alternately, and each of the two may be the first.
        """
        if self.kind == "triangle":
            return ["/\\", "\\/", "-/", "/-", "-\\", "\\-"]
        return list(COMPASS)

    # ------------------------------------------------------------------ walls

    def walls_left(self, seat: int) -> bool:
        """Whether a seat has a wall to place."""
        return self.stock[seat] != 0

    def wall_stands_free(self, wall: Wall) -> bool:
        """Whether it shares no edge with another wall and crosses none."""
        others = [self.possible_walls[text] for text in self.walls]
        return not wall.edges & self.closed and not any(alternate(wall, other) for other in others)

    def leaves_routes(self, wall: Wall) -> bool:
        """Whether every pawn still has a route to its goal, whoever stands in the way.

        A wall that lies on no edge of one route of each pawn leaves those routes.
        """
        if not self._routes:
            self._routes = {seat: self.a_route(seat, self.closed) for seat in self.seats}
        closed = self.closed | wall.edges
        return all(
            not wall.edges & self._routes[seat] or self.distance(seat, closed) is not None
            for seat in self.seats
        )

    def wall_is_legal(self, wall: Wall) -> bool:
        """Whether it may be placed by somebody who has a wall left."""
        return self.wall_stands_free(wall) and self.leaves_routes(wall)

    def search(self, seat: int, closed: Iterable[Edge]) -> tuple[list[Cell], Cell | None]:
        """Breadth first from a pawn, ignoring pawns: (a shortest way to the goal, its last cell or None)."""
        start, goal = self.pawns[seat], self.goal(seat)
        came: dict[Cell, Cell | None] = {start: None}
        waiting = deque([start])
        while waiting:
            cell = waiting.popleft()
            if cell in goal:
                way: list[Cell] = []
                at: Cell | None = cell
                while at is not None:
                    way.append(at)
                    at = came[at]
                return way, cell
            for near in self.board.exits[cell].values():
                if near not in came and self.open_between(cell, near, closed):
                    came[near] = cell
                    waiting.append(near)
        return [], None

    def a_route(self, seat: int, closed: Iterable[Edge]) -> set[Edge]:
        """The edges of a shortest route."""
        way, _ = self.search(seat, closed)
        return {frozenset(pair) for pair in pairwise(way)}

    def distance(self, seat: int, closed: Iterable[Edge] | None = None) -> int | None:
        """Steps to the goal, pawns ignored; None when there is no route."""
        way, end = self.search(seat, self.closed if closed is None else closed)
        return None if end is None else len(way) - 1

    # ------------------------------------------------------------------ what may be done

    def legal_moves(self, seat: int | None = None) -> set[str]:
        """What a seat (the one to decide, when none is named) may do, in notation; or what may come up."""
        if self.outcome:
            return set()
        if self.actor is None:
            return set(self.chance)
        seat = self.actor if seat is None else seat
        found = {self.board.name(cell) for cell in self.pawn_moves(seat)}
        if self.walls_left(seat):
            found |= {text for text, wall in self.possible_walls.items() if self.wall_is_legal(wall)}
        return found

    def is_legal(self, text: str) -> bool:
        """Whether the seat to decide may do it."""
        if self.outcome:
            return False
        if self.actor is None:
            return text in self.chance
        wall = self.possible_walls.get(text)
        if wall is not None:
            return self.walls_left(self.actor) and self.wall_is_legal(wall)
        return text in {self.board.name(cell) for cell in self.pawn_moves(self.actor)}

    def can_act(self, seat: int) -> bool:
        """Whether a seat has any legal action."""
        if seat in self.away:
            return False
        if self.pawn_moves(seat):
            return True
        return self.walls_left(seat) and any(self.wall_is_legal(w) for w in self.possible_walls.values())

    # ------------------------------------------------------------------ what is done

    def play(self, text: str) -> None:
        """A chance event, a pawn's destination, a wall, `2 retire` or `2 retire skip`."""
        if self.outcome:
            raise Refused("the game is over")
        if " retire" in text:
            self.retired.add(int(text.split()[0]))
            if text.endswith("skip"):
                self.away.add(int(text.split()[0]))
            self._pass_on()
            return
        if not self.is_legal(text):
            raise Refused(text)
        if self.actor is None:
            self._happen(text)
            self.chance = []
            self._go_on_setting_up()
            return
        seat = self.actor
        wall = self.possible_walls.get(text)
        if wall is not None:
            self.walls[text] = seat
            self.closed |= wall.edges
            left = self.stock[seat]
            if left is not None:
                self.stock[seat] = left - 1
        else:
            self.pawns[seat] = next(c for c in self.pawn_moves(seat) if self.board.name(c) == text)
        self._routes = {}
        self.turns += 1
        if self.pawns[seat] in self.goal(seat):
            self.outcome = ((seat,), "win", "")
            return
        self.actor = self.after(seat)
        self._begin()
        if self.outcome is None and self.turns >= int(str(self.options["turn_cap"])) * self.players:
            self.outcome = ((), "turn_cap", "")

    def after(self, seat: int) -> int:
        """The seat whose turn comes next."""
        return seat % self.players + 1

    def _begin(self) -> None:
        """A position has come about: count it, and see who can act in it."""
        self._count()
        self._pass_on()

    def _pass_on(self) -> None:
        """Skip whoever can do nothing, or has left to be skipped."""
        if self.outcome is None and not any(self.can_act(seat) for seat in self.seats):
            self.outcome = ((), "draw", "blocked")
        while self.outcome is None and self.actor is not None and not self.can_act(self.actor):
            self.skips += 1
            self.skipped[self.actor] += 1
            self.actor = self.after(self.actor)
            self._count()

    def _count(self) -> None:
        if self.options["repetition"] == "off":
            return
        self.seen[self.key()] += 1
        if self.seen[self.key()] == 2:
            self.warnings += 1
        if self.seen[self.key()] == 3:
            self.outcome = ((), "draw", "repetition")

    def times(self) -> int:
        """How often the position has stood, now included."""
        return self.seen[self.key()]


def started(texts: Iterable[str] = (), players: int = 2, first: int = 1, **given: object) -> Reference:
    """A game after these chance events and moves, such as `started(["slots ns", "e2"])`."""
    game = Reference(players, first, **given)
    for text in texts:
        game.play(text)
    return game
