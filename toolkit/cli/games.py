"""`pnp games`: the games that come with pnp, and the game folders nearby."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli import console

if TYPE_CHECKING:
    from toolkit.components.folder import Folder

SECTION = "Games"


@click.command()
@console.json_option
def command(as_json: bool) -> None:
    """List the games that come with pnp and the game folders nearby."""
    from toolkit.components.folder import load_folder
    from toolkit.components.home import bundled_games, nearby_games

    found: list[tuple[str, bool, Folder]] = []
    for name, path in bundled_games().items():
        found.append((name, True, load_folder(path)))
    for name, path in nearby_games(Path.cwd()).items():
        found.append((name, False, load_folder(path)))
    if as_json:
        console.write_json(
            [
                {
                    "name": name,
                    "bundled": bundled,
                    "id": folder.id,
                    "title": folder.title,
                    "version": folder.version,
                    "players": list(folder.players),
                    "rules": folder.rules,
                    "fingerprint": folder.short_fingerprint,
                    "path": str(folder.path),
                    "errors": len(folder.errors),
                    "warnings": len(folder.faults) - len(folder.errors),
                }
                for name, bundled, folder in found
            ]
        )
        return
    rows = [
        (name, folder.title, _players(folder), folder.version, _state(folder, bundled))
        for name, bundled, folder in found
    ]
    console.out().print(console.table(None, ("game", "title", "players", "version", ""), rows))
    if not any(not bundled for _, bundled, _ in found):
        click.echo("No game folders nearby (a game folder has a game.toml).")


def _players(folder: Folder) -> str:
    low, high = folder.players
    return str(low) if low == high else f"{low} to {high}"


def _state(folder: Folder, bundled: bool) -> str:
    said = ["comes with pnp"] if bundled else []
    if folder.rules is None:
        said.append("prints only: no rules")
    if folder.faults:
        said.append(f"{console.count_faults(folder.faults)}: pnp check")
    return ", ".join(said)
