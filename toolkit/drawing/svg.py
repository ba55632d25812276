"""The SVG renderer: drawings to files in millimetres, with text as outlines and its words kept for search
and screen readers.

Glyphs, symbols, clips and pictures are defined once, under ids that depend on their content only. `to_svg`
gives one whole file; `svg_parts` gives definitions and body apart, so that a page with many pictures
defines each thing once.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

from toolkit.drawing.geometry import n
from toolkit.drawing.model import (
    IDENTITY,
    Drawing,
    Group,
    Image,
    Item,
    Link,
    Matrix,
    Path,
    Segment,
    Symbol,
    TextLine,
    Use,
)


def to_svg(drawing: Drawing) -> str:
    """The drawing as an SVG file: width and height in mm, one user unit a mm, everything outside the page
    clipped.
    """
    renderer = _Renderer()
    body = renderer.items(drawing.items)
    size = (f"{n(drawing.width)}mm", f"{n(drawing.height)}mm")
    root = _svgwrite().Drawing(size=size, viewBox=f"0 0 {n(drawing.width)} {n(drawing.height)}", debug=False)
    if drawing.title or drawing.description:
        root.attribs["role"] = "img"
        root.set_desc(drawing.title or None, drawing.description or None)
    for element in renderer.defs.values():
        root.defs.add(element)
    for element in body:
        root.add(element)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + str(root.tostring()) + "\n"


def svg_parts(drawing: Drawing) -> tuple[dict[str, str], str]:
    """Definitions by id, and the body's markup, both without an <svg> around them.

    Ids depend on content only: definitions of several drawings can be pooled in one <defs>. The body
    belongs into an <svg viewBox="0 0 {width} {height}"> of the caller's making.
    """
    renderer = _Renderer()
    body = renderer.items(drawing.items)
    return (
        {key: _known_text(key, element) for key, element in renderer.defs.items()},
        "".join(_text(element) for element in body),
    )


def path_text(d: tuple[Segment, ...]) -> str:
    """An outline as the value of a `d` attribute."""
    return "".join(segment[0] + " ".join(n(float(v)) for v in segment[1:]) for segment in d)


def _matrix(m: Matrix) -> str:
    if m[:4] == (1.0, 0.0, 0.0, 1.0):
        return f"translate({n(m[4])} {n(m[5])})"
    return "matrix(" + " ".join(n(v, 6) for v in m) + ")"


@cache
def _svgwrite() -> Any:
    """svgwrite with the modules that are used; it is loaded when the first picture is made."""
    for name in ("container", "image", "masking", "path", "shapes", "text"):
        import_module(f"svgwrite.{name}")
    return import_module("svgwrite")


def _text(element: Any) -> str:
    return ElementTree.tostring(element.get_xml(), encoding="unicode")


# A page of a replay has hundreds of frames made of the same few faces: what was rendered once is kept.
_MOST_KEPT = 5000
_texts: dict[str, str] = {}
_faces: dict[int, tuple[Symbol, str, dict[str, Any]]] = {}


def _known_text(key: str, element: Any) -> str:
    """The markup of a definition; its id stands for its content, so it is made once."""
    text = _texts.get(key)
    if text is None:
        if len(_texts) >= _MOST_KEPT:
            _texts.clear()
        text = _texts[key] = _text(element)
    return text


def _id(prefix: str, *content: str) -> str:
    return prefix + hashlib.sha256("\0".join(content).encode()).hexdigest()[:12]


class _Renderer:
    """Makes svgwrite elements and collects what they refer to."""

    def __init__(self) -> None:
        self.svg = _svgwrite()
        self.defs: dict[str, Any] = {}

    def items(self, items: tuple[Item, ...]) -> list[Any]:
        out: list[Any] = []
        for item in items:
            element = self._item(item)
            if element is not None:
                out.append(element)
        return out

    def _item(self, item: Item) -> Any:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, TextLine):
            return self._line(item)
        if isinstance(item, Group):
            return self._group(item)
        if isinstance(item, Use):
            return self._use(item)
        if isinstance(item, Image):
            return self._image(item)
        if isinstance(item, Link) and not item.target.startswith("#"):
            return self._link(item)
        return None  # what leads to another page: a picture is one alone

    def _path(self, path: Path) -> Any:

        a: dict[str, Any] = {"fill": path.fill or "none"}
        if path.fill and path.rule != "nonzero":
            a["fill-rule"] = path.rule
        if path.stroke:
            a["stroke"] = path.stroke
            a["stroke-width"] = n(path.width)
            if path.dash:
                a["stroke-dasharray"] = " ".join(n(d) for d in path.dash)
            if path.cap != "butt":
                a["stroke-linecap"] = path.cap
            # PDF breaks a mitre at ten line widths, SVG at four unless told otherwise.
            if path.join != "miter":
                a["stroke-linejoin"] = path.join
            else:
                a["stroke-miterlimit"] = "10"
        if path.opacity < 1:
            if path.fill:
                a["fill-opacity"] = n(path.opacity)
            if path.stroke:
                a["stroke-opacity"] = n(path.opacity)
        element = self.svg.path.Path(debug=False, d=path_text(path.d))
        element.attribs.update(a)
        return element

    def _line(self, line: TextLine) -> Any:

        whole = self.svg.container.Group(debug=False)
        k = line.size / line.font.units
        outlines = self.svg.container.Group(debug=False)
        outlines.attribs.update(
            {
                "fill": line.fill,
                "transform": f"matrix({n(k, 8)} 0 0 -{n(k, 8)} {n(line.x)} {n(line.y)})",
                "aria-hidden": "true",
            }
        )
        for glyph in line.glyphs:
            d = line.font.outline(glyph.gid)
            if not d:
                continue
            key = _id("g", d)
            if key not in self.defs:
                self.defs[key] = self.svg.path.Path(debug=False, d=d, id=key)
            use = self.svg.container.Use(f"#{key}", debug=False)
            use.attribs.pop("x", None)
            use.attribs.pop("y", None)
            x, y = glyph.x / k, -glyph.y / k
            if x:
                use.attribs["x"] = n(x, 2)
            if y:
                use.attribs["y"] = n(y, 2)
            outlines.add(use)
        whole.add(outlines)
        if line.text.strip():
            # Invisible, but there: a browser finds, selects and reads it.
            text = self.svg.text.Text(line.text, debug=False)
            text.attribs.clear()
            text.attribs.update(
                {
                    "x": n(line.x),
                    "y": n(line.y),
                    "font-size": n(line.size),
                    "textLength": n(line.width),
                    "lengthAdjust": "spacingAndGlyphs",
                    "fill-opacity": "0",
                }
            )
            whole.add(text)
        return whole

    def _group(self, group: Group) -> Any:

        element = self.svg.container.Group(debug=False)
        if group.transform != IDENTITY:
            element.attribs["transform"] = _matrix(group.transform)
        inner = element
        if group.clip is not None:
            element.attribs["clip-path"] = f"url(#{self._clip(group.clip.d, group.clip.rule)})"
        for child in self.items(group.items):
            inner.add(child)
        return element

    def _clip(self, d: tuple[Segment, ...], rule: str = "nonzero") -> str:

        text = path_text(d)
        key = _id("c", text, rule)
        if key not in self.defs:
            clip = self.svg.masking.ClipPath(debug=False, id=key)
            outline = self.svg.path.Path(debug=False, d=text)
            if rule != "nonzero":
                outline.attribs["clip-rule"] = rule
            clip.add(outline)
            self.defs[key] = clip
        return key

    def _use(self, use: Use) -> Any:

        element = self.svg.container.Use(f"#{self._symbol(use.symbol)}", debug=False)
        element.attribs.pop("x", None)
        element.attribs.pop("y", None)
        if use.transform != IDENTITY:
            element.attribs["transform"] = _matrix(use.transform)
        if use.symbol.drawing.title:
            element.attribs["role"] = "img"
            element.attribs["aria-label"] = use.symbol.drawing.title
        return element

    def _symbol(self, symbol: Symbol) -> str:
        known = _faces.get(id(symbol))
        if known is None:
            if len(_faces) >= _MOST_KEPT:
                _faces.clear()
            # The symbol is kept with what was made of it, so that its identity is not given to another
            # object.
            known = _faces[id(symbol)] = (symbol, *self._define(symbol))
        self.defs.update(known[2])
        return known[1]

    @staticmethod
    def _define(symbol: Symbol) -> tuple[str, dict[str, Any]]:
        """The id of a symbol, and its definition with all that it refers to."""
        inner = _Renderer()
        left, top, right, bottom = symbol.bounds
        box: tuple[Segment, ...] = (
            ("M", left, top),
            ("L", right, top),
            ("L", right, bottom),
            ("L", left, bottom),
            ("Z",),
        )
        element = inner.svg.container.Group(debug=False)
        element.attribs["clip-path"] = f"url(#{inner._clip(box)})"
        for child in inner.items(symbol.drawing.items):
            element.add(child)
        key = _id("s", _text(element))
        element.attribs["id"] = key
        return key, {**inner.defs, key: element}

    def _image(self, image: Image) -> Any:

        kind = "png" if image.data[:4] == b"\x89PNG" else "jpeg"
        key = _id("i", hashlib.sha256(image.data).hexdigest())
        if key not in self.defs:
            address = f"data:image/{kind};base64," + base64.b64encode(image.data).decode("ascii")
            picture = self.svg.image.Image(address, (0, 0), (1, 1), debug=False, id=key)
            picture.attribs["preserveAspectRatio"] = "none"
            self.defs[key] = picture
        element = self.svg.container.Use(f"#{key}", debug=False)
        element.attribs.pop("x", None)
        element.attribs.pop("y", None)
        element.attribs["transform"] = _matrix((image.width, 0.0, 0.0, image.height, image.x, image.y))
        if image.title:
            element.attribs["role"] = "img"
            element.attribs["aria-label"] = image.title
        return element

    def _link(self, link: Link) -> Any:

        element = self.svg.container.Hyperlink(link.target, debug=False)
        area = self.svg.shapes.Rect((n(link.x), n(link.y)), (n(link.width), n(link.height)), debug=False)
        area.attribs["fill-opacity"] = "0"
        element.add(area)
        return element
