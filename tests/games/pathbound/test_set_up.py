"""Options that follow others, set-ups that are refused, and the chance events of a set-up."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

import toolkit


@pytest.fixture(scope="module")
def game() -> toolkit.Game:
    return toolkit.open_game("pathbound")


@pytest.mark.parametrize(
    ("players", "given", "followed"),
    [
        (2, {}, {"board": "square", "size": 9, "start": "midpoint", "goal": "side", "walls": 10}),
        (3, {}, {"size": 9, "walls": 10}),
        (4, {}, {"size": 11, "walls": 7}),
        (4, {"size": 5}, {"size": 5, "walls": 7}),
        (2, {"board": "torus"}, {"goal": "center", "start": "midpoint", "wall_shapes": "straight"}),
        (2, {"board": "torus", "start": "corner"}, {"goal": "center"}),
        (2, {"board": "triangle"}, {"wall_shapes": "single", "start": "midpoint", "goal": "corner"}),
        (2, {"board": "triangle", "start": "corner"}, {"goal": "side"}),
        (2, {"board": "triangle", "goal": "side"}, {"start": "corner"}),
        (2, {"start": "corner"}, {"goal": "corner"}),
        (2, {"goal": "corner"}, {"start": "corner"}),
        (2, {"goal": "center", "start": "corner"}, {"board": "square"}),
        (2, {"wall_shapes": "angled"}, {"board": "triangle"}),
        (3, {"start": "corner", "goal": "side"}, {"board": "triangle", "wall_shapes": "single"}),
        (2, {"start": "midpoint", "goal": "corner"}, {"board": "triangle"}),
        (2, {"board": "triangle", "size": 3, "goal": "center"}, {"start": "corner"}),
    ],
)
def test_options_follow_those_that_are_given(
    game: toolkit.Game, players: int, given: dict[str, object], followed: dict[str, object]
) -> None:
    _, options = game.resolve(players, **given)
    assert {name: options[name] for name in followed} == followed
    assert {name: options[name] for name in given} == given


@pytest.mark.parametrize(
    ("players", "given", "reason"),
    [
        (4, {"board": "triangle"}, "2 or 3 players"),
        (2, {"board": "torus", "goal": "side"}, "goal=center"),
        (4, {"start": "corner", "goal": "side"}, "opposite corner"),
        (2, {"board": "square", "start": "midpoint", "goal": "corner"}, "opposite side"),
        (2, {"board": "triangle", "start": "corner", "goal": "corner"}, "opposite side"),
        (2, {"board": "square", "wall_shapes": "single"}, "straight, bent, both"),
        (2, {"board": "triangle", "wall_shapes": "bent"}, "single, straight, angled, both"),
        (2, {"board": "triangle", "size": 3, "start": "midpoint", "goal": "center"}, "crown"),
        (2, {"size": 12}, "3 to 11"),
        (2, {"walls": 2}, "3 to 10"),
    ],
)
def test_what_excludes_each_other_is_refused_with_the_reason(
    game: toolkit.Game, players: int, given: dict[str, object], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        game.new_position(players, **given)


def test_the_name_of_a_set_up_says_what_is_not_a_default(game: toolkit.Game) -> None:
    assert game.name(3, {"board": "torus", "size": 7}) == "pathbound(players=3,board=torus,size=7)"
    assert game.name(2, {"board": "triangle"}) == "pathbound(players=2,board=triangle)"
    assert game.name(2, {"start": "corner", "goal": "corner"}) == "pathbound(players=2,start=corner)"
    assert game.name(4) == "pathbound(players=4)"


def test_slots_middles_and_crowns_are_equally_likely(game: toolkit.Game) -> None:
    """Chi-square over 1,200 seeds: 12 assignments, two middle cells for each seat, four crowns."""
    seen: dict[str, Counter[str]] = {}
    for seed in range(1200):
        for text in game.new_position(2, seed, size=6, goal="center").moves:
            kind = text[:2] if "@" in text else text.split()[0]
            name = text.split("@")[-1] if "@" in text else text
            seen.setdefault(kind, Counter())[name] += 1
    assert len(seen["slots"]) == 12
    assert len(seen["crown"]) == 4
    assert len(seen["1@"]) == len(seen["2@"]) == 8
    for counts in seen.values():
        assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_a_crown_never_lies_under_a_pawn(game: toolkit.Game) -> None:
    """Size 4, where a start is next to the centre but never on it, and all other sizes by their cells."""
    for board in ("square", "torus", "triangle"):
        for size in (3, 4, 5, 6):
            for start in ("midpoint", "corner"):
                for seed in range(6):
                    try:
                        position = game.new_position(
                            2, seed, board=board, size=size, start=start, goal="center"
                        )
                    except ValueError:
                        assert (board, size, start) == ("triangle", 3, "midpoint")
                        continue
                    s = position.state
                    assert s.crown > 0
                    assert all(s.cell[seat] + 1 != s.crown for seat in range(2))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"wall_shapes": "both", "size": 5},
        {"board": "torus", "size": 4, "movement": "slide"},
        {"board": "triangle", "size": 5},
        {"board": "triangle", "wall_shapes": "both", "size": 4, "walls": "unlimited"},
    ],
    ids=str,
)
def test_random_play_is_uniform_over_what_is_legal(game: toolkit.Game, options: dict[str, object]) -> None:
    """Chi-square of 6,000 choices against the list of legal moves, in positions early, later and full."""
    rng = np.random.default_rng(5)
    for depth in (0, 8, 16):
        position = game.new_position(2, depth, **options)
        for _ in range(depth):
            if position.outcome is None:
                position.play(str(rng.choice(position.legal_moves())))
        listed = position.legal_moves()
        if len(listed) < 2:
            continue
        kernels, s = game.kernels, position.state
        draws = Counter(
            kernels.call["propose"](
                s, position.option_record, position.table_record, 2 + s.actor, kernels.buf
            )
            for _ in range(6000)
        )
        counts = {position.action_text(action): n for action, n in draws.items()}
        assert set(counts) <= set(listed)
        assert stats.chisquare([counts.get(text, 0) for text in listed]).pvalue > 1e-5
