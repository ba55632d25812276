"""The commands of `pnp`, one module each: parse, call, print.

A command is one module here that defines `SECTION` ("Print", "Simulate", "Playtest" or "Games") and `command`
(a click command); `main` finds it by the module's name (`simulate.py` is `pnp simulate`, `new_game.py` would
be `pnp new-game`). Shared options, the game argument and all output live in `console`. Modules whose names
begin with `_` are never commands. What a command needs that takes time to import is imported inside its
function.
"""
