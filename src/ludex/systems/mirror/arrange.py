"""Plain data -> state: how records given inline (vectors, imports, the API) are laid over a table.

`characters`, `options`, `mode`, `effects` and (at the start) `stage` are the table's. A character given in place of an id
sits at the table under a name of her own (`@actor`, `@target`), so that nobody there is touched by it.
"""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import record, records
from ludex.core.errors import RuleError
from ludex.core.packs import Plain, shape_problem
from ludex.systems.mirror.content import read_character
from ludex.systems.mirror.options import read_options
from ludex.systems.mirror.state import Effect, Stage, State, Time
from ludex.systems.mirror.terms import Light, check_word

CHARACTERS = ("actor", "target", "attacker", "defender")
"""Arguments that take a character, by id or inline."""

T = TypeVar("T")


def arrange(state: State | None, given: Plain) -> tuple[State, Plain]:
    """Lay what belongs to the table over it; the rest is the procedure's own."""
    table = state if state is not None else State()
    rest = dict(given)
    if "options" in rest:
        table = replace(table, options=read_options(rest.pop("options")))
    if "mode" in rest and state is None:
        table = replace(table, mode=_read(rest["mode"], str))
    if "time" in rest:
        table = replace(table, time=_read(rest.pop("time"), Time))
    if "stage" in rest and state is None:
        table = replace(table, stage=_stage(rest.pop("stage")))
    if _effects_given(rest.get("effects")):
        table = replace(table, effects=tuple(_effect(e) for e in records(rest.pop("effects"), "effects")))
    people = record(rest.pop("characters", {}), "characters")
    named = {name: read_character(data, name) for name, data in people.items()}
    inline = {arg: rest[arg] for arg in CHARACTERS if isinstance(rest.get(arg), Mapping)}
    seated = {f"@{arg}": read_character(data, f"@{arg}") for arg, data in inline.items()}
    rest.update({arg: f"@{arg}" for arg in inline})
    return replace(table, characters={**table.characters, **named, **seated}), rest


def _stage(data: Plain) -> Stage:
    """A stage whose light is one that there is."""
    stage = _read(data, Stage)
    for level in (stage.ambient, *(lamp.level for lamp in stage.lamps)):
        check_word(Light, level)
    return stage


def _effects_given(value: Plain | list[Plain] | None) -> bool:
    """Whether `effects` are effects on the table, not the effect tiers of a check or injuries of a damage."""
    return isinstance(value, list) and bool(value) and all(isinstance(e, Mapping) for e in value)


def _effect(data: Plain) -> Effect:
    """An effect as `add_effect` takes it, with what is left of it."""
    duration = record(data.get("duration", {}), "duration")
    length = 2 if duration.get("unit") == "focus" else duration.get("n", 1)
    counted = duration.get("unit") not in ("condition", "permanent")
    flat = {**data, **duration, "remaining": data.get("remaining", length if counted else None)}
    flat["who"] = duration.get("who") or data.get("target", "")
    return _read({name: flat[name] for name in Effect.__struct_fields__ if name in flat}, Effect)


def _read(data: Plain | str, kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        name = kind.__name__.lower()
        raise RuleError("bad_input", field=name, problem=shape_problem(error, where=name)) from None
