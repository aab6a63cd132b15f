"""One glossary: every word of it is a type that stands where the page says, and no module sees two types of one name."""

import ast
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

import ludex

SOURCE = Path(ludex.__file__).parent
PAGE = SOURCE.parents[1] / "docs" / "explanation" / "glossary.md"
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| `(\w+)` \| `([\w.]+)` \|$", PAGE.read_text("utf-8"), re.M)


@pytest.mark.parametrize(("word", "chinese", "name", "module"), ROWS, ids=[row[2] for row in ROWS])
def test_a_word_of_the_glossary_is_a_type_that_stands_there(word, chinese, name, module):
    found = getattr(import_module(module), name)
    assert found.__module__ == module
    assert re.search(r"[\u4e00-\u9fff]", chinese)


def test_no_two_words_of_the_glossary_are_the_same():
    for column in (1, 2):
        said = [row[column] for row in ROWS]
        assert len(said) == len(set(said))


def trees():
    """Every module of ours by its name, read."""
    return {
        ".".join(("ludex", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): ast.parse(
            path.read_text("utf-8")
        )
        for path in SOURCE.rglob("*.py")
    }


def defined(tree):
    """The public classes that a module defines."""
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")}


def in_sight(module, modules, classes):
    """Public classes by name, with the modules that define them: the module's own, and those of everything that it imports."""
    found = defaultdict(set)
    for name in classes[module]:
        found[name].add(module)
    for node in ast.walk(modules[module]):
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            for one in node.names:
                whole = f"{node.module}.{one.name}"
                for name in classes.get(whole, {one.name} & classes[node.module]):
                    found[name].add(whole if whole in modules else node.module)
    return found


EXTENDED = {"ludex.kit.events": {"Event"}}
"""The kit's own event is the core's, with a phrase: whoever writes a system sees the one alone."""

MOST = 0
"""None is left, and none comes back."""


def test_no_module_sees_two_types_of_one_name():
    modules = trees()
    classes = {module: defined(tree) for module, tree in modules.items()}
    twice = [
        f"{module}: {name} of {', '.join(sorted(homes))}"
        for module in sorted(modules)
        for name, homes in in_sight(module, modules, classes).items()
        if len(homes) > 1 and name not in EXTENDED.get(module, ())
    ]
    assert len(twice) <= MOST, twice
