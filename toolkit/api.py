"""The public face: open a game, make positions, play, simulate, print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.components.folder import load_folder
from toolkit.components.home import find_game
from toolkit.engine.position import IllegalMove, NotationError, Outcome, Position
from toolkit.games import game as games

if TYPE_CHECKING:
    from toolkit.lab.run import Result
    from toolkit.press.job import Printed

__all__ = ["Game", "IllegalMove", "NotationError", "Outcome", "Position", "open_game", "print_game"]


class Game(games.Game):
    """An open game: `new_position`, `new_table`, `load_position`, and `simulate`."""

    def simulate(
        self,
        n: int = 10_000,
        players: int | None = None,
        bots: str | Sequence[str] = "greedy",
        seed: int = 1,
        *,
        workers: int | None = None,
        fixed_seats: bool = False,
        progress: Callable[[int, int], None] | None = None,
        **options: Any,
    ) -> Result:
        """Play `n` games and measure them; the result is what `pnp simulate` prints.

        Args:
            n: how many games.
            players: seats; the folder's default when None.
            bots: a name for all seats, or one for each, as a list or `"greedy,random"`.
            seed: from 0 to 2**63 - 1; the same seed gives the same games.
            workers: threads; one for each core when None. The result does not depend on it.
            fixed_seats: different bots keep their seats instead of rotating.
            progress: called with (games done, games asked for).
            options: by name, as in `game.toml`.

        Raises:
            ValueError: something is unknown or out of range; the message names what is allowed.
        """
        from toolkit.lab.run import run

        return run(
            self,
            n,
            players=players,
            bots=bots,
            seed=seed,
            options=options,
            workers=workers,
            fixed_seats=fixed_seats,
            progress=progress,
        )


def open_game(name_or_path: str | Path, *, trust: bool = False) -> Game:
    """Open a bundled game by name (`"dragonpath"`), or a game folder by path.

    Args:
        name_or_path: what to open.
        trust: let a folder's own `rules.py` run, now and later; without it, code from a folder that did not
            come with the toolkit runs only if the folder was trusted before.

    Raises:
        GameNotFound: there is no such game; the message lists the nearest names.
        FaultError: the folder's tables or settings have errors; all of them, as `file:row:column: …`.
        NotTrusted, NoRules, RulesError: the rules cannot run; the message says why.
    """
    return Game(load_folder(find_game(name_or_path)), trust)


def print_game(
    name_or_path: str | Path, output: str | Path, *, trust: bool = False, **choices: Any
) -> Printed:
    """Print a game, bundled or a folder, into `output` as `pnp print` does; says what was written.

    Args:
        name_or_path: what to print; it needs no rules.
        output: where to write; it is made if it is not there.
        trust: let a folder's own `rules.py` draw the diagrams of its rulebook, now and later.
        choices: those of `toolkit.press.Order`, by name (`paper="letter"`, `only=("tiles",)`,
            `changed_since="HEAD~1"`).

    Raises:
        GameNotFound: there is no such game; the message lists the nearest names.
        FaultError: the folder has errors; all of them, as `file:row:column: …`. Nothing was written.
        ValueError: a choice is unknown or cannot be; the message names what is allowed.
        OSError: a file cannot be written.
    """
    from toolkit.press.job import order_of, run

    folder = find_game(name_or_path)
    if trust:
        from toolkit.components.trust import trust_folder

        trust_folder(folder)
    order = order_of(choices)
    return run(load_folder(folder, order.language), Path(output), order)
