"""Writing logs: nothing that was acknowledged is ever lost, and nothing is swallowed."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from toolkit.journal.clock import Clock, zone_name
from toolkit.journal.faults import JournalError, LogBusy, RecordFault
from toolkit.journal.reader import Reader, read_log
from toolkit.journal.writer import LogWriter

HEADER: dict[str, Any] = {
    "game": "dragonpath",
    "rules_version": "1",
    "players": 2,
    "first": 1,
    "options": {"board_size": 6},
}


class Ticker:
    """Clocks a test can turn."""

    def __init__(self) -> None:
        self.ticks = 100.0
        self.now = datetime(2026, 3, 1, 19, 30, tzinfo=timezone(timedelta(hours=1)))

    def clock(self) -> Clock:
        return Clock(None, lambda: self.now, lambda: self.ticks)

    def run(self, seconds: float, wall: float | None = None) -> None:
        self.ticks += seconds
        self.now += timedelta(seconds=seconds if wall is None else wall)


def written(path: Path, moves: int = 3) -> Path:
    with LogWriter.create(path, HEADER) as writer:
        for number in range(moves):
            writer.append("move", seat=1 + number % 2, move=f"m{number + 1}")
    return path


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    path = written(tmp_path / "deep" / "game.jsonl")
    log = read_log(path, strict=True)
    assert [record.seq for record in log.records] == [0, 1, 2, 3]
    header = log.records[0].data
    assert (header["format"], header["version"]) == ("pnp-log", 1)
    assert header["zone"] == zone_name()
    for record in log.records:
        assert record.time is not None
        assert record.time.utcoffset() is not None
        assert record.elapsed is not None
    assert b"\r" not in path.read_bytes()


def test_the_writer_knows_places_as_the_reader_does(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl")
    path.write_bytes(path.read_bytes().replace(b'{"seq": 2', b'\n{"seq": 2'))
    with LogWriter.open(path) as writer:
        writer.append("pause")
        ours = writer.log.records
    theirs = read_log(path).records
    assert [(r.line, r.offset, r.raw, r.data) for r in ours] == [
        (r.line, r.offset, r.raw, r.data) for r in theirs
    ]


def test_there_is_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with LogWriter.create(path, HEADER) as writer:
        before = path.read_bytes()
        for attempt in (lambda: LogWriter.open(path), lambda: LogWriter.create(path, HEADER)):
            with pytest.raises(LogBusy, match="another recorder"):
                attempt()
        script = (
            "import sys, pathlib\n"
            "from toolkit.journal.writer import LogWriter\n"
            "LogWriter.open(pathlib.Path(sys.argv[1]))"
        )
        command = [sys.executable, "-c", script, str(path)]
        other = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "another recorder" in other.stderr
        assert path.read_bytes() == before
        writer.append("pause")
    LogWriter.open(path).close()


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="log already"):
        LogWriter.create(path, HEADER)
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann,\nhow are", encoding="utf-8")
    with pytest.raises(JournalError, match="no readable header"):
        LogWriter.open(other)
    assert other.read_text(encoding="utf-8") == "Dear Ann,\nhow are"
    assert path.read_bytes() == before
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    LogWriter.create(empty, HEADER).close()
    assert read_log(empty, strict=True).require_header().game == "dragonpath"


def test_cut_at_each_of_the_last_60_bytes_nothing_is_swallowed(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.jsonl").read_bytes()
    kept = read_log(tmp_path / "whole.jsonl").records
    for cut in range(1, 61):
        path = tmp_path / f"cut-{cut}.jsonl"
        path.write_bytes(whole[:-cut])
        with LogWriter.open(path) as writer:
            writer.append("note", text=f"after a cut of {cut}")
        log = read_log(path, strict=True)
        # Only the newline is missing: the record is whole and stays. Otherwise its bytes are beside the log.
        survivors = 4 if cut == 1 else 3
        assert [r.raw for r in log.records[:survivors]] == [r.raw for r in kept[:survivors]]
        types = [record.type for record in log.records[survivors:]]
        assert types == ["anchor", "recovered", "note"]
        assert log.records[-1].data["text"] == f"after a cut of {cut}"
        assert [record.seq for record in log.records] == list(range(len(log.records)))
        recovered = log.records[-2].data
        aside = path.with_name(f"{path.name}.torn-1")
        if cut == 1:
            assert recovered["completed"] is True
            assert not aside.exists()
        else:
            assert recovered["file"] == aside.name
            assert whole[:-cut].endswith(aside.read_bytes())
            assert recovered["bytes"] == aside.stat().st_size


def test_a_second_tear_gets_a_file_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl")
    for number in (1, 2):
        with path.open("ab") as file:
            file.write(b'{"seq": 99, "type": "mo')
        LogWriter.open(path).close()
        assert path.with_name(f"game.jsonl.torn-{number}").read_bytes() == b'{"seq": 99, "type": "mo'
    assert read_log(path, strict=True).records[-1].type == "recovered"


def test_a_tail_of_zeros_after_a_power_cut(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl")
    with path.open("ab") as file:
        file.write(b"\0" * 512)
    with LogWriter.open(path) as writer:
        writer.append("pause")
    assert read_log(path, strict=True).records[-1].type == "pause"


def test_a_broken_line_inside_does_not_stop_the_recorder(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl")
    lines = path.read_bytes().split(b"\n")
    lines[3] = lines[3][:-1]  # the last move loses its bracket
    path.write_bytes(b"\n".join(lines))
    with LogWriter.open(path) as writer:
        assert writer.append("note", text="still here").seq == 5  # an anchor took 4, the broken line had 3
    log = read_log(path)
    assert [fault.line for fault in log.faults] == [4]


def test_opening_and_closing_writes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl")
    before = path.read_bytes()
    LogWriter.open(path).close()
    assert path.read_bytes() == before


def test_unknown_types_and_fields_survive_and_bad_records_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with LogWriter.create(path, {**HEADER, "x_table": "kitchen"}) as writer:
        writer.append("x_dice", value=4)
        before = path.read_bytes()
        with pytest.raises(RecordFault, match="seat"):
            writer.append("move", move="m1")
        with pytest.raises(RecordFault):
            writer.append("note", text="half \ud800 a pair")
        assert path.read_bytes() == before
        writer.append("pause")
    records = read_log(path, strict=True).records
    assert records[0].data["x_table"] == "kitchen"
    assert [record.seq for record in records] == [0, 1, 2]


def test_a_log_changed_by_another_program_is_not_written_to(tmp_path: Path) -> None:
    path = written(tmp_path / "game.jsonl")
    with LogWriter.open(path) as writer:
        saved = tmp_path / "saved-by-editor"
        saved.write_bytes(path.read_bytes())
        saved.replace(path)
        with pytest.raises(JournalError, match="another program"):
            writer.append("pause")
    with LogWriter.open(path) as writer:
        with path.open("ab") as file:
            file.write(b"{}\n")
        with pytest.raises(JournalError, match="another program"):
            writer.append("pause")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="file size limits are a POSIX feature")
def test_a_full_disk_is_said_and_leaves_no_half_record(tmp_path: Path) -> None:
    script = """
import resource, sys
from pathlib import Path
from toolkit.journal.writer import LogWriter
from toolkit.journal.faults import JournalError
path = Path(sys.argv[1])
writer = LogWriter.open(path)
size = path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, resource.RLIM_INFINITY))
try:
    writer.append("note", text="x" * 100)
except JournalError as error:
    assert "not saved" in str(error), error
    assert path.stat().st_size == size, path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    writer.append("note", text="room again")
    sys.exit(0)
sys.exit(3)
"""
    path = written(tmp_path / "game.jsonl")
    assert subprocess.run([sys.executable, "-c", script, str(path)], check=False).returncode == 0
    records = read_log(path, strict=True).records
    assert records[-1].data["text"] == "room again"
    assert [record.seq for record in records] == list(range(len(records)))


def _record_for_ever(path: Path, ready: Any) -> None:
    with LogWriter.create(path, HEADER) as writer:
        for number in range(1_000_000):
            record = writer.append("note", text=f"note {number}")
            ready.put(record.seq)


def test_killed_mid_session_every_acknowledged_record_is_there(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    context = multiprocessing.get_context("spawn")
    acknowledged = context.Queue()
    process = context.Process(target=_record_for_ever, args=(path, acknowledged), daemon=True)
    process.start()
    last = 0
    while last < 25:
        last = acknowledged.get(timeout=30)
    process.kill()
    process.join()
    with LogWriter.open(path) as writer:
        writer.append("note", text="the next recorder")
    records = read_log(path, strict=True).records
    assert {record.seq for record in records} >= set(range(last + 1))
    assert records[-1].data["text"] == "the next recorder"


def test_elapsed_is_monotonic_and_wall_time_backwards_is_clamped_and_flagged(tmp_path: Path) -> None:
    ticker = Ticker()
    with LogWriter.create(tmp_path / "game.jsonl", HEADER, ticker.clock()) as writer:
        ticker.run(10)
        writer.append("pause")
        ticker.run(10, wall=-3600)
        back = writer.append("resume")
        ticker.run(10)
        writer.append("pause")
    records = read_log(tmp_path / "game.jsonl", strict=True).records
    assert [record.elapsed for record in records] == [0, 10, 20, 30]
    assert back.data["clock_behind"] == 3600
    times = [record.time for record in records]
    assert times == sorted(times, key=lambda time: time or datetime.now(UTC))
    assert times[2] == times[1]


def test_after_sleep_a_record_anchors_again(tmp_path: Path) -> None:
    ticker = Ticker()
    with LogWriter.create(tmp_path / "game.jsonl", HEADER, ticker.clock()) as writer:
        ticker.run(10, wall=3610)
        writer.append("move", seat=1, move="m1")
    header, anchor, move = read_log(tmp_path / "game.jsonl", strict=True).records
    assert (anchor.type, anchor.data["why"], anchor.data["gap"]) == ("anchor", "clock", 3600)
    assert move.elapsed == 3610
    assert header.time is not None
    assert move.time is not None
    assert (move.time - header.time).total_seconds() == 3610


def test_a_log_opened_again_says_how_long_it_was_away(tmp_path: Path) -> None:
    ticker = Ticker()
    with LogWriter.create(tmp_path / "game.jsonl", HEADER, ticker.clock()) as writer:
        ticker.run(5)
        last = writer.append("pause")
    from toolkit.journal.clock import Stamp

    left = last.time
    assert left is not None
    later = Clock(Stamp(5, left), lambda: left + timedelta(hours=2), lambda: 7.0)
    with LogWriter.open(tmp_path / "game.jsonl", later) as writer:
        writer.append("resume")
    anchor, resume = read_log(tmp_path / "game.jsonl", strict=True).records[-2:]
    assert (anchor.data["why"], anchor.data["gap"]) == ("reopened", 7200)
    assert resume.elapsed == 7205


def test_summer_time_is_no_leap(tmp_path: Path) -> None:
    ticker = Ticker()
    with LogWriter.create(tmp_path / "game.jsonl", HEADER, ticker.clock()) as writer:
        ticker.run(60)
        ticker.now = ticker.now.astimezone(timezone(timedelta(hours=2)))
        record = writer.append("pause")
    assert record.data["time"].endswith("20:31:00.000+02:00")
    assert [r.type for r in read_log(tmp_path / "game.jsonl").records] == ["header", "pause"]


def test_the_zone_is_one_that_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Copenhagen")
    assert zone_name() == "Europe/Copenhagen"
    monkeypatch.setenv("TZ", "CET-1CEST")  # a POSIX rule, no name: whatever else is found, it is not this
    assert zone_name() != "CET-1CEST"


def test_reading_while_recording_sees_only_whole_records(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with LogWriter.create(path, HEADER) as writer:
        for number in range(5):
            writer.append("note", text=str(number))
            log = Reader().read(path)
            assert log.faults == []
            assert len(log.records) == number + 2
