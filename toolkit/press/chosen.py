"""Which kinds and rows of a folder are wanted, by the names and the condition of an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolkit.components.faults import suggest
from toolkit.components.folder import Folder
from toolkit.components.manifest import KindSpec
from toolkit.components.tables import Row
from toolkit.components.where import parse_where

RULEBOOK = "rulebook"
FEW = 8
"""Values of a column that are named where none of them fits."""
LONGEST = 40
"""Characters of a value that are shown."""


def chosen_rows(
    folder: Folder, only: Sequence[str], where: str | None, books: bool = True
) -> tuple[list[KindSpec], Callable[[Row], bool] | None, bool]:
    """The kinds named in `only` (all where it is empty), what says which rows are wanted (None: all), and
    whether a rulebook is, if there is one.

    Kinds whose tables lack a column of the condition are left out. A condition is about rows, of which a
    rulebook has none: with one, it is wanted only if it is named. ValueError for a name or a condition that
    there is not.
    """
    has_book = books and folder.rulebook is not None
    known = [*folder.kinds, *([RULEBOOK] if has_book else [])]
    for name in only:
        if name not in known:
            raise ValueError(f"{folder.id} has no kind '{name}'; {suggest(name, known)}")
    kinds = _kinds(folder, only)
    with_book = books and (RULEBOOK in only if only else where is None)
    if where is None:
        return kinds, None, with_book
    condition = parse_where(where)
    columns = {
        kind.name: set(folder.tables[kind.table].columns) for kind in kinds if kind.table in folder.tables
    }
    condition.check(*columns.values())
    kinds = [kind for kind in kinds if condition.columns <= columns.get(kind.name, set())]
    return kinds, condition.keeps, with_book


def _kinds(folder: Folder, only: Sequence[str]) -> list[KindSpec]:
    """The kinds that are named; all where none is."""
    return [kind for name, kind in folder.kinds.items() if not only or name in only]


def _what_there_is(folder: Folder, only: Sequence[str], where: str) -> str:
    """The values of the columns that a condition names, a few of each."""
    names = sorted({kind.table for kind in _kinds(folder, only)} & set(folder.tables))
    rows = [row for name in names for row in folder.tables[name].rows]
    said = ""
    for column in sorted(parse_where(where).columns):
        values = {row.text(column)[:LONGEST]: None for row in rows}
        values.pop("", None)
        some = ", ".join(list(values)[:FEW])
        said += f"; {column} is {some}{', …' if len(values) > FEW else ''}" if some else ""
    return said


def nothing_chosen(folder: Folder, only: Sequence[str], where: str | None) -> str:
    """What to say where nothing is left to print."""
    if where is not None:
        rows = f"no row of {', '.join(only) or folder.id} meets the condition {where}"
        return f"there is nothing to print: {rows}{_what_there_is(folder, only, where)}"
    if only:
        return (
            f"there is nothing to print: {folder.id} has no {' and no '.join(only)}, or no template for them"
        )
    return f"there is nothing to print: no kind of {folder.id} has a template and pieces"
