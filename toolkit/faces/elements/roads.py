"""A road, river or pipe from edge to edge: an end, a straight piece, a corner, a T or a cross."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toolkit.drawing import geometry
from toolkit.drawing.geometry import KAPPA, Point
from toolkit.drawing.model import Item, Join, Path, Segment
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, Key
from toolkit.faces.values import ValueFault

SIDES = {"n": (0.0, -1.0), "e": (1.0, 0.0), "s": (0.0, 1.0), "w": (-1.0, 0.0)}
"""Letters of the sides, clockwise from the top, and where they lead."""

_HAIRPIN = 0.005
"""Half the distance of a line's ways to its end and back, mm: its turn makes a round end."""

_WORDS = {
    "top": "n",
    "right": "e",
    "bottom": "s",
    "left": "w",
    "north": "n",
    "east": "e",
    "south": "s",
    "west": "w",
}
_SHAPES = {"": "", "end": "s", "straight": "ns", "corner": "ne", "t": "nes", "cross": "nesw"}


def read_sides(text: str) -> str:
    """The sides that a road leads to, as letters of `nesw`; ValueFault says how they are written.

    They are written as letters (`nes`), as words (`top right`), or as a shape (`t`, and `t 90` for turned).
    """
    words = text.lower().replace(",", " ").replace("+", " ").split()
    if words and words[0] in _SHAPES and len(words) <= 2:
        turn = words[1] if len(words) == 2 else "0"
        if turn not in ("0", "90", "180", "270"):
            raise ValueFault(f"turns by {turn!r}; a shape is turned by 0, 90, 180 or 270")
        sides = [("nesw".index(side) + int(turn) // 90) % 4 for side in _SHAPES[words[0]]]
        return "".join("nesw"[side] for side in sorted(sides))
    letters = "".join(_WORDS.get(word, word) for word in words)
    wrong = [letter for letter in letters if letter not in SIDES]
    if wrong or len(set(letters)) < len(letters):
        raise ValueFault(
            f"is {text!r}; write the sides that are joined (n e s w, such as ns or nes), "
            "or a shape: end, straight, corner, t, cross, turned as in corner 90"
        )
    return "".join(side for side in "nesw" if side in letters)


def routes(
    sides: str, x: float, y: float, width: float, height: float, more: float, sharp: bool
) -> list[tuple[Segment, ...]]:
    """The middle lines of a road that leads to these sides of a box, and on over its edges by `more` mm."""
    middle = (x + width / 2, y + height / 2)

    def gate(side: str, out: float = 0.0) -> Point:
        dx, dy = SIDES[side]
        return middle[0] + dx * (width / 2 + out), middle[1] + dy * (height / 2 + out)

    def run(one: str, other: str) -> tuple[Segment, ...]:
        return geometry.line(*gate(one, more), *gate(other, more))

    if len(sides) == 2 and sides not in ("ns", "ew"):
        a, b = gate(sides[0]), gate(sides[1])
        if sharp:
            return [geometry.polygon([gate(sides[0], more), middle, gate(sides[1], more)], closed=False)]
        bent = tuple((p[0] + (middle[0] - p[0]) * KAPPA, p[1] + (middle[1] - p[1]) * KAPPA) for p in (a, b))
        ends: tuple[Segment, ...] = (("M", *gate(sides[0], more)), ("L", *a))
        return [(*ends, ("C", *bent[0], *bent[1], *b), ("L", *gate(sides[1], more)))]
    if len(sides) == 1:
        (x1, y1), (x2, y2) = gate(sides, more), middle
        dx, dy = (_HAIRPIN * part for part in SIDES[sides])
        return [
            geometry.polygon(
                [(x1 - dy, y1 + dx), (x2 - dy, y2 + dx), (x2 + dy, y2 - dx), (x1 + dy, y1 - dx)], closed=False
            )
        ]
    # Lines of one path that lie over each other show no seam; lines that only meet would.
    through = [pair for pair in ("ns", "ew") if set(pair) <= set(sides)]
    arms = [side for side in sides if not any(side in pair for pair in through)]
    return [
        *(run(*pair) for pair in through),
        *(geometry.line(*gate(side, more), *middle) for side in arms),
    ]


def _roads(values: Values, stage: Stage) -> Iterable[Item]:
    x, y, width, height = stage.box(values)
    try:
        sides = read_sides(values["sides"])
    except ValueFault as error:
        stage.trouble("sides", str(error))
        return
    if not sides:
        return
    whole = (x, y, width, height) == (0, 0, stage.width, stage.height)
    more = stage.bleed if whole else 0.0
    lines = routes(sides, x, y, width, height, more, values["bend"] == "sharp")
    d: tuple[Any, ...] = tuple(step for line in lines for step in line)
    join = "round" if values["bend"] == "round" or len(sides) == 1 else "miter"
    for stroke in values["strokes"]:
        dashed = d[: len(d) // 2] if stroke.dash and len(sides) == 1 else d  # one way of the hairpin
        yield Path(dashed, stroke=stroke.colour, width=stroke.width, dash=stroke.dash, join=join)
    if whole:
        strokes = tuple((s.colour, s.width) for s in values["strokes"] if not s.dash)
        for side in sides:
            dx, dy = SIDES[side]
            place = (stage.width / 2 * (1 + dx), stage.height / 2 * (1 + dy))
            stage.joins.append(Join(*place, dx, dy, strokes))


ELEMENTS = (
    Element(
        "road",
        "a road, river or pipe to the middles of the edges: an end, straight, a corner, a T or a cross",
        {
            "sides": Key(
                "text",
                None,
                "the sides it leads to (n e s w), or a shape: end, straight, corner, t, cross, "
                "turned as in t 90; empty for none",
                required=True,
            ),
            **BOX,
            "bend": Key("choice", "round", "how corners run", choices=("round", "sharp")),
            "strokes": Key("strokes", (), "its lines, from the lowest up", required=True),
        },
        _roads,
        example='sides = "{{ road }}"\nstrokes = [\n  { width = 10, colour = "#3a3a3a" },\n'
        '  { width = 8, colour = "#d8c9a0" },\n]',
    ),
)
