"""Effects: the vocabulary (FET-LIV-25 to -30, -34): events set traits off, and what they do is carried out step by step.

A trait with an `event` and `effects` listens: when the event comes (whose it is, FET-LIV-26) and its condition holds, its owner is
asked where it says so, and the steps run. The examples of the book that have windows of their own are `windows.py`.
"""

import re
from collections.abc import Awaitable, Callable, Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fet.events import (
    CharacterRemoved,
    FighterLeft,
    FightersChanged,
    PointsKept,
    ScarsKept,
    SheetWritten,
    TraitUsed,
)
from ludex.systems.fet.fold import happen
from ludex.systems.fet.rules.editing import raised
from ludex.systems.fet.rules.resources import hold, resource_now, scar_of
from ludex.systems.fet.rules.roster import follow, pools
from ludex.systems.fet.sheet import Entry, Trait, TraitEffect, level_of
from ludex.systems.fet.state import Character, State
from ludex.systems.fet.terms import HUMANS, RESOURCES, Effect, Event, Number, Resource, tidy
from ludex.systems.fet.terms import Step as Kind

MOST = 20
"""FET-LIV-30: so many things may be set off in one moment; then it stops, and is told."""


class Occasion(msgspec.Struct, frozen=True):
    """Something that has happened: the event, whose it is, with whom, and how much."""

    event: str
    who: str
    other: str = ""
    amount: Number = 0


class SetOff(msgspec.Struct, frozen=True):
    """What a trait did: whose, which, on whom, from what to what."""

    who: str
    trait: str
    kind: str
    on: str = ""
    resource: str = ""
    before: Number | str = ""
    after: Number | str = ""


class Done(msgspec.Struct, frozen=True):
    """The state after things were set off, what they did, and whether it was stopped."""

    state: State
    rows: tuple[SetOff, ...] = ()
    stopped: bool = False


def traits_of(state: State, who: str) -> tuple[Trait, ...]:
    """The traits that somebody has: on the sheet, or as a fighter was given them."""
    found = state.bearer(who)
    traits = found.sheet.traits if isinstance(found, Character) else found.traits if found else ()
    return tuple(trait for trait in traits if isinstance(trait, Trait))


@rule("FET-LIV-26", "FET-LIV-30")
async def set_off(state: State, occasions: Iterable[Occasion]) -> Done:
    """Let every trait answer that an event sets off, in listed order, and no more than the bound."""
    rows: list[SetOff] = []
    for occasion in occasions:
        for owner in tuple(state.people):
            for trait in traits_of(state, owner):
                if not listens(state, owner, trait, occasion) or not await _wanted(owner, trait, occasion):
                    continue
                if len(rows) >= MOST:
                    return Done(state, tuple(rows), stopped=True)
                state, told = await carry_out(state, owner, trait, occasion)
                rows.extend(told)
    return Done(state, tuple(rows))


def listens(state: State, owner: str, trait: Trait, occasion: Occasion) -> bool:
    """Whether a trait is set off: its event, whose it is, its condition, its count, and an owner who lives."""
    if not trait.effects or Event.said(trait.event) != occasion.event:
        return False
    limit = trait.limit
    spent = state.battle.used.get(f"{owner}:{trait.name}", 0) if state.battle else 0
    alive = not pools(state, owner).dead or occasion.event in (Event.DIED, Event.NEAR_DEATH)
    concerned = whose(state, owner, occasion.who) in (trait.whose, *(("own",) if trait.whose == "anybody" else ()))
    concerned = concerned or trait.whose == "anybody"
    return alive and concerned and (limit is None or spent < limit) and holds(state, owner, trait.condition, occasion)


def whose(state: State, owner: str, who: str) -> str:
    """Whose event it is for somebody: the own one, a friend's, an enemy's."""
    if owner == who:
        return "own"
    one, other = state.fighter(owner), state.fighter(who)
    if one is not None and other is not None:
        return "friend" if one.side == other.side else "enemy"
    return "friend"


_POOL = re.compile(r"(体力|意志|stamina|will)\s*(?:<=|≤|不高于)\s*(\d+(?:\.\d+)?)\s*(%?)")
_RACE = re.compile(r"(?:种族|race)\s*(不是|是|!=|==|=)\s*(\S+)")


@rule("FET-LIV-26")
def holds(state: State, owner: str, condition: str, occasion: Occasion) -> bool:
    """Whether a condition holds; several all must. One in other words is not watched: it is the GM's to call."""
    parts = [part.strip() for part in re.split(r"[,，;；、]|且", condition) if part.strip()]
    return all(_holds(state, owner, part, occasion) for part in parts)


def _holds(state: State, owner: str, part: str, occasion: Occasion) -> bool:
    if found := _POOL.fullmatch(part):
        now, top = resource_now(state, owner, str(Resource.read(found[1])))
        return now <= float(found[2]) * (top / 100 if found[3] else 1)
    if found := _RACE.fullmatch(part):
        same = _race(state, occasion.other) in (HUMANS if found[2] in HUMANS else (found[2],))
        return not same if found[1] in ("不是", "!=") else same
    if part in ("对手等级更高", "higher_level"):
        return _level(state, occasion.other) > _level(state, owner)
    if part in ("对手等级不更高", "not_higher_level"):
        return _level(state, occasion.other) <= _level(state, owner)
    if part in ("黑暗", "dark"):
        return state.dark
    if part in ("本场第一次", "first"):
        return not state.battle or not any(key.startswith(f"{owner}:") for key in state.battle.used)
    return False


def _race(state: State, who: str) -> str:
    found = state.bearer(who)
    race = found.sheet.race if isinstance(found, Character) else found.race if found else ""
    return race or HUMANS[0]


def _level(state: State, who: str) -> Number:
    found = state.bearer(who)
    return found.level if found else 0


async def _wanted(owner: str, trait: Trait, occasion: Occasion) -> bool:
    if not trait.ask:
        return True
    options = (Option("use", say("answers.use_trait", trait=trait.name)), Option("pass", say("answers.pass")))
    what = say("questions.use_trait", trait=trait.name)
    return await choose(actor(owner), what, options, about=f"{trait.name}:{occasion.event}:{occasion.other}") == "use"


# Steps


@rule("FET-LIV-28")
async def carry_out(state: State, owner: str, trait: Trait, occasion: Occasion) -> tuple[State, list[SetOff]]:
    """Every step of a trait, on whom it is for."""
    rows: list[SetOff] = []
    if state.battle is not None:
        state = await happen(TraitUsed(owner, trait.name))
    for effect in trait.effects:
        for who in _whom(state, owner, effect, occasion):
            if who not in state.people:
                continue
            step = Step(owner, trait, effect, who, _size(state, who, effect, occasion))
            state, row = await step_of(effect.kind)(state, step)
            rows.append(row)
    return state, rows


class Step(msgspec.Struct, frozen=True):
    """One step for one person: whose trait, which effect, on whom, how much."""

    owner: str
    trait: Trait
    effect: TraitEffect
    who: str
    amount: Number

    def row(self, before: Number | str = "", after: Number | str = "") -> SetOff:
        """What it did."""
        resource = self.effect.resource if self.effect.kind in POOLED else ""
        return SetOff(self.owner, self.trait.name, self.effect.kind, self.who, resource, before, after)


POOLED = (Effect.DAMAGE, Effect.HEAL, Kind.ADD, Kind.SCAR)


def _whom(state: State, owner: str, effect: TraitEffect, occasion: Occasion) -> tuple[str, ...]:
    """Whom a step is for: its owner unless it says otherwise."""
    other = occasion.other if owner == occasion.who else occasion.who
    everybody = tuple(f.id for f in state.battle.fighters) if state.battle else tuple(state.characters)
    found = {"one": (other,), "source": (other,), "attacker": (other,), "all": everybody}
    return found.get(effect.target, (owner,))


def _size(state: State, who: str, effect: TraitEffect, occasion: Occasion) -> Number:
    """How much: a number, the event's damage, all of it, or the victim's maximum."""
    if isinstance(effect.amount, int | float):
        return effect.amount
    if effect.amount in ("victim_max", "对方上限"):
        return resource_now(state, occasion.other, effect.resource)[1] if occasion.other in state.people else 0
    if effect.amount in ("all", "全部"):
        return resource_now(state, who, effect.resource)[1]
    return occasion.amount


async def _pool(state: State, step: Step, *, by: Number, caps: bool) -> tuple[State, SetOff]:
    """Change a resource; what restores stops at the maximum less what is scarred, and nothing reaches the dead."""
    resource, who = step.effect.resource, step.who
    now, top = resource_now(state, who, resource)
    bearer = state.bearer(who)
    if pools(state, who).dead or bearer is None:
        return state, step.row(now, now)
    most = tidy(top - scar_of(bearer, resource))
    after = max(now, min(tidy(now + by), most)) if caps else max(0, tidy(now + by))
    return await hold(state, who, resource=resource, current=after), step.row(now, after)


async def _damage(state: State, step: Step) -> tuple[State, SetOff]:
    return await _pool(state, step, by=-step.amount, caps=False)


async def _heal(state: State, step: Step) -> tuple[State, SetOff]:
    return await _pool(state, step, by=step.amount, caps=True)


async def _add(state: State, step: Step) -> tuple[State, SetOff]:
    return await _pool(state, step, by=step.amount, caps=False)


@rule("FET-TRX-2")
async def _scar(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    stamina = step.effect.resource == Resource.STAMINA
    before = found.stamina_scar if stamina else found.will_scar
    after = tidy(before + step.amount)
    scars = (after, found.will_scar) if stamina else (found.stamina_scar, after)
    return await happen(ScarsKept(step.who, *scars)), step.row(before, after)


async def _kill(state: State, step: Step) -> tuple[State, SetOff]:
    now, _ = resource_now(state, step.who, Resource.STAMINA)
    return await hold(state, step.who, resource=Resource.STAMINA, current=0), step.row(now, 0)


async def _erase(state: State, step: Step) -> tuple[State, SetOff]:
    if state.fighter(step.who) is not None:
        state = await happen(FighterLeft(step.who))
    return await happen(CharacterRemoved(step.who)), step.row()


async def _bring_back(state: State, step: Step) -> tuple[State, SetOff]:
    for resource in RESOURCES:
        bearer = state.bearer(step.who)
        now, top = resource_now(state, step.who, resource)
        full = tidy(top - (scar_of(bearer, resource) if bearer else 0))
        state = await hold(state, step.who, resource=resource, current=max(now, full))
    return state, step.row()


async def _level_up(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    sheet = replace(found.sheet, level=tidy(level_of(found.sheet) + (step.amount or 1)))
    after = await raised(state, await happen(SheetWritten(step.who, sheet)), step.who)
    return await follow(after, step.who), step.row(level_of(found.sheet), level_of(sheet))


async def _change_race(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    sheet = replace(found.sheet, race=step.effect.of)
    return await happen(SheetWritten(step.who, sheet)), step.row(found.sheet.race, sheet.race)


async def _cash(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None:
        return state, step.row()
    bill = (*found.sheet.bill, Entry(step.amount, step.trait.name))
    return await happen(SheetWritten(step.who, replace(found.sheet, bill=bill))), step.row("", step.amount)


async def _points(state: State, step: Step) -> tuple[State, SetOff]:
    found = state.characters.get(step.who)
    if found is None or found.action_points is None:
        return state, step.row()
    after = max(0, tidy(found.action_points + step.amount))
    return await happen(PointsKept(step.who, after)), step.row(found.action_points, after)


async def _shield(state: State, step: Step) -> tuple[State, SetOff]:
    fighter = state.fighter(step.who)
    if fighter is None or state.battle is None:
        return state, step.row()
    after = replace(fighter, shield=tidy(fighter.shield + step.amount))
    return await happen(FightersChanged(state.battle.time, (after,))), step.row(fighter.shield, after.shield)


async def _break(state: State, step: Step) -> tuple[State, SetOff]:
    fighter = state.fighter(step.who)
    if fighter is None or state.battle is None or fighter.act is None:
        return state, step.row()
    past = fighter.act.over(fighter.id, state.battle.time, "broken")
    return await happen(FightersChanged(state.battle.time, (replace(fighter, act=None),), (past,))), step.row()


async def _say(state: State, step: Step) -> tuple[State, SetOff]:
    """Words for the table."""
    return state, step.row()


STEPS: dict[str, Callable[[State, Step], Awaitable[tuple[State, SetOff]]]] = {
    Effect.DAMAGE: _damage,
    Effect.HEAL: _heal,
    Kind.ADD: _add,
    Kind.SCAR: _scar,
    Kind.KILL: _kill,
    Kind.ERASE: _erase,
    Kind.BRING_BACK: _bring_back,
    Kind.LEVEL: _level_up,
    Kind.RACE: _change_race,
    Kind.CASH: _cash,
    Kind.POINTS: _points,
    Effect.SHIELD: _shield,
    Effect.INTERRUPT: _break,
    Effect.INFO: _say,
}
"""FET-LIV-28: what a trait may do."""


def step_of(kind: str) -> Callable[[State, Step], Awaitable[tuple[State, SetOff]]]:
    """The step that a word means, in any of its spellings; anything else is words for the table."""
    for words in (Effect, Kind):
        if words.holds(kind):
            return STEPS.get(words.read(kind), _say)
    return _say
