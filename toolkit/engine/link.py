"""Link a game's kernels with the engine's, plain or compiled, so that stale rules can never run.

Kernels name only other kernels, whole-number constants and five builtins; the linker walks those names,
binds a copy of each function to exactly what it names, and refuses anything else, since compiled code
would freeze it. Compiled code is kept in one cache directory per linked game, named by a hash of every
linked function's code, the source files they came from, every constant's value, all record types and the
versions of Python, numpy and Numba. So an edit to any of them is a new directory, never a stale hit.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import hashlib
import inspect
import os
import platform
import shutil
import sys
import tempfile
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from toolkit.engine import hooks
from toolkit.engine.dialect import BUILTINS, DialectError, check_kernel

Kernel = Callable[..., Any]

KEPT = 24
"""Cache directories that survive pruning, newest first."""

_LOCK = threading.Lock()
_READY = "ready"


def cache_home() -> Path:
    """Where compiled kernels are kept: `PNP_CACHE_DIR`, or the user's cache folder."""
    given = os.environ.get("PNP_CACHE_DIR")
    if given:
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_cache_dir("pnp-toolkit", appauthor=False))


@dataclass
class Linked:
    """What became of the kernels, with the hash that names their cache directory."""

    kernels: dict[str, Kernel]
    """By name: plain ones all, of compiled ones those that were asked for as entry points."""
    digest: str
    folder: Path | None = None
    """Where its compiled code is kept; None for plain kernels."""

    @property
    def cached(self) -> bool:
        """Whether a whole compilation of this exact hash is on disk (always True for plain kernels)."""
        return self.folder is None or (self.folder / _READY).is_file()

    @contextmanager
    def compiling(self) -> Iterator[None]:
        """While one process compiles these kernels, others wait, and then read what it left on disk."""
        if self.cached or self.folder is None or not self.folder.is_dir():
            yield
            return
        from filelock import FileLock

        with FileLock(self.folder / "lock"):
            yield

    def mark_ready(self) -> None:
        """Note that everything was compiled; a process that was killed midway leaves no such note."""
        if self.folder is not None and self.folder.is_dir():
            with contextlib.suppress(OSError):
                (self.folder / _READY).touch()


class Linker:
    """Collects the kernels reachable from some entry points and binds them to each other.

    Args:
        supplied: the game's functions for the names in `toolkit.engine.hooks`.
        dtypes: the record types the kernels will see, by a name for the hash.

    Raises:
        DialectError: a kernel names something that may not be linked.
    """

    def __init__(self, supplied: Mapping[str, Kernel], dtypes: Mapping[str, np.dtype[Any]]) -> None:
        self._supplied = dict(supplied)
        self._dtypes = dict(dtypes)
        self._needs: dict[types.FunctionType, dict[str, Any]] = {}
        self._order: list[types.FunctionType] = []
        self.faults: list[str] = []

    def collect(self, entries: Iterable[Kernel]) -> list[types.FunctionType]:
        """Walk from the entry points; the order of collection is callees first. Returns the entry points."""
        found = [self._resolve(entry) for entry in entries]
        for function in found:
            self._visit(function, ())
        if self.faults:
            raise DialectError("\n".join(self.faults))
        return found

    def _resolve(self, function: Any) -> types.FunctionType:
        if getattr(function, "__module__", None) == hooks.__name__:
            name = function.__name__
            if name not in self._supplied:
                raise DialectError(f"the rules define no kernel {name!r}, which the engine calls")
            function = self._supplied[name]
        if not isinstance(function, types.FunctionType):
            raise DialectError(f"{function!r} is not a plain function")
        return function

    def _visit(self, function: types.FunctionType, above: tuple[types.FunctionType, ...]) -> None:
        if function in above:
            self.faults.append(
                f"{_where(function)}: {function.__name__} calls itself; kernels do not recurse"
            )
            return
        if function in self._needs:
            return
        needs: dict[str, Any] = {}
        self._needs[function] = needs
        if function.__closure__:
            self.faults.append(f"{_where(function)}: {function.__name__} closes over variables of a function")
        for name in sorted(_global_names(function)):
            if name not in function.__globals__:
                if name in BUILTINS:
                    needs[name] = BUILTINS[name]
                else:
                    kind = "is a builtin" if hasattr(builtins, name) else "is not defined"
                    self.faults.append(f"{_where(function)}: {function.__name__} names {name}, which {kind}")
                continue
            value = function.__globals__[name]
            if isinstance(value, bool) or not isinstance(value, int | types.FunctionType):
                self.faults.append(
                    f"{_where(function)}: {function.__name__} names {name}, a {type(value).__name__}; "
                    "kernels may name kernels and whole-number constants, tables and options are arguments"
                )
            elif isinstance(value, int):
                needs[name] = value
            else:
                callee = self._resolve(value)
                needs[name] = callee
                self._visit(callee, (*above, function))
        self._order.append(function)

    def check_dialect(self) -> None:
        """Hold every collected kernel against the dialect.

        Raises:
            DialectError: with every fault of every kernel.
        """
        shapes: dict[str, dict[str, int]] = {}
        for record, dtype in self._dtypes.items():
            assert dtype.fields is not None
            shapes[record] = {name: len(entry[0].shape) for name, entry in dtype.fields.items()}
        faults: list[str] = []
        for function in self._order:
            arities = {
                name: value.__code__.co_argcount
                for name, value in self._needs[function].items()
                if isinstance(value, types.FunctionType)
            }
            faults += check_kernel(function, shapes, arities)
        if faults:
            raise DialectError("\n".join(faults))

    def digest(self, **extra: str) -> str:
        """The hash that names this link's cache directory."""
        h = hashlib.sha256()

        def add(*parts: object) -> None:
            h.update(repr(parts).encode("utf-8") + b"\n")

        add("python", sys.version_info[:3], platform.machine(), "numpy", np.__version__)
        for name, value in sorted(extra.items()):
            add(name, value)
        for name, dtype in sorted(self._dtypes.items()):
            add(name, dtype.descr, dtype.itemsize)
        for function in self._order:
            add(function.__module__, function.__qualname__, _code_facts(function.__code__))
            for name, value in self._needs[function].items():
                add(name, value if isinstance(value, int) else getattr(value, "__qualname__", "builtin"))
        for file in sorted({inspect.getfile(function) for function in self._order}):
            add("file", hashlib.sha256(Path(file).read_bytes()).hexdigest())
        return h.hexdigest()[:32]

    def bind(self, wrap: Callable[[types.FunctionType], Kernel]) -> dict[str, Kernel]:
        """A bound copy of every collected kernel, each wrapped, by name (callees were bound first)."""
        bound: dict[types.FunctionType, Kernel] = {}
        for function in self._order:
            scope = {
                name: bound[value] if isinstance(value, types.FunctionType) else value
                for name, value in self._needs[function].items()
            }
            scope["__builtins__"] = builtins
            scope["__name__"] = function.__module__
            copy = types.FunctionType(function.__code__, scope, function.__name__)
            copy.__module__ = function.__module__
            copy.__qualname__ = function.__qualname__
            bound[function] = wrap(copy)
        return {function.__name__: kernel for function, kernel in bound.items()}


def link(
    entries: Iterable[Kernel],
    supplied: Mapping[str, Kernel],
    dtypes: Mapping[str, np.dtype[Any]],
    *,
    compiled: bool,
    boundscheck: bool = False,
    inline: Iterable[str] = (),
) -> Linked:
    """Link the kernels reachable from `entries`, a game's kernels in place of the hooks.

    Args:
        entries: engine kernels (or hooks) that will be called from outside.
        supplied: the game's kernels by hook name.
        dtypes: the record types involved.
        compiled: jit with Numba and keep the result on disk; otherwise plain Python functions.
        boundscheck: compile with checks of every index (for tests).
        inline: hooks whose kernels are compiled into their callers.

    Raises:
        DialectError: the kernels cannot be linked; every fault in one message.
    """
    linker = Linker(supplied, dtypes)
    outside = linker.collect(entries)
    if not compiled:
        return Linked(linker.bind(lambda function: function), "")
    import numba

    called = ",".join(sorted(f"{function.__module__}.{function.__qualname__}" for function in outside))
    digest = linker.digest(
        numba=numba.__version__,
        boundscheck=str(boundscheck),
        counts="none",
        wrapped=called,
        inline=",".join(inline),
    )
    folder = cache_home() / "kernels" / digest
    if not (folder / _READY).is_file():
        linker.check_dialect()
    kept = _make_folder(folder)
    with _LOCK:
        config: Any = numba.config
        njit: Any = numba.njit  # its stubs leave out the option for reference counts
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            # Kernels allocate nothing, so arrays need no reference counts: they would cost two atomic
            # operations for every array that one kernel hands to another, and stand in the way of inlining.
            how = {"cache": kept, "nogil": True, "boundscheck": boundscheck, "_nrt": False}
            jit = njit(**how, no_cfunc_wrapper=True)
            # Without the wrapper that Python calls a kernel by: nearly half of a large game's compilation.
            inner = njit(**how, no_cfunc_wrapper=True, no_cpython_wrapper=True)
            inlined = njit(**how, no_cfunc_wrapper=True, no_cpython_wrapper=True, forceinline=True)
            chosen = {supplied[name].__code__: inlined for name in inline}
            chosen |= {function.__code__: jit for function in outside}
            kernels = linker.bind(lambda f: _once(chosen.get(f.__code__, inner)(f)))
        finally:
            config.CACHE_DIR = before
        if kept:
            _prune(folder.parent, folder)
    # The others must never be called from here: they have nothing to be called by.
    kernels = {function.__name__: kernels[function.__name__] for function in outside}
    return Linked(kernels, digest, folder)


def _once(dispatcher: Any) -> Kernel:
    """A compiled kernel that takes a written-out number as any whole number.

    Numba types each number that stands in a call as a type of its own and compiles the callee anew for it,
    only to keep one of the equal results: a quarter of a large game's compilation.
    """
    from numba.core import types as numba_types

    unliteral: Any = numba_types.unliteral  # untyped
    template = dispatcher.get_call_template

    def plain(args: Iterable[Any], kws: Mapping[str, Any]) -> Any:
        return template(
            tuple(unliteral(arg) for arg in args), {name: unliteral(arg) for name, arg in kws.items()}
        )

    dispatcher.get_call_template = plain
    kernel: Kernel = dispatcher
    return kernel


def _make_folder(folder: Path) -> bool:
    """Make the cache directory and mark it as used; where that cannot be, warn and go without."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError as error:
        warnings.warn(
            f"compiled rules cannot be kept in {folder.parent} ({error.strerror}), so every run compiles "
            "anew; set PNP_CACHE_DIR to a folder that can be written",
            stacklevel=2,
        )
        return False


def _prune(home: Path, keep: Path) -> None:
    """Remove the oldest cache directories beyond `KEPT`; another process may be doing the same."""
    dated: list[tuple[float, Path]] = []
    for folder in home.iterdir():
        try:
            dated.append((folder.stat().st_mtime, folder))
        except OSError:
            continue
    dated.sort(reverse=True)
    for _, folder in dated[KEPT:]:
        if folder != keep:
            shutil.rmtree(folder, ignore_errors=True)


def _where(function: types.FunctionType) -> str:
    return f"{Path(function.__code__.co_filename).name}:{function.__code__.co_firstlineno}"


def _global_names(function: types.FunctionType) -> set[str]:
    return {
        str(i.argval)
        for i in dis.get_instructions(function)
        if i.opname in ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
    }


def _code_facts(code: types.CodeType) -> tuple[object, ...]:
    constants = tuple(_code_facts(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts)
    return (code.co_code, constants, code.co_names, code.co_varnames, code.co_firstlineno)
