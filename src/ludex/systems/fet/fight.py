"""A battle as data: fighters, what they are doing, where they stand. No rule is decided here."""

import msgspec

from ludex.systems.fet.lasting import Burden
from ludex.systems.fet.rounding import Number, tidy
from ludex.systems.fet.skill import DEBUFFED, Skill
from ludex.systems.fet.terms import Resource, SceneKind, Zone
from ludex.systems.fet.things import Weapon

Place = tuple[Number, ...]
"""Coordinates of a cube in the battle box."""


class Act(msgspec.Struct, frozen=True):
    """What a fighter is doing, in (start, end] (FET-TLN-2). `left`: what contests left of its impact; `sort`: of damage."""

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

    @property
    def wind_up(self) -> Number:
        """How long it takes."""
        return tidy(self.end - self.start)

    def over(self, who: str, end: Number, state: str) -> "Past":
        """The same as something of the past."""
        named = self.skill.name if self.skill else ""
        return Past(who, self.kind, self.start, end, self.impact, state, self.note, named)


class Debuff(msgspec.Struct, frozen=True):
    """A pool that cuts impacts (FET-DBF-1). It counts for acts settled after `since`."""

    left: Number
    applies_to: tuple[str, ...] = DEBUFFED
    since: Number = 0


class Fighter(msgspec.Struct, frozen=True):
    """Somebody in a battle. `burden` and `plain` (values without buffs) are of who has no sheet: a character keeps its own."""

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

    @property
    def dead(self) -> bool:
        """FET-DTH-1: stamina or will at 0."""
        return self.stamina <= 0 or self.will <= 0

    def maximum(self, resource: str) -> Number:
        """The full amount of a resource."""
        top = self.stamina_max if resource == Resource.STAMINA else self.will_max
        return self.now(resource) if top is None else top

    def now(self, resource: str) -> Number:
        """What there is of a resource."""
        return self.stamina if resource == Resource.STAMINA else self.will


class Scene(msgspec.Struct, frozen=True):
    """Where a battle is fought: zones without distance, or cubes of an edge in D."""

    kind: SceneKind = SceneKind.GENERAL
    safe_capacity: Number | None = None
    edge: Number = 1
    unarmed_reach: Number | None = None


class Past(msgspec.Struct, frozen=True):
    """An act that is over, for the timeline. `state`: done, broken, cancelled; `skill`: its name."""

    who: str
    kind: str
    start: Number
    end: Number
    impact: Number = 0
    state: str = "done"
    note: str = ""
    skill: str = ""


class Battle(msgspec.Struct, frozen=True):
    """A running battle. `openings`: first strikers' first wind-ups; `passive_start`: when the others may begin."""

    fighters: tuple[Fighter, ...]
    scene: Scene = Scene()
    time: Number = 0
    first_strike: tuple[str, ...] = ()
    openings: dict[str, Number] = {}
    passive_start: Number | None = None
    past: tuple[Past, ...] = ()

    def find(self, who: str) -> Fighter | None:
        """The fighter of that id."""
        return next((f for f in self.fighters if f.id == who), None)
