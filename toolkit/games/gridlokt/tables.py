"""gridlokt's tables: which Paths and Utilities are in the piles, and that Rooms, tokens and pieces fit them.

Rows of the set `four` are dealt; the others are only printed. `TURNED` and the numbers below it are facts of
the rules that kernels read from their tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkit.components.faults import Fault
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.tables import Row, Table
from toolkit.engine.state import Record
from toolkit.games.gridlokt import fields as f
from toolkit.games.gridlokt.names import SEATS, kind_name
from toolkit.games.needed import needed_table

SHAPES = ("straight", "t", "corner")
"""Shapes of Paths as the table names them, in the order of the rules."""
TURNED = [[5, 10, 0, 0], [14, 13, 11, 7], [3, 6, 12, 9]]
"""The sides that each shape can have open, one number a way to lie."""
MAX_PATHS = 127
MAX_UTILITIES = 128
MAX_WARPS = 2
TOKENS = 4

_PHASE_OPS = {
    f.CHOOSING: (f.CHOOSE,),
    f.PERSONAL: (f.PLACE, f.STUCK),
    f.COMMUNITY: (f.PLACE,),
    f.ROOMING: (f.ROOM,),
    f.PATHING: (f.DRAW, f.PLACE, f.DONE, f.TRAP),
    f.PATH_EXCESS: (f.DISCARD,),
    f.USING: (f.DRAW, f.DONE, f.CANCEL, *range(f.FIRST_KIND, f.KINDS)),
    f.USING_EXCESS: (f.DISCARD,),
    f.MOVING: (f.MOVE, f.LINK, f.HOME, f.STAY),
    f.FINAL_ROOM: (f.ROOM,),
    f.CLEANUP: (f.DISCARD, f.TRAP),
    f.ASKING: (f.PASS, f.TRAP),
}
_VARIANTS = {
    f.CHOOSE: f.PATH_KINDS,
    f.PLACE: 4,
    f.DISCARD: f.KINDS,
    f.HOME: 4,
    f.HOOK: 16,
    f.BRIDGE: 16,
    f.BOOTS: 16,
    f.DRILL: 4,
    f.WARP: 2,
    f.BOMB: f.ROOMS + 1,
    f.MOVER: f.ROOMS,
    f.TRAP: 4,
    f.SWITCH: 4,
}
_N, _CELL, _SECOND, _THIRD = 31 << 5, 2047 << 10, 2047 << 21, 2047 << 32
_ARGS = {
    f.CHOOSE: _N,
    f.PLACE: _N | _CELL | _SECOND,
    f.ROOM: _N | _CELL,
    f.DISCARD: _N | _CELL,
    f.CANCEL: _N,
    f.MOVE: _N | _CELL,
    f.LINK: _N | _CELL,
    f.HOME: _N,
    f.PASS: _N,
    f.CARD: _N,
    f.WALL: _CELL,
    f.PIT: _CELL,
    f.SHOVEL: _CELL,
    f.HAMMER: _CELL,
    f.HOOK: _CELL | _SECOND | _THIRD,
    f.BRIDGE: _CELL | _SECOND | _THIRD,
    f.BOOTS: _CELL | _SECOND | _THIRD,
    f.DRILL: _CELL | _SECOND,
    f.TUNNEL: _N | _CELL | _SECOND,
    f.WARP: _CELL | _SECOND,
    f.BOMB: _CELL | _SECOND,
    f.TRAP: _N | _CELL,
    f.SWITCH: _N,
    f.MOVER: _N | _CELL,
}


def fill(folder: Folder) -> tuple[dict[str, Any], list[Fault]]:
    """What `rules.TABLES` holds, and every fault that only this game can find."""
    faults: list[Fault] = []
    names = ("paths", "centre", "rooms", "tokens", "pieces", "utilities")
    tables = {name: needed_table(folder, name, faults) for name in names}
    letters = _letters(tables["pieces"], faults)
    paths = _paths(tables["paths"], letters, faults)
    utilities = _utilities(tables["utilities"], faults)
    _check_centre(tables["centre"], faults)
    _check_rooms(tables["rooms"], letters, faults)
    tokens = _tokens(tables["tokens"], letters, faults)
    kinds = [f.EMPTY] * f.ITEMS
    kinds[: len(paths[:MAX_PATHS])] = paths[:MAX_PATHS]
    kinds[f.CENTRE_CARD] = f.UNIVERSAL
    kinds[f.FIRST_UTILITY : f.FIRST_UTILITY + len(utilities[:MAX_UTILITIES])] = utilities[:MAX_UTILITIES]
    dealt = [*paths, f.UNIVERSAL, *utilities]
    values = {
        "kind": kinds,
        "paths": len(paths),
        "utilities": len(utilities),
        "count": [dealt.count(kind) for kind in range(f.KINDS)],
        "tokens": tokens,
        "step": [-f.SIDE, 1, f.SIDE, -1],
        "turned": TURNED,
        "shape": [_shape(mask) for mask in range(16)],
        "edge": [[int(seat) - 1 for seat in str(order)] for order in f.OPTIONS["centre_order"]],
        "rounds": list(f.ROUNDS),
        "ops": [sum(1 << op for op in _PHASE_OPS[phase]) for phase in range(f.PHASES)],
        "variants": [_VARIANTS.get(op, 1) for op in range(32)],
        "args": [31 | _ARGS.get(op, 0) for op in range(32)],
    }
    return values, faults


def fill_setup(values: Mapping[str, Any], players: int, options: Mapping[str, int | str]) -> dict[str, Any]:
    """The tables without the Utilities that options leave out."""
    first, last = f.FIRST_UTILITY, f.FIRST_UTILITY + values["utilities"]
    utilities = [k for k in values["kind"][first:last] if options[f.UTILITY_IDS[k - f.FIRST_KIND]] == "on"]
    kind = [*values["kind"][:first], *utilities, *[f.EMPTY] * (f.ITEMS - first - len(utilities))]
    count = [n if k < f.FIRST_KIND else utilities.count(k) for k, n in enumerate(values["count"])]
    return {**values, "kind": kind, "utilities": len(utilities), "count": count}


def refuse_setup(o: Record, t: Record) -> str:
    """Why these options cannot be played with these tables; empty if they can."""
    fewest = min(sum(t.count[f.SHAPES * seat + shape] for shape in range(f.SHAPES)) for seat in range(4))
    if o.personal_paths > fewest:
        return f"personal_paths is {o.personal_paths}, but a colour has only {fewest} Paths; lower it"
    if 2 * f.PLAYERS_4 * o.personal_paths > t.paths:
        return (
            f"personal_paths is {o.personal_paths}, so construction places "
            f"{2 * f.PLAYERS_4 * o.personal_paths} Paths, but there are only {t.paths}; lower it"
        )
    return ""


def _shape(mask: int) -> int:
    """The shape whose open sides can be these; -1 if none can."""
    if mask == 15:
        return f.UNIVERSAL
    return next((shape for shape, masks in enumerate(TURNED) if mask and mask in masks), -1)


def _letters(table: Table, faults: list[Fault]) -> dict[str, int]:
    """The seat, from 0, of each letter that stands for a colour in play."""
    letters: dict[str, int] = {}
    seats: set[int] = set()
    for row in table.rows:
        seat = row.whole("seat")
        if row.text("set") != "four":
            continue
        if seat and seat > f.PLAYERS_4:
            faults.append(
                row.fault("seat", f"seat {seat} is none of the four in play; write 1 to 4, or set eight")
            )
        elif seat in seats:
            faults.append(row.fault("seat", f"seat {seat} has two pieces of the set four; give it one"))
        elif seat and row.count != 1:
            faults.append(row.fault("count", f"seat {seat} plays one piece, not {row.count}; write 1"))
        elif seat:
            letters[row.text("id")] = seat - 1
            if row.text("id") != SEATS[seat - 1]:
                # logs name cards as they are printed
                message = f"'{row.text('id')}', but logs write {SEATS[seat - 1]} for seat {seat}; keep that"
                faults.append(row.fault("id", f"{message} (name and colour are free)"))
        seats.add(seat or 0)
    if table.file != MANIFEST:
        for seat in range(1, f.PLAYERS_4 + 1):
            if seat not in seats:
                faults.append(
                    Fault(table.file, None, "seat", f"seat {seat} has no piece of the set four; add a row")
                )
    return letters


def _letter(row: Row, letters: dict[str, int], faults: list[Fault]) -> int | None:
    """The seat whose colour a row of the set four belongs to, by the first letter of its id."""
    letter = row.text("id")[:1]
    if letter not in letters and letters:
        known = ", ".join(letters)
        faults.append(row.fault("id", f"'{letter}' is no colour in play ({known}); use one, or set eight"))
    return letters.get(letter)


def _paths(table: Table, letters: dict[str, int], faults: list[Fault]) -> list[int]:
    """The kind of every Path in play."""
    kinds: list[int] = []
    for row in table.rows:
        if row.text("set") != "four" or row.text("shape") not in SHAPES:
            continue
        seat = _letter(row, letters, faults)
        if seat is not None:
            kind = f.SHAPES * seat + SHAPES.index(row.text("shape"))
            kinds += [kind] * row.count
            if row.text("id") != kind_name(kind) and SEATS[seat] == row.text("id")[:1]:
                message = f"'{row.text('id')}', but logs write {kind_name(kind)} for this Path; keep that"
                faults.append(row.fault("id", message))
    if len(kinds) > MAX_PATHS:
        message = f"{len(kinds)} Paths are in play; at most {MAX_PATHS} are possible, lower some counts"
        faults.append(Fault(table.file, None, "count", message))
    return kinds


def _utilities(table: Table, faults: list[Fault]) -> list[int]:
    """The kind of every Utility in play."""
    kinds: list[int] = []
    for row in table.rows:
        name = row.text("id")
        if name not in f.UTILITY_IDS or row.text("set") == "eight":
            continue
        kind = f.FIRST_KIND + f.UTILITY_IDS.index(name)
        kinds += [kind] * row.count
        if kind == f.WARP and row.count > MAX_WARPS:
            message = f"{row.count} Warps: a Warp is linked to one other, so there are at most {MAX_WARPS}"
            faults.append(row.fault("count", message))
    if len(kinds) > MAX_UTILITIES:
        message = (
            f"{len(kinds)} Utilities are in play; at most {MAX_UTILITIES} are possible, lower some counts"
        )
        faults.append(Fault(table.file, None, "count", message))
    return kinds


def _check_centre(table: Table, faults: list[Fault]) -> None:
    """One Centre is in play."""
    rows = [row for row in table.rows if row.text("set") == "four"]
    count = sum(row.count for row in rows)
    if count != 1 and table.file != MANIFEST:
        message = f"{count} Centre tiles of the set four; the game is played with one"
        faults.append(rows[-1].fault("count", message) if rows else Fault(table.file, None, "set", message))


def _check_rooms(table: Table, letters: dict[str, int], faults: list[Fault]) -> None:
    """Every seat has its Room, and there is one Final Room (G73)."""
    counts = dict.fromkeys([*letters, "F"], 0)
    for row in table.rows:
        letter = row.text("id")
        if row.text("set") == "eight":
            continue
        if letter not in counts:
            if letters:
                message = (
                    f"'{letter}' is no Room in play: there are those of the four players and F; use set eight"
                )
                faults.append(row.fault("id", message))
            continue
        counts[letter] += row.count
        if row.count > 1:
            message = (
                f"{row.count} Rooms {letter}: there are as many Rooms as players, and the Final Room; write 1"
            )
            faults.append(row.fault("count", message))
    if table.file != MANIFEST:
        faults += [
            Fault(table.file, None, "id", f"Room {letter} is missing; add a row, or a count of 1")
            for letter, count in counts.items()
            if count == 0
        ]


def _tokens(table: Table, letters: dict[str, int], faults: list[Fault]) -> list[int]:
    """Tokens in play of each Room: at least one for every player."""
    tokens = [0] * f.PLAYERS_4
    for row in table.rows:
        if row.text("set") != "four":
            continue
        seat = _letter(row, letters, faults)
        count = row.whole("in_play") or 0
        if seat is None:
            continue
        tokens[seat] += count
        if count < TOKENS:
            message = f"{count} tokens are in play, and every player may collect one; write {TOKENS}"
            faults.append(row.fault("in_play", message))
    return tokens
