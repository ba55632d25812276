"""Template and row to what is on a piece.

`load_template` reads a TOML file, `face` draws it for a row, `Faces` draws many and shares their common
art, `check_folder` finds everything that a folder could not print.
"""

from toolkit.faces.check import check_folder
from toolkit.faces.face import Face, Faces, face
from toolkit.faces.template import Template, load_template

__all__ = ["Face", "Faces", "Template", "check_folder", "face", "load_template"]
