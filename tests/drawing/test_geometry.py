"""Outlines and transforms."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.drawing.geometry import (
    apply,
    bounds,
    circle,
    compose,
    flatten,
    inverse,
    parse_path,
    rectangle,
    rotate,
    scale,
    transform_path,
    translate,
)

POINTS = st.tuples(st.floats(-500, 500), st.floats(-500, 500))


def test_quarter_turns_are_exact() -> None:
    assert apply(rotate(90, 10, 10), 10, 0) == (20, 10)
    assert apply(rotate(270), 1, 0) == (0, -1)
    assert rotate(360) == (1, 0, 0, 1, 0, 0)


@given(POINTS, st.floats(-720, 720), POINTS, st.floats(0.1, 10))
def test_an_inverse_undoes(
    point: tuple[float, float], degrees: float, centre: tuple[float, float], factor: float
) -> None:
    matrix = compose(translate(*centre), rotate(degrees), scale(factor, -factor))
    assert apply(inverse(matrix), *apply(matrix, *point)) == pytest.approx(point, abs=1e-6)
    with pytest.raises(ValueError, match="nothing undoes"):
        inverse(scale(0, 1))


@given(POINTS, st.floats(-720, 720), POINTS)
def test_turning_keeps_distances_to_the_centre(
    point: tuple[float, float], degrees: float, centre: tuple[float, float]
) -> None:
    turned = apply(rotate(degrees, *centre), *point)
    assert math.dist(turned, centre) == pytest.approx(math.dist(point, centre), abs=1e-6)


def test_compose_does_the_last_transform_first() -> None:
    m = compose(translate(10, 0), scale(2))
    assert apply(m, 3, 4) == (16, 8)


def test_a_circle_is_round() -> None:
    for x, y in flatten(circle(5, 7, 3))[0]:
        assert math.hypot(x - 5, y - 7) == pytest.approx(3, abs=0.001)


def test_rounded_rectangles_stay_in_their_box() -> None:
    assert bounds(rectangle(1, 2, 30, 40, 5)) == pytest.approx((1, 2, 31, 42))
    assert bounds(rectangle(0, 0, 10, 10, 99)) == pytest.approx((0, 0, 10, 10))


def test_paths_are_read_in_all_their_forms() -> None:
    assert parse_path("M1 2 L3 4 5 6Z") == (("M", 1, 2), ("L", 3, 4), ("L", 5, 6), ("Z",))
    assert parse_path("m1,2 3,4 h-1 v2z l1 1") == (
        ("M", 1, 2), ("L", 4, 6), ("L", 3, 6), ("L", 3, 8), ("Z",), ("L", 2, 3),
    )  # fmt: skip
    assert parse_path("M0 0Q3 3 6 0")[-1] == ("C", 2, 2, 4, 2, 6, 0)
    assert parse_path("M0 0C0 1 1 2 2 2S4 3 4 4")[-1] == ("C", 3, 2, 4, 3, 4, 4)
    assert parse_path("M.5-.5L1e1 0")[1] == ("L", 10, 0)


@pytest.mark.parametrize(("flags", "centre"), [("0 0", -4), ("0 1", 4), ("1 0", 4), ("1 1", -4)])
def test_arcs_lie_on_their_circle(flags: str, centre: float) -> None:
    (points,) = flatten(parse_path(f"M 0 0 A 5 5 0 {flags} 6 0"))
    assert points[-1] == pytest.approx((6, 0))
    assert all(math.hypot(x - 3, y - centre) == pytest.approx(5, abs=0.01) for x, y in points)
    longer = flags.startswith("1")
    assert (sum(math.dist(p, q) for p, q in pairwise(points)) > 15) == longer


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("M 1 2 X 3", "no path command 'X'"),
        ("L 1 2", "starts with M"),
        ("M 1", "M needs 2 numbers"),
        ("M 1 2 C 1 2 3", "C needs 6 numbers"),
        ("M 1 2 # 3", "'#' at position 7"),
        ("3 4", "starts with a command"),
    ],
)
def test_a_path_that_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_path(text)


def test_transforming_a_path_transforms_its_points() -> None:
    d = transform_path(parse_path("M0 0C1 0 2 0 3 0Z"), rotate(90))
    assert d[1] == ("C", 0, 1, 0, 2, 0, 3)
