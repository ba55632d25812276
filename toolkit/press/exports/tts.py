"""Tabletop Simulator: sheets of cards, pictures of tiles, and a save file that puts them on the table.

A sheet is a grid of at most 10 x 7 pictures, of which the last stands for a card that is hidden, so that 69
are usable; at most 4096 pixels a side, RGB. The simulator remembers pictures by their address, so files are
named by a hash of what they hold.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkit.components.faults import Fault
from toolkit.components.writing import safe_name
from toolkit.drawing.model import Drawing
from toolkit.press.exports.goods import Goods, Item
from toolkit.press.exports.orders import Exported, ExportOrder, Made, Step
from toolkit.press.exports.stage import Stage
from toolkit.press.nets import panel_face
from toolkit.press.outlines import Shape, cut_out, shape_of
from toolkit.press.raster import DPI, encode, images, size_in_pixels

COLUMNS, ROWS = 10, 7
USABLE = COLUMNS * ROWS - 1
"""Cards on a full sheet: its last place shows what others see of a hidden card."""

MOST_PIXELS = 4096

_HIDDEN = "#7a7a78"
_CARD_HEIGHT = 88.9
"""A card of this height (mm) has scale 1; all other sizes follow from it."""

_UNITS = 3.05 / _CARD_HEIGHT
"""The simulator's units for a millimetre: a card at scale 1 is 3.05 of them high."""

_TILE_UNITS, _FIGURE_UNITS = 2.0, 2.5
"""Width of a tile and height of a figure at scale 1, in the simulator's units."""

_TILE_SHAPES = {"rect": 0, "hex": 1, "circle": 2}
"""Shapes of tiles; all others are tokens, which have the outline of their picture."""

_BOARD = 200.0
"""A piece longer than this is a board (mm): it lies still, and its picture has as many pixels as there may
be.
"""

_SHARP = 1024
"""Pixels of a smaller piece's longer side, at most."""

_MERGE = 5.0
"""Corners of a token's outline nearer than this many pixels are one."""

_THICK = 0.1


@dataclass(slots=True)
class _Table:
    """What is put on the table: objects in rows, side by side."""

    objects: list[dict[str, Any]] = field(default_factory=list)
    x: float = -20.0
    z: float = 12.0

    def place(self, width: float, height: float) -> tuple[float, float]:
        """A free place for something of this size (the simulator's units)."""
        if self.x + width > 20.0:
            self.x, self.z = -20.0, self.z - 6.0
        at = (round(self.x + width / 2, 3), round(self.z, 3))
        self.x += width + 0.8
        return at


def check(goods: Goods, exported: Exported) -> list[Fault]:
    """Everything but boxes can be shown on a table; those are left out, or refused if they were asked for."""
    faults = []
    for name in list(goods.kinds):
        kind = goods.kind(name)
        if kind.make == "tuckbox" and name in goods.chosen:
            faults.append(goods.fault(name, "make", "there are no boxes in Tabletop Simulator; leave it out"))
        elif kind.make == "tuckbox":
            exported.notes.append(f"{kind.title}: left out, there are no boxes in Tabletop Simulator.")
            goods.leave(name)
    return faults


def make(goods: Goods, order: ExportOrder, stage: Stage, exported: Exported, step: Step) -> None:
    """Sheets, pictures and the save file."""
    maker = _Maker(goods, order, stage, step)
    for name in goods.kinds:
        exported.made.append(maker.kind(name))
    file = f"{safe_name(goods.folder.id)}-tts.json"
    stage.add(file, maker.save())
    exported.notes.append(
        f"Put {file} into Tabletop Simulator's folder Saves/Saved Objects and load it from there."
    )
    odd = [goods.kind(name).title for name in goods.kinds if goods.kind(name).shape not in _TILE_SHAPES]
    if odd:
        exported.notes.append(
            f"{', '.join(odd)}: tokens, which the simulator cuts out of their pictures; see there whether "
            "they have the size of the board."
        )
    if order.address is None:
        exported.notes.append(
            "It names the pictures on this computer: others see them once you upload them to the cloud in "
            "the simulator, or to a server that --address names."
        )


class _Maker:
    """Makes pictures, once each, and the objects that show them."""

    def __init__(self, goods: Goods, order: ExportOrder, stage: Stage, step: Step) -> None:
        self.goods, self.order, self.stage, self.step = goods, order, stage, step
        self.table = _Table()
        self.decks = 0
        self.done = 0
        self.total = sum(len(goods.items(name)) for name in goods.kinds)

    def kind(self, name: str) -> Made:
        """The objects of a kind: a deck where cards have backs, else a tile for each piece."""
        kind = self.goods.kind(name)
        items = self.goods.items(name)
        pieces = len(self.goods.kinds[name])
        before = len(self.stage.names)
        if kind.make is not None:
            size = self._figures(items)
        elif kind.shape == "rect" and kind.back is not None and not kind.tiled:
            size = self._deck(name, items)
        else:
            size = self._tiles(name, items)
        return Made(kind.title, pieces, len(self.stage.names) - before, size)

    # -- decks

    def _deck(self, name: str, items: Sequence[Item]) -> str:
        kind = self.goods.kind(name)
        width, height = self.goods.size(name)
        back = self.goods.one_back(name)
        decks: dict[str, dict[str, Any]] = {}
        cards: list[dict[str, Any]] = []
        said = ""
        for part in _parts(items):
            self.decks += 1
            columns, rows = grid(len(part))
            cell = cell_pixels(width, height, columns, rows)
            said = f"{columns * cell[0]} x {rows * cell[1]} px"
            cover = back or part[0].piece.back.drawing if part[0].piece.back else None
            assert cover is not None
            face = self._sheet([i.piece.drawing for i in part], columns, rows, cell, cover)
            if back is not None:
                behind = self._picture(back, self._scaled(back, _SHARP))
            else:
                backs = [i.piece.back.drawing for i in part if i.piece.back is not None]
                behind = self._sheet(backs, columns, rows, cell, None)
            decks[str(self.decks)] = {
                "FaceURL": face,
                "BackURL": behind,
                "NumWidth": columns,
                "NumHeight": rows,
                "BackIsHidden": True,
                "UniqueBack": back is None,
                "Type": 0,
            }
            for index, item in enumerate(part):
                own = {str(self.decks): decks[str(self.decks)]}
                number = self.decks * 100 + index
                cards += [self._card(item, number, own, width, height) for _ in range(item.count)]
        k = height / _CARD_HEIGHT
        at = self.table.place(width * _UNITS, height * _UNITS)
        if len(cards) == 1:
            cards[0]["Transform"] = _transform(*at, k, k)
            self._put(cards[0])
        else:
            deck = _object("DeckCustom", kind.title, at, k, k)
            deck |= {
                "HideWhenFaceDown": True,
                "Hands": False,
                "SidewaysCard": False,
                "DeckIDs": [card["CardID"] for card in cards],
                "CustomDeck": decks,
                "ContainedObjects": cards,
            }
            # A deck lies face down, as it is drawn from.
            deck["Transform"]["rotZ"] = 180.0
            self._put(deck)
        return said

    def _card(
        self, item: Item, number: int, deck: dict[str, Any], width: float, height: float
    ) -> dict[str, Any]:
        k = height / _CARD_HEIGHT
        card = _object("CardCustom", item.piece.name, (0.0, 0.0), k, k)
        card |= {
            "HideWhenFaceDown": True,
            "Hands": True,
            "CardID": number,
            "SidewaysCard": False,
            "CustomDeck": deck,
        }
        return card

    def _sheet(
        self,
        drawings: Sequence[Drawing],
        columns: int,
        rows: int,
        cell: tuple[int, int],
        hidden: Drawing | None,
    ) -> str:
        """The address of a sheet of these faces; its last place shows `hidden` (grey if None)."""
        from PIL import Image

        sheet = Image.new("RGB", (columns * cell[0], rows * cell[1]), _HIDDEN)
        dpi = cell[0] / (drawings[0].width / 25.4)
        shown = [*drawings, *([hidden] if hidden is not None else [])]
        for number, picture in enumerate(images(shown, dpi, canvas=cell)):
            place = number if number < len(drawings) else columns * rows - 1
            sheet.paste(picture, (place % columns * cell[0], place // columns * cell[1]))
            if number < len(drawings):
                self._advance()
        return self._file(encode(sheet))

    # -- tiles

    def _tiles(self, name: str, items: Sequence[Item]) -> str:
        kind = self.goods.kind(name)
        said = ""
        for item in items:
            face = item.piece.drawing
            board = kind.tiled or max(face.width, face.height) > _BOARD
            most = MOST_PIXELS if board else _SHARP
            pixels = self._scaled(face, most)
            said = f"{pixels[0]} x {pixels[1]} px"
            shape = shape_of(kind)
            front = self._picture(face, pixels, shape)
            back = item.piece.back
            behind = front
            if back is not None:
                scaled = self._scaled(back.drawing, most)
                behind = self._picture(back.drawing, scaled, shape.behind(back.drawing.width))
            wide, high = face.width * _UNITS, face.height * _UNITS
            at = self.table.place(wide, high)
            # Equal tiles lie in one stack.
            what = "Custom_Tile" if shape.name in _TILE_SHAPES else "Custom_Token"
            what += "_Stack" if item.count > 1 else ""
            tile = _object(what, item.piece.name, at, wide / _TILE_UNITS, high / _TILE_UNITS)
            tile["Locked"] = board
            tile["CustomImage"] = {
                "ImageURL": front,
                "ImageSecondaryURL": behind,
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                **_tile(shape, item.count > 1),
            }
            if item.count > 1:
                tile["Number"] = item.count
            self._put(tile)
            self._advance()
        return said

    def _figures(self, items: Sequence[Item]) -> str:
        """Standees, each a figure with the pictures of its two sides."""
        said = ""
        for item in items:
            net = item.piece.net
            assert net is not None
            behind, front = (panel_face(net, item.piece.drawing, number) for number in (0, 1))
            pixels = self._scaled(front, _SHARP)
            said = f"{pixels[0]} x {pixels[1]} px"
            addresses = self._picture(front, pixels), self._picture(behind, pixels)
            for _ in range(item.count):
                k = front.height * _UNITS / _FIGURE_UNITS
                at = self.table.place(front.width * _UNITS, 1.0)
                figure = _object("Figurine_Custom", item.piece.name, at, k, k)
                figure["Transform"]["scaleY"] = round(k, 4)
                figure["CustomImage"] = {
                    "ImageURL": addresses[0],
                    "ImageSecondaryURL": addresses[1],
                    "ImageScalar": 1.0,
                    "WidthScale": 0.0,
                }
                self._put(figure)
            self._advance()
        return said

    # -- pictures and the file

    def _scaled(self, drawing: Drawing, most: int) -> tuple[int, int]:
        """Pixels of a picture at 300 dpi, or as many as are allowed on its longer side."""
        wide, high = size_in_pixels(drawing, DPI)
        k = min(1.0, most / max(wide, high))
        return max(1, round(wide * k)), max(1, round(high * k))

    def _picture(self, drawing: Drawing, pixels: tuple[int, int], shape: Shape | None = None) -> str:
        dpi = pixels[0] / (drawing.width / 25.4)
        shown = cut_out(drawing, shape or Shape())
        return self._file(encode(next(images([shown], dpi, canvas=pixels))))

    def _file(self, data: bytes) -> str:
        """The address of a file with this content."""
        name = f"{hashlib.sha256(data).hexdigest()[:24]}.png"
        if f"tts/{name}" not in self.stage:
            self.stage.add(f"tts/{name}", data)
        if self.order.address is not None:
            return f"{self.order.address.rstrip('/')}/{name}"
        return (Path(self.stage.output).resolve() / "tts" / name).as_uri()

    def _advance(self) -> None:
        self.done = min(self.done + 1, self.total)
        self.step(self.done, self.total)

    def _put(self, made: dict[str, Any]) -> None:
        self.table.objects.append(made)

    def save(self) -> bytes:
        """The save file, with an id for every object that is the same for the same export."""
        folder = self.goods.folder
        for number, made in enumerate(_all(self.table.objects)):
            digest = hashlib.sha256(f"{folder.id} {number} {made['Nickname']}".encode()).hexdigest()
            made["GUID"] = digest[:6]
        content = {
            "SaveName": folder.title,
            "Date": "",
            "VersionNumber": "",
            "GameMode": folder.title,
            "GameType": "",
            "GameComplexity": "",
            "Tags": [],
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Table": "Table_RPG",
            "Sky": "Sky_Museum",
            "Note": f"{folder.title} {folder.version}, tables {folder.short_fingerprint}",
            "TabStates": {},
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            "ObjectStates": self.table.objects,
        }
        return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def grid(count: int) -> tuple[int, int]:
    """Columns and rows of a sheet for so many cards (1 to 69), with one place more for the hidden card."""
    columns = min(COLUMNS, max(2, math.ceil(math.sqrt((count + 1) * COLUMNS / ROWS))))
    return columns, max(2, math.ceil((count + 1) / columns))


def cell_pixels(width: float, height: float, columns: int, rows: int) -> tuple[int, int]:
    """Pixels of one card (mm) on a sheet: 300 dpi, or as many as 4096 a side allow."""
    k = min(DPI / 25.4, MOST_PIXELS / columns / width, MOST_PIXELS / rows / height)
    return max(1, int(width * k + 1e-6)), max(1, int(height * k + 1e-6))


def _parts(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """The cards of each sheet."""
    for start in range(0, len(items), USABLE):
        yield items[start : start + USABLE]


def _tile(shape: Shape, stackable: bool) -> dict[str, Any]:
    """What makes an object a tile of a shape, or a token."""
    common = {"Thickness": _THICK, "Stackable": stackable}
    if shape.name in _TILE_SHAPES:
        # The picture covers the tile, whose sides are scaled one by one.
        return {"CustomTile": {"Type": _TILE_SHAPES[shape.name], **common, "Stretch": False}}
    return {"CustomToken": {**common, "MergeDistancePixels": _MERGE, "StandUp": False}}


def _object(name: str, title: str, at: tuple[float, float], scale_x: float, scale_z: float) -> dict[str, Any]:
    return {
        "GUID": "",
        "Name": name,
        "Transform": _transform(*at, scale_x, scale_z),
        "Nickname": title,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
    }


def _transform(x: float, z: float, scale_x: float, scale_z: float) -> dict[str, float]:
    return {
        "posX": x,
        "posY": 1.5,
        "posZ": z,
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 0.0,
        "scaleX": round(scale_x, 4),
        "scaleY": 1.0,
        "scaleZ": round(scale_z, 4),
    }


def _all(objects: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for made in objects:
        yield made
        yield from _all(made.get("ContainedObjects", ()))
