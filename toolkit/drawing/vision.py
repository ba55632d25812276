"""How far two colours are apart, for usual eyes, for three kinds of colour blindness, and in grey.

Colour blindness is simulated by the matrices of Machado, Oliveira and Fernandes (2009, full severity);
differences are CIEDE2000.
"""

from __future__ import annotations

import math

from toolkit.drawing.colours import channels, lightness, to_hex

_MATRICES = {
    "protanopia": (
        0.152286,
        1.052583,
        -0.204868,
        0.114503,
        0.786281,
        0.099216,
        -0.003882,
        -0.048116,
        1.051998,
    ),
    "deuteranopia": (
        0.367322,
        0.860646,
        -0.227968,
        0.280085,
        0.672501,
        0.047413,
        -0.01182,
        0.04294,
        0.968881,
    ),
    "tritanopia": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039),
}
LEAST = 10.0
"""Colours nearer than this (CIEDE2000) are hard to tell apart on small pieces."""

LEAST_GREY = 10.0
"""Greys nearer than this in lightness (0 to 100) are hard to tell apart."""


def seen_with(colour: str, kind: str) -> str:
    """A colour as it is seen with a kind of colour blindness."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour))
    m = _MATRICES[kind]
    found = []
    for i in (0, 3, 6):
        value = min(1.0, max(0.0, m[i] * r + m[i + 1] * g + m[i + 2] * b))
        found.append(12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)
    return to_hex(*found)


def lab(colour: str) -> tuple[float, float, float]:
    """CIE L*, a*, b* of a colour (D65)."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour))
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b
    z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """CIEDE2000 difference of two colours in L*, a*, b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = h2 - h1
    if c1 * c2 == 0:
        turn = 0.0
    elif turn > 180:
        turn -= 360
    elif turn < -180:
        turn += 360
    big = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        hm = h1 + h2
    elif abs(h1 - h2) <= 180:
        hm = (h1 + h2) / 2
    else:
        hm = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.2 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rc = 2 * math.sqrt(cm**7 / (cm**7 + 25**7))
    rt = -rc * math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, big / sh
    return math.sqrt(max(0.0, dl * dl + dc * dc + dh * dh + rt * dc * dh))


def confused(one: str, other: str) -> list[tuple[str, float]]:
    """For whom two colours are too near: kinds of colour blindness with the CIEDE2000 difference, `a print
    without colours` with that of lightness.
    """
    found = [
        (kind, apart)
        for kind in _MATRICES
        if (apart := difference(lab(seen_with(one, kind)), lab(seen_with(other, kind)))) < LEAST
    ]
    grey = abs(lightness(one) - lightness(other))
    if grey < LEAST_GREY:
        found.append(("a print without colours", grey))
    return found
