"""A picture from a PNG, JPEG or SVG file of the game folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from toolkit.drawing import geometry
from toolkit.drawing.model import Group, Image, Item, Path, Symbol, Use
from toolkit.faces.elements.base import Element, Stage, Values
from toolkit.faces.keys import BOX, Key
from toolkit.faces.pictures import coarse, read_picture
from toolkit.faces.values import ValueFault


def _image(values: Values, stage: Stage) -> Iterable[Item]:
    name = values["file"]
    if not name.strip():
        return
    try:
        picture = read_picture(stage.folder, name, values["colour"])
    except ValueFault as error:
        stage.trouble("file", str(error))
        return
    x, y, width, height = stage.box(values)
    if values["bleed"]:
        x, y, width, height = stage.spread(x, y, width, height)
    if width <= 0 or height <= 0:
        return
    drawing = picture.drawing
    across, down = width / drawing.width, height / drawing.height
    if values["fit"] != "stretch":
        across = down = (min if values["fit"] == "contain" else max)(across, down)
    said = coarse(name, drawing, across, down)
    if said:
        stage.remark("file", said)
    left = x + (width - drawing.width * across) / 2
    top = y + (height - drawing.height * down) / 2
    item: Item
    if picture.pixels is not None:
        (pixels,) = drawing.items
        assert isinstance(pixels, Image)
        wide, high = drawing.width * across, drawing.height * down
        item = Image(pixels.data, left, top, wide, high, values["alt"])
    else:
        symbol = picture.symbol
        if values["alt"]:
            symbol = Symbol(replace(drawing, title=values["alt"]))
        item = Use(symbol, (across, 0.0, 0.0, down, left, top))
    if values["fit"] == "cover" and (left < x - 1e-6 or top < y - 1e-6):
        yield Group((item,), clip=Path(geometry.rectangle(x, y, width, height)))
    else:
        yield item


ELEMENTS = (
    Element(
        "image",
        "a picture (PNG, JPEG or SVG) in a box",
        {
            "file": Key(
                "file", None, "name of the file, from the game folder; empty for none", required=True
            ),
            **BOX,
            "fit": Key(
                "choice",
                "contain",
                "how it fills its box: contain (whole, keeping its shape), cover (cut to fill), stretch",
                choices=("contain", "cover", "stretch"),
            ),
            "bleed": Key("flag", False, "carry what lies on the face's edge on to the bleed"),
            "colour": Key("colour", None, "colour of what is black in an SVG file"),
            "alt": Key("text", "", "what it shows, for screen readers"),
        },
        _image,
        example='file = "art/{{ id }}.png"\nheight = 30\nfit = "cover"\nbleed = true',
    ),
)
