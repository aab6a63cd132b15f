"""What shipped things are called and what they are for, in the reader's language; a table's own stand as they were given (MIR-LIV-60)."""

from functools import lru_cache

from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import shipped
from ludex.systems.mirror.effects.sources import stock
from ludex.systems.mirror.sheet import Ability
from ludex.systems.mirror.terms import key_of, said

NAMED = ("actions", "abilities", "organs", "items", "npcs", "bodies")
TOLD = ("actions", "abilities", "organs", "statuses", "items")
"""Kinds of shipped content that have names and texts in the words."""


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """The key of each shipped name, by name and by id."""
    blocks = [action for npc in shipped().npcs.values() for action in npc.actions]
    found = {str(a["title"]): f"things.{a['name']}" for a in blocks if "title" in a}
    for kind in reversed(NAMED):
        for key, record in getattr(stock() if kind == "items" else shipped(), kind).items():
            name = getattr(record, "title", "") or getattr(record, "name", "") or key
            found |= {name: f"things.{key}", **({} if said(key) != key else {key: f"things.{key}"})}
    return found


@lru_cache(maxsize=1)
def _texts() -> dict[str, str]:
    found: dict[str, str] = {}
    for kind in TOLD:
        records = getattr(stock() if kind == "items" else shipped(), kind)
        found |= {record.text: f"texts.{kind}.{key}" for key, record in records.items() if record.text}
    return found


def shown(name: str) -> Say | str:
    """What a thing is called."""
    key = _names().get(name)
    return say(key) if key else said(key_of(name))


def record_name(record: Plain, known_as: str) -> str:
    """What a record of the table's own is called: by its name or title, else by its id."""
    return str(record.get("title") or record.get("name") or known_as)


def described(text: str) -> Say | str:
    """What a thing is for."""
    key = _texts().get(text)
    return say(key) if key else text


@rule("MIR-LIV-59")
def typed(level: Say, types: tuple[str, ...]) -> Say:
    """A wound's level with the damage types that it came from: «擦伤（灼烧/腐蚀）»."""
    if not types:
        return level
    joined = term(types[0])
    for one in types[1:]:
        joined = say("told.slashed", a=joined, b=term(one))
    return say("told.typed", level=level, types=joined)


@rule("MIR-LIV-46")
def purpose(ability: Ability) -> Say | str:
    """What an ability is for, and its prerequisite (前置)."""
    needs = [say("view.at_least", name=said(c.stat.rpartition(".")[2]), value=c.value) for c in ability.prerequisite]
    text = described(ability.text)
    return say("view.with_needs", text=text, needs=needs) if needs else text
