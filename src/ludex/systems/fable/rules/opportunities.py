"""Opportunities: what one is spent on, and what came of it (FAB-POP)."""

from typing import Literal

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.bounds import whole
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.names import folded, named
from ludex.core.principals import GM, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import called_of
from ludex.systems.fable.events import (
    ClockSet,
    EdgeSet,
    GoalShown,
    OpportunitiesSet,
    TellingsSet,
    Touched,
    TraitShown,
    TypeShown,
)
from ludex.systems.fable.kinds import Mode
from ludex.systems.fable.rules.attributes import LIGHT_STATUSES, afflicted, light_status_of
from ludex.systems.fable.rules.bonds import MOST_BONDS, AddEmotion, bond_add
from ludex.systems.fable.rules.clocks import clock_of, moved_clock
from ludex.systems.fable.rules.steps import suffered
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet import Amount, Bond
from ludex.systems.fable.state import Clock, State, Telling, character_of
from ludex.systems.fable.terms import COMBAT_OPPORTUNITIES, Affinity, Emotion, Kind, Opportunity, Status

ADVANTAGE_BONUS = 4
PROGRESS_SECTIONS = 2


# ---------------------------------------------------------------------- spending an opportunity
class SpendOpportunity(msgspec.Struct, frozen=True):
    """What an opportunity is spent on. With an `actor` it is one of hers, and its effect is carried out at the table."""

    option: str
    source: Literal["check", "attack"] = "check"
    actor: str = ""
    status: str = ""
    size: int = 0
    filled: int = 0
    sections: Amount = PROGRESS_SECTIONS
    mode: Mode = "fill"
    clock: str = ""
    owner: str = ""
    bonds: tuple[Bond, ...] | None = None
    target: str = ""
    emotion: str = ""
    text: str = ""
    """What she would like to come of it, in her own words."""


class OpportunitySpent(msgspec.Struct, frozen=True, kw_only=True):
    option: Opportunity
    kind: Literal["bonus", "status", "clock", "bond", "attack", "narrative"]
    bonus: int | None = None
    status: Status | None = None
    filled: int | None = None
    full: bool | None = None
    empty: bool | None = None
    strength: int | None = None
    told: tuple[Say, ...] = ()


@rule("FAB-POP-1", "FAB-ATK-2")
async def used_up(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """Spend an opportunity on one of the things on the list."""
    option = opportunity_of(given.option)
    if given.actor:
        state, source = await _oldest(state, given.actor)
        given = msgspec.structs.replace(given, source=source)
    if option in COMBAT_OPPORTUNITIES and given.source != "attack":
        raise RuleError("attack_only", clause="FAB-ATK-2", option=term(option))
    if option in COMBAT_OPPORTUNITIES:
        return OpportunitySpent(option=option, kind="attack")
    if option is Opportunity.ADVANTAGE:
        return await _advantage(state, given)
    if option is Opportunity.AFFLICTION:
        return await _affliction(state, given)
    if option is Opportunity.PROGRESS:
        return await _progress(state, given)
    if option is Opportunity.BONDING:
        bond = await bond_add(state, AddEmotion(given.owner or given.actor, given.target, given.emotion, given.bonds))
        return OpportunitySpent(option=option, kind="bond", strength=bond.strength)
    told = await _shown(state, given, option) if given.actor and state.live else ()
    return OpportunitySpent(option=option, kind="narrative", told=told)


async def _shown(state: State, given: SpendOpportunity, option: Opportunity) -> tuple[Say, ...]:
    """看破 shows something of a card at once; what else needs the GM's telling waits for it and blocks nobody (FAB-LIV-27)."""
    target = state.characters.get(given.target)
    if option is Opportunity.SCAN and target is not None:
        weak = [t for t, a in target.affinities.items() if Affinity.VULNERABLE in a and t not in target.shown_types]
        traits = [t for t in target.traits if t not in target.shown_traits]
        if weak:
            await happen(TypeShown(given.target, weak[0]))
        elif traits:
            await happen(TraitShown(given.target, traits[0]))
        return () if weak or traits else (say("told.use_scan", who=target.called, what=say("told.nothing_new")),)
    if option is Opportunity.UNMASK and target is not None and target.sheet.goal:
        await happen(GoalShown(given.target))
        return ()
    await happen(TellingsSet((*state.tellings, Telling(given.actor, option, given.target, given.text))))
    return ()


class Tell(msgspec.Struct, frozen=True):
    telling: Telling


class Story(msgspec.Struct, frozen=True):
    text: str


async def tell_story(state: State, given: Tell) -> Story:
    """One question of text to the GM; everybody reads the answer (FAB-LIV-27)."""
    await happen(TellingsSet(tuple(one for one in state.tellings if one != given.telling)))
    who, what = given.telling.who, term(given.telling.option)
    name = state.characters[who].called if who in state.characters else who
    wish = given.telling.text
    question = say("questions.tell_wish" if wish else "questions.tell", who=name, option=what, text=wish)
    text = await choose(
        GM, question, (Option("<text>", say("answers.own_words")),), about=f"{who}:{given.telling.option}", closed=False
    )
    return Story(text)


def opportunity_of(name: str) -> Opportunity:
    """One of the list, or `unknown_opportunity`."""
    if name not in set(Opportunity):
        raise RuleError("unknown_opportunity", clause="FAB-POP-1", option=name, options=[term(o) for o in Opportunity])
    return Opportunity(name)


# ---------------------------------------------------------------------- spent in the answer itself
TOLD = (
    Opportunity.FAUX_PAS,
    Opportunity.FAVOR,
    Opportunity.INFORMATION,
    Opportunity.LOST_ITEM,
    Opportunity.PLOT_TWIST,
    Opportunity.SCAN,
    Opportunity.UNMASK,
)
"""Uses that the GM tells (FAB-LIV-27)."""
FREE = (*(o for o in TOLD if o not in (Opportunity.SCAN, Opportunity.UNMASK)), Opportunity.CUSTOM)
"""Uses that a player may say more of."""
LATER = "later"
HERSELF = ("我", "自己", "我自己", "me", "myself")
ERASES = ("擦", "擦除", "erase")


def uses_of(state: State, who: str) -> tuple[Option, ...]:
    """What an opportunity may be spent on now, each with its gaps; what is not lawful is not offered (FAB-LIV-27)."""
    here = [c for one in _within(state, who) if not (c := state.characters[one]).fate]
    people = tuple(c.called for c in here)
    statuses = tuple(s.value for s in LIGHT_STATUSES)
    clocks = tuple(clock.name for clock in state.clocks if not clock.hidden)
    found = [
        Option("advantage:<who>", say("answers.use_advantage"), {"who": people}),
        Option("affliction:<who>:<status>", say("answers.use_affliction"), {"who": people, "status": statuses}),
    ]
    if len(state.characters[who].bonds) <= MOST_BONDS:
        emotions = tuple(e.value for e in Emotion)
        found.append(
            Option("bonding:<who>:<emotion>", say("answers.use_bonding"), {"who": people, "emotion": emotions})
        )
    if clocks:
        fill = {"clock": clocks, "sections": ("1", "2", "-1", "-2")}
        found.append(Option("progress:<clock>:<sections>", say("answers.use_progress"), fill))
    others = tuple(c.called for c in here if c.kind is not Kind.PC)
    if others:
        found += [
            Option(f"{o.value}:<who>", say(f"answers.use_{o.value}"), {"who": others})
            for o in (Opportunity.SCAN, Opportunity.UNMASK)
        ]
    found += [Option(o.value, say(f"answers.use_{o.value}")) for o in FREE]
    return (*found, Option("none", say("answers.no_opportunity")), Option(LATER, say("answers.later")))


def read_use(state: State, who: str, answer: str) -> SpendOpportunity | None:
    """What an answer spends it on, in either language and order of gaps; None where it is given up or kept."""
    first, *rest = _parts(state, answer) or [""]
    if not first or first in ("none", LATER, "不用", "稍后"):
        return None
    option = opportunity_of(Opportunity.said(first))
    given = SpendOpportunity(option=option, actor=who)
    replaced = msgspec.structs.replace
    if option is Opportunity.PROGRESS:
        return _read_progress(state, given, rest)
    if option in FREE and rest and not _called_so(state, who, rest[0]):
        return replaced(given, text=" ".join(rest))  # in her own words
    if option is Opportunity.BONDING:  # towards anybody, here or not (FAB-PBO-1)
        emotion = Emotion.read(rest[1] if len(rest) > 1 else "", refusal="unknown_emotion", clause="FAB-BON-1")
        here = _called_so(state, who, rest[0]) if rest else []
        return replaced(given, owner=who, target="".join(here[:1] or rest[:1]), emotion=emotion)
    target = _person(state, who, rest[0]) if rest else ""
    if option is Opportunity.AFFLICTION:
        status = Status.read(rest[1] if len(rest) > 1 else "", refusal="bad_status", clause="FAB-POP-1")
        return replaced(given, target=target, status=status)
    return replaced(given, target=target)


def _read_progress(state: State, given: SpendOpportunity, rest: list[str]) -> SpendOpportunity:
    """`进展 吊桥 2 擦`: a clock that can be seen, how far, and whether it is erased (FAB-LIV-27, FAB-LIV-41)."""
    said, words = "".join(rest[:1]), " ".join(rest[1:]).split()
    seen = {clock.name: (clock.name,) for clock in state.clocks if not clock.hidden}
    clock = named(said, seen, unknown="unknown_clock", clause="FAB-PCL-1", clock=said, clocks=list(seen))
    sections = next((n for word in words if (n := whole(word))), 1)
    erase = sections < 0 or any(word in ERASES for word in words)
    return msgspec.structs.replace(given, clock=clock, sections=abs(sections), mode="erase" if erase else "fill")


def _parts(state: State, answer: str) -> list[str]:
    """The words of an answer: by its colons, else by its spaces, with names of several words kept together."""
    text = answer.replace("：", ":")
    if ":" in text:
        return [part.strip() for part in text.split(":") if part.strip()]
    for name in (c.called for c in state.characters.values() if " " in c.called):
        place = text.casefold().find(name.casefold())
        text = text if place < 0 else text[:place] + name.replace(" ", "_") + text[place + len(name) :]
    joined = {c.called.replace(" ", "_"): c.called for c in state.characters.values()}
    return [joined.get(word, word) for word in text.split()]


def _within(state: State, who: str) -> dict[str, str]:
    """Everybody whom somebody's opportunity can reach, by id, with the name: the unseen only for one of them (FAB-LIV-41)."""
    unseen = who in state.characters and state.characters[who].hidden
    return {one: c.called for one, c in state.characters.items() if unseen or not c.hidden}


def _called_so(state: State, who: str, said: str) -> list[str]:
    wanted = folded(said)
    if wanted in HERSELF and who in state.characters:
        return [who]
    return [one for one, called in _within(state, who).items() if wanted in (folded(one), folded(called))]


def _person(state: State, who: str, said: str) -> str:
    found = _called_so(state, who, said)
    if not found:
        raise RuleError("unknown_character", who=said, characters=list(_within(state, who).values()))
    return found[0]


async def spent_at_once(state: State, who: str, *, source: str, doubles: int, act: Act) -> State:
    """The opportunity that she has just gained, asked for and carried out in the same act (FAB-LIV-27)."""
    question = say("questions.opportunity", doubles=say("told.doubles_name", x=doubles))
    answer = await choose(actor(who), question, uses_of(state, who), about=source, closed=False)
    use = read_use(state, who, answer)
    if use is None:
        return await _unused(state, who, answer, source=source, told=act.told)
    if use.option in COMBAT_OPPORTUNITIES:
        raise RuleError("attack_only", clause="FAB-ATK-2", option=term(opportunity_of(use.option)))
    after, lines = await _carried_out(state, who, use, source=source)
    act.told += lines
    return await status_heard(state, after, who, use=use, act=act)


async def used_in_attack(
    state: State, who: str, *, own: tuple[str, ...], name: str, doubles: int, act: Act
) -> tuple[State, str]:
    """What an attack's opportunity is spent on, carried out in the answer itself; combat uses are the attack's (FAB-LIV-27)."""
    combat = tuple(Option(o, say(f"answers.{o}")) for o in COMBAT_OPPORTUNITIES)
    spells = tuple(Option(o, say("answers.own_opportunity", option=called_of(name))) for o in own)
    weighed = ("execution", "damage", "broken")
    question = say("questions.attack_opportunity", doubles=say("told.doubles_name", x=doubles), decides=weighed)
    options = (*combat, *spells, *uses_of(state, who))
    answer = await choose(actor(who), question, options, about=name, closed=False)
    if answer in own:
        return state, answer
    use = read_use(state, who, answer)
    if use is None:
        return await _unused(state, who, answer, source="attack", told=act.told), "none"
    if use.option not in COMBAT_OPPORTUNITIES:
        after, lines = await _carried_out(state, who, use, source="attack")
        act.told += lines[1:]  # the attack names the use itself
        state = await status_heard(state, after, who, use=use, act=act)
    return state, opportunity_of(use.option).value


async def _unused(state: State, who: str, answer: str, *, source: str, told: list[Say]) -> State:
    kept = answer in (LATER, "稍后")
    told.append(say("told.opportunity_kept" if kept else "told.opportunity_unused"))
    waiting = state.characters[who].opportunities
    return await happen(OpportunitiesSet(who, (*waiting, source))) if kept else state


async def _carried_out(state: State, who: str, use: SpendOpportunity, *, source: str) -> tuple[State, list[Say]]:
    """An opportunity spent before those that wait; what became of it."""
    before = await happen(OpportunitiesSet(who, (source, *state.characters[who].opportunities)))
    done = await used_up(before, use)
    return await happen(Touched()), [say("told.used", option=term(done.option)), *done.told]


async def status_heard(before: State, state: State, who: str, *, use: SpendOpportunity, act: Act) -> State:
    """What listens to a status that it brought (FAB-LIV-34)."""
    if use.target not in before.characters:
        return state
    had = before.characters[use.target].statuses
    return await suffered(state, use.target, had, at=Occasion("", who, use.target), act=act)


async def _oldest(state: State, who: str) -> tuple[State, Literal["check", "attack"]]:
    source, *left = character_of(state, who).opportunities or ("",)
    if not source:
        raise RuleError("no_opportunity", clause="FAB-POP-1", who=who)
    state = await happen(OpportunitiesSet(who, tuple(left)))
    return state, "attack" if source == "attack" else "check"


async def _advantage(state: State, given: SpendOpportunity) -> OpportunitySpent:
    """The next check of her or an ally has +4; a second advantage on the same one replaces the first (FAB-LIV-37, FAB-LIV-38)."""
    helped = given.target or given.actor
    if given.actor:
        await happen(EdgeSet(character_of(state, helped).id, ADVANTAGE_BONUS))
    return OpportunitySpent(option=Opportunity.ADVANTAGE, kind="bonus", bonus=ADVANTAGE_BONUS)


async def _affliction(state: State, given: SpendOpportunity) -> OpportunitySpent:
    status = light_status_of(given.status)
    if given.actor:
        await afflicted(state, given.target, status)
    return OpportunitySpent(option=Opportunity.AFFLICTION, kind="status", status=status)


async def _progress(state: State, given: SpendOpportunity) -> OpportunitySpent:
    if given.sections > PROGRESS_SECTIONS:
        raise RuleError("too_many_sections", clause="FAB-POP-1", sections=given.sections, limit=PROGRESS_SECTIONS)
    clock = clock_of(state, given.clock) if given.clock else Clock("", given.size, given.filled)
    moved = moved_clock(clock, given.sections, given.mode)
    if given.clock:
        await happen(ClockSet(moved, clock.filled))
    return OpportunitySpent(
        option=Opportunity.PROGRESS,
        kind="clock",
        filled=moved.filled,
        full=moved.filled == moved.size,
        empty=moved.filled == 0,
    )
