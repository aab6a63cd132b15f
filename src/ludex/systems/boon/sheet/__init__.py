"""A character of boon as frozen data: attributes, class parts, gear, spells, and what follows from them.

Carries BOO-PAT, BOO-PSZ, BOO-PAR, BOO-PWP, BOO-PCL and the fixed parts of BOO-PHL. Nothing here rolls or changes: a sheet is a
value. Numbers that people see leave as `Term`s, so that they can say where they come from.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from ludex.core.effects.records import Effect
from ludex.core.errors import RuleError
from ludex.core.explain import Term, because
from ludex.core.hints import once
from ludex.core.plain import Written
from ludex.core.say import Say, say, term
from ludex.core.visibility import Own, Private, Unseen
from ludex.systems.boon.terms import BLOCK_TRAINING, HOUR, UNARMED, Attribute, Gear, Kind, Manner, Status, Training

AVERAGE = 10
HIGHEST_PERCEPTION = 25
RANGES = {"short": 5, "medium": 20, "long": 100}  # BOO-PSZ-5

Number = int | float
Record = dict[str, Written]
"""Plain data: something as a person or a program wrote it."""
Range = int | float | str
Position = tuple[int, int]
Resisted = Literal["half", "none"]
"""What success against an area brings: half of the damage, or nothing of it (BOO-CHL-13)."""
Shape = Literal["burst", "circle", "line"]
Healing = int | Literal["rate"]
"""Points, or the healing rate of the one who is healed."""


def thing_name(shelf: str, name: str) -> str | Say:
    """A shipped thing has a name in every language; any other has the one it was given."""
    return say(f"things.{shelf}") if shelf else name


def training_name(training: str) -> str | Say:
    return term(f"training_{training}") if training in tuple(Training) else training


class Failure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A failed challenge that is remembered (BOO-CHL-11)."""

    who: Private
    task: str = ""
    conditions: tuple[str, ...] = ()
    scene: str = ""
    thing: str = ""
    attribute: str = ""


class Armor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Worn armour (BOO-PAR-1). Without `durability` it never wears (BOO-PAR-3)."""

    value: int = 0
    durability: int | None = None
    durability_max: int | None = None
    dodge: int = 0
    block: int = 0
    name: str = ""
    shelf: str = ""
    effects: tuple[Effect, ...] = ()
    tags: tuple[str, ...] = ()
    text: str = ""

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name) or term("worn_armor")

    @property
    def broken(self) -> bool:
        return self.durability == 0

    @property
    def protects(self) -> int:
        """Its value in force: 0 once broken (BOO-PAR-2)."""
        return 0 if self.broken else self.value


class Defense(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A defence of a table's own (BOO-LIV-53). Without `training` it is open to everybody; `attribute` may also be dodge, block or throw.

    What success leaves of the damage says `resisted`; its effects are laid upon the attacker, but those that hear of `defended` are done at once.
    """

    id: str = "?"
    name: str = ""
    ap: int = 1
    training: str = ""
    against: tuple[str, ...] = tuple(Kind)
    attribute: str = "agility"
    bonus: int = 0
    boons: int = 0
    banes: int = 0
    resisted: Resisted = "none"
    effects: tuple[Effect, ...] = ()
    text: str = ""
    shelf: str = ""

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name or self.id)


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, a shield or other gear (BOO-PWP-1). `held` is None for «as its kind»: weapons and shields are in hand."""

    id: str = "?"
    name: str = ""
    kind: Gear = Gear.WEAPON
    held: bool | None = None
    die: int | None = None
    dice: int | None = None
    hit: int = 0
    boons: int = 0
    banes: int = 0
    block: int = 0
    dodge: int = 0
    reach: int = 0
    hands: int = 1
    range: Range | None = None
    thrown: bool = False
    reload: bool = False
    loaded: bool = True
    ammo: int | None = None
    durability: int | None = None
    durability_max: int | None = None
    uses: int | None = None
    heal: Healing | None = None
    area: bool = False
    size: int = 1
    shape: Shape = "burst"
    amount: int | None = None
    resist: str = "none"
    resisted: Resisted = "half"
    shelf: str = ""
    effects: tuple[Effect, ...] = ()
    tags: tuple[str, ...] = ()
    light: int = 0
    condition: str = ""
    text: str = ""
    manner: Manner = Manner.STRIKE
    lies: Position | None = None
    lit: bool = False
    burns: int = 0

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name or self.id)

    @property
    def arms(self) -> bool:
        return self.kind is not Gear.GEAR

    @property
    def in_hand(self) -> bool:
        """Whether it is held; bare hands always are (BOO-PWP-5)."""
        return self.id == UNARMED or (self.arms if self.held is None else self.held)

    @property
    def ready(self) -> bool:
        """Whether it could be shot: loaded, and with something to shoot (BOO-ITM-3, BOO-PWP-4)."""
        return (self.loaded or not self.reload) and self.ammo != 0

    @property
    def carried(self) -> bool:
        """Whether it weighs on a dodge: gear counts as worn, arms only while held."""
        return self.in_hand or not self.arms

    @property
    def borne(self) -> bool:
        """Whether it is in hand or worn; gear is, unless it was put into the pack or lies somewhere (BOO-LIV-36)."""
        return self.in_hand or (not self.arms and self.held is None and self.lies is None)

    @property
    def broken(self) -> bool:
        """Whether its durability is used up; what has none never wears (BOO-PAR-2, BOO-PAR-3)."""
        return self.id != UNARMED and self.durability == 0

    @property
    def blocks(self) -> bool:
        """Whether one can block with it: arms in hand, not broken, not bare hands (BOO-BLK-2)."""
        return self.arms and self.in_hand and not self.broken and self.id != UNARMED


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell as data (BOO-PSP-1). No `range` reaches everywhere."""

    id: str = "?"
    name: str = ""
    ap: int = 1
    attack: bool = False
    area: bool = False
    range: Range | None = None
    hit: int = 0
    boons: int = 0
    banes: int = 0
    dice: int | None = None
    die: int | None = None
    amount: int | None = None
    resist: str = "none"
    resisted: Resisted = "half"
    ignores_armor: bool = False
    heal: Healing | None = None
    shelf: str = ""
    size: int = 1
    shape: Shape = "burst"
    effects: tuple[Effect, ...] = ()
    tags: tuple[str, ...] = ()
    light: int = 0
    text: str = ""

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name or self.id)


class Stunt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A special stunt as data (BOO-STN-2). `attack` is None for «as `against` says»."""

    id: str = "?"
    name: str = ""
    ap: int = 1
    training: str = ""
    attribute: str = ""
    against: str = "tn"
    target: int = AVERAGE
    attack: bool | None = None
    range: Range | None = None
    shelf: str = ""
    effects: tuple[Effect, ...] = ()
    drops: bool = False
    text: str = ""

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name or self.id)

    @property
    def attacks(self) -> bool:
        """Whether it is an attack action: by default, if it is rolled against somebody's attribute."""
        return self.against != "tn" if self.attack is None else self.attack


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a class gives from one level on: totals, not increments (BOO-PCL-1)."""

    level: int = 0
    hit: int = 0
    hit_boons: int = 0
    dodge: int = 0
    block: int = 0
    force: int = 1
    health: int = 0
    ap: int | None = None
    training: tuple[str, ...] = ()


class ClassPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class (职业): rows by level, in any order."""

    levels: tuple[Row, ...] = ()
    id: str = ""
    name: str = ""
    effects: tuple[Effect, ...] = ()
    text: str = ""
    shelf: str = ""

    @property
    def called(self) -> str | Say:
        return thing_name(self.shelf, self.name or self.id)

    def at(self, level: int) -> Row:
        """The row in force: the highest level that is reached; below the first row nothing yet (BOO-PCL-2)."""
        reached = [row for row in self.levels if row.level <= level]
        return max(reached, key=lambda row: row.level, default=Row())


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Anybody at the table, player's character or not. `hit`, `dodge`, `block` are the class part; gear is added by the tests.

    `traits` are of its nature, `gifts` of its class (BOO-LIV-41). `veil` is never set but by `redact`: how much of the numbers the one who looks may not know (BOO-LIV-44); `carried` and `remembers`
    are set in the file of a character that travels alone (BOO-LIV-52).
    """

    id: str = "?"
    name: str = ""
    side: str = ""
    player: bool = False
    strength: int = AVERAGE
    agility: int = AVERAGE
    intellect: int = AVERAGE
    will: int = AVERAGE
    perception_bonus: int = 0
    size: Number = 1
    speed: int = 10
    health: int = AVERAGE
    damage: int = 0
    hands: int = 2
    ap_max: int = 3
    ap: int = 3
    hit: int = 0
    hit_boons: int = 0
    dodge: int = 0
    block: int = 0
    force: int = 1
    training: tuple[str, ...] = ()
    armor: Armor | None = None
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    hidden: bool = False
    status: Status = Status.ACTIVE
    position: Position | None = None
    calling: str = msgspec.field(name="class", default="")
    level: int = 0
    fates: int = 0
    hours: int = 0
    fell: int = 0
    secret: Unseen = False
    notes: Own[str] = ""
    used: bool = False
    traits: tuple[Effect, ...] = ()
    gifts: tuple[Effect, ...] = ()
    veil: str = ""
    money: int = 0
    carried: tuple[Effect, ...] = ()
    remembers: Own[tuple[Failure, ...]] = ()

    @property
    def called(self) -> str:
        """Its name, or its id where it has none."""
        return self.name or self.id

    @property
    @once
    def brings(self) -> tuple[Effect, ...]:
        """The effects of its nature, its class and all of its gear, in force or not."""
        worn = self.armor.effects if self.armor else ()
        return (*self.traits, *self.gifts, *worn, *(effect for item in self.items for effect in item.effects))

    @property
    @once
    def radiates(self) -> bool:
        return any(effect.aura for effect in self.brings)

    @property
    def active(self) -> bool:
        """Whether it may act and defend (BOO-PHL-9)."""
        return self.status is Status.ACTIVE

    @property
    def wakes(self) -> int | None:
        """The second of the table's time at which its hours are over, if it is unconscious for hours (BOO-PHL-10)."""
        return self.fell + self.hours * HOUR if self.hours and self.status is Status.UNCONSCIOUS else None

    @property
    def perception(self) -> int:
        """Intellect and any bonus, from 0 to 25 (BOO-PAT-3)."""
        return min(max(self.intellect + self.perception_bonus, 0), HIGHEST_PERCEPTION)

    @property
    def reach(self) -> Number:
        """How far its arms go: its size, at least 1 yard (BOO-PSZ-2)."""
        return max(1, self.size)

    @property
    def armor_value(self) -> int:
        """What a hit total must reach to pass; 0 without armour (BOO-PAR-1)."""
        return self.armor.protects if self.armor else 0

    @property
    def healing_rate(self) -> int:
        """A quarter of health, at least 1 (BOO-PHL-14)."""
        return max(self.health // 4, 1)

    @property
    def injured(self) -> bool:
        """Half of health is gone (BOO-PHL-3)."""
        return self.damage > 0 and 2 * self.damage >= self.health

    @property
    def block_cost(self) -> int:
        """AP for a block: none with block training (BOO-BLK-1)."""
        return 0 if BLOCK_TRAINING in self.training else 1

    @property
    def unarmed(self) -> Item:
        """Its bare hands: a d4 and no bonus; a record `unarmed` among its items changes what it states (BOO-PWP-5)."""
        fists = self.item(UNARMED) or Item(id=UNARMED, shelf=UNARMED)
        return fists if fists.die is not None else replace(fists, die=4)

    def has_hands_for(self, item: Item) -> bool:
        """Whether it can take this in hand beside what it holds; 0 hands are not counted (BOO-PWP-6)."""
        return not self.hands or in_hands([i for i in self.items if i.id != item.id]) + item.hands <= self.hands

    def item(self, item: str) -> Item | None:
        """The item of that id, if it has one."""
        return next((i for i in self.items if i.id == item), None)

    def weapon(self, item: str) -> Item | None:
        """The same, with bare hands among the weapons."""
        return self.unarmed if item == UNARMED else self.item(item)

    def spell(self, spell: str) -> Spell | None:
        """The spell of that id, if it knows one."""
        return next((s for s in self.spells if s.id == spell), None)

    def score(self, attribute: str) -> int:
        """The score of an attribute, or Perception."""
        return int(getattr(self, Attribute(attribute)))

    def bonus(self, attribute: str) -> int:
        """Score less 10 (BOO-PAT-2)."""
        return self.score(attribute) - AVERAGE


def in_hands(items: Iterable[Item]) -> int:
    """How many hands hold these; bare hands need none (BOO-PWP-6)."""
    return sum(i.hands for i in items if i.in_hand and i.id != UNARMED)


def attribute_term(character: Character, attribute: str) -> Term:
    clause = "BOO-PAT-3" if attribute == Attribute.PERCEPTION else "BOO-PAT-2"
    return because(character.bonus(attribute), term(attribute), clause)


def yards(distance: Range | None) -> Number | None:
    """A range in yards; words stand for 5, 20 and 100 (BOO-PSZ-5)."""
    if not isinstance(distance, str):
        return distance
    if distance not in RANGES:
        raise RuleError("bad_range", clause="BOO-PSZ-5", range=distance, among=[*RANGES, "近", "中", "远"])
    return RANGES[distance]


def exact(number: Number) -> Fraction:
    """A number as it is written: 0.3 is three tenths, not the float next to it."""
    return Fraction(str(number))


def overworn(thing: Item | Armor) -> bool:
    """Whether a durability is below 0 or above its maximum."""
    now, top = thing.durability, thing.durability_max
    return now is not None and (now < 0 or (top is not None and now > top))
