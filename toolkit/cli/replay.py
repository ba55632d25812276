"""`pnp replay`: step through a log, verify it, or make a page of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import console
from toolkit.cli._terminal import say
from toolkit.cli.console import GameChoice, GameType

if TYPE_CHECKING:
    from toolkit.games.game import Game
    from toolkit.journal.records import Log
    from toolkit.review.story import Moment, Story

SECTION = "Playtest"


@click.command()
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path), metavar="LOG")
@click.option("--verify", is_flag=True, help="Play it on the engine; exit status 1 where they do not agree.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write one HTML page that replays it, without a network.",
)
@click.option(
    "--view",
    default="all",
    metavar="SEAT",
    help="Show only what this seat could see, or `public`: what everybody could.  [default: all]",
)
@click.option("--strict", is_flag=True, help="Exit status 1 for any fault in the file, a torn end included.")
@click.option("--game", type=GameType(), metavar="GAME", help="The game folder, where it is not found by id.")
@console.json_option
@console.trust_option
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    verify: bool,
    html: Path | None,
    view: str,
    strict: bool,
    game: GameChoice | None,
    as_json: bool,
    trust: bool,
) -> None:
    """Step through a log, verify it, or make a page of it.

    On a terminal: right and left, Home and End, q. Elsewhere every move is printed.
    """
    from toolkit.journal.reader import read_log

    read = read_log(log)
    for fault in read.faults:
        say(str(fault), err=True)
    status = 1 if strict and read.faults else 0
    shown = _Shown(read, _view(view, read), *_game_of(read, game, trust))
    if verify:
        status = max(status, _verify(shown, quiet=as_json))
    if as_json:
        if shown.view is not None:
            raise console.BadInput("--json has everything in the log; leave out --view")
        console.write_json(_facts(shown))
    if html is not None:
        _write_page(shown, html)
    if not (verify or as_json or html is not None):
        story = shown.story()
        if sys.stdin.isatty() and sys.stdout.isatty():
            _step_through(story)
        else:
            _print_all(story)
    ctx.exit(status)


@dataclass(frozen=True)
class _Shown:
    """A log, for whose eyes it is shown, and its game; or why there is none."""

    log: Log
    view: int | None
    game: Game | None
    without: str

    def story(self, pictures: bool = False) -> Story:
        from toolkit.review.story import tell

        return tell(self.log, self.game, self.view, pictures, self.without)


def _game_of(log: Log, choice: GameChoice | None, trust: bool) -> tuple[Game | None, str]:
    """The game of a log, or why there is none: as named, else by its id among bundled games and those nearby.

    The header is a stranger's word: it is only ever compared with ids, never taken as a path. A game that
    cannot be opened costs the pictures and the verification, not the facts.
    """
    from toolkit.components.faults import FaultError

    if choice is not None:
        return choice.open(trust=trust), ""
    header = log.header
    if header is None:
        return None, "its header cannot be read"
    found = _find_by_id(header.game)
    if found is None:
        return None, "the game it is of is not at hand; name its folder with --game"
    try:
        return found.open(trust=trust), ""
    except FaultError as error:
        return None, f"the game folder has faults, such as {error.faults[0]}"
    except ValueError as error:
        return None, str(error)


def _find_by_id(game_id: str) -> GameChoice | None:
    from toolkit.components.folder import load_folder
    from toolkit.components.home import bundled_games, nearby_games

    bundled = bundled_games()
    if game_id in bundled:
        return GameChoice(game_id, bundled[game_id])
    for name, folder in nearby_games(Path.cwd()).items():
        if load_folder(folder).id == game_id:
            return GameChoice(name, folder)
    return None


def _view(text: str, log: Log) -> int | None:
    if text == "all":
        return None
    if text == "public":
        return 0
    header = log.header
    if text.isdecimal() and 1 <= int(text) <= (header.players if header is not None else 99):
        return int(text)
    raise console.BadInput(f"there is no seat '{text}' in this log; write a seat's number, public, or all")


def _verify(shown: _Shown, quiet: bool) -> int:
    from toolkit.journal.replay import CannotVerify, verify

    log = shown.log
    try:
        if shown.game is None:
            raise CannotVerify(shown.without)
        result = verify(log, shown.game)
    except CannotVerify as error:
        say(f"{log.path}: not verified: {error}", err=True)
        return 1
    if result.problems:
        first, *others = result.problems
        say(f"{log.path}:{first.line}: {first.message}", err=True)
        does = "does" if len(others) == 1 else "do"
        rest = (
            f"; {_count(len(others), 'later line')} {does} not fit either (--json lists all)"
            if others
            else ""
        )
        say(f"{log.path}: diverges first in line {first.line}{rest}", err=True)
        return 1
    if not quiet:
        said = [_count(result.moves, "move")]
        said += [f"{_count(result.unknown, 'draw')} nobody saw"] if result.unknown else []
        said += [f"{_count(result.stood, 'illegal move')} that stood"] if result.stood else []
        said += (
            [f"{_count(result.kept, 'illegal move')} that stood and cannot be played here"]
            if result.kept
            else []
        )
        said += [f"{_count(result.hashes, 'checkpoint')} compared"] if result.hashes else []
        said += [] if result.ended else ["not ended"]
        say(f"{log.path}: verified: {', '.join(said)}")
    return 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _facts(shown: _Shown) -> dict[str, Any]:
    """The log as JSON: header, entries with what became of them, faults, and where the engine disagrees."""
    from toolkit.journal.line import audit

    log, story = shown.log, shown.story()
    records = log.records
    return {
        "path": str(log.path),
        "header": dict(records[0].data) if log.header is not None else None,
        "names": {str(seat): name for seat, name in log.names.items()},
        "outcome": story.outcome,
        "seconds": story.seconds,
        "unknown": story.unknown,
        "entries": [
            {**entry.data, "line": entry.record.line, "status": entry.status or "in force"}
            | ({"corrected_by": list(entry.by)} if entry.by else {})
            for entry in audit(records)
            if entry.record.type != "header"
        ],
        "faults": [
            {
                "line": fault.line,
                "column": fault.column,
                "offset": fault.offset,
                "severity": fault.severity,
                "message": fault.message,
                "raw": fault.raw,
            }
            for fault in log.faults
        ],
        "refused": story.refused,
        "divergence": story.problems[0].line if story.problems else None,
        "problems": [
            {"line": problem.line, "seq": problem.seq, "message": problem.message}
            for problem in story.problems
        ],
    }


def _write_page(shown: _Shown, path: Path) -> None:
    from toolkit.components.writing import write_bytes
    from toolkit.review.page import replay_page

    if path.exists() and path.samefile(shown.log.path):
        raise console.BadInput(f"{path} is the log itself; give the page another name")
    page = replay_page(shown.story(pictures=True), shown.game)
    write_bytes(path, page.encode("utf-8"), durable=True)
    say(f"wrote {path}", err=True)


# --- in the terminal


def _print_all(story: Story) -> None:
    for line in _title(story):
        _say(line, "  ")
    for moment in story.moments:
        for line in _moment(story, moment):
            _say(line, INDENT)
    for line in _closing(story):
        _say(line, "  ")


INDENT = " " * 20
"""What stands below a move, under its text."""


def _say(line: str, hanging: str, **style: Any) -> None:
    """Says a line; a terminal gets it broken between words, a pipe whole."""
    from toolkit.journal.layout import paragraph

    more = hanging[len(line) - len(line.lstrip()) :]
    for piece in paragraph(line, hanging=more) if sys.stdout.isatty() else [line]:
        say(piece, **style)


def _title(story: Story) -> list[str]:
    from toolkit.journal.words import listed, seat_name, seat_with_bot

    header = story.header
    if header is None:
        return [f"{story.log.path.name}: a log without a readable header"]
    options = ", ".join(f"{name}={value}" for name, value in header.options.items())
    seats = listed(seat_with_bot(seat, story.names, header.bots) for seat in range(1, header.players + 1))
    begun = "" if header.time is None else f", {header.time.strftime('%Y-%m-%d %H:%M %z')}"
    zone = f" ({header.zone})" if header.zone else ""
    return [
        f"{header.title}, rules {header.rules_version}, tables {header.fingerprint[:12]}{begun}{zone}",
        f"{seats}; {seat_name(header.first, story.names)} starts",
        f"options: {options}",
    ]


def _moment(story: Story, moment: Moment) -> list[str]:
    from toolkit.journal.clock import duration_text
    from toolkit.journal.words import chance_text, seat_name

    clock = duration_text(moment.played) if moment.played is not None else ""
    what = f"{seat_name(moment.seat, story.names)}: {moment.text}" if moment.number else "set-up"
    draws = f"   {chance_text(moment.draws)}" if moment.draws else ""
    turn = str(moment.turn) if moment.turn else ""
    lines = [f"{moment.number:>4} {turn:>4} {clock:>8}  {what}{draws}"]
    lines += [f"{INDENT}! {mark}" for mark in moment.marks]
    for remark in moment.remarks:
        about = f" ({remark.about})" if remark.about else ""
        lines.append(f"{INDENT}# {remark.kind}{about}: {remark.text}")
    return lines


def _closing(story: Story) -> list[str]:
    lines = [f"outcome: {story.outcome}"]
    if story.refused:
        lines.append(f"not checked by the engine: {story.refused}")
    elif story.problems:
        lines.append(f"the engine disagrees from line {story.problems[0].line} on; see --verify")
    if story.corrected:
        lines.append(f"{_count(story.corrected, 'entry').replace('entrys', 'entries')} corrected")
    return lines


KEYS = {
    "next": ("\x1b[C", "\x1bOC", "\xe0M", "\x00M", "n", " ", "\r", "\n"),
    "back": ("\x1b[D", "\x1bOD", "\xe0K", "\x00K", "p", "b"),
    "first": ("\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "\x00G", "g"),
    "last": ("\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "\x00O", "G"),
    "quit": ("q", "Q", "\x1b", "\x04"),
}


def _step_through(story: Story) -> None:
    """One moment at a time, moved by keys."""
    from toolkit.journal.layout import listing
    from toolkit.journal.words import label_text

    now, last = 0, len(story.moments) - 1
    while True:
        click.clear()
        for line in _title(story):
            _say(line, "  ")
        say("")
        for moment in story.moments[max(0, now - 6) : now + 1]:
            for line in _moment(story, moment):
                _say(line, INDENT, **({"bold": True} if moment.number == now else {"dim": True}))
        say("")
        names, bots = story.names, story.header.bots if story.header is not None else {}
        table = story.moments[now].table
        for line in listing((label_text(label, names, bots), said) for label, said in table):
            say(line)
        if now == last:
            say("")
            for line in _closing(story):
                _say(line, "  ")
        say("")
        say(f"step {now} of {last}   → next   ← back   Home   End   q quit")
        key = click.getchar()
        action = next((name for name, keys in KEYS.items() if key in keys), "")
        if action == "quit":
            return
        now = {"next": min(last, now + 1), "back": max(0, now - 1), "first": 0, "last": last}.get(action, now)
