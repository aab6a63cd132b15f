"""The scene loop (场景循环) joined with Mitigation (缓解): consequences (后果) land, and whom they hit may ward them off.

MST-SCN-5, -6, MST-PCQ-2, MST-PBU-6, MST-MIT-1, -6..8.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import ConsequencesDelivered, TagBurnt, ThreatAnnounced
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.invocation import Invocation, Invoked, invoke, read_invocation
from ludex.systems.mist.rules.limits import bear
from ludex.systems.mist.rules.mitigation import MITIGATION, Created, Incoming, ally_of, check_incoming, ward, warding
from ludex.systems.mist.rules.records import arriving_tier
from ludex.systems.mist.rules.scenes import SceneOut, check_settled, check_unique, open_threat, scene_in, scene_of
from ludex.systems.mist.rules.statuses import StatusGiven, check_tier, give
from ludex.systems.mist.rules.tags import any_story_tag, check_new_scene_tag, make_story_tag, remove_story_tag
from ludex.systems.mist.rules.who import character_of, holder_of, player_of, taker_of
from ludex.systems.mist.sheet import Character, Threat, status_of
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import ConsequenceKind, Result, ScenePhase, named

ACTION = "action"
"""The source of a consequence that the action itself brings."""

TAKE = "take"
MITIGATE = "mitigate"


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


class Deliver(msgspec.Struct, frozen=True):
    """What the MC lets happen."""

    deliver: tuple[Consequence, ...] = ()

    @property
    def realised(self) -> tuple[str, ...]:
        """The threats that it draws on."""
        return tuple(dict.fromkeys(c.source for c in self.deliver if c.source != ACTION))


class Landed(msgspec.Struct, frozen=True, kw_only=True, rename={"source": "from"}):
    """How one consequence landed. `now` is the tier afterwards of the status that it ended in."""

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


class Delivered(SceneOut, frozen=True, kw_only=True):
    """What came of it all."""

    characters: tuple[Character, ...]
    applied: tuple[Landed, ...]
    open_threats: tuple[str, ...]

    @property
    def result(self) -> str | None:
        """How a mitigation came out, for odds; None where nobody rolled (MST-LIV-22)."""
        return next((landed.result for landed in self.applied if landed.result), None)


@rule("MST-SCN-5", "MST-SCN-6")
async def scene_consequence(state: State, given: Deliver) -> Delivered:
    """Let consequences land, one after the other; a threat that was drawn on has come true when all have landed."""
    scene = scene_in(state, ScenePhase.CONSEQUENCE)
    if not given.deliver:
        check_settled(scene)
        return Delivered(scene=scene, characters=state.characters, applied=(), open_threats=scene.open_threats)
    check_unique((*(t.id for t in scene.threats), *announced(given)), "duplicate_threat")
    for consequence in given.deliver:
        check_consequence(state, scene, consequence)
    _, applied = await land_all(state, tuple(arriving(state, one) for one in given.deliver), {})
    return await delivered(given, applied)


def arriving(state: State, one: Consequence) -> Consequence:
    """A status on its way, with what records make of its tier (MST-LIV-32)."""
    if one.kind != ConsequenceKind.STATUS:
        return one
    return replace(one, tier=arriving_tier(state, one.target, one.name, one.family or one.name, check_tier(one.tier)))


async def delivered(given: Deliver, applied: tuple[Landed, ...]) -> Delivered:
    """Everything has landed: the threats that were drawn on have come true, and nothing more is owed."""
    state = await happen(ConsequencesDelivered(given.realised))
    after = scene_of(state)
    return Delivered(scene=after, characters=state.characters, applied=applied, open_threats=after.open_threats)


class Answered(msgspec.Struct, frozen=True):
    """What somebody who is hit does: mitigates with something, or takes it. `asked`: was there anything to do?"""

    invocation: Invocation | None = None
    asked: bool = True


# --- checks, all before the first die ------------------------------------------------------------------------------


def announced(given: Deliver) -> tuple[str, ...]:
    """The threats that a delivery brings."""
    return tuple(c.id for c in given.deliver if c.kind == ConsequenceKind.NEW_THREAT)


@rule("MST-PCQ-2", "MST-SCN-5")
def check_consequence(state: State, scene: Scene, given: Consequence) -> None:
    """Where it comes from, whom it hits, and what it is must make sense."""
    if given.source != ACTION:
        open_threat(scene, given.source)
    if given.kind not in tuple(ConsequenceKind):
        raise RuleError("bad_consequence", clause="MST-PCQ-2", kind=given.kind, kinds=named(ConsequenceKind))
    match given.kind:
        case ConsequenceKind.STATUS:
            _check_status(state, given)
        case ConsequenceKind.BURN_TAG:
            _power_tag(state, given)
        case ConsequenceKind.STORY_TAG:
            check_new_scene_tag(state, given.name)
        case ConsequenceKind.REMOVE_TAG:
            any_story_tag(state, given.name)
        case ConsequenceKind.NEW_THREAT:
            _check_named(given, given.id)
    if given.source == ACTION and not scene.action_due:
        raise RuleError("no_action_consequence", clause="MST-SCN-5")


def _check_named(given: Consequence, name: str) -> None:
    if not name.strip():
        raise RuleError("bad_consequence", clause="MST-PCQ-2", kind=given.kind, kinds=named(ConsequenceKind))


def _check_status(state: State, given: Consequence) -> None:
    """A status for somebody in play; only a character can mitigate."""
    holder = taker_of(state, given.target)
    _check_named(given, given.name)
    check_tier(given.tier)
    if given.invocation is None:
        return
    if not isinstance(holder, Character):
        raise RuleError("cannot_mitigate", clause="MST-MIT-1", name=given.name)
    check_incoming((_incoming(given),))
    invoke(state, holder, given.invocation, MITIGATION)


@rule("MST-PBU-6")
def _power_tag(state: State, given: Consequence) -> tuple[str, str]:
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
        raise RuleError("tag_burnt", clause="MST-TAG-7", tag=tag)
    return theme.id, tag


# --- landing -------------------------------------------------------------------------------------------------------


def _incoming(given: Consequence) -> Incoming:
    return Incoming(given.name, check_tier(given.tier), given.unmitigable)


class _Share(msgspec.Struct, frozen=True):
    """What a mitigation left of one status; what it used up and made stands with the first. `auto`: nobody could be asked."""

    tier: int
    auto: bool = False
    result: Result | None = None
    invoked: Invoked | None = None
    created: Created | None = None


async def land_all(
    state: State, deliver: tuple[Consequence, ...], answers: Mapping[str, Answered]
) -> tuple[State, tuple[Landed, ...]]:
    """Let each consequence land at its place; a target is asked once, where the first that can be mitigated stands.

    `answers` are those that have been given already: what they ward off is rolled before anything lands (MST-LIV-34).
    """
    shares: dict[int, _Share] = {}
    for place, one in enumerate(deliver):
        if one.target in answers and _joins(one, one) and place not in shares:
            state, found = await _mitigate(state, deliver, one, answers[one.target])
            shares |= found
    applied = []
    for place, one in enumerate(deliver):
        if one.kind != ConsequenceKind.STATUS:
            state, landed = await LANDINGS[ConsequenceKind(one.kind)](state, one)
        else:
            if _wardable(one) and place not in shares:
                state, found = await _mitigate(state, deliver, one, None)
                shares |= found
            state, landed = await _land_status(state, one, shares.get(place, _Share(one.tier or 0)))
        applied.append(landed)
    return state, tuple(applied)


@rule("MST-SCN-6", "MST-MIT-1", "MST-MIT-7")
async def _mitigate(
    state: State, deliver: tuple[Consequence, ...], first: Consequence, given: Answered | None
) -> tuple[State, dict[int, _Share]]:
    """Let a target take or mitigate, with one roll, everything of a delivery that the MC allows; what is left, by place."""
    coming = {n: c for n, c in enumerate(deliver) if _joins(c, first)}
    target = state.character(first.target)
    incoming = tuple(map(_incoming, _told_apart(coming.values())))
    answered = given.invocation if given else None
    if given is None and target and target.active:
        answered = await _ask_mitigation(state, target, first, incoming)
    if target is None or answered is None:
        auto = given is not None and not given.asked
        return state, {n: _Share(_incoming(c).tier, auto=auto) for n, c in coming.items()}
    state, invoked, result = await warding(state, target, answered)
    warded = await ward(state, target.id, incoming, power=invoked.power, result=result)
    places = dict(zip(coming, (_Share(left.tier, result=result) for left in warded.incoming), strict=True))
    head = next(iter(places))
    return state, {**places, head: replace(places[head], invoked=invoked, created=warded.created)}


def _joins(one: Consequence, first: Consequence) -> bool:
    """Whether a consequence is mitigated together with the first of its target."""
    return one.kind == ConsequenceKind.STATUS and one.target == first.target and _wardable(one)


def _wardable(one: Consequence) -> bool:
    """Whether the MC allows it to be mitigated, and there is anything left of it."""
    return one.invocation is not None and one.tier != 0


def _told_apart(coming: Iterable[Consequence]) -> Iterator[Consequence]:
    """Statuses of one name are told apart as `name` and `name#2`."""
    seen: list[str] = []
    for one in coming:
        seen.append(one.name)
        count = seen.count(one.name)
        yield replace(one, name=f"{one.name}#{count}") if count > 1 else one


@rule("MST-MIT-1")
async def _ask_mitigation(
    state: State, target: Character, given: Consequence, incoming: tuple[Incoming, ...]
) -> Invocation | None:
    """What the target mitigates with; None to take everything in full."""
    question = say("questions.mitigate", name=given.name, tier=given.tier)
    if len(incoming) > 1:
        question = say("questions.mitigate_all", incoming=[f"{one.name} {one.tier}" for one in incoming])
    options = [Option(MITIGATE, say("answers.mitigate")), Option(TAKE, say("answers.take"))]
    with_tags = Option(f"{MITIGATE}:<tags>", say("answers.mitigate_with"))
    if given.allow:
        options.append(with_tags)
    answer = await choose(player_of(target.id), question, options, about=target.id)
    if answer == TAKE:
        return None
    if answer == MITIGATE:
        return given.invocation
    said = with_tags.match(answer) if given.allow else None
    if said is None:
        raise RuleError("bad_choice", clause="MST-MIT-1", answer=answer, options=[TAKE, MITIGATE])
    return read_invocation(state, target, said["tags"])


@rule("MST-MIT-8", "MST-PCQ-2")
async def _land_status(state: State, given: Consequence, left: _Share) -> tuple[State, Landed]:
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
    )


async def _take(state: State, given: Consequence, tier: int) -> tuple[State, int]:
    """Record a status; the tier afterwards of the one that it ended in."""
    if tier < 1:
        known = status_of(holder_of(state, given.target), given.name)
        return state, known.tier if known else 0
    status = StatusGiven(given.name, tier=tier, family=given.family, opposes=given.opposes, beneficial=given.beneficial)
    state, met = await give(state, given.target, status, ruling=given.relation)
    return await bear(state, given.target, met, past=state.past), met[-1].tier


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
        theme, tag = _power_tag(state, given)
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
