"""`--lang`: what is printed in another language, and what is said of words that are missing."""

from pathlib import Path

import pypdfium2
import pytest

from toolkit.cli.main import run
from toolkit.components.starter import make_game

CARDS = """id,value,name,name.da,symbol,colour,text,count
walk,1,Walk,Spadsere,ring,#0072B2,Slow and sure.,1
trot,2,Trot,,triangle,#00795A,Two steps at a time.,1
"""
WARNING = "cards.csv:3:name.da: warning: no da words for 'Trot'; the game's own are printed"


@pytest.fixture(autouse=True)
def _game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_game(tmp_path / "mine")
    (tmp_path / "mine" / "cards.csv").write_text(CARDS, encoding="utf-8")
    (tmp_path / "mine" / "rulebook.en.md").write_text("Play a card.\n", encoding="utf-8")
    (tmp_path / "mine" / "rulebook.da.md").write_text("Spil et kort.\n", encoding="utf-8")


def words(folder: str) -> str:
    """The text of all PDF files in a folder."""
    found = []
    for path in sorted(Path(folder).glob("*.pdf")):
        document = pypdfium2.PdfDocument(path)
        found += [page.get_textpage().get_text_range() for page in document]
        document.close()
    return " ".join(found)


def test_cards_and_rulebook_are_printed_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "mine", "-o", "own"]) == 0
    assert "Walk" in words("own") and "Play a card." in words("own")
    assert capsys.readouterr().err == ""
    assert run(["print", "mine", "-o", "da", "--lang", "da"]) == 0
    assert capsys.readouterr().err.splitlines() == [WARNING]
    danish = words("da")
    assert "Spadsere" in danish and "Trot" in danish and "Walk" not in danish
    assert "Spil et kort." in danish and "Play a card." not in danish


def test_check_lists_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "mine"]) == 0
    assert WARNING in capsys.readouterr().out


def test_a_language_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "mine", "--lang", "de"]) == 1
    assert "error: mine is not there in 'de'; it is in en, da" in capsys.readouterr().err
    assert not Path("output").exists()


def test_check_looks_at_the_pieces_of_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "mine" / "cards.csv"
    cards.write_text(CARDS.replace("Spadsere", "Spadsere " * 30 + "\u9f8d"), encoding="utf-8")
    assert run(["check", "mine"]) == 1
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("card.toml:")]
    assert len(said) == 1 and ": in da: walk: " in said[0] and "U+9F8D" in said[0]
    cards.write_text(CARDS.replace("Spadsere", "Spadsere " * 30), encoding="utf-8")
    assert run(["check", "mine"]) == 1
    assert "in da: walk: does not fit its box" in capsys.readouterr().out


def test_texts_of_the_table_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "mine"
    (folder / "words.csv").write_text("id,text,text.da\ndraw,Draw a card,Tag et kort\n", encoding="utf-8")
    manifest = folder / "game.toml"
    manifest.write_text(
        manifest.read_text(encoding="utf-8") + '\n[tables.words]\nfile = "words.csv"\nkey = "id"\n',
        encoding="utf-8",
    )
    card = folder / "card.toml"
    source = card.read_text(encoding="utf-8")
    card.write_text(source.replace('text = "{{ text }}"', 'text = "{{ words.draw }}"'), encoding="utf-8")
    assert run(["check", "mine"]) == 0
    assert run(["print", "mine", "-o", "da", "--lang", "da", "--only", "cards"]) == 0
    assert "Tag et kort" in words("da")
    capsys.readouterr()
    card.write_text(source.replace('text = "{{ text }}"', 'text = "{{ words.drwa }}"'), encoding="utf-8")
    assert run(["check", "mine"]) == 1
    assert "there is no text 'drwa' in the table words; did you mean 'draw'?" in capsys.readouterr().out
