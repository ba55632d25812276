"""What is to be printed, and how: the choices of a print job, checked before anything is read."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.components.faults import suggest
from toolkit.press.arrange import PACKS, Spacing
from toolkit.press.marks import MARKS
from toolkit.press.paper import MARGIN, Paper, find_paper
from toolkit.press.pieces import Look

BACKS = ("interleaved", "after", "separate", "gutterfold", "none")
FLIPS = ("long", "short")
FORMATS = ("pdf", "svg", "png")
INKS = ("full", "low", "grey")

MOST_BLEED, MOST_GAP = 20.0, 100.0
"""The widest bleed and gap, mm."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed, and how.

    Attributes:
        paper: a name (`a4`, `letter`, …) or a size (`210x297mm`, `12x18in`); `landscape` lays it on its side.
        format: `pdf`; `svg`, a file a page; `png`, a picture a face at 300 dpi.
        only: kinds of the folder (and `rulebook`); empty for everything.
        where: a condition on the rows' columns, such as `colour == "red"`.
        backs: `interleaved` (front 1, back 1, …: for two-sided printing), `after` (all fronts, then all
            backs), `separate` (two files), `gutterfold` (on the same side, beyond a fold), `none`.
        flip: the edge over which the printer turns the paper, `long` or `short`.
        margin: kept free along the paper's edge, mm.
        gap: between pieces, mm; None for rectangles that touch and twice the bleed between others.
        bleed: how far pieces go on beyond their cuts, mm; None for what their templates say.
        marks: what to cut along: `crop` marks outside, `corner` marks, `full` lines, `none`.
        pack: whether different sizes share sheets: `auto`, where it saves paper; `grid`, never.
        ink: `full`; `low`, outlines and symbols instead of solid areas; `grey`, patterns instead of colours.
        printer: the name of a saved profile that says how far backs come out of place.
        mark_revision: print a small revision mark on every piece.
        language: of texts and rulebook; None for the folder's own.
        changed_since: an earlier print's manifest (or its folder) or a git revision: print only what has
            changed since.
    """

    paper: str = "a4"
    format: str = "pdf"
    only: tuple[str, ...] = ()
    backs: str = "interleaved"
    flip: str = "long"
    marks: str = "crop"
    language: str | None = None
    landscape: bool = False
    margin: float = MARGIN
    gap: float | None = None
    bleed: float | None = None
    ink: str = "full"
    printer: str | None = None
    where: str | None = None
    pack: str = "auto"
    mark_revision: bool = False
    changed_since: str | None = None

    @property
    def folded(self) -> bool:
        """Whether backs lie on the same side as fronts."""
        return self.backs == "gutterfold"

    @property
    def spacing(self) -> Spacing:
        """How pieces are laid out."""
        return Spacing(self.gap, self.pack, self.marks != "none", self.folded)

    @property
    def look(self) -> Look:
        """How pieces are drawn."""
        return Look(self.ink, self.bleed, self.mark_revision)

    def check(self) -> Paper:
        """The paper, if every choice is one that there is; raises ValueError naming those that there are."""
        for value, allowed, name in (
            (self.format, FORMATS, "format"),
            (self.backs, BACKS, "backs"),
            (self.flip, FLIPS, "flip"),
            (self.marks, MARKS, "marks"),
            (self.pack, PACKS, "pack"),
            (self.ink, INKS, "ink"),
        ):
            if value not in allowed:
                raise ValueError(f"{name} cannot be '{value}'; {suggest(value, list(allowed))}")
        for length, most, name in ((self.gap, MOST_GAP, "gap"), (self.bleed, MOST_BLEED, "bleed")):
            if length is not None and not 0.0 <= length <= most:
                raise ValueError(f"a {name} of {length:g} mm; it is 0 to {most:g}")
        return find_paper(self.paper, self.landscape, self.margin)
