"""Printing only what has changed: since an earlier print, or since a git revision."""

import json
import re
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from toolkit.press import Order, Printed, run
from toolkit.press.changes import Changes, compare
from toolkit.press.manifest import Entry, read_manifest

FRONT = """
[[layers]]
type = "text"
text = "{{ name }}"
x = 5
y = 5
size = 12
[[layers]]
type = "image"
file = "{{ picture }}"
x = 5
y = 20
width = 20
height = 20
"""

BACK = """
[[layers]]
type = "rectangle"
fill = "#445566"
bleed = true
"""

GAME = """
id = "mine"
title = "Mine"
version = "3"
players = [2, 4]
default_players = 2
[tables.cards]
file = "cards.csv"
key = "id"
[tables.cards.columns]
id = {}
name = {}
picture = {}
count = { type = "whole" }
[tables.coins]
file = "coins.csv"
[tables.coins.columns]
name = {}
picture = {}
[kinds.cards]
title = "Cards"
table = "cards"
size = [63.5, 88.9]
template = "front.toml"
back = "back.toml"
[kinds.coins]
title = "Coins"
table = "coins"
shape = "circle"
diameter = 40.0
template = "front.toml"
"""

ROWS = ["id,name,picture,count", "a,Ape,one.png,1", "b,Bee,one.png,3", "c,Cat,two.png,1", "d,Dog,two.png,1"]


def png(red: int) -> bytes:
    """A picture of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(bytes([0, red, 0, 0]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A game of six cards with backs and two coins without ids."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME, "utf-8")
    (folder / "front.toml").write_text(FRONT, "utf-8")
    (folder / "back.toml").write_text(BACK, "utf-8")
    write(folder, ROWS)
    (folder / "coins.csv").write_text("name,picture\none,one.png\ntwo,one.png\n", "utf-8")
    (folder / "one.png").write_bytes(png(10))
    (folder / "two.png").write_bytes(png(20))
    return folder


def write(folder: Path, rows: list[str]) -> None:
    (folder / "cards.csv").write_text("\n".join(rows) + "\n", "utf-8")


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def names(printed: Printed) -> list[str]:
    """The words on all sheets of pieces, in order."""
    found = []
    for file in printed.files:
        if "throw-away" not in file.paths[0].name:
            for page in pypdfium2.PdfDocument(file.paths[0]):
                found += re.findall(
                    r"\b(Ape|Bee|Cat|Dog|Eel|Owl|one|two|six)\b", page.get_textpage().get_text_range()
                )
    return sorted(found)


def thrown(printed: Printed) -> list[tuple[str, str, int, str]]:
    assert printed.changes is not None
    return [(old.kind, old.id, old.copies, old.why) for old in printed.changes.old]


@pytest.fixture
def since(mine: Path, tmp_path: Path) -> Callable[..., Printed]:
    """Prints once, and then what has changed since."""
    run(mine, tmp_path / "first")

    def again(**choices: object) -> Printed:
        order = Order(changed_since=str(tmp_path / "first"), **choices)  # type: ignore[arg-type]
        return run(mine, tmp_path / "again", order)

    return again


def test_a_manifest_lists_every_piece_and_is_the_same_every_time(mine: Path, tmp_path: Path) -> None:
    printed = run(mine, tmp_path / "a")
    run(mine, tmp_path / "b", Order(paper="letter", gap=6, marks="none", bleed=1))
    data = (tmp_path / "a" / "manifest.json").read_bytes()
    assert printed.manifest == tmp_path / "a" / "manifest.json"
    assert data == (tmp_path / "b" / "manifest.json").read_bytes()  # how pieces lie on paper does not matter
    raw = json.loads(data)
    assert (raw["game"], raw["version"], len(raw["fingerprint"])) == ("mine", "3", 64)
    assert [(p["kind"], p["id"], p["copy"]) for p in raw["pieces"]][:5] == [
        ("cards", "a", 1),
        ("cards", "b", 1),
        ("cards", "b", 2),
        ("cards", "b", 3),
        ("cards", "c", 1),
    ]
    assert {p["back"] for p in raw["pieces"] if p["kind"] == "coins"} == {None}
    assert read_manifest(tmp_path / "a" / "manifest.json").to_bytes() == data


def test_nothing_changed_writes_nothing(since: Callable[..., Printed], tmp_path: Path) -> None:
    printed = since()
    assert (printed.files, printed.manifest) == ([], None)
    assert "Nothing has changed" in printed.notes[0]
    assert not (tmp_path / "again").exists()


def test_a_moved_row_changes_nothing(since: Callable[..., Printed], mine: Path) -> None:
    write(mine, [ROWS[0], *reversed(ROWS[1:])])
    (mine / "coins.csv").write_text("name,picture\ntwo,one.png\none,one.png\n", "utf-8")
    assert not since().files


def test_a_changed_row_is_printed_and_its_old_copies_are_named(
    since: Callable[..., Printed], mine: Path
) -> None:
    edit(mine, "cards.csv", "b,Bee", "b,Owl")
    printed = since()
    assert names(printed) == ["Owl", "Owl", "Owl"]
    assert thrown(printed) == [("cards", "b", 3, "changed")]
    (listed,) = [file for file in printed.files if "throw-away" in file.paths[0].name]
    text = pypdfium2.PdfDocument(listed.paths[0])[0].get_textpage().get_text_range()
    assert "3 pieces of earlier prints are out of date" in text and "3 new pieces were printed" in text
    assert re.search(r"Cards\s+b\s+3 copies · changed · [0-9a-f]{6}", text)


def test_a_changed_template_changes_all_its_pieces(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "front.toml", "size = 12", "size = 13")
    printed = since()
    assert len(names(printed)) == 8
    assert sum(count for _, _, count, _ in thrown(printed)) == 8
    assert {why for *_, why in thrown(printed)} == {"changed"}


def test_a_changed_image_changes_the_pieces_that_show_it(since: Callable[..., Printed], mine: Path) -> None:
    (mine / "two.png").write_bytes(png(99))
    printed = since()
    assert names(printed) == ["Cat", "Dog"]
    assert thrown(printed) == [("cards", "c", 1, "changed"), ("cards", "d", 1, "changed")]


def test_more_copies_print_only_those(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "cards.csv", "b,Bee,one.png,3", "b,Bee,one.png,5")
    printed = since()
    assert names(printed) == ["Bee", "Bee"]
    assert thrown(printed) == []
    assert not [file for file in printed.files if "throw-away" in file.paths[0].name]


def test_fewer_copies_name_what_to_throw_away(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "cards.csv", "b,Bee,one.png,3", "b,Bee,one.png,1")
    printed = since()
    assert names(printed) == []
    assert thrown(printed) == [("cards", "b", 2, "fewer copies")]
    assert [file.what for file in printed.files] == ["To throw away"]


def test_a_row_that_is_gone_and_one_that_is_new(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "cards.csv", "d,Dog,two.png,1", "e,Eel,two.png,1")
    printed = since()
    assert names(printed) == ["Eel"]
    assert thrown(printed) == [("cards", "d", 1, "no longer in the game")]


def test_a_renamed_id_that_is_on_no_piece_changes_nothing(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "cards.csv", "d,Dog", "dd,Dog")
    assert not since().files


def test_a_changed_back_changes_all_pieces_that_have_it(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "back.toml", "#445566", "#445567")
    printed = since()
    assert names(printed) == ["Ape", "Bee", "Bee", "Bee", "Cat", "Dog"]
    assert {kind for kind, *_ in thrown(printed)} == {"cards"}


def test_rows_without_id_are_known_by_what_is_on_them(since: Callable[..., Printed], mine: Path) -> None:
    (mine / "coins.csv").write_text("name,picture\nsix,one.png\none,one.png\n", "utf-8")
    printed = since()
    assert names(printed) == ["six"]
    assert thrown(printed) == [("coins", "", 1, "changed")]


def test_another_language_is_said(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "cards.csv", "id,name,picture,count", "id,name,picture,count,name.da")
    text = (mine / "cards.csv").read_text("utf-8")
    (mine / "cards.csv").write_text(
        re.sub(r"(?m)^(a),(.*)$", r"\1,\2,Abe", re.sub(r"(?m)^([bcd]),(\w+)(.*)$", r"\1,\2\3,\2", text)),
        "utf-8",
    )
    assert not since().files  # a language that was added changes nothing in the game's own
    printed = since(language="da")
    assert thrown(printed) == [("cards", "a", 1, "changed")]
    assert any("made in 'en', this one in 'da'" in note for note in printed.notes)


def test_what_is_not_printed_is_not_compared_and_stays_in_the_manifest(
    since: Callable[..., Printed], mine: Path, tmp_path: Path
) -> None:
    edit(mine, "front.toml", "size = 12", "size = 13")
    printed = since(only=("coins",))
    assert {kind for kind, *_ in thrown(printed)} == {"coins"}
    written = read_manifest(tmp_path / "again" / "manifest.json")
    first = read_manifest(tmp_path / "first" / "manifest.json")
    assert [e for e in written.pieces if e.kind == "cards"] == [e for e in first.pieces if e.kind == "cards"]
    assert written.kinds == {"cards": "Cards", "coins": "Coins"}
    # From the new manifest on, only the cards are out of date.
    order = Order(changed_since=str(tmp_path / "again" / "manifest.json"))
    assert {old.kind for old in run(mine, tmp_path / "third", order).changes.old} == {"cards"}  # type: ignore[union-attr]


def test_printing_some_pieces_again_forgets_no_others(mine: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(mine, out, Order())
    before = read_manifest(out / "manifest.json")
    for order in (Order(only=("coins",)), Order(where="id == 'a'"), Order(only=("rulebook",))):
        if order.only == ("rulebook",):
            (mine / "rulebook.en.md").write_text("# Mine\n\nNew.\n", encoding="utf-8")
        run(mine, out, order)
        after = read_manifest(out / "manifest.json")
        assert sorted(after.pieces, key=repr) == sorted(before.pieces, key=repr)
        assert after.kinds.keys() == before.kinds.keys()
    assert after.rulebook != before.rulebook
    assert not run(mine, tmp_path / "new", Order(changed_since=str(out))).files
    # What lies there of another game, or is no manifest, is no part of it.
    for text in ("{}", (out / "manifest.json").read_text(encoding="utf-8").replace(before.game, "other")):
        (out / "manifest.json").write_text(text, encoding="utf-8")
        run(mine, out, Order(only=("coins",)))
        assert {entry.kind for entry in read_manifest(out / "manifest.json").pieces} == {"coins"}


def test_a_condition_compares_only_the_rows_that_meet_it(since: Callable[..., Printed], mine: Path) -> None:
    edit(mine, "front.toml", "size = 12", "size = 13")
    printed = since(where="id == 'a' or id == 'd'")
    assert names(printed) == ["Ape", "Dog"]
    assert thrown(printed) == [("cards", "a", 1, "changed"), ("cards", "d", 1, "changed")]


def test_a_piece_that_looks_like_one_outside_of_the_print_is_printed(
    since: Callable[..., Printed], mine: Path
) -> None:
    edit(mine, "cards.csv", "d,Dog,two.png,1", "d,Dog,two.png,1\ne,Dog,two.png,1")
    printed = since(where="id == 'e'")  # the Dog on the table is d's
    assert (names(printed), thrown(printed)) == (["Dog"], [])
    more = GAME[GAME.index("[kinds.cards]") : GAME.index("[kinds.coins]")].replace("cards]", "more]")
    (mine / "game.toml").write_text(GAME + more, "utf-8")
    printed = since(only=("more",))
    assert names(printed) == ["Ape", "Bee", "Bee", "Bee", "Cat", "Dog", "Dog"] and thrown(printed) == []


def test_what_was_never_said_to_be_thrown_away_stays_in_the_manifest(mine: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(mine, out)
    write(mine, ROWS[:-1])
    run(mine, out, Order(where="id == 'a'"))
    printed = run(mine, tmp_path / "new", Order(changed_since=str(out)))
    assert (names(printed), thrown(printed)) == ([], [("cards", "d", 1, "no longer in the game")])


def test_a_rulebook_that_is_no_more_is_thrown_away(mine: Path, tmp_path: Path) -> None:
    (mine / "rulebook.en.md").write_text("# Mine\n\nText.\n", encoding="utf-8")
    run(mine, tmp_path / "out")
    (mine / "rulebook.en.md").unlink()
    only_cards = run(mine, tmp_path / "cards", Order(only=("cards",), changed_since=str(tmp_path / "out")))
    assert not only_cards.files
    printed = run(mine, tmp_path / "new", Order(changed_since=str(tmp_path / "out")))
    assert [file.what for file in printed.files] == ["To throw away"]
    assert read_manifest(tmp_path / "new" / "manifest.json").rulebook == ""
    again = run(mine, tmp_path / "again", Order(changed_since=str(tmp_path / "new")))
    assert not again.files


def test_other_ends_of_lines_make_no_other_rulebook(mine: Path, tmp_path: Path) -> None:
    book = mine / "rulebook.en.md"
    book.write_bytes(b"# Mine\n\nTake turns.\n")
    run(mine, tmp_path / "first")
    order = Order(changed_since=str(tmp_path / "first"))
    book.write_bytes(b"# Mine\r\n\r\nTake turns.\r\n")
    assert not run(mine, tmp_path / "out", order).files
    book.write_bytes(b"# Mine\r\n\r\nTake more turns.\r\n")
    assert [file.what for file in run(mine, tmp_path / "out", order).files] == ["To throw away", "Rulebook"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no JSON"),
        ("[]", "lists no pieces"),
        ('{"pieces": []}', "its format is 'None'"),
        ('{"format": "pnp-print 1", "pieces": []}', "'game' is missing"),
        (
            '{"format": "pnp-print 1", "game": "mine", "title": "", "version": "", "fingerprint": "", '
            '"options": {}, "kinds": {}, "rulebook": "", "pieces": [{"kind": 1}]}',
            "'back' is missing",
        ),
    ],
)
def test_what_is_no_manifest_is_refused_in_words(mine: Path, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "manifest.json").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=f"is no manifest of a print .*{said}"):
        run(mine, tmp_path / "out", Order(changed_since=str(tmp_path)))
    assert not (tmp_path / "out").exists()


def test_a_manifest_of_another_game_is_refused(mine: Path, tmp_path: Path) -> None:
    run(mine, tmp_path / "first")
    edit(mine, "game.toml", 'id = "mine"', 'id = "yours"')
    with pytest.raises(ValueError, match="is of another game, 'mine', not of 'yours'"):
        run(mine, tmp_path / "out", Order(changed_since=str(tmp_path / "first")))


# -- git -----------------------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> None:
    names = ["-c", "user.name=A Designer", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *names, *arguments], check=True, capture_output=True)


@pytest.fixture
def committed(mine: Path) -> Path:
    """The game as a folder of a repository, with one commit."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    (mine.parent / ".gitattributes").write_text("one.png export-ignore\n*.csv export-subst\n", "utf-8")
    git(mine.parent, "init", "-q")
    git(mine.parent, "add", ".gitattributes", "mine")
    git(mine.parent, "commit", "-q", "-m", "first")
    return mine


def test_a_revision_of_the_folder_can_be_compared_with(committed: Path, tmp_path: Path) -> None:
    order = Order(changed_since="HEAD")
    assert not run(committed, tmp_path / "out", order).files
    edit(committed, "cards.csv", "a,Ape", "a,Owl")
    (committed / "two.png").write_bytes(png(99))
    before = {path: path.read_bytes() for path in committed.iterdir()}
    printed = run(committed, tmp_path / "out", order)
    assert names(printed) == ["Cat", "Dog", "Owl"]
    assert thrown(printed) == [
        (*who, 1, "changed") for who in (("cards", "a"), ("cards", "c"), ("cards", "d"))
    ]
    assert {path: path.read_bytes() for path in committed.iterdir()} == before
    git(committed, "commit", "-q", "-a", "-m", "second")
    assert not run(committed, tmp_path / "out", order).files
    assert len(names(run(committed, tmp_path / "out", Order(changed_since="HEAD~1")))) == 3


def test_references_that_are_none_are_refused_in_words(
    committed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(reference: str, folder: Path = committed) -> str:
        with pytest.raises(ValueError) as caught:
            run(folder, tmp_path / "out", Order(changed_since=reference))
        assert not (tmp_path / "out").exists()
        return str(caught.value)

    assert "'HEAD~7' is neither an earlier print" in said("HEAD~7")
    assert "neither an earlier print" in said("--upload-pack=sh")
    assert f"the folder {tmp_path} has no manifest.json" in said(str(tmp_path))
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    shutil.copytree(committed, outside)
    try:
        assert "the folder is in no git repository" in said("HEAD", outside)
    finally:
        shutil.rmtree(outside)
    new = tmp_path / "new"
    shutil.copytree(committed, new)
    assert "there was no folder 'new' in git at 'HEAD'" in said("HEAD", new)
    monkeypatch.setenv("PATH", "")
    assert "git, which would know a revision, is not installed" in said("HEAD")


def test_an_old_folder_that_cannot_be_drawn_says_why(committed: Path, tmp_path: Path) -> None:
    text = (committed / "cards.csv").read_text("utf-8")
    (committed / "cards.csv").write_text(text.replace("one.png,3", "one.png,many"), "utf-8")
    git(committed, "commit", "-q", "-a", "-m", "broken")
    (committed / "cards.csv").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"as it was at 'HEAD' cannot be drawn.*cards\.csv:3:count"):
        run(committed, tmp_path / "out", Order(changed_since="HEAD"))


# -- the comparison itself -----------------------------------------------------------------------------


def test_copies_are_paired_by_name_first() -> None:
    def entry(name: str, copy: int, front: str = "x") -> Entry:
        return Entry("cards", name, copy, front, None)

    # Two rows that look the same: the copy that is gone is the one that the table took away.
    changes = compare([entry("a", 1), entry("a", 2), entry("b", 1)], [entry("a", 1), entry("b", 1)])
    assert [(old.id, old.copies, old.why) for old in changes.old] == [("a", 1, "fewer copies")]
    assert changes.new == []
    # What only changed its name or kind is the same piece.
    assert not compare([entry("a", 1)], [Entry("coins", "z", 1, "x", None)])
    assert compare([], [entry("a", 1)]).new == [0]
    assert not Changes() and Changes(new=[1])
