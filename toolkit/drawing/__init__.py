"""Shapes and text in millimetres, and their two renderers, SVG and PDF. Knows no game.

`model` has the values that everything is made of, `geometry` and `symbols` make outlines, `fonts` and
`text` lay out words, `svg` and `pdf` turn a `Drawing` into files that look the same.
"""

from toolkit.drawing.model import (
    Anchor,
    Box,
    Drawing,
    Glyph,
    Group,
    Image,
    Item,
    Link,
    Matrix,
    Path,
    Symbol,
    TextLine,
    Use,
)

__all__ = [
    "Anchor",
    "Box",
    "Drawing",
    "Glyph",
    "Group",
    "Image",
    "Item",
    "Link",
    "Matrix",
    "Path",
    "Symbol",
    "TextLine",
    "Use",
]
