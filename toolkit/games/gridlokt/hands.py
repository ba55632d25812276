"""Hands and declarations: which copy of a kind goes, taking cards out, what is declared and what expires."""

from __future__ import annotations

from toolkit.engine.decks import lay_off
from toolkit.engine.state import Record
from toolkit.games.gridlokt.fields import (
    CANCELLED,
    EXPIRED,
    FIRST_KIND,
    PATHS,
    PLAYED,
    TRAP,
    UTILITIES,
)


def pile_of(kind: int) -> int:
    """The pile that a kind belongs to, and the hand that holds it."""
    return PATHS if kind < FIRST_KIND else UTILITIES


def declared(s: Record, item: int) -> int:
    """The place, from 1, of an item in the list of declarations; 0 if it is not declared."""
    for i in range(s.aids):
        if s.aid_item[i] == item:
            return i + 1
    return 0


def spare(s: Record, t: Record, seat: int, kind: int) -> int:
    """The place in the hand, from 1, of the copy of a kind that would go; 0 if none is held.

    None that is declared, and one that everybody knows of before one that nobody has seen.
    """
    pile = pile_of(kind)
    best = 0
    for i in range(s.hand_size[pile, seat]):
        item = s.hand[pile, seat, i]
        if t.kind[item] == kind and (pile == PATHS or declared(s, item) == 0):
            if s.shown[item] == 1:
                return i + 1
            best = i + 1 if best == 0 else best
    return best


def fresh(s: Record, t: Record, seat: int, kind: int) -> int:
    """The place in the hand, from 1, of the copy of an aid that would be declared; 0 if there is none.

    As `spare`, but none of those whose declaration was taken back in this turn (G65).
    """
    back = s.told[kind] + 0
    best = 0
    for i in range(s.hand_size[UTILITIES, seat]):
        item = s.hand[UTILITIES, seat, i]
        if t.kind[item] == kind and declared(s, item) == 0:
            if s.shown[item] == 0:
                best = i + 1 if best == 0 else best
            elif back == 0:
                return i + 1
            else:
                back -= 1
    return best


def copies(s: Record, t: Record, seat: int, kind: int) -> int:
    """How many cards of a kind a seat holds, declared or not."""
    pile = pile_of(kind)
    n = 0
    for i in range(s.hand_size[pile, seat]):
        n += 1 if t.kind[s.hand[pile, seat, i]] == kind else 0
    return n


def drop_aid(s: Record, place: int) -> None:
    """Strike a declaration from the list."""
    s.aids -= 1
    for i in range(place, s.aids):
        s.aid[i] = s.aid[i + 1]
        s.entry[i] = s.entry[i + 1]
        s.crossing[i] = s.crossing[i + 1]
        s.landing[i] = s.landing[i + 1]
        s.aid_item[i] = s.aid_item[i + 1]
    s.aid[s.aids] = 0
    s.entry[s.aids] = 0
    s.crossing[s.aids] = 0
    s.landing[s.aids] = 0
    s.aid_item[s.aids] = 0


def take_out(s: Record, seat: int, pile: int, place: int) -> int:
    """Take the card at a place out of a hand, and its declaration with it; returns the item."""
    item = s.hand[pile, seat, place]
    s.hand_size[pile, seat] -= 1
    for i in range(place, s.hand_size[pile, seat]):
        s.hand[pile, seat, i] = s.hand[pile, seat, i + 1]
    s.shown[item] = 0
    if pile == UTILITIES and declared(s, item) > 0:
        drop_aid(s, declared(s, item) - 1)
    return item


def take(s: Record, t: Record, seat: int, kind: int) -> int:
    """Take the spare copy of a kind out of a hand that holds one; returns the item."""
    return take_out(s, seat, pile_of(kind), spare(s, t, seat, kind) - 1)


def throw(s: Record, t: Record, item: int) -> None:
    """Lay a card face up on the discards of its pile."""
    if t.kind[item] == TRAP:
        s.loose -= 1
    lay_off(s, pile_of(t.kind[item]), item)


def spend(s: Record, t: Record, seat: int, kind: int) -> None:
    """A Utility of a kind is played and discarded."""
    s.event[PLAYED + kind - FIRST_KIND] += 1
    throw(s, t, take(s, t, seat, kind))


def throw_aid(s: Record, t: Record, seat: int, place: int) -> None:
    """The card of a declaration is discarded, and the declaration is void."""
    i = 0
    while s.hand[UTILITIES, seat, i] != s.aid_item[place]:
        i += 1
    throw(s, t, take_out(s, seat, UTILITIES, i))


def cancel(s: Record, place: int) -> None:
    """A declaration is taken back; its card cannot be declared again in this turn (G65)."""
    s.event[CANCELLED] += 1
    s.told[s.aid[place]] += 1
    drop_aid(s, place)


def expire(s: Record) -> None:
    """The turn is over: declarations lapse and their cards stay in the hand."""
    while s.aids > 0:
        s.event[EXPIRED] += 1
        drop_aid(s, s.aids - 1)
