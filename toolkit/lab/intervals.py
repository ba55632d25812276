"""Intervals for shares, credits and means: 95 %, two-sided, every formula scipy's own.

scipy.stats takes the better part of a second to import, so it is imported when the first interval is
asked for.
"""

from __future__ import annotations

import importlib
import math
import threading
from typing import Any

import numpy as np
import numpy.typing as npt

Interval = tuple[float, float]
Floats = npt.NDArray[np.float64]

LEVEL = 0.95
FEW = 10
"""Fewer hits or misses than this and a share counts as near 0 or 1: its interval is the exact one."""


def preload() -> None:
    """Import scipy.stats in a thread of its own, while games are played, which hold no lock."""
    threading.Thread(target=importlib.import_module, args=("scipy.stats",), daemon=True).start()


def share_interval(hits: int, trials: int) -> Interval | None:
    """Interval of a share seen `hits` times: Wilson's, or the exact one near 0 and 1; None without trials."""
    if trials == 0:
        return None
    from scipy.stats import binomtest

    near_an_end = min(hits, trials - hits) < FEW
    interval = binomtest(hits, trials).proportion_ci(LEVEL, method="exact" if near_an_end else "wilson")
    return float(interval.low), float(interval.high)


def credit_interval(credits: npt.ArrayLike) -> Interval | None:
    """Interval of a mean of credits from 0 to 1 (a win that k share is 1/k to each); None without credits.

    Credits of 0 and 1 only are a share. Otherwise the t interval of the mean, clipped to 0 and 1. Where that
    would promise too much (all credits equal, or the sum nearer to none or all than `FEW`), the exact
    interval of a share, with the sum rounded outwards: a credit spreads no wider than a coin of the same
    mean, so that interval errs on the wide side.
    """
    values: Floats = np.asarray(credits, dtype=np.float64)
    trials = values.size
    if trials == 0:
        return None
    total = float(values.sum())
    if np.all((values == 0.0) | (values == 1.0)):
        return share_interval(round(total), trials)
    if min(total, trials - total) < FEW or float(np.ptp(values)) < 1e-9:
        from scipy.stats import binomtest

        # a sum of thirds may miss a whole number by rounding alone
        down, up = math.floor(total + 1e-9), math.ceil(total - 1e-9)
        low = binomtest(down, trials).proportion_ci(LEVEL, method="exact").low
        high = binomtest(up, trials).proportion_ci(LEVEL, method="exact").high
        return float(low), float(high)
    interval = mean_interval(values)
    assert interval is not None  # more than one value, as they differ
    return max(0.0, interval[0]), min(1.0, interval[1])


def mean_interval(values: npt.ArrayLike, centre: float | None = None) -> Interval | None:
    """The t interval of a mean, around `centre` if given; None for fewer than two values."""
    observed: Floats = np.asarray(values, dtype=np.float64)
    if observed.size < 2:
        return None
    from scipy import stats

    middle = float(observed.mean()) if centre is None else centre
    error = float(stats.sem(observed))
    if error == 0.0:
        return middle, middle
    interval: Any = stats.t.interval(LEVEL, observed.size - 1, loc=middle, scale=error)
    return float(interval[0]), float(interval[1])
