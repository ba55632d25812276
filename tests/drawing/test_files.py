"""Files are written whole, and what stops them names the file that was asked for."""

import errno
from pathlib import Path

import pytest

from toolkit.drawing.files import replacing, write_bytes


def test_a_full_disk_names_the_file_and_leaves_the_old_one(tmp_path: Path) -> None:
    path = write_bytes(tmp_path / "a.pdf", b"old")
    with pytest.raises(OSError, match="No space left") as caught, replacing(path) as file:
        file.write(b"new")
        raise OSError(errno.ENOSPC, "No space left on device")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named_by_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "no" / "a.pdf"):
        pass
    assert caught.value.filename == str(tmp_path / "no" / "a.pdf")
