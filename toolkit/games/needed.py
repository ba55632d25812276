"""The tables without which a game cannot be played or drawn."""

from __future__ import annotations

from toolkit.components.faults import Fault, Severity
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.tables import Table


def needed_table(folder: Folder, name: str, faults: list[Fault], severity: Severity = "error") -> Table:
    """The table of this name, or an empty one with a fault that says how to add it.

    There is no fault where game.toml has errors: it may be what is broken, and that has been said already.
    """
    if name in folder.tables:
        return folder.tables[name]
    if not any(fault.file == MANIFEST and fault.severity == "error" for fault in folder.faults):
        message = f"the game needs a table '{name}'; add [tables.{name}]"
        faults.append(Fault(MANIFEST, None, None, message, severity))
    return Table(name, MANIFEST)
