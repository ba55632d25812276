"""The board of triangles: how many lines it has, where they end, and the names in their triangles."""

from math import sqrt
from pathlib import Path

import pytest

from toolkit.drawing.model import Path as Shape
from toolkit.drawing.model import TextLine, walk
from toolkit.faces import face, load_template

BOARD = """
size = [100, 90]
[[layers]]
type = "triangles"
width = 100
rows = 4
labels = true
size = 2
stroke = "#000000"
"""


def board(folder: Path, text: str = BOARD) -> list[Shape | TextLine]:
    path = folder / "board.toml"
    path.write_text(text, encoding="utf-8")
    template = load_template(path)
    assert template.faults == []
    drawn = face(template, {})
    return [item for item in walk(drawn) if isinstance(item, Shape | TextLine)]


def test_every_small_triangle_has_its_name_inside_it(tmp_path: Path) -> None:
    """Row r has 2r - 1 triangles; the names of a row stand from left to right, and row below row."""
    names = [item for item in board(tmp_path) if isinstance(item, TextLine)]
    assert [item.text for item in names] == [f"{r}-{p}" for r in range(1, 5) for p in range(1, 2 * r)]
    heights = {}
    for item in names:
        row, place = map(int, item.text.split("-"))
        middle = item.x + item.width / 2
        assert middle == pytest.approx(50 + 25 * (place - row) / 2, abs=0.01)
        heights[row, place % 2] = item.y
    assert all(heights[row, 1] < 25 * sqrt(3) / 2 * row < heights[row + 1, 1] for row in range(1, 4))


def test_lines_part_rows_in_three_directions(tmp_path: Path) -> None:
    """Three inner lines in each of three directions and the frame; all within the big triangle."""
    (lines,) = [item for item in board(tmp_path) if isinstance(item, Shape)]
    points = [(step[1], step[2]) for step in lines.d if step[0] in "ML"]
    starts = [step for step in lines.d if step[0] == "M"]
    assert len(starts) == 3 * 3 + 1
    low = 50 * sqrt(3)
    for x, y in points:
        assert -1e-6 <= y <= low + 1e-6
        assert abs(x - 50) <= y / sqrt(3) + 1e-6


def test_without_a_frame_only_the_inner_lines_are_drawn(tmp_path: Path) -> None:
    (lines,) = [i for i in board(tmp_path, BOARD + "frame = false\n") if isinstance(i, Shape)]
    assert len([step for step in lines.d if step[0] == "M"]) == 9
