"""The games and variants that the shared suite of every game runs over.

A new game is in here without being named: every bundled game that has rules takes part, with its defaults
at each number of players and with every other value of every option once. The race among the fixtures
stands for a designer's own folder.

Options with the same values and the same ruling are alike, such as one for each kind of card that may be left
out: the first of them stands for all, and the game's own tests try each.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import toolkit
from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games

RACE = Path(__file__).parent / "fixtures" / "race"

LARGE = 10_000
SHORT = ("turn_cap", 10)
"""A game with more possible actions than that is cut off early: whole random ones would take minutes."""


@dataclass(frozen=True)
class Variant:
    """One game with its number of players and options."""

    game: str
    players: int
    options: tuple[tuple[str, int | str], ...] = ()

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options if (name, value) != SHORT)
        return f"{Path(self.game).name}-{self.players}" + (f"-{chosen}" if chosen else "")

    def open(self) -> toolkit.Game:
        return open_once(self.game)

    def position(self, seed: int) -> toolkit.Position:
        return self.open().new_position(self.players, seed, **dict(self.options))

    def table(self) -> toolkit.Position:
        return self.open().new_table(self.players, **dict(self.options))


@lru_cache
def open_once(game: str) -> toolkit.Game:
    return toolkit.open_game(game, trust=game not in bundled_games())


def variants() -> list[Variant]:
    """Every game at each number of players, then every option's other values at the default number."""
    found: list[Variant] = []
    playable = [name for name, path in bundled_games().items() if load_folder(path).rules]
    for name in [*playable, str(RACE)]:
        game = open_once(name)
        cut = (SHORT,) if game.rules.max_moves > LARGE else ()
        found += [Variant(name, players, cut) for players in range(game.min_players, game.max_players + 1)]
        seen: set[tuple[object, ...]] = set()
        for option, spec in game.folder.options.items():
            alike = (*spec.values, spec.ruling)
            if spec.values and alike in seen:
                continue
            seen.add(alike)
            values = list(spec.values)
            if spec.min is not None and spec.max is not None:
                values += sorted({spec.min, spec.max})
            for value in values:
                if value == spec.default or option == "turn_cap":
                    continue
                try:
                    game.resolve(None, **{option: value})
                except ValueError:
                    continue  # refused together with the defaults, which has tests of its own
                found.append(Variant(name, game.default_players, ((option, value), *cut)))
    return found
