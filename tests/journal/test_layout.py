"""Lines that fit the window and break between words."""

from __future__ import annotations

import pytest

from toolkit.journal.layout import columns, listing, natural, paragraph


@pytest.mark.parametrize("room", [24, 79, 300])
def test_a_paragraph_loses_no_word(room: int) -> None:
    text = "    Squares: columns a, b, c … from the left, rows 1, 2, 3 … from the bottom, the title below."
    lines = paragraph(text, room, hanging="  ")
    assert max(map(len, lines)) <= room
    assert " ".join(lines).split() == text.split()
    assert lines[0].startswith("    Squares")
    assert all(line.startswith("      ") for line in lines[1:])


def test_columns_stand_under_each_other() -> None:
    texts = [f"{number:02d}u@c4" for number in range(30)]
    lines = list(columns(texts, 80))
    assert len(lines) == 3
    assert max(map(len, lines)) <= 80
    assert {line.index("@") for line in lines} == {lines[0].index("@")}
    assert list(columns([], 80)) == []
    assert list(columns(["a" * 50], 20)) == ["  " + "a" * 50]


def test_a_listing_keeps_maps_and_breaks_prose() -> None:
    lines = listing([("board", " a   b\n .  12r"), ("seat 1", "word " * 20)], 40)
    assert lines[:2] == ["  board    a   b", "           .  12r"]
    assert lines[2].startswith("  seat 1  word")
    assert all(line.startswith(" " * 10 + "word") for line in lines[3:])
    assert max(map(len, lines)) <= 40


def test_moves_of_one_form_stand_together_in_natural_order() -> None:
    assert natural(["e10", "b2ns", "e9", "a10ew", "a9ew", "2 retire"]) == [
        "e9",
        "e10",
        "a9ew",
        "a10ew",
        "b2ns",
        "2 retire",
    ]
