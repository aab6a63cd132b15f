"""Joins Use, Domains and Body parts as a sheet that changes by the GM's word: ranks, abilities that are forgotten, organs (MIR-LIV-37, MIR-LIV-48)."""

import msgspec
from msgspec.structs import replace

from ludex.core.errors import RuleError
from ludex.core.names import named
from ludex.core.rule import rule
from ludex.systems.mirror.content import RANKS, library
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.events import AbilitiesLost, OrgansSet, RankSet
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.guide import read_ranks
from ludex.systems.mirror.rules.knowing import usable_part
from ludex.systems.mirror.rules.report import After, after
from ludex.systems.mirror.sheet import BodyPart, Character, Organ
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import PartType

HIGHEST = 20
"""The highest rank that anybody writes down."""


class SetRank(msgspec.Struct, frozen=True):
    """A rank by the name of what it is in: a skill, a defence, a weapon category, a source, a secondary domain."""

    target: str
    name: str
    rank: int


class RankNow(msgspec.Struct, frozen=True):
    """Where the rank stands, and what it is now."""

    kind: str
    name: str
    rank: int
    after: After


class Forget(msgspec.Struct, frozen=True):
    """An ability that somebody gives up."""

    target: str
    ability: str


class Forgotten(msgspec.Struct, frozen=True):
    """What it was called."""

    ability: str
    after: After


class SetOrgan(msgspec.Struct, frozen=True):
    """An organ that is put into a part, or taken out of it: without a word the first that it fits, or that has it."""

    target: str
    organ: str
    part: str = ""
    installed: bool = True


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
