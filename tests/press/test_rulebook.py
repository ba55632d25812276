"""The rulebook: two pages, complete, with diagrams; and the faults of a Markdown file."""

import shutil
from pathlib import Path

import pypdfium2
import pytest

from toolkit.components import load_folder
from toolkit.components.faults import FaultError
from toolkit.components.home import bundled_games
from toolkit.components.trust import trust_folder
from toolkit.drawing.model import Use, walk
from toolkit.press import Printed
from toolkit.press.paper import PAPERS
from toolkit.press.rulebook import rulebook_pages

FOLDER = bundled_games()["dragonpath"]


@pytest.mark.parametrize("paper", PAPERS.values())
def test_dragonpaths_rules_fill_two_pages(paper) -> None:  # type: ignore[no-untyped-def]
    book = rulebook_pages(load_folder(FOLDER), FOLDER / "rulebook.en.md", paper)
    assert len(book.pages) == 2
    assert {"Your turn", "The dragon", "The end"} <= {t for titles in book.bookmarks.values() for t in titles}
    for page in book.pages:
        assert (page.width, page.height) == (paper.width, paper.height)


def test_diagrams_show_the_printed_tiles() -> None:
    book = rulebook_pages(load_folder(FOLDER), FOLDER / "rulebook.en.md", PAPERS["a4"])
    titles = {i.symbol.drawing.title for page in book.pages for i in walk(page) if isinstance(i, Use)}
    assert {"Path tiles 27", "Path tiles 7", "Path tiles 16", "Board board 6"} <= titles


def test_the_printed_text_can_be_read_back(dragonpath: Printed) -> None:
    path = next(p for p in dragonpath.paths if "rulebook" in p.name)
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
    flat = " ".join(text.split())
    for words in ("takes the dragon", "Two markers on one path", "win together", "12r@c4", "off the board"):
        assert words in flat


def book(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "rulebook.en.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_long_texts_go_on_over_columns_and_pages_without_losing_a_word(tmp_path: Path) -> None:
    words = [f"word{i}" for i in range(3000)]
    text = "# Long\n\n" + "\n\n".join(" ".join(words[i : i + 60]) for i in range(0, 3000, 60))
    made = rulebook_pages(load_folder(FOLDER), book(tmp_path, text), PAPERS["a4"])
    assert len(made.pages) > 2
    from toolkit.drawing.model import TextLine

    shown = [w for page in made.pages for i in walk(page) if isinstance(i, TextLine) for w in i.text.split()]
    assert [w for w in shown if w.startswith("word")] == words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Some\n\n龍 text", r"rulebook\.en\.md:3: .*has no glyph for '龍' \(U\+9F8D"),
        ("```diagram\nplayers: two\n```", r"rulebook\.en\.md:2: players is 'two'; a number is wanted"),
        ("```diagram\nmoves:\nm1\nm1\n```", r"rulebook\.en\.md:4: 'm1' cannot be played here: .*taken"),
        ("```diagram\nplayer: 2\n```", r"rulebook\.en\.md:2: unknown key 'player'; did you mean 'players'"),
        ("\n\n```diagram\narea: z9\n```", r"rulebook\.en\.md:4: the area is 'z9'"),
        ("```diagram\nboard_size: 99\n```", r"rulebook\.en\.md:2: .*99"),
        ("```picture\nfile: ../x.toml\n```", r"rulebook\.en\.md:2:file: .*outside"),
        ("```picture\npieces: tilez 1\n```", r"rulebook\.en\.md:2:pieces: 'tilez 1' is no piece"),
    ],
)
def test_faults_of_a_rulebook(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(FaultError, match=said):
        rulebook_pages(load_folder(FOLDER), book(tmp_path, text), PAPERS["a4"])


def test_diagrams_of_rules_that_cannot_draw_or_may_not_run_are_faults(tmp_path: Path) -> None:
    fixture = Path(__file__).resolve().parents[1] / "games" / "fixtures"
    source = next(path.parent for path in fixture.rglob("rules.py"))
    shutil.copytree(source, tmp_path / "own")
    (tmp_path / "own" / "rulebook.en.md").write_text("```diagram\nmoves:\n```", encoding="utf-8")
    folder = load_folder(tmp_path / "own")
    with pytest.raises(FaultError, match=r"rulebook\.en\.md:2: .*trusted"):
        rulebook_pages(folder, tmp_path / "own" / "rulebook.en.md", PAPERS["a4"])
    trust_folder(tmp_path / "own")
    with pytest.raises(FaultError, match=r"rulebook\.en\.md:2: .*no view"):
        rulebook_pages(folder, tmp_path / "own" / "rulebook.en.md", PAPERS["a4"])
