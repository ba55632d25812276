"""A board of triangles: a large triangle divided into rows of small ones, with their names."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from toolkit.drawing import geometry
from toolkit.drawing.fonts import FontNotFound, MissingGlyphs
from toolkit.drawing.model import Item, Path, Segment
from toolkit.drawing.text import shape
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import FILL, LINES, Key, number
from toolkit.faces.letters import FONT_KEYS, style_of

MOST = 40
RISE = sqrt(3) / 2
"""How high a triangle with sides of 1 is."""


def corner(x: float, y: float, side: float, rows: int, line: int, index: float) -> geometry.Point:
    """A corner of the small triangles: `line` from the top, `index` from the left, both from 0."""
    return x + side * ((rows - line) / 2 + index), y + side * RISE * line


def _triangles(values: Values, stage: Stage) -> Iterable[Item]:
    x, y, width, rows = values["x"], values["y"], values["width"], values["rows"]
    width = stage.width - x if width is None else width
    side = width / rows

    def at(line: int, index: float) -> geometry.Point:
        return corner(x, y, side, rows, line, index)

    outline = geometry.polygon([at(0, 0), at(rows, rows), at(rows, 0)])
    if values["fill"]:
        yield Path(outline, fill=values["fill"], opacity=values["opacity"])
    lines: list[Segment] = []
    for i in range(1, rows):
        for one, other in ((at(i, 0), at(i, i)), (at(i, i), at(rows, i)), (at(i, 0), at(rows, rows - i))):
            lines.extend(geometry.line(*one, *other))
    if values["frame"]:
        lines.extend(outline)
    if values["stroke"] and lines:
        yield Path(
            tuple(lines),
            stroke=values["stroke"],
            width=values["stroke_width"],
            dash=values["dash"],
            cap=values["cap"],
            join=values["join"],
            opacity=values["opacity"],
        )
    if not values["labels"]:
        return
    try:
        style = style_of(values, stage)
        cap = style.size * style.font.cap_height
        for row in range(1, rows + 1):
            for place in range(1, 2 * row):
                upright = place % 2 == 1
                middle, base = at(row if upright else row - 1, place // 2 + (0.5 if upright else -0.5))
                base += -values["gap"] if upright else values["gap"] + cap
                yield shape(f"{row}-{place}", style, middle, base, "middle")
    except FontNotFound as error:
        stage.trouble("font", str(error))
    except MissingGlyphs as error:
        stage.trouble("labels", str(error))


ELEMENTS = (
    Element(
        "triangles",
        "a triangle divided into rows of small triangles, named by row from the top and place from the left",
        {
            "x": number(0, "left corner, from the face's left edge"),
            "y": number(0, "top corner, from the face's upper edge"),
            "width": number(
                None, "length of its sides; as far as the face's right edge if not given", least=0
            ),
            "rows": Key("whole", None, "rows of small triangles", required=True, least=1, most=MOST),
            **FILL,
            **LINES,
            "frame": Key("flag", True, "draw the outer edges too"),
            "labels": Key("flag", False, "write the name of every small triangle along its level side"),
            "gap": number(1, "from the level side of a small triangle to its name"),
            **FONT_KEYS,
        },
        _triangles,
        example='x = 5\ny = 5\nwidth = 40\nrows = 4\nfill = "#f4ecd8"\nstroke = "#1f4b48"',
    ),
)
