"""Sheets of workbooks (.xlsx, .ods) as cells of text, read by calamine after a look inside.

A workbook is a zip file of XML, and either can claim to be enormous: a few bytes can stand for a million rows
of a thousand cells. So every part that is needed is unpacked under a limit and walked through first; only
what is within bounds reaches the reader, in a zip file of our own.
"""

from __future__ import annotations

import datetime
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from toolkit.components.faults import Fault, suggest
from toolkit.components.sheets import MAX_COLUMNS, MAX_ROWS, Sheet

MAX_UNPACKED = 64_000_000
MAX_PARTS = 5_000
MAX_TEXT = 400_000_000
"""Characters of all cells together, where one text may stand for many cells."""
MAX_DEPTH = 100
MAX_FOUND = 1_000

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # old Excel files, and the wrapping of those with a password
_CELL = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_SAVE = "open it in a spreadsheet programme and save it again as .xlsx or .ods"


class _Refused(ValueError):
    """The workbook is not read; the message says why, to stand after the file's name."""


@dataclass
class _Facts:
    """What a walk through a sheet's XML found; rows and columns count from 1."""

    name: str = ""
    last_row: int = 0
    last_column: int = 0
    characters: int = 0
    merged: list[tuple[int, int, str]] = field(default_factory=list)
    stale: list[tuple[int, int]] = field(default_factory=list)  # formulas that nobody has worked out
    broken: list[tuple[int, int, str]] = field(default_factory=list)  # formulas that give an error

    def reach(self, row: int, column: int) -> None:
        self.last_row = max(self.last_row, row)
        self.last_column = max(self.last_column, column)


def read_workbook(raw: bytes, name: str, sheet: str | None = None) -> Sheet:
    """Read one sheet of a workbook, the first one where `sheet` is None.

    Whole numbers lose the `.0` that spreadsheets keep, text cells stay text, dates and times are ISO, truth
    values are TRUE and FALSE as spreadsheets show them, formulas are their values.
    """
    try:
        parts = _unpack(raw)
        small, facts, names = _ods(parts, sheet) if "content.xml" in parts else _xlsx(parts, sheet)
    except _Refused as error:
        return Sheet(name, faults=[Fault(name, None, None, str(error))])
    label = f"{name}[{facts.name}]" if sheet is not None or len(names) > 1 else name
    made = Sheet(label)
    if too_large := _too_large(facts):
        made.fault(None, None, too_large)
        return made
    try:
        grid = _grid(small, facts.name)
    except _Refused as error:
        made.fault(None, None, str(error))
        return made
    for row, cells in enumerate(grid, start=1):
        if not made.add(row, [_text(cell) for cell in cells]):
            break
    _report(made, facts)
    return made


def _too_large(facts: _Facts) -> str:
    """What is too much about a sheet, or an empty text."""
    if facts.last_row > MAX_ROWS or facts.last_column > MAX_COLUMNS:
        last = f"{Sheet('').column_name(facts.last_column)}{facts.last_row}"
        most = f"at most {MAX_ROWS:,} rows and {MAX_COLUMNS} columns are read"
        return f"has cells as far as {last}; {most}, so keep the table in a file of its own"
    if facts.characters > MAX_TEXT:
        return "repeats long texts in too many cells; shorten the longest ones"
    return ""


def _report(made: Sheet, facts: _Facts) -> None:
    """Faults for what a reader would take in silence for an empty cell."""
    for row, column, where in facts.merged:
        if row <= facts.last_row and column <= facts.last_column:
            message = f"cells {where} are merged, and only the first of them has the value; unmerge them"
            made.faults.append(Fault(made.file, row, made.column_name(column), message, "warning"))
    for row, column, shown in facts.broken:
        made.fault(row, made.column_name(column), f"the formula gives {shown or 'an error'}; mend it")
    if facts.stale:
        row, column = facts.stale[0]
        more = f" (and {len(facts.stale) - 1} more)" if len(facts.stale) > 1 else ""
        made.fault(row, made.column_name(column), f"holds a formula without its value{more}; {_SAVE}")


def _text(cell: Any) -> str:
    """A cell as the text that a spreadsheet would write to CSV."""
    if isinstance(cell, str):
        return cell.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, (int, float)):
        # 15 digits are what spreadsheets keep: 0.1 + 0.2 is 0.3 there
        return str(int(cell)) if float(cell).is_integer() and abs(cell) < 1e15 else f"{cell:.15g}"
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat() if cell.time() == datetime.time() else cell.isoformat(sep=" ")
    if isinstance(cell, datetime.timedelta):
        seconds = round(cell.total_seconds())
        sign = "-" if seconds < 0 else ""
        hours, rest = divmod(abs(seconds), 3600)
        return f"{sign}{hours:02d}:{rest // 60:02d}:{rest % 60:02d}"
    return str(cell.isoformat()) if isinstance(cell, (datetime.date, datetime.time)) else str(cell)


def _grid(small: bytes, name: str) -> list[list[Any]]:
    import python_calamine

    try:
        book = python_calamine.load_workbook(io.BytesIO(small))
        return book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except python_calamine.CalamineError as error:
        said = str(error).splitlines()[0][:80] if str(error) else "unknown fault"
        raise _Refused(f"is damaged ({said}); {_SAVE}") from None
    except BaseException as error:
        # a panic of the reader arrives as an exception of its own, outside of Exception
        if type(error).__name__ != "PanicException":
            raise
        raise _Refused(f"is damaged; {_SAVE}") from None


# --- the zip file


def _unpack(raw: bytes) -> dict[str, bytes]:
    """The XML parts of a workbook by name, unpacked within `MAX_UNPACKED`."""
    if raw.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in raw:
            raise _Refused("is protected by a password; save it without one")
        raise _Refused("is an old Excel file under a new name; save it as .xlsx or .ods")
    if not raw.startswith(b"PK"):
        raise _Refused(f"is no workbook; {_SAVE}")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            wanted = [i for i in archive.infolist() if i.filename.endswith((".xml", ".rels"))]
            if len(wanted) > MAX_PARTS or sum(info.file_size for info in wanted) > MAX_UNPACKED:
                raise _Refused(
                    f"unpacks to more than {MAX_UNPACKED:,} bytes; keep the table in a file of its own"
                )
            if any(info.flag_bits & 1 for info in wanted):
                raise _Refused("is protected by a password; save it without one")
            # what a part says its size is, is all that is read of it
            return {info.filename.lstrip("/"): archive.read(info) for info in wanted}
    except _Refused:
        raise
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError):
        raise _Refused(f"is damaged; {_SAVE}") from None


def _packed(parts: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return made.getvalue()


def _walk(
    data: bytes,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] | None = None,
    parser: Any = None,
) -> None:
    """Call `start` and `end` for every element of an XML text, with names without their prefixes."""
    parser = parser or expat.ParserCreate()

    def doctype(*_: object) -> None:
        raise _Refused("declares XML entities, as no spreadsheet programme does; " + _SAVE)

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = lambda name, found: start(name.rpartition(":")[2], found)
    if end is not None:
        parser.EndElementHandler = lambda name: end(name.rpartition(":")[2])
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise _Refused(f"is damaged (XML: {error}); {_SAVE}") from None


def _local(found: dict[str, str], name: str) -> list[str]:
    """The values of an attribute, whatever its prefix."""
    return [value for key, value in found.items() if key.rpartition(":")[2] == name]


def _choose(names: list[str], sheet: str | None) -> str:
    if not names:
        raise _Refused("has no sheets of cells")
    if sheet is None:
        return names[0]
    if sheet not in names:
        raise _Refused(f"has no sheet '{sheet}'; {suggest(sheet, names)}")
    return sheet


# --- Excel


def _xlsx(parts: dict[str, bytes], sheet: str | None) -> tuple[bytes, _Facts, list[str]]:
    targets: dict[str, str] = {}
    main = "xl/workbook.xml"
    if main not in parts:
        raise _Refused(f"is no workbook; {_SAVE}")

    def relation(name: str, found: dict[str, str]) -> None:
        if name == "Relationship" and found.get("Type", "").endswith("/worksheet"):
            target = found.get("Target", "")
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath("xl/" + target)
            targets[found.get("Id", "")] = path

    _walk(parts.get("xl/_rels/workbook.xml.rels", b"<none/>"), relation)
    sheets: dict[str, str] = {}

    def listed(name: str, found: dict[str, str]) -> None:
        path = next((targets[i] for i in _local(found, "id") if i in targets), "")
        if name == "sheet" and path in parts:
            sheets.setdefault(found.get("name", ""), path)

    _walk(parts[main], listed)
    chosen = _choose(list(sheets), sheet)
    shared = _longest(parts.get("xl/sharedStrings.xml", b"<none/>"))
    found = {
        path: _xlsx_facts(data, shared) for path, data in parts.items() if path != main and _has_cells(data)
    }
    facts = found.get(sheets[chosen], _Facts())
    facts.name = chosen
    # other sheets may be as large as they like: the reader does not get them
    kept = {path: data for path, data in parts.items() if path not in found or path == sheets[chosen]}
    return _packed(kept), facts, list(sheets)


def _has_cells(data: bytes) -> bool:
    """Whether a part may be a sheet: in any encoding that XML comes in."""
    return (
        b"sheetData" in data
        or "sheetData".encode("utf-16-le") in data
        or "sheetData".encode("utf-16-be") in data
    )


def _longest(data: bytes) -> int:
    """Length of the longest text that cells may share."""
    parser = expat.ParserCreate()
    lengths = [0, 0]  # of the text in hand, and of the longest one

    def start(name: str, _: dict[str, str]) -> None:
        if name == "si":
            lengths[0] = 0

    def characters(text: str) -> None:
        lengths[0] += len(text)
        lengths[1] = max(lengths)

    parser.CharacterDataHandler = characters
    _walk(data, start, None, parser)
    return lengths[1]


def _xlsx_facts(data: bytes, shared: int) -> _Facts:
    facts = _Facts()
    parser = expat.ParserCreate()
    at = [0, 0]  # of the cell in hand
    cell: dict[str, Any] = {}

    def start(name: str, found: dict[str, str]) -> None:
        if name == "row":
            number = found.get("r", "")
            at[0] = int(number) if number.isdecimal() and len(number) < 9 else at[0] + 1
            at[1] = 0
        elif name == "c":
            place = _CELL.fullmatch(found.get("r", ""))
            if place:
                at[0], at[1] = int(place[2]), _number(place[1])
            elif "r" in found:
                raise _Refused(f"is damaged (a cell called '{found['r'][:20]}'); {_SAVE}")
            else:
                at[1] += 1
            cell.clear()
            cell["type"] = found.get("t", "n")
            if cell["type"] == "s":
                facts.characters += shared
            cell["value"] = ""
        elif name in ("v", "is"):
            facts.reach(at[0], at[1])
            if cell.get("type") == "e" or "formula" in cell:
                parser.CharacterDataHandler = characters
        elif name == "f":
            cell["formula"] = True
        elif name == "mergeCell":
            first, _, last = found.get("ref", "").partition(":")
            place, other = _CELL.fullmatch(first), _CELL.fullmatch(last)
            if place and other and len(facts.merged) < MAX_FOUND:
                facts.merged.append((int(place[2]), _number(place[1]), f"{first} to {last}"))

    def characters(text: str) -> None:
        cell["value"] += text

    def end(name: str) -> None:
        if name == "v":
            parser.CharacterDataHandler = None
        elif name == "c":
            if cell.get("type") == "e":
                facts.reach(at[0], at[1])
                if len(facts.broken) < MAX_FOUND:
                    facts.broken.append((at[0], at[1], cell["value"].strip()[:20]))
            elif "formula" in cell and not cell["value"] and cell.get("type") != "str":
                facts.reach(at[0], at[1])
                facts.stale.append((at[0], at[1]))

    _walk(data, start, end, parser)
    return facts


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


# --- OpenDocument


def _ods(parts: dict[str, bytes], sheet: str | None) -> tuple[bytes, _Facts, list[str]]:
    manifest = parts.get("META-INF/manifest.xml", b"")
    if b"encryption-data" in manifest:
        raise _Refused("is protected by a password; save it without one")
    tables = _ods_facts(parts["content.xml"])
    chosen = _choose([table.name for table in tables], sheet)
    facts = next(table for table in tables if table.name == chosen)
    for table in tables:  # the reader takes them all, so that each has to be within bounds
        if _too_large(table):
            facts = table
            break
    small = {
        "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": b'<?xml version="1.0"?><manifest/>',
        "content.xml": parts["content.xml"],
    }
    return _packed(small), facts, [table.name for table in tables]


def _ods_facts(data: bytes) -> list[_Facts]:
    tables: list[_Facts] = []
    at = [0, 0]
    span = [1, 1]  # how often the row and the cell in hand are repeated
    within: list[str] = []

    def repeated(found: dict[str, str], name: str) -> int:
        counts = [int(v) for v in _local(found, name) if v.strip().isdecimal() and len(v) < 12]
        return max([1, *counts])

    def start(name: str, found: dict[str, str]) -> None:
        within.append(name)
        if len(within) > MAX_DEPTH:
            raise _Refused(f"is damaged (elements within elements without end); {_SAVE}")
        if name == "table":
            tables.append(_Facts((_local(found, "name") or [""])[0]))
            at[:] = [0, 0]
            span[0] = 0
        elif not tables:
            return
        elif name == "table-row":
            at[0] += span[0] or 1
            at[1] = 0
            span[:] = [repeated(found, "number-rows-repeated"), 1]
        elif name in ("table-cell", "covered-table-cell"):
            at[1] += 1
            span[1] = repeated(found, "number-columns-repeated")
            facts = tables[-1]
            if _local(found, "value-type"):
                facts.reach(at[0] + span[0] - 1, at[1] + span[1] - 1)
            rows, columns = repeated(found, "number-rows-spanned"), repeated(found, "number-columns-spanned")
            if rows * columns > 1 and len(facts.merged) < MAX_FOUND:
                letter = Sheet("").column_name
                where = f"{letter(at[1])}{at[0]} to {letter(at[1] + columns - 1)}{at[0] + rows - 1}"
                facts.merged.append((at[0], at[1], where))
            if "error" in _local(found, "value-type") and len(facts.broken) < MAX_FOUND:
                facts.broken.append((at[0], at[1], ""))
            at[1] += span[1] - 1
        elif name == "p" and ("table-cell" in within or "covered-table-cell" in within):
            tables[-1].reach(at[0] + span[0] - 1, at[1])

    def characters(text: str) -> None:
        if tables:
            tables[-1].characters += len(text) * (span[0] or 1) * span[1]

    def end(name: str) -> None:
        within.pop()

    parser = expat.ParserCreate()
    parser.CharacterDataHandler = characters
    _walk(data, start, end, parser)
    return tables
