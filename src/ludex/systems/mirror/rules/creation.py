"""Joins Attribute points and Domains as questions: what a new sheet leaves open is asked of its maker (MIR-LVL-2, MIR-PTS).

The numbers are those of `sheets.create_character`; nothing is decided here but the questions.
"""

from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.creation import Step, fill_in
from ludex.core.names import split_list
from ludex.core.principals import GM, Who
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.mirror.content import RANKS, called, library, shipped
from ludex.systems.mirror.content.items import ware_named
from ludex.systems.mirror.content.naming import shown
from ludex.systems.mirror.effects.sources import belongings
from ludex.systems.mirror.events import AbilityLearned, Drafted
from ludex.systems.mirror.fold import happen
from ludex.systems.mirror.rules.drafting import START_LEVEL, Draft
from ludex.systems.mirror.rules.guide import HIGHEST, USUAL, read_ranks
from ludex.systems.mirror.rules.picking import (
    ask_ability,
    ask_more,
    named_abilities,
    take_ability,
    take_more,
    usual_abilities,
)
from ludex.systems.mirror.rules.sheets import (
    CharacterCreated,
    CreateCharacter,
    check_domains,
    create_character,
    new_character,
)
from ludex.systems.mirror.rules.spreading import ask_points, take_points
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import (
    Defense,
    Primary,
    Secondary,
    Skill,
    check_word,
    said,
    words_of,
)

FEW_ITEMS = 12
"""So many things of one's own choice, and traumas, at most."""


class MakeCharacter(CreateCharacter, frozen=True, kw_only=True):
    """A new character as far as it is decided, with abilities by name; the rest is asked of `asks`, an actor or a seat."""

    abilities: tuple[str, ...] = ()
    asks: Who = GM


@rule("MIR-LVL-2", "MIR-PTS-2")
async def make_character(state: State, given: MakeCharacter) -> CharacterCreated:
    """Ask for everything that is not given, in order, then build the character with her abilities (MIR-LIV-46, MIR-LIV-47)."""
    check_domains(given.domains)
    draft = await fill_in(state, given.asks, _begun(given), DOMAIN)
    draft = _take_ranks(state, draft, "usual") if draft.whole and not draft.ranked else draft
    draft = await fill_in(state, given.asks, draft, SHEET)
    draft = named_abilities(state, draft, given.abilities)
    draft = usual_abilities(state, draft) if draft.whole else draft
    draft = await fill_in(state, given.asks, draft, BELONGINGS)
    created = await create_character(state, draft.sheet)
    if draft.sheet.id:
        await happen(Drafted(draft.sheet.id))
    known = library(state.catalogue).abilities
    for name in draft.chosen if draft.sheet.id else ():
        await happen(AbilityLearned(draft.sheet.id, known[name]))
    return created


@rule("MIR-LIV-47")
def _begun(given: MakeCharacter) -> Draft:
    """The draft as a line leaves it: one that names the points takes the default of whatever else it leaves open."""
    whole = bool(given.points)
    return Draft(
        CreateCharacter(**{name: getattr(given, name) for name in CreateCharacter.__struct_fields__}),
        spread=whole,
        kept=whole,
        ranked=any(getattr(given, kind) for kind in RANKS),
        shaped=whole or given.parts is not None,
        equipped=whole or given.items is not None,
        remembered=whole or bool(given.traumas),
        whole=whole,
        enough=whole,
    )


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


def _ask_body(state: State, draft: Draft) -> Asking | None:
    """A body plan; a line that names the points means the humanoid."""
    if draft.shaped:
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
    return USUAL[draft.domain]


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


DOMAIN: tuple[Step[State, Draft], ...] = (Step("domain", _ask_domain, _take_domain),)
SHEET: tuple[Step[State, Draft], ...] = (
    Step("points", ask_points, take_points),
    Step("body", _ask_body, _take_body),
    Step("ranks", _ask_ranks, _take_ranks),
)
BELONGINGS: tuple[Step[State, Draft], ...] = (
    Step("ability", ask_ability, take_ability),
    Step("more", ask_more, take_more),
    Step("items", _ask_items, _take_items),
    Step("trauma", _ask_trauma, _take_trauma),
)
STEPS = (*DOMAIN, *SHEET, *BELONGINGS)
"""What is still open about a new character, in the order in which it is asked: the usual ranks wait for the domain, abilities for the rest."""
