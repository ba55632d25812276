"""The picture of a gridlokt position: the printed faces where they lie."""

import math
import random
from collections import Counter
from itertools import pairwise

import pytest

import toolkit
from toolkit.drawing.geometry import apply, compose
from toolkit.drawing.model import Drawing, Group, Item, Matrix, Path, TextLine, Use, walk
from toolkit.drawing.svg import to_svg
from toolkit.games.gridlokt.view import BOARD, CARD, FRAME, GOLD, LAST, board_drawing

GAME = toolkit.open_game("gridlokt")

SCENE = """\
gridlokt(players=4)
turn: 9
phase: utilities of R
grid:  h    i    j    k    l    m
   13  .    .   BSu  RCr   .    W1
   12  .   [R]  RCl  RSu  YCr  GTl
   11 [Y]  YTr  GSr   C   BTr  GSu
   10  .    .    .   YCl  [B]   .
pawns: R i12, B j13, Y m11, G k12
walls: j12
pits: m12
tokens: R RB, B B, Y YRBG, G G
hand R: BT GC | hook straight corner corner
hand B: RC | trap
aids: hook i12>j12>j13
discarded: RS | bomb
"""


def scene(text: str = SCENE) -> toolkit.Position:
    return GAME.position_from_text(text)


def placed(drawing: Drawing) -> list[tuple[Use, Matrix]]:
    """Every face in a drawing, with where it lies on the sheet."""
    found: list[tuple[Use, Matrix]] = []

    def visit(items: tuple[Item, ...], m: Matrix) -> None:
        for item in items:
            if isinstance(item, Use):
                found.append((item, compose(m, item.transform)))
            elif isinstance(item, Group):
                visit(item.items, compose(m, item.transform))

    visit(drawing.items, (1, 0, 0, 1, 0, 0))
    return found


def middle(use: Use, m: Matrix) -> tuple[float, float]:
    """The middle of a face on the sheet."""
    width, height = use.symbol.drawing.width, use.symbol.drawing.height
    return apply(m, width / 2, height / 2)


def faces(drawing: Drawing) -> Counter[str]:
    return Counter(use.symbol.drawing.title for use, _ in placed(drawing))


def words(drawing: Drawing) -> list[str]:
    return [item.text for item in walk(drawing) if isinstance(item, TextLine)]


def paths_with(drawing: Drawing, stroke: str) -> list[Path]:
    return [item for item in walk(drawing) if isinstance(item, Path) and item.stroke == stroke]


def test_every_card_lies_on_its_cell_turned_as_it_is() -> None:
    drawing = board_drawing(scene(), area="h10-m13", last=False)
    assert (drawing.width, drawing.height) == (6 * CARD + 26, 4 * CARD + 26)
    cards = {
        (round((x - 13) / CARD - 0.5, 3), round((y - 13) / CARD - 0.5, 3)): (use, m)
        for use, m in placed(drawing)
        for x, y in [middle(use, m)]
        if use.symbol.drawing.title == "Path"
    }
    assert len(cards) == 11
    for cell, turn in {(2, 0): 0, (3, 0): 90, (2, 1): 270, (1, 2): 90, (3, 3): 270}.items():
        _, m = cards[cell]
        assert math.degrees(math.atan2(m[1], m[0])) % 360 == pytest.approx(turn), cell


def test_lanes_of_cards_side_by_side_touch() -> None:
    """Cards lie edge to edge at one scale: what meets in print meets in the picture."""
    drawing = board_drawing(scene(), strip=False, last=False)
    middles = sorted(
        middle(use, m) for use, m in placed(drawing) if use.symbol.drawing.title in ("Path", "Room", "Centre")
    )
    step = (BOARD - 2 * FRAME) / 9  # six columns in use, a cell around them, and the middle kept
    for value in range(2):
        lines = sorted({round(point[value], 6) for point in middles})
        assert all(gap == pytest.approx(step) for gap in (b - a for a, b in pairwise(lines)))


def test_rooms_warps_obstacles_and_pawns_are_there() -> None:
    drawing = board_drawing(scene(), area="h10-m13")
    assert faces(drawing) == {
        "table": 1,
        "Path": 11,
        "Centre": 1,
        "Room": 3,
        "Utility card": 3,  # a Wall, a Pit, a Warp
        "Player piece": 4,
    }


def test_the_centre_has_the_colours_of_the_option() -> None:
    usual = scene()
    other = scene(SCENE.replace("(players=4)", "(players=4,centre_order=1432)"))
    one, two = (
        next(
            use.symbol.drawing
            for use, _ in placed(board_drawing(position, area="k11-k11"))
            if use.symbol.drawing.title == "Centre"
        )
        for position in (usual, other)
    )
    assert one != two


def test_a_former_centre_is_veiled() -> None:
    text = "gridlokt(players=4)\ncells: k11 {}, k12 RSu"
    centre, universal = (board_drawing(scene(text.format(name)), area="k11-k12") for name in ("C", "U"))
    veils = [
        [item for item in walk(drawing) if isinstance(item, Path) and item.fill and item.opacity == 0.6]
        for drawing in (centre, universal)
    ]
    assert [len(found) for found in veils] == [0, 1]


def test_a_declared_route_is_an_arrow_with_its_number() -> None:
    drawing = board_drawing(scene(), area="h10-m13")
    assert "1" in words(drawing)[-1:]
    colour = next(row.text("colour") for row in GAME.folder.tables["pieces"].rows if row.whole("seat") == 1)
    dashed = [path for path in paths_with(drawing, colour) if path.dash]
    assert len(dashed) == 1 and len(dashed[0].d) == 3
    assert not [
        p for p in paths_with(board_drawing(scene(SCENE.replace("aids", "# aids"))), colour) if p.dash
    ]


def test_a_tunnel_is_shown_as_it_lay() -> None:
    position = scene()
    position.play("tunnel Y>l10 C")
    drawing = board_drawing(position, area="h10-m13")
    assert faces(drawing)["Utility card"] == 4
    assert len([path for path in paths_with(drawing, GOLD) if path.dash]) == 1
    tunnel = [(use, m) for use, m in placed(drawing) if use.symbol.drawing.title == "Utility card"][-1]
    x, y = middle(*tunnel)
    assert ((x - 13) // CARD, (y - 13) // CARD) == (5, 3)  # m10, between m11 and l10
    assert math.degrees(math.atan2(tunnel[1][1], tunnel[1][0])) % 360 == pytest.approx(270)
    position.play("done")
    assert faces(board_drawing(position, area="h10-m13"))["Utility card"] == 3


def test_the_last_action_is_framed() -> None:
    position = scene()
    assert not paths_with(board_drawing(position, strip=False), LAST)
    position.play("done")
    position.play("go i11")
    assert len(paths_with(board_drawing(position, strip=False), LAST)) == 1
    assert not paths_with(board_drawing(position, strip=False, last=False), LAST)


def test_hands_are_shown_to_those_who_may_see_them() -> None:
    position = scene()
    every, nobody, blue = (faces(board_drawing(position, seat)) for seat in (None, 0, 2))
    backs = [sum(n for title, n in found.items() if "Back" in title) for found in (every, nobody, blue)]
    assert backs == [2, 2 + 2 + 3 + 2, 2 + 2 + 3]  # the two piles; red's declared hook is seen by all
    told = words(board_drawing(position, 0))
    assert "Turn 9: red" in told and "utilities: seat 1 to play" in told


def test_tokens_and_traps_stand_beside_the_table() -> None:
    drawing = board_drawing(scene(SCENE + "traps: B B\n"))
    assert faces(drawing)["Room token"] == 2 + 1 + 4 + 1
    assert "loses 2 turns" in words(drawing)


def test_pictures_of_a_game_have_one_size_and_show_all_that_lies() -> None:
    """Early, middle and late: every card on the grid is in the picture, inside its frame."""
    rng = random.Random(2)
    position = GAME.new_position(seed=3)
    sizes = set()
    for step in range(500):
        if position.outcome is not None:
            break
        if step % 60 == 0:
            drawing = board_drawing(position, strip=False)
            sizes.add((drawing.width, drawing.height))
            laid = sum(1 for ground in position.state.ground if 0 < ground < 12)
            lids = sum(1 for over in position.state.over if over)
            shown = [
                middle(use, m)
                for use, m in placed(drawing)
                if use.symbol.drawing.title in ("Path", "Centre", "Room", "Utility card")
            ]
            assert len(shown) >= laid + lids
            assert all(FRAME < value < BOARD - FRAME for point in shown for value in point)
        moves = position.legal_moves()
        position.play(rng.choice(moves))
    assert sizes == {(BOARD, BOARD)}


def test_svg_says_what_is_on_the_table_without_the_hands() -> None:
    svg = scene().to_svg(0)
    assert "walls: j12" in svg and "hand" not in svg.split("</title>")[0]
    assert to_svg(board_drawing(scene(), 0)) == svg


def test_an_area_off_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="write two corner cells, such as h8-n14"):
        board_drawing(scene(), area="left")
    with pytest.raises(ValueError, match="there is no cell z1"):
        board_drawing(scene(), area="a1-z1")
