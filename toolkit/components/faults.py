"""Faults of a designer's files: where they are, what is wrong, what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]

# Control characters, letters that a text file cannot hold, line ends of Unicode, and what changes the
# direction of the text around it.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)


def printable(text: str, keep: str = "") -> str:
    """A text that is safe to show on a terminal: what would steer the terminal, or turn the direction of
    reading, is written as an escape such as `\\x1b`; the characters in `keep` stay.
    """

    def escape(match: re.Match[str]) -> str:
        char = match[0]
        if char in keep:
            return char
        return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(
            char, f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"
        )

    return _UNSEEN.sub(escape, text)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, printed as `file:row:column: what is wrong; what would be right`, on one line whatever the
    file holds.

    `file` is relative to the game folder, with `/`. `row` is the row as a spreadsheet (or, for text files, an
    editor) numbers it, from 1. `column` is a column's name in a table, and a character position from 1 in a
    text file. An error stops whatever needs the file; a warning does not.
    """

    file: str
    row: int | None
    column: str | int | None
    message: str
    severity: Severity = "error"

    def __str__(self) -> str:
        place = self.file
        if self.row is not None:
            place += f":{self.row}"
        if self.column is not None:
            place += f":{self.column}"
        return printable(f"{place}: {'' if self.severity == 'error' else 'warning: '}{self.message}")

    def as_json(self) -> dict[str, str | int | None]:
        """The fault as a plain dictionary, for `--json`."""
        return {
            "file": self.file,
            "row": self.row,
            "column": self.column,
            "severity": self.severity,
            "message": self.message,
        }


class FaultError(Exception):
    """Raised where work cannot go on because of faults; `faults` has every one of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: list[Fault] = list(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def errors(faults: Iterable[Fault]) -> list[Fault]:
    """Those faults that are errors, in their order."""
    return [fault for fault in faults if fault.severity == "error"]


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word` (case ignored), or None where none is like it."""
    import difflib

    folded: dict[str, str] = {}
    for name in known:
        folded.setdefault(name.casefold(), name)
    found = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def suggest(word: str, known: Sequence[str]) -> str:
    """What would be right instead of an unknown `word`: the nearest known one, or all of them."""
    close = nearest(word, known)
    if close is not None:
        return f"did you mean '{close}'?"
    return f"known are {', '.join(dict.fromkeys(known))}" if known else "none is known here"


def no_column(word: str, known: Sequence[str]) -> str:
    """What is said of a word in a condition or formula that is no column, and may be meant as a text."""
    close = nearest(word, known)
    if close is not None:
        return f"there is no column '{word}'; did you mean '{close}'?"
    columns = ", ".join(dict.fromkeys(known)) or "none"
    return f"there is no column '{word}'; put a text in quotes ('{word}'), or name a column: {columns}"
