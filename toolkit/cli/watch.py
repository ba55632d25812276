"""`pnp watch`: a page in the browser that shows a game's pieces, and again whenever a file is saved."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli import _pieces as pieces
from toolkit.cli import console

if TYPE_CHECKING:
    from toolkit.components.folder import Folder
    from toolkit.press.preview import Preview
    from toolkit.press.preview_server import PreviewServer

SECTION = "Print"
PORT = 8765
QUIET = 0.6
"""Seconds without a change after which everything is checked, as `pnp check` does it."""


@click.command()
@console.game_argument
@pieces.lang_option("the texts")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    help=f"Port of the page.  [default: {PORT}, or a free one]",
)
@click.option("--open/--no-open", "browser", default=None, help="Open the page in the browser, or do not.")
def command(game: console.GameChoice, lang: str | None, port: int | None, browser: bool | None) -> None:
    """Show the pieces of GAME in the browser, and show them again whenever you save one of its files.

    Faults stand on top of the page with file, row and column; a piece that has one keeps its last good
    picture. The page is for this computer only. Ctrl-C ends it.

    \b
    Examples:
      pnp watch mygame
      pnp watch mygame --lang da
    """
    from toolkit.press.preview import Preview
    from toolkit.press.preview_server import PreviewServer

    game.refuse_options("watch its folder")
    if lang is not None:
        game.read(lang)  # says which languages there are, before anything is opened
    preview = Preview(game.folder, lang)
    try:
        server = _serve(PreviewServer, preview, port)
    except OSError as error:
        said = (
            f"the page cannot be served at port {port or PORT}: {error.strerror}; choose another with --port"
        )
        raise console.BadInput(said) from None
    try:
        click.echo(f"{server.address} shows {game.text}; save a file to see it change. Ctrl-C ends it.")
        if browser or (browser is None and sys.stdout.isatty()):
            import webbrowser

            webbrowser.open(server.address)
        _follow(preview, game.folder)
    except KeyboardInterrupt:
        click.echo("\nended", err=True)
    finally:
        server.close()


def _serve(make: type[PreviewServer], preview: Preview, port: int | None) -> PreviewServer:
    """The server, at the port that was asked for; else at the usual one, or any that is free."""
    if port is not None:
        return make(preview, port)
    try:
        return make(preview, PORT)
    except OSError:
        return make(preview, 0)


def _follow(preview: Preview, folder: Path) -> None:
    """Draw now, and again after every change, until interrupted."""
    from watchfiles import watch

    checker = _Checker(preview)
    preview.rebuild()
    checker.ask()
    # Small steps: a save is seen at once. What comes within 200 ms of it is one change.
    for changes in watch(
        folder,
        watch_filter=lambda _, path: wanted(Path(path), folder),
        debounce=200,
        step=20,
        rust_timeout=1000,
        yield_on_timeout=True,
        raise_interrupt=True,
    ):
        if changes:
            preview.rebuild()
            checker.ask()


def wanted(path: Path, folder: Path) -> bool:
    """Whether a change of this file can change what is shown: not hidden ones, or those that Python makes."""
    try:
        parts = path.relative_to(folder).parts
    except ValueError:
        parts = path.parts[-1:]
    hidden = any(part.startswith((".", "~")) or part in ("__pycache__", "output") for part in parts)
    return not hidden and not path.name.endswith(("~", ".tmp", ".swp", ".part"))


class _Checker:
    """Checks everything once no file has changed for a while, beside the drawing, one check at a time."""

    def __init__(self, preview: Preview) -> None:
        self.preview = preview
        self._asked = threading.Event()
        self._last = 0.0
        threading.Thread(target=self._work, daemon=True).start()

    def ask(self) -> None:
        """Check soon."""
        self._last = time.monotonic()
        self._asked.set()

    def _work(self) -> None:
        from toolkit.cli.check import all_faults

        while True:
            self._asked.wait()
            while (rest := QUIET - (time.monotonic() - self._last)) > 0:
                time.sleep(rest)
            self._asked.clear()
            folder: Folder | None = self.preview.folder
            if folder is None:
                continue
            try:
                self.preview.add_faults(folder, all_faults(folder))
            except (OSError, ValueError):
                continue  # a file went away while it was read: its change asks for the next check
