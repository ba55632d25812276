"""A log as a story: what belongs to which move, and who may see it."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta
from pathlib import Path

from toolkit.games.game import Game
from toolkit.journal.clock import Clock
from toolkit.journal.line import effective
from toolkit.journal.reader import Reader, read_log
from toolkit.journal.records import Log
from toolkit.journal.session import Session
from toolkit.review.story import PUBLIC, tell


def test_one_moment_for_the_set_up_and_each_move(log: Log, game: Game) -> None:
    story = tell(log, game)
    assert story.moments[0].draws == [f"{(n + 1) % 3 + 1}+{n:02d}" for n in range(9)]
    assert [moment.text for moment in story.moments[1:4]] == ["m3", "m19", "m36"]
    assert [moment.seat for moment in story.moments[1:4]] == [2, 3, 1]
    assert [moment.number for moment in story.moments] == list(range(len(story.moments)))
    turns = [moment.turn for moment in story.moments[1:]]
    assert turns == sorted(turns)
    assert story.problems == []
    assert "win" in story.outcome
    assert story.corrected == 3  # a move, its draw and the checkpoint after it were undone


def test_remarks_belong_to_the_move_before_them(log: Log, game: Game, evil: str) -> None:
    story = tell(log, game)
    (question,) = story.moments[3].remarks
    assert (question.kind, question.text, question.about) == ("question", evil, "seat 2, rule T17")
    assert [remark.kind for remark in story.moments[4].remarks] == ["break"]
    assert story.moments[-1].remarks[-1].text == "what a night"
    assert story.moments[4].marks[0] == "broke rule T5: stood"
    assert "nobody noticed" in story.moments[4].marks


def test_the_table_is_that_after_the_move_and_its_draws(log: Log, game: Game) -> None:
    story = tell(log, game)
    position = game.new_table(3, first=2)
    for moment in story.moments[:4]:
        for text in ([moment.text] if moment.text else []) + moment.draws:
            position.play(text)
        assert moment.table == position.lines(None)


def test_a_view_shows_nothing_that_its_seat_could_not_see(log: Log, game: Game) -> None:
    everything = tell(log, game)
    assert "2+00" in everything.moments[0].draws
    public = tell(log, game, PUBLIC)
    assert set(public.moments[0].draws) == {"1+?", "2+?", "3+?"}
    mine = tell(log, game, 2)
    assert mine.moments[0].draws[:3] == ["2+00", "3+?", "1+?"]
    labels = [label for label, _ in mine.moments[0].table]
    assert [label for label in labels if label.startswith("hand")] == ["hand 2"]
    assert not [label for label, _ in public.moments[0].table if label.startswith("hand")]
    assert [moment.text for moment in public.moments] == [moment.text for moment in everything.moments]


def test_without_a_game_or_with_another_version_the_facts_stand(log: Log, game: Game) -> None:
    alone = tell(log, None)
    followed = tell(log, game)
    assert [m.text for m in alone.moments] == [m.text for m in followed.moments]
    assert alone.refused
    assert alone.outcome == followed.outcome
    old = log.path.read_bytes().replace(b'"rules_version": "', b'"rules_version": "0.', 1)
    story = tell(Reader().read_bytes(old, log.path), game, pictures=True)
    assert "version 0." in story.refused
    assert [m.text for m in story.moments] == [m.text for m in followed.moments]
    assert all(moment.drawing is None and not moment.table for moment in story.moments)


def test_a_log_cut_anywhere_still_tells_its_story(log: Log, game: Game) -> None:
    data = log.path.read_bytes()
    whole = tell(log, game)
    for share in (0.2, 0.5, 0.9):
        cut = Reader().read_bytes(data[: int(len(data) * share)], log.path)
        story = tell(cut, game)
        told = [dataclasses.replace(moment, remarks=[], draws=[], table=[]) for moment in story.moments[:-1]]
        assert [m.text for m in told] == [m.text for m in whole.moments[: len(told)]]
        assert story.outcome == ("no end recorded" if story.refused else "not over")


class Ticking:
    """Two clocks that a test moves on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def clock(self) -> Clock:
        begun = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
        return Clock(wall=lambda: begun + timedelta(seconds=self.seconds), monotonic=lambda: self.seconds)


def test_a_step_has_the_time_of_its_own_move(tmp_path: Path, game: Game) -> None:
    ticking = Ticking()
    session = Session.begin(tmp_path / "game.jsonl", game, 2, clock=ticking.clock())
    session.settle()
    for text in ("m1", "m20", "12r"):
        ticking.seconds += 4
        session.move(text)
        ticking.seconds += 1
        session.settle()
        session.note("hm")
        session.pause("pizza")
        ticking.seconds += 3600
        session.go_on()
        ticking.seconds += 2
        session.note("on we go")
    ticking.seconds += 3
    session.end()
    session.close()
    story = tell(read_log(tmp_path / "game.jsonl", strict=True), game)
    assert [moment.played for moment in story.moments] == [0, 4, 11, 18]
    assert story.seconds == 24


def test_without_an_engine_only_turns_that_the_log_states_are_shown(log: Log, game: Game) -> None:
    followed, alone = tell(log, game), tell(log, None)
    amended = {entry.record.seq for entry in effective(log.records) if entry.amended}
    assert not amended
    assert [m.turn for m in alone.moments] == [m.turn for m in followed.moments]
    lines = log.path.read_bytes().splitlines(keepends=True)
    bare = [line for line in lines if b'"type": "checkpoint"' not in line]
    assert {m.turn for m in tell(Reader().read_bytes(b"".join(bare), log.path), None).moments} == {0}
    marks = [number for number, line in enumerate(lines) if b'"type": "checkpoint"' in line]
    gap = Reader().read_bytes(b"".join(lines[: marks[4]] + lines[marks[4] + 1 :]), log.path)
    known = [m.turn for m in tell(gap, None).moments]
    true = [m.turn for m in followed.moments]
    assert all(turn in (0, true[number]) for number, turn in enumerate(known))
    assert 0 < sum(turn > 0 for turn in known) < len(known) - 1


def test_without_an_engine_nothing_is_made_up(log: Log, game: Game) -> None:
    lines = log.path.read_bytes().splitlines(keepends=True)
    alone = tell(Reader().read_bytes(b"".join(lines[:-1]), log.path), None)
    assert alone.outcome == "no end recorded"
    followed = tell(log, game)
    assert [m.draws for m in alone.moments] == [m.draws for m in followed.moments]
    assert alone.unknown == followed.unknown > 0
    public = tell(log, None, PUBLIC)
    assert {text for moment in public.moments for text in moment.draws} == {"?"}  # who saw it is not known


def test_breaks_are_no_playing_time(log: Log) -> None:
    story = tell(log, None)
    assert story.seconds is not None
    last = log.records[-1].elapsed
    assert last is not None
    assert 0 < story.seconds <= last
