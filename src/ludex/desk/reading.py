"""From what somebody typed or clicked to what a command takes: every field of a deed read by its kind, in one place.

A name becomes an id, a word of the rulebook its term, a square two numbers. What cannot be read is refused with the code that the field
names, before any rule sees it. Values come from a line as text, or from a page or program as plain data; both are read alike.
"""

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from ludex.core.bounds import dice, fraction, unfit, whole, worded
from ludex.core.deeds import CELL, FLAG, Command, Field, Name, spellings
from ludex.core.errors import RuleError
from ludex.core.names import folded, named, narrow, simplified, split_list
from ludex.core.packs import has_unseen
from ludex.core.plain import Plain, Written

_SQUARE = re.compile(r"[(\[]?\s*([+-]?\d{1,6})\s*[,x×]\s*([+-]?\d{1,6})\s*[)\]]?", re.IGNORECASE)

FindActor = Callable[[str], str]
"""From what somebody is called to an actor's id, or a refusal."""


def read_fields(
    command: Command, given: Plain, *, state: msgspec.Struct, actor: str, find: FindActor
) -> dict[str, Written]:
    """Every field of a command, read and with its default; a missing one and one that it does not have are refused by name."""
    for name in given:
        if command.field(name) is None:
            raise RuleError("too_many_arguments", text=name, expected=expected(command.args))
    return {field.name: _field(command, field, given, state=state, actor=actor, find=find) for field in command.args}


def check_seen(value: Written, field: str) -> None:
    """Refuse letters that cannot be seen, wherever they stand in a value."""
    if has_unseen(value):
        raise RuleError("broken_text", arg=field)


def check_fit(value: Written, field: str) -> None:
    """Refuse a value that no field can hold: letters that cannot be seen, numbers beyond counting."""
    if wrong := unfit(value):
        raise RuleError("bad_input", field=field, problem=wrong.problem)


def _field(
    command: Command, field: Field, given: Plain, *, state: msgspec.Struct, actor: str, find: FindActor
) -> Written:
    value = given.get(field.name)
    if value is None or (value == "" and field.kind != FLAG and not field.several):
        return _missing(command, field, given)
    check_seen(value, field.name)
    if field.several:
        found = [_one(field, one, state=state, actor=actor, find=find) for one in _listed(value)]
        return found or _missing(command, field, given)
    return _one(field, value, state=state, actor=actor, find=find)


def _missing(command: Command, field: Field, given: Plain) -> Written:
    """What a field that nobody filled stands for; none of several is none, whatever stands there otherwise."""
    if field.kind == FLAG:
        return False
    if field.required and not given.get(field.unless):
        raise RuleError("missing_argument", arg=field.name, expected=expected(command.args))
    return [] if field.several and (field.default is None or given.get(field.name) is not None) else field.default


def _listed(value: Written) -> Iterable[Written]:
    return split_list(value) if isinstance(value, str) else value if isinstance(value, list | tuple) else [value]


def _one(field: Field, value: Written, *, state: msgspec.Struct, actor: str, find: FindActor) -> Written:
    """One value as its kind."""
    match field.kind:
        case "whole":
            if field.dice and dice(narrow(str(value))) is not None:
                return narrow(str(value)).lower()
            return _number(field, value, whole(narrow(str(value))))
        case "decimal":
            exact = fraction(narrow(str(value)))
            return _number(field, value, None if exact is None else float(exact))
        case "actor":
            return _actor(field, str(value).lstrip("@＠"), find)
        case "cell":
            return read_cell(value, arg=field.name, refusal=field.refusal or "bad_argument")
        case "term" if field.terms is not None:
            return field.terms.read(str(value), refusal=field.refusal or "not_among", arg=field.name)
        case "item":
            return _item(field, str(value), state=state, actor=actor)
        case "flag":
            return bool(value)
    return _text(field, worded(value, field.name), state=state, actor=actor)


def _actor(field: Field, said: str, find: FindActor) -> str:
    """Somebody by name; nobody known by it is refused with the code that the field names."""
    try:
        return find(said)
    except RuleError as error:
        if "actors" not in error.facts or error.code == "which_actor" or not field.refusal:
            raise
        known = error.facts.get("actors", [])
        raise RuleError(field.refusal, who=said, characters=known, id=said, ids=known) from None


def _number(field: Field, value: Written, found: float | None) -> float:
    """A number that was read, or a refusal of what stood in its place; also of one below the least that means something."""
    if found is None:
        code = field.refusal or "bad_argument"
        raise RuleError(code, arg=field.name, value=str(value)[:40], kind=field.kind)
    if field.least is not None and found < field.least:
        raise RuleError("too_few", arg=field.name, value=found, least=field.least)
    return found


def read_cell(value: Written, *, arg: str, refusal: str = "bad_argument") -> tuple[int, int]:
    """A square: «3,4», «3x4», or two numbers."""
    match value:
        case [int(x), int(y)]:
            return x, y
    found = _SQUARE.fullmatch(narrow(str(value)).replace("、", ",").strip())
    if found is None:
        raise RuleError(refusal, arg=arg, value=str(value)[:40], kind=CELL)
    return int(found[1]), int(found[2])


def _item(field: Field, said: str, *, state: msgspec.Struct, actor: str) -> str:
    """One of the things offered, by its id or by what it is called."""
    offers = field.offers(state, actor)
    things: Mapping[str, Name] = offers if isinstance(offers, Mapping) else {one: one for one in offers}
    if said in things:
        return said
    code = field.refusal or "not_among"
    names = {key: (key, *spellings(name)) for key, name in things.items()}
    inside = [key for key, called in names.items() if any(folded(said) in folded(one) for one in called)]
    if len(inside) == 1 and len(folded(said)) > 1:  # the only one that has it anywhere in its name
        return inside[0]
    return named(
        said,
        names,
        unknown=code,
        arg=field.name,
        value=said[:40],
        id=said[:40],
        who=said[:40],
        characters=[spellings(name)[0] for name in things.values()],
        among=_likely(list(things.values()), folded(said)),
    )


MOST_TOLD = 24
"""Of more things than this a refusal names only those that are called somewhat alike."""


def _likely(names: list[Name], said: str) -> list[Name]:
    """What somebody may have meant, of many: what shares a letter with it, or begins as it does."""
    if len(names) <= MOST_TOLD:
        return names
    heads = {said[:2]} if said.isascii() else set(said)
    return [name for name in names if any(head in folded(one) for one in spellings(name) for head in heads)][:MOST_TOLD]


def _text(field: Field, value: str, *, state: msgspec.Struct, actor: str) -> Written:
    """A text; the name of something that is offered, in traditional characters, is that name. A strict one must be offered."""
    if field.among and simplified(value) != value:
        offered = field.offers(state, actor)
        names = offered.values() if isinstance(offered, Mapping) else offered
        known = {folded(one): one for name in names for one in spellings(name)}
        value = known.get(folded(value), value)
    if field.strict and value not in (offers := field.offers(state, actor)):
        raise RuleError("not_among", arg=field.name, value=value, among=list(offers))
    return value


def expected(fields: Iterable[Field]) -> list[str]:
    """What is given by its place, in order; where nothing is, what is given by its key. The rest is told by the help."""
    named = [f for f in fields if f.kind != FLAG]
    places = [f for f in named if not f.keyed]
    return [f.name if f.required else f"[{f.name}]" for f in places or named]
