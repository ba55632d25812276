"""Paper: sizes by name or in figures, the margin that printers need, and how far crop marks may go."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from toolkit.components.faults import suggest

MARGIN = 6.35
"""Pieces, labels and rulers stay this far from the paper's edge unless another margin is asked for, mm."""

MARK_EDGE = 2.0
"""Crop marks stop at least this far from the paper's edge: marks that reach it make viewers shrink the
page.
"""

MARK_GAP = 0.25
"""From the bleed to the start of a crop mark, mm."""

MARK_LENGTH = 4.5
"""The longest a crop mark is, mm."""

LEAST, MOST = 50.0, 2000.0
"""The shortest and longest side of a paper, mm."""

MOST_MARGIN = 100.0
"""The widest margin, mm."""

_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4}
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?x ?([0-9]+(?:\.[0-9]+)?) ?(mm|cm|in)")


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper: its name, its size and its margin in mm."""

    name: str
    width: float
    height: float
    margin: float = MARGIN

    def turned(self) -> Paper:
        """The same paper with its sides exchanged."""
        return replace(self, width=self.height, height=self.width)

    @property
    def upright(self) -> bool:
        """Whether the paper is no wider than high."""
        return self.height >= self.width


PAPERS = {
    "a3": Paper("a3", 297.0, 420.0),
    "a4": Paper("a4", 210.0, 297.0),
    "a5": Paper("a5", 148.0, 210.0),
    "letter": Paper("letter", 215.9, 279.4),
    "legal": Paper("legal", 215.9, 355.6),
    "tabloid": Paper("tabloid", 279.4, 431.8),
}
"""The papers that are known, by name."""


def find_paper(name: str, landscape: bool = False, margin: float = MARGIN) -> Paper:
    """The paper of that name or size (`a4`, `210x297mm`, `12x18in`), on its side if `landscape`.

    Raises ValueError, with the nearest name or the sizes that are allowed.
    """
    wanted = name.strip().lower()
    paper = PAPERS.get(wanted) or _measured(wanted)
    if paper is None:
        raise ValueError(
            f"there is no paper '{name}'; {suggest(wanted, list(PAPERS))} (or a size: 210x297mm, 12x18in)"
        )
    if not 0.0 <= margin <= MOST_MARGIN:
        raise ValueError(f"a margin of {margin:g} mm; it is 0 to {MOST_MARGIN:g}")
    if min(paper.width, paper.height) - 2 * margin < 10.0:
        raise ValueError(f"a margin of {margin:g} mm leaves nothing of {paper.name}; write a smaller one")
    paper = replace(paper, margin=margin)
    return paper.turned() if landscape and paper.upright else paper


def _measured(text: str) -> Paper | None:
    """A paper given by its size; None if the text is none."""
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    unit = _UNITS[found[3]]
    width, height = float(found[1]) * unit, float(found[2]) * unit
    if not all(LEAST <= side <= MOST for side in (width, height)):
        raise ValueError(
            f"a paper of {text} is {width:g} x {height:g} mm; a side has {LEAST:g} to {MOST:g} mm"
        )
    return Paper(text.replace(" ", ""), width, height)
