"""The drawing model: shapes, glyph runs and pictures in millimetres, y down, origin top left.

Everything the toolkit prints or shows is a `Drawing`, and two renderers (`svg` and `pdf`) turn the same
values into files. All classes are frozen and hashable, so that a face that is drawn many times is
recognised and defined once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.drawing.fonts import Font

Segment = tuple[str, *tuple[float, ...]]
"""One step of a path: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",); mm."""

Matrix = tuple[float, float, float, float, float, float]
"""An affine transform (a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f."""

Box = tuple[float, float, float, float]
"""A rectangle (left, top, right, bottom) in mm."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Path:
    """A filled and/or stroked outline; colours are `#rrggbb` or None, `width` and `dash` are mm, `opacity`
    0 to 1.
    """

    d: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: str = "butt"  # butt, round, square
    join: str = "miter"  # miter, round, bevel
    opacity: float = 1.0
    rule: str = "nonzero"  # nonzero, evenodd


@dataclass(frozen=True, slots=True)
class Glyph:
    """One glyph of a run: its number in the font, its place (mm from the run's origin, y down) and the text
    it stands for.

    `text` is empty for the second and later glyphs of one cluster, and longer than one character for a
    ligature.
    """

    gid: int
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text that has been laid out: baseline at (x, y), `size` (the em) and `width` in mm."""

    x: float
    y: float
    font: Font
    size: float
    fill: str
    text: str
    glyphs: tuple[Glyph, ...] = field(repr=False)
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG or JPEG picture, stretched over the box at (x, y) of `width` by `height` mm."""

    data: bytes = field(repr=False)
    x: float
    y: float
    width: float
    height: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A clickable area (mm) that opens the address `target`, or leads to the anchor `#name` of the file."""

    x: float
    y: float
    width: float
    height: float
    target: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place (mm) to which links in the same file lead. A picture alone has no such links."""

    x: float
    y: float
    name: str


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn together under a transform and, optionally, inside a clipping outline (in the group's own
    coordinates).
    """

    items: tuple[Item, ...]
    transform: Matrix = IDENTITY
    clip: Path | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing that is defined once and used many times; `box` is the part of it that shows (the whole
    drawing if None).
    """

    drawing: Drawing
    box: Box | None = None

    @property
    def bounds(self) -> Box:
        """The visible part, in the drawing's coordinates."""
        return self.box or (0.0, 0.0, self.drawing.width, self.drawing.height)


@dataclass(frozen=True, slots=True)
class Use:
    """One appearance of a symbol."""

    symbol: Symbol
    transform: Matrix = IDENTITY


Item = Path | Group | TextLine | Image | Link | Anchor | Use


@dataclass(frozen=True, slots=True)
class Join:
    """A line that crosses a drawing's edge at (x, y) at a right angle, led out towards (`out_x`, `out_y`);
    `strokes` are its colours and widths (mm) from the lowest up.
    """

    x: float
    y: float
    out_x: float
    out_y: float
    strokes: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of `width` by `height` mm; `title` and `description` are for screen readers and file
    metadata.

    A face has `bleed`: its items go on for that many mm beyond the edges, for cutting tolerance; whoever
    places the face decides how much of it shows. `joins` are the lines that go on into a face beside it.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""
    bleed: float = 0.0
    joins: tuple[Join, ...] = ()


def walk(drawing: Drawing) -> Iterator[Item]:
    """Every item of a drawing in painting order, groups before their contents, into symbols too."""

    def inner(items: tuple[Item, ...]) -> Iterator[Item]:
        for item in items:
            yield item
            if isinstance(item, Group):
                yield from inner(item.items)
            elif isinstance(item, Use):
                yield from inner(item.symbol.drawing.items)

    yield from inner(drawing.items)
