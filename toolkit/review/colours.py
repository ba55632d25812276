"""Which colour a seat has: that of its pieces, where the game's tables say it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.games.game import Game

PALETTE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#1a1a1a")
"""Colours that colour-blind people tell apart (Okabe and Ito)."""

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def seat_colours(game: Game | None, seats: int) -> list[str]:
    """A colour (#rrggbb) for seats 1 to `seats`.

    A table whose rows have a column `colour` and are numbered from 1, by a column `seat` or else by their
    key, is taken to be the players' pieces.
    """
    colours = [PALETTE[seat % len(PALETTE)] for seat in range(seats)]
    for table in game.folder.tables.values() if game is not None else ():
        number = "seat" if "seat" in table.columns else table.key
        if "colour" not in table.columns or number is None:
            continue
        found = {row.text(number): row.text("colour") for row in table.rows}
        if all(_HEX.fullmatch(found.get(str(seat), "")) for seat in range(1, seats + 1)):
            return [found[str(seat)] for seat in range(1, seats + 1)]
    return colours


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on `colour` (#rrggbb)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"
