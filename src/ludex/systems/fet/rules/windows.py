"""Effects: the windows (FET-LIV-26 to FET-LIV-28, FET-LIV-30): events set traits off, and what they do is carried out step by step.

First what follows from one another: a course of things set off, what each was given, and what is told of it; then the steps, one thing for one person at a time.
"""

from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose
from ludex.core.effects.counting import holds
from ludex.core.effects.records import Effect, Occasion, Phrase, Trigger
from ludex.core.effects.vocabulary import Slot
from ludex.core.effects.windows import Course, Doing, Listener, StepProcedure, World, together
from ludex.core.events import happen
from ludex.core.principals import GM
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fet.effects import CAST, WORDS, number_in, occasion, trait_record
from ludex.systems.fet.effects.conditions import SAME, WORDS_ONLY, is_vampire, race_of
from ludex.systems.fet.events.battle import FighterJoined, FighterLeft, FightersChanged, MomentClosed, TraitUsed
from ludex.systems.fet.events.people import CharacterRemoved, Counted, PointsKept, ScarsKept, SheetWritten
from ludex.systems.fet.rules.clock import wind_up_of
from ludex.systems.fet.rules.instants import asked_to_use, may_use, skill_of
from ludex.systems.fet.rules.lasting import swayed
from ludex.systems.fet.rules.moment import double
from ludex.systems.fet.rules.resources import follow, hold, keep, resource_now
from ludex.systems.fet.rules.roster import pools
from ludex.systems.fet.rules.sheets import raised
from ludex.systems.fet.sheet import BATTLE, Buff, Debuff, Entry, Standing, Trait, level_of
from ludex.systems.fet.state import Barrier, Fighter, Hold, State, check_battle
from ludex.systems.fet.terms import (
    ELEVEN,
    RESOURCES,
    SCOPES,
    Amount,
    Attribute,
    EffectSort,
    Event,
    Number,
    OtherStep as OtherStep,
    Resource,
    Zone,
    tidy,
    typed_number,
)


class SetOff(msgspec.Struct, frozen=True):
    """What a trait did: whose, which, on whom, from what to what."""

    who: str
    trait: str
    kind: str
    on: str = ""
    resource: str = ""
    before: Number | str | Say = ""
    after: Number | str | Say = ""


class Chain(Course):
    """What follows from the events of one moment, with the rows that tell of it; `hear` opens the window of what a step brings about."""

    def __init__(self, most: int, hear: "Hears | None" = None) -> None:
        super().__init__(most)
        self.rows: list[SetOff] = []
        self.hear = hear


Hears = Callable[[State, Sequence[Occasion], Chain], Awaitable[State]]


@rule("FET-LIV-27", "FET-LIV-30")
async def brings(state: State, doing: Doing, event: str, who: str, other: str, *, amount: Number = 0) -> State:
    """What a step has brought about may set off others, in the same course."""
    course = doing.course
    if not isinstance(course, Chain) or course.hear is None:
        return state
    resource = given(doing, "resource")
    at = occasion(event, who, other, amount=amount, of={"resource": resource} if resource else {})
    return await course.hear(state, (at,), course)


POOLED = (EffectSort.DAMAGE, EffectSort.HEAL, EffectSort.CONVERT, OtherStep.ADD, OtherStep.SCAR)


def note(doing: Doing, before: Number | str | Say = "", after: Number | str | Say = "") -> None:
    kind = doing.phrase.word
    row = SetOff(doing.effect.bearer, doing.effect.name, kind, doing.whom, before=before, after=after)
    if isinstance(doing.course, Chain):
        doing.course.rows.append(replace(row, resource=given(doing, "resource") if kind in POOLED else ""))


def given(doing: Doing, name: str) -> str:
    """What a step was given under a name, or what stands for it."""
    step = WORDS.word("steps", doing.phrase.word)
    slots: tuple[Slot, ...] = step.slots if step else ()
    place = next((n for n, slot in enumerate(slots) if slot.name == name), None)
    said = "" if place is None else doing.phrase.value(place, slots[place].default or "")
    return str(doing.at.fact("resource") or Resource.STAMINA) if name == "resource" and said == SAME else said


@rule("FET-LAW-9")
def size(state: State, doing: Doing) -> Number:
    """How much: a number (so often as it happened at once), the event's damage, all of it, or the victim's maximum."""
    said, at = given(doing, "amount"), doing.at
    if (plain := typed_number(said)) is not None:
        return tidy(plain * (number_in(at, "times") or 1))
    resource = given(doing, "resource") or str(Resource.STAMINA)
    if said in ("victim_max", "对方上限"):
        return resource_now(state, at.target, resource)[1] if at.target in state.people else 0
    if said in ("all", "全部"):
        return resource_now(state, doing.whom, resource)[1]
    return number_in(at, "amount")


def _fighter(state: State, doing: Doing) -> tuple[Fighter, Number] | None:
    fighter = state.fighter(doing.whom)
    return (fighter, state.battle.time) if fighter is not None and state.battle is not None else None


# Resources


async def _pool(state: State, doing: Doing, *, by: Number, caps: bool) -> State:
    """Change a resource; what restores stops at the maximum less what is scarred, and nothing reaches the dead."""
    resource, who = given(doing, "resource"), doing.whom
    now, top = resource_now(state, who, resource)
    bearer = state.bearer(who)
    if pools(state, who).dead or bearer is None:
        note(doing, now, now)
        return state
    most = tidy(top - bearer.scar(resource))
    after = max(now, min(tidy(now + by), most)) if caps else max(0, tidy(now + by))
    note(doing, now, after)
    return await hold(state, who, resource=resource, current=after)


async def _damage(state: State, doing: Doing) -> State:
    before, resource, owner = state, given(doing, "resource"), doing.effect.bearer
    state = await _pool(state, doing, by=-size(state, doing), caps=False)
    lost = tidy(resource_now(before, doing.whom, resource)[0] - resource_now(state, doing.whom, resource)[0])
    if lost > 0 and owner != doing.whom:
        state = await brings(state, doing, Event.DAMAGED, doing.whom, owner, amount=lost)
        state = await brings(state, doing, Event.DEALT, owner, doing.whom, amount=lost)
    return await _fallen(before, state, doing)


@rule("FET-LIV-8", "FET-DTH-2")
async def _fallen(before: State, state: State, doing: Doing) -> State:
    """A death that a step has brought: told, counted as a kill, and heard."""
    who, owner = doing.whom, doing.effect.bearer
    if pools(before, who).dead or who not in state.people or not pools(state, who).dead:
        return state
    if isinstance(doing.course, Chain):
        doing.course.rows.append(SetOff(owner, doing.effect.name, Event.DIED, who))
    if owner != who:
        state = await happen(Counted(owner, "kill", who))  # FET-LIV-56
    state = await brings(state, doing, Event.DIED, who, owner if owner != who else "")
    if owner == who:
        return state
    state = await brings(state, doing, Event.KILL, owner, who)
    return await brings(state, doing, Event.KILLED_BY_VAMPIRE, who, owner) if is_vampire(state, owner) else state


@rule("FET-LIV-25")
async def _heal(state: State, doing: Doing) -> State:
    amount, _ = swayed(state, doing.effect.bearer, Amount.HEAL_DEALT, size(state, doing), doing.at)
    amount, _ = swayed(state, doing.whom, Amount.HEAL_TAKEN, amount, doing.at)
    before, resource = state, given(doing, "resource")
    state = await _pool(state, doing, by=amount, caps=True)
    restored = resource_now(state, doing.whom, resource) != resource_now(before, doing.whom, resource)
    return await brings(state, doing, Event.RESTORED, doing.whom, doing.effect.bearer) if restored else state


async def _add(state: State, doing: Doing) -> State:
    return await _pool(state, doing, by=size(state, doing), caps=False)


async def _convert(state: State, doing: Doing) -> State:
    resource = given(doing, "resource")
    other = next(r for r in RESOURCES if r != resource)
    there, _ = resource_now(state, doing.whom, other)
    amount = min(size(state, doing), there)
    state = await hold(state, doing.whom, resource=other, current=tidy(there - amount))
    now, _ = resource_now(state, doing.whom, resource)
    note(doing, now, tidy(now + amount))
    return await hold(state, doing.whom, resource=resource, current=tidy(now + amount))


@rule("FET-TRX-2")
async def _scar(state: State, doing: Doing) -> State:
    found, resource = state.bearer(doing.whom), given(doing, "resource")
    if found is None:
        return state
    before = found.scar(resource)
    after = tidy(before + size(state, doing))
    note(doing, before, after)
    scars = (after, found.will_scar) if resource == Resource.STAMINA else (found.stamina_scar, after)
    if doing.whom in state.characters:
        return await happen(ScarsKept(doing.whom, *scars))
    fighter = state.fighter(doing.whom)
    scarred = replace(fighter, stamina_scar=scars[0], will_scar=scars[1]) if fighter else None
    return await happen(FightersChanged(state.battle.time, (scarred,))) if scarred and state.battle else state


async def _points(state: State, doing: Doing) -> State:
    found = state.characters.get(doing.whom)
    if found is None or found.action_points is None:
        note(doing)
        return state
    after = max(0, tidy(found.action_points + size(state, doing)))
    note(doing, found.action_points, after)
    return await happen(PointsKept(doing.whom, after))


# Life and sheet


async def _kill(state: State, doing: Doing) -> State:
    now, _ = resource_now(state, doing.whom, Resource.STAMINA)
    note(doing, now, 0)
    return await _fallen(state, await hold(state, doing.whom, resource=Resource.STAMINA, current=0), doing)


async def _erase(state: State, doing: Doing) -> State:
    note(doing)
    if state.fighter(doing.whom) is not None:
        state = await happen(FighterLeft(doing.whom))
    return await happen(CharacterRemoved(doing.whom)) if doing.whom in state.characters else state


async def _bring_back(state: State, doing: Doing) -> State:
    note(doing)
    for resource in RESOURCES:
        bearer = state.bearer(doing.whom)
        now, top = resource_now(state, doing.whom, resource)
        full = tidy(top - (bearer.scar(resource) if bearer else 0))
        state = await hold(state, doing.whom, resource=resource, current=max(now, full))
    return state


async def _level_up(state: State, doing: Doing) -> State:
    found = state.characters.get(doing.whom)
    if found is None:
        note(doing)
        return state
    sheet = replace(found.sheet, level=tidy(level_of(found.sheet) + (size(state, doing) or 1)))
    note(doing, level_of(found.sheet), level_of(sheet))
    after = await raised(state, await happen(SheetWritten(doing.whom, sheet)), doing.whom)
    return await follow(after, doing.whom, before=state)


async def _change_race(state: State, doing: Doing) -> State:
    race, found = given(doing, "of"), state.characters.get(doing.whom)
    note(doing, race_of(state, doing.whom), race)
    if (fighting := _fighter(state, doing)) is not None:
        fighter, time = fighting
        state = await happen(FightersChanged(time, (replace(fighter, race=race),)))
    return await happen(SheetWritten(doing.whom, replace(found.sheet, race=race))) if found else state


@rule("FET-LIV-28", "FET-TRX-6")
async def _gm_asks(state: State, doing: Doing) -> State:
    """What only the GM knows (Ruling FET-E-57): one of two answers, and what follows from it for that one."""
    first, _, second = given(doing, "of").partition("|")
    options = tuple(Option(word, _answer_said(word)) for word in (first, second))
    facts = {"who": state.called(doing.whom), "trait": doing.effect.name, "event": term(doing.at.event)}
    said = await choose(GM, say("questions.gm_asks", **facts), options, about=f"{doing.effect.id}:{doing.whom}")
    for phrase in doing.phrase.then if said == first else doing.phrase.otherwise:
        state = await STEPS[phrase.word](state, replace(doing, phrase=phrase))
    return state


KNOWN = ("chaste", "common")
"""Answers of the book's own example, which have words in both languages."""


def _answer_said(word: str) -> Say:
    return say(f"answers.{word}") if word in KNOWN else say("answers.in_words", word=word)


async def _cash(state: State, doing: Doing) -> State:
    found, amount = state.characters.get(doing.whom), size(state, doing)
    if found is None:
        note(doing)
        return state
    note(doing, "", amount)
    bill = (*found.sheet.bill, Entry(amount, doing.effect.name))
    return await happen(SheetWritten(doing.whom, replace(found.sheet, bill=bill)))


# In a battle


async def _shield(state: State, doing: Doing) -> State:
    if (found := _fighter(state, doing)) is None:
        note(doing)
        return state
    fighter, time = found
    after = replace(fighter, shield=tidy(fighter.shield + size(state, doing)))
    note(doing, fighter.shield, after.shield)
    return await happen(FightersChanged(time, (after,)))


async def _break(state: State, doing: Doing) -> State:
    note(doing)
    if (found := _fighter(state, doing)) is None or found[0].act is None:
        return state
    fighter, time = found
    past = (fighter.act.over(fighter.id, time, "broken"),) if fighter.act else ()
    return await happen(FightersChanged(time, (replace(fighter, act=None),), past))


@rule("FET-DBF-1")
async def _debuff(state: State, doing: Doing) -> State:
    if (found := _fighter(state, doing)) is None:
        note(doing)
        return state
    fighter, time = found
    pool = Debuff(size(state, doing), since=time)
    note(doing, "", pool.left)
    return await happen(FightersChanged(time, (replace(fighter, debuffs=(*fighter.debuffs, pool)),)))


@rule("FET-CTL-2")
async def _control(state: State, doing: Doing) -> State:
    """Stunned for the target's own wind-up against the amount, with what it resists with (else its willpower)."""
    found, amount = _fighter(state, doing), size(state, doing)
    value = found[0].values.get(given(doing, "resist"), 0) if found else 0
    if found is None or value <= 0 or amount <= 0:
        note(doing)
        return state
    fighter, time = found
    until = tidy(time + wind_up_of(amount, value, options=state.options))
    act = fighter.act
    midway = act is not None and act.start < time < act.end  # FET-CTL-3: what is only starting runs to its end
    past = (act.over(fighter.id, time, "broken"),) if act and midway else ()
    after = replace(fighter, act=None if midway else act, denied_until=max(fighter.denied_until, until))
    note(doing, "", say("view.at_time", time=until))
    return await happen(FightersChanged(time, (after,), past))


async def _hide(state: State, doing: Doing) -> State:
    note(doing)
    if (found := _fighter(state, doing)) is None:
        return state
    fighter, time = found
    held = Hold("hidden", tidy(time + (size(state, doing) or 1)), doing.whom)
    return await happen(FightersChanged(time, (replace(fighter, holds=(*fighter.holds, held)),)))


async def _move(state: State, doing: Doing) -> State:
    if (found := _fighter(state, doing)) is None:
        note(doing)
        return state
    fighter, time = found
    zone = Zone.SAFE if fighter.zone == Zone.DANGER else Zone.DANGER
    note(doing, term(fighter.zone), term(zone))
    return await happen(FightersChanged(time, (replace(fighter, zone=zone),)))


@rule("FET-SKX-11")
async def _summon(state: State, doing: Doing) -> State:
    body = size(state, doing)
    if (found := _fighter(state, doing)) is None or found[0].double_of or body <= 0:
        note(doing)
        return state
    note(doing, "", body)
    taken = [f.id for f in check_battle(state).fighters]
    return await happen(FighterJoined(double(found[0], body, taken=taken)))


@rule("FET-SKX-12")
async def _wall(state: State, doing: Doing) -> State:
    """A barrier around the owner and another, for the other's wind-up against the amount."""
    found, amount, owner = _fighter(state, doing), size(state, doing), doing.effect.bearer
    value = found[0].values.get(Attribute.WILLPOWER, 0) if found else 0
    if found is None or value <= 0 or amount <= 0 or state.fighter(owner) is None or owner == doing.whom:
        note(doing)
        return state
    battle, time = check_battle(state), found[1]
    until = tidy(time + wind_up_of(amount, value, options=state.options))
    note(doing, "", say("view.at_time", time=until))
    barriers = (*battle.barriers, Barrier(owner, doing.whom, time, until))
    return await happen(MomentClosed(battle.freeze, barriers, battle.wounds))


# What stands


@rule("FET-SKX-5")
async def _stand(state: State, doing: Doing) -> State:
    bearer, amount = state.bearer(doing.whom), size(state, doing)
    if bearer is None:
        return state
    times = int(given(doing, "times") or 1)
    standing = Standing(doing.effect.name, doing.phrase.word, amount, times, given(doing, "resource"))
    note(doing, "", amount)
    return await keep(state, doing.whom, replace(bearer.burden, standing=(*bearer.burden.standing, standing)))


async def _buff(state: State, doing: Doing) -> State:
    """Points on an attribute for so many acts (`times`), at most until the battle ends."""
    bearer, of, points = state.bearer(doing.whom), given(doing, "of"), size(state, doing)
    if bearer is None or of not in (*ELEVEN, *SCOPES):
        note(doing)
        return state
    buff = Buff(doing.effect.name, of, "points", points, acts=int(given(doing, "times") or 1), until=BATTLE)
    note(doing, "", points)
    return await keep(state, doing.whom, replace(bearer.burden, buffs=(*bearer.burden.buffs, buff)))


async def _say(state: State, doing: Doing) -> State:
    note(doing)
    return state


DONE: dict[str, StepProcedure] = {
    EffectSort.DAMAGE: _damage,
    EffectSort.HEAL: _heal,
    OtherStep.ADD: _add,
    OtherStep.SCAR: _scar,
    OtherStep.KILL: _kill,
    OtherStep.ERASE: _erase,
    OtherStep.BRING_BACK: _bring_back,
    OtherStep.LEVEL: _level_up,
    OtherStep.RACE: _change_race,
    OtherStep.CASH: _cash,
    OtherStep.POINTS: _points,
    OtherStep.ASK: _gm_asks,
    EffectSort.SHIELD: _shield,
    EffectSort.INTERRUPT: _break,
    **dict.fromkeys((EffectSort.RETALIATE, EffectSort.REDUCE, EffectSort.GUARD), _stand),
    **dict.fromkeys((EffectSort.EMPOWER, EffectSort.VULNERABLE, EffectSort.WEAKEN), _stand),
    EffectSort.ATTRIBUTE: _buff,
    EffectSort.DEBUFF: _debuff,
    EffectSort.CONTROL: _control,
    EffectSort.HIDE: _hide,
    EffectSort.CONVERT: _convert,
    EffectSort.MOVE: _move,
    EffectSort.SUMMON: _summon,
    EffectSort.PLACE: _wall,
}

STEPS: dict[str, StepProcedure] = {step.key: DONE.get(step.key, _say) for step in WORDS.steps}
"""FET-LIV-28: what a trait may do; anything else is words for the table."""


MOST = 20
"""FET-LIV-30: so many things may be set off in one moment; then it stops, and is told."""

STOPPED = "stopped"
"""The bound was reached: told, then nothing more (FET-LIV-30)."""

AFTER_DEATH = (Event.DIED, Event.KILLED_BY_VAMPIRE, Event.DEALT)
"""What the dead still hear: who dies of a moment has dealt its blows all the same."""


class Done(msgspec.Struct, frozen=True):
    """The state after things were set off, and what they did."""

    state: State
    rows: tuple[SetOff, ...] = ()


@rule("FET-LIV-23", "FET-LIV-30")
async def hear(world: World, state: State, occasions: Sequence[Occasion], course: Chain) -> State:
    """Open the windows of a moment, those of one kind at once."""
    for event in dict.fromkeys(at.event for at in occasions):
        state = await together(world, state, [at for at in occasions if at.event == event], course)
    return state


def told(course: Chain) -> tuple[SetOff, ...]:
    """What was done, and that it was stopped."""
    stopped = course.steps > course.most
    return (*course.rows, *((SetOff("", "", STOPPED),) if stopped else ()))


def concerned(state: State, owner: str, trait: Trait, at: Occasion) -> bool:
    """Whether what can be seen of a trait's condition holds."""
    record = trait_record(trait, owner)
    return all(
        holds(WORDS, state, record, tuple(phrase for phrase in trigger.when if phrase.word != WORDS_ONLY), at)
        for trigger in record.triggers
    )


# How this system's effects act


def order(state: State, _at: Occasion) -> tuple[str, ...]:
    """Everybody, as they are listed."""
    return tuple(state.people)


@rule("FET-LIV-26")
def hears(state: State, who: str, effect: Effect, trigger: Trigger, at: Occasion) -> bool:
    """Whether somebody is set off: whose event it is, and an owner who lives."""
    alive = at.event in AFTER_DEATH or not pools(state, who).dead
    if trigger.do[:1] and trigger.do[0].word == CAST:
        return at.doer == who and may_use(state, Listener(who, effect, effect.triggers.index(trigger)), at)
    if trigger.whose == "caused":
        return alive and at.target == who
    return alive and trigger.whose in ("anybody", whose(state, who, at.doer))


@rule("FET-TRX-4")
def asks(state: State, one: Listener, at: Occasion) -> Asking | None:
    """Erasing somebody is asked by its own words, and so is a skill."""
    if (skill := skill_of(state, one)) is not None:
        return asked_to_use(state, one.who, skill, at)
    if not any(phrase.word == OtherStep.ERASE for phrase in one.trigger.do):
        return None
    what = say("questions.eternity", who=state.called(at.doer), effect=one.effect.name)
    return Asking(what, (Option("erase", say("answers.erase")), Option("let_be", say("answers.let_be"))))


def whose(state: State, owner: str, who: str) -> str:
    """Whose event it is for somebody: the own one, a friend's, an enemy's."""
    if owner == who:
        return ""
    one, other = state.fighter(owner), state.fighter(who)
    if one is not None and other is not None:
        return "friend" if one.side == other.side else "enemy"
    return "friend"


def people(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> tuple[str, ...]:
    """Whom a step is for: its owner unless it says otherwise."""
    everybody = tuple(f.id for f in state.battle.fighters) if state.battle else tuple(state.characters)
    found = {"other": (at.other(effect.bearer),), "all": everybody, "subject": (at.doer,)}
    aimed = found.get(phrase.whom, (effect.bearer,))
    return tuple(who for who in aimed if who in state.people)


def scope(_state: State, per: str) -> str:
    """A limit counts in one battle."""
    return per


async def used(state: State, before: Effect, _after: Effect, _trigger: Trigger) -> State:
    """Every use in a battle is counted for it, before what it sets off: a limit needs nothing of its own."""
    return state if state.battle is None else await happen(TraitUsed(before.bearer, before.name))


WORLD = World(words=WORDS, steps=STEPS, order=order, hears=hears, people=people, scope=scope, used=used, asks=asks)
