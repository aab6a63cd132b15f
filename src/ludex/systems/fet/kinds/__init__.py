"""Kinds of the fields of deeds: how each is read, offered, owned and refused. Declared here once; a deed says only what differs.

What is offered is in `offers`, how typed words become numbers and names in `reading`, a sheet in a line in `stf`.
"""

from typing import Annotated

import msgspec

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ACTOR, ANYONE, BOOK, DECIMAL, GM_ONLY, REST, Asked, Field, by_gm
from ludex.core.fields import flag, keyed
from ludex.core.principals import Who
from ludex.systems.fet.kinds import offers
from ludex.systems.fet.redact import heard_by
from ludex.systems.fet.terms import Number, Resource, tidy

# --- whose word a field is, by its kind, as FET-LIV-2 has them: each is allowed for itself -----------------------------

DIFFICULTY, CIRCUMSTANCE, STORY = (by_gm(k) for k in ("difficulty.target", "circumstance", "story"))
LEVEL, TRAIT, SKILL, WEAPON, SHEET = (by_gm(f"sheet.{k}") for k in ("level", "trait", "skill", "weapon", "sheet"))
GAIN, THING, MONEY, TIME, JOIN = (by_gm(f"story.{k}") for k in ("gain", "thing", "money", "time", "join"))
REACH = by_gm("circumstance.reach")

Kinds = tuple[str, ...]
"""Kinds of the GM's word that a line needs."""


def word_of(owner: str) -> Kinds:
    """The kind of the GM's word that an owner is."""
    return (owner.removeprefix(by_gm("")),)


# --- words and numbers -------------------------------------------------------------------------------------------------

Word = Annotated[str, Field("")]
Words = Annotated[str, Field("", REST)]
"""All words that are left of a line."""


def _exact(_asked: Asked, said: Number | None) -> Number | None:
    """A number that the kernel has read, without noise (FET-NUM-1)."""
    return None if said is None else tidy(said)


Quantity = Annotated[Number, Field("", DECIMAL, refusal="bad_number"), Meant(_exact)]
QuantityIfAny = Annotated[Number | None, Field("", DECIMAL, refusal="bad_number"), Meant(_exact)]

Quantities = Annotated[
    tuple[Number, ...],
    Field("", DECIMAL, refusal="bad_number"),
    Meant(lambda _asked, said: [tidy(number) for number in said]),
]


class SumDeed(Deed, group="sums", who=ANYONE, beside=BOOK):
    pass


class Nothing(msgspec.Struct, frozen=True):
    """What a procedure is given that needs nothing."""


# --- who ---------------------------------------------------------------------------------------------------------------

Person = Annotated[str, Field("", ACTOR)]
PeopleNamed = Annotated[tuple[str, ...], Field("people", among=offers.everybody, wanted=True)]
"""People by their names as they were typed: one by one, by a side, as everybody or by a beginning that several share (FET-LIV-60)."""


class OwnDeed(Deed):
    """What is about the acting character is read by everybody; of an NPC, by the GM."""

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return heard_by(asked.state, asked.actor)


class BattleDeed(Deed, group="battle"):
    pass


class GmsDeed(Deed, group="people", who=GM_ONLY, many=True, aims=True):
    """What the GM alone does to people by name."""


# --- acts --------------------------------------------------------------------------------------------------------------

Impact = Annotated[str, Field("", least=1)]
"""How big an act is, or (`5t`) how long it takes (FET-ACT-3)."""
Six = Annotated[str, Field("attribute", among=offers.six)]
Targets = Annotated[tuple[str, ...], Field("target", among=offers.fighters)]
Blade = Annotated[str, keyed("weapon", "武器", "w", among=offers.own_blades)]
Gun = Annotated[str, keyed("weapon", "武器", "w", among=offers.own_guns)]
DamageSort = Annotated[str, keyed("sort", "类型", "type")]
Healed = Annotated[Resource, keyed("resource", "伤", "资源", "on", refusal="bad_resource")]
Hurt = Annotated[Resource, keyed("resource", "伤", "资源", "on", owner=REACH, refusal="bad_resource")]
Far = Annotated[bool, flag("far", "隔空", "far", owner=REACH)]

# --- resources ---------------------------------------------------------------------------------------------------------

Pool = Annotated[Resource, Field("resource", refusal="bad_resource")]
