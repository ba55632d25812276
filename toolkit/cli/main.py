"""The `pnp` command: finds the commands, groups them in `--help`, turns every known error into a sentence."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import pkgutil
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TextIO

import click

import toolkit.cli

SECTIONS = ("Print", "Simulate", "Playtest", "Games")
NO_COMMANDS = ("main", "console")
DEBUG = "PNP_DEBUG"
INTERRUPTED = 130


class Commands(click.Group):
    """The commands of the modules beside this one; a module is imported when its command is asked for."""

    _strict: ClassVar[set[str]] = set()  # commands that were made strict already

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, in alphabetical order."""
        return sorted(name for name, module in self.modules() if hasattr(module, "command"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self.candidates():
            return None
        command = getattr(_load(self.candidates()[cmd_name]), "command", None)
        if not isinstance(command, click.Command):
            return None
        if not isinstance(command, click.Group) and cmd_name not in self._strict:
            from toolkit.cli.console import strict

            strict(command)
            self._strict.add(cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> None:
        """Run the command, drop what its function returns: only `ctx.exit` sets the exit status."""
        super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with our own words for a name that is unknown."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from toolkit.components.faults import nearest

            close = nearest(name, self.list_commands(ctx))
            known = f"did you mean '{close}'?" if close else "`pnp --help` lists the commands."
            raise click.UsageError(f"there is no command '{name}'; {known}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under their sections."""
        found: dict[str, list[tuple[str, str]]] = {section: [] for section in SECTIONS}
        for name, module in sorted(self.modules(), key=lambda pair: pair[0]):
            command = getattr(module, "command", None)
            if isinstance(command, click.Command) and not command.hidden:
                section = getattr(module, "SECTION", SECTIONS[-1])
                found.setdefault(section, []).append((name, command.get_short_help_str(limit=300)))
        for section, rows in found.items():
            if rows:
                with formatter.section(section):
                    formatter.write_dl(rows)

    def candidates(self) -> dict[str, str]:
        """Command name -> module name, for every module that may define a command."""
        names = [module.name for module in pkgutil.iter_modules(toolkit.cli.__path__)]
        return {
            name.rstrip("_").replace("_", "-"): name
            for name in names
            if name not in NO_COMMANDS and not name.startswith("_")
        }

    def modules(self) -> list[tuple[str, ModuleType]]:
        """(command name, imported module) for every candidate."""
        return [(name, _load(module)) for name, module in self.candidates().items()]


def _load(module: str) -> ModuleType:
    return importlib.import_module(f"toolkit.cli.{module}")


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(f"pnp {toolkit.__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="GAME is a game that comes with pnp (`pnp games`) or the path of a game folder. "
    "`pnp COMMAND --help` explains a command; `pnp completion bash` sets up completion.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Print, simulate and log board game prototypes from one folder of component tables."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `pnp` with the given arguments (by default the command line's) and exit the process.

    Exit status: 0 done; 1 a fault in what was given (files, options, moves) or found; 2 wrong usage; 130
    interrupted.
    """
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run `pnp`, return the exit status; messages go to stderr, a traceback only where PNP_DEBUG is set."""
    _open_streams()
    _prepare_streams()
    try:
        colour = False if os.environ.get("NO_COLOR") else None
        args = list(arguments) if arguments is not None else None
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            status = cli.main(args, prog_name="pnp", standalone_mode=False, color=colour)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit as error:  # click leaves this way when a reader went away
        return error.code if isinstance(error.code, int) else 1
    except Exception as error:
        if _is_broken_pipe(error):
            _drop_stdout()
            return 1
        if os.environ.get(DEBUG):
            raise
        return explain(error)


def explain(error: Exception) -> int:
    """Say on stderr what an exception means; returns the exit status."""
    from toolkit.components.faults import FaultError

    if isinstance(error, FaultError):
        from toolkit.cli.console import show_faults

        show_faults(error.faults)
    elif isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename is not None else ""
        _say(f"error: {where}{error.strerror or error}")
    elif isinstance(error, RuntimeError) and str(error).startswith("Symlink loop"):
        # what Python before 3.13 raises where it should raise an OSError
        _say(f"error: links in a circle: {str(error).removeprefix('Symlink loop from ')}")
    elif isinstance(error, ValueError) and _is_ours(error):
        _say(f"error: {error}")
    else:
        _say(f"error: pnp itself failed: {type(error).__name__}: {error}")
        _say(f"This is a fault of pnp, not of your files. Set {DEBUG}=1, run it again, report what it shows.")
    return 1


def _is_ours(error: Exception) -> bool:
    """Whether our own code raised this: by its class, or by the place that raised it."""
    if type(error).__module__.startswith("toolkit."):
        return True
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and str(trace.tb_frame.f_globals.get("__name__", "")).startswith("toolkit.")


def _say(message: str) -> None:
    from toolkit.components.faults import printable

    click.echo(printable(message, "\n"), err=True)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Our own warnings are for the person at the keyboard; a library's keep saying where they come from."""
    if category is UserWarning:
        _say(f"warning: {message}")
    else:
        _say(warnings.formatwarning(message, category, filename, lineno, line).rstrip())


def _is_broken_pipe(error: BaseException) -> bool:
    return isinstance(error, BrokenPipeError) or (isinstance(error, OSError) and error.errno == errno.EPIPE)


def _drop_stdout() -> None:
    # whatever is still buffered for the reader that went away would raise once more at exit
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """Somewhere to write where the caller closed a stream (`>&-`): else the first file that is opened would
    take its number, and be written to.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open("w" if number else "r", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


def _prepare_streams() -> None:
    """UTF-8 for files and pipes on every system; a terminal that lacks a letter shows `?`."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if stream.isatty():
            reconfigure(errors="replace")
        else:
            reconfigure(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main()
