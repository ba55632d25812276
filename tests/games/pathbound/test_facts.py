"""Facts about the boards that were computed apart from any program, held against the slow reference."""

import random
from itertools import combinations
from types import ModuleType

import pytest

SIZES = range(3, 12)
each_size = pytest.mark.parametrize("n", SIZES)


def count(reference: ModuleType, kind: str, n: int, shapes: str, of: str, rim: bool = True) -> int:
    """How many walls of one kind a board has."""
    return sum(wall.kind == of for wall in reference.all_walls(kind, n, shapes, rim).values())


@each_size
def test_square(reference: ModuleType, n: int) -> None:
    board = reference.make_board("square", n)
    assert len(board.exits) == n * n
    assert len(board.edges()) == 2 * n * (n - 1)
    assert len(board.joints) == (n - 1) ** 2
    assert count(reference, "square", n, "both", "straight") == 2 * (n - 1) ** 2
    assert count(reference, "square", n, "both", "bent") == 4 * (n - 1) ** 2


@each_size
def test_torus(reference: ModuleType, n: int) -> None:
    board = reference.make_board("torus", n)
    assert len(board.exits) == len(board.joints) == n * n
    assert len(board.edges()) == 2 * n * n
    assert all(len(set(exits.values())) == 4 for exits in board.exits.values())
    assert count(reference, "torus", n, "both", "straight") == 2 * n * n
    assert count(reference, "torus", n, "both", "bent") == 4 * n * n


@each_size
def test_triangle(reference: ModuleType, n: int) -> None:
    board = reference.make_board("triangle", n)
    assert len(board.exits) == n * n
    assert len(board.edges()) == 3 * n * (n - 1) // 2
    assert count(reference, "triangle", n, "single", "single") == 3 * n * (n - 1) // 2
    assert count(reference, "triangle", n, "both", "straight") == 3 * (n - 1) * (n - 2) // 2
    assert count(reference, "triangle", n, "both", "120") == 3 * (n - 1) * (n - 2)
    inside = 3 * (n - 1) * (n - 2)
    assert count(reference, "triangle", n, "both", "60") == inside + 3 * (n - 1)
    assert count(reference, "triangle", n, "both", "60", rim=False) == inside
    assert [len(board.exits[cell]) for cell in ((1, 1), (n, 1), (n, 2 * n - 1))] == [1, 1, 1]


def test_the_sizes_that_are_played(reference: ModuleType) -> None:
    """The figures themselves, for the sizes of the defaults."""
    assert len(reference.make_board("square", 9).edges()) == 144
    assert [count(reference, "square", 9, "both", kind) for kind in ("straight", "bent")] == [128, 256]
    for n, figures in ((9, [81, 108, 84, 168, 192]), (11, [121, 165, 135, 270, 300])):
        board = reference.make_board("triangle", n)
        walls = [count(reference, "triangle", n, "both", kind) for kind in ("straight", "120", "60")]
        assert [len(board.exits), len(board.edges()), *walls] == figures


@each_size
@pytest.mark.parametrize("kind", ["square", "torus", "triangle"])
def test_an_arm_and_a_wall_are_named_once(reference: ModuleType, kind: str, n: int) -> None:
    """Two walls never close the same edges, and every inner edge ends at two points."""
    for shapes in reference.SHAPES[kind]:
        walls = reference.all_walls(kind, n, shapes).values()
        assert len({wall.edges for wall in walls}) == len(walls)
    board = reference.make_board(kind, n)
    ends = [edge for arms in board.joints.values() for edge in arms.values()]
    assert set(ends) <= board.edges()
    if kind != "square":  # where a joint is also named on the rim
        assert all(ends.count(edge) == 2 for edge in board.edges())


def pairs(reference: ModuleType, kind: str, joint: tuple[int, int]) -> list[int]:
    """Pairs of walls on one joint: all, those that share an edge, that cross, and that are legal."""
    walls = [w for w in reference.all_walls(kind, 5, "both").values() if w.joint == joint]
    both = list(combinations(walls, 2))
    shared = sum(bool(one.edges & other.edges) for one, other in both)
    crossed = sum(reference.alternate(one, other) for one, other in both)
    return [len(both), shared, crossed, len(both) - shared - crossed]


def test_pairs_on_a_joint(reference: ModuleType) -> None:
    assert pairs(reference, "square", (2, 2)) == [15, 12, 1, 2]
    assert pairs(reference, "torus", (5, 5)) == [15, 12, 1, 2]
    assert pairs(reference, "triangle", (3, 1)) == [105, 60, 15, 30]


@each_size
def test_central_cells(reference: ModuleType, n: int) -> None:
    for kind in ("square", "torus"):
        assert len(reference.central_cells(kind, n)) == (1 if n % 2 else 4)
    assert len(reference.central_cells("triangle", n)) == (6 if n % 3 == 0 else 1)


@pytest.mark.parametrize("start", ["midpoint", "corner"])
def test_assignments(reference: ModuleType, start: str) -> None:
    """Of all assignments of distinct slots, those whose seats run clockwise."""
    for kind in ("square", "torus"):
        assert [len(reference.assignments(kind, start, k)) for k in (2, 3, 4)] == [12, 12, 4]
        assert len(reference.assignments(kind, start, 2, opposite_only=True)) == 4
    assert [len(reference.assignments("triangle", start, k)) for k in (2, 3)] == [6, 3]
    assert len(reference.assignments("triangle", start, 2, opposite_only=True)) == 6


@each_size
@pytest.mark.parametrize("kind", ["square", "torus", "triangle"])
@pytest.mark.parametrize("start", ["midpoint", "corner"])
def test_starts(reference: ModuleType, kind: str, start: str, n: int) -> None:
    """One cell a slot, two for midpoints of an even size; no two slots share one, and some crown is free."""
    found = reference.slots(kind, n, start)
    assert {len(cells) for cells in found.values()} == {2 if start == "midpoint" and n % 2 == 0 else 1}
    every = [cell for cells in found.values() for cell in cells]
    assert len(set(every)) == len(every)
    assert all(cell in reference.make_board(kind, n).exits for cell in every)
    if kind != "triangle" or n > 3:
        assert set(reference.central_cells(kind, n)).isdisjoint(every)


def test_a_short_way_to_find_routes_open_is_right(reference: ModuleType) -> None:
    """Looking only at walls on a known route gives what searching for every wall gives."""
    for kind, n, shapes in (("square", 5, "both"), ("torus", 4, "bent"), ("triangle", 5, "single")):
        rng = random.Random(n)
        for _ in range(4):
            game = reference.Reference(2, board=kind, size=n, wall_shapes=shapes, walls="unlimited")
            while game.outcome is None:
                for wall in game.possible_walls.values():
                    if game.actor is not None and game.wall_stands_free(wall):
                        closed = game.closed | wall.edges
                        plain = all(game.distance(seat, closed) is not None for seat in game.seats)
                        assert game.leaves_routes(wall) == plain
                game.play(rng.choice(sorted(game.legal_moves())))
