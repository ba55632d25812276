"""The fourth token, who places the Final Room and where, and winning."""

from collections.abc import Callable

import pytest

import toolkit

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]

MAZE = """
    grid: h   i   j   k   l   m   n
      14: .   .   .  [R]  .   .   .
      13: .   .   .  RSu  .   .   .
      12: .   .   .  RSu  .   .   .
      11: [G] GSr GTu  C  BSr BSr [B]
      10: .   .   .  YSu  .   .   .
      9:  .   .   .  YSu  .   .   .
      8:  .   .   .  [Y]  .   .   .
"""
"""Four Homes; the only opening without anything behind it is that of j11, at j12."""


def to_next(position: toolkit.Position) -> None:
    """Nobody plays a Booby-Trap at this turn boundary."""
    while "pass" in position.legal_moves():
        position.play("pass")


def test_the_fourth_token_ends_the_movement(stage: Stage, can: Can, line: Read) -> None:
    """G30: the seat to the left places the Final Room; then the next one has its turn."""
    position = stage(f"phase: movement of R\n{MAZE}\npawns: R i11, B n11, Y k8\ntokens: R RBY")
    position.play("go h11")
    assert line(position, "tokens").startswith("R RBYG")
    assert (position.actor, line(position, "phase")) == (2, "final room of R")
    assert set(position.legal_moves()) == {"room F@j12"}
    position.play("room F@j12")
    to_next(position)
    assert (position.actor, line(position, "phase")) == (2, "paths of B")


def test_only_the_first_fourth_token_counts(stage: Stage, line: Read) -> None:
    """G29: there is one Final Room; later collectors call none."""
    position = stage(
        f"phase: movement of R\n{MAZE}\ncells: j12 [F]\npawns: R i11, B n11, Y k8\ntokens: R RBY, B RBYG"
    )
    position.play("go h11")
    to_next(position)
    assert (position.actor, line(position, "phase")) == (2, "paths of B")


def test_where_the_final_room_goes(stage: Stage, can: Can) -> None:
    """As a Room: an opening, no Room and no Warp beside it."""
    text = MAZE.replace("9:  .   .   .  YSu", "9:  .   .   .  YTr").replace("BSr BSr", "BTu BSr")
    position = stage(
        f"phase: final room of R\nactor: B\nplacer: B\n{text}\ncells: m12 W1\npawns: R h11\ntokens: R RBYG"
    )
    # openings at j12 (j11), l12 (l11) and l9 (k9); l12 is beside the Warp
    assert can(position, "room") == {"F@j12", "F@l9"}


def test_entering_the_final_room_wins_at_once(stage: Stage) -> None:
    position = stage(f"phase: movement of R\n{MAZE}\ncells: j12 [F]\npawns: R i11\ntokens: R RBYG")
    position.play("go j12")
    assert position.outcome == toolkit.Outcome((1,), "win", "final_room")
    assert position.legal_moves() == []


@pytest.mark.parametrize("tokens", ["R", "RB", "RBY", "RGY"])
def test_the_final_room_is_won_with_four_tokens_only(stage: Stage, can: Can, tokens: str) -> None:
    """G28: it is shut to everybody else, and nobody passes through it."""
    position = stage(f"phase: movement of R\n{MAZE}\ncells: j12 [F]\npawns: R j11\ntokens: R {tokens}")
    assert "j12" not in can(position, "go")
    assert "j12" in can(
        stage(f"phase: movement of R\n{MAZE}\ncells: j12 [F]\npawns: R j11\ntokens: R RBYG"), "go"
    )


def test_the_final_room_moves(stage: Stage, can: Can, line: Read) -> None:
    """Move-a-Room takes it like another, and it is the Final Room there."""
    position = stage(
        f"phase: utilities of R\n{MAZE.replace('BSr BSr', 'BTu BSr')}\ncells: j12 [F]\npawns: R k12\n"
        "tokens: R RBYG\nhand R: | move"
    )
    assert "F@l12" in can(position, "move")
    position.play("move F@l12")
    position.play("done")
    assert "j12" not in can(position, "go")
    position.play("go l12")
    assert position.outcome == toolkit.Outcome((1,), "win", "final_room")


def test_the_final_room_is_never_held(game: toolkit.Game) -> None:
    """G47: whoever enters has won, so nobody stands in it while a game goes on; checked along games."""
    for seed in range(3):
        position = game.new_position(4, seed)
        for _ in range(700):
            if position.outcome is not None:
                break
            position.play(position.choose("random"))
            final = position.state.room[4]
            assert not final or position.outcome or position.state.on[final] == 0


def test_anothers_fourth_token_interrupts_and_returns(stage: Stage, line: Read) -> None:
    """The seat to the left of the collector places; then the actor's Utility phase goes on, draws and all."""
    position = stage(
        f"phase: utilities of R\ndraws: 1\n{MAZE}\npawns: R k14, B k13, Y n11\ntokens: B RBY\n"
        "hand R: | bomb wall"
    )
    position.play("bomb k13 B>G")
    assert (position.actor, line(position, "phase")) == (3, "final room of R")
    position.play("room F@j12")
    assert (position.actor, line(position, "phase"), line(position, "draws")) == (1, "utilities of R", "1")


def test_switch_with_two_fourth_tokens(stage: Stage, can: Can, line: Read) -> None:
    """G55: the actor's left neighbour places one Final Room; both are eligible."""
    position = stage(
        f"phase: utilities of R\n{MAZE}\npawns: R k14, Y n11\ntokens: R RYG, Y BYG\nhand R: | switch"
    )
    position.play("switch Y")
    assert line(position, "tokens") == "R RBYG, B B, Y RBYG, G G"
    assert (position.actor, line(position, "phase")) == (2, "final room of R")
    position.play("room F@j12")
    to_next(position)
    assert (position.actor, line(position, "phase")) == (2, "paths of B")


def test_switch_with_one_fourth_token(stage: Stage, line: Read) -> None:
    """Only yellow collects its fourth: green, to yellow's left, places."""
    position = stage(
        f"phase: utilities of R\n{MAZE}\npawns: R k14, Y n11\ntokens: R R, Y BYG\nhand R: | switch"
    )
    position.play("switch Y")
    assert (position.actor, line(position, "phase")) == (4, "final room of R")


def test_the_final_room_comes_before_the_cleanup(stage: Stage, line: Read) -> None:
    """G56: the actor cleans up after it."""
    position = stage(
        f"phase: utilities of R\n{MAZE}\npawns: R k14, B n11\ntokens: R RYG\n"
        "hand R: | switch wall wall pit pit hook"
    )
    position.play("switch B")
    assert (position.actor, line(position, "phase")) == (2, "final room of R")
    position.play("room F@j12")
    assert (position.actor, line(position, "phase")) == (1, "cleanup of R")


def test_a_win_leaves_no_cleanup(stage: Stage) -> None:
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k
          11: [F] .   .  RSr
        pawns: R k11
        tokens: R RBYG
        hand R: | straight straight wall wall pit pit
        """
    )
    position.play("tunnel R>h11 SS")
    assert position.outcome == toolkit.Outcome((1,), "win", "final_room")
