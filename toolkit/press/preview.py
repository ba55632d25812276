"""What a live preview shows: the faces of a game folder, drawn anew only where something has changed."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault, errors, printable
from toolkit.components.folder import Folder, load_folder
from toolkit.components.languages import UnknownLanguage
from toolkit.components.manifest import KindSpec
from toolkit.components.paths import OutsideFolder
from toolkit.components.tables import Row
from toolkit.drawing.geometry import flatten
from toolkit.drawing.model import Drawing
from toolkit.faces.face import Faces
from toolkit.faces.template import Template
from toolkit.press.digest import Digests
from toolkit.press.outlines import shape_key, shape_of

PATIENCE = 0.2
"""Seconds after which what has been drawn so far is shown, and drawing goes on."""

MAX_FAULTS = 200


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a piece as drawn."""

    hash: str
    drawing: Drawing
    faults: tuple[Fault, ...]


@dataclass(slots=True)
class _Piece:
    """What is shown for a row: the names of its pictures, which stay when a fault comes up."""

    front: str
    back: str | None = None


@dataclass(slots=True)
class Preview:
    """A game folder as a page shows it; `state` is ready for JSON and never changed in place.

    `rebuild` is called from one thread, `state` and `picture` from any.

    Attributes:
        path: the game folder.
        language: of the texts; None for the game's own.
        state: what to show, with a `version` that counts up; empty before the first `rebuild`.
    """

    path: Path
    language: str | None = None
    state: dict[str, Any] = field(default_factory=dict)
    folder: Folder | None = None
    _stamp: tuple[object, ...] = ()
    _faces: Faces | None = None
    _sides: dict[tuple[object, ...], _Side] = field(default_factory=dict)
    _used: set[tuple[object, ...]] = field(default_factory=set)
    _pieces: dict[tuple[str, str], _Piece] = field(default_factory=dict)
    _drawings: dict[str, Drawing] = field(default_factory=dict)
    _svgs: dict[str, bytes] = field(default_factory=dict)
    _digests: Digests = field(default_factory=Digests)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def rebuild(self) -> None:
        """Read the folder and draw what has changed; what is drawn is shown before all of it is done.

        Never raises for what is in the files: faults are part of the state, and a piece that has one keeps
        the last picture that was good.
        """
        try:
            folder = load_folder(self.path, self.language)
        except UnknownLanguage as error:
            self._publish({"faults": [_fault(Fault("game.toml", None, "language", str(error)))]})
            return
        if not folder.kinds and errors(folder.faults) and self.state.get("kinds"):
            # game.toml itself cannot be read: what was there stays, and the fault stands above it
            self._publish({"faults": _listed(folder.faults)})
            return
        self.folder = folder
        stamp = _stamp(folder)
        if stamp != self._stamp or self._faces is None:
            self._faces, self._stamp = Faces(self.path), stamp
        self._used = set()
        faults: list[Fault] = list(folder.faults)
        shown: list[dict[str, Any]] = [self._kind_head(folder, kind) for kind in folder.kinds.values()]
        last = time.monotonic()
        for kind, head in zip(folder.kinds.values(), shown, strict=True):
            for piece in self._kind(folder, kind, faults):
                head["pieces"].append(piece)
                if time.monotonic() - last > PATIENCE:
                    self._show(folder, shown, faults)
                    last = time.monotonic()
            head["pending"] = False
        self._show(folder, shown, faults)
        self._forget()

    def add_faults(self, folder: Folder, faults: list[Fault]) -> None:
        """Show what a thorough check has found, if the folder is still the one that was checked."""
        if folder is self.folder:
            self._publish({"faults": _listed(faults)})

    def picture(self, name: str) -> bytes | None:
        """A face as SVG, by the hash that the state names; None where there is none."""
        from toolkit.drawing.svg import to_svg

        with self._lock:
            svg = self._svgs.get(name)
            drawing = self._drawings.get(name)
            if svg is None and drawing is not None:
                svg = self._svgs[name] = to_svg(drawing).encode("utf-8")
            return svg

    def wait(self, version: int, seconds: float) -> int:
        """Wait until the state is another than `version`, or the time is over; returns its version."""
        with self._changed:
            self._changed.wait_for(lambda: self.state.get("version", 0) != version, seconds)
            return int(self.state.get("version", 0))

    def _publish(self, changes: dict[str, Any]) -> None:
        with self._changed:
            version = int(self.state.get("version", 0)) + 1
            self.state = {"kinds": [], "title": self.path.name, **self.state, **changes, "version": version}
            self._changed.notify_all()

    def _show(self, folder: Folder, kinds: list[dict[str, Any]], faults: list[Fault]) -> None:
        # A kind that is not drawn to its end shows what it showed before, from there on.
        before = {kind["name"]: kind["pieces"] for kind in self.state.get("kinds", [])}
        shown = []
        for kind in kinds:
            pieces = list(kind["pieces"])
            if kind["pending"]:
                pieces += before.get(kind["name"], [])[len(pieces) :]
            shown.append({**kind, "pieces": pieces})
        self._publish(
            {
                "title": folder.title or folder.id or self.path.name,
                "gameVersion": folder.version,
                "fingerprint": folder.short_fingerprint,
                "language": folder.language,
                "kinds": shown,
                "faults": _listed(faults),
            }
        )

    def _kind_head(self, folder: Folder, kind: KindSpec) -> dict[str, Any]:
        table = folder.tables.get(kind.table)
        return {
            "name": kind.name,
            "title": kind.title,
            "file": table.file if table else "",
            "count": table.count(kind.copies) if table else 0,
            "size": list(kind.size) if kind.size else None,
            "shape": kind.shape,
            "outline": _outline(kind),
            "pieces": [],
            "pending": True,
        }

    def _kind(self, folder: Folder, kind: KindSpec, faults: list[Fault]) -> Any:
        """The pieces of a kind, one by one, as the state has them."""
        table = folder.tables.get(kind.table)
        if table is None or kind.template is None:
            return
        front, back = (self._template(name, faults) for name in (kind.template, kind.back))
        bad = {fault.row for fault in errors(table.faults)}
        for row in table.rows:
            if row.whole(kind.copies) <= 0 and row.row not in bad:
                continue
            name = row.text(table.key or "id")
            known = self._pieces.get((kind.name, name or str(row.row)))
            said: list[Fault] = [] if row.row not in bad else [f for f in table.faults if f.row == row.row]
            if front is not None and not said:
                side = self._side(front, kind, row, folder.words)
                said += side.faults
                if known is None or not errors(side.faults):
                    known = _Piece(side.hash, known.back if known else None)
                if back is not None:
                    side = self._side(back, kind, row, folder.words)
                    said += side.faults
                    if known.back is None or not errors(side.faults):
                        known = _Piece(known.front, side.hash)
                elif kind.back is None:
                    known = _Piece(known.front)
                self._pieces[kind.name, name or str(row.row)] = known
                faults.extend(side_fault for side_fault in said)
            if known is None:
                continue
            yield {
                "id": name,
                "row": row.row,
                "count": row.whole(kind.copies),
                "front": known.front,
                "back": known.back,
                "faulty": bool(errors(said)) or front is None or (kind.back is not None and back is None),
            }

    def _template(self, name: str | None, faults: list[Fault]) -> Template | None:
        if name is None or self._faces is None:
            return None
        try:
            template = self._faces.template(name)
        except OutsideFolder:
            return None  # game.toml's own check has said so
        faults.extend(template.faults)
        return None if template.faults else template

    def _side(self, template: Template, kind: KindSpec, row: Row, words: dict[str, str]) -> _Side:
        values = () if template.fixed else tuple(row.items())
        key = (kind.name, template.file.name, self._stamp, kind.size, values, tuple(words.items()))
        self._used.add(key)
        known = self._sides.get(key)
        if known is None:
            assert self._faces is not None
            face = self._faces.draw(template, dict(row), kind.size, words, kind.title)
            name = self._digests.digest(face.drawing, *shape_key(kind))
            known = self._sides[key] = _Side(name, face.drawing, face.faults)
            self._drawings[name] = face.drawing
        return known

    def _forget(self) -> None:
        """Drop what no page can ask for any more."""
        self._sides = {key: side for key, side in self._sides.items() if key in self._used}
        kept = {name for kind in self.state["kinds"] for piece in kind["pieces"] for name in _names(piece)}
        with self._lock:
            self._drawings = {name: drawn for name, drawn in self._drawings.items() if name in kept}
            self._svgs = {name: svg for name, svg in self._svgs.items() if name in kept}
        self._digests = Digests()  # it keeps every symbol that it has seen


def _names(piece: dict[str, Any]) -> list[str]:
    return [name for name in (piece["front"], piece["back"]) if name is not None]


def _listed(faults: list[Fault]) -> list[dict[str, str]]:
    listed = [_fault(fault) for fault in dict.fromkeys(sorted(faults, key=lambda f: f.severity != "error"))]
    if len(listed) > MAX_FAULTS:
        rest = f"{len(listed) - MAX_FAULTS} more faults are not shown"
        listed = [*listed[:MAX_FAULTS], {"place": "", "severity": "warning", "message": rest}]
    return listed


def _fault(fault: Fault) -> dict[str, str]:
    parts = [fault.file] + [str(part) for part in (fault.row, fault.column) if part is not None]
    return {
        "place": printable(":".join(parts)),
        "severity": fault.severity,
        "message": printable(fault.message),
    }


def _stamp(folder: Folder) -> tuple[object, ...]:
    """What tells whether a file that faces are drawn from has changed: all files but tables."""
    tables = {table.file.split("[")[0] for table in folder.tables.values()}
    found: list[tuple[str, int, int]] = []
    for path in folder.path.rglob("*"):
        name = path.relative_to(folder.path).as_posix()
        if name in tables or name == "game.toml" or path.suffix.lower() in (".md", ".py", ".pyc"):
            continue
        try:
            status = path.stat()
        except OSError:
            continue  # went away while we looked
        if not path.is_dir():
            found.append((name, status.st_mtime_ns, status.st_size))
    return tuple(sorted(found))


def _outline(kind: KindSpec) -> list[list[float]] | None:
    """The corners along which a hexagon or a polygon is cut, in per cent of its width and height."""
    if kind.shape not in ("hex", "polygon") or kind.size is None:
        return None
    width, height = kind.size
    (corners,) = flatten(shape_of(kind).outline(width, height))
    return [[round(100 * x / width, 3), round(100 * y / height, 3)] for x, y in corners[:-1]]
