"""Every sentence of the rules has its row in `coverage.md`, and every test that a row names exists."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from coverage_table import faults, rows

HERE = Path(__file__).parent
FILES = [*HERE.glob("test_*.py"), HERE.parents[1] / "journal" / "test_match.py"]

SENTENCES = {
    "Create a room and add players": 7,
    "Race and walls": 10,
    "Threefold repetition": 5,
    "Settings": 15,
    "Pawn movement": 11,
    "Hidden identities": 5,
    "Torus": 5,
    "Strategy bots": 4,
    "Clocks and random play": 7,
    "Online play and guests": 6,
    "Practice": 6,
    "History of the board": 6,
    "Communication canvas": 17,
    "Eraser": 6,
    "Panning": 5,
    "Rating": 12,
    "Results": 4,
}
"""How many sentences stand under each heading, in the order of the source."""


def test_no_sentence_is_missing() -> None:
    found = rows(HERE / "coverage.md")
    assert {heading: len(listed) for heading, listed in found.items()} == SENTENCES
    assert list(found) == list(SENTENCES)


def test_every_sentence_is_held_by_a_test_that_exists() -> None:
    assert faults(HERE / "coverage.md", FILES) == []
