"""Drawings to pixels: through the PDF that would be printed, so that a picture for a shop shows what a
printer gets.
"""

from __future__ import annotations

import io
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from toolkit.drawing.geometry import translate
from toolkit.drawing.model import Drawing, Group, Path, Segment

DPI = 300
MAX_PIXELS = 20_000
"""The longest side of a picture that is made, in pixels."""

_HAIR = 0.01
"""A page is this much (in pixels) smaller than its pixels, so that rounding up never adds one."""

_BATCH = 16
"""Drawings that share one PDF on their way to pixels: many would fill the memory, one each takes longer."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A drawing that is seen only inside an outline (in its own coordinates); all around it is clear."""

    drawing: Drawing
    outline: tuple[Segment, ...]


Shown = Drawing | CutOut


def pixels(mm: float, dpi: float = DPI) -> int:
    """A length in whole pixels, at least 1: 63.5 mm are 750 at 300 dpi."""
    return max(1, round(mm / 25.4 * dpi))


def size_in_pixels(drawing: Drawing, dpi: float = DPI, bleed: float = 0.0) -> tuple[int, int]:
    """Width and height of the picture of a drawing with `bleed` mm around it."""
    return pixels(drawing.width + 2 * bleed, dpi), pixels(drawing.height + 2 * bleed, dpi)


def images(
    drawings: Iterable[Shown],
    dpi: float = DPI,
    bleed: float = 0.0,
    canvas: tuple[int, int] | None = None,
) -> Iterator[Any]:
    """The drawings as Pillow images (RGB, on white; RGBA where they are cut out), one after another.

    `bleed` mm beyond the edges are shown, or as much as a `canvas` of this many pixels holds, with the
    drawing in its middle. Raises ValueError for a picture larger than `MAX_PIXELS`.
    """
    waiting: list[Shown] = []
    for drawing in drawings:
        waiting.append(drawing)
        if len(waiting) == _BATCH:
            yield from _batch(waiting, dpi, bleed, canvas)
            waiting = []
    if waiting:
        yield from _batch(waiting, dpi, bleed, canvas)


def pngs(
    drawings: Iterable[Shown],
    dpi: float = DPI,
    bleed: float = 0.0,
    canvas: tuple[int, int] | None = None,
) -> Iterator[bytes]:
    """The drawings as PNG files, one after another; see `images`.

    Several are packed at a time, for that takes longer than drawing them.
    """
    waiting: deque[Future[bytes]] = deque()
    with ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as pool:
        for picture in images(drawings, dpi, bleed, canvas):
            waiting.append(pool.submit(encode, picture, dpi))
            if len(waiting) > _BATCH:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def image(drawing: Drawing, dpi: float = DPI, bleed: float = 0.0) -> Any:
    """One drawing as a Pillow image (RGB, on white); see `images`."""
    return next(images([drawing], dpi, bleed))


def to_png(drawing: Drawing, dpi: int = DPI, bleed: float = 0.0) -> bytes:
    """The drawing as a PNG file that knows its dpi; `bleed` mm beyond the edges are shown.

    Equal drawings give equal bytes. Raises ValueError for a picture larger than `MAX_PIXELS`.
    """
    return encode(image(drawing, dpi, bleed), dpi)


def encode(picture: Any, dpi: float = DPI) -> bytes:
    """A Pillow image as a PNG file that says its dpi."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()


def _batch(shown: list[Shown], dpi: float, bleed: float, canvas: tuple[int, int] | None) -> Iterator[Any]:
    from PIL import ImageOps

    from toolkit.drawing.pdf import PdfWriter

    writer = PdfWriter()
    for one in shown:
        drawing = one.drawing if isinstance(one, CutOut) else one
        wide, high = canvas or size_in_pixels(drawing, dpi, bleed)
        if max(wide, high) > MAX_PIXELS:
            raise ValueError(
                f"a picture of {wide:,} x {high:,} pixels is too large; a side has at most {MAX_PIXELS:,}"
            )
        width, height = (wide - _HAIR) * 25.4 / dpi, (high - _HAIR) * 25.4 / dpi
        middle = translate((width - drawing.width) / 2, (height - drawing.height) / 2)
        writer.add_page(Drawing(width, height, (Group(drawing.items, middle),), drawing.title))
        if isinstance(one, CutOut):
            # The face is drawn whole, so that its edge has its own colours and not a rim of white.
            mask = Group((Path(one.outline, fill="#000000"),), middle)
            writer.add_page(Drawing(width, height, (mask,)))
    pdfium: Any = import_module("pypdfium2")
    document = pdfium.PdfDocument(writer.to_bytes())
    try:
        pages = iter(document)
        for one in shown:
            picture = next(pages).render(scale=dpi / 72).to_pil().convert("RGB")
            if isinstance(one, CutOut):
                inside = next(pages).render(scale=dpi / 72).to_pil().convert("L")
                picture.putalpha(ImageOps.invert(inside))
            yield picture
    finally:
        document.close()
