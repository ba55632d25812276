"""The gallery: small pictures of what is printed."""

import io
from pathlib import Path

from PIL import Image

from toolkit.press.gallery import make_gallery

ROOT = Path(__file__).resolve().parents[2]


def test_the_gallery_shows_pages_and_positions(tmp_path: Path) -> None:
    made = make_gallery("dragonpath", tmp_path, 0.35)
    names = {path.name for path in made}
    assert {"dragonpath-tiles.png", "dragonpath-replay.png", "dragonpath-rulebook-a4.png"} <= names
    for path in made:
        image = Image.open(io.BytesIO(path.read_bytes()))
        assert image.width > 400
        assert len(set(image.convert("L").resize((40, 40)).tobytes())) > 10


def test_the_committed_gallery_is_complete_and_small() -> None:
    gallery = ROOT / "output" / "gallery"
    names = {path.name for path in gallery.glob("dragonpath-*.png")}
    assert {"dragonpath-tiles.png", "dragonpath-replay.png", "dragonpath-two-sided-a4.png"} <= names
    assert sum(path.stat().st_size for path in gallery.glob("dragonpath-*.png")) < 1_000_000
