"""The bot `strategy`: what it must do in plain situations, and that it beats random and greedy."""

import numpy as np
import pytest

import toolkit


@pytest.fixture(scope="module")
def game() -> toolkit.Game:
    return toolkit.open_game("pathbound")


def table(game: toolkit.Game, moves: str, players: int = 2, **options: object) -> toolkit.Position:
    position = game.new_table(players, **options)
    for text in moves.split(", "):
        position.play(text)
    return position


def test_it_takes_a_win_at_hand(game: toolkit.Game) -> None:
    position = table(game, "slots sn, e2, e8, e3, e7, e4, e6, e5, d6, e6, d5, e7, d4, e8, d3", size=9)
    assert all(position.copy().choose("strategy") in ("d9", "e9", "f9") for _ in range(5))


def test_it_stops_a_rival_who_is_about_to_win(game: toolkit.Game) -> None:
    """Seat 2 is one step from home: only a wall helps."""
    position = table(game, "slots sn, e2, e8, d2, e7, e2, e6, d2, e5, c2, e4, d2, e3, c2, e2")
    choice = position.choose("strategy")
    position.play(choice)
    position_after = dict(position.lines())["seat 2"]
    assert "1 step to go" not in position_after


def test_it_saves_its_reserve_while_nothing_is_at_stake(game: toolkit.Game) -> None:
    """Of ten walls it does not go below three before a pawn is near its goal or it falls behind."""
    kept = 0
    for seed in range(6):
        position = game.new_position(2, seed, opposite_only="true")
        for _ in range(16):
            position.play(position.choose("strategy"))
        kept += sum(position.state.stock[seat] >= 3 for seat in range(2))
    assert kept == 12


POINTS = {  # smallest share of the points, in per cent: of 2,000 games it takes more (see the changelog)
    ("random", "step"): 98,
    ("greedy", "step"): 55,
    ("random", "slide"): 85,
}


@pytest.mark.parametrize("board", ["square", "torus", "triangle"])
@pytest.mark.parametrize(("rival", "movement"), POINTS)
def test_it_beats_random_and_greedy(game: toolkit.Game, board: str, rival: str, movement: str) -> None:
    """200 games in turned seats; the bounds leave more than two standard errors of room."""
    runner = game.runner(2, {"board": board, "movement": movement}, ["strategy", rival], seed=3)
    rows = runner.play(0, 200)
    mine = np.array([runner.seating(game_number).index(0) for game_number in range(200)])
    taken = np.where(rows["winners"] == 0, 0.5, (rows["winners"] >> mine) & 1)
    assert 100 * taken.mean() >= POINTS[rival, movement]
