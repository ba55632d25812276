"""A board's grid with its coordinates, and the numbered marks around it."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from toolkit.drawing import geometry
from toolkit.drawing.fonts import FontNotFound, MissingGlyphs
from toolkit.drawing.model import Item, Path, Segment
from toolkit.drawing.text import Style, shape
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, LINES, Key, number
from toolkit.faces.letters import FONT_KEYS, style_of
from toolkit.faces.links import port

MOST = 60


def _steps(values: Values) -> tuple[int, int]:
    return values["columns"], values["rows"]


def _grid(values: Values, stage: Stage) -> Iterable[Item]:
    x, y, width, height = stage.box(values)
    columns, rows = _steps(values)
    lines: list[Segment] = []
    for i in range(0 if values["frame"] else 1, columns + (1 if values["frame"] else 0)):
        at = x + width * i / columns
        lines.extend(geometry.line(at, y, at, y + height))
    for i in range(0 if values["frame"] else 1, rows + (1 if values["frame"] else 0)):
        at = y + height * i / rows
        lines.extend(geometry.line(x, at, x + width, at))
    if values["stroke"] and lines:
        yield Path(
            tuple(lines),
            stroke=values["stroke"],
            width=values["stroke_width"],
            dash=values["dash"],
            cap=values["cap"],
            opacity=values["opacity"],
        )
    if values["labels"]:
        yield from _labels(values, stage, x, y, width, height)


def _labels(values: Values, stage: Stage, x: float, y: float, width: float, height: float) -> Iterable[Item]:
    columns, rows = _steps(values)
    try:
        style = style_of(values, stage)
        cap = style.size * style.font.cap_height
        gap = values["gap"]
        for side in values["sides"]:
            if side in ("top", "bottom"):
                base = y - gap if side == "top" else y + height + gap + cap
                for i in range(columns):
                    yield shape(column_name(i), style, x + width * (i + 0.5) / columns, base, "middle")
            else:
                at = x - gap if side == "left" else x + width + gap
                for i in range(rows):
                    middle = y + height * (i + 0.5) / rows + cap / 2
                    yield shape(str(rows - i), style, at, middle, "end" if side == "left" else "start")
    except FontNotFound as error:
        stage.trouble("font", str(error))
    except MissingGlyphs as error:
        stage.trouble("labels", str(error))


def column_name(index: int) -> str:
    """The letters of a column, from 0: a to z, then aa, ab, …"""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = ascii_lowercase[letter] + name
    return name


def _marks(values: Values, stage: Stage) -> Iterable[Item]:
    x, y, width, height = stage.box(values)
    columns, rows = _steps(values)
    places = mark_places(x, y, width, height, columns, rows, values["per_side"], values["inset"])
    near, far = values["start"], values["start"] + values["length"]
    for stroke in values["strokes"]:
        d: list[Segment] = []
        for px, py, ox, oy in places:
            d.extend(geometry.line(px + ox * near, py + oy * near, px + ox * far, py + oy * far))
        yield Path(tuple(d), stroke=stroke.colour, width=stroke.width, dash=stroke.dash, cap=values["cap"])
    if not values["numbers"]:
        return
    try:
        style: Style = style_of(values, stage)
        cap = style.size * style.font.cap_height
        for count, (px, py, ox, oy) in enumerate(places, 1):
            line = shape(str(count), style)
            # The number's middle lies on the mark's line; sideways its width decides how far out that is.
            reach = far + values["gap"] + (cap / 2 if oy else line.width / 2)
            yield shape(str(count), style, px + ox * reach, py + oy * reach + cap / 2, "middle")
    except FontNotFound as error:
        stage.trouble("font", str(error))


def mark_places(
    x: float, y: float, width: float, height: float, columns: int, rows: int, per_side: int, inset: float
) -> list[tuple[float, float, float, float]]:
    """Places of the marks around a grid, clockwise from the upper left corner: x, y and the direction out.

    They lie on the grid's edge, where the ports of faces are that are laid in the middle of the squares,
    `inset` mm smaller than a square on each side.
    """
    w, h = width / columns - 2 * inset, height / rows - 2 * inset
    result: list[tuple[float, float, float, float]] = []
    for side in range(4):
        for k in range(columns if side % 2 == 0 else rows):
            column = (k, columns - 1, columns - 1 - k, 0)[side]
            row = (0, k, rows - 1, rows - 1 - k)[side]
            for i in range(per_side):
                p = port(side * per_side + i, per_side, w, h)
                px = x + width * column / columns + inset + p.x + p.out_x * inset
                py = y + height * row / rows + inset + p.y + p.out_y * inset
                result.append((px, py, p.out_x, p.out_y))
    return result


_COUNTS = {
    "columns": Key("whole", None, "squares from left to right", required=True, least=1, most=MOST),
    "rows": Key("whole", None, "squares from top to bottom", required=True, least=1, most=MOST),
}

ELEMENTS = (
    Element(
        "grid",
        "a grid of squares, with coordinates (a, b, … from the left; 1, 2, … from the bottom) if wanted",
        {
            **BOX,
            **_COUNTS,
            **LINES,
            "frame": Key("flag", True, "draw the outer edges too"),
            "labels": Key("flag", False, "write the coordinates"),
            "sides": Key(
                "names", ("bottom", "left"), "where they go", choices=("top", "bottom", "left", "right")
            ),
            "gap": number(2, "from the grid to its coordinates"),
            **FONT_KEYS,
        },
        _grid,
        example='x = 8\ny = 5\nwidth = 36\nheight = 36\ncolumns = 6\nrows = 6\nstroke = "#1f4b48"\n'
        "labels = true",
    ),
    Element(
        "marks",
        "short numbered marks around a grid, where the ports of faces on its outer squares are",
        {
            **BOX,
            **_COUNTS,
            "per_side": Key("whole", 2, "marks on each outer side of a square", least=1, most=25),
            "inset": number(0, "how much smaller a face is than its square, on each side"),
            "start": number(0, "from the grid's edge to the mark"),
            "length": number(6, "length of a mark", least=0),
            "strokes": Key("strokes", (), "the lines of a mark, from the lowest up", required=True),
            "cap": LINES["cap"],
            "numbers": Key("flag", True, "number them, clockwise from the upper left corner"),
            "gap": number(1.5, "from the mark to its number"),
            **FONT_KEYS,
        },
        _marks,
        example="x = 10\ny = 10\nwidth = 30\nheight = 30\ncolumns = 3\nrows = 3\nlength = 4\nsize = 7\n"
        'strokes = [{ width = 1, colour = "#1f4b48" }]',
    ),
)
