"""A log as a story: one moment for every move, with its draws, notes, table and picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolkit.engine.position import IllegalMove
from toolkit.journal.line import Entry, effective
from toolkit.journal.records import Broken, Header, Log
from toolkit.journal.replay import (
    UNSEEN,
    CannotVerify,
    Problem,
    Replayer,
    Step,
    corrections,
    outdated,
    replayer,
)
from toolkit.journal.times import playing_times
from toolkit.journal.words import how_ended, outcome_text

if TYPE_CHECKING:
    from toolkit.drawing.model import Drawing
    from toolkit.engine.position import Position
    from toolkit.games.game import Game

PUBLIC = 0
"""As a view: what everybody at the table could see."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said or that happened between moves: a note, a break, what was recovered."""

    kind: str
    text: str
    about: str = ""
    line: int = 0


@dataclass(slots=True)
class Moment:
    """One step of a replay: the set-up (number 0) or a move, and all that followed before the next move.

    `turn` is 0 where nothing tells it. `played` counts seconds of play up to the move itself (None without
    times), not to what was noted after it; `table` says what lies on the table, as
    (label, value); `marks` are what is special about the move: it broke a rule, was amended, does not fit.
    """

    number: int
    turn: int = 0
    seat: int = 0
    text: str = ""
    line: int = 0
    seq: int = 0
    played: float | None = None
    draws: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    table: list[tuple[str, str]] = field(default_factory=list)
    drawing: Drawing | None = None


@dataclass(slots=True)
class Story:
    """A whole log, ready to be shown.

    `outcome` is how it ended, in words, or why it is not over. `refused` says why the engine could not follow
    (there are no pictures then); `problems` where it does not agree; `unreadable` are broken lines.
    """

    log: Log
    header: Header | None
    names: Mapping[int, str]
    moments: list[Moment]
    outcome: str
    refused: str = ""
    problems: list[Problem] = field(default_factory=list)
    unreadable: list[Problem] = field(default_factory=list)
    unknown: int = 0
    corrected: int = 0
    seconds: float | None = None
    board_width: float | None = None
    """How far from the left the board goes in the pictures (mm); beside it is what else lies there."""


def tell(
    log: Log,
    game: Game | None,
    view: int | None = None,
    pictures: bool = False,
    without: str = "the game it is of is not at hand",
) -> Story:
    """The story of a log.

    Args:
        game: the game it is of, or None where there is none: then there are facts only.
        view: None for everything in the log; a seat, or `PUBLIC`, for what that seat or everybody could see.
        pictures: draw every moment.
        without: why there is no game.
    """
    entries = effective(log.records)
    running: Replayer | None = None
    refused = without
    if game is not None:
        try:
            running = replayer(log, game)
        except ValueError as error:
            if not isinstance(error, CannotVerify) and log.header is not None:
                raise
            refused = str(error)
    teller = _Teller(log, entries, running, view, pictures and running is not None)
    teller.tell()
    story = Story(log, log.header, log.names, teller.moments, teller.outcome())
    story.refused = "" if running is not None else refused
    story.problems = running.problems if running is not None else []
    story.unreadable = [Problem(i.line, None, i.fault.message) for i in log.items if isinstance(i, Broken)]
    story.unknown = running.unknown if running is not None else _unseen(entries)
    story.board_width = teller.board_width
    story.corrected = len(log.records) - len(entries) + sum(entry.amended for entry in entries)
    story.seconds = max(teller.times.values(), default=None)
    return story


class _Teller:
    """Walks through a log and gathers moments."""

    def __init__(
        self,
        log: Log,
        entries: Sequence[Entry],
        running: Replayer | None,
        view: int | None,
        pictures: bool,
    ) -> None:
        self.log = log
        self.entries = entries
        self.running = running
        self.view = view
        self.pictures = pictures and running is not None and running.position.game.rules.has("draw")
        self.times = playing_times(entries)
        self.moments = [Moment(0)]
        self.end: Entry | None = None
        self.turn = 0
        self.known = known_turns(entries) if running is None else {}
        self.board_width: float | None = None

    def tell(self) -> None:
        """Goes through every entry in force."""
        steps = self.running.run() if self.running is not None else None
        for entry in self.entries:
            if entry.record.type == "move":
                self.close()
            before = None
            if self.running is not None and self.view is not None and entry.record.type == "chance":
                before = self.running.position.copy()
            step = next(steps) if steps is not None else Step(entry, text=entry.text)
            self.take(self.veiled(step, before))
        self.close()

    def take(self, step: Step) -> None:
        """Adds one entry to the moment it belongs to."""
        entry, moment = step.entry, self.moments[-1]
        kind = entry.record.type
        if kind == "move":
            moment = self.move(step)
            self.moments.append(moment)
        elif kind == "chance":
            if self.running is None or step.how or not entry.data.get("assumed"):
                moment.draws.append(step.text)
        elif kind == "end":
            self.end = entry
        elif remark := _remark(entry):
            moment.remarks.append(remark)
        if step.problem is not None:
            moment.marks.append(f"does not fit: {step.problem.message}")
        if kind in ("move", "header"):
            moment.played = self.times.get(entry.record.seq)

    def move(self, step: Step) -> Moment:
        """The moment that a move begins."""
        entry = step.entry
        data = entry.data
        turn = self.known.get(entry.record.seq, 0) if self.running is None else self.turn + 1
        moment = Moment(len(self.moments), turn, data["seat"], step.text, entry.record.line, entry.record.seq)
        if data.get("illegal"):
            rule = f"rule {data['rule']}" if data.get("rule") else "the rules"
            moment.marks.append(f"broke {rule}: {str(data.get('ruling', 'stood')).replace('_', ' ')}")
            if data.get("why"):
                moment.marks.append(str(data["why"]))
        if data.get("comment"):
            moment.marks.append(str(data["comment"]))
        if entry.amended:
            moment.marks.append(f"amended: recorded as {entry.record.data['move']}")
        return moment

    def close(self) -> None:
        """Looks at the table as it stands at the end of a moment."""
        if self.running is None:
            return
        position, moment = self.running.position, self.moments[-1]
        self.turn = position.turn
        moment.table = position.lines(self.view)
        if self.pictures:
            moment.drawing = position.to_drawing(self.view)
            if moment.number == 0:
                self.board_width = _board_width(position, self.view)

    def veiled(self, step: Step, before: Position | None) -> Step:
        """A draw that the view could not see is shown as one that nobody saw.

        Without an engine nobody knows who saw what, so that no view but that of all shows a draw.
        """
        if self.running is None and self.view is not None and step.entry.record.type == "chance":
            return Step(step.entry, step.how, UNSEEN, step.problem)
        if before is None or self.running is None or step.how != "played":
            return step
        unseen = before.unseen
        if not unseen:
            return step
        try:
            before.play(unseen)
        except IllegalMove:
            return step
        if before.lines(self.view) != self.running.position.lines(self.view):
            return step
        return Step(step.entry, step.how, unseen, step.problem)

    def outcome(self) -> str:
        """How it ended, as the log says; else as the engine sees it."""
        names = self.log.names
        if self.end is not None:
            data = self.end.data
            if "winners" in data:
                return outcome_text(data["winners"], data.get("outcome", ""), names, data.get("detail", ""))
            return how_ended(data["how"])
        seen = self.running.position.outcome if self.running is not None else None
        if seen is not None:
            return outcome_text(seen.winners, seen.reason, names, seen.detail)
        return "not over" if self.running is not None else "no end recorded"


def known_turns(entries: Sequence[Entry]) -> dict[int, int]:
    """The turn of each move by its seq, as far as the checkpoints of a log tell it without an engine.

    They say when a turn was completed. A move belongs to the turn after the last checkpoint as long as no
    turn is missing among them; one written before a correction of what came earlier no longer counts.
    """
    corrected = corrections(entries)
    marks = [e for e in entries if e.record.type == "checkpoint" and not outdated(e, corrected)]
    dense = 0
    while dense < len(marks) and marks[dense].data["turn"] == dense + 1:
        dense += 1
    completed = {entry.record.seq for entry in marks[:dense]}
    known: dict[int, int] = {}
    done = 0
    for entry in entries if dense else ():
        done += entry.record.seq in completed
        if done == dense < len(marks):
            break  # a turn is missing before the next checkpoint
        if entry.record.type == "move":
            known[entry.record.seq] = done + 1
    return known


def _board_width(position: Position, view: int | None) -> float | None:
    """How far from the left the board itself goes in a picture (mm), where the game's view can tell."""
    rules = position.game.rules
    if not rules.has("board_drawing"):
        return None
    try:
        return float(rules.hook("board_drawing")(position, view, strip=False).width)
    except (TypeError, ValueError, AttributeError):
        return None  # a designer's own function of that name, which does something else


def _unseen(entries: Sequence[Entry]) -> int:
    return sum(UNSEEN in entry.text for entry in entries if entry.record.type == "chance")


def _remark(entry: Entry) -> Remark | None:
    data, kind, line = entry.data, entry.record.type, entry.record.line
    if kind == "note":
        about = [f"{name} {data[name]}" for name in ("seat", "rule", "component") if name in data]
        kind = "illegal move" if data.get("illegal") else data.get("kind", "note")
        return Remark(kind, data["text"], ", ".join(about), line)
    if kind == "pause":
        return Remark("break", data.get("why", "") or "a break", "", line)
    if kind == "recovered" and not data.get("completed"):
        return Remark("recovered", f"a torn line was moved to {data['file']}", "", line)
    if kind.startswith("x_"):
        own = {name: value for name, value in data.items() if name not in ("seq", "type", "elapsed", "time")}
        return Remark(kind, ", ".join(f"{name}: {value}" for name, value in own.items()), "", line)
    return None
