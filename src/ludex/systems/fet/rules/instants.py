"""Example skills, their moments (FET-SKX-4, FET-LAW-9, FET-LIV-27): who may use an instant skill when its moment comes, how big, on whom.

How it is used is `advancing.py` (after a moment) and `settling.py` (within one). Nothing happens here.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.deeds import refused
from ludex.core.effects.counting import holds
from ludex.core.effects.records import Occasion
from ludex.core.effects.sentences import said
from ludex.core.effects.windows import Listener
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import Filling, Say, say, term
from ludex.systems.fet.effects import CAST, WORDS, number_in, skill_record
from ludex.systems.fet.effects.conditions import skill_called
from ludex.systems.fet.rules.clock import check_impact
from ludex.systems.fet.rules.lasting import derived
from ludex.systems.fet.rules.resources import resource_now
from ludex.systems.fet.rules.roster import BEHIND, fighter_of, pools
from ludex.systems.fet.rules.scenes import check_resistible, check_targets, needs_target as needs_target
from ludex.systems.fet.sheet import Skill, hindrance
from ludex.systems.fet.state import Act, Battle, Fighter, State
from ludex.systems.fet.terms import EITHER, RESOURCES, EffectSort, Event, Kind, Number, typed_number, whole

HARMS = (
    EffectSort.DAMAGE,
    EffectSort.CONTROL,
    EffectSort.DEBUFF,
    EffectSort.INTERRUPT,
    EffectSort.VULNERABLE,
    EffectSort.WEAKEN,
    EffectSort.PLACE,
)
"""What is meant for enemies."""
SHARE = 3
"""A third of what the attribute brings in 20 t is suggested."""
MOST = 12
"""So many people are offered as targets."""


class Use(msgspec.Struct, frozen=True):
    impact: Number
    target: tuple[str, ...] = ()


def skill_of(state: State, one: Listener) -> Skill | None:
    step = one.trigger.do[0] if one.trigger.do else None
    return skill_called(state, one.who, step.value()) if step is not None and step.word == CAST else None


@rule("FET-LIV-26")
def met(state: State, skill: Skill, at: Occasion) -> bool:
    """Whether what can be seen of a skill's condition holds for the one to whom something happens."""
    record = skill_record(skill, at.doer)
    return all(holds(WORDS, state, record, trigger.when, at) for trigger in record.triggers)


@rule("FET-SKX-4", "FET-LIV-7")
def may_use(state: State, one: Listener, at: Occasion) -> bool:
    """Whether somebody is free to use a skill now, and there is somebody whom it reaches."""
    skill = skill_of(state, one)
    if skill is None or pools(state, one.who).dead:
        return False
    battle, fighter = state.battle, state.fighter(one.who)
    if battle is not None and fighter is not None and unready(battle, fighter):
        return False
    return not needs_target(skill) or bool(_targets(state, one.who, skill, at))


def unready(battle: Battle, fighter: Fighter) -> str:
    """What keeps somebody from an instant skill: being busy, or not yet ready, does not, nor being a puppet (FET-SKX-8)."""
    free = replace(fighter.unsteered(battle.time), act=None)
    return replace(battle, first_strike=()).idle_because(free)


@rule("FET-LIV-30", "FET-ACT-3")
def asked_to_use(state: State, who: str, skill: Skill, at: Occasion) -> Asking:
    """Whether to use it: as big as the damage that is on its way, else as big as its owner likes."""
    facts: dict[str, Filling] = {
        "skill": skill.name,
        "event": said(WORDS, "occasions", at.event) if at.event else skill.condition,
    }
    aims = _targets(state, who, skill, at) if needs_target(skill) else ("",)
    left = Option("pass", say("answers.pass"))
    if at.event == Event.ABOUT_TO_HURT and (amount := number_in(at, "amount")):
        ways = tuple(Option(_using(aim), _offer(state, aim, "skill", amount=amount, **facts)) for aim in aims)
        return Asking(say("questions.answer_event", amount=amount, **facts), (*ways, left))
    fill: dict[str, tuple[str, ...]] = {"how_big": (f"{_usual(state, who, skill)}",)}
    ways = tuple(Option(f"{_using(aim)}:<how_big>", _offer(state, aim, "as_big", **facts), fill) for aim in aims)
    prices = [say("view.price", resource=term(loss.resource), share=loss.share) for loss in skill.losses]
    facts["prices"] = prices or [say("view.none_there")]
    short = at.fact("short")
    what = say("questions.dying", short=short, **facts) if short else say("questions.window", **facts)
    return Asking(what, (*ways, left), judge=_judge)


SIZED = Option("<use>:<how_big>")
"""An answer that says how big it is to be."""


def _using(aim: str) -> str:
    return f"use@{aim}" if aim else "use"


def _offer(state: State, aim: str, how: str, **facts: Filling) -> Say:
    return say(f"answers.use_{how}_on", whom=state.called(aim), **facts) if aim else say(f"answers.use_{how}", **facts)


def _judge(answer: str) -> None:
    """An impact is a number above 0."""
    if sized := SIZED.match(answer):
        check_impact(typed_number(sized["how_big"]))


def use_of(at: Occasion) -> Use:
    """How an owner wants to use it, from the answer."""
    answer = str(at.fact("answer"))
    sized = SIZED.match(answer)
    impact = typed_number(sized["how_big"]) if sized else number_in(at, "amount")
    _, _, aim = (sized["use"] if sized else answer).partition("@")
    return Use(check_impact(impact), (aim,) if aim else ())


# A skill with a wind-up that waits for a moment


def waits_for(skill: Skill, event: str = "") -> bool:
    """Whether a skill that takes time waits for a moment which the battle watches (for this one)."""
    said_event = Event.said(skill.event)
    watched = not skill.instant and skill.trigger == "conditional" and Event.holds(said_event)
    return watched and (not event or BEFOREHAND.get(said_event, said_event) == event)


BEFOREHAND: dict[str, str] = {Event.ABOUT_TO_HURT: Event.DAMAGED}
"""What takes time does not come before a blow, but after it."""


@rule("FET-LIV-1", "FET-LIV-7", "FET-LAW-9")
def check_moment(state: State, who: str, skill: Skill) -> None:
    """A skill that waits for a moment is declared when it has come, until time goes on; the refusal names the moment."""
    battle = state.battle
    if battle is None or not waits_for(skill) or state.options.standing_effects != "settled":
        return
    if not any(wound.who == who and wound.skill == skill.name for wound in battle.wounds):
        moment = said(WORDS, "occasions", Event.said(skill.event))
        raise RuleError("not_triggered", clause="FET-LAW-9", skill=skill.name, moment=moment)


# Whom it may reach, and how big it usually is


def act_of(skill: Skill, impact: Number = 1) -> Act:
    """A skill as an act that takes no time."""
    return Act(Kind.SKILL, 0, 0, impact, impact, attribute=str(skill.attribute), skill=skill)


@rule("FET-LIV-22", "FET-LIV-43")
def _targets(state: State, who: str, skill: Skill, at: Occasion) -> tuple[str, ...]:
    """Whom a skill may be aimed at: who has to do with the moment, else everybody seen whom it is meant for."""
    battle = state.battle if state.fighter(who) is not None else None
    there = battle or scratch(state, tuple(w for w, c in state.characters.items() if c.stage != BEHIND))
    user = there.find(who)
    if user is None:
        return ()
    other = there.find(at.other(who))
    harms = any(e.kind in HARMS and e.target != "self" for e in skill.effects)
    seen = [f for f in there.fighters if not f.double_of and not f.unseen_at(there.time)]
    meant = [f for f in seen if (f.side != user.side) == harms or there is not battle]
    if other is not None and other.id != who and not other.dead and other in seen:
        meant = [other]
    return tuple(f.id for f in meant if (f.id != who or not harms) and _reaches(there, user, skill, f.id))[:MOST]


def _reaches(battle: Battle, fighter: Fighter, skill: Skill, target: str) -> bool:
    act = replace(act_of(skill), targets=(target,))
    return not (
        refused(check_targets, battle, fighter, act=act, named=target) or refused(check_resistible, battle, act)
    )


def scratch(state: State, people: tuple[str, ...]) -> Battle:
    """People as they would stand in a battle: where none runs, a skill is used among them for one moment."""
    sides = {
        who: "2" if state.characters[who].npc else "1" for who in people if not hindrance(state.characters[who].sheet)
    }
    return Battle(tuple(fighter_of(state, who, side=side) for who, side in sides.items()))


def _usual(state: State, who: str, skill: Skill) -> int:
    """A third of what its attribute brings in 20 t, and no more than its price leaves one alive."""
    fighter = state.fighter(who)
    values = fighter.values if fighter is not None else derived(state, who).values
    found = values.get(str(skill.attribute), 0) / SHARE
    for loss in skill.losses:
        pools_paid = RESOURCES if loss.resource == EITHER else (loss.resource,)
        rich = max(resource_now(state, who, resource)[0] for resource in pools_paid)
        found = min(found, (rich - 1) / loss.share) if loss.share > 0 else found
    return max(1, whole(found - 0.5))
