"""Component tables: rows of checked values, each of which knows where in the file it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import Fault, Severity, suggest
from toolkit.components.schema import COUNT, LANGUAGE, CellFault, ColumnSpec, TableSpec, Value
from toolkit.components.sheets import Sheet, read_sheet

MAX_PIECES = 20_000


class Row(Mapping[str, Value]):
    """One row: column name -> value (None where the cell is empty without a default, or faulty).

    `row` is the row number that a spreadsheet shows, `file` the table's file name, `count` how many of it
    there are.
    """

    __slots__ = ("_values", "file", "row")

    def __init__(self, file: str, row: int, values: dict[str, Value]) -> None:
        self.file = file
        self.row = row
        self._values = values

    def __getitem__(self, column: str) -> Value:
        return self._values[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Row({self.file}:{self.row}, {self._values})"

    @property
    def count(self) -> int:
        """How many of this row there are."""
        return self.whole("count")

    def whole(self, column: str) -> int:
        """The cell as a whole number; 0 where it is empty or faulty."""
        value = self._values.get(column)
        return int(value) if isinstance(value, (int, float)) else 0

    def text(self, column: str) -> str:
        """The cell as text; empty where there is none."""
        value = self._values.get(column)
        return "" if value is None else str(value)

    def fault(self, column: str | None, message: str, severity: Severity = "error") -> Fault:
        """A fault at this row's cell of `column`."""
        return Fault(self.file, self.row, column, message, severity)


@dataclass
class Table:
    """A table that was read: its rows in the file's order, and every fault found in it.

    `blank_rows` counts the rows that were skipped because every cell was empty. `present` are the columns
    that the file has, `translated` those with words of another language: name -> (column, language); their
    cells are in `words`, by row number and name.
    """

    name: str
    file: str
    key: str | None = None
    columns: dict[str, ColumnSpec] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    blank_rows: int = 0
    present: list[str] = field(default_factory=list)
    translated: dict[str, tuple[str, str]] = field(default_factory=dict)
    words: dict[tuple[int, str], Value] = field(default_factory=dict)

    def pieces(self, copies: str = "count") -> Iterator[tuple[Row, int]]:
        """Every piece: (row, number of the copy from 1), rows repeated by their `copies` column."""
        for row in self.rows:
            for copy in range(1, row.whole(copies) + 1):
                yield row, copy

    def count(self, copies: str = "count") -> int:
        """How many pieces the table describes."""
        return sum(row.whole(copies) for row in self.rows)


def read_table(path: Path, spec: TableSpec, name: str | None = None) -> Table:
    """Read and check one table; `name` is what faults call the file (by default its name).

    Never raises for what is in the file: `Table.faults` has every fault, a faulty cell has the value None.
    """
    sheet = read_sheet(path, name or path.name, spec.known, spec.sheet)
    file = sheet.file
    table = Table(spec.name, file, spec.key, faults=list(sheet.faults), blank_rows=sheet.blank_rows)
    if not sheet.rows:
        if not sheet.faults:
            wanted = ",".join(spec.known)
            table.faults.append(Fault(file, 1, None, f"is empty; its first row names the columns: {wanted}"))
        return table
    header = _header(sheet, spec, table)
    for number, cells in sheet.rows[1:]:
        table.rows.append(_row(number, cells, header, table))
    _check_keys(table)
    if table.count() > MAX_PIECES:
        message = f"has {table.count():,} pieces; at most {MAX_PIECES:,} are handled"
        table.faults.append(Fault(file, None, "count", message))
    return table


def _header(sheet: Sheet, spec: TableSpec, table: Table) -> list[ColumnSpec | None]:
    """The column of each cell (None: ignored), with faults for names that are unknown, double or missing."""
    row, names = sheet.rows[0]
    header: list[ColumnSpec | None] = []
    for index, name in enumerate(names):
        translated = _translation(name, names, spec)
        if translated is not None and name not in table.translated:
            base, language = translated
            table.translated[name] = (base.name, language)
            header.append(ColumnSpec(**{**base.__dict__, "name": name, "required": False, "default": None}))
            continue
        column = spec.column(name) if name and translated is None else None
        if name.startswith("#"):  # a designer's own remarks
            column = None
        elif name in table.columns or name in table.translated:
            table.faults.append(
                Fault(
                    table.file, row, name, f"column '{name}' is there twice; rename or remove the second one"
                )
            )
            column = None
        elif name and column is None:
            table.faults.append(Fault(table.file, row, name, _no_column(name, names, spec)))
        elif not name and any(index < len(cells) and cells[index] for _, cells in sheet.rows[1:]):
            table.faults.append(Fault(table.file, row, index + 1, "this column has no name; give it one"))
        if column is not None:
            table.columns[column.name] = column
            table.present.append(column.name)
        header.append(column)
    wanted = [column.name for column in spec.columns.values() if column.required]
    if spec.key is not None and spec.key not in wanted:
        wanted.insert(0, spec.key)
    for name in wanted:
        if name not in table.columns:
            table.faults.append(
                Fault(table.file, row, name, f"column '{name}' is missing; add it to the first row")
            )
    for name in [*spec.columns, "count"]:  # what is not in the file has its default in every row
        absent = spec.column(name)
        if absent is not None:
            table.columns.setdefault(name, absent)
    return header


def _no_column(name: str, names: list[str], spec: TableSpec) -> str:
    """What is said of a column that the table is not known to have."""
    base, dot, language = name.rpartition(".")
    if dot and LANGUAGE.fullmatch(language) and base not in names:
        return f"there is no column '{name}', and no '{base}' that it translates; {suggest(base, names)}"
    return (
        f"there is no column '{name}'; {suggest(name, spec.known)} (a new one is written under "
        f"[tables.{spec.name}.columns] in game.toml, one for remarks starts with #)"
    )


def _translation(name: str, names: list[str], spec: TableSpec) -> tuple[ColumnSpec, str] | None:
    """The column that `name.da` translates, and the language; None where the name is not of that kind."""
    base, dot, language = name.rpartition(".")
    if not dot or name in spec.columns or base not in names or not LANGUAGE.fullmatch(language):
        return None
    column = spec.column(base)
    return None if column is None or base in (spec.key, COUNT.name) else (column, language)


def _row(number: int, cells: list[str], header: list[ColumnSpec | None], table: Table) -> Row:
    extra = [cell for cell in cells[len(header) :] if cell]
    missing = [column.name for column in header[len(cells) :] if column is not None]
    if extra:
        message = (
            f"{len(cells)} cells, but the header has {len(header)}; "
            f"remove '{extra[0][:40]}', or put a cell that holds the delimiter in quotes"
        )
        table.faults.append(Fault(table.file, number, len(header) + 1, message))
    elif missing:
        message = (
            f"{len(cells)} cells, but the header has {len(header)}; "
            f"add what is missing ({', '.join(missing)}), if only the delimiters of empty cells"
        )
        table.faults.append(Fault(table.file, number, missing[0], message))
    values: dict[str, Value] = {name: column.default for name, column in table.columns.items()}
    for index, column in enumerate(header):
        if column is None:
            continue
        try:
            if index >= len(cells):
                continue
            value = column.value(cells[index])
            if column.name in table.translated:
                table.words[number, column.name] = value
            else:
                values[column.name] = value
        except CellFault as error:
            if column.name not in table.translated:
                values[column.name] = None
            table.faults.append(Fault(table.file, number, column.name, str(error)))
    return Row(table.file, number, values)


def _check_keys(table: Table) -> None:
    key = table.key
    if key is None:
        return
    seen: dict[Value, int] = {}
    for row in table.rows:
        value = row.get(key)
        if value is None:
            continue
        if value in seen:
            message = (
                f"'{value}' is already the {key} of row {seen[value]}; give every row its own, or use `count`"
            )
            table.faults.append(row.fault(key, message))
        else:
            seen[value] = row.row
