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
from ludex.systems.mist.content import open_packs
from ludex.systems.mist.sheet import Challenge, Limit, Threat
from ludex.systems.mist.state import Clue, Mission, Mystery, Scene, State, VeiledMystery
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
    scene = _scene(state, state.scene, viewer.numbers) if state.scene else None
    mission = _mission(state.mission, viewer) if state.mission else None
    unseen = [challenge.id for challenge in state.challenges if challenge.hidden]
    return replace(  # MST-LIV-37: whatever is told, undone or refused is made of this
        state,
        scene=scene,
        mission=mission,
        prepared=(),
        stood=(),
        packs=open_packs(state.packs, state.kept, _read(state) if state.kept else ()),
        kept=(),
        archive=tuple(_mission(one, viewer) for one in state.archive),
        acted=tuple(one for one in state.acted if one[0] not in unseen),
        loose=tuple(clue for clue in state.loose if not clue.hidden),
        notes=tuple(note for note in state.notes if note.holder and note.holder in viewer.controls),
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


def _scene(state: State, scene: Scene, numbers: str) -> Scene:
    challenges = tuple(_challenge(c, numbers) for c in scene.challenges if not c.hidden)
    unseen = frozenset(c.id for c in scene.challenges if c.hidden)
    return replace(
        scene,
        challenges=challenges,
        threats=tuple(_threat(threat, unseen) for threat in scene.threats),
        called=tuple(_turn(state.seen, turn) for turn in scene.called) if unseen else scene.called,
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
    return replace(challenge, limits=limits, threats=(), bands=bands or challenge.bands, effects=effects)


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


def _threat(threat: Threat, unseen: frozenset[str]) -> Threat:
    """Without what it brings, and without the one unseen that it comes from (MST-LIV-41)."""
    return replace(threat, brings=(), source="" if threat.source in unseen else threat.source)


def _mission(mission: Mission, viewer: Viewer) -> Mission:
    """Without what is hidden, and without others' private clues (MST-LIV-35, -39)."""
    return replace(
        mission,
        mysteries=tuple(_mystery(m, viewer.numbers) for m in mission.mysteries),
        clues=tuple(map(_clue, (c for c in mission.clues if not c.holder or c.holder in viewer.controls))),
        anomaly="",
        scenes=(),
        hidden_clues=(),
        hidden_traits=(),
        notes=(),
        handouts=(),
    )


def _clue(clue: Clue) -> Clue:
    """Without what the MC prepared it for."""
    return replace(clue, proves=(), against=())


def _mystery(mystery: Mystery, numbers: str) -> Mystery:
    """As if one clue were enough: whether more are needed shows when a conclusion is put (MST-FIL-3)."""
    answer = mystery.answer if mystery.told else ""
    if numbers == "open":
        return Mystery(mystery.id, mystery.question, mystery.complexity, answer, told=mystery.told)
    return VeiledMystery(mystery.id, mystery.question, answer=answer, told=mystery.told)
