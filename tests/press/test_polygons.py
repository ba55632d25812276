"""Pieces of a shape of their own: cut along their outline wherever they are printed, cut out or shown."""

import json
import math
from collections.abc import Iterable
from pathlib import Path

import ezdxf
import numpy as np
import pypdfium2
import pytest
from PIL import Image

from toolkit.components.folder import load_folder
from toolkit.components.manifest import KindSpec
from toolkit.drawing.geometry import flatten, polygon
from toolkit.drawing.model import Drawing, Symbol
from toolkit.drawing.model import Path as Path_
from toolkit.faces.face import Faces
from toolkit.press import Order
from toolkit.press import run as print_
from toolkit.press.arrange import Spacing, arrange
from toolkit.press.exports import ExportOrder, export
from toolkit.press.layout import Place, back_angle, front_angle, mirrored
from toolkit.press.outlines import Shape, grown, shape_of
from toolkit.press.paper import find_paper
from toolkit.press.pieces import make_pieces
from toolkit.press.sheets import Laid, sheet_pages

CORNERS = [[0, 0], [5, 0], [5, 30], [20, 30], [20, 40], [0, 40]]
"""A wide foot: neither mirrored nor turned is it itself."""

OUTLINE = tuple((float(x), float(y)) for x, y in CORNERS)
A4 = find_paper("a4")


@pytest.fixture
def boots(cards: Path) -> Path:
    text = (cards / "game.toml").read_text(encoding="utf-8")
    head, _, _ = text.partition("[kinds.cards]")
    (cards / "game.toml").write_text(
        f'{head}[kinds.boots]\ntitle = "Boots"\ntable = "cards"\nshape = "polygon"\nsize = [20, 40]\n'
        f'outline = {CORNERS}\ntemplate = "front.toml"\nback = "back.toml"\n',
        encoding="utf-8",
    )
    (cards / "front.toml").write_text(
        'bleed = 2.0\n[[layers]]\ntype = "rectangle"\nfill = "#c03020"\nbleed = true\n', encoding="utf-8"
    )
    (cards / "back.toml").write_text(
        'bleed = 2.0\n[[layers]]\ntype = "rectangle"\nfill = "#2030c0"\nbleed = true\n', encoding="utf-8"
    )
    return cards


def area(points: list[tuple[float, float]]) -> float:
    turned = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in turned)) / 2


def flat(points: Iterable[tuple[float, float]]) -> list[float]:
    return [value for point in points for value in point]


def test_the_outline_of_a_kind_is_read(boots: Path) -> None:
    kind = load_folder(boots).require().kinds["boots"]
    assert kind.outline == OUTLINE and kind.size == (20, 40) and shape_of(kind).sides == 6


def test_a_back_lies_behind_its_front_whatever_way_it_is_turned() -> None:
    shape = Shape("polygon", OUTLINE)
    symbol = Symbol(Drawing(20, 40, ()))
    for flip, turned in (("long", False), ("long", True), ("short", False), ("short", True)):
        place = Place(30, 50, *((40, 20) if turned else (20, 40)), turned)
        front = Laid(symbol, shape, place, front_angle(place))
        behind = mirrored(place, A4, flip)
        back = Laid(symbol, shape.behind(20), behind, back_angle(place, flip == "long"))
        (there,), (here,) = flatten(back.outline()), flatten(front.outline())
        over = [(A4.width - x, y) if flip == "long" else (x, A4.height - y) for x, y in here]
        assert flat(sorted(there[:-1])) == pytest.approx(flat(sorted(over[:-1]))), (flip, turned)


def test_a_grown_polygon_keeps_its_distance() -> None:
    found = grown(OUTLINE, 2.0)
    assert flat(found) == pytest.approx([-2, -2, 7, -2, 7, 28, 22, 28, 22, 42, -2, 42])
    assert flat(grown(OUTLINE[::-1], 2.0)[::-1]) == pytest.approx(flat(found))
    sharp = grown(((0, 0), (40, 1), (0, 2)), 1.0)
    assert len(sharp) == 4 and max(x for x, _ in sharp) < 43  # the point is cut off, not 40 mm long


def test_only_what_lies_inside_and_its_bleed_is_printed(boots: Path, tmp_path: Path) -> None:
    printed = print_(boots, tmp_path / "out", Order(marks="none", pack="grid"))
    document = pypdfium2.PdfDocument(printed.paths[0])
    scale = 4 * 25.4 / 72  # 4 pixels a mm
    for page, colour in ((0, (192, 48, 32)), (1, (32, 48, 192))):
        pixels = np.asarray(document[page].render(scale=scale).to_pil().convert("RGB")).astype(int)
        coloured = (np.abs(pixels - colour).sum(axis=2) < 30).sum() / 16
        # Eleven pieces, each with its 2 mm around.
        assert coloured == pytest.approx(11 * area(grown(OUTLINE, 2.0)), rel=0.02)


def test_one_larger_than_the_paper_keeps_its_outline(boots: Path, tmp_path: Path) -> None:
    text = (boots / "game.toml").read_text(encoding="utf-8")
    corners = [[0, 0], [300, 0], [300, 20], [0, 250]]
    text = text.replace("[20, 40]\n", "[300, 250]\n").replace(f"{CORNERS}", f"{corners}")
    (boots / "game.toml").write_text(text, encoding="utf-8")
    (boots / "cards.csv").write_text("id\na\n", encoding="utf-8")
    (file,) = print_(boots, tmp_path, Order(only=("boots",))).files
    inks, lines = [], []
    for page in pypdfium2.PdfDocument(file.paths[0]):
        red, _, blue = np.moveaxis(np.asarray(page.render(scale=25.4 / 72).to_pil()).astype(int), 2, 0)
        inks.append((int((red - blue > 100).sum()), int((blue - red > 100).sum())))  # pixels of a mm
        lines.append("cut along the outline" in page.get_textpage().get_text_range())
    fronts, backs = (sum(ink[side] for ink in inks) for side in (0, 1))
    # A little more than itself: its bleed, and what is glued under the next part.
    assert 300 * 135 < fronts < 300 * 135 * 1.15 and 300 * 135 < backs < 300 * 135 * 1.15
    assert len(inks) == 4 and all(lines)
    # The back is as high as the front on the other side.
    front_left, front_right, back_left, back_right = (max(ink) for ink in inks)
    assert front_left > 2 * front_right and back_right > 2 * back_left


def test_the_line_to_cut_along_is_the_outline(boots: Path) -> None:
    folder = load_folder(boots).require()
    pieces = make_pieces(folder, folder.kinds.values(), Faces(boots))
    (sheet,), _ = arrange(pieces, A4, Spacing(pack="grid"))
    page, _ = sheet_pages(sheet, A4, "long", "crop", True)
    lines = [item.d for item in page.items if isinstance(item, Path_) and item.stroke == "#000000"]
    assert len(lines) == 11
    for line, place in zip(lines, sheet.places, strict=True):
        assert not place.turned
        expected = [(place.x + x, place.y + y) for x, y in OUTLINE]
        assert flat(flatten(line)[0][:-1]) == pytest.approx(flat(expected))


def test_a_cutter_follows_the_outline_once(boots: Path, tmp_path: Path) -> None:
    export(load_folder(boots), ExportOrder("cutter"), tmp_path)
    cuts = 0
    for path in sorted((tmp_path / "cutter").glob("*.dxf")):
        for line in ezdxf.readfile(path).modelspace().query('LWPOLYLINE[layer=="Cut"]'):  # type: ignore[attr-defined]
            points = [(p[0], p[1]) for p in line.get_points("xy")]
            assert line.closed and len(points) == 6
            assert area(points) == pytest.approx(area(list(OUTLINE)), abs=0.01)
            lengths = sorted(math.dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True))
            assert lengths == pytest.approx([5, 10, 15, 20, 30, 40], abs=1e-3)
            cuts += 1
    assert cuts == 11


def test_another_outline_is_another_piece(boots: Path) -> None:
    def digest() -> str:
        folder = load_folder(boots).require()
        return make_pieces(folder, folder.kinds.values(), Faces(boots))[0].hash

    before = digest()
    text = (boots / "game.toml").read_text(encoding="utf-8")
    (boots / "game.toml").write_text(text.replace("[5, 30]", "[5, 31]"), encoding="utf-8")
    assert digest() != before


@pytest.mark.parametrize(
    "shape, size, inside",
    [
        ("polygon", f"[20, 40]\noutline = {CORNERS}", area(list(OUTLINE))),
        ("circle", "diameter", math.pi * 100),
        ("hex", "[40, 34.64]", 3 / 4 * 40 * 34.64),
    ],
)
def test_pictures_are_clear_outside_of_the_piece(
    boots: Path, tmp_path: Path, shape: str, size: str, inside: float
) -> None:
    text = (boots / "game.toml").read_text(encoding="utf-8")
    head, _, _ = text.partition("shape =")
    said = "diameter = 20" if size == "diameter" else f"size = {size}"
    (boots / "game.toml").write_text(
        f'{head}shape = "{shape}"\n{said}\ntemplate = "front.toml"\nback = "back.toml"\n', encoding="utf-8"
    )
    mm = (25.4 / 300) ** 2
    for bleed in (None, 2.0):
        out = tmp_path / str(bleed)
        print_(boots, out, Order(format="png", bleed=bleed))
        for path in out.glob("*.png"):
            with Image.open(path) as picture:
                assert picture.mode == "RGBA"
                alpha = np.asarray(picture.getchannel("A")) / 255
                solid = np.asarray(picture.convert("RGB"))[alpha > 0.02]
            if bleed is None:
                assert alpha.sum() * mm == pytest.approx(inside, rel=0.01)
            else:
                assert alpha.sum() * mm > inside * 1.1
            assert np.ptp(solid.astype(int), axis=0).max() <= 2  # no rim of white: one colour to the edge


@pytest.mark.parametrize("back", ["back.toml", "front.toml"])
def test_the_back_of_a_picture_is_cut_as_it_is_seen_from_behind(
    boots: Path, tmp_path: Path, back: str
) -> None:
    text = (boots / "game.toml").read_text(encoding="utf-8")
    (boots / "game.toml").write_text(text.replace("back.toml", back), encoding="utf-8")
    print_(boots, tmp_path, Order(format="png"))
    pictures = [Image.open(next(tmp_path.glob(name))) for name in ("*-1.png", "*back.png")]
    a, b = (np.asarray(picture.getchannel("A")).astype(int) for picture in pictures)
    assert np.abs(a - b[:, ::-1]).mean() < 2
    assert np.abs(a - b).mean() > 50


def test_rectangles_stay_without_a_mask(cards: Path, tmp_path: Path) -> None:
    print_(cards, tmp_path / "out", Order(format="png"))
    with Image.open(next((tmp_path / "out").glob("*.png"))) as picture:
        assert picture.mode == "RGB"


def test_on_the_table_they_are_tokens_with_the_outline_of_their_picture(boots: Path, tmp_path: Path) -> None:
    made_of = export(load_folder(boots), ExportOrder("tts"), tmp_path)
    assert any(note.startswith("Boots: tokens, which the simulator cuts out") for note in made_of.notes)
    (save,) = tmp_path.glob("*.json")
    made = json.loads(save.read_text(encoding="utf-8"))["ObjectStates"]
    assert {one["Name"] for one in made} == {"Custom_Token"}
    assert all("CustomToken" in one["CustomImage"] and "CustomTile" not in one["CustomImage"] for one in made)
    modes = set()
    for path in (tmp_path / "tts").glob("*.png"):
        with Image.open(path) as picture:
            modes.add(picture.mode)
            assert picture.getchannel("A").getextrema() == (0, 255)
    assert modes == {"RGBA"}


def test_a_mark_stands_inside_the_outline(boots: Path) -> None:
    def marked(outline: str) -> bool:
        text = (boots / "game.toml").read_text(encoding="utf-8")
        head, _, _ = text.partition("shape =")
        (boots / "game.toml").write_text(
            f'{head}shape = "polygon"\nsize = [40, 40]\noutline = {outline}\ntemplate = "front.toml"\n'
            "mark = true\n",
            encoding="utf-8",
        )
        folder = load_folder(boots).require()
        return len(make_pieces(folder, folder.kinds.values(), Faces(boots))[0].drawing.items) > 1

    assert marked("[[0, 20], [40, 20], [40, 40], [0, 40]]")
    assert not marked("[[0, 0], [5, 0], [5, 40], [0, 40]]")
    assert marked("[[0, 0], [40, 0], [20, 40]]")
    assert not marked("[[15, 0], [25, 0], [20, 40]]")


def test_shapes_of_kinds_need_no_outline() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert shape_of(KindSpec("a", "A", "a", (10, 10))).outline(10, 10) == polygon(corners)
