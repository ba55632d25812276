"""Colours: reading and mixing them, how light they are, and a palette in which every colour has a symbol of
its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")

NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "lime": "#00ff00",
    "blue": "#0000ff",
    "grey": "#808080",
    "gray": "#808080",
}
"""The few names that a template may use besides `#rrggbb` and the names of its own palette."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour of the palette with the symbol (a name in `toolkit.drawing.symbols`) that goes with it."""

    name: str
    colour: str
    symbol: str


PALETTE: tuple[Paint, ...] = (
    Paint("orange", "#e69f00", "triangle"),
    Paint("sky blue", "#56b4e9", "ring"),
    Paint("green", "#009e73", "square"),
    Paint("yellow", "#f0e442", "star"),
    Paint("blue", "#0072b2", "cross"),
    Paint("red", "#d55e00", "diamond"),
    Paint("pink", "#cc79a7", "crescent"),
    Paint("black", "#1a1a1a", "hexagon"),
)
"""Eight colours that colour-blind readers can tell apart (Okabe and Ito), each with a symbol for
black-and-white prints.
"""


def parse_colour(text: str) -> str:
    """Read `#rgb`, `#rrggbb` or one of a few names as `#rrggbb`; ValueError says what a colour looks like."""
    value = text.strip()
    if value.lower() in NAMED:
        return NAMED[value.lower()]
    if not _HEX.fullmatch(value):
        raise ValueError(f"{text!r} is no colour; write #rrggbb or a name of the palette")
    digits = value[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(d * 2 for d in digits))


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of `#rrggbb`, each 0 to 1."""
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def to_hex(red: float, green: float, blue: float) -> str:
    """The `#rrggbb` of three channels 0 to 1 (clamped)."""
    return "#" + "".join(f"{round(min(max(c, 0.0), 1.0) * 255):02x}" for c in (red, green, blue))


def luminance(colour: str) -> float:
    """Relative luminance, 0 for black to 1 for white (WCAG)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG); small text wants 4.5, large shapes 3."""
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


def lightness(colour: str) -> float:
    """Perceived lightness L*, 0 to 100: what is left of a colour in a greyscale print."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def grey(colour: str) -> str:
    """The grey with the same luminance."""
    y = luminance(colour)
    c = 12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055
    return to_hex(c, c, c)


def mix(one: str, other: str, share: float) -> str:
    """`one` with `share` (0 to 1) of `other` in it."""
    a, b = channels(one), channels(other)
    return to_hex(*(x + (y - x) * share for x, y in zip(a, b, strict=True)))


def readable_on(ground: str, dark: str = "#1b1a17", light: str = "#fffdf6") -> str:
    """Whichever of two inks has the stronger contrast on `ground`."""
    return dark if contrast(ground, dark) >= contrast(ground, light) else light
