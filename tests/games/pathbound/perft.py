"""Numbers of action sequences from named positions, counted by the slow reference and kept in `perft.toml`.

`python perft.py` counts them all again and writes the file. A sequence is as long as its table says; one
that ends the game earlier is not counted.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TABLE = HERE / "perft.toml"


def count(game: Any, length: int) -> int:
    """How many sequences of that many actions there are."""
    moves = game.legal_moves()
    if length == 1:
        return len(moves)
    total = 0
    for text in moves:
        after = game.copy()
        after.play(text)
        total += count(after, length - 1)
    return total


def random_start(game: Any, rng: random.Random, played: int) -> list[str]:
    """The texts that set a game up by chance and play some actions, half of them walls."""
    texts = []
    while game.outcome is None and (game.actor is None or game.turns < played):
        moves = sorted(game.legal_moves())
        walls = [text for text in moves if text in game.possible_walls]
        if game.actor is not None and walls and len(walls) < len(moves):
            moves = rng.choice((walls, [text for text in moves if text not in walls]))
        texts.append(rng.choice(moves))
        game.play(texts[-1])
    return texts


def setups() -> Iterator[tuple[str, int, Mapping[str, object], int, int]]:
    """(name, players, options, actions played, longest sequence) of every position."""
    for board, shapes in (
        *(("square", shapes) for shapes in ("straight", "bent", "both")),
        *(("torus", shapes) for shapes in ("straight", "bent", "both")),
        *(("triangle", shapes) for shapes in ("single", "straight", "angled", "both")),
    ):
        for movement in ("step", "slide"):
            base = {"board": board, "wall_shapes": shapes, "movement": movement}
            tag = f"{board}_{shapes}_{movement}"
            for number, start in enumerate(("midpoint", "corner")):
                small = {**base, "size": 3, "start": start, "walls": 3}
                yield f"{tag}_3_{start}", 2, small, 0, 3 if len(shapes) > 4 or board != "torus" else 2
                yield f"{tag}_4_{start}_middle", 3 - number, {**base, "size": 4, "start": start}, 5, 2
            crown = {**base, "size": 5, "goal": "center"}
            yield f"{tag}_5_crown", 3, crown, 6, 2 if shapes in ("straight", "single") else 1
            yield f"{tag}_6_middle", 2, {**base, "size": 6}, 12, 1
            yield f"{tag}_9", 2, base, 0, 2 if tag == "square_straight_step" else 1
            yield f"{tag}_9_middle", 2, base, 20, 1
            if board != "triangle":
                yield f"{tag}_11_four", 4, base, 24, 1
    for third_pawn in ("diagonal", "block"):
        for seed in range(3):
            crowd = {"size": 3, "start": "corner", "goal": "center", "walls": 3, "third_pawn": third_pawn}
            yield f"crowd_{third_pawn}_{seed}", 4, crowd, seed, 2
    yield (
        "no_rim_joints",
        2,
        {"board": "triangle", "wall_shapes": "both", "rim_joints": "false", "size": 4},
        2,
        2,
    )


def entry(
    reference: Any, name: str, players: int, options: Mapping[str, object], played: int, length: int
) -> str:
    """The lines of one position."""
    seed = 0
    while True:
        game = reference.Reference(players, **options)
        texts = random_start(game, random.Random(f"{name} {seed}"), played)
        if game.outcome is None:
            break
        seed += 1
    numbers = [count(game, short) for short in range(1, length + 1)]
    lines = [f"[{name}]", f"players = {players}"]
    lines.append(
        "options = {"
        + ", ".join(
            f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"'
            for key, value in options.items()
        )
        + "}"
    )
    lines.append("texts = [" + ", ".join(f'"{text}"' for text in texts) + "]")
    lines.append(f"sequences = {numbers}")
    return "\n".join(lines)


def main() -> None:
    """Count everything and write the file."""
    sys.path.insert(0, str(HERE))
    import reference

    parts = [
        "# Numbers of action sequences of length 1, 2, 3 from named positions, by the slow reference\n"
        "# (`python tests/games/pathbound/perft.py`). `texts` are the chance and the actions before."
    ]
    parts += [entry(reference, *setup) for setup in setups()]
    TABLE.write_text("\n\n".join(parts) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
