"""How typed words become what procedures take, where a field's kind alone does not say it.

Numbers, terms, people and things are read before a command sees them (`Field`). No rule is decided here: a word that only a
rule can judge is handed on as it is.
"""

import json
from collections.abc import Iterable
from functools import partial

import msgspec

from ludex.core.bounds import whole
from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.fields import calls
from ludex.core.names import named
from ludex.core.packs import pasted_json, pasted_toml, unreadable
from ludex.core.plain import Plain
from ludex.core.principals import EVERYBODY, Who
from ludex.core.say import Label, say
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.gauges import GAUGES
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Attribute, Domain, Team


def run(procedure: str, given: msgspec.Struct, audience: tuple[Who, ...] = (EVERYBODY,)) -> Do:
    """What a command comes to: a procedure with its input, judged once more as anything that comes from outside."""
    return Do(procedure, msgspec.to_builtins(given), audience)


def own(asked: Asked) -> str:
    """The id of the character a command is about, or `nobody` where a GM names none."""
    if not asked.actor:
        raise RuleError("nobody")
    return character_of(asked.state, asked.actor).id


PEOPLE = ("actor", "character", "owner", "target")
"""Whom procedures are about, by the names of their inputs."""


def known_to(asked: Asked, given: Plain) -> tuple[Who, ...]:
    """Who hears of a deed: those who may know of everybody whom it is about."""
    return heard(asked.state, *(str(given[name]) for name in PEOPLE if name in given))


sends = partial(calls, by=own, heard=known_to)
"""A deed that hands its fields on, as one's own character's."""


def each_once(people: Iterable[str]) -> tuple[str, ...]:
    """Those who are named, each once: nobody is two targets or two helpers."""
    return tuple(dict.fromkeys(people))


def check_other(who: Character, other: Character) -> None:
    """Refuse somebody as her own rival or helper."""
    if who.id == other.id:
        raise RuleError("own_rival", clause="FAB-PCK-6", who=who.called)


def two_attributes(said: str) -> tuple[Attribute, Attribute]:
    """`灵巧+洞察`, `dex/ins`, `力量` (twice): the two attributes of a check, by key, name or abbreviation (FAB-LIV-28)."""
    parts = [part for part in said.replace("＋", "+").replace("/", "+").replace(",", "+").split("+") if part.strip()]
    try:
        first, second = [Attribute.read(part) for part in (parts * 2 if len(parts) == 1 else parts)]
    except (RuleError, ValueError):
        raise RuleError("bad_attributes", said=said, attributes=[a.value for a in Attribute]) from None
    return first, second


def actor_named(asked: Asked, said: str) -> str:
    """A character's id by the id, the name, or the unique beginning of either, among those whom the asker may know of."""
    state: State = asked.state
    known = {who: (who, c.called) for who, c in state.characters.items()}
    people = [called for _, called in known.values()]
    return named(said, known, unknown="unknown_character", who=said, characters=people)


def story_clock(asked: Asked, said: str) -> str:
    """The name of a clock that the asker may know of; the unique beginning of one is enough."""
    state: State = asked.state
    known = {clock.name: (clock.name,) for clock in state.clocks}
    return named(said, known, unknown="unknown_clock", clause="FAB-PCL-1", clock=said, clocks=list(known))


def team_of_word(said: str) -> str:
    """One of the usual sides by its word, or a side that a table named itself."""
    return Team.said(said)


def levels(words: list[str]) -> dict[str, int]:
    """`武者3,参谋2` or `warrior:3`; a domain that there is none is left to the rule."""
    found: dict[str, int] = {}
    for word in words:
        name = word.rstrip("0123456789")
        said = name.rstrip(":：")
        found[Domain.said(said)] = whole(word[len(name) :] or "0") or 0
    return found


def spread(numbers: list[int]) -> tuple[int, ...] | None:
    """A row of gauges as it was typed; nothing typed is nothing said."""
    return tuple(numbers[: GAUGES + 1]) if numbers else None


def read_pasted(text: str, *, example: Label) -> Plain:
    """Content as it was pasted: JSON if it begins like it, else TOML; where it cannot be read, the place is told."""
    try:
        found = pasted_json(text) if text.startswith("{") else pasted_toml(text)
    except json.JSONDecodeError as error:
        wrong = say("content.not_json_at", line=error.lineno, column=error.colno)
    except ValueError as error:
        wrong = unreadable(error)
    else:
        return found if isinstance(found, dict) else {}
    raise RuleError("bad_content", problems=[wrong, say("content.example", example=example)])
