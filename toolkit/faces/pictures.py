"""Pictures of a game folder, read once: PNG and JPEG turned upright and made RGB, SVG as shapes."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.reading import Unreadable, file_status, read_file
from toolkit.components.sizes import DPI
from toolkit.drawing.model import Drawing, Image, Symbol
from toolkit.drawing.svg_read import SvgFault, read_svg
from toolkit.faces.values import ValueFault
from toolkit.faces.weight import MAX_WEIGHT, weight

MAX_BYTES = 50_000_000
MAX_PIXELS = 50_000_000


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that can be placed: a symbol as large as its units, and its pixels (None for SVG)."""

    symbol: Symbol
    pixels: tuple[int, int] | None = None

    @property
    def drawing(self) -> Drawing:
        """What it shows."""
        return self.symbol.drawing


def read_picture(folder: Path, name: str, ink: str | None = None) -> Picture:
    """The picture in a file of the folder; ValueFault says what is wrong with it.

    `ink` is the colour of what is black in an SVG file.
    """
    try:
        path = inside(folder, name)
        stamp = file_status(path, folder).st_mtime_ns
        picture, wrong = _read(path, stamp, ink if name.lower().endswith(".svg") else None)
    except OutsideFolder as error:
        raise ValueFault(str(error)) from None
    except Unreadable as error:
        if ";" in str(error) or (folder / name).exists():
            raise ValueFault(f"'{name}' {error}") from None
        raise ValueFault(f"there is no file '{name}' in the game folder; put the picture there") from None
    if picture is None:
        raise ValueFault(f"'{name}' {wrong}")
    return picture


def coarse(name: str, drawing: Drawing, across: float, down: float) -> str:
    """What is said of a picture of pixels that is drawn `across` by `down` mm a pixel; empty where that is
    fine enough, and for shapes.
    """
    dpi = 25.4 / max(across, down)
    if dpi >= DPI - 0.5 or not any(isinstance(item, Image) for item in drawing.items):
        return ""
    seen = f"{drawing.width * across:.3g} x {drawing.height * down:.3g} mm"
    return f"'{name}' has {dpi:.0f} dpi at {seen}; {DPI} dpi are needed to look sharp"


@lru_cache(maxsize=500)
def _read(path: Path, stamp: int, ink: str | None) -> tuple[Picture | None, str]:
    """The picture, or what is wrong with it; decoded once to know."""
    data = read_file(path, MAX_BYTES)
    if data.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        return _pixels(data)
    if path.suffix.lower() == ".svg":
        try:
            drawing = read_svg(data, ink)
        except SvgFault as error:
            return None, str(error)
        if weight(drawing.items) > MAX_WEIGHT:
            return None, f"has more than {MAX_WEIGHT:,} strokes; simplify it"
        return Picture(Symbol(drawing)), ""
    return None, "is neither PNG, JPEG nor SVG; save it as one of them"


def _pixels(data: bytes) -> tuple[Picture | None, str]:
    from PIL import Image as Pillow
    from PIL import UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of sizes that are refused here
            with Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
                width, height = picture.size
                if width * height <= MAX_PIXELS:
                    picture.load()
                    return _upright(picture, data), ""
    except Pillow.DecompressionBombError:
        return None, f"has more than {MAX_PIXELS:,} pixels; save it smaller"
    except UnidentifiedImageError:
        return None, "cannot be decoded (it is damaged); save it anew as PNG or JPEG"
    except Exception as error:  # a decoder of strangers' files may raise anything
        return None, f"cannot be decoded ({error}); save it anew as PNG or JPEG"
    return None, f"is {width} x {height} pixels; at most {MAX_PIXELS:,} in all are taken, so save it smaller"


def _upright(picture: Any, data: bytes) -> Picture:
    """The picture as it is seen: turned as its camera says, and in colours that every viewer shows alike."""
    from PIL import ImageOps

    turned = picture.getexif().get(0x0112, 1) != 1
    plain = picture.mode in ("L", "RGB") or (picture.format == "PNG" and picture.mode == "RGBA")
    if turned or not plain or (picture.format == "PNG" and "transparency" in picture.info):
        jpeg = picture.format == "JPEG"
        seen = ImageOps.exif_transpose(picture) if turned else picture
        clear = "transparency" in picture.info or picture.mode in ("LA", "PA", "RGBA")
        if seen.mode.startswith("I"):  # 16 bits a pixel
            seen = seen.convert("I").point(lambda value: value / 256).convert("L")
        elif seen.mode not in ("L", "RGB", "RGBA"):
            seen = seen.convert("RGBA" if clear else "L" if seen.mode == "1" else "RGB")
        elif clear and seen.mode != "RGBA":
            seen = seen.convert("RGBA")
        buffer = io.BytesIO()
        if jpeg:
            seen.save(buffer, "JPEG", quality=95, subsampling=0)
        else:
            seen.save(buffer, "PNG", compress_level=6)
        data, picture = buffer.getvalue(), seen
    width, height = picture.size
    drawing = Drawing(width, height, (Image(data, 0.0, 0.0, width, height),))
    return Picture(Symbol(drawing), (width, height))
