"""A character: what is written on the sheet, the body with its wounds, and every number that follows (MIR-ATT to MIR-PST).

A `Character` is frozen data; her numbers are worked out once, when they are first asked for. No rule decides anything here."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

import msgspec

from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.plain import Plain
from ludex.core.rule import rule
from ludex.core.visibility import Own
from ludex.systems.mirror.sheet.body import (
    CAP as CAP,
    HANDS as HANDS,
    HEAVY as HEAVY,
    BodyPart as BodyPart,
    Dealing as Dealing,
    Fitting as Fitting,
    Glow as Glow,
    Goods as Goods,
    Item as Item,
    Lasting,
    Lying as Lying,
    Organ as Organ,
    Place as Place,
    TemporaryLife as TemporaryLife,
    Ware as Ware,
    Wound as Wound,
)
from ludex.systems.mirror.terms import (
    Acuity,
    Attribute,
    Cognition,
    Defense,
    Method,
    Primary,
    Secondary,
    Skill,
    Status,
    Tier,
    key_of,
    words_of,
)

START = 6  # MIR-PTS-1: what every attribute starts at
POTENTIAL_STEP = 5  # MIR-POT-2: percent for each point
MADNESS_GAP = 3
"""Madness over ego that drives mad (MIR-PER-5)."""

FAINTING = (Attribute.STR, Attribute.DEX, Attribute.WIL, Attribute.INT)
"""Attributes that knock out at 0; Sensation does not, Constitution dissolves (MIR-ATT-3)."""

Cell = tuple[int, int]


class Ward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A resistance (抗性) or vulnerability (易伤) to a damage type."""

    type: str
    value: int


class Relation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A one-way tie (关系) with its two values and the emotions it holds (MIR-REL-1)."""

    positive: int = 0
    negative: int = 0
    emotions: tuple[str, ...] = ()


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numeric condition: the named number must be this or more (MIR-CND-1)."""

    stat: str
    value: int


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A learnable ability of a domain; `grants` are actions, `senses` what it makes of them."""

    id: str
    domain: str
    level: int = 0
    auto: bool = False
    prerequisite: tuple[Condition, ...] = ()
    name: str = ""
    text: str = ""
    grants: tuple[str, ...] = ()
    senses: dict[str, str] = {}
    effect: Effect = Effect()

    @property
    def called(self) -> str:
        return self.name or self.id


class TotalAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A total action under way (全力动作): its cost, what is paid, and whether this turn was paid for.

    `begun`: on whom and with what it was begun, as it was asked for: paid to the end it is done so (MIR-TOT-3).
    """

    name: str
    cost: int
    paid: int
    paid_now: bool = True
    begun: Plain = {}


class TriggerUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That an action was used on an occurrence, and whether as an MA or RA (MIR-CND-4, MIR-ACT-7)."""

    occurrence: str
    action: str
    limited: bool


class Favour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Favour (宠爱) that was given or spent, and for what (MIR-LIV-56)."""

    amount: int
    reason: str


class Senses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a creature perceives with (MIR-SNS-1), special senses by level."""

    sight: str = Acuity.PRECISE
    hearing: str = Acuity.IMPRECISE
    smell: str = Acuity.VAGUE
    darkvision: int = 0
    tremor: int = 0
    heat: int = 0
    blind: bool = False
    deaf: bool = False
    numb: bool = False


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands on a sheet: what a record says and a character keeps word for word."""

    name: str = ""
    domains: dict[str, int] = {}
    first_domain: str = ""
    points: dict[str, int] | None = None
    skills: dict[str, int] = {}
    defenses: dict[str, int] = {}
    weapons: dict[str, int] = {}
    magic: dict[str, int] = {}
    secondary: dict[str, int] = {}
    base_cognition: Cognition = Cognition.HIGH
    minion: bool = False
    gm_played: bool = False
    side: str = "pc"
    ego: int = 0
    madness: int = 0
    humanity: int = 0
    ego_gained: int = 0
    ap: int = 0
    ap_max: int = 3
    mov: int = 0
    reach: int | None = None
    pos: Cell | None = None
    resist: tuple[Ward, ...] = ()
    vuln: tuple[Ward, ...] = ()
    dr: int = 0
    exempt: bool = False
    relations: dict[str, Relation] = {}
    abilities: tuple[Ability, ...] = ()
    ra_used: bool = False
    minor_used: bool = False
    long_rest_done: bool = False
    traumas: tuple[str, ...] = ()
    stealth: int = 0
    senses: Senses = Senses()
    actions: tuple[Plain, ...] = ()
    hidden: bool = False
    notes: Own[str] = ""
    orders: tuple[str, ...] = ()
    """Standing orders of an NPC's block, as they are typed (MIR-LIV-30)."""
    favour: int = 0
    favours: tuple[Favour, ...] = ()


class Character(Sheet, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A character's record. `unplaced` is LV that no domain holds (a sheet given by `lv` alone)."""

    id: str
    unplaced: int = 0
    method: Method = Method.POINTS
    base: dict[str, int] | None = None
    shifts: dict[str, int] = {}
    sp: int = 0
    spent: dict[str, int] = {}
    base_speed: int | None = None
    parts: tuple[BodyPart, ...]
    links: tuple[tuple[str, str], ...]
    given: tuple[str, ...] = ()
    out_cold: tuple[str, ...] = ()
    mad: bool = False
    dead: bool = False
    dissolved: bool = False
    total_action: TotalAction | None = None
    triggered: tuple[TriggerUse, ...] = ()
    items: tuple[Item, ...] | None = None
    """What she has; None: what her ranks bring (MIR-LIV-49)."""
    drawn: dict[str, tuple[str, ...]] = {}
    """Limits of her own effects that were drawn on, by their source (MIR-LIV-31)."""
    draft: bool = False
    """Whether she was made and nothing has come of it yet: her player changes all of it (MIR-LIV-48)."""
    aims: dict[str, str] = {}
    """The part at which she last aimed, by target (MIR-LIV-16)."""
    carried: tuple[Lasting, ...] = ()
    """What lasts on her for longer than a scene: set only in the file of a character that travels (MIR-LIV-50)."""
    borne: dict[str, int] = {}
    """What effects add to and take from the numbers of her sheet, worked out after every event (MIR-LIV-32)."""
    veiled: dict[str, str] | None = None
    """Set in the eyes of one who may not know her numbers: how SP and AP stand, in words, if the table shows so much (MIR-LIV-40)."""

    @property
    def called(self) -> str:
        return self.name or self.id

    @cached_property
    def lv(self) -> int:
        """LV: the sum of the levels in all primary domains (MIR-LVL-1)."""
        return self.unplaced + sum(self.domains.values())

    def value(self, attribute: str) -> int:
        return self.attributes[attribute]

    def _value(self, attribute: str) -> int:
        """Never below 0 (MIR-ATT-2), with what effects make of it; by potential (LV/6 + 4) x potential + 6, dropped once at the end (MIR-POT-4, MIR-RND-2)."""
        if self.base is not None:
            return max(0, self.base[attribute] + self._shift(attribute))
        raw = (Fraction(self.lv, 6) + 4) * Fraction(self.potential(attribute), 100) + START
        return max(0, int(raw) + self._shift(attribute))

    def _shift(self, attribute: str) -> int:
        return self.shifts.get(attribute, 0) + self.borne.get(attribute, 0)

    def potential(self, attribute: str) -> int:
        """Potential in percent: 5 for each point (MIR-POT-2)."""
        return POTENTIAL_STEP * (self.points or {}).get(attribute, 0)

    @cached_property
    def attributes(self) -> dict[str, int]:
        """All six values (MIR-ATT-1)."""
        return {a: self._value(a) for a in words_of(Attribute)}

    def mod(self, attribute: str) -> int:
        """The modifier: value/2 - 5, dropped towards zero (MIR-AMD-1, MIR-RND-1)."""
        over = self.value(attribute) - 10
        return over // 2 if over >= 0 else -(-over // 2)

    def tier(self, attribute: str) -> Tier:
        """The band of a value (MIR-TIR-1)."""
        value = self.value(attribute)
        if value <= 2:
            return Tier.INFERIOR
        if value <= 6:
            return Tier.LESSER
        return Tier.STANDARD if value <= 14 else Tier.SUPERIOR

    def gauge_max(self, attribute: str) -> int:
        """The gauge of a superior attribute: value/5 - 2, else none (MIR-GAU-1)."""
        own = self.value(attribute) // 5 - 2 if self.tier(attribute) is Tier.SUPERIOR else 0
        return max(0, own + self.borne.get(f"gauge_max.{attribute}", 0)) if self.borne else own

    def gauge(self, attribute: str) -> int:
        """Points left: the maximum less what was spent since the last long rest (MIR-GAU-4)."""
        return max(0, self.gauge_max(attribute) - self.spent.get(attribute, 0))

    @cached_property
    def gauges(self) -> dict[str, int]:
        return {a: self.gauge(a) for a in words_of(Attribute) if self.gauge_max(a)}

    def pb(self, skill: str) -> int:
        """A skill's proficiency bonus, rank x 2 (MIR-SKC-2)."""
        return 2 * self.skills.get(skill, 0)

    @cached_property
    def sp_max(self) -> int:
        """Endurance PB + CON + WIL, at least 2, each already rounded (MIR-STA-1, MIR-RND-3)."""
        own = max(2, self.pb(Skill.ENDURANCE) + self.mod(Attribute.CON) + self.mod(Attribute.WIL))
        return max(0, own + self.borne.get("sp_max", 0))

    @property
    def sp_min(self) -> int:
        """The maximum's negative (MIR-STA-1)."""
        return -self.sp_max

    @property
    def exhausted(self) -> bool:
        """SP 0 or less (MIR-STA-3)."""
        return self.sp <= 0

    @property
    def charm(self) -> int:
        """Empathy PB + WIL + SEN, at least 2 (MIR-CHA-1)."""
        own = max(2, self.pb(Skill.EMPATHY) + self.mod(Attribute.WIL) + self.mod(Attribute.SEN))
        return max(0, own + self.borne.get("charm", 0))

    @property
    def speed(self) -> int:
        """Agility rank + (STR + DEX)/4, dropped once, at least 2 (MIR-SPD-1); effects may take it to 0 (MIR-SPD-2)."""
        if Status.IMMOBILE in self.given:
            return 0  # MIR-MOV-3
        if self.base_speed is not None:
            return max(0, self.base_speed)
        quarter = Fraction(self.mod(Attribute.STR) + self.mod(Attribute.DEX), 4)
        return max(2, int(self.skills.get(Skill.AGILITY, 0) + quarter))

    @property
    def ap_most(self) -> int:
        """The AP maximum of her sheet, with what effects make of it."""
        return max(0, self.ap_max + self.borne.get("ap_max", 0))

    @property
    def ap_min(self) -> int:
        """The AP maximum's negative (MIR-APV-1)."""
        return -self.ap_most

    @property
    def ego_max(self) -> int:
        """The Sensation value (MIR-PER-2)."""
        return max(0, self.value(Attribute.SEN) + self.borne.get("ego_max", 0))

    @property
    def cognition(self) -> Cognition:
        """By Intelligence: none at 0, low when inferior, high from standard, else her own (MIR-ATT-5, MIR-TIR-5)."""
        if self.value(Attribute.INT) == 0:
            return Cognition.NONE
        tier = self.tier(Attribute.INT)
        if tier is Tier.INFERIOR:
            return Cognition.LOW
        return self.base_cognition if tier is Tier.LESSER else Cognition.HIGH

    @cached_property
    def unconscious(self) -> bool:
        """For any cause: an attribute at 0 (MIR-ATT-3), stamina, a part's wounds, an effect (MIR-STS-2)."""
        return bool(self.out_cold) or any(self.value(a) == 0 for a in FAINTING)

    @property
    def out_of_play(self) -> bool:
        """Dead or dissolved: no turns, no actions, no checks (MIR-STS-3)."""
        return self.dead or self.dissolved

    @cached_property
    def statuses(self) -> tuple[str, ...]:
        """Every status in force, in alphabetical order of keys (MIR-STS-1)."""
        computed = {
            Status.TIRED: self.sp < self.sp_max,  # MIR-STA-3
            Status.EXHAUSTED: self.exhausted,
            Status.UNCONSCIOUS: self.unconscious,
            Status.MAD: self.mad,
            Status.DISSOLVED: self.dissolved,
            Status.DEAD: self.dead,
        }
        return tuple(sorted({*self.given, *(s.value for s, on in computed.items() if on)}))

    @cached_property
    def dying(self) -> tuple[str, ...]:
        """The vital parts that are full of wounds, in part order (MIR-DYI-1)."""
        return () if self.out_of_play else tuple(p.id for p in self.parts_left if p.full and p.vital)

    @cached_property
    def parts_left(self) -> tuple[BodyPart, ...]:
        """Parts that are not lost; the others count as not existing (MIR-PST-3)."""
        return tuple(p for p in self.parts if not p.lost)

    def part(self, part: str) -> BodyPart | None:
        return next((p for p in self.parts if p.id == part), None)


# --- the numbers of a character by name (MIR-CND-1, MIR-LIV-33) -------------------------------------------------------

SINGLE = ("lv", "sp", "ap", "ego", "madness", "humanity", "charm", "speed", "stealth")
CLOSED = {
    "attributes": words_of(Attribute),
    "skills": words_of(Skill),
    "defenses": words_of(Defense),
    "secondary": words_of(Secondary),
    "domains": words_of(Primary),
}
OPEN = ("weapons", "magic")
SPOKEN = {
    "精力": "sp",
    "自我": "ego",
    "狂气": "madness",
    "人性": "humanity",
    "魅力": "charm",
    "速度": "speed",
    "等级": "lv",
    "潜行": "stealth",
}
"""What single numbers are called in Chinese."""


@rule("MIR-CND-1")
def met(character: Character, conditions: Iterable[Condition]) -> bool:
    numbers = [(stat(character, c.stat), c.value) for c in conditions]
    return all(number >= value for number, value in numbers)


def stat(character: Character, name: str) -> int:
    """The number that a condition names, or a refusal."""
    check_stat(name)
    kind, _, which = name.partition(".")
    return int(getattr(character, name) if name in SINGLE else getattr(character, kind).get(which, 0))


@rule("MIR-CND-1")
def check_stat(name: str) -> None:
    """Refuse what names no number of a sheet."""
    kind, _, which = name.partition(".")
    if not (name in SINGLE or kind in OPEN or which in CLOSED.get(kind, ())):
        raise RuleError("unknown_stat", clause="MIR-CND-1", stat=name)


def stat_named(text: str) -> str:
    """The name of a number as people write it (`力量`, `LV`, `运动`, `attributes.str`); "" if there is none."""
    said = text.strip()
    kind, _, which = said.partition(".")
    if said.lower() in SINGLE or kind in OPEN or which in CLOSED.get(kind, ()):
        return said.lower() if said.lower() in SINGLE else said
    word = SPOKEN.get(said, key_of(said))
    if word in SINGLE:
        return word
    return next((f"{kind}.{word}" for kind, words in CLOSED.items() if word in words), "")
