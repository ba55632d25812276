"""File names stay inside the game folder."""

from pathlib import Path

import pytest

from toolkit.components.paths import OutsideFolder, inside


def test_names_inside(tmp_path: Path) -> None:
    assert inside(tmp_path, "art/a.png") == tmp_path / "art" / "a.png"


@pytest.mark.parametrize(
    "name",
    ["", "../a", "a/../../b", "/etc/passwd", "C:\\a", "a\\b", "C:a", "a\0b", "http://a", "a\nb"],
)
def test_names_outside(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutsideFolder):
        inside(tmp_path, name)
