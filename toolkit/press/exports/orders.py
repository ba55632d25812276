"""An export from a game folder to files: what is asked for, who makes it, what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault, FaultError, errors, suggest
from toolkit.components.folder import Folder
from toolkit.press.exports.stage import Stage

PLACES = {
    "tts": "Tabletop Simulator",
    "tgc": "The Game Crafter",
    "mpc": "MakePlayingCards",
    "drivethru": "DriveThruCards",
    "cutter": "cutting machines and laser cutters",
}
"""Where pieces can be exported to: the name on the command line and the name of the place."""

Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What is to be exported: `only` names kinds (empty: all), `where` is a condition on rows.

    `address` is where the pictures can be fetched from (Tabletop Simulator; None: from the files that are
    written). `paper` is the sheet that goes into the cutter.
    """

    place: str
    only: tuple[str, ...] = ()
    where: str | None = None
    address: str | None = None
    paper: str = "a4"


@dataclass(frozen=True, slots=True)
class Made:
    """What was made of one kind (or of one sheet): how many pieces, files, and their size in words."""

    what: str
    pieces: int
    files: int
    size: str


@dataclass(slots=True)
class Exported:
    """What an export has made: rows for people, notes on what to do or what was left out, warnings."""

    place: str
    title: str
    made: list[Made] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)


def export(folder: Folder, order: ExportOrder, output: Path, step: Step | None = None) -> Exported:
    """Carry out an export into the folder `output`; nothing is written before everything has been made.

    `step(done, of)` is called as pictures or pages are finished. Raises FaultError with every fault of the
    folder or of what the place does not take, ValueError for what is wrong with the order, OSError when a
    file cannot be written.
    """
    from toolkit.press.exports.goods import gather

    if order.place not in PLACES:
        raise ValueError(f"nothing is known of '{order.place}'; {suggest(order.place, list(PLACES))}")
    folder.require()
    maker: Any = import_module(f"toolkit.press.exports.{order.place}")
    goods = gather(folder, order, getattr(maker, "BLEED", None))
    exported = Exported(order.place, folder.title)
    faults: Sequence[Fault] = maker.check(goods, exported)
    if errors(faults):
        raise FaultError(dict.fromkeys(faults))
    exported.warnings = list(dict.fromkeys(faults))
    if not goods.kinds:
        left = " ".join(exported.notes)
        raise ValueError(f"there is nothing to export to {PLACES[order.place]}. {left}".strip())
    with Stage(output) as stage:
        maker.make(goods, order, stage, exported, step or (lambda done, of: None))
        exported.paths = stage.finish()
    return exported
