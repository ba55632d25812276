"""What cells, cards, seats and Rooms of gridlokt are called in notation, in positions and on the table."""

from __future__ import annotations

import re

from toolkit.engine.state import Record
from toolkit.games.gridlokt.fields import (
    CORNER_SHAPE,
    FINAL,
    FIRST_KIND,
    KINDS,
    MIDDLE_LINE,
    PLAYERS_4,
    SIDE,
    STRAIGHT_SHAPE,
    T_SHAPE,
    UNIVERSAL,
    UTILITY_IDS,
)

SEATS = "RBYG"
"""The colour of each seat by its letter: red, blue, yellow, green."""

ROOMS = SEATS + "F"
"""The Rooms by their numbers; F is the Final Room."""

COLOURS = ("red", "blue", "yellow", "green")

_SHAPES = {STRAIGHT_SHAPE: "S", T_SHAPE: "T", CORNER_SHAPE: "C"}
UNIVERSAL_NAME = "U"

TURNS = "urdl"
"""Where the printed top of a card points: up, right, down, left."""

_AS_PRINTED = {"S": 5, "T": 11, "C": 3}
"""Open sides of each shape as it is printed, its mark at the top."""

_CELL = re.compile(r"([a-z]{1,2})([1-9]\d?)")


def turned(shape: str, quarter: int) -> int:
    """The open sides of a shape (S, T or C) after so many quarter turns clockwise."""
    mask = _AS_PRINTED[shape]
    return (mask << quarter | mask >> (4 - quarter)) & 15


_MASKS = {(shape, TURNS[quarter]): turned(shape, quarter) for shape in _AS_PRINTED for quarter in range(4)}
_TURN_OF = {(shape, mask): turn for (shape, turn), mask in reversed(_MASKS.items())}


def first_line(o: Record) -> int:
    """The first row and column of the table, in the grid's numbering."""
    return MIDDLE_LINE - int(o.table) // 2


def column_name(o: Record, column: int) -> str:
    """`a` for the leftmost column of the table, then to `z`, `aa`, `ab` and on."""
    place = column - first_line(o)
    return (
        "abcdefghijklmnopqrstuvwxyz"[place] if place < 26 else "a" + "abcdefghijklmnopqrstuvwxyz"[place - 26]
    )


def row_name(o: Record, row: int) -> str:
    """`1` for the lowest row of the table."""
    return str(first_line(o) + int(o.table) - row)


def on_table(o: Record, cell: int) -> bool:
    """Whether a cell of the grid lies on the table."""
    low = first_line(o)
    row, column = divmod(cell, SIDE)
    return low <= row < low + o.table and low <= column < low + o.table


def cell_name(o: Record, cell: int) -> str:
    """`a1` for the lower left cell of the table; an empty string off it."""
    if not on_table(o, cell):
        return ""
    row, column = divmod(cell, SIDE)
    return column_name(o, column) + row_name(o, row)


def cell_number(o: Record, name: str) -> int:
    """The cell of a name such as `k11`.

    Raises:
        ValueError: it is no cell of this table.
    """
    match = _CELL.fullmatch(name.lower())
    last = column_name(o, first_line(o) + int(o.table) - 1) + str(o.table)
    if match is None:
        raise ValueError(f"{name[:20]!r} is no cell; write column and row, such as k11")
    letters = match[1]
    place = ord(letters[-1]) - ord("a") + (26 if len(letters) == 2 else 0)
    row = int(match[2])
    if (len(letters) == 2 and letters[0] != "a") or place >= o.table or row > o.table:
        raise ValueError(f"there is no cell {name}; the table has a1 to {last}")
    low = first_line(o)
    return (low + int(o.table) - row) * SIDE + low + place


def kind_name(kind: int) -> str:
    """What is printed on a card: `RT`, `U`, `wall`."""
    if kind >= FIRST_KIND:
        return UTILITY_IDS[kind - FIRST_KIND]
    if kind == UNIVERSAL:
        return UNIVERSAL_NAME
    return SEATS[kind // 3] + _SHAPES[kind % 3]


KIND_OF = {
    kind_name(kind).lower(): kind for kind in [*range(3 * PLAYERS_4), UNIVERSAL, *range(FIRST_KIND, KINDS)]
}
"""Kinds by their names in small letters."""


def read_kind(name: str, what: str = "card") -> int:
    """The kind of a card by its name.

    Raises:
        ValueError: there is no such card.
    """
    kind = KIND_OF.get(name.lower())
    if kind is None:
        raise ValueError(
            f"{name[:20]!r} is no {what}; Paths are RS, RT, RC and so on by colour (R B Y G) and shape "
            f"(S straight, T, C corner), and U; Utilities are {', '.join(UTILITY_IDS)}"
        )
    return kind


def card_text(kind: int, mask: int) -> str:
    """A Path as it lies, such as `RTd`; `U` lies one way only."""
    name = kind_name(kind)
    return name if kind == UNIVERSAL else name + turn_text(kind, mask)


def turn_text(kind: int, mask: int) -> str:
    """Where the printed top of a Path points that is open on the sides of `mask`; `?` if none fits."""
    return _TURN_OF.get((_SHAPES[kind % 3], mask), "?")


def read_turn(kind: int, turn: str) -> int:
    """The open sides of a Path whose printed top points as `turn` says (empty: up; ignored for `U`).

    Raises:
        ValueError: it is none of u, r, d and l.
    """
    if kind == UNIVERSAL:
        return 15
    mask = _MASKS.get((_SHAPES[kind % 3], turn or "u"))
    if mask is None:
        raise ValueError(
            f"{turn[:8]!r} is no way to lie; write u, r, d or l for where the printed top points"
        )
    return mask


def read_seat(name: str) -> int:
    """A seat, from 0, by its letter or its number.

    Raises:
        ValueError: it is no seat.
    """
    place = SEATS.find(name.upper()) if len(name) == 1 else -1
    if place < 0 and name in ("1", "2", "3", "4"):
        place = int(name) - 1
    if place < 0:
        raise ValueError(f"{name[:20]!r} is no seat; write R, B, Y or G")
    return place


def read_room(name: str) -> int:
    """A Room by its letter.

    Raises:
        ValueError: there is no such Room.
    """
    place = ROOMS.find(name.upper()) if len(name) == 1 else -1
    if place < 0:
        raise ValueError(f"{name[:20]!r} is no Room; write R, B, Y, G or F for the Final Room")
    return place


assert len(ROOMS) - 1 == FINAL
