"""Where pieces of one size go on a sheet: in a grid, in offset rows or in a honeycomb, and their mirrored
places on the back.

Pieces are never scaled: where they do not fit, a column or a row is dropped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from toolkit.drawing.model import Box
from toolkit.press.paper import Paper

LABEL_ROOM = 5.0
"""Free space above and below pieces that are no rectangles, mm: they have no crop marks beside which a label
could stand.
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a sheet: its upper left corner and its size as it lies there, mm.

    A piece that lies `turned` has its upper edge on the right (a quarter turn clockwise).
    """

    x: float
    y: float
    width: float
    height: float
    turned: bool = False

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


class TooLarge(ValueError):
    """A piece does not fit the paper; the message says its size and what does fit."""


def places(
    width: float,
    height: float,
    paper: Paper,
    gap: float = 0.0,
    shape: str = "rect",
    count: int | None = None,
) -> list[Place]:
    """The places for pieces of one size on a sheet, row by row, the whole centred on the paper.

    Rectangles lie `gap` mm apart, all turned by a quarter if `count` pieces take fewer sheets so (None: as
    many as there may be). Circles and hexagons lie in offset rows if that takes fewer; their bleed (half the
    gap) stays inside the margins too, with room for a label above and a ruler below. Raises TooLarge when
    not even one fits.
    """
    room_x, room_y = room(paper, gap, shape)
    grid = fill(width, height, room_x, room_y, gap, shape, count)
    if not grid:
        raise TooLarge(
            f"a piece of {width:g} x {height:g} mm does not fit {paper.name} inside margins of "
            f"{paper.margin:g}; at most {max(0.0, room_x):.5g} x {max(0.0, room_y):.5g} mm do"
        )
    right, bottom = extent(grid)
    return moved(grid, (paper.width - right) / 2, (paper.height - bottom) / 2)


def room(paper: Paper, gap: float = 0.0, shape: str = "rect") -> tuple[float, float]:
    """The width and height that pieces may fill, mm."""
    room_x, room_y = paper.width - 2 * paper.margin, paper.height - 2 * paper.margin
    return (room_x, room_y) if shape == "rect" else (room_x - gap, room_y - gap - 2 * LABEL_ROOM)


def fill(
    width: float,
    height: float,
    room_x: float,
    room_y: float,
    gap: float = 0.0,
    shape: str = "rect",
    count: int | None = None,
) -> list[Place]:
    """As many places as a room of `room_x` by `room_y` mm holds (or the plainest with which `count` pieces
    take as few rooms), from its upper left corner; none if there is room for none.
    """
    room_x, room_y = room_x + 1e-6, room_y + 1e-6
    choices = [_rows(width, height, room_x, room_y, gap)]
    if shape in ("rect", "polygon") and not math.isclose(width, height):
        choices.append(_on_their_side(_rows(height, width, room_x, room_y, gap)))
    elif shape == "circle":
        step, drop = width + gap, (width + gap) * math.sqrt(3) / 2
        choices.append(_offset(width, height, step, drop, room_x, room_y))
        choices.append(_exchanged(_offset(width, height, step, drop, room_y, room_x)))
    elif shape == "hex":
        # Rows lie a quarter of a piece into each other; hexagons that point to the sides lie in columns so.
        long, short = max(width, height), min(width, height)
        drop = 0.75 * long + gap * math.sqrt(3) / 2
        if height >= width:
            choices = [_offset(short, long, short + gap, drop, room_x, room_y)]
        else:
            choices = [_exchanged(_offset(short, long, short + gap, drop, room_y, room_x))]
    if count is None:
        return max(choices, key=len)
    return min(choices, key=lambda grid: math.ceil(count / len(grid)) if grid else math.inf)


def _rows(width: float, height: float, room_x: float, room_y: float, gap: float) -> list[Place]:
    columns = int((room_x + gap) / (width + gap))
    rows = int((room_y + gap) / (height + gap))
    return [
        Place(column * (width + gap), row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def _offset(
    width: float, height: float, step: float, drop: float, room_x: float, room_y: float
) -> list[Place]:
    """Rows `drop` mm below each other, every second one half a step to the right."""
    rows = int((room_y - height) / drop) + 1 if room_y >= height else 0
    found: list[Place] = []
    for row in range(rows):
        start = step / 2 if row % 2 else 0.0
        count = int((room_x - start - width) / step) + 1 if room_x - start >= width else 0
        found.extend(Place(start + i * step, row * drop, width, height) for i in range(count))
    return found


def _exchanged(found: Iterable[Place]) -> list[Place]:
    """Rows made columns, still in the order in which one reads."""
    turned = [Place(p.y, p.x, p.height, p.width) for p in found]
    return sorted(turned, key=lambda place: (round(place.y, 3), place.x))


def _on_their_side(found: Iterable[Place]) -> list[Place]:
    return [replace(place, turned=True) for place in found]


def extent(grid: Iterable[Place]) -> tuple[float, float]:
    """How far places reach to the right and down, mm."""
    boxes = [place.box for place in grid]
    return max(box[2] for box in boxes), max(box[3] for box in boxes)


def moved(grid: Iterable[Place], dx: float, dy: float) -> list[Place]:
    """The same places elsewhere."""
    return [replace(place, x=place.x + dx, y=place.y + dy) for place in grid]


def sideways(paper: Paper, flip: str) -> bool:
    """Whether turning the paper over exchanges left and right (else top and bottom): over a `long` edge of
    upright paper, or a `short` edge of paper that lies on its side.
    """
    return (flip == "long") == paper.upright


def mirrored(place: Place, paper: Paper, flip: str) -> Place:
    """Where the back of a piece lies: mirrored left to right (`long` edge, portrait), or top to bottom
    (`short`); the other way round in landscape.
    """
    return beyond(place, paper.width / 2 if sideways(paper, flip) else None, paper.height / 2)


def beyond(place: Place, fold_x: float | None, fold_y: float = 0.0) -> Place:
    """The place mirrored at an upright line at `fold_x`, or else at a level line at `fold_y`, mm."""
    if fold_x is not None:
        return replace(place, x=2 * fold_x - place.x - place.width)
    return replace(place, y=2 * fold_y - place.y - place.height)


def front_angle(place: Place) -> float:
    """How far a front is turned on its place, degrees clockwise."""
    return 90.0 if place.turned else 0.0


def back_angle(place: Place, left_to_right: bool) -> float:
    """How far a back has to be turned so that it is upright when its piece is turned over sideways.

    `left_to_right`: the back's place is the front's mirrored left to right, else top to bottom.
    """
    angle = front_angle(place)
    return -angle if left_to_right else 180.0 - angle


def turned_over(paper: Paper, flip: str) -> bool:
    """Whether a back that is not turned on its place has to be drawn upside down."""
    return not sideways(paper, flip)


def neighbours(boxes: Sequence[Box], reach: float) -> list[list[int]]:
    """For each box the others that lie within `reach` mm of it."""
    size = max((max(b[2] - b[0], b[3] - b[1]) for b in boxes), default=1.0) + reach
    cells: dict[tuple[int, int], list[int]] = {}
    for index, box in enumerate(boxes):
        cells.setdefault((int(box[0] // size), int(box[1] // size)), []).append(index)
    found: list[list[int]] = []
    for index, (left, top, right, bottom) in enumerate(boxes):
        column, row = int(left // size), int(top // size)
        near = [
            other
            for c in range(column - 1, column + 2)
            for r in range(row - 1, row + 2)
            for other in cells.get((c, r), ())
            if other != index
            and boxes[other][0] <= right + reach
            and boxes[other][2] >= left - reach
            and boxes[other][1] <= bottom + reach
            and boxes[other][3] >= top - reach
        ]
        found.append(sorted(near))
    return found
