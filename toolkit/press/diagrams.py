"""Diagrams in rulebooks: a fenced block names options and moves, the game's own view draws the position
they lead to.

    ```diagram
    caption: What the reader should see.
    players: 2
    area: a4-c6
    width: 60
    moves:
    m1, m20
    12r
    ```

Options of the game are written as they are called; `area` and `hands` are passed on to the view. Draws need
not be written: what nobody states is drawn unseen. Where a game writes its positions as text, a block may
begin with one: after `position:`, its lines without the first, up to `moves:`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from toolkit.components.faults import Fault, FaultError
from toolkit.components.folder import Folder
from toolkit.components.sizes import read_length
from toolkit.drawing.model import Drawing

NOT_OPENED = "the game cannot be opened for a diagram"

KEYS = ("caption", "width", "moves", "position", "players", "first", "area", "hands", "last")
"""What a block may say besides the options of its game."""

NARROWEST = 1.0
"""Width of a picture of which something can be seen, mm."""

_LINE = re.compile(r"line (\d+): ")
_YES, _NO = ("yes", "true", "1"), ("no", "false", "0")


def picture_width(text: str) -> float:
    """How wide a picture is to be, in mm; ValueError for what is no width."""
    width = read_length(text)
    if width is None or width < NARROWEST:
        raise ValueError(f"width is '{text}'; write how wide it is in mm, such as 60")
    return width


@dataclass(slots=True)
class Request:
    """What a diagram block asks for."""

    caption: str = ""
    width: float | None = None
    players: int | None = None
    first: int = 1
    options: dict[str, str | int] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)  # row in the file, text
    position: list[str] = field(default_factory=list)
    position_row: int = 0  # row of `position:`, 0 where there is none


@dataclass(slots=True)
class Diagrams:
    """Draws the diagrams of one rulebook; the game is opened when the first is met."""

    folder: Folder
    file: str
    _game: Any = None

    def read(self, text: str, row: int) -> Request:
        """Read a block whose first line stands in `row`; FaultError for what cannot be read."""
        request = Request()
        in_moves = False
        for number, raw in enumerate(text.splitlines()):
            line = raw.strip()
            key, colon, value = (part.strip() for part in line.partition(":"))
            if request.position_row and not in_moves and key != "moves":
                request.position.append(raw.rstrip())
                continue
            if not line:
                continue
            if not in_moves and not colon:
                self._fail(row + number, f"'{line}' is no `key: value`")
            if in_moves or key == "moves":
                listed = line if in_moves else value
                in_moves = True
                request.moves += [(row + number, m.strip()) for m in listed.split(",") if m.strip()]
            elif key == "position":
                request.position_row = row + number
            elif key == "caption":
                request.caption = value
            elif key == "width":
                try:
                    request.width = picture_width(value)
                except ValueError as error:
                    self._fail(row + number, str(error))
            elif key in ("players", "first"):
                try:
                    setattr(request, key, int(value))
                except ValueError:
                    self._fail(row + number, f"{key} is '{value}'; a number is wanted")
            elif key == "area":
                request.view["area"] = value
            elif key in ("hands", "last"):
                if value not in _YES and value not in _NO:
                    self._fail(row + number, f"{key} is '{value}'; write yes or no")
                request.view["strip" if key == "hands" else key] = value in _YES
            elif key in self.folder.options:
                request.options[key] = int(value) if value.lstrip("-").isdigit() else value
            else:
                from toolkit.components.faults import suggest

                known = [*KEYS, *self.folder.options]
                self._fail(row + number, f"unknown key '{key}'; {suggest(key, known)}")
        return request

    def draw(self, request: Request, row: int) -> Drawing:
        """The picture of the position; FaultError for a move that cannot be played, naming its row."""
        game = self._open(row)
        view = game.rules.hook("draw") if game.rules.has("draw") else None
        # Rules that import the engine's kernel `draw` (of decks) have no view for that.
        if view is None or view.__module__.startswith("toolkit.engine."):
            self._fail(row, "the rules of this game have no view (a function `draw`) to draw a diagram with")
        try:
            if request.position_row:
                first = game.name(request.players, request.options)
                position = game.position_from_text("\n".join([first, *request.position]))
            else:
                position = game.new_table(players=request.players, first=request.first, **request.options)
        except ValueError as error:
            # Its lines are counted from the game's name on, which stands for the row of `position:`.
            named = _LINE.match(str(error))
            at = request.position_row + int(named[1]) - 1 if named and request.position_row else row
            self._fail(at, str(error)[named.end() :] if named else str(error))
        for number, text in request.moves:
            try:
                if position.chance and "+" not in text:
                    position.settle()
                position.play(text)
            except ValueError as error:
                self._fail(number, f"'{text}' cannot be played here: {error}")
        if position.chance:
            position.settle()
        wide = _board_view(view)
        try:
            drawing: Drawing = wide(position, 0, **{"strip": False, **request.view})
        except ValueError as error:
            self._fail(row, str(error))
        return drawing

    def _open(self, row: int) -> Any:
        if self._game is None:
            from toolkit.games.game import Game

            try:
                self._game = Game(self.folder)
            except FaultError:
                raise
            except ValueError as error:
                self._fail(row, f"{NOT_OPENED}: {error}")
        return self._game

    def _fail(self, row: int, message: str) -> Any:
        raise FaultError([Fault(self.file, row, None, message)])


def _board_view(draw: Any) -> Any:
    """The view's `board_drawing`, which takes more than the engine's hook, or the hook itself."""
    import sys

    module = sys.modules.get(draw.__module__)
    wide = getattr(module, "board_drawing", None)
    return wide if wide is not None else lambda position, seat, **_: draw(position, seat)
