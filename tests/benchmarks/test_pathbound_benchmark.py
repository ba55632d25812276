"""How fast pathbound is played. Run on demand: `pytest tests/benchmarks/test_pathbound_benchmark.py`.

The goals, complete uniform-random games a second on one core of a machine with nothing else to do: 40,000 on
the square with 2 players, 15,000 on torus and triangle, 10,000 with 4 players on size 11; `strategy` against
itself 300. Where OpenSpiel is installed (`pip install open_spiel`), its `quoridor` plays beside it.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from typing import Any

import pytest

import toolkit

WHOLE = {"turn_cap": 100_000, "repetition": "off"}
"""Nothing cuts a game short, so that lengths are those of other engines."""

SET_UPS: dict[str, tuple[int, dict[str, object], int]] = {
    "square": (2, {}, 10_000),
    "torus": (2, {"board": "torus"}, 10_000),
    "triangle": (2, {"board": "triangle"}, 5_000),
    "four": (4, {}, 4_000),
    "unlimited": (2, {"walls": "unlimited", "wall_shapes": "both"}, 500),
}

OPENSPIEL = """
import json, random, time, pyspiel
game = pyspiel.load_game("quoridor(board_size=9,wall_count=10,players=2)")
rng, plies, start = random.Random(1), 0, time.perf_counter()
for _ in range(30):
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[rng.randrange(len(legal))])
        plies += 1
print(json.dumps([30 / (time.perf_counter() - start), plies / 30]))
"""


@pytest.mark.parametrize("name", list(SET_UPS))
def test_random_games_on_one_core(benchmark: Any, name: str) -> None:
    players, options, games = SET_UPS[name]
    runner = toolkit.open_game("pathbound").runner(players, {**WHOLE, **options}, ["random"])
    runner.compile()
    rows = benchmark(runner.play, 0, games)
    assert (rows["ended"] > 0).all()
    benchmark.extra_info["games_per_second"] = round(games / benchmark.stats.stats.median)


@pytest.mark.parametrize("rival", ["strategy", "greedy"])
def test_strategy_on_one_core(benchmark: Any, rival: str) -> None:
    runner = toolkit.open_game("pathbound").runner(2, {}, ["strategy", rival])
    runner.compile()
    rows = benchmark(runner.play, 0, 200)
    assert len(rows) == 200
    benchmark.extra_info["games_per_second"] = round(200 / benchmark.stats.stats.median)


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_openspiel_beside_it(benchmark: Any) -> None:
    """OpenSpiel's own random games, driven from Python, in a child process."""

    def play() -> list[float]:
        done = subprocess.run(
            [sys.executable, "-c", OPENSPIEL], capture_output=True, text=True, check=True, timeout=600
        )
        figures: list[float] = json.loads(done.stdout)
        return figures

    speed, plies = benchmark.pedantic(play, rounds=1)
    benchmark.extra_info["games_per_second"] = round(speed)
    benchmark.extra_info["plies_per_game"] = round(plies)
    assert speed > 0
