"""Quantiles of lengths of which some were cut off: Kaplan-Meier, from scipy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def km_quantiles(
    lengths: npt.ArrayLike, cut: npt.NDArray[np.bool_], shares: Sequence[float]
) -> list[float | None]:
    """The length by which each share of the games had ended; None where too many were cut off to tell.

    `lengths` holds one length a game, `cut` says which games were stopped at that length and would have gone
    on.
    """
    values = np.asarray(lengths, dtype=np.float64)
    if values.size == 0 or bool(cut.all()):
        return [None for _ in shares]
    from scipy import stats

    sample = stats.CensoredData(uncensored=values[~cut], right=values[cut])
    curve: Any = stats.ecdf(sample).sf
    found: list[float | None] = []
    for share in shares:
        # the curve is a product of fractions: a rounding error must not push the median one step on
        reached = np.flatnonzero(curve.probabilities <= 1.0 - share + 1e-12)
        found.append(float(curve.quantiles[reached[0]]) if reached.size else None)
    return found
