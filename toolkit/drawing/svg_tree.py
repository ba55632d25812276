"""The markup of an SVG file as a small tree: read with care, because the file may be a stranger's.

No entity is expanded, nothing is fetched, and how much there is to read is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

MAX_BYTES = 4_000_000
MAX_ELEMENTS = 20_000
MAX_DEPTH = 100

_SVG = "http://www.w3.org/2000/svg"
_LINK = "http://www.w3.org/1999/xlink"


class SvgFault(ValueError):
    """An SVG picture that cannot be drawn; the message names the feature and what would be right."""


@dataclass(slots=True)
class Node:
    """One element: its name without the namespace, its attributes (styles among them), what is in it."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    text: str = ""
    foreign: bool = False

    def get(self, name: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, default)

    def walk(self) -> Iterator[Node]:
        """The element and all in it."""
        yield self
        for child in self.children:
            yield from child.walk()


def read_tree(data: bytes) -> Node:
    """The root of an SVG file; SvgFault if it is none, or has what must not be read."""
    if len(data) > MAX_BYTES:
        raise SvgFault(f"has {len(data):,} bytes; at most {MAX_BYTES:,} are read, so simplify the picture")
    if data[:2] == b"\x1f\x8b":
        raise SvgFault("is packed (svgz); save it as plain SVG")
    builder = _Builder()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.words
    parser.EntityDeclHandler = builder.entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        said = expat.ErrorString(error.code)
        raise SvgFault(f"is no SVG file: {said} in line {error.lineno}; save it anew as SVG") from None
    except (ValueError, LookupError) as error:
        if isinstance(error, SvgFault):
            raise
        raise SvgFault("is in a coding that is not known; save it as UTF-8") from None
    root = builder.root
    if root is None or root.name != "svg" or root.foreign:
        raise SvgFault("is no SVG picture: its outermost element is not <svg>")
    _apply_styles(root)
    return root


class _Builder:
    """Builds the tree while expat reads, and stops at what is not allowed."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.stack: list[Node] = []
        self.count = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise SvgFault(f"has more than {MAX_ELEMENTS:,} elements; simplify the picture")
        if len(self.stack) > MAX_DEPTH:
            raise SvgFault(f"has elements more than {MAX_DEPTH} deep; simplify the picture")
        space, _, local = name.rpartition(" ")
        node = Node(local, {}, foreign=space not in ("", _SVG))
        for key, value in attributes.items():
            of, _, short = key.rpartition(" ")
            if not of or of == _LINK:
                node.attributes[short] = value
        if self.stack:
            self.stack[-1].children.append(node)
        else:
            self.root = node
        self.stack.append(node)

    def end(self, name: str) -> None:
        self.stack.pop()

    def words(self, text: str) -> None:
        if self.stack and self.stack[-1].name == "style":
            self.stack[-1].text += text

    def entity(self, *_: object) -> None:
        raise SvgFault("declares entities (<!ENTITY …>); save it without, as plain SVG")


_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"(?:svg\s+)?([a-zA-Z]*)(?:([.#])([\w-]+))?")


def _apply_styles(root: Node) -> None:
    """Write what style sheets and `style` attributes say as attributes; style comes before attributes."""
    rules: list[tuple[int, str, str, str, dict[str, str]]] = []
    for node in root.walk():
        if node.name == "style" and not node.foreign:
            rules.extend(_rules(node.text))
    rules.sort(key=lambda rule: rule[0])
    for node in root.walk():
        classes = node.get("class").split()
        for _, name, mark, word, declared in rules:
            if name and name != node.name:
                continue
            if (mark == "." and word not in classes) or (mark == "#" and word != node.get("id")):
                continue
            node.attributes.update(declared)
        node.attributes.update(_declarations(node.attributes.pop("style", "")))


def _rules(text: str) -> Iterator[tuple[int, str, str, str, dict[str, str]]]:
    """Rules of a style sheet as (weight, element, mark, class or id, declarations)."""
    plain = _COMMENT.sub("", text)
    if "@" in plain:
        word = plain[plain.index("@") :].split()[0]
        raise SvgFault(f"has a style sheet with {word[:30]}; save it with presentation attributes")
    if len(plain) > 200_000:
        raise SvgFault("has a style sheet of more than 200,000 characters; save it with attributes")
    for match in _RULE.finditer(plain):
        for selector in match[1].split(","):
            found = _SELECTOR.fullmatch(selector.strip())
            if found is None and selector.strip() != "*":
                raise SvgFault(
                    f"has a style sheet with the selector '{selector.strip()[:40]}'; "
                    "save it with presentation attributes"
                )
            name, mark, word = found.groups("") if found else ("", "", "")
            weight = {"": 1 if name else 0, ".": 10, "#": 100}[mark] + (1 if name and mark else 0)
            yield weight, name, mark, word, _declarations(match[2])


def _declarations(text: str) -> dict[str, str]:
    found = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip()
    return found
