"""Scripts: cutting a text into pieces of one script, and knowing whether a font can shape it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.drawing.fonts import Font

_COMMON = ("Zyyy", "Zinh", "Zzzz")

# Scripts whose letters change with their neighbours: a font needs rules (GSUB) for them, under one of these
# tags. Without its rules a font draws what nobody can read.
_RULES = {
    "Arab": ("arab",),
    "Syrc": ("syrc",),
    "Nkoo": ("nko ",),
    "Mong": ("mong",),
    "Deva": ("dev3", "dev2", "deva"),
    "Beng": ("bng3", "bng2", "beng"),
    "Guru": ("gur3", "gur2", "guru"),
    "Gujr": ("gjr3", "gjr2", "gujr"),
    "Orya": ("ory3", "ory2", "orya"),
    "Taml": ("tml3", "tml2", "taml"),
    "Telu": ("tel3", "tel2", "telu"),
    "Knda": ("knd3", "knd2", "knda"),
    "Mlym": ("mlm3", "mlm2", "mlym"),
    "Sinh": ("sinh",),
    "Khmr": ("khmr",),
    "Mymr": ("mym2", "mymr"),
    "Tibt": ("tibt",),
}


class UnshapedScript(ValueError):
    """A text in a script that a font has letters of, but no rules how to join them."""


def pieces(text: str) -> list[str]:
    """A text cut where its script changes; marks, digits and spaces stay with what is before them."""
    if all(ord(char) < 0x0530 for char in text):
        return [text] if text else []
    names: Any = import_module("fontTools.unicodedata")
    result: list[str] = []
    current = ""
    start = 0
    for index, char in enumerate(text):
        script = names.script(char)
        if script in _COMMON:
            continue
        if current and script != current:
            result.append(text[start:index])
            start = index
        current = script
    result.append(text[start:])
    return [piece for piece in result if piece]


def check(font: Font, text: str) -> None:
    """Raise UnshapedScript for a text whose script the font has no rules for."""
    if all(ord(char) < 0x0530 for char in text):
        return
    names: Any = import_module("fontTools.unicodedata")
    for char in text:
        wanted = _RULES.get(names.script(char))
        if wanted is None or set(wanted) & font.scripts:
            continue
        raise UnshapedScript(
            f"{font.path.name} has letters of the {names.script_name(names.script(char))} script, such as "
            f"{char!r} (U+{ord(char):04X}), but no rules how to join them; take a font made for that script"
        )
