"""The searches themselves: minimal sets of aids, the route of a Tunnel, and that nothing is left behind."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import toolkit
from toolkit.games.gridlokt import fields as f
from toolkit.games.gridlokt.tunnels import CHAIN

Stage = Callable[..., toolkit.Position]


def call(position: toolkit.Position, kernel: str, *arguments: Any) -> int:
    """Call a kernel of the rules on a position."""
    return int(position.game.kernels.call[kernel](*arguments))  # type: ignore[attr-defined]


def cell(name: str) -> int:
    """The number of a cell, k11 being the middle one."""
    column, row = ord(name[0]) - ord("k"), 11 - int(name[1:])
    return f.MIDDLE + row * f.SIDE + column


def listed(position: toolkit.Position, op: int) -> set[tuple[int, int]]:
    """(destination, set of aids) of every movement by opcode `op`."""
    buf = [0] * f.MAX_MOVES
    n = call(
        position,
        "list_moves",
        position.state,
        position.option_record,
        position.table_record,
        position.actor - 1,
        op,
        buf,
        0,
    )
    return {(a >> 10 & 2047, a >> 5 & 31) for a in buf[:n]}


def test_only_minimal_sets_of_aids_are_listed(stage: Stage) -> None:
    """To h11 lead the Hook alone and the Boots alone, never both; m11 needs no aid."""
    position = stage(
        """
        phase: movement of R
        grid: g   h   i   j   k   l   m
          11: RSr RSr RSr RSr RSr RSr RSr
        walls: i11
        pawns: R k11
        tokens: R R
        hand R: | hook boots
        aids: hook j11>i11>h11, boots j11>i11>h11
        """
    )
    free = {(cell(name), 0) for name in ("j11", "l11", "m11")}
    assert listed(position, f.MOVE) == free | {
        (cell(name), aids) for name in ("h11", "g11") for aids in (1, 2)
    }
    for there, aids in ((cell("h11"), 3), (cell("h11"), 0), (cell("m11"), 1), (cell("k11"), 0), (2047, 31)):
        assert (
            call(
                position,
                "may_move",
                position.state,
                position.option_record,
                position.table_record,
                0,
                f.MOVE,
                there,
                aids,
            )
            == 0
        )
    assert not any(position.state.mark[c] for c in range(f.CELLS))


def test_aids_lead_on_to_others(stage: Stage) -> None:
    """Two Walls in a row of cards: the second Hook is reached by the first one only."""
    position = stage(
        """
        phase: movement of R
        grid: g   h   i   j   k   l
          11: RSr RSr RSr RSr RSr RSr
        walls: h11 j11
        pawns: R k11
        tokens: R R
        hand R: | hook hook
        aids: hook i11>h11>g11, hook k11>j11>i11
        """
    )
    assert listed(position, f.MOVE) == {(cell("l11"), 0), (cell("i11"), 2), (cell("g11"), 3)}


@pytest.mark.parametrize(("end", "pieces"), [("h11", (2, 0)), ("k10", (0, 2))])
def test_the_route_of_a_tunnel(stage: Stage, end: str, pieces: tuple[int, int]) -> None:
    """The cells are a chain from the pawn to the destination, and only empty ones."""
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k   l
          12: .   .   .   .   .
          11: RSr .   .   RSr .
          10: .   .   .   RSr .
        pawns: R k11
        tokens: R R
        hand R: | straight straight corner corner
        """
    )
    s, o, t = position.state, position.option_record, position.table_record
    straights, corners = pieces
    length = call(position, "dig", s, o, t, 0, straights, corners, cell(end))
    assert length == straights + corners
    route = [cell("k11"), *(s.queue[CHAIN + i] for i in range(length)), cell(end)]
    assert all(abs(a - b) in (1, f.SIDE) for a, b in pairwise(route))
    assert all(s.ground[c] == f.EMPTY for c in route[1:-1])
    assert not any(s.mark[c] for c in range(f.CELLS))
    assert call(position, "dig", s, o, t, 0, straights + 1, corners, cell(end)) == 0
