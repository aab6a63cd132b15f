"""Life categories and Domains, as they are asked at creation: what she is, and what she has learned (FAB-LIF-4, FAB-DOM-2).

A draft is a new character while she is asked about; the other questions are in `questions.py`.
"""

from msgspec.structs import replace

from ludex.core.asks import Asking, Option
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.rule import rule
from ludex.core.say import say, term
from ludex.systems.fable.content import (
    FeatEntry,
    SpellEntry,
    called_of,
    entries_of,
    feat_named,
    feat_text,
    shipped,
    spell_named,
)
from ludex.systems.fable.rules.creation import Make
from ludex.systems.fable.rules.domains import Progression, progressed
from ludex.systems.fable.rules.feats import called_as, feat_called, teachable
from ludex.systems.fable.sheet import Character, Sheet
from ludex.systems.fable.state import State
from ludex.systems.fable.terms import GENERAL, LifeCategory

SKIP = "skip"


class Draft(Make, frozen=True):
    """A new character while she is asked about. `open`: what is still asked for, beside what is simply missing."""

    open: tuple[str, ...] = ()
    traits_asked: int = 0
    topics_asked: int = 0
    feats_asked: int = 0
    picked: tuple[str, ...] = ()
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
    return Asking("questions.make_life", tuple(Option(life.value, term(life)) for life in LifeCategory))


@rule("FAB-LIF-4")
def ask_species(state: State, draft: Draft) -> Asking | None:
    """A species of that category, where it lists any."""
    of_life = [key for key, entry in shipped().species.items() if entry.life == draft.life]
    if draft.species or draft.brief or not state.live or not of_life:
        return None
    return Asking("questions.make_species", tuple(Option(key, term(key)) for key in of_life))


def _kinds_of_feats(draft: Draft) -> list[str]:
    return [GENERAL, *(domain for domain, levels in (draft.domains or {}).items() if levels > 0)]


@rule("FAB-DOM-2")
def ask_feats(state: State, draft: Draft) -> Asking | None:
    """The feats of one domain after another, each domain one question; an answer may name several (FAB-LIV-43)."""
    kinds = _kinds_of_feats(draft)
    if draft.feats is not None or draft.brief or not state.live or draft.feats_asked >= len(kinds):
        return None
    kind = kinds[draft.feats_asked]
    slots = gained(state, draft).level if kind == GENERAL else (draft.domains or {}).get(kind, 0)
    entries = {k: e for k, e in entries_of(FeatEntry, state.things).items() if e.domain == kind}
    offers = [
        Option(key, say("answers.feat", name=feat_called(state, key), text=feat_text(key, entry)))
        for key, entry in entries.items()
        if not entry.heroic and not entry.bonus and not set(entry.needs) - set(draft.picked)
    ]
    several = Option("<feats>", say("answers.several_feats"))
    return Asking(
        say("questions.make_feats", domain=term(kind), slots=slots),
        (*offers, Option(SKIP, say("answers.skip")), several),
    )


def take_feats(state: State, draft: Draft, answer: str) -> Draft:
    """The picks of one domain."""
    kind = _kinds_of_feats(draft)[draft.feats_asked]
    slots = gained(state, draft).level if kind == GENERAL else (draft.domains or {}).get(kind, 0)
    said = [] if answer.strip() in ("", SKIP, "跳过") else split_list(answer.replace(" ", ","))
    picked: list[str] = []
    for name in said:
        found = feat_named(name, state.things)
        if found is None or found[1].domain != kind:
            raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=name)
        picked.append(found[0])
    if len(picked) > slots:
        raise RuleError("too_many_feats", clause="FAB-DOM-2", domain=term(kind), feats=len(picked))
    return replace(draft, picked=(*draft.picked, *picked), feats_asked=draft.feats_asked + 1)


# ---------------------------------------------------------------------- spells and heroic feats
def _lessons(state: State, draft: Draft) -> dict[str, int]:
    """What her feats teach: so many spells of each list."""
    found: dict[str, int] = {}
    for name in (*(draft.feats or ()), *draft.picked):
        entry = feat_named(name, state.things)
        if entry is not None and entry[1].teaches is not None:
            lesson = f"{entry[1].teaches.list}:{entry[1].teaches.mp_max}"
            found[lesson] = found.get(lesson, 0) + entry[1].teaches.n
    return found


def _open_spells(state: State, draft: Draft, lesson: str) -> list[str]:
    return teachable(state, Character(sheet=Sheet(spells=draft.spells)), lesson)


@rule("FAB-PSP-4")
def ask_spells(state: State, draft: Draft) -> Asking | None:
    """The spells that her feats teach, each list one question (FAB-LIV-43)."""
    lessons = list(_lessons(state, draft).items())
    if draft.brief or draft.spells_given or not state.live or draft.spells_asked >= len(lessons):
        return None
    lesson, n = lessons[draft.spells_asked]
    entries = entries_of(SpellEntry, state.things)
    offers = [Option(key, called_as(entries[key], key)) for key in _open_spells(state, draft, lesson) if key in entries]
    several = Option("<spells>", say("answers.several_spells"))
    question = say("questions.make_spells", list=term(lesson.partition(":")[0]), n=n)
    return Asking(question, (*offers, Option(SKIP, say("answers.skip")), several))


def take_spells(state: State, draft: Draft, answer: str) -> Draft:
    """The picks of one list."""
    lesson, n = list(_lessons(state, draft).items())[draft.spells_asked]
    said = [] if answer.strip() in ("", SKIP, "跳过") else split_list(answer.replace(" ", ","))
    picked: list[str] = []
    for name in said:
        found = spell_named(name, state.things)
        if found is None:
            raise RuleError("unknown_spell", clause="FAB-PSP-4", spell=name, spells=[])
        if found[0] not in _open_spells(state, draft, lesson) or found[0] in picked or len(picked) >= n:
            raise RuleError("no_spell_slot", clause="FAB-PSP-4", spell=called_of(found[1].name) or found[0])
        picked.append(found[0])
    return replace(draft, spells=(*draft.spells, *picked), spells_asked=draft.spells_asked + 1)


@rule("FAB-DOM-5")
def ask_heroic(state: State, draft: Draft) -> Asking | None:
    """A heroic feat for each mastery point, of a domain that she has levels in."""
    if draft.brief or not state.live or draft.feats is not None:
        return None
    points = gained(state, draft).mastery_points
    if draft.heroic_asked >= points:
        return None
    entries = entries_of(FeatEntry, state.things)
    offers = [
        Option(key, say("answers.feat", name=feat_called(state, key), text=feat_text(key, entry)))
        for key, entry in entries.items()
        if entry.heroic and (draft.domains or {}).get(entry.domain, 0) and key not in draft.picked
    ]
    question = say("questions.make_heroic", n=draft.heroic_asked + 1, of=points)
    return Asking(question, (*offers, Option(SKIP, say("answers.skip"))))


def take_heroic(_state: State, draft: Draft, answer: str) -> Draft:
    """One heroic feat, or none."""
    picked = () if answer == SKIP else (answer,)
    return replace(draft, picked=(*draft.picked, *picked), heroic_asked=draft.heroic_asked + 1)


def with_spells(state: State, who: Character, spells: tuple[str, ...]) -> Character:
    """Somebody who knows these spells, each in a place that a feat left open for it."""
    for name in spells:
        found = spell_named(name, state.things)
        if found is None:
            raise RuleError("unknown_spell", clause="FAB-PSP-4", spell=name, spells=[])
        lesson = next((one for one in who.sheet.lessons if found[0] in teachable(state, who, one)), None)
        if lesson is None:
            raise RuleError("no_spell_slot", clause="FAB-PSP-4", spell=called_of(found[1].name) or found[0])
        left = list(who.sheet.lessons)
        left.remove(lesson)
        who = replace(who, sheet=replace(who.sheet, spells=(*who.sheet.spells, found[0]), lessons=tuple(left)))
    return who
