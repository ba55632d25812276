"""What a simulation measures: the size of what is built, the race for tokens, the table's edge, the words."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import toolkit
from toolkit.games.gridlokt.fields import ROUNDS, UTILITY_IDS

Stage = Callable[..., toolkit.Position]


def measure(game: toolkit.Game, rows: Any, name: str) -> Any:
    return rows["measure"][:, game.measures.index(name)]


def event(position: toolkit.Position, name: str) -> int:
    return int(position.state.event[position.game.events.index(name)])


def test_what_random_players_build(game: toolkit.Game) -> None:
    """In 20,000 constructions the grid spanned 13 cells at the median, 9 to 21 in all; 0.9 % were stalled.

    G12 tells of 11 at the median: that depends on how a random player chooses among the places. Here each
    place and way to lie counts once, whatever the card.
    """
    rows = game.runner(4, {"turn_cap": 6}, ["random"], seed=1).play(0, 3000)
    built = measure(game, rows, "built_span") > 0
    spans = measure(game, rows, "built_span")[built]
    assert 0.985 < built.mean() < 0.997
    assert (measure(game, rows, "construction_end_turn")[built] == 24).all()
    assert np.median(spans) == 13
    assert 13.0 < spans.mean() < 13.4
    assert spans.min() >= 7 and spans.max() <= 21
    assert 0.12 < (rows["event"][:, game.events.index("boundary")] > 0).mean() < 0.18


def test_tokens_after_so_many_rounds(game: toolkit.Game) -> None:
    """A curve for each seat: it never falls, and a game that is over keeps its tokens for later rounds."""
    rows = game.runner(4, {}, ["greedy"], seed=6).play(0, 200)
    curve = [rows["seat_measure"][:, game.seat_measures.index(f"tokens_after_{n}"), :4] for n in ROUNDS]
    end = rows["seat_measure"][:, game.seat_measures.index("tokens"), :4]
    for earlier, later in zip([*curve, end], [*curve[1:], end, end], strict=True):
        assert (earlier <= later).all()
    assert 1 < curve[0].mean() < curve[1].mean() < curve[2].mean() < end.mean()
    over = rows["turns"] < 24 + 4 * ROUNDS[3]
    assert over.any() and (curve[3][over] == end[over]).all()


def test_tokens_are_noted_when_the_round_is_over(stage: Stage) -> None:
    """Red comes to blue's Room in the eighth turn, blue to red's in the ninth: two rounds count the first."""
    position = stage(
        """
        turn: 8
        phase: movement of R
        grid: h   i   j   k   l   m
          11: [R] RSr RSr  C  BSr [B]
        pawns: R k11, B l11
        tokens: R RB, B B
        """
    )
    place = position.game.seat_measures.index("tokens_after_2")
    position.play("stay")
    assert [position.state.seat_measure[place, seat] for seat in range(4)] == [2, 1, 0, 0]


@pytest.mark.parametrize(("text", "move"), [
    ("phase: paths of R\ngrid: c d e\n4: . C BSr\nhand R: RT |", None),
    ("phase: rooms of R\ngrid: d e f\n4: C BSr BSr", "room R@g4"),
    ("phase: utilities of R\ngrid: d e f\n4: C BSr BSr\nhand R: | warp", "warp g4"),
    ("phase: utilities of R\ngrid: d e f\n5: . [B] .\n4: C BSr BSr\nhand R: | move", "move B@g4"),
])  # fmt: skip
def test_the_tables_edge_is_noted(stage: Stage, text: str, move: str | None) -> None:
    """Whatever is laid beside it: a Path, a Room, a Warp, a Room that is moved."""
    position = stage(text, table=7)
    assert event(position, "boundary") == 0
    if move is None:
        position.play("RT@d5r")
        assert event(position, "boundary") == 0
        return
    position.play(move)
    assert event(position, "boundary") == 1


def test_bombs_on_the_centre_are_counted(stage: Stage) -> None:
    position = stage("phase: utilities of R\ngrid: k l\n11: C BSr\nhand R: | bomb")
    position.play("bomb k11")
    assert event(position, "centre_bombed") == 1
    other = stage("phase: utilities of R\ngrid: k l\n11: C BSr\nhand R: | bomb")
    other.play("bomb l11")
    assert event(other, "centre_bombed") == 0


def test_how_often_is_counted_too(game: toolkit.Game) -> None:
    """Each count agrees with the share of the games in which it happened at all."""
    rows = game.runner(4, {}, ["greedy"], seed=8).play(0, 60)
    pairs = {f"{name}_used": f"{name}_played" for name in UTILITY_IDS}
    pairs |= {"turns_stayed": "stayed", "turns_blocked": "blocked", "warps": "warped", "links": "linked"}
    pairs |= {"all_turns_lost": "turn_lost", "paths_discarded": "excess_path"}
    pairs |= {"utilities_discarded": "excess_utility"}
    for counted, name in pairs.items():
        assert (measure(game, rows, counted) == rows["event"][:, game.events.index(name)]).all(), counted
    lengths = [rows["event"][:, game.events.index(f"tunnel_{n}")] for n in range(1, 7)]
    assert (measure(game, rows, "tunnels") == sum(lengths)).all()
    cards = measure(game, rows, "straight_used") + measure(game, rows, "corner_used")
    assert (cards == sum(n * length for n, length in enumerate(lengths, 1))).all()
    seats = rows["seat_measure"][:, game.seat_measures.index("stays"), :4].sum(axis=1)
    assert (seats == measure(game, rows, "turns_stayed")).all() and seats.mean() > 1


def test_every_figure_has_its_words(game: toolkit.Game) -> None:
    """A designer reads sentences, not names."""
    names = [*game.events, *game.measures, *game.seat_measures, *game.decks, *game.details[1:]]
    assert [name for name in names if " " not in game.words.get(name, "")] == []
