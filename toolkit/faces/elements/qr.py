"""A QR code, drawn as one outline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from toolkit.drawing import geometry
from toolkit.drawing.colours import lightness
from toolkit.drawing.model import Item, Path, Segment
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import Key, number

LEVELS = {"low": "l", "medium": "m", "quartile": "q", "high": "h"}
QUIET = 4
"""Empty modules that a reader wants around the code."""

LEAST_CONTRAST = 50
"""How much darker than their ground modules are at least, in lightness (0 to 100)."""

LEAST_MODULE = 0.3
"""A module smaller than this (mm) is hard to read for a telephone."""

Corner = tuple[int, int]


@lru_cache(maxsize=500)
def modules(text: str, level: str) -> tuple[tuple[bool, ...], ...]:
    """The rows of a code's modules, True for dark; ValueError for a text that is too long."""
    import segno

    try:
        code = segno.make_qr(text, error=LEVELS[level], boost_error=False)
    except segno.DataOverflowError:
        raise ValueError(
            f"has {len(text):,} characters, more than a QR code holds at level {level}; shorten it"
        ) from None
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


@lru_cache(maxsize=500)
def outline(rows: tuple[tuple[bool, ...], ...]) -> tuple[Segment, ...]:
    """The outline of all dark modules, each one unit wide: closed loops, dark on their right-hand side.

    One outline has no hairlines between modules, which squares beside each other have.
    """
    high, wide = len(rows), len(rows[0])

    def dark(x: int, y: int) -> bool:
        return 0 <= x < wide and 0 <= y < high and rows[y][x]

    edges: dict[Corner, list[Corner]] = {}
    for y in range(high):
        for x in range(wide):
            if not rows[y][x]:
                continue
            if not dark(x, y - 1):
                edges.setdefault((x, y), []).append((x + 1, y))
            if not dark(x + 1, y):
                edges.setdefault((x + 1, y), []).append((x + 1, y + 1))
            if not dark(x, y + 1):
                edges.setdefault((x + 1, y + 1), []).append((x, y + 1))
            if not dark(x - 1, y):
                edges.setdefault((x, y + 1), []).append((x, y))
    steps: list[Segment] = []
    while edges:
        start = next(iter(edges))
        loop = [start]
        before: Corner | None = None
        while True:
            here = loop[-1]
            there = _turn(before, here, edges[here])
            edges[here].remove(there)
            if not edges[here]:
                del edges[here]
            if there == start and there not in edges:
                break
            if there == start:
                break
            loop.append(there)
            before = here
        steps.extend(_loop(loop))
    return tuple(steps)


def _turn(before: Corner | None, here: Corner, ways: Sequence[Corner]) -> Corner:
    """Where an outline goes on: where two modules touch at a corner it turns right, and keeps them apart."""
    if before is None or len(ways) == 1:
        return ways[0]
    dx, dy = here[0] - before[0], here[1] - before[1]
    return max(ways, key=lambda way: dx * (way[1] - here[1]) - dy * (way[0] - here[0]))


def _loop(corners: Sequence[Corner]) -> tuple[Segment, ...]:
    """A closed loop through these corners, those on a straight line left out."""
    count = len(corners)
    kept = []
    for i, (x, y) in enumerate(corners):
        px, py = corners[i - 1]
        nx, ny = corners[(i + 1) % count]
        if (x - px) * (ny - y) != (y - py) * (nx - x):
            kept.append((float(x), float(y)))
    return geometry.polygon(kept)


def _qr(values: Values, stage: Stage) -> Iterable[Item]:
    text = values["text"]
    if not text.strip():
        return
    try:
        rows = modules(text, values["level"])
    except ValueError as error:
        stage.trouble("text", str(error))
        return
    quiet = QUIET if values["quiet"] else 0
    module = values["size"] / (len(rows) + 2 * quiet)
    if module < LEAST_MODULE:
        stage.remark(
            "size",
            f"makes modules of {module:.2g} mm; telephones want {LEAST_MODULE:g} mm, so make it "
            f"{LEAST_MODULE * (len(rows) + 2 * quiet):.1f} mm, or shorten the text",
        )
    if lightness(values["ground"] or "#ffffff") - lightness(values["colour"] or "#ffffff") < LEAST_CONTRAST:
        stage.remark("colour", "is hardly darker than the ground, or lighter; telephones want dark on light")
    x, y = values["x"], values["y"]
    if values["ground"]:
        yield Path(geometry.rectangle(x, y, values["size"], values["size"]), fill=values["ground"])
    place = (module, 0.0, 0.0, module, x + quiet * module, y + quiet * module)
    yield Path(geometry.transform_path(outline(rows), place), fill=values["colour"])


ELEMENTS = (
    Element(
        "qr",
        "a QR code",
        {
            "text": Key("text", None, "what it says, such as an address; empty for none", required=True),
            "x": number(0, "left edge, from the face's left edge"),
            "y": number(0, "upper edge, from the face's upper edge"),
            "size": number(20, "its side with the quiet zone, mm", least=1, most=1000),
            "level": Key(
                "choice", "medium", "how much of it may be damaged: 7, 15, 25 or 30 %", choices=tuple(LEVELS)
            ),
            "quiet": Key("flag", True, "leave four modules empty around it, as readers want"),
            "colour": Key("colour", "#000000", "colour of the dark modules"),
            "ground": Key("colour", "#ffffff", "colour behind it; none if empty"),
        },
        _qr,
        example='text = "https://example.org/{{ id }}"\nx = 5\ny = 5\nsize = 20',
        matter=True,
    ),
)
