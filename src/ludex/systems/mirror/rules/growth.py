"""Growth (自我完善): levels, points, abilities and what comes by itself, the guide of ranks (MIR-IMP, MIR-LVL, MIR-DOM, MIR-LIV-46); and a sheet that
changes by the GM's word: ranks, abilities that are forgotten, organs (MIR-LIV-37, MIR-LIV-48)."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.declaring import Actor, Deed, Implied, Meant
from ludex.core.deeds import TERM, Asked, Do, Field
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import SHEET, STORY, flag, whom
from ludex.core.names import named, split_list
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.mirror.content import RANKS, Library, library, purpose, shown
from ludex.systems.mirror.events import (
    AbilitiesLost,
    AbilityLearned,
    DomainChanged,
    FavourChanged,
    Grown,
    OrgansSet,
    PointsSpent,
    RankSet,
)
from ludex.systems.mirror.kinds import ForPerson, PersonOrSelf, closed, reading, thing
from ludex.systems.mirror.kinds.reading import pairs_of, part_of
from ludex.systems.mirror.redact import opened
from ludex.systems.mirror.rules.knowing import missing, usable_part
from ludex.systems.mirror.rules.relations import check_amount, check_favour
from ludex.systems.mirror.rules.sheets import (
    ActorGiven,
    AfterView,
    after,
    check_cap,
    check_domains,
    check_points,
    check_total,
    point_cap,
    points_left,
    secondary_slots,
)
from ludex.systems.mirror.sheet import Ability, BodyPart, Character, Fitting, Organ, met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    BASIC,
    Attribute,
    Defense,
    Mode,
    PartType,
    Primary,
    Secondary,
    Skill,
    check_domain,
    said,
    words_of,
)

CREATION = "creation"


def price_paid(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A level with a price is her own to buy (MIR-LIV-1)."""
    return () if asked.state.options.level_price > 0 else kinds


class LevelUp(
    Deed,
    names=("升级", "levelup", "lvup"),
    does="level_up",
    group="growth",
    owner=SHEET,
    picture="up",
    example=".升级 武者",
):
    """A level in a primary domain. `mode` unset is the table's."""

    domain: Annotated[str, closed("domain", Primary)]
    actor: ForPerson
    mode: str | None = None
    word = price_paid


class LevelledUp(msgspec.Struct, frozen=True, kw_only=True):
    lv: int
    domains: dict[str, int]
    attribute_cap: int
    points_left: int | None = None
    attributes: dict[str, int]
    after: AfterView


class LoseLevel(
    Deed,
    names=("降级", "lvdown"),
    does="lose_level",
    group="growth",
    owner=SHEET,
    said_by=SHEET,
    example=".降级 武者 谁=安",
):
    domain: Annotated[str, closed("domain", Primary)]
    levels: Annotated[int, Field()] = 1
    actor: ForPerson


class LevelLost(msgspec.Struct, frozen=True):
    lv: int
    lost: tuple[str, ...]
    after: AfterView


class AllocatePoints(Deed, names=("加点", "points"), does="allocate_points", group="growth", example=".加点 力量=1"):
    """`.加点 力量=1、体质=2`: attribute points to put in."""

    actor: Actor
    points: Annotated[
        dict[str, int],
        Field(several=True, among=lambda _state, _actor: reading.words(Attribute)),
        Meant(lambda _asked, said: pairs_of(said)),
    ]
    mode: str | None = None


class PointsAllocated(msgspec.Struct, frozen=True):
    points_left: int
    attributes: dict[str, int]
    after: AfterView


class LearnAbility(msgspec.Struct, frozen=True):
    actor: str
    ability: Ability
    mode: str | None = None


class LearnLine(Deed, names=("习得", "learn"), group="growth", picture="up", example=".习得 灵敏嗅觉"):
    """`.习得 爆炎`: an ability of the library."""

    actor: Actor
    ability: Annotated[str, thing("ability", "abilities", "unknown_ability")]
    creation: Annotated[bool, flag("creation", "创建", "creation")] = False

    def do(self, asked: Asked) -> Do:
        ability = library(asked.state.catalogue).abilities[self.ability]
        return Do("learn_ability", LearnAbility(self.actor, ability, CREATION if self.creation else None))


class AbilityKnown(msgspec.Struct, frozen=True):
    known: tuple[str, ...]
    after: AfterView


class AutoLearn(
    Deed, names=("自动习得", "autolearn"), does="auto_learn", group="growth", owner=STORY, example=".自动习得"
):
    """Abilities among which the automatic ones are learned: on a line, all of the library."""

    actor: PersonOrSelf
    catalogue: Annotated[
        tuple[Ability, ...], Implied(lambda asked: tuple(library(asked.state.catalogue).abilities.values()))
    ]


class AutoLearned(msgspec.Struct, frozen=True):
    learned: tuple[str, ...]
    after: AfterView


@rule("MIR-IMP-1", "MIR-MDE-1")
def check_mode(state: State, mode: str | None, *others: str, draft: bool = False) -> None:
    """Self-improvement is for rest mode; where the table has set none, rest is meant."""
    now = mode or state.mode or Mode.REST
    if draft:  # MIR-LIV-48: a draft changes in any mode, and that is no growth (MIR-LIV-11)
        return
    if state.conflict is not None and mode is None:
        raise RuleError("conflict_running", clause="MIR-LIV-11", round=state.conflict.round)
    if now not in (Mode.REST, *others):
        raise RuleError("rest_mode_only", clause="MIR-IMP-1", mode=said(now))


@rule("MIR-IMP-1", "MIR-LVL-1")
async def level_up(state: State, given: LevelUp) -> LevelledUp:
    """A level more in a primary domain; the price is the GM's (Ruling MIR-E-39)."""
    character = state.in_play(given.actor)
    check_mode(state, given.mode)
    check_domains({given.domain: 1})
    price = state.options.level_price * (character.lv + 1)
    check_favour(character, price)
    if price > 0:
        state = await happen(FavourChanged(given.actor, character.favour - price))
    state = await happen(DomainChanged(given.actor, given.domain, character.domains.get(given.domain, 0) + 1))
    await happen(Grown(given.actor))
    state = await happen(Grown(given.actor, ability=True))
    now = state.who(given.actor)
    return LevelledUp(
        lv=now.lv,
        domains=now.domains,
        attribute_cap=point_cap(now),
        points_left=points_left(now),
        attributes=now.attributes,
        after=after(state, given.actor),
    )


@rule("MIR-DOM-2", "MIR-DOM-5")
async def lose_level(state: State, given: LoseLevel) -> LevelLost:
    """Levels lost: abilities of a higher level go, in the domain and in the basic one; all else stays (Ruling MIR-E-48)."""
    character = state.who(given.actor)
    check_domains({given.domain: 1})
    check_amount(given.levels, "MIR-DOM-5")
    level = character.domains.get(given.domain, 0) - given.levels
    if level < 0:
        raise RuleError("no_level", clause="MIR-DOM-5", domain=said(given.domain), level=level + given.levels)
    state = await happen(DomainChanged(given.actor, given.domain, level))
    now = state.who(given.actor)
    lost = tuple(a.id for a in now.abilities if _outgrown(now, a, given.domain))
    if lost:
        state = await happen(AbilitiesLost(given.actor, lost))
    return LevelLost(now.lv, lost, after(state, given.actor))


def _outgrown(character: Character, ability: Ability, domain: str) -> bool:
    if ability.domain == BASIC:
        return ability.level > character.lv
    return ability.domain == domain and ability.level > character.domains.get(domain, 0)


@rule("MIR-PTS-5", "MIR-IMP-1")
async def allocate_points(state: State, given: AllocatePoints) -> PointsAllocated:
    """Spend kept attribute points, within the cap of each attribute."""
    character = state.in_play(given.actor)
    check_mode(state, given.mode, draft=character.draft)
    left = points_left(character)
    if left is None or character.points is None:
        raise RuleError("no_attribute_points", clause="MIR-POT-1", who=character.called)
    check_points(given.points)
    after_all = {a: character.points.get(a, 0) + n for a, n in given.points.items() if n}
    check_cap(after_all, point_cap(character))
    check_total(sum(given.points.values()), left)
    state = await happen(PointsSpent(given.actor, given.points))
    now = state.who(given.actor)
    return PointsAllocated(points_left(now) or 0, now.attributes, after(state, given.actor))


@rule("MIR-LVL-3")
async def learn_ability(state: State, given: LearnAbility) -> AbilityKnown:
    """Learn an ability, if its domain, level, prerequisite and a free place allow it."""
    character, ability = state.in_play(given.actor), given.ability
    check_mode(state, given.mode, CREATION, draft=character.draft)
    check_learnable(character, ability)
    state = await happen(AbilityLearned(given.actor, ability))
    return AbilityKnown(tuple(a.id for a in state.who(given.actor).abilities), after(state, given.actor))


@rule("MIR-LVL-3", "MIR-DOM-4", "MIR-CND-2")
def check_learnable(character: Character, ability: Ability) -> None:
    """Refuse an ability that is not open to her: known, or its domain, level, prerequisite or a free place is missing."""
    gauged = ability.id == SUPERIOR and any(character.gauge_max(a) for a in Attribute)
    if gauged or any(a.id == ability.id for a in character.abilities):
        raise RuleError("already_known", ability=shown(ability.called))
    check_domain(ability.domain)
    if not trained(character, ability.domain):
        raise RuleError("domain_not_trained", clause="MIR-LVL-3", domain=said(ability.domain))
    if ability.level > level_limit(character, ability):
        raise RuleError("ability_level_too_high", clause="MIR-DOM-4", level=ability.level)
    if ability.id == SUPERIOR or not met(character, ability.prerequisite):
        needs = missing(character, ability.prerequisite)
        raise RuleError("prerequisite_unmet", clause="MIR-CND-2", ability=shown(ability.called), needs=needs)
    if not ability.auto and not has_place(character, ability):  # MIR-DOM-8
        clause = "MIR-LVL-5" if ability.domain in words_of(Secondary) else "MIR-LVL-3"
        raise RuleError("no_slot", clause=clause, domain=said(ability.domain))


@rule("MIR-LVL-3", "MIR-LVL-5", "MIR-DOM-1")
def trained(character: Character, domain: str) -> bool:
    """Whether a domain is open to her: the basic one always, a primary one by a level, a secondary one by a rank."""
    return domain == BASIC or character.domains.get(domain, 0) > 0 or character.secondary.get(domain, 0) > 0


@rule("MIR-DOM-1", "MIR-DOM-4", "MIR-DOM-6")
def level_limit(character: Character, ability: Ability) -> int:
    """The highest level she can learn there: LV, her level in the domain; secondary abilities have none."""
    if ability.domain == BASIC:
        return character.lv
    return character.domains.get(ability.domain, 0) if ability.domain in words_of(Primary) else ability.level


@rule("MIR-LVL-3", "MIR-LVL-4", "MIR-LVL-5", "MIR-DOM-1")
def has_place(character: Character, ability: Ability) -> bool:
    """Whether one more ability fits: any number of basic ones, one a level in a primary domain, a sum for secondary ones."""
    if ability.domain == BASIC:
        return True  # Ruling MIR-E-12: any number
    counted = [*(a for a in character.abilities if not a.auto), ability]
    if ability.domain in words_of(Secondary):
        return sum(a.domain in words_of(Secondary) for a in counted) <= secondary_slots(character)
    return places_left(replace(character, abilities=tuple(counted)), ability.domain) >= 0


@rule("MIR-LVL-3", "MIR-LVL-4")
def places_left(character: Character, domain: str) -> int:
    """How many abilities of a primary domain she may learn besides those that she knows; in her first one of level 0 is free."""
    there = [a for a in character.abilities if a.domain == domain and not a.auto]
    free = domain == character.first_domain and any(a.level == 0 for a in there)
    return character.domains.get(domain, 0) - (len(there) - free)


@rule("MIR-DOM-8")
async def auto_learn(state: State, given: AutoLearn) -> AutoLearned:
    """Abilities that are learned by themselves, as soon as level and prerequisite are met."""
    learned: list[str] = []
    state.who(given.actor)
    for ability in given.catalogue:
        check_domain(ability.domain)
        if ability.auto and comes_by_itself(state.who(given.actor), ability):
            state = await happen(AbilityLearned(given.actor, ability))
            learned.append(ability.id)
    return AutoLearned(tuple(learned), after(state, given.actor))


SUPERIOR = "superior_attribute"
"""Who has a gauge has it, and nobody else: it is neither learned nor kept (Ruling MIR-E-61)."""


def comes_by_itself(character: Character, ability: Ability) -> bool:
    """Not known yet, the domain is hers, and level and prerequisite are met."""
    known = ability.id == SUPERIOR or any(a.id == ability.id for a in character.abilities)
    fits = trained(character, ability.domain) and ability.level <= level_limit(character, ability)
    return not known and fits and met(character, ability.prerequisite)


@rule("MIR-DOM-8", "MIR-LIV-24")
def automatic(state: State, character: Character) -> tuple[Ability, ...]:
    """The abilities of the table's library that have come to somebody by themselves."""
    there = library(state.catalogue)
    known: tuple[Library, tuple[Ability, ...]] | None = character.__dict__.get("automatic")
    if known is None or known[0] is not there:
        known = there, tuple(a for a in there.abilities.values() if a.auto and comes_by_itself(character, a))
        character.__dict__["automatic"] = known
    return known[1]


# --- the guide: ranks that need nobody's word, and where a level goes (MIR-LIV-46, MIR-LIV-48) -----------------------

MOST = {("skills",): 6, ("defenses",): 3, ("weapons", "magic", "secondary"): 3}
"""So many ranks in each together (MIR-LIV-46, ours)."""

GUIDE_RANK = 2

USUAL = {
    Primary.WARRIOR: "athletics=2,endurance=1,dodge=1,fortitude=1,sword=2",
    Primary.OPERATIVE: "agility=2,insight=2,dodge=2,bow=1",
    Primary.CASTER: "lore=2,intuition=1,dodge=1,will=1,flame=2",
    Primary.PRIEST: "insight=2,empathy=2,will=2,mystery=1",
}
"""Ranks that suit each domain, as a table might give them."""

KEPT = {"skills": words_of(Skill), "defenses": words_of(Defense), "secondary": words_of(Secondary)}
"""Which part of the sheet keeps the ranks of each closed list."""

LATER = "later"


class LevelPlaced(msgspec.Struct, frozen=True):
    """Where the point went and which ability came; "" for what was left for later."""

    attribute: str
    ability: str
    after: AfterView


@rule("MIR-LIV-46")
def within_guide(ranks: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether ranks keep to the guide: 6 of skills, 3 of defences, 3 of weapons, magic and secondary domains, none above 2."""
    if any(rank > GUIDE_RANK for kind in ranks.values() for rank in kind.values()):
        return False
    return all(sum(sum(ranks.get(kind, {}).values()) for kind in kinds) <= most for kinds, most in MOST.items())


def ranks_of(c: Character) -> dict[str, dict[str, int]]:
    return {kind: getattr(c, kind) for kinds in MOST for kind in kinds}


@rule("MIR-LIV-48", "MIR-LIV-56")
async def place_point(state: State, given: ActorGiven) -> LevelPlaced:
    """A player is asked where a new level's point goes; it may be left for later."""
    c = state.who(given.actor)
    state = await happen(Grown(c.id, open=False))
    question = say("questions.level_point", who=c.called, left=points_left(c), lv=c.lv)
    options = (Option(a, say("answers.level_point", attribute=term(a), value=c.value(a))) for a in _room(c))
    answer = await choose(actor(c.id), question, (*options, _LATER)) if has_point(c) else LATER
    if answer == LATER:
        return LevelPlaced("", "", after(state, c.id))
    state = await happen(PointsSpent(c.id, {answer: 1}))
    return LevelPlaced(answer, "", after(state, c.id))


_LATER = Option(LATER, say("answers.level_later"))


def has_point(c: Character) -> bool:
    """Whether she has a point to place, and an attribute with room for it."""
    return (points_left(c) or 0) > 0 and bool(_room(c))


def _room(c: Character) -> list[str]:
    return [a.value for a in Attribute if (c.points or {}).get(a, 0) < point_cap(c)]


@rule("MIR-LIV-48", "MIR-LIV-56")
async def place_ability(state: State, given: ActorGiven) -> LevelPlaced:
    """A player is asked for an ability that a new level opened; it may be left for later."""
    c = state.who(given.actor)
    state = await happen(Grown(c.id, ability=True, open=False))
    found = {a.id: a for a in open_abilities(state, c)}
    options = tuple(
        Option(i, say("answers.make_ability", name=shown(a.called), text=purpose(a))) for i, a in found.items()
    )
    question = say("questions.level_ability", who=c.called, lv=c.lv)
    answer = await choose(actor(c.id), question, (*options, _LATER)) if found else LATER
    if answer == LATER:
        return LevelPlaced("", "", after(state, c.id))
    state = await happen(AbilityLearned(c.id, found[answer]))
    return LevelPlaced("", found[answer].called, after(state, c.id))


def open_abilities(state: State, c: Character) -> tuple[Ability, ...]:
    there = library(opened(state).catalogue).abilities.values()
    return tuple(a for a in there if a.domain in c.domains and learnable(c, a))


@rule("MIR-LVL-3")
def misses_ability(state: State, c: Character, domain: str) -> bool:
    """Whether a domain still gives her an ability, and there is none that she may learn now."""
    return places_left(c, domain) > 0 and not any(a.domain == domain for a in open_abilities(state, c))


def learnable(c: Character, ability: Ability) -> bool:
    """Whether an ability is open to her: not known, its domain hers, level, prerequisite and a place for it."""
    return (
        not ability.auto
        and all(a.id != ability.id for a in c.abilities)
        and trained(c, ability.domain)
        and ability.level <= level_limit(c, ability)
        and met(c, ability.prerequisite)
        and has_place(c, ability)
    )


def read_ranks(state: State, answer: str) -> dict[str, dict[str, int]]:
    """«athletics=2, 闪避1» by the part of the sheet that keeps each rank; what is on no list is a weapon category."""
    gear = library(state.catalogue).gear
    found: dict[str, dict[str, int]] = {}
    for word, rank in pairs_of(split_list(answer)).items():
        name = next((i for i, g in gear.items() if word in (i, g.title)), word)
        own = "magic" if name in gear and gear[name].kind == "magic" else "weapons"
        kind = next((kind for kind, known in KEPT.items() if name in known), own)
        found.setdefault(kind, {})[name] = rank
    return found


# --- a sheet that changes by the GM's word (MIR-LIV-37, MIR-LIV-48) ---------------------------------------------------

HIGHEST = 20
"""The highest rank that anybody writes down."""


@rule("MIR-LIV-48", "MIR-LIV-46")
def drafted(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, ...]:
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
        str,
        Field(among=lambda state, _actor: reading.words(Skill, Defense, Secondary) | reading.names_of(state, "gear")),
    ]
    rank: Annotated[int, Field("to_rank")]
    target: ForPerson
    word = drafted


class RankNow(msgspec.Struct, frozen=True):
    kind: str
    name: str
    rank: int
    after: AfterView


def _abilities(state: State, actor: str) -> dict[str, str]:
    one = state.characters.get(actor)
    people = [one] if one is not None else list(state.characters.values())
    return {a.id: a.called for c in people for a in c.abilities}


class Forget(
    Deed, names=("忘却", "forget"), does="forget_ability", group="growth", owner=SHEET, example=".忘却 灵敏嗅觉 谁=安"
):
    ability: Annotated[str, Field(among=_abilities)]
    target: ForPerson
    word = drafted


class AbilityForgotten(msgspec.Struct, frozen=True):
    ability: str
    after: AfterView


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
    organ: Annotated[str, Field(keys=("器官", "organ"))]
    part: Annotated[str, Field(), Meant(lambda asked, said: part_of(asked.state, whom(asked), said) or "")] = ""
    target: ForPerson


class OrgansNow(msgspec.Struct, frozen=True):
    organ: str
    part: str
    organs: tuple[str, ...]
    after: AfterView


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
async def forget_ability(state: State, given: Forget) -> AbilityForgotten:
    """An ability is dropped; its place is free again."""
    c = state.who(given.target)
    names = {a.id: (a.id, a.called) for a in c.abilities}
    known = [shown(a.called) for a in c.abilities]
    lost = named(given.ability, names, unknown="unknown_ability", value=given.ability[:40], among=known)
    state = await happen(AbilitiesLost(c.id, (lost,)))
    return AbilityForgotten(next(a.called for a in c.abilities if a.id == lost), after(state, c.id))


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
