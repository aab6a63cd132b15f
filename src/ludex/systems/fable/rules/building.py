"""Building a character: joins the headings of A4 that her numbers come from, up to the finished record (FAB-PHP, FAB-PLV-1, FAB-BEN-3).

What is asked about numbers stands here too, because creation and growth ask alike. The procedure at the table is `creation.py`.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Asking, Option
from ludex.core.errors import RuleError
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import shipped
from ludex.systems.fable.content.marks import marks_of
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.rules.attributes import BODY, RAISE_LEVELS, check_points, def_with, mdef_with, raised
from ludex.systems.fable.rules.describing import as_offered
from ludex.systems.fable.rules.domains import Levels, Progression, check_benefits, progressed
from ludex.systems.fable.rules.equipment import check_martial, equipment, money_after, outfitted
from ludex.systems.fable.rules.gauges import EVENLY, GAUGES, added, check_alloc, check_ratio, raise_spread
from ludex.systems.fable.rules.property import things_of
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
from ludex.systems.fable.sheet.entries import WeaponEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import Attribute, Domain, Pool

PARTS = Option("<1>,<2>,<3>,<4>,<5>", say("answers.own_numbers"))

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


def built(state: State, given: Build, trained: tuple[str, ...] = ()) -> Built:
    """The new character's numbers; `trained`: what her feats let her wear and use beside her free benefits."""
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
    check_martial(armor, shield, (*martial, *trained))
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
        ip=BASE_IP + sum(c.ip for c in classes),  # FAB-BEN-5: taken again, IP add up and permissions stay
        abilities=tuple(sorted({ability for c in classes for ability in c.abilities})),
        fp=STARTING_FP,
        crisis_value=BASE_CRISIS_VALUE,
        spd=0,
    )


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
    cap = added(added(five([die] * GAUGES), five(alloc)), more)  # Ruling FAB-E-3: the parent's 5 × die, split evenly
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
    """A life category, and a species of that category; what is left out is not judged (Ruling FAB-E-30)."""
    for table, key in (("life_categories", life), ("species", species)):
        known = shipped().table(table)
        if key and key not in known:
            raise RuleError(
                "unknown_key", clause="FAB-LIF-4", table=term(table), key=key, keys=[term(k) for k in known]
            )
    if species and shipped().species[species].life != life:
        raise RuleError("species_mismatch", clause="FAB-LIF-4", species=term(species), life=term(life) if life else "–")


# ---------------------------------------------------------------------- at the table
class Make(msgspec.Struct, frozen=True):
    """A new character as far as it is decided; the rest is asked of `asks`. `brief` leaves out what only tells who she is."""

    id: str
    name: str = ""
    team: str = "heroes"
    asks: Who = GM
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
    anew: bool = False
    """Whether a draft of that name is made once more."""
    feats: tuple[str, ...] | None = None
    spells: tuple[str, ...] = ()
    trained: tuple[str, ...] = ()
    """What her feats let her wear and use."""


def plan_of(make: Make) -> Build:
    """What `build_character` wants of a new character, as far as it is decided."""
    said = {name: value for name in Build.__struct_fields__ if (value := getattr(make, name, None))}
    return Build(**{"attributes": Steps(), "domains": {}, **said})


def record_of(state: State, given: Make) -> Character:
    """The record of the new character; what she cannot pay is refused."""
    plan = plan_of(given)
    numbers = built(state, plan, given.trained)
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
            martial=(*numbers.martial, *given.trained),
            abilities=numbers.abilities,
            spd=numbers.spd,
            answers=given.answers,
        ),
    )
    sheet = outfitted(state, who, plan.armor, plan.shield, given.weapons or ())
    prices = entries_of(WeaponEntry, state.things)
    bought = [key for key in things_of(sheet) if key in prices]
    spent = sheet.worn.price + sheet.held.price + sum(prices[key].price for key in bought)
    money = money_after(spent, leftover=state.options.starting_leftover)
    return replace(who, sheet=replace(sheet, money=money, martial=numbers.martial))


# ---------------------------------------------------------------------- questions about numbers, of creation and of growth
def bad_answer(answer: str, *wanted: Option | str) -> RuleError:
    """The refusal of an answer that is none of these, each in the words in which it was offered."""
    return RuleError("bad_choice", answer=answer, options=[as_offered(one) for one in wanted])


def numbers_in(option: Option, answer: str) -> tuple[int, ...]:
    """The numbers of an answer like `9,8,8,7`: one for each gap."""
    found = option.numbers(answer)
    if len(found) != len(option.gaps):
        raise bad_answer(answer, option)
    return found


def spread_in(answer: str) -> tuple[int, ...]:
    """The points for each of five gauges that an answer says."""
    return numbers_in(PARTS, answer)


def raise_question(level: int) -> Asking:
    """The attribute whose base die goes up at a level (FAB-PLV-4)."""
    return Asking(say("questions.make_raise", level=level), tuple(Option(a, term(a)) for a in Attribute))


def raise_spread_question(attribute: Attribute) -> Asking:
    """The points that a raised MIG or WLP brings, over the gauges of its row (FAB-GAU-2)."""
    return spread_question(say(f"questions.raise_{BODY[attribute]}", points=sum(EVENLY)), sum(EVENLY))


def spread_question(question: Say, points: int) -> Asking:
    """Points over five gauges: evenly, or as she likes (FAB-GAU-6)."""
    even = ",".join(str(n) for n in even_spread(points))
    return Asking(question, (Option(even, say("answers.evenly", parts=even)), PARTS))


def even_spread(points: int) -> Five:
    """Points spread evenly over five gauges, the remainder to the left."""
    each, rest = divmod(points, GAUGES)
    return five(each + (place < rest) for place in range(GAUGES))


def minded(domains: Levels, base: Dice) -> bool:
    """Whether what is for the mind suits her before what is for the body: by her dice, where they are equal by her domains."""
    spells = sum(levels for domain, levels in domains.items() if domain in (Domain.MAGE, Domain.PRIEST))
    return base.wlp > base.mig or (base.wlp == base.mig and 2 * spells > sum(domains.values()))


def benefit_question(domains: Levels, base: Dice, *, slots: int, taken: Sequence[str]) -> Asking:
    """A free benefit from the classes of her domains (FAB-BEN-4): the domain with the most levels first, in it what suits her body or mind.

    Classes of which she has none yet come before those that were `taken`.
    """
    classes = [(k, c) for k, c in shipped().classes.items() if domains.get(c.domain, 0) > 0]
    mind = minded(domains, base)
    classes.sort(key=lambda one: (-domains[one[1].domain], -(one[1].mp if mind else one[1].hp)))
    classes.sort(key=lambda one: taken.count(one[0]))
    options = tuple(Option(k, say("answers.benefit", name=term(k), gives=marks_of(c))) for k, c in classes)
    return Asking(say("questions.make_benefit", n=len(taken) + 1, slots=slots), options)
