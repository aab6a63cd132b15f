"""Limits (极限) and Challenges (挑战), joined because limits are what a challenge is made of: what a status comes to at a limit.

MST-LIM-1..5, MST-CHA-1..3, and the parents' fate of a character (MST-PFT-1..3).
"""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GM, Asking, Option, choose, choose_all
from ludex.core.deeds import Asked, Do
from ludex.core.errors import RuleError
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import ChallengeChanged, FateMet, happen
from ludex.systems.mist.kinds import (
    Family,
    Good,
    HandDeed,
    HeldStatus,
    HolderNamed,
    Holders,
    Number,
    Opposes,
    Ruled,
    StatusName,
    about,
    costs_oneself,
    offers,
)
from ludex.systems.mist.rules.records import bears, limits_of
from ludex.systems.mist.rules.statuses import (
    Lowered,
    LowerStatus,
    Met,
    StatusGiven,
    check_amount,
    give,
    lower,
    status_from,
    unique_names,
)
from ludex.systems.mist.rules.who import held_status, holder_of, player_of, taker_of
from ludex.systems.mist.sheet import (
    Challenge,
    Character,
    Holder,
    Limit,
    challenge_problems,
    check,
    limit_problems,
    reached_limits,
    status_of,
)
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Fate


@rule("MST-LIM-1")
def check_limits_of(limits: tuple[Limit, ...]) -> tuple[Limit, ...]:
    """Limits are tiers from 1 to 6."""
    check(limit_problems(limits))
    return limits


@rule("MST-CHA-2", "MST-CHA-3")
def check_challenge(challenge: Challenge) -> Challenge:
    """Anything can be a challenge that has a limit by which it is overcome."""
    check(challenge_problems(challenge))
    return challenge


class CheckLimits(msgspec.Struct, frozen=True):
    """Limits, and the statuses that may reach them."""

    limits: tuple[Limit, ...] = ()
    statuses: tuple[StatusGiven, ...] = ()


class LimitsChecked(msgspec.Struct, frozen=True):
    """Which limits are reached; one is enough."""

    overcome: bool
    reached: tuple[str, ...]


@rule("MST-LIM-2", "MST-LIM-3", "MST-LIM-5", "MST-CHA-2")
async def check_limits(state: State, given: CheckLimits) -> LimitsChecked:
    """Say which limits these statuses reach."""
    held = unique_names(status_from(s, state.options) for s in given.statuses)
    reached = reached_limits(check_limits_of(given.limits), held)
    return LimitsChecked(bool(reached), reached)


@rule("MST-LIM-2", "MST-LIM-4", "MST-LIM-5")
def limit_touched(state: State, holder: Holder, met: tuple[Met, ...]) -> bool:
    """Whether a status that was just acted on is now more than its holder can bear."""
    touched = (status_of(holder, step.name) for step in met)
    return any(status is not None and not bears(state, holder, status) for status in touched)


@rule("MST-LIM-4", "MST-PFT-1", "MST-PFT-3")
async def meet_fate(character: str, *, past: bool, unseen: bool = False) -> State:
    """A character at the limit dies or is transformed for good; nobody alive now dies in the past. Of a secret deed the MC is asked."""
    lawful, asking = _lawful(past=past), _fate_asked(character, past=past)
    who = GM if unseen else player_of(character)  # MST-LIV-5
    fate = await choose(who, asking.what, asking.options, about=character, closed=False)
    if past and Fate.holds(fate) and Fate.read(fate) is Fate.DEAD:  # Ruling MST-E-24: who lives today did not die then
        raise RuleError("contradicts_present", clause="MST-PFT-3", actor=character)
    if fate not in lawful:
        raise RuleError("bad_choice", clause="MST-LIM-4", answer=fate[:40], options=list(lawful))
    return await happen(FateMet(character, Fate(fate)))


def _lawful(*, past: bool) -> tuple[Fate, ...]:
    return (Fate.TRANSFORMED,) if past else (Fate.DEAD, Fate.TRANSFORMED)  # MST-LIV-23


def _fate_asked(character: str, *, past: bool) -> Asking:
    options = tuple(Option(fate, say(f"answers.{fate}")) for fate in _lawful(past=past))
    return Asking(say("questions.fate_past" if past else "questions.fate", who=character), options, about=character)


@rule("MST-LIM-4", "MST-LIV-23")
async def meet_fates(state: State, characters: tuple[str, ...]) -> State:
    """Several who are at the limit at one moment are asked at once."""
    answers = await choose_all({player_of(one): _fate_asked(one, past=state.past) for one in characters})
    for one in characters:
        state = await happen(FateMet(one, Fate(answers[player_of(one)])))
    return state


async def bear(state: State, holder: str, met: tuple[Met, ...], *, past: bool, unseen: bool = False) -> State:
    """Look at the limit after a status has landed, and let a character meet its fate."""
    now = holder_of(state, holder)
    if isinstance(now, Character) and now.active and limit_touched(state, now, met):
        return await meet_fate(holder, past=past, unseen=unseen)
    return await overcome_now(state)


@rule("MST-LIM-3", "MST-LIV-32")
async def overcome_now(state: State) -> State:
    """Challenges whose limits records set are overcome as soon as one of those is reached."""
    for challenge in state.challenges:
        shifts = challenge.shifting and not challenge.overcome
        if shifts and reached_limits(limits_of(state, challenge), challenge.statuses):
            state = await happen(ChallengeChanged(replace(challenge, overcome=True), overcame=True))
    return state


class ApplyStatus(msgspec.Struct, frozen=True):
    """A status for somebody. `relation` is the MC's ruling, `past` says that this happens in the past."""

    status: StatusGiven
    holder: str = ""
    relation: str = ""
    past: bool = False


class StatusApplied(msgspec.Struct, frozen=True):
    """What became of it; numbers are those of the first status it met."""

    holder: Holder
    relation: str
    name: str
    tier: int
    unused: int
    leftover: int
    limit_reached: bool
    fate: str | None = None
    overcome: bool | None = None
    overcome_by: tuple[str, ...] | None = None


@rule("MST-STA-7", "MST-STA-9", "MST-PST-4", "MST-LIM-2", "MST-LIM-3", "MST-LIM-4")
async def apply_status(state: State, given: ApplyStatus) -> StatusApplied:
    """Give a status to a character or a challenge, and look at its limits."""
    taker_of(state, given.holder)
    state, met = await give(state, given.holder, given.status, ruling=given.relation)
    reached = limit_touched(state, holder_of(state, given.holder), met)
    state = await bear(state, given.holder, met, past=given.past or state.past)
    return _applied(holder_of(state, given.holder), met[0], reached=reached)


class GiveStatuses(msgspec.Struct, frozen=True):
    holders: tuple[str, ...]
    status: StatusGiven
    relation: str = ""


class GiveStatus(HandDeed, names=("状态", "status", "st"), example=".状态 林默 受伤 2"):
    """A status by hand, for one or several: `.状态 林默 高处 1 有益 类=站位 克=跌倒 判=叠:受伤`."""

    holders: Holders
    name: StatusName
    tier: Number
    family: Family = ""
    opposes: Opposes = ()
    beneficial: Good = False
    relation: Ruled = ""

    def do(self, asked: Asked) -> Do:
        status = StatusGiven(
            self.name, tier=self.tier, family=self.family, opposes=self.opposes, beneficial=self.beneficial
        )
        heard = about(asked, *self.holders)
        if len(self.holders) == 1 and self.tier < 0 and self.name in offers.held_statuses(asked.state):
            return Do("lower_status", LowerStatus(self.holders[0], self.name, -self.tier), heard)  # 受伤 -1
        if len(self.holders) == 1:
            return Do("apply_status", ApplyStatus(status, self.holders[0], self.relation), heard)
        return Do("statuses_give", GiveStatuses(self.holders, status, self.relation), heard)


class StatusesGiven(msgspec.Struct, frozen=True):
    """What became of it, for each."""

    applied: tuple[StatusApplied, ...]


@rule("MST-LIV-10", "MST-STA-7")
async def statuses_give(state: State, given: GiveStatuses) -> StatusesGiven:
    """Give a status to several, one after another; who is out of play is refused before anybody is hit.

    Those whom it brings to their limit are asked at once, after it has landed on all.
    """
    for holder in given.holders:
        taker_of(state, holder)
    met: dict[str, tuple[Met, ...]] = {}
    for holder in given.holders:
        state, met[holder] = await give(state, holder, given.status, ruling=given.relation)
    touched = tuple(one for one in met if limit_touched(state, holder_of(state, one), met[one]))
    dying = tuple(one for one in touched if (who := state.character(one)) is not None and who.active)
    if len(dying) > 1:
        state = await meet_fates(state, dying)
    for holder in given.holders:
        state = await bear(state, holder, met[holder], past=state.past)
    done = (_applied(holder_of(state, one), met[one][0], reached=one in touched) for one in given.holders)
    return StatusesGiven(tuple(done))


def _applied(holder: Holder, first: Met, *, reached: bool) -> StatusApplied:
    challenge = holder if isinstance(holder, Challenge) else None
    return StatusApplied(
        holder=holder,
        relation=first.relation,
        name=first.name,
        tier=first.tier,
        unused=first.unused,
        leftover=first.leftover,
        limit_reached=reached,
        fate=holder.fate if isinstance(holder, Character) else None,
        overcome=challenge.overcome if challenge else None,
        overcome_by=reached_limits(challenge.limits, challenge.statuses) if challenge else None,
    )


class LowerByHand(LowerStatus, HandDeed, names=("减状态", "lower"), does="lower_status", example=".减状态 林默 受伤 1"):
    """A status of somebody, and how much to take off it."""

    holder: HolderNamed
    name: HeldStatus
    amount: Number
    word = costs_oneself

    def heard(self, asked: Asked) -> tuple[Who, ...]:
        return about(asked, self.holder)


@rule("MST-STA-8")
async def lower_status(state: State, given: LowerStatus) -> Lowered:
    """Reduce a status of a character or a challenge."""
    holder = taker_of(state, given.holder)
    held_status(holder, given.name)
    state = await lower(state, given.holder, name=given.name, amount=check_amount(given.amount))
    after = holder_of(state, given.holder)
    left = status_of(after, given.name)
    return Lowered(after, left.tier if left else 0, ended=left is None)
