"""Templates and faces: what they draw, and every fault with its file, row and key."""

import io
from pathlib import Path

import pytest
from PIL import Image as Picture

from toolkit.components import load_folder
from toolkit.components.faults import FaultError, errors
from toolkit.components.home import bundled_games
from toolkit.drawing.model import Drawing, Image, TextLine, Use, walk
from toolkit.faces import Faces, check_folder, face, load_template
from toolkit.faces.elements import ELEMENTS


def write(folder: Path, text: str, name: str = "card.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def texts(drawing: Drawing) -> list[str]:
    return [item.text for item in walk(drawing) if isinstance(item, TextLine)]


CARD = """
size = [63.5, 88.9]
[colours]
ink = "#202020"
soft = "ink"
[defaults.text]
font = "serif"
[[layers]]
type = "rectangle"
fill = "#ffffff"
bleed = true
[[layers]]
type = "text"
text = "{{ name }}"
colour = "soft"
[[layers]]
type = "text"
when = "cost > 2"
y = 20
text = "costs {{ cost }}"
"""


def test_a_face_takes_its_values_from_the_row(tmp_path: Path) -> None:
    template = load_template(write(tmp_path, CARD))
    assert template.faults == []
    assert texts(face(template, {"name": "Åse", "cost": 3})) == ["Åse", "costs 3"]
    cheap = face(template, {"name": "Bo", "cost": 1})
    assert texts(cheap) == ["Bo"]
    (line,) = [i for i in walk(cheap) if isinstance(i, TextLine)]
    assert (line.fill, line.font.name) == ("#202020", "SourceSerifPro-Regular")
    assert (cheap.width, cheap.height, cheap.bleed) == (63.5, 88.9, 3.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sizee = [10, 10]", "card.toml:1:sizee: unknown key 'sizee'; did you mean 'size'?"),
        ("size = [10]", "card.toml:1:size: is [10]; write [width, height]"),
        (
            "[[layers]]\ntype = 'text'\ntext = 'a'\nwidht = 5",
            "card.toml:4:widht: unknown key 'widht' of text; did you mean 'w",
        ),
        ("[[layers]]\ntype = 'txet'", "card.toml:2:type: there is no element 'txet'; did you mean 'text'?"),
        ("[[layers]]\nx = 1", "card.toml:1:type: this layer has no type"),
        ("[[layers]]\ntype = 'text'", "card.toml:1:text: text wants text"),
        ("[[layers]]\ntype = 'rectangle'\nfill = 'grean'", "card.toml:3:fill: is 'grean'; write a colour"),
        ("[colours]\nink = '#12'", "card.toml:2:ink: '#12' is no colour"),
        ("[[layers]]\ntype = 'circle'\nradius = 'big'", "card.toml:3:radius: is 'big'; a number is wanted"),
        ("[[layers]]\ntype = 'circle'\nradius = -1", "card.toml:3:radius: is -1; it goes from 0 to 2000"),
        ("[[layers]]\ntype = 'text'\ntext = '{{ a.b() }}'", "card.toml:3:text: {{ a.b() }}: calls are not"),
        ("[[layers]]\ntype = 'text'\ntext = 'a'\nalign = 'middle'", "card.toml:4:align: is 'middle'"),
        ("[[layers]]\ntype = 'text'\ntext = 'a'\nwhen = 'x >'", "card.toml:4:when: {{ x > }} is no express"),
        (
            "[[layers]]\ntype = 'links'\nlinks = '01'\nstrokes = [{ width = 2 }]",
            "card.toml:4:strokes: line 1 wants",
        ),
        ("[defaults.txt]\nfont = 'serif'", "card.toml:1:txt: there is no element 'txt'"),
        ("layers = 3", "card.toml:1:layers: is no list of layers"),
        ("a = [", "card.toml:"),
    ],
)
def test_faults_of_a_template(tmp_path: Path, text: str, said: str) -> None:
    template = load_template(write(tmp_path, text))
    assert any(str(fault).startswith(said) for fault in template.faults), list(map(str, template.faults))


def test_all_faults_are_found_in_one_run(tmp_path: Path) -> None:
    layers = "[[layers]]\ntype = 'circle'\n[[layers]]\ntype = 'text'\ntext = 'a'\ncolour = 'bleu'\nxx = 2"
    text = "sizee = 1\n" + layers
    assert {fault.row for fault in load_template(write(tmp_path, text)).faults} == {1, 2, 7, 8}


def test_text_that_does_not_fit_is_a_fault_that_names_card_box_and_words(tmp_path: Path) -> None:
    box = "width = 20\nheight = 10\nsize = 12\nfloor = 8"
    text = f"size = [40, 40]\n[[layers]]\ntype = 'text'\ntext = '{{{{ rules }}}}'\n{box}"
    template = load_template(write(tmp_path, text))
    assert "short" in texts(face(template, {"id": 3, "rules": "short"}))
    with pytest.raises(FaultError) as caught:
        face(template, {"id": 3, "rules": " ".join(f"word{i}" for i in range(40))})
    (fault,) = caught.value.faults
    assert str(fault).startswith("card.toml:4:text: 3: does not fit its box of 20 x 10 mm at 8 pt")
    assert "word39" in fault.message or "…" in fault.message


def test_a_missing_character_is_a_fault(tmp_path: Path) -> None:
    template = load_template(write(tmp_path, "[[layers]]\ntype = 'text'\ntext = '{{ name }}'"))
    with pytest.raises(FaultError, match=r"has no glyph for .龍. \(U\+9F8D .*; write it with others"):
        face(template, {"name": "龍"}, size=(50, 50))


def test_a_damaged_font_is_a_fault_of_the_font_and_not_of_letters(tmp_path: Path) -> None:
    (tmp_path / "x.ttf").write_bytes(b"\0\1\0\0rubbish")
    template = load_template(write(tmp_path, "[[layers]]\ntype = 'text'\ntext = 'a'\nfont = 'x.ttf'"))
    with pytest.raises(FaultError, match=r"x\.ttf is damaged, it has no letters; get the file anew"):
        face(template, {}, size=(50, 50))


def test_one_word_that_is_lost_is_said_so(tmp_path: Path) -> None:
    box = "x = 1\ny = 1\nwidth = 20\nheight = 10"
    template = load_template(write(tmp_path, f"[[layers]]\ntype = 'text'\ntext = '{'W' * 80}'\n{box}"))
    with pytest.raises(FaultError, match="at 6 pt; 1 word is lost"):
        face(template, {}, size=(50, 50))


PICTURE = "[[layers]]\ntype = 'image'\nfile = '{{ art }}'\nwidth = 10\nheight = 10"


def test_pictures_come_from_the_folder_only(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Picture.new("RGB", (4, 4), "red").save(buffer, "PNG")
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "outside.png").write_bytes(buffer.getvalue())
    (folder / "in.png").write_bytes(buffer.getvalue())
    (folder / "fake.png").write_bytes(b"GIF89a")
    template = load_template(write(folder, PICTURE))
    good = face(template, {"art": "in.png"}, size=(20, 20))
    assert [type(i) for i in good.items] == [Image]
    for art, said in (
        ("../outside.png", "outside the game folder"),
        (str(tmp_path / "outside.png"), "outside|not a file name"),
        ("none.png", "there is no such file; did you mean 'in.png'"),
        ("fake.png", "neither PNG, JPEG nor SVG"),
    ):
        with pytest.raises(FaultError, match=said):
            face(template, {"art": art}, size=(20, 20))


def test_art_is_drawn_once_and_shared(tmp_path: Path) -> None:
    write(tmp_path, "size = [9, 9]\n[[layers]]\ntype = 'circle'\nradius = 3\nfill = '#ff0000'", "art.toml")
    write(tmp_path, "[[layers]]\ntype = 'include'\nfile = 'art.toml'\nx = 5\nturn = 90")
    faces = Faces(tmp_path)
    template = faces.template("card.toml")
    uses = [faces.draw(template, {"id": i}, (20, 20)).drawing.items[0] for i in (1, 2)]
    assert isinstance(uses[0], Use) and isinstance(uses[1], Use)
    assert uses[0].symbol is uses[1].symbol


def test_art_that_includes_itself_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "size = [9, 9]\n[[layers]]\ntype = 'include'\nfile = 'card.toml'")
    faces = Faces(tmp_path)
    drawn = faces.draw(faces.template("card.toml"), {})
    assert "includes itself" in str(drawn.faults[0])


def test_patterns_are_bounded(tmp_path: Path) -> None:
    write(tmp_path, "size = [1, 1]\n[[layers]]\ntype = 'circle'\nradius = 0.2\nfill = '#ff0000'", "dot.toml")
    write(tmp_path, "[[layers]]\ntype = 'pattern'\nfile = 'dot.toml'\nstep = [0.01, 0.01]")
    faces = Faces(tmp_path)
    drawn = faces.draw(faces.template("card.toml"), {}, (60, 60))
    assert "copies" in str(drawn.faults[0])


def test_every_key_of_every_element_is_documented() -> None:
    for element in ELEMENTS.values():
        assert element.help
        for name, key in element.keys.items():
            assert key.help, f"{element.name}.{name} has no help"


def test_the_bundled_games_print_without_faults() -> None:
    for path in bundled_games().values():
        assert [str(fault) for fault in check_folder(path)] == []


def test_check_finds_the_faults_of_all_templates_and_rows(tmp_path: Path) -> None:
    write(tmp_path, "id,name\n1,ok\n2,龍\n3,fine\n", "cards.csv")
    write(
        tmp_path,
        "[[layers]]\ntype = 'text'\ntext = '{{ name }}'\n[[layers]]\ntype = 'text'\ntext = '{{ nmae }}'",
        "back.toml",
    )
    write(tmp_path, "[[layers]]\ntype = 'text'\ntext = '{{ name }}'", "front.toml")
    write(
        tmp_path,
        'id = "g"\ntitle = "G"\nversion = "1"\nplayers = [2, 4]\ndefault_players = 2\n'
        '[tables.cards]\nfile = "cards.csv"\nkey = "id"\n[tables.cards.columns]\nid = {}\nname = {}\n'
        '[kinds.cards]\ntitle = "Cards"\ntable = "cards"\nsize = [50, 50]\n'
        'template = "front.toml"\nback = "back.toml"\n',
        "game.toml",
    )
    folder = load_folder(tmp_path)
    assert folder.faults == []
    found = [str(fault) for fault in errors(check_folder(folder))]
    assert len(found) == 3  # the layer beside the bad one is checked too
    assert found[0].startswith("front.toml:3:text: 2: SourceSansPro-Regular.ttf has no glyph")
    assert found[1] == "back.toml:6:text: there is no column 'nmae'; did you mean 'name'?"
