"""pathbound's tables and set-ups: the board of an option as table fields, and options that follow others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.components.faults import Fault
from toolkit.components.folder import Folder
from toolkit.engine.state import Record
from toolkit.games.pathbound.fields import CELLS, CONFLICTS, DIRS, PAD
from toolkit.games.pathbound.geometry import Geometry, assignments, geometry

SQUARE_SHAPES = ("straight", "bent", "both")
TRIANGLE_SHAPES = ("single", "straight", "angled", "both")
GOAL_OF = {
    "square": {"midpoint": "side", "corner": "corner"},
    "triangle": {"midpoint": "corner", "corner": "side"},
}
"""Board -> start -> the goal that lies opposite."""


def fill(folder: Folder) -> tuple[dict[str, Any], list[Fault]]:
    """The rules read nothing from the component tables, but a pawn is needed for each of four seats."""
    faults: list[Fault] = []
    table = folder.tables.get("pawns")
    if table is not None:
        pawns = sum(1 for row in table.rows if row.count > 0)
        if pawns < 4:
            faults.append(
                Fault(table.file, None, None, f"{pawns} pawns for up to 4 players; list one for each")
            )
    return {}, faults


def complete(players: int, given: Mapping[str, int | str]) -> dict[str, int | str]:
    """Board, then start, then goal and walls follow what was given.

    Raises:
        ValueError: options that exclude each other, with the reason.
    """
    shapes = given.get("wall_shapes")
    board = str(given.get("board", _board_for(players, given)))
    if board == "triangle" and players > 3:
        raise ValueError("the triangle has room for 2 or 3 players, not 4; use board=square or board=torus")
    fitting = TRIANGLE_SHAPES if board == "triangle" else SQUARE_SHAPES
    if shapes is not None and shapes not in fitting:
        raise ValueError(f"wall_shapes={shapes} does not exist on board={board}; it has {', '.join(fitting)}")
    follows: dict[str, int | str] = {
        "board": board,
        "wall_shapes": "single" if board == "triangle" else "straight",
    }
    goal = given.get("goal")
    if board == "torus":
        if goal not in (None, "center"):
            raise ValueError(
                f"goal={goal} does not exist on board=torus, which has no sides; use goal=center"
            )
        return {**follows, "start": "midpoint", "goal": "center"}
    opposite = GOAL_OF[board]
    start = given.get("start")
    if start is None:
        start = next((begin for begin, aim in opposite.items() if aim == goal), "midpoint")
        if (board, given.get("size"), goal) == ("triangle", 3, "center"):
            start = "corner"  # the only one that does not start pawns in the centre
    elif goal not in (None, "center", opposite[str(start)]):
        raise ValueError(
            f"on board={board} a pawn that starts at a {start} aims at the opposite "
            f"{opposite[str(start)]}: goal={opposite[str(start)]} or goal=center, not goal={goal}"
        )
    return {**follows, "start": start, "goal": opposite[str(start)]}


def _board_for(players: int, given: Mapping[str, int | str]) -> str:
    """The board when none is given: the square, unless only the triangle has what is given."""
    if given.get("wall_shapes") in ("single", "angled"):
        return "triangle"
    start, goal = given.get("start"), given.get("goal")
    opposite = start is not None and goal == GOAL_OF["triangle"][str(start)]
    return "triangle" if opposite and players < 4 and given.get("wall_shapes") != "bent" else "square"


def board_of(options: Mapping[str, int | str]) -> Geometry:
    """The geometry of a set-up."""
    return geometry(
        str(options["board"]),
        int(options["size"]),
        str(options["wall_shapes"]),
        options["rim_joints"] == "true",
    )


def fill_setup(values: Mapping[str, Any], players: int, options: Mapping[str, int | str]) -> dict[str, Any]:
    """The board, its walls and the goals as table fields."""
    board = board_of(options)
    start = str(options["start"])
    starts = board.starts(start)
    given = assignments(len(starts), players, options["opposite_only"] == "true")
    central = options["goal"] == "center"
    goals = [[cell] for cell in board.centre] if central else board.goals(start)
    sides = [
        [
            (cell, board.direction(cell, there))
            for one, other in wall.edges
            for cell, there in ((one, other), (other, one))
        ]
        for wall in board.walls
    ]
    # A wall of one edge names its two sides twice: blocking them again changes nothing.
    sides = [found * (4 // len(found)) for found in sides]
    padded = [*board.neighbours, *[()] * (CELLS - board.cells)]
    return {
        **values,
        "ways": len(board.slides[0]),
        "straight": 0 if board.board == "triangle" else 1,
        "wrapped": 1 if board.board == "torus" else 0,
        "walls": len(board.walls),
        "wall_joints": len(board.walls[0].joints),
        "joints": board.joints,
        "near": [
            [*(there if there >= 0 else PAD for there in row), *[PAD] * (DIRS - len(row))] for row in padded
        ],
        "slide_dir": board.slides,
        "cut_cell": [[cell for cell, _ in found] for found in sides],
        "cut_dir": [[d for _, d in found] for found in sides],
        "joint": [wall.joints for wall in board.walls],
        "conflicts": [len(found) for found in board.conflicts],
        "conflict": [[*found, *[0] * (CONFLICTS - len(found))] for found in board.conflicts],
        "rim": [int(joint in board.rim) for joint in range(board.joints)],
        "assignments": len(given),
        "assignment": given,
        "starts": [len(cells) for cells in starts],
        "start": [[cells[0], cells[-1]] for cells in starts],
        "centres": len(board.centre) if central else 0,
        "centre": board.centre,
        "aim": [board.distances(cells) for cells in goals],
    }


def refuse_setup(o: Record, t: Record) -> str:
    """Nobody may start in the middle of a game whose goal is the middle (the triangle of size 3, P16)."""
    centre = {t.centre[i] for i in range(t.centres)}
    starts = {t.start[slot, i] for slot in range(4) if t.starts[slot] for i in range(2)}
    if starts <= centre:
        return (
            f"with board=triangle, size={o.size}, start=midpoint every pawn would start on a central cell, "
            "which leaves no fair place for the crown; take another size, start=corner or goal=corner"
        )
    return ""
