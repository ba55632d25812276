"""An icon: a file of the folder's icons, or one that comes with the toolkit."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.drawing.geometry import compose, rotate
from toolkit.drawing.model import Item, Use
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import Key, number
from toolkit.faces.pictures import coarse
from toolkit.faces.values import ValueFault


def _icon(values: Values, stage: Stage) -> Iterable[Item]:
    if not values["icon"].strip():
        return
    try:
        symbol = stage.icon(values["icon"], values["colour"])
    except ValueFault as error:
        stage.trouble("icon", str(error))
        return
    left, top, right, bottom = symbol.bounds
    k = values["size"] / max(right - left, bottom - top)
    said = coarse(values["icon"], symbol.drawing, k, k)
    if said:
        stage.remark("icon", said)
    x = values["x"] + (values["size"] - (right - left) * k) / 2
    y = values["y"] + (values["size"] - (bottom - top) * k) / 2
    m = (k, 0.0, 0.0, k, x - left * k, y - top * k)
    if values["turn"]:
        half = values["size"] / 2
        m = compose(rotate(values["turn"], values["x"] + half, values["y"] + half), m)
    yield Use(symbol, m)


ELEMENTS = (
    Element(
        "icon",
        "an icon by its name: a file (SVG, template, PNG, JPEG) in the folder icons or art, or one of the "
        "toolkit's own",
        {
            "icon": Key("text", None, "its name, such as wood for icons/wood.svg", required=True),
            "x": number(0, "left edge, from the face's left edge"),
            "y": number(0, "upper edge, from the face's upper edge"),
            "size": number(8, "side of the square that it fills, mm", least=0.1, most=1000),
            "colour": Key("colour", None, "colour of what is black in the icon; black if not given"),
            "turn": number(0, "turned clockwise about its middle, degrees", least=-360, most=360),
        },
        _icon,
        example='icon = "{{ suit }}"\nx = 5\ny = 5\nsize = 8\ncolour = "#8a2a1a"',
        matter=True,
    ),
)
