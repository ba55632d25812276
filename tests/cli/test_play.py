"""`pnp play`: a person against bots, through a pipe."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from toolkit.api import open_game
from toolkit.cli.main import run
from toolkit.games.game import Game
from toolkit.journal.reader import read_log
from toolkit.journal.replay import verify


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game("dragonpath")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Runs `pnp play dragonpath` with lines on a pipe: (status, output, errors)."""

    def call(typed: str, *options: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        status = run(["play", "dragonpath", *map(str, options)])
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


def script(game: Game, seed: int, players: int) -> list[str]:
    """What a person at seat 1 types who plays like a bot, up to the end of the game."""
    position = game.new_position(players, seed=seed)
    typed = []
    while position.outcome is None:
        move = position.choose("greedy")
        if position.actor == 1:
            typed.append(move)
        position.play(move)
    return typed


def test_a_whole_game(tmp_path: Path, play: Any, game: Game) -> None:
    log = tmp_path / "game.jsonl"
    typed = script(game, 3, 2)
    status, out, _ = play("\n".join(typed) + "\n", "--players", 2, "--seed", 3, "--log", log)
    assert status == 0
    assert "The game is over" in out
    header = read_log(log, strict=True).require_header()
    assert header.bots == {2: "greedy"}
    assert header.random["seed"] == 3
    result = verify(read_log(log), game)
    assert result.ok
    assert result.ended


def test_only_the_own_hand_is_shown(tmp_path: Path, play: Any, game: Game) -> None:
    _, out, _ = play(
        "m1\nshow\n?\nhint\n", "--players", 3, "--seat", 2, "--seed", 8, "--log", tmp_path / "g.jsonl"
    )
    assert "hand 2" in out
    assert "hand 1" not in out
    assert "hand 3" not in out
    # what the bots drew is in the log, but on no line of the screen
    events = [str(r.data["event"]) for r in read_log(tmp_path / "g.jsonl").records if r.type == "chance"]
    assert not [event for event in events if event in out]


def test_undo_hint_notes_and_going_on(tmp_path: Path, play: Any, game: Game) -> None:
    log = tmp_path / "game.jsonl"
    play(
        "m1\nundo\nm3\n#quote hello\nnonsense\n2 retire\nundo\nundo\nhelp\nquit\n",
        "--players",
        2,
        "--log",
        log,
    )
    records = read_log(log, strict=True).records
    assert [r.type for r in records].count("takeback") == 2
    assert [r.data["text"] for r in records if r.type == "note"] == ["hello"]
    status, out, err = play("m5\n", "--log", log)
    assert (status, err) == (0, "")
    assert "seat 1 (you): m5" in out
    assert verify(read_log(log), game).ok
    status, _, err = play("m5\n", "--log", log, "--players", 3)
    assert status == 1
    assert "there already" in err


def test_the_log_has_a_place_by_default(tmp_path: Path, play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, out, _ = play("m1\n", "--players", 2)
    (log,) = tmp_path.glob("output/dragonpath/play-*.jsonl")
    assert f"pnp replay {log.relative_to(tmp_path)}" in out


def test_a_game_without_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    race = str(Path(__file__).parents[1] / "games" / "fixtures" / "race")
    log, kept, page = (tmp_path / name for name in ("played.jsonl", "kept.jsonl", "page.html"))

    def pnp(typed: str, *arguments: object) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        assert run([*map(str, arguments), "--trust"]) == 0
        said = capfd.readouterr()
        return said.out

    out = pnp("1\n3\nshow\nhelp\n", "play", race, "--seed", 3, "--log", log)
    assert "no picture" in out
    assert "hand 1 (you)" in out
    assert "seat 2 (greedy)" in out
    pnp("1\n2\nshow\n", "record", race, kept, "--seat", "Ann")
    for path in (log, kept):
        assert "verified" in pnp("", "replay", path, "--game", race, "--verify")
        assert "seat 1" in pnp("", "replay", path, "--game", race)
        pnp("", "replay", path, "--game", race, "--html", page)
        text = page.read_text(encoding="utf-8")
        assert "No picture of the board" in text
        assert "<template" not in text


def test_what_does_not_fit_is_refused(tmp_path: Path, play: Any) -> None:
    for options, said in (
        (("--seat", 3, "--players", 2), "seats 1 to 2"),
        (("--bots", "clever", "--players", 2), "clever"),
        (("--bots", "greedy,random", "--players", 2), "2 bots for 1"),
        (("--first", 5, "--players", 2), "1 to 2"),
    ):
        status, _, err = play("", *options, "--log", tmp_path / "game.jsonl")
        assert status == 1
        assert said in err
    assert list(tmp_path.iterdir()) == []
