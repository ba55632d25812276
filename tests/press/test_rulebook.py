"""The rulebook: two pages, complete, with diagrams; and the faults of a Markdown file."""

import shutil
from pathlib import Path as FilePath

import numpy as np
import pypdfium2
import pytest

from toolkit.components import load_folder
from toolkit.components.faults import FaultError
from toolkit.components.home import bundled_games
from toolkit.components.trust import trust_folder
from toolkit.drawing.model import Group, Item, Path, TextLine, Use, walk
from toolkit.drawing.pdf import PdfWriter
from toolkit.drawing.text import POINT
from toolkit.press import Printed
from toolkit.press.check import check_press
from toolkit.press.diagrams import KEYS as DIAGRAM
from toolkit.press.paper import PAPERS
from toolkit.press.rulebook import BOTTOM, SIDE, rulebook_pages
from toolkit.press.rulebook import PICTURE_KEYS as PICTURE
from toolkit.press.typeset import Block, Flow, Piece, resized

FOLDER = bundled_games()["dragonpath"]


@pytest.mark.parametrize("paper", [PAPERS["a4"], PAPERS["letter"]])
def test_dragonpaths_rules_fill_two_pages(paper) -> None:  # type: ignore[no-untyped-def]
    book = rulebook_pages(load_folder(FOLDER), FOLDER / "rulebook.en.md", paper)
    assert len(book.pages) == 2
    assert {"Your turn", "The dragon", "The end"} <= {t for titles in book.bookmarks.values() for t in titles}
    for page in book.pages:
        assert (page.width, page.height) == (paper.width, paper.height)


@pytest.mark.parametrize("paper", [PAPERS["a4"], PAPERS["letter"]], ids=["a4", "letter"])
def test_every_column_reaches_the_foot_of_its_page(paper) -> None:  # type: ignore[no-untyped-def]
    made = rulebook_pages(load_folder(FOLDER), FOLDER / "rulebook.en.md", paper)
    writer = PdfWriter()
    for page in made.pages:
        writer.add_page(page)
    for page in pypdfium2.PdfDocument(writer.to_bytes()):
        shown = np.asarray(page.render(scale=2).to_pil().convert("L")) < 200
        k = shown.shape[1] / paper.width
        foot = paper.height - BOTTOM
        text = shown[: int((foot + 1) * k)]
        for left, right in ((SIDE, paper.width / 2 - 3), (paper.width / 2 + 3, paper.width - SIDE)):
            rows = np.nonzero(text[:, int(left * k) : int(right * k)].any(axis=1))[0] / k
            assert rows.max() > foot - 5
            # Nowhere a hole: the largest space between two things is that above a heading.
            assert np.diff(rows).max() < 16


@pytest.mark.parametrize("paper", [PAPERS["a4"], PAPERS["letter"]], ids=["a4", "letter"])
def test_what_captions_name_is_legible(paper) -> None:  # type: ignore[no-untyped-def]
    made = rulebook_pages(load_folder(FOLDER), FOLDER / "rulebook.en.md", paper)
    sizes = [label for page in made.pages for label in labels(page.items, 1.0, False)]
    assert len([text for text, _ in sizes if text == "d"]) == 8  # above and below on each of four boards
    assert min(size for text, size in sizes if text in "abcdef") >= 6.0
    close = [size for text, size in sizes if text == "48"]
    assert len(close) == 4 and sorted(close)[1] >= 6.0  # all but the picture of the whole board


def labels(items: tuple[Item, ...], k: float, board: bool) -> list[tuple[str, float]]:
    """Texts on boards with the size in points in which they are printed."""
    found = []
    for item in items:
        if isinstance(item, Group):
            found += labels(item.items, k * item.transform[0], board)
        elif isinstance(item, Use):
            on = board or item.symbol.drawing.title.startswith("Board")
            found += labels(item.symbol.drawing.items, k * item.transform[0], on)
        elif isinstance(item, TextLine) and board:
            found.append((item.text, item.size * k / POINT))
    return found


def test_a_figure_that_does_not_fit_leaves_its_place_to_the_text() -> None:
    line = Piece((), 10.0)
    text = [Block((line,), whole=True, bookmark=f"{i}") for i in range(5)]
    figure = Block((Piece((), 30.0),), whole=True, figure=(50, 50), bookmark="figure")
    flow = Flow((0, 60), 50, 0, 50, {}, {})
    assert flow.run([*text[:3], figure, *text[3:]]) == 1
    assert flow.bookmarks == {0: ["0", "1", "2", "3", "4", "figure"]}
    assert flow.spare == pytest.approx(20)


def test_columns_are_stretched_where_blocks_meet_but_not_below_a_heading() -> None:
    mark = (Path((("M", 0, 0), ("L", 1, 0))),)
    head = Block((Piece(mark, 10),), before=4, after=2, keep=True)
    text = Block((Piece(mark, 10),), after=4)
    flow = Flow((0, 60), 50, 0, 50, {}, {})
    flow.run([text, head, text])
    ys = [item.transform[5] for item in flow.items[0] if isinstance(item, Group)]
    assert ys == pytest.approx([0, 18 + 10, 30 + 10])  # 10 mm are left: all of it above the heading
    assert resized(figure_of(40), 2.0).pieces[0].height == pytest.approx(10 * 50 / 40)  # no wider than 50
    assert resized(text, 2.0) is text


def figure_of(width: float) -> Block:
    return Block((Piece((), 10.0),), whole=True, figure=(width, 50))


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


def book(tmp_path: FilePath, text: str) -> FilePath:
    path = tmp_path / "rulebook.en.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_long_texts_go_on_over_columns_and_pages_without_losing_a_word(tmp_path: FilePath) -> None:
    words = [f"word{i}" for i in range(3000)]
    text = "# Long\n\n" + "\n\n".join(" ".join(words[i : i + 60]) for i in range(0, 3000, 60))
    made = rulebook_pages(load_folder(FOLDER), book(tmp_path, text), PAPERS["a4"])
    assert len(made.pages) > 2
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
        *(
            (f"```{kind}\nwidth: {wide}\npieces: tiles 1\n```", rf"md:2.*: width is '{wide}'; write how wide")
            for kind, wide in (("picture", "0"), ("picture", "-5"), ("picture", "nan"), ("diagram", "0"))
        ),
        ("```picture\nspan: pages\npieces: tiles 1\n```", r"md:2:span: span is 'pages'; write page"),
        ("```diagram\nhands: ja\n```", r"md:2: hands is 'ja'; write yes or no"),
        ("```picture\npieces: tilez 1\n```", r"rulebook\.en\.md:2:pieces: 'tilez 1' is no piece"),
        (
            "```picture\npieces: tiles 1\nfile: a.toml\n```",
            r"md:2: a picture is either of `pieces`",
        ),
        (
            "```picture\nspan: page\n```",
            r"md:2: a picture is either of `pieces` or of a `file`",
        ),
        ("See\n\n![it](art/a.png) there", r"md:3: the picture 'art/a\.png' is not placed so; write a `pict"),
    ],
)
def test_faults_of_a_rulebook(tmp_path: FilePath, text: str, said: str) -> None:
    with pytest.raises(FaultError, match=said):
        rulebook_pages(load_folder(FOLDER), book(tmp_path, text), PAPERS["a4"])


def test_a_diagram_may_begin_with_a_position(tmp_path: FilePath) -> None:
    """Its lines are those of the game's position text; a fault in one names its row in the rulebook."""
    shutil.copytree(bundled_games()["gridlokt"], tmp_path / "gridlokt")
    book = tmp_path / "gridlokt" / "rulebook.en.md"
    text = "```diagram\ncaption: One.\narea: j10-l12\nposition:\ncells: k11 C, {}\nmoves:\ndone\n```\n"
    book.write_text(text.format("k12 RTd"), encoding="utf-8")
    (page,) = rulebook_pages(load_folder(tmp_path / "gridlokt"), book, PAPERS["a4"]).pages
    titles = [i.symbol.drawing.title for i in walk(page) if isinstance(i, Use)]
    assert titles.count("Path") == 1 and titles.count("Centre") == 1
    book.write_text(text.format("k12 RXd"), encoding="utf-8")
    with pytest.raises(FaultError, match=r"rulebook\.en\.md:5: 'RX' is no Path"):
        rulebook_pages(load_folder(tmp_path / "gridlokt"), book, PAPERS["a4"])


def test_diagrams_of_rules_that_cannot_draw_or_may_not_run_are_faults(tmp_path: FilePath) -> None:
    fixture = FilePath(__file__).resolve().parents[1] / "games" / "fixtures"
    source = next(path.parent for path in fixture.rglob("rules.py"))
    shutil.copytree(source, tmp_path / "own")
    (tmp_path / "own" / "rulebook.en.md").write_text("```diagram\nmoves:\n```", encoding="utf-8")
    folder = load_folder(tmp_path / "own")
    with pytest.raises(FaultError, match=r"rulebook\.en\.md:2: .*trusted"):
        rulebook_pages(folder, tmp_path / "own" / "rulebook.en.md", PAPERS["a4"])
    trust_folder(tmp_path / "own")
    with pytest.raises(FaultError, match=r"rulebook\.en\.md:2: .*no view"):
        rulebook_pages(folder, tmp_path / "own" / "rulebook.en.md", PAPERS["a4"])


def book_of(folder: FilePath, text: str) -> list[Item]:
    """Everything on the pages of a rulebook with this text, in a folder of pieces."""
    (folder / "rulebook.en.md").write_text(text, encoding="utf-8")
    made = rulebook_pages(load_folder(folder), folder / "rulebook.en.md", PAPERS["a4"])
    return [item for page in made.pages for item in walk(page)]


def test_icons_stand_in_running_text(cards: FilePath) -> None:
    found = book_of(
        cards, "Pay :coin: or **:gem:**, not `:coin:`, at 12:30:00.\n\n| a |\n|---|\n| :leaf: |\n"
    )
    shown = [item.symbol.drawing.title for item in found if isinstance(item, Use)]
    assert shown == ["coin", "gem", "leaf"]
    words = " ".join(item.text for item in found if isinstance(item, TextLine))
    assert ":coin:" in words and "12:30:00" in words
    with pytest.raises(FaultError, match=r"rulebook.en.md:3: there is no icon 'cion'; did you mean 'coin'"):
        book_of(cards, "One.\n\nPay :cion: now.\n")


def test_words_of_a_table_do_not_run_into_each_other(cards: FilePath) -> None:
    head = "| players | board | neutral | extra | tunnel | bridge | wall | ? |\n"
    found = book_of(cards, head + "|---" * 8 + "|\n| 2 | 6 x 6 | 27 | 2 | 2 | 2 | 1 | 2 |\n")
    wide = 0.0
    for item in found:
        if isinstance(item, Group) and len(item.items) == 1 and isinstance(item.items[0], TextLine):
            line, x = item.items[0], item.transform[4]
            if line.text in head:
                assert x >= wide  # where the word before it ends
                wide = x + line.width + 1.0
    assert wide > 60
    with pytest.raises(FaultError, match=r"the words of this table are .* mm wider than a column"):
        book_of(cards, f"| {'w' * 60} | {'w' * 60} |\n|---|---|\n")


def test_the_last_page_has_columns_of_one_height(cards: FilePath) -> None:
    text = "\n\n".join(f"Paragraph {i}, with a few words that fill more than one line." for i in range(14))
    (cards / "rulebook.en.md").write_text(text, encoding="utf-8")
    writer = PdfWriter()
    (page,) = rulebook_pages(load_folder(cards), cards / "rulebook.en.md", PAPERS["a4"]).pages
    writer.add_page(page)
    shown = pypdfium2.PdfDocument(writer.to_bytes())[0].render(scale=2).to_pil().convert("L")
    dark = np.asarray(shown) < 200
    k = dark.shape[1] / 210
    text_only = dark[: int((297 - BOTTOM) * k)]
    feet = [
        np.nonzero(text_only[:, int(left * k) : int(right * k)].any(axis=1))[0].max() / k
        for left, right in ((SIDE, 102), (108, 195))
    ]
    assert abs(feet[0] - feet[1]) < 6
    assert max(feet) < 120


def test_pieces_are_shown_as_they_are_cut(cards: FilePath) -> None:
    toml = (cards / "game.toml").read_text(encoding="utf-8")
    toml += '[kinds.hexes]\ntable = "cards"\nshape = "hex"\nsize = [60, 52]\ntemplate = "front.toml"\n'
    (cards / "game.toml").write_text(toml, encoding="utf-8")
    found = book_of(cards, "```picture\npieces: cards 2, hexes 3, cards 2 back\n```\n")
    cuts = [len(item.clip.d) for item in found if isinstance(item, Group) and item.clip]
    assert cuts[1] == 7  # six sides and the close
    with pytest.raises(FaultError, match="'tiles 12' is no piece; write a kind and an id, such as cards 1"):
        book_of(cards, "```picture\npieces: tiles 12\n```\n")


def test_what_a_faulty_table_cannot_show_is_no_further_fault(cards: FilePath) -> None:
    (cards / "cards.csv").write_text("id,count\n1,many\n", encoding="utf-8")
    (cards / "rulebook.en.md").write_text("```picture\npieces: cards 12\n```\n", encoding="utf-8")
    folder = load_folder(cards)
    assert folder.errors
    assert check_press(folder) == []


def test_the_lines_of_pictures_and_diagrams_are_documented() -> None:
    page = (FilePath(__file__).resolve().parents[2] / "card_templates" / "GAMES.md").read_text(
        encoding="utf-8"
    )
    assert all(f"`{name}`" in page for name in (*PICTURE, *DIAGRAM))


def test_a_rulebook_without_a_title_is_headed_by_the_games(cards: FilePath) -> None:
    def first(text: str) -> str:
        return next(item.text for item in book_of(cards, text) if isinstance(item, TextLine))

    assert first("Some text.\n\n## A heading\n") == "Mine"
    assert first("# Its own\n\nSome text.\n") == "Its own"
