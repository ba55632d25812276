"""Every requirement on a print has its row in `coverage.md`, and every test that a row names exists."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from coverage_table import faults, rows

HERE = Path(__file__).parent
PARTS = ("press", "cli", "faces", "drawing", "components", "benchmarks")
HEADINGS = [
    "Sizes",
    "Bleed and safe area",
    "Shops",
    "At home",
    "Backs",
    "Cutters",
    "Tabletop Simulator",
    "Boards",
    "Complaints: tables",
    "Complaints: text",
    "Complaints: size",
    "Complaints: both sides",
    "Complaints: cutters",
    "Speed",
    "Sheets",
]


def test_every_requirement_is_held_by_a_test_that_exists() -> None:
    files = [path for part in PARTS for path in (HERE.parent / part).glob("test_*.py")]
    assert faults(HERE / "coverage.md", files) == []


def test_no_part_is_missing() -> None:
    found = rows(HERE / "coverage.md")
    assert list(found) == HEADINGS and all(found.values())


def test_a_row_that_names_no_test_or_says_nothing_is_a_fault(tmp_path: Path) -> None:
    table = tmp_path / "coverage.md"
    table.write_text(
        "## A\n\n| # | x | y |\n|---|---|---|\n"
        "| 1 | right | test_that_is_there |\n| 2 | wrong | test_that_is_not |\n| 4 | skipped | n/a: no |\n"
        "| 4 |  | test_that_is_there |\n| 5 | half |\n",
        encoding="utf-8",
    )
    (tmp_path / "test_a.py").write_text("def test_that_is_there() -> None: ...\n", encoding="utf-8")
    found = faults(table, [tmp_path / "test_a.py"])
    assert [fault.split(":")[0] for fault in found] == ["A 2", "A", "A", "A"]
    assert found[0] == "A 2: there is no test_that_is_not"
