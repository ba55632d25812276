"""laast's tables: which tiles the board of each number of players has, the pool, cards and pieces.

`boards` has a row for each number of players, with its side and how many special tiles of each kind lie among
the tiles of the board; neutral tiles fill the rest. `pool` lists the unique tiles that hands are drawn from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolkit.components.faults import Fault
from toolkit.components.folder import MANIFEST, Folder
from toolkit.components.tables import Row, Table
from toolkit.games.needed import needed_table

KINDS = ("extra", "tunnel", "bridge", "wall", "question")
"""Special tiles that can lie on the board from the start, in the order of the rules' codes."""

HAND_KINDS = ("extra", "tunnel", "bridge", "wall", "move", "lock")
"""Tiles of the pool."""

CODES = {"neutral": 2, "extra": 3, "tunnel": 4, "bridge": 5, "wall": 6, "question": 7, "move": 9, "lock": 10}
"""The rules' number for each kind of tile."""

MAX_POOL = 48
MAX_TUNNELS = 32
PLAYERS = (2, 3, 4)
SIDES = {2: 6, 3: 7, 4: 8}


def fill(folder: Folder) -> tuple[dict[str, Any], list[Fault]]:
    """What `rules.TABLES` holds whatever the set-up, and every fault that only this game can find.

    Besides, under `boards`, the numbers of special tiles by players: `fill_setup` lays them out.
    """
    faults: list[Fault] = []
    tables = {
        name: needed_table(folder, name, faults) for name in ("boards", "tiles", "pool", "cards", "pieces")
    }
    boards = _boards(folder, tables["boards"], faults)
    pool = _pool(folder, tables["pool"], faults)
    _check_tunnels(tables["boards"], boards, pool, faults)
    _check_printed(folder, tables["tiles"], boards, faults)
    cards = _cards(tables["cards"], faults)
    _check_pieces(tables["pieces"], tables["cards"], faults)
    values: dict[str, Any] = {
        "boards": boards,
        "pool": len(pool),
        "pool_kinds": [CODES[kind] for kind in pool],
        "cards": cards,
        "step": [-11, 1, 11, -1],
    }
    return values, faults


def fill_setup(values: Mapping[str, Any], players: int, options: Mapping[str, int | str]) -> dict[str, Any]:
    """The tables record of one set-up: the board's cells, and a kind for every item on it and in the pool."""
    side = int(options["board_side"])
    cells = [row * 11 + column for row in range(1, side + 1) for column in range(1, side + 1)]
    special: Sequence[int] = values["boards"].get(players, ())
    kinds = [CODES[kind] for kind, count in zip(KINDS, special, strict=False) for _ in range(count)]
    neutral = len(cells) - len(kinds)
    kinds = [CODES["neutral"]] * max(neutral, 0) + kinds
    board = (kinds + [0] * 81)[:81]
    return {
        "kind": [*board, *values["pool_kinds"]],
        "cells": len(cells),
        "cell": cells,
        "pool": values["pool"],
        "cards": values["cards"],
        "step": values["step"],
        "too_many": max(-neutral, 0),
    }


def _boards(folder: Folder, table: Table, faults: list[Fault]) -> dict[int, list[int]]:
    """Special tiles by number of players, in the order of `KINDS`."""
    boards: dict[int, list[int]] = {}
    option = folder.options.get("board_side")
    for row in table.rows:
        players, side = row.whole("players"), row.whole("side")
        if not players or not side or row.count == 0:
            continue
        special = [row.whole(kind) for kind in KINDS]
        boards[players] = special
        if option is not None and option.default_for(players) != side:
            played = option.default_for(players)
            message = f"{side} cells a side, but option board_side plays {played}; make them the same"
            faults.append(row.fault("side", message))
        if sum(special) > side * side:
            most = KINDS[special.index(max(special))]
            message = (
                f"{sum(special)} special tiles do not fit a board of {side} x {side} = {side * side}; "
                f"lower some by {sum(special) - side * side} in all"
            )
            faults.append(row.fault(most, message))
    if table.file != MANIFEST:
        for players in range(folder.players[0], folder.players[1] + 1):
            if players not in boards and players in PLAYERS:
                message = f"no board for {players} players; add a row, or change `players` in {MANIFEST}"
                faults.append(Fault(table.file, None, "players", message))
    return boards


def _pool(folder: Folder, table: Table, faults: list[Fault]) -> list[str]:
    """The kinds of the pool's tiles, one for each tile."""
    pool = [row.text("id") for row, _ in table.pieces() if row.text("id") in HAND_KINDS]
    if table.file == MANIFEST:
        return []
    limit = folder.options.get("hand_limit")
    if len(pool) > MAX_POOL:
        message = f"{len(pool)} tiles are in the pool; at most {MAX_POOL} are possible, lower some counts"
        faults.append(Fault(table.file, None, "count", message))
        pool = pool[:MAX_POOL]
    elif limit is not None and len(pool) < folder.players[0] * int(limit.default):
        need = folder.players[0] * int(limit.default)
        message = (
            f"{len(pool)} tiles are in the pool; {folder.players[0]} hands of {limit.default} need {need}"
        )
        faults.append(Fault(table.file, None, "count", message))
    return pool


def _check_tunnels(
    table: Table, boards: Mapping[int, Sequence[int]], pool: Sequence[str], faults: list[Fault]
) -> None:
    """There is room to keep track of so many tunnels only."""
    for row in table.rows:
        special = boards.get(row.whole("players"))
        if special and special[KINDS.index("tunnel")] + pool.count("tunnel") > MAX_TUNNELS:
            message = (
                f"{special[1]} tunnels on the board and {pool.count('tunnel')} in the pool; "
                f"at most {MAX_TUNNELS} in all are possible"
            )
            faults.append(row.fault("tunnel", message))


def _check_printed(
    folder: Folder, table: Table, boards: Mapping[int, Sequence[int]], faults: list[Fault]
) -> None:
    """Enough tiles are printed to lay out every board."""
    option = folder.options.get("board_side")
    if table.file == MANIFEST or option is None:
        return
    printed = {row.text("id"): (row, row.count) for row in table.rows}
    for number, kind in enumerate(("neutral", *KINDS)):
        need = 0
        for players, special in boards.items():
            side = int(option.default_for(players))
            need = max(need, special[number - 1] if number else side * side - sum(special))
        if kind not in printed:
            if need:
                message = f"no {kind} tile is listed, but {need} are needed; add a row {kind}"
                faults.append(Fault(table.file, None, "id", message, "warning"))
        elif printed[kind][1] < need:
            row, count = printed[kind]
            message = f"{count} {kind} tiles are printed; the boards of table 'boards' need up to {need}"
            faults.append(row.fault("count", message, "warning"))


def _cards(table: Table, faults: list[Fault]) -> list[list[int]]:
    """For each seat, how many cards of value 0 (none) to 3."""
    cards = [[0, 0, 0, 0] for _ in range(8)]
    for row in table.rows:
        seat, value = row.whole("seat"), row.whole("value")
        if 1 <= seat <= 4 and 1 <= value <= 3:
            cards[seat - 1][value] += row.count
    if table.file != MANIFEST:
        for seat in range(4):
            if not sum(cards[seat]):
                message = f"seat {seat + 1} has no card, so it could never move; add its cards (1 1 2 3)"
                faults.append(Fault(table.file, None, "seat", message))
    return cards


def _check_pieces(table: Table, cards: Table, faults: list[Fault]) -> None:
    """Two pieces a seat, colours and symbols that differ, and the same ones on the cards."""
    if table.file == MANIFEST:
        return
    looks: dict[int, Row] = {}
    for row in table.rows:
        if row.count != 2:
            faults.append(row.fault("count", f"{row.count} pieces; every player has 2", "warning"))
        looks[row.whole("seat")] = row
    for seat in range(1, 5):
        if seat not in looks:
            faults.append(Fault(table.file, None, "seat", f"seat {seat} has no pieces; add a row", "warning"))
    for column in ("colour", "symbol"):
        seen: dict[str, Row] = {}
        for row in table.rows:
            value = row.text(column).casefold()
            if value and value in seen:
                message = (
                    f"'{row.text(column)}' is the {column} of row {seen[value].row} too; take another one"
                )
                faults.append(row.fault(column, message, "warning"))
            seen.setdefault(value, row)
        for row in cards.rows:
            own = looks.get(row.whole("seat"))
            if own is not None and row.text(column).casefold() != own.text(column).casefold():
                ours, theirs = row.text(column), own.text(column)
                message = f"'{ours}', but the pieces of seat {row.whole('seat')} have '{theirs}'"
                faults.append(row.fault(column, message, "warning"))
