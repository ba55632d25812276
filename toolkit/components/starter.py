"""New game folders: a small deck that prints at once, or a copy of another game under a name of its own."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path

from toolkit.components.folder import MANIFEST
from toolkit.components.home import bundled_games
from toolkit.components.reading import Unreadable, read_file

MAX_FILES = 2_000
MAX_BYTES = 50_000_000
_ID = re.compile(r"[a-z][a-z0-9_-]{0,39}")
# Names that Windows keeps for devices, whatever comes behind a dot.
_DEVICES = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")
_SKIPPED = {"__pycache__", "output"}

_RULES = """rules = "rules.py"       # the rules in this folder: the game can be simulated and recorded
"""
_OPTIONS = """
# --- options -----------------------------------------------------------------------------------------
# What can be set with --set NAME=VALUE when the game is simulated or recorded.

[options.goal]
default = 12
min = 4
max = 40
help = "Steps from the start to the goal."

[options.turn_cap]
default = 200
min = 1
max = 10000
help = "Turns a seat after which a game is stopped."
"""


class CannotMake(ValueError):
    """A game folder that is not made; the message says why, and what would be right."""


def make_game(target: Path, like: Path | None = None, rules: bool = False) -> list[Path]:
    """Make a game folder at `target`, which must not exist yet; returns its files.

    Args:
        target: the folder to make; its last part becomes the game's id.
        like: a game folder to copy; None for a small race with a deck of cards.
        rules: with a rules.py that can be simulated and recorded (not together with `like`).

    Raises:
        CannotMake: the name is no good, something is there already, or `like` cannot be copied.
        OSError: a file cannot be written.
    """
    check_name(target)
    files = _starter(target, rules) if like is None else _copied(target, like)
    # Made whole beside its place, then put there: a fault on the way leaves nothing behind.
    scratch = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
    try:
        scratch.chmod(0o755)
        for name, data in files.items():
            path = scratch / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        scratch.rename(target)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    return [target / name for name in files]


def check_name(target: Path) -> None:
    """Raise CannotMake where a game folder cannot have this path."""
    name = target.name
    if not _ID.fullmatch(name):
        close = re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_0123456789")[:40].rstrip("-")
        right = f", such as '{close}'" if _ID.fullmatch(close) else ""
        raise CannotMake(
            f"'{name}' cannot be a game's name; use small letters, digits, - and _, a letter first{right}"
        )
    if _DEVICES.fullmatch(name):
        raise CannotMake(f"'{name}' is a device on Windows, where no folder can have that name; take another")
    if name in bundled_games():
        raise CannotMake(f"a game named '{name}' comes with pnp; take another name")
    if target.exists() or target.is_symlink():
        raise CannotMake(f"'{target}' is there already, and is left as it is; take another name")
    if not target.parent.is_dir():
        raise CannotMake(f"there is no folder '{target.parent}'; make it first")


def _starter(target: Path, rules: bool) -> dict[str, bytes]:
    title = re.sub(r"[-_]+", " ", target.name).strip().capitalize()
    words = {
        "@ID@": target.name,
        "@TITLE@": title,
        "@PATH@": target.name,
        "@RULES@": _RULES if rules else "",
        "@OPTIONS@": _OPTIONS if rules else "",
    }
    files = {}
    for path in sorted((Path(__file__).parent / "starter").iterdir()):
        if path.name == "rules.txt" and not rules:
            continue
        text = path.read_text(encoding="utf-8")
        for mark, word in words.items():
            text = text.replace(mark, word)
        files["rules.py" if path.name == "rules.txt" else path.name] = text.encode("utf-8")
    return files


def _copied(target: Path, like: Path) -> dict[str, bytes]:
    """The files of another game folder, with the new id and title in its game.toml."""
    files: dict[str, bytes] = {}
    size = 0
    for path in sorted(like.rglob("*")):
        name = path.relative_to(like)
        if any(part in _SKIPPED or part.startswith(".") for part in name.parts) or path.is_dir():
            continue
        try:
            data = read_file(path, MAX_BYTES, like)
        except Unreadable as error:
            raise CannotMake(f"{name.as_posix()}: {error}") from None
        size += len(data)
        if len(files) >= MAX_FILES or size > MAX_BYTES:
            raise CannotMake(
                f"'{like}' has more than {MAX_FILES:,} files or {MAX_BYTES:,} bytes; copy it by hand"
            )
        files[name.as_posix()] = data
    try:
        text = files[MANIFEST].decode("utf-8-sig")
    except (KeyError, UnicodeDecodeError):
        raise CannotMake(f"'{like}' has no {MANIFEST} that can be read; see `pnp check`") from None
    title = re.sub(r"[-_]+", " ", target.name).strip().capitalize()
    for key, value in (("id", target.name), ("title", title)):
        # In the part of the file before the first section, where the game's own keys stand.
        head = re.split(r"(?m)^\s*\[", text, maxsplit=1)[0]
        found = re.search(rf"(?m)^{key}[ \t]*=[ \t]*(\"[^\"\n]*\"|'[^'\n]*')", head)
        if found:
            text = text[: found.start(1)] + json.dumps(value) + text[found.end(1) :]
    files[MANIFEST] = text.encode("utf-8")
    return files
