"""Files of a game folder: only ordinary ones, only inside it, only of a bearable size."""

import os
from pathlib import Path

import pytest

from toolkit.components.folder import load_folder
from toolkit.components.reading import Unreadable, read_file
from toolkit.components.tomlfile import read_toml


def linked(link: Path, target: Path | str) -> Path:
    """A link, or a skipped test where the system allows none."""
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("links cannot be made here")
    return link


def test_an_ordinary_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_file(path, 5, tmp_path) == b"12345"
    with pytest.raises(Unreadable, match="has 5 bytes; at most 4 are read"):
        read_file(path, 4, tmp_path)
    with pytest.raises(Unreadable, match="no such file"):
        read_file(tmp_path / "b", 4, tmp_path)
    with pytest.raises(Unreadable, match="it is a folder"):
        read_file(tmp_path, 4)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text('id = "secret"\n', encoding="utf-8")
    folder = tmp_path / "game"
    folder.mkdir()
    linked(folder / "game.toml", tmp_path / "secret.toml")
    read = load_folder(folder)
    assert read.id == ""
    assert [str(fault) for fault in read.faults] == [
        "game.toml: leads out of the game folder; put the file itself into the folder"
    ]


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "one.toml").write_text("a = 1\n", encoding="utf-8")
    linked(tmp_path / "art" / "two.toml", tmp_path / "one.toml")
    assert read_toml(tmp_path / "art" / "two.toml", folder=tmp_path).data == {"a": 1}


def test_links_in_a_circle_are_a_fault(tmp_path: Path) -> None:
    linked(tmp_path / "a.toml", tmp_path / "b.toml")
    linked(tmp_path / "b.toml", tmp_path / "a.toml")
    assert len(read_toml(tmp_path / "a.toml").faults) == 1
    text = 'id = "x"\nversion = "1"\nplayers = [1, 2]\n[tables.t]\nfile = "a.toml"\n'
    (tmp_path / "game.toml").write_text(text, encoding="utf-8")
    (fault,) = load_folder(tmp_path).faults
    assert (fault.file, fault.row) == ("game.toml", 5)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_refused_before_it_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "cards.csv")
    text = 'id = "x"\nversion = "1"\nplayers = [1, 2]\n[tables.t]\nfile = "cards.csv"\n'
    (tmp_path / "game.toml").write_text(text, encoding="utf-8")
    (fault,) = load_folder(tmp_path).faults
    assert str(fault).startswith("cards.csv: cannot be read: it is no ordinary file")


def test_a_missing_file_names_the_nearest_of_its_kind(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    for name in ("Knight.png", "knight.svg", "king.png"):
        (tmp_path / "art" / name).write_bytes(b"x")
    with pytest.raises(Unreadable, match=r"no such file; did you mean 'art/Knight.png'\?"):
        read_file(tmp_path / "art" / "knigt.png", 9, tmp_path)
    with pytest.raises(Unreadable, match=r"no such file$"):
        read_file(tmp_path / "art" / "zebra.png", 9, tmp_path)
    with pytest.raises(Unreadable, match=r"no such file$"):
        read_file(tmp_path / "nowhere" / "knight.png", 9, tmp_path)
