"""Icons that come with the toolkit: plain outlines in a square of 24 by 24, legible at 3 mm."""

from __future__ import annotations

from functools import cache

from toolkit.drawing.geometry import parse_path, rotate, transform_path
from toolkit.drawing.model import Drawing, Path, Segment
from toolkit.drawing.symbols import NAMES as SYMBOLS
from toolkit.drawing.symbols import symbol

SIDE = 24.0

_ARROW = "M3 9h10V3.5l8.5 8.5-8.5 8.5V15H3z"
_OUTLINES = {
    "bolt": "M14 1L4 14h6l-1 9 11-14h-7z",
    "book": (
        "M3 3.5c3.5-.7 6.5-.2 9 1.5 2.5-1.7 5.5-2.2 9-1.5V19"
        "c-3.5-.7-6.5-.2-9 1.7-2.5-1.9-5.5-2.4-9-1.7zM11.2 6.5h1.6v11.5h-1.6z"
    ),
    "bread": "M4 9.5C2 5.5 6 4 12 4s10 1.5 8 5.5c-.4.8-1 1.2-1 2V20H5v-8.5c0-.8-.6-1.2-1-2z",
    "card": (
        "M6 1.5h12a2 2 0 0 1 2 2v17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-17a2 2 0 0 1 2-2zM6.5 4v16h11"
        "V4zM12 7l3.5 5-3.5 5-3.5-5z"
    ),
    "check": "M9.5 20L2 12.5 4.8 9.7l4.7 4.7L19.2 4.5 22 7.3z",
    "clock": (
        "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zM12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z"
        "M10.9 6h2.2v5.5l4 2.4-1.1 1.9-5.1-3.1z"
    ),
    "coin": (
        "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21zM12 3.7"
        "a8.3 8.3 0 1 1 0 16.6 8.3 8.3 0 0 1 0-16.6zM12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"
    ),
    "crown": "M1.5 5.5L7 10.5l5-8 5 8 5.5-5L20 17H4zM4 18.5h16V21H4z",
    "die": (
        "M5 2h14a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM7.5 5.7"
        "a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM16.5 5.7"
        "a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM12 10.2"
        "a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM7.5 14.7"
        "a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM16.5 14.7"
        "a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z"
    ),
    "drop": "M12 1.5c4 5.5 7.5 9 7.5 13.3a7.5 7.5 0 0 1-15 0C4.5 10.5 8 7 12 1.5z",
    "eye": (
        "M.8 12C4 6.5 7.8 4 12 4s8 2.5 11.2 8c-3.2 5.5-7 8-11.2 8S4 17.5.8 12zM12 7"
        "a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 9.7a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z"
    ),
    "flag": "M4 1.5h2.2V3H20l-4 5 4 5H6.2v9.5H4z",
    "flame": (
        "M13 1.5c.8 4-1.5 6-3.3 8.5-.9-.9-1.4-2-1.4-3.5C5.5 9 3.8 12 3.8 14.6"
        "a8.2 8.2 0 0 0 16.4 0C20.2 9.8 16 7 13 1.5z"
    ),
    "gem": "M6 3h12l5 6.5L12 22 1 9.5zM6.8 5L4.2 8.5h3.6L10 5zM9.8 10.5H4.7l5.6 6.6z",
    "heart": ("M12 21.5C5 16 1.5 12.3 1.5 8A5.7 5.7 0 0 1 12 5a5.7 5.7 0 0 1 10.5 3c0 4.3-3.5 8-10.5 13.5z"),
    "hourglass": (
        "M4.5 1.5h15V4c0 4-3 6-5.3 8 2.3 2 5.3 4 5.3 8v2.5h-15V20c0-4 3-6 5.3-8"
        "C7.5 10 4.5 8 4.5 4zM7.2 4.5C8 7 10 8.6 12 10.2c2-1.6 4-3.2 4.8-5.7z"
    ),
    "house": "M12 1.8L23 11.5h-3.2V22H14v-6.5h-4V22H4.2V11.5H1z",
    "key": (
        "M7.5 4.5a6 6 0 0 1 5.8 4.5H22v4h-2v3.5h-4V13h-2.7A6 6 0 1 1 7.5 4.5zM7.5 8"
        "a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"
    ),
    "leaf": (
        "M21.5 2.5c.5 11-4 16.5-11.5 16.5-1.7 0-3.1-.4-4.2-1.1L3.5 21.5 1.7 20l2.7-3.6"
        "C3.7 15.2 3.3 13.8 3.3 12.3 3.3 5.5 10 2.5 21.5 2.5z"
    ),
    "lock": (
        "M5 10h1.5V7.5a5.5 5.5 0 0 1 11 0V10H19a1.5 1.5 0 0 1 1.5 1.5v9.5A1.5 1.5 0 0 1 19 22.5H5"
        "A1.5 1.5 0 0 1 3.5 21v-9.5A1.5 1.5 0 0 1 5 10zM9.3 10h5.4V7.5a2.7 2.7 0 0 0-5.4 0zM12 13"
        "a2 2 0 0 0-1 3.7V19.5h2v-2.8A2 2 0 0 0 12 13z"
    ),
    "minus": "M2.5 9.8h19v4.4h-19z",
    "person": "M12 1.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM12 13c5.5 0 9 3.2 9 9.5H3C3 16.2 6.5 13 12 13z",
    "plus": "M9.8 2.5h4.4v7.3h7.3v4.4h-7.3v7.3H9.8v-7.3H2.5V9.8h7.3z",
    "shield": "M12 1.5l9 3.3v6.2c0 5.3-3.6 9.3-9 11.5-5.4-2.2-9-6.2-9-11.5V4.8z",
    "skull": (
        "M12 1.5C6.3 1.5 2.5 5.7 2.5 11c0 3.2 1.4 5.3 3.7 6.6V22h11.6v-4.4"
        "c2.3-1.3 3.7-3.4 3.7-6.6 0-5.3-3.8-9.5-9.5-9.5zM8.2 8.7"
        "a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM15.8 8.7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z"
        "M12 14l-1.7 3.3h3.4z"
    ),
    "sword": ("M19.5 1.5h3v3L11 16l-3-3zM4.2 11.5l8.3 8.3-1.9 1.9-2.6-2.6-3.6 3.6L1.3 19.6 4.9 16 2.3 13.4z"),
    "tree": "M12 1l7 8h-3l5 6h-4l5 5.5h-8.3V23h-3.4v-2.5H2L7 15H3l5-6H5z",
    "wheat": (
        "M10.9 23v-4C7 19 5 17 4.5 13.5c3 .2 5 1.2 6.4 3V13C7.5 12.7 5.5 11 5 7.5"
        "c2.8.2 4.7 1.2 5.9 2.8C9.2 7 9.7 4 12 1c2.3 3 2.8 6 1.1 9.3C14.3 8.7 16.2 7.7 19 7.5"
        "c-.5 3.5-2.5 5.2-5.9 5.5v3.5c1.4-1.8 3.4-2.8 6.4-3C19 17 17 19 13.1 19v4z"
    ),
    "wrong": (
        "M5.3 2.5L12 9.2l6.7-6.7 2.8 2.8L14.8 12l6.7 6.7-2.8 2.8L12 14.8l-6.7 6.7-2.8-2.8L9.2 12 2.5 5.3z"
    ),
}
_TURNS = {"right": 0, "down": 90, "left": 180, "up": 270}

NAMES = tuple(sorted([*_OUTLINES, *_TURNS, *SYMBOLS]))
"""The names of the icons: outlines of things, arrows, and the plain symbols of the palette."""


@cache
def outline(name: str) -> tuple[tuple[Segment, ...], str]:
    """Outline and fill rule of an icon in a square of 24 by 24; ValueError for an unknown name."""
    if name in _TURNS:
        return transform_path(parse_path(_ARROW), rotate(_TURNS[name], 12, 12)), "nonzero"
    if name in _OUTLINES:
        return parse_path(_OUTLINES[name]), "evenodd"
    path = symbol(name, SIDE / 2, SIDE / 2, SIDE / 2, "#000000")
    return path.d, path.rule


def icon(name: str, fill: str) -> Drawing:
    """An icon as a drawing of 24 by 24 units."""
    d, rule = outline(name)
    return Drawing(SIDE, SIDE, (Path(d, fill=fill, rule=rule),), name)
