"""Kaplan-Meier by hand, and against the truth where a cap hides the long games."""

from __future__ import annotations

import numpy as np
import pytest

from toolkit.lab.survival import km_quantiles


def test_a_curve_worked_out_by_hand() -> None:
    """Lengths 1, 3+, 4, 5+, 6, 8 (+: cut off).

    At 1 six are at risk: 5/6. At 4 four are: 5/6 * 3/4 = 0.625. At 6 two are: 0.3125. At 8 one is: 0.
    """
    lengths = [1, 3, 4, 5, 6, 8]
    cut = np.array([False, True, False, True, False, False])
    assert km_quantiles(lengths, cut, (0.1, 0.37, 0.38, 0.5, 0.68, 0.69)) == [1, 4, 6, 6, 6, 8]


def test_a_quantile_that_the_cap_hides_is_none() -> None:
    lengths = [1, 2, 3, 9, 9, 9, 9, 9]
    cut = np.array([False] * 3 + [True] * 5)
    assert km_quantiles(lengths, cut, (0.25, 0.5, 0.9)) == [2, None, None]
    assert km_quantiles([9, 9], np.array([True, True]), (0.5,)) == [None]
    assert km_quantiles([], np.array([], dtype=bool), (0.5,)) == [None]


def test_the_median_survives_a_cap_that_biases_the_mean() -> None:
    rng = np.random.default_rng(3)
    truth = rng.exponential(354.6, 20_000)
    cut = truth > 324
    seen = np.minimum(truth, 324)
    assert seen.mean() < 0.65 * truth.mean()
    (median,) = km_quantiles(seen, cut, (0.5,))
    assert median == pytest.approx(354.6 * np.log(2), rel=0.03)


def test_rounding_does_not_push_the_median_on() -> None:
    for games in range(2, 60, 2):
        lengths = np.arange(1, games + 1)
        (median,) = km_quantiles(lengths, np.zeros(games, dtype=bool), (0.5,))
        assert median == games // 2
        # one cut off at the very end changes nothing before it
        (median,) = km_quantiles(lengths, lengths == games, (0.5,))
        assert median == games // 2
