"""Rows made by hand, to test the statistics without playing anything."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from toolkit.engine.state import ENDINGS, row_dtype
from toolkit.lab.measure import Rows
from toolkit.lab.result import Result
from toolkit.lab.setup import Setup


def make_setup(**changes: Any) -> Setup:
    facts: dict[str, Any] = {
        "game": "toy",
        "title": "Toy",
        "name": "toy(players=2)",
        "version": "1",
        "fingerprint": "0123456789ab",
        "players": 2,
        "options": {"size": 6},
        "bots": ("random", "random"),
        "seatings": ((0, 1),),
        "fixed_seats": False,
        "seed": 1,
        "stream": "pnp-1",
        "decks": ("pile",),
        "events": ("bang",),
        "measures": ("jumps",),
        "details": ("", "stuck"),
        "words": {"bang": "something went bang", "pile": "the pile"},
    }
    return Setup(**{**facts, **changes})


def make_rows(games: int, setup: Setup | None = None, **columns: Any) -> Rows:
    """Zeroed rows with the given columns filled in; `ended` by name, `winners` as bits."""
    setup = setup or make_setup()
    dtype = row_dtype(len(setup.decks), len(setup.events), len(setup.measures), len(setup.seat_measures))
    rows = np.zeros(games, dtype=dtype)
    rows["game"] = np.arange(games)
    rows["ended"] = ENDINGS.index("win")
    rows["winners"] = 1
    for name, values in columns.items():
        if name == "ended":
            values = [ENDINGS.index(value) for value in values]
        filled = np.asarray(values)
        if rows[name].ndim == 2 and filled.ndim == 1:
            filled = filled[:, None]
        rows[name] = filled
    return rows


def make_result(rows: Rows, setup: Setup | None = None, **changes: Any) -> Result:
    facts: dict[str, Any] = {
        "setup": setup or make_setup(),
        "rows": rows,
        "asked": len(rows),
        "seconds": 0.5,
        "compile_seconds": 0.0,
        "workers": 2,
    }
    return Result(**{**facts, **changes})


@pytest.fixture
def toy() -> SimpleNamespace:
    """`toy.setup(…)`, `toy.rows(games, setup, …)` and `toy.result(rows, setup, …)`."""
    return SimpleNamespace(setup=make_setup, rows=make_rows, result=make_result)
