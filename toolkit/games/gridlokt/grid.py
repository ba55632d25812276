"""The grid: which sides meet, where cards may lie, what an aid crosses, laying and lifting."""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.games.gridlokt.fields import (
    BOOTS,
    BOUNDARY,
    DRILL,
    EMPTY,
    FINAL,
    FINAL_GROUND,
    FREE_PATH,
    HOOK,
    OFF,
    OVER_ROOMS,
    PITTED,
    ROOM_GROUND,
    SHAPES,
    SIDE,
    UNIVERSAL,
    WALLED,
    WARP_GROUND,
)


def is_path(s: Record, cell: int) -> int:
    """1 if a Path, the Centre or the universal Path lies on a cell."""
    return 1 if s.ground[cell] > EMPTY and s.ground[cell] <= FREE_PATH else 0


def joined(s: Record, t: Record, cell: int, d: int) -> int:
    """1 if side `d` of the card on a cell on the table and the side that touches it are both open."""
    return (s.mask[cell] >> d) & (s.mask[cell + t.step[d]] >> (d ^ 2)) & 1


def side_to(t: Record, cell: int, other: int) -> int:
    """The side on which `other` touches `cell`; 4 if it does not."""
    for d in range(4):
        if cell + t.step[d] == other:
            return d
    return 4


def may_enter(s: Record, seat: int, cell: int) -> int:
    """1 if a pawn may stand on a cell: a card, nothing on it; on the Final Room only with all tokens."""
    ground = s.ground[cell] + 0
    if ground % OFF == EMPTY or s.on[cell] + s.over[cell] > 0:
        return 0
    return 1 if ground != FINAL_GROUND or s.tokens[seat] == FINAL else 0


def path_fits(s: Record, o: Record, t: Record, kind: int, mask: int, cell: int) -> int:
    """1 if a Path may lie so on a cell: sides match, one connects, colours agree at the Centre."""
    if s.ground[cell] != EMPTY:
        return 0
    linked = 0
    for d in range(4):
        beside = cell + t.step[d]
        ground = s.ground[beside] + 0
        if ground % OFF != EMPTY:
            own = (mask >> d) & 1
            other = (s.mask[beside] >> (d ^ 2)) & 1
            if ground <= FREE_PATH and own != other:
                return 0
            if beside == s.centre and (kind == UNIVERSAL or t.edge[o.centre_order, d ^ 2] != kind // SHAPES):
                return 0
            linked |= own & other
    return linked


def hub_fits(s: Record, t: Record, ground: int, cell: int) -> int:
    """1 if a Room or Warp may lie on a cell: an open Path faces it, Rooms and Warps keep apart.

    A Room that is being moved does not count as a neighbour of itself; Warps may touch.
    """
    if s.ground[cell] != EMPTY:
        return 0
    linked = 0
    for d in range(4):
        beside = cell + t.step[d]
        other = s.ground[beside] + 0
        if other >= ROOM_GROUND and other <= WARP_GROUND and other != ground:
            return 0
        if other <= FREE_PATH:
            linked |= (s.mask[beside] >> (d ^ 2)) & 1
    return linked


def crosses(s: Record, o: Record, t: Record, kind: int, entry: int, crossing: int, landing: int) -> int:
    """1 if an aid of a kind leads from entry over crossing to landing as the grid lies now.

    What stands on entry and landing is left aside. A Drill has no crossing: 0.
    """
    ground = s.ground[entry] + 0
    if ground == EMPTY or ground >= WARP_GROUND:
        return 0
    if kind == DRILL:
        d = side_to(t, entry, landing)
        if d == 4 or crossing != 0 or entry == s.centre or landing == s.centre:
            return 0
        return 1 if is_path(s, entry) == 1 and is_path(s, landing) == 1 and joined(s, t, entry, d) == 0 else 0
    d = side_to(t, entry, crossing)
    if d == 4 or joined(s, t, entry, d) == 0 or entry == landing:
        return 0
    ground = s.ground[crossing] + 0
    if kind == BOOTS:
        if ground > FREE_PATH and (o.boots_over_room != OVER_ROOMS or ground == WARP_GROUND):
            return 0
    elif s.over[crossing] != (WALLED if kind == HOOK else PITTED):
        return 0
    d = side_to(t, crossing, landing)
    return 1 if d < 4 and joined(s, t, crossing, d) == 1 and s.ground[landing] < WARP_GROUND else 0


def lay(s: Record, t: Record, cell: int, ground: int, mask: int) -> None:
    """Something new lies on a cell; the rows and columns in use grow with it, perhaps to the table's edge."""
    s.ground[cell] = ground
    s.mask[cell] = mask
    s.low_row = min(s.low_row, cell // SIDE)
    s.high_row = max(s.high_row, cell // SIDE)
    s.low_column = min(s.low_column, cell % SIDE)
    s.high_column = max(s.high_column, cell % SIDE)
    for d in range(4):
        if s.ground[cell + t.step[d]] == OFF:
            s.event[BOUNDARY] += 1
            return


def span(s: Record) -> int:
    """Cells from end to end of what lies on the table, the longer way."""
    return 1 + max(s.high_row - s.low_row, s.high_column - s.low_column)


def lift(s: Record, cell: int) -> None:
    """A cell is empty space again."""
    s.ground[cell] = EMPTY
    s.mask[cell] = 0


def put_pawn(s: Record, seat: int, cell: int) -> None:
    """A pawn stands on a cell instead of where it stood before."""
    if s.on[s.pawn[seat]] == seat + 1:
        s.on[s.pawn[seat]] = 0
    s.pawn[seat] = cell
    s.on[cell] = seat + 1
