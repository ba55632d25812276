"""Pictures of a printed game: contact sheets of all its pages, and the positions that its `gallery.toml`
describes.

Run `python -m toolkit.press.gallery [GAME] [-o DIR]`; the README's pictures in `output/gallery` are made
so. The pages are printed as PDF first and rendered by PDFium, so what is seen is what a printer gets.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from toolkit.components.faults import FaultError
from toolkit.components.folder import Folder, load_folder
from toolkit.components.home import bundled_games, find_game
from toolkit.components.tomlfile import TomlFile, read_toml
from toolkit.components.writing import safe_name, write_bytes
from toolkit.drawing.model import Drawing
from toolkit.press.diagrams import Diagrams, Request

GALLERY = "gallery.toml"
MAX_PIXELS = 10_000
PAGE_PIXELS = 300
"""Width of a page on a contact sheet."""

READING_PIXELS = 760
"""Width of a page on a contact sheet of no more than two, whose text can be read."""

PAGE_COLOURS = 128
"""Colours of a contact sheet: it shows what is printed, not how it looks in the hand."""


def render(data: bytes, dpi: float) -> list[Any]:
    """The pages of a PDF as Pillow images."""
    pdfium: Any = import_module("pypdfium2")
    document = pdfium.PdfDocument(data)
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def picture(drawing: Drawing, pixels: int) -> Any:
    """A drawing as a Pillow image `pixels` wide."""
    from toolkit.drawing.pdf import PdfWriter

    writer = PdfWriter()
    writer.add_page(drawing)
    # Drawn at twice the size and brought down, so that thin lines stay even.
    large = render(writer.to_bytes(), 2 * pixels / (drawing.width / 25.4))[0]
    return large.resize((pixels, round(large.height * pixels / large.width)))


def png(image: Any, colours: int = 256) -> bytes:
    """An image as a small PNG with a palette.

    The palette is spread so that rare colours are in it (a marker's path among the dark tiles), and then
    moved to the middle of what each of its colours stands for (or large pale areas would change their hue).
    """
    buffer = io.BytesIO()
    image.quantize(colours, method=1, kmeans=1, dither=0).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def distinct(pages: Sequence[Any]) -> list[Any]:
    """The pages that look different between their margins, where labels number them: most backs are one."""
    found: list[tuple[bytes, Any]] = []
    for page in pages:
        width, height = page.size
        inner = page.crop((width // 16, height // 16, width - width // 16, height - height // 16))
        look = inner.convert("L").tobytes()
        if not any(look == other for other, _ in found):
            found.append((look, page))
    return [page for _, page in found]


def contact_sheet(pages: Sequence[Any], columns: int = 4) -> Any:
    """Pages side by side on grey."""
    from PIL import Image

    width = PAGE_PIXELS if len(pages) > 2 else READING_PIXELS
    small = [p.resize((width, round(p.height * width / p.width)), 3) for p in pages]
    gap = 12
    columns = min(columns, len(small))
    rows = -(-len(small) // columns)
    height = max(p.height for p in small)
    sheet = Image.new("RGB", (columns * (width + gap) + gap, rows * (height + gap) + gap), "#b9bab6")
    for number, page in enumerate(small):
        row, column = divmod(number, columns)
        sheet.paste(page, (gap + column * (width + gap), gap + row * (height + gap)))
    return sheet


def scenes(folder: Folder) -> list[tuple[str, Drawing, int]]:
    """The positions of a folder's `gallery.toml`: name, drawing, width in pixels."""
    path = folder.path / GALLERY
    if not (path.exists() or path.is_symlink()):
        return []
    file = read_toml(path)
    pictures = _pictures(file)
    if file.faults:
        raise FaultError(file.faults)
    diagrams = Diagrams(folder, GALLERY)
    found = []
    for number, entry in enumerate(pictures):
        row, _ = file.at("pictures", number)
        request = Request(players=entry.get("players"))
        request.moves = [(row or 1, m.strip()) for m in str(entry.get("moves", "")).split(",") if m.strip()]
        if "position" in entry:
            request.position, request.position_row = str(entry["position"]).splitlines(), row or 1
        request.view = {"strip": bool(entry.get("hands", False))}
        if "area" in entry:
            request.view["area"] = str(entry["area"])
        drawing = diagrams.draw(request, row or 1)
        found.append((entry["file"], drawing, entry.get("pixels", 1200)))
    return found


def _pictures(file: TomlFile) -> list[dict[str, Any]]:
    """The pictures that the file asks for; what is wrong with them is noted in `file.faults`."""
    file.check_keys((), file.data, ["pictures"])
    pictures = file.data.get("pictures", [])
    if not isinstance(pictures, list) or not all(isinstance(entry, dict) for entry in pictures):
        file.fault(("pictures",), "is no list of pictures; write each as [[pictures]]")
        return []
    for number, entry in enumerate(pictures):
        keys = ("pictures", number)
        file.check_keys(keys, entry, ["file", "players", "position", "moves", "hands", "area", "pixels"])
        name = entry.get("file")
        if not isinstance(name, str) or safe_name(name) != name:
            file.fault((*keys, "file"), "'file' is missing or no plain name; write letters, digits and -")
        pixels = entry.get("pixels", 1200)
        if isinstance(pixels, bool) or not isinstance(pixels, int) or not 50 <= pixels <= MAX_PIXELS:
            file.fault((*keys, "pixels"), f"'pixels' is not right; write a whole number, 50 to {MAX_PIXELS}")
    return pictures


def make_gallery(game: str | Path, output: Path, share: float = 1.0) -> list[Path]:
    """Write the pictures of a game, positions at `share` of their size; returns the files.

    Errors as those of `toolkit.press.run`.
    """
    import tempfile

    from toolkit.press.job import run

    folder = load_folder(find_game(game)).require()
    made = []
    with tempfile.TemporaryDirectory() as temporary:
        for file in run(folder, Path(temporary)).files:
            pages = render(file.paths[0].read_bytes(), 150)
            name = file.paths[0].stem
            made.append(
                write_bytes(output / f"{name}.png", png(contact_sheet(distinct(pages)), PAGE_COLOURS))
            )
    for name, drawing, pixels in scenes(folder):
        made.append(
            write_bytes(output / f"{folder.id}-{name}.png", png(picture(drawing, round(pixels * share))))
        )
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line: `[GAME]… [-o DIR]`, all bundled games by default."""
    parser = argparse.ArgumentParser(prog="python -m toolkit.press.gallery", description=__doc__)
    parser.add_argument("games", nargs="*", help="bundled games or game folders (default: all bundled games)")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("output/gallery"), help="folder to write to"
    )
    chosen = parser.parse_args(arguments)
    for game in chosen.games or bundled_games():
        for path in make_gallery(game, chosen.output):
            print(f"{path}  {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
