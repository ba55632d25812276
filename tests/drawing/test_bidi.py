"""Text that runs to the left: levels, order, joined letters, and scripts that a font cannot join."""

from pathlib import Path

import matplotlib
import pytest

from toolkit.drawing.bidi import levels, seen_order
from toolkit.drawing.fonts import Font, open_font
from toolkit.drawing.scripts import UnshapedScript, check, pieces
from toolkit.drawing.text import Style, layout

DEJAVU = Style(open_font(Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")), 5.0)


def test_plain_text_has_no_levels() -> None:
    assert levels("plain \u00e6\u00f8\u00e5") is None


def test_words_and_numbers_within_text_to_the_left() -> None:
    assert levels("\u05d0\u05d1 12 ab") == [1, 1, 1, 2, 2, 1, 2, 2]
    assert levels("ab \u05d0") == [0, 0, 0, 1]


def test_runs_are_turned_as_they_are_seen() -> None:
    assert [run for _, run in seen_order([(1, "a"), (2, "12"), (1, "b")])] == ["b", "12", "a"]
    assert [run for _, run in seen_order([(0, "x"), (1, "a"), (1, "b"), (0, "y")])] == ["x", "b", "a", "y"]


def test_a_paragraph_to_the_left_starts_on_the_right() -> None:
    block = layout("\u05e9\u05dc\u05d5\u05dd abc", DEJAVU, width=80)
    latin = next(line for line in block.lines if line.text == "abc")
    hebrew = next(line for line in block.lines if "\u05e9" in line.text)
    assert latin.x < hebrew.x
    assert hebrew.x + hebrew.width == pytest.approx(80, abs=0.01)


def test_arabic_letters_are_joined() -> None:
    block = layout("\u0628\u0628\u0628", DEJAVU, width=80)
    (line,) = block.lines
    assert len({glyph.gid for glyph in line.glyphs}) == 3  # first, middle and last form


def test_a_font_without_rules_for_a_script_is_refused_by_its_name() -> None:
    class Plain(Font):
        scripts = frozenset({"latn"})  # type: ignore[assignment]

    with pytest.raises(UnshapedScript, match="Arabic script"):
        check(Plain(DEJAVU.font.path), "\u0628")


def test_scripts_are_cut_apart() -> None:
    assert pieces("abc \u0915\u0916 de") == ["abc ", "\u0915\u0916 ", "de"]
