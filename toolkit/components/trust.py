"""Which code of strangers may run: game folders and single pieces of code that somebody said yes to.

A game folder that did not come with the toolkit may hold a `rules.py`. It runs only when its folder was
trusted (asked once a folder), or, for code without a folder (out of an archive or an old revision), when its
very bytes were. The answers are kept in `trust.json` in the user's configuration folder, or in the folder
that the environment variable PNP_CONFIG_DIR names.
"""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from toolkit.components.writing import write_bytes

CONFIG_DIR = "PNP_CONFIG_DIR"
_VERSION = 1


def config_dir() -> Path:
    """The folder of the user's settings (it need not exist)."""
    chosen = os.environ.get(CONFIG_DIR)
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_config_dir("pnp-toolkit", appauthor=False))


def is_trusted(folder: Path | str) -> bool:
    """Whether code of this game folder may run (links are followed first)."""
    return str(Path(folder).resolve()) in _read()["folders"]


def trust_folder(folder: Path | str) -> None:
    """Let code of this game folder run from now on."""
    _add("folders", str(Path(folder).resolve()))


def is_trusted_code(code: bytes) -> bool:
    """Whether exactly this code may run."""
    return hashlib.sha256(code).hexdigest() in _read()["code"]


def trust_code(code: bytes) -> None:
    """Let exactly this code run from now on."""
    _add("code", hashlib.sha256(code).hexdigest())


def _store() -> Path:
    return config_dir() / "trust.json"


def _read() -> dict[str, list[str]]:
    """What is trusted. A store that cannot be read trusts nothing, with a warning."""
    empty: dict[str, list[str]] = {"folders": [], "code": []}
    try:
        raw: Any = json.loads(_store().read_text(encoding="utf-8"))
        found = {key: raw[key] for key in empty}
        if not all(
            isinstance(names, list) and all(isinstance(n, str) for n in names) for names in found.values()
        ):
            raise TypeError("its lists are not lists of texts")
        return found
    except FileNotFoundError:
        return empty
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        warnings.warn(
            f"{_store()} cannot be read ({type(error).__name__}: {error}); nothing counts as trusted "
            "until you are asked again",
            stacklevel=3,
        )
        return empty


def _add(kind: str, name: str) -> None:
    store = _store()
    store.parent.mkdir(parents=True, exist_ok=True)
    with _locked(store):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # said when it was looked up; here it is written anew
            content = _read()
        if name in content[kind]:
            return
        content[kind] = sorted({*content[kind], name})
        text = json.dumps({"version": _VERSION, **content}, indent=1, ensure_ascii=False) + "\n"
        write_bytes(store, text.encode("utf-8"), durable=True)


@contextmanager
def _locked(store: Path) -> Iterator[None]:
    from filelock import FileLock

    with FileLock(str(store) + ".lock", timeout=10):
        yield
