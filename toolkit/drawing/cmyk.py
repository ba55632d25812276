"""PDF in the four inks of a printing press: colours turned to cyan, magenta, yellow and black, with a limit
to how much ink lies in one place.

There is no colour profile behind this, for every press has its own: screen colours are taken apart by
arithmetic. Most of the grey in a colour becomes black ink: all of it in greys, so that words are black only,
and the more the darker a colour is; what is still more than the limit is taken from the coloured inks.
Brilliant screen colours print duller than they look; a proof tells.
"""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from toolkit.drawing.colours import channels
from toolkit.drawing.geometry import n
from toolkit.drawing.pdf import Metadata, PdfWriter

LIMIT = 2.4
"""The most ink that shops allow in one place: the sum of the four shares."""

Inks = tuple[float, float, float, float]

_GREY_TO_BLACK = 0.7
"""The share of a light colour's grey that becomes black ink."""

_NEUTRAL = 0.12
"""Colours whose inks differ by less than this are nearly grey: their grey becomes black ink altogether."""


def inks(colour: str, limit: float = LIMIT) -> Inks:
    """Cyan, magenta, yellow and black for `#rrggbb`, each 0 to 1; together at most `limit`."""
    import numpy as np

    found = _separate(np.array([channels(colour)]), limit)[0]
    return (float(found[0]), float(found[1]), float(found[2]), float(found[3]))


def _separate(rgb: Any, limit: float) -> Any:
    """Shares of the four inks (n x 4) for n colours (n x 3, each 0 to 1)."""
    import numpy as np

    c, m, y = (1.0 - rgb[:, i] for i in range(3))
    grey = np.minimum(np.minimum(c, m), y)
    most = np.maximum(np.maximum(c, m), y)
    neutral = 1.0 - np.minimum(1.0, (most - grey) / _NEUTRAL)
    black = grey * (_GREY_TO_BLACK + (1.0 - _GREY_TO_BLACK) * np.maximum(grey**2, neutral))
    rest = np.maximum(1.0 - black, 1e-9)
    solid = black >= 1.0 - 1e-9
    found = np.empty((len(rgb), 4))
    coloured = np.zeros(len(rgb))
    for i, share in enumerate((c, m, y)):
        found[:, i] = np.where(solid, 0.0, np.clip((share - black) / rest, 0.0, 1.0))
        coloured += found[:, i]
    found[:, :3] *= np.minimum(1.0, (limit - black) / np.maximum(coloured, 1e-9))[:, None]
    found[:, 3] = black
    return found


def separated(data: bytes) -> tuple[Any, Any]:
    """A PNG or JPEG as a Pillow image in CMYK, inked as `inks` does, and its transparency (or None).

    A JPEG that is in CMYK already is kept, unless it has more ink than `LIMIT`: then it is taken apart anew.
    """
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(data)) as opened:
        opened.load()
        if opened.mode == "CMYK" and most_ink(opened) <= LIMIT:
            return opened.copy(), None
        clear = "A" in opened.getbands() or "transparency" in opened.info
        alpha = opened.convert("RGBA").getchannel("A") if clear else None
        picture = opened.convert("RGB")
    pixels = np.asarray(picture)
    made = np.empty((*pixels.shape[:2], 4), np.uint8)
    for row, line in enumerate(pixels):  # a row at a time: as numbers a picture takes 30 times its memory
        made[row] = np.floor(_separate(line / 255.0, LIMIT) * 255.0)
    return Image.fromarray(made, "CMYK"), alpha


def most_ink(picture: Any) -> float:
    """The most ink on any pixel of a CMYK image: the sum of its four shares."""
    import numpy as np

    return float(np.asarray(picture).sum(axis=2, dtype=np.int64).max()) / 255


class CmykWriter(PdfWriter):
    """Writes PDF pages whose every colour and picture is in the four inks."""

    def __init__(self, metadata: Metadata | None = None, duplex: str | None = None) -> None:
        super().__init__(metadata, duplex)
        self._known: dict[str, str] = {}

    def _colour(self, colour: str, stroke: bool) -> str:
        known = self._known.get(colour)
        if known is None:
            known = self._known[colour] = " ".join(n(share) for share in inks(colour, LIMIT - 1e-3))
        return f"{known} {'K' if stroke else 'k'}"

    def _reader(self, data: bytes) -> Any:
        reader: Any = import_module("reportlab.lib.utils").ImageReader
        picture, alpha = separated(data)
        made = reader(picture)
        made.getRGBData()  # takes the pixels over as they are, and says that there is no transparency
        if alpha is not None:
            made._dataA = reader(alpha)
        return made


def coverage(picture: Any) -> Inks:
    """The share of a picture that each ink covers on average: cyan, magenta, yellow, black, each 0 to 1."""
    import numpy as np

    pixels = np.asarray(picture.convert("RGB")).reshape(-1, 3) / 255.0
    shares = _separate(pixels, LIMIT).mean(axis=0)
    return (float(shares[0]), float(shares[1]), float(shares[2]), float(shares[3]))
