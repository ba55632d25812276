"""PDF in the four inks of a printing press: colours turned to cyan, magenta, yellow and black, with a limit
to how much ink lies in one place.

There is no colour profile behind this, for every press has its own: screen colours are taken apart by
arithmetic. All the grey in a colour becomes black ink (full replacement), so that never more than two of the
other inks lie on it, words are black only, and no place takes more than twice full cover. Brilliant screen
colours print duller than they look; a proof tells.
"""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from toolkit.drawing.colours import channels
from toolkit.drawing.pdf import PdfWriter, n

LIMIT = 2.4
"""The most ink that shops allow in one place: the sum of the four shares."""

Inks = tuple[float, float, float, float]


def inks(colour: str) -> Inks:
    """Cyan, magenta, yellow and black for `#rrggbb`, each 0 to 1; together at most 2."""
    c, m, y = (1.0 - channel for channel in channels(colour))
    k = min(c, m, y)
    return (c - k, m - k, y - k, k)


def separated(data: bytes) -> tuple[Any, Any]:
    """A PNG or JPEG as a Pillow image in CMYK, inked as `inks` does, and its transparency (or None).

    A JPEG that is in CMYK already is kept, unless it has more ink than `LIMIT`: then it is taken apart anew.
    """
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(data)) as opened:
        opened.load()
        if opened.mode == "CMYK" and most_ink(opened) <= LIMIT:
            return opened.copy(), None
        clear = "A" in opened.getbands() or "transparency" in opened.info
        alpha = opened.convert("RGBA").getchannel("A") if clear else None
        picture = opened.convert("RGB")
    c, m, y = (ImageChops.invert(band) for band in picture.split())
    k = ImageChops.darker(ImageChops.darker(c, m), y)
    return Image.merge("CMYK", [*(ImageChops.subtract(band, k) for band in (c, m, y)), k]), alpha


def most_ink(picture: Any) -> float:
    """The most ink on any pixel of a CMYK image: the sum of its four shares."""
    import numpy as np

    return float(np.asarray(picture).sum(axis=2, dtype=np.int64).max()) / 255


class CmykWriter(PdfWriter):
    """Writes PDF pages whose every colour and picture is in the four inks."""

    def _colour(self, colour: str, stroke: bool) -> str:
        return f"{' '.join(n(share) for share in inks(colour))} {'K' if stroke else 'k'}"

    def _reader(self, data: bytes) -> Any:
        reader: Any = import_module("reportlab.lib.utils").ImageReader
        picture, alpha = separated(data)
        made = reader(picture)
        made.getRGBData()  # takes the pixels over as they are, and says that there is no transparency
        if alpha is not None:
            made._dataA = reader(alpha)
        return made
