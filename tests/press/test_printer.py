"""Printers that lay backs off: profiles are kept, and what the sheet says to type puts backs right."""

import json
import math
from pathlib import Path

import pypdfium2
import pytest

from toolkit.components.trust import config_dir
from toolkit.drawing.geometry import apply, compose, rotate, translate
from toolkit.drawing.model import Drawing, Group, Matrix, TextLine
from toolkit.press import Order, run
from toolkit.press.calibration import (
    REACH,
    calibration_pdf,
    calibration_sheet,
    degrees_a_millimetre,
    reading,
    targets,
)
from toolkit.press.paper import Paper
from toolkit.press.printer import Offset, delete_profile, load_profile, profiles, save_profile

A4 = Paper("a4", 210.0, 297.0)
PAPERS = [A4, A4.turned(), Paper("letter", 215.9, 279.4), Paper("a5", 148.0, 210.0)]


def crosses(back: Drawing) -> list[tuple[float, float]]:
    """The middles of the crosses on the back page, mm."""
    (whole,) = back.items
    assert isinstance(whole, Group)
    found = [item.transform[4:] for item in whole.items if isinstance(item, Group)]
    return [apply(whole.transform, x, y) for x, y in found]


def labels(front: Drawing) -> dict[tuple[float, float], tuple[float, float]]:
    """For each scale (its middle), what one more mm to the right, and one more mm down, is worth."""
    found = {}
    for item in front.items:
        if not isinstance(item, Group) or item.transform[0] != 1.0:
            continue
        numbers = {
            (round(t.x + t.width / 2), round(t.y)): float(t.text.replace("\u2013", "-"))
            for t in item.items
            if isinstance(t, TextLine) and t.text.lstrip("+\u2013").isdigit()
        }
        if not numbers:
            continue
        above = min(y for _, y in numbers)
        right = next(v for (x, y), v in numbers.items() if y == above and x == REACH)
        beside = min(x for x, _ in numbers)
        down = next(v for (x, y), v in numbers.items() if x <= beside + 2 and abs(y - REACH) <= 1)
        found[item.transform[4], item.transform[5]] = (right / REACH, down / REACH)
    return found


def seen_from_the_front(paper: Paper, flip: str, x: float, y: float) -> tuple[float, float]:
    across = (flip == "long") == (paper.height >= paper.width)
    return (paper.width - x, y) if across else (x, paper.height - y)


def printed(paper: Paper, error: Matrix, back: Drawing, flip: str) -> list[tuple[float, float]]:
    """Where the crosses of the back shine through, when the printer moves every back by `error`."""
    return [seen_from_the_front(paper, flip, *apply(error, x, y)) for x, y in crosses(back)]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda p: f"{p.width:g}x{p.height:g}")
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(
    ("x", "y", "angle"), [(0, 0, 0), (1.5, 0, 0), (0, -2.25, 0), (0, 0, 0.4), (-1.5, 3.0, -0.3)]
)
def test_what_is_read_and_typed_puts_the_backs_right(
    paper: Paper, flip: str, x: float, y: float, angle: float
) -> None:
    error = compose(translate(x, y), rotate(angle, paper.width / 2, paper.height / 2))
    front, back = calibration_sheet(paper, flip)
    worth = labels(front)
    read = []
    for place, (cx, cy) in zip(targets(paper).values(), printed(paper, error, back, flip), strict=True):
        right, down = worth[place]
        read.append(((cx - place[0]) * right, (cy - place[1]) * down))
    (top_x, _), (mid_x, mid_y), (bottom_x, _) = read
    across = (flip == "long") == (paper.height >= paper.width)
    difference = top_x - bottom_x if across else bottom_x - top_x
    offset = Offset(mid_x, mid_y, difference * degrees_a_millimetre(paper), flip)
    assert offset.x == pytest.approx(-x, abs=0.03) and offset.y == pytest.approx(-y, abs=0.03)
    assert offset.angle == pytest.approx(-angle, abs=0.005)
    for (name, expected), seen in zip(reading(paper, offset, flip).items(), read, strict=True):
        assert seen == pytest.approx(expected, abs=0.05), name
    # and a sheet that is printed with it has every cross at nought
    _, moved = calibration_sheet(paper, flip, offset)
    for place, cross in zip(targets(paper).values(), printed(paper, error, moved, flip), strict=True):
        assert cross == pytest.approx(place, abs=0.06)


def test_the_scales_have_steps_of_half_a_millimetre() -> None:
    front, _ = calibration_sheet(A4)
    scale = next(i for i in front.items if isinstance(i, Group) and i.transform[4:] == (105.0, 148.5))
    ends = sorted(
        {
            s[1]
            for p in scale.items
            if not isinstance(p, TextLine)
            for s in getattr(p, "d", ())
            if s[2] == REACH and s[1] >= -REACH
        }
    )
    assert ends == pytest.approx([i / 2 for i in range(-2 * REACH, 2 * REACH + 1)])


@pytest.mark.parametrize("paper", PAPERS, ids=lambda p: f"{p.width:g}x{p.height:g}")
def test_the_sheet_has_two_pages_of_the_papers_size(paper: Paper) -> None:
    document = pypdfium2.PdfDocument(calibration_pdf(paper))
    mm = 72 / 25.4
    assert [(p.get_width() / mm, p.get_height() / mm) for p in document] == [
        pytest.approx((paper.width, paper.height), abs=0.01)
    ] * 2
    words = document[0].get_textpage().get_text_range()
    assert "pnp calibrate --printer NAME" in words and "100 mm, if nothing was scaled" in words
    assert calibration_pdf(paper) == calibration_pdf(paper)


def test_paper_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="card is too small"):
        calibration_sheet(Paper("card", 100, 150))


def test_a_profile_is_kept_found_and_forgotten() -> None:
    assert profiles() == []
    with pytest.raises(ValueError, match="no printer 'Office', nor any other"):
        load_profile("Office")
    path = save_profile("Office", Offset(1.5, -0.5, 0.2))
    save_profile("home laser", Offset(-3.0, flip="short"))
    assert path.is_relative_to(config_dir())
    assert load_profile("Office") == Offset(1.5, -0.5, 0.2) == load_profile("office")
    assert [name for name, _ in profiles()] == ["home laser", "Office"]
    with pytest.raises(ValueError, match="did you mean 'Office'"):
        load_profile("Ofice")
    delete_profile("OFFICE")
    assert [name for name, _ in profiles()] == ["home laser"]


def test_names_that_differ_have_files_that_differ() -> None:
    for number, name in enumerate(("a b", "a_b", "a-b", "con", "ab")):
        save_profile(name, Offset(float(number)))
    assert [load_profile(name).x for name in ("a b", "a_b", "a-b", "con", "ab")] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a\\b", "\x1b[2J", "x" * 41, " a", "a.json"])
def test_a_name_that_could_leave_the_folder_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a printer's name"):
        save_profile(name, Offset())


@pytest.mark.parametrize("values", [(math.nan, 0, 0), (21, 0, 0), (0, -math.inf, 0), (0, 0, 6)])
def test_an_offset_that_no_printer_has_is_refused(values: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        Offset(*values)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"version": 1, "name": "q", "x": "1", "y": 0, "angle": 0}', "\x00", "[" * 5000,
     '{"version": 3, "name": "q", "upright": {"x": 1, "y": 0, "angle": 0, "flip": "long"}}',
     '{"version": 2, "name": "q"}', '{"version": 2, "name": "q", "upright": 3}',
     '{"version": 2, "name": "q", "upright": {"x": true, "y": 0, "angle": 0, "flip": "long"}}',
     '{"version": 2, "name": "q", "upright": {"x": 1, "y": 0, "angle": 0, "flip": 1}}',
     '{"version": 2, "name": "../q", "upright": {"x": 1, "y": 0, "angle": 0, "flip": "long"}}',
     '{"version": 2, "name": "q", "upright": {"x": NaN, "y": 0, "angle": 0, "flip": "long"}}'],
)  # fmt: skip
def test_a_broken_profile_is_named_and_stops_nothing_else(content: str) -> None:
    broken: Path = save_profile("q", Offset())
    broken.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match="is no printer's profile"):
        load_profile("q")
    save_profile("good", Offset(1.0))
    assert dict(profiles())["good"] == Offset(1.0) and len(profiles()) == 2
    delete_profile("q")
    assert len(profiles()) == 1


def test_the_file_says_what_it_is() -> None:
    data = json.loads(save_profile("Office", Offset(1.5)).read_text(encoding="utf-8"))
    upright = {"x": 1.5, "y": 0.0, "angle": 0.0, "flip": "long"}
    assert data == {"version": 2, "name": "Office", "upright": upright}
    data = json.loads(save_profile("Office", Offset(2.0, landscape=True)).read_text(encoding="utf-8"))
    assert data == {"version": 2, "name": "Office", "upright": upright, "landscape": {**upright, "x": 2.0}}


def test_profiles_of_the_first_version_are_read() -> None:
    path = save_profile("Old", Offset())
    path.write_text('{"version": 1, "name": "Old", "x": 1.5, "y": -2, "angle": 0, "flip": "short"}', "utf-8")
    assert load_profile("Old") == Offset(1.5, -2.0, flip="short")


def test_pages_on_their_side_are_measured_by_themselves() -> None:
    save_profile("Office", Offset(1.5))
    with pytest.raises(
        ValueError, match=r"'Office' was measured with upright pages only.*calibrate --landscape"
    ):
        load_profile("office", landscape=True)
    save_profile("Office", Offset(0.5, 2.0, flip="short", landscape=True))
    assert load_profile("Office") == Offset(1.5)
    assert load_profile("Office", True) == Offset(0.5, 2.0, flip="short", landscape=True)
    assert load_profile("Office", True).turned("long") == Offset(-0.5, -2.0, landscape=True)
    assert [(name, o and o.landscape) for name, o in profiles()] == [("Office", False), ("Office", True)]
    save_profile("Lying", Offset(1.0, landscape=True))
    with pytest.raises(ValueError, match=r"landscape pages only.*print pnp calibrate, and save"):
        load_profile("Lying")


@pytest.mark.parametrize("landscape", [False, True])
def test_the_sheet_says_how_to_save_it(landscape: bool) -> None:
    paper = A4.turned() if landscape else A4
    text = pypdfium2.PdfDocument(calibration_pdf(paper, "short"))[0].get_textpage().get_text_range()
    side = " --landscape" if landscape else ""
    assert f"--angle ANGLE --flip short{side}" in " ".join(text.split())


def test_a_print_on_its_side_wants_its_own_measure(cards: Path, tmp_path: Path) -> None:
    save_profile("Office", Offset(1.5))
    with pytest.raises(ValueError, match="upright pages only"):
        run(cards, tmp_path / "out", Order(printer="Office", landscape=True))
    assert not (tmp_path / "out").exists()
    save_profile("Office", Offset(-3.0, landscape=True))
    made = [
        run(cards, tmp_path / str(p), Order(printer=p, landscape=True)).paths[0] for p in (None, "Office")
    ]
    lefts = [pypdfium2.PdfDocument(path)[1].get_trimbox()[0] for path in made]
    assert (lefts[1] - lefts[0]) * 25.4 / 72 == pytest.approx(-3.0, abs=0.01)


def test_the_other_edge_turns_the_offset_by_half_a_turn() -> None:
    offset = Offset(1.0, -2.0, 0.3)
    assert offset.turned("short") == Offset(-1.0, 2.0, 0.3, "short")
    assert offset.turned("short").turned("long") == offset
    assert offset.plus(Offset(0.5, 0.5, 0.1, "short")) == Offset(0.5, -2.5, 0.4)
