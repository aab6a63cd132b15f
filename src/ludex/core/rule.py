"""Citations and procedures: which clause a piece of code carries out, and how a procedure is called from outside."""

import inspect
import re
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar, get_type_hints

import msgspec

from ludex.core.bounds import unfit
from ludex.core.errors import RuleError
from ludex.core.packs import shape_problem
from ludex.core.say import Say

F = TypeVar("F", bound=Callable[..., Any])


def rule(*clauses: str) -> Callable[[F], F]:
    """Cite the clauses that a function carries out. Machine-readable: documentation, coverage and «why?» read it."""

    def cite(function: F) -> F:
        function.clauses = clauses  # type: ignore[attr-defined]
        return function

    return cite


Run = Callable[[Any, Any], Coroutine[Any, Any, Any]]
"""A rule: from a state of its system and a typed input to what comes out."""


class Procedure(msgspec.Struct, frozen=True):
    """A rule as the outside calls it: one typed input, one typed output, on the system's state."""

    name: str
    run: Run
    input: Any
    output: Any
    bad: dict[str, str] = {}
    odds: tuple[str, ...] = ()
    alone: bool | Callable[[Any, Any], bool] = False
    holds: bool = False
    reveals: bool = False
    undone_by: str = ""

    def takes_turns(self, state: Any, given: Any) -> bool:
        """Whether nothing else that takes turns starts while this waits for an answer."""
        return self.alone(state, given) if callable(self.alone) else self.alone

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the procedure itself cites."""
        return tuple(getattr(self.run, "clauses", ()))

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (inspect.getdoc(self.run) or "").partition("\n")[0]

    def read(self, given: Mapping[str, Any]) -> Any:
        """Turn plain data into the typed input, or refuse naming the field that does not fit."""
        self.check_fit(given)
        try:
            return msgspec.convert(dict(given), self.input)
        except msgspec.ValidationError as error:
            raise self._refused(_path(str(error)), shape_problem(error, where=self.name)) from None

    def check_fit(self, given: Mapping[str, Any]) -> None:
        """Refuse numbers and nestings that no rule could work with, before anything else is made of them."""
        if found := unfit(given):
            raise self._refused(found.path, found.problem)

    def _refused(self, path: str, problem: Say) -> RuleError:
        """The refusal of what stands at a path: its own code, that of its field, or the general one."""
        field = path.split(".")[0]
        code = self.bad.get(path) or self.bad.get(field) or self.bad.get("*") or "bad_input"
        return RuleError(code, field=field, problem=problem)


def _path(problem: str) -> str:
    """The dotted path in msgspec's «... - at `$.deliver[0].tier`», without places in lists: `deliver.tier`."""
    _, _, path = problem.partition("`$.")
    return re.sub(r"\[[^\]]*\]", "", path.split("`")[0])


def _input_of(function: Callable[..., Any], hints: Mapping[str, Any]) -> str:
    """The parameter that takes a rule's input; a rule that does not say what it takes is told how it would."""
    parameters = list(inspect.signature(function).parameters)
    if not inspect.iscoroutinefunction(function):
        raise TypeError(f"{function.__name__} is no rule: it begins with `async def`")
    if len(parameters) != 2 or parameters[1] not in hints:  # a state and an input
        raise TypeError(
            f"{function.__name__}: a rule takes a state and an input of a type: (state: State, given: Input)"
        )
    return parameters[1]


def procedure(
    function: Callable[..., Coroutine[Any, Any, Any]],
    *,
    name: str = "",
    bad: Mapping[str, str] | None = None,
    odds: tuple[str, ...] = (),
    alone: bool | Callable[[Any, Any], bool] = False,
    holds: bool = False,
    reveals: bool = False,
    undone_by: str = "",
) -> Procedure:
    """Declare `async def name(state, given: Input) -> Output` as a procedure.

    `bad` maps ill-shaped fields to error codes, by name or by dotted path (`"deliver.tier"`); `"*"` is for every other one. `odds` names the
    outputs whose chances are worth showing before the roll, the most telling first. `alone`: while one such procedure waits for an
    answer no other of them starts, because they take turns (always, or where a state and an input say so). `holds`: those
    wait for this as well, which itself waits for none of them. `reveals`: it brings out what others have done in secret, which can no
    more be taken back by oneself than a die that has fallen. `undone_by`: it only declares something, which its seat takes back by itself as
    long as nothing has come out; where others have gone on meanwhile, by that procedure (given the same `who`).
    """
    hints = get_type_hints(function)
    return Procedure(
        name=name or function.__name__,
        run=function,
        input=hints[_input_of(function, hints)],
        output=hints.get("return", dict),
        bad=dict(bad or {}),
        odds=odds,
        alone=alone,
        holds=holds,
        reveals=reveals,
        undone_by=undone_by,
    )


def procedures(*functions: Callable[..., Coroutine[Any, Any, Any]]) -> tuple[Procedure, ...]:
    """Several procedures of which nothing more need be said."""
    return tuple(procedure(function) for function in functions)
