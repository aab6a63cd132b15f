"""The size of the house: lines by room, functions and how short they are, modules, structs, names used twice. `python -m benchmarks.house`.

Counted from the source as it is, so that two commits can be compared; nothing here runs the program but `benchmarks.walk`, which counts the
functions of one attack.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "ludex"
SYSTEMS = ("boon", "fable", "fet", "mirror", "mist")
SHORT = 3
"""A function with a body of so many lines or fewer is a short one."""


def modules(folder: Path) -> list[Path]:
    """Every module below a folder."""
    return sorted(folder.rglob("*.py"))


def lines(folder: Path, pattern: str = "*.py") -> int:
    """Lines of all files of a kind below a folder."""
    return sum(path.read_text("utf-8").count("\n") for path in folder.rglob(pattern))


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module, methods included."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function behind its docstring."""
    first = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (function.end_lineno or 0) - first[0].lineno + 1 if first else 0


def main() -> None:
    """Print the figures."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in modules(SOURCE)}
    found = [function for tree in trees.values() for function in functions(tree)]
    short = sum(body(function) <= SHORT for function in found)
    classes = Counter(node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    own = sum(lines(SOURCE / "systems" / name) for name in SYSTEMS)
    print(f"{'Python':34}{lines(SOURCE):>9}   of it the five systems {own}")
    print(
        f"{'words (TOML)':34}{sum(lines(folder, '*.toml') for folder in SOURCE.rglob('words') if folder.is_dir()):>9}"
    )
    print(f"{'functions':34}{len(found):>9}   with bodies of {SHORT} lines or fewer {short / len(found):.0%}")
    print(f"{'classes':34}{sum(classes.values()):>9}   names used twice or more {sum(n > 1 for n in classes.values())}")
    print(f"{'modules':34}{len(trees):>9}")
    for name in SYSTEMS:
        folder = SOURCE / "systems" / name
        print(f"  {name:32}{lines(folder):>9}   modules {len(modules(folder))}")
    for room in ("core", "kit", "store", "table", "lab", "desk", "text", "testing", "fronts"):
        print(f"  {room:32}{lines(SOURCE / room):>9}   modules {len(modules(SOURCE / room))}")


if __name__ == "__main__":
    sys.exit(main())
