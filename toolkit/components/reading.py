"""Reading the files of a game folder: ordinary files inside it, and none that is larger than allowed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from toolkit.components.faults import nearest
from toolkit.components.paths import OutsideFolder, within

MOST_LISTED = 2000
"""Files among which the nearest name is looked for."""


class Unreadable(ValueError):
    """A file that is not read; the message says why, to stand after its name."""


def file_status(path: Path, folder: Path | None = None) -> os.stat_result:
    """The status of an ordinary file; Unreadable where there is none, or it leads out of `folder`.

    A pipe or a device is refused before it is opened: reading one may never end.
    """
    try:
        if folder is not None:
            within(folder, path)
        status = path.stat()
    except OutsideFolder as error:
        raise Unreadable(str(error)) from None
    except FileNotFoundError:
        close = nearest_file(path, folder or path.parent)
        raise Unreadable(
            "cannot be read: there is no such file" + (f"; did you mean '{close}'?" if close else "")
        ) from None
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror}") from None
    if stat.S_ISDIR(status.st_mode):
        raise Unreadable("cannot be read: it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise Unreadable("cannot be read: it is no ordinary file but a pipe or a device")
    return status


def nearest_file(path: Path, folder: Path) -> str | None:
    """The file beside a missing one that is most like it and of its kind, named from `folder`; or None."""
    try:
        listed = [file.name for file in path.parent.iterdir() if file.suffix.lower() == path.suffix.lower()]
        close = nearest(path.name, sorted(listed)[:MOST_LISTED])
        return (path.parent / close).relative_to(folder).as_posix() if close else None
    except (OSError, ValueError):  # ValueError: it lies elsewhere
        return None


def read_file(path: Path, limit: int, folder: Path | None = None) -> bytes:
    """The bytes of an ordinary file of at most `limit` bytes; Unreadable for any other."""
    size = file_status(path, folder).st_size
    if size <= limit:
        try:
            with path.open("rb") as file:
                raw = file.read(limit + 1)
        except OSError as error:
            raise Unreadable(f"cannot be read: {error.strerror}") from None
        if len(raw) <= limit:
            return raw
        size = len(raw)
    raise Unreadable(f"has {size:,} bytes; at most {limit:,} are read")
