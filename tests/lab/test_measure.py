"""Figures of rows made by hand, each worked out another way."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from toolkit.lab.measure import bot_shares, credits, measure

SPEED = {"games_per_second": 1.0, "seconds": 1.0, "compile_seconds": 0.0, "workers": 1}
SUMMARY = ["mean", "ci95", "sd", "min", "p10", "median", "p90", "max", "censored", "km_median"]


def test_the_shape_of_the_report(toy: SimpleNamespace) -> None:
    report = toy.result(toy.rows(3)).to_dict()
    assert list(report) == [
        "game",
        "version",
        "fingerprint",
        "players",
        "options",
        "bots",
        "seed",
        "stream",
        "games",
        "outcomes",
        "stalled_details",
        "measures",
        "seats",
        "bots_result",
        "decks",
        "events",
        "speed",
    ]
    assert list(report["outcomes"]) == ["win", "joint_win", "draw", "stalled", "turn_cap"]
    assert list(report["measures"]) == ["turns", "actions", "jumps"]
    assert all(list(summary) == SUMMARY for summary in report["measures"].values())
    assert [list(seat) for seat in report["seats"]] == [["seat", "win_share", "ci95", "measures"]] * 2
    assert [list(bot) for bot in report["bots_result"]] == [["bot", "win_share", "ci95"]]
    assert list(report["decks"]["pile"]) == [
        "emptied_share",
        "ci95",
        "first_emptied_turn",
        "starved_share",
        "reshuffles",
        "left_at_end",
    ]
    for name in ("first_emptied_turn", "reshuffles", "left_at_end"):
        assert list(report["decks"]["pile"][name]) == SUMMARY  # type: ignore[literal-required]
    assert list(report["events"]["bang"]) == ["share", "ci95"]
    assert list(report["speed"]) == ["games_per_second", "seconds", "compile_seconds", "workers"]


def test_lengths(toy: SimpleNamespace) -> None:
    turns = np.arange(1, 12)
    summary = measure(toy.setup(), toy.rows(11, turns=turns), SPEED)["measures"]["turns"]
    error = 3.3166248 / 11**0.5  # the deviation of 1 to 11 is the root of 11
    assert summary["mean"] == 6.0
    assert summary["sd"] == pytest.approx(11**0.5)
    assert summary["ci95"] == pytest.approx([6 - 2.228139 * error, 6 + 2.228139 * error], abs=1e-5)
    quantiles = [summary[k] for k in ("min", "p10", "median", "p90", "max")]  # type: ignore[literal-required]
    assert quantiles == [1, 2.0, 6.0, 10.0, 11]
    assert (summary["censored"], summary["km_median"]) == (0, 6.0)


def test_a_game_that_was_cut_off_leaves_no_mean(toy: SimpleNamespace) -> None:
    rows = toy.rows(6, turns=[1, 3, 4, 5, 6, 8], ended=["win", "turn_cap", "win", "turn_cap", "win", "win"])
    report = measure(toy.setup(), rows, SPEED)
    turns = report["measures"]["turns"]
    assert (turns["mean"], turns["ci95"], turns["sd"]) == (None, None, None)
    assert (turns["censored"], turns["km_median"]) == (2, 6.0)  # the curve of test_survival
    assert (turns["min"], turns["p10"], turns["median"], turns["p90"], turns["max"]) == (1, 1, 6, 8, 8)
    assert report["outcomes"]["turn_cap"] == 2
    left = report["decks"]["pile"]["left_at_end"]  # nobody knows what would have been left
    assert (left["mean"], left["median"], left["km_median"], left["censored"]) == (None, None, None, 2)


def test_a_joint_win_is_shared_and_an_unfinished_game_is_nobodys(toy: SimpleNamespace) -> None:
    setup = toy.setup(players=3, bots=("random",) * 3, seatings=((0, 1, 2),))
    rows = toy.rows(
        5,
        setup,
        winners=[0b010, 0b101, 0, 0, 0],
        ended=["win", "joint_win", "draw", "stalled", "turn_cap"],
        detail=[0, 0, 0, 1, 0],
    )
    third = pytest.approx([1 / 3] * 3)
    assert credits(setup, rows).tolist() == [[0, 1, 0], [0.5, 0, 0.5], third, [0, 0, 0], [0, 0, 0]]
    report = measure(setup, rows, SPEED)
    assert [s["win_share"] for s in report["seats"]] == pytest.approx([1 / 6, 4 / 15, 1 / 6])
    assert report["stalled_details"] == {"stuck": 1}


def test_a_draw_between_some_players_is_shared_by_them(toy: SimpleNamespace) -> None:
    setup = toy.setup(players=3, bots=("random",) * 3, seatings=((0, 1, 2),))
    rows = toy.rows(1, setup, winners=[0b110], ended=["draw"])
    assert credits(setup, rows).tolist() == [[0, 0.5, 0.5]]


def mixed(fixed: bool = False) -> dict[str, object]:
    return {
        "bots": ("greedy", "random"),
        "seatings": ((0, 1),) if fixed else ((0, 1), (1, 0)),
        "fixed_seats": fixed,
    }


def test_a_bot_is_followed_through_the_seats(toy: SimpleNamespace) -> None:
    setup = toy.setup(**mixed())
    # greedy sits in seat 1, then 2, and always wins; seat by seat it is even
    rows = toy.rows(40, setup, winners=np.tile([1, 2], 20))
    report = measure(setup, rows, SPEED)
    assert [bot["win_share"] for bot in report["bots_result"]] == [1.0, 0.0]
    assert [seat["win_share"] for seat in report["seats"]] == [0.5, 0.5]
    assert report["bots_result"][0]["ci95"] == pytest.approx(
        [0.025 ** (1 / 20), 1.0]
    )  # 20 rounds, not 40 games


def test_a_round_of_seats_on_one_deal_is_one_observation(toy: SimpleNamespace) -> None:
    setup = toy.setup(**mixed())
    rng = np.random.default_rng(1)
    # the deal decides all: the same seat wins both games, so each bot always has half
    winners = np.repeat(rng.integers(1, 3, 200), 2)
    report = measure(setup, toy.rows(400, setup, winners=winners), SPEED)
    assert [bot["win_share"] for bot in report["bots_result"]] == [0.5, 0.5]
    # for the seats, 400 games are no more than 200 coins
    heads = int(np.sum(winners == 1)) // 2
    wilson = stats.binomtest(heads, 200).proportion_ci(method="wilson")
    assert report["seats"][0]["ci95"] == pytest.approx([wilson.low, wilson.high])


def test_clustered_intervals_cover_the_truth(toy: SimpleNamespace) -> None:
    """Rounds of two games that depend on one deal: intervals that took games for independent would not do."""
    setup = toy.setup(**mixed())
    rng = np.random.default_rng(8)
    held_share = held_mean = 0
    for _ in range(200):
        deal = rng.random(150)
        seat_one = rng.random((150, 2)) < deal[:, None]  # the deal favours a seat, 1/2 on the whole
        turns = np.rint(20 + 10 * deal[:, None] + rng.normal(0, 1, (150, 2)))
        rows = toy.rows(300, setup, winners=np.where(seat_one, 1, 2).ravel(), turns=turns.ravel())
        report = measure(setup, rows, SPEED)
        low, high = report["seats"][0]["ci95"]  # type: ignore[misc]
        held_share += low <= 0.5 <= high
        low, high = report["measures"]["turns"]["ci95"]  # type: ignore[misc]
        held_mean += low <= 25.0 <= high
    # 190 expected; four standard errors of that count are 12
    assert held_share >= 178
    assert held_mean >= 178


def test_an_unfinished_round_is_left_out_of_the_bots_result(toy: SimpleNamespace) -> None:
    setup = toy.setup(**mixed())
    rows = toy.rows(5, setup, winners=[1, 2, 1, 2, 2])  # greedy wins two rounds, then loses the odd game
    greedy, random = bot_shares(setup, rows)
    assert (greedy["win_share"], random["win_share"]) == (1.0, 0.0)
    only = bot_shares(setup, rows[:1])
    assert only[0]["win_share"] == 1.0


def test_bots_in_several_seats_take_what_all_their_seats_take(toy: SimpleNamespace) -> None:
    setup = toy.setup(
        players=3, bots=("greedy", "random", "random"), seatings=((0, 1, 2), (2, 0, 1), (1, 2, 0))
    )
    rows = toy.rows(3, setup, winners=[0b001, 0b101, 0b010])
    greedy, random = bot_shares(setup, rows)
    assert (greedy["win_share"], random["win_share"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3))


def test_a_seats_share_is_never_shown_as_a_bots(toy: SimpleNamespace) -> None:
    setup = toy.setup(**mixed(fixed=True))
    report = measure(setup, toy.rows(10, setup), SPEED)
    assert report["bots_result"] == []
    assert report["seats"][0]["win_share"] == 1.0


def test_decks(toy: SimpleNamespace) -> None:
    rows = toy.rows(
        8,
        emptied=[0, 0, 3, 5, 7, 9, 0, 11],
        starved=[0, 0, 0, 0, 8, 9, 0, 0],
        reshuffles=[0, 0, 1, 1, 2, 2, 0, 2],
        left=[4, 2, 0, 1, 0, 0, 3, 6],
        turns=[12] * 8,
    )
    pile = measure(toy.setup(), rows, SPEED)["decks"]["pile"]
    assert pile["emptied_share"] == 5 / 8
    exact = stats.binomtest(5, 8).proportion_ci(method="exact")
    assert pile["ci95"] == [exact.low, exact.high]
    assert pile["starved_share"] == 2 / 8
    assert (pile["first_emptied_turn"]["mean"], pile["first_emptied_turn"]["median"]) == (7.0, 7.0)
    assert (pile["first_emptied_turn"]["min"], pile["first_emptied_turn"]["max"]) == (3, 11)
    assert pile["reshuffles"]["mean"] == 1.0
    assert pile["left_at_end"]["mean"] == 2.0


def test_a_game_cut_off_before_its_deck_ran_dry_is_neither_dry_nor_not(toy: SimpleNamespace) -> None:
    rows = toy.rows(4, emptied=[3, 5, 0, 0], ended=["win", "win", "turn_cap", "win"], turns=[9, 9, 9, 9])
    first = measure(toy.setup(), rows, SPEED)["decks"]["pile"]["first_emptied_turn"]
    assert (first["mean"], first["censored"]) == (None, 1)
    rows = toy.rows(4, emptied=[3, 5, 4, 0], ended=["win", "win", "turn_cap", "win"], turns=[9, 9, 9, 9])
    first = measure(toy.setup(), rows, SPEED)["decks"]["pile"]["first_emptied_turn"]
    assert (first["mean"], first["censored"]) == (4.0, 0)


def test_an_event_counts_once_a_game(toy: SimpleNamespace) -> None:
    rows = toy.rows(40, event=[3] * 15 + [0] * 25)
    event = measure(toy.setup(), rows, SPEED)["events"]["bang"]
    wilson = stats.binomtest(15, 40).proportion_ci(method="wilson")
    assert (event["share"], event["ci95"]) == (15 / 40, pytest.approx([wilson.low, wilson.high]))


def test_no_game_at_all(toy: SimpleNamespace) -> None:
    report = toy.result(toy.rows(0), asked=10).to_dict()
    assert report["games"] == 0
    assert report["measures"]["turns"] == {**dict.fromkeys(SUMMARY), "censored": 0}
    assert report["seats"][0] == {"seat": 1, "win_share": None, "ci95": None, "measures": {}}
    assert report["events"]["bang"] == {"share": None, "ci95": None}


def test_one_game(toy: SimpleNamespace) -> None:
    turns = toy.result(toy.rows(1, turns=[7])).to_dict()["measures"]["turns"]
    assert (turns["mean"], turns["sd"], turns["ci95"], turns["median"]) == (7.0, None, None, 7.0)


def test_measures_of_each_seat(toy: SimpleNamespace) -> None:
    """Each seat has its own; the number of a turn is over the games that came to it."""
    setup = toy.setup(seat_measures=("steps", "out_turn"))
    rows = toy.rows(4, setup)
    rows["seat_measure"][:, 0, :2] = [[1, 10], [2, 20], [3, 30], [4, 40]]
    rows["seat_measure"][:, 1, :2] = [[0, 5], [0, 7], [9, 0], [0, 0]]
    first, second = (seat["measures"] for seat in measure(setup, rows, SPEED)["seats"])
    assert (first["steps"]["mean"], second["steps"]["mean"]) == (2.5, 25.0)
    assert (first["out_turn"]["mean"], second["out_turn"]["mean"]) == (9.0, 6.0)


def test_turns_of_games_that_were_cut_off_are_not_known(toy: SimpleNamespace) -> None:
    setup = toy.setup(measures=("first_turn",))
    rows = toy.rows(3, setup, ended=["win", "turn_cap", "win"], measure=[4, 0, 0])
    summary = measure(setup, rows, SPEED)["measures"]["first_turn"]
    assert (summary["mean"], summary["censored"], summary["max"]) == (None, 1, 4)
