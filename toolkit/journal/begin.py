"""The header of a new log: what a game, its options and its players pin down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from toolkit.journal.carried import carry

if TYPE_CHECKING:
    from toolkit.games.game import Game


def header_for(
    game: Game,
    players: int,
    options: Mapping[str, int | str],
    *,
    first: int = 1,
    names: Mapping[int, str] | None = None,
    bots: Mapping[int, str] | None = None,
    origin: str = "table",
    random: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The fields of a header, without those that the writer fills in.

    `options` are complete, as `Game.resolve` gives them. `random` names the stream, seed and game of a
    simulated game: a comment, as what came up is recorded itself.
    """
    header: dict[str, Any] = {
        "game": game.id,
        "title": game.title,
        "rules_version": game.version,
        "players": players,
        "first": first,
        "options": dict(options),
        "names": {str(seat): name for seat, name in sorted((names or {}).items()) if name},
        "bots": {str(seat): bot for seat, bot in sorted((bots or {}).items())},
        "origin": origin,
        "tool": tool(),
        "coordinates": game.coordinates,
        "layout": game.rules.layout,
        "fingerprint": game.folder.fingerprint,
        "tables": carry(game.folder),
    }
    if random:
        header["random"] = dict(random)
    return header


def tool() -> str:
    """The name and version of this toolkit."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"pnp-toolkit {version('pnp-toolkit')}"
    except PackageNotFoundError:
        return "pnp-toolkit"
