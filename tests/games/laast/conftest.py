"""How laast's tests set up positions: tables with stated chance, and boards drawn as a few lines of text."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import pytest

import toolkit
from toolkit.games.laast import rules
from toolkit.games.laast.notation import cell_number
from toolkit.games.laast.tables import CODES

FACES = {"_": "neutral", "E": "extra", "T": "tunnel", "B": "bridge", "W": "wall", "Q": "question"}


@lru_cache
def _game() -> toolkit.Game:
    return toolkit.open_game("laast")


@pytest.fixture
def game() -> toolkit.Game:
    return _game()


@pytest.fixture
def stage() -> Callable[..., toolkit.Position]:
    """Build a position at the start of a turn from a drawing of the board, top row first.

    Every cell is a tile, `#` covered (neutral below), `e t b w q` covered with that face below, `_ E T B W Q`
    face up, `o` a hole, and perhaps the seat whose piece stands there: `#1`. The board must be square.
    `cards` and `hands` by seat; `exits` and `locked` are cells of pieces; seats without a piece are out.
    """

    def make(
        board: str,
        hands: Mapping[int, Iterable[str]] | None = None,
        cards: Mapping[int, Iterable[int]] | None = None,
        actor: int = 1,
        players: int = 2,
        exits: str = "",
        locked: str = "",
        **options: Any,
    ) -> toolkit.Position:
        lines = [line.split() for line in board.strip().splitlines()]
        side = len(lines)
        assert all(len(line) == side for line in lines)
        position = _game().new_position(players, 1, board_side=side, **options)
        position.moves.clear()
        s: Any = position.state
        o: Any = position.option_record
        t: Any = position.table_record
        places: dict[int, list[int]] = {}
        for r, line in enumerate(lines):
            for c, text in enumerate(line):
                _lay(s, t, (r + 1) * rules.SIDE + c + 1, text, places)
        for seat in range(players):
            standing = places.get(seat, [])
            assert len(standing) in (0, 2), f"seat {seat + 1} has {len(standing)} pieces"
            s.alive[seat] = int(bool(standing))
            for i, cell in enumerate(standing):
                s.pos[2 * seat + i] = cell
                s.on[cell] = 2 * seat + i + 1
                s.open[cell] = 0
        for seat in range(players):
            for value in (1, 2, 3):
                given = list((cards or {}).get(seat + 1, [1, 1, 2, 3]))
                s.card[seat, value] = given.count(value)
            held = list((hands or {}).get(seat + 1, []))
            s.hand_size[seat] = len(held)
            for i, kind in enumerate(held):
                item = rules.BOARD_ITEMS
                while t.kind[item] != CODES[kind]:
                    item += 1
                s.hand[seat, i] = item
        for name in exits.split():
            s.exit[s.on[cell_number(o, name)] - 1] = 1
        for name in locked.split():
            s.lock[s.on[cell_number(o, name)] - 1] = 1
        s.placing = 2 * players
        s.actor = actor - 1
        s.chance = 0
        rules.start_turn(s, o, t)
        return position

    return make


def _lay(s: Any, t: Any, cell: int, text: str, places: dict[int, list[int]]) -> None:
    """One cell of a drawing."""
    tile = text[0]
    if len(text) > 1:
        places.setdefault(int(text[1]) - 1, []).append(cell)
    below = {"e": "extra", "t": "tunnel", "b": "bridge", "w": "wall", "q": "question"}.get(tile, "neutral")
    if tile == "o":
        s.tile[cell], s.open[cell], s.hid[cell] = rules.HOLE, 0, 0
    elif tile in FACES:
        s.hid[cell] = 0
        s.open[cell] = 0
        rules.set_tile(s, cell, CODES[FACES[tile]])
    else:
        s.under[cell] = next(i for i in range(t.cells) if t.kind[i] == CODES[below])


@pytest.fixture
def tile() -> Callable[[toolkit.Position, str], str]:
    """`tile(position, "c3")`: what everybody sees on a cell, `covered` and `hole` included."""

    names = {code: name for name, code in CODES.items()} | {rules.COVERED: "covered", rules.HOLE: "hole"}

    def read(position: toolkit.Position, name: str) -> str:
        s: Any = position.state
        return names[s.tile[cell_number(position.option_record, name)]]

    return read


@pytest.fixture
def event() -> Callable[[toolkit.Position, str], int]:
    """`event(position, "skipped")`: how often something has happened."""

    def read(position: toolkit.Position, name: str) -> int:
        count: int = position.state.event[rules.EVENTS.index(name)]
        return count

    return read


@pytest.fixture
def cards() -> Callable[[toolkit.Position, int], list[int]]:
    """`cards(position, 1)`: the cards that a seat can still use."""

    def read(position: toolkit.Position, seat: int) -> list[int]:
        s: Any = position.state
        return [value for value in (1, 2, 3) for _ in range(s.card[seat - 1, value])]

    return read


@pytest.fixture
def hand() -> Callable[[toolkit.Position, int], list[str]]:
    """`hand(position, 1)`: the kinds of the tiles in a hand, sorted."""
    names = {code: name for name, code in CODES.items()}

    def read(position: toolkit.Position, seat: int) -> list[str]:
        s: Any = position.state
        t: Any = position.table_record
        return sorted(names[t.kind[s.hand[seat - 1, i]]] for i in range(s.hand_size[seat - 1]))

    return read
