"""Spells that do not attack, and rituals (FAB-PSP)."""

import msgspec
from msgspec.structs import asdict

from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import term
from ludex.systems.fable.content import SpellEntry, called_of, entries_of, spell_named
from ludex.systems.fable.events import GaugesMoved, SpellLasting, StatusesSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.checks import Check, Checked, made, read_check
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.damage import check_targets
from ludex.systems.fable.rules.gauges import Report, check_payment, filled, lost_of, paid, report_of
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action, Attribute

POTENCIES = {"minor": (20, 7), "medium": (30, 10), "major": (40, 13), "extreme": (50, 16)}
AREAS = {"individual": 1, "small": 2, "large": 3, "huge": 4}


class Cast(msgspec.Struct, frozen=True):
    """Who casts what on whom."""

    caster: str
    spell: str
    targets: tuple[str, ...]
    action: bool = True


class Blessed(Report, frozen=True, kw_only=True):
    """One target afterwards."""

    id: str
    healed: int


class CastDone(msgspec.Struct, frozen=True, kw_only=True):
    """What was paid, and what the spell did."""

    spell: str
    mp: int
    overdraft: int
    targets: tuple[Blessed, ...]
    lasting: bool


@rule("FAB-PSP-1", "FAB-PSP-2")
async def cast(state: State, given: Cast) -> CastDone:
    """Cast a spell that is not offensive: the cost per target is paid first, then it succeeds."""
    key, spell = spell_of(state, given.spell)
    _check_cast(state, given, spell)
    cost = spell.mp * len(given.targets)
    overdraft = check_payment(character_of(state, given.caster), cost, state.options)
    if given.action:
        state = await acted(state, given.caster, Action.SPELL)
    state = await paid(state, given.caster, cost)
    blessed = []
    for who in given.targets:
        state, healed = await _bless(state, who, spell)
        blessed.append((who, healed))
    lasting = spell.duration == "scene"
    if lasting:
        state = await happen(SpellLasting(key, given.caster, given.targets))
    done = tuple(Blessed(**asdict(report_of(state.characters[who])), id=who, healed=healed) for who, healed in blessed)
    return CastDone(spell=key, mp=cost, overdraft=overdraft, targets=done, lasting=lasting)


def spell_of(state: State, name: str) -> tuple[str, SpellEntry]:
    """A spell by key or name, or `unknown_spell`."""
    found = spell_named(name, state.things)
    if found is None:
        raise RuleError("unknown_spell", spell=name, spells=list(entries_of(SpellEntry, state.things)))
    return found


def check_known(state: State, who: str, name: str) -> None:
    """Refuse a spell that she does not know (FAB-PSP-1, FAB-LIV-12)."""
    key, entry = spell_of(state, name)
    caster = character_of(state, who)
    if state.live and key not in caster.sheet.spells and entry.name not in caster.sheet.spells:
        raise RuleError("not_known", clause="FAB-PSP-1", who=caster.called, what=called_of(entry.name) or key)


def _check_cast(state: State, given: Cast, spell: SpellEntry) -> None:
    """Somebody to cast it on, not too many, and no attack: that is made as one."""
    for who in given.targets:
        character_of(state, who)
    check_targets(state, given.targets)
    if not given.targets:
        raise RuleError("no_target", clause="FAB-PSP-1")
    if len(given.targets) > spell.multi:
        raise RuleError("too_many_targets", clause="FAB-PSP-1", targets=len(given.targets), limit=spell.multi)
    if spell.type is not None:
        raise RuleError("offensive_spell", clause="FAB-PSP-1", spell=given.spell)


async def _bless(state: State, who: str, spell: SpellEntry) -> tuple[State, int]:
    """What the spell does to one target; the points that it heals."""
    fill = filled(lost_of(state.characters[who], spell.pool), spell.heal)
    if fill.healed:
        state = await happen(GaugesMoved(who, spell.pool, fill.lost))
    if spell.cure:
        state = await happen(StatusesSet(who, ()))
    return state, fill.healed


# ---------------------------------------------------------------------- rituals
class PerformRitual(msgspec.Struct, frozen=True):
    """Who performs which ritual, on which attributes."""

    actor: str
    potency: str
    area: str
    ingredient: bool = False
    attributes: tuple[Attribute, Attribute] = (Attribute.INS, Attribute.WLP)
    modifier: int = 0


class RitualDone(Checked, frozen=True, kw_only=True):
    """The check, and what the ritual cost."""

    mp: int
    overdraft: int


@rule("FAB-PSP-1", "FAB-PSP-3")
async def ritual(state: State, given: PerformRitual) -> RitualDone:
    """Perform a ritual: pay its cost, then make a check at its DL."""
    cost = cost_of(Ritual(given.potency, given.area, given.ingredient))
    overdraft = check_payment(character_of(state, given.actor), cost.mp, state.options)
    state = await paid(state, given.actor, cost.mp)
    state, done = await made(state, Check(given.actor, given.attributes, None, given.modifier, cost.dl))
    return RitualDone(**asdict(read_check(done, cost.dl)), mp=cost.mp, overdraft=overdraft)


class Ritual(msgspec.Struct, frozen=True):
    """How strong and how wide a ritual is."""

    potency: str
    area: str
    ingredient: bool = False


class RitualCost(msgspec.Struct, frozen=True):
    """What it costs and how hard it is."""

    mp: int
    dl: int


@rule("FAB-PSP-3")
async def ritual_cost(_state: State, given: Ritual) -> RitualCost:
    """Potency times area; a rare ingredient halves the cost once."""
    return cost_of(given)


@rule("FAB-PSP-3")
def cost_of(given: Ritual) -> RitualCost:
    """What a ritual costs and how hard it is."""
    if given.potency not in POTENCIES:
        raise RuleError(
            "unknown_potency", clause="FAB-PSP-3", potency=given.potency, potencies=[term(x) for x in POTENCIES]
        )
    if given.area not in AREAS:
        raise RuleError("unknown_area", clause="FAB-PSP-3", area=given.area, areas=[term(x) for x in AREAS])
    mp, dl = POTENCIES[given.potency]
    cost = mp * AREAS[given.area]
    return RitualCost(cost // 2 if given.ingredient else cost, dl)
