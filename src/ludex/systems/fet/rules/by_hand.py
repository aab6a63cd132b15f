"""Live play: events set off by hand (FET-LIV-34): what no machine sees, the GM calls, and the trait or skill does exactly what the event would have done."""

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content import key_of, shipped
from ludex.systems.fet.content.english import same_card
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.conditions import skills_of, traits_of
from ludex.systems.fet.events import Darkened
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.chains import SetOff
from ludex.systems.fet.rules.declaring import CombatDeclare, declare
from ludex.systems.fet.rules.instants import Use, act_of, needs_target
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.roster import check_alive, check_bearer, pools
from ludex.systems.fet.rules.scenes import check_targets
from ludex.systems.fet.rules.wind_ups import check_impact
from ludex.systems.fet.rules.windows import Done, concerned
from ludex.systems.fet.rules.windows_after import asked_now, carry_out, set_off, used_now
from ludex.systems.fet.rules.years import Borrow, borrow
from ludex.systems.fet.sheet import Skill, Trait
from ludex.systems.fet.state import State, check_fighter
from ludex.systems.fet.terms import Effect, Event, Kind, Number


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
    await borrow(state, Borrow(given.who, at.target))  # FET-TRX-5: a deed of its own
    return Done(state, (SetOff(given.who, trait.name, Effect.INFO, at.target),))


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
    """What the light has done."""

    dark: bool
    rows: tuple[SetOff, ...] = ()
    dead: tuple[str, ...] = ()


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
