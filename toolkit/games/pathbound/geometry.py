"""The boards of pathbound as plain data: cells, edges, joints, every wall there is, starts and goals.

Cells, joints and walls are numbered from 0. On square and torus a cell is `row * size + column`, row 0 at the
bottom, and has the directions n e s w; on the triangle it is `row * row + index`, row 0 at the top, and has
the directions left, right and base (below an upright cell, above an inverted one). A joint is a corner of
cells; an arm is a unit edge that starts at a joint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

FAR = 999
"""A distance that stands for "there is no way"."""

SQUARE_ARMS = "nesw"
COLUMNS = "abcdefghijk"


@dataclass(frozen=True)
class Wall:
    """One place for a wall: its text, the unit edges it covers and the joints it touches."""

    name: str
    edges: tuple[tuple[int, int], ...]
    """The cells that each edge separates, the smaller number first."""
    joints: tuple[int, ...]
    """Joints at which it lies; of a wall with two arms the middle one first."""
    arms: tuple[int, int] | None
    """The arms at its middle joint, None for a wall of a single edge."""


@dataclass(frozen=True)
class Geometry:
    """A board of one shape and size with all the walls that one setting allows."""

    board: str
    size: int
    names: tuple[str, ...]
    """Cell -> its text."""
    neighbours: tuple[tuple[int, ...], ...]
    """Cell, direction -> the cell there, -1 off the board."""
    slides: tuple[tuple[int, ...], ...]
    """Cell, way of sliding -> the direction in which a slide that way leaves the cell."""
    joints: int
    rim: frozenset[int]
    """The joints on the rim of the board."""
    walls: tuple[Wall, ...]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return len(self.names)

    @cached_property
    def edges(self) -> frozenset[tuple[int, int]]:
        """Every internal unit edge, as the two cells it separates, the smaller number first."""
        return frozenset(
            (min(cell, there), max(cell, there))
            for cell, around in enumerate(self.neighbours)
            for there in around
            if there >= 0
        )

    @cached_property
    def cell_numbers(self) -> dict[str, int]:
        """Text -> cell."""
        return {name: cell for cell, name in enumerate(self.names)}

    @cached_property
    def wall_numbers(self) -> dict[str, int]:
        """Text -> wall."""
        return {wall.name: number for number, wall in enumerate(self.walls)}

    @cached_property
    def conflicts(self) -> tuple[tuple[int, ...], ...]:
        """Wall -> the walls that cannot be there beside it: itself, those on its edges, those crossing it."""
        by_edge: dict[tuple[int, int], list[int]] = {}
        by_joint: dict[int, list[int]] = {}
        for number, wall in enumerate(self.walls):
            for edge in wall.edges:
                by_edge.setdefault(edge, []).append(number)
            if wall.arms is not None:
                by_joint.setdefault(wall.joints[0], []).append(number)
        found = []
        for wall in self.walls:
            others = {other for edge in wall.edges for other in by_edge[edge]}
            if wall.arms is not None:
                for other in by_joint[wall.joints[0]]:
                    arms = self.walls[other].arms
                    if arms is not None and alternate(wall.arms, arms):
                        others.add(other)
            found.append(tuple(sorted(others)))
        return tuple(found)

    def direction(self, cell: int, there: int) -> int:
        """In which direction a neighbouring cell lies."""
        return self.neighbours[cell].index(there)

    def distances(self, goals: Iterable[int]) -> list[int]:
        """Cell -> steps to the nearest goal on the empty board."""
        found = [FAR] * self.cells
        front = list(goals)
        for cell in front:
            found[cell] = 0
        for cell in front:
            for there in self.neighbours[cell]:
                if there >= 0 and found[there] == FAR:
                    found[there] = found[cell] + 1
                    front.append(there)
        return found

    @cached_property
    def centre(self) -> tuple[int, ...]:
        """The central cells, from which a crown's cell is drawn."""
        n = self.size
        if self.board != "triangle":
            middle = [n // 2] if n % 2 else [n // 2 - 1, n // 2]
            return tuple(row * n + column for row in middle for column in middle)
        if n % 3 == 0:
            joint = joint_number(2 * n // 3, n // 3)
            return tuple(cell for cell in range(self.cells) if joint in triangle_corners(cell))
        if n % 3 == 1:
            return (triangle_cell((2 * n + 1) // 3, 2 * ((n - 1) // 3) + 1),)
        return (triangle_cell((2 * n + 2) // 3, 2 * ((n + 1) // 3)),)

    def slots(self, start: str) -> str:
        """The letters of the starting slots, clockwise."""
        if self.board == "triangle":
            return "trl" if start == "corner" else "esw"
        return "abcd" if start == "corner" else "nesw"

    def starts(self, start: str) -> tuple[tuple[int, ...], ...]:
        """Slot -> the one or two cells on which its pawn may begin."""
        n = self.size
        if self.board == "triangle":
            if start == "corner":
                return ((0,), (n * n - 1,), ((n - 1) * (n - 1),))
            middle = [(n + 1) // 2] if n % 2 else [n // 2, n // 2 + 1]
            return (
                tuple(triangle_cell(row, 2 * row - 1) for row in middle),
                tuple(triangle_cell(n, 2 * place - 1) for place in reversed(middle)),
                tuple(triangle_cell(row, 1) for row in reversed(middle)),
            )
        if start == "corner":
            return ((n * (n - 1),), (n * n - 1,), (n - 1,), (0,))
        middle = [n // 2] if n % 2 else [n // 2 - 1, n // 2]
        return (
            tuple(n * (n - 1) + column for column in middle),
            tuple(row * n + n - 1 for row in middle),
            tuple(middle),
            tuple(row * n for row in middle),
        )

    def goals(self, start: str) -> tuple[tuple[int, ...], ...]:
        """Slot -> the cells that its pawn has to reach when the goal is not the centre."""
        n = self.size
        if self.board == "triangle":
            if start == "midpoint":
                return (((n - 1) * (n - 1),), (0,), (n * n - 1,))  # from the right, bottom and left side
            right = tuple(triangle_cell(row, 2 * row - 1) for row in range(1, n + 1))
            bottom = tuple(triangle_cell(n, 2 * place - 1) for place in range(1, n + 1))
            left = tuple(triangle_cell(row, 1) for row in range(1, n + 1))
            return (bottom, left, right)  # from the top, right and left corner
        if start == "corner":
            return ((n - 1,), (0,), (n * (n - 1),), (n * n - 1,))
        return (
            tuple(range(n)),
            tuple(row * n for row in range(n)),
            tuple(n * (n - 1) + column for column in range(n)),
            tuple(row * n + n - 1 for row in range(n)),
        )


def alternate(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two pairs of arms of one joint alternate round it, that is, cross."""
    a, b = one
    return len({*one, *other}) == 4 and sum(a < arm < b for arm in other) == 1


def assignments(slots: int, players: int, opposite_only: bool = False) -> list[tuple[int, ...]]:
    """Every way of giving slots (numbered clockwise) to the seats so that turns run clockwise."""
    found = []
    for chosen in combinations(range(slots), players):
        if opposite_only and players == 2 and slots == 4 and chosen[1] - chosen[0] != 2:
            continue
        found += [chosen[turn:] + chosen[:turn] for turn in range(players)]
    return sorted(found)


@lru_cache(maxsize=32)
def geometry(board: str, size: int, wall_shapes: str, rim_joints: bool) -> Geometry:
    """The board of a setting.

    Args:
        board: square, torus or triangle.
        size: 3 to 11 unit edges a side.
        wall_shapes: straight, bent or both; on the triangle single, straight, angled or both.
        rim_joints: whether the joint of a two-armed wall may lie on the rim (triangle only).
    """
    if board == "triangle":
        return _triangle(size, wall_shapes, rim_joints)
    return _square(size, wall_shapes, board == "torus")


# -- square and torus -----------------------------------------------------------------------------------


def _square(n: int, shapes: str, wrapped: bool) -> Geometry:
    def at(column: int, row: int) -> int:
        if wrapped:
            return row % n * n + column % n
        return row * n + column if 0 <= column < n and 0 <= row < n else -1

    def joint(x: int, y: int) -> int:
        """The joint with `x` columns to its left and `y` rows below."""
        return (y - 1) % n * n + (x - 1) % n if wrapped else y * (n + 1) + x

    names = tuple(f"{COLUMNS[column]}{row + 1}" for row in range(n) for column in range(n))
    neighbours = tuple(
        (at(column, row + 1), at(column + 1, row), at(column, row - 1), at(column - 1, row))
        for row in range(n)
        for column in range(n)
    )
    pairs = [(0, 2), (1, 3)] if shapes in ("straight", "both") else []
    pairs += [(0, 1), (1, 2), (2, 3), (0, 3)] if shapes in ("bent", "both") else []
    last = n if wrapped else n - 1
    walls = []
    for y in range(1, last + 1):
        for x in range(1, last + 1):
            lower_left, lower_right = at(x - 1, y - 1), at(x, y - 1)
            upper_left, upper_right = at(x - 1, y), at(x, y)
            arms = (
                (upper_left, upper_right),
                (upper_right, lower_right),
                (lower_left, lower_right),
                (upper_left, lower_left),
            )
            ends = (joint(x, y + 1), joint(x + 1, y), joint(x, y - 1), joint(x - 1, y))
            for a, b in pairs:
                letters = (
                    "sw"
                    if (a, b) == (2, 3)
                    else "nw"
                    if (a, b) == (0, 3)
                    else SQUARE_ARMS[a] + SQUARE_ARMS[b]
                )
                name = names[lower_left] + letters
                walls.append(
                    Wall(name, (_edge(*arms[a]), _edge(*arms[b])), (joint(x, y), ends[a], ends[b]), (a, b))
                )
    rim = [] if wrapped else [joint(x, y) for x in range(n + 1) for y in range(n + 1) if {x, y} & {0, n}]
    return Geometry(
        "torus" if wrapped else "square",
        n,
        names,
        neighbours,
        tuple((0, 1, 2, 3) for _ in names),
        n * n if wrapped else (n + 1) * (n + 1),
        frozenset(rim),
        tuple(walls),
    )


def _edge(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


# -- triangle -------------------------------------------------------------------------------------------


def triangle_cell(row: int, index: int) -> int:
    """The cell `row-index` of the notation, both from 1; odd indices are upright cells."""
    return (row - 1) * (row - 1) + index - 1


def triangle_place(cell: int) -> tuple[int, int]:
    """Row and index of a cell, both from 1."""
    row = int(cell**0.5)
    return row + 1, cell - row * row + 1


def joint_number(line: int, index: int) -> int:
    """The joint `v line.index` of the notation, both from 0."""
    return line * (line + 1) // 2 + index


def triangle_corners(cell: int) -> tuple[int, int, int]:
    """The joints at the corners of a cell: of an upright one the top, bottom left and bottom right."""
    row, index = triangle_place(cell)
    k = index // 2
    if index % 2:
        return joint_number(row - 1, k), joint_number(row, k), joint_number(row, k + 1)
    return joint_number(row - 1, k - 1), joint_number(row - 1, k), joint_number(row, k)


ARM_STEPS = ((0, 1), (-1, 0), (-1, -1), (0, -1), (1, 0), (1, 1))
"""How line and index of the joint at the other end of an arm differ: e ne nw w sw se."""


def _triangle(n: int, shapes: str, rim_joints: bool) -> Geometry:
    cells = range(n * n)
    names = []
    neighbours = []
    slides = []
    for cell in cells:
        row, index = triangle_place(cell)
        names.append(f"{row}-{index}")
        left = triangle_cell(row, index - 1) if index > 1 else -1
        right = triangle_cell(row, index + 1) if index < 2 * row - 1 else -1
        if index % 2:
            base = triangle_cell(row + 1, index + 1) if row < n else -1
            slides.append((1, 1, 0, 0, 2, 2))  # e ne nw w sw se
        else:
            base = triangle_cell(row - 1, index - 1)
            slides.append((1, 2, 2, 0, 0, 1))
        neighbours.append((left, right, base))
    between: dict[tuple[int, int], list[int]] = {}
    for cell in cells:
        for one, other in combinations(sorted(triangle_corners(cell)), 2):
            between.setdefault((one, other), []).append(cell)
    rim = {joint for pair, beside in between.items() if len(beside) == 1 for joint in pair}
    walls = [*_single_walls(names, between)] if shapes == "single" else []
    if shapes != "single":
        turns = {"straight": (3,), "angled": (1, 2), "both": (1, 2, 3)}[shapes]
        for line in range(n + 1):
            for index in range(line + 1):
                if rim_joints or joint_number(line, index) not in rim:
                    walls += _walls_at(n, line, index, turns, between)
    return Geometry(
        "triangle",
        n,
        tuple(names),
        tuple(neighbours),
        tuple(slides),
        (n + 1) * (n + 2) // 2,
        frozenset(rim),
        tuple(walls),
    )


def _single_walls(names: list[str], between: dict[tuple[int, int], list[int]]) -> Iterator[Wall]:
    inner = sorted((tuple(sorted(beside)), ends) for ends, beside in between.items() if len(beside) == 2)
    for (one, other), ends in inner:
        yield Wall(f"{names[one]}/{names[other]}", ((one, other),), ends, None)


def _walls_at(
    n: int, line: int, index: int, turns: tuple[int, ...], between: dict[tuple[int, int], list[int]]
) -> Iterator[Wall]:
    """The walls with their middle joint here whose arms are apart by one of `turns` sixths of a circle."""
    here = joint_number(line, index)
    arms: dict[int, tuple[tuple[int, int], int]] = {}
    for arm, (down, along) in enumerate(ARM_STEPS):
        if 0 <= line + down <= n and 0 <= index + along <= line + down:
            there = joint_number(line + down, index + along)
            beside = between[_edge(here, there)]
            if len(beside) == 2:
                arms[arm] = _edge(*beside), there
    for a, b in combinations(sorted(arms), 2):
        if min(b - a, 6 - b + a) in turns:
            (one, first), (other, second) = arms[a], arms[b]
            yield Wall(f"v{line}.{index}:{a}{b}", (one, other), (here, first, second), (a, b))
