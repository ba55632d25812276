"""Finding game folders."""

from pathlib import Path

import pytest

from toolkit.components import home
from toolkit.components.home import GameNotFound, bundled_games, find_game, nearby_games


def make(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text('id = "x"\n', encoding="utf-8")
    return folder


def test_bundled_games_are_found_by_name() -> None:
    games = bundled_games()
    assert "dragonpath" in games
    assert find_game("dragonpath") == games["dragonpath"]
    assert (games["dragonpath"] / "tiles.csv").is_file()


def test_an_editable_checkout_has_them_beside_the_package() -> None:
    place = home.home()
    assert place is not None and place.name == "card_templates"


def test_a_folder_is_found_by_its_path_or_its_game_toml(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine")
    assert find_game(folder) == folder
    assert find_game(str(folder / "game.toml")) == folder


def test_a_bundled_name_wins_over_a_folder_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "dragonpath")
    monkeypatch.chdir(tmp_path)
    assert find_game("dragonpath") == bundled_games()["dragonpath"]
    assert find_game("./dragonpath") == tmp_path / "dragonpath"


def test_an_unknown_game_is_answered_with_the_nearest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameNotFound, match="did you mean 'dragonpath'"):
        find_game("dragonpaht")
    (tmp_path / "empty").mkdir()
    with pytest.raises(GameNotFound, match=r"it has no game\.toml"):
        find_game("empty")


def test_nearby_games_are_here_and_one_level_below(tmp_path: Path) -> None:
    make(tmp_path / "a")
    make(tmp_path / "b" / "too_deep")
    make(tmp_path / ".hidden")
    assert nearby_games(tmp_path) == {"./a": tmp_path / "a"}
    assert list(nearby_games(tmp_path / "a")) == ["."]
    assert nearby_games(tmp_path / "nowhere") == {}


def test_bundled_games_are_not_nearby() -> None:
    place = home.home()
    assert place is not None
    assert not set(nearby_games(place).values()) & set(bundled_games().values())


def test_a_neighbour_that_cannot_be_looked_into_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "a")
    make(tmp_path / "locked")
    try:
        (tmp_path / "one").symlink_to(tmp_path / "two")
        (tmp_path / "two").symlink_to(tmp_path / "one")
    except OSError:
        pytest.skip("links cannot be made here")
    is_file = Path.is_file

    def refuse(path: Path) -> bool:  # root may look everywhere, so permissions cannot be taken away here
        if path.parent.name == "locked":
            raise PermissionError(13, "Permission denied", str(path))
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", refuse)
    assert nearby_games(tmp_path) == {"./a": tmp_path / "a"}


@pytest.mark.parametrize("name", ["~nobody-of-that-name/x", "x" * 5000, "a\0b"])
def test_names_that_no_folder_can_have_are_no_games(name: str) -> None:
    with pytest.raises(GameNotFound):
        find_game(name)
