"""What a viewer may know. One place decides: everything is drawn and told from what comes out of here.

The MC's alone are: limits, challenges prepared and not in the scene yet, threats prepared and not announced, what threats
will bring, and how complex a mystery is.
"""

from msgspec.structs import replace

from ludex.core.system import Viewer
from ludex.systems.mist.sheet import Challenge, Threat
from ludex.systems.mist.state import Mission, Scene, State


def known(state: State, viewer: Viewer) -> tuple[str, ...]:  # noqa: ARG001  # every system is asked alike
    """The ids of the actors that a viewer may know of: everybody's sheets are open at a mist table."""
    return tuple(character.id for character in state.characters)


def redacted(state: State, viewer: Viewer) -> State:
    """The state as far as this viewer knows it."""
    if viewer.gm:
        return state
    scene = _scene(state.scene) if state.scene else None
    mission = _mission(state.mission) if state.mission else None
    return replace(state, scene=scene, mission=mission, prepared=())


def _scene(scene: Scene) -> Scene:
    return replace(
        scene,
        challenges=tuple(_challenge(c) for c in scene.challenges),
        threats=tuple(_threat(t) for t in scene.threats),
    )


def _challenge(challenge: Challenge) -> Challenge:
    return replace(challenge, limits=(), threats=())


def _threat(threat: Threat) -> Threat:
    return replace(threat, brings=())


def _mission(mission: Mission) -> Mission:
    return replace(mission, mysteries=tuple(replace(m, complexity=0) for m in mission.mysteries))
