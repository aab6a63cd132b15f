"""The table's state in FET: people, what lies on them for a while, the battle, and what the group has.

Frozen data and lookups: who must declare (FET-TLN-5), how somebody stands (FET-LVL-3). What lasts for a while ends when its
time has passed or its acts are settled, else when it is taken off. Nothing changes here: that is `fold.py`.
"""

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.options import Options
from ludex.systems.fet.sheet import (
    Buff,
    Burden,
    Debuff,
    Item,
    Modifier,
    Partner,
    Passing,
    Race,
    Sheet,
    Shield,
    Skill,
    Standing,
    Trait,
    Ward,
    Weapon,
    level_of,
    wards_by,
)
from ludex.systems.fet.terms import DEBUFFED, Number, Resource, SceneKind, Zone, double_name, tidy

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
        """The same as something of the past."""
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

    `burden`, `plain` (values without buffs), `race`, `skills` and `traits` are of who has no sheet: a character keeps its own.
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

    @property
    def dead(self) -> bool:
        """FET-DTH-1: stamina or will at 0; what has no maximum was not brought there (FET-DTH-2)."""
        return (self.stamina <= 0 and self.stamina_max != 0) or (self.will <= 0 and self.will_max != 0)

    def under(self, kind: str, time: Number) -> Hold | None:
        """What of a kind keeps it at a time."""
        return next((hold for hold in self.holds if hold.kind == kind and hold.until > time), None)

    @property
    def npc(self) -> bool:
        """Whether the GM plays it: so it is where there is no sheet."""
        return True

    @property
    def nature(self) -> tuple[Ward, ...]:
        """What it resists by its traits."""
        return wards_by(trait for trait in self.traits if isinstance(trait, Trait))

    def maximum(self, resource: str) -> Number:
        """The full amount of a resource."""
        top = self.stamina_max if resource == Resource.STAMINA else self.will_max
        return self.now(resource) if top is None else top

    def now(self, resource: str) -> Number:
        """What there is of a resource."""
        return self.stamina if resource == Resource.STAMINA else self.will


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
    """FET-SKX-13: damage just taken, which may still be answered."""

    who: str
    source: str
    amount: Number


class Tomb(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FET-LIV-41: somebody perceives nothing from a time to a time."""

    who: str
    start: Number
    until: Number


class Battle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A running battle. `openings`: first strikers' first wind-ups; `passive_start`: when the others may begin.

    `live`: time runs by itself (FET-LIV-17); `kept_on`: the sides with which it goes on all the same (FET-LIV-19); `used`: how often
    whose trait was set off (`who:trait`); `tombs`: who perceived nothing, and when.
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

    def find(self, who: str) -> Fighter | None:
        """The fighter of that id."""
        return next((f for f in self.fighters if f.id == who), None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who must declare before time runs on, in listed order."""
        lying = [f.id for f in self.fighters if self.live and f.hidden]  # FET-LIV-40
        return tuple(f.id for f in self.fighters if f.id not in lying and not self.idle_because(f))

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
        """Whether no time passes for somebody now."""
        return self.freeze is not None and self.freeze.until > self.time and self.freeze.target != who

    @rule("FET-SKX-12")
    def walled(self, one: str, other: str) -> bool:
        """Whether a barrier stands between two."""
        running = [b for b in self.barriers if b.until > self.time]
        return any(len({one, other} & {b.user, b.target}) == 1 for b in running)

    @rule("FET-FST-1")
    def _ready(self, fighter: Fighter) -> bool:
        """First strikers at once; the passive side from its start on."""
        if not self.first_strike or fighter.id in self.first_strike:
            return True
        return self.passive_start is not None and self.time >= self.passive_start


class Raised(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the log of levels (FET-LIV-46): from, to, and on which day of the campaign."""

    before: Number
    after: Number
    day: int = 1


class Dealing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A negotiation with an NPC (FET-LIV-56): who spoke, how it was rated, what came of it, on which day."""

    who: str
    rp: Number
    result: str
    day: int = 1


class Built(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that somebody has built and the GM has not taken (FET-LIV-15): it stays in the builder's notes."""

    who: str
    skill: Skill | None = None
    trait: Trait | None = None
    weapon: Weapon | None = None

    @property
    def name(self) -> str:
        """What the card is called."""
        card = self.skill or self.trait or self.weapon
        return card.name if card else ""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody with a sheet; losses (FET-LVL-3) below 0 are a surplus. `wielded`: the weapon in hand, by name.

    Scars are losses that nothing restores (FET-TRX-2); action points are the character's own (FET-ACP-3).
    `stage`: `behind` or `hidden` while only the GM knows of it (FET-LIV-40). `draft`: free to its player (FET-LIV-3); `own`: the sheet
    that is one's own while one wears another's (`worn`: whose, FET-TRX-5); `levels`, `dealings`: what the years have brought.
    """

    sheet: Sheet
    stamina_lost: Number = 0
    will_lost: Number = 0
    side: str = ""
    owner: str = ""
    npc: bool = False
    buffs: tuple[Buff, ...] = ()
    wards: tuple[Ward, ...] = ()
    shields: tuple[Shield, ...] = ()
    passing: tuple[Passing, ...] = ()
    standing: tuple[Standing, ...] = ()
    wielded: str = ""
    stamina_scar: Number = 0
    will_scar: Number = 0
    action_points: Number | None = None
    action_points_max: Number | None = None
    stage: str = ""
    draft: bool = False
    own: Sheet | None = None
    worn: str = ""
    levels: tuple["Raised", ...] = ()
    dealings: tuple["Dealing", ...] = ()

    @property
    def called(self) -> str:
        """How it is shown; empty where the sheet has no name."""
        return self.sheet.name

    @property
    def level(self) -> Number:
        """The level; a blank is what the printed sheet has (FET-SHT-4)."""
        return level_of(self.sheet)

    @property
    def burden(self) -> Burden:
        """What lies on the character for a while."""
        return Burden(self.buffs, self.wards, self.shields, self.passing, self.standing)

    @property
    def nature(self) -> tuple[Ward, ...]:
        """What it resists by its traits."""
        return wards_by(self.sheet.traits)


Bearer = Character | Fighter
"""Somebody on whom something can lie for a while: a character, or a fighter without a sheet."""


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the group's chat timeline (FET-CBA-1). `weapon`, `shots`: what was fired with it."""

    who: str
    name: str = ""
    attribute: str = ""
    impact: Number = 0
    start: Number = 0
    wind_up: Number = 0
    end: Number = 0
    act: str | None = None
    weapon: str | msgspec.UnsetType = msgspec.UNSET
    shots: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def called(self) -> str:
        """How the one who acts is shown."""
        return self.name or self.who


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named timeline: every act on it, in the order of declaration. `decimals`: its own places, else the table's."""

    rows: tuple[Declared, ...] = ()
    decimals: int | None = None


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a FET table keeps. `place`: modifiers on everybody (a swamp); `axis`: the timeline in use.

    `target_by`: `gm` or `secret`, where the GM has set the target; `auto`: who is declared for (`*`: every NPC, FET-LIV-18).
    `veiled`: whose numbers a reader does not know (never stored: only what `redact` leaves has any). `day`: of the campaign; `closed`:
    battles that are over; `builders`: who built which card of the table; `refused`: cards that the GM has not taken; `items`: the table's
    own things; `dark`: nobody sees anybody (FET-TRX-7); `words_due`: whose act in words the GM has yet to settle (FET-LIV-17);
    `numbers`: how much a reader knows of the veiled (never stored).
    """

    options: Options = Options()
    characters: dict[str, Character] = {}
    target: int | None = None
    partner: Partner | None = None
    timeline: tuple[Declared, ...] = ()
    battle: Battle | None = None
    place: tuple[Modifier, ...] = ()
    skills: dict[str, Skill] = {}
    traits: dict[str, Trait] = {}
    weapons: dict[str, Weapon] = {}
    blocks: dict[str, Sheet] = {}
    races: dict[str, Race] = {}
    axes: dict[str, Axis] = {}
    axis: str = ""
    target_by: str = ""
    auto: tuple[str, ...] = ()
    veiled: tuple[str, ...] = ()
    day: int = 1
    closed: tuple[Battle, ...] = ()
    builders: dict[str, str] = {}
    refused: tuple[Built, ...] = ()
    items: dict[str, Item] = {}
    dark: bool = False
    words_due: tuple[str, ...] = ()
    numbers: str = ""

    def fighter(self, who: str) -> Fighter | None:
        """The fighter of that id, where a battle runs."""
        return self.battle.find(who) if self.battle else None

    def bearer(self, who: str) -> Bearer | None:
        """Somebody with a sheet or in the battle."""
        return self.characters.get(who) or self.fighter(who)

    @property
    def people(self) -> dict[str, Bearer]:
        """Everybody with a sheet, then who else is in the battle."""
        fighters = {f.id: f for f in self.battle.fighters} if self.battle else {}
        return {**self.characters, **{who: f for who, f in fighters.items() if who not in self.characters}}

    def called(self, who: str) -> str:
        """How somebody is shown: by the sheet's name, else by id."""
        if (fighter := self.fighter(who)) is not None and fighter.shown:  # FET-LIV-41
            return fighter.shown
        if fighter is not None and fighter.double_of:  # FET-SKX-11
            return double_name(self.called(fighter.double_of))
        return (self.characters[who].called if who in self.characters else "") or who


def check_battle(state: State) -> Battle:
    """The running battle, or a refusal."""
    if state.battle is None:
        raise RuleError("no_combat", clause="FET-TLN-1")
    return state.battle


def check_fighter(battle: Battle, who: str) -> Fighter:
    """A fighter of this battle, or a refusal."""
    found = battle.find(who)
    if found is None:
        raise RuleError("unknown_fighter", clause="FET-TLN-1", who=who)  # who is there may be a secret
    return found
