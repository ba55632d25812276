"""Tables to components: read, check, count, fingerprint. Knows no game.

`load_folder` reads a whole game folder; `find_game` says where one is. Faults never raise while reading: they
are collected, each with file, row and column, and `Folder.require` raises them together.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.components.faults import Fault, FaultError
    from toolkit.components.folder import Folder, load_folder
    from toolkit.components.home import GameNotFound, bundled_games, find_game, nearby_games
    from toolkit.components.languages import UnknownLanguage
    from toolkit.components.manifest import KindSpec
    from toolkit.components.options import OptionFault, OptionSpec
    from toolkit.components.tables import Row, Table, read_table
    from toolkit.components.where import Where, WhereFault, parse_where

# Imported when first asked for: `pnp --help` needs one of them and pays for one.
_HOMES = {
    "Fault": "faults",
    "FaultError": "faults",
    "Folder": "folder",
    "GameNotFound": "home",
    "KindSpec": "manifest",
    "OptionFault": "options",
    "OptionSpec": "options",
    "Row": "tables",
    "Table": "tables",
    "UnknownLanguage": "languages",
    "Where": "where",
    "WhereFault": "where",
    "bundled_games": "home",
    "find_game": "home",
    "load_folder": "folder",
    "nearby_games": "home",
    "parse_where": "where",
    "read_table": "tables",
}

__all__ = [
    "Fault",
    "FaultError",
    "Folder",
    "GameNotFound",
    "KindSpec",
    "OptionFault",
    "OptionSpec",
    "Row",
    "Table",
    "UnknownLanguage",
    "Where",
    "WhereFault",
    "bundled_games",
    "find_game",
    "load_folder",
    "nearby_games",
    "parse_where",
    "read_table",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
