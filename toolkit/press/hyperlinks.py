"""Links in running text: the areas of laid-out lines that can be clicked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from typing import Any
from urllib.parse import unquote

from toolkit.drawing.model import Link, TextLine

COLOUR = "#1a5a8a"
"""Colour of words that are links; nothing else in a rulebook has it."""

SCHEMES = ("https://", "http://", "mailto:")
"""What a link may open, besides a heading of the same rulebook (`#the-heading`)."""


def opens(address: str) -> bool:
    """Whether an address is one that a rulebook may open."""
    return address.lower().startswith(SCHEMES) or (len(address) > 1 and address.startswith("#"))


def anchors(tokens: Sequence[Any]) -> dict[int, str]:
    """The names of all headings, by row: the words in small letters with hyphens between them, as web pages
    name them, with a number where others have the same.
    """
    found: dict[int, str] = {}
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            words = "".join(child.content for child in inline.children or [])
            name = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words.strip().lower()))
            names = (f"{name}-{number}" if number else name for number in count())
            found[token.map[0]] = next(free for free in names if free not in found.values())
    return found


def dead_ends(tokens: Sequence[Any], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Row (from 0) and name of every link to a heading that there is not."""
    for token in tokens:
        for child in token.children or [] if token.type == "inline" else []:
            address = _address(child)
            if address.startswith("#") and opens(address) and address[1:] not in names:
                yield (token.map or [0])[0], address


def _address(child: Any) -> str:
    """The address that a link opens; headings are named as they are written, not as web addresses."""
    address = str(child.attrGet("href") or "") if child.type == "link_open" else ""
    return unquote(address) if address.startswith("#") else address


def targets(inline: Any) -> list[tuple[str, str]]:
    """The words and the address of every link in a run of Markdown, in order."""
    found: list[tuple[str, str]] = []
    address = ""
    for child in inline.children or []:
        if child.type == "link_open":
            address = _address(child)
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
