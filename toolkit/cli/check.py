"""`pnp check`: every fault of a game folder, in one run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from toolkit.cli import console

if TYPE_CHECKING:
    from toolkit.components.faults import Fault
    from toolkit.components.folder import Folder

SECTION = "Games"


@click.command()
@console.game_argument
@console.json_option
@click.pass_context
def command(ctx: click.Context, game: console.GameChoice, as_json: bool) -> None:
    """Report every fault of a game folder: its game.toml, tables and templates.

    Exit status 1 where there is an error; warnings alone leave it 0.
    """
    from toolkit.components.faults import errors
    from toolkit.components.folder import load_folder

    folder = load_folder(game.folder)
    faults = [*folder.faults, *game_faults(folder), *template_faults(folder)]
    wrong = errors(faults)
    if as_json:
        console.write_json(
            {
                "game": folder.id,
                "version": folder.version,
                "path": str(folder.path),
                "fingerprint": folder.short_fingerprint,
                "errors": len(wrong),
                "warnings": len(faults) - len(wrong),
                "faults": [fault.as_json() for fault in faults],
                "pieces": _pieces(folder),
            }
        )
    else:
        for fault in faults:
            click.echo(str(fault))
        click.echo(summary(folder, faults, game.text))
    if wrong:
        ctx.exit(1)


def game_faults(folder: Folder) -> list[Fault]:
    """What only the rules can find wrong with the folder: their tables, and options they do not have.

    A folder's own rules.py is code, and runs only where the folder is trusted; checking never asks.
    """
    from toolkit.components.faults import Fault, FaultError
    from toolkit.components.folder import MANIFEST
    from toolkit.components.tomlfile import read_toml
    from toolkit.engine.rules import RulesError
    from toolkit.games.game import Game
    from toolkit.games.load import NoRules, NotTrusted, outline_faults

    if folder.rules is None:
        return []
    try:
        # without the faults that are known already, so that these are found in the same run
        return Game(replace(folder, faults=[])).faults
    except FaultError as error:
        return error.faults
    except NotTrusted as untrusted:
        faults = [Fault("rules.py", line, None, said) for line, said in outline_faults(untrusted.code)]
        outline = "the folder is not trusted, so this code was not run and only its outline was checked"
        return [*faults, Fault("rules.py", None, None, outline, "warning")]
    except NoRules as error:
        return [Fault(MANIFEST, *read_toml(folder.path / MANIFEST).at("rules"), str(error))]
    except RulesError as error:
        file = str(folder.path.resolve() / "rules.py")
        said = [line.removeprefix(f"{file}: ") for line in str(error).splitlines()]
        return [Fault("rules.py", None, None, line) for line in said if line]


def template_faults(folder: Folder) -> list[Fault]:
    """What is wrong with the templates of the folder's pieces."""
    from toolkit import faces

    check = getattr(faces, "check_folder", None)
    faults: list[Fault] = check(folder) if check is not None else []
    return faults


def summary(folder: Folder, faults: list[Fault], name: str) -> str:
    """One paragraph for people: how many faults, or what was found where all is well."""
    if faults:
        return f"{console.count_faults(faults)} in {name}"
    pieces = [f"{count} {title[:1].lower()}{title[1:]}" for title, count in _pieces(folder).items()]
    skipped = sum(table.blank_rows for table in folder.tables.values())
    said = [f"{folder.title or folder.id} {folder.version}: no faults."]
    if pieces:
        said.append(f"{', '.join(pieces)}.")
    if folder.options:
        said.append(f"{len(folder.options)} options.")
    if skipped:
        said.append(f"{skipped} blank row{' was' if skipped == 1 else 's were'} skipped.")
    said.append(f"Fingerprint {folder.short_fingerprint}.")
    return " ".join(said)


def _pieces(folder: Folder) -> dict[str, int]:
    """How many pieces of each kind are printed: title -> number."""
    return {
        kind.title: folder.tables[kind.table].count(kind.copies)
        for kind in folder.kinds.values()
        if kind.table in folder.tables
    }
