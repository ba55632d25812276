"""Who sits where, as it is written."""

from __future__ import annotations

import pytest

from toolkit.lab.bots import seat_bots


def test_one_name_is_for_every_seat() -> None:
    assert seat_bots("greedy", 3) == ("greedy",) * 3
    assert seat_bots(["mcts:100"], 2) == ("mcts:100",) * 2


def test_a_name_for_each_seat() -> None:
    assert seat_bots("greedy, random", 2) == ("greedy", "random")
    assert seat_bots(("greedy", "random", "random"), 3) == ("greedy", "random", "random")


@pytest.mark.parametrize("bots", ["greedy,random", "greedy,random,greedy,random", []])
def test_any_other_number_is_refused(bots: str | list[str]) -> None:
    with pytest.raises(ValueError, match=r"for 3 players; give one name for every seat, or 3"):
        seat_bots(bots, 3)


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        seat_bots("greedy,,random", 3)
