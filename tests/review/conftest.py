"""A log with everything in it that a page has to show."""

from __future__ import annotations

import pytest

from toolkit.api import open_game
from toolkit.engine.position import IllegalMove
from toolkit.games.game import Game
from toolkit.journal.reader import read_log
from toolkit.journal.records import Log
from toolkit.journal.session import Session

EVIL = "<script>alert('x')</script><img src=x onerror=alert(1)> & \"quoted\" </template>\u2028"
"""What a stranger may write into a name or a note."""


@pytest.fixture(scope="session")
def evil() -> str:
    """What a stranger wrote into the log's name and note."""
    return EVIL


@pytest.fixture(scope="session")
def game() -> Game:
    return open_game("dragonpath")


def refused_tile(session: Session) -> str:
    """A tile that may not be laid now, but could be."""
    legal = set(session.position.legal_moves())
    for number in range(35):
        for turn in "urdl":
            probe = session.position.copy()
            try:
                played = probe.play(f"{number:02d}{turn}", force=True)
            except IllegalMove:
                continue
            if played not in legal and probe.outcome is None:
                return played
    raise AssertionError("every tile is legal here")


@pytest.fixture(scope="session")
def log(tmp_path_factory: pytest.TempPathFactory, game: Game) -> Log:
    """Three seats, known and unknown draws, notes, a break, a correction, a move that broke a rule."""
    path = tmp_path_factory.mktemp("logs") / "evening.jsonl"
    session = Session.begin(path, game, 3, first=2, names={1: "Ann", 2: EVIL})
    for number in range(9):
        session.chance(f"{(number + 1) % 3 + 1}+{number:02d}")
    for mark in ("m3", "m19", "m36"):
        session.move(mark)
    session.note(EVIL, "question", seat=2, rule="T17")
    session.illegal_move(refused_tile(session), "T5", "nobody noticed")
    session.settle()
    session.pause("pizza")
    session.go_on()
    session.move(session.position.choose("greedy"))
    session.settle()
    session.undo()
    while session.position.outcome is None:
        session.move(session.position.choose("greedy"))
        session.settle()
    session.note("what a night", "mood")
    session.end()
    session.close()
    return read_log(path, strict=True)
