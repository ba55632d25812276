"""Construction: choosing personal Paths, placing them and community cards in turn, and what fits nowhere."""

from __future__ import annotations

from toolkit.engine.decks import draw, shuffle, starve
from toolkit.engine.state import DEAL, STALLED, Record
from toolkit.games.gridlokt.fields import (
    BUILT_SPAN,
    COMMUNITY,
    CONSTRUCTION_END,
    FREE_PATH,
    NO_PLACE,
    PATHS,
    PERSONAL,
    REDRAW,
    SHAPES,
    UNIVERSAL,
    WITHOUT_PLACE,
)
from toolkit.games.gridlokt.grid import lay, span
from toolkit.games.gridlokt.hands import take, throw
from toolkit.games.gridlokt.phases import next_room, next_seat


def place_in_pile(s: Record, t: Record, kind: int) -> int:
    """The place, from 1, of the first card of a kind in the Path pile; 0 if there is none."""
    for i in range(s.deck_size[PATHS]):
        if t.kind[s.deck[PATHS, i]] == kind:
            return i + 1
    return 0


def choose(s: Record, o: Record, t: Record, place: int) -> None:
    """The actor takes the card at a place of the Path pile as a personal one."""
    seat = s.actor
    s.hand[PATHS, seat, s.hand_size[PATHS, seat]] = s.deck[PATHS, place]
    s.hand_size[PATHS, seat] += 1
    s.deck_size[PATHS] -= 1
    for i in range(place, s.deck_size[PATHS]):
        s.deck[PATHS, i] = s.deck[PATHS, i + 1]
    if s.hand_size[PATHS, seat] == o.personal_paths:
        s.actor = next_seat(seat)
        s.turn_of = s.actor
        if s.actor == s.first:
            shuffle(s, PATHS, DEAL)
            s.phase = PERSONAL


def choose_unseen(s: Record, o: Record, t: Record) -> None:
    """The actor takes a Path of its colour that nobody else saw: any of them will do."""
    place = s.deck_size[PATHS] - 1
    while t.kind[s.deck[PATHS, place]] // SHAPES != s.actor:
        place -= 1
    choose(s, o, t, place)


def lay_path(s: Record, t: Record, item: int, mask: int, cell: int) -> None:
    """A Path lies on the grid from now on."""
    kind = t.kind[item]
    lay(s, t, cell, FREE_PATH if kind == UNIVERSAL else 1 + kind // SHAPES, mask)
    s.at[item] = cell


def place_personal(s: Record, o: Record, t: Record, kind: int, mask: int, cell: int) -> None:
    """A personal Path is placed; a community card follows, unless this is an extra round."""
    lay_path(s, t, take(s, t, s.actor, kind), mask, cell)
    s.played += 1
    after_personal(s, o, t)


def skip_personal(s: Record, o: Record, t: Record) -> None:
    """None of the personal Paths fits (G8)."""
    s.event[WITHOUT_PLACE] += 1
    if o.unplaceable == REDRAW:
        after_personal(s, o, t)
    else:
        s.ended = STALLED
        s.detail = NO_PLACE


def after_personal(s: Record, o: Record, t: Record) -> None:
    """The draw of a community card, without recycling; in extra rounds there is none."""
    if s.rounds >= o.personal_paths:
        next_builder(s, o, t)
    elif s.deck_size[PATHS] == 0:
        starve(s, PATHS)
        next_builder(s, o, t)
    else:
        s.phase = COMMUNITY
        s.chance = 1


def take_community(s: Record, t: Record) -> None:
    """The top card of the Path pile is shown: it has to be placed at once."""
    s.drawn_item = draw(s, PATHS)
    s.drawn = t.kind[s.drawn_item] + 1
    s.chance = 0


def refuse_community(s: Record, o: Record, t: Record) -> None:
    """The card that was drawn fits nowhere (G9)."""
    s.event[WITHOUT_PLACE] += 1
    if o.unplaceable == REDRAW:
        s.drawn = 0
        throw(s, t, s.drawn_item)
        after_personal(s, o, t)
    else:
        s.ended = STALLED
        s.detail = NO_PLACE


def place_community(s: Record, o: Record, t: Record, mask: int, cell: int) -> None:
    """The community card is placed, which ends the seat's turn of construction."""
    lay_path(s, t, s.drawn_item, mask, cell)
    s.drawn = 0
    next_builder(s, o, t)


def next_builder(s: Record, o: Record, t: Record) -> None:
    """The next seat that has a personal Path to place; after the last of them Rooms are placed.

    Rounds beyond the regular ones are for placements that were skipped; one in which none of them fits
    anywhere stalls the game.
    """
    s.turns += 1
    seat = s.turn_of
    while True:
        seat = next_seat(seat)
        if seat == s.first:
            if s.rounds >= o.personal_paths and s.played == 0:
                s.ended = STALLED
                s.detail = NO_PLACE
                return
            s.rounds += 1
            s.played = 0
        left = 0
        for p in range(s.players):
            left += s.hand_size[PATHS, p]
        if s.rounds >= o.personal_paths and left == 0:
            s.measure[CONSTRUCTION_END] = s.turns
            s.measure[BUILT_SPAN] = span(s)
            s.asked = 0
            next_room(s, o, t)
            return
        if s.rounds < o.personal_paths or s.hand_size[PATHS, seat] > 0:
            s.phase = PERSONAL
            s.actor = seat
            s.turn_of = seat
            return
