"""A broken system harms nobody else: whatever its code raises that is no refusal becomes `SystemFailed`, which says where.

Every call into a system goes through here, because the registry gives out no other (`sheltered`). This is the one place that
catches everything: what foreign code may raise cannot be listed.
"""

import signal
import traceback
from collections.abc import Awaitable, Callable, Mapping
from functools import partial, wraps
from inspect import isfunction, isroutine, unwrap
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from ludex.core.asks import CalledOff
from ludex.core.deeds import Command, Do, Field, Offer
from ludex.core.driving import ScriptError
from ludex.core.errors import Diverged, RuleError, SystemFailed
from ludex.core.names import harmless
from ludex.core.rule import Procedure
from ludex.core.system import Belief, Demo, System
from ludex.core.view import Card, View
from ludex.table import overtime

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound=Struct | None)

PASSED = (RuleError, SystemFailed, Diverged, ScriptError, CalledOff)
"""What is no fault of a system's code. Everything else that it raises is: to end the process, or what is asked for, is not its business."""

GIVES: Mapping[str, type] = {
    "start": object,
    "fold": object,
    "arrange": tuple,
    "actors": dict,
    "look": View,
    "tell": Card,
    "decide": object,
    "supposes": object,
    "demo": Demo,
    "knows": tuple,
    "believes": Belief,
    "dealt": object,
    "deeds": tuple,
    "redact": object,
    "assumed": Mapping,
    "groups": Mapping,
    "may": object,
    "called": object,
    "together": object,
    "secretly": object,
    "weighs": object,
    "beside": tuple,
    "taken": object,
    "due": object,
    "scope": str,
    "lent": tuple,
    "unheld": bool,
    "plays": bool,
    "silent": bool,
    "order": object,
    "ordered": object,
    "trace": object,
    "far": object,
    "grounds": object,
    "turn": str,
    "approach": object,
    "learned": object,
}
"""The functions of a manifest, and what each must give."""

RESTS = 5.0
"""Seconds for which what did not come to its end is left alone."""

OURS = "ludex.systems."
"""Where the packages lie that come with Ludex."""

HOLDS: Mapping[str, type] = {"actors": str, "knows": str, "lent": str, "deeds": Offer, "beside": Do}
"""What must stand in a tuple or mapping that one of them gives."""

PLAIN: Mapping[str, type] = {"prefix": str, "package": str, "hue": str, "prefixes": str, "die": str, "version": int}
"""What the plain fields of a manifest are."""


def sheltered(system: System) -> System:
    """The same system, whose failures say so."""
    _check_plain(system)
    functions = {
        name: _guarded(system, getattr(system, name), kind, HOLDS.get(name, object), name)
        for name, kind in GIVES.items()
    }
    return replace(
        system,
        **{name: function for name, function in functions.items() if function is not None},
        sheets=_all_guarded(system, system.sheets),
        sessions=_all_guarded(system, system.sessions),
        stock=_all_guarded(system, system.stock),
        cards={name: _guarded(system, card, Card) for name, card in system.cards.items()},
        upcast={version: _guarded(system, step) for version, step in system.upcast.items()},
        procedures={name: _procedure(system, one) for name, one in system.procedures.items()},
        commands=tuple(_command(system, one) for one in system.commands),
    )


def _check_plain(system: System) -> None:
    """Plain fields and words of a manifest are what they should be: everything that is drawn is made of them."""
    for name, kind in PLAIN.items():
        if not isinstance(getattr(system, name), kind):
            raise TypeError(f"{name} is {getattr(system, name)!r}, not {kind.__name__}")
    for name, pair in system.words.items():
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not _all_are(str, pair):
            raise TypeError(f"words: {name} is {pair!r}, not a word in both languages")


class Answering:
    """Whatever fails in here is this system's fault, but for what is `passed` on."""

    def __init__(self, system: System, *passed: type[BaseException]) -> None:
        self._system, self._passed = system, passed

    def __enter__(self) -> None:
        """Nothing has failed yet."""

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if isinstance(error, SystemFailed):
            error.where = _nearer(error, self._system)
        elif error is not None and not isinstance(error, PASSED + self._passed) and not _is_ctrl_c(error):
            raise _failed(self._system, error) from error


def _is_ctrl_c(error: BaseException) -> bool:
    """Whether somebody at a terminal wants to end the program; a server listens to signals in another way."""
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _nearer(error: SystemFailed, system: System) -> str:
    """Where a rule made happen what failed, if nothing better is known than its package."""
    return _line_in(error, system.package) or error.where if error.where == system.package else error.where


def is_foreign(system: System) -> bool:
    """Whether its code does not come with Ludex."""
    return not system.package.startswith(OURS)


def in_time(system: System, drive: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Drive a rule; one that never comes to its end is this system's fault."""
    watched = overtime.begin(foreign=is_foreign(system))
    try:
        return drive(*given, **named)
    except overtime.TookTooLong as error:
        raise _failed(system, error) from error
    finally:
        overtime.end(watched)


def _failed(system: System, error: BaseException) -> SystemFailed:
    return failure("system_failed", system.id, error, package=system.package)


def failure(code: str, system: str, error: BaseException, *, package: str) -> SystemFailed:
    """What an error comes to: where in a package it was raised, and what it says."""
    if isinstance(error, overtime.TookTooLong):
        overtime.renew()
    where, problem = blame(error, package)
    structlog.get_logger().warning(code, system=system, where=where, problem=problem)
    return SystemFailed(code, system, where, problem)


def blame(error: BaseException, package: str) -> tuple[str, str]:
    """The innermost line of a package that led to an error (`heden/rules.py:12`), and the error in one line."""
    top = package.partition(".")[0]
    if isinstance(error, SystemFailed):
        return error.where, error.problem
    told = harmless(f"{type(error).__name__}: {_text(error)}".partition("\n")[0])
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_shown(error.filename, top)}:{error.lineno}", f"{type(error).__name__}: {error.msg}"
    return _line_in(error, package) or package, told


def _text(error: BaseException) -> str:
    """What an error says; nothing where it fails to say it."""
    try:
        return str(error)
    except BaseException:  # noqa: BLE001  # it is foreign code too
        return "…"


def _line_in(error: BaseException, package: str) -> str:
    """The innermost line of a package in the trace of an error; empty if there is none."""
    top = package.partition(".")[0]
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if top in Path(frame.filename).parts]
    return f"{_shown(own[-1].filename, top)}:{own[-1].lineno}" if own else ""


def _home(function: Callable[..., Any], system: System) -> str:
    """Where a function of a system begins (`heden/rules.py:12`); its package, where that cannot be told."""
    bare, top = unwrap(function), system.package.partition(".")[0]
    if not isfunction(bare) or top not in Path(bare.__code__.co_filename).parts:
        return system.package
    return f"{_shown(bare.__code__.co_filename, top)}:{bare.__code__.co_firstlineno}"


def _shown(file: str, top: str) -> str:
    """A file as seen from where its package lies."""
    parts = Path(file).parts
    first = len(parts) - 1 - parts[::-1].index(top) if top in parts else -1
    return "/".join(parts[first:])


class Rest:
    """A function that did not come to its end is not called again for a while: what fails for every page at every change would hold up others."""

    def __init__(self) -> None:
        self._until = 0.0
        self._failed: SystemFailed | None = None

    def check(self) -> None:
        """Say again what was wrong, without trying it."""
        if self._failed is not None and monotonic() < self._until:
            raise SystemFailed(self._failed.code, self._failed.system, self._failed.where, self._failed.problem)

    def after(self, failed: SystemFailed, error: BaseException) -> SystemFailed:
        """Remember what took too long on a thread that others wait for."""
        if isinstance(error, overtime.TookTooLong) and overtime.others_wait():
            self._until, self._failed = monotonic() + RESTS, failed
        return failed


def _guarded(
    system: System, function: Callable[..., Any] | None, kind: type = object, held: type = object, name: str = ""
) -> Any:
    """A function of a system, by its name in the manifest; what it gives must be of its kind, and hold nothing but what is."""
    if function is None:
        return None
    foreign, rest = is_foreign(system), Rest()

    @wraps(function)
    def guarded(*given: Any, **named: Any) -> Any:
        rest.check()
        watched = overtime.begin(foreign=foreign)
        try:
            found = function(*given, **named)
        except PASSED:
            raise
        except BaseException as error:
            if _is_ctrl_c(error):
                raise
            raise rest.after(_failed(system, error), error) from error
        finally:
            overtime.end(watched)
        if not isinstance(found, kind) or (held is not object and not _all_are(held, found)):
            called = name or getattr(function, "__name__", "a function of the manifest")
            wanted = kind.__name__ if held is object else f"{kind.__name__} of {held.__name__}"
            problem = f"TypeError: {called} gives {type(found).__name__}, not {wanted}"
            raise _failed(system, SystemFailed("system_failed", system.id, _home(function, system), problem))
        return found

    return guarded


def _all_are(kind: type, found: Any) -> bool:
    """Whether all that stands in a sequence or a mapping is of a kind."""
    values = (*found, *found.values()) if isinstance(found, Mapping) else found
    return all(isinstance(one, kind) for one in values)


def _all_guarded(system: System, one: S) -> S:
    """A part of a manifest with all its functions."""
    if one is None:
        return one
    found = {name: getattr(one, name) for name in one.__struct_fields__}
    functions = {name: _guarded(system, held) for name, held in found.items() if _is_function(held)}
    return replace(one, **functions)


def _is_function(held: Any) -> bool:
    return isroutine(held) or isinstance(held, partial)


def _procedure(system: System, one: Procedure) -> Procedure:
    run: Callable[[Any, Any], Awaitable[Any]] = one.run
    struct = one.output if isinstance(one.output, type) and issubclass(one.output, Struct) else None

    @wraps(run)
    async def guarded(state: Any, given: Any) -> Any:
        with Answering(system, GeneratorExit):  # a rule that waits is put away by it
            found = await run(state, given)
        if struct is not None and not isinstance(found, struct):
            problem = f"TypeError: {one.name} gives {type(found).__name__}, not {struct.__name__}"
            raise _failed(system, SystemFailed("system_failed", system.id, _home(run, system), problem))
        return found

    alone = _guarded(system, one.alone, bool) if callable(one.alone) else one.alone
    return replace(one, run=guarded, alone=alone)


def _command(system: System, one: Command) -> Command:
    fields = tuple(_field(system, field) for field in one.args)
    return replace(_all_guarded(system, one), args=fields)


def _field(system: System, field: Field) -> Field:
    return replace(field, among=_guarded(system, field.among)) if callable(field.among) else field
