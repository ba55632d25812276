"""The flow of a turn: phases, arrivals and tokens, interrupts, cleanup, turn boundaries, the end."""

from __future__ import annotations

from toolkit.engine.decks import starve
from toolkit.engine.state import PLAYING, STALLED, WIN, Record
from toolkit.games.gridlokt.fields import (
    ASKING,
    CLEANUP,
    CONSTRUCTION_END,
    CONTINUE,
    FINAL,
    FINAL_GROUND,
    FINAL_PLACED,
    FINAL_ROOM,
    GIVEN_VICTORY,
    KINDS,
    LEAD_CHANGES,
    MOVING,
    PATH_EXCESS,
    PATH_REFUSED,
    PATHING,
    PATHS,
    PENDING,
    PLAYERS_4,
    POINTS,
    REACHED,
    ROOM_GROUND,
    ROOMING,
    SEAT_CURVE,
    SEAT_LOST,
    SEAT_TOKENS,
    SIDE,
    TOKEN_2,
    TURN_LOST,
    USING,
    USING_EXCESS,
    UTILITIES,
)
from toolkit.games.gridlokt.grid import hub_fits, lay, put_pawn
from toolkit.games.gridlokt.hands import expire

EXCESS = (1 << PATH_EXCESS) | (1 << USING_EXCESS) | (1 << CLEANUP)
"""Phases in which excess cards are discarded, as bits."""
BACK_TO_USING, TURN_OVER, AT_BOUNDARY = range(3)
"""What follows an interrupt (`after`)."""


def next_seat(seat: int) -> int:
    """The seat to the left."""
    return (seat + 1) & 3


# -- arrivals ---------------------------------------------------------------------------------------------


def arrive(s: Record, seat: int, cell: int) -> None:
    """A pawn comes to a cell: it wins, or takes a token; the first fourth token calls the Final Room."""
    put_pawn(s, seat, cell)
    ground = s.ground[cell] + 0
    if ground == FINAL_GROUND:
        s.event[GIVEN_VICTORY] += 1 if seat != s.turn_of else 0
        s.ended = WIN
        s.detail = REACHED
        s.winners = 1 << seat
    elif ground >= ROOM_GROUND and ground < FINAL_GROUND and s.token[seat, ground - ROOM_GROUND] == 0:
        s.token[seat, ground - ROOM_GROUND] = 1
        s.tokens[seat] += 1
        note_token(s, seat, s.tokens[seat])
        if s.tokens[seat] == FINAL and s.placer == 0:
            s.placer = next_seat(seat) + 1
            s.due = 1


def note_token(s: Record, seat: int, n: int) -> None:
    """Figures of a seat's n-th token: when it came, and who is alone in front."""
    if n > 1:
        s.seat_measure[SEAT_TOKENS + n - 1, seat] = s.turns + 1
        if s.measure[TOKEN_2 + n - 2] == 0:
            s.measure[TOKEN_2 + n - 2] = s.turns + 1
    for other in range(s.players):
        if other != seat and s.tokens[other] >= n:
            return
    if s.leader != seat + 1:
        s.measure[LEAD_CHANGES] += 1 if s.leader > 0 else 0
        s.leader = seat + 1


# -- Rooms ------------------------------------------------------------------------------------------------


def any_hub(s: Record, t: Record, ground: int) -> int:
    """1 if a Room may lie anywhere."""
    for row in range(s.low_row - 1, s.high_row + 2):
        for column in range(s.low_column - 1, s.high_column + 2):
            if hub_fits(s, t, ground, row * SIDE + column) == 1:
                return 1
    return 0


def ask_room(s: Record, o: Record, t: Record, seat: int, room: int) -> int:
    """A seat is to place a Room: 1 if it can, or if the game stalls since it cannot."""
    if any_hub(s, t, ROOM_GROUND + room) == 1:
        s.phase = FINAL_ROOM if room == FINAL else ROOMING
        s.actor = seat
        return 1
    if o.pending_room == CONTINUE:
        return 0
    s.ended = STALLED
    s.detail = PENDING
    return 1


def place_room(s: Record, o: Record, t: Record, room: int, cell: int) -> None:
    """A Room is placed: a Home with its pawn and token, or the Final Room."""
    lay(s, t, cell, ROOM_GROUND + room, 15)
    s.room[room] = cell
    if room == FINAL:
        s.measure[FINAL_PLACED] = s.turns + 1
    else:
        arrive(s, room, cell)
    if s.after == BACK_TO_USING and room != FINAL:
        next_room(s, o, t)
    else:
        go_on(s, o, t)


def next_room(s: Record, o: Record, t: Record) -> None:
    """After construction: the next seat places its Room, or the first normal turn begins."""
    while s.asked < s.players:
        seat = (s.first + s.asked) & 3
        s.asked += 1
        if ask_room(s, o, t, seat, seat) == 1:
            return
    begin_turn(s, o, t, s.first)


# -- phases -----------------------------------------------------------------------------------------------


def begin_turn(s: Record, o: Record, t: Record, seat: int) -> None:
    """A seat's Path phase begins."""
    s.turn_of = seat
    s.actor = seat
    s.phase = PATHING
    s.after = BACK_TO_USING
    for kind in range(KINDS):
        s.told[kind] = 0
    s.draws = o.path_draws
    note_refused(s, PATHS)


def note_refused(s: Record, pile: int) -> None:
    """Count a phase in which cards might be drawn and there are none."""
    if s.draws > 0 and s.deck_size[pile] + s.discard_size[pile] == 0:
        s.event[PATH_REFUSED + pile] += 1
        starve(s, pile)


def end_phase(s: Record, o: Record, t: Record) -> None:
    """The Path or Utility phase is being ended, or cards were discarded to end it."""
    seat = s.turn_of
    if s.phase <= PATH_EXCESS:
        s.phase = PATH_EXCESS
        if s.hand_size[PATHS, seat] <= o.path_hand:
            s.phase = USING
            s.draws = o.utility_draws
            note_refused(s, UTILITIES)
    elif s.phase <= USING_EXCESS:
        s.phase = USING_EXCESS
        if s.hand_size[UTILITIES, seat] <= o.utility_hand:
            s.phase = MOVING
            if s.pawn[seat] == 0:
                s.after = TURN_OVER
                go_on(s, o, t)
    else:
        go_on(s, o, t)


def end_excess(s: Record, o: Record, t: Record) -> None:
    """A card left the hand: where excess cards are being discarded, that may be enough."""
    if (EXCESS >> s.phase) & 1 == 1:
        end_phase(s, o, t)


def go_on(s: Record, o: Record, t: Record) -> None:
    """After an effect: the Final Room if it is due, then the rest of the turn or the next one."""
    if s.ended != PLAYING:
        return
    if s.due == 1:
        s.due = 0
        if ask_room(s, o, t, s.placer - 1, FINAL) == 1:
            return
    s.actor = s.turn_of
    if s.after == BACK_TO_USING:
        s.phase = USING
        return
    if s.after == TURN_OVER:
        expire(s)
        s.locked[s.turn_of] = 0
        if s.hand_size[UTILITIES, s.turn_of] > o.utility_hand:
            s.phase = CLEANUP
            return
        count_turn(s, t)
        s.after = AT_BOUNDARY
    boundary(s, o, t)


def count_turn(s: Record, t: Record) -> None:
    """A turn is over, and nobody was asked for a Booby-Trap yet; after some rounds tokens are noted."""
    s.turns += 1
    s.asked = 0
    for point in range(POINTS):
        if turns_until(s, t, point) == 0:
            note_tokens(s, point)


def turns_until(s: Record, t: Record, point: int) -> int:
    """Turns that are still to come before tokens are noted for a round of `ROUNDS`; below 0 afterwards."""
    return PLAYERS_4 * t.rounds[point] + s.measure[CONSTRUCTION_END] - s.turns


def note_tokens(s: Record, point: int) -> None:
    """Figures of a point of the race: every seat's tokens."""
    for seat in range(s.players):
        s.seat_measure[SEAT_CURVE + point, seat] = s.tokens[seat]


def boundary(s: Record, o: Record, t: Record) -> None:
    """Between two turns: pending Rooms, Booby-Traps by anybody who may hold one, turns that are lost.

    Whoever holds a Utility is asked while a Trap is out: asking its holder alone would give the hand away.
    """
    while True:
        if o.pending_room == CONTINUE:
            for i in range(s.players):
                seat = (s.turn_of + 1 + i) & 3
                if s.room[seat] == 0 and ask_room(s, o, t, seat, seat) == 1:
                    return
            if s.placer > 0 and s.room[FINAL] == 0 and ask_room(s, o, t, s.placer - 1, FINAL) == 1:
                return
        while s.asked < s.players:
            seat = (s.turn_of + s.asked) & 3
            if s.loose > 0 and s.hand_size[UTILITIES, seat] > 0:
                s.phase = ASKING
                s.actor = seat
                return
            s.asked += 1
        s.turn_of = next_seat(s.turn_of)
        if s.traps[s.turn_of] == 0:
            begin_turn(s, o, t, s.turn_of)
            return
        s.traps[s.turn_of] -= 1
        s.event[TURN_LOST] += 1
        s.seat_measure[SEAT_LOST, s.turn_of] += 1
        count_turn(s, t)
