"""The manual of templates: every element and every key, made from what the elements say of themselves."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.drawing.icons import NAMES as ICONS
from toolkit.faces.elements import ELEMENTS
from toolkit.faces.keys import COMMON, FONTS, TOP, Key
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


def manual() -> str:
    """The page as Markdown, line by line as it is kept in TEMPLATES.md."""
    parts = [_HEAD, "## The template itself\n", _table(TOP), "## Every layer\n", _table(COMMON)]
    parts.append("## Letters: `[fonts.<name>]`\n\nEach key names a TrueType file of the game folder.\n")
    parts.append("\n".join(f"- `{name}`: {help}" for name, help in FONTS.items()) + "\n")
    parts.append("## Elements\n")
    for element in ELEMENTS.values():
        parts.append(f"### {element.name}\n\n{element.help[:1].upper()}{element.help[1:]}.\n")
        if element.example:
            parts.append(f'```toml\n[[layers]]\ntype = "{element.name}"\n{element.example}\n```\n')
        parts.append(_table(element.keys))
    parts.append(f"## Filters\n\n`{{{{ name|upper }}}}` and so on: {', '.join(sorted(FILTERS))}.\n")
    parts.append(f"## Icons that come with the toolkit\n\n{', '.join(ICONS)}.\n")
    return "\n".join(parts)


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
