"""Every sentence of a game's rules has its row in `coverage.md`, and every test that a row names exists.

Beside `tests/games/<game>/coverage.md` lies `sentences.toml`: how many sentences stand under each heading of
the source, in its order, and in `also` files with further tests. A game that has rules and no table fails.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from coverage_table import faults, rows

from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games

HERE = Path(__file__).parent
GAMES = sorted(name for name, folder in bundled_games().items() if load_folder(folder).rules)


def counts(game: str) -> dict[str, Any]:
    """What `sentences.toml` says."""
    return tomllib.loads((HERE / game / "sentences.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_missing(game: str) -> None:
    found = rows(HERE / game / "coverage.md")
    assert {heading: len(listed) for heading, listed in found.items()} == counts(game)["sentences"]
    assert list(found) == list(counts(game)["sentences"])


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_held_by_a_test_that_exists(game: str) -> None:
    files = [*(HERE / game).glob("test_*.py"), *(HERE / game / name for name in counts(game).get("also", ()))]
    assert faults(HERE / game / "coverage.md", files) == []
