"""Bytes that are on the disk before anybody is told so (whole files: `toolkit.components.writing`)."""

from __future__ import annotations

import os
from pathlib import Path

from toolkit.components.writing import sync, sync_folder


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
