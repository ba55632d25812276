"""`pnp play`: play a game against bots in the terminal, and keep the log."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli import console
from toolkit.cli._terminal import Asker, on_terminal, say

if TYPE_CHECKING:
    from toolkit.api import Game
    from toolkit.cli.console import GameChoice, Settings
    from toolkit.journal.match import Match

SECTION = "Playtest"

HINT = " ? moves   hint   undo   show   # note   help   quit "
HELP = (
    ("MOVE", "a move in notation; Tab completes it"),
    ("?", "list your moves; `? 12` only those that begin so"),
    ("hint", "what the greedy bot would play in your place"),
    ("undo", "take back your last move, and what came after it"),
    ("show", "what is on the table, as you see it"),
    ("# TEXT", "a note for the log"),
    ("quit", "leave; `pnp play GAME --log FILE` goes on where you stopped"),
)


@click.command()
@console.game_argument
@click.option(
    "--seat",
    "seats",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="N",
    help="The seat you play; repeat it for several people at one screen.  [default: 1]",
)
@console.bots_option
@console.players_option
@click.option("--first", type=click.IntRange(min=1), default=1, metavar="N", help="The seat that starts.")
@console.seed_option
@console.set_option
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The log to keep, or to go on with.  [default: output/<game>/play-<time>.jsonl]",
)
@console.trust_option
def command(
    game: GameChoice,
    seats: tuple[int, ...],
    bots: list[str] | None,
    players: int | None,
    first: int,
    seed: int | None,
    settings: Settings,
    log: Path | None,
    trust: bool,
) -> None:
    """Play a game against bots, and keep the log."""
    from toolkit.journal.match import Match

    players, options = game.settle(players, settings)
    opened = game.open(trust=trust)
    if log is not None and log.exists() and log.stat().st_size:
        if seats or bots or players is not None or seed is not None or options:
            raise console.BadInput("the log is there already and says how it is played; give only --log")
        match = Match.resume(log, opened)
    else:
        match = Match.begin(
            log or _default_log(opened),
            opened,
            players,
            options,
            people=seats or (1,),
            bots=bots or ["greedy"],
            seed=secrets.randbelow(2**31) if seed is None else seed,
            first=first,
        )
    board = _Board(match)
    try:
        _say_set_up(match, board)
        _play(match, board)
    finally:
        match.close()
        path = match.session.writer.path
        say(f"The log is in {_short(path)}; `pnp replay {_short(path)}` shows it.")


def _play(match: Match, board: _Board) -> None:
    """Bots and people in turn until the game is over or a person leaves."""
    from toolkit.journal.words import outcome_of

    asker = Asker(lambda: _words(match), HINT)
    shown = 0
    while not match.over:
        if not match.your_turn:
            seat = match.position.actor
            with _thinking(f"{_who(match, seat)} thinks …"):
                played = match.bot_plays()
            say(f"  {_who(match, played.seat)}: {played.text}")
            continue
        seat = match.position.actor
        board.show(seat)
        if shown != len(match.position.moves):
            _hand_over(match, seat)
            _show(match, seat)
            shown = len(match.position.moves)
        try:
            line = asker.ask(f"{_who(match, seat)}, turn {match.position.turn + 1} > ")
        except KeyboardInterrupt:
            say("(`quit` leaves; nothing is lost)")
            continue
        if line is None or line.strip().lower() == "quit":
            say("The game can go on later: pnp play with --log.")
            return
        _answer(match, seat, " ".join(line.split()))
    board.show(min(match.people))
    outcome = match.position.outcome
    assert outcome is not None
    say(f"The game is over: {outcome_of(outcome, match.session.names)}.")


def _answer(match: Match, seat: int, text: str) -> None:
    """Does what a person's line says."""
    from toolkit.engine.position import IllegalMove
    from toolkit.journal.layout import listing, paragraph
    from toolkit.journal.recorder import Recorder

    word = text.lower()
    try:
        if not text:
            return
        if word == "help":
            for line in listing(HELP, indent=""):
                say(line)
        elif word == "hint":
            with _thinking("…"):
                hint = match.hint()
            say(f"  perhaps {hint}")
        elif word == "undo":
            count = match.undo()
            say(f"  {count} move{'s' if count != 1 else ''} taken back")
        elif word == "show":
            _show(match, seat)
        elif text.startswith("#"):
            for line in Recorder(match.session).answer(text).lines:
                say(line)
        elif text.startswith("?"):
            _list(match, text[1:].strip())
        else:
            played = match.play(text)
            say(f"  {_who(match, played.seat)}: {played.text}")
    except IllegalMove as error:
        for line in paragraph(f"No: {error}."):
            say(line)


def _words(match: Match) -> list[str]:
    position = match.position
    return [*position.legal_moves(), *_own_table_moves(match), "hint", "undo", "show", "help", "quit", "# "]


def _own_table_moves(match: Match) -> list[str]:
    """What the person may do out of order: only for the own seat."""
    own = f"{match.position.actor} "
    return [move for move in match.position.table_moves() if move.startswith(own)]


def _list(match: Match, beginning: str) -> None:
    from toolkit.journal.layout import columns, natural

    legal = natural(move for move in match.position.legal_moves() if move.startswith(beginning))
    for line in columns(legal) if legal else [f"No move begins with {beginning!r}."]:
        say(line)


def _show(match: Match, seat: int) -> None:
    from toolkit.journal.layout import listing
    from toolkit.journal.words import label_text

    names = dict.fromkeys(match.people, "you") if len(match.people) == 1 else {}
    names |= match.session.names
    say("")
    told = match.position.lines(seat)
    for line in listing((label_text(label, names, match.bots), said) for label, said in told):
        say(line)


def _hand_over(match: Match, seat: int) -> None:
    """With several people at one screen, the next one sees only the own hand."""
    if len(match.people) > 1 and on_terminal():
        click.pause(f"{_who(match, seat)} is next; press a key when the others look away …")
        click.clear()


def _who(match: Match, seat: int) -> str:
    bot = match.bots.get(seat)
    if bot is not None:
        return f"seat {seat} ({bot})"
    return f"seat {seat} (you)" if len(match.people) == 1 else f"seat {seat}"


def _say_set_up(match: Match, board: _Board) -> None:
    from toolkit.journal.layout import paragraph

    session, header = match.session, match.session.header
    say(f"{session.game.name(header.players, header.options)}, seed {header.random.get('seed')}")
    for line in paragraph(session.game.coordinates):
        say(line)
    if not board.drawn:
        say("There is no picture of the board: the rules of this game do not draw one. `show` tells it.")
    elif board.path is not None:
        say(f"The board: open {_short(board.path)} in a browser; it follows the game.")


@contextmanager
def _thinking(what: str) -> Iterator[None]:
    """A spinner while a bot thinks, on a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    with console.err().status(what.replace("[", "\\[")):
        yield


class _Board:
    """A page beside the log that shows the board as the person sees it, and follows the game."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.drawn = match.session.game.rules.has("draw")
        self.path = (
            match.session.writer.path.with_suffix(".board.html") if self.drawn and on_terminal() else None
        )

    def show(self, seat: int) -> None:
        """Writes the page for `seat`."""
        if self.path is None:
            return
        from toolkit.components.writing import write_bytes
        from toolkit.review.board import board_page

        position = self.match.position
        page = board_page(position.to_svg(seat), f"{self.match.session.game.title}, turn {position.turn + 1}")
        write_bytes(self.path, page.encode("utf-8"))  # the browser never finds half a page


def _default_log(game: Game) -> Path:
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return console.default_output(game.id) / f"play-{stamp}.jsonl"


def _short(path: Path) -> Path:
    """The path from here, where it is below here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
