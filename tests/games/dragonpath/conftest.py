"""How dragonpath's tests set up positions: tables with stated draws, and positions built square by square."""

import importlib.util
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import toolkit
from toolkit.games.dragonpath.rules import PLACE, SIDE


def _load(name: str) -> ModuleType:
    """Load a neighbour of this file under a name of its own: other games have files of the same name."""
    spec = importlib.util.spec_from_file_location(
        f"dragonpath_{name}", Path(__file__).with_name(f"{name}.py")
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = _load("reference")


@lru_cache
def _game() -> toolkit.Game:
    return toolkit.open_game("dragonpath")


@pytest.fixture
def reference() -> ModuleType:
    """The slow reference of the game."""
    return REFERENCE


@pytest.fixture
def game() -> toolkit.Game:
    return _game()


@pytest.fixture
def tile() -> Callable[..., str]:
    """`tile("05 67")`: the first tile and turn with these links, such as `02d`; `others` are left out."""

    def find(links: str, others: Iterable[str] = ()) -> str:
        wanted = {(int(one), int(other)) for one, other in links.split()}
        for number in REFERENCE.TILES:
            if any(int(other[:2]) == number for other in others):
                continue
            for quarters in REFERENCE.different_turns(number):
                lines = REFERENCE.lines_of(number, quarters)
                if all(lines[one] == other for one, other in wanted):
                    return f"{number:02d}{'urdl'[quarters]}"
        raise AssertionError(f"no tile has {links}")

    return find


@pytest.fixture
def table() -> Callable[..., toolkit.Position]:
    """`table([[33, 0, 1], [2, 3, 4]], "m1 m48")`: a table with these hands dealt, and these moves played."""

    def make(hands: list[list[int]], moves: str = "", **given: Any) -> toolkit.Position:
        position = _game().new_table(len(hands), hand_size=len(hands[0]), **given)
        left = [list(hand) for hand in hands]
        while position.chance:
            seat = int(position.legal_moves()[0].split("+")[0])
            position.play(f"{seat}+{left[seat - 1].pop(0):02d}")
        for move in moves.split():
            position.play(move)
        return position

    return make


@pytest.fixture
def stage() -> Callable[..., toolkit.Position]:
    """Build a position in the middle of a game.

    `stage({1: "a6:0", 3: "d3:7"}, {1: [33]}, board="00u@c2", pile=[5, 6], actor=1, dragon=3)`: markers by
    seat (seats that are left out are dead), hands, tiles laid, and the pile from its top. Tiles that are
    not named are in nobody's reach.
    """

    def make(
        markers: Mapping[int, str],
        hands: Mapping[int, list[int]],
        board: str = "",
        pile: Iterable[int] = (),
        actor: int = 1,
        dragon: int = 0,
        players: int = 0,
        seed: int = 1,
        **options: Any,
    ) -> toolkit.Position:
        players = players or max(markers)
        position = _game().new_position(players, seed, **options)
        position.moves.clear()
        s = position.state
        size = position.options["board_size"]

        def cell(name: str) -> int:
            return (int(size) + 1 - int(name[1])) * SIDE + "abcdefgh".index(name[0]) + 1

        s.phase, s.chance, s.dragon, s.actor = PLACE, 0, dragon, actor - 1
        for p in range(players):
            place = markers.get(p + 1)
            s.alive[p] = int(place is not None)
            if place is not None:
                s.cell[p], s.port[p] = cell(place[:2]), int(place[3])
                s.taken[p] = p + 1
            hand = hands.get(p + 1, [])
            s.hand_size[p] = len(hand)
            for i, number in enumerate(hand):
                s.hand[p, i] = number
        for text in board.split():
            laid, _, where = text.partition("@")
            s.placed[cell(where)] = int(laid[:2]) * 4 + "urdl".index(laid[2]) + 1
        top_first = list(pile)
        s.deck_size[0] = len(top_first)
        for i, number in enumerate(reversed(top_first)):
            s.deck[0, i] = number
        return position

    return make


@pytest.fixture
def marker() -> Callable[[toolkit.Position, int], str]:
    """`marker(position, 2)`: the square that a marker faces and the port of its entrance, as `a5:0`."""

    def read(position: toolkit.Position, seat: int) -> str:
        s = position.state
        row, column = divmod(s.cell[seat - 1], SIDE)
        size = int(position.options["board_size"])
        return f"{'abcdefgh'[column - 1]}{size + 1 - row}:{s.port[seat - 1]}"

    return read


@pytest.fixture
def hand() -> Callable[[toolkit.Position, int], list[int]]:
    """`hand(position, 2)`: the numbers of the tiles in a hand, in order."""

    def read(position: toolkit.Position, seat: int) -> list[int]:
        s = position.state
        return sorted(s.hand[seat - 1, i] for i in range(s.hand_size[seat - 1]))

    return read


@pytest.fixture
def drawers() -> Callable[[toolkit.Position], list[int]]:
    """The seats that drew since the position was built, in order."""

    def read(position: toolkit.Position) -> list[int]:
        return [int(move[0]) for move in position.moves if "+" in move]

    return read
