"""Pieces to printed sheets: layout, backs, tiled boards, rulebooks.

`run` carries out an `Order` and says what it has written.
"""

from toolkit.press.job import Printed, PrintedFile, run
from toolkit.press.order import Order

__all__ = ["Order", "Printed", "PrintedFile", "run"]
