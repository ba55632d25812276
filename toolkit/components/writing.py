"""Writing files whole: through a temporary name beside the target, so that nobody ever sees half a file."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    _FULL_SYNC = None
else:
    import fcntl

    _FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)


@contextmanager
def replacing(path: Path, durable: bool = False) -> Iterator[IO[bytes]]:
    """Open a temporary file that takes the place of `path` when the block ends well, and vanishes when it
    does not; at any moment the old file or the new one is there.

    `durable`: the new one is on the disk, with its name, before this returns. What is no ordinary file, such
    as a device, is refused with an OSError.
    """
    ordinary(path)
    try:
        handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            if durable:
                file.flush()
                sync(file.fileno())
        # mkstemp makes files that only their owner may read; these are ordinary files of the user.
        with suppress(OSError):
            umask = os.umask(0)
            os.umask(umask)
            temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask)
        temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.filename in (None, name):
            # a full disk names no file, and the temporary name says nothing to anybody
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    if durable:
        sync_folder(path.parent)


def write_bytes(path: Path, data: bytes, durable: bool = False) -> Path:
    """Write a file whole, its folder too where that is not there; returns its path. See `replacing`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, durable) as file:
        file.write(data)
    return path


def sync(descriptor: int) -> None:
    """Returns when the file's bytes are on the disk, not only in its cache (macOS needs asking twice)."""
    if sys.platform != "win32" and _FULL_SYNC is not None:
        with suppress(OSError):  # a network disk may not know it
            fcntl.fcntl(descriptor, _FULL_SYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Makes a new or renamed file's name durable, where the system can (Windows cannot)."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def ordinary(path: Path) -> None:
    """Refuses, with an OSError, a path at which something lies that is no ordinary file, such as a device."""
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "this is no ordinary file, and is left as it is", str(path))


_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"com{i}" for i in range(1, 10)),
    *(f"lpt{i}" for i in range(1, 10)),
}


def safe_name(text: str) -> str:
    """A file name that every system takes: letters, digits, - _ and . only, no device name of Windows."""
    name = (
        "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "-" for c in text).strip("-. ")
        or "file"
    )
    if name.split(".")[0].lower() in _RESERVED:
        name = "_" + name
    return name[:80]
