"""Writing a log: one writer, every record on the disk before it is acknowledged, nothing ever rewritten."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from toolkit.components.writing import replacing, sync
from toolkit.journal import durable, v1
from toolkit.journal.clock import Clock, Stamp, wall_text, zone_name
from toolkit.journal.faults import JournalError, LogBusy, RecordFault
from toolkit.journal.reader import MAX_LINE, Reader
from toolkit.journal.records import Log, Record


class LogWriter:
    """The one writer of a log; `create` and `open` make one, `close` or a ``with`` block gives it up.

    `log` is the log as it stands, with every record appended so far.
    """

    def __init__(
        self, path: Path, lock: Any, log: Log, clock: Clock, descriptor: int, reopened: bool
    ) -> None:
        self.path = path
        self.log = log
        self._lock = lock
        self._clock = clock
        self._descriptor = descriptor
        self._end = os.fstat(descriptor).st_size
        self._line = log.lines
        self._reopened = reopened

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any], clock: Clock | None = None) -> LogWriter:
        """Begins a log with its header (all fields but seq, type, format, version, times and zone, which are
        filled in). A file that is there and not empty is never touched: JournalError."""
        path = path.resolve()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _explained(path, error) from error
        lock = _lock(path)
        try:
            if path.exists() and path.stat().st_size:
                raise JournalError(f"{path}: there is a log already; nothing was written")
            clock = clock or Clock()
            stamp = clock.stamp()
            data = {
                "seq": 0,
                "type": "header",
                "format": v1.FORMAT,
                "version": v1.VERSION,
                **header,
                "zone": header.get("zone", zone_name()),
                "elapsed": stamp.elapsed,
                "time": wall_text(stamp.wall),
            }
            with replacing(path, durable=True) as file:
                file.write(v1.encode(data))
            return cls._opened(path, lock, clock, reopened=False)
        except BaseException as error:
            lock.release()
            raise _explained(path, error) from error

    @classmethod
    def open(cls, path: Path, clock: Clock | None = None) -> LogWriter:
        """Opens a log to go on with it; a torn last line is moved to a file of its own first."""
        path = path.resolve()
        if not path.is_file():
            raise JournalError(f"{path}: there is no such log")
        lock = _lock(path)
        try:
            recovered = _mend_tail(path)
            writer = cls._opened(path, lock, clock, reopened=True)
            if recovered:
                writer.append("recovered", **recovered)
            return writer
        except BaseException as error:
            lock.release()
            raise _explained(path, error) from error

    @classmethod
    def _opened(cls, path: Path, lock: Any, clock: Clock | None, reopened: bool) -> LogWriter:
        log = Reader().read(path)
        log.require_header()
        if clock is None:
            clock = Clock(_last_stamp(log))
        flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        descriptor = os.open(path, flags)
        return cls(path, lock, log, clock, descriptor, reopened)

    def append(self, type: str, **fields: Any) -> Record:
        """Writes one record and returns it once it is on the disk.

        Raises JournalError where it could not be saved (the file then ends as it did before), and RecordFault
        where the record breaks the format.
        """
        stamp = self._clock.stamp()
        if self._reopened:
            self._reopened = False
            self._write({"type": "anchor", "why": "reopened", "gap": round(self._clock.away, 3)}, stamp)
        elif stamp.gap:
            self._write({"type": "anchor", "why": "clock", "gap": stamp.gap}, stamp)
        return self._write({"type": type, **fields}, stamp)

    def _write(self, fields: Mapping[str, Any], stamp: Stamp) -> Record:
        data: dict[str, Any] = {"seq": self.log.next_seq, **fields}
        data["elapsed"], data["time"] = stamp.elapsed, wall_text(stamp.wall)
        if stamp.behind:
            data["clock_behind"] = stamp.behind
        line = v1.encode(data)
        if len(line) > MAX_LINE:
            raise RecordFault(f"this is longer than the {MAX_LINE // 2**20} MiB that a record may have")
        self._unchanged()
        try:
            durable.write_all(self._descriptor, line)
            sync(self._descriptor)
        except BaseException as error:  # an interrupted write must not leave half a record either
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._end)
            if isinstance(error, OSError):
                raise JournalError(f"{self.path}: not saved: {error.strerror or error}") from error
            raise
        record = Record(data, self._line + 1, self._end, line[:-1])
        self._line += 1
        self._end += len(line)
        self.log.items.append(record)
        return record

    def _unchanged(self) -> None:
        """An editor that saved the file meanwhile has put another one in its place: writing would be lost."""
        try:
            here, there = os.fstat(self._descriptor), self.path.stat()
        except OSError as error:
            raise JournalError(f"{self.path}: not saved: the log is no longer there") from error
        if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino) or here.st_size != self._end:
            raise JournalError(
                f"{self.path}: not saved: another program has changed this log; quit and open it again"
            )

    def close(self) -> None:
        """Closes the file and gives up the lock; may be called twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
            self._lock.release()

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _lock(path: Path) -> Any:
    from filelock import FileLock, Timeout

    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise LogBusy(f"{path}: another recorder is writing this log; close it there first") from error
    except OSError as error:
        raise JournalError(f"{path}: cannot be locked for writing: {error.strerror or error}") from error
    return lock


def _explained(path: Path, error: BaseException) -> BaseException:
    """A system's error as one that names the log."""
    if isinstance(error, OSError):
        return JournalError(f"{path}: cannot be written: {error.strerror or error}")
    return error


def _last_stamp(log: Log) -> Stamp | None:
    """When the last record that has times was written."""
    for record in reversed(log.records):
        if record.elapsed is not None and record.time is not None:
            return Stamp(record.elapsed, record.time)
    return None


def _mend_tail(path: Path) -> dict[str, Any]:
    """Makes the file end with a line end; returns what a `recovered` record says of that ({}: all was well).

    A last line that is a whole record only lacks its line end and gets it; anything else was torn before it
    was acknowledged and goes to a file beside the log.
    """
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        start = _line_start(file, size)
        if start == size:
            return {}
        file.seek(start)
        tail = file.read()
        log = Reader().read(path)
        if log.header is None:
            return {}  # no log of ours: it is not for us to mend, and opening it will say so
        found = {"bytes": len(tail), "sha256": hashlib.sha256(tail).hexdigest()}
        if not log.torn:
            file.seek(0, os.SEEK_END)
            file.write(b"\n")
            found |= {"file": "", "completed": True}
        else:
            aside = _write_aside(path, tail)
            file.truncate(start)
            found |= {"file": aside.name}
        file.flush()
        sync(file.fileno())
        return found


def _line_start(file: Any, size: int) -> int:
    """Where the last, unterminated line begins; `size` where the file ends with a line end."""
    block, end = 65536, size
    while end > 0:
        start = max(0, end - block)
        file.seek(start)
        found = file.read(end - start).rfind(b"\n")
        if found >= 0:
            return int(start + found + 1)
        end = start
    return 0


def _write_aside(path: Path, tail: bytes) -> Path:
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.torn-{number}")
        try:
            durable.write_new(aside, tail)
            return aside
        except FileExistsError:
            number += 1
