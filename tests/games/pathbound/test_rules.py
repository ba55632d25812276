"""Set-up, pawns, walls, sliding, repetition and the end of pathbound, sentence by sentence.

Docstrings quote a few words of the sentence that a test holds, or name the ruling (P1 to P42). Positions are
reached by legal moves on a table: `table("slots ns; e8 e2")` states chance, then plays.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from types import ModuleType
from typing import Any

import pytest

import toolkit

Make = Callable[..., toolkit.Position]
FREE = {"walls": "unlimited", "repetition": "off"}
"""Options of positions that are reached by walls and moves to and fro."""


def is_wall(text: str) -> bool:
    """Whether a text of notation is a wall."""
    return text[0] == "v" or "/" in text or text[-1].isalpha()


def cells(position: toolkit.Position) -> set[str]:
    """Where the pawn of the actor may go; nothing is listed twice."""
    listed = position.legal_moves()
    assert len(listed) == len(set(listed))
    return {text for text in listed if not is_wall(text)}


def walls(position: toolkit.Position) -> set[str]:
    """The walls that the actor may place."""
    return {text for text in position.legal_moves() if is_wall(text)}


def stated(position: toolkit.Position) -> list[str]:
    """The chance events at the start of a game."""
    return [text for text in position.moves if " " in text or "@" in text]


def names(text: str) -> set[str]:
    return set(text.split())


def won(position: toolkit.Position) -> tuple[int, ...]:
    """The winners, when there was a goal."""
    assert position.outcome is not None
    assert position.outcome.reason == "win"
    return position.outcome.winners


# --- players, seats and slots -------------------------------------------------------------------------


def test_number_of_players(game: toolkit.Game) -> None:
    """'2-4 on Square/Torus, or 2-3 on Triangular, default 2.'"""
    assert game.resolve()[0] == 2
    for board in ("square", "torus"):
        for players in (2, 3, 4):
            assert game.new_position(players, board=board).players == players
    for players in (2, 3):
        assert game.new_position(players, board="triangle").players == players
    for players in (1, 5):
        with pytest.raises(ValueError, match="2 to 4"):
            game.resolve(players)
    with pytest.raises(ValueError, match=r"triang.*(2 or 3|2 to 3)"):
        game.resolve(4, board="triangle")


CLOCKWISE = {
    ("square", "midpoint"): "nesw",
    ("square", "corner"): "abcd",
    ("torus", "midpoint"): "nesw",
    ("torus", "corner"): "abcd",
    ("triangle", "midpoint"): "esw",
    ("triangle", "corner"): "trl",
}
each_setup = pytest.mark.parametrize(("board", "start"), CLOCKWISE)


@each_setup
def test_turns_run_clockwise_around_the_board(
    game: toolkit.Game, reference: ModuleType, board: str, start: str
) -> None:
    """'redrawn until turns run clockwise around the board, skipping empty starting slots' (P9, P38)."""
    ring = CLOCKWISE[board, start]
    for players in range(2, len(ring) + 1):
        listed = game.new_table(players, board=board, start=start).legal_moves()
        expected = {f"slots {text}" for text in reference.assignments(board, start, players)}
        assert {text for text in listed if text.startswith("slots ")} == expected
        for text in expected:
            at = [ring.index(slot) for slot in text.split()[1]]
            turned = [(place - at[0]) % len(ring) for place in at]
            assert turned == sorted(set(turned))


@each_setup
def test_red_can_start_in_any_slot(game: toolkit.Game, board: str, start: str) -> None:
    """'Red can start in any slot; every distinct two-player assignment qualifies.'"""
    listed = game.new_table(2, board=board, start=start).legal_moves()
    ring = CLOCKWISE[board, start]
    expected = {f"slots {one}{other}" for one in ring for other in ring if one != other}
    assert {text for text in listed if text.startswith("slots ")} == expected


def test_three_players_leave_one_slot_empty_by_chance(game: toolkit.Game) -> None:
    """P38: each of the four slots is the empty one in a quarter of the assignments."""
    for board, start in (("square", "midpoint"), ("torus", "corner")):
        ring = CLOCKWISE[board, start]
        listed = game.new_table(3, board=board, start=start).legal_moves()
        assigned = [text.split()[1] for text in listed if text.startswith("slots ")]
        empty = Counter(slot for text in assigned for slot in ring if slot not in text)
        assert empty == dict.fromkeys(ring, 3)


def test_slots_are_assigned_randomly(game: toolkit.Game) -> None:
    """'distinct starting slots are assigned randomly': every assignment about equally often."""
    for players, expected in ((2, 12), (3, 12), (4, 4)):
        drawn = Counter(game.new_position(players, seed, size=5).moves[0] for seed in range(480))
        assert len(drawn) == expected
        assert all(0.5 < drawn[text] * expected / 480 < 1.7 for text in drawn), drawn


def test_red_moves_first(game: toolkit.Game) -> None:
    """'Red moves first': seat 1, unless told otherwise; then the seats in order, round and round (P39)."""
    position = game.new_position(3)
    assert position.actor == 1
    order = []
    for _ in range(6):
        order.append(position.actor)
        position.play(sorted(walls(position))[0])
    assert order == [1, 2, 3, 1, 2, 3]
    assert game.new_position(3, first=2).actor == 2


@pytest.mark.parametrize("opposite_only", ["false", "true"])
def test_opposite_only(game: toolkit.Game, opposite_only: str) -> None:
    """P13: two players may start next to each other; with the option only opposite each other."""
    opposite = {"midpoint": {"ns", "sn", "ew", "we"}, "corner": {"ac", "ca", "bd", "db"}}
    for board, start in product(("square", "torus"), ("midpoint", "corner")):
        position = game.new_table(2, board=board, start=start, opposite_only=opposite_only)
        listed = {text.split()[1] for text in position.legal_moves() if text.startswith("slots ")}
        assert listed == opposite[start] if opposite_only == "true" else len(listed) == 12
    for start in ("midpoint", "corner"):
        position = game.new_table(2, board="triangle", start=start, opposite_only=opposite_only)
        assert sum(text.startswith("slots ") for text in position.legal_moves()) == 6


def test_middle_positions_of_an_even_edge(game: toolkit.Game) -> None:
    """'each pawn independently chooses either of its edge's two middle positions' (P10)."""
    position = game.new_table(4, size=4)
    position.play("slots nesw")
    for both in ("1@b4 1@c4", "2@d2 2@d3", "3@b1 3@c1", "4@a2 4@a3"):
        assert {text for text in position.legal_moves() if "@" in text} == names(both)
        position.play(both.split()[1])
    assert position.actor == 1
    position = game.new_table(3, board="triangle", size=4)
    position.play("slots esw")
    for both in ("1@2-3 1@3-5", "2@4-3 2@4-5", "3@2-1 3@3-1"):
        assert {text for text in position.legal_moves() if "@" in text} == names(both)
        position.play(both.split()[0])
    assert position.actor == 1


def test_middle_positions_are_equally_likely(game: toolkit.Game) -> None:
    """'with equal probability', 'independently': both cells of each side, and all pairs, equally often."""
    middles = {"n": "b4 c4", "e": "d2 d3", "s": "b1 c1", "w": "a2 a3"}
    drawn: Counter[tuple[str, str]] = Counter()
    pairs: Counter[tuple[int, ...]] = Counter()
    for seed in range(480):
        slots, *at = game.new_position(2, seed, size=4).moves
        cells_of = [(slot, text[2:]) for slot, text in zip(slots.split()[1], at, strict=True)]
        drawn.update(cells_of)
        pairs[tuple(middles[slot].split().index(cell) for slot, cell in cells_of)] += 1
    assert len(drawn) == 8
    assert all(80 < drawn[one] < 165 for one in drawn), drawn
    assert len(pairs) == 4
    assert all(80 < pairs[pair] < 165 for pair in pairs), pairs


def test_an_odd_edge_has_one_middle_and_states_nothing(game: toolkit.Game) -> None:
    """A chance event with a single result does not occur."""
    for board, start in CLOCKWISE:
        assert len(stated(game.new_position(2, board=board, start=start, size=5))) == 1


# --- goals --------------------------------------------------------------------------------------------


def way(slow: Any, target: str, shut: set[str]) -> list[str]:
    """The cells of a shortest way of the first pawn to a target, past no pawn and no cell that is shut."""
    shut = {slow.board.name(cell) for cell in slow.pawns.values()} | shut - {target}
    ways = [[slow.pawns[1]]]
    reached = set(ways[0])
    for cells_so_far in ways:
        here = cells_so_far[-1]
        if slow.board.name(here) == target:
            return [slow.board.name(cell) for cell in cells_so_far[1:]]
        for near in slow.board.exits[here].values():
            if near not in reached and slow.board.name(near) not in shut and slow.open_between(here, near):
                reached.add(near)
                ways.append([*cells_so_far, near])
    return []


def wall_beside(slow: Any, steps: list[str], rng: random.Random) -> str:
    """A legal wall that closes nothing along these steps."""
    along = {slow.board.name(slow.pawns[1]), *steps}
    beside = [
        text
        for text, wall in slow.possible_walls.items()
        if slow.is_legal(text)
        and not any({slow.board.name(cell) for cell in edge} <= along for edge in wall.edges)
    ]
    return rng.choice(sorted(beside) or sorted(slow.legal_moves()))


def walked(slow: Any, target: str, goal: set[str], seed: int) -> bool:
    """Play on until the first pawn has gone to the target, or fail; the other one makes way, or builds."""
    rng = random.Random(seed)
    for _ in range(3):
        if not way(slow, target, goal):  # the other pawn stands there, or in the way
            slow.play(wall_beside(slow, [], rng))
            slow.play(rng.choice(sorted({slow.board.name(cell) for cell in slow.pawn_moves(2)})))
    steps = way(slow, target, goal)
    while steps:
        if slow.outcome is not None:
            return False
        slow.play(steps.pop(0) if slow.actor == 1 else wall_beside(slow, steps, rng))
    return slow.board.name(slow.pawns[1]) == target


@pytest.mark.parametrize(
    ("options", "slot", "goal"),
    [
        ("square midpoint side", "n", "a1 b1 c1 d1 e1"),
        ("square midpoint side", "e", "a1 a2 a3 a4 a5"),
        ("square midpoint side", "s", "a5 b5 c5 d5 e5"),
        ("square midpoint side", "w", "e1 e2 e3 e4 e5"),
        ("square corner corner", "a", "e1"),
        ("square corner corner", "b", "a1"),
        ("square corner corner", "c", "a5"),
        ("square corner corner", "d", "e5"),
        ("square midpoint center", "n", "c3"),
        ("square corner center", "b", "c3"),
        ("torus midpoint center", "w", "c3"),
        ("torus corner center", "a", "c3"),
        ("triangle corner side", "t", "5-1 5-3 5-5 5-7 5-9"),
        ("triangle corner side", "r", "1-1 2-1 3-1 4-1 5-1"),
        ("triangle corner side", "l", "1-1 2-3 3-5 4-7 5-9"),
        ("triangle midpoint corner", "e", "5-1"),
        ("triangle midpoint corner", "s", "1-1"),
        ("triangle midpoint corner", "w", "5-9"),
        ("triangle midpoint center", "s", "4-4"),
    ],
)
def test_goals(game: toolkit.Game, reference: ModuleType, options: str, slot: str, goal: str) -> None:
    """'target the opposite corner', 'any cell sharing a full edge with the opposite boundary'.

    A pawn is walked to each cell of its goal, and wins there and nowhere before (P11, P12).
    """
    board, start, aim = options.split()
    chosen = {"board": board, "start": start, "goal": aim, "size": 5, "repetition": "off"}
    ring = CLOCKWISE[board, start]
    other = ring[(ring.index(slot) + 1) % len(ring)]
    for target in goal.split():
        for seed in range(100):
            slow = Recorder(reference.started([f"slots {slot}{other}"], **chosen))
            assert {slow.board.name(cell) for cell in slow.goal(1)} == names(goal)
            if walked(slow, target, names(goal), seed):
                break
        position = game.new_table(2, **chosen)
        position.play(f"slots {slot}{other}")
        for text in slow.texts:
            assert position.outcome is None
            position.play(text)
        assert slow.texts[-1] == target
        assert position.outcome is not None
        assert (position.outcome.winners, position.outcome.reason) == ((1,), "win")


class Recorder:
    """A game of the reference that remembers what was played."""

    def __init__(self, slow: Any) -> None:
        self.slow = slow
        self.texts: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.slow, name)

    def play(self, text: str) -> None:
        self.texts.append(text)
        self.slow.play(text)


def test_four_on_corners_aim_at_their_diagonals(game: toolkit.Game, reference: ModuleType) -> None:
    """P12: with 4 players on corners each pawn aims at its diagonal corner; P42: all may meet."""
    slow = reference.started(["slots abcd"], players=4, start="corner", size=3)
    assert {seat: slow.goal(seat) for seat in range(1, 5)} == {
        1: {(3, 1)},
        2: {(1, 1)},
        3: {(1, 3)},
        4: {(3, 3)},
    }
    position = game.new_table(4, start="corner", size=3)
    for text in ["slots abcd", "a2", "b3", "c2", "b1", "b2"]:
        position.play(text)
    # Seat 2 on b3 jumps seat 1 in the middle to the sides: seat 4 stands behind it, seat 3 on one side.
    assert cells(position) == names("a3 c3 a2")
    assert position.outcome is None


# --- crowns -------------------------------------------------------------------------------------------


def crowns(position: toolkit.Position) -> set[str]:
    """The cells on which the crown may come to lie."""
    return {text.split()[1] for text in position.legal_moves() if text.startswith("crown ")}


@pytest.mark.parametrize("board", ["square", "torus"])
def test_the_crown_of_an_even_board(table: Make, board: str) -> None:
    """'even sizes choose one of the four central cells once at game start' (P14)."""
    position = table("slots ab;", board=board, start="corner", goal="center", size=6)
    assert crowns(position) == names("c3 c4 d3 d4")
    position.play("crown d3")
    assert position.actor == 1
    assert not any("crown" in text for text in position.legal_moves())


def test_the_crown_of_an_odd_board_is_not_drawn(table: Make) -> None:
    """'Odd board sizes use the central cell'."""
    for board in ("square", "torus"):
        position = table("slots ab;", board=board, start="corner", goal="center", size=3)
        assert position.actor == 1
        for text in ("a2", "c2", "b2"):
            assert position.outcome is None
            position.play(text)
        assert position.outcome is not None
        assert position.outcome.winners == (1,)


@pytest.mark.parametrize("size", range(3, 12))
def test_the_crown_of_a_triangle(game: toolkit.Game, reference: ModuleType, size: int) -> None:
    """P15: one of six cells when the size is a multiple of 3, otherwise there is only one."""
    position = game.new_table(2, board="triangle", start="corner", goal="center", size=size)
    position.play("slots tr")
    central = {f"{row}-{place}" for row, place in reference.central_cells("triangle", size)}
    assert crowns(position) == (central if size % 3 == 0 else set())
    if size == 9:
        assert central == names("6-5 6-6 6-7 7-6 7-7 7-8")


def test_crowns_are_drawn_evenly(game: toolkit.Game) -> None:
    """P14, P15: every central cell about equally often."""
    for options, number in (({"size": 4}, 4), ({"board": "triangle", "size": 9}, 6)):
        drawn = Counter(game.new_position(2, seed, goal="center", **options).moves[-1] for seed in range(360))
        assert len(drawn) == number
        assert all(0.55 < drawn[text] * number / 360 < 1.6 for text in drawn), drawn


def test_no_crown_lies_on_a_start(game: toolkit.Game) -> None:
    """P16: on a triangle of 3 every midpoint start is a central cell, and the set-up is refused."""
    for players in (2, 3):
        with pytest.raises(ValueError, match=r"triangle.*3.*midpoint.*crown"):
            game.new_position(players, board="triangle", size=3, start="midpoint", goal="center")
    for start, board, players in product(("midpoint", "corner"), ("square", "torus", "triangle"), (2, 3)):
        for size in range(4 if board == "triangle" and start == "midpoint" else 3, 8):
            for seed in range(4):
                position = game.new_position(
                    players, seed, board=board, start=start, goal="center", size=size, movement="slide"
                )
                assert position.outcome is None  # nobody stands on it


def test_what_chance_gave_stays_to_the_end(game: toolkit.Game) -> None:
    """'That choice stays fixed throughout the game', 'chosen once at start'; walls that lie stay, too."""
    for options, events in (
        ({"size": 6, "wall_shapes": "both"}, 5),  # slots, a middle for each, the crown
        ({"board": "triangle", "size": 6, "start": "corner"}, 2),
    ):
        position = game.new_position(3, 4, goal="center", **options)
        rng = random.Random(4)
        slots, crown = list(position.state.slot), position.state.crown
        given, lying = stated(position), set()
        while position.outcome is None and position.turn < 40:
            text = position.play(rng.choice(position.legal_moves()))
            if is_wall(text):
                lying.add(text)
            assert not position.chance
            assert (list(position.state.slot), position.state.crown) == (slots, crown)
            assert set(dict(position.lines())["walls"].split()[::2]) >= lying
        assert stated(position) == given
        assert len(given) == events
        assert len(lying) > 10


# --- settings -----------------------------------------------------------------------------------------


def test_fresh_defaults(game: toolkit.Game) -> None:
    """'2 players, Square, Midpoint edge, Opposite side, size 9, Step and jump, 10 walls, Straight only.'"""
    assert game.resolve() == (
        2,
        {
            "board": "square",
            "size": 9,
            "start": "midpoint",
            "goal": "side",
            "walls": 10,
            "wall_shapes": "straight",
            "movement": "step",
            "third_pawn": "diagonal",
            "opposite_only": "false",
            "rim_joints": "true",
            "repetition": "on",
            "turn_cap": 200,
        },
    )
    position = game.new_position(2)
    assert len(cells(position)) == 3
    assert len(walls(position)) == 128


@pytest.mark.parametrize(("players", "size", "stock"), [(2, 9, 10), (3, 9, 10), (4, 11, 7)])
def test_defaults_follow_the_number_of_players(
    game: toolkit.Game, players: int, size: int, stock: int
) -> None:
    """'size 9 and 10 walls for 2 or 3 players, or size 11 and 7 walls for 4 players'; what is given stays."""
    chosen = game.resolve(players)[1]
    assert (chosen["size"], str(chosen["walls"])) == (size, str(stock))
    chosen = game.resolve(players, size=5)[1]
    assert (chosen["size"], str(chosen["walls"])) == (5, str(stock))
    chosen = game.resolve(players, walls=4, movement="slide")[1]
    assert (chosen["size"], str(chosen["walls"]), chosen["movement"]) == (size, "4", "slide")


def combinations_of_options() -> Iterator[tuple[int, dict[str, Any]]]:
    """Players, board, start, goal and shapes, given and not given."""
    for players, board, start, goal, shapes in product(
        (2, 3, 4),
        (None, "square", "torus", "triangle"),
        (None, "midpoint", "corner"),
        (None, "side", "corner", "center"),
        (None, "single", "straight", "bent", "angled", "both"),
    ):
        given = {"board": board, "start": start, "goal": goal, "wall_shapes": shapes}
        yield players, {name: value for name, value in given.items() if value is not None}


def agree(game: toolkit.Game, reference: ModuleType, players: int, given: dict[str, Any]) -> bool:
    """Whether the game completes options as the reference does, or refuses what it refuses."""
    try:
        expected = reference.complete(players, **given)
    except reference.Refused:
        expected = None
    try:
        found = game.resolve(players, **given)[1]
    except ValueError as error:
        assert len(str(error).split()) > 4  # the reason is said
        return expected is None
    return expected is not None and {name: str(value) for name, value in found.items()} == {
        name: str(value) for name, value in expected.items()
    }


def only_another_board_fits(given: dict[str, Any]) -> bool:
    """Whether start and goal together are of the triangle, and nothing else says so."""
    crossed = (given.get("start"), given.get("goal")) in (("corner", "side"), ("midpoint", "corner"))
    return crossed and "board" not in given and given.get("wall_shapes") not in ("single", "angled")


def test_options_not_given_follow_those_that_are(game: toolkit.Game, reference: ModuleType) -> None:
    """P11, P35: every combination of players, board, start, goal and shapes, given and not given."""
    every = [pair for pair in combinations_of_options() if not only_another_board_fits(pair[1])]
    assert len(every) > 700
    assert [pair for pair in every if not agree(game, reference, *pair)] == []


def test_the_board_follows_start_and_goal(game: toolkit.Game, reference: ModuleType) -> None:
    """P11, 'only an explicit conflict is refused': these go together, on the triangle or from the corners."""
    every = [pair for pair in combinations_of_options() if only_another_board_fits(pair[1])]
    every.append((2, {"board": "triangle", "size": 3, "goal": "center"}))
    assert [pair for pair in every if not agree(game, reference, *pair)] == []


@pytest.mark.parametrize(
    ("players", "given", "named"),
    [
        (4, "board=triangle", "triangle 3"),
        (2, "board=torus goal=side", "torus center"),
        (2, "board=torus goal=corner", "torus center"),
        (2, "board=square start=corner goal=side", "corner side"),
        (2, "board=square start=midpoint goal=corner", "midpoint corner"),
        (2, "board=triangle start=midpoint goal=side", "triangle midpoint side"),
        (2, "board=triangle start=corner goal=corner", "triangle corner"),
        (2, "board=square wall_shapes=single", "single square bent"),
        (2, "board=torus wall_shapes=angled", "angled torus"),
        (2, "board=triangle wall_shapes=bent", "bent triangle"),
    ],
)
def test_what_does_not_go_together_is_refused(
    game: toolkit.Game, players: int, given: str, named: str
) -> None:
    """'Only Center (KOTH) is available' on the torus, and the like: refused with the reason (P11, P35)."""
    options = dict(pair.split("=") for pair in given.split())
    for make in (game.resolve, game.new_position, game.new_table):
        with pytest.raises(ValueError) as refused:
            make(players, **options)
        for word in named.split():
            assert word in str(refused.value)


def test_every_other_setting_is_there_on_the_torus(game: toolkit.Game) -> None:
    """'all other settings remain available': starts, sizes, stocks, shapes, movements, players."""
    others: dict[str, tuple[Any, ...]] = {
        "start": ("midpoint", "corner"),
        "size": tuple(range(3, 12)),
        "walls": (*range(3, 11), "unlimited"),
        "wall_shapes": ("straight", "bent", "both"),
        "movement": ("step", "slide"),
    }
    for players, (name, values) in product((2, 3, 4), others.items()):
        for value in values:
            chosen = game.new_position(players, 1, board="torus", **{name: value}).options
            assert (chosen["board"], chosen["goal"], chosen[name]) == ("torus", "center", value)


@pytest.mark.parametrize("board", ["square", "torus", "triangle"])
def test_sizes(game: toolkit.Game, reference: ModuleType, board: str) -> None:
    """'Board sizes range from 3 to 11' (P7): as many walls as there should be."""
    for size in (3, 4, 5, 6, 7, 8, 9, 10, 11):
        position = game.new_position(2, board=board, size=size)
        expected = reference.all_walls(board, size, "single" if board == "triangle" else "straight")
        assert walls(position) <= set(expected)
        assert len(walls(position)) > 0.4 * len(expected)
    for size in (2, 12):
        with pytest.raises(ValueError, match=r"3.*11"):
            game.resolve(2, board=board, size=size)


@pytest.mark.parametrize("stock", [3, 4, 5, 6, 7, 8, 9, 10])
def test_every_placement_costs_one_wall(game: toolkit.Game, stock: int) -> None:
    """'inventories range from 3 to 10 walls'; 'Every placement costs one wall.'"""
    position = game.new_position(2, 5, size=11, walls=stock)
    for left in range(stock, 0, -1):
        for seat in (1, 2):
            assert position.actor == seat
            assert walls(position), left
            position.play(sorted(walls(position))[0])
    for seat in (1, 2):
        assert position.actor == seat
        assert walls(position) == set()
        with pytest.raises(toolkit.IllegalMove, match="wall"):
            position.play("a1ew")
        position.play(sorted(cells(position))[0])


def test_walls_out_of_range_are_refused(game: toolkit.Game) -> None:
    """'3 to 10 walls or unlimited'."""
    for stock in (0, 2, 11, "many"):
        with pytest.raises(ValueError, match="walls"):
            game.resolve(2, walls=stock)


def test_unlimited_walls(game: toolkit.Game) -> None:
    """'or unlimited' (P28): walls are placed as long as any fits, and moves count for repetition as ever."""
    rng = random.Random(1)
    position = game.new_position(2, 5, walls="unlimited")
    placed = 0
    while walls(position):
        position.play(rng.choice(sorted(walls(position))))
        placed += 1
    assert placed > 25
    assert position.outcome is None


def test_a_small_board_does_not_hold_every_wall(game: toolkit.Game) -> None:
    """P40: ten walls each on size 3 are allowed; some are never placed."""
    position = game.new_position(2, 1, size=3)
    placed = 0
    while position.outcome is None and walls(position):
        position.play(sorted(walls(position))[0])
        placed += 1
    assert placed < 8
    assert "walls_left" in game.seat_measures  # what a simulation reports


@pytest.mark.parametrize(
    ("board", "wall_shapes", "number"),
    [
        ("square", "straight", 128),
        ("square", "bent", 256),
        ("square", "both", 384),
        ("torus", "straight", 162),
        ("torus", "bent", 324),
        ("torus", "both", 486),
        ("triangle", "single", 108),
        ("triangle", "straight", 84),
        ("triangle", "angled", 360),
        ("triangle", "both", 444),
    ],
)
def test_wall_shapes(
    game: toolkit.Game, reference: ModuleType, board: str, wall_shapes: str, number: int
) -> None:
    """'Walls mode allows straight only, bent only, or both', 'Straight and angled' (P36)."""
    expected = reference.all_walls(board, 9, wall_shapes)
    assert len(expected) == number
    slow = reference.Reference(2, board=board, wall_shapes=wall_shapes)
    position = game.new_table(2, board=board, wall_shapes=wall_shapes)
    text = min(slow.legal_moves())
    slow.play(text)
    position.play(text)
    cuts = {text for text, wall in expected.items() if not slow.wall_is_legal(wall)}
    assert walls(position) == set(expected) - cuts
    # Only what boxes a corner in, where a pawn starts or its goal lies, is impossible at once.
    assert len(cuts) < 0.06 * number


def test_single_walls_exist_on_the_triangle_only(game: toolkit.Game) -> None:
    """P35; 'Triangular boards default to Single-edge only'."""
    assert game.resolve(2, board="triangle")[1]["wall_shapes"] == "single"
    assert game.resolve(2, wall_shapes="single")[1]["board"] == "triangle"
    for board in ("square", "torus"):
        with pytest.raises(ValueError, match="single"):
            game.resolve(2, board=board, wall_shapes="single")


@pytest.mark.parametrize("rim_joints", ["true", "false"])
def test_rim_joints(game: toolkit.Game, rim_joints: str) -> None:
    """P18: 60 degree walls may have their joint on the rim, unless the option forbids it."""
    on_rim = set()
    for line in range(1, 5):
        on_rim |= {f"v{line}.0:05", f"v{line}.{line}:34"}
        on_rim.add(f"v5.{line}:12")
    for wall_shapes, inside in (("angled", 3 * 4 * 3 * 2), ("both", 3 * 4 * 3 * 2 + 3 * 4 * 3 // 2)):
        position = game.new_table(
            2, board="triangle", size=5, wall_shapes=wall_shapes, rim_joints=rim_joints, goal="center"
        )
        position.play("slots es")
        found = walls(position)
        assert found & on_rim == (on_rim if rim_joints == "true" else set())
        # One wall shuts in each pawn, whose cell has two exits, and is refused.
        assert len(found - on_rim) == inside - 2


@pytest.mark.parametrize("turn_cap", [1, 3])
def test_turn_cap(game: toolkit.Game, turn_cap: int) -> None:
    """The cap on turns is a seat's: a game that goes on is stopped after that many turns each."""
    position = game.new_position(3, 2, turn_cap=turn_cap)
    rng = random.Random(1)
    while position.outcome is None:
        position.play(rng.choice(sorted(walls(position))))
    assert position.turn == 3 * turn_cap
    assert (position.outcome.winners, position.outcome.reason) == ((), "turn_cap")


# --- step and jump ------------------------------------------------------------------------------------


def test_step_to_an_open_neighbour(table: Make) -> None:
    """'moves to an open neighboring cell': not over a wall, not over the edge."""
    position = table("slots sn;", size=5)
    assert cells(position) == names("b1 d1 c2")
    position = table("slots sn; c1ns a1ns", size=5)
    assert cells(position) == names("b1 c2")
    position = table("slots sn; c2 c4 c3", size=5)
    assert "c3" not in cells(position), "somebody stands there"
    with pytest.raises(toolkit.IllegalMove):
        position.play("c3")
    position.undo()
    assert cells(position) == names("b2 d2 c1 c3")


def test_jump_straight(table: Make) -> None:
    """'jumps one adjacent pawn' (P1): straight over it when that cell is open, and only there."""
    position = table("slots sn; c2 c4 c3", size=5)
    assert cells(position) == names("b4 d4 c5 c2")
    position.play("c2")
    assert cells(position) == names("b3 d3 c4 c1")


def test_jump_to_the_side_of_a_wall(table: Make) -> None:
    """P1: with a wall behind the jumped pawn either side step."""
    position = table("slots sn; c2 c4 c3 c2ew a1ns", size=5)
    assert cells(position) == names("b4 d4 c5 b3 d3")


def test_a_wall_beside_the_jumped_pawn_blocks_the_side_step(table: Make) -> None:
    """P41: a wall between the jumped pawn and the landing."""
    position = table("slots sn; c2 c4 c3 c2ew b2ns", size=5)
    assert cells(position) == names("b4 d4 c5 d3")


def test_a_wall_between_the_pawns_blocks_the_jump(table: Make) -> None:
    """'jumps one adjacent pawn': a pawn behind a wall is not adjacent."""
    position = table("slots sn; c2 c4 c3 a1ns c3ew", size=5)
    assert cells(position) == names("b4 d4 c5")


def test_jump_with_the_edge_behind(table: Make) -> None:
    """P4: the board's edge is like a wall; and a jump onto the goal wins."""
    position = table("slots sn; c2 a1ns c3 b1ns c4 d1ns", size=5)
    assert cells(position) == names("b5 d5 b4 d4 c3")
    position.play("b5")
    assert position.outcome is not None
    assert position.outcome.winners == (1,)


def test_no_chain_of_jumps(table: Make) -> None:
    """P6: two pawns in a row are not jumped, and one jump ends the turn."""
    position = table("slots nes; c4 d3 c2 a1ns c3", 3, size=5, third_pawn="block")
    assert "c5" not in cells(position)
    position = table("slots sn; c2 c4 c3", size=5)
    position.play("c2")
    assert position.actor == 1


@pytest.mark.parametrize(("third_pawn", "landings"), [("diagonal", "b2 d2 c1 b3 d3"), ("block", "b2 d2 c1")])
def test_third_pawn(table: Make, third_pawn: str, landings: str) -> None:
    """P2: with a third pawn behind the jumped one either side step, or (block) no jump."""
    position = table("slots nes; c4 d3 c2 a1ns c3", 3, size=5, third_pawn=third_pawn)
    assert position.actor == 3
    assert cells(position) == names(landings)


def test_a_wall_before_the_third_pawn(table: Make) -> None:
    """P2 speaks of a pawn behind; where a wall is in between, the wall decides (P1)."""
    for third_pawn in ("diagonal", "block"):
        position = table("slots nes; c4 d3 c2 c3ew c3", 3, size=5, third_pawn=third_pawn)
        assert cells(position) == names("b2 d2 c1 b3 d3")


def test_an_occupied_side_landing(table: Make) -> None:
    """P1: a side step needs an empty cell too."""
    position = table("slots nesw; c4 d3 c2 b3 a4ns c3", 4, size=5)
    assert position.actor == 3
    assert cells(position) == names("b2 d2 c1 d3")


@pytest.mark.parametrize("third_pawn", ["diagonal", "block"])
def test_jump_on_the_triangle(table: Make, third_pawn: str) -> None:
    """P3: onto either of the jumped pawn's two other neighbours that is in board, unwalled and empty."""
    options = {"board": "triangle", "start": "corner", "size": 4, "third_pawn": third_pawn}
    near = "slots tr; 2-2 4-6 2-3 3-5 3-4"
    assert cells(table(near, **options)) == names("4-6 2-3 3-3")
    for wall, landings in (("3-3/3-4", "4-6 2-3"), ("2-3/3-4", "4-6 3-3"), ("3-4/3-5", "4-6")):
        position = table(f"{near} {wall} 4-2/4-3", **options)
        assert cells(position) == names(landings)
    third = "slots trl; 2-2 4-6 4-2 2-3 3-5 3-1 3-4 4-4/4-5 3-2 2-1/3-2 1-1/2-2 3-3 2-1/2-2"
    position = table(third, 3, **options)
    assert position.actor == 2
    assert cells(position) == names("4-6 2-3")


def test_jump_over_the_rim_of_the_triangle(table: Make) -> None:
    """P3: a neighbour beyond the board is no landing."""
    position = table("slots tr; 2-2 3-4 2-3", board="triangle", start="corner", size=3)
    assert cells(position) == names("3-3 3-5 2-2")


def test_jumps_wrap_on_the_torus(table: Make) -> None:
    """'Pawn moves, jumps, and walls wrap across those connections.'"""
    position = table("slots ab;", board="torus", start="corner", size=5)
    assert cells(position) == names("a1 a4 b5 d5")
    position = table("slots da;", board="torus", start="corner", size=5)
    assert cells(position) == names("b1 e1 a2 a4")


def test_jump_on_a_torus_of_three(table: Make) -> None:
    """P5: two steps to one side are one step to the other: one action; it is never the pawn's own cell."""
    options = {"board": "torus", "start": "corner", "size": 3}
    assert cells(table("slots ab;", **options)) == names("a1 a2 b3")
    # The step to b3 is walled off, the jump over c3 to b3 is not.
    assert cells(table("slots ab; a2ns c1ew", **options)) == names("a1 a2 b3")
    # Neither is open: the jump lands beside c3.
    assert cells(table("slots ab; a2ns b2ns", **options)) == names("a1 a2 c1 c2")


def test_corner_starts_of_the_torus_are_neighbours(table: Make) -> None:
    """'Corner starts whose displayed corners are adjacent across the wrap' (P42)."""
    position = table("slots abcd;", 4, board="torus", start="corner", size=5)
    # Seat 1 on a5 has seat 2 (e5) to the left and seat 4 (a1) above, and jumps either.
    assert cells(position) == names("b5 a4 d5 a2")


def test_a_pawn_may_stand_on_anothers_goal(table: Make) -> None:
    """P17: nothing happens there; only one's own goal ends the game."""
    position = table("slots sn; c2 b5 b2 b4 b1 b3", size=5)
    assert position.outcome is None
    position = table("slots ac; a2 c2 a1", start="corner", size=3)
    assert position.outcome is None
    position = table("slots ab; a2 c2 a1", start="corner", size=3)
    assert position.outcome is None  # a1 is seat 2's goal


# --- walls --------------------------------------------------------------------------------------------


def lost(table: Make, chance: str, wall: str, **options: Any) -> set[str]:
    """What can no longer be placed once a wall stands."""
    position = table(chance, **options)
    before = walls(position)
    assert wall in before
    position.play(wall)
    return before - walls(position)


def test_a_straight_wall_takes_its_edges_and_its_joint(table: Make) -> None:
    """'Walls cannot share unit edges, cross'; T contacts and walls in line are legal (P20)."""
    assert lost(table, "slots sn;", "e5ns") == names("e5ns e4ns e6ns e5ew")
    assert lost(table, "slots sn;", "e5ew") == names("e5ew d5ew f5ew e5ns")


def test_a_bent_wall_takes_its_edges(table: Make) -> None:
    """P20: of the walls on its joint a bend leaves only the opposite bend."""
    shared = "e5ne e5ns e5ew e5es e5nw"  # on the same joint
    north = "e6ns e6es e6sw"  # at the other end of its arm to the north
    east = "f5ew f5sw f5nw"
    assert lost(table, "slots sn;", "e5ne", wall_shapes="both") == names(f"{shared} {north} {east}")


def test_contacts_that_are_legal(table: Make) -> None:
    """'Walls may share a joint when their arms do not alternate around it' (P20, P21)."""
    position = table("slots sn; e5ns d5ew e7ns", wall_shapes="both")
    assert names("f5ew e4ew e6ew e3ns") <= walls(position)
    # e6ew passes through the point where the ends of e5ns and e7ns meet.
    position.play("e6ew")
    # T contacts at both sides of one wall, and a bend with its back to another.
    position = table("slots sn; b2ne", wall_shapes="both")
    assert "b2sw" in walls(position)
    position.play("b2sw")
    assert {text for text in walls(position) if text.startswith("b2")} == set()


def test_pairs_on_a_square_joint(table: Make) -> None:
    """Of 15 pairs of shapes on a joint 2 are legal (*computed*): the opposite bends."""
    arms = ["ns", "ew", "ne", "es", "sw", "nw"]
    legal = set()
    for board in ("square", "torus"):
        for one in arms:
            start = "slots sn;" if board == "square" else "slots ns;"
            position = table(f"{start} e5{one}", board=board, wall_shapes="both")
            legal |= {frozenset({one, text[2:]}) for text in walls(position) if text.startswith("e5")}
    assert legal == {frozenset({"ne", "sw"}), frozenset({"es", "nw"})}


def test_pairs_on_a_triangular_joint(table: Make) -> None:
    """Of 105 pairs of shapes on a joint 30 are legal, 60 share an edge, 15 cross (*computed*)."""
    shapes = [f"{one}{other}" for one in range(6) for other in range(one + 1, 6)]
    legal, apart = set(), set()
    for one in shapes:
        position = table(f"slots tr; v4.2:{one}", board="triangle", wall_shapes="both", start="corner")
        legal |= {frozenset({one, text[5:]}) for text in walls(position) if text.startswith("v4.2:")}
        apart |= {frozenset({one, other}) for other in shapes if not set(one) & set(other)}
    assert len(legal) == 30
    assert len(apart - legal) == 15
    assert all(crosses(*pair) for pair in apart - legal)
    assert not any(crosses(*pair) for pair in legal)


def crosses(one: str, other: str) -> bool:
    """Whether going round the joint one meets the arms of the two in turn."""
    order = [arm in one for arm in "012345" if arm in one + other]
    return order in ([True, False] * 2, [False, True] * 2)


def test_single_walls_take_only_themselves(table: Make) -> None:
    """'Single-edge walls may meet at either endpoint'; 'three orientations'."""
    for wall in ("5-4/5-5", "5-5/5-6", "5-5/6-6"):
        assert lost(table, "slots tr;", wall, board="triangle", start="corner") == {wall}


def test_walls_on_the_triangle_bend_by_60_and_120_degrees(table: Make) -> None:
    """'triangular walls are straight or angled at 60 or 120 degrees', 'each occupying two unit edges'."""
    options = {"board": "triangle", "start": "corner"}
    position = table("slots tr;", wall_shapes="angled", **options)
    at = {text[5:] for text in walls(position) if text.startswith("v4.2:")}
    assert at == names("01 12 23 34 45 05 02 13 24 35 04 15")
    position = table("slots tr;", wall_shapes="straight", **options)
    assert {text[5:] for text in walls(position) if text.startswith("v4.2:")} == names("03 14 25")


def test_a_wall_lies_on_inner_edges_only(table: Make) -> None:
    """P19: never on the rim, and no joint lies there."""
    position = table("slots sn;", size=3, wall_shapes="both")
    assert {text[:2] for text in walls(position)} == names("a1 a2 b1 b2")
    for text in ("a3ns", "c1ew", "c3ne", "d1ns"):
        with pytest.raises(toolkit.IllegalMove):
            position.play(text)


def test_the_seam_of_the_torus_is_inside(table: Make) -> None:
    """P19, 'walls wrap': walls lie on the seam and across it, and close it."""
    position = table("slots ab;", board="torus", start="corner", size=5)
    assert len(walls(position)) == 2 * 5 * 5
    assert names("e4ns e5ns e5ew a5ew e1ew") <= walls(position)
    assert cells(position) == names("a1 a4 b5 d5")
    position.play("e4ns")
    position.play("a5ew")
    assert cells(position) == names("a4 b5")
    assert names("e5ns e3ns e4ew a5ns e5ew b5ew") & walls(position) == set()
    assert names("e2ns e1ew d4ew c5ew") <= walls(position)


def test_the_last_route_of_the_other_pawn(table: Make) -> None:
    """'or remove every route to any pawn's goal': the first seat's corner and the second seat's."""
    position = table("slots ac;", start="corner", size=5, wall_shapes="bent")
    assert len(walls(position)) == 4 * 4 * 4 - 2
    assert names("a4nw d1es") & walls(position) == set()
    for text in ("a4nw", "d1es"):
        with pytest.raises(toolkit.IllegalMove, match="route"):
            position.play(text)
    assert names("a1sw d4ne") <= walls(position)
    # To the crown, so that each wall shuts in one pawn alone, once the mover's and once the other one's.
    for moves in ("", "c3ne"):
        position = table(f"slots ac; {moves}", start="corner", size=5, wall_shapes="bent", goal="center")
        assert names("a4nw d1es a1sw d4ne") & walls(position) == names("a1sw d4ne")


def test_the_last_route_of_any_pawn(table: Make) -> None:
    """The same with a third and fourth pawn."""
    position = table("slots abc;", 3, start="corner", size=5, wall_shapes="bent")
    assert names("a4nw d1es a1sw d4ne") & walls(position) == set()
    # The corner of the slot that is empty is the goal of seat 2.
    position = table("slots abcd;", 4, start="corner", goal="center", size=5, wall_shapes="bent")
    assert names("a4nw d1es a1sw d4ne") & walls(position) == set()
    position = table("slots abc;", 3, start="corner", goal="center", size=5, wall_shapes="bent")
    assert names("a4nw d1es d4ne") & walls(position) == set()
    assert "a1sw" in walls(position)


def test_the_last_gap(table: Make) -> None:
    """A wall that would close the last gap between the halves is refused, whichever pawn needs it."""
    position = table("slots sn; a2ew c2ew", size=5, wall_shapes="both")
    # Only e2-e3 is open in this line.
    assert names("d2es d2ne d3es d1es") & walls(position) == {"d1es"}
    position = table("slots sn; a2ew c2ew a3ew c3ew", size=5, wall_shapes="both")
    assert names("d2es d2ne d3es d3ne d1ne") & walls(position) == set()


def test_routes_ignore_pawns(table: Make) -> None:
    """'ignoring other pawns for that reachability check': a pawn in the only gap is no obstacle."""
    position = table("slots sn; a1 c3 b1 c2", size=3)
    assert "a2ew" in walls(position)
    position.play("a2ew")
    assert cells(position) == names("b2 c1 c3")
    # Here the wall shuts e1 in, so that routes are looked for: seat 1 has to pass e3, where seat 2 stands.
    position = table("slots sn; a2ew c2ew b1 d5 c1 e5 b1 e4 c1 e3", size=5, wall_shapes="both")
    assert names("d1es d3es") & walls(position) == {"d1es"}


def test_routes_through_the_wrapped_board(table: Make) -> None:
    """'A wall must leave a route from every pawn to the crown through the wrapped board.'"""
    options = {"board": "torus", "start": "corner", "size": 3, "wall_shapes": "both"}
    position = table("slots ab; a1ne", **options)
    # The crown b2 is open to b3 and c2 only.
    assert names("b2sw b2ns") & walls(position) == {"b2ns"}
    position.play("b2ns")
    # Now only by b3, which is open to a3 and, over the seam, to b1.
    assert names("a3ns b3ew a2ew") & walls(position) == names("a3ns b3ew")
    position.play("a3ns")
    # Only over the seam from b1: that way is enough, and has to stay.
    assert position.outcome is None
    assert "b3ew" not in walls(position)
    with pytest.raises(toolkit.IllegalMove, match="route"):
        position.play("b3ew")


def test_routes_are_of_steps_also_when_sliding(game: toolkit.Game, table: Make) -> None:
    """P22: the check walks step by step, whatever the movement."""
    for movement in ("step", "slide"):
        position = table("slots sn;", size=5, goal="center", movement=movement, wall_shapes="both")
        assert len(walls(position)) == 6 * 16
    slide = table("slots sn; a2ew c2ew", size=5, movement="slide", wall_shapes="both")
    step = table("slots sn; a2ew c2ew", size=5, movement="step", wall_shapes="both")
    assert walls(slide) == walls(step)
    assert "slide_cut" in game.events  # goals that sliding could not reach are counted


# --- sliding ------------------------------------------------------------------------------------------


def test_slide_until_blocked(table: Make) -> None:
    """'continues until a wall, another pawn, or the board edge blocks the next cell', in four directions."""
    options = {"size": 5, "movement": "slide"}
    assert cells(table("slots sn;", **options)) == names("a1 e1 c4")
    assert cells(table("slots sn; c2ew d1ns", **options)) == names("a1 d1 c2")


def test_slide_cannot_jump_or_stop_early(table: Make) -> None:
    """'It cannot jump or stop early'; a direction that is blocked at once is no move (P25)."""
    position = table("slots sn; c4 a1ns", size=5, movement="slide")
    assert cells(position) == names("a4 e4 c1")
    for text in ("c3", "b4", "b5", "c5", "d5"):
        with pytest.raises(toolkit.IllegalMove):
            position.play(text)


def test_sliding_is_offered_on_every_board(game: toolkit.Game) -> None:
    """'Step and jump (default) and Slide until blocked on every board.'"""
    for board in ("square", "torus", "triangle"):
        assert game.resolve(2, board=board)[1]["movement"] == "step"
        for movement in ("step", "slide"):
            assert game.resolve(2, board=board, movement=movement)[1]["movement"] == movement


@pytest.mark.parametrize("bot", ["random", "greedy", "strategy"])
def test_bots_move_as_the_game_has_it(game: toolkit.Game, bot: str) -> None:
    """'Humans, bots, random seats … all use the room's chosen movement': no pawn stops on its way."""
    moved = 0
    for seed in range(3):
        position = game.new_position(2, seed, size=5, walls=3, movement="slide")
        while position.outcome is None and position.turn < 12:
            slides = cells(position)
            text = position.choose(bot)
            position.play(text)
            moved += not is_wall(text)
            assert is_wall(text) or text in slides
    assert moved > 5


def test_slide_on_the_torus(table: Make) -> None:
    """'directions wrap'; 'a direction without a stopping blocker is unavailable' (P24)."""
    options = {"board": "torus", "size": 5, "movement": "slide"}
    assert cells(table("slots ne;", **options)) == set()
    assert cells(table("slots ns;", **options)) == {"c2"}
    # A wall between a5 and b5: to the right across the seam up to a5, to the left up to b5.
    assert cells(table("slots ns; a4ns d2ns", **options)) == names("a5 b5 c2")
    # The wall lies behind the pawn itself: once round to the cell before it.
    assert cells(table("slots ns; b4ns d2ns", **options)) == names("b5 c2")


def test_slide_along_the_rows_of_the_triangle(table: Make) -> None:
    """'or six rows of edge-sharing triangles'; from a corner there are two, and both start alike."""
    options = {"board": "triangle", "start": "corner", "goal": "center", "size": 5, "movement": "slide"}
    assert cells(table("slots tr;", **options)) == names("5-1 5-8")
    position = table("slots tr; 2-2/2-3 4-2/4-3", **options)
    assert cells(position) == names("5-1 2-2")
    position.play("2-2")
    position.play("4-4/4-5")
    # Two rows lead up to 1-1 (one action, P25); to the left along the row, and down the slope beside it.
    assert cells(position) == names("1-1 2-1 5-1")


@pytest.mark.parametrize(
    ("cell", "ends"),
    [
        ("5-5", "5-1 5-9 3-1 7-9 3-5 7-5"),
        ("5-4", "5-1 5-9 3-1 7-9 2-3 7-3"),
        ("3-2", "3-1 3-5 2-1 7-11 1-1 7-1"),
    ],
)
def test_six_directions_on_the_triangle(
    game: toolkit.Game, reference: ModuleType, cell: str, ends: str
) -> None:
    """'six rows of edge-sharing triangles': from an upright and from inverted cells to the rim."""
    options = {"board": "triangle", "start": "corner", "size": 7, "movement": "slide"}
    slow = reference.started(["slots tr"], **options)
    slow.pawns[1] = tuple(int(number) for number in cell.split("-"))
    assert {slow.board.name(there) for there in slow.slides(1)} == names(ends)
    position = game.new_table(2, **options)
    position.play("slots tr")
    position = game.position_from_text(position.to_text().replace("seat 1: 1-1", f"seat 1: {cell}"))
    assert cells(position) == names(ends)


def test_a_pawn_must_stop_on_its_goal(table: Make) -> None:
    """'passing through the goal does not win. A wall or pawn may be needed to stop on the center crown.'"""
    options = {"size": 5, "goal": "center", "movement": "slide"}
    position = table("slots sn; c4", **options)
    assert position.outcome is None  # over the crown on c3
    position = table("slots sn; c3ew", **options)
    position.play("a1ns")
    position.play("c3")
    assert position.outcome is not None
    assert position.outcome.winners == (1,)
    position = table("slots ns; b2", board="torus", size=3, movement="slide")
    assert position.outcome is not None  # the other pawn stopped it
    assert position.outcome.winners == (1,)


def test_a_goal_that_no_slide_stops_on_is_played_on(table: Make) -> None:
    """P23: nobody can reach the crown, and the game goes on until repetition ends it."""
    position = table("slots sn;", size=5, goal="center", movement="slide")
    for text in ["a1", "e5", "a5", "e1"] * 3:
        if position.outcome is None and text in cells(position):
            position.play(text)
    assert position.outcome is None or position.outcome.detail == "repetition"


# --- repetition ---------------------------------------------------------------------------------------

ROUND = "e2 e8 e1 e9"


def test_threefold_repetition(table: Make) -> None:
    """'occur three times. The initial position counts once' (P30): twice to and fro."""
    position = table(f"slots sn; {ROUND} e2 e8 e1")
    assert position.outcome is None
    position.play("e9")
    assert position.outcome == toolkit.engine.position.Outcome((), "draw", "repetition")
    assert position.turn == 8
    assert position.legal_moves() == []


@pytest.mark.parametrize("repetition", ["on", "off"])
def test_repetition(table: Make, repetition: str) -> None:
    """The option: with it off the game goes on."""
    position = table(f"slots sn; {ROUND} {ROUND}", repetition=repetition)
    assert (position.outcome is not None) == (repetition == "on")
    if repetition == "off":
        for text in ROUND.split() * 3:
            position.play(text)
        assert position.outcome is None


def test_a_wall_starts_fresh_counts(table: Make) -> None:
    """'Placing a wall starts fresh counts because walls cannot be removed.'"""
    position = table(f"slots sn; {ROUND} a1ns c1ns {ROUND} e2 e8 e1")
    assert position.outcome is None
    position.play("e9")
    assert position.outcome is not None
    assert position.outcome.detail == "repetition"
    assert position.turn == 14


def test_who_moves_next_is_part_of_the_position(table: Make) -> None:
    """'the same pawn positions, next player to move': after a skip another seat is next."""
    # A slide that leaves seat 2 without any move is answered by a skip: pawns as before, another seat next.
    position = table(STUCK, board="torus", size=5, movement="slide", walls=3)
    assert position.actor == 1
    for number, text in enumerate(["b5", "a5", "b5", "a5"]):
        assert position.outcome is None, number
        position.play(text)
    assert position.outcome is None
    position.play("b5")
    assert position.outcome is not None
    assert position.outcome.detail == "repetition"


def test_forced_skips_are_counted(table: Make) -> None:
    """'positions count after completed actions and forced skips': the skip brings what stood twice before."""
    stuck = "slots en; e3ns a1ew c3ns d3ns d1ew e2ew"
    position = table(f"{stuck} e1 e3 e1", board="torus", size=5, movement="slide", walls=3)
    # Seat 1 was on e3 and to move after the last wall, and after a skip of seat 2.
    assert (position.outcome, position.actor, position.state.times) == (None, 1, 2)
    position.play("e3")
    assert position.outcome == toolkit.engine.position.Outcome((), "draw", "repetition")
    assert position.turn == 10


def test_a_second_time_is_told(table: Make) -> None:
    """'A second occurrence shows a warning', and only a second one."""
    position = table("slots sn;")
    for number, text in enumerate(["", *ROUND.split()]):
        if text:
            position.play(text)
        assert ("repetition" in dict(position.lines())) == (number == 4)
    position.play("a1ns")
    assert "repetition" not in dict(position.lines())


def test_retiring_does_not_affect_the_count(table: Make) -> None:
    """'changes between human and automated play do not affect the count' (P32)."""
    position = table(f"slots sn; {ROUND}")
    position.play("1 retire")
    position.play("2 retire")
    for text in ROUND.split():
        assert position.outcome is None
        position.play(text)
    assert position.outcome is not None
    assert position.outcome.detail == "repetition"


def test_goal_before_repetition(table: Make) -> None:
    """P31: whoever reaches the goal has won, however often everything stood before."""
    position = table("slots sn; a1 c3 b1 b3 a1 c3 a2 b3 a3", size=3)
    assert won(position) == (1,)


# --- skips and the end --------------------------------------------------------------------------------

STUCK = "slots ne; a4ns d1ns c1ns a1ew b1ns e1ns"
"""Torus of 5, sliding, 3 walls each, all placed: seat 2 on e3 has nothing to stop it in any direction."""


def test_a_seat_that_can_do_nothing_is_skipped(table: Make) -> None:
    """'forced skips' (P26): seat 2 has no move and no wall; seat 1 is on again; a skip is no turn."""
    position = table(STUCK, board="torus", size=5, movement="slide", walls=3)
    assert (position.turn, position.actor) == (6, 1)
    position.play("b5")
    assert (position.turn, position.actor) == (7, 1)
    assert position.moves[-1] == "b5"


SHUT_IN = """\
pathbound(players=3,size=5,wall_shapes=both,walls=3,third_pawn={})
slots swn
seat 1: a1, 0 walls
seat 2: a2, 3 walls
seat 3: b3, 3 walls
walls: a1es 1, d1ns 1, d4ns 1
turn 12, seat 3 to move
"""


@pytest.mark.parametrize(("third_pawn", "actor"), [("diagonal", 1), ("block", 2)])
def test_a_jump_past_a_third_pawn_may_be_all_that_is_left(
    game: toolkit.Game, third_pawn: str, actor: int
) -> None:
    """P2, P26: seat 1 is in the corner without a wall, seat 2 above it, and seat 3 goes behind that one."""
    position = game.position_from_text(SHUT_IN.format(third_pawn))
    position.play("a3")
    assert position.actor == actor
    assert (position.legal_moves() == ["b2"]) == (actor == 1)


def test_passing_is_never_a_choice(table: Make) -> None:
    """P26: while a seat has a legal action, it has to take one."""
    position = table("slots sn;")
    for text in ("skip", "pass", "-", "", "e1"):
        with pytest.raises(toolkit.IllegalMove):
            position.play(text)


def test_an_entirely_blocked_game_is_a_draw(table: Make) -> None:
    """'an entirely blocked game is a draw' (P27): nobody has any legal action."""
    blocked = "slots ne; a1ns b1ns c1ns d1ns e1ns"
    position = table(blocked, board="torus", size=5, movement="slide", walls=3)
    assert position.outcome is None
    position.play("a3ew")
    assert position.outcome == toolkit.engine.position.Outcome((), "draw", "blocked")
    assert position.turn == 6


def test_the_first_goal_ends_the_game(table: Make) -> None:
    """'The first goal ends the game. Other participants tie' (P29): one winner, the others none."""
    position = table("slots nsw; a3 a1", 3, size=3)
    assert position.outcome is None
    # Seat 3 goes through the middle to the right side.
    position.play("b2")
    assert position.outcome is None
    position.play("a2")
    position.play("a1ns" if "a1ns" in walls(position) else sorted(walls(position))[0])
    position.play("c2")
    assert won(position) == (3,)
    assert position.legal_moves() == []
    with pytest.raises(toolkit.IllegalMove, match="over"):
        position.play("a1")


def test_a_retired_seat_stays_in_play(table: Make) -> None:
    """'Resigning also hands your seat to random play' (P32): nothing on the board changes."""
    position = table("slots sn; e2")
    before = sorted(position.legal_moves()), position.actor, position.turn
    assert "2 retire" in position.table_moves()
    position.play("2 retire")
    assert (sorted(position.legal_moves()), position.actor, position.turn) == before
    assert "2 retire" not in position.table_moves()
    position.play("e8")
    assert position.actor == 1


def test_a_retired_seat_may_be_skipped(table: Make) -> None:
    """P32: the log says whether a seat that retired plays at random or is skipped."""
    position = table("slots nesw; f10", players=4)
    assert {"2 retire", "2 retire skip", "3 retire skip"} <= set(position.table_moves())
    position.play("3 retire skip")
    assert position.actor == 2  # not its turn: nothing else changes
    position.play("2 retire skip")
    assert position.actor == 4  # its turn: the next one who stays is to move
    turn = position.turn
    position.play(position.legal_moves()[0])
    assert (position.actor, position.turn) == (1, turn + 1)
    with pytest.raises(toolkit.IllegalMove, match="seat 2 has retired already"):
        position.play("2 retire")
    again = position.game.position_from_text(position.to_text())
    assert again.to_text() == position.to_text()
    assert "2 retire skip" not in again.table_moves()


def test_a_game_that_everybody_left_is_over(table: Make) -> None:
    position = table("slots sn; e2")
    position.play("2 retire skip")
    assert position.actor == 1
    position.play("1 retire skip")
    assert position.outcome is not None
    assert position.outcome.detail == "blocked"


def test_random_play_is_uniform_over_legal_actions(game: toolkit.Game) -> None:
    """P33, 'random legal actions': every legal action of a small position about equally often."""
    position = game.new_position(2, 3, size=3, walls=3)
    position.play(sorted(walls(position))[0])
    legal = position.legal_moves()
    drawn = Counter(position.choose("random") for _ in range(80 * len(legal)))
    assert set(drawn) == set(legal)
    squares = sum((drawn[text] - 80) ** 2 / 80 for text in legal)
    assert squares < len(legal) - 1 + 4.5 * (2 * (len(legal) - 1)) ** 0.5


def test_steps_to_the_goal_count_no_pawns_and_grow_with_walls(table: Make) -> None:
    """'shortest open-path distance …, ignoring pawn occupancy; lower is closer and walls can increase it'."""

    def left(moves: str) -> tuple[str, ...]:
        told = dict(table(f"slots sn; {moves}", size=5).lines())
        return tuple(told[f"seat {seat}"].split(", ")[1] for seat in (1, 2))

    assert left("") == ("4 steps to go", "4 steps to go")
    assert left("c2") == ("3 steps to go", "4 steps to go")
    assert left("c2 c4 c3") == ("2 steps to go", "3 steps to go"), "each stands in the other's way"
    assert left("c1ew") == ("5 steps to go", "5 steps to go")


# --- notation -----------------------------------------------------------------------------------------


def test_coordinates(game: toolkit.Game, table: Make) -> None:
    """P8: row 1 at the bottom, a at the left; the triangle by row from the top and place from the left."""
    assert "bottom" in game.coordinates
    assert "top" in game.coordinates
    assert cells(table("slots dc;", start="corner", goal="center", size=11)) == names("b1 a2")
    assert cells(table("slots bc;", start="corner", goal="center", size=11)) == names("j11 k10")
    assert cells(table("slots tr;", board="triangle", start="corner", size=10)) == {"2-2"}
    assert cells(table("slots rl;", board="triangle", start="corner", size=10)) == {"10-18"}


def test_one_text_for_one_action(game: toolkit.Game) -> None:
    """Every listed text gives itself back, also with spaces round it."""
    for options in (
        {"size": 4, "wall_shapes": "both"},
        {"board": "triangle", "size": 4, "wall_shapes": "both"},
    ):
        position = game.new_position(2, 1, **options)
        for text in position.legal_moves():
            assert position.copy().play(text) == text
            assert position.copy().play(f" {text} ") == text
