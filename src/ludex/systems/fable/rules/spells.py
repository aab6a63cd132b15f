"""Spells that do not attack, and rituals (FAB-PSP)."""

import re
from typing import Annotated

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.declaring import Deed, Meant
from ludex.core.deeds import BOOK, ITEM, REST, TERM, Asked, Do, Field
from ludex.core.effects.records import Occasion
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.explain import Total
from ludex.core.fields import CIRCUMSTANCE, flag, keyed
from ludex.core.rule import rule
from ludex.core.say import Say, term
from ludex.systems.fable.content import called_of, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.effects.words import Discipline
from ludex.systems.fable.events import SpellLasting, Started, StatusesSet
from ludex.systems.fable.kinds import (
    OTHER_ATTRIBUTES,
    Anyway,
    Modifier,
    OfPeople,
    Open,
    Overdraw,
    Own,
    Pair,
    Targets,
    off_turn,
    offers,
    pair_meant,
)
from ludex.systems.fable.kinds.offers import two_attributes
from ludex.systems.fable.redact import heard
from ludex.systems.fable.rules.arms import arm_of, mp_cost, strike_at
from ludex.systems.fable.rules.attacks import aim
from ludex.systems.fable.rules.attributes import grants, magic_defence, plus
from ludex.systems.fable.rules.checks import Check, Checked, Made, made, new_act, read_check, result_of
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.damage import check_targets
from ludex.systems.fable.rules.gauges import Report, agree_to_pay, check_payment, lent_by, paid, report_of, whole
from ludex.systems.fable.rules.steps import done, healed, settled
from ludex.systems.fable.rules.windows import Act
from ludex.systems.fable.sheet.entries import SpellEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import Action, Area, Attribute, Potency, Result

POTENCIES = {"minor": (20, 7), "medium": (30, 10), "major": (40, 13), "extreme": (50, 16)}
AREAS = {"individual": 1, "small": 2, "large": 3, "huge": 4}


class Cast(msgspec.Struct, frozen=True):
    caster: str
    spell: str
    targets: tuple[str, ...]
    action: bool = True
    open: bool = False
    """Whether the table shows NPCs' numbers (FAB-LIV-39)."""
    overdraw: bool = False
    """Whether the line says that it may overdraw (FAB-LIV-22)."""
    anyway: bool = False
    """Whether it says that it is cast although it does nothing."""


class CastSpell(Cast, Deed, names=("施法", "cast"), alone=True, picture="spark", example=".施法 回春 苏砚"):
    """`.施法 余烬弹 灰狼1,灰狼2`: an offensive spell is an attack, any other simply works."""

    caster: Own
    spell: Annotated[str, Field(kind=ITEM, among=offers.spells, refusal="unknown_spell")]
    targets: Targets = ()
    overdraw: Overdraw = False
    anyway: Anyway = False
    modifier: Modifier = 0
    open: Open = False
    foresee = off_turn

    def do(self, asked: Asked) -> Do:
        check_known(asked.state, self.caster, self.spell)
        if spell_of(asked.state, self.spell)[1].type is not None:
            strike, agreed = arm_of(asked.state, self.caster, self.spell), self.overdraw
            return strike_at(asked, strike, self.targets, modifier=self.modifier, shown=self.open, overdraw=agreed)
        given = replace(self, targets=self.targets or (self.caster,))
        return Do("cast", given, heard(asked.state, self.caster, *given.targets))


class Blessed(Report, frozen=True, kw_only=True):
    id: str
    healed: int
    result: Result | None = None
    """Whether the magic check reached it, where one was made."""


class CastDone(msgspec.Struct, frozen=True, kw_only=True):
    spell: str
    mp: int
    overdraft: int
    targets: tuple[Blessed, ...]
    lasting: bool
    told: tuple[Say, ...] = ()
    value: int | None = None
    why: dict[str, Total] = {}

    @property
    def reached(self) -> str | None:
        """How many a magic check reaches, as the odds of an answer say it (FAB-LIV-24); a spell without one has no odds."""
        hits = sum(one.result is Result.SUCCESS for one in self.targets)
        return None if self.value is None else f"hits_{hits}"


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
    idle = _idle(state, given, spell)
    await agree_to_pay(state, given.caster, mp=cost, idle=idle, overdraw=given.overdraw, anyway=given.anyway)
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
        sized = replace(
            effect, modifiers=tuple(settled(state, m, effect, given.caster, given.caster, at) for m in effect.modifiers)
        )
        lent = {who: one for who in reached if (one := await lent_by(state, who, sized, called_of(spell.name)))}
        state = await happen(SpellLasting(key, given.caster, reached, lent))
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


def _idle(state: State, given: Cast, spell: SpellEntry) -> tuple[Say, ...]:
    """Whom a spell that does nothing but heal would find whole, as far as its caster may know."""
    if not spell.heal or spell.cure or spell.duration == "scene" or spell.effect.acts:
        return ()
    found = (whole(state, given.caster, who, spell.pool, shown=given.open) for who in given.targets)
    return tuple(one for one in found if one)


async def _bless(state: State, who: str, spell: SpellEntry, caster: str, act: Act) -> tuple[State, int]:
    """What the spell does to one target; the points that it heals."""
    points, crisis = 0, state.characters[who].crisis
    if spell.heal:
        state, points = await healed(state, who, spell.pool, spell.heal, by=caster, called=called_of(spell.name))
        state = await act.after_healing(state, who, caster, Occasion(), crisis=crisis) if points else state
    if spell.cure:
        state = await happen(StatusesSet(who, ()))
    return state, points


# ---------------------------------------------------------------------- rituals
class PerformRitual(msgspec.Struct, frozen=True):
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
    overdraw: bool = False
    """Whether the line says that it may overdraw (FAB-LIV-22)."""


POTENCY = Field("potency", TERM, keys=("强度",), terms=Potency, refusal="unknown_potency")
AREA = Field("area", TERM, keys=("范围",), terms=Area, refusal="unknown_area")
INGREDIENT = flag("ingredient", "材料")
RITUAL_WORDS = {"potency": Potency, "area": Area, "discipline": Discipline}


class RitualLine(
    PerformRitual, OfPeople, names=("仪式", "ritual"), owner=CIRCUMSTANCE, picture="spark", example=".仪式 弱 单"
):
    """`.仪式 中 小 求雨`, `.仪式 求雨`, `.仪式 弱 单 洞察+意志 求雨`, `.仪式 求雨 中 小 元素`.

    A player says what it is for; how strong and how wide it is the GM says, else it is the least (FAB-LIV-1).
    """

    actor: Own
    potency: Annotated[str, replace(POTENCY, owner=CIRCUMSTANCE)] = Potency.MINOR
    area: Annotated[str, replace(AREA, owner=CIRCUMSTANCE)] = Area.INDIVIDUAL
    attributes: Annotated[
        Pair,
        replace(OTHER_ATTRIBUTES, keyed=True, required=False),
        Meant(lambda asked, said: pair_meant(asked, said) or (Attribute.INS, Attribute.WLP)),
    ]
    ingredient: Annotated[bool, replace(INGREDIENT, owner=CIRCUMSTANCE)] = False
    discipline: Annotated[str, keyed("", "学派", kind=TERM, terms=Discipline)] = ""
    overdraw: Overdraw = False
    purpose: Annotated[str, Field(kind=REST, keys=("目的",))] = ""
    modifier: Modifier = 0

    def do(self, asked: Asked) -> Do:
        """Attributes in front of what it is for, and what is said of it behind that, are no part of it."""
        given, (first, _, behind) = self, self.purpose.partition(" ")
        if not asked["attributes"] and all(map(Attribute.holds, first.split("+"))):
            given = replace(given, attributes=two_attributes(first), purpose=behind.strip())
        purpose, more = _behind_purpose(asked, given.purpose)
        if given.discipline:
            more.pop("discipline", None)
        return Do("ritual", replace(given, purpose=purpose, **more), self.heard(asked))


def _behind_purpose(asked: Asked, purpose: str) -> tuple[str, dict[str, str]]:
    """What a ritual is for, and what is said of it behind that; how strong and wide it is stands where the line or the GM has not said so."""
    parts, more = re.split(r"([\s，,、]+)", purpose.strip()), dict[str, str]()
    words = parts[::2]
    place = len(words)
    while place > 1 and any(terms.holds(words[place - 1]) for terms in RITUAL_WORDS.values()):
        place -= 1
    if words[place:] and words[-1].isascii() and len(words) - place == 1 and not Discipline.holds(words[-1]):
        place = len(words)  # «make the crack small» is a sentence
    for word in words[place:]:
        name = next((n for n, terms in RITUAL_WORDS.items() if n not in more and terms.holds(word)), "discipline")
        more[name] = RITUAL_WORDS[name].said(word)
    ahead = asked.text.split()[:1]
    if asked.changes or any(Potency.holds(one) or Area.holds(one) for one in ahead):
        more = {"discipline": more.get("discipline", "")}
    return "".join(parts[: 2 * place - 1]), more


class RitualDone(Checked, frozen=True, kw_only=True):
    mp: int
    overdraft: int


@rule("FAB-PSP-1", "FAB-PSP-3")
async def ritual(state: State, given: PerformRitual) -> RitualDone:
    """Perform a ritual: pay its cost, then make a check at its DL."""
    _check_time(state, given)
    check_discipline(state, given)
    cost = cost_of(Ritual(potency=given.potency, area=given.area, ingredient=given.ingredient))
    overdraft = check_payment(character_of(state, given.actor), cost.mp, state.options)
    await agree_to_pay(state, given.actor, mp=cost.mp, overdraw=given.overdraw)
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


class Ritual(Deed, names=("仪式费", "cost"), does="ritual_cost", beside=BOOK, example=".仪式费 中 小"):
    """How strong and how wide a ritual is: what it would cost is anybody's to read (FAB-LIV-2)."""

    potency: Annotated[str, POTENCY]
    area: Annotated[str, AREA]
    ingredient: Annotated[bool, INGREDIENT] = False


class RitualCost(msgspec.Struct, frozen=True):
    mp: int
    dl: int


@rule("FAB-PSP-3")
async def ritual_cost(_state: State, given: Ritual) -> RitualCost:
    """Potency times area; a rare ingredient halves the cost once."""
    return cost_of(given)


@rule("FAB-PSP-3")
def cost_of(given: Ritual) -> RitualCost:
    if given.potency not in POTENCIES:
        raise RuleError(
            "unknown_potency", clause="FAB-PSP-3", potency=given.potency, potencies=[term(x) for x in POTENCIES]
        )
    if given.area not in AREAS:
        raise RuleError("unknown_area", clause="FAB-PSP-3", area=given.area, areas=[term(x) for x in AREAS])
    mp, dl = POTENCIES[given.potency]
    cost = mp * AREAS[given.area]
    return RitualCost(cost // 2 if given.ingredient else cost, dl)
