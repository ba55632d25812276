"""What every element of a template has: a name, its keys, and a function that draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.drawing.colours import Paint
from toolkit.drawing.model import Item, Join, Symbol
from toolkit.faces.keys import Key

Values = Mapping[str, Any]
"""The checked values of an element's keys for one row."""


@dataclass(slots=True)
class Stage:
    """The face that is being drawn: its measures (mm), colours, fonts and folder, where art and icons come
    from, where trouble is reported, and which lines cross its edges.
    """

    width: float
    height: float
    bleed: float
    safe: float
    folder: Path
    colours: Mapping[str, str]
    include: Callable[[str], Symbol]
    icon: Callable[[str, str | None], Symbol]
    paints: Mapping[str, Paint] = field(default_factory=dict)
    fonts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    troubles: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)

    def trouble(self, key: str, message: str) -> None:
        """Report that the value of `key` cannot be printed as it is."""
        self.troubles.append((key, message))

    def remark(self, key: str, message: str) -> None:
        """Warn that the value of `key` can be printed, but will not look well."""
        self.remarks.append((key, message))

    def box(self, values: Values) -> tuple[float, float, float, float]:
        """x, y, width and height of an element; what was not given reaches to the face's edge."""
        x, y = values["x"], values["y"]
        width = self.width - x if values["width"] is None else values["width"]
        height = self.height - y if values["height"] is None else values["height"]
        return x, y, width, height

    def spread(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
        """The box with those of its edges that lie on the face's edge moved out to the bleed."""
        left = x - self.bleed if x <= 0 else x
        top = y - self.bleed if y <= 0 else y
        right = x + width + (self.bleed if x + width >= self.width - 1e-6 else 0)
        bottom = y + height + (self.bleed if y + height >= self.height - 1e-6 else 0)
        return left, top, right - left, bottom - top


@dataclass(frozen=True, slots=True)
class Element:
    """A kind of element: what it is called in a template, what it is, its keys, and how it is drawn.

    `example` is a layer for the manual, without its type. `matter` says that it tells players something, so
    that it has to stay away from the cut.
    """

    name: str
    help: str
    keys: Mapping[str, Key]
    draw: Callable[[Values, Stage], Iterable[Item]]
    example: str = ""
    matter: bool = False
