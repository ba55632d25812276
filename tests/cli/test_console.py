"""The game argument, options given twice, tables, JSON and progress."""

import io
import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from toolkit.cli import console
from toolkit.cli.console import BadInput, GameChoice, parse_game
from toolkit.cli.main import run
from toolkit.components.options import OptionFault
from toolkit.components.trust import is_trusted


def test_a_game_with_options_in_parentheses() -> None:
    assert parse_game("dragonpath") == ("dragonpath", {})
    assert parse_game("dragonpath()") == ("dragonpath", {})
    name, options = parse_game(" pathbound( board=torus, size=7 ,players=3 )")
    assert (name, options) == ("pathbound", {"board": "torus", "size": "7", "players": "3"})
    assert parse_game("x(a=1,a=1)") == ("x", {"a": "1"})


@pytest.mark.parametrize(
    "text", ["x(", "x)", "(a=1)", "x(a)", "x(a=)", "x(=1)", "x(a=1)(b=2)", "x(a=1,a=2)", ""]
)
def test_games_that_are_not_written_right(text: str) -> None:
    with pytest.raises(BadInput):
        parse_game(text)


def choice(players: int | None = None, **options: str) -> GameChoice:
    return GameChoice("x", Path("x"), players, options)


def test_options_from_everywhere_are_one() -> None:
    assert choice(4, size="7").settle(None, (("walls", "both"),)) == (4, {"size": 7, "walls": "both"})
    assert choice().settle(3) == (3, {})
    assert choice().settle(None, (("players", "3"),)) == (3, {})


def test_the_same_value_twice_is_fine() -> None:
    assert choice(4, size="7").settle(4, (("size", "07"), ("size", "7"))) == (4, {"size": 7})


@pytest.mark.parametrize(
    "players, settings",
    [(3, ()), (None, (("players", "3"),)), (None, (("size", "8"),)), (None, (("a", "x"), ("a", "y")))],
)
def test_different_values_are_refused(players: int | None, settings: console.Settings) -> None:
    with pytest.raises(OptionFault, match="is given twice"):
        choice(4, size="7").settle(players, settings)


def test_players_must_be_a_number() -> None:
    with pytest.raises(OptionFault, match="whole number"):
        choice().settle(None, (("players", "two"),))


@click.command()
@console.game_argument
@console.players_option
@console.set_option
@console.seed_option
@console.output_option
@console.json_option
@console.bots_option
@console.trust_option
def everything(
    game: GameChoice,
    players: int | None,
    settings: console.Settings,
    seed: int | None,
    output: Path | None,
    as_json: bool,
    bots: list[str] | None,
    trust: bool,
) -> None:
    console.write_json(
        [game.text, players, list(settings), seed, output and str(output), as_json, bots, trust]
    )


def test_shared_options() -> None:
    line = "dragonpath(players=4) --players 4 --set a=1 --set b=x --seed 7 -o out --json"
    done = CliRunner().invoke(everything, [*line.split(), "--bots", "greedy,mcts:9", "--trust"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == [
        "dragonpath",
        4,
        [["a", "1"], ["b", "x"]],
        7,
        "out",
        True,
        ["greedy", "mcts:9"],
        True,
    ]


@pytest.mark.parametrize(
    "line, status",
    [
        ("dragonpaht", 1),
        ("dragonpath(players=x)", 1),
        ("dragonpath --players 0", 2),
        ("dragonpath --set a", 2),
        ("dragonpath --bots a,,b", 2),
        ("dragonpath --seed -1", 2),
    ],
)
def test_bad_arguments(line: str, status: int) -> None:
    done = CliRunner().invoke(everything, line.split())
    assert done.exit_code == status
    assert done.stdout == "" and "Traceback" not in done.stderr


def test_a_folder_with_parentheses_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "game (2)"
    folder.mkdir()
    (folder / "game.toml").touch()
    done = CliRunner().invoke(everything, [str(folder)])
    assert json.loads(done.stdout)[0] == str(folder)


def test_tables_take_text_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    console.out().print(console.table("Title", ("a", "b"), [("[red]x[/red]", 1), ("y", None)], right=("b",)))
    text = capsys.readouterr().out
    assert "[red]x[/red]" in text and "\x1b" not in text


def test_no_progress_where_nobody_looks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with console.progress("Work", 10, "games") as bar:
        bar.advance(3)
    assert capsys.readouterr() == ("", "")


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with console.progress("Work [1]", 10, "games") as bar:
        bar.advance(10)
    assert "Work [1]" in screen.getvalue() and "100%" in screen.getvalue()


def own_rules(folder: Path) -> Path:
    folder.mkdir()
    (folder / "game.toml").write_text('rules = "rules.py"\n', encoding="utf-8")
    (folder / "rules.py").write_text("raise SystemExit('this ran')\n", encoding="utf-8")
    return folder


def test_trust_is_asked_once_and_only_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = own_rules(tmp_path / "game")
    assert not console.ask_for_trust(folder)  # nobody to ask

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    monkeypatch.setattr("sys.stderr", Terminal())
    asked: list[bool] = []

    def confirm(*args: object, **kwargs: object) -> bool:
        asked.append(True)
        return len(asked) > 1

    monkeypatch.setattr(click, "confirm", confirm)
    assert not console.ask_for_trust(folder) and not is_trusted(folder)
    assert console.ask_for_trust(folder) and is_trusted(folder)
    assert console.ask_for_trust(folder) and len(asked) == 2


def test_a_folder_without_code_needs_no_trust(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text('rules = "dragonpath"\n', encoding="utf-8")
    assert console.ask_for_trust(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "dragonpath", "--players", "2", "--players", "4"], "--players is given twice: 2 and 4"),
        (["simulate", "dragonpath", "--seed=1", "--seed", "2"], "--seed is given twice: 1 and 2"),
        (["simulate", "dragonpath", "-n", "5", "--games", "6"], "--games is given twice: 5 and 6"),
        (["print", "dragonpath", "--paper", "a4", "--paper", "letter"], "--paper is given twice"),
        (["print", "dragonpath", "-o", ""], "--output is empty"),
        (["simulate", "dragonpath", "--log", " "], "--log is empty"),
        (["simulate", "dragonpath", "-n", "1e3"], "'1e3' is not a whole number from 1 to"),
        (["simulate", "dragonpath", "--workers", "0"], "'0' is not a whole number from 1 to 256"),
    ],
)
def test_options_are_refused_alike_by_every_command(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) in (1, 2)
    assert said in capsys.readouterr().err


def test_the_same_value_twice_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "nowhere", "--paper", "a4", "--paper", "a4"]) == 1
    assert "twice" not in capsys.readouterr().err
