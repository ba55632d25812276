"""A place beside the target where all files of an export are made, before any takes its own place."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from types import TracebackType

from toolkit.components.writing import write_bytes


class Stage:
    """Collects files for the folder `output`; nothing is left of them unless `finish` was called.

    On disk, not in memory: the pictures of a large game are many.
    """

    def __init__(self, output: Path) -> None:
        self.output = output
        self.names: list[Path] = []
        self._made: list[Path] = []  # folders that were not there
        self._folder: Path | None = None

    def __enter__(self) -> Stage:
        missing = [p for p in (self.output, *self.output.parents) if not p.exists()]
        self.output.mkdir(parents=True, exist_ok=True)
        self._made = missing
        self._folder = Path(tempfile.mkdtemp(prefix=".export-", suffix=".part", dir=self.output))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._folder is not None
        shutil.rmtree(self._folder, ignore_errors=True)
        if kind is not None:
            for folder in self._made:
                if folder.is_dir() and not any(folder.iterdir()):
                    folder.rmdir()

    def add(self, name: str, data: bytes) -> None:
        """A file, named relative to the output folder with `/`; the same name twice is one file."""
        assert self._folder is not None
        path = Path(*name.split("/"))
        if path not in self.names:
            self.names.append(path)
        write_bytes(self._folder / path, data)

    def __contains__(self, name: str) -> bool:
        return Path(*name.split("/")) in self.names

    def finish(self) -> list[Path]:
        """Put every file into its place; returns their paths."""
        assert self._folder is not None
        done = []
        for name in self.names:
            target = self.output / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_dir():
                raise IsADirectoryError(21, "a folder lies where a file is to be written", str(target))
            (self._folder / name).replace(target)
            done.append(target)
        return done
