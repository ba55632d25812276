"""How much there is to draw: the steps of all paths and glyphs, art that is used again counted each time."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.drawing.model import Group, Item, Path, TextLine, Use

MAX_WEIGHT = 1_000_000
"""More than this on one face would take minutes to draw."""


def weight(items: Iterable[Item]) -> int:
    """Steps of the paths, glyphs and other items of a drawing, each at least 1."""
    return _weight(items, {})


def _weight(items: Iterable[Item], known: dict[int, int]) -> int:
    total = 0
    for item in items:
        total += 1
        if isinstance(item, Path):
            total += len(item.d)
        elif isinstance(item, TextLine):
            total += len(item.glyphs)
        elif isinstance(item, Group):
            total += _weight(item.items, known)
        elif isinstance(item, Use):
            # Counted once for each symbol: art within art is a tree with very many leaves.
            key = id(item.symbol)
            if key not in known:
                known[key] = _weight(item.symbol.drawing.items, known)
            total += known[key]
    return total
