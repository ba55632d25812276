"""Printing only what has changed since an earlier print, or since a git revision of the game folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from toolkit.components.faults import FaultError
from toolkit.components.folder import Folder, load_folder
from toolkit.components.manifest import KindSpec
from toolkit.components.tables import Row
from toolkit.faces.face import Faces
from toolkit.press.changes import CHANGED, GONE, Changes, Old, compare
from toolkit.press.history import folder_at
from toolkit.press.manifest import NAME, Entry, Manifest, entries, read_manifest
from toolkit.press.order import Order
from toolkit.press.pieces import Piece, make_pieces


@dataclass(frozen=True, slots=True)
class Update:
    """What takes an earlier print to the present one: `pieces` to print, a `book` if there is a new one, and
    the `changes` between them.

    `titles` are those of all kinds, `old_book` is a rulebook to throw away, `notes` are for people, and
    `manifest` tells what lies on the table afterwards.
    """

    pieces: list[Piece]
    book: Path | None
    changes: Changes
    titles: dict[str, str]
    old_book: Old | None
    notes: list[str]
    manifest: Manifest

    def __bool__(self) -> bool:
        """Whether anything is to be printed or thrown away."""
        return bool(self.changes) or self.book is not None or self.old_book is not None

    @property
    def old(self) -> list[Old]:
        """All that is to be thrown away."""
        return self.changes.old if self.old_book is None else [*self.changes.old, self.old_book]


def update_since(
    reference: str,
    folder: Folder,
    order: Order,
    kinds: Sequence[KindSpec],
    keeps: Callable[[Row], bool] | None,
    pieces: Sequence[Piece],
    book: Path | None,
    with_book: bool,
) -> Update:
    """What is new since an earlier print or a git revision, of these pieces and (`with_book`) the rulebook,
    which is None where there is none.

    Raises ValueError where the reference is neither, or of another game.
    """
    earlier = earlier_print(reference, folder, order)
    now = manifest_of(folder, pieces, book, order)
    notes = differing(earlier, now)
    changes = changes_since(earlier, now, kinds, folder, keeps, not order.only)
    other_book = with_book and now.rulebook != earlier.rulebook
    old_book = None
    if other_book and earlier.rulebook:
        old_book = Old("", "the rulebook", 1, "", GONE if book is None else CHANGED)
    _keep(now, earlier, changes, with_book)
    return Update(
        [pieces[number] for number in changes.new],
        book if other_book else None,
        changes,
        {**earlier.kinds, **{kind.name: kind.title for kind in folder.kinds.values()}},
        old_book,
        notes,
        now,
    )


def keep_others(
    now: Manifest,
    path: Path,
    folder: Folder,
    kinds: Sequence[KindSpec],
    keeps: Callable[[Row], bool] | None,
    with_book: bool,
) -> None:
    """Carry over, from the manifest that lies where one is to be written, what a print of some pieces is not
    about: they still lie on the table, also those of rows that are no more, which nobody was told to throw
    away. A manifest of another game, or none, is replaced.
    """
    try:
        earlier = read_manifest(path)
    except (OSError, ValueError):
        return
    if earlier.game == folder.id:
        _keep(now, earlier, changes_since(earlier, now, kinds, folder, keeps, False, False), with_book)


def _keep(now: Manifest, earlier: Manifest, changes: Changes, with_book: bool) -> None:
    """Carry over what was not compared."""
    if not with_book:
        now.rulebook = earlier.rulebook
    now.pieces += changes.kept
    kept = {entry.kind for entry in changes.kept}
    now.kinds |= {name: title for name, title in earlier.kinds.items() if name in kept}


def manifest_of(folder: Folder, pieces: Sequence[Piece], book: Path | None, order: Order) -> Manifest:
    """The manifest of these pieces and this rulebook, as they are printed."""
    return Manifest(
        folder.id,
        folder.title,
        folder.version,
        folder.fingerprint,
        {"language": folder.language, "ink": order.ink, "backs": order.backs != "none"},
        {kind.name: kind.title for kind in dict.fromkeys(piece.kind for piece in pieces)},
        entries(pieces, order.backs != "none"),
        "" if book is None else _book_digest(book),
    )


def _book_digest(book: Path) -> str:
    """The digest of a rulebook's text; ends of lines, which git and editors exchange, do not count."""
    return hashlib.sha256(book.read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:32]


def earlier_print(reference: str, folder: Folder, order: Order) -> Manifest:
    """What an earlier print consisted of, or a print of the folder at a git revision would have.

    Raises ValueError where the reference is neither, or of another game.
    """
    path = Path(reference)
    if path.is_dir() and (path / NAME).is_file():
        path = path / NAME
    if path.is_file():
        found = read_manifest(path)
        if found.game != folder.id:
            raise ValueError(f"{path} is of another game, '{found.game}', not of '{folder.id}'")
        return found
    try:
        with folder_at(folder.path, reference) as old:
            return _committed(old, reference, folder, order)
    except ValueError as error:
        if path.is_dir():
            raise ValueError(f"{error}; the folder {path} has no {NAME}") from None
        raise


def _committed(path: Path, revision: str, folder: Folder, order: Order) -> Manifest:
    """The manifest that a print of an old folder would have had."""
    old = load_folder(path)
    if folder.language in old.languages:
        old = load_folder(path, folder.language)
    try:
        old.require()
        pieces = make_pieces(old, old.kinds.values(), Faces(path), order.look)
    except FaultError as error:
        first = error.faults[0]
        raise ValueError(
            f"the game as it was at '{revision}' cannot be drawn; of {len(error.faults)} faults the first is "
            f"{first}"
        ) from None
    return manifest_of(old, pieces, old.rulebook, order)


def changes_since(
    earlier: Manifest,
    now: Manifest,
    kinds: Sequence[KindSpec],
    folder: Folder,
    keeps: Callable[[Row], bool] | None,
    everything: bool,
    gone: bool = True,
) -> Changes:
    """What is to be printed and thrown away. Of an earlier print only the pieces that this one is about are
    looked at: of its `kinds` (of kinds that are no more, too, where `everything` is printed), and of rows
    that it `keeps` or (with `gone`) that are no more.
    """
    chosen = {kind.name for kind in kinds}
    printed = {(entry.kind, entry.id) for entry in now.pieces}
    there = set() if keeps is None else _left_out(folder, kinds, keeps)

    def elsewhere(entry: Entry) -> bool:
        """Whether it belongs to something that is in the game and not in this print."""
        other_kind = entry.kind in folder.kinds and entry.kind not in chosen
        return other_kind or (entry.id != "" and (entry.kind, entry.id) in there)

    def compared(entry: Entry) -> bool:
        if entry.kind not in chosen:
            return everything
        return keeps is None or (entry.id != "" and (gone or (entry.kind, entry.id) in printed))

    # What has its place elsewhere is no copy of a piece that merely looks the same.
    changes = compare([entry for entry in earlier.pieces if not elsewhere(entry)], now.pieces, compared)
    changes.kept = [*filter(elsewhere, earlier.pieces), *changes.kept]
    return changes


def _left_out(
    folder: Folder, kinds: Sequence[KindSpec], keeps: Callable[[Row], bool]
) -> set[tuple[str, str]]:
    """Kind and id of every row that has pieces and is not kept."""
    found = set()
    for kind in kinds:
        table = folder.tables.get(kind.table)
        if table is None:
            continue
        for row in table.rows:
            if row.whole(kind.copies) > 0 and not keeps(row):
                found.add((kind.name, row.text(table.key or "id")))
    return found


def differing(earlier: Manifest, now: Manifest) -> list[str]:
    """What people should know where the earlier print was made in another way."""
    words: dict[str, Callable[[str | bool], str]] = {
        "language": lambda value: f"in '{value}'",
        "ink": lambda value: f"with --ink {value}",
        "backs": lambda value: "with backs" if value else "without backs",
    }
    return [
        f"The earlier print was made {say(earlier.options[name])}, this one {say(now.options[name])}: "
        "pieces that look different for that count as changed."
        for name, say in words.items()
        if name in earlier.options and earlier.options[name] != now.options[name]
    ]
