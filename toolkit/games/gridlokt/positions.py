"""Positions of gridlokt in words, and as text both ways: a drawn grid, and a line for everything else.

    gridlokt(players=4)
    turn: 9
    phase: utilities of R
    draws: 1
    grid:    i    j    k    l
      13     .   BSu  RCr   .
      12    [R]  RTd   .    .
      11     .    .    C   GSr
    pawns: R i12, B j13, Y l11, G k13
    walls: j12
    pits: k11
    tokens: R RB, B B, Y Y, G G
    hand R: BT GC | wall hook
    hand B: ? ? | trap
    aids: hook i12>j12>j13
    traps: B Y Y
    discarded: RS | bomb

The first line names the game and its options; then every line is a key and what it says. In any order; what
is left out is none, or what stands in brackets below. Lines that begin with `#` are comments.

`turn`        the turn in progress, from 1 (1)
`first`       who was to begin (R)
`phase`       see `PHASE_NAMES` in `reading`, `of` whom: the seat whose turn it is (paths of R)
`actor`       the seat that decides, where it is another
`draws`       draws left in the phase (as many as the options allow)
`played`      personal Paths placed in this round of the construction (0)
`drawing`     yes: a card is being drawn and has not been stated
`drawn`       the community card that has to be placed
`rounds`      rounds of the construction that are over (0)
`grid`        columns, then a line for each row from the top; any part of the table. `RTd` is a Path as it is
              printed and the side that its printed top points to (u r d l), `U` the universal Path, `C` the
              Centre, `[R]` a Room, `[F]` the Final Room, `W1` and `W2` the Warps in the order of placing
`cells`       the same as a list, instead of a grid or besides: cells: k11 C, k12 RTd, i12 [R]
`pawns`       where pawns stand
`walls`, `pits`  cells that they lie on
`tokens`      Rooms whose tokens a seat has (that of its Home once that is placed)
`new tokens`  those of them that it took in this turn, which goes on: their colours are free later
`hand R`      Paths | Utilities; `?` for a card that nobody else has seen, `hook*` for one that all have
`aids`        declarations in order: hook, bridge, boots entry>crossing>landing; drill source>destination
`taken back`  Utilities whose declaration was taken back in this turn
`traps`       a seat for every turn that it is going to lose
`asked`       how many seats were asked for Booby-Traps at this turn boundary, or placed their Rooms (0)
`placer`      the seat that places the Final Room, or did (none until somebody has all four tokens)
`due`         yes: the Final Room is placed before the game goes on
`after`       what an interrupt goes back to: utilities, end of turn, boundary (utilities)
`discarded`   Paths | Utilities that lie face up beside the piles; `rest` for all that are nowhere else
`ended`       win R; stalled; turn cap; with what decided it in brackets

Cards that are not listed are in the piles, in any order. Counts of what happened are no part of a position.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.engine.state import ENDINGS, PLAYING, Record
from toolkit.games.gridlokt import names
from toolkit.games.gridlokt.fields import (
    ASKING,
    CELLS,
    CHOOSING,
    CLEANUP,
    COMMUNITY,
    DETAILS,
    EMPTY,
    FINAL_ROOM,
    FREE_PATH,
    KINDS,
    MIDDLE_LINE,
    MOVING,
    OFF,
    PATH_EXCESS,
    PATHING,
    PATHS,
    PERSONAL,
    PITTED,
    PLAYERS_4,
    ROOM_GROUND,
    ROOMING,
    SIDE,
    USING,
    USING_EXCESS,
    UTILITIES,
    WALLED,
    WARP_GROUND,
)
from toolkit.games.gridlokt.reading import AFTER_NAMES, PHASE_NAMES, Reader


def write_position(s: Record, o: Record, t: Record, unseen: set[tuple[str, tuple[int, ...]]]) -> str:
    """The lines of a position, without the first; cards in the slots of `unseen` are `?`."""
    seats = range(PLAYERS_4)
    lines = [f"turn: {s.turns + 1}"]
    if s.first:
        lines.append(f"first: {names.SEATS[s.first]}")
    lines.append(f"phase: {PHASE_NAMES[s.phase]} of {names.SEATS[s.turn_of]}")
    if s.actor != s.turn_of:
        lines.append(f"actor: {names.SEATS[s.actor]}")
    if s.phase in (PATHING, USING) or s.draws:
        lines.append(f"draws: {max(s.draws, 0)}")
    building = s.phase <= COMMUNITY
    if s.played and building:
        lines.append(f"played: {s.played}")
    if s.chance:
        lines.append("drawing: yes")
    if s.drawn:
        lines.append(f"drawn: {names.kind_name(s.drawn - 1)}")
    if s.rounds and building:
        lines.append(f"rounds: {s.rounds}")
    lines += _grid_lines(s, o)
    _add(lines, "pawns", (f"{names.SEATS[p]} {names.cell_name(o, s.pawn[p])}" for p in seats if s.pawn[p]))
    for key, code in (("walls", WALLED), ("pits", PITTED)):
        _add(lines, key, (names.cell_name(o, c) for c in range(CELLS) if s.over[c] == code), " ")
    held = {p: "".join(names.ROOMS[r] for r in range(PLAYERS_4) if s.token[p, r]) for p in seats}
    _add(lines, "tokens", (f"{names.SEATS[p]} {held[p]}" for p in seats if held[p]))
    _add(lines, "new tokens", (f"{names.SEATS[p]} {_new_tokens(s, p)}" for p in seats if s.locked[p]))
    for p in seats:
        paths, utilities = (hand_text(s, t, pile, p, unseen) for pile in (PATHS, UTILITIES))
        if paths or utilities:
            lines.append(f"hand {names.SEATS[p]}: {paths} | {utilities}".replace(":  |", ": |").rstrip())
    _add(lines, "aids", (aid_text(s, o, i) for i in range(s.aids)))
    back = (names.kind_name(k) for k in range(KINDS) if s.told[k] for _ in range(s.told[k]))
    _add(lines, "taken back", back, " ")
    _add(lines, "traps", (names.SEATS[p] for p in seats for _ in range(s.traps[p])), " ")
    if s.asked and (s.phase in (ROOMING, ASKING) or s.after == len(AFTER_NAMES) - 1):
        lines.append(f"asked: {s.asked}")
    if s.placer:
        lines.append(f"placer: {names.SEATS[s.placer - 1]}")
    if s.due:
        lines.append("due: yes")
    if s.after:
        lines.append(f"after: {AFTER_NAMES[s.after]}")
    piles = [[t.kind[s.discard[d, i]] for i in range(s.discard_size[d])] for d in (PATHS, UTILITIES)]
    if any(piles):
        shown = [" ".join(names.kind_name(kind) for kind in sorted(pile)) for pile in piles]
        lines.append(f"discarded: {shown[0]} | {shown[1]}".replace(":  |", ": |").rstrip())
    if s.ended != PLAYING:
        winners = " ".join(names.SEATS[p] for p in seats if s.winners >> p & 1)
        detail = f" ({DETAILS[s.detail]})" if s.detail else ""
        lines.append(f"ended: {ENDINGS[s.ended].replace('_', ' ')} {winners}".rstrip() + detail)
    return "\n".join(lines)


def _new_tokens(s: Record, seat: int) -> str:
    """The Rooms whose tokens a seat took in this turn."""
    return "".join(names.ROOMS[room] for room in range(PLAYERS_4) if s.locked[seat] >> room & 1)


def _add(lines: list[str], key: str, parts: Iterable[str], between: str = ", ") -> None:
    text = between.join(parts)
    if text:
        lines.append(f"{key}: {text}")


def hand_text(s: Record, t: Record, pile: int, seat: int, unseen: set[tuple[str, tuple[int, ...]]]) -> str:
    """The cards of a hand from one pile, sorted, with `?` for those that nobody else has seen."""
    known: list[tuple[int, str]] = []
    hidden = 0
    declared = [s.aid_item[i] for i in range(s.aids)]
    for i in range(s.hand_size[pile, seat]):
        item = s.hand[pile, seat, i]
        if ("hand", (pile, seat, i)) in unseen:
            hidden += 1
        else:
            mark = "*" if s.shown[item] and item not in declared else ""
            known.append((t.kind[item], names.kind_name(t.kind[item]) + mark))
    return " ".join([*(word for _, word in sorted(known)), *["?"] * hidden])


def aid_text(s: Record, o: Record, place: int) -> str:
    """A declaration, such as `hook j11>k11>l11`."""
    cells = [s.entry[place], s.crossing[place], s.landing[place]]
    shown = [names.cell_name(o, cell) for cell in cells if cell]
    return f"{names.kind_name(s.aid[place])} {'>'.join(shown)}"


def cell_text(s: Record, cell: int) -> str:
    """What lies on a cell as a position draws it; `.` where nothing does."""
    ground = s.ground[cell]
    if ground in (EMPTY, OFF):
        return "."
    if cell == s.centre:
        return "C"
    if ground == FREE_PATH:
        return names.UNIVERSAL_NAME
    if ground < FREE_PATH:
        return names.SEATS[ground - 1] + shape_text(s.mask[cell])
    if ground < WARP_GROUND:
        return f"[{names.ROOMS[ground - ROOM_GROUND]}]"
    return "W1" if s.warp[0] == cell else "W2"


def shape_text(mask: int) -> str:
    """Shape and printed top of a Path that is open on the sides of `mask`, such as `Td`."""
    for shape in range(3):
        turn = names.turn_text(shape, mask)
        if turn != "?":
            return names.kind_name(shape)[1] + turn
    return "?"


def used_area(s: Record, o: Record) -> tuple[int, int, int, int]:
    """First and last row, first and last column of the cells on which something lies; the middle if none."""
    cells = [cell for cell in range(CELLS) if s.ground[cell] not in (EMPTY, OFF)]
    if not cells:
        return MIDDLE_LINE, MIDDLE_LINE, MIDDLE_LINE, MIDDLE_LINE
    rows, columns = [c // SIDE for c in cells], [c % SIDE for c in cells]
    return min(rows), max(rows), min(columns), max(columns)


def grid_lines(s: Record, o: Record) -> list[str]:
    """The grid drawn in text: a line of columns, then the rows from the top; only the area in use."""
    top, bottom, left, right = used_area(s, o)
    columns = range(left, right + 1)
    lines = ["    " + " ".join(f"{names.column_name(o, c):^4}" for c in columns).rstrip()]
    for row in range(top, bottom + 1):
        cells = " ".join(f"{cell_text(s, row * SIDE + c):^4}" for c in columns)
        lines.append(f"{names.row_name(o, row):>3} {cells}".rstrip())
    return lines


def _grid_lines(s: Record, o: Record) -> list[str]:
    if all(s.ground[cell] in (EMPTY, OFF) for cell in range(CELLS)):
        return []
    head, *rows = grid_lines(s, o)
    return ["grid: " + head[4:], *("  " + row for row in rows)]


def read_position(s: Record, o: Record, t: Record, text: str) -> list[int]:
    """Fill a state that was set up and never dealt; returns the cards that the text shows.

    Raises:
        ValueError: every fault, one a line, naming the line and what would be right.
    """
    return Reader(s, o, t).read(text)


# -- in words -----------------------------------------------------------------------------------------

_PHASE_WORDS = {
    CHOOSING: "personal Paths are chosen",
    PERSONAL: "building, a personal Path",
    COMMUNITY: "building, a community Path",
    ROOMING: "Rooms are placed",
    PATHING: "Path phase",
    PATH_EXCESS: "Path phase, discards",
    USING: "Utility phase",
    USING_EXCESS: "Utility phase, discards",
    MOVING: "Movement",
    FINAL_ROOM: "the Final Room is placed",
    CLEANUP: "discards at the end of the turn",
    ASKING: "between two turns",
}


def lines(
    s: Record, o: Record, t: Record, seat: int | None, unseen: set[tuple[str, tuple[int, ...]]]
) -> list[tuple[str, str]]:
    """Turn, seats, hands (of one seat, or of all), declarations, traps, obstacles, piles and the grid."""
    who = f"{names.COLOURS[s.turn_of]} (seat {s.turn_of + 1})"
    told = [("turn", f"{s.turns + (s.ended == PLAYING)}, {who}, {_PHASE_WORDS[s.phase]}")]
    if s.phase in (PATHING, USING):
        told.append(("draws left", str(s.draws)))
    if s.drawn:
        told.append(("drawn", names.kind_name(s.drawn - 1)))
    told += [(f"seat {p + 1}", seat_text(s, o, p)) for p in range(PLAYERS_4)]
    for p in range(PLAYERS_4):
        if seat is None or seat == p:
            parts = [hand_text(s, t, pile, p, unseen) for pile in (PATHS, UTILITIES)]
            told.append((f"hand {p + 1}", " | ".join(part or "none" for part in parts)))
    if s.aids:
        told.append(("declared", ", ".join(f"{i + 1} {aid_text(s, o, i)}" for i in range(s.aids))))
    lost = [f"{names.SEATS[p]} {s.traps[p]}" for p in range(PLAYERS_4) if s.traps[p]]
    if lost:
        told.append(("turns to be lost", ", ".join(lost)))
    for label, code in (("walls", WALLED), ("pits", PITTED)):
        cells = [names.cell_name(o, c) for c in range(CELLS) if s.over[c] == code]
        if cells:
            told.append((label, " ".join(cells)))
    for label, pile in (("Path pile", PATHS), ("Utility pile", UTILITIES)):
        thrown = sorted(t.kind[s.discard[pile, i]] for i in range(s.discard_size[pile]))
        shown = "; discarded: " + " ".join(names.kind_name(kind) for kind in thrown) if thrown else ""
        told.append((label, f"{s.deck_size[pile]} cards{shown}"))
    head, *rows = grid_lines(s, o)
    told.append(("grid", head[4:]))
    return told + [(f"row {row[:3].strip()}", row[4:]) for row in rows]


def seat_text(s: Record, o: Record, p: int) -> str:
    """A seat in words: its colour, where its pawn stands, its tokens, how many cards it holds."""
    where = f"on {names.cell_name(o, s.pawn[p])}" if s.pawn[p] else "not on the table yet"
    tokens = " ".join(names.ROOMS[room] for room in range(PLAYERS_4) if s.token[p, room]) or "none"
    if s.locked[p]:
        tokens += f" ({_new_tokens(s, p)} new)"
    counts = [f"{s.hand_size[pile, p]} {what}" for pile, what in ((PATHS, "Paths"), (UTILITIES, "Utilities"))]
    return f"{names.COLOURS[p]}, {where}, tokens {tokens}, {counts[0]}, {counts[1]}"
