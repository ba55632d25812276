"""Connector paths between numbered ports, drawn as ribbons that pass over and under each other."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.drawing.geometry import Cubic, cubic_path, transform_path, translate
from toolkit.drawing.model import Item, Join, Path, Segment
from toolkit.faces import links as connect
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, PAINT, Key


def _paints(text: str, stage: Stage) -> dict[connect.Pair, str]:
    """Colours of painted links, from `05:#cc0000 27:#0000cc`; both directions of a link are the same."""
    result: dict[connect.Pair, str] = {}
    for word in text.split():
        pair, _, colour = word.rpartition(":")
        try:
            a, b = connect.parse_links(pair, 25)[0]
        except (ValueError, IndexError):
            stage.trouble("paint", f"{word!r} is no painted link; write link:colour, such as 05:#cc0000")
            continue
        result[(min(a, b), max(a, b))] = stage.colours.get(colour, colour)
    return result


def _with_ends(
    curve: Cubic, link: connect.Pair, per_side: int, width: float, height: float, more: float
) -> tuple[Segment, ...]:
    """A link's curve, led straight on over both edges by `more` mm."""
    a, b = (connect.port(end, per_side, width, height) for end in link)
    steps: tuple[Segment, ...] = cubic_path([curve])
    if more <= 0:
        return steps
    first: tuple[Segment, ...] = (("M", a.x + a.out_x * more, a.y + a.out_y * more), ("L", a.x, a.y))
    return (*first, *steps[1:], ("L", b.x + b.out_x * more, b.y + b.out_y * more))


def _links(values: Values, stage: Stage) -> Iterable[Item]:
    x, y, width, height = stage.box(values)
    per_side = values["per_side"]
    try:
        pairs = connect.parse_links(values["links"], per_side)
    except ValueError as error:
        stage.trouble("links", str(error))
        return
    paints = _paints(values["paint"], stage)
    whole = (x, y, width, height) == (0, 0, stage.width, stage.height)
    widest = max((s.width for s in values["strokes"]), default=1.0)
    curves = connect.arrange(pairs, per_side, width, height, widest)

    def draw(number: int, start: float = 0.0, end: float = 1.0) -> Iterable[Item]:
        pair = pairs[number]
        paint = paints.get((min(pair), max(pair)))
        strokes = values["strokes"] + (values["painted"] if paint else ())
        for level, stroke in enumerate(strokes):
            if (start, end) == (0.0, 1.0):
                d = _with_ends(curves[number], pair, per_side, width, height, stage.bleed if whole else 0.0)
            else:
                # Each line of a piece reaches a little further than the one below, or its end would show as
                # a hair.
                more = 0.006 * level
                d = cubic_path([connect.part(curves[number], max(0.0, start - more), min(1.0, end + more))])
            if x or y:
                d = transform_path(d, translate(x, y))
            colour = (paint or "#000000") if stroke.colour == PAINT else stroke.colour
            yield Path(d, stroke=colour, width=stroke.width, dash=stroke.dash, join="round")

    for number in range(len(pairs)):
        yield from draw(number)
    if values["weave"] and values["strokes"]:
        for patch in connect.weave(curves, widest):
            yield from draw(patch.link, patch.start, patch.end)
    if whole and not paints:
        strokes = tuple((s.colour, s.width) for s in values["strokes"] if not s.dash and s.colour != PAINT)
        for pair in pairs:
            for p in (connect.port(end, per_side, width, height) for end in pair):
                stage.joins.append(Join(p.x, p.y, p.out_x, p.out_y, strokes))


ELEMENTS = (
    Element(
        "links",
        "paths between numbered ports on the edges; ports are numbered clockwise from the upper left corner",
        {
            "links": Key("text", None, "pairs of ports, such as 01 23 45 67", required=True),
            **BOX,
            "per_side": Key("whole", 2, "ports on each side", least=1, most=25),
            "strokes": Key("strokes", (), "the lines of a path, from the lowest up", required=True),
            "weave": Key("flag", True, "pass over and under by turns where paths cross"),
            "paint": Key("text", "", "links to paint, such as 05:#cc0000 27:#0000cc"),
            "painted": Key(
                "strokes", (), f"lines drawn over a painted link; the colour {PAINT!r} is the paint's"
            ),
        },
        _links,
        example='links = "{{ links }}"\n'
        'strokes = [{ width = 5, colour = "#3a3a3a" }, { width = 4, colour = "#d8c9a0" }]',
    ),
)
