"""How soon `pnp watch` shows a changed card of a deck of 160: half a second is the promise."""

import shutil
import threading
import time
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from toolkit.components.starter import make_game
from toolkit.press.preview import Preview

CARDS = 160


def deck(folder: Path) -> Path:
    """A deck of cards that are all different."""
    make_game(folder)
    rows = "".join(
        f"c{n},{n % 9 + 1},Card {n},ring,#0072B2,What the card number {n} does for you.,1\n"
        for n in range(CARDS)
    )
    (folder / "cards.csv").write_text("id,value,name,symbol,colour,text,count\n" + rows, encoding="utf-8")
    book = folder / "rulebook.en.md"
    book.write_text(book.read_text(encoding="utf-8").split("```picture")[0], encoding="utf-8")
    return folder


def test_from_the_saved_file_to_the_picture(tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    """The whole way: the file is saved, the watcher sees it, the card is drawn, its SVG is served."""
    from watchfiles import watch

    folder = deck(tmp_path / "mine")
    preview = Preview(folder)
    preview.rebuild()
    stop = threading.Event()

    def follow() -> None:
        for _ in watch(folder, debounce=200, step=20, rust_timeout=200, stop_event=stop):
            preview.rebuild()

    thread = threading.Thread(target=follow)
    thread.start()
    time.sleep(1.0)
    text = (folder / "cards.csv").read_text(encoding="utf-8")
    count = 0

    def save_and_see() -> None:
        nonlocal count
        count += 1
        before = preview.state["kinds"][0]["pieces"][100]["front"]
        (folder / "cards.csv").write_text(text.replace("Card 100,", f"Card 100 {count},"), encoding="utf-8")
        while (front := preview.state["kinds"][0]["pieces"][100]["front"]) == before:
            preview.wait(preview.state["version"], 0.01)
        assert preview.picture(front)

    try:
        benchmark.pedantic(save_and_see, rounds=8, warmup_rounds=1)
    finally:
        stop.set()
        thread.join()
        shutil.rmtree(folder)
    assert benchmark.stats.stats.median < 0.5


def test_from_a_changed_template_to_the_first_cards(tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    """A template changes all cards: the first of them are shown while the others are still being drawn."""
    folder = deck(tmp_path / "mine")
    preview = Preview(folder)
    preview.rebuild()
    text = (folder / "card.toml").read_text(encoding="utf-8")
    count = 0
    times: list[float] = []

    def change() -> None:
        nonlocal count
        count += 1
        before = preview.state["kinds"][0]["pieces"][0]["front"]
        (folder / "card.toml").write_text(text.replace("#22262b", f"#3333{count + 16:02x}"), encoding="utf-8")
        thread = threading.Thread(target=preview.rebuild)
        started = time.perf_counter()
        thread.start()
        while preview.state["kinds"][0]["pieces"][0]["front"] == before:
            preview.wait(preview.state["version"], 0.01)
        times.append(time.perf_counter() - started)
        thread.join()

    benchmark.pedantic(change, rounds=5, warmup_rounds=1)
    assert sorted(times)[len(times) // 2] < 0.5
