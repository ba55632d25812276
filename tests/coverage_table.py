"""Tables that say which test holds which sentence of a source: `coverage.md` beside the tests of a part.

Each heading has numbered rows: a paraphrase, and the names of the tests that hold it, with commas between
them, or `n/a: ` and why there is nothing to test.
"""

import ast
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path


def rows(table: Path) -> dict[str, list[list[str]]]:
    """heading -> its rows as [number, paraphrase, tests]."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
            assert heading not in found
            found[heading] = []
        elif re.match(r"\| *\d", line):
            found[heading].append([cell.strip() for cell in line.strip("| ").split(" | ")])
    return found


@lru_cache
def tests_of(path: Path) -> frozenset[str]:
    """The names of all tests in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def faults(table: Path, files: Iterable[Path]) -> list[str]:
    """Every row that is out of order, says nothing, or names a test that is in none of these files."""
    known = {name for path in files for name in tests_of(path)}
    wrong = []
    for heading, listed in rows(table).items():
        for place, row in enumerate(listed, 1):
            if len(row) != 3 or row[0] != str(place) or not row[1]:
                wrong.append(f"{heading}: row {place} is not '| {place} | paraphrase | tests |': {row}")
            elif not row[2].startswith("n/a: "):
                names = row[2].split(", ")
                wrong += [f"{heading} {place}: there is no {name}" for name in names if name not in known]
    return wrong
