"""`pnp check`: every fault of a game folder, in one run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from toolkit.cli import console
from toolkit.components.faults import FaultError, errors, printable

if TYPE_CHECKING:
    from toolkit.components.faults import Fault
    from toolkit.components.folder import Folder

SECTION = "Games"
NOT_OPENED = "the game cannot be opened"


@click.command()
@console.game_argument
@console.json_option
@click.pass_context
def command(ctx: click.Context, game: console.GameChoice, as_json: bool) -> None:
    """Report every fault of a game folder: its game.toml, tables, templates, rulebook and pictures.

    Exit status 1 where there is an error; warnings alone leave it 0. Options that GAME names are checked too.
    """
    from toolkit.components.folder import load_folder

    folder = load_folder(game.folder)
    faults = all_faults(folder)
    wrong = errors(faults)
    if game.options or game.players is not None:
        check_options(folder, game)
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
                "blank_rows": _blank_rows(folder),
            }
        )
    else:
        for fault in faults:
            click.echo(str(fault))
        click.echo(printable(summary(folder, faults, game.text)))
    if wrong:
        ctx.exit(1)


def all_faults(folder: Folder) -> list[Fault]:
    """Every fault of a folder, each once, file by file: of its files, and of what is made of them."""
    from toolkit.components.folder import MANIFEST
    from toolkit.faces import check_folder
    from toolkit.press.check import check_press

    found = [*folder.faults, *game_faults(folder)]
    found += check_folder(folder, found)
    wrong = errors(found)
    known = {_place(fault) for fault in wrong}
    for fault in check_press(folder, _may_run(folder)):
        # What cannot be opened because of faults that are listed already need not be said again.
        follows = bool(wrong) and fault.message.startswith(NOT_OPENED)
        if not follows and _place(fault) not in known:
            found.append(fault)
    # game.toml, which the rest hangs on, first; what concerns a whole file at its end
    return sorted(
        dict.fromkeys(found), key=lambda fault: (fault.file != MANIFEST, fault.file, fault.row or math.inf)
    )


def completed(folder: Folder, faults: Sequence[Fault]) -> FaultError:
    """An error with these faults and, where the folder has errors, with all that `pnp check` says of it, so
    that nobody mends and tries once a fault. What check has said of a place is not said again.
    """
    found = all_faults(folder)
    known = {_place(fault) for fault in errors(found)}
    others = [fault for fault in dict.fromkeys(faults) if _place(fault) not in known]
    return FaultError([*found, *others] if known else others)


def _place(fault: Fault) -> tuple[object, ...]:
    """What tells two faults apart: a fault of a whole file is another than the next of that file."""
    whole = fault.row is None and fault.column is None
    return fault.file, fault.row, fault.column, fault.message if whole else ""


def _may_run(folder: Folder) -> bool:
    """Whether the folder has no rules of its own, or ones that may run."""
    from toolkit.components.home import is_bundled
    from toolkit.components.trust import is_trusted

    return folder.rules != "rules.py" or is_bundled(folder.path) or is_trusted(folder.path)


def check_options(folder: Folder, game: console.GameChoice) -> None:
    """Refuse options in the name of the game that it does not have or allow, as every command would."""
    from toolkit.components.options import check_options as check
    from toolkit.components.options import check_players
    from toolkit.engine.rules import RulesError
    from toolkit.games.game import Game
    from toolkit.games.load import NoRules, NotTrusted

    count, options = game.settle()
    try:
        Game(replace(folder, faults=[])).resolve(count, **options)
    except (FaultError, NoRules, NotTrusted, RulesError):  # without rules, what game.toml says
        check(folder.options, dict(options))
        if count is not None:
            check_players(folder.id, folder.players, count)


def require_sound(folder: Folder) -> None:
    """Stop before anything is made of a folder that has errors: FaultError with all that `pnp check` says."""
    if errors([*folder.faults, *game_faults(folder)]):
        raise FaultError(all_faults(folder))


def game_faults(folder: Folder) -> list[Fault]:
    """What only the rules can find wrong with the folder: their tables, and options they do not have.

    A folder's own rules.py is code, and runs only where the folder is trusted; checking never asks.
    """
    if folder.rules is None:
        return []
    from toolkit.components.faults import Fault
    from toolkit.components.folder import MANIFEST
    from toolkit.components.tomlfile import read_toml
    from toolkit.engine.rules import RulesError
    from toolkit.games.game import Game
    from toolkit.games.load import NoRules, NotTrusted, outline_faults

    manifest = read_toml(folder.path / MANIFEST)
    at = manifest.at("rules")
    if any((fault.file, fault.row, fault.column) == (MANIFEST, *at) for fault in folder.errors):
        return []  # rules that cannot be read are a fault already
    written = manifest.data.get("options")
    # An option whose section is faulty counts as absent, which is no second fault.
    absent = tuple(f"[options.{name}] is missing" for name in written) if isinstance(written, dict) else ()
    try:
        # without the faults that are known already, so that these are found in the same run
        return Game(replace(folder, faults=[])).faults
    except FaultError as error:
        return [fault for fault in error.faults if not (absent and fault.message.startswith(absent))]
    except NotTrusted as untrusted:
        faults = [Fault("rules.py", line, None, said) for line, said in outline_faults(untrusted.code)]
        outline = "the folder is not trusted, so this code was not run and only its outline was checked"
        return [*faults, Fault("rules.py", None, None, outline, "warning")]
    except NoRules as error:
        return [Fault(MANIFEST, *manifest.at("rules"), str(error))]
    except RulesError as error:
        file = str(folder.path.resolve() / "rules.py")
        said = [line.removeprefix(f"{file}: ") for line in str(error).splitlines()]
        return [Fault("rules.py", None, None, line) for line in said if line]


def summary(folder: Folder, faults: list[Fault], name: str) -> str:
    """One paragraph for people: how many faults, or what was found where all is well; and blank rows."""
    blank = _blank_rows(folder)
    skipped = ""
    if blank:
        several = sum(blank.values())
        skipped = f"{several} blank row{'s were' if several > 1 else ' was'} skipped in {', '.join(blank)}."
    if faults:
        return f"{console.count_faults(faults)} in {name}" + (f". {skipped}" if skipped else "")
    pieces = [f"{count} {title[:1].lower()}{title[1:]}" for title, count in _pieces(folder).items()]
    said = [f"{folder.title or folder.id} {folder.version}: no faults."]
    if pieces:
        between = "; " if any("," in piece for piece in pieces) else ", "
        said.append(f"{between.join(pieces)}.")
    if folder.options:
        said.append(f"{len(folder.options)} options.")
    if skipped:
        said.append(skipped)
    said.append(f"Fingerprint {folder.short_fingerprint}.")
    return " ".join(said)


def _pieces(folder: Folder) -> dict[str, int]:
    """How many pieces of each kind are printed: title -> number."""
    return {
        kind.title: folder.tables[kind.table].count(kind.copies)
        for kind in folder.kinds.values()
        if kind.table in folder.tables
    }


def _blank_rows(folder: Folder) -> dict[str, int]:
    """How many blank rows were skipped in the tables that have any: file -> number."""
    return {table.file: table.blank_rows for table in folder.tables.values() if table.blank_rows}
