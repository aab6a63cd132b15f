"""The character sheet (人物卡): what the player writes and what stands on it, what it comes to, and what is wrong with it.

Clauses FET-SHT, FET-RAC, FET-AGE, FET-SIZ, FET-AST, FET-SIX, FET-STA-1, FET-LOD, FET-DOM-1, FET-TRT-2 and FET-NEG-3; a skill
as data is FET-LAW-6. A blank field is None (or an empty text) and neutral. Nothing here rolls or changes anything.
"""

import math

import msgspec

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.systems.fet.terms import (
    CHANGES,
    DEBUFFED,
    DOMAINS,
    ELEVEN,
    EVERY,
    GROUPS,
    MAXIMA,
    MENTAL,
    SPREAD,
    BuffKind,
    Number,
    WardKind,
    tidy,
    whole,
)

LEVEL = 10
RATIO = 500
APPEARANCE = 50
FLOOR = 0.1
"""Ruling E-6: no correction falls below this."""


class Modifier(msgspec.Struct, frozen=True):
    """FET-TRT-2: a change by a trait, a place or a situation. `kind`: points, multiply, add; or that of a buff."""

    of: str = ""
    kind: str = ""
    value: Number = 0


class Ward(msgspec.Struct, frozen=True):
    """A reduction of losses, or (`gains`) a bonus on gains, of a resource; `type` limits it to one kind of change."""

    name: str = ""
    resource: str = EVERY
    gains: bool = False
    kind: str = str(WardKind.PERCENT)
    value: Number = 0
    type: str = ""
    time: Number | None = None
    acts: int | None = None


class Trait(msgspec.Struct, frozen=True):
    """特质: always on. `event`, `grants`: what the example traits do (FET-TRX-1); `wards`: what its bearer resists."""

    name: str = ""
    text: str = ""
    modifiers: tuple[Modifier, ...] = ()
    event: str = ""
    grants: tuple[str, ...] = ()
    wards: tuple[Ward, ...] = ()


class Item(msgspec.Struct, frozen=True):
    """随身物品. `load` is that of one; `count` unset: one."""

    name: str = ""
    load: Number = 0
    place: str = ""
    count: Number | msgspec.UnsetType = msgspec.UNSET  # unset is not written, so that old logs stay as they are

    @property
    def pieces(self) -> Number:
        """How many there are."""
        return 1 if isinstance(self.count, msgspec.UnsetType) else self.count


class Weapon(msgspec.Struct, frozen=True):
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

    @property
    def rounds(self) -> int:
        """What is in the magazine: full unless it says otherwise."""
        return (self.magazine or 0) if self.loaded is None else self.loaded


class Entry(msgspec.Struct, frozen=True):
    """One line of the bill (账单)."""

    amount: Number = 0
    purpose: str = ""
    time: str = ""
    place: str = ""


class Loss(msgspec.Struct, frozen=True):
    """What the user of a skill pays, as a share of the declared impact. `resource`: stamina, will or either."""

    resource: str = "stamina"
    share: Number = 1


class SkillEffect(msgspec.Struct, frozen=True):
    """One effect. `target`: one, self, source, attacker, all. Fields beyond the share belong to some kinds only."""

    kind: str
    share: Number = 1
    times: Number = 1
    target: str = ""
    resource: str = "stamina"
    resist: str | None = None
    duration: Number | None = None
    denies_action: bool = True
    applies_to: tuple[str, ...] = DEBUFFED
    drawn_from: str = msgspec.field(name="from", default="")
    of: str = ""
    points: Number = 0
    sort: str = ""


class Skill(msgspec.Struct, frozen=True):
    """技能. `wind_up` is the share of the rules' wind-up; `against` limits the effects (`higher_level`), else the drawbacks come."""

    name: str = ""
    attribute: str | tuple[str, ...] | None = None
    trigger: str = "active"
    condition: str = ""
    wind_up: Number = 1
    losses: tuple[Loss, ...] = ()
    effects: tuple[SkillEffect, ...] = ()
    drawbacks: tuple[SkillEffect, ...] = ()
    against: str = ""
    text: str = ""

    @property
    def instant(self) -> bool:
        """FET-SKX-4: takes no time."""
        return self.wind_up == 0


class Sheet(msgspec.Struct, frozen=True):
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


@rule("FET-SHT-4")
def level_of(sheet: Sheet) -> Number:
    """The level; a blank is what the printed sheet has."""
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


def hindrance(sheet: Sheet, modifiers: tuple[Modifier, ...] = ()) -> str:
    """The code of the first reason why this sheet cannot be derived; empty if it can."""
    hard = [code for code in sheet_problems(sheet) if code not in UNFINISHED]
    if any(not _usable(m) for m in _modifiers(sheet, modifiers)):
        hard.append("bad_modifier")
    if carried(sheet) < 0:
        hard.append("bad_load")
    return hard[0] if hard else ""


def _modifiers(sheet: Sheet, more: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    return (*(m for trait in sheet.traits for m in trait.modifiers), *more)


def _usable(modifier: Modifier) -> bool:
    """FET-TRT-2: a known kind on a known name; a maximum has no percentage."""
    if modifier.of in MAXIMA:
        return modifier.kind in ("multiply", "add")
    return modifier.kind in CHANGES and (modifier.of in ELEVEN or modifier.of in SPREAD)


# What a sheet comes to


class Derived(msgspec.Struct, frozen=True):
    """What a sheet comes to, at full precision. `overloaded`: FET-LOD-4, more than can be carried."""

    level: Number
    ability: Number
    physical: Number
    mental: Number
    age_physical: Number
    age_mental: Number
    size_modifier: Number
    load_modifier: Number
    physical_corrected: Number
    mental_corrected: Number
    percents: dict[str, Number]
    values: dict[str, Number]
    stamina_max: int
    will_max: int
    load: Number
    load_total: int
    overloaded: bool
    cash_initial: int
    cash: Number
    negotiation_bonus: Number


@rule("FET-SIX-2", "FET-SIX-4", "FET-SIX-5", "FET-STA-1", "FET-DOM-1")
def derive(sheet: Sheet, modifiers: tuple[Modifier, ...] = ()) -> Derived:
    """Compute everything, or refuse with the first reason why not."""
    if code := hindrance(sheet, modifiers):
        raise RuleError(code, clause="FET-SHT-6", name=sheet.name, level=sheet.level, ratio=sheet.ratio)
    changes = Changes(_modifiers(sheet, modifiers))
    level, load, cash = level_of(sheet), carried(sheet), starting_cash(sheet.assets or 0)
    mental = tidy((RATIO if sheet.ratio is None else sheet.ratio) * level / 10)  # FET-SIX-2, FET-SHT-4
    physical = tidy(100 * level - mental)
    body, mind = age_factors(sheet)
    size = size_factor(sheet)
    percents = {name: changes.percent(name, sheet.percents.get(name, 0)) for name in ELEVEN}
    strong = {n: changes.value(n, physical * body * percents[n] / 100 * size) for n in ("constitution", "strength")}
    total = whole(strong["strength"] * 10 / level)  # FET-LOD-1, ruling E-8
    agility = load_factor(load, total)
    quick = changes.value("dexterity", physical * body * percents["dexterity"] / 100 * agility)  # FET-SIZ-2: no size
    minds = {n: changes.value(n, mental * mind * percents[n] / 100) for n in (*MENTAL, *DOMAINS)}
    values = {**strong, "dexterity": quick, **minds}
    return Derived(
        level=level,
        ability=tidy(100 * level),  # FET-LVL-1
        physical=physical,
        mental=mental,
        age_physical=body,
        age_mental=mind,
        size_modifier=size,
        load_modifier=agility,
        physical_corrected=physical * body,  # FET-AGE-3
        mental_corrected=mental * mind,
        percents=percents,
        values={name: values[name] for name in ELEVEN},
        stamina_max=whole(changes.value("stamina_max", values["constitution"])),
        will_max=whole(changes.value("will_max", values["willpower"])),
        load=load,
        load_total=total,
        overloaded=load > total,
        cash_initial=cash,
        cash=tidy(cash + sum(entry.amount for entry in sheet.bill)),  # FET-AST-3
        negotiation_bonus=_bonus(sheet, percents, mind_over_body=mental / physical),
    )


@rule("FET-AGE-1", "FET-AGE-2", "FET-SHT-4")
def age_factors(sheet: Sheet) -> tuple[Number, Number]:
    """What age does to body and mind; 1 where age or adult age is blank."""
    if sheet.age is None or not sheet.adult_age:
        return 1, 1
    body = math.cos(math.log(sheet.age / (1.5 * sheet.adult_age))) + 0.12
    mind = math.log10(sheet.age / sheet.adult_age) + 0.8
    return max(FLOOR, body), max(FLOOR, mind)


@rule("FET-SIZ-1", "FET-SHT-4")
def size_factor(sheet: Sheet) -> Number:
    """What size does to constitution and strength."""
    if sheet.size is None or not sheet.standard_size:
        return 1
    return max(FLOOR, math.log(sheet.size / sheet.standard_size) + 1)


@rule("FET-LOD-3", "FET-LOD-4")
def load_factor(load: Number, total: Number) -> Number:
    """What the load leaves of dexterity."""
    if load > total:
        return 0
    return 1 - (load / total) ** 2 if total else 1


@rule("FET-LOD-2")
def carried(sheet: Sheet) -> Number:
    """The number written on the sheet, else items and weapons together."""
    if sheet.load is not None:
        return sheet.load
    return tidy(sum(item.load * item.pieces for item in sheet.items) + sum(weapon.load for weapon in sheet.weapons))


@rule("FET-AST-1", "FET-AST-2")
def starting_cash(assets: Number) -> int:
    """Cash from assets, debts from negative ones."""
    return whole(math.copysign(assets**4 / 10**4, assets))


@rule("FET-NEG-3", "FET-DOM-3")
def _bonus(sheet: Sheet, percents: dict[str, Number], *, mind_over_body: Number) -> Number:
    """The negotiation bonus (属性加成), with the halves before age correction."""
    talent = percents["literature"] + percents["arts"] + percents["intelligence"]
    mind = 1 + math.log10(mind_over_body)
    beauty = 1 + math.log((APPEARANCE if sheet.appearance is None else sheet.appearance) / APPEARANCE)
    bonus = talent * mind * beauty
    return -bonus if mind < 0 and beauty < 0 else bonus  # Ruling E-9: two negatives are no virtue


class Changes:
    """FET-TRT-2: all modifiers on a character: points on percentages, then multiply, then add."""

    def __init__(self, modifiers: tuple[Modifier, ...]) -> None:
        self._by: dict[tuple[str, str], list[Number]] = {}
        for modifier in modifiers:
            for name in SPREAD.get(modifier.of, (modifier.of,)):
                self._by.setdefault((name, modifier.kind), []).append(modifier.value)

    def percent(self, name: str, percent: Number) -> Number:
        """A percentage after all points, at least 0."""
        return max(0, tidy(percent + sum(self._by.get((name, "points"), ()))))

    def value(self, name: str, value: Number) -> Number:
        """A value after all factors and additions."""
        lasting = value * math.prod(self._by.get((name, "multiply"), ())) + sum(self._by.get((name, "add"), ()))
        return self._buffed(name, lasting)

    def _buffed(self, name: str, value: Number) -> Number:
        """A value after all buffs, sums within a kind; at least 0."""
        found = {kind: sum(self._by[name, kind]) for kind in BuffKind if (name, kind) in self._by}
        if not found:
            return value
        a, b, c, d = (found.get(kind, 0) for kind in BuffKind)
        return max(0, tidy(((value + a) * (1 + b / 100) + c) * (1 + d / 100)))
