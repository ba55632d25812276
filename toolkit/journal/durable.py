"""Bytes that are on the disk before anybody is told so."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from pathlib import Path

if sys.platform == "win32":
    _FULL_SYNC = None
else:
    import fcntl

    _FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)


def sync(descriptor: int) -> None:
    """Returns when the file's bytes are on the disk, not only in its cache (macOS needs asking twice)."""
    if sys.platform != "win32" and _FULL_SYNC is not None:
        with contextlib.suppress(OSError):  # a network disk may not know it
            fcntl.fcntl(descriptor, _FULL_SYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Makes a new or renamed file's name durable, where the system can (Windows cannot)."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def ordinary(path: Path) -> None:
    """Refuses, with an OSError, a path at which something lies that is no ordinary file, such as a device."""
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "this is no ordinary file, and is left as it is", str(path))


def write_all(descriptor: int, data: bytes) -> None:
    """Writes every byte; the system may take them in pieces."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def write_new(path: Path, data: bytes) -> None:
    """Writes a file that must not be there yet, durably; FileExistsError where it is."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        write_all(descriptor, data)
        sync(descriptor)
    finally:
        os.close(descriptor)
    sync_folder(path.parent)


def replace(path: Path, data: bytes) -> None:
    """Writes a whole file so that at any moment the old or the new one is there, never a half.

    Raises:
        OSError: it cannot be written, or what is there is no ordinary file (a device, a pipe, a folder).
    """
    ordinary(path)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        try:
            write_all(handle, data)
            sync(handle)
        finally:
            os.close(handle)
        if sys.platform != "win32":
            # mkstemp makes the file private; a log is as readable as any file the user makes.
            mask = os.umask(0)
            os.umask(mask)
            temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask)
        temporary.replace(path)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, name):
            # a full disk names no file, and the temporary name says nothing to anybody
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    sync_folder(path.parent)
