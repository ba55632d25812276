"""Words for what chance did, the same in logs, replays and pages."""

import pytest

from toolkit.journal.words import chance_text, is_draw


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], ""),
        (["2+17", "3+?"], "draws 2+17 3+?"),
        (["flip c3=wall"], "flip c3=wall"),
        (["flip b5=question", "1+?"], "flip b5=question; draws 1+?"),
    ],
)
def test_draws_and_other_chance(events: list[str], said: str) -> None:
    assert chance_text(events) == said
    assert all(is_draw(event) == event[0].isdigit() for event in events)
