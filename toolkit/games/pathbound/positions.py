"""Positions of pathbound as lines of text, both ways.

    slots ns                     where the seats start, a letter for each; `?` before chance has said
    seat 1: e2, 8 walls          the pawn's cell (`?` before it stands), walls left; perhaps `, retired`, or
                                 `, retired skip`
    seat 2: e8, 9 walls
    crown: e5                    only with goal=center; `?` before chance has said
    walls: d4ew 2, e3ns 1        each wall with the seat that laid it, or `none`
    turn 5, seat 1 to move       turns completed; `, second time` when the position has stood before
    over: win 2, goal            only when the game is over: how, the seats that won, and what decided it

Of the past a text tells only whether the position stands for the second time.
"""

from __future__ import annotations

import re

from toolkit.engine.state import ENDINGS, PLAYING, Record
from toolkit.games.pathbound.fields import (
    AWAY,
    CROWN_OP,
    DETAILS,
    FAR,
    MIDDLE_OP,
    POINTS,
    SLOTS_OP,
    STAGE_CROWN,
    STAGE_MIDDLE,
    STAGE_PLAY,
    STAGE_SLOTS,
)
from toolkit.games.pathbound.notation import action_text, board_of, read_action
from toolkit.games.pathbound.rules import begin_turn, count_position, deal, set_up
from toolkit.games.pathbound.walls import put_wall

_SEAT = re.compile(r"seat ([1-4]): *([a-k0-9?-]+)(?:, *(\d+|unlimited) walls?)?(, *retired( skip)?)?")
_RETIRED = ("", ", retired", ", retired skip")
_TURN = re.compile(r"turn (\d{1,6}), *seat ([1-4]) to move(, *second time)?")
_OVER = re.compile(r"over: *([a-z_]+)((?: [1-4])*)(?:, *([a-z ]+))?")
_LAID = re.compile(r"(\S+) ([1-4])")


def write_position(s: Record, o: Record, t: Record, unseen: set[tuple[str, tuple[int, ...]]]) -> str:
    """The lines of a position; nothing is hidden, so `unseen` is empty."""
    board = board_of(o)
    chosen = next((x for x in range(t.assignments) if _assigned(s, t, x)), 0)
    slots = "slots ?" if s.stage == STAGE_SLOTS else action_text(s, o, t, SLOTS_OP + 16 * chosen)
    lines = [slots]
    for seat in range(s.players):
        stands = s.stage >= STAGE_CROWN or (s.stage == STAGE_MIDDLE and seat < s.drawer)
        cell = board.names[s.cell[seat]] if stands else "?"
        stock = "unlimited" if s.stock[seat] < 0 else s.stock[seat]
        walls = "wall" if stock == 1 else "walls"
        lines.append(f"seat {seat + 1}: {cell}, {stock} {walls}{_RETIRED[s.retired[seat]]}")
    if t.centres:
        lines.append(f"crown: {board.names[s.crown - 1] if s.crown else '?'}")
    if s.stage == STAGE_PLAY:
        laid = sorted((board.walls[w].name, s.owner[w]) for w in range(t.walls) if s.owner[w])
        lines.append(f"walls: {', '.join(f'{name} {seat}' for name, seat in laid) or 'none'}")
        again = ", second time" if s.times == 2 else ""
        lines.append(f"turn {s.turns}, seat {s.actor + 1} to move{again}")
    if s.ended != PLAYING:
        won = "".join(f" {seat + 1}" for seat in range(s.players) if (s.winners >> seat) & 1)
        lines.append(f"over: {ENDINGS[s.ended]}{won}{', ' + DETAILS[s.detail] if s.detail else ''}")
    return "\n".join(lines)


def read_position(s: Record, o: Record, t: Record, text: str) -> None:
    """Fill a state that was set up and not dealt.

    Raises:
        ValueError: a line that is no line of a position, or says what cannot be; it names the line.
    """
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = " ".join(line.lower().split())
        if not line:
            continue
        head = line[:6] if line.startswith("seat ") else line.split()[0].rstrip(":")
        if head not in _expected(s, t):
            raise ValueError(f"line {number}: {line!r} is no line of a position; {_wanted(s, t)}")
        if head in found:
            raise ValueError(f"line {number}: a second line '{head}'; leave one out")
        found[head] = number, line
    missing = [head for head in _expected(s, t) if head not in ("over", "walls", *found)]
    if "turn" in missing and (found.get("slots", (0, ""))[1] == "slots ?" or _unset(found)):
        missing.remove("turn")
    if missing:
        raise ValueError(f"lines are missing: {', '.join(missing)}; {_wanted(s, t)}")
    _fill(s, o, t, found)


def _expected(s: Record, t: Record) -> list[str]:
    seats = [f"seat {seat}" for seat in range(1, s.players + 1)]
    return ["slots", *seats, *(["crown"] if t.centres else []), "walls", "turn", "over"]


def _wanted(s: Record, t: Record) -> str:
    return f"a position has lines that begin with {', '.join(_expected(s, t))}"


def _unset(found: dict[str, tuple[int, str]]) -> bool:
    """Whether chance has still to say where something stands."""
    return any(line.split(":")[1].split(",")[0].strip() == "?" for _, line in found.values() if ":" in line)


def _assigned(s: Record, t: Record, x: int) -> bool:
    return all(t.assignment[x, seat] == s.slot[seat] for seat in range(s.players))


def _fill(s: Record, o: Record, t: Record, found: dict[str, tuple[int, str]]) -> None:
    deal(s, o, t)
    number, line = found["slots"]
    if line == "slots ?":
        return
    with _Line(number):
        set_up(s, o, t, SLOTS_OP, read_action(s, o, t, line) >> 4)
    cells: list[int | None] = []
    for seat in range(1, s.players + 1):
        number, line = found[f"seat {seat}"]
        match = _SEAT.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number}: write the seat as 'seat {seat}: e2, 8 walls'")
        with _Line(number):
            cells.append(None if match[2] == "?" else _cell(o, match[2]))
        s.retired[seat - 1] = AWAY if match[5] else int(match[4] is not None)
    crown = _crown(o, found)
    if not _set_up_rest(s, o, t, cells, crown):
        return
    for seat in range(s.players):
        s.occ[s.cell[seat]] = 0
    for seat, cell in enumerate(cells):
        assert cell is not None
        number = found[f"seat {seat + 1}"][0]
        if s.occ[cell]:
            raise ValueError(f"line {number}: {board_of(o).names[cell]} is taken by seat {s.occ[cell]}")
        s.cell[seat] = cell
        s.occ[cell] = seat + 1
    _walls(s, o, t, found)
    _turn(s, o, t, found)


def _cell(o: Record, name: str) -> int:
    numbers = board_of(o).cell_numbers
    if name not in numbers:
        names = board_of(o).names
        raise ValueError(f"there is no cell {name!r}; cells run from {names[0]} to {names[-1]}")
    return numbers[name]


def _crown(o: Record, found: dict[str, tuple[int, str]]) -> int | None:
    """The crown's cell; None without one, or before it lies."""
    if "crown" not in found:
        return None
    number, line = found["crown"]
    name = line.partition(":")[2].strip()
    with _Line(number):
        return None if name == "?" else _cell(o, name)


def _set_up_rest(s: Record, o: Record, t: Record, cells: list[int | None], crown: int | None) -> bool:
    """Carry out the rest of the set-up; False where it stops at something that chance has still to say."""
    while s.stage == STAGE_MIDDLE:
        seat = s.drawer
        middle = [t.start[s.slot[seat], i] for i in range(2)]
        given = cells[seat]
        if given is None:
            return False
        # A pawn that has moved on started on either; not on the crown, if that lies there.
        first = given if given in middle else next(cell for cell in middle if cell != crown)
        set_up(s, o, t, MIDDLE_OP, first)
    if s.stage == STAGE_CROWN:
        if crown is None:
            return False
        if crown not in [t.centre[i] for i in range(t.centres)]:
            raise ValueError(
                f"the crown cannot lie on {board_of(o).names[crown]}, which is not in the middle"
            )
        set_up(s, o, t, CROWN_OP, crown)
    return all(cell is not None for cell in cells)


def _walls(s: Record, o: Record, t: Record, found: dict[str, tuple[int, str]]) -> None:
    number, line = found.get("walls", (0, "walls: none"))
    board = board_of(o)
    for part in line.partition(":")[2].split(","):
        part = part.strip()
        if part in ("", "none"):
            continue
        match = _LAID.fullmatch(part)
        w = board.wall_numbers.get(match[1]) if match else None
        if match is None or w is None or int(match[2]) > s.players:
            example = f"{board.walls[0].name} 1"
            raise ValueError(f"line {number}: {part!r} is no wall with its seat; write it as '{example}'")
        if s.pos[w] == 0:
            raise ValueError(f"line {number}: the wall {match[1]} covers or crosses another")
        if s.stock[int(match[2]) - 1] == 0:
            raise ValueError(f"line {number}: seat {match[2]} has laid more than its {o.walls} walls")
        put_wall(s, t, w, int(match[2]) - 1)
    for seat in range(s.players):
        number, line = found[f"seat {seat + 1}"]
        match = _SEAT.fullmatch(line)
        assert match is not None
        has = "unlimited" if s.stock[seat] < 0 else str(s.stock[seat])
        if match[3] not in (None, has):
            said = f"seat {seat + 1} has {has} walls left by the walls that are laid, not {match[3]}"
            raise ValueError(f"line {number}: {said}")
        if s.dist[s.aimed[seat], s.cell[seat]] == FAR:
            raise ValueError(f"line {number}: the walls leave seat {seat + 1} no route to its goal")


def _turn(s: Record, o: Record, t: Record, found: dict[str, tuple[int, str]]) -> None:
    number, line = found["turn"]
    match = _TURN.fullmatch(line)
    if match is None or int(match[2]) > s.players:
        raise ValueError(f"line {number}: write the turn as 'turn 5, seat 1 to move'")
    s.turns = int(match[1])
    s.actor = int(match[2]) - 1
    s.noted = 1
    s.note_at = 5 * s.players
    while s.noted < POINTS and s.note_at <= s.turns:
        s.noted += 1
        s.note_at = 2 * s.note_at if s.noted < POINTS else 0
    # What the set-up counted for the first position of the game is not this one.
    s.keys = 0
    for bucket in range(len(s.head)):
        s.head[bucket] = 0
    s.skipped = 0
    if "over" in found:
        _over(s, found["over"])
        return
    if match[3]:
        count_position(s, o)
    begin_turn(s, o, t)


def _over(s: Record, found: tuple[int, str]) -> None:
    number, line = found
    match = _OVER.fullmatch(line)
    if match is None or match[1] not in ENDINGS[1:] or (match[3] or "") not in DETAILS:
        raise ValueError(f"line {number}: write the end as 'over: win 2, goal'")
    s.ended = ENDINGS.index(match[1])
    s.winners = sum(1 << (int(seat) - 1) for seat in match[2].split())
    s.detail = DETAILS.index(match[3] or "")


class _Line:
    """Names the line in a ValueError that is raised inside."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError):
            raise ValueError(f"line {self.number}: {error}") from None
