"""Named sizes are those of the trade, in mm and in pixels."""

import pytest

from toolkit.components.sizes import EIGHTH, SHOPS, SIZES, Shop, find_size

# name, mm, px at 300 dpi, px with 1/8 in bleed: figures that shops and makers of sleeves publish
PUBLISHED = [
    ("poker", (63.5, 88.9), (750, 1050), (825, 1125)),
    ("bridge", (57.15, 88.9), (675, 1050), (750, 1125)),
    ("tarot", (69.85, 120.65), (825, 1425), (900, 1500)),
    ("mini", (44.45, 63.5), (525, 750), (600, 825)),
    ("standard", (63, 88), (744, 1039), None),
    ("mini-american", (41, 63), None, None),
    ("mini-euro", (44, 68), None, None),
    ("euro", (59, 92), None, None),
    ("us-game", (56, 87), None, None),
    ("japanese", (59, 86), None, None),
    ("square", (63.5, 63.5), None, None),
    ("square-2.75in", (69.85, 69.85), None, None),
    ("square-3in", (76.2, 76.2), None, None),
    ("square-3.5in", (88.9, 88.9), None, None),
    ("micro", (31.75, 44.45), None, None),
    ("domino", (44.45, 88.9), None, None),
    ("business", (50.8, 88.9), None, None),
    ("jumbo", (88.9, 139.7), None, None),
    ("hex-tile", (95.25, 82.55), None, None),
    ("poker-chip", (39, 39), None, None),
    ("counter-1/2in", (12.7, 12.7), None, None),
    ("counter-5/8in", (15.875, 15.875), None, None),
    ("counter-1in", (25.4, 25.4), None, None),
]


@pytest.mark.parametrize("name, mm, px, with_bleed", PUBLISHED)
def test_sizes_of_the_trade(
    name: str, mm: tuple[float, float], px: tuple[int, int] | None, with_bleed: tuple[int, int] | None
) -> None:
    size = find_size(name)
    assert (size.width, size.height) == pytest.approx(mm, abs=1e-9)
    assert px is None or size.pixels() == px
    assert with_bleed is None or size.pixels(EIGHTH) == with_bleed


def test_every_size_was_looked_up() -> None:
    assert {name for name, *_ in PUBLISHED} == {size.name for size in SIZES}


def test_names_are_found_however_they_are_written() -> None:
    assert find_size("Poker") is find_size("poker")
    assert find_size("euro poker").name == "standard"
    assert find_size("US_game").name == "us-game"
    turned = find_size("poker landscape")
    assert (turned.width, turned.height) == (88.9, 63.5)
    with pytest.raises(ValueError, match="did you mean 'bridge'"):
        find_size("brige")


def test_no_two_sizes_share_a_name() -> None:
    names = [name for size in SIZES for name in (size.name, *size.also)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("shop", SHOPS, ids=lambda shop: shop.name)
def test_a_shop_asks_for_its_card_with_its_bleed(shop: Shop) -> None:
    made = find_size(shop.card).pixels(shop.bleed)
    assert max(abs(a - b) for a, b in zip(made, shop.pixels, strict=True)) <= 1, made
