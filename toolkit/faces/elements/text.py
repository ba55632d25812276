"""Text in a box: aligned, and made smaller until it fits, down to a floor."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.reading import Unreadable, file_status
from toolkit.drawing import text as layout
from toolkit.drawing.fonts import FAMILIES, WEIGHTS, Font, FontNotFound, MissingGlyphs, find_font, open_font
from toolkit.drawing.geometry import compose, rotate, translate
from toolkit.drawing.model import Group, Item
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, Key, number

MAX_TEXT = 10_000
MAX_FONT = 50_000_000

_ALIGN = {"left": "start", "centre": "middle", "center": "middle", "right": "end"}

FONT_KEYS = {
    "font": Key("text", "sans", f"font: {', '.join(FAMILIES)}, or a TrueType file in the folder"),
    "weight": Key("choice", "regular", "weight of the letters", choices=tuple(WEIGHTS)),
    "italic": Key("flag", False, "italic letters"),
    "size": number(9, "size of the letters in points", least=1, most=500),
    "colour": Key("colour", "#000000", "colour of the letters"),
    "features": Key("names", (), "OpenType features, such as smcp or tnum"),
    "tracking": number(0, "extra space between letters, in ems", least=-0.2, most=2),
}
"""The keys of an element that has letters."""


def style_of(values: Values, stage: Stage) -> layout.Style:
    """The style that an element's font keys describe; FontNotFound if there is no such font."""
    return layout.Style(
        _font(values, stage),
        values["size"] * layout.POINT,
        values["colour"] or "#000000",
        values["features"],
        values["tracking"],
    )


def _font(values: Values, stage: Stage) -> Font:
    name = values["font"]
    if name.lower().endswith((".ttf", ".otf")):
        try:
            path = inside(stage.folder, name)
            size = file_status(path).st_size
        except OutsideFolder as error:
            raise FontNotFound(str(error)) from None
        except Unreadable as error:
            raise FontNotFound(f"'{name}' {error}; put the font into the game folder") from None
        if size > MAX_FONT:
            raise FontNotFound(f"'{name}' has {size:,} bytes; at most {MAX_FONT:,} are read")
        return open_font(path)
    return find_font(name, values["weight"], values["italic"])


def _text(values: Values, stage: Stage) -> Iterable[Item]:
    text = values["text"]
    if not text.strip():
        return
    if len(text) > MAX_TEXT:
        stage.trouble("text", f"has {len(text):,} characters; at most {MAX_TEXT:,} are printed in one box")
        return
    x, y = values["x"], values["y"]
    width = stage.width - x - stage.safe if values["width"] is None else values["width"]
    height = stage.height - y - stage.safe if values["height"] is None else values["height"]
    try:
        style = style_of(values, stage)
        fitted = layout.fit(
            text,
            style,
            width=width,
            height=height,
            floor=min(values["floor"], values["size"]) * layout.POINT,
            align=_ALIGN[values["align"]],
            leading=values["leading"],
        )
    except FontNotFound as error:
        stage.trouble("font", str(error))
        return
    except (MissingGlyphs, ValueError) as error:
        stage.trouble("text", str(error))
        return
    if fitted.lost:
        words = " ".join(fitted.lost[:12]) + (" …" if len(fitted.lost) > 12 else "")
        stage.trouble(
            "text",
            f"does not fit its box of {width:g} x {height:g} mm at {fitted.size / layout.POINT:.3g} pt; "
            f"{len(fitted.lost)} words are lost: “{words}”; make the box larger, or "
            "the floor or the text smaller",
        )
    down = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[values["valign"]] * (height - fitted.block.height)
    m = translate(x, y + down)
    if values["turn"]:
        m = compose(rotate(values["turn"], x + width / 2, y + height / 2), m)
    yield Group(fitted.block.lines, m)


ELEMENTS = (
    Element(
        "text",
        "text in a box; it becomes smaller until it fits, but not smaller than its floor",
        {
            "text": Key("text", None, "what it says", required=True),
            **BOX,
            **FONT_KEYS,
            "floor": number(6, "the smallest size it may become, in points", least=1, most=500),
            "align": Key("choice", "left", "where lines go", choices=tuple(_ALIGN)),
            "valign": Key(
                "choice", "top", "where the lines go in the box", choices=("top", "middle", "bottom")
            ),
            "leading": number(1.25, "distance of baselines, in ems", least=0.5, most=5),
            "turn": number(0, "turned clockwise about the box's centre, degrees", least=-360, most=360),
        },
        _text,
    ),
)
