"""Checking what a game folder would print: templates, missing characters, text that does not fit."""

from __future__ import annotations

from pathlib import Path

from toolkit.components.faults import Fault, suggest
from toolkit.components.folder import Folder, load_folder
from toolkit.components.paths import OutsideFolder
from toolkit.faces.face import Faces
from toolkit.faces.template import Template, names_in


def check_folder(folder: Folder | Path) -> list[Fault]:
    """Every fault of a folder's templates and of the faces they make; none is raised.

    Faults of the tables themselves are not repeated here: they are in `Folder.faults`. Rows with faulty
    cells are left out.
    """
    opened = folder if isinstance(folder, Folder) else load_folder(folder)
    faces = Faces(opened.path)
    faults: list[Fault] = []
    seen: set[str] = set()
    for kind in opened.kinds.values():
        table = opened.tables.get(kind.table)
        for side in (kind.template, kind.back):
            if side is None:
                continue
            try:
                template = faces.template(side)
            except OutsideFolder:
                continue  # game.toml's own check has said so
            if side not in seen:
                seen.add(side)
                faults.extend(template.faults)
            if template.faults or table is None:
                continue
            unknown = _unknown_columns(template, [*table.columns, "count"])
            faults.extend(unknown)
            if unknown:
                continue
            bad = {fault.row for fault in table.faults if fault.severity == "error"}
            for row in table.rows:
                if row.row not in bad and row.whole(kind.copies) > 0:
                    faults.extend(faces.draw(template, dict(row), kind.size).faults)
    return list(dict.fromkeys(faults))


def _unknown_columns(template: Template, known: list[str]) -> list[Fault]:
    """A fault for every key that asks for a column which the table has not."""
    faults: list[Fault] = []
    for layer in template.layers:
        asked = [(key, names_in(value)) for key, value in layer.formulas.items()]
        asked.append(("when", set(layer.when.names) if layer.when else set()))
        for key, names in asked:
            for name in sorted(names - {*known, "words"}):
                message = f"there is no column '{name}'; {suggest(name, known)}"
                faults.append(template.fault(layer, key, message))
    for name in sorted(names_in(template.size or ()) - {*known, "words"}):
        message = f"there is no column '{name}'; {suggest(name, known)}"
        faults.append(template.fault(None, "size", message))
    return faults
