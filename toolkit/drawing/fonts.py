"""Fonts: where they are, which characters they have, their measures and their outlines.

Fonts come from installed packages (`font-source-sans-pro`, `font-source-serif-pro`) or from a TrueType
file. HarfBuzz is loaded when the first glyph is asked for.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib.util
import unicodedata
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

FAMILIES = {
    "sans": ("font_source_sans_pro", "SourceSansPro"),
    "serif": ("font_source_serif_pro", "SourceSerifPro"),
}
"""Family -> (package that carries it, stem of its files)."""

ALIASES = {"source sans pro": "sans", "source serif pro": "serif"}

WEIGHTS = {"light": "Light", "regular": "Regular", "semibold": "Semibold", "bold": "Bold", "black": "Black"}


# Characters that only say how others go together (joiners, marks of direction, soft hyphens): never drawn.
_UNSEEN = frozenset(
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufeff"
    "\u202a\u202b\u202c\u202d\u202e" + "".join(map(chr, range(0xFE00, 0xFE10)))
)


def _harfbuzz() -> Any:
    return import_module("uharfbuzz")


class FontNotFound(ValueError):
    """No such family, weight or file; the message names what there is."""


class MissingGlyphs(ValueError):
    """A text has characters that the font has not; `characters` lists them and the message names them with
    their code points.
    """

    def __init__(self, characters: str, font: Font) -> None:
        self.characters = characters
        self.font = font
        named = ", ".join(
            f"{c!r} (U+{ord(c):04X} {unicodedata.name(c, 'unnamed')})" for c in dict.fromkeys(characters)
        )
        cure = "write it with others, or take a font that has it"
        super().__init__(f"{font.path.name} has no glyph for {named}; {cure}")


class Font:
    """One TrueType file. Sizes are asked for in font units; `units` of them make an em. Get one from
    `find_font`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem

    def __repr__(self) -> str:
        return f"Font({self.name})"

    @cached_property
    def data(self) -> bytes:
        """The bytes of the file; FontNotFound if it is not a TrueType font."""
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise FontNotFound(f"{self.path.name}: cannot be read: {error.strerror}") from None
        if data[:4] == b"OTTO":
            raise FontNotFound(
                f"{self.path.name} is an OpenType font with CFF outlines; use its TrueType (.ttf) form"
            )
        if data[:4] not in (b"\0\1\0\0", b"true"):
            raise FontNotFound(f"{self.path.name} is not a TrueType font; use its TrueType (.ttf) form")
        return data

    @cached_property
    def digest(self) -> str:
        """A short hash of the file, the same wherever the file lies."""
        return hashlib.sha256(self.data).hexdigest()[:12]

    @cached_property
    def face(self) -> Any:
        """HarfBuzz' face; FontNotFound if the file is damaged."""
        face = _harfbuzz().Face(_harfbuzz().Blob(self.data))
        if face.glyph_count == 0 or not face.unicodes:
            raise FontNotFound(f"{self.path.name} is damaged, it has no letters; get the file anew")
        return face

    @cached_property
    def shaper(self) -> Any:
        """HarfBuzz' font at one unit per font unit."""
        return _harfbuzz().Font(self.face)

    @cached_property
    def units(self) -> int:
        """Font units in an em."""
        return int(self.face.upem)

    @cached_property
    def characters(self) -> frozenset[int]:
        """Code points that the font has a glyph for."""
        return frozenset(self.face.unicodes)

    def _metric(self, name: str) -> float:
        tag = getattr(_harfbuzz().OTMetricsTag, name)
        return float(self.shaper.get_metric_position_with_fallback(tag)) / self.units

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital, in ems."""
        return self._metric("CAP_HEIGHT")

    @cached_property
    def x_height(self) -> float:
        """Height of a small x, in ems."""
        return self._metric("X_HEIGHT")

    @cached_property
    def ascent(self) -> float:
        """How far the font reaches above the baseline, in ems."""
        return float(self.shaper.get_font_extents("ltr").ascender) / self.units

    @cached_property
    def descent(self) -> float:
        """How far the font reaches below the baseline, in ems (positive)."""
        return -float(self.shaper.get_font_extents("ltr").descender) / self.units

    def advance(self, gid: int) -> int:
        """Width of a glyph in font units."""
        return int(self.shaper.get_glyph_h_advance(gid))

    @cached_property
    def scripts(self) -> frozenset[str]:
        """OpenType tags of the scripts that the font has rules for (GSUB)."""
        if hasattr(self.face, "get_table_script_tags"):
            return frozenset(self.face.get_table_script_tags("GSUB"))
        return frozenset(_harfbuzz().ot_layout_table_get_script_tags(self.face, "GSUB"))

    def missing(self, text: str) -> str:
        """The characters of a text that the font has no glyph for, each once, in order."""
        return "".join(
            c
            for c in dict.fromkeys(text)
            if ord(c) not in self.characters and not c.isspace() and c not in _UNSEEN
        )

    def outline(self, gid: int) -> str:
        """A glyph's outline as an SVG path in font units, y up (empty for a space)."""
        found = self._outlines.get(gid)
        if found is None:
            pen = _PathPen()
            self.shaper.draw_glyph_with_pen(gid, pen)
            found = self._outlines[gid] = "".join(pen.steps)
        return found

    @cached_property
    def _outlines(self) -> dict[int, str]:
        return {}

    def subset(self, gids: set[int]) -> bytes:
        """A TrueType file with only these glyphs, under their old numbers (for embedding in PDF)."""
        hb = _harfbuzz()
        wanted = hb.SubsetInput()
        wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).set(gids)
        # Layout tables are of no use in a PDF: positions are fixed by then.
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).set(
            {
                int.from_bytes(tag, "big")
                for tag in (b"GSUB", b"GPOS", b"GDEF", b"kern", b"DSIG", b"BASE", b"name")
            }
        )
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
        return bytes(hb.subset(self.face, wanted).blob.data)


class _PathPen:
    """Collects a glyph's outline as SVG path text (the interface of a fontTools pen)."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    @staticmethod
    def _numbers(*points: tuple[float, float]) -> str:
        return " ".join(f"{x:g} {y:g}" for x, y in points)

    def moveTo(self, point: tuple[float, float]) -> None:
        self.steps.append("M" + self._numbers(point))

    def lineTo(self, point: tuple[float, float]) -> None:
        self.steps.append("L" + self._numbers(point))

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        self.steps.append("Q" + self._numbers(*points))

    def curveTo(self, *points: tuple[float, float]) -> None:
        self.steps.append("C" + self._numbers(*points))

    def closePath(self) -> None:
        self.steps.append("Z")

    def endPath(self) -> None:
        """Fonts have no open outlines."""


@cache
def open_font(path: Path) -> Font:
    """The font in a TrueType file, one object per file; FontNotFound if it cannot be used."""
    font = Font(path)
    _ = font.data
    return font


@cache
def find_font(family: str = "sans", weight: str = "regular", italic: bool = False) -> Font:
    """A font of an installed family (`sans`, `serif` or their full names); FontNotFound names what there
    is.
    """
    key = ALIASES.get(family.lower(), family.lower())
    if key not in FAMILIES:
        raise FontNotFound(f"there is no font {family!r}; {_nearest(key, [*FAMILIES, *ALIASES])}")
    if weight not in WEIGHTS:
        raise FontNotFound(f"there is no weight {weight!r}; {_nearest(weight, list(WEIGHTS))}")
    package, stem = FAMILIES[key]
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FontNotFound(f"the font package {package.replace('_', '-')} is not installed; pip install it")
    style = WEIGHTS[weight] + ("It" if italic else "")
    path = Path(spec.submodule_search_locations[0], "files", f"{stem}-{style.replace('RegularIt', 'It')}.ttf")
    return open_font(path)


def _nearest(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word, known, 1)
    return f"did you mean {close[0]!r}?" if close else "there are " + ", ".join(known)
