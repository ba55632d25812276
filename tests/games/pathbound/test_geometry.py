"""pathbound's boards against the computed facts, for every size: cells, edges, walls, joints, centres."""

from itertools import combinations

import pytest

from toolkit.games.pathbound.geometry import FAR, Geometry, alternate, assignments, geometry

SIZES = range(3, 12)


def count(board: str, size: int, shapes: str, rim_joints: bool = True) -> int:
    return len(geometry(board, size, shapes, rim_joints).walls)


@pytest.mark.parametrize("n", SIZES)
def test_square_counts(n: int) -> None:
    board = geometry("square", n, "both", True)
    assert (board.cells, len(board.edges)) == (n * n, 2 * n * (n - 1))
    straight, bent = count("square", n, "straight"), count("square", n, "bent")
    assert (straight, bent) == (2 * (n - 1) ** 2, 4 * (n - 1) ** 2)
    assert len(board.walls) == straight + bent


@pytest.mark.parametrize("n", SIZES)
def test_torus_counts(n: int) -> None:
    board = geometry("torus", n, "both", True)
    assert (board.cells, len(board.edges), board.joints, board.rim) == (n * n, 2 * n * n, n * n, frozenset())
    straight, bent = count("torus", n, "straight"), count("torus", n, "bent")
    assert (straight, bent) == (2 * n * n, 4 * n * n)
    assert len(board.walls) == straight + bent


@pytest.mark.parametrize("n", SIZES)
def test_triangle_counts(n: int) -> None:
    board = geometry("triangle", n, "both", True)
    assert (board.cells, len(board.edges)) == (n * n, 3 * n * (n - 1) // 2)
    assert count("triangle", n, "single") == len(board.edges)
    assert count("triangle", n, "straight") == 3 * (n - 1) * (n - 2) // 2
    wide = sum(turn(wall.arms) == 2 for wall in geometry("triangle", n, "angled", True).walls)
    sharp = sum(turn(wall.arms) == 1 for wall in geometry("triangle", n, "angled", True).walls)
    assert (wide, sharp) == (3 * (n - 1) * (n - 2), 3 * (n - 1) * (n - 2) + 3 * (n - 1))
    assert count("triangle", n, "both") == 3 * (n - 1) * (n - 2) // 2 + wide + sharp
    assert sharp - count("triangle", n, "angled", False) + wide == 3 * (n - 1)
    assert sum(len([there for there in around if there >= 0]) == 1 for around in board.neighbours) == 3


def turn(arms: tuple[int, int] | None) -> int:
    assert arms is not None
    a, b = arms
    return min(b - a, 6 - b + a)


@pytest.mark.parametrize("n", SIZES)
def test_central_cells(n: int) -> None:
    """One or four on square and torus; six on a triangle that three divides, else one in its middle."""
    assert len(geometry("square", n, "straight", True).centre) == (1 if n % 2 else 4)
    board = geometry("triangle", n, "single", True)
    assert len(board.centre) == (6 if n % 3 == 0 else 1)
    reach = [board.distances(cells) for cells in board.starts("corner")]
    for cell in board.centre if n % 3 else ():
        assert len({distance[cell] for distance in reach}) == 1


def boards() -> list[Geometry]:
    squares = [geometry(b, n, "both", True) for b in ("square", "torus") for n in SIZES]
    return squares + [geometry("triangle", n, s, True) for s in ("single", "both") for n in SIZES]


@pytest.mark.parametrize("board", boards(), ids=lambda b: f"{b.board}-{b.size}-{len(b.walls)}")
def test_the_board_holds_together(board: Geometry) -> None:
    assert len(board.cell_numbers) == board.cells
    assert len(board.wall_numbers) == len(board.walls)
    for cell, around in enumerate(board.neighbours):
        for there in around:
            assert there < 0 or cell in board.neighbours[there]
    assert FAR not in board.distances([0])
    for wall, conflicts in zip(board.walls, board.conflicts, strict=True):
        assert set(wall.edges) <= board.edges
        assert len(set(wall.edges)) == len(wall.edges) == len(wall.joints) - 1
        assert len(set(wall.joints)) == len(wall.joints)
        assert all(board.walls.index(wall) in board.conflicts[other] for other in conflicts)


@pytest.mark.parametrize("board", boards()[-1:] + boards()[8:9], ids=lambda b: b.board)
def test_pairs_of_walls_on_one_inner_joint(board: Geometry) -> None:
    """15 pairs on a square joint: 12 share an edge, 1 crosses; 105 on a triangular one: 60 and 15."""
    joint = next(
        w.joints[0] for w in board.walls if sum(v.joints[0] == w.joints[0] for v in board.walls) in (6, 15)
    )
    here = [wall for wall in board.walls if wall.joints[0] == joint]
    pairs = list(combinations(here, 2))
    sharing = sum(bool(set(a.edges) & set(b.edges)) for a, b in pairs)
    crossing = sum(a.arms is not None and b.arms is not None and alternate(a.arms, b.arms) for a, b in pairs)
    assert (len(pairs), sharing, crossing) == ((15, 12, 1) if board.board == "square" else (105, 60, 15))


@pytest.mark.parametrize("board", boards(), ids=lambda b: f"{b.board}-{b.size}-{len(b.walls)}")
def test_every_slide_can_be_taken_back(board: Geometry) -> None:
    """Each way of sliding has an opposite one that leads back over the same edge."""
    ways = len(board.slides[0])
    for cell in range(board.cells):
        for way in range(ways):
            there = board.neighbours[cell][board.slides[cell][way]]
            if there >= 0:
                back = board.slides[there][(way + ways // 2) % ways]
                assert board.neighbours[there][back] == cell


@pytest.mark.parametrize(
    ("slots", "players", "opposite", "expected"),
    [
        (4, 2, False, 12),
        (4, 3, False, 12),
        (4, 4, False, 4),
        (3, 2, False, 6),
        (3, 3, False, 3),
        (4, 2, True, 4),
    ],
)
def test_assignments(slots: int, players: int, opposite: bool, expected: int) -> None:
    found = assignments(slots, players, opposite)
    assert len(set(found)) == len(found) == expected
    for places in found:
        steps = [(b - a) % slots for a, b in zip(places, [*places[1:], places[0]], strict=True)]
        assert sum(steps) == slots  # once round, clockwise


@pytest.mark.parametrize("n", SIZES)
def test_starts_and_goals_lie_opposite(n: int) -> None:
    for kind in ("square", "triangle"):
        board = geometry(kind, n, "straight", True)
        for start in ("midpoint", "corner"):
            starts, goals = board.starts(start), board.goals(start)
            assert len(starts) == len(goals) == len(board.slots(start))
            assert len({cell for cells in starts for cell in cells}) == sum(map(len, starts))
            for cells, aims in zip(starts, goals, strict=True):
                reach = board.distances(aims)
                # As far as from any other starting place: the board is the same from all sides.
                assert {reach[cell] for cell in cells} == {board.distances(goals[0])[starts[0][0]]}
