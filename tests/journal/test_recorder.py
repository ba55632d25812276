"""What a recorder types and what is answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from toolkit.games.game import Game
from toolkit.journal.reader import read_log
from toolkit.journal.recorder import Recorder
from toolkit.journal.replay import verify
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


def test_what_a_note_is_about_may_stand_behind_it(recorder: Recorder) -> None:
    assert "noted as question on seat 2, rule T5." in said(recorder, "#question may I? seat=2 rule=T5")
    said(recorder, "# seat=1 a loud one component=12 seat=1")
    said(recorder, "# seat=1 contradicts itself seat=2")
    assert "seat=9 is left in the text" in said(recorder, "# who? seat=9")
    assert "left in the text" not in said(recorder, "# e = mc2, x=1")
    notes = [dict(r.data) for r in recorder.session.log.records if r.type == "note"]
    assert [note["text"] for note in notes] == [
        "may I?",
        "a loud one",
        "contradicts itself seat=2",
        "who? seat=9",
        "e = mc2, x=1",
    ]
    assert (notes[0]["seat"], notes[0]["rule"]) == (2, "T5")
    assert (notes[1]["seat"], notes[1]["component"]) == (1, "12")
    assert recorder.answer("# seat=1").refused


def test_the_list_of_moves_fits_the_window(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (40, 80, 200):
        monkeypatch.setenv("COLUMNS", str(room))
        lines = recorder.answer("?").lines[:-1]
        assert max(map(len, lines)) <= room
        assert " ".join(lines).split() == recorder.session.position.legal_moves()
        assert max(map(len, recorder.answer("help").lines)) <= room


def test_a_move_is_only_offered_as_one_that_stood_where_the_game_can_carry_it_out(
    recorder: Recorder, tmp_path: Path
) -> None:
    said(recorder, "m1")
    before = len(recorder.session.log.records)
    answer = said(recorder, "m1")
    assert ": !m1)" not in answer
    assert "!!m1 keeps it as a fact" in answer
    again = recorder.answer("!m1")
    assert again.refused
    assert "!m1)" not in "".join(again.lines)
    assert "amend N MOVE" in again.lines[1]
    assert "!!m1" in again.lines[2]
    assert "!!" not in said(recorder, "qwerty")
    assert len(recorder.session.log.records) == before
    session = Session.begin(tmp_path / "known.jsonl", recorder.session.game, 2)
    known = Recorder(session, ask_draws=True)
    for text in ("00", "01", "02", "03", "04", "05", "m1", "m20"):
        assert not known.answer(text).refused
    banned = next(
        f"{number:02d}{turn}"
        for number in (0, 2, 4)
        for turn in "urdl"
        if not session.position.is_legal(f"{number:02d}{turn}")
    )
    assert f"(if it stood all the same: !{banned})" in said(known, banned)
    assert not known.answer(f"!{banned} T5").refused
    session.close()


def test_a_tile_on_the_wrong_square_is_kept_as_a_fact(recorder: Recorder, game: Game) -> None:
    for text in ("m1", "m20"):
        said(recorder, text)
    before = recorder.session.position.state_hash()
    assert "!!00d@f6 keeps it as a fact" in said(recorder, "00d@f6")
    assert recorder.answer("!00d@f6 T5").refused
    reply = recorder.answer("!!00d@f6 T5 nobody saw it!")
    assert not reply.refused
    assert "seat 1 (Ann) is still to move" in reply.lines[1]
    note = recorder.session.log.records[-1].data
    assert (note["type"], note["seat"], note["move"], note["rule"]) == ("note", 1, "00d@f6", "T5")
    assert note["illegal"] is True
    assert "a6" in note["why"]
    assert note["text"].endswith("nobody saw it!")
    assert recorder.session.position.state_hash() == before
    assert "illegal move on seat 1, rule T5: 00d@f6" in said(recorder, "log")
    assert not recorder.answer("12r").refused
    assert recorder.answer("!!").refused
    result = verify(read_log(recorder.session.writer.path, strict=True), game)
    assert (result.ok, result.stood, result.kept) == (True, 0, 1)


def test_a_legal_move_is_played_however_many_marks_it_has(recorder: Recorder) -> None:
    assert "The rules allow this move" in said(recorder, "!!m1")
    assert recorder.session.facts()[-1].text == "m1"


def test_an_amendment_is_not_offered_as_a_move(recorder: Recorder) -> None:
    said(recorder, "m1")
    said(recorder, "m20")
    number = recorder.session.facts()[-1].record.seq
    answer = said(recorder, f"amend {number} m1")
    assert "taken" in answer
    assert "stood" not in answer


def test_leaving_closes_a_game_that_is_over(recorder: Recorder) -> None:
    said(recorder, "m1")
    assert "stays open" in recorder.leave().lines[0]
    said(recorder, "m20")
    assert "and so does leaving" in said(recorder, "2 retire")
    reply = recorder.answer("quit")
    assert reply.done
    assert "finished; seat 1 (Ann) wins" in reply.lines[-1]
    assert recorder.session.ended is not None
    count = len(recorder.session.log.records)
    assert recorder.leave().lines == []
    assert len(recorder.session.log.records) == count


def test_hands_on_the_table_have_names(recorder: Recorder) -> None:
    said(recorder, "m1")
    said(recorder, "m20")
    said(recorder, "12r")
    shown = said(recorder, "show")
    assert "hand 1 (Ann)" in shown
    (row,) = [line for line in shown.splitlines() if "row 6" in line]
    (head,) = [line for line in shown.splitlines() if line.strip().startswith("board")]
    assert row.index("12r") + 1 == head.index("a", head.index("board") + 5)


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
