"""Kinds of the fields of deeds: how each is read, offered, owned and refused. Declared here once; a deed says only what differs.

What is offered is in `offers`, how words become names in `reading`. What only one chapter of the rules can offer stands there.
"""

from typing import Annotated, Literal

from msgspec.structs import replace

from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ACTOR, ITEM, REST, TERM, Asked, Do, Field
from ludex.core.fields import CIRCUMSTANCE, DIFFICULTY, STORY, flag
from ludex.core.principals import Who
from ludex.systems.fable.kinds import offers
from ludex.systems.fable.kinds.offers import each_once, own, story_clock, two_attributes
from ludex.systems.fable.redact import heard
from ludex.systems.fable.sheet import Amount
from ludex.systems.fable.terms import Attribute, DamageType

# --- who ---------------------------------------------------------------------------------------------------------------

Own = Annotated[str, Implied(own)]
"""Whom a line is about: the acting character, or `nobody` where a GM names none."""

UNKNOWN = "unknown_character"
TARGET = Field("target", ACTOR, keys=("目标",), among=offers.people, refusal=UNKNOWN)
Target = Annotated[str, TARGET]
"""Somebody whom all may see."""

Targets = Annotated[
    tuple[str, ...],
    Field("targets", ACTOR, required=False, keys=("目标",), among=offers.people, refusal=UNKNOWN),
    Meant(lambda _asked, said: each_once(said)),
]
"""The same, several, each once."""

OnRoster = Annotated[str, Field("target", ITEM, keys=("目标",), among=offers.known_people, refusal=UNKNOWN)]
"""Somebody at the table or on the roster."""


class OfPeople(Deed):
    """A deed of which those hear who may know of everybody whom it is about."""

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return heard(asked.state, *(getattr(self, name, "") for name in ("actor", "character", "owner", "target")))


# --- checks ------------------------------------------------------------------------------------------------------------

Pair = tuple[Attribute, Attribute]
_ATTRIBUTES = Field("attributes", keys=("属性",), among=offers.paired)


def pair_meant(_asked: Asked, said: str | None) -> Pair | None:
    """The attributes that a word means; nothing typed is nothing said."""
    return two_attributes(said) if said else None


Attributes = Annotated[Pair, replace(_ATTRIBUTES, spans=Attribute.holds), Meant(pair_meant)]
"""The two attributes of a check."""

OTHER_ATTRIBUTES = replace(_ATTRIBUTES, owner=CIRCUMSTANCE)
OtherAttributes = Annotated[Pair | None, OTHER_ATTRIBUTES, Meant(pair_meant)]
"""The same, where a deed has its usual ones."""

Against = Annotated[Pair | None, Field("against", keys=("对方",), owner=CIRCUMSTANCE), Meant(pair_meant)]
Modifier = Annotated[int, Field("mod", keys=("修正",), owner=CIRCUMSTANCE, signed=True)]
DL = Field("dl", required=False, keys=("难度",), owner=DIFFICULTY, among=offers.DLS)
Difficulty = Annotated[int | None, DL]
Open = Annotated[bool, Implied(lambda asked: not asked.gm and asked.viewer.numbers == "open")]
"""Whether a player acts at a table that shows NPCs' numbers: her question then names the defence (FAB-LIV-24, FAB-LIV-39)."""


def off_turn(deed: Deed, asked: Asked) -> Do:
    """The same deed for its odds: bound to nobody's turn, whatever the clock says."""
    do = deed.do(asked)
    assert isinstance(do, Do)
    return replace(do, given=replace(do.given, action="" if isinstance(do.given.action, str) else False))


# --- prices ------------------------------------------------------------------------------------------------------------

Overdraw = Annotated[bool, flag("overdraw", "透支")]
Anyway = Annotated[bool, flag("anyway", "照做")]
"""Words that agree beforehand to a price that would be asked about (FAB-LIV-22)."""


def shield_meant(_asked: Asked, said: str | None) -> str | None:
    """The shield that is named: nothing where none is wanted."""
    return "" if said == "none" else said


Count = Annotated[Amount, Field("n", least=1)]
"""How many of something."""

# --- the table's own words ---------------------------------------------------------------------------------------------

Mode = Literal["fill", "erase"]
Erase = Annotated[Mode, flag("erase", "擦", "擦除"), Meant(lambda _asked, said: "erase" if said else "fill")]
"""Whether a clock is filled or erased."""

Clock = Annotated[str, Field("clock", keys=("时钟",), among=offers.open_clocks), Meant(story_clock)]
"""A clock that the asker may know of."""

DAMAGE_TYPE = Field("type", TERM, terms=DamageType, refusal="unknown_damage_type")
Hidden = Annotated[bool, flag("hidden", "隐藏", "暗", owner=STORY)]
BLOCK = Field("block", ITEM, among=offers.blocks, refusal="unknown_block", owner=STORY)
Words = Annotated[str, Field("text", REST)]
"""All words that are left."""

# --- whether it needs the GM's word ------------------------------------------------------------------------------------


def unless_draft(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What belongs to a sheet is free until she is first used (FAB-LIV-43)."""
    character = asked.state.characters.get(asked.actor)
    return () if character is not None and character.draft else kinds


def outside_rest(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Bonds are one's own word in a draft, and where the end of a rest asks for them; at any other moment a proposal (FAB-LIV-13)."""
    return () if asked.actor in asked.state.bonding else unless_draft(asked, kinds)


def in_fight(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """In a conflict a check that nobody called for is a proposal (FAB-LIV-8)."""
    conflict = asked.state.conflict
    return tuple(dict.fromkeys((*kinds, "story"))) if conflict is not None and conflict.of(asked.actor) else kinds


def in_session(asked: Asked, _kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Growth is one's own word while no session is open, a proposal inside one; a draft is free at any time (FAB-LIV-43, FAB-LIV-45, FAB-LIV-46)."""
    who = asked.state.characters.get(asked.actor)
    return ("sheet",) if asked.state.session is not None and not (who and who.draft) else ()
