"""Widths of a rulebook table's columns."""

import pytest

from toolkit.press.columns import GAP, LEAST_GAP, column_widths


def test_columns_are_as_wide_as_their_words_and_share_what_is_left_over() -> None:
    widths, gap = column_widths([10, 20, 5], [8, 9, 5], 61)
    assert gap == GAP
    assert widths == pytest.approx([10, 30, 15])  # 20 mm are left over, for all but the first


def test_a_narrow_table_keeps_every_word_whole() -> None:
    least = [11.0, 9.0, 11.0, 8.0, 10.0, 9.5, 7.0, 2.0]
    widths, gap = column_widths(least, least, 86.0)
    assert LEAST_GAP <= gap < GAP
    assert all(wide >= word for wide, word in zip(widths, least, strict=True))
    assert sum(widths) + gap * 7 <= 86.0 + 1e-6


def test_short_columns_have_what_they_want_and_long_ones_divide_the_rest() -> None:
    widths, gap = column_widths([10, 25, 80], [8, 12, 14], 86)
    assert widths == pytest.approx([10, 25, 86 - 2 * gap - 35])
    assert column_widths([80, 90, 80], [40, 5, 5], 86)[0] == pytest.approx([40, 20, 20])


def test_words_that_no_gap_makes_room_for_are_wider_than_the_table() -> None:
    widths, gap = column_widths([60, 60], [60, 60], 80)
    assert widths == [60, 60]
    assert gap == LEAST_GAP


def test_a_single_column_fills_the_table() -> None:
    assert column_widths([10], [5], 80)[0] == [80]
