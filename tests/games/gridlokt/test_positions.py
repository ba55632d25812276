"""Positions of gridlokt as text: what is written is read again, and what is wrong is said."""

import random

import pytest

import toolkit
from toolkit.games.gridlokt import positions
from toolkit.games.gridlokt.fields import FINAL, PATHS, UTILITIES

GAME = toolkit.open_game("gridlokt")

SCENE = """\
gridlokt(players=4)
turn: 9
phase: utilities of R
draws: 1
grid:  i    j    k    l
   13  .   BSu  RCr   .
   12 [R]  RTd   .    .
   11  .    .    C   GSr
pawns: R i12, B j13, Y l11, G k13
walls: j12
pits: k11
tokens: R RB, B B, Y Y, G G
hand R: BT GC | hook wall
hand B: | bridge* trap
aids: hook i12>j12>j13
traps: B Y Y
discarded: RS | bomb
"""


def scene(*lines: str) -> toolkit.Position:
    return GAME.position_from_text("\n".join(["gridlokt(players=4)", *lines]))


def test_a_position_is_written_as_it_was_read() -> None:
    text = SCENE.replace("hook wall", "wall hook")
    assert GAME.position_from_text(SCENE).to_text() == text
    assert GAME.position_from_text(text).to_text() == text


def test_the_example_of_the_docstring_can_be_read() -> None:
    doc = positions.__doc__ or ""
    example = "\n".join(line[4:] for line in doc.splitlines() if line.startswith("    ") and line.strip())
    example = example[: example.index("discarded: RS | bomb") + 20]
    position = GAME.position_from_text(example)
    assert position.actor == 1
    assert position.check() == []
    assert "hook j12" not in position.legal_moves()
    assert "cancel 1" in position.legal_moves()


def test_the_facts_of_a_text_stand_in_the_position() -> None:
    position = GAME.position_from_text(SCENE)
    s = position.state
    assert (position.turn, position.actor) == (8, 1)
    assert (s.draws, list(s.traps), list(s.tokens)) == (1, [0, 1, 2, 0], [2, 1, 1, 1])
    assert s.hand_size[PATHS, 0] == 2
    assert s.deck_size[PATHS] == 80 - 2 - 4 - 1
    assert s.deck_size[UTILITIES] == 50 - 4 - 2 - 1
    told = dict(position.lines())
    assert told["walls"] == "j12"
    assert told["hand 1"] == "BT GC | wall hook"
    assert told["seat 1"] == "red, on i12, tokens R B, 2 Paths, 2 Utilities"
    assert told["row 12"] == "[R]  RTd   .    ."


def test_positions_of_whole_games_come_back_with_the_same_moves() -> None:
    """All phases of random games: the text is the same again, and so is what may be played."""
    rng = random.Random(3)
    phases: set[int] = set()
    for seed in range(3):
        position = GAME.new_position(seed=seed, table=15 if seed else 31, pending_room="continue")
        for step in range(420):
            if position.outcome is not None:
                break
            if step % 7 == 0 or position.state.phase not in phases:
                phases.add(position.state.phase)
                text = position.to_text()
                again = GAME.position_from_text(text, seed=9)
                assert again.to_text() == text
                assert sorted(again.legal_moves()) == sorted(position.legal_moves())
                assert again.actor == position.actor
            position.play(rng.choice(position.legal_moves()))
    assert len(phases) >= 8


def test_cards_that_are_not_listed_lie_in_the_piles() -> None:
    position = scene("cells: k11 C, k12 RSu", "hand R: RS | wall")
    s = position.state
    assert (s.deck_size[PATHS], s.deck_size[UTILITIES]) == (78, 49)
    rest = scene("cells: k11 C, k12 RSu", "hand R: RS | wall", "discarded: rest | rest bomb")
    s = rest.state
    assert (s.deck_size[PATHS], s.discard_size[PATHS]) == (0, 78)
    assert (s.deck_size[UTILITIES], s.discard_size[UTILITIES]) == (0, 49)


def test_what_is_left_out_has_its_usual_value() -> None:
    position = scene("cells: k11 C, k12 RSu, k13 [R]", "pawns: R k13", "phase: utilities of R")
    assert position.state.draws == 2
    assert list(position.state.tokens) == [1, 0, 0, 0]
    assert position.turn == 0
    # the Final Room lies: somebody placed it, and no other will be called for
    done = scene("cells: k11 C, k12 RSu, k13 [F]", "tokens: G RBYG")
    assert done.state.placer == 1
    assert done.state.room[FINAL] > 0


def test_unseen_cards_are_question_marks_and_may_be_anything() -> None:
    position = scene("cells: k11 C, k12 RSu", "phase: utilities of R", "hand R: ? | ? hook")
    assert "hand R: ? | hook ?" in position.to_text()
    assert "wall k12" in position.legal_moves()
    position.play("wall k12")
    assert "hand R: ? | hook" in position.to_text()
    with pytest.raises(toolkit.IllegalMove, match="R holds no wall"):
        position.play("wall k11")


def test_a_position_with_a_seed_goes_on_by_itself() -> None:
    one, other = (
        GAME.position_from_text("gridlokt(players=4)\ncells: k11 C, k12 RSu", seed) for seed in (4, 5)
    )
    for position in (one, other):
        for move in ("draw", "draw"):
            position.play(move)
    assert one.moves != other.moves
    assert one.moves[1][:2] == "R+"


def test_tables_of_other_sizes_have_their_own_names_of_cells() -> None:
    text = "gridlokt(players=4,table=31)\ncells: p16 C, ab17 RSu, ae31 YTl"
    position = GAME.position_from_text(text)
    assert (
        "31  .    .    .    .    .    .    .    .    .    .    .    .    .    .    .   YTl"
        in position.to_text()
    )
    with pytest.raises(ValueError, match="line 2: there is no cell af1; the table has a1 to ae31"):
        GAME.position_from_text("gridlokt(players=4,table=31)\ncells: af1 RSu")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["turn: none"], "line 2: 'none' is not right; write a whole number from 1"),
        (["phase: utility of R"], "line 2: 'utility' is no phase; did you mean 'utilities'"),
        (["pawn: R k11"], "line 2: 'pawn' is no key of a position; did you mean 'pawns'"),
        (["grid: k l", " 11 C"], "line 3: 1 cells, but the grid has 2 columns; write . for an empty cell"),
        (["grid: k", " 11 RTx"], "line 3: 'x' is no way to lie; write u, r, d or l"),
        (
            ["grid: k", " 11 Q"],
            "line 3: 'Q' on k11 is nothing that lies there; write a Path as it lies",
        ),
        (["11 C"], "line 2: a row of the grid; write the columns first, such as `grid: i j k`"),
        (["cells: k11 C, k11 RSu"], "line 2: two things lie on k11; keep one of them"),
        (["cells: k11 C", "hand R: U"], "line 3: there are only 1 of U; this would be one more"),
        (["cells: v1 C"], "line 2: there is no cell v1; the table has a1 to u21"),
        (["hand R: wall"], "line 2: wall stands on the wrong side: Paths | Utilities; move it to the right"),
        (["hand R: RS RX"], "line 2: 'RX' is no card; Paths are RS, RT, RC"),
        (["hand P: RS"], "line 2: 'p' is no seat; write R, B, Y or G"),
        (["pawns: R k11"], "pawn R stands on k11, where no card is"),
        (["cells: k11 C", "pawns: R k11, B k11"], "two pawns stand on k11"),
        (["turn: 1", "turn: 2"], "line 3: 'turn' is there twice; keep one of the two lines"),
        (
            ["cells: k11 C, k12 RSu, k13 RSu", "aids: hook k11>k12>k13"],
            "hook is declared, but the hand of R holds no more of them",
        ),
        (["aids: hook k11>k12"], "line 2: 'hook k11>k12' is no declaration; write hook, bridge or boots"),
        (["tokens: R F"], "line 2: the Final Room has no token"),
        (["ended: win Z"], "line 2: 'Z' is no seat; write R, B, Y or G"),
        (["ended: lost"], "line 2: 'lost' is not right; write win R (final_room), stalled or turn cap"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(lines: list[str], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        scene(*lines)
    assert said in str(caught.value)


def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(ValueError) as caught:
        scene("turn: 0", "grid: k l", " 11 C", "hand R: RX", "drawing: maybe")
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == [
        "line 2",
        "line 4",
        "line 5",
        "line 6",
    ]


def test_what_cannot_be_is_refused_as_a_whole() -> None:
    with pytest.raises(ValueError, match=r"does not hold together: .*obstacle on cell"):
        scene("cells: k11 C", "pawns: R k11", "walls: k11")
    with pytest.raises(ValueError, match=r"does not hold together: .*touches another"):
        scene("cells: k11 C, k12 [R], k13 [B]")


@pytest.mark.parametrize("ending", ["win B (final_room)", "stalled (room_pending)", "turn cap"])
def test_endings_are_read_and_written(ending: str) -> None:
    position = scene("turn: 14", "cells: k11 C", f"ended: {ending}")
    assert f"ended: {ending}" in position.to_text()
    assert position.to_text().splitlines()[1] == "turn: 14"
    assert position.outcome is not None
    assert position.outcome.winners == ((2,) if "B" in ending else ())
