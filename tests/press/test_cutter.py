"""Files for cutting machines: millimetres, layers, closed lines, no line twice, marks clear of pieces."""

import io
import math
import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pypdfium2
import pytest

from toolkit.components.faults import FaultError
from toolkit.components.folder import load_folder
from toolkit.press.contours import Contour, circle, outlines, rectangle
from toolkit.press.exports import Exported, ExportOrder, export
from toolkit.press.exports.cutfiles import LAYERS
from toolkit.press.exports.regmarks import ARM, INSET, SQUARE, cleared, taken
from toolkit.press.layout import Place
from toolkit.press.paper import Paper, find_paper

SVG = "{http://www.w3.org/2000/svg}"
A4 = find_paper("a4")


def run(folder: Path, output: Path, **more: object) -> Exported:
    return export(load_folder(folder), ExportOrder("cutter", **more), output)  # type: ignore[arg-type]


def layers(path: Path) -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(path).getroot()
    return {g.attrib["id"]: g for g in root.iterfind(f"{SVG}g")}


def read_dxf(path: Path) -> Any:
    return ezdxf.readfile(path)  # type: ignore[attr-defined]


def boxes(document: Any, layer: str) -> list[tuple[float, float, float, float]]:
    """The corners' boxes of every closed line on a layer, mm, y up."""
    found = []
    for line in document.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]'):
        points = [(p[0], p[1]) for p in line.get_points("xy")]
        if line.closed:
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


@pytest.fixture
def rounded(cards: Path) -> Path:
    """Cards with rounded corners."""
    text = (cards / "front.toml").read_text(encoding="utf-8")
    (cards / "front.toml").write_text("radius = 3.0\n" + text, encoding="utf-8")
    return cards


def test_svg_and_dxf_have_the_named_layers_and_millimetres(rounded: Path, tmp_path: Path) -> None:
    run(rounded, tmp_path)
    svgs = sorted((tmp_path / "cutter").glob("*.svg"))
    assert len(svgs) == len(list((tmp_path / "cutter").glob("*.dxf"))) == 2
    for path in svgs:
        root = ElementTree.parse(path).getroot()
        width, height = root.attrib["width"], root.attrib["height"]
        assert {width, height} == {"210mm", "297mm"}
        assert root.attrib["viewBox"] == f"0 0 {width[:-2]} {height[:-2]}"
        assert list(layers(path)) == ["Print", "Cut", "Score", "Regmarks", "Check"] == list(LAYERS)
        document = read_dxf(path.with_suffix(".dxf"))
        assert document.header["$INSUNITS"] == 4 and document.header["$MEASUREMENT"] == 1
        assert {layer.dxf.name for layer in document.layers} >= set(LAYERS)
        assert document.layers.get("Cut").rgb == (255, 0, 0)
        assert document.layers.get("Score").rgb == (0, 0, 255)
        assert not document.audit().errors


def test_lines_to_cut_are_red_hairlines_without_fill_and_words_are_outlines(
    rounded: Path, tmp_path: Path
) -> None:
    run(rounded, tmp_path)
    for path in (tmp_path / "cutter").glob("*.svg"):
        cuts = layers(path)["Cut"].findall(f"{SVG}path")
        assert cuts
        for cut in cuts:
            assert cut.attrib["stroke"] == "#FF0000" and cut.attrib["fill"] == "none"
            assert float(cut.attrib["stroke-width"]) <= 0.1
            assert cut.attrib["d"].endswith("Z")
        text = path.read_text(encoding="utf-8")
        assert "<text" not in text and "px" not in text.split("<defs>")[0]


def test_pieces_are_cut_to_the_millimetre_in_both_files(rounded: Path, tmp_path: Path) -> None:
    run(rounded, tmp_path)
    total = 0
    for path in (tmp_path / "cutter").glob("*.dxf"):
        document = read_dxf(path)
        cards = boxes(document, "Cut")
        total += len(cards)
        for left, bottom, right, top in cards:
            assert (right - left, top - bottom) == pytest.approx((63.5, 88.9), abs=1e-3)
        for one, other in combinations(cards, 2):
            apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
            assert apart >= 2.0 - 1e-3  # room for the bleed of both
        (square,) = boxes(document, "Check")
        assert (square[2] - square[0], square[3] - square[1]) == pytest.approx((50, 50), abs=1e-6)
        # rounded corners are arcs of 3 mm
        line = document.modelspace().query('LWPOLYLINE[layer=="Cut"]')[0]
        arcs = [p for p in line.get_points("xyb") if p[2]]
        assert len(arcs) == 4
        assert all(abs(p[2]) == pytest.approx(math.tan(math.pi / 8)) for p in arcs)
        # and the SVG says the same lines
        d = layers(path.with_suffix(".svg"))["Cut"].find(f"{SVG}path").attrib["d"]  # type: ignore[union-attr]
        assert len(re.findall(r"A3 3 0 0 1 ", d)) == 4
    assert total == 11


def test_the_area_of_a_rounded_piece_is_right_in_dxf(tmp_path: Path, rounded: Path) -> None:
    from ezdxf.math import bulge_to_arc

    run(rounded, tmp_path)
    document = read_dxf(next((tmp_path / "cutter").glob("*.dxf")))
    line = document.modelspace().query('LWPOLYLINE[layer=="Cut"]')[0]
    points = line.get_points("xyb")
    for (x, y, bulge), (to_x, to_y, _) in zip(points, [*points[1:], points[0]], strict=True):
        if bulge:
            _, _, _, radius = bulge_to_arc((x, y), (to_x, to_y), bulge)
            assert radius == pytest.approx(3.0, abs=1e-3)
    shoelace = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    # The way round and the way that arcs bulge agree, or corners would be cut inwards.
    assert all((p[2] < 0) == (shoelace < 0) for p in points if p[2])


def test_square_corners_touch_and_a_shared_edge_is_cut_once(cards: Path, tmp_path: Path) -> None:
    run(cards, tmp_path)
    for path in (tmp_path / "cutter").glob("*.dxf"):
        counted: Counter[tuple[int, int, int, int]] = Counter()
        for line in read_dxf(path).modelspace().query('LWPOLYLINE[layer=="Cut"]'):
            points = [(round(p[0], 2), round(p[1], 2)) for p in line.get_points("xy")]
            ends = zip(points, [*points[1:], points[0]] if line.closed else points[1:], strict=False)
            for a, b in ends:
                # every tenth of a millimetre of the line
                steps = round(math.dist(a, b) * 10)
                for i in range(steps):
                    t = (i + 0.5) / steps
                    x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
                    counted[round(x * 20), round(y * 20), int(a[0] == b[0]), 0] += 1
        assert counted and max(counted.values()) == 1


def test_marks_are_those_of_a_silhouette_and_pieces_are_clear_of_them(rounded: Path, tmp_path: Path) -> None:
    run(rounded, tmp_path)
    for path in (tmp_path / "cutter").glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        width, height = (float(root.attrib[k][:-2]) for k in ("width", "height"))
        document = read_dxf(path.with_suffix(".dxf"))
        (square,) = boxes(document, "Regmarks")
        assert square == pytest.approx((INSET, height - INSET - SQUARE, INSET + SQUARE, height - INSET))
        lines = [
            line.get_points("xy")
            for line in document.modelspace().query('LWPOLYLINE[layer=="Regmarks"]')
            if not line.closed
        ]
        assert len(lines) == 2 and all(
            math.dist(a, b) == pytest.approx(ARM, abs=0.2) for line in lines for a, b in pairwise(line)
        )
        paper = Paper("sheet", width, height)
        for left, bottom, right, top in boxes(document, "Cut"):
            bleed = (left - 1, height - top - 1, right + 1, height - bottom + 1)
            for mark in taken(paper):
                assert not (
                    bleed[0] < mark[2] - 1e-3
                    and mark[0] < bleed[2] - 1e-3
                    and bleed[1] < mark[3] - 1e-3
                    and mark[1] < bleed[3] - 1e-3
                )


def test_the_layouts_name_stands_on_the_print_and_in_the_files_name(rounded: Path, tmp_path: Path) -> None:
    run(rounded, tmp_path / "a")
    names = {p.stem.split("-", 2)[2] for p in (tmp_path / "a/cutter").glob("*.svg")}
    pages = pypdfium2.PdfDocument(tmp_path / "a/cutter/mine-print.pdf")
    assert len(pages) == 4  # two sheets, their fronts and backs
    # words, not lines, change: the same layout, so the same files cut the old prints
    (rounded / "cards.csv").write_text("id\n" + "".join(f"x{i}\n" for i in range(11)), encoding="utf-8")
    run(rounded, tmp_path / "b")
    assert {p.stem.split("-", 2)[2] for p in (tmp_path / "b/cutter").glob("*.svg")} == names
    text = (rounded / "front.toml").read_text(encoding="utf-8").replace("radius = 3.0", "radius = 2.5")
    (rounded / "front.toml").write_text(text, encoding="utf-8")
    run(rounded, tmp_path / "c")
    assert not {p.stem.split("-", 2)[2] for p in (tmp_path / "c/cutter").glob("*.svg")} & names


def test_pieces_of_several_shapes_are_all_cut(cards: Path, tmp_path: Path) -> None:
    with (cards / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            '[kinds.chips]\ntitle = "Chips"\ntable = "cards"\nshape = "circle"\ndiameter = 20\n'
            'template = "front.toml"\n'
            '[kinds.hexes]\ntitle = "Hexes"\ntable = "cards"\nshape = "hex"\nsize = [46.2, 40]\n'
            'template = "front.toml"\n'
        )
    run(cards, tmp_path)
    found: Counter[str] = Counter()
    for path in (tmp_path / "cutter").glob("*.dxf"):
        for line in read_dxf(path).modelspace().query('LWPOLYLINE[layer=="Cut"]'):
            points = line.get_points("xyb")
            if len(points) == 2 and line.closed:
                assert math.dist(points[0][:2], points[1][:2]) == pytest.approx(20, abs=1e-3)
                assert all(abs(p[2]) == 1 for p in points)
                found["circle"] += 1
            elif len(points) == 6 and math.dist(points[0][:2], points[3][:2]) == pytest.approx(46.2):
                found["hex"] += 1
    assert found == {"circle": 11, "hex": 11}


def test_what_is_larger_than_the_sheet_is_refused(cards: Path, tmp_path: Path) -> None:
    text = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(text.replace("[63.5, 88.9]", "[180, 280]"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"Cards: larger than what a4 has inside the marks.*larger --paper"):
        run(cards, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    made = run(cards, tmp_path / "out", paper="a3")
    assert made.made[0].pieces >= 1
    (cards / "game.toml").write_text(
        text.replace("size = [63.5, 88.9]\n", "size = [63.5, 88.9]\ntiled = true\n"), encoding="utf-8"
    )
    with pytest.raises(FaultError, match="a tiled board is cut by hand"):
        run(cards, tmp_path / "out2", only=("cards",))


def test_what_is_larger_than_the_sheet_is_left_out_where_there_is_more(cards: Path, tmp_path: Path) -> None:
    with (cards / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            '[kinds.map]\ntitle = "Map"\ntable = "cards"\nsize = [500, 340]\ntemplate = "front.toml"\n'
        )
    made = run(cards, tmp_path / "a")
    assert sum(sheet.pieces for sheet in made.made) == 11
    assert "Map: left out, larger than what a4 has inside the marks" in made.notes[0]
    for only in (("map",), ("map", "cards")):
        with pytest.raises(ValueError, match=r"^Map: larger than what a4 has"):
            run(cards, tmp_path / "b", only=only)


# -- the parts


def place(x: float, y: float, w: float = 10, h: float = 20) -> Place:
    return Place(x, y, w, h)


def test_a_grid_has_one_outer_contour_and_each_inner_line_once() -> None:
    grid = [("rect", place(10 * i, 20 * j), 0.0) for i in range(3) for j in range(2)]
    found = outlines(grid)
    outer = [c for c in found if c.closed]
    assert len(outer) == 1 and sorted(c[:2] for c in outer[0].corners) == [(0, 0), (0, 40), (30, 0), (30, 40)]
    inner = sorted(tuple(c[:2] for c in line.corners) for line in found if not line.closed)
    assert inner == [((0, 20), (30, 20)), ((10, 0), (10, 40)), ((20, 0), (20, 40))]


def test_a_grid_that_is_not_full_follows_its_pieces() -> None:
    grid = [("rect", place(10 * i, 20 * j), 0.0) for i, j in ((0, 0), (1, 0), (2, 0), (0, 1))]
    outer, *inner = outlines(grid)
    assert [c[:2] for c in outer.corners] == [(0, 0), (30, 0), (30, 20), (10, 20), (10, 40), (0, 40)]
    assert len(inner) == 3


def test_pieces_that_meet_at_a_corner_have_contours_of_their_own() -> None:
    found = outlines([("rect", place(0, 0), 0.0), ("rect", place(10, 20), 0.0)])
    assert [len(c.corners) for c in found] == [4, 4] and all(c.closed for c in found)


def test_contours_as_svg_paths() -> None:
    assert rectangle(1, 2, 3, 4).path() == "M1 2L4 2L4 6L1 6L1 2Z"
    assert circle(5, 5, 2).path() == "M3 5A2 2 0 0 1 7 5A2 2 0 0 1 3 5Z"
    assert "A1 1 0 0 1 4 3" in rectangle(1, 2, 3, 4, 1).path()
    assert Contour(((0, 0, 0), (5, 0, 0)), closed=False).path() == "M0 0L5 0"


def test_places_are_moved_as_little_as_possible_or_not_at_all() -> None:
    assert cleared([place(100, 100)], A4, 1.0) == (0.0, 0.0)
    move = cleared([place(9, 100)], A4, 1.0)
    assert move is not None and move[0] == pytest.approx(3.3, abs=0.51) and move[1] == 0.0
    assert cleared([place(5, 5, 200, 280)], A4, 1.0) is None


def test_the_files_are_read_by_others(rounded: Path, tmp_path: Path, chromium: str) -> None:
    """A browser shows what the PDF prints: pieces at the same places."""
    import subprocess

    import numpy as np
    from PIL import Image

    from toolkit.press.gallery import render

    run(rounded, tmp_path)
    svg = sorted((tmp_path / "cutter").glob("*.svg"))[0]
    root = ElementTree.parse(svg).getroot()
    wide, high = (round(float(root.attrib[k][:-2]) / 25.4 * 96) for k in ("width", "height"))
    shot = tmp_path / "shot.png"
    subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--window-size={wide},{high}", f"--screenshot={shot}", svg.as_uri()],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    seen = Image.open(io.BytesIO(shot.read_bytes())).convert("L")
    page = render((tmp_path / "cutter/mine-print.pdf").read_bytes(), 96)[0].convert("L")
    size = (min(seen.width, page.width), min(seen.height, page.height))
    one, other = (np.asarray(p.crop((0, 0, *size))).astype(int) for p in (seen, page))
    assert (np.abs(one - other) > 60).mean() < 0.01
