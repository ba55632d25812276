"""The kernels against a slow reference: after every action of random games the two agree on everything."""

import random
from itertools import combinations
from types import ModuleType
from typing import Any

import pytest

import toolkit
from toolkit.games.dragonpath.rules import DRAGON_TAKEN, FORCED_EXIT, HEAD_ON, PATH, SIDE

GAMES = 200
"""Random games a number of players, without and again half as many with players who leave."""
TABLES = 12
"""Games a number of players that are stated to a table, every draw included."""

WORDS: dict[str, tuple[str, ...]] = {
    "last_deaths": ("joint", "nobody", "active_loses"),
    "suicide_scope": ("hand", "tile"),
    "returned_tiles": ("shuffled", "under"),
    "draw_round": ("one_each", "fill"),
    "dragon_of_the_dead": ("next", "aside"),
}

each_number = pytest.mark.parametrize("players", range(2, 9))


def options(rng: random.Random, players: int) -> dict[str, Any]:
    """Every option by chance, with hands that 35 tiles can deal; the defaults in a quarter of the games."""
    if rng.random() < 0.25:
        return {}
    chosen: dict[str, Any] = {name: rng.choice(values) for name, values in WORDS.items()}
    chosen["board_size"] = rng.randint(4, 8)
    chosen["hand_size"] = rng.randint(1, min(5, 35 // players))
    if rng.random() < 0.1:
        chosen["turn_cap"] = rng.randint(1, 6)
    return chosen


def kernels_see(position: toolkit.Position) -> dict[str, Any]:
    """The whole position as the kernels have it."""
    s, t = position.state, position.table_record
    size = int(position.options["board_size"])

    def square(cell: int) -> tuple[int, int]:
        return cell % SIDE, size + 1 - cell // SIDE

    alive = {p + 1 for p in range(position.players) if s.alive[p]}
    chosen = {s.taken[mark] for mark in range(8 * size)}
    seen = {
        "actor": position.actor,
        "alive": alive,
        "markers": {p: (square(s.cell[p - 1]), s.port[p - 1]) for p in alive & chosen},
        "hands": {p: {t.number[t.kind[s.hand[p - 1, i]]] for i in range(s.hand_size[p - 1])} for p in alive},
        "pile": sorted(t.number[t.kind[s.deck[0, i]]] for i in range(s.deck_size[0])),
        "board": {
            square(c): (t.number[(s.placed[c] - 1) >> 2], (s.placed[c] - 1) & 3)
            for c in range(SIDE * SIDE)
            if s.placed[c] > 0
        },
        "dragon": s.dragon or None,
        "turns": position.turn,
        "out": {p + 1: s.seat_measure[0, p] for p in range(position.players) if not s.alive[p]},
        "outcome": position.outcome and (position.outcome.winners, position.outcome.reason),
        "legal": sorted(position.legal_moves()),
        "at the table": sorted(position.table_moves()),
    }
    return for_comparison(seen)


def reference_sees(game: Any) -> dict[str, Any]:
    """The same of the reference."""
    leaving = [] if game.outcome or game.drawer else [f"{seat} retire" for seat in sorted(game.alive)]
    return for_comparison(
        {
            "actor": game.actor or 0,
            "alive": set(game.alive),
            "markers": dict(game.markers),
            "hands": {seat: set(game.hands[seat]) for seat in game.alive},
            "pile": sorted(number for layer in game.pile for number in layer),
            "board": dict(game.board),
            "dragon": game.dragon,
            "turns": game.turns,
            "out": dict(game.out_in_turn),
            "outcome": game.outcome,
            "legal": sorted(game.legal_moves()),
            "at the table": leaving,
        }
    )


def for_comparison(seen: dict[str, Any]) -> dict[str, Any]:
    """Once the game is over, nobody has to clear the dragon away."""
    if seen["outcome"]:
        del seen["dragon"]
    return seen


def check_events(position: toolkit.Position, game: Any) -> None:
    """What a simulation counts, counted again from the ways that the markers went."""
    met = sum(
        turn["ways"][p][0][2] == turn["entrances"][q]  # where the new tile leads p is where q comes from
        for turn in game.log
        for p, q in combinations(turn["entrances"], 2)
    )
    event = position.state.event
    assert event[HEAD_ON] == met
    assert event[FORCED_EXIT] == sum(turn["forced"] for turn in game.log)
    for seat in game.seats:
        walked = sum(len(turn["ways"].get(seat, [])) for turn in game.log)
        assert position.state.seat_measure[PATH, seat - 1] == walked
    assert event[DRAGON_TAKEN] == sum("dragon_taken" in turn for turn in game.log)


def leaves(rng: random.Random, game: Any) -> str:
    """A player who gets up, now and then; more often where the others have nothing left to play."""
    alone = game.phase == "play" and not any(game.hands[seat] for seat in game.alive - {game.actor})
    if alone and rng.random() < 0.3:
        return f"{game.actor} retire"
    if rng.random() < 0.06:
        return f"{rng.choice(sorted(game.alive))} retire"
    return ""


def play_both(reference: ModuleType, game: toolkit.Game, players: int, seed: int, leaving: bool) -> None:
    """One random game, in step."""
    rng = random.Random(1000 * seed + players)
    chosen = options(rng, players)
    first = rng.randint(1, players)
    position = game.new_position(players, rng.randrange(2**40), first, **chosen)
    slow = reference.Reference(players, first, **chosen)
    fed = 0
    while True:
        for text in position.moves[fed:]:
            slow.play(text)
        fed = len(position.moves)
        expected = reference_sees(slow)
        told = (seed, game.name(players, chosen), position.moves)
        assert kernels_see(position) == expected, told
        in_game = [*expected["pile"], *(number for number, _ in expected["board"].values())]
        in_game += [number for seat in slow.hands for number in slow.hands[seat]]
        assert sorted(in_game) == list(range(35)), told
        if position.outcome is not None:
            check_events(position, slow)
            return
        text = leaves(rng, slow) if leaving else ""
        position.play(text or rng.choice(expected["legal"]))


@each_number
def test_random_games(reference: ModuleType, game: toolkit.Game, players: int) -> None:
    for seed in range(GAMES):
        play_both(reference, game, players, seed, leaving=False)


@each_number
def test_random_games_with_players_who_leave(reference: ModuleType, game: toolkit.Game, players: int) -> None:
    for seed in range(GAMES // 2):
        play_both(reference, game, players, seed, leaving=True)


@each_number
def test_a_table_whose_draws_are_stated(reference: ModuleType, game: toolkit.Game, players: int) -> None:
    """Draws come from the reference's pile; the table lists exactly what may come up or be played."""
    for seed in range(TABLES):
        rng = random.Random(seed)
        chosen = options(rng, players) | {"returned_tiles": "shuffled"}
        position = game.new_table(players, **chosen)
        slow = reference.Reference(players, **chosen)
        while slow.outcome is None:
            if position.chance:
                seat = int(position.legal_moves()[0].split("+")[0])
                assert slow.phase == "deal" or seat == slow.drawer
                possible = {f"{seat}+{number:02d}" for number in slow.drawable()}
                assert set(position.legal_moves()) == possible | {f"{seat}+?"}
                text = rng.choice(sorted(possible))
            else:
                assert kernels_see(position)["legal"] == sorted(slow.legal_moves())
                text = rng.choice(sorted(slow.legal_moves()))
            assert position.play(text) == text
            slow.play(text)
        assert kernels_see(position) == reference_sees(slow)
