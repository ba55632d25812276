"""How long a session was played: breaks and time away are no playing time."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.journal.line import Entry


def playing_times(entries: Sequence[Entry]) -> dict[int, float]:
    """Seconds played up to each record, by its seq; empty for a log without times.

    Left out are breaks (from `pause` to `resume`), the time between two sittings, and a computer's sleep.
    """
    played: dict[int, float] = {}
    total, last, paused = 0.0, None, False
    for entry in entries:
        now = entry.record.elapsed
        if now is None:
            continue
        passed = max(0.0, now - last) if last is not None else 0.0
        if entry.record.type == "anchor":
            passed = max(0.0, passed - float(entry.data["gap"]))
        total += 0.0 if paused else passed
        last = max(now, last or 0.0)
        paused = entry.record.type == "pause" or (paused and entry.record.type != "resume")
        played[entry.record.seq] = total
    return played
