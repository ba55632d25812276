"""The kernels that every game supplies, as the engine's own kernels name them.

The engine's templates import these names; the linker puts the game's functions in their place. In all of
them `s` is the state, `o` the options and `t` the tables record, `buf` a buffer for actions, `k` the number
of a random stream, and an action is one integer that only the game can read.
"""

from __future__ import annotations

from toolkit.engine.state import Record


def setup(s: Record, o: Record, t: Record) -> None:
    """Fill a zeroed state with all that is the same in every game (players are set); draws no numbers."""
    raise NotImplementedError


def deal(s: Record, o: Record, t: Record) -> None:
    """Shuffle and begin; uses stream 0 alone."""
    raise NotImplementedError


def moves(s: Record, o: Record, t: Record, buf: Record) -> int:
    """Write every legal action of the actor into `buf`, each once; return how many."""
    raise NotImplementedError


def legal(s: Record, o: Record, t: Record, a: int) -> int:
    """1 if the actor may play `a` now, else 0; `a` may be any integer that the notation can make."""
    raise NotImplementedError


def propose(s: Record, o: Record, t: Record, k: int, buf: Record) -> int:
    """A uniformly random legal action, drawn from stream `k`."""
    raise NotImplementedError


def play(s: Record, o: Record, t: Record, a: int) -> None:
    """Apply the legal action `a`, up to the next decision of a seat or of chance."""
    raise NotImplementedError


def chance(s: Record, o: Record, t: Record) -> int:
    """The action that chance takes now (asked only while `s.chance` is 1)."""
    raise NotImplementedError


def choose_own(states: Record, o: Record, t: Record, which: int, buf: Record) -> int:
    """The action of the game's own bot number `which` in `states[0]`; the other two states are scratch.

    Like every bot it draws from the actor's own stream and looks at what its seat has seen only.
    """
    raise NotImplementedError


def evaluate(s: Record, o: Record, t: Record, seat: int) -> int:
    """How good the state looks for `seat`; higher is better, any scale."""
    raise NotImplementedError


def redeal(s: Record, o: Record, t: Record, seat: int, k: int) -> None:
    """Deal anew, from stream `k`, everything that `seat` has not seen.

    The result may not depend on how the unseen items lay before: sort them, then shuffle.
    """
    raise NotImplementedError


def finish(s: Record, o: Record, t: Record) -> None:
    """Write the measures that are known only when the game is over."""
    raise NotImplementedError
