"""What was played in a run: the facts that a report needs beside the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Setup:
    """The facts of one run: the game, its options, who sat where, and the names of the rows' columns.

    `bots` names one bot a seat in the order given; `seatings[r][s]` is the place in `bots` of who holds seat
    `s + 1` in the games whose index leaves `r` when divided by `rotations` (the number of games that share a
    deal). `words` says each name in plain English.
    """

    game: str
    title: str
    name: str
    version: str
    fingerprint: str
    players: int
    options: Mapping[str, int | str]
    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    fixed_seats: bool
    seed: int
    stream: str
    decks: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    seat_measures: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def rotations(self) -> int:
        """How many games in a row share one deal, the bots moving on by a seat in each."""
        return len(self.seatings)

    @property
    def mixed(self) -> bool:
        """Whether different bots played."""
        return len(set(self.bots)) > 1

    @property
    def confounded(self) -> bool:
        """Whether each bot kept its seat, so that seat and bot cannot be told apart."""
        return self.mixed and self.rotations == 1

    def say(self, name: str) -> str:
        """The plain English for a column's name."""
        return self.words.get(name, name.replace("_", " "))
