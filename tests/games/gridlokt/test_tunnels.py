"""Tunnels: `tunnel B>m9 SSC` moves blue's pawn to m9 through two straight pieces and a corner."""

from collections.abc import Callable

import pytest

import toolkit

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]

TWO = """
    phase: utilities of R
    grid: h   i   j   k   l   m   n
      12: .   .   .   .   .   .   .
      11: RSr .   .  RSr  .   .  BSr
      10: .   .   .   .   .   .   .
    pawns: R k11, B n11
    tokens: R R, B B
"""
"""Three Paths in a row with two empty cells between one and the next."""


def test_a_tunnel_moves_any_pawn(stage: Stage, can: Can, line: Read) -> None:
    """The own or an opponent's, towards what it wants or away from it."""
    position = stage(f"{TWO}\nhand R: | straight straight")
    assert can(position, "tunnel") == {"R>h11 SS"}
    other = stage(f"{TWO.replace('R k11', 'R h11')}\nhand R: | straight straight")
    assert can(other, "tunnel") == {"R>k11 SS", "B>k11 SS"}
    other.play("tunnel B>k11 SS")
    assert line(other, "pawns") == "R h11, B k11"


def test_a_tunnel_is_used_up(stage: Stage, line: Read, lies: Read) -> None:
    """One action; nothing stays on the board, and every piece of it is discarded at once."""
    position = stage(f"{TWO}\nhand R: | straight straight straight")
    position.play("tunnel R>h11 SS")
    assert (lies(position, "i11"), lies(position, "j11")) == (".", ".")
    assert line(position, "discarded") == "| straight straight"
    assert line(position, "hand R") == "| straight"


def test_a_tunnel_takes_the_cards_that_are_held(stage: Stage, can: Can) -> None:
    assert can(stage(f"{TWO}\nhand R: | straight"), "tunnel") == set()
    assert can(stage(f"{TWO}\nhand R: | straight corner corner"), "tunnel") == set()
    # up, over the row and down again: a corner above k11, two straights, a corner above h11 … and the ends
    held = stage(f"{TWO}\nhand R: | straight straight corner corner")
    assert can(held, "tunnel") == {"R>h11 SS", "R>h11 SSCC"}


def test_tunnel_shapes_count(stage: Stage, can: Can) -> None:
    """Round one corner needs a corner piece, straight on a straight one; each in as many as the way needs."""
    text = """
        phase: utilities of R
        grid: j   k   l
          12: .  RSr  .
          11: RSr .  RSr
        pawns: R j11
        tokens: R R
        hand R: | {}
    """
    assert can(stage(text.format("straight")), "tunnel") == {"R>l11 S"}
    assert can(stage(text.format("corner")), "tunnel") == {"R>k12 C"}
    assert {"R>l11 S", "R>k12 C"} <= can(stage(text.format("straight corner")), "tunnel")


def test_tunnel_cards_lie_on_empty_cells(stage: Stage, can: Can) -> None:
    """G68: each cell once, none with a card on it, none off the table."""
    position = stage(
        f"{TWO.replace('11: RSr .   .  RSr', '11: RSr .  BSu RSr')}\nhand R: | straight straight"
    )
    assert can(position, "tunnel") == set()
    edge = stage(
        """
        phase: utilities of R
        grid: a   b   c   d   e   f   g
          7: RSr BSu RSr  .   .   .   .
          6:  .  RSr  .   .   .   .   .
          4:  .   .   .   C   .   .   .
        pawns: R a7
        tokens: R R
        hand R: | straight corner corner
        """,
        table=7,
    )
    assert not any("c7" in text for text in can(edge, "tunnel"))  # over b8 there is no table


def test_a_tunnel_uses_no_cell_twice(stage: Stage, can: Can) -> None:
    """G68: four empty cells in a square; no two straights cross on k11 on the way round to k10."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          13: .   .  BSr BSr  .
          12: .  BSr  .   .  BSr
          11: BSr RSr .   .  BSr
          10: .  BSr RSr YSr  .
        pawns: R j11
        tokens: R R
        hand R: | straight straight corner corner corner
        """
    )
    assert {text for text in can(position, "tunnel") if "k10" in text} == {"R>k10 C"}


def test_a_tunnel_needs_no_opening(stage: Stage, can: Can) -> None:
    """It leaves and enters through closed sides, of Paths, Centre and Rooms."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k   l   m
          12: .   .  [B]  .   .
          11: RSu .  RSu  .   C
        pawns: R k11
        tokens: R RB
        hand R: | straight
        """
    )
    assert can(position, "tunnel") == {"R>i11 S", "R>m11 S"}
    room = stage("phase: utilities of R\ngrid: j k l\n11: RSu . [B]\npawns: R j11\nhand R: | straight")
    assert can(room, "tunnel") == {"R>l11 S"}


def test_neighbours_of_a_tunnel_do_not_matter(stage: Stage, can: Can) -> None:
    """Openings and closed sides beside its pieces are nothing to it."""
    position = stage(
        """
        phase: utilities of R
        grid: i   j   k
          12: .  BSu  .
          11: RSr .  RSr
          10: .  YSr  .
        pawns: R i11
        tokens: R R
        hand R: | straight
        """
    )
    assert can(position, "tunnel") == {"R>k11 S"}


def test_no_tunnel_from_or_to_an_obstacle(stage: Stage, can: Can) -> None:
    """Nor to where somebody stands, nor back to where it began (G43), nor to or from a Warp (G42)."""
    assert can(stage(f"{TWO}\nwalls: h11\nhand R: | straight straight"), "tunnel") == set()
    assert can(stage(f"{TWO}\npits: h11\nhand R: | straight straight"), "tunnel") == set()
    taken = stage(f"{TWO.replace('B n11', 'B h11')}\nhand R: | straight straight")
    assert can(taken, "tunnel") == {"R>n11 SS"}
    warp = stage(f"{TWO.replace('11: RSr', '11: W1 ')}\nhand R: | straight straight")
    assert can(warp, "tunnel") == set()
    on_warp = stage(f"{TWO.replace('.  RSr', '.  W1 ')}\nhand R: | straight straight")
    assert can(on_warp, "tunnel") == set()
    circle = stage(f"{TWO}\nhand R: | corner corner corner straight")
    assert not any(text.startswith("R>k11") for text in can(circle, "tunnel"))


def test_a_tunnel_of_six(stage: Stage, can: Can) -> None:
    position = stage(
        """
        phase: utilities of R
        grid: e   f   g   h   i   j   k   l
          11: RSr .   .   .   .   .   .  RSr
        pawns: R l11
        tokens: R R
        hand R: | straight straight straight straight straight straight
        """
    )
    assert can(position, "tunnel") == {"R>e11 SSSSSS"}


@pytest.mark.parametrize(
    ("tunnel_length", "more"),
    [(1, ""), (2, "k8 SS"), (6, "k8 SSCC, k8 SSSSCC"), (7, "e9 SSSSSSC, e9 SSSSSCC"),
     (9, "k8 SSSSSSCC, e9 SSSSSSSCC, a11 SSSSSSSSS")],
)  # fmt: skip
def test_tunnel_length(stage: Stage, can: Can, tunnel_length: int, more: str) -> None:
    """Option tunnel_length: six follows from four held and two drawn; who holds more may lay more."""
    pieces = " ".join(["straight"] * 9 + ["corner"] * 2)
    text = f"""
        phase: utilities of R
        grid: a   b   c   d   e   f   g   h   i   j   k
          11: RSr .   .   .   .   .   .   .   .   .   RSr
          9:  .   .   .   .   RSr .   .   .   .   .   .
          8:  .   .   .   .   .   .   .   .   .   .   RSr
        pawns: R k11
        tokens: R R
        hand R: | {pieces}
    """
    hands = {"utility_hand": 5, "utility_draws": 6}
    shorter = stage(text, **hands, tunnel_length=max(tunnel_length - 1, 1))
    position = stage(text, **hands, tunnel_length=tunnel_length)
    found = can(position, "tunnel")
    assert {f"R>{end}" for end in more.split(", ") if end} <= found
    assert all(len(end.split()[1]) <= tunnel_length for end in found)
    for end in more.split(", "):
        if len(end) - end.find(" ") - 1 == tunnel_length:
            with pytest.raises(toolkit.IllegalMove, match=f"a Tunnel has at most {tunnel_length - 1} card"):
                shorter.play(f"tunnel R>{end}")
            assert position.copy().play(f"tunnel R>{end}") == f"tunnel R>{end}"


def test_a_tunnel_of_ones_own_pawn_ends_the_turn(stage: Stage) -> None:
    position = stage(f"{TWO}\nhand R: | straight straight")
    position.play("tunnel R>h11 SS")
    while "pass" in position.legal_moves():
        position.play("pass")
    assert position.actor == 2


def test_a_tunnel_onto_an_unowned_colour(stage: Stage, line: Read) -> None:
    """G44: allowed for anybody's pawn; colours stop movements only."""
    text = TWO.replace("11: RSr", "11: GSr").replace("R k11, B n11", "R n11, B k11")
    position = stage(f"{text}\nhand R: | straight straight")
    position.play("tunnel B>h11 SS")
    assert line(position, "pawns") == "R n11, B h11"


def test_a_tunnel_into_a_room_gives_its_token(stage: Stage, line: Read) -> None:
    position = stage(f"{TWO.replace('11: RSr', '11: [G]')}\nhand R: | straight straight")
    position.play("tunnel R>h11 SS")
    assert line(position, "tokens").startswith("R RG")


FINAL = """
    phase: utilities of R
    grid: h   i   j   k   l
      11: [F] .   .  RSr RSr
    pawns: R l11, B k11
    tokens: R R, B {}
    hand R: | straight straight
"""


def test_no_tunnel_into_the_final_room_without_four_tokens(stage: Stage, can: Can) -> None:
    assert can(stage(FINAL.format("BYG")), "tunnel") == set()


def test_a_tunnel_can_make_an_opponent_win(stage: Stage) -> None:
    """G45."""
    position = stage(FINAL.format("RBYG"))
    position.play("tunnel B>h11 SS")
    assert position.outcome == toolkit.Outcome((2,), "win", "final_room")
