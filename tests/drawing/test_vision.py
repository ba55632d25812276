"""Differences of colours against the published test data of CIEDE2000, and who confuses which colours."""

import pytest

from toolkit.drawing.vision import confused, difference, seen_with


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (50, 3.2972, 0), 1.0000),
    ],
)
def test_ciede2000(one: tuple[float, ...], other: tuple[float, ...], apart: float) -> None:
    assert difference(one, other) == pytest.approx(apart, abs=1e-4)  # type: ignore[arg-type]


def test_red_and_green_are_confused_and_black_and_white_are_not() -> None:
    assert {kind for kind, _ in confused("#a06020", "#708020")} & {"protanopia", "deuteranopia"}
    assert confused("#000000", "#ffffff") == []
    assert seen_with("#808080", "deuteranopia") == "#808080"
