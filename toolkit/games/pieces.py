"""The faces that a game's pictures are put together from, drawn once and kept beside the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from toolkit.faces.face import Faces

if TYPE_CHECKING:
    from toolkit.games.game import Game

_T = TypeVar("_T")

_KNOWN: WeakKeyDictionary[Game, Any] = WeakKeyDictionary()


def pieces_of(game: Game, make: Callable[[Game, Faces], _T]) -> _T:
    """What the game's view made of its faces; `make(game, faces)` is called the first time only."""
    if game not in _KNOWN:
        _KNOWN[game] = make(game, Faces(game.folder.path))
    found: _T = _KNOWN[game]
    return found
