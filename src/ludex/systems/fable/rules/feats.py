"""Bonus feats, and feats of the Domains: what they need and change, how they are learned and forgotten, spells that they teach,
what using one costs and does, and reactions that strike (FAB-DOM-2, 5, 8, FAB-BEN-1, FAB-PSP-4, FAB-LIV-31, 35).

`choices_of` says what a feat leaves to its owner; creation, levels and `.习得` all ask for it with the same question.
"""

from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from ludex.core.asks import Asking, Bag, Barred, Option, choose
from ludex.core.declaring import Meant
from ludex.core.deeds import Asked, Do, Field, Name, Show
from ludex.core.effects.records import Effect, Give, Occasion, Use
from ludex.core.errors import RuleError
from ludex.core.events import happen
from ludex.core.fields import flag
from ludex.core.principals import Who, actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import called_of, feat_named, feat_text, spell_named
from ludex.systems.fable.effects import borne
from ludex.systems.fable.effects.bearing import ACT_LONG, summed, timed
from ludex.systems.fable.effects.kinds import entries_of
from ludex.systems.fable.events import CharacterWritten, FeatUsed
from ludex.systems.fable.kinds import OfPeople, Overdraw, Own, Target, in_session, offers
from ludex.systems.fable.kinds.offers import name_of
from ludex.systems.fable.redact import ATTACKS
from ludex.systems.fable.rules.checks import new_act
from ludex.systems.fable.rules.conflict import acted
from ludex.systems.fable.rules.describing import called_as
from ludex.systems.fable.rules.domains import Feat, FeatsCheck, FeatsFree, feats_free
from ludex.systems.fable.rules.equipment import check_equipped
from ludex.systems.fable.rules.gauges import (
    added,
    agree_to_pay,
    check_alloc,
    check_ratio,
    even_spread,
    mind_points,
    spread_in,
    spread_question,
)
from ludex.systems.fable.rules.steps import done, lawful, one_of
from ludex.systems.fable.rules.windows import check_costs, pay
from ludex.systems.fable.sheet import ROWS, Character, Five, Gauge, five
from ludex.systems.fable.sheet.entries import FeatEntry, SpellEntry
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import GENERAL, Action, Domain


def feat_of(state: State, name: str) -> tuple[str, FeatEntry | None]:
    """A feat by key or name; one that is not of the content is called what she calls it."""
    return feat_named(name, state.things) or (name, None)


@rule("FAB-DOM-8")
def check_feat(state: State, who: Character, key: str, entry: FeatEntry) -> None:
    """Refuse a feat whose prerequisites are not met, or that she has as often as it can be taken."""
    missing = _missing(state, who, entry)
    if missing:
        raise RuleError("feat_needs", clause="FAB-DOM-8", feat=feat_called(state, key), needs=missing)
    if entry.times and who.sheet.learned.count(key) >= entry.times:
        raise RuleError("feat_times", clause="FAB-DOM-8", feat=feat_called(state, key), limit=entry.times)


def _missing(state: State, who: Character, entry: FeatEntry) -> list[Say | str]:
    """What keeps her from learning it: feats, and levels in its domain."""
    lacks: list[Say | str] = [
        feat_called(state, feat) for feat in entry.needs if feat_of(state, feat)[0] not in who.sheet.learned
    ]
    levels = who.level if entry.domain == GENERAL else who.sheet.domains.get(entry.domain, 0)
    if levels < entry.needs_level:
        lacks.append(say("why.needs_level", level=entry.needs_level))
    if entry.needs_domain and not any(who.sheet.domains.get(domain, 0) for domain in entry.needs_domain):
        lacks += [term(domain) for domain in entry.needs_domain]
    return lacks


def feat_called(state: State, key: str) -> Say | str:
    entry = entries_of(FeatEntry, state.things).get(key)
    return called_of(entry.name) if entry and entry.name else key


@rule("FAB-BEN-1")
def with_bonus_feats(state: State, who: Character) -> Character:
    """附赠: she knows every bonus feat whose prerequisites are met, without its counting."""
    for key, entry in entries_of(FeatEntry, state.things).items():
        domain_level = who.level if entry.domain == GENERAL else who.sheet.domains.get(entry.domain, 0)
        if entry.bonus and domain_level > 0 and key not in who.sheet.learned and not _missing(state, who, entry):
            who = knowing(who, key, domain=entry.domain, entry=entry)
    return who


@rule("FAB-DOM-8")
def knowing(who: Character, key: str, *, domain: str, entry: FeatEntry, sign: int = 1) -> Character:
    """A character with one feat more (or less), and with what it changes on her sheet."""
    sheet = who.sheet
    name, row = (key, list(sheet.heroic)) if entry.heroic else (f"{domain}:{key}", list(sheet.feats))
    if sign > 0:
        row.append(name)
    else:
        row.remove(name)
    sheet = msgspec.structs.replace(sheet, **{"heroic" if entry.heroic else "feats": tuple(row)})
    crisis = who.crisis_value + sign * each(who, entry, "crisis_value")
    ip = max(0, who.ip + sign * each(who, entry, "ip_max"))
    rows = {row: _sized(who, row, sign * each(who, entry, f"{row}_each")) for row in ROWS}
    return msgspec.structs.replace(who, sheet=sheet, crisis_value=crisis, ip=ip, **rows)


def _sized(who: Character, row: str, n: int) -> Gauge:
    gauge: Gauge = getattr(who, row)
    return msgspec.structs.replace(gauge, cap=five(cap + n for cap in gauge.cap)) if n else gauge


def free_of(state: State, who: Character) -> FeatsFree:
    """How many more she may learn; refused where she has too many."""
    entries = entries_of(FeatEntry, state.things)
    known = []
    for feat in who.sheet.feats:
        domain, _, key = feat.partition(":")
        known.append(Feat(key, domain, key in entries and entries[key].bonus))
    counted = [key for key in who.sheet.heroic if not (key in entries and entries[key].bonus)]
    return feats_free(state, FeatsCheck(who.sheet.domains, tuple(known), len(counted)))


def feat_offers(state: State, who: Character, domain: str) -> tuple[Option, ...]:
    """The feats of a domain that she could learn now, each with what it does; none where she has no place left for one."""
    free = free_of(state, who)
    if (free.general_free if domain == GENERAL else free.domain_free.get(domain, 0)) < 1:
        return ()
    entries = entries_of(FeatEntry, state.things).items()
    return tuple(
        _offer(state, key, entry)
        for key, entry in entries
        if entry.domain == domain and not entry.heroic and _open_to(state, who, key, entry)
    )


def feat_bag(state: State, who: Character, domain: str, *, stop: str) -> Bag:
    """How many feats of a domain she may take, which of them several times, and what each of the others lacks (FAB-DOM-8)."""
    free, known = free_of(state, who), who.sheet.learned
    mine = {key: entry for key, entry in entries_of(FeatEntry, state.things).items() if entry.domain == domain}
    barred = []
    for key, entry in mine.items():
        if entry.heroic or entry.bonus or not (lacks := _missing(state, who, entry)):
            continue
        feats = tuple(feat for one in entry.needs if (feat := feat_of(state, one)[0]) not in known)
        why = say("errors.feat_needs", feat=feat_called(state, key), needs=lacks)
        barred.append(Barred(_offer(state, key, entry), why, feats if len(feats) == len(lacks) else ()))
    room = free.general_free if domain == GENERAL else free.domain_free.get(domain, 0)
    times = {key: entry.times - known.count(key) if entry.times else room for key, entry in mine.items()}
    return Bag(domain, stop, term(domain), room, {key: n for key, n in times.items() if n > 1}, tuple(barred))


def heroic_offers(state: State, who: Character) -> tuple[Option, ...]:
    """The heroic feats that she could learn with a mastery point, of the domains that she has levels in (FAB-DOM-5)."""
    if free_of(state, who).mastery_free < 1:
        return ()
    entries = entries_of(FeatEntry, state.things).items()
    return tuple(
        _offer(state, key, entry)
        for key, entry in entries
        if entry.heroic and who.sheet.domains.get(entry.domain, 0) and _open_to(state, who, key, entry)
    )


def _offer(state: State, key: str, entry: FeatEntry) -> Option:
    return Option(key, say("answers.feat", name=feat_called(state, key), text=feat_text(key, entry)))


def _open_to(state: State, who: Character, key: str, entry: FeatEntry) -> bool:
    """Whether nothing is missing for a feat; one that teaches has a spell left to teach (FAB-LIV-12)."""
    if entry.bonus or _missing(state, who, entry) or (entry.times and who.sheet.learned.count(key) >= entry.times):
        return False
    return entry.teaches is None or bool(teachable(state, who, entry.teaches.lesson))


# ---------------------------------------------------------------------- numbers of a feat that are written into the sheet
def each(who: Character, entry: FeatEntry, quantity: str) -> int:
    """What one learning of a feat adds to a number that is written into the sheet."""
    mine = [m for m in entry.effect.modifiers if m.of == quantity and not m.when]
    known = {"times": 1, "LV": who.level}
    return sum(summed(str(m.give[0].by), lambda word: known.get(word) or int(word)) for m in mine)


# ---------------------------------------------------------------------- spells that feats teach
def teachable(state: State, who: Character, lesson: str) -> list[str]:
    name, _, most = lesson.partition(":")
    limit = int(most or 0)
    entries = entries_of(SpellEntry, state.things)
    if name == "studied":
        known = [s for c in state.characters.values() if c.studied >= ATTACKS for s in c.sheet.spells]
        return [key for key in dict.fromkeys(known) if key in entries and key not in who.sheet.spells]
    return [
        key
        for key, entry in entries.items()
        if (entry.list == name or (name == "any" and entry.list))
        and key not in who.sheet.spells
        and (not limit or entry.mp <= limit)
    ]


# ---------------------------------------------------------------------- learning and forgetting
PICK = "pick"


def _domain(_asked: Asked, said: str) -> str:
    return "" if said in ("", GENERAL, "通用") else Domain.read(said)


class Learn(OfPeople, names=("习得", "learn"), does="learn", picture="up", example=".习得 反击"):
    """`.习得 反击 武者`, `.习得 剑圣 英雄`: a feat to learn, or a heroic one. Of a feat of the content the domain is known."""

    character: Own
    feat: Annotated[str, Field(among=offers.lore)]
    domain: Annotated[str, Field(), Meant(_domain)] = ""
    heroic: Annotated[bool, flag("heroic", "英雄")] = False


class Learned(msgspec.Struct, frozen=True):
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
        entry = FeatEntry(heroic=given.heroic, times=0)  # none of the content's: the table plays it out in words
        known = knowing(who, given.feat, domain=given.domain or GENERAL, entry=entry)
        return await _written(state, with_bonus_feats(state, known))
    return await _written(state, await learned(state, who, key, actor(who.id)))


def rewritten(state: State, after: Character) -> CharacterWritten:
    """That somebody's record is this now: the event, with the feats and spells that are new on it."""
    had = state.characters[after.id]
    feats = list(after.sheet.learned)
    for key in had.sheet.learned:
        if key in feats:
            feats.remove(key)
    spells = tuple(key for key in after.sheet.spells if key not in had.sheet.spells)
    return CharacterWritten(after, tuple(feats), spells)


async def _written(state: State, after: Character) -> Learned:
    """Make it so, and say what is known and still free; too many are refused before."""
    free, sheet = free_of(state, after), after.sheet
    await happen(rewritten(state, after))
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
    check_ratio(added(who.for_good(choice.what), more))
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
class Forget(OfPeople, names=("遗忘", "forget"), does="forget", example=".遗忘 稳准"):
    character: Own
    feat: Annotated[str, Field(among=offers.known_lore)]
    word = in_session


@rule("FAB-DOM-8")
async def forget(state: State, given: Forget) -> Learned:
    """Unlearn a feat or a spell: its slot is free again, and what it gave goes (FAB-LIV-46)."""
    who = character_of(state, given.character)
    spell = spell_named(given.feat, state.things)
    if spell and spell[0] in who.sheet.spells:
        return await _written(state, _without_spell(state, who, spell[0]))
    return await _written(state, _unlearned(state, who, given.feat))


def _unlearned(state: State, who: Character, name: str) -> Character:
    key, entry = feat_of(state, name)
    if key not in who.sheet.learned or entry is None:
        known = [feat_called(state, k) for k in who.sheet.learned]
        raise RuleError("feat_not_learned", clause="FAB-DOM-2", feat=name, feats=known)
    entries, last = entries_of(FeatEntry, state.things), who.sheet.learned.count(key) == 1
    for other in who.sheet.learned:
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
    feats = [entries[key] for key in who.sheet.learned if key in entries]
    given = [one.teaches.lesson for one in feats if one.teaches for _ in range(one.teaches.n)]
    open_ = [one for one in given if given.count(one) > who.sheet.lessons.count(one)]
    place = tuple(one for one in open_ if spell in _of_list(state, who, one))[:1]
    spells = tuple(one for one in who.sheet.spells if one != spell)
    return replace(who, sheet=replace(who.sheet, spells=spells, lessons=(*who.sheet.lessons, *place)))


# ---------------------------------------------------------------------- in use
def use_of(entry: FeatEntry) -> Use | None:
    """What using a feat means: what it says; one that is text alone is an action that the table plays out."""
    if entry.use is not None or entry.effect.acts or entry.teaches is not None:
        return entry.use
    return Use(entry.name, cost=(Give("action", 1),))


def usable_feats(state: State, actor: str) -> dict[str, Name]:
    """The feats of somebody that are used, not those that simply count."""
    entries, who = entries_of(FeatEntry, state.things), state.characters.get(actor)
    known = [key for key in who.sheet.learned if key in entries and use_of(entries[key])] if who else []
    return {key: name_of(key, entries[key]) for key in dict.fromkeys(known)}


class UseFeat(OfPeople, names=("特技", "feat"), does="use_feat", alone=True, picture="spark", example=".特技 反击"):
    actor: Own
    feat: Annotated[str, Field(among=usable_feats)]
    target: Target = ""
    overdraw: Overdraw = False
    """Whether the line says that it may overdraw (FAB-LIV-22)."""

    def do(self, asked: Asked) -> Do | Show:
        """What cannot be used is refused before it is said that another question is open (FAB-LIV-6)."""
        check_use(asked.state, self)
        return super().do(asked)


class FeatDone(msgspec.Struct, frozen=True):
    """What it cost, how often it can still be used (left out: as often as she likes), and what it did."""

    feat: str
    mp: int = 0
    ip: int = 0
    fp: int = 0
    uses_left: int | None = None
    told: tuple[Say, ...] = ()


@rule("FAB-DOM-8", "FAB-PAC-1", "FAB-PFP-2")
async def use_feat(state: State, given: UseFeat) -> FeatDone:
    """Use a feat that she has learned: pay for it, count it, and do what it says."""
    who = character_of(state, given.actor)
    key, entry, use, left = check_use(state, given)
    await agree_to_pay(state, given.actor, mp=mind_points(use.cost), overdraw=given.overdraw)
    target = await _target(state, given, use, _as_used(state, given.actor, key, entry))
    state = await acted(state, given.actor, Action.SKILL if any(one.how == "action" for one in use.cost) else "")
    pick = await _picked(who, key, entry)
    if left is not None:
        state = await happen(FeatUsed(given.actor, key, use.limit.per))
    state = await pay(state, given.actor, use.cost)
    act, effect = new_act(), _as_used(state, given.actor, key, entry)
    at = Occasion("used", given.actor, target, {"named": target, "pick": pick, "owner": given.actor})
    state = await done(state, effect, timed(use.do, who.sheet.learned.count(key)), at=at, act=act)
    await act.opened(state, at.then("used", owner=given.actor))
    costs = {one.how: int(one.by) for one in use.cost if one.how in ("mp", "ip", "fp")}
    return FeatDone(key, **costs, uses_left=None if left is None else left - 1, told=tuple(act.told))


@rule("FAB-DOM-2", "FAB-DOM-8")
def check_use(state: State, given: UseFeat) -> tuple[str, FeatEntry | None, Use, int | None]:
    """Refuse a feat that she has not learned, cannot use now or cannot pay; which one, what it is, and how often it is left."""
    who = character_of(state, given.actor)
    key, entry = feat_of(state, given.feat)
    if state.live and entry is None:
        raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=given.feat)
    if key not in who.sheet.learned:
        known = [feat_called(state, k) for k in dict.fromkeys(who.sheet.learned)]
        raise RuleError("feat_not_learned", clause="FAB-DOM-2", feat=given.feat, feats=known)
    use = use_of(entry or FeatEntry())
    if use is None:
        raise RuleError("feat_passive", clause="FAB-DOM-8", feat=feat_called(state, key))
    left = uses_left(state, who, key, use)
    if left is not None and left < 1:
        name = called_of(entry.name) if entry and entry.name else key
        raise RuleError(
            "feat_used_up", clause="FAB-DOM-8", feat=name, uses=use.limit.n, per=say(f"why.per_{use.limit.per}")
        )
    check_aim(state, given.actor, use, given.target)
    check_costs(state, who, use.cost)
    return key, entry, use, left


_ONE_OF = {"ally": "pick_ally", "side": "pick_side", "enemies": "pick_enemy", "target": "pick_any"}
"""Whom the 目标 of a use means: one of these."""


@rule("FAB-LIV-6", "FAB-LIV-36")
def check_aim(state: State, who: str, use: Use, target: str) -> None:
    """Refuse a use that has nobody to be aimed at, or is aimed at somebody whom it cannot mean."""
    words = [_ONE_OF.get(use.whom, use.whom), *(phrase.whom for phrase in use.do)]
    picks = [among for word in words if (among := lawful(state, who, word)) is not None]
    if not state.live or not picks or (all(picks) and (not target or any(target in among for among in picks))):
        return
    if target in state.characters and state.characters[target].fate:
        raise RuleError("target_out", clause="FAB-PZR-1", target=state.characters[target].called)
    raise RuleError("no_target", clause="FAB-LIV-36")


@rule("FAB-LIV-31")
async def _target(state: State, given: UseFeat, use: Use, effect: Effect) -> str:
    """At whom a use is aimed that has a 目标: at the one named, or as she picks; any other at who was named."""
    among = lawful(state, given.actor, _ONE_OF.get(use.whom, use.whom)) if state.live else None
    if among is None:
        return given.actor if use.whom == "self" else given.target
    return "".join(await one_of(state, effect, among, named=given.target, about="use"))


def _as_used(state: State, who: str, key: str, entry: FeatEntry | None) -> Effect:
    found = next((e for e in borne(state, who) if e.id == f"feat:{key}"), None)
    return found or Effect(id=f"feat:{key}", name=entry.name if entry else key, bearer=who, by=who)


async def _picked(who: Character, key: str, entry: FeatEntry | None) -> str:
    if entry is None or not entry.picks or key in who.sheet.picks or entry.use is None:
        return ""
    options = tuple(Option(one, say(f"effects.values.{one}")) for one in entry.picks)
    return await choose(actor(who.id), say("questions.pick", feat=called_of(entry.name)), options, about=key)


def uses_left(state: State, who: Character, key: str, use: Use) -> int | None:
    """How often it can be used now; None: as often as she likes. Outside a conflict every act is a turn and a round of its own."""
    if not use.limit.n or (use.limit.per in ACT_LONG and state.conflict is None):
        return None
    return use.limit.n - who.used.get(use.limit.per, {}).get(key, 0)
