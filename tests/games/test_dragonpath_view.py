"""The picture of a dragonpath position."""

import random
from collections import Counter

import pytest

from toolkit.api import open_game
from toolkit.drawing.model import Drawing, Path, TextLine, Use, walk
from toolkit.drawing.svg import svg_parts
from toolkit.games.dragonpath.view import BEYOND, LAST, board_drawing

GAME = open_game("dragonpath")


def played(turns: int, players: int = 4, seed: int = 5):  # type: ignore[no-untyped-def]
    position = GAME.new_position(players=players, seed=seed)
    choice = random.Random(seed)
    while position.outcome is None and position.turn < turns:
        position.play(choice.choice(position.legal_moves()))
    return position


def titles(drawing: Drawing) -> Counter[str]:
    return Counter(i.symbol.drawing.title for i in walk(drawing) if isinstance(i, Use))


def words(drawing: Drawing) -> str:
    return " ".join(i.text for i in drawing_texts(drawing))


def drawing_texts(drawing: Drawing) -> list[TextLine]:
    return [i for i in walk(drawing) if isinstance(i, TextLine)]


def test_every_tile_lies_on_its_square_turned_as_it_was_laid() -> None:
    position = GAME.new_table(players=2)
    for move in ("m1", "m20"):
        if position.chance:
            position.settle()
        position.play(move)
    position.play("27u@a6")
    drawing = board_drawing(position, strip=False)
    (tile,) = [i for i in walk(drawing) if isinstance(i, Use) and i.symbol.drawing.title == "Path tiles 27"]
    assert tile.transform == pytest.approx((1, 0, 0, 1, 16.5, 16.5))
    position.undo()
    position.play("05r@a6")
    drawing = board_drawing(position, strip=False)
    (tile,) = [i for i in walk(drawing) if isinstance(i, Use) and i.symbol.drawing.title == "Path tiles 5"]
    # A quarter turn clockwise: the printed top's corner lies at the upper right.
    assert tile.transform == pytest.approx((0, 1, -1, 0, 16.5 + 63.5, 16.5))


def test_markers_stand_where_their_paths_end() -> None:
    position = GAME.new_table(players=2)
    position.settle()
    position.play("m1")
    position.play("m2")
    drawing = board_drawing(position, strip=False)
    stones = [i for i in drawing.items if type(i).__name__ == "Group" and i.clip is not None]
    centres = [(s.transform[4] + 8 * s.transform[0], s.transform[5] + 8 * s.transform[3]) for s in stones]
    inset = 16 + 0.5
    assert centres == [
        pytest.approx((inset + 63.5 / 3, 16), abs=0.01),
        pytest.approx((inset + 63.5 * 2 / 3, 16), abs=0.01),
    ]


def test_hands_are_open_to_whom_they_should_be() -> None:
    position = played(6)
    hand = dict(position.lines())["hand 1"].split()
    numbers = {int(n) for n in hand}

    def shown(seat: int | None) -> set[int]:
        drawing = board_drawing(position, seat)
        small = [i for i in walk(drawing) if isinstance(i, Use) and 0 < abs(i.transform[0]) < 0.6]
        names = [i.symbol.drawing.title for i in small]
        return {int(n.rpartition(" ")[2]) for n in names if n.startswith("Path tiles ")}

    assert shown(1) == numbers
    assert shown(0) == set()
    assert numbers < shown(None)
    assert len(shown(None)) == 12


def test_what_nobody_saw_lies_face_down() -> None:
    position = GAME.new_table(players=2)
    position.settle()
    drawing = board_drawing(position, None)
    assert not any(name.startswith("Path tiles ") for name in titles(drawing))


def test_the_last_tile_has_a_frame_and_paths_have_their_markers_colour() -> None:
    position = played(8)
    drawing = board_drawing(position, strip=False)
    frames = [i for i in drawing.items if isinstance(i, Path) and i.stroke == LAST and len(i.d) > 4]
    assert len(frames) == 1
    assert not [
        i
        for i in board_drawing(position, strip=False, last=False).items
        if isinstance(i, Path) and i.stroke == LAST and len(i.d) > 4
    ]
    strokes = {i.stroke for i in walk(drawing) if isinstance(i, Path)}
    for seat in range(4):
        if position.state.seat_measure[1, seat]:
            assert GAME.folder.tables["markers"].rows[seat].text("colour").lower() in strokes


def test_each_travelled_link_is_painted_once() -> None:
    position = played(12, players=2, seed=3)
    s = position.state
    painted = 0
    for item in walk(board_drawing(position, strip=False)):
        if isinstance(item, Use) and item.symbol.drawing.title.startswith("Path tiles"):
            strokes = {
                i.stroke
                for i in walk(item.symbol.drawing)
                if isinstance(i, Path) and i.width == pytest.approx(3.4)
            }
            painted += len(strokes)
    # A tile crossed twice by one marker is counted once here, so there are never more than the tiles
    # crossed.
    assert 0 < painted <= s.seat_measure[1, 0] + s.seat_measure[1, 1]


def test_games_of_all_sizes_and_endings_can_be_drawn() -> None:
    for players, size, seed in ((2, 4, 1), (8, 6, 2), (3, 8, 3)):
        position = GAME.new_position(players=players, seed=seed, board_size=size)
        choice = random.Random(seed)
        while position.outcome is None:
            drawing = position.to_drawing()
            position.play(choice.choice(position.legal_moves()))
        drawing = position.to_drawing()
        assert drawing.width > drawing.height > size * 64
        text = words(drawing)
        assert "win" in text
        assert text.count("out in turn") == sum(
            1 for p in range(players) if not position.state.alive[p] and p + 1 not in position.outcome.winners
        )
        assert drawing.title.startswith("Dragonpath: turn")


def test_frames_share_their_definitions() -> None:
    position = played(5)
    one, _ = svg_parts(position.to_drawing(0))
    position.play(position.legal_moves()[0])
    other, body = svg_parts(position.to_drawing(0))
    assert len(set(other) - set(one)) < len(other) / 2
    assert len(body) < 200_000


def test_an_area_is_a_part_of_the_board() -> None:
    position = played(5)
    part = board_drawing(position, strip=False, area="a4-c6")
    assert (part.width, part.height) == pytest.approx((16 + 3 * 64.5 + BEYOND, 16 + 3 * 64.5 + BEYOND))
    for wrong in ("a9-c6", "a4", "x1-b2", "g1-h8"):
        with pytest.raises(ValueError, match="area"):
            board_drawing(position, area=wrong)
