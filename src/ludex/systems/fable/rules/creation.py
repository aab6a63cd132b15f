"""Creating a character: joins the headings of A4 that one makes a character with, from numbers to the finished record.

Numbers (FAB-PHP, FAB-PLV-1, FAB-BEN-3), then the procedure at the table: whatever is not given is asked, step by step
(`questions.py`), and nothing is lost without a yes.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict

from ludex.core.asks import GM
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.content import ClassEntry, WeaponEntry, entries_of, shipped
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.attributes import BODY, RAISE_LEVELS, check_points, def_with, mdef_with, raised
from ludex.systems.fable.rules.domains import Levels, Progression, check_benefits, progressed
from ludex.systems.fable.rules.equipment import EQUIPMENT_BUDGET, Equip, check_martial, equipment, equipped, money_after
from ludex.systems.fable.rules.feats import with_bonus_feats
from ludex.systems.fable.rules.gauges import GAUGES, added, check_alloc, check_ratio, raise_spread
from ludex.systems.fable.rules.questions import (
    ask_armor,
    ask_attributes,
    ask_background,
    ask_benefits,
    ask_bonds,
    ask_domains,
    ask_raise_spread,
    ask_raises,
    ask_shield,
    ask_spread,
    ask_traits,
    ask_weapons,
)
from ludex.systems.fable.sheet import (
    BASE_CRISIS_VALUE,
    BASE_IP,
    NOTHING,
    Bond,
    Character,
    Dice,
    Five,
    Gauge,
    Sheet,
    Steps,
    five,
)
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, Pool

STARTING_FP = 3


# ---------------------------------------------------------------------- a new character
class Build(msgspec.Struct, frozen=True):
    """Everything that is decided about a new character."""

    attributes: Steps
    domains: Levels
    level: int | None = None
    benefits: tuple[str, ...] = ()
    hg_alloc: tuple[int, ...] = ()
    mg_alloc: tuple[int, ...] = ()
    raises: tuple[Attribute, ...] = ()
    raise_alloc: tuple[tuple[int, ...], ...] = ()
    life: str = ""
    species: str = ""
    armor: str = "none"
    shield: str = ""


class Built(Progression, frozen=True, kw_only=True):
    """What she starts with."""

    life: str
    species: str
    dice: Dice
    points_lost: int
    hg_cap: Five
    max_hp: int
    mg_cap: Five
    max_mp: int
    ip: int
    def_: int = msgspec.field(name="def")
    mdef: int
    init_mod: int
    martial: tuple[str, ...]
    abilities: tuple[str, ...]
    fp: int
    crisis_value: int
    spd: int


@rule("FAB-ATT-4", "FAB-PHP-1", "FAB-PHP-2", "FAB-BEN-5")
async def build_character(state: State, given: Build) -> Built:
    """Build a new character, or say what does not fit, in the order in which one decides it."""
    return built(state, given)


def built(state: State, given: Build) -> Built:
    """The new character's numbers."""
    lost = check_points(given.attributes)
    check_life(given.life, given.species)
    gives = progressed(given.domains, state.options)
    check_level(gives.level, state.options.starting_level if given.level is None else given.level)
    check_raises(len(given.raises), gives.level)
    classes = check_benefits(given.benefits, given.domains)
    check_count(len(classes), gives.benefit_slots)
    base = Dice(*(given.attributes.of(a) for a in Attribute))
    dice = raised(base, given.raises)
    more = raise_spreads(given.raises, given.raise_alloc)
    hg = allotted(base.mig, given.hg_alloc, gives.level + sum(c.hp for c in classes), more[Pool.HP])
    mg = allotted(base.wlp, given.mg_alloc, gives.level + sum(c.mp for c in classes), more[Pool.MP])
    armor, shield = equipment(given.armor, given.shield, state.things)
    martial = sorted({m for c in classes for m in c.martial})
    check_martial(armor, shield, martial)
    return Built(
        **asdict(gives),
        life=given.life,
        species=given.species,
        dice=dice,
        points_lost=lost,
        hg_cap=hg,
        max_hp=sum(hg),
        mg_cap=mg,
        max_mp=sum(mg),
        def_=def_with(dice.dex, armor, shield),
        mdef=mdef_with(dice.ins, armor, shield),
        init_mod=armor.init,
        martial=tuple(martial),
        **_rest(classes),
    )


def _rest(classes: tuple[ClassEntry, ...]) -> dict[str, Any]:
    """What does not depend on dice or equipment (FAB-BEN-5: taken again, IP add up and permissions stay)."""
    return {
        "ip": BASE_IP + sum(c.ip for c in classes),
        "abilities": tuple(sorted({ability for c in classes for ability in c.abilities})),
        "fp": STARTING_FP,
        "crisis_value": BASE_CRISIS_VALUE,
        "spd": 0,
    }


@rule("FAB-PLV-1")
def check_level(level: int, wanted: int) -> None:
    """The domain levels add up to the level at which she starts."""
    if level != wanted:
        raise RuleError("level_mismatch", clause="FAB-PLV-1", level=level, wanted=wanted)


@rule("FAB-PLV-4")
def check_raises(raises: int, level: int) -> None:
    """One raise of an attribute for each of LV 20 and LV 40 that is reached."""
    wanted = sum(level >= reached for reached in RAISE_LEVELS)
    if raises < wanted:
        raise RuleError("attribute_required", clause="FAB-PLV-4", raises=raises, wanted=wanted)
    if raises > wanted:
        raise RuleError("attribute_not_allowed", clause="FAB-PLV-4", raises=raises, wanted=wanted)


@rule("FAB-BEN-3", "FAB-BEN-4")
def check_count(benefits: int, slots: int) -> None:
    """As many benefits as the level has slots."""
    if benefits != slots:
        raise RuleError("benefit_count", clause="FAB-BEN-3", benefits=benefits, slots=slots)


@rule("FAB-GAU-2", "FAB-GAU-5", "FAB-GAU-6", "FAB-GAU-7")
def allotted(die: int, alloc: tuple[int, ...], points: int, more: Five = NOTHING) -> Five:
    """Five gauges that start from the die, with the points spread over them, and `more` from raises of the die."""
    check_alloc(alloc, points)
    cap = added(added(five([die] * GAUGES), five(alloc)), more)  # Ruling E-3: the parent's 5 × die, split evenly
    check_ratio(cap)
    return cap


@rule("FAB-GAU-2", "FAB-PLV-4")
def raise_spreads(raises: tuple[Attribute, ...], alloc: tuple[tuple[int, ...], ...]) -> dict[Pool, Five]:
    """What raises of MIG and WLP add to the gauges of each row; their spreads stand in the order of the raises."""
    rows = [BODY[attribute] for attribute in raises if attribute in BODY]
    if len(alloc) > len(rows):
        raise RuleError("alloc_count", clause="FAB-GAU-6", given=len(alloc), wanted=len(rows))
    more = {Pool.HP: NOTHING, Pool.MP: NOTHING}
    for place, row in enumerate(rows):
        more[row] = added(more[row], raise_spread(alloc[place] if place < len(alloc) else ()))
    return more


@rule("FAB-LIF-4")
def check_life(life: str, species: str) -> None:
    """A life category, and a species of that category; what is left out is not judged."""
    for table, key in (("life_categories", life), ("species", species)):
        known = shipped().table(table)
        if key and key not in known:
            raise RuleError("unknown_key", clause="FAB-LIF-4", table=table, key=key, keys=list(known))
    if species and shipped().species[species].life != life:
        raise RuleError("species_mismatch", clause="FAB-LIF-4", species=term(species), life=term(life) if life else "–")


# ---------------------------------------------------------------------- at the table
class Make(msgspec.Struct, frozen=True):
    """A new character as far as it is decided; the rest is asked of `asks`. `brief` leaves out what only tells who she is."""

    id: str
    name: str = ""
    team: str = "heroes"
    asks: str = GM
    attributes: Steps | None = None
    domains: Levels | None = None
    raises: tuple[Attribute, ...] | None = None
    raise_alloc: tuple[tuple[int, ...], ...] | None = None
    life: str = ""
    species: str = ""
    benefits: tuple[str, ...] | None = None
    hg_alloc: tuple[int, ...] | None = None
    mg_alloc: tuple[int, ...] | None = None
    armor: str | None = None
    shield: str | None = None
    weapons: tuple[str, ...] | None = None
    traits: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()
    answers: dict[str, str] = {}
    brief: bool = False


class MadeCharacter(msgspec.Struct, frozen=True):
    """The new character's id, her numbers, and the Z she starts with."""

    id: str
    numbers: Built
    weapons: tuple[str, ...]
    money: int


@rule("FAB-ATT-1", "FAB-ATT-4", "FAB-MON-1", "FAB-PFP-1")
async def make_character(state: State, given: Make) -> MadeCharacter:
    """Make a character: numbers as in `build_character`, equipment, then who she is."""
    if given.id in state.characters:
        raise RuleError("duplicate_id", id=given.id)
    plan = await _planned(state, given)
    numbers = built(state, plan)
    weapons = given.weapons
    if weapons is None:
        left = EQUIPMENT_BUDGET - _worn(state, plan.armor, plan.shield)
        weapons = await ask_weapons(state, given.asks, allowed=set(numbers.martial), left=left)
    record_of(
        state, given, plan=plan, numbers=numbers, weapons=weapons
    )  # what does not fit is refused before she is told about
    given = given if given.brief else await _told(state, given)
    who = with_bonus_feats(state, record_of(state, given, plan=plan, numbers=numbers, weapons=weapons))
    await happen(CharacterWritten(who))
    return MadeCharacter(given.id, numbers, who.sheet.weapons, who.sheet.money)


async def _told(state: State, given: Make) -> Make:
    """The traits, bonds and background that were not given, as she tells them."""
    traits, goes_on = (given.traits, True) if given.traits else await ask_traits(given.asks)
    bonds, answers = given.bonds, given.answers
    if goes_on:
        bonds = bonds or await ask_bonds(state, given.asks, given.id)
        answers = answers or await ask_background(given.asks)
    return msgspec.structs.replace(given, traits=traits, bonds=bonds, answers=answers)


def _worn(state: State, armor: str, shield: str) -> int:
    """What armour and shield cost."""
    worn, held = equipment(armor, shield, state.things)
    return worn.price + held.price


async def _planned(state: State, given: Make) -> Build:
    """Everything that `build_character` wants, asked for where it is not given, each judged as soon as it is known."""
    attributes = await ask_attributes(given.asks, given.attributes)
    check_life(given.life, given.species)
    domains = given.domains or await ask_domains(state, given.asks)
    gives = progressed(domains, state.options)
    check_level(gives.level, state.options.starting_level)
    raises = given.raises if given.raises is not None else await ask_raises(given.asks, gives.level)
    spreads = given.raise_alloc
    if spreads is None:
        spreads = tuple([await ask_raise_spread(given.asks, one) for one in raises if one in BODY])
    more = raise_spreads(raises, spreads)
    benefits = given.benefits
    if benefits is None:
        benefits = await ask_benefits(given.asks, domains, gives.benefit_slots)
    classes = check_benefits(benefits, domains)
    check_count(len(classes), gives.benefit_slots)
    hg = await _row(given, Pool.HP, die=attributes.mig, points=gives.level + sum(c.hp for c in classes), more=more)
    mg = await _row(given, Pool.MP, die=attributes.wlp, points=gives.level + sum(c.mp for c in classes), more=more)
    allowed: set[str] = {m for c in classes for m in c.martial}
    armor, shield, left = given.armor, given.shield, EQUIPMENT_BUDGET
    if armor is None:
        armor = await ask_armor(state, given.asks, allowed=allowed, left=left)
    if shield is None:
        left -= _worn(state, armor, "")
        shield = await ask_shield(state, given.asks, allowed=allowed, left=left)
    return Build(
        attributes=attributes,
        domains=domains,
        benefits=benefits,
        hg_alloc=hg,
        mg_alloc=mg,
        raises=raises,
        raise_alloc=spreads,
        life=given.life,
        species=given.species,
        armor=armor,
        shield=shield,
    )


async def _row(given: Make, pool: Pool, *, die: int, points: int, more: Mapping[Pool, Five]) -> tuple[int, ...]:
    """The points of one row of gauges, as given or as asked; a spread that does not fit is refused at once."""
    alloc = given.hg_alloc if pool is Pool.HP else given.mg_alloc
    question = say("questions.make_hg" if pool is Pool.HP else "questions.make_mg", points=points, die=die)
    spread = alloc or await ask_spread(given.asks, question, points=points)
    allotted(die, spread, points, more[pool])
    return spread


def record_of(state: State, given: Make, *, plan: Build, numbers: Built, weapons: tuple[str, ...]) -> Character:
    """The record of the new character; what she cannot pay is refused."""
    who = Character(
        id=given.id,
        name=given.name or given.id,
        team=given.team,
        level=numbers.level,
        base=numbers.dice,
        hg=Gauge(numbers.hg_cap),
        mg=Gauge(numbers.mg_cap),
        fp=numbers.fp,
        ip=numbers.ip,
        traits=given.traits,
        bonds=given.bonds,
        sheet=Sheet(
            domains=plan.domains,
            life=plan.life,
            species=plan.species,
            benefits=plan.benefits,
            martial=numbers.martial,
            abilities=numbers.abilities,
            spd=numbers.spd,
            answers=given.answers,
        ),
    )
    sheet = equipped(state, who, Equip(given.id, plan.armor, plan.shield, weapons))
    prices = entries_of(WeaponEntry, state.things)
    spent = sheet.worn.price + sheet.held.price + sum(prices[key].price for key in sheet.weapons)
    money = money_after(spent, leftover=state.options.starting_leftover)
    return msgspec.structs.replace(who, sheet=msgspec.structs.replace(sheet, money=money))
