"""The manifest of a print: which pieces lie on the table, each with the digests of its two sides.

Every print writes `manifest.json`, equal bytes for equal input; `pnp print --changed-since` reads it again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.components.faults import printable
from toolkit.press.pieces import Piece

NAME = "manifest.json"
FORMAT = "pnp-print 1"
MAX_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One piece that was printed: kind, id ("" without), copy from 1, and the digests of front and back (None
    where it has no back, or it was not printed).
    """

    kind: str
    id: str
    copy: int
    front: str
    back: str | None


@dataclass(slots=True)
class Manifest:
    """What a print consists of. `options` are those that change how pieces look, `kinds` the titles of kinds,
    `rulebook` the digest of its text ("" without).
    """

    game: str
    title: str
    version: str
    fingerprint: str
    options: dict[str, str | bool] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    pieces: list[Entry] = field(default_factory=list)
    rulebook: str = ""

    def to_bytes(self) -> bytes:
        """The manifest as JSON, a piece a line."""
        head = {
            "format": FORMAT,
            "game": self.game,
            "title": self.title,
            "version": self.version,
            "fingerprint": self.fingerprint,
            "options": self.options,
            "kinds": self.kinds,
            "rulebook": self.rulebook,
        }
        lines = [f'  "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in head.items()]
        pieces = ",\n".join(
            "    "
            + json.dumps(
                {"kind": e.kind, "id": e.id, "copy": e.copy, "front": e.front, "back": e.back},
                ensure_ascii=False,
            )
            for e in self.pieces
        )
        body = f'  "pieces": [\n{pieces}\n  ]' if pieces else '  "pieces": []'
        return ("{\n" + "\n".join(lines) + "\n" + body + "\n}\n").encode("utf-8")


def entries(pieces: Sequence[Piece], backs: bool) -> list[Entry]:
    """The entries of these pieces, printed with or without their backs."""
    return [Entry(p.kind.name, p.id, p.copy, p.hash, p.back_hash if backs else None) for p in pieces]


def read_manifest(path: Path) -> Manifest:
    """Read the manifest of an earlier print; ValueError where the file is none, OSError where it cannot be
    read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{path}: has more than {MAX_BYTES:,} bytes, so it is no manifest of a print")
    try:
        raw: Any = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise _none(path, f"no JSON: {error}") from None
    if not isinstance(raw, Mapping) or "pieces" not in raw:
        raise _none(path, "it lists no pieces")
    if raw.get("format") != FORMAT:
        raise _none(path, f"its format is '{raw.get('format')}', not '{FORMAT}'")
    try:
        return Manifest(
            game=_text(raw["game"]),
            title=_text(raw["title"]),
            version=_text(raw["version"]),
            fingerprint=_text(raw["fingerprint"]),
            options={_text(key): value for key, value in dict(raw["options"]).items()},
            kinds={_text(key): _text(value) for key, value in dict(raw["kinds"]).items()},
            pieces=[_entry(piece) for piece in raw["pieces"]],
            rulebook=_text(raw["rulebook"]),
        )
    except KeyError as error:
        raise _none(path, f"{error} is missing") from None
    except (TypeError, ValueError) as error:
        raise _none(path, f"{type(error).__name__}: {error}") from None


def _none(path: Path, why: str) -> ValueError:
    return ValueError(
        printable(
            f"{path}: is no manifest of a print ({why}); name the folder of an earlier print, its "
            f"{NAME}, or a git revision"
        )
    )


def _entry(raw: Any) -> Entry:
    back = raw["back"]
    copy = raw["copy"]
    if isinstance(copy, bool) or not isinstance(copy, int):
        raise TypeError(f"copy {copy!r}")
    return Entry(
        _text(raw["kind"]), _text(raw["id"]), copy, _text(raw["front"]), None if back is None else _text(back)
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
