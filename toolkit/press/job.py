"""A print job: a game folder to files ready for a printer, planned and drawn whole before the first file is
written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.components.faults import suggest
from toolkit.components.folder import Folder, load_folder
from toolkit.components.home import find_game
from toolkit.components.writing import write_bytes
from toolkit.drawing.model import Drawing
from toolkit.faces.face import Faces
from toolkit.press.changes import Changes
from toolkit.press.chosen import chosen_rows, nothing_chosen
from toolkit.press.documents import Document, finished, piece_documents, rulebook_document
from toolkit.press.files import Made, face_names, pdf_file, png_files, stem, svg_files
from toolkit.press.manifest import NAME
from toolkit.press.order import Order
from toolkit.press.paper import Paper
from toolkit.press.pieces import Piece, make_pieces
from toolkit.press.since import Update, keep_others, manifest_of, update_since
from toolkit.press.throwaway import throw_away_pages

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
    """What a job has written: `files` to be printed, the `manifest` beside them (None where nothing was
    written), and `notes` that people should read. `changes` are those since an earlier print, if one was
    named.
    """

    order: Order
    title: str
    files: list[PrintedFile] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    manifest: Path | None = None
    changes: Changes | None = None

    @property
    def paths(self) -> list[Path]:
        """Every file that is to be printed."""
        return [path for file in self.files for path in file.paths]


def order_of(choices: Mapping[str, Any]) -> Order:
    """The order with these choices; ValueError for one that there is not."""
    known = Order.__dataclass_fields__
    for name in choices:
        if name not in known:
            raise ValueError(f"there is no choice '{name}'; {suggest(name, list(known))}")
    only = choices.get("only", ())
    # A lone name is one kind, not its letters.
    return Order(**{**choices, "only": (only,) if isinstance(only, str) else tuple(only)})


def run(
    game_or_folder: str | Path | Folder, output: Path, order: Order | None = None, step: Step | None = None
) -> Printed:
    """Carry out an order. Nothing is written before everything has been drawn.

    `step(done, of)` is called as pages are finished. Raises FaultError for what is wrong in the folder,
    ValueError for what is wrong with the order, OSError when a file cannot be written.
    """
    order = order or Order()
    paper = order.check()
    folder = game_or_folder
    if not isinstance(folder, Folder):
        folder = load_folder(find_game(folder), order.language)
    folder.require()
    kinds, keeps, with_book = chosen_rows(folder, order.only, order.where)
    book = folder.rulebook if with_book else None
    faces = Faces(folder.path)
    pieces = make_pieces(folder, kinds, faces, order.look, keeps)
    printed = Printed(order, folder.title)
    update = None
    if order.changed_since is None:
        manifest = manifest_of(folder, pieces, book, order)
        if order.only or keeps is not None:
            keep_others(manifest, output / NAME, folder, kinds, keeps, with_book)
    else:
        update = update_since(order.changed_since, folder, order, kinds, keeps, pieces, book, with_book)
        printed.changes, printed.notes = update.changes, update.notes
        if not update:
            printed.notes.append(f"Nothing has changed since {order.changed_since}: nothing was written.")
            return printed
        pieces, book, manifest = update.pieces, update.book, update.manifest
    documents: list[Document] = []
    if order.format != "png":
        documents, notes = piece_documents(folder, pieces, faces, paper, order)
        printed.notes += notes
    if update is not None and update.old:
        documents.append(_to_throw_away(folder, update, paper))
    if book is not None:
        documents.append(rulebook_document(folder, book, faces, paper, order.ink))
    if not documents and not pieces:
        raise ValueError(nothing_chosen(folder, order.only, order.where))
    ready = _drawn(folder, documents, paper, order, output, printed, step)
    output.mkdir(parents=True, exist_ok=True)
    for path, data in ready:
        write_bytes(path, data)
    if order.format == "png":
        _pictures(folder, pieces, output, order, printed)
    # Last, so that it never tells of files that were not written.
    printed.manifest = write_bytes(output / NAME, manifest.to_bytes())
    return printed


def _to_throw_away(folder: Folder, update: Update, paper: Paper) -> Document:
    """The list of pieces to throw away, as a document."""
    new = len(update.pieces)
    anew = f"{new} new piece{'' if new == 1 else 's'} {'was' if new == 1 else 'were'} printed with this list."
    document = Document("throw-away", "To throw away", False)
    document.pages.extend(throw_away_pages(folder, update.old, update.titles, anew, paper))
    document.sheets = len(document.pages)
    document.bookmarks = {0: [document.what]}
    return document


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
    bleed = order.bleed or 0.0
    for number, (kind, drawings) in enumerate(face_names(folder, pieces, bleed).items()):
        paths = []
        for path, data in png_files(drawings, output, bleed):
            write_bytes(path, data)
            paths.append(path)
        count = sum(1 for piece in pieces if piece.kind.name == kind)
        title = folder.kinds[kind].title
        printed.files.insert(number, PrintedFile(tuple(paths), title, len(paths), 0, count, False))
