"""Bonus feats, and feats of the Domains: learning them, what they change, using them (FAB-DOM-2, 5, 8, FAB-BEN-1).

A feat of the content is an entry with numbers; any other name is a feat that the table plays out in words.
"""

import msgspec

from ludex.core.asks import Option, choose
from ludex.core.bounds import whole
from ludex.core.errors import RuleError
from ludex.core.names import split_list
from ludex.core.principals import actor
from ludex.core.rule import rule
from ludex.core.say import Say, say, term
from ludex.systems.fable.content import FeatEntry, SpellEntry, called_of, entries_of, feat_named, spell_named
from ludex.systems.fable.events import CharacterWritten
from ludex.systems.fable.fold import happen
from ludex.systems.fable.redact import ATTACKS
from ludex.systems.fable.rules.domains import Feat, FeatsCheck, FeatsFree, feats_check
from ludex.systems.fable.rules.equipment import check_equipped
from ludex.systems.fable.rules.gauges import GAUGES, added, check_alloc, check_ratio
from ludex.systems.fable.sheet import Character, Five, Gauge, five, known_feats
from ludex.systems.fable.state import State, character_of
from ludex.systems.fable.terms import GENERAL

PARTS = Option("<1>,<2>,<3>,<4>,<5>", say("answers.own_numbers"))


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
        return await _learn_spell(state, who, spell[0])
    key, found = feat_of(state, given.feat)
    if found is None and state.live:
        raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=given.feat)
    entry = found or FeatEntry(heroic=given.heroic, times=0)
    domain = found.domain if found else given.domain or GENERAL
    _check_feat(state, who, key, entry)
    after = _knowing(who, key, domain=domain, entry=entry)
    free = await _free(state, with_bonus_feats(state, after))
    if state.live:
        after = await _chosen(after, key, entry, state)
        after = await _taught(state, await _grown(after, key, entry, state), key, entry)
    after = with_bonus_feats(state, after)
    await happen(CharacterWritten(after))
    sheet = after.sheet
    return Learned(sheet.feats, sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


def learned(state: State, who: Character, name: str) -> Character:
    """Somebody with one feat more, as at creation: what it leaves open stays open."""
    key, found = feat_of(state, name)
    if found is None:
        raise RuleError("unknown_feat", clause="FAB-DOM-8", feat=name)
    _check_feat(state, who, key, found)
    after = _knowing(who, key, domain=found.domain, entry=found)
    if found.teaches is not None:
        lesson = f"{found.teaches.list}:{found.teaches.mp_max}"
        after = msgspec.structs.replace(
            after, sheet=msgspec.structs.replace(after.sheet, lessons=(*after.sheet.lessons, lesson))
        )
    for pool in ("hg", "mg"):
        if points := _each(after, found, pool):
            after = _roomier(after, pool, _evenly(points), key)
    if free := open_picks(after, key, found):
        after = _picking(after, key, free[0])
    return after


def _each(who: Character, entry: FeatEntry, quantity: str) -> int:
    """What one learning of a feat adds to a number that is written into the sheet."""
    mine = [m for m in entry.effect.modifiers if m.of == quantity and not m.when]
    texts = [str(m.give[0].by) for m in mine]
    return sum(_worth(text.replace("times", "1"), who.level) for text in texts)


def _worth(text: str, level: int) -> int:
    found = 0
    for part in text.replace("-", "+-").split("+"):
        product = 1
        for factor in filter(None, part.split("*")):
            product *= level if factor == "LV" else int(factor)
        found += product if part else 0
    return found


def open_picks(who: Character, key: str, entry: FeatEntry) -> list[str]:
    """What she may still pick when she learns a feat: another each time (FAB-LIV-31)."""
    if not any(g.values == ("pick",) for g in entry.effect.grants) and not any(
        m.part == "pick" for m in entry.effect.modifiers
    ):
        return []
    return [one for one in entry.picks if one not in who.sheet.picks.get(key, ())]


def _picking(who: Character, key: str, pick: str) -> Character:
    picks = {**who.sheet.picks, key: (*who.sheet.picks.get(key, ()), pick)}
    return msgspec.structs.replace(who, sheet=msgspec.structs.replace(who.sheet, picks=picks))


async def _chosen(who: Character, key: str, entry: FeatEntry, state: State) -> Character:
    """择: asked when it is learned, and kept with it."""
    free = open_picks(who, key, entry)
    if not free:
        return who
    question = say("questions.pick", feat=feat_called(state, key))
    options = tuple(Option(one, say(f"effects.values.{one}")) for one in free)
    return _picking(who, key, await choose(actor(who.id), question, options, about=key))


def _evenly(points: int) -> Five:
    each, rest = divmod(points, GAUGES)
    return five(each + (place < rest) for place in range(GAUGES))


def _roomier(who: Character, pool: str, more: Five, key: str) -> Character:
    """Somebody with larger gauges (FAB-GAU-6, FAB-GAU-7); where the points went is kept."""
    row: Gauge = getattr(who, pool)
    cap = added(row.cap, more)
    check_ratio(cap)
    name = f"{key}:{pool}"
    spreads = {**who.sheet.spreads, name: (*who.sheet.spreads.get(name, ()), more)}
    sheet = msgspec.structs.replace(who.sheet, spreads=spreads)
    return msgspec.structs.replace(who, sheet=sheet, **{pool: Gauge(cap, row.lost)})


@rule("FAB-GAU-6", "FAB-GAU-7")
async def _grown(who: Character, key: str, entry: FeatEntry, state: State) -> Character:
    """More capacity is spread freely: its owner is asked at once (FAB-LIV-37)."""
    for pool in ("hg", "mg"):
        points = _each(who, entry, pool)
        if not points:
            continue
        even = ",".join(str(n) for n in _evenly(points))
        question = say(f"questions.spread_{pool}", feat=feat_called(state, key), points=points)
        options = (Option(even, say("answers.evenly", parts=even)), PARTS)
        answer = await choose(actor(who.id), question, options, about=f"{key}:{pool}", closed=False)
        numbers = [whole(one) for one in split_list(answer.replace("，", ","))]
        parts = tuple(n for n in numbers if n is not None)
        check_alloc(parts, points)
        who = _roomier(who, pool, five(parts), key)
    return who


@rule("FAB-PSP-4")
async def _taught(state: State, who: Character, key: str, entry: FeatEntry) -> Character:
    """A feat that teaches a spell asks which (FAB-LIV-12)."""
    if entry.teaches is None:
        return who
    for n in range(entry.teaches.n):
        open_ = teachable(state, who, f"{entry.teaches.list}:{entry.teaches.mp_max}")
        if not open_:
            return who
        spells = entries_of(SpellEntry, state.things)
        options = tuple(Option(k, called_as(spells[k], k)) for k in open_)
        question = say("questions.teach", feat=feat_called(state, key))
        spell = await choose(actor(who.id), question, options, about=f"{key}:{n}")
        sheet = msgspec.structs.replace(who.sheet, spells=(*who.sheet.spells, spell))
        who = msgspec.structs.replace(who, sheet=sheet)
    return who


def called_as(entry: SpellEntry, key: str) -> Say:
    """A spell by name, with what it costs."""
    return say("answers.spell", name=called_of(entry.name) or key, mp=entry.mp, multi=entry.multi)


def teachable(state: State, who: Character, lesson: str) -> list[str]:
    """Spells of a list that she does not know yet."""
    name, _, most = lesson.partition(":")
    limit = int(most or 0)
    if name == "studied":
        known = {s for c in state.characters.values() if c.studied >= ATTACKS for s in c.sheet.spells}
        return [key for key in known if key not in who.sheet.spells]
    return [
        key
        for key, entry in entries_of(SpellEntry, state.things).items()
        if (entry.list == name or (name == "any" and entry.list))
        and key not in who.sheet.spells
        and (not limit or entry.mp <= limit)
    ]


async def _learn_spell(state: State, who: Character, key: str) -> "Learned":
    """A spell that a feat left open (FAB-LIV-12)."""
    spell = called_of(entries_of(SpellEntry, state.things)[key].name) or key
    if key in who.sheet.spells:
        raise RuleError("spell_known", clause="FAB-PSP-4", spell=spell)
    lesson = next((one for one in who.sheet.lessons if key in teachable(state, who, one)), None)
    if lesson is None:
        raise RuleError("no_spell_slot", clause="FAB-PSP-4", spell=spell)
    left = list(who.sheet.lessons)
    left.remove(lesson)
    sheet = msgspec.structs.replace(who.sheet, spells=(*who.sheet.spells, key), lessons=tuple(left))
    after = msgspec.structs.replace(who, sheet=sheet)
    free = await _free(state, after)
    await happen(CharacterWritten(after))
    return Learned(sheet.feats, sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


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
        sheet = msgspec.structs.replace(who.sheet, spells=tuple(s for s in who.sheet.spells if s != spell[0]))
        after = msgspec.structs.replace(who, sheet=sheet)
    else:
        after = _unlearned(state, who, given.feat)
    free = await _free(state, after)
    await happen(CharacterWritten(after))
    return Learned(after.sheet.feats, after.sheet.heroic, free.general_free, free.domain_free, free.mastery_free)


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
    undone = _knowing(who, key, domain=entry.domain, entry=entry, sign=-1)
    undone = _unpicked(undone, key)
    for pool in ("hg", "mg"):
        if points := _each(who, entry, pool):
            undone = _narrower(undone, pool, f"{key}:{pool}", _evenly(points))
    _check_still_equipped(state, undone)
    return undone


def _unpicked(who: Character, key: str) -> Character:
    """Without the latest of what she picked with a feat."""
    left = who.sheet.picks.get(key, ())[:-1]
    picks = {k: v for k, v in {**who.sheet.picks, key: left}.items() if v}
    return msgspec.structs.replace(who, sheet=msgspec.structs.replace(who.sheet, picks=picks))


def _narrower(who: Character, pool: str, name: str, otherwise: Five) -> Character:
    """Capacity comes off the gauges where it was put (FAB-LIV-46)."""
    *kept, less = who.sheet.spreads.get(name, (otherwise,))
    row: Gauge = getattr(who, pool)
    cap = five(c - m for c, m in zip(row.cap, less, strict=True))
    spreads = {k: v for k, v in {**who.sheet.spreads, name: tuple(kept)}.items() if v}
    sheet = msgspec.structs.replace(who.sheet, spreads=spreads)
    return msgspec.structs.replace(who, sheet=sheet, **{pool: Gauge(cap, row.lost)})


def _check_still_equipped(state: State, after: Character) -> None:
    """Refuse to forget what gives the permission for something that she wears or holds (FAB-LIV-46)."""
    there = msgspec.structs.replace(state, characters={**state.characters, after.id: after})
    check_equipped(there, after)


def feat_of(state: State, name: str) -> tuple[str, FeatEntry | None]:
    """A feat by key or name; one that is not of the content is called what she calls it."""
    return feat_named(name, state.things) or (name, None)


@rule("FAB-DOM-8")
def _check_feat(state: State, who: Character, key: str, entry: FeatEntry) -> None:
    """Refuse a feat whose prerequisites are not met, or that she has as often as it can be taken."""
    missing = _missing(state, who, entry)
    if missing:
        raise RuleError("feat_needs", clause="FAB-DOM-8", feat=feat_called(state, key), needs=missing)
    if entry.times and known_feats(who).count(key) >= entry.times:
        raise RuleError("feat_times", clause="FAB-DOM-8", feat=feat_called(state, key), limit=entry.times)


def _missing(state: State, who: Character, entry: FeatEntry) -> list[Say | str]:
    """What keeps her from learning it: feats, and levels in its domain."""
    lacks: list[Say | str] = [feat_called(state, feat) for feat in entry.needs if feat not in known_feats(who)]
    levels = who.level if entry.domain == GENERAL else who.sheet.domains.get(entry.domain, 0)
    if levels < entry.needs_level:
        lacks.append(say("why.needs_level", level=entry.needs_level))
    if entry.needs_domain and not any(who.sheet.domains.get(domain, 0) for domain in entry.needs_domain):
        lacks += [term(domain) for domain in entry.needs_domain]
    return lacks


def feat_called(state: State, key: str) -> Say | str:
    """What a feat is called."""
    entry = entries_of(FeatEntry, state.things).get(key)
    return called_of(entry.name) if entry and entry.name else key


@rule("FAB-BEN-1")
def with_bonus_feats(state: State, who: Character) -> Character:
    """附赠: she knows every bonus feat whose prerequisites are met, without its counting."""
    for key, entry in entries_of(FeatEntry, state.things).items():
        domain_level = who.level if entry.domain == GENERAL else who.sheet.domains.get(entry.domain, 0)
        if entry.bonus and domain_level > 0 and key not in known_feats(who) and not _missing(state, who, entry):
            who = _knowing(who, key, domain=entry.domain, entry=entry)
    return who


@rule("FAB-DOM-8")
def _knowing(who: Character, key: str, *, domain: str, entry: FeatEntry, sign: int = 1) -> Character:
    """A character with one feat more (or less), and with what it changes on her sheet."""
    sheet = who.sheet
    name, row = (key, list(sheet.heroic)) if entry.heroic else (f"{domain}:{key}", list(sheet.feats))
    if sign > 0:
        row.append(name)
    else:
        row.remove(name)
    sheet = msgspec.structs.replace(sheet, **{"heroic" if entry.heroic else "feats": tuple(row)})
    crisis = who.crisis_value + sign * _each(who, entry, "crisis_value")
    ip = max(0, who.ip + sign * _each(who, entry, "ip_max"))
    return msgspec.structs.replace(who, sheet=sheet, crisis_value=crisis, ip=ip)


async def _free(state: State, who: Character) -> FeatsFree:
    """How many more she may learn; refused where she has too many."""
    entries = entries_of(FeatEntry, state.things)
    known = []
    for feat in who.sheet.feats:
        domain, _, key = feat.partition(":")
        known.append(Feat(key, domain, key in entries and entries[key].bonus))
    counted = [key for key in who.sheet.heroic if not (key in entries and entries[key].bonus)]
    return await feats_check(state, FeatsCheck(who.sheet.domains, tuple(known), len(counted)))
