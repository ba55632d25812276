"""A game folder as it was at a git revision, read without touching the working tree."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from toolkit.components.faults import printable

MAX_FILES = 20_000
MAX_BYTES = 500_000_000
SECONDS = 120


@contextmanager
def folder_at(folder: Path, revision: str) -> Iterator[Path]:
    """The game folder as it was committed at a revision, in a temporary folder that is gone afterwards.

    Only ordinary files are taken out. Raises ValueError, with what is wrong, where there is no git, no
    repository, no such revision, or no such folder in it.
    """
    git = shutil.which("git")
    if git is None:
        raise ValueError(
            f"'{revision}' is no earlier print, and git, which would know a revision, is not installed"
        )
    unknown = f"'{revision}' is neither an earlier print (a folder with a manifest.json) nor a git revision"
    if revision.startswith("-"):
        raise ValueError(unknown)
    nowhere = f"'{revision}' is no earlier print, and the folder is in no git repository"
    top = Path(_git(git, folder, nowhere, "rev-parse", "--show-toplevel").decode("utf-8").rstrip("\r\n"))
    asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    commit = _git(git, folder, unknown, *asked).decode("ascii").strip()
    inside = folder.resolve().relative_to(top.resolve()).as_posix()
    unreadable = f"'{revision}' cannot be read"
    only = [] if inside == "." else ["--", f":(literal){inside}"]
    listed = _git(git, top, unreadable, "ls-tree", "-r", "-l", "-z", "--full-tree", commit, *only)
    files = _files(listed, inside)
    if not files:
        raise ValueError(f"there was no folder '{inside}' in git at '{revision}'")
    size = sum(size for _, size, _ in files)
    if len(files) > MAX_FILES or size > MAX_BYTES:
        raise ValueError(
            f"at '{revision}' the folder has {len(files):,} files of {size:,} bytes; "
            f"at most {MAX_FILES:,} of {MAX_BYTES:,} are read"
        )
    with TemporaryDirectory(prefix="pnp-") as temporary:
        root = Path(temporary, "game")
        _write(git, top, files, root, unreadable)
        yield root


def _files(listed: bytes, inside: str) -> list[tuple[str, int, PurePosixPath]]:
    """Name, size and path (in the folder) of every ordinary file that is listed."""
    files = []
    for line in listed.split(b"\0"):
        meta, tab, name = line.partition(b"\t")
        if not tab:
            continue
        mode, kind, blob, size = meta.decode("ascii").split()
        path = PurePosixPath(name.decode("utf-8", "surrogateescape"))
        if kind == "blob" and mode in ("100644", "100755"):
            relative = path if inside == "." else path.relative_to(inside)
            if ".." not in relative.parts and not relative.is_absolute():
                files.append((blob, int(size), relative))
    return files


def _write(git: str, top: Path, files: list[tuple[str, int, PurePosixPath]], root: Path, wrong: str) -> None:
    """Write the files as they were committed below `root`."""
    asked = "".join(f"{blob}\n" for blob, _, _ in files).encode("ascii")
    data = _git(git, top, wrong, "cat-file", "--batch", given=asked)
    at = 0
    for blob, size, relative in files:
        head = f"{blob} blob {size}\n".encode("ascii")
        if data[at : at + len(head)] != head:
            raise ValueError(f"{wrong} ({relative} is not in the repository)")
        at += len(head)
        target = root / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data[at : at + size])
        at += size + 1


def _git(git: str, folder: Path, wrong: str, *arguments: str, given: bytes | None = None) -> bytes:
    """What git says; ValueError that starts with `wrong` where it refuses."""
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    # Where a hook of git has started this, its variables name another repository.
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    # A repository's own settings may name programs that git would start.
    safe = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false")
    try:
        done = subprocess.run(
            [git, "-C", str(folder), *safe, *arguments],
            input=given,
            stdin=None if given is not None else subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            env={**inherited, **quiet},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ValueError(printable(f"{wrong} ({error})")) from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = said[-1].removeprefix("fatal: ") if said else ""
        raise ValueError(printable(f"{wrong} ({why})" if why else wrong))
    return done.stdout
