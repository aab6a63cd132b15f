"""The conformance runner: vectors in TOML against the procedures, state and fold that the table plays with.

A vector names a procedure, what is given, the faces and answers in order, and what must come out. Scripts run several
on one state. Everything is strict: a die or an answer too many or too few fails the vector. A file may also be a table
(`ludex.testing.tables`): each of its rows is a vector.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ludex.core.driving import ScriptError, script
from ludex.core.errors import RuleError
from ludex.core.odds import in_order, odds
from ludex.core.plain import Plain, Written, list_in, one_or_several, table_in
from ludex.core.system import System
from ludex.table.overtime import TookTooLong
from ludex.table.shelter import in_time
from ludex.testing.crashes import crash
from ludex.testing.games import LawBroken
from ludex.testing.tables import vectors_of

TOLERANCE = 1e-6
"""How far a number that is no integer may be off."""


class Failure(msgspec.Struct, frozen=True):
    """A vector that did not hold: what differed."""

    id: str
    why: str


class Report(msgspec.Struct, frozen=True):
    """How a system's vectors went."""

    system: str
    passed: int
    failed: tuple[Failure, ...]


class Vector(msgspec.Struct, frozen=True):
    """A vector, or a step of a script: what is done, with what, and what must come of it. Nothing else may stand in one."""

    procedure: str
    id: str = "?"
    clause: str | list[str] = []
    why: str = ""
    source: str | list[str] = ""
    given: dict[str, Written] = {}
    dice: list[int] = []
    choices: list[str] = []
    step: "list[Vector]" = []
    expect: dict[str, Written] = {}
    expect_state: dict[str, Written] | None = None
    expect_error: str = ""
    odds_of: str = ""
    expect_odds: dict[str, str | int] | None = None


KEYS = frozenset(Vector.__struct_fields__)
"""What may stand in a vector; a word of another spelling would prove nothing."""


class _Differs(Exception):
    """Something did not come out as expected."""


class _Shared(msgspec.Struct, frozen=True):
    """What a script carries from step to step: the system's state, and outputs kept as plain data."""

    state: msgspec.Struct | None
    kept: dict[str, Written]


def files(*paths: Path) -> list[Path]:
    """The TOML files among these and, recursively, in these folders."""
    found = (sorted(path.rglob("*.toml")) if path.is_dir() else [path] for path in paths)
    return [file for group in found for file in group]


def load(*paths: Path) -> list[dict[str, Written]]:
    """The vectors of these files and folders."""
    return [vector for file in files(*paths) for vector in _read(file)]


def _read(file: Path) -> Iterable[dict[str, Written]]:
    try:
        held = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LawBroken(f"{file.parent.name}/{file.name}: {error}") from None
    return vectors_of(held) if "rows" in held else held.get("vector", ())


def run(system: System, vectors: Sequence[Plain]) -> Report:
    """Run these vectors, each on a state of its own."""
    failed = list[Failure]()
    for vector in vectors:
        if why := check(system, vector):
            failed.append(Failure(str(vector.get("id", "?")), why))
        if why and TookTooLong.__name__ in why:
            break  # another one would take as long
    return Report(system.id, len(vectors) - len(failed), tuple(failed))


def check(system: System, vector: Plain) -> str:
    """What is wrong with one vector; empty if it holds."""
    try:
        asked = _vector(vector)
        if asked.procedure == "script":
            _script(system, asked)
        else:
            _step(system, asked, _Shared(None, {}), None)
    except _Differs as difference:
        return str(difference)
    except Exception as error:  # noqa: BLE001  # a rule that crashes fails its own vector and no other
        return crash(error, system.package)
    return ""


def _vector(plain: Plain) -> Vector:
    """A vector as its file says it; one that says something unknown is refused."""
    unknown = sorted({key for holder in _holders(plain) for key in holder} - KEYS)
    if unknown:
        raise _Differs(f"there is no key {', '.join(unknown)} in a vector (there are {', '.join(sorted(KEYS))})")
    try:
        return msgspec.convert(plain, Vector)
    except msgspec.ValidationError as error:
        raise _Differs(f"this is no vector: {error}") from None


def _holders(vector: Plain) -> Iterator[Plain]:
    """A vector and its steps."""
    yield vector
    yield from map(table_in, list_in(vector.get("step")))


def _script(system: System, vector: Vector) -> None:
    options = vector.given.get("options", {})
    shared = _begin(system, dict(vector.given))
    for number, step in enumerate(vector.step, 1):
        try:
            shared = _step(system, step, shared, options)
        except _Differs as difference:
            raise _Differs(f"step {number} ({step.procedure}): {difference}") from None


def _begin(system: System, start: dict[str, Written]) -> _Shared:
    """A script's starting state: kept as plain data where the system keeps outputs, else laid out once."""
    if system.keeps:
        return _Shared(None, start)
    try:
        return _Shared(system.lay(None, start)[0], {})
    except RuleError as error:
        raise _Differs(f"the starting state was refused: {error}") from None


def _laid_over(options: Written, own: Written) -> Written:
    """A script's options with those of a step over them; what are no options is the system's to refuse."""
    if not isinstance(options, Mapping) or not isinstance(own, Mapping):
        return own or options
    return {**options, **own}


def _step(system: System, vector: Vector, shared: _Shared, options: Written) -> _Shared:
    """Run one vector on what is shared so far; what it leaves behind. A script's `options` hold for every step."""
    if vector.procedure not in system.procedures:
        raise _Differs(f"no procedure {vector.procedure!r}")
    given = {**shared.kept, **vector.given}
    if laid := _laid_over(options, vector.given.get("options", {})):
        given["options"] = laid
    if vector.expect_odds is not None:
        _odds(system, vector, shared, given)
        return shared
    try:
        result, state = _perform(system, shared.state, given, vector)
    except RuleError as error:
        if error.code != vector.expect_error:
            raise _Differs(f"refused: {error}") from None
        _check_nothing_spare(system, shared.state, given, vector)
        return shared
    except ScriptError as error:
        raise _Differs(str(error)) from None
    if vector.expect_error:
        raise _Differs(f"expected the error {vector.expect_error}, got {shorten(result)}")
    compare(vector.expect, result)
    if vector.expect_state is not None:
        compare(vector.expect_state, plain(state), "state")
    return _Shared(state, {**shared.kept, **{key: value for key, value in result.items() if key in system.keeps}})


def _perform(
    system: System, state: msgspec.Struct | None, given: Plain, vector: Vector
) -> tuple[dict[str, Written], msgspec.Struct]:
    """Lay out the state, run the procedure on the given dice and answers, and take its result apart."""
    procedure = system.procedures[vector.procedure]
    arranged, asked = system.read(procedure.name, state, given)
    drive = partial(script, lambda: procedure.run(arranged, asked), arranged, system.fold)
    done = in_time(system, drive, dice=vector.dice, choices=vector.choices)
    return plain(done.result), done.state


def _check_nothing_spare(system: System, state: msgspec.Struct | None, given: Plain, vector: Vector) -> None:
    """A refusal, too, needs its last die and its last answer: without them the rule must want them."""
    shorter = (
        (vector.dice[-1:], replace(vector, dice=vector.dice[:-1])),
        (vector.choices[-1:], replace(vector, choices=vector.choices[:-1])),
    )
    for last, without in shorter:
        if not last:
            continue
        try:
            _perform(system, state, given, without)
        except ScriptError:
            continue
        except RuleError as error:
            if error.code != vector.expect_error:
                continue
        raise _Differs(f"left over at the refusal: {last[0]!r}")


UNTOLD = "None"
"""What an output without meaning in a run is called."""


def _odds(system: System, vector: Vector, shared: _Shared, given: Plain) -> None:
    procedure, expected = system.procedures[vector.procedure], vector.expect_odds or {}
    try:
        arranged, asked = system.read(procedure.name, shared.state, given)
        ask = partial(
            odds,
            lambda: procedure.run(arranged, asked),
            arranged,
            system.fold,
            read=lambda result, _: _shown(_output(result, vector.odds_of)),
            policy=in_order(vector.choices),
            budget=2_000_000,
        )
        found = in_time(system, ask)
        if UNTOLD in found.chances and UNTOLD not in expected:  # a single die of a pool is asked for
            found = in_time(system, ask, faces=True)
    except (RuleError, ScriptError) as error:
        raise _Differs(f"refused: {error}") from None
    for outcome, chance in expected.items():
        got = found.chances.get(outcome, Fraction(0))
        if got != Fraction(chance):
            raise _Differs(f"odds of {vector.odds_of}={outcome}: expected {chance}, got {got}")


def _shown(value: Written) -> str:
    """An outcome as vectors write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _output(result: object, name: str) -> Written:
    """One output of a result as plain data; None if it has no meaning in this run. The others are not looked at."""
    if not isinstance(result, msgspec.Struct):
        return plain(result).get(name)
    fields = zip(result.__struct_encode_fields__, result.__struct_fields__, strict=True)
    own = next((field for written, field in fields if written == name), None)
    return None if own is None else _without_none(msgspec.to_builtins(getattr(result, own), enc_hook=_number))


def plain(result: object) -> dict[str, Written]:
    """A result as plain data. Fields that are None (without meaning in this run) are left out."""
    built = _without_none(msgspec.to_builtins(result, enc_hook=_number))
    return built if isinstance(built, dict) else {"value": built}


def _number(value: object) -> Written:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, int):  # a rolled number under odds
        return bool(value) if isinstance(value, bool) else int(value)
    raise TypeError(f"{type(value).__name__} has no plain form")


def _without_none(value: Written) -> Written:
    if isinstance(value, dict):
        return {k: _without_none(v) for k, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [_without_none(v) for v in value]
    return value


def compare(expected: Written, got: Written, path: str = "") -> None:
    """Raise at the first place where `got` does not hold what is expected (tables are subsets, lists are complete)."""
    if isinstance(expected, Mapping):
        _compare_tables(expected, got, path)
    elif isinstance(expected, list):
        if not isinstance(got, list) or len(got) != len(expected):
            raise _Differs(f"{path or 'result'}: expected {shorten(expected)}, got {shorten(got)}")
        for place, (wanted, found) in enumerate(zip(expected, got, strict=True)):
            compare(wanted, found, f"{path}[{place}]")
    elif not _same(expected, got):
        raise _Differs(f"{path}: expected {expected!r}, got {shorten(got)}")


def _compare_tables(expected: Plain, got: Written, path: str) -> None:
    if not isinstance(got, Mapping):
        raise _Differs(f"{path or 'result'}: expected a table, got {shorten(got)}")
    for key, wanted in expected.items():
        if key not in got:
            raise _Differs(f"{path}.{key} is missing (there are {', '.join(sorted(map(str, got)))})".lstrip("."))
        compare(wanted, got[key], f"{path}.{key}".lstrip("."))


def _same(expected: Written, got: Written) -> bool:
    if isinstance(expected, bool) or isinstance(got, bool) or isinstance(expected, str):
        return type(expected) is type(got) and bool(expected == got)
    if isinstance(expected, float) and isinstance(got, int | float):
        return abs(expected - got) <= TOLERANCE
    return bool(expected == got)


def shorten(value: Written, width: int = 300) -> str:
    """A value for a failure line, cut to a readable length."""
    text = repr(value)
    return text if len(text) <= width else text[: width - 1] + "…"


def clauses_proven(vectors: Sequence[Plain]) -> Iterator[str]:
    """Every clause that some vector (or step) names."""
    for vector in vectors:
        for holder in _holders(vector):
            yield from map(str, one_or_several(holder.get("clause")))
