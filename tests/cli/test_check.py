"""`pnp check` and `pnp games`."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from toolkit.cli.main import run
from toolkit.components.home import bundled_games
from toolkit.components.trust import trust_folder


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mine"
    shutil.copytree(bundled_games()["dragonpath"], folder)
    monkeypatch.chdir(tmp_path)
    return folder


def spoil(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


def test_a_sound_game_is_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "dragonpath"]) == 0
    text = capsys.readouterr().out
    assert "no faults" in text and "35 path tiles" in text and "8 marker stones" in text


def test_faults_of_every_kind_come_in_one_run(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", "ruling", "rulling")
    spoil(game, "tiles.csv", "id,links,count", "id,links,coutn")
    spoil(game, "tiles.csv", "03,01 24 36 57", "03,01 24 36 55")
    spoil(game, "markers.csv", "#E69F00", "orange")
    assert run(["check", "mine"]) == 1
    out, err = capsys.readouterr()
    places = [line.split(": ")[0] for line in out.splitlines()]
    for place in ("tiles.csv:1:coutn", "tiles.csv:5:links", "markers.csv:2:colour"):
        assert place in places
    assert places[0].startswith("game.toml:")  # then file by file, from the top down
    assert [place.split(":")[0] for place in places[1:-1]] == sorted(p.split(":")[0] for p in places[1:-1])
    assert "Traceback" not in err


def test_a_warning_alone_leaves_the_status_zero(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "tiles.csv", "05,01 25 36 47,1", "05,01 25 36 47,0")
    assert run(["check", "mine"]) == 0
    assert "tiles.csv: warning: 34 tiles" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rulebook.en.md", "# ", "# \u9f8d ", "rulebook.en.md:"),
        ("rulebook.en.md", "file: banner.toml", "file: baner.toml", "baner.toml: cannot be read"),
        ("banner.toml", "[[layers]]", "[[layers]]\ntype = 'tekst'", "banner.toml:"),
        ("gallery.toml", 'file = "tiles"', 'file = "../tiles"', "gallery.toml:5:1: 'file' is missing or no"),
        ("gallery.toml", "m3, m6", "m3, m3", "gallery.toml:"),
        ("game.toml", "players = [2, 8]", "players = [2, 12]", "game.toml: players allows 2 to 12, which"),
        ("game.toml", 'title = "Dragonpath"', 'title = "\u9f8d"', "game.toml:"),
        ("tile.toml", "safe = ", "safe = 100 #", "tile.toml:"),
    ],
)
def test_check_finds_what_printing_or_playing_would_refuse(
    game: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, said: str
) -> None:
    spoil(game, file, old, new)
    assert run(["check", "mine"]) == 1
    out = capsys.readouterr().out
    assert any(line.startswith(said) for line in out.splitlines()), out


def test_files_that_lead_out_of_the_folder_are_not_read(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret").write_text("[secret]\n", encoding="utf-8")
    names = ("rulebook.en.md", "gallery.toml", "tiles.csv", "tile.toml")
    for name in names:
        (game / name).unlink()
        try:
            (game / name).symlink_to(tmp_path / "secret")
        except OSError:
            pytest.skip("links cannot be made here")
    for command in ("check", "print"):
        assert run([command, "mine"]) == 1
        said = "".join(capsys.readouterr())
        assert said.count("leads out of the game folder") == len(names), said
        assert "secret" not in said
    assert not (tmp_path / "output").exists()


def test_options_in_the_name_are_checked(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "mine(board_size=7,players=3)"]) == 0
    for name, said in (("mine(foo=1)", "no option 'foo'"), ("mine(players=9)", "2 to 8 players, not 9")):
        assert run(["check", name]) == 1
        assert said in capsys.readouterr().err


def test_a_faulty_option_is_one_fault(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", "max = 10000\n", "")
    assert run(["check", "mine"]) == 1
    assert "1 error in mine" in capsys.readouterr().out


def test_a_bad_cell_is_one_fault_for_check_and_for_print(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(game, "tiles.csv", "05,01 25 36 47", "05,01 25 36 46")
    assert run(["check", "mine"]) == 1
    found = capsys.readouterr().out.splitlines()[:-1]
    assert [line.split(": ")[0] for line in found] == ["tiles.csv:7:links", "tiles.csv"]
    assert run(["print", "mine"]) == 1
    assert capsys.readouterr().err.splitlines()[:-1] == found


def test_nothing_in_a_folder_steers_the_terminal(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", 'title = "Dragonpath"', 'title = "\\u001b]0;owned\\u0007\\u202e"')
    spoil(game, "tiles.csv", "id,links,count", "id,links,\x1b[31mcount")
    spoil(game, "markers.csv", "#E69F00", "\x1b[2J\x9b31m")
    spoil(game, "tile.toml", "[[layers]]", '[[layers]]\n"\\u001b[1m" = 1')
    for command in (["check", "mine"], ["games"], ["print", "mine"], ["check", "mine\x1b[31m"]):
        run(command)
        said = "".join(capsys.readouterr())
        assert said and not set(said) & {"\x1b", "\x9b", "\x07", "\u202e"}


def test_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "tiles.csv", "05,01 25 36 47,1", "05,01 25 36 47,x")
    assert run(["check", "mine", "--json"]) == 1
    seen = json.loads(capsys.readouterr().out)
    assert (seen["errors"], seen["faults"][0]["row"], seen["faults"][0]["column"]) == (1, 7, "count")


def test_rules_that_do_not_exist(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", 'rules = "dragonpath"', 'rules = "dragonpat"')
    assert run(["check", "mine"]) == 1
    assert "no rules named 'dragonpat' come with" in capsys.readouterr().out


def test_a_folder_that_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(tmp_path)]) == 1
    assert "it has no game.toml" in capsys.readouterr().err


def test_own_rules_are_not_run_by_checking(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", 'rules = "dragonpath"', 'rules = "rules.py"')
    (game / "rules.py").write_text("raise SystemExit('this ran')\n", encoding="utf-8")
    assert run(["check", "mine"]) == 1  # for what it lacks
    shown = capsys.readouterr()
    assert "the kernel setup is missing" in shown.out
    assert "this ran" not in shown.out + shown.err


def test_games_lists_bundled_and_nearby(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", 'title = "Dragonpath"', 'title = "My [bold]game[/bold]"')
    spoil(game, "tiles.csv", "05,01 25 36 47,1", "05,01 25 36 47,x")
    assert run(["games"]) == 0
    text = capsys.readouterr().out
    assert "dragonpath" in text and "./mine" in text and "My [bold]game[/bold]" in text
    assert "1 error" in text
    assert run(["games", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["dragonpath"]["bundled"] and not rows["./mine"]["bundled"]
    assert (rows["./mine"]["errors"], rows["dragonpath"]["errors"]) == (1, 0)


def test_options_that_the_rules_do_not_have(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", "[options.draw_round]", "[options.draw_rounds]")
    spoil(game, "tiles.csv", "03,01 24 36 57", "03,01 24 36 55")
    assert run(["check", "mine"]) == 1
    text = capsys.readouterr().out
    assert "tiles.csv:5:links" in text and "[options.draw_round] is missing" in text
    assert "option 'draw_rounds' is unknown" in text


def test_trusted_rules_are_checked_too(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "game.toml", 'rules = "dragonpath"', 'rules = "rules.py"')
    (game / "rules.py").write_text("NAME = 3\n", encoding="utf-8")
    trust_folder(game)
    assert run(["check", "mine"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 3 and all(line.startswith("rules.py: ") for line in lines[:-1])
    assert str(game) not in "".join(lines)


def test_checking_needs_no_compiler() -> None:
    code = (
        "import sys; from toolkit.cli.main import run; run(['check', 'dragonpath', '--json']);"
        "sys.exit('numba' in sys.modules or 'scipy' in sys.modules or 'matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_rules_that_may_not_run_are_checked_by_their_outline(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Missing functions and broken syntax are found without running a stranger's code."""
    shutil.copytree(Path(__file__).parents[1] / "games" / "fixtures" / "race", tmp_path / "race")
    rules = tmp_path / "race" / "rules.py"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(
        source.replace("def fill(", "def filled(") + "\nraise SystemExit(99)\n", encoding="utf-8"
    )
    assert run(["check", str(tmp_path / "race")]) == 1
    shown = capsys.readouterr().out
    assert "rules.py: the function fill is missing" in shown
    assert "not trusted" in shown
    rules.write_text(source + "\ndef (:\n", encoding="utf-8")
    assert run(["check", str(tmp_path / "race")]) == 1
    assert "this is no Python" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('size = "poker"', 'size = "pokr"', "game.toml:58:1: there is no size 'pokr'; did you mean 'poker'?"),
        ('size = "poker"', "size = [-5, 50]", "game.toml:58:1: a piece is 1 to 2000 mm wide and high"),
        ("diameter = 20", "", "game.toml:68:8: key 'diameter' is missing; add diameter = 25.4 (mm)"),
        ('back = "card_back.toml"', 'back = "../x.toml"', "game.toml:60:1: '../x.toml' is outside the game"),
        (
            'back = "card_back.toml"',
            'bcak = "card_back.toml"',
            "game.toml:60:1: unknown key 'bcak'",
        ),
        ('file = "cards.csv"', 'file = "crads.csv"', "crads.csv: cannot be read: there is no such file"),
        ('version = "1"', 'rules = "rules.py"\nversion = "1"', "game.toml:9:1: there is no rules.py in the"),
    ],
)
def test_a_slip_in_game_toml_is_one_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    assert run(["new", str(tmp_path / "slip")]) == 0
    spoil(tmp_path / "slip", "game.toml", old, new)
    capsys.readouterr()
    for command in (["check"], ["print", "-o", str(tmp_path / "out")]):
        assert run([*command, str(tmp_path / "slip")]) == 1
        told = capsys.readouterr()
        lines = (told.out + told.err).splitlines()
        assert len(lines) == 2 and lines[0].startswith(said) and lines[1].startswith("1 error"), lines
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("more", ["", "x,,\n"])
def test_blank_rows_are_counted_also_beside_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "mine"]) == 0
    cards = tmp_path / "mine" / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8") + f"\n,,\n{more}", encoding="utf-8")
    steps = tmp_path / "mine" / "steps.csv"
    steps.write_text(steps.read_text(encoding="utf-8") + ",\n", encoding="utf-8")
    capsys.readouterr()
    assert run(["check", "mine"]) == bool(more)
    out = capsys.readouterr().out
    assert "3 blank rows were skipped in cards.csv, steps.csv." in out.splitlines()[-1]
    assert bool(more) == ("no faults" not in out)
    run(["check", "mine", "--json"])
    assert json.loads(capsys.readouterr().out)["blank_rows"] == {"cards.csv": 2, "steps.csv": 1}
