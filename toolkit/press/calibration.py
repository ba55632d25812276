"""The two-page sheet from which one reads how far a printer lays backs off: scales on the front, crosses on
the back, looked at against the light.

Scales are labelled with what has to be typed: where the cross of the back shines through, there stand the
numbers by which backs have to be moved. So nobody has to think about mirrors.
"""

from __future__ import annotations

import math

from toolkit.drawing.fonts import find_font
from toolkit.drawing.geometry import circle, compose, line, scale, translate
from toolkit.drawing.model import Drawing, Group, Item, Path, Segment
from toolkit.drawing.text import POINT, Span, Style, layout, shape
from toolkit.press.paper import Paper
from toolkit.press.printer import Offset

STEP = 0.5
"""Lines of the scales, mm apart."""

REACH = 5
"""How far the scales reach from their middle, mm."""

_EDGE = 14.0
"""From the paper's edge to the middle of the upper and lower scale: inside every printer's margin."""

_INK, _PALE = "#1a1a1a", "#9a9a9a"


def targets(paper: Paper) -> dict[str, tuple[float, float]]:
    """The middles of the three scales on the front, mm: `top`, `middle`, `bottom`."""
    x = paper.width / 2
    room = _EDGE + REACH
    return {"top": (x, room), "middle": (x, paper.height / 2), "bottom": (x, paper.height - room)}


def degrees_a_millimetre(paper: Paper) -> float:
    """The angle (degrees) for each mm by which the readings at `top` and `bottom` differ."""
    places = targets(paper)
    return math.degrees(1.0 / (places["bottom"][1] - places["top"][1]))


def reading(paper: Paper, offset: Offset, flip: str) -> dict[str, tuple[float, float]]:
    """What one reads at each scale (x, y) when the printer needs `offset` (mm, small angles)."""
    needed = offset.turned(flip)
    across = _across(paper, flip)
    found = {}
    for name, (_, y) in targets(paper).items():
        # Seen from the front, the back's upper end is the front's lower one where the paper was turned so.
        up = y - paper.height / 2 if across else paper.height / 2 - y
        turn = math.radians(needed.angle)
        found[name] = (needed.x - turn * up, needed.y)
    return found


def calibration_sheet(
    paper: Paper, flip: str = "long", applied: Offset | None = None
) -> tuple[Drawing, Drawing]:
    """Front and back; the back is moved by `applied`, to see whether that is right.

    Raises ValueError for paper on which the sheet has no room.
    """
    if min(paper.width, paper.height) < 140:
        raise ValueError(f"{paper.name} is too small for the sheet; take a5 or larger (at least 140 mm wide)")
    front: list[Item] = []
    back: list[Item] = []
    across = _across(paper, flip)
    for name, (x, y) in targets(paper).items():
        front.append(Group(tuple(_scales(across)), translate(x, y)))
        style = Style(find_font("sans", "semibold"), 8 * POINT, _INK)
        front.append(shape(name, style, x - REACH - 8.5, y + 1, "end"))
        # The paper is turned over: across (left and right change sides) or upright (top and bottom do).
        there = (paper.width - x, y) if across else (x, paper.height - y)
        back.append(Group(tuple(_cross()), translate(*there)))
    front.extend(_instructions(paper, flip, across, applied))
    style = Style(find_font("sans"), 9 * POINT, _INK)
    back.append(
        shape(
            "The back: only crosses. Look at the other side.",
            style,
            paper.width / 2,
            paper.height * 0.36,
            "middle",
        )
    )
    moved = applied.turned(flip).matrix(paper.width, paper.height) if applied else translate(0, 0)
    return (
        Drawing(paper.width, paper.height, tuple(front), "Calibration, front"),
        Drawing(paper.width, paper.height, (Group(tuple(back), moved),), "Calibration, back"),
    )


def calibration_pdf(paper: Paper, flip: str = "long", applied: Offset | None = None) -> bytes:
    """The sheet as a PDF of two pages."""
    from toolkit.drawing.pdf import Metadata, PdfWriter

    edge = "DuplexFlipLongEdge" if flip == "long" else "DuplexFlipShortEdge"
    writer = PdfWriter(Metadata(title="Calibration of a printer", subject=paper.name), duplex=edge)
    for page in calibration_sheet(paper, flip, applied):
        writer.add_page(page)
    return writer.to_bytes()


def _across(paper: Paper, flip: str) -> bool:
    return (flip == "long") == paper.upright


def _scales(across: bool) -> list[Item]:
    """A grid about the origin, its lines 0.5 mm apart, labelled with the move that is needed."""
    fine: list[Segment] = []
    whole_lines: list[Segment] = []
    bold: list[Segment] = []
    count = round(REACH / STEP)
    for i in range(-count, count + 1):
        at = i * STEP
        whole = abs(at - round(at)) < 1e-9
        lines = fine if not whole else bold if round(at) % REACH == 0 else whole_lines
        tick = 1.6 if whole else 0.8
        lines.extend(line(at, -REACH - tick, at, REACH))
        lines.extend(line(-REACH - tick, at, REACH, at))
    style = Style(find_font("sans", "semibold"), 6.5 * POINT, _INK)
    words: list[Item] = []
    for mm in (-REACH, 0, REACH):
        # Turned across, a back that lies too far left is seen too far right from the front, and the other way
        # round: so to the right stands plus. Up and down stay, so below the middle stands minus.
        x_label, y_label = (mm, -mm) if across else (-mm, mm)
        words.append(shape(_signed(x_label), style, mm, -REACH - 2.3, "middle"))
        words.append(shape(_signed(y_label), style, -REACH - 2.3, mm + 0.8, "end"))
    big = Style(find_font("sans", "bold"), 9 * POINT, _INK)
    words.append(shape("x", big, REACH + 3.0, -REACH - 2.0))
    words.append(shape("y", big, -REACH - 3.4, REACH + 4.2, "end"))
    return [
        Path(tuple(fine), stroke=_PALE, width=0.06),
        Path(tuple(whole_lines), stroke=_PALE, width=0.14),
        Path(tuple(bold), stroke=_INK, width=0.16),
        *words,
    ]


def _cross(reach: float = REACH + 7.0, width: float = 0.2) -> list[Item]:
    return [
        Path((*line(-reach, 0, reach, 0), *line(0, -reach, 0, reach)), stroke="#000000", width=width),
        Path(circle(0, 0, 1.5), stroke="#000000", width=width),
    ]


def _signed(number: int) -> str:
    return "0" if number == 0 else f"{number:+d}".replace("-", "\u2013")


def _instructions(paper: Paper, flip: str, across: bool, applied: Offset | None) -> list[Item]:
    """What to do: in words above the middle scale, an example and a place for notes below it."""
    plain, strong = find_font("sans"), find_font("sans", "semibold")
    size = (10.5 if min(paper.width, paper.height) > 160 else 8.5) * POINT
    top, middle, bottom = (targets(paper)[name][1] for name in ("top", "middle", "bottom"))
    width = min(150.0, paper.width - 24.0)
    left = (paper.width - width) / 2
    first, second = ("top", "bottom") if across else ("bottom", "top")
    more = ("" if flip == "long" else f" --flip {flip}") + ("" if paper.upright else " --landscape")
    factor = degrees_a_millimetre(paper)
    lines = [
        ("", "Where does this printer lay the back of a sheet?"),
        ("1", f"Print both pages at 100 % on one sheet, two-sided, turned on the {flip} edge."),
        ("2", "Hold the sheet against a window, this side towards you, this way up: crosses shine through."),
        ("3", "At the middle scale, read x and y where the cross lies. Lines are 1 mm and 0.5 mm apart."),
        (
            "4",
            f"Read x at the top and the bottom too. The angle is {first} minus {second}, times {factor:.2f}.",
        ),
        ("5", f"Save it:  pnp calibrate --printer NAME --x X --y Y --angle ANGLE{more}"),
        (
            "6",
            f"From then on, print with  --printer NAME  and check with  pnp calibrate --printer NAME{more}",
        ),
    ]
    items: list[Item] = []
    y = top + REACH + 10.0
    for number, text in lines:
        style = Style(plain if number else strong, size, _INK)
        block = layout([Span(text, style)], width=width - 7.0, leading=1.3)
        if number:
            items.append(shape(number, Style(strong, size, _INK), left, y + size * plain.cap_height))
        items.append(Group(block.lines, translate(left + (7.0 if number else 0.0), y)))
        y += block.height + size * 1.15
    items.extend(_example(across, left, y, middle - REACH - 8.0 - y))
    small = Style(plain, 9 * POINT, _INK)
    y = middle + REACH + 12.0
    if applied is not None:
        moved = applied.turned(flip)
        said = (
            f"The back is moved: x {moved.x:g} mm, y {moved.y:g} mm, {moved.angle:g} degrees. "
            "If that is right, every cross lies at 0. If not, save what you read with --add."
        )
        block = layout([Span(said, small)], width=width, leading=1.3)
        items.append(Group(block.lines, translate(left, y)))
        y += block.height + 7.0
    fields = "Printer: ____________________    x: ________    y: ________    angle: ________"
    items.append(shape(fields, small, left, y + 2.0))
    y = bottom - REACH - 13.0
    ruler: list[Segment] = [*line(left, y, left + 100.0, y)]
    for mm in range(0, 101, 10):
        ruler.extend(line(left + mm, y - 1.2, left + mm, y + 1.2))
    items.append(Path(tuple(ruler), stroke=_INK, width=0.15))
    items.append(shape("100 mm, if nothing was scaled", Style(plain, 8 * POINT, _INK), left, y + 4.6))
    return items


def _example(across: bool, left: float, top: float, room: float) -> list[Item]:
    """A scale three times as large with a cross on it, and what is read there; nothing without `room` mm."""
    k = 3.0
    if room < (2 * REACH + 8.0) * k:
        return []
    x, y = left + (REACH + 6.0) * k, top + (REACH + 5.0) * k
    at_x, at_y = (1.5, 0.5) if across else (-1.5, -0.5)
    cross = Group(tuple(_cross(REACH - 1.0, 0.12)), translate(at_x, at_y))
    style = Style(find_font("sans"), 9.5 * POINT, _INK)
    words = ["For example (three times as large):", "here x is +1.5 and y is \u20130.5."]
    beside = x + (REACH + 4.0) * k
    return [
        Group((*_scales(across), cross), compose(translate(x, y), scale(k))),
        *(shape(text, style, beside, y + 5.0 * i) for i, text in enumerate(words)),
    ]
