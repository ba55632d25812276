"""Choosing rows by a condition such as `colour == "red" and cost >= 3`; never evaluated as code.

A condition compares columns, texts (in single or double quotes) and numbers::

    cost >= 3                          == != < <= > >=
    colour in ("red", "blue")          also: not in
    title contains "dragon"            capitals and small letters are the same here
    (kind == "spell" or cost == 0) and not rare == "yes"
    [Card type] == "spell"             brackets around a name with spaces or signs in it

Numbers compare as numbers, also where a table keeps them as text. An empty cell equals "", is unequal to
everything else, and is neither more nor less than anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from toolkit.components.faults import no_column, printable
from toolkit.components.schema import DOUBTFUL, Value

MAX_LENGTH = 2000
MAX_DEPTH = 40

_Test = Callable[[Mapping[str, Value]], bool]
_Get = Callable[[Mapping[str, Value]], Value]

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<text>"[^"]*"|'[^']*')
      | (?P<number>[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})(?![\w.]))
      | (?P<column>\[[^\[\]]+\])
      | (?P<name>[^\W\d]\w*(?:\.\w+)*)
      | (?P<sign>==|!=|<=|>=|<|>|\(|\)|,)""",
    re.VERBOSE,
)
_COMPARE = ("==", "!=", "<", "<=", ">", ">=")
_WORDS = ("and", "or", "not", "in", "contains")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:[.,][0-9]{0,15})?|[.,][0-9]{1,15})")


class WhereFault(ValueError):
    """A condition that cannot be used; the message says what is wrong, at which character, and what would be
    right.
    """


@dataclass(frozen=True)
class Where:
    """A condition on rows, made by `parse_where`; `columns` are the columns it names."""

    text: str
    columns: frozenset[str]
    _test: _Test
    _places: Mapping[str, int]

    def keeps(self, row: Mapping[str, Value]) -> bool:
        """Whether the row meets the condition; a column that the row has not counts as an empty cell."""
        return self._test(row)

    def check(self, *tables: Iterable[str]) -> None:
        """Raise WhereFault where none of these tables (each the names of its columns) has every column that
        the condition names.
        """
        sets = [set(table) for table in tables]
        if any(self.columns <= names for names in sets):
            return
        known = sorted(set().union(*sets))
        for name, at in self._places.items():
            if name not in known:
                raise _fault(self.text, at, no_column(name, known))
        names = ", ".join(f"'{name}'" for name in self._places)
        raise WhereFault(f"'{self.text}': no table has all the columns {names}; use columns of one table")


def parse_where(text: str) -> Where:
    """The condition that a text says. Raises WhereFault (a ValueError) where it is none."""
    return _Parser(text).parse()


def _fault(text: str, at: int, message: str) -> WhereFault:
    return WhereFault(printable(f"'{text}', character {at + 1}: {message}"))


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    word: str
    at: int


class _Parser:
    """Recursive descent over the tokens; every level makes a function of a row."""

    def __init__(self, text: str) -> None:
        if len(text) > MAX_LENGTH:
            raise WhereFault(f"the condition has {len(text):,} characters; at most {MAX_LENGTH:,} are read")
        self.text = text
        self.tokens = self._cut()
        self.next = 0
        self.depth = 0
        self.places: dict[str, int] = {}

    def _cut(self) -> list[_Token]:
        tokens = []
        at = 0
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None:
                raise _fault(self.text, at, self._stray(at))
            if found.lastgroup != "space":
                kind, word = str(found.lastgroup), found[0]
                if kind == "name" and word.lower() in _WORDS:
                    kind, word = "word", word.lower()
                tokens.append(_Token(kind, word, at))
            at = found.end()
        tokens.append(_Token("end", "", at))
        return tokens

    def _stray(self, at: int) -> str:
        char = self.text[at]
        if char in "\"'":
            return f"a quote ({char}) is opened here and never closed"
        if char == "[":
            return "a bracket is opened here and never closed; write [column name]"
        return {
            "=": "'=' alone compares nothing; write ==",
            "!": "'!' alone means nothing; write != or not",
            "&": "'&' means nothing here; write and",
            "|": "'|' means nothing here; write or",
        }.get(char, f"'{char}' means nothing here; put texts in quotes, and odd column names in [brackets]")

    def parse(self) -> Where:
        if self._peek().kind == "end":
            raise WhereFault("the condition is empty; write one such as colour == 'red'")
        test = self._either()
        token = self._peek()
        if token.kind != "end":
            raise _fault(
                self.text, token.at, f"'{token.word}' is not expected here; join conditions by and/or"
            )
        return Where(self.text, frozenset(self.places), test, dict(self.places))

    def _peek(self) -> _Token:
        return self.tokens[self.next]

    def _take(self) -> _Token:
        token = self.tokens[self.next]
        self.next += 1
        return token

    def _accept(self, *words: str) -> str | None:
        token = self._peek()
        if token.kind in ("word", "sign") and token.word in words:
            self.next += 1
            return token.word
        return None

    def _expect(self, word: str, why: str) -> None:
        token = self._peek()
        if self._accept(word) is None:
            seen = f"'{token.word}'" if token.word else "the end"
            raise _fault(self.text, token.at, f"{seen} where '{word}' is missing; {why}")

    def _either(self) -> _Test:
        tests = [self._both()]
        while self._accept("or"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda row: any(test(row) for test in tests)

    def _both(self) -> _Test:
        tests = [self._negated()]
        while self._accept("and"):
            tests.append(self._negated())
        return tests[0] if len(tests) == 1 else lambda row: all(test(row) for test in tests)

    def _negated(self) -> _Test:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"more than {MAX_DEPTH} conditions within each other; take some out"
            raise _fault(self.text, self._peek().at, message)
        try:
            if self._accept("not"):
                inner = self._negated()
                return lambda row: not inner(row)
            if self._accept("("):
                inside = self._either()
                self._expect(")", "close what ( opens")
                return inside
            return self._comparison()
        finally:
            self.depth -= 1

    def _comparison(self) -> _Test:
        left = self._operand()
        token = self._peek()
        if (sign := self._accept(*_COMPARE)) is not None:
            right = self._operand()
            return lambda row: _compare(sign, left(row), right(row))
        if self._accept("contains"):
            right = self._operand()
            return lambda row: _text(right(row)).casefold() in _text(left(row)).casefold()
        negated = self._accept("not") is not None
        if self._accept("in"):
            members = self._members()
            return lambda row: any(_equal(left(row), member(row)) for member in members) != negated
        known = " ".join((*_COMPARE, "in", "contains"))
        seen = f"'{token.word}'" if token.word else "the end"
        raise _fault(self.text, token.at, f"{seen} where a comparison is missing; write one of {known}")

    def _members(self) -> list[_Get]:
        self._expect("(", 'write a list such as ("red", "blue")')
        members = [self._operand()]
        while self._accept(","):
            members.append(self._operand())
        self._expect(")", "put commas between, and close what ( opens")
        return members

    def _operand(self) -> _Get:
        token = self._take()
        if token.kind == "text":
            text = token.word[1:-1]
            return lambda row: text
        if token.kind == "number":
            number = float(token.word)
            value: Value = int(number) if number.is_integer() else number
            return lambda row: value
        if token.kind in ("name", "column"):
            name = token.word[1:-1].strip() if token.kind == "column" else token.word
            self.places.setdefault(name, token.at)
            return lambda row: row.get(name)
        seen = f"'{token.word}'" if token.word else "the end"
        raise _fault(
            self.text, token.at, f"{seen} where a column, a text in quotes or a number is missing; write one"
        )


def _text(value: Value) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def number_of(value: Value) -> float | None:
    """The number that a cell holds, also as text (`"3"`, `"2,5"`); None for what is no number."""
    if isinstance(value, (int, float)):
        return value
    text = "" if value is None else value.strip()
    doubtful = DOUBTFUL.fullmatch(text)
    if not _NUMBER.fullmatch(text) or (doubtful and doubtful[2] == ","):
        return None
    return float(text.replace(",", "."))


def _equal(left: Value, right: Value) -> bool:
    if isinstance(left, (int, float)) or isinstance(right, (int, float)):
        one, other = number_of(left), number_of(right)
        if one is not None and other is not None:
            return one == other
    return _text(left) == _text(right)  # two texts are the same only letter by letter: "007" is not "7"


def _compare(sign: str, left: Value, right: Value) -> bool:
    if sign in ("==", "!="):
        return _equal(left, right) == (sign == "==")
    one, other = number_of(left), number_of(right)
    if one is not None and other is not None:
        return _ordered(sign, (one > other) - (one < other))
    a, b = _text(left), _text(right)
    if not a or not b or one is not None or other is not None:
        return False
    return _ordered(sign, (a > b) - (a < b))


def _ordered(sign: str, order: int) -> bool:
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[sign]
