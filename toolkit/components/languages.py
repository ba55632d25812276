"""Words in several languages: columns such as `name.da` beside `name`, or a side table for each language.

The columns of a table are in the game's own language (`language` in game.toml, "en" where it says nothing).
A translation stands in a column with the language behind a dot, or in a file of its own with the same key:
`words = "cards.{lang}.csv"`. Where one is missing the game's own words are used, and a warning says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import Fault, suggest
from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.schema import COUNT, LANGUAGE, ColumnSpec, TableSpec, Value
from toolkit.components.tables import Row, Table, read_table

MAX_LANGUAGES = 60
NAMED = 5
_BOOK = re.compile(r"rulebook\.([^.]+)\.md")


class UnknownLanguage(ValueError):
    """A game is not there in a language; the message names those that it is in."""


@dataclass
class Words:
    """The translations of a table: language -> row of the table -> column -> value.

    `columns` has the translated columns of each language, `faults` what is wrong with side tables.
    """

    values: dict[str, dict[int, dict[str, Value]]] = field(default_factory=dict)
    columns: dict[str, dict[str, None]] = field(default_factory=dict)
    places: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def add(self, language: str, row: int, column: str, value: Value) -> None:
        """Take in one translation."""
        self.values.setdefault(language, {}).setdefault(row, {})[column] = value


def find_words(folder: Path, spec: TableSpec, table: Table) -> Words:
    """The translations of a table, from its own columns and from its side tables."""
    words = Words()
    for name, (base, language) in table.translated.items():
        words.columns.setdefault(language, {})[base] = None
        words.places[language, base] = (table.file, name)
        for row in table.rows:
            value = table.words.get((row.row, name))
            if value is not None:
                words.add(language, row.row, base, value)
    if spec.words is not None:
        for language, file in _side_tables(folder, spec.words, words).items():
            _read_side(folder / file, file, language, spec, table, words)
    return words


def _side_tables(folder: Path, pattern: str, words: Words) -> dict[str, str]:
    """Language -> file, for every file that the pattern fits."""
    where, _, last = pattern.rpartition("/")
    before, _, after = last.partition("{lang}")
    try:
        place = inside(folder, where) if where else folder
        names = sorted(path.name for path in place.iterdir())
    except OutsideFolder as error:
        words.faults.append(Fault("game.toml", None, None, str(error)))
        return {}
    except OSError as error:
        words.faults.append(Fault(where or ".", None, None, f"cannot be read: {error.strerror}"))
        return {}
    found: dict[str, str] = {}
    for name in names:
        language = name[len(before) : len(name) - len(after)]
        fits = name.startswith(before) and name.endswith(after) and LANGUAGE.fullmatch(language)
        if fits and len(found) < MAX_LANGUAGES:
            found[language] = f"{where}/{name}" if where else name
    return found


def _read_side(path: Path, file: str, language: str, spec: TableSpec, table: Table, words: Words) -> None:
    key = spec.key
    assert key is not None  # game.toml's own check has said so
    columns = {
        name: ColumnSpec(**{**column.__dict__, "required": name == key, "default": None})
        for name, column in table.columns.items()
        if name != COUNT.name
    }
    try:
        inside(path.parent, path.name)
    except OutsideFolder as error:
        words.faults.append(Fault(file, None, None, str(error)))
        return
    side = read_table(path, TableSpec(spec.name, file, key, columns), file)
    words.faults.extend(side.faults)
    rows = {row.get(key): row for row in table.rows}
    for column in side.present:
        if column != key:
            words.columns.setdefault(language, {})[column] = None
            words.places[language, column] = (side.file, column)
    for row in side.rows:
        id_ = row.get(key)
        if id_ is None:
            continue
        if id_ not in rows:
            known = [str(name) for name in rows]
            words.faults.append(
                row.fault(key, f"there is no '{id_}' in {table.file}; {suggest(str(id_), known)}")
            )
            continue
        for column in side.present:
            if column != key and row[column] is not None:
                words.add(language, rows[id_].row, column, row[column])


def missing_words(table: Table, words: Words, language: str) -> list[Fault]:
    """A warning for every column of a table with words that are not there in a language."""
    faults = []
    said = words.values.get(language, {})
    for column in words.columns.get(language, {}):
        rows = [
            row
            for row in table.rows
            if row.get(column) is not None and said.get(row.row, {}).get(column) is None
        ]
        if not rows:
            continue
        file, name = words.places[language, column]
        here = file == table.file and len(rows) > 1
        names = ", ".join(
            f"'{_short(row.text(column))}'" + (f" (row {row.row})" if here else "") for row in rows[:NAMED]
        )
        more = f" and {len(rows) - NAMED} more" if len(rows) > NAMED else ""
        message = f"no {language} words for {names}{more}; the game's own are printed"
        row_number = rows[0].row if file == table.file else None
        faults.append(Fault(file, row_number, name, message, "warning"))
    return faults


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39].rstrip()}…"


def translate(table: Table, words: Words, language: str) -> None:
    """Put the words of a language into the rows of a table; where there are none, its own stay."""
    said = words.values.get(language, {})
    table.rows = [
        Row(row.file, row.row, {**dict(row), **said[row.row]}) if row.row in said else row
        for row in table.rows
    ]


def rulebooks(folder: Path) -> dict[str, Path]:
    """Language -> rulebook of a game folder, for every `rulebook.<lang>.md`."""
    return {
        found[1]: path
        for path in sorted(folder.glob("rulebook.*.md"))
        if (found := _BOOK.fullmatch(path.name)) is not None
    }
