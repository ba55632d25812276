"""How fast games are printed. Run on demand: `pytest tests/benchmarks/test_print_benchmark.py`.

The goal on a machine with nothing else to do: the whole of `pnp print dragonpath` in 3 s from the prompt.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import toolkit
from toolkit.drawing.svg import svg_parts
from toolkit.press import Order, run


def test_the_whole_command(benchmark: Any, tmp_path: Path) -> None:
    code = "from toolkit.cli.main import main; main()"
    command = [sys.executable, "-c", code, "print", "dragonpath", "-o", str(tmp_path)]
    benchmark.pedantic(lambda: subprocess.run(command, check=True, capture_output=True), rounds=3)
    assert benchmark.stats.stats.min < 3.0
    assert len(list(tmp_path.iterdir())) == 3


def test_sheets_as_pdf(benchmark: Any, tmp_path: Path) -> None:
    benchmark(run, "dragonpath", tmp_path, Order(only=("tiles", "dragon", "markers", "board")))


def test_sheets_as_svg(benchmark: Any, tmp_path: Path) -> None:
    benchmark(run, "dragonpath", tmp_path, Order(format="svg", only=("tiles",)))


def test_rulebook(benchmark: Any, tmp_path: Path) -> None:
    benchmark(run, "dragonpath", tmp_path, Order(only=("rulebook",)))


def test_160_cards_with_backs(benchmark: Any, tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    words = "When this card is played, draw two and discard one; then the next player answers. "
    rows = "".join(f"{i},Card {i},{words * (1 + i % 3)}\n".replace("; ", " ") for i in range(160))
    (folder / "cards.csv").write_text("id,name,text\n" + rows.replace(", draw", " draw"), encoding="utf-8")
    layer = "[[layers]]\ntype = 'text'\nfont = 'serif'\nx = 5\n"
    name = layer + "text = '{{ name }}'\ny = 6\nsize = 14\nweight = 'bold'\n"
    text = layer + "text = '{{ text }}'\ny = 20\nwidth = 53.5\nheight = 60\nsize = 10\n"
    (folder / "front.toml").write_text(name + text, encoding="utf-8")
    (folder / "back.toml").write_text(
        "[[layers]]\ntype = 'rectangle'\nfill = '#445566'\nbleed = true\n", "utf-8"
    )
    (folder / "game.toml").write_text(
        'id = "cards"\ntitle = "Cards"\nversion = "1"\nplayers = [2, 4]\ndefault_players = 2\n'
        '[tables.cards]\nfile = "cards.csv"\nkey = "id"\n'
        "[tables.cards.columns]\nid = {}\nname = {}\ntext = {}\n"
        '[kinds.cards]\ntitle = "Cards"\ntable = "cards"\nsize = [63.5, 88.9]\n'
        'template = "front.toml"\nback = "back.toml"\n',
        encoding="utf-8",
    )
    printed = benchmark.pedantic(run, (folder, tmp_path / "out"), rounds=3)
    assert printed.files[0].pages == 36


def test_a_position_as_a_frame_of_a_page(benchmark: Any) -> None:
    game = toolkit.open_game("dragonpath")
    position = game.new_position(players=4, seed=1)
    choice = random.Random(1)
    while position.turn < 20:
        position.play(choice.choice(position.legal_moves()))
    benchmark(lambda: svg_parts(position.to_drawing(0)))
