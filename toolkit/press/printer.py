"""Printers that lay backs a little off, and what is known of each: how backs have to be moved to lie behind
their fronts.

A profile is one small file a printer in the user's configuration folder. `pnp calibrate` makes the sheet that
it is read from.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from toolkit.components.faults import printable, suggest
from toolkit.components.trust import config_dir
from toolkit.components.writing import write_bytes
from toolkit.drawing.geometry import compose, rotate, translate
from toolkit.drawing.model import Matrix

FOLDER = "printers"
MOST_MM = 20.0
MOST_DEGREES = 5.0

_VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}")
_MAX_BYTES = 10_000


@dataclass(frozen=True, slots=True)
class Offset:
    """How back pages are moved for a printer: `x` mm to the right, `y` mm down, then turned clockwise by
    `angle` degrees about the paper's middle, as one looks at the back.

    `flip` is the edge over which the paper was turned when that was measured. ValueError for what no printer
    is off by.
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    flip: str = "long"

    def __post_init__(self) -> None:
        for name, value, most, unit in (
            ("x", self.x, MOST_MM, "mm"),
            ("y", self.y, MOST_MM, "mm"),
            ("angle", self.angle, MOST_DEGREES, "degrees"),
        ):
            if not math.isfinite(value) or abs(value) > most:
                raise ValueError(f"{name} cannot be {value:g}; write -{most:g} to {most:g} {unit}")
        if self.flip not in ("long", "short"):
            raise ValueError(f"the paper is turned over its long or its short edge, not '{self.flip}'")

    def turned(self, flip: str) -> Offset:
        """The same printer's offset when paper is turned over the other edge: the driver then turns the back
        page by half a turn, and what the paper is off by stays where it is.
        """
        if flip == self.flip:
            return self
        return Offset(-self.x + 0.0, -self.y + 0.0, self.angle, flip)

    def plus(self, other: Offset) -> Offset:
        """Both moves together, for a second reading on a sheet that was printed with the first."""
        more = other.turned(self.flip)
        return replace(self, x=self.x + more.x, y=self.y + more.y, angle=self.angle + more.angle)

    def matrix(self, width: float, height: float) -> Matrix:
        """The transform of everything on a back page of this size (mm)."""
        return compose(translate(self.x, self.y), rotate(self.angle, width / 2, height / 2))


def save_profile(name: str, offset: Offset) -> Path:
    """Keep what is known of a printer, durably; returns the file. ValueError for a name that cannot be."""
    path = _path(name)
    content = {"version": _VERSION, "name": name, **asdict(offset)}
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    return write_bytes(path, text.encode("utf-8"), durable=True)


def load_profile(name: str) -> Offset:
    """What is known of a printer; ValueError where there is no such profile, or it cannot be read."""
    path = _path(name)
    if not path.is_file():
        known = [found for found, _ in profiles()]
        if not known:
            raise ValueError(
                f"there is no printer '{name}', nor any other; `pnp calibrate` says how to add it"
            )
        raise ValueError(f"there is no printer '{name}'; {suggest(name, known)}")
    return _read(path)[1]


def delete_profile(name: str) -> None:
    """Forget a printer; ValueError where there is no such profile."""
    path = _path(name)
    if not path.is_file():
        load_profile(name)
    path.unlink()


def profiles() -> list[tuple[str, Offset | None]]:
    """Every printer that is known, by name; None for a file that cannot be read."""
    found: list[tuple[str, Offset | None]] = []
    folder = config_dir() / FOLDER
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            found.append(_read(path))
        except ValueError:
            found.append((path.stem, None))
    return sorted(found, key=lambda pair: pair[0].casefold())


def _path(name: str) -> Path:
    if not _NAME.fullmatch(name):
        said = printable(name)
        raise ValueError(f"'{said}' cannot be a printer's name; use letters, digits, spaces, - and _")
    # One file on every system: some take `Office` and `office` for the same. A name before the dot that is
    # a device on Windows would be opened as one.
    return config_dir() / FOLDER / f"printer-{name.casefold().replace(' ', '+')}.json"


def _read(path: Path) -> tuple[str, Offset]:
    try:
        with path.open("rb") as file:
            raw: Any = json.loads(file.read(_MAX_BYTES).decode("utf-8"))
        name, values = raw["name"], {key: raw[key] for key in ("x", "y", "angle")}
        flip = raw.get("flip", "long")
        if raw.get("version") != _VERSION:
            raise TypeError(f"its version is {raw.get('version')}, not {_VERSION}")
        numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values.values())
        if not (numbers and isinstance(name, str) and isinstance(flip, str) and _NAME.fullmatch(name)):
            raise TypeError("its values are of the wrong kind")
        return name, Offset(float(values["x"]), float(values["y"]), float(values["angle"]), flip)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = printable(f"{type(error).__name__}: {error}")
        raise ValueError(f"{path}: is no printer's profile ({why}); measure again, or delete it") from None
