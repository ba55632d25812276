"""`pnp replay`: printing, verifying, pages, and what a damaged log says."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from toolkit.api import open_game
from toolkit.cli.main import run
from toolkit.games.game import Game
from toolkit.journal.reader import read_log
from toolkit.journal.session import Session

Pnp = Callable[..., tuple[int, str, str]]


@pytest.fixture
def pnp(capfd: pytest.CaptureFixture[str]) -> Pnp:
    """Runs `pnp replay`: (status, output, errors)."""

    def call(*arguments: object) -> tuple[int, str, str]:
        status = run(["replay", *map(str, arguments)])
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game("dragonpath")


@pytest.fixture
def log(tmp_path: Path, game: Game) -> Path:
    path = tmp_path / "game.jsonl"
    session = Session.begin(path, game, 2, names={1: "Ann", 2: "Bob \x1b[31m"})
    session.settle()
    for number in range(8):
        session.move(f"m{1 + 17 * number}" if number < 2 else session.position.choose("greedy"))
        session.settle()
    session.note("a fine\x07 move", "quote", seat=1)
    session.close()
    return path


def break_line(path: Path, number: int) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[number - 1] = lines[number - 1][:-1]
    path.write_bytes(b"\n".join(lines))


def test_everything_is_printed_on_a_pipe(log: Path, pnp: Pnp) -> None:
    status, out, err = pnp(log)
    assert (status, err) == (0, "")
    for record in read_log(log).records:
        if record.type == "move":
            assert str(record.data["move"]) in out
    assert "seat 1 (Ann) starts" in out
    assert "# quote (seat 1): a fine" in out
    assert "outcome: not over" in out
    assert "\x1b" not in out  # a stranger's text does not command the terminal
    assert "\x07" not in out


def test_a_good_log_verifies(log: Path, pnp: Pnp) -> None:
    status, out, _ = pnp(log, "--verify")
    assert status == 0
    assert "verified: 8 moves, 12 draws nobody saw" in out


def test_the_first_divergence_has_its_line_and_status_1(log: Path, pnp: Pnp) -> None:
    record = [r for r in read_log(log).records if r.type == "move"][4]
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace(f'"move": "{record.data["move"]}"', '"move": "m40"'), encoding="utf-8")
    status, out, err = pnp(log, "--verify")
    assert status == 1
    assert err.startswith(f"{log}:{record.line}: m40")
    assert f"diverges first in line {record.line}" in err
    assert "verified" not in out
    assert len(err.splitlines()) == 2  # what follows from it is counted, not told
    problems = json.loads(pnp(log, "--verify", "--json")[1])["problems"]
    assert f"{len(problems) - 1} later line" in err
    assert problems[0]["line"] == record.line
    status, out, _ = pnp(log)
    assert status == 0  # without --verify it is shown
    assert f"disagrees from line {record.line} on" in out


def test_a_broken_line_is_told_and_the_rest_is_shown(log: Path, pnp: Pnp) -> None:
    last = [r for r in read_log(log).records if r.type == "move"][-1]
    break_line(log, 9)
    status, out, err = pnp(log)
    assert status == 0
    assert f"{log}:9:" in err
    assert str(last.data["move"]) in out
    assert pnp(log, "--strict")[0] == 1
    status, _, err = pnp(log, "--verify")
    assert status == 1
    assert f"{log}:9: unreadable" in err


def test_a_torn_end_is_a_warning_and_strict_minds_it(log: Path, pnp: Pnp) -> None:
    log.write_bytes(log.read_bytes()[:-10])
    status, _, err = pnp(log, "--verify")
    assert status == 0
    assert "warning: the last line is torn" in err
    assert pnp(log, "--verify", "--strict")[0] == 1


def test_another_rule_version_shows_its_facts_and_is_not_verified(log: Path, pnp: Pnp) -> None:
    data = log.read_bytes()
    log.write_bytes(data.replace(b'"rules_version": "', b'"rules_version": "0.'))
    status, out, _ = pnp(log)
    assert status == 0
    assert "m18" in out
    assert "not checked by the engine: this log was kept by version 0." in out
    status, out, err = pnp(log, "--verify")
    assert status == 1
    assert "not verified" in err
    log.write_bytes(data.replace(b'"game": "dragonpath"', b'"game": "../../etc"'))
    status, out, _ = pnp(log)
    assert status == 0
    assert "m18" in out
    assert pnp(log, "--verify")[0] == 1


def test_bots_are_named(tmp_path: Path, game: Game, pnp: Pnp) -> None:
    path = tmp_path / "game.jsonl"
    Session.begin(path, game, 3, names={1: "Ann", 3: "Hal"}, bots={2: "greedy", 3: "random"}).close()
    assert "seat 1 (Ann), seat 2 (the bot greedy) and seat 3 (Hal, the bot random)" in pnp(path)[1]


def test_facts_as_json(log: Path, pnp: Pnp) -> None:
    with_end = pnp(log, "--json")
    facts = json.loads(with_end[1])
    assert with_end[0] == 0
    assert facts["header"]["game"] == "dragonpath"
    assert [e["move"] for e in facts["entries"] if e["type"] == "move"][:2] == ["m1", "m18"]
    assert facts["unknown"] == 12
    assert facts["problems"] == []
    break_line(log, 9)
    status, out, _ = pnp(log, "--json", "--verify")
    assert status == 1
    (fault,) = json.loads(out)["faults"]
    assert (fault["line"], fault["severity"]) == (9, "error")


def test_a_page_is_written_whole(log: Path, pnp: Pnp, tmp_path: Path) -> None:
    page = tmp_path / "new" / "replay.html"
    status, out, err = pnp(log, "--html", page)
    assert (status, out) == (0, "")
    assert f"wrote {page}" in err
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count("<template") == 9
    assert [path.name for path in page.parent.iterdir()] == ["replay.html"]


def test_views_hide_what_a_seat_could_not_see(tmp_path: Path, game: Game, pnp: Pnp) -> None:
    path = tmp_path / "game.jsonl"
    session = Session.begin(path, game, 2)
    for text in ("1+01", "2+02", "1+03", "2+04", "1+05", "2+06"):
        session.chance(text)
    session.close()
    assert "2+02" in pnp(path)[1]
    public = pnp(path, "--view", "public")[1]
    assert "1+?" in public
    assert "1+01" not in public
    mine = pnp(path, "--view", "2")[1]
    assert "2+02" in mine
    assert "1+01" not in mine
    assert pnp(path, "--view", "2", "--json")[:2] == (1, "")
    status, _, err = pnp(path, "--view", "3")
    assert status == 1
    assert "no seat '3'" in err


def test_what_is_no_log(tmp_path: Path, pnp: Pnp) -> None:
    status, _, err = pnp(tmp_path / "missing.jsonl")
    assert status == 1
    assert "missing.jsonl" in err
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann\n", encoding="utf-8")
    status, out, err = pnp(letter)
    assert (status, "without a readable header" in out) == (0, True)
    assert "letter.txt:1" in err
    assert pnp(letter, "--verify")[0] == 1
    assert pnp(letter, "--strict")[0] == 1
    (tmp_path / "page.html").write_bytes(b"")
    assert pnp(letter, "--html", tmp_path / "page.html")[0] == 0


def test_a_game_that_may_not_run_costs_no_facts(
    log: Path, pnp: Pnp, tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(game.folder.path, folder)
    manifest = (folder / "game.toml").read_text(encoding="utf-8")
    manifest = manifest.replace('id = "dragonpath"', 'id = "mine"').replace(
        'rules = "dragonpath"', 'rules = "rules.py"'
    )
    (folder / "game.toml").write_text(manifest, encoding="utf-8")
    (folder / "rules.py").write_text("raise SystemExit('it ran')", encoding="utf-8")
    log.write_bytes(log.read_bytes().replace(b'"game": "dragonpath"', b'"game": "mine"', 1))
    monkeypatch.chdir(tmp_path)
    status, out, _ = pnp(log)
    assert status == 0
    assert "m18" in out
    assert "not trusted" in out
    assert "no end recorded" in out
    assert pnp(log, "--verify")[0] == 1
    assert "not trusted" in pnp(log, "--verify", "--game", folder)[2]


def test_a_page_never_takes_the_place_of_the_log_or_a_device(log: Path, pnp: Pnp, tmp_path: Path) -> None:
    before = log.read_bytes()
    (tmp_path / "link.html").symlink_to(log)
    for page in (log, tmp_path / "link.html"):
        status, _, err = pnp(log, "--html", page)
        assert status == 1
        assert "the log itself" in err
    assert log.read_bytes() == before
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.html")
        status, _, err = pnp(log, "--html", tmp_path / "pipe.html")
        assert status == 1
        assert "no ordinary file" in err
        assert (tmp_path / "pipe.html").is_fifo()
