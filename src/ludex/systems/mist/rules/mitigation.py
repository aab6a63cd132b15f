"""Mitigation (缓解): the special action against a consequence that is about to hit. MST-MIT-1..8."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose, part
from ludex.core.bounds import whole
from ludex.core.effects.records import Facts
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.rules.actions import burn, invoke_as_known
from ludex.systems.mist.rules.invocation import Invocation, Invoked, invoke
from ludex.systems.mist.rules.pool import PoolRolled, numbers, throw, throw_counted, to_spend, why_total
from ludex.systems.mist.rules.statuses import check_tier
from ludex.systems.mist.rules.who import actor_of, cast_after, check_active, player_of
from ludex.systems.mist.rules.windows import has_records, hear, throw_heard
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import Result

EXTRA = "extra_reduce"
CREATE = "create_status"
NONE = "none"

MITIGATION = "mitigation"
"""The kind of roll, for records of effects."""


class Incoming(msgspec.Struct, frozen=True):
    """A status about to be taken: a number, not a track yet."""

    name: str
    tier: int
    unmitigable: bool = False


class Created(msgspec.Struct, frozen=True):
    """A tier-1 status that a clean mitigation makes for oneself or an ally."""

    holder: str
    name: str
    tier: int = 1


class Warded(msgspec.Struct, frozen=True):
    """What is left of the incoming statuses, and what was made."""

    incoming: tuple[Incoming, ...]
    created: Created | None = None


class Mitigate(Invocation, frozen=True, kw_only=True):
    incoming: tuple[Incoming, ...] = ()


class Mitigated(PoolRolled, frozen=True, kw_only=True):
    """How far it was warded off. No status is recorded here."""

    reduction: int
    incoming: tuple[Incoming, ...]
    created: Created | None = None
    burnt: tuple[str, ...] = ()
    flipped: tuple[str, ...] = ()
    growth_due: tuple[str, ...] = ()


@rule("MST-MIT-1", "MST-MIT-2", "MST-MIT-3")
async def mitigate(state: State, given: Mitigate) -> Mitigated:
    """Dodge, ward off or defuse what is about to hit."""
    actor = actor_of(state, given.actor) if given.actor or given.alone else None
    check_incoming(given.incoming)
    invoked = invoke(state, actor, given, MITIGATION)
    state = await burn(state, invoked)
    thrown = await throw(invoked.power, state.options.negative_power)
    warded = await ward(state, given.actor, given.incoming, power=thrown.power, result=thrown.result, alone=given.alone)
    return Mitigated(
        **numbers(thrown, invoked.why),
        **cast_after(state, given),
        consequences=False,  # MST-MIT-3
        reduction=to_spend(thrown.power, thrown.result, state.options),
        incoming=warded.incoming,
        created=warded.created,
        burnt=invoked.burnt,
        flipped=invoked.flipped,
        growth_due=invoked.growth_due,
    )


@rule("MST-MIT-2", "MST-LIV-32")
async def roll_mitigation(state: State, target: Character, given: Invocation) -> tuple[State, Invoked, Result]:
    """The roll of a mitigation; a part of its own for the odds where no record listens to it."""
    facts: Facts = {"kind": MITIGATION, "help": given.help, "hinder": given.hinder}
    state = await hear(state, "rolling", doer=target.id, facts=facts)
    invoked = invoke_as_known(state, target, given, MITIGATION)
    state = await burn(state, invoked)
    if not has_records(state):
        fell = await part(throw_counted, invoked.power, state.options.negative_power)
        return state, _explained(invoked, fell.why), fell.result
    state, came = await throw_heard(state, invoked.power, who=target.id, facts=facts)
    return state, _explained(invoked, why_total(came)), came.result


def _explained(invoked: Invoked, why: Total) -> Invoked:
    """What was invoked, with the total of its throw for the card."""
    return replace(invoked, why={**invoked.why, "total": why})


@rule("MST-IMM-8", "MST-MIT-1")
def check_incoming(incoming: Sequence[Incoming]) -> None:
    """Statuses that can be warded off, each named once."""
    names = [status.name for status in incoming]
    for status in incoming:
        check_tier(status.tier)
        if names.count(status.name) > 1:
            raise RuleError("duplicate_status", name=status.name)
        if status.unmitigable:  # Ruling MST-E-11: taken directly
            raise RuleError("cannot_mitigate", clause="MST-IMM-8", name=status.name)


@rule("MST-MIT-4", "MST-MIT-5", "MST-MIT-6")
async def ward(
    state: State, actor: str, incoming: tuple[Incoming, ...], *, power: int, result: Result, alone: bool = False
) -> Warded:
    """All of the power lowers what is coming; a clean success does one thing more; a failure takes it in full.

    `alone`: the character was given by itself, so an ally may be anybody.
    """
    reduction = to_spend(power, result, state.options)  # Ruling MST-E-10: a failure achieves nothing
    lowered = await _lower_incoming(actor, incoming, reduction)
    if result is not Result.SUCCESS:
        return Warded(lowered)
    return await _bonus(state, actor, lowered, alone=alone)


@rule("MST-MIT-4", "MST-MIT-7")
async def _lower_incoming(actor: str, incoming: tuple[Incoming, ...], reduction: int) -> tuple[Incoming, ...]:
    """One status takes it all; several that the power does not cover are a matter of choice."""
    if len(incoming) > 1 and 0 < reduction < sum(status.tier for status in incoming):
        shares = await _ask_split(actor, incoming, reduction)
    else:
        shares = {status.name: reduction for status in incoming}
    return tuple(replace(s, tier=max(s.tier - shares.get(s.name, 0), 0)) for s in incoming)


FEW = 6
"""So many ways to split power are offered one by one (ours)."""


async def _ask_split(actor: str, incoming: tuple[Incoming, ...], reduction: int) -> dict[str, int]:
    names = tuple(f"{status.name}={min(status.tier, reduction)}" for status in incoming)
    question = say("questions.split", power=reduction, incoming=", ".join(f"{s.name} {s.tier}" for s in incoming))
    ways = list(islice(_ways([s.tier for s in incoming], reduction), FEW + 1))
    each = [_as_option(actor, incoming, way) for way in ways] if len(ways) <= FEW else []
    offered = say("answers.split", power=reduction, example=_shared(incoming, ways[0]))
    option = Option("split:<split>", offered, {"split": names}, told=say("told.said_split", who=actor))
    answer = await choose(player_of(actor), question, [option, *each], about=str(reduction))
    return _read_split(answer, option.match(answer), incoming, reduction)


def _ways(tiers: Sequence[int], power: int) -> Iterator[tuple[int, ...]]:
    """The ways to split power among statuses of these tiers, none of which takes more than its tier; most on the first comes first."""
    if len(tiers) == 1:
        yield from [(power,)] if power <= tiers[0] else []
        return
    for share in range(min(tiers[0], power), -1, -1):
        yield from ((share, *others) for others in _ways(tiers[1:], power - share))


def _as_option(actor: str, incoming: tuple[Incoming, ...], shares: tuple[int, ...]) -> Option:
    lowered = [f"{status.name} −{share}" for status, share in zip(incoming, shares, strict=True) if share]
    split = _shared(incoming, shares)
    return Option(
        f"split:{split}",
        say("answers.split_as", shares=lowered),
        told=say("told.said_split", who=actor, split=split),
    )


def _shared(incoming: tuple[Incoming, ...], shares: tuple[int, ...]) -> str:
    """One way to split the power, as it is written."""
    return ",".join(f"{status.name}={share}" for status, share in zip(incoming, shares, strict=True) if share)


@rule("MST-MIT-7")
def _read_split(
    answer: str, gaps: dict[str, str] | None, incoming: tuple[Incoming, ...], reduction: int
) -> dict[str, int]:
    """`split:a=2,b=1`: all of the power, no status by more than its tier."""
    pairs = shares_in((gaps or {"split": ""})["split"])
    if not pairs:
        raise RuleError("bad_choice", clause="MST-MIT-7", answer=answer, options=["split:<name>=<n>,<name>=<n>"])
    tiers = {status.name: status.tier for status in incoming}
    called = {narrow(name): name for name in tiers}
    shares = {called.get(narrow(name), name): n for name, n in pairs}
    fits = all(0 <= n <= tiers.get(name, 0) for name, n in shares.items() if n or name not in tiers)
    if len(shares) != len(pairs) or not fits or sum(shares.values()) != reduction:
        raise RuleError("bad_split", clause="MST-MIT-7", answer=answer, power=reduction)
    return shares


@rule("MST-MIT-6")
async def _bonus(state: State, actor: str, incoming: tuple[Incoming, ...], *, alone: bool) -> Warded:
    """On 9 or more: one tier off more, or a tier-1 status for oneself or an ally, or neither."""
    allies = tuple(c.id for c in state.characters if c.active)
    lower = [Option(f"{EXTRA}:{s.name}", say("answers.extra_reduce", name=s.name)) for s in incoming if s.tier]
    told = say("told.said_create_status", who=actor)
    create = Option(f"{CREATE}:<holder>:<name>", say("answers.create_status"), {"holder": allies}, told)
    options = [*lower, create, Option(NONE, say("answers.none"))]
    answer = await choose(player_of(actor), "questions.mitigation_bonus", options, about=actor)
    if answer == NONE:  # Ruling MST-E-35: the text says "may"
        return Warded(incoming)
    if (gaps := create.match(answer)) is not None:
        return Warded(incoming, _created(state, gaps["holder"], gaps["name"], alone=alone))
    extra = {} if answer == EXTRA else Option(f"{EXTRA}:<name>").match(answer)
    if extra is not None:
        return Warded(_one_lower(incoming, extra.get("name", "")))
    raise RuleError("bad_choice", clause="MST-MIT-6", answer=answer, options=[EXTRA, CREATE, NONE])


def _one_lower(incoming: tuple[Incoming, ...], name: str) -> tuple[Incoming, ...]:
    """The named status, or the only one still above 0, is one tier lower."""
    above = [status.name for status in incoming if status.tier]
    if name and name not in [status.name for status in incoming]:
        raise RuleError("unknown_status", clause="MST-MIT-6", name=name, statuses=above)
    if not above or (name and name not in above):
        raise RuleError("nothing_to_reduce", clause="MST-MIT-6", name=name)
    if not name and len(above) > 1:
        raise RuleError("bad_choice", clause="MST-MIT-6", answer=EXTRA, options=[f"{EXTRA}:{n}" for n in above])
    target = name or above[0]
    return tuple(replace(s, tier=s.tier - 1) if s.name == target else s for s in incoming)


def _created(state: State, holder: str, name: str, *, alone: bool) -> Created:
    """A tier-1 status for somebody; where the people are known, for one of them."""
    if not holder.strip() or not name.strip():
        raise RuleError("bad_choice", clause="MST-MIT-6", answer=name, options=[f"{CREATE}:<holder>:<name>"])
    if state.character(holder) or (state.characters and (not alone or len(state.characters) > 1)):
        ally_of(state, holder)
    return Created(holder, name)


def ally_of(state: State, name: str) -> Character:
    ally = state.character(name)
    if ally is None:
        raise RuleError("unknown_holder", value=name, among=[c.id for c in state.characters])
    return check_active(ally)


_FORMS = (
    re.compile(r"\s*([^=,;、]+?)\s*=\s*(-?\d+)\s*(?:[,;、]|\s|$)"),
    re.compile(r"\s*([^=:,;、]+?)\s*(?:[=:\s]|(?=-))\s*(-?\d+)\s*(?:[,;、]|\s|$)"),
)
"""`惊慌=1,受伤=1`; if the text is not that, `惊慌 1 受伤-1`."""


def shares_in(text: str) -> list[tuple[str, int]]:
    """The pairs of a text; none if there is anything else in it."""
    slim = narrow(text)
    for form in _FORMS:
        found = [(text[one.start(1) : one.end(1)], whole(one[2])) for one in form.finditer(slim)]
        pairs = [(name, n) for name, n in found if n is not None]
        if pairs and not form.sub("", slim).strip():
            return pairs
    return []
