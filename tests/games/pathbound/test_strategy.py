"""The bot `strategy`: what it must do in plain situations, and that it beats random and greedy."""

import numpy as np
import pytest

import toolkit
from toolkit.games.pathbound.strategy import reluctance


@pytest.fixture(scope="module")
def game() -> toolkit.Game:
    return toolkit.open_game("pathbound")


def table(game: toolkit.Game, moves: str, players: int = 2, **options: object) -> toolkit.Position:
    position = game.new_table(players, **options)
    for text in moves.split(", "):
        position.play(text)
    return position


def test_it_takes_a_win_at_hand(game: toolkit.Game) -> None:
    """'Immediate wins take priority': also over a wall, and whichever way the goal lies."""
    moves = "slots sn, e2, e8, e3, e7, e4, e6, e5, d6, e6, d5, e7, d4, e8, d3"
    position = table(game, moves, size=9)
    assert all(position.copy().choose("strategy") in ("d9", "e9", "f9") for _ in range(5))
    position = table(game, f"{moves}, f8, d2, g8", size=9)
    assert all(position.copy().choose("strategy") == "d1" for _ in range(5))
    position = table(game, "slots ew, d3, b3", size=5, goal="center")
    assert all(position.copy().choose("strategy") == "c3" for _ in range(5))


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


def test_it_is_more_reluctant_the_fewer_walls_are_left(game: toolkit.Game) -> None:
    """'more reluctant to spend walls as their supply drops, especially within that reserve' of a quarter."""
    for walls, reserve in ((10, 3), (8, 2), (5, 2), (3, 1)):
        position = game.new_position(2, 1, walls=walls)
        s, o, t = position.state, position.option_record, position.table_record
        asked = []
        for stock in range(walls, 0, -1):
            s.stock[0] = stock
            asked.append(reluctance(s, o, t, 0, 8, 8))
        assert asked == sorted(asked)
        outside, inside = asked[: walls - reserve], asked[walls - reserve :]
        assert max(outside) < min(inside)
        assert outside[0] == 1
        # Behind in the race a wall of the reserve is let go sooner; near a goal it is no reserve any more.
        assert reluctance(s, o, t, 0, 9, 8) < inside[-1]
        assert reluctance(s, o, t, 0, 3, 8) == reluctance(s, o, t, 0, 8, 3) == 1


def test_it_uses_its_last_wall_for_a_defence_that_matters(game: toolkit.Game) -> None:
    """'can still use reserved walls for important defenses': one wall left, the rival a step from home."""
    position = table(game, "slots sn, e2, e8, d2, e7, e2, e6, d2, e5, c2, e4, d2, e3, c2, e2")
    position.state.stock[0] = 1
    choice = position.choose("strategy")
    assert choice.endswith(("ns", "ew"))
    position.play(choice)
    assert "1 step to go" not in dict(position.lines())["seat 2"]


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
