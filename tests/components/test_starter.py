"""New game folders are whole and sound, whatever they are made of, and take nobody's place."""

import ast
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

import toolkit
from toolkit.components import starter
from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games
from toolkit.components.starter import CannotMake, make_game
from toolkit.drawing.model import TextLine, walk

RACE = Path(__file__).parents[1] / "games" / "fixtures" / "race" / "rules.py"


def bare(source: str) -> str:
    """Code without its remarks, docstrings and picture."""
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if getattr(node, "name", "") != "draw"]
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return ast.unparse(tree)


def test_a_new_game_says_its_own_name(tmp_path: Path) -> None:
    files = make_game(tmp_path / "sea-race")
    folder = load_folder(tmp_path / "sea-race").require()
    assert (folder.id, folder.title, folder.rules, folder.options) == ("sea-race", "Sea race", None, {})
    assert sorted(files) == sorted(path for path in folder.path.rglob("*") if path.is_file())
    for path in files:
        text = path.read_bytes()
        assert b"@" not in text and b"\r" not in text, path
    assert "pnp print sea-race" in (folder.path / "game.toml").read_text(encoding="utf-8")


def test_the_rulebook_counts_what_the_tables_have(tmp_path: Path) -> None:
    make_game(tmp_path / "mine")
    tables = load_folder(tmp_path / "mine").tables
    book = (tmp_path / "mine" / "rulebook.en.md").read_text(encoding="utf-8")
    counts = {int(row.text("value")): row.count for row in tables["cards"].rows}
    assert (
        f"{sum(counts.values())} cards: {counts[1]} of one step, {counts[2]} of two and {counts[3]} of three"
        in book
    )
    assert f"{tables['steps'].count()} steps" in book and f"{tables['pawns'].count()} pawns" in book


def test_its_rules_are_those_that_all_tests_of_games_play(tmp_path: Path) -> None:
    make_game(tmp_path / "race", rules=True)
    assert bare((tmp_path / "race" / "rules.py").read_text(encoding="utf-8")) == bare(
        RACE.read_text(encoding="utf-8")
    )


def test_its_rules_play_to_the_end_with_the_printed_cards(tmp_path: Path) -> None:
    make_game(tmp_path / "mine", rules=True)
    game = toolkit.open_game(tmp_path / "mine", trust=True)
    assert game.faults == []
    rng = random.Random(3)
    for players in (2, 3, 4):
        position = game.new_position(players, seed=players)
        while position.outcome is None:
            position.play(rng.choice(position.legal_moves()))
            assert len(position.moves) < 200
        assert position.outcome.winners


def test_its_picture_shows_the_track_and_the_open_hands(tmp_path: Path) -> None:
    make_game(tmp_path / "mine", rules=True)
    game = toolkit.open_game(tmp_path / "mine", trust=True)
    position = game.new_position(4, seed=1, goal=30)
    rng = random.Random(5)
    for _ in range(12):
        position.play(rng.choice(position.legal_moves()))

    def words(seat: int | None) -> Counter[str]:
        return Counter(item.text for item in walk(position.to_drawing(seat)) if isinstance(item, TextLine))

    assert {str(step) for step in range(1, 31)} <= set(words(0))
    names = ("Walk", "Trot", "Gallop")
    assert [sum(words(seat)[name] for name in names) for seat in (None, 2, 0)] == [8, 2, 0]
    at = [value.split()[1] for label, value in position.lines(0) if label.startswith("seat")]
    assert position.to_drawing(0).title == "Mine: " + ", ".join(
        f"{name} {step}" for name, step in zip(("orange", "blue", "green", "pink"), at, strict=True)
    )


@pytest.mark.parametrize("game", sorted(bundled_games()))
def test_a_copy_of_a_bundled_game_has_its_rules_and_a_name_of_its_own(tmp_path: Path, game: str) -> None:
    made = make_game(tmp_path / "my-copy", like=bundled_games()[game])
    folder = load_folder(tmp_path / "my-copy").require()
    before = load_folder(bundled_games()[game])
    assert (folder.id, folder.title) == ("my-copy", "My copy")
    assert (folder.rules, folder.fingerprint) == (before.rules, before.fingerprint)
    for path in made:
        if path.name != "game.toml":
            assert path.read_bytes() == (before.path / path.relative_to(folder.path)).read_bytes()


@pytest.mark.parametrize(
    "name, said",
    [
        ("My Game", "such as 'my-game'"),
        ("9lives", "such as 'lives'"),
        ("con", "a device on Windows"),
        ("lpt1", "a device on Windows"),
        ("nul.txt", "cannot be a game's name"),
        ("x" * 41, "cannot be a game's name"),
        ("dragonpath", "comes with pnp"),
        ("-x", "cannot be a game's name"),
        ("", "cannot be a game's name"),
        ("there", "is there already"),
        ("none/mine", "there is no folder"),
    ],
)
def test_names_that_are_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "there").touch()
    with pytest.raises(CannotMake, match=said):
        make_game(tmp_path / name if name else Path("/"))
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_fault_on_the_way_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        make_game(tmp_path / "mine")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_leads_elsewhere_is_not_copied(tmp_path: Path) -> None:
    make_game(tmp_path / "mine")
    if sys.platform == "win32":
        pytest.skip("links cannot be made here")
    (tmp_path / "mine" / "secret.csv").symlink_to("/etc/passwd")
    with pytest.raises(CannotMake, match=r"secret\.csv: leads out of the game folder"):
        make_game(tmp_path / "other", like=tmp_path / "mine")
    (tmp_path / "mine" / "secret.csv").unlink()
    (tmp_path / "mine" / ".git").mkdir()
    (tmp_path / "mine" / ".git" / "config").touch()
    make_game(tmp_path / "other", like=tmp_path / "mine")
    assert not (tmp_path / "other" / ".git").exists()


def test_too_much_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_game(tmp_path / "mine")
    monkeypatch.setattr(starter, "MAX_FILES", 3)
    with pytest.raises(CannotMake, match="more than 3 files"):
        make_game(tmp_path / "other", like=tmp_path / "mine")
