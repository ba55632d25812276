"""Templates: TOML files that say what is on a face, checked key by key when they are read.

A template has measures (`size`, `bleed`, `safe`, `radius`, all mm), `[colours]` with names for colours,
`[fonts.<name>]` with files of letters, `[defaults.<type>]` with values for every element of a type, and a
list of `[[layers]]`, each of which is an element (`type = "text"`, …) with its keys. Any value may be a
`{{ … }}` over the columns of the row; `when` says for which rows a layer is drawn, `repeat` how often. With
`extends` a template takes all of this from others and says only what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault, printable, suggest
from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.sizes import find_size
from toolkit.components.tomlfile import TomlFile
from toolkit.drawing.colours import Paint, parse_colour
from toolkit.faces.elements import ELEMENTS, Element
from toolkit.faces.keys import COMMON, FONTS, TOP, Key, convert
from toolkit.faces.sources import MAX_LAYERS, Change, Merged, MergedLayer, Written, read_merged
from toolkit.faces.values import Formula, ValueFault, condition, is_formula

__all__ = ["BLEED", "MAX_LAYERS", "SAFE", "Layer", "Template", "load_template", "names_in"]

BLEED = 3.0
SAFE = 3.0

OF_COPIES = frozenset({"item", "index", "total"})
"""What a repeated layer knows besides the columns: the piece of the list, its number from 0, how many."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One element of a template: values that are fixed, and formulas for those that come from the row."""

    index: int
    element: Element
    fixed: Mapping[str, Any]
    formulas: Mapping[str, Any]  # key -> Formula, or a list or table with formulas in it
    when: Formula | None
    name: str
    place: Written
    places: Mapping[str, Written]
    common: Mapping[str, Any]  # the checked keys that every element has, or formulas
    sound: bool = True  # whether all of its keys could be read

    @property
    def repeats(self) -> bool:
        """Whether it is drawn once for each piece of a list."""
        return "repeat" in self.places

    @property
    def names(self) -> frozenset[str]:
        """The columns that the layer asks for."""
        found = names_in(self.formulas) | names_in(self.common)
        if self.when:
            found |= self.when.names
        return frozenset(found - OF_COPIES if self.repeats else found)


@dataclass
class Template:
    """A template as read from disk, its parents in it; `faults` has everything that is wrong with them.

    `size` holds numbers or formulas (None where the kind in game.toml says it). Measures are mm. `files` are
    the files it was read from. `included` gives the template of art by file name.
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
    paints: Mapping[str, Paint] = field(default_factory=dict)
    fonts: dict[str, dict[str, str]] = field(default_factory=dict)
    layers: list[Layer] = field(default_factory=list)
    top: dict[str, Written] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    faults: list[Fault] = field(default_factory=list)
    included: Callable[[str], Template] | None = None

    @property
    def names(self) -> frozenset[str]:
        """The columns that the template asks for."""
        return frozenset().union(names_in(self.size or ()), *(layer.names for layer in self.layers))

    @property
    def fixed(self) -> bool:
        """Whether the template, with all art that it includes, draws the same for every row."""
        seen: set[str] = set()
        waiting: list[Template] = [self]
        while waiting:
            template = waiting.pop()
            if names_in(template.size or ()):
                return False
            for layer in template.layers:
                if layer.formulas or layer.when or layer.names:
                    return False
                art = layer.fixed.get("file") if layer.element.name in ("include", "pattern") else None
                if isinstance(art, str) and art not in seen:
                    seen.add(art)
                    with suppress(OutsideFolder):  # which is a fault of the face
                        waiting.append(self._included(art))
        return True

    def _included(self, name: str) -> Template:
        return self.included(name) if self.included else load_template(inside(self.folder, name), self.folder)

    def fault(self, layer: Layer | None, key: str, message: str) -> Fault:
        """A fault at a key of a layer (or at a top key), as file:row:key."""
        if layer is not None:
            return layer.places.get(key, layer.place).fault(key, message)
        place = self.top.get(key)
        return place.fault(key, message) if place else Fault(self.file.name, None, key, message)


def names_in(value: Any) -> set[str]:
    """The columns that a formula, or a list or table with formulas in it, cannot do without."""
    if isinstance(value, (Formula, Sum)):
        return set(value.names)
    if isinstance(value, Mapping):
        return set().union(*(names_in(v) for v in value.values())) if value else set()
    if isinstance(value, (list, tuple)):
        return set().union(*(names_in(v) for v in value)) if value else set()
    return set()


class Sum(Formula):
    """A number that is changed by formulas: the base times one, plus another."""

    def __init__(self, base: Any, times: Any, add: Any) -> None:
        self.terms = [_compiled(part) for part in (base, times, add)]

    @property
    def names(self) -> frozenset[str]:
        """The columns that it cannot do without."""
        return frozenset(names_in(self.terms))

    @property
    def fixed(self) -> bool:
        """Whether it is the same for every row."""
        return not self.names

    def evaluate(self, scope: Mapping[str, Any]) -> float:
        """The number for one row; raises ValueFault."""
        base, times, add = (
            convert(part.evaluate(scope) if isinstance(part, Formula) else part, _PART, {})
            for part in self.terms
        )
        return float(base * times + add)


_PART = Key("number", least=-1e6, most=1e6)


def _compiled(value: Any) -> Any:
    if isinstance(value, Change):
        return Sum(value.base, value.times, value.add)
    return Formula(value) if is_formula(value) else value


def load_template(
    path: Path,
    folder: Path | None = None,
    name: str | None = None,
    paints: Mapping[str, Paint] | None = None,
    included: Callable[[str], Template] | None = None,
) -> Template:
    """Read a template and its parents. Never raises for what is in the files: `Template.faults` has all that
    is wrong.

    `folder` is the game folder that file names in the template start from (by default the template's own),
    `paints` the game's palette, whose names are colours here.
    """
    folder = folder or path.parent
    merged = read_merged(path, folder, name or path.name)
    template = Template(path, folder, merged.file, included=included)
    template.files = tuple(merged.files)
    template.faults.extend(merged.faults)
    template.paints = paints or {}
    if merged.file.faults:
        return template
    template.top = dict(merged.top)
    for key, place in merged.top_keys():
        if key not in TOP:
            message = f"unknown key '{key}'; {suggest(key, list(TOP))}"
            template.faults.append(place.fault(key, message))
    title = merged.top.get("title")
    template.title = printable(str(title.value)) if title else ""
    _read_measures(template, merged)
    _read_colours(template, merged)
    _read_fonts(template, merged)
    _check_defaults(template, merged)
    for index, layer in enumerate(merged.layers):
        _read_layer(template, index, layer, merged.defaults)
    return template


def _settled(value: Any) -> Any:
    """A number or formula for what may be a change of a parent's number."""
    compiled = _compiled(value)
    return compiled.evaluate({}) if isinstance(compiled, Sum) and compiled.fixed else compiled


def _based(value: Any, default: Any) -> Any:
    """The value, with `default` where it changes a number that no parent gives; ValueFault without one."""
    if isinstance(value, Change):
        base = default if value.base is None else _based(value.base, default)
        if isinstance(base, bool) or not isinstance(base, (int, float, str, Change)):
            raise ValueFault(
                "changes a number that no parent gives; write the number itself, or let a parent give it"
            )
        return Change(base, value.add, value.times)
    if isinstance(value, list):
        rest = default if isinstance(default, (list, tuple)) and len(default) == len(value) else None
        return [_based(part, rest[i] if rest else None) for i, part in enumerate(value)]
    return value


def _read_measures(template: Template, merged: Merged) -> None:
    for key, default in (("bleed", BLEED), ("safe", SAFE), ("radius", 0.0)):
        place = merged.top.get(key)
        if place is None:
            continue
        try:
            value = _settled(_based(place.value, default))
            setattr(template, key, convert(value, Key("number", least=0, most=100), {}))
        except ValueFault as error:
            template.faults.append(place.fault(key, str(error)))
    place = merged.top.get("size")
    if place is None:
        return
    size = place.value
    if isinstance(size, str) and not is_formula(size):
        try:
            named = find_size(size)
        except ValueError as error:
            template.faults.append(place.fault("size", str(error)))
            return
        template.size = (named.width, named.height)
        return
    if not isinstance(size, list) or len(size) != 2:
        message = f'is {size!r}; write [width, height] in mm, or a name such as "poker"'
        template.faults.append(place.fault("size", message))
        return
    try:
        parts = [_settled(part) for part in _based(size, None)]
        checked = [
            part if isinstance(part, Formula) else convert(part, Key("number", least=1, most=2000), {})
            for part in parts
        ]
    except ValueFault as error:
        template.faults.append(place.fault("size", str(error)))
        return
    template.size = (checked[0], checked[1])


def _read_colours(template: Template, merged: Merged) -> None:
    template.colours = {name: paint.colour for name, paint in template.paints.items()}
    for name, place in merged.tables["colours"].items():
        try:
            # A colour may be another name of the same table, so that one change reaches all that belong
            # together.
            text = str(place.value)
            template.colours[name] = template.colours.get(text) or parse_colour(text)
        except ValueError as error:
            template.faults.append(place.fault(name, str(error)))


def _read_fonts(template: Template, merged: Merged) -> None:
    for name, place in merged.tables["fonts"].items():
        files = place.value
        if not isinstance(files, dict) or not all(isinstance(file, str) for file in files.values()):
            message = f'is no table of files; write [fonts.{name}] and regular = "fonts/{name}.ttf"'
            template.faults.append(place.fault(name, message))
            continue
        for key in files:
            if key not in FONTS:
                message = f"unknown key '{key}' of a font; {suggest(key, list(FONTS))}"
                template.faults.append(Written(None, place.file, (*place.keys, key)).fault(key, message))
        if "regular" not in files:
            message = f'has no regular letters; add regular = "fonts/{name}.ttf"'
            template.faults.append(place.fault(name, message))
            continue
        template.fonts[name] = {key: file for key, file in files.items() if key in FONTS}


def _check_defaults(template: Template, merged: Merged) -> None:
    for name, place in merged.tables["defaults"].items():
        if name not in ELEMENTS:
            message = f"there is no element '{name}'; {suggest(name, list(ELEMENTS))}"
            template.faults.append(place.fault(name, message))
            continue
        for key, given in merged.defaults.get(name, {}).items():
            if key not in ELEMENTS[name].keys:
                message = f"unknown key '{key}' of {name}; {suggest(key, list(ELEMENTS[name].keys))}"
                template.faults.append(given.fault(key, message))


def _read_layer(
    template: Template, index: int, layer: MergedLayer, defaults: Mapping[str, Mapping[str, Written]]
) -> None:
    before = len(template.faults)
    kind = layer.keys.get("type")
    if kind is None:
        called = layer.keys.get("name")
        message = f"this layer has no type; there are {', '.join(ELEMENTS)}"
        if called is not None:
            message += f" (no parent has a layer named '{called.value}' that it could change)"
        template.faults.append(layer.place.fault("type", message))
        return
    if not isinstance(kind.value, str) or kind.value not in ELEMENTS:
        message = f"there is no element '{kind.value}'; {suggest(str(kind.value), list(ELEMENTS))}"
        template.faults.append(kind.fault("type", message))
        return
    element = ELEMENTS[kind.value]
    for word, place in layer.keys.items():
        if word not in element.keys and word not in COMMON:
            known = [*element.keys, *COMMON]
            message = f"unknown key '{word}' of {element.name}; {suggest(word, known)}"
            template.faults.append(place.fault(word, message))
    given = defaults.get(element.name, {})
    fixed: dict[str, Any] = {}
    formulas: dict[str, Any] = {}
    places = {**given, **layer.keys}
    for name, key in element.keys.items():
        _read_key(template, name, key, layer.keys.get(name), given.get(name), layer.place, fixed, formulas)
        if key.required and name not in places:
            message = f"{element.name} wants {name}: {key.help}"
            template.faults.append(layer.place.fault(name, message))
    common: dict[str, Any] = {}
    for name, key in COMMON.items():
        if name not in ("type", "when", "name"):
            _read_key(template, name, key, layer.keys.get(name), None, layer.place, common, common)
    when = None
    if "when" in layer.keys:
        try:
            when = condition(str(layer.keys["when"].value))
        except ValueFault as error:
            template.faults.append(layer.keys["when"].fault("when", str(error)))
    label = str(layer.keys["name"].value) if "name" in layer.keys else ""
    sound = len(template.faults) == before
    template.layers.append(
        Layer(index, element, fixed, formulas, when, label, layer.place, places, common, sound)
    )


def _read_key(
    template: Template,
    name: str,
    key: Key,
    own: Written | None,
    general: Written | None,
    place: Written,
    fixed: dict[str, Any],
    formulas: dict[str, Any],
) -> None:
    """Read one key of a layer: its own value, else the one for all elements of its kind, else the default."""
    written = own or general
    if written is None:
        fixed[name] = convert(key.default, key, template.colours) if key.type == "colour" else key.default
        return
    try:
        base = general.value if general is not None and own is not None else key.default
        value = _based(written.value, _based(base, key.default) if general is not None else base)
        found = _formulas(value)
        if found is not None:
            formulas[name] = found
        else:
            fixed[name] = convert(_plain_value(value), key, template.colours)
    except ValueFault as error:
        template.faults.append(written.fault(name, str(error)))
        fixed[name] = key.default


def _plain_value(value: Any) -> Any:
    if isinstance(value, Change):
        return _settled(value)
    return [_plain_value(part) for part in value] if isinstance(value, list) else value


def _formulas(value: Any) -> Any:
    """The value with every `{{ … }}` in it compiled; None if there is none."""
    if is_formula(value):
        return Formula(value)
    if isinstance(value, Change):
        compiled = _compiled(value)
        return None if compiled.fixed else compiled
    if isinstance(value, list):
        parts = [_formulas(v) for v in value]
        if any(p is not None for p in parts):
            return [_plain_value(v) if p is None else p for v, p in zip(value, parts, strict=True)]
    if isinstance(value, dict):
        table = {k: _formulas(v) for k, v in value.items()}
        if any(p is not None for p in table.values()):
            return {k: value[k] if p is None else p for k, p in table.items()}
    return None
