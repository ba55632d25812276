"""A game folder: `game.toml` and its tables, read and checked in one go."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import Fault, FaultError, errors
from toolkit.components.fingerprint import fingerprint
from toolkit.components.languages import UnknownLanguage, find_words, missing_words, rulebooks, translate
from toolkit.components.manifest import KindSpec, read_manifest
from toolkit.components.options import OptionSpec
from toolkit.components.palette import PaletteEntry
from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.reading import Unreadable, file_status
from toolkit.components.tables import Table, read_table
from toolkit.components.tomlfile import read_toml

MANIFEST = "game.toml"


@dataclass
class Folder:
    """A game folder as read from disk; `faults` has everything that is wrong with it.

    `players` is (fewest, most). `rules` is the name of rules that come with the toolkit, "rules.py" for the
    folder's own, or None. `fingerprint` is 64 hex digits over the contents of the tables in the game's own
    language; people are shown the first twelve. `language` is the one that the rows are in, `languages` are
    all there are, the game's own first. `untranslated` warns of words that are missing in `language`.
    """

    path: Path
    id: str
    title: str
    version: str
    players: tuple[int, int]
    default_players: int
    rules: str | None
    options: dict[str, OptionSpec]
    tables: dict[str, Table]
    kinds: dict[str, KindSpec]
    faults: list[Fault]
    fingerprint: str
    language: str = "en"
    languages: tuple[str, ...] = ("en",)
    untranslated: list[Fault] = field(default_factory=list)
    palette: dict[str, PaletteEntry] = field(default_factory=dict)

    @property
    def errors(self) -> list[Fault]:
        """The faults that are errors."""
        return errors(self.faults)

    @property
    def short_fingerprint(self) -> str:
        """The fingerprint as people see it: twelve hex digits."""
        return self.fingerprint[:12]

    @property
    def words(self) -> dict[str, str]:
        """The texts of the table `words` (id -> text), which a template writes as `{{ words.<id> }}`."""
        table = self.tables.get("words")
        return {} if table is None else {row.text("id"): row.text("text") for row in table.rows}

    @property
    def rulebook(self) -> Path | None:
        """The rulebook in the folder's language, else in the game's own, else any; None without one."""
        books = rulebooks(self.path)
        chosen = books.get(self.language) or books.get(self.languages[0])
        return chosen or next(iter(books.values()), None)

    def require(self) -> Folder:
        """This folder, if it has no errors; raises FaultError with every fault otherwise."""
        if self.errors:
            raise FaultError(self.faults)
        return self


def load_folder(path: Path | str, language: str | None = None) -> Folder:
    """Read a game folder, its texts in a language (None: the game's own).

    Never raises for what is in the files: `Folder.faults` has all that is wrong. Raises UnknownLanguage (a
    ValueError) for a language that the game is not there in.
    """
    path = Path(path)
    file = read_toml(path / MANIFEST)
    manifest = read_manifest(file)
    faults = file.faults
    tables: dict[str, Table] = {}
    for name, spec in manifest.tables.items():
        if not spec.file:
            continue
        try:
            source = inside(path, spec.file)
        except OutsideFolder as error:
            file.fault(("tables", name, "file"), str(error))
            continue
        tables[name] = read_table(source, spec, spec.file)
    for kind in manifest.kinds.values():
        for key, value in (("template", kind.template), ("back", kind.back)):
            if value is None:
                continue
            try:
                inside(path, value)
            except OutsideFolder as error:
                file.fault(("kinds", kind.name, key), str(error))
    if manifest.rules == "rules.py":
        try:
            file_status(path / "rules.py", path)
        except Unreadable as error:
            there = (path / "rules.py").exists()
            said = f"rules.py {error}" if there else "there is no rules.py in the folder"
            file.fault(("rules",), said if ";" in said else f"{said}; write it, or take `rules` out")
    for table in tables.values():
        faults.extend(table.faults)
    own = fingerprint(tables)
    words = {name: find_words(path, manifest.tables[name], table) for name, table in tables.items()}
    spoken = [lang for found in words.values() for lang in found.columns]
    languages = tuple(dict.fromkeys([manifest.language, *sorted([*spoken, *rulebooks(path)])]))
    chosen = language or manifest.language
    if chosen not in languages:
        raise UnknownLanguage(
            f"{manifest.id or path.name} is not there in '{chosen}'; it is in {', '.join(languages)}"
        )
    untranslated: list[Fault] = []
    for name, found in words.items():
        faults.extend(found.faults)
        for lang in languages[1:] if language is None else [chosen]:
            untranslated.extend(missing_words(tables[name], found, lang))
        translate(tables[name], found, chosen)
    faults.extend(untranslated)
    return Folder(
        path=path,
        id=manifest.id,
        title=manifest.title,
        version=manifest.version,
        players=manifest.players,
        default_players=manifest.default_players,
        rules=manifest.rules,
        options=manifest.options,
        tables=tables,
        kinds=manifest.kinds,
        faults=faults,
        fingerprint=own,
        language=chosen,
        languages=languages,
        untranslated=untranslated,
        palette=manifest.palette,
    )
