"""dragonpath in words: notation, why a move is refused, what a log reveals, what lies on the table."""

from __future__ import annotations

import re

from toolkit.engine.state import PLAYING, Record
from toolkit.games.dragonpath.rules import (
    CELLS,
    DEALING,
    DRAW_OP,
    DRAWING,
    MARK_OP,
    PILE,
    PLACE,
    RETIRE_OP,
    SCOPE_TILE,
    SIDE,
    START,
    TILE_OP,
    held,
    legal,
    safe_rotations,
)

TURNS = "urdl"
"""Where the printed top of a tile points, by quarter turns clockwise."""

_MARK = re.compile(r"m(\d{1,2})")
_TILE = re.compile(r"(\d{1,2})([urdl])(?:@([a-h])([1-8]))?")
_DRAW = re.compile(r"([1-8])\+(\d{1,2})")
_RETIRE = re.compile(r"([1-8])\s+retire")


def square_name(o: Record, cell: int) -> str:
    """`a1` for the bottom left square; an empty string off the board."""
    row, column = divmod(cell, SIDE)
    if not (1 <= row <= o.board_size and 1 <= column <= o.board_size):
        return ""
    return "abcdefgh"[column - 1] + str(o.board_size + 1 - row)


def tile_name(t: Record, kind: int) -> str:
    """The number printed on a tile, two digits."""
    return f"{t.number[kind]:02d}"


def action_text(s: Record, o: Record, t: Record, action: int) -> str:
    """`m17`, `12r@c4`, `2+17` or `2 retire`."""
    op, argument = action & 15, action >> 4
    if op == MARK_OP:
        return f"m{argument + 1}"
    if op == DRAW_OP:
        return f"{s.drawer + 1}+{tile_name(t, argument)}"
    if op == RETIRE_OP:
        return f"{argument + 1} retire"
    return f"{tile_name(t, argument >> 2)}{TURNS[argument & 3]}@{square_name(o, s.cell[s.actor])}"


def unseen_draw(s: Record, o: Record, t: Record) -> str:
    """`2+?`: seat 2 draws a tile that nobody else saw."""
    return f"{s.drawer + 1}+?"


def read_action(s: Record, o: Record, t: Record, text: str) -> int:
    """The action that `text` names; a placement may leave out its square.

    Raises:
        ValueError: the text is no notation, or contradicts the board; says what would be right.
    """
    text = " ".join(text.strip().lower().split())
    if match := _MARK.fullmatch(text):
        mark = int(match[1])
        if not 1 <= mark <= 8 * o.board_size:
            raise ValueError(f"there is no start mark {mark}; they run from 1 to {8 * o.board_size}")
        return MARK_OP + 16 * (mark - 1)
    if match := _TILE.fullmatch(text):
        kind = _kind(t, match[1])
        if s.phase == PLACE and match[3]:
            here = square_name(o, s.cell[s.actor])
            if match[3] + match[4] != here:
                raise ValueError(f"the marker of seat {s.actor + 1} faces {here}, so the tile goes there")
        rotation = TURNS.index(match[2]) % t.rotations[kind]
        return TILE_OP + 16 * (kind * 4 + rotation)
    if match := _DRAW.fullmatch(text):
        seat = int(match[1])
        if s.chance != 1 or seat != s.drawer + 1:
            due = f"seat {s.drawer + 1} draws" if s.chance == 1 else "nobody draws"
            raise ValueError(f"{due} now, not seat {seat}")
        return DRAW_OP + 16 * _kind(t, match[2])
    if match := _RETIRE.fullmatch(text):
        return RETIRE_OP + 16 * (int(match[1]) - 1)
    raise ValueError(f"{text!r} is no move; write {_example(s, o, t)}")


def _kind(t: Record, digits: str) -> int:
    for kind in range(t.kinds):
        if t.number[kind] == int(digits):
            return kind
    raise ValueError(f"there is no tile {digits} in the table of tiles")


def _example(s: Record, o: Record, t: Record) -> str:
    if s.chance == 1:
        return f"{s.drawer + 1}+17 for the tile that seat {s.drawer + 1} drew, or {s.drawer + 1}+? if unseen"
    if s.phase == START:
        return "m17 for start mark 17"
    return "12r for tile 12 with its printed top pointing right (u up, r right, d down, l left)"


def refusal(s: Record, o: Record, t: Record, action: int) -> str:
    """Why `action` may not be played now."""
    op, argument = action & 15, action >> 4
    if s.ended != PLAYING:
        return "the game is over"
    if s.chance == 1:
        if op == DRAW_OP:
            return f"tile {tile_name(t, argument)} cannot be the one that came up"
        return f"seat {s.drawer + 1} has to draw first: {s.drawer + 1}+17, or {s.drawer + 1}+? if unseen"
    if op == DRAW_OP:
        return "nobody draws now"
    if s.phase == START:
        if op != MARK_OP:
            return f"seat {s.actor + 1} has to choose a start mark first, such as m17"
        return f"start mark {argument + 1} is taken by seat {s.taken[argument]}"
    if op == MARK_OP:
        return "all start marks were chosen; the game is on"
    if op == RETIRE_OP:
        return f"seat {argument + 1} is not in the game"
    kind = argument >> 2
    tile = tile_name(t, kind)
    if not held(s, t, s.actor, kind):
        return f"seat {s.actor + 1} does not hold tile {tile}"
    if o.suicide_scope == SCOPE_TILE:
        other = "another way of turning the tile does not"
    else:
        other = "another tile or way of turning does not"
    return f"tile {tile} so turned leads the marker of seat {s.actor + 1} off the board while {other}"


def physical(s: Record, o: Record, t: Record, action: int) -> bool:
    """Whether an action that breaks the rules could still be carried out on the table.

    A held tile can be laid where the ban on leaving forbids it, while a tile that
    is elsewhere, or a start mark that is taken, cannot be meant.
    """
    op, argument = action & 15, action >> 4
    if op == TILE_OP:
        return bool(s.phase == PLACE and s.chance == 0 and held(s, t, s.actor, argument >> 2))
    return bool(legal(s, o, t, action))


def table_actions(s: Record, o: Record, t: Record) -> list[int]:
    """Every player still on the board may retire, once marks are being chosen."""
    if s.ended != PLAYING or s.chance == 1 or s.phase in (DEALING, DRAWING):
        return []
    return [RETIRE_OP + 16 * seat for seat in range(s.players) if s.alive[seat]]


def refuse_setup(o: Record, t: Record) -> str:
    """The table must be able to deal every hand, and the board must have a mark for everybody."""
    if t.items < o.hand_size * o.players:
        return (
            f"{t.items} tiles cannot deal {o.players} hands of {o.hand_size}; "
            "list more tiles, or lower hand_size or the number of players"
        )
    return ""


def reveals(
    s: Record, o: Record, t: Record, action: int
) -> tuple[str, list[tuple[int, ...]], list[int]] | None:
    """A draw shows the top of the pile; a placement shows a tile of the actor's hand."""
    op, argument = action & 15, action >> 4
    if op == DRAW_OP:
        return "deck", [(PILE, s.deck_size[PILE] - 1)], _items(t, argument)
    if op == TILE_OP:
        slots: list[tuple[int, ...]] = [(s.actor, i) for i in range(s.hand_size[s.actor])]
        return "hand", slots, _items(t, argument >> 2)
    return None


def _items(t: Record, kind: int) -> list[int]:
    return [item for item in range(t.items) if t.kind[item] == kind]


def hidden_slots(s: Record, o: Record, t: Record) -> list[tuple[str, tuple[int, ...]]]:
    """The pile and every hand."""
    slots: list[tuple[str, tuple[int, ...]]] = [("deck", (PILE, i)) for i in range(s.deck_size[PILE])]
    for seat in range(s.players):
        slots += [("hand", (seat, i)) for i in range(s.hand_size[seat])]
    return slots


def candidates(
    s: Record, o: Record, t: Record, items: list[int], unseen: set[tuple[str, tuple[int, ...]]]
) -> list[int]:
    """Every placement that some hand with one of `items` in it could allow, or every draw of one of them."""
    kinds = sorted({t.kind[item] for item in items})
    if s.chance == 1:
        return [DRAW_OP + 16 * kind for kind in kinds]
    return [TILE_OP + 16 * (kind * 4 + r) for kind in kinds for r in range(t.rotations[kind])]


def arrange(
    s: Record, o: Record, t: Record, action: int, slots: list[tuple[int, ...]], unseen: list[int]
) -> dict[tuple[int, ...], int] | None:
    """Fill the actor's unseen `slots` from `unseen` so that leaving the board by `action` is forced.

    Only a move that leaves the board needs it: it is legal where every other tile of the hand would leave
    the board in every rotation, so tiles that do are looked for. None when there are too few.
    """
    if not slots:
        return {}
    lost = [i for i in unseen if safe_rotations(s, t, s.actor, t.kind[i]) == 0]
    if len(lost) < len(slots):
        return None
    return dict(zip(slots, lost, strict=False))


def lines(
    s: Record, o: Record, t: Record, seat: int | None, unseen: set[tuple[str, tuple[int, ...]]]
) -> list[tuple[str, str]]:
    """Turn, markers, hands (of one seat, or of all), pile, dragon and laid tiles; `?` for an unseen tile."""
    told: list[tuple[str, str]] = [("turn", str(s.turns + (s.ended == PLAYING)))]
    for p in range(s.players):
        if not s.alive[p]:
            where = f"out in turn {s.seat_measure[0, p]}"
        elif s.phase in (DEALING, START) and not any(s.taken[m] == p + 1 for m in range(8 * o.board_size)):
            where = "not on the board yet"
        else:
            where = f"faces {square_name(o, s.cell[p])}"
        if s.alive[p]:
            where += f", {s.hand_size[p]} tile{'s' if s.hand_size[p] != 1 else ''}"
        if s.dragon == p + 1:
            where += ", the dragon"
        told.append((f"seat {p + 1}", where))
    for p in range(s.players):
        if s.alive[p] and (seat is None or seat == p):
            tiles = [
                "?" if ("hand", (p, i)) in unseen else tile_name(t, t.kind[s.hand[p, i]])
                for i in range(s.hand_size[p])
            ]
            told.append((f"hand {p + 1}", " ".join(tiles) or "none"))
    told.append(("pile", f"{s.deck_size[PILE]} tiles"))
    return told + _board(s, o, t)


def _board(s: Record, o: Record, t: Record) -> list[tuple[str, str]]:
    """The laid tiles as a small map, row by row from the top; nothing while the board is empty."""
    rows: list[tuple[str, str]] = [
        ("board", " ".join(f" {column} " for column in "abcdefgh"[: o.board_size]))
    ]
    for row in range(o.board_size):
        squares = []
        for column in range(o.board_size):
            placed = s.placed[(row + 1) * SIDE + column + 1]
            tile = tile_name(t, (placed - 1) >> 2) + TURNS[(placed - 1) & 3] if placed > 0 else " . "
            squares.append(tile)
        rows.append((f"row {o.board_size - row}", " ".join(squares)))
    return rows if any(placed > 0 for placed in s.placed) else []


def check_state(s: Record, o: Record, t: Record) -> list[str]:
    """Tiles are each in one place, markers face open squares and share none of their entrances."""
    faults: list[str] = []
    where: dict[int, int] = {}
    for i in range(s.deck_size[PILE]):
        where[s.deck[PILE, i]] = where.get(s.deck[PILE, i], 0) + 1
    for p in range(s.players):
        for i in range(s.hand_size[p]):
            where[s.hand[p, i]] = where.get(s.hand[p, i], 0) + 1
        if s.hand_size[p] > o.hand_size:
            faults.append(f"seat {p + 1} holds {s.hand_size[p]} tiles")
    counts: dict[int, int] = {}
    for item, times in where.items():
        if times != 1 or not 0 <= item < t.items:
            faults.append(f"item {item} is in {times} places")
        counts[t.kind[item]] = counts.get(t.kind[item], 0) + times
    placed = 0
    for cell in range(CELLS):
        if s.placed[cell] > 0:
            placed += 1
            kind = (s.placed[cell] - 1) >> 2
            counts[kind] = counts.get(kind, 0) + 1
            if not square_name(o, cell):
                faults.append(f"a tile lies off the board, in cell {cell}")
    for kind in range(t.kinds):
        listed = len(_items(t, kind))
        if counts.get(kind, 0) != listed:
            faults.append(f"tile {tile_name(t, kind)}: {counts.get(kind, 0)} found, {listed} listed")
    if len(where) + placed != t.items:
        faults.append(f"{len(where) + placed} tiles in play, {t.items} listed")
    entrances: set[tuple[int, int]] = set()
    for p in range(s.players):
        chosen = [m for m in range(8 * o.board_size) if s.taken[m] == p + 1]
        if not s.alive[p] or not chosen:
            continue
        if s.placed[s.cell[p]] > 0 or not square_name(o, s.cell[p]):
            faults.append(f"the marker of seat {p + 1} faces no open square")
        if (s.cell[p], s.port[p]) in entrances:
            faults.append(f"seat {p + 1} shares its entrance with another marker")
        entrances.add((s.cell[p], s.port[p]))
    if s.ended == PLAYING and s.dragon and not s.alive[s.dragon - 1]:
        faults.append("a player who left holds the dragon")
    if s.ended == PLAYING and s.phase == PLACE and s.chance == 0 and not legal_somewhere(s, o, t):
        faults.append("the actor has no legal move")
    return faults


def legal_somewhere(s: Record, o: Record, t: Record) -> bool:
    """Whether the actor has at least one legal placement."""
    for i in range(s.hand_size[s.actor]):
        kind = t.kind[s.hand[s.actor, i]]
        if any(legal(s, o, t, TILE_OP + 16 * (kind * 4 + rotation)) for rotation in range(t.rotations[kind])):
            return True
    return False
