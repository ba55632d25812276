"""Documents to the bytes of files: PDF, SVG a page, PNG a face."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from toolkit.components.folder import Folder
from toolkit.components.writing import safe_name
from toolkit.drawing.model import Drawing, Symbol
from toolkit.press.chosen import RULEBOOK
from toolkit.press.documents import Document
from toolkit.press.order import Order
from toolkit.press.outlines import Shape, cut_out, shape_of
from toolkit.press.paper import Paper
from toolkit.press.pieces import Piece
from toolkit.press.raster import Shown
from toolkit.press.sheets import Page

Made = tuple[Path, bytes]


def stem(folder: Folder, name: str, paper: Paper, order: Order) -> str:
    """What the files of a document are called, without their ending."""
    changed = "changed-" if order.changed_since is not None else ""
    side = "-landscape" if order.landscape else ""
    return safe_name(f"{folder.id}-{changed}{name}-{paper.name}{side}")


def pdf_file(
    folder: Folder,
    document: Document,
    drawings: Sequence[Drawing],
    order: Order,
    advance: Callable[[int], None],
) -> bytes:
    """A document as PDF; `advance` is called with the number of pages that are done."""
    from toolkit.drawing.pdf import Metadata, PdfWriter

    duplex = "Simplex"
    if document.two_sided and order.backs != "after":
        edge = "long" if document.name == RULEBOOK else order.flip
        duplex = "DuplexFlipLongEdge" if edge == "long" else "DuplexFlipShortEdge"
    metadata = Metadata(
        title=f"{folder.title}: {document.what}",
        subject=f"{folder.title} {folder.version}, tables {folder.short_fingerprint}",
        keywords=f"print and play, {order.paper}",
        language=folder.language,
    )
    writer = PdfWriter(metadata=metadata, duplex=duplex)
    for number, (page, drawing) in enumerate(zip(document.pages, drawings, strict=True)):
        marks = page.bookmarks if isinstance(page, Page) else document.bookmarks.get(number, [])
        for title in marks:
            writer.bookmark(title)
        if isinstance(page, Page):
            writer.add_page(drawing, page.trim, page.bleed)
        else:
            writer.add_page(drawing)
        advance(number + 1)
    return writer.to_bytes()


def svg_files(
    document: Document, drawings: Sequence[Drawing], output: Path, name: str, advance: Callable[[int], None]
) -> list[Made]:
    """A document as SVG files, one a page."""
    from toolkit.drawing.svg import to_svg

    made = []
    counts = {"front": 0, "back": 0}
    for number, (page, drawing) in enumerate(zip(document.pages, drawings, strict=True)):
        if isinstance(page, Page):
            counts[page.side] += 1
            own = f"{name}-{counts[page.side]:02d}" + (f"-{page.side}" if document.two_sided else "")
        else:
            own = f"{name}-{number + 1:02d}"
        made.append((output / f"{own}.svg", to_svg(drawing).encode("utf-8")))
        advance(number + 1)
    return made


def face_names(
    folder: Folder, pieces: Sequence[Piece], bleed: float = 0.0
) -> dict[str, list[tuple[str, Shown]]]:
    """By kind, every distinct face and back with the name of its picture, cut out `bleed` mm outside of its
    edge.
    """
    found: dict[str, list[tuple[str, Shown]]] = {}
    taken: set[str] = set()
    seen: set[tuple[str, str | None, Shape]] = set()
    common = _common_backs(pieces)
    for number, piece in enumerate(pieces, 1):
        kind = piece.kind.name
        own = f"{folder.id}-{kind}-{piece.id or number}"
        shape = shape_of(piece.kind)
        sides: list[tuple[Symbol | None, str | None, str]] = [
            (piece.face, piece.hash, own),
            (piece.back, piece.back_hash, f"{folder.id}-{kind}-back" if kind in common else f"{own}-back"),
        ]
        for symbol, digest, name in sides:
            if symbol is None:
                continue
            # A polygon's back is another picture than its front, also where the same is drawn on both.
            edge = shape if symbol is piece.face else shape.behind(symbol.drawing.width)
            if (kind, digest, edge) in seen:
                continue
            seen.add((kind, digest, edge))
            shown = cut_out(symbol.drawing, edge, bleed)
            found.setdefault(kind, []).append((_free(safe_name(name), taken), shown))
    return found


def _common_backs(pieces: Sequence[Piece]) -> set[str]:
    """The kinds whose pieces all have one back."""
    backs: dict[str, set[str | None]] = {}
    for piece in pieces:
        backs.setdefault(piece.kind.name, set()).add(piece.back_hash)
    return {kind for kind, digests in backs.items() if len(digests) == 1}


def _free(name: str, taken: set[str]) -> str:
    """The name, with a number where another picture has it already (on any system)."""
    free, number = name, 1
    while free.lower() in taken:
        number += 1
        free = f"{name}-{number}"
    taken.add(free.lower())
    return free


def png_files(drawings: Sequence[tuple[str, Shown]], output: Path, bleed: float) -> Iterator[Made]:
    """Drawings as PNG files at 300 dpi, `bleed` mm around them, one after another."""
    from toolkit.press.raster import pngs

    made = pngs((drawing for _, drawing in drawings), bleed=bleed)
    for (name, _), data in zip(drawings, made, strict=True):
        yield output / f"{name}.png", data
