"""The documents of a print job: pages of pieces sorted into files by how they have to be printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import Fault, FaultError
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.tomlfile import read_toml
from toolkit.drawing.ink import inked
from toolkit.drawing.model import Drawing, Matrix
from toolkit.faces.face import Faces
from toolkit.press.arrange import arrange
from toolkit.press.chosen import RULEBOOK
from toolkit.press.layout import TooLarge
from toolkit.press.order import Order
from toolkit.press.paper import Paper
from toolkit.press.pieces import Piece
from toolkit.press.printer import Offset, load_profile
from toolkit.press.sheets import Page, sheet_pages, without_repeats
from toolkit.press.tiling import plan, tile_pages


@dataclass(slots=True)
class Document:
    """Pages of one file: pages of pieces, which still want their labels, or finished drawings.

    `sheets` are sheets of paper; `bookmarks` names of finished pages for the outline, by page.
    """

    name: str
    what: str
    two_sided: bool
    pages: list[Page | Drawing] = field(default_factory=list)
    sheets: int = 0
    bookmarks: dict[int, list[str]] = field(default_factory=dict)

    @property
    def pieces(self) -> int:
        """How many pieces its sheets hold."""
        return sum(page.pieces for page in self.pages if isinstance(page, Page))


def piece_documents(
    folder: Folder, pieces: Sequence[Piece], faces: Faces, paper: Paper, order: Order
) -> tuple[list[Document], list[str]]:
    """The documents that hold these pieces, and what people should know about them.

    Raises FaultError naming a kind of which not even parts fit the paper, ValueError for a gap that is too
    narrow.
    """
    two = Document("two-sided", "", True)
    fronts = Document("fronts", "", False)
    behind = Document("backs", "", False)
    folded = Document("gutterfold", "", False)
    one = Document("one-sided", "", False)
    sheets, large = arrange(pieces, paper, order.spacing)
    for sheet in sheets:
        front, back = sheet_pages(sheet, paper, order.flip, order.marks, order.backs != "none")
        if back is None:
            document = one if sheet.fold is None else folded
            document.pages.append(front)
            document.sheets += 1
        elif order.backs == "separate":
            fronts.pages.append(front)
            behind.pages.append(back)
            fronts.sheets += 1
            behind.sheets += 1
        else:
            two.pages.extend((front, back))
            two.sheets += 1
    if order.backs == "after":
        two.pages.sort(key=lambda page: isinstance(page, Page) and page.side == "back")
    notes: dict[str, None] = {}
    for piece in large:
        pages = _tiled(folder, faces, piece, paper, order)
        one.pages.extend(pages)
        one.sheets += len(pages)
        if not piece.kind.tiled:
            size = f"{piece.drawing.width:g} x {piece.drawing.height:g} mm"
            said = f"{piece.kind.title}: {size} is more than {paper.name} holds"
            notes[f"{said}, so each lies over several pages."] = None
    documents = [d for d in (two, fronts, behind, folded, one) if d.pages]
    for document in documents:
        pages = [page for page in document.pages if isinstance(page, Page)]
        without_repeats(pages)
        titles = [title for page in pages for title in page.bookmarks]
        document.what = ", ".join(titles) or "Backs"
    return documents, list(notes)


def _tiled(folder: Folder, faces: Faces, piece: Piece, paper: Paper, order: Order) -> list[Page]:
    """The pages of a piece that is larger than the paper, cut along the lines of its grids if it has any."""
    drawing = piece.drawing
    template = faces.template(str(piece.kind.template))
    across: list[float] = []
    down: list[float] = []
    for values in faces.places(template, dict(piece.row)).values():
        if "columns" in values and values.get("width") and values.get("height"):
            columns, rows = values["columns"], values["rows"]
            across.extend(values["x"] + values["width"] * i / columns for i in range(columns + 1))
            down.extend(values["y"] + values["height"] * i / rows for i in range(rows + 1))
    try:
        tiling = plan(
            drawing.width, drawing.height, drawing.bleed, paper, sorted(set(across)), sorted(set(down))
        )
    except TooLarge as error:
        kind = piece.kind.name
        row, _ = read_toml(folder.path / MANIFEST).at("kinds", kind, "size")
        raise FaultError([Fault(MANIFEST, row, f"kinds.{kind}.size", str(error))]) from None
    return tile_pages(piece, tiling, order.marks != "none", order.backs != "none")


def rulebook_document(folder: Folder, path: Path, faces: Faces, paper: Paper, ink: str = "full") -> Document:
    """The rulebook as a document, inked as the pieces are; raises FaultError for what is wrong in it."""
    from toolkit.press.rulebook import rulebook_pages

    book = rulebook_pages(folder, path, paper, faces)
    document = Document(RULEBOOK, "Rulebook", len(book.pages) > 1)
    document.pages.extend(inked(page, ink) for page in book.pages)
    document.sheets = (len(book.pages) + 1) // 2
    document.bookmarks = book.bookmarks
    return document


def finished(folder: Folder, document: Document, order: Order) -> list[Drawing]:
    """Every page as a drawing, with its label now that the number of sheets is known, backs moved as the
    printer needs it.
    """
    shift = _shift(order)
    drawings = []
    counts = {"front": 0, "back": 0}
    for page in document.pages:
        if isinstance(page, Drawing):
            drawings.append(page)
            continue
        counts[page.side] += 1
        texts = [
            f"{folder.title}, version {folder.version}",
            *page.notes,
            f"tables {folder.short_fingerprint}",
            f"sheet {counts[page.side]} of {document.sheets}",
        ]
        moved: Matrix | None = None
        if document.name == "gutterfold":
            texts.append("fold along the dashed line, glue, then cut")
        elif page.side == "back" or document.two_sided or document.name == "fronts":
            texts.append(f"{page.side}, turn over on the {order.flip} edge")
        if page.side == "back" and shift is not None:
            moved = shift.matrix(page.paper.width, page.paper.height)
            texts.append(f"moved for {order.printer}")
        if order.ink != "full":
            texts.append(f"ink {order.ink}")
        texts.append("print at 100 %")
        drawings.append(page.finish(texts, moved))
    return drawings


def _shift(order: Order) -> Offset | None:
    """How backs are moved for the printer, if one was named; ValueError where it is not known."""
    if order.printer is None:
        return None
    return load_profile(order.printer, not order.check().upright).turned(order.flip)
