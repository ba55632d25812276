"""Colours that carry meaning and cannot be told apart by everybody, where no symbol goes with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolkit.components.faults import Fault
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.tables import Table
from toolkit.components.tomlfile import read_toml
from toolkit.drawing.colours import parse_colour
from toolkit.drawing.icons import NAMES as ICONS
from toolkit.drawing.symbols import NAMES
from toolkit.drawing.vision import confused
from toolkit.faces.icons import Icons

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_CALLED = re.compile(r"colou?r", re.IGNORECASE)
_WHOM = {
    "protanopia": "for readers who see no red (protanopia)",
    "deuteranopia": "for readers who see no green (deuteranopia)",
    "tritanopia": "for readers who see no blue (tritanopia)",
    "a print without colours": "in a print without colours",
}


@dataclass(slots=True)
class _Used:
    """A colour in use: what has it first, the row of that, and the symbols that go with it."""

    name: str
    row: int | None
    symbols: set[str] = field(default_factory=set)


_Colours = Mapping[str, _Used]


def check_colours(folder: Folder) -> list[Fault]:
    """A warning for each pair of colours of the palette, or of a table's column of colours, that some readers
    cannot tell apart; not where each has a symbol that the other has not.
    """
    manifest = read_toml(folder.path / MANIFEST)
    palette: dict[str, _Used] = {}
    for entry in folder.palette.values():
        row = manifest.at("palette", entry.name)[0]
        palette.setdefault(entry.colour, _Used(entry.name, row)).symbols.update({entry.symbol} - {""})
    faults = _pairs(palette, MANIFEST, "palette", ())
    signs = frozenset([*NAMES, *ICONS, *Icons(folder.path).files])
    columns = [
        (table, column, found)
        for table in folder.tables.values()
        for column in table.columns
        if (found := _column(table, column, signs))
    ]
    # A colour may have its symbol in another table: pawns have one, and walls have their pawn's colour.
    given = [palette, *(found for _, _, found in columns)]
    for table, column, found in columns:
        faults += _pairs(found, table.file, column, given)
    return faults


def _column(table: Table, column: str, signs: frozenset[str]) -> _Colours:
    """The colours of a column, each with the `signs` (symbols, icons) of its rows; empty if it is no column
    of colours.

    Names such as red count where the column is called colour.
    """
    found: dict[str, _Used] = {}
    for row in table.rows:
        text = row.get(column)
        if text is None:
            continue
        if not isinstance(text, str) or not (_HEX.fullmatch(text) or _CALLED.search(column)):
            return {}
        try:
            colour = parse_colour(text)
        except ValueError:  # a name of the palette, or none at all
            return {}
        used = found.setdefault(colour, _Used(row.text(table.key or ""), row.row))
        used.symbols.update(str(value) for value in row.values() if value in signs)
    return found


def _pairs(colours: _Colours, file: str, column: str, given: Iterable[_Colours]) -> list[Fault]:
    """A warning for each colour that is like others before it; symbols may also be `given` elsewhere."""
    known = [colours, *given]
    faults = []
    for number, other in enumerate(colours):
        alike = []
        for one in list(colours)[:number]:
            pairs = [(signs.get(one), signs.get(other)) for signs in known]
            if any(a and b and a.symbols and b.symbols and not a.symbols & b.symbols for a, b in pairs):
                continue
            said = confused(one, other)
            if said:
                whom = ", ".join(f"{apart:.1f} {_WHOM[kind]}" for kind, apart in said)
                alike.append((_called(one, colours[one]), whom))
        if alike:
            cure = "where 10 is wanted; take another colour, or give each a symbol of its own"
            message = f"{_told(_called(other, colours[other]), alike)}, {cure}"
            faults.append(Fault(file, colours[other].row, column, message, "warning"))
    return faults


def _told(colour: str, alike: list[tuple[str, str]]) -> str:
    if len(alike) == 1:
        return f"{colour} and {alike[0][0]} are hard to tell apart: {alike[0][1]}"
    return f"{colour} is hard to tell apart from " + "; from ".join(f"{one}: {whom}" for one, whom in alike)


def _called(colour: str, used: _Used) -> str:
    return f"{colour} ({used.name})" if used.name else colour
