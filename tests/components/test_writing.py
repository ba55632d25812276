"""Files are written whole, and what stops them names the file that was asked for."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from toolkit.components.writing import replacing, safe_name, write_bytes


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


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_a_file_is_as_readable_as_others_and_one_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        path = write_bytes(tmp_path / "a.json", b"1")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o600)
        write_bytes(path, b"2")
        assert path.read_bytes() == b"2" and stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize("durable", [False, True])
def test_a_durable_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, durable: bool
) -> None:
    path = tmp_path / "a.jsonl"
    seen: list[tuple[bool, bytes]] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        (part,) = tmp_path.glob(".*.part") if not path.exists() else [path]
        seen.append((path.exists(), part.read_bytes()))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr("toolkit.components.writing._FULL_SYNC", None)
    write_bytes(path, b"fact", durable)
    assert path.read_bytes() == b"fact"
    # All bytes before the name is given, then, where there are such, the folder that has the name.
    folders = [] if sys.platform == "win32" else [(True, b"fact")]
    assert seen == ([(False, b"fact"), *folders] if durable else [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileExistsError, match="no ordinary file"):
        write_bytes(pipe, b"x")
    assert list(tmp_path.iterdir()) == [pipe]


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "sub" / "a.pdf"
    write_bytes(target, b"old")
    with pytest.raises(RuntimeError), replacing(target) as file:
        file.write(b"half")
        raise RuntimeError
    assert target.read_bytes() == b"old"
    assert [p.name for p in target.parent.iterdir()] == ["a.pdf"]


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Låst fast!", "L-st-fast"),
        ("con", "_con"),
        ("NUL.pdf", "_NUL.pdf"),
        ("a/b\\c:d", "a-b-c-d"),
        ("...", "file"),
    ],
)
def test_names_are_safe_on_every_system(name: str, safe: str) -> None:
    assert safe_name(name) == safe
