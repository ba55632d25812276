"""`pnp simulate`: play a game many times and say what happens in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli import console
from toolkit.cli.main import INTERRUPTED

if TYPE_CHECKING:
    from toolkit.lab.result import Result

SECTION = "Simulate"

GAMES = 10_000
LOGS = 10


@click.command()
@console.game_argument
@click.option(
    "-n",
    "--games",
    type=click.IntRange(min=1, max=100_000_000),
    default=GAMES,
    show_default=True,
    metavar="N",
    help="How many games to play.",
)
@console.players_option
@console.bots_option
@console.seed_option
@console.set_option
@click.option(
    "--fixed-seats", is_flag=True, help="Keep different bots in their seats instead of letting them rotate."
)
@click.option(
    "--workers",
    type=click.IntRange(min=1, max=256),
    metavar="K",
    help="Threads to play with; the games do not depend on it.  [default: one a core]",
)
@console.json_option
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also write report.json, report.txt and a histogram (SVG and PNG) into this folder.",
)
@click.option(
    "--log",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also write the first games as playtest logs into this folder.",
)
@click.option(
    "--log-games",
    type=click.IntRange(min=1, max=100_000),
    metavar="K",
    help=f"How many games to log.  [default: {LOGS}]",
)
@console.trust_option
@click.pass_context
def command(
    ctx: click.Context,
    game: console.GameChoice,
    games: int,
    players: int | None,
    bots: list[str] | None,
    seed: int | None,
    settings: console.Settings,
    fixed_seats: bool,
    workers: int | None,
    as_json: bool,
    output: Path | None,
    log: Path | None,
    log_games: int | None,
    trust: bool,
) -> None:
    """Play a game many times with bots and report length, outcomes, seats, decks and events.

    Greedy bots play unless --bots says otherwise. The same seed gives the same games. Ctrl-C ends the run and
    reports the first games in order, with exit status 130.
    """
    if log_games is not None and log is None:
        raise click.UsageError("--log-games needs --log DIR, the folder to write the logs into")
    count, options = game.settle(players, settings)
    opened = game.open(trust=trust)

    from toolkit.lab.run import play, prepare

    runner, setup = prepare(
        opened, count, bots or ["greedy"], 1 if seed is None else seed, options, fixed_seats
    )
    # The bar comes with the first report, as compiling has a display of its own.
    with console.steps(f"playing {setup.name}", "games", after=0) as progress:
        result = play(runner, setup, opened.row_dtype, games, workers, progress, compiling=_compiling)
    if result.interrupted:
        kept = f"the first {len(result.rows):,} of {games:,} games" if len(result.rows) else "before any game"
        click.echo(f"stopped: {kept}", err=True)
    _report(result, as_json)
    if output is not None:
        from toolkit.lab.save import save

        for path in save(result, output):
            click.echo(f"wrote {path}", err=True)
    if log is not None:
        from toolkit.lab.logs import write_logs

        wanted = min(LOGS if log_games is None else log_games, len(result.rows))
        with console.progress("writing logs", wanted, "logs") as writing:
            for _ in write_logs(opened, runner, setup, wanted, log):
                writing.advance()
        click.echo(f"wrote {wanted} log{'' if wanted == 1 else 's'} into {log}", err=True)
    if result.interrupted:
        ctx.exit(INTERRUPTED)


def _report(result: Result, as_json: bool) -> None:
    if as_json:
        console.write_json(result.to_dict())
    else:
        console.out().print(result.table())


@contextmanager
def _compiling(name: str) -> Iterator[None]:
    said = f"compiling the rules of {name} (once; later runs start at once)"
    if not sys.stderr.isatty():
        click.echo(f"{said} …", err=True)
        yield
        return
    with console.err().status(f"{said} …"):
        yield
    click.echo(said.replace("compiling", "compiled", 1), err=True)
