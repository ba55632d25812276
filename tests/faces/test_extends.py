"""Templates that extend others, layers that repeat, sizes by name, defaults, and where their faults stand."""

from pathlib import Path

import pytest

from toolkit.components.faults import FaultError
from toolkit.drawing.model import Drawing, Group, TextLine, walk
from toolkit.drawing.model import Path as Outline
from toolkit.faces import Faces, Template, face, load_template

BASE = """
title = "Any card"
size = "poker"
bleed = 2
[colours]
ink = "#202020"
[defaults.text]
size = 10
colour = "ink"
[[layers]]
name = "ground"
type = "rectangle"
fill = "#ffffff"
bleed = true
[[layers]]
name = "title"
type = "text"
text = "{{ name }}"
x = 5
y = "{{ down }}"
"""


def write(folder: Path, **files: str) -> Template:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return load_template(folder / "card.toml", folder)


def texts(drawing: Drawing) -> list[str]:
    return [item.text for item in walk(drawing) if isinstance(item, TextLine)]


def faults(template: Template) -> list[str]:
    return [str(fault) for fault in template.faults]


def test_a_child_takes_what_it_does_not_write(tmp_path: Path) -> None:
    card = "extends = 'base.toml'\n[colours]\nink = '#ff0000'\n[[layers]]\ntype = 'text'\ntext = 'more'\n"
    template = write(tmp_path, base=BASE, card=card)
    assert faults(template) == []
    drawing = face(template, {"name": "Bo", "down": 8})
    assert (drawing.width, drawing.height, drawing.bleed) == (63.5, 88.9, 2.0)
    assert texts(drawing) == ["Bo", "more"]  # the child's layers lie over its parents'
    assert {item.fill for item in walk(drawing) if isinstance(item, TextLine)} == {"#ff0000"}


def test_a_layer_of_the_parent_is_changed_by_its_name(tmp_path: Path) -> None:
    card = "extends = 'base.toml'\n[[layers]]\nname = 'ground'\nfill = '#00ff00'\n"
    drawing = face(write(tmp_path, base=BASE, card=card), {"name": "Bo", "down": 8})
    assert isinstance(drawing.items[0], Outline) and drawing.items[0].fill == "#00ff00"
    assert texts(drawing) == ["Bo"]


@pytest.mark.parametrize(
    ("change", "key", "value"),
    [
        ("x = { add = 2 }", "x", 7.0),
        ("x = { times = 1.5 }", "x", 7.5),
        ("x = { times = 2, add = -1 }", "x", 9.0),
        ("x = { add = '{{ down }}' }", "x", 13.0),
        ("y = { add = 2 }", "y", 10.0),  # the parent's is a formula
        ("size = { add = 2 }", "size", 12.0),  # the parent's default for texts
        ("leading = { times = 2 }", "leading", 2.5),  # the element's own
        ("x = '+2'", "x", 2.0),  # a text is a number, never a change
    ],
)
def test_numbers_are_changed_against_the_parents(tmp_path: Path, change: str, key: str, value: float) -> None:
    card = f"extends = 'base.toml'\n[[layers]]\nname = 'title'\n{change}\n"
    template = write(tmp_path, base=BASE, card=card)
    assert faults(template) == []
    assert Faces(tmp_path).places(template, {"name": "Bo", "down": 8})["title"][key] == pytest.approx(value)


def test_changes_are_made_of_changes_and_of_the_size(tmp_path: Path) -> None:
    middle = "extends = 'base.toml'\nbleed = { add = 1 }\nsize = [50, '{{ down }}']\n"
    card = "extends = 'middle.toml'\nbleed = { times = 2 }\nsize = [{ add = 5 }, { times = 10 }]\n"
    template = write(tmp_path, base=BASE, middle=middle, card=card)
    drawing = face(template, {"name": "Bo", "down": 8})
    assert (drawing.width, drawing.height, drawing.bleed) == (55.0, 80.0, 6.0)


def test_several_parents_and_one_that_both_have(tmp_path: Path) -> None:
    red = "extends = 'base.toml'\n[[layers]]\nname = 'ground'\nfill = '#ff0000'\n"
    wide = "extends = 'base.toml'\nsize = 'tarot'\n[[layers]]\ntype = 'text'\ntext = 'wide'\n"
    template = write(tmp_path, base=BASE, red=red, wide=wide, card="extends = ['red.toml', 'wide.toml']\n")
    drawing = face(template, {"name": "Bo", "down": 8})
    assert drawing.width == 69.85
    assert isinstance(drawing.items[0], Outline) and drawing.items[0].fill == "#ff0000"
    assert texts(drawing) == ["Bo", "wide"]  # the base's layers are there once
    assert template.files == ("card.toml", "red.toml", "base.toml", "wide.toml")


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("extends = 'card.toml'", "card.toml:1:extends: 'card.toml' extends itself: card.toml > card.toml"),
        (
            "extends = 'back.toml'",
            "back.toml:1:extends: 'card.toml' extends itself: card.toml > back.toml > c",
        ),
        ("extends = 'none.toml'", "card.toml:1:extends: there is no file 'none.toml'"),
        ("extends = '../x.toml'", "card.toml:1:extends: '../x.toml' is outside the game folder"),
        ("extends = 3", "card.toml:1:extends: is no file name; write extends = "),
        ("size = 'pokre'", "card.toml:1:size: there is no size 'pokre'; did you mean 'poker'?"),
        ("[[layers]]\nname = 'titel'\nx = 2", "card.toml:1:type: this layer has no type"),
        (
            "extends = 'base.toml'\n[[layers]]\nname = 'title'\nxx = 2",
            "card.toml:4:xx: unknown key 'xx' of text",
        ),
        (
            "extends = 'base.toml'\n[[layers]]\nname = 'title'\nwidth = { add = 1 }",
            "card.toml:4:width: changes a number that no parent gives",
        ),
        (
            "extends = 'base.toml'\n[[layers]]\nname = 'title'\ntype = 'circle'",
            "card.toml:4:type: the parent's layer of this name is a text",
        ),
        ("[fonts]\ntitle = 'a.ttf'", "card.toml:2:title: is no table of files"),
        (
            "[fonts.title]\nbolt = 'a.ttf'",
            "card.toml:2:bolt: unknown key 'bolt' of a font; did you mean 'bold'?",
        ),
        ("[[layers]]\ntype = 'circle'\nradius = 1\nspacing = 4", "card.toml:4:spacing: is 4; two numbers"),
        ("extends = 'wrong.toml'", "wrong.toml:1:sise: unknown key 'sise'; did you mean 'size'?"),
    ],
)
def test_faults_name_the_file_line_and_key(tmp_path: Path, card: str, said: str) -> None:
    template = write(tmp_path, base=BASE, back="extends = 'card.toml'", wrong="sise = 3", card=card)
    assert any(fault.startswith(said) for fault in faults(template)), faults(template)


def test_a_fault_of_a_row_stands_in_the_file_that_wrote_the_key(tmp_path: Path) -> None:
    template = write(
        tmp_path, base=BASE, card="extends = 'base.toml'\n[[layers]]\nname = 'title'\nsize = 9\n"
    )
    with pytest.raises(FaultError, match=r"base\.toml:18:text: 7: .*no glyph"):
        face(template, {"id": 7, "name": "\u9f8d", "down": 8})


PIPS = """
size = [60, 60]
[[layers]]
type = "text"
text = "{{ item }}/{{ index }}/{{ total }}"
x = 10
repeat = "{{ pips }}"
spacing = [8, 0]
"""


def places(drawing: Drawing) -> list[tuple[float, float]]:
    found = []
    for item in drawing.items:
        assert isinstance(item, Group)
        found.append(item.transform[4:] if isinstance(item.items[0], Group) else (0.0, 0.0))
    return found


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("wood, wood; gold", ["wood/0/3", "wood/1/3", "gold/2/3"]),
        (3, ["1/0/3", "2/1/3", "3/2/3"]),
        ("2", ["1/0/2", "2/1/2"]),
        ("2,", ["2/0/1"]),
        ("", []),
        (None, []),
        (0, []),
    ],
)
def test_a_layer_repeats_over_a_cell(tmp_path: Path, cell: object, said: list[str]) -> None:
    template = write(tmp_path, card=PIPS)
    assert faults(template) == []
    drawing = face(template, {"pips": cell})
    assert texts(drawing) == said
    assert places(drawing) == [(8.0 * i, 0.0) for i in range(len(said))]


def test_copies_in_lines_and_about_their_middle(tmp_path: Path) -> None:
    card = PIPS + "per_line = 2\nline_spacing = [0, 5]\ncentred = true\n"
    drawing = face(write(tmp_path, card=card), {"pips": 3})
    assert places(drawing) == [(-4.0, 0.0), (4.0, 0.0), (0.0, 5.0)]


def test_a_condition_sees_each_copy(tmp_path: Path) -> None:
    drawing = face(write(tmp_path, card=PIPS + "when = 'index != 1'\n"), {"pips": "a b, c, d"})
    assert texts(drawing) == ["a b/0/3", "d/2/3"]


def test_too_many_copies_are_a_fault(tmp_path: Path) -> None:
    with pytest.raises(FaultError, match=r"card\.toml:7:repeat: makes 100,000 copies; at most 200"):
        face(write(tmp_path, card=PIPS), {"pips": 100_000})


def test_fixed_looks_at_parents_and_art(tmp_path: Path) -> None:
    plain = "size = [9, 9]\n[[layers]]\ntype = 'circle'\nradius = 1\n"
    varied = plain + "when = 'id > 1'\n"
    include = "size = [9, 9]\n[[layers]]\ntype = 'include'\nfile = '{}.toml'\n"
    assert write(tmp_path, plain=plain, card=include.format("plain")).fixed
    assert not write(tmp_path, varied=varied, card=include.format("varied")).fixed
    assert not write(tmp_path, between=include.format("varied"), card=include.format("between")).fixed
    assert not write(tmp_path, base=BASE, card="extends = 'base.toml'\n").fixed
    assert write(tmp_path, base=plain, card="extends = 'base.toml'\n").fixed
    assert not write(tmp_path, card=plain + "repeat = '{{ n }}'\n").fixed


def test_files_that_extend_many_are_stopped(tmp_path: Path) -> None:
    names = [f"b{i}" for i in range(80)]
    files = {name: f"title = '{name}'" for name in names}
    template = write(tmp_path, card=f"extends = {[f'{name}.toml' for name in names]!r}", **files)
    assert "more than 50 files are extended" in faults(template)[0]
