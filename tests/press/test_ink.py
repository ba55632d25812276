"""Every game that comes with the toolkit can be played when it is printed in black and white."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games, find_game
from toolkit.faces.face import Faces
from toolkit.press import Order, run
from toolkit.press.pieces import Look, make_pieces
from toolkit.press.raster import images

DPI = 60
APART = 0.004
"""Share of a piece's pixels in which two different pieces must differ plainly."""


@pytest.mark.parametrize("mode", ["low", "grey"])
@pytest.mark.parametrize("game", bundled_games())
def test_pieces_that_differ_in_colour_differ_without_it(game: str, mode: str) -> None:
    folder = load_folder(find_game(game)).require()
    kinds = [kind for kind in folder.kinds.values() if not kind.tiled]
    pieces = make_pieces(folder, kinds, Faces(folder.path), Look(ink=mode))
    by_kind: dict[str, dict[str, object]] = {}
    for piece in pieces:
        by_kind.setdefault(piece.kind.name, {}).setdefault(piece.id, piece.drawing)
    for kind, faces in by_kind.items():
        if len(faces) > 12:  # long decks: as many, spread over the table
            faces = dict(list(faces.items())[:: len(faces) // 12])
        shown = {}
        for name, picture in zip(faces, images(faces.values(), DPI), strict=True):  # type: ignore[arg-type]
            red, green, blue = (band for band in picture.split())
            assert red.tobytes() == green.tobytes() == blue.tobytes(), (kind, name)
            shown[name] = np.asarray(picture.convert("L")).astype(int)
        for one, other in combinations(shown, 2):
            apart = (np.abs(shown[one] - shown[other]) > 50).mean()
            assert apart > APART, (kind, one, other, apart)


def test_the_ways_to_save_ink_are_those_that_a_print_knows() -> None:
    from toolkit.drawing.ink import MODES
    from toolkit.press.order import INKS

    assert sorted(MODES) == sorted(INKS) and Order(ink="low").check()


@pytest.mark.parametrize("mode", ["low", "grey"])
def test_the_rulebook_is_inked_as_the_pieces_are(tmp_path: Path, mode: str) -> None:
    dark = {}
    for ink in ("full", mode):
        (path,) = run("dragonpath", tmp_path / ink, Order(only=("rulebook",), ink=ink)).paths
        pages = [
            np.asarray(page.render(scale=1).to_pil().convert("RGB")) for page in pypdfium2.PdfDocument(path)
        ]
        coloured = max(int(np.ptp(page.astype(int), axis=2).max()) for page in pages)
        assert (coloured > 60) == (ink == "full")
        dark[ink] = sum(float((255 - page.astype(int)).sum()) for page in pages)
    assert mode == "grey" or dark["low"] < 0.8 * dark["full"]
