"""A folder's own rules.py may be faulty in any way: each fault is told, with file and line."""

import _thread
import shutil
import threading
from pathlib import Path

import pytest

import toolkit
from toolkit.engine.rules import RulesError
from toolkit.games.load import NotTrusted

RACE = Path(__file__).parent / "fixtures" / "race"
RULES = (RACE / "rules.py").read_text(encoding="utf-8")


def folder_with(tmp_path: Path, source: str | bytes) -> Path:
    folder = tmp_path / "race"
    shutil.copytree(RACE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    data = source.encode("utf-8") if isinstance(source, str) else source
    (folder / "rules.py").write_bytes(data)
    return folder


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(RULES.splitlines(), 1) if text in line)


def test_code_that_nobody_trusted_does_not_run(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "raise SystemExit('this ran')\n")
    with pytest.raises(NotTrusted, match=r"rules\.py"):
        toolkit.open_game(folder)


def test_a_trusted_folder_stays_trusted(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, RULES)
    toolkit.open_game(folder, trust=True)
    assert toolkit.open_game(folder).id == "race"


def test_code_is_trusted_by_its_hash(tmp_path: Path) -> None:
    from toolkit.components.trust import trust_code

    folder = folder_with(tmp_path, RULES)
    trust_code((folder / "rules.py").read_bytes())
    assert toolkit.open_game(folder).id == "race"
    (folder / "rules.py").write_text(RULES + "# edited\n", encoding="utf-8")
    with pytest.raises(NotTrusted):
        toolkit.open_game(folder)


LEADER = "    best = 0\n"
OPENING = {
    "syntax": ("def deal(s, o, t):", "def deal(s, o, t:", "SyntaxError"),
    "an exit": ('NAME = "race"', 'import sys\nsys.exit(0)\nNAME = "race"', "SystemExit"),
    "a crash at import": ('NAME = "race"', 'NAME = "race" + 1', "TypeError"),
    "a missing kernel": ("def evaluate(", "def evaluated(", "kernel evaluate is missing"),
    "a missing function": ("def lines(", "def linez(", "lines"),
    "a float in a kernel": (LEADER, "    best = 0 * 1.0\n", "not a whole number"),
    "a list in a kernel": (LEADER, "    best = 0\n    x = [1]\n", "List is not part"),
    "an undefined name": (LEADER, "    best = nothing\n", "nothing, which is not defined"),
    "an unknown field": (LEADER, "    best = s.att[0]\n", "no field att"),
    "a missing index": (LEADER, "    best = s.hand[0]\n", "hand takes 2 indices"),
    "a wrong number of arguments": (
        "before = leader(s)",
        "before = leader(s, 1)",
        "takes 1 arguments, not 2",
    ),
    "an unknown kernel to inline": (
        "MAX_MOVES = 16",
        'MAX_MOVES = 16\nINLINE = ("plai",)',
        "INLINE names 'plai'",
    ),
    "kernels to inline, no tuple": (
        "MAX_MOVES = 16",
        "MAX_MOVES = 16\nINLINE = 5",
        "INLINE is a int",
    ),
    "a fill that fails": ('row["value"] for row', 'row["worth"] for row', "KeyError"),
}


@pytest.mark.parametrize("case", OPENING, ids=str)
def test_faults_found_when_the_folder_is_opened(case: str, tmp_path: Path) -> None:
    old, new, message = OPENING[case]
    assert old in RULES
    folder = folder_with(tmp_path, RULES.replace(old, new, 1))
    with pytest.raises(RulesError, match=message) as caught:
        toolkit.open_game(folder, trust=True)
    assert "rules.py" in str(caught.value)


PLAYING = {
    "an index past the end": ("        if s.at[p] > s.at[best]:", "        if s.at[p + 70000] > s.at[best]:"),
    "a division by zero": ("        if s.at[p] > s.at[best]:", "        if s.at[p] // s.event[0] > 5:"),
    "more moves than declared": ("MAX_MOVES = 16", "MAX_MOVES = 1"),
    "a number too large for its field": ("    s.turns += 1\n", "    s.turns += 1 << 70\n"),
}


@pytest.mark.parametrize("case", PLAYING, ids=str)
def test_faults_that_would_crash_compiled_code_are_found_before(case: str, tmp_path: Path) -> None:
    old, new = PLAYING[case]
    assert old in RULES
    game = toolkit.open_game(folder_with(tmp_path, RULES.replace(old, new, 1)), trust=True)
    with pytest.raises(RulesError, match=r"rules\.py:\d+: "):
        game.runner(2, bots=["random"])


def test_a_game_whose_turns_are_not_counted_is_told(tmp_path: Path) -> None:
    game = toolkit.open_game(
        folder_with(tmp_path, RULES.replace("    s.turns += 1\n", "").replace(">= o.goal", "< 0")), trust=True
    )
    with pytest.raises(RulesError, match=r"rules\.py: 10,000 actions .* should add 1 to s\.turns"):
        game.runner(2, bots=["random"])


def test_a_loop_that_never_ends_is_named_by_the_one_who_interrupts_it(tmp_path: Path) -> None:
    endless = "    while s.turns >= 0:\n        best = 0\n"
    rules = RULES.replace(LEADER, LEADER + endless, 1)
    game = toolkit.open_game(folder_with(tmp_path, rules), trust=True)
    threading.Timer(0.5, _thread.interrupt_main).start()
    with pytest.raises(RulesError, match=r"rules\.py:\d+: interrupted here, in leader"):
        game.runner(2, bots=["random"])


def test_a_fault_while_playing_leaves_the_position_as_it_was(tmp_path: Path) -> None:
    old = "    s.actor = (seat + 1) % s.players\n"
    game = toolkit.open_game(
        folder_with(tmp_path, RULES.replace(old, "    s.actor = seat // 0\n")), trust=True
    )
    position = game.new_position(2, seed=1)
    before = position.state.raw()
    with pytest.raises(RulesError, match=rf"rules\.py:{line_of(old.strip())}: ZeroDivisionError"):
        position.play(position.legal_moves()[0])
    assert position.state.raw() == before


def test_rules_in_another_encoding_are_told(tmp_path: Path) -> None:
    source = "# \xe6\n".encode("latin-1") + RULES.encode("utf-8")
    with pytest.raises(RulesError, match=r"rules\.py"):
        toolkit.open_game(folder_with(tmp_path, source), trust=True)
