"""What the columns of a table must be, and how one cell becomes a value."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from toolkit.components.faults import suggest

Value = str | int | float | None
TYPES = ("text", "whole", "number", "choice")
MAX_COUNT = 999
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?")
"""How a language is written: "da", "pt-BR"."""


DOUBTFUL = re.compile(r"([+-]?[1-9][0-9]{0,2})([.,])([0-9]{3})")
"""Numbers in which the mark may stand before a fraction or between thousands."""


class CellFault(ValueError):
    """A cell that is not what its column asks for; the message says what would be right."""


@dataclass(frozen=True)
class ColumnSpec:
    """One column: its type ('text', 'whole', 'number' or 'choice'), bounds, and help for people."""

    name: str
    type: str = "text"
    required: bool = False
    default: Value = None
    min: float | None = None
    max: float | None = None
    values: tuple[str, ...] = ()
    pattern: str | None = None
    help: str = ""

    def value(self, cell: str) -> Value:
        """The value of a cell (stripped text); an empty one gives the default. Raises CellFault."""
        if not cell:
            if self.required:
                raise CellFault(f"is empty; {self.wanted()}")
            return self.default
        if self.type == "whole":
            return self._in_range(_whole(cell, self), cell)
        if self.type == "number":
            return self._in_range(_number(cell, self), cell)
        if self.type == "choice":
            if cell not in self.values:
                raise CellFault(f"'{cell}' is not one of the choices; {suggest(cell, self.values)}")
            return cell
        if self.pattern is not None and (len(cell) > MAX_MATCHED or not re.fullmatch(self.pattern, cell)):
            raise CellFault(f"'{_short(cell)}' is not right; {self.wanted()}")
        return cell

    def wanted(self) -> str:
        """What belongs in this column, as the end of a sentence."""
        if self.type == "choice":
            return f"write one of {', '.join(self.values)}"
        kind = {"whole": "a whole number", "number": "a number"}.get(self.type, "text")
        if self.min is not None and self.max is not None:
            kind += f" from {self.min:g} to {self.max:g}"
        elif self.min is not None:
            kind += f", {self.min:g} or more"
        elif self.max is not None:
            kind += f", at most {self.max:g}"
        if self.type == "text" and self.pattern is not None and not self.help:
            kind += f" of the form {self.pattern}"
        return f"write {kind}" + (f" ({self.help})" if self.help else "")

    def _in_range(self, number: float, cell: str) -> float:
        if (self.min is not None and number < self.min) or (self.max is not None and number > self.max):
            raise CellFault(f"'{cell}' is out of range; {self.wanted()}")
        return number


COUNT = ColumnSpec(
    "count", "whole", default=1, min=0, max=MAX_COUNT, help="how many of it there are; empty is 1, 0 is none"
)

MAX_MATCHED = 200
"""Characters of a cell that are compared with a pattern: a longer cell does not fit any."""

MAX_WAYS = 50_000
"""Ways in which a cell may be tried against a pattern: room for two open-ended repeats."""


@dataclass(frozen=True)
class TableSpec:
    """One table: its file, the column that names its rows (key), its columns (none given: any, as text).

    `sheet` names the sheet of a workbook, None the first one. `words` is the file of the translations, with
    `{lang}` where the language stands; `url` where `pnp fetch` finds the table.
    """

    name: str
    file: str
    key: str | None = None
    columns: dict[str, ColumnSpec] = field(default_factory=dict)
    sheet: str | None = None
    words: str | None = None
    url: str | None = None

    @property
    def open(self) -> bool:
        """True where no column is declared, so that every column of the file is taken as text."""
        return not self.columns

    def column(self, name: str) -> ColumnSpec | None:
        """The column of that name, `count` always included; None where it is unknown."""
        if name in self.columns:
            return self.columns[name]
        if name == COUNT.name:
            return COUNT
        return ColumnSpec(name, required=name == self.key) if self.open else None

    @property
    def known(self) -> list[str]:
        """Names of the columns that the file may have."""
        return [*self.columns, *([] if COUNT.name in self.columns else [COUNT.name])]


def pattern_fault(pattern: str) -> str | None:
    """What is wrong with a column's pattern, or None.

    Patterns come from game folders of strangers, so those that could take for ever are refused: no repeat of
    a group, and at most `MAX_WAYS` ways in which a cell can be tried.
    """
    if len(pattern) > 120:
        return "a pattern has at most 120 characters"
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        return f"is not a regular expression: {error}"
    plain = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]", "x", pattern, flags=re.DOTALL)
    if re.search(r"\)[*+{]", plain):
        return "a group may not be repeated in a pattern; write the parts out"
    if re.search(r"\(\?(?!:)", plain):
        return "of groups, only ( ) and (?: ) may be in a pattern"
    if _ways(plain) > MAX_WAYS:
        return "could take very long to compare; write {1,3} or the like for * and +, and fewer ?"
    return None


def _ways(plain: str) -> int:
    """At most so many ways are tried to match a pattern in which no group is repeated: the product of what
    each part may do, the sum over alternatives.
    """
    open_groups: list[tuple[int, int]] = []  # ways of the alternatives before, and of this one
    done, ways = 0, 1
    for word in re.findall(r"\{\d*,?\d*\}|\((?:\?:)?|\)\??|.", plain, re.DOTALL):
        if word.startswith("("):
            open_groups.append((done, ways))
            done, ways = 0, 1
        elif word.startswith(")"):
            inner = done + ways + (word == ")?")
            done, ways = open_groups.pop() if open_groups else (0, 1)
            ways *= inner
        elif word == "|":
            done, ways = done + ways, 1
        elif word in "*+":
            ways *= MAX_MATCHED + 1
        elif word == "?":
            ways *= 2
        elif re.fullmatch(r"\{\d*,\d*\}", word):
            low, high = (int(part) if part else None for part in word[1:-1].split(","))
            most = MAX_MATCHED if high is None else min(high, MAX_MATCHED)
            ways *= max(1, most - (low or 0) + 1)
        ways = min(ways, MAX_WAYS + 1)
    return done + ways


def _whole(cell: str, column: ColumnSpec) -> int:
    _refuse_doubtful(cell, ",.")
    # Spreadsheets write 1 as 1.0 (or 1,0) as soon as a column was once a fraction.
    found = re.fullmatch(r"([+-]?[0-9]{1,15})(?:[.,]0*)?", cell)
    if found is None:
        raise CellFault(f"'{_short(cell)}' is not a whole number; {column.wanted()}")
    return int(found[1])


def _number(cell: str, column: ColumnSpec) -> float:
    _refuse_doubtful(cell, ",")
    found = re.fullmatch(r"[+-]?[0-9]{0,15}(?:[.,][0-9]{0,15})?(?:[eE][+-]?[0-9]{1,2})?", cell)
    try:
        number = float(cell.replace(",", ".")) if found else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise CellFault(f"'{_short(cell)}' is not a number; {column.wanted()}")
    return number


def _refuse_doubtful(cell: str, marks: str) -> None:
    """Raise CellFault for 1,500, which is one and a half here and one thousand five hundred there."""
    found = DOUBTFUL.fullmatch(cell)
    if found is not None and found[2] in marks:
        one = f"{found[1]}.{found[3].rstrip('0')}".rstrip(".")
        both = f"{one} or {found[1]}{found[3]}"
        raise CellFault(f"'{cell}' may be {both}; write it so, without a mark between thousands")


def _short(cell: str) -> str:
    line = cell.replace("\n", " ").replace("\t", " ")
    return line if len(line) <= 40 else f"{line[:39]}…"
