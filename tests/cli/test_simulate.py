"""`pnp simulate` as people and scripts call it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import toolkit
from toolkit.cli.main import run

SUMMARY = ["mean", "ci95", "sd", "min", "p10", "median", "p90", "max", "censored", "km_median"]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Compile once, so that no test waits for it."""
    toolkit.open_game("dragonpath").simulate(1, players=2, bots="random")


def pnp(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run(["simulate", "dragonpath", *arguments])
    said = capfd.readouterr()
    return status, said.out, said.err


def as_process(arguments: Sequence[str]) -> subprocess.Popen[str]:
    """A process of its own; with only warnings that matter, and text as UTF-8."""
    return subprocess.Popen(
        [sys.executable, "-m", "toolkit.cli.main", "simulate", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1"},
    )


def test_a_report_for_people(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = pnp(capfd, "-n", "300", "--players", "4", "--bots", "random", "--seed", "1")
    assert status == 0
    assert out.splitlines()[0] == "Bots: random in every seat"
    for part in (
        "dragonpath(players=4)",
        "300 games",
        "seed 1",
        "turns",
        "seat 4",
        "draw pile",
        "the dragon",
    ):
        assert part in out
    assert "\x1b" not in out + err
    assert err == ""  # no progress where nobody watches


def test_greedy_bots_play_when_nobody_says(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = pnp(capfd, "-n", "20", "--players", "2")
    assert out.splitlines()[0] == "Bots: greedy in every seat"


def test_json_alone_and_in_its_shape(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = pnp(capfd, "-n", "200", "--players", "3", "--bots", "random", "--seed", "5", "--json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert list(report) == [
        "game",
        "version",
        "fingerprint",
        "players",
        "options",
        "bots",
        "seed",
        "stream",
        "games",
        "outcomes",
        "stalled_details",
        "measures",
        "seats",
        "bots_result",
        "decks",
        "events",
        "speed",
    ]
    assert (report["game"], report["players"], report["seed"], report["games"]) == ("dragonpath", 3, 5, 200)
    assert re.fullmatch(r"[0-9a-f]{12}", report["fingerprint"])
    assert report["bots"] == ["random"] * 3
    assert report["options"]["board_size"] == 6 and report["options"]["turn_cap"] == 200
    assert list(report["outcomes"]) == ["win", "joint_win", "draw", "stalled", "turn_cap"]
    assert sum(report["outcomes"].values()) == 200
    assert {"turns", "actions"} <= set(report["measures"])
    for summary in report["measures"].values():
        assert list(summary) == SUMMARY
        assert summary["ci95"][0] <= summary["mean"] <= summary["ci95"][1]
    assert [seat["seat"] for seat in report["seats"]] == [1, 2, 3]
    assert list(report["seats"][0]) == ["seat", "win_share", "ci95", "measures"]
    assert list(report["decks"]) == ["pile"]
    assert list(report["decks"]["pile"]) == [
        "emptied_share",
        "ci95",
        "first_emptied_turn",
        "starved_share",
        "reshuffles",
        "left_at_end",
    ]
    assert {"dragon_taken", "forced_exit", "head_on"} <= set(report["events"])
    assert all(list(event) == ["share", "ci95"] for event in report["events"].values())
    assert list(report["speed"]) == ["games_per_second", "seconds", "compile_seconds", "workers"]


def figures(out: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(out)
    del report["speed"]
    return report


def test_the_seed_decides_and_the_workers_do_not(capfd: pytest.CaptureFixture[str]) -> None:
    asked = ("-n", "500", "--players", "2", "--bots", "random", "--json")
    one = figures(pnp(capfd, *asked, "--seed", "3", "--workers", "1")[1])
    three = figures(pnp(capfd, *asked, "--seed", "3", "--workers", "3")[1])
    other = figures(pnp(capfd, *asked, "--seed", "4")[1])
    assert one == three
    assert one["measures"] != other["measures"]


def test_it_says_what_the_public_face_says(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = pnp(
        capfd, "-n", "150", "--players", "2", "--bots", "greedy,random", "--set", "board_size=5", "--json"
    )
    result = toolkit.open_game("dragonpath").simulate(150, players=2, bots="greedy,random", board_size=5)
    report = dict(result.to_dict())
    del report["speed"]
    assert figures(out) == json.loads(json.dumps(report))


def test_options_from_all_three_places(capfd: pytest.CaptureFixture[str]) -> None:
    status = run(
        [
            "simulate",
            "dragonpath(board_size=7)",
            "-n",
            "20",
            "--set",
            "hand_size=2",
            "--players",
            "2",
            "--json",
        ]
    )
    report = json.loads(capfd.readouterr().out)
    assert status == 0
    assert (report["players"], report["options"]["board_size"], report["options"]["hand_size"]) == (2, 7, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["dragonpath(board_size=7)", "--set", "board_size=6"],
        ["dragonpath(players=4)", "--players", "2"],
        ["dragonpath", "--set", "hand_size=2", "--set", "hand_size=3"],
    ],
)
def test_an_option_given_twice_and_differently_is_refused(
    capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(["simulate", *arguments, "-n", "10"]) != 0
    said = capfd.readouterr()
    assert "twice" in said.err and said.out == ""


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--players", "9"], "2 to 8"),
        (["--set", "board_size=9"], "4 to 8"),
        (["--set", "last_deaths=everybody"], "nobody"),
        (["--set", "bord_size=6"], "board_size"),
        (["--bots", "clever"], "greedy"),
        (["--bots", "mcts:many"], "mcts"),
        (["--bots", "greedy,random", "--players", "4"], "4"),
        (["-n", "0"], "1"),
        (["--workers", "many"], "whole number"),
        (["--workers", "0"], "1"),
        (["--seed", "-1"], "0"),
        (["--log-games", "3"], "--log"),
        (["--set", "board_size"], "NAME=VALUE"),
    ],
)
def test_what_cannot_be_is_refused_naming_what_can(
    capfd: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    status, out, err = pnp(capfd, "-n", "10", *arguments)
    assert status in (1, 2)
    assert out == ""
    assert named in err
    assert "Traceback" not in err


def test_a_fault_in_a_table_is_told_with_its_place(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import shutil

    from toolkit.components.home import find_game

    folder = tmp_path / "mine"
    shutil.copytree(find_game("dragonpath"), folder)
    tiles = folder / "tiles.csv"
    tiles.write_text(tiles.read_text("utf-8").replace("01 23 45 67", "01 23 45 66", 1), "utf-8")
    assert run(["simulate", str(folder), "-n", "10", "-o", str(tmp_path / "out")]) == 1
    said = capfd.readouterr()
    assert re.search(r"tiles\.csv:\d+:links: ", said.err)
    assert said.out == "" and not (tmp_path / "out").exists()


def test_a_tile_that_is_gone_from_the_table_is_gone_from_the_games(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    import shutil

    from toolkit.components.home import find_game

    folder = tmp_path / "mine"
    shutil.copytree(find_game("dragonpath"), folder)
    tiles = folder / "tiles.csv"
    lines = tiles.read_text("utf-8").splitlines(keepends=True)
    tiles.write_text("".join(lines[:-5]), "utf-8")
    asked = ["-n", "400", "--players", "8", "--bots", "random", "--json"]
    _, whole, _ = pnp(capfd, *asked)
    assert run(["simulate", str(folder), *asked]) == 0
    fewer = capfd.readouterr().out
    assert json.loads(whole)["measures"]["turns"]["max"] == 35
    assert json.loads(fewer)["measures"]["turns"]["max"] == 30
    assert json.loads(whole)["fingerprint"] != json.loads(fewer)["fingerprint"]


def test_a_folder_gets_the_report_and_the_pictures(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    status, out, err = pnp(
        capfd, "-n", "100", "--players", "2", "--bots", "random", "-o", str(folder), "--json"
    )
    assert status == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "histogram.png",
        "histogram.svg",
        "report.json",
        "report.txt",
    ]
    assert json.loads(folder.joinpath("report.json").read_text("utf-8")) == json.loads(out)
    assert folder.joinpath("report.txt").read_text("utf-8").startswith("Bots: random")
    assert "histogram.svg" in err


def test_a_place_that_cannot_be_written_is_named(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    status, _, err = pnp(capfd, "-n", "10", "--bots", "random", "-o", str(tmp_path / "file" / "out"))
    assert status == 1
    assert "file" in err and "Traceback" not in err


def test_logs_hold_the_very_games(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = toolkit.open_game("dragonpath")
    folder = tmp_path / "logs"
    status, _, err = pnp(
        capfd,
        "-n",
        "6",
        "--players",
        "2",
        "--bots",
        "greedy,random",
        "--log",
        str(folder),
        "--log-games",
        "4",
    )
    assert status == 0 and "4 logs" in err
    logs = sorted(folder.iterdir())
    assert [path.name for path in logs] == [f"game-{index:06d}.jsonl" for index in range(4)]
    rows = game.simulate(6, players=2, bots="greedy,random").rows
    for index, path in enumerate(logs):
        records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        header, end = records[0], records[-1]
        assert (header["game"], header["origin"]) == ("dragonpath", "simulated")
        assert header["bots"] == [{"1": "greedy", "2": "random"}, {"1": "random", "2": "greedy"}][index % 2]
        assert (header["random"]["seed"], header["random"]["game"]) == (1, index)
        position = game.new_table(2)
        for record in records:
            if record["type"] in ("move", "chance"):
                position.play(record.get("move") or record["event"])
        assert position.outcome is not None
        assert position.turn == rows["turns"][index]
        assert sum(1 << (seat - 1) for seat in end["winners"]) == rows["winners"][index]


def test_ten_games_are_logged_when_nobody_says(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pnp(capfd, "-n", "12", "--players", "2", "--bots", "random", "--log", str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 10


@pytest.mark.skipif(sys.platform == "win32", reason="a signal cannot be sent to one process alone on Windows")
def test_an_interrupt_reports_the_first_games_in_order() -> None:
    asked = 20_000_000
    arguments = ["--players", "2", "--bots", "random", "--seed", "8", "--json"]
    for patience in (4, 8, 16, 32):  # on a busy machine the first seconds go by before a game is played
        process = as_process(["dragonpath", "-n", str(asked), *arguments])
        time.sleep(patience)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        if out:
            break
    assert process.returncode == 130
    report = figures(out)
    assert 0 < report["games"] < asked
    assert f"the first {report['games']:,} of {asked:,} games" in err
    assert "Traceback" not in err
    again = toolkit.open_game("dragonpath").simulate(report["games"], players=2, bots="random", seed=8)
    expected = dict(again.to_dict())
    del expected["speed"]
    assert report == json.loads(json.dumps(expected))


def test_help_needs_nothing_heavy() -> None:
    code = (
        "import sys; from toolkit.cli.main import run; run(['simulate', '--help']); "
        "print([m for m in ('numba', 'numpy', 'scipy', 'matplotlib', 'rich') if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"


def test_a_report_needs_no_matplotlib() -> None:
    code = (
        "import sys; from toolkit.cli.main import run; run(['simulate', 'dragonpath', '-n', '5', '--json']); "
        "print('matplotlib' in sys.modules, file=sys.stderr)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stderr.splitlines()[-1] == "False"


def test_compiling_is_said_once(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no earlier run had left compiled rules: compiling them for real takes half a minute."""
    from toolkit.engine.runner import Runner

    asked = ("-n", "5", "--players", "2", "--bots", "random", "--json")
    _, out, err = pnp(capfd, *asked)
    assert (err, json.loads(out)["speed"]["compile_seconds"]) == ("", 0)
    monkeypatch.setattr(Runner, "needs_compiling", True)
    _, out, err = pnp(capfd, *asked)
    assert err.count("compiling the rules of dragonpath") == 1
    assert json.loads(out)["speed"]["compile_seconds"] > 0
