"""Pieces beside each other at one scale, as a rulebook shows them: `tiles 12, tiles 12 back, markers 1`."""

from __future__ import annotations

from toolkit.components.faults import FaultError, errors
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.paths import OutsideFolder
from toolkit.drawing.geometry import rectangle, translate
from toolkit.drawing.model import Drawing, Group, Item, Path, Symbol, Use
from toolkit.faces.face import Faces
from toolkit.press.outlines import Shape, shape_of

SPACE = 4.0
"""Between pieces, mm."""

ROUND = 1.6
"""Radius of the corners of rectangles, mm."""


def line_up(folder: Folder, faces: Faces, text: str) -> Drawing:
    """The pieces that a text names, each cut along its outline, on one line.

    Raises ValueError for what is no piece, and FaultError for what is wrong with a face: with no fault where
    the folder has errors that explain it.
    """
    chosen: list[tuple[Symbol, Shape]] = []
    for part in text.split(","):
        words = part.split()
        kind = folder.kinds.get(words[0]) if words else None
        table = folder.tables.get(kind.table) if kind else None
        wanted = words[1] if len(words) > 1 else ""
        found = [row for row in table.rows if _same_id(row.text("id"), wanted)] if table else []
        is_back = words[2:] == ["back"]
        side = None if kind is None else kind.back if is_back else kind.template
        if kind is None or not found or side is None:
            at_fault = {MANIFEST, *([table.file] if table else [])}
            if any(fault.file in at_fault for fault in errors(folder.faults)):
                raise FaultError([])  # what is not there may well be once those are mended
            raise ValueError(f"'{part.strip()}' is no piece; {_such_as(folder)}")
        try:
            template = faces.template(side)
        except OutsideFolder:
            raise FaultError([]) from None  # game.toml's own check has said so
        if kind.size is None and template.size is None and not kind.tiled:
            raise FaultError([])  # so it has
        face = faces.draw(template, dict(found[0]), kind.size)
        if face.faults:
            raise FaultError(face.faults)
        shape = shape_of(kind)
        chosen.append((Symbol(face.drawing), shape.behind(face.drawing.width) if is_back else shape))
    height = max(symbol.drawing.height for symbol, _ in chosen)
    items: list[Item] = []
    x = 0.0
    for symbol, shape in chosen:
        w, h = symbol.drawing.width, symbol.drawing.height
        cut = rectangle(0, 0, w, h, ROUND) if shape.name == "rect" else shape.outline(w, h)
        items.append(Group((Use(symbol),), translate(x, (height - h) / 2), Path(cut)))
        x += w + SPACE
    return Drawing(x - SPACE, height, tuple(items))


def _such_as(folder: Folder) -> str:
    """What may be written, with a piece of this game."""
    for kind in folder.kinds.values():
        table = folder.tables.get(kind.table)
        if kind.template is not None and table is not None and table.rows:
            return f"write a kind and an id, such as {kind.name} {table.rows[0].text('id')}"
    return "there are no pieces to be shown yet"


def _same_id(one: str, other: str) -> bool:
    return one == other or (one.isdigit() and other.isdigit() and int(one) == int(other))
