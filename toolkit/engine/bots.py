"""Bots by name: `random`, `greedy` (one ply on the game's evaluation) and `mcts:N` (N play-outs a move).

All of them see only what their seat may see: before it looks ahead, a bot deals anew whatever its seat has
not seen, and gives the copy fresh streams, both out of its own stream. `mcts` is an information-set search:
one tree over actions, a new deal for every play-out, and a bandit rule that counts only the visits in
which an action was possible. All arithmetic is on integers, so that every machine decides alike.
"""

from __future__ import annotations

from toolkit.engine.hooks import chance, choose_own, evaluate, moves, play, propose, redeal
from toolkit.engine.state import BOT, PLAYING, TURN_CAP, Record
from toolkit.engine.streams import below, fork

RANDOM, GREEDY, MCTS, OWN = range(4)
"""Codes of bots; from OWN on, those that the game itself supplies."""

SHARE = 840
"""A whole win in points; divisible by every number of winners up to eight."""

# Columns of the search tree, one row a node.
ACTION, MOVER, CHILD, SIBLING, VISITS, POINTS, POSSIBLE = range(7)
COLUMNS = 7


def advance(s: Record, o: Record, t: Record, a: int) -> None:
    """`playout.step` for a looked-ahead copy: play and cap, without counting actions."""
    play(s, o, t, a)
    if s.ended == PLAYING and s.turns >= o.turn_cap * s.players:
        s.ended = TURN_CAP


def choose_greedy(states: Record, o: Record, t: Record, buf: Record) -> int:
    """The legal action after which the game's evaluation is highest; ties are broken at random."""
    s = states[0]
    seat = s.actor
    k = BOT + seat
    states[1] = s
    redeal(states[1], o, t, seat, k)
    fork(s, k, states[1])
    n = moves(s, o, t, buf)
    best = 0
    best_value = 0
    ties = 0
    for i in range(n):
        states[2] = states[1]
        advance(states[2], o, t, buf[i])
        value = evaluate(states[2], o, t, seat)
        if ties == 0 or value > best_value:
            best = i
            best_value = value
            ties = 1
        elif value == best_value:
            ties += 1
            if below(s, k, ties) == 0:
                best = i
    return buf[best]


def root(x: int) -> int:
    """The whole part of the square root of `x` (0 <= x < 2**62)."""
    if x == 0:
        return 0
    r = 1
    while r * r <= x:
        r *= 2
    lo = r // 2
    while lo + 1 < r:
        middle = (lo + r) // 2
        if middle * middle <= x:
            lo = middle
        else:
            r = middle
    return lo


def log2(x: int) -> int:
    """256 times the base-2 logarithm of `x` >= 1, by straight lines between powers of two."""
    bits = 0
    while (x >> (bits + 1)) > 0:
        bits += 1
    return bits * 256 + (((x - (1 << bits)) * 256) >> bits)


def points(s: Record, o: Record, t: Record, seat: int) -> int:
    """What the finished game is worth to `seat`: a win is SHARE, shared by joint winners."""
    if s.winners == 0:
        return SHARE // s.players
    if (s.winners >> seat) & 1 == 0:
        return 0
    sharing = 0
    for p in range(s.players):
        sharing += (s.winners >> p) & 1
    return SHARE // sharing


def choose_mcts(
    states: Record, o: Record, t: Record, budget: int, buf: Record, tree: Record, path: Record
) -> int:
    """The most visited action after `budget` play-outs, each from a new deal of what is unseen."""
    s = states[0]
    seat = s.actor
    k = BOT + seat
    n = moves(s, o, t, buf)
    if n == 1:
        return buf[0]
    for column in range(COLUMNS):
        tree[0, column] = 0
    nodes = 1
    for _ in range(budget):
        states[1] = s
        w = states[1]
        redeal(w, o, t, seat, k)
        fork(s, k, w)
        node = 0
        depth = 0
        growing = 1
        while w.ended == PLAYING and growing == 1:
            if w.chance == 1:
                advance(w, o, t, chance(w, o, t))
                continue
            mover = w.actor
            n = moves(w, o, t, buf)
            untried = 0
            fresh = 0
            best = 0
            best_score = -1
            for i in range(n):
                child = tree[node, CHILD]
                while child > 0 and (tree[child, ACTION] != buf[i] or tree[child, MOVER] != mover):
                    child = tree[child, SIBLING]
                if child == 0:
                    untried += 1
                    if below(w, BOT + mover, untried) == 0:
                        fresh = buf[i]
                else:
                    tree[child, POSSIBLE] += 1
                    visits = tree[child, VISITS]
                    # Points in 4096ths plus 0.58 * sqrt(ln(possible) / visits), likewise.
                    score = tree[child, POINTS] * 4096 // (SHARE * visits) + root(
                        22282 * log2(tree[child, POSSIBLE]) // visits
                    )
                    if score > best_score:
                        best = child
                        best_score = score
            if untried > 0:
                best = nodes
                nodes += 1
                tree[best, ACTION] = fresh
                tree[best, MOVER] = mover
                tree[best, CHILD] = 0
                tree[best, SIBLING] = tree[node, CHILD]
                tree[best, VISITS] = 0
                tree[best, POINTS] = 0
                tree[best, POSSIBLE] = 1
                tree[node, CHILD] = best
                growing = 0
            path[depth] = best
            depth += 1
            advance(w, o, t, tree[best, ACTION])
            node = best
        while w.ended == PLAYING:
            if w.chance == 1:
                advance(w, o, t, chance(w, o, t))
            else:
                advance(w, o, t, propose(w, o, t, BOT + w.actor, buf))
        for i in range(depth):
            node = path[i]
            tree[node, VISITS] += 1
            tree[node, POINTS] += points(w, o, t, tree[node, MOVER])
    best = tree[0, CHILD]
    child = tree[0, CHILD]
    while child > 0:
        if tree[child, VISITS] > tree[best, VISITS] or (
            tree[child, VISITS] == tree[best, VISITS] and tree[child, POINTS] > tree[best, POINTS]
        ):
            best = child
        child = tree[child, SIBLING]
    return tree[best, ACTION]


def choose(
    states: Record, o: Record, t: Record, bot: int, budget: int, buf: Record, tree: Record, path: Record
) -> int:
    """The action that bot number `bot` takes in `states[0]`; the other states are scratch."""
    if bot == GREEDY:
        return choose_greedy(states, o, t, buf)
    if bot == MCTS:
        return choose_mcts(states, o, t, budget, buf, tree, path)
    if bot >= OWN:
        return choose_own(states, o, t, bot - OWN, buf)
    s = states[0]
    return propose(s, o, t, BOT + s.actor, buf)


def no_own_bot(states: Record, o: Record, t: Record, which: int, buf: Record) -> int:
    """`choose_own` for a game that has no bots of its own: random play."""
    s = states[0]
    return propose(s, o, t, BOT + s.actor, buf)


def propose_any(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """`propose` for a game that has no faster way: list all, take one."""
    return buf[below(s, k, moves(s, o, t, buf))]
