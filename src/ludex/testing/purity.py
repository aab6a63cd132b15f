"""What no rule does by itself: chance, time, files and talk come from outside. Found by reading the source of a system.

A rule that helps itself to them works for an evening. Then it is undone, replayed or foreseen, and comes out otherwise.
"""

import ast
from collections.abc import Iterator

from ludex.core.system import System
from ludex.testing.coverage import sources
from ludex.testing.games import demand

INSTEAD = {
    "random": "dice are asked for with roll",
    "secrets": "dice are asked for with roll",
    "uuid": "a newcomer's id is made of her name",
    "time": "a rule knows no clock; count rounds in the state",
    "datetime": "a rule knows no clock; count rounds in the state",
    "asyncio": "a rule awaits nothing but what it asks",
    "threading": "a rule does one thing at a time",
    "subprocess": "a rule starts nothing",
    "socket": "a rule reaches nobody outside",
    "requests": "a rule reaches nobody outside",
    "httpx": "a rule reaches nobody outside",
    "urllib": "a rule reaches nobody outside",
    "print": "what comes out is returned, and told by tell",
    "input": "people are asked with choose",
    "open": "things lie in data/ and are read by shelf",
}
"""What is not used, and what is done instead."""

ORDERED = ("list", "tuple", "enumerate", "next", "iter")
"""What makes an order out of what has none."""


def check_purity(system: System) -> str:
    """Demand that nothing in a system's source decides, knows or tells by itself."""
    top = system.package.rpartition(".")[2]
    for name, text in sources(system.package):
        where = name if name == f"{system.package}.py" else f"{top}/{name}"
        found = [f"{where}:{line}: {what}" for line, what in sorted(slips(ast.parse(text)))]
        demand(not found, "\n  ".join(found))
    return ""


def slips(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Everything in a module that a rule does not do: its line, and what is done instead."""
    for node in ast.walk(tree):
        for name in _used(node):
            yield getattr(node, "lineno", 0), f"{name} is not for rules: {INSTEAD[name]}"
        if any(_is_set(one) for one in _walked(node)):
            yield getattr(node, "lineno", 0), "a set has no order, and comes out otherwise the next time: use sorted(…)"


def _used(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            named = [one.name.partition(".")[0] for one in names]
        case ast.ImportFrom(module=str() as module, level=0):
            named = [module.partition(".")[0]]
        case ast.Call(func=ast.Name(id=name)):
            named = [name]
        case _:
            named = []
    return [name for name in named if name in INSTEAD]


def _walked(node: ast.AST) -> list[ast.expr]:
    """What is gone through one by one, so that its order matters."""
    match node:
        case ast.For(iter=one):
            return [one]
        case ast.ListComp(generators=parts) | ast.DictComp(generators=parts):
            return [part.iter for part in parts]
        case ast.Call(func=ast.Name(id=name), args=[one, *_]) if name in ORDERED:
            return [one]
    return []


def _is_set(one: ast.expr) -> bool:
    made = isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in ("set", "frozenset")
    return made or isinstance(one, ast.Set | ast.SetComp)
