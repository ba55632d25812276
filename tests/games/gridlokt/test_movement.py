"""Where a pawn can go: colours and tokens, Rooms, the Centre, other pawns, obstacles, warping home.

A green straight from left to right is `GSr`, a red corner open above and to the right `RCu`, a blue T
open to all sides but above `BTd`.
"""

from collections.abc import Callable

import pytest

import toolkit

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]


def test_own_colours_are_free(stage: Stage, can: Can) -> None:
    """Any number of Paths whose token one has, round corners and at junctions."""
    position = stage(
        """
        phase: movement of R
        grid: j k l m n
          12: RCr RTd RSr RCd .
          11: RCu RCl . RSu .
          10: . . . RTr RSr
        pawns: R j11
        tokens: R R
        """
    )
    assert can(position, "go") == {"j12", "k12", "k11", "l12", "m12", "m11", "m10", "n10"}


def test_owned_colours_mix(stage: Stage, can: Can) -> None:
    """G62: every owned colour is free in any order, and Centre, owned Rooms and Warps between them."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l   m   n
          11: RSr [B] BSr U  RSr BSr
        pawns: R i11
        tokens: R RB
        """
    )
    assert can(position, "go") == {"j11", "k11", "l11", "m11", "n11"}


def test_one_card_of_an_unowned_colour_then_stop(stage: Stage, can: Can) -> None:
    """G23: it is always the last step, after any number of free ones."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l
          11: RSr RSr BSr BSr
        pawns: R i11
        tokens: R R
        """
    )
    assert can(position, "go") == {"j11", "k11"}


def test_a_free_card_behind_an_unowned_one_is_out_of_reach(stage: Stage, can: Can) -> None:
    position = stage("phase: movement of R\ngrid: i j k\n11: RSr BSr RSr\npawns: R i11\ntokens: R R")
    assert can(position, "go") == {"j11"}


def test_starting_on_an_unowned_colour(stage: Stage, can: Can) -> None:
    """G22: the card where the pawn begins does not count; one more may be entered."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l   m
          11: BSr BSr BSr RSr RSr
        pawns: R k11
        tokens: R R
        """
    )
    assert can(position, "go") == {"j11", "l11", "m11"}


def test_the_centre_is_free_for_all(stage: Stage, can: Can) -> None:
    """G24: whatever colour one comes from or goes to."""
    position = stage(
        """
        phase: movement of G
        grid: j   k   l   m
          12: .  RSu  .   .
          11: GSr C  BSr BSr
        pawns: G j11
        tokens: G G
        """
    )
    assert can(position, "go") == {"k11", "k12", "l11"}


def test_the_universal_path_is_free_for_all(stage: Stage, can: Can) -> None:
    """G24: every colour, no stop, no token."""
    position = stage(
        """
        phase: movement of R
        grid: j   k   l   m
          12: .  RSu  .   .
          11: BSr U  BSr BSr
        pawns: R j11
        tokens: R R
        """
    )
    assert can(position, "go") == {"k11", "k12", "l11"}
    position.play("go k11")
    assert position.outcome is None


def test_only_printed_openings_connect(stage: Stage, can: Can) -> None:
    """Neighbours whose touching sides are closed are no neighbours."""
    position = stage(
        """
        phase: movement of R
        grid: j k l
          12: RSu RSu RSu
          11: RSr RSr RSr
        pawns: R k11
        tokens: R R
        """.replace("RSr RSr RSr", "RCr RSr RCd").replace("RSu RSu RSu", "RCu RSr RCl")
    )
    assert can(position, "go") == {"j11", "l11"}


def test_going_back_over_the_same_path(stage: Stage, can: Can) -> None:
    """Into the dead end for the Hook, back over the same cards, and out on the other side."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l   m
          12: .  RSr RTd RSr  .
          11: .   .  RSu  .   .
        pawns: R j12
        tokens: R R
        """
    )
    assert can(position, "go") == {"k12", "l12", "k11"}
    drilled = stage(
        """
        phase: movement of R
        grid: j   k   l   m
          12: RSr RSr RSr RSr
          11: .  RSr BSr .
        pawns: R l12
        tokens: R R
        hand R: | drill
        aids: drill k12>k11
        """
    )
    # back to k12, through the drilled side to k11, on to l11
    assert can(drilled, "go") == {"j12", "k12", "m12", "k11 with 1", "l11 with 1"}


def test_staying_where_one_is_is_no_movement(stage: Stage, can: Can) -> None:
    """G66: ending where it began is Stay."""
    position = stage("phase: movement of R\ngrid: j k\n11: RSr RSr\npawns: R j11\ntokens: R R")
    assert can(position, "go") == {"k11"}
    assert "stay" in position.legal_moves()


# --- Rooms ------------------------------------------------------------------------------------------


def test_entering_a_new_room_stops_and_gives_its_token(stage: Stage, can: Can, line: Read) -> None:
    """G25: new to this player, whoever else has been there."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l
          11: RSr [B] RSr RSr
        pawns: R i11
        tokens: R R, B B
        """
    )
    assert can(position, "go") == {"j11"}
    position.play("go j11")
    assert line(position, "tokens") == "R RB, B B"
    assert position.actor == 2


def test_a_token_frees_its_colour_from_the_next_turn(stage: Stage, can: Can) -> None:
    text = """
        phase: movement of R
        grid: i   j   k   l
          11: RSr [B] BSr BSr
        pawns: R i11
        tokens: R R
    """
    position = stage(text)
    assert can(position, "go") == {"j11"}
    position.play("go j11")
    for _ in range(3):  # the others
        while position.actor != 1:
            listed = position.legal_moves()
            position.play("done" if "done" in listed else listed[0])
    position.play("done")
    position.play("done")
    assert can(position, "go") == {"i11", "k11", "l11"}


def test_rooms_are_visited_in_any_order(stage: Stage, can: Can, line: Read) -> None:
    position = stage(
        """
        phase: movement of R
        grid: j   k   l
          12: .  [Y]  .
          11: [B] RTu [G]
        pawns: R k11
        tokens: R R
        """
    )
    assert can(position, "go") == {"j11", "k12", "l11"}
    for cell, tokens in (("k12", "RY"), ("l11", "RG"), ("j11", "RB")):
        other = position.copy()
        other.play(f"go {cell}")
        assert line(other, "tokens").startswith(f"R {tokens},")


# --- others in the way ------------------------------------------------------------------------------


def test_pawns_block(stage: Stage, can: Can) -> None:
    """G26: no Path, Centre, Room or Warp with a pawn on it is entered or passed."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l   m
          12: .   .  [G]  .   .
          11: RSr RSr C  RSr RSr
          10: .   .  W1   .   .
        pawns: R j11, B l11, G k12, Y k10
        tokens: R RG, B B, G G, Y Y
        """
    )
    assert can(position, "go") == {"i11", "k11"}
    empty = stage(
        """
        phase: movement of R
        grid: i   j   k   l   m
          12: .   .  [G]  .   .
          11: RSr RSr C  RSr RSr
          10: .   .  W1   .   .
        pawns: R j11
        tokens: R RG
        """
    )
    assert can(empty, "go") == {"i11", "k11", "k12", "k10", "l11", "m11"}


def test_a_pawn_may_stop_anywhere_to_block(stage: Stage, can: Can) -> None:
    """On a Path, the Centre, a Room or a Warp that it could as well pass."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l   m
          11: RSr C  RSr [G] RSr
          10: .   W1  .   .   .
        pawns: R i11
        tokens: R RG
        """
    )
    assert can(position, "go") == {"j11", "j10", "k11", "l11", "m11"}


def test_a_blocked_player_waits_or_warps(stage: Stage) -> None:
    position = stage(
        """
        phase: movement of R
        grid: i   j   k
          13: .   .  [R]
          11: RSr RSr RSr
        pawns: R i11, B j11
        tokens: R R, B B
        """
    )
    assert set(position.legal_moves()) == {"stay", "to R"}


def test_an_obstacle_blocks_the_whole_card(stage: Stage, can: Can) -> None:
    """From whichever side, however the card is printed; the Centre as well."""
    text = """
        phase: movement of R
        grid: i   j   k   l   m
          12: .   .  RSu  .   .
          11: RSr RSr C  RSr RSr
          10: .   .  RSu  .   .
        pawns: R {}
        tokens: R R
        {}: k11
    """
    for kind in ("walls", "pits"):
        assert can(stage(text.format("j11", kind)), "go") == {"i11"}
        assert can(stage(text.format("k12", kind)), "go") == set()
    straight = stage(
        "phase: movement of R\ngrid: j k l\n11: RSr RSr RSr\npawns: R j11\ntokens: R R\nwalls: k11"
    )
    assert can(straight, "go") == set()


def test_the_maze_may_be_in_pieces(stage: Stage, can: Can) -> None:
    """Bombs cut it, which is legal; one walks in one's own piece."""
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k   l   m
          11: .  RSr RSr RSr RSr [B]
        pawns: R i11, B m11
        tokens: R R, B B
        hand R: | bomb
        """
    )
    position.play("bomb k11")
    position.play("done")
    assert can(position, "go") == {"j11"}
    assert position.check() == []


# --- warping ----------------------------------------------------------------------------------------

ROOMS = """
    phase: movement of R
    grid: h   i   j   k   l   m   n
      13: .   .   .   .   .   .  [Y]
      11: [G] GSr GSr  C  BSr BSr [B]
      9:  .   .   .  [R]  .   .   .
    pawns: R i11, G k11{}
    tokens: R {}, G G
"""


def test_warp_to_home_or_an_owned_room(stage: Stage, can: Can, line: Read) -> None:
    """Home always, another Room with its token; the Room of an unowned colour never."""
    assert can(stage(ROOMS.format("", "R")), "to") == {"R"}
    assert can(stage(ROOMS.format("", "RGB")), "to") == {"R", "G", "B"}
    position = stage(ROOMS.format("", "RGB"))
    position.play("to B")
    assert line(position, "pawns") == "R n11, G k11"
    assert line(position, "tokens").startswith("R RBG, ")


def test_warping_ends_the_turn(stage: Stage, line: Read) -> None:
    position = stage(ROOMS.format("", "RGB"))
    position.play("to G")
    assert (position.actor, line(position, "phase")) == (2, "paths of B")


def test_no_warp_to_a_taken_room(stage: Stage, can: Can) -> None:
    """The own Room counts as taken when one stands in it."""
    assert can(stage(ROOMS.format(", Y k9", "RGB")), "to") == {"G", "B"}
    position = stage(ROOMS.format("", "RGB").replace("R i11", "R k9"))
    assert can(position, "to") == {"G", "B"}


def test_warp_to_an_isolated_room(stage: Stage, can: Can) -> None:
    """k9 and n13 touch no Path: one can still warp there with the token, and only with it."""
    assert can(stage(ROOMS.format("", "RY")), "to") == {"R", "Y"}
    assert can(stage(ROOMS.format("", "RB")), "to") == {"R", "B"}


def test_no_warp_to_the_final_room(stage: Stage, can: Can) -> None:
    """G28: not with all tokens either."""
    position = stage(ROOMS.format("", "RGBY").replace("9:  .   .   . ", "9:  .   [F]   . "))
    assert can(position, "to") == {"R", "G", "B", "Y"}
    with pytest.raises(toolkit.IllegalMove):
        position.play("to F")


# --- aids in general --------------------------------------------------------------------------------


def test_movements_name_the_smallest_sets_of_aids(stage: Stage, can: Can) -> None:
    """G38, G66: several aids may be used, each once, and none that the destination does not need."""
    position = stage(
        """
        phase: movement of R
        grid: g   h   i   j   k   l   m
          11: RSr RSr RSr RSr RSr RSr RSr
        pawns: R g11
        tokens: R R
        walls: h11 l11
        pits: j11
        hand R: | hook hook bridge boots
        aids: hook g11>h11>i11, bridge i11>j11>k11, hook k11>l11>m11, boots g11>h11>i11
        """
    )
    assert can(position, "go") == {
        "i11 with 1",
        "i11 with 4",
        "k11 with 1 2",
        "k11 with 2 4",
        "m11 with 1 2 3",
        "m11 with 2 3 4",
    }


def test_an_aid_that_is_not_needed_is_not_spent(stage: Stage, can: Can, line: Read) -> None:
    """The way round the Wall needs no Hook."""
    position = stage(
        """
        phase: movement of R
        grid: j k l
          12: RCr RSr RCd
          11: RTu RSr RTu
        pawns: R j11
        tokens: R R
        walls: k11
        hand R: | hook
        aids: hook j11>k11>l11
        """
    )
    assert can(position, "go") == {"j12", "k12", "l12", "l11"}
    position.play("go l11")
    assert line(position, "hand R").replace("*", "") == "| hook"
