"""Joins Domains and Creation as questions: which abilities a new character has (MIR-LVL-3 to -5, MIR-LIV-46)."""

from collections.abc import Iterable

from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.rule import rule
from ludex.core.say import Say, say
from ludex.systems.mirror.content import library
from ludex.systems.mirror.content.naming import purpose, shown
from ludex.systems.mirror.rules.drafting import Draft
from ludex.systems.mirror.rules.growth import check_learnable
from ludex.systems.mirror.rules.guide import learnable
from ludex.systems.mirror.rules.sheets import new_character
from ludex.systems.mirror.sheet import Ability, Character
from ludex.systems.mirror.sheet.stats import met
from ludex.systems.mirror.state import State
from ludex.systems.mirror.terms import said

LEVELS = (0, 1)
"""The highest level of each of the two abilities of the domain that a new character has (MIR-LIV-46)."""


@rule("MIR-LIV-46")
def named_abilities(state: State, draft: Draft, names: Iterable[str]) -> Draft:
    """The abilities that a line names, each of them lawful; beside them only what her domain still gives is asked for."""
    known = library(state.catalogue).abilities
    for name in names:
        check_learnable(_made(state, draft), known[name])
        place = _place(draft, known[name])
        if place is None:
            draft = replace(draft, more=(*draft.more, name), enough=True)
        else:
            draft = replace(draft, picked={**draft.picked, place: name}, enough=True)
    return draft


def _place(draft: Draft, ability: Ability) -> int | None:
    """Which of the places for abilities of her domain it takes: the lowest that is open to it."""
    fits = (level for level in LEVELS if ability.domain == draft.domain and ability.level <= level)
    return next((level for level in fits if level not in draft.picked), None)


def _made(state: State, draft: Draft) -> Character:
    """The character as she is so far."""
    known = library(state.catalogue).abilities
    return replace(new_character(state, draft.sheet, "draft"), abilities=tuple(known[name] for name in draft.chosen))


def _open(draft: Draft) -> int | None:
    """The next place for an ability of her domain."""
    return next((level for level in LEVELS if level not in draft.picked), None)


@rule("MIR-LIV-46", "MIR-LVL-3")
def ask_ability(state: State, draft: Draft) -> Asking | None:
    """One ability of level 0 and one of at most level 1 of the domain: only lawful ones are offered."""
    level = _open(draft)
    if level is None:
        return None
    offered = tuple(
        Option(a.id, say("answers.make_ability", name=shown(a.called), text=purpose(a)))
        for a in _lawful(state, draft, level)
    )
    none = Option("none", say("answers.make_ability_none"))
    return Asking(say("questions.make_ability", level=level), (*offered, none))


def take_ability(_state: State, draft: Draft, answer: str) -> Draft:
    """The ability in the place that it was asked for."""
    level = _open(draft)
    if level is None:
        return draft
    return replace(draft, picked={**draft.picked, level: "" if answer == "none" else answer})


def _lawful(state: State, draft: Draft, level: int) -> list[Ability]:
    """The abilities of her domain that may take the place for this level."""
    made = new_character(state, draft.sheet, "draft")
    return [
        a
        for a in library(state.catalogue).abilities.values()
        if a.domain == draft.domain and not a.auto and a.level <= level
        if a.id not in draft.chosen and met(made, a.prerequisite)
    ]


@rule("MIR-LIV-47")
def usual_abilities(state: State, draft: Draft) -> Draft:
    """What a line that names the points leaves open: the first lawful ability of each place's own level."""
    while (level := _open(draft)) is not None:
        fitting = [a for a in _lawful(state, draft, level) if a.level == level]
        draft = take_ability(state, draft, fitting[0].id if fitting else "none")
    return draft


@rule("MIR-LIV-46", "MIR-LVL-5", "MIR-DOM-1")
def ask_more(state: State, draft: Draft) -> Asking | None:
    """Abilities of her secondary domains, up to their number, and basic ones; none ends it."""
    if draft.enough:
        return None
    made, known = _made(state, draft), library(state.catalogue).abilities.values()
    options = tuple(Option(a.id, _more_said(a)) for a in known if a.domain not in made.domains and learnable(made, a))
    none = Option("none", say("answers.make_more_none"))
    return Asking("questions.make_more", (none, *options)) if options else None


def _more_said(ability: Ability) -> Say:
    return say("answers.make_more", name=shown(ability.called), domain=said(ability.domain), text=purpose(ability))


def take_more(_state: State, draft: Draft, answer: str) -> Draft:
    """One ability more, or that it is enough."""
    return replace(draft, enough=True) if answer == "none" else replace(draft, more=(*draft.more, answer))
