"""Verifying logs: simulated and kept ones, and the first place where log and engine part."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolkit.components.folder import load_folder
from toolkit.games.game import Game
from toolkit.journal.carried import carry, fingerprint_of
from toolkit.journal.reader import read_log
from toolkit.journal.records import Log
from toolkit.journal.replay import CannotVerify, Verification, replayer, verify
from toolkit.journal.simulated import write_game

STREAM = {"stream": "pnp-stream-1", "seed": 5, "game": 0}


def played_out(game: Game, players: int = 3, seed: int = 5, first: int = 1) -> list[str]:
    position = game.new_position(players, seed=seed, first=first)
    while position.outcome is None:
        position.play(position.choose("greedy"))
    return position.moves


@pytest.fixture
def simulated(tmp_path: Path, game: Game) -> Path:
    players, options = game.resolve(3)
    path = tmp_path / "game.jsonl"
    return write_game(path, game, players, options, played_out(game), bots={1: "greedy"}, random=STREAM)


def edited(path: Path, change: Callable[[list[dict[str, Any]]], None]) -> Log:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(records)
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return read_log(path)


def checked(path: Path, game: Game) -> Verification:
    return verify(read_log(path, strict=True), game)


@pytest.mark.parametrize(("players", "seed", "first"), [(2, 1, 1), (4, 2, 3), (8, 3, 8)])
def test_simulated_games_verify(tmp_path: Path, game: Game, players: int, seed: int, first: int) -> None:
    texts = played_out(game, players, seed, first)
    seats, options = game.resolve(players)
    path = write_game(tmp_path / "game.jsonl", game, seats, options, texts, first=first, random=STREAM)
    result = checked(path, game)
    assert result.ok
    assert result.ended
    assert result.unknown == 0
    assert result.hashes > 5
    log = read_log(path)
    facts = [r.data.get("move") or r.data.get("event") for r in log.records if r.type in ("move", "chance")]
    assert facts == texts
    assert log.require_header().random == STREAM
    assert log.require_header().origin == "simulated"


def test_a_simulated_log_is_the_same_every_time(tmp_path: Path, game: Game) -> None:
    players, options = game.resolve(2)
    texts = played_out(game, 2)
    one = write_game(tmp_path / "1.jsonl", game, players, options, texts).read_bytes().splitlines()
    two = write_game(tmp_path / "2.jsonl", game, players, options, texts).read_bytes().splitlines()
    assert one[1:] == two[1:]
    header = json.loads(one[0])
    assert header | {"time": ""} == json.loads(two[0]) | {"time": ""}


def test_what_came_up_is_the_truth_and_the_seed_a_comment(simulated: Path, game: Game) -> None:
    def reseed(records: list[dict[str, Any]]) -> None:
        records[0]["random"]["seed"] = 999

    assert verify(edited(simulated, reseed), game).ok


def test_the_first_divergence_has_its_line(simulated: Path, game: Game) -> None:
    def swap(records: list[dict[str, Any]]) -> None:
        moves = [record for record in records if record["type"] == "move"]
        moves[4]["move"] = "00u@d4"

    log = edited(simulated, swap)
    result = verify(log, game)
    assert result.divergence is not None
    line = [r.line for r in log.records if r.type == "move"][4]
    assert result.divergence.line == line
    assert "d4" in result.divergence.message


def test_one_illegal_token_does_not_lose_the_rest(simulated: Path, game: Game) -> None:
    def spoil(records: list[dict[str, Any]]) -> None:
        record = next(r for r in records if r["type"] == "chance" and r["seq"] > 20)
        record["event"] = "banana"

    log = edited(simulated, spoil)
    steps = list(replayer(log, game).run())
    assert len(steps) == len(log.records)
    refused = [step for step in steps if step.how == "refused"]
    assert "banana" in refused[0].text
    # the draw counts as one nobody saw, and every later move still finds its tile
    assert sum(step.how == "played" for step in steps) > 0.9 * sum(1 for s in steps if s.how)


def test_a_broken_line_is_a_problem_with_its_line(simulated: Path, game: Game) -> None:
    lines = simulated.read_bytes().split(b"\n")
    lines[12] = lines[12][:-1]
    simulated.write_bytes(b"\n".join(lines))
    result = verify(read_log(simulated), game)
    assert not result.ok
    assert result.divergence is not None
    assert result.divergence.line == 13
    assert "unreadable" in result.divergence.message


def test_after_a_lost_draw_it_is_said_whose_is_due(simulated: Path, game: Game) -> None:
    def unseen_but_the_first(records: list[dict[str, Any]]) -> None:
        for record in records:
            if record["type"] == "chance":
                record["event"] = record["event"].split("+")[0] + "+?"
        records.remove(next(record for record in records if record["type"] == "chance"))

    result = verify(edited(simulated, unseen_but_the_first), game)
    assert result.divergence is not None
    assert result.divergence.message == "2+? came up; seat 1 is to draw (1+?)"


def test_a_wrong_seat_a_wrong_winner_and_a_false_end_are_found(simulated: Path, game: Game) -> None:
    original = simulated.read_bytes()

    def problems(change: Callable[[list[dict[str, Any]]], None]) -> str:
        simulated.write_bytes(original)
        return " | ".join(problem.message for problem in verify(edited(simulated, change), game).problems)

    def seat(records: list[dict[str, Any]]) -> None:
        next(r for r in records if r["type"] == "move")["seat"] = 3

    def winner(records: list[dict[str, Any]]) -> None:
        records[-1]["winners"] = [1, 2, 3]

    def early(records: list[dict[str, Any]]) -> None:
        del records[-6:-1]

    assert "seat 3 played" in problems(seat)
    assert "the log says seats 1, 2, 3" in problems(winner)
    assert "ends as finished" in problems(early)


def test_a_checkpoint_that_differs_is_found(simulated: Path, game: Game) -> None:
    def change(records: list[dict[str, Any]]) -> None:
        next(r for r in records if r["type"] == "checkpoint" and r["turn"] == 4)["hash"] = "0" * 16

    result = verify(edited(simulated, change), game)
    assert len(result.problems) == 1
    assert "position differs" in result.problems[0].message


def test_draws_that_were_left_out_or_unseen_are_unknown(simulated: Path, game: Game) -> None:
    original = simulated.read_bytes()

    def without(records: list[dict[str, Any]]) -> None:
        records[:] = [r for r in records if r["type"] != "chance"]

    def unseen(records: list[dict[str, Any]]) -> None:
        for record in records:
            if record["type"] == "chance":
                record["event"] = record["event"].split("+")[0] + "+?"

    draws = sum(record.type == "chance" for record in read_log(simulated).records)
    for change in (without, unseen):
        simulated.write_bytes(original)
        result = verify(edited(simulated, change), game)
        assert result.ok, result.divergence
        assert result.unknown == draws


def test_a_rolled_back_move_is_a_fact_that_is_not_played(simulated: Path, game: Game) -> None:
    def add(records: list[dict[str, Any]]) -> None:
        at = next(i for i, r in enumerate(records) if r["type"] == "move")
        tried = {"type": "move", "seat": 1, "move": "00u", "illegal": True, "ruling": "rolled_back"}
        records.insert(at, tried)
        for seq, record in enumerate(records):
            record["seq"] = seq

    assert verify(edited(simulated, add), game).ok


def test_another_rule_version_refuses_verification_only(simulated: Path, game: Game) -> None:
    def age(records: list[dict[str, Any]]) -> None:
        records[0]["rules_version"] = "0.9-old"

    log = edited(simulated, age)
    with pytest.raises(CannotVerify, match=r"version 0\.9-old .* version"):
        verify(log, game)
    assert len([r for r in log.records if r.type == "move"]) > 10


@pytest.fixture
def changed_game(tmp_path: Path, game: Game) -> Game:
    """The game after its designer removed a tile."""
    folder = tmp_path / "dragonpath"
    shutil.copytree(game.folder.path, folder)
    table = game.folder.tables["tiles"]
    file = folder / table.file
    lines = file.read_text(encoding="utf-8-sig").splitlines()
    file.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    changed = Game(load_folder(folder))
    assert changed.fingerprint != game.fingerprint
    return changed


def test_a_log_replays_after_its_tables_changed(simulated: Path, changed_game: Game) -> None:
    assert checked(simulated, changed_game).ok


def test_carried_tables_that_were_tampered_with_are_refused(simulated: Path, changed_game: Game) -> None:
    def tamper(records: list[dict[str, Any]]) -> None:
        records[0]["tables"]["tiles"][0]["count"] = 2

    with pytest.raises(CannotVerify, match="fingerprint"):
        verify(edited(simulated, tamper), changed_game)

    def strip(records: list[dict[str, Any]]) -> None:
        del records[0]["tables"]

    with pytest.raises(CannotVerify, match="does not carry"):
        verify(edited(simulated, strip), changed_game)


@pytest.mark.parametrize(
    "rows",
    [[{"count": 10**9}], [{"count": True}], ["x"], "x", [{"id": "zz"}], [{"id": 1, "links": 5}], [], [{}]],
)
def test_carried_tables_from_a_stranger_do_no_harm(simulated: Path, changed_game: Game, rows: Any) -> None:
    def plant(records: list[dict[str, Any]]) -> None:
        records[0]["tables"]["tiles"] = rows
        records[0]["fingerprint"] = fingerprint_of(records[0]["tables"])

    with pytest.raises(CannotVerify, match="tables"):
        verify(edited(simulated, plant), changed_game)


@pytest.mark.parametrize(
    ("field", "value"),
    [("players", 99), ("first", 7), ("options", {"board_size": 77}), ("options", {"flavour": "x"}),
     ("options", {"players": 3}), ("options", {"first": 3}), ("options", {"self": 3}),
     ("options", {"board_size": [1]}), ("options", {"last_deaths": None})],
)  # fmt: skip
def test_a_header_that_cannot_be_set_up_is_refused(
    simulated: Path, game: Game, field: str, value: Any
) -> None:
    def change(records: list[dict[str, Any]]) -> None:
        records[0][field] = value

    with pytest.raises(CannotVerify):
        verify(edited(simulated, change), game)


def test_the_carried_tables_are_what_the_fingerprint_is_over(game: Game) -> None:
    assert fingerprint_of(carry(game.folder)) == game.folder.fingerprint


def test_a_log_of_another_game_is_refused(simulated: Path, game: Game) -> None:
    def change(records: list[dict[str, Any]]) -> None:
        records[0]["game"] = "pathbound"

    with pytest.raises(CannotVerify, match="pathbound"):
        verify(edited(simulated, change), game)


@pytest.mark.parametrize("name", ["v1-table.jsonl", "v1-simulated.jsonl"])
def test_logs_of_long_ago_still_verify(game: Game, name: str) -> None:
    log = read_log(Path(__file__).parent / "fixtures" / name, strict=True)
    if log.require_header().rules_version == game.version:
        result = verify(log, game)
        assert result.ok, result.divergence
        assert result.ended
    else:  # the rules have moved on; the log says so and keeps its facts
        with pytest.raises(CannotVerify, match="version"):
            verify(log, game)
