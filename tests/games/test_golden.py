"""Golden play-throughs: one text file a game and variant, so that a change of rules shows in review.

Each line is a decision: state hash, number of legal moves, hash of their list, actor, what was played. Run
this file with `--write` as a script to make them anew, which goes with a new version of the rules.
"""

import hashlib
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from every_game import RACE, Variant, variants

HOME = Path(__file__).parent / "golden"
VARIANTS = [variant for variant in variants() if variant.game != str(RACE)]


def play_through(variant: Variant) -> str:
    game = variant.open()
    position = variant.position(seed=1)
    lines = [f"{game.name(variant.players, dict(variant.options))} rules {game.version}"]
    rng = random.Random(str(variant))
    while position.outcome is None:
        listed = position.legal_moves()
        digest = hashlib.sha256(" ".join(listed).encode()).hexdigest()[:8]
        text = position.choose("greedy") if rng.random() < 0.5 else rng.choice(listed)
        before = len(position.moves)
        lines.append(f"{position.state_hash()} {len(listed):3} {digest} seat {position.actor}: {text}")
        position.play(text)
        if drawn := position.moves[before + 1 :]:
            lines.append(f"    {' '.join(drawn)}")
    outcome = position.outcome
    lines.append(
        f"{position.state_hash()} {outcome.reason} {outcome.winners} {outcome.detail} turn {position.turn}"
    )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_play_through_is_as_it_was(variant: Variant) -> None:
    path = HOME / f"{variant}.txt"
    assert path.is_file(), f"write it with: python {Path(__file__).name} --write"
    assert play_through(variant) == path.read_text(encoding="utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    HOME.mkdir(exist_ok=True)
    for one in VARIANTS:
        (HOME / f"{one}.txt").write_text(play_through(one), encoding="utf-8", newline="\n")
