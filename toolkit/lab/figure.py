"""The picture of a run: how long games last, and when the decks run dry, as SVG or PNG.

Equal results give equal bytes with the same matplotlib. Only this file imports it, and only when drawing.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from toolkit.drawing.fonts import find_font
from toolkit.engine.state import TURN_CAP
from toolkit.lab.report import bots_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from toolkit.lab.result import Result

# From the palette of Okabe and Ito: told apart by every kind of colour vision, and by lightness in print.
BARS = "#56b4e9"
CUT = "#d9d9d9"
MEDIAN = "#000000"
MEAN = "#d55e00"
INK = "#222222"
QUIET = "#666666"

WIDTH, PANEL_HEIGHT, HEAD_HEIGHT = 7.2, 2.9, 0.85
"""Inches, as matplotlib has it."""

MOST_BARS = 60

STYLE: dict[Any, Any] = {
    "font.family": ["Source Sans Pro", "DejaVu Sans"],
    "font.size": 10,
    "svg.hashsalt": "pnp",
    "svg.fonttype": "path",
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.8,
    "hatch.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
}


def histogram(result: Result, kind: Literal["svg", "png"]) -> bytes:
    """The histogram of game length, with a panel for each deck that ran dry, as the bytes of a file.

    Raises:
        ValueError: the result holds no games.
    """
    if not len(result.rows):
        raise ValueError("there is no game to draw a histogram of")
    with _style():
        figure = draw(result)
        out = io.BytesIO()
        # no date and no version: equal results, equal bytes
        metadata: dict[str, Any] = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
        if kind == "svg":
            metadata["Title"] = f"{result.setup.name}: length of {len(result.rows):,} simulated games"
        figure.savefig(out, format=kind, dpi=200, metadata=metadata)
    return out.getvalue()


def draw(result: Result) -> Figure:
    """The figure itself, for a notebook that wants to change something in it."""
    from matplotlib.figure import Figure

    setup, rows, report = result.setup, result.rows, result.to_dict()
    dry = [(d, name) for d, name in enumerate(setup.decks) if report["decks"][name]["emptied_share"]]
    panels = 1 + len(dry)
    height = HEAD_HEIGHT + PANEL_HEIGHT * panels
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    engine: Any = figure.get_layout_engine()
    engine.set(rect=(0, 0, 1, 1 - HEAD_HEIGHT / height), hspace=0.08, h_pad=0.08, w_pad=0.1)
    grid = figure.subplots(panels, 1, sharex=True, squeeze=False)[:, 0]

    figure.text(0.02, 1 - 0.14 / height, setup.title, fontsize=15, fontweight="bold", va="top")
    lines = (
        f"{setup.name} · {len(rows):,} games · seed {setup.seed}",
        bots_line(setup),
    )
    figure.text(0.02, 1 - 0.44 / height, "\n".join(lines), color=QUIET, va="top", linespacing=1.3)

    turns = report["measures"]["turns"]
    cut = rows["ended"] == TURN_CAP
    bins = _bins(rows["turns"])
    _panel(grid[0], rows["turns"][~cut], rows["turns"][cut], bins, len(rows))
    _mark(grid[0], turns["mean"], turns["km_median"] if turns["censored"] else turns["median"])
    grid[0].set_title("Length of a game", loc="left", fontsize=11, fontweight="bold")
    for axes, (d, name) in zip(grid[1:], dry, strict=True):
        deck = report["decks"][name]
        emptied = rows["emptied"][:, d]
        _panel(axes, emptied[emptied > 0], emptied[:0], bins, len(rows))
        _mark(axes, deck["first_emptied_turn"]["mean"], deck["first_emptied_turn"]["median"])
        share, said = deck["emptied_share"] or 0.0, setup.say(name)
        axes.set_title(
            f"{said[:1].upper()}{said[1:]}: turn it ran dry ({100 * share:.1f} % of the games)",
            loc="left",
            fontsize=11,
            fontweight="bold",
        )
        axes.set_xlabel("turn of the game")
    grid[0].set_xlabel("turns played")
    for axes in grid:
        axes.tick_params(labelbottom=True, length=3)
        axes.set_xlim(bins[0], bins[-1])
    return figure


def _bins(turns: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """Edges of bars, each over the same number of whole turns, from turn 0."""
    step = max(1, -(-(int(turns.max()) + 1) // MOST_BARS))
    count = int(turns.max()) // step + 1
    return np.asarray(np.arange(count + 1) * step - 0.5, dtype=np.float64)


def _panel(
    axes: Axes,
    values: npt.NDArray[np.int32],
    cut: npt.NDArray[np.int32],
    bins: npt.NDArray[np.float64],
    games: int,
) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    heights, _ = np.histogram(values, bins)
    ends, _ = np.histogram(cut, bins)
    left, width = bins[:-1], np.diff(bins)
    axes.bar(left, heights / games, width, align="edge", color=BARS, edgecolor="white", linewidth=0.6)
    if len(cut):
        capped = ends > 0
        axes.bar(
            left[capped],
            ends[capped] / games,
            width[capped],
            bottom=heights[capped] / games,
            align="edge",
            color=CUT,
            edgecolor=QUIET,
            hatch="////",
            linewidth=0.6,
            label=f"cut off by the turn cap ({100 * len(cut) / games:.1f} %)",
        )
    axes.set_ylabel("share of the games")
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.6g} %"))
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True, steps=[1, 2, 5, 10]))


def _mark(axes: Axes, mean: float | None, median: float | None) -> None:
    if median is not None:
        axes.axvline(median, color=MEDIAN, linewidth=1.6, label=f"median {median:,g}")
    if mean is not None:
        axes.axvline(mean, color=MEAN, linewidth=1.6, linestyle=(0, (4, 2)), label=f"mean {mean:,.1f}")
    if axes.get_legend_handles_labels()[0]:
        # beside the title, where no bar can be behind it
        axes.legend(
            frameon=False,
            loc="lower right",
            bbox_to_anchor=(1.0, 1.03),
            ncols=3,
            borderaxespad=0,
            handlelength=1.6,
        )


@contextmanager
def _style() -> Iterator[None]:
    """Our look, without touching that of a notebook's other figures."""
    import matplotlib
    from matplotlib import font_manager

    known = {entry.fname for entry in font_manager.fontManager.ttflist}
    for weight in ("regular", "bold"):
        path = str(find_font("sans", weight).path)
        if path not in known:
            font_manager.fontManager.addfont(path)
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield
