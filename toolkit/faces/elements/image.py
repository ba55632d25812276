"""A picture from a PNG or JPEG file of the game folder."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from toolkit.components.paths import OutsideFolder, inside
from toolkit.drawing.model import Image, Item
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, Key

MAX_BYTES = 50_000_000


@lru_cache(maxsize=500)
def _read(path: Path, stamp: int) -> bytes:
    return path.read_bytes()


def _image(values: Values, stage: Stage) -> Iterable[Item]:
    name = values["file"]
    try:
        path = inside(stage.folder, name)
        status = path.stat()
        if status.st_size > MAX_BYTES:
            raise ValueError(f"'{name}' has {status.st_size:,} bytes; at most {MAX_BYTES:,} are taken")
        data = _read(path, status.st_mtime_ns)
    except OSError:
        stage.trouble("file", f"there is no file '{name}' in the game folder; put the picture there")
        return
    except (OutsideFolder, ValueError) as error:
        stage.trouble("file", str(error))
        return
    if not data.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        stage.trouble("file", f"'{name}' is neither PNG nor JPEG; save it as one of them")
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
