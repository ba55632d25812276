"""Which actions are legal: every possible one is a cell and a variant of an opcode, held against one test.

Listing walks over all of them, a random choice draws among them until one is legal, and `allowed` is the test
that both and `legal` go by.
"""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.engine.streams import below
from toolkit.games.gridlokt.build import place_in_pile
from toolkit.games.gridlokt.fields import (
    BOMB,
    BOOTS,
    BRIDGE,
    CANCEL,
    CHOOSE,
    COMMUNITY,
    CORNER_TUNNEL,
    DISCARD,
    DRAW,
    DRILL,
    EMPTY,
    FINAL,
    FINAL_ROOM,
    FIRST_KIND,
    HAMMER,
    HOME,
    HOOK,
    LINK,
    MOVE,
    MOVER,
    OFF,
    OPS,
    PATH_EXCESS,
    PATH_KINDS,
    PATHING,
    PATHS,
    PERSONAL,
    PLACE,
    PLAYERS_4,
    ROOM,
    ROOM_GROUND,
    SHAPES,
    SHOVEL,
    SIDE,
    STUCK,
    SWITCH,
    TRAP,
    TUNNEL,
    UNIVERSAL,
    UTILITIES,
    WARP,
)
from toolkit.games.gridlokt.grid import hub_fits, path_fits
from toolkit.games.gridlokt.hands import spare
from toolkit.games.gridlokt.movement import list_moves, may_move
from toolkit.games.gridlokt.tunnels import any_tunnel, list_tunnels
from toolkit.games.gridlokt.utilities import may_use

GENERAL = (1 << FIRST_KIND) - 1
"""The opcodes that need no Utility, as bits."""
SEATED = (1 << CHOOSE) | (1 << DISCARD) | (1 << CANCEL) | (1 << HOME) | (1 << TRAP) | (1 << SWITCH)
"""The opcodes, as bits, whose variants are numbers that no cell goes with; those from DRAW on have one."""
OFF_GRID = SEATED | (1 << STUCK) | (GENERAL & ~((1 << DRAW) - 1))
"""All opcodes that no cell goes with."""
MOVEMENT = (1 << MOVE) | (1 << LINK)
CROSSING = (1 << HOOK) | (1 << BRIDGE) | (1 << BOOTS)
"""Opcodes that the search of movements answers for; those of an entry, a crossing and a landing."""
ON_EMPTY = (1 << PLACE) | (1 << ROOM) | (1 << MOVER) | (1 << WARP)
OVER = (1 << HOOK) | (1 << BRIDGE) | (1 << SHOVEL) | (1 << HAMMER)
"""Opcodes for empty cells; those for cells with an obstacle."""
LISTED = OFF_GRID | MOVEMENT | OVER
"""Opcodes of which a random choice lists all actions."""
MISSES = 48
"""How often a random choice draws in vain before it lists what is legal."""


def pack(op: int, n: int, cell: int, second: int, third: int) -> int:
    """The number of an action."""
    return op | (n << 5) | (cell << 10) | (second << 21) | (third << 32)


def open_ops(s: Record, t: Record) -> int:
    """The opcodes, as bits, that the phase allows the actor and, of Utilities, that it holds."""
    held = GENERAL
    for i in range(s.hand_size[UTILITIES, s.actor]):
        held |= 1 << t.kind[s.hand[UTILITIES, s.actor, i]]
    held |= ((held >> CORNER_TUNNEL) & 1) << TUNNEL
    return t.ops[s.phase] & held


def pile_in(s: Record) -> int:
    """The pile that the phase draws from."""
    return PATHS if s.phase <= PATHING else UTILITIES


def variants(s: Record, t: Record, op: int) -> int:
    """How many actions of an opcode there may be for each cell."""
    if op == PLACE and s.phase != COMMUNITY:
        return 4 * s.hand_size[PATHS, s.actor]
    return s.aids if op == CANCEL else t.variants[op]


def candidate(s: Record, o: Record, t: Record, op: int, cell: int, v: int) -> int:
    """The action that is variant `v` of an opcode on a cell; 0 if that is none, -1 if no variant is one.

    The cell is that of the action, but the crossing of an aid that has one.
    """
    ground = s.ground[cell] + 0
    if (ON_EMPTY >> op) & 1 == 1:
        if ground != EMPTY:
            return -1
        if op == PLACE:
            kind = s.drawn - 1
            if s.phase != COMMUNITY:
                kind = t.kind[s.hand[PATHS, s.actor, v >> 2]]
                for i in range(v >> 2):
                    if t.kind[s.hand[PATHS, s.actor, i]] == kind:
                        return 0
            mask = t.turned[kind % SHAPES, v & 3]
            if kind == UNIVERSAL:
                mask = 15 if v & 3 == 0 else 0
            return pack(op, kind, cell, mask, 0) if mask > 0 else 0
        if op == ROOM:
            return pack(op, FINAL if s.phase == FINAL_ROOM else s.actor, cell, 0, 0)
        return pack(op, v if op == MOVER else 0, cell, v if op == WARP else 0, 0)
    if ground % OFF == EMPTY or (s.over[cell] == 0 and (OVER >> op) & 1 == 1):
        return -1
    if (CROSSING >> op) & 1 == 1:
        entry = cell + t.step[v >> 2]
        return pack(op, 0, entry, cell, cell + t.step[v & 3]) if s.ground[entry] % OFF != EMPTY else 0
    return pack(op, 0, cell, cell + t.step[v] if op == DRILL else (v if op == BOMB else 0), 0)


def any_path(s: Record, o: Record, t: Record) -> int:
    """1 if the actor can place any Path that it holds or has drawn."""
    n = variants(s, t, PLACE)
    for row in range(s.low_row - 1, s.high_row + 2):
        for column in range(s.low_column - 1, s.high_column + 2):
            for v in range(n):
                a = candidate(s, o, t, PLACE, row * SIDE + column, v)
                if a < 0:
                    break
                if a > 0 and path_fits(s, o, t, (a >> 5) & 31, (a >> 21) & 15, row * SIDE + column) == 1:
                    return 1
    return 0


def may_place(s: Record, o: Record, t: Record, kind: int, mask: int, cell: int) -> int:
    """1 if the actor may place a Path of a kind so."""
    if s.phase == COMMUNITY:
        if kind != s.drawn - 1:
            return 0
    else:
        if kind >= PATH_KINDS or (s.phase == PERSONAL and kind // SHAPES != s.actor):
            return 0
        if spare(s, t, s.actor, kind) == 0:
            return 0
    if mask > 15 or t.shape[mask] != (UNIVERSAL if kind == UNIVERSAL else kind % SHAPES):
        return 0
    return path_fits(s, o, t, kind, mask, cell)


def allowed(s: Record, o: Record, t: Record, a: int) -> int:
    """1 if the actor may play an action whose opcode is open; its cells are cells of the grid."""
    op = a & 31
    n = (a >> 5) & 31
    cell = (a >> 10) & 2047
    second = (a >> 21) & 2047
    if op >= FIRST_KIND:
        return may_use(s, o, t, op, n, cell, second, a >> 32)
    if op == PLACE:
        return may_place(s, o, t, n, second, cell)
    if (MOVEMENT >> op) & 1 == 1:
        return may_move(s, o, t, s.actor, op, cell, n)
    if op == ROOM:
        if n != (FINAL if s.phase == FINAL_ROOM else s.actor):
            return 0
        return hub_fits(s, t, ROOM_GROUND + n, cell)
    if op == DRAW:
        pile = pile_in(s)
        return 1 if s.draws > 0 and s.deck_size[pile] + s.discard_size[pile] > 0 else 0
    if op == DISCARD:
        if (1 if n < FIRST_KIND else 0) != (1 if s.phase == PATH_EXCESS else 0):
            return 0
        if cell > 0:
            return 1 if cell <= s.aids and s.aid[cell - 1] == n else 0
        return 1 if spare(s, t, s.actor, n) > 0 else 0
    if op == CHOOSE:
        return 1 if n < UNIVERSAL and n // SHAPES == s.actor and place_in_pile(s, t, n) > 0 else 0
    if op == STUCK:
        return 1 - any_path(s, o, t)
    if op == HOME:
        if n >= PLAYERS_4 or s.room[n] == 0 or s.token[s.actor, n] == 0:
            return 0
        return 1 if s.on[s.room[n]] == 0 else 0
    if op == CANCEL:
        return 1 if n < s.aids else 0
    return 1 if n == 0 else 0


def list_op(s: Record, o: Record, t: Record, op: int, buf: Record, n: int) -> int:
    """Add every legal action of an open opcode to `buf` from place `n` on; returns the new count."""
    if (MOVEMENT >> op) & 1 == 1:
        return list_moves(s, o, t, s.actor, op, buf, n)
    if op == TUNNEL:
        return list_tunnels(s, o, t, s.actor, buf, n)
    many = variants(s, t, op)
    if (OFF_GRID >> op) & 1 == 1:
        for v in range(many):
            a = op | (v << 5)
            if allowed(s, o, t, a) == 1:
                buf[n] = a
                n += 1
        if op == DISCARD:
            for place in range(s.aids):
                buf[n] = pack(op, s.aid[place], place + 1, 0, 0)
                n += 1
        return n
    for row in range(s.low_row - 1, s.high_row + 2):
        for column in range(s.low_column - 1, s.high_column + 2):
            for v in range(many):
                a = candidate(s, o, t, op, row * SIDE + column, v)
                if a < 0:
                    break
                if a > 0 and allowed(s, o, t, a) == 1:
                    buf[n] = a
                    n += 1
    return n


def any_of(s: Record, o: Record, t: Record, op: int, k: int, buf: Record) -> int:
    """A legal action of an open opcode, uniformly, from stream `k`; 0 if there is none."""
    if op == TUNNEL:
        return any_tunnel(s, o, t, s.actor, k, buf)
    many = variants(s, t, op)
    if (LISTED >> op) & 1 == 0 and many > 0:
        columns = s.high_column - s.low_column + 3
        cells = (s.high_row - s.low_row + 3) * columns
        for _ in range(MISSES):
            i = below(s, k, cells * many)
            v = i % many
            i //= many
            a = candidate(
                s, o, t, op, (s.low_row - 1 + i // columns) * SIDE + s.low_column - 1 + i % columns, v
            )
            if a > 0 and allowed(s, o, t, a) == 1:
                return a
    n = list_op(s, o, t, op, buf, 0)
    return buf[below(s, k, n)] if n > 0 else 0


def list_all(s: Record, o: Record, t: Record, buf: Record) -> int:
    """Every legal action of the actor."""
    bits = open_ops(s, t)
    n = 0
    for op in range(OPS):
        if (bits >> op) & 1 == 1:
            n = list_op(s, o, t, op, buf, n)
    return n


def any_action(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """A random legal action: first an opcode, uniformly among those with a legal action, then one of it."""
    bits = open_ops(s, t)
    while True:
        n = 0
        op = 0
        for i in range(OPS):
            if (bits >> i) & 1 == 1:
                n += 1
        skip = below(s, k, n)
        while skip > 0 or (bits >> op) & 1 == 0:
            skip -= (bits >> op) & 1
            op += 1
        a = any_of(s, o, t, op, k, buf)
        if a > 0:
            return a
        bits ^= 1 << op
