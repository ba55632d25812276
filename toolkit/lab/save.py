"""Writing a run's report and pictures into a folder."""

from __future__ import annotations

from pathlib import Path

from toolkit.components.writing import write_bytes
from toolkit.lab.figure import histogram
from toolkit.lab.result import Result


def save(result: Result, folder: Path) -> list[Path]:
    """Write report.json, report.txt, histogram.svg and histogram.png; return their paths.

    Everything is made before the first file is written, and each file appears whole or not at all. Without a
    single game there are no pictures.
    """
    files = {"report.json": result.to_json().encode(), "report.txt": result.to_text().encode()}
    if len(result.rows):
        files["histogram.svg"] = histogram(result, "svg")
        files["histogram.png"] = histogram(result, "png")
    for name, data in files.items():
        write_bytes(folder / name, data, durable=True)
    return [folder / name for name in files]
