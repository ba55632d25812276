"""Sheets measured: papers, margins, gaps, bleeds, marks, shared sheets, folds and backs, in millimetres."""

import math
import re
import shutil
from itertools import combinations
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from toolkit.components.folder import load_folder
from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import apply, bounds, translate
from toolkit.drawing.model import Box, Drawing, Group, TextLine, Use
from toolkit.drawing.model import Path as Outline
from toolkit.faces.face import Faces
from toolkit.press import Order, Printed, run
from toolkit.press.arrange import Sheet, Spacing, arrange
from toolkit.press.labels import Strip, label
from toolkit.press.layout import Place, fill
from toolkit.press.marks import MARKS, corner_marks, full_lines
from toolkit.press.outlines import Shape
from toolkit.press.packing import pack
from toolkit.press.paper import MARK_EDGE, PAPERS, find_paper
from toolkit.press.pieces import Look, Piece, make_pieces
from toolkit.press.printer import Offset, save_profile
from toolkit.press.revision import with_mark
from toolkit.press.sheets import FOLD, sheet_pages

MM = 72 / 25.4
SKERRY = Path(__file__).with_name("fixtures") / "skerry"
A4 = PAPERS["a4"]


def skerry(*only: str) -> list[Piece]:
    folder = load_folder(SKERRY).require()
    return make_pieces(folder, [k for n, k in folder.kinds.items() if not only or n in only], Faces(SKERRY))


def page(path: Path, number: int = 0) -> pypdfium2.PdfPage:
    return pypdfium2.PdfDocument(path)[number]


def millimetres(box: tuple[float, ...]) -> list[float]:
    return [v / MM for v in box]


def pixels(page: pypdfium2.PdfPage, per_mm: float = 4.0) -> np.ndarray:
    """A page as pixels, `per_mm` of them to a millimetre."""
    return np.asarray(page.render(scale=per_mm / MM).to_pil().convert("RGB"))


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] - 1e-6 and b[0] < a[2] - 1e-6 and a[1] < b[3] - 1e-6 and b[1] < a[3] - 1e-6


# -- paper ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "landscape", "width", "height"),
    [
        ("a4", False, 210, 297),
        ("A4", True, 297, 210),
        ("tabloid", False, 279.4, 431.8),
        ("a3", True, 420, 297),
        ("12x18in", False, 304.8, 457.2),
        ("210x297mm", False, 210, 297),
        ("32.5x45cm", False, 325, 450),
        ("300x200mm", True, 300, 200),  # lies on its side already
    ],
)
def test_every_page_has_the_size_that_was_asked_for(
    cards: Path, tmp_path: Path, name: str, landscape: bool, width: float, height: float
) -> None:
    printed = run(cards, tmp_path / "out", Order(paper=name, landscape=landscape))
    for path in printed.paths:
        for one in pypdfium2.PdfDocument(path):
            assert millimetres(one.get_size()) == pytest.approx([width, height], abs=0.001)
            assert millimetres(one.get_mediabox()) == pytest.approx([0, 0, width, height], abs=0.001)


@pytest.mark.parametrize(
    ("name", "margin", "said"),
    [
        ("b4", 6.35, "there is no paper 'b4'.*210x297mm, 12x18in"),
        ("leter", 6.35, "did you mean 'letter'"),
        ("10x10mm", 6.35, "a side has 50 to 2000 mm"),
        ("12x18", 6.35, "there is no paper"),
        ("a4", -1, "a margin of -1 mm; it is 0 to 100"),
        ("a5", 70, "leaves nothing of a5"),
    ],
)
def test_papers_and_margins_that_cannot_be_are_refused(name: str, margin: float, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        find_paper(name, margin=margin)


# -- spacing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("margin", [0.0, 6.35, 20.0])
def test_pieces_keep_to_the_margin(margin: float) -> None:
    paper = find_paper("a4", margin=margin)
    sheets, large = arrange(skerry(), paper)
    assert [piece.kind.name for piece in large] == ["board"]
    for sheet in sheets:
        for place in sheet.places:
            assert place.x >= margin - 1e-6 and place.x + place.width <= 210 - margin + 1e-6
            assert place.y >= margin - 1e-6 and place.y + place.height <= 297 - margin + 1e-6


def test_a_gap_lies_between_pieces_and_is_never_narrower_than_the_bleeds(cards: Path, tmp_path: Path) -> None:
    (cards / "cards.csv").write_text("id\n" + "".join(f"{i}\n" for i in range(16)), "utf-8")
    printed = run(cards, tmp_path / "out", Order(gap=6.0))
    one = page(printed.paths[0])
    trim, bleed = millimetres(one.get_trimbox()), millimetres(one.get_bleedbox())
    # Turned, 2 x 4 cards with gaps fit; upright only 2 x 3 do.
    assert trim[2] - trim[0] == pytest.approx(2 * 88.9 + 6, abs=0.01)
    assert trim[3] - trim[1] == pytest.approx(4 * 63.5 + 3 * 6, abs=0.01)
    assert trim[0] - bleed[0] == pytest.approx(3, abs=0.01)
    with pytest.raises(ValueError, match=r"a gap of 4 mm is too narrow for cards, which bleed 3 mm.*least 6"):
        run(cards, tmp_path / "narrow", Order(gap=4.0))
    run(cards, tmp_path / "bleed", Order(gap=4.0, bleed=2.0))


@pytest.mark.parametrize("bleed", [0.0, 1.0, 5.0])
def test_a_bleed_is_as_wide_as_was_asked_for_and_pieces_keep_their_size(
    cards: Path, tmp_path: Path, bleed: float
) -> None:
    (cards / "cards.csv").write_text("id\n1\n", "utf-8")
    printed = run(cards, tmp_path / "out", Order(bleed=bleed, marks="none"))
    one = page(printed.paths[0])
    trim, box = millimetres(one.get_trimbox()), millimetres(one.get_bleedbox())
    assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([63.5, 88.9], abs=0.001)
    assert [a - b for a, b in zip(trim, box, strict=True)] == pytest.approx(
        [bleed, bleed, -bleed, -bleed], abs=0.001
    )
    ground = (pixels(one, 8)[:, :, :] == (0xCF, 0xD8, 0xC8)).all(axis=2)
    rows, columns = np.nonzero(ground)
    assert (columns.max() - columns.min() + 1) / 8 == pytest.approx(63.5 + 2 * bleed, abs=0.2)
    assert (rows.max() - rows.min() + 1) / 8 == pytest.approx(88.9 + 2 * bleed, abs=0.2)


def test_another_bleed_is_no_other_piece() -> None:
    folder = load_folder(SKERRY).require()
    kinds = list(folder.kinds.values())
    hashes = [
        [p.hash for p in make_pieces(folder, kinds, Faces(SKERRY), Look(bleed=b))] for b in (None, 1, 5)
    ]
    assert hashes[0] == hashes[1] == hashes[2]


# -- marks ---------------------------------------------------------------------------------------------


def lines(path: Outline) -> list[Box]:
    return [(*a[1:], *b[1:]) for a, b in zip(path.d[::2], path.d[1::2], strict=True)]  # type: ignore[misc]


@pytest.mark.parametrize("gap", [0.0, 9.0])
@pytest.mark.parametrize("count", [1, 4, 5, 9])
def test_corner_marks_stand_outside_all_bleeds_and_only_at_used_places(gap: float, count: int) -> None:
    used = fill(50, 70, 197.3, 284.3, gap)[:count]
    used = [Place(p.x + 12, p.y + 12, p.width, p.height, p.turned) for p in used]
    paths = corner_marks(used, A4, 3.0)
    marks = [one for path in paths[:1] for one in lines(path)]
    assert marks
    corners = {(x, y) for p in used for x in p.box[::2] for y in p.box[1::2]}
    for x1, y1, x2, y2 in marks:
        assert all(v >= MARK_EDGE - 1e-6 for v in (x1, y1, x2, y2))
        assert x2 <= 210 - MARK_EDGE + 1e-6 and y2 <= 297 - MARK_EDGE + 1e-6
        near = min(math.dist(corner, end) for corner in corners for end in ((x1, y1), (x2, y2)))
        assert 3.0 < near < 3.5
        for p in used:
            bleed = (p.x - 3, p.y - 3, p.x + p.width + 3, p.y + p.height + 3)
            assert not overlap(bleed, (min(x1, x2), min(y1, y2), max(x1, x2) + 1e-3, max(y1, y2) + 1e-3))
    if gap:
        assert len(marks) == 8 * count and len(paths) == 1
    elif count > 1:
        for x1, y1, x2, y2 in lines(paths[1]):  # where pieces touch, ticks lie on the cuts
            assert min(math.dist(c, e) for c in corners for e in ((x1, y1), (x2, y2))) < 1e-6
            assert math.dist((x1, y1), (x2, y2)) == pytest.approx(1.5)


def test_full_lines_run_along_every_cut_of_the_used_places() -> None:
    used = [Place(20 + 60 * i, 20, 60, 80) for i in range(2)]
    found = lines(full_lines(used, A4, 3.0)[1])
    assert sorted(x for x, _, x2, _ in found if x == x2) == [20, 80, 140]
    assert sorted(y for _, y, _, y2 in found if y == y2) == [20, 100]
    assert all(y1 < 20 and 100 < y2 < 115 for x1, y1, x2, y2 in found if x1 == x2)


@pytest.mark.parametrize("marks", MARKS)
def test_nothing_is_printed_near_the_papers_edge(tmp_path: Path, marks: str) -> None:
    printed = run(SKERRY, tmp_path, Order(marks=marks, only=("islands", "cargo", "crates", "coins")))
    for path in printed.paths:
        for one in pypdfium2.PdfDocument(path):
            ink = (pixels(one) < 250).any(axis=2)
            edge = int(MARK_EDGE * 4) - 1
            assert not ink[:edge].any() and not ink[-edge:].any()
            assert not ink[:, :edge].any() and not ink[:, -edge:].any()


# -- shapes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(80.0, 69.282), (34.641, 40.0), (20.0, 17.3205)])
@pytest.mark.parametrize("gap", [0.0, 6.0])
def test_hexagons_lie_in_a_honeycomb(width: float, height: float, gap: float) -> None:
    found = fill(width, height, 197.3, 284.3, gap, "hex")
    across = min(width, height)
    middles = [(p.x + p.width / 2, p.y + p.height / 2) for p in found]
    apart = [math.dist(a, b) for a, b in combinations(middles, 2)]
    assert min(apart) == pytest.approx(across + gap, abs=0.01)
    touching = sum(1 for d in apart if d < across + gap + 0.01)
    assert touching > len(found) * 1.2  # most have more than two neighbours
    assert (
        len(found) >= len(fill(width, height, 197.3, 284.3, gap, "circle" if width == height else "rect")) - 2
    )
    for p in found:
        assert p.x >= -1e-6 and p.y >= -1e-6
        assert p.x + p.width <= 197.3 + 1e-3 and p.y + p.height <= 284.3 + 1e-3


def test_circles_lie_in_offset_rows_where_that_saves_paper() -> None:
    plain, offset = fill(20, 20, 197.3, 284.3, 6, "circle", 60), fill(20, 20, 197.3, 284.3, 6, "circle")
    assert len(plain) == 7 * 11 and len({round(p.x, 3) for p in plain}) == 7
    assert len(offset) > len(plain)
    middles = [(p.x + 10, p.y + 10) for p in offset]
    assert min(math.dist(a, b) for a, b in combinations(middles, 2)) >= 26 - 1e-6


def test_hexagons_are_cut_out_and_touch_without_a_white_line(tmp_path: Path) -> None:
    printed = run(SKERRY, tmp_path, Order(only=("islands",), gap=0, marks="none"))
    one = page(printed.paths[0])
    sea = (np.abs(pixels(one, 6).astype(int) - (0x2B, 0x6A, 0x86)).max(axis=2)) < 12
    sheets, _ = arrange(skerry("islands"), A4, Spacing(gap=0))
    first, second = sheets[0].places[0], sheets[0].places[1]
    assert math.dist((first.x, first.y), (second.x, second.y)) == pytest.approx(69.282, abs=0.02)
    # Along the cut between two hexagons there is sea on both sides and on the line itself.
    x1, y1 = first.x + 40, first.y + 34.641
    x2, y2 = second.x + 40, second.y + 34.641
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    dx, dy = (y2 - y1) / 69.282, -(x2 - x1) / 69.282
    for t in np.linspace(-18, 18, 50):
        assert sea[int((my + t * dy) * 6), int((mx + t * dx) * 6)]


# -- sizes that share sheets ---------------------------------------------------------------------------


def test_sizes_share_sheets_where_that_saves_paper() -> None:
    pieces = skerry("islands", "cargo", "crates")
    together, _ = arrange(pieces, A4)
    apart, _ = arrange(pieces, A4, Spacing(pack="grid"))
    assert len(together) < len(apart)
    assert not any(sheet.packed for sheet in apart)
    (shared,) = [sheet for sheet in together if sheet.packed]
    assert {piece.kind.name for piece in shared.pieces} == {"cargo", "crates"}
    # All pieces are there once, whatever shares a sheet.
    for sheets in (together, apart):
        assert sorted(id(p) for s in sheets for p in s.pieces) == sorted(id(p) for p in pieces)


def test_pieces_that_share_a_sheet_are_true_to_size_and_clear_of_each_other() -> None:
    for sheet in arrange(skerry(), A4)[0]:
        for piece, place in zip(sheet.pieces, sheet.places, strict=True):
            size = (piece.drawing.width, piece.drawing.height)
            assert (place.width, place.height) == (size[::-1] if place.turned else size)
        if not sheet.packed:
            continue
        grown = [
            (p.x - piece.bleed, p.y - piece.bleed, p.x + p.width + piece.bleed, p.y + p.height + piece.bleed)
            for p, piece in zip(sheet.places, sheet.pieces, strict=True)
        ]
        assert not any(overlap(a, b) for a, b in combinations(grown, 2))


def test_packing_is_the_same_every_time_and_as_tight_as_it_can_be() -> None:
    sizes = [(63.5, 88.9)] * 3 + [(15.875, 15.875)] * 18 + [(40.0, 20.0)] * 5
    first = pack(sizes, 180.0, 260.0, 9.0, 2)
    assert first is not None and len(first) == 1
    assert first == pack(sizes, 180.0, 260.0, 9.0, 2)
    placed = [place for _, place in first[0]]
    assert len(placed) == len(sizes)
    assert all(p.x >= 0 and p.y >= 0 for p in placed)
    assert all(p.x + p.width <= 180.01 and p.y + p.height <= 260.01 for p in placed)
    for a, b in combinations(placed, 2):
        assert not overlap((a.x, a.y, a.x + a.width + 8.9, a.y + a.height + 8.9), b.box)
    assert pack([(100.0, 100.0)] * 5, 180.0, 260.0, 9.0, 1) is None


def test_a_shared_sheet_is_read_from_its_upper_left_corner() -> None:
    packed = pack([(30.0, 30.0)] * 12 + [(20.0, 20.0)] * 4, 180.0, 260.0, 9.0, 1)
    assert packed is not None
    places = dict(packed[0])
    assert (places[0].x, places[0].y) == (0.0, 0.0)
    assert max(place.y for number, place in places.items() if number < 4) < 20  # the first ones, in a row
    assert [places[i].y for i in range(12)] == sorted(places[i].y for i in range(12))


def test_a_label_keeps_clear_of_the_bleed_below_it() -> None:
    font = find_font("sans")
    strip = Strip(3.0, ((0.0, 150.0),), translate(0, 6.35), marked=False)
    (group,) = label(["Game", "tokens"], strip)
    assert isinstance(group, Group) and group.items
    for line in group.items:
        assert isinstance(line, TextLine)
        assert line.y + 0.25 * line.size < strip.depth  # what hangs below the line
        assert line.y - line.size * font.cap_height > 0


# -- backs ---------------------------------------------------------------------------------------------


DOT = "[[layers]]\ntype = 'circle'\nx = 6\ny = 6\nradius = 3\nfill = '#ff0000'\n"
"""A red dot in the upper left corner of a piece."""


@pytest.fixture
def dotted(tmp_path: Path) -> Path:
    """Cards and small tiles, each with a red dot in the upper left corner of its back."""
    folder = tmp_path / "dotted"
    shutil.copytree(SKERRY, folder)
    sea = folder / "sea.toml"
    sea.write_text(sea.read_text("utf-8") + DOT, "utf-8")
    return folder


def dots(one: pypdfium2.PdfPage) -> np.ndarray:
    shown = pixels(one, 3).astype(int)
    return (shown[:, :, 0] > 200) & (shown[:, :, 1] < 60) & (shown[:, :, 2] < 60)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("landscape", [False, True])
def test_a_piece_turned_over_sideways_has_its_back_upright(
    dotted: Path, tmp_path: Path, flip: str, landscape: bool
) -> None:
    order = Order(flip=flip, landscape=landscape, only=("cargo", "crates"), marks="none")
    printed = run(dotted, tmp_path / "out", order)
    folder = load_folder(dotted).require()
    pieces = make_pieces(folder, [folder.kinds["cargo"], folder.kinds["crates"]], Faces(dotted))
    paper = find_paper("a4", landscape)
    sheets, _ = arrange(pieces, paper, order.spacing)
    assert landscape or (any(s.packed for s in sheets) and any(p.turned for s in sheets for p in s.places))
    document = pypdfium2.PdfDocument(printed.paths[0])
    over_x = (flip == "long") != landscape  # whether turning the paper exchanges left and right
    for number, sheet in enumerate(sheets):
        red = dots(document[2 * number + 1])
        for piece, place in zip(sheet.pieces, sheet.places, strict=True):
            # The dot is in the upper left corner of the back: on the front, through the card, that is the
            # upper right one.
            x, y = piece.drawing.width - 6, 6.0
            if place.turned:
                x, y = piece.drawing.height - y, x
            x, y = place.x + x, place.y + y
            x, y = (paper.width - x, y) if over_x else (x, paper.height - y)
            assert red[int(y * 3), int(x * 3)], (number, piece.name)
        assert red.sum() / 9 < len(sheet.pieces) * math.pi * 9 * 1.15  # and no other dots


def fold_of(sheet: Sheet) -> tuple[int, float]:
    assert sheet.fold is not None
    return sheet.fold


@pytest.mark.parametrize("landscape", [False, True])
def test_a_fold_lays_every_back_behind_its_front(dotted: Path, tmp_path: Path, landscape: bool) -> None:
    order = Order(backs="gutterfold", landscape=landscape, marks="none", only=("cargo", "crates", "islands"))
    printed = run(dotted, tmp_path / "out", order)
    folder = load_folder(dotted).require()
    kinds = [folder.kinds[name] for name in ("islands", "cargo", "crates")]
    paper = find_paper("a4", landscape)
    sheets, _ = arrange(make_pieces(folder, kinds, Faces(dotted)), paper, order.spacing)
    assert [f.sheets for f in printed.files] == [len(sheets)]
    assert not printed.files[0].two_sided
    document = pypdfium2.PdfDocument(printed.paths[0])
    for number, sheet in enumerate(sheets):
        along, at = fold_of(sheet)
        assert at == (paper.width, paper.height)[along] / 2
        red = dots(document[number])
        for piece, place in zip(sheet.pieces, sheet.places, strict=True):
            assert place.box[along + 2] <= at + 1e-6  # fronts on one side
            if piece.kind.shape != "rect":
                continue
            x, y = piece.drawing.width - 6, 6.0
            if place.turned:
                x, y = piece.drawing.height - y, x
            x, y = place.x + x, place.y + y
            x, y = (2 * at - x, y) if along == 0 else (x, 2 * at - y)
            assert red[int(y * 3), int(x * 3)], (number, piece.name)
        if not sheet.packed and sheet.pieces[0].kind.name == "cargo":
            assert max(place.box[along + 2] for place in sheet.places) == pytest.approx(at)
    assert "fold along the dashed line" in document[0].get_textpage().get_text_range()


@pytest.mark.parametrize("landscape", [False, True])
def test_few_pieces_lie_next_to_the_fold(dotted: Path, landscape: bool) -> None:
    folder = load_folder(dotted).require()
    paper = find_paper("a4", landscape)
    seen = 0
    for name in ("islands", "cargo", "crates"):
        pieces = make_pieces(folder, [folder.kinds[name]], Faces(dotted))
        sheets, _ = arrange(pieces, paper, Spacing(pack="grid", fold=True))
        for sheet in sheets:
            along, at = fold_of(sheet)
            step = min(p.width if along == 0 else p.height for p in sheet.places)
            apart = at - max(p.box[along + 2] for p in sheet.places)
            assert apart < 2 * sheet.bleed + 0.01  # as near as it goes
            # No free place is nearer to the fold than a piece.
            rows: dict[float, int] = {}
            for place in sheet.places:
                rows[round(at - place.box[along + 2], 2)] = (
                    rows.get(round(at - place.box[along + 2], 2), 0) + 1
                )
            if name != "islands":
                counts = [rows[key] for key in sorted(rows)]
                assert counts == sorted(counts, reverse=True) and len(set(counts[:-1])) <= 1
                assert sorted(rows) == pytest.approx(
                    [min(rows) + step * i for i in range(len(rows))], abs=0.02
                )
            seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", ["islands", "cargo", "crates"])
@pytest.mark.parametrize("paper", ["a4", "letter", "297x210mm", "220x150mm"])
def test_no_label_crosses_the_mark_of_a_fold(name: str, paper: str) -> None:
    size = find_paper(paper)
    sheets, _ = arrange(skerry(name), size, Spacing(fold=True))
    for sheet in sheets:
        along, at = fold_of(sheet)
        front, _ = sheet_pages(sheet, size, "long", "crop", True)
        before = len(front.items)
        texts = [
            "Skerry, version 0.4",
            "Islands",
            "tables 0123456789ab",
            "sheet 1 of 10",
            "fold, glue, then cut",
        ]
        marks = [item for item in front.items if isinstance(item, Outline) and item.stroke == FOLD]
        ends = [float(step[2 if along == 0 else 1]) for mark in marks for step in mark.d]
        reach = [sorted(pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
        assert len(reach) == 2
        for item in front.finish(texts).items[before:]:
            assert isinstance(item, Group)
            for left, top, right, bottom in extents(item):
                low, high = (left, right) if along == 0 else (top, bottom)
                start, end = (top, bottom) if along == 0 else (left, right)
                beside = high < at - 0.3 or low > at + 0.3
                assert beside or all(end < a - 0.1 or start > b + 0.1 for a, b in reach)


def extents(group: Group) -> list[tuple[float, float, float, float]]:
    """The boxes of all words and lines in a group, on the page."""
    found = []
    for item in group.items:
        if isinstance(item, TextLine):
            box = (item.x, item.y - item.size * 0.7, item.x + item.width, item.y + item.size * 0.2)
        else:
            assert isinstance(item, Outline)
            box = bounds(item.d)
        corners = [apply(group.transform, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def test_where_the_fold_lies_across_backs_stand_on_their_heads() -> None:
    (one, *_), _ = arrange(skerry("cargo"), find_paper("100x220mm"), Spacing(fold=True))
    assert fold_of(one) == (1, 110.0)
    front, _ = sheet_pages(one, find_paper("100x220mm"), "long", "none", True)
    uses = [
        item.items[0] for item in front.items if isinstance(item, Group) and isinstance(item.items[0], Use)
    ]
    assert [round(use.transform[3]) for use in uses] == [1, -1]
    assert one.places[0].box[3] == pytest.approx(110) and one.behind()[0].y == pytest.approx(110)


def test_a_printers_offset_moves_backs_and_nothing_else(
    cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    save_profile("Office", Offset(1.5, -2.0, 0.0))
    plain = run(cards, tmp_path / "a", Order(only=("cards",))).paths[0]
    moved = run(cards, tmp_path / "b", Order(only=("cards",), printer="Office")).paths[0]
    fronts = [millimetres(page(path).get_trimbox()) for path in (plain, moved)]
    assert fronts[0] == pytest.approx(fronts[1])
    backs = [page(path, 1) for path in (plain, moved)]
    a, b = (millimetres(one.get_trimbox()) for one in backs)
    assert [y - x for x, y in zip(a, b, strict=True)] == pytest.approx([1.5, 2.0, 1.5, 2.0], abs=0.01)
    grounds = [(pixels(one, 8) == (0x44, 0x55, 0x66)).all(axis=2) for one in backs]
    (top, left), (top2, left2) = ([int(axis.min()) for axis in np.nonzero(ground)] for ground in grounds)
    assert ((left2 - left) / 8, (top2 - top) / 8) == (
        pytest.approx(1.5, abs=0.13),
        pytest.approx(-2, abs=0.13),
    )
    assert "moved for Office" in backs[1].get_textpage().get_text_range()
    with pytest.raises(ValueError, match="there is no printer 'Ofice'; did you mean 'Office'"):
        run(cards, tmp_path / "c", Order(printer="Ofice"))


# -- pictures, marks, conditions -----------------------------------------------------------------------


@pytest.mark.parametrize(("bleed", "size"), [(None, (750, 1050)), (3.175, (825, 1125))])
def test_pictures_of_faces_have_the_pixels_of_300_dpi(
    cards: Path, tmp_path: Path, bleed: float | None, size: tuple[int, int]
) -> None:
    from PIL import Image

    (cards / "cards.csv").write_text("id,count\na,3\nb,\n", "utf-8")
    printed = run(cards, tmp_path / "out", Order(format="png", bleed=bleed))
    assert [path.name for path in printed.paths] == [
        "mine-cards-a.png",
        "mine-cards-back.png",
        "mine-cards-b.png",
    ]
    for path in printed.paths:
        with Image.open(path) as picture:
            assert picture.size == size
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)
            # The whole picture is face: no white rim.
            assert picture.convert("RGB").getpixel((0, 0)) != (255, 255, 255)


def test_a_revision_mark_is_on_every_piece_inside_its_safe_area(tmp_path: Path) -> None:
    plain = {p.id: p for p in skerry("cargo", "coins", "islands", "crates")}
    folder = load_folder(SKERRY).require()
    kinds = [kind for name, kind in folder.kinds.items() if name != "board"]
    for piece in make_pieces(folder, kinds, Faces(SKERRY), Look(marked=True)):
        assert piece.hash == plain[piece.id].hash  # the mark makes no other piece
        extra = piece.drawing.items[len(plain[piece.id].drawing.items) :]
        assert len(extra) == 2
        ground, text = extra
        assert piece.hash[:6] in text.text  # type: ignore[union-attr]
        xs = [float(v) for segment in ground.d for v in segment[1::2]]  # type: ignore[union-attr]
        ys = [float(v) for segment in ground.d for v in segment[2::2]]  # type: ignore[union-attr]
        w, h = piece.drawing.width, piece.drawing.height
        assert min(xs) >= 1 - 1e-6 and max(xs) <= w - 1 + 1e-6
        assert h / 2 < min(ys) and max(ys) <= h - 1 + 1e-6
        if piece.kind.shape == "circle":
            assert all(math.dist((x, max(ys)), (w / 2, h / 2)) <= w / 2 - 1 for x in (min(xs), max(xs)))
    printed = run(SKERRY, tmp_path, Order(mark_revision=True, only=("cargo",)))
    words = page(printed.paths[0]).get_textpage().get_text_range()
    assert (
        len(re.findall(rf"wool · {plain['wool'].hash[:6]} · tables {folder.short_fingerprint[:6]}", words))
        == 3
    )


@pytest.mark.parametrize("diameter", [18.0, 25.4, 39.0])
def test_a_short_mark_at_the_foot_comes_before_a_long_one_further_up(diameter: float) -> None:
    said = ["a long id · 0a1b2c · tables 3d4e5f", "a long id · 0a1b2c", "0a1b2c"]
    drawing = with_mark(Drawing(diameter, diameter, ()), said, Shape("circle"), 3.0)
    _, words = drawing.items
    assert isinstance(words, TextLine)
    assert words.text == ("a long id · 0a1b2c" if diameter == 39.0 else "0a1b2c")
    assert words.y > 0.82 * diameter
    half = diameter / 2
    for x in (words.x, words.x + words.width):
        assert math.hypot(x - half, words.y - half) < half - 0.9


def test_a_kind_may_ask_for_marks(cards: Path) -> None:
    toml = (cards / "game.toml").read_text("utf-8")
    (cards / "game.toml").write_text(toml + "mark = true\n", "utf-8")
    folder = load_folder(cards).require()
    (first, *_) = make_pieces(folder, folder.kinds.values(), Faces(cards))
    assert "1 · " + first.hash[:6] in first.drawing.items[-1].text  # type: ignore[union-attr]


def test_a_condition_chooses_rows_and_kinds_that_have_its_columns(tmp_path: Path) -> None:
    printed = run(SKERRY, tmp_path, Order(where="ground == 'meadow' or harvest == 3"))
    assert [(f.what, f.pieces) for f in printed.files] == [("Islands", 6)]
    with pytest.raises(ValueError, match="there is no column 'grund'; did you mean 'ground'"):
        run(SKERRY, tmp_path, Order(where="grund == 'meadow'"))
    with pytest.raises(ValueError, match="no row of skerry meets the condition"):
        run(SKERRY, tmp_path, Order(where="ground == 'ice'"))


def colours(printed: Printed) -> int:
    """The strongest colour on the first page: 0 where all is grey."""
    shown = pixels(page(printed.paths[0])).astype(int)
    return int((shown.max(axis=2) - shown.min(axis=2)).max())


def test_ink_is_saved_and_makes_other_pieces(tmp_path: Path) -> None:
    full, low, grey = (
        run(SKERRY, tmp_path / ink, Order(ink=ink, only=("cargo",))) for ink in ("full", "low", "grey")
    )
    assert colours(full) > 60 and colours(low) < 8 and colours(grey) < 8
    ink = [255 - pixels(page(printed.paths[0])).mean() for printed in (full, low)]
    assert ink[1] < ink[0] / 2
    manifests = {printed.manifest.read_bytes() for printed in (full, low, grey)}  # type: ignore[union-attr]
    assert len(manifests) == 3


def test_one_picture_is_one_object_however_often_it_is_used(cards: Path, tmp_path: Path) -> None:
    from PIL import Image

    for name in ("one", "two"):
        Image.new("RGB", (300, 300), "#aa3311" if name == "one" else "#3311aa").save(cards / f"{name}.png")
    shutil.copy(cards / "one.png", cards / "again.png")
    layer = "[[layers]]\ntype = 'image'\nfile = '{{ id }}.png'\nx = 5\ny = 20\nwidth = 40\nheight = 40\n"
    (cards / "front.toml").write_text(layer, "utf-8")
    (cards / "cards.csv").write_text("id,count\none,30\ntwo,20\nagain,10\n", "utf-8")
    path = run(cards, tmp_path / "out").paths[0]
    assert len(re.findall(rb"/Subtype\s*/Image", path.read_bytes())) == 2
    assert path.stat().st_size < 60_000


@pytest.mark.parametrize("backs", ["interleaved", "separate", "gutterfold"])
def test_no_page_is_blank_and_every_piece_is_on_one(tmp_path: Path, backs: str) -> None:
    printed = run(SKERRY, tmp_path, Order(backs=backs))
    assert sum(file.pieces for file in printed.files) == len(skerry())
    for file in printed.files:
        document = pypdfium2.PdfDocument(file.paths[0])
        assert len(document) == file.pages == file.sheets * (2 if file.two_sided else 1)
        for one in document:
            assert (pixels(one, 1) < 200).any(axis=2).mean() > 0.02  # more than a label
            assert one.get_bleedbox() != one.get_mediabox()


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_nine_poker_cards_lie_on_a_sheet(name: str) -> None:
    (first, *_), _ = arrange(skerry("cargo"), find_paper(name))
    assert len(first.places) == 9 and not first.packed
