"""The command itself: sections, misspelt commands, exit statuses, no tracebacks."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from toolkit.cli import main as main_module
from toolkit.cli.main import SECTIONS, Commands, cli, explain, run
from toolkit.components.faults import Fault, FaultError


def test_help_groups_the_commands_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    places = [text.index(f"\n{section}:\n") for section in SECTIONS]
    assert places == sorted(places)
    assert text.index("\nGames:\n") < text.index("\n  check ")


def test_every_command_has_a_section_and_a_sentence() -> None:
    assert isinstance(cli, Commands)
    for name, module in cli.modules():
        command = getattr(module, "command", None)
        assert isinstance(command, click.Command), f"{name} defines no command"
        assert module.SECTION in SECTIONS
        assert command.get_short_help_str(200).endswith("."), name


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_of_every_command(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with click.Context(cli) as context:
        names = cli.list_commands(context)
    for name in names:
        assert run([name, flag]) == 0
        assert f"pnp {name}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pnp 0.")


def test_a_misspelt_command_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["chekc", "dragonpath"]) == 2
    assert "there is no command 'chekc'; did you mean 'check'?" in capsys.readouterr().err
    assert run(["zzz"]) == 2
    assert "`pnp --help` lists the commands" in capsys.readouterr().err
    assert run(["main"]) == 2 and run(["console"]) == 2


def test_the_value_of_a_command_is_not_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_command(monkeypatch, lambda: 7) == 0


def run_command(monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any]) -> int:
    """Run `pnp games` with another function in its place."""
    from toolkit.cli import games

    monkeypatch.setattr(games, "command", click.command()(function))
    return run(["games"])


def raising(error: BaseException) -> Callable[..., Any]:
    def function() -> None:
        raise error

    return function


@pytest.mark.parametrize(
    "error, status, said",
    [
        (FaultError([Fault("a.csv", 3, "x", "is wrong")]), 1, "a.csv:3:x: is wrong\n1 error"),
        (FileNotFoundError(2, "No such file or directory", "a.csv"), 1, "error: a.csv: No such file"),
        (OSError(28, "No space left on device"), 1, "error: No space left on device"),
        (click.UsageError("not so"), 2, "Error: not so"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (click.Abort(), 130, "interrupted"),
        (RuntimeError("odd"), 1, "pnp itself failed: RuntimeError: odd"),
    ],
)
def test_errors_become_sentences(
    error: BaseException,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run_command(monkeypatch, raising(error)) == status
    seen = capsys.readouterr()
    assert said in seen.err and seen.out == ""
    assert "Traceback" not in seen.err


def test_a_broken_pipe_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(main_module, "_drop_stdout", lambda: None)
    assert run_command(monkeypatch, raising(BrokenPipeError(32, "Broken pipe"))) == 1
    assert capsys.readouterr().err == ""


def test_debug_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_DEBUG", "1")
    with pytest.raises(RuntimeError, match="odd"):
        run_command(monkeypatch, raising(RuntimeError("odd")))


def test_values_that_our_code_refuses_are_no_fault_of_pnp(capsys: pytest.CaptureFixture[str]) -> None:
    from toolkit.components.options import OptionSpec

    try:
        OptionSpec("size", 3, min=1, max=5).check(9)
    except ValueError as error:
        assert explain(error) == 1
    assert capsys.readouterr().err == "error: option size cannot be '9'; allowed: 1 to 5\n"
    assert explain(ValueError("from elsewhere")) == 1
    assert "pnp itself failed" in capsys.readouterr().err


def test_help_imports_nothing_heavy_and_is_fast() -> None:
    code = (
        "import sys; from toolkit.cli.main import run; run(['--help']);"
        "heavy = 'numpy numba scipy matplotlib reportlab rich prompt_toolkit uharfbuzz jinja2 PIL'.split();"
        "sys.exit(' '.join(name for name in heavy if name in sys.modules) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    fastest = min(_seconds([sys.executable, "-m", "toolkit.cli.main", "--help"]) for _ in range(5))
    bare = min(_seconds([sys.executable, "-c", "pass"]) for _ in range(5))
    # 0.25 s by itself; on a machine that is busy or slow, what counts is what we add to Python's own start
    assert fastest < 0.25 or fastest < bare * 12


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return time.perf_counter() - start


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell's pipe")
def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    pipe = f"{sys.executable} -m toolkit.cli.main games --json | head -c 1"
    done = subprocess.run(pipe, shell=True, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("[", "")


def test_completion_of_commands_and_games(tmp_path: Path) -> None:
    def complete(words: str, at: int) -> list[str]:
        environment = {
            **os.environ,
            "COMP_WORDS": words,
            "COMP_CWORD": str(at),
            "_PNP_COMPLETE": "bash_complete",
        }
        command = [sys.executable, "-c", "from toolkit.cli.main import main; main()"]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env=environment, cwd=tmp_path
        )
        return done.stdout.split()

    (tmp_path / "dragons").mkdir()
    (tmp_path / "dragons" / "game.toml").touch()
    assert complete("pnp ch", 1) == ["plain,check"]
    assert complete("pnp check drag", 2) == ["plain,dragonpath"]
    assert complete("pnp check ./", 2) == ["plain,./dragons"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert "_PNP_COMPLETE" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a POSIX shell here")
def test_closed_streams_are_no_failure_of_pnp(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m toolkit.cli.main games"
    for closed in (">&-", "2>&-", "<&-", ">&- 2>&- <&-"):
        done = subprocess.run(
            ["sh", "-c", f"{command} {closed}"], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""


def test_links_in_a_circle_are_a_fault_of_the_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain(RuntimeError("Symlink loop from '/a/b'")) == 1
    assert capsys.readouterr().err == "error: links in a circle: '/a/b'\n"
