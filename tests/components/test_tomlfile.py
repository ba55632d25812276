"""Positions of keys in TOML files."""

import time
from pathlib import Path

import pytest

from toolkit.components.tomlfile import read_toml

TEXT = '''# comment = 1
id = "x"
[tables.cards]
  file = "cards.csv"   # [not.a.table]
[tables.cards.columns]
id = { type = "text", "odd key" = [1, { deep = 2 }] }
text = """
[fake]
fake = 1
"""
a.b.c = [
  "one", # two
  'three',
]
[[list]]
x = 1
[[list]]
x = 2.5
[list.inner]
y = 1979-05-27T07:32:00Z
'''


def test_every_key_has_its_position(tmp_path: Path) -> None:
    path = tmp_path / "g.toml"
    path.write_text(TEXT, encoding="utf-8")
    file = read_toml(path)
    assert file.faults == []
    columns = ("tables", "cards", "columns")
    assert file.at("id") == (2, 1)
    assert file.at("tables", "cards", "file") == (4, 3)
    assert file.at(*columns, "id", "type") == (6, 8)
    assert file.at(*columns, "id", "odd key", 1, "deep") == (6, 41)
    assert file.at(*columns, "a", "b", "c", 1) == (13, 3)
    assert file.at("list", 0, "x") == (16, 1)
    assert file.at("list", 1, "x") == (18, 1)
    assert file.at("list", 1, "inner", "y") == (20, 1)
    assert file.at("fake") == (None, None)
    assert file.at("tables", "cards", "no such key") == (3, 9)  # the nearest part that is there


def test_the_same_positions_with_windows_line_ends_and_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "g.toml"
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert read_toml(path).at("list", 1, "x") == (18, 1)


def test_broken_toml_says_where(tmp_path: Path) -> None:
    path = tmp_path / "g.toml"
    path.write_text("a = 1\nb = [1,\nc = 2\n", encoding="utf-8")
    (fault,) = read_toml(path).faults
    assert fault.row == 3 and str(fault).startswith("g.toml:3:")


def test_missing_and_not_utf8(tmp_path: Path) -> None:
    assert "no such file" in read_toml(tmp_path / "no.toml").faults[0].message
    path = tmp_path / "g.toml"
    path.write_bytes(b"a = 1\nb = '\xe5'\n")
    (fault,) = read_toml(path).faults
    assert fault.row == 2 and "UTF-8" in fault.message


def test_keys_are_checked_with_the_nearest_known(tmp_path: Path) -> None:
    path = tmp_path / "g.toml"
    path.write_text("[kinds.card]\nwidht = 1\n", encoding="utf-8")
    file = read_toml(path)
    file.check_keys(("kinds", "card"), file.data["kinds"]["card"], ["width", "height"])
    assert str(file.faults[0]) == "g.toml:2:1: unknown key 'widht' in [kinds.card]; did you mean 'width'?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (".".join("a" * 20_000) + " = 1\n", "g.toml:1:62: a key of more than 30 parts"),
        ("\n[" + ".".join("a" * 20_000) + "]\n", "g.toml:2:63: a key of more than 30 parts"),
        ("a = " + "[" * 5000 + "]" * 5000 + "\n", "g.toml:1:35: more than 30 brackets"),
        ("a = " + "9" * 5000 + "\n", "g.toml:1:5: a word of 5,000 characters"),
        ("a = 'x'\n" * 70_000, "at most 500,000 are read"),
    ],
)
def test_what_would_be_slow_is_refused_at_once(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "g.toml"
    path.write_text(text, encoding="utf-8")
    started = time.monotonic()
    (fault,) = read_toml(path).faults
    assert time.monotonic() - started < 2.0
    assert said in str(fault)


def test_long_texts_and_lists_of_fractions_are_no_deep_keys(tmp_path: Path) -> None:
    path = tmp_path / "g.toml"
    dots = ".".join("a" * 100)
    path.write_text(f'text = "{dots}"\nlist = [{", ".join(["1.5"] * 200)}] # {dots}\n', encoding="utf-8")
    file = read_toml(path)
    assert file.faults == []
    assert file.data["text"] == dots
