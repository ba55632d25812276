"""What users of other tools complain of, the whole way: from a spreadsheet's file to printed pieces."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from toolkit.cli.main import run
from toolkit.components.folder import load_folder
from toolkit.faces.face import Faces
from toolkit.press.order import Order
from toolkit.press.paper import MARGIN, find_paper
from toolkit.press.pieces import make_pieces

sys.path.insert(0, str(Path(__file__).parents[1] / "components"))
from books import ods, xlsx


def printed(folder: Path, output: Path) -> Counter[str]:
    """How many pieces of each id `pnp print` has printed."""
    assert run(["print", str(folder), "-o", str(output)]) == 0
    manifest = json.loads((output / "manifest.json").read_text(encoding="utf-8"))
    return Counter(piece["id"] for piece in manifest["pieces"])


def words(output: Path) -> str:
    """All words on all pages."""
    pages = [page for path in output.glob("*.pdf") for page in pypdfium2.PdfDocument(path)]
    return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in pages)


def table(folder: Path, data: bytes, name: str = "cards.csv") -> None:
    (folder / name).write_bytes(data)
    text = (folder / "game.toml").read_text(encoding="utf-8")
    text = text.replace('file = "cards.csv"', f'file = "{name}"').replace("id = {}\n", "id = {}\nname = {}\n")
    (folder / "game.toml").write_text(text, encoding="utf-8")
    front = (folder / "front.toml").read_text(encoding="utf-8").replace("{{ id }}", "{{ id }} is {{ name }}")
    (folder / "front.toml").write_text(front, encoding="utf-8")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_is_printed_whatever_a_spreadsheet_made_of_it(
    cards: Path, tmp_path: Path, encoding: str, delimiter: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'id,name,count\r\n007,"Blåbær, modne",2\r\n\r\n2,Tjære,0\r\n3,Smør,\r\n'
    if delimiter != ",":
        text = text.replace('"Blåbær, modne"', "Blåbær and modne").replace(",", delimiter)
    table(cards, text.encode(encoding))
    assert printed(cards, tmp_path / "out") == {"007": 2, "3": 1}  # no blank card, and none of count 0
    said = words(tmp_path / "out")
    assert "007 is Blåbær" in said and "3 is Smør" in said and "Tjære" not in said
    assert run(["check", str(cards)]) == 0
    shown = capsys.readouterr().out
    assert ("cp1252" in shown) == (encoding == "cp1252")
    assert "1 blank row" in shown


@pytest.mark.parametrize("make", [xlsx, ods])
def test_numbers_of_a_workbook_are_printed_as_they_are_seen(cards: Path, tmp_path: Path, make: Any) -> None:
    rows = [["id", "name", "count"], ["007", 1.0, 1.0], [7.0, 2.5, 2.0], [None, None, None], [8.0, "x", 0.0]]
    suffix = make.__name__
    table(cards, make(cards=rows), f"cards.{suffix}")
    assert printed(cards, tmp_path / "out") == {"007": 1, "7": 2}
    said = words(tmp_path / "out")
    assert "007 is 1 " in f"{said} " and "7 is 2.5" in said and "1.0" not in said


def test_every_fault_is_named_in_one_run_with_its_place_and_its_cure(
    cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (cards / "cards.csv").write_text(
        "id,count,art\n1,two,a.png\n2,1\n3,1,b.png,more\n4,1,missing.png\n", encoding="utf-8"
    )
    (cards / "front.toml").write_text(
        "[[layers]]\ntype = 'text'\ntext = '{{ id }}'\nwidht = 5\n"
        "[[layers]]\ntype = 'rectangle'\nfill = 'gren'\n"
        "[[layers]]\ntype = 'text'\ntext = 'a'\nfont = 'sanns'\n",
        encoding="utf-8",
    )
    (cards / "back.toml").write_text(
        "[[layers]]\ntype = 'image'\nfile = '{{ art }}'\nwidth = 10\nheight = 10\n", encoding="utf-8"
    )
    text = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(text.replace("id = {}", "id = {}\nart = {}"), encoding="utf-8")
    for command in (["check", str(cards)], ["print", str(cards), "-o", str(tmp_path / "out")]):
        assert run(command) == 1
        said = "".join(capsys.readouterr())
        for part in (
            "cards.csv:2:count: 'two'",
            "cards.csv:3:art: 2 cells, but the header has 3; add what is missing (art)",
            "cards.csv:4:4: 4 cells, but the header has 3; remove 'more'",
            "front.toml:4:widht: unknown key 'widht' of text; did you mean 'width'?",
            "front.toml:7:fill: is 'gren'; write a colour",
            "front.toml:11:font: ",
            "did you mean 'sans'?",
            "back.toml:3:file: 4: there is no file 'missing.png'",
        ):
            assert part in said, (part, said)
        assert "Traceback" not in said
    assert not (tmp_path / "out").exists()


def test_four_hundred_words_in_a_box_are_no_empty_box(
    cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = " ".join(f"word{i}" for i in range(400))
    (cards / "cards.csv").write_text(f"id,name\n1,short\n2,{long}\n", encoding="utf-8")
    (cards / "front.toml").write_text(
        "[[layers]]\ntype = 'text'\ntext = '{{ name }}'\nx = 5\ny = 20\nwidth = 53\nheight = 40\nsize = 9\n",
        encoding="utf-8",
    )
    text = (cards / "game.toml").read_text(encoding="utf-8")
    (cards / "game.toml").write_text(text.replace("id = {}", "id = {}\nname = {}"), encoding="utf-8")
    assert run(["print", str(cards), "-o", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "front.toml:3:text: 2: does not fit its box of 53 x 40 mm at 6 pt" in said
    assert "296 words are lost: “word104 word105" in said
    assert not (tmp_path / "out").exists()


def test_the_margin_at_home_is_a_quarter_of_an_inch() -> None:
    assert Order().margin == MARGIN == find_paper("letter").margin == 6.35


def test_bleed_and_safe_area_are_three_millimetres_unless_said_otherwise(cards: Path) -> None:
    (cards / "front.toml").write_text("[[layers]]\ntype = 'rectangle'\nfill = '#445566'\n", encoding="utf-8")
    template = Faces(cards).template("front.toml")
    assert template.faults == [] and (template.bleed, template.safe) == (3.0, 3.0)


def test_the_radius_of_corners_is_the_stocks_and_is_on_no_face(cards: Path) -> None:
    def faces() -> list[str]:
        folder = load_folder(cards).require()
        return [piece.hash for piece in make_pieces(folder, folder.kinds.values(), Faces(cards))]

    before = faces()
    text = (cards / "front.toml").read_text(encoding="utf-8")
    (cards / "front.toml").write_text("radius = 3.175\n" + text, encoding="utf-8")
    assert Faces(cards).template("front.toml").radius == 3.175
    assert faces() == before


def test_a_boards_square_is_a_little_larger_than_the_tile_that_goes_on_it() -> None:
    from toolkit.components.home import find_game

    folder = load_folder(find_game("dragonpath")).require()
    (board,) = folder.tables["board"].rows
    size = folder.kinds["tiles"].size
    assert size is not None
    assert size[0] + 0.4 <= float(board["cell"]) <= size[0] + 2.0
