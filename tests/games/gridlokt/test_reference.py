"""The kernels against a slow reference: after every action of random games the two agree on everything."""

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import toolkit
from toolkit.components.home import bundled_games
from toolkit.games.gridlokt import fields as f

Look = Callable[[toolkit.Position], Any]


def kernels_see(look: Any) -> dict[str, Any]:
    """The whole position as the kernels have it."""
    position, outcome = look.position, look.position.outcome
    return {
        **look.board(),
        "outcome": outcome and (outcome.winners, outcome.reason, outcome.detail),
        "hands": look.hands(),
        "piles": look.piles(),
        "turns": position.turn,
        "phase": look.phase,
        "actor": position.actor,
        "aids": look.aids(),
        "traps": {seat: look.s.traps[seat - 1] for seat in (1, 2, 3, 4)},
        "draws": look.s.draws if look.phase in ("pathing", "using") else 0,
    }


def reference_sees(slow: Any) -> dict[str, Any]:
    """The same of the reference."""
    return {
        "cards": slow.cards,
        "obstacles": slow.obstacles,
        "pawns": slow.pawns,
        "tokens": slow.tokens,
        "outcome": slow.outcome,
        "hands": {pile: {seat: +hand for seat, hand in of.items()} for pile, of in slow.hands.items()},
        "piles": {pile: (+slow.piles[pile], +slow.discards[pile]) for pile in slow.piles},
        "turns": slow.turns,
        "phase": slow.phase,
        "actor": slow.actor,
        "aids": slow.aids,
        "traps": {seat: slow.traps[seat] for seat in (1, 2, 3, 4)},
        "draws": slow.draws if slow.phase in ("pathing", "using") else 0,
    }


def compare(look: Any, slow: Any, told: str) -> None:
    """Assert that both are in the same position."""
    seen, expected = kernels_see(look), reference_sees(slow)
    for name in ("phase", "actor", "aids", "traps", "draws") if slow.outcome else ():
        seen.pop(name)
        expected.pop(name)
    if slow.phase == "choosing":
        seen.pop("piles")
        expected.pop("piles")
    different = {name: (seen[name], expected[name]) for name in expected if seen[name] != expected[name]}
    assert not different, (different, told)


def choose(rng: random.Random, legal: dict[tuple[Any, ...], int]) -> tuple[Any, ...]:
    """A kind of action first, as there are hundreds of some; cards are rather played than passed over."""
    kinds: dict[str, list[tuple[Any, ...]]] = {}
    for action in legal:
        kinds.setdefault(action[0], []).append(action)
    names = sorted(kinds)
    weights = [0.3 if name in ("done", "stay", "pass", "cancel") else 1.0 for name in names]
    return rng.choice(sorted(kinds[rng.choices(names, weights)[0]], key=in_order))


def in_order(action: tuple[Any, ...]) -> str:
    """Something to sort actions by, whatever order their sets have."""
    return str([sorted(part) if isinstance(part, frozenset) else part for part in action])


def play_both(
    reference: ModuleType,
    game: toolkit.Game,
    seen: Look,
    seed: str,
    chosen: dict[str, Any],
    looks: int,
    utilities: dict[str, int] | None = None,
) -> Counter[str]:
    """A random game, in step, for so many decisions; returns what was met."""
    rng = random.Random(seed)
    first = rng.randint(1, 4)
    position = game.new_position(4, rng.randrange(2**40), first, **chosen)
    slow = reference.Reference(first, utilities=utilities, **chosen)
    look: Any = seen(position)
    met: Counter[str] = Counter()
    told = f"{game.name(4, chosen)} first={first}"
    while True:
        legal = {} if position.outcome else look.actions()
        if list(legal) == [("pass",)] and look.phase == "asking":
            # Whoever holds a Utility is asked, so that being asked tells nothing; the rules ask holders.
            position.play("pass")
            continue
        moves = "; ".join(position.moves)
        compare(look, slow, f"{told}: {moves}")
        difference = set(legal) ^ slow.legal()
        assert not difference, (sorted(difference, key=in_order), f"{told}: {moves}")
        if not looks or position.outcome:
            return met
        looks -= 1
        action = choose(rng, legal)
        met[action[0]] += 1
        met["without Room"] += bool(slow.waiting) and slow.phase not in ("personal", "community", "rooming")
        met["late Room"] += action[0] == "room" and slow.resume == slow.between_turns
        before = len(position.moves)
        position.play(position.action_text(legal[action]))
        slow.play(action)
        for text in position.moves[before + 1 :]:
            slow.play(("card", text.partition("+")[2]))


DECISIONS = 420
"""How far a game is followed: construction takes 100, a turn about eight."""

CHOICES: dict[str, tuple[Any, ...]] = {
    "personal_paths": (1, 3, 6),
    "path_draws": (0, 1, 3),
    "utility_draws": (1, 4, 6),
    "path_hand": (0, 4, 8),
    "utility_hand": (2, 4, 5),
    "tunnel_length": (1, 4, 6, 9),
    "table": (9, 13, 21, 31),
    "centre_order": ("1234", "1324", "1432"),
    "unplaceable": ("stall", "redraw"),
    "pending_room": ("stall", "continue"),
    "boots_over_room": ("no", "yes"),
    "bomb_self_ends_turn": ("yes", "no"),
    **dict.fromkeys(f.UTILITY_IDS, ("on", "on", "on", "off")),
}


@pytest.mark.parametrize("seed", range(4))
def test_random_games(reference: ModuleType, game: toolkit.Game, seen: Look, seed: int) -> None:
    """Positions, legal actions and what they do, from the first choice on."""
    met = play_both(reference, game, seen, f"plain {seed}", {}, DECISIONS)
    assert met.total() > 20


@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_all_options(
    reference: ModuleType, game: toolkit.Game, seen: Look, seed: int
) -> None:
    rng = random.Random(f"options {seed}")
    chosen = {name: rng.choice(values) for name, values in CHOICES.items()}
    play_both(reference, game, seen, f"options {seed}", chosen, DECISIONS)


def test_random_games_with_pending_rooms(reference: ModuleType, game: toolkit.Game, seen: Look) -> None:
    """G16, G17, G57: on small tables Rooms find no place, and the game goes on without some pawns."""
    met: Counter[str] = Counter()
    chosen = {"table": 7, "personal_paths": 4, "unplaceable": "redraw", "pending_room": "continue"}
    for seed in range(6):
        met += play_both(reference, game, seen, f"pending {seed}", chosen, DECISIONS)
    assert met["without Room"] > 200 and met["late Room"] > 0


RARE = dict.fromkeys(("boots", "bomb", "trap", "drill", "shovel", "hammer", "switch", "move"), 4)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_edited_tables(
    reference: ModuleType, seen: Look, tmp_path: Path, seed: int
) -> None:
    """Four of each rare Utility and no Tunnels: what a designer asks by editing a count."""
    folder = tmp_path / "gridlokt"
    shutil.copytree(bundled_games()["gridlokt"], folder)
    table = folder / "utilities.csv"
    counts = RARE | {"straight": 0, "corner": 0}
    lines = table.read_text(encoding="utf-8").splitlines()
    place = lines[0].split(",").index("count")
    for i, line in enumerate(lines):
        cells = line.split(",")
        if cells[0] in counts:
            cells[place] = str(counts[cells[0]])
            lines[i] = ",".join(cells)
    table.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    utilities = {kind: n for kind, n in (reference.UTILITIES | Counter(counts)).items() if n}
    utilities = {kind: counts.get(kind, n) for kind, n in utilities.items()}
    game = toolkit.open_game(folder)
    play_both(reference, game, seen, f"edited {seed}", {}, DECISIONS, utilities)
