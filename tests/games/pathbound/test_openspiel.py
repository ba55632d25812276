"""Legal moves of the classic wall game against OpenSpiel's `quoridor`, an engine of other people's making.

OpenSpiel is no dependency of the project: without it (`pip install open_spiel`) these tests are skipped. It
runs in a child process, because a fault in its C++ ends the process that it is in.

Known disagreements with OpenSpiel 2.0.2, none of which is about a legal move with 2 players:

- It draws a game after 4 n^2 moves, and has no threefold repetition. The source has the repetition and knows
  no cap; our own `turn_cap` is an option. Ours is right. The games compared have `repetition` off.
- On even sizes both of its pawns start in the same, right middle column. The source lets each pawn choose
  either middle position by chance. Ours is right; the games compared state the cells that OpenSpiel uses.
- Its rows are numbered from the top, ours from the bottom, and its walls are named by the cell at the upper
  left, ours by the one at the lower left. There is no standard; the texts are translated.
- With 3 and 4 players a forced pass moves the pawn, some games do not end, and returns are in the order of
  turns, not of players. The source settles who goes where; ours is right, and only 2 players are compared.
"""

import importlib.util
import json
import random
import subprocess
import sys
from functools import lru_cache
from types import ModuleType
from typing import Any

import pytest

import toolkit

SIZES = range(3, 12)
GAMES = {3: 40, 4: 30, 5: 20, 6: 12, 7: 8, 8: 4, 9: 4, 10: 2, 11: 2}
"""Random games of OpenSpiel by size, for each stock of walls."""

needs_openspiel = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed (pip install open_spiel)"
)


def play_openspiel(size: int, walls: int, games: int) -> None:
    """In the child: print one random game a line, with what was legal before each move."""
    import pyspiel

    quoridor = pyspiel.load_game(f"quoridor(board_size={size},wall_count={walls},players=2)")
    for seed in range(games):
        rng = random.Random(seed)
        state = quoridor.new_initial_state()
        plies = []
        while not state.is_terminal():
            legal = {state.action_to_string(action): action for action in state.legal_actions()}
            steps = sorted(text for text in legal if text[-1] not in "vh")
            choice = steps if steps and rng.random() < 0.6 else sorted(legal)
            played = rng.choice(choice)
            plies.append([state.current_player(), sorted(legal), played])
            state.apply_action(legal[played])
        print(json.dumps({"plies": plies, "returns": state.returns()}))


@lru_cache
def openspiel(size: int, walls: int) -> list[dict[str, Any]]:
    """Random games of OpenSpiel, from a child process."""
    command = [sys.executable, __file__, str(size), str(walls), str(GAMES[size])]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def ours(text: str, size: int) -> str:
    """OpenSpiel's text of a move in our notation."""
    column, row = text[0], int(text.rstrip("vh")[1:])
    if text[-1] == "v":
        return f"{column}{size - row}ns"
    if text[-1] == "h":
        return f"{column}{size - row}ew"
    return f"{column}{size + 1 - row}"


def chance(size: int) -> list[str]:
    """How OpenSpiel sets up: the first seat at the bottom, on even sizes both in the right middle column."""
    if size % 2:
        return ["slots sn"]
    column = "abcdefghijk"[size // 2]
    return ["slots sn", f"1@{column}1", f"2@{column}{size}"]


def compare(position: Any, games: list[dict[str, Any]], size: int) -> None:
    """Play OpenSpiel's games, comparing who is to move, what is legal, and who won."""
    for number, game in enumerate(games):
        own = position()
        for text in chance(size):
            own.play(text)
        for ply, (player, legal, played) in enumerate(game["plies"]):
            told = (size, number, [ours(text, size) for _, _, text in game["plies"][:ply]])
            assert own.outcome is None, told
            assert own.actor == player + 1, told
            assert set(own.legal_moves()) == {ours(text, size) for text in legal}, told
            own.play(ours(played, size))
        if len(game["plies"]) < 4 * size * size:
            assert own.outcome is not None
            winners = own.outcome[0] if isinstance(own.outcome, tuple) else own.outcome.winners
            assert winners == ((1,) if game["returns"][0] > 0 else (2,))
        else:
            assert game["returns"] == [0.0, 0.0] or own.outcome is not None


@needs_openspiel
@pytest.mark.parametrize("walls", [3, 10])
@pytest.mark.parametrize("size", SIZES)
def test_the_reference_agrees_with_openspiel(reference: ModuleType, size: int, walls: int) -> None:
    options = {"board": "square", "size": size, "walls": walls, "repetition": "off", "turn_cap": 10000}
    compare(lambda: reference.Reference(2, **options), openspiel(size, walls), size)


@needs_openspiel
@pytest.mark.parametrize("walls", [3, 10])
@pytest.mark.parametrize("size", SIZES)
def test_the_game_agrees_with_openspiel(game: toolkit.Game, size: int, walls: int) -> None:
    options = {"board": "square", "size": size, "walls": walls, "repetition": "off", "turn_cap": 10000}
    compare(lambda: game.new_table(2, **options), openspiel(size, walls), size)


if __name__ == "__main__":
    play_openspiel(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
