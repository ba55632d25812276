"""Drawings for printers that save ink or have black only.

`low`: nothing solid. Areas become white with a thin outline, broad lines become two thin ones, words are
black, pictures pale grey; what hardly differs from its ground (shading, texture) is left out. `grey`:
everything in the grey of its own lightness. In both, an area of a lively colour is hatched, each of the
palette's colours in a way of its own, so that colours that carry meaning stay apart.
"""

from __future__ import annotations

import io
import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from toolkit.drawing.colours import PALETTE, channels, grey, lightness, mix
from toolkit.drawing.geometry import apply, compose, flatten, inverse, line, rectangle
from toolkit.drawing.model import (
    IDENTITY,
    Box,
    Drawing,
    Group,
    Image,
    Item,
    Join,
    Matrix,
    Path,
    Segment,
    Symbol,
    TextLine,
    Use,
)

MODES = ("full", "low", "grey")

OUTLINE = 0.2
"""Width of the outlines that take the place of areas, mm."""

BROAD = 1.0
"""A line wider than this (mm) is an area to its ink."""

THICKEST = 0.5
"""The widest a line is drawn to save ink, mm."""

SAME = 12.0
"""Colours nearer than this (CIE 1976 difference) count as one: shading and texture, left out in `low`."""

FAINT = 32.0
"""Lines and edges nearer to their ground than this are drawn thin and grey in `low`."""

LIVELY = 25.0
"""Chroma from which a colour may carry meaning and is hatched."""

SMALL = 3.0
"""An area narrower than this (mm) is not hatched: nothing of the pattern would be seen."""

SPECK = 12.0
"""A dark area of no more than this many square mm stays solid, so that small signs can be read."""

_OVER = 0.1
"""How far the white of a broad line goes on beyond its ends, mm: else renderers leave a grey hair there."""

_STEP = {"low": 2.0, "grey": 1.6}
_LARGE = 18.0
_PALE = 0.7
_PENCIL = "#8c8c8c"
_KEPT = 4000
_GROUNDS = 400
_LEFT = 80

Lab = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Hatch:
    """How a colour is hatched: the angles of its lines in degrees, the dashes of each, and where in every
    step lines lie (dashes and places in steps).
    """

    angles: tuple[float, ...]
    dash: tuple[float, ...] = ()
    places: tuple[float, ...] = (0.0,)

    @property
    def dotted(self) -> bool:
        """Whether its dashes are dots."""
        return len(self.dash) == 2 and self.dash[0] < 0.1


_DASH, _DOT, _DASH_DOT = (0.6, 0.4), (0.01, 0.79), (0.7, 0.25, 0.05, 0.25)
_PAIR = (0.0, 0.3)
_PATTERNS = (
    Hatch((0.0, 90.0)),  # orange
    Hatch((0.0,), _DASH),  # sky blue
    Hatch((45.0,)),  # green
    Hatch((0.0,), _DOT),  # yellow
    Hatch((0.0,), places=_PAIR),  # blue
    Hatch((0.0, 60.0, 120.0)),  # red
    Hatch((-45.0,), _DASH_DOT),  # pink
    Hatch((45.0, -45.0), places=_PAIR),  # black
)

HATCHES: dict[str, Hatch] = {
    **{paint.colour: hatch for paint, hatch in zip(PALETTE, _PATTERNS, strict=True)},
    "#d1495b": _PATTERNS[5],
    "#c0392b": _PATTERNS[5],
    "#7d3c98": Hatch((45.0, -45.0), _DASH),  # purple
    "#7b4a1e": Hatch((0.0,), _DOT, _PAIR),  # brown
    "#7fbf3f": Hatch((90.0,), _DASH, _PAIR),  # lime
}
"""Colours with the way in which they, and what is nearest to them, are hatched.

Pieces are turned on the table, so no two colours differ in the direction of their lines alone.
"""


def inked(drawing: Drawing, mode: str) -> Drawing:
    """The drawing as it is printed to save ink (`low`) or in black only (`grey`); `full` leaves it as it is.

    Raises ValueError for another mode.
    """
    if mode not in MODES:
        raise ValueError(f"there is no way '{mode}' to save ink; there are {', '.join(MODES)}")
    return drawing if mode == "full" else _Inker(mode).drawing(drawing, [(_EVERYWHERE, "#ffffff")])[0]


def difference(one: str, other: str) -> float:
    """How far apart two colours look (CIE 1976, 0 for equal; 12 is plain to see side by side)."""
    return math.dist(_lab(one), _lab(other))


def hatch_of(colour: str) -> Hatch | None:
    """How a colour is hatched: as the listed colour nearest to it; None for greys and muted colours."""
    _, a, b = lab = _lab(colour)
    if math.hypot(a, b) < LIVELY:
        return None
    return HATCHES[min(HATCHES, key=lambda known: math.dist(lab, _lab(known)))]


_labs: dict[str, Lab] = {}


def _lab(colour: str) -> Lab:
    """CIE L*, a*, b* of `#rrggbb` under daylight (D65)."""
    found = _labs.get(colour)
    if found is None:
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour))
        x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
        y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0890
        fx, fy, fz = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in (x, y, z))
        if len(_labs) >= _KEPT:
            _labs.clear()
        found = _labs[colour] = (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
    return found


_Ground = tuple[Box, str]
_EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)
_Known = tuple[Symbol, Symbol, tuple[_Ground, ...]]

# A face that is used on many sheets stays one object, so that it is defined once in a file. The symbol is
# kept with what was made of it, so that its identity is not given to another object.
_symbols: OrderedDict[tuple[int, tuple[_Ground, ...], str], _Known] = OrderedDict()
_pictures: OrderedDict[tuple[int, str], tuple[bytes, bytes]] = OrderedDict()


class _Inker:
    """Draws anew what is in a drawing; knows what was painted below each item."""

    def __init__(self, mode: str) -> None:
        self.mode = mode

    def drawing(self, drawing: Drawing, below: Iterable[_Ground]) -> tuple[Drawing, tuple[_Ground, ...]]:
        """A drawing on what lies below it (from the lowest up), and the large areas that it leaves as
        ground.
        """
        b = drawing.bleed
        # An edge that lies in the bleed is cut away; without bleed it is the piece's own outline.
        whole = (-b, -b, drawing.width + b, drawing.height + b) if b else None
        grounds = list(below)
        given = set(map(id, grounds))
        items = self.items(drawing.items, IDENTITY, grounds, whole)
        joins = tuple(self._join(join, grounds) for join in drawing.joins)
        share = 0.02 * drawing.width * drawing.height
        large = [g for g in grounds if id(g) not in given and _area(g[0]) >= share]
        return replace(drawing, items=items, joins=joins), tuple(large[-_LEFT:])

    def items(
        self, items: Iterable[Item], matrix: Matrix, grounds: list[_Ground], whole: Box | None
    ) -> tuple[Item, ...]:
        """Items under a transform; `whole` is the part of the drawing that can be seen."""
        out: list[Item] = []
        for item in items:
            if isinstance(item, Path):
                out.extend(self._path(item, matrix, grounds, whole))
            elif isinstance(item, TextLine):
                out.extend(self._words(item, matrix, grounds))
            elif isinstance(item, Group):
                inner = self.items(item.items, compose(matrix, item.transform), grounds, whole)
                if inner:
                    out.append(replace(item, items=inner))
            elif isinstance(item, Use):
                out.append(self._use(item, matrix, grounds))
            elif isinstance(item, Image):
                out.append(replace(item, data=_picture(item.data, self.mode)))
            else:
                out.append(item)
        return tuple(out)

    def _words(self, text: TextLine, matrix: Matrix, grounds: list[_Ground]) -> list[Item]:
        """A line of text, on a clear ground where it would stand on hatching."""
        inked_text = replace(text, fill="#000000" if self.mode == "low" else grey(text.fill))
        up, down = 0.8 * text.size, 0.25 * text.size
        box = (text.x - 0.3, text.y - up, text.x + text.width + 0.3, text.y + down)
        below = _below(_moved(box, matrix), grounds)
        if not text.text.strip() or hatch_of(below) is None:
            return [inked_text]
        outline = rectangle(box[0], box[1], box[2] - box[0], box[3] - box[1], 0.3 * text.size)
        return [Path(outline, fill="#ffffff" if self.mode == "low" else grey(below)), inked_text]

    def _use(self, use: Use, matrix: Matrix, grounds: list[_Ground]) -> Use:
        place = compose(matrix, use.transform)
        if place[0] * place[3] == place[1] * place[2]:
            return use  # so small that nothing of it is seen
        below = _under(use.symbol.bounds, place, grounds)
        key = (id(use.symbol), below, self.mode)
        known = _symbols.get(key)
        if known is None:
            drawing, large = self.drawing(use.symbol.drawing, below)
            known = (use.symbol, Symbol(drawing, use.symbol.box), large)
            _symbols[key] = known
            if len(_symbols) > _KEPT:
                _symbols.popitem(last=False)
        for box, colour in known[2]:
            _put(grounds, _moved(box, place), colour)
        return replace(use, symbol=known[1])

    def _path(self, path: Path, matrix: Matrix, grounds: list[_Ground], whole: Box | None) -> list[Item]:
        box = _moved(_box(path.d), matrix)
        below = _below(_middle(path, matrix), grounds)
        factor = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) or 1.0
        out: list[Item] = []
        if self.mode == "grey":
            stroke = None if path.stroke is None else grey(path.stroke)
            fill = None if path.fill is None else grey(path.fill)
            out.append(replace(path, fill=fill, stroke=stroke))
        else:
            out.extend(self._area(path, box, below, factor, whole))
        if path.fill is not None and path.opacity >= 0.5:
            out.extend(self._hatched(path, box, factor))
            _put(grounds, box, mix(below, path.fill, path.opacity))
        if self.mode == "low" and path.stroke is not None:
            inside = below if path.fill is None else mix(below, path.fill, path.opacity)
            # The line around an area is seen against what lies on either side of it.
            on = max(below, inside, key=lambda ground: difference(ground, path.stroke or ground))
            out.extend(self._line(path, on, factor))
            if path.width * factor >= SMALL and path.opacity >= 0.5 and not path.dash:
                for piece in _along(path):
                    _put(grounds, _moved(piece, matrix), path.stroke)
        return out

    def _area(self, path: Path, box: Box, below: str, factor: float, whole: Box | None) -> list[Item]:
        """What takes the place of a filled area to save ink."""
        if path.fill is None:
            return []
        seen = mix(below, path.fill, path.opacity)
        if difference(seen, below) < SAME:
            # Nothing is seen of it, but it may hide what lies below.
            return [] if path.opacity < 0.5 else [_bare(path, "#ffffff")]
        if lightness(seen) < 50 and _area(box) <= SPECK:
            return [_bare(path, "#000000")]
        covers = whole is not None and (
            box[0] <= whole[0] + 0.5
            and box[1] <= whole[1] + 0.5
            and box[2] >= whole[2] - 0.5
            and box[3] >= whole[3] - 0.5
        )
        fill = "#ffffff" if path.opacity >= 0.5 else None
        if covers or path.stroke is not None:
            return [_bare(path, "#ffffff")] if fill else []
        faint = difference(seen, below) < FAINT
        thin = (OUTLINE / 2 if faint else OUTLINE) / factor
        ink = _PENCIL if faint else "#000000"
        return [replace(path, fill=fill, stroke=ink, width=thin, dash=(), join="round", opacity=1.0)]

    def _line(self, path: Path, below: str, factor: float) -> list[Item]:
        """What takes the place of a line to save ink."""
        assert path.stroke is not None
        bare = replace(path, fill=None, opacity=1.0)
        broad = path.width * factor > BROAD and not path.dash
        apart = difference(mix(below, path.stroke, path.opacity), below)
        if apart < SAME:
            hides = broad and path.opacity >= 0.5
            return [replace(bare, stroke="#ffffff")] if hides else []
        if not broad:
            ink, most = (_PENCIL, OUTLINE / 2) if apart < FAINT else ("#000000", THICKEST)
            return [replace(bare, stroke=ink, width=min(path.width, most / factor))]
        inner = path.width - 2 * OUTLINE / factor
        d = _longer(path.d, _OVER / factor)
        return [replace(bare, stroke="#000000"), replace(bare, stroke="#ffffff", width=inner, d=d)]

    def _join(self, join: Join, grounds: list[_Ground]) -> Join:
        """The strokes of a line that goes on beyond the edge, drawn as `items` draws the line."""
        if self.mode == "grey":
            return replace(join, strokes=tuple((grey(colour), width) for colour, width in join.strokes))
        below = grounds[1][1] if len(grounds) > 1 else grounds[0][1]
        strokes: list[tuple[str, float]] = []
        for colour, width in join.strokes:
            path = Path((), stroke=colour, width=width)
            for made in self._line(path, below, 1.0):
                if isinstance(made, Path) and made.stroke is not None:
                    strokes.append((made.stroke, made.width))
        return replace(join, strokes=tuple(strokes))

    def _hatched(self, path: Path, box: Box, factor: float) -> list[Item]:
        """The pattern of a lively colour over its area."""
        assert path.fill is not None
        if min(box[2] - box[0], box[3] - box[1]) < SMALL:
            return []
        hatch = hatch_of(path.fill)
        if hatch is None:
            return []
        dark = self.mode == "low" or lightness(path.fill) >= 50
        large = min(box[2] - box[0], box[3] - box[1]) >= _LARGE
        step = _STEP[self.mode] * (1.6 if large else 1.0) / factor
        lines = [
            Path(
                _parallels(_box(path.d), angle, step, hatch.places),
                stroke="#000000" if dark else "#ffffff",
                width=(0.4 if hatch.dotted else 0.12) / factor,
                dash=tuple(part * step for part in hatch.dash),
                cap="round" if hatch.dotted else "butt",
            )
            for angle in hatch.angles
        ]
        return [Group(tuple(lines), clip=Path(path.d, rule=path.rule))]


def _bare(path: Path, fill: str) -> Path:
    return replace(path, fill=fill, stroke=None, opacity=1.0)


def _parallels(box: Box, angle: float, step: float, places: tuple[float, ...]) -> tuple[Segment, ...]:
    """Lines at an angle across a box, at `places` in every `step` mm, always through the same places of the
    plane.

    Each line starts a whole number of steps from where the origin's normal meets it, so that the dashes of
    neighbouring areas go on.
    """
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    along = [x * c + y * s for x, y in corners]
    across = [y * c - x * s for x, y in corners]
    low, high = math.floor(min(along) / step) * step, max(along)
    out: list[Segment] = []
    for k in range(math.floor(min(across) / step), math.floor(max(across) / step) + 1):
        start = low + (step / 2 if k % 2 else 0.0) - step  # rows of dashes and dots are offset
        for place in places:
            v = (k + place) * step
            out.extend(line(start * c - v * s, start * s + v * c, high * c - v * s, high * s + v * c))
    return tuple(out)


def _box(d: Iterable[Segment]) -> Box:
    """A rectangle around an outline and its handles (cheaper than around the outline itself)."""
    xs: list[float] = []
    ys: list[float] = []
    for segment in d:
        numbers = [float(v) for v in segment[1:]]
        xs.extend(numbers[::2])
        ys.extend(numbers[1::2])
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def _moved(box: Box, matrix: Matrix) -> Box:
    if matrix == IDENTITY:
        return box
    left, top, right, bottom = box
    points = [apply(matrix, x, y) for x in (left, right) for y in (top, bottom)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _longer(d: tuple[Segment, ...], by: float) -> tuple[Segment, ...]:
    """Open lines that go straight on at both of their ends; all else as it is."""
    starts = [index for index, segment in enumerate(d) if segment[0] == "M"]
    lines = [d[start:end] for start, end in pairwise([*starts, len(d)])]
    return tuple(segment for line in lines for segment in _stretched(line, by))


def _stretched(d: tuple[Segment, ...], by: float) -> tuple[Segment, ...]:
    if len(d) < 2 or d[-1][0] == "Z":
        return d
    points = [point for segment in d for point in zip(*[iter(map(float, segment[1:]))] * 2, strict=True)]
    (x, y), (to_x, to_y) = (_beyond(points[i], points[j], by) for i, j in ((0, 1), (-1, -2)))
    return (("M", x, y), ("L", *points[0]), *d[1:], ("L", to_x, to_y))


def _beyond(end: tuple[float, float], before: tuple[float, float], by: float) -> tuple[float, float]:
    """Where one comes who goes on beyond an end."""
    length = math.dist(end, before) or 1.0
    return end[0] + (end[0] - before[0]) * by / length, end[1] + (end[1] - before[1]) * by / length


def _along(path: Path) -> Iterator[Box]:
    """Boxes that cover a broad line: what lies on it lies on its colour."""
    half = path.width / 2
    for points in flatten(path.d, 6):
        for (x, y), (to_x, to_y) in pairwise(points):
            # A level or upright stretch is one box, a slanting one several.
            slanting = min(abs(to_x - x), abs(to_y - y)) > 1e-6
            count = min(12, 1 + int(math.hypot(to_x - x, to_y - y) / path.width)) if slanting else 1
            for i in range(count):
                a, b = i / count, (i + 1) / count
                xs = sorted((x + (to_x - x) * a, x + (to_x - x) * b))
                ys = sorted((y + (to_y - y) * a, y + (to_y - y) * b))
                yield (xs[0] - half, ys[0] - half, xs[1] + half, ys[1] + half)


def _middle(path: Path, matrix: Matrix) -> Box:
    """Where to look for what lies below a path, as a box: a point half way along a line that is one; else all
    of it.
    """
    parts = [] if path.fill is not None else list(flatten(path.d, 6))
    if len(parts) != 1 or len(parts[0]) < 2:
        return _moved(_box(path.d), matrix)
    steps = [(math.dist(a, b), a, b) for a, b in pairwise(parts[0])]
    left = sum(length for length, _, _ in steps) / 2
    for length, (ax, ay), (bx, by) in steps:
        if left <= length and length > 0:
            x, y = apply(matrix, ax + (bx - ax) * left / length, ay + (by - ay) * left / length)
            return (x, y, x, y)
        left -= length
    return _moved(_box(path.d), matrix)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _put(grounds: list[_Ground], box: Box, colour: str) -> None:
    if min(box[2] - box[0], box[3] - box[1]) >= SMALL:
        grounds.append((box, colour))
        if len(grounds) > _GROUNDS:
            del grounds[1 : _GROUNDS // 2]


def _below(box: Box, grounds: list[_Ground]) -> str:
    """The colour that was painted last where the middle of a box is."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for (left, top, right, bottom), colour in reversed(grounds):
        if left <= x <= right and top <= y <= bottom:
            return colour
    return grounds[0][1]


def _under(bounds: Box, place: Matrix, grounds: list[_Ground]) -> tuple[_Ground, ...]:
    """What lies below a symbol on its place, from the lowest up, in the symbol's own coordinates.

    Where one colour is all there is, its place is left out, so that a symbol that is used in many places
    stays one.
    """
    box = _moved(bounds, place)
    back = inverse(place)
    found: list[_Ground] = []
    for ground, colour in reversed(grounds):
        left, top, right, bottom = ground
        if left <= box[0] and top <= box[1] and right >= box[2] and bottom >= box[3]:
            found.append((_EVERYWHERE, colour))
            break
        if left < box[2] and top < box[3] and right > box[0] and bottom > box[1]:
            a, b, c, d = _moved(ground, back)
            found.append(((round(a, 2), round(b, 2), round(c, 2), round(d, 2)), colour))
    return tuple(reversed(found))


def _picture(data: bytes, mode: str) -> bytes:
    """A picture in grey, pale where ink is saved."""
    key = (id(data), mode)
    known = _pictures.get(key)
    if known is not None:
        return known[1]
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(data)) as opened:
        opened.load()
        alpha = (
            opened.convert("RGBA").getchannel("A")
            if "A" in opened.getbands() or opened.info.get("transparency") is not None
            else None
        )
        picture = opened.convert("L")
        dpi = opened.info.get("dpi")
    if mode == "low":
        picture = Pillow.blend(picture, Pillow.new("L", picture.size, 255), _PALE)
    if alpha is not None:
        picture = Pillow.merge("LA", (picture, alpha))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", **({"dpi": dpi} if dpi else {}))
    made = buffer.getvalue()
    _pictures[key] = (data, made)
    if len(_pictures) > 64:
        _pictures.popitem(last=False)
    return made
