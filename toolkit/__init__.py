"""Print, simulate and log board game prototypes from one folder of component tables.

import toolkit
game = toolkit.open_game("dragonpath")
position = game.new_position(players=2, seed=7)
position.play(position.legal_moves()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.api import Game, IllegalMove, NotationError, Outcome, Position, open_game, print_game

__version__ = "0.1.0"
__all__ = [
    "Game",
    "IllegalMove",
    "NotationError",
    "Outcome",
    "Position",
    "__version__",
    "open_game",
    "print_game",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """The public names, imported when first used: `pnp --help` needs none of them."""
    if name in __all__:
        from toolkit import api

        return getattr(api, name)
    raise AttributeError(f"module 'toolkit' has no attribute {name!r}")
