"""`pnp new`: what it makes can be checked, printed, recorded and replayed at once."""

import io
import json
import sys
from pathlib import Path

import pytest

from toolkit.cli.main import run
from toolkit.components.trust import is_trusted


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_game_has_no_faults_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "mine"]) == 0
    assert "pnp print mine" in capsys.readouterr().out
    assert run(["check", "mine"]) == 0
    assert "no faults. 11 cards" in capsys.readouterr().out
    assert run(["print", "mine", "-o", "out", "--json"]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert sum(file["pieces"] for file in files) == 27
    assert all(Path(path).stat().st_size > 1000 for file in files for path in file["paths"])


def test_with_rules_it_is_trusted_checked_recorded_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["new", "mine", "--rules"]) == 0
    assert "pnp simulate mine" in capsys.readouterr().out
    assert is_trusted(tmp_path / "mine")
    assert run(["check", "mine"]) == 0
    assert "2 options" in capsys.readouterr().out
    typed = io.TextIOWrapper(io.BytesIO(b"2\n1\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", typed)
    assert run(["record", "mine", "log.jsonl", "--players", "2"]) == 0, capsys.readouterr()
    capsys.readouterr()
    assert run(["replay", "log.jsonl", "--html", "log.html"]) == 0
    page = Path("log.html").read_text(encoding="utf-8")
    assert "Goal" in page  # on the last step, in the picture of the table


def test_a_copy_of_a_bundled_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "paths", "--like", "dragonpath", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["game"] == "paths" and "tiles.csv" in made["files"]
    assert run(["new", "more-paths", "--like", "paths"]) == 0
    assert "pnp simulate more-paths" in capsys.readouterr().out  # it has rules, too
    assert run(["check", "paths"]) == 0
    assert "no faults" in capsys.readouterr().out


def test_a_copy_of_a_strangers_rules_is_not_trusted(tmp_path: Path) -> None:
    assert run(["new", "mine", "--rules"]) == 0
    (tmp_path / "mine").rename(tmp_path / "theirs")
    assert run(["new", "copy", "--like", "theirs"]) == 0
    assert (tmp_path / "copy" / "rules.py").is_file() and not is_trusted(tmp_path / "copy")
    assert run(["new", "again", "--like", "copy"]) == 0 and not is_trusted(tmp_path / "again")


def test_what_cannot_be_made_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "My Game"]) == 1
    assert "such as 'my-game'" in capsys.readouterr().err
    assert run(["new", "mine"]) == 0
    assert run(["new", "mine"]) == 1
    assert "is there already" in capsys.readouterr().err
    assert run(["new", "other", "--rules", "--like", "mine"]) == 2
    assert run(["new", "other", "--like", "dragonpat"]) == 1
    assert "did you mean 'dragonpath'" in capsys.readouterr().err
