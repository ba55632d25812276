"""A log being kept: every entry is tried on the game, saved, and only then acknowledged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.engine.position import IllegalMove, Position
from toolkit.journal.begin import header_for
from toolkit.journal.clock import Clock
from toolkit.journal.faults import JournalError
from toolkit.journal.line import Entry, audit, effective
from toolkit.journal.records import Log, Record
from toolkit.journal.replay import UNSEEN, Problem, Replayer, game_of
from toolkit.journal.writer import LogWriter

if TYPE_CHECKING:
    from toolkit.games.game import Game


class Session:
    """One log and the game as it stands at its end; `begin` or `resume` make one.

    `position` is the game now. `problems` are the entries that do not fit it: after a correction, or in a log
    that was edited. They stay in the log.
    """

    def __init__(self, writer: LogWriter, game: Game) -> None:
        self.writer = writer
        self.game = game
        self.header = writer.log.require_header()
        self.position: Position
        self.problems: list[Problem]
        self.ended: Entry | None
        self._rebuild()

    @classmethod
    def begin(
        cls,
        path: Path,
        game: Game,
        players: int | None = None,
        options: Mapping[str, int | str] | None = None,
        *,
        first: int = 1,
        names: Mapping[int, str] | None = None,
        bots: Mapping[int, str] | None = None,
        origin: str = "table",
        random: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
    ) -> Session:
        """Begins a log. Raises ValueError where the game refuses players, options or the first seat, and
        JournalError where there is a log at `path` already or it cannot be written."""
        seats, full = game.resolve(players, **dict(options or {}))
        game.new_table(seats, first=first, **full)  # refuses what cannot be set up, before a file is made
        header = header_for(
            game, seats, full, first=first, names=names, bots=bots, origin=origin, random=random
        )
        return cls(LogWriter.create(path, header, clock), game)

    @classmethod
    def resume(cls, path: Path, game: Game, clock: Clock | None = None) -> Session:
        """Goes on with a log. Raises CannotVerify (a JournalError) where it is not of this game, rule version
        or tables, and JournalError where it cannot be opened for writing."""
        writer = LogWriter.open(path, clock)
        try:
            return cls(writer, game_of(writer.log, game))
        except BaseException:
            writer.close()
            raise

    # -- what stands ------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """Everything recorded so far."""
        return self.writer.log

    @property
    def names(self) -> dict[int, str]:
        """The names of the seats that have one."""
        return self.log.names

    @property
    def paused(self) -> bool:
        """Whether the session is in a break."""
        last = [record.type for record in self.log.records if record.type in ("pause", "resume")]
        return last[-1:] == ["pause"]

    def facts(self) -> list[Entry]:
        """The moves and chance events in force."""
        return [entry for entry in effective(self.log.records) if entry.record.type in ("move", "chance")]

    def entries(self) -> list[Entry]:
        """Every record, with what became of it."""
        return audit(self.log.records)

    # -- facts ------------------------------------------------------------------------------------

    def move(self, text: str) -> str:
        """Records a move (or a table move) and returns it as the game writes it.

        Raises IllegalMove where the rules refuse it; nothing is recorded then.
        """
        self._not_ended()
        seat = self._seat_of(text)
        turn = self.position.turn
        played = self.position.play(text)
        self._save("move", seat=seat, move=played)
        self.checkpoint(turn)
        return played

    def illegal_move(self, text: str, rule: str = "", comment: str = "") -> tuple[str, str]:
        """Records a move that broke the rules but stood: (the move, why the engine would refuse it).

        A move that the rules allow is recorded as any other, and the reason is empty. Raises IllegalMove
        where it cannot even be carried out.
        """
        self._not_ended()
        try:
            return self.move(text), ""
        except IllegalMove as error:
            why = str(error)
        seat, turn = self._seat_of(text), self.position.turn
        played = self.position.play(text, force=True)
        fields: dict[str, Any] = {
            "seat": seat,
            "move": played,
            "illegal": True,
            "why": why,
            "ruling": "stood",
        }
        fields |= {name: value for name, value in (("rule", rule), ("comment", comment)) if value}
        self._save("move", **fields)
        self.checkpoint(turn)
        return played, why

    def unplayed(self, text: str, why: str, rule: str = "", comment: str = "") -> Record:
        """Records, as a note, a move that broke the rules but stood and that the engine cannot carry out.

        The game stands as before: the engine goes on with what is recorded next.
        """
        self._not_ended()
        seat, move = self.position.actor, " ".join(text.split())
        said = f"{move} was played and stood, although {why}" + (f"; {comment}" if comment else "")
        fields: dict[str, Any] = {"illegal": True, "move": move, "why": why, "ruling": "stood"}
        fields |= {name: value for name, value in (("seat", seat), ("rule", rule)) if value}
        return self.note(said, **fields)

    def chance(self, text: str, assumed: bool = False) -> str:
        """Records what came up, such as `2+17`; raises IllegalMove where that cannot be.

        `assumed`: nobody said so, but by the rules it must have happened.
        """
        self._not_ended()
        turn = self.position.turn
        played = self.position.play(text)
        self._save("chance", event=played, **({"assumed": True} if assumed else {}))
        self.checkpoint(turn)
        return played

    def settle(self) -> list[str]:
        """Records every pending chance event as one that nobody saw; what everybody sees stays pending."""
        texts: list[str] = []
        while self.unseen:
            texts.append(self.chance(self.unseen, assumed=True))
        return texts

    @property
    def unseen(self) -> str:
        """The pending chance event as one that nobody saw; empty for one that everybody sees."""
        return self.position.unseen

    def fact(self, text: str) -> str:
        """Records `text` as a chance event or a move, whichever is due."""
        return self.chance(text) if self.position.chance else self.move(text)

    def checkpoint(self, turn: int) -> None:
        """Records the position's hash where a turn (other than `turn`) has been completed."""
        if self.position.turn != turn:
            self._save("checkpoint", turn=self.position.turn, hash=self.position.state_hash())

    # -- corrections ------------------------------------------------------------------------------

    def undo(self, agreed: bool = False, single: bool = False) -> list[str]:
        """Takes the last move out of force, with the chance it led to; returns the texts, latest last.

        `agreed`: the players took it back, rather than the recorder having erred. `single`: only the last
        entry, be it a draw (for a recorder who types every draw). An end that was recorded goes first, alone.
        Raises JournalError where there is nothing to undo.
        """
        line = effective(self.log.records)
        kind = "takeback" if agreed else "retract"
        if self.ended is not None:
            self._save(kind, of=[self.ended.record.seq])
            self._rebuild()
            return ["the end"]
        undone: list[Entry] = []
        for entry in reversed(line):
            if entry.record.type in ("move", "chance", "checkpoint"):
                undone.append(entry)
            if entry.record.type == "move" or (single and entry.record.type == "chance"):
                break
        else:
            raise JournalError("there is no move to undo")
        undone.reverse()
        self._save(kind, of=[entry.record.seq for entry in undone])
        self._rebuild()
        return [entry.text for entry in undone if entry.text]

    def take_back(self, keep: int) -> None:
        """Takes all moves and draws after the first `keep` back: the players agreed."""
        facts = self.facts()
        if len(facts) <= keep:
            return
        start = facts[keep].record.seq
        undone = [
            entry.record.seq
            for entry in effective(self.log.records)
            if entry.record.seq >= start and entry.record.type in ("move", "chance", "checkpoint")
        ]
        self._save("takeback", of=undone)
        self._rebuild()

    def retract(self, seq: int) -> list[Problem]:
        """Takes any one entry out of force: the recorder erred. Returns the entries that no longer fit."""
        entry = self._entry(seq)
        before = self.problems
        self._save("retract", of=[entry.record.seq])
        self._rebuild()
        return [problem for problem in self.problems if problem not in before]

    def amend(self, seq: int, text: str, illegal: bool = False) -> list[Problem]:
        """Puts another move, event or text in the place of an entry's; returns what no longer fits.

        A draw that nobody saw is revealed rather than amended. `illegal`: the move broke the rules but stood.
        Raises IllegalMove where the new text cannot stand at its place, and JournalError where there is no
        such entry.
        """
        entry = self._entry(seq)
        field = {"move": "move", "chance": "event", "note": "text"}.get(entry.record.type)
        if field is None:
            raise JournalError(
                f"entry {seq} is a {entry.record.type}; only moves, draws and notes are amended"
            )
        change: dict[str, Any] = {field: " ".join(text.split())}
        if field == "move" and (illegal or entry.data.get("illegal")):
            change["illegal"] = illegal
        if field != "text":
            change[field] = self._fitting(entry, change)
        before = {(problem.seq, problem.line) for problem in self.problems}
        if field == "event" and UNSEEN in entry.text:
            self._save("reveal", of=seq, event=change[field])  # nobody erred: it came out later
        else:
            self._save("amend", of=seq, set=change)
        self._rebuild()
        return [problem for problem in self.problems if (problem.seq, problem.line) not in before]

    def would_fit(self, seq: int, text: str) -> bool:
        """Whether another move in the place of entry `seq` could have stood, though it broke the rules."""
        try:
            entry = self._entry(seq)
            if entry.record.type != "move":
                return False
            self._fitting(entry, {"move": " ".join(text.split()), "illegal": True})
        except (IllegalMove, JournalError):
            return False
        return True

    # -- the rest ---------------------------------------------------------------------------------

    def note(self, text: str, kind: str = "observation", **fields: Any) -> Record:
        """Records a remark; `fields` may say seat, rule, component."""
        return self._save("note", text=text, kind=kind, **fields)

    def rename(self, seat: int, name: str) -> Record:
        """Records who sits where."""
        return self._save("seats", names={str(seat): name})

    def pause(self, why: str = "") -> Record:
        """Records the beginning of a break."""
        return self._save("pause", **({"why": why} if why else {}))

    def go_on(self) -> Record:
        """Records the end of a break."""
        return self._save("resume")

    def end(self, how: str = "", winners: list[int] | None = None) -> Record:
        """Records the end: by default as the engine sees it, else `abandoned`."""
        self._not_ended()
        outcome = self.position.outcome
        if not how:
            how = (
                "abandoned" if outcome is None else ("stalled" if outcome.reason == "stalled" else "finished")
            )
        fields: dict[str, Any] = {"how": how}
        if outcome is not None:
            fields |= {"winners": list(outcome.winners), "outcome": outcome.reason}
            if outcome.detail:
                fields["detail"] = outcome.detail
        if winners is not None:
            fields["winners"] = winners
        record = self._save("end", **fields)
        self.ended = Entry(record, record.data)
        return record

    def close(self) -> None:
        """Closes the log, which stays open for going on unless it was ended."""
        self.writer.close()

    # -- inside -----------------------------------------------------------------------------------

    def _save(self, type: str, **fields: Any) -> Record:
        try:
            return self.writer.append(type, **fields)
        except BaseException:
            self._rebuild()  # what was not saved did not happen
            raise

    def _rebuild(self) -> None:
        replayer = self._replayer(effective(self.log.records)).finish()
        self.position, self.problems, self.ended = replayer.position, replayer.problems, replayer.end

    def _replayer(self, entries: list[Entry]) -> Replayer:
        header = self.header
        table = self.game.new_table(header.players, first=header.first, **dict(header.options))
        return Replayer(table, entries, header.layout == self.game.rules.layout)

    def _not_ended(self) -> None:
        if self.ended is not None:
            raise JournalError("the log has ended; undo takes the end back")

    def _seat_of(self, text: str) -> int:
        """Who plays `text`: the seat to decide, or the one that a table move names."""
        plain = " ".join(text.split()).lower()
        if plain in self.position.table_moves() and plain[:1].isdigit():
            return int(plain.split()[0])
        if self.position.chance:
            due = self.unseen or self.position.legal_moves()[0]
            raise IllegalMove(f"what came up comes first, such as {due}")
        if not self.position.actor:
            raise IllegalMove("the game is over")
        return self.position.actor

    def _entry(self, seq: int) -> Entry:
        for entry in self.entries():
            if entry.record.seq == seq:
                if not entry.in_force:
                    raise JournalError(f"entry {seq} was {entry.status} already")
                if entry.record.type == "header":
                    break
                return entry
        raise JournalError(f"there is no entry {seq} that could be corrected")

    def _fitting(self, entry: Entry, change: Mapping[str, Any]) -> str:
        """The changed entry as the game writes it; IllegalMove where it cannot stand at its place."""
        line = [
            Entry(e.record, {**e.data, **change}, e.status, e.by) if e.record.seq == entry.record.seq else e
            for e in effective(self.log.records)
        ]
        for step in self._replayer(line).run():
            if step.entry.record.seq == entry.record.seq:
                if step.problem is not None:
                    raise IllegalMove(step.problem.message)
                return step.text
        raise JournalError(f"entry {entry.record.seq} is not in force")
