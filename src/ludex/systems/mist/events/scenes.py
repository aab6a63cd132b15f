"""What becomes true of scenes: they open, turn, and hold challenges and threats."""

from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.events import Event, Lines, Untold, effect
from ludex.core.plain import Plain
from ludex.core.say import say
from ludex.systems.mist.events.telling import Witness, arrival_lines, overcome_line, tag_lines, threat_lines
from ludex.systems.mist.sheet import Challenge, StoryTag, Threat
from ludex.systems.mist.state import SCENE, Beat, Scene, State
from ludex.systems.mist.terms import ScenePhase, ThreatState


class SceneOpened(Untold[State]):
    """A new scene begins, with the story tags that were kept; with a consequence `owed` it begins there."""

    past: bool
    when: int
    story_tags: tuple[StoryTag, ...] = ()
    text: str = ""
    owed: bool = False

    def apply(self, state: State) -> State:
        scene = Scene(past=self.past, when=self.when, story_tags=self.story_tags, text=self.text)
        owed = replace(scene, phase=ScenePhase.CONSEQUENCE, round=1, action_due=True)
        now = state.now if self.past else self.when
        opened = replace(state, scene=owed if self.owed else scene, now=now, stood=state.met)
        return opened.told(Beat("past" if self.past else "scene", self.text))


class SceneEstablished(Event[State]):
    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()

    def apply(self, state: State) -> State:
        scene = state.scene_now
        return state.with_scene(
            phase=ScenePhase.ACTION,
            round=scene.round + 1,
            challenges=(*scene.challenges, *self.challenges),
            threats=(*scene.threats, *self.threats),
            story_tags=(*scene.story_tags, *self.story_tags),
        )

    def tell(self, seen: Witness) -> Lines:
        return (*arrival_lines(seen, self.challenges), *tag_lines(seen, self.story_tags))


class ChallengeChanged(Event[State]):
    challenge: Challenge
    came: bool = False
    overcame: bool = False

    def apply(self, state: State) -> State:
        if any(c.id == self.challenge.id for c in state.challenges):
            return state.with_challenge(self.challenge.id, lambda _: self.challenge)
        return state.with_scene(challenges=(*state.challenges, self.challenge))

    def tell(self, seen: Witness) -> Lines:
        if self.came:
            yield from arrival_lines(seen, (self.challenge,))
        if self.overcame and (holder := seen.holder(self.challenge.id)) is not None:
            yield overcome_line(holder)


class ChallengePrepared(Untold[State]):
    challenge: Challenge

    def apply(self, state: State) -> State:
        others = tuple(c for c in state.prepared if c.id != self.challenge.id)
        return replace(state, prepared=(*others, self.challenge))


class PackShelved(Untold[State]):
    pack: str
    kept: tuple[str, ...] = ()
    """What of it is a secret of the MC's until it is opened, as `kind/name`."""

    def apply(self, state: State) -> State:
        kept = tuple(dict.fromkeys((*state.kept, *self.kept)))
        return replace(state, packs=(*state.packs, self.pack), kept=kept)


class ContentOpened(Untold[State]):
    """Players know of something that the MC has kept: it was used before them, or opened."""

    key: str

    def apply(self, state: State) -> State:
        return replace(state, kept=tuple(key for key in state.kept if key != self.key))


class PacksChanged(Untold[State]):
    packs: tuple[str, ...]
    kept: tuple[str, ...] = ()
    """What of them is a new secret of the MC's, as `kind/name`."""

    def apply(self, state: State) -> State:
        return replace(state, packs=self.packs, kept=tuple(dict.fromkeys((*state.kept, *self.kept))))


class SceneFurnished(Event[State]):
    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()
    effects: tuple[Effect, ...] = ()

    def apply(self, state: State) -> State:
        scene = state.scene_now
        return state.with_scene(
            challenges=(*scene.challenges, *self.challenges),
            threats=(*scene.threats, *self.threats),
            story_tags=(*scene.story_tags, *self.story_tags),
            effects=(*scene.effects, *self.effects),
        )

    def tell(self, seen: Witness) -> Lines:
        return (*arrival_lines(seen, self.challenges), *tag_lines(seen, self.story_tags))


class EffectDrawn(Untold[State]):
    """A record that somebody bears has been drawn on: the marks of its limits."""

    bearer: str
    effect: Effect

    def apply(self, state: State) -> State:
        """The same record with its marks, wherever it is borne."""
        drawn, bearer = self.effect, self.bearer

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


class EffectsActed(Event[State]):
    acted: tuple[tuple[str, str], ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, acts=state.acts + 1, acted=self.acted) if self.acted else state

    def tell(self, seen: Witness) -> Lines:
        """Each by its name, or by who bears it, as far as the viewer knows of it (MST-LIV-34)."""
        for bearer, name in (one for one in self.acted if one in seen.after.acted):
            scene = say("things.scene")
            yield effect("told.record_acted", name=name or scene, who=scene if bearer == SCENE else bearer)


class ThreatsMet(Event[State]):
    ids: tuple[str, ...]
    state: ThreatState

    def apply(self, state: State) -> State:
        return state.with_scene(threats=with_threats_met(state.scene_now.threats, self.ids, self.state))

    def tell(self, seen: Witness) -> Lines:
        return threat_lines(seen, self.ids, self.state)


class SceneActed(Event[State]):
    """Somebody has acted: addressed threats are resolved, and a consequence may be due."""

    actor: str
    result: str
    resolved: tuple[str, ...] = ()
    action_due: bool = False
    called: bool = False
    text: str = ""

    def apply(self, state: State) -> State:
        """On to the consequences, once everybody who was called has acted."""
        threats = with_threats_met(state.scene_now.threats, self.resolved, ThreatState.RESOLVED)
        left = without_call(state, self.actor) if self.called else state.scene_now.called
        phase = ScenePhase.ACTION if left else ScenePhase.CONSEQUENCE
        acted = state.with_scene(phase=phase, threats=threats, action_due=self.action_due, called=left)
        return acted.told(Beat("roll", self.text, self.actor, self.result))

    def tell(self, seen: Witness) -> Lines:
        return threat_lines(seen, self.resolved, ThreatState.RESOLVED)


class PoolThrown(Untold[State]):
    """Somebody has thrown a pool for nothing but to see: it changes nothing and is a step like any other (MST-LIV-6)."""

    power: int

    def apply(self, state: State) -> State:
        return state


class TurnsCalled(Untold[State]):
    turns: tuple[Plain, ...]

    def apply(self, state: State) -> State:
        return state.with_scene(called=(*state.scene_now.called, *self.turns))


class CallDropped(Untold[State]):
    actor: str

    def apply(self, state: State) -> State:
        """Where nobody else is waited for, the turn is over."""
        left = without_call(state, self.actor)
        over = not left and state.scene_now.phase == ScenePhase.ACTION and state.scene_now.action_due
        phase = ScenePhase.CONSEQUENCE if over else state.scene_now.phase
        return state.with_scene(called=left, phase=phase)


class ConsequencesComing(Untold[State]):
    """Statuses are about to land on people who may mitigate them; `drawn` says where all of the delivery comes from."""

    incoming: tuple[Plain, ...]
    drawn: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return state.with_scene(incoming=self.incoming, drawn=self.drawn)


class IncomingMet(Untold[State]):
    """What was about to land on somebody has landed, or been warded off (`result`: how, if it was rolled for)."""

    actor: str
    result: str = ""

    def apply(self, state: State) -> State:
        left = tuple(one for one in state.scene_now.incoming if one["target"] != self.actor)
        met = state.with_scene(incoming=left)
        return met.told(Beat("ward", who=self.actor, result=self.result)) if self.result else met


class ConsequencesDelivered(Event[State]):
    """The MC has let consequences land: these threats have come true, and what was due is settled."""

    realised: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        threats = with_threats_met(state.scene_now.threats, self.realised, ThreatState.REALISED)
        return state.with_scene(threats=threats, action_due=False, incoming=(), drawn=())

    def tell(self, seen: Witness) -> Lines:
        return threat_lines(seen, self.realised, ThreatState.REALISED)


class ThreatAnnounced(Untold[State]):
    threat: Threat

    def apply(self, state: State) -> State:
        return state.with_scene(threats=(*state.scene_now.threats, self.threat))


class SceneTurned(Untold[State]):
    phase: ScenePhase

    def apply(self, state: State) -> State:
        """Only the phase; with the end of a scene nothing is owed any more."""
        over = self.phase == ScenePhase.ENDED
        due = state.scene_now.action_due and not over
        called = () if over else state.scene_now.called
        return replace(state.with_scene(phase=self.phase, action_due=due, called=called), ended=state.ended + over)


class SceneWrapped(Untold[State]):
    """A scene that has ended is cleared up: the story tags that are left stay."""

    def apply(self, state: State) -> State:
        return state.with_scene(wrapped=True)


# --- changes of the state -------------------------------------------------------------------------------------------


def with_threats_met(threats: tuple[Threat, ...], ids: tuple[str, ...], state: ThreatState) -> tuple[Threat, ...]:
    """The threats, with those open ones of these ids in another state."""
    return tuple(replace(t, state=state) if t.id in ids and t.state == ThreatState.OPEN else t for t in threats)


def without_call(state: State, actor: str) -> tuple[Plain, ...]:
    """The actions that are called for and not rolled yet, without somebody's."""
    return tuple(turn for turn in state.scene_now.called if turn["actor"] != actor)
