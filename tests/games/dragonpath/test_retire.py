"""T26: a player leaves the table: in the own turn or not, with the dragon or without, early or late."""

from collections.abc import Callable

import pytest

import toolkit
from toolkit.games.dragonpath.rules import RETIRED

Make = Callable[..., toolkit.Position]
Hand = Callable[[toolkit.Position, int], list[int]]
Drawers = Callable[[toolkit.Position], list[int]]

FOUR = {1: "c3:1", 2: "c5:1", 3: "f1:2", 4: "f5:2"}
HANDS = {1: [34, 1], 2: [2, 3], 3: [4, 5], 4: [6]}


def test_another_retires(stage: Make, hand: Hand, drawers: Drawers) -> None:
    """The marker leaves, the hand is shuffled in, nobody draws; the actor goes on as before."""
    position = stage(FOUR, HANDS, pile=[20])
    assert position.table_moves() == [f"{seat} retire" for seat in FOUR]
    assert not {"2 retire"} & set(position.legal_moves())
    position.play("2 retire")
    s = position.state
    assert [s.alive[p] for p in range(4)] == [1, 0, 1, 1]
    assert s.deck_size[0] == 3
    assert hand(position, 2) == []
    assert drawers(position) == []
    assert (position.actor, position.turn) == (1, 0)
    assert s.event[RETIRED] == 1
    assert s.seat_measure[0, 1] == 1
    with pytest.raises(toolkit.IllegalMove, match="seat 2 is not in the game"):
        position.play("2 retire")


def test_nobody_draws_until_the_next_turn_ends(stage: Make, drawers: Drawers) -> None:
    """The tiles that came free are drawn at the end of the next turn, from the active seat round."""
    position = stage(FOUR, HANDS, dragon=4)
    position.play("2 retire")
    assert position.state.dragon == 4
    assert drawers(position) == []
    position.play("34u")
    assert drawers(position) == [4, 1]
    assert position.state.dragon == 3


def test_the_actor_retires(stage: Make, drawers: Drawers) -> None:
    """The next one alive plays; to leave is no turn."""
    position = stage(FOUR, HANDS, pile=[20])
    position.play("1 retire")
    assert (position.actor, position.turn) == (2, 0)
    assert drawers(position) == []
    assert position.state.deck_size[0] == 3
    assert not any(placed > 0 for placed in position.state.placed), "no tile was laid"


def test_the_actor_retires_and_the_next_has_no_tiles(stage: Make) -> None:
    """The seat without tiles is skipped, as after a turn (T22)."""
    position = stage(FOUR, {1: [34], 3: [4], 4: [5]}, dragon=4)
    position.play("1 retire")
    assert position.actor == 3


@pytest.mark.parametrize(("choice", "holder"), [("next", 4), ("aside", 0)])
def test_the_holder_of_the_dragon_retires(stage: Make, choice: str, holder: int) -> None:
    """T19 applies: to the next clockwise with fewer than three tiles, or aside."""
    hands = {1: [34, 1], 2: [2, 3], 3: [4, 5, 7], 4: [6]}
    position = stage(FOUR, hands, dragon=2, dragon_of_the_dead=choice)
    position.play("2 retire")
    assert position.state.dragon == holder


def test_the_holder_retires_in_its_own_turn(stage: Make, drawers: Drawers) -> None:
    """The dragon goes on to seat 2, who plays next and then draws first."""
    position = stage(FOUR, HANDS, dragon=1)
    position.play("1 retire")
    assert (position.actor, position.state.dragon) == (2, 2)
    position.play(next(move for move in position.legal_moves() if move.startswith("03")))
    assert drawers(position)[0] == 2


@pytest.mark.parametrize("leaver", [1, 3])
def test_the_last_but_one_retires(stage: Make, leaver: int) -> None:
    """A last marker wins, in no turn."""
    position = stage({1: "c3:1", 3: "f1:2"}, {1: [34, 1], 3: [4]}, pile=[20])
    position.play(f"{leaver} retire")
    assert position.outcome == toolkit.Outcome((4 - leaver,), "win", "the others retired")
    assert position.turn == 0
    assert position.table_moves() == []


def test_the_actor_retires_instead_of_choosing_a_mark(game: toolkit.Game) -> None:
    """The next seat chooses; the first seat that is left plays first."""
    position = game.new_position(4, seed=3, first=2)
    position.play("2 retire")
    assert position.actor == 3
    assert position.state.deck_size[0] == 35 - 3 * 3
    for mark in ("m1", "m10", "m20"):
        position.play(mark)
    assert position.actor == 3


def test_a_seat_that_has_yet_to_choose_retires(game: toolkit.Game) -> None:
    """Nobody waits for it."""
    position = game.new_position(4, seed=3)
    position.play("m1")
    position.play("3 retire")
    assert position.actor == 2
    position.play("m10")
    assert position.actor == 4
    position.play("m20")
    assert position.actor == 1
    assert not any(move.startswith("m") for move in position.legal_moves())


def test_the_mark_of_who_left_is_free_again(game: toolkit.Game) -> None:
    """The marker leaves, so its start mark has none, and T2 refuses only marks with a marker."""
    position = game.new_position(3, seed=3)
    position.play("m1")
    position.play("1 retire")
    assert position.actor == 2
    assert "m1" in position.legal_moves()
    assert position.play("m1") == "m1"


def test_all_but_one_retire_while_marks_are_chosen(game: toolkit.Game) -> None:
    """The one who is left wins, with a marker on the board or not."""
    position = game.new_position(3, seed=3)
    position.play("m1")
    position.play("1 retire")
    position.play("3 retire")
    assert position.outcome == toolkit.Outcome((2,), "win", "the others retired")
    assert position.turn == 0


def test_the_only_seat_with_tiles_retires(stage: Make) -> None:
    """Nobody can play, and nobody draws before a turn ends: undecided, so stalled, with tiles left."""
    position = stage(FOUR, {1: [34, 1]}, dragon=2)
    position.play("1 retire")
    assert position.state.deck_size[0] == 2
    assert position.outcome is not None
    assert position.outcome.reason == "stalled"
    assert position.outcome.winners == ()
    assert position.outcome.detail


def test_nobody_retires_while_tiles_are_drawn(game: toolkit.Game) -> None:
    """Only between a table's actions: a draw that is due comes first."""
    position = game.new_table(2)
    assert position.chance
    assert position.table_moves() == []
    with pytest.raises(toolkit.IllegalMove, match="draw first"):
        position.play("2 retire")
