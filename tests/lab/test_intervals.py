"""Intervals against published values and against their own promise: to hold the truth in 95 of 100 runs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from toolkit.lab.intervals import FEW, credit_interval, mean_interval, share_interval


def test_a_share_has_wilsons_interval() -> None:
    # the worked example of Newcombe (1998), method 3: 81 of 263
    assert share_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_a_share_near_nothing_or_all_has_the_exact_interval() -> None:
    # no hit in n: the upper bound is 1 - 0.025 ** (1 / n); one of 29: Newcombe's method 5
    assert share_interval(0, 20) == pytest.approx((0.0, 1 - 0.025 ** (1 / 20)))
    assert share_interval(20, 20) == pytest.approx((0.025 ** (1 / 20), 1.0))
    assert share_interval(1, 29) == pytest.approx((0.0009, 0.1776), abs=5e-5)


def test_nothing_tried_has_no_interval() -> None:
    assert share_interval(0, 0) is None
    assert credit_interval([]) is None
    assert mean_interval([]) is None
    assert mean_interval([3.0]) is None


@pytest.mark.parametrize("trials", [20, 60, 300])
@pytest.mark.parametrize("truth", [0.004, 0.03, 0.2, 0.5, 0.9])
def test_intervals_of_shares_cover_the_truth(trials: int, truth: float) -> None:
    hits = np.arange(trials + 1)
    chance = stats.binom.pmf(hits, trials, truth)
    covered = 0.0
    for k, p in zip(hits, chance, strict=True):
        if p < 1e-9:
            continue
        interval = share_interval(int(k), trials)
        assert interval is not None
        covered += p * (interval[0] <= truth <= interval[1])
    assert covered >= 0.93


def test_whole_credits_are_a_share() -> None:
    credits = np.repeat([1.0, 0.0], [81, 182])
    assert credit_interval(credits) == share_interval(81, 263)


def test_intervals_of_credits_cover_the_truth() -> None:
    """Four seats: alone with 20 %, joint with one other with 30 %, nothing otherwise: a mean of 0.35."""
    rng = np.random.default_rng(20240607)
    held = 0
    for _ in range(1000):
        credits = rng.choice([1.0, 0.5, 0.0], size=400, p=[0.2, 0.3, 0.5])
        interval = credit_interval(credits)
        assert interval is not None
        held += interval[0] <= 0.35 <= interval[1]
    # 950 expected; four standard errors of that count are 28
    assert 922 <= held <= 978


def test_intervals_of_rare_credits_err_on_the_wide_side() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(150):
        credits = rng.choice([0.5, 1 / 3, 0.0], size=100, p=[0.02, 0.03, 0.95])
        interval = credit_interval(credits)
        assert interval is not None
        held += interval[0] <= 0.02 <= interval[1]
    assert held >= 142


def test_equal_credits_promise_no_certainty() -> None:
    # five drawn games: between the exact bounds of 2 of 5 and 3 of 5
    interval = credit_interval([0.5] * 5)
    assert interval is not None
    assert interval[0] == pytest.approx(stats.beta.ppf(0.025, 2, 4))
    assert interval[1] == pytest.approx(stats.beta.ppf(0.975, 4, 2))


def test_a_sum_of_thirds_is_not_rounded_outwards_by_floating_point() -> None:
    credits = [1 / 3] * 30  # ten wins in all, whatever the last bit of the sum says
    interval = credit_interval(credits)
    assert interval is not None
    exact = stats.binomtest(10, 30).proportion_ci(method="exact")
    assert interval == pytest.approx((exact.low, exact.high))


def test_a_mean_has_students_interval() -> None:
    # 1 to 5: standard error sqrt(2.5 / 5), and t(4) at 97.5 % is 2.776445
    half = 2.776445 * (2.5 / 5) ** 0.5
    assert mean_interval([1, 2, 3, 4, 5]) == pytest.approx((3 - half, 3 + half), abs=1e-5)
    assert mean_interval([1, 2, 3, 4, 5], centre=4.0) == pytest.approx((4 - half, 4 + half), abs=1e-5)
    assert mean_interval([7, 7, 7]) == (7.0, 7.0)


def test_few_is_where_wilson_takes_over() -> None:
    exact = stats.binomtest(FEW - 1, 500).proportion_ci(method="exact")
    wilson = stats.binomtest(FEW, 500).proportion_ci(method="wilson")
    assert share_interval(FEW - 1, 500) == (exact.low, exact.high)
    assert share_interval(FEW, 500) == (wilson.low, wilson.high)
