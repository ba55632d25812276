"""What pathbound's tests share: the slow reference, and tables that are set up by stating chance."""

import importlib.util
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import toolkit


def load(name: str) -> ModuleType:
    """Load a neighbour of this file under a name of its own: other games have files of the same name."""
    unique = f"pathbound_{name}"
    if unique not in sys.modules:
        spec = importlib.util.spec_from_file_location(unique, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None and spec.loader is not None
        sys.modules[unique] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[unique])
    return sys.modules[unique]


@lru_cache
def _game() -> toolkit.Game:
    return toolkit.open_game("pathbound")


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """The slow reference of the game."""
    return load("reference")


@pytest.fixture(scope="session")
def perft() -> ModuleType:
    """What counts sequences of actions with the reference."""
    return load("perft")


@pytest.fixture(scope="session")
def game() -> toolkit.Game:
    return _game()


@pytest.fixture(scope="session")
def table() -> Callable[..., toolkit.Position]:
    """`table("slots ns; e2 e8", size=9)`: chance stated before each semicolon, then moves."""

    def make(texts: str, players: int = 2, first: int = 1, **options: Any) -> toolkit.Position:
        position = _game().new_table(players, first, **options)
        *chance, moves = texts.split(";")
        for text in [*(part.strip() for part in chance), *moves.split()]:
            position.play(text)
        return position

    return make
