"""gridlokt's notation: one text an action and back, reasons in words, logs with cards that nobody saw."""

import random
import re

import pytest

import toolkit
from toolkit.games.gridlokt.fields import PATHS

GAME = toolkit.open_game("gridlokt")

GRID = """
grid:  h    i    j    k    l    m
   14  .    .    .    .    .    .
   13  .    .   BSu  RCr   .    .
   12  .   [R]  RCl  RSu  YCr  GTl
   11 [Y]  YTr  GSr   C   BTr  GSu
   10  .    .    .   YCl  [B]   .
pawns: R i12, B j13, Y m11, G k12
"""


def scene(*lines: str, seed: int | None = None, **options: str) -> toolkit.Position:
    name = GAME.name(4, options)
    return GAME.position_from_text("\n".join([name, *GRID.strip().splitlines(), *lines]), seed)


def refused(position: toolkit.Position, text: str) -> str:
    before = position.state.raw()
    with pytest.raises(toolkit.IllegalMove) as caught:
        position.play(text)
    assert position.state.raw() == before
    return str(caught.value)


# -- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "hand", "written", "canonical"),
    [
        ("paths", "BT |", "BTu@l13", "BT@l13u"),
        ("paths", "BT |", "bt @ L13u", "BT@l13u"),
        ("paths", "BS |", "BS@l13l", "BS@l13r"),
        ("paths", "|", "DONE", "done"),
        ("utilities", "| wall", "Wall  L11", "wall l11"),
        ("utilities", "| pit", "pit@l11", "pit l11"),
        ("utilities", "| boots", "boots i12 > i11 > j11", "boots i12>i11>j11"),
        ("utilities", "| straight corner", "tunnel y>l10 c", "tunnel Y>l10 C"),
        ("utilities", "| warp", "warp l13 go", "warp l13 go"),
        ("utilities", "| bomb", "bomb l11", "bomb l11"),
        ("utilities", "| bomb", "bomb j13", "bomb j13 B>home"),
        ("utilities", "| bomb", "bomb j13 b>b", "bomb j13 B>home"),
        ("utilities", "| trap", "trap 3", "trap Y"),
        ("utilities", "| switch", "switch b", "switch B"),
        ("utilities", "| move", "move b@m13", "move B@m13"),
        ("movement", "|", "i11", "go i11"),
        ("movement", "|", "go I11", "go i11"),
        ("movement", "|", "stay", "stay"),
    ],
)
def test_actions_may_be_written_in_more_than_one_way(
    phase: str, hand: str, written: str, canonical: str
) -> None:
    position = scene(f"phase: {phase} of R", f"hand R: {hand}")
    assert position.play(written) == canonical


def test_a_bare_cell_is_the_place_of_a_room_or_of_the_drawn_card() -> None:
    position = GAME.position_from_text(
        "gridlokt(players=4)\ncells: k11 C, k12 RSu\nphase: rooms of R\nasked: 1"
    )
    assert position.play("k13") == "room R@k13"
    position = GAME.position_from_text(
        "gridlokt(players=4)\ncells: k11 C, k12 RSu\nphase: community of R\nhand R: RS |\ndrawn: GT"
    )
    assert position.play("k13d") == "GT@k13d"


def test_every_listed_action_has_one_text_that_is_read_back() -> None:
    """Through whole games: the numbers of actions, their texts, and the numbers again."""
    rng = random.Random(7)
    seen: set[str] = set()
    for seed in range(3):
        position = GAME.new_position(seed=seed)
        read, write = (GAME.rules.hook(name) for name in ("read_action", "action_text"))
        for _ in range(350):
            if position.outcome is not None:
                break
            s, o, t = position.state, position.option_record, position.table_record
            count = GAME.kernels.call["moves"](s, o, t, GAME.kernels.buf)
            numbers = [GAME.kernels.buf[i] for i in range(count)]
            texts = [write(s, o, t, number) for number in numbers]
            assert len(set(texts)) == len(texts)
            for number, text in zip(numbers, texts, strict=True):
                assert read(s, o, t, text) == number, text
                seen.add(text.split()[0] if "@" not in text else "@")
            # one kind of action, then one of it: placements would drown the rest
            kinds: dict[str, list[str]] = {}
            for text in texts:
                kinds.setdefault(text.split()[0].split("@")[0], []).append(text)
            position.play(rng.choice(kinds[rng.choice(sorted(kinds))]))
    assert seen >= {
        *("@", "choose", "draw", "done", "discard", "wall", "pit", "hook", "bridge", "warp", "bomb", "trap"),
        *("drill", "tunnel", "cancel", "go", "to", "stay", "pass", "switch", "boots"),
    }


def test_nonsense_is_answered_with_what_would_be_right() -> None:
    position = scene("phase: paths of R")
    assert "is no move; write RT@k12d to place a Path, draw, or done" in refused(position, "flee")
    assert "there is no cell z9; the table has a1 to u21" in refused(position, "RT@z9")
    assert "says twice how the card lies; write RT@k14d" in refused(position, "RTu@k14d")
    position = scene("phase: utilities of R", "hand R: | bomb")
    assert "B stands on j13, not Y" in refused(position, "bomb j13 Y>home")
    assert "no pawn stands on l11; write bomb l11" in refused(position, "bomb l11 >home")
    position = scene("phase: movement of R")
    assert "no aid is declared, so there is no aid 1" in refused(position, "go i11 with 1")


# -- reasons --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "more", "text", "said"),
    [
        # placing
        ("paths", "hand R: RT |", "GS@k14", "R holds no GS"),
        ("paths", "hand R: RT |", "RT@k13", "k13 is not empty"),
        ("paths", "hand R: RT |", "RT@a1", "on a1 it would not connect to anything"),
        ("paths", "hand R: RS |", "RS@j14r", "on j14 its closed side would shut the lane of j13, below"),
        ("paths", "hand R: RC |", "RC@k14d", "on k14 its lane would run into the closed side of k13, below"),
        ("paths", "hand R: RT |", "wall k11", "Utilities are played in the Utility phase"),
        ("paths", "hand R: RT |", "go i11", "pawns move when the Utility phase was ended; write done"),
        ("paths", "hand R: RT |", "discard RT", "only as a phase is being ended with more than its"),
        ("paths", "draws: 0", "draw", "R has drawn 2 cards in this phase, which is the most"),
        ("paths", "discarded: |", "R+RT", "nobody draws now, not R"),
        # obstacles and tools
        ("utilities", "hand R: | wall", "wall k12", "the pawn of G stands on k12"),
        ("utilities", "hand R: | wall", "wall l10", "a Wall goes on a Path or the Centre"),
        ("utilities", "hand R: | wall", "pit l11", "R holds no pit"),
        ("utilities", "hand R: | hammer", "hammer l11", "there is no Wall on l11"),
        ("utilities", "hand R: | wall", "RT@k14u", "the Path phase is over"),
        # aids
        ("utilities", "hand R: | hook", "hook i12>j12>j13", "there is no Wall on j12 to cross"),
        ("utilities", "hand R: | boots", "boots k11>l11>k11", "an aid lands on another card"),
        ("utilities", "hand R: | drill", "drill i11>j11", "i11 and j11 are connected without a Drill"),
        ("utilities", "hand R: | drill", "drill k11>k12", "no Room, no Warp, not the Centre"),
        ("utilities", "hand R: | boots", "cancel 1", "no declarations stand, so there is no declaration 1"),
        # the rest
        ("utilities", "hand R: | bomb", "bomb l10", "a Bomb needs a Path or the Centre"),
        ("utilities", "hand R: | bomb", "bomb j13 B>R", "the Home of B is free, so its pawn goes there"),
        ("utilities", "hand R: | trap", "trap R", "R cannot trap itself (G32)"),
        ("utilities", "hand R: | switch", "switch R", "R cannot exchange places with itself"),
        ("utilities", "hand R: | move", "move F@n12", "Room F has not been placed"),
        ("utilities", "hand R: | move", "move B@h12", "a Room on h12 would touch the Room on i12"),
        ("utilities", "hand R: | warp", "warp a1", "no open Path faces a1: a Warp has to connect to one"),
        ("utilities", "hand R: | straight", "tunnel R>l13 C", "R holds 0 corner Tunnels, not 1"),
        ("utilities", "hand R: | corner", "tunnel R>l11 C", "these pieces make no Tunnel over empty cells"),
        # movement
        ("movement", "hand R: |", "go m12", "m12 cannot be reached"),
        ("movement", "hand R: |", "go k12", "the pawn of G stands on k12"),
        ("movement", "hand R: |", "go i12", "the pawn of R stands on i12 already; write stay"),
        ("movement", "hand R: |", "to B", "R has no token of Room B"),
        ("movement", "hand R: |", "link h11", "there is no Warp on h11"),
        ("movement", "hand R: | wall", "wall l11", "the Utility phase is over: R moves now"),
        ("traps", "hand R: | trap", "stay", "R is asked whether to play a Booby-Trap"),
        ("cleanup", "hand R: | wall wall wall wall pit", "done", "R holds more than 4 Utilities"),
        ("path discards", "hand R: RS RS RS RS RS |", "discard wall", "Paths are discarded now"),
    ],
)  # fmt: skip
def test_reasons_name_the_rule(phase: str, more: str, text: str, said: str) -> None:
    position = scene(f"phase: {phase} of R", more)
    assert said in refused(position, text)


def test_colours_at_the_centre_are_named() -> None:
    position = GAME.position_from_text(
        "gridlokt(players=4)\ncells: k11 C\nphase: personal of R\nhand R: RS RS |\nhand B: BS |"
    )
    assert "the side of the Centre that faces l11 is blue: only blue Paths go there" in refused(
        position, "RS@l11r"
    )
    assert "a personal Path of R fits somewhere" in refused(position, "stuck")
    assert position.play("RS@k12u") == "RS@k12u"


def test_a_reason_is_given_for_everything_that_is_not_listed() -> None:
    """Texts of other moments of the same game: refused with a sentence, and nothing changes."""
    rng = random.Random(11)
    position = GAME.new_position(seed=2)
    vocabulary: set[str] = set()
    for _ in range(260):
        if position.outcome is not None:
            break
        listed = position.legal_moves()
        vocabulary.update(listed)
        for text in rng.sample(sorted(vocabulary), min(12, len(vocabulary))):
            if not position.is_legal(text):
                said = refused(position, text)
                assert len(said) > 12 and not said.endswith("."), said
        position.play(rng.choice(listed))


# -- logs -----------------------------------------------------------------------------------------


def play_both(position: toolkit.Position, table: toolkit.Position, text: str, rng: random.Random) -> None:
    """Play a move and what follows on both; on the table nobody sees what only one seat sees."""
    before = len(position.moves)
    position.play(text)
    for move in position.moves[before:]:
        told = "choose ?" if move.startswith("choose") else table.unseen or move
        if rng.random() < 0.15 and told != "choose ?":
            assert told in table.legal_moves()
        assert table.play(told) == told


@pytest.mark.parametrize("seed", range(3))
def test_a_log_with_unseen_cards_follows_the_game(seed: int) -> None:
    """Choices and draws are hidden until a card is played; the table's facts are those of the game."""
    rng = random.Random(seed)
    position, table = GAME.new_position(seed=seed), GAME.new_table()
    assert table.table_moves() == ["choose ?", "choose all"]
    for _ in range(330):
        if position.outcome is not None:
            break
        text = rng.choice(position.legal_moves())
        play_both(position, table, text, rng)
        assert table.state_hash() == position.state_hash()
        assert table.check() == []
    assert position.state.phase > 3


def test_all_personal_paths_may_be_chosen_unseen_at_once() -> None:
    table, slow = GAME.new_table(), GAME.new_table()
    table.play("choose RT")
    slow.play("choose RT")
    table.play("choose all")
    for _ in range(23):
        slow.play("choose ?")
    assert (table.actor, [table.state.hand_size[0, p] for p in range(4)]) == (1, [6] * 4)
    assert dict(table.lines())["hand 1"] == "RT ? ? ? ? ? | none"
    assert table.to_text() == slow.to_text()


def test_a_hidden_card_is_a_question_mark_until_it_is_played() -> None:
    table = scene("phase: paths of R", "hand R: |")
    table.play("draw")
    assert table.unseen == "R+?"
    table.play("R+?")
    assert dict(table.lines())["hand 1"] == "? | none"
    assert {move[:2] for move in table.legal_moves() if "@" in move} >= {"RS", "BT", "GC"}
    table.play("GS@j14u")
    assert dict(table.lines())["hand 1"] == "none | none"
    assert "holds no BT" in refused(table, "BT@i13u")


def test_community_cards_are_seen_by_all() -> None:
    table = GAME.position_from_text(
        "gridlokt(players=4)\ncells: k11 C\nphase: personal of R\nhand R: ? ? |\nhand B: ? |"
    )
    table.play("RS@k12u")
    assert table.chance and table.unseen == ""
    assert "is no move; write R+BT for the card that was drawn" in refused(table, "draw it")
    table.play("R+GT")
    assert all(move.startswith("GT@") for move in table.legal_moves())


def test_a_tunnel_shows_all_of_its_cards() -> None:
    table = scene("phase: utilities of R", "hand R: | ? ? ? ?")
    (text,) = [move for move in table.legal_moves() if re.fullmatch(r"tunnel Y>l10 C", move)]
    assert "tunnel B>k13 CC" in table.legal_moves()
    table.play("tunnel B>k13 CC")
    assert dict(table.lines())["hand 1"] == "none | ? ?"
    assert "discarded: | corner corner" in table.to_text()
    table.play(text)
    assert dict(table.lines())["hand 1"] == "none | ?"


def test_an_aid_declared_anew_shows_a_second_copy() -> None:
    table = scene("phase: utilities of R", "walls: j12", "hand R: | ? ?")
    table.play("hook i12>j12>j13")
    table.play("cancel 1")
    again = next(move for move in table.legal_moves() if move.startswith("hook"))
    table.play(again)
    assert dict(table.lines())["hand 1"] == "none | hook hook*"
    assert not [move for move in table.legal_moves() if move.startswith(("wall", "bomb"))]


def test_the_card_of_a_declaration_is_discarded_by_its_number() -> None:
    """Somebody who holds two Hooks may discard the declared one or the other, and the log says which."""
    start = ("phase: utilities of R", "walls: j12", "hand R: | hook ? ? ? ?", "draws: 0")
    for text, left, aids in (("discard 1", "? ? ? ?", 0), ("discard hook", "hook ? ? ?", 1)):
        table = scene(*start)
        table.play("hook i12>j12>j13")
        table.play("done")
        assert {"discard 1", "discard hook", "discard wall"} <= set(table.legal_moves())
        assert table.play(text) == text
        assert dict(table.lines())["hand 1"] == f"none | {left}"
        assert table.state.aids == aids
    assert "so no card of a declaration 2 is held" in refused(table.copy(), "discard 2")


def test_being_stuck_says_what_an_unseen_hand_is_not() -> None:
    """Only l12 is left, into which a corner or a T fits: a hand of straight Paths is stuck, no other is."""
    cells = "cells: k11 C, k12 RCr, l11 BCl, k10 YCl, j11 GCr, j10 RCu"
    start = f"gridlokt(players=4,unplaceable=redraw)\n{cells}\nphase: personal of R\nhand R: "
    assert GAME.position_from_text(start + "RS RS |").legal_moves() == ["stuck"]
    known = GAME.position_from_text(start + "RS RC |")
    assert known.legal_moves() == ["RC@l12d"]
    assert "a personal Path of R fits somewhere, so one of them is placed (G8)" in refused(known, "stuck")
    table = GAME.position_from_text(start + "? ? |")
    assert {"stuck", "RC@l12d", "RT@l12d"} <= set(table.legal_moves())
    table.play("stuck")
    s, t = table.state, table.table_record
    assert [t.kind[s.hand[PATHS, 0, i]] for i in range(2)] == [0, 0]


def test_traps_out_of_turn_and_passing_for_all() -> None:
    table = scene("phase: movement of R", "hand Y: | ?")
    assert table.play("Y trap B") == "Y trap B"
    assert list(table.state.traps) == [0, 1, 0, 0]
    assert "Y holds no Booby-Trap" in refused(table, "Y trap G")
    table = scene("phase: traps of R", "hand Y: | ?", "hand R: | ?", "after: boundary")
    assert table.table_moves() == ["pass all"]
    table.play("pass all")
    assert table.actor == 2 and dict(table.lines())["turn"].endswith("Path phase")


@pytest.mark.parametrize("text", ["R retire", "2 retire", "resign", "B leaves"])
def test_nobody_leaves_a_game_of_four(text: str) -> None:
    """Neither the source nor a ruling says how three go on (G58), so the recorder says what to do instead."""
    for phase in ("paths of R", "choosing of B", "movement of G"):
        said = refused(scene(f"phase: {phase}"), text)
        assert "do not say how three go on (G58); end the log as abandoned" in said


# -- what people did all the same -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "more", "text", "after"),
    [
        ("paths", "hand R: RS |", "RS@j14r", "RSr"),
        ("utilities", "hand R: | move", "move B@a1", "[B]"),
        ("utilities", "hand R: | warp", "warp a1", "W1"),
        ("movement", "hand R: |", "go m12", "R m12"),
        ("movement", "hand R: |", "to B", "R l10"),
        ("utilities", "walls: l11", "hammer l11", ""),
    ],
)
def test_moves_that_break_the_rules_can_be_played_on_from(
    phase: str, more: str, text: str, after: str
) -> None:
    more = f"{more}\nhand R: | hammer" if text.startswith("hammer") else more
    position = scene(f"phase: {phase} of R", *more.splitlines())
    refused(position, text)
    position.play(text, force=True)
    assert after in position.to_text()
    assert position.check() == []
    assert position.legal_moves()


@pytest.mark.parametrize(
    ("phase", "text"),
    [("paths", "GS@k14u"), ("utilities", "bomb l11"), ("movement", "go j13"), ("paths", "wall l11")],
)
def test_what_cannot_be_done_on_a_table_is_refused_all_the_same(phase: str, text: str) -> None:
    position = scene(f"phase: {phase} of R", "hand R: RS | pit")
    with pytest.raises(toolkit.IllegalMove):
        position.play(text, force=True)
