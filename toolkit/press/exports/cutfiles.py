"""A sheet for a cutting machine as SVG and as DXF, in millimetres, with the same named layers in both.

Print (what is printed), Cut (red, a hairline), Score (blue, folds), Regmarks (where the print lies), Check (a
square of 50 mm: measure it before anything is cut).
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import import_module
from typing import Any

from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import flatten
from toolkit.drawing.lettering import glyphs, outlined
from toolkit.drawing.model import Drawing, Item, Path
from toolkit.drawing.text import POINT, Style, shape
from toolkit.press.contours import Contour, rectangle
from toolkit.press.paper import Paper

LAYERS = {"Print": "#000000", "Cut": "#FF0000", "Score": "#0000FF", "Regmarks": "#000000", "Check": "#00A000"}
"""The layers of both files with the colours of their lines."""

HAIRLINE = 0.025
"""Width of lines to cut and to score, mm (a thousandth of an inch: what laser cutters read as a cut)."""

CHECK = 50.0

_WORDS = re.compile(r"<text\b[^>]*>[^<]*</text>")


@dataclass(slots=True)
class CutSheet:
    """One sheet: what is printed on it, and the lines that a machine follows."""

    paper: Paper
    title: str
    items: list[Item]
    cuts: list[Contour]
    scores: list[Contour] = field(default_factory=list)
    marks: list[Path] = field(default_factory=list)
    label: str = ""

    def label_items(self) -> tuple[Item, ...]:
        """The label in the lower margin, beyond the marks."""
        style = Style(find_font("sans"), 6.5 * POINT, "#333333")
        return outlined((shape(self.label, style, 34.0, self.paper.height - 6.0),)) if self.label else ()

    def printed(self) -> Drawing:
        """What the printer prints: pieces, marks and the label."""
        items = (*self.items, *self.marks, *self.label_items())
        return Drawing(self.paper.width, self.paper.height, items, self.title)

    def check(self) -> tuple[Contour, tuple[Item, ...]]:
        """The square to measure, in the middle of the sheet, and its words."""
        x, y = (self.paper.width - CHECK) / 2, (self.paper.height - CHECK) / 2
        style = Style(find_font("sans"), 9 * POINT, LAYERS["Check"])
        words = shape("50 mm", style, self.paper.width / 2, y + 5.0, "middle")
        return rectangle(x, y, CHECK, CHECK), (Path(glyphs(words), fill=LAYERS["Check"]),)


def to_svg(sheet: CutSheet) -> bytes:
    """The sheet as SVG: size and viewBox in mm, words as outlines, a group for each layer."""
    from toolkit.drawing.geometry import n
    from toolkit.drawing.svg import svg_parts

    def drawn(items: Sequence[Item]) -> tuple[dict[str, str], str]:
        defs, body = svg_parts(Drawing(sheet.paper.width, sheet.paper.height, tuple(items)))
        # Letters are outlines; the words beside them, for search, would be set in some font of the machine's.
        return {key: _WORDS.sub("", text) for key, text in defs.items()}, _WORDS.sub("", body)

    defs, body = drawn([*sheet.items, *sheet.label_items()])
    square, words = sheet.check()
    check_defs, check_words = drawn(words)
    mark_defs, mark_body = drawn(sheet.marks)
    layers = {
        "Print": body,
        "Cut": _lines(sheet.cuts, "Cut"),
        "Score": _lines(sheet.scores, "Score"),
        "Regmarks": mark_body,
        "Check": _lines([square], "Check") + check_words,
    }
    width, height = n(sheet.paper.width), n(sheet.paper.height)
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" version="1.1" '
        f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(sheet.title)}</title>",
        "<defs>" + "".join({**defs, **mark_defs, **check_defs}.values()) + "</defs>",
    ]
    for name, content in layers.items():
        parts.append(f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}">{content}</g>')
    return ("\n".join([*parts, "</svg>"]) + "\n").encode("utf-8")


def _lines(contours: Sequence[Contour], layer: str) -> str:
    return "".join(
        f'<path d="{contour.path()}" fill="none" stroke="{LAYERS[layer]}" stroke-width="{HAIRLINE}"/>'
        for contour in contours
    )


def to_dxf(sheet: CutSheet) -> bytes:
    """The sheet as DXF (R2010, units mm, y up as DXF has it), the same lines on the same layers.

    Print has the outlines of the label; pictures are for the printer.
    """
    ezdxf: Any = import_module("ezdxf")
    before = ezdxf.options.write_fixed_meta_data_for_testing
    # Else the file says when it was made and has a number drawn for it: never the same bytes twice.
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        document: Any = ezdxf.new("R2010", setup=False, units=4)
        document.header["$MEASUREMENT"] = 1
        document.header["$EXTMIN"] = (0, 0, 0)
        document.header["$EXTMAX"] = (sheet.paper.width, sheet.paper.height, 0)
        for name, colour in LAYERS.items():
            layer = document.layers.add(name)
            layer.rgb = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
        space = document.modelspace()
        for contour in sheet.cuts:
            _add(space, contour, "Cut", sheet.paper.height)
        for contour in sheet.scores:
            _add(space, contour, "Score", sheet.paper.height)
        square, _ = sheet.check()
        _add(space, square, "Check", sheet.paper.height)
        for layer_name, items in (("Regmarks", sheet.marks), ("Print", sheet.label_items())):
            for item in items:
                if isinstance(item, Path):
                    for points in flatten(item.d, 6):
                        shut = len(points) > 2 and points[0] == points[-1]
                        line = Contour(tuple((x, y, 0.0) for x, y in (points[:-1] if shut else points)), shut)
                        _add(space, line, layer_name, sheet.paper.height)
        buffer = io.StringIO()
        document.write(buffer)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before
    return buffer.getvalue().encode("utf-8")


def _add(space: Any, contour: Contour, layer: str, height: float) -> None:
    """A contour as a polyline; y is turned up, and with it the way that arcs bulge."""
    points = [(round(x, 4), round(height - y, 4), -bulge) for x, y, bulge in contour.corners]
    space.add_lwpolyline(points, format="xyb", close=contour.closed, dxfattribs={"layer": layer})
