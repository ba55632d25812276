"""Pieces in the forms that shops, cutters and Tabletop Simulator take, one file a place.

`export` checks everything first, makes every file, and only then writes the first of them.
"""

from toolkit.press.exports.orders import PLACES, Exported, ExportOrder, Made, export

__all__ = ["PLACES", "ExportOrder", "Exported", "Made", "export"]
