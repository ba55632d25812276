"""The palette of a game: names of colours, each with a symbol that tells it apart where colours do not."""

from __future__ import annotations

import re
from dataclasses import dataclass

from toolkit.components.faults import printable
from toolkit.components.tomlfile import TomlFile

_NAME = re.compile(r"[\w][\w -]{0,39}")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}")


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One `[palette.<name>]`: the colour as `#rrggbb`, and its symbol's name ("" where none is given)."""

    name: str
    colour: str
    symbol: str


def read_palette(file: TomlFile) -> dict[str, PaletteEntry]:
    """Check the palette of a `game.toml`; every fault is added to `file.faults`, what is faulty left out."""
    raw = file.data.get("palette", {})
    if not isinstance(raw, dict):
        file.fault(("palette",), 'is no table; write [palette.red] and colour = "#d55e00"')
        return {}
    found: dict[str, PaletteEntry] = {}
    for name, body in raw.items():
        keys = ("palette", name)
        if not _NAME.fullmatch(name):
            file.fault(keys, f"'{printable(name)}' cannot be the name of a colour; use letters, digits and -")
            continue
        if not isinstance(body, dict):
            file.fault(keys, f"'{name}' is not a section; write [palette.{name}] and colour = \"#d55e00\"")
            continue
        file.check_keys(keys, body, ["colour", "symbol"])
        colour, symbol = body.get("colour"), body.get("symbol", "")
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            said = "is missing" if colour is None else f"cannot be {printable(repr(colour))}"
            file.fault((*keys, "colour"), f"'colour' of {name} {said}; write colour = \"#d55e00\"")
            continue
        if not isinstance(symbol, str):
            file.fault((*keys, "symbol"), f"'symbol' of {name} is no name; write symbol = \"star\"")
            symbol = ""
        digits = colour[1:].lower()
        colour = "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))
        found[name] = PaletteEntry(name, colour, symbol)
    return found
