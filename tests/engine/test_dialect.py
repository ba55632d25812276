"""The kernel dialect: what differs between compiled and plain code is refused, with file and line."""

import sys
from pathlib import Path

import pytest

from toolkit.engine.dialect import DialectError, check_kernel
from toolkit.engine.link import link
from toolkit.engine.state import record_dtype

SHAPES = {"s": {"turns": 0, "hand": 2, "board": 1}, "o": {"size": 0}}


def load(tmp_path: Path, source: str):
    name = "kernel_under_test"
    path = tmp_path / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    try:
        sys.modules.pop(name, None)
        return __import__(name)
    finally:
        sys.path.remove(str(tmp_path))


REFUSED = {
    "a row": ("def k(s):\n    return s.hand[0]\n", "hand takes 2 indices, not 1"),
    "a slice": ("def k(s):\n    return s.board[0:2]\n", "slice"),
    "a whole array stored": ("def k(s, x):\n    s.board = x\n", "whole array"),
    "an array as a number": ("def k(s):\n    return s.board + 1\n", "without its indices"),
    "a negative index": ("def k(s):\n    return s.board[-1]\n", "negative index"),
    "an unknown field": ("def k(s):\n    return s.bord[0]\n", "no field bord"),
    "a field of another record": ("def k(o):\n    return o.turns\n", "no field turns"),
    "a float": ("def k(s):\n    return 0.5\n", "not a whole number"),
    "a division": ("def k(s):\n    return s.turns / 2\n", "Div is not"),
    "a power": ("def k(s):\n    return s.turns ** 2\n", "Pow is not"),
    "an attribute call": ("def k(s):\n    return s.board.sum()\n", "call of an attribute"),
    "a loop over an array": ("def k(s):\n    for x in s.board:\n        pass\n", "range"),
    "a list": ("def k(s):\n    return [1]\n", "List"),
    "a tuple": ("def k(s):\n    a, b = 1, 2\n", "Tuple"),
    "membership": ("def k(s):\n    return s.turns in (1, 2)\n", "compare"),
    "try": ("def k(s):\n    try:\n        pass\n    finally:\n        pass\n", "Try"),
    "a nested function": ("def k(s):\n    def f():\n        pass\n", "FunctionDef"),
    "an import": ("def k(s):\n    import os\n", "Import"),
    "a default": ("def k(s, n=1):\n    return n\n", "default"),
    "a lambda": ("def k(s):\n    return (lambda: 1)\n", "Lambda"),
}


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_what_plays_otherwise_when_compiled_is_refused(case: str, tmp_path: Path) -> None:
    source, message = REFUSED[case]
    faults = check_kernel(load(tmp_path, source).k, SHAPES)
    assert faults and any(message in fault for fault in faults), faults
    assert all(fault.startswith("kernel_under_test.py:") for fault in faults)


def test_a_fault_names_its_line(tmp_path: Path) -> None:
    source = "X = 1\n\n\ndef k(s):\n    s.turns = 1\n    s.turns = 0.5\n"
    assert check_kernel(load(tmp_path, source).k, SHAPES) == [
        "kernel_under_test.py:6: 0.5 is not a whole number"
    ]


def test_a_kernel_in_the_dialect_has_no_faults(tmp_path: Path) -> None:
    source = (
        "def f(s, a):\n    return a + 1\n\n\n"
        "def k(s, o, buf):\n    '''Words.'''\n    n = 0\n    while n < o.size and s.turns != -1:\n"
        "        for i in range(3):\n            s.hand[n, i] += f(s, i) << 2\n"
        "            buf[i] = s.board[i] % 5\n"
        "        n += 1\n    return n if n > 2 else f(s.board, 1)\n"
    )
    assert check_kernel(load(tmp_path, source).k, SHAPES) == []


LINK_REFUSED = {
    "a global list": ("TABLE = [1, 2]\ndef k(s):\n    return TABLE[s.turns]\n", "TABLE, a list"),
    "a float constant": ("HALF = 0.5\ndef k(s):\n    return HALF\n", "HALF, a float"),
    "a module": ("import math\ndef k(s):\n    return math.sqrt(2)\n", "math, a module"),
    "a class": ("class A:\n    pass\ndef k(s):\n    return A()\n", "A, a type"),
    "an unlisted builtin": ("def k(s):\n    return sum(s.board)\n", "sum, which is a builtin"),
    "eval": ("def k(s):\n    return eval('1')\n", "eval, which is a builtin"),
    "an unknown name": ("def k(s):\n    return nothing\n", "nothing, which is not defined"),
    "recursion": ("def k(s):\n    return k(s)\n", "calls itself"),
    "a closure": (
        "def make(n):\n    def k(s):\n        return n\n    return k\nk = make(3)\n",
        "closes over",
    ),
}


@pytest.mark.parametrize("case", LINK_REFUSED, ids=str)
def test_the_linker_refuses_what_compiled_code_would_freeze(case: str, tmp_path: Path) -> None:
    source, message = LINK_REFUSED[case]
    module = load(tmp_path, source)
    dtype = record_dtype([("turns", "i4", ()), ("board", "i4", (3,))])
    with pytest.raises(DialectError, match=message):
        link([module.k], {}, {"s": dtype}, compiled=False)
