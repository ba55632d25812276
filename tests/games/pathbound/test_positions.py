"""Positions of pathbound as text: read, played on from, and refused with the line and what would be right."""

import pytest

import toolkit

MIDDLE = """\
# Ann against Bo
pathbound(players=2,size=5)
slots sn
seat 1: c3, 9 walls
seat 2: c4, 9 walls
walls: b4ew 1, d1ns 2
turn 6, seat 1 to move
"""


@pytest.fixture(scope="module")
def game() -> toolkit.Game:
    return toolkit.open_game("pathbound")


def test_a_position_is_played_on(game: toolkit.Game) -> None:
    """Seat 1 jumps over seat 2, unless a wall stands behind it: then to its sides."""
    position = game.position_from_text(MIDDLE)
    assert (position.actor, position.turn, position.options["size"]) == (1, 6, 5)
    pawn = {move for move in position.legal_moves() if len(move) == 2}
    assert pawn == {"b3", "d3", "c2", "b4", "d4"} - (
        {"b4", "d4"} if "c5" in position.legal_moves() else set()
    )
    position.play("c2")
    assert position.to_text() == MIDDLE.split("\n", 1)[1].replace("c3,", "c2,").replace(
        "turn 6, seat 1", "turn 7, seat 2"
    )


def test_a_position_that_stood_before_says_so(game: toolkit.Game) -> None:
    position = game.new_table(2, size=5)
    for text in ("slots sn", "c2", "c4", "c1", "c5"):
        position.play(text)
    text = position.to_text()
    assert "second time" in text
    again = game.position_from_text(text)
    assert again.to_text() == text
    assert "second time" in dict(again.lines())["repetition"]


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ("slots sn", "slots sx", "line 3: .*names no slots"),
        ("seat 1: c3, 9 walls", "seat 1: c4, 9 walls", "line 5: c4 is taken by seat 1"),
        ("seat 1: c3, 9 walls", "seat 1: z3, 9 walls", "line 4: "),
        ("seat 1: c3, 9 walls", "seat 1: c3, 5 walls", "line 4: seat 1 has .* walls left"),
        ("seat 2: c4, 9 walls", "", "lines are missing: seat 2"),
        ("walls: b4ew 1", "walls: b4xx 1", "line 6: 'b4xx 1' is no wall"),
        ("walls: b4ew 1", "walls: b4ew 1, b4ew 2", "line 6: the wall b4ew covers or crosses another"),
        ("turn 6, seat 1 to move", "turn six", "line 7: write the turn"),
        ("turn 6, seat 1 to move", "turn 6, seat 1 to move\nhello", "line 8: 'hello' is no line"),
        ("pathbound(players=2,size=5)", "pathbound(size=55)", "size"),
        ("pathbound(players=2,size=5)", "another(size=5)", "line 2: this is a position of 'another'"),
    ],
)
def test_faults_name_their_line(game: toolkit.Game, line: str, instead: str, said: str) -> None:
    assert line in MIDDLE
    with pytest.raises(ValueError, match=said):
        game.position_from_text(MIDDLE.replace(line, instead))


def test_walls_that_leave_no_route_are_refused(game: toolkit.Game) -> None:
    text = MIDDLE.replace("walls: b4ew 1, d1ns 2", "walls: a3ew 1, c3ew 1, d3ns 2, d2ew 2").replace(
        "9 walls", "4 walls"
    )
    with pytest.raises(ValueError, match=r"line \d"):
        game.position_from_text(text)
