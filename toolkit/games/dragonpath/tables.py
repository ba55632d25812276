"""dragonpath's tables: the tile set that is dealt, and what only this game can find wrong with them.

Ports run clockwise round a tile: 0 1 on top from left to right, 2 3 on the right from top to bottom, 4 5 on
the bottom from right to left, 6 7 on the left from bottom to top. A tile joins them in four pairs, so turning
it a quarter clockwise adds 2 to every port. Two tiles that can be turned into each other are of one class;
there are 35 classes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from toolkit.components.faults import Fault
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.tables import Row, Table
from toolkit.games.needed import needed_table

MAX_TILES = 60
CLASSES = 35

Links = tuple[int, ...]
"""For each of the eight ports of a tile, the port it is joined to."""


class Tile(NamedTuple):
    """One row of the tile table that is in play."""

    id: int
    """The number printed on it, 0 to 99 (two digits)."""
    links: Links
    """Port -> port, eight of them, as the tile is printed (not turned)."""
    rotations: int
    """How many of its four rotations look different: 1, 2 or 4 (those by 0 to rotations - 1 quarters)."""
    copies: int
    """How many of it there are, at least 1."""


class TileSet(NamedTuple):
    """The tiles that are shuffled, in the order of the table."""

    tiles: list[Tile]

    @property
    def total(self) -> int:
        """How many tiles there are, copies counted."""
        return sum(tile.copies for tile in self.tiles)


class NoPairing(ValueError):
    """Links that are no pairing of the ports 0 to 7; the message says what would be right."""


def parse_links(text: str) -> Links:
    """The links written in a cell, such as '01 23 45 67' (also with - / , between them). Raises NoPairing."""
    right = "write the ports 0 to 7 in four pairs, such as 01 23 45 67"
    ports = re.sub(r"[\s,;/+-]", "", text)
    if re.fullmatch(r"[1-7]{7}", text) and len(set(text)) == 7:
        pairs = " ".join(("0" + text)[at : at + 2] for at in range(0, 8, 2))
        raise NoPairing(f"'{text}' has lost its leading zero; write it with spaces: {pairs}")
    wrong = re.search(r"[^0-7]", ports)
    if wrong:
        raise NoPairing(f"'{text[:40]}' has '{wrong[0]}', which is no port; {right}")
    twice = sorted({port for port in ports if ports.count(port) > 1})
    missing = [port for port in "01234567" if port not in ports]
    if twice or missing:
        said = [f"joins port {' and '.join(twice)} more than once"] if twice else []
        said += [f"leaves out port {' and '.join(missing)}"] if missing else []
        raise NoPairing(f"'{text[:40]}' {' and '.join(said)}; {right}")
    links = [0] * 8
    for at in range(0, 8, 2):
        one, other = int(ports[at]), int(ports[at + 1])
        links[one], links[other] = other, one
    return tuple(links)


def turned(links: Links, quarters: int = 1) -> Links:
    """The links of a tile turned clockwise by quarters."""
    shift = 2 * quarters
    return tuple((links[(port - shift) % 8] + shift) % 8 for port in range(8))


def mirrored(links: Links) -> Links:
    """The links of a tile's mirror image (left and right exchanged)."""
    return tuple((1 - links[(1 - port) % 8]) % 8 for port in range(8))


def rotations(links: Links) -> int:
    """How many rotations of a tile look different: 1, 2 or 4."""
    return len({turned(links, quarters) for quarters in range(4)})


def links_text(links: Links) -> str:
    """Links as they are written in the table: '01 23 45 67'."""
    return " ".join(f"{port}{other}" for port, other in enumerate(links) if port < other)


def tile_class(links: Links) -> str:
    """The name of a tile's class: the smallest of its rotations as text."""
    return min(links_text(turned(links, quarters)) for quarters in range(4))


def all_classes() -> list[str]:
    """The 35 classes, in order."""
    return sorted({tile_class(links) for links in all_links()})


def all_links() -> list[Links]:
    """All 105 pairings of the eight ports."""

    def pairings(ports: Sequence[int]) -> list[list[tuple[int, int]]]:
        if not ports:
            return [[]]
        first = ports[0]
        return [
            [(first, other), *rest]
            for other in ports[1:]
            for rest in pairings([port for port in ports[1:] if port != other])
        ]

    found = []
    for pairs in pairings(range(8)):
        links = [0] * 8
        for one, other in pairs:
            links[one], links[other] = other, one
        found.append(tuple(links))
    return found


def read(folder: Folder) -> tuple[TileSet, list[Fault]]:
    """The tile set of a game folder, and every fault that only this game's tables can have.

    Rows with a fault, and rows with count 0, are not in the set. A set that differs from the 35 tiles of the
    source is a warning; more than 60 tiles, links that are no pairing, and a table that is missing are
    errors.
    """
    faults: list[Fault] = []
    tables = {
        name: needed_table(folder, name, faults, "error" if name == "tiles" else "warning")
        for name in ("tiles", "dragon", "markers", "board")
    }
    tiles = _tiles(tables["tiles"], faults)
    _check_set(folder, tables["tiles"], tiles, faults)
    _check_dragon(tables["dragon"], faults)
    _check_markers(folder, tables["markers"], faults)
    _check_board(folder, tables["board"], faults)
    return TileSet([tile for _, tile in tiles]), faults


def _tiles(table: Table, faults: list[Fault]) -> list[tuple[Row, Tile]]:
    tiles = []
    for row in table.rows:
        text = row.text("links")
        if not text:
            continue
        try:
            links = parse_links(text)
        except NoPairing as error:
            faults.append(row.fault("links", str(error)))
            continue
        if row.get("id") is not None and row.count > 0:
            tiles.append((row, Tile(row.whole("id"), links, rotations(links), row.count)))
    return tiles


def _check_set(folder: Folder, table: Table, tiles: list[tuple[Row, Tile]], faults: list[Fault]) -> None:
    if table.file == MANIFEST:
        return
    total = sum(tile.copies for _, tile in tiles)
    hand = folder.options["hand_size"].default if "hand_size" in folder.options else 0
    needed = folder.players[0] * int(hand)
    if total > MAX_TILES:
        message = f"{total} tiles are in play; at most {MAX_TILES} are possible, lower some counts"
        faults.append(Fault(table.file, None, "count", message))
    elif total < needed:
        message = f"{total} tiles are in play; {folder.players[0]} hands of {hand} need {needed}"
        faults.append(Fault(table.file, None, "count", message))
    first: dict[str, Tile] = {}
    for row, tile in tiles:
        name = tile_class(tile.links)
        if tile.copies > 1:
            message = (
                f"{tile.copies} of tile {tile.id:02}; in the published game every tile is unique (count 1)"
            )
            faults.append(row.fault("count", message, "warning"))
        if name in first:
            other = first[name]
            how = "equals" if other.links == tile.links else "is, turned,"
            message = (
                f"tile {tile.id:02} {how} tile {other.id:02}; in the published game every tile is unique"
            )
            faults.append(row.fault("links", message, "warning"))
        else:
            first[name] = tile
    missing = [name for name in all_classes() if name not in first]
    if total != CLASSES or missing:
        message = f"{total} tiles are in play; the published game has {CLASSES}, all different"
        if missing:
            names = [f"({name})" for name in missing[:6]]
            more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
            message += f"; not here: {', '.join(names)}{more}"
        faults.append(Fault(table.file, None, None, message, "warning"))


def _check_dragon(table: Table, faults: list[Fault]) -> None:
    if table.file != MANIFEST and table.count() != 1:
        message = f"{table.count()} dragon tiles; the game has one"
        faults.append(Fault(table.file, None, None, message, "warning"))


def _check_markers(folder: Folder, table: Table, faults: list[Fault]) -> None:
    if table.file == MANIFEST:
        return
    if table.count() < folder.players[1]:
        most = folder.players[1]
        message = f"{table.count()} marker stones for up to {most} players; add some, or lower `players`"
        faults.append(Fault(table.file, None, None, message, "warning"))
    for column in ("colour", "symbol"):
        seen: dict[str, Row] = {}
        for row in table.rows:
            value = row.text(column).casefold()
            if value in seen and value and row.count:
                message = (
                    f"'{row.text(column)}' is the {column} of row {seen[value].row} too; take another one"
                )
                faults.append(row.fault(column, message, "warning"))
            seen.setdefault(value, row)


def _check_board(folder: Folder, table: Table, faults: list[Fault]) -> None:
    option = folder.options.get("board_size")
    sizes = [row.whole("size") for row in table.rows if row.count > 0]
    if table.file == MANIFEST or option is None or option.default in sizes:
        return
    message = f"no {option.default}x{option.default} board is printed, which is what option board_size plays"
    faults.append(
        Fault(table.file, None, "size", f"{message}; add it, or change the option's default", "warning")
    )


def fill(folder: Folder) -> tuple[dict[str, object], list[Fault]]:
    """The tile set as the fields of the rules' tables record (see `rules.TABLES`), and the faults.

    Every copy of a tile is an item of its own; the rows of the table are the kinds.
    """
    from toolkit.games.dragonpath.rules import step_cell, twin  # needs numpy, which checking a table does not

    tile_set, faults = read(folder)
    ways = [[turned(tile.links, quarters) for quarters in range(4)] for tile in tile_set.tiles]
    values: dict[str, object] = {
        "items": tile_set.total,
        "kinds": len(tile_set.tiles),
        "kind": [kind for kind, tile in enumerate(tile_set.tiles) for _ in range(tile.copies)],
        "number": [tile.id for tile in tile_set.tiles],
        "rotations": [tile.rotations for tile in tile_set.tiles],
        "go": [[[step_cell(0, out) for out in links] for links in turns] for turns in ways],
        "enter": [[[twin(out) for out in links] for links in turns] for turns in ways],
    }
    return values, faults
