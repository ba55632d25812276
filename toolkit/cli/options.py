"""`pnp options`: what can be set in a game, and what it does."""

from __future__ import annotations

import click

from toolkit.cli import console

SECTION = "Games"


@click.command()
@console.game_argument
@console.json_option
def command(game: console.GameChoice, as_json: bool) -> None:
    """List the options of a game: defaults, what is allowed, what they do.

    Give them to any command as --set NAME=VALUE, or behind the game's name, as in
    "dragonpath(players=4,hand_size=4)".

    Example: pnp options dragonpath
    """
    from toolkit.components.folder import load_folder

    folder = load_folder(game.folder).require()
    if as_json:
        console.write_json(
            {
                "game": folder.id,
                "players": {
                    "min": folder.players[0],
                    "max": folder.players[1],
                    "default": folder.default_players,
                },
                "options": [
                    {
                        "name": spec.name,
                        "default": spec.default,
                        "default_by_players": {str(n): v for n, v in spec.default_by_players.items()},
                        "min": spec.min,
                        "max": spec.max,
                        "values": list(spec.values),
                        "help": spec.help,
                        "ruling": spec.ruling,
                    }
                    for spec in folder.options.values()
                ],
            }
        )
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("option", "default", "allowed", "what it does", "ruling"):
        table.add_column(heading, overflow="fold", no_wrap=heading in ("option", "ruling"))
    fewest, most = folder.players
    table.add_row(
        "players", str(folder.default_players), f"{fewest} to {most}", "How many play (--players).", ""
    )
    for spec in folder.options.values():
        default = str(spec.default)
        if spec.default_by_players:
            others = ", ".join(f"{value} with {n}" for n, value in sorted(spec.default_by_players.items()))
            default = f"{default} ({others})"
        table.add_row(spec.name, default, spec.allowed(), spec.help, spec.ruling)
    console.out().print(table)
