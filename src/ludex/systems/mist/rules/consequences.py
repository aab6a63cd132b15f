"""The scene loop (场景循环) joined with Mitigation (缓解): consequences (后果) land, and whom they hit may ward them off.

MST-SCN-5, -6, MST-PCQ-2, MST-PBU-6, MST-MIT-1, -6..8.
"""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Option, choose
from ludex.core.effects.sentences import said
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Label, say
from ludex.systems.mist.effects import WORDS
from ludex.systems.mist.events import ConsequencesDelivered, happen
from ludex.systems.mist.rules.actions import denied_unseen
from ludex.systems.mist.rules.invocation import Invocation, invoke, read_invocation
from ludex.systems.mist.rules.landing import ACTION, LANDINGS, Consequence, Landed, Share, land_status, power_tag
from ludex.systems.mist.rules.mitigation import MITIGATION, Incoming, check_incoming, roll_mitigation, ward
from ludex.systems.mist.rules.records import arriving_tier
from ludex.systems.mist.rules.scenes import SceneOut, check_settled, check_unique, open_threat, scene_in, scene_of
from ludex.systems.mist.rules.statuses import check_tier
from ludex.systems.mist.rules.tags import any_story_tag, check_new_scene_tag
from ludex.systems.mist.rules.who import player_of, taker_of
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import Scene, State
from ludex.systems.mist.terms import ConsequenceKind, Result, ScenePhase, as_terms

TAKE = "take"
MITIGATE = "mitigate"


class Deliver(msgspec.Struct, frozen=True):
    deliver: tuple[Consequence, ...] = ()

    @property
    def realised(self) -> tuple[str, ...]:
        return drawn_on(c.source for c in self.deliver)


def drawn_on(sources: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source for source in sources if source != ACTION))


class Delivered(SceneOut, frozen=True, kw_only=True):
    characters: tuple[Character, ...]
    applied: tuple[Landed, ...]
    open_threats: tuple[str, ...]

    @property
    def result(self) -> str | None:
        """How a mitigation came out, for odds; None where nobody rolled (MST-LIV-22)."""
        return next((landed.result for landed in self.applied if landed.result), None)

    @property
    def why(self) -> dict[str, Total]:
        """The total and the power of a mitigation with their reasons, for its card (MST-LIV-22)."""
        ways = (
            {"power": one.power, **({"total": one.total} if one.total else {})} for one in self.applied if one.power
        )
        return next(ways, {})

    @property
    def power(self) -> int | None:
        """The power of a mitigation; None where nobody rolled."""
        return int(self.why["power"]) if self.why else None

    @property
    def total(self) -> int | None:
        """What the throw of a mitigation came to; None where nobody rolled."""
        return int(self.why["total"]) if "total" in self.why else None


@rule("MST-SCN-5", "MST-SCN-6")
async def scene_consequence(state: State, given: Deliver) -> Delivered:
    """Let consequences land, one after the other; a threat that was drawn on has come true when all have landed."""
    scene = scene_in(state, ScenePhase.CONSEQUENCE)
    if not given.deliver:
        check_settled(scene)
        return Delivered(scene=scene, characters=state.characters, applied=(), open_threats=scene.open_threats)
    check_delivery(state, scene, given)
    _, applied = await land_all(state, tuple(arriving_status(state, one) for one in given.deliver), {})
    return await end_delivery(given.realised, applied)


def arriving_status(state: State, one: Consequence) -> Consequence:
    """A status on its way, with what records make of its tier (MST-LIV-32)."""
    if one.kind != ConsequenceKind.STATUS:
        return one
    return replace(one, tier=arriving_tier(state, one.target, one.name, one.family or one.name, check_tier(one.tier)))


async def end_delivery(realised: tuple[str, ...], applied: tuple[Landed, ...]) -> Delivered:
    """Everything has landed: the threats that were drawn on have come true, and nothing more is owed."""
    state = await happen(ConsequencesDelivered(realised))
    after = scene_of(state)
    return Delivered(scene=after, characters=state.characters, applied=applied, open_threats=after.open_threats)


class Answered(msgspec.Struct, frozen=True):
    """What somebody who is hit does: mitigates with something, or takes it.

    `asked`: was there anything to do? `denied`: the record that denies it.
    """

    invocation: Invocation | None = None
    asked: bool = True
    denied: Label = ""


# --- checks, all before the first die ------------------------------------------------------------------------------


def check_delivery(state: State, scene: Scene, given: Deliver) -> None:
    """Everything that is delivered makes sense, and no threat is announced twice."""
    announced = (c.id for c in given.deliver if c.kind == ConsequenceKind.NEW_THREAT)
    check_unique((*(t.id for t in scene.threats), *announced), "duplicate_threat")
    for consequence in given.deliver:
        _check_consequence(state, scene, consequence)


@rule("MST-PCQ-2", "MST-SCN-5")
def _check_consequence(state: State, scene: Scene, given: Consequence) -> None:
    """Where it comes from, whom it hits, and what it is must make sense."""
    if given.source != ACTION:
        open_threat(scene, given.source)
    if given.kind not in tuple(ConsequenceKind):
        raise RuleError("bad_consequence", clause="MST-PCQ-2", kind=given.kind, kinds=as_terms(ConsequenceKind))
    match given.kind:
        case ConsequenceKind.STATUS:
            _check_status(state, given)
        case ConsequenceKind.BURN_TAG:
            power_tag(state, given)
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
        raise RuleError("bad_consequence", clause="MST-PCQ-2", kind=given.kind, kinds=as_terms(ConsequenceKind))


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


def _incoming(given: Consequence) -> Incoming:
    return Incoming(given.name, check_tier(given.tier), given.unmitigable)


async def land_all(
    state: State, deliver: tuple[Consequence, ...], answers: Mapping[str, Answered]
) -> tuple[State, tuple[Landed, ...]]:
    """Let each consequence land at its place; a target is asked once, where the first that can be mitigated stands.

    `answers` are those that have been given already: what they ward off is rolled before anything lands (MST-LIV-34).
    """
    shares: dict[int, Share] = {}
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
            state, landed = await land_status(state, one, shares.get(place, Share(one.tier or 0)))
        applied.append(landed)
    return state, tuple(applied)


@rule("MST-SCN-6", "MST-MIT-1", "MST-MIT-7")
async def _mitigate(
    state: State, deliver: tuple[Consequence, ...], first: Consequence, given: Answered | None
) -> tuple[State, dict[int, Share]]:
    """Let a target take or mitigate, with one roll, everything of a delivery that the MC allows; what is left, by place."""
    coming = {n: c for n, c in enumerate(deliver) if _joins(c, first)}
    target = state.character(first.target)
    incoming = tuple(map(_incoming, _told_apart(coming.values())))
    answered = given.invocation if given else None
    if given is None and target and target.active:
        answered = await _ask_mitigation(state, target, first, incoming)
    if target is None or answered is None:
        auto, denied = given is not None and not given.asked, given.denied if given else ""
        return state, {n: Share(_incoming(c).tier, auto=auto, denied=denied) for n, c in coming.items()}
    state, invoked, result = await roll_mitigation(state, target, answered)
    lost = denied_unseen(state, target.id, said(WORDS, "denies", "mitigation"), "mitigation")  # MST-LIV-32
    invoked = replace(invoked, unseen=(*invoked.unseen, lost)) if lost else invoked
    counts = Result.FAILURE if lost else result
    warded = await ward(state, target.id, incoming, power=invoked.power, result=counts)
    places = dict(zip(coming, (Share(left.tier, result=result) for left in warded.incoming), strict=True))
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
