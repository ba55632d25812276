"""The README keeps its word: order, picture, links, the two commands, and every example line."""

import re
import shlex
from pathlib import Path

import click
import pytest

from toolkit.cli.main import cli, run

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
# The tutorial, in order: (file to write, or "" for commands to run, text).
TUTORIAL = re.findall(r"^<!-- tutorial(?:: (\S+))? -->\n```\w+\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
STEPS = {line for file, text in TUTORIAL if not file for line in text.splitlines()}
EXAMPLES = [
    line
    for kind, text in BLOCKS
    if kind == "sh"
    for line in text.splitlines()
    if line.startswith("pnp ") and line not in STEPS
]


def marked(name: str) -> list[str]:
    """The lines of the code block after a mark, as .ci/run reads them."""
    found = re.findall(rf"^<!-- command: {name} -->\n```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(found) == 1
    return str(found[0]).splitlines()


def test_the_two_commands_are_one_line_each() -> None:
    (use,) = marked("use")
    (test,) = marked("test")
    assert re.fullmatch(r"pip install \. && pnp print dragonpath( && pnp simulate dragonpath)?", use)
    assert test == "pip install -e '.[dev]' && pytest"


def test_the_order_is_words_picture_commands() -> None:
    picture = README.index("![")
    words = README[README.index("\n") : picture].strip()
    assert len(re.findall(r"\.(?:\s|$)", words)) == 2, "what it is, in two sentences"
    assert picture < README.index("<!-- command: use -->") < README.index("<!-- command: test -->")
    assert (
        README.index("<!-- command: test -->")
        < README.index("## A short tour")
        < README.index("## Contributing")
    )


def test_pictures_and_links_lead_somewhere() -> None:
    targets = [target for target in re.findall(r"\]\(([^)]+)\)", README) if "://" not in target]
    assert targets
    headings = {
        line.lstrip("# ").lower().replace(" ", "-") for line in README.splitlines() if line[:1] == "#"
    }
    for target in targets:
        assert target[1:] in headings if target.startswith("#") else (ROOT / target).exists(), target


def test_there_are_examples_of_every_command_that_a_tour_shows() -> None:
    shown = {shlex.split(line)[1] for line in EXAMPLES}
    assert shown >= {"games", "check", "print", "simulate", "record", "replay", "play"}


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_parses(line: str) -> None:
    assert "'" not in line and "\\" not in line, "cmd.exe would not take it"
    words = shlex.split(line)[1:]
    with cli.make_context("pnp", words, resilient_parsing=False) as context:
        name, command, rest = cli.resolve_command(context, words)
        assert isinstance(command, click.Command)
        with command.make_context(name, rest, parent=context):
            pass


@pytest.mark.parametrize(
    "line",
    [
        line
        for line in EXAMPLES
        # What has changed since an earlier print is tested with the press: here there was none.
        if line.split()[1] in ("games", "check", "print", "simulate") and "--changed-since" not in line
    ],
)
def test_examples_that_are_quick_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fewer = re.sub(r"-n \d+", "-n 40", line)
    assert run(shlex.split(fewer)[1:]) == 0
    if "-o" in line.split():
        assert any(path.is_file() for path in tmp_path.rglob("*"))


def test_the_tutorial_does_what_it_says_from_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said: dict[str, str] = {}
    for file, text in TUTORIAL:
        if file:
            assert Path(file).is_file(), f"{file} is changed, so it is there"
            Path(file).write_text(text, encoding="utf-8")
            continue
        for line in text.splitlines():
            assert "\\" not in line and line.count("'") % 2 == 0
            assert "'" not in re.sub(r'"[^"]*"', "", line), "cmd.exe would not take it"
            if " watch " in line:  # it would not end; that it serves is tested with the command
                continue
            assert run(shlex.split(re.sub(r"-n \d+", "-n 40", line))[1:]) == 0, capsys.readouterr().err
            said[line.split()[1]] = capsys.readouterr().out
    assert {"new", "check", "print", "simulate"} <= said.keys()
    assert "no faults" in said["check"] and "turns" in said["simulate"]
    for folder in ("prototype", "new-cards", "fast"):
        assert any(path.stat().st_size > 1000 for path in (tmp_path / folder).glob("*.pdf")), folder


def test_the_python_example_runs() -> None:
    (code,) = [text for kind, text in BLOCKS if kind == "python"]
    names: dict[str, object] = {}
    exec(compile(code.replace("1_000", "60"), "README.md", "exec"), names)
    assert names["result"] is not None


def test_the_check_script_reads_the_commands_from_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "<!-- command: $1 -->" in script
    assert "readme_line use" in script and "readme_line test" in script
