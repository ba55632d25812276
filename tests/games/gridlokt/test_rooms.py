"""Placing Rooms, starting in them, and Rooms as parts of the maze. `[R]` is the Room of red."""

from collections.abc import Callable
from typing import Any

import pytest

import toolkit

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]

CROSS = """
    grid: i   j   k   l   m
      13: .   .  RSu  .   .
      12: .   .  RSu  .   .
      11: .  GSr  C  BSr  .
      10: .   .  YSu  .   .
"""
"""A small maze with four ways out: i11, k14, m11, k9."""


def test_rooms_come_after_construction_in_seat_order(stage: Stage) -> None:
    """The last community Path is placed; then player 1 to player 4 place Room and piece."""
    position = stage(f"phase: community of G\nrounds: 5\n{CROSS}\ndrawn: BC")
    assert position.actor == 4
    position.play("BC@m11l")
    placed = []
    for cell in ("k14", "m12", "k9", "i11"):
        placed.append(position.actor)
        position.play(f"room {'RBYG'[position.actor - 1]}@{cell}")
    assert placed == [1, 2, 3, 4]


def test_rooms_begin_with_the_starting_seat(stage: Stage) -> None:
    position = stage(f"first: Y\nphase: community of B\nrounds: 5\n{CROSS}\ndrawn: BC")
    position.play("BC@m11l")
    placed = []
    for cell in ("k14", "m12", "k9", "i11"):
        placed.append(position.actor)
        position.play(f"room {'RBYG'[position.actor - 1]}@{cell}")
    assert (placed, position.actor) == ([3, 4, 1, 2], 3)


def rooming(stage: Stage) -> toolkit.Position:
    """Red, blue and yellow have placed their Rooms; green is to place."""
    position = stage(f"phase: community of G\nrounds: 5\n{CROSS}\ndrawn: BC")
    for text in ("BC@m11l", "room R@k14", "room B@m12", "room Y@k9"):
        position.play(text)
    return position


def test_the_first_turn_after_the_rooms_is_player_ones(stage: Stage, line: Read) -> None:
    position = rooming(stage)
    position.play("room G@i11")
    assert position.actor == 1
    assert line(position, "phase") == "paths of R"


def test_everybody_starts_at_home_with_its_token(stage: Stage, line: Read) -> None:
    position = rooming(stage)
    assert line(position, "pawns") == "R k14, B m12, Y k9"
    position.play("room G@i11")
    assert line(position, "pawns") == "R k14, B m12, Y k9, G i11"
    assert line(position, "tokens") == "R R, B B, Y Y, G G"


def test_a_room_joins_an_open_path(stage: Stage, can: Can) -> None:
    """Only where an opening looks at it: not beside a closed side, not corner to corner, not far away."""
    position = stage(f"phase: rooms of R\nasked: 1\n{CROSS}")
    assert can(position, "room") == {"R@i11", "R@k14", "R@m11", "R@k9"}


def test_a_room_may_join_any_colour_and_the_centre(stage: Stage, can: Can) -> None:
    """G15: no colour is asked for, and the Centre is a Path."""
    position = stage("phase: rooms of R\nasked: 1\ngrid: k\n12: GSu\n11: C")
    assert can(position, "room") == {"R@k13", "R@j11", "R@l11", "R@k10"}


def test_rooms_share_no_side(stage: Stage, can: Can) -> None:
    """Blue's Room on l14 shuts k14 for red, whose side it would share; l12 is diagonal to nothing."""
    position = stage(
        """
        phase: rooms of R
        asked: 1
        grid: j k l m
          15: . . . .
          14: . . [B] .
          13: . RTr RSr YSr
          12: . RSu . .
          11: . C . .
        pawns: B l14
        tokens: B B
        """
    )
    assert can(position, "room") == {"R@n13", "R@j11", "R@l11", "R@k10"}
    corner = stage(
        """
        phase: rooms of R
        asked: 1
        grid: j k l m
          14: . . [B] .
          13: . . RTd YCl
          12: . . . .
        pawns: B l14
        tokens: B B
        """
    )
    # k13 and m14 … of these, m14 touches blue's Room, k13 only its corner
    assert can(corner, "room") == {"R@k13", "R@l12"}


def test_other_sides_of_a_room_may_be_closed(stage: Stage, can: Can) -> None:
    """l12 lies between the closed side of k12 and the opening of l11."""
    position = stage("phase: rooms of R\nasked: 1\ngrid: k l\n12: RSu .\n11: C BTu")
    assert "R@l12" in can(position, "room")


def test_a_closed_path_edge_may_come_beside_a_room(stage: Stage, can: Can) -> None:
    """The Room does not mind closed sides, later either; Path against Path is as ever.

    l12 touches red's Room on its left and the straight l11 (closed there) below.
    """
    position = stage("grid: k l m\n12: [R] . GSr\n11: C BSr .\nhand R: YS YT YC")
    at = {card: {p for p in can(position, card) if p.startswith("l12")} for card in ("YS", "YT", "YC")}
    assert at == {"YS": {"l12r"}, "YT": {"l12u"}, "YC": {"l12u"}}  # the corner is closed to the Room


def test_touching_only_a_room_joins_the_grid(stage: Stage, can: Can) -> None:
    """G18: an opening that faces a Room is enough; a closed side that faces it is not."""
    position = stage("grid: k\n13: [R]\n12: RSu\n11: C\nhand R: YS")
    assert {p for p in can(position, "YS") if p.startswith(("j13", "l13", "k14"))} == {"j13r", "l13r", "k14u"}


def test_paths_are_built_from_all_sides_of_a_room(stage: Stage, can: Can) -> None:
    position = stage("grid: k\n13: [R]\n12: RSu\n11: C\nhand R: RS BS YS GS")
    for text in ("BS@l13r", "YS@k14u", "GS@j13r"):
        position.play(text)
    assert can(position, "RS") == {"m13r", "k15u", "i13r"}


def test_a_closed_edge_is_no_way_into_a_room(stage: Stage, can: Can) -> None:
    """From j13 the Room k13 is shut off by the straight's closed side."""
    position = stage(
        """
        phase: movement of R
        grid: j k
          14: RSu .
          13: RSu [G]
          12: RCu RSr
        pawns: R j14
        tokens: R RG
        """
    )
    assert can(position, "go") == {"j13", "j12", "k12"}
    position = stage(
        """
        phase: movement of R
        grid: j k
          14: RSu .
          13: RTr [G]
        pawns: R j14
        tokens: R RG
        """
    )
    assert can(position, "go") == {"j13", "k13"}


def test_a_room_is_a_hub(stage: Stage, can: Can, line: Read) -> None:
    """Whoever has its token goes in by any joined side and out by any other."""
    text = """
        phase: movement of R
        grid: j k l
          14: . RSu .
          13: RSr [G] RSr
          12: . RSu .
        pawns: R k12
        tokens: R R{}
    """
    assert can(stage(text.format("G")), "go") == {"k13", "j13", "l13", "k14"}
    assert can(stage(text.format("")), "go") == {"k13"}


@pytest.mark.parametrize("pending_room", ["stall", "continue"])
def test_pending_room(stage: Stage, line: Read, pending_room: str) -> None:
    """G16: option pending_room: without a cell for a Room the game ends stalled, or it does continue."""
    shut = """
        phase: community of G
        rounds: 5
        drawn: GS
        grid: a   b   c   d   e   f   g
          7:  .   .   .  RSu  .   .   .
          6:  .   .   .  RSu  .   .   .
          5:  .   .   .  RSu  .   .   .
          4:  .  GSr GSr  C  BSr BSr BSr
          3:  .   .   .  YSu  .   .   .
          2:  .   .   .  YSu  .   .   .
          1:  .   .   .  YSu  .   .   .
    """
    position = stage(shut, table=7, pending_room=pending_room)
    position.play("GS@a4r")
    if pending_room == "stall":
        assert position.outcome == toolkit.Outcome((), "stalled", "room_pending")
        return
    assert position.outcome is None
    assert line(position, "phase") == "paths of R"


def test_a_pending_room_is_placed_at_a_turn_boundary(stage: Stage, line: Read) -> None:
    """G16, G17, G57: nobody without a pawn moves; the Room comes when a turn has ended and a cell is free."""
    position = stage(
        """
        phase: paths of R
        grid: a   b   c   d   e   f   g
          7:  .   .   .  RSu  .   .   .
          6:  .   .   .  RSu  .   .   .
          5:  .   .   .  RSu  .   .   .
          4: GSr GSr GSr  C  BSr BSr BSr
          3:  .   .   .  YSu  .   .   .
          2:  .   .   .  YSu  .   .   .
          1:  .   .   .  YSu  .   .   .
        hand R: | bomb
        """,
        table=7,
        pending_room="continue",
    )
    position.play("done")
    position.play("bomb a4")
    assert "hammer" not in {text.split()[0] for text in position.legal_moves()}
    position.play("done")  # the Utility phase; there is no Movement without a pawn
    assert position.actor == 2
    assert position.legal_moves() == ["room B@a4"]
    position.play("room B@a4")
    assert (position.actor, line(position, "phase")) == (2, "paths of B")
    assert line(position, "pawns") == "B a4"


def test_rooms_and_paths_of_a_whole_construction(game: toolkit.Game, seen: Any) -> None:
    """What lies after construction: 48 Paths and the Centre, four Rooms apart, four pawns at home."""
    position = game.new_position(4, 11)
    while position.outcome is None and seen(position).phase != "pathing":
        position.play(position.legal_moves()[-1])
    board = seen(position).board()
    rooms = {cell for cell, card in board["cards"].items() if card.what == "room"}
    assert len(rooms) == 4 and set(board["pawns"].values()) == rooms
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1 for a in rooms for b in rooms)
