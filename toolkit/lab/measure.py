"""From rows to figures: what a run's rows say, as the mapping that `--json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from toolkit.engine.state import DRAW, ENDINGS, TURN_CAP
from toolkit.lab.intervals import Floats, Interval, credit_interval, mean_interval
from toolkit.lab.setup import Setup
from toolkit.lab.survival import km_quantiles

Rows = npt.NDArray[Any]
"""A structured array of `toolkit.engine.state.row_dtype`, one row a game, in the order of `rows["game"]`."""

Pair = list[float] | None


class Summary(TypedDict):
    """How one figure is spread over the games.

    Where games were cut off (`censored` of them) the mean, its interval and the deviation are None, since any
    number would be too low; `p10`, `median` and `p90` are then the Kaplan-Meier ones, None where the cap
    hides them. `min` and `max` are always what was seen. `sd` and `ci95` need two games.
    """

    mean: float | None
    ci95: Pair
    sd: float | None
    min: int | None
    p10: float | None
    median: float | None
    p90: float | None
    max: int | None
    censored: int
    km_median: float | None


class Share(TypedDict):
    """A share of the games with its interval."""

    share: float | None
    ci95: Pair


class SeatShare(TypedDict):
    """The share of the wins that a seat took, whichever bot sat there (see `credits`), and its measures."""

    seat: int
    win_share: float | None
    ci95: Pair
    measures: dict[str, Summary]


class BotShare(TypedDict):
    """The share of the wins that a bot took in all its seats together."""

    bot: str
    win_share: float | None
    ci95: Pair


class DeckFigures(TypedDict):
    """How one deck fared: `emptied`, it reached none; `starved`, a draw that a rule asks for was refused.

    `first_emptied_turn` is over the games in which the deck was emptied; `censored` there counts games that
    were cut off before it was, so that nobody knows.
    """

    emptied_share: float | None
    ci95: Pair
    first_emptied_turn: Summary
    starved_share: float | None
    reshuffles: Summary
    left_at_end: Summary


class Speed(TypedDict):
    """How fast the games were played; `seconds` is without compiling."""

    games_per_second: float
    seconds: float
    compile_seconds: float
    workers: int


class Report(TypedDict):
    """Everything that a run says, in the shape and order of `pnp simulate --json`."""

    game: str
    version: str
    fingerprint: str
    players: int
    options: dict[str, int | str]
    bots: list[str]
    seed: int
    stream: str
    games: int
    outcomes: dict[str, int]
    stalled_details: dict[str, int]
    measures: dict[str, Summary]
    seats: list[SeatShare]
    bots_result: list[BotShare]
    decks: dict[str, DeckFigures]
    events: dict[str, Share]
    speed: Speed


def measure(setup: Setup, rows: Rows, speed: Speed) -> Report:
    """All the figures of a run."""
    units = rows["game"] // setup.rotations
    cut = rows["ended"] == TURN_CAP
    shared = credits(setup, rows)
    return {
        "game": setup.game,
        "version": setup.version,
        "fingerprint": setup.fingerprint,
        "players": setup.players,
        "options": dict(setup.options),
        "bots": list(setup.bots),
        "seed": setup.seed,
        "stream": setup.stream,
        "games": len(rows),
        "outcomes": {name: int(np.sum(rows["ended"] == code)) for code, name in enumerate(ENDINGS) if name},
        "stalled_details": _stalled(setup, rows),
        "measures": {
            name: _measured(name, values, units, cut, cut_short="grows")
            for name, values in [
                ("turns", rows["turns"]),
                ("actions", rows["actions"]),
                *((name, rows["measure"][:, m]) for m, name in enumerate(setup.measures)),
            ]
        },
        "seats": [
            {
                "seat": seat + 1,
                "win_share": mean_of(shared[:, seat]),
                "ci95": _credits_ci(shared[:, seat], units),
                "measures": {
                    name: _measured(name, rows["seat_measure"][:, m, seat], units, cut, cut_short="moves")
                    for m, name in enumerate(setup.seat_measures)
                },
            }
            for seat in range(setup.players)
        ],
        "bots_result": bot_shares(setup, rows),
        "decks": {name: _deck(rows, d, units, cut) for d, name in enumerate(setup.decks)},
        "events": {name: share_of(rows["event"][:, e] > 0, units) for e, name in enumerate(setup.events)},
        "speed": speed,
    }


def credits(setup: Setup, rows: Rows) -> Floats:
    """Credits, shape (games, players): 1 to a winner, 1/k to each of k joint winners or of k players in a
    draw.

    A game that stalled or was cut off gives nobody anything.
    """
    won = (rows["winners"][:, None] >> np.arange(setup.players)) & 1
    won = np.where(((rows["ended"] == DRAW) & (rows["winners"] == 0))[:, None], 1, won)
    return np.asarray(won / np.maximum(won.sum(axis=1, keepdims=True), 1), dtype=np.float64)


def bot_shares(setup: Setup, rows: Rows) -> list[BotShare]:
    """What each bot took, over whole rounds of seats; empty where bot and seat cannot be told apart.

    The games of a round share one deal, so a round is one observation. Games of an unfinished round are left
    out (unless there is no other).
    """
    if setup.confounded:
        return []
    shared = credits(setup, rows)
    turned = rows["game"] % setup.rotations
    units = rows["game"] // setup.rotations
    whole = np.ones(len(rows), dtype=np.bool_)
    if len(rows):
        place = units - units.min()
        finished = np.bincount(place) == setup.rotations
        if finished.any():
            whole = finished[place]
    result: list[BotShare] = []
    for bot in dict.fromkeys(setup.bots):
        sits = np.array([[setup.bots[place] == bot for place in seating] for seating in setup.seatings])
        taken = (shared * sits[turned]).sum(axis=1)[whole]
        # a bot in every seat takes everything there is, which is no finding
        ci = None if sits.all() else _credits_ci(taken, units[whole])
        result.append({"bot": bot, "win_share": mean_of(taken), "ci95": ci})
    return result


def mean_of(values: npt.NDArray[Any]) -> float | None:
    """The mean, or None of nothing."""
    return float(values.mean()) if len(values) else None


def share_of(happened: npt.NDArray[np.bool_], units: npt.NDArray[np.int64]) -> Share:
    """The share of the games in which something happened; games of one unit count as one observation."""
    return {"share": mean_of(happened), "ci95": _credits_ci(happened, units)}


def unit_means(values: npt.NDArray[Any], units: npt.NDArray[np.int64]) -> Floats:
    """The mean of each unit of games that share a deal, for the units there are."""
    if not len(values):
        return np.zeros(0)
    place = units - units.min()
    counts = np.bincount(place)
    sums = np.bincount(place, weights=values)
    return np.asarray(sums[counts > 0] / counts[counts > 0], dtype=np.float64)


def summarise(
    values: npt.NDArray[Any],
    units: npt.NDArray[np.int64],
    cut: npt.NDArray[np.bool_],
    cut_short: str = "grows",
) -> Summary:
    """The spread of one figure.

    `cut` marks the games that were cut off. With `cut_short="grows"` the figure of such a game would only
    have grown, as a length does, and Kaplan-Meier quantiles are right; with `"moves"` it could have gone
    anywhere, and there are none.
    """
    censored = int(cut.sum())
    low = high = deviation = middle = None
    ci: Interval | None = None
    quantiles: Sequence[float | None] = (None, None, None)
    km_median: float | None = None
    seen = values if cut_short == "grows" else values[~cut]
    if len(seen):
        low, high = int(seen.min()), int(seen.max())
    if len(values) and not censored:
        middle = float(values.mean())
        ci = mean_interval(unit_means(values, units), middle)
        if ci and values.min() >= 0:  # a count is not below zero
            ci = max(0.0, ci[0]), ci[1]
        deviation = float(values.std(ddof=1)) if len(values) > 1 else None
        quantiles = [float(q) for q in np.quantile(values, (0.1, 0.5, 0.9))]
    if len(values) and cut_short == "grows":
        curve = km_quantiles(values, cut, (0.1, 0.5, 0.9))
        km_median = curve[1]
        if censored:
            quantiles = curve
    elif not censored and len(values):
        km_median = quantiles[1]
    return {
        "mean": middle,
        "ci95": list(ci) if ci else None,
        "sd": deviation,
        "min": low,
        "p10": quantiles[0],
        "median": quantiles[1],
        "p90": quantiles[2],
        "max": high,
        "censored": censored,
        "km_median": km_median,
    }


def is_turn(name: str) -> bool:
    """Whether a measure is the number of a turn, in which 0 says that it never came to that."""
    return name.endswith("_turn")


def _measured(
    name: str,
    values: npt.NDArray[Any],
    units: npt.NDArray[np.int64],
    cut: npt.NDArray[np.bool_],
    cut_short: str,
) -> Summary:
    """`summarise`; the number of a turn over the games in which it came to that (or was cut off before)."""
    if not is_turn(name):
        return summarise(values, units, cut, cut_short=cut_short)
    came = values > 0
    known = came | cut
    return summarise(values[known], units[known], ~came[known], cut_short="moves")


def _credits_ci(values: npt.NDArray[Any], units: npt.NDArray[np.int64]) -> Pair:
    interval = credit_interval(unit_means(values, units))
    return list(interval) if interval else None


def _deck(rows: Rows, d: int, units: npt.NDArray[np.int64], cut: npt.NDArray[np.bool_]) -> DeckFigures:
    emptied = rows["emptied"][:, d]
    dry = emptied > 0
    # a game cut off with cards still in the deck might have emptied it later: it belongs to neither side
    known = dry | cut
    share = share_of(dry, units)
    return {
        "emptied_share": share["share"],
        "ci95": share["ci95"],
        "first_emptied_turn": summarise(emptied[known], units[known], ~dry[known], cut_short="moves"),
        "starved_share": mean_of(rows["starved"][:, d] > 0),
        "reshuffles": summarise(rows["reshuffles"][:, d], units, cut, cut_short="grows"),
        "left_at_end": summarise(rows["left"][:, d], units, cut, cut_short="moves"),
    }


def _stalled(setup: Setup, rows: Rows) -> dict[str, int]:
    stalled = rows["detail"][rows["ended"] == ENDINGS.index("stalled")]
    found: dict[str, int] = {}
    for code, count in zip(*np.unique(stalled, return_counts=True), strict=True):
        name = setup.details[code] if 0 <= code < len(setup.details) else ""
        found[name or "unknown"] = found.get(name or "unknown", 0) + int(count)
    return found
