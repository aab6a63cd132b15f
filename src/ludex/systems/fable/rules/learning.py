"""Learning and forgetting, of the Domains and the Bonus feats: feats, spells that they teach, and what she chooses with them (FAB-DOM-2, 5, 8, FAB-PSP-4).

`choices_of` says what a feat leaves to its owner; creation, levels and `.习得` all ask for it with the same question.
"""

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Option, choose
from ludex.core.errors import RuleError
from ludex.core.principals import Who, actor
from ludex.core.rule import rule
from ludex.core.say import say
from ludex.systems.fable.content import called_of, feat_named, spell_named
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.fold import happen
from ludex.systems.fable.rules.building import even_spread, spread_in, spread_question
from ludex.systems.fable.rules.describing import called_as
from ludex.systems.fable.rules.equipment import check_equipped
from ludex.systems.fable.rules.feats import (
    check_feat,
    each,
    feat_called,
    feat_of,
    free_of,
    knowing,
    teachable,
    with_bonus_feats,
)
from ludex.systems.fable.rules.gauges import added, check_alloc, check_ratio
from ludex.systems.fable.sheet import Character, Five, Gauge, five, known_feats
from ludex.systems.fable.sheet.entries import FeatEntry, SpellEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import GENERAL

PICK, ROWS = "pick", ("hg", "mg")


class Learn(msgspec.Struct, frozen=True):
    """A feat to learn, or a heroic one. Of a feat of the content the domain is known."""

    character: str
    feat: str
    domain: str = ""
    heroic: bool = False


class Learned(msgspec.Struct, frozen=True):
    """What she knows, and how many feats of each domain are still free."""

    feats: tuple[str, ...]
    heroic: tuple[str, ...]
    general_free: int
    domain_free: dict[str, int]
    mastery_free: int


@rule("FAB-DOM-2", "FAB-DOM-5", "FAB-DOM-8")
async def learn(state: State, given: Learn) -> Learned:
    """Learn a feat of a domain, as long as levels allow; a heroic feat takes a mastery point."""
    who = character_of(state, given.character)
    if state.live and (spell := spell_named(given.feat, state.things)) and not feat_named(given.feat, state.things):
        return await _written(state, spell_learned(state, who, spell[0]))
    key, found = feat_of(state, given.feat)
    if found is None and not state.live:
        return await _written(state, _in_words(state, who, given))
    return await _written(state, await learned(state, who, key, actor(who.id)))


def _in_words(state: State, who: Character, given: Learn) -> Character:
    """A feat that is none of the content's: the table plays it out in words."""
    entry = FeatEntry(heroic=given.heroic, times=0)
    return with_bonus_feats(state, knowing(who, given.feat, domain=given.domain or GENERAL, entry=entry))


async def _written(state: State, after: Character) -> Learned:
    """Make it so, and say what is known and still free; too many are refused before."""
    free, sheet = free_of(state, after), after.sheet
    await happen(CharacterWritten(after))
    return Learned(sheet.feats, sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


async def learned(state: State, who: Character, name: str, asks: Who) -> Character:
    """Somebody with one feat more: whatever it leaves open is asked at once, its spells too (FAB-LIV-12, FAB-LIV-31, FAB-LIV-37)."""
    after = begun(state, who, name)
    free_of(state, after)
    key, entry = feat_of(state, name)
    if not state.live or entry is None:
        return with_bonus_feats(state, after)
    for choice in choices_of(after, key, entry):
        asking = choice_question(state, after, choice)
        closed = choice.what == PICK
        answer = await choose(asks, asking.what, asking.options, about=asking.about, closed=closed)
        after = with_choice(after, choice, answer)
    return with_bonus_feats(state, await _taught(state, after, key, entry, asks))


def begun(state: State, who: Character, name: str) -> Character:
    """Somebody with one feat more, before she has chosen anything with it; spells that it teaches are open."""
    key, entry = feat_of(state, name)
    if entry is None:
        raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=name)
    check_feat(state, who, key, entry)
    after = knowing(who, key, domain=entry.domain, entry=entry)
    lessons = (entry.teaches.lesson,) * entry.teaches.n if entry.teaches and state.live else ()
    return replace(after, sheet=replace(after.sheet, lessons=(*after.sheet.lessons, *lessons)))


# ---------------------------------------------------------------------- what its owner chooses
class Choice(NamedTuple):
    """Something that a feat leaves to its owner: 择, or capacity to spread over a row of gauges."""

    feat: str
    what: str
    points: int = 0


def choices_of(who: Character, key: str, entry: FeatEntry) -> tuple[Choice, ...]:
    """What one learning of a feat leaves to its owner."""
    picks = (Choice(key, PICK),) if open_picks(who, key, entry) else ()
    return (*picks, *(Choice(key, row, points) for row in ROWS if (points := each(who, entry, row))))


def open_picks(who: Character, key: str, entry: FeatEntry) -> list[str]:
    """What she may still pick when she learns a feat: another each time (FAB-LIV-31)."""
    granted = any(grant.values == (PICK,) for grant in entry.effect.grants)
    if not granted and not any(modifier.part == PICK for modifier in entry.effect.modifiers):
        return []
    return [one for one in entry.picks if one not in who.sheet.picks.get(key, ())]


@rule("FAB-GAU-6")
def choice_question(state: State, who: Character, choice: Choice) -> Asking:
    """The question for it: capacity is spread freely (FAB-LIV-37)."""
    feat = feat_called(state, choice.feat)
    if choice.what == PICK:
        free = open_picks(who, choice.feat, entries_of(FeatEntry, state.things)[choice.feat])
        options = tuple(Option(one, say(f"effects.values.{one}")) for one in free)
        return Asking(say("questions.pick", feat=feat), options, about=choice.feat)
    question = spread_question(say(f"questions.spread_{choice.what}", feat=feat, points=choice.points), choice.points)
    return replace(question, about=f"{choice.feat}:{choice.what}")


def usual(state: State, who: Character, choice: Choice) -> str:
    """What is taken where nobody is asked: the first of a list that is of use; capacity point by point to the smallest gauge, which always fits."""
    if choice.what == PICK:
        free = open_picks(who, choice.feat, entries_of(FeatEntry, state.things)[choice.feat])
        return next((one for one in free if one not in who.sheet.martial), free[0])
    row: Gauge = getattr(who, choice.what)
    more = [0] * len(row.cap)
    for _ in range(choice.points):
        sizes = [cap + n for cap, n in zip(row.cap, more, strict=True)]
        more[sizes.index(min(sizes))] += 1
    return ",".join(str(n) for n in more)


@rule("FAB-GAU-6", "FAB-GAU-7")
def with_choice(who: Character, choice: Choice, answer: str) -> Character:
    """Somebody who has chosen: what she picked and where the capacity went is kept."""
    sheet = who.sheet
    if choice.what == PICK:
        picks = {**sheet.picks, choice.feat: (*sheet.picks.get(choice.feat, ()), answer)}
        return replace(who, sheet=replace(sheet, picks=picks))
    numbers = spread_in(answer)
    check_alloc(numbers, choice.points)
    row: Gauge = getattr(who, choice.what)
    cap, more, name = added(row.cap, five(numbers)), five(numbers), f"{choice.feat}:{choice.what}"
    check_ratio(cap)
    spreads = {**sheet.spreads, name: (*sheet.spreads.get(name, ()), more)}
    return replace(who, sheet=replace(sheet, spreads=spreads), **{choice.what: Gauge(cap, row.lost)})


# ---------------------------------------------------------------------- spells
@rule("FAB-PSP-4")
async def _taught(state: State, who: Character, key: str, entry: FeatEntry, asks: Who) -> Character:
    """A feat that teaches a spell asks which (FAB-LIV-12)."""
    for n in range(entry.teaches.n if entry.teaches else 0):
        open_ = teachable(state, who, entry.teaches.lesson) if entry.teaches else []
        if not open_:
            return who
        spells = entries_of(SpellEntry, state.things)
        options = tuple(Option(k, called_as(spells[k], k)) for k in open_)
        spell = await choose(asks, say("questions.teach", feat=feat_called(state, key)), options, about=f"{key}:{n}")
        who = spell_learned(state, who, spell)
    return who


@rule("FAB-PSP-4")
def spell_learned(state: State, who: Character, name: str) -> Character:
    """Somebody with one spell more, in a place that a feat left open for it (FAB-LIV-12)."""
    found = spell_named(name, state.things)
    if found is None:
        raise RuleError("unknown_spell", clause="FAB-PSP-4", spell=name, spells=[])
    key, called = found[0], called_of(found[1].name) or found[0]
    if key in who.sheet.spells:
        raise RuleError("spell_known", clause="FAB-PSP-4", spell=called)
    wide_last = sorted(who.sheet.lessons, key=lambda one: one.startswith("any"))
    lesson = next((one for one in wide_last if key in teachable(state, who, one)), None)
    if lesson is None:
        raise RuleError("no_spell_slot", clause="FAB-PSP-4", spell=called)
    left = list(who.sheet.lessons)
    left.remove(lesson)
    return replace(who, sheet=replace(who.sheet, spells=(*who.sheet.spells, key), lessons=tuple(left)))


# ---------------------------------------------------------------------- forgetting
class Forget(msgspec.Struct, frozen=True):
    """A feat or a spell to unlearn."""

    character: str
    feat: str


@rule("FAB-DOM-8")
async def forget(state: State, given: Forget) -> Learned:
    """Unlearn a feat or a spell: its slot is free again, and what it gave goes (FAB-LIV-46)."""
    who = character_of(state, given.character)
    spell = spell_named(given.feat, state.things)
    if spell and spell[0] in who.sheet.spells:
        return await _written(state, _without_spell(state, who, spell[0]))
    return await _written(state, _unlearned(state, who, given.feat))


def _unlearned(state: State, who: Character, name: str) -> Character:
    """Somebody with one feat less."""
    key, entry = feat_of(state, name)
    if key not in known_feats(who) or entry is None:
        known = [feat_called(state, k) for k in known_feats(who)]
        raise RuleError("feat_not_learned", clause="FAB-DOM-2", feat=name, feats=known)
    entries, last = entries_of(FeatEntry, state.things), known_feats(who).count(key) == 1
    for other in known_feats(who):
        if last and other in entries and key in entries[other].needs:
            feat, by = feat_called(state, key), feat_called(state, other)
            raise RuleError("feat_needed", clause="FAB-DOM-8", feat=feat, by=by)
    undone = knowing(_untaught(state, who, entry), key, domain=entry.domain, entry=entry, sign=-1)
    undone = _unpicked(undone, key)
    for row in ROWS:
        if points := each(who, entry, row):
            undone = _narrower(undone, row, f"{key}:{row}", five(even_spread(points)))
    check_equipped(replace(state, characters={**state.characters, undone.id: undone}), undone)  # FAB-LIV-46
    return undone


def _unpicked(who: Character, key: str) -> Character:
    """Without the latest of what she picked with a feat."""
    left = who.sheet.picks.get(key, ())[:-1]
    picks = {k: v for k, v in {**who.sheet.picks, key: left}.items() if v}
    return replace(who, sheet=replace(who.sheet, picks=picks))


def _narrower(who: Character, pool: str, name: str, otherwise: Five) -> Character:
    """Capacity comes off the gauges where it was put (FAB-LIV-46)."""
    *kept, less = who.sheet.spreads.get(name, (otherwise,))
    row: Gauge = getattr(who, pool)
    cap = five(c - m for c, m in zip(row.cap, less, strict=True))
    spreads = {k: v for k, v in {**who.sheet.spreads, name: tuple(kept)}.items() if v}
    return replace(who, sheet=replace(who.sheet, spreads=spreads), **{pool: Gauge(cap, row.lost)})


@rule("FAB-PSP-4")
def _untaught(state: State, who: Character, entry: FeatEntry) -> Character:
    """Without what a feat to be forgotten teaches: places still open go first, then the latest spells of its list."""
    lessons = (entry.teaches.lesson,) * entry.teaches.n if entry.teaches else ()
    for lesson in lessons:
        taught = [spell for spell in who.sheet.spells if spell in _of_list(state, who, lesson)]
        if lesson not in who.sheet.lessons and taught:
            who = _without_spell(state, who, taught[-1])
        left = list(who.sheet.lessons)
        if lesson in left:
            left.remove(lesson)
        who = replace(who, sheet=replace(who.sheet, lessons=tuple(left)))
    return who


def _of_list(state: State, who: Character, lesson: str) -> list[str]:
    """Every spell that a place of this kind can hold, known or not."""
    return teachable(state, replace(who, sheet=replace(who.sheet, spells=())), lesson)


@rule("FAB-PSP-4")
def _without_spell(state: State, who: Character, spell: str) -> Character:
    """Somebody with one spell less: the place that a feat gave for it is free again (FAB-LIV-46)."""
    entries = entries_of(FeatEntry, state.things)
    feats = [entries[key] for key in known_feats(who) if key in entries]
    given = [one.teaches.lesson for one in feats if one.teaches for _ in range(one.teaches.n)]
    open_ = [one for one in given if given.count(one) > who.sheet.lessons.count(one)]
    place = tuple(one for one in open_ if spell in _of_list(state, who, one))[:1]
    spells = tuple(one for one in who.sheet.spells if one != spell)
    return replace(who, sheet=replace(who.sheet, spells=spells, lessons=(*who.sheet.lessons, *place)))
