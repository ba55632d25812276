"""How fast games are printed. Run on demand: `pytest -n 0 tests/benchmarks/test_print_benchmark.py`.

The goals, on a machine of two cores with nothing else to do, each for the whole process from the prompt:
`pnp print dragonpath` in 3 s; 160 poker cards with backs (36 pages of A4) in 1.5 s, and in 4 s, 7 MB and 150
MB of memory with 20 pictures used 160 times; time and memory in step with the number of cards; a set of
tiles, cards, tokens and a board larger than the paper in 5 s.
"""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

import toolkit
from toolkit.drawing.svg import svg_parts
from toolkit.press import Order, run

PROGRAM = """
import resource, sys
from toolkit.cli.main import run
status = run(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF)
sys.stderr.write(f"{used.ru_utime + used.ru_stime} {used.ru_maxrss}")
sys.exit(status)
"""


def pnp(*arguments: str) -> tuple[float, int]:
    """Run `pnp` as a process of its own; returns its time on a processor (s) and its peak of resident memory
    in bytes.
    """
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], check=True, capture_output=True)
    seconds, peak = done.stderr.split()[-2:]
    return float(seconds), int(peak) * (1 if sys.platform == "darwin" else 1024)


def measured(benchmark: Any, folder: Path, output: Path, rounds: int = 3) -> int:
    """Time `pnp print` of a folder; returns the largest peak of memory."""
    peaks: list[int] = []
    benchmark.pedantic(
        lambda: peaks.append(pnp("print", str(folder), "-o", str(output))[1]), rounds=rounds, warmup_rounds=1
    )
    benchmark.extra_info["resident MB"] = round(max(peaks) / 1e6)
    return max(peaks)


WORDS = "When this card is played draw two and discard one and then the next player answers "


def card_game(folder: Path, count: int, pictures: int = 0) -> Path:
    """A folder of poker cards with texts and backs; `pictures` of 800 x 640 pixels are used in turn."""
    folder.mkdir()
    rows = "".join(
        f"{i},Card {i},{WORDS * (1 + i % 3)},art/{i % pictures if pictures else 0}.jpg\n"
        for i in range(count)
    )
    (folder / "cards.csv").write_text("id,name,text,picture\n" + rows, encoding="utf-8")
    layer = "[[layers]]\ntype = 'text'\nfont = 'serif'\nx = 5\n"
    name = layer + "text = '{{ name }}'\ny = 6\nsize = 14\nweight = 'bold'\n"
    top = 62 if pictures else 20
    text = layer + f"text = '{{{{ text }}}}'\ny = {top}\nwidth = 53.5\nheight = {82 - top}\nsize = 9\n"
    picture = (
        "[[layers]]\ntype = 'image'\nfile = '{{ picture }}'\nx = 5\ny = 16\nwidth = 53.5\nheight = 42.8\n"
    )
    (folder / "front.toml").write_text(name + text + (picture if pictures else ""), encoding="utf-8")
    (folder / "back.toml").write_text(
        "[[layers]]\ntype = 'rectangle'\nfill = '#445566'\nbleed = true\n", "utf-8"
    )
    (folder / "game.toml").write_text(
        'id = "cards"\ntitle = "Cards"\nversion = "1"\nplayers = [2, 4]\ndefault_players = 2\n'
        '[tables.cards]\nfile = "cards.csv"\nkey = "id"\n'
        "[tables.cards.columns]\nid = {}\nname = {}\ntext = {}\npicture = {}\n"
        '[kinds.cards]\ntitle = "Cards"\ntable = "cards"\nsize = [63.5, 88.9]\n'
        'template = "front.toml"\nback = "back.toml"\n',
        encoding="utf-8",
    )
    if pictures:
        (folder / "art").mkdir()
        for number in range(pictures):
            (folder / "art" / f"{number}.jpg").write_bytes(photograph(number))
    return folder


def photograph(seed: int) -> bytes:
    """A JPEG with as much detail as a painting: soft noise in three colours, some 300 kB."""
    from PIL import Image

    choice = random.Random(seed)
    planes = []
    for _ in range(3):
        coarse = Image.frombytes("L", (100, 80), choice.randbytes(8000)).resize((800, 640), 3)
        fine = Image.frombytes("L", (800, 640), choice.randbytes(800 * 640))
        planes.append(Image.blend(coarse, fine, 0.22))
    buffer = io.BytesIO()
    Image.merge("RGB", planes).save(buffer, "JPEG", quality=88)
    return buffer.getvalue()


def images_in(path: Path) -> int:
    """How many image objects a PDF has."""
    return len(re.findall(rb"/Subtype\s*/Image", path.read_bytes()))


def test_the_whole_command(benchmark: Any, tmp_path: Path) -> None:
    benchmark.pedantic(lambda: pnp("print", "dragonpath", "-o", str(tmp_path)), rounds=3)
    assert benchmark.stats.stats.min < 3.0
    assert len(list(tmp_path.glob("*.pdf"))) == 3


def test_160_cards_with_backs(benchmark: Any, tmp_path: Path) -> None:
    folder = card_game(tmp_path / "cards", 160)
    measured(benchmark, folder, tmp_path / "out")
    document = pypdfium2.PdfDocument(tmp_path / "out" / "cards-two-sided-a4.pdf")
    assert len(document) == 36
    assert benchmark.stats.stats.min < 1.5


def test_160_cards_with_20_pictures(benchmark: Any, tmp_path: Path) -> None:
    folder = card_game(tmp_path / "cards", 160, 20)
    peak = measured(benchmark, folder, tmp_path / "out")
    path = tmp_path / "out" / "cards-two-sided-a4.pdf"
    pictures = sum(art.stat().st_size for art in (folder / "art").iterdir())
    benchmark.extra_info["MB"] = round(path.stat().st_size / 1e6, 2)
    benchmark.extra_info["MB of pictures"] = round(pictures / 1e6, 2)
    assert images_in(path) == 20
    assert path.stat().st_size < 7e6 and pictures > 5e6
    assert peak < 150e6
    assert benchmark.stats.stats.min < 4.0


PER_CARD = 70_000
"""The most memory that a further card may take, bytes: its glyphs, and its page waiting to be written."""


def test_time_and_memory_grow_with_the_number_of_cards(benchmark: Any, tmp_path: Path) -> None:
    counts = (500, 1250, 2000)
    folders = {count: card_game(tmp_path / f"cards{count}", count) for count in counts}
    runs: dict[int, list[tuple[float, int]]] = {count: [] for count in counts}

    def measure() -> None:
        for count, folder in folders.items():
            runs[count].append(pnp("print", str(folder), "-o", str(tmp_path / "out")))

    benchmark.pedantic(measure, rounds=3)
    # What else the machine does only adds to a run: the least of several is the run alone.
    time = [min(seconds for seconds, _ in runs[count]) for count in counts]
    memory = [min(peak for _, peak in runs[count]) for count in counts]
    benchmark.extra_info["s"] = [round(seconds, 2) for seconds in time]
    benchmark.extra_info["MB"] = [round(peak / 1e6) for peak in memory]
    # Between equal steps, so that what a process takes before its first card is in neither; what grew with
    # the square of the cards would be at 1.86. Time has the noise of the machine.
    for used, most in ((time, 1.6), (memory, 1.15)):
        assert used[2] - used[1] < most * (used[1] - used[0])
    assert (memory[2] - memory[0]) / (counts[2] - counts[0]) < PER_CARD


SET = """
id = "set"
title = "Set"
version = "1"
players = [2, 4]
default_players = 2
[tables.tiles]
file = "tiles.csv"
[tables.tiles.columns]
id = {}
[tables.cards]
file = "cards.csv"
[tables.cards.columns]
id = {}
[tables.tokens]
file = "tokens.csv"
[tables.tokens.columns]
id = {}
[tables.board]
file = "board.csv"
[tables.board.columns]
id = {}
[kinds.tiles]
title = "Tiles"
table = "tiles"
size = [50.0, 50.0]
template = "piece.toml"
back = "back.toml"
[kinds.cards]
title = "Cards"
table = "cards"
size = [63.5, 88.9]
template = "piece.toml"
back = "back.toml"
[kinds.tokens]
title = "Tokens"
table = "tokens"
shape = "circle"
diameter = 22.0
template = "piece.toml"
[kinds.board]
title = "Board"
table = "board"
size = [500.0, 500.0]
tiled = true
template = "board.toml"
"""


def test_a_set_of_all_kinds(benchmark: Any, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "game.toml").write_text(SET, "utf-8")
    for name, count in (("tiles", 160), ("cards", 50), ("tokens", 64), ("board", 1)):
        (folder / f"{name}.csv").write_text("id\n" + "".join(f"{name}{i}\n" for i in range(count)), "utf-8")
    ground = "[[layers]]\ntype = 'rectangle'\nfill = '#cfd8c8'\nbleed = true\n"
    name = "[[layers]]\ntype = 'text'\ntext = '{{ id }}'\nx = 3\ny = 9\nsize = 8\n"
    grid = (
        "[[layers]]\ntype = 'grid'\nname = 'g'\nx = 10\ny = 10\nwidth = 480\nheight = 480\n"
        "columns = 9\nrows = 9\nstroke = '#333333'\nstroke_width = 0.6\n"
    )
    (folder / "piece.toml").write_text(ground + name, "utf-8")
    (folder / "back.toml").write_text(ground, "utf-8")
    (folder / "board.toml").write_text(ground + grid, "utf-8")
    measured(benchmark, folder, tmp_path / "out")
    assert benchmark.stats.stats.min < 5.0


@pytest.mark.parametrize("format", ["pdf", "svg"])
def test_sheets(benchmark: Any, tmp_path: Path, format: str) -> None:
    only = ("tiles", "dragon", "markers", "board")
    benchmark(run, "dragonpath", tmp_path, Order(format=format, only=only))


def test_rulebook(benchmark: Any, tmp_path: Path) -> None:
    benchmark(run, "dragonpath", tmp_path, Order(only=("rulebook",)))


def test_a_position_as_a_frame_of_a_page(benchmark: Any) -> None:
    game = toolkit.open_game("dragonpath")
    position = game.new_position(players=4, seed=1)
    choice = random.Random(1)
    while position.turn < 20:
        position.play(choice.choice(position.legal_moves()))
    benchmark(lambda: svg_parts(position.to_drawing(0)))
