"""The state record that every game plays on, and the plain-Python view of such a record.

A position is one fixed-size record: a header that the engine reads (whose turn, how it ended, random
streams, decks, counters) followed by the fields that the rules of the game declare. Compiled kernels get
the record itself; plain kernels get a `View`, whose fields read and write the same bytes but yield Python
integers, fifty times faster than numpy's own field access.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

Record: TypeAlias = Any
"""A state, options or tables record inside a kernel: a numpy record when compiled, a `View` when not."""

Field: TypeAlias = tuple[str, str, tuple[int, ...]]
"""Name, signed numpy integer type, shape (`()` for one number)."""

SEATS = 8
"""Seats that fit a record; seats are numbered from 0 inside the kernels and from 1 everywhere else."""

ENDINGS = ("", "win", "joint_win", "draw", "stalled", "turn_cap")
PLAYING, WIN, JOINT_WIN, DRAW, STALLED, TURN_CAP = range(6)

STREAMS = 2 + SEATS
"""Random streams of a game: the deal, later chance, and one for each seat's bot."""
DEAL, CHANCE, BOT = 0, 1, 2


def state_dtype(
    fields: Sequence[Field],
    decks: int = 0,
    deck_capacity: int = 1,
    events: int = 0,
    measures: int = 0,
    seat_measures: int = 0,
) -> np.dtype[Any]:
    """The record type of a game's state: the engine's header, then the game's own `fields`.

    Counts of zero still give arrays of length one, since kernels cannot hold empty ones.
    """
    d, c = max(decks, 1), max(deck_capacity, 1)
    header: list[Field] = [
        ("stream", "i8", (STREAMS, 4)),
        ("players", "i8", ()),
        ("first", "i8", ()),
        ("actor", "i8", ()),
        ("chance", "i8", ()),
        ("turns", "i8", ()),
        ("actions", "i8", ()),
        ("ended", "i8", ()),
        ("detail", "i8", ()),
        ("winners", "i8", ()),
        ("deck", "i8", (d, c)),
        ("deck_size", "i8", (d,)),
        ("discard", "i8", (d, c)),
        ("discard_size", "i8", (d,)),
        ("emptied", "i8", (d,)),
        ("starved", "i8", (d,)),
        ("reshuffles", "i8", (d,)),
        ("event", "i8", (max(events, 1),)),
        ("measure", "i8", (max(measures, 1),)),
        ("seat_measure", "i8", (max(seat_measures, 1), SEATS)),
    ]
    return record_dtype([*header, *fields])


def row_dtype(decks: int, events: int, measures: int, seat_measures: int) -> np.dtype[Any]:
    """The record type of one simulated game's figures (see `Runner.play`)."""
    d = (max(decks, 1),)
    return record_dtype(
        [
            ("game", "i8", ()),
            ("turns", "i4", ()),
            ("actions", "i4", ()),
            ("ended", "i4", ()),
            ("detail", "i4", ()),
            ("winners", "i4", ()),
            ("emptied", "i4", d),
            ("starved", "i4", d),
            ("reshuffles", "i4", d),
            ("left", "i4", d),
            ("event", "i4", (max(events, 1),)),
            ("measure", "i4", (max(measures, 1),)),
            ("seat_measure", "i4", (max(seat_measures, 1), SEATS)),
        ]
    )


def record_dtype(fields: Sequence[Field]) -> np.dtype[Any]:
    """A record type of signed integer fields.

    Raises:
        ValueError: a field is not a signed integer type (unsigned arithmetic differs between compiled
            and plain kernels), or two fields share a name.
    """
    names = [name for name, _, _ in fields]
    for name, kind, _ in fields:
        if kind not in ("i1", "i2", "i4", "i8"):
            raise ValueError(f"field {name!r} has type {kind!r}; allowed are i1, i2, i4 and i8")
        if names.count(name) > 1:
            raise ValueError(f"field {name!r} is declared twice")
    return np.dtype([(n, k, s) if s else (n, k) for n, k, s in fields], align=True)


class View:
    """Plain-Python access to one record's bytes: `view.turns += 1`, `view.hand[seat, i]`.

    Made by `view_class`; all fields yield and take Python integers, and a store that does not fit its
    field raises ValueError.
    """

    __slots__ = ("_bytes",)
    _bytes: memoryview

    def raw(self) -> bytes:
        """A copy of the record's bytes."""
        return self._bytes.tobytes()

    def restore(self, raw: bytes | memoryview) -> None:
        """Overwrite the record with `raw`, which must have its exact length."""
        self._bytes[:] = raw

    def __getattr__(self, name: str) -> Any:  # only reached for unknown names; keeps mypy informed
        raise AttributeError(f"this record has no field {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


def _scalar(cell: str) -> property:
    def read(self: View) -> int:
        value: int = getattr(self, cell)[0]
        return value

    def write(self: View, value: int) -> None:
        getattr(self, cell)[0] = value

    return property(read, write)


def view_class(dtype: np.dtype[Any]) -> type[View]:
    """A `View` class whose attributes are the fields of `dtype`."""
    body: dict[str, Any] = {}
    layout: list[tuple[str, int, int, str, list[int]]] = []
    assert dtype.fields is not None
    for name, entry in dtype.fields.items():
        kind, offset = entry[0], entry[1]
        base, shape = kind.subdtype if kind.subdtype else (kind, ())
        cell = name if shape else f"_{name}_cell"
        layout.append((cell, offset, kind.itemsize, base.char, list(shape) or [1]))
        if not shape:
            body[name] = _scalar(cell)
    body["__slots__"] = tuple(cell for cell, *_ in layout)
    size = dtype.itemsize

    def init(self: View, buffer: Any) -> None:
        data = memoryview(buffer).cast("B")
        if len(data) != size:
            raise ValueError(f"a record of {size} bytes was expected, not {len(data)}")
        self._bytes = data
        for cell, offset, length, code, shape in layout:
            setattr(self, cell, data[offset : offset + length].cast(code, shape))  # type: ignore[call-overload]

    body["__init__"] = init
    return type("RecordView", (View,), body)


class Views:
    """A row of plain records that copies like a record array: `views[2] = views[0]` copies bytes."""

    def __init__(self, dtype: np.dtype[Any], count: int) -> None:
        make: Any = view_class(dtype)
        self._views = [make(bytearray(dtype.itemsize)) for _ in range(count)]

    def __getitem__(self, index: int) -> View:
        view: View = self._views[index]
        return view

    def __setitem__(self, index: int, other: View) -> None:
        self._views[index].restore(other._bytes)

    def __len__(self) -> int:
        return len(self._views)


def plain_array(shape: Sequence[int]) -> memoryview:
    """A zeroed array of 64-bit integers for plain kernels, indexed like a numpy one."""
    count = 1
    for side in shape:
        count *= side
    return memoryview(bytearray(8 * count)).cast("q", list(shape))
