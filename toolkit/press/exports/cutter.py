"""Cutting machines: every sheet as SVG, as DXF and as a page to print, with registration marks.

Each sheet says which layout it has: a hash of all its lines. Equal names, equal lines, so an old print is cut
with the file of the same name, and never with another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from toolkit.components.faults import Fault
from toolkit.components.writing import safe_name
from toolkit.drawing.model import Drawing
from toolkit.press.arrange import Sheet, Spacing, arrange
from toolkit.press.contours import Contour, outlines, polyline
from toolkit.press.exports import regmarks
from toolkit.press.exports.cutfiles import CutSheet, to_dxf, to_svg
from toolkit.press.exports.goods import Goods
from toolkit.press.exports.orders import Exported, ExportOrder, Made, Step
from toolkit.press.exports.stage import Stage
from toolkit.press.layout import front_angle, moved
from toolkit.press.outlines import shape_of
from toolkit.press.paper import Paper, find_paper
from toolkit.press.pieces import Piece
from toolkit.press.sheets import Laid, sheet_pages

LAYOUT = 1
"""Changes when the same pieces on the same paper are laid out differently."""

BLEED = 1.0
"""How far pieces bleed where a machine cuts, mm: it is that exact."""


def check(goods: Goods, exported: Exported) -> list[Fault]:
    """Tiled boards are left out, or refused if they were asked for; all else can be cut."""
    faults = []
    for name in list(goods.kinds):
        kind = goods.kind(name)
        if kind.tiled and name in goods.chosen:
            faults.append(goods.fault(name, "tiled", "a tiled board is cut by hand; leave it out"))
        elif kind.tiled:
            exported.notes.append(f"{kind.title}: left out, a tiled board is cut by hand.")
            goods.leave(name)
    return faults


def make(goods: Goods, order: ExportOrder, stage: Stage, exported: Exported, step: Step) -> None:
    """An SVG and a DXF for every sheet, and one PDF with all pages to print."""
    from toolkit.drawing.pdf import Metadata, PdfWriter

    paper = find_paper(order.paper)
    sheets, large = best(goods, _pieces(goods), paper)
    if large:
        _leave_large(goods, large, paper, exported)
        sheets, _ = best(goods, _pieces(goods), paper)
    folder = goods.folder
    writer = PdfWriter(
        Metadata(title=f"{folder.title}: sheets to cut", subject=f"{folder.title} {folder.version}"),
        duplex="DuplexFlipLongEdge" if any(s.has_backs for _, s in sheets) else "Simplex",
    )
    for number, (turned, sheet) in enumerate(sheets, 1):
        front, back = sheet_pages(sheet, turned, "long", "none", True)
        cuts, scores = _lines(goods, sheet)
        name = layout_name(turned, cuts, scores)
        said = f"{folder.title} {folder.version}  ·  {front.title}  ·  sheet {number} of {len(sheets)}"
        label = f"{said}  ·  layout {name}  ·  print and cut at 100 %"
        made = CutSheet(
            turned,
            f"{folder.title}: {front.title}",
            front.items,
            cuts,
            scores,
            regmarks.marks(turned),
            label,
        )
        stem = f"cutter/{safe_name(folder.id)}-{number:02d}-{name}"
        stage.add(f"{stem}.svg", to_svg(made))
        stage.add(f"{stem}.dxf", to_dxf(made))
        writer.add_page(made.printed(), front.trim, front.bleed)
        if back is not None:
            writer.add_page(
                Drawing(turned.width, turned.height, tuple(back.items), back.title), back.trim, back.bleed
            )
        cut = f"{len(cuts)} cut{'' if len(cuts) == 1 else 's'}"
        size = f"{turned.width:g} x {turned.height:g} mm, {cut}"
        exported.made.append(Made(f"sheet {number}: {front.title}", len(sheet.pieces), 2, size))
        step(number, len(sheets))
    stage.add(f"cutter/{safe_name(folder.id)}-print.pdf", writer.to_bytes())
    exported.notes.append(
        "Print the PDF at 100 %, then cut each sheet with the SVG or DXF whose layout stands on it. Before "
        "you cut, measure the square on layer Check: 50 mm."
    )


def _pieces(goods: Goods) -> list[Piece]:
    return [piece for name in goods.kinds for piece in goods.kinds[name]]


def _leave_large(goods: Goods, large: Sequence[Piece], paper: Paper, exported: Exported) -> None:
    """Leave kinds out that no sheet holds; ValueError where one was asked for by name, or nothing is left."""
    kinds = {piece.kind.name: piece.kind.title for piece in large}
    room = f"{paper.width - 2 * regmarks.MARGIN:.4g} x {paper.height - 2 * regmarks.MARGIN:.4g}"
    why = f"larger than what {paper.name} has inside the marks ({room} mm); take a larger --paper"
    if set(kinds) & set(goods.chosen) or set(kinds) == set(goods.kinds):
        raise ValueError(f"{', '.join(kinds.values())}: {why}")
    for name, title in kinds.items():
        exported.notes.append(f"{title}: left out, {why}.")
        goods.leave(name)


def _lines(goods: Goods, sheet: Sheet) -> tuple[list[Contour], list[Contour]]:
    """What is cut and what is scored on a sheet."""
    plain, cuts, scores = [], [], []
    for piece, place in zip(sheet.pieces, sheet.places, strict=True):
        matrix = Laid(piece.face, shape_of(piece.kind), place, front_angle(place)).matrix
        if piece.kind.outline:
            cuts.append(polyline(piece.kind.outline).placed(matrix))
        elif piece.net is None or len(piece.net.cuts[0].corners) == 4:
            plain.append((piece.kind.shape, place, _radius(goods, piece)))
        if piece.net is not None:
            scores += [fold.placed(matrix) for fold in piece.net.folds]
            if len(piece.net.cuts[0].corners) != 4:  # a rectangle may share its edges with others
                cuts += [cut.placed(matrix) for cut in piece.net.cuts]
    return [*outlines(plain), *cuts], scores


def layout_name(paper: Paper, cuts: Sequence[Contour], scores: Sequence[Contour]) -> str:
    """A short name for where a machine cuts: other lines, another name."""
    lines = "\n".join([f"{paper.width:g} {paper.height:g}", *(c.path() for c in (*cuts, *scores))])
    return f"L{LAYOUT}-{hashlib.sha256(lines.encode()).hexdigest()[:8]}"


def best(
    goods: Goods, pieces: Sequence[Piece], paper: Paper
) -> tuple[list[tuple[Paper, Sheet]], list[Piece]]:
    """Sheets of all pieces clear of the marks, on paper upright or on its side, kinds apart or sharing
    sheets, whichever takes fewest; and the pieces that fit neither way.
    """
    papers = (paper, paper.turned())
    apart: list[tuple[Paper, Sheet]] = []
    large: list[Piece] = []
    by_kind: dict[tuple[float, float, str, bool, float], list[Piece]] = {}
    for piece in pieces:
        d = piece.drawing
        size = (round(d.width, 3), round(d.height, 3))
        key = (*size, piece.kind.shape, piece.back is not None, _radius(goods, piece))
        by_kind.setdefault(key, []).append(piece)
    for (*_, radius), same in by_kind.items():
        ways = [way for turned in papers if (way := _laid(same, turned, radius > 0, "grid")) is not None]
        if ways:
            apart.extend(ways[0] if len(ways[0]) <= len(ways[-1]) else ways[-1])
        else:
            large.extend(same)
    if large or len(by_kind) < 2:
        return apart, large
    rounded = any(radius > 0 for *_, radius in by_kind)
    for turned in papers:
        shared = _laid(pieces, turned, rounded, "auto")
        if shared is not None and len(shared) < len(apart):
            apart = shared
    return apart, []


def _laid(
    pieces: Sequence[Piece], paper: Paper, rounded: bool, pack: str
) -> list[tuple[Paper, Sheet]] | None:
    """Sheets of pieces on one paper; None where not all fit beside the marks. Rounded corners need a gap."""
    spacing = Spacing(2 * BLEED if rounded else None, pack, marked=False)
    for margin in (regmarks.MARGIN, regmarks.INSET + regmarks.SQUARE + regmarks.CLEAR):
        found, large = arrange(pieces, replace(paper, margin=margin + BLEED), spacing)
        if large or not found:
            continue
        sheets = []
        for sheet in found:
            move = regmarks.cleared(sheet.places, paper, BLEED)
            if move is None:
                break
            sheets.append((paper, replace(sheet, places=tuple(moved(sheet.places, *move)))))
        else:
            return sheets
    return None


def _radius(goods: Goods, piece: Piece) -> float:
    """The radius of a piece's corners after they are cut, mm."""
    if piece.net is not None or piece.kind.template is None:
        return 0.0
    return goods.faces.template(piece.kind.template).radius
