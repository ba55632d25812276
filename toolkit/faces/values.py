"""Values from rows: `{{ … }}` in a template, evaluated in a sandbox that is bounded in size and time.

Only expressions are allowed: names of columns, numbers and texts, comparisons, `… if … else …`, arithmetic
on numbers and a short list of filters. No statements, no calls, no attributes of objects, no loops: a
template of a stranger can compute a value and nothing else, and every step of it yields at most `MAX_TEXT`
characters.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any

from toolkit.components.faults import no_column, suggest
from toolkit.components.where import number_of
from toolkit.drawing.colours import parse_colour, readable_on

MAX_SOURCE = 1000
MAX_TEXT = 10_000
MAX_NODES = 200
MAX_NUMBER = 1e12

Scalar = str | int | float | bool | None

_HOLE = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


class ValueFault(ValueError):
    """A value in a template cannot be used; the message says why and what would be right."""


class Formula:
    """A text with `{{ … }}` in it, ready to be evaluated for rows."""

    def __init__(self, source: str) -> None:
        if len(source) > MAX_SOURCE:
            raise ValueFault(f"is {len(source)} characters long; at most {MAX_SOURCE} are read")
        if "{%" in source or "{#" in source:
            raise ValueFault(
                "only values {{ … }} are allowed here, no statements {% … %} and no comments {# … #}"
            )
        self.source = source
        self.parts: list[str | _Expression] = []
        position = 0
        for hole in _HOLE.finditer(source):
            if hole.start() > position:
                self.parts.append(source[position : hole.start()])
            self.parts.append(_expression(hole.group(1).strip()))
            position = hole.end()
        if position < len(source):
            self.parts.append(source[position:])
        if any("{{" in part for part in self.parts if isinstance(part, str)):
            raise ValueFault("a value starts with {{ but does not end with }}")

    @property
    def names(self) -> frozenset[str]:
        """The columns that the text cannot do without (those with a `default` it can)."""
        expressions = [part for part in self.parts if isinstance(part, _Expression)]
        return frozenset().union(*(part.names - part.optional for part in expressions))

    @property
    def fixed(self) -> bool:
        """Whether the text is the same for every row."""
        return not any(isinstance(part, _Expression) and part.names for part in self.parts)

    def evaluate(self, scope: Mapping[str, Any]) -> Scalar:
        """The text for one row; a lone `{{ … }}` keeps its type. Raises ValueFault."""
        if len(self.parts) == 1 and isinstance(self.parts[0], _Expression):
            return self.parts[0].evaluate(scope)
        pieces = []
        for part in self.parts:
            value = part if isinstance(part, str) else part.evaluate(scope)
            pieces.append(_as_text(value))
        text = "".join(pieces)
        if len(text) > MAX_TEXT:
            raise ValueFault(f"makes a text of {len(text)} characters; at most {MAX_TEXT} are printed")
        return text


def condition(source: str) -> Formula:
    """The formula of a `when`: a bare expression, or one in `{{ … }}`."""
    return Formula(source if "{{" in source else "{{ " + source + " }}")


def is_formula(value: object) -> bool:
    """Whether a value in a template has to be evaluated."""
    return isinstance(value, str) and ("{{" in value or "{%" in value or "{#" in value)


def _as_text(value: Scalar) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


class _Cell(str):
    """A cell of text in an expression: beside a number it counts as the number that it says; an empty cell is
    equal to none and "", and neither more nor less than a number. A `--where` takes cells the same way.
    """

    __slots__ = ("empty",)
    empty: bool

    def __new__(cls, value: str | None) -> _Cell:
        cell = super().__new__(cls, "" if value is None else value)
        cell.empty = value is None
        return cell

    def _beside(self, other: Any, compare: Callable[[Any, Any], bool]) -> bool:
        if not isinstance(other, (str, int, float)):
            raise ValueFault(f"{str(self)!r} and {other!r} cannot be compared")
        if not self or other == "":
            return False
        one, two = number_of(str(self)), number_of(other)
        if one is not None and two is not None:
            return compare(one, two)
        if isinstance(other, str):
            return compare(str(self), str(other))
        raise ValueFault(f"{str(self)!r} is no number, and is compared with {other!r}")

    def __eq__(self, other: object) -> bool:
        if other is None:
            return not self
        number = number_of(self) if isinstance(other, (int, float)) else None
        return str.__eq__(self, other) is True if number is None else number == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: Any) -> bool:
        return self._beside(other, operator.lt)

    def __le__(self, other: Any) -> bool:
        return self._beside(other, operator.le)

    def __gt__(self, other: Any) -> bool:
        return self._beside(other, operator.gt)

    def __ge__(self, other: Any) -> bool:
        return self._beside(other, operator.ge)

    __hash__ = str.__hash__


def _plain(value: Any) -> Any:
    """What a cell in an expression holds."""
    if isinstance(value, _Cell):
        return None if value.empty else str(value)
    return value


class _Expression:
    """One compiled expression."""

    def __init__(self, source: str, names: frozenset[str], optional: frozenset[str], compiled: Any) -> None:
        self.source = source
        self.names = names
        self.optional = optional
        self.compiled = compiled

    def evaluate(self, scope: Mapping[str, Any]) -> Scalar:
        for name in self.names:
            if name not in scope and name not in self.optional:
                raise ValueFault(no_column(name, list(scope)))
        try:
            cells = {name: scope[name] for name in self.names if name in scope}
            for name, cell in cells.items():
                if cell is None or isinstance(cell, str):
                    cells[name] = _Cell(cell)
            value = _plain(self.compiled(cells))
        except ValueFault:
            raise
        except Exception as error:
            # Whatever goes wrong inside an expression is a fault of the template, never a traceback.
            raise ValueFault(f"{{{{ {self.source} }}}} cannot be evaluated: {error}") from None
        if value is not None and not isinstance(value, (str, int, float, bool)):
            raise ValueFault(f"{{{{ {self.source} }}}} is neither a text nor a number")
        result: Scalar = _bounded(value)
        return result


def _bounded(value: Any) -> Any:
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise ValueFault(f"a value of {len(value)} characters; at most {MAX_TEXT} are handled")
    if (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and not -MAX_NUMBER <= value <= MAX_NUMBER
    ):
        raise ValueFault(f"a number beyond {MAX_NUMBER:g}")
    return value


def _number(value: Any) -> int | float:
    number = (
        number_of(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None
    )
    if number is None:
        said = "an empty cell" if value in ("", None) else repr(_plain(value))
        raise ValueFault(f"{said} is no number; arithmetic is for numbers (join texts with ~)")
    return int(number) if float(number).is_integer() else number


def _pad(value: Any, width: int = 2, fill: str = "0") -> str:
    return _as_text(value).rjust(min(int(width), 100), (fill or "0")[0])


def _replace(value: Any, old: str, new: str) -> str:
    text = _as_text(value)
    if old and len(text) + text.count(old) * len(new) > MAX_TEXT:
        raise ValueFault("a replacement makes the text too long")
    return text.replace(old, new) if old else text


def _rounded(value: Any, places: int = 0) -> int | float:
    result = round(_number(value), min(max(int(places), 0), 9))
    return int(result) if places == 0 else result


def _default(value: Any, other: Any = "", _: Any = None) -> Any:
    undefined = import_module("jinja2").Undefined
    return other if isinstance(value, undefined) or value is None or value == "" else _plain(value)


def _ink(value: Any) -> str:
    try:
        return readable_on(parse_colour(_as_text(value)))
    except ValueError as error:
        raise ValueFault(str(error)) from None


FILTERS: dict[str, Any] = {
    "abs": lambda v: abs(_number(v)),
    "capitalize": lambda v: _as_text(v).capitalize(),
    "default": _default,
    "first": lambda v: _as_text(v)[:1],
    "float": lambda v: float(v),
    "ink": _ink,
    "int": lambda v: int(v),
    "last": lambda v: _as_text(v)[-1:],
    "length": lambda v: len(_as_text(v)),
    "lower": lambda v: _as_text(v).lower(),
    "pad": _pad,
    "replace": _replace,
    "round": _rounded,
    "string": lambda v: _as_text(v),
    "title": lambda v: _as_text(v).title(),
    "trim": lambda v: _as_text(v).strip(),
    "upper": lambda v: _as_text(v).upper(),
}
"""The filters that a template may use (`ink` gives a dark or light ink that can be read on a colour)."""

TESTS = ("defined", "none", "number", "string")
"""The tests (`{{ … is … }}`) that a template may use."""

_TOO_LONG = "this expression is too long or too deep; put the result into a column of the table"


@lru_cache(maxsize=1)
def _environment() -> Any:
    jinja2 = import_module("jinja2")
    base: Any = import_module("jinja2.sandbox").ImmutableSandboxedEnvironment

    class Environment(base):  # type: ignore[misc]
        """Jinja2's sandbox with arithmetic for numbers only and every result bounded."""

        intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%"})
        intercepted_unops = frozenset({"+", "-"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            return _bounded(super().call_binop(context, operator, _number(left), _number(right)))

        def call_unop(self, context: Any, operator: str, value: Any) -> Any:
            return super().call_unop(context, operator, _number(value))

    environment = Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    environment.globals.clear()
    environment.tests = {name: environment.tests[name] for name in TESTS}
    environment.tests["none"] = lambda value: _plain(value) is None
    environment.filters = {name: _checked(function) for name, function in FILTERS.items()}
    return environment


def _checked(function: Any) -> Any:
    def inner(*args: Any) -> Any:
        return _bounded(function(*args))

    return inner


_ALLOWED = frozenset(
    [
        "Template",
        "Output",
        "Name",
        "Const",
        "Getattr",
        "Getitem",
        "CondExpr",
        "Compare",
        "Operand",
        "And",
        "Or",
        "Not",
        "Neg",
        "Pos",
        "Add",
        "Sub",
        "Mul",
        "Div",
        "FloorDiv",
        "Mod",
        "Concat",
        "Filter",
        "Test",
        "Tuple",
        "List",
    ]
)


@lru_cache(maxsize=2000)
def _expression(source: str) -> _Expression:
    jinja2 = import_module("jinja2")
    environment = _environment()
    try:
        tree = environment.parse("{{ " + source + " }}")
    except jinja2.TemplateSyntaxError as error:
        raise ValueFault(_no_expression(source, str(error.message))) from None
    except (RecursionError, ValueError, OverflowError):  # ValueError: a number of thousands of digits
        raise ValueFault(_TOO_LONG) from None
    count = 0
    optional: set[str] = set()
    stack = [tree]
    while stack:
        node = stack.pop()
        count += 1
        kind = type(node).__name__
        if kind not in _ALLOWED:
            raise ValueFault(f"{{{{ {source} }}}}: {_refused(kind)}")
        if kind == "Getattr" and node.attr.startswith("_"):
            raise ValueFault(f"{{{{ {source} }}}}: names do not start with _ here")
        if kind == "Filter" and node.name not in FILTERS:
            raise ValueFault(f"there is no filter '{node.name}'; {suggest(node.name, sorted(FILTERS))}")
        if kind == "Test" and node.name not in TESTS:
            raise ValueFault(f"there is no test '{node.name}'; {suggest(node.name, TESTS)}")
        if kind == "Filter" and node.name == "default" and type(node.node).__name__ == "Name":
            optional.add(node.node.name)
        stack.extend(node.iter_child_nodes())
    if count > MAX_NODES:
        raise ValueFault(_TOO_LONG)
    meta = import_module("jinja2.meta")
    try:
        names = frozenset(meta.find_undeclared_variables(tree))
        compiled = environment.compile_expression(source, undefined_to_none=False)
    except jinja2.TemplateError as error:
        raise ValueFault(_no_expression(source, str(error.message))) from None
    except (RecursionError, MemoryError, SyntaxError, ValueError, OverflowError):
        # Jinja makes Python of it, and Python has limits of its own for what stands within brackets.
        raise ValueFault(_TOO_LONG) from None
    return _Expression(source, names, frozenset(optional), compiled)


_INSTEAD = {
    "=": "write == to compare",
    "&": "write and",
    "!": "write not, or !=",
    "AND": "write and",
    "OR": "write or",
    "NOT": "write not",
    "contains": "write 'red' in name",
    "\u2265": "write >=",
    "\u2264": "write <=",
    "\u2260": "write !=",
    **dict.fromkeys("\u201c\u201d\u201e\u2018\u2019", "put texts in plain quotes, ' or \""),
}
"""What people write, and what is to be written."""


def _no_expression(source: str, message: str) -> str:
    """What is said where Jinja could not read an expression."""
    found = re.search(r"(?:got|unexpected char) '(.+?)'", message)
    word = found[1] if found else ""
    if not word or word.startswith("end of"):
        said = "it ends too early" if "end of" in message else message
        return f"{{{{ {source} }}}} is no expression: {said}"
    instead = _INSTEAD.get(word, "put texts in quotes, and signs or words such as + == and between values")
    return f"{{{{ {source} }}}} is no expression: '{word}' is not expected there; {instead}"


def _refused(kind: str) -> str:
    if kind == "Call":
        return "calls are not allowed; there are filters: " + ", ".join(sorted(FILTERS))
    if kind == "Pow":
        return "powers (**) are not allowed"
    return f"{kind.lower()} is not allowed in a template"
