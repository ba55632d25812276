"""Playing many games on all cores: chunks for threads, rows at their index, a clean stop."""

from __future__ import annotations

import contextlib
import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np

from toolkit.lab.bots import seat_bots
from toolkit.lab.intervals import preload
from toolkit.lab.measure import Rows
from toolkit.lab.result import Result
from toolkit.lab.setup import Setup

if TYPE_CHECKING:
    from toolkit.engine.runner import Runner
    from toolkit.games.game import Game

__all__ = ["Progress", "Result", "play", "prepare", "run"]

CHUNK_SECONDS = 0.1
"""How long one call of the kernels should last: the grain of the progress bar, and of stopping."""

PATIENCE_SECONDS = 2.0
"""How long a stopped run waits for the chunks under way before it leaves them out."""

MOST_BYTES = 4 << 30
"""The most memory that the rows of a run may take."""

Progress = Callable[[int, int], None]
"""Called about ten times a second with games played and games asked for, in the thread that called `run`."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Chunks:
    """Hands out the games of a run in order, in chunks that grow or shrink to last `CHUNK_SECONDS`.

    Safe to use from many threads. Which games a chunk holds changes nothing about the games.
    """

    def __init__(self, games: int, workers: int, seconds: float = CHUNK_SECONDS) -> None:
        self._games = games
        self._workers = workers
        self._seconds = seconds
        self._lock = threading.Lock()
        self._next = 0
        self._closed = False
        self._out: dict[int, int] = {}
        self._size = 1
        self.done = 0

    def take(self) -> tuple[int, int] | None:
        """The next chunk (first game, number of games), or None when there is none left."""
        with self._lock:
            left = self._games - self._next
            if self._closed or left <= 0:
                return None
            # smaller ones at the end, so that all threads finish together
            count = max(1, min(self._size, -(-left // (2 * self._workers))))
            first = self._next
            self._next += count
            self._out[first] = count
            return first, count

    def finish(self, first: int, seconds: float) -> None:
        """Take note that the chunk that began with `first` was played in so many seconds."""
        with self._lock:
            count = self._out.pop(first)
            self.done += count
            fitting = int(count * self._seconds / max(seconds, 1e-9))
            if fitting > self._size and count >= self._size:
                self._size = min(fitting, 4 * self._size)
            elif fitting < self._size:
                self._size = max(1, fitting)

    def close(self) -> None:
        """Hand out no more."""
        with self._lock:
            self._closed = True

    @property
    def contiguous(self) -> int:
        """How many games, counted from the first, are all played."""
        with self._lock:
            return min(self._out, default=self._next)


def run(
    game: Game,
    n: int,
    players: int | None = None,
    bots: str | Sequence[str] = "greedy",
    seed: int = 1,
    options: Mapping[str, int | str] | None = None,
    workers: int | None = None,
    fixed_seats: bool = False,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Result:
    """Play `n` games and return their rows and figures.

    The games depend on the game, its options, players, bots and `seed`, and on nothing else: any number of
    `workers` (threads; one a core by default) gives equal rows. Different bots change seats from game to
    game unless `fixed_seats`. A keyboard interrupt, or `stop` returning true (it is asked about ten times a
    second), ends the run early: the result then holds the first games in order, without any that were
    finished out of order.

    Raises:
        ValueError: a number of games, players, an option or a bot that cannot be; the message names what can.
    """
    runner, setup = prepare(game, players, bots, seed, options or {}, fixed_seats)
    return play(runner, setup, game.row_dtype, n, workers, progress, stop)


def prepare(
    game: Game,
    players: int | None,
    bots: str | Sequence[str],
    seed: int,
    options: Mapping[str, int | str],
    fixed_seats: bool = False,
) -> tuple[Runner, Setup]:
    """The runner of a game and the facts of the run, with every value checked.

    Raises:
        ValueError: see `run`.
    """
    seats, resolved = game.resolve(players, **options)
    runner = game.runner(seats, resolved, bots=seat_bots(bots, seats), seed=seed, fixed_seats=fixed_seats)
    setup = Setup(
        game=game.id,
        title=game.title,
        name=game.name(seats, resolved),
        version=game.version,
        fingerprint=game.fingerprint,
        players=seats,
        options=resolved,
        bots=tuple(runner.bots),
        seatings=tuple(tuple(runner.seating(turned)) for turned in range(runner.rotations)),
        fixed_seats=fixed_seats,
        seed=seed,
        stream=runner.stream,
        decks=tuple(game.decks),
        events=tuple(game.events),
        measures=tuple(game.measures),
        seat_measures=tuple(game.seat_measures),
        details=tuple(game.details),
        words=dict(game.words),
    )
    return runner, setup


def play(
    runner: Runner,
    setup: Setup,
    dtype: np.dtype[Any],
    n: int,
    workers: int | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    chunk_seconds: float = CHUNK_SECONDS,
    compiling: Callable[[str], AbstractContextManager[None]] | None = None,
) -> Result:
    """Play the games of a runner that was prepared (see `run`).

    `compiling` is called with the game's id and entered while its rules are compiled, if they must be.
    """
    most = MOST_BYTES // dtype.itemsize
    if not 1 <= n <= most:
        raise ValueError(f"{n:,} games cannot be played; allowed are 1 to {most:,}")
    if workers is not None and not 1 <= workers <= 256:
        raise ValueError(f"{workers} workers cannot be; allowed are 1 to 256")
    threads = min(workers or cores(), n)
    compile_seconds = 0.0
    if runner.needs_compiling:
        with compiling(setup.game) if compiling is not None else contextlib.nullcontext():
            compile_seconds = runner.compile()
    else:
        runner.compile()
    preload()
    rows: Rows = np.zeros(n, dtype=dtype)
    chunks = Chunks(n, threads, chunk_seconds)
    faults: list[BaseException] = []
    finished = threading.Semaphore(0)

    def work() -> None:
        try:
            while (chunk := chunks.take()) is not None:
                first, count = chunk
                began = time.perf_counter()
                rows[first : first + count] = runner.play(first, count)
                chunks.finish(first, time.perf_counter() - began)
        except BaseException as fault:  # the caller's thread raises it
            faults.append(fault)
            chunks.close()
        finally:
            finished.release()

    began = time.perf_counter()
    # daemons: a chunk that outlasts our patience must not keep the process alive
    team = [threading.Thread(target=work, name=f"games-{k}", daemon=True) for k in range(threads)]
    at_work = threads

    def wait(until: float = math.inf, asking: Callable[[], bool] | None = None) -> None:
        nonlocal at_work
        while at_work and time.perf_counter() < until:
            # with a timeout, as on some systems a wait without one cannot be interrupted
            if finished.acquire(timeout=0.1):
                at_work -= 1
            if progress is not None:
                progress(chunks.done, n)
            if asking is not None and asking():
                return

    try:
        for thread in team:
            thread.start()
        wait(asking=stop)
    except KeyboardInterrupt:
        pass
    chunks.close()
    with contextlib.suppress(KeyboardInterrupt):  # interrupted again: wait no longer
        wait(until=time.perf_counter() + PATIENCE_SECONDS)
    if faults:
        raise faults[0]
    seconds = time.perf_counter() - began
    kept = rows if chunks.contiguous == n else rows[: chunks.contiguous].copy()
    return Result(setup, kept, n, seconds, compile_seconds, threads)
