"""The phases of a turn, draws and limits, discards, cleanup, Booby-Traps and the boundary between turns."""

from collections.abc import Callable
from typing import Any

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
      11: [G] GSr GSr  C  BSr BSr [B]
      10: .   .   .  YSu  .   .   .
      9:  .   .   .  YSu  .   .   .
      8:  .   .   .  [Y]  .   .   .
    pawns: R k14, B n11, Y k8, G h11
    tokens: R R, B B, Y Y, G G
"""
"""Four ways from the Centre, two Paths each, to the four Homes."""


def words(position: toolkit.Position) -> set[str]:
    """The first words of all legal moves; placements as `@`."""
    return {"@" if "@" in text.split()[0] else text.split()[0] for text in position.legal_moves()}


def to_next(position: toolkit.Position) -> None:
    """Nobody plays a Booby-Trap at this turn boundary."""
    while "pass" in position.legal_moves():
        position.play("pass")


def end_turn(position: toolkit.Position) -> None:
    """Everything of this turn is passed over."""
    for text in ("done", "done", "stay"):
        position.play(text)
    to_next(position)


# --- the Path phase ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path_draws", [0, 2, 6])
def test_path_draws(stage: Stage, line: Read, path_draws: int) -> None:
    """Option path_draws: 0, 2, 6 from the community deck, one after the other."""
    position = stage(MAZE, path_draws=path_draws)
    for _ in range(path_draws):
        position.play("draw")
        assert position.chance
        position.play("R+BC" if "R+BC" in position.legal_moves() else "R+YT")
    assert "draw" not in position.legal_moves()
    assert len(line(position, "hand R").rstrip("| ").split()) == path_draws


def test_both_card_phases_may_be_passed_over(stage: Stage, line: Read) -> None:
    """G21: drawing is not asked for, nor is playing."""
    position = stage(f"{MAZE}\nhand R: RS | wall")
    position.play("done")
    assert line(position, "phase") == "utilities of R"
    position.play("done")
    assert line(position, "phase") == "movement of R"
    assert line(position, "hand R") == "RS | wall"


def test_any_number_of_paths_is_played(stage: Stage, line: Read) -> None:
    position = stage(f"{MAZE}\nhand R: YS YS YS YS")
    for text in ("YS@k15u", "YS@k16u", "YS@k17u", "YS@l14r"):
        position.play(text)
    assert line(position, "hand R") == ""
    assert "draw" in position.legal_moves()


def test_drawing_and_playing_paths_in_any_order(stage: Stage) -> None:
    position = stage(f"{MAZE}\nhand R: YS")
    for text in ("YS@k15u", "draw", "R+GS", "GS@k16u", "draw", "R+BS", "BS@k17u"):
        position.play(text)
    assert words(position) == {"done"}


@pytest.mark.parametrize("path_hand", [0, 4, 8])
def test_path_hand(stage: Stage, line: Read, path_hand: int) -> None:
    """Option path_hand: 0, 4, 8 at the end of the phase; two more meanwhile, played or discarded before."""
    hand = " ".join(["YC"] * min(path_hand, 5) + ["GC"] * max(0, path_hand - 5))
    position = stage(f"{MAZE}\nhand R: {hand}", path_hand=path_hand)
    for card in ("BT", "RT"):
        position.play("draw")
        position.play(f"R+{card}")
    assert len(line(position, "hand R").rstrip("| ").split()) == path_hand + 2
    position.play("done")
    assert words(position) == {"discard"}
    position.play("discard BT")
    position.play("discard RT")
    assert line(position, "phase") == "utilities of R"
    assert sorted(line(position, "discarded").rstrip("| ").split()) == ["BT", "RT"]

    played = stage(f"{MAZE}\nhand R: {hand}", path_hand=path_hand)
    for text in ("draw", "R+YS", "draw", "R+GS", "YS@k15u", "GS@k16u", "done"):
        played.play(text)
    assert line(played, "phase") == "utilities of R"


def test_the_player_chooses_the_discards(stage: Stage) -> None:
    """G72: one action a kind, however many copies."""
    position = stage(f"phase: path discards of R\n{MAZE}\nhand R: YS YS BT RC RC U".replace("  C  ", " RTl "))
    assert set(position.legal_moves()) == {"discard YS", "discard BT", "discard RC", "discard U"}


def test_only_excess_cards_are_discarded(stage: Stage) -> None:
    """G20, G71: never below the limit, and only when the phase is being ended."""
    position = stage(f"{MAZE}\nhand R: YS YS BT RC YC GC | wall wall pit pit")
    assert "discard" not in words(position)
    position.play("done")
    assert words(position) == {"discard"}
    position.play("discard YS")
    position.play("discard YS")
    assert "discard" not in words(position)
    position.play("draw")
    position.play("R+hook")
    assert "discard" not in words(position)
    position.play("done")
    assert words(position) == {"discard"}


# --- the Utility phase ------------------------------------------------------------------------------


@pytest.mark.parametrize("utility_draws", [0, 2, 6])
def test_utility_draws(stage: Stage, line: Read, utility_draws: int) -> None:
    """Option utility_draws: 0, 2, 6 from the Utility pile."""
    position = stage(f"phase: utilities of R\n{MAZE}", utility_draws=utility_draws)
    for card in ("wall", "pit", "hook", "bridge", "boots", "bomb")[:utility_draws]:
        position.play("draw")
        assert position.chance
        position.play(f"R+{card}")
    assert "draw" not in position.legal_moves()
    assert len(line(position, "hand R").strip("| ").split()) == utility_draws


def test_drawing_and_playing_utilities_in_any_order(stage: Stage) -> None:
    position = stage(f"phase: utilities of R\n{MAZE}\nhand R: | wall")
    for text in ("wall k12", "draw", "R+pit", "pit l11", "draw", "R+wall", "wall j11"):
        position.play(text)
    assert words(position) == {"done"}


@pytest.mark.parametrize("utility_hand", [0, 4, 5])
def test_utility_hand(stage: Stage, line: Read, utility_hand: int) -> None:
    """Option utility_hand: 0, 4, 5 at the end of the phase; two more meanwhile."""
    hand = " ".join(["boots", "bomb", "trap", "drill", "switch"][:utility_hand])
    position = stage(f"phase: utilities of R\n{MAZE}\nhand R: | {hand}", utility_hand=utility_hand)
    for card in ("wall", "pit"):
        position.play("draw")
        position.play(f"R+{card}")
    position.play("done")
    assert words(position) - {"trap"} == {"discard"}  # a Trap can be played in the phase's discards too (G31)
    position.play("discard wall")
    position.play("discard pit")
    assert line(position, "phase") == "movement of R"
    assert line(position, "hand R").strip("| ") == hand


def test_utilities_chain(stage: Stage, can: Can) -> None:
    """One effect may make the next possible: a Wall, the Hook over it, and another Wall."""
    position = stage(f"phase: utilities of R\n{MAZE}\nhand R: | wall wall hook")
    assert can(position, "hook") == set()
    position.play("wall k12")
    assert can(position, "hook") == {"k13>k12>k11", "k11>k12>k13"}
    position.play("hook k13>k12>k11")
    position.play("wall j11")
    assert words(position) == {"draw", "done", "cancel"}


def test_limits_are_checked_at_the_end_of_their_phase(stage: Stage, line: Read) -> None:
    """Too many Utilities do not keep anybody from ending the Path phase."""
    position = stage(f"{MAZE}\nhand R: | wall wall pit pit", utility_draws=2)
    position.play("done")
    for card in ("hook", "hook"):
        position.play("draw")
        position.play(f"R+{card}")
    assert line(position, "phase") == "utilities of R"
    position.play("done")
    assert words(position) == {"discard"}
    position.play("discard hook")
    position.play("discard hook")
    assert line(position, "phase") == "movement of R"


def test_phases_are_not_reopened(stage: Stage) -> None:
    """In the Utility phase no Path is drawn or played, in Movement no card, and then the next seat plays."""
    position = stage(f"{MAZE}\nhand R: YS | wall hook hook\nwalls: k12")
    assert "YS@k15u" in position.legal_moves()
    position.play("done")
    assert words(position) == {"draw", "done", "wall", "hook"}
    with pytest.raises(toolkit.IllegalMove):
        position.play("YS@k15u")
    position.play("hook k13>k12>k11")
    position.play("done")
    assert words(position) <= {"go", "stay", "to", "link"}
    for text in ("draw", "done", "wall k13", "YS@k15u", "cancel 1", "hook k11>k12>k13"):
        with pytest.raises(toolkit.IllegalMove):
            position.play(text)
    position.play("go k13")
    to_next(position)
    assert position.actor == 2
    with pytest.raises(toolkit.IllegalMove):
        position.play("go k14")


def test_movement_is_one_action_and_cannot_be_followed_by_another(stage: Stage, line: Read) -> None:
    position = stage(f"phase: movement of R\n{MAZE}")
    position.play("go k13")
    assert (position.actor, line(position, "phase")) == (2, "paths of B")


def test_a_movement_ends_the_turn(stage: Stage, line: Read) -> None:
    position = stage(f"phase: movement of R\n{MAZE}")
    position.play("go k11")
    assert (position.actor, line(position, "phase"), position.turn) == (2, "paths of B", 1)


def test_staying_ends_the_turn(stage: Stage, line: Read) -> None:
    position = stage(f"phase: movement of R\n{MAZE}")
    position.play("stay")
    assert (position.actor, line(position, "phase")) == (2, "paths of B")
    assert line(position, "pawns").startswith("R k14")


# --- cleanup ----------------------------------------------------------------------------------------


def test_cleanup_after_a_utility_that_ends_the_turn(stage: Stage, line: Read) -> None:
    """All of the Utility first, then as many discards as are needed, of the player's choice; nothing else."""
    position = stage(f"phase: utilities of R\ndraws: 1\n{MAZE}\nhand R: YS | switch wall wall pit hook boots")
    position.play("switch B")
    assert line(position, "pawns").startswith("R n11, B k14")
    assert line(position, "tokens").startswith("R RB, B RB")
    assert line(position, "phase") == "cleanup of R"
    assert set(position.legal_moves()) == {"discard wall", "discard pit", "discard hook", "discard boots"}
    position.play("discard wall")
    to_next(position)
    assert (position.actor, line(position, "phase")) == (2, "paths of B")
    assert line(position, "hand R") == "YS | wall pit hook boots"


def test_no_cleanup_within_the_limit(stage: Stage) -> None:
    position = stage(f"phase: utilities of R\n{MAZE}\nhand R: | switch wall wall pit hook")
    position.play("switch B")
    to_next(position)
    assert position.actor == 2


def test_six_less_one_tunnel_leave_one_to_discard(stage: Stage, line: Read) -> None:
    position = stage(
        """
        phase: utilities of R
        grid: k l
          12: [R] .
          11: C BSr
        pawns: R k12
        tokens: R R
        hand R: | corner wall wall pit hook boots
        """
    )
    position.play("tunnel R>l11 C")
    assert line(position, "phase") == "cleanup of R"
    assert len(line(position, "hand R").strip("| ").split()) == 5
    position.play("discard boots")
    to_next(position)
    assert position.actor == 2


def test_a_trap_may_be_played_in_cleanup(stage: Stage, line: Read) -> None:
    """It is the one card that can be; it takes effect when the next turn would begin."""
    position = stage(f"phase: utilities of R\n{MAZE}\nhand R: | switch trap wall wall pit hook")
    position.play("switch B")
    assert words(position) == {"discard", "trap"}
    position.play("trap B")
    assert (position.actor, line(position, "phase")) == (3, "paths of Y")
    assert line(position, "traps") == ""


def test_moving_an_opponent_goes_on(stage: Stage, line: Read) -> None:
    """The phase goes on with its draws, whatever the hand holds."""
    position = stage(
        """
        phase: utilities of R
        draws: 1
        grid: k l
          13: . [R]
          12: [B] .
          11: C BSr
        pawns: R l13, B k12
        tokens: R R, B B
        hand R: | corner wall wall pit hook boots
        """
    )
    position.play("tunnel B>l11 C")
    assert line(position, "phase") == "utilities of R"
    assert {"draw", "done", "wall"} <= words(position)


# --- Booby-Trap -------------------------------------------------------------------------------------


def test_a_trap_takes_one_turn(stage: Stage, line: Read) -> None:
    """The named player has no Path, Utility or Movement phase; the one after it has the turn."""
    position = stage(f"{MAZE}\nhand R: | trap")
    assert {text for text in position.legal_moves() if "trap" in text} == {"trap B", "trap Y", "trap G"}
    position.play("trap B")
    assert line(position, "traps") == "B"
    end_turn(position)
    assert (position.actor, line(position, "phase"), line(position, "traps")) == (3, "paths of Y", "")
    assert position.turn == 2  # G54: the lost turn is a turn, with nothing in it


def test_a_trap_may_be_played_in_anybodys_turn(stage: Stage, line: Read) -> None:
    """G31: in the own card phases, out of turn at any instant; holders are asked at each boundary."""
    position = stage(f"{MAZE}\nhand R: | trap")
    position.play("done")
    assert "trap G" in position.legal_moves()

    others = stage(f"{MAZE}\nhand Y: | trap")
    others.play("Y trap B")  # in red's Path phase
    assert line(others, "traps") == "B"

    boundary = stage(f"{MAZE}\nhand Y: | trap wall")
    for text in ("done", "done", "stay"):
        boundary.play(text)
    while boundary.actor != 3:
        assert boundary.legal_moves() == ["pass"]
        boundary.play("pass")
    assert {"pass", "trap R", "trap B", "trap G"} <= set(boundary.legal_moves())
    boundary.play("trap B")
    to_next(boundary)
    assert (boundary.actor, line(boundary, "phase")) == (3, "paths of Y")


def test_holders_are_asked_clockwise_from_the_seat_that_ends(stage: Stage) -> None:
    """G31: first the seat whose turn ends. All who hold Utilities are asked: so asking tells nothing."""
    position = stage(f"phase: movement of Y\n{MAZE}\nhand Y: | trap wall\nhand B: | pit\nhand G: RS |")
    position.play("stay")
    asked = []
    while "pass" in position.legal_moves():
        asked.append((position.actor, len(position.legal_moves())))
        position.play("pass")
    assert asked == [(3, 4), (2, 1)]  # yellow may trap three others, blue can only pass
    assert position.actor == 4


def test_nobody_is_asked_when_every_trap_is_discarded(stage: Stage) -> None:
    """All see the discards, so there is nothing to hide."""
    position = stage(f"phase: movement of Y\n{MAZE}\nhand Y: | wall\nhand B: | pit\ndiscarded: | trap")
    position.play("stay")
    assert position.actor == 4
    assert "pass" not in position.legal_moves()


def test_nobody_traps_the_own_turn(stage: Stage) -> None:
    """G32."""
    position = stage(f"{MAZE}\nhand R: | trap")
    with pytest.raises(toolkit.IllegalMove):
        position.play("trap R")


def test_a_begun_turn_cannot_be_trapped(stage: Stage, line: Read) -> None:
    """A Trap for the seat that has the turn takes its next one, though it has drawn nothing yet."""
    position = stage(f"{MAZE}\nhand Y: | trap")
    position.play("Y trap R")
    assert (position.actor, line(position, "phase"), line(position, "traps")) == (1, "paths of R", "R")
    for _ in range(4):
        end_turn(position)
    assert (position.actor, line(position, "traps")) == (2, "")


def test_traps_queue(stage: Stage, line: Read) -> None:
    """G33: more Traps wait for the next turns of the same seat, one a turn; the others play in between."""
    position = stage(f"{MAZE}\ntraps: B B\nhand R: | trap")
    position.play("trap B")
    assert line(position, "traps") == "B B B"
    for left in ("B B", "B", ""):
        assert position.actor == 1
        end_turn(position)
        assert line(position, "traps") == left
        end_turn(position)
        end_turn(position)
    end_turn(position)
    assert position.actor == 2


def test_a_trapped_player_still_places_the_final_room(stage: Stage, line: Read) -> None:
    """Red's fourth token makes blue place it, whose next turn is lost all the same."""
    text = (
        MAZE.replace("GSr GSr", "GSr GTu")
        .replace("R R,", "R RBY,")
        .replace("R k14", "R i11")
        .replace("G h11", "G k12")
    )
    position = stage(f"phase: movement of R\n{text}\ntraps: B")
    position.play("go h11")
    assert (position.actor, line(position, "phase")) == (2, "final room of R")
    position.play("room F@j12")
    to_next(position)
    assert (position.actor, line(position, "traps")) == (3, "")


def test_resuming_an_interrupted_turn_takes_up_no_trap(stage: Stage, line: Read) -> None:
    """Red's Bomb gives blue the fourth token, yellow places the Final Room, red goes on, its Trap waits."""
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k   l   m   n
          14: .   .   .  [R]  .   .   .
          13: .   .   .  RSu  .   .   .
          12: .   .   .  RSu  .   .   .
          11: [G] GSr GTu  C  BSr BSr [B]
          10: .   .   .  YSu  .   .   .
          9:  .   .   .  YSu  .   .   .
          8:  .   .   .  [Y]  .   .   .
        pawns: R k14, B k13, Y n11, G k9
        tokens: R R, B RBY, Y Y, G G
        traps: R
        hand R: | bomb
        """
    )
    position.play("bomb k13 B>G")
    assert (position.actor, line(position, "phase")) == (3, "final room of R")
    position.play("room F@j12")
    assert (position.actor, line(position, "phase"), line(position, "traps")) == (1, "utilities of R", "R")


# --- what is seen, and versions ---------------------------------------------------------------------


def test_what_everybody_sees(stage: Stage) -> None:
    """G19: tokens, declared aids, waiting Traps, discards and counts are public; hands and piles are not."""
    position = stage(
        f"phase: utilities of R\n{MAZE}\nwalls: k12\ntraps: B B\nhand R: | hook pit\nhand B: GT | trap\n"
        "aids: hook k13>k12>k11\ndiscarded: RC | bridge"
    )
    shown = position.lines(0)
    said = "; ".join(f"{label}: {value}" for label, value in shown)
    everything = "; ".join(f"{label}: {value}" for label, value in position.lines())
    for public in ("hook", "RC", "bridge"):
        assert public in said
    for private in ("pit", "GT", "trap"):
        assert private in everything
    own = "; ".join(f"{label}: {value}" for label, value in position.lines(1))
    assert "pit" in own and "GT" not in own


def test_the_rule_version(game: toolkit.Game) -> None:
    """G61: the version stands with every game; a saved position of another one is refused."""
    assert game.version == "play-13.1"  # the source's version, and our changes since in how it is played
    saved = game.new_position(4, 1).save()
    with pytest.raises(ValueError, match="play-12"):
        game.load_position(saved.replace(game.version, "play-12"))


def test_the_turn_cap(game: toolkit.Game, stage: Stage) -> None:
    """G53: where nobody ever wins, the cap on turns ends the game."""
    position = stage(f"turn: 799\nphase: movement of R\n{MAZE}")
    position.play("stay")
    assert position.outcome is None
    end_turn(position)
    assert position.outcome == toolkit.Outcome((), "turn_cap", "")


def test_a_whole_game_is_built_walked_and_won(game: toolkit.Game, seen: Any) -> None:
    """Bots that look one action ahead build, move, collect and win."""
    phases = set()
    position = game.new_position(4, 2)
    look = seen(position)
    while position.outcome is None:
        phases.add(look.phase)
        position.play(position.choose("greedy"))
    assert {
        "choosing",
        "personal",
        "community",
        "rooming",
        "pathing",
        "using",
        "moving",
        "final_room",
    } <= phases
    assert position.outcome.reason == "win"
    assert position.outcome.detail == "final_room"
    (winner,) = position.outcome.winners
    assert look.board()["tokens"][winner] == {1, 2, 3, 4}
