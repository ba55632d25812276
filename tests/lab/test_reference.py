"""Dragonpath against figures of two independent programs, within sampling error of theirs and ours."""

from __future__ import annotations

import numpy as np
import pytest

import toolkit
from toolkit.lab.result import Result

GAMES = 20_000
THEIRS = 100_000
FEWER = 3_000

# Uniformly random legal play. Mean turns; shares in percent: joint win, all leave together, dragon taken, a
# forced self-elimination (100,000 games); two or more still in with all 35 tiles placed (3,000 games).
REFERENCE = {
    2: (22.12, 9.7, 9.5, 19.9, 61.1, 0.2),
    4: (30.23, 16.7, 15.4, 69.3, 88.2, 1.2),
    8: (33.39, 28.1, 20.3, 98.7, 97.2, 7.6),
}
MEETINGS = {2: 2.0, 4: 11.0, 8: 50.0}
"""Two markers joined, in percent of 3,000 games, to whole percents."""

ERRORS = 4.0
"""Standard errors of the difference that are allowed: sampling alone goes beyond once in 16,000."""


@pytest.fixture(scope="module", params=sorted(REFERENCE))
def result(request: pytest.FixtureRequest) -> Result:
    game = toolkit.open_game("dragonpath")
    return game.simulate(GAMES, players=request.param, bots="random", seed=20_000 + request.param)


def check_share(seen: float | None, percent: float, theirs: int, rounding: float) -> None:
    expected = percent / 100
    error = np.sqrt(expected * (1 - expected) * (1 / GAMES + 1 / theirs))
    assert seen == pytest.approx(expected, abs=ERRORS * error + rounding / 100)


def test_length(result: Result) -> None:
    turns = result.to_dict()["measures"]["turns"]
    assert turns["sd"] is not None
    error = turns["sd"] * np.sqrt(1 / GAMES + 1 / THEIRS)
    assert turns["mean"] == pytest.approx(REFERENCE[result.setup.players][0], abs=ERRORS * error + 0.005)


def test_endings(result: Result) -> None:
    report = result.to_dict()
    _, joint, together, *_, survivors = REFERENCE[result.setup.players]
    outcomes = report["outcomes"]
    assert outcomes["win"] + outcomes["joint_win"] == GAMES
    check_share(outcomes["joint_win"] / GAMES, joint, THEIRS, 0.05)
    check_share(report["events"]["all_died"]["share"], together, THEIRS, 0.05)
    check_share(report["events"]["all_placed"]["share"], survivors, FEWER, 0.05)


def test_events(result: Result) -> None:
    events = result.to_dict()["events"]
    _, _, _, dragon, forced, _ = REFERENCE[result.setup.players]
    check_share(events["dragon_taken"]["share"], dragon, THEIRS, 0.05)
    check_share(events["forced_exit"]["share"], forced, THEIRS, 0.05)
    if result.setup.players in MEETINGS:
        check_share(events["head_on"]["share"], MEETINGS[result.setup.players], FEWER, 0.5)


def test_nobody_is_favoured_and_wins_add_up(result: Result) -> None:
    report = result.to_dict()
    shares = [seat["win_share"] for seat in report["seats"]]
    assert sum(s for s in shares if s is not None) == pytest.approx(1.0)
    assert report["bots_result"][0]["win_share"] == pytest.approx(1.0)


def test_greedy_takes_seventy_percent_of_the_points_from_random() -> None:
    game = toolkit.open_game("dragonpath")
    report = game.simulate(2000, players=2, bots="greedy,random", seed=1).to_dict()
    greedy = report["bots_result"][0]
    assert greedy["bot"] == "greedy"
    assert greedy["ci95"] is not None
    assert greedy["ci95"][0] >= 0.70
