"""Live play: events set off by hand (FET-LIV-34): what no machine sees, the GM calls, and the trait or skill does exactly what the event would have done."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from ludex.core.bounds import converted
from ludex.core.declaring import Deed
from ludex.core.deeds import GM_ONLY, ITEM, SCENE, Asked, Do, Field
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import key_of, places, same_card, shipped
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.conditions import skills_of, traits_of
from ludex.systems.fet.events.group import Darkened
from ludex.systems.fet.kinds import CIRCUMSTANCE, STORY, OwnDeed, Word, Words
from ludex.systems.fet.kinds.offers import all_cards
from ludex.systems.fet.kinds.reading import modifier_in
from ludex.systems.fet.rules.advancing import asked_now, carry_out, set_off, used_now
from ludex.systems.fet.rules.clock import check_impact
from ludex.systems.fet.rules.declaring import CombatDeclare, declare
from ludex.systems.fet.rules.extensions import SetPlace
from ludex.systems.fet.rules.instants import Use, act_of, needs_target
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.roster import anybody_in, check_alive, check_bearer, pools
from ludex.systems.fet.rules.scenes import check_targets
from ludex.systems.fet.rules.windows import Done, SetOff, concerned
from ludex.systems.fet.rules.years import Borrow, borrow
from ludex.systems.fet.sheet import Skill, Trait, WrittenModifier
from ludex.systems.fet.state import State, check_fighter
from ludex.systems.fet.terms import EffectSort, Event, Kind, Number, typed_number


class SetOffByHand(OwnDeed, names=("触发", "trig"), group="people", said_by=STORY, example=".触发 野望 宣告"):
    """`.触发 血河 杀死`, `.触发 祝福 造成伤害 猎犬 20`, `.触发 血怒 20`: by hand what the event would have done (FET-LIV-34)."""

    name: Annotated[str, Field("", ITEM, among=all_cards, refusal="unknown_trait")]
    event: Word = ""
    more: Words = ""

    def do(self, asked: Asked) -> Do:
        """A card of one's own, with whom and how much; its own event where none is said."""
        state: State = asked.state
        named = any(self.event in (who, state.called(who)) for who in state.people)
        unsaid = bool(self.event) and (typed_number(narrow(self.event)) is not None or named)
        words = [*([self.event] if unsaid else ()), *self.more.split()]
        numbers = [n for word in words if (n := typed_number(narrow(word))) is not None]
        people = [anybody_in(state, word) for word in words if typed_number(narrow(word)) is None]
        event, other = "" if unsaid else self.event, "".join(people[:1])
        return Do("trigger", Trigger(asked.actor, self.name, event, other, (*numbers, 0)[0]), self.heard(asked))


class Trigger(msgspec.Struct, frozen=True):
    """What `trigger` is given: whose trait or skill, the event (in either language; its own), with whom, and how much."""

    who: str
    trait: str
    event: str = ""
    other: str = ""
    amount: Number = 0


class Triggered(msgspec.Struct, frozen=True):
    """What was set off; nothing where the trait has nothing to do with the event."""

    applies: bool
    rows: tuple[SetOff, ...] = ()
    dead: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()


@rule("FET-LIV-34", "FET-TRX-1")
async def trigger(state: State, given: Trigger) -> Triggered:
    """Let a trait do by hand what its event would have done."""
    check_bearer(state, given.who)
    card = _own(state, given.who, given.trait)
    given = replace(given, event=given.event or card.event)
    if Event.said(card.event) != Event.said(given.event) and (card.event or isinstance(card, Trait)):
        return Triggered(applies=False)
    before = state
    done = await (_by_skill(state, given, card) if isinstance(card, Skill) else _by_trait(state, given, card))
    if done is None:
        return Triggered(applies=False)
    state = done.state
    there = [who for who in before.people if who in state.people]
    died = tuple(who for who in there if pools(state, who).dead and not pools(before, who).dead)
    back = tuple(who for who in there if pools(before, who).dead and not pools(state, who).dead)
    return Triggered(True, done.rows, died, back)


async def _by_trait(state: State, given: Trigger, trait: Trait) -> Done | None:
    """What a trait would have done, to somebody who must be named where it is for another; nothing where its condition does not hold."""
    at = _occasion(trait, given)
    pride = key_of(shipped().traits, trait.name) == "pride"
    aimed = pride or any(e.target in ("one", "source", "attacker") for e in trait.effects)
    if aimed and given.other not in state.people:
        raise RuleError("target_required", clause="FET-LIV-34", kind=at.event)
    if not concerned(state, given.who, trait, at):
        return None
    if not pride:
        return await carry_out(state, given.who, trait, at)
    await borrow(state, Borrow(who=given.who, whose=at.target))  # FET-TRX-5: a deed of its own
    return Done(state, (SetOff(given.who, trait.name, EffectSort.INFO, at.target),))


@rule("FET-LAW-9", "FET-LIV-34")
async def _by_skill(state: State, given: Trigger, skill: Skill) -> Done:
    """A skill whose moment the GM calls: as big as he says, else its owner is asked as in its window; one with a wind-up is declared."""
    check_alive(state, given.who)
    check_legal(skill, state.options)
    target = (given.other,) if given.other and needs_target(skill) else ()
    if not skill.instant:
        act = CombatDeclare(given.who, Kind.SKILL, impact=given.amount or None, target=target, skill=skill)
        declared, state = await declare(state, act)
        return Done(state, (SetOff(given.who, skill.name, Event.DECLARED), *(declared.set_off or ())))
    if target and (battle := state.battle) is not None:
        check_targets(battle, check_fighter(battle, given.who), act=act_of(skill), named=target)
    at = occasion(Event.said(given.event), given.who, given.other, amount=given.amount)
    if given.amount and (target or not needs_target(skill)):
        return await used_now(state, given.who, skill, Use(check_impact(given.amount), target))
    return await asked_now(state, given.who, skill, at)


def _own(state: State, who: str, name: str) -> Trait | Skill:
    """A trait or a skill that somebody has, by its name or key."""
    own: tuple[Trait | Skill, ...] = (*traits_of(state, who), *skills_of(state, who))
    traits, skills = shipped().traits, shipped().skills
    key, taught = key_of(traits, name), key_of(skills, name)
    wanted = traits[key].name if key else skills[taught].name if taught else name
    found = next((card for card in own if card.name == wanted or same_card(key or taught or "", card.name)), None)
    if found is None:
        raise RuleError(
            "not_known",
            clause="FET-LIV-9",
            skill=wanted,
            skills=[card.name for card in own] or [say("view.none_there")],
        )
    return found


def _occasion(trait: Trait, given: Trigger) -> Occasion:
    """The event as it would have come: what a trait listens to in others happens to the other."""
    event = Event.said(given.event)
    if trait.whose != "own" and given.other:
        return occasion(event, given.other, given.who, amount=given.amount)
    return occasion(event, given.who, given.other, amount=given.amount)


# Marks of the place


class Shine(msgspec.Struct, frozen=True):
    """What `shine` is given: whom daylight falls on; or whether it is dark where everybody is."""

    who: tuple[str, ...] = ()
    dark: bool | None = None


class Shone(msgspec.Struct, frozen=True):
    dark: bool
    rows: tuple[SetOff, ...] = ()
    dead: tuple[str, ...] = ()


class SetTerrain(
    Deed,
    names=("地形", "place"),
    group="people",
    who=GM_ONLY,
    said_by=CIRCUMSTANCE,
    beside=SCENE,
    example=".地形 敏捷 点 -10",
):
    """`.地形 敏捷 点 -10` for everybody here, `.地形 沼泽` for a place that the table knows; `.地形` alone lifts it (FET-TRT-2)."""

    change: Words = ""

    def do(self, asked: Asked) -> Do:
        """The place, or the light in it."""
        words = self.change.replace(",", " ").replace("，", " ").split()
        said = " ".join(words)
        if words and words[0] in DARKNESS:  # FET-TRX-7
            return Do("shine", Shine(dark=DARKNESS[words[0]]))
        if len(words) == 1 or key_of(places(asked.state), said):  # FET-LIV-51
            return Do("set_place", SetPlace(name=said))
        if len(words) not in (0, 3):
            raise RuleError("bad_modifier", clause="FET-TRT-2", modifier=said)
        more = converted(modifier_in(words), WrittenModifier, code="bad_modifier") if words else None
        return Do("set_place", SetPlace((*asked.state.place, more) if more else ()))


DARKNESS = {"黑暗": True, "dark": True, "光亮": False, "light": False}


@rule("FET-TRX-6", "FET-TRX-7", "FET-LIV-33")
async def shine(state: State, given: Shine) -> Shone:
    """Daylight on somebody (恐光 kills), or darkness over the place."""
    for who in given.who:
        check_bearer(state, who)
    if given.dark is not None:
        state = await happen(Darkened(given.dark))
    before = state
    done = await set_off(state, [occasion(Event.SUNLIGHT, who) for who in given.who])
    dead = tuple(who for who in given.who if pools(done.state, who).dead and not pools(before, who).dead)
    return Shone(done.state.dark, done.rows, dead)
