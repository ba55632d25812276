"""`pnp record` as people at a table use it: typed, piped, killed, gone on with."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from toolkit.api import open_game
from toolkit.cli.main import run
from toolkit.journal.reader import read_log
from toolkit.journal.replay import verify
from toolkit.journal.writer import LogWriter

PNP = [sys.executable, "-m", "toolkit.cli.main"]


class Pipe(io.TextIOWrapper):
    """Standard input as a pipe gives it."""

    def isatty(self) -> bool:
        return False


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    """Runs `pnp record` with lines (text or bytes) on a pipe: (status, output, errors)."""

    def call(log: Path, typed: str | bytes, *options: str) -> tuple[int, str, str]:
        raw = typed if isinstance(typed, bytes) else typed.encode()
        monkeypatch.setattr(sys, "stdin", Pipe(io.BytesIO(raw), encoding="ascii"))
        status = run(["record", "dragonpath", str(log), *options])
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


def texts(log: Path) -> list[str]:
    return [str(r.data["move"]) for r in read_log(log, strict=True).records if r.type == "move"]


def test_moves_from_a_pipe_need_no_questions(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "deep" / "game.jsonl"
    status, out, err = record(log, "m1\nm20\n12r\n#idea more tiles\n", "--seat", "Ann", "--seat", "Bø")
    assert (status, err) == (0, "")
    assert texts(log) == ["m1", "m20", "12r@a6"]
    assert "seat 2 (Bø): m20" in out
    header = read_log(log).require_header()
    assert (header.players, header.first, header.names) == (2, 1, {1: "Ann", 2: "Bø"})
    assert verify(read_log(log), open_game("dragonpath")).ok


def test_the_questions_can_be_answered_from_a_pipe(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    status, _, _ = record(log, "3\nAnn\n\nCy\n2\nm1\n")
    header = read_log(log, strict=True).require_header()
    assert (status, header.players, header.first, header.names) == (0, 3, 2, {1: "Ann", 3: "Cy"})
    assert [r.data["seat"] for r in read_log(log).records if r.type == "move"] == [2]


def test_options_are_settled_and_faults_make_no_file(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    for options, said in (
        (("--players", "9"), "2 to 8 players"),
        (("--players", "2", "--set", "board_size=99"), "board_size"),
        (("--players", "2", "--set", "colour=red"), "colour"),
        (("--players", "2", "--first", "3"), "1 to 2"),
        (("--players", "2", "--seat", "A", "--seat", "B", "--seat", "C"), "3 names"),
    ):
        status, _, err = record(log, "", *options)
        assert status == 1
        assert said in err
        assert not log.exists()
    record(log, "", "--players", "2", "--set", "board_size=7")
    assert read_log(log).require_header().options["board_size"] == 7


def test_refused_lines_lose_nothing(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    status, out, _ = record(log, "m1\nnonsense\nm1\n12r@@\nm20\n", "--players", "2")
    assert status == 1
    assert texts(log) == ["m1", "m20"]
    assert "taken by seat 1" in out
    assert "is no move" in out


def test_a_game_that_is_over_is_closed_when_its_lines_end(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    status, out, err = record(log, "m1\nm20\n2 retire\n", "--players", "2")
    assert (status, err) == (0, "")
    assert "seat 1 wins" in out
    end = read_log(log, strict=True).records[-1].data
    assert (end["type"], end["how"], end["winners"]) == ("end", "finished", [1])
    assert verify(read_log(log), open_game("dragonpath")).ended
    _, out, _ = record(log, "undo\nundo\nm9\n")  # the last one was typed wrong
    assert "Undone: the end" in out
    assert "has ended" not in out.split("Undone: the end")[1]


def test_prose_breaks_between_words(tmp_path: Path, record: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    _, out, _ = record(tmp_path / "game.jsonl", "?\n", "--players", "2")
    assert max(map(len, out.splitlines())) <= 60
    assert open_game("dragonpath").coordinates in " ".join(out.split())


def test_recording_goes_on_where_it_stopped(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    record(log, "m1\nm20\n", "--players", "2", "--first", "2")
    status, out, _ = record(log, "12r\n")
    assert status == 0
    assert "2 moves recorded" in out
    assert "seat 2 to play" in out
    assert texts(log) == ["m1", "m20", "12r@a6"]
    status, _, err = record(log, "", "--players", "2")
    assert status == 1
    assert "leave --players out" in err


def test_text_that_is_not_utf_8_is_kept_as_far_as_it_can_be(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    record(log, b"m1\r\n#quote \xc5se l\xf8b\r\nm20\r\n", "--players", "2")
    notes = [r.data["text"] for r in read_log(log, strict=True).records if r.type == "note"]
    assert notes == ["\ufffdse l\ufffdb"]
    assert texts(log) == ["m1", "m20"]


def test_control_characters_are_shown_and_not_sent(tmp_path: Path, record: Any) -> None:
    _, out, _ = record(tmp_path / "game.jsonl", "#quote \x1b[2J\x07 hi\nlog\n", "--players", "2")
    assert "\x1b" not in out
    assert "\\u001b[2J" in out


def test_draws_are_asked_for_on_request(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    record(log, "01\n02\n03\n+?\n05\n06\nm1\nm20\n01d\n07\n", "--players", "2", "--draws")
    facts = read_log(log, strict=True).records
    events = [str(r.data["event"]) for r in facts if r.type == "chance"]
    assert events == ["1+01", "2+02", "1+03", "2+?", "1+05", "2+06", "1+07"]
    assert texts(log) == ["m1", "m20", "01d@a6"]


def test_two_recorders_of_one_log(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    record(log, "m1\n", "--players", "2")
    with LogWriter.open(log):
        status, _, err = record(log, "m20\n")
    assert status == 1
    assert "another recorder is writing this log" in err
    assert texts(log) == ["m1"]


def test_a_log_of_other_rules_is_not_gone_on_with(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    record(log, "m1\n", "--players", "2")
    for old, new, said in (
        (b'"rules_version": "', b'"rules_version": "0.', "version 0."),
        (b'"game": "dragonpath"', b'"game": "laast"', "a log of laast"),
    ):
        data = log.read_bytes()
        log.write_bytes(data.replace(old, new))
        status, _, err = record(log, "m20\n")
        assert status == 1
        assert said in err
        log.write_bytes(data)


def test_what_is_no_log_is_left_alone(tmp_path: Path, record: Any) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann", encoding="utf-8")
    status, _, err = record(letter, "m1\n")
    assert status == 1
    assert "no readable header" in err
    assert letter.read_text(encoding="utf-8") == "Dear Ann"


def start(log: Path, *options: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [*PNP, "record", "dragonpath", str(log), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )


def type_in(process: subprocess.Popen[bytes], line: str, answer: bytes) -> None:
    """Types a line and waits for its answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()
    while answer not in (said := process.stdout.readline()):
        assert said, f"no answer to {line}"


def test_ten_moves_kill_9_go_on_finish(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    game = open_game("dragonpath")
    position = game.new_table(2)
    position.settle()
    process = start(log, "--seat", "Ann", "--seat", "Bob")
    played: list[str] = []
    for number in range(10):
        text = f"m{1 + 17 * number}" if number < 2 else position.choose("greedy")
        played.append(position.play(text))
        position.settle()
        type_in(process, text, played[-1].encode())
    process.kill()
    process.wait()
    assert texts(log) == played  # each was on the disk before it was answered
    with log.open("ab") as file:
        file.write(b'{"seq": 40, "type": "mo')  # as if it had died while writing
    process = start(log)
    assert process.stdin is not None
    process.stdin.write(b"#question where were we?\n")
    while position.outcome is None:
        played.append(position.play(position.choose("greedy")))
        position.settle()
        process.stdin.write(played[-1].encode() + b"\n")
    out, _ = process.communicate(b"end\n")
    assert b"torn" in out
    assert b"10 moves recorded" in out
    assert process.returncode == 0
    assert (tmp_path / "game.jsonl.torn-1").read_bytes() == b'{"seq": 40, "type": "mo'
    assert texts(log) == played
    result = verify(read_log(log, strict=True), game)
    assert result.ok
    assert result.ended


def test_the_first_prompt_comes_fast_and_without_numba(tmp_path: Path) -> None:
    script = (
        "import sys, io\n"
        "from toolkit.cli.main import run\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO(b'm1\\n'))\n"
        "status = run(['record', 'dragonpath', sys.argv[1], '--players', '4'])\n"
        "heavy = {'numba', 'scipy', 'matplotlib', 'reportlab', 'uharfbuzz', 'rich', 'prompt_toolkit'}\n"
        "print(status, sorted(heavy & set(sys.modules)))\n"
    )
    begun = time.perf_counter()
    command = [sys.executable, "-c", script, str(tmp_path / "game.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "0 []"
    # one whole process, interpreter and imports included; generous, since other tests run beside it
    assert time.perf_counter() - begun < 6


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")
def test_at_a_terminal_moves_are_completed(tmp_path: Path) -> None:
    import pty
    import select

    log = tmp_path / "game.jsonl"
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", PYTHONIOENCODING="utf-8")
        os.execv(sys.executable, [*PNP, "record", "dragonpath", str(log)])
    shown = b""

    def wait_for(text: bytes) -> None:
        nonlocal shown
        until = time.monotonic() + 30
        while text not in shown:
            ready, _, _ = select.select([terminal], [], [], max(0.0, until - time.monotonic()))
            assert ready, shown[-2000:]
            try:
                piece = os.read(terminal, 65536)
            except OSError:
                piece = b""
            assert piece, shown[-2000:]
            if b"\x1b[6n" in piece:
                os.write(terminal, b"\x1b[1;1R")  # where the cursor is, as a terminal answers
            shown += piece
        shown = shown[shown.index(text) + len(text) :]

    try:
        for question, answer in (
            (b"How many players", b"2\r"),
            (b"seat 1?", b"Ann\r"),
            (b"seat 2?", b"Bob\r"),
            (b"starts", b"2\r"),
            (b"turn 1, seat 2 (Bob)", b"m17"),
            (b"m17", b"\r"),
            (b"seat 2 (Bob): m17", b"m20\r"),
            (b"seat 1 (Ann): m20", b"\x03"),  # Ctrl-C loses nothing and does not leave
            (b"nothing was lost", b""),
            (b"turn 1, seat 2 (Bob)", b"12"),
            (b"@f4", b"\t"),  # it is on offer
            (b"@f4", b"\r"),  # it is in the line
            (b"seat 2 (Bob): 12", b"\x04"),
        ):
            wait_for(question)
            time.sleep(0.05)  # typing ahead of the prompt is no part of this
            os.write(terminal, answer)
        wait_for(b"stays open")
    finally:
        os.close(terminal)
        os.waitpid(child, 0)
    assert texts(log)[:2] == ["m17", "m20"]
    assert json.loads(log.read_bytes().splitlines()[0])["first"] == 2


def test_numbers_without_end_are_refused_and_lose_nothing(tmp_path: Path, record: Any) -> None:
    log = tmp_path / "game.jsonl"
    nines = "9" * 5000
    lines = ["m1", f"retract {nines}", f"amend {nines} m4", f"name {nines} bob", f"#seat={nines} x", "m20"]
    status, _, err = record(log, "\n".join(lines) + "\n", "--players", "2")
    assert status == 1
    assert "3 lines were refused" in err
    assert "m20" in texts(log)
