"""CSV in every shape that spreadsheet programmes write."""

import pytest

from toolkit.components.csvfile import read_csv
from toolkit.components.sheets import MAX_CELL, MAX_ROWS

KNOWN = ("id", "title", "count")
PLAIN = [(1, ["id", "title", "count"]), (2, ["1", "Ærø", "2"]), (3, ["2", "Öl", "1"])]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_delimiters_line_ends_and_encodings_do_not_matter(end: str, delimiter: str, encoding: str) -> None:
    text = end.join(delimiter.join(cells) for _, cells in PLAIN) + end
    sheet = read_csv(text.encode(encoding), "t.csv", KNOWN)
    assert sheet.rows == PLAIN
    assert sheet.faults == []


def test_last_row_without_a_line_end_is_read() -> None:
    assert read_csv(b"id,title\n1,a", "t.csv").rows[-1] == (2, ["1", "a"])


def test_windows_1252_is_read_with_a_warning_that_names_the_row() -> None:
    text = "id,title\n1,plain\n2,Blå “x”\n"
    sheet = read_csv(text.encode("cp1252"), "t.csv", KNOWN)
    assert sheet.rows[2] == (3, ["2", "Blå “x”"])
    (fault,) = sheet.faults
    assert (fault.severity, fault.row) == ("warning", 3)
    assert "cp1252" in fault.message and "'å'" in fault.message


@pytest.mark.parametrize("raw", [b"id\n\x81\x8d\x9d\xff\n", b"id\n1\0\n", b"\xff\xfei"])
def test_bytes_that_are_no_text_are_refused(raw: bytes) -> None:
    sheet = read_csv(raw, "t.csv", KNOWN)
    assert sheet.rows == []
    assert [fault.severity for fault in sheet.faults] == ["error"]


def test_a_delimiter_inside_other_cells_does_not_mislead() -> None:
    header = "id;title, the long one, really;count"
    assert read_csv(f"{header}\n1;a, b, c;2\n".encode(), "t.csv", KNOWN).rows[1] == (2, ["1", "a, b, c", "2"])
    assert read_csv(b"text\nred; green; blue\n", "t.csv", ("text",)).rows[1] == (2, ["red; green; blue"])


def test_a_single_column_has_no_delimiter() -> None:
    assert read_csv(b"id\n1\n2\n", "t.csv", KNOWN).rows == [(1, ["id"]), (2, ["1"]), (3, ["2"])]


def test_the_separator_hint_of_excel_is_obeyed_and_is_no_row() -> None:
    sheet = read_csv(b"\xef\xbb\xbfsep=;\r\nid;title\r\n1;a,b\r\n", "t.csv", KNOWN)
    assert sheet.rows == [(1, ["id", "title"]), (2, ["1", "a,b"])]


def test_rows_are_numbered_as_a_spreadsheet_numbers_them() -> None:
    text = 'id,title\r\n1,"two\r\nlines ""quoted"""\r\n\r\n , \r\n2,after\r\n'
    sheet = read_csv(text.encode(), "t.csv", KNOWN)
    assert sheet.rows == [(1, ["id", "title"]), (2, ["1", 'two\nlines "quoted"']), (5, ["2", "after"])]
    assert sheet.blank_rows == 2


def test_a_quote_inside_a_plain_cell_is_a_letter() -> None:
    assert read_csv(b'id,title\n1,6" pipe\n', "t.csv", KNOWN).rows[1] == (2, ["1", '6" pipe'])


def test_a_quote_never_closed_is_reported_where_it_opens() -> None:
    sheet = read_csv(b'id,title\n1,"fine"\n2,"open ""still\n3,x\n4,y\n', "t.csv", KNOWN)
    (fault,) = sheet.faults
    assert (fault.row, fault.column) == (3, "title")
    assert "never closed" in fault.message


def test_text_after_a_closing_quote_is_reported() -> None:
    sheet = read_csv(b'id,title\n1,"a" b\n2,c\n', "t.csv", KNOWN)
    (fault,) = sheet.faults
    assert (fault.row, fault.column) == (2, "title")
    assert sheet.rows[2] == (3, ["2", "c"])


def test_letters_are_composed_and_stripped() -> None:
    sheet = read_csv("id,title\n1,\u00a0A\u030arhus \n".encode(), "t.csv", KNOWN)
    assert sheet.rows[1] == (2, ["1", "\u00c5rhus"])


def test_sizes_are_bounded() -> None:
    long = read_csv(b"id\n" + b"x" * (MAX_CELL + 1) + b"\n", "t.csv", KNOWN)
    assert [fault.row for fault in long.faults] == [2]
    many = read_csv(b"id\n" + b"1\n" * (MAX_ROWS + 5), "t.csv", KNOWN)
    assert len(many.rows) == MAX_ROWS
    assert "more than" in many.faults[0].message
    wide = read_csv(b"id\n" + b"1," * 300 + b"\n", "t.csv", KNOWN)
    assert [fault.row for fault in wide.faults] == [2]


def test_a_control_character_is_reported() -> None:
    (fault,) = read_csv(b"id,title\n1,a\x07b\n", "t.csv", KNOWN).faults
    assert (fault.row, fault.column) == (2, "title")
