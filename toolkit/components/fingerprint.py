"""One short name for the contents of a game's tables: equal values, equal fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from toolkit.components.schema import Value
from toolkit.components.tables import Table


def fingerprint(tables: Mapping[str, Table]) -> str:
    """SHA-256 (64 hex digits) over the tables' names, columns and values, rows in their order.

    How a file is written (byte order mark, delimiter, quotes, line ends, order of columns, blank rows, 1.0
    for 1, an empty cell or its default) does not change it; any value, and the order of rows, does.
    """
    content = {
        name: [
            {column: _plain(value) for column, value in row.items() if value is not None}
            for row in table.rows
        ]
        for name, table in tables.items()
    }
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _plain(value: Value) -> Value:
    return int(value) if isinstance(value, float) and value.is_integer() else value
