"""Tables to components: read, check, count, fingerprint. Knows no game.

`load_folder` reads a whole game folder; `find_game` says where one is. Faults never raise while reading: they
are collected, each with file, row and column, and `Folder.require` raises them together.
"""

from toolkit.components.faults import Fault, FaultError
from toolkit.components.folder import Folder, load_folder
from toolkit.components.home import GameNotFound, bundled_games, find_game, nearby_games
from toolkit.components.manifest import KindSpec
from toolkit.components.options import OptionFault, OptionSpec
from toolkit.components.tables import Row, Table, read_table

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
    "bundled_games",
    "find_game",
    "load_folder",
    "nearby_games",
    "read_table",
]
