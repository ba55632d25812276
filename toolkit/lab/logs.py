"""Writing the first games of a run as playtest logs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.engine.runner import Runner
    from toolkit.games.game import Game
    from toolkit.lab.setup import Setup


def write_logs(game: Game, runner: Runner, setup: Setup, count: int, folder: Path) -> Iterator[Path]:
    """Write games 0 to `count` - 1 of a run into `folder`, each whole, and yield the path of each.

    Raises:
        JournalError: a log cannot be written.
    """
    from toolkit.journal.simulated import write_game

    folder.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        bots = {seat: setup.bots[place] for seat, place in enumerate(runner.seating(index), 1)}
        yield write_game(
            folder / f"game-{index:06d}.jsonl",
            game,
            setup.players,
            setup.options,
            runner.trace(index),
            bots=bots,
            random={
                "stream": setup.stream,
                "seed": setup.seed,
                "game": index,
                "deal": runner.unit(index),
            },
        )
