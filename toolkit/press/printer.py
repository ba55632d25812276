"""Printers that lay backs a little off, and what is known of each: how backs have to be moved to lie behind
their fronts.

A profile is one small file a printer in the user's configuration folder. `pnp calibrate` makes the sheet that
it is read from.
"""

from __future__ import annotations

import json
import math
import re
from contextlib import suppress
from dataclasses import dataclass, replace
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

_VERSION = 2
_WAYS = {False: "upright", True: "landscape"}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}")
_MAX_BYTES = 10_000


@dataclass(frozen=True, slots=True)
class Offset:
    """How back pages are moved for a printer: `x` mm to the right, `y` mm down, then turned clockwise by
    `angle` degrees about the paper's middle, as one looks at the back.

    `flip` is the edge over which the paper was turned when that was measured, and `landscape` whether its
    page lay on its side: such a page goes through the printer another way. ValueError for what no printer is
    off by.
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    flip: str = "long"
    landscape: bool = False

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
        return replace(self, x=-self.x + 0.0, y=-self.y + 0.0, flip=flip)

    def plus(self, other: Offset) -> Offset:
        """Both moves together, for a second reading on a sheet that was printed with the first."""
        more = other.turned(self.flip)
        return replace(self, x=self.x + more.x, y=self.y + more.y, angle=self.angle + more.angle)

    def matrix(self, width: float, height: float) -> Matrix:
        """The transform of everything on a back page of this size (mm)."""
        return compose(translate(self.x, self.y), rotate(self.angle, width / 2, height / 2))


def save_profile(name: str, offset: Offset) -> Path:
    """Keep what is known of a printer, durably, beside what is known of it for pages that lie the other way;
    returns the file. ValueError for a name that cannot be.
    """
    path = _path(name)
    kept = {}
    if path.is_file():
        with suppress(ValueError):  # one that cannot be read is replaced
            kept = {known.landscape: known for known in _read(path)[1]}
    kept[offset.landscape] = offset
    content = {"version": _VERSION, "name": name, **{_WAYS[way]: _data(kept[way]) for way in sorted(kept)}}
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    return write_bytes(path, text.encode("utf-8"), durable=True)


def _data(offset: Offset) -> dict[str, Any]:
    return {"x": offset.x, "y": offset.y, "angle": offset.angle, "flip": offset.flip}


def load_profile(name: str, landscape: bool = False) -> Offset:
    """What is known of a printer for upright pages, or for pages that lie (`landscape`); ValueError where
    there is no such profile, it cannot be read, or only the others were measured.
    """
    path = _path(name)
    if not path.is_file():
        known = [found for found, _ in profiles()]
        if not known:
            raise ValueError(
                f"there is no printer '{name}', nor any other; `pnp calibrate` says how to add it"
            )
        raise ValueError(f"there is no printer '{name}'; {suggest(name, list(dict.fromkeys(known)))}")
    known_as, offsets = _read(path)
    found = [offset for offset in offsets if offset.landscape == landscape]
    if not found:
        this, other = (_WAYS[landscape], _WAYS[not landscape])
        side = " --landscape" if landscape else ""
        raise ValueError(
            f"'{known_as}' was measured with {other} pages only, and {this} ones go through a printer another"
            f" way: print pnp calibrate{side}, and save what it shows with{side or ' no --landscape'}"
        )
    return found[0]


def delete_profile(name: str) -> None:
    """Forget a printer; ValueError where there is no such profile."""
    path = _path(name)
    if not path.is_file():
        load_profile(name)
    path.unlink()


def profiles() -> list[tuple[str, Offset | None]]:
    """Every printer that is known, by name, for pages that are upright and for those that lie; None for a
    file that cannot be read.
    """
    found: list[tuple[str, Offset | None]] = []
    folder = config_dir() / FOLDER
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            name, offsets = _read(path)
            found += [(name, offset) for offset in offsets]
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


def _read(path: Path) -> tuple[str, list[Offset]]:
    try:
        with path.open("rb") as file:
            raw: Any = json.loads(file.read(_MAX_BYTES).decode("utf-8"))
        if raw.get("version") == 1:  # knew upright pages only
            raw = {"version": _VERSION, "name": raw["name"], "upright": {"flip": "long", **raw}}
        name = raw["name"]
        if raw.get("version") != _VERSION:
            raise TypeError(f"its version is {raw.get('version')}, not {_VERSION}")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise TypeError("its name cannot be one")
        found = [_offset(raw[key], way) for way, key in _WAYS.items() if key in raw]
        if not found:
            raise TypeError("nothing was measured")
        return name, found
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = printable(f"{type(error).__name__}: {error}")
        raise ValueError(f"{path}: is no printer's profile ({why}); measure again, or delete it") from None


def _offset(raw: Any, landscape: bool) -> Offset:
    """One measurement of a profile's file."""
    x, y, angle, flip = (raw[key] for key in ("x", "y", "angle", "flip"))
    numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in (x, y, angle))
    if not (numbers and isinstance(flip, str)):
        raise TypeError("its values are of the wrong kind")
    return Offset(float(x), float(y), float(angle), flip, landscape)
