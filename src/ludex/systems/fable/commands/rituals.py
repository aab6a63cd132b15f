"""The command for rituals: how its line is read, wherever its words stand (FAB-PSP-3)."""

from msgspec.structs import replace

from ludex.core.deeds import OWN, REST, TERM, Asked, Do, Field
from ludex.core.fields import CIRCUMSTANCE, flag, keyed
from ludex.systems.fable.commands.offers import MOD, OTHER_ATTRIBUTES
from ludex.systems.fable.commands.reading import own, run, two_attributes
from ludex.systems.fable.effects.words import Discipline
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.spells import PerformRitual
from ludex.systems.fable.terms import Area, Attribute, Potency


def ritual(asked: Asked) -> Do:
    """`.仪式 中 小 求雨`, `.仪式 求雨`, `.仪式 弱 单 洞察+意志 求雨`, `.仪式 求雨 中 小 元素`."""
    said, purpose = asked["attributes"], asked["purpose"] or ""
    first, _, behind = purpose.partition(" ")
    if not said and all(map(Attribute.holds, first.split("+"))):
        said, purpose = first, behind.strip()
    purpose, more = _behind_purpose(asked, purpose)
    given = PerformRitual(
        own(asked),
        more.get("potency", asked["potency"]),
        more.get("area", asked["area"]),
        asked["ingredient"],
        two_attributes(said) if said else (Attribute.INS, Attribute.WLP),
        asked["mod"],
        asked["discipline"] or more.get("discipline", ""),
        purpose,
    )
    return run("ritual", given, heard(asked.state, given.actor))


RITUAL_WORDS = {"potency": Potency, "area": Area, "discipline": Discipline}


def _behind_purpose(asked: Asked, purpose: str) -> tuple[str, dict[str, str]]:
    """What a ritual is for, and what is said of it behind that; how strong and wide it is stands where the line or the GM has not said so."""
    words, more = purpose.split(), dict[str, str]()
    place = len(words)
    while place > 1 and any(terms.holds(words[place - 1]) for terms in RITUAL_WORDS.values()):
        place -= 1
    if words[place:] and words[-1].isascii() and len(words) - place == 1 and not Discipline.holds(words[-1]):
        place = len(words)  # «make the crack small» is a sentence
    for word in words[place:]:
        name = next((n for n, terms in RITUAL_WORDS.items() if n not in more and terms.holds(word)), "discipline")
        more[name] = RITUAL_WORDS[name].said(word)
    ahead = asked.text.split()[:1]
    if asked.changes or any(Potency.holds(one) or Area.holds(one) for one in ahead):
        more = {"discipline": more.get("discipline", "")}
    return " ".join(words[:place]), more


POTENCY = Field("potency", TERM, keys=("强度",), terms=Potency, refusal="unknown_potency", owner=CIRCUMSTANCE)
AREA = Field("area", TERM, keys=("范围",), terms=Area, refusal="unknown_area", owner=CIRCUMSTANCE)
DISCIPLINE = keyed("discipline", "学派", kind=TERM, terms=Discipline)
PURPOSE = Field("purpose", REST, required=False, keys=("目的",))
INGREDIENT = flag("ingredient", "材料", owner=CIRCUMSTANCE)
LEAST = (
    replace(POTENCY, required=False, default=Potency.MINOR),
    replace(AREA, required=False, default=Area.INDIVIDUAL),
)
"""A player says what a ritual is for; how strong and how wide it is the GM says, else it is the least (FAB-LIV-1)."""
PRICED = tuple(replace(field, owner=OWN) for field in (POTENCY, AREA, INGREDIENT))
"""What a ritual would cost is anybody's to read (FAB-LIV-2)."""
RITUAL = (*LEAST, replace(OTHER_ATTRIBUTES, keyed=True), INGREDIENT, DISCIPLINE, PURPOSE, MOD)
