"""A game's options: what may be chosen, what is chosen when nobody says, and which ruling asks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import SupportsIndex

from toolkit.components.faults import suggest

OptionValue = str | int


class OptionFault(ValueError):
    """An option that is unknown or has a value that is not allowed; the message names those that are."""


@dataclass(frozen=True)
class OptionSpec:
    """One option: whole numbers from `min` to `max`, or one of `values`, or either."""

    name: str
    default: OptionValue
    values: tuple[OptionValue, ...] = ()
    min: int | None = None
    max: int | None = None
    help: str = ""
    ruling: str = ""
    default_by_players: dict[int, OptionValue] = field(default_factory=dict)

    def default_for(self, players: int) -> OptionValue:
        """The default for a number of players."""
        return self.default_by_players.get(players, self.default)

    def allowed(self) -> str:
        """The values that may be chosen, for people: '4 to 8', 'hand, tile'."""
        parts = [f"{self.min} to {self.max}"] if self.min is not None else []
        return ", ".join([*parts, *map(str, self.values)])

    def check(self, value: object) -> OptionValue:
        """The value in its one form (7 for '7', 'true' for True); raises OptionFault where it is refused."""
        chosen: object = value
        if isinstance(value, bool):
            chosen = "true" if value else "false"
        elif isinstance(value, str):
            chosen = value.strip()
            if re.fullmatch(r"[+-]?[0-9]{1,9}", value.strip()):
                chosen = int(value)
        elif (isinstance(value, float) and value.is_integer()) or isinstance(value, SupportsIndex):
            chosen = int(value)
        for known in self.values:
            if str(known) == str(chosen):
                return known
        low, high = self.min, self.max
        if isinstance(chosen, int) and low is not None and high is not None and low <= chosen <= high:
            return chosen
        raise OptionFault(f"option {self.name} cannot be '{value}'; allowed: {self.allowed()}")


def check_options(specs: dict[str, OptionSpec], given: dict[str, object]) -> dict[str, OptionValue]:
    """The given options in their one form, no defaults added; raises OptionFault for a bad name or value."""
    for name in given:
        if name not in specs:
            raise OptionFault(f"there is no option '{name}'; {suggest(name, list(specs))}")
    return {name: specs[name].check(value) for name, value in given.items()}


def check_players(game: str, players: tuple[int, int], count: int) -> None:
    """Refuse, by OptionFault, a number of players that is not from the first to the second of `players`."""
    low, high = players
    if not low <= count <= high:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        raise OptionFault(f"{game} takes {allowed} players, not {count}")


def parse_name(text: str) -> tuple[str, dict[str, str]]:
    """Cut a game's canonical name, `name(option=value,…)`, into the name and its options.

    Raises OptionFault where it is not of that form or gives an option twice.
    """
    found = re.fullmatch(r"([^()]+)(?:\(([^()]*)\))?", text.strip())
    right = "write it as name(option=value,option=value)"
    if found is None:
        raise OptionFault(f"'{text}' is not a game; {right}")
    options: dict[str, str] = {}
    for part in (found[2] or "").split(","):
        if not part.strip():
            continue
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not (name and equals and value):
            raise OptionFault(f"'{part.strip()}' in '{text}' is not option=value; {right}")
        if options.get(name, value) != value:
            raise OptionFault(f"option {name} is given twice: {options[name]} and {value}; leave one out")
        options[name] = value
    return found[1].strip(), options
