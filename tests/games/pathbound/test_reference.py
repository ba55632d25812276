"""The kernels against a slow reference: after every action of random games the two agree on everything."""

import random
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

import toolkit
from toolkit.games.pathbound.fields import CELLS, MOVE_OP, REPEATED, SKIPPED, WALL_OP

SHAPES = {
    "square": ("straight", "bent", "both"),
    "torus": ("straight", "bent", "both"),
    "triangle": ("single", "straight", "angled", "both"),
}
SETTINGS = [
    (board, shapes, movement)
    for board, every in SHAPES.items()
    for shapes in every
    for movement in ("step", "slide")
]
each_setting = pytest.mark.parametrize(("board", "shapes", "movement"), SETTINGS)

SMALL, LARGE = 100, 2
"""Random games a setting on sizes 3 to 5, and on sizes 6 to 11."""
TABLES = 12
"""Games a setting whose chance events are stated, each with everything that could have come up compared."""

GOALS = {
    ("square", "midpoint"): ("side", "center"),
    ("square", "corner"): ("corner", "center"),
    ("torus", "midpoint"): ("center",),
    ("torus", "corner"): ("center",),
    ("triangle", "midpoint"): ("corner", "center"),
    ("triangle", "corner"): ("side", "center"),
}


def options(rng: random.Random, board: str, sizes: range) -> dict[str, Any]:
    """Every other option by chance; few walls often, so that they run out and pawns go round in circles."""
    start = rng.choice(("midpoint", "corner"))
    chosen: dict[str, Any] = {
        "board": board,
        "size": rng.choice(sizes),
        "start": start,
        "goal": rng.choice(GOALS[board, start]),
        "walls": rng.choice((3, 3, 4, 6, 10, "unlimited")),
        "third_pawn": rng.choice(("diagonal", "block")),
        "opposite_only": rng.choice(("false", "true")),
        "rim_joints": rng.choice(("true", "true", "false")),
        "repetition": rng.choice(("on", "on", "off")),
        "turn_cap": 40,
    }
    if (board, start, chosen["goal"]) == ("triangle", "midpoint", "center"):
        chosen["size"] = max(4, chosen["size"])  # size 3 is refused (P16)
    if rng.random() < 0.1:
        chosen["turn_cap"] = rng.randint(1, 6)
    return chosen


class Pair:
    """One game played by both, with what is compared after every action."""

    def __init__(
        self, reference: ModuleType, game: toolkit.Game, seed: str, players: int, chosen: dict[str, Any]
    ) -> None:
        self.rng = random.Random(seed)
        self.first = self.rng.randint(1, players)
        self.chosen = chosen
        self.game = game
        self.position = game.new_position(players, self.rng.randrange(2**40), self.first, **chosen)
        self.slow = reference.Reference(players, self.first, **chosen)
        self.walk = self.rng.choice((0.2, 0.5, 0.8, 0.95))
        for text in self.position.moves:
            self.slow.play(text)

    def told(self) -> str:
        """What somebody needs to look at it."""
        name = self.game.name(self.position.players, self.chosen)
        return f"{name} first={self.first}: {'; '.join(self.position.moves)}"

    def compare(self, whole: bool) -> None:
        """The whole position, and the list of legal moves or some of them."""
        position, slow = self.position, self.slow
        assert kernels_see(position) == reference_sees(slow), self.told()
        if not (whole or slow.outcome or self.rng.random() < 0.3):
            return
        listed = position.legal_moves()
        assert len(listed) == len(set(listed)), self.told()
        if slow.outcome:
            assert listed == [], self.told()
            return
        name = slow.board.name
        assert {t for t in listed if t not in slow.possible_walls} == {
            name(cell) for cell in slow.pawn_moves(slow.actor)
        }, self.told()
        if whole:
            assert set(listed) == slow.legal_moves(), self.told()
        else:
            for text in self.rng.sample(sorted(slow.possible_walls), min(6, len(slow.possible_walls))):
                assert (text in listed) == slow.is_legal(text), f"{text} in {self.told()}"
        if self.rng.random() < 0.1:  # asked about one text, the kernels say the same as in their list
            texts = [*slow.possible_walls, *(name(cell) for cell in slow.board.exits)]
            for text in self.rng.sample(texts, 4):
                assert position.is_legal(text) == (text in listed), f"{text} in {self.told()}"

    def choose(self) -> str:
        """A pawn move or a wall, found by trying walls at random."""
        slow, rng = self.slow, self.rng
        steps = sorted(slow.board.name(cell) for cell in slow.pawn_moves(slow.actor))
        if steps and rng.random() < self.walk:
            return rng.choice(steps)
        if slow.walls_left(slow.actor):
            order = sorted(slow.possible_walls)
            rng.shuffle(order)
            for text in order:
                if slow.is_legal(text):
                    return text
        return rng.choice(steps)

    def play(self) -> None:
        staying = sorted(set(self.slow.seats) - self.slow.retired)
        if staying and self.rng.random() < 0.005:
            text = f"{self.rng.choice(staying)} retire{self.rng.choice(('', ' skip'))}"
        else:
            text = self.choose()
        assert self.position.play(text) == text
        self.slow.play(text)


def kernels_see(position: toolkit.Position) -> dict[str, Any]:
    """The whole position as the kernels have it."""
    s, t, seats = position.state, position.table_record, range(position.players)
    outcome = position.outcome
    seen = {
        "actor": position.actor,
        "turns": position.turn,
        "outcome": outcome and (outcome.winners, outcome.reason),
        "detail": outcome.detail if outcome and outcome.reason == "draw" else "",
        "pawns": {p + 1: position.action_text(MOVE_OP | s.cell[p] << 4) for p in seats},
        "on cells": {position.action_text(MOVE_OP | c << 4): s.occ[c] for c in range(CELLS) if s.occ[c] > 0},
        "crown": position.action_text(MOVE_OP | (s.crown - 1) << 4) if s.crown else None,
        "walls": {position.action_text(WALL_OP | w << 4): s.owner[w] for w in range(t.walls) if s.owner[w]},
        "stock": {p + 1: None if s.stock[p] < 0 else s.stock[p] for p in seats},
        "steps to go": {p + 1: s.dist[s.aimed[p], s.cell[p]] for p in seats},
        "skips": s.event[SKIPPED],
        "second times": s.event[REPEATED],
        "times": s.times,
    }
    return for_comparison(seen, str(position.options["repetition"]))


def reference_sees(slow: Any) -> dict[str, Any]:
    """The same of the reference."""
    name = slow.board.name
    winners, reason, detail = slow.outcome or ((), "", "")
    seen = {
        "actor": 0 if slow.outcome else slow.actor,
        "turns": slow.turns,
        "outcome": (winners, reason) if reason else None,
        "detail": detail,
        "pawns": {seat: name(cell) for seat, cell in slow.pawns.items()},
        "on cells": {name(cell): seat for seat, cell in slow.pawns.items()},
        "crown": slow.crown and name(slow.crown),
        "walls": slow.walls,
        "stock": slow.stock,
        "steps to go": {seat: slow.distance(seat) for seat in slow.seats},
        "skips": slow.skips,
        "second times": slow.warnings,
        "times": slow.times(),
    }
    return for_comparison(seen, str(slow.options["repetition"]))


def for_comparison(seen: dict[str, Any], repetition: str) -> dict[str, Any]:
    """Nobody counts positions where it does not matter: without the rule, and on the goal."""
    if repetition == "off" or (seen["outcome"] and seen["outcome"][1] == "win"):
        del seen["times"]
    return seen


def play_out(pair: Pair, share: float, seen: Counter[str]) -> None:
    """Play to the end, comparing the list of legal moves in a share of the positions."""
    while True:
        pair.compare(pair.rng.random() < share)
        if pair.slow.outcome:
            break
        pair.play()
    seen[" ".join(pair.slow.outcome[1:]).strip()] += 1
    seen["skips"] += pair.slow.skips
    seen["warnings"] += pair.slow.warnings


ENDS: Counter[str] = Counter()
"""How the games ended, over all settings."""


@each_setting
def test_random_games(
    reference: ModuleType, game: toolkit.Game, board: str, shapes: str, movement: str
) -> None:
    seen: Counter[str] = Counter()
    for number in range(SMALL + LARGE):
        seed = f"{board} {shapes} {movement} {number}"
        rng = random.Random(seed)
        chosen = options(rng, board, range(3, 6) if number < SMALL else range(6, 12))
        chosen |= {"wall_shapes": shapes, "movement": movement}
        players = rng.randint(2, 3 if board == "triangle" else 4)
        share = {3: 0.5, 4: 0.2, 5: 0.1}.get(chosen["size"], 0.02)
        play_out(Pair(reference, game, seed, players, chosen), share, seen)
    assert seen["win"] > 20, seen
    ENDS.update(seen)


@each_setting
def test_stated_chance(
    reference: ModuleType, game: toolkit.Game, board: str, shapes: str, movement: str
) -> None:
    """A table lists exactly what may come up, and leads to the same position as the reference."""
    for number in range(TABLES):
        rng = random.Random(f"{board} {shapes} {movement} {number}")
        chosen = options(rng, board, range(3, 12)) | {"wall_shapes": shapes, "movement": movement}
        players = rng.randint(2, 3 if board == "triangle" else 4)
        position = game.new_table(players, **chosen)
        slow = reference.Reference(players, **chosen)
        while slow.actor is None:
            assert position.chance
            assert {text for text in position.legal_moves() if "?" not in text} == slow.legal_moves()
            text = rng.choice(sorted(slow.legal_moves()))
            assert position.play(text) == text
            slow.play(text)
        assert not position.chance
        assert kernels_see(position) == reference_sees(slow)


def test_games_that_are_blocked(reference: ModuleType, game: toolkit.Game) -> None:
    """On a torus few walls stop no slide: seats are skipped, and at last nobody can do anything."""
    seen: Counter[str] = Counter()
    chosen = {"board": "torus", "movement": "slide", "walls": 3, "size": 11, "turn_cap": 4}
    for number in range(80):
        pair = Pair(reference, game, f"blocked {number}", 2, chosen)
        pair.walk = 0.0  # walls first
        play_out(pair, 0.0, seen)
    assert seen["draw blocked"] > 1, seen
    assert seen["skips"] > 10, seen


def test_what_is_rare_was_among_the_games() -> None:
    """Otherwise the games above would not have tested it."""
    if sum(ENDS[end] for end in ("win", "draw repetition", "turn_cap")) < 2000:
        pytest.skip("only when all the games above were played in this process")
    for what in ("draw repetition", "turn_cap", "skips", "warnings"):
        assert ENDS[what] > 100, ENDS
