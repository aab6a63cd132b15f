"""Effects (效果): what power buys, at what price, and how it lands. MST-EFF-1..7, MST-PBU-4."""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.sentences import name_of
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.mist.events import TagsRecovered, happen
from ludex.systems.mist.options import Options
from ludex.systems.mist.rules.limits import bear
from ludex.systems.mist.rules.picks import DONE, FORMS, GOOD, PRICES, Pick, in_code, meant, read_pick
from ludex.systems.mist.rules.pool import Throw, check_power, to_spend
from ludex.systems.mist.rules.records import denies, immune
from ludex.systems.mist.rules.statuses import StatusGiven, check_amount, check_tier, give, lower, similar_to
from ludex.systems.mist.rules.tags import make_story_tag, remove_story_tag
from ludex.systems.mist.rules.who import Acting, held_status, holder_of, taker_of
from ludex.systems.mist.sheet import TIERS, Character
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import EffectKind, Result, as_terms

# --- prices --------------------------------------------------------------------------------------------------------


class EffectGiven(msgspec.Struct, frozen=True):
    """An effect to be priced: `tiers` of a status, or a `count` of anything else."""

    kind: str
    tiers: int | float | None = None
    count: int = 1


class PriceEffects(msgspec.Struct, frozen=True):
    """The power and result of a roll, and what is to be bought."""

    power: int | None = None
    result: str = ""
    effects: tuple[EffectGiven, ...] = ()


class EffectsPriced(msgspec.Struct, frozen=True):
    available: int
    cost: int
    left: int


@rule("MST-EFF-1", "MST-EFF-2", "MST-EFF-3", "MST-EFF-4", "MST-EFF-7", "MST-PBU-4")
def price(effect: EffectGiven, options: Options) -> int:
    """What one effect costs."""
    if effect.kind not in tuple(EffectKind):
        raise RuleError("bad_effect", effect=effect.kind, effects=as_terms(EffectKind))
    kind = EffectKind(effect.kind)
    check_sold(kind, options)
    tiers = effect.tiers if isinstance(effect.tiers, int) else None  # a fraction is no number of tiers
    if kind is EffectKind.RAISE:
        return PRICES[kind] * check_tier(tiers)
    return PRICES[kind] * check_amount(tiers if kind is EffectKind.LOWER else effect.count)


@rule("MST-PBU-4")
def check_sold(kind: EffectKind, options: Options) -> None:
    """The rulebook's list of effects is closed; recovering a tag is on it only where the table says so."""
    if not _is_sold(kind, options):  # Ruling MST-E-39: the list of effects is closed
        raise RuleError("option_off", clause="MST-PBU-4", option="recover_effect")


@rule("MST-EFF-5", "MST-EFF-6")
async def price_effects(state: State, given: PriceEffects) -> EffectsPriced:
    """Price a list of effects against the power of a roll."""
    if given.result not in (Result.FAILURE, Result.MIXED, Result.SUCCESS):
        raise RuleError(
            "bad_result", result=given.result, results=as_terms((Result.FAILURE, Result.MIXED, Result.SUCCESS))
        )
    cost = sum(price(effect, state.options) for effect in given.effects)
    if given.effects and given.result == Result.FAILURE:  # MST-ACT-10
        raise RuleError("no_effects_on_failure", clause="MST-EFF-6")
    available = to_spend(check_power(given.power), given.result, state.options)
    _check_affordable(cost, available)
    return EffectsPriced(available, cost, available - cost)


@rule("MST-EFF-5")
def _check_affordable(cost: int, left: int) -> None:
    if cost > left:
        raise RuleError("power_exceeded", clause="MST-EFF-5", cost=cost, left=left)


# --- the basket -------------------------------------------------------------------------------------------------------


class Basket(msgspec.Struct, frozen=True):
    """What a player has picked so far, one entry for each thing (MST-EFF-7), and the power left."""

    left: int
    picks: tuple[Pick, ...] = ()
    spent: int = 0

    def texts(self, kind: EffectKind) -> tuple[str, ...]:
        return tuple(p.text for p in self.picks if p.kind is kind)


def put_in(state: State, basket: Basket, *, actor: Character | None, pick: Pick) -> Basket:
    """Check a pick against the table and what is in the basket, and put it in."""
    check_sold(pick.kind, state.options)
    if actor and (record := denies(state.seen, actor.id, pick.kind)):
        raise RuleError("effect_denied", clause="MST-LIV-32", effect=term(pick.kind), by=name_of(record))
    _check_pick(state, basket, actor=actor, pick=pick)
    _check_affordable(pick.cost, basket.left)
    return Basket(basket.left - pick.cost, _summed(basket.picks, pick), basket.spent + pick.cost)


@rule("MST-EFF-7")
def _summed(picks: tuple[Pick, ...], pick: Pick) -> tuple[Pick, ...]:
    """All power that goes on one status is one application of the sum."""
    if not any(pick.same_status(p) for p in picks):
        return (*picks, pick)
    # Ruling MST-E-8: three power is tier 3 once, not tier 1 three times
    return tuple(
        replace(p, tiers=p.tiers + pick.tiers, good=p.good or pick.good) if pick.same_status(p) else p for p in picks
    )


def _check_pick(state: State, basket: Basket, *, actor: Character | None, pick: Pick) -> None:
    match pick.kind:
        case EffectKind.RAISE | EffectKind.LOWER:
            _check_status_pick(state, basket, pick)
        case EffectKind.CREATE_TAG:
            if _story_tags(state, basket, scene_only=True).count(pick.text) > 0:
                raise RuleError("duplicate_tag", clause="MST-TAG-1", tag=pick.text)
        case EffectKind.REMOVE_TAG:
            if _story_tags(state, basket).count(pick.text) <= basket.texts(EffectKind.REMOVE_TAG).count(pick.text):
                raise RuleError("unknown_tag", clause="MST-EFF-2", tag=pick.text)
        case EffectKind.RECOVER:
            burnt = [tag for theme in (actor.themes if actor else ()) for tag in theme.burnt]
            if pick.text not in burnt or pick.text in basket.texts(EffectKind.RECOVER):
                raise RuleError("tag_not_burnt", clause="MST-PBU-4", tag=pick.text, burnt=burnt)


@rule("MST-EFF-7")
def _check_status_pick(state: State, basket: Basket, pick: Pick) -> None:
    """There is such a holder and status; it is not raised and lowered at once, nor raised past 6 at once."""
    holder = taker_of(state, pick.holder)
    before = next((p for p in basket.picks if p.same_status(pick)), None)
    if before and before.kind is not pick.kind:
        raise RuleError("contradictory_effect", clause="MST-EFF-7", holder=pick.holder, name=pick.text)
    if pick.kind is EffectKind.LOWER:
        held_status(holder, pick.text)
    elif before:
        check_tier(before.tiers + pick.tiers)


def _story_tags(state: State, basket: Basket, *, scene_only: bool = False) -> list[str]:
    """Story tags that there will be: the scene's with those to be made, less those to be removed; and everybody else's."""
    scene = [tag.name for tag in state.scene_tags] + list(basket.texts(EffectKind.CREATE_TAG))
    if scene_only:
        removed = basket.texts(EffectKind.REMOVE_TAG)
        return [name for name in scene if name not in removed]
    people = [tag.name for c in state.characters for tag in c.story_tags]
    return scene + people + [name for c in state.challenges for name in c.tags]


# --- buying and landing --------------------------------------------------------------------------------------------


@rule("MST-EFF-5")
async def buy(state: State, given: Acting, available: int, *, thrown: Throw, named: tuple[str, ...] = ()) -> Basket:
    """Let the player, who is told what was thrown, pick effects one by one until the power is spent or it is enough.

    What is `named` beforehand is bought first, in that order (MST-LIV-18).
    """
    actor, came = given.actor, {"sum": thrown.total, "result": term(thrown.result)}
    basket = pick_all(state, actor, Basket(available), named)
    while basket.left > 0 and DONE not in named:
        seen = state if given.unseen else state.seen  # MST-LIV-41: players name what they see
        question = say("questions.effect", left=basket.left, spent=basket.spent, **came)
        answer = await choose(given.player, question, effect_options(seen, actor, basket), about=str(basket.spent))
        if in_code(answer) == DONE:
            break
        pick = read_pick(answer)
        pick = replace(pick, holder=meant(seen, actor, pick.holder)) if pick.holder else pick
        basket = put_in(seen, basket, actor=state.character(actor), pick=pick)
    return basket


def affordable(named: tuple[str, ...], available: int) -> tuple[str, ...]:
    """What was named beforehand, if there is still the power for it: after a failure, or with a tag that did not count, it is not bought."""
    cost = sum(read_pick(answer).cost for answer in named if answer != DONE)
    return named if cost <= available > 0 else ()


def pick_all(state: State, actor: str, basket: Basket, named: tuple[str, ...]) -> Basket:
    for answer in named:
        if answer != DONE:
            basket = put_in(state, basket, actor=state.character(actor), pick=read_pick(answer))
    return basket


@rule("MST-LIV-19")
def effect_options(state: State, actor: str, basket: Basket) -> list[Option]:
    """The effects, each at its own place with what it costs (one that is not possible now is marked so), and `done`."""
    return [
        *(_offered(state, actor, basket, kind=kind, form=form) for kind, form in FORMS),
        Option(DONE, say("answers.done", left=basket.left)),
    ]


def _offered(state: State, actor: str, basket: Basket, *, kind: EffectKind, form: str) -> Option:
    fill = _suggested(state, actor, basket, kind)
    sold = _is_sold(kind, state.options) and not denies(state, actor, kind)
    possible = PRICES[kind] <= basket.left and sold and fill is not None
    good = "_good" if form.endswith(GOOD) else ""
    # MST-EFF-1: a status that is there is stacked on once, where the table plays it so
    once = "_once" if kind is EffectKind.RAISE and state.options.raise_effect == "stack" else ""
    priced = say(f"answers.{kind}{good}{once}", cost=PRICES[kind])
    told = say(f"told.said_{kind}{good}", who=actor)
    return Option(form, priced if possible else say("answers.not_now", what=priced), fill or {}, told)


def _suggested(state: State, actor: str, basket: Basket, kind: EffectKind) -> dict[str, tuple[str, ...]] | None:
    """What may go into the gaps of an effect; None where there is nothing to lower, remove or recover."""
    own = state.character(actor)
    match kind:
        case EffectKind.RAISE | EffectKind.LOWER:
            held = (s for h in state.holders for s in h.statuses if state.is_there(s.since))
            names = tuple(dict.fromkeys(s.name for s in held))
            tiers = tuple(str(n) for n in range(1, min(basket.left, TIERS) + 1))
            fill = {"holder": tuple(h.id for h in state.holders), "status": names, "tiers": tiers}
            return fill if names or kind is EffectKind.RAISE else None
        case EffectKind.REMOVE_TAG | EffectKind.RECOVER:
            burnt = (tag for theme in (own.themes if own else ()) for tag in theme.burnt)
            texts = burnt if kind is EffectKind.RECOVER else _story_tags(state, basket)
            return {"tag": found} if (found := tuple(dict.fromkeys(texts))) else None
        case EffectKind.CLUE:
            return {"clue": (UNSAID,)}
    return {}


UNSAID = "？"
"""Stands for a clue of which the MC says what it is (MST-LIV-29)."""


def _is_sold(kind: EffectKind, options: Options) -> bool:
    return kind is not EffectKind.RECOVER or options.recover_effect


@rule("MST-EFF-1", "MST-EFF-2", "MST-EFF-7", "MST-PBU-4")
async def land(state: State, given: Acting, basket: Basket) -> State:
    """Let the effects happen, in the order in which they were first picked."""
    for pick in basket.picks:
        match pick.kind:
            case EffectKind.RAISE:
                state = await _raise(state, pick, unseen=given.unseen)
            case EffectKind.LOWER:
                state = await _lower(state, pick)
            case EffectKind.CREATE_TAG:
                state = await make_story_tag(state, pick.text)
            case EffectKind.REMOVE_TAG:
                state = await remove_story_tag(state, pick.text)
            case EffectKind.RECOVER:
                state = await happen(TagsRecovered(given.actor, (pick.text,)))
    return state


@rule("MST-EFF-1")
async def _raise(state: State, pick: Pick, *, unseen: bool) -> State:
    """Put the sum on top of the tier that is there; where the table plays `stack`, as one status that stacks once."""
    if immune(state, pick.holder, pick.text):  # MST-LIV-32: it comes to nothing
        return state
    state, met = await give(state, pick.holder, raised_status(state, pick))
    return await bear(state, pick.holder, met, past=state.past, unseen=unseen)


@rule("MST-EFF-1")
def raised_status(state: State, pick: Pick) -> StatusGiven:
    """The status that power makes: what it meets rises by so many tiers."""
    status = StatusGiven(pick.text, tier=pick.tiers, beneficial=pick.good)
    similar = similar_to(holder_of(state, pick.holder), status, state)
    if similar and state.options.raise_effect == "each":  # Ruling MST-E-8: a point is a tier, up as down
        return replace(status, tier=min(similar.tier + pick.tiers, TIERS))
    return status


async def _lower(state: State, pick: Pick) -> State:
    """A status that an effect before it has ended needs no lowering."""
    if any(s.name == pick.text for s in holder_of(state, pick.holder).statuses):
        return await lower(state, pick.holder, name=pick.text, amount=pick.tiers)
    return state
