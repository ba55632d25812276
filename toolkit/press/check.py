"""Checking what is printed besides the faces: rulebooks with their diagrams, the gallery, titles, sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from toolkit.components.faults import Fault, FaultError
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.paths import OutsideFolder
from toolkit.components.tomlfile import read_toml
from toolkit.drawing.fonts import find_font
from toolkit.drawing.model import TextLine, walk
from toolkit.faces.face import Faces
from toolkit.press.diagrams import NOT_OPENED
from toolkit.press.gallery import scenes
from toolkit.press.layout import TooLarge, places
from toolkit.press.nets import box_fault
from toolkit.press.paper import find_paper
from toolkit.press.rulebook import rulebook_pages

PAPERS = ("a4", "letter")


def check_press(folder: Folder, trusted: bool = True) -> list[Fault]:
    """Every fault that printing a folder would find beyond its tables and faces; none is raised.

    Where the folder's own rules are not `trusted` they do not run: diagrams are then not drawn, which is
    said as a warning.
    """
    faults = [*_titles(folder), *_sizes(folder), *_boxes(folder)]
    faces = Faces(folder.path)
    faults += _mirrored(folder, faces)
    paper = find_paper(PAPERS[0])
    for path in sorted(folder.path.glob("rulebook.*.md")):
        faults += _said(partial(rulebook_pages, folder, path, paper, faces), trusted)
    faults += _said(partial(scenes, folder), trusted)
    return list(dict.fromkeys(faults))


def _said(work: Callable[[], object], trusted: bool) -> list[Fault]:
    """The faults that some work ends with."""
    try:
        work()
    except FaultError as error:
        if trusted:
            return error.faults
        unseen = [fault for fault in error.faults if fault.message.startswith(NOT_OPENED)]
        kept = [fault for fault in error.faults if fault not in unseen]
        if unseen:
            message = "the folder is not trusted, so its rules were not run and its diagrams not drawn"
            kept.append(Fault(unseen[0].file, None, None, message, "warning"))
        return kept
    return []


def _titles(folder: Folder) -> list[Fault]:
    """Characters of the title and the version that the font of labels and running feet has not."""
    font = find_font("sans")
    faults = []
    for key, text in (("title", folder.title), ("version", folder.version)):
        missing = font.missing(text)
        if missing:
            row, column = read_toml(folder.path / MANIFEST).at(key)
            message = f"the font of labels has no '{missing}'; write the {key} without"
            faults.append(Fault(MANIFEST, row, column, message))
    return faults


def _boxes(folder: Folder) -> list[Fault]:
    """Tuck boxes that are too deep to be folded."""
    found = (box_fault(kind, folder) for kind in folder.kinds.values())
    return [fault for fault in found if fault is not None]


def _mirrored(folder: Folder, faces: Faces) -> list[Fault]:
    """Standees whose words are mirrored on the other side, as warnings."""
    faults = []
    for kind in folder.kinds.values():
        table = folder.tables.get(kind.table)
        if kind.make != "standee" or kind.back is not None or kind.template is None or table is None:
            continue
        try:
            template = faces.template(kind.template)
        except OutsideFolder:
            continue  # game.toml's own check has said so
        drawn = (faces.draw(template, dict(row), kind.size, folder.words).drawing for row in table.rows)
        if any(isinstance(item, TextLine) for drawing in drawn for item in walk(drawing)):
            row, column = read_toml(folder.path / MANIFEST).at("kinds", kind.name, "make")
            cure = f'write back = "{kind.template}", or take them out'
            message = f"its words are mirrored on the other side; {cure}"
            faults.append(Fault(MANIFEST, row, column, message, "warning"))
    return faults


def _sizes(folder: Folder) -> list[Fault]:
    """Kinds that fit no usual paper, which will be laid over several pages, as warnings."""
    faults = []
    for kind in folder.kinds.values():
        if kind.tiled or kind.size is None or kind.template is None:
            continue
        said = []
        for name in PAPERS:
            try:
                places(*kind.size, find_paper(name))
            except TooLarge as error:
                said.append(str(error))
        if len(said) == len(PAPERS):
            row, column = read_toml(folder.path / MANIFEST).at("kinds", kind.name, "size")
            message = f"{said[0]}; it is laid over several pages (write tiled = true if that is meant)"
            faults.append(Fault(MANIFEST, row, column, message, "warning"))
    return faults
