"""Runs of a real game: the same rows whoever plays them, and a stop that keeps the first games in order."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import toolkit
from toolkit.lab import run as lab_run
from toolkit.lab.run import play, prepare, run


@pytest.fixture(scope="module")
def dragonpath() -> toolkit.Game:
    return toolkit.open_game("dragonpath")


def played(game: toolkit.Game, n: int, bots: str, workers: int, chunk_seconds: float) -> np.ndarray:
    runner, setup = prepare(game, 3, bots, 7, {})
    return play(runner, setup, game.row_dtype, n, workers, chunk_seconds=chunk_seconds).rows


@pytest.mark.parametrize("bots", ["random", "greedy,random,random"])
def test_rows_do_not_depend_on_workers_or_chunks(dragonpath: toolkit.Game, bots: str) -> None:
    expected = played(dragonpath, 301, bots, 1, 1e9)
    assert expected["game"].tolist() == list(range(301))
    assert len(np.unique(expected["turns"])) > 5
    for workers in (1, 2, 3):
        for chunk_seconds in (1e-9, 1e-3, 1.0):  # one game a chunk, a few, all that fit
            rows = played(dragonpath, 301, bots, workers, chunk_seconds)
            assert rows.tobytes() == expected.tobytes()


def test_a_longer_run_begins_with_the_shorter_one(dragonpath: toolkit.Game) -> None:
    short = run(dragonpath, 50, players=2, bots="random", seed=3)
    long = run(dragonpath, 120, players=2, bots="random", seed=3)
    other = run(dragonpath, 50, players=2, bots="random", seed=4)
    assert long.rows[:50].tobytes() == short.rows.tobytes()
    assert other.rows.tobytes() != short.rows.tobytes()


def test_a_stopped_run_holds_the_first_games(dragonpath: toolkit.Game) -> None:
    asked = 200_000
    looks = iter([False, True])
    result = run(dragonpath, asked, players=4, bots="greedy", seed=9, stop=lambda: next(looks, True))
    assert result.interrupted
    games = len(result.rows)
    assert 0 < games < asked
    again = run(dragonpath, games, players=4, bots="greedy", seed=9, workers=1)
    assert again.rows.tobytes() == result.rows.tobytes()
    assert f"first {games:,} of {asked:,} games" in result.to_text()
    assert result.to_dict()["games"] == games


def test_an_interrupt_ends_a_run_like_a_stop(dragonpath: toolkit.Game) -> None:
    def interrupt(done: int, asked: int) -> None:
        if done:
            raise KeyboardInterrupt

    result = run(dragonpath, 10_000_000, players=2, bots="random", seed=1, progress=interrupt)
    assert 0 < len(result.rows) < 10_000_000
    assert result.rows["game"].tolist() == list(range(len(result.rows)))


def test_games_that_outlast_the_patience_are_left_out(
    dragonpath: toolkit.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_run, "PATIENCE_SECONDS", 0.0)
    result = run(dragonpath, 50, players=2, bots="mcts:800", seed=1, stop=lambda: True)
    assert result.interrupted
    whole = len(result.rows)
    rows = run(dragonpath, max(whole, 1), players=2, bots="mcts:800", seed=1).rows[:whole]
    assert result.rows.tobytes() == rows.tobytes()


def test_progress_ends_at_all_games(dragonpath: toolkit.Game) -> None:
    seen: list[tuple[int, int]] = []
    run(dragonpath, 500, players=2, bots="random", progress=lambda done, asked: seen.append((done, asked)))
    assert seen == sorted(seen)
    assert seen[-1] == (500, 500)


def test_a_fault_in_a_thread_reaches_the_caller(dragonpath: toolkit.Game) -> None:
    runner, setup = prepare(dragonpath, 2, "random", 1, {})

    def fail(first: int, count: int) -> np.ndarray:
        raise RuntimeError(f"games from {first}")

    runner.play = fail  # type: ignore[method-assign]
    runner.compile = lambda: 0.0  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="games from"):
        play(runner, setup, dragonpath.row_dtype, 10, workers=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "allowed are 1 to"),
        ({"n": 10**12}, "allowed are 1 to"),
        ({"players": 9}, "2 to 8 players"),
        ({"players": 2, "bots": "greedy,random,random"}, "for 2 players"),
        ({"bots": "clever"}, "random.*greedy"),
        ({"options": {"board_size": 9}}, "4 to 8"),
        ({"options": {"bord_size": 6}}, "board_size"),
        ({"seed": -1}, "seed"),
        ({"workers": 0}, "1 to 256"),
    ],
)
def test_what_cannot_be_is_refused_naming_what_can(
    dragonpath: toolkit.Game, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        run(dragonpath, **{"n": 10, **arguments})  # type: ignore[arg-type]


def test_the_setup_knows_who_sat_where(dragonpath: toolkit.Game) -> None:
    runner, setup = prepare(dragonpath, 3, "greedy,random,random", 1, {"board_size": 7})
    assert setup.name == "dragonpath(players=3,board_size=7)"
    assert setup.options["board_size"] == 7 and setup.options["turn_cap"] == 200
    assert setup.rotations == 3
    for index in range(12):
        assert setup.seatings[index % 3] == tuple(runner.seating(index))
        assert index // 3 == runner.unit(index)
    assert {seating.index(0) for seating in setup.seatings} == {0, 1, 2}
    _, fixed = prepare(dragonpath, 3, "greedy,random,random", 1, {}, fixed_seats=True)
    assert fixed.confounded and fixed.rotations == 1


def test_simulate_is_this_run(dragonpath: toolkit.Game) -> None:
    result = dragonpath.simulate(40, players=2, bots="random", seed=5, board_size=5)
    expected = run(dragonpath, 40, players=2, bots="random", seed=5, options={"board_size": 5})
    assert result.rows.tobytes() == expected.rows.tobytes()
    assert result.to_dict()["options"]["board_size"] == 5


def test_a_turn_cap_leaves_no_mean(dragonpath: toolkit.Game) -> None:
    options = {"turn_cap": 6}  # a seat, so 12 turns with two players
    capped = run(dragonpath, 2000, players=2, bots="random", seed=2, options=options).to_dict()
    free = run(dragonpath, 2000, players=2, bots="random", seed=2).to_dict()
    turns = capped["measures"]["turns"]
    assert turns["mean"] is None and turns["ci95"] is None
    assert turns["censored"] == capped["outcomes"]["turn_cap"] > 0
    assert turns["max"] == 12
    assert turns["p10"] == free["measures"]["turns"]["p10"]  # below the cap, both say the same
    assert turns["km_median"] is None  # more than half of the games last longer


def test_the_pile_is_dealt_from_the_table(dragonpath: toolkit.Game, toy: SimpleNamespace) -> None:
    deck = run(dragonpath, 500, players=8, bots="random", seed=1).to_dict()["decks"]["pile"]
    assert deck["emptied_share"] is not None and deck["emptied_share"] > 0.9
    assert (deck["starved_share"] or 0.0) <= deck["emptied_share"]
    first = deck["first_emptied_turn"]
    # 35 tiles less three a hand for eight players: eleven turns empty the pile if nobody leaves before
    assert first["min"] is not None and first["min"] >= 11
    assert deck["left_at_end"]["max"] is not None and deck["left_at_end"]["max"] <= 35
