"""Every sentence of the rules has its row in `coverage.md`, and every test that a row names exists."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from coverage_table import faults, rows

HERE = Path(__file__).parent

SENTENCES = {
    "Components": 4,
    "The Tiles": 4,
    "Setup": 8,
    "Game Play": 9,
    "I. Play a path tile": 5,
    "II. Move the markers": 4,
    "III. Draw tiles": 4,
    "Dragon Tile": 5,
    "End of the Game": 1,
}
"""How many sentences and list items stand under each heading of the source, in its order."""


def test_no_sentence_is_missing() -> None:
    found = rows(HERE / "coverage.md")
    assert {heading: len(listed) for heading, listed in found.items()} == SENTENCES
    assert list(found) == list(SENTENCES)


def test_every_sentence_is_held_by_a_test_that_exists() -> None:
    assert faults(HERE / "coverage.md", HERE.glob("test_*.py")) == []
