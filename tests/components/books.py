"""Workbooks for tests: Excel files by openpyxl, OpenDocument files by hand as LibreOffice writes them."""

import io
import zipfile
from typing import Any
from xml.sax.saxutils import escape

import openpyxl

NAMESPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
)
# LibreOffice fills every sheet up to its end
REST = (
    '<table:table-row table:number-rows-repeated="1048000">'
    '<table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
)


def xlsx(**sheets: list[list[Any]]) -> bytes:
    """An Excel workbook with these sheets."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return saved(book)


def saved(book: Any) -> bytes:
    """The bytes of an openpyxl workbook."""
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def changed(raw: bytes, part: str, old: str, new: str) -> bytes:
    """A zip file with a text in one of its parts replaced."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(raw)) as before,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after,
    ):
        for name in before.namelist():
            data = before.read(name)
            if name == part:
                text = data.decode("utf-8")
                assert old in text
                data = text.replace(old, new).encode("utf-8")
            after.writestr(name, data)
    return made.getvalue()


def ods_cell(value: Any) -> str:
    """One cell of an OpenDocument sheet."""
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, bool):
        kind = f'boolean" office:boolean-value="{str(value).lower()}'
    elif isinstance(value, (int, float)):
        kind = f'float" office:value="{value}'
    elif hasattr(value, "isoformat"):
        kind = f'date" office:date-value="{value.isoformat()}'
    else:
        kind = "string"
    shown = "".join(f"<text:p>{escape(line)}</text:p>" for line in str(value).split("\n"))
    return f'<table:table-cell office:value-type="{kind}" calcext:value-type="x">{shown}</table:table-cell>'


def ods(**sheets: list[list[Any]]) -> bytes:
    """An OpenDocument workbook with these sheets."""
    tables = "".join(
        f'<table:table table:name="{name}"><table:table-column table:number-columns-repeated="1024"/>'
        + "".join(f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows)
        + f"{REST}</table:table>"
        for name, rows in sheets.items()
    )
    return ods_content(tables)


def ods_content(tables: str, manifest: str = "<manifest/>") -> bytes:
    """An OpenDocument workbook from the XML of its tables."""
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMESPACES} office:version="1.3">'
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", text)
    return made.getvalue()
