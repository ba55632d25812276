"""Games the simulator played, in the same format as games at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.components.writing import replacing
from toolkit.journal import v1
from toolkit.journal.begin import header_for
from toolkit.journal.clock import wall_text
from toolkit.journal.faults import JournalError

if TYPE_CHECKING:
    from toolkit.games.game import Game


def write_game(
    path: Path,
    game: Game,
    players: int,
    options: Mapping[str, int | str],
    texts: Iterable[str],
    *,
    first: int = 1,
    bots: Mapping[int, str] | None = None,
    names: Mapping[int, str] | None = None,
    random: Mapping[str, Any] | None = None,
    time: datetime | None = None,
) -> Path:
    """Writes one simulated game as a log, whole or not at all, over one that is there.

    Args:
        path: the log; its folder must be there.
        options: complete, as `Game.resolve` gives them.
        texts: every move and chance event in order, as `Runner.trace` gives them.
        first: the starting seat.
        bots: seat -> bot.
        random: the stream, seed and number of the game, such as ``{"stream": …, "seed": 1, "game": 17}``: a
            comment, since every event is recorded itself.
        time: when it was simulated; now when None. Two runs differ in nothing else.

    Raises:
        IllegalMove: the texts are no game by these rules.
        JournalError: the file cannot be written.
    """
    header = header_for(
        game, players, options, first=first, names=names, bots=bots, origin="simulated", random=random
    )
    moment = wall_text(time or datetime.now(UTC))
    records: list[dict[str, Any]] = [
        {
            "type": "header",
            "format": v1.FORMAT,
            "version": v1.VERSION,
            **header,
            "zone": "UTC",
            "time": moment,
        }
    ]
    position = game.new_table(players, first=first, **dict(options))
    for text in texts:
        turn = position.turn
        if position.chance:
            records.append({"type": "chance", "event": position.play(text)})
        else:
            seat = position.actor
            records.append({"type": "move", "seat": seat, "move": position.play(text)})
        if position.turn != turn:
            records.append({"type": "checkpoint", "turn": position.turn, "hash": position.state_hash()})
    if position.outcome is not None:
        outcome = position.outcome
        end: dict[str, Any] = {
            "type": "end",
            "how": "stalled" if outcome.reason == "stalled" else "finished",
            "winners": list(outcome.winners),
            "outcome": outcome.reason,
        }
        records.append(end | ({"detail": outcome.detail} if outcome.detail else {}))
    lines = [v1.encode({"seq": seq, **record}) for seq, record in enumerate(records)]
    try:
        with replacing(path, durable=True) as file:
            file.writelines(lines)
    except OSError as error:
        raise JournalError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path
