"""Writing files whole: through a temporary name beside the target, so that nobody ever sees half a file."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file that takes the place of `path` when the block ends well, and vanishes when it
    does not. What is no ordinary file, such as a device, is refused with an OSError.
    """
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "this is no ordinary file, and is left as it is", str(path))
    try:
        handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        # mkstemp makes files that only their owner may read; a print is an ordinary file.
        with suppress(OSError):
            umask = os.umask(0)
            os.umask(umask)
            temporary.chmod(0o666 & ~umask)
        temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.filename in (None, name):
            # a full disk names no file, and the temporary name says nothing to anybody
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def write_bytes(path: Path, data: bytes) -> Path:
    """Write a file whole; returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(data)
    return path


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
