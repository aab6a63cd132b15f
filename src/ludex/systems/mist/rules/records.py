"""Joins Limits, Statuses, Actions and Writing the file: what records of effects give to a number, deny, and set. Pure. MST-LIV-32.

What they do when something has happened is in `windows`.
"""

from msgspec.structs import replace

from ludex.core.effects.counting import denied, holds, joined, shares
from ludex.core.effects.records import NOTHING, Effect, Occasion
from ludex.core.explain import Term, Total, because
from ludex.core.rule import rule
from ludex.systems.mist.effects import SCENE, WORDS, own_records
from ludex.systems.mist.sheet import TIERS, Challenge, Character, Holder, Limit, Status, reached_limits
from ludex.systems.mist.state import State


@rule("MST-LIV-32")
def total_of(state: State, quantity: str, who: str, base: tuple[Term, ...], **facts: object) -> Total:
    """A number with what records give to it: tags and the like add up, limits and complexity are replaced."""
    at = Occasion("rolling", doer=who, facts=facts)
    return joined(WORDS, quantity, base, shares(WORDS, state, who, (quantity,), at))


@rule("MST-IMM-3", "MST-LIV-32")
def immersion_power(state: State, who: str, base: tuple[Term, ...], **facts: object) -> Total:
    """The power of an immersion is the self themes and nothing else, but for what a record gives to immersions by name."""
    at = Occasion("rolling", doer=who, facts={"kind": "immersion", **facts})
    found = shares(WORDS, state, who, ("power",), at)
    meant = (s for s in found if any(phrase.word in ("roll", "depth") for phrase in s.modifier.when))
    return joined(WORDS, "power", base, meant)


def denies(state: State, who: str, *things: str) -> Effect | None:
    """The record that denies somebody a tag, mitigation or effects."""
    return denied(WORDS, state, who, things)


@rule("MST-LIV-32")
def immune(state: State, who: str, *names: str) -> bool:
    """Whether a record of the holder's own, or of the scene, denies a status by its name or family."""
    borne = (*own_records(state, who), *own_records(state, SCENE))
    return any(set(names) & set(e.denies) and holds(WORDS, state, e, e.when, NOTHING) for e in borne)


@rule("MST-LIV-32", "MST-MIT-4")
def arriving_tier(state: State, who: str, name: str, family: str, tier: int) -> int:
    """The tier of a status on its way to somebody, with what records make of it; nothing where one denies it."""
    if immune(state, who, name, family):
        return 0
    base = (because(tier, name, "MST-MIT-4"),)
    return min(max(int(total_of(state, "tier", who, base, status=name, family=family)), 0), TIERS)


@rule("MST-LIV-32", "MST-LIM-1")
def limits_of(state: State, challenge: Challenge) -> tuple[Limit, ...]:
    """The limits of a challenge as they are now: a record may set them."""
    return tuple(Limit(k.status, _limit(state, challenge.id, k.status, k.limit)) for k in challenge.limits)


def _limit(state: State, who: str, family: str, limit: int) -> int:
    base = (because(limit, family, "MST-LIM-1"),)
    return min(max(int(total_of(state, "limit", who, base, status=family, family=family)), 1), TIERS)


@rule("MST-LIM-2", "MST-LIV-32")
def bears(state: State, holder: Holder, status: Status) -> bool:
    """Whether a status stays below the limit that its holder has now."""
    if isinstance(holder, Character):
        return status.beneficial or status.tier < _limit(state, holder.id, status.family, TIERS)
    return not reached_limits(limits_of(state, holder), (status,))


def as_it_stands(state: State, challenge: Challenge) -> Challenge:
    limits = limits_of(state, challenge)
    return challenge if limits == challenge.limits else replace(challenge, limits=limits)
