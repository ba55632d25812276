"""Walls and Pits, Hook, Bridge, Boots and Drill, Hammer and Shovel, Bomb, Switch, Move-a-Room."""

from collections.abc import Callable

import pytest

import toolkit

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]

ROW = """
    grid: h   i   j   k   l   m   n
      11: [R] RSr RSr  C  BSr BSr [B]
"""
"""From red's Home over the Centre to blue's."""


# --- Walls and Pits ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["wall", "pit"])
def test_obstacles_lie_anywhere_on_empty_paths(
    stage: Stage, can: Can, line: Read, lies: Read, kind: str
) -> None:
    """G40: on Paths, Centre and universal Path; not under a pawn, on Rooms, Warps or nothing."""
    position = stage(
        f"""
        phase: utilities of R
        grid: h   i   j   k   l   m   n   o
          11: [R] RSr RSr  C  BSr BSr [B]  .
          10: .   .   .   .   .   .   .   .
          9:  .   .   .  YSr W1   .   .  GCu
        pawns: R i11, B l11
        tokens: R R, B B
        hand R: | {kind}
        """
    )
    assert can(position, kind) == {"j11", "k11", "m11", "k9", "o9"}
    position.play(f"{kind} o9")
    assert line(position, f"{kind}s") == "o9"
    assert lies(position, "o9") == "GCu"
    universal = stage(f"phase: utilities of R\ngrid: k\n11: U\nhand R: | {kind}")
    assert can(universal, kind) == {"k11"}


def test_one_obstacle_a_cell(stage: Stage, can: Can) -> None:
    """Neither the same nor the other kind on top; the Centre and the universal Path are no exception."""
    text = f"phase: utilities of R\n{ROW}\nwalls: i11 k11\npits: l11\nhand R: | wall pit"
    for centre in ("C", "U"):
        position = stage(text.replace(" C ", f" {centre} "))
        assert can(position, "wall") == can(position, "pit") == {"j11", "m11"}


def test_each_remedy_is_for_its_obstacle(stage: Stage, can: Can) -> None:
    position = stage(f"phase: utilities of R\n{ROW}\nwalls: j11\npits: m11\nhand R: | hook bridge")
    assert can(position, "hook") == {"i11>j11>k11", "k11>j11>i11"}
    assert can(position, "bridge") == {"l11>m11>n11", "n11>m11>l11"}


def test_obstacles_stay_when_they_are_crossed(stage: Stage, line: Read) -> None:
    position = stage(
        f"phase: movement of R\n{ROW}\npawns: R h11\ntokens: R R\nwalls: i11\nhand R: | hook\n"
        "aids: hook h11>i11>j11"
    )
    position.play("go j11 with 1")
    assert line(position, "walls") == "i11"


# --- Hook, Bridge, Boots ----------------------------------------------------------------------------

AIDS = [("hook", "walls: j11"), ("bridge", "pits: j11"), ("boots", "")]
each_aid = pytest.mark.parametrize(("kind", "obstacle"), AIDS)


@each_aid
def test_a_used_aid_is_discarded_and_the_way_goes_on(
    stage: Stage, can: Can, line: Read, kind: str, obstacle: str
) -> None:
    """Over j11 to the Centre, and on from there; the card is discarded once."""
    position = stage(
        f"phase: movement of R\n{ROW}\n{obstacle}\npawns: R h11, B j11\ntokens: R RB, B B\n"
        f"hand R: | {kind}\naids: {kind} i11>j11>k11".replace(
            ", B j11" if obstacle else "nothing", "" if obstacle else "nothing"
        )
    )
    assert can(position, "go") == {"i11", *(f"{cell} with 1" for cell in ("k11", "l11", "m11", "n11"))}
    position.play("go m11 with 1")
    assert line(position, "pawns").startswith("R m11")
    assert line(position, "hand R") == ""
    assert line(position, "discarded").strip("| ") == kind


@each_aid
def test_an_aid_needs_its_declaration(stage: Stage, can: Can, kind: str, obstacle: str) -> None:
    """A card in the hand carries nobody; declared for another route neither."""
    text = f"phase: movement of R\n{ROW}\nwalls: j11\npawns: R h11\ntokens: R R\nhand R: | {kind}"
    assert can(stage(text), "go") == {"i11"}
    other = stage(f"{text}\naids: {kind} k11>j11>i11")
    assert can(other, "go") == {"i11"}


def test_an_aid_follows_the_printed_ways(stage: Stage, can: Can) -> None:
    """G37: from the corner k11, open above and to the left, routes lead over no other side."""
    text = """
        phase: utilities of R
        grid: j   k   l
          12: BTd BTd BTd
          11: RTu RCl RTu
          10: RTu RSr RTu
        hand R: | {}
        {}: k11
    """
    for kind, obstacle in (("hook", "walls"), ("bridge", "pits")):
        position = stage(text.format(kind, obstacle))
        assert can(position, kind) == {"j11>k11>k12", "k12>k11>j11"}
    boots = stage(text.format("boots", "walls"))
    over = {route for route in can(boots, "boots") if route.split(">")[1] == "k11"}
    assert over == {"j11>k11>k12", "k12>k11>j11"}


def test_an_aid_may_turn(stage: Stage, can: Can) -> None:
    """Over a T every pair of its three sides is a route, straight on or round the corner."""
    position = stage(
        """
        phase: utilities of R
        grid: j   k   l
          12: .  RSu  .
          11: RSr RTu RSr
        hand R: | boots hook
        walls: k11
        """
    )
    ways = {"j11>k11>k12", "j11>k11>l11", "k12>k11>j11", "k12>k11>l11", "l11>k11>j11", "l11>k11>k12"}
    assert can(position, "hook") == can(position, "boots") == ways
    moving = stage(
        """
        phase: movement of R
        grid: j   k   l
          12: .  RSu  .
          11: RSr RTu RSr
        pawns: R j11
        tokens: R R
        hand R: | hook
        aids: hook j11>k11>k12
        walls: k11
        """
    )
    assert can(moving, "go") == {"k12 with 1"}


@each_aid
def test_landing_is_an_ordinary_step(stage: Stage, can: Can, line: Read, kind: str, obstacle: str) -> None:
    """G41: no landing on a pawn or an obstacle; an unowned colour or a new Room stops."""
    text = """
        phase: movement of R
        grid: i   j   k   l
          11: RSr RSr {} RSr
        {}
        pawns: R i11{}
        tokens: R R, B B
        hand R: | {}
        aids: {} i11>j11>k11
        {}
    """

    def ways(landing: str, pawn: str = "", more: str = "") -> set[str]:
        lines = obstacle if not more else f"walls: k11{' j11' if kind == 'hook' else ''}"
        extra = obstacle if more and kind == "bridge" else ""
        position = stage(text.format(landing, lines, pawn, kind, kind, extra))
        return {way for way in can(position, "go") if not way.startswith("j11") and "with" in way}

    assert ways("RSr") >= {"k11 with 1", "l11 with 1"} or kind == "boots"
    assert ways("BSr") == {"k11 with 1"} or kind == "boots"
    assert ways("RSr", ", B k11") == set()
    assert ways("RSr", more="wall") == set()
    if obstacle:
        position = stage(text.format("[B]", obstacle, "", kind, kind, ""))
        assert can(position, "go") == {"k11 with 1"}
        position.play("go k11 with 1")
        assert line(position, "tokens").startswith("R RB")


def test_an_aid_passes_over_an_unowned_colour(stage: Stage, can: Can) -> None:
    """The own Wall on a blue Path is a way over it."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l
          11: RSr BSr RSr RSr
        pawns: R i11
        tokens: R R
        hand R: | wall hook
        """
    )
    position.play("wall j11")
    position.play("hook i11>j11>k11")
    position.play("done")
    assert can(position, "go") == {"k11 with 1", "l11 with 1"}


def test_boots_cross_pawns_obstacles_and_paths(stage: Stage, can: Can) -> None:
    text = """
        phase: movement of R
        grid: i   j   k
          11: RSr BSr RSr
        {}
        tokens: R R, B B
        hand R: | boots
        aids: boots i11>j11>k11
    """
    assert can(stage(text.format("pawns: R i11, B j11")), "go") == {"k11 with 1"}
    assert can(stage(text.format("pawns: R i11\nwalls: j11")), "go") == {"k11 with 1"}
    assert can(stage(text.format("pawns: R i11\npits: j11")), "go") == {"k11 with 1"}
    assert can(stage(text.format("pawns: R i11")), "go") == {"j11", "k11 with 1"}


def test_boots_do_not_cross_empty_space(stage: Stage, can: Can) -> None:
    position = stage("phase: utilities of R\ngrid: i j k\n11: RSr . RSr\nhand R: | boots")
    assert can(position, "boots") == set()
    with pytest.raises(toolkit.IllegalMove):
        position.play("boots i11>j11>k11")


@pytest.mark.parametrize("boots_over_room", ["no", "yes"])
def test_boots_over_room(stage: Stage, can: Can, boots_over_room: str) -> None:
    """G36: option boots_over_room: no or yes. No Warp is crossed (G67), a Room may be entry or landing."""
    text = """
        phase: utilities of R
        grid: i   j   k   l   m   n
          11: RSr [B] RSr RSr W1 RSr
        pawns: B j11
        tokens: B B
        hand R: | boots
    """
    position = stage(text, boots_over_room=boots_over_room)
    over = {"i11>j11>k11", "k11>j11>i11"} if boots_over_room == "yes" else set()
    assert can(position, "boots") == {"j11>k11>l11", "l11>k11>j11"} | over


def test_an_aid_lands_elsewhere(stage: Stage, can: Can) -> None:
    """G66: never on the cell that it entered from."""
    position = stage("phase: utilities of R\ngrid: j k l\n11: RSr RSr RSr\nhand R: | boots")
    assert can(position, "boots") == {"j11>k11>l11", "l11>k11>j11"}


def test_a_declared_card_stays_in_hand_and_counts(stage: Stage, can: Can, line: Read) -> None:
    """Declaring moves no pawn, ends nothing and spends nothing; five cards are still one too many."""
    position = stage(
        f"phase: utilities of R\n{ROW}\nwalls: j11\npawns: R h11\ntokens: R R\n"
        "hand R: | hook drill pit pit boots"
    )
    position.play("hook i11>j11>k11")
    position.play("boots i11>j11>k11")
    held = line(position, "hand R").replace("*", "").split()
    assert sorted(held) == ["boots", "drill", "hook", "pit", "pit", "|"]
    assert line(position, "pawns") == "R h11"
    assert {"draw", "done", "cancel 1", "cancel 2"} <= set(position.legal_moves())
    position.play("done")
    assert set(position.legal_moves()) == {"discard 1", "discard 2", "discard drill", "discard pit"}


def test_declarations_end_with_the_turn(stage: Stage, line: Read) -> None:
    """The cards stay in the hand."""
    position = stage(
        f"phase: movement of R\n{ROW}\nwalls: j11\npawns: R h11\ntokens: R R\n"
        "hand R: | hook drill\naids: hook i11>j11>k11, drill i11>j11".replace(", drill i11>j11", "")
    )
    position.play("go i11")
    assert line(position, "aids") == ""
    assert line(position, "hand R").replace("*", "") == "| hook drill"


def test_cancelling_a_declaration(stage: Stage, can: Can, line: Read) -> None:
    """G65: it allows nothing any more, and its card cannot be declared again this turn; another copy can."""
    text = f"phase: utilities of R\n{ROW}\nwalls: j11\npawns: R h11\ntokens: R R\nhand R: | hook"
    position = stage(text)
    position.play("hook i11>j11>k11")
    assert can(position, "hook") == set()  # each card once
    position.play("cancel 1")
    assert can(position, "hook") == set()
    assert line(position, "hand R").replace("*", "") == "| hook"
    position.play("done")
    assert can(position, "go") == {"i11"}

    two = stage(f"{text} hook")
    two.play("hook i11>j11>k11")
    two.play("cancel 1")
    assert can(two, "hook") == {"i11>j11>k11", "k11>j11>i11"}

    discarded = stage(f"{text} wall wall pit pit")
    discarded.play("hook i11>j11>k11")
    discarded.play("done")
    discarded.play("discard 1")
    assert line(discarded, "aids") == ""
    assert can(discarded, "go") == {"i11"}


def test_nothing_targets_a_warp(stage: Stage, can: Can) -> None:
    """G42, G67: a Warp is no target of Bomb, Wall, Pit, Move-a-Room, Tunnel, and no part of a route."""
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k   l   m
          11: [R] RSr RSr W1 RSr RSr
        pawns: R j11, B k11
        tokens: R R, B B
        hand R: | bomb wall boots drill straight corner
        """
    )
    assert can(position, "bomb") == {"i11", "j11 R>home", "l11", "m11"}
    assert can(position, "wall") == {"i11", "l11", "m11"}
    assert not any("k11" in text for text in position.legal_moves())


# --- Drill ------------------------------------------------------------------------------------------

LANES = """
    grid: j   k   l   m
      12: BSr BSr BSr BSr
      11: RSr RSr RSr RSr
"""


def test_drill(stage: Stage, can: Can, line: Read) -> None:
    """From l11 up to l12, which do not join, once; and on along the lane there."""
    position = stage(f"phase: utilities of R\n{LANES}\npawns: R j11\ntokens: R RB\nhand R: | drill")
    routes = {f"{c}{a}>{c}{b}" for c in "jklm" for a, b in ((11, 12), (12, 11))}
    assert can(position, "drill") == routes
    position.play("drill l11>l12")
    position.play("done")
    assert can(position, "go") == {"k11", "l11", "m11", *(f"{c}12 with 1" for c in "jklm")}
    position.play("go j12 with 1")
    assert (line(position, "pawns"), line(position, "discarded")) == ("R j12", "| drill")


def test_drill_after_another_aid(stage: Stage, can: Can) -> None:
    position = stage(
        f"phase: movement of R\n{LANES}\npawns: R j11\ntokens: R RB\nwalls: k11\n"
        "hand R: | drill hook\naids: drill l11>l12, hook j11>k11>l11"
    )
    assert can(position, "go") == {"l11 with 2", "m11 with 2", *(f"{c}12 with 1 2" for c in "jklm")}


def test_drill_onto_an_unowned_colour_stops(stage: Stage, can: Can) -> None:
    position = stage(
        f"phase: movement of R\n{LANES}\npawns: R j11\ntokens: R R\nhand R: | drill\naids: drill l11>l12"
    )
    assert can(position, "go") == {"k11", "l11", "m11", "l12 with 1"}


def test_drill_is_used_once(stage: Stage, can: Can, lies: Read) -> None:
    """No second crossing, no way back through it, and the cards stay as printed."""
    position = stage(
        f"phase: movement of R\n{LANES}\npawns: R l12\ntokens: R RB\nhand R: | drill\naids: drill l11>l12"
    )
    assert can(position, "go") == {"j12", "k12", "m12"}  # never against its direction
    there = stage(
        f"phase: movement of R\n{LANES}\npawns: R j11\ntokens: R RB\nhand R: | drill\naids: drill j11>j12"
    )
    there.play("go m12 with 1")
    assert (lies(there, "j11"), lies(there, "j12")) == ("RSr", "BSr")


def test_what_a_drill_cannot_cross(stage: Stage, can: Can) -> None:
    """Only Path to Path: no Room, Centre, Warp, nothing where a pawn or an obstacle is, nor what joins."""
    position = stage(
        """
        phase: utilities of R
        grid: j   k   l   m
          12: [R] RSr W1 BSr
          11: RSr  C  BSr BSu
          10: .   .   .   BSr
        hand R: | drill
        """.replace("BSr BSu", "BSr BSr")
    )
    # m11 and m12, m11 and m10 lie side by side; l11 joins m11; j12, k11, l12 are no Paths
    assert can(position, "drill") == {"m11>m12", "m12>m11", "m11>m10", "m10>m11"}
    universal = stage("phase: utilities of R\ngrid: k\n12: RSr\n11: U\nhand R: | drill")
    assert can(universal, "drill") == {"k12>k11", "k11>k12"}  # the former Centre is an ordinary Path
    blocked = f"phase: movement of R\n{LANES}\ntokens: R RB\nhand R: | drill\naids: drill l11>l12\n"
    assert "l12 with 1" in can(stage(f"{blocked}pawns: R j11"), "go")
    assert "l12 with 1" not in can(stage(f"{blocked}pawns: R j11, B l12"), "go")
    assert "l12 with 1" not in can(stage(f"{blocked}pawns: R j11\nwalls: l12"), "go")
    assert "l12 with 1" not in can(stage(f"{blocked}pawns: R j11\npits: l12"), "go")


# --- Hammer and Shovel ------------------------------------------------------------------------------


@pytest.mark.parametrize(("tool", "obstacle"), [("hammer", "wall"), ("shovel", "pit")])
def test_hammer_and_shovel(stage: Stage, can: Can, line: Read, lies: Read, tool: str, obstacle: str) -> None:
    """Its obstacle one cell beside the pawn goes with it to the discards; nothing else changes.

    The blue lanes join nothing that red could walk, and red owns no blue.
    """
    other = "pit" if obstacle == "wall" else "wall"
    position = stage(
        f"""
        phase: utilities of R
        draws: 2
        grid: j   k   l
          12: BSr BSr BSr
          11: BSr RSu BSr
          10: BSr BSr BSr
        pawns: R k11
        tokens: R R
        {obstacle}s: k12 j11 j12
        {other}s: l11
        hand R: | {tool} boots
        """
    )
    assert can(position, tool) == {"k12", "j11"}
    position.play(f"{tool} k12")
    assert line(position, f"{obstacle}s") == "j12 j11"
    assert sorted(line(position, "discarded").strip("| ").split()) == sorted([tool, obstacle])
    assert (line(position, "pawns"), line(position, "tokens"), lies(position, "k12")) == (
        "R k11",
        "R R",
        "BSr",
    )
    assert line(position, "phase") == "utilities of R"
    assert {"draw", "done"} <= set(position.legal_moves())


def test_hammer_and_shovel_reach_one_cell(stage: Stage, can: Can) -> None:
    """Not diagonally, not two cells away, not without a neighbour."""
    position = stage(
        """
        phase: utilities of R
        grid: j   k   l   m
          12: BSr .  BSr  .
          11: .  RSr RSr BSr
        pawns: R k11
        tokens: R R
        walls: j12 m11
        pits: l12
        hand R: | hammer shovel
        """
    )
    assert can(position, "hammer") == can(position, "shovel") == set()


def test_a_removed_obstacle_opens_the_way(stage: Stage, can: Can) -> None:
    position = stage(f"phase: utilities of R\n{ROW}\nwalls: i11\npawns: R h11\ntokens: R R\nhand R: | hammer")
    position.play("hammer i11")
    position.play("done")
    assert can(position, "go") == {"i11", "j11", "k11", "l11"}


@pytest.mark.parametrize(
    ("aid", "tool", "obstacle"), [("hook", "hammer", "wall"), ("bridge", "shovel", "pit")]
)
def test_an_aid_without_its_obstacle_is_inert(
    stage: Stage, can: Can, line: Read, aid: str, tool: str, obstacle: str
) -> None:
    """G39: it is not used, costs nothing, can be taken back; other aids work on."""
    position = stage(
        f"phase: utilities of R\n{ROW}\n{obstacle}s: i11\npawns: R h11\ntokens: R R\n"
        f"hand R: | {tool} {aid} boots"
    )
    position.play(f"{aid} h11>i11>j11")
    position.play("boots k11>l11>m11")
    position.play(f"{tool} i11")
    assert "cancel 1" in position.legal_moves()
    position.play("done")
    assert can(position, "go") == {"i11", "j11", "k11", "l11", "m11 with 2"}
    position.play("go m11 with 2")
    assert line(position, "hand R").replace("*", "") == f"| {aid}"


# --- Bomb -------------------------------------------------------------------------------------------


def test_bomb_destroys_a_path(stage: Stage, can: Can, line: Read, lies: Read) -> None:
    """G70: the Path is discarded, its cell is empty space, and the phase goes on."""
    position = stage(f"phase: utilities of R\n{ROW}\npawns: R h11\ntokens: R R\nhand R: | bomb warp")
    position.play("bomb l11")
    assert lies(position, "l11") == "."
    assert line(position, "discarded") == "BS | bomb"
    assert line(position, "phase") == "utilities of R"
    assert "l11" in can(position, "warp")


def test_bomb_takes_the_obstacle_along(stage: Stage, line: Read) -> None:
    position = stage(f"phase: utilities of R\n{ROW}\nwalls: l11\npits: j11\nhand R: | bomb")
    position.play("bomb l11")
    assert line(position, "walls") == ""
    discards = line(position, "discarded").split(" | ")
    assert (discards[0], sorted(discards[1].split())) == ("BS", ["bomb", "wall"])
    assert line(position, "pits") == "j11"


def test_what_a_bomb_cannot_hit(stage: Stage, can: Can) -> None:
    """No Room, no Warp, no empty cell."""
    position = stage(
        f"phase: utilities of R\n{ROW}\ncells: k12 W1, m12 [F]".replace("m12 [F]", "k13 YSu")
        + "\nhand R: | bomb"
    )
    assert can(position, "bomb") == {"i11", "j11", "k11", "l11", "m11", "k13"}


def test_bomb_sends_a_pawn_home(stage: Stage, can: Can, line: Read) -> None:
    """Home is empty, so there is no choice; it is the bombed pawn's Home, and no token comes of it."""
    position = stage(f"phase: utilities of R\n{ROW}\npawns: R h11, B j11\ntokens: R R, B B\nhand R: | bomb")
    assert {text for text in can(position, "bomb") if text.startswith("j11")} == {"j11 B>home"}
    position.play("bomb j11 B>home")
    assert line(position, "pawns") == "R h11, B n11"
    assert line(position, "tokens") == "R R, B B"
    assert line(position, "phase") == "utilities of R"


FOUR = """
    grid: h   i   j   k   l   m   n
      14: .   .   .  [Y]  .   .   .
      13: .   .   .  YSu  .   .   .
      12: .   .   .  YSu  .   .   .
      11: [R] RSr RSr  C  BSr BSr [B]
      10: .   .   .  GSu  .   .   .
      9:  .   .   .  [G]  .   .   .
"""
"""All four Homes around the Centre (for these tests its colours do not matter)."""


def test_bomb_with_home_taken(stage: Stage, can: Can, line: Read) -> None:
    """The bomber names another empty Room; not a taken one, not the Final Room without four tokens."""
    position = stage(
        f"phase: utilities of R\n{FOUR}\ncells: o12 [F]\npawns: R k14, B j11, Y n11\n"
        "tokens: R R, B B, Y Y\nhand R: | bomb"
    )
    assert {text for text in can(position, "bomb") if text.startswith("j11")} == {"j11 B>R", "j11 B>G"}
    position.play("bomb j11 B>R")
    assert line(position, "pawns") == "R k14, B h11, Y n11"


def test_bomb_into_an_unvisited_room(stage: Stage, line: Read) -> None:
    position = stage(
        f"phase: utilities of R\n{FOUR}\npawns: R k14, B j11, Y n11\ntokens: R R, B B, Y Y\nhand R: | bomb"
    )
    position.play("bomb j11 B>G")
    assert line(position, "tokens") == "R R, B BG, Y Y, G G"
    assert line(position, "phase") == "utilities of R"


def test_bomb_into_the_final_room(stage: Stage, can: Can) -> None:
    """G35: with four tokens and Home taken it may be named, and wins at once for the bombed player."""
    position = stage(
        f"phase: utilities of R\n{FOUR}\ncells: o12 [F]\npawns: R k14, B j11, Y n11\n"
        "tokens: R R, B RBYG, Y Y\nhand R: | bomb"
    )
    assert "j11 B>F" in can(position, "bomb")
    position.play("bomb j11 B>F")
    assert position.outcome == toolkit.Outcome((2,), "win", "final_room")


@pytest.mark.parametrize("bomb_self_ends_turn", ["yes", "no"])
def test_bomb_self_ends_turn(stage: Stage, line: Read, bomb_self_ends_turn: str) -> None:
    """G34: option bomb_self_ends_turn: yes (as with Tunnel and Switch) or no."""
    position = stage(
        f"phase: utilities of R\n{ROW}\npawns: R j11\ntokens: R R\nhand R: | bomb",
        bomb_self_ends_turn=bomb_self_ends_turn,
    )
    position.play("bomb j11 R>home")
    ended = bomb_self_ends_turn == "yes"
    assert line(position, "phase") == ("paths of B" if ended else "utilities of R")
    assert line(position, "pawns") == "R h11"


def test_a_token_of_ones_own_bomb_frees_its_colour_from_the_next_turn(
    stage: Stage, can: Can, line: Read
) -> None:
    """With bomb_self_ends_turn = no the turn goes on, and the token moves nobody further in it."""
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k   l   m   n   o
          11: [R] RSr RSr  C  BSr BSr BSr [B]
        pawns: R j11, Y h11
        tokens: R R, Y RY
        hand R: | bomb
        """,
        bomb_self_ends_turn="no",
    )
    position.play("bomb j11 R>B")
    assert (line(position, "phase"), line(position, "tokens")) == ("utilities of R", "R RB, B B, Y RY")
    assert line(position, "new tokens") == "R B"
    again = position.game.position_from_text(position.to_text())
    for found in (position, again):
        assert found.check() == []
        found.play("done")
        assert can(found, "go") == {"n11"}  # one blue Path, then stop
    position.play("stay")
    assert line(position, "new tokens") == ""
    for _ in range(3):
        to_red = ("done", "done", "stay") if position.state.pawn[position.actor - 1] else ("done", "done")
        for text in to_red:
            position.play(text)
    position.play("done")
    position.play("done")
    assert can(position, "go") == {"k11", "l11", "m11", "n11"}


def test_a_fourth_token_of_ones_own_bomb_opens_the_final_room_at_once(stage: Stage, can: Can) -> None:
    """Its colour is not free yet, but whoever has four tokens may enter."""
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k   l   m   n   o
          11: [R] RSr RSr  C  BSr BSr BSr [B]
          10: .   .   .   .   .   .   .   RSu
          9:  .   .   .   .   .   .   .   RSu
        pawns: R j11, Y h11
        tokens: R RYG, Y RY
        hand R: | bomb
        """,
        bomb_self_ends_turn="no",
    )
    position.play("bomb j11 R>B")
    assert position.actor == 2
    position.play("room F@o8")
    position.play("done")
    assert can(position, "go") == {"n11", "o10", "o9", "o8"}
    position.play("go o8")
    assert position.outcome == toolkit.Outcome((1,), "win", "final_room")


def test_bomb_on_the_centre(stage: Stage, line: Read, lies: Read) -> None:
    """Its card goes to the Path discards, Bomb and obstacle to the Utility discards, all at once."""
    position = stage(f"phase: utilities of R\n{ROW}\nwalls: k11\nhand R: | bomb")
    position.play("bomb k11")
    discards = line(position, "discarded").split(" | ")
    assert (discards[0], sorted(discards[1].split())) == ("U", ["bomb", "wall"])
    assert lies(position, "k11") == "."


def test_bomb_on_the_centre_with_a_pawn(stage: Stage, line: Read) -> None:
    """As on any Path: the pawn goes Home or where the bomber says, with token and all that follows."""
    position = stage(
        f"phase: utilities of R\n{FOUR}\npawns: R h11, B k11, Y n11\ntokens: R R, B RBY, Y Y\nhand R: | bomb"
    )
    position.play("bomb k11 B>G")
    assert line(position, "tokens") == "R R, B RBYG, Y Y, G G"
    assert (position.actor, line(position, "phase")) == (3, "final room of R")
    own = stage(
        f"phase: utilities of R\n{FOUR}\npawns: R k11\ntokens: R R\nhand R: | bomb wall wall pit pit hook"
    )
    own.play("bomb k11 R>home")
    assert line(own, "phase") == "cleanup of R"


def test_the_bombed_centre_is_a_universal_path(stage: Stage, lies: Read) -> None:
    """From the discards it is drawn and played like a Path that is open on all sides."""
    position = stage(f"{ROW}\nhand R: | bomb\ndiscarded: rest")
    position.play("done")
    position.play("bomb k11")
    for text in ("done", "stay") if position.state.pawn[0] else ("done",):
        position.play(text)
    while position.legal_moves() == ["pass"]:
        position.play("pass")
    position.play("draw")
    assert "B+U" in position.legal_moves()
    position.play("B+U")
    position.play("U@k11")
    assert lies(position, "k11") == "U"


def test_the_cell_of_the_bombed_centre_is_ordinary(stage: Stage, can: Can) -> None:
    """Any Path may lie there, and beside it any colour; the universal Path is no Centre there either."""
    position = stage(
        """
        grid: j   k   l
          12: .  RSu  .
          11: GSr .  BSr
        hand R: U YT BS
        """
    )
    assert "k11d" not in can(position, "YT") and "k11u" in can(position, "YT")
    assert "k11" in can(position, "U")
    position.play("U@k11")
    assert "k10u" in can(position, "BS")  # not only yellow


def test_the_universal_path_is_an_ordinary_path_otherwise(stage: Stage, can: Can) -> None:
    """Closed sides beside it, pawns, obstacles and the Final Room bind it as any Path; it is bombed again."""
    position = stage(
        """
        phase: movement of R
        grid: j   k   l
          12: .  [F]  .
          11: RSr U  RSu
          10: .  RSu  .
        pawns: R j11, B k10
        tokens: R R, B B
        """
    )
    assert can(position, "go") == {"k11"}
    walled = stage("phase: movement of R\ngrid: j k\n11: RSr U\npawns: R j11\ntokens: R R\nwalls: k11")
    assert can(walled, "go") == set()
    bombed = stage("phase: utilities of R\ngrid: j k\n11: RSr U\nhand R: | bomb")
    assert "k11" in can(bombed, "bomb")
    placed = stage("grid: j k\n11: RSu .\n10: . YCu\nhand R: U")
    assert "k11" not in can(placed, "U")  # j11 is closed towards it


# --- Switch -----------------------------------------------------------------------------------------


def test_switch(stage: Stage, can: Can, line: Read, lies: Read) -> None:
    """Two pawns change places, joined or not; the turn ends without Movement; only the card is spent."""
    position = stage(
        """
        phase: utilities of R
        grid: h   i   j   k   l   m   n
          11: [R] RSr RSr .  BSr BSr [B]
        pawns: R i11, B m11
        tokens: R R, B B
        hand R: | switch wall
        """
    )
    assert can(position, "switch") == {"B"}
    position.play("switch B")
    assert line(position, "pawns") == "R m11, B i11"
    assert line(position, "discarded") == "| switch"
    while "pass" in position.legal_moves():
        position.play("pass")
    assert (position.actor, line(position, "phase")) == (2, "paths of B")
    assert (lies(position, "i11"), lies(position, "m11")) == ("RSr", "BSr")


def test_switch_awards_tokens_to_both(stage: Stage, line: Read) -> None:
    position = stage(f"phase: utilities of R\n{ROW}\npawns: R h11, B n11\ntokens: R R, B B\nhand R: | switch")
    position.play("switch B")
    assert line(position, "pawns") == "R n11, B h11"
    assert line(position, "tokens") == "R RB, B RB"


def test_switch_onto_a_warp(stage: Stage, line: Read) -> None:
    """An ordinary arrival: nobody travels on to the other Warp."""
    position = stage(
        f"phase: utilities of R\n{ROW}\ncells: k12 W1, l12 W2\npawns: R i11, B k12\ntokens: R R, B B\n"
        "hand R: | switch"
    )
    position.play("switch B")
    assert line(position, "pawns") == "R k12, B i11"


# --- Move-a-Room ------------------------------------------------------------------------------------


def test_where_a_room_moves_to(stage: Stage, can: Can) -> None:
    """As a Room is placed: an opening looks at the cell, no Room or Warp beside it, diagonally is fine."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          14: .   .   .   .   .
          13: .   .  [B]  .   .
          12: .  GTd RTu  .   .
          11: .   .  RTr RSr W1
          10: .   .  RSu  .   .
        hand R: | move
        """
    )
    # openings look at i12 and j11 (from j12), l12 (k12), k9 (k10)
    assert {to for to in can(position, "move") if to.startswith("B")} == {"B@i12", "B@j11", "B@l12", "B@k9"}


def test_no_room_moves_beside_another(stage: Stage, can: Can) -> None:
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          13: .   .  [B]  .   .
          12: .   .  RTr RSr  .
          11: .   .  RSu [Y]  .
        hand R: | move
        """
    )
    # m12 is beside no Room (l11 touches it at a corner), k10 is beside none either
    assert {to for to in can(position, "move") if to.startswith("B")} == {"B@m12", "B@k10"}
    assert {to for to in can(position, "move") if to.startswith("Y")} == {"Y@m12", "Y@k10"}
    near = stage(
        """
        phase: utilities of R
        grid: j   k   l   m
          13: .  [B]  .   .
          12: .  RTr RSr  .
          11: .  RSu .  [Y]
        hand R: | move
        """
    )
    assert {to for to in can(near, "move") if to.startswith("B")} == {"B@k10"}  # m12 is beside yellow's
    assert {to for to in can(near, "move") if to.startswith("Y")} == {"Y@m12", "Y@k10"}


def test_a_moved_room_is_lifted_first(stage: Stage, can: Can) -> None:
    """G46: its old cell does not count as a neighbour, and the same cell is no move."""
    position = stage(
        """
        phase: utilities of R
        grid: j   k   l
          13: .  [B]  .
          12: .  RSu RTl
        hand R: | move
        """
    )
    # l13 is beside the old cell k13, which is empty by then
    assert can(position, "move") == {"B@k11", "B@l13", "B@l11"}


def test_a_moved_room_carries_its_pawn(stage: Stage, can: Can, line: Read, lies: Read) -> None:
    """No entry, no token, no end of the turn; the pawn moves on from the new place, all else stays."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          13: .   .  [B]  .   .
          12: .   .  RSu  .   .
          11: .   .  RSu  .   .
        pawns: R k13, Y k12
        tokens: R R, Y Y
        walls: k11
        hand R: | move wall
        """
    )
    position.play("move B@k10")
    assert line(position, "pawns") == "R k10, Y k12"
    assert line(position, "tokens") == "R R, B B, Y Y"
    assert (line(position, "phase"), line(position, "discarded")) == ("utilities of R", "| move")
    assert (lies(position, "k13"), lies(position, "k12"), line(position, "walls")) == (".", "RSu", "k11")
    position.play("done")
    assert can(position, "go") == set()  # k11 has a Wall


def test_a_carried_fourth_token_is_none(stage: Stage, line: Read) -> None:
    """Being carried in a Room whose token one lacks triggers nothing."""
    position = stage(
        "phase: utilities of R\ngrid: k\n13: [B]\n12: RSu\n11: RSu\npawns: R k13\ntokens: R RYG\n"
        "hand R: | move"
    )
    position.play("move B@k10")
    assert line(position, "tokens") == "R RYG, B B"
    assert line(position, "phase") == "utilities of R"


def test_a_moved_home_stays_home(stage: Stage, can: Can, line: Read, lies: Read) -> None:
    """G27: the warp Home and the Bomb follow it to the new cell; it keeps its colour and its tokens."""
    position = stage(
        f"phase: utilities of R\n{ROW}\npawns: R j11, B l11\ntokens: R R, B B\nhand R: | move bomb"
    )
    position.play("move R@k12")
    assert lies(position, "k12") == "[R]"
    home = position.copy()
    home.play("done")
    home.play("to R")
    assert line(home, "pawns") == "R k12, B l11"
    bombed = position.copy()
    bombed.play("bomb j11 R>home")
    assert line(bombed, "pawns") == "R k12, B l11"


def test_a_moved_room_may_split_the_maze(stage: Stage, can: Can) -> None:
    """Ways through its old place are gone."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          11: RSr [B] RSr RTu  .
        pawns: R i11
        tokens: R RB
        hand R: | move
        """
    )
    position.play("move B@l12")
    position.play("done")
    assert can(position, "go") == set()


def test_entering_a_moved_room(stage: Stage, can: Can, line: Read) -> None:
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          12: .   .  RSu [B]  .
          11: .   .  RSu RTu  .
        pawns: R k11
        tokens: R R
        hand R: | move
        """
    )
    position.play("move B@k13")
    position.play("done")
    position.play("go k13")
    assert line(position, "tokens") == "R RB, B B"


def test_a_declaration_follows_the_board(stage: Stage, can: Can, line: Read) -> None:
    """G39: a Hook that would land in the Room that has gone does nothing and costs nothing."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          11: RSr RSr RSr [B]  .
        pawns: R j11
        tokens: R RB
        walls: k11
        hand R: | move hook
        aids: hook j11>k11>l11
        """
    )
    position.play("move B@h11")
    position.play("done")
    assert can(position, "go") == {"i11", "h11"}
    position.play("go h11")
    assert line(position, "hand R").replace("*", "") == "| hook"


def test_placing_looks_at_printed_edges_only(stage: Stage, can: Can) -> None:
    """G69: a Wall or Pit closes nothing for a Path or a Room beside it."""
    text = "grid: k\n12: RSu\n11: C\n{}: k12\n{}"
    assert "k13u" in can(stage(text.format("walls", "hand R: BS")), "BS")
    room = stage("phase: rooms of R\nasked: 1\n" + text.format("pits", ""))
    assert "R@k13" in can(room, "room")
