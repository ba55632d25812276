"""How fast gridlokt is played. Run on demand: `pytest tests/benchmarks/test_gridlokt_benchmark.py`.

The goals on one core of a machine with nothing else to do, once compiled: 200,000 decisions a second in
random play, 10 complete games a second among four greedy bots, 2 ms for the list of legal actions of a
typical position; at most 60 s to compile all of it for the first time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import toolkit
from toolkit.engine import hooks
from toolkit.engine.link import link
from toolkit.games.gridlokt.fields import PATHING, USING

COLD = """
import sys, toolkit
runner = toolkit.open_game("gridlokt").runner(4, {}, ["greedy"])
assert runner.needs_compiling
print(runner.compile())
"""


@pytest.mark.parametrize(("bot", "games"), [("random", 50), ("greedy", 100)])
def test_games_on_one_core(benchmark: Any, bot: str, games: int) -> None:
    runner = toolkit.open_game("gridlokt").runner(4, {}, [bot])
    runner.compile()
    rows = benchmark(runner.play, 0, games)
    seconds = benchmark.stats.stats.median
    assert (rows["ended"] > 0).all()
    benchmark.extra_info["games_per_second"] = round(games / seconds, 1)
    benchmark.extra_info["decisions_per_second"] = round(int(rows["actions"].sum()) / seconds)
    benchmark.extra_info["won"] = round(float((rows["ended"] == 1).mean()), 3)


@pytest.mark.parametrize("phase", ["paths", "utilities"])
def test_listing_a_typical_position(benchmark: Any, phase: str) -> None:
    """The compiled list of legal actions where one game of greedy bots has the most of them."""
    game = toolkit.open_game("gridlokt")
    rules = game.rules
    position = game.new_position(seed=4)
    many: list[str] = []
    best = position
    while position.outcome is None:
        if position.state.phase == (PATHING if phase == "paths" else USING):
            listed = position.legal_moves()
            if len(listed) > len(many):
                best, many = position.copy(), listed
        position.play(position.choose())
    kernels = link(
        [hooks.moves],
        rules.kernels,
        {"s": rules.state_dtype, "o": rules.options_dtype, "t": rules.tables_dtype},
        compiled=True,
    ).kernels
    state = np.frombuffer(bytearray(best.state.raw()), rules.state_dtype)
    options = np.frombuffer(bytearray(best.option_record.raw()), rules.options_dtype)
    tables = np.frombuffer(bytearray(best.table_record.raw()), rules.tables_dtype)
    buf = np.zeros(rules.max_moves, np.int64)
    listing = next(kernel for name, kernel in kernels.items() if name == rules.kernels["moves"].__name__)
    n = benchmark(listing, state[0], options[0], tables[0], buf)
    assert n == len(many)
    benchmark.extra_info["actions"] = n


def test_compiling_for_the_first_time(benchmark: Any, tmp_path: Path) -> None:
    """In a fresh process with an empty cache."""

    def compile_all() -> float:
        done = subprocess.run(
            [sys.executable, "-c", COLD],
            env={**os.environ, "PNP_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        )
        return float(done.stdout)

    benchmark.extra_info["seconds"] = round(benchmark.pedantic(compile_all, rounds=1), 1)
