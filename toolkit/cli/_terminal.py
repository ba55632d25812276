"""Talking through a terminal or a pipe: asking for lines, and saying lines that may be a stranger's text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document


def on_terminal() -> bool:
    """Whether a person types here."""
    return sys.stdin.isatty()


class Asker:
    """Asks for one line after another; `words` are offered for completion.

    On a pipe nothing is shown: the lines simply come in.
    """

    def __init__(self, words: Callable[[], Iterable[str]] = tuple, hint: str = "") -> None:
        self._words = words
        self._hint = hint
        self._session: Any = None

    def ask(self, prompt: str) -> str | None:
        """The next line without its end, or None where there is none (end of input, Ctrl-D)."""
        if not on_terminal():
            return _piped_line()
        if os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
            try:
                return input(prompt)
            except EOFError:
                return None
        try:
            return str(self._prompt_session().prompt(prompt))
        except EOFError:
            return None

    def _prompt_session(self) -> Any:
        if self._session is None:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.completion import Completer, Completion
            from prompt_toolkit.output.color_depth import ColorDepth

            words = self._words

            class Moves(Completer):
                """Offers the moves and commands that begin with what was typed."""

                def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
                    typed = document.text_before_cursor.lstrip()
                    for word in words():
                        if word.startswith(typed):
                            yield Completion(word, start_position=-len(typed))

            self._session = PromptSession(
                completer=Moves(),
                complete_while_typing=True,
                bottom_toolbar=self._hint or None,
                color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
            )
        return self._session


def _piped_line() -> str | None:
    """A line of standard input: UTF-8 whatever the locale says, unreadable bytes replaced."""
    raw: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).readline()
    if not raw:
        return None
    text = raw if isinstance(raw, str) else raw.decode("utf-8-sig", "replace")
    return text.rstrip("\r\n")


def say(line: str, err: bool = False, **style: Any) -> None:
    """Prints a line. Control characters in it, which could command a terminal, are shown and not sent."""
    text = printable(line)
    click.echo(click.style(text, **style) if style else text, err=err)


def printable(text: str) -> str:
    """Text with control characters and invisible changes of writing direction as escapes."""
    return "".join(letter if _harmless(letter) else f"\\u{ord(letter):04x}" for letter in text)


def _harmless(letter: str) -> bool:
    code = ord(letter)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return False
    return not (0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069 or 0xD800 <= code <= 0xDFFF)
