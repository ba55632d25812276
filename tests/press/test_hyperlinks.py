"""Links in a rulebook: they can be clicked where their words stand, and open nothing but the web and mail, or
lead to a heading of the same book.
"""

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from markdown_it import MarkdownIt
from pypdfium2 import raw

from toolkit.components.faults import FaultError
from toolkit.press import Order, run
from toolkit.press.hyperlinks import anchors

BOOK = """# Mine

Read [the first rules](https://example.org/one) or ask [a designer](mailto:a@example.org) who
has played it; there are [more pages](http://example.org/a-very-long-address-that-is-not-shown) on it than fit
this line, and [nothing here](files/other.md) to open, nor [there](ftp://example.org/x).

- In a list: [`code`](https://example.org/code)[beside](https://example.org/beside)

| What | Where |
|---|---|
| table | [cell](https://example.org/cell) |
"""


def annotations(path: Path) -> Iterator[tuple[pypdfium2.PdfDocument, Any, str]]:
    """Every link of a document with the document, and the words that lie under it."""
    document = pypdfium2.PdfDocument(path)
    for page in document:
        text = page.get_textpage()
        position, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(page, position, link):
            box = raw.FS_RECTF()
            raw.FPDFLink_GetAnnotRect(link, box)
            words = text.get_text_bounded(box.left, box.bottom, box.right, box.top)
            yield document, link, " ".join(words.split())


def links(path: Path) -> list[tuple[str, str]]:
    """Every link out of a document: its address, and the words that lie under it."""
    found = []
    for document, link, words in annotations(path):
        action = raw.FPDFLink_GetAction(link)
        if not action:
            continue  # it leads to a place in the same file
        length = raw.FPDFAction_GetURIPath(document, action, None, 0)
        buffer = ctypes.create_string_buffer(length)
        raw.FPDFAction_GetURIPath(document, action, buffer, length)
        found.append((buffer.value.decode("ascii"), words))
    return found


@pytest.fixture
def book(cards: Path, tmp_path: Path) -> Path:
    (cards / "rulebook.en.md").write_text(BOOK, "utf-8")
    return run(cards, tmp_path / "out", Order(only=("rulebook",))).paths[0]


def test_links_lie_over_their_words(book: Path) -> None:
    found: dict[str, str] = {}
    for address, words in links(book):
        found[address] = f"{found.get(address, '')} {words}".strip()
    assert found == {
        "https://example.org/one": "the first rules",
        "mailto:a@example.org": "a designer",
        "http://example.org/a-very-long-address-that-is-not-shown": "more pages",
        "https://example.org/code": "code",
        "https://example.org/beside": "beside",
        "https://example.org/cell": "cell",
    }


def test_what_is_no_address_stays_plain_text(book: Path) -> None:
    text = " ".join(" ".join(p.get_textpage().get_text_range().split()) for p in pypdfium2.PdfDocument(book))
    assert "nothing here to open, nor there" in text


CHAPTERS = """# Mine

See [how it ends](#the-end) and [setting up](#håb-og-up) and [the other end](#the-end-1).

## Håb og `up`!

{filler}

## The end

First. Back to [the start](#mine).

{filler}

## The end

Second.
"""


def jumps(path: Path) -> dict[str, tuple[int, float, str]]:
    """Words of every link within a document with its page, how far down it leads (points from the top), and
    the text that stands there.
    """
    found = {}
    for document, link, words in annotations(path):
        target = raw.FPDFLink_GetDest(document, link)
        number = raw.FPDFDest_GetDestPageIndex(document, target)
        flags = [ctypes.c_int(0) for _ in range(3)]
        x, y, zoom = (ctypes.c_float(0) for _ in range(3))
        raw.FPDFDest_GetLocationInPage(target, *flags, x, y, zoom)
        there = document[number]
        line = there.get_textpage().get_text_bounded(x.value, y.value - 36, x.value + 230, y.value + 1)
        found[words] = (number, there.get_height() - y.value, " ".join(line.split()))
    return found


def test_links_to_headings_lead_there(cards: Path, tmp_path: Path) -> None:
    filler = "Words and words, on and on. " * 120
    (cards / "rulebook.en.md").write_text(CHAPTERS.format(filler=filler), "utf-8")
    (path,) = run(cards, tmp_path / "out", Order(only=("rulebook",))).paths
    found = jumps(path)
    assert set(found) == {"how it ends", "setting up", "the other end", "the start"}
    assert found["setting up"][2].startswith("Håb og up!")
    assert found["the start"][0] == 0 and found["the start"][2].startswith("Mine")
    first, second = found["how it ends"], found["the other end"]
    assert first[2].startswith("The end") and second[2].startswith("The end") and first[:2] != second[:2]
    svg = run(cards, tmp_path / "svg", Order(only=("rulebook",), format="svg")).paths[0]
    assert "the-end" not in svg.read_text(encoding="utf-8")


def test_a_link_to_a_heading_that_there_is_not_is_a_fault(cards: Path, tmp_path: Path) -> None:
    (cards / "rulebook.en.md").write_text("# Mine\n\nSee\n[that](#mien).\n\n## End\n", "utf-8")
    said = r"rulebook.en.md:3: there is no heading '#mien' to lead to; did you mean '#mine'\?"
    with pytest.raises(FaultError, match=said):
        run(cards, tmp_path / "out", Order(only=("rulebook",)))
    assert not (tmp_path / "out").exists()


def test_every_heading_has_a_name_of_its_own() -> None:
    tokens = MarkdownIt("commonmark").parse("# A b\n\n## A *b*\n\n## A b 1\n\n## Å: `c`!\n")
    assert anchors(tokens) == {0: "a-b", 2: "a-b-1", 4: "a-b-1-1", 6: "å-c"}
