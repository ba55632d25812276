"""Ready templates: what they need, that they fit any size, that a folder's own file comes first."""

from pathlib import Path

import pytest

from toolkit.components.folder import load_folder
from toolkit.faces import check_folder
from toolkit.faces.face import READY, Faces

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
