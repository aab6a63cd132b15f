"""Effects back into the form in which people write them: what `authoring` reads is what this gives."""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.effects.records import Effect, Give, Lasts, Limit, Modifier, Phrase, Trigger, Use
from ludex.core.plain import Written


def written(effect: Effect) -> dict[str, Written]:
    """An effect as a record of content: without what only belongs to one that somebody bears."""
    found: dict[str, Written] = {
        "name": effect.name,
        "lasts": [_lasts(one) for one in effect.lasts],
        "modifiers": [_modifier(one) for one in effect.modifiers],
        "grants": _phrases(effect.grants),
        "denies": list(effect.denies),
        "triggers": [_trigger(one) for one in effect.triggers],
        "uses": [_use(one) for one in effect.uses],
        "when": _conditions(effect.when),
        "aura": effect.aura,
        "over": effect.over,
        "rid": _use(effect.rid) if effect.rid else None,
        "tags": list(effect.tags),
        "text": effect.text,
    }
    return _said(found)


def _said(found: dict[str, Written]) -> dict[str, Written]:
    return {key: value for key, value in found.items() if value not in (None, "", 0, False, [], {})}


def _lasts(one: Lasts) -> str:
    return f"{one.n} {one.unit}" if one.n else one.unit


def _aimed(whom: str, within: int) -> str:
    return f"{whom} within {within}" if within else whom


def _gives(gives: Iterable[Give]) -> dict[str, Written]:
    return {give.how: give.by for give in gives}


def _limit(limit: Limit) -> Written:
    return f"{limit.n} {limit.per}" if limit.per else limit.n


def _modifier(one: Modifier) -> dict[str, Written]:
    head = {"of": one.of, "part": one.part, "kind": one.kind, "whose": _aimed(one.whose, one.within)}
    return {**_said({**head, "when": _conditions(one.when)}), **_gives(one.give)}


def _trigger(one: Trigger) -> dict[str, Written]:
    head: dict[str, Written] = {"on": one.on, "whose": _aimed(one.whose, one.within), "when": _conditions(one.when)}
    rest = {"ask": one.ask, "limit": _limit(one.limit), "cost": _gives(one.cost), "do": _phrases(one.do)}
    return _said({**head, **rest})


def _use(one: Use) -> dict[str, Written]:
    head: dict[str, Written] = {"name": one.name, "whom": _aimed(one.whom, one.within), "when": _conditions(one.when)}
    return _said({**head, "limit": _limit(one.limit), "cost": _gives(one.cost), "do": _phrases(one.do)})


def _phrases(several: Iterable[Phrase]) -> list[Written]:
    return [_phrase(one) for one in several]


def _conditions(several: Iterable[Phrase]) -> list[Written]:
    """Conditions: alternatives stand in a list of their own."""
    return [found[0] if len(found := _alternatives(one)) == 1 else found for one in several]


def _alternatives(one: Phrase) -> list[Written]:
    return [_phrase(replace(one, otherwise=())), *(found for other in one.otherwise for found in _alternatives(other))]


def _phrase(one: Phrase) -> dict[str, Written]:
    """A condition, step or grant as a table: every value stands for itself, whatever it looks like."""
    beside: dict[str, Written] = {"whom": _aimed(one.whom, one.within), "not": one.negated}
    forks = {"then": _phrases(one.then), "otherwise": _phrases(one.otherwise)}
    return {one.word: [value for value in one.values if value] or True, **_said({**beside, **forks})}
