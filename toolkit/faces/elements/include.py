"""Art of another template file, drawn once on the face or repeated as a pattern."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from toolkit.drawing import geometry
from toolkit.drawing.model import Group, Item, Path, Use
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, Key, number
from toolkit.faces.values import ValueFault
from toolkit.faces.weight import MAX_WEIGHT, weight

MAX_COPIES = 20_000


def _include(values: Values, stage: Stage) -> Iterable[Item]:
    try:
        symbol = stage.include(values["file"])
    except ValueFault as error:
        stage.trouble("file", str(error))
        return
    m = geometry.compose(
        geometry.translate(values["x"], values["y"]),
        geometry.rotate(values["turn"]),
        geometry.scale(-values["scale"] if values["mirror"] else values["scale"], values["scale"]),
    )
    yield Use(symbol, m)


def _pattern(values: Values, stage: Stage) -> Iterable[Item]:
    try:
        symbol = stage.include(values["file"])
    except ValueFault as error:
        stage.trouble("file", str(error))
        return
    dx, dy = values["step"]
    if dx <= 0 or dy <= 0:
        stage.trouble("step", "is not more than 0; it is how far the copies lie apart, [right, down]")
        return
    box = stage.box(values)
    x, y, width, height = stage.spread(*box) if values["bleed"] else box
    drawing = symbol.drawing
    columns = math.ceil((width + drawing.width) / dx) + 2
    rows = math.ceil((height + drawing.height) / dy) + 1
    if columns * rows > MAX_COPIES:
        stage.trouble("step", f"makes {columns * rows} copies; at most {MAX_COPIES} are drawn")
        return
    if columns * rows * weight(drawing.items) > MAX_WEIGHT:
        stage.trouble(
            "step", f"makes {columns * rows:,} copies of art with very many strokes; simplify the art"
        )
        return
    first_column = math.floor((x - box[0]) / dx) - 1
    first_row = math.floor((y - box[1]) / dy) - 1
    places = [
        geometry.translate(
            box[0] + (first_column + column) * dx + (values["shift"] if (first_row + row) % 2 else 0.0),
            box[1] + (first_row + row) * dy,
        )
        for row in range(rows + 1)
        for column in range(columns)
    ]
    items: list[Item] = []
    for item in drawing.items:
        if isinstance(item, Path):
            # One outline for all copies: hundreds of small elements would be slow to draw and large to
            # store.
            d = tuple(segment for m in places for segment in geometry.transform_path(item.d, m))
            items.append(replace(item, d=d))
        else:
            items.extend(Group((item,), m) for m in places)
    yield Group(tuple(items), clip=Path(geometry.rectangle(x, y, width, height)))


_FILE = Key("file", None, "name of a template file, from the game folder", required=True)

ELEMENTS = (
    Element(
        "include",
        "the art of another template file, placed with its upper left corner at x, y",
        {
            "file": _FILE,
            "x": number(0, "moved right"),
            "y": number(0, "moved down"),
            "scale": number(1, "made larger", least=0.001, most=100),
            "turn": number(0, "turned clockwise about x, y, degrees", least=-360, most=360),
            "mirror": Key("flag", False, "mirrored left to right"),
        },
        _include,
        example='file = "art/tower.toml"\nx = 10\ny = 10\nscale = 0.5',
    ),
    Element(
        "pattern",
        "the art of another template file, repeated over a box",
        {
            "file": _FILE,
            **BOX,
            "step": Key("point", None, "how far the copies lie apart, [right, down]", required=True),
            "shift": number(0, "every other row moved right"),
            "bleed": Key("flag", False, "carry what lies on the face's edge on to the bleed"),
        },
        _pattern,
        example='file = "art/tower.toml"\nwidth = 40\nheight = 20\nstep = [10, 10]\nshift = 5\nx = 5\ny = 5',
    ),
)
