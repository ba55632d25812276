"""`pnp options`: every option of a game, with what it does."""

import json

import pytest

from toolkit.cli.main import run
from toolkit.components.folder import load_folder
from toolkit.components.home import find_game


def test_every_option_is_listed_with_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["options", "dragonpath"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for name, spec in load_folder(find_game("dragonpath")).options.items():
        assert name in shown
        assert spec.help.split()[0] in shown


def test_json_has_defaults_and_what_is_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["options", "dragonpath", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["players"] == {"min": 2, "max": 8, "default": 4}
    options = {option["name"]: option for option in listed["options"]}
    assert options["board_size"]["min"] == 4
    assert options["suicide_scope"]["values"] == ["hand", "tile"]
    assert all(option["help"] for option in listed["options"])


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["options", "dragonpat"]) != 0
    assert "dragonpath" in capsys.readouterr().err
