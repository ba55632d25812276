"""A picture from a PNG or JPEG file of the game folder."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.reading import Unreadable, file_status, read_file
from toolkit.drawing.model import Image, Item
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, Key

MAX_BYTES = 50_000_000
MAX_PIXELS = 50_000_000


@lru_cache(maxsize=500)
def _read(path: Path, stamp: int) -> tuple[bytes, str]:
    """The bytes of a picture, and what is wrong with them (empty if nothing): decoded once to know."""
    data = read_file(path, MAX_BYTES)
    return data, _trouble(data)


def _trouble(data: bytes) -> str:
    if not data.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        return "is neither PNG nor JPEG; save it as one of them"
    from PIL import Image as Pillow

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of sizes that are refused here
            with Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
                width, height = picture.size
                if width * height <= MAX_PIXELS:
                    picture.load()
                    return ""
    except Pillow.DecompressionBombError:
        return f"has more than {MAX_PIXELS:,} pixels; save it smaller"
    except Exception as error:  # a decoder of strangers' files may raise anything
        return f"cannot be decoded ({error}); save it anew as PNG or JPEG"
    return f"is {width} x {height} pixels; at most {MAX_PIXELS:,} in all are taken, so save it smaller"


def _image(values: Values, stage: Stage) -> Iterable[Item]:
    name = values["file"]
    try:
        path = inside(stage.folder, name)
        data, wrong = _read(path, file_status(path).st_mtime_ns)
    except OutsideFolder as error:
        stage.trouble("file", str(error))
        return
    except Unreadable as error:
        if path.exists():
            stage.trouble("file", f"'{name}' {error}")
        else:
            stage.trouble("file", f"there is no file '{name}' in the game folder; put the picture there")
        return
    if wrong:
        stage.trouble("file", f"'{name}' {wrong}")
        return
    x, y, width, height = stage.box(values)
    if values["bleed"]:
        x, y, width, height = stage.spread(x, y, width, height)
    yield Image(data, x, y, width, height, values["alt"])


ELEMENTS = (
    Element(
        "image",
        "a picture (PNG or JPEG), stretched over its box",
        {
            "file": Key("file", None, "name of the file, from the game folder", required=True),
            **BOX,
            "bleed": Key("flag", False, "carry what lies on the face's edge on to the bleed"),
            "alt": Key("text", "", "what it shows, for screen readers"),
        },
        _image,
    ),
)
