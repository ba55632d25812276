"""The house: arrows run one way, no file names a game that is not its own, commands start light."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TOOLKIT = ROOT / "toolkit"
FILES = sorted(TOOLKIT.rglob("*.py"))

# What each part may import, besides itself.
GROUND = {"drawing", "components"}
ALLOWED = {
    "components": set[str](),
    "drawing": set[str](),
    "engine": {"drawing"},  # for Position.to_svg alone, see below
    "faces": GROUND,
    "games": {"engine", "faces", *GROUND},
    "journal": {"games", "engine", "faces", *GROUND},
    "lab": {"journal", "games", "engine", "faces", *GROUND},
    "press": {"journal", "games", "engine", "faces", *GROUND},
    "review": {"lab", "press", "journal", "games", "engine", "faces", *GROUND},
    "api": {"review", "lab", "press", "journal", "games", "engine", "faces", *GROUND},
    "cli": {"api", "review", "lab", "press", "journal", "games", "engine", "faces", *GROUND},
    "__init__": {"api"},
}
HEAVY = {
    "numba",
    "scipy",
    "matplotlib",
    "reportlab",
    "uharfbuzz",
    "rich",
    "prompt_toolkit",
    "pypdfium2",
    "PIL",
    "python_calamine",
}


def part(path: Path) -> str:
    """Which part of the house a file belongs to."""
    relative = path.relative_to(TOOLKIT)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def imported(tree: ast.AST) -> set[str]:
    """Dotted names of all modules that are imported anywhere in a file."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports are written in full"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_arrows_run_one_way(name: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in FILES
        if part(path) == name
        for module in sorted(imported(parse(path)))
        if module.startswith("toolkit.")
        and (there := module.split(".")[1]) != name
        and there in ALLOWED
        and there not in ALLOWED[name]
    ]
    assert wrong == []


def test_the_engine_draws_in_one_place_only() -> None:
    drawing = [
        path.name
        for path in FILES
        if part(path) == "engine"
        and any(name.startswith("toolkit.drawing") for name in imported(parse(path)))
    ]
    assert drawing in ([], ["position.py"])


def test_every_part_of_the_house_is_known() -> None:
    assert {part(path) for path in FILES} <= set(ALLOWED)


def test_only_its_own_package_names_a_game() -> None:
    games = [path.name for path in (TOOLKIT / "games").iterdir() if (path / "__init__.py").is_file()]
    assert "dragonpath" in games
    wrong = []
    for path in FILES:
        own = path.relative_to(TOOLKIT).parts[:2]
        strings = _strings_in_code(parse(path))
        for game in games:
            if own != ("games", game) and any(game in text for text in strings):
                wrong.append(f"{path.relative_to(ROOT)} names {game}")
    assert wrong == []


def _strings_in_code(tree: ast.Module) -> list[str]:
    """Names and texts that the code uses; docstrings may give a game as an example."""
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = list(imported(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            found.append(node.value)
        elif isinstance(node, ast.Name):
            found.append(node.id)
    return found


def test_heavy_libraries_are_imported_where_they_are_used() -> None:
    wrong = []
    for path in FILES:
        tree = parse(path)
        top = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
        names = {name.split(".")[0] for node in top for name in imported(ast.Module([node], []))}
        wrong += [f"{path.relative_to(ROOT)} imports {name} at its top" for name in sorted(names & HEAVY)]
    assert wrong == []


def test_public_names_are_documented() -> None:
    wrong = []
    for path in FILES:
        tree = parse(path)
        if ast.get_docstring(tree) is None:
            wrong.append(f"{path.relative_to(ROOT)} has no docstring")
        for node in tree.body:
            if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name.startswith("_"):
                continue
            if ast.get_docstring(node) is None:
                wrong.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert wrong == []
