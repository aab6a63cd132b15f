"""Effects (效果): what power buys, at what price, and how it lands. MST-EFF-1..7, MST-PBU-4."""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.numerals import whole
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mist.events import TagsRecovered
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.limits import bear
from ludex.systems.mist.rules.pool import Throw, check_power, to_spend
from ludex.systems.mist.rules.statuses import StatusGiven, check_amount, check_tier, give, lower
from ludex.systems.mist.rules.tags import check_text, make_story_tag, remove_story_tag
from ludex.systems.mist.rules.who import held_status, holder_of, player_of, taker_of
from ludex.systems.mist.sheet import TIERS, Character
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import EffectKind, Result, named

PRICES = {
    EffectKind.RAISE: 1,  # MST-EFF-1
    EffectKind.LOWER: 1,  # MST-EFF-1
    EffectKind.CREATE_TAG: 2,  # MST-EFF-2
    EffectKind.REMOVE_TAG: 2,  # MST-EFF-2
    EffectKind.CLUE: 1,  # MST-EFF-3
    EffectKind.FEAT: 1,  # MST-EFF-4
    EffectKind.RECOVER: 2,  # MST-PBU-4
}
"""Power for one tier, or for one of a kind."""

WORDS = {
    "raise": EffectKind.RAISE,
    "lower": EffectKind.LOWER,
    "create_tag": EffectKind.CREATE_TAG,
    "remove_tag": EffectKind.REMOVE_TAG,
    "clue": EffectKind.CLUE,
    "feat": EffectKind.FEAT,
    "recover": EffectKind.RECOVER,
}
"""How an effect is named in an answer."""

DONE = "done"
GOOD = "good"


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
    """What it comes to."""

    available: int
    cost: int
    left: int


@rule("MST-EFF-1", "MST-EFF-2", "MST-EFF-3", "MST-EFF-4", "MST-EFF-7", "MST-PBU-4")
def price(effect: EffectGiven) -> int:
    """What one effect costs."""
    if effect.kind not in tuple(EffectKind):
        raise RuleError("bad_effect", effect=effect.kind, effects=named(EffectKind))
    kind = EffectKind(effect.kind)
    tiers = effect.tiers if isinstance(effect.tiers, int) else None  # a fraction is no number of tiers
    if kind is EffectKind.RAISE:
        return PRICES[kind] * check_tier(tiers)
    return PRICES[kind] * check_amount(tiers if kind is EffectKind.LOWER else effect.count)


@rule("MST-EFF-5", "MST-EFF-6")
async def price_effects(state: State, given: PriceEffects) -> EffectsPriced:
    """Price a list of effects against the power of a roll."""
    if given.result not in (Result.FAILURE, Result.MIXED, Result.SUCCESS):
        raise RuleError(
            "bad_result", result=given.result, results=named((Result.FAILURE, Result.MIXED, Result.SUCCESS))
        )
    cost = sum(price(effect) for effect in given.effects)
    if given.effects and given.result == Result.FAILURE:  # MST-ACT-10
        raise RuleError("no_effects_on_failure", clause="MST-EFF-6")
    available = to_spend(check_power(given.power), given.result, state.options)
    _check_affordable(cost, available)
    return EffectsPriced(available, cost, available - cost)


@rule("MST-EFF-5")
def _check_affordable(cost: int, left: int) -> None:
    if cost > left:
        raise RuleError("power_exceeded", clause="MST-EFF-5", cost=cost, left=left)


# --- picks ---------------------------------------------------------------------------------------------------------


class Pick(msgspec.Struct, frozen=True):
    """One effect as a player picked it: of a status on a holder, or of a text."""

    kind: EffectKind
    text: str = ""
    holder: str = ""
    tiers: int = 1
    good: bool = False

    @property
    def cost(self) -> int:
        """In power."""
        return price(EffectGiven(self.kind, self.tiers, self.tiers))

    def same_status(self, other: "Pick") -> bool:
        """Whether both are about one status of one holder."""
        about = (EffectKind.RAISE, EffectKind.LOWER)
        return self.kind in about and other.kind in about and (self.holder, self.text) == (other.holder, other.text)


def read_pick(answer: str) -> Pick:
    """An effect from its answer: `raise:<holder>:<status>:<tiers>[:good]`, `clue:<text>` and so on."""
    word, colon, rest = answer.partition(":")
    kind = WORDS.get(word)
    wordless = kind in (EffectKind.CLUE, EffectKind.FEAT) and not rest.strip()
    if kind is None or not colon or wordless:
        raise RuleError("bad_effect", effect=answer, effects=named(EffectKind))
    if kind in (EffectKind.RAISE, EffectKind.LOWER):
        return _read_status_pick(kind, answer, rest.split(":"))
    return Pick(kind, check_text(rest) if kind is EffectKind.CREATE_TAG else rest)


def _read_status_pick(kind: EffectKind, answer: str, words: list[str]) -> Pick:
    good = kind is EffectKind.RAISE and len(words) == 4 and words[3] == GOOD
    if len(words) != 3 + good or not all(words):
        raise RuleError("bad_effect", effect=answer, effects=named(EffectKind))
    holder, name, tiers = words[:3]
    amount = whole(tiers)
    checked = check_tier(amount) if kind is EffectKind.RAISE else check_amount(amount)
    return Pick(kind, name, holder, checked, good)


class Basket(msgspec.Struct, frozen=True):
    """What a player has picked so far, one entry for each thing (MST-EFF-7), and the power left."""

    left: int
    picks: tuple[Pick, ...] = ()
    spent: int = 0

    def texts(self, kind: EffectKind) -> tuple[str, ...]:
        """The texts picked of a kind."""
        return tuple(p.text for p in self.picks if p.kind is kind)


def put_in(state: State, basket: Basket, *, actor: Character | None, pick: Pick) -> Basket:
    """Check a pick against the table and what is in the basket, and put it in."""
    _check_pick(state, basket, actor=actor, pick=pick)
    _check_affordable(pick.cost, basket.left)
    return Basket(basket.left - pick.cost, _summed(basket.picks, pick), basket.spent + pick.cost)


@rule("MST-EFF-7")
def _summed(picks: tuple[Pick, ...], pick: Pick) -> tuple[Pick, ...]:
    """All power that goes on one status is one application of the sum."""
    if not any(pick.same_status(p) for p in picks):
        return (*picks, pick)
    # Ruling E-8: three power is tier 3 once, not tier 1 three times
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
async def buy(state: State, actor: str, available: int, *, thrown: Throw) -> Basket:
    """Let the player, who is told what was thrown, pick effects one by one until the power is spent or it is enough."""
    came = {"sum": thrown.total, "result": term(thrown.result)}
    basket = Basket(available)
    while basket.left > 0:
        question = say("questions.effect", left=basket.left, spent=basket.spent, **came)
        answer = await choose(player_of(actor), question, offered(state, actor, basket))
        if answer == DONE:
            break
        basket = put_in(state, basket, actor=state.character(actor), pick=read_pick(answer))
    return basket


def offered(state: State, actor: str, basket: Basket) -> list[Option | str]:
    """The effects that can be afforded, with what each costs, and `done`."""
    own = state.character(actor)
    status = {
        "holder": tuple(h.id for h in state.holders),
        "status": tuple(dict.fromkeys(s.name for h in state.holders for s in h.statuses)),
        "tiers": tuple(str(n) for n in range(1, min(basket.left, TIERS) + 1)),
    }
    story = {"text": tuple(dict.fromkeys(_story_tags(state, basket)))}
    burnt = {"text": tuple(tag for theme in (own.themes if own else ()) for tag in theme.burnt)}
    forms: list[tuple[EffectKind, str, dict[str, tuple[str, ...]]]] = [
        (EffectKind.RAISE, "raise:<holder>:<status>:<tiers>", status),
        (EffectKind.RAISE, "raise:<holder>:<status>:<tiers>:good", status),
        (EffectKind.LOWER, "lower:<holder>:<status>:<tiers>", status),
        (EffectKind.CREATE_TAG, "create_tag:<text>", {}),
        (EffectKind.REMOVE_TAG, "remove_tag:<text>", story),
        (EffectKind.CLUE, "clue:<text>", {}),
        (EffectKind.FEAT, "feat:<text>", {}),
        (EffectKind.RECOVER, "recover:<text>", burnt),
    ]
    possible = [
        Option(form, _priced(form, kind), fill)
        for kind, form, fill in forms
        if PRICES[kind] <= basket.left and _has_object(kind, fill)
    ]
    return [*possible, Option(DONE, say("answers.done", left=basket.left))]


def _has_object(kind: EffectKind, fill: dict[str, tuple[str, ...]]) -> bool:
    """Whether there is anything to lower, remove or recover; the rest can always be made."""
    needs = {EffectKind.LOWER: "status", EffectKind.REMOVE_TAG: "text", EffectKind.RECOVER: "text"}
    return kind not in needs or bool(fill[needs[kind]])


def _priced(answer: str, kind: EffectKind) -> Say:
    good = "_good" if answer.endswith(GOOD) else ""
    return say(f"answers.{kind}{good}", cost=PRICES[kind])


@rule("MST-EFF-1", "MST-EFF-2", "MST-EFF-7", "MST-PBU-4")
async def land(state: State, actor: str, basket: Basket) -> State:
    """Let the effects happen, in the order in which they were first picked."""
    for pick in basket.picks:
        match pick.kind:
            case EffectKind.RAISE:
                state = await _raise(state, pick)
            case EffectKind.LOWER:
                state = await _lower(state, pick)
            case EffectKind.CREATE_TAG:
                state = await make_story_tag(state, pick.text)
            case EffectKind.REMOVE_TAG:
                state = await remove_story_tag(state, pick.text)
            case EffectKind.RECOVER:
                state = await happen(TagsRecovered(actor, (pick.text,)))
    return state


async def _raise(state: State, pick: Pick) -> State:
    status = StatusGiven(pick.text, tier=pick.tiers, beneficial=pick.good)
    state, met = await give(state, pick.holder, status)
    return await bear(state, pick.holder, met, past=state.past)


async def _lower(state: State, pick: Pick) -> State:
    """A status that an effect before it has ended needs no lowering."""
    if any(s.name == pick.text for s in holder_of(state, pick.holder).statuses):
        return await lower(state, pick.holder, name=pick.text, amount=pick.tiers)
    return state
