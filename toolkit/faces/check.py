"""Checking what a game folder would print: templates, missing characters, text that does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault, no_column
from toolkit.components.folder import Folder, load_folder
from toolkit.components.manifest import KindSpec
from toolkit.components.paths import OutsideFolder
from toolkit.components.tables import Row
from toolkit.drawing.model import Drawing, Item
from toolkit.faces.extent import beyond, short_of_bleed, words_of
from toolkit.faces.face import OWN_NAMES, Faces
from toolkit.faces.tell_apart import check_colours
from toolkit.faces.template import OF_COPIES, Layer, Template, names_in

NAMED = 5
"""Rows that are named where several have the same fault."""


def check_folder(folder: Folder | Path, known: Iterable[Fault] = ()) -> list[Fault]:
    """Every fault of a folder's templates and of the faces they make, in all of its languages; none is
    raised.

    Faults of the tables themselves are not repeated here: they are in `Folder.faults`. Rows with faulty
    cells are left out: those of the tables, and those that `known` (what else was found, by the rules) names.
    """
    opened = folder if isinstance(folder, Folder) else load_folder(folder)
    known = list(known)
    faults = [*_kinds(opened, opened.kinds.values(), known), *check_colours(opened)]
    for language in opened.languages:
        if language == opened.language:
            continue
        other = load_folder(opened.path, language)
        kinds = [kind for kind in opened.kinds.values() if _differs(opened, other, kind.table)]
        for fault in _kinds(other, kinds, known):
            if fault not in faults:
                faults.append(replace(fault, message=f"in {language}: {fault.message}"))
    return list(dict.fromkeys(faults))


def _differs(one: Folder, other: Folder, table: str) -> bool:
    """Whether a table's pieces are not the same in two languages of a folder."""
    if one.words != other.words:
        return True
    return table in one.tables and one.tables[table].rows != other.tables[table].rows


def _kinds(opened: Folder, kinds: Iterable[KindSpec], known: Iterable[Fault]) -> list[Fault]:
    """The faults of the templates of these kinds, and of their faces in the language of the folder."""
    faces = Faces(opened.path)
    faults: list[Fault] = []
    for kind in kinds:
        table = opened.tables.get(kind.table)
        behind = tuple(((kind.size or (0.0, 0.0))[0] - x, y) for x, y in kind.outline)
        for side, outline in ((kind.template, kind.outline), (kind.back, behind)):
            if side is None:
                continue
            try:
                template = faces.template(side)
            except OutsideFolder:
                continue  # game.toml's own check has said so
            faults.extend(template.faults)
            if table is None or not table.columns or not template.file.data:
                continue  # a table or template that cannot be read has said so
            unknown = _unknown_columns(template, list(dict.fromkeys([*table.columns, "count"])))
            faults.extend((*unknown, *_unseen(template)))
            if kind.size is None and template.size is None and not kind.tiled:
                continue  # game.toml's own check has said what is wrong with its size
            said = {_place(fault) for fault in (*template.faults, *unknown)}
            bad = {f.row for f in (*table.faults, *known) if f.file == table.file and f.severity == "error"}
            rows = [row for row in table.rows if row.row not in bad and row.whole(kind.copies) > 0]
            drawn = _faces(faces, template, replace(kind, outline=outline), rows, opened.words)
            faults.extend(fault for fault in drawn if _place(fault) not in said)
    return faults


def _place(fault: Fault) -> tuple[object, ...]:
    return fault.file, fault.row, fault.column


def _faces(
    faces: Faces, template: Template, kind: KindSpec, rows: list[Row], words: Mapping[str, str]
) -> list[Fault]:
    """The faults of the faces of these rows; one that several rows share is reported once."""
    shared: dict[Fault, list[str]] = {}
    for row in rows:
        who = f"{row['id']}: " if row.get("id") is not None else ""
        seen: dict[int, tuple[Layer, list[Item]]] = {}  # all copies of a layer together

        def look(
            layer: Layer,
            values: Mapping[str, Any],
            items: Sequence[Item],
            into: dict[int, tuple[Layer, list[Item]]] = seen,
        ) -> None:
            into.setdefault(layer.index, (layer, []))[1].extend(items)

        drawn = faces.draw(template, dict(row), kind.size, words, inspect=look)
        outside = _outside(template, kind, drawn.drawing, seen.values())
        for fault in dict.fromkeys([*drawn.faults, *drawn.warnings, *outside]):
            bare = replace(fault, message=fault.message.removeprefix(who))
            shared.setdefault(bare, []).append(who.removesuffix(": "))
    faults = []
    for fault, names in shared.items():
        who = ""
        if len(names) < len(rows) or len(rows) == 1:
            who = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
        faults.append(replace(fault, message=f"{who}: {fault.message}" if who.strip(" ,") else fault.message))
    return faults


def _outside(
    template: Template, kind: KindSpec, drawing: Drawing, seen: Iterable[tuple[Layer, Sequence[Item]]]
) -> list[Fault]:
    """A warning for every element that tells something and reaches beyond the safe area, and for every other
    that touches the cut and ends before the bleed does.
    """
    found = []
    for layer, items in seen:
        message = _too_far(layer, items, template, kind, drawing) or _too_short(
            layer, items, template, drawing
        )
        if message:
            found.append(replace(template.fault(layer, "type", message), severity="warning"))
    return found


def _too_far(
    layer: Layer, items: Sequence[Item], template: Template, kind: KindSpec, drawing: Drawing
) -> str:
    telling = items if layer.element.matter else list(words_of(items))
    far = beyond(telling, drawing.width, drawing.height, template.safe, kind.shape, kind.outline)
    if not far:
        return ""
    name = layer.element.name
    what = f"this {name} reaches" if layer.element.matter else f"the words of this {name} reach"
    return (
        f"{what} {far:.1f} mm beyond the safe area, {template.safe:g} mm from the cut; "
        "move it in, or make it smaller"
    )


def _too_short(layer: Layer, items: Sequence[Item], template: Template, drawing: Drawing) -> str:
    if layer.element.matter:
        return ""
    sides = short_of_bleed(items, drawing.width, drawing.height, template.bleed)
    if not sides:
        return ""
    ends = " and ".join(
        f"{short:.1f} mm short of the bleed ({', '.join(side for side in sides if sides[side] == short)})"
        for short in dict.fromkeys(sides.values())
    )
    cure = "write bleed = true, or let" if "bleed" in layer.element.keys else "let"
    return (
        f"this {layer.element.name} lies on the cut and ends {ends}, so a cut that is a little off shows its "
        f"edge; {cure} it go on {template.bleed:g} mm beyond the cut, or keep it away from the cut"
    )


def _unseen(template: Template) -> list[Fault]:
    """A warning for every shape that has neither a fill nor a line."""
    found = []
    for layer in template.layers:
        keys, written = layer.element.keys, layer.places
        shape = "stroke" in keys and "dash" in keys
        if shape and not written.keys() & {"fill", "stroke", "labels"}:
            colours = " or ".join(f'{key} = "#000000"' for key in ("fill", "stroke") if key in keys)
            message = f"this {layer.element.name} has no colour and is not seen; write {colours}"
            found.append(replace(template.fault(layer, "type", message), severity="warning"))
    return found


def _unknown_columns(template: Template, known: list[str]) -> list[Fault]:
    """A fault for every key that asks for a column which the table has not."""
    faults: list[Fault] = []
    for layer in template.layers:
        asked = [(key, names_in(value)) for key, value in (*layer.formulas.items(), *layer.common.items())]
        asked.append(("when", set(layer.when.names) if layer.when else set()))
        for key, names in asked:
            if layer.repeats:
                names = names - OF_COPIES
            for name in sorted(names - {*known, *OWN_NAMES}):
                faults.append(template.fault(layer, key, no_column(name, known)))
    for name in sorted(names_in(template.size or ()) - {*known, *OWN_NAMES}):
        faults.append(template.fault(None, "size", no_column(name, known)))
    return faults
