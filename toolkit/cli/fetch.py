"""`pnp fetch`: tables that are published on the web, into the game folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from toolkit.cli import console
from toolkit.components.faults import Fault, printable

if TYPE_CHECKING:
    from toolkit.components.fetch import Fetched

SECTION = "Games"
SHOWN = 12


@click.command()
@console.game_argument
@click.option("--only", multiple=True, metavar="TABLE", help="Fetch only this table; may be given again.")
@console.json_option
@click.pass_context
def command(ctx: click.Context, game: console.GameChoice, only: tuple[str, ...], as_json: bool) -> None:
    """Fetch the tables of GAME that have an address on the web, and say what has changed.

    \b
    In game.toml, beside the table's file:
      [tables.cards]
      file = "cards.csv"
      url = "https://docs.google.com/spreadsheets/d/…/edit#gid=0"

    The table's file becomes a copy of what is there, so do not edit it by hand. It is read only now, never
    while printing; a table with faults is refused, and the old copy stays. A link to a Google sheet works if
    everybody with the link may read it.

    Example: pnp fetch ./mygame
    """
    from toolkit.components.fetch import fetch_table
    from toolkit.components.folder import MANIFEST
    from toolkit.components.manifest import read_manifest
    from toolkit.components.tomlfile import read_toml
    from toolkit.components.writing import write_bytes

    file = read_toml(game.folder / MANIFEST)
    tables = {name: spec for name, spec in read_manifest(file).tables.items() if spec.url is not None}
    for name in only:
        if name not in tables:
            from toolkit.components.faults import suggest

            known = suggest(name, list(tables))
            raise console.BadInput(f"{game.text} has no table '{name}' with a url; {known}")
    if not tables:
        advice = 'write url = "https://…" under [tables.…] in its game.toml'
        raise console.BadInput(f"no table of {game.text} has an address on the web; {advice}")
    done: list[Fetched] = []
    for name, spec in tables.items():
        if only and name not in only:
            continue
        place = Fault(MANIFEST, *file.at("tables", name, "url"), "")
        done.append(fetch_table(game.folder, spec, place))
    for fetched in done:  # after all were compared: several tables may be sheets of one workbook
        if fetched.data is not None:
            write_bytes(game.folder / fetched.file, fetched.data)
    if as_json:
        console.write_json({"game": game.text, "tables": [as_data(fetched) for fetched in done]})
    else:
        for fetched in done:
            show(fetched)
    faults = [fault for fetched in done for fault in fetched.faults]
    if faults:
        console.show_faults(faults)
    if any(fetched.status == "refused" for fetched in done):
        ctx.exit(1)


def as_data(fetched: Fetched) -> dict[str, Any]:
    """What became of a table, for scripts."""
    return {
        "table": fetched.name,
        "file": fetched.file,
        "url": fetched.url,
        "status": fetched.status,
        "added": fetched.added,
        "removed": fetched.removed,
        "changed": [
            {"key": c.key, "column": c.column, "before": c.before, "after": c.after} for c in fetched.changed
        ],
        "faults": [fault.as_json() for fault in fetched.faults],
    }


def show(fetched: Fetched) -> None:
    """What became of a table, for people."""
    rows = len({change.key for change in fetched.changed})
    parts = [
        f"{count} row{'' if count == 1 else 's'} {word}"
        for count, word in ((rows, "changed"), (len(fetched.added), "added"), (len(fetched.removed), "gone"))
        if count
    ]
    said = {
        "new": f"fetched, {len(fetched.added)} rows",
        "unchanged": "nothing has changed",
        "refused": "refused, the file stays as it was",
        "changed": ", ".join(parts) or "the rows are in another order",
    }[fetched.status]
    click.echo(f"{fetched.file}: {said}")
    if fetched.status != "changed":
        return
    lines = [
        f"  {change.key}: {change.column} {_shown(change.before)} -> {_shown(change.after)}"
        for change in fetched.changed
    ]
    lines += [f"  {key}: added" for key in fetched.added] + [f"  {key}: gone" for key in fetched.removed]
    for line in lines[:SHOWN]:
        click.echo(printable(line))
    if len(lines) > SHOWN:
        click.echo(f"  and {len(lines) - SHOWN} more")


def _shown(value: object) -> str:
    text = "(empty)" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
