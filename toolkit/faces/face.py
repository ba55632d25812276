"""A face: what a template draws for one row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault, FaultError, suggest
from toolkit.components.paths import OutsideFolder
from toolkit.drawing.colours import Paint
from toolkit.drawing.geometry import translate
from toolkit.drawing.model import Drawing, Group, Item, Symbol
from toolkit.faces.copies import Copy, copies
from toolkit.faces.elements import Stage
from toolkit.faces.icons import Icons
from toolkit.faces.keys import COMMON, Key, convert
from toolkit.faces.palette import folder_palette
from toolkit.faces.sources import plain_name, template_file
from toolkit.faces.template import Layer, Template, load_template, names_in
from toolkit.faces.values import Formula, ValueFault
from toolkit.faces.weight import MAX_WEIGHT, weight

OWN_NAMES = ("words", "face_width", "face_height")
"""What a template can ask for besides the columns of its table; width and height in mm."""

MAX_DEPTH = 8
MAX_ART = 1000
"""Times that art may be drawn anew for one face."""

Inspect = Callable[[Layer, Mapping[str, Any], Sequence[Item]], None]
"""What looks at a face while it is drawn: called with each layer, its values and its items."""

_NESTED = "there are faults in "


@dataclass(frozen=True, slots=True)
class Face:
    """A face as drawn, with the faults found on the way (text that does not fit, missing characters, …) and
    with warnings of what can be printed but will not look well (a picture with few pixels).
    """

    drawing: Drawing
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...] = ()


class Faces:
    """Draws the faces of one folder; templates and art are read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._templates: dict[str, Template] = {}
        self._art: dict[str, Symbol] = {}
        self._icons = Icons(folder)
        self._drawn = 0  # art drawn for the face in hand
        self._varies = False  # whether art that was included depends on the row

    def template(self, name: str) -> Template:
        """The template file of that name, read once: the folder's own, or a ready one (`ready/token.toml`).

        Raises OutsideFolder for a name that leaves the folder.
        """
        if name not in self._templates:
            path, home = template_file(self.folder, name)
            self._templates[name] = load_template(path, home, name, self.paints, self.template)
        return self._templates[name]

    @cached_property
    def paints(self) -> Mapping[str, Paint]:
        """The palette that game.toml gives: names of colours, each with its symbol."""
        return folder_palette(self.folder)

    def draw(
        self,
        template: Template,
        row: Mapping[str, Any],
        size: tuple[float, float] | None = None,
        words: Mapping[str, str] | None = None,
        title: str = "",
        within: tuple[str, ...] = (),
        inspect: Inspect | None = None,
    ) -> Face:
        """The face for a row; `size` (mm) is used where the template has none. Never raises for what the
        files say. `within` are the files that include this one, the outermost first. `inspect` is called
        with each layer that is drawn, its values and its items.
        """
        if not within:
            self._drawn = 0
        faults: list[Fault] = []
        warnings: list[Fault] = []
        scope = {**row, "words": _Words(words or {})}
        # art of a face is of the same row, which is named once
        who = f"{row['id']}: " if row.get("id") is not None and not within else ""
        width, height = self._size(template, scope, size, faults)
        scope |= {"face_width": width, "face_height": height}

        def include(name: str) -> Symbol:
            return self._include(name, scope, (*within, plain_name(template.file.name)))

        stage = Stage(
            width,
            height,
            template.bleed,
            template.safe,
            self.folder,
            template.colours,
            include,
            lambda name, ink: self._icons.find(name, ink, include),
            template.paints,
            template.fonts,
        )
        if "safe" in template.top and 2 * template.safe >= min(width, height):
            message = f"leaves nothing of a piece of {width:g} x {height:g} mm; write less than half of it"
            faults.append(template.fault(None, "safe", f"{template.safe:g} {message}"))
        items: list[Item] = []
        heavy = 0
        for layer, copy in _copies(template, scope, faults):
            values = _resolve(template, layer, copy.scope, faults)
            if values is None:
                continue
            drawn = list(layer.element.draw(values, stage))
            if copy.shift != (0.0, 0.0) and drawn:
                drawn = [Group(tuple(drawn), translate(*copy.shift))]
            heavy += weight(drawn)
            if heavy > MAX_WEIGHT:
                message = f"with this layer the face has more than {MAX_WEIGHT:,} strokes; simplify it"
                faults.append(template.fault(layer, "type", who + message))
                break
            items.extend(drawn)
            for key, message in stage.troubles:
                faults.append(template.fault(layer, key, who + message))
            for key, message in stage.remarks:
                warnings.append(replace(template.fault(layer, key, who + message), severity="warning"))
            stage.troubles.clear()
            stage.remarks.clear()
            if inspect is not None:
                inspect(layer, values, drawn)
        drawing = Drawing(
            width, height, tuple(items), title or template.title, "", template.bleed, tuple(stage.joins)
        )
        return Face(drawing, tuple(faults), tuple(warnings))

    def icon(self, name: str, ink: str) -> Symbol:
        """The folder's icon of that name (or the toolkit's), black parts of it in the colour `ink`;
        ValueFault says what there is.
        """
        return self._icons.find(name, ink, lambda file: self._include(file, {}, ()))

    def _size(
        self,
        template: Template,
        scope: Mapping[str, Any],
        size: tuple[float, float] | None,
        faults: list[Fault],
    ) -> tuple[float, float]:
        if template.size is None:
            if size is None:
                faults.append(
                    template.fault(None, "size", "has no size, and game.toml has none for this kind")
                )
            return size or (63.5, 88.9)
        parts = []
        for part in template.size:
            try:
                value = part.evaluate(scope) if isinstance(part, Formula) else part
                parts.append(convert(value, Key("number", least=1, most=2000), {}))
            except ValueFault as error:
                faults.append(template.fault(None, "size", str(error)))
                parts.append(63.5)
        return parts[0], parts[1]

    def _include(self, name: str, scope: Mapping[str, Any], within: tuple[str, ...]) -> Symbol:
        if plain_name(name) in within:
            raise ValueFault(f"'{name}' includes itself: {' > '.join((*within, name))}; take one include out")
        if len(within) > MAX_DEPTH:
            raise ValueFault(f"art is included more than {MAX_DEPTH} deep: {' > '.join((*within, name))}")
        known = self._art.get(name)
        if known is not None:
            return known
        self._drawn += 1
        if self._drawn > MAX_ART:
            raise ValueFault(f"art is drawn more than {MAX_ART:,} times for one face; include less")
        try:
            template = self.template(name)
        except OutsideFolder as error:
            raise ValueFault(str(error)) from None
        if template.faults:
            raise ValueFault(f"{_NESTED}{template.faults[0]}")
        before, self._varies = self._varies, False
        face = self.draw(template, {k: v for k, v in scope.items() if k != "words"}, within=within)
        varies = self._varies or not template.fixed
        self._varies = before or varies
        if face.faults:
            said = str(face.faults[0])
            nested = face.faults[0].message.find(_NESTED)  # the innermost fault says it all
            raise ValueFault(face.faults[0].message[nested:] if nested >= 0 else f"{_NESTED}{said}")
        b = template.bleed
        box = (-b, -b, face.drawing.width + b, face.drawing.height + b)
        symbol = Symbol(face.drawing, box)
        if not varies:
            self._art[name] = symbol
        return symbol

    def places(self, template: Template, row: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """The checked values of every layer that has a `name`, for code that must know where things are on
        a face.

        Raises FaultError if a value cannot be evaluated.
        """
        faults: list[Fault] = list(template.faults)
        scope = {**row, "words": {}}
        result: dict[str, dict[str, Any]] = {}
        for layer in template.layers:
            if layer.name:
                values = _resolve(template, layer, scope, faults)
                if values is not None:
                    result[layer.name] = values
        if faults:
            raise FaultError(faults)
        return result


class _Words(dict[str, str]):
    """The texts of the table `words`, which say when one is not there."""

    def __missing__(self, name: str) -> str:
        if not self:
            raise ValueFault(
                f"there is no text '{name}'; put it into a table [tables.words] with id and text"
            )
        raise ValueFault(f"there is no text '{name}' in the table words; {suggest(name, list(self))}")


def _resolve(
    template: Template, layer: Layer, scope: Mapping[str, Any], faults: list[Fault]
) -> dict[str, Any] | None:
    """The values of a layer's keys for a row; None if the layer is not drawn."""
    try:
        if layer.when is not None and not layer.when.evaluate(scope):
            return None
    except ValueFault as error:
        faults.append(template.fault(layer, "when", str(error)))
        return None
    values = dict(layer.fixed)
    good = True
    for name, raw in layer.formulas.items():
        key = layer.element.keys[name]
        try:
            values[name] = convert(_evaluate(raw, scope), key, template.colours)
        except ValueFault as error:
            faults.append(template.fault(layer, name, str(error)))
            good = False
    return values if good else None


def _copies(
    template: Template, scope: Mapping[str, Any], faults: list[Fault]
) -> Iterator[tuple[Layer, Copy]]:
    """Every layer that can be drawn, once for each of its copies."""
    for layer in template.layers:
        if not layer.sound:
            continue
        if not layer.repeats:
            yield layer, Copy(scope)
            continue
        common = dict(layer.common)
        try:
            key = "repeat"
            for key in common:
                if names_in(common[key]) or isinstance(common[key], Formula):
                    common[key] = convert(_evaluate(common[key], scope), COMMON[key], {})
            key = "repeat"
            made = list(copies(common, scope))
        except ValueFault as error:
            faults.append(template.fault(layer, key, str(error)))
            continue
        for copy in made:
            yield layer, copy


def _evaluate(value: Any, scope: Mapping[str, Any]) -> Any:
    if isinstance(value, Formula):
        return value.evaluate(scope)
    if isinstance(value, list):
        return [_evaluate(v, scope) for v in value]
    if isinstance(value, dict):
        return {k: _evaluate(v, scope) for k, v in value.items()}
    return value


def face(
    template: Template,
    row: Mapping[str, Any],
    words: Mapping[str, str] | None = None,
    size: tuple[float, float] | None = None,
) -> Drawing:
    """The face of one row as a drawing; raises FaultError with every fault of the template and of the row."""
    if template.faults:
        raise FaultError(template.faults)
    drawn = Faces(template.folder).draw(template, row, size, words)
    if drawn.faults:
        raise FaultError(drawn.faults)
    return drawn.drawing
