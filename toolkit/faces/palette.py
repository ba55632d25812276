"""The palette of a game: `[palette.red] colour = "#…" symbol = "…"` in its game.toml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from toolkit.components.palette import read_palette
from toolkit.components.reading import Unreadable, read_file
from toolkit.components.tomlfile import MAX_BYTES, read_toml
from toolkit.drawing.colours import Paint

MANIFEST = "game.toml"


def folder_palette(folder: Path) -> Mapping[str, Paint]:
    """The palette of a game folder, empty where it has none; what is wrong with it is the folder's check to
    say.
    """
    path = folder / MANIFEST
    try:
        if b"palette" not in read_file(path, MAX_BYTES, folder):
            return {}
    except Unreadable:
        return {}
    return {
        entry.name: Paint(entry.name, entry.colour, entry.symbol)
        for entry in read_palette(read_toml(path)).values()
    }
