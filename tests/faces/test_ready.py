"""Ready templates: what they need, that they fit any size, that a folder's own file comes first."""

from pathlib import Path

import pytest

from toolkit.components.folder import load_folder
from toolkit.drawing.model import Path as Outline
from toolkit.faces import check_folder
from toolkit.faces.face import Faces
from toolkit.faces.sources import READY

ROW = {
    "id": "a",
    "colour": "#0072b2",
    "symbol": "ring",
    "value": 100,
    "title": "Harbour",
    "text": "Two\nlines",
}
NAMES = sorted(path.name for path in (Path(__file__).parents[2] / "toolkit/faces/ready").glob("*.toml"))


def test_they_are_all_there() -> None:
    assert NAMES == ["aid.toml", "box.toml", "chip.toml", "pawn.toml", "token.toml"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(63.5, 88.9), (39.0, 39.0), (44.45, 63.5), (120.0, 90.0)])
def test_each_is_drawn_without_faults_at_any_size(
    tmp_path: Path, name: str, size: tuple[float, float]
) -> None:
    faces = Faces(tmp_path)
    template = faces.template(READY + name)
    assert template.faults == []
    face = faces.draw(template, ROW, size)
    assert face.faults == () and (face.drawing.width, face.drawing.height) == size
    assert len(face.drawing.items) >= 2


def test_what_a_row_need_not_say() -> None:
    faces = Faces(Path())
    for name, row in (
        ("token", {"colour": "#d55e00"}),
        ("chip", {"colour": "#d55e00", "value": 5}),
        ("pawn", {"colour": "#d55e00", "symbol": "star"}),
        ("aid", {"title": "Turn", "text": "Move."}),
        ("box", {"title": "Harbour"}),
    ):
        assert faces.draw(faces.template(f"{READY}{name}.toml"), row, (30.0, 30.0)).faults == (), name


def test_a_missing_column_is_named_where_the_template_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(
        'id = "mine"\nversion = "1"\nplayers = [2, 2]\n[tables.chips]\nfile = "chips.csv"\n'
        "[tables.chips.columns]\ncolour = {}\n"
        '[kinds.chips]\ntable = "chips"\nshape = "circle"\ndiameter = 39\ntemplate = "ready/chip.toml"\n',
        encoding="utf-8",
    )
    (tmp_path / "chips.csv").write_text("colour\n#d55e00\n", encoding="utf-8")
    faults = [str(fault) for fault in check_folder(load_folder(tmp_path))]
    assert len(faults) == 1 and faults[0].startswith("ready/chip.toml:")
    assert "there is no column 'value'" in faults[0]


def test_the_folders_own_file_comes_first_and_an_unknown_one_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "ready").mkdir()
    (tmp_path / "ready" / "token.toml").write_text('title = "Mine"\n', encoding="utf-8")
    faces = Faces(tmp_path)
    assert faces.template("ready/token.toml").title == "Mine"
    assert faces.template("ready/chip.toml").title == "Chip"
    assert faces.template("ready/coin.toml").faults


def test_a_template_may_extend_a_ready_one(tmp_path: Path) -> None:
    (tmp_path / "token.toml").write_text(
        'extends = "ready/token.toml"\nsize = [25, 25]\n[[layers]]\nname = "ground"\nfill = "#102030"\n'
        '[[layers]]\nname = "rim"\ntype = "circle"\nradius = 11\nstroke = "rim"\n',
        encoding="utf-8",
    )
    faces = Faces(tmp_path)
    template = faces.template("token.toml")
    assert template.faults == [] and template.files == ("token.toml", "ready/token.toml")
    assert [layer.name for layer in template.layers] == ["ground", "symbol", "text", "rim"]
    face = faces.draw(template, {"colour": "#d55e00"})
    assert face.faults == ()
    ground, *_, rim = face.drawing.items
    assert isinstance(ground, Outline) and ground.fill == "#102030"
    assert isinstance(rim, Outline) and rim.stroke == "#1d2b33"  # a colour of the ready template


@pytest.mark.parametrize("how", ['extends = "ready/tokn.toml"', '[[layers]]\ntype = "include"\nfile = "{}"'])
def test_an_unknown_ready_template_names_the_nearest(tmp_path: Path, how: str) -> None:
    text = how.replace("{}", "ready/tokn.toml")
    (tmp_path / "card.toml").write_text(text, encoding="utf-8")
    faces = Faces(tmp_path)
    template = faces.template("card.toml")
    said = [*template.faults, *faces.draw(template, {}, (30.0, 30.0)).faults]
    assert "there is no template 'ready/tokn.toml'; did you mean 'ready/token.toml'?" in str(said[0])


def test_layers_of_ready_templates_have_names(tmp_path: Path) -> None:
    for name in NAMES:
        layers = Faces(tmp_path).template(READY + name).layers
        assert all(layer.name for layer in layers) and len({layer.name for layer in layers}) == len(layers)
