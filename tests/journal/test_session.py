"""Keeping a log: what is typed is tried, saved, corrected, and goes on after any interruption."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.engine.position import IllegalMove
from toolkit.games.game import Game
from toolkit.journal.faults import JournalError
from toolkit.journal.line import effective
from toolkit.journal.reader import read_log
from toolkit.journal.replay import verify
from toolkit.journal.session import Session
from toolkit.journal.writer import LogWriter


def begun(path: Path, game: Game, players: int = 2, moves: int = 6) -> Session:
    """A log with unknown draws: a mark for everybody, then tiles that keep the markers on the board."""
    session = Session.begin(path, game, players, names={1: "Ann"})
    session.settle()
    for number in range(moves):
        session.move(f"m{1 + 15 * number}" if number < players else session.position.choose("greedy"))
        session.settle()
    return session


def line(session: Session) -> list[str]:
    return [entry.text for entry in session.facts()]


def test_a_log_with_unknown_draws_verifies(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game)
    session.note("is the dragon worth it?", "question", seat=2)
    session.close()
    log = read_log(path, strict=True)
    header = log.require_header()
    assert header.fingerprint == game.folder.fingerprint
    assert header.coordinates == game.coordinates
    assert set(header.options) == set(game.folder.options)
    assert log.names == {1: "Ann"}
    result = verify(log, game)
    assert result.ok
    assert result.moves == 6
    assert result.unknown == 6 + 4  # two hands of three, and a draw after each tile
    assert result.hashes == 4


def test_what_is_refused_is_not_recorded_and_loses_nothing(tmp_path: Path, game: Game) -> None:
    session = begun(tmp_path / "game.jsonl", game)
    before = (tmp_path / "game.jsonl").read_bytes()
    state = session.position.state_hash()
    for text in ("", "99u", "12r@a1@a2", "m5", "zzz", "1+17", "12x", "🂡", "x" * 10_000):
        with pytest.raises(IllegalMove):
            session.move(text)
    assert (tmp_path / "game.jsonl").read_bytes() == before
    assert session.position.state_hash() == state
    session.move(session.position.legal_moves()[0])
    session.close()


def test_a_recorder_goes_on_where_it_stopped(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game)
    state, facts = session.position.state_hash(), line(session)
    session.close()
    again = Session.resume(path, game)
    assert again.position.state_hash() == state
    assert line(again) == facts
    assert again.problems == []
    again.close()


def test_killed_between_a_move_and_its_draw(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game)
    session.move(session.position.legal_moves()[0])
    assert session.position.chance  # the draw was not recorded yet
    session.close()
    again = Session.resume(path, game)
    assert again.position.chance
    assert again.settle()
    again.close()
    assert verify(read_log(path, strict=True), game).ok


def test_undo_is_a_record_and_the_game_stands_where_it_did(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game, moves=5)
    state, facts = session.position.state_hash(), line(session)
    played = session.move(session.position.legal_moves()[0])
    session.settle()
    undone = session.undo()
    assert undone[0] == played
    assert session.position.state_hash() == state
    assert line(session) == facts
    session.move(session.position.legal_moves()[1])
    session.settle()
    session.undo(agreed=True)
    session.close()
    log = read_log(path, strict=True)
    assert [r.type for r in log.records if r.type in ("retract", "takeback")] == ["retract", "takeback"]
    assert verify(log, game).ok


def test_undo_has_a_bottom(tmp_path: Path, game: Game) -> None:
    session = begun(tmp_path / "game.jsonl", game, moves=2)
    session.undo()
    session.undo()
    with pytest.raises(JournalError, match="no move to undo"):
        session.undo()
    assert len(session.facts()) == 6  # the deal stays
    session.close()


def test_a_single_draw_is_undone_where_draws_are_typed(tmp_path: Path, game: Game) -> None:
    session = Session.begin(tmp_path / "game.jsonl", game, 2)
    for text in ("1+01", "2+02", "1+03"):
        assert session.fact(text) == text
    assert session.undo(single=True) == ["1+03"]
    assert line(session) == ["1+01", "2+02"]
    with pytest.raises(IllegalMove, match="02"):
        session.chance("1+02")  # tile 02 is in another hand
    session.chance("1+?")
    session.close()


def test_amending_an_entry_long_ago_keeps_everything_after_it(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game, moves=2)
    choices = session.position.legal_moves()
    for _ in range(10):
        session.move(session.position.choose("greedy"))
        session.settle()
    count = len(session.facts())
    wrong = [entry for entry in session.facts() if entry.record.type == "move"][2]
    for text in choices:  # another tile that leads the marker the same way
        if text != wrong.text and session.amend(wrong.record.seq, text) == []:
            break
        if text != wrong.text:
            session.retract(session.log.records[-1].seq)
    else:
        raise AssertionError("no other tile would have done")
    assert len(session.facts()) == count
    assert text in line(session)
    state = session.position.state_hash()
    session.close()
    result = verify(read_log(path, strict=True), game)
    assert result.ok
    assert result.hashes == 0  # the checkpoints were all taken before the correction
    again = Session.resume(path, game)
    assert again.position.state_hash() == state
    again.close()


def test_after_a_correction_what_stops_fitting_is_listed_and_kept(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game, moves=6)
    first = next(entry for entry in session.facts() if entry.text == "m1")
    problems = session.amend(first.record.seq, "m30")  # on the other side of the board
    assert problems
    assert all("m30" not in problem.message for problem in problems)
    count = len(session.log.records)
    session.close()
    log = read_log(path, strict=True)
    assert len(log.records) == count
    again = Session.resume(path, game)
    assert [problem.line for problem in again.problems][: len(problems)] == [p.line for p in problems]
    assert again.retract(log.records[-1].seq) == []  # the correction itself was wrong
    assert again.problems == []
    again.close()
    assert verify(read_log(path, strict=True), game).ok


def test_an_amendment_that_cannot_stand_is_refused(tmp_path: Path, game: Game) -> None:
    session = begun(tmp_path / "game.jsonl", game, moves=4)
    second = [entry for entry in session.facts() if entry.record.type == "move"][1]
    before = (tmp_path / "game.jsonl").read_bytes()
    with pytest.raises(IllegalMove, match="mark 1 is taken"):
        session.amend(second.record.seq, "m1")
    for seq in (0, 999):
        with pytest.raises(JournalError, match="no entry"):
            session.amend(seq, "m1")
    assert (tmp_path / "game.jsonl").read_bytes() == before
    session.close()


def refused_tile(session: Session) -> str:
    """A tile, not seen before, that may not be laid: it leads off the board where others would not."""
    legal = set(session.position.legal_moves())
    for number in range(35):
        for turn in "urdl":
            try:
                probe = session.position.copy()
                played = probe.play(f"{number:02d}{turn}", force=True)
            except IllegalMove:
                continue
            if played not in legal:
                return played
    raise AssertionError("no such tile here")


def test_an_illegal_move_that_stood_is_recorded_and_the_game_goes_on(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = Session.begin(path, game, 3)
    for number in range(9):  # everybody's hand is known, so the ban on leaving the board binds
        session.chance(f"{number % 3 + 1}+{number:02d}")
    for mark in ("m1", "m20", "m35"):
        session.move(mark)
    illegal = refused_tile(session)
    with pytest.raises(IllegalMove):
        session.move(illegal)
    played, why = session.illegal_move(illegal, rule="T5", comment="nobody noticed")
    assert played == illegal
    assert why
    session.settle()
    assert session.position.actor == 2
    session.move(session.position.legal_moves()[0])
    session.close()
    log = read_log(path, strict=True)
    record = next(record for record in log.records if record.data.get("illegal"))
    assert (record.data["ruling"], record.data["rule"], record.data["why"]) == ("stood", "T5", why)
    result = verify(log, game)
    assert result.ok
    assert result.stood == 1


def test_a_legal_move_marked_as_illegal_is_recorded_as_what_it_is(tmp_path: Path, game: Game) -> None:
    session = begun(tmp_path / "game.jsonl", game, moves=2)
    text = session.position.legal_moves()[0]
    assert session.illegal_move(text) == (text, "")
    assert "illegal" not in session.facts()[-1].data
    session.close()


def test_table_moves_are_recorded_for_the_seat_they_name(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game, players=3, moves=5)
    assert session.position.actor != 2
    session.move("2 retire")
    assert session.facts()[-1].data["seat"] == 2
    session.close()
    assert verify(read_log(path, strict=True), game).ok


def test_pauses_and_the_end(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game, moves=2)
    session.pause("pizza")
    assert session.paused
    session.close()
    session = Session.resume(path, game)
    assert session.paused
    session.go_on()
    assert not session.paused
    session.end()
    with pytest.raises(JournalError, match="has ended"):
        session.move("12r")
    session.note("we ran out of time", "observation")
    assert session.undo() == ["the end"]
    session.move(session.position.legal_moves()[0])
    session.end("time", winners=[1, 2])
    session.close()
    log = read_log(path, strict=True)
    assert effective(log.records)[-1].data["how"] == "time"
    assert verify(log, game).ok


def test_a_finished_game_ends_as_the_engine_says(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "game.jsonl"
    session = begun(path, game, moves=2)
    while session.position.outcome is None:
        session.move(session.position.legal_moves()[-1])
        session.settle()
    record = session.end()
    session.close()
    assert record.data["how"] == "finished"
    assert record.data["winners"] == list(session.position.outcome.winners)
    assert verify(read_log(path, strict=True), game).ok


def test_what_could_not_be_saved_did_not_happen(
    tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begun(tmp_path / "game.jsonl", game)
    state = session.position.state_hash()

    def full(self: LogWriter, *_: object, **__: object) -> None:
        raise JournalError("not saved: no space left")

    with monkeypatch.context() as patch:
        patch.setattr(LogWriter, "append", full)
        with pytest.raises(JournalError, match="not saved"):
            session.move(session.position.legal_moves()[0])
    assert session.position.state_hash() == state
    session.close()


def test_a_log_is_not_begun_for_a_game_that_cannot_be(tmp_path: Path, game: Game) -> None:
    for players, options, first in ((9, {}, 1), (2, {"board_size": 99}, 1), (2, {}, 3)):
        with pytest.raises(ValueError, match=r"9|99|3"):
            Session.begin(tmp_path / "game.jsonl", game, players, options, first=first)
    assert list(tmp_path.iterdir()) == []
