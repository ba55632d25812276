"""A print job: a game folder to files ready for a printer, planned and drawn whole before the first file is
written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.components.faults import suggest
from toolkit.components.folder import Folder, load_folder
from toolkit.components.home import find_game
from toolkit.components.manifest import KindSpec
from toolkit.drawing.files import write_bytes
from toolkit.drawing.model import Drawing
from toolkit.faces.face import Faces
from toolkit.press.documents import RULEBOOK, Document, finished, piece_documents, rulebook_document
from toolkit.press.files import Made, face_names, pdf_file, png_files, stem, svg_files
from toolkit.press.order import Order
from toolkit.press.paper import Paper
from toolkit.press.pieces import Piece, make_pieces

Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """One file (or one set of files, a page or a face each) of a job: what it holds and how it has to be
    printed.
    """

    paths: tuple[Path, ...]
    what: str
    pages: int
    sheets: int
    pieces: int
    two_sided: bool


@dataclass(slots=True)
class Printed:
    """What a job has written: `files` to be printed, and `notes` that people should read."""

    order: Order
    title: str
    files: list[PrintedFile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def paths(self) -> list[Path]:
        """Every file that is to be printed."""
        return [path for file in self.files for path in file.paths]


def print_game(
    game_or_folder: str | Path | Folder, output: Path, order: Order | None = None, **choices: object
) -> list[Path]:
    """Print a game into the folder `output`; returns the files that are to be printed.

    `choices` are those of `Order`, by name (`paper="letter", only=("tiles",)`). See `run` for errors.
    """
    if choices:
        if order is not None:
            raise TypeError("an order or choices by name, not both")
        known = Order.__dataclass_fields__
        for name in choices:
            if name not in known:
                raise ValueError(f"there is no choice '{name}'; {suggest(name, list(known))}")
        if "only" in choices:
            choices["only"] = tuple(choices["only"])  # type: ignore[arg-type]
        order = Order(**choices)  # type: ignore[arg-type]
    return run(game_or_folder, output, order).paths


def run(
    game_or_folder: str | Path | Folder, output: Path, order: Order | None = None, step: Step | None = None
) -> Printed:
    """Carry out an order. Nothing is written before everything has been drawn.

    `step(done, of)` is called as pages are finished. Raises FaultError for what is wrong in the folder,
    ValueError for what is wrong with the order, OSError when a file cannot be written.
    """
    order = order or Order()
    paper = order.check()
    folder = game_or_folder if isinstance(game_or_folder, Folder) else load_folder(find_game(game_or_folder))
    folder.require()
    kinds, book = _chosen(folder, order)
    faces = Faces(folder.path)
    pieces = make_pieces(folder, kinds, faces, order.look)
    printed = Printed(order, folder.title)
    documents: list[Document] = []
    if order.format != "png":
        documents, printed.notes = piece_documents(folder, pieces, faces, paper, order)
    if book is not None:
        documents.append(rulebook_document(folder, book, faces, paper))
    if not documents and not pieces:
        raise ValueError(f"there is nothing to print: no kind of {folder.id} has a template and pieces")
    ready = _drawn(folder, documents, paper, order, output, printed, step)
    output.mkdir(parents=True, exist_ok=True)
    for path, data in ready:
        write_bytes(path, data)
    if order.format == "png":
        _pictures(folder, pieces, output, order, printed)
    return printed


def _chosen(folder: Folder, order: Order) -> tuple[list[KindSpec], Path | None]:
    """The kinds to print, and the rulebook's file if it is wanted and there."""
    books = {path.name.split(".")[1]: path for path in sorted(folder.path.glob("rulebook.*.md"))}
    book = books.get(order.language or "en") or next(iter(books.values()), None)
    known = [*folder.kinds, *([RULEBOOK] if book else [])]
    for name in order.only:
        if name not in known:
            raise ValueError(f"{folder.id} has no kind '{name}'; {suggest(name, known)}")
    kinds = [kind for name, kind in folder.kinds.items() if not order.only or name in order.only]
    if order.only and RULEBOOK not in order.only:
        book = None
    return kinds, book


def _drawn(
    folder: Folder,
    documents: Sequence[Document],
    paper: Paper,
    order: Order,
    output: Path,
    printed: Printed,
    step: Step | None,
) -> Iterable[Made]:
    """The bytes of every document, noted in `printed`."""
    total = sum(len(document.pages) for document in documents)
    done = 0
    ready: list[Made] = []
    for document in documents:
        drawings = finished(folder, document, order)

        def advance(pages: int, before: int = done) -> None:
            if step is not None:
                step(before + pages, total)

        name = stem(folder, document.name, paper, order)
        if order.format == "pdf":
            made = [(output / f"{name}.pdf", pdf_file(folder, document, drawings, order, advance))]
        elif order.format == "svg":
            made = svg_files(document, drawings, output, name, advance)
        else:
            made = list(png_files(_numbered(name, drawings), output, 0.0))
        done += len(drawings)
        ready.extend(made)
        paths = tuple(path for path, _ in made)
        sheets, pieces = document.sheets, document.pieces
        printed.files.append(
            PrintedFile(paths, document.what, len(drawings), sheets, pieces, document.two_sided)
        )
    return ready


def _numbered(name: str, drawings: Sequence[Drawing]) -> list[tuple[str, Drawing]]:
    return [(f"{name}-{number:02d}", drawing) for number, drawing in enumerate(drawings, 1)]


def _pictures(folder: Folder, pieces: Sequence[Piece], output: Path, order: Order, printed: Printed) -> None:
    """Write every face as a picture, cut unless a bleed was asked for."""
    for number, (kind, drawings) in enumerate(face_names(folder, pieces).items()):
        paths = []
        for path, data in png_files(drawings, output, order.bleed or 0.0):
            write_bytes(path, data)
            paths.append(path)
        count = sum(1 for piece in pieces if piece.kind.name == kind)
        title = folder.kinds[kind].title
        printed.files.insert(number, PrintedFile(tuple(paths), title, len(paths), 0, count, False))
