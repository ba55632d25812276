"""The bill of materials: pieces, sheets of paper, cuts, ink, and what an order at a shop would need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from toolkit.components.faults import errors
from toolkit.components.folder import Folder
from toolkit.drawing.cmyk import Inks, coverage
from toolkit.faces.face import Faces
from toolkit.press.arrange import Sheet, arrange
from toolkit.press.chosen import chosen_rows, nothing_chosen
from toolkit.press.documents import Document, finished, piece_documents, rulebook_document
from toolkit.press.exports.checks import matching
from toolkit.press.exports.goods import Goods, by_kind
from toolkit.press.exports.orders import PLACES, Exported
from toolkit.press.exports.pictures import plan
from toolkit.press.order import Order
from toolkit.press.outlines import shape_of
from toolkit.press.pieces import make_pieces
from toolkit.press.raster import images

DPI = 40
"""Resolution at which ink is measured."""

CARD_STOCK = 0.3
"""Thickness of a card of usual stock (300 g a square metre), mm."""

SHOPS = ("tgc", "mpc", "drivethru")

Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class KindBill:
    """Pieces of one kind: how many, how many different ones, size in mm, shape, whether they have backs."""

    kind: str
    title: str
    pieces: int
    different: int
    width: float
    height: float
    shape: str
    backs: bool


@dataclass(frozen=True, slots=True)
class SheetBill:
    """Paper of one printed document: sheets, printed sides, cuts, and the share of all sides that each ink
    covers (cyan, magenta, yellow, black).
    """

    what: str
    sheets: int
    sides: int
    cuts: int
    ink: Inks


@dataclass(frozen=True, slots=True)
class ShopBill:
    """What a shop needs for one kind: the size's name, copies and files; or why it does not take it."""

    shop: str
    title: str
    size: str
    copies: int
    files: int
    refused: tuple[str, ...] = ()


@dataclass(slots=True)
class Bill:
    """A game's bill of materials, printed as an order says."""

    title: str
    version: str
    paper: str
    ink: str
    kinds: list[KindBill] = field(default_factory=list)
    sheets: list[SheetBill] = field(default_factory=list)
    shops: list[ShopBill] = field(default_factory=list)

    @property
    def pieces(self) -> int:
        """All pieces."""
        return sum(kind.pieces for kind in self.kinds)

    @property
    def stack(self) -> float:
        """How high all pieces stand on each other on usual card stock, mm."""
        return self.pieces * CARD_STOCK


def bill_of(folder: Folder, order: Order, step: Step | None = None) -> Bill:
    """The bill of materials of what an order would print; nothing is written.

    `step(done, of)` is called as sides are measured. Raises FaultError for faults of the folder, ValueError
    for what is wrong with the order.
    """
    paper = order.check()
    folder.require()
    faces = Faces(folder.path)
    kinds, keeps, with_book = chosen_rows(folder, order.only, order.where)
    pieces = make_pieces(folder, kinds, faces, order.look, keeps)
    bill = Bill(folder.title, folder.version, paper.name, order.ink)
    goods = Goods(folder, faces, by_kind(pieces))
    for name in goods.kinds:
        kind = goods.kind(name)
        width, height = goods.size(name)
        count = len(goods.kinds[name])
        backs = kind.back is not None
        bill.kinds.append(
            KindBill(name, kind.title, count, len(goods.items(name)), width, height, kind.shape, backs)
        )
    documents, _ = piece_documents(folder, pieces, faces, paper, order)
    cuts = _cuts_by_document(arrange(pieces, paper, order.spacing)[0], documents)
    if with_book and folder.rulebook is not None:
        documents.append(rulebook_document(folder, folder.rulebook, faces, paper, order.ink))
    if not documents:
        raise ValueError(nothing_chosen(folder, order.only, order.where))
    drawn = [finished(folder, document, order) for document in documents]
    total = sum(map(len, drawn))
    done = 0
    for document, drawings in zip(documents, drawn, strict=True):
        inks = []
        for picture in images(drawings, DPI):
            inks.append(coverage(picture))
            done += 1
            if step is not None:
                step(done, total)
        mean: Any = tuple(sum(ink[i] for ink in inks) / len(inks) for i in range(4))
        bill.sheets.append(
            SheetBill(document.what, document.sheets, len(drawings), cuts.get(document.name, 0), mean)
        )
    for shop in SHOPS:
        bill.shops.extend(_shop(goods, shop, name) for name in goods.kinds)
    return bill


def cuts_of(sheet: Sheet) -> int:
    """Cuts of a sheet: straight lines across it where pieces touch or stand in rows, else the sides of each
    piece; a round piece is one cut.
    """
    shapes = {piece.kind.shape for piece in sheet.pieces}
    if shapes == {"rect"} and not sheet.packed:
        levels = {(0, round(v, 3)) for p in sheet.places for v in (p.x, p.x + p.width)}
        levels |= {(1, round(v, 3)) for p in sheet.places for v in (p.y, p.y + p.height)}
        return len(levels)
    return sum(shape_of(piece.kind).sides for piece in sheet.pieces)


def _cuts_by_document(sheets: Sequence[Sheet], documents: Sequence[Document]) -> dict[str, int]:
    """Cuts of each document: of its sheets, and four for every part of a tiled board."""
    counts: dict[str, int] = {}
    names = {document.name for document in documents}
    for sheet in sheets:
        if sheet.fold is not None:
            name = "gutterfold"
        elif sheet.has_backs:
            name = "two-sided" if "two-sided" in names else "fronts" if "fronts" in names else "one-sided"
        else:
            name = "one-sided"
        counts[name] = counts.get(name, 0) + cuts_of(sheet)
    for document in documents:
        if document.name == "one-sided":
            plain = sum(1 for sheet in sheets if sheet.fold is None and not sheet.has_backs)
            counts["one-sided"] = counts.get("one-sided", 0) + 4 * max(0, document.sheets - plain)
    return counts


def _shop(goods: Goods, shop: str, name: str) -> ShopBill:
    """What a shop needs for one kind."""
    maker: Any = import_module(f"toolkit.press.exports.{shop}")
    one = Goods(goods.folder, goods.faces, {name: goods.kinds[name]}, (name,))
    faults = errors(maker.check(one, Exported(shop, goods.folder.title)))
    title, count = goods.kind(name).title, len(goods.kinds[name])
    if faults:
        said = (fault.message.removeprefix(f"{title}: ") for fault in faults)
        short = (
            text.removeprefix(f"{PLACES[shop]} ")
            .removesuffix(f"; leave {name} out")
            .replace(PLACES[shop], "it")
            for text in said
        )
        return ShopBill(PLACES[shop], title, "", count, 0, tuple(dict.fromkeys(short)))
    size = matching(*goods.size(name), maker.SIZES)
    files = 1 if shop == "drivethru" else len(plan(goods, name, shop == "mpc"))
    return ShopBill(PLACES[shop], title, size.name if size else "", count, files)
