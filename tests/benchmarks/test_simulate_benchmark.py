"""How fast games are played and reported. Run on demand: `pytest
tests/benchmarks/test_simulate_benchmark.py`.

The goals on a machine with nothing else to do: 100,000 complete random games of two players a second on one
core once the rules are compiled, and 3 s for `pnp simulate dragonpath -n 1000` from the prompt.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import toolkit
from toolkit.lab.run import play, prepare

GAMES = {"random": 20_000, "greedy": 1_000, "mcts:100": 20}


@pytest.mark.parametrize("bot", list(GAMES))
@pytest.mark.parametrize("players", [2, 4, 8])
def test_games_on_one_core(benchmark: Any, players: int, bot: str) -> None:
    game = toolkit.open_game("dragonpath")
    runner, _ = prepare(game, players, bot, 1, {})
    runner.compile()
    rows = benchmark(runner.play, 0, GAMES[bot])
    assert len(rows) == GAMES[bot]
    benchmark.extra_info["games_per_second"] = round(GAMES[bot] / benchmark.stats.stats.median)


def test_games_on_all_cores(benchmark: Any) -> None:
    game = toolkit.open_game("dragonpath")
    runner, setup = prepare(game, 2, "random", 1, {})
    runner.compile()
    result = benchmark(play, runner, setup, game.row_dtype, 100_000)
    assert not result.interrupted
    benchmark.extra_info["games_per_second"] = round(100_000 / benchmark.stats.stats.median)


def test_figures_of_a_hundred_thousand_games(benchmark: Any) -> None:
    result = toolkit.open_game("dragonpath").simulate(100_000, players=4, bots="random")

    def report() -> int:
        result.__dict__.pop("_report", None)  # it is kept once it was made
        return result.to_dict()["games"]

    assert benchmark(report) == 100_000


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_command_from_the_prompt(benchmark: Any, bot: str) -> None:
    command = [
        sys.executable,
        "-m",
        "toolkit.cli.main",
        "simulate",
        "dragonpath",
        "-n",
        "1000",
        "--bots",
        bot,
    ]
    subprocess.run(command, check=True, capture_output=True)  # compile
    benchmark.pedantic(
        subprocess.run, args=(command,), kwargs={"check": True, "capture_output": True}, rounds=5
    )
