"""Whose code may run."""

import json
import threading
from pathlib import Path

import pytest

from toolkit.components.trust import config_dir, is_trusted, is_trusted_code, trust_code, trust_folder


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path / "config" / "trust.json"


def test_nothing_is_trusted_until_somebody_says_so(store: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    assert not is_trusted(folder) and not is_trusted_code(b"x = 1")
    assert not store.parent.exists()  # looking writes nothing
    trust_folder(folder)
    trust_code(b"x = 1")
    assert is_trusted(folder) and is_trusted_code(b"x = 1")
    assert not is_trusted(tmp_path) and not is_trusted(folder / "below") and not is_trusted_code(b"x = 2")


def test_a_folder_is_known_by_where_it_really_is(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    trust_folder("game")
    assert is_trusted(tmp_path / "other" / ".." / "game")
    try:
        (tmp_path / "link").symlink_to(tmp_path / "game")
    except OSError:
        pytest.skip("links cannot be made here")
    assert is_trusted(tmp_path / "link")
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to(tmp_path / "other")
    assert not is_trusted(tmp_path / "link")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"folders": 1, "code": []}', "{}", "\xff", "[" * 100_000])
def test_a_corrupted_store_trusts_nothing_and_says_so(store: Path, tmp_path: Path, text: str) -> None:
    store.parent.mkdir()
    store.write_text(text, encoding="latin-1")
    with pytest.warns(UserWarning, match="nothing counts as trusted"):
        assert not is_trusted(tmp_path)
    trust_folder(tmp_path)
    assert is_trusted(tmp_path)
    assert json.loads(store.read_text(encoding="utf-8"))["version"] == 1


def test_answers_given_at_once_are_all_kept(store: Path) -> None:
    codes = [f"x = {n}".encode() for n in range(12)]
    threads = [threading.Thread(target=trust_code, args=(code,)) for code in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(is_trusted_code(code) for code in codes)
    assert not list(store.parent.glob("*.part"))


def test_the_users_own_folder_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PNP_CONFIG_DIR", raising=False)
    assert config_dir().name == "pnp-toolkit"
