"""A layer that is drawn several times: for each piece of a list in a cell, or as often as a number says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolkit.faces.keys import MAX_COPIES
from toolkit.faces.values import ValueFault

_BETWEEN = re.compile(r"[,;\n]")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,11})")


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a layer: the row's values with `item`, `index` and `total`, and how far it is moved, mm."""

    scope: Mapping[str, Any]
    shift: tuple[float, float] = (0.0, 0.0)


def copies(common: Mapping[str, Any], scope: Mapping[str, Any]) -> Iterator[Copy]:
    """The copies that the checked common keys of a layer ask for; ValueFault if there would be too many."""
    pieces = parts(common["repeat"], common["separator"])
    per_line = common["per_line"] or max(1, len(pieces))
    (right, down), (line_right, line_down) = common["spacing"], common["line_spacing"]
    for index, piece in enumerate(pieces):
        line, place = divmod(index, per_line)
        if common["centred"]:
            on_line = min(per_line, len(pieces) - line * per_line)
            at = place - (on_line - 1) / 2
        else:
            at = float(place)
        shift = (at * right + line * line_right, at * down + line * line_down)
        yield Copy({**scope, "item": piece, "index": index, "total": len(pieces)}, shift)


def parts(text: str, separator: str = "") -> list[str | int]:
    """The pieces of a list in a cell, whole numbers as such; a lone number stands for 1, 2, … up to it."""
    text = text.strip()
    if _NUMBER.fullmatch(text):
        return list(range(1, _few(int(text)) + 1))
    words = text.split(separator) if separator else _BETWEEN.split(text)
    found = [word.strip() for word in words if word.strip()]
    _few(len(found))
    return [int(word) if _NUMBER.fullmatch(word) else word for word in found]


def _few(count: int) -> int:
    if count > MAX_COPIES:
        raise ValueFault(f"makes {count:,} copies; at most {MAX_COPIES} are drawn")
    return count
