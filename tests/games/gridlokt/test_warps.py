"""Permanent Warps: where they go, the hub, the transport when one is placed, and linked travel."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import toolkit
from toolkit.components.faults import FaultError
from toolkit.components.home import bundled_games

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]


def to_next(position: toolkit.Position) -> None:
    """Nobody plays a Booby-Trap at this turn boundary."""
    while "pass" in position.legal_moves():
        position.play("pass")


def test_where_a_warp_goes(stage: Stage, can: Can) -> None:
    """G48: an opening of a Path or the Centre looks at the cell; no Room beside it, another Warp may be."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          13: .   .   .  [R]  .
          12: W1 BSr BTu  .   .
          11: .   .  YSr  .   .
        hand R: | warp
        """
    )
    # k13 is beside red's Room (l13), l12 below it too; openings look at k13, l12, j11 and l11
    assert {text for text in can(position, "warp") if "go" not in text} == {"j11", "l11"}
    beside = stage("phase: utilities of R\ngrid: j k l\n12: . . W1\n11: . RTu .\nhand R: | warp")
    assert {"l11", "k12", "j11"} == {text for text in can(beside, "warp") if "go" not in text}
    alone = stage("phase: utilities of R\ngrid: j k\n11: W1 RSu\nhand R: | warp")
    assert {text for text in can(alone, "warp") if "go" not in text} == {"k12", "k10"}


def test_a_warp_without_a_place_stays_in_hand(stage: Stage, can: Can) -> None:
    """G49."""
    position = stage("phase: utilities of R\ngrid: j k\n11: W1 W2" + "\nhand R: | wall")
    assert can(position, "warp") == set()
    shut = stage("phase: utilities of R\ngrid: d\n7: RSu\nhand R: | warp", table=7)
    assert can(shut, "warp") == {"d6"}
    closed = stage("phase: utilities of R\ngrid: d\n7: RSu\n6: [R]\nhand R: | warp", table=7)
    assert can(closed, "warp") == set()
    closed.play("done")
    assert closed.to_text().count("warp") == 1


def test_a_warp_is_a_hub(stage: Stage, can: Can) -> None:
    """One Warp alone too: in by an opening, stop, turn, or out by another; closed sides and pawns block."""
    text = """
        phase: movement of R
        grid: i   j   k   l   m
          12: .   .  RSu  .   .
          11: RSr RSr W1 RSr RSr
          10: .   .  RSr  .   .
        pawns: R j11{}
        tokens: R R
    """
    assert can(stage(text.format("")), "go") == {"i11", "k11", "k12", "l11", "m11"}
    assert can(stage(text.format(", B k11")), "go") == {"i11"}
    started = stage(text.format("").replace("R j11", "R k11"))
    assert can(started, "go") == {"i11", "j11", "k12", "l11", "m11"}
    assert "stay" in started.legal_moves()


def test_two_warps_side_by_side_are_not_joined(stage: Stage, can: Can) -> None:
    """G67: one enters through an open Path edge only."""
    position = stage(
        "phase: movement of R\ngrid: i j k l m\n11: RSr RSr W1 W2 RSr\npawns: R i11\ntokens: R R"
    )
    assert can(position, "go") == {"j11", "k11"}
    assert can(position, "link") == {"l11"}


def test_a_path_may_face_a_warp_open_or_closed(stage: Stage, can: Can) -> None:
    """As beside a Room: closed sides do no harm, an opening connects; Path against Path is as ever."""
    position = stage("grid: j k l\n12: . W1 .\n11: . RSu .\nhand R: YS YC")
    assert {"k13u", "j12r", "l12r"} <= can(position, "YS")
    assert not {"k13r", "j12u", "l12u"} & can(position, "YS")  # nothing would connect
    both = stage("grid: j k l\n12: . W1 .\n11: . RTu BTu\nhand R: YS")
    assert {text for text in can(both, "YS") if text.startswith("l12")} == {"l12u"}  # closed to the Warp


def test_a_warp_may_take_its_player_along(stage: Stage, line: Read) -> None:
    """From anywhere, with the first Warp too: it ends the turn, with cleanup; otherwise the phase goes on."""
    text = """
        phase: utilities of R
        grid: i   j   k   l   m   n
          11: RSr RSr .   .   .  RSr
        pawns: R n11
        tokens: R R
        hand R: | warp wall wall pit pit hook
    """
    keeping = stage(text)
    keeping.play("warp k11")
    assert (line(keeping, "pawns"), line(keeping, "phase")) == ("R n11", "utilities of R")
    going = stage(text)
    going.play("warp k11 go")
    assert (line(going, "pawns"), line(going, "phase")) == ("R k11", "cleanup of R")
    going.play("discard hook")
    to_next(going)
    assert going.actor == 2


def test_entering_a_warp_does_nothing(stage: Stage, line: Read) -> None:
    position = stage("phase: movement of R\ngrid: j k l m\n11: RSr W1 . W2\npawns: R j11\ntokens: R R")
    position.play("go k11")
    assert (line(position, "pawns"), line(position, "tokens")) == ("R k11", "R R")


def test_beyond_a_warp_the_usual_rules_hold(stage: Stage, can: Can, line: Read) -> None:
    """An unowned colour stops, a new Room gives its token."""
    position = stage(
        """
        phase: movement of R
        grid: i   j   k   l   m   n
          11: .  RSr W1 BSr BSr  .
          10: .   .  RSu  .   .   .
          9:  .   .  [B]  .   .   .
        pawns: R j11
        tokens: R R
        """
    )
    assert can(position, "go") == {"k11", "l11", "k10", "k9"}
    position.play("go k9")
    assert line(position, "tokens").startswith("R RB")


LINKED = """
    phase: movement of R
    grid: i   j   k   l   m   n   o
      11: RSr RSr W1  .   .  W2 RSr
    pawns: R i11{}
    tokens: R R
"""


def test_linked_travel(stage: Stage, can: Can, line: Read) -> None:
    """Reach one, or stand on it: the other if nobody is there; that ends the turn."""
    position = stage(LINKED.format(""))
    assert can(position, "link") == {"n11"}
    assert can(position, "go") == {"j11", "k11"}
    position.play("link n11")
    assert line(position, "pawns") == "R n11"
    to_next(position)
    assert position.actor == 2
    standing = stage(LINKED.format("").replace("R i11", "R k11"))
    assert can(standing, "link") == {"n11"}
    assert can(stage(LINKED.format(", B n11")), "link") == set()
    assert can(stage(LINKED.format(", B j11")), "link") == set()
    single = stage(LINKED.format("").replace("W2", " . "))
    assert can(single, "link") == set()


def test_a_warp_stays(stage: Stage, can: Can, lies: Read) -> None:
    """G50: whatever becomes of its Paths; later Paths open it again."""
    position = stage(
        "phase: utilities of R\ngrid: j k l m n\n11: RSr W1 . W2 RSr\nhand R: | bomb\nhand B: BS"
    )
    position.play("bomb j11")
    assert (lies(position, "k11"), lies(position, "m11")) == ("W1", "W2")
    position.play("done")
    to_next(position)
    assert "j11r" in can(position, "BS")


@pytest.mark.parametrize("what", ["Warps", "Rooms"])
def test_tables_that_ask_for_more_than_there_can_be(what: str, tmp_path: Path) -> None:
    """G73: more than two Warps, or more Rooms than players and one, are refused with the reason."""
    folder = tmp_path / "gridlokt"
    shutil.copytree(bundled_games()["gridlokt"], folder)
    if what == "Warps":
        table = folder / "utilities.csv"
        text = table.read_text(encoding="utf-8").replace("warp,Warp,warp,2,", "warp,Warp,warp,3,")
    else:
        table = folder / "rooms.csv"
        text = table.read_text(encoding="utf-8").replace("P,eight,", "P,four,")
    table.write_text(text, encoding="utf-8", newline="\n")
    with pytest.raises(FaultError):
        toolkit.open_game(folder)
