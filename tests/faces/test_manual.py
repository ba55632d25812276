"""TEMPLATES.md documents every element and every key, and its examples are drawn."""

import re
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image as Picture

from toolkit.drawing.pdf import PdfWriter
from toolkit.faces import Faces, load_template
from toolkit.faces.elements import ELEMENTS, Element
from toolkit.faces.keys import COMMON, FONTS, TOP
from toolkit.faces.manual import VALUES, manual
from toolkit.faces.values import Formula, condition

PAGE = Path(__file__).resolve().parents[2] / "card_templates" / "TEMPLATES.md"


def test_the_page_is_what_the_elements_say() -> None:
    # after a change, write what manual() returns into the file
    assert PAGE.read_text(encoding="utf-8") == manual()


def test_every_key_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in [*TOP, *COMMON, *FONTS, *(key for e in ELEMENTS.values() for key in e.keys)]:
        assert f"`{name}`" in page
    for keys in (TOP, COMMON, *(element.keys for element in ELEMENTS.values())):
        assert all(key.help for key in keys.values())


ROW = {
    "id": 7,
    "name": "Toll",
    "cost": 4,
    "text": None,
    "kind": "ship",
    "colour": "#0072b2",
    "shape": "hexagon",
    "suit": "leaf",
    "links": "03 14 25 67",
    "road": "nes",
}

MEANT = ["Toll", 8, "Toll (4)", "#b3261e", "-", "007", "#fffdf6", 25.0, "Harbour", "coin"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game folder with the files that the examples name."""
    (tmp_path / "art").mkdir()
    Picture.new("RGB", (700, 500), "#336699").save(tmp_path / "art" / "7.png")
    tower = "size = [10, 10]\n[[layers]]\ntype = 'rectangle'\nx = 3\ny = 2\nwidth = 4\nheight = 7\n"
    (tmp_path / "art" / "tower.toml").write_text(tower + "fill = '#553311'\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("element", ELEMENTS.values(), ids=lambda element: element.name)
def test_every_element_has_an_example_that_prints(element: Element, folder: Path) -> None:
    text = f'size = [50, 50]\n[[layers]]\ntype = "{element.name}"\n{element.example}\n'
    assert element.example and f'type = "{element.name}"\n{element.example}\n' in manual()
    (folder / "card.toml").write_text(text, encoding="utf-8")
    template = load_template(folder / "card.toml", folder)
    drawn = Faces(folder).draw(template, ROW)
    assert [str(fault) for fault in (*template.faults, *drawn.faults, *drawn.warnings)] == []
    writer = PdfWriter()
    writer.add_page(drawn.drawing)
    seen = pypdfium2.PdfDocument(writer.to_bytes())[0].render(scale=2).to_pil().convert("L")
    assert (np.asarray(seen) < 235).mean() > 0.002


@pytest.mark.parametrize(
    ("value", "expected"),
    list(zip((value for value, _ in VALUES), MEANT, strict=True)),
)
def test_every_value_of_the_page_is_what_it_says(value: str, expected: object) -> None:
    scope = {**ROW, "face_width": 50.0, "words": {"title": "Harbour"}, "item": "coin"}
    assert Formula(value).evaluate(scope) == expected


def test_the_other_examples_of_the_page(folder: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", manual(), re.DOTALL)
    whole = [block for block in blocks if block.startswith("extends")]
    assert len(whole) == 2
    (folder / "base.toml").write_text(
        "[[layers]]\ntype = 'text'\nname = 'title'\ntext = 'Hi'\nx = 5\ny = 5\n", encoding="utf-8"
    )
    for block in whole:
        (folder / "card.toml").write_text(block, encoding="utf-8")
        template = load_template(folder / "card.toml", folder)
        drawn = Faces(folder).draw(template, {**ROW, "cost": "coin, coin, gem"}, (30.0, 30.0))
        assert [str(fault) for fault in (*template.faults, *drawn.faults)] == []
    assert condition('cost > 2 and kind == "ship"').evaluate(ROW) is True
