"""Find and load the rules of a game folder: those that come with the toolkit, or the folder's own."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import re
import sys
import types
from pathlib import Path

from toolkit.components.folder import Folder
from toolkit.components.home import is_bundled
from toolkit.engine.rules import FOREIGN, HOOKS, KERNELS, OPTIONAL_KERNELS, Rules, RulesError, read_rules


class NoRules(ValueError):
    """The folder has no rules: it can be printed, but not played."""


class NotTrusted(ValueError):
    """The folder's own rules.py would run code that nobody has trusted yet."""

    def __init__(self, path: Path, code: bytes) -> None:
        self.path = path
        self.code = code
        super().__init__(
            f"{path / 'rules.py'} is code from a folder that did not come with the toolkit and is not "
            "trusted; read the file, then answer yes when asked, or give --trust"
        )


def load_rules(folder: Folder, trust: bool = False) -> Rules:
    """The rules of a game folder.

    Args:
        folder: a folder without errors.
        trust: trust the folder from now on (and remember it).

    Raises:
        NoRules: `game.toml` names no rules, or ones that do not exist.
        NotTrusted: the folder's own rules.py may not run yet.
        RulesError: the rules module is faulty.
    """
    if folder.rules is None:
        raise NoRules(f"{folder.id} has no rules: it can be printed, but not played; name them in game.toml")
    if folder.rules == "rules.py":
        return read_rules(_own_module(folder, trust))
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", folder.rules):
        raise NoRules(f"{folder.rules!r} is no name of rules; use that of a bundled game, or rules.py")
    name = f"toolkit.games.{folder.rules}.rules"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and name.startswith(error.name):
            raise NoRules(f"no rules named {folder.rules!r} come with the toolkit") from None
        raise
    return read_rules(module)


def outline_faults(code: bytes) -> list[tuple[int | None, str]]:
    """What can be said against a rules.py without running it: (line or None, message).

    Syntax errors, and kernels and functions that every game must define and this file does not.
    """
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError) as error:
        return [(getattr(error, "lineno", None), f"this is no Python: {error.args[0]}")]
    defined: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            defined.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            defined.update(alias.asname or alias.name for alias in node.names)
    needed = [name for name in KERNELS if name not in OPTIONAL_KERNELS]
    faults: list[tuple[int | None, str]] = []
    for kind, names in (("kernel", needed), ("function", HOOKS)):
        faults += [(None, f"the {kind} {name} is missing") for name in names if name not in defined]
    return faults


def _own_module(folder: Folder, trust: bool) -> types.ModuleType:
    from toolkit.components import trust as store

    path = folder.path.resolve()
    source = path / "rules.py"
    try:
        code = source.read_bytes()
    except OSError as error:
        raise RulesError(f"{source}: cannot be read: {error.strerror}") from None
    if trust:
        store.trust_folder(path)
    elif not (is_bundled(path) or store.is_trusted(path) or store.is_trusted_code(code)):
        raise NotTrusted(path, code)
    # A stable name: Numba looks the module up by it when it reads its cache.
    name = FOREIGN + hashlib.sha256(str(path).encode("utf-8")).hexdigest()[:16]
    digest = hashlib.sha256(code).hexdigest()
    loaded = sys.modules.get(name)
    if loaded is not None and getattr(loaded, "__pnp_digest__", None) == digest:
        return loaded
    spec = importlib.util.spec_from_file_location(name, source)
    if spec is None or spec.loader is None:
        raise RulesError(f"{source}: cannot be loaded as a Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        # Compiled from the very bytes that were trusted and hashed, not from a .pyc.
        exec(compile(code, str(source), "exec"), module.__dict__)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise RulesError(f"{source}: {type(error).__name__}: {error}") from error
    module.__dict__["__pnp_digest__"] = digest
    return module
