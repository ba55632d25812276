"""Sizes that have a name: cards, tiles, chips and counters, and what shops ask for. In mm, from one table.

`size = "poker"` in game.toml or in a template means the size that stands here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from toolkit.components.faults import suggest

INCH = 25.4
DPI = 300
EIGHTH = INCH / 8
"""1/8 inch in mm: the bleed and the safe area of American shops, and the usual corner radius."""


@dataclass(frozen=True, slots=True)
class Size:
    """A named size: width and height in mm, the outline ('rect', 'circle' or 'hex'), other names for it."""

    name: str
    width: float
    height: float
    shape: str = "rect"
    also: tuple[str, ...] = ()

    def pixels(self, bleed: float = 0.0) -> tuple[int, int]:
        """Width and height at 300 dpi, with a bleed in mm on every side."""
        return to_pixels(self.width + 2 * bleed), to_pixels(self.height + 2 * bleed)


@dataclass(frozen=True, slots=True)
class Shop:
    """What a shop that prints cards asks for: bleed and safe area in mm, inside and outside of the cut.

    `card` is the named size of its usual card, `pixels` the size of its picture with the bleed, at 300 dpi.
    `order` says in what form it takes the cards.
    """

    name: str
    title: str
    card: str
    pixels: tuple[int, int]
    bleed: float
    safe: float
    order: str


_LENGTH = re.compile(r"([0-9]{1,6}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}) ?(mm|cm|in)?")
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": INCH}


def read_length(text: str) -> float | None:
    """A length as people write it (`3`, `0.125in`, `2 cm`) in mm; None for what is none."""
    found = _LENGTH.fullmatch(text.strip())
    return None if found is None else float(found[1]) * _UNITS[found[2] or ""]


def to_pixels(mm: float) -> int:
    """A length in mm as pixels at 300 dpi."""
    return round(mm / INCH * DPI)


def _inches(name: str, width: float, height: float, shape: str = "rect", *also: str) -> Size:
    return Size(name, round(width * INCH, 4), round(height * INCH, 4), shape, also)


SIZES = (
    _inches("poker", 2.5, 3.5),
    Size("standard", 63.0, 88.0, also=("euro-poker",)),
    _inches("bridge", 2.25, 3.5),
    _inches("tarot", 2.75, 4.75),
    _inches("mini", 1.75, 2.5, "rect", "mini-us"),
    Size("mini-american", 41.0, 63.0),
    Size("mini-euro", 44.0, 68.0),
    Size("euro", 59.0, 92.0),
    Size("us-game", 56.0, 87.0),
    Size("japanese", 59.0, 86.0),
    _inches("square", 2.5, 2.5, "rect", "square-2.5in"),
    _inches("square-2.75in", 2.75, 2.75),
    _inches("square-3in", 3.0, 3.0),
    _inches("square-3.5in", 3.5, 3.5),
    _inches("micro", 1.25, 1.75),
    _inches("domino", 1.75, 3.5),
    _inches("business", 2.0, 3.5),
    _inches("jumbo", 3.5, 5.5),
    _inches("hex-tile", 3.75, 3.25, "hex"),
    Size("poker-chip", 39.0, 39.0, "circle"),
    _inches("counter-1/2in", 0.5, 0.5),
    _inches("counter-5/8in", 0.625, 0.625),
    _inches("counter-1in", 1.0, 1.0),
)
"""Every named size."""

SHOPS = (
    Shop("tgc", "The Game Crafter", "poker", (825, 1125), EIGHTH, EIGHTH, "one PNG a face"),
    Shop("mpc", "MakePlayingCards", "standard", (816, 1110), 3.048, 3.048, "one PNG a face"),
    Shop(
        "drivethru",
        "DriveThruCards",
        "poker",
        (825, 1125),
        EIGHTH,
        EIGHTH,
        "one PDF, back before front, CMYK, ink at most 240 %",
    ),
    Shop(
        "ppg", "PrintPlayGames", "poker", (797, 1097), 2.0, 2.0, "18 on a sheet of 12 x 18 in, no cut lines"
    ),
)
"""Shops and what they ask for."""


def find_size(name: str) -> Size:
    """The size of that name (`poker`, or turned: `poker-landscape`); ValueError names the nearest known one.

    Capitals, spaces and underscores make no difference.
    """
    known = _by_name()
    plain = re.sub(r"[\s_]+", "-", name.strip().lower())
    turned = plain.endswith("-landscape")
    size = known.get(plain.removesuffix("-landscape"))
    if size is None:
        raise ValueError(f"there is no size '{name}'; {suggest(plain, list(known))}")
    if turned and size.width < size.height:
        return Size(plain, size.height, size.width, size.shape)
    return size


@cache
def _by_name() -> dict[str, Size]:
    return {name: size for size in SIZES for name in (size.name, *size.also)}
