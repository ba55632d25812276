"""Format version 1 of the playtest log: the record types, their fields, and one record to a line and back.

A log is UTF-8 text with one JSON object a line. Every record has `seq` (0, 1, 2 … without gaps) and `type`;
a log kept at a table also has `elapsed` (seconds since the log was begun, on a clock that never runs
backwards) and `time` (wall time with its offset from UTC). A simulated game has a `time` in its header only.
Fields and types this module does not know are kept as they are; a user's own begin with ``x_``.

This file never changes its meaning: a new version of the format is a new module beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from math import isfinite
from typing import Any, NoReturn

from toolkit.journal.faults import RecordFault

FORMAT = "pnp-log"
VERSION = 1

NOTE_KINDS = ("observation", "quote", "question", "confusion", "bug", "idea", "mood")
RULINGS = ("stood", "rolled_back", "penalty")
ENDINGS = ("finished", "abandoned", "time", "stalled", "restarted")
ORIGINS = ("table", "play", "simulated")
ANCHORS = ("reopened", "clock")

MOST = 10**9
"""No count, and no number of seconds, in a log is larger: that would be thirty years."""

Check = Callable[[Any], str]
"""Takes a value and returns "" or what would be right."""


def _whole(value: Any) -> str:
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST
    return "" if good else "a whole number, 0 or more"


def _seat(value: Any) -> str:
    return "" if not _whole(value) and value >= 1 else "a seat number from 1"


def _seconds(value: Any) -> str:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MOST
    return "" if good else "seconds, 0 or more"


def _number(value: Any) -> str:
    good = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST
    return "" if good else "a number"


def _text(value: Any) -> str:
    return "" if isinstance(value, str) else "text"


def _word(value: Any) -> str:
    return "" if isinstance(value, str) and value.strip() else "text that is not empty"


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _table(value: Any) -> str:
    return "" if isinstance(value, dict) else "an object {…}"


def _any(value: Any) -> str:
    return ""


def _time(value: Any) -> str:
    try:
        good = isinstance(value, str) and datetime.fromisoformat(value).utcoffset() is not None
    except ValueError:
        good = False
    return "" if good else 'a time with its offset, such as "2026-03-01T19:30:00+01:00"'


def _zone(value: Any) -> str:
    return "" if value is None or isinstance(value, str) else "an IANA zone name, or null where it is unknown"


def _one_of(values: tuple[str, ...]) -> Check:
    def check(value: Any) -> str:
        return "" if value in values else "one of " + ", ".join(values)

    return check


def _list_of(check: Check, what: str) -> Check:
    def check_all(value: Any) -> str:
        return "" if isinstance(value, list) and not any(check(item) for item in value) else what

    return check_all


def _by_seat(check: Check, what: str) -> Check:
    def check_all(value: Any) -> str:
        good = isinstance(value, dict) and all(
            key.isascii() and key.isdecimal() and len(key) <= 3 and int(key) >= 1 and not check(item)
            for key, item in value.items()
        )
        return "" if good else what

    return check_all


_names = _by_seat(_text, 'names by seat, such as {"1": "Ann"}')
_targets = _list_of(_whole, "a list of seq numbers")
_seats = _list_of(_seat, "a list of seats")

COMMON: dict[str, Check] = {
    "seq": _whole,
    "type": _word,
    "elapsed": _seconds,
    "time": _time,
    "clock_behind": _seconds,
    "by": _text,
}
"""Fields any record may have; `clock_behind`: how many seconds less than `time`, which never runs backwards,
the wall clock read."""

REQUIRED: dict[str, dict[str, Check]] = {
    "header": {
        "format": _word,
        "version": _whole,
        "game": _word,
        "rules_version": _text,
        "players": _seat,
        "first": _seat,
        "options": _table,
    },
    "seats": {"names": _names},
    "move": {"seat": _seat, "move": _word},
    "chance": {"event": _word},
    "reveal": {"of": _whole, "event": _word},
    "note": {"text": _text},
    "pause": {},
    "resume": {},
    "anchor": {"why": _one_of(ANCHORS), "gap": _number},
    "recovered": {"bytes": _whole, "file": _text},
    "retract": {"of": _targets},
    "takeback": {"of": _targets},
    "amend": {"of": _whole, "set": _table},
    "checkpoint": {"turn": _whole, "hash": _word},
    "end": {"how": _one_of(ENDINGS)},
}
"""The record types and the fields each must have."""

OPTIONAL: dict[str, dict[str, Check]] = {
    "header": {
        "title": _text,
        "names": _names,
        "bots": _by_seat(_word, 'bots by seat, such as {"2": "greedy"}'),
        "origin": _one_of(ORIGINS),
        "tool": _text,
        "coordinates": _text,
        "fingerprint": _text,
        "tables": _table,
        "zone": _zone,
        "layout": _text,
        "random": _table,
        "parent": _table,
    },
    "move": {"illegal": _flag, "rule": _text, "why": _text, "ruling": _one_of(RULINGS), "comment": _text},
    "chance": {"assumed": _flag},
    "note": {
        "kind": _one_of(NOTE_KINDS),
        "seat": _seat,
        "rule": _text,
        "component": _text,
        # A move that broke the rules but stood, and that no engine can carry out: a tile on a wrong square.
        "illegal": _flag,
        "move": _word,
        "why": _text,
        "ruling": _one_of(RULINGS),
    },
    "pause": {"why": _text},
    "recovered": {"completed": _flag, "sha256": _text},
    "retract": {"why": _text},
    "takeback": {"why": _text},
    "amend": {"why": _text},
    "end": {
        "winners": _seats,
        "outcome": _text,
        "detail": _text,
        "ranks": _by_seat(_seat, "ranks by seat"),
        "scores": _by_seat(_number, "scores by seat"),
    },
}
"""The fields a record type may have; any other field is kept and not looked at."""

AMENDABLE = (
    "seat",
    "move",
    "event",
    "illegal",
    "rule",
    "why",
    "ruling",
    "comment",
    "text",
    "kind",
    "component",
)


def encode(data: Mapping[str, Any]) -> bytes:
    """One record as a line of UTF-8 that ends in LF.

    Raises RecordFault where the record would not read back as it is.
    """
    check(data)
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
        return text.encode("utf-8") + b"\n"
    except (ValueError, TypeError) as error:
        raise RecordFault(f"this record cannot be written as JSON: {error}") from error


def decode(line: bytes) -> dict[str, Any]:
    """The record in one line (its line end, LF or CRLF, may be there or not).

    Raises RecordFault with the column where the line is no JSON object, or not one of this format.
    """
    data = parse(line)
    check(data)
    return data


def check(data: Mapping[str, Any]) -> None:
    """Raises RecordFault where a record lacks a field of its type or has one of a wrong kind."""
    for field in ("seq", "type"):
        if field not in data:
            raise RecordFault(f'the record has no "{field}"')
    kind = data["type"]
    if wrong := COMMON["type"](kind):
        raise RecordFault(f'"type" must be {wrong}')
    required = REQUIRED.get(kind, {})
    for field in required:
        if field not in data:
            raise RecordFault(f'a {kind} record needs "{field}"')
    for checks in (COMMON, required, OPTIONAL.get(kind, {})):
        for field, test in checks.items():
            if field in data and (wrong := test(data[field])):
                raise RecordFault(f'"{field}" of a {kind} record must be {wrong}')
    if kind == "amend":
        _check_amend(data)


def _check_amend(data: Mapping[str, Any]) -> None:
    for field, value in data["set"].items():
        if field.startswith("x_"):
            continue
        if field not in AMENDABLE:
            raise RecordFault(f'"{field}" cannot be amended; what can be: ' + ", ".join(AMENDABLE))
        tests = [checks[field] for checks in (*REQUIRED.values(), *OPTIONAL.values()) if field in checks]
        if tests and all(test(value) for test in tests):
            raise RecordFault(f'"{field}" of an amend record must be {tests[0](value)}')


def known(kind: str) -> bool:
    """Whether a record type is of this format or, by its ``x_``, a user's own."""
    return kind in REQUIRED or kind.startswith("x_")


def parse(line: bytes) -> dict[str, Any]:
    """The JSON object in one line; RecordFault says what is wrong and in which column."""
    body = line.rstrip(b"\r\n")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(body[: error.start].decode("utf-8")) + 1
        raise RecordFault(
            f"byte 0x{body[error.start]:02x} is not UTF-8 (was the file saved as Latin-1 or Windows-1252?); "
            "save it as UTF-8",
            column,
            error.start,
        ) from error
    if not text.strip():
        raise RecordFault("an empty line", 1)
    try:
        data = json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_no_duplicates
        )
        lonely = "\\u" in text and _has_surrogate(data)
    except json.JSONDecodeError as error:
        hint = " (a bracket, comma or quotation mark is missing)" if error.pos >= len(text) else ""
        byte = len(text[: error.pos].encode("utf-8"))
        raise RecordFault(f"not JSON: {error.msg}{hint}", error.pos + 1, byte) from error
    except RecursionError as error:
        raise RecordFault("not a record: brackets nested too deep") from error
    except RecordFault:
        raise
    except ValueError as error:
        raise RecordFault(f"not JSON: {error}") from error
    if not isinstance(data, dict):
        raise RecordFault("a record is an object {…}", 1)
    if lonely:
        raise RecordFault("half of a surrogate pair (\\uD800 to \\uDFFF) stands alone; it is no character")
    return data


def _has_surrogate(value: Any) -> bool:
    if isinstance(value, str):
        return any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return any(_has_surrogate(key) or _has_surrogate(item) for key, item in value.items())
    return isinstance(value, list) and any(_has_surrogate(item) for item in value)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise RecordFault(f"{text} is too large a number")
    return number


def _no_constant(name: str) -> NoReturn:
    raise RecordFault(f"{name} is not a JSON number")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RecordFault(f'"{twice}" is given twice in one object')
    return data
