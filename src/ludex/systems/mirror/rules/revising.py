"""Joins Use, Domains and Body parts as a sheet that changes by the GM's word: ranks, abilities that are forgotten, organs (MIR-LIV-37, MIR-LIV-48)."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import TERM, Asked, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, whom
from ludex.core.names import named
from ludex.core.rule import rule
from ludex.systems.mirror.content import RANKS, library
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.events import AbilitiesLost, OrgansSet, RankSet
from ludex.systems.mirror.kinds import ForPerson, offers
from ludex.systems.mirror.kinds.reading import part_of
from ludex.systems.mirror.rules.growth import ranks_of, read_ranks, within_guide
from ludex.systems.mirror.rules.knowing import usable_part
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.sheet import BodyPart, Character, Fitting, Organ
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import Defense, PartType, Secondary, Skill

HIGHEST = 20
"""The highest rank that anybody writes down."""


@rule("MIR-LIV-48", "MIR-LIV-46")
def drafted(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A draft is its player's to change, within the guide."""
    who = whom(asked)
    c = asked.state.characters.get(who)
    if c is None or not c.draft or who not in asked.controls:
        return kinds
    ranks = ranks_of(c)
    if asked.args.get("to_rank") is not None:
        for kind, more in read_ranks(asked.state, f"{asked['name']}={asked['to_rank']}").items():
            ranks[kind] = {**ranks.get(kind, {}), **more}
    return () if within_guide(ranks) else kinds


class SetRank(Deed, names=("熟练", "rank"), does="set_rank", group="growth", owner=SHEET, example=".熟练 运动 3 谁=安"):
    """A rank by the name of what it is in: a skill, a defence, a weapon category, a source, a secondary domain."""

    name: Annotated[
        str, Field(among=lambda state, _actor: offers.words(Skill, Defense, Secondary) | offers.names_of(state, "gear"))
    ]
    rank: Annotated[int, Field("to_rank")]
    target: ForPerson
    word = drafted


class RankNow(msgspec.Struct, frozen=True):
    """Where the rank stands, and what it is now."""

    kind: str
    name: str
    rank: int
    after: After


def _abilities(state: State, actor: str) -> dict[str, str]:
    """Her abilities, or everybody's."""
    one = state.characters.get(actor)
    people = [one] if one is not None else list(state.characters.values())
    return {a.id: a.called for c in people for a in c.abilities}


class Forget(
    Deed, names=("忘却", "forget"), does="forget_ability", group="growth", owner=SHEET, example=".忘却 灵敏嗅觉 谁=安"
):
    """An ability that somebody gives up."""

    ability: Annotated[str, Field(among=_abilities)]
    target: ForPerson
    word = drafted


class Forgotten(msgspec.Struct, frozen=True):
    """What it was called."""

    ability: str
    after: After


class SetOrgan(
    Deed,
    names=("器官", "organ"),
    does="set_organ",
    group="growth",
    owner=SHEET,
    said_by=SHEET,
    example=".器官 卸 眼 头 谁=安",
):
    """`.器官 装 眼 头 谁=安`: an organ into a part, or out of it (卸): without a part the first that it fits, or that has it."""

    installed: Annotated[
        bool,
        Field("fitting", TERM, terms=Fitting, refusal="unknown_dealing"),
        Meant(lambda _asked, said: said == Fitting.INSTALL),
    ]
    organ: Annotated[str, Field()]
    part: Annotated[str, Field(), Meant(lambda asked, said: part_of(asked.state, whom(asked), said) or "")] = ""
    target: ForPerson


class OrgansNow(msgspec.Struct, frozen=True):
    """The organ, and what is in the part now."""

    organ: str
    part: str
    organs: tuple[str, ...]
    after: After


@rule("MIR-LIV-48", "MIR-USE-3")
async def set_rank(state: State, given: SetRank) -> RankNow:
    """A rank is set; everything that follows from it follows."""
    state.who(given.target)
    if not 0 <= given.rank <= HIGHEST:
        raise RuleError("bad_rank", clause="MIR-USE-3", name=given.name, rank=given.rank)
    ((kind, ranks),) = read_ranks(state, f"{given.name}={given.rank}").items()
    name = next(iter(ranks))
    known = kind in RANKS and (kind != "weapons" or name in library(state.catalogue).gear)
    if not known:
        raise RuleError("unknown_rank_source", clause="MIR-SKC-2", source=given.name)
    state = await happen(RankSet(given.target, kind, name, given.rank))
    return RankNow(kind, name, given.rank, after(state, given.target))


@rule("MIR-LIV-48")
async def forget_ability(state: State, given: Forget) -> Forgotten:
    """An ability is dropped; its place is free again."""
    c = state.who(given.target)
    names = {a.id: (a.id, a.called) for a in c.abilities}
    known = [shown(a.called) for a in c.abilities]
    lost = named(given.ability, names, unknown="unknown_ability", value=given.ability[:40], among=known)
    state = await happen(AbilitiesLost(c.id, (lost,)))
    return Forgotten(next(a.called for a in c.abilities if a.id == lost), after(state, c.id))


@rule("MIR-LIV-37", "MIR-PRT-6")
async def set_organ(state: State, given: SetOrgan) -> OrgansNow:
    """An organ comes into a part, or out of it; what it carried goes with it."""
    c = state.who(given.target)
    part = usable_part(c, given.part) if given.part else _usual_part(state, c, given)
    change = _installed if given.installed else _removed
    changed = change(state, part, given.organ)
    state = await happen(OrgansSet(given.target, part.id, changed.organs, changed.taken))
    names = tuple(o.name for o in changed.organs)
    return OrgansNow(_meant(state, given.organ), part.id, names, after(state, given.target))


def _usual_part(state: State, c: Character, given: SetOrgan) -> BodyPart:
    """Where an organ is, or where it goes: of parts that fit equally the core, where most are."""
    there = library(state.catalogue).organs.items()
    record = next((r for i, r in there if given.organ in (i, r.name)), None)
    name = record.name if record is not None else given.organ
    if given.installed:
        fitting = [p for p in c.parts_left if record is not None and (not record.fits or p.type in record.fits)]
    else:
        fitting = [p for p in c.parts_left if any(o.name == name for o in p.organs)]
    if not fitting:
        raise RuleError(
            "unknown_organ", value=given.organ[:40], among=[shown(o.name) for p in c.parts for o in p.organs]
        )
    return next((p for p in fitting if p.type is PartType.CORE), fitting[0])


def _meant(state: State, wanted: str) -> str:
    """The name of the organ that a word means."""
    record = library(state.catalogue).organs.get(wanted)
    return record.name if record is not None else wanted


def _installed(state: State, part: BodyPart, wanted: str) -> BodyPart:
    there = {i: (i, record.name or i) for i, record in library(state.catalogue).organs.items()}
    known = [shown(name) for _, name in there.values()]
    key = named(wanted, there, unknown="unknown_organ", value=wanted[:40], among=known)
    record = library(state.catalogue).organs[key]
    if record.fits and part.type not in record.fits:
        raise RuleError("organ_unfit", clause="MIR-LIV-37", organ=shown(record.name or key), part=part.called)
    organ = Organ(record.name or key, record.tags, record.carries, record.effect, record.while_disabled)
    return replace(part, organs=(*part.organs, organ), taken=tuple(o for o in part.taken if o.name != organ.name))


def _removed(state: State, part: BodyPart, wanted: str) -> BodyPart:
    ids = {record.name: key for key, record in library(state.catalogue).organs.items()}
    there = {o.name: (o.name, ids.get(o.name, o.name)) for o in part.organs}
    name = named(wanted, there, unknown="unknown_organ", value=wanted[:40], among=[shown(one) for one in there])
    organ = next(o for o in part.organs if o.name == name)
    return replace(part, organs=tuple(o for o in part.organs if o is not organ), taken=(*part.taken, organ))
