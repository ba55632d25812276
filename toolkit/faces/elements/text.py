"""Text in a box: aligned, and made smaller until it fits, down to a floor."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.drawing import text as layout
from toolkit.drawing.fonts import FontNotFound
from toolkit.drawing.geometry import compose, rotate, translate
from toolkit.drawing.model import Group, Item
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import Key, number
from toolkit.faces.letters import FONT_KEYS, spans_of, style_of

MAX_TEXT = 10_000

_ALIGN = {
    "start": "start",
    "left": "left",
    "centre": "middle",
    "center": "middle",
    "right": "right",
    "end": "end",
}


def _side(start: float | None, length: float | None, whole: float, safe: float) -> tuple[float, float]:
    """Where a box begins and how long it is, on a face that is `whole` mm long; what is not given is the
    safe area's.
    """
    if start is None:
        start = safe if length is None else 0.0
    return start, whole - safe - start if length is None else length


def _text(values: Values, stage: Stage) -> Iterable[Item]:
    text = values["text"]
    if not text.strip():
        return
    if len(text) > MAX_TEXT:
        stage.trouble("text", f"has {len(text):,} characters; at most {MAX_TEXT:,} are printed in one box")
        return
    x, width = _side(values["x"], values["width"], stage.width, stage.safe)
    y, height = _side(values["y"], values["height"], stage.height, stage.safe)
    try:
        if values["markup"]:
            spans = spans_of(text, values, stage)
        else:
            spans = [layout.Span(text, style_of(values, stage))]
        if not spans:
            return
        fitted = layout.fit(
            spans,
            width=width,
            height=height,
            floor=min(values["floor"], values["size"]) * layout.POINT,
            align=_ALIGN[values["align"]],
            leading=values["leading"],
            justify=values["justify"],
        )
    except FontNotFound as error:
        stage.trouble("font", str(error))
        return
    except ValueError as error:  # missing glyphs, scripts that cannot be joined, markup, icons
        stage.trouble("text", str(error))
        return
    if fitted.lost:
        lost = "1 word is" if len(fitted.lost) == 1 else f"{len(fitted.lost)} words are"
        words = " ".join(fitted.lost[:12]) + (" …" if len(fitted.lost) > 12 else "")
        stage.trouble(
            "text",
            f"does not fit its box of {width:g} x {height:g} mm at {fitted.size / layout.POINT:.3g} pt; "
            f"{lost} lost: “{words}”; make the box larger, or "
            "the floor or the text smaller",
        )
    down = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[values["valign"]] * (height - fitted.block.height)
    m = translate(x, y + down)
    if values["turn"]:
        m = compose(rotate(values["turn"], x + width / 2, y + height / 2), m)
    yield Group(fitted.block.items, m)


ELEMENTS = (
    Element(
        "text",
        "text in a box; it becomes smaller until it fits, but not smaller than its floor",
        {
            "text": Key(
                "text",
                None,
                "what it says; **bold**, *italic* and :icon: are markup; a soft hyphen (U+00AD) is where a "
                "word may be divided, nothing else divides one",
                required=True,
            ),
            "x": number(None, "left edge; 0 if only the width is given, and the safe area's without both"),
            "y": number(None, "upper edge; 0 if only the height is given, and the safe area's without both"),
            "width": number(None, "width; as far as the safe area's right edge if not given", least=0),
            "height": number(None, "height; as far as the safe area's lower edge if not given", least=0),
            **FONT_KEYS,
            "floor": number(6, "the smallest size it may become, in points", least=1, most=500),
            "align": Key(
                "choice", "start", "where lines go; start is where its script begins", choices=tuple(_ALIGN)
            ),
            "justify": Key("flag", False, "stretch lines to the width of the box, all but the last"),
            "valign": Key(
                "choice", "top", "where the lines go in the box", choices=("top", "middle", "bottom")
            ),
            "leading": number(1.25, "distance of baselines, in ems", least=0.5, most=5),
            "turn": number(0, "turned clockwise about the box's centre, degrees", least=-360, most=360),
            "markup": Key("flag", True, "read **bold**, *italic*, :icon: and \\* in the text"),
            "icon_size": number(1, "size of icons in the text, as a share of the usual", least=0.2, most=5),
        },
        _text,
        example='text = "**{{ name }}:** pay 2 :coin: and *draw a card*."\nx = 5\ny = 25\nwidth = 40\n'
        'height = 15\nsize = 11\nfloor = 7\nalign = "centre"',
        matter=True,
    ),
)
