"""The wheel carries the games, an editable install finds the checkout's, what is imported is declared."""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout, without a network."""
    pytest.importorskip("hatchling", reason="hatchling is not installed, so no wheel can be built offline")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_carries_every_bundled_game(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    games = [path for path in (ROOT / "card_templates").iterdir() if (path / "game.toml").is_file()]
    assert games
    for game in games:
        for file in game.rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert f"toolkit/card_templates/{file.relative_to(game.parent).as_posix()}" in names
    for file in (ROOT / "toolkit" / "components" / "starter").iterdir():
        assert f"toolkit/components/starter/{file.name}" in names
    assert "toolkit/py.typed" in names
    strays = [name for name in names if not name.startswith(("toolkit/", "pnp_toolkit-"))]
    assert strays == []


def test_an_installed_wheel_finds_its_own_games(wheel: Path, tmp_path: Path) -> None:
    # unpacked in front of everything else, which is what installing a pure wheel does, only quicker
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    code = "from toolkit.components.home import home, bundled_games; print(home()); print(*bundled_games())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=empty, env=environment
    )
    place, names = done.stdout.splitlines()
    assert Path(place).resolve() == (site / "toolkit" / "card_templates").resolve()
    assert "dragonpath" in names.split()
    done = subprocess.run(
        [sys.executable, "-m", "toolkit.cli.main", "check", "dragonpath"],
        capture_output=True,
        text=True,
        check=False,
        cwd=empty,
        env=environment,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no faults" in done.stdout
    assert list(empty.iterdir()) == []


def test_an_editable_install_finds_the_games_of_the_checkout(tmp_path: Path) -> None:
    code = "from toolkit.components.home import home; print(home())"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
    )
    if done.returncode != 0 or Path(done.stdout.strip()).resolve() != ROOT / "card_templates":
        if not _is_editable():
            pytest.skip("the toolkit is not installed editable here")
        pytest.fail(done.stdout + done.stderr)


def _is_editable() -> bool:
    try:
        text = importlib.metadata.distribution("pnp-toolkit").read_text("direct_url.json") or ""
    except importlib.metadata.PackageNotFoundError:
        return False
    return '"editable": true' in text.replace('":true', '": true')


def test_what_the_toolkit_imports_is_declared() -> None:
    wanted = {"toolkit", *sys.stdlib_module_names}
    declared = {_plain(re.split(r"[<>=;\[ ]", name)[0]) for name in PROJECT["dependencies"]}
    homes = importlib.metadata.packages_distributions()
    undeclared = {}
    for path in (ROOT / "toolkit").rglob("*.py"):
        for name in _imports(path):
            if name not in wanted and not {_plain(home) for home in homes.get(name, [name])} & declared:
                undeclared[name] = path.relative_to(ROOT).as_posix()
    assert undeclared == {}


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found
