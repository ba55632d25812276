"""Whatever is in a file, reading it reports and never raises; what was written is read back."""

import csv
import io
import unicodedata
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from toolkit.components.csvfile import read_csv
from toolkit.components.faults import printable
from toolkit.components.folder import load_folder
from toolkit.components.home import bundled_games

LETTERS = st.characters(blacklist_categories=("Cs", "Cc")).filter(lambda char: printable(char) == char)
CELLS = st.text(st.one_of(LETTERS, st.sampled_from(list('",;\t\n #='))), max_size=8)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def cleaned(cell: str) -> str:
    return unicodedata.normalize("NFC", cell.strip())


@given(
    rows=st.lists(st.lists(CELLS, min_size=2, max_size=2), max_size=6),
    delimiter=st.sampled_from([",", ";", "\t"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
@QUICK
def test_what_a_spreadsheet_writes_is_read_back(
    rows: list[list[str]], delimiter: str, end: str, quoting: Any
) -> None:
    # Python before 3.13 writes a line break without quotes where rows end otherwise; no spreadsheet does.
    assume(quoting == csv.QUOTE_ALL or not any("\n" in cell for row in rows for cell in row))
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerow(["id", "title"])
    writer.writerows(rows)
    sheet = read_csv(text.getvalue().encode("utf-8"), "t.csv", ("id", "title"))
    wanted = [
        (number, cells)
        for number, row in enumerate(rows, start=2)
        if any(cells := [cleaned(cell) for cell in row])
    ]
    assert sheet.faults == []
    assert sheet.rows == [(1, ["id", "title"]), *wanted]
    assert sheet.blank_rows == len(rows) - len(wanted)


@given(raw=st.binary(max_size=200))
@QUICK
def test_any_bytes_as_a_table(raw: bytes) -> None:
    sheet = read_csv(raw, "t.csv", ("id",))
    assert all(str(fault).startswith("t.csv") for fault in sheet.faults)


@given(data=st.data())
@QUICK
def test_any_damage_to_a_game_folder_is_reported(data: st.DataObject, tmp_path: Path) -> None:
    for file in bundled_games()["dragonpath"].iterdir():
        if file.suffix in (".csv", ".toml"):
            (tmp_path / file.name).write_bytes(file.read_bytes())
    name = data.draw(st.sampled_from(["game.toml", "tiles.csv", "markers.csv"]))
    raw = bytearray((tmp_path / name).read_bytes())
    at = data.draw(st.integers(0, len(raw)))
    length = data.draw(st.integers(0, 40))
    raw[at : at + length] = data.draw(
        st.one_of(st.binary(max_size=12), CELLS.map(lambda text: text.encode()))
    )
    (tmp_path / name).write_bytes(raw)
    folder = load_folder(tmp_path)
    assert all(fault.file and fault.message for fault in folder.faults)
    assert len(folder.fingerprint) == 64
