"""What becomes true of scenes: they open, turn, and hold challenges and threats."""

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.plain import Plain
from ludex.systems.mist.sheet import Challenge, StoryTag, Threat
from ludex.systems.mist.terms import ScenePhase, ThreatState


class SceneOpened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_opened"):
    """A new scene begins, with the story tags that were kept; with a consequence `owed` it begins there."""

    past: bool
    when: int
    story_tags: tuple[StoryTag, ...] = ()
    text: str = ""
    owed: bool = False


class SceneEstablished(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_established"):
    """The situation is set up and the next round begins."""

    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()


class ChallengeChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="challenge_changed"):
    """The MC has added or rewritten a challenge."""

    challenge: Challenge


class ChallengePrepared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="challenge_prepared"):
    """The MC has a challenge ready, or ready anew."""

    challenge: Challenge


class PackShelved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pack_shelved"):
    """The table has a content pack of its own."""

    pack: str


class PacksChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="packs_changed"):
    """The table's own content packs are now these."""

    packs: tuple[str, ...]


class SceneFurnished(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_furnished"):
    """The MC has put more into the scene; the phase stays."""

    challenges: tuple[Challenge, ...] = ()
    threats: tuple[Threat, ...] = ()
    story_tags: tuple[StoryTag, ...] = ()
    effects: tuple[Effect, ...] = ()


class EffectDrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effect_drawn"):
    """A record that somebody bears has been drawn on: the marks of its limits."""

    bearer: str
    effect: Effect


class EffectsActed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="effects_acted"):
    """Records have acted: who bears each, and what it is called."""

    acted: tuple[tuple[str, str], ...] = ()


class ThreatsMet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="threats_met"):
    """A record has settled threats, or let them come true."""

    ids: tuple[str, ...]
    state: ThreatState


class SceneActed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_acted"):
    """Somebody has acted: addressed threats are resolved, and a consequence may be due."""

    actor: str
    result: str
    resolved: tuple[str, ...] = ()
    action_due: bool = False
    called: bool = False
    text: str = ""


class PoolThrown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pool_thrown"):
    """Somebody has thrown a pool for nothing but to see: it changes nothing and is a step like any other (MST-LIV-6)."""

    power: int


class TurnsCalled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="turns_called"):
    """The MC has called for actions: all of them are one turn."""

    turns: tuple[Plain, ...]


class CallDropped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="call_dropped"):
    """Somebody who was called does not act any more."""

    actor: str


class ConsequencesComing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="consequences_coming"):
    """Statuses are about to land on people who may mitigate them; `drawn` says where all of the delivery comes from."""

    incoming: tuple[Plain, ...]
    drawn: tuple[str, ...] = ()


class IncomingMet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="incoming_met"):
    """What was about to land on somebody has landed, or been warded off (`result`: how, if it was rolled for)."""

    actor: str
    result: str = ""


class ConsequencesDelivered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="consequences_delivered"):
    """The MC has let consequences land: these threats have come true, and what was due is settled."""

    realised: tuple[str, ...] = ()


class ThreatAnnounced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="threat_announced"):
    """A threat hangs over the scene."""

    threat: Threat


class SceneTurned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_turned"):
    """The scene is in another phase."""

    phase: ScenePhase


class SceneWrapped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="scene_wrapped"):
    """A scene that has ended is cleared up: the story tags that are left stay."""
