"""A game to log, opened once: opening reads and checks the whole game folder."""

from __future__ import annotations

import pytest

from toolkit.api import open_game
from toolkit.games.game import Game


@pytest.fixture(scope="session")
def game() -> Game:
    return open_game("dragonpath")
