"""What a recorder may type, and what is answered: lines of text in, lines of text out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from toolkit.engine.position import IllegalMove, NotationError
from toolkit.journal.clock import duration_text
from toolkit.journal.faults import JournalError, RecordFault
from toolkit.journal.layout import columns, listing, natural, paragraph
from toolkit.journal.replay import Problem
from toolkit.journal.session import Session
from toolkit.journal.v1 import ENDINGS, NOTE_KINDS
from toolkit.journal.words import entry_text, label_text, listed, outcome_of, seat_name

if TYPE_CHECKING:
    from toolkit.engine.position import Position

HELP = (
    ("MOVE", "a move in notation, as the game prints it; Tab completes it"),
    ("?", "list the moves that are possible now; `? 12` only those that begin so"),
    ("!MOVE RULE …", "a move that broke the rules but stood; which rule and why, if you like"),
    ("!!MOVE RULE …", "the same where the game here cannot carry it out: kept as a fact, not played"),
    ("undo", "the last entry was typed wrong"),
    ("takeback", "the players took the last move back"),
    ("amend N MOVE", "entry N was another move (`amend N !MOVE` if it broke the rules but stood)"),
    ("retract N", "entry N did not happen"),
    (
        "# TEXT",
        "a note; #question TEXT, #quote TEXT, #confusion, #bug, #idea, #mood set its kind; seat=2, rule=T5 "
        "or component=12 before or after TEXT says what it is about",
    ),
    ("show", "what is on the table"),
    ("log", "the entries with their numbers; `log all` with everything that was corrected"),
    ("name SEAT NAME", "who sits where"),
    ("pause, resume", "a break (the next move ends it as well)"),
    ("end", "close the log: finished as the game stands, or abandoned; `end time`, `end restarted`"),
    ("quit", "leave; the same command goes on where you stopped"),
)
COLON = "A command that is also a move in this game can be typed with a colon in front: `:end`."

ABOUT = ("seat", "rule", "component", "by")
"""What a note may say it is about, as NAME=VALUE."""

MAX_LISTED = 400


@dataclass(slots=True)
class Reply:
    """What is answered to a line: texts to show, whether it was refused, whether the recorder is done."""

    lines: list[str] = field(default_factory=list)
    refused: bool = False
    done: bool = False


class Recorder:
    """Takes what is typed into a session.

    `ask_draws`: every draw is asked for; otherwise draws count as seen by nobody, and tiles show when played.
    """

    def __init__(self, session: Session, ask_draws: bool = False) -> None:
        self.session = session
        self.ask_draws = ask_draws
        self._commands: dict[str, Callable[[str], Reply]] = {
            "help": lambda _: Reply([*listing(HELP, indent=""), *paragraph(COLON)]),
            "undo": lambda rest: self._undo(agreed=False),
            "takeback": lambda rest: self._undo(agreed=True),
            "amend": self._amend,
            "retract": self._retract,
            "show": lambda _: Reply(self.table()),
            "log": self._log,
            "name": self._name,
            "pause": self._pause,
            "resume": lambda _: self._resume(),
            "end": self._end,
            "quit": lambda _: self.leave(),
        }

    @property
    def commands(self) -> list[str]:
        """The words that are commands."""
        return list(self._commands)

    def completions(self) -> list[str]:
        """What could be typed now: moves, then commands."""
        position = self.session.position
        moves = [] if self.session.ended else [*position.legal_moves(), *position.table_moves()]
        return [*moves, *self._commands, *(f"#{kind} " for kind in NOTE_KINDS)]

    def prompt(self) -> str:
        """Whose turn it is, short."""
        session, position = self.session, self.session.position
        if session.ended is not None:
            return "ended"
        if position.outcome is not None:
            return "game over"
        if position.chance:
            return f"turn {position.turn + 1}, " + (f"draw {session.unseen}" if session.unseen else "came up")
        return f"turn {position.turn + 1}, {seat_name(position.actor, session.names)}"

    def status(self) -> list[str]:
        """Where the log stands."""
        session, position = self.session, self.session.position
        moves = sum(entry.record.type == "move" for entry in session.facts())
        lines = [f"{moves} move{'s' if moves != 1 else ''} recorded in {session.writer.path.name}."]
        if session.problems:
            lines += ["These entries do not fit the game:", *_problems(session.problems)]
        if session.ended is not None:
            lines.append(f"The log has ended ({session.ended.data['how']}); `undo` takes that back.")
        elif position.outcome is not None:
            lines += self._over()
        elif position.chance:
            unseen = f", or {session.unseen} if unseen" if session.unseen else ""
            lines.append(f"What came up? Such as {position.legal_moves()[0]}{unseen}.")
        else:
            lines.append(f"Turn {position.turn + 1}: {seat_name(position.actor, session.names)} to play.")
        if session.paused:
            lines.append("The session is in a break; the next move ends it.")
        return lines

    def settle(self) -> list[str]:
        """Records pending draws as unseen, unless they are asked for; returns what to say about it."""
        if self.ask_draws or self.session.ended is not None:
            return []
        texts = self.session.settle()
        return [f"      drawn, unseen: {' '.join(texts)}"] if texts else []

    def answer(self, line: str) -> Reply:
        """Does what a line says. Nothing that is typed can end a session in an error or lose an entry."""
        text = " ".join(line.split())
        if not text:
            return Reply()
        try:
            return self._answer(text)
        except IllegalMove as error:
            return self._refused(text, error)
        except (JournalError, RecordFault) as error:
            return Reply([f"No: {error}."], refused=True)

    def leave(self) -> Reply:
        """What is done when the recorder goes: a game that is over is closed, any other stays open."""
        session = self.session
        if session.ended is not None:
            return Reply([], done=True)
        if session.position.outcome is None or session.problems:
            return Reply(["The log stays open: the same command goes on."], done=True)
        lines = ["The game is over, so the log is closed (`undo` takes that back when you go on):"]
        session.end()
        entry = session.entries()[-1]
        return Reply([*lines, f"{entry.record.seq:>5} {entry_text(entry, session.names)}"], done=True)

    def _refused(self, text: str, error: IllegalMove) -> Reply:
        """Why a line was refused, and what to type where it happened all the same."""
        position, move = self.session.position, text.lstrip("!").strip()
        unread = isinstance(error, NotationError)
        said = [f"? {error}" if unread else f"No: {error}."]
        word, _, rest = text.removeprefix(":").partition(" ")
        if text.startswith("!"):
            said += [
                "  The game here cannot carry that out. If an earlier entry is wrong, mend that: `log` has "
                "the numbers, `amend N MOVE`.",
                f"  If it happened all the same, !!{move} keeps it as a fact, with RULE and why behind it.",
            ]
        elif word.lower() == "amend":
            number, _, wanted = rest.partition(" ")
            if _is_whole(number) and self.session.would_fit(int(number), wanted.strip()):
                said.append(f"  (if it stood all the same: amend {number} !{wanted.strip()})")
        elif not unread and _plays(position, move):
            said.append(f"  (if it stood all the same: !{move})")
        elif position.actor and (not unread or self._looks_like_a_move(move)):
            said.append(f"  (if it happened all the same: !!{move} keeps it as a fact that is not played)")
        if unread:
            said.append("  (`?` lists the moves, `help` the commands)")
        return Reply(said, refused=True)

    def _looks_like_a_move(self, text: str) -> bool:
        """Whether a text is written as the moves that are possible now are, such as `00d@f6`."""
        return _shape(text) in {_shape(move) for move in self.session.position.legal_moves()}

    def _answer(self, text: str) -> Reply:
        if text.startswith("#"):
            return self._note(text[1:])
        if text.startswith("?"):
            return Reply(self.moves(text[1:].strip()))
        if text.startswith("!"):
            return self._illegal(text[1:])
        word, _, rest = text.removeprefix(":").partition(" ")
        command = self._commands.get(word.lower())
        if command is not None and (text.startswith(":") or not self._is_move(text)):
            return command(rest.strip())
        return self._fact(text)

    def _is_move(self, text: str) -> bool:
        return self.session.ended is None and text in self.session.position.legal_moves()

    # -- facts ------------------------------------------------------------------------------------

    def _fact(self, text: str) -> Reply:
        session = self.session
        drawing = session.position.chance
        text = self._whole_draw(text) if drawing else text
        resumed = self._go_on_for(text)
        if drawing:
            session.chance(text)
        else:
            session.move(text)
        return self._recorded(resumed)

    def _whole_draw(self, text: str) -> str:
        """`17` for `2+17`: a draw may be typed by its end, where that is enough."""
        ends = [move for move in self.session.position.legal_moves() if move.endswith(text)]
        return ends[0] if len(ends) == 1 else text

    def _illegal(self, text: str) -> Reply:
        """`!MOVE`: it stood; `!!MOVE`: it stood, even if the game here cannot follow."""
        kept = text.startswith("!")
        move, rest = self._split_move(text.lstrip("! "))
        rule, _, comment = rest.partition(" ")
        if rule and not any(letter.isdigit() for letter in rule):
            rule, comment = "", rest  # a rule id has a number in it
        if not move:
            return Reply(
                ["Write the move that stood: !12r, and if you like which rule it broke: !12r T5"], True
            )
        try:
            resumed = self._go_on_for(move, force=True)
            _, why = self.session.illegal_move(move, rule, comment.strip())
        except IllegalMove as error:
            if not kept:
                raise
            return self._unplayed(move, str(error), rule, comment.strip())
        if not why:
            return self._recorded([*resumed, "The rules allow this move; it is recorded as any other."])
        return self._recorded([*resumed, f"It stood, although {why}."])

    def _split_move(self, text: str) -> tuple[str, str]:
        """A move and what stands behind it: as many words as the game reads as one move, else the first."""
        words = text.split()
        for count in range(len(words), 1, -1):
            try:
                self.session.position.copy().play(" ".join(words[:count]), force=True)
            except NotationError:
                continue
            except IllegalMove:
                pass  # it is a move, only not here and now
            return " ".join(words[:count]), " ".join(words[count:])
        return (words[0], " ".join(words[1:])) if words else ("", "")

    def _unplayed(self, move: str, why: str, rule: str, comment: str) -> Reply:
        """Keeps a move that the engine cannot carry out as a fact."""
        record = self.session.unplayed(move, why, rule, comment)
        seat = record.data.get("seat")
        lines = [f"{record.seq:>5} kept as a fact: {record.data['text']}"]
        if seat is not None:
            lines.append(
                f"  The game here does not know of it: {seat_name(seat, self.session.names)} is still to "
                "move. Type the move that comes nearest to it, or what was played in its place."
            )
        return Reply(lines)

    def _go_on(self) -> list[str]:
        if not self.session.paused:
            return []
        self.session.go_on()
        return ["The break is over."]

    def _go_on_for(self, text: str, force: bool = False) -> list[str]:
        """Ends a break for a move, unless the move is refused."""
        if self.session.paused:
            self.session.position.copy().play(text, force=force)
        return self._go_on()

    def _recorded(self, said: list[str]) -> Reply:
        session = self.session
        entry = session.facts()[-1]
        lines = [*said, f"{entry.record.seq:>5} {entry_text(entry, session.names)}", *self.settle()]
        return Reply([*lines, *self._over()])

    def _over(self) -> list[str]:
        outcome = self.session.position.outcome
        if outcome is None or self.session.ended is not None:
            return []
        return [
            f"The game is over: {outcome_of(outcome, self.session.names)}.",
            "`end` closes the log, and so does leaving; `undo` if the last move was typed wrong.",
        ]

    # -- corrections ------------------------------------------------------------------------------

    def _undo(self, agreed: bool) -> Reply:
        texts = self.session.undo(agreed, single=self.ask_draws)
        word = "Taken back" if agreed else "Undone"
        return Reply([f"{word}: {' '.join(texts)}", *self.settle()])

    def _amend(self, rest: str) -> Reply:
        number, _, text = rest.partition(" ")
        text = text.strip()
        if not _is_whole(number) or not text.lstrip("!"):
            return Reply(
                ["Write the number of the entry (see `log`) and what it should be: amend 12 07u"], True
            )
        problems = self.session.amend(int(number), text.lstrip("!"), illegal=text.startswith("!"))
        return self._corrected(f"Entry {number} is now {text.lstrip('!')}.", problems)

    def _retract(self, rest: str) -> Reply:
        if not _is_whole(rest):
            return Reply(["Write the number of the entry (see `log`): retract 12"], True)
        return self._corrected(f"Entry {rest} is retracted.", self.session.retract(int(rest)))

    def _corrected(self, said: str, problems: list[Problem]) -> Reply:
        lines = [said, *self.settle()]
        if problems:
            lines += [
                "These later entries no longer fit; they are kept, but not played:",
                *_problems(problems),
            ]
        return Reply([*lines, *self._over()])

    # -- the rest ---------------------------------------------------------------------------------

    def _note(self, text: str) -> Reply:
        kind, _, rest = text.partition(" ")
        if kind.lower() not in NOTE_KINDS:
            kind, rest = "observation", text
        words, about = rest.split(), dict[str, str | int]()
        for at in (0, -1):  # what it is about may stand before the text or behind it
            while words and (found := self._about(words[at])) and about.get(found[0], found[1]) == found[1]:
                about[found[0]] = found[1]
                words.pop(at)
        said = " ".join(words)
        if not said:
            return Reply(["A note needs a text: # the pile felt too small"], True)
        record = self.session.note(said, kind.lower(), **about)
        on = [f"{name} {about[name]}" for name in ABOUT if name in about]
        lines = [f"{record.seq:>5} noted as {kind.lower()}{' on ' + ', '.join(on) if on else ''}."]
        if left := [word for word in words if word.partition("=")[0] in ABOUT and "=" in word]:
            seats = self.session.header.players
            lines.append(
                f"  ({listed(left)} is left in the text: seat=1 to seat={seats}, rule=, component= and by= "
                "say what a note is about where they stand before or behind all of it)"
            )
        return Reply(lines)

    def _about(self, word: str) -> tuple[str, str | int] | None:
        """What `seat=2`, `rule=T5`, `component=12` or `by=Ann` says; None for any other word."""
        name, _, value = word.partition("=")
        if name == "seat":
            good = _is_whole(value) and 1 <= int(value) <= self.session.header.players
            return (name, int(value)) if good else None
        return (name, value) if name in ABOUT and value else None

    def moves(self, beginning: str = "") -> list[str]:
        """The moves that are possible now, in columns."""
        position = self.session.position
        if self.session.ended is not None or position.outcome is not None:
            return ["The game is over."]
        legal = natural(move for move in position.legal_moves() if move.startswith(beginning))
        also = [move for move in position.table_moves() if move.startswith(beginning)]
        if not legal and not also:
            return [f"No move begins with {beginning!r}."]
        lines = list(columns(legal[:MAX_LISTED]))
        if len(legal) > MAX_LISTED:
            lines.append(f"… and {len(legal) - MAX_LISTED} more; `? 12` lists those that begin with 12")
        return [*lines, *([f"At the table: {', '.join(also)}"] if also else [])]

    def table(self) -> list[str]:
        """What is on the table, without hands that nobody saw."""
        names = self.session.names
        return listing((label_text(label, names), said) for label, said in self.session.position.lines())

    def _log(self, rest: str) -> Reply:
        lines: list[str] = []
        for entry in self.session.entries():
            hidden = entry.record.type in ("header", "checkpoint", "anchor")
            if rest == "all" or (entry.in_force and not hidden):
                mark = f"  [{entry.status} by {entry.by[0]}]" if not entry.in_force else ""
                mark = f"  [amended by {listed(map(str, entry.by))}]" if entry.amended else mark
                when = duration_text(entry.record.elapsed or 0)
                lines.append(f"{entry.record.seq:>5} {when} {entry_text(entry, self.session.names)}{mark}")
        return Reply(lines)

    def _name(self, rest: str) -> Reply:
        seat, _, name = rest.partition(" ")
        if not _is_whole(seat) or not 1 <= int(seat) <= self.session.header.players or not name.strip():
            return Reply(
                [f"Write a seat from 1 to {self.session.header.players} and a name: name 2 Bob"], True
            )
        self.session.rename(int(seat), name.strip())
        return Reply([f"Seat {seat} is {name.strip()}."])

    def _pause(self, rest: str) -> Reply:
        if self.session.paused:
            return Reply(["The session is in a break already."], True)
        self.session.pause(rest)
        return Reply(["Break. `resume` or the next move ends it."])

    def _resume(self) -> Reply:
        return Reply(self._go_on() or ["There is no break to end."])

    def _end(self, rest: str) -> Reply:
        how = rest.lower()
        if how and how not in ENDINGS:
            return Reply([f"Write end, or end with one of {', '.join(ENDINGS)}"], True)
        if how == "finished" and self.session.position.outcome is None:
            return Reply(["By the rules the game is not over; write end abandoned, time or restarted."], True)
        record = self.session.end(how)
        return Reply(
            [f"{record.seq:>5} {entry_text(self.session.entries()[-1], self.session.names)}"], done=True
        )


def _is_whole(text: str) -> bool:
    """Whether a text is the number of an entry or seat (more than nine digits is neither)."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def _plays(position: Position, text: str) -> bool:
    """Whether a move that the rules refuse could be carried out."""
    try:
        position.copy().play(text, force=True)
    except IllegalMove:
        return False
    return True


def _shape(text: str) -> str:
    """A text with every digit as 0 and every letter as a."""
    return "".join("0" if c.isdigit() else "a" if c.isalpha() else c for c in text)


def _problems(problems: list[Problem], most: int = 12) -> list[str]:
    lines = [f"  line {problem.line}: {problem.message}" for problem in problems[:most]]
    return [*lines, f"  … and {len(problems) - most} more"] if len(problems) > most else lines
