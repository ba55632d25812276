"""`pnp print`: what it writes and what it says."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from toolkit.cli import _pieces, print_
from toolkit.cli.main import run
from toolkit.components.home import bundled_games
from toolkit.press import arrange, marks, order, paper


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_game_is_printed_to_its_own_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "dragonpath"]) == 0
    said = capsys.readouterr()
    names = sorted(p.name for p in (tmp_path / "output" / "dragonpath").iterdir())
    assert names == [
        "dragonpath-one-sided-a4.pdf",
        "dragonpath-rulebook-a4.pdf",
        "dragonpath-two-sided-a4.pdf",
        "manifest.json",
    ]
    for name in names[:-1]:
        assert name in said.out
    assert "Print at 100 %" in said.out and "turn over on the long edge" in said.out
    assert said.err == ""


def test_paths_are_whole_in_a_narrow_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    folder = tmp_path / ("a folder with a long name " * 3).strip()
    assert run(["print", "dragonpath", "--only", "tiles", "-o", str(folder)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if line == str(folder / "dragonpath-two-sided-a4.pdf")]
    assert run(["print", "dragonpath", "--only", "tiles", "--format", "svg", "-o", str(folder / "s")]) == 0
    (pattern,) = [line for line in capsys.readouterr().out.splitlines() if ".svg" in line]
    path, count = pattern.removesuffix(" files)").split("  (")
    found = list(Path(path).parent.glob(Path(path).name))
    assert len(found) == int(count) == len(list((folder / "s").glob("*.svg"))) == 6


def test_json_is_all_there_is_on_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "print",
        "dragonpath",
        "--only",
        "tiles",
        "--only",
        "markers",
        "--paper",
        "letter",
        "-o",
        "out",
        "--json",
    ]
    assert run(arguments) == 0
    data = json.loads(capsys.readouterr().out)
    assert [(f["what"], f["sheets"], f["pieces"], f["two_sided"]) for f in data["files"]] == [
        ("Path tiles", 3, 35, True),
        ("Marker stones", 1, 8, False),
    ]
    assert all(Path(path).is_file() for f in data["files"] for path in f["paths"])


def test_faults_are_listed_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(bundled_games()["dragonpath"], tmp_path / "mine")
    tile = tmp_path / "mine" / "tile.toml"
    tile.write_text(
        tile.read_text(encoding="utf-8").replace("weave", "waeve").replace("painted =", "pianted ="), "utf-8"
    )
    assert run(["print", "mine", "-o", "out"]) == 1
    said = capsys.readouterr().err
    assert "tile.toml" in said and "'pianted'" in said and "did you mean 'painted'" in said
    assert not (tmp_path / "out").exists()


def test_a_fault_that_many_pieces_have_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new", "mine"]) == 0
    card = tmp_path / "mine" / "card.toml"
    card.write_text(card.read_text(encoding="utf-8").replace('"serif"', '"Comic Sans"', 1), encoding="utf-8")
    capsys.readouterr()
    for command in (["print", "mine", "-o", "out"], ["export", "mine", "tts", "-o", "out"]):
        assert run(command) == 1
        said = capsys.readouterr().err
        assert said.count("there is no font 'Comic Sans'") == 1, said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["dragonpath", "--only", "tilez"], 1, "did you mean 'tiles'"),
        (["dragonpat"], 1, "did you mean 'dragonpath'"),
        (["dragonpath", "--paper", "a44"], 2, "'a4'"),
        (["dragonpath(players=4)"], 1, "leave them out"),
        (["laast", "--only", "cards", "--where", "value > 99"], 1, "no row of cards meets the condition"),
    ],
)
def test_wrong_orders_say_what_would_be_right(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["print", *arguments]) == status
    assert said in capsys.readouterr().err


def test_kinds_without_pieces_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "mine"]) == 0
    table = tmp_path / "mine" / "cards.csv"
    table.write_text(re.sub(r",\d+$", ",0", table.read_text("utf-8"), flags=re.M), encoding="utf-8")
    assert run(["print", "mine", "--only", "cards"]) == 1
    assert "mine has no cards, or no template for them" in capsys.readouterr().err


def test_a_ruler_is_spoken_of_where_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "laast", "--only", "rulebook"]) == 0
    assert capsys.readouterr().out.endswith(
        "Print at 100 % (no scaling) on A4. Two-sided files: turn over on the long edge.\n"
    )
    assert run(["print", "laast", "--only", "cards"]) == 0
    assert capsys.readouterr().out.endswith("Check the ruler before you cut.\n")


def test_the_choices_are_those_of_the_press() -> None:
    assert (order.FORMATS, order.BACKS, order.FLIPS, order.INKS) == (
        print_.FORMATS,
        print_.BACKS,
        _pieces.FLIPS,
        _pieces.INKS,
    )
    assert (marks.MARKS, arrange.PACKS) == (print_.MARKS, print_.PACKS)
    options = {option.name: option.default for option in print_.command.params}
    assert (options["margin"], options["paper"]) == (paper.MARGIN, order.Order().paper)


def test_printing_imports_no_compiler(tmp_path: Path) -> None:
    code = (
        "import sys; from toolkit.cli.main import run; run(['print', 'dragonpath', '-o', 'out']); "
        "sys.exit(3 if {'numba', 'scipy', 'matplotlib'} & set(sys.modules) else 0)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60).returncode == 0


def test_every_option_is_described_in_help_and_readme() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
    section = readme.split("## Printing")[1].split("\n## ")[0]
    for option in print_.command.params:
        if isinstance(option, click.Option):
            names = [name for name in option.opts if name in section]
            assert names, f"{option.opts} is not in the README's section on printing"
            assert len(option.help or "") > 15, f"{option.opts} has no help"
            for choice in option.type.choices if isinstance(option.type, click.Choice) else ():
                assert f"`{choice}`" in section, f"{option.opts} {choice}"
    written = set(re.findall(r"`(--[a-z-]+)", section))
    assert written <= {name for option in print_.command.params for name in option.opts}


def test_every_choice_of_an_order_has_an_option_and_is_described() -> None:
    options = {option.name for option in print_.command.params}
    names = {"language": "lang", "format": "file_format"}
    for field in order.Order.__dataclass_fields__:
        assert names.get(field, field) in options
        assert f"        {field}: " in (order.Order.__doc__ or "") or f"`{field}`" in (
            order.Order.__doc__ or ""
        )


@pytest.mark.parametrize(
    ("option", "value", "status", "said"),
    [
        ("--margin", "-1", 2, "no length from 0 to 100 mm"),
        ("--margin", "nan", 2, "no length"),
        ("--bleed", "1in", 2, "no length from 0 to 20 mm"),
        ("--gap", "1", 1, "too narrow for tiles, which bleed 3 mm"),
        ("--marks", "cross", 2, "'crop'"),
        ("--printer", "nobody", 1, "there is no printer 'nobody'"),
        ("--where", "id =", 1, "write =="),
        ("--lang", "xx", 1, "is not there in 'xx'"),
        ("--changed-since", "nowhere", 1, "nowhere"),
        ("--paper", "3x3in", 0, ""),
        ("--bleed", "0.125in", 0, ""),
    ],
)
def test_lengths_and_names_are_checked(
    option: str, value: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["print", "dragonpath", "--only", "tiles", option, value, "-o", "out"]) == status
    assert said in capsys.readouterr().err
    assert Path("out").exists() == (status == 0)


def test_what_has_changed_is_counted_and_nothing_is_said_plainly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(bundled_games()["dragonpath"], tmp_path / "mine")
    arguments = ["print", "mine", "--only", "markers", "-o", "out"]
    assert run(arguments) == 0
    capsys.readouterr()
    assert run([*arguments, "--changed-since", "out"]) == 0
    assert capsys.readouterr().out == "Nothing has changed since out: nothing was written.\n"
    markers = tmp_path / "mine" / "markers.csv"
    text = markers.read_text("utf-8")
    markers.write_text(
        text.replace("triangle", "X").replace("ring", "triangle").replace("X", "ring"), "utf-8"
    )
    assert run([*arguments, "--changed-since", "out", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["changes"]["new"] == 2
    assert [(old["kind"], old["why"]) for old in data["changes"]["old"]] == [("markers", "changed")] * 2
    assert [file["what"] for file in data["files"]] == ["Marker stones", "To throw away"]
    assert Path(data["manifest"]).is_file()
