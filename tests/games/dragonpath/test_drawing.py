"""Drawing tiles and the Dragon tile: every branch of the procedure of the rulings, (1) to (4).

The board of most tests: seat 1 faces a3 from above (port 1) and seat 2 from below (port 5), so that tile 34
(07 12 34 56) leads seat 1 to b3 and seat 2 off the board over the left rim. Seats 3 and 4 are elsewhere.
"""

import random
from collections.abc import Callable

import pytest

import toolkit
from toolkit.games.dragonpath.rules import DRAGON_TAKEN, SKIPPED

Make = Callable[..., toolkit.Position]
Hand = Callable[[toolkit.Position, int], list[int]]
Drawers = Callable[[toolkit.Position], list[int]]

KILLS = {1: "a3:1", 2: "a3:5", 3: "f1:2", 4: "f5:2"}
"""Tile 34 on a3 takes seat 2 off the board."""
ENDS = {1: "a3:5", 2: "c3:1", 3: "f1:2", 4: "f5:2"}
"""Tile 34 on a3 takes seat 1 off the board, who has to lay it when there is nothing else in hand."""
QUIET = {1: "c3:1", 2: "c5:1", 3: "f1:2", 4: "f5:2"}
"""Tile 34 on c3 takes nobody off the board."""


def only(places: dict[int, str], *seats: int) -> dict[int, str]:
    return {seat: places[seat] for seat in seats}


# --- (1) what the dead leave behind -------------------------------------------------------------------


def test_hands_of_the_dead_are_in_the_pile_before_drawing(stage: Make, hand: Hand, drawers: Drawers) -> None:
    """'eliminated players' hands are shuffled into the draw pile' first, then all draw (T13)."""
    position = stage(only(KILLS, 1, 2, 3), {1: [34, 1, 2], 2: [10], 3: [4, 5, 6]})
    position.play("34u")
    assert hand(position, 1) == [1, 2, 10]
    assert hand(position, 2) == []
    assert drawers(position) == [1]
    assert position.state.dragon == 0


@pytest.mark.parametrize("returned_tiles", ["shuffled", "under"])
def test_returned_tiles(stage: Make, drawers: Drawers, returned_tiles: str) -> None:
    """T14: returned tiles are shuffled with the rest, or lie under it in whatever order."""
    first, second = set(), set()
    for seed in range(40):
        position = stage(
            only(KILLS, 1, 2, 3),
            {1: [34, 1, 2], 2: [10, 11], 3: [4, 5]},
            pile=[20],
            seed=seed,
            returned_tiles=returned_tiles,
        )
        position.play("34u")
        assert drawers(position) == [1, 3]
        first.add(position.moves[1])
        second.add(position.moves[2][2:])
    if returned_tiles == "under":
        assert first == {"1+20"}
        assert second <= {"10", "11"}
    else:
        assert first == {"1+20", "1+10", "1+11"}


@pytest.mark.parametrize("returned_tiles", ["shuffled", "under"])
def test_no_tile_is_lost_where_hands_return(stage: Make, hand: Hand, returned_tiles: str) -> None:
    """T14: of a pile of four and a hand of three, whose order the pile keeps where they go under it."""
    for seed in range(8):
        position = stage(
            only(KILLS, 1, 2, 3),
            {1: [34, 1, 2], 2: [10, 11, 12], 3: [4, 5, 6]},
            pile=[20, 21, 22, 23],
            seed=seed,
            returned_tiles=returned_tiles,
        )
        position.play("34u")
        s = position.state
        drawn = [number for number in hand(position, 1) if number not in (1, 2)]
        pile = drawn + [s.deck[0, i] for i in reversed(range(s.deck_size[0]))]
        assert sorted(pile) == [10, 11, 12, 20, 21, 22, 23]
        if returned_tiles == "under":
            assert pile[:4] == [20, 21, 22, 23]


@pytest.mark.parametrize("dragon_of_the_dead", ["next", "aside"])
def test_dragon_of_the_dead(stage: Make, hand: Hand, drawers: Drawers, dragon_of_the_dead: str) -> None:
    """T19: from an eliminated holder to the next clockwise with fewer than three tiles, or aside."""
    position = stage(
        KILLS,
        {1: [34, 1, 2], 2: [10, 11], 3: [4, 5, 6], 4: [7, 8]},
        dragon=2,
        dragon_of_the_dead=dragon_of_the_dead,
    )
    position.play("34u")
    # seat 3 has a full hand, so the dragon goes to seat 4; without it the active seat begins
    assert drawers(position) == ([4, 1] if dragon_of_the_dead == "next" else [1, 4])
    assert position.state.dragon == 0
    assert [len(hand(position, seat)) for seat in (1, 3, 4)] == [3, 3, 3]


def test_the_dragon_passes_over_others_who_died_in_the_same_turn(stage: Make, drawers: Drawers) -> None:
    """T19: 'next clockwise player' is one who is still in the game."""
    # tile 00 turns 6 and 7 back over the left rim, and 0 back up at 1 into the straight tile on a4
    markers = {1: "a3:0", 2: "a3:6", 3: "a3:7", 4: "f5:2", 5: "f1:2"}
    position = stage(markers, {1: [0, 1], 2: [10], 3: [11], 4: [12, 13, 14], 5: [15]}, "33u@a4", dragon=2)
    position.play("00u")
    s = position.state
    assert [s.alive[p] for p in range(5)] == [1, 0, 0, 1, 1]
    assert drawers(position) == [5, 1]


def test_the_dragon_goes_aside_when_nobody_has_room(stage: Make, drawers: Drawers) -> None:
    """T19: holder and active player leave together while the others have full hands."""
    markers = {1: "a6:0", 2: "a6:7", 3: "f1:2", 4: "f5:2"}
    position = stage(markers, {1: [34], 2: [10, 11], 3: [4, 5, 6], 4: [7, 8, 9]}, dragon=2)
    position.play("34u")
    s = position.state
    assert [s.alive[p] for p in range(4)] == [0, 0, 1, 1]
    assert s.dragon == 0
    assert drawers(position) == []
    assert s.deck_size[0] == 2
    assert position.actor == 3


# --- (2) who draws first ------------------------------------------------------------------------------


def test_the_holder_of_the_dragon_draws_first(stage: Make, drawers: Drawers) -> None:
    """'the first player to draw a tile will be the player with the Dragon tile'."""
    position = stage(KILLS, {1: [34, 1], 2: [10, 11], 3: [4, 5], 4: [7, 8]}, dragon=4)
    position.play("34u")
    assert drawers(position) == [4, 1]


def test_the_active_player_draws_first(stage: Make, drawers: Drawers) -> None:
    """'only the active player draws a path tile from the draw pile, replacing the one he or she played'."""
    position = stage(QUIET, {seat: [34, 1, 2] if seat == 1 else [5, 6, 7] for seat in QUIET}, pile=[20, 21])
    position.play("34u")
    assert position.moves == ["34u@c3", "1+20"]
    assert position.actor == 2


def test_the_next_one_alive_draws_first_when_the_active_player_is_out(stage: Make, drawers: Drawers) -> None:
    """T15: no dragon is held: the next alive clockwise from the active seat."""
    position = stage(ENDS, {1: [34], 2: [1, 2], 3: [4], 4: [5]}, pile=[20, 21])
    position.play("34u")
    assert drawers(position) == [2, 3]
    position = stage(only(ENDS, 1, 3, 4), {1: [34], 3: [4], 4: [5]}, pile=[20])
    position.play("34u")
    assert drawers(position) == [3]


def test_the_holder_draws_first_when_the_active_player_is_out(stage: Make, drawers: Drawers) -> None:
    """T15: the dragon's holder, if there is one."""
    position = stage(ENDS, {1: [34], 2: [1, 2], 3: [4], 4: [5]}, pile=[20, 21], dragon=4)
    position.play("34u")
    assert drawers(position) == [4, 2]


# --- (3) round the table ------------------------------------------------------------------------------


@pytest.mark.parametrize("draw_round", ["one_each", "fill"])
def test_draw_round(stage: Make, hand: Hand, drawers: Drawers, draw_round: str) -> None:
    """T16: 'each player with fewer than three path tiles draws a tile', round and round, or hand by hand."""
    position = stage(
        QUIET,
        {1: [34, 1], 2: [2], 3: [4, 5, 6], 4: [7]},
        pile=[20, 21, 22, 23, 24, 25, 26],
        draw_round=draw_round,
    )
    position.play("34u")
    assert drawers(position) == ([1, 2, 4, 1, 2, 4] if draw_round == "one_each" else [1, 1, 2, 2, 4, 4])
    assert [len(hand(position, seat)) for seat in QUIET] == [3, 3, 3, 3]
    assert position.state.deck_size[0] == 1
    assert position.state.dragon == 0


def test_all_draw_until_the_pile_is_empty(stage: Make, hand: Hand, drawers: Drawers) -> None:
    """'all players will have the chance to draw tiles', 'or the draw pile is empty': two tiles for four."""
    position = stage(QUIET, {1: [34, 1], 2: [2], 3: [4, 5, 6], 4: [7]}, pile=[20, 21])
    position.play("34u")
    assert drawers(position) == [1, 2]
    assert hand(position, 1) == [1, 20]
    assert hand(position, 2) == [2, 21]


def test_a_holder_that_draws_lays_the_dragon_aside(stage: Make, drawers: Drawers) -> None:
    """'That player sets aside the Dragon tile when drawing a path tile.'"""
    position = stage(KILLS, {1: [34, 1, 2], 2: [10, 11], 3: [4, 5, 6], 4: [7, 8]}, dragon=4)
    position.play("34u")
    assert drawers(position) == [4, 1]
    assert position.state.dragon == 0
    assert position.state.event[DRAGON_TAKEN] == 0


def test_in_a_game_of_two_only_the_active_player_draws(game: toolkit.Game) -> None:
    """'throughout a two-player game': the common loop comes to the same (T21)."""
    rng = random.Random(2)
    for seed in range(30):
        position = game.new_position(2, seed)
        while position.outcome is None:
            seat, played = position.actor, len(position.moves)
            position.play(rng.choice(position.legal_moves()))
            drawn = position.moves[played + 1 :]
            assert all(move.startswith(f"{seat}+") for move in drawn)
            assert len(drawn) <= 1


# --- (4) the pile is empty ----------------------------------------------------------------------------


def test_the_active_player_takes_the_dragon(stage: Make) -> None:
    """'takes the Dragon tile instead': the pile is empty when the first should draw (T17)."""
    position = stage(QUIET, {1: [34, 1], 2: [2, 3, 9], 3: [4, 5, 6], 4: [7]})
    position.play("34u")
    assert position.state.dragon == 1
    assert position.state.event[DRAGON_TAKEN] == 1
    assert position.state.starved[0] == 1


def test_the_first_who_should_draw_and_cannot_takes_the_dragon(
    stage: Make, hand: Hand, drawers: Drawers
) -> None:
    """T17: the pile runs dry in the middle of the round; 'no more path tiles are drawn that turn'."""
    position = stage(QUIET, {1: [34, 1], 2: [2, 3, 9], 3: [4, 5], 4: [7]}, pile=[20])
    position.play("34u")
    assert drawers(position) == [1]
    assert position.state.dragon == 3, "seat 2 has a full hand"
    assert hand(position, 4) == [7]


def test_nobody_takes_the_dragon_when_all_hands_are_full(stage: Make) -> None:
    """'until all players have three path tiles or the draw pile is empty': nobody tries to draw."""
    position = stage(QUIET, {1: [34, 1, 8], 2: [2, 3, 9], 3: [4, 5, 6], 4: [7, 10, 11]}, pile=[20])
    position.play("34u")
    assert position.state.deck_size[0] == 0
    assert position.state.dragon == 0
    assert position.state.starved[0] == 0
    assert position.state.emptied[0] == 1


def test_a_dragon_that_is_held_stays(stage: Make) -> None:
    """T18: the pile is empty and another player cannot draw."""
    position = stage(QUIET, {1: [34, 1], 2: [2], 3: [4], 4: [7]}, dragon=3)
    position.play("34u")
    assert position.state.dragon == 3
    assert position.state.event[DRAGON_TAKEN] == 0


def test_the_next_who_should_draw_takes_the_dragon_that_was_laid_aside(stage: Make, drawers: Drawers) -> None:
    """T20: the holder draws the only tile; the pile is empty again in the same turn."""
    position = stage(KILLS, {1: [34, 1], 2: [10], 3: [4, 5, 6], 4: [7, 8]}, dragon=4)
    position.play("34u")
    assert drawers(position) == [4]
    assert position.state.dragon == 1
    # with one tile each, and room left, it is the seat after the holder and not the holder itself
    position = stage(KILLS, {1: [34, 1], 2: [10], 3: [4], 4: [7]}, dragon=3)
    position.play("34u")
    assert drawers(position) == [3]
    assert position.state.dragon == 4


def test_filling_a_hand_the_holder_itself_may_take_the_dragon_again(stage: Make, drawers: Drawers) -> None:
    """T16, T20: with `fill` the next that should draw is the same seat while its hand is not full."""
    position = stage(KILLS, {1: [34, 1], 2: [10], 3: [4], 4: [7]}, dragon=3, draw_round="fill")
    position.play("34u")
    assert drawers(position) == [3]
    assert position.state.dragon == 3
    assert position.state.event[DRAGON_TAKEN] == 1


# --- an empty hand ------------------------------------------------------------------------------------


def test_a_seat_without_tiles_is_skipped(stage: Make) -> None:
    """T22: it keeps its marker, the skip is no turn, and it claims no dragon."""
    position = stage(QUIET, {1: [34, 1], 3: [33, 2], 4: [3]}, dragon=3)
    position.play("34u")
    assert position.actor == 3
    assert position.turn == 1
    assert position.state.alive[1] == 1
    assert position.state.dragon == 3
    assert position.state.event[SKIPPED] == 1
    for _ in range(2):
        position.play(position.legal_moves()[-1])
    assert position.actor == 1
    assert position.turn == 3


def test_a_seat_may_have_several_turns_running(stage: Make) -> None:
    """T22: when the others have no tiles, the turn comes back to who played."""
    position = stage(only(QUIET, 1, 2, 3), {1: [34, 1]}, dragon=2)
    position.play("34u")
    assert (position.actor, position.turn) == (1, 1)
    assert position.state.event[SKIPPED] == 2


def test_a_skipped_seat_plays_again_once_it_drew(stage: Make, drawers: Drawers) -> None:
    """T22: its marker stayed, so tiles that come free bring it back into the game."""
    position = stage({1: "a3:1", 2: "a3:5", 3: "f1:2"}, {1: [34], 2: [33, 32], 3: []}, dragon=3, actor=1)
    position.play("34u")
    assert drawers(position) == [3, 1]
    assert position.actor == 3
