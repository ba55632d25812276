"""Workbooks: what is in a cell, which sheet is read, and what is refused before it can do harm."""

import datetime
import io
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.components.schema import ColumnSpec, TableSpec
from toolkit.components.sheets import MAX_COLUMNS, MAX_ROWS, Sheet
from toolkit.components.tables import Table, read_table
from toolkit.components.workbook import read_workbook

sys.path.insert(0, str(Path(__file__).parent))
from books import NAMESPACES, changed, ods, ods_content, saved, xlsx

Make = Callable[..., bytes]
BOTH = pytest.mark.parametrize("make, suffix", [(xlsx, "xlsx"), (ods, "ods")])
CARDS: list[list[Any]] = [["id", "cost", "count"], ["007", 1.0, None], [7, 2.5, 2]]
XLSX, ODS = xlsx(Cards=CARDS), ods(Cards=CARDS)


def only(sheet: Sheet) -> str:
    assert len(sheet.faults) == 1, [str(fault) for fault in sheet.faults]
    return str(sheet.faults[0])


def table(tmp_path: Path, raw: bytes, suffix: str, sheet: str | None = None) -> Table:
    path = tmp_path / f"cards.{suffix}"
    path.write_bytes(raw)
    columns = {
        "id": ColumnSpec("id", required=True),
        "cost": ColumnSpec("cost", "number"),
        "count": ColumnSpec("count", "whole", default=1, min=0, max=999),
    }
    return read_table(path, TableSpec("cards", path.name, "id", columns, sheet=sheet))


@BOTH
def test_numbers_and_texts_stay_what_they_are(make: Make, suffix: str) -> None:
    rows = [["a", 1.0, 0.1 + 0.2, 1e22, -3], ["007", "1.0", " x ", "two\nlines", "£→"]]
    sheet = read_workbook(make(Cards=rows), f"c.{suffix}")
    assert sheet.faults == []
    assert sheet.rows == [
        (1, ["a", "1", "0.3", "1e+22", "-3"]),
        (2, ["007", "1.0", "x", "two\nlines", "£→"]),
    ]


@BOTH
def test_dates_are_iso_and_truth_is_as_spreadsheets_show_it(make: Make, suffix: str) -> None:
    row = [datetime.date(2026, 1, 31), datetime.datetime(2026, 1, 31, 14, 5), True, False]
    sheet = read_workbook(make(Cards=[row]), f"c.{suffix}")
    assert sheet.rows == [(1, ["2026-01-31", "2026-01-31 14:05:00", "TRUE", "FALSE"])]


def test_times_and_lengths_of_time() -> None:
    raw = xlsx(Cards=[[datetime.time(3, 4, 5), datetime.timedelta(hours=26, minutes=1)]])
    assert read_workbook(raw, "c.xlsx").rows == [(1, ["03:04:05", "26:01:00"])]


@BOTH
def test_blank_rows_are_counted_and_rows_keep_their_numbers(make: Make, suffix: str) -> None:
    sheet = read_workbook(make(Cards=[["id", "x"], [], ["a", None], [None, None], ["b", 1]]), f"c.{suffix}")
    assert [row for row, _ in sheet.rows] == [1, 3, 5]
    assert sheet.blank_rows == 2


@BOTH
def test_empty_rows_and_columns_at_the_end_are_no_rows(make: Make, suffix: str) -> None:
    rows = [["id", "x", None, None], ["a", 1, None, None], [None] * 4, [None] * 4]
    sheet = read_workbook(make(Cards=rows), f"c.{suffix}")
    assert sheet.rows == [(1, ["id", "x"]), (2, ["a", "1"])] and sheet.blank_rows == 0


def test_cells_that_are_only_formatted_are_empty() -> None:
    book = openpyxl.Workbook()
    book.active.append(["id"])
    book.active["XFD1048576"].font = openpyxl.styles.Font(bold=True)
    assert read_workbook(saved(book), "c.xlsx").rows == [(1, ["id"])]


@BOTH
def test_a_sheet_is_chosen_by_name_else_the_first(make: Make, suffix: str) -> None:
    raw = make(Units=[["id"], ["u"]], Actions=[["id"], ["a"], ["a", "x"]])
    assert read_workbook(raw, f"c.{suffix}").rows[1] == (2, ["u"])
    chosen = read_workbook(raw, f"c.{suffix}", "Actions")
    assert chosen.file == f"c.{suffix}[Actions]" and chosen.rows[1] == (2, ["a", ""])
    assert only(read_workbook(raw, f"c.{suffix}", "Action")) == (
        f"c.{suffix}: has no sheet 'Action'; did you mean 'Actions'?"
    )


@BOTH
def test_faults_name_file_sheet_row_and_column(tmp_path: Path, make: Make, suffix: str) -> None:
    raw = make(Notes=[["hello"]], Cards=[["id", "cost"], ["a", 1], ["b", "two"]])
    (fault,) = table(tmp_path, raw, suffix, "Cards").faults
    assert str(fault).startswith(f"cards.{suffix}[Cards]:3:cost: 'two' is not a number")


@BOTH
def test_a_table_is_the_same_from_a_workbook_and_from_csv(tmp_path: Path, make: Make, suffix: str) -> None:
    book = table(tmp_path, make(Cards=CARDS), suffix)
    plain = table(tmp_path, b"id;cost;count\n007;1,0;\n7;2,5;2\n", "csv")
    assert book.faults == [] and [dict(row) for row in book.rows] == [dict(row) for row in plain.rows]
    assert book.file == f"cards.{suffix}"


def test_a_formula_is_its_value_and_one_without_is_reported() -> None:
    raw = xlsx(Cards=[["id", "x", "y"], ["a", "=1+1", "=2+2"]])
    assert only(read_workbook(raw, "c.xlsx")).startswith(
        "c.xlsx:2:x: holds a formula without its value (and 1 more); open it"
    )
    worked = changed(raw, "xl/worksheets/sheet1.xml", "<f>1+1</f><v />", "<f>1+1</f><v>2</v>")
    worked = changed(worked, "xl/worksheets/sheet1.xml", "<f>2+2</f><v />", "<f>2+2</f><v>4</v>")
    assert read_workbook(worked, "c.xlsx").rows[1] == (2, ["a", "2", "4"])


def test_a_formula_that_fails_is_reported() -> None:
    raw = xlsx(Cards=[["id", "x"], ["a", "#N/A"]])
    assert only(read_workbook(raw, "c.xlsx")) == "c.xlsx:2:x: the formula gives #N/A; mend it"
    cell = '<table:table-cell office:value-type="string" calcext:value-type="error"><text:p>#REF!</text:p>'
    row = f"<table:table-row>{cell}</table:table-cell></table:table-row>"
    assert "mend it" in only(
        read_workbook(ods_content(f'<table:table table:name="A">{row}</table:table>'), "c.ods")
    )


def test_merged_cells_are_named() -> None:
    book = openpyxl.Workbook()
    for row in (["id", "kind"], ["a", "x"], ["b", None]):
        book.active.append(row)
    book.active.merge_cells("B2:B3")
    assert only(read_workbook(saved(book), "c.xlsx")).startswith(
        "c.xlsx:2:kind: warning: cells B2 to B3 are merged"
    )
    first = '<table:table-cell office:value-type="string" table:number-rows-spanned="2"><text:p>x</text:p>'
    rows = (
        f"<table:table-row>{first}</table:table-cell></table:table-row>"
        "<table:table-row><table:covered-table-cell/>"
        '<table:table-cell office:value-type="string"><text:p>y</text:p></table:table-cell></table:table-row>'
    )
    sheet = read_workbook(ods_content(f'<table:table table:name="A">{rows}</table:table>'), "c.ods")
    assert "cells A1 to A2 are merged" in only(sheet)
    assert sheet.rows == [(1, ["x", ""]), (2, ["", "y"])]


def test_a_remark_on_a_cell_is_no_part_of_it() -> None:
    cell = (
        '<table:table-cell office:value-type="string">'
        "<office:annotation><text:p>note</text:p></office:annotation>"
        "<text:p>x</text:p></table:table-cell>"
    )
    rows = f'<table:table table:name="A"><table:table-row>{cell}</table:table-row></table:table>'
    assert read_workbook(ods_content(rows), "c.ods").rows == [(1, ["x"])]


def test_repeated_rows_and_cells_of_libreoffice() -> None:
    row = '<table:table-cell office:value-type="string" table:number-columns-repeated="3"><text:p>x</text:p>'
    rows = f'<table:table-row table:number-rows-repeated="2">{row}</table:table-cell></table:table-row>'
    sheet = read_workbook(ods_content(f'<table:table table:name="A">{rows}</table:table>'), "c.ods")
    assert sheet.rows == [(1, ["x"] * 3), (2, ["x"] * 3)]


# --- what is refused


def ole(text: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + text.encode("utf-16-le") + b"\0" * 512


@pytest.mark.parametrize(
    "raw, said",
    [
        (b"", "is no workbook"),
        (b"id,cost\na,1\n", "is no workbook"),
        (b"PK\3\4" + b"x" * 50, "is damaged"),
        (ole("EncryptedPackage"), "protected by a password"),
        (ole("Workbook"), "an old Excel file"),
        (ods_content("", '<manifest><encryption-data algorithm="x"/></manifest>'), "protected by a password"),
        (ods_content(""), "has no sheets of cells"),
        (xlsx(Cards=CARDS)[:-400], "is damaged"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(raw: bytes, said: str) -> None:
    sheet = read_workbook(raw, "c.xlsx")
    assert sheet.rows == [] and said in only(sheet) and "\n" not in only(sheet)


def test_a_sheet_that_pretends_to_be_enormous_is_refused_at_once() -> None:
    far = '<c r="XFD1048576"><v>1</v></c>'
    row = '<row r="1048576">' + far + "</row>"
    raw = changed(xlsx(Cards=CARDS), "xl/worksheets/sheet1.xml", "</sheetData>", row + "</sheetData>")
    hidden = changed(raw, "xl/worksheets/sheet1.xml", '<c r="XFD1048576">', '<c x=">" r="XFD1048576">')
    cell = '<table:table-cell office:value-type="float" office:value="1"'
    tall = f'<table:table-row table:number-rows-repeated="900000">{cell}/></table:table-row>'
    wide = f'<table:table-row>{cell} table:number-columns-repeated="999999999"/></table:table-row>'
    gap = '<table:table-cell table:number-columns-repeated="999999999"/>'
    far_off = f"<table:table-row>{gap}{cell}/></table:table-row>"
    for book in (raw, hidden):
        assert "as far as XFD1048576" in only(read_workbook(book, "c.xlsx"))
    for rows in (tall, wide, far_off):
        book = ods_content(f'<table:table table:name="A">{rows}</table:table>')
        assert f"at most {MAX_ROWS:,} rows and {MAX_COLUMNS} columns" in only(read_workbook(book, "c.ods"))


def test_a_large_sheet_beside_the_one_that_is_read_does_no_harm() -> None:
    raw = xlsx(Cards=CARDS, Other=[["x"]])
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    raw = changed(raw, "xl/worksheets/sheet2.xml", "</sheetData>", far + "</sheetData>")
    assert len(read_workbook(raw, "c.xlsx", "Cards").rows) == 3


def test_a_zip_bomb_is_refused_whatever_it_says_of_its_size() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 100_000_000)
    honest = made.getvalue()
    assert "unpacks to more than" in only(read_workbook(honest, "c.xlsx"))
    lying = honest.replace((100_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    assert lying != honest
    assert "damaged" in only(read_workbook(lying, "c.xlsx"))


def test_one_long_text_in_very_many_cells_is_refused() -> None:
    text = "x" * 30_000
    cell = '<table:table-cell office:value-type="string" table:number-columns-repeated="200">'
    cell += f"<text:p>{text}</text:p>"
    rows = f'<table:table-row table:number-rows-repeated="20000">{cell}</table:table-cell></table:table-row>'
    book = ods_content(f'<table:table table:name="A">{rows}</table:table>')
    assert "repeats long texts" in only(read_workbook(book, "c.ods"))


def test_entities_are_refused() -> None:
    doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(
            "content.xml", f"{doctype}<office:document-content {NAMESPACES}>&b;</office:document-content>"
        )
    assert "declares XML entities" in only(read_workbook(made.getvalue(), "c.ods"))


def test_a_sheet_is_asked_of_a_workbook_only(tmp_path: Path) -> None:
    (fault,) = table(tmp_path, b"id\na\n", "csv", "Cards").faults
    assert "has no sheets" in fault.message


@settings(max_examples=120, deadline=None)
@given(data=st.data(), book=st.sampled_from([XLSX, ODS]))
def test_any_damage_to_a_workbook_is_reported(data: st.DataObject, book: bytes) -> None:
    raw = bytearray(book)
    at = data.draw(st.integers(0, len(raw)))
    raw[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=12))
    sheet = read_workbook(bytes(raw), "c.xlsx")
    assert all(str(fault).startswith("c.xlsx") for fault in sheet.faults)


@settings(max_examples=120, deadline=None)
@given(data=st.data(), book=st.sampled_from([XLSX, ODS]))
def test_any_damage_inside_a_workbook_is_reported(data: st.DataObject, book: bytes) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as before, zipfile.ZipFile(made, "w") as after:
        names = before.namelist()
        hit = data.draw(st.sampled_from(names))
        for name in names:
            text = bytearray(before.read(name))
            if name == hit:
                at = data.draw(st.integers(0, len(text)))
                text[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=8))
            after.writestr(name, bytes(text))
    sheet = read_workbook(made.getvalue(), "c.xlsx")
    assert all(str(fault).startswith("c.xlsx") for fault in sheet.faults)
