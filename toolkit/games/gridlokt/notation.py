"""gridlokt's notation, one text an action and back; the reasons of refusals are in `refusals`.

| text | action |
|---|---|
| `choose RT`, `choose ?`, `choose all` | a personal Path is chosen; one that nobody saw; all of them |
| `RT@k12d` | a Path is placed; its printed top points down (u r d l) |
| `stuck` | none of the personal Paths fits |
| `room B@j12`, `room F@j12` | a Home, or the Final Room, is placed |
| `draw`, `R+BT`, `R+?` | a card is drawn; what it was, or that nobody else saw it |
| `done`, `discard wall`, `discard 1` | a phase is ended; an excess card goes, or that of a declaration |
| `wall k12`, `pit k12`, `hammer k12`, `shovel k12` | |
| `hook j12>k12>k13`, `drill j12>k12`, `cancel 1` | declarations (also `bridge`, `boots`), one taken back |
| `tunnel B>m9 SSC` | a pawn goes to m9 through two straight Tunnels and a corner |
| `warp k12`, `warp k12 go` | a Warp is placed; the pawn goes there at once |
| `bomb j9`, `bomb j9 B>home`, `bomb j9 B>R` | what becomes of the pawn there is named |
| `trap B`, `Y trap B` | a Booby-Trap for blue; by yellow, out of turn |
| `switch B`, `move B@j12` | |
| `go k12`, `go k12 with 1 2` | a movement; with the first and second aid that were declared |
| `link k12` | linked travel, arriving at k12 |
| `to B`, `stay` | warping to a Room, no movement |
| `pass`, `pass all` | no Booby-Trap; nobody at the table plays one |
"""

from __future__ import annotations

import re

from toolkit.engine.state import PLAYING, Record
from toolkit.games.gridlokt import choices, names, refusals
from toolkit.games.gridlokt.fields import (
    ASKING,
    BOMB,
    BOOTS,
    BRIDGE,
    CANCEL,
    CARD,
    CHOOSE,
    CHOOSING,
    COMMUNITY,
    DISCARD,
    DONE,
    DRAW,
    DRILL,
    FINAL_ROOM,
    HAMMER,
    HIDE,
    HOME,
    HOOK,
    LINK,
    MOVE,
    MOVER,
    MOVING,
    PASS,
    PIT,
    PLACE,
    ROOM,
    ROOMING,
    SHOVEL,
    STAY,
    STUCK,
    SWITCH,
    TRAP,
    TUNNEL,
    WALL,
    WARP,
)
from toolkit.games.gridlokt.movement import MOST_AIDS

_WORDS = {
    "stuck": STUCK,
    "draw": DRAW,
    "done": DONE,
    "stay": STAY,
    "pass": PASS,
    "pass all": PASS + 32,
    "choose ?": HIDE,
    "choose all": HIDE + 32,
}
_ON_CELL = {"wall": WALL, "pit": PIT, "hammer": HAMMER, "shovel": SHOVEL}
_ACROSS = {"hook": HOOK, "bridge": BRIDGE, "boots": BOOTS}

_C = r"([a-z]{1,2}\d{1,2})"
_S = r"([rbyg1-4])"
_PLACE = re.compile(rf"([rbyg][stc]|u)([urdl]?)@{_C}([urdl]?)")
_DRAWN = re.compile(rf"@?{_C}([urdl]?)")
_CHOOSE = re.compile(r"choose ([rbyg][stc])")
_ROOM = re.compile(rf"room ([rbygf])@{_C}")
_CARD = re.compile(rf"{_S}\+(\w+)")
_ONE_CELL = re.compile(rf"(wall|pit|hammer|shovel)[ @]{_C}")
_CROSS = re.compile(rf"(hook|bridge|boots) {_C}>{_C}>{_C}")
_DRILL = re.compile(rf"drill {_C}>{_C}")
_TUNNEL = re.compile(rf"tunnel {_S}>{_C} ([sc]{{1,16}})")
_WARP = re.compile(rf"warp[ @]{_C}( go)?")
_BOMB = re.compile(rf"bomb[ @]{_C}(?:(?: {_S})?>(home|[rbygf]))?")
_TRAP = re.compile(rf"(?:{_S} )?trap {_S}")
_SWITCH = re.compile(rf"switch {_S}")
_MOVER = re.compile(rf"move ([rbygf])@{_C}")
_GO = re.compile(rf"(?:(go|link) )?{_C}((?: with)?(?: \d{{1,2}})+)?")
_TO = re.compile(r"to ([rbyg])")
_CANCEL = re.compile(r"cancel (\d{1,2})")
_DISCARD = re.compile(r"discard (\d{1,2}|[a-z]+)")
_LEAVE = re.compile(r"(?:[rbyg1-4] )?(?:retire|resign|leave)s?")


def pack(op: int, n: int = 0, cell: int = 0, second: int = 0, third: int = 0) -> int:
    """The number of an action; what is left out is 0."""
    return choices.pack(op, n, cell, second, third)


# -- writing ------------------------------------------------------------------------------------------


def action_text(s: Record, o: Record, t: Record, action: int) -> str:
    """`RT@k12d`, `R+wall`, `hook j12>k12>k13`, `go m9 with 1` …: see the table above."""
    op, n = action & 31, action >> 5 & 31
    cell, second, third = action >> 10 & 2047, action >> 21 & 2047, action >> 32
    where = names.cell_name(o, cell)
    if op == DISCARD and cell:
        return f"discard {cell}"
    if op in (CHOOSE, DISCARD):
        return f"{'choose' if op == CHOOSE else 'discard'} {names.kind_name(n)}"
    if op == PLACE:
        card = names.card_text(n, second)
        return f"{card[:2]}@{where}{card[2:]}" if len(card) == 3 else f"{card}@{where}"
    if op in (ROOM, MOVER):
        return f"{'room' if op == ROOM else 'move'} {names.ROOMS[n]}@{where}"
    if op == CARD:
        return f"{names.SEATS[s.actor]}+{names.kind_name(n)}"
    if op in (MOVE, LINK):
        aids = "".join(f" {i + 1}" for i in range(MOST_AIDS) if n >> i & 1)
        return f"{'go' if op == MOVE else 'link'} {where}" + (f" with{aids}" if aids else "")
    if op in (HOOK, BRIDGE, BOOTS):
        return f"{names.kind_name(op)} {where}>{names.cell_name(o, second)}>{names.cell_name(o, third)}"
    if op == DRILL:
        return f"drill {where}>{names.cell_name(o, second)}"
    if op == TUNNEL:
        return f"tunnel {names.SEATS[n]}>{where} {'S' * (second & 15)}{'C' * (second >> 4)}"
    if op == BOMB:
        return f"bomb {where}" + (f" {_bombed(s, cell, second)}" if second else "")
    if op == TRAP:
        return (f"{names.SEATS[cell - 1]} " if cell else "") + f"trap {names.SEATS[n]}"
    if op in (HOME, SWITCH):
        return f"{'to' if op == HOME else 'switch'} {names.SEATS[n]}"
    if op == CANCEL:
        return f"cancel {n + 1}"
    if op == WARP:
        return f"warp {where}" + (" go" if second else "")
    if op in (WALL, PIT, HAMMER, SHOVEL):
        return f"{names.kind_name(op)} {where}"
    return next(word for word, number in _WORDS.items() if number == action)


def _bombed(s: Record, cell: int, room: int) -> str:
    """`B>home` or `B>R`: the pawn on a cell, and the Room (from 1) where it goes."""
    seat = s.on[cell] - 1
    if seat < 0:
        return f">{names.ROOMS[room - 1]}"
    return f"{names.SEATS[seat]}>{'home' if room - 1 == seat else names.ROOMS[room - 1]}"


def unseen_draw(s: Record, o: Record, t: Record) -> str:
    """`R+?`: red draws a card that nobody else saw; empty for a community card, which everybody sees."""
    return "" if s.phase == COMMUNITY else f"{names.SEATS[s.actor]}+?"


# -- reading ------------------------------------------------------------------------------------------


def read_action(s: Record, o: Record, t: Record, text: str) -> int:
    """The action that `text` names, in capital or small letters.

    A bare cell is a movement or the place of a Room, and `k12d` the place of the community card.

    Raises:
        ValueError: the text is no notation, or contradicts the table; says what would be right.
    """
    written = " ".join(text.split())
    text = re.sub(r"\s*([@>+])\s*", r"\1", written.lower())
    if text in _WORDS:
        return _WORDS[text]
    if text == "home":
        return pack(HOME, s.actor)
    if _LEAVE.fullmatch(text):
        raise ValueError(
            "the rules are for four players and do not say how three go on (G58); end the log as abandoned, "
            "or let somebody else play on for that seat"
        )
    for pattern, read in _READERS:
        match = pattern.fullmatch(text)
        if match is not None:
            action = read(s, o, match)
            if action is not None:
                return action
    raise ValueError(f"{written[:40]!r} is no move; write {refusals.example(s, o)}")


def _read_place(s: Record, o: Record, m: re.Match[str]) -> int:
    kind = names.read_kind(m[1])
    if m[2] and m[4]:
        raise ValueError(f"{m[0][:20]!r} says twice how the card lies; write {m[1].upper()}@{m[3]}{m[4]}")
    return pack(PLACE, kind, names.cell_number(o, m[3]), names.read_turn(kind, m[2] or m[4]))


def _read_drawn(s: Record, o: Record, m: re.Match[str]) -> int | None:
    if s.phase != COMMUNITY or not s.drawn:
        return None
    return pack(PLACE, s.drawn - 1, names.cell_number(o, m[1]), names.read_turn(s.drawn - 1, m[2]))


def _read_card(s: Record, o: Record, m: re.Match[str]) -> int:
    kind = names.read_kind(m[2])
    seat = names.read_seat(m[1])
    if s.chance != 1 or seat != s.actor:
        due = f"{names.SEATS[s.actor]} draws" if s.chance == 1 else "nobody draws"
        raise ValueError(f"{due} now, not {names.SEATS[seat]}")
    return pack(CARD, kind)


def _read_cross(s: Record, o: Record, m: re.Match[str]) -> int:
    cells = [names.cell_number(o, m[i]) for i in (2, 3, 4)]
    return pack(_ACROSS[m[1]], 0, *cells)


def _read_bomb(s: Record, o: Record, m: re.Match[str]) -> int:
    cell = names.cell_number(o, m[1])
    victim = s.on[cell] - 1
    if m[2] and names.read_seat(m[2]) != victim:
        stands = f"{names.SEATS[victim]} stands" if victim >= 0 else "no pawn stands"
        raise ValueError(f"{stands} on {m[1]}, not {m[2].upper()}")
    if not m[3]:
        # Where Home is free the pawn goes there: that need not be written.
        home_free = victim >= 0 and s.room[victim] > 0 and s.on[s.room[victim]] == 0
        return pack(BOMB, 0, cell, victim + 1 if home_free else 0)
    if m[3] == "home":
        if victim < 0:
            raise ValueError(f"no pawn stands on {m[1]}; write bomb {m[1]}")
        return pack(BOMB, 0, cell, victim + 1)
    return pack(BOMB, 0, cell, names.read_room(m[3]) + 1)


def _read_go(s: Record, o: Record, m: re.Match[str]) -> int | None:
    if not m[1] and not m[3] and s.phase in (ROOMING, FINAL_ROOM):
        return pack(ROOM, 4 if s.phase == FINAL_ROOM else s.actor, names.cell_number(o, m[2]))
    if not m[1] and s.phase != MOVING:
        return None
    aids = 0
    for word in (m[3] or "").replace("with", " ").split():
        if not 1 <= int(word) <= min(s.aids, MOST_AIDS):
            stand = f"{s.aids} aids are declared" if s.aids else "no aid is declared"
            raise ValueError(f"{stand}, so there is no aid {word}")
        aids |= 1 << int(word) - 1
    return pack(LINK if m[1] == "link" else MOVE, aids, names.cell_number(o, m[2]))


def _read_cancel(s: Record, o: Record, m: re.Match[str]) -> int:
    if not 1 <= int(m[1]) <= s.aids:
        raise ValueError(f"{s.aids or 'no'} declarations stand, so there is no declaration {m[1]}")
    return pack(CANCEL, int(m[1]) - 1)


def _read_discard(s: Record, o: Record, m: re.Match[str]) -> int:
    if not m[1].isdigit():
        return pack(DISCARD, names.read_kind(m[1]))
    if not 1 <= int(m[1]) <= s.aids:
        raise ValueError(f"{s.aids or 'no'} declarations stand, so no card of a declaration {m[1]} is held")
    return pack(DISCARD, s.aid[int(m[1]) - 1], int(m[1]))


def _read_trap(s: Record, o: Record, m: re.Match[str]) -> int:
    seat = names.read_seat(m[1]) if m[1] else s.actor
    return pack(TRAP, names.read_seat(m[2]), 0 if seat == s.actor else seat + 1)


_READERS = (
    (_PLACE, _read_place),
    (_DRAWN, _read_drawn),
    (_CHOOSE, lambda s, o, m: pack(CHOOSE, names.read_kind(m[1]))),
    (_ROOM, lambda s, o, m: pack(ROOM, names.read_room(m[1]), names.cell_number(o, m[2]))),
    (_CARD, _read_card),
    (_DISCARD, _read_discard),
    (_ONE_CELL, lambda s, o, m: pack(_ON_CELL[m[1]], 0, names.cell_number(o, m[2]))),
    (_CROSS, _read_cross),
    (_DRILL, lambda s, o, m: pack(DRILL, 0, names.cell_number(o, m[1]), names.cell_number(o, m[2]))),
    (
        _TUNNEL,
        lambda s, o, m: pack(
            TUNNEL, names.read_seat(m[1]), names.cell_number(o, m[2]), m[3].count("s") + 16 * m[3].count("c")
        ),
    ),
    (_WARP, lambda s, o, m: pack(WARP, 0, names.cell_number(o, m[1]), 1 if m[2] else 0)),
    (_BOMB, _read_bomb),
    (_TRAP, _read_trap),
    (_SWITCH, lambda s, o, m: pack(SWITCH, names.read_seat(m[1]))),
    (_MOVER, lambda s, o, m: pack(MOVER, names.read_room(m[1]), names.cell_number(o, m[2]))),
    (_GO, _read_go),
    (_TO, lambda s, o, m: pack(HOME, names.read_seat(m[1]))),
    (_CANCEL, _read_cancel),
)
"""Patterns in the order in which they are tried, and what reads a text that fits (None: it is not that)."""


# -- what is refused, and what people do all the same ---------------------------------------------------


def refusal(s: Record, o: Record, t: Record, action: int) -> str:
    """Why `action` may not be played now."""
    return refusals.reason(s, o, t, action)


def physical(s: Record, o: Record, t: Record, action: int) -> bool:
    """Whether an action that breaks the rules could still be carried out on the table."""
    return refusals.possible_on_the_table(s, o, t, action)


def table_actions(s: Record, o: Record, t: Record) -> list[int]:
    """Personal Paths chosen unseen, one or all; at the end of a turn, that nobody plays a Booby-Trap."""
    if s.ended != PLAYING or s.chance == 1:
        return []
    return {CHOOSING: [HIDE, HIDE + 32], ASKING: [PASS + 32]}.get(s.phase, [])
