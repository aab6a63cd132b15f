"""Kinds of the fields of deeds: how each is read, offered, owned and refused. Declared here once; a deed says only what differs.

What is offered is in `offers`, how words become names in `reading`.
"""

from collections.abc import Sequence
from typing import Annotated

from ludex.core.declaring import Deed, Implied, Meant
from ludex.core.deeds import ACTOR, CASE, GM_ONLY, ITEM, REST, SCENE, SHELF, TERM, Asked, Field
from ludex.core.fields import CIRCUMSTANCE, STORY, flag, keyed
from ludex.core.names import simplified
from ludex.core.principals import EVERYBODY, GM, Who
from ludex.systems.mist.kinds import offers
from ludex.systems.mist.kinds.reading import clues_named, known_as, read_ruling
from ludex.systems.mist.terms import Depth

# --- where deeds stand, and whose they are -----------------------------------------------------------------------------


class SceneDeed(Deed, group="scene", who=GM_ONLY, beside=SCENE, alone=True):
    """What the MC does with the scene, one thing after the other."""


class CaseDeed(Deed, group="case", who=GM_ONLY, beside=CASE):
    """What the MC does with the case."""


class ShelfDeed(Deed, group="case", who=GM_ONLY, beside=SHELF):
    """What the MC does with what is prepared."""


class HandDeed(Deed, group="hand", owner=STORY, said_by=STORY, aims=True):
    """What is done by hand to somebody or something."""


# --- what is implied ---------------------------------------------------------------------------------------------------

Aimed = Annotated[str, Implied(lambda asked: asked.aimed)]
"""Whom a line is for, if it says so."""


# --- who ---------------------------------------------------------------------------------------------------------------


def _holder(asked: Asked, said: str) -> str:
    """`我` is whom the line is aimed at, else who acts."""
    return (asked.aimed or asked.actor) if said == offers.ME else said


HolderNamed = Annotated[
    str, Field("holder", ITEM, among=offers.holders_and_me, refusal="unknown_holder"), Meant(_holder)
]
"""Somebody or something that can hold a status."""

Holders = Annotated[
    tuple[str, ...],
    Field("holder", ITEM, among=offers.holders_and_all, refusal="unknown_holder"),
    Meant(lambda asked, said: offers.meant(asked.state, asked.aimed or asked.actor, said)),
]
"""The same, several or all (MST-LIV-10)."""

Person = Annotated[str, Field("who", ACTOR)]
"""A character by name."""


def about(asked: Asked, *holders: str) -> tuple[Who, ...]:
    """Who may know what is done to holders: of a challenge that is on stage unseen the MC alone (MST-LIV-41)."""
    unseen = [challenge.id for challenge in asked.state.challenges if challenge.hidden]
    return (GM,) if any(holder in unseen for holder in holders) else (EVERYBODY,)


def costs_oneself(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """What only costs the own character needs nobody's word: lowering an own beneficial status (MST-LIV-2)."""
    holder = _holder(asked, asked["holder"])
    own = asked.state.character(holder) if holder in asked.controls else None
    good = own is not None and any(s.beneficial and s.name == asked["status"] for s in own.statuses)
    return () if good else kinds


# --- sheets ------------------------------------------------------------------------------------------------------------

OwnTheme = Annotated[str, Field("theme", ITEM, among=offers.themes, refusal="unknown_theme")]
"""A theme of the acting character."""

Deep = Annotated[str, Field("depth", TERM, keys=("深度",), terms=Depth, refusal="bad_depth", owner=CIRCUMSTANCE)]
"""How deep an immersion goes: the MC's word."""

# --- statuses and tags -------------------------------------------------------------------------------------------------

StatusName = Annotated[str, Field("status", among=offers.status_names), Meant(lambda _asked, said: simplified(said))]
"""A status by a name of the scene, or by a new one."""

HeldStatus = Annotated[str, Field("status", among=offers.held_statuses)]
"""A status that somebody has."""

Family = Annotated[str, keyed("family", "类")]
OPPOSES, GOOD = keyed("opposes", "克", several=True), flag("good", "有益")
Opposes = Annotated[tuple[str, ...], OPPOSES]
Good = Annotated[bool, GOOD]
Ruled = Annotated[str, keyed("relation", "判"), Meant(lambda _asked, said: read_ruling(said))]
"""What an arriving status does to those that are there, by the MC's ruling."""

Number = Annotated[int, Field("number")]
Words = Annotated[str, Field("text", REST)]
"""All words that are left."""

Tags = Annotated[tuple[str, ...], keyed("tags", "标签", several=True)]
Helping = Annotated[tuple[str, ...], keyed("help", "+", "帮助", several=True, among=offers.helping_tags)]
Hindering = Annotated[tuple[str, ...], keyed("hinder", "-", "阻碍", several=True, among=offers.hindering_tags)]
Burning = Annotated[tuple[str, ...], keyed("burn", "燃", "燃尽", "burn", several=True, among=offers.burnable_tags)]
"""What a player names for a roll. A name that ends in `!` is burnt; a status counts like a tag (`+高处`, `-守卫:警觉`)."""

ReadyPower = Annotated[int | None, keyed("power", "效力", owner=CIRCUMSTANCE)]
Threats = Annotated[tuple[str, ...], keyed("addresses", "应对", "vs", several=True, among=offers.open_threats)]
EffectsNamed = Annotated[tuple[str, ...], keyed("effects", "效果", "effect", several=True)]

# --- the case ----------------------------------------------------------------------------------------------------------


def _cited(asked: Asked, said: Sequence[str]) -> list[str]:
    return clues_named(asked, said)


SUPPORTING = keyed("supporting", "支持", "for", several=True, among=offers.clues)
CONFLICTING = keyed("conflicting", "反对", "against", several=True, among=offers.clues)
Supporting = Annotated[tuple[str, ...], SUPPORTING, Meant(_cited)]
Conflicting = Annotated[tuple[str, ...], CONFLICTING, Meant(_cited)]
MysteryNamed = Annotated[str, Field("mystery", ITEM, among=offers.mysteries, refusal="unknown_mystery")]
AnyMystery = Annotated[str, Field("mystery", ITEM, among=offers.all_mysteries, refusal="unknown_mystery")]
AnyClue = Annotated[str, Field("clue", ITEM, among=offers.all_clues, refusal="unknown_clue")]
AnyTrait = Annotated[
    str,
    Field("trait", among=offers.all_traits),
    Meant(lambda asked, said: known_as(said, offers.all_traits(asked.state))),
]
InMission = Annotated[str, keyed("mission", "任务", "mission", among=offers.own_missions)]
"""The case that a line is about: the open one, or one on the table's own shelf (MST-LIV-38)."""

Proves = Annotated[tuple[str, ...], keyed("proves", "支持", "proves", several=True, among=offers.all_mysteries)]
Against = Annotated[tuple[str, ...], keyed("against", "反对", "against", several=True, among=offers.all_mysteries)]
