"""Lines of text that fit the window: paragraphs, columns, and lists of labels with what they say."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence

NARROWEST = 20


def width() -> int:
    """Columns of the terminal; 80 where there is none (or what the environment's COLUMNS says)."""
    return max(NARROWEST, shutil.get_terminal_size().columns)


def paragraph(text: str, room: int | None = None, hanging: str = "") -> list[str]:
    """A text broken between words into lines of at most `room` characters (the terminal's width).

    What it is indented by is kept, also for the lines that follow, which `hanging` is added to.
    """
    room = room or width()
    if len(text) <= room:
        return [text]
    indent = text[: len(text) - len(text.lstrip(" "))]
    return textwrap.wrap(
        text.lstrip(" "),
        room,
        initial_indent=indent,
        subsequent_indent=(indent + hanging)[: room // 2],
        break_on_hyphens=False,
    ) or [text]


def natural(texts: Iterable[str]) -> list[str]:
    """Moves in an order for people: those of one form together, and `e9` before `e10`."""
    told = list(texts)
    forms: dict[str, int] = {}
    for text in told:
        forms.setdefault(_form(text), len(forms))

    def key(text: str) -> tuple[int, list[tuple[int, str]]]:
        parts = re.findall(r"\d+|\D+", text)
        return forms[_form(text)], [(int(p), "") if p.isdecimal() else (-1, p) for p in parts]

    return sorted(told, key=key)


def _form(text: str) -> str:
    """What kind of text it is: letters and numbers, whichever they are."""
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "0", text.lower()))


def columns(texts: Sequence[str], room: int | None = None) -> Iterator[str]:
    """The texts side by side, in lines of at most `room` characters (the terminal's width)."""
    if not texts:
        return
    room = room or width()
    cell = max(map(len, texts)) + 2
    count = max(1, room // cell)  # the indent of 2 is made up for by the last text's missing gap
    for start in range(0, len(texts), count):
        yield "  " + "".join(text.ljust(cell) for text in texts[start : start + count]).rstrip()


def listing(pairs: Iterable[tuple[str, str]], room: int | None = None, indent: str = "  ") -> list[str]:
    """Labels in one column, and beside them what they say, broken between words where it is long.

    A text that has lines of its own keeps them, and spaces stay as they are: it may be a map.
    """
    told = list(pairs)
    room = room or width()
    wide = max((len(label) for label, _ in told), default=0)
    lines: list[str] = []
    for label, said in told:
        first = True
        for part in said.split("\n"):
            for piece in _pieces(part, max(NARROWEST, room - len(indent) - wide - 2)):
                lines.append(f"{indent}{label if first else '':<{wide}}  {piece}".rstrip())
                first = False
    return lines


def _pieces(text: str, room: int) -> list[str]:
    if len(text) <= room:
        return [text]
    return textwrap.wrap(text, room, break_on_hyphens=False) or [text]
