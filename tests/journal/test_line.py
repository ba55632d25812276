"""Corrections: the line in force and the audit view."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from toolkit.journal.line import Entry, audit, effective
from toolkit.journal.reader import Reader
from toolkit.journal.records import Log

HEADER: dict[str, Any] = {
    "type": "header",
    "format": "pnp-log",
    "version": 1,
    "game": "g",
    "rules_version": "1",
    "players": 2,
    "first": 1,
    "options": {},
}


def log_of(*records: dict[str, Any]) -> Log:
    lines = [json.dumps({"seq": seq, **data}) for seq, data in enumerate([HEADER, *records])]
    log = Reader().read_bytes(("\n".join(lines) + "\n").encode(), Path("x"))
    assert log.faults == []
    return log


def move(text: str) -> dict[str, Any]:
    return {"type": "move", "seat": 1, "move": text}


def texts(entries: list[Entry]) -> list[str]:
    return [entry.text for entry in entries if entry.record.type in ("move", "chance")]


def test_retract_and_takeback_end_different_ways_and_nothing_is_lost() -> None:
    log = log_of(
        move("a"),
        move("b"),
        {"type": "retract", "of": [2]},
        move("c"),
        {"type": "takeback", "of": [4]},
        move("d"),
    )
    assert texts(effective(log.records)) == ["a", "d"]
    everything = audit(log.records)
    assert [entry.record.seq for entry in everything] == list(range(7))
    assert {entry.record.seq: entry.status for entry in everything if entry.status} == {
        2: "retracted",
        4: "taken back",
    }
    assert everything[2].by == (3,)


def test_an_amended_entry_thirty_moves_ago_is_one_record() -> None:
    log = log_of(
        *(move(f"m{n}") for n in range(1, 41)), {"type": "amend", "of": 10, "set": {"move": "right"}}
    )
    line = effective(log.records)
    assert texts(line)[9] == "right"
    assert len(texts(line)) == 40
    assert line[10].amended
    assert line[10].record.data["move"] == "m10"


def test_the_last_amendment_counts_and_fields_add_up() -> None:
    log = log_of(
        move("a"),
        {"type": "amend", "of": 1, "set": {"move": "b", "illegal": True}},
        {"type": "amend", "of": 1, "set": {"move": "c"}},
    )
    entry = effective(log.records)[1]
    assert (entry.data["move"], entry.data["illegal"], entry.by) == ("c", True, (2, 3))


def test_corrections_can_be_corrected() -> None:
    log = log_of(move("a"), {"type": "retract", "of": [1]}, {"type": "retract", "of": [2]})
    assert texts(effective(log.records)) == ["a"]
    log = log_of(move("a"), {"type": "amend", "of": 1, "set": {"move": "b"}}, {"type": "retract", "of": [2]})
    assert texts(effective(log.records)) == ["a"]


def test_a_reveal_fills_in_what_nobody_saw() -> None:
    log = log_of({"type": "chance", "event": "2+?"}, {"type": "reveal", "of": 1, "event": "2+17"})
    assert texts(effective(log.records)) == ["2+17"]


def test_corrections_of_the_header_themselves_or_the_future_do_nothing() -> None:
    log = log_of({"type": "retract", "of": [0, 1, 2, 99]}, move("a"))
    assert texts(effective(log.records)) == ["a"]
    assert effective(log.records)[0].record.type == "header"
