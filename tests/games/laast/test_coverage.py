"""Every sentence of the rules has its row in `coverage.md`, and every test that a row names exists."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from coverage_table import faults, rows

HERE = Path(__file__).parent

SENTENCES = {
    "The aim (lines 1 to 4)": 7,
    "The board (lines 5 and 6)": 4,
    "The pool (line 7)": 2,
    "Seats and pieces (lines 8 to 10)": 5,
    "A turn (line 11)": 1,
    "Moving (lines 12 to 17)": 10,
    "Cards (lines 18 to 21)": 6,
    "At most four in the hand (lines 22 to 24)": 3,
    "Unique tiles (lines 25 to 29)": 5,
    "Extra step (lines 30 and 31)": 2,
    "Tunnel (lines 32 to 34)": 4,
    "Bridge (lines 35 to 37)": 4,
    "Locking a piece (lines 38 to 41)": 4,
    "Wall (line 42)": 2,
    "Moving an opponent (lines 43 to 45)": 5,
    "Question mark and neutral tile (lines 46 and 47)": 3,
    "Out, and the end (lines 48 to 51)": 5,
    "Manners (lines 52 and 53)": 3,
    "Questions and answers (lines 54 to 67)": 22,
}
"""How many sentences the lines of the source have that a heading names."""


def test_no_sentence_is_missing() -> None:
    found = rows(HERE / "coverage.md")
    assert {heading: len(listed) for heading, listed in found.items()} == SENTENCES
    assert list(found) == list(SENTENCES)


def test_every_sentence_is_held_by_a_test_that_exists() -> None:
    assert faults(HERE / "coverage.md", HERE.glob("test_*.py")) == []
