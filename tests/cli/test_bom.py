"""`pnp bom` from the command line."""

import json
from pathlib import Path

import pytest

from toolkit.cli import console
from toolkit.cli.main import run


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bom", "laast", "--only", "pieces"]) == 0
    said = capsys.readouterr().out
    assert "Pieces" in said and "20 across" in said and "The Game Crafter" in said and "black %" in said
    assert "Board tiles" not in said


def test_what_no_shop_takes_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bom", "dragonpath"]) == 0
    said = capsys.readouterr().out
    assert said.count("DriveThruCards") == 3  # tiles, dragon, and once below
    assert "Neither The Game Crafter, MakePlayingCards nor DriveThruCards prints these:" in said
    assert "  Marker stones: takes no pieces of this shape (circle) and size\n" in said


def test_json_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bom", "laast", "--only", "cards", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["pieces"] == 16 and data["kinds"][0]["different"] == 12
    assert 0 < data["sheets"][0]["ink"]["black"] < 1
    assert {shop["shop"] for shop in data["shops"]} >= {"The Game Crafter", "MakePlayingCards"}


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--only", "card"], 1, "did you mean 'cards'"),
        (["--where", "valu > 1"], 1, "did you mean 'value'"),
        (["--paper", "a44"], 2, "did you mean 'a4'"),
        (["--ink", "none"], 2, "--ink"),
        (["--where", "value > 99"], 1, "there is nothing to print: no row of laast meets the condition"),
    ],
)
def test_faults(arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bom", "laast", *arguments]) == status
    assert said in capsys.readouterr().err


def test_all_that_check_says_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    assert run(["new", str(folder)]) == 0
    card, book = folder / "card.toml", folder / "rulebook.en.md"
    card.write_text(card.read_text("utf-8").replace("type = ", "typ = ", 1), encoding="utf-8")
    book.write_text("# Mine\n\n[there](#nowhere)\n", encoding="utf-8")
    assert run(["bom", str(folder), "--only", "cards"]) == 1
    said = capsys.readouterr().err
    assert "card.toml:" in said and "there is no heading '#nowhere'" in said


def test_trust_is_asked_for_where_a_rulebook_has_diagrams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert run(["new", str(folder)]) == 0
    asked: list[Path] = []
    monkeypatch.setattr(console, "ask_for_trust", asked.append)
    assert run(["bom", str(folder), "--only", "cards"]) == 0 and asked == []
    book = folder / "rulebook.en.md"
    book.write_text(book.read_text("utf-8") + "\n```diagram\n```\n", encoding="utf-8")
    assert run(["bom", str(folder), "--only", "cards"]) == 0 and asked == [folder]
