"""The small markup of running text: `**bold**`, `*italic*`, `:icon:`, and `\\*` for a star as such.

A star counts as markup only where words begin or end with it, so `2 * 3` and `5*3` stay as they are. Markup
that is opened and not closed is refused: stars that were meant to be seen are written `\\*`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from toolkit.faces.values import ValueFault

_MARK = re.compile(r"\\([\\*:])|(\*{1,3})|:([A-Za-z][\w-]{0,39}):")


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text of one look; with `icon` it stands for that icon."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


def read(text: str) -> list[Run]:
    """The runs of a marked text; ValueFault for markup that is not closed."""
    runs: list[Run] = []
    words = ""
    opened: dict[str, int] = {}  # marks that are open -> where

    def close() -> None:
        nonlocal words
        if words:
            runs.append(Run(words, "**" in opened, "*" in opened))
        words = ""

    at = 0
    for found in _MARK.finditer(text):
        words += text[at : found.start()]
        at = found.end()
        escaped, stars, icon = found.groups()
        before = text[found.start() - 1] if found.start() else " "
        if escaped:
            words += escaped
        elif icon:
            if before.isalpha():  # part of a word such as note:this:that
                words += found[0]
            else:
                close()
                runs.append(Run(found[0], "**" in opened, "*" in opened, icon))
        else:
            after = text[at] if at < len(text) else " "
            marks = {"*": ["*"], "**": ["**"], "***": ["**", "*"]}[stars]
            literal = True
            if not before.isspace() and any(mark in opened for mark in marks):
                close()
                for mark in marks:
                    opened.pop(mark, None)
                literal = False
            elif not after.isspace() and (len(stars) > 1 or not _inner(before)):
                close()
                for mark in marks:
                    opened.setdefault(mark, found.start())
                literal = False
            if literal:
                words += stars
    words += text[at:]
    close()
    if opened:
        mark, place = min(opened.items(), key=lambda item: item[1])
        start = text[place : place + 20].replace("\n", " ")
        raise ValueFault(
            f"'{mark}' is opened before “{start.lstrip('*')}” and never closed; close it, "
            "or write \\* for a star that is to be seen"
        )
    return runs


def read_icons(text: str) -> list[Run]:
    """The runs of a text in which only `:icon:` is markup."""
    runs: list[Run] = []
    words = ""
    at = 0
    for found in _MARK.finditer(text):
        words += text[at : found.start()]
        at = found.end()
        if not found[3] or words[-1:].isalpha():
            words += found[0]
            continue
        runs += [Run(words), Run(found[0], icon=found[3])] if words else [Run(found[0], icon=found[3])]
        words = ""
    words += text[at:]
    return [*runs, Run(words)] if words else runs


def _inner(before: str) -> bool:
    """Whether a single star after this character stands within a word or a sum, and so is a star."""
    return before.isalnum() and ord(before) < 0x2E80
