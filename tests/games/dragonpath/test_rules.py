"""Setting up, playing a tile, moving the markers and the end of dragonpath, sentence by sentence.

Docstrings quote a few words of the sentence that a test holds, or name the ruling (T1 to T29).
"""

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import toolkit
from toolkit.components.home import bundled_games
from toolkit.games.dragonpath.rules import HEAD_ON, MARKS, SIDE, step_cell, twin

Make = Callable[..., toolkit.Position]
Find = Callable[..., str]
Read = Callable[[toolkit.Position, int], Any]


def turns(position: toolkit.Position, number: int) -> list[str]:
    """The ways in which the actor may lay a tile, as the letters of notation."""
    return [move[2] for move in position.legal_moves() if move[:2] == f"{number:02d}"]


# --- components and set-up --------------------------------------------------------------------------


def test_components(game: toolkit.Game) -> None:
    """'35 path tiles', '8 marker stones', '1 Dragon tile'; 'each tile is unique'."""
    tables = game.folder.tables
    assert [tables[name].count() for name in ("tiles", "markers", "dragon")] == [35, 8, 1]
    t = game.new_position(2).table_record
    assert (t.items, t.kinds) == (35, 35)


def test_paths_of_a_tile_are_independent(game: toolkit.Game) -> None:
    """'four lines', 'eight points': every point leads to one other and back, however turned."""
    t = game.new_position(2).table_record
    for kind in range(t.kinds):
        for turn in range(4):
            outs = {t.enter[kind, turn, port] for port in range(8)}
            assert len(outs) == 8
            for port in range(8):
                out = twin(t.enter[kind, turn, port])
                assert out != port
                assert twin(t.enter[kind, turn, out]) == port


def test_points_line_up() -> None:
    """'these points line up': crossing an edge goes 0-5, 1-4, 2-7 and 3-6, and crossing twice comes back."""
    assert {port: twin(port) for port in range(8)} == {0: 5, 1: 4, 2: 7, 3: 6, 4: 1, 5: 0, 6: 3, 7: 2}
    for port in range(8):
        assert step_cell(step_cell(44, port), twin(port)) == 44


@pytest.mark.parametrize("players", range(2, 9))
def test_hands_are_dealt(game: toolkit.Game, players: int) -> None:
    """'deal three face down to each player'; the rest is the draw pile; the Dragon tile lies aside."""
    position = game.new_position(players)
    s = position.state
    assert [s.hand_size[p] for p in range(8)] == [3] * players + [0] * (8 - players)
    assert s.deck_size[0] == 35 - 3 * players
    assert s.dragon == 0
    assert len(position.moves) == 3 * players


def test_tiles_are_shuffled(game: toolkit.Game) -> None:
    """'Shuffle the path tiles': over 700 seeds each is dealt first, and lies on top, about equally often."""
    dealt: Counter[int] = Counter()
    on_top: Counter[int] = Counter()
    for seed in range(700):
        position = game.new_position(2, seed)
        s = position.state
        dealt[int(position.moves[0][2:])] += 1
        on_top[s.deck[0, s.deck_size[0] - 1]] += 1
    for counts in (dealt, on_top):
        assert len(counts) == 35
        # 34 degrees of freedom: beyond 90 once in more than a million.
        assert sum((counts[item] - 20) ** 2 / 20 for item in counts) < 90


@pytest.mark.parametrize("hand_size", [1, 3, 5])
def test_hand_size(game: toolkit.Game, hand_size: int) -> None:
    """Option `hand_size`: that many are dealt, and hands are filled up to it."""
    position = game.new_position(2, hand_size=hand_size)
    rng = random.Random(1)
    assert [position.state.hand_size[p] for p in range(2)] == [hand_size] * 2
    for _ in range(4):
        position.play(rng.choice(position.legal_moves()))
    assert position.turn == 2
    assert [position.state.hand_size[p] for p in range(2)] == [hand_size] * 2


def test_the_first_seat_is_told_and_marks_are_chosen_clockwise(game: toolkit.Game) -> None:
    """'The oldest player takes the first turn', 'continue clockwise'; then tiles (T3)."""
    position = game.new_position(4, first=3)
    for seat, mark in ((3, "m1"), (4, "m20"), (1, "m30"), (2, "m40")):
        assert position.actor == seat
        assert all(move.startswith("m") for move in position.legal_moves())
        with pytest.raises(toolkit.IllegalMove, match="start mark first"):
            position.play("00u")
        position.play(mark)
    assert position.actor == 3
    assert not any(move.startswith("m") for move in position.legal_moves())
    with pytest.raises(toolkit.IllegalMove, match="all start marks were chosen"):
        position.play("m5")


SIX = {
    0: "a6 a6 b6 b6 c6 c6 d6 d6 e6 e6 f6 f6",
    2: "f6 f6 f5 f5 f4 f4 f3 f3 f2 f2 f1 f1",
    4: "f1 f1 e1 e1 d1 d1 c1 c1 b1 b1 a1 a1",
    6: "a1 a1 a2 a2 a3 a3 a4 a4 a5 a5 a6 a6",
}
"""The square of each start mark on 6x6, clockwise from the top left corner, by the first port of its side."""


def test_the_48_start_marks(game: toolkit.Game, marker: Read) -> None:
    """'any of the start marks': two on each outer side of a square, the first port of the side first (T1)."""
    expected = [f"{square}:{port + i % 2}" for port in SIX for i, square in enumerate(SIX[port].split())]
    assert len(expected) == 48
    found = []
    for mark in range(1, 49):
        position = game.new_position(2)
        position.play(f"m{mark}")
        found.append(marker(position, 1))
    assert found == expected
    assert found[:3] == ["a6:0", "a6:1", "b6:0"]
    assert found[-2:] == ["a6:6", "a6:7"]


@pytest.mark.parametrize("board_size", [4, 6, 8])
def test_board_size(game: toolkit.Game, board_size: int, marker: Read) -> None:
    """T1: n x n squares and 8n start marks, each on an outer side of a square at a rim."""
    position = game.new_position(2, board_size=board_size)
    assert len(position.legal_moves()) == 8 * board_size
    s = position.state
    assert sum(s.placed[c] == 0 for c in range(SIDE * SIDE)) == board_size**2
    places = set()
    for mark in range(1, 8 * board_size + 1):
        other = position.copy()
        other.play(f"m{mark}")
        cell, port = other.state.cell[0], other.state.port[0]
        assert s.placed[cell] == 0
        assert s.placed[step_cell(cell, port)] == -1
        places.add(marker(other, 1))
    assert len(places) == 8 * board_size
    with pytest.raises(toolkit.IllegalMove, match=f"no start mark {8 * board_size + 1}"):
        position.play(f"m{8 * board_size + 1}")


def test_no_two_markers_on_one_start_mark_but_on_one_side(game: toolkit.Game) -> None:
    """T2: a mark holds one marker; both marks of one side of a square may be taken."""
    position = game.new_position(2)
    position.play("m1")
    assert "m1" not in position.legal_moves()
    with pytest.raises(toolkit.IllegalMove, match="start mark 1 is taken by seat 1"):
        position.play("m1")
    position.play("m2")
    assert position.actor == 1


def test_a_turn_plays_a_tile_moves_markers_and_draws(stage: Make, marker: Read) -> None:
    """'Each turn has three parts': hands of markers that leave in the second are drawn in the third."""
    position = stage({1: "a3:1", 2: "a3:5", 3: "f1:2"}, {1: [34], 2: [10], 3: [4, 5, 6]})
    assert [move[:2] for move in position.legal_moves()] == ["34"] * len(position.legal_moves())
    position.play("34u")
    assert position.moves == ["34u@a3", "1+10"], "seat 2 was led off the board before seat 1 drew"
    assert (marker(position, 1), position.turn, position.actor) == ("b3:7", 1, 3)


# --- I. play a path tile -----------------------------------------------------------------------------


def test_a_tile_of_the_hand_goes_in_front_of_the_marker(table: Make, marker: Read) -> None:
    """'one of the path tiles from his or her hand', 'the open square next to' the marker (T4)."""
    position = table([[33, 27, 26], [5, 6, 7]], "m1 m30")
    assert {move[:2] for move in position.legal_moves()} == {"33", "27", "26"}
    assert {move.partition("@")[2] for move in position.legal_moves()} == {"a6"}
    with pytest.raises(toolkit.IllegalMove, match="does not hold tile 05"):
        position.play("05u")
    with pytest.raises(toolkit.IllegalMove, match="faces a6"):
        position.play("33u@b6")
    assert position.play("33u") == "33u@a6"
    position.settle()
    assert marker(position, 1) == "a5:0"
    assert {move.partition("@")[2] for move in position.legal_moves()} == {"d1"}


@pytest.mark.parametrize("quarters", range(4))
def test_a_tile_may_be_placed_in_any_direction(stage: Make, marker: Read, quarters: int) -> None:
    """'in any direction': tile 05, 01 25 36 47: with its top to the right, its 0 is the square's 2."""
    links = {0: 1, 1: 0, 2: 5, 5: 2, 3: 6, 6: 3, 4: 7, 7: 4}
    beyond = ["c4", "d3", "c2", "b3"]
    for port in range(8):
        position = stage({1: f"c3:{port}", 2: "f6:2"}, {1: [5], 2: [33]}, pile=[7, 8])
        position.play(f"05{'urdl'[quarters]}")
        out = (links[(port - 2 * quarters) % 8] + 2 * quarters) % 8
        assert marker(position, 1) == f"{beyond[out // 2]}:{twin(out)}"


def test_equal_looking_turns_are_one_move(stage: Make) -> None:
    """T27: in open space a hand of every tile has 5*1 + 10*2 + 20*4 = 105 moves."""
    counts = []
    for number in range(35):
        position = stage({1: "c3:0", 2: "f6:2"}, {1: [number], 2: []}, pile=[1])
        assert len(position.legal_moves()) == position.legal_count == position.table_record.rotations[number]
        counts.append(position.legal_count)
    assert [counts.count(n) for n in (1, 2, 4)] == [5, 10, 20]
    assert sum(counts) == 105


def test_an_equal_turn_is_read_as_the_one_that_is_listed(stage: Make) -> None:
    """T27: tile 33 looks the same in every direction, tile 13 in two."""
    for number, typed, played in ((33, "l", "u"), (13, "d", "u"), (13, "l", "r"), (5, "l", "l")):
        position = stage({1: "c3:0", 2: "f6:2"}, {1: [number], 2: []}, pile=[1])
        assert position.play(f"{number}{typed}") == f"{number:02d}{played}@c3"


def test_a_placed_tile_stays(game: toolkit.Game) -> None:
    """'it cannot be moved for the rest of the game': what lies on the board never changes."""
    rng = random.Random(4)
    position = game.new_position(5, seed=4)
    lying: dict[int, int] = {}
    while position.outcome is None:
        position.play(rng.choice(position.legal_moves()))
        now = {c: position.state.placed[c] for c in range(SIDE * SIDE) if position.state.placed[c] > 0}
        assert lying.items() <= now.items()
        lying = now
    assert len(lying) == position.turn


def test_no_player_may_leave_willingly(table: Make) -> None:
    """'may not willingly connect his or her own path to the edge'."""
    # from a6:0, tile 00 leads out over the top however it is turned; tile 33 leads down
    position = table([[0, 33], [1, 2]], "m1 m30")
    assert position.legal_moves() == ["33u@a6"]
    with pytest.raises(toolkit.IllegalMove, match="another tile or way of turning does not"):
        position.play("00u")
    # of one tile, only the turns that stay: tile 02 as printed joins 0 1, which leads out
    position = table([[2, 0], [1, 3]], "m1 m30")
    assert "u" not in turns(position, 2)
    assert turns(position, 2)
    assert turns(position, 0) == []


def test_leaving_is_legal_when_no_other_move_is_possible(table: Make) -> None:
    """'unless no other move is possible', 'eliminate yourself in this manner': every losing move is free."""
    position = table([[0, 34], [1, 2]], "m1 m30")
    assert position.legal_moves() == ["00u@a6", "34u@a6"]
    position.play("34u")
    assert position.outcome == toolkit.Outcome((2,), "win", "last marker")


@pytest.mark.parametrize("suicide_scope", ["hand", "tile"])
def test_suicide_scope(table: Make, stage: Make, suicide_scope: str) -> None:
    """T5: 'no other move' means all of the hand (`hand`), or only the chosen tile (`tile`)."""
    position = table([[0, 2, 33], [1, 3, 4]], "m1 m30", suicide_scope=suicide_scope)
    assert turns(position, 0) == (["u"] if suicide_scope == "tile" else [])
    assert turns(position, 33) == ["u"]
    assert "u" not in turns(position, 2), "another turn of the same tile stays on the board"
    if suicide_scope == "tile":
        with pytest.raises(toolkit.IllegalMove, match="another way of turning the tile does not"):
            position.play("02u")
    dealt = stage({1: "a6:0", 2: "f6:2"}, {1: [0, 2, 33], 2: [1]}, pile=[3], suicide_scope=suicide_scope)
    assert sorted(dealt.legal_moves()) == sorted(position.legal_moves()), "as where chance is not stated"


COLUMN = "33u@a6 33u@a5 33u@a4 33u@a2 33u@a1"
"""Straight tiles: a marker from above and one from below have met at a3, the last open square of column a."""


def test_meeting_head_on_counts_as_leaving(stage: Make) -> None:
    """T6: a placement that joins the own path to another marker's is refused while another one stays."""
    position = stage({1: "a3:0", 2: "a3:5"}, {1: [1], 2: [33, 5]}, COLUMN, [2], actor=2)
    # 33 runs straight from 5 to 0. 05 leads 5 to 2 as printed, to 0 turned right, to 4 (and back down) upside
    # down, to 2 turned left.
    assert position.legal_moves() == ["05u@a3", "05l@a3"]


def test_two_markers_on_one_path_are_both_out(stage: Make) -> None:
    """T10: markers that meet head-on run along each other's way and off the board."""
    position = stage({1: "a3:0", 2: "a3:5", 3: "f3:2"}, {1: [1], 2: [33], 3: [3]}, COLUMN, [2], actor=2)
    assert position.legal_moves() == ["33u@a3"]
    position.play("33u")
    assert position.outcome == toolkit.Outcome((3,), "win", "last marker")
    assert position.state.event[HEAD_ON] == 1
    assert [position.state.seat_measure[0, p] for p in range(3)] == [1, 1, 0]


def test_others_may_meet_head_on_while_the_active_marker_goes_on(stage: Make, tile: Find) -> None:
    """T10: a tile joins 0 to 5, where two others meet, and sends the active one from 2 back out at 3."""
    joins = tile("05 23")
    markers = {1: "a3:0", 2: "a3:5", 3: "a3:2", 4: "f3:2"}
    position = stage(markers, {3: [int(joins[:2]), 1], 4: [1]}, COLUMN, [2], actor=3)
    position.play(joins)
    assert [position.state.alive[p] for p in range(4)] == [0, 0, 1, 1]
    assert position.state.event[HEAD_ON] == 1


def test_markers_may_meet_through_old_tiles(stage: Make) -> None:
    """T10: out of the new tile, round an old one and back: both out, but no meeting on the new tile."""
    # 32 joins 0 4, 1 5, 2 7 and 3 6; the old tile on b3 turns 7 back to 6
    markers = {1: "a3:7", 2: "a3:6", 3: "f3:2"}
    position = stage(markers, {1: [32], 2: [1], 3: [3]}, "00u@b3", [2])
    position.play(position.legal_moves()[0])
    assert position.outcome == toolkit.Outcome((3,), "win", "last marker")
    assert position.state.event[HEAD_ON] == 0


def test_a_losing_move_may_take_others_along(stage: Make) -> None:
    """T7: when only losing moves exist all are legal, also one that takes another marker along."""
    position = stage({1: "a6:0", 2: "a6:7"}, {1: [0, 34], 2: [1]}, pile=[2])
    # 00 leads 0 back to 1; 34 joins 0 to 7, where the other marker comes from
    assert position.legal_moves() == ["00u@a6", "34u@a6"]
    both = position.copy()
    both.play("34u")
    assert both.outcome == toolkit.Outcome((1, 2), "joint_win", "all died together")


# --- II. move the markers ----------------------------------------------------------------------------


def test_the_active_marker_moves_to_the_open_end_of_its_path(stage: Make, marker: Read) -> None:
    """'to the open end of the path': through every old tile that it meets (T9)."""
    position = stage({1: "a3:7", 2: "f6:2"}, {1: [33, 1, 2], 2: [1, 2, 3]}, "33u@b3 33u@c3", [4])
    position.play("33u")
    assert marker(position, 1) == "d3:7"
    # 34 at c3 turns the path from 7 to 0, up into c4
    position = stage({1: "b3:7", 2: "f6:2"}, {1: [33], 2: [1]}, "34u@c3 33u@c4", [4])
    position.play("33u")
    assert marker(position, 1) == "c5:5"


def test_a_path_may_pass_the_new_tile_twice(stage: Make, marker: Read) -> None:
    """T9: out of the new tile, round through an old one, back into the new one and on."""
    # 33 joins 7 to 2 and 6 to 3; tile 00 on the right turns 7 back to 6
    position = stage({1: "b3:7", 2: "f6:2"}, {1: [33], 2: [1]}, "00u@c3", [4])
    position.play("33u")
    assert marker(position, 1) == "a3:3"


def test_all_other_markers_at_the_new_tile_move(stage: Make, marker: Read) -> None:
    """'all other markers adjacent to the new tile', also through old tiles (T9); markers elsewhere stay."""
    markers = {1: "c3:7", 2: "c3:0", 3: "c3:3", 4: "d4:0", 5: "c4:2"}
    position = stage(markers, {1: [33, 1]}, "33u@b3 33u@c2", [4, 5])
    position.play("33u")
    assert [marker(position, seat) for seat in markers] == ["d3:7", "c1:0", "a3:3", "d4:0", "c4:2"]
    assert position.actor == 2


def test_the_order_of_moving_does_not_matter(stage: Make, marker: Read) -> None:
    """T8: whichever seats the markers have, they end at the same places."""
    places = ["c3:7", "c3:0", "c3:3", "c3:4"]
    rng = random.Random(8)
    for number in range(35):
        ends = set()
        for _ in range(4):
            first, *others = places
            rng.shuffle(others)
            position = stage(
                dict(enumerate([first, *others], 1)), {1: [number]}, "27u@b3 26u@c4 31u@d3 20u@b4", [1, 2]
            )
            position.play(position.legal_moves()[0])
            s = position.state
            ends.add(
                frozenset(
                    (place, marker(position, seat) if s.alive[seat - 1] else "out")
                    for seat, place in enumerate([first, *others], 1)
                )
            )
        assert len(ends) == 1, number


def test_a_player_whose_path_connects_to_the_edge_is_eliminated(stage: Make) -> None:
    """'eliminated from the game if the open end' is the edge, here of another than the active player."""
    # 34 joins 1 to 2 and 5 to 6: the marker at 1 stays, that at 5 leaves over the left rim
    position = stage({1: "a3:1", 2: "a3:5", 3: "f1:2"}, {1: [34, 1], 2: [2, 3], 3: [4, 5, 6]}, pile=[7])
    position.play("34u")
    s = position.state
    assert [s.alive[p] for p in range(3)] == [1, 0, 1]
    assert s.seat_measure[0, 1] == 1
    assert position.outcome is None
    assert "2 retire" not in position.table_moves()


def test_a_path_never_loops_and_every_mark_leads_to_another(game: toolkit.Game) -> None:
    """On a board full of tiles at random, every start mark's path leaves the board at another start mark."""
    rng = random.Random(6)
    for size in (4, 6, 8):
        position = game.new_position(2, board_size=size)
        s, o, t = position.state, position.option_record, position.table_record
        follow, cell_of, port_of = (game.kernels.call[name] for name in ("follow", "mark_cell", "mark_port"))
        marks = {(cell_of(o, mark), port_of(o, mark)): mark for mark in range(8 * size)}
        for _ in range(20):
            for cell in range(SIDE * SIDE):
                if s.placed[cell] >= 0:
                    s.placed[cell] = 4 * rng.randrange(35) + rng.randrange(4) + 1
            leads = {}
            for (cell, port), mark in marks.items():
                s.cell[0], s.port[0] = cell, port
                assert follow(s, t, 0) == 0
                out = twin(s.port[0])
                back = s.cell[0]
                inside = step_cell(back, s.port[0])
                assert s.placed[inside] > 0
                leads[mark] = marks[inside, out]
            assert all(leads[leads[mark]] == mark != leads[mark] for mark in leads)


# --- the end of the game -----------------------------------------------------------------------------


def test_the_last_marker_on_the_board_wins(stage: Make) -> None:
    """'When only one marker remains on the board': at once, and nobody draws any more."""
    position = stage({1: "a3:1", 2: "a3:5"}, {1: [34, 1], 2: [2, 3]}, pile=[7])
    position.play("34u")
    assert position.outcome == toolkit.Outcome((1,), "win", "last marker")
    assert position.turn == 1
    assert position.moves == ["34u@a3"]
    assert position.actor == 0
    assert position.legal_moves() == position.table_moves() == []
    with pytest.raises(toolkit.IllegalMove, match="the game is over"):
        position.play("01u")


@pytest.mark.parametrize(
    ("last_deaths", "two", "three"),
    [
        ("joint", ((1, 2), "joint_win"), ((1, 2, 3), "joint_win")),
        ("nobody", ((), "draw"), ((), "draw")),
        ("active_loses", ((2,), "win"), ((2, 3), "joint_win")),
    ],
)
def test_last_deaths(table: Make, last_deaths: str, two: tuple[Any, str], three: tuple[Any, str]) -> None:
    """T11: the last markers all leave in one turn: joint win, nobody, or all but the active player."""
    position = table([[34], [33]], "m1 m48 34u", last_deaths=last_deaths)
    assert position.outcome == toolkit.Outcome(*two, "all died together")
    # tile 00 joins the active marker at 0 to the second at 1, and turns the third back from 7 to 6
    position = table([[0], [33], [32]], "m1 m2 m48", last_deaths=last_deaths)
    position.play("00u")
    assert position.outcome == toolkit.Outcome(*three, "all died together")


def test_only_those_who_died_in_the_last_turn_win_together(stage: Make) -> None:
    """T11: who was out before does not share the joint win."""
    position = stage({1: "a6:0", 3: "a6:7"}, {1: [34], 3: [1]}, pile=[2], players=4)
    position.play("34u")
    assert position.outcome == toolkit.Outcome((1, 3), "joint_win", "all died together")


def test_all_tiles_placed(stage: Make) -> None:
    """T12: the last tile is on the board and two or more markers are: they win together."""
    position = stage({1: "c3:7", 3: "f3:7", 4: "a1:5"}, {1: [33]}, players=4, dragon=3)
    position.play("33u")
    assert position.outcome == toolkit.Outcome((1, 3, 4), "joint_win", "all tiles placed")
    assert position.turn == 1


def test_the_next_player_is_the_next_one_alive_clockwise(stage: Make) -> None:
    """'play continues clockwise around the board', over those who are out (T24)."""
    markers = {1: "c3:1", 3: "c3:5", 4: "f1:2", 6: "d1:4"}
    hands = {seat: [seat] for seat in markers} | {4: [34]}
    position = stage(markers, hands, pile=[7, 8, 9, 10, 11, 12, 13, 14], players=6, actor=4)
    position.play("34u")
    assert position.actor == 6
    position.play(position.legal_moves()[0])
    assert position.actor == 1


def test_the_next_player_may_have_died_in_this_turn(stage: Make) -> None:
    """T24: seat 2 leaves the board in the turn of seat 1, so seat 3 goes on."""
    position = stage({1: "a3:1", 2: "a3:5", 3: "f1:2"}, {1: [34, 1], 2: [2], 3: [4]}, pile=[7])
    position.play("34u")
    assert position.actor == 3


def test_ranking_by_the_turn_of_leaving(game: toolkit.Game) -> None:
    """T25: each seat's turn of leaving is kept, equal for those who left together; 0 for who stayed."""
    rng = random.Random(5)
    together = 0
    for seed in range(40):
        position = game.new_position(6, seed)
        out: dict[int, int] = {}
        while position.outcome is None:
            position.play(rng.choice(position.legal_moves()))
            s = position.state
            for p in range(6):
                if not s.alive[p]:
                    out.setdefault(p, position.turn)
        assert [position.state.seat_measure[0, p] for p in range(6)] == [out.get(p, 0) for p in range(6)]
        together += len(set(out.values())) < len(out)
    assert together > 5


# --- what may be seen, and what is dealt -------------------------------------------------------------


def test_hands_are_hidden_and_the_pile_is_counted(game: toolkit.Game) -> None:
    """'You may look at' your hand only (T23); the pile's count is public (T28)."""
    position = game.new_position(3, seed=2)
    told = dict(position.lines(seat=2))
    assert [label for label in told if label.startswith("hand")] == ["hand 2"]
    assert told["pile"] == "26 tiles"
    assert told["seat 1"].endswith("3 tiles")


def test_hands_go_back_unseen(game: toolkit.Game) -> None:
    """T23: of a hand that went back nothing is known; any tile that nobody showed may come up next."""
    position = game.new_table(3, hand_size=2)
    position.settle()
    for move in ("m1", "m48", "m30"):
        position.play(move)
    unseen = {f"{number:02d}" for number in range(35)}
    position.play("27u")  # 0 to 3: stays; 4-7: seat 2 is led to the bottom
    position.play("1+?")
    unseen.discard("27")
    position.play("2 retire")
    played = position.play(position.legal_moves()[0])
    unseen.discard(played[:2])
    assert {move.partition("+")[2] for move in position.legal_moves()} == unseen | {"?"}


@pytest.mark.parametrize(("players", "hand_size"), [(7, 5), (8, 4), (2, 5)])
def test_as_many_tiles_as_the_hands_need_are_enough(game: toolkit.Game, players: int, hand_size: int) -> None:
    """T29: the deck is what the table lists minus the hands; 35 tiles deal 7 hands of 5 and leave none."""
    position = game.new_position(players, hand_size=hand_size)
    assert position.state.deck_size[0] == 35 - players * hand_size


def test_too_few_tiles_for_the_hands_are_refused(game: toolkit.Game, tmp_path: Path) -> None:
    """T29: a table that cannot deal every hand is refused; another set than the 35 is only a warning."""
    with pytest.raises(ValueError, match="35 tiles cannot deal 8 hands of 5"):
        game.new_position(8, hand_size=5)
    folder = tmp_path / "small"
    shutil.copytree(bundled_games()["dragonpath"], folder)
    rows = (folder / "tiles.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "tiles.csv").write_text("".join(rows[:21]), encoding="utf-8")
    small = toolkit.open_game(folder)
    assert small.new_position(6).state.deck_size[0] == 20 - 18
    with pytest.raises(ValueError, match="20 tiles cannot deal 7 hands of 3"):
        small.new_position(7)


def test_all_marks_can_be_taken_at_most_once_each(game: toolkit.Game) -> None:
    """T1, T2: eight markers on the smallest board."""
    position = game.new_position(8, board_size=4)
    for seat in range(1, 9):
        assert len(position.legal_moves()) == 33 - seat
        position.play(position.legal_moves()[-1])
    assert sum(position.state.taken[mark] > 0 for mark in range(MARKS)) == 8
