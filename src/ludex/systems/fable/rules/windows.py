"""Windows: after an event everybody who listens to it is heard before the rule goes on (FAB-LIV-34, FAB-LIV-35).

One act has one `Act`: what its steps have changed of the check, the attack or the damage at hand, and what is to be told of it.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.deeds import refused
from ludex.core.effects.records import Effect, Give, Occasion, Trigger
from ludex.core.effects.sentences import phrases, said
from ludex.core.effects.windows import Course, Listener, World, listeners
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.fable.content import feat_text
from ludex.systems.fable.effects import WORDS
from ludex.systems.fable.effects.bearing import occasions, reaches
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import (
    EffectChanged,
    FeatUsed,
    PendingSet,
    PointsMoved,
    Quieted,
    SuperiorityMoved,
)
from ludex.systems.fable.rules.attributes import label
from ludex.systems.fable.rules.damage import Blow, dealt, landed, seen, struck_down, won_by_damage
from ludex.systems.fable.rules.gauges import check_payment, drained, gauges_moved, mind_points, overdraws, paid
from ludex.systems.fable.rules.sequence import entangled, settled_order
from ludex.systems.fable.rules.steps import DEEPEST, STEPS, Step, StepRule, consumed, done, for_gm
from ludex.systems.fable.sheet import Character
from ludex.systems.fable.sheet.entries import FeatEntry
from ludex.systems.fable.state import BY_USE, Pending, State, team_of
from ludex.systems.fable.terms import Pool

USE, LEAVE = "use", "leave"


# ---------------------------------------------------------------------- who listens
def order(state: State, at: Occasion) -> tuple[str, ...]:
    """Who is heard first: in a conflict by the action order, outside it PCs and then the others; of her own fall she is heard too (FAB-LIV-35)."""
    falls = at.target if at.event == "dropping" else ""
    there = [who for who, c in state.characters.items() if not c.out or (who == falls and not c.fate)]
    if state.conflict is not None:
        placed = [who for who in state.conflict.order if who in there]
        return (*placed, *(who for who in there if who not in placed))
    pcs = [who for who in there if state.characters[who].kind == "pc"]
    return (*pcs, *(who for who in there if who not in pcs))


def hears(state: State, who: str, _effect: Effect, trigger: Trigger, at: Occasion) -> bool:
    """Whether it is her event, an ally's, an enemy's; what is nobody's is everybody's own."""
    owner = str(at.fact("owner"))
    return not owner or reaches(state, trigger.whose, who, owner)


def able(state: State, who: str, trigger: Trigger) -> bool:
    return refused(check_costs, state, state.characters[who], trigger.cost) is None


def check_costs(state: State, who: Character, cost: tuple[Give, ...]) -> None:
    """Points that she must have; mind points are judged by the rules of overdraft (FAB-OVD-3)."""
    has = _purse(state, who)
    for one in cost:
        if one.how in has and has[one.how] < int(one.by):
            raise RuleError(
                "not_enough_points", what=say(f"effects.gives.{one.how}"), has=has[one.how], wanted=int(one.by)
            )
        if one.how == "mp":
            check_payment(who, int(one.by), state.options)


def _purse(state: State, who: Character) -> dict[str, int]:
    """What she can pay with, beside mind points: the last hit point stays, superiority is her side's."""
    points = state.conflict.points.get(team_of(state, who.id), 0) if state.conflict else 0
    own = {"fp": who.fp, "ip": who.ip, "ultima": who.ultima, "money": who.sheet.money}
    return {**own, "hp": who.hp - 1, "superiority": points}


async def _nothing(state: State, *_given: object) -> State:
    return state


WORLD = World(
    words=WORDS,
    steps={},
    order=order,
    hears=hears,
    people=lambda _state, _effect, _phrase, _at: (),
    scope=lambda _state, per: per,
    used=_nothing,
    able=able,
)
"""How listeners are found; what they do is done by an `Act`."""


NEVER = "never"
"""The answer that a reaction is not asked about any more in this conflict."""


# ---------------------------------------------------------------------- paying
async def pay(state: State, who: str, cost: tuple[Give, ...]) -> State:
    """Pay for an effect: MP and HP from the gauges, points from the purse or the side."""
    for one in cost:
        n = int(one.by)
        if one.how == "mp":
            state = await paid(state, who, n)
        elif one.how == "hp":
            state = await happen(
                gauges_moved(state, who, Pool.HP, drained(state.characters[who], Pool.HP, n).lost, paid=True)
            )
        elif one.how == "superiority" and state.conflict is not None:
            team = team_of(state, who)
            points = {**state.conflict.points, team: state.conflict.points.get(team, 0) - n}
            state = await happen(SuperiorityMoved(points))
        elif one.how in ("fp", "ip", "ultima", "money"):
            spent = {f"{one.how}_spent": n} if one.how in ("fp", "ultima") else {}
            state = await happen(replace(PointsMoved(who, paid=True), **{one.how: -n}, **spent))
    return state


async def drawn(state: State, effect: Effect, key: str, trigger: Trigger) -> State:
    """Count one use of an effect: a feat's comes back with its turn, round, conflict, scene or session."""
    if not trigger.limit.n:
        return state
    if effect.id.startswith("feat:"):
        return await happen(FeatUsed(effect.bearer, effect.id.partition(":")[2], trigger.limit.per))
    mark = f"{key}/{trigger.limit.per}/{trigger.limit.per}"
    return await happen(EffectChanged(replace(effect, spent=(*effect.spent, mark))))


# ---------------------------------------------------------------------- one act
class Act(Course):
    """What follows from one act: what steps changed of what is at hand, how deep the chain is, and what is told."""

    def __init__(self, more: Mapping[str, StepRule] | None = None) -> None:
        super().__init__()
        self.rules: dict[str, StepRule] = {**STEPS, "attack": _later, **(more or {})}
        self.add = self.add_damage = self.lessen = 0
        self.dice = (False, False)
        self.redirect = ""
        self.depth = 0

    def fresh(self) -> None:
        """Nothing is changed yet of the damage that comes next."""
        self.lessen, self.redirect = 0, ""

    async def opened(self, state: State, at: Occasion, *, without: frozenset[tuple[str, str]] = frozenset()) -> State:
        """Hear everybody who listens to an event, one after another, each once (FAB-LIV-35)."""
        if not state.live or at.event not in occasions(state):
            return state
        heard = [o for o in listeners(WORLD, state, at) if (o.who, f"{o.effect.id}#{o.place}") not in without]
        if heard and self.depth >= DEEPEST:
            self.told.append(say("told.chain", n=DEEPEST))
            return state
        self.depth += 1
        for one in await _as_owners_like(state, heard, at):
            state = await self._one(state, one, at)
        self.depth -= 1
        return state

    async def _one(self, state: State, heard: Listener, at: Occasion) -> State:
        """One listener: it acts, or asks its owner; one that strikes waits until the attack is told."""
        now = [
            o
            for o in listeners(WORLD, state, at)
            if (o.who, o.effect.id, o.place) == (heard.who, heard.effect.id, heard.place)
        ]
        if not now or not self.goes_on():
            return state
        one, trigger = now[0], now[0].trigger
        if any(step.word == "attack" for step in trigger.do):
            return await _waits(state, one, at)
        if any(step.word == "redirect" for step in trigger.do) and (self.redirect or at.target == one.who):
            return state
        if trigger.ask:
            state, wants = await wanted(state, one.effect, trigger, at)
            if not wants:
                return state
        if trigger.ask and not await overdraws(state, one.who, mind_points(trigger.cost)):
            return state
        owner, told = state.characters[one.who], len(self.told)
        self.told.append(say("told.reacted", feat=label(state, one.effect), who=owner.called))
        state = await drawn(state, one.effect, f"t{one.place}", trigger)
        state = await pay(state, one.who, trigger.cost)
        state = await done(state, one.effect, trigger.do, at=at, act=self)
        if owner.hidden:  # FAB-LIV-41
            self.told[told:] = map(for_gm, self.told[told:])
        return state

    # ------------------------------------------------------------------ damage with everything that listens to it
    async def dealing(self, state: State, blow: Blow, source: str, at: Occasion, *, most: int | None = None) -> State:
        """Damage of an effect: it lands, wins what it wins, and everybody who listens is heard."""
        state, blow = await self.struck(state, blow, source, at, most=most)
        if state.conflict is not None and source in state.characters:
            points = dict(state.conflict.points)
            state, _, _ = await won_by_damage(state, source, blows=(blow,), points=points)
        return await self.fallen(state, source, (blow,), at)

    async def struck(
        self, state: State, blow: Blow, source: str, at: Occasion, *, most: int | None = None
    ) -> tuple[State, Blow]:
        """One blow lands: damage, then 造成伤害 and 受伤, broken gauges, Crisis; the blow as it fell."""
        before = state.characters[blow.who]
        state, broken = await dealt(state, blow.who, blow.amount, by=source, most=most)
        blow = replace(blow, broken=broken)
        if not state.live:
            return state, blow
        state = await consumed(state, blow.who, "next_damage") if blow.amount.amount else state
        here = at.then("", doer=source, target=blow.who, amount=blow.amount.amount)
        if blow.amount.effect == "damage" and blow.amount.amount:
            state = await self.opened(state, here.then("dealt", owner=source))
            state = await self.opened(state, here.then("damaged", owner=blow.who))
        state = await self.lost(state, blow.who, source, here, broken=bool(broken), before=before)
        return await seen(state, blow), blow

    async def lost(
        self, state: State, who: str, source: str, at: Occasion, *, broken: bool, before: Character
    ) -> State:
        if broken and source and team_of(state, who) != team_of(state, source):
            state = await self.opened(state, at.then("broke", doer=source, target=who, owner=source))
        if broken:
            state = await self.opened(state, at.then("gauge_lost", doer=source, target=who, owner=who))
        if state.characters[who].crisis and not before.crisis:
            state = await self.opened(state, at.then("crisis_entered", doer=source, target=who, owner=who))
        return state

    async def breaking(self, state: State, who: str, source: str, at: Occasion) -> State:
        before = state.characters[who]
        place = next((n for n, now in enumerate(before.hg_now) if now > 0), None)
        if place is None:
            return state
        state = await happen(
            gauges_moved(state, who, Pool.HP, drained(before, Pool.HP, before.hg_now[place], most=1).lost)
        )
        state = await self.lost(state, who, source, at, broken=True, before=before)
        return await self.fallen(state, source, (landed(who, (place + 1,)),), at)

    async def after_healing(self, state: State, who: str, healer: str, at: Occasion, *, crisis: bool) -> State:
        """Points came back: 被恢复, 给予恢复, and a Crisis that is over."""
        here = at.then("", doer=healer, target=who)
        state = await self.opened(state, here.then("healed", owner=who))
        state = await self.opened(state, here.then("gave_healing", owner=healer))
        if crisis and not state.characters[who].crisis:
            state = await self.opened(state, here.then("crisis_left", owner=who))
        return state

    async def fallen(self, state: State, source: str, blows: tuple[Blow, ...], at: Occasion) -> State:
        """将倒下; those who are at 0 HP then were brought there by the one who struck (FAB-PZR-1)."""
        for blow in blows:
            target = state.characters[blow.who]
            if state.live and target.defeated and not target.fate and not target.downed:
                state = await self.opened(state, at.then("dropping", doer=source, target=blow.who, owner=blow.who))
        return await struck_down(state, source, blows)


@rule("FAB-LIV-35", "FAB-TIK-2")
async def _as_owners_like(state: State, heard: list[Listener], at: Occasion) -> list[Listener]:
    """Listeners in the order in which they act: those of one owner that act by themselves as she likes, where it matters (Ruling FAB-E-33)."""
    found = list(heard)
    for who in dict.fromkeys(one.who for one in heard):
        places = [n for n, one in enumerate(heard) if one.who == who and not one.trigger.ask]
        deeds = [(o.effect, o.trigger.do, (*o.effect.when, *o.trigger.when)) for o in (heard[n] for n in places)]
        places = [places[n] for n in entangled(state, deeds, at)]
        if not places or state.characters[who].hidden:
            continue
        mine = {f"{heard[n].effect.id}#{heard[n].place}": heard[n] for n in places}
        names = {key: label(state, one.effect) for key, one in mine.items()}
        order, _ = await settled_order(state, (actor(who),), "questions.effect_order", names, owner=who)
        for place, key in zip(places, order, strict=True):
            found[place] = mine[key]
    return found


async def _waits(state: State, one: Listener, at: Occasion) -> State:
    """A listener whose step is an attack is asked when the attack is told, as an act of its own."""
    ranged = any("ranged" in step.values for step in one.trigger.do)
    key = one.effect.id.partition(":")[2] or one.effect.id
    waiting = Pending(one.who, key, at.doer if at.doer != one.who else at.target, ranged, one.place)
    return await happen(PendingSet((*state.pending, waiting)))


async def _later(state: State, step: Step) -> State:
    """An attack that a use or an effect makes comes when that is told, as an act of its own (FAB-LIV-35, FAB-LIV-36)."""
    key = step.effect.id.partition(":")[2] or step.effect.id
    waiting = Pending(step.effect.bearer, key, step.whom, "ranged" in step.phrase.values, BY_USE, step.phrase.values)
    return await happen(PendingSet((*state.pending, waiting)))


async def wanted(state: State, effect: Effect, trigger: Trigger, at: Occasion) -> tuple[State, bool]:
    """Whether its owner uses it: what happened so far, its cost, what is left of it, what it would do; in a conflict she may say once for all
    of it that she does not (L4)."""
    options: tuple[Option, ...] = (Option(USE, say("answers.use")), Option(LEAVE, say("answers.leave")))
    if state.conflict is not None:
        if (effect.bearer, effect.id) in state.conflict.quiet:
            return state, False
        options = (*options, Option(NEVER, say("answers.never")))
    drawn_ = effect.spent.count(f"t{effect.triggers.index(trigger)}/{trigger.limit.per}/{trigger.limit.per}")
    facts: dict[str, Label | list[Say]] = {
        "feat": label(state, effect),
        "what": _happened(state, trigger.on, at),
        "does": _would_do(state, effect, trigger),
        "cost": [say("effects.give", how=said(WORDS, "gives", g.how), by=g.by) for g in trigger.cost]
        or [say("effects.free")],
        "left": say("told.feat_left", n=max(0, trigger.limit.n - drawn_), per=say(f"why.per_{trigger.limit.per}"))
        if trigger.limit.n
        else say("effects.each_time"),
    }
    about = f"{effect.bearer}:{effect.id}:{trigger.on}:{at.doer}:{at.target}"
    hidden = state.characters[effect.bearer].hidden
    key = "questions.react_unseen" if hidden else "questions.react"
    answer = await choose(actor(effect.bearer), say(key, **facts), options, about=about)
    if answer == NEVER:
        state = await happen(Quieted(effect.bearer, effect.id))
    return state, answer == USE


SENTENCES = ("hit", "missed", "was_hit", "was_missed", "damage_coming", "broke", "gauge_lost", "dropping")
"""Events that have a sentence of their own; any other is told by its name."""


def _happened(state: State, event: str, at: Occasion) -> Say:
    key = f"questions.happened_{event}" if event in SENTENCES else "questions.happened"
    people = {"who": _called(state, at.doer), "target": _called(state, at.target)}
    return say(key, event=said(WORDS, "occasions", event), n=int(str(at.fact("amount", 0) or 0)), **people)


def _would_do(state: State, effect: Effect, trigger: Trigger) -> Label | list[Say]:
    """What using it would do: a feat in its own words, anything else step by step."""
    key = effect.id.partition(":")[2]
    entry = entries_of(FeatEntry, state.things).get(key) if effect.id.startswith("feat:") else None
    return (feat_text(key, entry) if entry else "") or phrases(WORDS, "steps", trigger.do)


def _called(state: State, who: str) -> str:
    return state.characters[who].called if who in state.characters else ""
