"""Backs behind their fronts, in pixels: every order of pages, both edges, paper upright and on its side."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from toolkit.press import Order, run

COLOURS = [
    "#c02020",
    "#20c020",
    "#2020c0",
    "#c0c020",
    "#20c0c0",
    "#c020c0",
    "#e0a0a0",
    "#c08020",
    "#20c080",
    "#8020c0",
]
SIDE = (
    "bleed = 2.0\n[[layers]]\ntype = 'rectangle'\nfill = '{{ colour }}'\nbleed = true\n"
    "[[layers]]\ntype = 'circle'\nx = 8\ny = 8\nradius = 4\nfill = '#000000'\n"
)
SCALE = 1  # pixels a millimetre


@pytest.fixture
def coloured(cards: Path) -> Path:
    """Cards that have one colour on both sides, each its own, and a dot in the upper left corner of both."""
    rows = "".join(f"{number},{colour}\n" for number, colour in enumerate(COLOURS))
    (cards / "cards.csv").write_text("id,colour\n" + rows, encoding="utf-8")
    text = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(text.replace("id = {}", "id = {}\ncolour = {}"), encoding="utf-8")
    for name in ("front.toml", "back.toml"):
        (cards / name).write_text(SIDE, encoding="utf-8")
    return cards


def pages(paths: tuple[Path, ...] | list[Path]) -> list[NDArray[np.int64]]:
    found = []
    for path in paths:
        for page in pypdfium2.PdfDocument(path):
            image = page.render(scale=SCALE * 25.4 / 72).to_pil().convert("RGB")
            found.append(np.asarray(image).astype(np.int64))
    return found


def where(page: NDArray[np.int64], colour: str) -> tuple[float, float] | None:
    """The middle of a colour on a page, in pixels; None where it is not there."""
    rgb = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    ys, xs = np.nonzero(np.abs(page - rgb).max(axis=2) <= 2)
    if len(xs) < 1000:
        return None
    return float(np.median(xs)), float(np.median(ys))


def dot(page: NDArray[np.int64], middle: tuple[float, float], reach: int = 43) -> tuple[float, float]:
    """Where the black dot of a card lies, from the card's middle, in pixels."""
    x, y = (round(v) for v in middle)
    left, top = max(0, x - reach), max(0, y - reach)
    ys, xs = np.nonzero((page[top : y + reach, left : x + reach] <= 2).all(axis=2))
    xs, ys = xs + left - x, ys + top - y
    # Dots of the cards beside it lie further from the middle.
    apart = np.hypot(xs, ys)
    near = apart < apart.min() + 9
    return float(xs[near].mean()), float(ys[near].mean())


@pytest.mark.parametrize("landscape", [False, True], ids=["upright", "landscape"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("backs", ["interleaved", "after", "separate"])
def test_every_back_lies_behind_its_front_however_it_is_printed(
    coloured: Path, tmp_path: Path, backs: str, flip: str, landscape: bool
) -> None:
    order = Order(backs=backs, flip=flip, landscape=landscape, marks="none", pack="grid", bleed=0.0)
    sides = pages(run(coloured, tmp_path / "out", order).paths)
    half = len(sides) // 2
    pairs = (
        [(sides[2 * i], sides[2 * i + 1]) for i in range(half)]
        if backs == "interleaved"
        else list(zip(sides[:half], sides[half:], strict=True))
    )
    seen = 0
    for front, back in pairs:
        height, width = front.shape[:2]
        # The paper is turned over: about an upright axis where the edge is upright as it is printed.
        upright = (flip == "long") != landscape
        for colour in COLOURS:
            here, there = where(front, colour), where(back, colour)
            assert (here is None) == (there is None), "the two sides hold the same cards"
            if here is None or there is None:
                continue
            seen += 1
            over = (width - here[0], here[1]) if upright else (here[0], height - here[1])
            assert there == pytest.approx(over, abs=2)
            # A card that is turned over sideways shows its back upright, with its dot at the upper left too.
            ahead, behind = dot(front, here), dot(back, there)
            lies = ahead[0] > 0  # a card that lies on its side has its upper left at the upper right
            expected = ahead if upright != lies else (-ahead[0], -ahead[1])
            assert behind == pytest.approx(expected, abs=2)
    assert seen == len(COLOURS)
    assert len(pairs) == 2  # the second is not full
