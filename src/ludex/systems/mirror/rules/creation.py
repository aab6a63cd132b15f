"""Joins Attribute points and Domains as questions: what a new sheet leaves open is asked of its maker (MIR-LVL-2, MIR-PTS).

The numbers are those of `sheets.create_character`; nothing is decided here but the questions.
"""

from functools import partial

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.creation import Step, fill_in
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import RANKS, called, library, shipped
from ludex.systems.mirror.content.items import ware_named
from ludex.systems.mirror.content.naming import purpose, shown
from ludex.systems.mirror.effects.sources import belongings
from ludex.systems.mirror.events import AbilityLearned, Drafted
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.guide import HIGHEST, USUAL, learnable, pairs_of
from ludex.systems.mirror.rules.sheets import (
    CREATION_POINTS,
    POTENTIAL_CAP,
    POTENTIAL_POINTS,
    CharacterCreated,
    CreateCharacter,
    check_cap,
    check_domains,
    check_total,
    create_character,
    new_character,
)
from ludex.systems.mirror.sheet import START, Ability
from ludex.systems.mirror.sheet.stats import met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    Attribute,
    Defense,
    Method,
    Primary,
    Secondary,
    Skill,
    check_word,
    said,
    words_of,
)

START_LEVEL = 1
TOTAL = CREATION_POINTS + START_LEVEL
MOST_POINTS = 12 + START_LEVEL // 2  # MIR-PTS-4
SPREADS = ("4,4,4,4,4,5", "10,5,8,2,0,0", "3,10,4,2,6,0", "0,3,2,2,10,8", "2,0,5,8,2,8")
"""Ways to share the points out, in the order of the attributes: even, strong, nimble, learned, devoted."""

SUITED = {
    Primary.WARRIOR: "10,5,8,2,0,0",
    Primary.OPERATIVE: "3,10,4,2,6,0",
    Primary.CASTER: "0,3,2,2,10,8",
    Primary.PRIEST: "2,0,5,8,2,8",
}
"""The spread that suits each domain; of potential four points for one, and the rest in the highest (MIR-LIV-46, ours)."""

POTENTIAL = "potential"
FEW_ITEMS = 12
"""So many things of one's own choice, and traumas, at most."""

KEPT = {"skills": words_of(Skill), "defenses": words_of(Defense), "secondary": words_of(Secondary)}
"""Which part of the sheet keeps the ranks of each closed list."""


OWN_SPREAD = Option(",".join(f"<{attribute}>" for attribute in Attribute), say("answers.make_own"))


class MakeCharacter(CreateCharacter, frozen=True, kw_only=True):
    """A new character as far as it is decided; the rest is asked of `asks`, an actor or a seat."""

    asks: Who = GM


class Draft(msgspec.Struct, frozen=True):
    """A new sheet on its way: what is written, what is settled of points, body and ranks, and the abilities picked so far.

    `whole`: what is not written takes its default, and nothing is asked (MIR-LIV-47).
    """

    sheet: CreateCharacter
    spread: bool
    kept: bool
    ranked: bool
    shaped: bool = False
    equipped: bool = False
    remembered: bool = False
    whole: bool = False
    picked: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    enough: bool = False

    @property
    def left(self) -> int:
        """Points not yet shared out."""
        there = POTENTIAL_POINTS if self.sheet.method == Method.POTENTIAL else TOTAL
        return there - sum(self.sheet.points.values())


@rule("MIR-LVL-2", "MIR-PTS-2")
async def make_character(state: State, given: MakeCharacter) -> CharacterCreated:
    """Ask for everything that is not given, in order, then build the character with her abilities (MIR-LIV-46, MIR-LIV-47)."""
    check_domains(given.domains)
    whole = bool(given.points)
    draft = Draft(
        CreateCharacter(**{name: getattr(given, name) for name in CreateCharacter.__struct_fields__}),
        spread=whole,
        kept=whole,
        ranked=any(getattr(given, kind) for kind in RANKS),
        shaped=given.parts is not None,
        equipped=whole or given.items is not None,
        remembered=whole or bool(given.traumas),
        whole=whole,
        enough=whole,
    )
    if whole and given.domains:
        draft = _by_default(state, draft)
    draft = await fill_in(state, given.asks, draft, STEPS)
    created = await create_character(state, draft.sheet)
    if draft.sheet.id:
        await happen(Drafted(draft.sheet.id))
    known = library(state.catalogue).abilities
    for name in (one for one in (*draft.picked, *draft.more) if one and draft.sheet.id):
        await happen(AbilityLearned(draft.sheet.id, known[name]))
    return created


def _ask_domain(_state: State, draft: Draft) -> Asking | None:
    if draft.sheet.domains:
        return None
    options = tuple(
        Option(domain, say("answers.make_domain", name=term(domain), role=say(f"duties.{domain}")))
        for domain in Primary
    )
    return Asking("questions.make_domain", options, judge=lambda answer: check_word(Primary, answer))


def _take_domain(_state: State, draft: Draft, answer: str) -> Draft:
    return replace(draft, sheet=replace(draft.sheet, domains={answer: START_LEVEL}))


def _ask_points(_state: State, draft: Draft) -> Asking | None:
    """A spread of the points; what is left over is asked about, since later it takes a rest to spend it (MIR-PTS-5)."""
    potential = draft.sheet.method == Method.POTENTIAL
    if not draft.spread and potential:
        suited = _potential(draft)
        return Asking(
            say("questions.make_potential", points=POTENTIAL_POINTS),
            (Option(suited, _spread_said(suited, 0)), OWN_SPREAD),
            judge=partial(_judge_points, most=POTENTIAL_CAP, total=POTENTIAL_POINTS),
        )
    if not draft.spread:
        suited = SUITED[Primary(next(iter(draft.sheet.domains)))]
        offered = tuple(Option(spread, _spread_said(spread, START)) for spread in dict.fromkeys((suited, *SPREADS)))
        other = Option(POTENTIAL, say("answers.make_potential", points=POTENTIAL_POINTS))
        judge = partial(_judge_points, most=MOST_POINTS, total=TOTAL)
        return Asking(say("questions.make_points", points=TOTAL), (*offered, OWN_SPREAD, other), judge=judge)
    if draft.kept or draft.left <= 0:
        return None
    options = (Option("again", say("answers.make_again")), Option("keep", say("answers.make_keep")))
    key = "questions.make_lost" if potential else "questions.make_left"
    return Asking(say(key, left=draft.left), options)


@rule("MIR-LIV-46", "MIR-POT-2")
def _potential(draft: Draft) -> str:
    """Potential points as they suit the domain: all of them."""
    points = [4 * int(n) for n in SUITED[Primary(next(iter(draft.sheet.domains)))].split(",")]
    points[points.index(max(points))] += POTENTIAL_POINTS - sum(points)
    return ",".join(map(str, points))


@rule("MIR-PTS-3", "MIR-PTS-4", "MIR-POT-3")
def _judge_points(answer: str, *, most: int, total: int) -> None:
    """Refuse a spread with too much in one attribute, or of more points than there are, where it is written."""
    if answer != POTENTIAL:
        points = read_points(answer)
        check_cap(points, most)
        check_total(sum(points.values()), total)


def _take_points(_state: State, draft: Draft, answer: str) -> Draft:
    if draft.spread:
        return replace(draft, kept=answer == "keep", spread=answer == "keep")
    if answer == POTENTIAL:
        return replace(draft, sheet=replace(draft.sheet, method=Method.POTENTIAL.value))
    return replace(draft, spread=True, sheet=replace(draft.sheet, points=read_points(answer)))


def _ask_body(state: State, draft: Draft) -> Asking | None:
    """A body plan; a line that names the points means the humanoid."""
    if draft.shaped or draft.whole:
        return None
    plans = library(state.catalogue).bodies
    return Asking(
        "questions.make_body", tuple(Option(i, say("view.plain", text=shown(called(i, b)))) for i, b in plans.items())
    )


def _take_body(state: State, draft: Draft, answer: str) -> Draft:
    plan = library(state.catalogue).bodies[answer]
    return replace(draft, shaped=True, sheet=replace(draft.sheet, parts=plan.parts, links=plan.links))


@rule("MIR-USE-3")
def _ask_ranks(state: State, draft: Draft) -> Asking | None:
    """Ranks to begin with: the table's to give (Ruling MIR-E-11), so a set that suits the domain is offered, or one's own."""
    if draft.ranked:
        return None
    usual = Option("usual", say("answers.make_ranks_usual", ranks=_listed(state, _usual(draft))))
    there = (*words_of(Skill), *words_of(Defense), *library(state.catalogue).gear, *words_of(Secondary))
    within = tuple(f"{one}={rank}" for one in there for rank in range(1, HIGHEST + 1))
    own = Option("<ranks…>", say("answers.make_ranks_own"), {"ranks": within})
    return Asking("questions.make_ranks", (usual, own, Option("none", say("answers.make_ranks_none"))))


def _take_ranks(state: State, draft: Draft, answer: str) -> Draft:
    written = _usual(draft) if answer == "usual" else answer
    ranks = {} if answer == "none" else read_ranks(state, written)
    return replace(draft, ranked=True, sheet=replace(draft.sheet, **ranks))


def _usual(draft: Draft) -> str:
    return USUAL[Primary(next(iter(draft.sheet.domains)))]


LEVELS = (0, 1)
"""The highest level of each of the two abilities of the domain that a new character has (MIR-LIV-46)."""


@rule("MIR-LIV-46", "MIR-LVL-3")
def _ask_ability(state: State, draft: Draft) -> Asking | None:
    """One ability of level 0 and one of at most level 1 of the domain: only lawful ones are offered."""
    if len(draft.picked) >= len(LEVELS):
        return None
    offered = tuple(
        Option(a.id, say("answers.make_ability", name=shown(a.called), text=purpose(a))) for a in _lawful(state, draft)
    )
    question = say("questions.make_ability", level=LEVELS[len(draft.picked)])
    return Asking(question, (*offered, Option("none", say("answers.make_ability_none"))))


def _take_ability(_state: State, draft: Draft, answer: str) -> Draft:
    return replace(draft, picked=(*draft.picked, "" if answer == "none" else answer))


def _lawful(state: State, draft: Draft) -> list[Ability]:
    """The abilities that may be picked next."""
    domain = next(iter(draft.sheet.domains))
    made = new_character(state, draft.sheet, "draft")
    return [
        a
        for a in library(state.catalogue).abilities.values()
        if a.domain == domain and not a.auto and a.level <= LEVELS[len(draft.picked)]
        if a.id not in draft.picked and met(made, a.prerequisite)
    ]


@rule("MIR-LIV-46", "MIR-LVL-5", "MIR-DOM-1")
def _ask_more(state: State, draft: Draft) -> Asking | None:
    """Abilities of her secondary domains, up to their number, and basic ones; none ends it."""
    found = () if draft.enough else _further(state, draft)
    if not found:
        return None
    options = tuple(Option(a.id, _more_said(a)) for a in found)
    none = Option("none", say("answers.make_more_none"))
    return Asking("questions.make_more", (none, *options))


def _more_said(ability: Ability) -> Say:
    return say("answers.make_more", name=shown(ability.called), domain=said(ability.domain), text=purpose(ability))


def _take_more(_state: State, draft: Draft, answer: str) -> Draft:
    return replace(draft, enough=True) if answer == "none" else replace(draft, more=(*draft.more, answer))


def _further(state: State, draft: Draft) -> tuple[Ability, ...]:
    """Lawful abilities beyond those of her domain."""
    known = library(state.catalogue).abilities
    had = tuple(known[name] for name in (*draft.picked, *draft.more) if name)
    made = replace(new_character(state, draft.sheet, "draft"), abilities=had)
    return tuple(a for a in known.values() if a.domain not in made.domains and learnable(made, a))


OWN_TRAUMA = Option("<text>", say("answers.make_trauma_own"))


@rule("MIR-LIV-46", "MIR-LIV-47")
def _ask_items(state: State, draft: Draft) -> Asking | None:
    """What she has: what her ranks bring, or things of one's own choice."""
    if draft.equipped:
        return None
    brought = [shown(i.called) for i in belongings(new_character(state, draft.sheet, "draft"))]
    usual = Option("usual", say("answers.make_items_usual", items=brought))
    own = Option("<items…>", say("answers.make_items_own"), {"items": tuple(library(state.catalogue).items)})
    return Asking("questions.make_items", (usual, own))


def _take_items(state: State, draft: Draft, answer: str) -> Draft:
    if answer == "usual":
        return replace(draft, equipped=True)
    wares = library(state.catalogue).items
    wanted = tuple(ware_named(name, wares) for name in split_list(answer)[:FEW_ITEMS])
    return replace(draft, equipped=True, sheet=replace(draft.sheet, items=wanted))


@rule("MIR-LIV-46", "MIR-TRA-1")
def _ask_trauma(_state: State, draft: Draft) -> Asking | None:
    """Traumas of her own, any number; none ends it."""
    if draft.remembered or len(draft.sheet.traumas) >= FEW_ITEMS:
        return None
    none = Option("none", say("answers.make_trauma_none"))
    return Asking(_trauma_question(draft), (none, OWN_TRAUMA))


def _trauma_question(draft: Draft) -> Say:
    known = list(draft.sheet.traumas)
    return say("questions.make_trauma_more", known=known) if known else say("questions.make_trauma")


def _take_trauma(_state: State, draft: Draft, answer: str) -> Draft:
    if answer == "none":
        return replace(draft, remembered=True)
    return replace(draft, sheet=replace(draft.sheet, traumas=(*draft.sheet.traumas, answer)))


@rule("MIR-LIV-47")
def _by_default(state: State, draft: Draft) -> Draft:
    """What a line that names the points leaves open: the usual ranks of the domain, the first lawful abilities."""
    if not draft.ranked:
        draft = _take_ranks(state, draft, "usual")
    while len(draft.picked) < len(LEVELS):
        fitting = [a for a in _lawful(state, draft) if a.level == LEVELS[len(draft.picked)]]
        draft = _take_ability(state, draft, fitting[0].id if fitting else "none")
    return replace(draft, shaped=True)


STEPS: tuple[Step[State, Draft], ...] = (
    Step("domain", _ask_domain, _take_domain),
    Step("points", _ask_points, _take_points),
    Step("body", _ask_body, _take_body),
    Step("ranks", _ask_ranks, _take_ranks),
    Step("ability", _ask_ability, _take_ability),
    Step("more", _ask_more, _take_more),
    Step("items", _ask_items, _take_items),
    Step("trauma", _ask_trauma, _take_trauma),
)
"""What is still open about a new character, in the order in which it is asked."""


def _listed(state: State, ranks: str) -> Say:
    gear, ships = library(state.catalogue).gear, shipped().gear
    named = [pair.partition("=") for pair in ranks.split(",")]
    items = [
        say(
            "view.domain",
            name=called(name, gear[name]) if name in gear and name not in ships else said(name),
            level=rank,
        )
        for name, _, rank in named
    ]
    return say("view.listed", items=items)


def read_ranks(state: State, answer: str) -> dict[str, dict[str, int]]:
    """«athletics=2, 闪避1» by the part of the sheet that keeps each rank; what is on no list is a weapon category."""
    gear = library(state.catalogue).gear
    found: dict[str, dict[str, int]] = {}
    for word, rank in pairs_of(split_list(answer)).items():
        name = next((i for i, g in gear.items() if word in (i, g.title)), word)
        own = "magic" if name in gear and gear[name].kind == "magic" else "weapons"
        kind = next((kind for kind, known in KEPT.items() if name in known), own)
        found.setdefault(kind, {})[name] = rank
    return found


def _spread_said(spread: str, start: int) -> Say:
    """Points as they are shared out, on top of what every attribute starts at."""
    given = read_points(spread)
    return say("view.listed", items=[say("view.domain", name=term(a), level=start + n) for a, n in given.items()])


def read_points(answer: str) -> dict[str, int]:
    """Six numbers, one for each attribute in order."""
    numbers = OWN_SPREAD.numbers(answer)
    if len(numbers) != len(Attribute) or min(numbers) < 0:
        raise RuleError("bad_spread", clause="MIR-PTS-2", answer=answer, attributes=[term(a) for a in Attribute])
    return {attribute.value: n for attribute, n in zip(Attribute, numbers, strict=True)}
