"""The one play-out that every game is simulated by, and the kernels that step a state."""

from __future__ import annotations

from toolkit.engine.bots import RANDOM, choose
from toolkit.engine.hooks import chance, deal, finish, play, propose
from toolkit.engine.state import BOT, PLAYING, TURN_CAP, Record
from toolkit.engine.streams import seed_streams


def step(s: Record, o: Record, t: Record, a: int) -> None:
    """Apply an action, count it, and end the game when the cap on turns is reached."""
    if s.chance == 0:
        s.actions += 1
    play(s, o, t, a)
    if s.ended == PLAYING and s.turns >= o.turn_cap * s.players:
        s.ended = TURN_CAP


def begin(s: Record, o: Record, t: Record, seed: int, game: int) -> None:
    """Turn a state that was set up into game number `game` of a run."""
    seed_streams(s, seed, game)
    deal(s, o, t)


def write_row(s: Record, row: Record, game: int) -> None:
    """Copy the figures of a finished game into its row."""
    row.game = game
    row.turns = s.turns
    row.actions = s.actions
    row.ended = s.ended
    row.detail = s.detail
    row.winners = s.winners
    for d in range(len(row.emptied)):
        row.emptied[d] = s.emptied[d]
        row.starved[d] = s.starved[d]
        row.reshuffles[d] = s.reshuffles[d]
        row.left[d] = s.deck_size[d]
    for e in range(len(row.event)):
        row.event[e] = s.event[e]
    for m in range(len(row.measure)):
        row.measure[m] = s.measure[m]
    for m in range(len(row.seat_measure)):
        for seat in range(s.players):
            row.seat_measure[m, seat] = s.seat_measure[m, seat]


def play_games(
    first: int,
    count: int,
    seed: int,
    rotations: int,
    bots: Record,
    budgets: Record,
    blank: Record,
    options: Record,
    tables: Record,
    states: Record,
    buf: Record,
    tree: Record,
    path: Record,
    rows: Record,
    trace: Record,
) -> None:
    """Play games `first` to `first + count - 1` of a run and write a row for each.

    `bots` and `budgets` are (rotations, seats) codes and play-outs a decision; `blank` is the set-up
    state; `states` are scratch (three); `trace`, when longer than one, receives the actions of the last
    game: their number first.
    """
    o = options[0]
    t = tables[0]
    for g in range(count):
        game = first + g
        turned = game % rotations
        states[0] = blank[0]
        s = states[0]
        begin(s, o, t, seed, game // rotations)
        written = 0
        while s.ended == PLAYING:
            if s.chance == 1:
                a = chance(s, o, t)
            elif bots[turned, s.actor] == RANDOM:  # as `choose` does, without the call
                a = propose(s, o, t, BOT + s.actor, buf)
            else:
                a = choose(states, o, t, bots[turned, s.actor], budgets[turned, s.actor], buf, tree, path)
            if written + 1 < len(trace):
                written += 1
                trace[written] = a
            step(s, o, t, a)
        trace[0] = written
        finish(s, o, t)
        write_row(s, rows[g], game)
