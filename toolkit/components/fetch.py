"""Tables that are published on the web, fetched when somebody asks: bounded, checked, compared with the copy.

Nothing here runs while a game is read, printed or played: those read the copy in the game folder.
"""

from __future__ import annotations

import html
import re
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from toolkit.components.faults import Fault, errors
from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.schema import TableSpec, Value
from toolkit.components.sheets import MAX_BOOK, MAX_BYTES, TEXT_KINDS
from toolkit.components.tables import Table, read_table

MAX_SECONDS = 60.0
PATIENCE = 20.0
"""Seconds that a server may stay silent."""

_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_SHEET = re.compile(r"(https://docs\.google\.com/spreadsheets(?:/u/\d+)?/d/)(e/)?([\w-]+)(?:/.*)?")
_PUBLISH = "publish the sheet to the web as a table, or let everybody with the link read it"


class NotFetched(ValueError):
    """What is at an address cannot be had, or is no table; the message stands after the address."""


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that is different: the key of its row, its column, and its value before and after."""

    key: Value
    column: str
    before: Value
    after: Value


@dataclass(slots=True)
class Fetched:
    """What became of one table: `status` is new, changed, unchanged or refused.

    `data` are the bytes that the table's file is to hold (None: leave it as it is). `added` and `removed` are
    keys of rows (row numbers, where the table has no key).
    """

    name: str
    file: str
    url: str
    status: str = "refused"
    data: bytes | None = None
    added: list[Value] = field(default_factory=list)
    removed: list[Value] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def fetch_table(folder: Path, spec: TableSpec, place: Fault) -> Fetched:
    """Fetch one table and compare it with the copy in the folder; nothing is written.

    `place` is where in game.toml the address stands: its message is replaced by what is wrong.
    """
    assert spec.url is not None
    made = Fetched(spec.name, spec.file, spec.url)
    try:
        path = inside(folder, spec.file)
        kind = path.suffix.lower()
        data = download(table_address(spec.url, kind), MAX_BYTES if kind in TEXT_KINDS else MAX_BOOK)
    except (NotFetched, OutsideFolder) as error:
        made.faults.append(Fault(place.file, place.row, place.column, f"{spec.url}: {error}"))
        return made
    with tempfile.TemporaryDirectory(prefix="pnp-") as scratch:
        copy = Path(scratch) / path.name
        copy.write_bytes(data)
        table = read_table(copy, spec, f"{spec.file} (as fetched)")
    made.faults = table.faults
    if errors(table.faults):
        return made
    before = read_table(path, spec, spec.file) if path.exists() else None
    if before is None or errors(before.faults):
        made.status = "new"
        made.data = data
        made.added = list(_by_key(table))
        return made
    _compare(made, _by_key(before), _by_key(table))
    same = not (made.added or made.removed or made.changed) and list(_by_key(before)) == list(_by_key(table))
    made.status = "unchanged" if same else "changed"
    made.data = None if same else data
    return made


def table_address(url: str, kind: str = ".csv") -> str:
    """The address of the table itself, where a link shows a sheet of Google's to people; else the same."""
    found = _SHEET.fullmatch(url.split("#")[0].split("?")[0])
    if found is None or re.search(r"[?&](output|format)=", url):
        return url
    form = kind.lstrip(".") if kind in (".xlsx", ".ods", ".tsv") else "csv"
    gid = re.search(r"[?&#]gid=(\d+)", url)
    chosen = f"&gid={gid[1]}" if gid else ""
    start = f"{found[1]}{found[2] or ''}{found[3]}"
    return (
        f"{start}/pub?output={form}{'&single=true' + chosen if chosen else ''}"
        if found[2]
        else (f"{start}/export?format={form}{chosen}")
    )


def download(url: str, limit: int) -> bytes:
    """What is at a web address, at most `limit` bytes, within a minute. Raises NotFetched."""
    result: list[bytes | NotFetched] = []

    def work() -> None:
        try:
            result.append(_download(url, limit))
        except NotFetched as error:
            result.append(error)

    # A server that answers a byte at a time never runs into a time-out of its own.
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(MAX_SECONDS)
    if not result:
        raise NotFetched(f"takes more than {MAX_SECONDS:g} seconds; try again later")
    if isinstance(result[0], NotFetched):
        raise result[0]
    return result[0]


def _download(url: str, limit: int) -> bytes:
    import http.client
    import urllib.error
    import urllib.request

    if not url.lower().startswith(("http://", "https://")):
        raise NotFetched("is no web address; write https://…")
    opener = urllib.request.OpenerDirector()
    # only the web: a redirection to a file of this computer or to ftp finds nobody to answer it
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    opener.addheaders = [("User-Agent", "pnp-toolkit"), ("Accept", "text/csv, */*")]
    try:
        with opener.open(url, timeout=PATIENCE) as answer:
            data = _body(answer, limit)
            kind = str(answer.headers.get_content_type())
    except urllib.error.HTTPError as error:
        advice = f"; {_PUBLISH}" if error.code in (401, 403) else "; check the address"
        raise NotFetched(f"the server answers {error.code} {error.reason}{advice}") from None
    except urllib.error.URLError as error:
        raise NotFetched(f"cannot be reached: {_why(error.reason)}; check the address") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotFetched(f"cannot be read: {_why(error)}; check the address") from None
    if _HTML.match(data[:4000]) or (kind == "text/html" and b"<" in data[:200]):
        title = re.search(rb"<title[^>]*>(.*?)</title>", data[:20_000], re.I | re.S)
        named = html.unescape(title[1].decode("utf-8", "replace")).strip()[:60] if title else ""
        raise NotFetched(f"is a web page{f' ({named})' if named else ''} and no table; {_PUBLISH}")
    if not data.strip():
        raise NotFetched("is empty; check the address")
    return data


def _body(answer: IO[bytes], limit: int) -> bytes:
    parts, size = [], 0
    end = time.monotonic() + MAX_SECONDS
    while chunk := answer.read(65_536):
        parts.append(chunk)
        size += len(chunk)
        if size > limit:
            raise NotFetched(f"has more than {limit:,} bytes; that many are not read")
        if time.monotonic() > end:
            raise NotFetched(f"takes more than {MAX_SECONDS:g} seconds; try again later")
    return b"".join(parts)


def _why(error: Any) -> str:
    text = str(getattr(error, "strerror", None) or error or type(error).__name__)
    return "the server is silent" if isinstance(error, TimeoutError) else text


def _by_key(table: Table) -> dict[Value, Mapping[str, Value]]:
    """Rows by key, each with its words in other languages."""
    found: dict[Value, Mapping[str, Value]] = {}
    for row in table.rows:
        words = {name: table.words.get((row.row, name)) for name in table.translated}
        found[row.get(table.key) if table.key else row.row] = {**dict(row), **words}
    return found


def _compare(
    made: Fetched, before: Mapping[Value, Mapping[str, Value]], after: Mapping[Value, Mapping[str, Value]]
) -> None:
    made.added = [key for key in after if key not in before]
    made.removed = [key for key in before if key not in after]
    for key, row in after.items():
        old = before.get(key)
        if old is None:
            continue
        for column in dict.fromkeys([*row, *old]):
            if row.get(column) != old.get(column):
                made.changed.append(Change(key, column, old.get(column), row.get(column)))
