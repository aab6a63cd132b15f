"""What can happen to a scene: it opens, turns, and holds challenges and threats."""

from msgspec.structs import replace

from ludex.systems.mist.events.changing import Happened, off_stage, with_challenge, with_scene
from ludex.systems.mist.sheet import Challenge, StoryTag, Threat
from ludex.systems.mist.terms import ScenePhase, ThreatState
from ludex.systems.mist.world import Scene, State


class SceneOpened(Happened, frozen=True, tag="scene_opened"):
    """A new scene begins, with the story tags that were kept."""

    past: bool
    when: int
    story_tags: tuple[StoryTag, ...] = ()
    text: str = ""

    def upon(self, state: State) -> State:
        """The last one is over."""
        return replace(state, scene=Scene(past=self.past, when=self.when, story_tags=self.story_tags, text=self.text))


class SceneEstablished(Happened, frozen=True, tag="scene_established"):
    """The situation is set up and the next round begins."""

    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()

    def upon(self, state: State) -> State:
        """Added to what is there."""
        scene = off_stage(state)
        return with_scene(
            state,
            phase=ScenePhase.ACTION,
            round=scene.round + 1,
            challenges=(*scene.challenges, *self.challenges),
            threats=(*scene.threats, *self.threats),
            story_tags=(*scene.story_tags, *self.story_tags),
        )


class ChallengeChanged(Happened, frozen=True, tag="challenge_changed"):
    """The MC has added or rewritten a challenge."""

    challenge: Challenge

    def upon(self, state: State) -> State:
        """In its old place, if it had one."""
        if any(c.id == self.challenge.id for c in state.challenges):
            return with_challenge(state, self.challenge.id, lambda _: self.challenge)
        return with_scene(state, challenges=(*state.challenges, self.challenge))


class ChallengePrepared(Happened, frozen=True, tag="challenge_prepared"):
    """The MC has a challenge ready, or ready anew."""

    challenge: Challenge

    def upon(self, state: State) -> State:
        """The last one of that id."""
        others = tuple(c for c in state.prepared if c.id != self.challenge.id)
        return replace(state, prepared=(*others, self.challenge))


class PackShelved(Happened, frozen=True, tag="pack_shelved"):
    """A content pack of the table's own is on the shelf."""

    pack: str

    def upon(self, state: State) -> State:
        """After the others."""
        return replace(state, packs=(*state.packs, self.pack))


class SceneActed(Happened, frozen=True, tag="scene_acted"):
    """Somebody has acted: addressed threats are resolved, and a consequence may be due."""

    actor: str
    result: str
    resolved: tuple[str, ...] = ()
    action_due: bool = False

    def upon(self, state: State) -> State:
        """On to the consequences."""
        threats = _turned(off_stage(state).threats, self.resolved, ThreatState.RESOLVED)
        return with_scene(state, phase=ScenePhase.CONSEQUENCE, threats=threats, action_due=self.action_due)


class ConsequencesDelivered(Happened, frozen=True, tag="consequences_delivered"):
    """The MC has let consequences land: these threats have come true, and what was due is settled."""

    realised: tuple[str, ...] = ()

    def upon(self, state: State) -> State:
        """Nothing more is due."""
        threats = _turned(off_stage(state).threats, self.realised, ThreatState.REALISED)
        return with_scene(state, threats=threats, action_due=False)


class ThreatAnnounced(Happened, frozen=True, tag="threat_announced"):
    """A threat hangs over the scene."""

    threat: Threat

    def upon(self, state: State) -> State:
        """Recorded last."""
        return with_scene(state, threats=(*off_stage(state).threats, self.threat))


class SceneTurned(Happened, frozen=True, tag="scene_turned"):
    """The scene is in another phase."""

    phase: ScenePhase

    def upon(self, state: State) -> State:
        """Only the phase."""
        return with_scene(state, phase=self.phase)


def _turned(threats: tuple[Threat, ...], ids: tuple[str, ...], state: ThreatState) -> tuple[Threat, ...]:
    return tuple(replace(t, state=state) if t.id in ids and t.state == ThreatState.OPEN else t for t in threats)
