"""A template file merged with the parents that it extends; every value knows its file and key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from toolkit.components.faults import Fault, Severity, suggest
from toolkit.components.paths import OutsideFolder, inside
from toolkit.components.reading import nearest_file
from toolkit.components.tomlfile import Keys, TomlFile, read_toml

READY = "ready/"
"""Templates that come with the toolkit are called so: tokens, chips, pawns, player aids, boxes."""

MAX_LAYERS = 2000
MAX_PARENTS = 50
TABLES = ("colours", "defaults", "fonts")
"""Keys of a template that are tables: a child's entries are added to its parents'."""

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Written:
    """A value of a template, with the file and the key it was written at."""

    value: Any
    file: TomlFile
    keys: Keys

    def fault(self, key: str, message: str, severity: Severity = "error") -> Fault:
        """A fault at this value, as file:row:key."""
        return Fault(self.file.name, self.file.at(*self.keys)[0], key, message, severity)


@dataclass(frozen=True, slots=True)
class Change:
    """A number given by what it is more, or times, a parent's: `{ add = 2 }`, `{ times = 1.5 }`, or both
    (times first); `base` is the parent's value, None where no parent gives one.
    """

    base: Any
    add: Any = 0
    times: Any = 1


@dataclass(slots=True)
class MergedLayer:
    """One layer after all parents: its place, and its keys as written."""

    place: Written
    keys: dict[str, Written]


@dataclass(slots=True)
class Merged:
    """A template with all of its parents."""

    file: TomlFile
    top: dict[str, Written] = field(default_factory=dict)
    tables: dict[str, dict[str, Written]] = field(default_factory=lambda: {name: {} for name in TABLES})
    defaults: dict[str, dict[str, Written]] = field(default_factory=dict)
    layers: list[MergedLayer] = field(default_factory=list)
    files: dict[str, TomlFile] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def top_keys(self) -> Iterator[tuple[str, Written]]:
        """Every top key of every file, for those that check their names."""
        for file in self.files.values():
            for key, value in file.data.items():
                yield key, Written(value, file, (key,))


def is_change(value: object) -> bool:
    """Whether a value is written as a change of a parent's number."""
    return isinstance(value, dict) and bool(value) and set(value) <= {"add", "times"}


def combine(new: Any, old: Any) -> Any:
    """A child's value over its parent's: a change is made of the parent's number, all else replaces it."""
    if is_change(new):
        return Change(old, new.get("add", 0), new.get("times", 1))
    if isinstance(new, list) and any(is_change(part) for part in new):
        there = old if isinstance(old, list) and len(old) == len(new) else [None] * len(new)
        return [combine(part, was) for part, was in zip(new, there, strict=True)]
    return new


def template_file(folder: Path, name: str) -> tuple[Path, Path]:
    """Where a template file is, and the folder that it must not lead out of: the game folder's own, else a
    ready one (`ready/token.toml`). It need not exist. Raises OutsideFolder for a name that leaves the folder.
    """
    path = inside(folder, name)
    if name.startswith(READY) and not path.exists():
        shipped = inside(_HERE, name)
        if shipped.is_file():
            return shipped, _HERE
    return path, folder


def _no_such(name: str, close: str | None = None) -> str:
    """What is said of a template file that is not there; `close` is the one of the folder that is most like
    it.
    """
    if name.startswith(READY):
        return f"there is no template '{name}'; {suggest(name, list(ready_files()))}"
    right = f"did you mean '{close}'?" if close else "write its name as it is there"
    return f"there is no file '{name}' in the game folder; {right}"


def ready_files() -> dict[str, Path]:
    """The templates that come with the toolkit, as they are called in a game folder."""
    return {f"{READY}{path.name}": path for path in sorted((_HERE / READY).glob("*.toml"))}


def read_merged(path: Path, folder: Path, name: str) -> Merged:
    """Read a template and its parents. Never raises for what is in the files: `Merged.faults` has it."""
    merged = Merged(TomlFile(name))
    merged.file = _merge(merged, path, folder, name, ())
    return merged


def _merge(merged: Merged, path: Path, folder: Path, name: str, below: tuple[str, ...]) -> TomlFile:
    file = read_toml(path, name, folder)
    if name.startswith(READY) and not path.exists():
        file.faults = [Fault(file.name, None, None, _no_such(name))]
    merged.files[plain_name(name)] = file
    merged.faults.extend(file.faults)
    if file.faults:
        return file
    _parents(merged, file, folder, (*below, plain_name(name)))
    data = file.data
    for key, value in data.items():
        if key not in (*TABLES, "layers", "extends"):
            before = merged.top.get(key)
            merged.top[key] = Written(combine(value, before.value if before else None), file, (key,))
    for table in TABLES:
        _table(merged, file, table, data.get(table, {}))
    _layers(merged, file, data.get("layers", []))
    return file


def _parents(merged: Merged, file: TomlFile, folder: Path, chain: tuple[str, ...]) -> None:
    raw = file.data.get("extends", [])
    names = [raw] if isinstance(raw, str) else raw
    place = Written(raw, file, ("extends",))
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        merged.faults.append(
            place.fault("extends", 'is no file name; write extends = "base.toml", or a list of several')
        )
        return
    for parent in names:
        if plain_name(parent) in chain:
            circle = " > ".join([*chain, parent])
            message = f"'{parent}' extends itself: {circle}; take one extends out"
            merged.faults.append(place.fault("extends", message))
            continue
        if plain_name(parent) in merged.files:
            continue  # two parents with one parent of their own: it counts once, before both
        if len(merged.files) > MAX_PARENTS:
            message = f"more than {MAX_PARENTS} files are extended; merge some of them"
            merged.faults.append(place.fault("extends", message))
            return
        try:
            path, home = template_file(folder, parent)
        except OutsideFolder as error:
            merged.faults.append(place.fault("extends", str(error)))
            continue
        if not path.exists():
            merged.faults.append(place.fault("extends", _no_such(parent, nearest_file(path, folder))))
            continue
        _merge(merged, path, home, parent, chain)


def _table(merged: Merged, file: TomlFile, name: str, raw: Any) -> None:
    if not isinstance(raw, dict):
        lines = (
            '[colours] and lines such as ink = "#202020"' if name == "colours" else f"[{name}.text] and keys"
        )
        message = f"is no table; write {lines}"
        merged.faults.append(Written(raw, file, (name,)).fault(name, message))
        return
    for key, value in raw.items():
        place = Written(value, file, (name, key))
        if name != "defaults":
            merged.tables[name][key] = place
            continue
        if not isinstance(value, dict):
            message = f"is no table; write [defaults.{key}] and keys of that element"
            merged.faults.append(place.fault(key, message))
            continue
        merged.tables[name][key] = place
        known = merged.defaults.setdefault(key, {})
        for inner, given in value.items():
            before = known.get(inner)
            known[inner] = Written(combine(given, before.value if before else None), file, (name, key, inner))


def _layers(merged: Merged, file: TomlFile, raw: Any) -> None:
    place = Written(raw, file, ("layers",))
    if not isinstance(raw, list) or not all(isinstance(layer, dict) for layer in raw):
        merged.faults.append(place.fault("layers", "is no list of layers; write each as [[layers]]"))
        return
    if len(raw) + len(merged.layers) > MAX_LAYERS:
        message = f"has {len(raw) + len(merged.layers)} layers; at most {MAX_LAYERS} are drawn"
        merged.faults.append(place.fault("layers", message))
        return
    # A child's layer with the name of a parent's changes that one; all others lie over the parents'.
    named = {
        layer.keys["name"].value: layer
        for layer in merged.layers
        if "name" in layer.keys and isinstance(layer.keys["name"].value, str)
    }
    for index, values in enumerate(raw):
        written = {key: Written(value, file, ("layers", index, key)) for key, value in values.items()}
        there = named.get(values["name"]) if isinstance(values.get("name"), str) else None
        if there is None:
            fresh = {key: Written(combine(w.value, None), w.file, w.keys) for key, w in written.items()}
            merged.layers.append(MergedLayer(Written(values, file, ("layers", index)), fresh))
            continue
        _change_layer(merged, there, written)


def _change_layer(merged: Merged, layer: MergedLayer, written: Mapping[str, Written]) -> None:
    kind = layer.keys.get("type")
    if "type" in written and kind is not None and written["type"].value != kind.value:
        message = (
            f"the parent's layer of this name is a {kind.value}, and stays one; "
            "leave the type out, or give the layer another name"
        )
        merged.faults.append(written["type"].fault("type", message))
        return
    for key, new in written.items():
        before = layer.keys.get(key)
        layer.keys[key] = Written(combine(new.value, before.value if before else None), new.file, new.keys)


def plain_name(name: str) -> str:
    """One form for the ways of writing a file's name (`./a.toml` is `a.toml`)."""
    return str(PurePosixPath(name))
