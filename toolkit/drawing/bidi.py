"""Which way text runs: levels of Unicode's bidirectional algorithm, and the order in which runs are seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any, TypeVar

_T = TypeVar("_T")

# Letters of scripts that run to the left, and marks that say so. Most texts have none, and are done at once.
_LEFTWARD = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001eeff]"
)
_ISOLATES = ("LRI", "RLI", "FSI", "PDI")


def levels(text: str) -> list[int] | None:
    """The level of every character of a paragraph, odd ones run to the left; None if all run to the right.

    The paragraph's own level is that of its first letter.
    """
    if not _LEFTWARD.search(text):
        return None
    bidi: Any = import_module("bidi.algorithm")
    storage = bidi.get_empty_storage()
    base = bidi.get_base_level(text)
    storage["base_level"] = base
    storage["base_dir"] = "LR"[base]
    bidi.get_embedding_levels(text, storage)
    for number, char in enumerate(storage["chars"]):
        char["index"] = number
        if char["type"] in _ISOLATES:  # unseen, and of no direction of their own here
            char["type"] = char["orig"] = "ON"
    bidi.explicit_embed_and_overrides(storage)
    bidi.resolve_weak_types(storage)
    bidi.resolve_neutral_types(storage, False)
    bidi.resolve_implicit_levels(storage, False)
    found: list[int | None] = [None] * len(text)
    for char in storage["chars"]:
        found[char["index"]] = char["level"]
    result: list[int] = []
    for level in found:
        result.append(level if level is not None else (result[-1] if result else base))
    return result


def base_level(text: str) -> int:
    """The level of a paragraph: 1 if its first letter runs to the left, else 0."""
    if not _LEFTWARD.search(text):
        return 0
    return int(import_module("bidi.algorithm").get_base_level(text))


def seen_order(runs: Sequence[tuple[int, _T]]) -> list[tuple[int, _T]]:
    """Runs of one line, each with its level, in the order in which they are seen from left to right."""
    result = list(runs)
    if not result:
        return result
    for level in range(max(run[0] for run in result), 0, -1):
        start = 0
        while start < len(result):
            end = start
            while end < len(result) and result[end][0] >= level:
                end += 1
            if end > start:
                result[start:end] = reversed(result[start:end])
            start = max(end, start + 1)
    return result
