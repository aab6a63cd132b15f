"""Spells that do not attack, and rituals (FAB-PSP)."""

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.explain import Total
from ludex.core.rule import rule
from ludex.core.say import Say, term
from ludex.systems.fable.content import called_of, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import SpellLasting, Started, StatusesSet
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.arms import mp_cost
from ludex.systems.fable.rules.attacks import aim
from ludex.systems.fable.rules.attributes import magic_defence
from ludex.systems.fable.rules.checks import Check, Checked, Made, made, new_act, read_check, result_of
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.counting import grants, plus
from ludex.systems.fable.rules.damage import check_targets
from ludex.systems.fable.rules.gauges import Report, check_payment, paid, report_of
from ludex.systems.fable.rules.steps import done, healed
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet.entries import SpellEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action, Attribute, Result

POTENCIES = {"minor": (20, 7), "medium": (30, 10), "major": (40, 13), "extreme": (50, 16)}
AREAS = {"individual": 1, "small": 2, "large": 3, "huge": 4}


class Cast(msgspec.Struct, frozen=True):
    """Who casts what on whom."""

    caster: str
    spell: str
    targets: tuple[str, ...]
    action: bool = True
    open: bool = False
    """Whether the table shows NPCs' numbers (FAB-LIV-39)."""


class Blessed(Report, frozen=True, kw_only=True):
    """One target afterwards."""

    id: str
    healed: int
    result: Result | None = None
    """Whether the magic check reached it, where one was made."""


class CastDone(msgspec.Struct, frozen=True, kw_only=True):
    """What was paid, and what the spell did."""

    spell: str
    mp: int
    overdraft: int
    targets: tuple[Blessed, ...]
    lasting: bool
    told: tuple[Say, ...] = ()
    value: int | None = None
    why: dict[str, Total] = {}


@rule("FAB-PSP-1", "FAB-PSP-2")
async def cast(state: State, given: Cast) -> CastDone:
    """Cast a spell that is not offensive: the cost per target is paid first, then it succeeds."""
    key, spell = spell_of(state, given.spell)
    at = Occasion(
        "cast",
        given.caster,
        given.targets[0] if given.targets else "",
        {"weapon": True, "spell": True, "name": key, "owner": given.caster, "kind": "magic"},
    )
    _check_cast(state, given, spell, at)
    cost = mp_cost(state, given.caster, spell.mp, at) * len(given.targets)
    overdraft = check_payment(character_of(state, given.caster), cost, state.options)
    if given.action:
        state = await acted(state, given.caster, Action.SPELL)
    state, act = await paid(state, given.caster, cost), new_act()
    state = await happen(Started(given.caster)) if state.characters[given.caster].draft else state
    effect = replace(spell.effect, id=f"spell:{key}", name=spell.name or key, bearer=given.caster, by=given.caster)
    made_, reached = None, given.targets
    if spell.magic:
        state, made_, reached = await _magic_check(state, given, spell, at, act)
    blessed = {}
    for who in reached:
        state, blessed[who] = await _bless(state, who, spell, given.caster, act)
        steps = [step for use in effect.uses for step in use.do]
        steps += [step for trigger in effect.triggers if trigger.on == "hit" for step in trigger.do]
        state = await done(state, effect, tuple(steps), at=at.then("used", target=who, named=who), act=act)
    lasting = spell.duration == "scene"
    if lasting and reached:
        state = await happen(SpellLasting(key, given.caster, reached))
    state = await act.opened(state, at)
    state = await act.opened(state, at.then("overdrew")) if overdraft > 0 else state
    return CastDone(
        spell=key,
        mp=cost,
        overdraft=overdraft,
        targets=tuple(_blessed(state, who, blessed.get(who), magic=spell.magic) for who in given.targets),
        lasting=lasting,
        told=tuple(act.told),
        value=made_.value.value if made_ else None,
        why={"value": made_.value} if made_ else {},
    )


def _blessed(state: State, who: str, healed_: int | None, *, magic: bool) -> Blessed:
    hit = None if not magic else Result.SUCCESS if healed_ is not None else Result.FAILURE
    return Blessed(**asdict(report_of(state.characters[who])), id=who, healed=healed_ or 0, result=hit)


@rule("FAB-PCK-9", "FAB-PSP-1")
async def _magic_check(
    state: State, given: Cast, spell: SpellEntry, at: Occasion, act: Act
) -> tuple[State, Made, tuple[str, ...]]:
    """An offensive spell that deals no damage: one magic check against every target's M.DEF; whom it reaches."""
    targets = [state.characters[who] for who in given.targets]
    reach = {one.id: magic_defence(state, one, at.then("", target=one.id)) for one in targets}
    goal = aim(state, given.caster, reach=reach, versus="mdef", weapon=called_of(spell.name), shown=given.open)
    check = Check(given.caster, spell.attributes)
    state, made_ = await made(state, check, goal=goal, at=at, act=act)
    doubles, options = made_.reading.doubles, state.options
    hits = [
        who
        for who, number in reach.items()
        if result_of(made_.value.value, number, doubles=doubles, options=options) is Result.SUCCESS
    ]
    return state, made_, tuple(hits)


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


def _check_cast(state: State, given: Cast, spell: SpellEntry, at: Occasion) -> None:
    """Somebody to cast it on, not too many, and no attack: that is made as one."""
    for who in given.targets:
        character_of(state, who)
    check_targets(state, given.targets)
    if not given.targets:
        raise RuleError("no_target", clause="FAB-PSP-1")
    most = spell.multi + plus(state, given.caster, "multi", at)
    if len(given.targets) > most:
        raise RuleError("too_many_targets", clause="FAB-PSP-1", targets=len(given.targets), limit=most)
    if spell.type is not None:
        raise RuleError("offensive_spell", clause="FAB-PSP-1", spell=given.spell)


async def _bless(state: State, who: str, spell: SpellEntry, caster: str, act: Act) -> tuple[State, int]:
    """What the spell does to one target; the points that it heals."""
    points, crisis = 0, state.characters[who].crisis
    if spell.heal:
        state, points = await healed(state, who, spell.pool, spell.heal, by=caster)
        state = await act.after_healing(state, who, caster, Occasion(), crisis=crisis) if points else state
    if spell.cure:
        state = await happen(StatusesSet(who, ()))
    return state, points


# ---------------------------------------------------------------------- rituals
class PerformRitual(msgspec.Struct, frozen=True):
    """Who performs which ritual, on which attributes."""

    actor: str
    potency: str
    area: str
    ingredient: bool = False
    attributes: tuple[Attribute, Attribute] = (Attribute.INS, Attribute.WLP)
    modifier: int = 0
    discipline: str = ""
    """What it belongs to; left out: the first that she has the right to."""
    purpose: str = ""
    """What it is for, in the player's words; in a conflict a clock has this name (FAB-LIV-8)."""


class RitualDone(Checked, frozen=True, kw_only=True):
    """The check, and what the ritual cost."""

    mp: int
    overdraft: int


@rule("FAB-PSP-1", "FAB-PSP-3")
async def ritual(state: State, given: PerformRitual) -> RitualDone:
    """Perform a ritual: pay its cost, then make a check at its DL."""
    _check_time(state, given)
    check_discipline(state, given)
    cost = cost_of(Ritual(given.potency, given.area, given.ingredient))
    overdraft = check_payment(character_of(state, given.actor), cost.mp, state.options)
    state = await paid(state, given.actor, cost.mp)
    check = Check(given.actor, given.attributes, None, given.modifier, cost.dl)
    state, checked = await made(state, check, at=Occasion("", given.actor, "", {"kind": "ritual"}))
    return RitualDone(**asdict(read_check(checked, cost.dl)), mp=cost.mp, overdraft=overdraft)


def _check_time(state: State, given: PerformRitual) -> None:
    """In a conflict a ritual is ready when the clock of its name is full (FAB-LIV-8)."""
    ready = [clock.name for clock in state.clocks if clock.filled >= clock.size and not clock.hidden]
    if state.live and state.conflict is not None and given.purpose not in ready:
        raise RuleError("in_conflict", clause="FAB-PAC-1")


@rule("FAB-PSP-3")
def check_discipline(state: State, given: PerformRitual) -> None:
    """Refuse a ritual of a discipline that she has no right to (FAB-LIV-12)."""
    if not state.live:
        return
    who = character_of(state, given.actor)
    known = (*(a for a in who.sheet.abilities if a == "ritualism"), *grants(state, given.actor, "ritual"))
    if (given.discipline and given.discipline not in known) or not known:
        raise RuleError("not_known", clause="FAB-PSP-3", who=who.called, what=term(given.discipline or "ritualism"))


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
