"""People against bots: chance comes from the seed, the log holds everything, going on changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import toolkit
from toolkit.engine.position import IllegalMove
from toolkit.games.game import Game
from toolkit.journal.faults import JournalError
from toolkit.journal.match import Match
from toolkit.journal.reader import read_log
from toolkit.journal.replay import verify


def run(match: Match, decisions: int = 1000) -> None:
    """Plays a person's part by hints."""
    while not match.over and decisions:
        if match.your_turn:
            match.play(match.hint())
            decisions -= 1
        else:
            match.bot_plays()


def test_a_whole_match_is_a_log_that_verifies(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    match = Match.begin(path, game, 3, {}, people=[2], bots=["greedy", "random"], seed=5, first=3)
    assert match.bots == {1: "greedy", 3: "random"}
    run(match)
    match.close()
    log = read_log(path, strict=True)
    result = verify(log, game)
    assert result.ok
    assert result.ended
    assert result.unknown == 0
    facts = [r.data.get("move") or r.data.get("event") for r in log.records if r.type in ("move", "chance")]
    assert facts == match.position.moves


def test_undo_goes_back_to_the_last_decision_and_keeps_the_draws(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    match = Match.begin(path, game, 3, {}, seed=5)
    run(match, 3)
    while not match.your_turn:
        match.bot_plays()
    state, moves = match.position.save(), list(match.position.moves)
    text = match.hint()
    match.play(text)
    while not match.your_turn:
        match.bot_plays()
    later = list(match.position.moves)
    assert match.undo() == 3
    assert (match.position.moves, match.position.save()) == (moves, state)
    match.play(text)
    assert match.position.moves == later[: len(match.position.moves)]
    run(match, 1)
    match.close()
    assert verify(read_log(path, strict=True), game).ok


def test_nothing_decided_nothing_to_undo(tmp_path: Path, game: Game) -> None:
    match = Match.begin(tmp_path / "game.jsonl", game, 2, {}, people=[2], seed=1)
    match.bot_plays()
    with pytest.raises(IllegalMove, match="nothing to undo"):
        match.undo()
    assert len(match.position.moves) == 7
    match.close()


def test_a_match_goes_on_where_it_was_left(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    match = Match.begin(path, game, 2, {}, seed=9)
    run(match, 4)
    moves, state = list(match.position.moves), match.position.state_hash()
    match.close()
    again = Match.resume(path, game)
    assert (again.position.moves, again.position.state_hash()) == (moves, state)
    assert again.bots == {2: "greedy"}
    run(again)
    again.close()
    assert verify(read_log(path, strict=True), game).ok


def test_a_log_of_a_table_is_no_match(tmp_path: Path, game: Game) -> None:
    from toolkit.journal.session import Session

    Session.begin(tmp_path / "game.jsonl", game, 2).close()
    with pytest.raises(JournalError, match="not kept by a game against bots"):
        Match.resume(tmp_path / "game.jsonl", game)


def test_seats_and_bots_that_do_not_fit_are_refused_before_a_file_is_made(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    for people, bots, message in (
        ([3], ["greedy"], "seats 1 to 2"),
        ([], ["greedy"], "seats 1 to 2"),
        ([1], ["clever"], "no bot 'clever'"),
        ([1], ["greedy", "random"], "2 bots for 1 seats"),
    ):
        with pytest.raises(ValueError, match=message):
            Match.begin(path, game, 2, {}, people=people, bots=bots)
    assert not path.exists()


def test_nobody_retires_another_seat(tmp_path: Path, game: Game) -> None:
    match = Match.begin(tmp_path / "game.jsonl", game, 3, {}, seed=2)
    run(match, 2)
    while not match.your_turn:
        match.bot_plays()
    with pytest.raises(IllegalMove, match="another seat"):
        match.play("2 retire")
    match.play("1 retire")
    match.close()


def test_who_retires_plays_at_random_to_the_end(tmp_path: Path) -> None:
    """Where the seat of who retires stays in the game (pathbound), nobody is asked for it any more."""
    path = tmp_path / "game.jsonl"
    pathbound = toolkit.open_game("pathbound")
    match = Match.begin(path, pathbound, 2, {"size": 3, "walls": 3}, seed=3)
    run(match, 1)
    while not match.your_turn:
        match.bot_plays()
    played = len(match.position.moves)
    match.play("1 retire")
    assert match.position.actor == 1
    assert not match.your_turn
    assert match.bot_plays().seat == 1
    assert match.undo() > 1
    assert match.your_turn
    assert len(match.position.moves) == played
    match.play("1 retire")
    while not match.over:
        assert not match.your_turn
        match.bot_plays()
    match.close()
    assert verify(read_log(path, strict=True), pathbound).ok
