"""The Game Crafter: a PNG a face with 1/8 inch of bleed, folders by deck, counts in the names.

A poker card is 825 x 1125 px, and what matters lies at least 75 px from the picture's edge.
"""

from __future__ import annotations

from toolkit.components.faults import Fault
from toolkit.components.sizes import EIGHTH
from toolkit.press.exports.checks import check_cards
from toolkit.press.exports.goods import Goods
from toolkit.press.exports.orders import Exported, ExportOrder, Step
from toolkit.press.exports.pictures import pictures
from toolkit.press.exports.stage import Stage

SIZES = (
    "poker",
    "bridge",
    "tarot",
    "standard",
    "mini",
    "micro",
    "domino",
    "business",
    "jumbo",
    "us-game",
    "square",
    "square-2.75in",
    "square-3.5in",
    "hex-tile",
)
"""Decks that the shop prints. Sizes change: its own list is the last word."""

BLEED = EIGHTH
SAFE = 75 / 300 * 25.4 - BLEED


def check(goods: Goods, exported: Exported) -> list[Fault]:
    """What the shop would not take."""
    return check_cards(goods, exported, SIZES, BLEED, SAFE)


def make(goods: Goods, order: ExportOrder, stage: Stage, exported: Exported, step: Step) -> None:
    """The pictures of every deck."""
    pictures(goods, stage, exported, step, SIZES, lambda size: size.pixels(BLEED), every_copy=False)
    exported.notes.append(
        "Upload each folder as a deck; -x3 in a name (and counts.csv) says how many of a card there are."
    )
