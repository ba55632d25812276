"""Templates of strangers: nothing hangs, nothing raises, every fault is said once and in its place."""

import io
import os
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image as Picture

from toolkit.components import load_folder
from toolkit.components.faults import errors
from toolkit.faces import check_folder

GAME = """id = "g"
title = "G"
version = "1"
players = [2, 4]
[tables.cards]
file = "cards.csv"
key = "id"
[tables.cards.columns]
id = {}
name = {}
[kinds.cards]
table = "cards"
size = [50, 50]
template = "card.toml"
"""


def check(folder: Path, card: str, rows: str = "1,ok\n2,fine\n3,good\n", **others: str) -> list[str]:
    """The faults of a folder with one kind; it must take no more than a few seconds to find them."""
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "cards.csv").write_text("id,name\n" + rows, encoding="utf-8")
    (folder / "card.toml").write_text(card, encoding="utf-8")
    for name, text in others.items():
        (folder / f"{name}.toml").write_text("size = [50, 50]\n" + text, encoding="utf-8")
    read = load_folder(folder)
    started = time.monotonic()
    found = [str(fault) for fault in errors(check_folder(read))]
    assert time.monotonic() - started < 10.0
    return found


def layer(kind: str, **keys: object) -> str:
    lines = [f"{key} = {value!r}" for key, value in {"type": kind, **keys}.items()]
    return "\n[[layers]]\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (layer("text", text="{{ " + "(" * 400 + "1" + ")" * 400 + " }}"), "too long or too deep"),
        (layer("text", text="{{ " + "-" * 300 + "1 }}"), "too long or too deep"),
        (layer("text", text="{{ " + "9" * 900 + " }}"), "beyond 1e+12"),
        (layer("text", text="{{ id is foo }}"), "there is no test 'foo'; known are defined"),
        ("[[layers]]\ntype = []\n", "card.toml:2:type: there is no element '[]'"),
        ('[colours]\nedge = ["gold"]\n', "card.toml:2:edge: "),
        (layer("path", d="M0 0" + "h1" * 20_000), "has 20,001 steps; at most 5,000"),
        (layer("path", d="M0 0" + "h1" * 60_000), "card.toml:4:d: has 120,004 characters"),
        (layer("text", text="a b " * 5000), "at most 10,000 are printed in one box"),
        ("safe = 100\n", "card.toml:1:safe: 100 leaves nothing of a piece of 50 x 50 mm"),
        (layer("text", text="x", font="../a.ttf"), "outside the game folder"),
        (layer("text", text="x", font="no.ttf"), "'no.ttf' cannot be read: there is no such file"),
    ],
)
def test_each_is_one_fault_however_many_rows(tmp_path: Path, card: str, said: str) -> None:
    (found,) = check(tmp_path, card)
    assert said in found


def test_a_fault_of_several_rows_names_them_once(tmp_path: Path) -> None:
    card = layer("text", text="{{ name }}")
    (found,) = check(tmp_path, card, "1,ok\n2,\u9f8d\n3,\u9f8d\n")
    assert found.startswith("card.toml:4:text: 2, 3: ")


def test_a_bad_expression_hides_no_other_fault(tmp_path: Path) -> None:
    card = layer("text", text="{{ 1 + }}") + layer("text", text="{{ nmae }}") + layer("image", file="a.png")
    found = check(tmp_path, card)
    assert [fault.split(": ")[0] for fault in found] == [
        "card.toml:4:text",
        "card.toml:8:text",
        "card.toml:12:file",
    ]
    assert "known are id, name, count" not in found[1] and "did you mean 'name'?" in found[1]


def test_known_columns_are_named_once(tmp_path: Path) -> None:
    (found,) = check(tmp_path, layer("text", text="{{ zzzzzz }}"))
    assert found.endswith("or name a column: id, name, count")


def test_a_table_that_cannot_be_read_is_no_fault_of_the_template(tmp_path: Path) -> None:
    check(tmp_path, layer("text", text="{{ name }}"))
    (tmp_path / "cards.csv").unlink()
    read = load_folder(tmp_path)
    assert len(read.faults) == 1
    assert check_folder(read) == []


def test_rows_that_others_found_faulty_are_left_out(tmp_path: Path) -> None:
    check(tmp_path, layer("links", links="{{ name }}", strokes=[]), "1,05\n2,99\n")
    read = load_folder(tmp_path)
    assert len(check_folder(read)) == 1
    assert check_folder(read, [read.tables["cards"].rows[1].fault("name", "is no link")]) == []


def test_art_that_includes_itself_is_said_once(tmp_path: Path) -> None:
    own = layer("include", file="./art.toml")
    (found,) = check(tmp_path, layer("include", file="art.toml"), art=own)
    assert found.count("includes itself") == 1 and found.count("there are faults in") == 1
    assert "card.toml > art.toml > ./art.toml" in found


def test_art_that_fans_out_is_stopped(tmp_path: Path) -> None:
    arts = {f"a{n}": layer("include", file=f"a{n + 1}.toml") * 10 for n in range(6)}
    arts["a6"] = layer("circle", radius=1, when="id != 'x'")
    (found,) = check(tmp_path, layer("include", file="a0.toml"), "1,a\n", **arts)
    assert "art is drawn more than 1,000 times" in found


def test_fixed_art_that_fans_out_is_stopped(tmp_path: Path) -> None:
    arts = {f"a{n}": layer("include", file=f"a{n + 1}.toml") * 10 for n in range(6)}
    arts["a6"] = layer("circle", radius=1)
    (found,) = check(tmp_path, layer("include", file="a0.toml"), "1,a\n", **arts)
    assert "more than 1,000,000 strokes" in found


def test_art_in_fixed_art_follows_the_row(tmp_path: Path) -> None:
    rows = "1,\u9f8d\n2,ok\n3,\u9f8d\n"
    inner = layer("text", text="{{ name }}")
    (found,) = check(
        tmp_path, layer("include", file="a.toml"), rows, a=layer("include", file="b.toml"), b=inner
    )
    assert found.startswith("card.toml:4:file: 1, 3: there are faults in b.toml:5:text")


def png(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    Picture.new("L", (width, height)).save(buffer, "PNG")
    return buffer.getvalue()


def declared(data: bytes, side: int) -> bytes:
    """The picture with another size in its header."""
    head = data[12:16] + side.to_bytes(4, "big") * 2 + data[24:29]
    return data[:12] + head + zlib.crc32(head).to_bytes(4, "big") + data[33:]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data, ""),
        (lambda data: data[:-30], "cannot be decoded"),
        (lambda data: data[:8] + b"rubbish", "cannot be decoded (it is damaged); save it anew"),
        (lambda data: declared(data, 50_000), "has more than 50,000,000 pixels"),
        (lambda data: declared(data, 9_000), "is 9000 x 9000 pixels"),
        (lambda data: b"GIF89a" + data, "is neither PNG, JPEG nor SVG"),
    ],
)
def test_pictures_are_decoded_before_they_are_printed(
    tmp_path: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    (tmp_path / "a.png").write_bytes(change(png(20, 20)))
    found = check(tmp_path, layer("image", file="a.png"))
    assert len(found) == bool(said)
    assert all(said in fault for fault in found)


def test_pipes_and_circles_of_links_are_faults(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no named pipes here")
    os.mkfifo(tmp_path / "a.png")
    os.mkfifo(tmp_path / "a.ttf")
    os.mkfifo(tmp_path / "a.toml")
    (tmp_path / "b.png").symlink_to(tmp_path / "b.png")
    found = check(
        tmp_path,
        layer("image", file="a.png")
        + layer("image", file="b.png")
        + layer("text", text="x", font="a.ttf")
        + layer("include", file="a.toml"),
    )
    assert len(found) == 4
    assert sum("no ordinary file" in fault for fault in found) == 3
