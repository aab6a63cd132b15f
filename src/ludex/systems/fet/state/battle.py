"""A battle as it stands: fighters, what they do, what keeps them, and the timeline (FET-TLN, FET-SKX-8 to -13). Nothing changes here."""

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.fet.sheet import Burden, Debuff, Skill, Trait, Ward, Weapon, wards_by
from ludex.systems.fet.terms import DEBUFFED, Number, Resource, SceneKind, Zone, tidy

Place = tuple[Number, ...]
"""Coordinates of a cube in the battle box."""


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act that is over, for the timeline. `state`: done, broken, cancelled; `skill`: its name."""

    who: str
    kind: str
    start: Number
    end: Number
    impact: Number = 0
    state: str = "done"
    note: str = ""
    skill: str = ""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a fighter is doing, in (start, end] (FET-TLN-2). `left`: what contests left of its impact; `sort`: of damage.

    `several`: how it reaches more than one target; `by`: who declared it for a puppet; `frozen`: time that was none for it.
    """

    kind: str
    start: Number
    end: Number
    impact: Number = 0
    left: Number = 0
    attribute: str = ""
    targets: tuple[str, ...] = ()
    contact: bool = False
    resource: str = str(Resource.STAMINA)
    weapon: str = ""
    shots: int = 0
    resist: str = ""
    denies_action: bool = True
    applies_to: tuple[str, ...] = DEBUFFED
    to: Place | None = None
    to_zone: str = ""
    skill: Skill | None = None
    note: str = ""
    sort: str = ""
    several: str = ""
    by: str = ""
    frozen: Number = 0

    @property
    def wind_up(self) -> Number:
        """How long it takes."""
        return tidy(self.end - self.start - self.frozen)

    def over(self, who: str, end: Number, state: str) -> Past:
        named = self.skill.name if self.skill else ""
        return Past(who, self.kind, self.start, end, self.impact, state, self.note, named)


class Hold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What keeps a fighter until a time: `puppet` and `entombed` (FET-SKX-8, -10), or `hidden` by its own skill; `by` whom."""

    kind: str
    until: Number
    by: str = ""


class Fighter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in a battle. `double_of`: whose double it is (FET-SKX-11); `shown`: how a reader calls it who cannot tell the two apart
    (never stored, FET-LIV-41).

    `hid_at`: when somebody hid who had been seen (FET-LIV-40): the others know that it is there; `unseen`: such a one, as they know it
    (never stored). `burden`, `plain` (values without buffs), `race`, `skills` and `traits` are of who has no sheet: a character keeps its own.
    """

    id: str
    side: str = ""
    values: dict[str, Number] = {}
    stamina: Number = 100
    will: Number = 100
    stamina_max: Number | None = None
    will_max: Number | None = None
    level: Number = 10
    size: Number = 60
    zone: Zone = Zone.DANGER
    pos: Place = (0, 0, 0)
    weapons: dict[str, Weapon] = {}
    action_points: Number | None = None
    hidden: bool = False
    overloaded: bool = False
    shield: Number = 0
    denied_until: Number = 0
    steered_until: Number = 0
    debuffs: tuple[Debuff, ...] = ()
    act: Act | None = None
    burden: Burden = Burden()
    plain: dict[str, Number] = {}
    race: str = "human"
    skills: tuple[str | Skill, ...] = ()
    traits: tuple[str | Trait, ...] = ()
    stamina_scar: Number = 0
    will_scar: Number = 0
    holds: tuple[Hold, ...] = ()
    double_of: str = ""
    shown: str = ""
    hid_at: Number | None = None
    unseen: bool = False

    @property
    def dead(self) -> bool:
        """FET-DTH-1: stamina or will at 0; what has no maximum was not brought there (FET-DTH-2)."""
        return (self.stamina <= 0 and self.stamina_max != 0) or (self.will <= 0 and self.will_max != 0)

    @property
    def secret(self) -> bool:
        """FET-LIV-40: hidden, and never seen before."""
        return self.hidden and self.hid_at is None

    def unseen_at(self, time: Number) -> bool:
        """FET-DST-2: nobody makes it out: it is hidden, or has hidden itself."""
        return self.hidden or self.under("hidden", time) is not None

    def under(self, kind: str, time: Number) -> Hold | None:
        return next((hold for hold in self.holds if hold.kind == kind and hold.until > time), None)

    def unsteered(self, time: Number) -> "Fighter":
        """The same without what makes it a puppet: what else keeps it (FET-SKX-8)."""
        puppet = self.under("puppet", time)
        return replace(self, holds=tuple(hold for hold in self.holds if hold is not puppet))

    @property
    def npc(self) -> bool:
        """Whether the GM plays it: so it is where there is no sheet."""
        return True

    @property
    def nature(self) -> tuple[Ward, ...]:
        return wards_by(trait for trait in self.traits if isinstance(trait, Trait))

    def maximum(self, resource: str) -> Number:
        top = self.stamina_max if resource == Resource.STAMINA else self.will_max
        return self.now(resource) if top is None else top

    def now(self, resource: str) -> Number:
        return self.stamina if resource == Resource.STAMINA else self.will

    def scar(self, resource: str) -> Number:
        return self.stamina_scar if resource == Resource.STAMINA else self.will_scar


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a battle is fought: zones without distance, or cubes of an edge in D."""

    kind: SceneKind = SceneKind.GENERAL
    safe_capacity: Number | None = None
    edge: Number = 1
    unarmed_reach: Number | None = None


class Freeze(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FET-SKX-9: until then time passes for this one alone."""

    target: str
    until: Number


class Barrier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FET-SKX-12: two in a place of their own; of `amount`, `flowed` has gone from the target's will to the user's."""

    user: str
    target: str
    start: Number
    until: Number
    amount: Number = 0
    flowed: Number = 0


class Wound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FET-SKX-13: damage just taken, which may still be answered; or another `event`, with whom (FET-SKX-4).

    `skill`: one with a wind-up that waited for this, and may be declared until time goes on (FET-LAW-9).
    """

    who: str
    source: str
    amount: Number
    event: str = ""
    skill: str = ""


class Tomb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FET-LIV-41: somebody perceives nothing from a time to a time."""

    who: str
    start: Number
    until: Number


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A running battle. `openings`: first strikers' first wind-ups; `passive_start`: when the others may begin.

    `live`: time runs by itself (FET-LIV-17); `kept_on`: the sides with which it goes on, or began, all the same (FET-LIV-19); `used`: how often
    whose trait was set off (`who:trait`); `tombs`: who perceived nothing, and when; `asks_hurt`: who is hurt while preparing something may
    give it up (FET-LIV-24).
    """

    fighters: tuple[Fighter, ...]
    scene: Scene = Scene()
    time: Number = 0
    first_strike: tuple[str, ...] = ()
    openings: dict[str, Number] = {}
    passive_start: Number | None = None
    past: tuple[Past, ...] = ()
    freeze: Freeze | None = None
    barriers: tuple[Barrier, ...] = ()
    wounds: tuple[Wound, ...] = ()
    live: bool = False
    kept_on: str = ""
    used: dict[str, int] = {}
    tombs: tuple[Tomb, ...] = ()
    asks_hurt: bool = False

    def find(self, who: str) -> Fighter | None:
        return next((f for f in self.fighters if f.id == who), None)

    @property
    def living(self) -> tuple[Fighter, ...]:
        """Everybody alive; doubles are none."""
        return tuple(f for f in self.fighters if not f.dead and not f.double_of)

    @property
    def sides_left(self) -> str:
        return "|".join(sorted({f.side or f.id for f in self.living})) or "-"

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who must declare before time runs on, in listed order."""
        return tuple(f.id for f in self.fighters if not self.lies_in_wait(f) and not self.idle_because(f))

    @rule("FET-LIV-40")
    def lies_in_wait(self, fighter: Fighter) -> bool:
        """Whether a hidden fighter lies in wait, and holds up nothing: until its first act, from which on it has its turns as others have."""
        return self.live and fighter.secret and all(past.who != fighter.id for past in self.past)

    @rule("FET-TLN-5")
    def idle_because(self, fighter: Fighter) -> str:
        """Why this fighter cannot declare now, in the order of the rules; empty if it can."""
        reasons = {
            "dead": fighter.dead,
            "busy": fighter.act is not None,
            "controlled": self._controlled(fighter),
            "frozen": self.frozen(fighter.id),
            "not_ready": not self._ready(fighter),
            "overloaded": fighter.overloaded,
            "no_action_points": fighter.action_points is not None and fighter.action_points <= 0,
        }
        return next((code for code, true in reasons.items() if true), "")

    @rule("FET-CTL-3", "FET-SKX-8", "FET-SKX-10")
    def _controlled(self, fighter: Fighter) -> bool:
        """Held by a control; a double never declares (FET-SKX-11)."""
        held = fighter.under("puppet", self.time) or fighter.under("entombed", self.time)
        return fighter.denied_until > self.time or held is not None or bool(fighter.double_of)

    @rule("FET-SKX-9")
    def frozen(self, who: str) -> bool:
        return self.freeze is not None and self.freeze.until > self.time and self.freeze.target != who

    @rule("FET-SKX-12")
    def walled(self, one: str, other: str) -> bool:
        running = [b for b in self.barriers if b.until > self.time]
        return any(len({one, other} & {b.user, b.target}) == 1 for b in running)

    @rule("FET-FST-1")
    def _ready(self, fighter: Fighter) -> bool:
        """First strikers at once; the passive side from its start on."""
        if not self.first_strike or fighter.id in self.first_strike:
            return True
        return self.passive_start is not None and self.time >= self.passive_start
