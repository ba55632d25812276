"""`pnp sheet-sizes` and `pnp fonts`: what can be named in game.toml and in templates."""

import json
import shutil
from pathlib import Path

import pytest

from toolkit.cli.main import run
from toolkit.components.starter import make_game
from toolkit.drawing.fonts import find_font


def test_sizes_are_listed_in_mm_and_pixels(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sheet-sizes"]) == 0
    out = capsys.readouterr().out
    (poker,) = [line for line in out.splitlines() if line.split()[:1] == ["poker"]]
    assert "63.5 x 88.9" in poker and "750 x 1050" in poker and "825 x 1125" in poker
    assert "The Game Crafter" in out and "a4" in out
    assert run(["sheet-sizes", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"a4", "letter"} <= {paper["name"] for paper in data["papers"]}
    (mpc,) = [shop for shop in data["shops"] if shop["name"] == "mpc"]
    assert (mpc["mm"], mpc["px_with_bleed"]) == ([63.0, 88.0], [816, 1110])
    (hexagon,) = [size for size in data["sizes"] if size["name"] == "hex-tile"]
    assert hexagon["px"] == [1125, 975]


def test_every_listed_size_can_be_written_in_game_toml(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from toolkit.components.folder import load_folder

    make_game(tmp_path / "mine")
    assert run(["sheet-sizes", "--json"]) == 0
    file = tmp_path / "mine" / "game.toml"
    text = file.read_text(encoding="utf-8")
    for size in json.loads(capsys.readouterr().out)["sizes"]:
        for name in (size["name"], *size["also"]):
            file.write_text(text.replace('"poker"', f'"{name}"'), encoding="utf-8")
            assert load_folder(tmp_path / "mine").require().kinds["cards"].size == tuple(size["mm"])


def test_fonts_are_listed_with_what_they_lack(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fonts"]) == 0
    out = capsys.readouterr().out
    assert "bold italic" in out and "SourceSansPro-Bold.ttf" in out and "♠" in out
    assert run(["fonts", "--json"]) == 0
    for font in json.loads(capsys.readouterr().out):
        assert "U+00E6" not in font["lacks"], "every family has the letters of Danish"
        assert Path(font["file"]).is_file() and font["usable"]


def test_a_game_has_fonts_and_letters_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    make_game(folder)
    cards = (folder / "cards.csv").read_text(encoding="utf-8")
    (folder / "cards.csv").write_text(cards.replace("Slow and sure.", "Slow 龍"), encoding="utf-8")
    (folder / "fonts").mkdir()
    shutil.copy(find_font("serif").path, folder / "fonts" / "mine.ttf")
    (folder / "fonts" / "other.otf").write_bytes(b"OTTO" + b"\0" * 60)
    (folder / "fonts" / "no.ttf").write_bytes(b"nothing")
    assert run(["fonts", str(folder), "--json"]) == 0
    fonts = {font["font"]: font for font in json.loads(capsys.readouterr().out)}
    assert fonts["fonts/mine.ttf"]["lacks"] == ["U+9F8D"] == fonts["sans"]["lacks"]
    assert not fonts["fonts/other.otf"]["usable"] and "CFF" in fonts["fonts/other.otf"]["fault"]
    assert "not a TrueType font" in fonts["fonts/no.ttf"]["fault"]
    assert run(["fonts", str(folder)]) == 0
    assert "龍" in capsys.readouterr().out
