"""What has changed between two prints: which pieces are to be printed, and which are to be thrown away.

Pieces are compared by what is drawn on them, not by their place in a table: a row that has moved, or an id
that is on no piece and was renamed, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from toolkit.press.manifest import Entry

CHANGED, FEWER, GONE = "changed", "fewer copies", "no longer in the game"


@dataclass(frozen=True, slots=True)
class Old:
    """Pieces of one row that are to be thrown away: how many, their front's digest, and why."""

    kind: str
    id: str
    copies: int
    front: str
    why: str


@dataclass(slots=True)
class Changes:
    """The numbers (in the new list) of the pieces to print, and the pieces to throw away.

    `kept` are the entries of the earlier print that stay and were not compared.
    """

    new: list[int] = field(default_factory=list)
    old: list[Old] = field(default_factory=list)
    kept: list[Entry] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.new or self.old)


def compare(
    earlier: Sequence[Entry],
    now: Sequence[Entry],
    compared: Callable[[Entry], bool] | None = None,
) -> Changes:
    """What to do to get from the pieces on the table to the pieces of the game.

    `compared` says of an earlier piece that nothing equals whether it is out of date; others stay as they
    are.
    """
    left_old, left_new = list(range(len(earlier))), list(range(len(now)))
    for key in (
        lambda e: (e.kind, e.id, e.front, e.back),
        lambda e: (e.kind, e.front, e.back),
        lambda e: (e.front, e.back),
    ):
        left_old, left_new = _matched(earlier, now, left_old, left_new, key)
    ids = {(entry.kind, entry.id) for entry in now}
    fresh = {(now[i].kind, now[i].id) for i in left_new}
    changes = Changes(new=left_new)
    groups: dict[tuple[str, str, str, str], int] = {}
    for index in left_old:
        entry = earlier[index]
        if compared is not None and not compared(entry):
            changes.kept.append(entry)
            continue
        whose = (entry.kind, entry.id)
        why = CHANGED if whose in fresh else FEWER if whose in ids else GONE
        if not entry.id and why == GONE:
            why = CHANGED if any(kind == entry.kind for kind, _ in fresh) else GONE
        key_ = (*whose, entry.front, why)
        groups[key_] = groups.get(key_, 0) + 1
    changes.old = [Old(kind, id_, count, front, why) for (kind, id_, front, why), count in groups.items()]
    return changes


def _matched(
    earlier: Sequence[Entry],
    now: Sequence[Entry],
    left_old: Sequence[int],
    left_new: Sequence[int],
    key: Callable[[Entry], Hashable],
) -> tuple[list[int], list[int]]:
    """What is left of both lists when pieces with equal keys are paired, low numbers first."""
    waiting: dict[Hashable, list[int]] = {}
    for index in left_new:
        waiting.setdefault(key(now[index]), []).append(index)
    for found in waiting.values():
        found.reverse()
    rest = []
    for index in left_old:
        partners = waiting.get(key(earlier[index]))
        if partners:
            partners.pop()
        else:
            rest.append(index)
    return rest, sorted(index for found in waiting.values() for index in found)
