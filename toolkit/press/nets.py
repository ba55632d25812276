"""Pieces that are folded: standees and tuck boxes, as flat nets with their lines to cut and to fold, mm.

A net is drawn from the faces of the piece: the panels show them, turned so that they stand upright when the
net is folded.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.components.faults import Fault
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.manifest import KindSpec
from toolkit.components.tomlfile import read_toml
from toolkit.drawing.geometry import bounds, compose, rectangle, rotate, translate
from toolkit.drawing.model import Box, Drawing, Group, Item, Matrix, Path, Segment
from toolkit.press.contours import Contour, polyline

CLEARANCE = 1.0
"""A box is this much wider, deeper and higher inside than what it holds, mm."""

DEEPEST = 250.0
"""The deepest box that is folded, mm."""

TONGUE = 15.0
"""How far the lid of a box is tucked in, mm."""

GLUE = 11.0
"""Width of the flap by which the sides of a box are glued together, mm."""

INK, WIDTH = "#555555", 0.15
DASH = (2.0, 1.2)

_QUARTER = 0.41421356237309503  # tangent of a quarter of a right angle: the bulge of a rounded corner


@dataclass(frozen=True, slots=True)
class Net:
    """A flat net of `width` by `height` mm: contours to cut, lines to fold (scored), panels that show faces.

    `words` stand on flaps (text, x, y); `grounds` are parts that have the colour of the front's ground.
    """

    width: float
    height: float
    cuts: tuple[Contour, ...]
    folds: tuple[Contour, ...]
    panels: tuple[Panel, ...] = ()
    words: tuple[tuple[str, float, float], ...] = ()
    grounds: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel that shows a face (`front` or `back`): the face's transform and the panel's box on the net."""

    face: str
    matrix: Matrix
    x: float
    y: float
    width: float
    height: float


def standee(width: float, height: float, tab: float, own_back: bool) -> Net:
    """A figure that stands: front and back joined at the fold along their heads, a tab (mm) below each.

    Without a back of its own the front is mirrored at the fold, so that both outlines lie on each other; a
    back of its own is turned by half a turn, so that it can be read.
    """
    total = 2 * (height + tab)
    fold = tab + height
    if own_back:
        behind = Panel("back", compose(translate(width, fold), rotate(180)), 0, tab, width, height)
    else:
        behind = Panel("front", (1.0, 0.0, 0.0, -1.0, 0.0, fold), 0, tab, width, height)
    front = Panel("front", translate(0, fold), 0, fold, width, height)
    folds = tuple(
        polyline([(0, y), (width, y)], closed=False) for y in (tab, fold, fold + height) if 0 < y < total
    )
    cut = polyline([(0, 0), (width, 0), (width, total), (0, total)])
    return Net(width, total, (cut,), folds, (behind, front))


def tuckbox(width: float, height: float, depth: float) -> Net:
    """A box whose inside is `width` x `height` x `depth` mm: front, side, back, side and a flap to be glued;
    a lid with a tongue and two dust flaps above, a bottom that is glued below, a notch for the thumb.
    """
    w, h, d = width, height, depth
    tongue = min(TONGUE, h / 2)
    dust = max(5.0, min(w / 2 - 1.0, 0.9 * d + 5.0, 20.0))
    glue = min(GLUE, w / 2)
    notch = min(9.0, w / 5)
    top = max(d + tongue, dust)
    y1, y2 = top, top + h
    bottom = y2 + max(d, dust)
    x1, x2, x3, x4, x5 = w, w + d, 2 * w + d, 2 * w + 2 * d, 2 * w + 2 * d + glue
    slant, ease = min(2.0, d / 4), 0.5
    r = min(5.0, tongue / 2, w / 4)
    lid = y1 - d
    corners = [
        (0.0, y1, 0.0),
        (w / 2 - notch, y1, -1.0),  # half a turn downwards: the notch
        (w / 2 + notch, y1, 0.0),
        (x1, y1, 0.0),
        # dust flap of the first side
        (x1 + slant, y1 - dust, 0.0),
        (x2 - slant, y1 - dust, 0.0),
        (x2, y1, 0.0),
        # lid and tongue on the back
        (x2, lid, 0.0),
        (x2 + ease, lid, 0.0),
        (x2 + ease, lid - tongue + r, _QUARTER),
        (x2 + ease + r, lid - tongue, 0.0),
        (x3 - ease - r, lid - tongue, _QUARTER),
        (x3 - ease, lid - tongue + r, 0.0),
        (x3 - ease, lid, 0.0),
        (x3, lid, 0.0),
        (x3, y1, 0.0),
        # dust flap of the second side
        (x3 + slant, y1 - dust, 0.0),
        (x4 - slant, y1 - dust, 0.0),
        (x4, y1, 0.0),
        # the flap that is glued behind the front
        (x5, y1 + glue / 2, 0.0),
        (x5, y2 - glue / 2, 0.0),
        (x4, y2, 0.0),
        # bottom: dust flap, glued panel of the back, dust flap, outer panel of the front
        (x4 - slant, y2 + dust, 0.0),
        (x3 + slant, y2 + dust, 0.0),
        (x3, y2, 0.0),
        (x3 - ease, y2 + d, 0.0),
        (x2 + ease, y2 + d, 0.0),
        (x2, y2, 0.0),
        (x2 - slant, y2 + dust, 0.0),
        (x1 + slant, y2 + dust, 0.0),
        (x1, y2, 0.0),
        (x1 - ease, y2 + d, 0.0),
        (ease, y2 + d, 0.0),
        (0.0, y2, 0.0),
    ]
    folds = [[(x, y1), (x, y2)] for x in (x1, x2, x3, x4)]
    folds += [[(x1, y1), (x2, y1)], [(x2, y1), (x3, y1)], [(x3, y1), (x4, y1)]]
    folds += [[(x2 + ease, lid), (x3 - ease, lid)]]
    folds += [[(a, y2), (b, y2)] for a, b in ((0.0, x1), (x1, x2), (x2, x3), (x3, x4))]
    panels = (
        Panel("front", translate(0, y1), 0, y1, w, h),
        Panel("back", translate(x2, y1), x2, y1, w, h),
    )
    words = (("glue", (x4 + x5 + 3.0) / 2, (y1 + y2) / 2),)
    # All round, a little into the flaps, so that no white shows at an edge; lid and bottom too.
    grounds = ((0.0, y1, x4 + 3.0, y2), (x2, lid - 3.0, x3, y1), (0.0, y2, x1, y2 + d))
    lines = tuple(polyline(fold, closed=False) for fold in folds)
    return Net(x5, bottom, (Contour(tuple(corners)),), lines, panels, words, grounds)


def panel_face(net: Net, drawing: Drawing, number: int) -> Drawing:
    """What stands on a panel of a drawn net, upright as one sees it when the net is folded.

    A panel that shows a mirrored face is turned upright, and so shows it mirrored, as from behind.
    """
    panel = net.panels[number]
    moved = Group(drawing.items, translate(-panel.x, -panel.y))
    turn = rotate(180, panel.width / 2, panel.height / 2) if panel.matrix[3] < 0 else translate(0, 0)
    return Drawing(panel.width, panel.height, (Group((moved,), turn),), drawing.title)


def box_fault(kind: KindSpec, folder: Folder) -> Fault | None:
    """What is wrong with a box: it would be deeper than `DEEPEST`; None for what is no box, or a good one."""
    if kind.make != "tuckbox":
        return None
    depth = box_depth(kind, folder)
    if depth <= DEEPEST:
        return None
    message = f"a box {depth:,.0f} mm deep is too deep; at most {DEEPEST:g} are folded: make several boxes"
    return Fault(MANIFEST, *read_toml(folder.path / MANIFEST).at("kinds", kind.name, "make"), message)


def net_of(kind: KindSpec, folder: Folder, face: Drawing) -> Net | None:
    """The net of a kind's pieces, whose face is given; None for pieces that are not folded."""
    if kind.make == "standee":
        return standee(face.width, face.height, kind.tab, kind.back is not None)
    if kind.make == "tuckbox":
        return tuckbox(face.width, face.height, box_depth(kind, folder))
    return None


def box_depth(kind: KindSpec, folder: Folder) -> float:
    """How deep a box is inside, mm: the thickness of the cards it holds, and a little room."""
    count = kind.cards
    if kind.holds is not None:
        held = folder.kinds[kind.holds]
        table = folder.tables.get(held.table)
        count = table.count(held.copies) if table is not None else 0
    return max(count, 1) * kind.stock + CLEARANCE


def folded(net: Net, front: Drawing, back: Drawing | None) -> Drawing:
    """The net with the faces on its panels, its folds dashed and its contours drawn in thin lines."""
    items: list[Item] = []
    ground = _ground(front)
    if ground is not None:
        items += [Path(rectangle(a, b, c - a, d - b), fill=ground) for a, b, c, d in net.grounds]
    sides = {"front": front, "back": back or front}
    for panel in net.panels:
        inside = Path(rectangle(panel.x, panel.y, panel.width, panel.height))
        items.append(Group((Group(sides[panel.face].items, panel.matrix),), clip=inside))
    folds: list[Segment] = []
    for line in net.folds:
        folds.extend(line.segments())
    items.append(Path(tuple(folds), stroke=INK, width=WIDTH, dash=DASH))
    for contour in net.cuts:
        items.append(Path(contour.segments(), stroke=INK, width=WIDTH))
    return Drawing(net.width, net.height, (*items, *_words(net)), front.title)


def _ground(face: Drawing) -> str | None:
    """The colour that covers a whole face before anything else is painted on it."""
    first = face.items[0] if face.items else None
    if not isinstance(first, Path) or first.fill is None or first.opacity < 1:
        return None
    left, top, right, bottom = bounds(first.d)
    covers = left <= 0 and top <= 0 and right >= face.width and bottom >= face.height
    return first.fill if covers else None


def _words(net: Net) -> list[Item]:
    """What stands on flaps, upright along them."""
    from toolkit.drawing.fonts import find_font
    from toolkit.drawing.text import POINT, Style, shape

    style = Style(find_font("sans"), 7 * POINT, "#777777")
    return [
        Group((shape(text, style, 0, style.size * 0.35, "middle"),), compose(translate(x, y), rotate(-90)))
        for text, x, y in net.words
    ]
