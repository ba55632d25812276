"""`game.toml` checked key by key: the game's tables, options and kinds of pieces as specifications."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from toolkit.components.faults import printable, suggest
from toolkit.components.options import OptionSpec, OptionValue
from toolkit.components.outline import read_outline
from toolkit.components.palette import PaletteEntry, read_palette
from toolkit.components.schema import LANGUAGE, MAX_COUNT, TYPES, ColumnSpec, TableSpec, Value, pattern_fault
from toolkit.components.sizes import find_size, read_length
from toolkit.components.tomlfile import TomlFile

MAX_SEATS = 64
MAX_MM = 2000.0
SHAPES = ("rect", "circle", "hex", "polygon")
MAKES = ("standee", "tuckbox")
BOX_ROOM = 1.0
"""A panel of a tuck box is this much wider and higher than a card, mm."""

_SIZE = 'size = [width, height] in mm (or "2.5in"), or a name such as size = "poker"'

_T = TypeVar("_T")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(frozen=True)
class KindSpec:
    """One kind of piece to print: which table has its rows, how large it is, and what is on it.

    `size` is (width, height) in mm, None where the template says it (a board whose size is an option). A
    `circle` is as wide as high; a `hex` points to the sides where it is wider than high, else up and down; a
    `polygon` is cut along its `outline`, corners in mm from the face's upper left corner.
    `template` and `back` are file names in the game folder. `copies` is the column that counts copies.
    `tiled` pieces are laid over several pages (as is all that is larger than the paper). With `mark` every
    piece carries a small revision mark.

    `make` says what is folded of the printed piece. A `standee` has a face of `size`, joined to its back (the
    mirrored face where there is no `back`), and a `tab` of so many mm below each. A `tuckbox` has panels of
    `size` (a card's and a little room) and is as deep as what it `holds` (a kind's name) or as many `cards`,
    each `stock` mm thick.
    """

    name: str
    title: str
    table: str
    size: tuple[float, float] | None
    shape: str = "rect"
    template: str | None = None
    back: str | None = None
    copies: str = "count"
    tiled: bool = False
    mark: bool = False
    make: str | None = None
    tab: float = 10.0
    holds: str | None = None
    cards: int = 0
    stock: float = 0.3
    outline: tuple[tuple[float, float], ...] = ()


@dataclass
class Manifest:
    """What `game.toml` says; where it says something wrong, a value that lets checking go on."""

    id: str = ""
    title: str = ""
    version: str = ""
    players: tuple[int, int] = (1, 1)
    default_players: int = 1
    rules: str | None = None
    language: str = "en"
    tables: dict[str, TableSpec] = field(default_factory=dict)
    options: dict[str, OptionSpec] = field(default_factory=dict)
    kinds: dict[str, KindSpec] = field(default_factory=dict)
    palette: dict[str, PaletteEntry] = field(default_factory=dict)


def read_manifest(file: TomlFile) -> Manifest:
    """Check a `game.toml`; every fault is added to `file.faults`."""
    if not file.data:
        if not file.faults:
            file.fault((), "is empty; it starts with id, title, version and players")
        return Manifest()
    reader = _Reader(file)
    top = file.data
    file.check_keys(
        (),
        top,
        [
            "id",
            "title",
            "version",
            "players",
            "default_players",
            "rules",
            "palette",
            "language",
            "tables",
            "options",
            "kinds",
        ],
    )
    manifest = Manifest()
    manifest.id = reader.get((), top, "id", str, "", required=True)
    if manifest.id and not _ID.fullmatch(manifest.id):
        file.fault(("id",), f"'{manifest.id}' cannot be an id; use small letters, digits, - and _")
    manifest.title = reader.get((), top, "title", str, manifest.id)
    manifest.version = reader.get((), top, "version", str, "", required=True)
    manifest.players = reader.pair((), top, "players", 1, MAX_SEATS)
    low, high = manifest.players
    manifest.default_players = reader.get((), top, "default_players", int, low)
    told = any(fault.message.startswith("'players'") for fault in file.faults)
    if not low <= manifest.default_players <= high:
        if not told:
            message = f"{manifest.default_players} is out of range; write {low} to {high}"
            file.fault(("default_players",), message)
        manifest.default_players = low
    manifest.rules = reader.get((), top, "rules", str, "") or None
    if manifest.rules and manifest.rules != "rules.py" and not _NAME.fullmatch(manifest.rules):
        message = f"'{manifest.rules}' names no rules; write \"rules.py\", or a game that comes with pnp"
        file.fault(("rules",), message)
        manifest.rules = None
    manifest.language = reader.get((), top, "language", str, "en")
    if not LANGUAGE.fullmatch(manifest.language):
        message = f'\'{manifest.language}\' is no language; write its two letters, such as "en" or "da"'
        file.fault(("language",), message)
        manifest.language = "en"
    manifest.palette = read_palette(file)
    for name, body in reader.sections((), top, "tables"):
        manifest.tables[name] = reader.table(name, body)
    for name, body in reader.sections((), top, "options"):
        option = reader.option(name, body, manifest.players)
        if option is not None:
            manifest.options[name] = option
    for name, body in reader.sections((), top, "kinds"):
        manifest.kinds[name] = reader.kind(name, body, manifest.tables)
    cards = dict(manifest.kinds)
    for name, kind in cards.items():
        if kind.make == "tuckbox":
            manifest.kinds[name] = reader.box(name, kind, cards)
    return manifest


class _Reader:
    """Typed access to a TOML tree, noting a fault wherever a value is not what was asked for."""

    def __init__(self, file: TomlFile) -> None:
        self.file = file

    def get(
        self,
        keys: tuple[str, ...],
        table: dict[str, Any],
        key: str,
        kind: type[_T],
        default: _T,
        required: bool = False,
    ) -> _T:
        """The value of a key, or the default where it is absent or (noted) of another type."""
        if key not in table:
            if required:
                where = f" in [{'.'.join(keys)}]" if keys else ""
                self.file.fault(keys, f"key '{key}' is missing{where}; add {key} = {_example(kind)}")
            return default
        value = table[key]
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.file.fault((*keys, key), f"'{key}' is not {_words(kind)}; write {key} = {_example(kind)}")
            return default
        if isinstance(value, str) and len(value) > 2000:
            self.file.fault((*keys, key), f"'{key}' has {len(value):,} characters; at most 2,000 are allowed")
            return default
        if isinstance(value, str) and not self.plain((*keys, key), value):
            return default
        return value

    def plain(self, keys: tuple[str | int, ...], text: str) -> bool:
        """Whether a text has no character that steers a terminal or turns the direction (noted if it has)."""
        keep = "\n\t" if keys[-1] in ("help", "ruling") else ""
        bad = next((char for char in text if printable(char, keep) != char), None)
        if bad is not None:
            message = f"a control character (U+{ord(bad):04X}) is in '{keys[-1]}'; remove it"
            self.file.fault(keys, message)
        return bad is None

    def pair(
        self, keys: tuple[str, ...], table: dict[str, Any], key: str, low: int, high: int
    ) -> tuple[int, int]:
        """A list of two rising whole numbers."""
        value = table.get(key)
        if (
            isinstance(value, list)
            and len(value) == 2
            and all(isinstance(part, int) and not isinstance(part, bool) for part in value)
            and low <= value[0] <= value[1] <= high
        ):
            return value[0], value[1]
        message = f"'{key}' is {'missing' if value is None else 'not right'}; write {key} = [fewest, most]"
        self.file.fault((*keys, key), f"{message}, whole numbers from {low} to {high}")
        return low, low

    def sections(
        self, keys: tuple[str, ...], table: dict[str, Any], key: str
    ) -> list[tuple[str, dict[str, Any]]]:
        """The sub-tables of a table, such as every [options.<name>]."""
        found = []
        for name, body in self.get(keys, table, key, dict, {}).items():
            path = (*keys, key, name)
            if not _NAME.fullmatch(name):
                self.file.fault(path, f"'{name}' cannot be a name; use small letters, digits and _")
            elif not isinstance(body, dict):
                self.file.fault(path, f"'{name}' is not a section; write [{'.'.join(path)}]")
            else:
                found.append((name, body))
        return found

    def table(self, name: str, body: dict[str, Any]) -> TableSpec:
        """One [tables.<name>]."""
        keys = ("tables", name)
        self.file.check_keys(keys, body, ["file", "sheet", "key", "columns", "words", "url"])
        columns = {
            column: self.column(keys, column, content)
            for column, content in self.sections(keys, body, "columns")
        }
        key = self.get(keys, body, "key", str, "") or None
        if key is not None and columns and key not in columns:
            self.file.fault((*keys, "key"), f"'{key}' is not a column here; {suggest(key, list(columns))}")
            key = None
        words = self.get(keys, body, "words", str, "") or None
        if words is not None and ("{lang}" not in words or key is None):
            wanted = 'write words = "cards.{lang}.csv"' if key else 'add key = "id"'
            message = f"a table of translations has {{lang}} in its name, and the table a key; {wanted}"
            self.file.fault((*keys, "words"), message)
            words = None
        url = self.get(keys, body, "url", str, "") or None
        if url is not None and not re.match(r"https?://[^/]", url):
            self.file.fault((*keys, "url"), f"'{url[:60]}' is no web address; write https://…")
            url = None
        return TableSpec(
            name,
            self.get(keys, body, "file", str, "", required=True),
            key,
            columns,
            self.get(keys, body, "sheet", str, "") or None,
            words,
            url,
        )

    def column(self, table: tuple[str, ...], name: str, body: dict[str, Any]) -> ColumnSpec:
        """One [tables.<name>.columns.<column>]."""
        keys = (*table, "columns", name)
        self.file.check_keys(
            keys, body, ["type", "required", "default", "min", "max", "values", "pattern", "help"]
        )
        kind = self.get(keys, body, "type", str, "whole" if name == "count" else "text")
        if kind not in TYPES:
            self.file.fault((*keys, "type"), f"there is no type '{kind}'; {suggest(kind, TYPES)}")
            kind = "text"
        if name == "count" and kind != "whole":
            self.file.fault((*keys, "type"), 'a count is always a whole number; write type = "whole"')
            kind = "whole"
        low = self.get(keys, body, "min", float, 0.0) if "min" in body else None
        high = self.get(keys, body, "max", float, 0.0) if "max" in body else None
        if name == "count":
            low, high = max(low or 0.0, 0.0), min(MAX_COUNT if high is None else high, MAX_COUNT)
        if low is not None and high is not None and low > high:
            self.file.fault((*keys, "min"), f"min {low:g} is more than max {high:g}; swap them")
            low = high = None
        values = self.texts(keys, body, "values")
        if kind == "choice" and not values:
            self.file.fault(keys, f'column \'{name}\' has no choices; write values = ["one", "other"]')
        pattern = self.get(keys, body, "pattern", str, "") or None
        if pattern is not None and (fault := pattern_fault(pattern)) is not None:
            self.file.fault((*keys, "pattern"), f"'{pattern[:60]}': {fault}")
            pattern = None
        column = ColumnSpec(
            name,
            kind,
            self.get(keys, body, "required", bool, False),
            None,
            low,
            high,
            values,
            pattern,
            self.get(keys, body, "help", str, ""),
        )
        default: Value = 1 if name == "count" else None
        if "default" in body:
            raw = body["default"]
            try:
                default = column.value(f"{raw:g}" if isinstance(raw, float) else str(raw))
            except ValueError as error:
                self.file.fault((*keys, "default"), str(error))
        return ColumnSpec(**{**column.__dict__, "default": default})

    def texts(self, keys: tuple[str, ...], body: dict[str, Any], key: str) -> tuple[str, ...]:
        """A list of texts."""
        raw = self.get(keys, body, key, list, [])
        if not all(isinstance(value, str) and value for value in raw):
            self.file.fault((*keys, key), f'\'{key}\' is not a list of texts; write {key} = ["one", "other"]')
            return ()
        if not all(self.plain((*keys, key), value) for value in raw):
            return ()
        return tuple(raw)

    def option(self, name: str, body: dict[str, Any], players: tuple[int, int]) -> OptionSpec | None:
        """One [options.<name>]."""
        keys = ("options", name)
        known = ["default", "default_by_players", "min", "max", "values", "help", "ruling"]
        self.file.check_keys(keys, body, known)
        before = len(self.file.faults)
        values: list[OptionValue] = []
        for index, value in enumerate(self.get(keys, body, "values", list, [])):
            if isinstance(value, bool):
                values.append("true" if value else "false")
            elif isinstance(value, (str, int)) and value != "" and not re.search(r"[(),=\s]", str(value)):
                if not isinstance(value, str) or self.plain((*keys, "values"), value):
                    values.append(value)
            else:
                message = f"'{value}' cannot be a choice; write a word or a whole number"
                self.file.fault((*keys, "values", index), message)
        low = self.get(keys, body, "min", int, 0) if "min" in body else None
        high = self.get(keys, body, "max", int, 0) if "max" in body else None
        if (low is None) != (high is None):
            self.file.fault(
                keys, "an option with min needs max, and the other way round; add the missing one"
            )
        elif low is not None and high is not None and low > high:
            self.file.fault((*keys, "min"), f"min {low} is more than max {high}; swap them")
        elif low is None and not values:
            self.file.fault(keys, f"option '{name}' allows nothing; give it values, or min and max")
        if "default" not in body:
            self.file.fault(keys, "key 'default' is missing; say what is played when nobody chooses")
        if not self.get(keys, body, "help", str, ""):
            self.file.fault(keys, "key 'help' is missing; say in a sentence what the option changes")
        if len(self.file.faults) > before:
            return None
        option = OptionSpec(
            name, 0, tuple(values), low, high, body["help"], self.get(keys, body, "ruling", str, "")
        )
        default = self.choice(keys, "default", option, body["default"])
        by_players: dict[int, OptionValue] = {}
        for count, value in self.get(keys, body, "default_by_players", dict, {}).items():
            path = (*keys, "default_by_players")
            if not count.isdecimal() or not players[0] <= int(count) <= players[1]:
                message = f"'{count}' is no number of players; write {players[0]} to {players[1]}"
                self.file.fault((*path, count), message)
                continue
            chosen = self.choice(path, count, option, value)
            if chosen is not None:
                by_players[int(count)] = chosen
        if default is None:
            return None
        return OptionSpec(**{**option.__dict__, "default": default, "default_by_players": by_players})

    def choice(
        self, keys: tuple[str, ...], key: str, option: OptionSpec, value: object
    ) -> OptionValue | None:
        """A value that the option allows, or None (noted)."""
        try:
            return option.check(value)
        except ValueError as error:
            self.file.fault((*keys, key), str(error))
            return None

    def kind(self, name: str, body: dict[str, Any], tables: dict[str, TableSpec]) -> KindSpec:
        """One [kinds.<name>]."""
        keys = ("kinds", name)
        known = ["title", "table", "size", "shape", "diameter", "template", "back", "copies", "tiled", "mark"]
        self.file.check_keys(keys, body, [*known, "outline", "make", "tab", "holds", "cards", "stock"])
        table = self.get(keys, body, "table", str, name)
        copies = self.get(keys, body, "copies", str, "count")
        if table not in tables:
            self.file.fault((*keys, "table"), f"there is no table '{table}'; {suggest(table, list(tables))}")
        else:
            column = tables[table].column(copies)
            if column is None or column.type != "whole":
                whole = [c.name for c in tables[table].columns.values() if c.type == "whole"]
                message = f"'{copies}' is not a column of whole numbers; {suggest(copies, [*whole, 'count'])}"
                self.file.fault((*keys, "copies"), message)
        shape = self.get(keys, body, "shape", str, "rect")
        if shape not in SHAPES:
            self.file.fault((*keys, "shape"), f"there is no shape '{shape}'; {suggest(shape, SHAPES)}")
            shape = "rect"
        tiled = self.get(keys, body, "tiled", bool, False)
        size: tuple[float, float] | None = None
        outline = self.outline(keys, body, shape, tiled)
        if shape == "circle":
            size = self.diameter(keys, body)
        elif "size" in body:
            size = self.size(keys, body["size"])
        elif not tiled and not ("holds" in body and body.get("make") == "tuckbox"):
            self.file.fault(keys, f"key 'size' is missing; write {_SIZE}")
        if "diameter" in body and shape != "circle":
            self.file.fault((*keys, "diameter"), 'only a circle has a diameter; add shape = "circle"')
        if size is not None and not all(1.0 <= side <= MAX_MM for side in size):
            key = "diameter" if shape == "circle" else "size"
            self.file.fault((*keys, key), f"a piece is 1 to {MAX_MM:g} mm wide and high; write other numbers")
            size = None
        outside = [p for p in outline if size is not None and (p[0] > size[0] or p[1] > size[1])]
        if outside and size is not None:
            x, y = outside[0]
            message = f"corner [{x:g}, {y:g}] lies outside of the piece, {size[0]:g} x {size[1]:g} mm"
            self.file.fault((*keys, "outline"), f"{message}; move it in, or make 'size' larger")
        return KindSpec(
            name,
            self.get(keys, body, "title", str, name),
            table,
            size,
            shape,
            self.get(keys, body, "template", str, "") or None,
            self.get(keys, body, "back", str, "") or None,
            copies,
            tiled,
            self.get(keys, body, "mark", bool, False),
            outline=outline,
            **self.folding(keys, body, shape, tiled),
        )

    def outline(
        self, keys: tuple[str, ...], body: dict[str, Any], shape: str, tiled: bool
    ) -> tuple[tuple[float, float], ...]:
        """The corners of a polygon; none for other shapes, and where they are wrong."""
        if shape != "polygon":
            if "outline" in body:
                self.file.fault(
                    (*keys, "outline"), 'only a polygon has an outline; add shape = "polygon", or take it out'
                )
            return ()
        if tiled:
            self.file.fault((*keys, "tiled"), "a tiled board is no polygon; take 'tiled' or 'shape' out")
        raw = self.get(keys, body, "outline", list, [], required=True)
        if not isinstance(body.get("outline"), list):
            return ()  # which is noted
        try:
            return read_outline(raw, MAX_MM)
        except ValueError as error:
            self.file.fault((*keys, "outline"), str(error))
            return ()

    def folding(self, keys: tuple[str, ...], body: dict[str, Any], shape: str, tiled: bool) -> dict[str, Any]:
        """What a [kinds.<name>] says of folding: make, tab, holds, cards, stock."""
        make = self.get(keys, body, "make", str, "") or None
        if make is not None and make not in MAKES:
            self.file.fault((*keys, "make"), f"'{make}' cannot be made; {suggest(make, MAKES)}")
            make = None
        for key, owner in (
            ("tab", "standee"),
            ("holds", "tuckbox"),
            ("cards", "tuckbox"),
            ("stock", "tuckbox"),
        ):
            if key in body and make != owner:
                self.file.fault(
                    (*keys, key), f"only a {owner} has '{key}'; add make = \"{owner}\", or take it out"
                )
        if make is not None and (shape != "rect" or tiled):
            key = "shape" if shape != "rect" else "tiled"
            self.file.fault((*keys, key), f"a {make} is folded of a rectangle; take '{key}' out")
        tab = self.get(keys, body, "tab", float, 10.0)
        if not 0.0 <= tab <= 100.0:
            self.file.fault((*keys, "tab"), f"a tab of {tab:g} mm; write 0 to 100")
            tab = 10.0
        stock = self.get(keys, body, "stock", float, 0.3)
        if not 0.05 <= stock <= 10.0:
            self.file.fault(
                (*keys, "stock"), f"cards {stock:g} mm thick; write 0.05 to 10 (a card is about 0.3)"
            )
            stock = 0.3
        cards = self.get(keys, body, "cards", int, 0)
        holds = self.get(keys, body, "holds", str, "") or None
        if make == "tuckbox":
            if ("cards" in body) == ("holds" in body):
                message = (
                    'a tuckbox holds a kind or a number of cards; write holds = "…", or cards = 54 and size'
                )
                self.file.fault((*keys, "make"), message)
            elif "cards" in body and not 1 <= cards <= 2000:
                self.file.fault((*keys, "cards"), f"a box for {cards} cards; write 1 to 2000")
                cards = 54
        return {"make": make, "tab": tab, "holds": holds, "cards": cards, "stock": stock}

    def box(self, name: str, kind: KindSpec, kinds: dict[str, KindSpec]) -> KindSpec:
        """A tuck box with the size of its panels: that of the cards it holds, and a little room."""
        size = kind.size
        if kind.holds is not None:
            held = kinds.get(kind.holds)
            if held is not None and held.size is None and not held.tiled:
                return replace(
                    kind, make=None, holds=None, size=size
                )  # what is wrong with that size is noted
            if held is None or held.size is None or held.make is not None or held.shape != "rect":
                named = [other.name for other in kinds.values() if other.size and not other.make]
                message = f"'{kind.holds}' is no kind of cards here; {suggest(kind.holds, named)}"
                self.file.fault(("kinds", name, "holds"), message)
                return replace(kind, make=None, holds=None, size=size or (1.0, 1.0))
            size = size or held.size
        if size is None:  # asked for, and noted as missing
            return replace(kind, size=(1.0, 1.0))
        return replace(kind, size=(size[0] + BOX_ROOM, size[1] + BOX_ROOM))

    def diameter(self, keys: tuple[str, ...], body: dict[str, Any]) -> tuple[float, float] | None:
        """The size of a circle in mm, from its diameter or from the name of a size that is as wide as high;
        None (noted) where it is wrong.
        """
        key = "size" if "size" in body else "diameter"
        if "size" in body and "diameter" in body:
            self.file.fault((*keys, "diameter"), "a circle has a size or a diameter; take one of them out")
        raw = body.get(key)
        if isinstance(raw, str) and _length(raw) is None:
            try:
                named = find_size(raw)
            except ValueError as error:
                said = str(error)
                if "did you mean" not in said:
                    cure = "write diameter = 25.4 (mm), or a name of `pnp sheet-sizes`"
                    said = f"there is no size '{raw}'; {cure}"
                self.file.fault((*keys, key), said)
                return None
            if named.width != named.height:
                wide = f"'{raw}' is {named.width:g} x {named.height:g} mm"
                self.file.fault((*keys, key), f"{wide}, and no circle; write diameter = 25.4 (mm)")
                return None
            return named.width, named.height
        if raw is None:
            self.file.fault(keys, "key 'diameter' is missing; add diameter = 25.4 (mm)")
            return None
        length = _length(raw)
        if key == "size" or length is None:
            message = 'write diameter = 25.4 (mm), or a name such as "poker-chip"'
            self.file.fault((*keys, key), f"'{key}' is no width of a circle; {message}")
            return None
        return length, length

    def size(self, keys: tuple[str, ...], raw: object) -> tuple[float, float] | None:
        """A size in mm, from its name or from two numbers; None (noted) where it is wrong."""
        if isinstance(raw, str):
            try:
                named = find_size(raw)
            except ValueError as error:
                self.file.fault((*keys, "size"), str(error))
                return None
            return named.width, named.height
        if isinstance(raw, list) and len(raw) == 2:
            width, height = (_length(side) for side in raw)
            if width is not None and height is not None:
                return width, height
        self.file.fault((*keys, "size"), f"'size' is not right; write {_SIZE}")
        return None


def _length(raw: object) -> float | None:
    """A length in mm: a number, or a text with a unit such as 2.5in; None for what is none."""
    if isinstance(raw, str):
        return read_length(raw)
    return float(raw) if isinstance(raw, (int, float)) and not isinstance(raw, bool) else None


def _words(kind: type) -> str:
    return {str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}.get(
        kind, "a section"
    )


def _example(kind: type) -> str:
    return {str: '"…"', int: "1", float: "1.0", bool: "true", list: "[…]"}.get(kind, "{ … }")
