"""The bot `strategy`."""

from __future__ import annotations

from toolkit.engine.state import BOT, Record
from toolkit.engine.streams import below
from toolkit.games.pathbound.pawns import pawn_moves


def choose_own(states: Record, o: Record, t: Record, which: int, buf: Record) -> int:
    s = states[0]
    n = pawn_moves(s, o, t, s.actor, buf)
    return buf[below(s, BOT + s.actor, max(n, 1))]
