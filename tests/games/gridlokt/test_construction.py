"""Choosing Paths, building the grid, and where a Path may lie.

Positions are written in the game's text form: `RTd` is a red T whose printed top points down, `C` the Centre.
The Centre's sides are red (up), blue (right), yellow (down) and green (left).
"""

from collections.abc import Callable
from typing import Any

import pytest

import toolkit

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]

ALONE = """
    phase: community of R
    grid: k
      11: C
"""


# --- set-up -----------------------------------------------------------------------------------------


def test_four_players_only(game: toolkit.Game) -> None:
    """G58: the source leaves other numbers of players open, so they are refused."""
    assert (game.min_players, game.max_players) == (4, 4)
    for players in (2, 3, 5, 8):
        with pytest.raises(ValueError, match="4"):
            game.new_position(players)


@pytest.mark.parametrize(("table", "middle"), [(7, "d4"), (21, "k11"), (31, "p16")])
def test_the_centre_lies_in_the_middle(game: toolkit.Game, lies: Read, table: int, middle: str) -> None:
    assert lies(game.new_position(4, table=table), middle) == "C"


def test_one_centre_is_in_play(game: toolkit.Game) -> None:
    """G6: the second Centre tile is printed and never played."""
    for seed in range(3):
        text = game.new_position(4, seed).to_text()
        assert text.split().count("C") == 1


def test_six_personal_paths_of_the_own_colour(game: toolkit.Game, line: Read) -> None:
    """G7: any of the own twenty, alike or not."""
    position = game.new_position(4, 5)
    assert set(position.legal_moves()) == {"choose RS", "choose RT", "choose RC"}
    for _ in range(5):
        position.play("choose RC")
    assert set(position.legal_moves()) == {"choose RS", "choose RT"}  # five corners a colour
    position.play("choose RT")
    assert position.actor == 2
    assert sorted(line(position, "hand R").rstrip("| ").split()) == ["RC"] * 5 + ["RT"]
    assert set(position.legal_moves()) == {"choose BS", "choose BT", "choose BC"}


def test_choices_are_secret(game: toolkit.Game) -> None:
    """G7: what the others chose is not seen; a log may say that it was not."""
    table = game.new_table(4)
    assert table.play("choose ?") == "choose ?"
    shown = dict(table.lines(0))
    assert not any("RS" in value or "RT" in value or "RC" in value for value in shown.values())


@pytest.mark.parametrize("personal_paths", [1, 6, 10])
def test_personal_paths(game: toolkit.Game, seen: Any, personal_paths: int) -> None:
    """Option personal_paths: as many as the tables have cards for the community Paths too."""
    with pytest.raises(ValueError, match="personal_paths is 12"):
        game.new_position(4, personal_paths=12)
    position = game.new_position(4, 3, personal_paths=personal_paths)
    for _ in range(4 * personal_paths):
        assert position.legal_moves()[0].startswith("choose")
        position.play(position.legal_moves()[0])
    look = seen(position)
    assert {hand.total() for hand in look.hands()["paths"].values()} == {personal_paths}
    assert look.piles()["paths"][0].total() == 80 - 4 * personal_paths
    assert look.phase == "personal"


def test_hands_are_empty_but_for_the_chosen_paths(game: toolkit.Game, seen: Any) -> None:
    position = game.new_position(4, 3)
    look = seen(position)
    assert not any(hand for of in look.hands().values() for hand in of.values())
    for _ in range(24):
        position.play(position.legal_moves()[0])
    assert not any(look.hands()["utilities"].values())
    assert look.piles()["utilities"][0].total() == 50
    for seat, letter in enumerate("RBYG", 1):
        assert {card[0] for card in look.hands()["paths"][seat]} == {letter}


@pytest.mark.parametrize("first", [1, 3])
def test_player_one_begins_and_play_goes_left(game: toolkit.Game, first: int) -> None:
    position = game.new_position(4, 7, first)
    order = [(first - 1 + i) % 4 + 1 for i in range(4)]
    choosing = []
    while position.legal_moves()[0].startswith("choose"):
        choosing.append(position.actor)
        position.play(position.legal_moves()[0])
    assert choosing == [seat for seat in order for _ in range(6)]
    building = []
    for _ in range(16):
        building.append(position.actor)
        position.play(position.legal_moves()[0])
    assert building == [seat for seat in order * 2 for _ in range(2)]  # a personal and a drawn Path each


# --- a turn of construction -------------------------------------------------------------------------


def test_a_construction_turn_is_a_personal_then_a_drawn_path(stage: Stage, can: Can) -> None:
    position = stage(
        """
        phase: personal of R
        grid: k
          11: C
        hand R: RS RS RS RS RS RS
        hand B: BS BS BS BS BS BS
        hand Y: YS YS YS YS YS YS
        hand G: GT GT GT GT GT GT
        """
    )
    assert position.legal_moves() == ["RS@k12u"]
    position.play("RS@k12u")
    assert position.chance
    position.play("R+BC")
    assert position.actor == 1
    assert set(position.legal_moves()) == {"BC@l11d", "BC@l11l", "BC@k13r", "BC@k13d"}
    position.play("BC@k13d")
    assert position.actor == 2
    assert can(position, "BS") == {"l11r", "j13r"}


def test_only_the_own_hand_is_placed(stage: Stage) -> None:
    """Paths of others' colours can only come from the community deck."""
    position = stage(
        """
        phase: personal of B
        grid: k
          11: C
        hand R: RS
        hand B: BT
        """
    )
    assert {text[:2] for text in position.legal_moves()} == {"BT"}


def test_a_personal_path_that_fits_must_be_chosen(stage: Stage) -> None:
    """G8: another personal Path that fits has to be taken; nobody gives up while one does."""
    position = stage(
        """
        phase: personal of R
        grid: k
          12: RCl
          11: C
        hand R: RS RC
        """
    )
    assert "stuck" not in position.legal_moves()
    assert {text[:2] for text in position.legal_moves()} == {"RS", "RC"}


OFF_THE_TABLE = """
    phase: personal of R
    rounds: 3
    grid: a   b   c   d   e   f   g
      7:  .   .   .  RSu  .   .   .
      6:  .   .   .  RSu  .   .   .
      5:  .   .   .  RSu  .   .   .
      4: GSr GSr GSr  C  BSr BSr BSr
      3:  .   .   .  YSu  .   .   .
      2:  .   .   .  YSu  .   .   .
      1:  .   .   .  YSu  .   .   .
    hand R: RT RT RT
    hand B: BT BT BT
    hand Y: YT YT YT
    hand G: GT GT GT
"""
"""Every way ends at the table's edge: nothing fits any more (G10)."""


def test_unplaceable(stage: Stage, line: Read) -> None:
    """G8, G9, G10: option unplaceable: stall ends the game, redraw goes on with another card."""
    position = stage(OFF_THE_TABLE, table=7, unplaceable="stall")
    assert position.legal_moves() == ["stuck"]
    position.play("stuck")
    assert position.outcome == toolkit.Outcome((), "stalled", "card_without_place")

    position = stage(OFF_THE_TABLE, table=7, unplaceable="redraw")
    position.play("stuck")
    assert position.chance  # the seat still draws
    for card in ("RC", "BC", "YC"):
        position.play(f"R+{card}")
        assert position.chance  # shown, laid aside and another one drawn
    assert line(position, "discarded").rstrip("| ").split() == ["RC", "BC", "YC"]


def test_a_drawn_card_that_fits_nowhere(stage: Stage) -> None:
    """G9 with the default: the game is broken off when it is drawn."""
    text = OFF_THE_TABLE.replace("phase: personal of R", "phase: community of R\ndrawing: yes")
    position = stage(text, table=7)
    position.play("R+RC")
    assert position.outcome == toolkit.Outcome((), "stalled", "card_without_place")


def test_skipped_placements_are_made_up_for_in_extra_rounds(game: toolkit.Game, stage: Stage) -> None:
    """G8 with redraw: after the sixth round the seats that still hold personal Paths place them, one a turn.

    The community cards came in the six rounds. Where nothing fits for a whole round, the game is stalled.
    """
    text = """
        phase: personal of R
        rounds: 6
        grid: k
          11: C
        hand R: RS RS
        hand Y: YS
    """
    position = stage(text, unplaceable="redraw")
    position.play("RS@k12u")
    assert (position.actor, position.chance) == (3, False)
    position.play("YS@k10u")
    assert position.actor == 1
    position.play("RS@k13u")
    assert position.legal_moves()[0].startswith("room R@")

    position = stage(OFF_THE_TABLE.replace("rounds: 3", "rounds: 6"), table=7, unplaceable="redraw")
    for seat in (1, 2, 3, 4):
        assert (position.actor, position.legal_moves()) == (seat, ["stuck"])
        position.play("stuck")
    assert position.outcome == toolkit.Outcome((), "stalled", "card_without_place")


def test_the_universal_path_is_not_in_construction(game: toolkit.Game, seen: Any) -> None:
    """G59: its card lies in the middle until it is bombed."""
    position = game.new_position(4, 1)
    for _ in range(24):
        position.play(position.legal_moves()[0])
    assert "U" not in seen(position).piles()["paths"][0]


# --- the Centre -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "place"), [("RS", "k12u"), ("BS", "l11r"), ("YS", "k10u"), ("GS", "j11r")])
def test_a_path_beside_the_centre_has_its_edges_colour(stage: Stage, card: str, place: str) -> None:
    position = stage(f"{ALONE}\ndrawn: {card}")
    assert position.legal_moves() == [f"{card}@{place}"]


def test_the_centres_colours_hold_until_its_first_bomb(stage: Stage, can: Can) -> None:
    """G13: in the turns after construction too."""
    text = """
        grid: k
          11: {}
        hand R: RS BS
    """
    standing = stage(text.format("C"))
    assert (can(standing, "RS"), can(standing, "BS")) == ({"k12u"}, {"l11r"})
    universal = stage(text.format("U"))
    around = {"k12u", "l11r", "k10u", "j11r"}
    assert (can(universal, "RS"), can(universal, "BS")) == (around, around)


def test_no_closed_side_beside_the_centre(stage: Stage) -> None:
    """G14: the Centre is open there. Of a red T, three orientations have the lower side open."""
    position = stage(f"{ALONE}\ndrawn: RT")
    assert set(position.legal_moves()) == {"RT@k12r", "RT@k12d", "RT@k12l"}


def test_anybody_may_build_at_any_edge_of_the_centre(stage: Stage) -> None:
    for seat in "RBYG":
        position = stage(f"{ALONE.replace('of R', f'of {seat}')}\ndrawn: GS")
        assert position.legal_moves() == ["GS@j11r"]


@pytest.mark.parametrize("centre_order", ["1234", "1243", "1324", "1342", "1423", "1432"])
def test_centre_order(stage: Stage, can: Can, centre_order: str) -> None:
    """G5: option centre_order, the seats' colours from the upper side clockwise: 1234, 1243, 1324, …"""
    position = stage("grid: k\n11: C\nhand R: RS BS YS GS", centre_order=centre_order)
    places = dict(zip(centre_order, ("k12u", "l11r", "k10u", "j11r"), strict=True))
    for number, letter in zip("1234", "RBYG", strict=True):
        assert can(position, f"{letter}S") == {places[number]}


# --- where a Path may lie ---------------------------------------------------------------------------


def test_shapes_and_their_orientations(stage: Stage, can: Can) -> None:
    """Straight two, corner four, T four, the universal Path one; only the Centre has four openings.

    A lone opening to the left (of a Warp, which minds no closed sides) shows which sides are open.
    """
    position = stage(
        """
        phase: paths of R
        grid: j k
          11: YSr W1
        hand R: RS RT RC
        """
    )
    beside = {place for place in can(position, "RS") if place.startswith("l11")}
    assert beside == {"l11r"}
    assert {p for p in can(position, "RC") if p.startswith("l11")} == {"l11d", "l11l"}
    assert {p for p in can(position, "RT") if p.startswith("l11")} == {"l11u", "l11d", "l11l"}
    below = {p for p in can(position, "RT") if p.startswith("k10")}
    assert below == {"k10u", "k10r", "k10l"}
    assert {p for p in can(position, "RC") if p.startswith("k10")} == {"k10u", "k10l"}
    universal = stage("grid: j k\n11: YSr W1\nhand R: U")
    assert can(universal, "U") == {"l11", "k12", "k10", "i11"}


def test_a_path_joins_the_grid(stage: Stage, can: Can) -> None:
    """G11: at least one opening meets an opening. Beside a closed side alone nothing can lie."""
    position = stage(
        """
        grid: k l
          12: RSu .
          11: C .
        hand R: BC
        """
    )
    assert {place[:3] for place in can(position, "BC")} == {"l11", "k13"}  # not l12: the straight is closed
    assert "a1u" not in can(position, "BC")


def test_touching_edges_agree(stage: Stage, can: Can) -> None:
    """G11: no opening meets a closed side, closed sides may meet each other.

    l12 touches the straight k12 (closed there), the blue l11 (open upwards) and m12 (open to the left).
    """
    position = stage(
        """
        grid: k l m
          12: RSu . GTl
          11: C BTu .
        hand R: YS YT YC
        """
    )
    at = {card: {p for p in can(position, card) if p.startswith("l12")} for card in ("YS", "YT", "YC")}
    assert at == {"YS": set(), "YT": {"l12r"}, "YC": {"l12r"}}


def test_openings_may_look_at_empty_space(stage: Stage, can: Can) -> None:
    position = stage("grid: k\n12: RSu\n11: C\nhand R: BT")
    assert {p for p in can(position, "BT") if p.startswith("k13")} == {"k13r", "k13d", "k13l"}


def test_paths_of_any_colours_join(stage: Stage, can: Can) -> None:
    position = stage("grid: k\n12: RSu\n11: C\nhand R: BS YS GS RS")
    for card in ("RS", "BS", "YS", "GS"):
        assert "k13u" in can(position, card)


def test_a_path_is_one_space(stage: Stage, can: Can) -> None:
    """Nothing is laid where a card lies, and a pawn stands on a card."""
    position = stage("grid: k\n13: [R]\n12: RSu\n11: C\npawns: R k13\ntokens: R R\nhand R: RS")
    assert not {p for p in can(position, "RS") if p.startswith(("k11", "k12", "k13"))}
    position.play("done")
    position.play("done")
    assert can(position, "go") == {"k12", "k11"}


def test_closing_the_last_opening_is_legal(stage: Stage) -> None:
    """G63: later cards then fall under G8 and G9."""
    text = OFF_THE_TABLE.replace("GSr GSr GSr", " .  GSr GSr").replace("personal of R", "community of R")
    position = stage(text + "\ndrawn: RS", table=7)
    assert position.legal_moves() == ["RS@a4r"]


def test_nothing_lies_beyond_the_table(stage: Stage, can: Can) -> None:
    """Off the table there is no place; a card at its edge may still have an opening outwards."""
    position = stage("grid: d\n7: RSu\n6: RSu\n5: RSu\n4: C\nhand R: RS BS", table=7)
    assert can(position, "RS") == set()
    position = stage("grid: d\n6: RSu\n5: RSu\n4: C\nhand R: RS BS", table=7)
    assert can(position, "RS") == {"d7u"}


@pytest.mark.parametrize("table", [7, 21, 31])
def test_table(game: toolkit.Game, stage: Stage, can: Can, table: int) -> None:
    """G12: option table, 7 to 31 cells a side, 21 if nobody says; beyond the last row nothing is placed."""
    assert game.resolve(4)[1]["table"] == 21
    middle = "abcdefghijklmnop"[table // 2]
    rows = "\n".join(f"{row}: RSu" for row in range(table - 1, table // 2 + 1, -1) if row > table - 5)
    position = stage(f"grid: {middle}\n{rows}\nhand R: BS", table=table)
    assert f"{middle}{table}u" in can(position, "BS")
    position.play(f"BS@{middle}{table}u")
    with pytest.raises(toolkit.IllegalMove):
        position.play(f"BS@{middle}{table + 1}u")


def test_paths_stay_until_a_bomb(stage: Stage, lies: Read) -> None:
    position = stage("grid: k\n12: RSu\n11: C\nphase: utilities of R\nhand R: | bomb wall")
    position.play("wall k12")
    assert lies(position, "k12") == "RSu"
    position.play("bomb k12")
    assert lies(position, "k12") == "."


def test_cards_never_turn_once_placed(stage: Stage, can: Can) -> None:
    """G60: no action turns a card that lies."""
    position = stage("grid: k\n12: RTd\n11: C\nhand R: RT BS")
    assert not any("k12" in text for text in position.legal_moves())
