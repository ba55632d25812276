"""TEMPLATES.md documents every element and every key, and its examples are drawn."""

from pathlib import Path

import pytest

from toolkit.faces import load_template
from toolkit.faces.elements import ELEMENTS
from toolkit.faces.keys import COMMON, FONTS, TOP
from toolkit.faces.manual import manual

PAGE = Path(__file__).resolve().parents[2] / "TEMPLATES.md"


def test_the_page_is_what_the_elements_say() -> None:
    # after a change, write what manual() returns into the file
    assert PAGE.read_text(encoding="utf-8") == manual()


def test_every_key_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in [*TOP, *COMMON, *FONTS, *(key for e in ELEMENTS.values() for key in e.keys)]:
        assert f"`{name}`" in page
    for keys in (TOP, COMMON, *(element.keys for element in ELEMENTS.values())):
        assert all(key.help for key in keys.values())


@pytest.mark.parametrize("element", [e for e in ELEMENTS.values() if e.example], ids=lambda e: e.name)
def test_examples_can_be_read(element: object, tmp_path: Path) -> None:
    text = f'[[layers]]\ntype = "{element.name}"\n{element.example}\n'  # type: ignore[attr-defined]
    (tmp_path / "card.toml").write_text(text, encoding="utf-8")
    assert [str(fault) for fault in load_template(tmp_path / "card.toml").faults] == []
