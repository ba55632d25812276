"""The elements that a template may have, by name. A new one is a file here with `ELEMENTS` and a line
below.
"""

from toolkit.faces.elements import (
    grid,
    hatch,
    icon,
    image,
    include,
    lattice,
    links,
    qr,
    roads,
    shapes,
    symbol,
    text,
)
from toolkit.faces.elements.base import Element, Stage, Values

ELEMENTS: dict[str, Element] = {
    element.name: element
    for module in (shapes, text, icon, symbol, image, qr, include, hatch, links, roads, grid, lattice)
    for element in module.ELEMENTS
}
"""Name of an element -> the element."""

__all__ = ["ELEMENTS", "Element", "Stage", "Values"]
