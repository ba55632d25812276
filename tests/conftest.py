"""What every test has: settings of its own, and a browser where one is installed."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_configure() -> None:
    """Processes that tests begin heed an interrupt, also where a shell in the background has it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings of whoever runs it."""
    monkeypatch.setenv("PNP_CONFIG_DIR", str(tmp_path_factory.mktemp("config")))
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "PNP_DEBUG"):
        monkeypatch.delenv(name, raising=False)


def find_chromium() -> str | None:
    """The Chromium to test with: PNP_CHROMIUM, or one on the path."""
    chosen = os.environ.get("PNP_CHROMIUM")
    if chosen and Path(chosen).is_file():
        return chosen
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[str]:
    """Path of a Chromium; the test is skipped, saying why, where none is installed."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium is installed (apt-get install chromium, or set PNP_CHROMIUM to its path)")
    yield found
