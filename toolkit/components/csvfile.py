"""CSV as spreadsheet programmes write it: `,` `;` or tab, any line ends, with a byte order mark or not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from toolkit.components.faults import Fault
from toolkit.components.sheets import MAX_CELL, Sheet

DELIMITERS = (",", ";", "\t")
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')
_LINE_END = re.compile(r"\r\n|\r|\n")
# Excel's own hint to itself; it shows no row for it, so neither do we.
_SEP_LINE = re.compile(r"\s*\"?sep=(.)\"?[,;\t]*(?:\r\n|\r|\n|$)", re.IGNORECASE)


def read_csv(raw: bytes, name: str, known: Collection[str] = ()) -> Sheet:
    """Read the bytes of a CSV file to a sheet.

    The delimiter is the one under which the header shows the most `known` column names, else the one that
    cuts the header into the most cells. Cells are stripped and brought to Unicode's composed form (NFC).
    """
    sheet = Sheet(name)
    text = _decode(raw, name, sheet)
    if text is None:
        return sheet
    hint = _SEP_LINE.match(text)
    if hint and hint[1] in DELIMITERS:
        text, delimiter = text[hint.end() :], hint[1]
    else:
        delimiter = _delimiter(text, known)
    for row, (cells, message) in enumerate(_records(text, delimiter), start=1):
        if message is not None:
            sheet.fault(row, sheet.column_name(len(cells)), message)
        if not sheet.add(row, cells):
            break
    return sheet


def _decode(raw: bytes, name: str, sheet: Sheet) -> str | None:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return raw.decode("utf-16")
        except UnicodeDecodeError:
            sheet.faults.append(Fault(name, None, None, "is broken UTF-16 text; save it as CSV UTF-8"))
            return None
    if raw.startswith(b"PK\x03\x04"):
        message = "is a workbook and no CSV text; give it its own ending (.xlsx or .ods), also in game.toml"
        sheet.faults.append(Fault(name, None, None, message))
        return None
    if b"\0" in raw:
        message = "holds zero bytes, so it is no CSV text; save it as CSV UTF-8"
        sheet.faults.append(Fault(name, raw.count(b"\n", 0, raw.index(b"\0")) + 1, None, message))
        return None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(re.findall(rb"\r\n|\r|\n", raw[: error.start])) + 1
        try:
            text = raw.decode("cp1252")
        except UnicodeDecodeError:
            sheet.faults.append(
                Fault(name, line, None, "is neither UTF-8 nor Windows-1252 text; save it as CSV UTF-8")
            )
            return None
        seen = text[error.start : error.start + 1]
        message = (
            f"is not UTF-8 but Windows-1252 (cp1252), see '{seen}'; check that letter, save it as CSV UTF-8"
        )
        sheet.faults.append(Fault(name, line, None, message, "warning"))
        return text


def _delimiter(text: str, known: Collection[str]) -> str:
    best, best_score = ",", (-1, -1)
    for delimiter in DELIMITERS:
        for cells, _ in _records(text, delimiter):
            names = [cell.strip() for cell in cells]
            if not any(names):
                continue
            score = (len(set(names) & set(known)), len(names))
            if score > best_score:
                best, best_score = delimiter, score
            break
    return best


def _records(text: str, delimiter: str) -> Iterator[tuple[list[str], str | None]]:
    """Cut a text to records: (cells, None or what is wrong with the record)."""
    plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    at, end = 0, len(text)
    while at < end:
        cells: list[str] = []
        message: str | None = None
        while True:
            quoted = _QUOTED.match(text, at) if text.startswith('"', at) else None
            if quoted:
                cell = _LINE_END.sub("\n", quoted[1].replace('""', '"'))
                at = quoted.end()
                rest = plain.match(text, at)
                assert rest is not None
                if rest[0].strip():
                    message = (
                        f"text after a closing quote: '{rest[0].strip()[:40]}'; "
                        f'double the quotes inside a quoted cell ("")'
                    )
                    cell += rest[0]
                at = rest.end()
            elif text.startswith('"', at):
                cells.append(text[at + 1 : at + 1 + MAX_CELL])
                message = (
                    'a quote (") is opened here and never closed; close it, the rest of the file was not read'
                )
                yield cells, message
                return
            else:
                found = plain.match(text, at)
                assert found is not None
                cell, at = found[0], found.end()
            cells.append(cell)
            if not text.startswith(delimiter, at):
                break
            at += len(delimiter)
        line_end = _LINE_END.match(text, at)
        at = line_end.end() if line_end else end
        yield cells, message
