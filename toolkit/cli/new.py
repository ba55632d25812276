"""`pnp new`: a game folder of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli import console
from toolkit.components.faults import printable

SECTION = "Games"


@click.command()
@click.argument("name", type=click.Path(path_type=Path), metavar="NAME")
@click.option(
    "--like",
    type=console.GameType(),
    metavar="GAME",
    help="Copy this game's folder, with its tables and templates.",
)
@click.option("--rules", is_flag=True, help="Add a rules.py, so that the game can be simulated and recorded.")
@console.json_option
def command(name: Path, like: console.GameChoice | None, rules: bool, as_json: bool) -> None:
    """Make a game folder NAME that prints at once: a small race with a deck of cards, to be changed.

    Its game.toml says what is what. Nothing that is there is ever overwritten. With --like it is a copy of
    GAME, whose rules stay the ones it has. Code that pnp itself writes (--rules) is trusted; code that was
    copied from a folder that is not trusted is not.

    \b
    Examples:
      pnp new mygame
      pnp new mygame --rules
      pnp new my-paths --like dragonpath
    """
    from toolkit.components.folder import load_folder
    from toolkit.components.starter import CannotMake, make_game
    from toolkit.components.trust import is_trusted, trust_folder

    if like is not None and rules:
        raise click.UsageError(
            "--rules writes rules of its own, and --like keeps those of GAME; leave one out"
        )
    if like is not None:
        like.refuse_options("copy its folder")
    target = Path.cwd() / name
    try:
        files = make_game(target, None if like is None else like.folder, rules)
    except CannotMake as error:
        raise console.BadInput(str(error)) from None
    if rules or (like is not None and is_trusted(like.folder)):
        trust_folder(target)
    if as_json:
        names = [path.relative_to(target).as_posix() for path in files]
        console.write_json({"game": target.name, "path": str(target), "files": names})
        return
    typed = f'"{name}"' if " " in str(name) else str(name)
    click.echo(printable(f"Made {typed} with {len(files)} files. Next:"))
    for line in steps(typed, rules or load_folder(target).rules is not None):
        click.echo(printable(f"  {line}"))


def steps(typed: str, rules: bool) -> list[str]:
    """What to type next, with what it does."""
    listed = [
        (f"pnp print {typed}", "sheets to cut out"),
        (f"pnp watch {typed}", "see the pieces while you change them"),
        (f"pnp check {typed}", "what is wrong, and where"),
    ]
    if rules:
        listed.append((f"pnp simulate {typed}", "play a thousand games"))
    width = max(len(command) for command, _ in listed)
    return [f"{command:<{width}}  {what}" for command, what in listed]
