"""The character sheet (人物卡): what the player writes and what stands on it, what it comes to, and what is wrong with it.

Clauses FET-SHT, FET-RAC, FET-AGE, FET-SIZ, FET-AST, FET-SIX, FET-STA-1, FET-LOD, FET-DOM-1, FET-TRT-2 and FET-NEG-3; a skill
as data is FET-LAW-6. A blank field is None (or an empty text) and neutral. Nothing here rolls or changes anything.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from ludex.core.rule import rule
from ludex.systems.fet.options import Options
from ludex.systems.fet.terms import (
    AMOUNTS,
    CHANGES,
    DEBUFFED,
    ELEVEN,
    EVERY,
    GROUPS,
    MAXIMA,
    SCOPES,
    SPREAD,
    BuffKind,
    Number,
    WardKind,
    tidy,
    whole,
)

LEVEL = 10
DEFAULT = Options()

# What lies on somebody for a while: buffs, reductions, shields, passing changes, and effects that stand

BATTLE, NIGHT = "battle", "night"
"""FET-LIV-29: `until` the battle ends, or the next night."""


class Ward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reduction of losses, or (`gains`) a bonus on gains, of a resource; `type` limits it to one kind of change."""

    name: str = ""
    resource: str = EVERY
    gains: bool = False
    kind: str = str(WardKind.PERCENT)
    value: Number = 0
    type: str = ""
    time: Number | None = None
    acts: int | None = None
    until: str = ""


class Buff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of values. `value`: points, or percent for the multiplying kinds; `scaled`: percent of level x 10."""

    name: str
    of: str
    kind: str = str(BuffKind.DIRECT_ADD)
    value: Number = 0
    scaled: bool = False
    time: Number | None = None
    acts: int | None = None
    until: str = ""

    def on(self, attribute: str) -> bool:
        return attribute in SCOPES.get(self.of, (self.of,))

    def amount(self, level: Number) -> Number:
        if not self.scaled:
            return self.value
        return self.value * 100 / (level * 10) if level > 0 else 0


class Shield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So much of a loss is taken by it first."""

    left: Number
    resource: str = EVERY
    time: Number | None = None
    acts: int | None = None
    until: str = ""

    def covers(self, resource: str) -> bool:
        return self.resource in (EVERY, resource)


class Passing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gain (below 0: a loss) that goes again when its time is over."""

    by: Number
    resource: str
    time: Number | None = None
    acts: int | None = None
    until: str = ""


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An effect of a skill that stands: so much, so many times (None: as often as it comes); `at`: against whom.

    `against`: only with an opponent of a `higher` level, or of none higher (`lower`); it counts for acts settled after `since`.
    """

    name: str
    kind: str
    amount: Number = 0
    uses: int | None = 1
    resource: str = "stamina"
    at: str = ""
    time: Number | None = None
    acts: int | None = None
    until: str = ""
    against: str = ""
    since: Number | None = None


Thing = Buff | Ward | Shield | Passing | Standing


class Burden(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that lies on one character (or fighter) for a while."""

    buffs: tuple[Buff, ...] = ()
    wards: tuple[Ward, ...] = ()
    shields: tuple[Shield, ...] = ()
    passing: tuple[Passing, ...] = ()
    standing: tuple[Standing, ...] = ()


# What stands on a sheet


class WrittenModifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FET-TRT-2: a change by a trait, a place or a situation. `kind`: points, multiply, add; or that of a buff."""

    of: str = ""
    kind: str = ""
    value: Number = 0
    condition: str = ""


class TraitEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a trait does when its event comes: a kind of effect or another step, and its size in place of a share (FET-LAW-9).

    `resource` may be `same`: that of the event. `then`, `otherwise`: what follows from a question to the GM, whose two answers are `of`.
    """

    kind: str
    amount: Number | str = 0
    times: Number = 1
    target: str = ""
    resource: str = "stamina"
    resist: str | None = None
    sort: str = ""
    of: str = ""
    points: Number = 0
    then: "tuple[TraitEffect, ...]" = ()
    otherwise: "tuple[TraitEffect, ...]" = ()


class Trait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """特质: always on. `event`, `grants`: what the example traits do (FET-TRX-1); `wards`: what its bearer resists.

    `effects` happen when the `event` comes (of `whose`, if the `condition` holds, `limit` times a battle, its owner asked or not:
    FET-LAW-9); `load`: what it weighs as a thing (FET-LIV-33).
    """

    name: str = ""
    text: str = ""
    modifiers: tuple[WrittenModifier, ...] = ()
    event: str = ""
    grants: tuple[str, ...] = ()
    wards: tuple[Ward, ...] = ()
    whose: str = "own"
    condition: str = ""
    ask: bool = False
    limit: int | None = None
    effects: tuple[TraitEffect, ...] = ()
    load: Number = 0


def wards_by(traits: Iterable[Trait]) -> tuple[Ward, ...]:
    """What somebody resists by nature, each under the trait's name."""
    wards = [(trait, ward) for trait in traits for ward in trait.wards]
    return tuple(replace(ward, name=ward.name or trait.name) for trait, ward in wards)


class Restores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """恢复: what a thing gives back to its user when it is used up (FET-LIV-9)."""

    resource: str = "stamina"
    amount: Number = 0


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """随身物品. `load` is that of one; `count` unset: one; `down`: put down elsewhere, so that it weighs nothing (FET-LIV-47)."""

    name: str = ""
    load: Number = 0
    place: str = ""
    count: Number | msgspec.UnsetType = msgspec.UNSET  # unset is not written, so that old logs stay as they are
    text: str = ""
    restores: Restores | None = None
    down: bool = False

    @property
    def pieces(self) -> Number:
        return 1 if isinstance(self.count, msgspec.UnsetType) else self.count


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """武器 (FET-WPB-1). `loaded` None: a full magazine; `sort`: of its damage (火焰); `attribute`: used with it."""

    name: str = ""
    type: str = ""
    damage: Number = 0
    wind_up: Number = 0
    range: Number | None = None
    magazine: int | None = None
    loaded: int | None = None
    reload: Number = 0
    load: Number = 0
    place: str = ""
    note: str = ""
    sort: str = ""
    attribute: str = ""
    down: bool = False

    @property
    def rounds(self) -> int:
        """What is in the magazine: full unless it says otherwise."""
        return (self.magazine or 0) if self.loaded is None else self.loaded


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    amount: Number = 0
    purpose: str = ""
    time: str = ""
    place: str = ""


class Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the user of a skill pays, as a share of the declared impact. `resource`: stamina, will or either."""

    resource: str = "stamina"
    share: Number = 1


class SkillEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One effect. `target`: one, self, source, attacker, all. Fields beyond the share belong to some kinds only."""

    kind: str
    share: Number = 1
    times: Number = 1
    target: str = ""
    resource: str = "stamina"
    resist: str | None = None
    duration: Number | None = None
    denies_action: bool = True
    puppet: bool = False
    freezes_others: bool = False
    untouchable: bool = False
    applies_to: tuple[str, ...] = DEBUFFED
    drawn_from: str = msgspec.field(name="from", default="")
    of: str = ""
    points: Number = 0
    sort: str = ""
    over: str = ""


class Skill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """技能. `wind_up` is the share of the rules' wind-up; `against` limits the effects (`higher_level`), else the drawbacks come."""

    name: str = ""
    attribute: str | tuple[str, ...] | None = None
    trigger: str = "active"
    condition: str = ""
    event: str = ""
    wind_up: Number = 1
    losses: tuple[Loss, ...] = ()
    effects: tuple[SkillEffect, ...] = ()
    drawbacks: tuple[SkillEffect, ...] = ()
    against: str = ""
    text: str = ""

    @property
    def text_only(self) -> bool:
        """FET-LAW-11: words that the GM settles (Ruling FET-E-48)."""
        return not (self.losses or self.effects or self.drawbacks)

    @property
    def instant(self) -> bool:
        """FET-SKX-4: takes no time."""
        return self.wind_up == 0


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FET-SHT-1 to 3: everything that a player fills in. FET-RAC-1: a race is its name, adult age and standard size."""

    name: str = ""
    player: str = ""
    race: str = ""
    gender: str = ""
    job: str = ""
    background: str = ""
    looks: str = ""
    personality: str = ""
    features: str = ""
    adult_age: Number | None = None
    standard_size: Number | None = None
    age: Number | None = None
    size: Number | None = None
    appearance: Number | None = None
    assets: Number | None = None
    level: Number | None = None
    ratio: Number | None = None
    percents: dict[str, Number] = {}
    load: Number | None = None
    items: tuple[Item, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    traits: tuple[Trait, ...] = ()
    skills: tuple[Skill, ...] = ()
    bill: tuple[Entry, ...] = ()


TEXTS = {"姓名": "name", "种族": "race", "性别": "gender", "职业": "job", "玩家": "player"}
NUMBERS = {
    "年龄": "age",
    "体型": "size",
    "成年年龄": "adult_age",
    "标准体型": "standard_size",
    "外貌": "appearance",
    "资产": "assets",
    "等级": "level",
    "物理思维比值": "ratio",
    "负重": "load",
}
"""Fields of a sheet by what the book calls them: texts, and numbers."""


@rule("FET-SHT-4")
def level_of(sheet: Sheet) -> Number:
    return LEVEL if sheet.level is None else sheet.level


# What is wrong with a sheet


@rule("FET-SHT-6")
def sheet_problems(sheet: Sheet) -> tuple[str, ...]:
    """Everything that is unfinished or impossible, in the order of the sheet."""
    left = distributable(sheet)
    found = {
        "name_missing": not sheet.name.strip(),
        "bad_level": sheet.level is not None and sheet.level <= 0,
        "bad_ratio": sheet.ratio is not None and not 1 <= sheet.ratio <= 999,  # FET-SIX-1
        "bad_attribute": any(name not in ELEVEN for name in sheet.percents),
        "bad_percent": any(percent < 0 for percent in sheet.percents.values()),
        **{f"{group}_sum": left[group] != 0 for group in GROUPS},  # FET-SIX-3, FET-DOM-1
        "bad_appearance": sheet.appearance is not None and sheet.appearance <= 0,  # FET-APP-1
        "bad_age": _unusable(sheet.age, sheet.adult_age),
        "bad_size": _unusable(sheet.size, sheet.standard_size),
    }
    return tuple(code for code, wrong in found.items() if wrong)


UNFINISHED = ("name_missing", "physical_sum", "mental_sum", "domains_sum")
"""Problems of a sheet that can be derived all the same."""


def _unusable(own: Number | None, standard: Number | None) -> bool:
    """Given, needed and not above 0 (FET-SHT-4: without a standard it is not needed)."""
    return own is not None and bool(standard) and (own <= 0 or (standard or 0) < 0)


@rule("FET-SHT-7")
def distributable(sheet: Sheet) -> dict[str, int]:
    """What is left of 100 in each group (可分配%)."""
    return {group: whole(100 - sum(sheet.percents.get(n, 0) for n in names)) for group, names in GROUPS.items()}


def hindrance(sheet: Sheet, modifiers: tuple[WrittenModifier, ...] = ()) -> str:
    """The code of the first reason why this sheet cannot be derived; empty if it can."""
    hard = [code for code in sheet_problems(sheet) if code not in UNFINISHED]
    if any(not usable(m) for m in modifiers_on(sheet, modifiers)):
        hard.append("bad_modifier")
    if (sheet.load or 0) < 0 or carried(sheet) < 0:
        hard.append("bad_load")
    return hard[0] if hard else ""


def modifiers_on(sheet: Sheet, more: tuple[WrittenModifier, ...]) -> tuple[WrittenModifier, ...]:
    """What changes a sheet's values: its traits (those with a condition in words are the GM's to call), and more."""
    return (*(m for trait in sheet.traits for m in trait.modifiers if not m.condition), *more)


def usable(modifier: WrittenModifier) -> bool:
    """FET-TRT-2, FET-LIV-25: a known kind on a known name; only the eleven have a percentage."""
    if modifier.of in MAXIMA:
        return modifier.kind in ("multiply", "add")
    if modifier.of in AMOUNTS:
        return modifier.kind in CHANGES and modifier.kind != "points"
    return modifier.kind in CHANGES and (modifier.of in ELEVEN or modifier.of in SPREAD)


@rule("FET-LOD-2")
def carried(sheet: Sheet, options: Options = DEFAULT) -> Number:
    """Items and weapons together, and the number written beside them (Ruling FET-E-43: an option lets it replace the sum)."""
    if options.load_written == "instead" and sheet.load is not None:
        return sheet.load
    listed = sum(item.load * item.pieces for item in sheet.items if not item.down)
    listed += sum(weapon.load for weapon in sheet.weapons if not weapon.down)
    return tidy(listed + (sheet.load or 0))


# The table


class Race(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """种族 (FET-RAC-1): a name and two numbers; blank where a race has none of it."""

    name: str = ""
    adult_age: Number | None = None
    standard_size: Number | None = None
    text: str = ""


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """场所 (FET-LIV-51): what it does to everybody there, and its marks (黑暗 is one that the rules know)."""

    name: str = ""
    modifiers: tuple[WrittenModifier, ...] = ()
    marks: tuple[str, ...] = ()
    text: str = ""


class Extension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """拓展 (FET-EXT, FET-LIV-51): options of the table, what it does to everybody, words, and content of every other kind."""

    name: str = ""
    options: dict[str, bool | int | float | str] = {}
    modifiers: tuple[WrittenModifier, ...] = ()
    text: str = ""
    skills: dict[str, Skill] = {}
    traits: dict[str, Trait] = {}
    weapons: dict[str, Weapon] = {}
    races: dict[str, Race] = {}
    people: dict[str, Sheet] = {}
    items: dict[str, Item] = {}
    places: dict[str, Ground] = {}


class Debuff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pool that cuts impacts (FET-DBF-1). It counts for acts settled after `since`."""

    left: Number
    applies_to: tuple[str, ...] = DEBUFFED
    since: Number = 0


class Partner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """交涉对象: whom the group negotiates with. `intelligence` is a percentage."""

    level: Number
    intelligence: Number
