"""Replaying a log on the engine: its facts are played one by one, and where they do not fit is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.components.faults import FaultError
from toolkit.engine.position import IllegalMove
from toolkit.journal.carried import unpack
from toolkit.journal.faults import JournalError
from toolkit.journal.line import Entry, effective, targets
from toolkit.journal.records import Broken, Log

if TYPE_CHECKING:
    from toolkit.engine.position import Position
    from toolkit.games.game import Game

UNSEEN = "?"
"""Stands in notation for an item that nobody saw."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Where a log and the engine part: line in the file (from 1), seq of the record, what is wrong."""

    line: int
    seq: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Step:
    """What became of one entry on the engine.

    `how`: "played", "forced" (against the rules, but it could be carried out), "refused" (it could not), or
    "" for what is no fact of the game or no longer one. `text`: the move as the game writes it. `problem`:
    why it does not fit.
    """

    entry: Entry
    how: str = ""
    text: str = ""
    problem: Problem | None = None


class Replayer:
    """Plays the entries in force of one log on one position.

    `problems` are the places where log and engine part, the first one first; `unknown` counts chance events
    that nobody saw, `stood` the moves that broke the rules and stood, `kept` those among them that no engine
    can carry out, which are noted and not played, `hashes` the checkpoints that were compared: none unless
    they are `comparable`, made by an engine that keeps the state in the same form.
    """

    def __init__(self, position: Position, entries: Iterable[Entry], comparable: bool = True) -> None:
        self.position = position
        self.comparable = comparable
        self.entries = list(entries)
        self.problems: list[Problem] = []
        self.unknown = 0
        self.stood = 0
        self.kept = 0
        self.moves = 0
        self.hashes = 0
        self.end: Entry | None = None
        self._corrected = corrections(self.entries)

    def run(self) -> Iterator[Step]:
        """Plays every entry; after each, `position` is the game as it stood then."""
        for entry in self.entries:
            step = self._take(entry)
            if step.problem is not None:
                self.problems.append(step.problem)
            yield step

    def finish(self) -> Replayer:
        """Plays everything at once."""
        for _ in self.run():
            pass
        return self

    def _take(self, entry: Entry) -> Step:
        kind = entry.record.type
        if kind == "move":
            return self._move(entry)
        if kind == "chance":
            return self._chance(entry)
        if kind == "checkpoint":
            return Step(entry, problem=self._checkpoint(entry))
        if kind == "note":
            self.kept += bool(entry.data.get("illegal"))
        if kind == "end":
            self.end = entry
            return Step(entry, problem=self._end(entry))
        return Step(entry)

    def _move(self, entry: Entry) -> Step:
        data, position = entry.data, self.position
        text, seat = " ".join(str(data["move"]).split()), data["seat"]
        if data.get("ruling") == "rolled_back":
            return Step(entry, text=text)
        self.moves += 1
        if self.end is not None:
            return self._refused(entry, f"{text} was played after the end in line {self.end.record.line}")
        self._unstated_chance()
        if seat != position.actor and text not in position.table_moves():
            return self._refused(entry, f"seat {seat} played {text}; {self.whose_turn()}")
        try:
            return Step(entry, "played", position.play(text))
        except IllegalMove as error:
            why = str(error)
        try:
            played = position.play(text, force=True)
        except IllegalMove as error:
            return self._refused(entry, f"{text}: {error}")
        if data.get("illegal"):
            self.stood += 1
            return Step(entry, "forced", played)
        return Step(entry, "forced", played, self._problem(entry, f"{text} is not legal: {why}"))

    def _chance(self, entry: Entry) -> Step:
        text = " ".join(str(entry.data["event"]).split())
        try:
            if not self.position.chance:
                raise IllegalMove(self.whose_turn())
            played = self.position.play(text)
        except IllegalMove as error:
            if entry.data.get("assumed") and self._outdated(entry):
                return Step(entry, text=text)  # only the rules said so, before an earlier entry was corrected
            other = self.position.chance and UNSEEN in text  # unseen, and another one than is due
            return self._refused(entry, f"{text} came up; {self.whose_turn() if other else error}")
        self.unknown += UNSEEN in text
        return Step(entry, "played", played)

    def _checkpoint(self, entry: Entry) -> Problem | None:
        if self._outdated(entry) or not self.comparable:
            return None
        if self.position.turn < entry.data["turn"]:
            self._unstated_chance()
        self.hashes += 1
        now = self.position.state_hash()
        if now == entry.data["hash"]:
            return None
        return self._problem(entry, f"the position differs: {now} here, {entry.data['hash']} in the log")

    def _end(self, entry: Entry) -> Problem | None:
        outcome, data = self.position.outcome, entry.data
        if outcome is None:
            if data["how"] != "finished":
                return None
            return self._problem(entry, f"the log ends as finished; {self.whose_turn()}")
        if "winners" in data and sorted(data["winners"]) != sorted(outcome.winners):
            ours, theirs = seats(outcome.winners), seats(data["winners"])
            return self._problem(entry, f"the winners are {ours}; the log says {theirs}")
        return None

    def _outdated(self, entry: Entry) -> bool:
        """Whether an entry before this one was corrected after this one was written."""
        return outdated(entry, self._corrected)

    def _unstated_chance(self) -> None:
        """A log that leaves out draws says the same as one that states them as unseen."""
        if self.position.chance:
            self.unknown += len(self.position.settle())

    def whose_turn(self) -> str:
        """What the engine waits for, as the end of a sentence."""
        if self.position.outcome is not None:
            return "the game is over"
        if self.position.chance:
            return due(self.position)
        return f"it is the turn of seat {self.position.actor}"

    def _problem(self, entry: Entry, message: str) -> Problem:
        changed = entry.by[-1] if entry.amended else None
        if changed is not None:
            message += f" (as amended by seq {changed})"
        return Problem(entry.record.line, entry.record.seq, message)

    def _refused(self, entry: Entry, message: str) -> Step:
        return Step(entry, "refused", entry.text, self._problem(entry, message))


def due(position: Position) -> str:
    """Whose draw is to be stated next, as the end of a sentence: `seat 2 is to draw (2+?)`."""
    unseen = position.unseen
    if not unseen:
        return f"what came up is to be stated, such as {position.legal_moves()[0]}"
    seat = re.match(r"(\d+)\+", unseen)
    return f"seat {seat[1]} is to draw ({unseen})" if seat else f"a draw is due, such as {unseen}"


def corrections(entries: Iterable[Entry]) -> list[tuple[int, int]]:
    """(seq, earliest seq it is about) of every correction in force."""
    found = [(entry.record.seq, targets(entry.record)) for entry in entries]
    return [(seq, min(about)) for seq, about in found if about]


def outdated(entry: Entry, corrected: Iterable[tuple[int, int]]) -> bool:
    """Whether an entry before this one was corrected after this one was written."""
    return any(at > entry.record.seq > first for at, first in corrected)


def seats(winners: Iterable[int]) -> str:
    """`seat 2`, `seats 1, 3`, or `nobody`."""
    numbers = sorted(winners)
    if not numbers:
        return "nobody"
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(str(number) for number in numbers)}"


class CannotVerify(JournalError):
    """The engine cannot check this log: its rules or tables are not those at hand. Its facts still stand."""


def game_of(log: Log, game: Game) -> Game:
    """The game that `log` was played with: `game`, with the tables that the log carries if its own differ.

    Raises CannotVerify, saying why, where the log is of another game or rule version, or its tables do not
    work with the rules at hand.
    """
    header = log.require_header()
    if header.game != game.id:
        raise CannotVerify(f"this is a log of {header.game}, not of {game.id}")
    if header.rules_version != game.version:
        raise CannotVerify(
            f"this log was kept by version {header.rules_version} of the rules of {game.id}; "
            f"here is version {game.version}, which would play some things differently"
        )
    folder = game.folder
    if header.fingerprint in ("", folder.fingerprint):
        return game
    if not header.tables:
        raise CannotVerify(
            f"this log was played with other component tables ({header.fingerprint[:12]}; "
            f"here are {folder.short_fingerprint}) and does not carry them"
        )
    from toolkit.games.game import Game

    try:
        return Game(unpack(folder, header.tables, header.fingerprint))
    except FaultError as error:
        why = "; ".join(str(fault) for fault in error.faults)
        raise CannotVerify(f"the component tables in this log cannot be played here: {why}") from error
    except ValueError as error:
        raise CannotVerify(f"the component tables in this log cannot be used here: {error}") from error


def replayer(log: Log, game: Game) -> Replayer:
    """A replayer at the start of `log`; CannotVerify where the engine at hand is not that of the log."""
    header = log.require_header()
    fitting = game_of(log, game)
    try:
        position = fitting.new_table(header.players, first=header.first, **dict(header.options))
    except (ValueError, TypeError) as error:
        raise CannotVerify(f"the game in this log cannot be set up here: {error}") from error
    return Replayer(position, effective(log.records), header.layout == fitting.rules.layout)


@dataclass(frozen=True, slots=True)
class Verification:
    """What the engine says of a log; `ok` when it agrees with everything in it."""

    problems: tuple[Problem, ...]
    moves: int
    stood: int
    unknown: int
    hashes: int
    ended: bool
    kept: int = 0

    @property
    def ok(self) -> bool:
        """Whether every line could be read and every fact fits."""
        return not self.problems

    @property
    def divergence(self) -> Problem | None:
        """The first place where log and engine part."""
        return self.problems[0] if self.problems else None


def verify(log: Log, game: Game) -> Verification:
    """Plays a log on the engine and says where they part; CannotVerify where that cannot be done."""
    done = replayer(log, game).finish()
    unread = [
        Problem(i.line, None, f"unreadable: {i.fault.message}") for i in log.items if isinstance(i, Broken)
    ]
    problems = sorted([*done.problems, *unread], key=lambda problem: problem.line)
    return Verification(
        tuple(problems), done.moves, done.stood, done.unknown, done.hashes, done.end is not None, done.kept
    )
