"""pathbound in words: notation, why a move is refused, what lies on the table, what must always hold."""

from __future__ import annotations

import re

from toolkit.engine.state import PLAYING, Record
from toolkit.games.pathbound.fields import (
    AWAY,
    CROWN_OP,
    DIRS,
    FAR,
    MIDDLE_OP,
    MOVE_OP,
    PAD,
    RETIRE_OP,
    SLIDE,
    SLOTS_OP,
    STAGE_CROWN,
    STAGE_MIDDLE,
    STAGE_PLAY,
    STAGE_SLOTS,
    WALL_OP,
)
from toolkit.games.pathbound.geometry import Geometry, geometry
from toolkit.games.pathbound.rules import OPTIONS, free_centres, legal
from toolkit.games.pathbound.walls import cut, mend, search

_SLOTS = re.compile(r"slots ([a-z]{2,4})")
_MIDDLE = re.compile(r"([1-4])@(.+)")
_CROWN = re.compile(r"crown (.+)")
_RETIRE = re.compile(r"([1-4]) retire( skip)?")
_JOINT = re.compile(r"([a-k]\d{1,2})([nesw]{2})")
_POINT = re.compile(r"(v\d{1,2}\.\d{1,2}):([0-5])([0-5])")
_EDGE = re.compile(r"(\d{1,2}-\d{1,2})/(\d{1,2}-\d{1,2})")
_CELL = re.compile(r"[a-k]\d{1,2}|\d{1,2}-\d{1,2}")


def board_of(o: Record) -> Geometry:
    """The geometry of the set-up that an options record stands for."""
    return geometry(
        OPTIONS["board"][o.board], o.size, OPTIONS["wall_shapes"][o.wall_shapes], o.rim_joints == 0
    )


def slot_letters(o: Record) -> str:
    """The letters of the starting slots, clockwise."""
    return board_of(o).slots(OPTIONS["start"][o.start])


def action_text(s: Record, o: Record, t: Record, action: int) -> str:
    """`e2`, `e3ns`, `slots ns`, `1@e1`, `crown e5`, `2 retire` or `2 retire skip`."""
    op, x = action & 15, action >> 4
    board = board_of(o)
    if op == MOVE_OP:
        return board.names[x]
    if op == WALL_OP:
        return board.walls[x].name
    if op == SLOTS_OP:
        letters = slot_letters(o)
        return "slots " + "".join(letters[t.assignment[x, seat]] for seat in range(s.players))
    if op == MIDDLE_OP:
        return f"{s.drawer + 1}@{board.names[x]}"
    if op == CROWN_OP:
        return f"crown {board.names[x]}"
    return f"{(x & 3) + 1} retire{' skip' if x >> 2 else ''}"


def unseen_draw(s: Record, o: Record, t: Record) -> str:
    """Everybody sees where pawns start and where the crown lies, so nothing is ever drawn unseen."""
    return ""


def read_action(s: Record, o: Record, t: Record, text: str) -> int:
    """The action that `text` names.

    Raises:
        ValueError: the text is no notation, or names something this board does not have.
    """
    text = " ".join(text.strip().lower().split())
    if match := _RETIRE.fullmatch(text):
        if int(match[1]) > s.players:
            raise ValueError(f"there is no seat {match[1]}; seats run from 1 to {s.players}")
        return RETIRE_OP + 16 * (int(match[1]) - 1 + (4 if match[2] else 0))
    if match := _SLOTS.fullmatch(text):
        return _read_slots(s, o, t, match[1])
    if match := _MIDDLE.fullmatch(text):
        if s.stage == STAGE_MIDDLE and int(match[1]) != s.drawer + 1:
            raise ValueError(f"seat {s.drawer + 1} is to be placed now, not seat {match[1]}")
        return MIDDLE_OP + 16 * _cell(o, match[2])
    if match := _CROWN.fullmatch(text):
        return CROWN_OP + 16 * _cell(o, match[1])
    if _CELL.fullmatch(text):
        return MOVE_OP + 16 * _cell(o, text)
    return WALL_OP + 16 * _wall(s, o, t, text)


def _read_slots(s: Record, o: Record, t: Record, given: str) -> int:
    letters = slot_letters(o)
    if len(given) != s.players or len(set(given)) != len(given) or not set(given) <= set(letters):
        raise ValueError(
            f"{given!r} names no slots for {s.players} seats; write one of the letters "
            f"{' '.join(letters)} for each seat in order, such as {_example_slots(s, o, t)}"
        )
    for x in range(t.assignments):
        if all(letters[t.assignment[x, seat]] == given[seat] for seat in range(s.players)):
            return SLOTS_OP + 16 * x
    why = "opposite each other" if s.players == 2 else "clockwise in the order of the seats"
    raise ValueError(f"the seats have to start {why}, such as {_example_slots(s, o, t)}")


def _example_slots(s: Record, o: Record, t: Record) -> str:
    return action_text(s, o, t, SLOTS_OP)


def _cell(o: Record, name: str) -> int:
    board = board_of(o)
    cell = board.cell_numbers.get(name)
    if cell is not None:
        return cell
    if board.board == "triangle":
        raise ValueError(
            f"there is no cell {name!r}; cells are row-place, from 1-1 at the top to "
            f"{board.names[-1]} at the bottom right"
        )
    raise ValueError(f"there is no cell {name!r}; cells run from a1 to {board.names[-1]}")


def _wall(s: Record, o: Record, t: Record, text: str) -> int:
    """The wall that `text` names; its arms, or the cells it parts, may come in either order."""
    board = board_of(o)
    names = [text]
    if match := _JOINT.fullmatch(text):
        names.append(match[1] + match[2][::-1])
    elif match := _POINT.fullmatch(text):
        names.append(f"{match[1]}:{match[3]}{match[2]}")
    elif match := _EDGE.fullmatch(text):
        names.append(f"{match[2]}/{match[1]}")
    else:
        raise ValueError(f"{text[:40]!r} is no move; write {_example(s, o, t)}")
    for name in names:
        if name in board.wall_numbers:
            return board.wall_numbers[name]
    shapes = OPTIONS["wall_shapes"][o.wall_shapes]
    raise ValueError(
        f"there is no wall {text} on this board with wall_shapes={shapes}; walls cover inner edges only, "
        f"such as {board.walls[0].name}"
    )


def _example(s: Record, o: Record, t: Record) -> str:
    board = board_of(o)
    if s.stage == STAGE_SLOTS:
        return f"the starting slots, a letter for each seat, such as {_example_slots(s, o, t)}"
    if s.stage == STAGE_MIDDLE:
        return f"where seat {s.drawer + 1} starts: {' or '.join(_middles(s, o, t))}"
    if s.stage == STAGE_CROWN:
        return f"where the crown lies: {' or '.join(_crowns(s, o, t))}"
    middle = board.walls[len(board.walls) // 2].name
    return f"the pawn's destination, such as {board.names[s.cell[s.actor]]}, or a wall, such as {middle}"


def _middles(s: Record, o: Record, t: Record) -> list[str]:
    slot = s.slot[s.drawer]
    return [action_text(s, o, t, MIDDLE_OP + 16 * t.start[slot, i]) for i in range(2)]


def _crowns(s: Record, o: Record, t: Record) -> list[str]:
    free = [t.centre[i] for i in range(t.centres) if not s.occ[t.centre[i]]]
    return [action_text(s, o, t, CROWN_OP + 16 * cell) for cell in free]


def refusal(s: Record, o: Record, t: Record, action: int) -> str:
    """Why `action` may not be played now."""
    op, x = action & 15, action >> 4
    if s.ended != PLAYING:
        return "the game is over"
    if s.chance == 1:
        return f"first state {_example(s, o, t)}"
    if op in (SLOTS_OP, MIDDLE_OP, CROWN_OP):
        return "the set-up is complete; the game is on"
    if op == RETIRE_OP:
        return f"seat {(x & 3) + 1} has retired already"
    if op == WALL_OP:
        return _wall_refusal(s, o, t, x)
    return _move_refusal(s, o, t, x)


def _wall_refusal(s: Record, o: Record, t: Record, w: int) -> str:
    board = board_of(o)
    name = board.walls[w].name
    if s.stock[s.actor] == 0:
        return f"seat {s.actor + 1} has no walls left"
    for k in range(t.conflicts[w]):
        other = t.conflict[w, k]
        if s.owner[other]:
            laid = board.walls[other]
            how = "covers an edge of" if set(laid.edges) & set(board.walls[w].edges) else "crosses"
            return f"the wall {name} {how} the wall {laid.name}"
    cut_off = _cut_off(s, t, w)
    return f"the wall {name} would take seat {cut_off + 1} its last route to the goal"


def _cut_off(s: Record, t: Record, w: int) -> int:
    """The first seat that wall `w`, whose edges are open, would leave without a route."""
    cut(s, t, w)
    lost = [seat for seat in range(s.players) if search(s, t, seat) < 0]
    mend(s, t, w)
    return lost[0] if lost else int(s.actor)


def _move_refusal(s: Record, o: Record, t: Record, cell: int) -> str:
    names = board_of(o).names
    seat = s.actor
    here = s.cell[seat]
    if s.occ[cell]:
        who = "the pawn stands there already" if s.occ[cell] == seat + 1 else f"seat {s.occ[cell]} is there"
        return f"{names[cell]} is taken: {who}"
    if o.movement == SLIDE:
        return f"no slide of seat {seat + 1} from {names[here]} stops on {names[cell]}"
    if cell in board_of(o).neighbours[here] and cell not in [s.near[here, d] for d in range(DIRS)]:
        return f"a wall stands between {names[here]} and {names[cell]}"
    return f"the pawn of seat {seat + 1} on {names[here]} cannot step or jump to {names[cell]}"


def physical(s: Record, o: Record, t: Record, action: int) -> bool:
    """Whether an action that breaks the rules could be carried out: a free cell, a wall that fits."""
    op, x = action & 15, action >> 4
    if s.chance == 0 and op == MOVE_OP:
        return not s.occ[x]
    if s.chance == 0 and op == WALL_OP:
        return bool(s.stock[s.actor] and s.pos[x])
    return bool(legal(s, o, t, action))


def table_actions(s: Record, o: Record, t: Record) -> list[int]:
    """Every player may retire, once: the seat then plays at random or, with `skip`, not at all."""
    if s.ended != PLAYING or s.chance == 1:
        return []
    staying = [seat for seat in range(s.players) if not s.retired[seat]]
    return [RETIRE_OP + 16 * (seat + how) for seat in staying for how in (0, 4)]


def reveals(s: Record, o: Record, t: Record, action: int) -> None:
    """Nothing is hidden."""
    return None


def hidden_slots(s: Record, o: Record, t: Record) -> list[tuple[str, tuple[int, ...]]]:
    """Nothing is hidden."""
    return []


def candidates(
    s: Record, o: Record, t: Record, items: list[int], unseen: set[tuple[str, tuple[int, ...]]]
) -> list[int]:
    """Every result that the pending chance event can have."""
    if s.chance == 0:
        return []
    if s.stage == STAGE_SLOTS:
        return [SLOTS_OP + 16 * x for x in range(t.assignments)]
    if s.stage == STAGE_MIDDLE:
        return [MIDDLE_OP + 16 * t.start[s.slot[s.drawer], i] for i in range(2)]
    return [CROWN_OP + 16 * t.centre[i] for i in range(t.centres) if not s.occ[t.centre[i]]]


def lines(
    s: Record, o: Record, t: Record, seat: int | None, unseen: set[tuple[str, tuple[int, ...]]]
) -> list[tuple[str, str]]:
    """Turn, pawns with their distances and walls, crown and repetition, in words."""
    board = board_of(o)
    told: list[tuple[str, str]] = [("turn", str(s.turns + (s.ended == PLAYING)))]
    for p in range(s.players):
        if s.stage != STAGE_PLAY:
            placed = s.stage == STAGE_CROWN or (s.stage == STAGE_MIDDLE and p < s.drawer)
            told.append(
                (f"seat {p + 1}", f"on {board.names[s.cell[p]]}" if placed else "not on the board yet")
            )
            continue
        left = s.dist[s.aimed[p], s.cell[p]]
        way = "no route" if left == FAR else f"{left} step{'s' if left != 1 else ''} to go"
        stock = "unlimited" if s.stock[p] < 0 else str(s.stock[p])
        said = f"on {board.names[s.cell[p]]}, {way}, {stock} wall{'s' if s.stock[p] != 1 else ''}"
        if s.retired[p]:
            said += ", retired, is skipped" if s.retired[p] == AWAY else ", retired"
        elif (s.skipped >> p) & 1:
            said += ", skipped (nothing it could do)"
        told.append((f"seat {p + 1}", said))
    if s.crown:
        told.append(("crown", board.names[s.crown - 1]))
    if s.stage == STAGE_PLAY:
        laid = [f"{board.walls[w].name} ({s.owner[w]})" for w in range(t.walls) if s.owner[w]]
        told.append(("walls", " ".join(laid) or "none"))
    if s.ended == PLAYING and s.times == 2:
        told.append(("repetition", "this position stands for the second time; the third is a draw"))
    return told


def check_state(s: Record, o: Record, t: Record) -> list[str]:
    """Pawns, walls, stocks, open edges and kept distances agree with each other."""
    if s.stage != STAGE_PLAY:
        return []
    board = board_of(o)
    faults: list[str] = []
    pawns = [s.cell[p] for p in range(s.players)]
    if len(set(pawns)) != s.players or any(not 0 <= cell < board.cells for cell in pawns):
        return ["two pawns share a cell, or one is off the board"]
    for cell in range(board.cells):
        seat = pawns.index(cell) + 1 if cell in pawns else 0
        if s.occ[cell] != seat:
            faults.append(f"cell {cell} notes pawn {s.occ[cell]}, not {seat}")
    laid = [w for w in range(t.walls) if s.owner[w]]
    if len(laid) != s.laid:
        faults.append(f"{len(laid)} walls on the board, {s.laid} counted")
    for p in range(s.players):
        own = sum(s.owner[w] == p + 1 for w in laid)
        if o.walls > 0 and own + s.stock[p] != o.walls:
            faults.append(f"seat {p + 1} has laid {own} walls and has {s.stock[p]} of {o.walls} left")
    faults += _wall_faults(s, t, board, laid)
    if any(s.queue.tobytes()) or any(s.level.tobytes()):
        faults.append("scratch was left behind")
    if s.ended == PLAYING and free_centres(s, t) == t.centres and t.centres and not s.crown:
        faults.append("the crown is missing")
    return faults


def _wall_faults(s: Record, t: Record, board: Geometry, laid: list[int]) -> list[str]:
    """What contradicts the walls on the board: each other, open edges, possible walls, distances."""
    faults: list[str] = []
    blocked: set[tuple[int, int]] = set()
    impossible: set[int] = set()
    for w in laid:
        if w in impossible:
            faults.append(f"the wall {board.walls[w].name} overlaps or crosses another")
        blocked.update(board.walls[w].edges)
        impossible.update(board.conflicts[w])
    for cell, around in enumerate(board.neighbours):
        for d, there in enumerate(around):
            free = there >= 0 and (min(cell, there), max(cell, there)) not in blocked
            if s.near[cell, d] != (there if free else PAD):
                faults.append(f"the edge of {board.names[cell]} in direction {d} is kept wrong")
    possible = {s.cand[i] for i in range(s.cands)}
    if possible != set(range(t.walls)) - impossible or len(possible) != s.cands:
        faults.append("the list of walls that can still be laid is wrong")
    for m in range(s.maps):
        goals = [cell for cell in range(board.cells) if s.dist[m, cell] == 0]
        found = dict.fromkeys(goals, 0)
        front = list(goals)
        for cell in front:
            for d, there in enumerate(board.neighbours[cell]):
                if s.near[cell, d] == there and there not in found:
                    found[there] = found[cell] + 1
                    front.append(there)
        if not goals or any(s.dist[m, cell] != found.get(cell, FAR) for cell in range(board.cells)):
            faults.append(f"the distances of map {m + 1} are wrong")
    return faults
