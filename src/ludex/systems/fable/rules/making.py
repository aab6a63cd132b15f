"""Making a character at the table: whatever is not given is asked, step by step, and nothing is lost without a yes."""

import msgspec

from ludex.core.asks import GM, Option, choose
from ludex.core.errors import RuleError
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.catalogue import ArmorEntry, ShieldEntry, WeaponEntry, catalogue, label_of, on_shelf
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.rules.creation import (
    RAISE_LEVELS,
    Build,
    Built,
    allotted,
    built,
    check_count,
    check_level,
    check_points,
    raised,
)
from ludex.systems.fable.rules.domains import Levels, check_benefits, progressed
from ludex.systems.fable.rules.gauges import GAUGES
from ludex.systems.fable.rules.outfit import Equip, equipped
from ludex.systems.fable.rules.points import money_after
from ludex.systems.fable.sheet import Character, Dice, Gauge, Sheet, Steps
from ludex.systems.fable.state import State, happen
from ludex.systems.fable.terms import Attribute, Domain, Pool

ARRAYS = ("8,8,8,8", "9,8,8,7", "10,8,8,6", "10,10,6,6")


class Make(msgspec.Struct, frozen=True):
    """A new character as far as it is decided; the rest is asked of `asks`."""

    id: str
    name: str = ""
    team: str = "heroes"
    asks: str = GM
    attributes: Steps | None = None
    domains: Levels | None = None
    raises: tuple[Attribute, ...] | None = None
    benefits: tuple[str, ...] | None = None
    hg_alloc: tuple[int, ...] | None = None
    mg_alloc: tuple[int, ...] | None = None
    armor: str | None = None
    shield: str | None = None
    weapons: tuple[str, ...] | None = None
    traits: tuple[str, ...] = ()


class MadeCharacter(msgspec.Struct, frozen=True):
    """The new character's id, her numbers, and the Z she starts with."""

    id: str
    numbers: Built
    weapons: tuple[str, ...]
    money: int


@rule("FAB-ATT-1", "FAB-ATT-4", "FAB-MON-1", "FAB-PFP-1")
async def make_character(state: State, given: Make) -> MadeCharacter:
    """Make a character: attributes, domains, benefits, gauges, equipment; the numbers are those of `build_character`."""
    if given.id in state.characters:
        raise RuleError("duplicate_id", id=given.id)
    plan = await _planned(state, given)
    numbers = built(state, plan)
    weapons = await _weapons(state, given, numbers)
    who = record_of(state, given, plan=plan, numbers=numbers, weapons=weapons)
    await happen(CharacterWritten(who))
    return MadeCharacter(given.id, numbers, who.sheet.weapons, who.sheet.money)


async def _planned(state: State, given: Make) -> Build:
    """Everything that `build_character` wants, asked for where it is not given, each judged as soon as it is known."""
    attributes = await _attributes(given.asks, given.attributes)
    domains = given.domains or await _domains(state, given.asks)
    gives = progressed(domains, state.options)
    check_level(gives.level, state.options.starting_level)
    raises = given.raises if given.raises is not None else await _raises(given.asks, gives.level)
    benefits = given.benefits
    if benefits is None:
        benefits = await _benefits(given.asks, domains, gives.benefit_slots)
    classes = check_benefits(benefits, domains)
    check_count(len(classes), gives.benefit_slots)
    base = raised(Dice(*(attributes.of(a) for a in Attribute)), raises)
    hg = await _row(given, Pool.HP, die=base.mig, points=gives.level + sum(c.hp for c in classes))
    mg = await _row(given, Pool.MP, die=base.wlp, points=gives.level + sum(c.mp for c in classes))
    allowed: set[str] = {m for c in classes for m in c.martial}
    armor = given.armor if given.armor is not None else await _armor(state, given.asks, allowed)
    shield = given.shield if given.shield is not None else await _shield(state, given.asks, allowed)
    return Build(attributes, domains, None, benefits, hg, mg, raises, armor, shield)


async def _row(given: Make, pool: Pool, *, die: int, points: int) -> tuple[int, ...]:
    """The points of one row of gauges, as given or as asked; a spread that does not fit is refused at once."""
    alloc = given.hg_alloc if pool is Pool.HP else given.mg_alloc
    question = "questions.make_hg" if pool is Pool.HP else "questions.make_mg"
    spread = alloc or await _spread(given.asks, question, points=points, die=die)
    allotted(die, spread, points)
    return spread


# ---------------------------------------------------------------------- the questions
@rule("FAB-ATT-4")
async def _attributes(asks: str, points: Steps | None) -> Steps:
    """Four numbers, as given or as asked; points that would be lost are confirmed, or the question comes again."""
    own = Option("<dex>,<ins>,<mig>,<wlp>", say("answers.own_numbers"))
    while True:
        if points is None:
            answer = await choose(asks, "questions.make_attributes", (*(Option(a) for a in ARRAYS), own))
            points = Steps(*_numbers(answer, len(Attribute)))
        lost = check_points(points)
        if lost == 0 or await _gives_up(asks, lost):
            return points
        points = None


async def _gives_up(asks: str, lost: int) -> bool:
    """Whether she lets points go that she did not share out."""
    options = (Option("again", say("answers.again")), Option("lose", say("answers.lose", lost=lost)))
    return await choose(asks, say("questions.points_lost", lost=lost), options) == "lose"


def _numbers(answer: str, count: int) -> list[int]:
    """Whole numbers out of an answer like `9,8,8,7`."""
    parts = answer.replace("，", ",").split(",")
    if len(parts) != count or not all(p.strip().lstrip("-").isdecimal() for p in parts):
        raise RuleError("bad_choice", answer=answer, options=[",".join(["1"] * count)])
    return [int(p) for p in parts]


async def _domains(state: State, asks: str) -> Levels:
    """Levels by domain that add up to the starting level."""
    level = state.options.starting_level
    single = tuple(Option(f"{d}:{level}", say("answers.domain", domain=term(d), levels=level)) for d in Domain)
    own = Option("<domain>:<levels>,<domain>:<levels>", say("answers.own_domains"), {"domain": tuple(Domain)})
    answer = await choose(asks, say("questions.make_domains", level=level), (*single, own))
    levels: Levels = {}
    for part in answer.replace("，", ",").replace("：", ":").split(","):
        domain, _, number = part.partition(":")
        levels[domain.strip()] = _numbers(number, 1)[0]
    return levels


async def _raises(asks: str, level: int) -> tuple[Attribute, ...]:
    picked = []
    for reached in RAISE_LEVELS:
        if level >= reached:
            options = tuple(Option(a, term(a)) for a in Attribute)
            picked.append(Attribute(await choose(asks, say("questions.make_raise", level=reached), options)))
    return tuple(picked)


@rule("FAB-BEN-4")
async def _benefits(asks: str, domains: Levels, slots: int) -> tuple[str, ...]:
    """One free benefit for each slot, from the classes of her domains."""
    classes = {k: c for k, c in catalogue().classes.items() if domains.get(c.domain, 0) > 0}
    options = tuple(
        Option(k, say("answers.benefit", name=term(k), hp=c.hp, mp=c.mp, ip=c.ip)) for k, c in classes.items()
    )
    return tuple(
        [await choose(asks, say("questions.make_benefit", n=n + 1, slots=slots), options) for n in range(slots)]
    )


@rule("FAB-GAU-6")
async def _spread(asks: str, question: str, *, points: int, die: int) -> tuple[int, ...]:
    """Points over five gauges: evenly, or as she likes."""
    each, rest = divmod(points, GAUGES)
    even = ",".join(str(each + (place < rest)) for place in range(GAUGES))
    options = (
        Option(even, say("answers.evenly", parts=even)),
        Option("<1>,<2>,<3>,<4>,<5>", say("answers.own_numbers")),
    )
    answer = await choose(asks, say(question, points=points, die=die), options)
    return tuple(_numbers(answer, GAUGES))


async def _armor(state: State, asks: str, allowed: set[str]) -> str:
    armors = on_shelf(ArmorEntry, state.things)
    may = {k: a for k, a in armors.items() if not a.martial or "armor" in allowed}
    options = tuple(Option(k, say("answers.item", name=label_of(a.name) or k, price=a.price)) for k, a in may.items())
    return await choose(asks, "questions.make_armor", options)


async def _shield(state: State, asks: str, allowed: set[str]) -> str:
    shields = on_shelf(ShieldEntry, state.things)
    may = {k: s for k, s in shields.items() if not s.martial or "shield" in allowed}
    options = tuple(Option(k, say("answers.item", name=label_of(s.name) or k, price=s.price)) for k, s in may.items())
    answer = await choose(asks, "questions.make_shield", (Option("none", say("answers.no_shield")), *options))
    return "" if answer == "none" else answer


@rule("FAB-PEQ-1", "FAB-PEQ-3")
async def _weapons(state: State, given: Make, numbers: Built) -> tuple[str, ...]:
    """A weapon that she may use and can still pay."""
    if given.weapons is not None:
        return given.weapons
    may = {
        k: w
        for k, w in on_shelf(WeaponEntry, state.things).items()
        if not w.martial or ("ranged" if w.ranged else "melee") in numbers.martial
    }
    options = tuple(Option(k, say("answers.item", name=label_of(w.name) or k, price=w.price)) for k, w in may.items())
    return (await choose(given.asks, "questions.make_weapon", options),)


# ---------------------------------------------------------------------- the result
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
        sheet=Sheet(
            domains=plan.domains,
            benefits=plan.benefits,
            martial=numbers.martial,
            abilities=numbers.abilities,
            spd=numbers.spd,
        ),
    )
    sheet = equipped(state, who, Equip(given.id, plan.armor, plan.shield, weapons))
    prices = on_shelf(WeaponEntry, state.things)
    spent = sheet.worn.price + sheet.held.price + sum(prices[key].price for key in sheet.weapons)
    money = money_after(spent, leftover=state.options.starting_leftover)
    return msgspec.structs.replace(who, sheet=msgspec.structs.replace(sheet, money=money))
