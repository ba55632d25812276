"""Where pieces go on sheets: places in a grid or in offset rows, and their mirrored places on the back.

Pieces are never scaled: where they do not fit, a column or a row is dropped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.drawing.model import Box
from toolkit.press.paper import MARGIN, Paper

LABEL_ROOM = 5.0
"""Free space above and below round pieces, mm: they have no crop marks beside which a label could stand."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a sheet: its upper left corner and its size, mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


class TooLarge(ValueError):
    """A piece does not fit the paper; the message says its size and what does fit."""


def places(
    width: float, height: float, paper: Paper, gap: float = 0.0, round_piece: bool = False
) -> list[Place]:
    """The places for pieces of one size on a sheet, row by row, the whole centred on the paper.

    Rectangles lie edge to edge (or `gap` mm apart). Round pieces lie in offset rows if that holds more of
    them; their bleed (half the gap) stays inside the margins too, with room for a label above and a ruler
    below. Raises TooLarge when not even one fits.
    """
    room_x, room_y = paper.width - 2 * MARGIN + 1e-6, paper.height - 2 * MARGIN + 1e-6
    if round_piece:
        room_x, room_y = room_x - gap, room_y - gap - 2 * LABEL_ROOM
    columns = int((room_x + gap) / (width + gap))
    rows = int((room_y + gap) / (height + gap))
    if columns < 1 or rows < 1:
        raise TooLarge(
            f"a piece of {width:g} x {height:g} mm does not fit {paper.name} inside margins of {MARGIN:g}; "
            f"at most {room_x:.5g} x {room_y:.5g} mm do (or make it `tiled`)"
        )
    grid = [
        Place(column * (width + gap), row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    ]
    if round_piece:
        offset = _offset_rows(width, room_x, room_y, gap)
        if len(offset) > len(grid):
            grid = offset
    return _centred(grid, paper)


def _offset_rows(diameter: float, room_x: float, room_y: float, gap: float) -> list[Place]:
    step = diameter + gap
    drop = step * math.sqrt(3) / 2
    rows = int((room_y - diameter) / drop) + 1
    found: list[Place] = []
    for row in range(rows):
        start = step / 2 if row % 2 else 0.0
        count = int((room_x - start + gap) / step)
        found.extend(Place(start + i * step, row * drop, diameter, diameter) for i in range(count))
    return found


def _centred(grid: Sequence[Place], paper: Paper) -> list[Place]:
    right = max(p.x + p.width for p in grid)
    bottom = max(p.y + p.height for p in grid)
    dx, dy = (paper.width - right) / 2, (paper.height - bottom) / 2
    return [Place(p.x + dx, p.y + dy, p.width, p.height) for p in grid]


def mirrored(place: Place, paper: Paper, flip: str) -> Place:
    """Where the back of a piece lies: mirrored left to right (`long` edge, portrait), or top to bottom
    (`short`).
    """
    across = (flip == "long") == (paper.height >= paper.width)
    if across:
        return Place(paper.width - place.x - place.width, place.y, place.width, place.height)
    return Place(place.x, paper.height - place.y - place.height, place.width, place.height)


def turned_over(paper: Paper, flip: str) -> bool:
    """Whether a back has to be drawn upside down so that it is upright when its piece is turned over
    sideways.
    """
    return (flip == "long") != (paper.height >= paper.width)
