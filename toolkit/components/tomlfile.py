"""A TOML file read with the position of every key, so that faults can say where they are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault, Severity, suggest
from toolkit.components.reading import Unreadable, read_file

Keys = tuple[str | int, ...]
MAX_BYTES = 500_000
MAX_DEPTH = 30
MAX_WORD = 200

_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r]+|\#[^\n]*)
      | (?P<newline>\n)
      | (?P<text>\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
      | (?P<mark>[][{}=,.])
      | (?P<bare>[^\s\[\]{}=,."'#]+)""",
    re.VERBOSE | re.DOTALL,
)


@dataclass
class TomlFile:
    """What a TOML file holds (`data`), where (`at`), and the faults found in it so far."""

    name: str
    data: dict[str, Any] = field(default_factory=dict)
    positions: dict[Keys, tuple[int, int]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def at(self, *keys: str | int) -> tuple[int | None, int | None]:
        """Line and character of the key path, or of the nearest part of it that is in the file."""
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.positions:
                return self.positions[keys[:length]]
        return None, None

    def fault(self, keys: Iterable[str | int], message: str, severity: Severity = "error") -> None:
        """Note a fault at a key path."""
        row, column = self.at(*keys)
        self.faults.append(Fault(self.name, row, column, message, severity))

    def check_keys(self, keys: tuple[str | int, ...], table: dict[str, Any], known: Iterable[str]) -> None:
        """Note a fault for every key of `table` (at path `keys`) that is not known."""
        names = list(known)
        place = f" in [{'.'.join(map(str, keys))}]" if keys else ""
        for key in table:
            if key not in names:
                self.fault((*keys, key), f"unknown key '{key}'{place}; {suggest(key, names)}")


def read_toml(path: Path, name: str | None = None, folder: Path | None = None) -> TomlFile:
    """Read a TOML file of a game folder (by default the folder it lies in).

    One that is missing, leads out of the folder, is too large or not TOML becomes a fault, never an
    exception.
    """
    file = TomlFile(name or path.name)
    try:
        raw = read_file(path, MAX_BYTES, folder or path.parent)
    except Unreadable as error:
        advice = "" if ";" in str(error) else "; it belongs in the game folder"
        file.fault((), f"{error}{advice}")
        return file
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        row = raw.count(b"\n", 0, error.start) + 1
        file.faults.append(Fault(file.name, row, None, "is not UTF-8 text; save it as UTF-8"))
        return file
    beyond = _beyond(text)
    if beyond is not None:
        file.faults.append(Fault(file.name, *beyond))
        return file
    try:
        file.data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: a number that Python does not take
        place = re.search(r"line (\d+), column (\d+)", str(error))
        said = re.sub(r" \(at .*\)$", "", str(error))
        row, column = (int(place[1]), int(place[2])) if place else (text.count("\n") + 1, None)
        file.faults.append(Fault(file.name, row, column, f"is not TOML: {said}; see https://toml.io"))
        return file
    file.positions = _Positions(text).found
    return file


def _beyond(text: str) -> tuple[int, int, str] | None:
    """Row, character and message for the first thing that would be slow to read or to show, or None.

    Long dotted keys and deep nesting cost a reader the square of their length, and endless numbers cannot
    even be printed.
    """
    parts = depth = 0
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup, match[0]
        message = None
        if kind == "bare" and len(word) > MAX_WORD:
            message = f"a word of {len(word):,} characters; at most {MAX_WORD} are read"
        elif kind == "mark" and word == ".":
            parts += 1
            if parts > MAX_DEPTH:
                message = f"a key of more than {MAX_DEPTH} parts; shorten it"
        elif kind in ("mark", "newline"):
            parts = 0
            depth += (word in "[{") - (word in "]}") if kind == "mark" else 0
            if depth > MAX_DEPTH:
                message = f"more than {MAX_DEPTH} brackets within each other; take some out"
        if message is not None:
            start = match.start()
            return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start), message
    return None


class _Positions:
    """Finds the line and character of every key in a text that is known to be TOML."""

    def __init__(self, text: str) -> None:
        self.found: dict[Keys, tuple[int, int]] = {}
        self.tokens: list[tuple[str, str, tuple[int, int]]] = []
        row, start = 1, 0
        for match in _TOKEN.finditer(text):
            kind = str(match.lastgroup)
            if kind != "skip":
                self.tokens.append((kind, match[0], (row, match.start() - start + 1)))
            lines = match[0].count("\n")
            if lines:
                row += lines
                start = match.start() + match[0].rindex("\n") + 1
        self.next = 0
        self.arrays: dict[Keys, int] = {}
        self._document()

    def _peek(self) -> str:
        return self.tokens[self.next][1] if self.next < len(self.tokens) else ""

    def _kind(self) -> str:
        return self.tokens[self.next][0] if self.next < len(self.tokens) else "end"

    def _skip_newlines(self) -> None:
        while self._kind() == "newline":
            self.next += 1

    def _document(self) -> None:
        prefix: Keys = ()
        while self.next < len(self.tokens):
            if self._kind() == "newline":
                self.next += 1
            elif self._peek() == "[":
                prefix = self._header()
            else:
                self._pair(prefix)

    def _header(self) -> Keys:
        self.next += 1
        many = self._peek() == "["
        self.next += many
        keys = self._key(())
        self.next += 1 + many
        path = self._through_arrays(keys, many)
        self.found.setdefault(path, self.found[keys])
        return path

    def _through_arrays(self, keys: Keys, many: bool) -> Keys:
        """The path of a header, with the index of the latest element for every array of tables on the way."""
        path: Keys = ()
        for depth, key in enumerate(keys):
            path = (*path, key)
            if many and depth == len(keys) - 1:
                self.arrays[path] = self.arrays.get(path, -1) + 1
            if path in self.arrays:
                path = (*path, self.arrays[path])
        return path

    def _key(self, prefix: Keys) -> Keys:
        """Read a dotted key; note the position of each part."""
        path = prefix
        while self._kind() in ("bare", "text"):
            kind, word, place = self.tokens[self.next]
            if kind == "text":
                word = str(tomllib.loads(f"k = {word}")["k"])
            path = (*path, word)
            self.found.setdefault(path, place)
            self.next += 1
            if self._peek() != ".":
                break
            self.next += 1
        return path

    def _pair(self, prefix: Keys) -> None:
        before = self.next
        path = self._key(prefix)
        if self._peek() == "=":
            self.next += 1
            self._value(path)
        if self.next == before:  # nothing this small reader knows: step over it rather than stand still
            self.next += 1

    def _value(self, path: Keys) -> None:
        if self._kind() == "end":
            return
        opener = self._peek()
        if self._kind() == "mark" and opener in "[{":
            self.next += 1
            index = 0
            self._skip_newlines()
            while self._kind() != "end" and not (self._kind() == "mark" and self._peek() in "]}"):
                if opener == "[":
                    self.found.setdefault((*path, index), self.tokens[self.next][2])
                    self._value((*path, index))
                    index += 1
                else:
                    self._pair(path)
                self._skip_newlines()
                if self._peek() == ",":
                    self.next += 1
                self._skip_newlines()
            self.next += 1
            return
        while self._kind() not in ("newline", "end") and not (
            self._kind() == "mark" and self._peek() in ",]}"
        ):
            self.next += 1
