"""A character as parts to be drawn: vitals, values with their reasons, what is carried, what lies on somebody for a while, and the `.stf` line."""

import math
from collections.abc import Callable

from ludex.core.deeds import Offer, deed
from ludex.core.explain import Term, Total, because
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.view import AnyPart, Fact, Facts, Rows, Tag, Tags, Text, Vital
from ludex.systems.fet.content import in_words, own_name, own_text
from ludex.systems.fet.rules.checks import own_points
from ludex.systems.fet.rules.lasting import derived, plain_value, share_of, size_of, value_terms
from ludex.systems.fet.rules.rates import formula, rate_of, rated
from ludex.systems.fet.rules.roster import check_bearer, pools
from ludex.systems.fet.rules.sheets import BASICS, sheet_warnings
from ludex.systems.fet.rules.weapons import known_efficiency
from ludex.systems.fet.sheet import (
    Buff,
    Item,
    Passing,
    Sheet,
    Shield,
    Standing,
    Thing,
    Ward,
    Weapon,
    distributable,
    hindrance,
    sheet_problems,
)
from ludex.systems.fet.sheet.values import RATIO, Derived
from ludex.systems.fet.state import Bearer, Raised, State
from ludex.systems.fet.terms import (
    ELEVEN,
    EVERY,
    PHYSICAL,
    RESOURCES,
    Number,
    WardKind,
    half_up,
    readable,
    tidy,
    written,
)
from ludex.systems.fet.views.deeds import use_skill


def burden_parts(state: State, who: str, *, own: bool = False) -> tuple[AnyPart, ...]:
    """Everything that lies on somebody for a while; for its owner, each to be taken off (standing effects: to be used)."""
    found = check_bearer(state, who)
    nature = tuple(Tag(ward_said(ward, found.level)) for ward in found.nature)
    return (
        *((Tags(nature, say("view.nature")),) if nature else ()),
        *(
            Tags(tuple(tags), say(f"view.{kind}"))
            for kind in WORDS
            if (
                tags := _tags(found, kind=kind, own=who if own else "", now=state.battle.time if state.battle else None)
            )
        ),
    )


def _tags(found: Bearer, *, kind: str, own: str, now: Number | None) -> list[Tag]:
    return [
        Tag(
            timed(said(thing, found.level), thing, now),
            "good",
            note="" if _ends(thing) else lasts(thing, now),
            deed=_taken_off(kind, n, own) if own else None,
        )
        for n, thing in enumerate(getattr(found.burden, kind), 1)
    ]


WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "buffs": ("buff", ("del",)),
    "wards": ("dr", ("del",)),
    "shields": ("rc", ("s", "del")),
    "passing": ("rc", ("del",)),
    "standing": ("fx", ()),
}
"""How each is taken off, or used: the command, and the words before the number."""

FIELDS = {"buff": ("verb", "name"), "dr": ("verb", "name"), "rc": ("verb", "amount", "scope"), "fx": ("verb",)}


def _taken_off(kind: str, n: int, who: str) -> Offer:
    name, words = WORDS[kind]
    given = dict(zip(FIELDS[name], (*words, f"{n}"), strict=False))
    return deed(name, say(f"view.{kind}"), of=actor(who), given=given)


def of(now: Number, top: Number) -> Say:
    return say("view.of", now=readable(now), top=readable(top))


@rule("FET-LIV-58")
def status_line(resource: str, now: Number, top: Number) -> Say:
    """«体力：114/154»."""
    pool = {"current": written(readable(now)), "top": written(readable(top))}
    return say("told.printed_pool", resource=term(resource), **pool)


@rule("FET-LIV-29")
def lasts(thing: Thing, now: Number | None = None) -> Say:
    """How long it still lasts; in a battle (`now`) until when."""
    if thing.until and thing.acts is None:
        return say(f"view.until_{thing.until}")
    if thing.time is not None and now is not None:
        return say("view.until_time", time=tidy(now + thing.time))
    if thing.time is not None:
        return say("view.lasts_time", time=thing.time)
    if isinstance(thing, Standing) and thing.acts is None:
        return say("view.until_battle")  # FET-SKX-5: no skill's effect outlives a battle
    return say("view.lasts") if thing.acts is None else say("view.lasts_acts", acts=thing.acts)


def _ends(thing: Thing) -> bool:
    return thing.time is not None or thing.acts is not None or bool(thing.until)


def timed(said: Label, thing: Thing, now: Number | None = None) -> Label:
    if not _ends(thing):
        return said
    return say("view.timed", what=said, lasts=lasts(thing, now))


def buff_said(buff: Buff, level: Number) -> Say:
    return say("view.buff", name=buff.name, of=_scope(buff.of), kind=term(buff.kind), size=size_of(buff, level))


def _scope(of: str) -> Say:
    return term("mental_and_domains") if of == "mental" else term(of)


def ward_said(ward: Ward, level: Number) -> Say:
    """A reduction or bonus in words; a defence with the percentage it comes to."""
    size: Number | Say = ward.value
    if ward.kind != WardKind.FLAT:
        size = say("view.percentage", percent=half_up(100 * share_of(ward, level), 2))
    if ward.kind == WardKind.DEFENCE:
        size = say("view.defence", value=ward.value, percent=size)
    sort = say("view.of_type", type=ward.type) if ward.type else ""
    key = "view.bonus" if ward.gains else "view.reduction"
    return say(key, name=ward.name, resource=_covers(ward.resource), size=size, type=sort)


def shield_said(shield: Shield) -> Say:
    return say("view.shield_for", left=shield.left, resource=_covers(shield.resource))


def _covers(resource: str) -> Say:
    return term("both" if resource == EVERY else resource)


def passing_said(passing: Passing) -> Say:
    return say("view.passing_for", by=written(passing.by, signed=True), resource=term(passing.resource))


def standing_said(standing: Standing) -> Say:
    uses = say("view.always") if standing.uses is None else say("view.uses", uses=standing.uses)
    return say("view.stands", name=standing.name, kind=term(standing.kind), amount=readable(standing.amount), uses=uses)


def said(thing: Thing, level: Number) -> Say:
    match thing:
        case Buff():
            return buff_said(thing, level)
        case Ward():
            return ward_said(thing, level)
        case Shield():
            return shield_said(thing)
        case Passing():
            return passing_said(thing)
    return standing_said(thing)


LOW = 0.3
"""Below this share a vital is drawn as bad."""


def about(sheet: Sheet) -> Label:
    found: Label = ""
    for word in filter(None, (sheet.race, sheet.gender, sheet.job)):
        found = say("view.and", one=found, other=in_words(word)) if found else in_words(word)
    return found


def vitals(state: State, who: str, *, whole: bool = False) -> tuple[AnyPart, ...]:
    """Stamina and will as bars; on the whole sheet with what nothing restores."""
    now, found = pools(state, who), check_bearer(state, who)
    scars = {name: found.scar(name) if whole else 0 for name in RESOURCES}
    return (
        _vital("stamina", now.stamina, top=now.stamina_max, scar=scars["stamina"]),
        _vital("will", now.will, top=now.will_max, scar=scars["will"]),
    )


def _vital(name: str, now: Number, *, top: Number, scar: Number) -> Vital:
    tone = "bad" if now <= top * LOW else "plain"
    note: Label = say("view.scarred", scar=readable(scar)) if scar else ""
    dead = now <= 0 < top
    return Vital(
        term(name), float(half_up(now, 2)), float(max(top, 1)), tone=tone, note=say("view.dead") if dead else note
    )


Values = Callable[[State, str], AnyPart]


def whole_sheet(state: State, who: str, *, values: Values) -> tuple[AnyPart, ...]:
    """Everything on a sheet, for a viewer who may see it; `values` is how its eleven values are drawn."""
    sheet = state.characters[who].sheet
    if hindrance(sheet):
        return (Text(say("view.underivable"), "bad"), *_problems(sheet))
    found, fighter = derived(state, who), state.fighter(who)
    return (
        *vitals(state, who, whole=True),
        *_points(state, who),
        *_problems(sheet),
        _numbers(sheet, found, who),
        values(state, who),
        *burden_parts(state, who, own=True),
        _carried(found),
        *_things(sheet, found, tuple(fighter.weapons.values()) if fighter else sheet.weapons),  # with their rounds
        *_written(sheet),
    )


PRINTED = ("player", "race", "gender", "job", "adult_age", "standard_size", "age", *BASICS)
"""Fields of the printed sheet beside level and ratio (FET-LIV-45)."""


CORRECTIONS = ("age_physical", "age_mental", "size_modifier", "load_modifier")


def _filled(value: Number | str | None) -> Label:
    if value is None or value == "":
        return say("told.blank")
    return in_words(value) if isinstance(value, str) else written(value)


@rule("FET-LIV-13")
def _points(state: State, who: str) -> tuple[AnyPart, ...]:
    """Action points beside stamina and will, once the GM has given any."""
    points, most = own_points(state, who), state.characters[who].action_points_max
    if points is None:
        return ()
    return (Facts((Fact(term("action_points"), of(points, points if most is None else most)),)),)


@rule("FET-LIV-45")
def _written(sheet: Sheet) -> tuple[AnyPart, ...]:
    texts = [(name, getattr(sheet, name)) for name in ("background", "looks", "personality", "features")]
    return tuple(
        Text(say("view.written", what=term(name), text=in_words(text) or say("told.blank")), "quiet")
        for name, text in texts
    )


STORYLESS = "background_missing"
"""A warning that a sheet carries (FET-SHT-1) and nobody else needs to see at a glance."""


def _problems(sheet: Sheet) -> tuple[AnyPart, ...]:
    """What is unfinished, and what is only worth a warning."""
    wrong = tuple(Tag(say(f"errors.{code}"), "bad") for code in sheet_problems(sheet))
    warned = sheet_warnings(sheet)
    soft = tuple(Tag(say(f"view.{code}"), "warn") for code in warned if code != STORYLESS)
    marks: tuple[AnyPart, ...] = (Tags((*wrong, *soft)),) if wrong or soft else ()
    return (*marks, Text(say(f"view.{STORYLESS}"), "quiet")) if STORYLESS in warned else marks


def _numbers(sheet: Sheet, found: Derived, who: str) -> Facts:
    left = distributable(sheet)
    corrections = {name: getattr(found, name) for name in CORRECTIONS}
    rows = (
        Fact(term("level"), found.level, deed=deed("lv", term("level"), of=actor(who), level=())),
        Fact(term("ability"), found.ability),
        Fact(term("sheet_ratio"), RATIO if sheet.ratio is None else sheet.ratio),
        *(Fact(term(name), _filled(getattr(sheet, name))) for name in PRINTED),
        Fact(term("physical"), half_up(found.physical_corrected, 2)),
        Fact(term("mental"), half_up(found.mental_corrected, 2)),
        *(Fact(term(name), half_up(value, 4)) for name, value in corrections.items() if value != 1),
        *(Fact(say("view.left", group=term(group)), amount) for group, amount in left.items() if amount),
        Fact(term("negotiation_bonus"), half_up(found.negotiation_bonus, 2)),
    )
    return Facts(rows)


@rule("FET-STC-1")
def _rate(state: State, who: str, name: str, value: Number) -> Say | str:
    if not state.target:
        return ""
    return say("view.rate", rate=min(100, rated(state, who, rate_of(value, state.target), name).rate))


def values_table(state: State, who: str) -> AnyPart:
    sheet, values = state.characters[who].sheet, derived(state, who).values
    rows = [(term(n), sheet.percents.get(n, 0), half_up(values[n], 2), _rate(state, who, n, values[n])) for n in ELEVEN]
    return Rows((say("view.attribute"), say("view.percent"), say("view.value"), say("view.rate_head")), tuple(rows))


def values_explained(state: State, who: str) -> AnyPart:
    found = derived(state, who)
    values = found.values
    return Facts(
        tuple(
            Fact(
                term(n), half_up(values[n], 2), _explained(state, who, n, found=found), _rate(state, who, n, values[n])
            )
            for n in ELEVEN
        )
    )


def _explained(state: State, who: str, name: str, *, found: Derived) -> Total:
    """A value with its reasons; with buffs on it, the value below them and what each adds."""
    buffs = value_terms(state, who, name)
    if not buffs:
        return why_value(found, name)
    below = why_value(plain_value(state, who, name), name)
    return Total(half_up(found.values[name], 2), (Term(below.value, say("why.below"), "", below.terms), *buffs))


def _carried(found: Derived) -> Facts:
    load = of(found.load, found.load_total)
    cash = of(found.cash, found.cash_initial)
    note = say("view.overloaded") if found.overloaded else ""
    return Facts((Fact(term("load"), load, note=note), Fact(term("cash"), cash)))


def _things(sheet: Sheet, found: Derived, arms: tuple[Weapon, ...]) -> tuple[AnyPart, ...]:
    """Weapons with their efficiency, items, traits and skills, where there are any."""
    parts: list[AnyPart] = []
    if arms:
        parts.append(weapon_rows(arms, found.level))
    if sheet.items:
        parts.append(Tags(tuple(_item(i) for i in sheet.items), say("view.items")))
    if sheet.traits:
        parts.append(Tags(tuple(Tag(own_name(t.name), note=own_text(t)) for t in sheet.traits), say("view.traits")))
    if sheet.skills:
        tags = tuple(Tag(own_name(s.name), note=own_text(s), deed=use_skill(s, {"target": ()})) for s in sheet.skills)
        parts.append(Tags(tags, say("view.skills")))
    return tuple(parts)


def _item(item: Item) -> Tag:
    """A thing with its load, and where it is if not carried; several with their number."""
    if item.pieces == 1:
        return Tag(f"{item.name} {written(item.load)}", note=lies(item))
    return Tag(f"{item.name} ×{written(item.pieces)} {written(item.load * item.pieces)}", note=lies(item))


@rule("FET-LIV-47")
def lies(thing: Item | Weapon) -> Label:
    if not thing.down:
        return thing.place
    return say("view.down_at", place=thing.place) if thing.place else say("view.put_down")


def weapon_rows(weapons: tuple[Weapon, ...], level: Number) -> Rows:
    head = ("weapon", "damage", "wind_up", "range", "magazine", "reload", "efficiency")
    return Rows(
        tuple(say(f"view.{name}") for name in head),
        tuple(
            (own_name(w.name), w.damage, w.wind_up, w.range or "", rounds_of(w), w.reload, _efficiency(w, level))
            for w in weapons
        ),
    )


def rounds_of(weapon: Weapon) -> Say | str:
    return say("view.of", now=weapon.rounds, top=weapon.magazine) if weapon.magazine else ""


def _efficiency(weapon: Weapon, level: Number) -> Number | str:
    found = known_efficiency(weapon, level)
    return "" if found is None else half_up(found, 4)


def why_value(found: Derived, name: str) -> Total:
    """A value with the half, the percentage and the corrections behind it."""
    physical = name in PHYSICAL
    half, age = (found.physical, found.age_physical) if physical else (found.mental, found.age_mental)
    terms = [
        because(half, term("physical" if physical else "mental"), "FET-SIX-2"),
        because(found.percents[name], say("why.percent"), "FET-SIX-4" if physical else "FET-SIX-5"),
        because(half_up(age, 4), say("why.age"), "FET-AGE-1" if physical else "FET-AGE-2"),
    ]
    if name in ("constitution", "strength"):
        terms.append(because(half_up(found.size_modifier, 4), say("why.size"), "FET-SIZ-1"))
    if name == "dexterity":
        terms.append(because(half_up(found.load_modifier, 4), say("why.load"), "FET-LOD-3"))
    value = half_up(found.values[name], 2)
    plain = half * found.percents[name] / 100 * math.prod(t.value for t in terms[2:])
    changed = half_up(found.values[name] - plain, 1)
    if changed:
        terms.append(because(changed, say("why.modifiers"), "FET-TRT-2"))
    factors = " × ".join(
        [
            written(half),
            f"{written(found.percents[name])}%",
            *(written(t.value) for t in terms[2:] if t.value != 1 and t.label.key != "why.modifiers"),
        ]
    )
    return formula(value, say("why.product", factors=factors), terms[1].clause, *terms)


@rule("FET-LIV-46")
def raised_said(line: Raised) -> Say:
    """One line of the log of levels, with its session where one was open."""
    facts = {"day": line.day, "before": line.before, "after": line.after}
    return say("view.raised_in", session=line.session, **facts) if line.session else say("view.raised", **facts)
