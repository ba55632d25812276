"""Chunks: every game once and in order, sizes that follow the clock, and what is contiguous."""

from __future__ import annotations

import random
from itertools import pairwise

from toolkit.lab.run import Chunks


def test_every_game_is_handed_out_once_and_in_order() -> None:
    chunks = Chunks(1000, workers=3)
    covered: list[int] = []
    clock = random.Random(1)
    while (chunk := chunks.take()) is not None:
        first, count = chunk
        covered.extend(range(first, first + count))
        chunks.finish(first, clock.uniform(1e-6, 1.0))
    assert covered == list(range(1000))
    assert chunks.done == chunks.contiguous == 1000


def test_chunks_grow_to_the_time_they_should_take_and_shrink_again() -> None:
    chunks = Chunks(10_000_000, workers=2, seconds=0.1)

    def next_size(seconds_a_game: float) -> int:
        chunk = chunks.take()
        assert chunk is not None
        chunks.finish(chunk[0], chunk[1] * seconds_a_game)
        return chunk[1]

    sizes = [next_size(1e-4) for _ in range(12)]  # a thousand games fit
    assert sizes[0] == 1
    assert all(later <= 4 * size for size, later in pairwise(sizes))
    assert 990 <= sizes[-1] <= 1000
    next_size(0.01)  # slower now: ten fit
    assert next_size(0.01) == 10


def test_a_slow_game_is_a_chunk_of_its_own() -> None:
    chunks = Chunks(100, workers=2, seconds=0.1)
    for _ in range(5):
        chunk = chunks.take()
        assert chunk is not None and chunk[1] == 1
        chunks.finish(chunk[0], 3.0)


def test_what_is_contiguous_ends_at_the_first_chunk_still_out() -> None:
    chunks = Chunks(100, workers=3)
    taken = [chunks.take() for _ in range(3)]
    assert taken == [(0, 1), (1, 1), (2, 1)]
    chunks.finish(2, 1.0)
    chunks.finish(0, 1.0)
    assert (chunks.done, chunks.contiguous) == (2, 1)  # game 2 was over before game 1: it must wait
    chunks.finish(1, 1.0)
    assert chunks.contiguous == 3


def test_a_closed_run_hands_out_nothing() -> None:
    chunks = Chunks(100, workers=1)
    chunks.close()
    assert chunks.take() is None
    assert chunks.contiguous == 0
