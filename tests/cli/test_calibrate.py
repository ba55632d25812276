"""`pnp calibrate` from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolkit.cli.main import cli
from toolkit.press.printer import Offset, load_profile


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["calibrate", *arguments])


def test_a_printer_is_measured_listed_checked_and_forgotten(tmp_path: Path) -> None:
    made = call("-o", str(tmp_path))
    assert made.exit_code == 0 and (tmp_path / "calibration-a4.pdf").stat().st_size > 2000
    said = call("--printer", "My Office", "--x", "1.5", "--y", "-0.5", "--angle", "0.2")
    assert said.exit_code == 0 and '--printer "My Office"' in said.output and "0.5 mm up" in said.output
    assert load_profile("My Office") == Offset(1.5, -0.5, 0.2)
    assert call("--printer", "My Office", "--x", "0.25", "--add").exit_code == 0
    assert load_profile("My Office") == Offset(1.75, -0.5, 0.2)
    assert "1.75" in call("--list").output
    checked = json.loads(call("--printer", "My Office", "-o", str(tmp_path), "--json").output)
    assert Path(checked["path"]).read_bytes() != (tmp_path / "calibration-a4.pdf").read_bytes()
    assert call("--printer", "My Office", "--delete").exit_code == 0
    assert json.loads(call("--list", "--json").output) == {"printers": []}


def test_wrong_use_is_a_usage_fault(tmp_path: Path) -> None:
    for arguments in (
        ("--x", "1"),
        ("--delete",),
        ("--add", "--printer", "a"),
        ("--list", "--delete", "--printer", "a"),
        ("--printer", "a", "--x", "one"),
        ("--paper", "a44"),
    ):
        assert call(*arguments).exit_code == 2, arguments


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--printer", "nobody"), "no printer 'nobody'"),
        (("--printer", "a", "--x", "nan"), "x cannot be nan"),
        (("--printer", "a", "--angle", "90"), "angle cannot be 90"),
        (("--printer", "../a", "--x", "1"), "cannot be a printer's name"),
        (("--paper", "80x120mm"), "too small"),
    ],
)
def test_a_fault_is_one_line_and_nothing_is_written(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    result = call(*arguments, *(() if "--x" in arguments else ("-o", str(tmp_path / "out"))))
    assert result.exit_code == 1 and said in result.output and result.output.count("\n") == 1
    assert not (tmp_path / "out").exists()
