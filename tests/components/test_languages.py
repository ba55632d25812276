"""Words in several languages: chosen, missing, and never part of what a game is."""

from pathlib import Path

import pytest

from toolkit.components.faults import Fault
from toolkit.components.folder import Folder, load_folder
from toolkit.components.languages import UnknownLanguage

GAME = """id = "demo"
version = "1"
players = [2, 4]
[tables.cards]
file = "cards.csv"
key = "id"
[tables.cards.columns]
id = { required = true }
name = { required = true }
cost = { type = "whole" }
text = {}
[tables.words]
file = "words.csv"
key = "id"
"""
CARDS = "id,name,name.da,cost,text,text.da\na,Axe,Økse,1,Chop.,Hug.\nb,Bow,,2,,\nc,Cat,Kat,3,Purr.,\n"


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    (tmp_path / "game.toml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    (tmp_path / "words.csv").write_text("id,text,text.da\ntap,Tap,Drej\n", encoding="utf-8")
    return tmp_path


def cells(folder: Folder, column: str) -> list[object]:
    return [row[column] for row in folder.tables["cards"].rows]


def said(faults: list[Fault]) -> list[str]:
    return [str(fault) for fault in faults]


def test_a_column_of_a_language_takes_the_place_of_the_games_own(demo: Path) -> None:
    own = load_folder(demo).require()
    assert (own.language, own.languages) == ("en", ("en", "da"))
    assert cells(own, "name") == ["Axe", "Bow", "Cat"]
    assert "name.da" not in own.tables["cards"].rows[0]
    danish = load_folder(demo, "da").require()
    assert (danish.language, danish.languages) == ("da", ("en", "da"))
    assert cells(danish, "name") == ["Økse", "Bow", "Kat"]
    assert cells(danish, "text") == ["Hug.", None, "Purr."]
    assert (own.words, danish.words) == ({"tap": "Tap"}, {"tap": "Drej"})
    assert cells(load_folder(demo, "en"), "name") == cells(own, "name")


def test_missing_translations_are_warned_of(demo: Path) -> None:
    wanted = [
        "cards.csv:3:name.da: warning: no da words for 'Bow'; the game's own are printed",
        "cards.csv:4:text.da: warning: no da words for 'Purr.'; the game's own are printed",
    ]
    for folder in (load_folder(demo), load_folder(demo, "da")):
        assert said(folder.untranslated) == wanted and said(folder.faults) == wanted
    assert load_folder(demo, "en").untranslated == []


def test_many_missing_translations_are_one_warning(demo: Path) -> None:
    rows = "".join(f"{n},Card {n}{' of many' * (5 if n == 1 else 0)},\n" for n in range(8))
    (demo / "cards.csv").write_text("id,name,name.da\n" + rows, encoding="utf-8")
    (fault,) = load_folder(demo).untranslated
    assert "'Card 4' (row 6) and 3 more" in fault.message and fault.row == 2
    assert "'Card 1 of many of many of many of many…' (row 3), " in fault.message


def test_the_fingerprint_does_not_depend_on_languages(demo: Path) -> None:
    before = load_folder(demo).fingerprint
    assert load_folder(demo, "da").fingerprint == before
    (demo / "cards.csv").write_text(CARDS.replace("Økse", "Bil"), encoding="utf-8")
    assert load_folder(demo).fingerprint == before
    (demo / "cards.csv").write_text("id,name,cost,text\na,Axe,1,Chop.\nb,Bow,2,\nc,Cat,3,Purr.\n")
    assert load_folder(demo).fingerprint == before


def test_an_unknown_language_is_answered_with_those_there_are(demo: Path) -> None:
    with pytest.raises(UnknownLanguage, match="demo is not there in 'de'; it is in en, da"):
        load_folder(demo, "de")


def test_side_tables_by_key(demo: Path) -> None:
    text = GAME.replace(
        'key = "id"\n[tables.cards.columns]',
        'key = "id"\nwords = "words/cards.{lang}.csv"\n[tables.cards.columns]',
    )
    (demo / "game.toml").write_text(text, encoding="utf-8")
    (demo / "words").mkdir()
    (demo / "words" / "cards.de.csv").write_text("id,name\nc,Katze\na,Axt\n", encoding="utf-8")
    (demo / "words" / "cards.pt-BR.csv").write_text("id,name,text\na,Machado,\nd,Nada,\n", encoding="utf-8")
    (demo / "words" / "cards.notes.csv").write_text("nothing of ours", encoding="utf-8")
    german = load_folder(demo, "de")
    assert german.languages == ("en", "da", "de", "pt-BR")
    assert cells(german, "name") == ["Axt", "Bow", "Katze"]
    assert said(german.untranslated) == [
        "words/cards.de.csv:name: warning: no de words for 'Bow'; the game's own are printed"
    ]
    found = said(load_folder(demo).faults)
    assert "words/cards.pt-BR.csv:3:id: there is no 'd' in cards.csv; known are a, b, c" in found


def test_a_side_table_with_a_column_that_the_table_has_not(demo: Path) -> None:
    text = GAME.replace('file = "cards.csv"', 'file = "cards.csv"\nwords = "cards.{lang}.csv"')
    (demo / "game.toml").write_text(text, encoding="utf-8")
    (demo / "cards.de.csv").write_text("id,nam\na,Axt\n", encoding="utf-8")
    assert any(
        "cards.de.csv:1:nam: there is no column 'nam'; did you mean 'name'?" in f
        for f in said(load_folder(demo).faults)
    )


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('version = "1"', 'version = "1"\nlanguage = "english"', "'english' is no language"),
        ('file = "cards.csv"', 'file = "cards.csv"\nwords = "cards.csv"', "has {lang} in its name"),
        (
            'file = "cards.csv"',
            'file = "cards.csv"\nwords = "../{lang}/cards.csv"',
            "outside the game folder",
        ),
        ('file = "cards.csv"', 'file = "cards.csv"\nurl = "ftp://x"', "is no web address"),
    ],
)
def test_faults_of_game_toml(demo: Path, old: str, new: str, message: str) -> None:
    (demo / "game.toml").write_text(GAME.replace(old, new), encoding="utf-8")
    assert any(message in fault for fault in said(load_folder(demo).faults))


@pytest.mark.parametrize("header", ["nam.da", "name.DA", "name.", "id.da", "count.da"])
def test_what_is_no_translation_is_an_unknown_column(demo: Path, header: str) -> None:
    (demo / "cards.csv").write_text(f"id,name,{header}\na,Axe,x\n", encoding="utf-8")
    assert any(f"there is no column '{header}'" in fault for fault in said(load_folder(demo).faults))


def test_a_translated_column_twice(demo: Path) -> None:
    (demo / "cards.csv").write_text("id,name,name.da,name.da\na,Axe,Økse,Bil\n", encoding="utf-8")
    assert any("column 'name.da' is there twice" in fault for fault in said(load_folder(demo).faults))


def test_rulebooks_count_as_languages(demo: Path) -> None:
    for language in ("en", "fr"):
        (demo / f"rulebook.{language}.md").write_text("# Rules\n", encoding="utf-8")
    assert load_folder(demo).languages == ("en", "da", "fr")
    books = [load_folder(demo, language).rulebook for language in (None, "fr", "da")]
    assert [book and book.name for book in books] == ["rulebook.en.md", "rulebook.fr.md", "rulebook.en.md"]
