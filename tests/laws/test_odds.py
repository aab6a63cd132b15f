"""Odds worked out with lifted numbers are those of running every value by itself, for the real procedures of every system.

What is asked for is random but lawful: an input of a conformance vector with some of its numbers changed (the sheets and states
in it too), answered by a random policy. And rules keep to what a number that stands for all its values can do.
"""

import ast
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

import ludex.systems
from ludex.core.errors import RuleError
from ludex.core.hints import undecided
from ludex.core.odds import OddsTooLarge, fallbacks, odds, plain_odds
from ludex.core.principals import HOST
from ludex.core.weighing import Over
from ludex.lab.preview import ahead
from ludex.store.sqlite import SqliteStore
from ludex.table.house import House
from ludex.table.registry import systems
from ludex.testing.conformance import check, load, plain
from ludex.text.chat import Chat

VECTORS = Path(__file__).parent.parent / "conformance"
SYSTEMS = sorted(system for system in systems() if (VECTORS / system).exists())
PATHS = 250
SHOWN = ("why", "rounds")
"""What is there for show alone: odds do not tell results apart by it."""


@cache
def rolling(system):
    """The vectors of a system that roll something in one step."""
    found = [v for v in load(VECTORS / system) if v.get("dice") or "expect_odds" in v]
    return [v for v in found if v["procedure"] in systems()[system].procedures]


# ---------------------------------------------------------------------- lifted and plain agree
def spelled(value):
    if undecided(value):
        return value
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value


def outputs(procedure):
    return lambda result, _: tuple(spelled(getattr(result, name, None)) for name in procedure.odds)


def everything(result, _state):
    return repr({name: value for name, value in plain(result).items() if name not in SHOWN})


def aftermath(_result, state):
    return repr(state)


def nudged(draw, value):
    """Plain data with some of its numbers a little larger or smaller."""
    if isinstance(value, dict):
        return {key: nudged(draw, inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [nudged(draw, inner) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return value + draw(st.sampled_from([0, 0, 0, 0, 0, 0, 1, -1, 3]))
    return value


def arbitrary(number):
    """A policy that answers each question its own way."""

    def decide(ask, _state):
        closed = [option.answer for option in ask.options if not option.open]
        if not closed:
            raise RuleError("no_policy", question=ask.what.key)
        return closed[(number * len(ask.what.key)) % len(closed)]

    return lambda: decide


def found_by(way, query, **asked):
    try:
        return way(*query, **asked)
    except RuleError as refusal:
        return str(refusal)


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=45, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_lifted_odds_are_the_plain_ones(system, data):
    game = systems()[system]
    vector = data.draw(st.sampled_from(rolling(system)))
    procedure = game.procedures[vector["procedure"]]
    try:
        state, asked = game.read(procedure.name, None, nudged(data.draw, vector.get("given", {})))
    except RuleError:
        assume(False)
    query = (lambda: procedure.run(state, asked)), state, game.fold
    read = data.draw(st.sampled_from([*[outputs(procedure)] * 3 * bool(procedure.odds), everything, aftermath]))
    policy = arbitrary(data.draw(st.integers(0, 5)))
    try:
        wanted = found_by(plain_odds, query, read=read, policy=policy, budget=PATHS)
    except Over:
        assume(False)
    found = found_by(odds, query, read=read, policy=policy, budget=PATHS)
    if isinstance(wanted, str) or isinstance(found, str):
        assert found == wanted
    elif wanted.exact:
        assert found.chances == wanted.chances
        assert found.exact
    else:
        assert all(abs(found.chances[key] - chance) <= wanted.error for key, chance in wanted.chances.items())


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_vector_with_odds_has_to_be_run_value_by_value(system):
    before = fallbacks.copy()
    for vector in load(VECTORS / system):
        if "expect_odds" in vector:
            assert check(systems()[system], vector) == ""
    assert fallbacks - before == {}


@pytest.mark.parametrize(
    ("system", "line", "most"),
    [
        ("boon", ".攻击 @安 兽人1 长剑", 10),
        ("mirror", ".行动 @安 挥砍 山贼1 部位=臂 属性=力量", 20),
        ("fable", ".攻击 @苏砚 灰狼1 青铜剑", 8),
        ("mist", ".行动 @林默 +记者证 +夜班编辑 应对=手电照脸 亮出证件", 6),
    ],
)
async def test_the_odds_of_a_usual_deed_take_few_runs(system, line, most, tmp_path):
    house = House(SqliteStore(tmp_path / "ludex.db"))
    table, _ = await house.demo(system)
    chat = Chat(table, HOST)
    command, found = chat.find(chat.inner(line))
    previews = ahead(table, chat.desk.foresee(chat.filled(command, found.rest)), chat.seat.viewer())
    await house.close()
    assert previews[0].odds.exact
    assert previews[0].odds.paths <= most


def test_what_is_too_large_is_refused_alike():
    game = systems()["fable"]
    side = {"sizes": [12, 12], "fp": 3, "traits": ["x"]}
    state, asked = game.read("group_check", None, {"leader": side, "supporters": [side] * 12, "dl": 16})
    query = (lambda: game.procedures["group_check"].run(state, asked)), state, game.fold
    with pytest.raises(OddsTooLarge):
        odds(*query, read=lambda result, _: result.supports, policy=arbitrary(1), budget=20)


# ---------------------------------------------------------------------- what rules may not do with a number
HOUSE = Path(ludex.systems.__file__).parent
APART = {"views", "commands", "arrange.py", "demo.py"}
"""What never runs under odds."""

UNROLLED = {"str", "tuple[str, ...]"}
"""What a cache of functools may be asked for: nothing in it can have been rolled."""


def under_odds():
    for path in sorted(HOUSE.rglob("*.py")):
        if not APART & set(path.relative_to(HOUSE).parts):
            yield path.relative_to(HOUSE).as_posix(), ast.parse(path.read_text("utf-8"))


def cached(function):
    names = {
        n.id if isinstance(n, ast.Name) else n.attr
        for d in function.decorator_list
        for n in ast.walk(d)
        if isinstance(n, ast.Name | ast.Attribute)
    }
    return bool(names & {"lru_cache", "cache"})


def may_be_rolled(function):
    arguments = function.args
    written = [ast.unparse(a.annotation) if a.annotation else "?" for a in (*arguments.args, *arguments.kwonlyargs)]
    return any(kind not in UNROLLED and not kind.startswith(("type[", "Same[")) for kind in written)


def by_type(node):
    """`type(x) is int`: a rolled number says what it is to `isinstance` alone."""
    sides = [node.left, *node.comparators]
    asks = any(isinstance(s, ast.Call) and isinstance(s.func, ast.Name) and s.func.id == "type" for s in sides)
    return asks and any(isinstance(s, ast.Name) and s.id in ("int", "bool", "float", "Fraction") for s in sides)


def by_identity(node):
    """`x is True`: a truth that was rolled is equal to it and not the same."""
    one_of_them = any(isinstance(s, ast.Constant) and isinstance(s.value, bool) for s in (node.left, *node.comparators))
    return one_of_them and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)


def offences(tree):
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Compare) and by_identity(node):
            yield line, "compares with `is True`: a rolled truth is equal to True but not the same"
        if isinstance(node, ast.Compare) and by_type(node):
            yield line, "asks `type(x) is int`: a rolled number answers `isinstance` alone"
        if isinstance(node, ast.ExceptHandler) and node.type and "TypeError" in ast.unparse(node.type):
            yield line, "catches TypeError, by which a number that is not decided says that it cannot be hashed"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and cached(node) and may_be_rolled(node):
            yield line, f"{node.name} keeps what may have been rolled: use ludex.core.hints.remembered"


def test_rules_do_nothing_with_a_number_that_only_a_decided_one_can():
    found = [f"{name}:{line} {problem}" for name, tree in under_odds() for line, problem in offences(tree)]
    assert found == []


@pytest.mark.parametrize(
    "wrong",
    [
        "a is True",
        "b if a is not False else c",
        "type(a) is int",
        "type(a) == float",
        "try:\n    a\nexcept (KeyError, TypeError):\n    b",
        "@lru_cache(maxsize=8)\ndef f(a: int): ...",
        "@functools.cache\ndef f(a: str, *, b: Character): ...",
    ],
)
def test_the_law_sees_what_it_forbids(wrong):
    assert len(list(offences(ast.parse(wrong)))) == 1


@pytest.mark.parametrize(
    "right", ["a is None", "type(a) is Struck", "@lru_cache\ndef f(a: type[T], b: str): ...", "@cache\ndef f(): ..."]
)
def test_the_law_lets_the_rest_pass(right):
    assert list(offences(ast.parse(right))) == []
