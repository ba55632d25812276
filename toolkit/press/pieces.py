"""The pieces of a print job: every row of every kind, as often as it counts, with its face and its back.

This is the one list that sheets, manifests, exports and bills of material are made from:

    pieces = make_pieces(folder, folder.kinds.values(), Faces(folder.path))
    for piece in pieces:
        piece.kind, piece.id, piece.copy, piece.drawing, piece.back, piece.hash, piece.back_hash
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from toolkit.components.faults import Fault, FaultError
from toolkit.components.folder import Folder
from toolkit.components.manifest import KindSpec
from toolkit.components.tables import Row
from toolkit.drawing.ink import inked
from toolkit.drawing.model import Drawing, Symbol
from toolkit.faces.face import Faces
from toolkit.faces.template import Template
from toolkit.press.digest import Digests
from toolkit.press.nets import Net, box_fault, folded, net_of
from toolkit.press.outlines import shape_key, shape_of
from toolkit.press.revision import REVISION, texts, with_mark


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece to print.

    `id` is what its table's key column says ("" where it has none), `copy` counts from 1. `face` and `back`
    are symbols that copies share. `hash` and `back_hash` (32 hex digits) name what is drawn on either side
    and the piece's size and shape: equal hashes, equal pieces, whatever row they come from. `net` has the
    lines of a piece that is folded; its face is the whole net, and it has no back.
    """

    kind: KindSpec
    row: Row
    id: str
    copy: int
    face: Symbol
    back: Symbol | None
    hash: str
    back_hash: str | None
    net: Net | None = None

    @property
    def drawing(self) -> Drawing:
        """The face, trimmed size, with `bleed` mm beyond its edges."""
        return self.face.drawing

    @property
    def bleed(self) -> float:
        """How far the face goes on beyond its edges, mm."""
        return self.face.drawing.bleed

    @property
    def name(self) -> str:
        """What people call it: the kind's title and the id."""
        return f"{self.kind.title} {self.id}".strip()


@dataclass(frozen=True, slots=True)
class Look:
    """What changes how pieces are drawn, besides the folder: `ink` (full, low, grey), how far they `bleed`
    (mm; None: as their templates say), and whether all of them carry a revision mark (which, like the bleed,
    is no part of their hash).
    """

    ink: str = "full"
    bleed: float | None = None
    marked: bool = False


def make_pieces(
    folder: Folder,
    kinds: Iterable[KindSpec],
    faces: Faces,
    look: Look | None = None,
    keeps: Callable[[Row], bool] | None = None,
) -> list[Piece]:
    """Every piece of these kinds in the order of the tables; raises FaultError with every fault of every
    face. `keeps` says which rows are wanted (all by default).
    """
    maker = _Maker(folder, faces, look or Look())
    pieces: list[Piece] = []
    for kind in kinds:
        pieces.extend(maker.pieces(kind, keeps))
    if maker.faults:
        raise FaultError(dict.fromkeys(maker.faults))
    return pieces


class _Maker:
    """Draws pieces and collects what is wrong with them."""

    def __init__(self, folder: Folder, faces: Faces, look: Look) -> None:
        self.folder = folder
        self.faces = faces
        self.look = look
        self.faults: list[Fault] = []
        self.digests = Digests()
        self.words = folder.words

    def pieces(self, kind: KindSpec, keeps: Callable[[Row], bool] | None) -> Iterable[Piece]:
        table = self.folder.tables.get(kind.table)
        if table is None or kind.template is None:
            return
        front = self._template(kind.template)
        back = self._template(kind.back)
        if front is None or (kind.back is not None and back is None):
            return
        wrong = box_fault(kind, self.folder)
        if wrong is not None:
            self.faults.append(wrong)
            return
        backs: dict[int, tuple[Symbol, str]] = {}
        for row in table.rows:
            count = row.whole(kind.copies)
            if count <= 0 or (keeps is not None and not keeps(row)):
                continue
            name = row.text(table.key or "id")
            face, digest = self._side(front, kind, row, name, True)
            reverse, reverse_digest = None, None
            net = net_of(kind, self.folder, face.drawing)
            if net is not None:
                behind = None if back is None else self._side(back, kind, row, name, False)
                face = Symbol(folded(net, face.drawing, None if behind is None else behind[0].drawing))
                # Of its sides and its size, since the net shows bleed and revision marks, which do not count.
                bare = Drawing(net.width, net.height, ())
                digest = self.digests.digest(bare, kind.make, digest, None if behind is None else behind[1])
            elif back is not None:
                # A back that is the same for all rows is drawn once.
                key = 0 if back.fixed else row.row
                if key not in backs:
                    backs[key] = self._side(back, kind, row, name, False)
                reverse, reverse_digest = backs[key]
            for copy in range(1, count + 1):
                yield Piece(kind, row, name, copy, face, reverse, digest, reverse_digest, net)

    def _template(self, name: str | None) -> Template | None:
        if name is None:
            return None
        template = self.faces.template(name)
        self.faults.extend(template.faults)
        return None if template.faults else template

    def _side(
        self, template: Template, kind: KindSpec, row: Row, name: str, front: bool
    ) -> tuple[Symbol, str]:
        title = f"{kind.title} {name}".strip()
        drawing = self._drawn(template, kind, row, title)
        digest = self.digests.digest(drawing, *shape_key(kind))
        wanted = self.look.bleed
        if wanted is not None and wanted > drawing.bleed:
            # Drawn anew with the wider bleed; the digest is of what stays inside the cut.
            own, template.bleed = template.bleed, wanted
            try:
                drawing = self._drawn(template, kind, row, title)
            finally:
                template.bleed = own
        elif wanted is not None:
            drawing = replace(drawing, bleed=wanted)
        if front and (kind.mark or self.look.marked):
            tables = self.folder.short_fingerprint[:REVISION]
            drawing = with_mark(drawing, texts(name, digest, tables), shape_of(kind), template.safe)
        b = drawing.bleed
        symbol = Symbol(drawing, (-b, -b, drawing.width + b, drawing.height + b))
        return symbol, digest

    def _drawn(self, template: Template, kind: KindSpec, row: Row, title: str) -> Drawing:
        """The face as it is inked."""
        face = self.faces.draw(template, dict(row), kind.size, self.words, title)
        self.faults.extend(face.faults)
        return face.drawing if self.look.ink == "full" else inked(face.drawing, self.look.ink)
