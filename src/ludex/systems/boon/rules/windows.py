"""Effects (BOO-LIV-36 to BOO-LIV-40) joined with every rule that asks them: numbers that they change, and windows after events.

Whatever happens in a fight is told to `hear`; who listens is asked, or acts, before the rule goes on. What the steps do is in
`steps`, which registers them here, because the rules that steps use open windows themselves.
"""

from msgspec.structs import replace

from ludex.core.effects.counting import denied, granted, in_force, joined, shares
from ludex.core.effects.lasting import begun, drawn, expired
from ludex.core.effects.records import NOTHING, SET, Effect, Occasion, Phrase, Trigger
from ludex.core.effects.sentences import name_of
from ludex.core.effects.windows import Course, Steps, World, window
from ludex.core.errors import RuleError
from ludex.core.explain import because
from ludex.core.rule import rule
from ludex.systems.boon.content import state_named
from ludex.systems.boon.effects import WORDS, apart, means
from ludex.systems.boon.events import ApSpent, EffectAdded, EffectChanged, EffectsEnded, Reacted, happen
from ludex.systems.boon.sheet import Character, Number
from ludex.systems.boon.state import State, by_rounds
from ludex.systems.boon.terms import AWAY, Status

STEPS = Steps()
"""What each step does, by its word; filled by `steps`."""
step = STEPS.does


# ---------------------------------------------------------------------- numbers
def number(state: State, who: str, of: str, base: int, at: Occasion = NOTHING, part: str = "") -> int:
    """A number of somebody's with what effects make of it (BOO-LIV-40)."""
    mine = shares(WORDS, state, who, (of,), at, part)
    return int(joined(WORDS, of, (because(base, "why.bonus"),), mine).value) if mine else base


@rule("BOO-LIV-36", "BOO-LIV-40")
def stretch(state: State, who: str, of: str, yards: Number) -> Number:
    """A distance of somebody's, reach or range, with what effects add to it, or set it to."""
    mine = shares(WORDS, state, who, (of,))
    changed = int(joined(WORDS, of, (), mine).value)
    return changed if any(share.how == SET for share in mine) else yards + changed


@rule("BOO-LIV-36")
def with_body(state: State, who: str) -> Character:
    """Somebody with the health and the hands that effects leave it."""
    found = state.character(who)
    health = max(number(state, who, "health", found.health), 1)
    hands = max(number(state, who, "hands", found.hands), 0)
    return found if (health, hands) == (found.health, found.hands) else replace(found, health=health, hands=hands)


def price(state: State, who: str, deed: str, base: int) -> int:
    """What a deed costs somebody in AP; never less than nothing."""
    return max(number(state, who, "ap_cost", base, part=deed), 0)


@rule("BOO-LIV-36", "BOO-LIV-8")
def check_denied(state: State, who: str, *deeds: str) -> None:
    """An effect may forbid a deed."""
    if effect := denied(WORDS, state, who, deeds):
        raise RuleError("denied", clause="BOO-LIV-36", who=state.called(who), effect=name_of(effect))


def has_training(state: State, who: Character, training: str) -> bool:
    """Whether somebody has a training, by class or by an effect."""
    return training in who.training or any(g.value() == training for g in granted(WORDS, state, who.id, "training"))


# ---------------------------------------------------------------------- beginning and ending
def definition(state: State, effect: Effect) -> Effect:
    """An effect that only names a state, with what the state does; its own duration stands (BOO-LIV-43)."""
    if effect.acts:
        return effect
    known = state_named(effect.name or effect.id, state.library)
    return effect if known is None else replace(known, lasts=effect.lasts or known.lasts)


@rule("BOO-LIV-40", "BOO-PEF-1")
async def lay(state: State, effect: Effect, *, bearer: str, by: str = "") -> State:
    """Somebody bears an effect from now on; the same one by name is replaced, not doubled."""
    whole = definition(state, effect)
    called = whole.shelf or whole.name or whole.id
    fresh = begun(WORDS, state, whole, bearer=bearer, by=by)
    return await happen(EffectAdded(replace(fresh, id=f"{called}-{bearer}", name=whole.name or called)))


async def end_effects(state: State, ids: tuple[str, ...], course: Course | None = None) -> State:
    """Effects end, and who listens to that is heard."""
    gone = [e for e in state.effects if e.id in ids]
    if not gone:
        return state
    state = await happen(EffectsEnded(tuple(e.id for e in gone)))
    for effect in gone:
        state = await hear(state, "effect_ended", doer=effect.by, target=effect.bearer, course=course)
    return state


@rule("BOO-LIV-40")
async def lapse(state: State, *units: str) -> State:
    """What has run out, and what lasts until one of these, ends; what lasts for rounds ends with a round alone (BOO-EOR-3)."""
    over = expired(WORDS, state, state.effects, units) if state.effects else ()
    return await end_effects(state, tuple(e.id for e in over if not by_rounds(e)))


@rule("BOO-LIV-40")
async def used_up(state: State, used: tuple[Effect, ...], n: int = 1, unit: str = "uses") -> State:
    """Effects that last for so many uses, or points, have fewer left; at none they end."""
    there = {e.id for e in state.effects}
    for effect in {e.id: e for e in used if e.id in there and any(one.unit == unit for one in e.lasts)}.values():
        fewer = drawn(effect, n)
        state = await (end_effects(state, (effect.id,)) if fewer.left == 0 else happen(EffectChanged(fewer)))
    return state


@rule("BOO-LIV-36", "BOO-PAP-2")
async def topped_up(state: State) -> State:
    """A round's AP with what effects add to them."""
    for who in state.combatants:
        if extra := number(state, who.id, "ap_max", who.ap_max) - who.ap_max:
            state = await happen(ApSpent(who.id, -max(extra, -who.ap_max)))
    return state


# ---------------------------------------------------------------------- windows
@rule("BOO-LIV-38", "BOO-LIV-39")
async def hear(
    state: State, event: str, *, doer: str = "", target: str = "", course: Course | None = None, **facts: object
) -> State:
    """Something has happened: who listens is heard, players' characters first; what follows is told."""
    if event not in state.awaited:
        return state
    course = course or Course()
    after: State = await window(WORLD, state, Occasion(event, doer, target, facts), course)
    fresh = course.news()
    return await happen(Reacted(fresh)) if fresh else after


@rule("BOO-LIV-39")
def _order(state: State, at: Occasion) -> tuple[str, ...]:
    """Players' characters first, then the GM's; within each those whom it concerns, then the others as they are listed."""
    mine = {at.target: 0, at.doer: 1}
    ranked = sorted(state.combatants, key=lambda c: (not state.is_player(c), mine.get(c.id, 2)))
    return tuple(c.id for c in ranked if c.status is not Status.DEAD or c.id == at.target)


EVERYBODYS = ("fight_start", "fight_end", "scene_end")
"""Events that are nobody's own: everybody is there."""

SUFFERED = (
    *("armor_struck", "wounded", "item_broken", "dropped", "died", "pushed", "revealed", "picked", "healed"),
    *("round_end", "rested", "effect_ended"),
    *("defended", "resisted"),
)
"""Events that the one to whom they happen hears where nothing is said, and those of who wards off and resists: she does that (BOO-LIV-38)."""


def _hears(state: State, who: str, _effect: Effect, trigger: Trigger, at: Occasion) -> bool:
    """Whose event it is: as doer or target, or that of a friend, foe or anybody within so many yards; what is everybody's, the bearer's too."""
    if at.event in EVERYBODYS and trigger.whose in ("", "anybody"):
        return True
    match trigger.whose:
        case "":  # Ruling BOO-E-56: the word decides
            return who == (at.target if at.event in SUFFERED else at.doer)
        case "both":
            return who in (at.doer, at.target)
        case "doer":
            return who == at.doer
        case "target":
            return who == at.target
    listener = state.find(who)
    others = [c for one in dict.fromkeys((at.target, at.doer)) if one != who and (c := state.find(one))]
    return listener is not None and any(
        (trigger.whose == "anybody" or (c.side == listener.side) is (trigger.whose == "friend"))
        and (not trigger.within or (apart(state, who, c.id) or 0) <= trigger.within)
        for c in others
    )


def listeners(state: State, *events: str, doer: str) -> tuple[str, ...]:
    """Who listens to one of these events of somebody, and would be heard if it happened now."""
    occasions = [Occasion(event, doer, doer) for event in events]
    return tuple(
        c.id
        for c in state.combatants
        if c.id != doer
        and c.active
        and any(
            t.on == at.event and _hears(state, c.id, effect, t, at)
            for effect in in_force(WORDS, state, c.id)
            for t in effect.triggers
            for at in occasions
        )
    )


def _people(state: State, effect: Effect, phrase: Phrase, at: Occasion) -> tuple[str, ...]:
    match phrase.whom:
        case "":
            return (effect.bearer,)
        case "other":
            other = at.other(effect.bearer)
            return (other,) if state.find(other) else ()
        case "creator":
            return (effect.by,) if state.find(effect.by) else ()
    near = [c for c in state.combatants if c.status not in AWAY and means(state, effect, c, phrase.whom)]
    if phrase.within:
        near = [c for c in near if (apart(state, effect.bearer, c.id) or 0) <= phrase.within]
    return tuple(c.id for c in near)


def _scope(state: State, per: str) -> str:
    """A text that stays the same as long as a limit counts."""
    scopes = {
        "round": f"{state.fights}.{state.clock.round}",
        "fight": str(state.fights),
        "scene": state.scene,
        "rest": str(state.rests),
    }
    return scopes.get(per, "")


async def _used(state: State, before: Effect, after: Effect, trigger: Trigger) -> State:
    """A use of a trigger: its limit is drawn on, its AP are paid."""
    if after != before and any(e.id == before.id for e in state.effects):
        state = await happen(EffectChanged(replace(after, bearer=_borne_by(state, before))))
    for cost in trigger.cost:
        state = await happen(ApSpent(before.bearer, int(cost.by)))
    return state


def _borne_by(state: State, effect: Effect) -> str:
    return next((e.bearer for e in state.effects if e.id == effect.id), effect.bearer)


def _able(state: State, who: str, trigger: Trigger) -> bool:
    """Who is asked must be able to act, and to pay."""
    bearer = state.find(who)
    cost = sum(int(c.by) for c in trigger.cost)
    return bearer is not None and bearer.ap >= cost and (bearer.active or not (trigger.ask or cost))


def _unseen(state: State, who: str) -> bool:
    bearer = state.find(who)
    return bearer is not None and (bearer.hidden or bearer.secret)


WORLD = World(
    words=WORDS,
    steps=STEPS,
    order=_order,
    hears=_hears,
    people=_people,
    scope=_scope,
    used=_used,
    able=_able,
    unseen=_unseen,
)
