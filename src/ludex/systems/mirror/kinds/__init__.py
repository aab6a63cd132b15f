"""Kinds of the fields of deeds: how each is read, offered, owned and refused. Declared here once; a deed says only what differs.

What is offered, and how words become what procedures take, is in `reading`. Which actions somebody may name is `rules.knowing`'s.
"""

from typing import Annotated

from msgspec.structs import replace

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import ACTOR, CELL, GM_ONLY, ITEM, REST, TERM, Asked, Field, Show
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY, STORY, Default, flag, keyed, whom
from ludex.core.terms import Term
from ludex.systems.mirror.kinds import reading
from ludex.systems.mirror.kinds.reading import modifiers, part_of, query
from ludex.systems.mirror.sheet import Cell
from ludex.systems.mirror.terms import CLOSED, Attribute, DamageType, Grade, Injury, Light


def closed(name: str, terms: type[Term], *keys: str, default: Default = None, several: bool = False) -> Field:
    """A field that takes a word of a closed list of the rulebook: by place, or with keys by these alone."""
    field = keyed(name, *keys, kind=TERM, default=default, several=several) if keys else Field(name, TERM)
    return replace(field, terms=terms, refusal=CLOSED[terms][0])


def thing(name: str, kind: str, refusal: str) -> Field:
    """A field that takes a record of the library, by its id or name."""
    return Field(name, ITEM, among=lambda state, _actor: reading.names_of(state, kind), refusal=refusal)


class StoryDeed(Deed, owner=STORY, said_by=STORY):
    """A deed that is the GM's word on the story: a player proposes it."""


class GmDeed(Deed, who=GM_ONLY, said_by=STORY):
    """A deed of the GM alone."""


class Query(Deed):
    """A deed that only asks: answered to the asker, and nothing is written (MIR-LIV-45)."""

    def do(self, asked: Asked) -> Show:  # noqa: ARG002  # as every deed
        return query(self.declared["does"], self)


# --- who ---------------------------------------------------------------------------------------------------------------


def _or_self(asked: Asked, said: str | None) -> str:
    return said or asked.actor


WHO = Field("who", ACTOR, refusal="unknown_id")  # MIR-LIV-6
FOR = keyed("who", "谁", "who", kind=ACTOR, refusal="unknown_id")
Person = Annotated[str, WHO]
"""Somebody who is named."""

PersonOrSelf = Annotated[str, replace(WHO, required=False), Meant(_or_self)]
ForPerson = Annotated[str, FOR, Meant(_or_self)]
"""Somebody named by place, or by key alone; else who acts."""

# --- how much, where, why ----------------------------------------------------------------------------------------------

Amount = Annotated[int, Field("amount")]
AT = keyed("cell", "格", "at", kind=CELL, refusal="bad_cell")
At = Annotated[Cell | None, AT]
CORNER = keyed("corner", "角", "corner")
Corner = Annotated[str, CORNER]
Direction = Annotated[str, keyed("direction", "向", "towards", default="0")]
PATH = Field("path", REST, among=reading.ways)
TAGS = keyed("tags", "标签", "tags")
EffectNamed = Annotated[
    str,
    Field("effect", ITEM, among=lambda state, _actor: {x.id: x.name for x in state.effects}, refusal="unknown_effect"),
]
LIGHT = closed("light", Light, "光", "light")
Reason = Annotated[str, Field("reason", REST, keys=("因", "why"))]
"""What something is done for, in people's own words: it stands in the line, and changes nothing."""

# --- checks and damage -------------------------------------------------------------------------------------------------

TARGET = Field("target", required=False, keys=("对", "目标", "vs"), owner=DIFFICULTY)
TargetNumber = Annotated[int | None, TARGET]
BONUS = Field("bonus", required=False, signed=True, keys=("加值", "bonus"), owner=CIRCUMSTANCE)
Bonus = Annotated[int | None, BONUS]
AttributeNamed = Annotated[str | None, closed("attribute", Attribute, "属性", "by", "attr")]
A_PART, PART = Field("part", among=reading.parts_of), keyed("part", "部位", "on", among=reading.parts_of)
_PART_OF = Meant(lambda asked, said: part_of(asked.state, whom(asked), said))
PartNamed = Annotated[str, replace(A_PART, keys=PART.keys), _PART_OF]
"""A part of whom a line is about, by its place or its key."""

PartWhose = Annotated[str, replace(FOR, keyed=False), Meant(_or_self)]
"""Whose part it is, wherever the name stands in the line."""

PartKeyed = Annotated[str | None, PART, _PART_OF]
Stead = Annotated[bool, flag("stead", "代", "stead", owner=STORY)]
"""The GM rolls for a player's character (MIR-LIV-3)."""

MODIFIERS = keyed("modifiers", "修正", "mod", "m")
ADVANTAGE, DISADVANTAGE = flag("advantage", "优势", "adv"), flag("disadvantage", "劣势", "dis")
PASSIVE = flag("passive", "被动", "passive")
DIE_EFFECTS = keyed("die_effects", "改骰", "die")
TIERS = closed("tiers", Grade, "效果", "tiers", several=True)
"""What changes any check."""

SUMMED = Meant(modifiers)
ONCE = Meant(lambda _asked, said: int(bool(said)))
OR_NONE = Meant(lambda _asked, said: said or None)

HIT, POWER = keyed("hit", "级", "hit"), keyed("dp", "力", "dp", "威力")
TYPES = closed("types", DamageType, "伤", "type", "types", several=True)
INJURIES = closed("effects", Injury, "特效", "fx", several=True)
REDUCTION = keyed("dr", "减", "dr")
"""A damage in full."""


def ruled(field: Field) -> Field:
    return replace(field, owner=CIRCUMSTANCE)
