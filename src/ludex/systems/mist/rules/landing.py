"""The scene loop (场景循环), how a consequence (后果) lands: statuses as far as they were not warded off, burnt tags, story tags, threats, words.

MST-SCN-6, MST-PCQ-2, MST-PBU-6, MST-MIT-6, -8.
"""

from collections.abc import Awaitable, Callable

import msgspec

from ludex.core.errors import RuleError
from ludex.core.explain import Total, because, total
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say
from ludex.systems.mist.events import TagBurnt, ThreatAnnounced, happen
from ludex.systems.mist.rules.invocation import Invocation, Invoked
from ludex.systems.mist.rules.limits import bear
from ludex.systems.mist.rules.mitigation import Created, ally_of
from ludex.systems.mist.rules.statuses import StatusGiven, give
from ludex.systems.mist.rules.tags import check_new_scene_tag, make_story_tag, out_of_use, remove_story_tag
from ludex.systems.mist.rules.who import character_of, holder_of, taker_of
from ludex.systems.mist.sheet import Character, Threat, status_of
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ConsequenceKind, Result

ACTION = "action"
"""The source of a consequence that the action itself brings."""


class Consequence(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """One thing that happens: from a threat or from the action. Which fields count depends on its kind.

    A status can be mitigated with a ready `mitigate_power`, with a named invocation (`mitigate`), or, where the MC just
    allows it (`allow`), with what the player names when asked.
    """

    source: str = ""
    kind: str = ""
    target: str = ""
    name: str = ""
    tier: int | None = None
    family: str = ""
    opposes: tuple[str, ...] = ()
    beneficial: bool = False
    unmitigable: bool = False
    relation: str = ""
    mitigate_power: int | None = None
    mitigate: Invocation | None = None
    allow: bool = False
    tag: str = ""
    id: str = ""
    text: str = ""

    @property
    def invocation(self) -> Invocation | None:
        """What the target may mitigate with, if the MC allows it (MST-MIT-1)."""
        if self.mitigate_power is not None:
            return Invocation(power=self.mitigate_power)
        return self.mitigate or (Invocation() if self.allow else None)


class Landed(msgspec.Struct, frozen=True, kw_only=True, rename={"source": "from"}):
    """How one consequence landed. `now` is the tier afterwards of the status that it ended in, `power` what it was mitigated with."""

    source: str
    kind: str
    target: str = ""
    name: str = ""
    tier: int = 0
    mitigated: bool = False
    result: str | None = None
    burnt: tuple[str, ...] | None = None
    growth_due: tuple[str, ...] | None = None
    now: int | None = None
    fate: str | None = None
    created: Created | None = None
    tag: str | None = None
    id: str | None = None
    text: str | None = None
    auto: bool = False
    denied: Label = ""
    power: Total | None = None
    unseen: tuple[Say, ...] = ()
    total: Total | None = None


class Share(msgspec.Struct, frozen=True):
    """What a mitigation left of one status; what it used up and made stands with the first.

    `auto`: nobody could be asked; `denied`: because of this record.
    """

    tier: int
    auto: bool = False
    denied: Label = ""
    result: Result | None = None
    invoked: Invoked | None = None
    created: Created | None = None


@rule("MST-PBU-6")
def power_tag(state: State, given: Consequence) -> tuple[str, str]:
    """The theme and text of the power tag that is burnt."""
    holder = taker_of(state, given.target)
    tag = given.tag or given.name
    themes = holder.themes if isinstance(holder, Character) else ()
    theme = next((t for t in themes if tag in t.power_tags), None)
    if any(tag in t.weakness for t in themes):
        raise RuleError("cannot_burn_weakness", clause="MST-PBU-6", tag=tag)
    if theme is None:
        raise RuleError("unknown_tag", clause="MST-PBU-6", tag=tag)
    if tag in theme.burnt:
        raise out_of_use(tag)
    return theme.id, tag


@rule("MST-MIT-8", "MST-PCQ-2")
async def land_status(state: State, given: Consequence, left: Share) -> tuple[State, Landed]:
    """What is left of a status is taken like any other; at 0 nothing is recorded."""
    state, now = await _take(state, given, left.tier)
    if left.created:
        state = await _create(state, left.created)
    holder = holder_of(state, given.target)
    return state, Landed(
        source=given.source,
        kind=given.kind,
        target=given.target,
        name=given.name,
        tier=left.tier,
        mitigated=left.result is not None,
        result=left.result,
        burnt=left.invoked.burnt if left.invoked else None,
        growth_due=left.invoked.growth_due if left.invoked else None,
        now=now,
        fate=holder.fate if isinstance(holder, Character) else None,
        created=left.created,
        auto=left.auto,
        denied=left.denied,
        power=left.invoked.why.get("power") if left.invoked else None,
        unseen=left.invoked.unseen if left.invoked else (),
        total=left.invoked.why.get("total") if left.invoked else None,
    )


async def _take(state: State, given: Consequence, tier: int) -> tuple[State, int]:
    """Record a status; the tier afterwards of the one that it ended in."""
    if tier < 1:
        known = status_of(holder_of(state, given.target), given.name)
        return state, known.tier if known else 0
    status = StatusGiven(given.name, tier=tier, family=given.family, opposes=given.opposes, beneficial=given.beneficial)
    state, met = await give(state, given.target, status, ruling=given.relation, why=_why(given, tier))
    return await bear(state, given.target, met, past=state.past), met[-1].tier


def _why(given: Consequence, left: int) -> Total | None:
    """What is left of a status with what was warded off, if anything was."""
    came = given.tier or left
    if came == left:
        return None
    coming = because(came, say("why.status", name=given.name), "MST-STA-1")
    return total(coming, because(left - came, "why.warded", "MST-MIT-4"), clause="MST-MIT-8")


@rule("MST-MIT-6")
async def _create(state: State, created: Created) -> State:
    """A status made by mitigation is beneficial and lands on a character; one who has just met its fate needs none."""
    known = state.character(created.holder)
    if known and not known.active:
        return state
    ally_of(state, created.holder)
    status = StatusGiven(created.name, tier=created.tier, beneficial=True)
    state, met = await give(state, created.holder, status)
    return await bear(state, created.holder, met, past=state.past)


@rule("MST-PBU-6")
async def _land_burn(state: State, given: Consequence) -> tuple[State, Landed]:
    tag = given.tag or given.name
    if tag in {usable for theme in character_of(state, given.target).themes for usable in theme.usable}:
        theme, tag = power_tag(state, given)
        state = await happen(TagBurnt(given.target, theme, tag))  # else it was burnt to ward this very delivery off
    return state, Landed(source=given.source, kind=given.kind, target=given.target, name=tag, tag=tag)


async def _land_story_tag(state: State, given: Consequence) -> tuple[State, Landed]:
    landed = Landed(source=given.source, kind=given.kind, name=check_new_scene_tag(state, given.name))
    return await make_story_tag(state, given.name), landed


async def _land_remove_tag(state: State, given: Consequence) -> tuple[State, Landed]:
    landed = Landed(source=given.source, kind=given.kind, name=given.name)
    return await remove_story_tag(state, given.name), landed


async def _land_threat(state: State, given: Consequence) -> tuple[State, Landed]:
    source = "" if given.source == ACTION else given.source
    state = await happen(ThreatAnnounced(Threat(given.id, given.text, source)))
    return state, Landed(source=given.source, kind=given.kind, name=given.id, id=given.id, text=given.text)


async def _land_narrative(state: State, given: Consequence) -> tuple[State, Landed]:
    return state, Landed(source=given.source, kind=given.kind, text=given.text)


Landing = Callable[[State, Consequence], Awaitable[tuple[State, Landed]]]

LANDINGS: dict[ConsequenceKind, Landing] = {
    ConsequenceKind.BURN_TAG: _land_burn,
    ConsequenceKind.STORY_TAG: _land_story_tag,
    ConsequenceKind.REMOVE_TAG: _land_remove_tag,
    ConsequenceKind.NEW_THREAT: _land_threat,
    ConsequenceKind.NARRATIVE: _land_narrative,
}
