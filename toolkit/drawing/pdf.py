"""The PDF renderer: drawings to pages with exact boxes, embedded fonts, shared symbols, bookmarks and fixed
bytes.

`PdfWriter` takes pages one after another, and makes the file's bytes at the end.
Symbols become form XObjects and each distinct picture one image object, however often it is used. Equal
input gives equal bytes.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from toolkit.drawing.fonts import Font
from toolkit.drawing.geometry import apply, compose, n
from toolkit.drawing.model import (
    IDENTITY,
    Anchor,
    Box,
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
from toolkit.drawing.pdf_fonts import EmbeddedFont, show

MM = 72 / 25.4
"""Points in a millimetre."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a PDF says about itself."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: str = ""
    language: str = "en"
    creator: str = "pnp-toolkit"


class PdfWriter:
    """Collects pages and makes one PDF file of them. Every anchor to which a link leads has to be on a page.

    `duplex` (DuplexFlipLongEdge, DuplexFlipShortEdge or Simplex) is the setting that a viewer's print
    dialog starts with. Scaling is always off (PrintScaling None), so that a millimetre is a millimetre.
    """

    def __init__(self, metadata: Metadata | None = None, duplex: str | None = None) -> None:
        base: Any = import_module("reportlab.pdfgen.canvas").Canvas

        class Canvas(base):  # type: ignore[misc]
            """A canvas without reportlab's standing first line, which names a font that is not embedded."""

            def _make_preamble(self) -> None:
                self._preamble = ""

        self.pages = 0
        data = metadata or Metadata()
        self._buffer = io.BytesIO()
        self._canvas: Any = Canvas(
            self._buffer, pageCompression=1, invariant=1, pdfVersion=(1, 7), lang=data.language
        )
        self._document: Any = self._canvas._doc
        self._canvas.setTitle(data.title)
        self._canvas.setAuthor(data.author)
        self._canvas.setSubject(data.subject)
        self._canvas.setKeywords(data.keywords)
        self._canvas.setCreator(data.creator)
        self._canvas.setProducer("pnp-toolkit with reportlab")
        self._canvas.setViewerPreference("PrintScaling", "None")
        if duplex:
            self._canvas.setViewerPreference("Duplex", duplex)
        self._fonts: dict[str, EmbeddedFont] = {}
        self._forms: dict[int, tuple[Symbol, str]] = {}
        self._form_names: dict[bytes, str] = {}
        self._images: dict[bytes, str] = {}
        self._image_names: dict[int, tuple[bytes, str]] = {}
        self._states: dict[float, str] = {}
        self._xobjects: dict[str, Any] = {}
        self._bookmarks = 0

    def add_page(self, drawing: Drawing, trim: Box | None = None, bleed: Box | None = None) -> None:
        """Add a page the size of the drawing; `trim` and `bleed` are the page's TrimBox and BleedBox in mm,
        y down.
        """
        rl = _pdfdoc()
        width, height = drawing.width * MM, drawing.height * MM
        page_to_points: Matrix = (MM, 0.0, 0.0, -MM, 0.0, height)
        code = [f"{n(MM, 8)} 0 0 -{n(MM, 8)} 0 {n(height)} cm", *self._items(drawing.items)]
        self._canvas.setPageSize((width, height))
        self._canvas.setTrimBox(_points(trim or (0, 0, drawing.width, drawing.height), drawing.height))
        self._canvas.setBleedBox(
            _points(bleed or trim or (0, 0, drawing.width, drawing.height), drawing.height)
        )
        self._canvas._code.append("\n".join(code))
        self._links(drawing.items, page_to_points)
        self._canvas.showPage()
        self.pages += 1
        self._document.idToObject[f"Page{self.pages}"].Resources = rl.PDFObjectReference("PressResources")

    def bookmark(self, title: str, level: int = 0) -> None:
        """Name the page that is added next in the document's outline."""
        self._bookmarks += 1
        key = f"mark{self._bookmarks}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(title, key, level)

    def to_bytes(self) -> bytes:
        """The finished file; nothing can be added afterwards."""
        rl = _pdfdoc()
        document = self._document
        fonts = {f.name: f.add_to(document) for f in self._fonts.values()}
        states = {
            name: rl.PDFDictionary({"Type": rl.PDFName("ExtGState"), "ca": opacity, "CA": opacity})
            for opacity, name in self._states.items()
        }
        resources = rl.PDFDictionary(
            {
                "ProcSet": rl.PDFArray(
                    [rl.PDFName(s) for s in ("PDF", "Text", "ImageB", "ImageC", "ImageI")]
                ),
                "Font": rl.PDFDictionary(fonts),
                "XObject": rl.PDFDictionary(self._xobjects),
                "ExtGState": rl.PDFDictionary(states),
            }
        )
        document.Reference(resources, "PressResources")
        with _as_bytes():
            self._canvas.save()
        return self._buffer.getvalue()

    # -- items: content operators in a y-down millimetre space

    def _items(self, items: tuple[Item, ...]) -> list[str]:
        out: list[str] = []
        for item in items:
            if isinstance(item, Path):
                self._path(item, out)
            elif isinstance(item, TextLine):
                out.append(self._colour(item.fill, False))
                out.append(show(item, self._font(item.font)))
            elif isinstance(item, Group):
                out.append("q")
                if item.transform != IDENTITY:
                    out.append(_cm(item.transform))
                if item.clip is not None:
                    out.append(_steps(item.clip.d) + (" W* n" if item.clip.rule == "evenodd" else " W n"))
                out.extend(self._items(item.items))
                out.append("Q")
            elif isinstance(item, Use):
                out.append(f"q {_cm(item.transform)} /{self._form(item.symbol)} Do Q")
            elif isinstance(item, Image):
                m = (item.width, 0.0, 0.0, -item.height, item.x, item.y + item.height)
                out.append(f"q {_cm(m)} /{self._image(item)} Do Q")
        return out

    def _path(self, path: Path, out: list[str]) -> None:
        if path.fill is None and path.stroke is None:
            return
        shut = path.opacity < 1
        if shut:
            state = self._states.setdefault(path.opacity, f"G{len(self._states) + 1}")
            out.append(f"q /{state} gs")
        if path.fill is not None:
            out.append(self._colour(path.fill, False))
        if path.stroke is not None:
            cap = {"butt": 0, "round": 1, "square": 2}[path.cap]
            join = {"miter": 0, "round": 1, "bevel": 2}[path.join]
            dash = " ".join(n(d) for d in path.dash)
            colour = self._colour(path.stroke, True)
            out.append(f"{colour} {n(path.width)} w {cap} J {join} j [{dash}] 0 d")
        even = "*" if path.rule == "evenodd" else ""
        if path.fill is not None and path.stroke is not None:
            # PDF's operator for both keeps the fill from shining through the stroke; SVG does not.
            paint = f"f{even}\n{_steps(path.d)} S" if shut else "B" + even
        elif path.fill is not None:
            paint = "f" + even
        else:
            paint = "S"
        out.append(f"{_steps(path.d)} {paint}")
        if shut:
            out.append("Q")

    def _colour(self, colour: str, stroke: bool) -> str:
        """The operator that sets the colour of what is painted next; other inks are a matter of this."""
        return f"{_rgb(colour)} {'RG' if stroke else 'rg'}"

    def _reader(self, data: bytes) -> Any:
        """A picture's pixels, as reportlab takes them."""
        return import_module("reportlab.lib.utils").ImageReader(io.BytesIO(data))

    def _font(self, font: Font) -> EmbeddedFont:
        found = self._fonts.get(font.name)
        if found is None:
            found = self._fonts[font.name] = EmbeddedFont(font, f"F{len(self._fonts) + 1}")
        return found

    def _form(self, symbol: Symbol) -> str:
        known = self._forms.get(id(symbol))
        if known is not None:
            return known[1]
        rl = _pdfdoc()
        content = "\n".join(self._items(symbol.drawing.items)).encode("latin-1")
        box = symbol.bounds
        key = hashlib.sha256(repr(box).encode() + content).digest()
        name = self._form_names.get(key)
        if name is None:
            name = f"X{len(self._xobjects) + 1}"
            form = rl.PDFStream(
                rl.PDFDictionary(
                    {
                        "Type": rl.PDFName("XObject"),
                        "Subtype": rl.PDFName("Form"),
                        "BBox": rl.PDFArray([n(v) for v in box]),
                        "Resources": rl.PDFObjectReference("PressResources"),
                    }
                ),
                content + b"\n",
                [rl.PDFZCompress],
            )
            self._xobjects[name] = self._document.Reference(form, f"Form.{name}")
            self._form_names[key] = name
        # The symbol is kept with its name, so that its identity is not given to another object.
        self._forms[id(symbol)] = (symbol, name)
        return name

    def _image(self, image: Image) -> str:
        known = self._image_names.get(id(image.data))
        if known is not None:
            return known[1]
        digest = hashlib.sha256(image.data).digest()
        name = self._images.get(digest)
        if name is None:
            rl = _pdfdoc()
            name = f"X{len(self._xobjects) + 1}"
            with _as_bytes():
                picture = rl.PDFImageXObject(name, self._reader(image.data), mask="auto")
            picture.name = name
            self._xobjects[name] = self._document.Reference(picture, f"Image.{name}")
            mask = getattr(picture, "_smask", None)
            if mask is not None:
                picture.smask = self._document.Reference(mask, f"Mask.{name}")
                del picture._smask
            self._images[digest] = name
        self._image_names[id(image.data)] = (image.data, name)
        return name

    def _links(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        for item in items:
            if isinstance(item, Link):
                ax, ay = apply(matrix, item.x, item.y)
                bx, by = apply(matrix, item.x + item.width, item.y + item.height)
                area = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
                if item.target.startswith("#"):
                    self._canvas.linkRect("", item.target, area, Border="[0 0 0]")
                else:
                    self._canvas.linkURL(item.target, area)
            elif isinstance(item, Anchor):
                x, y = apply(matrix, item.x, item.y)
                self._canvas.bookmarkPage(f"#{item.name}", fit="XYZ", left=round(x, 2), top=round(y, 2))
            elif isinstance(item, Group):
                self._links(item.items, compose(matrix, item.transform))
            elif isinstance(item, Use):
                self._links(item.symbol.drawing.items, compose(matrix, item.transform))


@contextmanager
def _as_bytes() -> Iterator[None]:
    """Streams written and pictures read meanwhile are kept as bytes: as text they are a quarter larger, and
    slow to make.
    """
    rl_config: Any = import_module("reportlab.rl_config")
    before = rl_config.useA85
    rl_config.useA85 = 0
    try:
        yield
    finally:
        rl_config.useA85 = before


def _pdfdoc() -> Any:
    return import_module("reportlab.pdfbase.pdfdoc")


def _points(box: Box, height: float) -> list[float]:
    left, top, right, bottom = box
    return [round(v, 4) for v in (left * MM, (height - bottom) * MM, right * MM, (height - top) * MM)]


def _cm(m: Matrix) -> str:
    return " ".join(n(v, 6) for v in m) + " cm"


def _rgb(colour: str) -> str:
    return " ".join(n(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))


_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def _steps(d: tuple[Segment, ...]) -> str:
    return "\n".join(" ".join([*(n(float(v)) for v in segment[1:]), _OPERATORS[segment[0]]]) for segment in d)
