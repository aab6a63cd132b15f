"""Effects (live play): what the effects that bear upon somebody make of her numbers, what they forbid
(MIR-LIV-31, MIR-LIV-32, MIR-LIV-39), and what tier, level, parts and statuses add to any skill check.

Numbers of the sheet that effects change stand on it, worked out again after every event (`weighed`): an attribute reaches modifiers, tiers, gauges,
prerequisites and whatever follows from them. They are reckoned on the sheets without them: no effect feeds itself."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludex.core.effects.counting import denied, granted, shares
from ludex.core.effects.records import NOTHING, Effect, Occasion
from ludex.core.effects.sentences import until
from ludex.core.errors import RuleError
from ludex.core.events import Event
from ludex.core.explain import Term
from ludex.core.hints import once
from ludex.core.modifiers import Modifier
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import shown
from ludex.systems.mirror.effects import SIGN, WORDS, changes, number, shares_of
from ludex.systems.mirror.effects.bearing import OWNED, opening_of
from ludex.systems.mirror.effects.vocabulary import ADVANTAGE, DISADVANTAGE
from ludex.systems.mirror.events import applied
from ludex.systems.mirror.rules.checks import read_modifiers
from ludex.systems.mirror.sheet import CAP, BodyPart, Character
from ludex.systems.mirror.state import State, settled
from ludex.systems.mirror.terms import Attribute, Kind, PartStatus, Status, Tag, Tier, Unit, said, words_of


def label(effect: Effect) -> Say:
    """An effect as a reason of a number: its name, and its end where that can be said."""
    ends = until(WORDS, effect)
    return (
        say("why.effect_until", effect=shown(effect.called), until=ends)
        if ends
        else say("why.named", name=shown(effect.called))
    )


@rule("MIR-LIV-39", "MIR-MDF-4")
def modifiers_of(
    state: State, who: str, quantity: str, at: Occasion = NOTHING, parts: tuple[str, ...] = ("",)
) -> tuple[Modifier, ...]:
    """What effects add to and take from a check, each with its kind: the stacking is the check's own."""
    return tuple(
        Modifier(SIGN[s.how] * s.value, s.modifier.kind or Kind.GENERAL, label(s.effect), "MIR-LIV-32")
        for s in shares_of(state, who, quantity, at, parts)
        if s.how in SIGN
    )


def brought(state: State, effect: Effect, quantity: str) -> tuple[Modifier, ...]:
    """What one effect would add to a check of its bearer's if she bore it."""
    mine = shares(replace(WORDS, borne=lambda _state, _who: (effect,)), state, effect.bearer, (quantity,))
    kinds = [(s, s.modifier.kind or Kind.GENERAL) for s in mine if s.how in SIGN]
    return tuple(Modifier(SIGN[s.how] * s.value, kind, label(effect), "MIR-LIV-35") for s, kind in kinds)


@rule("MIR-LIV-31")
def shared_in(state: State, who: str, quantity: str, at: Occasion, parts: tuple[str, ...]) -> Iterator[str]:
    """The ids of the effects that have a part in a check, if any at this table last for so many uses."""
    if any(x.unit == Unit.USES for x in state.effects):
        yield from (s.effect.id for s in shares_of(state, who, quantity, at, parts))


@rule("MIR-ADV-3")
def swayed(
    state: State, who: str, quantity: str, at: Occasion = NOTHING, parts: tuple[str, ...] = ("",)
) -> tuple[int, int]:
    found = [s.how for s in shares_of(state, who, quantity, at, parts)]
    return found.count(ADVANTAGE), found.count(DISADVANTAGE)


@rule("MIR-LIV-31", "MIR-LIV-32")
def terms_of(state: State, who: str, quantity: str, base: int, at: Occasion = NOTHING, *parts: str) -> tuple[Term, ...]:
    """What effects add to a number and take from it, each by name."""
    return tuple(
        Term(by, label(effect), "MIR-LIV-32") for by, effect in changes(state, who, quantity, base, at, *parts)
    )


def highest(state: State, who: str, quantity: str, part: str) -> Term | None:
    """The most that any one effect gives to a quantity of which only the highest counts, by name."""
    mine = shares_of(state, who, quantity, NOTHING, (part,))
    found = [Term(SIGN.get(s.how, 1) * s.value, label(s.effect), "MIR-LIV-32") for s in mine]
    return max(found, key=lambda t: t.value, default=None)


@rule("MIR-LIV-31", "MIR-LIV-6")
def check_denied(state: State, c: Character, *words: str) -> None:
    """An effect may forbid a type of action, a tag, a sense or a skill."""
    effect = denied(WORDS, state, c.id, [w for w in words if w])
    if effect is not None:
        raise RuleError("denied", clause="MIR-LIV-31", who=c.called, effect=shown(effect.called))


def granted_actions(state: State, c: Character) -> tuple[str, ...]:
    return tuple(phrase.value() for phrase in granted(WORDS, state, c.id, "action"))


def granted_injuries(state: State, who: str, at: Occasion) -> tuple[str, ...]:
    """Injury effects that records grant to her attacks (MIR-LIV-38)."""
    return tuple(phrase.value() for phrase in granted(WORDS, state, who, "injury", at))


def speed_of(state: State, c: Character) -> int:
    return max(0, number(state, c.id, "speed", c.speed))


# --- what tier, level, a disabled part and statuses add to a skill check (MIR-TIR, MIR-SKC, MIR-PST, MIR-STS) --------

DISABLED_PENALTY = 4  # MIR-PST-2
TIER_PENALTY = {Tier.INFERIOR: 4, Tier.LESSER: 2}  # MIR-TIR-2, MIR-TIR-3; Ruling MIR-E-4: the lesser tier is meant
TIER_CLAUSE = {Tier.INFERIOR: "MIR-TIR-2", Tier.LESSER: "MIR-TIR-3"}


@rule("MIR-TIR-2", "MIR-TIR-3", "MIR-TIR-4")
def tier_modifiers(character: Character, attribute: str) -> list[Modifier]:
    """The penalty of an inferior or lesser attribute, of the picked one only."""
    tier = character.tier(attribute)
    if tier not in TIER_PENALTY:
        return []
    label = say("why.tier", attribute=term(attribute), tier=term(tier))
    return [Modifier(-TIER_PENALTY[tier], Kind.GENERAL, label, TIER_CLAUSE[tier])]


@rule("MIR-SKC-3")
def level_modifiers(state: State, character: Character) -> list[Modifier]:
    """The intrinsic level bonus, if it comes to anything."""
    value = level_bonus(state, character)
    return [Modifier(value, Kind.INTRINSIC, say("why.level", lv=character.lv), "MIR-SKC-3")] if value else []


def level_bonus(state: State, character: Character) -> int:
    """LV - 4; a bonus is never below 0, unless the table signs it (Ruling MIR-E-15)."""
    bonus = character.lv - 4
    return bonus if state.options.level_bonus == "signed" else max(0, bonus)


@rule("MIR-SKC-6", "MIR-PST-2")
def part_modifiers(character: Character, part: str | None) -> list[Modifier]:
    """A disabled part takes 4, kind status."""
    found = character.part(part) if part else None
    if found is None or found.status is not PartStatus.DISABLED:
        return []
    label = say("why.disabled", part=found.called)
    return [Modifier(-DISABLED_PENALTY, Kind.STATUS, label, "MIR-PST-2")]


@rule("MIR-STS-1")
def status_modifiers(state: State, character: Character) -> list[Modifier]:
    """What the table's `status_effects` give the statuses in force."""
    effects = state.options.status_effects
    return [
        Modifier(m.value, m.kind, say("why.status", status=said(status)), "MIR-STS-1")
        for status in character.statuses
        if status != Status.OPENING and status in effects
        for m in read_modifiers(effects[status])
    ]


@rule("MIR-STS-4")
def opening_modifiers(state: State, character: Character, *, unseen: bool = False) -> tuple[Modifier, ...]:
    """What an opening takes from a defence check towards those she does not see. The status does it by itself, unless the table says otherwise."""
    given = state.options.status_effects.get(Status.OPENING)
    if given is None:
        return brought(state, opening_of(state, character.id), "def") if unseen else ()
    if not (unseen or Status.OPENING in character.statuses):
        return ()
    label = say("why.status", status=term(Status.OPENING))
    return tuple(Modifier(m.value, m.kind, label, "MIR-STS-4") for m in read_modifiers(given))


@rule("MIR-ARE-7")
def unsheltered(modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What is left against a diffuse effect: no environment bonus, wherever it comes from."""
    return tuple(m for m in modifiers if m.kind != Kind.ENVIRONMENT or m.value <= 0)


# --- numbers of the sheet that effects change (MIR-LIV-32) ------------------------------------------------------------

SINGLE = ("sp_max", "ap_max", "charm", "ego_max")
LAID = frozenset(("attribute", "gauge_max", "wound_cap", *SINGLE))
"""Quantities that are laid into the sheet."""


def fold(state: State, event: Event[State]) -> State:
    """The state after an event, with what effects now make of everybody's numbers."""
    return weighed(let_go(state, applied(state, event)))


@rule("MIR-LIV-22")
def let_go(before: State, after: State) -> State:
    """Who falls unconscious or out of play keeps nothing up: the concentrating effects that she kept up end. (Her total action breaks with her turn.)"""
    if after.characters is before.characters:
        return after
    known = {
        i: old for i, c in after.characters.items() if (old := before.characters.get(i)) is not None and old is not c
    }
    fallen = [i for i, old in known.items() if _down(after.characters[i]) and not _down(old)]
    if not fallen:
        return after
    kept = tuple(x for x in after.effects if Tag.CONCENTRATE not in x.tags or (x.by or x.target) not in fallen)
    return replace(after, effects=kept) if len(kept) < len(after.effects) else after


def _down(c: Character) -> bool:
    return c.unconscious or c.out_of_play


@rule("MIR-LIV-32", "MIR-LIV-24")
def weighed(state: State) -> State:
    """The state with the numbers that effects change laid into the sheets; most tables have none."""
    if not _touched(state):
        return state
    bare = replace(state, characters={i: replace(c, borne={}) if c.borne else c for i, c in state.characters.items()})
    found = {i: _weighed(bare, c, bare.characters[i]) for i, c in state.characters.items()}
    return replace(state, characters=found) if any(found[i] is not c for i, c in state.characters.items()) else state


def _weighed(state: State, c: Character, plain: Character) -> Character:
    """One sheet: its attributes first, then what follows from them."""
    borne = {a: by for a in words_of(Attribute) if (by := _by(state, c.id, "attribute", plain.value(a), a))}
    risen = replace(plain, borne=borne) if borne else plain
    own = {"sp_max": risen.sp_max, "ap_max": risen.ap_max, "charm": risen.charm, "ego_max": risen.ego_max}
    borne |= {name: by for name, base in own.items() if (by := _by(state, c.id, name, base))}
    tops = {a: _by(state, c.id, "gauge_max", risen.gauge_max(a), a) for a in words_of(Attribute)}
    borne |= {f"gauge_max.{a}": by for a, by in tops.items() if by}
    parts = tuple(_capped(state, c.id, part) for part in c.parts)
    if borne == c.borne and parts == c.parts:
        return c
    return settled(replace(c, borne=borne, parts=parts))


def _by(state: State, who: str, quantity: str, base: int, part: str = "") -> int:
    return number(state, who, quantity, base, NOTHING, part) - base


def _capped(state: State, who: str, part: BodyPart) -> BodyPart:
    cap = max(1, number(state, who, "wound_cap", CAP, NOTHING, part.type))
    return replace(part, cap=cap) if cap != part.cap else part


def _touched(state: State) -> bool:
    """Whether anything at this table may change such a number, or has done so."""
    catalogue = state.catalogue
    if (catalogue and any(map(catalogue.get, OWNED))) or any(s.effect.acts for s in state.stage.scenery):
        return True
    return any(_lays(x.record) for x in state.effects) or any(map(_bears, state.characters.values()))


@once
def _bears(c: Character) -> bool:
    """Whether a sheet holds such an effect, or its number."""
    organs = (o.effect for p in c.parts for o in p.organs)
    things = (i.effect for i in c.items or ())
    own = (*(a.effect for a in c.abilities), *organs, *things)
    return bool(c.borne) or any(p.cap != CAP for p in c.parts) or any(map(_lays, own))


def _lays(effect: Effect) -> bool:
    return any(m.of in LAID for m in effect.modifiers)
