"""Every sentence of the rules has its row in `coverage.md`, and every test that a row names exists."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from coverage_table import faults, rows

HERE = Path(__file__).parent

SENTENCES = {
    "Game Objective": 4,
    "Victory Condition": 4,
    "Components — Full Eight-Color Set": 9,
    "Prototype note": 2,
    "Eight-color palette": 5,
    "Phase One — Build the Grid": 2,
    "Setup": 5,
    "Turn sequence in Phase One": 5,
    "Center color rule": 4,
    "Path placement rules": 13,
    "Phase Two — Place Rooms": 2,
    "Room placement": 13,
    "Starting positions": 3,
    "Turn Sequence": 7,
    "Path Phase": 4,
    "Path Phase / Limits": 5,
    "Utility Phase": 4,
    "Utility Phase / Limits": 5,
    "Required discard after a turn-ending Utility": 9,
    "Current Utility implementation": 19,
    "Movement": 18,
    "Movement is controlled by Room Tokens": 8,
    "Room movement": 4,
    "Room token rules": 3,
    "Three functions of tokens": 4,
    "Gridlock / Player Blocking": 6,
    "Walls and pits": 8,
    "Remedies": 2,
    "Grappling Hook / Bridge": 10,
    "Tunnels": 9,
    "Complete Tunnel requirements": 19,
    "Jump Boots": 7,
    "Bomb": 9,
    "Booby-Trap": 13,
    "Drill": 12,
    "Shovel": 8,
    "Hammer": 8,
    "After obstacle removal": 8,
    "Permanent Warps": 31,
    "Switch": 17,
    "Move-a-Room": 19,
    "Warping": 4,
    "Final Room & Winning": 5,
    "Final Room conditions": 3,
    "Decks & Discards": 10,
    "Edge Cases / Important Rules": 12,
    "Disconnected Grid": 3,
    "Center tile": 13,
    "Current Playtest Notes": 5,
}
"""How many sentences, list items and table rows stand under each heading of the source, in its order."""


def test_no_sentence_is_missing() -> None:
    found = rows(HERE / "coverage.md")
    assert {heading: len(listed) for heading, listed in found.items()} == SENTENCES
    assert list(found) == list(SENTENCES)


def test_every_sentence_is_held_by_a_test_that_exists() -> None:
    assert faults(HERE / "coverage.md", HERE.glob("test_*.py")) == []
