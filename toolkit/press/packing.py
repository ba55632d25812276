"""Pieces of different sizes nested on shared sheets: on as few as can be found, always in the same way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from toolkit.press.layout import Place

UNIT = 0.01
"""Lengths are rounded up to this while packing, mm."""

MANY = 150
"""With more pieces than this only the fast ways of packing are tried."""


def pack(
    sizes: Sequence[tuple[float, float]], room_x: float, room_y: float, gap: float, most: int
) -> list[list[tuple[int, Place]]] | None:
    """Rectangles of these sizes (mm), `gap` mm apart, on at most `most` sheets of `room_x` by `room_y` mm.

    Returns for every sheet what lies on it: (number of the size, place from the room's upper left corner);
    None where they need more sheets. Pieces are turned by quarters, never scaled.
    """
    if not sizes:
        return []
    rectpack: Any = import_module("rectpack")
    quick = [rectpack.SkylineMwfl, rectpack.GuillotineBssfSas, rectpack.GuillotineBafSas]
    thorough = [rectpack.SkylineBl, rectpack.MaxRectsBssf, rectpack.MaxRectsBl]
    area = sum((w + gap) * (h + gap) for w, h in sizes)
    least = max(1, math.ceil(area / ((room_x + gap) * (room_y + gap)) - 1e-9))
    best: list[list[tuple[int, Place]]] | None = None
    for way in quick if len(sizes) > MANY else quick + thorough:
        for order in (rectpack.SORT_AREA, rectpack.SORT_SSIDE, rectpack.SORT_LSIDE):
            found = _pack(rectpack, way, order, sizes, (room_x, room_y), gap, most)
            if found is not None and (best is None or len(found) < len(best)):
                best = found
                if len(best) <= least:
                    return best
    return best


def _pack(
    rectpack: Any,
    way: Any,
    order: Any,
    sizes: Sequence[tuple[float, float]],
    room: tuple[float, float],
    gap: float,
    most: int,
) -> list[list[tuple[int, Place]]] | None:
    packer = rectpack.newPacker(
        mode=rectpack.PackingMode.Offline,
        bin_algo=rectpack.PackingBin.BFF,
        pack_algo=way,
        sort_algo=order,
        rotation=True,
    )
    for number, (width, height) in enumerate(sizes):
        packer.add_rect(_up(width + gap), _up(height + gap), number)
    packer.add_bin(int((room[0] + gap) / UNIT + 1e-6), int((room[1] + gap) / UNIT + 1e-6), count=most)
    packer.pack()
    if len(packer.rect_list()) < len(sizes):
        return None
    sheets: list[list[tuple[int, Place]]] = []
    for bin_ in packer:
        sheet = []
        for rect in bin_:
            width, height = sizes[rect.rid]
            turned = (rect.width, rect.height) != (_up(width + gap), _up(height + gap))
            if turned:
                width, height = height, width
            # Where rectpack begins is the upper left corner here, so that a sheet is read as it was filled.
            sheet.append((int(rect.rid), Place(rect.x * UNIT, rect.y * UNIT, width, height, turned)))
        sheets.append(sorted(sheet))
    return sheets


def _up(length: float) -> int:
    return math.ceil(length / UNIT - 1e-6)
