"""laast in words: notation, why a move is refused, what a log reveals, what lies on the table."""

from __future__ import annotations

import re

from toolkit.engine.state import PLAYING, Record
from toolkit.games.laast.rules import (
    ASK,
    ASK_OP,
    AT_MOST,
    BOARD_ITEMS,
    BRIDGE,
    CELLS,
    COVERED,
    DISCARD_OP,
    DISCARDING,
    EXTRA,
    FLIP_OP,
    FLIPPING,
    HIDE_OP,
    HOLE,
    LOCK,
    LOCK_OP,
    MOVE_OP,
    ONE_CARD,
    OUT_OP,
    PLACE_OP,
    PLACING,
    POOL,
    POOL_OP,
    PUSH,
    PUSH_OP,
    QUESTION,
    RETIRE_OP,
    RIM,
    SIDE,
    STEP,
    STEP_OP,
    STOP_OP,
    STUCK,
    TILE_OP,
    TUNNEL,
    TURN,
    USED,
    WALL,
    can_move,
    held,
    may_lay,
)

NAMES = {
    USED: "neutral",
    EXTRA: "extra",
    TUNNEL: "tunnel",
    BRIDGE: "bridge",
    WALL: "wall",
    QUESTION: "question",
    PUSH: "move",
    LOCK: "lock",
}
"""The kinds of tiles as notation writes them."""

DANISH = {
    "neutral": "neutralt felt",
    "extra": "ekstra felt",
    "tunnel": "tunnel",
    "bridge": "bro",
    "wall": "mur",
    "question": "spørgsmålstegn",
    "move": "ryk modstander",
    "lock": "spring over",
}
"""The same in Danish."""

_KINDS = {name: code for code, name in NAMES.items()} | {
    "neutralt": USED,
    "ekstra": EXTRA,
    "bro": BRIDGE,
    "mur": WALL,
    "spørgsmålstegn": QUESTION,
    "sporgsmaalstegn": QUESTION,
    "ryk": PUSH,
    "spring": LOCK,
    "?": QUESTION,
}
_BOARD_KINDS = (USED, EXTRA, TUNNEL, BRIDGE, WALL, QUESTION)
_HAND_KINDS = (EXTRA, TUNNEL, BRIDGE, WALL, PUSH, LOCK)

_CELL = r"[a-i][1-9]"
_STEP = re.compile(rf"({_CELL})(?:>({_CELL}))?")
_MOVE = re.compile(rf"(?:(move|ryk) )?({_CELL})-({_CELL})(?:>({_CELL}))?:([1-3])")
_TILE = re.compile(rf"(\w+)@({_CELL})")
_LOCK = re.compile(rf"(?:lock|spring) ({_CELL})")
_FLIP = re.compile(rf"(?:flip )?({_CELL})=(\S+)")
_POOL = re.compile(r"([1-4])\+(\w+)")
_DISCARD = re.compile(r"discard (\S+)")
_RETIRE = re.compile(r"([1-4]) retire")


def cell_name(o: Record, cell: int) -> str:
    """`a1` for the bottom left cell; an empty string off the board."""
    row, column = divmod(cell, SIDE)
    if not (1 <= row <= o.board_side and 1 <= column <= o.board_side):
        return ""
    return "abcdefghi"[column - 1] + str(o.board_side + 1 - row)


def cell_number(o: Record, name: str) -> int:
    """The cell of a name such as `a1`.

    Raises:
        ValueError: the cell is not on this board.
    """
    column, row = "abcdefghi".index(name[0]) + 1, o.board_side + 1 - int(name[1])
    if column > o.board_side or row < 1:
        last = "abcdefghi"[o.board_side - 1] + str(o.board_side)
        raise ValueError(f"there is no cell {name}; the board has a1 to {last}")
    return row * SIDE + column


def action_text(s: Record, o: Record, t: Record, action: int) -> str:
    """`e3`, `b2-c2:3`, `d2>e5`, `wall@d4`, `lock b5`, `move b5-b6:1`, `flip c3=tunnel`, `2+bridge` …"""
    op, x = action & 15, action >> 4
    if op == PLACE_OP:
        return cell_name(o, x)
    if op in (STEP_OP, MOVE_OP, PUSH_OP):
        to, via = cell_name(o, x & 127), cell_name(o, x >> 7 & 127)
        text = f"{to}>{via}" if via else to
        if op == STEP_OP:
            return text
        start = cell_name(o, s.pos[x >> 16])
        return f"{'move ' if op == PUSH_OP else ''}{start}-{text}:{x >> 14 & 3}"
    if op == TILE_OP:
        return f"{NAMES[x & 15]}@{cell_name(o, x >> 4)}"
    if op == LOCK_OP:
        return f"lock {cell_name(o, s.pos[x])}"
    if op == ASK_OP:
        return "draw" if x else "decline"
    if op == DISCARD_OP:
        return f"discard {NAMES[x]}"
    if op == FLIP_OP:
        return f"flip {cell_name(o, s.flip)}={NAMES[x]}"
    if op == POOL_OP:
        return f"{s.drawer + 1}+{NAMES[x]}"
    if op == RETIRE_OP:
        return f"{x + 1} retire"
    return {OUT_OP: "out", STOP_OP: "stop", HIDE_OP: "discard ?"}[op]


def unseen_draw(s: Record, o: Record, t: Record) -> str:
    """`2+?`: seat 2 draws a tile that nobody else saw; empty for a tile that flips, which everybody sees."""
    return "" if s.phase == FLIPPING else f"{s.drawer + 1}+?"


def read_action(s: Record, o: Record, t: Record, text: str) -> int:
    """The action that `text` names; kinds of tiles may be written in Danish too.

    Raises:
        ValueError: the text is no notation, or contradicts the board; says what would be right.
    """
    text = re.sub(r"\s*([-:>=@+])\s*", r"\1", " ".join(text.strip().lower().split()))
    words = {"out": OUT_OP, "stop": STOP_OP, "draw": ASK_OP + 16, "decline": ASK_OP, "discard ?": HIDE_OP}
    if text in words:
        return words[text]
    if match := _STEP.fullmatch(text):
        cell = cell_number(o, match[1])
        if s.phase == PLACING and not match[2]:
            return PLACE_OP + 16 * cell
        return STEP_OP + 16 * cell + 2048 * (cell_number(o, match[2]) if match[2] else 0)
    if match := _MOVE.fullmatch(text):
        piece = _piece(s, o, match[2])
        via = cell_number(o, match[4]) if match[4] else 0
        op = PUSH_OP if match[1] else MOVE_OP
        step = 16 * cell_number(o, match[3]) + 2048 * via
        return op + step + (int(match[5]) << 18) + (piece << 20)
    if match := _TILE.fullmatch(text):
        return TILE_OP + 16 * _kind(match[1], (EXTRA, TUNNEL, BRIDGE, WALL)) + 256 * cell_number(o, match[2])
    if match := _LOCK.fullmatch(text):
        return LOCK_OP + 16 * _piece(s, o, match[1])
    if match := _FLIP.fullmatch(text):
        if s.phase != FLIPPING or cell_number(o, match[1]) != s.flip:
            due = f"the tile on {cell_name(o, s.flip)} flips" if s.phase == FLIPPING else "no tile flips"
            raise ValueError(f"{due} now, not that on {match[1]}")
        return FLIP_OP + 16 * _kind(match[2], _BOARD_KINDS)
    if match := _POOL.fullmatch(text):
        if s.chance != 1 or s.phase == FLIPPING or int(match[1]) != s.drawer + 1:
            drawing = s.chance == 1 and s.phase != FLIPPING
            due = f"seat {s.drawer + 1} draws" if drawing else "nobody draws"
            raise ValueError(f"{due} now, not seat {match[1]}")
        return POOL_OP + 16 * _kind(match[2], _HAND_KINDS)
    if match := _DISCARD.fullmatch(text):
        return DISCARD_OP + 16 * _kind(match[1], _HAND_KINDS)
    if match := _RETIRE.fullmatch(text):
        return RETIRE_OP + 16 * (int(match[1]) - 1)
    raise ValueError(f"{text[:40]!r} is no move; write {_example(s, o)}")


def _kind(word: str, allowed: tuple[int, ...]) -> int:
    kind = _KINDS.get(word, RIM)
    if kind not in allowed:
        raise ValueError(f"{word[:20]!r} is no such tile; write {', '.join(NAMES[k] for k in allowed)}")
    return kind


def _piece(s: Record, o: Record, name: str) -> int:
    on: int = s.on[cell_number(o, name)]
    if on == 0:
        raise ValueError(f"no piece stands on {name}")
    return on - 1


def _example(s: Record, o: Record) -> str:
    if s.phase == FLIPPING:
        cell = cell_name(o, s.flip)
        return f"flip {cell}=tunnel for what came up there: {', '.join(NAMES[k] for k in _BOARD_KINDS)}"
    if s.chance == 1:
        seat = s.drawer + 1
        return f"{seat}+bridge for the tile that seat {seat} drew, or {seat}+? if unseen"
    if s.phase == PLACING:
        return "e3 for the cell on which the piece is put"
    if s.phase == STEP:
        return "d2 for the cell stepped on, or d2>e5 to come out at tunnel e5"
    if s.phase == ASK:
        return "draw or decline"
    if s.phase == DISCARDING:
        return "discard wall for the tile that goes, or discard ? if unseen"
    return "b2-c2:3 to step from b2 to c2 with a 3-card, wall@d4 to lay a tile, lock b5, or move b5-b6:1"


def refusal(s: Record, o: Record, t: Record, action: int) -> str:
    """Why `action` may not be played now."""
    op, x = action & 15, action >> 4
    seat = s.actor + 1
    if s.ended != PLAYING:
        return "the game is over"
    if s.phase == FLIPPING:
        if op == FLIP_OP:
            return f"{NAMES[x]} cannot be what came up on {cell_name(o, s.flip)}: none is left"
        return f"the tile on {cell_name(o, s.flip)} flips first; write {_example(s, o)}"
    if s.chance == 1:
        if op == POOL_OP:
            return f"{NAMES[x]} cannot be the tile that came up: none is left"
        return f"seat {s.drawer + 1} has to draw first; write {_example(s, o)}"
    if op == FLIP_OP:
        return "no tile flips now"
    if op == POOL_OP:
        return "nobody draws now"
    if s.phase == PLACING:
        if op != PLACE_OP:
            return f"seat {seat} puts down a piece first; write {_example(s, o)}"
        return f"a piece stands on {cell_name(o, x)}"
    due = {
        STEP: ((STEP_OP, STOP_OP), f"seat {seat} is moving: write {_example(s, o)}"),
        ASK: ((ASK_OP,), f"seat {seat} says whether to take a tile: write draw or decline"),
        DISCARDING: ((DISCARD_OP,), f"seat {seat} has a tile too many: write {_example(s, o)}"),
    }.get(s.phase)
    if due is not None and op not in due[0]:
        return due[1]
    if op == DISCARD_OP:
        return f"seat {seat} holds no {NAMES[x]}" if s.phase == DISCARDING else "no tile is discarded now"
    if op == STOP_OP:
        if o.card_value != AT_MOST:
            return "a card is moved in full"
        return "this step has to be made" if s.phase == STEP else "the move has not begun"
    if op == STEP_OP and s.phase == STEP:
        return _step_refusal(s, o, t, s.piece, x, s.left)
    if op == PLACE_OP or (op == STEP_OP and s.phase in (TURN, STUCK)):
        return f"write piece, cell and card, such as {_example(s, o)}"
    if op in (ASK_OP, STEP_OP, HIDE_OP):
        return "there is nothing of the kind to decide now"
    if op == RETIRE_OP:
        return f"seat {x + 1} is not in the game"
    return _turn_refusal(s, o, t, op, x)


def _turn_refusal(s: Record, o: Record, t: Record, op: int, x: int) -> str:
    seat = s.actor
    who = f"seat {seat + 1}"
    if op == OUT_OP:
        if s.phase != STUCK:
            return f"{who} can still move"
        return f"{who} can still be saved by a tile from the hand"
    if op in (TILE_OP, LOCK_OP, PUSH_OP):
        kind = {LOCK_OP: LOCK, PUSH_OP: PUSH}.get(op, x & 15)
        if s.played >= o.tiles_per_turn:
            return f"{who} has played {s.played} of {o.tiles_per_turn} tiles in this turn"
        if not held(s, t, seat, kind):
            return f"{who} holds no {NAMES[kind]}"
        if op == TILE_OP:
            return _lay_refusal(s, o, kind, x >> 4)
    if s.phase == STUCK:
        return f"{who} cannot move; it lays a tile after which it can, or is out"
    piece = x >> 16
    value = x >> 14 & 3
    cell = cell_name(o, s.pos[piece])
    own = piece >> 1 == seat
    if op == MOVE_OP and not own:
        return f"the piece on {cell} belongs to seat {(piece >> 1) + 1}"
    if op == PUSH_OP and own:
        return f"the piece on {cell} is an own one; only an opponent's can be moved so"
    if not s.card[seat, value]:
        return f"{who} has used its {value}-cards until all four are back"
    if op == PUSH_OP and value != 1 and o.move_opponent_cards == ONE_CARD:
        return "an opponent is moved with a 1-card"
    if op == MOVE_OP and s.lock[piece] & 1:
        return f"the piece on {cell} is locked in this turn"
    return _step_refusal(s, o, t, piece, x, 1 if op == MOVE_OP and s.single else value)


def _lay_refusal(s: Record, o: Record, kind: int, cell: int) -> str:
    name = cell_name(o, cell)
    if s.on[cell]:
        return f"a piece stands on {name}"
    if s.tile[cell] == HOLE:
        return f"there is no tile on {name} any more"
    if s.tile[cell] not in (USED, COVERED):
        return f"a {NAMES[s.tile[cell]]} lies face up on {name}"
    if kind == BRIDGE and s.tile[cell] == COVERED:
        return "a bridge goes on a neutral tile that was flipped"
    return f"seat {s.actor + 1} could not move after it"


def _step_refusal(s: Record, o: Record, t: Record, piece: int, x: int, value: int) -> str:
    here, to, via = s.pos[piece], x & 127, x >> 7 & 127
    name = cell_name(o, to)
    if abs(to - here) not in (1, SIDE):
        return f"{name} is not beside {cell_name(o, here)}; steps go forward, back or sideways"
    if s.on[to]:
        return f"a piece stands on {name}"
    if not s.open[to]:
        what = "there is no tile" if s.tile[to] == HOLE else f"a {NAMES[s.tile[to]]} lies face up"
        return f"{what} on {name}: it cannot be entered"
    if via and s.tile[to] != TUNNEL:
        return f"no tunnel lies face up on {name}"
    if via and (via == to or s.tile[via] != TUNNEL or s.on[via] > 0):
        return f"{cell_name(o, via)} is no tunnel where the piece could come out"
    steps = f"{value} step{'s' if value != 1 else ''}"
    return f"{steps} have to be made, and from there they could not be completed"


def physical(s: Record, o: Record, t: Record, action: int) -> bool:
    """Whether an action that breaks the rules could still be carried out on the table.

    A piece can be set on any tile that nobody stands on, and a tile from the hand on any of them; a
    card or a tile that is not there cannot be meant.
    """
    op, x = action & 15, action >> 4
    if s.chance == 1 or s.ended != PLAYING:
        return False
    if op == PLACE_OP:
        return bool(s.phase == PLACING and s.tile[x] == COVERED and s.on[x] == 0)
    if op == STEP_OP:
        return bool(s.phase == STEP and _free(s, x & 127) and (not x >> 7 or _tunnel(s, x)))
    if op == STOP_OP:
        return bool(s.phase == STEP and s.left > 0)
    if op == DISCARD_OP:
        return bool(s.phase == DISCARDING and held(s, t, s.actor, x))
    if op == ASK_OP:
        return bool(s.phase == ASK)
    if s.phase not in (TURN, STUCK):
        return False
    if op == TILE_OP:
        return bool(held(s, t, s.actor, x & 15) and _free(s, x >> 4))
    if op == LOCK_OP:
        return bool(held(s, t, s.actor, LOCK) and s.alive[x >> 1])
    if op in (MOVE_OP, PUSH_OP):
        carried = s.card[s.actor, x >> 14 & 3] and _free(s, x & 127) and (not x >> 7 & 127 or _tunnel(s, x))
        return bool(carried and (op == MOVE_OP or held(s, t, s.actor, PUSH)))
    return op == OUT_OP and s.phase == STUCK


def _free(s: Record, cell: int) -> bool:
    return bool(s.tile[cell] not in (RIM, HOLE) and s.on[cell] == 0)


def _tunnel(s: Record, x: int) -> bool:
    via = x >> 7 & 127
    return bool(s.tile[x & 127] == TUNNEL and s.tile[via] == TUNNEL and s.on[via] == 0 and via != x & 127)


def table_actions(s: Record, o: Record, t: Record) -> list[int]:
    """Players retire between moves; a fifth tile may be discarded without anybody seeing it."""
    if s.ended != PLAYING or s.chance == 1:
        return []
    if s.phase == DISCARDING:
        return [HIDE_OP]
    if s.phase not in (TURN, STUCK) or s.last:
        return []
    return [RETIRE_OP + 16 * seat for seat in range(s.players) if s.alive[seat]]


def forgets(s: Record, o: Record, t: Record, action: int) -> list[int]:
    """A tile discarded unseen may be any of the hand: which ones are left is not known any more."""
    if action != HIDE_OP:
        return []
    return [s.hand[s.actor, i] for i in range(s.hand_size[s.actor])]


def refuse_setup(o: Record, t: Record) -> str:
    """The pool must be able to deal every hand, and the special tiles must fit the board."""
    if t.too_many:
        return (
            f"board_side {o.board_side} has {t.cells} cells, {t.too_many} fewer than the special tiles of "
            f"{o.players} players; take a larger board, or lower numbers in table 'boards'"
        )
    if t.pool < o.hand_limit * o.players:
        return (
            f"a pool of {t.pool} tiles cannot deal {o.players} hands of {o.hand_limit}; "
            "list more tiles, or lower hand_limit or the number of players"
        )
    return ""


def reveals(
    s: Record, o: Record, t: Record, action: int
) -> tuple[str, list[tuple[int, ...]], list[int]] | None:
    """A flip shows a board tile, a draw the top of the pool, a played or discarded tile one of the hand.

    Being out shows none, but rests on all of the hand.
    """
    op, x = action & 15, action >> 4
    if op == FLIP_OP:
        return "under", [(s.flip,)], [item for item in range(t.cells) if t.kind[item] == x]
    if op == POOL_OP:
        return "deck", [(POOL, s.deck_size[POOL] - 1)], _items(t, x)
    slots: list[tuple[int, ...]] = [(s.actor, i) for i in range(s.hand_size[s.actor])]
    if op == OUT_OP:
        return ("hand", slots, []) if slots else None
    kind = {TILE_OP: x & 15, LOCK_OP: LOCK, PUSH_OP: PUSH, DISCARD_OP: x}.get(op)
    return None if kind is None else ("hand", slots, _items(t, kind))


def _items(t: Record, kind: int) -> list[int]:
    return [item for item in range(BOARD_ITEMS, BOARD_ITEMS + t.pool) if t.kind[item] == kind]


def hidden_slots(s: Record, o: Record, t: Record) -> list[tuple[str, tuple[int, ...]]]:
    """Board tiles nobody has seen (covered, or taken off unseen), the pool, hands, and tiles gone unseen."""
    slots: list[tuple[str, tuple[int, ...]]] = []
    slots += [("under", (t.cell[i],)) for i in range(t.cells) if s.hid[t.cell[i]]]
    slots += [("deck", (POOL, i)) for i in range(s.deck_size[POOL])]
    slots += [("discard", (POOL, i)) for i in range(s.discard_size[POOL])]
    for seat in range(s.players):
        slots += [("hand", (seat, i)) for i in range(s.hand_size[seat])]
    return slots


def candidates(
    s: Record, o: Record, t: Record, items: list[int], unseen: set[tuple[str, tuple[int, ...]]]
) -> list[int]:
    """What flips, draws, plays and discards some deal of `items` could allow."""
    kinds = sorted({t.kind[item] for item in items if item >= BOARD_ITEMS})
    if s.phase == FLIPPING:
        return [FLIP_OP + 16 * kind for kind in sorted({t.kind[i] for i in items if i < BOARD_ITEMS})]
    if s.chance == 1:
        return [POOL_OP + 16 * kind for kind in kinds]
    if s.phase == DISCARDING:
        return [DISCARD_OP + 16 * kind for kind in kinds]
    if s.phase not in (TURN, STUCK):
        return []
    found: list[int] = []
    if s.played < o.tiles_per_turn and s.hand_size[s.actor]:
        cells = [t.cell[i] for i in range(t.cells)]
        for kind in kinds:
            if kind <= WALL:
                laid = [cell for cell in cells if may_lay(s, o, t, s.actor, kind, cell)]
                found += [TILE_OP + 16 * kind + 256 * cell for cell in laid]
            elif kind == LOCK and s.phase == TURN:
                found += [LOCK_OP + 16 * p for p in range(2 * s.players) if s.pos[p]]
            elif kind == PUSH and s.phase == TURN:
                found += _pushes(s, o, t)
    if s.phase == STUCK and s.hand_size[s.actor]:
        found.append(OUT_OP)
    return found


def _pushes(s: Record, o: Record, t: Record) -> list[int]:
    found: list[int] = []
    for p in range(2 * s.players):
        if not s.pos[p] or p >> 1 == s.actor:
            continue
        for value in (1, 2, 3) if o.move_opponent_cards != ONE_CARD else (1,):
            for d in range(4):
                for via in (0, *(s.tunnel[i] for i in range(s.tunnels))):
                    to = s.pos[p] + t.step[d]
                    found.append(PUSH_OP + 16 * to + 2048 * via + (value << 18) + (p << 20))
    return found


def arrange(
    s: Record, o: Record, t: Record, action: int, slots: list[tuple[int, ...]], unseen: list[int]
) -> dict[tuple[int, ...], int] | None:
    """A hand for `slots` out of `unseen` in which no tile saves its player; None when there is none."""
    if action != OUT_OP or s.phase != STUCK:
        return {}
    cells = [t.cell[i] for i in range(t.cells)]
    pool = [item for item in unseen if item >= BOARD_ITEMS]
    saving = {
        kind
        for kind in {t.kind[item] for item in pool}
        if kind < WALL and any(may_lay(s, o, t, s.actor, kind, cell) for cell in cells)
    }
    idle = [item for item in pool if t.kind[item] not in saving]
    return dict(zip(slots, idle, strict=False)) if len(idle) >= len(slots) else None


def lines(
    s: Record, o: Record, t: Record, seat: int | None, unseen: set[tuple[str, tuple[int, ...]]]
) -> list[tuple[str, str]]:
    """Turn, pieces, cards and hands (of one seat, or of all), tiles face up and the pool, in words."""
    told: list[tuple[str, str]] = [("turn", str(s.turns + (s.ended == PLAYING)))]
    for p in range(s.players):
        told.append((f"seat {p + 1}", _seat_line(s, o, p)))
    for p in range(s.players):
        if s.alive[p] and (seat is None or seat == p):
            tiles = [
                "?" if ("hand", (p, i)) in unseen else NAMES[t.kind[s.hand[p, i]]]
                for i in range(s.hand_size[p])
            ]
            told.append((f"hand {p + 1}", " ".join(tiles) or "none"))
    for kind in (EXTRA, TUNNEL, BRIDGE, WALL, QUESTION, HOLE):
        cells = [cell_name(o, t.cell[i]) for i in range(t.cells) if s.tile[t.cell[i]] == kind]
        if cells:
            told.append((NAMES.get(kind, "no tile"), " ".join(cells)))
    told.append(("pool", f"{s.deck_size[POOL]} tiles"))
    return told


def _seat_line(s: Record, o: Record, p: int) -> str:
    if not s.alive[p]:
        return f"out in turn {s.seat_measure[0, p]}"
    pieces = []
    for piece in (2 * p, 2 * p + 1):
        if s.pos[piece]:
            locked = " (locked)" if s.lock[piece] else ""
            pieces.append(cell_name(o, s.pos[piece]) + locked)
    cards = " ".join(str(v) for v in (1, 2, 3) for _ in range(s.card[p, v]))
    n = s.hand_size[p]
    where = "on " + " and ".join(pieces) if pieces else "not on the board yet"
    return f"{where}, cards {cards}, {n} tile{'s' if n != 1 else ''}"


def check_state(s: Record, o: Record, t: Record) -> list[str]:
    """Tiles are each in one place, pieces two a seat and one a cell, no piece on a wall or a hole."""
    return [*_item_faults(s, t), *_piece_faults(s, o, t), *_tile_faults(s, o, t)]


def _item_faults(s: Record, t: Record) -> list[str]:
    faults: list[str] = []
    under = [s.under[t.cell[i]] for i in range(t.cells)]
    if sorted(under) != list(range(t.cells)):
        faults.append("a board tile is missing or there twice")
    items = [s.deck[POOL, i] for i in range(s.deck_size[POOL])]
    items += [s.discard[POOL, i] for i in range(s.discard_size[POOL])]
    for p in range(s.players):
        items += [s.hand[p, i] for i in range(s.hand_size[p])]
    if len(set(items)) != len(items) or not all(BOARD_ITEMS <= i < BOARD_ITEMS + t.pool for i in items):
        faults.append("a tile of the pool is in two places")
    for kind in _HAND_KINDS:
        found = sum(t.kind[item] == kind for item in items) + s.gone[kind]
        if found != len(_items(t, kind)):
            faults.append(f"{found} {NAMES[kind]} tiles of the pool found, {len(_items(t, kind))} listed")
    return faults


def _piece_faults(s: Record, o: Record, t: Record) -> list[str]:
    faults: list[str] = []
    for p in range(2 * s.players):
        cell = s.pos[p]
        if s.alive[p >> 1] and s.placing == 2 * s.players and not cell:
            faults.append(f"seat {(p >> 1) + 1} has lost one of its two pieces")
        if not s.alive[p >> 1] and cell:
            faults.append(f"seat {(p >> 1) + 1} is out and still has a piece")
        if cell and (s.on[cell] != p + 1 or s.tile[cell] in (RIM, HOLE)):
            faults.append(f"a piece of seat {(p >> 1) + 1} is not where it stands")
    standing = sum(s.on[cell] > 0 for cell in range(CELLS))
    if standing != sum(s.pos[p] > 0 for p in range(2 * s.players)):
        faults.append("a piece stands on two cells")
    for p in range(s.players):
        if s.hand_size[p] > o.hand_limit + (s.phase == DISCARDING and s.actor == p):
            faults.append(f"seat {p + 1} holds {s.hand_size[p]} tiles")
        if s.ended == PLAYING and not any(s.card[p, v] for v in (1, 2, 3)):
            faults.append(f"seat {p + 1} has no card")
    return faults


def _tile_faults(s: Record, o: Record, t: Record) -> list[str]:
    faults: list[str] = []
    tunnels = [s.tunnel[i] for i in range(s.tunnels)]
    if sorted(tunnels) != [cell for cell in range(CELLS) if s.tile[cell] == TUNNEL]:
        faults.append("the list of tunnels is wrong")
    for i in range(t.cells):
        cell = t.cell[i]
        open_now = int(s.walk[s.tile[cell]] and not s.on[cell] and cell not in (s.flip, s.flip_next))
        if s.open[cell] != open_now:
            faults.append(f"{cell_name(o, cell)} is open or closed by mistake")
        if s.tile[cell] == COVERED and not s.hid[cell]:
            faults.append(f"{cell_name(o, cell)} is covered and seen")
    if s.ended == PLAYING and s.chance == 0 and s.phase == TURN and not can_move(s, o, t, s.actor, 1):
        faults.append("the actor cannot move")
    return faults
