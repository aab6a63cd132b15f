"""What a rule asks and does not await never happens: found in its source when the system is loaded."""

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator

ASKS = frozenset(
    {"roll", "choose", "choose_all", "choose_first", "happen", "part", "again", "draw", "peek", "pick", "spread"}
)
"""What the kit offers to be awaited."""


def check_awaited(modules: Iterable[str]) -> None:
    """Refuse a module in which something is asked and left, with its line."""
    for name in dict.fromkeys(modules):
        try:
            source = inspect.getsource(sys.modules[name])
        except (KeyError, OSError, TypeError):  # not written in a file
            continue
        for line, called in _left(ast.parse(source)):
            raise TypeError(
                f"{name}, line {line}: {called}(…) is not awaited, so it never happens: write await before it"
            )


def _left(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Calls of what is to be awaited that stand alone, or whose answer is taken at once, without `await`."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        found = node.value if isinstance(node, ast.Expr | ast.Attribute) else None
        if isinstance(found, ast.Call) and (called := _name(found, own)):
            yield found.lineno, called


def _name(call: ast.Call, own: set[str]) -> str:
    match call.func:
        case ast.Attribute(value=ast.Name(id="kit"), attr=attr) if attr in ASKS:
            return f"kit.{attr}"
        case ast.Name(id=name) if name in own:
            return name
    return ""
