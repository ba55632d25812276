"""What a run hands back: its rows, and everything that is said about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from toolkit.lab.measure import Report, Rows, measure
from toolkit.lab.report import Page, page, renderable, text, to_html
from toolkit.lab.setup import Setup

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Result:
    """The games of a run, one row each, and their figures.

    `rows` is a structured array (see `toolkit.engine.state.row_dtype`) in the order of the games' indexes,
    `asked` the number of games asked for; fewer rows than that and the run was stopped (see `interrupted`).
    Times are in seconds, and `seconds` is without compiling.
    """

    setup: Setup
    rows: Rows
    asked: int
    seconds: float
    compile_seconds: float
    workers: int

    @property
    def interrupted(self) -> bool:
        """Whether the run was stopped before all games were played; the rows are then the first games
        in order.
        """
        return len(self.rows) < self.asked

    def to_dict(self) -> Report:
        """All figures, as `pnp simulate --json` prints them."""
        return self._report

    def to_json(self) -> str:
        """`to_dict` as JSON text, ending in a newline."""
        return json.dumps(self.to_dict(), indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def table(self) -> RenderableType:
        """The report as something that rich prints."""
        return renderable(self._page)

    def to_text(self) -> str:
        """The report as plain text."""
        return text(self._page)

    def __str__(self) -> str:
        """The report, so that `print(result)` shows what the command line does."""
        return self.to_text()

    def _repr_html_(self) -> str:
        return to_html(self._page)

    def __repr__(self) -> str:
        return f"<Result of {len(self.rows):,} games of {self.setup.name}, seed {self.setup.seed}>"

    @cached_property
    def _report(self) -> Report:
        pace = len(self.rows) / self.seconds if self.seconds > 0 else 0.0
        return measure(
            self.setup,
            self.rows,
            {
                "games_per_second": pace,
                "seconds": self.seconds,
                "compile_seconds": self.compile_seconds,
                "workers": self.workers,
            },
        )

    @cached_property
    def _page(self) -> Page:
        return page(self.setup, self._report, self.rows, self.asked)
