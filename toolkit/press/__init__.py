"""Pieces to printed sheets: layout, backs, tiled boards, rulebooks.

`run` carries out an `Order` and says what it has written; `print_game` is the same for those who only want
the files.
"""

from toolkit.press.job import Printed, PrintedFile, print_game, run
from toolkit.press.order import Order

__all__ = ["Order", "Printed", "PrintedFile", "print_game", "run"]
