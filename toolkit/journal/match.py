"""People against bots: the game is played with its own chance, and every event is kept in a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.engine.position import IllegalMove, Position, parse_bot
from toolkit.engine.streams import STREAM
from toolkit.journal.faults import JournalError
from toolkit.journal.session import Session

if TYPE_CHECKING:
    from toolkit.games.game import Game


@dataclass(frozen=True, slots=True)
class Played:
    """A decision that was played: by which seat, in notation."""

    seat: int
    text: str


class Match:
    """One game of people and bots.

    `position` decides what happens, chance included; `session` keeps the log of it. `people` are the seats
    that people play, `bots` names the bot of every other seat. A person who has retired from a game in which
    the seat stays is played for at random.
    """

    def __init__(self, session: Session, position: Position, people: Iterable[int]) -> None:
        self.session = session
        self.position = position
        self.people = frozenset(people)
        self.bots = dict(session.header.bots)
        self._keep()

    @classmethod
    def begin(
        cls,
        path: Path,
        game: Game,
        players: int | None,
        options: Mapping[str, int | str],
        *,
        people: Iterable[int] = (1,),
        bots: Iterable[str] = ("greedy",),
        seed: int = 1,
        first: int = 1,
        names: Mapping[int, str] | None = None,
    ) -> Match:
        """Begins a match and its log.

        `bots` is one name for all seats that people leave, or one for each of them in order. Raises
        ValueError where seats, bots, players or options do not fit, and JournalError where the log cannot be
        begun.
        """
        count, full = game.resolve(players, **dict(options))
        chosen = sorted(set(people))
        if not chosen or not all(1 <= seat <= count for seat in chosen):
            raise ValueError(f"people sit at seats 1 to {count} here, not at {', '.join(map(str, chosen))}")
        free = [seat for seat in range(1, count + 1) if seat not in chosen]
        named = list(bots)
        for bot in named:
            parse_bot(bot, game.rules.bots)
        if len(named) == 1:
            named *= len(free)
        if len(named) != len(free):
            raise ValueError(f"{len(named)} bots for {len(free)} seats; name one for all, or {len(free)}")
        position = game.new_position(count, seed=seed, first=first, **full)
        session = Session.begin(
            path,
            game,
            count,
            full,
            first=first,
            names=names,
            bots=dict(zip(free, named, strict=True)),
            origin="play",
            random={"stream": STREAM, "seed": seed, "game": 0},
        )
        return cls(session, position, chosen)

    @classmethod
    def resume(cls, path: Path, game: Game) -> Match:
        """Goes on with a match where it was left: chance is that of its seed, the moves are those of the log.

        Raises JournalError where the log is not of a match, or does not hold what its seed gives.
        """
        session = Session.resume(path, game)
        try:
            header = session.header
            seed = header.random.get("seed")
            if header.origin != "play" or not isinstance(seed, int):
                raise JournalError(f"{path}: this log was not kept by a game against bots")
            position = session.game.new_position(
                header.players, seed=seed, first=header.first, **dict(header.options)
            )
            facts = session.facts()
            for entry in facts:
                if entry.record.type == "move":
                    position.play(entry.text)
            if position.moves[: len(facts)] != [entry.text for entry in facts]:
                raise JournalError(f"{path}: what was drawn in this log is not what its seed gives")
            people = [seat for seat in range(1, header.players + 1) if seat not in header.bots]
            return cls(session, position, people)
        except BaseException:
            session.close()
            raise

    @property
    def your_turn(self) -> bool:
        """Whether a person is to decide."""
        return self._decides(self.position)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome is not None

    def play(self, text: str) -> Played:
        """Plays a person's move; IllegalMove where the rules refuse it."""
        seat = self.position.actor
        plain = " ".join(text.split()).lower()
        if plain in self.position.table_moves() and not plain.startswith(f"{seat} "):
            raise IllegalMove(f"seat {seat} cannot decide that for another seat")
        return self._play(seat, text)

    def bot_plays(self) -> Played:
        """Lets the bot whose turn it is decide and play."""
        seat = self.position.actor
        return self._play(seat, self.position.choose(self.bots.get(seat, "random")))

    def hint(self, bot: str = "greedy") -> str:
        """What a bot would play in the person's place, from what that seat has seen."""
        return self.position.copy().choose(bot)

    def undo(self) -> int:
        """Takes back everything since the last decision of a person; returns how many decisions that were.

        Raises IllegalMove where no person has decided anything yet.
        """
        probe = self.position.copy()
        count = 0
        while True:
            probe.undo()
            count += 1
            if self._decides(probe):
                break
        for _ in range(count):
            self.position.undo()
        self.session.take_back(len(self.position.moves))
        return count

    def close(self) -> None:
        """Closes the log; a game that is over is ended in it first."""
        if self.over and self.session.ended is None:
            self.session.end()
        self.session.close()

    def _decides(self, position: Position) -> bool:
        return position.actor in self.people and f"{position.actor} retire" not in position.moves

    def _play(self, seat: int, text: str) -> Played:
        before = len(self.position.moves)
        self.position.play(text)
        played = self.position.moves[before]
        self._keep()
        return Played(seat, played)

    def _keep(self) -> None:
        """Brings the log up to the position."""
        kept = len(self.session.facts())
        try:
            for text in self.position.moves[kept:]:
                self.session.fact(text)
        except IllegalMove as error:
            raise JournalError(f"the log and the game have parted: {error}") from error
