"""`pnp record`: write down a game at the table, move by move."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli import console
from toolkit.cli._terminal import Asker, on_terminal, say

if TYPE_CHECKING:
    from toolkit.api import Game
    from toolkit.cli.console import GameChoice, Settings
    from toolkit.journal.recorder import Recorder
    from toolkit.journal.session import Session

SECTION = "Playtest"

HINT = " ? moves   undo   # note   help   quit "


@click.command()
@console.game_argument
@click.argument("log", type=click.Path(dir_okay=False, path_type=Path), metavar="LOG")
@click.option("--seat", "seats", multiple=True, metavar="NAME", help="Who sits at seat 1, 2, …; repeat it.")
@console.players_option
@click.option("--first", type=click.IntRange(min=1), metavar="N", help="The seat that starts.  [default: 1]")
@console.set_option
@click.option("--draws", is_flag=True, help="Ask what was drawn; otherwise draws count as seen by nobody.")
@console.trust_option
def command(
    game: GameChoice,
    log: Path,
    seats: tuple[str, ...],
    players: int | None,
    first: int | None,
    settings: Settings,
    draws: bool,
    trust: bool,
) -> None:
    """Write down a game at the table: moves, notes, breaks; every entry is saved at once.

    LOG is a file; where it is there already, recording goes on where it stopped. What options say is not
    asked. Moves can come from a pipe, one a line: then nothing is asked once --players or --seat is given. A
    game that is over is closed as finished when its lines end.
    """
    from toolkit.components.writing import ordinary
    from toolkit.journal.recorder import Recorder

    players, options = game.settle(players, settings)
    opened = game.open(trust=trust)
    ordinary(log)
    if log.exists() and log.stat().st_size:
        _refuse_settings(seats, players, first, options)
        session = _resume(opened, log)
    else:
        session = _begin(opened, log, players, options, list(seats), first)
    recorder = Recorder(session, ask_draws=draws)
    try:
        _show(recorder.settle())
        _show(recorder.status())
        refused = _loop(recorder)
    finally:
        session.close()
    if refused and not on_terminal():
        say(f"{refused} line{'s were' if refused != 1 else ' was'} refused", err=True)
        click.get_current_context().exit(1)  # a script must be able to notice


def _loop(recorder: Recorder) -> int:
    """Takes lines until the log is left; returns how many were refused."""
    refused = 0
    asker = Asker(recorder.completions, HINT)
    while True:
        try:
            line = asker.ask(f"{recorder.prompt()} > ")
        except KeyboardInterrupt:
            _show(["(nothing was lost; `quit` leaves)"])
            continue
        reply = recorder.leave() if line is None else recorder.answer(line)
        _show(reply.lines)
        refused += reply.refused
        if reply.done:
            return refused


def _begin(
    game: Game,
    log: Path,
    players: int | None,
    options: dict[str, str | int],
    seats: list[str],
    first: int | None,
) -> Session:
    from toolkit.journal.layout import paragraph
    from toolkit.journal.session import Session

    if seats and players is not None and len(seats) > players:
        raise console.BadInput(f"{len(seats)} names for {players} seats; leave some out, or raise --players")
    if seats and players is None:
        players = max(len(seats), game.min_players)
    asked = on_terminal() or not (seats or players)
    if players is None and asked:
        players = _number(
            f"How many players, {game.min_players} to {game.max_players}?",
            game.default_players,
            game.min_players,
            game.max_players,
        )
    count, full = game.resolve(players, **options)
    if not seats and asked:
        for seat in range(1, count + 1):
            seats.append(_line(f"Who sits at seat {seat}? (Enter: no name)") or "")
    if first is None and asked:
        first = _number(f"Which seat starts, 1 to {count}?", 1, 1, count)
    names = {seat: name for seat, name in enumerate(seats, 1) if name}
    session = Session.begin(log, game, count, full, first=first or 1, names=names)
    _show([f"{game.name(count, full)}, rules {game.version}, tables {game.fingerprint}"])
    _show(paragraph(game.coordinates))
    return session


def _resume(game: Game, log: Path) -> Session:
    from toolkit.journal.session import Session

    session = Session.resume(log, game)
    for fault in session.log.faults:
        say(str(fault), err=True)
    recovered = [record for record in session.log.records if record.type == "recovered"]
    if recovered and recovered[-1].seq == session.log.records[-1].seq and recovered[-1].data["file"]:
        torn = recovered[-1].data["file"]
        _show([f"The last line was torn and never acknowledged; its bytes are kept in {torn}."])
    return session


def _refuse_settings(
    seats: tuple[str, ...], players: int | None, first: int | None, options: dict[str, str | int]
) -> None:
    given = {"--seat": seats, "--players": players, "--first": first, "--set": options}
    for name, value in given.items():
        if value:
            raise console.BadInput(
                f"the log is there already and says this itself; leave {name} out to go on with it"
            )


def _line(question: str) -> str | None:
    line = Asker().ask(f"{question} ")
    return None if line is None else " ".join(line.split())


def _number(question: str, default: int, low: int, high: int) -> int:
    while True:
        line = _line(f"{question} [{default}]")
        if not line:
            return default
        if line.isdecimal() and low <= int(line) <= high:
            return int(line)
        _show([f"A whole number from {low} to {high}, please."])
        if not on_terminal():
            raise console.BadInput(f"'{line}' does not answer: {question}")


def _show(lines: list[str]) -> None:
    """Says lines; a terminal gets them broken between words, a pipe whole."""
    from toolkit.journal.layout import paragraph

    for line in lines:
        for piece in paragraph(line, hanging="  ") if sys.stdout.isatty() else [line]:
            say(piece)
