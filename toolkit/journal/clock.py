"""The two clocks of a log: seconds that never run backwards, and the wall's time with its zone."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

LEAP = 5.0
"""Seconds the wall clock may gain on the monotonic one (sleep, a clock set right) before a record says so."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a record was written.

    `behind`: seconds the wall clock read less than `wall`, which is never earlier than the record before.
    `gap`: seconds the wall clock has gained on the monotonic one since the last stamp, where that is a leap.
    """

    elapsed: float
    wall: datetime
    behind: float = 0.0
    gap: float = 0.0


def _now() -> datetime:
    return datetime.now(UTC).astimezone()


class Clock:
    """Stamps records; goes on from the last stamp of a log that is opened again."""

    def __init__(
        self,
        last: Stamp | None = None,
        wall: Callable[[], datetime] = _now,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        now = wall()
        away = 0.0 if last is None else max(0.0, (now - last.wall).total_seconds())
        self.away = away
        """Seconds by the wall clock since the last stamp of the log that is opened again."""
        self._elapsed = away if last is None else last.elapsed + away
        self._ticks = monotonic()
        self._read = now  # what the wall clock read last
        self._latest = now if last is None else max(now, last.wall)

    def stamp(self) -> Stamp:
        """The time now; both clocks run on from here."""
        ticks, now = self._monotonic(), self._wall()
        passed = max(0.0, ticks - self._ticks)
        gap = (now - self._read).total_seconds() - passed
        leap = gap if gap > LEAP else 0.0
        self._elapsed += passed + leap
        behind = max(0.0, (self._latest - now).total_seconds())
        if behind:
            now_or_later = self._latest.astimezone(now.tzinfo)
        else:
            now_or_later = self._latest = now
        self._ticks, self._read = ticks, now
        return Stamp(round(self._elapsed, 3), now_or_later, round(behind, 3), round(leap, 3))


def wall_text(moment: datetime) -> str:
    """A time as logs write it: ISO 8601 to the millisecond, with its offset from UTC."""
    return moment.isoformat(timespec="milliseconds")


def duration_text(seconds: float) -> str:
    """Seconds as ``h:mm:ss``."""
    return str(timedelta(seconds=int(seconds)))


def zone_name() -> str | None:
    """The IANA name of this machine's time zone, or None where it cannot be told."""
    for source in (_zone_of_environment, _zone_of_windows, _zone_of_link, _zone_of_file):
        name = source()
        if name and _is_zone(name):
            return name
    return None


def _is_zone(name: str) -> bool:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except ZoneInfoNotFoundError:
        # Windows has no zone files of its own: a name of the right shape is then good enough.
        return sys.platform == "win32" and "/" in name
    except (ValueError, OSError):
        return False
    return True


def _zone_of_environment() -> str | None:
    return os.environ.get("TZ", "").removeprefix(":") or None


def _zone_of_link() -> str | None:
    try:
        target = Path("/etc/localtime").resolve(strict=True).as_posix()
    except (OSError, RuntimeError):
        return None
    _, found, name = target.partition("zoneinfo/")
    return name if found else None


def _zone_of_file() -> str | None:
    try:
        return Path("/etc/timezone").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return None


def _zone_of_windows() -> str | None:
    if sys.platform != "win32":
        return None
    try:
        # ICU comes with Windows 10 and later and knows the IANA name of the registry's zone.
        icu = ctypes.WinDLL("icu.dll")
        buffer, error = ctypes.create_unicode_buffer(128), ctypes.c_int(0)
        length = icu.ucal_getDefaultTimeZone(buffer, 128, ctypes.byref(error))
    except (OSError, AttributeError):
        return None
    return buffer.value if error.value <= 0 < length else None
