"""Areas filled with lines, dots or other plain patterns, which stay apart in a print that is black only."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from toolkit.drawing import geometry
from toolkit.drawing.model import Group, Item, Path, Segment
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, Key, number

MAX_MARKS = 20_000

Lattice = Callable[[float, float, float], list[Segment]]
"""Draws a pattern about (0, 0) as far as `reach` mm, its parts `gap` mm apart, of marks `wide` mm wide."""


def _range(reach: float, gap: float) -> range:
    most = math.ceil(reach / gap) + 1
    return range(-most, most + 1)


def _lines(reach: float, gap: float, wide: float) -> list[Segment]:
    return [step for i in _range(reach, gap) for step in geometry.line(-reach, i * gap, reach, i * gap)]


def _cross(reach: float, gap: float, wide: float) -> list[Segment]:
    upright = [step for i in _range(reach, gap) for step in geometry.line(i * gap, -reach, i * gap, reach)]
    return _lines(reach, gap, wide) + upright


def _waves(reach: float, gap: float, wide: float) -> list[Segment]:
    half = gap
    steps: list[Segment] = []
    count = math.ceil(reach / half) + 1
    for i in _range(reach, gap):
        y, x = i * gap, -count * half
        steps.append(("M", x, y))
        for k in range(2 * count):
            bow = (-1 if k % 2 else 1) * gap * 0.45
            steps.append(("C", x + half * 0.36, y - bow, x + half * 0.64, y - bow, x + half, y))
            x += half
    return steps


def _zigzag(reach: float, gap: float, wide: float) -> list[Segment]:
    steps: list[Segment] = []
    count = math.ceil(reach / gap) + 1
    for i in _range(reach, gap):
        points = [(k * gap, i * gap + (gap * 0.3 if k % 2 else -gap * 0.3)) for k in range(-count, count + 1)]
        steps.extend(geometry.polygon(points, closed=False))
    return steps


def _bricks(reach: float, gap: float, wide: float) -> list[Segment]:
    steps = _lines(reach, gap, wide)
    for i in _range(reach, gap):
        for k in _range(reach, 2 * gap):
            x = k * 2 * gap + (gap if i % 2 else 0.0)
            steps.extend(geometry.line(x, i * gap, x, (i + 1) * gap))
    return steps


def _dots(reach: float, gap: float, wide: float) -> list[Segment]:
    steps: list[Segment] = []
    rise = gap * math.sqrt(3) / 2
    for i in _range(reach, rise):
        for k in _range(reach, gap):
            steps.extend(geometry.circle(k * gap + (gap / 2 if i % 2 else 0.0), i * rise, wide))
    return steps


def _checks(reach: float, gap: float, wide: float) -> list[Segment]:
    steps: list[Segment] = []
    for i in _range(reach, gap):
        for k in _range(reach, gap):
            if (i + k) % 2 == 0:
                steps.extend(geometry.rectangle(k * gap, i * gap, gap, gap))
    return steps


def _plusses(reach: float, gap: float, wide: float) -> list[Segment]:
    steps: list[Segment] = []
    arm = gap * 0.28
    for i in _range(reach, gap):
        for k in _range(reach, gap):
            x, y = k * gap + (gap / 2 if i % 2 else 0.0), i * gap
            steps.extend((*geometry.line(x - arm, y, x + arm, y), *geometry.line(x, y - arm, x, y + arm)))
    return steps


PATTERNS: dict[str, tuple[Lattice, bool]] = {
    "lines": (_lines, False),
    "cross": (_cross, False),
    "dots": (_dots, True),
    "checks": (_checks, True),
    "bricks": (_bricks, False),
    "waves": (_waves, False),
    "zigzag": (_zigzag, False),
    "plusses": (_plusses, False),
}
"""Name of a pattern -> what draws it, and whether its marks are filled."""


def _hatch(values: Values, stage: Stage) -> Iterable[Item]:
    box = stage.box(values)
    x, y, width, height = stage.spread(*box) if values["bleed"] else box
    if width <= 0 or height <= 0:
        return
    draw, filled = PATTERNS[values["pattern"]]
    gap, wide = values["gap"], values["line"]
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    reach = math.hypot(
        max(abs(x - middle[0]), abs(x + width - middle[0])),
        max(abs(y - middle[1]), abs(y + height - middle[1])),
    )
    if (2 * reach / gap + 3) ** 2 > MAX_MARKS:
        stage.trouble("gap", f"of {gap:g} mm makes too many marks here; make it larger")
        return
    m = geometry.compose(geometry.translate(*middle), geometry.rotate(values["turn"]))
    d = tuple(geometry.transform_path(draw(reach, gap, wide), m))
    if values["shape"] == "circle":
        clip = geometry.circle(*middle, min(width, height) / 2)
    else:
        clip = geometry.rectangle(x, y, width, height, values["radius"])
    if values["ground"]:
        yield Path(clip, fill=values["ground"])
    if filled:
        marks = Path(d, fill=values["colour"])
    else:
        marks = Path(d, stroke=values["colour"], width=wide, join="round")
    yield Group((marks,), clip=Path(clip))


ELEMENTS = (
    Element(
        "hatch",
        "an area filled with a plain pattern, which can be told from others in a print without colours",
        {
            "pattern": Key("choice", "lines", "the pattern", choices=tuple(PATTERNS)),
            **BOX,
            "shape": Key("choice", "rectangle", "outline of the area", choices=("rectangle", "circle")),
            "radius": number(0, "radius of a rectangle's corners", least=0),
            "gap": number(2, "from one mark to the next", least=0.1, most=200),
            "line": number(0.3, "width of the lines; radius of the dots", least=0.02, most=50),
            "turn": number(0, "turned clockwise, degrees; lines are level at 0", least=-360, most=360),
            "colour": Key("colour", "#000000", "colour of the marks"),
            "ground": Key("colour", None, "colour behind them; none if not given"),
            "bleed": Key("flag", False, "carry what lies on the face's edge on to the bleed"),
        },
        _hatch,
        example='pattern = "waves"\nx = 5\ny = 5\nwidth = 20\nheight = 12\ngap = 2.5\nline = 0.4',
    ),
)
