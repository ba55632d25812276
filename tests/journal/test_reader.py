"""Reading logs: what is wrong costs one line, has a place, and is never silent."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.journal import v1
from toolkit.journal.faults import JournalError, LogFault, LogFaultError, RecordFault
from toolkit.journal.reader import Reader, StrictReader, read_log
from toolkit.journal.records import Broken

FIXTURES = Path(__file__).parent / "fixtures"
HEADER = (
    '{"seq": 0, "type": "header", "format": "pnp-log", "version": 1, "game": "dragonpath", '
    '"rules_version": "1", "players": 2, "first": 1, "options": {}}'
)
MOVES = [
    '{"seq": 1, "type": "move", "seat": 1, "move": "m1", "elapsed": 1.0, "time": "2026-03-01T19:30:00Z"}',
    '{"seq": 2, "type": "move", "seat": 2, "move": "m20", "elapsed": 2.0, "time": "2026-03-01T20:30:01+01"}',
    '{"seq": 3, "type": "note", "text": "Åse: ærlig talt, 5 €?", "kind": "quote"}',
]


def read(*lines: str | bytes, end: bytes = b"\n") -> tuple[list[object], list[LogFault]]:
    data = end.join(line if isinstance(line, bytes) else line.encode() for line in lines) + end
    log = Reader().read_bytes(data, Path("game.jsonl"))
    return list(log.items), log.faults


def test_a_good_log_has_no_faults() -> None:
    items, faults = read(HEADER, *MOVES)
    assert faults == []
    assert len(items) == 4
    log = Reader().read_bytes("\n".join([HEADER, *MOVES, ""]).encode(), Path("x"))
    assert log.require_header().players == 2
    assert log.records[3].data["text"] == "Åse: ærlig talt, 5 €?"
    assert log.records[1].elapsed == 1.0
    assert log.next_seq == 4


@pytest.mark.parametrize("name", sorted(path.name for path in FIXTURES.glob("v1-*.jsonl")))
def test_every_fixture_ever_written_still_reads(name: str) -> None:
    log = read_log(FIXTURES / name, strict=True)
    assert log.require_header().game
    for record in log.records:  # and writes back as the same bytes
        assert v1.encode(record.data).rstrip(b"\n") == record.raw


def test_byte_order_mark_and_crlf_are_accepted() -> None:
    data = codecs.BOM_UTF8 + "\r\n".join([HEADER, *MOVES, ""]).encode()
    log = StrictReader().read_bytes(data, Path("x"))
    assert [record.seq for record in log.records] == [0, 1, 2, 3]
    assert all(data[r.offset : r.offset + len(r.raw)] == r.raw for r in log.records)


def test_a_missing_bracket_costs_one_line() -> None:
    items, faults = read(HEADER, MOVES[0], MOVES[1][:-1], MOVES[2])
    assert [isinstance(item, Broken) for item in items] == [False, False, True, False]
    (fault,) = faults
    assert (fault.line, fault.severity) == (3, "error")
    assert fault.column == len(MOVES[1])
    assert fault.offset == len(HEADER) + 1 + len(MOVES[0]) + 1 + len(MOVES[1]) - 1
    assert fault.raw == MOVES[1][:-1]
    assert "bracket" in fault.message
    assert str(fault).startswith("game.jsonl:3:")


def test_a_missing_bracket_in_the_header_still_shows_the_facts() -> None:
    items, faults = read(HEADER[:-1], *MOVES)
    assert isinstance(items[0], Broken)
    assert len(items) == 4
    assert any(fault.line == 1 for fault in faults)


def test_latin_1_is_refused_in_its_line_only_and_the_place_is_right() -> None:
    raw = MOVES[2].replace("€", "e").encode("latin-1")
    items, faults = read(HEADER, MOVES[0], MOVES[1], raw, '{"seq": 4, "type": "pause"}')
    (fault,) = faults
    assert (fault.line, fault.column) == (4, MOVES[2].index("Å") + 1)
    assert "UTF-8" in fault.message
    assert "Latin-1" in fault.message
    assert "\\xc5se" in fault.raw
    assert not isinstance(items[4], Broken)


def test_columns_count_characters_and_offsets_count_bytes() -> None:
    bad = '{"seq": 1, "type": "note", "text": "æøå€" "x"}'
    _, (fault,) = read(HEADER, bad)
    assert fault.column == bad.index(' "x"') + 2
    assert fault.offset == len(HEADER) + 1 + len(bad[: fault.column - 1].encode())


def test_a_torn_last_line_is_a_warning_and_nothing_else() -> None:
    data = "\n".join([HEADER, *MOVES]).encode()[:-5]
    log = Reader().read_bytes(data, Path("x"))
    (fault,) = log.faults
    assert fault.severity == "warning"
    assert "torn" in fault.message
    assert len(log.items) == 3
    assert MOVES[2].encode().startswith(log.torn)


def test_a_whole_last_line_without_its_end_counts() -> None:
    log = Reader().read_bytes("\n".join([HEADER, *MOVES]).encode(), Path("x"))
    assert len(log.records) == 4
    assert [fault.severity for fault in log.faults] == ["warning"]
    assert log.torn == b""


def test_strict_and_lenient_are_one_parser_with_one_hook() -> None:
    data = "\n".join([HEADER, "{", "[", ""]).encode()
    lenient = Reader()
    lenient.read_bytes(data, Path("x"))
    assert [fault.line for fault in lenient.faults] == [2, 3]
    with pytest.raises(LogFaultError) as caught:
        StrictReader().read_bytes(data, Path("x"))
    assert caught.value.fault.line == 2

    class Counter(Reader):
        seen = 0

        def handle_error(self, fault: LogFault) -> None:
            self.seen += 1

    counter = Counter()
    counter.read_bytes(data, Path("x"))
    assert counter.seen == 2


def test_unknown_types_and_fields_are_kept_and_said() -> None:
    items, faults = read(
        HEADER,
        '{"seq": 1, "type": "weather", "sky": ["grey"]}',
        '{"seq": 2, "type": "x_dice", "value": 4, "x": {}}',
    )
    assert len(items) == 3
    (fault,) = faults  # x_ is the user's own and needs no remark
    assert fault.severity == "warning"
    assert '"weather"' in fault.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"seq": 1, "type": "move", "seat": 1}', 'needs "move"'),
        ('{"seq": 1, "type": "move", "seat": "1", "move": "m1"}', "seat number"),
        ('{"seq": 1, "type": "move", "seat": 0, "move": "m1"}', "seat number"),
        ('{"seq": 1, "type": "move", "seat": true, "move": "m1"}', "seat number"),
        ('{"seq": 1, "type": "note", "text": "x", "kind": "rant"}', "observation"),
        ('{"seq": 1, "type": "end", "how": "bored"}', "abandoned"),
        ('{"seq": 1, "type": "pause", "time": "2026-03-01T19:30:00"}', "offset"),
        ('{"seq": 1, "type": "pause", "time": "yesterday"}', "offset"),
        ('{"seq": 1, "type": "pause", "elapsed": -1}', "seconds"),
        ('{"seq": 1, "type": "pause", "elapsed": 1e999}', "too large"),
        ('{"seq": 1, "type": "pause", "elapsed": NaN}', "NaN"),
        ('{"seq": 1, "seq": 2, "type": "pause"}', "twice"),
        ('{"seq": -1, "type": "pause"}', "whole number"),
        ('{"type": "pause"}', '"seq"'),
        ('{"seq": 1}', '"type"'),
        ('["seq", 1]', "object"),
        ('{"seq": 1, "type": "note", "text": "\\ud800"}', "surrogate"),
        ('{"seq": 1, "type": "amend", "of": 1, "set": {"time": 1}}', "cannot be amended"),
        ('{"seq": 1, "type": "amend", "of": 1, "set": {"seat": "x"}}', "seat"),
        ('{"seq": 1, "type": "seats", "names": {"0": "x"}}', "names"),
        ('{"seq": 1, "type": "x", "a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested"),
        ('{"seq": 1, "type": "x", "a": ' + "9" * 5000 + "}", "JSON"),
    ],
)
def test_records_that_break_the_format(line: str, message: str) -> None:
    with pytest.raises(RecordFault, match=r"(?s).*" + message.replace("(", r"\(")):
        v1.decode(line.encode())
    items, faults = read(HEADER, line, '{"seq": 2, "type": "pause"}')
    assert isinstance(items[1], Broken)
    assert message in faults[0].message
    assert len(items) == 3


def test_gaps_and_time_running_backwards_are_said_and_lose_nothing() -> None:
    items, faults = read(
        HEADER,
        '{"seq": 1, "type": "pause", "elapsed": 9.5}',
        '{"seq": 3, "type": "resume", "elapsed": 4.0}',
    )
    assert len(items) == 3
    assert [fault.severity for fault in faults] == ["warning", "warning"]
    assert "seq 3 where 2 was due" in faults[0].message
    assert "backwards" in faults[1].message


def test_empty_lines_are_skipped_with_a_warning() -> None:
    items, faults = read(HEADER, "", MOVES[0])
    assert len(items) == 2
    assert [(fault.line, fault.severity) for fault in faults] == [(2, "warning")]


def test_a_line_separator_inside_a_note_ends_no_line() -> None:
    items, faults = read(HEADER, '{"seq": 1, "type": "note", "text": "a\u2028b\x85c"}')
    assert faults == []
    assert len(items) == 2


@pytest.mark.parametrize(
    "data", [b"", b"\xef\xbb\xbf", b"\x00" * 64, b"\n\n", b"hello\n", b'{"a": 1}\n', b"[1]\n"]
)
def test_what_is_no_log_has_no_header_and_says_so(data: bytes) -> None:
    log = Reader().read_bytes(data, Path("x"))
    assert log.header is None
    assert log.faults
    with pytest.raises(JournalError, match="header"):
        log.require_header()


def test_whole_files_that_are_no_log_are_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="UTF-16"):
        Reader().read_bytes(HEADER.encode("utf-16"), Path("x"))
    with pytest.raises(JournalError, match="version 99"):
        Reader().read_bytes(HEADER.replace('"version": 1', '"version": 99').encode() + b"\n", Path("x"))
    with pytest.raises(JournalError, match="cannot be read"):
        read_log(tmp_path / "nothing.jsonl")


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.journal.reader.MAX_LINE", 1000)
    items, faults = read(HEADER, '{"seq": 1, "type": "note", "text": "' + "x" * 1000 + '"}', MOVES[1])
    assert isinstance(items[1], Broken)
    assert "longer" in faults[0].message
    assert len(faults[0].raw) <= 200
    monkeypatch.setattr("toolkit.journal.reader.MAX_FILE", 1000)
    with pytest.raises(JournalError, match="more than"):
        Reader().read_bytes(b"x" * 1001, Path("x"))


@given(
    st.lists(st.one_of(st.binary(max_size=40), st.sampled_from([HEADER.encode(), *map(str.encode, MOVES)])))
)
def test_no_bytes_whatever_break_the_reader(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    reader = Reader()
    try:
        log = reader.read_bytes(data, Path("x"))
    except JournalError:
        return
    # nothing is dropped in silence: every line that is no record has a fault
    read = {item.line for item in log.items if not isinstance(item, Broken)}
    told = {fault.line for fault in log.faults}
    assert set(range(1, log.lines + 1)) <= read | told
