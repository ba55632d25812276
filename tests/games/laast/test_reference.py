"""The kernels against a slow reference: after every action of random games the two agree on everything."""

import importlib.util
import random
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import toolkit
from toolkit.games.laast.rules import COVERED, HOLE, SIDE
from toolkit.games.laast.tables import CODES

WORDS: dict[str, tuple[str | int, ...]] = {
    "flipped_neutral": ("closed", "open"),
    "question_mark": ("closed", "open"),
    "card_value": ("exact", "at_most"),
    "lock_test": ("remaining", "any_step"),
    "tunnel_exit": ("removed", "stays"),
    "move_opponent_cards": (1, "any"),
    "locked_seat": ("skip", "out"),
    "all_stuck": ("last", "draw"),
    "placement": ("source", "snake"),
}
NUMBERS: dict[str, range] = {
    "board_side": range(5, 10),
    "hand_limit": range(1, 7),
    "tiles_per_turn": range(5),
}
SINGLE = [(name, value) for name, values in (WORDS | NUMBERS).items() for value in values]

MIXED = {2: 240, 3: 140, 4: 90}
"""Random games by number of players with every option by chance; half as many with players who leave."""
ALONE = 8
"""Random games a number of players for each value of each option, the others at their defaults."""
TABLES = 6
"""Games a number of players that are stated to a table, every chance event compared."""

each_number = pytest.mark.parametrize("players", range(2, 5))


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """The slow reference of the game."""
    path = Path(__file__).with_name("reference.py")
    spec = importlib.util.spec_from_file_location("laast_reference", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mixed(rng: random.Random) -> dict[str, Any]:
    """Every option by chance, the defaults in some games; small boards often, where players meet."""
    if rng.random() < 0.1:
        return {}
    chosen: dict[str, Any] = {name: rng.choice(values) for name, values in WORDS.items()}
    chosen |= {name: rng.choice(values) for name, values in NUMBERS.items()}
    if rng.random() < 0.8:
        chosen["flipped_neutral"] = "closed"
    if rng.random() < 0.8:
        chosen["board_side"] = rng.randint(5, 6)
    return capped(chosen, rng)


def capped(chosen: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """With an end to games in which tiles stay open; now and then one that comes early."""
    cap = 8 if chosen.get("flipped_neutral") == "open" else 12
    chosen = chosen | {"idle_rounds": rng.choice((0, 1, 2, 3, 10))}
    return chosen | {"turn_cap": rng.randint(1, 6) if rng.random() < 0.05 else cap}


def kernels_see(position: toolkit.Position) -> dict[str, Any]:
    """The whole position as the kernels have it."""
    s: Any = position.state
    t: Any = position.table_record
    side = int(position.options["board_side"])
    names = {code: kind for kind, code in CODES.items()} | {COVERED: "covered", HOLE: "hole"}

    def cell(number: int) -> tuple[int, int]:
        return number % SIDE, side + 1 - number // SIDE

    kind, tile, under, on, pos, hand = t.kind, s.tile, s.under, s.on, s.pos, s.hand
    numbers = [r * SIDE + c for r in range(1, side + 1) for c in range(1, side + 1)]
    alive = {p + 1 for p in range(position.players) if s.alive[p]}
    pieces = {(p, i): 2 * (p - 1) + i for p in alive for i in (0, 1) if pos[2 * (p - 1) + i]}
    assert {n: on[n] for n in numbers if on[n]} == {pos[k]: k + 1 for k in pieces.values()}
    outcome = position.outcome
    legal = position.legal_moves()
    assert len(legal) == len(set(legal))
    return {
        "actor": position.actor,
        "alive": alive,
        "board": {cell(n): names[tile[n]] for n in numbers},
        "faces below": Counter(names[kind[under[n]]] for n in numbers if tile[n] == COVERED),
        "pieces": {piece: cell(pos[k]) for piece, k in pieces.items()},
        "exits": {piece for piece, k in pieces.items() if s.exit[k]},
        "locks": {piece: s.lock[k] for piece, k in pieces.items() if s.lock[k]},
        "hands": {p: sorted(names[kind[hand[p - 1, i]]] for i in range(s.hand_size[p - 1])) for p in alive},
        "cards": {p: [v for v in (1, 2, 3) for _ in range(s.card[p - 1, v])] for p in alive},
        "pool": Counter(names[kind[s.deck[0, i]]] for i in range(s.deck_size[0])),
        "turns": position.turn,
        "outcome": outcome and (outcome.winners, outcome.reason, outcome.detail),
        "legal": sorted(legal),
        "at the table": sorted(position.table_moves()),
    }


def reference_sees(game: Any) -> dict[str, Any]:
    """The same of the reference; what lies below covers it cannot know."""
    locks = dict.fromkeys(game.bound, 1)
    for piece in game.locked:
        # a lock on one's own piece waits for the own next turn, any other is due in the next one anyway
        locks[piece] = locks.get(piece, 0) + 2 if piece[0] == game.actor else 1
    return {
        "actor": game.actor or 0,
        "alive": set(game.alive),
        "board": dict(game.board),
        "pieces": dict(game.pieces),
        "exits": set(game.exits),
        "locks": locks,
        "hands": {seat: sorted(game.hands[seat]) for seat in game.alive},
        "cards": {seat: sorted(game.cards[seat]) for seat in game.alive},
        "pool": +game.pool,
        "turns": game.turns,
        "outcome": game.outcome,
        "legal": sorted(game.legal_moves()),
        "at the table": sorted(game.table_moves()),
    }


def compare(position: toolkit.Position, slow: Any) -> list[str]:
    """Assert that both are in the same position; returns the legal moves."""
    seen, expected = kernels_see(position), reference_sees(slow)
    below = seen.pop("faces below")
    if slow.outcome:  # locks bind nobody any more
        seen["locks"] = expected["locks"]
    told = (position.first, position.options, position.moves)
    assert seen == expected, told
    assert not below - slow.unseen, told  # what was replaced unseen is missing
    assert (slow.unseen - below).total() == slow.replaced, told
    legal: list[str] = expected["legal"]
    return legal


def choose(rng: random.Random, legal: list[str]) -> str:
    """One of the legal moves: each sort has its chance, since steps and tiles differ much in number."""
    if rng.random() < 0.5:
        return rng.choice(legal)
    sorts: dict[str, list[str]] = {}
    for text in legal:
        sort = text.split("@" if "@" in text else " ")[0] if "@" in text or " " in text else "step"
        sorts.setdefault(sort, []).append(text)
    through = [text for text in legal if ">" in text]
    if through:
        sorts[">"] = through
    return rng.choice(sorts[rng.choice(sorted(sorts))])


def leaves(rng: random.Random, slow: Any) -> str:
    """A player who gets up, now and then."""
    if slow.phase in ("turn", "stuck") and slow.table_moves() and rng.random() < 0.04:
        return str(rng.choice(slow.table_moves()))
    return ""


def told_by(texts: list[str]) -> Counter[str]:
    """How often something happened, counted from what was played alone."""
    told: Counter[str] = Counter()
    for text in texts:
        told["tunnel_used"] += ">" in text
        told["draw_declined"] += text == "decline"
        told["discarded"] += text.startswith("discard ")
        told["retired"] += text.endswith(" retire")
        told["move_played"] += text.startswith("move ")
        told["lock_played"] += text.startswith("lock ")
        for kind in ("extra", "tunnel", "bridge", "wall"):
            told[f"{kind}_played"] += text.startswith(f"{kind}@")
    return told


def play_both(
    reference: ModuleType,
    game: toolkit.Game,
    players: int,
    rng: random.Random,
    chosen: dict[str, Any],
    leaving: bool = False,
) -> Counter[str]:
    """One random game, in step; returns what happened in it."""
    first = rng.randint(1, players)
    position = game.new_position(players, rng.randrange(2**40), first, **chosen)
    slow = reference.Reference(players, first, **chosen)
    fed = 0
    while True:
        for text in position.moves[fed:]:
            slow.play(text)
        fed = len(position.moves)
        legal = compare(position, slow)
        if position.outcome is not None:
            break
        position.play((leaves(rng, slow) if leaving else "") or choose(rng, legal))
    counts = Counter(dict(zip(game.events, position.state.event, strict=False)))
    for name, count in told_by(position.moves).items():
        assert counts[name] == count, (name, position.moves)
    assert counts["eliminated"] == len(slow.out_in_turn) - counts["retired"]
    assert counts["skipped"] == slow.skipped
    counts[f"{position.outcome.reason}: {position.outcome.detail}"] += 1
    return counts


@each_number
def test_random_games(reference: ModuleType, game: toolkit.Game, players: int) -> None:
    """Every option at once; everything that a simulation counts must have come up."""
    met: Counter[str] = Counter()
    for seed in range(MIXED[players]):
        rng = random.Random(f"mixed {players} {seed}")
        met += play_both(reference, game, players, rng, mixed(rng))
    never = {name for name in game.events if not met[name]} - {"retired"}
    assert never <= (set() if players == 2 else {"all_stuck"})  # with more players it takes many games
    endings = {"win: last able to move", "turn_cap: ", "stalled: nothing changes any more"}
    assert endings | ({"draw: all stuck"} if players == 2 else set()) <= set(met)


@each_number
def test_random_games_with_players_who_leave(reference: ModuleType, game: toolkit.Game, players: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(MIXED[players] // 2):
        rng = random.Random(f"leaving {players} {seed}")
        met += play_both(reference, game, players, rng, mixed(rng), leaving=True)
    assert met["retired"] and met["win: the others retired"] and met["win: last able to move"]


@each_number
@pytest.mark.parametrize(("name", "value"), SINGLE)
def test_each_value_of_each_option(
    reference: ModuleType, game: toolkit.Game, players: int, name: str, value: str | int
) -> None:
    for seed in range(ALONE):
        rng = random.Random(f"alone {players} {seed} {name} {value}")
        play_both(reference, game, players, rng, capped({name: value}, rng), leaving=seed % 4 == 3)


def test_every_option_is_compared(game: toolkit.Game) -> None:
    assert set(game.folder.options) == {*WORDS, *NUMBERS, "idle_rounds", "turn_cap"}
    for name, values in WORDS.items():
        assert game.folder.options[name].values == values
    for name, numbers in NUMBERS.items():
        spec = game.folder.options[name]
        assert (spec.min, spec.max) == (numbers[0], numbers[-1])


@each_number
def test_a_table_whose_chance_is_stated(reference: ModuleType, game: toolkit.Game, players: int) -> None:
    """The table lists exactly what may come up or be played; what comes up is any face not seen yet."""
    for seed in range(TABLES):
        rng = random.Random(f"table {players} {seed}")
        chosen = mixed(rng) | {"board_side": rng.randint(5, 6)}
        first = rng.randint(1, players)
        position = game.new_table(players, first, **chosen)
        slow = reference.Reference(players, first, **chosen)
        while slow.outcome is None:
            listed = position.legal_moves()
            assert len(listed) == len(set(listed))
            chances = slow.chances()
            assert position.chance == bool(chances)
            if chances:
                unseen = {f"{chances[0].split('+')[0]}+?"} if "+" in chances[0] else set()
                assert set(listed) == set(chances) | unseen, position.moves
                text = rng.choice(sorted(chances))
            else:
                text = choose(rng, compare_played(position, slow))
            assert position.play(text) == text
            slow.play(text)
        compare_played(position, slow)


def compare_played(position: toolkit.Position, slow: Any) -> list[str]:
    """As `compare`, on a table: below covers anything may lie, as long as it was not seen."""
    seen, expected = kernels_see(position), reference_sees(slow)
    for name in ("faces below", "pool", *(("locks",) if slow.outcome else ())):
        seen.pop(name)
        expected.pop(name, None)
    assert seen == expected, position.moves
    legal: list[str] = expected["legal"]
    return legal
