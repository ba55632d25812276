"""Why an action of gridlokt is refused, in plain words, and what could be written instead."""

from __future__ import annotations

from toolkit.engine.state import PLAYING, Record
from toolkit.games.gridlokt import names
from toolkit.games.gridlokt.choices import any_path, pile_in
from toolkit.games.gridlokt.fields import (
    ASKING,
    BOMB,
    BOOTS,
    CANCEL,
    CARD,
    CHOOSE,
    CHOOSING,
    CLEANUP,
    COMMUNITY,
    CORNER_TUNNEL,
    DISCARD,
    DONE,
    DRAW,
    DRILL,
    EMPTY,
    FINAL,
    FINAL_GROUND,
    FINAL_ROOM,
    FIRST_KIND,
    FREE_PATH,
    HAMMER,
    HIDE,
    HOME,
    HOOK,
    LINK,
    MOVE,
    MOVER,
    MOVING,
    OFF,
    OVER_ROOMS,
    PASS,
    PATH_EXCESS,
    PATHING,
    PATHS,
    PERSONAL,
    PIT,
    PITTED,
    PLACE,
    PLAYERS_4,
    ROOM,
    ROOM_GROUND,
    ROOMING,
    SHAPES,
    SHOVEL,
    SIDE,
    STAY,
    STUCK,
    SWITCH,
    TRAP,
    TUNNEL,
    UNIVERSAL,
    USING,
    USING_EXCESS,
    WALL,
    WALLED,
    WARP,
    WARP_GROUND,
)
from toolkit.games.gridlokt.grid import is_path, may_enter, side_to
from toolkit.games.gridlokt.hands import copies, fresh, spare

_SIDES = ("above", "to the right", "below", "to the left")


def example(s: Record, o: Record) -> str:
    """What could be written now, as the end of a sentence."""
    if s.chance == 1:
        seat = names.SEATS[s.actor]
        if s.phase == COMMUNITY:
            return f"{seat}+BT for the card that was drawn"
        return f"{seat}+BT for the card that {seat} drew, or {seat}+? if unseen"
    return {
        CHOOSING: f"choose {names.SEATS[s.actor]}T for a Path chosen, or choose ? (choose all) if unseen",
        PERSONAL: f"{names.SEATS[s.actor]}T@k12d for a Path and how it lies (u r d l: where its top points)",
        COMMUNITY: "k12d for the place of the card and how it lies (u r d l: where its printed top points)",
        ROOMING: f"room {names.SEATS[s.actor]}@j12 for the place of the Room",
        PATHING: "RT@k12d to place a Path, draw, or done",
        PATH_EXCESS: "discard RT for the Path that goes",
        USING: "a Utility, such as wall k12, bomb k12 or hook j12>k12>k13; draw, or done",
        USING_EXCESS: "discard wall for the Utility that goes",
        MOVING: "go k12, go k12 with 1 (the first aid), to R, link k12, or stay",
        FINAL_ROOM: "room F@j12 for the place of the Final Room",
        CLEANUP: "discard wall for the Utility that goes",
        ASKING: "trap B to play a Booby-Trap, pass, or pass all",
    }[s.phase]


def reason(s: Record, o: Record, t: Record, action: int) -> str:
    """Why `action` may not be played now."""
    op, n = action & 31, action >> 5 & 31
    if s.ended != PLAYING:
        return "the game is over"
    if s.chance == 1:
        if op == CARD:
            return f"{names.kind_name(n)} cannot be the card that was drawn: none is left in the pile"
        return f"{names.SEATS[s.actor]} has to draw first; write {example(s, o)}"
    if op == CARD:
        return "nobody draws now"
    if op == TRAP and action >> 10 & 2047:
        return _trap_reason(s, t, (action >> 10 & 2047) - 1, n)
    if not t.ops[s.phase] >> op & 1:
        return _phase_reason(s, o, op)
    if op >= FIRST_KIND:
        return _utility_reason(s, o, t, action)
    return _plain_reason(s, o, t, action)


def _phase_reason(s: Record, o: Record, op: int) -> str:
    """Why an action of another phase is refused."""
    seat = names.SEATS[s.actor]
    late = {
        PLACE: "the Path phase is over: Paths are placed before Utilities",
        DRAW: "no cards are drawn now",
        ROOM: "no Room is placed now",
        CHOOSE: "personal Paths were chosen before the grid was built",
        HIDE: "personal Paths were chosen before the grid was built",
        STUCK: "there are no personal Paths to be placed any more",
        PASS: "nobody is asked for a Booby-Trap now",
        CANCEL: "declarations are taken back in the Utility phase",
        DISCARD: "cards are discarded only as a phase is being ended with more than its limit (G71)",
        DONE: f"{seat} has to do something else first",
    }
    early = {
        MOVE: "pawns move when the Utility phase was ended; write done",
        LINK: "pawns travel when the Utility phase was ended; write done",
        HOME: "pawns warp when the Utility phase was ended; write done",
        STAY: "that is decided when the Utility phase was ended; write done",
    }
    if s.phase in (PATHING, USING) and op in early:
        return early[op]
    if s.phase == PATHING and op >= FIRST_KIND:
        return "Utilities are played in the Utility phase; end the Path phase with done"
    if s.phase == MOVING and op >= FIRST_KIND:
        return f"the Utility phase is over: {seat} moves now"
    due = {
        CHOOSING: f"{seat} chooses personal Paths first",
        PERSONAL: f"{seat} places a personal Path first",
        COMMUNITY: f"{seat} places the card that was drawn, {names.kind_name(max(s.drawn - 1, 0))}, first",
        ROOMING: f"{seat} places its Room first",
        PATH_EXCESS: f"{seat} holds more than {o.path_hand} Paths and discards first",
        USING_EXCESS: f"{seat} holds more than {o.utility_hand} Utilities and discards first",
        CLEANUP: f"the turn is over, and {seat} holds more than {o.utility_hand} Utilities: discard first",
        FINAL_ROOM: f"{seat} places the Final Room first",
        ASKING: f"{seat} is asked whether to play a Booby-Trap",
    }.get(s.phase)
    if due is None:
        return late.get(op, f"that is not done in this phase; write {example(s, o)}")
    return f"{due}; write {example(s, o)}"


# -- what needs no Utility ----------------------------------------------------------------------------


def _plain_reason(s: Record, o: Record, t: Record, action: int) -> str:
    op, n, cell = action & 31, action >> 5 & 31, action >> 10 & 2047
    seat = names.SEATS[s.actor]
    if op == CHOOSE:
        if n >= UNIVERSAL or n // SHAPES != s.actor:
            return f"{seat} chooses Paths of its own colour"
        return f"no {names.kind_name(n)} is left to choose"
    if op == PLACE:
        return _place_reason(s, o, t, n, action >> 21 & 2047, cell)
    if op == STUCK:
        return f"a personal Path of {seat} fits somewhere, so one of them is placed (G8)"
    if op == ROOM:
        whose = "the Final Room" if s.phase == FINAL_ROOM else f"its own Room, {seat}"
        if n != (FINAL if s.phase == FINAL_ROOM else s.actor):
            return f"{seat} places {whose}, not Room {names.ROOMS[min(n, FINAL)]}"
        return hub_reason(s, o, t, ROOM_GROUND + n, cell)
    if op == DRAW:
        pile = pile_in(s)
        if s.deck_size[pile] + s.discard_size[pile] == 0:
            return "there is no card to draw: the pile and its discards are empty"
        most = o.path_draws if pile == PATHS else o.utility_draws
        return f"{seat} has drawn {most} cards in this phase, which is the most"
    if op == DISCARD:
        if (n < FIRST_KIND) != (s.phase == PATH_EXCESS):
            return f"{'Paths' if s.phase == PATH_EXCESS else 'Utilities'} are discarded now"
        more = " that is not declared" if copies(s, t, s.actor, n) else ""
        return f"{seat} holds no {names.kind_name(n)}{more}"
    if op == CANCEL:
        return f"there is no declaration {n + 1}"
    if op in (MOVE, LINK):
        return _move_reason(s, o, t, op, n, cell)
    if op == HOME:
        if n >= PLAYERS_4 or s.room[n] == 0:
            return "that Room has not been placed"
        if not s.token[s.actor, n]:
            return f"{seat} has no token of Room {names.ROOMS[n]}: pawns warp Home or to a Room they visited"
        return f"{_pawn_on(s, s.room[n])} stands in Room {names.ROOMS[n]}"
    return f"that cannot be done now; write {example(s, o)}"


def _pawn_on(s: Record, cell: int) -> str:
    return f"the pawn of {names.SEATS[s.on[cell] - 1]}" if s.on[cell] else "a pawn"


def _empty_reason(s: Record, o: Record, cell: int) -> str:
    """Why nothing can be laid on a cell; empty if it is free."""
    where = names.cell_name(o, cell)
    if not where or s.ground[cell] == OFF:
        return "that is beyond the table"
    return f"{where} is not empty" if s.ground[cell] != EMPTY else ""


def _place_reason(s: Record, o: Record, t: Record, kind: int, mask: int, cell: int) -> str:
    seat, name = names.SEATS[s.actor], names.kind_name(kind)
    if s.phase == COMMUNITY:
        if kind != s.drawn - 1:
            return f"the card that was drawn is {names.kind_name(s.drawn - 1)}, so that is placed"
    elif kind >= FIRST_KIND:
        return f"{name} is no Path"
    elif s.phase == PERSONAL and (kind == UNIVERSAL or kind // SHAPES != s.actor):
        return f"{seat} places a personal Path of its own colour"
    elif not spare(s, t, s.actor, kind):
        return f"{seat} holds no {name}"
    said = _empty_reason(s, o, cell)
    if said:
        return said
    if mask > 15 or t.shape[mask] != (UNIVERSAL if kind == UNIVERSAL else kind % SHAPES):
        return f"{name} cannot lie so"
    where = names.cell_name(o, cell)
    linked = False
    for d in range(4):
        beside = cell + t.step[d]
        ground = s.ground[beside]
        if ground in (EMPTY, OFF):
            continue
        own, other = mask >> d & 1, s.mask[beside] >> (d ^ 2) & 1
        there = f"{names.cell_name(o, beside)}, {_SIDES[d]}"
        if ground <= FREE_PATH and own != other:
            if own:
                return f"on {where} its lane would run into the closed side of {there}"
            return f"on {where} its closed side would shut the lane of {there}"
        if beside == s.centre:
            if kind == UNIVERSAL:
                return "the universal Path does not go beside the Centre, whose sides have colours"
            due = t.edge[o.centre_order, d ^ 2]
            if due != kind // SHAPES:
                colour = names.COLOURS[due]
                return f"the side of the Centre that faces {where} is {colour}: only {colour} Paths go there"
        linked = linked or bool(own & other)
    if not linked:
        return f"on {where} it would not connect to anything"
    return f"{name} cannot be placed on {where}"


def hub_reason(s: Record, o: Record, t: Record, ground: int, cell: int) -> str:
    """Why a Room or Warp cannot lie on a cell."""
    said = _empty_reason(s, o, cell)
    if said:
        return said
    where = names.cell_name(o, cell)
    what = "a Warp" if ground == WARP_GROUND else "a Room"
    for d in range(4):
        other = s.ground[cell + t.step[d]]
        if ROOM_GROUND <= other <= WARP_GROUND and other != ground:
            beside = names.cell_name(o, cell + t.step[d])
            neighbour = "Warp" if other == WARP_GROUND else "Room"
            return f"{what} on {where} would touch the {neighbour} on {beside}"
    return f"no open Path faces {where}: {what} has to connect to one"


def _move_reason(s: Record, o: Record, t: Record, op: int, aids: int, cell: int) -> str:
    seat, where = names.SEATS[s.actor], names.cell_name(o, cell)
    if not s.pawn[s.actor]:
        return f"{seat} has no pawn on the table yet"
    if not where:
        return "that is beyond the table"
    if s.pawn[s.actor] == cell:
        return f"the pawn of {seat} stands on {where} already; write stay"
    if s.ground[cell] == EMPTY:
        return f"there is no card on {where}"
    if s.on[cell]:
        return f"{_pawn_on(s, cell)} stands on {where}"
    if s.over[cell]:
        return f"a {'Wall' if s.over[cell] == WALLED else 'Pit'} lies on {where}"
    if s.ground[cell] == FINAL_GROUND and not may_enter(s, s.actor, cell):
        return f"{seat} enters the Final Room only with all four tokens, and has {s.tokens[s.actor]}"
    if op == LINK:
        if s.ground[cell] != WARP_GROUND:
            return f"there is no Warp on {where}"
        if not s.warp[1]:
            return "a single Warp is not linked to another"
        return f"the other Warp cannot be reached first, so there is no linked travel to {where}"
    if aids >> s.aids:
        return f"{s.aids or 'no'} aids are declared"
    if aids:
        return f"{where} cannot be reached with just these aids, or fewer of them are enough (G66)"
    return f"{where} cannot be reached: lanes, colours without a token, obstacles or pawns are in the way"


# -- Utilities ----------------------------------------------------------------------------------------


def _trap_reason(s: Record, t: Record, seat: int, target: int) -> str:
    if seat >= PLAYERS_4 or target >= PLAYERS_4:
        return "there is no such seat"
    if seat == target:
        return f"{names.SEATS[seat]} cannot trap itself (G32)"
    if s.phase < PATHING:
        return "Booby-Traps are played once the normal turns have begun"
    return f"{names.SEATS[seat]} holds no Booby-Trap"


def _utility_reason(s: Record, o: Record, t: Record, action: int) -> str:
    op, n, cell = action & 31, action >> 5 & 31, action >> 10 & 2047
    second, third = action >> 21 & 2047, action >> 32
    seat, where = names.SEATS[s.actor], names.cell_name(o, cell)
    if op == TUNNEL:
        return _tunnel_reason(s, o, t, n, cell, second & 15, second >> 4)
    if not copies(s, t, s.actor, op):
        return f"{seat} holds no {names.kind_name(op)}"
    if op == TRAP:
        return _trap_reason(s, t, s.actor, n)
    if op == SWITCH:
        if n == s.actor:
            return f"{seat} cannot exchange places with itself"
        return "both pawns have to stand on the table"
    if op in (WALL, PIT):
        what = "Wall" if op == WALL else "Pit"
        if not is_path(s, cell):
            return f"a {what} goes on a Path or the Centre, and there is none on {where or 'that cell'}"
        if s.on[cell]:
            return f"{_pawn_on(s, cell)} stands on {where}: a {what} goes on a card without a pawn"
        return f"an obstacle lies on {where}: a card bears one at most"
    if op in (SHOVEL, HAMMER):
        what = "Pit" if op == SHOVEL else "Wall"
        if s.over[cell] != (PITTED if op == SHOVEL else WALLED):
            return f"there is no {what} on {where or 'that cell'}"
        return f"{where} is not right beside the pawn of {seat}, above, below or to a side"
    if op == WARP:
        if second and not s.pawn[s.actor]:
            return f"{seat} has no pawn on the table yet"
        return hub_reason(s, o, t, WARP_GROUND, cell)
    if op == MOVER:
        if n > FINAL or not s.room[n]:
            return f"Room {names.ROOMS[min(n, FINAL)]} has not been placed"
        return hub_reason(s, o, t, ROOM_GROUND + n, cell)
    if op == BOMB:
        return _bomb_reason(s, o, cell, second)
    if op == DRILL:
        return _aid_reason(s, o, t, op, cell, 0, second)
    return _aid_reason(s, o, t, op, cell, second, third)


def _bomb_reason(s: Record, o: Record, cell: int, room: int) -> str:
    where = names.cell_name(o, cell)
    if not is_path(s, cell):
        return f"a Bomb needs a Path or the Centre, and there is none on {where or 'that cell'}"
    victim = s.on[cell] - 1
    if victim < 0:
        return f"no pawn stands on {where}; write bomb {where}"
    seat = names.SEATS[victim]
    home = s.room[victim]
    if home and not s.on[home]:
        return f"the Home of {seat} is free, so its pawn goes there; write bomb {where} {seat}>home"
    if room == 0:
        return f"the Home of {seat} is taken; say to which free Room its pawn goes: bomb {where} {seat}>R"
    if room - 1 == FINAL and s.tokens[victim] < FINAL:
        return f"{seat} enters the Final Room only with all four tokens"
    return f"Room {names.ROOMS[min(room - 1, FINAL)]} is taken or has not been placed; choose a free one"


def _tunnel_reason(
    s: Record, o: Record, t: Record, pawn: int, cell: int, straights: int, corners: int
) -> str:
    seat, where = names.SEATS[s.actor], names.cell_name(o, cell)
    for kind, count, what in ((TUNNEL, straights, "straight"), (CORNER_TUNNEL, corners, "corner")):
        held = copies(s, t, s.actor, kind)
        if held < count:
            return f"{seat} holds {held} {what} Tunnels, not {count}"
    if straights + corners > o.tunnel_length:
        return f"a Tunnel has at most {o.tunnel_length} cards"
    if pawn >= PLAYERS_4 or not s.pawn[pawn]:
        return "that pawn is not on the table"
    start = s.pawn[pawn]
    if s.ground[start] == WARP_GROUND or s.ground[cell] == WARP_GROUND:
        return "a Tunnel neither starts nor ends at a Warp (G42)"
    if s.over[start]:
        return "the pawn's card is obstructed"
    if cell == start:
        return f"the pawn stands on {where} already"
    if s.ground[cell] in (EMPTY, OFF):
        return f"there is no card on {where or 'that cell'} where a Tunnel could end"
    if not may_enter(s, pawn, cell):
        return (
            f"the pawn of {names.SEATS[pawn]} may not enter {where}: it is taken, obstructed or closed to it"
        )
    return f"these pieces make no Tunnel over empty cells from the pawn to {where}"


def _aid_reason(s: Record, o: Record, t: Record, kind: int, entry: int, crossing: int, landing: int) -> str:
    name, seat = names.kind_name(kind), names.SEATS[s.actor]
    a, c, b = (names.cell_name(o, cell) for cell in (entry, crossing, landing))
    for i in range(s.aids):
        if (s.aid[i], s.entry[i], s.crossing[i], s.landing[i]) == (kind, entry, crossing, landing):
            return f"that is declared already, as number {i + 1}"
    if not fresh(s, t, s.actor, kind):
        return f"{seat} has declared every {name} it holds, or took the declaration back in this turn (G65)"
    if not a or not b or s.ground[entry] == EMPTY or s.ground[landing] == EMPTY:
        return "there is no card where it begins or lands"
    if kind == DRILL:
        if not is_path(s, entry) or not is_path(s, landing) or s.centre in (entry, landing):
            return "a Drill joins two Paths: no Room, no Warp, not the Centre"
        if side_to(t, entry, landing) == 4:
            return f"{a} and {b} are not side by side"
        return f"{a} and {b} are connected without a Drill"
    if s.ground[entry] == WARP_GROUND or s.ground[landing] == WARP_GROUND:
        return "no aid begins or lands on a Warp (G67)"
    if entry == landing:
        return "an aid lands on another card than it came from (G66)"
    if kind == BOOTS:
        if not is_path(s, crossing) and (o.boots_over_room != OVER_ROOMS or not s.mask[crossing]):
            return f"Jump Boots cross a Path or the Centre, and there is none on {c or 'that cell'} (G36)"
    elif s.over[crossing] != (WALLED if kind == HOOK else PITTED):
        what = "Wall" if kind == HOOK else "Pit"
        return f"there is no {what} on {c or 'that cell'} to cross"
    return f"no open lane leads from {a} over {c} to {b}"


# -- what could be carried out ------------------------------------------------------------------------


def possible_on_the_table(s: Record, o: Record, t: Record, action: int) -> bool:
    """Whether an action that breaks the rules could still be carried out, and be played on from.

    A card goes on any empty cell, a pawn to any free card, an obstacle on any card that has none and nobody
    stands on; a card that is not held, or an action of another phase, cannot be meant.
    """
    op, n, cell = action & 31, action >> 5 & 31, action >> 10 & 2047
    second = action >> 21 & 2047
    if s.chance == 1 or s.ended != PLAYING or not t.ops[s.phase] >> op & 1:
        return False
    held = op < FIRST_KIND or op == TUNNEL or copies(s, t, s.actor, op) > 0
    if not held or cell >= SIDE * SIDE or second >= SIDE * SIDE:
        return False
    if op == PLACE:
        mine = n == s.drawn - 1 if s.phase == COMMUNITY else n < FIRST_KIND and spare(s, t, s.actor, n) > 0
        lies = second <= 15 and t.shape[second] == (UNIVERSAL if n == UNIVERSAL else n % SHAPES)
        return bool(mine and lies and s.ground[cell] == EMPTY)
    if op == ROOM:
        return bool(
            n == (FINAL if s.phase == FINAL_ROOM else s.actor) and _apart(s, t, ROOM_GROUND + n, cell)
        )
    if op == MOVER:
        return bool(n <= FINAL and s.room[n] and _apart(s, t, ROOM_GROUND + n, cell))
    if op == WARP:
        return bool(_apart(s, t, WARP_GROUND, cell) and (not second or s.pawn[s.actor]))
    if op in (WALL, PIT):
        return bool(is_path(s, cell) and not s.on[cell] and not s.over[cell])
    if op in (SHOVEL, HAMMER):
        return bool(s.over[cell] == (PITTED if op == SHOVEL else WALLED))
    if op == BOMB:
        victim = s.on[cell] - 1
        if not is_path(s, cell) or (victim < 0) != (second == 0) or second > FINAL:
            return False
        return bool(victim < 0 or (s.room[second - 1] and not s.on[s.room[second - 1]]))
    if op == DRAW:
        pile = pile_in(s)
        return bool(s.deck_size[pile] + s.discard_size[pile] and s.hand_size[pile, s.actor] < 15)
    if op in (MOVE, LINK):
        return bool(s.pawn[s.actor] and aids_stand(s, n) and _free(s, cell))
    if op == HOME:
        return bool(n < PLAYERS_4 and s.room[n] and s.pawn[s.actor] and not s.on[s.room[n]])
    if op == TUNNEL:
        pieces = (
            copies(s, t, s.actor, TUNNEL) >= second & 15,
            copies(s, t, s.actor, CORNER_TUNNEL) >= second >> 4,
        )
        return bool(all(pieces) and second and n < PLAYERS_4 and s.pawn[n] and _free(s, cell))
    if op == STUCK:
        return bool(any_path(s, o, t))
    return False


def aids_stand(s: Record, aids: int) -> bool:
    """Whether every aid of a set is declared."""
    return not aids >> s.aids


def _free(s: Record, cell: int) -> bool:
    """Whether a pawn can be set on a cell; the Final Room is left to those who may win there."""
    return s.ground[cell] not in (EMPTY, OFF, FINAL_GROUND) and not s.on[cell] and not s.over[cell]


def _apart(s: Record, t: Record, ground: int, cell: int) -> bool:
    """Whether a cell is empty and no other Room or Warp touches it."""
    beside = [s.ground[cell + t.step[d]] for d in range(4)] if s.ground[cell] == EMPTY else [ROOM_GROUND]
    return all(not ROOM_GROUND <= other <= WARP_GROUND or other == ground for other in beside)
