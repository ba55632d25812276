"""Where pieces, marks and parts of boards lie."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.drawing.model import Drawing, Join
from toolkit.press.bleeds import clips, seams
from toolkit.press.layout import Place, TooLarge, mirrored, places, turned_over
from toolkit.press.marks import crop_marks
from toolkit.press.paper import MARGIN, MARK_EDGE, PAPERS, find_paper
from toolkit.press.tiling import OVERLAP, joining, plan

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
SIZES = st.floats(15, 250)


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_nine_poker_cards_and_twelve_square_tiles_fit_both_papers(paper) -> None:  # type: ignore[no-untyped-def]
    assert len(places(63.5, 88.9, paper)) == 9
    assert len(places(63.5, 63.5, paper)) == 12


@given(SIZES, SIZES, st.sampled_from([A4, LETTER]), st.booleans())
def test_pieces_keep_their_size_do_not_overlap_and_respect_the_margin(width, height, paper, is_round) -> None:  # type: ignore[no-untyped-def]
    if is_round:
        height = width
    try:
        found = places(width, height, paper, 6.0 if is_round else 0.0, "circle" if is_round else "rect")
    except TooLarge:
        spare = 16.0 if is_round else 0.0
        room = (paper.width - 2 * MARGIN - spare, paper.height - 2 * MARGIN - spare)
        assert min(width, height) > min(room) or max(width, height) > max(room)
        return
    edge = MARGIN + (3.0 if is_round else 0.0)  # the bleed of round pieces, too, keeps off the edge
    for p in found:
        assert (p.width, p.height) == ((height, width) if p.turned else (width, height))
        assert p.x >= edge - 1e-6 and p.y >= edge - 1e-6
        assert p.x + p.width <= paper.width - edge + 1e-6
        assert p.y + p.height <= paper.height - edge + 1e-6
    for a, b in combinations(found, 2):
        if is_round:
            assert ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 >= width + 6 - 1e-6
        else:
            assert abs(a.x - b.x) >= a.width - 1e-6 or abs(a.y - b.y) >= a.height - 1e-6


def test_offset_rows_hold_more_circles() -> None:
    assert len(places(15.0, 15.0, A4, 6.0, "circle")) > 9 * 12  # twelve rows of nine, if they were not offset


def test_a_piece_larger_than_the_paper_says_what_fits() -> None:
    with pytest.raises(TooLarge, match=r"300 x 40 mm does not fit a4.*197\.3 x 284\.3"):
        places(300, 40, A4)


def test_an_unknown_paper_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="'letter'"):
        find_paper("leter")


def test_backs_are_mirrored_for_the_edge_that_the_paper_is_turned_over() -> None:
    place = Place(10, 20, 60, 80)
    assert mirrored(place, A4, "long") == Place(140, 20, 60, 80)
    assert mirrored(place, A4, "short") == Place(10, 197, 60, 80)
    assert not turned_over(A4, "long") and turned_over(A4, "short")
    lying = A4.turned()
    assert mirrored(place, lying, "long").x == 10  # the long edges are above and below now
    assert mirrored(place, lying, "short").y == 20
    for flip in ("long", "short"):
        assert mirrored(mirrored(place, A4, flip), A4, flip) == place


@pytest.mark.parametrize("count", [1, 2, 4, 5, 11, 12])
@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("size", [(63.5, 63.5), (63.5, 88.9), (57.15, 88.9)])
def test_marks_start_outside_every_bleed_and_stop_short_of_the_edge(count, paper, size) -> None:  # type: ignore[no-untyped-def]
    used = places(*size, paper)[:count]
    shown = clips(used, paper, 3.0)
    (marks,) = crop_marks(used, paper, 3.0)
    lines = [(a[1:], b[1:]) for a, b in zip(marks.d[::2], marks.d[1::2], strict=True)]
    columns = {round(x, 4) for p in used for x in (p.x, p.x + p.width)}
    rows = {round(y, 4) for p in used for y in (p.y, p.y + p.height)}
    assert len(lines) == 2 * (len(columns) + len(rows))
    for (x1, y1), (x2, y2) in lines:
        for x, y in ((x1, y1), (x2, y2)):
            assert MARK_EDGE - 1e-6 <= x <= paper.width - MARK_EDGE + 1e-6
            assert MARK_EDGE - 1e-6 <= y <= paper.height - MARK_EDGE + 1e-6
            for left, top, right, bottom in shown:
                assert not (left < x < right and top < y < bottom)
        assert abs(x1 - x2) + abs(y1 - y2) >= 0.5


def test_a_partly_filled_sheet_has_marks_only_where_pieces_are() -> None:
    used = places(63.5, 88.9, A4)[:1]
    (marks,) = crop_marks(used, A4, 3.0)
    place = used[0]
    assert len(marks.d) == 2 * 8
    for segment in marks.d:
        x, y = (float(v) for v in segment[1:])
        assert abs(x - place.x) < 9 or abs(x - place.x - place.width) < 9
        assert y < place.y + place.height + 9


def test_bleeds_reach_the_middle_of_a_gap_and_a_hair_under_the_next_piece() -> None:
    apart = [Place(20, 20, 50, 50), Place(74, 20, 50, 50)]
    shown = clips(apart, A4, 3.0)
    assert shown[0][2] == pytest.approx(72) and shown[1][0] == pytest.approx(72)
    touching = [Place(20, 20, 50, 50), Place(70, 20, 50, 50)]
    shown = clips(touching, A4, 3.0)
    assert 70 < shown[0][2] < 70.3 and shown[1][0] == pytest.approx(70)
    assert shown[0][0] == pytest.approx(17)


def test_every_cut_between_pieces_has_one_that_reaches_under_the_other() -> None:
    used = places(63.5, 63.5, A4)
    shown = clips(used, A4, 3.0)
    for i, j in combinations(range(len(used)), 2):
        beside = used[i].y == used[j].y and used[i].x + 63.5 == pytest.approx(used[j].x)
        above = used[i].x == used[j].x and used[i].y + 63.5 == pytest.approx(used[j].y)
        if beside:
            assert shown[i][2] > used[j].x + 0.1 and shown[j][0] == pytest.approx(used[j].x)
        if above:
            assert shown[i][3] > used[j].y + 0.1 and shown[j][1] == pytest.approx(used[j].y)


def test_lines_are_painted_over_a_cut_only_where_both_pieces_have_them() -> None:
    strokes = (("#000000", 3.0), ("#ffffff", 2.0))
    joins = (Join(50, 20, 1, 0, strokes), Join(0, 20, -1, 0, strokes), Join(25, 0, 0, -1, strokes))
    piece, other = Drawing(50, 50, (), joins=joins), Drawing(50, 50, ())
    here, right = (1, 0, 0, 1, 10, 10), (1, 0, 0, 1, 60, 10)
    assert seams([(piece, here), (other, right)]) == []
    low, high = seams([(piece, here), (piece, right)])
    assert (low.stroke, low.width, high.stroke, high.width) == ("#000000", 3.0, "#ffffff", 2.0)
    ends = [sorted(float(s[1]) for s in path.d) for path in (low, high)]
    assert ends[1][0] < ends[0][0] < 60 < ends[0][1] < ends[1][1]
    assert {s[2] for path in (low, high) for s in path.d} == {30.0}


@given(st.floats(200, 900), st.floats(200, 900), st.sampled_from([A4, LETTER]))
def test_a_large_board_is_cut_into_parts_that_fit(width: float, height: float, paper) -> None:  # type: ignore[no-untyped-def]
    tiling = plan(width, height, 3.0, paper)
    for cuts, length, room in (
        (tiling.across, width, tiling.paper.width),
        (tiling.down, height, tiling.paper.height),
    ):
        assert cuts[0] == 0 and cuts[-1] == pytest.approx(length)
        for i, (a, b) in enumerate(pairwise(cuts)):
            before = 3.0 if i == 0 else 0.0
            after = 3.0 if i == len(cuts) - 2 else OVERLAP
            assert b > a
            assert before + b - a + after <= room - 2 * MARGIN


def test_every_part_says_where_to_cut_and_what_is_glued_on_it() -> None:
    assert joining(0, 0, 3, 2) == [
        "Cut at the marks on the left and at the top.",
        "Keep what lies beyond the dashed lines: B1 and A2 will be glued on it.",
    ]
    assert joining(2, 1, 3, 2) == [
        "Cut at the marks all round. Glue this part over the edge of B2 and C1, up to the dashed line there."
    ]
    # What one part is told to carry, the other is told to lie on.
    for column in range(3):
        for row in range(2):
            for c, r, name in ((column + 1, row, "right"), (column, row + 1, "below")):
                if c < 3 and r < 2:
                    there = "ABC"[c] + str(r + 1)
                    here = "ABC"[column] + str(row + 1)
                    assert there in joining(column, row, 3, 2)[-1], name
                    assert here in joining(c, r, 3, 2)[0].partition("Glue")[2], name


def test_cuts_lie_on_the_boards_grid_where_that_costs_no_page() -> None:
    guides = [16 + 64.5 * i for i in range(7)]
    tiling = plan(419, 419, 3.0, A4, guides, guides)
    assert tiling.parts == 6
    assert set(tiling.across[1:-1]) <= set(guides)
    assert set(tiling.down[1:-1]) <= set(guides)
