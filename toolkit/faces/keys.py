"""What the keys of a template hold: types, defaults and help, and how raw values become checked ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toolkit.components.faults import suggest
from toolkit.drawing.colours import NAMED, parse_colour
from toolkit.faces.values import ValueFault

MAX_MM = 2000.0
MAX_TEXT = 50_000
MAX_COPIES = 200


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an element: its type, what it is when it is not written (`required`: it must be), what it
    means.
    """

    type: str
    default: Any = None
    help: str = ""
    required: bool = False
    choices: tuple[str, ...] = ()
    least: float = -MAX_MM
    most: float = MAX_MM


@dataclass(frozen=True, slots=True)
class Stroke:
    """One of several lines drawn over another: width in mm, colour, and dashes."""

    width: float
    colour: str
    dash: tuple[float, ...] = ()


def convert(value: Any, key: Key, colours: Mapping[str, str]) -> Any:
    """The checked value of a key; raises ValueFault with what would be right."""
    return _TYPES[key.type](value, key, colours)


def _number(value: Any, key: Key, colours: Mapping[str, str]) -> float:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise ValueFault(f"is {value!r}; a number is wanted") from None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise ValueFault(f"is {value!r}; a number is wanted")
    if not key.least <= value <= key.most:
        raise ValueFault(f"is {value:g}; it goes from {key.least:g} to {key.most:g}")
    return float(value)


def _whole(value: Any, key: Key, colours: Mapping[str, str]) -> int:
    number = _number(value, key, colours)
    if number != int(number):
        raise ValueFault(f"is {number:g}; a whole number is wanted")
    return int(number)


def _text(value: Any, key: Key, colours: Mapping[str, str]) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if not isinstance(value, (str, int, float)):
        raise ValueFault(f"is {value!r}; a text is wanted")
    text = str(value)
    if len(text) > MAX_TEXT:
        raise ValueFault(f"has {len(text):,} characters; at most {MAX_TEXT:,} are read")
    return text


def _flag(value: Any, key: Key, colours: Mapping[str, str]) -> bool:
    if isinstance(value, str) and value.lower() in ("true", "false", "yes", "no", "1", "0", ""):
        return value.lower() in ("true", "yes", "1")
    if value is None or isinstance(value, (bool, int)):
        return bool(value)
    raise ValueFault(f"is {value!r}; true or false is wanted")


def _choice(value: Any, key: Key, colours: Mapping[str, str]) -> str:
    if value not in key.choices:
        raise ValueFault(f"is {value!r}; {suggest(str(value), list(key.choices))}")
    return str(value)


def _colour(value: Any, key: Key, colours: Mapping[str, str]) -> str | None:
    if value in ("", "none", None):
        return None
    if not isinstance(value, str):
        raise ValueFault(f"is {value!r}; a colour is wanted, #rrggbb or a name")
    if value in colours:
        return colours[value]
    try:
        return parse_colour(value)
    except ValueError:
        known = [*colours, *NAMED]
        raise ValueFault(
            f"is {value!r}; write a colour as #rrggbb or by name ({suggest(value, known)})"
        ) from None


def _point(value: Any, key: Key, colours: Mapping[str, str]) -> tuple[float, float]:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ValueFault(f"is {value!r}; two numbers are wanted, [x, y]")
    return (_number(value[0], key, colours), _number(value[1], key, colours))


def _points(value: Any, key: Key, colours: Mapping[str, str]) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, (list, tuple)) or not 2 <= len(value) <= 10_000:
        raise ValueFault("wants a list of points, [[x, y], [x, y], …]")
    return tuple(_point(p, key, colours) for p in value)


def _numbers(value: Any, key: Key, colours: Mapping[str, str]) -> tuple[float, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > 1000:
        raise ValueFault("wants a list of numbers")
    return tuple(_number(v, key, colours) for v in value)


def _names(value: Any, key: Key, colours: Mapping[str, str]) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
        raise ValueFault('wants a list of names, ["…", "…"]')
    for name in value:
        if key.choices and name not in key.choices:
            raise ValueFault(f"has {name!r}; {suggest(name, list(key.choices))}")
    return tuple(value)


def _strokes(value: Any, key: Key, colours: Mapping[str, str]) -> tuple[Stroke, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(v, Mapping) for v in value):
        raise ValueFault('wants a list of lines from the lowest up, [{ width = 2, colour = "#000000" }, …]')
    strokes = []
    known = ("width", "colour", "dash")
    for number, entry in enumerate(value, 1):
        for name in entry:
            if name not in known:
                raise ValueFault(f"line {number} has an unknown key '{name}'; {suggest(name, list(known))}")
        if "width" not in entry or "colour" not in entry:
            raise ValueFault(f"line {number} wants width and colour")
        width = _number(entry["width"], Key("number", least=0.01, most=200), colours)
        raw = entry["colour"]
        colour = PAINT if raw == PAINT else _colour(raw, key, colours)
        dash = _numbers(entry.get("dash", []), key, colours)
        strokes.append(Stroke(width, colour or "#000000", dash))
    return tuple(strokes)


PAINT = "paint"
"""The colour name that stands for whatever colour a link is painted in."""

_TYPES: dict[str, Callable[[Any, Key, Mapping[str, str]], Any]] = {
    "number": _number,
    "whole": _whole,
    "text": _text,
    "file": _text,
    "flag": _flag,
    "choice": _choice,
    "colour": _colour,
    "point": _point,
    "points": _points,
    "numbers": _numbers,
    "names": _names,
    "strokes": _strokes,
}
"""Type of a key -> how its value is checked."""


def number(default: float | None = 0.0, help: str = "", least: float = -MAX_MM, most: float = MAX_MM) -> Key:
    """A key that holds a number (mm where nothing else is said)."""
    return Key("number", default, help, least=least, most=most)


BOX = {
    "x": number(0, "left edge, from the face's left edge"),
    "y": number(0, "upper edge, from the face's upper edge"),
    "width": number(None, "width; as far as the face's right edge if not given", least=0),
    "height": number(None, "height; as far as the face's lower edge if not given", least=0),
}
"""The keys of an element that fills a rectangle."""

LINES = {
    "stroke": Key("colour", None, "colour of the outline; none if not given"),
    "stroke_width": number(0.25, "width of the outline", least=0, most=200),
    "dash": Key("numbers", (), "lengths of dashes and gaps"),
    "cap": Key("choice", "butt", "ends of lines", choices=("butt", "round", "square")),
    "join": Key("choice", "miter", "corners of lines", choices=("miter", "round", "bevel")),
    "opacity": number(1, "0 (not seen) to 1", least=0, most=1),
}
"""The keys of an element that has an outline."""

FILL = {"fill": Key("colour", None, "colour inside; none if not given")}
"""The key of an element that can be filled."""

TOP = {
    "title": Key("text", "", "what the template is for; screen readers say it"),
    "extends": Key(
        "names", (), 'a template file, or several ["a.toml", "b.toml"], that give what is not written here'
    ),
    "size": Key("point", None, "[width, height] in mm, or a name such as poker (pnp sheet-sizes lists them)"),
    "bleed": number(3.0, "how far pictures and grounds go on beyond the cut", least=0, most=100),
    "safe": number(3, "how far words and signs stay away from the cut", least=0, most=100),
    "radius": number(0, "radius of the corners after they are cut", least=0, most=100),
    "colours": Key("text", None, "a table of names for colours"),
    "fonts": Key("text", None, 'a table of names for files of letters: [fonts.title] and regular = "…"'),
    "defaults": Key("text", None, 'values for all elements of a kind: [defaults.text] and font = "serif"'),
    "layers": Key("text", None, "the elements, from the lowest up, each headed [[layers]]"),
}
"""The keys of a template outside its layers."""

FONTS = {
    "regular": "the upright letters",
    "bold": "the letters of **bold** words",
    "italic": "the letters of *italic* words",
    "bold_italic": "the letters of words that are both",
}
"""The keys of a `[fonts.<name>]`: each names a TrueType file of the game folder."""

COMMON = {
    "type": Key("text", None, "which element it is", required=True),
    "name": Key("text", "", "a name, by which a template that extends this one can change the layer"),
    "when": Key("text", None, "for which rows it is drawn, such as cost > 2"),
    "repeat": Key(
        "text",
        None,
        "drawn once for each piece of a list (wood, wood, gold), or as often as a number says; in the layer "
        "`{{ item }}` is the piece, `{{ index }}` its number from 0, `{{ total }}` how many there are",
    ),
    "separator": Key(
        "text", "", "what stands between pieces of the list; a comma, ; or new line if not given"
    ),
    "spacing": Key("point", (0.0, 0.0), "how far each copy lies from the one before, [right, down]"),
    "per_line": Key("whole", None, "copies after which a new line of them begins", least=1, most=MAX_COPIES),
    "line_spacing": Key("point", (0.0, 0.0), "how far each line of copies lies from the one before"),
    "centred": Key("flag", False, "each line of copies has its middle where the first copy would be"),
}
"""The keys that every layer may have."""
