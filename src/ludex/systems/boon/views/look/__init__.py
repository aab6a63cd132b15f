"""The table of boon as one viewer sees it: the initiative thread, the grid, and everybody's sheet.

It draws all that is in the state; what a viewer may not know is not in it (`redact`).
"""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.effects.counting import denied
from ludex.core.effects.sentences import name_of, sentence, until
from ludex.core.principals import Viewer
from ludex.core.rule import rule
from ludex.core.say import Label, Say, say, term
from ludex.core.scenery import backdrop
from ludex.core.view import (
    AnyPart,
    Empty,
    Fact,
    Facts,
    Link,
    Rows,
    Section,
    Tag,
    Tags,
    Text,
    Thread,
    View,
    Vital,
    filled,
)
from ludex.systems.boon.content import class_named
from ludex.systems.boon.effects import WORDS
from ludex.systems.boon.events import Acted, ApSpent, InitiativeMoved
from ludex.systems.boon.kinds.offers import can_act, pickable
from ludex.systems.boon.rules.attacks import armor_of
from ludex.systems.boon.rules.challenges import told_failure
from ludex.systems.boon.rules.clock import next_side
from ludex.systems.boon.rules.moving import speed_of
from ludex.systems.boon.rules.sheets import damage_text
from ludex.systems.boon.rules.tests import Test, edge_of, of_bearer, sum_terms
from ludex.systems.boon.rules.wards import block_terms, dodge_terms
from ludex.systems.boon.rules.weapons import means_of, weapon_test
from ludex.systems.boon.rules.windows import with_body
from ludex.systems.boon.sheet import Armor, Character, Item, Position, training_name
from ludex.systems.boon.state import Effect, State, Thing
from ludex.systems.boon.terms import GONE, UNARMED, Attribute, Cover, Gear, Status
from ludex.systems.boon.views.deeds import cast, create_for_side, create_own
from ludex.systems.boon.views.look.stage import side_of, stage, token


def look(state: State, viewer: Viewer) -> View:
    if not state.combatants:  # a map may lie there before anybody comes
        lies = (*stage(state, viewer), *_things(state))
        return View(where=lies or (_empty(viewer),))
    where = [_clock(state), *stage(state, viewer), *_things(state), *_effects(state), *_memory(state, viewer)]
    own, holder = viewer.controls, state.clock.holder
    ordered = sorted(state.combatants, key=lambda c: (c.id != holder, c.id not in own, c.status in GONE))
    return View(tuple(_sheet(state, viewer, c) for c in ordered), tuple(where), backdrop(state.scene))


def _empty(viewer: Viewer) -> Section:
    """An empty table, and its first step: the GM writes for a side, a player for herself."""
    start = create_for_side() if viewer.gm else create_own() if viewer.player else None
    return Section("clock", say("view.clock"), (Empty(say("view.nobody"), deed=start),), timed=True)


# --- the initiative -------------------------------------------------------------------------------------------


def _clock(state: State) -> Section:
    """Whose initiative it is, why, and where it can go."""
    clock = state.clock
    parts: list[AnyPart] = []
    if clock.running:
        rows = (
            Fact(say("view.round"), clock.round or say("view.surprise")),
            Fact(say("view.seconds"), clock.seconds),
            Fact(say("view.order"), state.order_called),
        )
        parts.append(Facts(rows))
    parts.append(_thread(state))
    parts.extend(Text(line) for line in _standing(state))
    return Section("clock", say("view.clock"), tuple(parts), timed=True)


def _thread(state: State) -> Thread:
    ranks = {side: place for place, side in enumerate(state.clock.order)}
    everybody = sorted(state.combatants, key=lambda c: ranks.get(c.side, len(ranks)))
    tokens = tuple(token(state, c) for c in everybody)
    return Thread(tokens, state.clock.holder, _links(state), say("view.not_moved"))


def _standing(state: State) -> tuple[Say, ...]:
    clock = state.clock
    if not clock.order:
        return (*(() if state.fights else (say("view.peace"),)), *_off_board(state))
    if clock.combat_over:
        return (say("view.won", side=state.side_called(clock.winner)) if clock.winner else say("view.nobody_won"),)
    if clock.round_over:
        return (say("view.round_over"),)
    if clock.choosing:
        names = [state.called(w) for w in pickable(state, clock.choosing)]
        return (say("view.choosing", side=state.side_called(clock.choosing), names=names),)
    who, giver = state.called(clock.holder), state.called(clock.came_from)
    now = say(f"view.holds_{clock.reason or 'next_side'}", who=who, giver=giver)
    holder = state.find(clock.holder)
    if holder is None:
        return (now,)
    names = [state.called(w) for w in _otherwise(state, holder)]
    surprise = "_surprise" if clock.surprise else ""  # BOO-RND-4
    return (now, say(f"view.goes_on{surprise}", names=names) if names else say(f"view.goes_nowhere{surprise}"))


@rule("BOO-LIV-27")
def _off_board(state: State) -> tuple[Say, ...]:
    """Players' characters who stand nowhere, though there is a board; of others nobody may know where they are."""
    away = [c.called for c in state.combatants if c.position is None and c.active and state.is_player(c)]
    return (say("view.off_board", names=away),) if away and state.laid else ()


def _links(state: State) -> tuple[Link, ...]:
    """Where the initiative came from, who gets it if attacked, and where it goes otherwise."""
    clock = state.clock
    holder = state.find(clock.holder)
    if holder is None or not clock.running:
        return ()
    giver = state.find(clock.came_from)
    handed = giver is not None and giver != holder and clock.reason != "given"  # the GM's hand is nobody's deed
    why = say(f"view.came_{clock.reason or 'next_side'}")
    came = (Link(clock.came_from, holder.id, why, "came"),) if handed else ()
    after = _after(state, holder)
    struck = {c.id for c in state.combatants if c.side != holder.side and can_act(after, c)}
    attacks = (
        () if clock.surprise else tuple(Link(holder.id, w, say("view.if_attacked"), "attack") for w in sorted(struck))
    )
    others = tuple(
        Link(holder.id, w, say("view.if_other"), "else")
        for w in _otherwise(state, holder)
        if w not in (*struck, holder.id)
    )
    return (*came, *attacks, *others)


def _after(state: State, holder: Character) -> State:
    return Acted(holder.id).apply(ApSpent(holder.id, 1).apply(state))


def _otherwise(state: State, holder: Character) -> tuple[str, ...]:
    """Who may get the initiative if the holder does anything but attack."""
    after = _after(state, holder)
    moved: InitiativeMoved = next_side(after, holder.side)
    return (moved.holder,) if moved.holder else pickable(after, moved.choosing)


@rule("BOO-POB-1", "BOO-LIV-29")
def _things(state: State) -> tuple[Section, ...]:
    """Objects: where they stand, what is left of them, what they screen."""
    if not state.objects:
        return ()
    rows = tuple(
        (t.called, _at(t.position), _left(t), "" if t.cover == Cover.NONE else term(Cover(t.cover)))
        for t in state.objects
    )
    columns = (say("view.thing"), say("view.square"), say("view.durability"), say("view.cover"))
    return (Section("things", say("view.things"), (Rows(columns, rows),), folded=True),)


def _at(square: Position | None) -> str:
    return "" if square is None else f"{square[0]},{square[1]}"


def _left(thing: Thing) -> Label:
    """What is left of an object; one without durability is not worn away."""
    return say("view.destroyed") if thing.destroyed else "" if thing.durability is None else str(thing.durability)


# --- lasting things -------------------------------------------------------------------------------------------


def _effects(state: State) -> tuple[Section, ...]:
    if not state.effects:
        return ()
    rows = tuple((name_of(e), _borne_by(state, e), list(sentence(WORDS, e)), _ends(e)) for e in state.effects)
    columns = (say("view.effect"), say("view.on_whom"), say("view.does"), say("view.ends"))
    return (Section("effects", say("view.effects"), (Rows(columns, rows),)),)


def _borne_by(state: State, effect: Effect) -> Label:
    return effect.bearer.removeprefix("@") if effect.bearer.startswith("@") else state.called(effect.bearer)


def _tone(effect: Effect) -> str:
    """Whether an effect is a burden: it hampers, forbids or hurts."""
    hampers = any(g.how == "banes" and m.of != "against" for m in effect.modifiers for g in m.give)
    hurts = any(p.word == "damage" and not p.whom for t in effect.triggers for p in t.do)
    return "bad" if hampers or hurts or effect.denies else "good"


def _ends(effect: Effect) -> Label:
    ends = until(WORDS, effect)
    return ends[0] if ends else say("view.until_removed")


def _memory(state: State, viewer: Viewer) -> tuple[Section, ...]:
    """Failed challenges that are remembered."""
    rows = tuple((state.called(f.who), *told_failure(f)) for f in state.failures if f.task)
    if not rows:
        return ()
    columns = (say("view.who"), say("view.task"), say("view.conditions"))
    return (Section("memory", say("view.memory"), (Rows(columns, rows),), hidden=not viewer.gm, folded=True),)


# --- sheets ---------------------------------------------------------------------------------------------------


def _sheet(state: State, viewer: Viewer, who: Character) -> Section:
    """One character: AP, wounds, armour, gear, and what its tests come to."""
    parts: list[AnyPart] = [
        filled(say("view.ap"), who.ap, max(who.ap_max, who.ap, 1)),
        *_body(state, with_body(state, who.id)),
        *_marks(state, who),
        *carried(state, viewer, who),
    ]
    if not who.veil:
        scores = tuple(Fact(term(a), who.score(a), note=f"{who.bonus(a):+d}") for a in Attribute)
        parts += [Facts(scores), Facts(numbers(state, who))]
    if who.money:
        parts.append(Text(say("view.money", money=who.money)))
    if who.notes:
        parts.append(Text(who.notes, "quiet"))
    calling = class_named(who.calling, state.library) if who.calling and not who.veil else None
    known: list[Label] = [state.side_called(who.side)] if who.side else []
    known += [say("view.class_level", name=calling.called, level=who.level)] if calling else []
    note = say("view.of_side", parts=[*known, term(who.status)])
    section = Section(
        f"who-{who.id}", who.called, tuple(parts), hidden=who.secret, folded=who.status in GONE, note=note
    )
    return replace(section, brief=_brief(state, who), side=side_of(state, who))


@rule("BOO-LIV-59")
def _brief(state: State, who: Character) -> Say:
    """Somebody in one line: name, side, square, AP, life as far as it may be known, status, what bears upon it."""
    body = with_body(state, who.id)
    life: list[Label] = [] if who.veil else [say("view.life", now=body.health - body.damage, top=body.health)]
    marks = [part.tags for part in _marks(state, who) if isinstance(part, Tags)]
    return say(
        "view.brief",
        who=who.called,
        side=state.side_called(who.side),
        at=f" {_at(who.position)}".rstrip(),
        ap=say("view.ap_of", ap=who.ap, top=max(who.ap_max, who.ap)),
        rest=[
            *life,
            *(part.text for part in _body(state, body) if isinstance(part, Text) and who.veil == "bands"),
            term(who.status),
            *(tag.text for tags in marks for tag in tags if tag.kind != "good" and tag.text != term(who.status)),
        ],
    )


def _body(state: State, who: Character) -> tuple[AnyPart, ...]:
    """Life and armour as far as they may be known (BOO-LIV-44)."""
    if who.veil:
        band = {0: "view.unhurt", 7: "view.badly_hurt"}.get(who.damage, "view.hurt")
        return (*((Text(say(band)),) if who.veil == "bands" else ()), *_worn(who))
    tone = "bad" if who.injured else "good"
    return (
        Vital(say("view.health"), who.health - who.damage, who.health, tone=tone),
        *_armor(state, who),
        *_shields(who),
    )


def _worn(who: Character) -> tuple[AnyPart, ...]:
    """The armour of somebody whose numbers are hidden, by its name; with bands also how it has fared."""
    if who.armor is None:
        return ()
    wear = wear_of(who.armor)
    said = say("view.item_in", item=who.armor.called, wear=say(wear)) if wear else who.armor.called
    return (Text(say("view.wears", armor=said)),)


def _shields(who: Character) -> tuple[AnyPart, ...]:
    held = [i for i in who.items if i.kind is Gear.SHIELD and i.in_hand and i.durability is not None]
    return tuple(
        Vital(i.called, i.durability or 0, i.durability_max or i.durability or 1, tone="bad" if i.broken else "plain")
        for i in held
    )


def _armor(state: State, who: Character) -> tuple[AnyPart, ...]:
    armor = who.armor
    if armor is None:
        return ()
    label = say("view.armor", name=armor.called, value=armor_of(state, who.id))
    if armor.durability is None:
        return (Text(say("view.never_wears", armor=label)),)
    top = armor.durability_max or max(armor.durability, 1)
    return (Vital(label, armor.durability, top, tone="bad" if armor.broken else "plain"),)


def _marks(state: State, who: Character) -> tuple[AnyPart, ...]:
    marks = (
        [Tag(term(who.status), "bad")] if not who.active and who.status not in GONE else []
    )  # down, and can be helped
    marks += [Tag(term("hidden"), "hidden")] if who.hidden else []
    marks += [Tag(term("injured"), "bad")] if who.injured and who.status is not Status.DEAD else []
    resting = "resting" if who.id in state.clock.resting else "waiting"
    marks += [Tag(term(resting))] if who.id in state.clock.passed else []
    marks += [Tag(name_of(e), _tone(e)) for e in state.upon(who.id)]
    trained = tuple(Tag(training_name(t), "good") for t in who.training)
    parts = ((tuple(marks), ""), (trained, say("view.training")))
    return tuple(Tags(tags, label) for tags, label in parts if tags)


def carried(state: State, viewer: Viewer, who: Character) -> tuple[AnyPart, ...]:
    """Items with what is left of them, and spells."""
    items = _stacks((i for i in who.items if i.id != UNARMED and (i.arms or i.uses != 0)), veiled=bool(who.veil))
    mine = viewer.gm or who.id in viewer.controls
    spells = tuple(
        Tag(s.called, note=say("view.spell_ap", ap=s.ap), deed=cast(state, who, s) if mine else None)
        for s in who.spells
    )
    shown = ((items, say("view.carried")), (spells, say("view.spells")))
    return tuple(Tags(tags, label) for tags, label in shown if tags)


def _stacks(items: Iterable[Item], *, veiled: bool) -> tuple[Tag, ...]:
    """Equal things as one, with their number (BOO-LIV-51)."""
    alike: dict[Item, int] = {}
    for item in items:
        bare = replace(item, id=item.shelf or item.name or item.id)
        alike[bare] = alike.get(bare, 0) + 1
    return tuple(_item(item, many, veiled=veiled) for item, many in alike.items())


def _item(item: Item, many: int, *, veiled: bool) -> Tag:
    if many > 1:
        stack = say("view.stack", item=item.called, many=many)
        return Tag(stack, "weapon" if item.arms else "gear", out=item.broken)
    left: list[Label] = [] if item.durability is None else [f"{item.durability}/{item.durability_max or '–'}"]
    if veiled:
        left = [say(wear)] if (wear := wear_of(item)) and not item.broken else []
    left += [f"×{n}" for n in (item.uses, item.ammo) if n is not None]
    left += [say(place)] if (place := _place_of(item)) else []
    unready = item.broken or not item.carried or (item.reload and not item.loaded)
    note = say("view.item_note", parts=left) if any(isinstance(one, Say) for one in left) else " ".join(map(str, left))
    return Tag(item.called, "weapon" if item.arms else "gear", out=unready, note=note)


@rule("BOO-LIV-44")
def wear_of(thing: Item | Armor) -> str:
    """How something of somebody's whose numbers are hidden has fared, as far as it may be known: intact, worn, broken."""
    if thing.broken:
        return "view.broken"
    return (
        "" if thing.durability is None else "view.intact" if thing.durability == thing.durability_max else "view.worn"
    )


def _place_of(item: Item) -> str:
    """Broken, lying where it was thrown or dropped, in the pack: told apart (BOO-LIV-35)."""
    if item.broken:
        return "view.broken"
    if item.lies is not None:
        return "view.thrown" if item.thrown else "view.lying"
    return "view.stowed" if item.arms and not item.in_hand else "view.lit" if item.lit else ""


GUARDS = {"dodge": "BOO-DOD-2", "block": "BOO-BLK-3"}
"""The clauses of the general defences."""


def numbers(state: State, who: Character) -> tuple[Fact, ...]:
    """What the tests come to, each with its reasons."""
    arms = (who.unarmed, *(i for i in who.items if i.arms and i.die and i.id != UNARMED))
    guards = [(say("view.block_with", item=i.called), block_terms(who, i)) for i in who.items if i.blocks]
    return (
        *_once(_hit(state, who, arm) for arm in arms),
        _guard(state, who, "dodge", say("view.dodge"), Test(dodge_terms(who))),
        *_once(_guard(state, who, "block", label, Test(terms)) for label, terms in guards),
        Fact(say("view.force"), who.force),
        Fact(say("view.speed"), speed_of(state, who)),
        Fact(say("view.healing_rate"), who.healing_rate),
    )


def _once(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Of things that are alike one (BOO-LIV-51)."""
    found: list[Fact] = []
    for one in facts:
        found += [] if one in found else [one]
    return tuple(found)


@rule("BOO-LIV-40")
def _guard(state: State, who: Character, kind: str, label: Say, plain: Test) -> Fact:
    """A defence with what effects make of it; one that they forbid says so."""
    test = of_bearer(state, who.id, kind).upon(plain)
    barred = denied(WORDS, state, who.id, (kind, "defend"))
    note = say("view.barred", effect=name_of(barred)) if barred else edge_of(test.net) if test.net else ""
    return Fact(label, test.modifier, sum_terms(test.flat, GUARDS[kind]), note=note)


def _hit(state: State, who: Character, item: Item) -> Fact:
    test = of_bearer(state, who.id, "hit").upon(weapon_test(who, means_of(who, item)))
    label = say("view.hit_with", item=item.called)
    note = say("view.hit_note", dice=damage_text(who, item).upper(), edge=edge_of(test.net))
    return Fact(label, test.modifier, sum_terms(test.flat, "BOO-ATK-3"), note=note)
