"""What has to hold in every position of gridlokt, whatever was played."""

from __future__ import annotations

from toolkit.engine.state import Record
from toolkit.games.gridlokt import fields as f


def state_faults(s: Record, o: Record, t: Record) -> list[str]:
    """What does not hold: an item in two places, two pawns on one cell, a hand beyond its limit …"""
    return [*_misplaced(s, t), *_wrong_cells(s, t), *_wrong_seats(s, o, t)]


def _misplaced(s: Record, t: Record) -> list[str]:
    """Items that are not in exactly one place."""
    items = [*range(t.paths), f.CENTRE_CARD, *range(f.FIRST_UTILITY, f.FIRST_UTILITY + t.utilities)]
    found: list[int] = [item for item in items if s.at[item] > 0]
    for pile in (f.PATHS, f.UTILITIES):
        found += [s.deck[pile, i] for i in range(s.deck_size[pile])]
        found += [s.discard[pile, i] for i in range(s.discard_size[pile])]
        for seat in range(f.PLAYERS_4):
            found += [s.hand[pile, seat, i] for i in range(s.hand_size[pile, seat])]
    if s.drawn > 0:
        found.append(s.drawn_item)
        if t.kind[s.drawn_item] != s.drawn - 1:
            return ["the card that was drawn is another one"]
    if sorted(found) != sorted(items):
        return ["a card is in two places, or in none"]
    return []


def _wrong_cells(s: Record, t: Record) -> list[str]:
    """Cells where something does not agree with what lies or stands there."""
    faults: list[str] = []
    paths = {s.at[i]: t.kind[i] for i in range(f.FIRST_UTILITY) if s.at[i]}
    lids = [s.at[i] for i in range(f.FIRST_UTILITY, f.ITEMS) if s.at[i] and t.kind[i] != f.WARP]
    for cell in range(f.CELLS):
        ground = s.ground[cell]
        if (cell in paths) != (f.EMPTY < ground <= f.FREE_PATH):
            faults.append(f"cell {cell} has no card of its own")
        elif cell in paths:
            kind = paths[cell]
            due = (
                (f.FREE_PATH, f.UNIVERSAL) if kind == f.UNIVERSAL else (1 + kind // f.SHAPES, kind % f.SHAPES)
            )
            if (ground, t.shape[s.mask[cell]]) != due:
                faults.append(f"cell {cell} does not show the card that lies there")
        if (s.over[cell] != f.NO_OBSTACLE) != (lids.count(cell) == 1):
            faults.append(f"cell {cell} has an obstacle too many or too few")
        if s.over[cell] and (s.on[cell] or cell not in paths):
            faults.append(f"the obstacle on cell {cell} lies under a pawn or on no Path")
        if f.ROOM_GROUND <= ground <= f.WARP_GROUND:
            beside = [s.ground[cell + step] for step in t.step]
            if any(
                f.ROOM_GROUND <= g <= f.WARP_GROUND and (g, ground) != (f.WARP_GROUND,) * 2 for g in beside
            ):
                faults.append(f"the Room or Warp on cell {cell} touches another")
    for room in range(f.ROOMS):
        if s.room[room] and s.ground[s.room[room]] != f.ROOM_GROUND + room:
            faults.append(f"Room {room} is not where it should be")
    if s.centre and s.at[f.CENTRE_CARD] != s.centre:
        faults.append("the Centre is not where it should be")
    return faults


def _wrong_seats(s: Record, o: Record, t: Record) -> list[str]:
    """Pawns, tokens and hands that are not as they can be."""
    faults: list[str] = []
    for seat in range(f.PLAYERS_4):
        who = f"seat {seat + 1}"
        cell = s.pawn[seat]
        if cell and s.on[cell] != seat + 1:
            faults.append(f"the pawn of {who} is not where it should be")
        if s.tokens[seat] != sum(s.token[seat, room] for room in range(f.PLAYERS_4)):
            faults.append(f"the tokens of {who} are counted wrongly")
        if s.room[seat] and not s.token[seat, seat]:
            faults.append(f"{who} lacks the token of its own Room")
        own = seat == s.turn_of
        if any(s.locked[seat] >> room & 1 and not (own and s.token[seat, room]) for room in range(f.ROOMS)):
            faults.append(f"{who} has a new token that it lacks, or that is not of this turn")
        path_limit = o.path_hand if s.phase > f.ROOMING else o.personal_paths
        if s.hand_size[f.PATHS, seat] > path_limit and not (own and s.phase in (f.PATHING, f.PATH_EXCESS)):
            faults.append(f"{who} holds more Paths than the limit")
        using = own and (s.phase in (f.USING, f.USING_EXCESS, f.CLEANUP, f.FINAL_ROOM) or s.ended)
        if s.hand_size[f.UTILITIES, seat] > o.utility_hand and not using:
            faults.append(f"{who} holds more Utilities than the limit")
        if s.ground[cell] == f.FINAL_GROUND and not s.ended:
            faults.append(f"{who} stands on the Final Room and the game goes on")
    if sum(1 for cell in range(f.CELLS) if s.on[cell]) != sum(
        1 for seat in range(f.PLAYERS_4) if s.pawn[seat]
    ):
        faults.append("pawns share a cell, or one stands in two")
    for room in range(f.PLAYERS_4):
        if sum(s.token[seat, room] for seat in range(f.PLAYERS_4)) > t.tokens[room]:
            faults.append(f"more tokens of Room {room} are taken than there are")
    if any(s.mark[cell] for cell in range(f.CELLS)):
        faults.append("a search left marks behind")
    return faults
