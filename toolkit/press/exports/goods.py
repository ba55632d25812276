"""The pieces of an export, gathered by kind, with equal ones counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from toolkit.components.faults import Fault
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.manifest import KindSpec
from toolkit.components.tomlfile import TomlFile, read_toml
from toolkit.components.writing import safe_name
from toolkit.drawing.geometry import compose, rotate, translate
from toolkit.drawing.model import Drawing, Group
from toolkit.faces.face import Faces
from toolkit.press.chosen import chosen_rows
from toolkit.press.exports.orders import ExportOrder
from toolkit.press.pieces import Look, Piece, make_pieces


@dataclass(frozen=True, slots=True)
class Item:
    """Pieces that look the same on both sides: the first of them, and how many there are."""

    piece: Piece
    count: int

    @property
    def name(self) -> str:
        """A file name's part for it: its id."""
        return safe_name(self.piece.id or f"row-{self.piece.row.row}")


@dataclass(slots=True)
class Goods:
    """What is exported: kinds with their pieces in the order of the tables.

    `chosen` are the kinds that were asked for by name. Kinds can be taken out with `leave`.
    """

    folder: Folder
    faces: Faces
    kinds: dict[str, list[Piece]]
    chosen: tuple[str, ...] = ()
    file: TomlFile = field(init=False)

    def __post_init__(self) -> None:
        self.file = read_toml(self.folder.path / MANIFEST)

    def kind(self, name: str) -> KindSpec:
        """The specification of a kind."""
        return self.folder.kinds[name]

    def items(self, name: str) -> list[Item]:
        """The distinct pieces of a kind with their counts, in the order in which each comes first."""
        counts: dict[tuple[str, str | None, str], list[Piece]] = {}
        for piece in self.kinds[name]:
            counts.setdefault((piece.hash, piece.back_hash, piece.id), []).append(piece)
        return [Item(same[0], len(same)) for same in counts.values()]

    def one_back(self, name: str) -> Drawing | None:
        """The back that all pieces of a kind have; None where they have several, or none."""
        hashes = {piece.back_hash for piece in self.kinds[name]}
        back = self.kinds[name][0].back
        return back.drawing if len(hashes) == 1 and back is not None else None

    def size(self, name: str) -> tuple[float, float]:
        """Width and height of the pieces of a kind, mm (of the first, where the template says the size)."""
        drawing = self.kinds[name][0].drawing
        return drawing.width, drawing.height

    def leave(self, name: str) -> None:
        """Take a kind out."""
        del self.kinds[name]

    def fault(self, name: str, key: str, message: str) -> Fault:
        """A fault at a key of a kind in game.toml (or at the kind, where the key is not there)."""
        row, column = self.file.at("kinds", name, key)
        return Fault(MANIFEST, row, column, f"{self.kind(name).title}: {message}")


def gather(folder: Folder, order: ExportOrder, bleed: float | None = None) -> Goods:
    """The pieces that an order asks for, with so much bleed (mm; None: as their templates say).

    ValueError for a kind or a column that there is not, FaultError for faults of faces.
    """
    kinds, keeps, _ = chosen_rows(folder, order.only, order.where, books=False)
    faces = Faces(folder.path)
    return Goods(
        folder, faces, by_kind(make_pieces(folder, kinds, faces, Look(bleed=bleed), keeps)), order.only
    )


def by_kind(pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Pieces by the names of their kinds, in their order."""
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        found.setdefault(piece.kind.name, []).append(piece)
    return found


def upright(drawing: Drawing) -> Drawing:
    """The drawing turned, if it lies, so that it is at least as high as wide; its bleed turns with it."""
    if drawing.width <= drawing.height:
        return drawing
    turn = compose(translate(drawing.height, 0), rotate(90))
    return Drawing(
        drawing.height, drawing.width, (Group(drawing.items, turn),), drawing.title, bleed=drawing.bleed
    )
