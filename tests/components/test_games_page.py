"""GAMES.md documents every key of game.toml, and its example is read without a fault."""

import re
from pathlib import Path
from typing import Any

import pytest

from toolkit.components.folder import load_folder
from toolkit.components.manifest import MAKES, SHAPES
from toolkit.components.schema import TYPES
from toolkit.components.tomlfile import TomlFile

PAGE = Path(__file__).resolve().parents[2] / "card_templates" / "GAMES.md"


def example(folder: Path) -> Path:
    """A folder with the page's game.toml and the tables that it names."""
    (toml,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    text = toml.replace('file = "harbour.xlsx"\nsheet = "Cards"', 'file = "harbour.csv"')
    (folder / "game.toml").write_text(text, encoding="utf-8")
    rows = "id,name,cost,count,name.da,#\nferry,Ferry,2,3,Færge,dear?\n"
    (folder / "harbour.csv").write_text(rows, encoding="utf-8")
    (folder / "islands.csv").write_text("id,name\n1,Skerry\n", encoding="utf-8")
    return folder


def test_the_example_is_a_game(tmp_path: Path) -> None:
    folder = load_folder(example(tmp_path)).require()
    assert [kind.shape for kind in folder.kinds.values()] == ["rect", "hex"]
    assert folder.options["rounds"].default_by_players == {4: 6}


def test_every_key_is_documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known: set[str] = set()
    plain = TomlFile.check_keys

    def noted(self: TomlFile, keys: tuple[str | int, ...], table: dict[str, Any], names: list[str]) -> None:
        known.update(names)
        plain(self, keys, table, names)

    monkeypatch.setattr(TomlFile, "check_keys", noted)
    load_folder(example(tmp_path))
    assert {"id", "url", "pattern", "ruling", "stock", "symbol"} <= known
    rows = [line.split("|")[1] for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:3] == "| `"]
    documented = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert known <= documented
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in (*SHAPES, *MAKES, *TYPES))
