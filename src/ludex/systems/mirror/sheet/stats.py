"""The numbers of a character by name, as conditions and effects speak of them (MIR-CND-1, MIR-LIV-33). Nothing is decided here."""

from collections.abc import Iterable

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.mirror.sheet import Character, Condition
from ludex.systems.mirror.terms import Attribute, Defense, Primary, Secondary, Skill, key_of, words_of

SINGLE = ("lv", "sp", "ap", "ego", "madness", "humanity", "charm", "speed", "stealth")
CLOSED = {
    "attributes": words_of(Attribute),
    "skills": words_of(Skill),
    "defenses": words_of(Defense),
    "secondary": words_of(Secondary),
    "domains": words_of(Primary),
}
OPEN = ("weapons", "magic")
SPOKEN = {
    "精力": "sp",
    "自我": "ego",
    "狂气": "madness",
    "人性": "humanity",
    "魅力": "charm",
    "速度": "speed",
    "等级": "lv",
    "潜行": "stealth",
}
"""What single numbers are called in Chinese."""


@rule("MIR-CND-1")
def met(character: Character, conditions: Iterable[Condition]) -> bool:
    """Every number is the stated one or more."""
    numbers = [(stat(character, c.stat), c.value) for c in conditions]
    return all(number >= value for number, value in numbers)


def stat(character: Character, name: str) -> int:
    """The number that a condition names, or a refusal."""
    check_stat(name)
    kind, _, which = name.partition(".")
    return int(getattr(character, name) if name in SINGLE else getattr(character, kind).get(which, 0))


@rule("MIR-CND-1")
def check_stat(name: str) -> None:
    """Refuse what names no number of a sheet."""
    kind, _, which = name.partition(".")
    if not (name in SINGLE or kind in OPEN or which in CLOSED.get(kind, ())):
        raise RuleError("unknown_stat", clause="MIR-CND-1", stat=name)


def stat_named(text: str) -> str:
    """The name of a number as people write it (`力量`, `LV`, `运动`, `attributes.str`); "" if there is none."""
    said = text.strip()
    kind, _, which = said.partition(".")
    if said.lower() in SINGLE or kind in OPEN or which in CLOSED.get(kind, ()):
        return said.lower() if said.lower() in SINGLE else said
    word = SPOKEN.get(said, key_of(said))
    if word in SINGLE:
        return word
    return next((f"{kind}.{word}" for kind, words in CLOSED.items() if word in words), "")
