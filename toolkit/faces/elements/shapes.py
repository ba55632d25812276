"""Rectangle, circle, polygon, star, line and path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolkit.drawing import geometry
from toolkit.drawing.model import Item, Path, Segment
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, FILL, LINES, Key, number


def _outline(d: tuple[Segment, ...], values: Values, fill: bool = True) -> Path:
    return Path(
        d,
        fill=values["fill"] if fill else None,
        stroke=values["stroke"] if values["stroke_width"] > 0 else None,
        width=values["stroke_width"],
        dash=values["dash"],
        cap=values["cap"],
        join=values["join"],
        opacity=values["opacity"],
        rule=values.get("rule", "nonzero"),
    )


def _rectangle(values: Values, stage: Stage) -> Iterable[Item]:
    box = stage.box(values)
    if values["bleed"]:
        box = stage.spread(*box)
    yield _outline(geometry.rectangle(*box, values["radius"]), values)


def _circle(values: Values, stage: Stage) -> Iterable[Item]:
    x = stage.width / 2 if values["x"] is None else values["x"]
    y = stage.height / 2 if values["y"] is None else values["y"]
    radius = values["radius"]
    if values["bleed"] and radius >= min(stage.width, stage.height) / 2 - 1e-6:
        radius += stage.bleed
    yield _outline(geometry.circle(x, y, radius), values)


def _polygon(values: Values, stage: Stage) -> Iterable[Item]:
    yield _outline(geometry.polygon(values["points"]), values)


def _star(values: Values, stage: Stage) -> Iterable[Item]:
    inner = values["radius"] * values["depth"]
    d = geometry.star(values["x"], values["y"], values["radius"], inner, values["corners"], values["turn"])
    yield _outline(d, values)


def _line(values: Values, stage: Stage) -> Iterable[Item]:
    d = geometry.polygon(values["points"], closed=False)
    yield _outline(geometry.smooth(values["points"]) if values["smooth"] else d, values, fill=False)


def _path(values: Values, stage: Stage) -> Iterable[Item]:
    try:
        d = geometry.parse_path(values["d"])
    except ValueError as error:
        stage.trouble("d", str(error))
        return
    if len(d) > MAX_COMMANDS:
        stage.trouble(
            "d", f"has {len(d):,} steps; at most {MAX_COMMANDS:,} are drawn, so simplify the outline"
        )
        return
    m = geometry.compose(
        geometry.translate(values["x"], values["y"]),
        geometry.rotate(values["turn"]),
        geometry.scale(values["scale"]),
    )
    yield _outline(geometry.transform_path(d, m), values)


MAX_COMMANDS = 5000
"""Steps of one path (an arc counts as several): more would be slow to draw on every piece."""

_BLEED = Key("flag", False, "carry what lies on the face's edge on to the bleed")
_RULE = Key(
    "choice",
    "nonzero",
    "what counts as inside where an outline crosses itself",
    choices=("nonzero", "evenodd"),
)


def _keys(*groups: dict[str, Key], **more: Key) -> dict[str, Key]:
    result: dict[str, Any] = {}
    for group in (*groups, more):
        result.update(group)
    return result


ELEMENTS = (
    Element(
        "rectangle",
        "a rectangle, with round corners if wanted",
        _keys(BOX, FILL, LINES, radius=number(0, "radius of the corners", least=0), bleed=_BLEED),
        _rectangle,
        example='x = 5\ny = 5\nwidth = 40\nheight = 12\nradius = 2\nfill = "#f4ecd8"\n'
        'stroke = "{{ colour }}"\nstroke_width = 0.5',
    ),
    Element(
        "circle",
        "a circle",
        _keys(
            FILL,
            LINES,
            x=number(None, "centre; the face's if not given"),
            y=number(None, "centre; the face's if not given"),
            radius=Key("number", None, "radius", required=True, least=0),
            bleed=_BLEED,
        ),
        _circle,
        example='x = 12\ny = 12\nradius = 7\nfill = "{{ colour }}"',
    ),
    Element(
        "polygon",
        "straight lines from point to point, closed",
        _keys(FILL, LINES, points=Key("points", None, "corners, [[x, y], …]", required=True), rule=_RULE),
        _polygon,
        example='points = [[25, 5], [45, 30], [5, 30]]\nfill = "{{ colour }}"',
    ),
    Element(
        "star",
        "a star",
        _keys(
            FILL,
            LINES,
            x=number(0, "centre"),
            y=number(0, "centre"),
            radius=Key("number", None, "from the centre to a point", required=True, least=0),
            corners=Key("whole", 5, "points", least=2, most=100),
            depth=number(0.4, "inner radius as a share of the outer", least=0, most=1),
            turn=number(0, "turned clockwise, degrees", least=-360, most=360),
        ),
        _star,
        example='x = 20\ny = 20\nradius = 10\ncorners = 6\nfill = "#c9962b"',
    ),
    Element(
        "line",
        "a line from point to point",
        _keys(
            LINES,
            points=Key("points", None, "points, [[x, y], …]", required=True),
            smooth=Key("flag", False, "a smooth curve through the points"),
        ),
        _line,
        example='points = [[5, 20], [15, 12], [30, 24], [45, 16]]\nsmooth = true\nstroke = "#1f4b48"\n'
        'stroke_width = 1\ncap = "round"',
    ),
    Element(
        "path",
        "any outline, as an SVG path (M L H V C S Q T A Z)",
        _keys(
            FILL,
            LINES,
            d=Key("text", None, "the outline", required=True),
            x=number(0, "moved right"),
            y=number(0, "moved down"),
            scale=number(1, "made larger", least=0.0001, most=1000),
            turn=number(0, "turned clockwise about its origin, degrees", least=-360, most=360),
            rule=_RULE,
        ),
        _path,
        example='d = "M 0 -8 C 6 -8 9 -3 0 8 C -9 -3 -6 -8 0 -8 Z"\nx = 20\ny = 20\nscale = 1.5\n'
        'fill = "#b3261e"',
    ),
)
