"""Actions (行动) and The scene loop (场景循环), joined: an action inside a scene, and what it makes of the threats. MST-SCN-4.

As it is played (MST-LIV-4, -12, -13, -18, -20, -23, -29): the loop turns by itself, marks that are due are made, clues are in the file.
"""

import msgspec
from msgspec.structs import replace

from ludex.core.asks import GM, Option, choose
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.mist.events import ClueFound, ClueKept
from ludex.systems.mist.fold import happen
from ludex.systems.mist.rules.actions import Action, ActionDone, action, check_effects
from ludex.systems.mist.rules.growth import mark_due
from ludex.systems.mist.rules.invocation import invoke, read_invocation
from ludex.systems.mist.rules.loop import ready_to_act, use
from ludex.systems.mist.rules.missions import mission_phase
from ludex.systems.mist.rules.phases import MISSION, check_phase
from ludex.systems.mist.rules.scenes import Act, check_settled, open_threat, scene_act, scene_of
from ludex.systems.mist.rules.who import actor_of, player_of
from ludex.systems.mist.sheet import Character
from ludex.systems.mist.state import Clue, State
from ludex.systems.mist.terms import MissionPhase, Mode, ScenePhase

ALONE, WITH = "roll", "with"
AS_PUT, REWORDED, HIDDEN = "as_put", "reworded", "hidden"


class Turn(Action, frozen=True, kw_only=True):
    """An action and the threats that it addresses. `aside`: it is no turn of the scene loop.

    `weighed`: the words of the clues that it finds are the MC's (MST-LIV-29). `instead`: the MC rolls for somebody.
    """

    addresses: tuple[str, ...] = ()
    aside: bool = False
    text: str = ""
    weighed: bool = False
    instead: bool = False


class TurnTaken(ActionDone, frozen=True, kw_only=True):
    """The action, what is due after it, and the clues as they are in the file (`loose`: there is no case to put them in)."""

    action_due: bool = False
    due_threats: tuple[str, ...] = ()
    found: tuple[Clue, ...] = ()
    loose: bool = False


@rule("MST-SCN-4", "MST-LIV-9", "MST-LIV-12")
async def turn(state: State, given: Turn) -> TurnTaken:
    """Take an action in the scene: it is resolved, then the scene goes on to its consequences."""
    if given.aside:
        return await _acted(state, given)
    not_writing = [phase for phase in MissionPhase if phase != MissionPhase.WRITING]
    if mission_phase(state) == MissionPhase.WRITING:
        check_phase(MISSION, mission_phase(state), not_writing)
    if state.running:
        check_settled(state.running)
    return await _in_scene(state, given)


async def _in_scene(state: State, given: Turn) -> TurnTaken:
    """Before any die: who and what is named is there. Then the loop turns, the action is made, and the scene has it."""
    actor = actor_of(state, given.actor)
    for threat in given.addresses:
        open_threat(scene_of(state), threat)
    check_action(state, actor, given)
    state = await ready_to_act(state)
    taken = await _acted(state, given)
    after = taken.scene or scene_of(state)
    acted = await scene_act(
        replace(state, scene=replace(after, phase=ScenePhase.ACTION)), Act(given.actor, taken.result, given.addresses)
    )
    return replace(taken, scene=acted.scene, action_due=acted.action_due, due_threats=acted.due_threats)


def check_action(state: State, actor: Character, given: Turn) -> None:
    """Refuse before any die what the action cannot do: unknown or burnt tags, effects that it cannot pay (MST-LIV-9)."""
    if given.mode in (Mode.DETAILED, Mode.QUICK):
        check_effects(state, given, invoke(state, actor, given).power)


async def _acted(state: State, given: Turn) -> TurnTaken:
    """The action itself, with everything that comes with it by rule."""
    state = await use(state, actor_of(state, given.actor).id)
    done = await action(state, given)
    for theme in done.growth_due:
        await mark_due(_after(state, done), given.actor, theme)
    found = await _find(state, given, done.clues) if done.clues else ()
    return TurnTaken(**msgspec.structs.asdict(done), found=found, loose=bool(found) and state.case is None)


def _after(state: State, done: ActionDone) -> State:
    """The state that the action has left, as far as it tells."""
    people = done.characters or state.characters
    return replace(state, scene=done.scene, characters=people)


# --- clues (MST-LIV-29) ----------------------------------------------------------------------------------------------


@rule("MST-LIV-29", "MST-EFF-3")
async def _find(state: State, given: Turn, texts: tuple[str, ...]) -> tuple[Clue, ...]:
    """The clues that were bought, in the file (or kept for the next) in the words that the MC gives them."""
    if given.weighed:
        texts = await _weigh_clues(state, given, texts)
    case = state.case
    ready = {clue.id: clue for clue in case.hidden_clues} if case else {}
    known = [clue.id for clue in (case.clues if case else state.loose)]
    found: list[Clue] = []
    for text in texts:
        name, _, more = text.partition(":")
        clue = replace(ready[text], hidden=False) if text in ready else Clue(name, more, source="action")
        if clue.id in known:
            continue
        known.append(clue.id)
        await happen(ClueFound(clue) if case else ClueKept(clue))
        found.append(clue)
    return tuple(found)


async def _weigh_clues(state: State, given: Turn, texts: tuple[str, ...]) -> tuple[str, ...]:
    """One question to the MC for all clues of the action: as put, in other words, or one of the hidden clues."""
    hidden = tuple(clue.id for clue in state.case.hidden_clues) if state.case else ()
    other = Option(f"{REWORDED}:<text>", say("answers.clue_reworded"))
    options = [
        Option(AS_PUT, say("answers.clue_as_put")),
        other,
        *(Option(f"{HIDDEN}:{name}", say("answers.clue_hidden", clue=name)) for name in hidden),
    ]
    question = say("questions.clue_words", who=given.actor, clues=list(texts))
    answer = await choose(GM, question, options, about=",".join(texts))
    if answer == AS_PUT:
        return texts
    if (said := other.match(answer)) is not None:
        words = [word.strip() for word in said["text"].replace("，", ",").split(",") if word.strip()]
        return (*words, *texts[len(words) :])
    name = answer.removeprefix(f"{HIDDEN}:")
    if name not in hidden:
        raise RuleError("bad_choice", clause="MST-LIV-29", answer=answer[:40], options=[o.answer for o in options])
    return (name, *texts[1:])


# --- the MC calls (MST-LIV-4) ----------------------------------------------------------------------------------------


@rule("MST-LIV-4")
async def called_turn(state: State, given: Turn) -> TurnTaken:
    """An action that the MC calls for: its player names own tags or none, and rolls at once."""
    actor = actor_of(state, given.actor)
    for threat in given.addresses:
        open_threat(scene_of(state), threat)
    question = say("questions.called_turn", text=given.text, threats=list(given.addresses), hinder=list(given.hinder))
    with_tags = Option(f"{WITH}:<tags>", say("answers.called_with"), {"tags": _helpful(actor)})
    options = [with_tags, Option(ALONE, say("answers.called_without"))]
    answer = await choose(player_of(actor.id), question, options, about=actor.id)
    own = given
    if answer != ALONE:
        named_tags = with_tags.match(answer)
        if named_tags is None:
            raise RuleError("bad_choice", clause="MST-LIV-4", answer=answer[:40], options=[WITH, ALONE])
        own = _with_own(state, actor, given, named_tags["tags"])
    open_now = scene_of(state).open_threats
    own = replace(own, addresses=tuple(threat for threat in own.addresses if threat in open_now))
    return await _called(state, actor, own)


def _helpful(actor: Character) -> tuple[str, ...]:
    return tuple(tag for theme in actor.themes for tag in theme.usable)


def _with_own(state: State, actor: Character, given: Turn, text: str) -> Turn:
    """The call with what its player names; the call's own tags count for all."""
    own = read_invocation(state, actor, text)
    return replace(
        given,
        help=tuple(dict.fromkeys((*given.help, *own.help))),
        hinder=tuple(dict.fromkeys((*given.hinder, *own.hinder))),
        burn=tuple(dict.fromkeys((*given.burn, *own.burn))),
        status_help=tuple(dict.fromkeys((*given.status_help, *own.status_help))),
        status_hinder=tuple(dict.fromkeys((*given.status_hinder, *own.status_hinder))),
    )


async def _called(state: State, actor: Character, given: Turn) -> TurnTaken:
    """All called actions are one turn of the loop: what they owe adds up, and one delivery settles it."""
    check_action(state, actor, given)
    scene = state.running
    if scene is None or scene.phase != ScenePhase.CONSEQUENCE:
        return await _in_scene(state, given)
    taken = await _acted(state, given)
    after = replace(taken.scene or scene, phase=ScenePhase.ACTION)
    acted = await scene_act(
        replace(state, scene=after), Act(given.actor, taken.result, given.addresses, scene.action_due)
    )
    return replace(taken, scene=acted.scene, action_due=acted.action_due, due_threats=acted.due_threats)
