"""Building a character: joins the headings of A4 that her numbers come from, up to the finished record (FAB-PHP, FAB-PLV-1, FAB-BEN-3).

What is asked about numbers, life categories and domains stands here too, because creation and growth ask alike (FAB-LIF-4, FAB-DOM-2).
The procedure at the table is `creation.py`.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import asdict, replace

from ludex.core.asks import Asking, Bag, Option
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.content import called_of, feat_named, marks_of, shipped, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.rules.attributes import BODY, RAISE_LEVELS, check_points, def_with, mdef_with, raised
from ludex.systems.fable.rules.describing import called_as
from ludex.systems.fable.rules.domains import Levels, Progression, check_benefits, progressed
from ludex.systems.fable.rules.equipment import check_martial, equipment, money_after, outfitted
from ludex.systems.fable.rules.feats import (
    PICK,
    Choice,
    begun,
    choice_question,
    choices_of,
    feat_bag,
    feat_of,
    feat_offers,
    free_of,
    heroic_offers,
    spell_learned,
    teachable,
    usual,
    with_bonus_feats,
    with_choice,
)
from ludex.systems.fable.rules.gauges import (
    EVENLY,
    GAUGES,
    added,
    check_alloc,
    check_ratio,
    raise_spread,
    spread_question,
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
    things_of,
)
from ludex.systems.fable.sheet.entries import FeatEntry, SpellEntry, WeaponEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import GENERAL, Attribute, Domain, LifeCategory, Martial, Pool, Species

STARTING_FP = 3


# ---------------------------------------------------------------------- a new character
class Build(msgspec.Struct, frozen=True):
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
def raise_question(level: int) -> Asking:
    """The attribute whose base die goes up at a level (FAB-PLV-4)."""
    return Asking(say("questions.make_raise", level=level), tuple(Option(a, term(a)) for a in Attribute))


def raise_spread_question(attribute: Attribute) -> Asking:
    """The points that a raised MIG or WLP brings, over the gauges of its row (FAB-GAU-2)."""
    return spread_question(say(f"questions.raise_{BODY[attribute]}", points=sum(EVENLY)), sum(EVENLY))


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


# ---------------------------------------------------------------------- a draft: a new character while she is asked about
SKIP, DONE = "skip", "done"


class Draft(Make, frozen=True):
    """A new character while she is asked about. `open`: what is still asked for, beside what is simply missing."""

    open: tuple[str, ...] = ()
    traits_asked: int = 0
    topics_asked: int = 0
    feats_asked: int = 0
    picked: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """What she chose with her feats, in the order of learning."""
    spells_asked: int = 0
    heroic_asked: int = 0
    spells_given: bool = False


def gained(state: State, draft: Draft) -> Progression:
    return progressed(draft.domains or {}, state.options)


# ---------------------------------------------------------------------- what she is and what she has learned
@rule("FAB-LIF-4")
def ask_life(state: State, draft: Draft) -> Asking | None:
    """The life category; only asked at a table, and not in a hurry."""
    if draft.life or draft.brief or not state.live:
        return None
    return Asking("questions.make_life", tuple(_described(life.value) for life in LifeCategory))


def _described(key: str) -> Option:
    """A row of the rulebook's tables as an answer, with what it says."""
    return Option(key, say("answers.described", name=term(key), text=say(f"about.{key}")))


@rule("FAB-LIF-4")
def ask_species(state: State, draft: Draft) -> Asking | None:
    """A species of that category, where it lists any; humans first, who are meant where nothing is said (Ruling FAB-E-30)."""
    listed = [key for key, entry in shipped().species.items() if entry.life == draft.life]
    of_life = sorted(listed, key=lambda key: key != Species.BARE)
    if draft.species or draft.brief or not state.live or not of_life:
        return None
    return Asking("questions.make_species", tuple(_described(key) for key in of_life))


def _kinds_of_feats(draft: Draft) -> list[str]:
    return [GENERAL, *(domain for domain, levels in (draft.domains or {}).items() if levels > 0)]


def so_far(state: State, draft: Draft) -> Character:
    """The new character with every feat named so far; what she has not chosen yet stands as usual."""
    return _learned(state, draft)[0]


def _learned(state: State, draft: Draft) -> tuple[Character, tuple[Character, Choice] | None]:
    """The same, and the first thing that her feats leave her to choose and that she has not, with the character as she is then."""
    said, open_ = iter(draft.choices), None
    who = with_bonus_feats(state, record_of(state, draft))
    for name in (*(draft.feats or ()), *draft.picked):
        who = begun(state, who, name)
        free_of(state, who)
        key, entry = feat_of(state, name)
        for choice in choices_of(who, key, entry) if entry else ():
            answer = next(said, "")
            open_ = open_ or (None if answer else (who, choice))
            who = with_choice(who, choice, answer or usual(state, who, choice))
    return who, open_


def _slots(state: State, draft: Draft, kind: str) -> int:
    free = free_of(state, so_far(state, draft))
    return free.general_free if kind == GENERAL else free.domain_free.get(kind, 0)


@rule("FAB-DOM-2")
def ask_feats(state: State, draft: Draft) -> Asking | None:
    """The feats of one domain after another, each domain one question; an answer may name several (FAB-LIV-43)."""
    kinds = _kinds_of_feats(draft)
    if draft.feats is not None or draft.brief or not state.live or draft.feats_asked >= len(kinds):
        return None
    kind = kinds[draft.feats_asked]
    offers = _fitting(state, draft, feat_offers(state, so_far(state, draft), kind))
    several = Option("<feats…>", say("answers.several_feats"), {"feats": tuple(one.answer for one in offers)})
    question = say("questions.make_feats", domain=term(kind), slots=_slots(state, draft, kind))
    bag = feat_bag(state, so_far(state, draft), kind, stop=SKIP)
    return Asking(question, (*offers, Option(SKIP, say("answers.skip")), several), bag=bag)


def _fitting(state: State, draft: Draft, offers: tuple[Option, ...]) -> list[Option]:
    """Feats of the classes that she took her benefits from come first, as she took them; for a strong mind those that teach spells."""
    classes, entries = list(dict.fromkeys(draft.benefits or ())), entries_of(FeatEntry, state.things)
    mind = minded(draft.domains or {}, draft.attributes or Steps())

    def place(key: str) -> tuple[int, bool]:
        entry = entries[key]
        first = classes.index(entry.class_) if entry.class_ in classes else len(classes)
        return first, not mind or entry.teaches is None or entry.domain == GENERAL

    return sorted(offers, key=lambda one: place(one.answer))


def take_feats(state: State, draft: Draft, answer: str) -> Draft:
    """The picks of one domain: one pick leaves the question open while there is room, several end it."""
    kind = _kinds_of_feats(draft)[draft.feats_asked]
    said, picked = _said(answer, lambda name: feat_named(name, state.things) is not None), []
    for name in said:
        found = feat_named(name, state.things)
        if found is None or found[1].domain != kind or found[1].heroic or found[1].bonus:
            raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=name)
        picked.append(found[0])
    after = replace(draft, picked=(*draft.picked, *picked))
    more = _slots(state, after, kind) > 0 and len(said) == 1
    return after if more else replace(after, feats_asked=draft.feats_asked + 1)


def _said(answer: str, known: Callable[[str], bool]) -> list[str]:
    """The names in an answer that may hold several, or none; a name may have spaces in it."""
    if answer.strip() in ("", SKIP, "跳过"):
        return []
    return [name for part in split_list(answer) for name in ([part] if known(part) else part.split())]


# ---------------------------------------------------------------------- what feats leave to choose
def ask_choice(state: State, draft: Draft) -> Asking | None:
    """What a feat leaves her to choose, one after the other (FAB-LIV-31, FAB-LIV-37); not in a hurry."""
    found = _learned(state, draft)[1] if state.live and not draft.brief else None
    return choice_question(state, *found) if found else None


def take_choice(state: State, draft: Draft, answer: str) -> Draft:
    """Her choice, refused at once where it does not fit; a permission counts for what she buys."""
    found = _learned(state, draft)[1]
    if found is None:
        return draft
    who, choice = found
    with_choice(who, choice, answer)
    trained = (answer,) if choice.what == PICK and answer in set(Martial) else ()
    return replace(draft, choices=(*draft.choices, answer), trained=(*draft.trained, *trained))


# ---------------------------------------------------------------------- spells and heroic feats
def _lessons(state: State, draft: Draft) -> list[str]:
    return list(dict.fromkeys(so_far(state, draft).sheet.lessons))


def _taught(state: State, draft: Draft) -> Character:
    """The new character with the spells named so far, each in a place that a feat left open for it."""
    who = so_far(state, draft)
    for name in draft.spells:
        who = spell_learned(state, who, name)
    return who


@rule("FAB-PSP-4")
def ask_spells(state: State, draft: Draft) -> Asking | None:
    """The spells that her feats teach, each list one question (FAB-LIV-43)."""
    if draft.brief or draft.spells_given or not state.live:
        return None
    lessons = _lessons(state, draft)
    if draft.spells_asked >= len(lessons):
        return None
    lesson = lessons[draft.spells_asked]
    who, entries = _taught(state, draft), entries_of(SpellEntry, state.things)
    offers = [Option(key, called_as(entries[key], key)) for key in teachable(state, who, lesson)]
    several = Option("<spells…>", say("answers.several_spells"), {"spells": tuple(one.answer for one in offers)})
    question = say(
        "questions.make_spells", list=say(f"lists.{lesson.partition(':')[0]}"), n=who.sheet.lessons.count(lesson)
    )
    bag = Bag(lesson, SKIP, say(f"lists.{lesson.partition(':')[0]}"), who.sheet.lessons.count(lesson))
    return Asking(question, (*offers, Option(SKIP, say("answers.skip")), several), bag=bag)


def take_spells(state: State, draft: Draft, answer: str) -> Draft:
    """The picks of one list: one pick leaves the question open while there is room, several end it."""
    lesson = _lessons(state, draft)[draft.spells_asked]
    said = _said(answer, lambda name: spell_named(name, state.things) is not None)
    after = replace(draft, spells=(*draft.spells, *said))
    who = _taught(state, after)
    for name in said:
        found = spell_named(name, state.things)
        if found and found[0] not in teachable(state, so_far(state, draft), lesson):
            raise RuleError("no_spell_slot", clause="FAB-PSP-4", spell=called_of(found[1].name) or found[0])
    more = lesson in who.sheet.lessons and len(said) == 1 and bool(teachable(state, who, lesson))
    return after if more else replace(after, spells_asked=draft.spells_asked + 1)


@rule("FAB-DOM-5")
def ask_heroic(state: State, draft: Draft) -> Asking | None:
    """A heroic feat for each mastery point, of a domain that she has levels in."""
    if draft.brief or not state.live or draft.feats is not None:
        return None
    points = gained(state, draft).mastery_points
    if draft.heroic_asked >= points:
        return None
    offers = heroic_offers(state, so_far(state, draft))
    question = say("questions.make_heroic", n=draft.heroic_asked + 1, of=points)
    return Asking(question, (*offers, Option(SKIP, say("answers.skip"))))


def take_heroic(_state: State, draft: Draft, answer: str) -> Draft:
    picked = () if answer == SKIP else (answer,)
    return replace(draft, picked=(*draft.picked, *picked), heroic_asked=draft.heroic_asked + 1)


def finished(state: State, draft: Draft) -> Character:
    """The new character with all that she has learned."""
    return replace(_taught(state, draft), draft=state.live)
