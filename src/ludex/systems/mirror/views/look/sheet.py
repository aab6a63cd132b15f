"""Pieces of a view that commands and views share: a character's sheet, body and numbers as drawable parts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from ludex.core.effects.records import NOTHING
from ludex.core.effects.sentences import said as quantity_said, until
from ludex.core.explain import Total, because, total
from ludex.core.hints import once
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.core.view import (
    AnyPart,
    Body,
    BodyPart as Tile,
    Fact,
    Facts,
    Label,
    Link,
    Rows,
    Tag,
    Tags,
    Text,
    Vital,
    filled,
)
from ludex.systems.mirror.content import Gear, called, described, library, shipped, shown, typed
from ludex.systems.mirror.effects import WORDS
from ludex.systems.mirror.effects.bearing import belongings, borne, running
from ludex.systems.mirror.options import Options
from ludex.systems.mirror.rules.bearing import speed_of, terms_of
from ludex.systems.mirror.rules.checks import PASSIVE_FACE, stacked
from ludex.systems.mirror.rules.dying import dying_parts
from ludex.systems.mirror.rules.knowing import lapsed, missing, own_deeds
from ludex.systems.mirror.rules.relations import attitude
from ludex.systems.mirror.rules.sheets import points_left
from ludex.systems.mirror.rules.skills import (
    DEFENSE_SKILL,
    LINKED,
    SkillGiven,
    borne_modifiers,
    quantities_of,
    skill_modifiers,
)
from ludex.systems.mirror.rules.wounds import ward_of
from ludex.systems.mirror.sheet import HEAVY, Ability, BodyPart, Character
from ludex.systems.mirror.state import Lasting, State, spot
from ludex.systems.mirror.terms import Attribute, DamageType, Defense, PartStatus, Skill, Status, Unit, said

BAD = (Status.EXHAUSTED, Status.UNCONSCIOUS, Status.MAD, Status.DISSOLVED, Status.DEAD)
RANKED = ("weapons", "magic", "secondary")


def sheet_parts(state: State, c: Character) -> tuple[AnyPart, ...]:
    """A whole sheet: vitals, body, attributes, DCs, personality, relations and abilities."""
    own = _own_parts(c)
    return (
        *vitals(state, c),
        own.body,
        own.attributes,
        *numbers(state, c),
        *borne_numbers(state, c),
        *wards(state, c),
        *personality(state, c),
        *own.learned,
        *_deeds(state, c),
        own.items,
        *((Text(say("view.notes", text=c.notes), "quiet"),) if c.notes else ()),
    )


@rule("MIR-LIV-9", "MIR-LIV-47")
def _deeds(state: State, c: Character) -> Iterator[Tags]:
    """The actions that she knows and not everybody does."""
    if known := own_deeds(state, c):
        yield Tags(tuple(Tag(shown(name)) for name in known), say("view.actions"))


class RecordedPart(NamedTuple):
    """What of a sheet is told by the record alone."""

    body: Body
    attributes: Facts
    learned: tuple[AnyPart, ...]
    items: AnyPart


@once
def _own_parts(c: Character) -> RecordedPart:
    return RecordedPart(body(c), attributes(c), tuple(learned(c)), items_part(c))


def vitals(state: State, c: Character) -> Iterator[AnyPart]:
    tone = "bad" if c.exhausted else "warn" if c.sp < c.sp_max else "plain"
    yield Vital(say("view.sp"), c.sp, c.sp_max, c.sp_min, tone=tone)
    yield Vital(say("view.ap"), c.ap, c.ap_most, c.ap_min)
    yield Facts(
        (
            Fact(say("view.lv"), c.lv),
            Fact(say("view.mov"), f"{c.mov}/{speed_of(state, c)}"),
            Fact(say("view.charm"), c.charm),
            Fact(say("view.dr"), c.dr),
            Fact(say("view.cognition"), term(f"cognition_{c.cognition}")),
        )
    )
    yield from gauges(c)
    yield from statuses(c)


def seen_parts(c: Character) -> tuple[AnyPart, ...]:
    """A stranger as far as one sees her: where she stands, who is down, her parts, what she holds and wears (MIR-LIV-40)."""
    rows = tuple((shown(i.called), term(i.place)) for i in belongings(c) if i.used)
    columns = (say("view.item"), say("view.place"))
    bands = c.veiled or {}
    return (
        Facts(
            (
                Fact(say("view.side"), term("side_pc" if c.side == "pc" else "side_foe")),
                Fact(say("view.region"), spot(c.pos) if c.pos else "—"),
                *(Fact(say(f"view.{name}"), say(f"view.band_{band}")) for name, band in bands.items()),
            )
        ),
        *statuses(c),
        body(c),
        *((Rows(columns, rows),) if rows else ()),
    )


def items_part(c: Character) -> AnyPart:
    """Her things: how many, where, and what they are good for (MIR-LIV-49)."""
    rows = tuple((shown(item.called), item.quantity, term(item.place), described(item.text)) for item in belongings(c))
    columns = (say("view.item"), say("view.quantity"), say("view.place"), say("view.note"))
    return Rows(columns, rows) if rows else Text(say("view.no_items"))


def gauges(c: Character) -> Iterator[AnyPart]:
    for name, left in c.gauges.items():
        yield filled(say("view.gauge", attribute=term(name)), left, c.gauge_max(name))


def statuses(c: Character) -> Iterator[AnyPart]:
    """Statuses in force, the gravest first, above all that she is dying (MIR-DYI-1): the marks beside her name; apart from them what
    limits are spent and what goes on (MIR-STS-1).
    """
    grave = sorted(c.statuses, key=lambda status: (status not in BAD, status == Status.TIRED))
    marks = [Tag(term("dying"), "bad")] if dying_parts(c) else []
    marks += [Tag(said(s), "bad" if s in BAD else "warn") for s in grave]
    if marks:
        yield Tags(tuple(marks))
    tags = [Tag(say("view.exempt"), "good")] if c.exempt else []
    tags += [Tag(say(f"view.{name}")) for name in ("ra_used", "minor_used") if getattr(c, name)]
    if c.total_action:
        running = c.total_action
        tags.append(
            Tag(say("view.total_action", name=shown(running.name), paid=running.paid, cost=running.cost), "warn")
        )
    if tags:
        yield Tags(tuple(tags), say("view.at_present"))


def attributes(c: Character) -> Facts:
    return Facts(
        tuple(
            Fact(term(a), c.value(a), note=say("view.attribute", modifier=f"{c.mod(a):+d}", tier=term(c.tier(a))))
            for a in Attribute
        )
    )


def numbers(state: State, c: Character) -> Iterator[AnyPart]:
    """The DC of every skill and defence, with where it comes from, and other ranks."""
    yield Facts(tuple(_passive(state, c, SKILLS)))
    yield Facts(tuple(_passive(state, c, DEFENCES)))
    gear = library(state.catalogue).gear
    ranks = tuple(
        Tag(say("view.domain", name=_gear(name, gear), level=rank))
        for kind in RANKED
        for name, rank in getattr(c, kind).items()
        if rank
    )
    if ranks:
        yield Tags(ranks, say("view.ranks"))


@rule("MIR-LIV-32")
def borne_numbers(state: State, c: Character) -> Iterator[AnyPart]:
    """Numbers of hers that effects have changed, each with what did it."""
    if not (touched := _touched(state, c)):
        return
    bare = replace(c, borne={})
    own = {"sp_max": bare.sp_max, "ap_max": bare.ap_max, "charm": bare.charm, "ego_max": bare.ego_max}
    own |= {"speed": c.speed, "reach": state.options.default_reach if c.reach is None else c.reach}
    wanted = [(name, "", base) for name, base in own.items()]
    wanted += [("attribute", a.value, bare.value(a)) for a in Attribute]
    wanted += [("gauge_max", a.value, bare.gauge_max(a)) for a in Attribute]
    found = [_changed(state, c, *one) for one in wanted if one[0] in touched]
    if facts := tuple(fact for fact in found if fact is not None):
        yield Facts(facts)


def _changed(state: State, c: Character, quantity: str, part: str, base: int) -> Fact | None:
    more = terms_of(state, c.id, quantity, base, NOTHING, part)
    if not more:
        return None
    name = quantity_said(WORDS, "quantities", quantity)
    label = say("effects.part", of=name, part=term(part)) if part else name
    summed = total(because(base, "why.base", "MIR-LIV-31"), *more)
    return Fact(label, summed.value, summed)


@rule("MIR-VUL-3", "MIR-LIV-59")
def wards(state: State, c: Character) -> Iterator[AnyPart]:
    """Resistances and vulnerabilities, of the sheet and of effects: «灼烧抗性 1»."""
    there = [kind for kind in ("resist", "vuln") if getattr(c, kind) or kind in _touched(state, c)]
    found = [(kind, t, int(ward_of(state, c, kind, t).value)) for kind in there for t in DamageType]
    tags = tuple(Tag(say("view.domain", name=say(f"why.{kind}", type=term(t)), level=n)) for kind, t, n in found if n)
    if tags:
        yield Tags(tags)


def _gear(name: str, gear: Mapping[str, Gear]) -> Label:
    """What a kind of gear is called: by its word, or by the title that a GM's own pack gives it."""
    own = name in gear and name not in shipped().gear
    return called(name, gear[name]) if own else said(name)


def _touched(state: State, c: Character) -> frozenset[str]:
    """The quantities of hers that effects may change now, whether their conditions hold or not."""
    return frozenset(m.of for effect in borne(state, c.id) for m in effect.modifiers)


class Passive(NamedTuple):
    """A passive check on the sheet, and the quantities that effects know it by."""

    label: Label
    given: SkillGiven
    quantities: frozenset[str]


def _passive_of(label: Label, given: SkillGiven) -> Passive:
    return Passive(label, given, frozenset(quantity for quantity, _ in quantities_of(given)))


SKILLS = {s: _passive_of(say("view.dc", name=term(s)), SkillGiven(skill=s, passive=True)) for s in Skill}
DEFENCES = {
    x: _passive_of(
        say("view.defence", name=term(x)),
        SkillGiven(skill=DEFENSE_SKILL[x], rank_source=f"defense:{x}", passive=True),
    )
    for x in Defense
}


def _passive(
    state: State, c: Character, numbers: Mapping[Skill, Passive] | Mapping[Defense, Passive]
) -> Iterator[Fact]:
    """The best passive total of each check (MIR-CHK-11). One that no effect touches is worked out once for each record (a record never
    changes) and the table's options."""
    touched = _touched(state, c)
    known: dict[str, tuple[Options, Fact]] = c.__dict__.setdefault("passive", {})
    for name, number in numbers.items():
        own = touched.isdisjoint(number.quantities)
        options, fact = known.get(name, (None, None)) if own else (None, None)
        if fact is None or options is not state.options:
            totals = (dc(state, c, number.given, a) for a in LINKED[number.given.skill])
            best = max(totals, key=lambda t: int(t.value))
            fact = Fact(number.label, best.value, best)
        if own:
            known[name] = state.options, fact
        yield fact


def dc(state: State, c: Character, given: SkillGiven, attribute: str) -> Total:
    own = skill_modifiers(state, c, given, attribute)
    modifiers = stacked([*own, *borne_modifiers(state, c.id, given)])
    return total(because(PASSIVE_FACE, "why.passive", "MIR-CHK-11"), *modifiers.terms)


def personality(state: State, c: Character) -> Iterator[AnyPart]:
    """Humanity, ego, madness; traumas; relations with their attitudes."""
    yield Facts(
        (
            Fact(term("humanity"), c.humanity),
            Fact(term("ego"), c.ego, note=say("view.of", top=c.ego_max)),
            Fact(term("madness"), c.madness),
            Fact(say("told.favour"), c.favour, note=_favours(c)),
        )
    )
    if c.traumas:
        yield Tags(tuple(Tag(t) for t in c.traumas), say("view.traumas"))
    if c.relations:
        rows = tuple(_relation(state, name, c) for name in c.relations)
        yield Rows((say("view.towards"), term("positive"), term("negative"), say("view.emotions")), rows)


def _favours(c: Character) -> Label:
    told: list[Label] = [say("told.favour_for", amount=f"{f.amount:+d}", reason=f.reason) for f in c.favours]
    return say("view.listed", items=told) if told else ""


def _relation(state: State, other: str, c: Character) -> tuple[Label, ...]:
    relation = c.relations[other]
    sides = [
        say("view.attitude", value=value, attitude=term(attitude(side, value)))
        for side, value in (("positive", relation.positive), ("negative", relation.negative))
    ]
    known = state.characters.get(other) or state.away.get(other)
    name = known.called if known is not None else other
    return (name, *sides, say("view.listed", items=[term(e) for e in relation.emotions]))


@rule("MIR-LIV-10")
def _ability(c: Character, ability: Ability) -> Tag:
    """An ability with its domain; one that has lapsed is struck out, with what is missing."""
    if not lapsed(c, ability):
        return Tag(shown(ability.called), note=said(ability.domain))
    needs = missing(c, ability.prerequisite)
    return Tag(shown(ability.called), out=True, note=say("view.lapsed", domain=said(ability.domain), needs=needs))


@rule("MIR-DOM-8", "MIR-GAU-2")
def _everybodys(c: Character) -> tuple[Ability, ...]:
    """The superior attribute of the basic domain, which nobody learns: who has a gauge has it."""
    known = {a.id for a in c.abilities}
    ability = shipped().abilities["superior_attribute"]
    return (ability,) if ability.id not in known and any(c.gauge_max(a) for a in Attribute) else ()


def learned(c: Character) -> Iterator[AnyPart]:
    domains = [Tag(say("view.in_domain", name=term(d), level=n)) for d, n in c.domains.items()]
    if domains:
        yield Tags(tuple(domains), say("view.domains"))
    if abilities := (*c.abilities, *_everybodys(c)):
        yield Tags(tuple(_ability(c, a) for a in abilities), say("view.abilities"))
    if points_left(c):
        yield Text(say("view.points_left", points=points_left(c)), "quiet")


# --- a body as it is drawn: parts as joined tiles, with their wounds in words (MIR-PST, MIR-LIV-59) ------------------


def body(c: Character) -> Body:
    """Parts as joined tiles in the character's own plan; a lost one joins nothing any more (MIR-PST-3)."""
    rows = depths(c)
    tiles = tuple(tile(p, *rows[p.id]) for p in c.parts)
    left = {p.id for p in c.parts_left}
    joints = tuple(Link(a, b) for a, b in c.links if {a, b} <= left)
    return Body(tiles, joints, levels=tuple(term(f"wound_{level}") for level in range(1, HEAVY + 1)))


def depths(c: Character) -> dict[str, tuple[int, int]]:
    """Row and column of each part: rows by steps from the first part along the joints, columns by place in the row."""
    rows: dict[str, int] = {}
    for part in c.parts:
        near = [
            rows[b if a == part.id else a]
            for a, b in c.links
            if part.id in (a, b) and (b if a == part.id else a) in rows
        ]
        rows[part.id] = min(near) + 1 if near else 0
    placed: dict[str, tuple[int, int]] = {}
    filled: dict[int, int] = {}
    for name, row in rows.items():
        placed[name] = (row, filled.get(row, 0))
        filled[row] = filled.get(row, 0) + 1
    return placed


FIGURE = {"head": "head", "torso": "trunk", "arm": "arms", "leg": "legs"}
"""The parts of a humanoid as they are drawn; both arms are one part, and so are both legs."""


def tile(part: BodyPart, row: int, column: int) -> Tile:
    """One part: wounds in its slots, temporary life, and what is lost."""
    state = "whole" if part.status is PartStatus.NONE else part.status.value
    notes: list[Label] = [*wounds_said(part), *(shown(o.name) for o in part.organs if not part.lost)]  # MIR-LIV-35
    if part.temp:
        notes.append(f"+{len(part.temp.wounds)}/{part.temp.points}")
    return Tile(
        part.id,
        part.called,
        row,
        column,
        slots=part.cap,
        wounds=tuple(w.level for w in part.wounds),
        temporary=part.temp.points if part.temp else 0,
        state=state,
        vital=part.vital,
        note=say("view.spaced", items=notes) if notes else "",
        figure=FIGURE.get(part.id, ""),
    )


def wounds_said(part: BodyPart) -> Iterator[Say]:
    """The wounds of a part in words, those alike together: «2 道擦伤（灼烧/侵蚀）»."""
    for (level, types, effects), count in Counter((w.level, w.types, w.effects) for w in part.wounds).items():
        yield say("view.so_many_wounds", count=count, wound=typed(term(f"wound_{level}"), (*types, *effects)))


# --- how long an effect lasts yet, in words (MIR-LIV-39) -------------------------------------------------------------

TURNS = (Unit.TURN_START, Unit.TURN_END, Unit.UNTIL_TURN_END)
"""What is counted in turns, which are somebody's."""


@rule("MIR-LIV-39")
def left_of(state: State, effect: Lasting) -> Label:
    """What is left of an effect: so many of its unit, until whose turn or which round is over, or what happens."""
    counted = _counted(state, effect) if effect.unit != Unit.CONDITION else None
    event = say("view.left_event", events=list(effect.ends_on)) if effect.ends_on else None
    if counted is not None and event is not None:
        return say("view.left_either", one=counted, other=event)
    return counted or event or term(effect.unit)


def _counted(state: State, effect: Lasting) -> Say:
    """Without what may end it before."""
    if effect.hidden and effect.remaining is None:
        return say("view.left_unknown")
    if effect.unit == Unit.FOCUS:
        return say("view.left_this_round" if effect.remaining == 1 else "view.left_next_round")
    if effect.unit in TURNS and effect.remaining is not None:
        whose = state.characters.get(effect.who)
        name: Label = whose.called if whose is not None else say("told.somebody")
        return say(f"view.left_{effect.unit}", who=name, count=effect.remaining)
    known = replace(running(state, effect), left=effect.remaining)  # a hidden one too, to whom knows it
    return next(iter(until(WORDS, known)))
