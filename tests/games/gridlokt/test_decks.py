"""Piles, discards and recycling, the last cards, and the way of the universal Path through them."""

from collections.abc import Callable

import toolkit

Stage = Callable[..., toolkit.Position]
Can = Callable[[toolkit.Position, str], set[str]]
Read = Callable[[toolkit.Position, str], str]

SMALL = """
    grid: k   l
      12: [R]  .
      11: C  BSr
    pawns: R k12
"""


def test_recycling_waits_for_a_draw(stage: Stage, line: Read) -> None:
    """G52: an empty pile is filled from its discards at the draw that finds it empty, and not before."""
    position = stage(f"phase: utilities of R\n{SMALL}\nwalls: l11\nhand R: | bomb boots\ndiscarded: | rest")
    position.play("bomb l11")
    assert len(line(position, "discarded").split("|")[1].split()) == 49  # 50 less the Boots
    assert position.state.deck_size[1] == 0
    position.play("draw")
    assert line(position, "discarded").partition("|")[2].split() == []
    assert position.chance and position.state.deck_size[1] == 49


def test_the_order_of_discards_does_not_matter(stage: Stage) -> None:
    """The same discards in another order are the same position."""
    one = stage(f"{SMALL}\ndiscarded: RS BT YC | wall pit hook")
    two = stage(f"{SMALL}\ndiscarded: YC RS BT | hook wall pit")
    assert one.state_hash() == two.state_hash()
    assert one.to_text() == two.to_text()


def test_the_universal_path_comes_back(stage: Stage, can: Can, line: Read) -> None:
    """Drawn from the recycled pile, held, counted in the limit, discarded or played, and bombed again."""
    text = """
        grid: k   l
          12: [R]  .
          11: .  BSr
        pawns: R k12
        hand R: {}
        discarded: rest |
    """
    position = stage(text.format("YC YC GC GC"))
    position.play("draw")
    position.play("R+U")
    assert can(position, "U") == {"k11", "j12", "k13", "m11"}  # l11 is closed above
    position.play("done")
    assert "discard U" in position.legal_moves()
    position.play("discard U")
    assert "U" in line(position, "discarded").split("|")[0].split()
    played = stage(text.format("U"))
    played.play("U@k11")
    played.play("done")
    assert line(played, "hand R") == ""


def test_no_paths_left(stage: Stage, line: Read) -> None:
    """G64: with no Path to draw only drawing disappears; held Paths are played, a discard brings it back."""
    shapes = ["S"] * 8 + ["T"] * 7 + ["C"] * 5
    cards = [colour + shape for colour in "RBYG" for shape in shapes]
    cards.remove("BS")
    held = {seat: cards[i * 4 : i * 4 + 4] for i, seat in enumerate("RBYG")}
    rest = cards[16:]
    columns = [f"{c}" for c in "abcdefghijklmnopqrstu"]
    cells = [f"{column}{row}" for row in (1, 3, 5, 7) for column in columns][: len(rest)]
    laid = ", ".join(f"{cell} {card}u" for cell, card in zip(cells, rest, strict=True))
    hands = "\n".join(f"hand {seat}: {' '.join(hand)} |" for seat, hand in held.items())
    hands = hands.replace("|", "| bomb", 1)
    position = stage(f"{SMALL}\ncells: {laid}\n{hands}")
    assert position.state.deck_size[0] == position.state.discard_size[0] == 0
    assert "draw" not in position.legal_moves()
    assert any(text.startswith("RS@") for text in position.legal_moves())
    position.play("done")
    assert line(position, "phase") == "utilities of R"
    position.play("bomb l11")
    position.play("done")
    position.play("stay")
    while "pass" in position.legal_moves():
        position.play("pass")
    assert position.actor == 2 and "draw" in position.legal_moves()


def test_no_utilities_left(stage: Stage) -> None:
    """G51: the Utility phase shrinks in the same way."""
    position = stage(f"phase: utilities of R\ndraws: 2\n{SMALL}\ndiscarded: |")
    assert "draw" in position.legal_moves()
    position.state.deck_size[1] = 0
    assert "draw" not in position.legal_moves()
    assert "done" in position.legal_moves()
