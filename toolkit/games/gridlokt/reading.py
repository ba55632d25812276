"""Reads the lines of a position (see `positions` for what they say), and keeps every fault with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from toolkit.components.faults import suggest
from toolkit.engine.state import ENDINGS, PLAYING, Record
from toolkit.games.gridlokt import names
from toolkit.games.gridlokt.fields import (
    AIDS,
    ASKING,
    BOOTS,
    BRIDGE,
    CELLS,
    CENTRE_CARD,
    CHOOSING,
    CLEANUP,
    COMMUNITY,
    DETAILS,
    DRILL,
    EMPTY,
    FINAL,
    FINAL_ROOM,
    FIRST_KIND,
    FIRST_UTILITY,
    FREE_PATH,
    HAND,
    HOOK,
    KINDS,
    MIDDLE_LINE,
    MOVING,
    NO_OBSTACLE,
    OFF,
    PATH_EXCESS,
    PATHING,
    PATHS,
    PERSONAL,
    PIT,
    PITTED,
    PLAYERS_4,
    ROOM_GROUND,
    ROOMING,
    SIDE,
    TRAP,
    UNIVERSAL,
    USING,
    USING_EXCESS,
    UTILITIES,
    WALL,
    WALLED,
    WARP,
    WARP_GROUND,
)

PHASE_NAMES = {
    CHOOSING: "choosing",
    PERSONAL: "personal",
    COMMUNITY: "community",
    ROOMING: "rooms",
    PATHING: "paths",
    PATH_EXCESS: "path discards",
    USING: "utilities",
    USING_EXCESS: "utility discards",
    MOVING: "movement",
    FINAL_ROOM: "final room",
    CLEANUP: "cleanup",
    ASKING: "traps",
}
"""The phases as a position names them."""

AFTER_NAMES = ("utilities", "end of turn", "boundary")

_KEYS = (
    "turn", "first", "phase", "actor", "draws", "played", "drawing", "drawn", "rounds", "grid", "cells",
    "pawns", "walls", "pits", "tokens", "new tokens", "hand", "aids", "taken back", "traps", "asked",
    "placer", "due", "after", "discarded", "ended",
)  # fmt: skip


_ROW = re.compile(r"\s*(\d{1,2})\s*:?(\s.*|)")
_HAND = re.compile(r"hand\s+(\S+)")
_ENDED = re.compile(r"(win|joint win|draw|stalled|turn cap)((?:\s+\S)*)(?:\s*\((\w+)\))?", re.IGNORECASE)


class Reader:
    """Reads one position; keeps all faults."""

    def __init__(self, s: Record, o: Record, t: Record) -> None:
        self.s, self.o, self.t = s, o, t
        self.faults: list[str] = []
        self.line = 0
        self.said: set[str] = set()
        self.free: dict[int, list[int]] = {}
        for item in [*range(t.paths), CENTRE_CARD, *range(FIRST_UTILITY, FIRST_UTILITY + t.utilities)]:
            self.free.setdefault(t.kind[item], []).append(item)
        self.shown: list[int] = []
        self.unknown: list[tuple[int, int]] = []  # hands (pile, seat) with a card that nobody has seen
        self.rest: list[int] = []
        self.columns: list[int] = []

    def read(self, text: str) -> list[int]:
        """Fill the state from the lines of a position."""
        s = self.s
        self.clear()
        for number, raw in enumerate(text.splitlines(), 1):
            self.line = number
            if raw.strip():
                self.attempt(self.one, raw.rstrip())
        self.line = 0
        if not self.faults:
            self.attempt(self.complete, "")
        if self.faults:
            raise ValueError("\n".join(self.faults))
        s.leader = 0
        most = max(s.tokens[p] for p in range(PLAYERS_4))
        ahead = [p for p in range(PLAYERS_4) if s.tokens[p] == most]
        if len(ahead) == 1:
            s.leader = ahead[0] + 1
        return self.shown

    def attempt(self, read: Callable[[str], None], line: str) -> None:
        """Keep what is wrong with a line, and go on."""
        try:
            read(line)
        except ValueError as error:
            self.faults.append(f"line {self.line}: {error}" if self.line else str(error))

    def clear(self) -> None:
        """An empty table, with nothing that setting up or dealing may have laid out."""
        s, o = self.s, self.o
        for cell in range(CELLS):
            s.ground[cell] = EMPTY if names.on_table(o, cell) else OFF
            s.mask[cell] = s.over[cell] = s.on[cell] = 0
        for item in range(len(s.at)):
            s.at[item] = s.shown[item] = 0
        for deck in (PATHS, UTILITIES):
            s.deck_size[deck] = s.discard_size[deck] = 0
            for p in range(PLAYERS_4):
                s.hand_size[deck, p] = 0
        for p in range(PLAYERS_4):
            s.pawn[p] = s.tokens[p] = s.traps[p] = s.locked[p] = 0
            for room in range(PLAYERS_4):
                s.token[p, room] = 0
        for room in range(len(s.room)):
            s.room[room] = 0
        s.warp[0] = s.warp[1] = s.centre = s.aids = s.placer = s.due = s.after = s.asked = s.loose = 0
        for kind in range(KINDS):
            s.told[kind] = 0
        s.drawn = s.drawn_item = s.rounds = s.chance = s.played = s.turns = 0
        s.phase, s.turn_of, s.actor, s.ended = PATHING, s.first, s.first, PLAYING
        s.low_row = s.high_row = s.low_column = s.high_column = MIDDLE_LINE

    def one(self, line: str) -> None:
        """One line: a row of the grid, or a key and what it says."""
        row = _ROW.fullmatch(line)
        if row is not None:
            self.row(int(row[1]), row[2])
            return
        key, colon, value = (part.strip() for part in line.partition(":"))
        hand = _HAND.fullmatch(key.lower())
        name = "hand" if hand else " ".join(key.lower().split())
        if not colon or name not in _KEYS:
            raise ValueError(f"'{key[:30]}' is no key of a position; {suggest(name[:30], list(_KEYS))}")
        once = key.lower()
        if once in self.said and name != "cells":
            raise ValueError(f"'{key}' is there twice; keep one of the two lines")
        self.said.add(once)
        if name == "hand":
            if hand is None:
                raise ValueError("write whose hand it is, such as `hand R: RS BT | wall`")
            self.hand(names.read_seat(hand[1]), value)
            return
        getattr(self, "_" + name.replace(" ", "_"))(value)

    # -- single facts ---------------------------------------------------------------------------

    def number(self, value: str, least: int, most: int) -> int:
        """A whole number in a range."""
        if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
            raise ValueError(f"'{value[:20]}' is not right; write a whole number from {least} to {most}")
        return int(value)

    def _turn(self, value: str) -> None:
        self.s.turns = self.number(value, 1, 10_000_000) - 1

    def _first(self, value: str) -> None:
        self.s.first = names.read_seat(value)
        if "phase" not in self.said:
            self.s.turn_of = self.s.actor = self.s.first

    def _phase(self, value: str) -> None:
        phase, of, seat = value.partition(" of ")
        by_name = {name: code for code, name in PHASE_NAMES.items()}
        code = by_name.get(" ".join(phase.lower().split()))
        if code is None:
            raise ValueError(f"'{phase[:30]}' is no phase; {suggest(phase[:30], list(by_name))}")
        self.s.phase = code
        if of:
            self.s.turn_of = names.read_seat(seat.strip())
            if "actor" not in self.said:
                self.s.actor = self.s.turn_of

    def _actor(self, value: str) -> None:
        self.s.actor = names.read_seat(value)

    def _draws(self, value: str) -> None:
        self.s.draws = self.number(value, 0, 6)

    def _played(self, value: str) -> None:
        self.s.played = self.number(value, 0, 1000)

    def flag(self, value: str) -> int:
        """Yes or no."""
        if value not in ("yes", "no"):
            raise ValueError(f"'{value[:20]}' is not right; write yes or no")
        return int(value == "yes")

    def _drawing(self, value: str) -> None:
        self.s.chance = self.flag(value)

    def _due(self, value: str) -> None:
        self.s.due = self.flag(value)

    def _drawn(self, value: str) -> None:
        kind = names.read_kind(value, "Path")
        if kind >= FIRST_KIND:
            raise ValueError(f"{value} is no Path")
        self.s.drawn_item = self.take(kind)
        self.s.drawn = kind + 1

    def _rounds(self, value: str) -> None:
        self.s.rounds = self.number(value, 0, 1000)

    def _asked(self, value: str) -> None:
        self.s.asked = self.number(value, 0, PLAYERS_4)

    def _traps(self, value: str) -> None:
        for word in value.replace(",", " ").split():
            self.s.traps[names.read_seat(word)] += 1

    def _placer(self, value: str) -> None:
        self.s.placer = names.read_seat(value) + 1

    def _after(self, value: str) -> None:
        if value not in AFTER_NAMES:
            raise ValueError(f"'{value[:20]}' is not right; write {', '.join(AFTER_NAMES)}")
        self.s.after = AFTER_NAMES.index(value)

    def _taken_back(self, value: str) -> None:
        for word in value.replace(",", " ").split():
            self.s.told[names.read_kind(word, "Utility")] += 1

    def _ended(self, value: str) -> None:
        match = _ENDED.fullmatch(value)
        if match is None or (match[3] or "") not in DETAILS:
            raise ValueError(f"'{value[:30]}' is not right; write win R (final_room), stalled or turn cap")
        self.s.ended = ENDINGS.index(match[1].lower().replace(" ", "_"))
        for word in match[2].split():
            self.s.winners |= 1 << names.read_seat(word)
        self.s.detail = DETAILS.index(match[3] or "")

    def seats(self, value: str) -> list[tuple[int, str]]:
        """`R k11, B j12` as pairs of a seat and what stands behind it."""
        pairs = []
        for part in value.split(","):
            seat, _, rest = part.strip().partition(" ")
            if not rest:
                raise ValueError(
                    f"'{part.strip()[:20]}' is not right; write a seat and what it has, as R k11"
                )
            pairs.append((names.read_seat(seat), rest.strip()))
        return pairs

    # -- the table ------------------------------------------------------------------------------

    def _grid(self, value: str) -> None:
        low = names.first_line(self.o)
        self.columns = [
            names.cell_number(self.o, f"{word}1") % SIDE if word.isalpha() else self.not_column(word)
            for word in value.split()
        ]
        if len(set(self.columns)) != len(self.columns) or not all(c >= low for c in self.columns):
            raise ValueError("a column is there twice")

    def not_column(self, word: str) -> int:
        """Refuse what names no column."""
        raise ValueError(f"'{word[:20]}' is no column; write letters, such as `grid: i j k`")

    def row(self, number: int, value: str) -> None:
        """A row of the grid."""
        if not self.columns:
            raise ValueError("a row of the grid; write the columns first, such as `grid: i j k`")
        words = value.split()
        if len(words) != len(self.columns):
            raise ValueError(
                f"{len(words)} cells, but the grid has {len(self.columns)} columns; write . for an empty cell"
            )
        start = names.cell_number(self.o, f"a{number}") // SIDE * SIDE
        faults = []
        for column, word in zip(self.columns, words, strict=True):
            try:
                self.cell(start + column, word)
            except ValueError as error:
                faults.append(str(error))
        if faults:
            raise ValueError("; ".join(faults))

    def _cells(self, value: str) -> None:
        for part in value.split(","):
            words = part.split()
            if len(words) != 2:
                raise ValueError(
                    f"'{part.strip()[:20]}' is not right; write a cell and what lies there: k12 RTd"
                )
            self.cell(names.cell_number(self.o, words[0]), words[1])

    def cell(self, cell: int, word: str) -> None:
        """Lay what a word names on a cell."""
        s, o = self.s, self.o
        if word in (".", "-"):
            return
        where = names.cell_name(o, cell)
        if s.ground[cell] != EMPTY:
            raise ValueError(f"two things lie on {where}; keep one of them")
        if word.startswith("[") and word.endswith("]"):
            room = names.read_room(word[1:-1])
            if s.room[room]:
                raise ValueError(f"Room {names.ROOMS[room]} is on {names.cell_name(o, s.room[room])} already")
            s.room[room] = cell
            self.lay(cell, ROOM_GROUND + room, 15)
        elif word in ("W1", "W2"):
            place = int(word[1]) - 1
            if s.warp[place]:
                raise ValueError(
                    f"{word} is on {names.cell_name(o, s.warp[place])} already; the other is W{2 - place}"
                )
            s.warp[place] = cell
            self.lay_item(cell, WARP)
            self.lay(cell, WARP_GROUND, 15)
        elif word.upper() in ("C", "U"):
            self.lay_item(cell, UNIVERSAL)
            self.lay(cell, FREE_PATH, 15)
            if word.upper() == "C":
                s.centre = cell
        else:
            if len(word) != 3:
                raise ValueError(
                    f"'{word[:20]}' on {where} is nothing that lies there; write a Path as it lies (RTd), U, "
                    "C, a Room ([R]), W1, W2, or . for an empty cell"
                )
            kind = names.read_kind(word[:2], "Path")
            self.lay_item(cell, kind)
            self.lay(cell, 1 + kind // 3, names.read_turn(kind, word[2].lower()))

    def lay(self, cell: int, ground: int, mask: int) -> None:
        """Something lies on a cell."""
        s = self.s
        s.ground[cell], s.mask[cell] = ground, mask
        s.low_row, s.high_row = min(s.low_row, cell // SIDE), max(s.high_row, cell // SIDE)
        s.low_column, s.high_column = min(s.low_column, cell % SIDE), max(s.high_column, cell % SIDE)

    def lay_item(self, cell: int, kind: int) -> None:
        """A copy of a card lies on a cell."""
        self.s.at[self.take(kind)] = cell

    def _pawns(self, value: str) -> None:
        for seat, where in self.seats(value):
            self.s.pawn[seat] = names.cell_number(self.o, where)

    def _walls(self, value: str) -> None:
        self.obstacles(value, WALL, WALLED)

    def _pits(self, value: str) -> None:
        self.obstacles(value, PIT, PITTED)

    def obstacles(self, value: str, kind: int, code: int) -> None:
        """Cells with a Wall or a Pit."""
        for word in value.replace(",", " ").split():
            cell = names.cell_number(self.o, word)
            if self.s.over[cell] != NO_OBSTACLE:
                raise ValueError(f"two obstacles lie on {word}; at most one does")
            self.s.over[cell] = code
            self.lay_item(cell, kind)

    def owned(self, value: str) -> Iterator[tuple[int, int]]:
        """`R RB, B B` as pairs of a seat and a Room whose token it has."""
        for seat, rooms in self.seats(value):
            for letter in rooms.replace(" ", ""):
                room = names.read_room(letter)
                if room >= PLAYERS_4:
                    raise ValueError("the Final Room has no token")
                yield seat, room

    def _tokens(self, value: str) -> None:
        for seat, room in self.owned(value):
            self.s.token[seat, room] = 1

    def _new_tokens(self, value: str) -> None:
        for seat, room in self.owned(value):
            self.s.token[seat, room] = 1
            self.s.locked[seat] |= 1 << room

    # -- cards ----------------------------------------------------------------------------------

    def take(self, kind: int) -> int:
        """A copy of a card that is nowhere yet, which everybody has seen from now on."""
        free = self.free.get(kind, [])
        if not free:
            raise ValueError(
                f"there are only {self.t.count[kind]} of {names.kind_name(kind)}; this would be one more"
            )
        item = free.pop(0)
        self.shown.append(item)
        return item

    def halves(self, value: str) -> list[list[str]]:
        """`RS BT | wall` as the words of each pile."""
        parts = value.split("|")
        if len(parts) > 2:
            raise ValueError("write Paths | Utilities, with one |")
        return [part.split() for part in parts] + [[]] * (2 - len(parts))

    def kinds(self, words: list[str], pile: int) -> list[int]:
        """Kinds of cards of one pile; others are refused."""
        found = []
        for word in words:
            kind = names.read_kind(word)
            if (kind >= FIRST_KIND) != (pile == UTILITIES):
                side = "right" if pile == PATHS else "left"
                raise ValueError(f"{word} stands on the wrong side: Paths | Utilities; move it to the {side}")
            found.append(kind)
        return found

    def hand(self, seat: int, value: str) -> None:
        """The cards of a hand; unseen ones are found when the whole text is known."""
        s = self.s
        for pile, words in enumerate(self.halves(value)):
            if len(words) > HAND:
                raise ValueError(f"a hand has at most {HAND} cards of a pile")
            known = [word for word in words if word != "?"]
            kinds = self.kinds([word.removesuffix("*") for word in known], pile)
            for word, kind in zip(known, kinds, strict=True):
                item = self.take(kind)
                s.shown[item] = int(word.endswith("*"))
                s.hand[pile, seat, s.hand_size[pile, seat]] = item
                s.hand_size[pile, seat] += 1
            self.unknown += [(pile, seat)] * words.count("?")

    def _discarded(self, value: str) -> None:
        s = self.s
        for pile, words in enumerate(self.halves(value)):
            if "rest" in words:
                self.rest.append(pile)
            for kind in self.kinds([word for word in words if word != "rest"], pile):
                s.discard[pile, s.discard_size[pile]] = self.take(kind)
                s.discard_size[pile] += 1

    def _aids(self, value: str) -> None:
        s, o = self.s, self.o
        for part in value.split(","):
            words = part.split()
            kind = names.read_kind(words[0], "aid") if words else 0
            cells = [names.cell_number(o, word) for word in " ".join(words[1:]).replace(">", " ").split()]
            wanted = 2 if kind == DRILL else 3
            if kind not in (HOOK, BRIDGE, BOOTS, DRILL) or len(cells) != wanted:
                raise ValueError(
                    f"'{part.strip()[:30]}' is no declaration; write hook, bridge or boots "
                    "entry>crossing>landing, or drill source>destination"
                )
            if s.aids == AIDS:
                raise ValueError(f"at most {AIDS} declarations can stand")
            place = s.aids
            s.aid[place] = kind
            s.entry[place], s.landing[place] = cells[0], cells[-1]
            s.crossing[place] = cells[1] if wanted == 3 else 0
            s.aids += 1

    # -- at the end -----------------------------------------------------------------------------

    def complete(self, _: str) -> None:
        """What can be done only when every line is known: pawns, unseen cards, piles, declared cards."""
        s, o, t = self.s, self.o, self.t
        for seat in range(PLAYERS_4):
            cell = s.pawn[seat]
            if cell and s.ground[cell] == EMPTY:
                raise ValueError(
                    f"pawn {names.SEATS[seat]} stands on {names.cell_name(o, cell)}, where no card is"
                )
            if cell and s.on[cell]:
                raise ValueError(f"two pawns stand on {names.cell_name(o, cell)}")
            if cell:
                s.on[cell] = seat + 1
            if s.room[seat]:
                s.token[seat, seat] = 1
            s.tokens[seat] = sum(s.token[seat, room] for room in range(PLAYERS_4))
            if s.locked[seat] and seat != s.turn_of:
                raise ValueError(f"{names.SEATS[seat]} has new tokens, and it is not its turn")
        for place in range(s.aids):
            self.declare(place)
        for pile in (PATHS, UTILITIES):
            free = self.left(pile)
            for of, seat in self.unknown:
                if of == pile:
                    if not free:
                        raise ValueError("there are more cards in hands than are left in the table")
                    s.hand[pile, seat, s.hand_size[pile, seat]] = free.pop()
                    s.hand_size[pile, seat] += 1
            if pile in self.rest:
                for item in free:
                    s.discard[pile, s.discard_size[pile]] = item
                    s.discard_size[pile] += 1
                self.shown += free
            else:
                for item in free:
                    s.deck[pile, s.deck_size[pile]] = item
                    s.deck_size[pile] += 1
        if "draws" not in self.said:
            s.draws = {PATHING: o.path_draws, USING: o.utility_draws}.get(s.phase, 0)
        if "placer" not in self.said and s.room[FINAL]:
            complete = [seat for seat in range(PLAYERS_4) if s.tokens[seat] == FINAL]
            s.placer = (complete[0] + 1) % PLAYERS_4 + 1 if complete else 1
        discarded = sum(t.kind[s.discard[UTILITIES, i]] == TRAP for i in range(s.discard_size[UTILITIES]))
        s.loose = t.count[TRAP] - discarded

    def left(self, pile: int) -> list[int]:
        """The cards of a pile that are nowhere yet, in the order of the table."""
        items = [item for found in self.free.values() for item in found]
        return sorted(item for item in items if (item >= FIRST_UTILITY) == (pile == UTILITIES))

    def declare(self, place: int) -> None:
        """Find the card of a declaration in the hand of the seat whose turn it is."""
        s, t = self.s, self.t
        taken = [s.aid_item[i] for i in range(place)]
        for i in range(s.hand_size[UTILITIES, s.turn_of]):
            item = s.hand[UTILITIES, s.turn_of, i]
            if t.kind[item] == s.aid[place] and item not in taken:
                s.aid_item[place] = item
                s.shown[item] = 1
                return
        name = names.kind_name(s.aid[place])
        raise ValueError(
            f"{name} is declared, but the hand of {names.SEATS[s.turn_of]} holds no more of them"
        )
