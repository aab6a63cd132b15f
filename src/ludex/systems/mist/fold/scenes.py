"""State × event → state: scenes."""

from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.plain import Plain
from ludex.systems.mist import events as ev
from ludex.systems.mist.sheet import Threat
from ludex.systems.mist.state import Beat, Scene, State
from ludex.systems.mist.terms import ScenePhase, ThreatState


def _now(threats: tuple[Threat, ...], ids: tuple[str, ...], state: ThreatState) -> tuple[Threat, ...]:
    """The threats, with those open ones of these ids in another state."""
    return tuple(replace(t, state=state) if t.id in ids and t.state == ThreatState.OPEN else t for t in threats)


def scene_opened(state: State, event: ev.SceneOpened) -> State:
    """The last one is over."""
    scene = Scene(past=event.past, when=event.when, story_tags=event.story_tags, text=event.text)
    owed = replace(scene, phase=ScenePhase.CONSEQUENCE, round=1, action_due=True)
    now = state.now if event.past else event.when
    opened = replace(state, scene=owed if event.owed else scene, now=now, stood=state.met)
    return opened.told(Beat("past" if event.past else "scene", event.text))


def scene_established(state: State, event: ev.SceneEstablished) -> State:
    """Added to what is there."""
    scene = state.scene_now
    return state.with_scene(
        phase=ScenePhase.ACTION,
        round=scene.round + 1,
        challenges=(*scene.challenges, *event.challenges),
        threats=(*scene.threats, *event.threats),
        story_tags=(*scene.story_tags, *event.story_tags),
    )


def challenge_changed(state: State, event: ev.ChallengeChanged) -> State:
    """In its old place, if it had one."""
    if any(c.id == event.challenge.id for c in state.challenges):
        return state.with_challenge(event.challenge.id, lambda _: event.challenge)
    return state.with_scene(challenges=(*state.challenges, event.challenge))


def challenge_prepared(state: State, event: ev.ChallengePrepared) -> State:
    """The last one of that id."""
    others = tuple(c for c in state.prepared if c.id != event.challenge.id)
    return replace(state, prepared=(*others, event.challenge))


def pack_shelved(state: State, event: ev.PackShelved) -> State:
    """After the others."""
    return replace(state, packs=(*state.packs, event.pack))


def packs_changed(state: State, event: ev.PacksChanged) -> State:
    """All of them."""
    return replace(state, packs=event.packs)


def scene_furnished(state: State, event: ev.SceneFurnished) -> State:
    """Added to what is there; phase and round stay."""
    scene = state.scene_now
    return state.with_scene(
        challenges=(*scene.challenges, *event.challenges),
        threats=(*scene.threats, *event.threats),
        story_tags=(*scene.story_tags, *event.story_tags),
        effects=(*scene.effects, *event.effects),
    )


def effect_drawn(state: State, event: ev.EffectDrawn) -> State:
    """The same record with its marks, wherever it is borne."""
    drawn, bearer = event.effect, event.bearer

    def now(effects: tuple[Effect, ...], first: int = 0) -> tuple[Effect, ...]:
        named = ((effect.id or f"{bearer}#{n}", effect) for n, effect in enumerate(effects, first))
        return tuple(replace(e, spent=drawn.spent, left=drawn.left) if name == drawn.id else e for name, e in named)

    if character := state.character(bearer):
        themes, first = [], 0
        for theme in character.themes:
            themes.append(replace(theme, effects=now(theme.effects, first)))
            first += len(theme.effects)
        return state.with_character(bearer, lambda c: replace(c, themes=tuple(themes)))
    if state.holder(bearer):
        return state.with_challenge(bearer, lambda c: replace(c, effects=now(c.effects)))
    return state.with_scene(effects=now(state.scene_now.effects))


def effects_acted(state: State, event: ev.EffectsActed) -> State:
    """Which they were, until others act."""
    return replace(state, acts=state.acts + 1, acted=event.acted) if event.acted else state


def threats_met(state: State, event: ev.ThreatsMet) -> State:
    """Those that hung over the scene."""
    return state.with_scene(threats=_now(state.scene_now.threats, event.ids, event.state))


def scene_acted(state: State, event: ev.SceneActed) -> State:
    """On to the consequences, once everybody who was called has acted."""
    threats = _now(state.scene_now.threats, event.resolved, ThreatState.RESOLVED)
    left = _uncalled(state, event.actor) if event.called else state.scene_now.called
    phase = ScenePhase.ACTION if left else ScenePhase.CONSEQUENCE
    acted = state.with_scene(phase=phase, threats=threats, action_due=event.action_due, called=left)
    return acted.told(Beat("roll", event.text, event.actor, event.result))


def _uncalled(state: State, actor: str) -> tuple[Plain, ...]:
    return tuple(turn for turn in state.scene_now.called if turn["actor"] != actor)


def pool_thrown(state: State, event: ev.PoolThrown) -> State:  # noqa: ARG001  # nothing has changed
    """Only that it was thrown."""
    return state


def turns_called(state: State, event: ev.TurnsCalled) -> State:
    """After those who have not acted yet."""
    return state.with_scene(called=(*state.scene_now.called, *event.turns))


def call_dropped(state: State, event: ev.CallDropped) -> State:
    """Where nobody else is waited for, the turn is over."""
    left = _uncalled(state, event.actor)
    over = not left and state.scene_now.phase == ScenePhase.ACTION and state.scene_now.action_due
    phase = ScenePhase.CONSEQUENCE if over else state.scene_now.phase
    return state.with_scene(called=left, phase=phase)


def consequences_coming(state: State, event: ev.ConsequencesComing) -> State:
    """Until everybody has answered."""
    return state.with_scene(incoming=event.incoming, drawn=event.drawn)


def incoming_met(state: State, event: ev.IncomingMet) -> State:
    """Nothing of it is left."""
    left = tuple(one for one in state.scene_now.incoming if one["target"] != event.actor)
    met = state.with_scene(incoming=left)
    return met.told(Beat("ward", who=event.actor, result=event.result)) if event.result else met


def consequences_delivered(state: State, event: ev.ConsequencesDelivered) -> State:
    """Nothing more is due."""
    threats = _now(state.scene_now.threats, event.realised, ThreatState.REALISED)
    return state.with_scene(threats=threats, action_due=False, incoming=(), drawn=())


def threat_announced(state: State, event: ev.ThreatAnnounced) -> State:
    """Recorded last."""
    return state.with_scene(threats=(*state.scene_now.threats, event.threat))


def scene_turned(state: State, event: ev.SceneTurned) -> State:
    """Only the phase; with the end of a scene nothing is owed any more."""
    over = event.phase == ScenePhase.ENDED
    due = state.scene_now.action_due and not over
    called = () if over else state.scene_now.called
    return replace(state.with_scene(phase=event.phase, action_due=due, called=called), ended=state.ended + over)


def scene_wrapped(state: State, event: ev.SceneWrapped) -> State:  # noqa: ARG001  # the event says it all
    """What is left stays."""
    return state.with_scene(wrapped=True)
