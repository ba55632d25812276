"""A designer's deck of long texts, icons in lines and two languages, from its table to its pages."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from toolkit.components import load_folder
from toolkit.faces import check_folder
from toolkit.press.job import Order, run

ERRANDS = Path(__file__).with_name("fixtures") / "errands"


@pytest.mark.parametrize("language", ["en", "da"])
def test_nothing_is_wrong_with_it_in_either_language(language: str) -> None:
    folder = load_folder(ERRANDS, language)
    assert folder.faults == []
    assert check_folder(folder) == []


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["The Night Ferry", "every", "three", "Fog"]), ("da", ["Natfærgen", "hver", "tre", "Tåge"])],
)
def test_ten_cards_on_two_sheets_with_all_their_words(
    tmp_path: Path, language: str, words: list[str]
) -> None:
    printed = run(load_folder(ERRANDS, language), tmp_path, Order(language=language))
    (file,) = printed.files
    assert (file.sheets, file.pages, file.pieces) == (2, 4, 10)
    pdf = pypdfium2.PdfDocument(file.paths[0])
    said = " ".join(page.get_textpage().get_text_range() for page in pdf)
    assert all(word in said for word in words)
    assert "**" not in said and ":coin:" not in said
    for page in pdf:
        assert np.asarray(page.render(scale=1).to_pil().convert("L")).std() > 20


def test_a_text_that_is_too_long_names_card_box_and_words(tmp_path: Path) -> None:
    for source in ERRANDS.rglob("*"):
        if source.is_file():
            target = tmp_path / source.relative_to(ERRANDS)
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(source.read_bytes())
    table = tmp_path / "cards.csv"
    table.write_text(
        table.read_text("utf-8").replace("Nobody sees anything.", "Nobody sees. " * 120), "utf-8"
    )
    (fault,) = [fault for fault in check_folder(load_folder(tmp_path)) if "H04" in str(fault)]
    assert "card.toml" in str(fault) and "words" in str(fault)
