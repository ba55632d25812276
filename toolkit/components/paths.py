"""File names written in a game folder, kept inside that folder."""

from __future__ import annotations

from pathlib import Path, PurePosixPath


class OutsideFolder(ValueError):
    """A file name that would leave the game folder, or is no plain relative name."""


def inside(folder: Path, name: str) -> Path:
    """The path of `name` (relative, with `/`) in `folder`; raises OutsideFolder where it would leave it.

    Links are followed before the check. The file need not exist.
    """
    if not name or "\\" in name or ":" in name or any(ord(char) < 32 for char in name):
        raise OutsideFolder(f"'{name}' is not a file name; write it relative to the game folder, with /")
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts:
        raise OutsideFolder(f"'{name}' is outside the game folder; put the file into the folder")
    try:
        within(folder, folder / pure)
    except OutsideFolder as error:
        raise OutsideFolder(f"'{name}' {error}") from None
    return folder / pure


def within(folder: Path, path: Path) -> None:
    """Raise OutsideFolder (its message stands after the file's name) where links lead out of `folder`."""
    try:
        root, target = folder.resolve(), path.resolve()
    except (OSError, RuntimeError):  # RuntimeError: links in a circle, before Python 3.13
        raise OutsideFolder("is a link that leads nowhere; put the file itself into the folder") from None
    if not target.is_relative_to(root):
        raise OutsideFolder("leads out of the game folder; put the file itself into the folder")
