"""Random games: what always holds, text and back, replay, undo; and what construction ends with."""

import random
from collections import Counter
from typing import Any

import pytest

import toolkit


def construction(game: toolkit.Game, seed: int) -> toolkit.Position:
    """A random game up to its first normal turn, or to where a card fitted nowhere."""
    rng = random.Random(seed)
    position = game.new_position(4, seed)
    while position.outcome is None and position.state.phase < 4:
        position.play(rng.choice(position.legal_moves()))
    return position


def held_everywhere(look: Any) -> tuple[Counter[str], Counter[str]]:
    """All Paths and all Utilities, wherever they are."""
    board, hands, piles = look.board(), look.hands(), look.piles()
    paths = Counter(card.name for card in board["cards"].values() if card.name)
    utilities = Counter(board["obstacles"].values())
    utilities["warp"] += sum(card.what == "warp" for card in board["cards"].values())
    for found, pile in ((paths, "paths"), (utilities, "utilities")):
        for hand in hands[pile].values():
            found += hand
        for part in piles[pile]:
            found += part
    if look.s.drawn:
        paths[look.card(look.s.drawn - 1)] += 1
    return paths, +utilities


def test_construction_ends_with_48_paths_the_centre_and_32_left(game: toolkit.Game, seen: Any) -> None:
    """Whenever it is not stalled: a legal placement fails to come up in about one of 110 constructions."""
    stalled = 0
    spans = []
    for seed in range(12):
        position = construction(game, seed)
        if position.outcome is not None:
            assert position.outcome.reason == "stalled"
            stalled += 1
            continue
        look = seen(position)
        cards = look.board()["cards"]
        assert Counter(card.what for card in cards.values()) == {"path": 48, "centre": 1, "room": 4}
        assert look.piles()["paths"][0].total() == 32
        laid = [cell for cell, card in cards.items() if card.is_path]
        spans.append(max(max(c[i] for c in laid) - min(c[i] for c in laid) + 1 for i in (0, 1)))
    assert stalled <= 2
    assert all(7 <= span <= 21 for span in spans)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_everything(game: toolkit.Game, seen: Any, reference: Any, seed: int) -> None:
    """81 Paths, 50 Utilities and at most 16 tokens, hands within limits, one pawn a space, text and back."""
    rng = random.Random(f"keep {seed}")
    position = game.new_position(4, seed)
    look = seen(position)
    vocabulary: set[str] = set()
    for count in range(500):
        if position.outcome is not None:
            break
        paths, utilities = held_everywhere(look)
        assert paths == reference.PATHS + Counter({"U": 1})
        assert utilities == reference.UTILITIES
        assert position.check() == []
        pawns = look.board()["pawns"].values()
        assert len(set(pawns)) == len(pawns)
        assert sum(len(held) for held in look.board()["tokens"].values()) <= 16
        for seat in (1, 2, 3, 4):
            if look.s.turn_of + 1 != seat and look.phase not in (
                "choosing",
                "personal",
                "community",
                "rooming",
            ):
                assert look.hands()["paths"][seat].total() <= 4
                assert look.hands()["utilities"][seat].total() <= 4
        if count % 20 == 0:
            listed = position.legal_moves()
            for text in rng.sample(listed, min(3, len(listed))):
                assert position.copy().play(text) == text
            for text in rng.sample(sorted(vocabulary), min(3, len(vocabulary))):
                assert position.is_legal(text) == (text in {*listed, *position.table_moves()})
            vocabulary |= {text for text in listed if "trap" not in text}
            assert game.position_from_text(position.to_text()).to_text() == position.to_text()
            before = position.state.raw()
            position.play(rng.choice(listed))
            position.undo()
            assert position.state.raw() == before
        position.play(position.choose("random"))


def test_random_games_replay(game: toolkit.Game) -> None:
    """Every action and card stated again gives the same position."""
    for seed in range(2):
        position = game.new_position(4, seed)
        while position.outcome is None and len(position.moves) < 700:
            position.play(position.choose("random"))
        table = game.new_table(4)
        for text in position.moves:
            assert table.play(text) == text
        assert table.state_hash() == position.state_hash()
