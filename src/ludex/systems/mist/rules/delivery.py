"""The scene loop (场景循环) and Mitigation (缓解) as they are played: everybody hit is asked at once. MST-LIV-21..23.

What lands, and how, is in `consequences`.
"""

from ludex.core.asks import Asking, Option, choose_all
from ludex.core.errors import RuleError
from ludex.core.names import narrow
from ludex.core.principals import Who
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.rules.consequences import (
    MITIGATE,
    TAKE,
    Answered,
    Consequence,
    Deliver,
    Delivered,
    announced,
    check_consequence,
    delivered,
    land_all,
    scene_consequence,
)
from ludex.systems.mist.rules.growth import mark_due
from ludex.systems.mist.rules.invocation import Invocation, invoke, read_invocation
from ludex.systems.mist.rules.loop import use
from ludex.systems.mist.rules.scenes import check_unique, scene_in
from ludex.systems.mist.rules.who import player_of
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ConsequenceKind, ScenePhase


@rule("MST-LIV-21", "MST-LIV-22", "MST-LIV-23")
async def deliver(state: State, given: Deliver) -> Delivered:
    """Let consequences land at the table: everybody hit is asked at the same time, once; who can do nothing takes it."""
    scene = scene_in(state, ScenePhase.CONSEQUENCE)
    if not given.deliver:
        return await scene_consequence(state, given)
    check_unique((*(t.id for t in scene.threats), *announced(given)), "duplicate_threat")
    for consequence in given.deliver:
        check_consequence(state, scene, consequence)
    hit = tuple(dict.fromkeys(c.target for c in given.deliver if state.character(c.target)))
    state = await use(state, *hit)
    answers = await _ask_everybody(state, given.deliver)
    state, applied = await land_all(state, given.deliver, answers)
    for landed in applied:
        for theme in landed.growth_due or ():
            state = await mark_due(state, landed.target, theme)
    return await delivered(given, applied)


async def _ask_everybody(state: State, deliver: tuple[Consequence, ...]) -> dict[str, Answered]:
    """Everybody hit by something that can be mitigated, with an answer; who has nothing to do it with is not asked."""
    targets = dict.fromkeys(c.target for c in deliver if c.kind == ConsequenceKind.STATUS and c.allow)
    found: dict[str, Answered] = {}
    asking: dict[Who, Asking] = {}
    for name in targets:
        target = state.character(name)
        if target is None or not target.active or not usable_by(state, target):
            found[name] = Answered(asked=False)
            continue
        asking[player_of(name)] = _asking(state, target, deliver)
    answers = await choose_all(asking)
    for name in targets:
        if name not in found and (target := state.character(name)):
            answer = answers[player_of(name)]
            found[name] = Answered(None if answer == TAKE else _invocation(state, target, answer))
    return found


def _asking(state: State, target: Character, deliver: tuple[Consequence, ...]) -> Asking:
    """The question to somebody who is hit: every incoming status, and what can be used against it (MST-LIV-22)."""
    own = tuple(c for c in deliver if c.kind == ConsequenceKind.STATUS and c.target == target.id and c.allow)
    tags = usable_by(state, target)
    incoming = [f"{one.name} {one.tier}" for one in own]
    question = say("questions.mitigate_table", incoming=incoming, tags=list(tags))
    options = (
        Option(TAKE, say("answers.take")),
        Option(f"{MITIGATE}:<tags>", say("answers.mitigate_with"), {"tags": tags}),
    )

    def judge(answer: str) -> None:
        if answer != TAKE:
            invoke(state, target, _invocation(state, target, answer))

    return Asking(question, options, about=target.id, judge=judge)


def _invocation(state: State, target: Character, answer: str) -> Invocation:
    """What an answer mitigates with."""
    word, _, tags = narrow(answer).partition(":")
    if word not in (MITIGATE, "缓解") or not tags.strip():
        raise RuleError("bad_choice", clause="MST-MIT-1", answer=answer[:40], options=[TAKE, f"{MITIGATE}:<tags>"])
    return read_invocation(state, target, answer[len(word) + 1 :])


def usable_by(state: State, target: Character) -> tuple[str, ...]:
    """The tags and statuses that somebody could use: usable power tags, story tags, beneficial statuses, the scene's tags."""
    own = (tag for theme in target.themes for tag in theme.usable)
    tags = (*target.story_tags, *state.scene_tags)
    now = (tag.name for tag in tags if not (state.past and tag.since > state.when))
    good = (status.name for status in target.statuses if status.beneficial)
    return tuple(dict.fromkeys((*own, *now, *good)))
