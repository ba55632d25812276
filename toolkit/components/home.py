"""Where game folders are: those that come with the toolkit, and those nearby."""

from __future__ import annotations

from pathlib import Path

from toolkit.components.faults import suggest
from toolkit.components.folder import MANIFEST


class GameNotFound(ValueError):
    """No game of that name, and no game folder at that path; the message names the nearest."""


def home() -> Path | None:
    """The folder with the games of the toolkit: inside the package (wheel) or beside it (checkout)."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "card_templates", package.parent / "card_templates"):
        beside_package = place.parent == package or (package.parent / "pyproject.toml").is_file()
        if beside_package and place.is_dir():
            return place
    return None


def bundled_games() -> dict[str, Path]:
    """The games that come with the toolkit: id -> folder, sorted by id (the folder's name)."""
    place = home()
    if place is None:
        return {}
    return {folder.name: folder for folder in sorted(place.iterdir()) if _is_game(folder)}


def is_bundled(folder: Path) -> bool:
    """Whether a game folder came with the toolkit."""
    resolved = _resolved(folder)
    return any(resolved == _resolved(other) for other in bundled_games().values())


def nearby_games(cwd: Path) -> dict[str, Path]:
    """Game folders at `cwd` and one level below, without the bundled ones: what to type for it -> folder."""
    try:
        below = sorted(child for child in cwd.iterdir() if not child.name.startswith("."))
    except OSError:
        below = []
    known = {_resolved(folder) for folder in bundled_games().values()}
    games: dict[str, Path] = {}
    for folder in [cwd, *below]:
        if _is_game(folder) and _resolved(folder) not in known:
            games["." if folder == cwd else f"./{folder.name}"] = folder
    return games


def find_game(name_or_path: str | Path) -> Path:
    """The folder of a game (absolute): a bundled name, or the path of a game folder (or of its game.toml).

    A bundled name wins over a folder of the same name (write `./name` for the folder). Raises GameNotFound.
    """
    games = bundled_games()
    text = str(name_or_path)
    if text in games:
        return games[text]
    try:
        path = Path(text).expanduser().absolute()
        is_folder = path.is_dir()
    except RuntimeError:
        raise GameNotFound(f"there is no game '{text}': nobody of that name has a home folder here") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise GameNotFound(f"'{text}' cannot be a game: {reason}") from None
    if path.name == MANIFEST and _is_game(path.parent):
        return path.parent
    if _is_game(path):
        return path
    if is_folder:
        raise GameNotFound(
            f"folder '{text}' is no game folder: it has no {MANIFEST}; known games: {', '.join(games)}"
        )
    names = [*games, *nearby_games(Path.cwd())]
    raise GameNotFound(f"there is no game '{text}', and no game folder of that path; {suggest(text, names)}")


def _is_game(folder: Path) -> bool:
    """Whether a game.toml is there; a folder that cannot be looked into is none."""
    try:
        return (folder / MANIFEST).is_file()
    except (OSError, ValueError):
        return False


def _resolved(folder: Path) -> Path:
    """The folder with its links followed, as far as they lead anywhere."""
    try:
        return folder.resolve()
    except (OSError, RuntimeError):  # RuntimeError: links in a circle, before Python 3.13
        return folder.absolute()
