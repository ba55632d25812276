"""What every Utility needs, and what it does when it is played."""

from __future__ import annotations

from toolkit.engine.state import PLAYING, Record
from toolkit.games.gridlokt.fields import (
    ASKING,
    BOMB,
    CENTRE_BOMBED,
    CENTRE_GONE,
    CORNER_TUNNEL,
    DRILL,
    FIRST_KIND,
    FIRST_UTILITY,
    GOES_ON,
    HAMMER,
    MOVER,
    NO_OBSTACLE,
    PAWN_BOMBED,
    PIT,
    PITTED,
    PLAYED,
    PLAYERS_4,
    ROOM_GROUND,
    ROOMS,
    SHOVEL,
    SWITCH,
    TRANSPORTED,
    TRAP,
    TUNNEL,
    TUNNEL_1,
    TUNNEL_OTHER,
    TUNNEL_OWN,
    UTILITIES,
    WALL,
    WALLED,
    WARP,
    WARP_GROUND,
)
from toolkit.games.gridlokt.grid import crosses, hub_fits, is_path, lay, lift, may_enter, put_pawn, side_to
from toolkit.games.gridlokt.hands import fresh, spend, take, throw
from toolkit.games.gridlokt.phases import BACK_TO_USING, TURN_OVER, arrive, boundary, end_excess, go_on
from toolkit.games.gridlokt.tunnels import may_tunnel

OBSTACLES = (1 << WALL) | (1 << PIT)
LYING = OBSTACLES | (1 << WARP)
REMOVERS = (1 << SHOVEL) | (1 << HAMMER)
"""Opcodes, as bits: obstacles, all that lie on the grid, and the tools that remove an obstacle."""

# -- what is allowed --------------------------------------------------------------------------------------


def may_declare(s: Record, o: Record, t: Record, kind: int, entry: int, crossing: int, landing: int) -> int:
    """1 if the actor may declare an aid so: it leads across, a card is free for it, and it is new."""
    if crosses(s, o, t, kind, entry, crossing, landing) == 0 or fresh(s, t, s.actor, kind) == 0:
        return 0
    for i in range(s.aids):
        if s.aid[i] == kind and s.entry[i] == entry and s.crossing[i] == crossing and s.landing[i] == landing:
            return 0
    return 1


def may_bomb(s: Record, cell: int, room: int) -> int:
    """1 if a Bomb may go off on a cell, with the Room (from 1) to which the pawn there goes."""
    if is_path(s, cell) == 0:
        return 0
    victim = s.on[cell] - 1
    if victim < 0 or room < 1 or room > ROOMS:
        return 1 if victim < 0 and room == 0 else 0
    if s.on[s.room[victim]] == 0:
        return 1 if room == victim + 1 else 0
    return may_enter(s, victim, s.room[room - 1] + 0) if s.room[room - 1] > 0 else 0


def may_use(s: Record, o: Record, t: Record, op: int, n: int, cell: int, second: int, third: int) -> int:
    """1 if the actor, who holds the card, may play it so."""
    here = s.pawn[s.actor]
    if (OBSTACLES >> op) & 1 == 1:
        return 1 if is_path(s, cell) == 1 and s.on[cell] + s.over[cell] == 0 else 0
    if (REMOVERS >> op) & 1 == 1:
        return 1 if s.over[cell] == (PITTED if op == SHOVEL else WALLED) and side_to(t, here, cell) < 4 else 0
    if op == WARP:
        return hub_fits(s, t, WARP_GROUND, cell) if second == 0 or (second == 1 and here > 0) else 0
    if op == BOMB:
        return may_bomb(s, cell, second)
    if op == TRAP:
        return 1 if n < PLAYERS_4 and n != s.actor else 0
    if op == SWITCH:
        return 1 if n < PLAYERS_4 and n != s.actor and here > 0 and s.pawn[n] > 0 else 0
    if op == MOVER:
        return hub_fits(s, t, ROOM_GROUND + n, cell) if n < ROOMS and s.room[n] > 0 else 0
    if op == TUNNEL:
        return may_tunnel(s, o, t, s.actor, n, cell, second & 15, second >> 4) if second < 256 else 0
    if op == DRILL:
        return may_declare(s, o, t, op, cell, 0, second)
    return may_declare(s, o, t, op, cell, second, third)


# -- what happens -----------------------------------------------------------------------------------------


def declare(s: Record, t: Record, kind: int, entry: int, crossing: int, landing: int) -> None:
    """An aid is declared; everybody knows the card, and it stays in the hand."""
    item = s.hand[UTILITIES, s.actor, fresh(s, t, s.actor, kind) - 1]
    i = s.aids
    s.aid[i] = kind
    s.entry[i] = entry
    s.crossing[i] = crossing
    s.landing[i] = landing
    s.aid_item[i] = item
    s.shown[item] = 1
    s.aids = i + 1


def item_at(s: Record, first: int, cell: int) -> int:
    """The Path (`first` 0) or Utility (`first` FIRST_UTILITY) that lies on a cell."""
    item = first
    while s.at[item] != cell:
        item += 1
    return item


def clear(s: Record, t: Record, cell: int) -> None:
    """Discard the Wall or Pit on a cell."""
    item = item_at(s, FIRST_UTILITY, cell)
    s.at[item] = 0
    s.over[cell] = NO_OBSTACLE
    throw(s, t, item)


def bomb(s: Record, o: Record, t: Record, cell: int, room: int) -> None:
    """Destroy a Path with what lies on it; the pawn on it goes to a Room."""
    victim = s.on[cell] - 1
    if s.over[cell] != NO_OBSTACLE:
        clear(s, t, cell)
    item = item_at(s, 0, cell)
    s.at[item] = 0
    lift(s, cell)
    throw(s, t, item)
    if cell == s.centre:
        s.centre = 0
        s.event[CENTRE_GONE] += 1
        s.measure[CENTRE_BOMBED] = s.turns + 1
    if victim >= 0:
        s.event[PAWN_BOMBED] += 1
        before = s.tokens[victim] + 0
        arrive(s, victim, s.room[room - 1] + 0)
        s.after = BACK_TO_USING
        if victim == s.turn_of:
            if o.bomb_self_ends_turn != GOES_ON:
                s.after = TURN_OVER
            elif s.tokens[victim] > before:
                # A token is of use from the next turn on, and this is the one way to a turn that goes on.
                s.locked[victim] |= 1 << (room - 1)
        go_on(s, o, t)


def move_room(s: Record, t: Record, room: int, cell: int) -> None:
    """Carry a Room and the pawn in it to another cell; no entry, no token."""
    old = s.room[room]
    seat = s.on[old] - 1
    lift(s, old)
    lay(s, t, cell, ROOM_GROUND + room, 15)
    s.room[room] = cell
    if seat >= 0:
        put_pawn(s, seat, cell)


def place_warp(s: Record, o: Record, t: Record, cell: int, transport: int) -> None:
    """Lay a Warp for good; the pawn may go there at once, which ends the turn."""
    lay(s, t, cell, WARP_GROUND, 15)
    s.warp[1 if s.warp[0] > 0 else 0] = cell
    if transport == 1:
        s.event[TRANSPORTED] += 1
        arrive(s, s.actor, cell)
        s.after = TURN_OVER
        go_on(s, o, t)


def exchange(s: Record, o: Record, t: Record, other: int) -> None:
    """Two pawns change places, the actor's arrives first; ends the turn."""
    here = s.pawn[s.actor]
    there = s.pawn[other]
    s.on[here] = 0
    arrive(s, s.actor, there)
    if s.ended == PLAYING:
        arrive(s, other, here)
    s.after = TURN_OVER
    go_on(s, o, t)


def tunnel(s: Record, o: Record, t: Record, pawn: int, cell: int, straights: int, corners: int) -> None:
    """A pawn goes through a Tunnel, whose cards are discarded; the own pawn's ends the turn."""
    for _ in range(straights):
        spend(s, t, s.actor, TUNNEL)
    for _ in range(corners):
        spend(s, t, s.actor, CORNER_TUNNEL)
    s.event[TUNNEL_1 + min(straights + corners, 6) - 1] += 1
    own = pawn == s.turn_of
    s.event[TUNNEL_OWN if own else TUNNEL_OTHER] += 1
    arrive(s, pawn, cell)
    s.after = TURN_OVER if own else BACK_TO_USING
    go_on(s, o, t)


def set_trap(s: Record, o: Record, t: Record, seat: int, target: int) -> None:
    """A seat plays a Booby-Trap: the target loses its next turn that has not begun and is not lost yet."""
    spend(s, t, seat, TRAP)
    s.traps[target] += 1
    if seat == s.actor:
        if s.phase == ASKING:
            boundary(s, o, t)
        else:
            end_excess(s, o, t)


def use(s: Record, o: Record, t: Record, op: int, n: int, cell: int, second: int) -> None:
    """Play a Utility that the actor holds and may play so."""
    seat = s.actor
    if (LYING >> op) & 1 == 1:
        s.event[PLAYED + op - FIRST_KIND] += 1
        s.at[take(s, t, seat, op)] = cell
        if op == WARP:
            place_warp(s, o, t, cell, second)
        else:
            s.over[cell] = WALLED if op == WALL else PITTED
    elif op == TUNNEL:
        tunnel(s, o, t, n, cell, second & 15, second >> 4)
    else:
        spend(s, t, seat, op)
        if op == BOMB:
            bomb(s, o, t, cell, second)
        elif op == MOVER:
            move_room(s, t, n, cell)
        elif op == SWITCH:
            exchange(s, o, t, n)
        else:
            clear(s, t, cell)
