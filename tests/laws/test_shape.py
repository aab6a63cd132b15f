"""One house: the five systems have the same rooms with the same names, and each module knows its place."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import ludex.systems
from tests.ours import NAMES

HOUSE = Path(ludex.systems.__file__).parent
OURS = NAMES
ROOMS = {
    "__init__.py",
    "arrange.py",
    "commands",
    "content",
    "data",
    "demo.py",
    "effects",
    "events",
    "may.py",
    "options.py",
    "policy",
    "redact",
    "rules",
    "sheet",
    "state",
    "terms.py",
    "views",
    "words",
}
"""The same in all: what grows with a rulebook is a folder, the rest is one module."""

DECLARED_ONCE = {"boon", "fable", "fet", "mirror", "mist"}
"""Systems whose deeds stand beside their rules: kinds of fields are a room of their own, and the list of deeds is one module."""


VIEWS = {"look", "tell", "cards", "deeds"}
SIGNATURES = {
    "arrange.SHEETS": None,
    "arrange.STOCK": None,
    "arrange.arrange": ("state", "given"),
    "demo.demo": (),
    "policy.decide": ("state", "ask"),
    "views.cards.CARDS": None,
    "views.deeds.deeds": ("state", "viewer"),
    "views.look.look": ("state", "viewer"),
    "views.tell.tell": ("told", "viewer"),
    "content.KINDS": None,
    "content.shipped": (),
    "may.may": ("state", "actor", "deed"),
    "redact.assumed": ("state", "viewer"),
    "redact.redact": ("state", "viewer"),
    "state.actors": ("state",),
    "state.scope": ("state",),
    "commands.COMMANDS": None,
    "options.Options": None,
    "state.State": None,
}
WHERE_THERE = {
    "policy": ("decide", "due", "beside", "taken", "plays"),
    "policy.orders": ("order", "ordered"),
    "redact": ("redact", "assumed", "knows", "unheld"),
    "state": ("actors", "groups", "scope"),
    "commands": ("secretly", "called", "together", "weighs", "trace", "far"),
}
"""What only some systems have stands in the same room in those that have it."""
LONGEST = 700
VAGUE = {
    "apart.py",
    "beside.py",
    "canon.py",
    "cast.py",
    "common.py",
    "elsewhere.py",
    "everywhere.py",
    "eyes.py",
    "foresight.py",
    "habits.py",
    "held.py",
    "helpers.py",
    "latin.py",
    "misc.py",
    "numerals.py",
    "peek.py",
    "rewording.py",
    "rising.py",
    "shelf.py",
    "utils.py",
    "ways.py",
    "whose.py",
}
"""Names that do not say what they are."""


def names_in(folder):
    return {item.name for item in folder.iterdir() if item.name != "__pycache__"}


@pytest.mark.parametrize("system", OURS)
def test_a_system_has_these_rooms_and_no_others(system):
    once = {"commands.py", "kinds"} if system in DECLARED_ONCE else {"commands"}
    assert names_in(HOUSE / system) == (ROOMS - {"commands"}) | once


@pytest.mark.parametrize("system", OURS)
def test_views_are_look_tell_cards_and_deeds(system):
    assert {name.removesuffix(".py") for name in names_in(HOUSE / system / "views")} == {"__init__", *VIEWS}


@pytest.mark.parametrize("place", sorted(SIGNATURES))
@pytest.mark.parametrize("system", OURS)
def test_the_same_thing_has_the_same_name_and_takes_the_same(system, place):
    module, _, name = place.rpartition(".")
    found = getattr(import_module(f"ludex.systems.{system}.{module}"), name)
    if SIGNATURES[place] is not None:
        assert tuple(inspect.signature(found).parameters) == SIGNATURES[place]


@pytest.mark.parametrize(("room", "name"), [(room, name) for room, names in WHERE_THERE.items() for name in names])
@pytest.mark.parametrize("system", OURS)
def test_what_a_manifest_binds_comes_from_the_same_room(system, room, name):
    bound = getattr(import_module(f"ludex.systems.{system}").SYSTEM, name)
    home = f"ludex.systems.{system}.{room}"
    if room == "commands":
        beside = f"ludex.systems.{system}.rules." if system in DECLARED_ONCE else f"{home}."
        assert bound is None or bound.__module__.startswith(beside)
    else:
        assert bound is None or getattr(import_module(home), name) is bound


HOMES = {
    "WORLD": "rules.windows",
    "WORDS": "effects",
    "borne": "effects",
    "tally": "views.cards",
    "WEIGHS": "views.cards",
    "STEPS": "rules.creation",
}
"""How effects act, their vocabulary, what bears upon somebody, what an evening came to and what weighs most in its story, the questions of creation: where each belongs."""


def has(system, room, name):
    try:
        return hasattr(import_module(f"ludex.systems.{system}.{room}"), name)
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("name", HOMES)
@pytest.mark.parametrize("system", OURS)
def test_one_concept_has_one_room(system, name):
    assert has(system, HOMES[name], name)


REFUSES = ("refuse_", "need_", "require_", "ensure_", "forbid_", "deny_", "reject_", "must_")


@pytest.mark.parametrize("system", OURS)
def test_what_refuses_is_called_a_check(system):
    for path in (HOUSE / system).rglob("*.py"):
        defined = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.FunctionDef)]
        assert [n.name for n in defined if n.name.lstrip("_").startswith(REFUSES)] == [], path.name


OLD_WORDS = re.compile(
    r"\b(whoever|whomever|nought|naught|hitherto|whence|thence|thereof|wherein|lest|amongst|whilst)\b", re.I
)
MOST_OLD_WORDS = {"systems": 0, "": 0}
"""So many old-fashioned words stand in the systems, and so many elsewhere. Lower a number when it has fallen; never raise one."""


@pytest.mark.parametrize("part", MOST_OLD_WORDS)
def test_docstrings_are_in_plain_english(part):
    files = [path for path in HOUSE.parent.rglob("*.py") if path.is_relative_to(HOUSE) == bool(part)]
    found = [f"{path.name}: {word}" for path in files for word in OLD_WORDS.findall(path.read_text("utf-8"))]
    assert len(found) <= MOST_OLD_WORDS[part], found


@pytest.mark.parametrize("system", OURS)
def test_a_manifest_holds_nothing_else(system):
    tree = ast.parse((HOUSE / system / "__init__.py").read_text("utf-8"))
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    assert [name for name in defined if name != "_start"] == []


@pytest.mark.parametrize(
    "path", sorted(HOUSE.parent.rglob("*.py")), ids=lambda path: str(path.relative_to(HOUSE.parent))
)
def test_a_module_says_what_it_holds_and_is_short(path):
    text = path.read_text("utf-8")
    assert ast.get_docstring(ast.parse(text)), "no docstring"
    assert len(text.splitlines()) <= LONGEST
    assert path.name not in VAGUE


ABSENT = 20
"""So many fields of a struct may have no meaning in a run; the widest that is one thing is the report of a blow."""


@pytest.mark.parametrize("system", OURS)
def test_what_differs_by_its_kind_is_a_struct_for_each_kind(system):
    wide = {
        f"{path.relative_to(HOUSE)}:{struct.name}": absent
        for path in (HOUSE / system).rglob("*.py")
        for struct in ast.walk(ast.parse(path.read_text()))
        if isinstance(struct, ast.ClassDef) and (absent := _absent(struct)) > ABSENT
    }
    assert wide == {}


def _absent(struct):
    """How many fields of a class may be None."""
    fields = (one for one in struct.body if isinstance(one, ast.AnnAssign))
    return sum("None" in ast.unparse(one.annotation) for one in fields)
