"""The bill of materials: pieces, sheets, cuts and ink counted and measured, shops told apart."""

from pathlib import Path

import pytest

from toolkit.components.folder import load_folder
from toolkit.press import Order, run
from toolkit.press.bom import Bill, bill_of


def bill(folder: Path, **choices: object) -> Bill:
    return bill_of(load_folder(folder), Order(**choices))  # type: ignore[arg-type]


def test_pieces_are_counted_as_they_are_printed(cards: Path, tmp_path: Path) -> None:
    (cards / "cards.csv").write_text("id,count\na,3\nb,\nc,0\n\nd,2\n", encoding="utf-8")
    made = bill(cards)
    (kind,) = made.kinds
    assert (kind.pieces, kind.different, kind.width, kind.height, kind.backs) == (6, 3, 63.5, 88.9, True)
    assert made.pieces == sum(f.pieces for f in run(load_folder(cards), tmp_path, Order()).files)
    assert made.stack == pytest.approx(1.8)
    assert bill(cards, where='id == "a"').pieces == 3


def test_sheets_sides_and_cuts_are_those_of_the_print(cards: Path, tmp_path: Path) -> None:
    (sheets,) = bill(cards).sheets
    (file,) = run(load_folder(cards), tmp_path, Order()).files
    assert (sheets.sheets, sheets.sides) == (file.sheets, file.pages) == (2, 4)
    # nine cards: four cuts each way; two cards in a row: three upright, two level
    assert sheets.cuts == 8 + 5
    assert bill(cards, backs="none").sheets[0].sides == 2


def test_ink_is_measured(cards: Path) -> None:
    """Backs are #445566 all over: known shares of a known area."""
    (cards / "front.toml").write_text("bleed = 0\n", encoding="utf-8")
    (cards / "back.toml").write_text(
        'bleed = 0\n[[layers]]\ntype = "rectangle"\nfill = "#000000"\n', encoding="utf-8"
    )
    (sheets,) = bill(cards, marks="none").sheets
    cyan, magenta, yellow, black = sheets.ink
    area = 11 * 63.5 * 88.9 / (4 * 210 * 297)
    assert black == pytest.approx(area, abs=0.01)
    assert max(cyan, magenta, yellow) < 0.002


def test_saving_ink_shows(cards: Path) -> None:
    full, low = (sum(bill(cards, ink=ink).sheets[0].ink) for ink in ("full", "low"))
    assert low < 0.2 * full
    assert bill(cards, ink="grey").sheets[0].ink[:3] == (0, 0, 0)


def test_each_shop_says_what_it_needs_or_why_not(cards: Path) -> None:
    (cards / "cards.csv").write_text("id,count\na,3\nb,1\n", encoding="utf-8")
    found = {shop.shop: shop for shop in bill(cards).shops}
    tgc = found["The Game Crafter"]
    assert (tgc.size, tgc.copies, tgc.files, tgc.refused) == ("poker", 4, 3, ())
    assert found["MakePlayingCards"].files == 5  # four fronts and the back
    assert found["DriveThruCards"].files == 1
    text = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(text.replace("[63.5, 88.9]", "[50, 50]"), encoding="utf-8")
    assert all(
        shop.refused[0].startswith("has no cards of 50 x 50 mm; nearest") for shop in bill(cards).shops
    )


def test_a_round_piece_is_one_cut(cards: Path) -> None:
    text = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(
        text.replace("size = [63.5, 88.9]", 'shape = "circle"\ndiameter = 30'), encoding="utf-8"
    )
    assert bill(cards).sheets[0].cuts == 11
