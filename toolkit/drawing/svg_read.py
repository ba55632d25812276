"""SVG pictures to drawings: outlines, groups, uses, clips and gradients become the shapes of the model.

What the drawing model cannot show (words, filters, masks, animations, what lies in other files, …) is refused
by the name of the feature, never left out in silence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from toolkit.drawing import geometry
from toolkit.drawing.model import IDENTITY, Drawing, Group, Item, Matrix, Path, Segment
from toolkit.drawing.svg_gradients import Gradient, bands, read_gradient
from toolkit.drawing.svg_tree import Node, SvgFault, read_tree
from toolkit.drawing.svg_values import length, read_colour, read_transform, share

__all__ = ["SvgFault", "read_svg"]

MAX_STEPS = 200_000
MAX_USES = 5_000
MAX_SAID = 6
"""Faults of one picture that are named."""
INK = "#000000"

_SKIPPED = frozenset(
    ["defs", "symbol", "title", "desc", "metadata", "style", "linearGradient", "radialGradient", "clipPath"]
)
_SHAPES = frozenset(["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"])
_REFUSED = {
    "text": "words (<text>); turn them into paths",
    "image": "a picture of pixels (<image>); place it in the template as an image",
    "foreignObject": "another kind of document (<foreignObject>); take it out",
    "script": "a programme (<script>); take it out",
    "pattern": "a pattern (<pattern>); draw it out as paths",
    "mask": "a mask (<mask>); use a clip path, or cut the shapes",
    "filter": "a filter (<filter>); take it out",
    "marker": "arrow heads (<marker>); turn them into paths",
    "svg": "an SVG picture within it (<svg>); put it into a group",
    "switch": "parts for different viewers (<switch>); take them out",
}
_INHERITED = {
    "fill": INK,
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "visibility": "visible",
    "color": INK,
}


def read_svg(data: bytes, ink: str | None = None, title: str = "") -> Drawing:
    """An SVG file as a drawing, in units of its view box, clipped to it.

    With `ink`, what is black or of the text's colour in the file is drawn in that colour (for icons).
    SvgFault names the features that cannot be drawn.
    """
    root = read_tree(data)
    box = _view_box(root)
    reader = _Reader(root, box, ink)
    items = reader.children(root, dict(_INHERITED), 1.0)
    if reader.faults:
        raise SvgFault("; it also ".join(list(reader.faults)[:MAX_SAID]))
    x, y, width, height = box
    placed = Group(tuple(items), geometry.translate(-x, -y))
    if not _inside(items, box):
        placed = Group((placed,), clip=Path(geometry.rectangle(0.0, 0.0, width, height)))
    return Drawing(width, height, (placed,), title)


def _inside(items: list[Item], box: tuple[float, float, float, float]) -> bool:
    """Whether all outlines lie within the box, so that no clip is needed."""
    x, y, width, height = box

    def fits(item: Item, m: Matrix) -> bool:
        if isinstance(item, Group):
            return all(fits(inner, geometry.compose(m, item.transform)) for inner in item.items)
        if isinstance(item, Path):
            left, top, right, bottom = geometry.bounds(geometry.transform_path(item.d, m))
            more = item.width * max(abs(v) for v in m[:4]) if item.stroke else 0.0
            return (
                left - more >= x
                and top - more >= y
                and right + more <= x + width
                and bottom + more <= y + height
            )
        return False

    return all(fits(item, IDENTITY) for item in items)


def _view_box(root: Node) -> tuple[float, float, float, float]:
    words = root.get("viewBox").replace(",", " ").split()
    if words:
        try:
            x, y, width, height = (float(word) for word in words)
        except ValueError:
            raise SvgFault(f"has a view box '{root.get('viewBox')[:40]}' that is not four numbers") from None
    else:
        x = y = 0.0
        width, height = length(root.get("width"), 0.0), length(root.get("height"), 0.0)
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise SvgFault("has no size: give it a viewBox, or width and height")
    return x, y, width, height


@dataclass(frozen=True, slots=True)
class _Paint:
    colour: str | None
    gradient: Gradient | None = None


class _Reader:
    """Goes through the tree and makes items of it."""

    def __init__(self, root: Node, box: tuple[float, float, float, float], ink: str | None) -> None:
        self.ids = {node.get("id"): node for node in root.walk() if node.get("id")}
        self.box = box
        self.ink = ink
        self.steps = 0
        self.uses = 0
        self.faults: dict[str, None] = {}
        self.open: list[str] = []

    def children(self, node: Node, style: Mapping[str, str], opacity: float) -> list[Item]:
        """The items of all elements in one; what is wrong with any is kept in `faults`."""
        items: list[Item] = []
        for child in node.children:
            try:
                items.extend(self.node(child, style, opacity))
            except SvgFault as error:
                self.faults.setdefault(str(error))
        return items

    def node(self, node: Node, outer: Mapping[str, str], opacity: float) -> list[Item]:
        """The items of one element, under its transform and clip."""
        if node.foreign or node.name in _SKIPPED:
            return []
        if node.name in _REFUSED or node.name.startswith("animate") or node.name == "set":
            raise SvgFault(f"has {_REFUSED.get(node.name, f'movement (<{node.name}>); take it out')}")
        if node.name not in _SHAPES and node.name not in ("g", "a", "use"):
            raise SvgFault(f"has an element <{node.name[:30]}>, which is not drawn; save it as plain SVG")
        if node.get("display") == "none":
            return []
        for name in ("filter", "mask", "mix-blend-mode", "marker-start", "marker-mid", "marker-end"):
            if node.get(name, "none") not in ("none", "normal", ""):
                raise SvgFault(f"uses {name} (on <{node.name}>), which is not drawn; take it out")
        style = {
            name: value if node.get(name, "inherit") == "inherit" else node.get(name)
            for name, value in outer.items()
        }
        own = share(node.get("opacity", "1"))
        if node.name in _SHAPES:
            items = self.shape(node, style, opacity * own)
        elif node.name == "use":
            items = self.use(node, style, opacity * own)
        else:
            items = self.children(node, style, opacity * own)
        if own < 1 and node.name not in _SHAPES and _count(items) > 1:
            raise SvgFault(
                f"makes a whole group see-through (opacity on <{node.name}>); set it on its shapes"
            )
        m = read_transform(node.get("transform"))
        clip = self.clip(node.get("clip-path", "none"), style)
        if not items or (m == IDENTITY and clip is None):
            return items
        return [Group(tuple(items), m, clip)]

    def use(self, node: Node, style: Mapping[str, str], opacity: float) -> list[Item]:
        address = node.get("href")
        if not address.startswith("#"):
            raise SvgFault(f"uses what lies elsewhere ('{address[:60]}'); copy it into the file")
        target = self.ids.get(address[1:])
        if target is None:
            raise SvgFault(f"uses '{address[:60]}', which is not in it")
        self.uses += 1
        if address in self.open:
            raise SvgFault(f"uses itself: {' > '.join([*self.open, address])}")
        if self.uses > MAX_USES:
            raise SvgFault(f"uses parts more than {MAX_USES:,} times; simplify the picture")
        _, _, width, height = self.box
        m = geometry.translate(length(node.get("x"), width), length(node.get("y"), height))
        self.open.append(address)
        if target.name == "symbol":
            if target.get("viewBox"):
                x, y, w, h = _view_box(target)
                wide = length(node.get("width"), width) or w
                high = length(node.get("height"), height) or h
                k = min(wide / w, high / h)
                fit = geometry.compose(
                    geometry.translate((wide - w * k) / 2, (high - h * k) / 2),
                    geometry.scale(k),
                    geometry.translate(-x, -y),
                )
                m = geometry.compose(m, fit)
            shown = {**style, **{n: target.get(n) for n in style if target.get(n, "inherit") != "inherit"}}
            items = self.children(target, shown, opacity)
        else:
            try:
                items = self.node(target, style, opacity)
            except SvgFault as error:
                self.faults.setdefault(str(error))
                items = []
        self.open.pop()
        return [Group(tuple(items), m)] if items and m != IDENTITY else items

    def clip(self, text: str, style: Mapping[str, str]) -> Path | None:
        if text in ("none", ""):
            return None
        target = self.ids.get(_address(text, "clip-path"))
        if target is None or target.name != "clipPath":
            raise SvgFault(f"uses a clip path '{text[:40]}' that is not in it")
        if target.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse" or target.get("clip-path"):
            raise SvgFault("has a clip path in units of its shape, or clipped itself; save it without")
        steps: list[Segment] = []
        outer = read_transform(target.get("transform"))
        rule = "nonzero"
        for child in target.children:
            source = child
            m = geometry.compose(outer, read_transform(child.get("transform")))
            if child.name == "use":
                source = self.ids.get(child.get("href").removeprefix("#"), child)
                m = geometry.compose(m, read_transform(source.get("transform")))
            if source.name not in _SHAPES:
                raise SvgFault(f"has a clip path made of <{source.name[:30]}>; make it of paths")
            steps.extend(geometry.transform_path(self.outline(source), m))
            rule = source.get("clip-rule", style["clip-rule"])
        return Path(tuple(steps) or geometry.rectangle(0, 0, 0.0001, 0.0001), rule=_rule(rule))

    def shape(self, node: Node, style: Mapping[str, str], opacity: float) -> list[Item]:
        if style["visibility"] in ("hidden", "collapse") or opacity <= 0:
            return []
        d = self.outline(node)
        if not d:
            return []
        fill = self.paint(style["fill"], style)
        stroke = self.paint(style["stroke"], style)
        wide = length(style["stroke-width"], sum(self.box[2:]) / 2)
        if node.name == "line":
            fill = _Paint(None)
        if stroke.gradient is not None:
            raise SvgFault(f"has a line drawn with a gradient (on <{node.name}>); give it one colour")
        rule = _rule(style["fill-rule"])
        filled = opacity * share(style["fill-opacity"])
        lined = opacity * share(style["stroke-opacity"])
        dash = self.dash(style)
        line = Path(
            d,
            stroke=stroke.colour,
            width=wide,
            dash=dash,
            cap=_known(style["stroke-linecap"], ("butt", "round", "square"), "stroke-linecap"),
            join=_known(style["stroke-linejoin"], ("miter", "round", "bevel"), "stroke-linejoin"),
            opacity=lined,
        )
        lines = stroke.colour is not None and wide > 0 and lined > 0
        items: list[Item] = []
        if fill.gradient is not None and filled > 0:
            if filled < 1:
                raise SvgFault("has a gradient that is see-through; give it full opacity")
            items.append(bands(d, rule, fill.gradient))
        elif fill.colour is not None and filled > 0:
            area = Path(d, fill=fill.colour, opacity=filled, rule=rule)
            if lines and filled == lined:
                return [replace(line, fill=fill.colour, rule=rule)]
            items.append(area)
        if lines:
            items.append(line)
        return items

    def dash(self, style: Mapping[str, str]) -> tuple[float, ...]:
        text = style["stroke-dasharray"]
        if text in ("none", ""):
            return ()
        if length(style["stroke-dashoffset"], 1.0):
            raise SvgFault("has dashes that do not start at the line's beginning (stroke-dashoffset)")
        lengths = [length(word, sum(self.box[2:]) / 2) for word in text.replace(",", " ").split()]
        if len(lengths) > 100 or any(v < 0 for v in lengths) or not sum(lengths):
            return ()
        return tuple(lengths * 2 if len(lengths) % 2 else lengths)

    def paint(self, text: str, style: Mapping[str, str]) -> _Paint:
        if text.strip() == "none" or text.strip() == "transparent":
            return _Paint(None)
        if text.startswith("url("):
            node = self.ids.get(_address(text, "fill"))
            if node is None:
                raise SvgFault(f"is filled with '{text[:40]}', which is not in it")
            if node.name not in ("linearGradient", "radialGradient"):
                raise SvgFault(f"is filled with a <{node.name[:30]}>, which is not drawn; use plain colours")
            return _Paint(None, read_gradient(node, self.ids, self.box, lambda t: self.colour(t, style)))
        return _Paint(self.colour(text, style))

    def colour(self, text: str, style: Mapping[str, str]) -> str:
        value = text.strip().lower()
        if value == "currentcolor":
            value = style["color"].strip().lower()
        found = read_colour(value)
        return self.ink if self.ink is not None and found == INK else found

    def outline(self, node: Node) -> tuple[Segment, ...]:
        d = self._outline(node)
        self.steps += len(d)
        if self.steps > MAX_STEPS:
            raise SvgFault(f"has more than {MAX_STEPS:,} steps in its outlines; simplify the picture")
        return d

    def _outline(self, node: Node) -> tuple[Segment, ...]:
        _, _, across, down = self.box

        def size(name: str, whole: float) -> float:
            return length(node.get(name), whole)

        if node.name == "path":
            try:
                return geometry.parse_path(node.get("d"))
            except ValueError as error:
                raise SvgFault(f"has a path that cannot be read: {error}") from None
        if node.name == "rect":
            x, y, width, height = (
                size("x", across),
                size("y", down),
                size("width", across),
                size("height", down),
            )
            if width <= 0 or height <= 0:
                return ()
            rx, ry = size("rx", across), size("ry", down)
            rx, ry = (rx or ry), (ry or rx)
            if rx <= 0:
                return geometry.rectangle(x, y, width, height)
            rx, ry = min(rx, width / 2), min(ry, height / 2)
            unit = geometry.rectangle(0, 0, width / rx, height / ry, 1.0)
            return geometry.transform_path(unit, (rx, 0.0, 0.0, ry, x, y))
        if node.name in ("circle", "ellipse"):
            rx = size("r" if node.name == "circle" else "rx", across)
            ry = rx if node.name == "circle" else size("ry", down)
            if rx <= 0 or ry <= 0:
                return ()
            place = (rx, 0.0, 0.0, ry, size("cx", across), size("cy", down))
            return geometry.transform_path(geometry.circle(0, 0, 1), place)
        if node.name == "line":
            return geometry.line(size("x1", across), size("y1", down), size("x2", across), size("y2", down))
        numbers = [length(word, 1.0) for word in node.get("points").replace(",", " ").split()]
        points = list(zip(numbers[::2], numbers[1::2], strict=False))
        return geometry.polygon(points, node.name == "polygon") if len(points) > 1 else ()


def _count(items: list[Item]) -> int:
    return sum(_count(list(item.items)) if isinstance(item, Group) else 1 for item in items)


def _rule(text: str) -> str:
    return _known(text, ("nonzero", "evenodd"), "fill-rule")


def _known(text: str, known: tuple[str, ...], name: str) -> str:
    if text.strip() not in known:
        raise SvgFault(f"has {name} '{text[:30]}', which is not drawn; known are {', '.join(known)}")
    return text.strip()


def _address(text: str, name: str) -> str:
    match = re.fullmatch(r"url\(\s*['\"]?(.*?)['\"]?\s*\).*", text.strip(), re.DOTALL)
    address = match[1] if match else text
    if not address.startswith("#"):
        raise SvgFault(f"takes its {name} from elsewhere ('{address[:60]}'); copy it into the file")
    return address[1:]
