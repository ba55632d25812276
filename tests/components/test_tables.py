"""Tables checked against their columns."""

import time
from pathlib import Path

import pytest

from toolkit.components.faults import Fault
from toolkit.components.schema import ColumnSpec, TableSpec, pattern_fault
from toolkit.components.tables import MAX_PIECES, Table, read_table

SPEC = TableSpec(
    "cards",
    "cards.csv",
    "id",
    {
        "id": ColumnSpec("id", required=True),
        "title": ColumnSpec("title", default="(none)"),
        "cost": ColumnSpec("cost", "whole", min=0, max=9, help="in coins"),
        "weight": ColumnSpec("weight", "number"),
        "suit": ColumnSpec("suit", "choice", values=("sun", "moon")),
        "code": ColumnSpec("code", pattern="[A-Z]{2}[0-9]"),
    },
)


def read(tmp_path: Path, text: str | bytes, spec: TableSpec = SPEC) -> Table:
    path = tmp_path / spec.file
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return read_table(path, spec)


def only(table: Table) -> Fault:
    assert len(table.faults) == 1, [str(fault) for fault in table.faults]
    return table.faults[0]


def test_values_have_the_types_of_their_columns(tmp_path: Path) -> None:
    table = read(tmp_path, "id,title,cost,weight,suit,code,count\na,Axe,3,1.5,sun,AB1,2\nb,,,,,,\n")
    assert table.faults == []
    assert dict(table.rows[0]) == {
        "id": "a",
        "title": "Axe",
        "cost": 3,
        "weight": 1.5,
        "suit": "sun",
        "code": "AB1",
        "count": 2,
    }
    second = table.rows[1]
    assert (second["title"], second["cost"], second["count"]) == ("(none)", None, 1)
    assert [row.row for row in table.rows] == [2, 3]


def test_pieces_repeat_rows_by_count(tmp_path: Path) -> None:
    table = read(tmp_path, "id,count\na,2\nb,0\nc,\nd,1.0\n")
    assert table.faults == []
    assert [(row["id"], copy) for row, copy in table.pieces()] == [("a", 1), ("a", 2), ("c", 1), ("d", 1)]
    assert table.count() == 4


def test_a_table_without_a_count_column_has_one_of_each(tmp_path: Path) -> None:
    assert read(tmp_path, "id\na\nb\n").count() == 2


@pytest.mark.parametrize("cell", ["1.0", "1.", "1,0", "01", "+1"])
def test_whole_numbers_as_spreadsheets_write_them(tmp_path: Path, cell: str) -> None:
    table = read(tmp_path, f"id;cost\na;{cell}\n")
    assert table.faults == []
    assert table.rows[0]["cost"] == 1


@pytest.mark.parametrize("cell", ["two", "1.5", "-1", "1e3", "1 000", "1000", "NaN", "\uff11"])
def test_a_bad_count_is_reported_with_its_place_and_what_would_be_right(tmp_path: Path, cell: str) -> None:
    fault = only(read(tmp_path, f"id,count\na,1\nb,{cell}\n"))
    assert str(fault).startswith("cards.csv:3:count: ")
    assert "0 is none" in fault.message


@pytest.mark.parametrize("cell, value", [("1,5", 1.5), ("-.5", -0.5), ("2", 2.0), ("1e2", 100.0)])
def test_numbers_take_a_decimal_comma(tmp_path: Path, cell: str, value: float) -> None:
    assert read(tmp_path, f"id;weight\na;{cell}\n").rows[0]["weight"] == value


@pytest.mark.parametrize("cell", ["inf", "nan", ".", "1.2.3", "x"])
def test_bad_numbers(tmp_path: Path, cell: str) -> None:
    assert only(read(tmp_path, f"id;weight\na;{cell}\n")).column == "weight"


def test_out_of_range_names_the_range_and_the_help(tmp_path: Path) -> None:
    assert "from 0 to 9 (in coins)" in only(read(tmp_path, "id,cost\na,10\n")).message


def test_a_misspelt_choice_is_answered_with_the_nearest(tmp_path: Path) -> None:
    assert "did you mean 'moon'?" in only(read(tmp_path, "id,suit\na,mon\n")).message


def test_a_pattern_is_checked(tmp_path: Path) -> None:
    assert "[A-Z]{2}[0-9]" in only(read(tmp_path, "id,code\na,AB12\n")).message


def test_an_unknown_column_is_answered_with_the_nearest(tmp_path: Path) -> None:
    fault = only(read(tmp_path, "id,titel\na,Axe\n"))
    assert str(fault).startswith("cards.csv:1:titel: ")
    assert "did you mean 'title'?" in fault.message


def test_a_column_that_differs_in_case_only_is_unknown_with_a_hint(tmp_path: Path) -> None:
    assert "did you mean 'count'?" in only(read(tmp_path, "id,Count\na,1\n")).message


def test_remark_columns_are_ignored(tmp_path: Path) -> None:
    table = read(tmp_path, "id,# to do,title\na,redraw,Axe\n")
    assert table.faults == []
    assert table.rows[0]["title"] == "Axe" and "# to do" not in table.rows[0]


def test_a_column_twice(tmp_path: Path) -> None:
    fault = only(read(tmp_path, "id,cost,cost\na,1,2\n"))
    assert (fault.row, fault.column) == (1, "cost")


def test_a_missing_key_column(tmp_path: Path) -> None:
    assert only(read(tmp_path, "title\nAxe\n")).column == "id"


def test_a_required_cell_that_is_empty(tmp_path: Path) -> None:
    fault = only(read(tmp_path, "id,title\n,Axe\n"))
    assert (fault.row, fault.column) == (2, "id") and "empty" in fault.message


def test_the_same_key_twice_names_the_first_row(tmp_path: Path) -> None:
    fault = only(read(tmp_path, "id,title\na,Axe\n\nb,Bow\na,Arc\n"))
    assert (fault.row, fault.column) == (5, "id") and "row 2" in fault.message


def test_ragged_rows(tmp_path: Path) -> None:
    longer = only(read(tmp_path, "id,title\na,Axe, sharp\n"))
    assert longer.row == 2 and "sharp" in longer.message and "quotes" in longer.message
    shorter = only(read(tmp_path, "id,title,cost\na,Axe\n"))
    assert (shorter.row, shorter.column, shorter.severity) == (2, "cost", "error")
    assert read(tmp_path, "id,title,,\na,Axe,,\nb,Bow,,,,\n").faults == []


def test_a_column_without_a_name_but_with_cells(tmp_path: Path) -> None:
    assert "no name" in only(read(tmp_path, "id,title,\na,Axe,x\n")).message


def test_all_faults_come_in_one_run(tmp_path: Path) -> None:
    table = read(tmp_path, "id,cost,suit,nonsense\na,x,moon,1\na,99,star,\n,1,sun,\n")
    places = [(fault.row, fault.column) for fault in table.faults]
    assert places == [(1, "nonsense"), (2, "cost"), (3, "cost"), (3, "suit"), (4, "id"), (3, "id")]


def test_an_empty_file_and_a_missing_file(tmp_path: Path) -> None:
    assert "first row names the columns" in only(read(tmp_path, "")).message
    missing = read_table(tmp_path / "no.csv", SPEC)
    assert "no such file" in only(missing).message


def test_a_kind_of_file_that_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "cards.doc").write_bytes(b"x")
    assert "CSV" in only(read_table(tmp_path / "cards.doc", SPEC)).message


def test_a_table_without_declared_columns_takes_any(tmp_path: Path) -> None:
    spec = TableSpec("free", "free.csv", "id")
    table = read(tmp_path, "id,whatever,count\na,x,3\n", spec)
    assert table.faults == []
    assert dict(table.rows[0]) == {"id": "a", "whatever": "x", "count": 3}


def test_too_many_pieces(tmp_path: Path) -> None:
    rows = "".join(f"c{n},999\n" for n in range(MAX_PIECES // 999 + 1))
    assert only(read(tmp_path, "id,count\n" + rows)).column == "count"


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    table = read(tmp_path, b"id\n" + b"x" * 8_000_001)
    assert "bytes" in only(table).message


def test_patterns_of_strangers_that_could_take_for_ever_are_refused() -> None:
    many = ("a?" * 30 + "a" * 30, "(a|a)" * 20, "(|a)" * 25, "(a?)?" * 20, r"(a+)\1(?=a)", "a{0,99}" * 4)
    for pattern in ("(a+)+b", "(?:a|a)*b", "a*a*a*a*b", "(", "x" * 200, "(a|b){9}", *many):
        assert pattern_fault(pattern) is not None, pattern
    good = (r"\d{1,3}-\d{1,3}-\d{1,3}", "one|two|three", "(?:a|b)c|d?")
    for pattern in ("[0-9]{2}", "#[0-9A-Fa-f]{6}", r"[*+(]+x\*", "a?b?", "(one|two)?", *good):
        assert pattern_fault(pattern) is None, pattern


def test_the_worst_pattern_that_is_allowed_is_compared_at_once() -> None:
    column = ColumnSpec("code", pattern=".*.*b")
    assert column.pattern is not None and pattern_fault(column.pattern) is None
    started = time.monotonic()
    for _ in range(20):
        with pytest.raises(ValueError, match="is not right"):
            column.value("a" * 200)
    assert time.monotonic() - started < 1.0


def test_a_cell_longer_than_is_compared_fits_no_pattern() -> None:
    with pytest.raises(ValueError, match="is not right"):
        ColumnSpec("code", pattern="a+").value("a" * 201)


@pytest.mark.parametrize("char", ["\x1b", "\x9b", "\u202e"])
def test_characters_that_steer_a_terminal_are_refused_and_never_shown(tmp_path: Path, char: str) -> None:
    table = read(tmp_path, f"id,{char}x,cost\na{char},1,{char}2\n")
    assert {fault.column for fault in table.faults} >= {"id", "cost"}
    assert not any(char in str(fault) for fault in table.faults)
    assert any("control character" in fault.message for fault in table.faults)


def test_a_new_column_is_told_where_to_be_written(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("id,power\n1,3\n", encoding="utf-8")
    table = read_table(
        tmp_path / "cards.csv", TableSpec("cards", "cards.csv", None, {"id": ColumnSpec("id")})
    )
    assert [str(fault) for fault in table.faults] == [
        "cards.csv:1:power: there is no column 'power'; known are id, count (a new one is written under "
        "[tables.cards.columns] in game.toml, one for remarks starts with #)"
    ]


def test_words_of_no_column_name_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("id,name,nmae.da\n1,a,b\n", encoding="utf-8")
    spec = TableSpec("cards", "cards.csv", None, {"id": ColumnSpec("id"), "name": ColumnSpec("name")})
    (fault,) = read_table(tmp_path / "cards.csv", spec).faults
    assert str(fault).endswith("no column 'nmae.da', and no 'nmae' that it translates; did you mean 'name'?")


def test_a_workbook_that_is_called_csv_is_known_as_one(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_bytes(b"PK\x03\x04\x14\0\0\0")
    (fault,) = read_table(tmp_path / "cards.csv", TableSpec("cards", "cards.csv")).faults
    assert "is a workbook and no CSV text; give it its own ending (.xlsx or .ods)" in str(fault)


@pytest.mark.parametrize(
    ("column", "cell", "said"),
    [
        ("cost", "1,000", "'1,000' may be 1 or 1000; write it so"),
        ("cost", "1.000", "'1.000' may be 1 or 1000; write it so"),
        ("weight", "1,500", "'1,500' may be 1.5 or 1500; write it so"),
        ("weight", "-12,250", "'-12,250' may be -12.25 or -12250; write it so"),
    ],
)
def test_numbers_that_mean_two_things_are_refused(tmp_path: Path, column: str, cell: str, said: str) -> None:
    table = read(tmp_path, f"id;{column}\na;{cell}\n")
    assert [fault.column for fault in table.faults] == [column] and said in str(table.faults[0])
    assert table.rows[0][column] is None


@pytest.mark.parametrize(
    ("column", "cell", "value"),
    [("cost", "2,0", 2), ("cost", "2.00", 2), ("weight", "1.500", 1.5), ("weight", "0,125", 0.125)],
)
def test_fractions_with_either_mark_are_read(tmp_path: Path, column: str, cell: str, value: float) -> None:
    table = read(tmp_path, f"id;{column}\na;{cell}\n")
    assert table.faults == [] and table.rows[0][column] == value
