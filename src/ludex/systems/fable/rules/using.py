"""Feats of the Domains, in use: what using one costs, how often it can be, what it does, and reactions that strike (FAB-LIV-31, 35)."""

from typing import Annotated

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.deeds import Asked, Do, Field, Name, Show
from ludex.core.effects.records import Effect, Give, Occasion, Use
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.fable.content import called_of
from ludex.systems.fable.effects import borne
from ludex.systems.fable.effects.bearing import ACT_LONG, timed
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import FeatUsed
from ludex.systems.fable.kinds import OfPeople, Overdraw, Own, Target
from ludex.systems.fable.kinds.offers import name_of
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.feats import feat_called, feat_of
from ludex.systems.fable.rules.gauges import agree_to_pay, mind_points
from ludex.systems.fable.rules.steps import done, lawful, one_of
from ludex.systems.fable.rules.windows import check_costs, pay
from ludex.systems.fable.sheet import Character, known_feats
from ludex.systems.fable.sheet.entries import FeatEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action


def use_of(entry: FeatEntry) -> Use | None:
    """What using a feat means: what it says; one that is text alone is an action that the table plays out."""
    if entry.use is not None or entry.effect.acts or entry.teaches is not None:
        return entry.use
    return Use(entry.name, cost=(Give("action", 1),))


def usable_feats(state: State, actor: str) -> dict[str, Name]:
    """The feats of somebody that are used, not those that simply count."""
    entries, who = entries_of(FeatEntry, state.things), state.characters.get(actor)
    known = [key for key in known_feats(who) if key in entries and use_of(entries[key])] if who else []
    return {key: name_of(key, entries[key]) for key in dict.fromkeys(known)}


class UseFeat(OfPeople, names=("特技", "feat"), does="use_feat", alone=True, picture="spark", example=".特技 反击"):
    """Who uses which feat, on whom."""

    actor: Own
    feat: Annotated[str, Field(among=usable_feats)]
    target: Target = ""
    overdraw: Overdraw = False
    """Whether the line says that it may overdraw (FAB-LIV-22)."""

    def do(self, asked: Asked) -> Do | Show:
        """What cannot be used is refused before it is said that another question is open (FAB-LIV-6)."""
        check_use(asked.state, self)
        return super().do(asked)


class FeatDone(msgspec.Struct, frozen=True):
    """What it cost, how often it can still be used (left out: as often as she likes), and what it did."""

    feat: str
    mp: int = 0
    ip: int = 0
    fp: int = 0
    uses_left: int | None = None
    told: tuple[Say, ...] = ()


@rule("FAB-DOM-8", "FAB-PAC-1", "FAB-PFP-2")
async def use_feat(state: State, given: UseFeat) -> FeatDone:
    """Use a feat that she has learned: pay for it, count it, and do what it says."""
    who = character_of(state, given.actor)
    key, entry, use, left = check_use(state, given)
    await agree_to_pay(state, given.actor, mp=mind_points(use.cost), overdraw=given.overdraw)
    target = await _target(state, given, use, _as_used(state, given.actor, key, entry))
    state = await acted(state, given.actor, Action.SKILL if any(one.how == "action" for one in use.cost) else "")
    pick = await _picked(who, key, entry)
    if left is not None:
        state = await happen(FeatUsed(given.actor, key, use.limit.per))
    state = await pay(state, given.actor, use.cost)
    act, effect = new_act(), _as_used(state, given.actor, key, entry)
    at = Occasion("used", given.actor, target, {"named": target, "pick": pick, "owner": given.actor})
    state = await done(state, effect, timed(use.do, known_feats(who).count(key)), at=at, act=act)
    await act.opened(state, at.then("used", owner=given.actor))
    costs = {one.how: int(one.by) for one in use.cost if one.how in ("mp", "ip", "fp")}
    return FeatDone(key, **costs, uses_left=None if left is None else left - 1, told=tuple(act.told))


@rule("FAB-DOM-2", "FAB-DOM-8")
def check_use(state: State, given: UseFeat) -> tuple[str, FeatEntry | None, Use, int | None]:
    """Refuse a feat that she has not learned, cannot use now or cannot pay; which one, what it is, and how often it is left."""
    who = character_of(state, given.actor)
    key, entry = feat_of(state, given.feat)
    if state.live and entry is None:
        raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=given.feat)
    if key not in known_feats(who):
        known = [feat_called(state, k) for k in dict.fromkeys(known_feats(who))]
        raise RuleError("feat_not_learned", clause="FAB-DOM-2", feat=given.feat, feats=known)
    use = use_of(entry or FeatEntry())
    if use is None:
        raise RuleError("feat_passive", clause="FAB-DOM-8", feat=feat_called(state, key))
    left = uses_left(state, who, key, use)
    if left is not None and left < 1:
        name = called_of(entry.name) if entry and entry.name else key
        raise RuleError(
            "feat_used_up", clause="FAB-DOM-8", feat=name, uses=use.limit.n, per=say(f"why.per_{use.limit.per}")
        )
    check_aim(state, given.actor, use, given.target)
    check_costs(state, who, use.cost)
    return key, entry, use, left


_ONE_OF = {"ally": "pick_ally", "side": "pick_side", "enemies": "pick_enemy", "target": "pick_any"}
"""Whom the 目标 of a use means: one of these."""


@rule("FAB-LIV-6", "FAB-LIV-36")
def check_aim(state: State, who: str, use: Use, target: str) -> None:
    """Refuse a use that has nobody to be aimed at, or is aimed at somebody whom it cannot mean."""
    words = [_ONE_OF.get(use.whom, use.whom), *(phrase.whom for phrase in use.do)]
    picks = [among for word in words if (among := lawful(state, who, word)) is not None]
    if not state.live or not picks or (all(picks) and (not target or any(target in among for among in picks))):
        return
    if target in state.characters and state.characters[target].fate:
        raise RuleError("target_out", clause="FAB-PZR-1", target=state.characters[target].called)
    raise RuleError("no_target", clause="FAB-LIV-36")


@rule("FAB-LIV-31")
async def _target(state: State, given: UseFeat, use: Use, effect: Effect) -> str:
    """At whom a use is aimed that has a 目标: at the one named, or as she picks; any other at who was named."""
    among = lawful(state, given.actor, _ONE_OF.get(use.whom, use.whom)) if state.live else None
    if among is None:
        return given.actor if use.whom == "self" else given.target
    return "".join(await one_of(state, effect, among, named=given.target, about="use"))


def _as_used(state: State, who: str, key: str, entry: FeatEntry | None) -> Effect:
    found = next((e for e in borne(state, who) if e.id == f"feat:{key}"), None)
    return found or Effect(id=f"feat:{key}", name=entry.name if entry else key, bearer=who, by=who)


async def _picked(who: Character, key: str, entry: FeatEntry | None) -> str:
    """择 in a use: asked each time."""
    if entry is None or not entry.picks or key in who.sheet.picks or entry.use is None:
        return ""
    options = tuple(Option(one, say(f"effects.values.{one}")) for one in entry.picks)
    return await choose(actor(who.id), say("questions.pick", feat=called_of(entry.name)), options, about=key)


def uses_left(state: State, who: Character, key: str, use: Use) -> int | None:
    """How often it can be used now; None: as often as she likes. Outside a conflict every act is a turn and a round of its own."""
    if not use.limit.n or (use.limit.per in ACT_LONG and state.conflict is None):
        return None
    return use.limit.n - who.used.get(use.limit.per, {}).get(key, 0)
