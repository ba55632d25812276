"""`pnp export` from the command line."""

import json
from pathlib import Path

import click
import pytest

from toolkit.cli.main import cli, run


def test_a_game_is_exported_and_what_to_do_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", "laast", "tts", "--only", "cards", "-o", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Move cards" in said and str(tmp_path / "laast-tts.json") in said and "Saved Objects" in said
    assert (tmp_path / "laast-tts.json").is_file()


def test_json_names_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "laast", "cutter", "--only", "pieces", "-o", str(tmp_path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["place"] == "cutter" and data["made"][0]["pieces"] == 8
    assert all(Path(path).is_file() for path in data["paths"])
    assert {Path(path).suffix for path in data["paths"]} == {".svg", ".dxf", ".pdf"}


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["laast", "tgc"], 1, "The Game Crafter has no cards of 40 x 40 mm; nearest are"),
        (["laast", "tgc", "--only", "card"], 1, "did you mean 'cards'"),
        (["laast", "shop"], 2, "tts"),
        (["laast", "tgc", "--address", "https://example.org"], 2, "--address is for tts only"),
        (["laast", "tgc", "--paper", "a3"], 2, "--paper is for cutter only"),
        (["laast", "cutter", "--paper", "a44"], 2, "did you mean 'a4'"),
        (["laast(players=3)", "tgc"], 1, "leave them out to export"),
        (["laast", "tgc", "--where", "value >"], 1, "character"),
        (["laast", "tgc", "--lang", "xx"], 1, "'xx'"),
    ],
)
def test_faults_are_said_and_nothing_is_written(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    said: str,
) -> None:
    assert run(["export", *arguments, "-o", str(tmp_path / "out")]) == status
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["export", "bom", "calibrate"])
def test_every_option_stands_in_the_readme(name: str) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme[readme.index("## Shops, cutters") : readme.index("## Trust")]
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    options = [o for p in command.params if isinstance(p, click.Option) for o in p.opts if o.startswith("--")]
    missing = [option for option in options if option not in section and option != "--output"]
    assert missing == []
    places = [
        p.type.choices for p in command.params if isinstance(p.type, click.Choice) and p.name == "place"
    ]
    assert all(f"| `{place}` |" in section for choices in places for place in choices)
