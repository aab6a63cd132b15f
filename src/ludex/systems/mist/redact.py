"""What a viewer may know: the state without what is the MC's alone. Everything that a viewer gets is made of it.

The MC's alone are: limits, how complex a mystery is, threats that are not announced and what threats bring, challenges that are
prepared, and the challenges, missions and scenes of the table's own packs. Everything else is open: sheets, clues, statuses and
tags of challenges, whether one is overcome, and the themes and characters of packs. Suppression tells which limits did it.
"""

from msgspec.structs import replace

from ludex.core.principals import Viewer
from ludex.core.say import Say, say
from ludex.systems.mist.content import open_packs
from ludex.systems.mist.sheet import Challenge, Threat
from ludex.systems.mist.state import Mission, Mystery, Scene, State, VeiledMystery

MC_ONLY = frozenset({"limit_set", "challenge_prepare", "pack_shelve", "conclusion_power"})
"""Procedures about nothing but what is the MC's alone: nobody else is told what they did."""


def redact(state: State, viewer: Viewer) -> State:
    """The state as a viewer may know it. Players and observers know the same."""
    if viewer.gm:
        return state
    scene = _scene(state.scene) if state.scene else None
    mission = _mission(state.mission) if state.mission else None
    return replace(state, scene=scene, mission=mission, prepared=(), packs=open_packs(state.packs))


def assumed(state: State, viewer: Viewer) -> dict[str, Say]:
    """What the odds take for granted: that the clues put on a mystery are as many as it takes."""
    if viewer.gm or state.mission is None:
        return {}
    return {m.id: say("told.assumed_complexity", mystery=m.called) for m in state.mission.mysteries}


def _scene(scene: Scene) -> Scene:
    challenges, threats = map(_challenge, scene.challenges), map(_threat, scene.threats)
    return replace(scene, challenges=tuple(challenges), threats=tuple(threats))


def _challenge(challenge: Challenge) -> Challenge:
    """Without its limits; whether one was reached is open."""
    return replace(challenge, limits=(), threats=())


def _threat(threat: Threat) -> Threat:
    return replace(threat, brings=())


def _mission(mission: Mission) -> Mission:
    return replace(mission, mysteries=tuple(map(_mystery, mission.mysteries)))


def _mystery(mystery: Mystery) -> VeiledMystery:
    """As if one clue were enough: whether more are needed shows when a conclusion is put (MST-FIL-3)."""
    return VeiledMystery(mystery.id, mystery.question)
