"""From the font keys of an element to styles: families by name, files of the game folder, bold and italic."""

from __future__ import annotations

from dataclasses import replace

from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.reading import Unreadable, file_status
from toolkit.drawing.fonts import FAMILIES, WEIGHTS, Font, FontNotFound, find_font, open_font
from toolkit.drawing.model import Symbol
from toolkit.drawing.text import FIGURE, POINT, Figure, Span, Style
from toolkit.faces import markup
from toolkit.faces.elements.base import Stage, Values
from toolkit.faces.keys import Key, number
from toolkit.faces.pictures import coarse

MAX_FONT = 50_000_000
ICON = 1.05
"""Height of an icon in running text, in ems."""

FONT_KEYS = {
    "font": Key(
        "text", "sans", f"font: {', '.join(FAMILIES)}, a name of [fonts], or a TrueType file in the folder"
    ),
    "weight": Key("choice", "regular", "weight of the letters", choices=tuple(WEIGHTS)),
    "italic": Key("flag", False, "italic letters"),
    "size": number(9, "size of the letters in points", least=1, most=500),
    "colour": Key("colour", "#000000", "colour of the letters"),
    "features": Key("names", (), "OpenType features, such as smcp or tnum"),
    "tracking": number(0, "extra space between letters, in ems", least=-0.2, most=2),
}
"""The keys of an element that has letters."""

_BOLDER = {"light": "semibold", "regular": "bold", "semibold": "black", "bold": "black", "black": "black"}


def style_of(values: Values, stage: Stage, bold: bool = False, italic: bool = False) -> Style:
    """The style that an element's font keys describe, for words that are marked `bold` or `italic` in it;
    FontNotFound if there is no such font.
    """
    return Style(
        _font(values, stage, bold, italic),
        values["size"] * POINT,
        values["colour"] or "#000000",
        values["features"],
        values["tracking"],
    )


def _font(values: Values, stage: Stage, bold: bool, italic: bool) -> Font:
    name, weight = values["font"], values["weight"]
    if name in stage.fonts:
        return _named(name, stage, bold or weight in ("bold", "black"), italic != values["italic"])
    if name.lower().endswith((".ttf", ".otf", ".ttc", ".woff", ".woff2")):
        if bold or italic:
            what = " and ".join(word for word, wanted in (("bold", bold), ("italic", italic)) if wanted)
            raise FontNotFound(
                f"'{name}' is one file, and has no {what} letters; name its files in [fonts.title] "
                '(regular = "…", bold = "…", italic = "…") and write font = "title"'
            )
        return _file(name, stage)
    if name not in FAMILIES and stage.fonts:
        try:
            return find_font(name, weight, italic)
        except FontNotFound as error:
            raise FontNotFound(f"{error} (of [fonts] there are {', '.join(stage.fonts)})") from None
    return find_font(name, _BOLDER[weight] if bold else weight, italic != values["italic"])


def _named(name: str, stage: Stage, bold: bool, italic: bool) -> Font:
    files = stage.fonts[name]
    key = {
        (False, False): "regular",
        (True, False): "bold",
        (False, True): "italic",
        (True, True): "bold_italic",
    }[bold, italic]
    if key not in files:
        raise FontNotFound(
            f"'{name}' has no {key.replace('_', ' ')} letters; add {key} = \"fonts/….ttf\" to [fonts.{name}]"
        )
    return _file(files[key], stage)


def _file(name: str, stage: Stage) -> Font:
    try:
        path = inside(stage.folder, name)
        size = file_status(path, stage.folder).st_size
    except OutsideFolder as error:
        raise FontNotFound(str(error)) from None
    except Unreadable as error:
        raise FontNotFound(f"'{name}' {error}; put the font into the game folder") from None
    if size > MAX_FONT:
        raise FontNotFound(f"'{name}' has {size:,} bytes; at most {MAX_FONT:,} are read")
    return open_font(path)


def spans_of(text: str, values: Values, stage: Stage) -> list[Span]:
    """Running text with its markup as spans; ValueFault for markup or icons that cannot be, FontNotFound for
    letters that there are not.
    """
    spans = []
    styles: dict[tuple[bool, bool], Style] = {}
    for run in markup.read(text):
        look = (run.bold, run.italic)
        if look not in styles:
            styles[look] = style_of(values, stage, *look)
        style = styles[look]
        if not run.icon:
            spans.append(Span(run.text, style))
            continue
        symbol = stage.icon(run.icon, style.fill)
        spans.append(icon_span(symbol, run.icon, style, values["icon_size"]))
        _, top, _, bottom = symbol.bounds
        k = ICON * values["icon_size"] * style.size / (bottom - top)
        said = coarse(run.icon, symbol.drawing, k, k)
        if said:
            stage.remark("text", said)
    return spans


def icon_span(symbol: Symbol, name: str, style: Style, share: float = 1.0) -> Span:
    """An icon in running text, level with its capitals; `share` of the usual size."""
    left, top, right, bottom = symbol.bounds
    height = ICON * share
    drop = (height - style.font.cap_height) / 2
    figure = Figure(symbol, height * (right - left) / (bottom - top), height, drop, name)
    return Span(FIGURE, replace(style, figure=figure))
