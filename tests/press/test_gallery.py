"""The gallery: small pictures of what is printed."""

import io
from pathlib import Path

import numpy as np
from PIL import Image

from toolkit.components import load_folder
from toolkit.components.home import bundled_games
from toolkit.press.gallery import distinct, make_gallery, picture, png, scenes

ROOT = Path(__file__).resolve().parents[2]


def test_the_gallery_shows_pages_and_positions(tmp_path: Path) -> None:
    made = make_gallery("dragonpath", tmp_path, 0.35)
    names = {path.name for path in made}
    assert {"dragonpath-tiles.png", "dragonpath-replay.png", "dragonpath-rulebook-a4.png"} <= names
    for path in made:
        image = Image.open(io.BytesIO(path.read_bytes()))
        assert image.width > 400
        assert len(set(image.convert("L").resize((40, 40)).tobytes())) > 10


def test_a_palette_keeps_pale_areas_and_rare_colours() -> None:
    position = scenes(load_folder(bundled_games()["dragonpath"]))
    (drawing,) = [drawing for name, drawing, _ in position if name == "replay"]
    image = picture(drawing, 600).convert("RGB")
    small = Image.open(io.BytesIO(png(image))).convert("RGB")
    difference = np.abs(np.asarray(image).astype(int) - np.asarray(small).astype(int))
    assert difference.max() < 40
    assert np.median(difference.max(axis=2)) <= 3
    # White paper all round the strip of hands: nothing is cut off.
    assert (np.asarray(image)[:, -8:] == 255).all()


def test_a_picture_may_show_a_position_in_text() -> None:
    found = {name: drawing for name, drawing, _ in scenes(load_folder(bundled_games()["gridlokt"]))}
    assert found["replay"].width > found["replay"].height
    assert "turn: 86, blue (seat 2), Utility phase" in found["replay"].title
    assert found["maze"].title == "cells h10-n17"


def test_backs_that_look_the_same_are_shown_once() -> None:
    pages = [Image.new("RGB", (160, 220), colour) for colour in ("white", "navy", "white", "navy", "white")]
    pages[2].putpixel((8, 5), (0, 0, 0))  # another number on its label
    pages[4].putpixel((80, 110), (0, 0, 0))
    assert distinct(pages) == [pages[0], pages[1], pages[4]]


def test_the_committed_gallery_is_complete_and_small() -> None:
    gallery = ROOT / "output" / "gallery"
    for game, folder in bundled_games().items():
        names = {path.name.removeprefix(f"{game}-") for path in gallery.glob(f"{game}-*.png")}
        wanted = {f"{name}.png" for name, _, _ in scenes(load_folder(folder))}
        assert {"one-sided-a4.png", "rulebook-a4.png"} | wanted <= names
    assert sum(path.stat().st_size for path in gallery.glob("*.png")) < 2_000_000
