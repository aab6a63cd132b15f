"""A skill outside battle (FET-SKL-1, FET-LIV-12): it opens the timeline, or is a check of its attribute, or is not to be: the GM's word.

Also what an act in words changes (FET-LIV-17): the GM says so, and time goes on.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.deeds import ALWAYS, WORD
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.content.english import own_name
from ludex.systems.fet.events.battle import CombatEnded, CombatStarted, WordsSettled
from ludex.systems.fet.rules.advancing import CombatReact, combat_react
from ludex.systems.fet.rules.casting import settle_skill
from ludex.systems.fet.rules.checks import Check, Checked, check
from ludex.systems.fet.rules.declaring import CombatDeclare, CombatDeclared, declare
from ludex.systems.fet.rules.instants import scratch
from ludex.systems.fet.rules.landing import Deed
from ludex.systems.fet.rules.law import check_legal
from ludex.systems.fet.rules.moment import Moment
from ludex.systems.fet.rules.roster import BEHIND, check_alive, check_character
from ludex.systems.fet.rules.scenes import check_targets
from ludex.systems.fet.rules.settling import CombatAdvanced, settle_moment
from ludex.systems.fet.rules.timeline import CombatStart, start_battle
from ludex.systems.fet.rules.wind_ups import check_impact
from ludex.systems.fet.rules.windows import told
from ludex.systems.fet.rules.windows_after import chain
from ludex.systems.fet.sheet import Skill
from ludex.systems.fet.state import Act, Place, State, check_battle, check_fighter
from ludex.systems.fet.terms import Kind, Number, Result, Zone

BATTLE, CHECK, REFUSE = "battle", "check", "refuse"
OUTSIDE = "circumstance.outside"


class UseOutside(msgspec.Struct, frozen=True):
    """What `use_outside` is given: whose skill, how big, at whom; `how`: `battle` or `check`, where the GM need not be asked."""

    who: str
    skill: Skill
    impact: Number | None = None
    target: tuple[str, ...] = ()
    to: Place | None = None
    to_zone: Zone | None = None
    how: str = ""


class UsedOutside(msgspec.Struct, frozen=True):
    """What came of it: a battle with the skill as its first act, or a check and what it did; nothing where it was refused."""

    how: str
    declared: CombatDeclared | None = None
    checked: Checked | None = None
    settled: CombatAdvanced | None = None


@rule("FET-SKL-1", "FET-LIV-12")
async def use_outside(state: State, given: UseOutside) -> UsedOutside:
    """Use a skill where no battle runs."""
    check_character(state, given.who)
    check_alive(state, given.who)
    skill = check_legal(given.skill, state.options)
    if not (skill.instant and skill.event):
        check_impact(given.impact)
    for who in given.target:
        check_character(state, who)
    how = given.how or await _ruling(state, given)
    if how == BATTLE:
        return await _opened(state, given)
    return await _checked(state, given) if how in (CHECK, ALWAYS) else UsedOutside(REFUSE)


async def _ruling(state: State, given: UseOutside) -> str:
    """What the GM makes of it."""
    options = tuple(Option(answer, say(f"answers.outside_{answer}")) for answer in (BATTLE, CHECK, REFUSE, ALWAYS))
    what = say("questions.outside", who=state.called(given.who), skill=own_name(given.skill.name), impact=given.impact)
    return await choose(GM, what, options, about=f"{WORD}{OUTSIDE}")


async def _opened(state: State, given: UseOutside) -> UsedOutside:
    """The timeline opens with everybody on stage, and this is its first act."""
    there = scratch(state, tuple(who for who, c in state.characters.items() if c.stage != BEHIND))
    living = tuple(fighter for fighter in there.fighters if not fighter.dead)
    state = (await start_battle(state, CombatStart(living, live=True))).state
    if given.skill.instant:
        settled = await combat_react(state, CombatReact(given.who, given.skill, given.impact, given.target))
        return UsedOutside(BATTLE, settled=settled)
    act = CombatDeclare(
        *(given.who, Kind.SKILL),
        impact=given.impact,
        target=given.target,
        skill=given.skill,
        to=given.to,
        to_zone=given.to_zone,
    )
    declared, _ = await declare(state, act)
    return UsedOutside(BATTLE, declared=declared)


async def _checked(state: State, given: UseOutside) -> UsedOutside:
    """A check of its attribute against the group's target; on a success its effects happen (ours)."""
    if state.target is None:
        raise RuleError("no_target", clause="FET-CEX-2")
    found = await check(state, Check(who=given.who, attribute=str(given.skill.attribute), target=state.target))
    if found.result != Result.SUCCESS:
        return UsedOutside(CHECK, checked=found)
    state = await happen(CombatStarted(scratch(state, tuple(dict.fromkeys((given.who, *given.target))))))
    settled = await _settled(state, given)
    after = check_battle(await happen(WordsSettled(())))
    await happen(CombatEnded(tuple(f for f in after.fighters if not f.double_of)))
    return UsedOutside(CHECK, checked=found, settled=settled)


async def _settled(state: State, given: UseOutside) -> CombatAdvanced:
    """The effects of a skill in a moment of their own."""
    battle = check_battle(state)
    fighter, impact = check_fighter(battle, given.who), check_impact(given.impact)
    act = Act(Kind.SKILL, 0, 0, impact, impact, skill=given.skill, to=given.to, to_zone=given.to_zone or "")
    act = replace(act, targets=check_targets(battle, fighter, act=act, named=given.target))
    moment, course = Moment(state, 0), chain()
    await settle_skill(Deed(moment, fighter, act, impact))
    found, _ = await settle_moment(moment, state, before=state, course=course)
    return replace(found, set_off=told(course) or None)


# Acts in words


class SettleWords(msgspec.Struct, frozen=True):
    """`settle_words` is given nothing."""


class WordsDone(msgspec.Struct, frozen=True):
    """Whose acts in words are settled."""

    who: tuple[str, ...]


@rule("FET-LIV-17", "FET-LAW-11")
async def settle_words(state: State, _given: SettleWords) -> WordsDone:
    """Ask the GM, who has typed meanwhile what an act in words changes, whether that is all."""
    names = [state.called(who) for who in state.words_due]
    await choose(GM, say("questions.words", who=names), (Option("so_be_it", say("answers.so_be_it")),))
    await happen(WordsSettled(()))
    return WordsDone(state.words_due)
