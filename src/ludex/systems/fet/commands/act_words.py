"""What the words of an act are, in whatever order they stand: how much, with which attribute, at whom, with what."""

import re

from msgspec.structs import replace

from ludex.core.deeds import Asked
from ludex.core.errors import RuleError
from ludex.core.names import folded, narrow, split_list
from ludex.core.plain import Written
from ludex.core.rule import rule
from ludex.systems.fet.commands.offers import fighters, own_weapons
from ludex.systems.fet.commands.reading import attribute_in
from ludex.systems.fet.content import weapons
from ludex.systems.fet.content.english import names_of
from ludex.systems.fet.terms import Resource

_SIZE = re.compile(r"\d+(?:\.\d+)?t?", re.IGNORECASE)
_GLUED = re.compile(r"(\d+(?:\.\d+)?t?)", re.IGNORECASE)


@rule("FET-LIV-60")
def in_order(asked: Asked, last: str = "target") -> Asked:
    """An act whose words stand otherwise than usual (`打手 50 力量`, `力量50 打手`), in their places; `last`: the field behind both."""
    first, second = str(asked["impact"]), str(asked["attribute"])
    if (_is_size(first) and _is_attribute(second)) or (_is_attribute(first) and _is_size(second)):
        return asked
    behind = asked[last]
    words = [part for word in (first, second, *_listed(behind)) for part in _apart(word)]
    size = next((word for word in words if _is_size(word)), "")
    named = next((word for word in words if _is_attribute(word)), "")
    if not (size and named):
        return asked
    left = [name for word in words if word not in (size, named) for name in split_list(word)]
    placed: Written = "".join(left[:1]) if isinstance(behind, str) else left
    return replace(asked, args={**asked.args, "impact": size, "attribute": named, last: placed})


def _listed(said: Written) -> list[str]:
    """What stands in a field, one by one."""
    return [str(one) for one in said] if isinstance(said, list | tuple) else [str(said)] if said else []


def _apart(word: str) -> list[str]:
    """An attribute and a number that are glued together (`力量50`) as two words; any other word as it is."""
    parts = [part for part in _GLUED.split(word) if part]
    return parts if len(parts) == 2 and any(map(_is_attribute, parts)) else [word]


def _is_size(word: str) -> bool:
    return _SIZE.fullmatch(narrow(word)) is not None


def _is_attribute(word: str) -> bool:
    try:
        return attribute_in(word) is not None
    except RuleError:
        return False


def hurts(asked: Asked) -> tuple[str, str]:
    """Which resource an act is about, and its words: by key (`伤=意志`), or as the first of the words behind the target."""
    note = str(with_weapon(spread(asked))["note"])
    head, _, rest = note.partition(" ")
    return (str(Resource.read(head)), rest.strip()) if Resource.holds(head) else (str(asked["resource"]), note)


@rule("FET-LIV-60")
def spread(asked: Asked) -> Asked:
    """Names right behind the first target are targets as well: several are set apart by spaces, too."""
    words, known = str(asked["note"] or "").split(), set(fighters(asked.state, asked.actor).values())
    more: list[str] = []
    while words and asked["target"] and (names := split_list(words[0])) and all(one in known for one in names):
        more += names
        words.pop(0)
    args = {**asked.args, "target": [*asked["target"], *more], "note": " ".join(words)} if more else asked.args
    return replace(asked, args=args)


BARE = ("空手", "徒手", "bare")


@rule("FET-LIV-9")
def with_weapon(asked: Asked) -> Asked:
    """A weapon that one carries, named among the targets or right behind them, is what the blow is done with."""
    arms, there = arms_of(asked), fighters(asked.state, asked.actor).values()
    targets, note = list(asked["target"] or ()), str(asked["note"] or "")
    first, _, rest = note.partition(" ")
    named = [word for word in targets if folded(word) in arms and word not in there]
    if asked.args.get("weapon", "-") or not (named or folded(first) in arms):
        return asked
    left = [word for word in targets if word not in named]
    more = {"weapon": named[0] if named else first, "target": left, "note": note if named else rest.strip()}
    return replace(asked, args={**asked.args, **more})


def arms_of(asked: Asked) -> dict[str, str]:
    """What a blow may be done with, by what people type: the weapons that one carries, bare hands, what the table knows besides."""
    known = {folded(weapon.name): weapon.name for weapon in weapons(asked.state).values()}
    own = {folded(said): name for name in own_weapons(asked.state, asked.actor) for said in (*names_of(name), name)}
    return {**known, **dict.fromkeys(BARE, BARE[0]), **own}
