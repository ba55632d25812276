"""Icons by name: files of the game folder (`icons/`, then `art/`), then those that come with the toolkit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from toolkit.components.faults import suggest
from toolkit.drawing import icons
from toolkit.drawing.model import Drawing, Symbol
from toolkit.faces.pictures import read_picture
from toolkit.faces.values import ValueFault

FOLDERS = ("icons", "art")
KINDS = (".svg", ".toml", ".png", ".jpg", ".jpeg")
MOST = 2000


class Icons:
    """Finds the icons of one game folder, each read once for every colour that it is drawn in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, str] | None = None
        self._known: dict[tuple[str, str | None], Symbol] = {}

    @property
    def files(self) -> dict[str, str]:
        """Name of an icon -> its file in the folder."""
        if self._files is None:
            found: dict[str, str] = {}
            for place in FOLDERS:
                where = self.folder / place
                listed = sorted(where.iterdir())[:MOST] if where.is_dir() else []
                for kind in KINDS:
                    for path in listed:
                        if path.suffix.lower() == kind:
                            found.setdefault(path.stem.lower(), f"{place}/{path.name}")
            self._files = found
        return self._files

    def find(self, name: str, ink: str | None, include: Callable[[str], Symbol]) -> Symbol:
        """The icon of that name, black parts of it in the colour `ink`; ValueFault says what there is.

        `include` draws a template file of the folder.
        """
        plain = name.strip().lower()
        file = self.files.get(plain)
        if file is not None and file.endswith(".toml"):
            return include(file)
        known = self._known.get((plain, ink))
        if known is not None:
            return known
        if file is not None:
            drawing = read_picture(self.folder, file, ink).drawing
        elif plain in icons.NAMES:
            drawing = icons.icon(plain, ink or "#000000")
        else:
            if re.search(r"[,;\n]", plain):
                cure = 'a list is written as repeat = "{{ … }}" with icon = "{{ item }}"'
                raise ValueFault(f"there is no icon '{name}'; {cure}")
            names = sorted({*self.files, *icons.NAMES})
            raise ValueFault(
                f"there is no icon '{name}'; {suggest(plain, names)} (put {plain}.svg into the folder icons)"
            )
        titled = Drawing(drawing.width, drawing.height, drawing.items, plain)
        found = self._known[plain, ink] = Symbol(titled)
        return found
