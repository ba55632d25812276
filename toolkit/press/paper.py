"""Paper: sizes, the margin that home printers need, and how far crop marks may go."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.components.faults import suggest

MARGIN = 6.35
"""Pieces, labels and rulers stay this far from the paper's edge, mm."""

MARK_EDGE = 2.0
"""Crop marks stop at least this far from the paper's edge: marks that reach it make viewers shrink the
page.
"""

MARK_GAP = 0.25
"""From the bleed to the start of a crop mark, mm."""

MARK_LENGTH = 4.5
"""The longest a crop mark is, mm."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper: its name and its size in mm."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        """The same paper with its sides exchanged."""
        return Paper(self.name, self.height, self.width)


PAPERS = {
    "a4": Paper("a4", 210.0, 297.0),
    "letter": Paper("letter", 215.9, 279.4),
}
"""The papers that are known, by name."""


def find_paper(name: str) -> Paper:
    """The paper of that name; ValueError names the nearest known one."""
    paper = PAPERS.get(name.lower())
    if paper is None:
        raise ValueError(f"there is no paper '{name}'; {suggest(name, list(PAPERS))}")
    return paper
