"""A game of gridlokt written down at the table: cards nobody saw, a move that broke the rules, a correction,
a recorder that was killed, and the log looked at again.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import toolkit
from toolkit.journal.reader import Reader, read_log
from toolkit.journal.recorder import Recorder
from toolkit.journal.replay import verify
from toolkit.journal.session import Session
from toolkit.review.page import replay_page
from toolkit.review.story import tell

GAME = toolkit.open_game("gridlokt")
NAMES = {1: "Ann", 2: "Bob", 3: "Cai", 4: "Dee"}


def typed(turns: int, seed: int = 4) -> Iterator[str]:
    """What a recorder types for a random game in which only those who draw see what they draw."""
    rng = random.Random(seed)
    table = GAME.new_table()
    while table.turn < turns and table.outcome is None:
        kinds: dict[str, list[str]] = {}
        for move in table.legal_moves():
            kinds.setdefault(move.split()[0].split("@")[0], []).append(move)
        kinds.pop("stuck", None)
        text = rng.choice(kinds[rng.choice(sorted(kinds))])
        for short in ("choose all", "pass all"):
            text = short if short in table.table_moves() else text
        yield text
        table.play(text)
        table.settle()


def forbidden(position: toolkit.Position) -> list[str]:
    """Two movements that break the rules and could be carried out all the same."""
    found: list[str] = []
    for cell in (f"{column}{row}" for column in "ghijklmno" for row in range(5, 18)):
        probe = position.copy()
        if len(found) < 2 and not position.is_legal(f"go {cell}"):
            try:
                found.append(probe.play(f"go {cell}", force=True))
            except toolkit.IllegalMove:
                continue
    return found


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of forty turns in two sittings, with everything that goes wrong at a table."""
    path = tmp_path_factory.mktemp("table") / "friday.jsonl"
    lines = list(typed(40))
    assert lines[0] == "choose all"
    session = Session.begin(path, GAME, 4, names=NAMES)
    recorder = Recorder(session)
    recorder.settle()
    half = len(lines) // 2
    for line in lines[:half]:
        assert not recorder.answer(line).refused, line
    # Killed: nothing is closed in an orderly way, and the last line was half written.
    session.close()
    path.write_bytes(path.read_bytes() + b'{"seq": 9999, "type": "mo')
    session = Session.resume(path, GAME)
    recorder = Recorder(session)
    recorder.settle()
    for line in lines[half:]:
        assert not recorder.answer(line).refused, line
    session.close()
    return path


def test_the_log_holds_the_game_and_verifies(log: Path) -> None:
    assert not verify(read_log(log), GAME).problems
    text = log.read_text(encoding="utf-8")
    assert '"move": "choose all"' in text
    assert text.count("+?") > 3
    assert '"type": "recovered"' in text


def test_a_move_that_broke_the_rules_stands_and_is_corrected(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.jsonl"
    path.write_bytes(log.read_bytes())
    session = Session.resume(path, GAME)
    recorder = Recorder(session)
    recorder.settle()
    while not session.position.is_legal("stay"):
        moves = [*session.position.table_moves(), *session.position.legal_moves()]
        move = next((text for text in ("pass all", "done") if text in moves), moves[-1])
        assert not recorder.answer(move).refused
    seat = session.position.actor
    far, other = forbidden(session.position)
    assert recorder.answer(far).refused
    reply = recorder.answer(f"!{far} G22 all agreed to it")
    assert "It stood, although" in reply.lines[0]
    number = max(record.seq for record in session.log.records if record.type == "move")
    assert not recorder.answer(f"amend {number} !{other}").refused
    cell = other.removeprefix("go ")
    assert f"on {cell}," in dict(session.position.lines())[f"seat {seat}"]
    session.close()
    assert not verify(read_log(path), GAME).problems
    page = replay_page(tell(Reader().read_bytes(path.read_bytes(), path), GAME, pictures=True), GAME)
    assert "broke rule G22" in page and f"amended: recorded as {far}" in page
    assert "Gridlokt: Ann, Bob, Cai and Dee" in page
