"""MakePlayingCards: a PNG a card, a file for every copy in order, 36 pixels of bleed at 300 dpi."""

from __future__ import annotations

from toolkit.components.faults import Fault
from toolkit.components.sizes import SHOPS, Size
from toolkit.press.exports.checks import check_cards
from toolkit.press.exports.goods import Goods
from toolkit.press.exports.orders import Exported, ExportOrder, Step
from toolkit.press.exports.pictures import pictures
from toolkit.press.exports.stage import Stage

SIZES = (
    "standard",
    "poker",
    "bridge",
    "tarot",
    "mini",
    "mini-american",
    "mini-euro",
    "euro",
    "us-game",
    "domino",
    "business",
    "jumbo",
    "square",
    "square-2.75in",
    "square-3.5in",
)
"""Cards that the shop prints. Sizes change: its own list is the last word."""

BLEED_PIXELS = 36
BLEED = BLEED_PIXELS / 300 * 25.4


def check(goods: Goods, exported: Exported) -> list[Fault]:
    """What the shop would not take."""
    return check_cards(goods, exported, SIZES, BLEED, BLEED)


def make(goods: Goods, order: ExportOrder, stage: Stage, exported: Exported, step: Step) -> None:
    """The pictures of every deck, one for each copy: the shop fills its places in order."""
    pictures(goods, stage, exported, step, SIZES, canvas, every_copy=True)
    exported.notes.append(
        "Order as many cards as there are files in fronts, upload them all, and let the shop fill the places."
    )


def canvas(size: Size) -> tuple[int, int]:
    """Width and height of a picture in pixels; the shop's own figures for its usual card."""
    usual = next(shop for shop in SHOPS if shop.name == "mpc")
    if size.name == usual.card:
        return usual.pixels
    wide, high = size.pixels()
    return wide + 2 * BLEED_PIXELS, high + 2 * BLEED_PIXELS
