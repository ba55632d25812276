"""The two renderers agree: SVG in Chromium and PDF in PDFium differ by no more than anti-aliasing."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path as FilePath

import matplotlib
import numpy as np
import pypdfium2
import pytest
from PIL import Image as Picture

from toolkit.components.home import bundled_games
from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import circle, rectangle, rotate, translate
from toolkit.drawing.model import Drawing, Group, Path
from toolkit.drawing.pdf import PdfWriter
from toolkit.drawing.svg import to_svg
from toolkit.drawing.text import Span, Style, layout
from toolkit.faces import Faces, face, load_template

SCALE = 20
"""Pixels a millimetre: smaller letters PDFium would move to whole pixels, which is not the drawing's doing.
"""


def text_page() -> Drawing:
    body = Style(find_font("serif"), 4.2)
    strong = Style(find_font("sans", "bold"), 4.2, "#8a2a1a")
    words = [
        Span("Office AVATAR difficult: æøå ÆØÅ £5 → €6, 2 \u00d7 3 \u2013 and ", body),
        Span("bold sans", strong),
    ]
    block = layout([*words, Span(" in the running text, wrapped. " * 3, body)], width=70)
    shapes = (
        Path(rectangle(0, 0, 80, 60), fill="#f4ecd8"),
        Group(block.lines, translate(5, 6)),
        Path(circle(20, 48, 8), fill="#2460a7", stroke="#000000", width=1.5, opacity=0.5),
        Group(
            (Path(rectangle(40, 40, 20, 8, 2), stroke="#1f4b48", width=0.8, dash=(2, 1)),), rotate(10, 50, 44)
        ),
    )
    return Drawing(80, 60, shapes)


def tile_page() -> Drawing:
    faces = Faces(bundled_games()["dragonpath"])
    template = faces.template("tile.toml")
    return faces.draw(template, {"id": 31, "links": "04 15 26 37"}, (63.5, 63.5)).drawing


def elements_page() -> Drawing:
    """An SVG picture with a gradient, a QR code, hatching, a road, and words with an icon."""
    with tempfile.TemporaryDirectory() as name:
        folder = FilePath(name)
        (folder / "a.svg").write_text(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'><linearGradient id='g'>"
            "<stop offset='0' stop-color='#cc2200'/><stop offset='1' stop-color='#0044cc'/></linearGradient>"
            "<rect x='2' y='2' width='16' height='16' rx='3' fill='url(#g)'/>"
            "<g transform='rotate(12 30 10)'><ellipse cx='30' cy='10' rx='8' ry='6' fill='#228844' "
            "stroke='#111' stroke-width='1.5'/></g></svg>",
            encoding="utf-8",
        )
        (folder / "card.toml").write_text(
            "size = [80, 60]\nbleed = 0\n"
            "[[layers]]\ntype = 'image'\nfile = 'a.svg'\nx = 2\ny = 2\nwidth = 40\nheight = 20\n"
            "[[layers]]\ntype = 'qr'\ntext = 'https://example.org'\nx = 50\ny = 2\nsize = 25\n"
            "[[layers]]\ntype = 'hatch'\npattern = 'waves'\nx = 2\ny = 26\nwidth = 20\nheight = 12\n"
            "[[layers]]\ntype = 'road'\nsides = 't'\nx = 26\ny = 26\nwidth = 16\nheight = 16\n"
            "strokes = [{ width = 6, colour = '#333333' }, { width = 4, colour = '#ddccaa' }]\n"
            "[[layers]]\ntype = 'text'\ntext = 'Pay :coin: **now** or *later*.'\nx = 2\ny = 46\nsize = 14\n",
            encoding="utf-8",
        )
        return face(load_template(folder / "card.toml", folder), {})


def signs_page() -> Drawing:
    """Icons of the toolkit and of the folder, coloured and turned; an SVG picture with clips, one within the
    other; words that run to the left, with a number and a word that run to the right.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = FilePath(name)
        (folder / "icons").mkdir()
        (folder / "icons" / "kite.svg").write_text(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><path d='M5 0 9 4 5 10 1 4z"
            "M5 2 3 4 5 7 7 4z' fill-rule='evenodd'/></svg>",
            encoding="utf-8",
        )
        (folder / "clips.svg").write_text(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 30'><clipPath id='a'>"
            "<circle cx='15' cy='15' r='12'/></clipPath>"
            "<clipPath id='b'><path d='M0 0H40L15 30z'/></clipPath>"
            "<g clip-path='url(#a)'><rect width='40' height='30' fill='#e8c872'/>"
            "<g transform='rotate(20 15 15)' clip-path='url(#b)'>"
            "<rect width='30' height='14' fill='#1f4b48'/>"
            "<ellipse cx='20' cy='16' rx='9' ry='5' fill='#b3261e'/></g></g>"
            "<g clip-path='url(#b)' opacity='0.6'><circle cx='36' cy='6' r='9' fill='#2460a7'/></g></svg>",
            encoding="utf-8",
        )
        shutil.copy(FilePath(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf"), folder / "a.ttf")
        layers = [
            "type = 'icon'\nicon = 'crown'\nx = 3\ny = 3\nsize = 12\ncolour = '#8a2a1a'",
            "type = 'icon'\nicon = 'skull'\nx = 18\ny = 3\nsize = 12\nturn = 25",
            "type = 'icon'\nicon = 'kite'\nx = 3\ny = 18\nsize = 12\ncolour = '#1f4b48'",
            "type = 'icon'\nicon = 'hourglass'\nx = 18\ny = 18\nsize = 12\nturn = 180",
            "type = 'image'\nfile = 'clips.svg'\nx = 35\ny = 2\nwidth = 42\nheight = 30",
            "type = 'text'\nfont = 'a.ttf'\nsize = 17\nx = 3\ny = 35\nwidth = 74\nheight = 22\n"
            "text = '\u05e7\u05dc\u05e3 \u05de\u05e1\u05e4\u05e8 42 (gold) "
            "\u0634\u064e\u0645\u0652\u0633 :crown: \u0648\u0631\u064a\u0627\u062d'",
        ]
        text = "".join(f"[[layers]]\n{layer}\n" for layer in layers)
        (folder / "card.toml").write_text(f"size = [80, 60]\nbleed = 0\n{text}", encoding="utf-8")
        return face(load_template(folder / "card.toml", folder), {})


@pytest.mark.parametrize("page", [elements_page, signs_page, text_page, tile_page])
def test_chromium_and_pdfium_show_the_same(
    page: Callable[[], Drawing], chromium: str, tmp_path: FilePath
) -> None:
    drawing = page()
    width, height = round(drawing.width * SCALE), round(drawing.height * SCALE)
    svg = to_svg(drawing).split("\n", 1)[1]
    svg = svg.replace(f'width="{drawing.width:g}mm"', f'width="{drawing.width * SCALE:g}"', 1)
    svg = svg.replace(f'height="{drawing.height:g}mm"', f'height="{drawing.height * SCALE:g}"', 1)
    source = tmp_path / "page.html"
    source.write_text(
        f'<!doctype html><meta charset="utf-8"><style>*{{margin:0}}svg{{display:block}}</style>{svg}', "utf-8"
    )
    shot = tmp_path / "page.png"
    command = [
        chromium,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
    ]
    command += [
        f"--user-data-dir={tmp_path / 'profile'}",
        f"--window-size={width},{height + 200}",
        f"--screenshot={shot}",
    ]
    subprocess.run([*command, source.as_uri()], check=True, capture_output=True, timeout=120)
    browser = np.asarray(Picture.open(shot).convert("RGB").crop((0, 0, width, height)), dtype=float)

    writer = PdfWriter()
    writer.add_page(drawing)
    page_ = pypdfium2.PdfDocument(writer.to_bytes())[0]
    # PDFium rounds the picture's size up: a hair less than wanted gives exactly what is wanted.
    rendered = page_.render(scale=(width - 0.01) / page_.get_width())
    pdfium = np.asarray(rendered.to_pil().convert("RGB").crop((0, 0, width, height)), dtype=float)

    # Away from edges the colours are equal; edges may differ by anti-aliasing, but not by more than a
    # pixel.
    difference = np.abs(browser - pdfium).max(axis=2)
    assert difference.mean() < 0.8
    assert np.abs(box_blur(browser) - box_blur(pdfium)).max() < 10


def box_blur(image: np.ndarray) -> np.ndarray:
    """The mean of each 8 x 8 pixels (1 mm): a shape that is moved or missing shows, an edge's pixel does
    not.
    """
    height, width = image.shape[0] // SCALE * SCALE, image.shape[1] // SCALE * SCALE
    return image[:height, :width].reshape(height // SCALE, SCALE, width // SCALE, SCALE, 3).mean(axis=(1, 3))
