"""Every ruling of every bundled game is an option with a test for each choice, or is held by a named test.

A game's list is `tests/games/<game>/rulings.toml`:

    ids = { prefix = "T", last = 29 }       # T1 to T29, each of which has its section

    [T5]
    option = "suicide_scope"                # as `game.toml` names it, with this ruling id
    choices.hand = "test_rules.py::test_suicide_scope"     # one test for each choice; of a range, for the
    choices.tile = "test_rules.py::test_suicide_scope"     # lowest, the default and the highest at least
    tests = ["test_rules.py::test_no_player_may_leave_willingly"]      # more tests; needed without an option

A game that has rules and no list fails. Files are named from the folder of the list.
"""

import ast
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from toolkit.components.folder import OptionSpec, load_folder
from toolkit.components.home import bundled_games

HERE = Path(__file__).parent
LIST = "rulings.toml"


def games() -> list[str]:
    """The bundled games that have rules."""
    return sorted(name for name, folder in bundled_games().items() if load_folder(folder).rules)


def read_list(game: str) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """The ids that a game's list has to have, and its sections."""
    listed = tomllib.loads((HERE / game / LIST).read_text(encoding="utf-8"))
    ids = listed.pop("ids")
    return [f"{ids['prefix']}{number}" for number in range(1, ids["last"] + 1)], listed


@lru_cache
def functions(path: Path) -> dict[str, str]:
    """The test functions of a file, with their text (decorators included)."""
    text = path.read_text(encoding="utf-8")
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name] = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    return found


def source_of(game: str, test: str) -> str:
    """The text of a named test; empty when there is no such test."""
    file, _, name = test.partition("::")
    path = HERE / game / file
    return functions(path).get(name, "") if path.is_file() else ""


def choices(spec: OptionSpec) -> set[str]:
    """The choices of an option that must have a test."""
    if spec.values:
        return {str(value) for value in spec.values}
    return {str(value) for value in (spec.min, spec.default, spec.max) if value is not None}


@pytest.mark.parametrize("game", games())
def test_every_ruling_has_a_section(game: str) -> None:
    ids, sections = read_list(game)
    assert list(sections) == ids


@pytest.mark.parametrize("game", games())
def test_every_ruling_is_an_option_or_held_by_tests(game: str) -> None:
    _, sections = read_list(game)
    faults = []
    for ruling, section in sections.items():
        unknown = set(section) - {"option", "choices", "tests"}
        if unknown:
            faults.append(f"{ruling}: unknown {sorted(unknown)}")
        if not section.get("tests") and not section.get("option"):
            faults.append(f"{ruling}: neither an option nor a test")
        faults += [f"{ruling}: there is no {t}" for t in section.get("tests", []) if not source_of(game, t)]
    assert faults == []


@pytest.mark.parametrize("game", games())
def test_every_choice_of_an_option_has_a_test(game: str) -> None:
    """Options and rulings name each other, and the test of a choice has the choice in its text."""
    _, sections = read_list(game)
    specs = load_folder(bundled_games()[game]).options
    faults = []
    for name, spec in specs.items():
        if spec.ruling in sections and sections[spec.ruling].get("option") != name:
            faults.append(f"{spec.ruling}: option {name} is not in the list")
    for ruling, section in sections.items():
        name = section.get("option")
        if name is None:
            continue
        if name not in specs or specs[name].ruling != ruling:
            faults.append(f"{ruling}: game.toml has no option {name} with this ruling")
            continue
        tests = section.get("choices", {})
        for choice in sorted(choices(specs[name]) - set(tests)):
            faults.append(f"{ruling}: no test for {name} = {choice}")
        for choice, test in tests.items():
            text = source_of(game, test)
            if name not in text or choice not in text:
                faults.append(f"{ruling}: {test} does not test {name} = {choice}, or is not there")
    assert faults == []
