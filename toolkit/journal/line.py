"""The line in force: what a log says once its corrections are applied, and what became of everything else.

A correction names the records it is about, which are always earlier ones, and may itself be corrected later.
So the records are gone through from the last to the first: when one is reached, everything that could undo it
is already decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.journal.records import Record

CANCELS = {"retract": "retracted", "takeback": "taken back"}
"""Record types that take others out of force, and the word for it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A record and what later ones did to it.

    `data`: its fields as they stand, with amendments and reveals applied. `status`: "" in force, "retracted"
    (the recorder erred) or "taken back" (the players agreed). `by`: seq of the records that changed it or
    cancelled it.
    """

    record: Record
    data: Mapping[str, Any]
    status: str = ""
    by: tuple[int, ...] = ()

    @property
    def in_force(self) -> bool:
        """Whether the record counts."""
        return not self.status

    @property
    def amended(self) -> bool:
        """Whether the record counts with other fields than it was written with."""
        return self.in_force and bool(self.by)

    @property
    def text(self) -> str:
        """The move or event in notation, or the text of a note; "" for other types."""
        field = {"move": "move", "chance": "event", "reveal": "event", "note": "text"}.get(
            self.record.type, ""
        )
        return str(self.data.get(field, ""))


def audit(records: Sequence[Record]) -> list[Entry]:
    """Every record in file order, with what became of it."""
    entries: list[Entry] = []
    cancelled: dict[int, tuple[str, int]] = {}
    changes: dict[int, list[tuple[int, Mapping[str, Any]]]] = {}
    for record in reversed(records):
        if record.seq in cancelled:
            status, by = cancelled[record.seq]
            entries.append(Entry(record, record.data, status, (by,)))
            continue
        for target in targets(record):
            if record.type in CANCELS:
                cancelled.setdefault(target, (CANCELS[record.type], record.seq))
            elif record.type == "amend":
                changes.setdefault(target, []).append((record.seq, record.data["set"]))
            else:
                changes.setdefault(target, []).append((record.seq, {"event": record.data["event"]}))
        made = changes.get(record.seq, [])[::-1]
        data = dict(record.data)
        for _, fields in made:
            data.update(fields)
        entries.append(Entry(record, data, "", tuple(seq for seq, _ in made)))
    return entries[::-1]


def effective(records: Sequence[Record]) -> list[Entry]:
    """The records in force, in file order."""
    return [entry for entry in audit(records) if entry.in_force]


def targets(record: Record) -> list[int]:
    """The earlier records that this one cancels or changes (never the header, itself or a later one)."""
    if record.type in CANCELS:
        named = record.data["of"]
    elif record.type in ("amend", "reveal"):
        named = [record.data["of"]]
    else:
        return []
    return [int(seq) for seq in named if 0 < seq < record.seq]
