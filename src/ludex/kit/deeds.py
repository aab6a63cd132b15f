"""Deeds out of procedures: the fields of a procedure's input are those of the deed, by their names, types and annotations.

    play(check, "检定", "check", odds=("result",), example=".检定 手 2")

makes the procedure, the command with its fields, and their words.
"""

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any

import msgspec

from ludex.core.deeds import ACTOR, OWN, PICTURES, PLAYER, Asked, Command, Do, Field
from ludex.core.errors import RuleError
from ludex.core.pairs import Pair
from ludex.core.plain import Written, list_in
from ludex.core.principals import EVERYBODY, Who
from ludex.core.rule import Procedure, Run, procedure
from ludex.kit.called import ASKER, LANGUAGE, ME, OTHERS, UNASKED, Called, Column, columns, lawful
from ludex.kit.numbers import within

Able = Callable[[Any, str], None]
"""Refuses (`RuleError`) what somebody cannot do in a state now; the acting character by id, empty where nobody acts."""


class Play(msgspec.Struct, frozen=True):
    """A procedure and the command that calls it; one without names is called by other procedures and by programs alone."""

    procedure: Procedure
    command: Command | None
    title: Pair
    able: Able | None = None

    @property
    def key(self) -> str:
        """By what its title is found: the command's key, or the procedure's name where there is no command."""
        return self.command.key if self.command is not None else self.procedure.name

    @property
    def fields(self) -> tuple[Column, ...]:
        """What somebody fills in."""
        return tuple(column for column in columns(self.procedure.input) if column.kind not in UNASKED)

    @property
    def secret(self) -> frozenset[str]:
        """The fields that are for the one who does it alone."""
        return (
            frozenset(field.name for field in self.command.args if field.secret)
            if self.command is not None
            else frozenset()
        )

    @property
    def knows(self) -> tuple[str, ...]:
        """The fields that name who may know what is secret."""
        return self.command.knows if self.command is not None else ()

    @property
    def acts(self) -> bool:
        """Whether a character does it."""
        return any(column.kind == ME for column in columns(self.procedure.input))


def play(
    rule: Run,
    *names: str,
    title: Pair | None = None,
    who: str = PLAYER,
    able: Able | None = None,
    odds: tuple[str, ...] = (),
    alone: bool = False,
    owner: str = OWN,
    many: bool = False,
    bad: Mapping[str, str] | None = None,
    example: str = "",
    group: str = "",
    picture: str = "",
    secret: bool = False,
    knows: tuple[str, ...] = (),
    audience: tuple[Who, ...] = (EVERYBODY,),
) -> Play:
    """A rule as people can do it.

    `names`: what is typed, Chinese first, then Latin. `title` is what stands on its button; by default its names. `who` may do it,
    `able` refuses it while it cannot be done: before the rule runs, and on the button. `secret`: what is filled in is for the one who does it and
    the GM alone (that it was done is not); `knows`: fields that name people who may know it too. `audience`: who hears of it at all. The rest is as in `core.rule.procedure` and `core.deeds.Command`.
    """
    made = procedure(rule, bad=bad, odds=odds, alone=alone)
    if picture and picture not in PICTURES:
        raise ValueError(f"{made.name}: there is no picture {picture!r}; there are {', '.join(PICTURES)}")
    if not names:
        return Play(_judged(made, able), None, _titled(made, title), able)
    command = Command(
        names,
        _calling(made, audience),
        _fields(made.input, secret=secret),
        who=who,
        example=example,
        group=group,
        alone=alone,
        owner=owner,
        many=many,
        picture=picture,
        knows=_confided(made, knows),
    )
    return Play(_judged(made, able), command, _titled(made, title or _title(names)), able)


def _confided(made: Procedure, knows: tuple[str, ...]) -> tuple[str, ...]:
    """The inputs that name who may know what is secret: who acts, and those that the author names."""
    fields = {column.name: column.kind for column in columns(made.input)}
    for name in knows:
        if fields.get(name) != ACTOR:
            raise TypeError(
                f"{made.name}: knows={name!r} is no field for somebody (kit.Actor); there are {', '.join(fields)}"
            )
    return (*(name for name, kind in fields.items() if kind == ME), *knows)


def _title(names: tuple[str, ...]) -> Pair:
    """What a deed is called by what is typed: the first name, and the first Latin one."""
    return names[0], next((name for name in names if name.isascii()), names[0])


def _titled(made: Procedure, title: Pair | None) -> Pair:
    """What a deed is called, in both languages; one that nobody types says so itself."""
    if isinstance(title, tuple) and [type(word) for word in title] == [str, str]:
        return title
    said = "nobody types it" if title is None else f"its title is {title!r}"
    raise TypeError(
        f'{made.name}: {said}, so say in both languages by which title it is told: title=("中文", "English")'
    )


def _judged(made: Procedure, able: Able | None) -> Procedure:
    """A procedure with its condition and the bounds of its fields asked first: no matter who calls it, and before any die falls."""
    rule = made.run
    me = next((column.name for column in columns(made.input) if column.kind == ME), "")
    clause = next(iter(made.clauses), "")

    @wraps(rule)
    async def run(state: msgspec.Struct, given: msgspec.Struct) -> Any:
        who = getattr(given, me) if me else ""
        if able is not None:
            able(state, who)
        for column in columns(made.input):
            _check_field(column, getattr(given, column.name), state=state, who=who, clause=clause)
        return await rule(state, given)

    return msgspec.structs.replace(made, run=run)


def _check_field(column: Column, value: Written, *, state: msgspec.Struct, who: str, clause: str) -> None:
    """Refuse a number beyond its bounds, and what is not offered; what was left out is neither."""
    name = column.called
    if name is None or value == column.default:
        return
    if isinstance(value, int):
        low, high = value if name.low is None else name.low, value if name.high is None else name.high
        within(value, low, high, column.name, clause=clause)
    elif name.among:
        there = lawful(name, state, who)
        wrong = [one for one in (list_in(value) if column.several else (value,)) if one not in there]
        if wrong:
            raise RuleError("not_among", clause=clause, arg=column.name, value=wrong[0], among=list(there))


def _calling(made: Procedure, audience: tuple[Who, ...]) -> Callable[[Asked], Do]:
    """From what was filled in to the call; what was left out stands at the input's own default."""
    inside = {column.name: column.kind for column in columns(made.input) if column.kind in UNASKED}

    def run(asked: Asked) -> Do:
        told = {ME: asked.actor, ASKER: asked.seat, LANGUAGE: asked.language}
        known = {name: told[kind] for name, kind in inside.items()}
        filled = {name: value for name, value in asked.args.items() if value is not None and value != []}
        return Do(made.name, {**known, **filled}, audience)

    return run


def _fields(given: type[msgspec.Struct], *, secret: bool) -> tuple[Field, ...]:
    return tuple(_field(given, column, secret=secret) for column in columns(given) if column.kind not in UNASKED)


def _field(given: type[msgspec.Struct], column: Column, *, secret: bool) -> Field:
    if not column.kind or column.called is None:
        raise TypeError(
            f"{given.__name__}.{column.name}: give it a type that can be typed in, and a name with called(...)"
        )
    name = column.called
    _check_declared(f"{given.__name__}.{column.name}", name)
    return Field(
        column.name,
        column.kind,
        required=column.required,
        keys=(*name.keys, *(word for word in name.pair if word != column.name and " " not in word)),
        keyed=name.keyed,
        among=partial(lawful, name) if callable(name.among) or lawful(name, None, "") else (),
        several=column.several,
        terms=column.terms,
        owner=name.owner,
        refusal=name.refusal,
        secret=secret or name.hidden == OTHERS,
    )


def _check_declared(where: str, name: Called) -> None:
    """Refuse what a field that is filled in would not heed."""
    if name.hidden not in ("", OTHERS):
        raise TypeError(f"{where}: the one who fills it in knows it; hidden=kit.OTHERS keeps it from everybody else")
    for word in ("top", "rare", "verdicts"):
        if getattr(name, word):
            raise TypeError(f"{where}: {word}= is for what is shown, not for what is filled in")
