"""Play many games of one set-up at machine speed, the same ones whoever plays them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from toolkit.engine.bots import COLUMNS
from toolkit.engine.hooks import setup
from toolkit.engine.link import Linked, link
from toolkit.engine.playout import play_games
from toolkit.engine.rules import Rules, RulesError
from toolkit.engine.streams import STREAM

if TYPE_CHECKING:
    from toolkit.engine.position import Position


class Runner:
    """Plays games of one set-up; game `index` is the same for every chunk size and number of threads.

    Bots that differ rotate through the seats: the `rotations` games of one unit share deal and chance and
    differ only in who sits where. `bots` has a name for every seat as it is in rotation 0.

    Args:
        rules: the game's rules.
        options: the bytes of the options record.
        tables: the tables record, shape (1,).
        players: seats.
        bots: one name for all seats, or one for each.
        seed: from 0 to 2**63 - 1.
        fixed_seats: never rotate.
        boundscheck: compile with checks of every index.
        table: makes a table position of this set-up (for `trace`).

    Raises:
        ValueError: an unknown bot, or the wrong number of them.
    """

    stream = STREAM

    def __init__(
        self,
        rules: Rules,
        options: bytes,
        tables: np.ndarray[Any, Any],
        players: int,
        bots: tuple[str, ...],
        seed: int,
        *,
        fixed_seats: bool,
        boundscheck: bool,
        table: Callable[[], Position],
    ) -> None:
        from toolkit.engine.position import parse_bots

        parsed = parse_bots(bots, players, rules.bots)
        self.bots = bots * players if len(bots) == 1 else bots
        self.players = players
        self.seed = seed
        self._rules = rules
        self._options = np.frombuffer(bytearray(options), rules.options_dtype)
        self._tables = tables.copy()
        self._boundscheck = boundscheck
        self._table = table
        self.rotations = 1 if fixed_seats else _period(parsed)
        self._seating = [
            tuple((seat + turn) % players for seat in range(players)) for turn in range(self.rotations)
        ]
        self._codes = np.array([[parsed[b][0] for b in row] for row in self._seating], np.int64)
        self._budgets = np.array([[parsed[b][1] for b in row] for row in self._seating], np.int64)
        self._nodes = max(budget for _, budget in parsed) + 2
        self._linked: Linked | None = None
        self._blank = np.zeros(1, rules.state_dtype)

    @property
    def needs_compiling(self) -> bool:
        """Whether the next `compile` will take long, as no earlier run left this code on disk."""
        return not self._link().cached

    def compile(self) -> float:
        """Have everything ready to play; returns the seconds it took (a second or so when cached)."""
        start = time.perf_counter()
        if not self._blank["players"][0]:
            self._blank["players"][0] = self.players
            state, options, tables = self._blank[0], self._options[0], self._tables[0]
            from numba.core.errors import NumbaError

            try:
                with self._link().compiling():
                    self._link().kernels["setup"](state, options, tables)
                    self.play(0, 0)
            except NumbaError as error:
                said = str(error).strip().splitlines()
                raise RulesError(
                    f"{self._rules.module.__file__}: cannot be compiled: {' '.join(said)[:600]}"
                ) from error
            self._link().mark_ready()
        return time.perf_counter() - start

    def play(self, first: int, count: int) -> np.ndarray[Any, Any]:
        """Play games `first` to `first + count - 1`; returns their rows, shape (count,).

        Safe to call from several threads at once; the work itself holds no lock.
        """
        return self._play(first, count, np.zeros(1, np.int64))

    def seating(self, index: int) -> tuple[int, ...]:
        """For each seat in game `index`, the place in `bots` of the one that sat there."""
        return self._seating[index % self.rotations]

    def unit(self, index: int) -> int:
        """Games of one unit share deal and chance."""
        return index // self.rotations

    def trace(self, index: int) -> list[str]:
        """Every action and chance event of game `index`, in order, to be played on a table position."""
        trace = np.zeros(1_000_001, np.int64)
        self._play(index, 1, trace)
        position = self._table()
        return [position.play(position.action_text(int(a))) for a in trace[1 : trace[0] + 1]]

    def _link(self) -> Linked:
        if self._linked is None:
            rules = self._rules
            self._linked = link(
                [setup, play_games],
                rules.kernels,
                {
                    "s": rules.state_dtype,
                    "o": rules.options_dtype,
                    "t": rules.tables_dtype,
                    "row": rules.row_dtype,
                },
                compiled=True,
                boundscheck=self._boundscheck,
                inline=rules.inline,
            )
        return self._linked

    def _play(self, first: int, count: int, trace: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        if first < 0 or count < 0:
            raise ValueError(f"games {first} to {first + count - 1} cannot be played; count from 0")
        if not self._blank["players"][0]:
            self.compile()
        rows = np.zeros(max(count, 1), self._rules.row_dtype)
        arguments = (
            first,
            count,
            self.seed,
            self.rotations,
            self._codes,
            self._budgets,
            self._blank,
            self._options,
            self._tables,
            np.zeros(3, self._rules.state_dtype),
            np.zeros(self._rules.max_moves, np.int64),
            np.zeros((self._nodes, COLUMNS), np.int64),
            np.zeros(self._nodes, np.int64),
            rows,
            trace,
        )
        try:
            self._link().kernels["play_games"](*arguments)
        except (ArithmeticError, IndexError) as error:
            raise RulesError(
                f"{self._rules.module.__file__}: games {first} to {first + count - 1}: {error}"
            ) from error
        return rows[:count]


def _period(bots: list[tuple[int, int]]) -> int:
    """After how many steps round the table the bots sit as before."""
    for turn in range(1, len(bots)):
        if bots[turn:] + bots[:turn] == bots:
            return turn
    return len(bots)
