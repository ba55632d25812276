"""Pictures of faces: exact pixels, the dpi written down, equal bytes for equal drawings."""

import io
from pathlib import Path

import pytest
from PIL import Image

from toolkit.components.folder import load_folder
from toolkit.drawing.geometry import rectangle
from toolkit.drawing.model import Drawing
from toolkit.drawing.model import Path as Outline
from toolkit.faces.face import Faces
from toolkit.press.pieces import make_pieces
from toolkit.press.raster import images, pixels, pngs, size_in_pixels, to_png

INCH = 25.4
# width and height in inches, pixels, pixels with 1/8 in bleed
SIZES = [
    (2.5, 3.5, (750, 1050), (825, 1125)),
    (2.25, 3.5, (675, 1050), (750, 1125)),
    (2.75, 4.75, (825, 1425), (900, 1500)),
    (1.75, 2.5, (525, 750), (600, 825)),
]


def blank(width: float, height: float, bleed: float = 0.0) -> Drawing:
    return Drawing(width, height, (), bleed=bleed)


@pytest.mark.parametrize(("wide", "high", "cut", "whole"), SIZES)
def test_pixels_are_those_that_shops_ask_for(
    wide: float, high: float, cut: tuple[int, int], whole: tuple[int, int]
) -> None:
    drawing = blank(wide * INCH, high * INCH, 3.175)
    assert Image.open(io.BytesIO(to_png(drawing))).size == cut
    assert Image.open(io.BytesIO(to_png(drawing, bleed=3.175))).size == whole


@pytest.mark.parametrize("dpi", [72, 96, 150, 300, 600])
@pytest.mark.parametrize("side", [10.0, 20.0, 41.0, 63.0, 88.0, 95.25])
def test_no_pixel_is_added_by_rounding_up(dpi: int, side: float) -> None:
    picture = next(images([blank(side, 30.0)], dpi))
    assert picture.size == (pixels(side, dpi), pixels(30.0, dpi)) == size_in_pixels(blank(side, 30.0), dpi)


def test_the_file_says_its_dpi() -> None:
    assert Image.open(io.BytesIO(to_png(blank(20, 20)))).info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert Image.open(io.BytesIO(to_png(blank(20, 20), 150))).info["dpi"] == pytest.approx(
        (150, 150), abs=0.02
    )


def test_edges_lie_where_they_are_drawn() -> None:
    inner = Outline(rectangle(INCH, INCH, INCH, INCH), fill="#000000")
    picture = next(images([Drawing(3 * INCH, 3 * INCH, (inner,))], 100)).convert("L")
    assert picture.size == (300, 300)
    assert picture.getpixel((98, 150)) == 255 and picture.getpixel((101, 150)) == 0
    assert picture.getpixel((198, 150)) == 0 and picture.getpixel((201, 150)) == 255


def test_bleed_shows_what_lies_beyond_the_edge() -> None:
    ground = Outline(rectangle(-3, -3, 26, 26), fill="#ff0000")
    picture = next(images([Drawing(20, 20, (ground,), bleed=3.0)], 254, 3.0))
    assert picture.size == (260, 260)
    assert picture.getpixel((1, 1)) == (255, 0, 0) and picture.getpixel((258, 258)) == (255, 0, 0)


def test_equal_drawings_give_equal_bytes(cards: Path) -> None:
    folder = load_folder(cards)
    once, again = (make_pieces(folder, folder.kinds.values(), Faces(folder.path)) for _ in range(2))
    assert to_png(once[0].drawing) == to_png(again[0].drawing)
    assert to_png(once[0].drawing) != to_png(once[1].drawing)


def test_many_are_the_same_as_one_each() -> None:
    drawings = [Drawing(20, 10 + i, (Outline(rectangle(i / 4, 2, 5, 5), fill="#123456"),)) for i in range(20)]
    assert [p.tobytes() for p in images(drawings, 96)] == [next(images([d], 96)).tobytes() for d in drawings]


def test_files_come_in_the_order_of_the_drawings() -> None:
    drawings = [Drawing(20, 10 + i, (Outline(rectangle(i / 4, 2, 5, 5), fill="#123456"),)) for i in range(40)]
    assert list(pngs(drawings, 96)) == [to_png(drawing, 96) for drawing in drawings]
    assert list(pngs([])) == []


def test_a_picture_of_a_giant_is_refused() -> None:
    with pytest.raises(ValueError, match="23,622 x 118 pixels is too large"):
        to_png(blank(2000, 10), 300)
