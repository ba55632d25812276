"""The kernel dialect: the subset of Python that plays the same games compiled and uncompiled.

Each refusal stands for a difference that was seen: rows and slices of a record's arrays work compiled
only; unsigned and floating arithmetic differ; a negative index or one past the end silently overwrites a
neighbouring field when compiled. So a kernel is whole numbers, `if`, `while`, `for … in range(…)`, fully
indexed fields and calls of other kernels, and nothing else.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

BUILTINS = {"range": range, "min": min, "max": max, "abs": abs, "len": len}
"""The names that a kernel may use besides kernels and whole-number constants."""

_STATEMENTS = (
    ast.Assign,
    ast.AugAssign,
    ast.If,
    ast.While,
    ast.For,
    ast.Return,
    ast.Expr,
    ast.Pass,
    ast.Break,
    ast.Continue,
)
_EXPRESSIONS = (
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.Call,
    ast.IfExp,
    ast.Constant,
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Tuple,
)
_OPERATORS = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.FloorDiv,
    ast.Mod,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.LShift,
    ast.RShift,
)
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class DialectError(ValueError):
    """A kernel leaves the dialect; the message has a line `file:line: …` for every fault."""


Shapes = Mapping[str, Mapping[str, int]]
"""For each record (`s`, `o`, `t`, `row`), how many indices each of its fields takes."""


def check_kernel(
    function: Callable[..., Any], shapes: Shapes, arities: Mapping[str, int] | None = None
) -> list[str]:
    """The faults of one kernel, each as `file:line: what is wrong; what would be right`.

    Args:
        function: a plain function, read from its source file.
        shapes: how many indices each record field takes (0 for a single number). A variable that is not named
            after a record holds a state.
        arities: how many arguments each kernel takes that this one may call.
    """
    file = Path(inspect.getfile(function)).name
    try:
        lines, start = inspect.getsourcelines(function)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return [f"{file}: the source of {function.__name__} cannot be read; save the file as UTF-8"]
    tree = ast.parse(textwrap.dedent("".join(lines)))
    checker = _Checker(file, start - 1, shapes, arities or {})
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    checker.function(definition)
    return checker.faults


class _Checker:
    def __init__(self, file: str, offset: int, shapes: Shapes, arities: Mapping[str, int]) -> None:
        self.file, self.offset, self.shapes, self.arities = file, offset, shapes, arities
        self.faults: list[str] = []

    def fault(self, node: ast.AST, message: str) -> None:
        line = self.offset + getattr(node, "lineno", 1)
        self.faults.append(f"{self.file}:{line}: {message}")

    def indices(self, field: ast.Attribute) -> int | None:
        """How many indices a field takes; None when the record has no such field."""
        base = field.value.id if isinstance(field.value, ast.Name) else "s"
        return self.shapes.get(base, self.shapes.get("s", {})).get(field.attr)

    def function(self, node: ast.FunctionDef) -> None:
        a = node.args
        if node.decorator_list or a.defaults or a.kwonlyargs or a.vararg or a.kwarg:
            self.fault(node, f"kernel {node.name} has a decorator or default; kernels take plain arguments")
        self.block(node.body)

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if not isinstance(node, _STATEMENTS):
            self.fault(node, f"{type(node).__name__} is not part of the kernel dialect")
            return
        if isinstance(node, ast.Assign):
            if len(node.targets) != 1:
                self.fault(node, "chained assignment; write one assignment a line")
            self.target(node.targets[0])
            self.value(node.value)
        elif isinstance(node, ast.AugAssign):
            self.target(node.target)
            self.operator(node, node.op)
            self.value(node.value)
        elif isinstance(node, ast.If | ast.While):
            self.value(node.test)
            self.block(node.body)
            self.block(node.orelse)
        elif isinstance(node, ast.For):
            call = node.iter
            if not (
                isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
            ):
                self.fault(node, "a loop that is not over range(…); count with range and index")
            else:
                self.value(call)
            if not isinstance(node.target, ast.Name):
                self.fault(node, "a loop over several names; use one")
            self.block(node.body)
            self.block(node.orelse)
        elif isinstance(node, ast.Return):
            if node.value is not None:
                self.value(node.value)
        elif isinstance(node, ast.Expr) and not (
            isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        ):
            self.value(node.value)

    def target(self, node: ast.expr) -> None:
        if isinstance(node, ast.Attribute):
            if self.indices(node):
                self.fault(node, f"a whole array is stored into {node.attr}; store its entries in a loop")
            self.value(node, whole=True)
        elif isinstance(node, ast.Subscript):
            self.value(node)
        elif not isinstance(node, ast.Name):
            self.fault(node, f"{type(node).__name__} as a target; assign to one name or field")

    def operator(self, node: ast.AST, op: ast.operator) -> None:
        if not isinstance(op, _OPERATORS):
            self.fault(
                node, f"{type(op).__name__} is not whole-number arithmetic; use + - * // % & | ^ << >>"
            )

    def value(self, node: ast.expr, whole: bool = False) -> None:
        """Check an expression; `whole` allows a field without its indices (an array as an argument)."""
        if not isinstance(node, _EXPRESSIONS):
            self.fault(node, f"{type(node).__name__} is not part of the kernel dialect")
        elif isinstance(node, ast.Constant):
            if not isinstance(node.value, int):
                self.fault(node, f"{node.value!r} is not a whole number")
        elif isinstance(node, ast.BinOp):
            self.operator(node, node.op)
            self.value(node.left)
            self.value(node.right)
        elif isinstance(node, ast.UnaryOp):
            self.value(node.operand)
        elif isinstance(node, ast.BoolOp):
            for part in node.values:
                self.value(part)
        elif isinstance(node, ast.Compare):
            if not all(isinstance(op, _COMPARISONS) for op in node.ops):
                self.fault(node, "only == != < <= > >= compare in a kernel")
            for part in [node.left, *node.comparators]:
                self.value(part)
        elif isinstance(node, ast.IfExp):
            for part in (node.test, node.body, node.orelse):
                self.value(part)
        elif isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name):
                self.fault(node, "a call of an attribute; a kernel calls other kernels by name")
            elif self.arities.get(node.func.id, len(node.args)) != len(node.args):
                takes = self.arities[node.func.id]
                self.fault(node, f"{node.func.id} takes {takes} arguments, not {len(node.args)}")
            if node.keywords:
                self.fault(node, "an argument by name; kernels take them by place")
            for part in node.args:
                self.value(part, whole=True)
        elif isinstance(node, ast.Attribute):
            need = self.indices(node)
            if not isinstance(node.value, ast.Name):
                self.fault(node, "an attribute of an expression; name the record first")
            elif need is None:
                self.fault(node, f"{node.value.id} has no field {node.attr}")
            elif need and not whole:
                self.fault(node, f"{node.attr} without its indices; it takes {need}")
        elif isinstance(node, ast.Subscript):
            self.subscript(node)
        elif isinstance(node, ast.Tuple):
            self.fault(node, "a tuple; a kernel handles one number at a time")

    def subscript(self, node: ast.Subscript) -> None:
        parts = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(node.value, ast.Attribute):
            self.value(node.value, whole=True)
            need = self.indices(node.value)
            if need is not None and need != len(parts):
                self.fault(
                    node, f"{node.value.attr} takes {need} indices, not {len(parts)}; rows work compiled only"
                )
        elif not isinstance(node.value, ast.Name):
            self.fault(node, "an index of an expression; name the record or array first")
        for part in parts:
            if isinstance(part, ast.Slice):
                self.fault(node, "a slice; copy the entries in a loop")
            elif isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub):
                self.fault(node, "a negative index; compiled code would write before the array")
            else:
                self.value(part)
