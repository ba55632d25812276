"""Whole game folders: everything wrong is found in one run, with its place."""

import codecs
import shutil
import sys
from pathlib import Path

import pytest

from toolkit.components.faults import FaultError
from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games

sys.path.insert(0, str(Path(__file__).parent))
from books import ods, xlsx

GAME = """id = "demo"
title = "Demo"
version = "1"
players = [2, 4]
default_players = 3

[tables.cards]
file = "cards.csv"
key = "id"
[tables.cards.columns]
id = { required = true }
cost = { type = "whole", default = 2 }

[options.size]
default = 7
default_by_players = { 4 = 9 }
min = 3
max = 11
values = ["unlimited"]
help = "How large it is."
ruling = "D1"

[options.loud]
default = false
values = [true, false]
help = "Whether it is loud."

[kinds.cards]
title = "Cards"
table = "cards"
size = [63.5, 88.9]

[kinds.chips]
table = "cards"
shape = "circle"
diameter = 20
copies = "cost"
"""
CARDS = "id,cost,count\na,1,2\nb,,1\n"


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    return folder


def faults(folder: Path) -> list[str]:
    return [str(fault) for fault in load_folder(folder).faults]


def change(folder: Path, old: str, new: str, file: str = "game.toml") -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_sound_folder(demo: Path) -> None:
    folder = load_folder(demo).require()
    assert (folder.id, folder.title, folder.version) == ("demo", "Demo", "1")
    assert (folder.players, folder.default_players, folder.rules) == ((2, 4), 3, None)
    assert folder.kinds["cards"].size == (63.5, 88.9)
    assert (folder.kinds["chips"].size, folder.kinds["chips"].title) == ((20.0, 20.0), "chips")
    assert folder.tables["cards"].count("cost") == 3
    assert len(folder.fingerprint) == 64 and len(folder.short_fingerprint) == 12


def test_options(demo: Path) -> None:
    folder = load_folder(demo)
    size, loud = folder.options["size"], folder.options["loud"]
    assert (size.default_for(2), size.default_for(4), size.allowed()) == (7, 9, "3 to 11, unlimited")
    assert [size.check(value) for value in (3, "11", 5.0, "unlimited")] == [3, 11, 5, "unlimited"]
    assert (loud.default, loud.check(True), loud.check("false")) == ("false", "true", "false")
    for value in (2, 12, "x", 3.5, None, "", True):
        with pytest.raises(ValueError, match="allowed: 3 to 11, unlimited"):
            size.check(value)


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('title = "Demo"', 'titel = "Demo"', "game.toml:2:1: unknown key 'titel'; did you mean 'title'?"),
        (
            "ruling",
            "rulling",
            "game.toml:21:1: unknown key 'rulling' in [options.size]; did you mean 'ruling'?",
        ),
        ("cost = { type", "cost = { tpye", "game.toml:12:10: unknown key 'tpye'"),
        ("size = [63.5, 88.9]", "sise = [63.5, 88.9]", "game.toml:31:1: unknown key 'sise'"),
        ("[2, 4]", "[4, 2]", "game.toml:4:1: 'players' is not right; write players = [fewest, most]"),
        ('version = "1"', "version = 1", "game.toml:3:1: 'version' is not text; write version = \"…\""),
        ('version = "1"', "", "game.toml: key 'version' is missing"),
        ("default_players = 3", "default_players = 5", "game.toml:5:1: 5 is out of range; write 2 to 4"),
        (
            "default = 7",
            "default = 70",
            "game.toml:15:1: option size cannot be '70'; allowed: 3 to 11, unlimited",
        ),
        ("{ 4 = 9 }", "{ 5 = 9 }", "game.toml:16:24: '5' is no number of players; write 2 to 4"),
        ("max = 11\n", "", "needs max"),
        ('help = "How large it is."\n', "", "game.toml:14:10: key 'help' is missing"),
        ('key = "id"', 'key = "ID"', "game.toml:9:1: 'ID' is not a column here; did you mean 'id'?"),
        ('"whole"', '"integer"', "game.toml:12:10: there is no type 'integer'"),
        ("default = 2 }", 'default = "x" }', "game.toml:12:26: 'x' is not a whole number"),
        ('table = "cards"\nsize', 'table = "card"\nsize', "there is no table 'card'; did you mean 'cards'?"),
        ('copies = "cost"', 'copies = "id"', "'id' is not a column of whole numbers"),
        ("diameter = 20", "diameter = 0", "a piece is 1 to 2000 mm"),
        (
            "diameter = 20",
            'size = "poker"',
            "game.toml:36:1: 'poker' is 63.5 x 88.9 mm, and no circle",
        ),
        (
            "diameter = 20",
            'diameter = "pokerchip"',
            "there is no size 'pokerchip'; did you mean",
        ),
        (
            "diameter = 20",
            'diameter = "1 inch"',
            "(mm), or a name of `pnp sheet-sizes`",
        ),
        (
            "diameter = 20",
            "size = [20, 20]",
            "'size' is no width of a circle; write diameter = 25.4",
        ),
        ("diameter = 20", "", "game.toml:33:8: key 'diameter' is missing; add diameter = 25.4 (mm)"),
        (
            "diameter = 20",
            "diameter = 20\nsize = 'poker-chip'",
            "a circle has a size or a diameter",
        ),
        ("size = [63.5, 88.9]", 'size = ["2.5in", "x"]', "'size' is not right; write size = [width, height]"),
        ('shape = "circle"', 'shape = "round"', "there is no shape 'round'"),
        ("size = [63.5, 88.9]", "", "key 'size' is missing; write size = [width, height] in mm"),
        (
            "size = [63.5, 88.9]",
            'size = "pokr"',
            "game.toml:31:1: there is no size 'pokr'; did you mean 'poker'?",
        ),
        ("size = [63.5, 88.9]", "size = 63", "game.toml:31:1: 'size' is not right; write size = [width"),
        ('"cards.csv"', '"../cards.csv"', "game.toml:8:1: '../cards.csv' is outside the game folder"),
        ('"cards.csv"', '"cads.csv"', "cads.csv: cannot be read: there is no such file"),
        ("players = [2, 4]", "players = [2, 4", "is not TOML"),
        ("[tables.cards]", 'rules = "rules.py"\n[tables.cards]', "there is no rules.py"),
        ("[tables.cards]", 'rules = "../x"\n[tables.cards]', "names no rules"),
        ('"Demo"', '"De\\u001b[31mmo"', "game.toml:2:1: a control character (U+001B) is in 'title'"),
        ('"Demo"', '"De\\u202Emo"', "game.toml:2:1: a control character (U+202E) is in 'title'"),
        ('["unlimited"]', '["un\\u0007"]', "a control character (U+0007) is in 'values'"),
        ("cost = {", "count = { type = 'text' }\ncost = {", "a count is always a whole number"),
    ],
)
def test_faults_of_game_toml(demo: Path, old: str, new: str, said: str) -> None:
    change(demo, old, new)
    found = faults(demo)
    assert any(said in fault for fault in found), found
    with pytest.raises(FaultError):
        load_folder(demo).require()


def test_wrong_numbers_of_players_are_one_fault(demo: Path) -> None:
    change(demo, "players = [2, 4]", "players = 4")
    change(demo, "default_by_players = { 4 = 9 }\n", "")
    (fault,) = faults(demo)
    assert "game.toml:4:1: 'players' is not right" in fault


def test_lengths_may_have_units_and_circles_names(demo: Path) -> None:
    change(demo, "size = [63.5, 88.9]", 'size = ["2.5in", "8.89 cm"]')
    change(demo, "diameter = 20", 'diameter = "0.5in"')
    assert load_folder(demo).require().kinds["cards"].size == pytest.approx((63.5, 88.9))
    assert load_folder(demo).kinds["chips"].size == (12.7, 12.7)
    change(demo, 'diameter = "0.5in"', 'size = "Poker chip"')
    assert load_folder(demo).require().kinds["chips"].size == (39.0, 39.0)
    change(demo, 'size = "Poker chip"', 'diameter = "counter-1in"')
    assert load_folder(demo).require().kinds["chips"].size == (25.4, 25.4)


@pytest.mark.parametrize("size", ['"pokr"', "[-5, 50]", "[nan, 50]", "[9999, 50]", "63"])
def test_a_wrong_size_is_one_fault(demo: Path, size: str) -> None:
    change(demo, "size = [63.5, 88.9]", f"size = {size}")
    box = '[kinds.box]\ntable = "cards"\nmake = "tuckbox"\nholds = "cards"\ntemplate = "ready/box.toml"\n'
    change(demo, "[kinds.chips]", f"{box}[kinds.chips]")
    folder = load_folder(demo)
    (said,) = map(str, folder.errors)
    assert said.startswith("game.toml:31:1: ")
    assert folder.kinds["cards"].size is folder.kinds["box"].size is None


@pytest.mark.parametrize(
    "outline, said",
    [
        ("outline = [[0, 0], [20, 0]]", "an outline has 3 to 200 corners; write outline = [[x, y], …] in mm"),
        ('outline = [[0, 0], [20, 0], "x"]', "an outline has 3 to 200 corners"),
        (
            "outline = [[0, 0], [20, 0], [0, nan]]",
            "corner [0, nan] lies outside of the piece, which starts at",
        ),
        ("outline = [[0, 0], [20, 0], [0, 21]]", "corner [0, 21] lies outside of the piece, 20 x 20 mm"),
        ("outline = [[0, 0], [20, 20], [20, 0], [0, 20]]", "from corner [0, 0] meets another; go round once"),
        ("outline = [[0, 0], [20, 0], [20, 0], [0, 20]]", "corner [20, 0] follows on itself; write it once"),
        ("outline = [[0, 0], [20, 0], [0, 20], [0, 0]]", "corner [0, 0] follows on itself; write it once"),
        ('outline = "round"', "'outline'"),
        ("outline = [[0, 0], [20, 0], [10, 0], [0, 20]]", "from corner [0, 0] meets another"),
        ("outline = [[0, 0], [20, 0], [9, 9]]\ntiled = true", "a tiled board is no polygon"),
        ("", "key 'outline' is missing"),
    ],
)
def test_faults_of_an_outline(demo: Path, outline: str, said: str) -> None:
    change(demo, 'shape = "circle"\ndiameter = 20', f'shape = "polygon"\nsize = [20, 20]\n{outline}')
    found = faults(demo)
    assert len(found) == 1 and said in found[0] and found[0].startswith("game.toml:3"), found


def test_only_a_polygon_has_an_outline(demo: Path) -> None:
    change(demo, "diameter = 20", "diameter = 20\noutline = [[0, 0], [20, 0], [9, 9]]")
    assert "game.toml:37:1: only a polygon has an outline; add shape" in faults(demo)[0]
    change(demo, "diameter = 20", "size = [20, 20]")
    change(demo, '"circle"', '"polygon"')
    assert faults(demo) == []
    assert load_folder(demo).kinds["chips"].outline == ((0.0, 0.0), (20.0, 0.0), (9.0, 9.0))


def test_an_empty_folder_and_an_empty_game_toml(tmp_path: Path) -> None:
    assert "cannot be read" in faults(tmp_path)[0]
    (tmp_path / "game.toml").touch()
    assert "is empty" in faults(tmp_path)[0]


def test_all_faults_of_all_files_in_one_run(demo: Path) -> None:
    change(demo, "title =", "titel =")
    change(demo, "a,1,2", "a,x,two", "cards.csv")
    assert [fault.split(": ")[0] for fault in faults(demo)] == [
        "game.toml:2:1",
        "cards.csv:2:cost",
        "cards.csv:2:count",
    ]


def test_warnings_do_not_stop(demo: Path) -> None:
    (demo / "cards.csv").write_bytes("id,cost\nå,1\n".encode("cp1252"))
    folder = load_folder(demo).require()
    assert [fault.severity for fault in folder.faults] == ["warning"]


def test_the_fingerprint_is_of_the_values_only(demo: Path) -> None:
    before = load_folder(demo).fingerprint
    same = [
        codecs.BOM_UTF8 + b"id;cost;count\r\na;1.0;2\r\n\r\nb;2;\r\n",
        b'count\tid\tcost\n"2"\ta\t1\n1\tb\t2\n',
        b"id,# note,cost,count\na,hello,1,2\nb,,,1\n",
    ]
    for raw in same:
        (demo / "cards.csv").write_bytes(raw)
        assert load_folder(demo).fingerprint == before, raw
    for raw in (b"id,cost,count\nb,,1\na,1,2\n", b"id,cost,count\na,1,3\nb,,1\n", b"id,cost,count\na,1,2\n"):
        (demo / "cards.csv").write_bytes(raw)
        assert load_folder(demo).fingerprint != before, raw


def test_the_fingerprint_is_the_same_from_a_workbook(demo: Path) -> None:
    before = load_folder(demo).fingerprint
    rows = [["id", "cost", "count"], ["a", 1, 2], ["b", None, None]]
    for kind, make in (("xlsx", xlsx), ("ods", ods)):
        (demo / f"cards.{kind}").write_bytes(make(Notes=[["hello"]], Cards=rows))
        text = GAME.replace('file = "cards.csv"', f'file = "cards.{kind}"\nsheet = "Cards"')
        (demo / "game.toml").write_text(text, encoding="utf-8")
        folder = load_folder(demo).require()
        assert folder.fingerprint == before
        assert folder.tables["cards"].file == f"cards.{kind}[Cards]"
        assert folder.tables["cards"].count() == 3


def test_a_link_out_of_the_folder_is_refused(demo: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret.csv"
    shutil.move(demo / "cards.csv", outside)
    try:
        (demo / "cards.csv").symlink_to(outside)
    except OSError:
        pytest.skip("links cannot be made here")
    assert any("leads out of the game folder" in fault for fault in faults(demo))


def test_every_bundled_game_is_without_faults() -> None:
    games = bundled_games()
    assert games
    for name, path in games.items():
        folder = load_folder(path)
        assert [str(fault) for fault in folder.faults] == []
        assert folder.id == name
        assert "turn_cap" in folder.options
        assert all(option.help for option in folder.options.values())
