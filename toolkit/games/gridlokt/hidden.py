"""What a log of gridlokt shows of hidden cards: hands, piles, and what unseen cards would allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolkit.engine.state import Record
from toolkit.games.gridlokt.choices import candidate, pile_in
from toolkit.games.gridlokt.fields import (
    BOOTS,
    BRIDGE,
    CARD,
    CENTRE_CARD,
    CHOOSE,
    CHOOSING,
    COMMUNITY,
    CORNER_TUNNEL,
    DISCARD,
    DRILL,
    EMPTY,
    FIRST_KIND,
    FIRST_UTILITY,
    HOOK,
    PATH_EXCESS,
    PATHS,
    PERSONAL,
    PLACE,
    PLAYERS_4,
    SHAPES,
    SIDE,
    STUCK,
    SWITCH,
    TRAP,
    TUNNEL,
    UNIVERSAL,
    UTILITIES,
)
from toolkit.games.gridlokt.grid import crosses, path_fits
from toolkit.games.gridlokt.hands import declared, pile_of, spare
from toolkit.games.gridlokt.tunnels import bit_of, dig, fill_in
from toolkit.games.gridlokt.utilities import may_use

Slot = tuple[int, ...]
Shown = tuple[str, list[Slot], list[int]]

_AIDS = (HOOK, BRIDGE, BOOTS, DRILL)


# -- what is shown ------------------------------------------------------------------------------------


def reveals(s: Record, o: Record, t: Record, action: int) -> Shown | list[Shown] | None:
    """A drawn card, a Path or Utility out of a hand, every card of a Tunnel; being stuck rests on a hand."""
    op, n = action & 31, action >> 5 & 31
    if op == CARD:
        pile = pile_in(s)
        return "deck", [(pile, s.deck_size[pile] - 1)], items_of(t, n)
    if op == CHOOSE:
        return "deck", [(PATHS, i) for i in range(s.deck_size[PATHS])], items_of(t, n)
    if op == STUCK:
        return "hand", _places(s, PATHS, s.actor), []
    if op == DISCARD:
        return _from_hand(s, t, s.actor, n) if action >> 10 == 0 else None
    if op == PLACE:
        return None if s.phase == COMMUNITY else _from_hand(s, t, s.actor, n)
    if op == TUNNEL:
        second = action >> 21 & 2047
        kinds = [TUNNEL] * (second & 15) + [CORNER_TUNNEL] * (second >> 4)
        return [_from_hand(s, t, s.actor, kind) for kind in kinds]
    if op == TRAP and action >> 10 & 2047:
        return _from_hand(s, t, min((action >> 10 & 2047) - 1, PLAYERS_4 - 1), TRAP)
    if op in _AIDS:
        # A card whose declaration was taken back cannot be declared again in the turn: this is one more.
        return [_from_hand(s, t, s.actor, op)] * (1 + s.told[op])
    return _from_hand(s, t, s.actor, op) if op >= FIRST_KIND else None


def items_of(t: Record, kind: int) -> list[int]:
    """Every copy of a card."""
    if kind >= FIRST_KIND:
        return [i for i in range(FIRST_UTILITY, FIRST_UTILITY + t.utilities) if t.kind[i] == kind]
    if kind == UNIVERSAL:
        return [CENTRE_CARD]
    return [i for i in range(t.paths) if t.kind[i] == kind]


def _places(s: Record, pile: int, seat: int) -> list[Slot]:
    return [(pile, seat, i) for i in range(s.hand_size[pile, seat])]


def _from_hand(s: Record, t: Record, seat: int, kind: int) -> Shown:
    """A card of a kind, not declared, that leaves a hand or is declared: the copy that goes stands first."""
    pile = pile_of(kind)
    slots = _places(s, pile, seat)
    place = spare(s, t, seat, kind) - 1
    if place >= 0:
        slots.insert(0, slots.pop(place))
    if kind in _AIDS:
        slots = [slot for slot in slots if not declared(s, s.hand[slot])]
    return "hand", slots, items_of(t, kind)


def hidden_slots(s: Record, o: Record, t: Record) -> list[tuple[str, Slot]]:
    """Both piles and every hand."""
    slots: list[tuple[str, Slot]] = []
    for pile in (PATHS, UTILITIES):
        slots += [("deck", (pile, i)) for i in range(s.deck_size[pile])]
        for seat in range(PLAYERS_4):
            slots += [("hand", slot) for slot in _places(s, pile, seat)]
    return slots


# -- what unseen cards would allow --------------------------------------------------------------------


def candidates(s: Record, o: Record, t: Record, items: list[int], unseen: set[tuple[str, Slot]]) -> list[int]:
    """What a draw could show, and every play that some deal of the unseen cards could allow."""
    kinds = sorted({t.kind[item] for item in items})
    if s.chance == 1:
        pile = pile_in(s)
        return [CARD | kind << 5 for kind in kinds if pile_of(kind) == pile]
    if s.phase == CHOOSING:
        return [CHOOSE | kind << 5 for kind in kinds if kind // SHAPES == s.actor and kind < UNIVERSAL]
    ops = t.ops[s.phase]
    found: list[int] = []
    if ops >> PLACE & 1 and s.phase != COMMUNITY:
        held = _held(s, t, PATHS, items, unseen)
        if s.phase == PERSONAL:
            held = [kind for kind in held if kind // SHAPES == s.actor and kind < UNIVERSAL]
        found += list(_placements(s, o, t, held))
        if s.phase == PERSONAL:
            found.append(STUCK)
    if ops >> DISCARD & 1:
        pile = PATHS if s.phase == PATH_EXCESS else UTILITIES
        found += [DISCARD | kind << 5 for kind in _held(s, t, pile, items, unseen)]
    for kind in _held(s, t, UTILITIES, items, unseen):
        if kind != CORNER_TUNNEL and kind != TUNNEL and ops >> kind & 1:
            found += list(_plays(s, o, t, kind))
    if ops >> TUNNEL & 1:
        found += list(_tunnels(s, o, t, items, unseen))
    return found


def _held(s: Record, t: Record, pile: int, items: Iterable[int], unseen: set[tuple[str, Slot]]) -> list[int]:
    """The kinds that the actor's hand may hold: those that are known, and any if one is not."""
    kinds: set[int] = set()
    for slot in _places(s, pile, s.actor):
        if ("hand", slot) in unseen:
            kinds.update(t.kind[item] for item in items if pile_of(t.kind[item]) == pile)
        else:
            kinds.add(t.kind[s.hand[slot]])
    return sorted(kinds)


def _cells(s: Record) -> Iterator[int]:
    for row in range(s.low_row - 1, s.high_row + 2):
        for column in range(s.low_column - 1, s.high_column + 2):
            yield row * SIDE + column


def _placements(s: Record, o: Record, t: Record, kinds: list[int]) -> Iterator[int]:
    """Every way in which Paths of these kinds fit; away from the Centre colours make no difference."""
    for cell in _cells(s):
        if s.ground[cell] != EMPTY or all(s.ground[cell + t.step[d]] % 12 == EMPTY for d in range(4)):
            continue
        coloured = any(cell + t.step[d] == s.centre for d in range(4))
        known: dict[tuple[int, int], int] = {}
        for kind in kinds:
            masks = [15] if kind == UNIVERSAL else [t.turned[kind % SHAPES, i] for i in range(4)]
            for mask in masks:
                if mask == 0:
                    continue
                key = (kind if coloured else kind % SHAPES, mask)
                if key not in known:
                    known[key] = path_fits(s, o, t, kind, mask, cell)
                if known[key]:
                    yield PLACE | kind << 5 | cell << 10 | mask << 21


def _plays(s: Record, o: Record, t: Record, kind: int) -> Iterator[int]:
    """Every way in which a Utility could be played by somebody who holds it."""
    if kind in (TRAP, SWITCH):
        yield from (kind | n << 5 for n in range(PLAYERS_4) if may_use(s, o, t, kind, n, 0, 0, 0))
        return
    for place in _cells(s):
        for variant in range(t.variants[kind]):
            action = candidate(s, o, t, kind, place, variant)
            if action < 0:
                break  # nothing of the kind is possible here, whatever the variant
            n, cell, second, third = action >> 5 & 31, action >> 10 & 2047, action >> 21 & 2047, action >> 32
            if kind == DRILL:
                fits = crosses(s, o, t, kind, cell, 0, second)
            elif kind in _AIDS:
                fits = crosses(s, o, t, kind, cell, second, third)
            else:
                fits = may_use(s, o, t, kind, n, cell, second, third)
            if action and fits:
                yield action


def _tunnels(
    s: Record, o: Record, t: Record, items: Iterable[int], unseen: set[tuple[str, Slot]]
) -> Iterator[int]:
    """Every Tunnel that the known pieces of the actor and any unseen ones could make."""
    slots = _places(s, UTILITIES, s.actor)
    hidden = sum(("hand", slot) in unseen for slot in slots)
    known = [t.kind[s.hand[slot]] for slot in slots if ("hand", slot) not in unseen]
    kinds = [t.kind[item] for item in items]
    most, own = {}, {}
    for kind in (TUNNEL, CORNER_TUNNEL):
        own[kind] = known.count(kind)
        most[kind] = min(own[kind] + min(hidden, kinds.count(kind)), o.tunnel_length)
    if sum(most.values()) == 0:
        return
    for pawn in range(PLAYERS_4):
        size = dig(s, o, t, pawn, most[TUNNEL], most[CORNER_TUNNEL], 0)
        ends = [(s.queue[i], s.reach[i]) for i in range(size)]
        fill_in(s, size)
        for cell, sets in ends:
            for straights in range(most[TUNNEL] + 1):
                for corners in range(min(most[CORNER_TUNNEL], o.tunnel_length - straights) + 1):
                    short = max(straights - own[TUNNEL], 0) + max(corners - own[CORNER_TUNNEL], 0)
                    if short <= hidden and sets >> bit_of(straights, corners) & 1:
                        yield TUNNEL | pawn << 5 | cell << 10 | (straights + 16 * corners) << 21


def arrange(
    s: Record, o: Record, t: Record, action: int, slots: list[Slot], items: list[int]
) -> dict[Slot, int] | None:
    """A personal hand for `slots` out of `items` in which no Path fits anywhere; None when there is none."""
    if action != STUCK or s.phase != PERSONAL:
        return {}
    own = [item for item in items if item < CENTRE_CARD and t.kind[item] // SHAPES == s.actor]
    kinds = sorted({t.kind[item] for item in own})
    fitting = {placed >> 5 & 31 for placed in _placements(s, o, t, kinds)}
    idle = [item for item in own if t.kind[item] not in fitting]
    return dict(zip(slots, idle, strict=False)) if len(idle) >= len(slots) else None
