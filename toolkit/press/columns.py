"""How wide the columns of a rulebook's tables are: as wide as their words where there is room for that."""

from __future__ import annotations

from collections.abc import Sequence

GAP, LEAST_GAP = 3.0, 1.4
"""Space between columns where there is room, and the least, mm."""


def column_widths(
    natural: Sequence[float], least: Sequence[float], width: float
) -> tuple[list[float], float]:
    """Widths of columns and the gap between them, mm, in a table `width` wide.

    `natural` is how wide each column's longest cell would be in one line, `least` its longest word. Where no
    gap leaves room for the longest words, the widths are those words': together they are wider than the
    table, which the caller has to see to.
    """
    gaps = max(1, len(natural) - 1)
    gap = max(LEAST_GAP, min(GAP, (width - sum(least)) / gaps))
    room = width - gap * (len(natural) - 1)
    spare = room - sum(natural)
    if spare >= 0:
        # What is left over goes to all but the first column, which names the rows.
        first, *others = natural
        return [first if others else room, *(wide + spare / gaps for wide in others)], gap
    return _shared(natural, least, room), gap


def _shared(natural: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Widths that share a room which is too narrow for all: columns that want less than an equal share have
    what they want, those whose longest word needs more have that, and the others divide what is left.
    """
    widths: dict[int, float] = {}
    while len(widths) < len(natural):
        todo = [c for c in range(len(natural)) if c not in widths]
        share = (room - sum(widths.values())) / len(todo)
        settled = {c: least[c] for c in todo if least[c] > share}
        settled = settled or {c: natural[c] for c in todo if natural[c] <= share}
        widths |= settled or dict.fromkeys(todo, share)
    return [widths[c] for c in range(len(natural))]
