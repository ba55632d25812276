"""A print job: a game folder to files ready for a printer, planned and drawn whole before the first file is
written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import Fault, FaultError, suggest
from toolkit.components.folder import MANIFEST, Folder, load_folder
from toolkit.components.home import find_game
from toolkit.components.manifest import KindSpec
from toolkit.drawing.files import safe_name, write_bytes
from toolkit.drawing.model import Drawing
from toolkit.faces.face import Faces
from toolkit.press.layout import TooLarge
from toolkit.press.paper import Paper, find_paper
from toolkit.press.pieces import Piece, make_pieces
from toolkit.press.sheets import Page, batches, sheet_pages
from toolkit.press.tiling import plan, tile_pages

BACKS = ("interleaved", "after", "separate", "none")
FLIPS = ("long", "short")
MARKS = ("crop", "none")
FORMATS = ("pdf", "svg")
RULEBOOK = "rulebook"

Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed, and how.

    `only` names kinds of the folder (and `rulebook`); empty for everything. `backs`: interleaved (front 1,
    back 1, …: for two-sided printing), after (all fronts, then all backs), separate (two files), none.
    `flip`: the edge over which the printer turns the paper.
    """

    paper: str = "a4"
    format: str = "pdf"
    only: tuple[str, ...] = ()
    backs: str = "interleaved"
    flip: str = "long"
    marks: str = "crop"
    language: str = "en"


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """One file (or, as SVG, one set of files) of a job: what it holds and how it has to be printed."""

    paths: tuple[Path, ...]
    what: str
    pages: int
    sheets: int
    pieces: int
    two_sided: bool


@dataclass(slots=True)
class Printed:
    """What a job has written."""

    order: Order
    title: str
    files: list[PrintedFile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def paths(self) -> list[Path]:
        """Every file that was written."""
        return [path for file in self.files for path in file.paths]


@dataclass(slots=True)
class _Document:
    """Pages of one file before they are finished."""

    name: str
    what: str
    two_sided: bool
    pages: list[Page | Drawing] = field(default_factory=list)
    sheets: int = 0
    bookmarks: dict[int, list[str]] = field(default_factory=dict)


def print_game(
    game_or_folder: str | Path | Folder,
    output: Path,
    paper: str = "a4",
    format: str = "pdf",
    only: Sequence[str] = (),
    backs: str = "interleaved",
    flip: str = "long",
    marks: str = "crop",
) -> list[Path]:
    """Print a game into the folder `output`; returns the files. See `run` for errors and `Order` for the
    choices.
    """
    order = Order(paper, format, tuple(only), backs, flip, marks)
    return run(game_or_folder, output, order).paths


def run(
    game_or_folder: str | Path | Folder, output: Path, order: Order | None = None, step: Step | None = None
) -> Printed:
    """Carry out an order. Nothing is written before everything has been drawn.

    `step(done, of)` is called as pages are finished. Raises FaultError for what is wrong in the folder,
    ValueError for what is wrong with the order, OSError when a file cannot be written.
    """
    order = order or Order()
    paper = find_paper(order.paper)
    for value, allowed, name in (
        (order.format, FORMATS, "format"),
        (order.backs, BACKS, "backs"),
        (order.flip, FLIPS, "flip"),
        (order.marks, MARKS, "marks"),
    ):
        if value not in allowed:
            raise ValueError(f"{name} cannot be '{value}'; {suggest(value, list(allowed))}")
    folder = game_or_folder if isinstance(game_or_folder, Folder) else load_folder(find_game(game_or_folder))
    folder.require()
    kinds, rulebook = _chosen(folder, order)
    faces = Faces(folder.path)
    documents = _documents(folder, kinds, faces, paper, order)
    if rulebook is not None:
        documents.append(_rulebook(folder, rulebook, faces, paper))
    if not documents:
        raise ValueError(f"there is nothing to print: no kind of {folder.id} has a template and pieces")
    printed = Printed(order, folder.title)
    total = sum(len(d.pages) for d in documents)
    done = 0
    ready: list[tuple[Path, bytes]] = []
    for document in documents:
        drawings = _finished(folder, document, order)
        stem = safe_name(f"{folder.id}-{document.name}-{paper.name}")

        def advance(pages: int, before: int = done) -> None:
            if step is not None:
                step(before + pages, total)

        if order.format == "pdf":
            data = _pdf(folder, document, drawings, order, advance)
            made = [(output / f"{stem}.pdf", data)]
        else:
            made = _svgs(document, drawings, output, stem, advance)
        done += len(drawings)
        ready.extend(made)
        pieces = sum(p.pieces for p in document.pages if isinstance(p, Page))
        paths = tuple(path for path, _ in made)
        printed.files.append(
            PrintedFile(paths, document.what, len(drawings), document.sheets, pieces, document.two_sided)
        )
    output.mkdir(parents=True, exist_ok=True)
    for path, data in ready:
        write_bytes(path, data)
    return printed


def _chosen(folder: Folder, order: Order) -> tuple[list[KindSpec], Path | None]:
    """The kinds to print, and the rulebook's file if it is wanted and there."""
    books = {path.name.split(".")[1]: path for path in sorted(folder.path.glob("rulebook.*.md"))}
    book = books.get(order.language) or next(iter(books.values()), None)
    known = [*folder.kinds, *([RULEBOOK] if book else [])]
    for name in order.only:
        if name not in known:
            raise ValueError(f"{folder.id} has no kind '{name}'; {suggest(name, known)}")
    kinds = [kind for name, kind in folder.kinds.items() if not order.only or name in order.only]
    if order.only and RULEBOOK not in order.only:
        book = None
    return kinds, book


def _documents(
    folder: Folder, kinds: Sequence[KindSpec], faces: Faces, paper: Paper, order: Order
) -> list[_Document]:
    """The pages of all pieces, sorted into files by how they have to be printed."""
    pieces = make_pieces(folder, kinds, faces)
    marks = order.marks == "crop"
    two = _Document("two-sided", "", True)
    one = _Document("one-sided", "", False)
    fronts = _Document("fronts", "", False)
    behind = _Document("backs", "", False)
    for batch in batches([p for p in pieces if not p.kind.tiled]):
        try:
            sheets = sheet_pages(batch, paper, order.flip, marks, order.backs != "none")
        except TooLarge as error:
            kind = batch.pieces[0].kind
            raise FaultError([Fault(MANIFEST, None, f"kinds.{kind.name}.size", str(error))]) from None
        for front, back in sheets:
            if back is None:
                one.pages.append(front)
                one.sheets += 1
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
    for piece in pieces:
        if piece.kind.tiled:
            pages = _tiled(faces, piece, paper, marks)
            one.pages.extend(pages)
            one.sheets += len(pages)
    documents = [d for d in (two, fronts, behind, one) if d.pages]
    for document in documents:
        titles = [b for p in document.pages if isinstance(p, Page) for b in p.bookmarks]
        document.what = ", ".join(dict.fromkeys(titles)) or "Backs"
    return documents


def _tiled(faces: Faces, piece: Piece, paper: Paper, marks: bool) -> list[Page]:
    drawing = piece.drawing
    template = faces.template(str(piece.kind.template))
    across: list[float] = []
    down: list[float] = []
    for values in faces.places(template, dict(piece.row)).values():
        if "columns" in values and values.get("width") and values.get("height"):
            columns, rows = values["columns"], values["rows"]
            across.extend(values["x"] + values["width"] * i / columns for i in range(columns + 1))
            down.extend(values["y"] + values["height"] * i / rows for i in range(rows + 1))
    tiling = plan(drawing.width, drawing.height, drawing.bleed, paper, sorted(set(across)), sorted(set(down)))
    return tile_pages(piece, tiling, marks)


def _rulebook(folder: Folder, path: Path, faces: Faces, paper: Paper) -> _Document:
    from toolkit.press.rulebook import rulebook_pages

    book = rulebook_pages(folder, path, paper, faces)
    document = _Document("rulebook", "Rulebook", len(book.pages) > 1)
    document.pages.extend(book.pages)
    document.sheets = (len(book.pages) + 1) // 2
    document.bookmarks = book.bookmarks
    return document


def _finished(folder: Folder, document: _Document, order: Order) -> list[Drawing]:
    """Every page with its label, now that the number of sheets is known."""
    drawings = []
    sheet = 0
    backs = 0
    for page in document.pages:
        if isinstance(page, Drawing):
            drawings.append(page)
            continue
        if page.side == "back":
            backs += 1
            number = backs
        else:
            sheet += 1
            number = sheet
        texts = [
            f"{folder.title}, version {folder.version}",
            *page.notes,
            f"tables {folder.short_fingerprint}",
        ]
        texts.append(f"sheet {number} of {document.sheets}")
        if page.side == "back" or document.two_sided or document.name == "fronts":
            texts.append(f"{page.side}, turn over on the {order.flip} edge")
        texts.append("print at 100 %")
        drawings.append(page.finish(texts))
    return drawings


def _pdf(
    folder: Folder,
    document: _Document,
    drawings: Sequence[Drawing],
    order: Order,
    advance: Callable[[int], None],
) -> bytes:
    from toolkit.drawing.pdf import Metadata, PdfWriter

    duplex = "Simplex"
    if document.two_sided and order.backs != "after":
        edge = "long" if document.name == RULEBOOK else order.flip
        duplex = "DuplexFlipLongEdge" if edge == "long" else "DuplexFlipShortEdge"
    metadata = Metadata(
        title=f"{folder.title}: {document.what}",
        subject=f"{folder.title} {folder.version}, tables {folder.fingerprint[:12]}",
        keywords=f"print and play, {order.paper}",
        language=order.language,
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


def _svgs(
    document: _Document, drawings: Sequence[Drawing], output: Path, stem: str, advance: Callable[[int], None]
) -> list[tuple[Path, bytes]]:
    from toolkit.drawing.svg import to_svg

    made = []
    counts = {"front": 0, "back": 0}
    for number, (page, drawing) in enumerate(zip(document.pages, drawings, strict=True)):
        if isinstance(page, Page):
            counts[page.side] += 1
            name = f"{stem}-{counts[page.side]:02d}" + (f"-{page.side}" if document.two_sided else "")
        else:
            name = f"{stem}-{number + 1:02d}"
        made.append((output / f"{name}.svg", to_svg(drawing).encode("utf-8")))
        advance(number + 1)
    return made
