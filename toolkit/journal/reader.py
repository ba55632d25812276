"""Reading a log: bytes, split into lines, each decoded by itself, so that one bad line costs one line."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Any, Protocol

from toolkit.journal import v1
from toolkit.journal.faults import JournalError, LogFault, LogFaultError, RecordFault
from toolkit.journal.records import Broken, Log, Record

MAX_LINE = 4 * 1024 * 1024
"""Bytes a line may have; the header, which carries the tables, is the longest."""
MAX_FILE = 64 * 1024 * 1024
"""Bytes a log may have."""


class Format(Protocol):
    """What the module of one format version offers."""

    VERSION: int

    def decode(self, line: bytes) -> dict[str, Any]:
        """The record in one line, or RecordFault."""

    def known(self, kind: str) -> bool:
        """Whether the format has this record type."""


FORMATS: dict[int, Format] = {v1.VERSION: v1}
"""Every format version there ever was: old logs stay readable for ever."""


class Reader:
    """Reads a log; a subclass decides in `handle_error` what a fault does. Here it is collected."""

    def __init__(self) -> None:
        self.faults: list[LogFault] = []

    def handle_error(self, fault: LogFault) -> None:
        """Called once for every fault, in file order; by default notes it and goes on."""
        self.faults.append(fault)

    def read(self, path: Path) -> Log:
        """The log at `path`; JournalError only where there is no such file, or it is no log at all."""
        try:
            with path.open("rb") as file:
                data = file.read(MAX_FILE + 1)
        except OSError as error:
            raise JournalError(f"{path}: cannot be read: {error.strerror or error}") from error
        return self.read_bytes(data, path)

    def read_bytes(self, data: bytes, path: Path) -> Log:
        """The log in `data`; `path` is only named in faults."""
        if len(data) > MAX_FILE:
            raise JournalError(f"{path}: more than {MAX_FILE // 2**20} MiB; this is no log")
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise JournalError(f"{path}: this is UTF-16 text; save it as UTF-8")
        return _Reading(self, path).read(data)


class StrictReader(Reader):
    """Stops at the first fault, warnings included, with LogFaultError."""

    def handle_error(self, fault: LogFault) -> None:
        """Raises LogFaultError."""
        raise LogFaultError(fault)


def read_log(path: Path, strict: bool = False) -> Log:
    """The log at `path`, with everything that is wrong with it in `faults`.

    Raises JournalError where there is no such file; with `strict`, LogFaultError at the first fault.
    """
    return (StrictReader() if strict else Reader()).read(path)


class _Reading:
    """The state of reading one log: where we are, and what is expected next."""

    def __init__(self, reader: Reader, path: Path) -> None:
        self.reader = reader
        self.path = path
        self.items: list[Record | Broken] = []
        self.format: Format = v1
        self.expected = 0
        self.slack = 0  # broken lines since the last record: each may have had a number
        self.last_elapsed = 0.0

    def read(self, data: bytes) -> Log:
        """All of a file."""
        start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        if start == len(data):
            self.fault(1, None, 0, "the file is empty; a log begins with its header")
        line = 0
        while (end := data.find(b"\n", start)) >= 0:
            line += 1
            self.take(line, start, data[start:end].removesuffix(b"\r"))
            start = end + 1
        torn = self.tail(line + 1, start, data[start:]) if start < len(data) else b""
        return Log(self.path, self.items, self.reader.faults, line, torn)

    def take(self, line: int, offset: int, raw: bytes) -> None:
        """Takes in a terminated line."""
        if not raw.strip():
            self.fault(line, None, offset, "an empty line", raw, "warning")
        elif len(raw) > MAX_LINE:
            self.broken(line, offset, raw[:200], RecordFault(f"a line longer than {MAX_LINE // 2**20} MiB"))
        else:
            try:
                self.record(self.decode(line, offset, raw))
            except RecordFault as error:
                self.broken(line, offset, raw, error)

    def decode(self, line: int, offset: int, raw: bytes) -> Record:
        """The record in a line; RecordFault where it is none."""
        if not self.items:
            self.header(line, offset, raw)
        return Record(self.format.decode(raw), line, offset, raw)

    def header(self, line: int, offset: int, raw: bytes) -> None:
        """Chooses the format by the first line."""
        data = v1.parse(raw)
        if data.get("type") != "header" or data.get("format") != v1.FORMAT:
            self.fault(line, None, offset, "the first line is not the header of a log", raw)
            return
        version = data.get("version")
        if not isinstance(version, int) or version not in FORMATS:
            can = ", ".join(str(number) for number in FORMATS)
            raise JournalError(
                f"{self.path}: this log is of format version {version!r}; this toolkit reads {can}; "
                f"it was written by {data.get('tool', 'an unknown tool')!r}"
            )
        self.format = FORMATS[version]

    def record(self, record: Record) -> None:
        """Takes in a record, and says what is odd about it without refusing it."""
        if not self.expected <= record.seq <= self.expected + self.slack:
            self.odd(record, f"seq {record.seq} where {self.expected} was due")
        if record.type == "header" and self.items:
            self.odd(record, "a second header; the first one counts")
        elif not self.format.known(record.type):
            self.odd(record, f'unknown record type "{record.type}": kept, and nothing else is done with it')
        if record.elapsed is not None:
            if record.elapsed < self.last_elapsed:
                self.odd(record, f"time runs backwards: {record.elapsed} s after {self.last_elapsed} s")
            self.last_elapsed = max(self.last_elapsed, record.elapsed)
        self.expected, self.slack = record.seq + 1, 0
        self.items.append(record)

    def odd(self, record: Record, message: str) -> None:
        """A fault that keeps the record."""
        self.fault(record.line, None, record.offset, message, record.raw, "warning")

    def broken(self, line: int, offset: int, raw: bytes, error: RecordFault) -> None:
        """A fault that costs the line."""
        fault = self.fault(line, error.column, offset + (error.byte or 0), error.message, raw)
        self.items.append(Broken(fault, raw))
        self.slack += 1

    def tail(self, line: int, offset: int, raw: bytes) -> bytes:
        """Takes in an unterminated last line; returns it where it is no whole record."""
        try:
            record = self.decode(line, offset, raw)
        except RecordFault:
            what = f"the last line is torn: {len(raw)} bytes that were never acknowledged"
            self.fault(line, None, offset, what, raw, "warning")
            return raw
        self.fault(line, None, offset + len(raw), "the last line has no line end", raw, "warning")
        self.record(record)
        return b""

    def fault(
        self,
        line: int,
        column: int | None,
        offset: int,
        message: str,
        raw: bytes = b"",
        severity: str = "error",
    ) -> LogFault:
        """Hands a fault to the reader's `handle_error`."""
        text = raw.decode("utf-8", "backslashreplace")
        fault = LogFault(self.path, line, column, offset, message, text, severity)
        self.reader.handle_error(fault)
        return fault
