"""Compiled kernels: the same games as plain ones, the same rows for any chunks and threads, no index out."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import toolkit
from toolkit.engine import bots
from toolkit.engine.hooks import setup
from toolkit.engine.link import Linker
from toolkit.engine.playout import play_games
from toolkit.engine.position import parse_bots
from toolkit.engine.state import Views, plain_array

sys.path.insert(0, str(Path(__file__).parent))
from every_game import LARGE, SHORT, Variant, variants

VARIANTS = variants()
GAMES = sorted({variant.game for variant in VARIANTS})


def filled(values: np.ndarray) -> memoryview:
    """A numpy array of 64-bit integers as plain kernels index one."""
    return memoryview(bytearray(np.ascontiguousarray(values, np.int64).tobytes())).cast(
        "q", list(values.shape)
    )


def plain_rows(game: toolkit.Game, variant: Variant, names: list[str], seed: int, count: int) -> np.ndarray:
    """`Runner.play(0, count)`, by the same kernels without a compiler."""
    rules = game.rules
    dtypes = {
        "s": rules.state_dtype,
        "o": rules.options_dtype,
        "t": rules.tables_dtype,
        "row": rules.row_dtype,
    }
    linker = Linker(rules.kernels, dtypes)
    linker.collect([setup, play_games])
    kernels = linker.bind(lambda function: function)
    players, options = game.resolve(variant.players, **dict(variant.options))
    o = [game.kernels.options(rules, players, options)]
    t = [game.tables_view(players, options)]
    blank, states = Views(rules.state_dtype, 1), Views(rules.state_dtype, 3)
    blank[0].players = players
    kernels["setup"](blank[0], o[0], t[0])
    parsed = parse_bots(names, players, rules.bots)
    runner = game.runner(players, options, names, seed)
    seating = [runner.seating(turn) for turn in range(runner.rotations)]
    codes = filled(np.array([[parsed[b][0] for b in row] for row in seating]))
    budgets = filled(np.array([[parsed[b][1] for b in row] for row in seating]))
    nodes = max(budget for _, budget in parsed) + 2
    rows = Views(rules.row_dtype, count)
    kernels["play_games"](
        0,
        count,
        seed,
        runner.rotations,
        codes,
        budgets,
        blank,
        o,
        t,
        states,
        plain_array([rules.max_moves]),
        plain_array([nodes, bots.COLUMNS]),
        plain_array([nodes]),
        rows,
        plain_array([1]),
    )
    return np.frombuffer(b"".join(rows[g].raw() for g in range(count)), rules.row_dtype)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_compiled_and_plain_kernels_play_the_same_games(variant: Variant) -> None:
    game = variant.open()
    mixed = (["random", "greedy", "mcts:6"] * 3)[: variant.players]
    # Without a compiler, bots that look ahead need minutes for a long game: theirs are cut short.
    short = replace(variant, options=(*variant.options, ("turn_cap", 12)))
    runs = [(["random"], 30, variant), (["greedy"], 4, short), (mixed, 4, short)]
    if game.rules.max_moves > LARGE:
        # Hundreds of moves to look at in each position: only with the defaults, and fewer games.
        runs = [(["random"], 6, variant)]
        if variant.options == (SHORT,):
            runs += [(["greedy"], 2, short), (mixed, 1, short)]
    for names, count, played in runs:
        rows = game.runner(variant.players, dict(played.options), names, seed=11).play(0, count)
        assert np.array_equal(rows, plain_rows(game, played, names, 11, count)), names


@pytest.mark.parametrize("game", GAMES)
def test_no_index_leaves_its_array(game: str) -> None:
    """Compiled with every index checked, all variants of a game play on."""
    for variant in VARIANTS:
        if variant.game == game:
            names = (["random", "greedy", "mcts:6"] * 3)[: variant.players]
            runner = variant.open().runner(
                variant.players, dict(variant.options), names, seed=3, boundscheck=True
            )
            games = 150 if variant.open().rules.max_moves <= LARGE else 30
            assert (runner.play(0, games)["ended"] > 0).all()


@pytest.mark.parametrize("game", GAMES)
def test_rows_do_not_depend_on_chunks_or_threads(game: str) -> None:
    variant = next(v for v in VARIANTS if v.game == game)
    runner = variant.open().runner(variant.players, bots=["random"], seed=8)
    whole = runner.play(0, 600)
    with ThreadPoolExecutor(3) as pool:
        parts = list(pool.map(lambda first: runner.play(first, 50), range(0, 600, 50)))
    assert np.array_equal(np.concatenate(parts), whole)
    assert np.array_equal(runner.play(417, 1), whole[417:418])
    assert whole["game"].tolist() == list(range(600))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_thousands_of_random_games_end_well(variant: Variant) -> None:
    """In 2,000 games: an ending, winners that fit it, deck figures that can be."""
    game = variant.open()
    rows = game.runner(variant.players, dict(variant.options), ["random"], seed=21).play(0, 2000)
    count = np.array([bin(w).count("1") for w in range(256)])[rows["winners"]]
    assert (rows["ended"] > 0).all()
    assert (count[rows["ended"] == 1] == 1).all()
    assert (count[rows["ended"] == 2] >= 2).all()
    assert (rows["winners"] < 1 << variant.players).all()
    assert (rows["turns"] > 0).all()
    assert (rows["emptied"] <= rows["turns"][:, None] + 1).all()
    assert (rows["left"] >= 0).all()


@pytest.mark.parametrize("game", GAMES)
def test_a_trace_is_the_game_that_was_counted(game: str) -> None:
    variant = next(v for v in VARIANTS if v.game == game)
    runner = variant.open().runner(variant.players, dict(variant.options), ["random"], seed=8)
    rows = runner.play(0, 10)
    for index in range(10):
        table = variant.table()
        for text in runner.trace(index):
            table.play(text)
        assert table.turn == rows["turns"][index]
        assert table.outcome is not None
        assert sum(1 << (w - 1) for w in table.outcome.winners) == rows["winners"][index]


def test_bots_that_differ_rotate_through_the_seats_on_one_deal() -> None:
    game = next(v for v in VARIANTS).open()
    runner = game.runner(3, bots=["random", "greedy", "mcts:5"])
    assert runner.rotations == 3
    seats = [runner.seating(g) for g in range(3)]
    assert sorted(seats) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [runner.unit(g) for g in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    assert game.runner(4, bots=["random", "greedy", "random", "greedy"]).rotations == 2
    assert game.runner(4, bots=["random"]).rotations == 1
    assert game.runner(3, bots=["random", "greedy", "mcts:5"], fixed_seats=True).rotations == 1
    deals = [[text for text in runner.trace(g) if "+" in text][:9] for g in range(3)]
    assert deals[0] == deals[1] == deals[2]


@pytest.mark.parametrize("bad", ["clever", "mcts", "mcts:0", "mcts:x", "mcts:9999999", "", "mcts:٣"])
def test_unknown_bots_are_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="random, greedy"):
        VARIANTS[0].open().runner(2, bots=[bad])


STALE = """
import sys
import toolkit
from toolkit.engine import link
game = toolkit.open_game(sys.argv[1], trust=True)
runner = game.runner(2, bots=["random"], seed=1)
cached = not runner.needs_compiling
if sys.argv[2:]:
    print(cached, 0, 0)
    sys.exit()
rows = runner.play(0, 500)
print(cached, rows["turns"].mean(), rows["measure"][:, 0].mean())
"""


def run_in_own_process(folder: Path, cache: Path, *look: str) -> tuple[bool, float, float]:
    done = subprocess.run(
        [sys.executable, "-c", STALE, str(folder), *look],
        capture_output=True,
        text=True,
        env={**os.environ, "PNP_CACHE_DIR": str(cache)},
    )
    assert done.returncode == 0, done.stderr
    cached, turns, steps = done.stdout.split()
    return cached == "True", float(turns), float(steps)


def test_stale_rules_never_run(tmp_path: Path) -> None:
    """Edits of a rules file, of a constant it imports and of a table, each between two processes."""
    import shutil

    from every_game import RACE

    folder = tmp_path / "race"
    cache = tmp_path / "cache"
    shutil.copytree(RACE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    first = run_in_own_process(folder, cache)
    assert not first[0]
    again = run_in_own_process(folder, cache)
    assert again == (True, *first[1:])

    # The same size and the same time stamp: only the contents differ.
    rules = folder / "rules.py"
    stamp = rules.stat()
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace("s.at[seat] += value\n", "s.at[seat] += 1 * 1\n"), encoding="utf-8")
    os.utime(rules, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    edited = run_in_own_process(folder, cache)
    assert not edited[0]
    assert edited[1] > first[1]

    # A table: no compilation, other games.
    rules.write_text(source, encoding="utf-8")
    (folder / "cards.csv").write_text("value,count\n1,20\n", encoding="utf-8")
    slow = run_in_own_process(folder, cache)
    assert slow[0]
    assert slow[1] == 23.0  # twelve steps of one, the other seat eleven

    # A constant.
    rules.write_text(source.replace("HAND = 2", "HAND = 1"), encoding="utf-8")
    (folder / "cards.csv").write_text("value,count\n1,4\n2,4\n3,3\n", encoding="utf-8")
    assert not run_in_own_process(folder, cache, "only look")[0]
