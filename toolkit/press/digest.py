"""A short name for what a drawing shows: equal ink on paper, equal digest, on every machine.

Titles, words for screen readers and links are left out, for they are not printed. Lengths count to a
hundredth of a micrometre, so that the last bits of a calculation do not make another piece.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields
from functools import cache
from typing import Any

from toolkit.drawing.fonts import Font
from toolkit.drawing.model import Anchor, Drawing, Link, Path, Symbol, TextLine

LENGTH = 32
"""Hexadecimal digits of a digest."""

_UNSEEN = {"title", "description", "text", "joins", "bleed"}
"""Fields that leave no ink inside the cut."""


class Digests:
    """Digests of drawings; a picture or symbol that many of them use is read once."""

    def __init__(self) -> None:
        self._symbols: dict[int, tuple[Symbol, bytes]] = {}
        self._bytes: dict[int, tuple[bytes, bytes]] = {}

    def digest(self, drawing: Drawing, *more: object) -> str:
        """The digest of a drawing (and of what else makes a piece, such as its shape)."""
        into = hashlib.sha256(repr(more).encode())
        self._feed(drawing, into)
        return into.hexdigest()[:LENGTH]

    def _feed(self, value: Any, into: Any) -> None:
        if isinstance(value, float):
            into.update(b"f%d," % round(value * 1e5))
        elif isinstance(value, TextLine):
            into.update(_line(value))
        elif isinstance(value, Path):
            into.update(_path(value))
        elif isinstance(value, tuple):
            inked = [part for part in value if not isinstance(part, (Anchor, Link))]
            into.update(b"(%d" % len(inked))
            for part in inked:
                self._feed(part, into)
        elif isinstance(value, Symbol):
            into.update(self._symbol(value))
        elif isinstance(value, Font):
            into.update(value.digest.encode())
        elif isinstance(value, bytes):
            into.update(self._blob(value))
        elif hasattr(value, "__dataclass_fields__"):
            into.update(type(value).__name__.encode())
            kind: type = type(value)
            for name in _seen(kind):
                self._feed(getattr(value, name), into)
        elif isinstance(value, int) and not isinstance(value, bool):
            into.update(b"f%d," % (value * 100_000))
        else:
            into.update(repr(value).encode())

    def _symbol(self, symbol: Symbol) -> bytes:
        known = self._symbols.get(id(symbol))
        if known is None:
            inner = hashlib.sha256()
            self._feed(symbol.box, inner)
            self._feed(symbol.drawing, inner)
            # The symbol is kept with its digest, so that its identity is not given to another object.
            known = self._symbols[id(symbol)] = (symbol, inner.digest())
        return known[1]

    def _blob(self, data: bytes) -> bytes:
        known = self._bytes.get(id(data))
        if known is None:
            known = self._bytes[id(data)] = (data, hashlib.sha256(data).digest())
        return known[1]


@cache
def _seen(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in _UNSEEN)


def _line(line: TextLine) -> bytes:
    head = (line.font.digest, line.fill, round(line.x * 1e5), round(line.y * 1e5), round(line.size * 1e5))
    glyphs = ",".join([f"{g.gid} {g.x * 1e5:.0f} {g.y * 1e5:.0f}" for g in line.glyphs])
    return f"T{head}{glyphs}".encode()


def _path(path: Path) -> bytes:
    steps = ",".join([segment[0] + " ".join([f"{v * 1e5:.0f}" for v in segment[1:]]) for segment in path.d])
    style = [repr(getattr(path, name)) for name in _seen(Path) if name != "d"]
    return f"P{style}{steps}".encode()
