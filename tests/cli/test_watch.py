"""`pnp watch` as a process: it serves, sees a saved file, and ends when it is interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from toolkit.cli.main import run
from toolkit.cli.watch import wanted
from toolkit.components.starter import make_game


def state(address: str) -> Any:
    with urllib.request.urlopen(f"{address}state", timeout=10) as answer:
        return json.load(answer)


def until(address: str, done: Any) -> Any:
    """The first state that is as wanted; a minute at most, on a busy machine."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = state(address)
        if found and done(found):
            return found
        time.sleep(0.05)
    raise AssertionError(found)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no interrupt to a single process")
def test_a_saved_file_is_seen_and_an_interrupt_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    folder = tmp_path / "mine"
    make_game(folder)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "toolkit.cli.main", "watch", "mine", "--no-open"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line.split()[0]
        assert address.startswith("http://127.0.0.1:") and "Ctrl-C ends it" in line
        before = until(address, lambda s: s["kinds"] and not s["kinds"][-1]["pending"])
        # until the folder is being watched, a change may go by unseen
        cards = folder / "cards.csv"
        text = cards.read_text(encoding="utf-8")
        for n in range(100):
            cards.write_text(text.replace("Walk", f"Stroll {n}"), encoding="utf-8")
            time.sleep(0.3)
            after = state(address)
            if (
                after["version"] != before["version"]
                and after["kinds"][0]["pieces"] != before["kinds"][0]["pieces"]
            ):
                break
        assert after["kinds"][0]["pieces"][0]["front"] != before["kinds"][0]["pieces"][0]["front"]
        assert after["kinds"][0]["pieces"][1] == before["kinds"][0]["pieces"][1]
        (folder / "rulebook.en.md").write_text(
            "# Mine\n\n```picture\npieces: cards nobody\n```\n", encoding="utf-8"
        )
        thorough = until(address, lambda s: s["faults"])
        assert thorough["faults"][0]["place"].startswith("rulebook.en.md:")
    finally:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "Traceback" not in err and "ended" in err


def test_what_cannot_be_watched_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_game(tmp_path / "mine")
    assert run(["watch", str(tmp_path / "mine"), "--lang", "de"]) == 1
    assert "it is in en" in capsys.readouterr().err
    assert run(["watch", "dragonpath(players=2)"]) == 1
    assert "leave them out" in capsys.readouterr().err


def test_changes_that_nobody_sees_are_passed_over(tmp_path: Path) -> None:
    for name in ("cards.csv", "art/a.png", "game.toml"):
        assert wanted(tmp_path / name, tmp_path), name
    for name in (".git/index", "__pycache__/x.pyc", ".cards.csv.swp", "cards.csv~", "output/a.pdf", "x.part"):
        assert not wanted(tmp_path / name, tmp_path), name
