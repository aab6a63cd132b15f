"""The scene loop (场景循环) and Mitigation (缓解) as they are played: everybody hit is asked at once, each by herself. MST-LIV-21..23.

What lands, and how, is in `consequences`.
"""

from typing import Annotated

import msgspec
from msgspec.structs import asdict

from ludex.core.asks import Asking, Option, choose_all
from ludex.core.declaring import Deed
from ludex.core.deeds import RULE, Asked, Do, Field
from ludex.core.effects.records import Facts
from ludex.core.effects.sentences import name_of
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mist.events import ConsequencesComing, IncomingMet, happen
from ludex.systems.mist.kinds import Burning, Helping, Hindering, ReadyPower
from ludex.systems.mist.kinds.reading import pairs
from ludex.systems.mist.rules.consequences import (
    MITIGATE,
    TAKE,
    Answered,
    Deliver,
    Delivered,
    arriving_status,
    check_delivery,
    drawn_on,
    end_delivery,
    land_all,
    scene_consequence,
)
from ludex.systems.mist.rules.growth import mark_due
from ludex.systems.mist.rules.invocation import Invocation, invoke, named_in, read_invocation
from ludex.systems.mist.rules.landing import Consequence, Landed
from ludex.systems.mist.rules.loop import use
from ludex.systems.mist.rules.mitigation import MITIGATION, Incoming, Mitigate
from ludex.systems.mist.rules.pool import chances
from ludex.systems.mist.rules.records import denies
from ludex.systems.mist.rules.scenes import scene_in, scene_of
from ludex.systems.mist.rules.statuses import StatusGiven, meet, of_the_family, status_from
from ludex.systems.mist.rules.who import Acting, player_of
from ludex.systems.mist.rules.windows import hear
from ludex.systems.mist.sheet import TIERS, Character
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ConsequenceKind, ScenePhase


class Coming(Delivered, frozen=True, kw_only=True):
    """What has landed, and what is about to: `name tier` for everybody who has been asked."""

    coming: dict[str, tuple[str, ...]]


@rule("MST-LIV-21", "MST-LIV-9")
async def deliver(state: State, given: Deliver) -> Delivered:
    """Let consequences land at the table; a character who can mitigate what hits her is asked, each by herself, and the rest lands now."""
    scene = state.running
    if scene is None or not scene.action_due:
        scene = scene_in(state, ScenePhase.CONSEQUENCE)
    if not given.deliver:
        return await scene_consequence(state, given)
    check_delivery(state, scene, given)
    state = await use(state, *dict.fromkeys(c.target for c in given.deliver if state.character(c.target)))
    state = await _announce(state, given)
    coming_now = tuple(arriving_status(state, one) for one in given.deliver)
    asked = {c.target for c in coming_now if _asked_for(state, c)} | _at_the_limit(state, coming_now)
    later = tuple(
        c for c in coming_now if c.target in asked
    )  # what hits somebody who is asked waits for her (MST-LIV-34)
    now = tuple(c for c in coming_now if c.target not in asked)
    state, applied = await land_all(state, now, {c.target: _unasked(state, c.target) for c in now if c.allow})
    if not later:
        return await end_delivery(given.realised, applied)
    drawn = tuple(c.source for c in given.deliver)
    state = await happen(ConsequencesComing(tuple(msgspec.to_builtins(c) for c in later), drawn))
    hits = [c for c in later if c.kind == ConsequenceKind.STATUS]
    coming = {who: tuple(f"{c.name} {c.tier}" for c in hits if c.target == who) for who in (c.target for c in hits)}
    return Coming(
        scene=scene_of(state),
        characters=state.characters,
        applied=applied,
        open_threats=scene_of(state).open_threats,
        coming=coming,
    )


async def _announce(state: State, given: Deliver) -> State:
    """Records hear of every status that is on its way, before anybody answers (MST-LIV-34)."""
    for one in given.deliver:
        if one.kind == ConsequenceKind.STATUS:
            facts: Facts = {"status": one.name, "family": one.family or one.name, "tier": one.tier}
            state = await hear(state, "status_incoming", target=one.target, facts=facts)
    return state


def _asked_for(state: State, given: Consequence) -> bool:
    """Whether somebody is asked to mitigate it: who has nothing to do that with is not (MST-LIV-22)."""
    target = state.character(given.target)
    can = given.kind == ConsequenceKind.STATUS and given.allow and given.tier != 0
    if not can or target is None or not target.active or not (usable_by(state, target) or state.options.minimum_one):
        return False
    return denies(state.seen, target.id, "mitigation") is None


def _unasked(state: State, target: str) -> Answered:
    """Who is not asked takes it: there is nothing to mitigate with, or a record denies it (MST-LIV-22, MST-LIV-32)."""
    record = denies(state.seen, target, "mitigation")
    return Answered(asked=False, denied=name_of(record) if record else "")


def _at_the_limit(state: State, coming: tuple[Consequence, ...]) -> set[str]:
    """Whom a delivery that hits several brings to the limit: each of them is asked by herself, and holds nobody up (MST-LIV-23)."""
    if len({one.target for one in coming}) < 2:
        return set()
    hit = ((state.character(one.target), one) for one in coming)
    return {who.id for who, one in hit if who is not None and who.active and _fatal(state, who, one)}


class WardOff(Acting, frozen=True, kw_only=True):
    """Somebody on whom something is about to land."""


class MitigateLine(Deed, names=("缓解", "mitigate", "mit"), group="play", example=".缓解 +独生女"):
    """`.缓解 +稳定的手 -旧膝伤`: the answer to what is about to land, which may be named too (MST-LIV-9, MST-LIV-21)."""

    incoming: Annotated[tuple[str, ...], Field(owner=RULE)] = ()
    help: Helping = ()
    hinder: Hindering = ()
    burn: Burning = ()
    power: ReadyPower = None

    def do(self, asked: Asked) -> Do:
        incoming = asked.state.running.incoming if asked.state.running else ()
        coming = [str(one["name"]) for one in incoming if one["target"] == asked.actor]
        if not coming:
            raise RuleError("nothing_incoming", clause="MST-LIV-9", actor=asked.actor)
        bare = [word for word in self.incoming if not narrow(word).startswith(tuple(map(narrow, coming)))]
        burnt = [f"{tag}!" for tag in self.burn]
        named = " ".join((*bare, *self.help, *burnt, *(f"-{tag}" for tag in self.hinder)))
        return Do("ward_off", answer=f"{MITIGATE}:{named}" if named else MITIGATE)

    def foresee(self, asked: Asked) -> Do:
        incoming = tuple(Incoming(name=name, tier=tier) for name, tier in pairs(self.incoming))
        return Do("mitigate", Mitigate(**asdict(named_in(asked)), incoming=incoming))


@rule("MST-LIV-21", "MST-LIV-22", "MST-LIV-23", "MST-MIT-7")
async def ward_off(state: State, given: WardOff) -> Delivered:
    """Take or mitigate everything of a delivery that hits one character: it is rolled and lands at once. The last completes it."""
    coming = msgspec.convert(scene_of(state).incoming, tuple[Consequence, ...])
    own = tuple(c for c in coming if c.target == given.actor)
    target = state.character(given.actor)
    applied: tuple[Landed, ...] = ()
    if target is not None and target.active and own:
        answered = await _ask(state, target, own)
        state, applied = await land_all(state, own, {target.id: answered} if any(c.allow for c in own) else {})
        for landed in applied:
            for theme in landed.growth_due or ():
                state = await mark_due(state, landed.target, theme)
    rolled = next((landed.result for landed in applied if landed.result), "")
    state = await happen(IncomingMet(given.actor, rolled))
    scene = scene_of(state)
    if not scene.incoming:
        return await end_delivery(drawn_on(scene.drawn), applied)
    return Delivered(scene=scene, characters=state.characters, applied=applied, open_threats=scene.open_threats)


async def _ask(state: State, target: Character, own: tuple[Consequence, ...]) -> Answered:
    if not any(_asked_for(state, one) for one in own):
        return _unasked(state, target.id)
    answers = await choose_all({player_of(target.id): _asking(state, target, own)})
    answer = answers[player_of(target.id)]
    return Answered(None if answer == TAKE else _invocation(state, target, answer))


@rule("MST-LIV-22")
def _asking(state: State, target: Character, own: tuple[Consequence, ...]) -> Asking:
    """The question to somebody who is hit: every incoming status, what can be used against it, and the odds of so much of it."""
    tags, fillings = usable_by(state, target), _fillings(state, target)
    incoming = [f"{one.name} {one.tier}" for one in own if _asked_for(state, one)]
    bare = state.options.minimum_one  # MST-PMN-1: else nothing named takes nothing off
    odds = [_odds(state, power) for power in range(0 if bare else 1, min(len(tags), SHOWN) + 1)]
    fatal = [one.name for one in own if _fatal(state, target, one)]
    key = "questions.mitigate_fatal" if fatal else "questions.mitigate_table"
    question = say(key, incoming=incoming, tags=list(tags), odds=odds, fatal=fatal)
    told = say("told.said_mitigate", who=target.id)
    filled = {"tags": (*tags, *fillings)}
    options = (
        Option(TAKE, say("answers.take_fatal" if fatal else "answers.take")),
        *((Option(f"{MITIGATE}:<tags…>", say("answers.mitigate_with"), filled, told, fillings),) if tags else ()),
        *((Option(MITIGATE, say("answers.mitigate_bare")),) if bare else ()),
    )

    def judge(answer: str) -> None:
        if answer != TAKE:
            invoke(state, target, _invocation(state, target, answer), MITIGATION)

    return Asking(question, options, about=target.id, judge=judge)


@rule("MST-LIM-4")
def _fatal(state: State, target: Character, one: Consequence) -> bool:
    """Whether a status, taken in full, would reach the limit."""
    if one.kind != ConsequenceKind.STATUS or one.beneficial or not one.tier:
        return False
    given = of_the_family(target, StatusGiven(one.name, tier=one.tier, family=one.family, opposes=one.opposes))
    return meet(target, status_from(given, state.options), state.options, related=state.related).tier >= TIERS


def _fillings(state: State, target: Character) -> dict[str, Say]:
    """What the answer may be filled with beside what helps: the same burnt, and what stands in the way."""
    own = (tag for theme in target.themes for tag in theme.usable)
    weak = (tag for theme in target.themes for tag in theme.weakness)
    bad = (s.name for s in target.statuses if not s.beneficial and state.is_there(s.since))
    burnt = {f"{tag}!": say("answers.mitigate_burning", tag=tag) for tag in own}
    return burnt | {f"-{name}": say("answers.mitigate_against", tag=name) for name in (*bad, *weak)}


SHOWN = 3
"""So many tags are shown with the odds that they give."""


def _odds(state: State, power: int) -> Say:
    found = chances(power, state.options.negative_power)
    shown = {str(result): f"{float(chance) * 100:.0f}%" for result, chance in found.items()}
    return say("told.mitigation_odds", power=power, **shown)


def _invocation(state: State, target: Character, answer: str) -> Invocation:
    word, _, tags = narrow(answer).partition(":")
    if word in (MITIGATE, "缓解") and not tags.strip() and state.options.minimum_one:
        return Invocation(actor=target.id)
    if word not in (MITIGATE, "缓解") or not tags.strip():
        offered = [say("answers.take"), say("answers.mitigate_with")]
        raise RuleError("bad_choice", clause="MST-MIT-1", answer=answer[:40], options=offered)
    return read_invocation(state, target, answer[len(word) + 1 :])


def usable_by(state: State, target: Character) -> tuple[str, ...]:
    """The tags and statuses that somebody could use: usable power tags, story tags, beneficial statuses, the scene's tags."""
    own = (tag for theme in target.themes for tag in theme.usable)
    tags = (tag.name for tag in (*target.story_tags, *state.scene_tags) if state.is_there(tag.since))
    good = (status.name for status in target.statuses if status.beneficial and state.is_there(status.since))
    return tuple(dict.fromkeys((*own, *tags, *good)))
