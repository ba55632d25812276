"""A log in memory: its records with their places in the file, and what the header pins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from toolkit.journal.faults import JournalError, LogFault

Option = int | str


@dataclass(frozen=True, slots=True)
class Record:
    """One record: its fields, and the line (from 1), byte offset and bytes (no line end) it was read from."""

    data: Mapping[str, Any]
    line: int
    offset: int
    raw: bytes

    @property
    def seq(self) -> int:
        """The record's number in its log."""
        return int(self.data["seq"])

    @property
    def type(self) -> str:
        """The record type."""
        return str(self.data["type"])

    @property
    def elapsed(self) -> float | None:
        """Seconds since the log was opened; None in a simulated game."""
        value = self.data.get("elapsed")
        return None if value is None else float(value)

    @property
    def time(self) -> datetime | None:
        """Wall time with its offset; None in a simulated game."""
        value = self.data.get("time")
        return None if value is None else datetime.fromisoformat(value)


@dataclass(frozen=True, slots=True)
class Broken:
    """A line that is no record: kept in its place, with what is wrong with it."""

    fault: LogFault
    raw: bytes

    @property
    def line(self) -> int:
        """Line number, from 1."""
        return self.fault.line


@dataclass(frozen=True, slots=True)
class Header:
    """What the first record of a log pins."""

    game: str
    rules_version: str
    players: int
    first: int
    options: Mapping[str, Option]
    title: str = ""
    names: Mapping[int, str] = field(default_factory=dict)
    bots: Mapping[int, str] = field(default_factory=dict)
    origin: str = "table"
    tool: str = ""
    coordinates: str = ""
    fingerprint: str = ""
    layout: str = ""
    """What the checkpoints' hashes are over: engines that keep the state another way have other hashes."""
    tables: Mapping[str, Any] = field(default_factory=dict)
    zone: str | None = None
    random: Mapping[str, Any] = field(default_factory=dict)
    time: datetime | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Header:
        """The header in a checked header record; fields it does not have take their defaults."""
        time = data.get("time")
        return cls(
            game=data["game"],
            rules_version=data["rules_version"],
            players=data["players"],
            first=data["first"],
            options=dict(data["options"]),
            title=data.get("title", data["game"]),
            names={int(seat): name for seat, name in data.get("names", {}).items()},
            bots={int(seat): bot for seat, bot in data.get("bots", {}).items()},
            origin=data.get("origin", "table"),
            tool=data.get("tool", ""),
            coordinates=data.get("coordinates", ""),
            fingerprint=data.get("fingerprint", ""),
            layout=data.get("layout", ""),
            tables=data.get("tables", {}),
            zone=data.get("zone"),
            random=data.get("random", {}),
            time=None if time is None else datetime.fromisoformat(time),
        )


@dataclass(slots=True)
class Log:
    """A log as it was read: every line in order, readable or not, and everything found wrong."""

    path: Path
    items: list[Record | Broken]
    faults: list[LogFault]
    lines: int
    """How many whole lines the file has."""
    torn: bytes = b""
    """The unterminated last line, when it is no whole record."""

    @property
    def records(self) -> list[Record]:
        """The readable records in file order, the header among them."""
        return [item for item in self.items if isinstance(item, Record)]

    @property
    def header(self) -> Header | None:
        """The header, or None where the file has none that can be read."""
        first = next(iter(self.records), None)
        return Header.of(first.data) if first is not None and first.type == "header" else None

    def require_header(self) -> Header:
        """The header; JournalError where there is none that can be read."""
        header = self.header
        if header is None:
            why = next((f": {fault}" for fault in self.faults if fault.line == 1), "")
            raise JournalError(f"{self.path}: this log has no readable header{why}")
        return header

    @property
    def names(self) -> dict[int, str]:
        """The names of the seats, as last stated."""
        header = self.header
        names = dict(header.names) if header is not None else {}
        for record in self.records:
            if record.type == "seats":
                names.update({int(seat): name for seat, name in record.data["names"].items()})
        return {seat: name for seat, name in names.items() if name}

    @property
    def next_seq(self) -> int:
        """The number the next record takes; a broken line keeps the number it seems to have had."""
        last, broken_since = -1, 0
        for item in self.items:
            if isinstance(item, Broken):
                broken_since += 1
            else:
                last, broken_since = max(last, item.seq), 0
        return last + 1 + broken_since
