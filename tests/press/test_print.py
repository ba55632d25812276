"""Printed files, measured: boxes and pieces in mm, counts, backs, text, bytes."""

import ctypes
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest

import toolkit
from toolkit.components.faults import FaultError
from toolkit.press import Order, Printed, PrintedFile, run
from toolkit.press.paper import MARGIN

MM = 72 / 25.4
PATH, FORM = 2, 5
SVG = "{http://www.w3.org/2000/svg}"


def file(printed: Printed, part: str) -> PrintedFile:
    return next(f for f in printed.files if part in f.paths[0].name)


def opened(printed: Printed, part: str) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(file(printed, part).paths[0])


def written(game: str | Path, output: Path, **choices: object) -> list[Path]:
    """The files that printing a game gives."""
    return toolkit.print_game(game, output, **choices).paths


def forms(page: pypdfium2.PdfPage) -> list[tuple[float, float]]:
    """Upper left corners of the pieces on a page, in mm from the paper's upper left corner."""
    height = page.get_height()
    found = []
    for item in page.get_objects(max_depth=1):
        if item.type == FORM:
            a, b, c, d, e, f = item.get_matrix().get()
            # A piece that lies upright has its corner at its origin; its scale is that of millimetres.
            assert abs(a) == pytest.approx(MM, abs=1e-4) and abs(d) == pytest.approx(MM, abs=1e-4)
            assert b == pytest.approx(0, abs=1e-6) and c == pytest.approx(0, abs=1e-6)
            found.append((e / MM, (height - f) / MM))
    return found


def test_every_page_has_the_papers_size_and_its_boxes_in_order(dragonpath: Printed) -> None:
    for printed in dragonpath.files:
        document = pypdfium2.PdfDocument(printed.paths[0])
        assert len(document) == printed.pages
        for page in document:
            assert page.get_width() / MM in (pytest.approx(210, abs=0.001), pytest.approx(297, abs=0.001))
            assert {round(page.get_width() / MM), round(page.get_height() / MM)} == {210, 297}
            trim, bleed, media = page.get_trimbox(), page.get_bleedbox(), page.get_mediabox()
            assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
            assert media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]
            if "rulebook" not in printed.paths[0].name:
                assert trim[0] >= MARGIN * MM - 0.01 and trim[1] >= MARGIN * MM - 0.01


def test_tiles_are_63_5_mm_and_all_are_there(dragonpath: Printed) -> None:
    document = opened(dragonpath, "two-sided")
    fronts = [forms(document[i]) for i in range(0, len(document), 2)]
    assert sum(map(len, fronts)) == 36
    for places in fronts:
        xs = sorted({round(x, 3) for x, _ in places})
        ys = sorted({round(y, 3) for _, y in places})
        assert [b - a for a, b in pairwise(xs)] == pytest.approx([63.5] * (len(xs) - 1), abs=0.01)
        assert [b - a for a, b in pairwise(ys)] == pytest.approx([63.5] * (len(ys) - 1), abs=0.01)
    trim = document[0].get_trimbox()
    assert (trim[2] - trim[0]) / MM == pytest.approx(3 * 63.5, abs=0.01)
    assert (trim[3] - trim[1]) / MM == pytest.approx(4 * 63.5, abs=0.01)
    numbers = " ".join(page.get_textpage().get_text_range() for page in document)
    assert all(re.search(rf"\b{i:02d}\b", numbers) for i in range(35))


def test_backs_lie_behind_their_fronts(dragonpath: Printed) -> None:
    document = opened(dragonpath, "two-sided")
    for i in range(0, len(document), 2):
        fronts, backs = forms(document[i]), forms(document[i + 1])
        behind = [(210 - x - 63.5, y) for x, y in fronts]
        assert backs == [pytest.approx(place, abs=0.01) for place in behind]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_partly_filled_sheet_keeps_the_mirrored_places(cards: Path, tmp_path: Path, flip: str) -> None:
    (path,) = written(cards, tmp_path / "out", flip=flip)
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 4  # nine cards and two cards, with backs
    fronts, backs = document[2], document[3]
    corners = forms(fronts)
    assert len(corners) == 2
    shown = np.asarray(backs.render(scale=2 / MM * MM).to_pil().convert("RGB"))
    scale = shown.shape[1] / 210
    for x, y in corners:
        cx, cy = x + 63.5 / 2, y + 88.9 / 2
        bx, by = (210 - cx, cy) if flip == "long" else (cx, 297 - cy)
        assert tuple(shown[int(by * scale), int(bx * scale)]) == (0x44, 0x55, 0x66)
    assert (shown != 255).any(axis=2).mean() < 0.25  # and nothing else on the page


def test_backs_for_a_short_edge_are_turned_so_that_they_stand_upright(cards: Path, tmp_path: Path) -> None:
    (cards / "back.toml").write_text(
        "[[layers]]\ntype = 'circle'\nx = 31.75\ny = 10\nradius = 5\nfill = '#ff0000'", "utf-8"
    )
    for flip, at in (("long", 10.0), ("short", 88.9 - 10.0)):
        (path,) = written(cards, tmp_path / flip, flip=flip, marks="none")
        page = pypdfium2.PdfDocument(path)[1]
        shown = np.asarray(page.render(scale=2).to_pil().convert("RGB"))
        scale = shown.shape[1] / 210
        top = 297 / 2 - 1.5 * 88.9
        red = shown[int((top + at) * scale), int(105 * scale)]
        assert tuple(red) == (255, 0, 0)


def test_orders_of_backs(cards: Path, tmp_path: Path) -> None:
    def sides(backs: str) -> dict[str, list[str]]:
        paths = written(cards, tmp_path / backs, backs=backs)
        found = {}
        for path in paths:
            pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
            found[path.stem] = ["back" if "back," in text else "front" for text in pages]
        return found

    assert sides("interleaved") == {"mine-two-sided-a4": ["front", "back", "front", "back"]}
    assert sides("after") == {"mine-two-sided-a4": ["front", "front", "back", "back"]}
    assert sides("separate") == {"mine-fronts-a4": ["front", "front"], "mine-backs-a4": ["back", "back"]}
    assert sides("none") == {"mine-one-sided-a4": ["front", "front"]}


def test_labels_say_what_the_sheet_is(dragonpath: Printed) -> None:
    document = opened(dragonpath, "two-sided")
    for number, page in enumerate(document):
        text = page.get_textpage().get_text_range()
        assert "Dragonpath, version 1" in text
        assert re.search(r"tables [0-9a-f]{12}", text)
        assert f"sheet {number // 2 + 1} of 3" in text
        assert ("front," if number % 2 == 0 else "back,") in text
        assert "turn over on the long edge" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marker_stones_keep_off_the_papers_edge_and_are_named_above(tmp_path: Path, paper: str) -> None:
    (path,) = written("dragonpath", tmp_path / "out", paper=paper, only=["markers"])
    page = pypdfium2.PdfDocument(path)[0]
    shown = np.asarray(page.render(scale=8).to_pil().convert("L")) < 250
    ys, xs = np.nonzero(shown)
    k = shown.shape[1] / (page.get_width() / MM)
    edges = (xs.min(), ys.min(), shown.shape[1] - 1 - xs.max(), shown.shape[0] - 1 - ys.max())
    assert min(edges) / k >= MARGIN - 0.1
    text = page.get_textpage()
    assert "Marker stones" in text.get_text_range()
    _, bottom, _, _ = text.get_charbox(0)
    assert bottom > page.get_bleedbox()[3]  # above the stones, as on other sheets
    # Whole circles with their whole bleed: eight of 22 mm.
    assert page.get_trimbox()[0] - page.get_bleedbox()[0] == pytest.approx(3 * MM, abs=0.01)


def test_boards_say_how_they_are_joined_in_a_legible_size(dragonpath: Printed) -> None:
    document = opened(dragonpath, "one-sided")
    parts = [document[i] for i in range(1, len(document))]
    assert len(parts) == 6
    for page in parts:
        text = page.get_textpage()
        words = text.get_text_range()
        start = words.index("Cut at the marks")
        left, bottom, _, top = text.get_charbox(start)
        assert (top - bottom) / MM > 1.8  # a capital of 9 points
        assert left / MM >= MARGIN - 0.1 and bottom / MM >= MARGIN
    assert "B1 and A2 will be glued" in parts[0].get_textpage().get_text_range()


def test_lines_that_run_on_from_tile_to_tile_cover_every_cut(dragonpath: Printed) -> None:
    document = opened(dragonpath, "two-sided")
    # Four rows of three tiles have 17 cuts between two tiles, each crossed by two paths of three strokes.
    assert sorted(ribbons(document[0])) == pytest.approx([w for w in (5.6, 6.6, 8.2) for _ in range(17 * 2)])
    assert ribbons(document[1]) == []


def ribbons(page: pypdfium2.PdfPage) -> list[float]:
    """Widths (mm) of the wide strokes on a page itself, not in its pieces."""
    found = []
    for item in page.get_objects(max_depth=1):
        if item.type == PATH:
            width = ctypes.c_float()
            pypdfium2.raw.FPDFPageObj_GetStrokeWidth(item, width)
            found.append(width.value)
    return [w for w in found if w > 5]


def test_the_ruler_is_true(cards: Path, tmp_path: Path) -> None:
    paths = written(cards, tmp_path / "out", format="svg")
    root = ElementTree.parse(paths[0]).getroot()
    groups = [g for g in root.iter(f"{SVG}g") if any(t.text == "50 mm" for t in g.iter(f"{SVG}text"))]
    ruler = groups[-1] if groups[-1].find(f"{SVG}path") is not None else groups[-2]
    d = str(ruler.find(f"{SVG}path").get("d"))  # type: ignore[union-attr]
    ticks = [
        (float(x), abs(float(y2) - float(y1)))
        for x, y1, y2 in re.findall(r"M([-\d.]+) ([-\d.]+)L\1 ([-\d.]+)", d)
    ]
    start = min(x for x, _ in ticks)
    long = sorted(round(x - start, 3) for x, length in ticks if length > 1.4)
    assert long == [0, 0, 10, 20, 25.4, 30, 40, 50, 50.8]
    assert (float(root.get("width").removesuffix("mm")), root.get("viewBox")) == (210, "0 0 210 297")  # type: ignore[union-attr]


def test_fonts_are_embedded_and_nothing_is_scaled(dragonpath: Printed) -> None:
    for path in dragonpath.paths:
        data = path.read_bytes()
        assert b"/Helvetica" not in data
        assert data.count(b"/FontFile2") == len(re.findall(rb"/Subtype\s*/CIDFontType2", data)) > 0
        assert re.search(rb"/PrintScaling\s*/None", data)


def test_files_have_bookmarks_and_metadata(dragonpath: Printed) -> None:
    assert [b.get_title() for b in opened(dragonpath, "two-sided").get_toc()] == ["Path tiles", "Dragon tile"]
    assert [b.get_title() for b in opened(dragonpath, "one-sided").get_toc()] == ["Marker stones", "Board"]
    assert "The dragon" in [b.get_title() for b in opened(dragonpath, "rulebook").get_toc()]
    assert opened(dragonpath, "two-sided").get_metadata_dict()["Title"].startswith("Dragonpath")


def test_equal_input_gives_equal_bytes(dragonpath: Printed, tmp_path: Path) -> None:
    again = run("dragonpath", tmp_path, Order())
    assert [p.read_bytes() for p in again.paths] == [p.read_bytes() for p in dragonpath.paths]


def test_the_board_is_tiled_with_overlap_and_labels(dragonpath: Printed) -> None:
    document = opened(dragonpath, "one-sided")
    parts = [page.get_textpage().get_text_range() for page in document][1:]
    assert [re.search(r"part (\w\d) of 3 x 2", text)[1] for text in parts] == [
        "A1",
        "B1",
        "C1",
        "A2",
        "B2",
        "C2",
    ]  # type: ignore[index]
    covered = 0.0
    for page in list(document)[1:]:
        trim = page.get_trimbox()
        covered += (trim[2] - trim[0]) / MM * (trim[3] - trim[1]) / MM
    assert covered == pytest.approx(419 * 419, rel=1e-4)


def test_svg_sheets_are_measured_in_millimetres(tmp_path: Path) -> None:
    printed = run("dragonpath", tmp_path, Order(format="svg", only=("tiles",), paper="letter"))
    assert [p.name for p in printed.paths][:2] == [
        "dragonpath-two-sided-letter-01-front.svg",
        "dragonpath-two-sided-letter-01-back.svg",
    ]
    pieces = 0
    for path in printed.paths:
        root = ElementTree.parse(path).getroot()
        assert (root.get("width"), root.get("height")) == ("215.9mm", "279.4mm")
        if "front" in path.name:
            pieces += sum(
                1 for u in root.iter(f"{SVG}use") if (u.get("aria-label") or "").startswith("Path tiles")
            )
    assert pieces == 35


def test_a_game_is_printed_from_python_too(cards: Path, tmp_path: Path) -> None:
    printed = toolkit.print_game(cards, tmp_path / "out", paper="letter", only="cards", backs="none")
    assert [(f.what, f.pieces, f.two_sided) for f in printed.files] == [("Cards", 11, False)]
    again = toolkit.print_game(
        str(cards), tmp_path / "out", changed_since=str(tmp_path / "out"), backs="none"
    )
    assert (again.files, again.manifest) == ([], None)
    with pytest.raises(ValueError, match="there is no choice 'papers'; did you mean 'paper'"):
        toolkit.print_game(cards, tmp_path / "out", papers="a4")
    with pytest.raises(ValueError, match="backs cannot be 'behind'"):
        toolkit.print_game(cards, tmp_path / "out", backs="behind")


def test_marks_of_a_back_stand_where_its_pieces_are(cards: Path, tmp_path: Path) -> None:
    (cards / "cards.csv").write_text("id\none\n", encoding="utf-8")
    (path,) = written(cards, tmp_path / "out")
    front, back = (
        np.asarray(page.render(scale=4 / MM).to_pil().convert("L")) < 60
        for page in pypdfium2.PdfDocument(path)
    )
    # One card lies in the upper left place of its front, so in the upper right one of its back; level marks
    # stand beside its upper edge, and nowhere else at that height.
    for page, left in ((front, 9.75), (back, 210 - 9.75 - 63.5)):
        columns = np.nonzero(page[int(15.15 * 4) - 1 : int(15.15 * 4) + 2].any(axis=0))[0] / 4
        beside = columns[(columns < left - 0.5) | (columns > left + 64)]
        assert len(beside) > 20
        assert all(left - 8 < x < left or left + 63.5 < x < left + 63.5 + 8 for x in beside)


def test_counts_and_selection(cards: Path, tmp_path: Path) -> None:
    (cards / "cards.csv").write_text("id,count\na,0\nb,\nc,3\n\n", encoding="utf-8")
    toml = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(toml.replace("id = {}\n", "id = {}\n"), encoding="utf-8")
    printed = run(cards, tmp_path / "out")
    assert [f.pieces for f in printed.files] == [4]
    with pytest.raises(ValueError, match="did you mean 'cards'"):
        run(cards, tmp_path / "out", Order(only=("card",)))


def test_characters_of_many_languages_are_printed(cards: Path, tmp_path: Path) -> None:
    words = "æøå ÆØÅ £5 €6 → \u00d7 \u2013 ½"
    (cards / "cards.csv").write_text(f"id\n{words}\n", encoding="utf-8")
    (path,) = written(cards, tmp_path / "out")
    assert words in pypdfium2.PdfDocument(path)[0].get_textpage().get_text_range()


def test_faults_stop_the_job_before_anything_is_written(cards: Path, tmp_path: Path) -> None:
    (cards / "cards.csv").write_text("id\nok\n龍\n鳳\n", encoding="utf-8")
    with pytest.raises(FaultError) as caught:
        run(cards, tmp_path / "out")
    assert len(caught.value.faults) == 2
    assert not (tmp_path / "out").exists()


def test_a_piece_larger_than_the_paper_is_laid_in_parts_and_named(cards: Path, tmp_path: Path) -> None:
    (cards / "cards.csv").write_text("id\none\n", encoding="utf-8")
    toml = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(toml.replace("[63.5, 88.9]", "[300, 300]"), encoding="utf-8")
    printed = run(cards, tmp_path / "out")
    assert [(f.pages, f.pieces, f.two_sided) for f in printed.files] == [(8, 1, False)]
    assert printed.notes == ["Cards: 300 x 300 mm is more than a4 holds, so each lies over several pages."]
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(printed.paths[0])]
    assert "Cards, part B2 of 2 x 2" in texts[3] and "Cards, back, part A1 of 2 x 2" in texts[4]


def test_a_piece_of_which_not_even_parts_fit_is_a_fault_of_its_kind(cards: Path, tmp_path: Path) -> None:
    with pytest.raises(
        FaultError, match=r"game\.toml:\d+:kinds\.cards\.size: a piece of 63\.5 x 88\.9 mm does not fit a4"
    ):
        run(cards, tmp_path / "out", Order(margin=90))
    assert not (tmp_path / "out").exists()
