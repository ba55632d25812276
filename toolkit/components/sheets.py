"""A file of cells, whatever its kind: rows as a spreadsheet numbers them, every cell as text."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import Fault, printable
from toolkit.components.reading import Unreadable, read_file

MAX_BYTES = 8_000_000
MAX_BOOK = 20_000_000
MAX_ROWS = 20_000
MAX_COLUMNS = 200
MAX_CELL = 20_000

TEXT_KINDS = (".csv", ".tsv", ".tab", ".txt")
BOOK_KINDS = (".xlsx", ".xlsm", ".ods")

# Line breaks and tabs; marks that say which way a text runs are part of some scripts (those that turn others'
# text around are not).
_HARMLESS = "\n\t\u061c\u200e\u200f\ufeff"


@dataclass
class Sheet:
    """Cells as they stand in a file, with the faults of reading it.

    `file` is what faults call it: `cards.csv`, or `cards.xlsx[Actions]` for a sheet of a workbook. `rows` has
    (row number, cells) for every row that is not blank, the header first. The row number is the one that a
    spreadsheet programme shows beside the row: a cell with line breaks in it is still one row, a blank row
    counts.
    """

    file: str
    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    blank_rows: int = 0
    faults: list[Fault] = field(default_factory=list)

    def add(self, row: int, cells: list[str]) -> bool:
        """Take in the next row; False where there are too many, and no more is taken.

        Cells are stripped and brought to Unicode's composed form (NFC); faults are noted for what is too much
        and for control characters.
        """
        if len(self.rows) >= MAX_ROWS:
            self.fault(row, None, f"more than {MAX_ROWS:,} rows; the rest was not read")
            return False
        if len(cells) > MAX_COLUMNS:
            self.fault(row, None, f"{len(cells)} cells in one row; at most {MAX_COLUMNS} are read")
            cells = cells[:MAX_COLUMNS]
        cells = [unicodedata.normalize("NFC", cell.strip()) for cell in cells]
        if any(cells):
            self._check(row, cells)
            self.rows.append((row, cells))
        else:
            self.blank_rows += 1
        return True

    def fault(self, row: int | None, column: str | None, message: str) -> None:
        """Note an error in this file."""
        self.faults.append(Fault(self.file, row, column, message))

    def column_name(self, number: int) -> str:
        """The header's name of a column (from 1), or its letter where the header has none."""
        if self.rows and number <= len(self.rows[0][1]) and self.rows[0][1][number - 1]:
            return self.rows[0][1][number - 1]
        letters = ""
        while number > 0:
            number, rest = divmod(number - 1, 26)
            letters = chr(65 + rest) + letters
        return letters

    def _check(self, row: int, cells: list[str]) -> None:
        for index, cell in enumerate(cells):
            if len(cell) > MAX_CELL:
                message = f"{len(cell):,} characters in one cell; at most {MAX_CELL:,} are read"
                self.fault(row, self.column_name(index + 1), message)
                cells[index] = cell[:MAX_CELL]
            if cell.isprintable():
                continue
            bad = next((char for char in cell if printable(char, _HARMLESS) != char), None)
            if bad is not None:
                message = f"a control character (U+{ord(bad):04X}) is in this cell; remove it"
                self.fault(row, self.column_name(index + 1), message)


def read_sheet(path: Path, name: str, known: Collection[str], sheet: str | None = None) -> Sheet:
    """Read the cells of a table file: CSV, or a sheet of a workbook (the first where `sheet` names none).

    `name` is what faults call the file. `known` are the column names that are expected: they help to tell the
    delimiter. A file that cannot be read gives an empty sheet with a fault.
    """
    kind = path.suffix.lower()
    if kind not in (*TEXT_KINDS, *BOOK_KINDS):
        known_kinds = ", ".join((*TEXT_KINDS, *BOOK_KINDS))
        message = f"tables are not read from '{path.suffix}' files; save it as CSV (UTF-8) or a workbook"
        return _refused(name, f"{message}, known kinds are {known_kinds}")
    if sheet is not None and kind in TEXT_KINDS:
        return _refused(name, "has no sheets; take `sheet` out, or name a workbook (.xlsx, .ods)")
    try:
        raw = read_file(path, MAX_BYTES if kind in TEXT_KINDS else MAX_BOOK)
    except Unreadable as error:
        advice = "" if ";" in str(error) else "; put the table there or change its `file` in game.toml"
        return _refused(name, f"{error}{advice}")
    if kind in BOOK_KINDS:
        from toolkit.components.workbook import read_workbook

        return read_workbook(raw, name, sheet)
    from toolkit.components.csvfile import read_csv

    return read_csv(raw, name, known)


def _refused(name: str, message: str) -> Sheet:
    made = Sheet(name)
    made.fault(None, None, message)
    return made
