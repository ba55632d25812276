"""A game to log, opened once: opening reads and checks the whole game folder."""

from __future__ import annotations

import pytest

from toolkit.games.game import Game, open_folder


@pytest.fixture(scope="session")
def game() -> Game:
    return open_folder("dragonpath")
