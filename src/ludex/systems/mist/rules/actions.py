"""Actions (行动), as a whole: described, rolled for, and redeemed in effects. MST-ACT-1, -2.

What counts for the roll is in `invocation` and `power`, the dice in `pool`, what power buys in `effects`.
"""

from msgspec.structs import replace

from ludex.core.effects.records import Facts
from ludex.core.errors import RuleError
from ludex.core.explain import because
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.systems.mist.rules.effects import Basket, affordable, buy, land, pick_all
from ludex.systems.mist.rules.invocation import Invocation, Invoked, invoke
from ludex.systems.mist.rules.pool import PoolRolled, has_consequences, numbers, to_spend
from ludex.systems.mist.rules.records import denies, total_of
from ludex.systems.mist.rules.tags import burn_tag, find_tag
from ludex.systems.mist.rules.who import actor_of, cast_after
from ludex.systems.mist.rules.windows import UNSEEN, hear, throw_heard
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import EffectKind, Mode, Result, as_terms


class Action(Invocation, frozen=True, kw_only=True):
    """What somebody does, and how far the MC follows it."""

    mode: str = Mode.DETAILED
    effects: tuple[str, ...] = ()  # what power is to buy, each as its answer (MST-LIV-18)


class ActionDone(PoolRolled, frozen=True, kw_only=True):
    """How it came out, what it bought, and what it used up."""

    mode: str
    available: int = 0
    spent: int = 0
    left: int = 0
    burnt: tuple[str, ...] = ()
    flipped: tuple[str, ...] = ()
    growth_due: tuple[str, ...] = ()
    clues: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    scene: Scene | None = None
    unseen: tuple[Say, ...] = ()  # what brought nothing, and why: for the MC alone (MST-LIV-32)


@rule("MST-ACT-1", "MST-ACT-2", "MST-EFF-6")
async def action(state: State, given: Action) -> ActionDone:
    """Take an action: describe it, roll, and on a success redeem effects."""
    actor_of(state, given.actor)
    if given.mode not in tuple(Mode):  # Ruling MST-E-32: the MC picks the mode
        raise RuleError("bad_mode", clause="MST-ACT-2", mode=given.mode, modes=as_terms(Mode))
    if given.mode == Mode.DESCRIBE:
        return _described(state, given)
    facts: Facts = {"kind": "action", "help": given.help, "hinder": given.hinder, UNSEEN: given.unseen}
    state = await hear(state, "rolling", doer=given.actor, facts=facts)
    invoked = invoke_as_known(state, actor_of(state, given.actor), given)
    state = await burn(state, invoked)
    state, came = await throw_heard(state, invoked.power, who=given.actor, facts=facts)
    available = points(state, given, came.power, came.result)
    basket = await buy(state, given, available, thrown=came, named=affordable(given.effects, available))
    landing, lost = without_denied(state, given.actor, basket)
    state = await land(state, given, landing)
    return ActionDone(
        **numbers(came, invoked.why),
        **cast_after(state, given),
        available=available,
        spent=basket.spent,
        left=basket.left,
        clues=landing.texts(EffectKind.CLUE),  # the table writes them into the file
        feats=landing.texts(EffectKind.FEAT),
        mode=given.mode,
        consequences=has_consequences(came.result),
        burnt=invoked.burnt,
        flipped=invoked.flipped,
        growth_due=invoked.growth_due,
        scene=state.scene,
        unseen=(*invoked.unseen, *lost),
    )


@rule("MST-LIV-9", "MST-LIV-18", "MST-LIV-36")
def check_effects(state: State, given: Action, invoked: Invoked) -> Basket:
    """What effects that are named in the line come to; more than the power buys is refused before any die.

    What is on stage unseen takes nothing from what may be named: what then cannot be paid is not bought (`affordable`).
    """
    reckoned = (state, invoked.power), (state.seen, invoked.known)
    most = max(points(table, given, power, Result.MIXED) for table, power in reckoned)
    return pick_all(state, given.actor, Basket(most), given.effects)


@rule("MST-EFF-5", "MST-LIV-32")
def points(state: State, given: Action, power: int, result: Result) -> int:
    """What there is to spend: the power of a roll, with what records give to it or deny."""
    if given.mode != Mode.DETAILED or denies(state.seen, given.actor, "effects"):
        return 0
    spend = to_spend(power, result, state.options)
    base = (because(spend, say("view.power"), "MST-EFF-5"),)
    facts = {"kind": "action", "result": str(result), "help": given.help, "hinder": given.hinder}
    return max(int(total_of(state, "points", given.actor, base, **facts)), 0) if result is not Result.FAILURE else spend


def _described(state: State, given: Action) -> ActionDone:
    """It just happens: no roll, nothing used up, no consequence."""
    return ActionDone(
        **cast_after(state, given), result=Result.DESCRIBED, consequences=False, mode=given.mode, scene=state.scene
    )


@rule("MST-PBU-3")
async def burn(state: State, invoked: Invoked) -> State:
    """Tags are burnt when the roll is made, and stay so after any result."""
    for found in invoked.burns:
        state = await burn_tag(found)
    return state


# --- what only something unseen denies -------------------------------------------------------------------------------


@rule("MST-LIV-32")
def denied_unseen(state: State, who: str, what: Label, *things: str) -> Say | None:
    """What the MC is told of something that somebody uses, where nothing seen denies it and something unseen does."""
    record = denies(state, who, *things)
    if record is None or denies(state.seen, who, *things):
        return None
    return say("told.unseen_denies", what=what, by=record.bearer)


@rule("MST-LIV-32", "MST-LIV-36", "MST-LIV-41")
def invoke_as_known(state: State, actor: Character, given: Invocation, kind: str = "action") -> Invoked:
    """What somebody names for a roll: tags that only something unseen denies bring nothing, and those of them that were to burn burn."""
    lost = {tag: why for tag in (*given.help, *given.hinder) if (why := denied_unseen(state, actor.id, tag, tag))}
    sides = {side: tuple(tag for tag in getattr(given, side) if tag not in lost) for side in ("help", "hinder", "burn")}
    invoked = invoke(state, actor, replace(given, **sides), kind)
    burns = tuple(find_tag(state, actor, tag, burn=True) for tag in given.burn if tag in lost)
    return replace(invoked, burns=(*invoked.burns, *burns), unseen=tuple(lost.values()))


@rule("MST-LIV-32", "MST-LIV-36", "MST-LIV-41")
def without_denied(state: State, actor: str, basket: Basket) -> tuple[Basket, tuple[Say, ...]]:
    """What somebody has bought, without what only something unseen denies; the power for it is spent."""
    kinds = dict.fromkeys(pick.kind for pick in basket.picks)
    lost = {kind: why for kind in kinds if (why := denied_unseen(state, actor, term(kind), kind, "effects"))}
    return replace(basket, picks=tuple(pick for pick in basket.picks if pick.kind not in lost)), tuple(lost.values())
