"""Life categories and Domains, as they are asked at creation: what she is, and what she has learned (FAB-LIF-4, FAB-DOM-2).

A draft is a new character while she is asked about; the other questions are in `creation.py`.
"""

from collections.abc import Callable

from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.content import called_of, feat_named, shipped, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.rules.building import Make, minded, record_of
from ludex.systems.fable.rules.describing import called_as
from ludex.systems.fable.rules.domains import Progression, progressed
from ludex.systems.fable.rules.feats import (
    feat_of,
    feat_offers,
    free_of,
    heroic_offers,
    teachable,
    with_bonus_feats,
)
from ludex.systems.fable.rules.learning import (
    PICK,
    Choice,
    begun,
    choice_question,
    choices_of,
    spell_learned,
    usual,
    with_choice,
)
from ludex.systems.fable.sheet import Character, Steps
from ludex.systems.fable.sheet.entries import FeatEntry, SpellEntry
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import GENERAL, LifeCategory, Martial, Species

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
    """What her levels give."""
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
    """How many feats of one domain she may still learn."""
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
    return Asking(question, (*offers, Option(SKIP, say("answers.skip")), several))


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
    """The lists that her feats teach spells of."""
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
    return Asking(question, (*offers, Option(SKIP, say("answers.skip")), several))


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
    """One heroic feat, or none."""
    picked = () if answer == SKIP else (answer,)
    return replace(draft, picked=(*draft.picked, *picked), heroic_asked=draft.heroic_asked + 1)


def finished(state: State, draft: Draft) -> Character:
    """The new character with all that she has learned."""
    return replace(_taught(state, draft), draft=state.live)
