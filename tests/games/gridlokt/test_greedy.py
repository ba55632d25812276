"""The bot `greedy`: what it must do in plain situations, what it may not look at, how its games end."""

import random
from collections.abc import Callable

import numpy as np
import pytest

import toolkit

Stage = Callable[..., toolkit.Position]

CROSS = """
    grid: h   i   j   k   l   m   n
      14: .   .   .  [R]  .   .   .
      13: .   .   .  RSu  .   .   .
      12: .   .   .  RSu  .   .   .
      11: [G] GSr GSr  C  BSr BSr [B]
      10: .   .   .  YSu  .   .   .
      9:  .   .   .  YSu  .   .   .
      8:  .   .   .  [Y]  .   .   .
"""
"""Four Homes round the Centre, each at the end of two Paths of its colour."""


def test_it_walks_into_the_final_room(stage: Stage) -> None:
    position = stage(
        f"phase: movement of R\n{CROSS.replace('GSr GSr', 'GSr GTu')}\ncells: j12 [F]\n"
        "pawns: R k8, B n11\ntokens: R RBYG, B B",
        seed=1,
    )
    assert {position.copy().choose() for _ in range(5)} == {"go j12"}


def test_it_digs_into_the_final_room(stage: Stage) -> None:
    """A Tunnel of one piece ends the game at once; nothing else is done first."""
    position = stage(
        f"phase: utilities of R\n{CROSS}\ncells: m8 RSu, m9 [F]\n"
        "pawns: R m11, B n11\ntokens: R RBYG, B BYG\nhand R: | straight wall pit bomb",
        seed=1,
    )
    assert "tunnel R>m9 S" in position.legal_moves()
    moves = []
    while position.outcome is None:
        moves.append(position.choose())
        position.play(moves[-1])
        assert len(moves) < 40
    assert position.outcome.winners == (1,)
    assert "tunnel R>m9 S" in moves


def test_it_goes_for_the_rooms_it_lacks(stage: Stage) -> None:
    """Two own Paths from a Room whose token it lacks, it does not stop short of it."""
    position = stage(f"phase: movement of R\n{CROSS}\npawns: R m11\ntokens: R RB", seed=1)
    assert position.choose() != "stay"
    near = stage(f"phase: movement of R\n{CROSS}\npawns: R m11\ntokens: R R", seed=1)
    assert {near.copy().choose() for _ in range(5)} == {"go n11"}


def test_it_closes_its_way_with_a_path_of_its_own(stage: Stage) -> None:
    """One card is missing on the way to a Room; it is laid there, and lies along the way."""
    text = CROSS.replace("C  BSr BSr", "C  BSr  . ")
    position = stage(
        f"phase: paths of R\n{text}\npawns: R k13\ntokens: R R\nhand R: RS RC |", seed=1, path_draws=0
    )
    assert position.choose() == "RS@m11r"


def test_it_does_not_look_at_what_is_hidden(game: toolkit.Game) -> None:
    """In the midst of games: other hands and both piles dealt anew, and it chooses the same."""
    compared = 0
    for seed in range(3):
        position = game.new_position(seed=seed)
        rng = random.Random(seed)
        while position.outcome is None and compared < 60 * (seed + 1):
            if position.state.turns > 24 and rng.random() < 0.3:
                other = position.copy()
                game.kernels.call["redeal"](
                    other.state, other.option_record, other.table_record, position.actor - 1, 1
                )
                for k in range(2):
                    for lane in range(4):
                        other.state.stream[k, lane] = rng.randrange(1, 2**32)
                assert other.choose() == position.copy().choose()
                compared += 1
            position.play(position.choose())
    assert compared > 100


def test_its_games_end_with_a_winner(game: toolkit.Game) -> None:
    """Of 10,000 games 9,992 did, after 70 turns on the average, the construction's 24 among them.

    The longest took 203 turns, 51 a seat; in the other eight a Path fitted nowhere in construction.
    """
    rows = game.runner(4, {}, ["greedy"], seed=3).play(0, 100)
    assert (rows["ended"] == 1).mean() >= 0.95
    assert rows["turns"].mean() < 100


@pytest.mark.parametrize("number", [2705, 3786])
def test_it_does_not_wait_for_ever(game: toolkit.Game, number: int) -> None:
    """In these games four pawns blocked each other, and every bot stayed where it was until the cap."""
    (row,) = game.runner(4, {}, ["greedy"], seed=1).play(number, 1)
    assert row["ended"] == 1


@pytest.mark.parametrize("table", [21, 11])
def test_it_beats_random(game: toolkit.Game, table: int) -> None:
    """One against three, in turned seats: a fair share would be a quarter."""
    runner = game.runner(4, {"table": table}, ["greedy", "random", "random", "random"], seed=5)
    rows = runner.play(0, 40)
    mine = np.array([runner.seating(number).index(0) for number in range(40)])
    assert ((rows["winners"] >> mine) & 1).mean() > 0.8
