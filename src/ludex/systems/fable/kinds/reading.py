"""How typed words become what procedures take, where a field's kind alone does not say it.

Numbers, terms, people and things are read before a deed sees them (`Field`). No rule is decided here: a word that only a
rule can judge is handed on as it is.
"""

import json
from collections.abc import Iterable, Sequence

from ludex.core.bounds import whole
from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.names import folded, named
from ludex.core.packs import pasted_json, pasted_toml, unreadable
from ludex.core.plain import Plain
from ludex.core.say import Label, say
from ludex.systems.fable.redact import visible
from ludex.systems.fable.state import State, character_of, groups, team_of
from ludex.systems.fable.terms import Attribute, Domain


def own(asked: Asked) -> str:
    """The id of the character a deed is about, or `nobody` where a GM names none."""
    if not asked.actor:
        raise RuleError("nobody")
    return character_of(asked.state, asked.actor).id


def each_once(people: Iterable[str]) -> tuple[str, ...]:
    """Those who are named, each once: nobody is two targets or two helpers."""
    return tuple(dict.fromkeys(people))


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


def everybody_named(asked: Asked, said: Sequence[str]) -> tuple[str, ...]:
    """Those whom names mean: one by name, of a side those who can be seen and are still up."""
    state: State = asked.state
    up = {who for who, c in state.characters.items() if not c.fate and not c.hidden}
    sides = {folded(name): [who for who in members if who in up] for name, members in groups(state).items()}
    return each_once(who for name in said for who in sides.get(folded(name), ()) or (actor_named(asked, name),))


def only_foe(asked: Asked) -> tuple[str, ...]:
    """Whom an attack means that names nobody: the only enemy there is to see, else `no_target` (FAB-LIV-26)."""
    state: State = asked.state
    side = team_of(state, asked.actor)
    fought = {c.id for c in state.conflict.combatants} if state.conflict else set(state.characters)
    foes = [
        who
        for who in visible(state)
        if who in fought and team_of(state, who) != side and not state.characters[who].fate
    ]
    if len(foes) != 1:
        raise RuleError("no_target", clause="FAB-PCK-9", targets=[state.characters[who].called for who in foes])
    return (foes[0],)


def story_clock(asked: Asked, said: str) -> str:
    """The name of a clock that the asker may know of; the unique beginning of one is enough."""
    state: State = asked.state
    known = {clock.name: (clock.name,) for clock in state.clocks}
    return named(said, known, unknown="unknown_clock", clause="FAB-PCL-1", clock=said, clocks=list(known))


def domain_levels(words: Iterable[str]) -> dict[str, int]:
    """`武者3,参谋2` or `warrior:3`; a domain that there is none is left to the rule."""
    found: dict[str, int] = {}
    for word in words:
        name = word.rstrip("0123456789")
        said = name.rstrip(":：")
        found[Domain.said(said)] = whole(word[len(name) :] or "0") or 0
    return found


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
