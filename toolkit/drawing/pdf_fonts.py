"""Fonts inside a PDF: each is embedded as a subset, addressed by glyph number, with a map from glyphs back
to text.

reportlab's own TrueType support goes from characters to glyphs and so cannot place a ligature or a figure
variant that HarfBuzz chose. Here a run's glyph numbers are written as they are (Identity-H), so what was
shaped is what is printed, and a ToUnicode map keeps the text selectable and searchable.
"""

from __future__ import annotations

import hashlib
from importlib import import_module
from typing import Any

from toolkit.drawing.fonts import Font
from toolkit.drawing.geometry import n
from toolkit.drawing.model import Glyph, TextLine


class EmbeddedFont:
    """The glyphs of one font that a document uses, and the text each stands for."""

    def __init__(self, font: Font, name: str) -> None:
        self.font = font
        self.name = name
        self.glyphs: dict[int, str] = {}

    def claim(self, glyph: Glyph) -> bool:
        """Note that a glyph is used; False if the map back to text already says something else for it."""
        known = self.glyphs.setdefault(glyph.gid, glyph.text)
        if not known and glyph.text:
            self.glyphs[glyph.gid] = glyph.text
            return True
        return known == glyph.text

    def add_to(self, document: Any) -> Any:
        """Write the font's objects into a reportlab document; returns the reference to the font."""
        rl: Any = import_module("reportlab.pdfbase.pdfdoc")
        font = self.font
        k = 1000 / font.units
        gids = set(self.glyphs)
        data = font.subset(gids | {0})
        tag = hashlib.sha256(repr(sorted(gids)).encode() + font.digest.encode()).digest()
        prefix = "".join(chr(65 + byte % 26) for byte in tag[:6])
        base = f"{prefix}+{font.name}"
        file = rl.PDFStream(rl.PDFDictionary({"Length1": len(data)}), data, [rl.PDFZCompress])
        extents = [-200, round(-font.descent * 1000), 1200, round(font.ascent * 1000)]
        descriptor = rl.PDFDictionary(
            {
                "Type": rl.PDFName("FontDescriptor"),
                "FontName": rl.PDFName(base),
                "Flags": 4 + (64 if font.name.endswith("It") else 0),
                "FontBBox": rl.PDFArray(extents),
                "ItalicAngle": -12 if font.name.endswith("It") else 0,
                "Ascent": extents[3],
                "Descent": extents[1],
                "CapHeight": round(font.cap_height * 1000),
                "StemV": 80,
                "FontFile2": document.Reference(file, f"{self.name}.file"),
            }
        )
        widths: list[Any] = []
        for gid in sorted(gids):
            widths += [gid, rl.PDFArray([n(font.advance(gid) * k)])]
        descendant = rl.PDFDictionary(
            {
                "Type": rl.PDFName("Font"),
                "Subtype": rl.PDFName("CIDFontType2"),
                "BaseFont": rl.PDFName(base),
                "CIDSystemInfo": rl.PDFDictionary(
                    {"Registry": rl.PDFString("Adobe"), "Ordering": rl.PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": document.Reference(descriptor, f"{self.name}.descriptor"),
                "CIDToGIDMap": rl.PDFName("Identity"),
                "DW": 1000,
                "W": rl.PDFArray(widths),
            }
        )
        unicode_map = rl.PDFStream(None, self._to_unicode().encode("ascii"), [rl.PDFZCompress])
        whole = rl.PDFDictionary(
            {
                "Type": rl.PDFName("Font"),
                "Subtype": rl.PDFName("Type0"),
                "BaseFont": rl.PDFName(base),
                "Encoding": rl.PDFName("Identity-H"),
                "DescendantFonts": rl.PDFArray([document.Reference(descendant, f"{self.name}.descendant")]),
                "ToUnicode": document.Reference(unicode_map, f"{self.name}.unicode"),
            }
        )
        return document.Reference(whole, f"{self.name}.font")

    def _to_unicode(self) -> str:
        entries = [
            f"<{gid:04X}> <{text.encode('utf-16-be').hex().upper()}>"
            for gid, text in sorted(self.glyphs.items())
            if text
        ]
        blocks = []
        for i in range(0, len(entries), 100):
            part = entries[i : i + 100]
            blocks.append(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar")
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
            + "\n".join(blocks)
            + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
        )


def show(line: TextLine, embedded: EmbeddedFont) -> str:
    """The operators that draw a run in a y-down millimetre space: one TJ array a baseline, every glyph
    where it was shaped.
    """
    font = line.font
    out: list[str] = []
    claims = [embedded.claim(glyph) for glyph in line.glyphs]
    odd = not all(claims)
    if odd:
        # Some glyph stands for different text here than elsewhere in the document: say what this run reads.
        out.append(f"/Span <</ActualText <FEFF{line.text.encode('utf-16-be').hex().upper()}>>> BDC")
    out.append("BT")
    out.append(f"/{embedded.name} 1 Tf")
    to_units = 1000 / line.size
    k = 1000 / font.units
    position = 0
    while position < len(line.glyphs):
        first = line.glyphs[position]
        size = n(line.size)
        out.append(f"{size} 0 0 -{size} {n(line.x + first.x)} {n(line.y + first.y)} Tm")
        array: list[str] = []
        codes = ""
        pen = first.x * to_units
        while position < len(line.glyphs) and abs(line.glyphs[position].y - first.y) < 1e-6:
            glyph = line.glyphs[position]
            gap = pen - glyph.x * to_units
            if abs(gap) > 0.05:
                if codes:
                    array.append(f"<{codes}>")
                    codes = ""
                array.append(n(gap, 2))
                pen -= float(n(gap, 2))
            codes += f"{glyph.gid:04X}"
            pen += font.advance(glyph.gid) * k
            position += 1
        if codes:
            array.append(f"<{codes}>")
        out.append("[" + " ".join(array) + "] TJ")
    out.append("ET")
    if odd:
        out.append("EMC")
    return "\n".join(out)
