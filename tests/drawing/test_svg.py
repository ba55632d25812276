"""The SVG renderer."""

import re
from xml.etree import ElementTree

from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import circle, rectangle, translate
from toolkit.drawing.model import Drawing, Group, Link, Path, Symbol, Use
from toolkit.drawing.svg import svg_parts, to_svg
from toolkit.drawing.text import Style, shape

NS = {"s": "http://www.w3.org/2000/svg"}
STYLE = Style(find_font("sans"), 5.0)


def test_the_page_is_measured_in_millimetres() -> None:
    root = ElementTree.fromstring(to_svg(Drawing(63.5, 88.9, ())).split("\n", 1)[1])
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "63.5mm",
        "88.9mm",
        "0 0 63.5 88.9",
    )


def test_text_is_outlines_and_keeps_its_words() -> None:
    svg = to_svg(Drawing(100, 20, (shape("Tom & Åse <3", STYLE, 5, 10),)))
    root = ElementTree.fromstring(svg.split("\n", 1)[1])
    (text,) = root.findall(".//s:text", NS)
    assert text.text == "Tom & Åse <3"
    assert text.get("fill-opacity") == "0"
    assert "font-family" not in svg  # nothing depends on fonts that are installed where it is shown
    shown = root.findall(".//s:use", NS)
    assert len(shown) == len("Tom&Åse<3")


def test_each_glyph_is_defined_once() -> None:
    svg = to_svg(Drawing(100, 20, (shape("aaaa bbbb aaaa", STYLE, 5, 10),)))
    assert len(re.findall(r"<path [^>]*id=", svg)) == 2


def test_a_symbol_is_defined_once_and_clipped_to_its_box() -> None:
    symbol = Symbol(Drawing(10, 10, (Path(circle(5, 5, 9), fill="#ff0000"),), "Stone"))
    svg = to_svg(Drawing(50, 20, tuple(Use(symbol, translate(12 * i, 0)) for i in range(4))))
    assert svg.count("#ff0000") == 1
    assert svg.count('aria-label="Stone"') == 4
    assert "clip-path" in svg


def test_parts_of_several_drawings_can_be_pooled() -> None:
    symbol = Drawing(10, 10, (Path(rectangle(0, 0, 9, 9), fill="#00ff00"), shape("12", STYLE, 2, 6)))
    one, body = svg_parts(Drawing(50, 20, (Use(Symbol(symbol), translate(1, 0)),)))
    other, _ = svg_parts(Drawing(70, 20, (Use(Symbol(symbol), translate(9, 9)), shape("21", STYLE, 20, 6))))
    assert set(one) <= set(other)
    assert all(one[key] == other[key] for key in one)
    for used in re.findall(r"#([a-z][0-9a-f]{12})", body + "".join(one.values())):
        assert used in one
    for key, markup in one.items():
        assert f'id="{key}"' in markup


def test_titles_and_links_are_escaped() -> None:
    drawing = Drawing(10, 10, (Link(0, 0, 5, 5, 'https://example.org/?a="<b>'),), '<script>"x"', "a & b")
    root = ElementTree.fromstring(to_svg(drawing).split("\n", 1)[1])
    assert root.findtext("s:title", namespaces=NS) == '<script>"x"'
    assert root.findtext("s:desc", namespaces=NS) == "a & b"
    assert root.find(".//s:a", NS) is not None


def test_equal_drawings_give_equal_files() -> None:
    def make() -> str:
        return to_svg(
            Drawing(
                40, 20, (Group((shape("same", STYLE, 1, 9),), translate(3, 3), Path(rectangle(0, 0, 9, 9))),)
            )
        )

    assert make() == make()
