"""Templates: TOML files that say what is on a face, checked key by key when they are read.

A template has measures (`size`, `bleed`, `safe`, `radius`, all mm), `[colours]` with names for colours,
`[defaults.<type>]` with values for every element of a type, and a list of `[[layers]]`, each of which is an
element (`type = "text"`, …) with its keys. Any value may be a `{{ … }}` over the columns of the row; `when`
says for which rows a layer is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault, printable, suggest
from toolkit.components.tomlfile import Keys, TomlFile, read_toml
from toolkit.drawing.colours import parse_colour
from toolkit.faces.elements import ELEMENTS, Element
from toolkit.faces.keys import Key, convert
from toolkit.faces.values import Formula, ValueFault, condition, is_formula

MAX_LAYERS = 2000
BLEED = 3.0
SAFE = 3.0

_TOP = ("title", "size", "bleed", "safe", "radius", "colours", "defaults", "layers")
_COMMON = ("type", "when", "name")


@dataclass(frozen=True, slots=True)
class Layer:
    """One element of a template: values that are fixed, and formulas for those that come from the row."""

    index: int
    element: Element
    fixed: Mapping[str, Any]
    formulas: Mapping[str, Any]  # key -> Formula, or a list or table with formulas in it
    when: Formula | None
    name: str
    sound: bool = True  # whether all of its keys could be read


@dataclass
class Template:
    """A template as read from disk; `faults` has everything that is wrong with it.

    `size` holds numbers or formulas (None where the kind in game.toml says it). Measures are mm.
    """

    path: Path
    folder: Path
    file: TomlFile
    title: str = ""
    size: tuple[float | Formula, float | Formula] | None = None
    bleed: float = BLEED
    safe: float = SAFE
    radius: float = 0.0
    colours: dict[str, str] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)

    @property
    def faults(self) -> list[Fault]:
        """Everything that is wrong with the file itself."""
        return self.file.faults

    @property
    def names(self) -> frozenset[str]:
        """The columns that the template asks for."""
        found: set[str] = set()
        for layer in self.layers:
            found |= names_in(layer.formulas)
            if layer.when:
                found |= layer.when.names
        found |= names_in(self.size or ())
        return frozenset(found)

    @property
    def fixed(self) -> bool:
        """Whether the template draws the same for every row."""
        return not any(layer.formulas or layer.when for layer in self.layers) and not names_in(
            self.size or ()
        )

    def fault(self, layer: Layer | None, key: str, message: str) -> Fault:
        """A fault at a key of a layer (or at a top key), as file:row:key."""
        keys: Keys = ("layers", layer.index, key) if layer is not None else (key,)
        row, _ = self.file.at(*keys)
        return Fault(self.file.name, row, key, message)


def names_in(value: Any) -> set[str]:
    """The columns that a formula, or a list or table with formulas in it, cannot do without."""
    if isinstance(value, Formula):
        return set(value.names)
    if isinstance(value, Mapping):
        return set().union(*(names_in(v) for v in value.values())) if value else set()
    if isinstance(value, (list, tuple)):
        return set().union(*(names_in(v) for v in value)) if value else set()
    return set()


def load_template(path: Path, folder: Path | None = None, name: str | None = None) -> Template:
    """Read a template. Never raises for what is in the file: `Template.faults` has all that is wrong.

    `folder` is the game folder that file names in the template start from (by default the template's own).
    """
    folder = folder or path.parent
    file = read_toml(path, name or path.name, folder)
    template = Template(path, folder, file)
    if file.faults:
        return template
    data = file.data
    _check_keys(template, (), data, _TOP, "")
    template.title = printable(str(data.get("title", "")))
    _read_measures(template, data)
    _read_colours(template, data.get("colours", {}))
    defaults = _read_defaults(template, data.get("defaults", {}))
    layers = data.get("layers", [])
    if not isinstance(layers, list) or not all(isinstance(layer, dict) for layer in layers):
        _note(template, ("layers",), "layers", "is no list of layers; write each as [[layers]]")
        return template
    if len(layers) > MAX_LAYERS:
        _note(template, ("layers",), "layers", f"has {len(layers)} layers; at most {MAX_LAYERS} are drawn")
        return template
    for index, raw in enumerate(layers):
        _read_layer(template, index, raw, defaults)
    return template


def _note(template: Template, keys: Iterable[str | int], key: str, message: str) -> None:
    row, _ = template.file.at(*keys)
    template.file.faults.append(Fault(template.file.name, row, key, message))


def _check_keys(
    template: Template, keys: Keys, table: Mapping[str, Any], known: Iterable[str], what: str
) -> None:
    names = list(known)
    for key in table:
        if key not in names:
            _note(template, (*keys, key), key, f"unknown key '{key}'{what}; {suggest(key, names)}")


def _read_measures(template: Template, data: Mapping[str, Any]) -> None:
    for key in ("bleed", "safe", "radius"):
        if key in data:
            try:
                setattr(template, key, convert(data[key], Key("number", least=0, most=100), {}))
            except ValueFault as error:
                _note(template, (key,), key, str(error))
    size = data.get("size")
    if size is None:
        return
    if not isinstance(size, list) or len(size) != 2:
        _note(template, ("size",), "size", f"is {size!r}; write [width, height] in mm")
        return
    try:
        parts = [
            Formula(v) if is_formula(v) else convert(v, Key("number", least=1, most=2000), {}) for v in size
        ]
    except ValueFault as error:
        _note(template, ("size",), "size", str(error))
        return
    template.size = (parts[0], parts[1])


def _read_colours(template: Template, raw: Any) -> None:
    if not isinstance(raw, dict):
        _note(
            template,
            ("colours",),
            "colours",
            'is no table; write [colours] and lines such as ink = "#202020"',
        )
        return
    for name, value in raw.items():
        try:
            # A colour may be another name of the same table, so that one change reaches all that belong
            # together.
            template.colours[name] = template.colours.get(str(value)) or parse_colour(str(value))
        except ValueError as error:
            _note(template, ("colours", name), name, str(error))


def _read_defaults(template: Template, raw: Any) -> dict[str, dict[str, Any]]:
    if not isinstance(raw, dict) or not all(isinstance(v, dict) for v in raw.values()):
        _note(
            template, ("defaults",), "defaults", "is no table; write [defaults.text] and keys of that element"
        )
        return {}
    for name, values in raw.items():
        if name not in ELEMENTS:
            message = f"there is no element '{name}'; {suggest(name, list(ELEMENTS))}"
            _note(template, ("defaults", name), name, message)
        else:
            _check_keys(template, ("defaults", name), values, ELEMENTS[name].keys, f" of {name}")
    return raw


def _read_layer(
    template: Template, index: int, raw: dict[str, Any], defaults: dict[str, dict[str, Any]]
) -> None:
    keys: Keys = ("layers", index)
    before = len(template.faults)
    kind = raw.get("type")
    if kind is None:
        _note(template, keys, "type", f"this layer has no type; there are {', '.join(ELEMENTS)}")
        return
    if not isinstance(kind, str) or kind not in ELEMENTS:
        message = f"there is no element '{kind}'; {suggest(str(kind), list(ELEMENTS))}"
        _note(template, (*keys, "type"), "type", message)
        return
    element = ELEMENTS[kind]
    _check_keys(template, keys, raw, (*element.keys, *_COMMON), f" of {kind}")
    written = {**defaults.get(kind, {}), **raw}
    fixed: dict[str, Any] = {}
    formulas: dict[str, Any] = {}
    for name, key in element.keys.items():
        if name not in written:
            if key.required:
                _note(template, keys, name, f"{kind} wants {name}: {key.help}")
            fixed[name] = convert(key.default, key, template.colours) if key.type == "colour" else key.default
            continue
        try:
            found = _formulas(written[name])
            if found is not None:
                formulas[name] = found
            else:
                fixed[name] = convert(written[name], key, template.colours)
        except ValueFault as error:
            _note(template, (*keys, name), name, str(error))
            fixed[name] = key.default
    when = None
    if "when" in raw:
        try:
            when = condition(str(raw["when"]))
        except ValueFault as error:
            _note(template, (*keys, "when"), "when", str(error))
    sound = len(template.faults) == before
    template.layers.append(Layer(index, element, fixed, formulas, when, str(raw.get("name", "")), sound))


def _formulas(value: Any) -> Any:
    """The value with every `{{ … }}` in it compiled; None if there is none."""
    if is_formula(value):
        return Formula(value)
    if isinstance(value, list):
        parts = [_formulas(v) for v in value]
        if any(p is not None for p in parts):
            return [v if p is None else p for v, p in zip(value, parts, strict=True)]
    if isinstance(value, dict):
        table = {k: _formulas(v) for k, v in value.items()}
        if any(p is not None for p in table.values()):
            return {k: value[k] if p is None else p for k, p in table.items()}
    return None
