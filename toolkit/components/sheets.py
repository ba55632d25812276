"""A file of cells, whatever its kind: rows as a spreadsheet numbers them, every cell as text."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import Fault
from toolkit.components.reading import Unreadable, read_file

MAX_BYTES = 8_000_000
MAX_ROWS = 20_000
MAX_COLUMNS = 200
MAX_CELL = 20_000


@dataclass
class Sheet:
    """Cells as they stand in a file, with the faults of reading it.

    `rows` has (row number, cells) for every row that is not blank, the header first. The row number is the
    one that a spreadsheet programme shows beside the row: a cell with line breaks in it is still one row, a
    blank row counts.
    """

    rows: list[tuple[int, list[str]]] = field(default_factory=list)
    blank_rows: int = 0
    faults: list[Fault] = field(default_factory=list)


Reader = Callable[[bytes, str, Collection[str]], Sheet]


def _readers() -> dict[str, Reader]:
    from toolkit.components.csvfile import read_csv

    return {".csv": read_csv, ".tsv": read_csv, ".tab": read_csv, ".txt": read_csv}


def read_sheet(path: Path, name: str, known: Collection[str]) -> Sheet:
    """Read the cells of a table file.

    `name` is what faults call the file. `known` are the column names that are expected: they help to tell the
    delimiter. A file that cannot be read gives an empty sheet with a fault.
    """
    readers = _readers()
    reader = readers.get(path.suffix.lower())
    if reader is None:
        kinds = ", ".join(readers)
        message = (
            f"tables are not read from '{path.suffix}' files; save it as CSV (UTF-8), known kinds are {kinds}"
        )
        return Sheet(faults=[Fault(name, None, None, message)])
    try:
        raw = read_file(path, MAX_BYTES)
    except Unreadable as error:
        advice = "" if ";" in str(error) else "; put the table there or change its `file` in game.toml"
        return Sheet(faults=[Fault(name, None, None, f"{error}{advice}")])
    return reader(raw, name, known)
