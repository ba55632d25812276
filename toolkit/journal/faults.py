"""What can be wrong with a log: a fault has a place in the file, a message and the text it is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class JournalError(ValueError):
    """A log cannot be opened, read or written; the message says why and what would help."""


class LogBusy(JournalError):
    """Another recorder holds the lock of this log."""


class RecordFault(ValueError):
    """One record breaks the format; `column` counts characters from 1 where it is known."""

    def __init__(self, message: str, column: int | None = None, byte: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.byte = byte


@dataclass(frozen=True, slots=True)
class LogFault:
    """One fault of a log.

    `line` and `column` count from 1, `offset` is the byte in the file, `raw` the text of the line (unreadable
    bytes as ``\\xNN``), `severity` is "error" or "warning": no record was lost.
    """

    path: Path
    line: int
    column: int | None
    offset: int
    message: str
    raw: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" + (f":{self.column}" if self.column is not None else "")
        kind = "warning: " if self.severity == "warning" else ""
        return f"{place}: {kind}{self.message}"


class LogFaultError(JournalError):
    """A strict reader met a fault; `fault` is the first one."""

    def __init__(self, fault: LogFault) -> None:
        super().__init__(str(fault))
        self.fault = fault
