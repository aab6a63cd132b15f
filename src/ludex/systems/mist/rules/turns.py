"""Actions (行动) and The scene loop (场景循环), joined: an action inside a scene, and what it makes of the threats. MST-SCN-4."""

import msgspec

from ludex.core.rule import rule
from ludex.systems.mist.rules.actions import Action, ActionDone, action
from ludex.systems.mist.rules.scenes import Act, open_threat, scene_act, scene_in
from ludex.systems.mist.state import State
from ludex.systems.mist.terms import ScenePhase


class Turn(Action, frozen=True, kw_only=True):
    """An action and the threats that it addresses. `aside`: it is no turn of the scene loop."""

    addresses: tuple[str, ...] = ()
    aside: bool = False
    text: str = ""


class TurnTaken(ActionDone, frozen=True, kw_only=True):
    """The action, and what is due after it."""

    action_due: bool = False
    due_threats: tuple[str, ...] = ()


@rule("MST-SCN-4")
async def turn(state: State, given: Turn) -> TurnTaken:
    """Take an action in the scene: it is resolved, then the scene goes on to its consequences."""
    if given.aside or state.scene is None or state.scene.phase == ScenePhase.ENDED:
        done = await action(state, given)
        return TurnTaken(**msgspec.structs.asdict(done))
    scene = scene_in(state, ScenePhase.ACTION)
    for threat in given.addresses:
        open_threat(scene, threat)
    done = await action(state, given)
    acted = await scene_act(_after(state, done), Act(given.actor, done.result, given.addresses))
    after = msgspec.structs.replace(done, scene=acted.scene)
    return TurnTaken(**msgspec.structs.asdict(after), action_due=acted.action_due, due_threats=acted.due_threats)


def _after(state: State, done: ActionDone) -> State:
    """The state that the action has left, as far as the scene is concerned."""
    return msgspec.structs.replace(state, scene=done.scene)
