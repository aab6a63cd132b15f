"""Effects: the windows before damage and before death (FET-LIV-30): what traits do then counts in the very moment that sets them off.

Joins 将受伤害 and 濒死: both come while a moment is being settled, so that what they give or take is part of its sums; whatever else
such a trait does is carried out when the moment has happened.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.effects.records import Effect as Borne, Occasion, Trigger
from ludex.core.effects.windows import Doing, StepProcedure, World
from ludex.core.rule import rule
from ludex.systems.fet.effects import occasion
from ludex.systems.fet.effects.bearing import CAST
from ludex.systems.fet.effects.conditions import skill_called
from ludex.systems.fet.rules.blows import bear
from ludex.systems.fet.rules.casting import settle_skill
from ludex.systems.fet.rules.chains import Chain, Hears, SetOff, given, note, size
from ludex.systems.fet.rules.instants import act_of, use_of
from ludex.systems.fet.rules.landing import Deed
from ludex.systems.fet.rules.moment import Blow, Moment
from ludex.systems.fet.rules.steps import STEPS
from ludex.systems.fet.rules.windows import MOST, WORLD, Done, hear, hears, told
from ludex.systems.fet.state import State, check_fighter
from ludex.systems.fet.terms import RESOURCES, Aim, Effect, Event, Number, Outcome, Step as Also, tidy, written


class Before(Chain):
    """What is done within a moment, to which blow, and what is still to be done afterwards."""

    def __init__(self, moment: Moment, state: State, later: "Hears | None" = None) -> None:
        super().__init__(2 * MOST)
        self.moment = moment
        self.state = state
        self.afterwards = later
        self.blows: list[Blow] = []
        self.later: list[Doing] = []
        self.erasing = False
        self.world = replace(WITHIN, hears=self.hears)

    async def opens(self, occasions: list[Occasion]) -> None:
        """Everybody who listens, but for the frozen, at once."""
        self.state = await hear(self.world, self.state, occasions, self)

    def hears(self, state: State, who: str, effect: Borne, trigger: Trigger, at: Occasion) -> bool:
        """Whether somebody is set off; who would be erased is asked about last, and once it is nobody else is asked."""
        if at.event == Event.NEAR_DEATH:
            erases = any(phrase.word == Also.ERASE for phrase in trigger.do)
            if erases != self.erasing or at.doer in self.moment.erased:
                return False
        return hears(state, who, effect, trigger, at)


@rule("FET-LIV-27", "FET-LIV-30")
async def before_damage(before: Before) -> None:
    """Everybody who is about to be hurt, blow by blow."""
    before.blows = [b for b in before.moment.blows if not b.taken and b.source != b.target]
    await before.opens([_coming(blow, n) for n, blow in enumerate(before.blows)])


def _coming(blow: Blow, place: int) -> Occasion:
    facts = {"resource": blow.resource, "sort": blow.sort, "blow": f"{place}"}
    return occasion(Event.ABOUT_TO_HURT, blow.target, blow.source, amount=blow.final, of=facts)


@rule("FET-LIV-27", "FET-LIV-30")
async def before_death(before: Before) -> None:
    """Everybody who would die of this moment: first what may save it, then who may erase it (FET-TRX-4)."""
    moment = before.moment
    alive = {f.id for f in moment.battle.fighters if not f.dead}
    for before.erasing in (False, True):
        dying = [f.id for f in moment.fighters_after() if f.dead and f.id in alive and not f.double_of]
        facts = {who: {"short": written(_short(moment, who))} for who in dying}
        await before.opens([occasion(Event.NEAR_DEATH, who, _hand(moment, who), of=facts[who]) for who in dying])


def _short(moment: Moment, victim: str) -> Number:
    """By how much what somebody has falls short of anything."""
    fighter = check_fighter(moment.battle, victim)
    left = (
        fighter.now(r) + moment.changes.get((victim, r), 0) + moment.restores.get((victim, r), 0) for r in RESOURCES
    )
    return tidy(max(0, *(-n for n in left)))


def _hand(moment: Moment, victim: str) -> str:
    """Who struck last."""
    return next((b.source for b in reversed(moment.blows) if b.target == victim and b.lost > 0), "")


async def carry_rest(state: State, before: Before) -> Done:
    """What such traits do besides, now that the moment has happened."""
    before.hear = before.afterwards
    for doing in before.later:
        if doing.whom in state.people:
            state = await STEPS[doing.phrase.word](state, doing)
    return Done(state, told(before))


# What counts within the moment


def _heal(before: Before, who: str, resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.heal(who, resource, by=amount, sort="")


def _add(before: Before, who: str, resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.pay(who, resource, by=amount)


def _hurt(before: Before, who: str, resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.pay(who, resource, by=-amount)


def _shield(before: Before, who: str, _resource: str, amount: Number, _at: Occasion) -> None:
    before.moment.shields[who] = tidy(before.moment.shields.get(who, 0) + amount)


def _lessen(before: Before, _who: str, _resource: str, amount: Number, at: Occasion) -> None:
    """So much less of the blow that is on its way."""
    place = str(at.fact("blow"))
    if not place:
        return
    blow = before.blows[int(place)]
    row, after = blow.rows[blow.place], max(0, tidy(blow.final - amount))
    reduced = tidy((row.reduced or 0) + blow.final - after)
    outcome = row.outcome if after > 0 else Outcome.BLOCKED  # FET-SKX-6
    blow.rows[blow.place] = replace(row, final=after, reduced=reduced, outcome=outcome)
    blow.final = after


@rule("FET-TRX-4")
def _erase(before: Before, who: str, _resource: str, _amount: Number, _at: Occasion) -> None:
    """Gone instead of dead."""
    before.moment.erased.append(who)


COUNTS: dict[str, Callable[[Before, str, str, Number, Occasion], None]] = {
    Effect.HEAL: _heal,
    Also.ADD: _add,
    Effect.DAMAGE: _hurt,
    Effect.SHIELD: _shield,
    Effect.REDUCE: _lessen,
    Effect.GUARD: _lessen,
    Also.ERASE: _erase,
}


async def _at_once(state: State, doing: Doing) -> State:
    """A step that is part of the moment's sums."""
    amount = size(state, doing)
    if isinstance(doing.course, Before):
        COUNTS[doing.phrase.word](doing.course, doing.whom, given(doing, "resource"), amount, doing.at)
        note(doing, "", amount or "")
    return state


async def _afterwards(state: State, doing: Doing) -> State:
    """Any other step is kept for when the moment has happened."""
    if isinstance(doing.course, Before):
        doing.course.later.append(doing)
    return state


def _awake(state: State, _at: Occasion) -> tuple[str, ...]:
    """Those in the battle, but for the frozen."""
    battle = state.battle
    return tuple(f.id for f in battle.fighters if not battle.frozen(f.id)) if battle else ()


SPARES = (Effect.SHIELD, Effect.REDUCE, Effect.GUARD)
"""What of a skill protects from the very blow that is on its way."""


@rule("FET-SKX-4", "FET-LIV-30")
async def _cast(state: State, doing: Doing) -> State:
    """An instant skill within the moment: its price and its effects are part of the sums."""
    before, owner = doing.course, doing.effect.bearer
    skill = skill_called(state, owner, doing.phrase.value())
    if not isinstance(before, Before) or skill is None:
        return state
    moment, how = before.moment, use_of(doing.at)
    fighter = check_fighter(moment.battle, owner)
    there = len(moment.blows)
    rest = replace(skill, effects=tuple(e for e in skill.effects if e.kind not in SPARES))
    act = replace(act_of(rest, how.impact), start=moment.time, end=moment.time, targets=how.target)
    await settle_skill(Deed(moment, fighter, act, how.impact))
    for effect in (e for e in skill.effects if e.kind in SPARES):
        aimed = how.target[0] if effect.target == Aim.ONE and how.target else owner
        amount = tidy(effect.share * effect.times * how.impact)
        COUNTS[effect.kind](before, aimed, effect.resource, amount, doing.at)
        before.rows.append(SetOff(owner, skill.name, effect.kind, aimed, after=amount))
    for blow in moment.blows[there:]:
        blow.set_off = True
    if doing.at.event == Event.NEAR_DEATH:
        await bear(moment)
    return state


_STEPS: dict[str, StepProcedure] = {
    **{word: _at_once if word in COUNTS else _afterwards for word in STEPS},
    CAST: _cast,
}
WITHIN: World = replace(WORLD, steps=_STEPS, order=_awake)
