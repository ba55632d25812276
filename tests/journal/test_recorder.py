"""What a recorder types and what is answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from toolkit.games.game import Game
from toolkit.journal.reader import read_log
from toolkit.journal.recorder import Recorder
from toolkit.journal.session import Session


@pytest.fixture
def recorder(tmp_path: Path, game: Game) -> Iterator[Recorder]:
    session = Session.begin(tmp_path / "game.jsonl", game, 2, names={1: "Ann", 2: "Bob"})
    recorder = Recorder(session)
    recorder.settle()
    yield recorder
    session.close()


def said(recorder: Recorder, line: str) -> str:
    return "\n".join(recorder.answer(line).lines)


def test_moves_are_answered_with_their_number_and_draws(recorder: Recorder) -> None:
    assert "seat 1 (Ann): m1" in said(recorder, " M1 ")
    said(recorder, "m20")
    answer = said(recorder, "12r")
    assert "seat 1 (Ann): 12r@a6" in answer
    assert "drawn, unseen: 1+?" in answer
    assert recorder.prompt() == "turn 2, seat 2 (Bob)"


def test_what_cannot_be_is_refused_with_a_reason(recorder: Recorder) -> None:
    said(recorder, "m1")
    before = len(recorder.session.log.records)
    reply = recorder.answer("m1")
    assert reply.refused
    assert "taken by seat 1" in reply.lines[0]
    lines = (
        "qwerty|12r|1+17|!|!zzz|amend|amend x y|amend 99999 m1|retract 0|#|end so|name 9 Zoe|name 1|"
        "retract -1|amend 1 2+17|end finished"
    )
    for line in lines.split("|"):
        assert recorder.answer(line).refused, line
    assert len(recorder.session.log.records) == before


def test_the_list_of_moves_can_be_narrowed(recorder: Recorder) -> None:
    assert "m48" in said(recorder, "?")
    narrowed = said(recorder, "? m4")
    assert narrowed.split() == ["m4", *[f"m4{n}" for n in range(9)]]
    assert "No move begins" in said(recorder, "?zz")
    assert "m17" in recorder.completions()
    assert "undo" in recorder.completions()


def test_notes_have_kinds_and_say_what_they_are_about(recorder: Recorder) -> None:
    said(recorder, "#question seat=2 rule=T5 may I do = that?")
    said(recorder, "# just a remark, 5 €")
    said(recorder, "#bug component=12 misprinted")
    said(recorder, "#wow what a move")
    said(recorder, "#quote seat=9 oh no")
    notes = [dict(r.data) for r in recorder.session.log.records if r.type == "note"]
    assert [(note["kind"], note["text"]) for note in notes] == [
        ("question", "may I do = that?"),
        ("observation", "just a remark, 5 €"),
        ("bug", "misprinted"),
        ("observation", "wow what a move"),
        ("quote", "seat=9 oh no"),
    ]
    assert (notes[0]["seat"], notes[0]["rule"], notes[2]["component"]) == (2, "T5", "12")


def test_a_break_ends_with_the_next_move_but_not_with_a_refused_one(recorder: Recorder) -> None:
    said(recorder, "pause pizza")
    recorder.answer("m99")
    assert recorder.session.paused
    assert "break is over" in said(recorder, "m1")
    assert not recorder.session.paused
    assert "no break" in said(recorder, "resume")


def test_a_move_that_stood_names_its_rule(recorder: Recorder) -> None:
    said(recorder, "m1")
    reply = recorder.answer("!m20 T2 nobody minded")
    assert not reply.refused
    assert "The rules allow this move" in reply.lines[0]


def test_corrections_by_number(recorder: Recorder) -> None:
    said(recorder, "m1")
    said(recorder, "m20")
    number = next(e.record.seq for e in recorder.session.facts() if e.text == "m20")
    assert "is now m25" in said(recorder, f"amend {number} m25")
    assert "m25" in said(recorder, "log")
    assert "[amended by" in said(recorder, "log all")
    note = recorder.session.note("wrong").seq
    assert "retracted" in said(recorder, f"retract {note}")
    assert "wrong" not in said(recorder, "log").replace("retracted", "")


def test_a_draw_nobody_saw_can_be_revealed_later(recorder: Recorder) -> None:
    draw = recorder.session.facts()[0]
    assert draw.text == "1+?"
    assert "is now 1+17" in said(recorder, f"amend {draw.record.seq} 1+17")
    assert recorder.session.log.records[-1].type == "reveal"
    assert "17" in said(recorder, "show")


def test_a_later_correction_lists_what_no_longer_fits(recorder: Recorder) -> None:
    for line in ("m1", "m20", "12r", "03u"):
        said(recorder, line)
    number = next(e.record.seq for e in recorder.session.facts() if e.text == "m1")
    answer = said(recorder, f"amend {number} m30")
    assert "no longer fit" in answer
    assert "line " in answer


def test_names_commands_and_the_end(recorder: Recorder) -> None:
    assert "Seat 2 is Bo B." in said(recorder, "name 2 Bo B")
    assert recorder.session.names[2] == "Bo B"
    assert "MOVE" in said(recorder, "help")
    assert "pile" in said(recorder, "show")
    assert recorder.answer("").lines == []
    ended = recorder.answer("end time")
    assert ended.done
    assert "out of time" in ended.lines[0]
    assert "ended" in said(recorder, "m1")
    assert "Undone: the end" in said(recorder, "undo")
    assert not recorder.answer("m1").refused
    assert recorder.answer("quit").done


def test_draws_can_be_asked_for(tmp_path: Path, game: Game) -> None:
    session = Session.begin(tmp_path / "game.jsonl", game, 2)
    recorder = Recorder(session, ask_draws=True)
    assert recorder.settle() == []
    assert "draw 1+?" in recorder.prompt()
    assert "draw: 1+17" in said(recorder, "17")
    assert "draw: 2+?" in said(recorder, "+?")
    assert recorder.answer("2+05").refused  # it is seat 1's draw
    assert recorder.answer("17").refused  # that one is out
    assert "Undone: 2+?" in said(recorder, "undo")
    session.close()
    assert read_log(tmp_path / "game.jsonl", strict=True).records[-1].type == "retract"


def test_nothing_typed_breaks_the_recorder(recorder: Recorder) -> None:
    lines = ["\x00", "\x1b[2J", "🂡" * 500, "!" * 50, "#" * 50, "?" * 50, ":", ":foo", ":undo", "#\u2028"]
    lines += [
        "amend 1 " + "x" * 9999,
        "name 1 \u202e\x07",
        "log all all",
        "retract " + "9" * 30,
        "end\u00a0time",
    ]
    for line in lines:
        recorder.answer(line)
    said(recorder, "m7")
    path = recorder.session.writer.path
    assert [f for f in read_log(path).faults if f.severity == "error"] == []
