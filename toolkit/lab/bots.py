"""Reading `--bots`: a name for all seats, or one a seat."""

from __future__ import annotations

from collections.abc import Sequence


def seat_bots(bots: str | Sequence[str], players: int) -> tuple[str, ...]:
    """One bot a seat out of `"greedy"` or `"greedy,random"` (or the same as a list).

    Raises:
        ValueError: neither one name nor one a seat, or an empty name. Whether a name is a bot's, the game
            says.
    """
    names = [name.strip() for name in (bots.split(",") if isinstance(bots, str) else bots)]
    if "" in names:
        raise ValueError(
            f"bots {','.join(names)!r}: a name is empty; write one name, or one a seat with commas between"
        )
    if len(names) == 1:
        return tuple(names * players)
    if len(names) != players:
        raise ValueError(
            f"bots {','.join(names)!r}: {len(names)} names for {players} players; "
            f"give one name for every seat, or {players}"
        )
    return tuple(names)
