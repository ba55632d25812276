"""Links in a rulebook: they can be clicked where their words stand, and open nothing but the web and mail."""

import ctypes
from pathlib import Path

import pypdfium2
import pytest
from pypdfium2 import raw

from toolkit.press import Order, run

BOOK = """# Mine

Read [the first rules](https://example.org/one) or ask [a designer](mailto:a@example.org) who
has played it; there are [more pages](http://example.org/a-very-long-address-that-is-not-shown) on it than fit
this line, and [nothing here](files/other.md) to open, nor [here](#mine).

- In a list: [`code`](https://example.org/code)[beside](https://example.org/beside)

| What | Where |
|---|---|
| table | [cell](https://example.org/cell) |
"""


def links(path: Path) -> list[tuple[str, str]]:
    """Every link of a document: its address, and the words that lie under it."""
    found = []
    document = pypdfium2.PdfDocument(path)
    for page in document:
        text = page.get_textpage()
        position, link = ctypes.c_int(0), raw.FPDF_LINK()
        while raw.FPDFLink_Enumerate(page, position, link):
            box = raw.FS_RECTF()
            raw.FPDFLink_GetAnnotRect(link, box)
            action = raw.FPDFLink_GetAction(link)
            length = raw.FPDFAction_GetURIPath(document, action, None, 0)
            buffer = ctypes.create_string_buffer(length)
            raw.FPDFAction_GetURIPath(document, action, buffer, length)
            words = text.get_text_bounded(box.left, box.bottom, box.right, box.top)
            found.append((buffer.value.decode("ascii"), " ".join(words.split())))
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
    assert "nothing here to open, nor here" in text
