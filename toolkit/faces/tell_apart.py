"""Colours that carry meaning and cannot be told apart by everybody, where no symbol goes with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import combinations

from toolkit.components.faults import Fault
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.tables import Table
from toolkit.drawing.symbols import NAMES
from toolkit.drawing.vision import confused

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def check_colours(folder: Folder) -> list[Fault]:
    """A warning for each pair of colours of the palette, or of a table's column of colours, that some readers
    cannot tell apart; not where each has a symbol that the other has not.
    """
    entries = folder.palette.values()
    faults = _pairs(
        {entry.colour: {entry.symbol} - {""} for entry in entries}, MANIFEST, None, "palette", "the palette"
    )
    columns = [
        (table, column, found)
        for table in folder.tables.values()
        for column in table.columns
        if (found := _column(table, column))
    ]
    # A colour may have its symbol in another table: pawns have one, and walls have their pawn's colour.
    given = [{entry.colour: {entry.symbol} - {""} for entry in entries}, *(found for _, _, found in columns)]
    for table, column, found in columns:
        row = next((row.row for row in table.rows), None)
        faults += _pairs(found, table.file, row, column, f"column {column}", given)
    return faults


def _column(table: Table, column: str) -> dict[str, set[str]]:
    """The colours of a column, each with the symbols of its rows; empty if it is no column of colours."""
    found: dict[str, set[str]] = {}
    for row in table.rows:
        colour = row.get(column)
        if colour is None:
            continue
        if not isinstance(colour, str) or not _HEX.fullmatch(colour):
            return {}
        found.setdefault(colour.lower(), set()).update(str(v) for v in row.values() if v in NAMES)
    return found


def _pairs(
    colours: Mapping[str, set[str]],
    file: str,
    row: int | None,
    column: str,
    where: str,
    given: Iterable[Mapping[str, set[str]]] = (),
) -> list[Fault]:
    faults = []
    for one, other in combinations(colours, 2):
        pairs = [(signs.get(one), signs.get(other)) for signs in (colours, *given)]
        if any(first and second and not first & second for first, second in pairs):
            continue
        said = confused(one, other)
        if said:
            whom = ", ".join(f"{kind} ({apart:.0f})" for kind, apart in said)
            message = (
                f"{one} and {other} of {where} are hard to tell apart with {whom}; 10 is wanted: "
                "take other colours, or give each a symbol of its own"
            )
            faults.append(Fault(file, row, column, message, "warning"))
    return faults
