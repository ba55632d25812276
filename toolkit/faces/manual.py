"""The manual of templates: every element and every key, made from what the elements say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path

from toolkit.drawing.icons import NAMES as ICONS
from toolkit.faces.elements import ELEMENTS
from toolkit.faces.keys import COMMON, FONTS, TOP, Key
from toolkit.faces.sources import READY, ready_files
from toolkit.faces.template import load_template
from toolkit.faces.values import FILTERS

_HEAD = """# Templates

A template is a TOML file that says what is on a piece. Measures are in mm from the upper left corner,
letters in points. Any value may be taken from the row: `text = "{{ name }}"`. `pnp check GAME` says what is
wrong, and where.

```toml
extends = "base.toml"            # all of base.toml, and what follows
size = "poker"

[[layers]]
name = "title"                   # base.toml has a layer of this name: it is changed
x = { add = 2 }                  # 2 mm more than there; { times = 1.5 } is half as much again

[[layers]]
type = "icon"
icon = "{{ item }}"
repeat = "{{ cost }}"            # a cell such as: coin, coin, gem
x = 5
y = 70
size = 6
spacing = [7, 0]
```

In running text `**bold**` and `*italic*` words and icons such as `:coin:` are markup; `\\*` is a star as
such.
"""

_CELLS = """
A `when` is written without the braces: `cost > 2 and kind == "ship"`. A cell that holds a number counts as
a number beside numbers, also where the table keeps it as text; an empty one is neither more nor less.
"""

_READY = f"""## Ready templates

Name one in game.toml (`template = "{READY}token.toml"`), or take it and change what you like; sizes are the
piece's.

```toml
extends = "{READY}token.toml"
safe = 2

[[layers]]
name = "symbol"                  # a layer of the ready template
fill = "#ffffff"
```
"""

VALUES = (
    ("{{ name }}", "the cell of the column name"),
    ("{{ cost * 2 }}", "a number made of it"),
    ("{{ name }} ({{ cost }})", "several cells in a text"),
    ("{{ '#b3261e' if cost > 3 else '#1f4b48' }}", "one or the other, as a condition says"),
    ("{{ text|default('-') }}", "with something for an empty cell, or where the table has no such column"),
    ("{{ id|pad(3) }}", "7 as 007"),
    ("{{ colour|ink }}", "a dark or a light ink, whichever can be read on that colour"),
    ("{{ face_width / 2 }}", "from the size of the piece, mm; face_height is the other"),
    ("{{ words.title }}", "the text with the id title of the table words, in the language of the print"),
    ("{{ item }}", "in a layer with repeat: the piece of the list; index counts from 0, total is how many"),
)
"""What can be written as a value, and what it means."""


def manual() -> str:
    """The page as Markdown, line by line as it is kept in card_templates/TEMPLATES.md."""
    parts = [_HEAD, "## The template itself\n", _table(TOP), "## Every layer\n", _table(COMMON)]
    parts.append("## Letters: `[fonts.<name>]`\n\nEach key names a TrueType file of the game folder.\n")
    parts.append("\n".join(f"- `{name}`: {help}" for name, help in FONTS.items()) + "\n")
    parts.append("## Elements\n")
    for element in ELEMENTS.values():
        parts.append(f"### {element.name}\n\n{element.help[:1].upper()}{element.help[1:]}.\n")
        if element.example:
            parts.append(f'```toml\n[[layers]]\ntype = "{element.name}"\n{element.example}\n```\n')
        parts.append(_table(element.keys))
    parts.append("## Values\n\n| value | what it is |\n|---|---|")
    for value, what in VALUES:
        plain = value.replace("|", "\\|")
        parts.append(f"| `{plain}` | {_cell(what)} |")
    parts.append(_CELLS)
    parts.append(f"### Filters\n\n`{{{{ name|upper }}}}` and so on: {', '.join(sorted(FILTERS))}.\n")
    parts.append(f"## Icons that come with the toolkit\n\n{', '.join(ICONS)}.\n")
    parts.append(_READY)
    parts.append("\n".join(_ready(name, path) for name, path in ready_files().items()) + "\n")
    return "\n".join(parts)


def _ready(name: str, path: Path) -> str:
    """A ready template: what its first lines say of it, and the layers that can be changed by their names."""
    lines = path.read_text(encoding="utf-8").splitlines()
    said = " ".join(line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), lines))
    layers = ", ".join(f"`{layer.name}`" for layer in load_template(path, name=name).layers)
    return f"- `{name}`: {said[:1].lower()}{_cell(said[1:])} Layers: {layers}."


def _table(keys: Mapping[str, Key]) -> str:
    lines = ["| key | what it holds | if not given |", "|---|---|---|"]
    for name, key in keys.items():
        choices = f" ({', '.join(key.choices)})" if key.choices else ""
        lines.append(f"| `{name}` | {_cell(key.help + choices)} | {_default(key)} |")
    return "\n".join(lines) + "\n"


def _default(key: Key) -> str:
    if key.required:
        return "required"
    value = key.default
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or value in ("", ()):
        return ""
    return _cell(str(list(value)) if isinstance(value, tuple) else str(value))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", " ")
