"""Links in running text: the areas of laid-out lines that can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkit.drawing.model import Link, TextLine

COLOUR = "#1a5a8a"
"""Colour of words that are links; nothing else in a rulebook has it."""

SCHEMES = ("https://", "http://", "mailto:")
"""What a link may open."""


def opens(address: str) -> bool:
    """Whether an address is one that a rulebook may open."""
    return address.lower().startswith(SCHEMES)


def targets(inline: Any) -> list[tuple[str, str]]:
    """The words and the address of every link in a run of Markdown, in order."""
    found: list[tuple[str, str]] = []
    address = ""
    for child in inline.children or []:
        if child.type == "link_open":
            address = str(child.attrGet("href") or "")
            if opens(address):
                found.append(("", address))
        elif child.type == "link_close":
            address = ""
        elif address and opens(address) and child.type in ("text", "code_inline"):
            found[-1] = (found[-1][0] + child.content, address)
    return found


def areas(lines: Sequence[TextLine], links: Sequence[tuple[str, str]]) -> list[tuple[float, Link]]:
    """The areas over the words of these links, each with its line's baseline (mm)."""
    waiting = [(len("".join(text.split())), address) for text, address in links]
    found: list[tuple[float, Link]] = []
    for line in lines:
        if line.fill != COLOUR or not waiting:
            continue
        left = len("".join(line.text.split()))
        total, at = max(1, left), 0
        # Links that stand side by side are one run: each gets its share of it.
        while left > 0 and waiting:
            count, address = waiting[0]
            taken = min(left, count)
            x, width = line.x + line.width * at / total, line.width * taken / total
            found.append((line.y, Link(x, line.y - line.size, width, line.size * 1.3, address)))
            left, at = left - taken, at + taken
            waiting[0] = (count - taken, address)
            if count == taken:
                waiting.pop(0)
    return found
