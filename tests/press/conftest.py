"""Folders to print, and a printed dragonpath to measure."""

from pathlib import Path

import pytest

from toolkit.press import Order, Printed, run

CARD = """
bleed = 3.0
[[layers]]
type = "rectangle"
fill = "#cfd8c8"
bleed = true
[[layers]]
type = "text"
text = "{{ id }}"
x = 5
y = 5
size = 12
"""

BACK = """
[[layers]]
type = "rectangle"
fill = "#445566"
bleed = true
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A folder with eleven poker cards that have backs."""
    folder = tmp_path / "cards"
    folder.mkdir()
    rows = "".join(f"{i}\n" for i in range(1, 12))
    (folder / "cards.csv").write_text("id\n" + rows, encoding="utf-8")
    (folder / "front.toml").write_text(CARD, encoding="utf-8")
    (folder / "back.toml").write_text(BACK, encoding="utf-8")
    (folder / "game.toml").write_text(
        'id = "mine"\ntitle = "Mine"\nversion = "3"\nplayers = [2, 4]\ndefault_players = 2\n'
        '[tables.cards]\nfile = "cards.csv"\nkey = "id"\n[tables.cards.columns]\nid = {}\n'
        '[kinds.cards]\ntitle = "Cards"\ntable = "cards"\nsize = [63.5, 88.9]\n'
        'template = "front.toml"\nback = "back.toml"\n',
        encoding="utf-8",
    )
    return folder


@pytest.fixture(scope="session")
def dragonpath(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """All of dragonpath as PDF on A4."""
    return run("dragonpath", tmp_path_factory.mktemp("print"), Order())
