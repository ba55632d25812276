"""The elements that a template may have, by name. A new one is a file here with `ELEMENTS` and a line
below.
"""

from toolkit.faces.elements import grid, image, include, lattice, links, shapes, symbol, text
from toolkit.faces.elements.base import Element, Stage, Values

ELEMENTS: dict[str, Element] = {
    element.name: element
    for module in (shapes, text, symbol, image, include, links, grid, lattice)
    for element in module.ELEMENTS
}
"""Name of an element -> the element."""

__all__ = ["ELEMENTS", "Element", "Stage", "Values"]
