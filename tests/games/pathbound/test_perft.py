"""Numbers of action sequences from named positions: the game counts what the slow reference counted."""

import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import toolkit

TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("perft.toml").read_text(encoding="utf-8")
)


def count(position: toolkit.Position, length: int) -> int:
    """How many sequences of that many actions there are."""
    moves = position.legal_moves()
    if length == 1:
        return len(moves)
    total = 0
    for text in moves:
        position.play(text)
        total += count(position, length - 1)
        position.undo()
    return total


@pytest.mark.parametrize("name", TABLE)
def test_sequences(game: toolkit.Game, name: str) -> None:
    row = TABLE[name]
    position = game.new_table(row["players"], **row["options"])
    for text in row["texts"]:
        position.play(text)
    for length, number in enumerate(row["sequences"], 1):
        assert count(position, length) == number, length


def test_the_table_is_what_the_reference_counts(reference: ModuleType, perft: ModuleType) -> None:
    """A part of the table counted again; `python perft.py` counts all of it."""
    for name, row in list(TABLE.items())[::6]:
        slow = reference.started(row["texts"], row["players"], **row["options"])
        for length, number in enumerate(row["sequences"][:2], 1):
            if number < 700:
                assert perft.count(slow, length) == number, name


def test_the_table_has_every_board_shape_movement_and_number_of_players() -> None:
    settings = {
        (row["options"].get("board", "square"), row["options"]["wall_shapes"], row["options"]["movement"])
        for row in TABLE.values()
        if "movement" in row["options"]
    }
    assert len(settings) == 20
    assert {row["players"] for row in TABLE.values()} == {2, 3, 4}
    assert {len(row["sequences"]) for row in TABLE.values()} == {1, 2, 3}
