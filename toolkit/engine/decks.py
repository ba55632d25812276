"""Decks as kernels: shuffle, draw, discard, recycle; the top of a deck is its last card.

A deck's order is one that nobody has seen. When a log states which card came up, `Position` first swaps
that card's identity to the top (see `toolkit.engine.position`); the kernels only ever take the top one.
"""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.engine.streams import below


def put(s: Record, d: int, item: int) -> None:
    """Lay `item` on top of deck `d`."""
    s.deck[d, s.deck_size[d]] = item
    s.deck_size[d] += 1


def shuffle(s: Record, d: int, k: int) -> None:
    """Shuffle deck `d` with stream `k`."""
    i = s.deck_size[d] - 1
    while i > 0:
        j = below(s, k, i + 1)
        held = s.deck[d, i]
        s.deck[d, i] = s.deck[d, j]
        s.deck[d, j] = held
        i -= 1


def sort(s: Record, d: int) -> None:
    """Sort deck `d`, so that a shuffle after it owes nothing to the order it had (see `hooks.redeal`)."""
    for i in range(1, s.deck_size[d]):
        item = s.deck[d, i]
        j = i
        while j > 0 and s.deck[d, j - 1] > item:
            s.deck[d, j] = s.deck[d, j - 1]
            j -= 1
        s.deck[d, j] = item


def top(s: Record, d: int) -> int:
    """The top card of deck `d`, which must not be empty."""
    return s.deck[d, s.deck_size[d] - 1]


def draw(s: Record, d: int) -> int:
    """Take the top card of deck `d`, which must not be empty; notes the turn in which it first ran out.

    Turns are counted from 1 and the one in progress counts, so a draw during set-up is in turn 1.
    """
    s.deck_size[d] -= 1
    if s.deck_size[d] == 0 and s.emptied[d] == 0:
        s.emptied[d] = s.turns + 1
    return s.deck[d, s.deck_size[d]]


def starve(s: Record, d: int) -> None:
    """Note that a draw which a rule asks for was refused by deck `d`."""
    if s.starved[d] == 0:
        s.starved[d] = s.turns + 1


def lay_off(s: Record, d: int, item: int) -> None:
    """Put `item` on the discard pile of deck `d`."""
    s.discard[d, s.discard_size[d]] = item
    s.discard_size[d] += 1


def recycle(s: Record, d: int, k: int) -> None:
    """Turn the discards of deck `d` back into it and shuffle with stream `k`."""
    while s.discard_size[d] > 0:
        s.discard_size[d] -= 1
        put(s, d, s.discard[d, s.discard_size[d]])
    s.reshuffles[d] += 1
    shuffle(s, d, k)
