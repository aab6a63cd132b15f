"""What a viewer may know: the state without what is the MC's alone. Everything that a viewer gets is made of it.

The MC's alone are: limits, how complex a mystery is, threats that are not announced and what threats bring, challenges that are
prepared, and the challenges, missions and scenes of the table's own packs. Everything else is open: sheets, clues, statuses and
tags of challenges, whether one is overcome, and the themes and characters of packs. Suppression tells which limits did it.
"""

from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.plain import Plain, list_in
from ludex.core.principals import Viewer
from ludex.core.say import Say, say
from ludex.core.visibility import masked
from ludex.systems.mist.content import open_packs
from ludex.systems.mist.sheet import Challenge, Limit
from ludex.systems.mist.state import Mission, Mystery, Scene, State, VeiledMystery
from ludex.systems.mist.terms import Band

MC_ONLY = frozenset(
    {
        *("limit_set", "challenge_prepare", "pack_shelve", "pack_unshelve", "mission_amend", "conclusion_power"),
        *("clue_place", "trait_hide", "mystery_change"),
    }
)
"""Procedures about nothing but what is the MC's alone: nobody else is told what they did."""


def redact(state: State, viewer: Viewer) -> State:
    """The state as a viewer may know it. Players and observers know the same (MST-LIV-35, -37)."""
    if viewer.gm:
        return state
    known = masked(state, viewer)
    unseen = frozenset(challenge.id for challenge in state.challenges if challenge.hidden)
    return replace(  # MST-LIV-37: whatever is told, undone or refused is made of this
        known,
        scene=_scene(state.seen, known.scene, unseen, viewer.numbers) if known.scene else None,
        mission=_mission(known.mission, viewer.numbers) if known.mission else None,
        packs=open_packs(state.packs, state.kept, _read(state) if state.kept else ()),
        archive=tuple(_mission(one, viewer.numbers) for one in known.archive),
        acted=tuple(one for one in state.acted if one[0] not in unseen),
    )


def open_table(state: State) -> State:
    """The table with what of its own content players choose among."""
    return replace(state, packs=open_packs(state.packs, state.kept, _read(state)), kept=()) if state.kept else state


def _read(state: State) -> set[str]:
    """What of the MC's own content is known all the same, by its name: who sits at the table, and the themes on open sheets."""
    return {name for c in state.characters for name in (c.id, *(theme.id for theme in c.themes))}


def assumed(state: State, viewer: Viewer) -> dict[str, Say]:
    """What the odds take for granted: that the clues put on a mystery are as many as it takes."""
    if viewer.gm or state.mission is None:
        return {}
    return {m.id: say("told.assumed_complexity", mystery=m.called) for m in state.mission.mysteries}


def _scene(seen: State, scene: Scene, unseen: frozenset[str], numbers: str) -> Scene:
    """Without what anybody unseen has to do with (MST-LIV-41)."""
    return replace(
        scene,
        challenges=tuple(_challenge(c, numbers) for c in scene.challenges),
        threats=tuple(replace(t, source="") if t.source in unseen else t for t in scene.threats),
        called=tuple(_turn(seen, turn) for turn in scene.called) if unseen else scene.called,
    )


def _turn(seen: State, turn: Plain) -> Plain:
    """An action that the MC has called for, without what it names of a challenge on stage unseen (MST-LIV-41)."""
    sides = {side: [n for n in list_in(turn.get(side)) if seen.named(str(n))] for side in NAMED if turn.get(side)}
    return {**turn, **sides}


NAMED = ("help", "hinder", "status_help", "status_hinder")
"""What names tags and statuses in an action."""


def _challenge(challenge: Challenge, numbers: str) -> Challenge:
    """Without its limits, unless the table shows them or how far off they are; whether one was reached is open."""
    bands = {k.status: _band(challenge, k) for k in challenge.limits} if numbers == "bands" else {}
    limits = challenge.limits if numbers == "open" else ()
    effects = challenge.effects if numbers == "open" else tuple(map(_effect, challenge.effects))
    return replace(challenge, limits=limits, bands=bands or challenge.bands, effects=effects)


def _effect(effect: Effect) -> Effect:
    """A record without what it makes of limits, which are the MC's."""
    return replace(effect, modifiers=tuple(m for m in effect.modifiers if m.of != "limit"))


NEAR = 2
"""Tiers from which on a limit is near (ours)."""


def _band(challenge: Challenge, limit: Limit) -> str:
    """How far off a limit is: far, near, one tier below."""
    tier = max((s.tier for s in challenge.statuses if s.family == limit.status), default=0)
    left = limit.limit - tier
    return Band.REACHED if left < 1 else Band.ONE if left == 1 else Band.NEAR if left <= NEAR else Band.FAR


def _mission(mission: Mission, numbers: str) -> Mission:
    """With its mysteries as players know them (MST-LIV-35)."""
    return replace(mission, mysteries=tuple(_mystery(m, numbers) for m in mission.mysteries))


def _mystery(mystery: Mystery, numbers: str) -> Mystery:
    """As if one clue were enough: whether more are needed shows when a conclusion is put (MST-FIL-3)."""
    answer = mystery.answer if mystery.told else ""
    if numbers == "open":
        return Mystery(mystery.id, mystery.question, mystery.complexity, answer, told=mystery.told)
    return VeiledMystery(mystery.id, mystery.question, answer=answer, told=mystery.told)
