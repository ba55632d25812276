"""Values in SVG files: lengths, shares, colours and transforms."""

from __future__ import annotations

import re

from toolkit.drawing import geometry
from toolkit.drawing.colours import to_hex
from toolkit.drawing.model import IDENTITY, Matrix
from toolkit.drawing.svg_colours import NAMES
from toolkit.drawing.svg_tree import SvgFault

_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_LENGTH = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(px|pt|pc|mm|cm|in|%)?\s*")


def length(text: str, whole: float) -> float:
    """A length in user units; a percentage is of `whole`. 0 if there is none; SvgFault if it is no length."""
    if not text or text == "auto":
        return 0.0
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise SvgFault(f"has a length '{text[:30]}' that is not known; use numbers, px, mm or in")
    value = float(match[1])
    if abs(value) > 1e9:
        raise SvgFault(f"has a length of {value:g}; make it smaller")
    return value * whole / 100 if match[2] == "%" else value * _UNITS[match[2] or ""]


def share(text: str) -> float:
    """A share from 0 to 1, also as a percentage; SvgFault if it is none."""
    try:
        value = float(text.rstrip("% ")) / (100 if text.rstrip().endswith("%") else 1)
    except ValueError:
        raise SvgFault(f"has an opacity '{text[:30]}' that is no number") from None
    return min(1.0, max(0.0, value))


_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]*)\)")


def read_colour(text: str) -> str:
    """A colour of SVG as `#rrggbb`; SvgFault for one that is not known."""
    value = text.strip().lower()
    if value in NAMES:
        return NAMES[value]
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return "#" + "".join(digit * 2 for digit in value[1:])
    if re.fullmatch(r"#[0-9a-f]{6}", value):
        return value
    match = _FUNCTION.fullmatch(value)
    words = re.split(r"[\s,/]+", match[2].strip()) if match else []
    if match and match[1].startswith("rgb") and len(words) in (3, 4):
        try:
            shares = [float(w[:-1]) / 100 if w.endswith("%") else float(w) / 255 for w in words[:3]]
            seen = 1.0 if len(words) == 3 else share(words[3])
        except ValueError:
            shares, seen = [], 0.0
        if shares and seen == 1.0:
            return to_hex(*shares)
    raise SvgFault(f"has a colour '{text[:30]}' that is not known; write it as #rrggbb")


_CALL = re.compile(r"([a-zA-Z]+)\s*\(([^()]*)\)")


def read_transform(text: str) -> Matrix:
    """The transform that an attribute describes; SvgFault for one that is not known."""
    text = text.strip()
    if not text or text == "none":
        return IDENTITY
    if _CALL.sub("", text).strip(" ,\n\t\r"):
        raise SvgFault(f"has a transform '{text[:40]}' that cannot be read")
    result = IDENTITY
    for match in _CALL.finditer(text):
        try:
            v = [float(w.removesuffix("deg").removesuffix("px")) for w in match[2].replace(",", " ").split()]
        except ValueError:
            raise SvgFault(f"has a transform '{match[0][:40]}' that cannot be read") from None
        result = geometry.compose(result, _transform(match[1], v, match[0]))
    return result


def _transform(name: str, v: list[float], text: str) -> Matrix:
    if name == "matrix" and len(v) == 6:
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    if name == "translate" and len(v) in (1, 2):
        return geometry.translate(v[0], v[1] if len(v) == 2 else 0.0)
    if name == "scale" and len(v) in (1, 2):
        return geometry.scale(*v)
    if name == "rotate" and len(v) in (1, 3):
        return geometry.rotate(*v)
    if name in ("skewX", "skewY") and len(v) == 1:
        return geometry.skew(v[0], 0.0) if name == "skewX" else geometry.skew(0.0, v[0])
    raise SvgFault(f"has a transform '{text[:40]}' that is not known")
