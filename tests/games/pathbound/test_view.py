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


def picture(game: toolkit.Game, *walls: str, **options: str) -> Drawing:
    position = game.new_position(2, seed=1, **options)
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


def test_walls_of_one_edge_are_divided_where_their_ends_meet(game: toolkit.Game) -> None:
    """On the triangle: two walls that end on one corner of cells, then two that are apart."""
    meeting = picture(game, "5-4/5-5", "5-5/5-6", board="triangle")
    apart = picture(game, "5-4/5-5", "8-8/8-9", board="triangle")
    assert seams(apart) == 0
    assert seams(meeting) == 2
    assert len(colours(meeting)) == len(colours(apart)) == 2
