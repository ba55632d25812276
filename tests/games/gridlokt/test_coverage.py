"""Every sentence of the rules has its row in `coverage.md`, and every test that a row names exists."""

import ast
import re
from pathlib import Path

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


def rows() -> dict[str, list[list[str]]]:
    """heading -> its rows as [number, paraphrase, tests]."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    for line in (HERE / "coverage.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
            assert heading not in found
            found[heading] = []
        elif re.match(r"\| *\d", line):
            found[heading].append([cell.strip() for cell in line.strip("| ").split(" | ")])
    return found


def every_test() -> set[str]:
    """The names of all tests in this folder."""
    return {
        node.name
        for path in HERE.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_no_sentence_is_missing() -> None:
    found = rows()
    assert {heading: len(listed) for heading, listed in found.items()} == SENTENCES
    assert list(found) == list(SENTENCES)
    for heading, listed in found.items():
        assert [row[0] for row in listed] == [str(n) for n in range(1, len(listed) + 1)], heading


def test_every_sentence_is_held_by_a_test_that_exists() -> None:
    known = every_test()
    faults = []
    for heading, listed in rows().items():
        for number, paraphrase, held in listed:
            assert paraphrase
            if held.startswith("n/a: "):
                continue
            names = held.split(", ")
            faults += [f"{heading} {number}: there is no {name}" for name in names if name not in known]
    assert faults == []
