"""The PDF renderer, measured and read back by PDFium."""

import io
import re
import zlib
from contextlib import suppress

import pypdfium2
import pytest
from PIL import Image as Picture

from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import rectangle, translate
from toolkit.drawing.model import Drawing, Group, Image, Link, Path, Symbol, Use
from toolkit.drawing.pdf import MM, Metadata, PdfWriter
from toolkit.drawing.text import Style, shape

STYLE = Style(find_font("serif"), 5.0)
TEXT = "Office AVATAR æøå ÆØÅ £ € → \u00d7 \u2013 difficult"


def png(colour: tuple[int, int, int, int]) -> bytes:
    buffer = io.BytesIO()
    Picture.new("RGBA", (8, 8), colour).save(buffer, "PNG")
    return buffer.getvalue()


def make(*pages: Drawing, **more: object) -> bytes:
    writer = PdfWriter(Metadata(title="Test", language="da"), duplex="DuplexFlipShortEdge")
    for page in pages:
        writer.add_page(page, **more)  # type: ignore[arg-type]
    return writer.to_bytes()


def inflated(data: bytes) -> bytes:
    found = []
    for match in re.finditer(rb">>\s*stream\r?\n(.*?)endstream", data, re.S):
        with suppress(zlib.error):
            found.append(zlib.decompress(match.group(1)))
    return b"\n".join(found)


def test_boxes_are_in_millimetres() -> None:
    data = make(Drawing(210, 297, ()), trim=(20, 30, 190, 280), bleed=(17, 27, 193, 283))
    page = pypdfium2.PdfDocument(data)[0]
    assert [v / MM for v in page.get_mediabox()] == pytest.approx([0, 0, 210, 297], abs=0.001)
    assert [v / MM for v in page.get_trimbox()] == pytest.approx([20, 17, 190, 267], abs=0.001)
    assert [v / MM for v in page.get_bleedbox()] == pytest.approx([17, 14, 193, 270], abs=0.001)


def test_printing_is_never_scaled_and_the_file_says_what_it_is() -> None:
    data = make(Drawing(50, 50, ()))
    assert re.search(rb"/PrintScaling\s*/None", data)
    assert re.search(rb"/Duplex\s*/DuplexFlipShortEdge", data)
    assert pypdfium2.PdfDocument(data).get_metadata_dict()["Title"] == "Test"
    assert b"(da)" in data


def test_text_is_embedded_as_a_subset_and_can_be_read_back() -> None:
    data = make(Drawing(150, 50, (shape(TEXT, STYLE, 5, 10),)))
    assert b"/FontFile2" in data
    assert re.search(rb"/BaseFont\s*/[A-Z]{6}\+SourceSerifPro-Regular", data)
    assert b"Helvetica" not in data
    assert len(data) < 20_000
    page = pypdfium2.PdfDocument(data)[0].get_textpage()
    assert page.get_text_range().strip() == TEXT
    assert page.search("difficult").get_next() is not None


def test_glyphs_stand_where_harfbuzz_put_them() -> None:
    line = shape("AVATAR To", STYLE, 5, 20)
    page = pypdfium2.PdfDocument(make(Drawing(100, 40, (line,))))[0].get_textpage()
    k = STYLE.size / STYLE.font.units
    for index, glyph in enumerate(line.glyphs):
        if not glyph.text.strip():
            continue
        left = page.get_charbox(index)[0] / MM
        bearing = STYLE.font.shaper.get_glyph_extents(glyph.gid).x_bearing * k
        assert left == pytest.approx(line.x + glyph.x + bearing, abs=0.03)


def test_a_glyph_with_two_texts_reads_right_in_both_places() -> None:
    plain = shape("1/2 co-op", STYLE, 5, 10)
    soft = shape("co\u2010op", STYLE, 5, 20) if not STYLE.font.missing("\u2010") else plain
    text = pypdfium2.PdfDocument(make(Drawing(100, 40, (plain, soft))))[0].get_textpage().get_text_range()
    assert plain.text in text


def test_symbols_and_images_are_stored_once() -> None:
    symbol = Symbol(Drawing(10, 10, (Path(rectangle(0, 0, 10, 10), fill="#123456"),)))
    picture, other = png((255, 0, 0, 128)), png((0, 0, 255, 255))
    items = [Use(symbol, translate(11 * i, 0)) for i in range(8)]
    images = [Image(picture if i % 2 else other, 11 * i, 20, 10, 10) for i in range(8)]
    data = make(Drawing(100, 40, (*items, *images)), Drawing(100, 40, tuple(items)))
    assert len(re.findall(rb"/Subtype\s*/Form", data)) == 1
    colour = re.findall(rb"/ColorSpace\s*/DeviceRGB", data)
    assert len(colour) == 2  # one for each distinct picture (their masks are grey)
    assert inflated(data).count(b" Do") == 8 + 8 + 8


def test_equal_input_gives_equal_bytes() -> None:
    def once() -> bytes:
        symbol = Symbol(Drawing(10, 10, (shape("12", STYLE, 1, 6),)))
        page = Drawing(
            90, 40, (Use(symbol), Image(png((1, 2, 3, 255)), 20, 1, 9, 9), shape(TEXT, STYLE, 5, 30))
        )
        return make(page, page)

    assert once() == once()


def test_opacity_links_and_bookmarks() -> None:
    writer = PdfWriter()
    writer.bookmark("First")
    items = (
        Path(rectangle(1, 1, 9, 9), fill="#ff0000", opacity=0.5),
        Group((Link(0, 0, 10, 5, "https://example.org/"),), translate(5, 5)),
    )
    writer.add_page(Drawing(50, 50, items))
    writer.bookmark("Second")
    writer.add_page(Drawing(50, 50, ()))
    data = writer.to_bytes()
    document = pypdfium2.PdfDocument(data)
    assert [b.get_title() for b in document.get_toc()] == ["First", "Second"]
    assert b"https://example.org/" in data
    pixel = document[0].render(scale=MM / MM * 2).to_pil().getpixel((20, 20))
    assert pixel[0] == 255 and 120 <= pixel[1] <= 135


def test_a_pages_boxes_are_those_that_were_given() -> None:
    writer = PdfWriter()
    writer.add_page(Drawing(69.5, 94.9, ()), (3, 3, 66.5, 91.9), (1, 1, 68.5, 93.9))
    writer.add_page(Drawing(30, 40, ()))
    first, second = pypdfium2.PdfDocument(writer.to_bytes())
    assert [v / MM for v in first.get_mediabox()] == pytest.approx([0, 0, 69.5, 94.9], abs=0.001)
    assert [v / MM for v in first.get_trimbox()] == pytest.approx([3, 3, 66.5, 91.9], abs=0.001)
    assert [v / MM for v in first.get_bleedbox()] == pytest.approx([1, 1, 68.5, 93.9], abs=0.001)
    assert [v / MM for v in second.get_trimbox()] == pytest.approx([0, 0, 30, 40], abs=0.001)
