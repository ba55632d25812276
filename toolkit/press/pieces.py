"""The pieces of a game folder: every row of every kind, as often as it counts, with its face and its back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolkit.components.faults import Fault, FaultError
from toolkit.components.folder import Folder
from toolkit.components.manifest import KindSpec
from toolkit.components.tables import Row
from toolkit.drawing.model import Drawing, Symbol
from toolkit.faces.face import Faces
from toolkit.faces.template import Template


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece to print: its kind, row and copy, and the symbols of its face and back."""

    kind: KindSpec
    row: Row
    copy: int
    face: Symbol
    back: Symbol | None

    @property
    def drawing(self) -> Drawing:
        """The face."""
        return self.face.drawing

    @property
    def bleed(self) -> float:
        """How far the face goes on beyond its edges, mm."""
        return self.face.drawing.bleed


def make_pieces(folder: Folder, kinds: Iterable[KindSpec], faces: Faces) -> list[Piece]:
    """Every piece of these kinds in the order of the tables; raises FaultError with every fault of every
    face.
    """
    faults: list[Fault] = []
    pieces: list[Piece] = []
    for kind in kinds:
        table = folder.tables.get(kind.table)
        if table is None or kind.template is None:
            continue
        front = _template(faces, kind.template, faults)
        back = _template(faces, kind.back, faults)
        if front is None or (kind.back is not None and back is None):
            continue
        backs: dict[int, Symbol] = {}
        for row in table.rows:
            count = row.whole(kind.copies)
            if count <= 0:
                continue
            face = _symbol(faces, front, kind, row, faults)
            reverse = None
            if back is not None:
                # A back that is the same for all rows is drawn once.
                key = 0 if back.fixed else row.row
                if key not in backs:
                    backs[key] = _symbol(faces, back, kind, row, faults)
                reverse = backs[key]
            pieces.extend(Piece(kind, row, copy, face, reverse) for copy in range(1, count + 1))
    if faults:
        raise FaultError(dict.fromkeys(faults))
    return pieces


def _template(faces: Faces, name: str | None, faults: list[Fault]) -> Template | None:
    if name is None:
        return None
    template = faces.template(name)
    faults.extend(template.faults)
    return None if template.faults else template


def _symbol(faces: Faces, template: Template, kind: KindSpec, row: Row, faults: list[Fault]) -> Symbol:
    title = f"{kind.title} {row.text('id')}".strip()
    face = faces.draw(template, dict(row), kind.size, title=title)
    faults.extend(face.faults)
    drawing = face.drawing
    b = drawing.bleed
    return Symbol(drawing, (-b, -b, drawing.width + b, drawing.height + b))
