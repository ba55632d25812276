"""A game's component tables inside a log, so that it replays after the game folder has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from toolkit.components.folder import Folder
from toolkit.components.schema import COUNT, MAX_COUNT, ColumnSpec, Value
from toolkit.components.tables import Row, Table
from toolkit.journal.faults import JournalError

MAX_ROWS = 20_000
"""Rows a carried table may have."""

Tables = dict[str, list[dict[str, Any]]]
"""Table name -> rows, each with the columns that are not empty."""


def carry(folder: Folder) -> Tables:
    """The contents of a folder's tables as a log carries them: exactly what the fingerprint is over."""
    return {
        name: [
            {column: _plain(value) for column, value in row.items() if value is not None}
            for row in table.rows
        ]
        for name, table in folder.tables.items()
    }


def fingerprint_of(tables: Mapping[str, Any]) -> str:
    """The fingerprint (64 hex digits) of carried tables, equal to that of the folder they came from."""
    text = json.dumps(tables, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def unpack(folder: Folder, tables: Mapping[str, Any], fingerprint: str) -> Folder:
    """The folder with the tables of a log in place of its own.

    The game's rules read what they need and refuse what they cannot use, so columns and tables that came or
    went since do no harm here. Raises JournalError where the tables are damaged: their fingerprint is not the
    one that the log states, or a value is not of its column's type.
    """
    if fingerprint_of(tables) != fingerprint:
        raise JournalError("the tables in the log do not have the fingerprint that the log states")
    made = {name: _table(table, tables.get(name, [])) for name, table in folder.tables.items()}
    return replace(folder, tables=made, fingerprint=fingerprint, faults=[])


def _table(like: Table, rows: Any) -> Table:
    if not isinstance(rows, list) or len(rows) > MAX_ROWS:
        raise JournalError(f"table {like.name} in the log is no list of rows")
    made = [_row(like, number, row) for number, row in enumerate(rows, 2)]
    return replace(like, rows=made, faults=[])


def _row(like: Table, number: int, row: Any) -> Row:
    if not isinstance(row, dict):
        raise JournalError(f"row {number} of table {like.name} in the log is no row")
    values: dict[str, Value] = dict.fromkeys(like.columns)
    for name, value in row.items():
        if not _fits(like.columns.get(name, ColumnSpec(name)), value):
            raise JournalError(f"{value!r} in the log's table {like.name} is not what column {name!r} takes")
        values[name] = value
    return Row(like.file, number, values)


def _fits(column: ColumnSpec, value: Any) -> bool:
    if column.name == COUNT.name:
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT
    if column.type == "whole":
        return isinstance(value, int) and not isinstance(value, bool)
    if column.type == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str)


def _plain(value: Value) -> Value:
    return int(value) if isinstance(value, float) and value.is_integer() else value
