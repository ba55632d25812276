"""What gridlokt's tests share: the game, the slow reference, and what a position of the real one says."""

import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import toolkit
from toolkit.games.gridlokt import fields as f

MASK = {1: "n", 2: "e", 4: "s", 8: "w"}
SHAPES = {0: "S", 1: "T", 2: "C"}
PHASES = (
    "choosing",
    "personal",
    "community",
    "rooming",
    "pathing",
    "path_excess",
    "using",
    "using_excess",
    "moving",
    "final_room",
    "cleanup",
    "asking",
)


@lru_cache
def _game() -> toolkit.Game:
    return toolkit.open_game("gridlokt")


@lru_cache
def _reference() -> ModuleType:
    name = "gridlokt_reference"
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("reference.py"))
    assert spec is not None and spec.loader is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture(scope="session")
def game() -> toolkit.Game:
    return _game()


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """The slow reference of the game."""
    return _reference()


class Seen:
    """A position of the real game in the words of the reference.

    Args:
        position: what is looked at; it is read anew at every call.
    """

    def __init__(self, position: toolkit.Position) -> None:
        self.position = position
        self.s: Any = position.state
        self.o: Any = position.option_record
        self.t: Any = position.table_record
        self.low = f.MIDDLE_LINE - self.o.table // 2

    def cell(self, number: int) -> tuple[int, int]:
        """(column, row) of a cell of the grid."""
        row, column = divmod(number, f.SIDE)
        return column - self.low + 1, self.o.table - (row - self.low)

    def card(self, kind: int) -> str:
        """What is printed on a card of a kind."""
        if kind >= f.FIRST_KIND:
            return f.UTILITY_IDS[kind - f.FIRST_KIND]
        return "U" if kind == f.UNIVERSAL else "RBYG"[kind // 3] + SHAPES[kind % 3]

    def cards(self, items: Any) -> Counter[str]:
        """How often each card is among items."""
        return Counter(self.card(self.t.kind[item]) for item in items)

    def sides(self, mask: int) -> frozenset[str]:
        """The open sides of a card."""
        return frozenset(side for bit, side in MASK.items() if mask & bit)

    def board(self) -> dict[str, Any]:
        """What lies and stands on the table."""
        s, ref = self.s, _reference()
        low, side = self.low, self.o.table
        ground, mask, over, on = s.ground, s.mask, s.over, s.on
        cards: dict[Any, Any] = {}
        obstacles: dict[Any, str] = {}
        standing: dict[int, Any] = {}
        for row in range(low, low + side):
            for number in range(row * f.SIDE + low, row * f.SIDE + low + side):
                what = ground[number]
                if what == f.EMPTY:
                    assert not (mask[number] or over[number] or on[number])
                    continue
                cell, sides = self.cell(number), self.sides(mask[number])
                if what < f.FREE_PATH:
                    shape = {2: "S" if {"n", "s"} == sides or {"e", "w"} == sides else "C", 3: "T"}[
                        len(sides)
                    ]
                    cards[cell] = ref.Card("path", sides, what, name="RBYG"[what - 1] + shape)
                elif what == f.FREE_PATH:
                    cards[cell] = ref.Card("centre" if number == s.centre else "universal", sides, name="U")
                elif what == f.WARP_GROUND:
                    cards[cell] = ref.Card("warp", sides)
                else:
                    cards[cell] = ref.Card("room", sides, room=what - f.ROOM_GROUND + 1)
                if over[number]:
                    obstacles[cell] = {f.WALLED: "wall", f.PITTED: "pit"}[over[number]]
                if on[number]:
                    standing[on[number]] = cell
        pawns = {p + 1: self.cell(s.pawn[p]) for p in range(4) if s.pawn[p]}
        assert pawns == standing
        rooms = {r + 1: self.cell(s.room[r]) for r in range(5) if s.room[r]}
        assert rooms == {card.room: cell for cell, card in cards.items() if card.what == "room"}
        warps = {self.cell(number) for number in s.warp if number}
        assert warps == {cell for cell, card in cards.items() if card.what == "warp"}
        tokens = {p + 1: {r + 1 for r in range(4) if s.token[p, r]} for p in range(4)}
        assert [len(tokens[p]) for p in (1, 2, 3, 4)] == [s.tokens[p] for p in range(4)]
        return {"cards": cards, "obstacles": obstacles, "pawns": pawns, "tokens": tokens}

    def aids(self) -> list[Any]:
        """The declarations in order."""
        s = self.s
        return [
            _reference().Aid(
                self.card(s.aid[i]),
                self.cell(s.entry[i]),
                None if s.aid[i] == f.DRILL else self.cell(s.crossing[i]),
                self.cell(s.landing[i]),
            )
            for i in range(s.aids)
        ]

    def hands(self) -> dict[str, dict[int, Counter[str]]]:
        """Cards in hands."""
        s = self.s
        return {
            pile: {p + 1: self.cards(s.hand[d, p, i] for i in range(s.hand_size[d, p])) for p in range(4)}
            for d, pile in enumerate(("paths", "utilities"))
        }

    def piles(self) -> dict[str, tuple[Counter[str], Counter[str]]]:
        """Cards in the draw pile and among the discards."""
        s = self.s
        return {
            pile: (
                self.cards(s.deck[d, i] for i in range(s.deck_size[d])),
                self.cards(s.discard[d, i] for i in range(s.discard_size[d])),
            )
            for d, pile in enumerate(("paths", "utilities"))
        }

    @property
    def phase(self) -> str:
        return PHASES[self.s.phase]

    def action(self, a: int) -> tuple[Any, ...]:
        """An action number of the engine as the reference has it."""
        op, n = a & 31, a >> 5 & 31
        cell, second, third = self.cell(a >> 10 & 2047), a >> 21 & 2047, a >> 32
        if op == f.DISCARD and a >> 10:
            return "discard", self.card(n), a >> 10
        if op in (f.CHOOSE, f.DISCARD, f.CARD):
            return {f.CHOOSE: "choose", f.DISCARD: "discard", f.CARD: "card"}[op], self.card(n)
        if op == f.PLACE:
            return "place", self.card(n), cell, self.sides(second)
        if op == f.ROOM:
            return "room", n + 1, cell
        if op in (f.STUCK, f.DRAW, f.DONE, f.STAY, f.PASS):
            return ({f.STUCK: "stuck", f.DRAW: "draw", f.DONE: "done", f.STAY: "stay", f.PASS: "pass"}[op],)
        if op == f.CANCEL:
            return "cancel", n
        if op in (f.MOVE, f.LINK):
            used = frozenset(i for i in range(5) if n >> i & 1)
            return "move" if op == f.MOVE else "link", cell, used
        if op == f.HOME:
            return "home", n + 1
        if op in (f.HOOK, f.BRIDGE, f.BOOTS):
            return self.card(op), cell, self.cell(second), self.cell(third)
        if op == f.DRILL:
            return "drill", cell, None, self.cell(second)
        if op == f.TUNNEL:
            return "tunnel", n + 1, cell, second % 16, second // 16
        if op == f.WARP:
            return "warp", cell, second
        if op == f.BOMB:
            return "bomb", cell, second or None
        if op in (f.TRAP, f.SWITCH):
            return self.card(op), n + 1
        if op == f.MOVER:
            return "move room", n + 1, cell
        return self.card(op), cell

    def actions(self) -> dict[tuple[Any, ...], int]:
        """Every legal action, each with the engine's number."""
        k = self.position.game.kernels  # type: ignore[attr-defined]
        n = k.call["moves"](self.s, self.o, self.t, k.buf)
        listed = [k.buf[i] for i in range(n)]
        found = {self.action(a): a for a in listed}
        assert len(found) == len(listed), "an action is listed twice"
        return found


@pytest.fixture(scope="session")
def seen() -> Callable[[toolkit.Position], Seen]:
    """`seen(position)`: the position in the words of the reference."""
    return Seen


@pytest.fixture(scope="session")
def stage() -> Callable[..., toolkit.Position]:
    """`stage(text, seed=None, **options)`: a position from the lines of its text form, without the first.

    Chance is to be stated, or comes from the streams of `seed`. The Centre is on k11 of the usual table.
    Every seat has the token of its Home where one lies, whether the text says so or not.
    """

    def make(text: str, seed: int | None = None, **options: Any) -> toolkit.Position:
        lines = [line.strip() for line in text.strip().splitlines()]
        said = next((line for line in lines if line.startswith("tokens:")), "")
        held = dict(part.split() for part in said.removeprefix("tokens:").split(",") if part.strip())
        for home in re.findall(r"\[([RBYG])\]", text):
            if home not in held.get(home, ""):
                held[home] = held.get(home, "") + home
        lines = [line for line in lines if not line.startswith("tokens:")]
        if held:
            lines.append("tokens: " + ", ".join(f"{seat} {rooms}" for seat, rooms in held.items()))
        return _game().position_from_text("\n".join([_game().name(4, options), *lines]), seed)

    return make


@pytest.fixture(scope="session")
def can() -> Callable[[toolkit.Position, str], set[str]]:
    """`can(position, "go")`: what may follow that word in a legal move; `RT` asks where that card may lie."""

    def read(position: toolkit.Position, word: str) -> set[str]:
        found = set()
        for text in position.legal_moves():
            first = re.split("[ @]", text)[0]
            if first == word:
                found.add(text[len(first) + 1 :])
        return found

    return read


@pytest.fixture(scope="session")
def line() -> Callable[[toolkit.Position, str], str]:
    """`line(position, "pawns")`: what a line of the position's text says; empty if it is not there."""

    def read(position: toolkit.Position, key: str) -> str:
        for text in position.to_text().splitlines():
            if text.startswith(f"{key}:"):
                return text.partition(":")[2].strip()
        return ""

    return read


@pytest.fixture(scope="session")
def lies() -> Callable[[toolkit.Position, str], str]:
    """`lies(position, "k12")`: what lies on a cell, as the text form has it; `.` for nothing."""

    def read(position: toolkit.Position, cell: str) -> str:
        columns: list[str] = []
        letters, row = cell.rstrip("0123456789"), cell.lstrip("abcdefghijklmnopqrstuvwxyz")
        for text in position.to_text().splitlines():
            words = text.split()
            if words[0] == "grid:":
                columns = words[1:]
            elif words[0] == row and letters in columns:
                return words[1 + columns.index(letters)]
        return "."

    return read
