"""The random streams of a game: a documented generator that is part of the file format.

`STREAM` names the scheme `pnp-1`: xoshiro128++ (Blackman and Vigna) on four 32-bit words held in signed
64-bit fields, so that masked operations agree, compiled and plain, on every machine.
A game's streams are seeded from (seed, game index, stream number): each of the four words absorbs the
four 32-bit halves of seed and index, then the stream number, through a 32-bit finaliser. A change to any of
this is a new, named stream, since logs and reports rely on it.
"""

from __future__ import annotations

from toolkit.engine.state import BOT, Record

STREAM = "pnp-1"

WORD = 0xFFFFFFFF


def mul32(a: int, b: int) -> int:
    """The low 32 bits of a product of two 32-bit words.

    Compiled, the product wraps at 64 bits; the mask leaves the same 32 bits either way.
    """
    return (a * b) & WORD


def mix(x: int) -> int:
    """A bijection of 32-bit words in which every input bit moves every output bit."""
    x = mul32(x ^ (x >> 16), 0x21F0AAAD)
    x = mul32(x ^ (x >> 15), 0x735A2D97)
    return x ^ (x >> 15)


def seed_streams(s: Record, seed: int, game: int) -> None:
    """Start every stream of game number `game` of the run with this `seed` (both below 2**63)."""
    for lane in range(4):
        h = mix((0x9E3779B9 * (lane + 1)) & WORD)
        h = mix(h ^ (seed & WORD))
        h = mix(h ^ (seed >> 32))
        h = mix(h ^ (game & WORD))
        h = mix(h ^ (game >> 32))
        for k in range(BOT + s.players):
            s.stream[k, lane] = mix(h ^ (k + 1))
    for k in range(BOT + s.players):
        if s.stream[k, 0] + s.stream[k, 1] + s.stream[k, 2] + s.stream[k, 3] == 0:
            s.stream[k, 0] = 1  # the one state that xoshiro cannot leave


def word(s: Record, k: int) -> int:
    """The next 32 random bits of stream `k`."""
    a = s.stream[k, 0]
    b = s.stream[k, 1]
    c = s.stream[k, 2]
    d = s.stream[k, 3]
    x = (a + d) & WORD
    result = ((((x << 7) | (x >> 25)) & WORD) + a) & WORD
    shifted = (b << 9) & WORD
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = ((d << 11) | (d >> 21)) & WORD
    s.stream[k, 0] = a
    s.stream[k, 1] = b
    s.stream[k, 2] = c
    s.stream[k, 3] = d
    return result


def below(s: Record, k: int, n: int) -> int:
    """A uniform whole number from 0 to n - 1 out of stream `k` (0 < n < 2**31), free of bias."""
    m = word(s, k) * n
    low = m & WORD
    if low < n:
        floor = ((WORD + 1) - n) % n
        while low < floor:
            m = word(s, k) * n
            low = m & WORD
    return m >> 32


def fork(s: Record, k: int, copy: Record) -> None:
    """Give `copy` fresh streams drawn from stream `k` of `s`, so that a search cannot look ahead."""
    for lane in range(4):
        h = word(s, k)
        for j in range(BOT + s.players):
            copy.stream[j, lane] = mix(h ^ (j + 1))
    for j in range(BOT + s.players):
        copy.stream[j, 0] |= 1
