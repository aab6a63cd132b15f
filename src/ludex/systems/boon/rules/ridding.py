"""Effects (BOO-LIV-36, BOO-LIV-42) joined with the actions that they bring: getting rid of one, and deeds that one allows."""

from typing import ClassVar

import msgspec

from ludex.core.effects.counting import holds, in_force
from ludex.core.effects.lasting import exhausted, marked
from ludex.core.effects.records import Effect, Occasion, Use
from ludex.core.effects.sentences import name_of
from ludex.core.effects.windows import Course, done
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import EffectChanged, happen
from ludex.systems.boon.rules.actions import Deed, check_able, of_actor, pay
from ludex.systems.boon.rules.challenges import Challenged, of_challenge
from ludex.systems.boon.rules.windows import WORLD, end_effects
from ludex.systems.boon.state import State
from ludex.systems.boon.terms import Action


class GetRid(msgspec.Struct, frozen=True, kw_only=True, tag=Action.RID.value, tag_field="action"):
    action: ClassVar = Action.RID
    actor: str
    effect: str = ""
    picks: bool = False


class Invoke(msgspec.Struct, frozen=True, kw_only=True, tag=Action.INVOKE.value, tag_field="action"):
    action: ClassVar = Action.INVOKE
    actor: str
    name: str = ""
    target: str = ""
    picks: bool = False


def cost_of(use: Use | None) -> int:
    """The AP of a deed of an effect; nothing said: 1."""
    return sum(int(give.by) for give in use.cost) if use is not None and use.cost else 1


@rule("BOO-LIV-42", "BOO-LIV-43", "BOO-LIV-9")
async def get_rid(state: State, given: GetRid) -> Deed:
    """Get rid of an effect: its own cost, and its own check where it has one; without one it ends."""
    actor = state.character(given.actor)
    effect = next((e for e in state.upon(actor.id) if e.id == given.effect), None)
    if effect is None or not any(one.unit == "rid" for one in effect.lasts):
        raise RuleError(
            "unknown_id", clause="BOO-LIV-9", id=given.effect, ids=[name_of(e) for e in state.upon(actor.id)]
        )
    cost = cost_of(effect.rid)
    check_able(actor, cost)
    state = await pay(actor.id, cost)
    at, course = Occasion("", actor.id, actor.id), Course()
    if effect.rid is not None and effect.rid.do:
        state = await done(WORLD, state, effect, effect.rid.do, at=at, course=course)
    else:
        state = await end_effects(state, (effect.id,))
    tested = course.notes.get("tested")
    return of_actor(state, of_challenge(tested) if isinstance(tested, Challenged) else Deed(), actor.id)


@rule("BOO-LIV-36")
async def invoke(state: State, given: Invoke) -> Deed:
    """A deed that an effect allows its bearer: paid, counted against its limit, and done."""
    actor = state.character(given.actor)
    effect, place = allowed(state, actor.id, given.name)
    use, cost = effect.uses[place], cost_of(effect.uses[place])
    check_able(actor, cost)
    at = Occasion("", actor.id, given.target)
    scope = WORLD.scope(state, use.limit.per)
    if exhausted(effect, f"u{place}", use.limit, scope):
        raise RuleError("used_up", clause="BOO-LIV-36", item=given.name)
    if not holds(WORDS, state, effect, (*effect.when, *use.when), at):
        raise RuleError("bad_action", clause="BOO-LIV-37", action=given.name)
    state = await pay(actor.id, cost)
    after = marked(effect, f"u{place}", use.limit, scope)
    if after != effect and any(e.id == effect.id for e in state.effects):
        state = await happen(EffectChanged(after))
    state = await done(WORLD, state, after, use.do, at=at, course=Course())
    return of_actor(state, Deed(), actor.id)


def allowed(state: State, who: str, name: str) -> tuple[Effect, int]:
    """The effect that allows somebody a deed of this name, and its place in it."""
    for effect in in_force(WORDS, state, who):
        for place, use in enumerate(effect.uses):
            if use.name == name:
                return effect, place
    raise RuleError("unknown_id", clause="BOO-LIV-36", id=name)
