"""What every game must pass, present and future: rules that hold together, and texts that come back."""

import random
import sys
from pathlib import Path

import pytest

import toolkit

sys.path.insert(0, str(Path(__file__).parent))
from every_game import Variant, variants

VARIANTS = variants()
GAMES = sorted({variant.game for variant in VARIANTS})
each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


POSITIONS = 300
"""Positions that a test looks at closely for each variant: games of hundreds of turns stay testable."""


def play_out(position: toolkit.Position, rng: random.Random) -> None:
    while position.outcome is None:
        position.play(rng.choice(position.legal_moves()))


def settle(table: toolkit.Position, position: toolkit.Position) -> None:
    """State nothing that need not be seen; what everybody sees (a public die) as it fell in `position`."""
    table.settle()
    while table.chance:
        table.play(position.moves[len(table.moves)])
        table.settle()


@each_variant
def test_components_are_conserved_and_listed_moves_play(variant: Variant) -> None:
    """Every listed move can be played, gives its own text back, and leaves a sound position."""
    rng = random.Random(str(variant))
    left = POSITIONS
    for seed in range(12):
        position = variant.position(seed)
        while position.outcome is None and left > 0:
            left -= 1
            assert position.check() == []
            listed = position.legal_moves()
            assert len(set(listed)) == len(listed) > 0
            # Games with hundreds of moves would take minutes: a few of each position, over many positions.
            for text in rng.sample(listed, min(len(listed), 8)):
                assert position.copy().play(text) == text
            position.play(rng.choice(listed))
        play_out(position, rng)
        assert position.check() == []
        assert position.legal_moves() == []
        with pytest.raises(toolkit.IllegalMove):
            position.play(position.moves[-1])
        if left <= 0:
            break


@each_variant
def test_unlisted_moves_are_refused_and_change_nothing(variant: Variant) -> None:
    """Texts that were legal at some other time are refused when they are not listed."""
    rng = random.Random(str(variant))
    vocabulary: set[str] = {"", "?", "0", "-1", "zz9", "m999", "é"}
    left = POSITIONS // 4
    for seed in range(6):
        position = variant.position(seed)
        while position.outcome is None and left > 0:
            left -= 1
            listed = position.legal_moves()
            allowed = {*listed, *position.table_moves()}
            vocabulary.update(listed)
            before = position.state.raw()
            for text in rng.sample(sorted(vocabulary), min(30, len(vocabulary))):
                try:
                    played = position.play(text)
                except toolkit.IllegalMove as error:
                    assert text not in allowed
                    assert str(error)
                else:
                    assert played in allowed
                    position.undo()
                assert position.state.raw() == before
            position.play(rng.choice(listed))


@each_variant
def test_undo_restores_exact_bytes_to_the_beginning(variant: Variant) -> None:
    rng = random.Random(str(variant))
    position = variant.position(5)
    past = []
    while position.outcome is None:
        past.append((position.state.raw(), list(position.moves)))
        position.play(rng.choice(position.legal_moves()))
    while past:
        position.undo()
        assert (position.state.raw(), position.moves) == past.pop()
    with pytest.raises(toolkit.IllegalMove, match="nothing to undo"):
        position.undo()


@each_variant
def test_copy_and_save_go_on_with_the_same_streams(variant: Variant) -> None:
    """A copy and a saved position draw what the original would have drawn."""
    position = variant.position(9)
    rng = random.Random(1)
    for _ in range(3):
        if position.outcome is None:
            position.play(rng.choice(position.legal_moves()))
    others = [position.copy(), variant.open().load_position(position.save())]
    for other in others:
        assert other.state.raw() == position.state.raw()
    play_out(position, random.Random(2))
    for other in others:
        play_out(other, random.Random(2))
        assert other.moves == position.moves
        assert other.state.raw() == position.state.raw()


@each_variant
def test_a_complete_log_replays_to_the_same_position(variant: Variant) -> None:
    """Every action and chance event as text, played on a table, gives the same hash after each."""
    left = POSITIONS
    for seed in range(8):
        position = variant.position(seed)
        play_out(position, random.Random(seed))
        table = variant.table()
        assert table.chance or table.actor
        for text in position.moves:
            if left > 0:
                assert text in table.legal_moves()
                assert table.check() == []
            left -= 1
            assert table.play(text) == text
        assert table.outcome == position.outcome
        assert table.state_hash() == position.state_hash()
        assert table.moves == position.moves


@each_variant
def test_a_log_with_unseen_draws_replays(variant: Variant) -> None:
    """With every draw unseen, whatever was really played is still possible, and ends the same."""
    for seed in range(8):
        position = variant.position(seed)
        rng = random.Random(seed)
        table = variant.table()
        settle(table, position)
        while position.outcome is None:
            text = position.play(rng.choice(position.legal_moves()))
            assert table.play(text) == text
            settle(table, position)
            assert table.check() == []
            assert table.actor == position.actor
        assert table.outcome == position.outcome
        assert table.turn == position.turn


@each_variant
def test_the_turn_cap_ends_a_game(variant: Variant) -> None:
    game = variant.open()
    options = {**dict(variant.options), "turn_cap": 1}
    position = game.new_position(variant.players, 3, **options)
    play_out(position, random.Random(3))
    assert position.turn <= variant.players
    assert position.outcome is not None
    if position.turn == variant.players and position.outcome.reason == "turn_cap":
        assert position.outcome.winners == ()


@pytest.mark.parametrize("game", GAMES)
def test_seats_and_options_out_of_range_are_refused(game: str) -> None:
    opened = next(v for v in VARIANTS if v.game == game).open()
    with pytest.raises(ValueError, match="players"):
        opened.new_position(opened.max_players + 1)
    with pytest.raises(ValueError, match="nonsense"):
        opened.new_position(nonsense=1)
    for name, spec in opened.folder.options.items():
        with pytest.raises(ValueError, match=name):
            opened.new_position(**{name: "impossible"})
        if spec.max is not None:
            with pytest.raises(ValueError, match=str(spec.max)):
                opened.new_position(**{name: spec.max + 1})
    with pytest.raises(ValueError, match="seed"):
        opened.new_position(seed=-1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["greedy", "random", "mcts:12"])
def test_bots_see_only_what_their_seat_may_see(game: str, bot: str) -> None:
    """Reordering what a seat has not seen does not change what its bot does."""
    variant = next(v for v in VARIANTS if v.game == game)
    opened = variant.open()
    for seed in range(6):
        position = variant.position(seed)
        rng = random.Random(seed)
        for _ in range(6):
            if position.outcome is not None:
                break
            other = position.copy()
            seat = position.actor - 1
            opened.kernels.call["redeal"](other.state, other.option_record, other.table_record, seat, 1)
            for lane in range(4):
                for k in range(2):
                    other.state.stream[k, lane] = rng.randrange(1, 2**32)
            assert other.copy().choose(bot) == position.copy().choose(bot)
            position.play(rng.choice(position.legal_moves()))


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.open().rules.has("write_position")], ids=str)
def test_a_position_as_text_reads_back(variant: Variant) -> None:
    """The text gives the same text and the same legal moves, and a sound position; also with unseen items."""
    game = variant.open()
    rng = random.Random(str(variant))
    position = variant.position(11)
    for _ in range(POSITIONS // 4):
        text = position.to_text()
        again = game.position_from_text(text)
        assert again.check() == []
        assert again.to_text() == text
        assert again.outcome == position.outcome
        if not again.chance:
            assert sorted(again.legal_moves()) == sorted(position.legal_moves()), text
        if position.outcome is not None:
            break
        position.play(rng.choice(position.legal_moves()))
    for wrong in (
        "",
        "no game at all",
        text.partition("\n")[0] + "\nnonsense here\n",
        text + "\nseat 99: x\n",
    ):
        with pytest.raises(ValueError, match=r"\w{3}"):
            game.position_from_text(wrong)
