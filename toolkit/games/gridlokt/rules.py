"""The rules of gridlokt (rule version play-13): declarations, set-up, dispatch of actions, chance, figures.

The rest is in files beside it: `fields` says what a position holds, `choices` which actions are legal,
`build`, `phases` and `utilities` what they do, `movement` and `tunnels` where pawns can go.
"""

from __future__ import annotations

from toolkit.engine.decks import draw, put, recycle, shuffle, sort, top
from toolkit.engine.state import CHANCE, DEAL, PLAYING, Record
from toolkit.games.gridlokt.build import (
    choose,
    choose_unseen,
    lay_path,
    place_community,
    place_in_pile,
    place_personal,
    refuse_community,
    skip_personal,
    take_community,
)
from toolkit.games.gridlokt.checks import state_faults
from toolkit.games.gridlokt.choices import allowed, any_action, any_path, list_all, open_ops, pile_in
from toolkit.games.gridlokt.fields import (
    ALL_BLOCKED,
    ALL_LINKED,
    ALL_LOST,
    ALL_STAYED,
    ALL_TUNNELS,
    ALL_WARPED,
    BLOCKED,
    BOOTS,
    BRIDGE,
    CANCEL,
    CARD,
    CELLS,
    CENTRE_CARD,
    CHOOSE,
    CHOOSING,
    COMMUNITY,
    CROSSED,
    DECK_CAPACITY,
    DECKS,
    DETAILS,
    DISCARD,
    DONE,
    DRAW,
    DRILL,
    EVENTS,
    EXCESS_PATH,
    EXCESS_UTILITY,
    FIRST_KIND,
    FIRST_UTILITY,
    FREE_PATH,
    HELD,
    HIDDEN,
    HIDE,
    HOME,
    HOOK,
    KINDS,
    LINK,
    LINKED,
    MAX_MOVES,
    MEASURES,
    MIDDLE,
    MIDDLE_LINE,
    NO_OBSTACLE,
    OFF,
    OPTIONS,
    PASS,
    PATHING,
    PATHS,
    PATHS_DISCARDED,
    PERSONAL,
    PITS_STANDING,
    PLACE,
    PLAYED,
    PLAYERS_4,
    POINTS,
    ROOM,
    ROUNDS,
    SCRATCH,
    SEAT_MEASURES,
    SEAT_PATHS,
    SEAT_STAYS,
    SEAT_TOKENS,
    SEAT_UTILITIES,
    SHAPES,
    SIDE,
    SPAN,
    STATE,
    STAY,
    STAYED,
    STUCK,
    TABLES,
    TRAP,
    TUNNEL_1,
    TUNNEL_6,
    TURN_LOST,
    USED,
    UTILITIES,
    UTILITIES_DISCARDED,
    WALLED,
    WALLS_STANDING,
    WARPED,
)
from toolkit.games.gridlokt.greedy import choose_own, value
from toolkit.games.gridlokt.grid import joined, lay, may_enter, span
from toolkit.games.gridlokt.hands import cancel, pile_of, spare, take, throw, throw_aid
from toolkit.games.gridlokt.phases import (
    TURN_OVER,
    arrive,
    boundary,
    end_excess,
    end_phase,
    go_on,
    note_tokens,
    place_room,
    turns_until,
)
from toolkit.games.gridlokt.utilities import declare, set_trap, use

__all__ = [
    "DECKS",
    "DECK_CAPACITY",
    "DETAILS",
    "EVENTS",
    "HIDDEN",
    "MAX_MOVES",
    "MEASURES",
    "OPTIONS",
    "SCRATCH",
    "SEAT_MEASURES",
    "STATE",
    "TABLES",
    "choose_own",
]

NAME = "gridlokt"
VERSION = "play-13.1"
"""The version of the source, and the number of changes since in how it is played here."""
COORDINATES = (
    "columns a, b, … from the left, rows 1, 2, … from below, the Centre in the middle (k11 on a table "
    "of 21 x 21); RTd is a red T whose printed top points down"
)
PLAYERS = (4, 4)
"""The source leaves other numbers of players open (G58)."""
BOTS = ("greedy",)
"""A bot of its own in place of the general one: looking at every action of this game would take too long."""

_NAMES = {
    "wall": "Wall",
    "pit": "Pit",
    "hook": "Grappling Hook",
    "bridge": "Bridge",
    "straight": "straight Tunnel",
    "corner": "corner Tunnel",
    "warp": "Warp",
    "boots": "Jump Boots",
    "bomb": "Bomb",
    "trap": "Booby-Trap",
    "drill": "Drill",
    "shovel": "Shovel",
    "hammer": "Hammer",
    "switch": "Switch",
    "move": "Move-a-Room",
}
WORDS = {
    **{f"{name}_played": f"{word} used" for name, word in _NAMES.items()},
    **{f"{name}_held": f"{word} in hand at the end" for name, word in _NAMES.items()},
    **{f"{name}_used": f"{word} used, how often" for name, word in _NAMES.items()},
    "tunnels": "Tunnels laid",
    "turns_stayed": "turns in which the pawn stayed",
    "turns_blocked": "turns in which it had no way out of its space",
    "warps": "movements that warped to a Room",
    "links": "movements from Warp to Warp",
    "all_turns_lost": "turns lost to Booby-Traps",
    "paths_discarded": "excess Paths discarded",
    "utilities_discarded": "excess Utilities discarded",
    "paths": "Path pile",
    "utilities": "Utility pile",
    "stayed": "a pawn stayed",
    "blocked": "a pawn stayed and had no way out of its space",
    "warped": "a pawn warped to a Room",
    "linked": "a pawn travelled from Warp to Warp",
    "transported": "a pawn went to the Warp that was placed",
    "crossed": "a movement used an aid",
    "expired": "a declared aid was not used",
    "cancelled": "a declaration was taken back",
    "tunnel_own": "a Tunnel moved its own player's pawn",
    "tunnel_other": "a Tunnel moved an opponent's pawn",
    **{f"tunnel_{n}": f"a Tunnel of {n} card{'s' if n > 1 else ''}" for n in range(1, 6)},
    "tunnel_6": "a Tunnel of 6 cards or more",
    "pawn_bombed": "a pawn was bombed",
    "centre_bombed": "the Centre was bombed",
    "turn_lost": "a turn was lost to a Booby-Trap",
    "path_refused": "a Path phase began with no Path to draw",
    "utility_refused": "a Utility phase began with no Utility to draw",
    "without_place": "a Path fitted nowhere in construction",
    "boundary": "a Path, Room or Warp was laid along the table's edge",
    "excess_path": "an excess Path was discarded",
    "excess_utility": "an excess Utility was discarded",
    "given_victory": "another player's action carried the winner into the Final Room",
    "construction_end_turn": "turns of construction",
    "token_2_turn": "turn of the second token",
    "token_3_turn": "turn of the third token",
    "token_4_turn": "turn of the fourth token",
    "final_placed_turn": "turn the Final Room was placed",
    "centre_bombed_turn": "turn the Centre was bombed",
    "walls_standing": "Walls standing at the end",
    "pits_standing": "Pits standing at the end",
    "lead_changes": "changes of the lead in tokens",
    "built_span": "cells from end to end of the grid when it was built",
    "span": "cells from end to end of the grid at the end",
    "tokens": "tokens at the end",
    **{f"tokens_after_{n}": f"tokens after {n} rounds of normal turns" for n in ROUNDS},
    "turns_lost": "turns lost to Booby-Traps",
    "stays": "turns stayed",
    "paths_held": "Paths in hand at the end",
    "utilities_held": "Utilities in hand at the end",
    "final_room": "a pawn entered the Final Room",
    "card_without_place": "a Path fitted nowhere",
    "room_pending": "there was no place for a Room",
}


# -- set-up -----------------------------------------------------------------------------------------------


def setup(s: Record, o: Record, t: Record) -> None:
    """The table with the Centre in its middle, every other card in its pile."""
    low = MIDDLE_LINE - o.table // 2
    high = low + o.table - 1
    for cell in range(CELLS):
        row = cell // SIDE
        column = cell % SIDE
        if row < low or row > high or column < low or column > high:
            s.ground[cell] = OFF
    s.low_row = MIDDLE_LINE
    s.high_row = MIDDLE_LINE
    s.low_column = MIDDLE_LINE
    s.high_column = MIDDLE_LINE
    lay(s, t, MIDDLE, FREE_PATH, 15)
    s.centre = MIDDLE
    s.at[CENTRE_CARD] = MIDDLE
    for i in range(t.paths):
        put(s, PATHS, i)
    for i in range(t.utilities):
        put(s, UTILITIES, FIRST_UTILITY + i)
    s.loose = t.count[TRAP]


def deal(s: Record, o: Record, t: Record) -> None:
    """Shuffle the Utilities; the Path pile is shuffled when personal Paths have been chosen from it."""
    shuffle(s, UTILITIES, DEAL)
    s.phase = CHOOSING
    s.actor = s.first
    s.turn_of = s.first


# -- what is legal ----------------------------------------------------------------------------------------


def moves(s: Record, o: Record, t: Record, buf: Record) -> int:
    """Every legal action, by opcode."""
    return list_all(s, o, t, buf)


def propose(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """A random legal action: a kind, uniformly among those that are possible, then one of that kind.

    Kinds are the opcodes: placing any Path, drawing, ending the phase, each kind of Utility held (both
    Tunnels together), moving, linked travel, warping, staying. So a player does not lay Walls all day only
    because there are many places for them.
    """
    return any_action(s, o, t, k, buf)


def legal(s: Record, o: Record, t: Record, a: int) -> int:
    """Whether the actor may play the action, or chance may have taken it.

    Besides what is listed, a Booby-Trap by a seat that is not asked for one is legal at any instant.
    """
    if s.ended != PLAYING or a < 0 or (a | t.args[a & 31]) != t.args[a & 31]:
        return 0
    op = a & 31
    n = (a >> 5) & 31
    cell = (a >> 10) & 2047
    if cell >= CELLS or (a >> 21) & 2047 >= CELLS or a >> 32 >= CELLS:
        return 0
    if s.chance == 1:
        return 1 if op == CARD and n == t.kind[top(s, pile_in(s))] else 0
    if op == TRAP and cell > 0:
        seat = cell - 1
        if seat >= PLAYERS_4 or n >= PLAYERS_4 or seat == s.actor or seat == n or s.phase < PATHING:
            return 0
        return 1 if spare(s, t, seat, TRAP) > 0 else 0
    return allowed(s, o, t, a) if (open_ops(s, t) >> op) & 1 == 1 else 0


# -- actions ----------------------------------------------------------------------------------------------


def play(s: Record, o: Record, t: Record, a: int) -> None:
    """Carry out an action of the actor, of chance, or of people at a table."""
    op = a & 31
    n = (a >> 5) & 31
    cell = (a >> 10) & 2047
    second = (a >> 21) & 2047
    seat = s.actor
    if op == TRAP:
        set_trap(s, o, t, cell - 1 if cell > 0 else seat, n)
    elif (DECLARED >> op) & 1 == 1:
        declare(s, t, op, cell, second if op != DRILL else 0, a >> 32 if op != DRILL else second)
    elif op >= FIRST_KIND:
        use(s, o, t, op, n, cell, second)
    elif op == CARD:
        take_card(s, o, t)
    elif op == CHOOSE:
        choose(s, o, t, place_in_pile(s, t, n) - 1)
    elif op == HIDE:
        choose_unseen(s, o, t)
        while n == 1 and s.phase == CHOOSING:
            choose_unseen(s, o, t)
    elif op == PLACE:
        if s.phase == PERSONAL:
            place_personal(s, o, t, n, second, cell)
        elif s.phase == COMMUNITY:
            place_community(s, o, t, second, cell)
        else:
            lay_path(s, t, take(s, t, seat, n), second, cell)
    elif op == STUCK:
        skip_personal(s, o, t)
    elif op == ROOM:
        place_room(s, o, t, n, cell)
    elif op == DRAW:
        pile = pile_in(s)
        s.draws -= 1
        if s.deck_size[pile] == 0:
            recycle_pile(s, t, pile)
        s.chance = 1
    elif op == DONE:
        end_phase(s, o, t)
    elif op == DISCARD:
        s.event[EXCESS_PATH + pile_of(n)] += 1
        if cell > 0:
            throw_aid(s, t, seat, cell - 1)
        else:
            throw(s, t, take(s, t, seat, n))
        end_excess(s, o, t)
    elif op == CANCEL:
        cancel(s, n)
    elif op == PASS:
        s.asked = s.players if n == 1 else s.asked + 1
        boundary(s, o, t)
    else:
        travel(s, o, t, op, n, cell)


DECLARED = (1 << HOOK) | (1 << BRIDGE) | (1 << BOOTS) | (1 << DRILL)
"""Opcodes, as bits, that declare an aid."""


def recycle_pile(s: Record, t: Record, pile: int) -> None:
    """The discards are shuffled and become the pile, the only moment at which that happens (G52)."""
    recycle(s, pile, CHANCE)
    if pile == UTILITIES:
        s.loose = t.count[TRAP]


def take_card(s: Record, o: Record, t: Record) -> None:
    """The top card of the pile goes to the actor's hand or, in construction, has to be placed at once."""
    if s.phase == COMMUNITY:
        take_community(s, t)
        if any_path(s, o, t) == 0:
            refuse_community(s, o, t)
        return
    pile = pile_in(s)
    s.hand[pile, s.actor, s.hand_size[pile, s.actor]] = draw(s, pile)
    s.hand_size[pile, s.actor] += 1
    s.chance = 0


def travel(s: Record, o: Record, t: Record, op: int, n: int, cell: int) -> None:
    """The pawn moves, travels between Warps, warps to a Room or stays; the turn is over."""
    seat = s.actor
    s.after = TURN_OVER
    if op == STAY:
        s.event[STAYED] += 1
        s.seat_measure[SEAT_STAYS, seat] += 1
        ways = s.aids
        for d in range(4):
            ways += joined(s, t, s.pawn[seat], d) * may_enter(s, seat, s.pawn[seat] + t.step[d])
        s.event[BLOCKED] += 1 if ways == 0 else 0
    elif op == HOME:
        s.event[WARPED] += 1
        arrive(s, seat, s.room[n])
    else:
        place = s.aids
        while place > 0:
            place -= 1
            if (n >> place) & 1 == 1:
                s.event[CROSSED] += 1
                s.event[PLAYED + s.aid[place] - FIRST_KIND] += 1
                throw_aid(s, t, seat, place)
        s.event[LINKED] += 1 if op == LINK else 0
        arrive(s, seat, cell)
    go_on(s, o, t)


def chance(s: Record, o: Record, t: Record) -> int:
    """The top card of the pile that is drawn from."""
    return CARD | (t.kind[top(s, pile_in(s))] << 5)


# -- bots and figures -------------------------------------------------------------------------------------


def redeal(s: Record, o: Record, t: Record, seat: int, k: int) -> None:
    """Deal anew the piles and the cards in others' hands that were not shown.

    While the grid is built, others hold Paths of their own colours, any of those that the seat has not seen.
    """
    for pile in range(2):
        for p in range(s.players):
            for i in range(s.hand_size[pile, p]):
                if p != seat and s.shown[s.hand[pile, p, i]] == 0:
                    put(s, pile, s.hand[pile, p, i])
        sort(s, pile)
        shuffle(s, pile, k)
        for p in range(s.players):
            for i in range(s.hand_size[pile, p]):
                if p != seat and s.shown[s.hand[pile, p, i]] == 0:
                    last = s.deck_size[pile] - 1
                    j = last
                    while s.phase <= COMMUNITY and t.kind[s.deck[pile, j]] // SHAPES != p:
                        j -= 1
                    s.hand[pile, p, i] = s.deck[pile, j]
                    s.deck[pile, j] = s.deck[pile, last]
                    s.deck_size[pile] = last


def evaluate(s: Record, o: Record, t: Record, seat: int) -> int:
    """How good the position looks for a seat (see `greedy`)."""
    return value(s, o, t, seat)


def finish(s: Record, o: Record, t: Record) -> None:
    """What is in hands and stands on the grid at the end, and has been so for the rounds never played."""
    for p in range(s.players):
        s.seat_measure[SEAT_TOKENS, p] = s.tokens[p]
        s.seat_measure[SEAT_PATHS, p] = s.hand_size[PATHS, p]
        s.seat_measure[SEAT_UTILITIES, p] = s.hand_size[UTILITIES, p]
        for i in range(s.hand_size[UTILITIES, p]):
            s.measure[HELD + t.kind[s.hand[UTILITIES, p, i]] - FIRST_KIND] += 1
    for cell in range(CELLS):
        if s.over[cell] != NO_OBSTACLE:
            s.measure[WALLS_STANDING if s.over[cell] == WALLED else PITS_STANDING] += 1
    s.measure[SPAN] = span(s)
    for point in range(POINTS):
        if turns_until(s, t, point) > 0:
            note_tokens(s, point)
    add_up(s)


def add_up(s: Record) -> None:
    """How often in the game what is counted as it happens did."""
    for kind in range(FIRST_KIND, KINDS):
        s.measure[USED + kind - FIRST_KIND] = s.event[PLAYED + kind - FIRST_KIND]
    for length in range(TUNNEL_1, TUNNEL_6 + 1):
        s.measure[ALL_TUNNELS] += s.event[length]
    s.measure[ALL_STAYED] = s.event[STAYED]
    s.measure[ALL_BLOCKED] = s.event[BLOCKED]
    s.measure[ALL_WARPED] = s.event[WARPED]
    s.measure[ALL_LINKED] = s.event[LINKED]
    s.measure[ALL_LOST] = s.event[TURN_LOST]
    s.measure[PATHS_DISCARDED] = s.event[EXCESS_PATH]
    s.measure[UTILITIES_DISCARDED] = s.event[EXCESS_UTILITY]


def check_state(s: Record, o: Record, t: Record) -> list[str]:
    """What does not hold: a card in two places, two pawns on one cell, a hand beyond its limit …"""
    return state_faults(s, o, t)
