"""The picture of a board: whose walls are whose, also where they meet."""

from collections.abc import Iterable
from typing import Any

import toolkit
from toolkit.drawing.model import Drawing, Group, Path
from toolkit.games.pathbound.view import PAPER, board_drawing


def paths(items: Iterable[Any]) -> Iterable[Path]:
    for item in items:
        if isinstance(item, Group):
            yield from paths(item.items)
        elif isinstance(item, Path):
            yield item


def picture(game: toolkit.Game, *walls: str) -> Drawing:
    position = game.new_position(2, seed=1)
    for wall in walls:
        position.play(wall)
    return board_drawing(position)


def seams(drawing: Drawing) -> int:
    """Fine lines in the colour of the paper: where walls of two owners part."""
    return sum(path.stroke == PAPER and path.width == 0.7 for path in paths(drawing.items))


def colours(drawing: Drawing) -> set[str]:
    return {path.fill for path in paths(drawing.items) if path.fill and path.width == 0.08}


def test_walls_that_meet_are_divided_between_their_owners(game: toolkit.Game) -> None:
    """The end of one seat's wall on the end of the other's: the joint is parted; apart, nothing is."""
    meeting, apart = picture(game, "d4ew", "e5ns"), picture(game, "d4ew", "g7ns")
    assert seams(apart) == 0
    assert seams(meeting) == 2
    assert len(colours(meeting)) == len(colours(apart)) == 2
