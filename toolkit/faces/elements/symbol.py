"""A plain symbol, such as the one that goes with a player's colour."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.drawing import symbols
from toolkit.drawing.model import Item
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import FILL, LINES, Key, number


def _symbol(values: Values, stage: Stage) -> Iterable[Item]:
    x = stage.width / 2 if values["x"] is None else values["x"]
    y = stage.height / 2 if values["y"] is None else values["y"]
    try:
        yield symbols.symbol(
            values["symbol"], x, y, values["radius"], values["fill"], values["stroke"], values["stroke_width"]
        )
    except ValueError as error:
        stage.trouble("symbol", str(error))


ELEMENTS = (
    Element(
        "symbol",
        "a plain symbol: " + ", ".join(symbols.NAMES),
        {
            "symbol": Key("text", None, "its name", required=True),
            "x": number(None, "centre; the face's if not given"),
            "y": number(None, "centre; the face's if not given"),
            "radius": Key("number", None, "radius of the circle that it fits", required=True, least=0),
            **FILL,
            "stroke": LINES["stroke"],
            "stroke_width": LINES["stroke_width"],
        },
        _symbol,
    ),
)
