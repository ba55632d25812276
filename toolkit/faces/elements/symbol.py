"""A plain symbol, such as the one that goes with a player's colour."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.components.faults import suggest
from toolkit.drawing import symbols
from toolkit.drawing.model import Item
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import FILL, LINES, Key, number


def _symbol(values: Values, stage: Stage) -> Iterable[Item]:
    if not values["symbol"].strip():
        return
    paint = stage.paints.get(values["symbol"])
    if paint is not None and not paint.symbol:
        stage.trouble(
            "symbol", f'[palette.{paint.name}] in game.toml has no symbol; add one, such as symbol = "star"'
        )
        return
    name = paint.symbol if paint is not None else values["symbol"]
    fill = values["fill"]
    if fill is None and values["stroke"] is None:
        fill = paint.colour if paint is not None else "#000000"
    x = stage.width / 2 if values["x"] is None else values["x"]
    y = stage.height / 2 if values["y"] is None else values["y"]
    try:
        yield symbols.symbol(name, x, y, values["radius"], fill, values["stroke"], values["stroke_width"])
    except ValueError:
        stage.trouble(
            "symbol", f"there is no symbol '{name}'; {suggest(name, [*symbols.NAMES, *stage.paints])}"
        )


ELEMENTS = (
    Element(
        "symbol",
        "a plain symbol: " + ", ".join(symbols.NAMES),
        {
            "symbol": Key(
                "text", None, "its name, or a colour of the game's palette, whose symbol it is", required=True
            ),
            "x": number(None, "centre; the face's if not given"),
            "y": number(None, "centre; the face's if not given"),
            "radius": Key("number", None, "radius of the circle that it fits", required=True, least=0),
            **FILL,
            "stroke": LINES["stroke"],
            "stroke_width": LINES["stroke_width"],
        },
        _symbol,
        example='symbol = "{{ shape }}"\nx = 20\ny = 20\nradius = 6\nfill = "{{ colour }}"',
        matter=True,
    ),
)
