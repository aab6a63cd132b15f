"""What a sheet comes to (FET-LVL-1, FET-AGE, FET-SIZ, FET-AST, FET-SIX, FET-STA-1, FET-LOD, FET-DOM-1, FET-TRT-2, FET-NEG-3).

Joins level, race, age and size, assets, the six, load and domains: each feeds the next, and they are computed in one go.
"""

import math

import msgspec

from ludex.core.errors import RuleError
from ludex.core.hints import Same, decided, remembered, undecided
from ludex.core.rule import rule
from ludex.systems.fet.options import Options
from ludex.systems.fet.sheet import DEFAULT, Sheet, WrittenModifier, carried, hindrance, level_of, modifiers_on
from ludex.systems.fet.terms import DOMAINS, ELEVEN, MENTAL, SPREAD, BuffKind, Number, tidy, whole

RATIO = 500
APPEARANCE = 50
SIZE = 60
FLOOR = 0.1
"""Ruling FET-E-6: no correction falls below this."""


# What a sheet comes to


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a sheet comes to. `overloaded`: FET-LOD-4, more than can be carried."""

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
    values: dict[str, Number]
    stamina_max: int
    will_max: int
    load: Number
    load_total: int
    overloaded: bool
    cash_initial: int
    cash: Number
    negotiation_bonus: Number


class Derived(Figures, frozen=True, kw_only=True):
    """The same at full precision, with what it was worked out from."""

    percents: dict[str, Number]
    size: Number


@rule("FET-SIX-2", "FET-SIX-4", "FET-SIX-5", "FET-STA-1", "FET-DOM-1")
def derive(sheet: Sheet, modifiers: tuple[WrittenModifier, ...] = (), options: Options = DEFAULT) -> Derived:
    """Compute everything, or refuse with the first reason why not; of the same sheet under the same changes once."""
    kept = Same(sheet)
    if decided(kept) and not any(undecided(m.value) for m in modifiers):
        return _remembered(kept, modifiers, tuple(type(m.value) for m in modifiers), Same(options))
    return _worked_out(sheet, modifiers, options)


@remembered(2048)
def _remembered(
    sheet: Same[Sheet],
    modifiers: tuple[WrittenModifier, ...],
    _: tuple[type, ...],  # 2 equals 2.0, and comes to another number
    options: Same[Options],
) -> Derived:
    return _worked_out(sheet.value, modifiers, options.value)


def _worked_out(sheet: Sheet, modifiers: tuple[WrittenModifier, ...], options: Options) -> Derived:
    if code := hindrance(sheet, modifiers):
        raise RuleError(code, clause="FET-SHT-6", name=sheet.name, level=sheet.level, ratio=sheet.ratio)
    changes = Changes(modifiers_on(sheet, modifiers))
    level, load, cash = level_of(sheet), carried(sheet, options), starting_cash(sheet.assets or 0)
    mental = tidy((RATIO if sheet.ratio is None else sheet.ratio) * level / 10)  # FET-SIX-2, FET-SHT-4
    physical = tidy(100 * level - mental)
    body, mind = age_factors(sheet)
    size = size_factor(sheet, changes)
    percents = {name: changes.percent(name, sheet.percents.get(name, 0)) for name in ELEVEN}
    strong = {n: changes.value(n, physical * body * percents[n] / 100 * size) for n in ("constitution", "strength")}
    total = whole(changes.value("load_total", strong["strength"] * 10 / level))  # FET-LOD-1, Ruling FET-E-8
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
        negotiation_bonus=_bonus(sheet, percents, changes, mind_over_body=mental / physical),
        size=size_of(sheet, changes),
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
def size_factor(sheet: Sheet, changes: "Changes") -> Number:
    if not sheet.standard_size or (sheet.size is None and not changes.on("size")):
        return 1
    size = size_of(sheet, changes)
    return max(FLOOR, math.log(size / sheet.standard_size) + 1) if size > 0 else FLOOR


@rule("FET-SHT-5", "FET-LIV-25")
def size_of(sheet: Sheet, changes: "Changes") -> Number:
    """How big somebody is here and now; a blank is the standard of the race, else that of humans."""
    written = (sheet.standard_size or SIZE) if sheet.size is None else sheet.size
    return max(0, changes.value("size", written))


@rule("FET-LOD-3", "FET-LOD-4")
def load_factor(load: Number, total: Number) -> Number:
    if load > total:
        return 0
    return 1 - (load / total) ** 2 if total else 1


@rule("FET-AST-1", "FET-AST-2")
def starting_cash(assets: Number) -> int:
    return whole(math.copysign(assets**4 / 10**4, assets))


@rule("FET-NEG-3", "FET-DOM-3", "FET-LIV-25")
def _bonus(sheet: Sheet, percents: dict[str, Number], changes: "Changes", *, mind_over_body: Number) -> Number:
    """The negotiation bonus (属性加成), with the halves before age correction."""
    talent = percents["literature"] + percents["arts"] + percents["intelligence"]
    mind = 1 + math.log10(mind_over_body)
    looks = changes.value("appearance", APPEARANCE if sheet.appearance is None else sheet.appearance)
    beauty = 1 + math.log((max(1, looks) if changes.on("appearance") else looks) / APPEARANCE)
    bonus = talent * mind * beauty
    bonus = -bonus if mind < 0 and beauty < 0 else bonus  # Ruling FET-E-9: two negatives are no virtue
    return changes.value("negotiation_bonus", bonus)


class Changes:
    """FET-TRT-2: all modifiers on a character: points on percentages, then multiply, then add."""

    def __init__(self, modifiers: tuple[WrittenModifier, ...]) -> None:
        self._by: dict[tuple[str, str], list[Number]] = {}
        self._changed: set[str] = set()
        for modifier in modifiers:
            for name in SPREAD.get(modifier.of, (modifier.of,)):
                self._by.setdefault((name, modifier.kind), []).append(modifier.value)
                self._changed.add(name)

    def on(self, name: str) -> bool:
        return name in self._changed

    def percent(self, name: str, percent: Number) -> Number:
        return max(0, tidy(percent + sum(self._by.get((name, "points"), ()))))

    def value(self, name: str, value: Number) -> Number:
        if name not in self._changed:
            return value
        lasting = value * math.prod(self._by.get((name, "multiply"), ())) + sum(self._by.get((name, "add"), ()))
        return self._buffed(name, lasting)

    def _buffed(self, name: str, value: Number) -> Number:
        """A value after all buffs, sums within a kind; at least 0."""
        found = {kind: sum(self._by[name, kind]) for kind in BuffKind if (name, kind) in self._by}
        if not found:
            return value
        a, b, c, d = (found.get(kind, 0) for kind in BuffKind)
        return max(0, tidy(((value + a) * (1 + b / 100) + c) * (1 + d / 100)))
