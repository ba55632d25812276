"""Colours and the palette."""

from itertools import combinations

import pytest

from toolkit.drawing import colours, symbols


def test_colours_are_read_in_three_ways() -> None:
    assert colours.parse_colour("#ABC") == "#aabbcc"
    assert colours.parse_colour(" #0f1E2d ") == "#0f1e2d"
    assert colours.parse_colour("White") == "#ffffff"
    for wrong in ("", "#12", "#12345g", "teal"):
        with pytest.raises(ValueError, match="#rrggbb"):
            colours.parse_colour(wrong)


def test_luminance_and_contrast_are_those_of_wcag() -> None:
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert colours.lightness("#777777") == pytest.approx(50, abs=0.5)


def test_grey_keeps_the_luminance() -> None:
    for paint in colours.PALETTE:
        assert colours.luminance(colours.grey(paint.colour)) == pytest.approx(
            colours.luminance(paint.colour), abs=0.01
        )


def test_every_colour_of_the_palette_has_a_symbol_of_its_own_that_can_be_read_on_it() -> None:
    names = [paint.symbol for paint in colours.PALETTE]
    assert len(set(names)) == len(names)
    for paint in colours.PALETTE:
        symbols.outline(paint.symbol)
        assert colours.contrast(paint.colour, colours.readable_on(paint.colour)) >= 4.5


def test_symbols_differ_and_fit_their_circle() -> None:
    from toolkit.drawing.geometry import flatten

    outlines = {name: symbols.outline(name)[0] for name in symbols.NAMES}
    for one, other in combinations(outlines.values(), 2):
        assert one != other
    for d in outlines.values():
        assert max((x * x + y * y) ** 0.5 for part in flatten(d) for x, y in part) <= 1.05
    with pytest.raises(ValueError, match="triangle"):
        symbols.outline("blob")
