"""The random streams: the published generator, no bias, no look-ahead, no two streams alike."""

from collections import Counter

import pytest

from toolkit.engine.state import BOT, STREAMS, state_dtype, view_class
from toolkit.engine.streams import STREAM, below, fork, mix, seed_streams, word


def state(players: int = 8):
    dtype = state_dtype([])
    view = view_class(dtype)(bytearray(dtype.itemsize))
    view.players = players
    return view


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """The first numbers that its authors' algorithm gives for the state 1 2 3 4."""
    s = state()
    for lane in range(4):
        s.stream[0, lane] = lane + 1
    expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295]
    assert [word(s, 0) for _ in expected] == expected


def test_the_stream_is_part_of_the_format() -> None:
    """Golden values: who changes these must give the stream a new name."""
    assert STREAM == "pnp-1"
    s = state()
    seed_streams(s, 2026, 7)
    assert [word(s, k) for k in range(4)] == GOLDEN
    seed_streams(s, 2**63 - 1, 2**40)
    assert word(s, 0) == GOLDEN_LARGE


GOLDEN = [4055602127, 334039644, 2791108358, 4138762795]
GOLDEN_LARGE = 1863657058


def test_mix_is_a_bijection_on_a_sample() -> None:
    assert len({mix(x) for x in range(200_000)}) == 200_000


@pytest.mark.parametrize("n", [1, 2, 3, 7, 35, 48, 1000])
def test_below_is_uniform(n: int) -> None:
    """Chi-square of 40,000 draws stays under its 99.99 % point (normal approximation)."""
    s = state()
    seed_streams(s, 5, n)
    draws = 40_000
    counts = Counter(below(s, 1, n) for _ in range(draws))
    assert set(counts) <= set(range(n))
    chi = sum((counts[i] - draws / n) ** 2 / (draws / n) for i in range(n))
    assert chi < (n - 1) + 4 * (2 * (n - 1)) ** 0.5 + 8


def test_games_seeds_and_streams_differ() -> None:
    """No two of many (seed, game, stream) begin with the same words."""
    s = state()
    seen = set()
    for seed in (0, 1, 2**32, 2**62):
        for game in (*range(200), 2**32, 2**33):
            seed_streams(s, seed, game)
            for k in range(STREAMS):
                seen.add(tuple(s.stream[k, lane] for lane in range(4)))
    assert len(seen) == 4 * 202 * STREAMS


def test_seats_do_not_disturb_each_other() -> None:
    """A bot that draws more leaves deal, chance and the other bots' streams as they were."""
    one, two = state(), state()
    seed_streams(one, 3, 4)
    seed_streams(two, 3, 4)
    for _ in range(100):
        word(two, BOT)
    for k in (0, 1, BOT + 1, BOT + 7):
        assert word(one, k) == word(two, k)


def test_a_fork_shares_nothing_with_what_comes() -> None:
    s, copy = state(), state()
    seed_streams(s, 3, 4)
    fork(s, BOT, copy)
    assert [word(copy, 1) for _ in range(4)] != [word(s, 1) for _ in range(4)]
